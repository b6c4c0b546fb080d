"""Model calls of obligations: one call answers what several of them ask at the same time.

A question about one claim is mostly instructions, problem and context, which neighbouring claims
share. So neighbouring obligations form a group before any of them asks. When each of a group waits
for an answer, what they ask with the same form goes out in one call, statements before gates before
proofs, and every answer comes back under its number. A slow search holds up its own group only. Who
meets whom depends on what is asked and never on who was faster, so a replay asks the same. An
answer that is missing or unreadable is asked for again alone; the others keep theirs.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, Self, TypeVar

from pydantic import ValidationError, ValidatorFunctionWrapHandler, WrapValidator

from faithsieve.errors import OutOfBudgetError, ReplyFormatError
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import STRICT_RETRY, Answer, ask
from faithsieve.records.base import Record
from faithsieve.records.chat import ChatReply, ChatRequest, Decoding, RenderedPrompt
from faithsieve.records.cost import TokenUsage
from faithsieve.records.settings import DecodingSettings, Standard, VerifySettings

Q = TypeVar("Q")
R = TypeVar("R", bound=Record)


class OutOfCallsError(Exception):
    """The proof or the run has no model calls left; ends in ``budget_exhausted``."""


class Numbered(Record):
    """What every answer on a sheet begins with."""

    n: int
    """The number of the question."""


def valid_or_none(entry: type[Numbered]) -> WrapValidator:
    """Validate one answer of a sheet, or None: a bad answer must not spoil the others."""

    def read(value: object, _: ValidatorFunctionWrapHandler) -> object:
        if isinstance(value, entry):
            return value
        try:
            # From JSON again: read as Python values, a list would be no tuple.
            return entry.model_validate_json(json.dumps(value))
        except (ValidationError, TypeError):
            return None

    return WrapValidator(read)


class Form(NamedTuple, Generic[Q, R]):
    """How one kind of question is asked: prompt, reply records and decoding."""

    stage: str
    """Who pays; questions of one stage may share a call."""
    reply: type[R]
    """The answer to a question that is asked alone."""
    sheet: type[Any]
    """The record whose ``answers`` are those to several questions, each ``Numbered`` or None where
    it cannot be read."""
    write: Callable[[Sequence[Q]], RenderedPrompt]
    """Write the prompt for some questions."""
    decoding: Decoding
    """How to decode."""
    sample_index: int = 0
    """Which of several independent samples this is."""
    turn: int = 0
    """Questions of a later turn wait for the answers to earlier ones, so that more of them meet."""


class _Waiting(NamedTuple):
    """A question that waits for the next shared call."""

    caller: "Caller"
    form: Form[Any, Any]
    question: Any
    call: "asyncio.Future[asyncio.Task[dict[Caller, Answer[Any]]]]"

    @property
    def kind(self) -> tuple[str, int]:
        """What the questions of one call must share."""
        return self.form.stage, self.form.sample_index


class _Group:
    """Neighbouring obligations whose questions share calls."""

    def __init__(self) -> None:
        self.callers: list[Caller] = []
        self.waiting: list[_Waiting] = []

    def next_calls(self) -> Iterator[list[_Waiting]]:
        """Take out the questions of the earliest turn, by call, once every obligation waits."""
        if not self.waiting or len(self.waiting) < len(self.callers):
            return
        turn = min(waiting.form.turn for waiting in self.waiting)
        everyone = sorted(self.waiting, key=lambda one: self.callers.index(one.caller))
        met = [one for one in everyone if one.form.turn == turn]
        self.waiting = [one for one in everyone if one.form.turn != turn]
        for kind in dict.fromkeys(waiting.kind for waiting in met):
            yield [waiting for waiting in met if waiting.kind == kind]


class CallBatcher:
    """Batches the questions of a proof's obligations into calls, and counts the calls."""

    def __init__(self, model: ChatModel, *, limit: int | None = None, per_call: int = 1) -> None:
        self.model = model
        self.per_call = per_call
        self._limit = limit
        self._used = 0

    def register(self) -> "Caller":
        """Register a single obligation, which shares no calls."""
        return self.register_all(1)[0]

    def register_all(self, count: int) -> list["Caller"]:
        """Register neighbouring obligations, in groups of about the same size."""
        groups = -(-count // self.per_call)
        size = -(-count // groups) if groups else 0
        callers: list[Caller] = []
        for start in range(0, count, max(1, size)):
            group = _Group()
            group.callers += [Caller(self, group) for _ in range(min(size, count - start))]
            callers += group.callers
        return callers

    def leave(self, caller: "Caller") -> None:
        """Unregister an obligation, so that no call waits for it."""
        caller.group.callers.remove(caller)
        self._send(caller.group)

    async def wait(self, caller: "Caller", form: Form[Q, R], question: Q) -> Answer[R] | None:
        """Queue a question for its group's next call; return None if it must be asked alone."""
        met: asyncio.Future[asyncio.Task[dict[Caller, Answer[Any]]]]
        met = asyncio.get_running_loop().create_future()
        caller.group.waiting.append(_Waiting(caller, form, question, met))
        self._send(caller.group)
        return (await asyncio.shield(await met)).get(caller)

    def _send(self, group: _Group) -> None:
        for questions in group.next_calls():
            call = asyncio.create_task(self._ask_together(questions))
            for waiting in questions:
                waiting.call.set_result(call)

    async def _ask_together(self, group: Sequence[_Waiting]) -> dict["Caller", Answer[Any]]:
        """Make one call for a group of questions; return the answers by caller."""
        if len(group) == 1:
            return {}
        callers = [waiting.caller for waiting in group]
        try:
            answer = await self.call(group[0].form, [w.question for w in group], callers)
        except ReplyFormatError:
            return {}
        read: list[Numbered] = [entry for entry in answer.record.answers if entry is not None]
        # Of two answers to one question the first counts.
        found = {entry.n: answer.changed(record=entry) for entry in reversed(read)}
        return {caller: found[n] for n, caller in enumerate(callers, start=1) if n in found}

    async def call(
        self, form: Form[Q, R], questions: Sequence[Q], callers: Sequence["Caller"]
    ) -> Answer[Any]:
        """Make one call and split its tokens among the callers.

        Raises:
            ReplyFormatError: no readable answer came.
            OutOfCallsError: no call is left.
        """
        if self._limit is not None and self._used >= self._limit:
            raise OutOfCallsError(f"all {self._limit} model calls of this proof are used")
        self._used += 1
        counting = CountingModel(self.model)
        is_shared = len(questions) > 1
        try:
            return await ask(
                counting,
                form.write(questions),
                form.sheet if is_shared else form.reply,
                stage=form.stage,
                decoding=_with_room(form.decoding, len(questions)),
                sample_index=form.sample_index,
                # No second try for several: who gets no answer asks again alone.
                retry=None if is_shared else STRICT_RETRY,
            )
        finally:
            for caller in callers:
                caller.pay(counting.usage, shared_by=len(callers))


class Caller:
    """One registered obligation, with what its calls have cost so far."""

    def __init__(self, batcher: CallBatcher, group: _Group) -> None:
        self._batcher = batcher
        self.group = group
        self.usage = TokenUsage()
        self.calls = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._batcher.leave(self)

    def pay(self, usage: TokenUsage, *, shared_by: int) -> None:
        """Count a call and this obligation's part of its tokens."""
        self.calls += 1
        parts = {name: tokens // shared_by for name, tokens in usage}
        self.usage = self.usage + TokenUsage(**parts)

    async def ask(self, form: Form[Q, R], question: Q) -> Answer[R]:
        """Ask one question, in one call with those of the others.

        Raises:
            ReplyFormatError: no readable answer came, also not when asked alone.
            OutOfCallsError: the proof has no calls left.
        """
        shared = None
        if self._batcher.per_call > 1:
            shared = await self._batcher.wait(self, form, question)
        return shared or await self._batcher.call(form, [question], [self])


class CountingModel:
    """A model that counts the tokens of what it passes on."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self.usage = TokenUsage()

    async def complete(self, request: ChatRequest) -> ChatReply:
        try:
            reply = await self._model.complete(request)
        except OutOfBudgetError as error:
            # Not a reply that cannot be read, which would count against the statement.
            raise OutOfCallsError(str(error)) from error
        self.usage = self.usage + reply.usage
        return reply


def _with_room(decoding: Decoding, questions: int) -> Decoding:
    """Raise the output limit by a third for each further question."""
    room = decoding.max_output_tokens
    if room is None:
        return decoding
    return decoding.changed(max_output_tokens=room + (questions - 1) * room // 3)


class EvaluationTools(NamedTuple):
    """What every part of stage two works with: the problem, whom to ask about it, the settings."""

    problem: str
    model: ChatModel
    judge: StatementJudge
    settings: VerifySettings
    decoding: DecodingSettings
    standard: Standard = Standard()
    clock: Callable[[], float] = time.monotonic
    """Monotonic seconds."""
    registered: Caller | None = None
    """Where the obligation under way asks about statements, the gate and proofs."""

    @property
    def caller(self) -> Caller:
        """The obligation's caller, or a new one that shares no calls."""
        return self.registered or CallBatcher(self.model).register()
