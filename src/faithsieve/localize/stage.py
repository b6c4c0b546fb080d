"""Stage one: a proof in, a :class:`Localization` out (paper §3).

Three questions to a model (group, tree, scan), everything else by code. A reply that cannot be read
costs structure, never the proof: the step stays whole, the unit keeps a flag, the note says why.
"""

from collections.abc import Iterator, Sequence

from faithsieve.llm.protocol import ChatModel
from faithsieve.localize.audit_window import audit_window
from faithsieve.localize.decompose import decompose
from faithsieve.localize.grow_tree import grow_tree
from faithsieve.localize.reading import Reading, read
from faithsieve.localize.suspicion import scan
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.localization import Localization, LocalizeNote, Suspicion
from faithsieve.records.proof import Proof
from faithsieve.records.settings import DecodingSettings, LocalizeSettings
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import FlagKind, RiskFlag

_DECODING = DecodingSettings()
_SETTINGS = LocalizeSettings()


async def localize(
    proof: Proof,
    *,
    model: ChatModel,
    settings: LocalizeSettings = _SETTINGS,
    decoding: DecodingSettings = _DECODING,
    facts: Sequence[str] = (),
) -> Localization:
    """Split a proof into units, build its tree of states, and choose what to audit.

    Args:
        proof: The problem and the numbered steps.
        model: Who reads the proof.
        settings: Threshold, look-back, budget and the like.
        decoding: Decoding of each question (paper app. F.10).
        facts: What code has already established about the proof, for the suspicion scan.

    Raises:
        ProviderError: the model could not be reached.
        BudgetExceededError: the token or money limit was reached.
    """
    reading = read(proof, settings)
    parts = await decompose(reading, model=model, settings=settings, decoding=decoding)
    grown = await grow_tree(reading, parts, model=model, settings=settings, decoding=decoding)
    seen = await scan(
        reading,
        grown.tree,
        parts.places,
        model=model,
        settings=settings,
        decoding=decoding,
        facts=facts,
    )
    tree = _flag_gaps(grown.tree, reading, seen.suspicions)
    return Localization(
        proof=proof,
        substeps=parts.substeps,
        removed=parts.removed,
        tree=tree,
        suspicions=seen.suspicions,
        window=audit_window(tree.units, seen.suspicions, settings),
        notes=(
            *(LocalizeNote(part="reading", detail=note) for note in reading.notes),
            *(LocalizeNote(part="decompose", detail=note) for note in parts.notes),
            *(LocalizeNote(part="state_tree", detail=note) for note in grown.notes),
            *(LocalizeNote(part="suspicion", detail=note) for note in seen.notes),
        ),
        artifacts=(*parts.artifacts, *grown.artifacts, *seen.artifacts),
    )


def _flag_gaps(tree: StateTree, reading: Reading, suspicions: tuple[Suspicion, ...]) -> StateTree:
    """Flag what the model read only in part or did not score."""
    units = tuple(
        _with_flags(unit, tuple(_gaps(unit, suspicion, reading)))
        for unit, suspicion in zip(tree.units, suspicions, strict=True)
    )
    return StateTree(goal=tree.goal, conditions=tree.conditions, states=tree.states, units=units)


def _gaps(unit: EdgeUnit, suspicion: Suspicion, reading: Reading) -> Iterator[RiskFlag]:
    if reading.is_cut(unit.text):
        yield RiskFlag(kind=FlagKind.READ_IN_PART, detail=f"{len(unit.text)} characters")
    if suspicion.is_default:
        yield RiskFlag(kind=FlagKind.UNSCORED)


def _with_flags(unit: EdgeUnit, flags: tuple[RiskFlag, ...]) -> EdgeUnit:
    if not flags:
        return unit
    return EdgeUnit(**(dict(unit) | {"risk_flags": (*unit.risk_flags, *flags)}))
