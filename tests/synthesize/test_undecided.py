"""The rule for ``undecided``: it depends on who looked, never on how sure anybody is."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.records.evidence import InconclusiveReason
from faithsieve.records.proof import Label, StepIndex
from faithsieve.records.verdict import StepStatus, Verdict, VerdictKind
from faithsieve.records.verification import LocalReview, ReviewVerdict, VerifiedUnit
from faithsieve.synthesize.fusion import fuse
from faithsieve.synthesize.undecided import AuditExtent, abstain_if_unjudged, unjudged_steps
from support.local_evidence import STEPS, UNITS, inconclusive, passed, refuted, unit

CONFIDENCES = st.none() | st.floats(0, 1)


def verdict(
    units: Sequence[VerifiedUnit],
    *,
    steps: int = STEPS,
    label: Label = "correct",
    kind: VerdictKind = VerdictKind.NO_ERROR_FOUND,
    confidence: float | None = 0.9,
) -> Verdict:
    findings = fuse(units, step_count=steps)
    return Verdict(
        label=label, kind=kind, confidence=confidence, rationale="Because.", steps=findings
    )


def abstain(
    given_verdict: Verdict,
    units: Sequence[VerifiedUnit],
    *left: StepIndex,
    force: bool = False,
    **audit: bool,
) -> Verdict:
    extent = AuditExtent(frozenset(left), **audit)
    return abstain_if_unjudged(given_verdict, units, extent, force_label=force)


LOST = LocalReview(unit_id="u", verdict=ReviewVerdict.UNCERTAIN, suspicion=0.5, has_failed=True)
OPEN, PROVED = unit(2, inconclusive()), unit(1, passed())
OUT_OF_BUDGET = inconclusive(InconclusiveReason.BUDGET_EXHAUSTED)
JUDGED = {"has_judge": True}
FAILED = "review failed or the budget ended: step 2"
CUT = JUDGED | {"is_cut_short": True}


@pytest.mark.parametrize(
    ("units", "left", "audit", "words"),
    [
        # Without a judge one step that is not supported in all its claims is enough.
        ([PROVED, OPEN], (), {}, "step 2"),
        ([PROVED], (), {}, "step 2"),
        ([PROVED, unit(2, passed())], (2,), {}, "step 2"),
        ([PROVED, unit(2, passed())], (), {}, ""),
        # A step whose claims are all taken back does not count.
        ([PROVED, unit(2, inconclusive(), material=False)], (), {}, ""),
        # A judge answers for what could not be proved, unless it was cut off.
        ([PROVED, OPEN], (), JUDGED, ""),
        (
            [PROVED, OPEN.changed(review=LOST)],
            (),
            JUDGED,
            FAILED,
        ),
        ([PROVED, unit(2, OUT_OF_BUDGET)], (), JUDGED, FAILED),
        # What a cut audit did not come to, or saw in part, is unjudged even with a judge.
        ([OPEN], (1, 2), JUDGED, ""),
        ([OPEN], (1, 2), CUT, "steps 1, 2"),
        ([PROVED, unit(2, passed())], (2,), CUT, "step 2"),
        # Evidence that no judge read leaves all unsupported steps unjudged.
        ([PROVED, OPEN], (), JUDGED | {"is_unread": True}, "step 2"),
    ],
)
def test_a_proof_is_undecided_where_nobody_who_can_judge_looked(
    units: list[VerifiedUnit], left: tuple[int, ...], audit: dict[str, bool], words: str
) -> None:
    whole = verdict(units, steps=2)
    answer = abstain(whole, units, *left, **audit)
    if not words:
        assert answer == whole
        return
    assert (answer.label, answer.kind, answer.confidence) == (None, VerdictKind.UNDECIDED, None)
    assert words in answer.rationale


def test_a_forced_label_stays_and_says_that_it_is_forced() -> None:
    answer = abstain(verdict([]), [], force=True)
    assert (answer.label, answer.kind) == ("correct", VerdictKind.NO_ERROR_FOUND)
    assert answer.rationale.startswith("Forced label, otherwise undecided")


def test_many_unjudged_steps_are_listed_up_to_a_limit() -> None:
    assert abstain(verdict([], steps=40), []).rationale.endswith("11, 12, ….")


@given(UNITS, st.booleans(), CONFIDENCES, CONFIDENCES)
def test_the_answer_never_turns_on_confidence(
    units: list[VerifiedUnit], has_judge: bool, one: float | None, other: float | None
) -> None:
    answers = [
        abstain(verdict(units, confidence=c), units, has_judge=has_judge) for c in (one, other)
    ]
    assert answers[0].kind is answers[1].kind
    assert answers[0].label == answers[1].label


@given(UNITS, st.booleans(), st.booleans())
def test_no_other_verdict_is_changed(
    units: list[VerifiedUnit], has_judge: bool, force: bool
) -> None:
    for kind in (VerdictKind.FIRST_ERROR, VerdictKind.RISKY_STEP):
        named = verdict(units, label=2, kind=kind)
        assert abstain(named, units, has_judge=has_judge, force=force) == named


@given(UNITS, st.booleans())
def test_support_never_makes_a_step_unjudged_and_a_judge_never_adds_one(
    units: list[VerifiedUnit], has_judge: bool
) -> None:
    findings = fuse(units, step_count=STEPS)
    unjudged = unjudged_steps(findings, units, AuditExtent(has_judge=has_judge))
    supported = {f.index for f in findings if f.status is StepStatus.SUPPORTED}
    assert not supported & set(unjudged)
    assert set(unjudged_steps(findings, units, AuditExtent(has_judge=True))) <= set(
        unjudged_steps(findings, units, AuditExtent(has_judge=False))
    )


@given(UNITS, st.integers(1, STEPS))
def test_a_refuted_step_is_judged(units: list[VerifiedUnit], step: int) -> None:
    more = [*units, unit(step, refuted())]
    findings = fuse(more, step_count=STEPS)
    assert step not in unjudged_steps(findings, more, AuditExtent(has_judge=False))
