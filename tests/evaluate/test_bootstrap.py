import pytest

from faithsieve.evaluate.bootstrap import clustered_mean

DIFFERENCES = [1.0, 0.0, 0.0, -1.0, 1.0, 1.0, 0.0, 0.0] * 10


def test_the_interval_is_the_same_each_time_and_holds_the_mean() -> None:
    first = clustered_mean(DIFFERENCES, range(len(DIFFERENCES)), resamples=500)
    again = clustered_mean(DIFFERENCES, range(len(DIFFERENCES)), resamples=500)
    assert first == again
    assert first.value == pytest.approx(0.25)
    assert first.interval.low < first.value < first.interval.high


def test_rows_that_repeat_a_problem_add_no_certainty() -> None:
    values = [1.0, 0.0, 0.0, -1.0, 1.0, 1.0, 0.0, 0.0]
    once = clustered_mean(values, range(8), resamples=2000)
    copied = clustered_mean(values * 10, list(range(8)) * 10, resamples=2000)
    as_rows = clustered_mean(values * 10, range(80), resamples=2000)
    width = [found.interval.high - found.interval.low for found in (once, copied, as_rows)]
    assert width[1] == pytest.approx(width[0], abs=0.1)
    assert width[2] < 0.6 * width[1]
    assert (copied.rows, copied.clusters) == (80, 8)


def test_one_cluster_has_no_spread() -> None:
    found = clustered_mean([1.0, 0.0], ["p", "p"])
    assert found.interval.low == found.interval.high == 0.5


def test_equal_methods_differ_by_exactly_nothing() -> None:
    found = clustered_mean([0.0] * 20, range(20), resamples=200)
    assert (found.interval.low, found.interval.high) == (0.0, 0.0)


def test_no_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="no rows"):
        clustered_mean([], [])
