"""A comparison of two runs as tables, for the terminal and for reports."""

from faithsieve.evaluate.comparison import GroupComparison, PairedScore, RunComparison
from faithsieve.evaluate.statistics import Interval, PairedCounts
from faithsieve.evaluate.tables import Table, clean


def comparison_tables(comparison: RunComparison) -> list[Table]:
    """The paired scores, and each group where there are several."""
    tables = [_scores(comparison)]
    if comparison.groups:
        tables.append(_groups(comparison))
    return tables


def _scores(comparison: RunComparison) -> Table:
    first, second = clean(comparison.first), clean(comparison.second)
    columns = {"exact": comparison.exact, "binary": comparison.binary}
    cells = [_described(score) for score in columns.values()]
    return Table(
        title=f"{first} against {second} on {comparison.rows} rows{_asides(comparison)}",
        columns=("paired", *columns),
        rows=tuple((name, *(cell[name] for cell in cells)) for name in cells[0]),
    )


def _described(score: PairedScore) -> dict[str, str]:
    counts, bootstrap = score.counts, score.bootstrap
    return {
        "first": _share(counts.both + counts.only_first, counts),
        "second": _share(counts.both + counts.only_second, counts),
        "both right": str(counts.both),
        "only first right": str(counts.only_first),
        "only second right": str(counts.only_second),
        "neither right": str(counts.neither),
        "difference in points": f"{100 * score.difference:+.1f}",
        "95% interval, rows independent": show_points(score.interval),
        f"95% bootstrap, {bootstrap.clusters} clusters": show_points(bootstrap.interval),
        "McNemar p, exact": show_p(score.mcnemar_p),
    }


def _groups(comparison: RunComparison) -> Table:
    return Table(
        title="Exact score by group",
        columns=("group", "rows", "first", "second", "only first", "only second", "McNemar p"),
        rows=tuple(map(_group_row, comparison.groups)),
    )


def _group_row(entry: GroupComparison) -> tuple[str, ...]:
    counts = entry.exact
    return (
        clean(entry.group),
        str(counts.total),
        _share(counts.both + counts.only_first, counts),
        _share(counts.both + counts.only_second, counts),
        str(counts.only_first),
        str(counts.only_second),
        show_p(entry.p),
    )


def _asides(comparison: RunComparison) -> str:
    notes = []
    left_out = comparison.only_in_first + comparison.only_in_second
    if left_out:
        notes.append(f"{left_out} rows in one run only, left out")
    if any(comparison.failed):
        notes.append(f"failed: {comparison.failed[0]} and {comparison.failed[1]}, counted as wrong")
    if not comparison.clustered:
        notes.append("every row its own cluster; --dataset FILE clusters by problem")
    return f" ({'; '.join(notes)})" if notes else ""


def _share(hits: int, counts: PairedCounts) -> str:
    return f"{100 * hits / counts.total:.1f}% {hits}/{counts.total}" if counts.total else "–"


def show_points(interval: Interval) -> str:
    """Write an interval of differences in percentage points."""
    return f"[{100 * interval.low:+.1f}, {100 * interval.high:+.1f}]"


def show_p(p: float) -> str:
    """Write a p-value with three significant digits, never as zero."""
    return f"{p:.3g}" if p >= 1e-6 else "< 1e-6"
