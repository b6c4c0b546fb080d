"""The paper's ablation variants: the whole method with one part removed (§5, app. F.5).

Each variant keeps stage one's questions word for word, so that a finished run answers them from
its store, and changes only what comes after the removed part. What it removes is either a setting
(``adapt``) or a stage it goes without (``check``); both are part of its run's manifest.
"""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from faithsieve.llm.structured import Answer
from faithsieve.localize.audit_window import audit_window
from faithsieve.localize.model_reader import ModelReader
from faithsieve.localize.stage import localize
from faithsieve.localize.state_tree import Move, build_state_tree, unit_id
from faithsieve.methods import Method, Tools, find_method
from faithsieve.prompts.library import render
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import ConditionName
from faithsieve.records.localization import Localization, Suspicion
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.settings import LocalizeSettings, Settings
from faithsieve.records.substep import ClaimStatus, Substep
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.records.verification import VerifiedUnit, VerifiedWindow
from faithsieve.synthesize.final_synthesis import (
    CONSISTENCY,
    SYNTHESIS,
    SynthesisReply,
    ask_for_label,
    synthesize_finally,
)
from faithsieve.synthesize.fusion import Basis, fuse
from faithsieve.synthesize.step_evidence import describe_evidence
from faithsieve.verify.review import describe_units, review_units

STATE_GRAPH = "ablations/state_graph_judge"
WHOLE = find_method("faithsieve")


class VariantName(StrEnum):
    FULL = "full"
    DIRECT = "direct"
    STATE_GRAPH = "state-graph"
    EDGE_UNITS_NL = "edge-units-nl"
    NO_EDGE_UNITS = "no-edge-units"
    NO_GATE = "no-gate"

    @property
    def method(self) -> str:
        """The method a variant's manifest names; the direct judge is itself in every table."""
        return "direct" if self is VariantName.DIRECT else f"ablation:{self}"


def _reader(tools: Tools) -> ModelReader:
    settings = tools.settings
    return ModelReader(tools.model, settings=settings.localize, decoding=settings.decoding)


# ---- state-graph judge


async def check_by_state_graph(proof: Proof, tools: Tools) -> CheckedProof:
    """Decomposition and tree, then one judge, who sees no doubts: no review, no fusion."""
    model, decoding = tools.model, tools.settings.decoding
    built = await _reader(tools).build_tree(proof)
    graph = describe_units(built.tree.units, built.tree)
    answers = await ask_for_label(
        proof,
        render(STATE_GRAPH, problem=proof.problem, proof=proof.steps, graph=graph),
        stage="ablation.state_graph",
        model=model,
        decoding=decoding,
    )
    asked = built.questions
    verdict = _verdict(answers, asked.artifacts, error=VerdictKind.FIRST_ERROR)
    notes = tuple(note.detail for note in asked.notes)
    return CheckedProof(proof=proof, verdict=verdict, notes=notes)


def _verdict(
    answers: Sequence[Answer[SynthesisReply]], before: Iterable[Digest], *, error: VerdictKind
) -> Verdict:
    final = answers[-1].record
    return Verdict(
        label=final.label,
        kind=VerdictKind.NO_ERROR_FOUND if final.label == "correct" else error,
        confidence=final.confidence,
        rationale=final.reason,
        artifacts=tuple(dict.fromkeys([*before, *(answer.key for answer in answers)])),
    )


# ---- EdgeUnits and natural language only


async def check_by_unit_reviews(proof: Proof, tools: Tools) -> CheckedProof:
    """Units, scan and local review, then a synthesis of the reviews: no Evaluation Agent."""
    model, decoding = tools.model, tools.settings.decoding
    standard = tools.settings.standard
    localization = await localize(proof, reader=_reader(tools), settings=tools.settings.localize)
    scheduled = set(localization.window.units)
    units = [unit for unit in localization.units if unit.unit_id in scheduled]
    reviewed = await review_units(
        units, localization, model=model, decoding=decoding.review, standard=standard
    )
    verified = VerifiedWindow(
        units=tuple(
            VerifiedUnit(
                unit_id=unit.unit_id,
                step=unit.original_step_idx,
                is_material=unit.is_material,
                has_whole_context=unit.has_whole_context,
                has_all_assumptions=unit.has_all_assumptions,
                review=review,
            )
            for unit, review in zip(units, reviewed.reviews, strict=True)
        ),
        notes=reviewed.notes,
        artifacts=reviewed.artifacts,
    )
    basis = Basis.of(tools.settings)
    findings = fuse(verified.units, step_count=len(proof.steps), basis=basis)
    answers = await synthesize_finally(
        proof,
        describe_evidence(findings, verified.units, localization.doubts_by_step(), formal=False),
        model=model,
        settings=tools.settings,
        formal=False,
    )
    before = (*localization.artifacts, *verified.artifacts)
    return CheckedProof(
        proof=proof,
        verdict=_verdict(answers, before, error=VerdictKind.RISKY_STEP),
        localization=localization,
        verified=verified,
    )


# ---- without local EdgeUnits


async def check_coarsely(proof: Proof, tools: Tools) -> CheckedProof:
    """Run the whole method with the original steps as units."""
    settings = tools.settings

    def coarse(found: Localization) -> Localization:
        return with_steps_as_units(found, settings.localize)

    return await WHOLE.check(proof, tools._replace(reshape=coarse))


def with_steps_as_units(found: Localization, settings: LocalizeSettings) -> Localization:
    """Merge the units of each step into one, with their dependencies and highest suspicion.

    Nothing is asked again: a step rests on the steps its units rest on, and it is as suspicious as
    the most suspicious of them.
    """
    substeps = tuple(_whole_step(found, step.index) for step in found.proof.steps)
    moves = {step.index: Move(on=_rests_on(found, step.index)) for step in found.proof.steps}
    tree = build_state_tree(found.proof, substeps, moves, goal=found.tree.goal)
    suspicions = tuple(_riskiest(found, step.index) for step in found.proof.steps)
    return Localization(
        proof=found.proof,
        substeps=substeps,
        tree=tree,
        suspicions=suspicions,
        window=audit_window(tree.units, suspicions, settings),
        notes=found.notes,
        artifacts=found.artifacts,
    )


def _whole_step(found: Localization, step: StepIndex) -> Substep:
    statuses = {substep.status for substep in found.substeps if substep.step == step}
    return Substep(
        number=step,
        step=step,
        part=1,
        text=found.proof.steps[step - 1].text,
        start=0,
        # A step that also asserts something is not taken back as a whole.
        status=statuses.pop() if len(statuses) == 1 else ClaimStatus.ASSERTED,
    )


def _rests_on(found: Localization, step: StepIndex) -> tuple[int, ...]:
    """Earlier steps whose claims the step's units use; 0 is the problem."""
    steps = {unit.edge_index: unit.original_step_idx for unit in found.units}
    used = {
        steps.get(number, 0)
        for unit in found.units
        if unit.original_step_idx == step
        for number in map(_introduced_by, unit.uses)
    }
    return tuple(sorted(other for other in used if other < step)) or (step - 1,)


def _introduced_by(name: ConditionName) -> int:
    """Return the number of the unit that added a condition; 0 for the problem."""
    found = re.match(r"h(\d+)", name)
    return int(found[1]) if found else 0


def _riskiest(found: Localization, step: StepIndex) -> Suspicion:
    mine = [
        suspicion
        for unit, suspicion in zip(found.units, found.suspicions, strict=True)
        if unit.original_step_idx == step
    ]
    # A unit without a score says nothing; it counts only where nothing else is known.
    worst = max(mine, key=lambda suspicion: (not suspicion.is_default, suspicion.risk))
    return worst.changed(unit_id=unit_id(step))


# ---- the variants

VARIANTS: dict[VariantName, Method] = {
    VariantName.FULL: WHOLE._replace(summary="nothing removed: the run itself, replayed"),
    VariantName.DIRECT: find_method("direct")._replace(
        summary="everything removed: the direct judge"
    ),
    VariantName.STATE_GRAPH: Method(
        check_by_state_graph,
        ("localize/reader", "localize/state_tree", STATE_GRAPH, CONSISTENCY),
        "one judge of the tree of states: no doubts, review, formal evidence or fusion",
    ),
    VariantName.EDGE_UNITS_NL: Method(
        check_by_unit_reviews,
        (
            *(prompt for prompt in WHOLE.prompts if prompt.startswith("localize/")),
            "verify/review",
            SYNTHESIS,
            CONSISTENCY,
        ),
        "units and local review in words: no cheap checks, no Lean, no gate",
    ),
    VariantName.NO_EDGE_UNITS: WHOLE._replace(
        check=check_coarsely, summary="the original steps instead of edge units"
    ),
    VariantName.NO_GATE: WHOLE._replace(summary="statements count without the faithfulness gate"),
}
"""Each variant as a method; the summary says what it goes without."""


def variant_settings(name: VariantName, settings: Settings) -> Settings:
    """Return the settings of a variant, made from those of the run it replays."""
    match name:
        case VariantName.STATE_GRAPH | VariantName.EDGE_UNITS_NL:
            return settings.changed(lint=False)
        case VariantName.NO_GATE:
            # Every statement passes that compiles and whose account can be read.
            return settings.changed(
                verify=settings.verify.changed(threshold=0.0, trust_gate=True),
                fusion=settings.fusion.changed(complete_context=0.0),
            )
        case _:
            return settings
