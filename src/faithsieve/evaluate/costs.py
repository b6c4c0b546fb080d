"""What runs cost: tokens, money and seconds, by stage and by method (paper app. F.8).

Token counts are the providers'; a call that a store answered counts what it cost when it was paid,
so that a replayed run costs what it would cost anew. Seconds are split into waiting for a model,
waiting for Lean, and the rest, which is FaithSieve's own; calls made side by side overlap, so the
first two may together exceed the wall clock, and the rest is then counted as none.
"""

from collections.abc import Sequence

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.cost import Cost, StageCost, TokenUsage
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
    """Seconds waiting for Lean."""
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
        problems=len(results),
        stages=stages,
        usage=whole.usage,
        cost_usd=whole.cost_usd,
        model_s=sum(stage.seconds for stage in stages),
        lean_checks=sum(result.cost.lean_checks for result in results),
        lean_s=sum(result.cost.lean_seconds for result in results),
        own_s=sum(map(_own_seconds, results)),
    )


def _own_seconds(result: ProblemResult) -> float:
    waited = sum(stage.seconds for stage in result.cost.stages) + result.cost.lean_seconds
    return max(0.0, result.seconds - waited)


def cost_ratio(run: RunCost, reference: RunCost) -> float | None:
    """Tokens for each problem as a multiple of the reference's, as the paper prints it."""
    ours, theirs = run.tokens_per_problem, reference.tokens_per_problem
    return ours / theirs if ours is not None and theirs else None
