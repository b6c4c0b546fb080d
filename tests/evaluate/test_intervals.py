import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.evaluate.intervals import rate_of, wilson_interval

counts = st.integers(1, 5_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(counts)
def test_the_interval_agrees_with_statsmodels(count: tuple[int, int]) -> None:
    # Imported here because it takes seconds, and only this test wants it.
    from statsmodels.stats.proportion import proportion_confint

    expected = proportion_confint(*count, alpha=0.05, method="wilson")
    assert wilson_interval(*count) == pytest.approx(expected, abs=1e-9)


def test_a_rate_of_no_rows_has_no_value() -> None:
    rate = rate_of(0, 0)
    assert (rate.value, rate.low, rate.high) == (None, None, None)


@pytest.mark.parametrize(("hits", "total"), [(1, 0), (3, 2), (-1, 5), (0, 0)])
def test_impossible_counts_are_refused(hits: int, total: int) -> None:
    with pytest.raises(ValueError, match="is no proportion"):
        wilson_interval(hits, total)
