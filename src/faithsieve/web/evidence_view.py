"""A checked proof arranged for reading: every record beside the step, unit or claim it is about.

Pure look-ups and no wording of results beyond what the records say. Anchors are made from
positions, never from ids, so that no text of a record becomes part of a link.
"""

from collections.abc import Iterator
from typing import NamedTuple

from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.evidence import (
    EvidenceItem,
    Inconclusive,
    LocalResult,
    Outcome,
    Refuted,
)
from faithsieve.records.lean import ProofJudgement
from faithsieve.records.localization import Suspicion
from faithsieve.records.obligation import Obligation
from faithsieve.records.proof import SourcePlace
from faithsieve.records.symbolic import LintFinding
from faithsieve.records.verdict import StepStatus, Verdict
from faithsieve.records.verification import LocalReview
from faithsieve.records.wording import coverage_words, other_error_words, standard_words
from faithsieve.synthesize.confidence import explain_confidence
from faithsieve.web.tree_picture import TreePicture, picture_tree

MOST_OPEN_STEPS = 8


class ObligationView(NamedTuple):
    """One obligation, its result, and the Lean judgements behind it."""

    number: int
    obligation: Obligation
    result: LocalResult
    judgements: tuple[ProofJudgement, ...]
    """Lean's answers that the result cites, where they were loaded."""
    unit_number: int | None
    """The unit of the tree it belongs to, where there is a tree."""
    standing: str
    """The badge: the outcome, or for a refutation what it counts as beside its step."""


class UnitView(NamedTuple):
    unit: EdgeUnit
    suspicion: Suspicion
    in_window: bool
    is_focus: bool
    is_material: bool
    """False when the text takes its claim back or never uses it."""
    review: LocalReview | None
    obligations: tuple[ObligationView, ...]


class FindingView(NamedTuple):
    finding: LintFinding
    standing: str
    """The badge: what the finding counts as beside its step."""


class StepView(NamedTuple):
    number: int
    text: str
    place: SourcePlace | None
    """Where it begins in its file, where that is known."""
    status: StepStatus | None
    is_answer: bool
    """Whether the verdict names it."""
    evidence: tuple[EvidenceItem, ...]
    findings: tuple["FindingView", ...]
    """What code found."""
    units: tuple[UnitView, ...]
    obligations: tuple[ObligationView, ...]

    def is_folded(self, steps: int) -> bool:
        """Return whether the step is folded to one line at first: a sound step of a long proof."""
        is_sound = self.status is StepStatus.SUPPORTED and not self.is_answer
        return is_sound and steps > MOST_OPEN_STEPS


class EvidenceView(NamedTuple):
    checked: CheckedProof
    steps: tuple[StepView, ...]
    units: tuple[UnitView, ...]
    obligations: tuple[ObligationView, ...]
    picture: TreePicture | None
    notes: tuple[str, ...]
    """What went wrong on the way, from all stages."""
    artifacts: dict[Digest, tuple[str, ...]]
    """Every stored call or check that something cites, with who cites it, in words."""

    @property
    def selected_unit(self) -> int:
        """The unit to show first: the one behind the verdict, else the window's focus."""
        answer = next((step for step in self.steps if step.is_answer), None)
        chosen = [unit for unit in self.units if unit.is_focus]
        if answer is not None and answer.units:
            refuted = [
                unit
                for unit in answer.units
                if any(item.standing == Outcome.REFUTED for item in unit.obligations)
            ]
            chosen = refuted or [unit for unit in chosen if unit in answer.units]
            chosen = chosen or list(answer.units)
        return chosen[0].unit.edge_index if chosen else 0


def verdict_remarks(verdict: Verdict) -> Iterator[str]:
    """Explain the confidence, the coverage and what counted as an error, each where known."""
    if why := explain_confidence(verdict):
        yield f"confidence {verdict.confidence:.2f}: {why}"
    if verdict.coverage is not None:
        yield coverage_words(verdict.coverage, steps=len(verdict.steps))
    if verdict.gate is not None and verdict.gate.is_qualified:
        yield f"the model qualified as a gate: it {verdict.gate.words}"
    yield from filter(None, (other_error_words(verdict), standard_words(verdict)))


def view_evidence(checked: CheckedProof) -> EvidenceView:
    obligations = tuple(_obligations(checked))
    units = _units(checked, obligations)
    return EvidenceView(
        checked=checked,
        steps=_steps(checked, units, obligations),
        units=units,
        obligations=obligations,
        picture=picture_tree(checked.localization) if checked.localization else None,
        notes=tuple(_notes(checked)),
        artifacts=_artifacts(checked),
    )


def _obligations(checked: CheckedProof) -> Iterator[ObligationView]:
    if checked.verified is None:
        return
    tree = checked.localization.units if checked.localization else ()
    numbers = {unit.unit_id: unit.edge_index for unit in tree}
    judgements = {judgement.digest: judgement for judgement in checked.judgements}
    counted = _standings(checked)
    pairs = [
        pair
        for unit in checked.verified.units
        for pair in zip(unit.obligations, unit.results, strict=True)
    ]
    for number, (obligation, result) in enumerate(pairs, start=1):
        cited = (judgements.get(digest) for digest in result.artifacts)
        yield ObligationView(
            number=number,
            obligation=obligation,
            result=result,
            judgements=tuple(judgement for judgement in cited if judgement is not None),
            unit_number=numbers.get(obligation.unit_id),
            standing=_standing(result, counted),
        )


def _standings(checked: CheckedProof) -> dict[str, str]:
    """Map each claim to what the verdict's evidence about it says, deciding evidence last."""
    items = [item for finding in checked.verdict.steps for item in finding.evidence]
    ordered = sorted(items, key=lambda item: item.decides)
    return {item.obligation_id: str(item.outcome) for item in ordered if item.obligation_id}


def _standing(result: LocalResult, counted: dict[str, str]) -> str:
    """Return the badge of a result: a refutation that decides nothing is not called refuted."""
    if not isinstance(result, Refuted):
        return result.outcome.value
    repeated = result.finding if result.repeats_finding else result.obligation_id
    return counted.get(repeated, "doubt")


def _units(checked: CheckedProof, obligations: tuple[ObligationView, ...]) -> tuple[UnitView, ...]:
    if checked.localization is None:
        return ()
    located, window = checked.localization, checked.localization.window
    looked_at = checked.verified.units if checked.verified else ()
    verified = {unit.unit_id: unit for unit in looked_at}
    views = []
    for unit, suspicion in zip(located.units, located.suspicions, strict=True):
        found = verified.get(unit.unit_id)
        views.append(
            UnitView(
                unit=unit,
                suspicion=suspicion,
                in_window=unit.unit_id in window.units,
                is_focus=unit.unit_id == window.focus,
                is_material=found is None or found.is_material,
                review=found.review if found else None,
                obligations=tuple(o for o in obligations if o.unit_number == unit.edge_index),
            )
        )
    return tuple(views)


def _steps(
    checked: CheckedProof,
    units: tuple[UnitView, ...],
    obligations: tuple[ObligationView, ...],
) -> tuple[StepView, ...]:
    known = {finding.index: finding for finding in checked.verdict.steps}
    counted = _standings(checked)
    views = []
    for step in checked.proof.steps:
        finding = known.get(step.index)
        linted = [found for found in checked.findings if found.step == step.index]
        views.append(
            StepView(
                number=step.index,
                text=step.text,
                place=checked.source.place_of(step.index) if checked.source else None,
                status=finding.status if finding else None,
                is_answer=checked.verdict.label == step.index,
                evidence=finding.evidence if finding else (),
                findings=tuple(
                    FindingView(found, counted.get(found.id, Outcome.INCONCLUSIVE.value))
                    for found in linted
                ),
                units=tuple(u for u in units if u.unit.original_step_idx == step.index),
                obligations=tuple(o for o in obligations if o.obligation.step == step.index),
            )
        )
    return tuple(views)


def _notes(checked: CheckedProof) -> Iterator[str]:
    yield from checked.notes
    if checked.localization is not None:
        for note in checked.localization.notes:
            yield f"{note.part}: {note.detail}"
    if checked.verified is not None:
        yield from checked.verified.notes


def _artifacts(checked: CheckedProof) -> dict[Digest, tuple[str, ...]]:
    # A dictionary for the names too: each once, in the order in which they came.
    cited: dict[Digest, dict[str, None]] = {}
    for who, digests in _citations(checked):
        for digest in digests:
            cited.setdefault(digest, {})[who] = None
    return {digest: tuple(names) for digest, names in cited.items()}


def _citations(checked: CheckedProof) -> Iterator[tuple[str, tuple[Digest, ...]]]:
    yield "verdict", checked.verdict.artifacts
    for finding in checked.verdict.steps:
        for item in finding.evidence:
            yield f"step {finding.index}", item.artifacts
    if checked.localization is not None:
        yield "localize", checked.localization.artifacts
    if checked.verified is not None:
        yield "verify", checked.verified.artifacts
        for result in checked.verified.results:
            yield f"obligation {result.obligation_id}", result.artifacts
            probes = result.probes if isinstance(result, Inconclusive) else ()
            keys = tuple(probe.artifact for probe in probes if probe.artifact)
            yield f"probe of {result.obligation_id}", keys
    for judgement in checked.judgements:
        yield "Lean judgement", (judgement.digest,)
