import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.evaluate.calibration import Predicted, calibrate

CLAIMS = st.lists(st.builds(Predicted, st.floats(0, 1), st.booleans()), max_size=80)


@given(CLAIMS)
def test_every_claim_is_in_exactly_one_bin(claims: list[Predicted]) -> None:
    found = calibrate(claims)
    assert sum(entry.observed.total for entry in found.bins) == len(claims)
    assert found.ece is None or 0 <= found.ece <= 1


def test_a_calibrated_forecaster_has_no_error_and_an_overconfident_one_has() -> None:
    honest = [Predicted(0.8, True)] * 4 + [Predicted(0.8, False)]
    boastful = [Predicted(1.0, True)] * 4 + [Predicted(1.0, False)]
    assert calibrate(honest).ece == pytest.approx(0.0)
    assert calibrate(boastful).ece == pytest.approx(0.2)
    assert calibrate(boastful).brier == pytest.approx(0.2)


def test_nothing_stated_has_no_error_rather_than_error_zero() -> None:
    assert calibrate([]).ece is None


def test_a_number_that_is_no_probability_is_refused() -> None:
    with pytest.raises(ValueError, match=r"1\.5"):
        calibrate([Predicted(1.5, True)])
