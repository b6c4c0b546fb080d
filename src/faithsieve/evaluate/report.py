"""Everything a report says about a set of runs, computed once for all its forms.

Costs (paper app. F.8): token counts are the providers'; a call that a store answered counts what it
cost when it was paid, so that a replayed run costs what it would cost anew. Seconds are split into
waiting for a model, Lean's work by purpose, and the rest, which is FaithSieve's own and the wait
for a free Lean; calls made side by side overlap, so the first two may together exceed the wall
clock, and the rest is then none.
"""

from collections.abc import Sequence
from pathlib import Path

from pydantic import Field

from faithsieve.errors import StoreError
from faithsieve.evaluate.calibration import Calibration, Predicted, calibrate
from faithsieve.evaluate.comparison import RunComparison, compare_runs
from faithsieve.evaluate.metrics import Metrics, RunMetrics, is_exact, measure_run
from faithsieve.evaluate.run_reading import FinishedRun, opened_run, read_run
from faithsieve.records.base import Record
from faithsieve.records.cost import Cost, LeanCost, StageCost, TokenUsage
from faithsieve.records.run import ProblemResult


class RunCost(Record):
    problems: int = Field(ge=0)
    """Problems it was spent on, failed ones included."""
    stages: tuple[StageCost, ...]
    """Each stage in the order of first use; empty where only sums are known."""
    usage: TokenUsage
    """Tokens over all stages."""
    cost_usd: float | None
    """Money over all stages, or None when a price is unknown."""
    model_s: float = Field(ge=0)
    """Seconds waiting for the model."""
    lean_checks: int = Field(ge=0)
    """Lean checks."""
    lean_s: float = Field(ge=0)
    """Seconds that Lean worked; the wait for a free one is not among them."""
    lean: tuple[LeanCost, ...] = ()
    """The same by purpose."""
    own_s: float = Field(ge=0)
    """Wall-clock seconds that neither model nor Lean explains."""

    @property
    def tokens_per_problem(self) -> float | None:
        """Mean tokens in plus out, or None without problems."""
        return self.usage.total / self.problems if self.problems else None


def sum_costs(results: Sequence[ProblemResult]) -> RunCost:
    by_stage: dict[str, StageCost] = {}
    for part in (stage for result in results for stage in result.cost.stages):
        known = by_stage.get(part.stage)
        by_stage[part.stage] = known + part if known else part
    stages = tuple(by_stage.values())
    whole = Cost(stages=stages)
    return RunCost(
        problems=sum(not result.is_open for result in results),
        stages=stages,
        usage=whole.usage,
        cost_usd=whole.cost_usd,
        model_s=sum(stage.seconds for stage in stages),
        lean_checks=sum(result.cost.lean_checks for result in results),
        lean_s=sum(result.cost.lean_seconds for result in results),
        lean=_lean_costs(results),
        own_s=sum(map(_own_seconds, results)),
    )


def _lean_costs(results: Sequence[ProblemResult]) -> tuple[LeanCost, ...]:
    spent: dict[str, LeanCost] = {}
    for part in (part for result in results for part in result.cost.lean):
        before = spent.get(part.purpose, LeanCost(purpose=part.purpose))
        spent[part.purpose] = part.changed(
            checks=before.checks + part.checks, seconds=before.seconds + part.seconds
        )
    return tuple(spent.values())


def _own_seconds(result: ProblemResult) -> float:
    waited = sum(stage.seconds for stage in result.cost.stages) + result.cost.lean_seconds
    return max(0.0, result.seconds - waited)


def cost_ratio(run: RunCost, reference: RunCost) -> float | None:
    """Return the tokens per problem as a multiple of the reference's, as the paper prints it."""
    ours, theirs = run.tokens_per_problem, reference.tokens_per_problem
    return ours / theirs if ours is not None and theirs else None


class ReportedRun(Record):
    run: FinishedRun
    """What its folder says; with stages and confidences where its store is there. No other run of
    the report has the same name."""
    scores: RunMetrics
    """Its scores."""
    cost: RunCost
    """What it cost."""
    has_stages: bool
    """Whether cost by stage is known, which only a store tells."""
    calibration: Calibration | None
    """Confidence against what came true; None where no verdict states a confidence."""

    @property
    def name(self) -> str:
        return self.run.name

    @property
    def overall(self) -> Metrics:
        return self.scores.overall


class Report(Record):
    runs: tuple[ReportedRun, ...]
    """The runs, in the order given."""
    reference: int | None
    """The position of the run that others are compared with: the first direct one."""
    comparisons: tuple[RunComparison, ...]
    """Every other run on the same rows against the reference."""


def read_report(folders: Sequence[Path], *, with_tests: bool, store: str | None = None) -> Report:
    """Read runs and compute what a report needs.

    Args:
        with_tests: Whether to run paired tests; they need the ``report`` extra.
        store: The shared store that holds the runs, where their folders have none.

    Raises:
        InputError: a folder is no run folder.
        MissingToolError: a test was asked for and its library is not installed.
    """
    named = distinct_names([read_run(folder) for folder in folders], folders)
    runs = tuple(
        _reported(*with_details(folder, run, store))
        for folder, run in zip(folders, named, strict=True)
    )
    reference = next((i for i, run in enumerate(runs) if run.run.method == "direct"), None)
    compared = _comparisons(runs, reference) if with_tests and reference is not None else ()
    return Report(runs=runs, reference=reference, comparisons=compared)


def distinct_names(runs: Sequence[FinishedRun], folders: Sequence[Path]) -> list[FinishedRun]:
    """Rename runs that share a name to their folder's path."""
    names = [run.name for run in runs]
    return [
        run if names.count(run.name) == 1 else run.model_copy(update={"name": str(folder)})
        for run, folder in zip(runs, folders, strict=True)
    ]


def with_details(
    folder: Path, run: FinishedRun, store: str | None = None
) -> tuple[FinishedRun, bool]:
    """Replace the rows of a run by the store's fuller results where label and gold agree.

    The second result is whether there is a store.
    """
    try:
        with opened_run(folder, store=store) as details:
            if details is None:
                return run, False
            fuller = {result.id: result for result in details.results}
    except StoreError:
        if store is not None:
            raise
        # The lines stand for themselves; a store that cannot be opened only costs detail.
        return run, False
    # A line that was edited wins over the stored result.
    results = tuple(
        stored
        if (stored := fuller.get(row.id)) and (stored.label, stored.gold) == (row.label, row.gold)
        else row
        for row in run.results
    )
    return run.model_copy(update={"results": results}), True


def _reported(run: FinishedRun, has_stages: bool) -> ReportedRun:
    stated = [
        Predicted(row.verdict.confidence, _holds(row))
        for row in run.results
        if row.gold is not None and row.verdict and row.verdict.confidence is not None
    ]
    return ReportedRun(
        run=run,
        scores=measure_run(run.results),
        cost=sum_costs(run.results),
        has_stages=has_stages,
        calibration=calibrate(stated) if stated else None,
    )


def _holds(row: ProblemResult) -> bool:
    """Return whether the verdict is true; "at or before step k" holds for gold steps up to k."""
    if row.verdict is None or not row.verdict.may_be_earlier:
        return is_exact(row)
    gold, label = row.gold, row.label
    return isinstance(gold, int) and isinstance(label, int) and gold <= label


def _comparisons(runs: Sequence[ReportedRun], reference: int) -> tuple[RunComparison, ...]:
    base = runs[reference]
    return tuple(
        compare_runs(run.run, base.run)
        for i, run in enumerate(runs)
        if i != reference and _same_rows(run.run, base.run)
    )


def _same_rows(one: FinishedRun, other: FinishedRun) -> bool:
    golds = {row.id: row.gold for row in other.results if row.gold is not None}
    shared = [row for row in one.results if row.id in golds]
    return bool(shared) and all(row.gold == golds[row.id] for row in shared)
