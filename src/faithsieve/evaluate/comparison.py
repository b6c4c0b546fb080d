"""Two runs on the same rows: who is right where, and whether chance could explain it.

Rows are joined by id. A problem that a run failed or left undecided counts as not right there. The
bootstrap is clustered by problem when the dataset is given, since run folders hold no problem text.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence

from pydantic import Field

from faithsieve.datasets.strict_json import shown
from faithsieve.errors import InputError
from faithsieve.evaluate.metrics import is_binary_right, is_exact
from faithsieve.evaluate.run_reading import FinishedRun
from faithsieve.evaluate.statistics import (
    ClusteredDifference,
    Interval,
    PairedCounts,
    clustered_mean,
    count_pairs,
    mcnemar_p,
    paired_interval,
)
from faithsieve.records.base import Record
from faithsieve.records.run import ProblemResult
from faithsieve.records.wording import counted


class PairedScore(Record):
    """One score of two runs on the same rows."""

    counts: PairedCounts
    """Rows by who is right."""
    difference: float
    """First minus second."""
    interval: Interval
    """95 % large-sample interval, as the paper prints it; rows count as independent."""
    bootstrap: ClusteredDifference
    """The same difference with an interval clustered by problem."""
    mcnemar_p: float = Field(ge=0, le=1)
    """Exact two-sided McNemar test."""


class GroupComparison(Record):
    group: str
    """The group."""
    exact: PairedCounts
    """Exact scores."""
    p: float = Field(ge=0, le=1)
    """Exact McNemar test; small groups seldom reach any level."""


class RunComparison(Record):
    first: str
    """The first run's name."""
    second: str
    """The second run's name."""
    rows: int = Field(ge=1)
    """Labelled rows both runs have."""
    only_in_first: int = Field(ge=0)
    """Labelled rows the second does not have; left out."""
    only_in_second: int = Field(ge=0)
    """Labelled rows the first does not have; left out."""
    open: int = Field(default=0, ge=0)
    """Labelled rows of both that one of them has not judged yet; left out."""
    failed: tuple[int, int]
    """Rows among those compared that failed, in each run; they count as not right."""
    undecided: tuple[int, int] = (0, 0)
    """Rows among those compared that each run left undecided; they count as not right."""
    forced: tuple[bool, bool] = (False, False)
    """Whether each run had to give every proof a label."""
    clustered: bool
    """Whether problems are known; otherwise every row is its own cluster."""
    exact: PairedScore
    """Exact label."""
    binary: PairedScore
    """Correct or incorrect."""
    groups: tuple[GroupComparison, ...] = ()
    """Each group, where there are at least two."""


def compare_runs(
    first: FinishedRun,
    second: FinishedRun,
    *,
    problems: Mapping[str, Hashable] | None = None,
) -> RunComparison:
    """Compare two runs row by row.

    Args:
        second: The other; a positive difference means that the first is better.
        problems: Which problem each row id belongs to, for the clustered bootstrap.

    Raises:
        InputError: the runs share no labelled row, or their gold labels differ.
        MissingToolError: SciPy or statsmodels is not installed.
    """
    ours, theirs = (
        {row.id: row for row in run.results if row.gold is not None} for run in (first, second)
    )
    shared = [(ours[row_id], theirs[row_id]) for row_id in ours if row_id in theirs]
    # A row that one of them has not reached says nothing about which is better.
    pairs = [pair for pair in shared if not any(row.is_open for row in pair)]
    _check_same_gold(pairs)
    clusters = [(problems or {}).get(row.id, row.id) for row, _ in pairs]
    return RunComparison(
        first=first.name,
        second=second.name,
        rows=len(pairs),
        only_in_first=len(ours) - len(shared),
        only_in_second=len(theirs) - len(shared),
        open=len(shared) - len(pairs),
        failed=_count_both(pairs, lambda row: row.label is None and not row.is_undecided),
        undecided=_count_both(pairs, lambda row: row.is_undecided),
        forced=(first.forces_label, second.forces_label),
        clustered=problems is not None,
        exact=_paired_score(pairs, clusters, is_exact),
        binary=_paired_score(pairs, clusters, is_binary_right),
        groups=_groups(pairs),
    )


Pair = tuple[ProblemResult, ProblemResult]
Claim = Callable[[ProblemResult], bool]


def _count_both(pairs: Sequence[Pair], holds: Claim) -> tuple[int, int]:
    return sum(holds(ours) for ours, _ in pairs), sum(holds(theirs) for _, theirs in pairs)


def _check_same_gold(pairs: Sequence[Pair]) -> None:
    if not pairs:
        raise InputError("the two runs share no labelled row; compare runs of the same dataset")
    differing = [ours.id for ours, theirs in pairs if ours.gold != theirs.gold]
    if differing:
        raise InputError(
            f"the runs disagree on the gold label of {counted(len(differing), 'row')}, such as "
            f"{shown(differing[0])}; they were made from different versions of the dataset"
        )


def _paired_score(
    pairs: Sequence[Pair], clusters: Sequence[Hashable], is_right: Claim
) -> PairedScore:
    right = [(is_right(ours), is_right(theirs)) for ours, theirs in pairs]
    counts = count_pairs(right)
    return PairedScore(
        counts=counts,
        difference=counts.difference,
        interval=paired_interval(counts),
        bootstrap=clustered_mean([float(ours) - theirs for ours, theirs in right], clusters),
        mcnemar_p=mcnemar_p(counts),
    )


def _groups(pairs: Sequence[Pair]) -> tuple[GroupComparison, ...]:
    by_group: dict[str, list[tuple[bool, bool]]] = {}
    for ours, theirs in pairs:
        right = by_group.setdefault(ours.group or "(no group)", [])
        right.append((is_exact(ours), is_exact(theirs)))
    if len(by_group) < 2:
        return ()
    counts = {name: count_pairs(right) for name, right in by_group.items()}
    return tuple(
        GroupComparison(group=name, exact=found, p=mcnemar_p(found))
        for name, found in counts.items()
    )
