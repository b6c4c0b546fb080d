import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import MissingToolError
from faithsieve.evaluate.scientific import scientific
from faithsieve.evaluate.statistics import (
    PairedCounts,
    clustered_mean,
    cohen_kappa,
    mcnemar_p,
    paired_interval,
)


def counts(both: int, first: int, second: int, neither: int) -> PairedCounts:
    return PairedCounts(both=both, only_first=first, only_second=second, neither=neither)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 9), st.integers(0, 9))
def test_mcnemar_is_the_two_sided_sign_test_on_the_rows_that_differ(
    first: int, second: int, both: int, neither: int
) -> None:
    total, few = first + second, min(first, second)
    tail = sum(math.comb(total, k) for k in range(few + 1)) / 2**total
    expected = min(1.0, 2 * tail) if total else 1.0
    assert mcnemar_p(counts(both, first, second, neither)) == pytest.approx(expected)


def test_kappa_of_a_worked_table() -> None:
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert cohen_kappa(first, second) == pytest.approx(0.4)


@given(st.lists(st.sampled_from(["correct", 1, 2]), min_size=1, max_size=30))
def test_perfect_agreement_has_kappa_one_or_none_where_one_answer_is_known(
    labels: list[str | int],
) -> None:
    expected = pytest.approx(1.0) if len(set(labels)) > 1 else None
    assert cohen_kappa(labels, labels) == expected


def test_a_missing_library_is_named_with_the_command_that_brings_it() -> None:
    with pytest.raises(MissingToolError, match=r"faithsieve\[report\]"):
        scientific("no_such_library_anywhere", needed_for="a test")


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


@pytest.mark.parametrize(
    ("values", "clusters", "mean"), [([1.0, 0.0], ["p", "p"], 0.5), ([0.0] * 20, range(20), 0.0)]
)
def test_what_cannot_vary_has_no_spread(
    values: list[float], clusters: list[str], mean: float
) -> None:
    found = clustered_mean(values, clusters, resamples=200)
    assert (found.interval.low, found.interval.high) == (mean, mean)


def test_no_rows_and_labels_without_a_partner_are_refused() -> None:
    with pytest.raises(ValueError, match="no rows"):
        clustered_mean([], [])
    with pytest.raises(ValueError, match="no rows"):
        paired_interval(counts(0, 0, 0, 0))
    with pytest.raises(ValueError, match="cannot be compared"):
        cohen_kappa(["yes"], [])
