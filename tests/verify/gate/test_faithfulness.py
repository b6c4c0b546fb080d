import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from faithsieve.records.faithfulness import (
    AspectScores,
    DriftCategory,
    EvidenceDirection,
    FaithfulnessReport,
    GateStatus,
    SlotMatch,
    SlotRole,
)
from faithsieve.verify.gate.faithfulness import (
    SlotJudgement,
    faithfulness_score,
    holistic_score,
    score_faithfulness,
    slot_average,
)

RUBRIC = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])


def aspects(**changes: float) -> AspectScores:
    full = dict.fromkeys(AspectScores.model_fields, 1.0)
    return AspectScores.model_validate(full | changes)


def match(role: SlotRole, score: float, *, swapped: bool = False) -> SlotMatch:
    return SlotMatch(role=role, source="s", lean="l", score=score, role_swapped=swapped)


PERFECT = SlotJudgement(
    matches=(match(SlotRole.PREMISE, 1), match(SlotRole.CONCLUSION, 1)), aspects=aspects()
)

MATCHES = st.lists(
    st.builds(match, st.sampled_from(SlotRole), RUBRIC, swapped=st.booleans()), max_size=6
).map(tuple)
ASPECTS = st.builds(AspectScores, **dict.fromkeys(AspectScores.model_fields, RUBRIC))
JUDGEMENTS = st.builds(
    SlotJudgement,
    matches=MATCHES,
    aspects=ASPECTS,
    added_assumptions=st.lists(st.text(min_size=1), max_size=2).map(tuple),
)


def test_a_report_from_before_directions_loads_and_counts_in_neither() -> None:
    perfect = score_faithfulness(PERFECT)
    assert (perfect.faithfulness, perfect.status) == (1.0, GateStatus.FAITHFUL)
    row = perfect.model_dump(mode="json")
    del row["direction"]
    report = FaithfulnessReport.model_validate(row)
    assert (report.may_support, report.may_refute) == (False, False)


def test_the_equations_are_the_papers() -> None:
    matches = (
        match(SlotRole.PREMISE, 1),
        match(SlotRole.PREMISE, 0.5),
        match(SlotRole.CONCLUSION, 0.75),
    )
    report = score_faithfulness(
        SlotJudgement(matches=matches, aspects=aspects(step_relation=0.5, syntax_surface=0.25))
    )
    assert report.premise_score == 0.75
    assert report.conclusion_score == 0.75
    assert report.holistic_score == pytest.approx(0.75)
    assert report.faithfulness == pytest.approx(math.sqrt(0.75 * 0.75) * 0.75)


def test_the_models_own_total_has_no_place_to_go() -> None:
    with pytest.raises(ValidationError):
        SlotJudgement.model_validate(PERFECT.model_dump() | {"holistic_score": 1.0})


@pytest.mark.parametrize("score", [0.9, 1.7, -0.25, float("nan"), float("inf")])
def test_a_score_off_the_rubric_is_a_format_error(score: float) -> None:
    with pytest.raises(ValidationError):
        aspects(directionality=score)


@pytest.mark.parametrize(
    ("changes", "failed"),
    [
        ({"aspects": aspects(directionality=0.5)}, "directionality"),
        ({"aspects": aspects(role_alignment=0.5)}, "role_alignment"),
        ({"matches": (*PERFECT.matches, match(SlotRole.CONCLUSION, 0.25))}, "conclusion"),
        ({"added_assumptions": ("h : x = 0",)}, "added_assumptions"),
    ],
)
def test_a_high_average_cannot_make_up_for_a_critical_component(
    changes: dict[str, object], failed: str
) -> None:
    report = score_faithfulness(PERFECT.changed(**changes), threshold=0.75)
    assert report.faithfulness >= 0.75
    assert report.status is not GateStatus.FAITHFUL
    assert report.failed_components == (failed,)


def test_a_swapped_slot_counts_nothing_and_fails_the_gate() -> None:
    swapped = (match(SlotRole.CONCLUSION, 1, swapped=True),)
    report = score_faithfulness(PERFECT.changed(matches=swapped))
    assert report.conclusion_score == 0
    assert report.drift == (DriftCategory.ROLE_SWAP,)


def test_an_empty_slot_set_is_vacuous_unless_structure_was_added() -> None:
    assert slot_average((), unsupported_structure=False) == 1.0
    assert slot_average((), unsupported_structure=True) == 0.0


@given(JUDGEMENTS)
def test_every_score_is_in_the_unit_interval(judgement: SlotJudgement) -> None:
    report = score_faithfulness(judgement)
    for score in (report.premise_score, report.conclusion_score, report.holistic_score):
        assert 0 <= score <= 1
    assert 0 <= report.faithfulness <= 1


@given(JUDGEMENTS, RUBRIC, st.data())
def test_faithfulness_never_falls_when_a_slot_improves(
    judgement: SlotJudgement, score: float, data: st.DataObject
) -> None:
    if not judgement.matches:
        return
    position = data.draw(st.integers(0, len(judgement.matches) - 1))
    old = judgement.matches[position]
    better = old.model_copy(update={"score": max(old.score, score)})
    others = judgement.matches
    improved = judgement.changed(matches=(*others[:position], better, *others[position + 1 :]))
    before, after = score_faithfulness(judgement), score_faithfulness(improved)
    assert after.faithfulness >= before.faithfulness


@given(ASPECTS, st.sampled_from(list(AspectScores.model_fields)))
def test_the_holistic_score_never_falls_when_an_aspect_improves(
    scores: AspectScores, name: str
) -> None:
    better = AspectScores.model_validate(scores.model_dump() | {name: 1.0})
    assert holistic_score(better) >= holistic_score(scores)


@given(RUBRIC, RUBRIC, RUBRIC)
def test_a_zero_component_zeroes_the_score(premise: float, conclusion: float, hol: float) -> None:
    score = faithfulness_score(premise, conclusion, hol)
    assert (score == 0) == (0 in (premise, conclusion, hol))


@given(JUDGEMENTS, st.booleans(), st.booleans())
def test_a_direction_that_the_checker_denies_never_counts(
    judgement: SlotJudgement, supports: bool, refutes: bool
) -> None:
    said = judgement.changed(proof_supports=supports, refutation_refutes=refutes)
    report = score_faithfulness(said)
    assert supports or not report.may_support
    assert refutes or not report.may_refute
    assert (report.status is GateStatus.FAITHFUL) == (report.direction is EvidenceDirection.BOTH)


@given(JUDGEMENTS)
def test_an_added_hypothesis_never_supports_and_a_missing_one_never_refutes(
    judgement: SlotJudgement,
) -> None:
    for supports in (True, False):
        said = judgement.changed(proof_supports=supports, refutation_refutes=not supports)
        assert not score_faithfulness(said.changed(added_assumptions=("h",))).may_support
        assert not score_faithfulness(said.changed(missing_assumptions=("h",))).may_refute


PREMISE, CLAIM = match(SlotRole.PREMISE, 1), match(SlotRole.CONCLUSION, 1)
HALF = aspects(step_relation=0.5, object_witness=0.5, directionality=0.5)
STRONGER = SlotJudgement(
    matches=(PREMISE, match(SlotRole.CONCLUSION, 0.5)), aspects=HALF, refutation_refutes=False
)
WEAKER = SlotJudgement(
    matches=(PREMISE, CLAIM, match(SlotRole.CONCLUSION, 0)),
    aspects=aspects(step_relation=0.75),
    proof_supports=False,
)
ONE_SIDED = {
    "one conjunct of two": (WEAKER, EvidenceDirection.REFUTATION),
    "a premise left out": (
        SlotJudgement(
            matches=(match(SlotRole.PREMISE, 0), PREMISE, CLAIM),
            aspects=aspects(),
            missing_assumptions=("x is positive",),
            refutation_refutes=False,
        ),
        EvidenceDirection.SUPPORT,
    ),
    "a stronger conclusion": (STRONGER, EvidenceDirection.SUPPORT),
    "a named weakening": (
        WEAKER.changed(drift=(DriftCategory.CONCLUSION_WEAKENED,)),
        EvidenceDirection.REFUTATION,
    ),
    "more claimed, by name": (
        STRONGER.changed(drift=(DriftCategory.MORE_CLAIMED,)),
        EvidenceDirection.SUPPORT,
    ),
    # The name of the drift is heard where the two answers forget it.
    "a weakening that is said to count in both directions": (
        WEAKER.changed(drift=(DriftCategory.CONCLUSION_WEAKENED,), proof_supports=True),
        EvidenceDirection.REFUTATION,
    ),
    "more claimed that is said to count in both directions": (
        STRONGER.changed(drift=(DriftCategory.MORE_CLAIMED,), refutation_refutes=True),
        EvidenceDirection.SUPPORT,
    ),
    "more claimed and said to refute": (
        WEAKER.changed(drift=(DriftCategory.MORE_CLAIMED,)),
        EvidenceDirection.NEITHER,
    ),
    "a tautology": (
        WEAKER.changed(drift=(DriftCategory.VACUOUS_OR_TRIVIALIZED,)),
        EvidenceDirection.NEITHER,
    ),
    # A checker that says "claims less" of a stronger conclusion contradicts itself.
    "a contradiction": (
        STRONGER.changed(drift=(DriftCategory.UNDERGENERALIZED,)),
        EvidenceDirection.NEITHER,
    ),
}


@pytest.mark.parametrize(("judgement", "direction"), ONE_SIDED.values(), ids=list(ONE_SIDED))
def test_a_statement_that_says_less_or_more_counts_in_one_direction(
    judgement: SlotJudgement, direction: EvidenceDirection
) -> None:
    assert score_faithfulness(judgement).direction is direction
