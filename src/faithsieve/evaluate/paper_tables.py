"""The tables of the paper's main text and appendices, filled from the runs given."""

from collections.abc import Sequence

from faithsieve.evaluate.audits.audit_tables import reliability_table
from faithsieve.evaluate.comparison import RunComparison
from faithsieve.evaluate.comparison_tables import show_p, show_points
from faithsieve.evaluate.costs import RunCost, cost_ratio
from faithsieve.evaluate.report import Report, ReportedRun
from faithsieve.evaluate.tables import (
    NOTHING,
    Table,
    clean,
    failures_table,
    groups_table,
    metrics_table,
    show_rate,
    unanswered,
)
from faithsieve.evaluate.variants import COMPONENTS, PREFIX, variant_of


def report_tables(report: Report) -> list[Table]:
    """Every table of a report, in the order of the paper."""
    runs = report.runs
    open_problems = sum(run.run.open for run in runs)
    title = f"Scores (unfinished: {open_problems} open problems not counted)"
    tables = [
        runs_table(runs),
        main_table(runs),
        confusion_table(runs),
        composition_table(runs),
        metrics_table(
            [(run.name, run.scores.overall) for run in runs],
            title=title if open_problems else "Scores",
        ),
    ]
    if ablations := ablation_table(runs):
        tables.append(ablations)
    if domains := domain_table(runs):
        tables.append(domains)
    if report.comparisons:
        tables.append(paired_table(report.comparisons))
    tables += [cost_table(report), *stage_tables(runs), *confidence_tables(runs)]
    for run in runs:
        if run.scores.groups:
            tables.append(groups_table(run.name, run.scores.groups))
        if any(result.label is None for result in run.run.results):
            tables.append(failures_table(run.name, run.run.results))
    return tables


def runs_table(runs: Sequence[ReportedRun]) -> Table:
    """Say what each run was and how far it came."""
    return Table(
        title="Runs",
        columns=("run", "method", "model", "dataset", "problems", "open", "tokens", "seconds"),
        rows=tuple(
            (
                clean(entry.name),
                clean(entry.run.method),
                clean(entry.run.model),
                clean(entry.run.dataset),
                str(entry.run.problems),
                str(entry.run.open),
                f"{entry.run.tokens:,}",
                f"{entry.run.seconds:,.1f}",
            )
            for entry in runs
        ),
    )


def main_table(runs: Sequence[ReportedRun]) -> Table:
    """Exact and binary accuracy over all labelled rows (paper app. F.4)."""
    return Table(
        title="Main results",
        columns=("run", "dataset", "N", "exact", "binary", "ProcessBench F1", "failed"),
        rows=tuple(
            (
                clean(entry.name),
                clean(entry.run.dataset),
                str(entry.scores.overall.exact.total),
                show_rate(entry.scores.overall.exact),
                show_rate(entry.scores.overall.binary),
                _percent(entry.scores.overall.processbench_f1),
                str(unanswered(entry.scores.overall)),
            )
            for entry in runs
        ),
    )


def ablation_table(runs: Sequence[ReportedRun]) -> Table | None:
    """What each variant keeps and what that is worth; None where no run is an ablation."""
    if not any(run.run.method.startswith(PREFIX) for run in runs):
        return None
    rows = []
    for run in runs:
        name = variant_of(run.run.method)
        if name is not None:
            scores = run.scores.overall
            rates = (show_rate(scores.exact), show_rate(scores.binary))
            rows.append((clean(run.name), *COMPONENTS[name], *rates, str(unanswered(scores))))
    return Table(
        title="Ablations",
        columns=(
            "run", "variant", "graph", "EdgeUnits", "NL review", "cheap/Lean evidence", "gate",
            "fusion", "exact", "binary", "failed",
        ),
        rows=tuple(rows),
    )  # fmt: skip


def confusion_table(runs: Sequence[ReportedRun]) -> Table:
    """Correct / incorrect confusion; an incorrect proof is the positive class (paper app. F.6)."""
    rows = []
    for entry in runs:
        cells = entry.scores.overall.confusion
        rows.append(
            (
                clean(entry.name),
                f"{cells.tp}/{cells.tn}/{cells.fp}/{cells.fn}",
                show_rate(entry.scores.overall.false_positive_rate),
                show_rate(entry.scores.overall.false_negative_rate),
                str(unanswered(entry.scores.overall)),
            )
        )
    return Table(
        title="Confusion of answered proofs",
        columns=("run", "TP/TN/FP/FN", "FPR", "FNR", "failed, not counted"),
        rows=tuple(rows),
    )


def composition_table(runs: Sequence[ReportedRun]) -> Table:
    """Exact errors by kind; failures stand apart from wrong answers (paper app. F.6)."""
    rows = []
    for entry in runs:
        errors = entry.scores.overall.errors
        parts = (errors.false_positives, errors.false_negatives, errors.wrong_place)
        shares = [f"{n} ({100 * n / errors.total:.1f}%)" if errors.total else "0" for n in parts]
        failed = str(unanswered(entry.scores.overall))
        rows.append((clean(entry.name), str(errors.total), *shares, failed))
    return Table(
        title="Composition of exact errors",
        columns=("run", "exact errors", "FP", "FN", "location wrong", "failed, apart"),
        rows=tuple(rows),
    )


def domain_table(runs: Sequence[ReportedRun]) -> Table | None:
    """Exact accuracy by group with Wilson intervals, one column a run (paper app. F.9)."""
    groups = list(dict.fromkeys(g.group for run in runs for g in run.scores.groups))
    if not groups:
        return None
    exact = [{g.group: g.metrics.exact for g in run.scores.groups} for run in runs]
    return Table(
        title="Exact accuracy by group with 95% Wilson intervals",
        columns=("group", *(clean(run.name) for run in runs)),
        rows=tuple(
            (
                clean(group),
                *(show_rate(cells[group]) if group in cells else NOTHING for cells in exact),
            )
            for group in groups
        ),
    )


def paired_table(comparisons: Sequence[RunComparison]) -> Table:
    """Each run against the direct judge on the same rows (paper app. F.7)."""
    return Table(
        title=f"Exact accuracy against {clean(comparisons[0].second)}, paired",
        columns=("run", "rows", "only it", "only direct", "points", "95% bootstrap", "McNemar p"),
        rows=tuple(
            (
                clean(found.first),
                str(found.rows),
                str(found.exact.counts.only_first),
                str(found.exact.counts.only_second),
                f"{100 * found.exact.difference:+.1f}",
                show_points(found.exact.bootstrap.interval),
                show_p(found.exact.mcnemar_p),
            )
            for found in comparisons
        ),
    )


def cost_table(report: Report) -> Table:
    """Tokens, money, time and the ratio to the direct judge (paper app. F.8)."""
    base = None if report.reference is None else report.runs[report.reference].cost
    return Table(
        title="Cost",
        columns=(
            "run", "tokens in", "tokens out", "cached", "tokens per problem", "ratio to direct",
            "USD", "model s", "Lean s", "own s", "Lean checks",
        ),
        rows=tuple((clean(run.name), *_cost_cells(run, base)) for run in report.runs),
    )  # fmt: skip


def _cost_cells(run: ReportedRun, base: RunCost | None) -> tuple[str, ...]:
    cost = run.cost
    each = cost.tokens_per_problem
    ratio = cost_ratio(cost, base) if base is not None else None
    # Without a store only the sum of input and output is known.
    split = (
        f"{cost.usage.input_tokens:,}" if run.has_stages else NOTHING,
        f"{cost.usage.output_tokens:,}" if run.has_stages else NOTHING,
        f"{cost.usage.cached_tokens:,}" if run.has_stages else NOTHING,
    )
    return (
        *split,
        NOTHING if each is None else f"{each:,.2f}",
        NOTHING if ratio is None else f"{ratio:.2f}x",
        _money(cost.cost_usd if run.has_stages else None),
        f"{cost.model_s:,.1f}" if run.has_stages else NOTHING,
        f"{cost.lean_s:,.1f}" if run.has_stages else NOTHING,
        f"{cost.own_s:,.1f}" if run.has_stages else NOTHING,
        str(cost.lean_checks) if run.has_stages else NOTHING,
    )


def stage_tables(runs: Sequence[ReportedRun]) -> list[Table]:
    """Cost by stage, for runs with more than one."""
    return [_stage_table(run) for run in runs if run.has_stages and len(run.cost.stages) > 1]


def _stage_table(run: ReportedRun) -> Table:
    return Table(
        title=f"Cost of {clean(run.name)} by stage",
        columns=("stage", "calls", "replayed", "tokens in", "out", "cached", "USD", "model s"),
        rows=tuple(
            (
                clean(stage.stage),
                f"{stage.calls:,}",
                f"{stage.replayed:,}",
                f"{stage.usage.input_tokens:,}",
                f"{stage.usage.output_tokens:,}",
                f"{stage.usage.cached_tokens:,}",
                _money(stage.cost_usd),
                f"{stage.model_s:,.1f}",
            )
            for stage in run.cost.stages
        ),
    )


def confidence_tables(runs: Sequence[ReportedRun]) -> list[Table]:
    """Reliability of stated confidence, for runs that state one."""
    return [
        reliability_table(run.calibration, title=f"Confidence of {clean(run.name)}")
        for run in runs
        if run.calibration is not None
    ]


def _money(usd: float | None) -> str:
    return NOTHING if usd is None else f"{usd:,.4f}"


def _percent(value: float | None) -> str:
    return NOTHING if value is None else f"{100 * value:.1f}%"
