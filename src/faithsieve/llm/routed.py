"""Stages with a model of their own: a cheap reader beside a strong judge."""

from collections.abc import Mapping

from faithsieve.llm.protocol import ChatModel
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.settings import StageModels


class RoutedModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that asks each stage's own model."""

    def __init__(
        self, main: ChatModel, wanted: StageModels, by_name: Mapping[str, ChatModel]
    ) -> None:
        """Wrap models that are built already.

        Args:
            main: Who is asked where a stage names no model.
            wanted: Which stages name which model.
            by_name: The models under the names that the settings use.
        """
        self._main = main
        self._wanted = wanted
        self._by_name = dict(by_name)

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Ask the model of the request's stage."""
        name = self._wanted.name_for(request.stage)
        model = self._main if name is None else self._by_name[name]
        return await model.complete(request)
