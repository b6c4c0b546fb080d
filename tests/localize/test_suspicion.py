"""A unit has the risk that its reader gave it, a low one, or a default that shows."""

from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.replies import DoubtLine
from faithsieve.localize.suspicion import DOUBT_FROM, UNLISTED_RISK, suspicions_of
from faithsieve.records.localization import ErrorType
from faithsieve.records.settings import LocalizeSettings
from faithsieve.records.substep import ClaimStatus
from support.edge_units import make_units

SETTINGS = LocalizeSettings(unscored_risk=0.4)


def test_a_unit_without_a_claim_has_no_risk_though_nobody_read_it() -> None:
    units = make_units(2, statuses={2: ClaimStatus.ANNOUNCED})
    found = suspicions_of(units, {}, {unit.original_step_idx for unit in units}, SETTINGS)
    assert [suspicion.risk for suspicion in found] == [0.4, 0.0]
    assert [suspicion.should_formalise for suspicion in found] == [True, False]
    assert all(suspicion.is_default for suspicion in found)


@given(st.dictionaries(st.integers(1, 4), st.floats(0, 1)))
def test_every_unit_has_one_suspicion_and_only_what_was_said_raises_it(
    risks: dict[int, float],
) -> None:
    units = make_units(4)
    doubts = {n: DoubtLine(s=n, y=" why ", r=risk) for n, risk in risks.items()}
    found = suspicions_of(units, doubts, (), SETTINGS)
    assert [suspicion.unit_id for suspicion in found] == [unit.unit_id for unit in units]
    assert [s.risk for s in found] == [risks.get(n, UNLISTED_RISK) for n in range(1, 5)]
    for suspicion in found:
        assert suspicion.should_formalise == (suspicion.risk >= DOUBT_FROM)
        assert suspicion.reason == ("why" if suspicion.risk >= DOUBT_FROM else "")
        assert not suspicion.is_default


def test_an_error_type_that_is_named_twice_counts_once() -> None:
    twice = (ErrorType.ALGEBRA, ErrorType.LOGIC, ErrorType.ALGEBRA)
    doubts = {1: DoubtLine(s=1, y="", t=twice, r=0.9)}
    (found,) = suspicions_of(make_units(1), doubts, (), SETTINGS)
    assert found.error_types == (ErrorType.ALGEBRA, ErrorType.LOGIC)
