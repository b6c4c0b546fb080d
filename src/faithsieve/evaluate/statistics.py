"""Paired tests, clustered intervals and agreement, by SciPy and statsmodels (paper app. F.7, F.9).

A benchmark with 350 proofs of 253 problems has fewer independent observations than rows; treating
the rows as independent makes intervals too narrow. The bootstrap therefore draws whole problems.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from statistics import NormalDist
from typing import Any

from pydantic import Field

from faithsieve.evaluate.scientific import scientific
from faithsieve.records.base import Record

CONFIDENCE = 0.95
RESAMPLES = 10_000
SEED = 20260515


class PairedCounts(Record):
    """How two methods fare on the same rows."""

    both: int = Field(ge=0)
    """Rows both get right."""
    only_first: int = Field(ge=0)
    """Rows only the first gets right."""
    only_second: int = Field(ge=0)
    """Rows only the second gets right."""
    neither: int = Field(ge=0)
    """Rows both get wrong."""

    @property
    def total(self) -> int:
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def difference(self) -> float:
        """Accuracy of the first minus accuracy of the second."""
        return (self.only_first - self.only_second) / self.total if self.total else 0.0


class Interval(Record):
    low: float
    """Lower end."""
    high: float
    """Upper end."""


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


def count_pairs(right: Iterable[tuple[bool, bool]]) -> PairedCounts:
    """Count rows by whether the first and the second method gets them right."""
    cells = Counter(right)
    return PairedCounts(
        both=cells[True, True],
        only_first=cells[True, False],
        only_second=cells[False, True],
        neither=cells[False, False],
    )


def mcnemar_p(counts: PairedCounts) -> float:
    """Return the exact two-sided McNemar p-value of the rows that only one method gets right.

    Raises:
        MissingToolError: statsmodels is not installed.
    """
    tables = scientific("statsmodels.stats.contingency_tables", needed_for="McNemar's test")
    if counts.only_first + counts.only_second == 0:
        return 1.0
    table = [[counts.both, counts.only_first], [counts.only_second, counts.neither]]
    return float(tables.mcnemar(table, exact=True).pvalue)


def paired_interval(counts: PairedCounts) -> Interval:
    """Return the large-sample interval of a paired difference; rows count as independent.

    This is the interval the paper prints. Where rows share problems, :func:`clustered_mean` is the
    honest one.
    """
    first, second, total = counts.only_first, counts.only_second, counts.total
    if total == 0:
        raise ValueError("no rows, so no difference")
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    spread = math.sqrt(first + second - (first - second) ** 2 / total) / total
    return Interval(low=counts.difference - z * spread, high=counts.difference + z * spread)


def clustered_mean(
    values: Sequence[float], clusters: Sequence[Hashable], *, resamples: int = RESAMPLES
) -> ClusteredDifference:
    """Bootstrap the mean of per-row values, such as paired differences of −1, 0 and 1.

    Args:
        clusters: The problem each row belongs to, in the same order.

    Raises:
        MissingToolError: SciPy is not installed.
        ValueError: there are no rows.
    """
    if not values:
        raise ValueError("no rows to bootstrap")
    totals: dict[Hashable, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        totals.setdefault(cluster, []).append(value)
    return ClusteredDifference(
        value=sum(values) / len(values),
        interval=_bootstrap(list(totals.values()), resamples),
        rows=len(values),
        clusters=len(totals),
    )


def _bootstrap(clusters: Sequence[Sequence[float]], resamples: int) -> Interval:
    stats = scientific("scipy.stats", needed_for="bootstrap intervals")
    numpy = scientific("numpy", needed_for="bootstrap intervals")
    # One cluster can only be drawn again and again; there is nothing to estimate from.
    if len(clusters) == 1:
        mean = sum(clusters[0]) / len(clusters[0])
        return Interval(low=mean, high=mean)

    def mean_of(sums: Any, sizes: Any, axis: int) -> Any:
        return sums.sum(axis=axis) / sizes.sum(axis=axis)

    found = stats.bootstrap(
        (numpy.array([sum(c) for c in clusters]), numpy.array([float(len(c)) for c in clusters])),
        mean_of,
        paired=True,
        vectorized=True,
        n_resamples=resamples,
        confidence_level=CONFIDENCE,
        method="percentile",
        batch=1000,
        rng=numpy.random.default_rng(SEED),
    ).confidence_interval
    return Interval(low=float(found.low), high=float(found.high))


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """Agreement of two annotators beyond chance; None where chance alone would agree fully.

    Raises:
        MissingToolError: statsmodels is not installed.
    """
    rater = scientific("statsmodels.stats.inter_rater", needed_for="Cohen's kappa")
    if len(first) != len(second):
        raise ValueError(f"{len(first)} and {len(second)} labels cannot be compared")
    kinds = sorted(set(first) | set(second), key=str)
    # With one kind of answer only, agreement is certain and kappa is 0/0.
    if len(kinds) < 2:
        return None
    pairs = list(zip(first, second, strict=True))
    table = [[pairs.count((row, column)) for column in kinds] for row in kinds]
    return float(rater.cohens_kappa(table, return_results=False))
