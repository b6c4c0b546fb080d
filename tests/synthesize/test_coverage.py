"""Coverage: every step is counted once, and what nobody looked at is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.records.evidence import InconclusiveReason, LocalResult
from faithsieve.records.verdict import Coverage, CoverageGap
from faithsieve.records.verification import VerifiedUnit
from faithsieve.synthesize.coverage import GAPS, coverage_of
from faithsieve.synthesize.fusion import fuse
from support.edge_units import make_units
from support.local_evidence import inconclusive, passed, refuted

STEPS = 4
RESULTS = st.sampled_from([passed(), refuted(), *map(inconclusive, InconclusiveReason)])


def unit(step: int, *results: LocalResult) -> VerifiedUnit:
    return VerifiedUnit(unit_id=f"edge_{step}", step=step, results=results)


def coverage(*units: VerifiedUnit) -> Coverage:
    findings = fuse(units, step_count=STEPS)
    return coverage_of(make_units(STEPS), units, findings)


@given(st.dictionaries(st.integers(1, STEPS), st.lists(RESULTS, min_size=1, max_size=3)))
def test_every_step_is_supported_partly_supported_refuted_or_a_gap(
    results: dict[int, list[LocalResult]],
) -> None:
    found = coverage(*(unit(step, *said) for step, said in results.items()))
    gaps = [gap.index for gap in found.gaps]
    assert not set(found.supported) & set(found.partly)
    assert not set(gaps) & {*found.supported, *found.partly}
    refuted_steps = {s for s, said in results.items() if any(r.outcome == "refuted" for r in said)}
    assert {*found.supported, *found.partly, *gaps} | refuted_steps == set(range(1, STEPS + 1))
    assert set(found.not_audited) == set(range(1, STEPS + 1)) - results.keys()


@pytest.mark.parametrize("reason", InconclusiveReason)
def test_every_reason_belongs_to_one_gap(reason: InconclusiveReason) -> None:
    assert sum(reason in reasons for reasons in GAPS.values()) == 1


def test_the_gap_is_named_by_how_far_the_claim_came() -> None:
    found = coverage(
        unit(1, inconclusive(InconclusiveReason.OUT_OF_SCOPE)),
        unit(
            2,
            inconclusive(InconclusiveReason.NOT_TRIED),
            inconclusive(InconclusiveReason.GATE_FAILED),
        ),
        unit(3, inconclusive(InconclusiveReason.PROOF_EXHAUSTED)),
    )
    assert [gap.reason for gap in found.gaps] == [
        CoverageGap.NOT_STATED, CoverageGap.GATE, CoverageGap.PROOF, CoverageGap.BUDGET,
    ]  # fmt: skip
