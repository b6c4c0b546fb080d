"""A language model that says what it was told to say: for tests, demonstrations and dry runs.

It records every request and fails loudly when the script runs out, so that a test cannot pass by
asking less or more than it meant to.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TypeAlias

from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest

Line: TypeAlias = ChatReply | Record | str | BaseException
"""One line of a script: a whole reply, a record (sent as JSON), a text, or an error to raise."""

Script: TypeAlias = (
    Iterable[Line]
    | Mapping[str, Iterable[Line]]
    | Callable[[ChatRequest], Line]
    | Callable[[ChatRequest], Awaitable[Line]]
)
"""Lines in order, lines by prompt id, or a function of the request."""


class ScriptExhaustedError(AssertionError):
    """The code under test asked more questions than the script answers."""


class ScriptUnusedError(AssertionError):
    """The code under test asked fewer questions than the script answers."""


class ScriptedModel:
    """A :class:`~faithsieve.llm.protocol.ChatModel` that follows a script.

    Example:
        >>> model = ScriptedModel(["correct"])
        >>> by_prompt = ScriptedModel({"baselines/direct": ["3", TimeoutError()]})
        >>> echo = ScriptedModel(lambda request: request.messages[-1].content)
    """

    def __init__(self, script: Script, *, model: str = "scripted", remembers: bool = True) -> None:
        """Take the replies; long runs that do not read ``requests`` turn memory off."""
        self.model = model
        self._remembers = remembers
        self._asked: list[ChatRequest] = []
        self._answer: Callable[[ChatRequest], Line | Awaitable[Line]] | None = None
        self._queues: dict[str | None, list[Line]] = {}
        if callable(script):
            self._answer = script
        elif isinstance(script, Mapping):
            self._queues = {prompt: list(lines) for prompt, lines in script.items()}
        else:
            self._queues = {None: list(script)}

    @property
    def requests(self) -> tuple[ChatRequest, ...]:
        return tuple(self._asked)

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Return the next reply of the script.

        Raises:
            ScriptExhaustedError: No line is left for this request.
        """
        if self._remembers:
            self._asked.append(request)
        line = self._next_line(request)
        if isinstance(line, Awaitable):
            line = await line
        return self._as_reply(line)

    def assert_finished(self) -> None:
        """Check that every reply of the script was used.

        Raises:
            ScriptUnusedError: Lines are left.
        """
        left = {prompt: len(lines) for prompt, lines in self._queues.items() if lines}
        if left:
            raise ScriptUnusedError(f"script lines were never asked for: {left}")

    def _next_line(self, request: ChatRequest) -> Line | Awaitable[Line]:
        if self._answer is not None:
            return self._answer(request)
        queue = self._queues.get(None, self._queues.get(request.prompt.id))
        if not queue:
            raise ScriptExhaustedError(
                f"request {len(self._asked)} (prompt {request.prompt.id!r}, stage "
                f"{request.stage!r}) has no line in the script: {request.messages[-1].content!r}"
            )
        return queue.pop(0)

    def _as_reply(self, line: Line) -> ChatReply:
        if isinstance(line, BaseException):
            raise line
        if isinstance(line, ChatReply):
            return line
        text = line if isinstance(line, str) else line.model_dump_json()
        return ChatReply(text=text, model=self.model, finish_reason="stop")
