"""Local evidence for stage three: builders for examples, strategies for laws."""

import random

from hypothesis import strategies as st

from faithsieve.llm.accounting import CostLedger
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.localize.state_tree import Move
from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import UnitId
from faithsieve.records.evidence import (
    ClaimUse,
    Effort,
    Inconclusive,
    InconclusiveReason,
    LeanEvidence,
    LocalResult,
    Passed,
    RefutationForm,
    Refuted,
    Route,
    Ruling,
)
from faithsieve.records.faithfulness import (
    AspectScores,
    EvidenceDirection,
    FaithfulnessReport,
    GateStatus,
)
from faithsieve.records.settings import FusionSettings, Rigour, Settings
from faithsieve.records.substep import ClaimStatus
from faithsieve.records.verdict import Verdict
from faithsieve.records.verification import LocalReview, ReviewVerdict, VerifiedUnit, VerifiedWindow
from faithsieve.synthesize.stage import AuditedProof, synthesize
from support.localizations import make_steps

STEPS = 5
EFFORT = Effort(route=Route.AUTOMATION)
ASPECTS = AspectScores.model_validate(dict.fromkeys(AspectScores.model_fields, 1.0))
LEAN = LeanEvidence(
    statement="(x : Int) : x = x",
    statement_digest=Digest("d"),
    proved="contradicted",
    body="grind",
    toolchain="t",
)


def report(
    status: GateStatus = GateStatus.FAITHFUL,
    premise: float = 1.0,
    missing: tuple[str, ...] = (),
    direction: EvidenceDirection | None = None,
) -> FaithfulnessReport:
    return FaithfulnessReport(
        status=status,
        direction=direction
        or (EvidenceDirection.BOTH if status is GateStatus.FAITHFUL else EvidenceDirection.NEITHER),
        premise_score=premise,
        conclusion_score=1.0,
        holistic_score=1.0,
        faithfulness=premise**0.5,
        aspects=ASPECTS,
        missing_assumptions=missing,
    )


def passed() -> Passed:
    return Passed(obligation_id="o", effort=EFFORT, summary="holds", report=report(), lean=LEAN)


def refuted(
    form: RefutationForm = RefutationForm.CONTRADICTED,
    gate: FaithfulnessReport | None = None,
    lean: LeanEvidence | None = LEAN,
    artifact: str = "abc",
) -> Refuted:
    return Refuted(
        obligation_id="o",
        form=form,
        effort=EFFORT,
        summary="2 + 2 is not 5",
        report=gate or report(),
        lean=lean,
        artifacts=(Digest(artifact),),
    )


def false_number() -> Refuted:
    """A relation between numbers that code read in the text and found false."""
    return refuted(RefutationForm.NUMERIC).changed(finding="o")


def inconclusive(reason: InconclusiveReason = InconclusiveReason.PROOF_TIMEOUT) -> Inconclusive:
    return Inconclusive(obligation_id="o", reason=reason)


def review(verdict: ReviewVerdict = ReviewVerdict.INCORRECT, suspicion: float = 0.9) -> LocalReview:
    return LocalReview(unit_id="u", verdict=verdict, suspicion=suspicion, reason="looks off")


def unit(
    step: int, *results: LocalResult, objection: bool = False, material: bool = True
) -> VerifiedUnit:
    return VerifiedUnit(
        unit_id=UnitId(f"edge_{step}"),
        step=step,
        is_material=material,
        review=review() if objection else None,
        results=results,
    )


def ruling(known: VerifiedUnit, use: ClaimUse = ClaimUse.REMARK, *, material: bool) -> Ruling:
    """What a reader says of a unit's first claim, with words of step 3."""
    return Ruling(
        unit_id=known.unit_id,
        obligation_id=known.results[0].obligation_id if known.results else "o",
        use=use,
        reason="Step 3 divides by it.",
        quote="divide by x",
        quoted_step=3,
        is_material=material,
        artifact=Digest("asked"),
    )


RESULTS: st.SearchStrategy[LocalResult] = st.one_of(
    st.builds(passed),
    st.builds(
        refuted,
        st.sampled_from(RefutationForm),
        st.builds(report, st.sampled_from(GateStatus), st.sampled_from([0.5, 0.9, 1.0])),
        st.sampled_from([None, LEAN]),
        st.sampled_from(["a", "b", "c"]),
    ),
    st.builds(inconclusive, st.sampled_from(InconclusiveReason)),
)
REVIEWS = st.none() | st.builds(
    review, st.sampled_from(ReviewVerdict), st.sampled_from([0.0, 0.5, 0.6, 1.0])
)
UNIT = st.builds(
    VerifiedUnit,
    unit_id=st.just(UnitId("u")),
    step=st.integers(1, STEPS),
    is_material=st.booleans(),
    review=REVIEWS,
    results=st.lists(RESULTS, max_size=3).map(tuple),
)
UNITS = st.lists(UNIT, max_size=6)
SOME_UNITS = st.lists(UNIT, min_size=1, max_size=6)


def with_result(
    units: list[VerifiedUnit], position: int, result: LocalResult
) -> list[VerifiedUnit]:
    """The same units, one of them with a result more."""
    old = units[position % len(units)]
    new = old.model_copy(update={"results": (*old.results, result)})
    return [new if unit is old else unit for unit in units]


def shuffled(units: list[VerifiedUnit], chance: random.Random) -> list[VerifiedUnit]:
    """The same units in another order, their results too."""
    return [
        u.model_copy(update={"results": tuple(chance.sample(u.results, len(u.results)))})
        for u in chance.sample(units, len(units))
    ]


async def decide(
    *units: VerifiedUnit,
    model: ScriptedModel | None = None,
    steps: int = 3,
    statuses: dict[int, ClaimStatus] | None = None,
    fusion: FusionSettings | None = None,
    texts: tuple[str, ...] = (),
    rulings: tuple[Ruling, ...] = (),
    rigour: Rigour = "contest",
) -> Verdict:
    """Decide about a proof with the steps "one", "two", …, none of which rests on another."""
    texts = texts or ("one", "two", "three", "four", "five")[:steps]
    apart = {n: Move(on=(0,)) for n in range(1, steps + 1)}
    localization = make_steps(texts, window=(), statuses=statuses, moves=apart)
    audit = AuditedProof(localization, VerifiedWindow(units=units), rulings=rulings)
    asks = FusionSettings(ask_model=model is not None)
    settings = Settings(fusion=fusion or asks, rigour=rigour)
    return await synthesize(
        audit, settings=settings, model=model or ScriptedModel([]), costs=CostLedger()
    )
