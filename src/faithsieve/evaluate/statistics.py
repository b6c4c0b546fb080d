"""Paired tests and agreement, from counts, by SciPy and statsmodels (paper app. F.7, F.9)."""

import math
from collections.abc import Hashable, Sequence
from statistics import NormalDist

from pydantic import Field

from faithsieve.evaluate.scientific import scientific
from faithsieve.records.base import Record


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
        """All rows."""
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def difference(self) -> float:
        """Accuracy of the first minus accuracy of the second."""
        return (self.only_first - self.only_second) / self.total if self.total else 0.0


class Interval(Record):
    """A two-sided interval."""

    low: float
    """Lower end."""
    high: float
    """Upper end."""


def count_pairs(first: Sequence[bool], second: Sequence[bool]) -> PairedCounts:
    """Cross-tabulate two methods row by row."""
    pairs = list(zip(first, second, strict=True))
    return PairedCounts(
        both=pairs.count((True, True)),
        only_first=pairs.count((True, False)),
        only_second=pairs.count((False, True)),
        neither=pairs.count((False, False)),
    )


def mcnemar_p(counts: PairedCounts) -> float:
    """The exact two-sided McNemar test: could the rows only one gets right fall so by chance?

    Raises:
        MissingToolError: statsmodels is not installed.
    """
    tables = scientific("statsmodels.stats.contingency_tables", needed_for="McNemar's test")
    if counts.only_first + counts.only_second == 0:
        return 1.0
    table = [[counts.both, counts.only_first], [counts.only_second, counts.neither]]
    return float(tables.mcnemar(table, exact=True).pvalue)


def paired_interval(counts: PairedCounts, *, confidence: float = 0.95) -> Interval:
    """The large-sample interval of a paired difference; rows count as independent.

    This is the interval the paper prints. Where rows share problems, the clustered bootstrap of
    :mod:`faithsieve.evaluate.bootstrap` is the honest one.
    """
    first, second, total = counts.only_first, counts.only_second, counts.total
    if total == 0:
        raise ValueError("no rows, so no difference")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    spread = math.sqrt(first + second - (first - second) ** 2 / total) / total
    return Interval(low=counts.difference - z * spread, high=counts.difference + z * spread)


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
