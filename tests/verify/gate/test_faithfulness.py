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


def test_a_perfect_statement_is_faithful() -> None:
    report = score_faithfulness(PERFECT)
    assert report.faithfulness == 1.0
    assert report.status is GateStatus.FAITHFUL


def test_a_report_from_before_directions_loads_and_counts_in_neither() -> None:
    row = score_faithfulness(PERFECT).model_dump(mode="json")
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


@pytest.mark.parametrize("critical", ["directionality", "role_alignment"])
def test_a_high_average_cannot_make_up_for_a_critical_aspect(critical: str) -> None:
    report = score_faithfulness(
        SlotJudgement(matches=PERFECT.matches, aspects=aspects(**{critical: 0.5})), threshold=0.75
    )
    assert report.faithfulness >= 0.75
    assert report.status is not GateStatus.FAITHFUL
    assert critical in report.failed_components


def test_a_changed_conclusion_is_critical() -> None:
    many = tuple(match(SlotRole.PREMISE, 1) for _ in range(9))
    judgement = SlotJudgement(matches=(*many, match(SlotRole.CONCLUSION, 0.5)), aspects=aspects())
    assert "conclusion" in score_faithfulness(judgement).failed_components


def test_an_added_assumption_is_never_faithful() -> None:
    judgement = SlotJudgement(
        matches=PERFECT.matches, aspects=aspects(), added_assumptions=("h : x = 0",)
    )
    report = score_faithfulness(judgement)
    assert report.status is not GateStatus.FAITHFUL
    assert DriftCategory.ADDED_ASSUMPTIONS in report.drift


def test_a_swapped_slot_counts_nothing_and_fails_the_gate() -> None:
    judgement = SlotJudgement(
        matches=(match(SlotRole.CONCLUSION, 1, swapped=True),), aspects=aspects()
    )
    report = score_faithfulness(judgement)
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
    improved = SlotJudgement(
        matches=(*judgement.matches[:position], better, *judgement.matches[position + 1 :]),
        aspects=judgement.aspects,
        added_assumptions=judgement.added_assumptions,
    )
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
    said = {"proof_supports": supports, "refutation_refutes": refutes}
    report = score_faithfulness(SlotJudgement(**{**dict(judgement), **said}))
    assert supports or not report.may_support
    assert refutes or not report.may_refute
    assert (report.status is GateStatus.FAITHFUL) == (report.direction is EvidenceDirection.BOTH)


@given(JUDGEMENTS)
def test_an_added_hypothesis_never_supports_and_a_missing_one_never_refutes(
    judgement: SlotJudgement,
) -> None:
    for said in ({"proof_supports": True, "refutation_refutes": False},
                 {"proof_supports": False, "refutation_refutes": True}):  # fmt: skip
        changed = {**dict(judgement), **said, "added_assumptions": ("h",)}
        assert not score_faithfulness(SlotJudgement(**changed)).may_support
        changed = {**dict(judgement), **said, "missing_assumptions": ("h",)}
        assert not score_faithfulness(SlotJudgement(**changed)).may_refute


def test_one_conjunct_of_two_refutes_only() -> None:
    part = SlotJudgement(
        matches=(
            match(SlotRole.PREMISE, 1),
            match(SlotRole.CONCLUSION, 1),
            match(SlotRole.CONCLUSION, 0),
        ),
        aspects=aspects(step_relation=0.75),
        proof_supports=False,
    )
    assert score_faithfulness(part).direction is EvidenceDirection.REFUTATION


def test_a_premise_left_out_supports_only() -> None:
    more = SlotJudgement(
        matches=(
            match(SlotRole.PREMISE, 0),
            match(SlotRole.PREMISE, 1),
            match(SlotRole.CONCLUSION, 1),
        ),
        aspects=aspects(),
        missing_assumptions=("x is positive",),
        refutation_refutes=False,
    )
    assert score_faithfulness(more).direction is EvidenceDirection.SUPPORT


@pytest.mark.parametrize("drift", [(), (DriftCategory.UNDERGENERALIZED,)])
def test_a_conclusion_that_became_stronger_supports_only(drift: tuple[DriftCategory, ...]) -> None:
    half = dict.fromkeys(("step_relation", "object_witness", "directionality"), 0.5)
    more = SlotJudgement(
        matches=(match(SlotRole.PREMISE, 1), match(SlotRole.CONCLUSION, 0.5)),
        aspects=aspects(**half),
        drift=drift,
        refutation_refutes=False,
    )
    # A checker that also says "claims less" contradicts itself.
    expected = EvidenceDirection.NEITHER if drift else EvidenceDirection.SUPPORT
    assert score_faithfulness(more).direction is expected
