"""A model that reads nothing: every segment a substep, a plain chain of states, no suspicion.

It answers the questions of stage one at no cost, so that the code part can be measured, tested and
demonstrated on any proof without a language model. It knows nothing about mathematics.
"""

import re

from faithsieve.localize.replies import (
    DeltaReply,
    EdgeLine,
    GroupingReply,
    MeaningReply,
    RewriteReply,
    ScanReply,
    ScoreLine,
)
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest

_TASK = re.compile(r"Task [ABC] for (?:segments|units) ([0-9]+) to ([0-9]+)[.;]")


class PlainReader:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that answers in the plainest way."""

    def __init__(self, risk: float = 0.1) -> None:
        """Take the risk that every unit gets."""
        self._risk = risk

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer one question of stage one."""
        text = self._answer(request).model_dump_json()
        return ChatReply(text=text, model="plain-reader", finish_reason="stop")

    def _answer(self, request: ChatRequest) -> Record:
        numbers = _numbers(request)
        match request.prompt.id:
            case "localize/decompose":
                return GroupingReply(marks=(), scopes=(), starts=numbers)
            case "localize/state_tree":
                edges = tuple(EdgeLine(n=n, on=(n - 1,), p="implication") for n in numbers)
                return DeltaReply(e=edges, goal="", x=())
            case "localize/suspicion":
                return ScanReply(d=(), s=tuple(ScoreLine(n=n, r=self._risk) for n in numbers))
            case "localize/rewrite":
                return RewriteReply(substeps=())
            case _:
                return MeaningReply(steps=())


def _numbers(request: ChatRequest) -> tuple[int, ...]:
    # The task stands after the proof, so the last match is ours and not the author's.
    found = _TASK.findall(request.messages[-1].content)
    return tuple(range(int(found[-1][0]), int(found[-1][1]) + 1)) if found else ()
