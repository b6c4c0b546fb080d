"""The tables of the paper's main text and appendices, filled from runs and comparisons of runs.

The confusion of answered proofs and the composition of exact errors (app. F.6) are rows of the
table of scores.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from faithsieve.evaluate.calibration import reliability_table
from faithsieve.evaluate.comparison import PairedScore, RunComparison
from faithsieve.evaluate.intervals import Rate, rate_of
from faithsieve.evaluate.metrics import GroupMetrics, Metrics
from faithsieve.evaluate.report import Report, ReportedRun, cost_ratio
from faithsieve.evaluate.statistics import Interval, PairedCounts
from faithsieve.evaluate.tables import (
    Table,
    clean,
    list_rows,
    show,
    show_number,
    show_percent,
    side_by_side,
)
from faithsieve.records.run import ProblemResult
from faithsieve.records.verdict import Coverage, CoverageGap, StepStatus
from faithsieve.records.wording import counted

LISTED_FAILURES = 10
LISTED_LABELS = 50


def report_tables(report: Report) -> list[Table]:
    """Return every table of a report, in the order of the paper."""
    runs = report.runs
    tables = [
        _runs(runs),
        _main_results(runs),
        metrics_table([(run.name, run.overall) for run in runs]),
    ]
    tables += [labels_table(run.name, run.run.results) for run in runs if not run.run.has_gold]
    if any(run.run.method.startswith("ablation:") for run in runs):
        tables.append(_ablations(runs))
    if any(run.scores.groups for run in runs):
        tables.append(_domains(runs))
    if report.comparisons:
        tables.append(_paired(report.comparisons))
    tables.append(_cost(report))
    tables += [_stages(run) for run in runs if run.has_stages and len(run.cost.stages) > 1]
    tables += [_times(run) for run in runs if run.has_stages and run.cost.lean]
    for run in runs:
        if run.calibration is not None:
            tables.append(
                reliability_table(run.calibration, title=f"Confidence of {clean(run.name)}")
            )
    for run in runs:
        if any(_coverage(result) for result in run.run.results):
            tables.append(coverage_table(run.name, run.run.results))
        if run.scores.groups:
            tables.append(groups_table(run.name, run.scores.groups))
        if any(_is_silent(result) for result in run.run.results):
            tables.append(failures_table(run.name, run.run.results))
    return tables


def _runs(runs: Sequence[ReportedRun]) -> Table:
    return list_rows(
        "Runs",
        runs,
        {
            "run": lambda run: run.name,
            "method": lambda run: run.run.method,
            "model": lambda run: run.run.model,
            "dataset": lambda run: run.run.dataset,
            "problems": lambda run: run.run.problems_words,
            "open": lambda run: run.run.open,
            "labels": lambda run: "forced" if run.run.forces_label else "not forced",
            "tokens": lambda run: f"{run.run.tokens:,}",
            "seconds": lambda run: f"{run.run.seconds:,.1f}",
        },
    )


def _main_results(runs: Sequence[ReportedRun]) -> Table:
    """Build the main table: exact and binary accuracy over labelled rows (paper app. F.4)."""
    return list_rows(
        "Main results",
        runs,
        {
            "run": lambda run: run.name,
            "dataset": lambda run: run.run.dataset,
            "N": lambda run: run.overall.exact.total,
            "exact": lambda run: run.overall.exact,
            "binary": lambda run: run.overall.binary,
            "ProcessBench F1": lambda run: show_percent(run.overall.processbench_f1),
            "undecided": lambda run: run.overall.abstention.hits,
            "failed": lambda run: run.overall.failed,
            "open": lambda run: run.overall.open,
        },
    )


def metrics_table(runs: Sequence[tuple[str, Metrics]], *, title: str = "Scores") -> Table:
    """Build the table of all scores, one column a run, failures apart from wrong answers."""
    return side_by_side(
        title,
        "metric",
        runs,
        {
            "rows": _row_count,
            "answered (coverage)": lambda found: found.coverage,
            "undecided (abstention)": lambda found: found.abstention,
            "failed": _failed,
            "open": lambda found: found.open,
            "exact, over all rows": lambda found: found.exact,
            "binary, over all rows": lambda found: found.binary,
            "selective accuracy: exact, over answered rows": lambda found: found.exact_answered,
            "binary, over answered rows": lambda found: found.binary_answered,
            "TP / TN / FP / FN": lambda found: " / ".join(str(n) for _, n in found.confusion),
            "false positive rate": lambda found: found.false_positive_rate,
            "false negative rate": lambda found: found.false_negative_rate,
            "exact errors": _exact_errors,
            "exact on incorrect proofs": lambda found: found.exact_on_incorrect,
            "exact on correct proofs": lambda found: found.exact_on_correct,
            "ProcessBench F1": lambda found: show_percent(found.processbench_f1),
            "balanced accuracy": lambda found: show_percent(found.balanced_accuracy),
            "balanced F1": lambda found: show_percent(found.balanced_f1),
            "too early": lambda found: found.localization.early,
            "too late": lambda found: found.localization.late,
            "mean distance in steps": lambda found: show_number(
                found.localization.mean_absolute, ".2f"
            ),
            "signed distances": _distances,
            "exact on risky steps": lambda found: found.risky,
        },
    )


def _row_count(metrics: Metrics) -> str:
    aside = f" ({metrics.unlabelled} unlabelled)" if metrics.unlabelled else ""
    return f"{metrics.rows}{aside}"


def _failed(metrics: Metrics) -> str:
    counts = [(entry.kind.value, entry.count) for entry in metrics.failures]
    kinds = ", ".join(f"{kind} {count}" for kind, count in counts)
    return f"{metrics.failed}" + (f" ({kinds})" if kinds else "")


def _exact_errors(metrics: Metrics) -> str:
    errors = metrics.errors
    return (
        f"{errors.total}: {errors.false_positives} FP, {errors.false_negatives} FN, "
        f"{errors.wrong_place} wrong place"
    )


def _distances(metrics: Metrics) -> str | None:
    counts = metrics.localization.distances
    listed = ", ".join(f"{entry.distance:+d}: {entry.count}" for entry in counts)
    return listed.replace("+0:", "0:") or None


_PARTS = ("graph", "EdgeUnits", "NL review", "cheap/Lean evidence", "gate", "fusion")
_KEPT = {
    "faithsieve": ("Full FaithSieve", "yes", "yes", "yes", "yes", "yes", "yes"),
    "ablation:full": ("Full FaithSieve", "yes", "yes", "yes", "yes", "yes", "yes"),
    "direct": ("Direct judge", "no", "no", "no", "no", "no", "no"),
    "ablation:state-graph": ("State-graph judge", "yes", "graph only", "no", "no", "no", "no"),
    "ablation:edge-units-nl": (
        "EdgeUnit + NL only", "yes", "yes", "yes", "no", "no formal gate", "yes",
    ),
    "ablation:no-edge-units": (
        "w/o local EdgeUnits", "yes", "coarse steps", "yes", "yes", "yes", "yes",
    ),
    "ablation:no-gate": ("w/o semantic gate", "yes", "yes", "yes", "yes", "disabled", "yes"),
}  # fmt: skip
"""The rows of the paper's ablation table by method: a title, and which parts it keeps (F.5)."""


def _ablations(runs: Sequence[ReportedRun]) -> Table:
    """Build the ablation table: what each variant keeps, and its scores."""

    def scores(run: ReportedRun) -> tuple[object, ...]:
        return run.overall.exact, run.overall.binary, run.overall.failed, run.overall.open

    return Table(
        title="Ablations",
        columns=("run", "variant", *_PARTS, "exact", "binary", "failed", "open"),
        rows=tuple(
            (clean(run.name), *_KEPT[run.run.method], *map(show, scores(run)))
            for run in runs
            if run.run.method in _KEPT
        ),
    )


def _domains(runs: Sequence[ReportedRun]) -> Table:
    """Build the table of exact accuracy by group with Wilson intervals (paper app. F.9)."""
    groups = dict.fromkeys(entry.group for run in runs for entry in run.scores.groups)
    exact = [
        (run.name, {entry.group: entry.metrics.exact for entry in run.scores.groups})
        for run in runs
    ]
    return Table(
        title="Exact accuracy by group with 95% Wilson intervals",
        columns=("group", *(clean(name) for name, _ in exact)),
        rows=tuple(
            (clean(group), *(show(cells.get(group)) for _, cells in exact)) for group in groups
        ),
    )


def _paired(comparisons: Sequence[RunComparison]) -> Table:
    """Build the table of each run against the direct judge on the same rows (paper app. F.7)."""
    return list_rows(
        f"Exact accuracy against {clean(comparisons[0].second)}, paired",
        comparisons,
        {
            "run": lambda found: found.first,
            "rows": lambda found: found.rows,
            "only it": lambda found: found.exact.counts.only_first,
            "only direct": lambda found: found.exact.counts.only_second,
            "points": lambda found: f"{100 * found.exact.difference:+.1f}",
            "95% bootstrap": lambda found: show_points(found.exact.bootstrap.interval),
            "McNemar p": lambda found: show_p(found.exact.mcnemar_p),
        },
    )


def _cost(report: Report) -> Table:
    """Build the cost table: tokens, money, time, ratio to the direct judge (paper app. F.8)."""
    base = None if report.reference is None else report.runs[report.reference].cost

    def stored(run: ReportedRun, value: float | None, form: str) -> str:
        # Without a store only the sum of input and output is known.
        return show_number(value if run.has_stages else None, form)

    def ratio(run: ReportedRun) -> str | None:
        found = cost_ratio(run.cost, base) if base is not None else None
        return None if found is None else f"{found:.2f}x"

    return list_rows(
        "Cost",
        report.runs,
        {
            "run": lambda run: run.name,
            "tokens in": lambda run: stored(run, run.cost.usage.input_tokens, ",d"),
            "tokens out": lambda run: stored(run, run.cost.usage.output_tokens, ",d"),
            "cached": lambda run: stored(run, run.cost.usage.cached_tokens, ",d"),
            "tokens per problem": lambda run: show_number(run.cost.tokens_per_problem, ",.2f"),
            "ratio to direct": ratio,
            "USD": lambda run: stored(run, run.cost.cost_usd, ",.4f"),
            "model s": lambda run: stored(run, run.cost.model_s, ",.1f"),
            "Lean s": lambda run: stored(run, run.cost.lean_s, ",.1f"),
            "own s": lambda run: stored(run, run.cost.own_s, ",.1f"),
            "Lean checks": lambda run: stored(run, run.cost.lean_checks, "d"),
        },
    )


def _times(run: ReportedRun) -> Table:
    """Build the table of time: the model, Lean by purpose, the rest."""
    cost = run.cost
    calls = sum(stage.calls for stage in cost.stages)
    lean = [(f"Lean: {part.purpose}", part.checks, part.seconds) for part in cost.lean]
    known = sum(part.seconds for part in cost.lean)
    rows: list[tuple[str, int | None, float]] = [("model", calls, cost.model_s), *lean]
    if cost.lean_s > known:
        rows.append(("Lean: not told apart", None, cost.lean_s - known))
    rows.append(("own code, and waiting", None, cost.own_s))
    return list_rows(
        f"Time of {clean(run.name)}",
        rows,
        {
            "what": lambda row: row[0],
            "questions": lambda row: show_number(row[1], ",d"),
            "seconds": lambda row: f"{row[2]:,.1f}",
            "seconds per problem": lambda row: f"{row[2] / max(1, cost.problems):,.2f}",
        },
    )


def _stages(run: ReportedRun) -> Table:
    return list_rows(
        f"Cost of {clean(run.name)} by stage",
        run.cost.stages,
        {
            "stage": lambda stage: stage.stage,
            "calls": lambda stage: f"{stage.calls:,}",
            "replayed": lambda stage: f"{stage.replayed:,}",
            "tokens in": lambda stage: f"{stage.usage.input_tokens:,}",
            "model": lambda stage: clean(" + ".join(stage.models)),
            "out": lambda stage: f"{stage.usage.output_tokens:,}",
            "of it reasoning": lambda stage: f"{stage.usage.reasoning_tokens:,}",
            "could be cached": lambda stage: f"{stage.usage.cacheable_tokens:,}",
            "cached": lambda stage: f"{stage.usage.cached_tokens:,}",
            "cache writes": lambda stage: f"{stage.usage.cache_write_tokens:,}",
            "USD": lambda stage: show_number(stage.cost_usd, ",.4f"),
            "model s": lambda stage: f"{stage.seconds:,.1f}",
        },
    )


def _coverage(result: ProblemResult) -> Coverage | None:
    return result.verdict.coverage if result.verdict else None


def _supported(proofs: Iterable[ProblemResult]) -> Rate:
    """Count the supported steps of some proofs."""
    verdicts = [proof.verdict for proof in proofs if proof.verdict]
    supported = sum(len(verdict.coverage.supported) for verdict in verdicts if verdict.coverage)
    return rate_of(supported, sum(len(verdict.steps) for verdict in verdicts))


def _refuted(proofs: Iterable[ProblemResult]) -> Rate:
    """Count the wrong proofs with a machine-checked refutation at the gold step."""
    wrong = [(p.gold, p.verdict.steps) for p in proofs if isinstance(p.gold, int) and p.verdict]
    found = sum(
        any(step.index == gold and step.status is StepStatus.INCORRECT for step in steps)
        for gold, steps in wrong
    )
    return rate_of(found, len(wrong))


def _tokens_a_step(proofs: Sequence[ProblemResult]) -> str:
    supported = _supported(proofs).hits
    tokens = sum(proof.cost.usage.total for proof in proofs)
    return show_number(tokens / supported if supported else None, ",.0f")


def coverage_table(name: str, results: Sequence[ProblemResult]) -> Table:
    """Build the coverage table by domain: steps machine-checked, why not more, and the cost."""
    covered = [result for result in results if _coverage(result)]
    rows: dict[str, list[ProblemResult]] = {}
    for result in covered:
        rows.setdefault(result.group or "all", []).append(result)
    if len(rows) > 1:
        rows["all"] = covered
    gaps = {
        domain: Counter(gap.reason for p in proofs if (c := _coverage(p)) for gap in c.gaps)
        for domain, proofs in rows.items()
    }
    return Table(
        title=f"Machine-checked steps of {clean(name)}",
        columns=(
            *("domain", "proofs", "steps supported", "of correct proofs"),
            "wrong proofs refuted at the step",
            *(f"without: {reason.value}" for reason in CoverageGap),
            "tokens a supported step",
        ),
        rows=tuple(
            (
                clean(domain),
                str(len(proofs)),
                show(_supported(proofs)),
                show(_supported(p for p in proofs if p.gold == "correct")),
                show(_refuted(proofs)),
                *(str(gaps[domain][reason]) for reason in CoverageGap),
                _tokens_a_step(proofs),
            )
            for domain, proofs in rows.items()
        ),
    )


def groups_table(name: str, groups: Sequence[GroupMetrics]) -> Table:
    return list_rows(
        f"Groups of {clean(name)}",
        groups,
        {
            "group": lambda entry: entry.group,
            "rows": lambda entry: entry.metrics.rows,
            "exact": lambda entry: entry.metrics.exact,
            "binary": lambda entry: entry.metrics.binary,
            "FPR": lambda entry: entry.metrics.false_positive_rate,
            "FNR": lambda entry: entry.metrics.false_negative_rate,
            "undecided": lambda entry: entry.metrics.abstention.hits,
            "failed": lambda entry: entry.metrics.failed,
            "open": lambda entry: entry.metrics.open,
        },
    )


def _is_silent(result: ProblemResult) -> bool:
    return result.label is None and not result.is_undecided and not result.is_open


def labels_table(name: str, results: Sequence[ProblemResult]) -> Table:
    """List what each problem was answered, for a run without gold labels to score it by."""
    counts = Counter(
        "with an error" if isinstance(row.label, int) else _answer(row).partition(":")[0]
        for row in results
    )
    listed = ", ".join(f"{count} {answer}" for answer, count in counts.most_common())
    title = f"Labels of {clean(name)}: {listed}"
    if len(results) > LISTED_LABELS:
        title += f" (the first {LISTED_LABELS} of {len(results)}; all are in predictions.jsonl)"
    return list_rows(
        title,
        results[:LISTED_LABELS],
        {"id": lambda row: row.id, "label": _answer, "tokens": lambda row: row.cost.usage.total},
    )


def _answer(row: ProblemResult) -> str:
    if row.label is None:
        why = row.failure and f"failed: {row.failure.kind.value}"
        return why or ("undecided" if row.is_undecided else "open")
    return "correct" if row.label == "correct" else f"step {row.label}"


def failures_table(name: str, results: Iterable[ProblemResult]) -> Table:
    """List the first problems without an answer."""
    silent = [result for result in results if _is_silent(result)]
    title = f"Without an answer in {clean(name)}"
    if len(silent) > LISTED_FAILURES:
        title += f" (the first {LISTED_FAILURES} of {len(silent)})"
    return list_rows(
        title,
        silent[:LISTED_FAILURES],
        {
            "id": lambda row: row.id,
            "why": lambda row: row.failure.kind.value if row.failure else "",
            "what was said": lambda row: row.failure.message if row.failure else "",
        },
    )


def comparison_tables(comparison: RunComparison) -> list[Table]:
    """Return the paired scores of two runs, and each group where there are several."""
    first, second = clean(comparison.first), clean(comparison.second)
    title = f"{first} against {second} on {counted(comparison.rows, 'row')}{_asides(comparison)}"
    clusters = comparison.exact.bootstrap.clusters
    scores: list[tuple[str, PairedScore]] = [
        ("exact", comparison.exact),
        ("binary", comparison.binary),
    ]
    paired = side_by_side(
        title,
        "paired",
        scores,
        {
            "first": lambda score: _share(score.counts, score.counts.only_first),
            "second": lambda score: _share(score.counts, score.counts.only_second),
            "both right": lambda score: score.counts.both,
            "only first right": lambda score: score.counts.only_first,
            "only second right": lambda score: score.counts.only_second,
            "neither right": lambda score: score.counts.neither,
            "difference in points": lambda score: f"{100 * score.difference:+.1f}",
            "95% interval, rows independent": lambda score: show_points(score.interval),
            f"95% bootstrap, {clusters} clusters": lambda score: show_points(
                score.bootstrap.interval
            ),
            "McNemar p, exact": lambda score: show_p(score.mcnemar_p),
        },
    )
    groups = list_rows(
        "Exact score by group",
        comparison.groups,
        {
            "group": lambda entry: entry.group,
            "rows": lambda entry: entry.exact.total,
            "first": lambda entry: _share(entry.exact, entry.exact.only_first),
            "second": lambda entry: _share(entry.exact, entry.exact.only_second),
            "only first": lambda entry: entry.exact.only_first,
            "only second": lambda entry: entry.exact.only_second,
            "McNemar p": lambda entry: show_p(entry.p),
        },
    )
    return [paired, groups] if comparison.groups else [paired]


def _asides(comparison: RunComparison) -> str:
    notes = []
    left_out = comparison.only_in_first + comparison.only_in_second
    if left_out:
        notes.append(f"{counted(left_out, 'row')} in one run only, left out")
    if comparison.open:
        notes.append(f"{counted(comparison.open, 'row')} still open in a run, left out")
    if any(comparison.failed):
        notes.append(f"failed: {comparison.failed[0]} and {comparison.failed[1]}, counted as wrong")
    if any(comparison.undecided):
        first, second = comparison.undecided
        notes.append(f"undecided: {first} and {second}, counted as not right")
    if comparison.forced[0] != comparison.forced[1]:
        which = comparison.first if comparison.forced[0] else comparison.second
        notes.append(f"only {clean(which)} had to give every proof a label (--force-label)")
    if not comparison.clustered:
        notes.append("every row its own cluster; --dataset FILE clusters by problem")
    return f" ({'; '.join(notes)})" if notes else ""


def _share(counts: PairedCounts, only_one: int) -> str:
    hits = counts.both + only_one
    return f"{100 * hits / counts.total:.1f}% {hits}/{counts.total}"


def show_points(interval: Interval) -> str:
    """Write an interval of differences in percentage points."""
    return f"[{100 * interval.low:+.1f}, {100 * interval.high:+.1f}]"


def show_p(p: float) -> str:
    """Write a p-value with three significant digits, never as zero."""
    return f"{p:.3g}" if p >= 1e-6 else "< 1e-6"
