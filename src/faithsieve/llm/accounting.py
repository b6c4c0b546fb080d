"""Whom each stage asks and what it costs: one ledger and one wrapper a proof, no global state."""

from collections.abc import Mapping
from dataclasses import dataclass

from faithsieve.errors import BudgetExceededError, OutOfBudgetError
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.cost import StageCost
from faithsieve.records.settings import BudgetSettings, StageModel, StageModels


class CostLedger:
    """Adds up the calls of one proof, stage by stage."""

    def __init__(self) -> None:
        self._stages: dict[str, StageCost] = {}
        self.ended_by = ""
        """The limit of the run at which a single check ended, such as ``tokens``, or nothing."""

    @property
    def stages(self) -> tuple[StageCost, ...]:
        """The cost of each stage, in the order in which they first asked."""
        return tuple(self._stages.values())

    def record(self, stage: str, reply: ChatReply) -> None:
        """Add one reply; a replayed one counts what it cost when it was paid."""
        before = self._stages.get(stage)
        cost = StageCost(
            stage=stage,
            models=(reply.model,),
            calls=1,
            replayed=int(reply.replayed),
            usage=reply.usage,
            cost_usd=reply.cost_usd,
            seconds=reply.seconds,
        )
        self._stages[stage] = before + cost if before else cost

    def limit_reached(self, budget: BudgetSettings, *, lean_seconds: float) -> str:
        """Return the name of the proof limit reached, by recorded costs so that a replay agrees."""
        if self.ended_by:
            return self.ended_by
        # Hidden reasoning is not counted: it would stop a model that thinks long before it judged.
        tokens = sum(stage.usage.total - stage.usage.reasoning_tokens for stage in self.stages)
        used: dict[str, tuple[float, float | None]] = {
            "tokens": (tokens, budget.proof_tokens),
            "money": (sum(s.cost_usd or 0.0 for s in self.stages), budget.proof_cost_usd),
            "Lean seconds": (lean_seconds, budget.proof_lean_seconds),
            "seconds": (sum(s.seconds for s in self.stages) + lean_seconds, budget.proof_seconds),
        }
        reached = (name for name, (spent, limit) in used.items() if limit and spent >= limit)
        return next(reached, "")


@dataclass
class AccountedModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that writes its calls into a ledger."""

    inner: ChatModel
    ledger: CostLedger

    async def complete(self, request: ChatRequest) -> ChatReply:
        try:
            reply = await self.inner.complete(request)
        except OutOfBudgetError as error:
            self.ledger.ended_by = error.limit
            raise
        self.ledger.record(request.stage, reply)
        return reply


class SoftBudgetModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that gives no replies once the budget ended.

    A run of many proofs stops at its limit and goes on later. Who checks one proof is owed what was
    found out so far, so every stage is told that there is no reply.
    """

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner
        self._stop: BudgetExceededError | None = None

    async def complete(self, request: ChatRequest) -> ChatReply:
        # A shorter call might still fit, but a judge must not speak after some were left out.
        if self._stop is None:
            try:
                return await self._inner.complete(request)
            except BudgetExceededError as stop:
                self._stop = stop
        raise OutOfBudgetError(self._stop, prompt_id=request.prompt.id)


@dataclass
class RoutedModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that asks each stage's own model."""

    main: ChatModel
    """The model of stages that name none."""
    wanted: StageModels
    others: Mapping[StageModel, ChatModel]
    """The models that ``wanted`` names."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        wanted = self.wanted.model_for(request.stage)
        model = self.main if wanted is None else self.others[wanted]
        return await model.complete(request)
