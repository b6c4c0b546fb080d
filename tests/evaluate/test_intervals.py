import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.evaluate.intervals import rate_of, wilson_interval

# Every interval printed in the paper's domain table (app. F.9): hits, n, low, high in percent.
PRINTED = [
    (16, 20, 58.4, 91.9),
    (13, 20, 43.3, 81.9),
    (40, 40, 91.2, 100.0),
    (37, 40, 80.1, 97.4),
    (38, 40, 83.5, 98.6),
    (39, 40, 87.1, 99.6),
    (36, 40, 76.9, 96.0),
    (35, 40, 73.9, 94.5),
    (18, 30, 42.3, 75.4),
    (15, 30, 33.2, 66.8),
    (17, 30, 39.2, 72.6),
    (14, 20, 48.1, 85.5),
    (11, 20, 34.2, 74.2),
    (40, 50, 67.0, 88.8),
    (37, 50, 60.4, 84.1),
    (38, 50, 62.6, 85.7),
]


@pytest.mark.parametrize(("hits", "total", "low", "high"), PRINTED)
def test_the_papers_intervals_come_out_to_the_printed_digit(
    hits: int, total: int, low: float, high: float
) -> None:
    ends = wilson_interval(hits, total)
    assert tuple(round(100 * end, 1) for end in ends) == (low, high)


counts = st.integers(1, 5_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(counts, st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99]))
def test_the_interval_agrees_with_statsmodels(count: tuple[int, int], confidence: float) -> None:
    # Imported here because it takes seconds, and only this test wants it.
    from statsmodels.stats.proportion import proportion_confint

    expected = proportion_confint(*count, alpha=1 - confidence, method="wilson")
    assert wilson_interval(*count, confidence=confidence) == pytest.approx(expected, abs=1e-9)


@given(counts)
def test_the_interval_holds_the_proportion_and_stays_within_zero_and_one(
    count: tuple[int, int],
) -> None:
    hits, total = count
    low, high = wilson_interval(hits, total)
    assert 0 <= low <= hits / total <= high <= 1
    assert low < high


@given(counts)
def test_swapping_hits_and_misses_mirrors_the_interval(count: tuple[int, int]) -> None:
    hits, total = count
    low, high = wilson_interval(hits, total)
    assert wilson_interval(total - hits, total) == pytest.approx((1 - high, 1 - low))


def test_a_rate_of_no_rows_has_no_value() -> None:
    rate = rate_of(0, 0)
    assert (rate.value, rate.low, rate.high) == (None, None, None)


@pytest.mark.parametrize(("hits", "total"), [(1, 0), (3, 2), (-1, 5), (0, 0)])
def test_impossible_counts_are_refused(hits: int, total: int) -> None:
    with pytest.raises(ValueError, match="is no proportion"):
        wilson_interval(hits, total)


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95.0])
def test_impossible_confidence_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="not between 0 and 1"):
        wilson_interval(1, 2, confidence=confidence)
