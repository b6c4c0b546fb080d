"""Counts what one obligation asks of the model, and stops at the proof's limit."""

from faithsieve.errors import OutOfBudgetError
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.cost import TokenUsage


class OutOfCallsError(Exception):
    """The proof or the run has no model calls left; ends in ``budget_exhausted``."""


class CallBudget:
    """Model calls that all obligations of a proof share."""

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.used = 0

    def take(self) -> None:
        """Use one call.

        Raises:
            OutOfCallsError: none is left.
        """
        if self.limit is not None and self.used >= self.limit:
            raise OutOfCallsError(f"all {self.limit} model calls of this proof are used")
        self.used += 1


class CountingModel:
    """A model that keeps account for one obligation."""

    def __init__(self, model: ChatModel, budget: CallBudget) -> None:
        self._model = model
        self._budget = budget
        self.usage = TokenUsage()
        self.calls = 0

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Pass one request on, within the budget."""
        self._budget.take()
        try:
            reply = await self._model.complete(request)
        except OutOfBudgetError as error:
            # Not a reply that cannot be read, which would count against the statement.
            raise OutOfCallsError(str(error)) from error
        self.calls += 1
        self.usage = self.usage + reply.usage
        return reply
