"""Two-sided Wilson score intervals for proportions (paper app. F.9).

A closed form of a few lines, because importing a statistics library would cost every command most
of a second. It is exact to the printed digits of the paper's table and agrees with statsmodels.
"""

import math
from statistics import NormalDist

from pydantic import Field

from faithsieve.records.base import Record

_Z = NormalDist().inv_cdf(0.975)


class Rate(Record):
    """A proportion with the counts it comes from and its 95 % Wilson interval."""

    hits: int = Field(ge=0)
    """How many rows the claim holds for."""
    total: int = Field(ge=0)
    """How many rows it was asked of."""
    value: float | None = Field(ge=0, le=1)
    """hits / total, or None when it was asked of no row."""
    low: float | None = Field(ge=0, le=1)
    """Lower end of the interval."""
    high: float | None = Field(ge=0, le=1)
    """Upper end of the interval."""


def wilson_interval(hits: int, total: int) -> tuple[float, float]:
    """Compute the 95 % Wilson score interval of ``hits`` among ``total``.

    Raises:
        ValueError: the counts are impossible.
    """
    if not 0 <= hits <= total or total == 0:
        raise ValueError(f"{hits} of {total} is no proportion")
    share, spread = hits / total, _Z * _Z / total
    centre = (share + spread / 2) / (1 + spread)
    reach = _Z * math.sqrt(share * (1 - share) / total + spread / (4 * total)) / (1 + spread)
    # The ends are exactly 0 and 1 at the borders; rounding must not move them off.
    low = 0.0 if hits == 0 else max(0.0, centre - reach)
    high = 1.0 if hits == total else min(1.0, centre + reach)
    return low, high


def rate_of(hits: int, total: int) -> Rate:
    """Build a rate; asked of no row, it has no value rather than the value 0."""
    if total == 0:
        return Rate(hits=hits, total=0, value=None, low=None, high=None)
    low, high = wilson_interval(hits, total)
    return Rate(hits=hits, total=total, value=hits / total, low=low, high=high)
