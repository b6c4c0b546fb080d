"""What one problem cost: a model wrapper that counts the calls made through it, by stage."""

from faithsieve.llm.protocol import ChatModel
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.cost import Cost, StageCost


class MeteredModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that adds up what its replies cost.

    A replayed call counts what it cost when it was paid, so that a resumed run reports the same.
    """

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner
        self._stages: dict[str, StageCost] = {}

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Ask, and count the reply."""
        reply = await self._inner.complete(request)
        before = self._stages.get(request.stage, StageCost(stage=request.stage, cost_usd=0.0))
        self._stages[request.stage] = _with_reply(before, reply)
        return reply

    @property
    def cost(self) -> Cost:
        """Everything so far, in the order the stages first got an answer."""
        return Cost(stages=tuple(self._stages.values()))


def _with_reply(stage: StageCost, reply: ChatReply) -> StageCost:
    known = stage.cost_usd is not None and reply.cost_usd is not None
    return StageCost(
        stage=stage.stage,
        calls=stage.calls + 1,
        replayed=stage.replayed + int(reply.replayed),
        usage=stage.usage + reply.usage,
        cost_usd=(stage.cost_usd or 0.0) + (reply.cost_usd or 0.0) if known else None,
        seconds=stage.seconds + reply.seconds,
    )
