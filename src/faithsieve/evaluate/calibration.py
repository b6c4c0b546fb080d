"""Does a stated probability mean what it says? Reliability and expected calibration error.

Used for the suspicion of units, the confidence of verdicts and the gate's score. Pure counting.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import Field

from faithsieve.evaluate.intervals import Rate, rate_of
from faithsieve.evaluate.tables import Table, list_rows, show_number
from faithsieve.records.base import Record
from faithsieve.records.wording import counted

BINS = 10


class Predicted(NamedTuple):
    """A stated probability and whether the claim came true."""

    probability: float
    is_true: bool


class ReliabilityBin(Record):
    """The claims whose stated probability falls into one range."""

    low: float
    """Lower end of the range, included."""
    high: float
    """Upper end, excluded except for the last bin."""
    mean_stated: float | None
    """Mean stated probability, or None for an empty bin."""
    observed: Rate
    """How many came true."""


class Calibration(Record):
    """How stated probabilities relate to what happened."""

    claims: int = Field(ge=0)
    """How many claims."""
    bins: tuple[ReliabilityBin, ...]
    """The reliability diagram, in rising order of probability."""
    ece: float | None
    """Expected calibration error: mean distance of stated and observed, weighted by bin size."""
    brier: float | None
    """Mean squared distance of the stated probability from 0 or 1."""


def calibrate(claims: Sequence[Predicted], *, bins: int = BINS) -> Calibration:
    """Bin claims by stated probability and compare each bin with how many came true.

    Raises:
        ValueError: a stated probability is outside [0, 1].
    """
    for claim in claims:
        if not 0 <= claim.probability <= 1:
            raise ValueError(f"{claim.probability} is no probability")
    found = tuple(_bin(claims, place, bins) for place in range(bins))
    total = len(claims)
    return Calibration(
        claims=total,
        bins=found,
        ece=sum(map(_gap, found)) / total if total else None,
        brier=sum((c.probability - c.is_true) ** 2 for c in claims) / total if total else None,
    )


def _bin(claims: Sequence[Predicted], place: int, bins: int) -> ReliabilityBin:
    # The last range is closed, or a claim stated with certainty would be in none.
    members = [c for c in claims if min(int(c.probability * bins), bins - 1) == place]
    stated = sum(c.probability for c in members) / len(members) if members else None
    return ReliabilityBin(
        low=place / bins,
        high=(place + 1) / bins,
        mean_stated=stated,
        observed=rate_of(sum(c.is_true for c in members), len(members)),
    )


def _gap(entry: ReliabilityBin) -> float:
    if entry.mean_stated is None or entry.observed.value is None:
        return 0.0
    return entry.observed.total * abs(entry.mean_stated - entry.observed.value)


def reliability_table(calibration: Calibration, *, title: str) -> Table:
    ece, brier = show_number(calibration.ece, ".3f"), show_number(calibration.brier, ".3f")
    return list_rows(
        f"{title} (ECE {ece}, Brier {brier}, {counted(calibration.claims, 'claim')})",
        [entry for entry in calibration.bins if entry.observed.total],
        {
            "stated": lambda entry: f"{entry.low:.1f} to {entry.high:.1f}",
            "mean stated": lambda entry: show_number(entry.mean_stated, ".3f"),
            "observed": lambda entry: entry.observed,
        },
    )
