"""Stages with a model of their own: a cheap reader beside a strong judge."""

from collections.abc import Mapping

from faithsieve.llm.protocol import ChatModel
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.settings import StageModel, StageModels


class RoutedModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that asks each stage's own model."""

    def __init__(
        self, main: ChatModel, wanted: StageModels, others: Mapping[StageModel, ChatModel]
    ) -> None:
        """Wrap models that are built already.

        Args:
            main: Who is asked where a stage names no model.
            wanted: Which stages name which model.
            others: The models that the stages name.
        """
        self._main = main
        self._wanted = wanted
        self._others = dict(others)

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Ask the model of the request's stage."""
        wanted = self._wanted.model_for(request.stage)
        model = self._main if wanted is None else self._others[wanted]
        return await model.complete(request)
