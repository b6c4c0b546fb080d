"""Paired bootstrap clustered by problem: rows that share a problem are drawn together.

A benchmark with 350 proofs of 253 problems has fewer independent observations than rows; treating
the rows as independent makes intervals too narrow. SciPy resamples whole clusters here.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from pydantic import Field

from faithsieve.evaluate.scientific import scientific
from faithsieve.evaluate.statistics import Interval
from faithsieve.records.base import Record

RESAMPLES = 10_000
SEED = 20260515


class ClusteredDifference(Record):
    """A mean with an interval that respects clusters."""

    value: float
    """The mean over all rows."""
    interval: Interval
    """Its 95 % percentile interval."""
    rows: int = Field(ge=1)
    """Rows."""
    clusters: int = Field(ge=1)
    """Clusters they fall into."""


def clustered_mean(
    values: Sequence[float],
    clusters: Sequence[Hashable],
    *,
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> ClusteredDifference:
    """Bootstrap the mean of per-row values, such as paired differences of −1, 0 and 1.

    Args:
        values: One value for each row.
        clusters: The problem each row belongs to, in the same order.
        confidence: The interval's level.
        resamples: How many bootstrap samples.
        seed: Makes the interval the same each time.

    Raises:
        MissingToolError: SciPy is not installed.
        ValueError: there are no rows.
    """
    if not values:
        raise ValueError("no rows to bootstrap")
    sums, sizes = _by_cluster(values, clusters)
    mean = sum(values) / len(values)
    low, high = _percentiles(sums, sizes, confidence, resamples, seed)
    return ClusteredDifference(
        value=mean, interval=Interval(low=low, high=high), rows=len(values), clusters=len(sums)
    )


def _by_cluster(
    values: Sequence[float], clusters: Sequence[Hashable]
) -> tuple[list[float], list[float]]:
    totals: dict[Hashable, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        entry = totals.setdefault(cluster, [0.0, 0.0])
        entry[0] += value
        entry[1] += 1
    return [entry[0] for entry in totals.values()], [entry[1] for entry in totals.values()]


def _percentiles(
    sums: list[float], sizes: list[float], confidence: float, resamples: int, seed: int
) -> tuple[float, float]:
    stats = scientific("scipy.stats", needed_for="bootstrap intervals")
    numpy = scientific("numpy", needed_for="bootstrap intervals")
    # One cluster can only be drawn again and again; there is nothing to estimate from.
    if len(sums) == 1:
        return sums[0] / sizes[0], sums[0] / sizes[0]

    def mean(sums: Any, sizes: Any, axis: int) -> Any:
        return sums.sum(axis=axis) / sizes.sum(axis=axis)

    found = stats.bootstrap(
        (numpy.array(sums), numpy.array(sizes)),
        mean,
        paired=True,
        vectorized=True,
        n_resamples=resamples,
        confidence_level=confidence,
        method="percentile",
        batch=1000,
        rng=numpy.random.default_rng(seed),
    ).confidence_interval
    return float(found.low), float(found.high)
