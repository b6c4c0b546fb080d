"""The questions about one proof: each is asked of the model, and what came of it is kept.

A reply that cannot be read costs structure, never the proof: the asker gets None, and a note says
why.
"""

from collections.abc import Iterable
from typing import Literal, TypeVar

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask
from faithsieve.localize.prompt_context import continue_with
from faithsieve.records.base import Record
from faithsieve.records.chat import RenderedPrompt
from faithsieve.records.digest import Digest
from faithsieve.records.localization import LocalizeNote
from faithsieve.records.settings import DecodingSettings

Part = Literal["decompose", "state_tree"]
Stage = Literal["decompose", "decompose_check", "state_tree", "state_tree_check"]
_Reply = TypeVar("_Reply", bound=Record)


class Questions:
    """Asks a model about one proof; collects notes and the keys of the calls."""

    def __init__(self, model: ChatModel, decoding: DecodingSettings) -> None:
        self._model, self._decoding = model, decoding
        self.notes: list[LocalizeNote] = []
        self.artifacts: list[Digest] = []

    def note(self, part: Part, details: Iterable[str]) -> None:
        self.notes += [LocalizeNote(part=part, detail=detail) for detail in details]

    async def ask(
        self,
        prefix: RenderedPrompt,
        tail: RenderedPrompt,
        reply: type[_Reply],
        stage: Stage,
        part: Part,
    ) -> _Reply | None:
        """Ask a question that stands after a prefix; None for a reply that cannot be read."""
        try:
            answer = await ask(
                self._model,
                continue_with(prefix, tail),
                reply,
                stage=f"localize.{stage}",
                decoding=getattr(self._decoding, stage),
            )
        except ReplyFormatError as error:
            self.note(part, [str(error)])
            return None
        self.artifacts.append(answer.key)
        return answer.record
