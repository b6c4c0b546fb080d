"""The embedded Lean as a :class:`~faithsieve.lean.protocol.LeanChecker`.

It reports what Lean said about a text and turns every way of not getting an answer into a status.
It says nothing about whether a proof may be believed: that is ``soundness.py``.
"""

import time
from typing import Protocol

from pydantic import ValidationError

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_worker import WorkerTimeoutError
from faithsieve.lean.screening import screen_source
from faithsieve.lean.wire import CheckReply, WireConstant, WireMessage
from faithsieve.records.digest import Digest
from faithsieve.records.lean import LeanGoal, LeanMessage, LeanReport, LeanSource, LeanStatus

HEARTBEATS = 400_000
"""Lean's own deterministic limit per declaration, in its unit of a thousand allocations."""
MESSAGE_CHARS = 8000
END_OF_TEXT = "Lean.Parser.Command.eoi"
UNSOLVED = "unsolved goals\n"


class Toolchain(Protocol):
    """A Lean with what FaithSieve adds to it."""

    @property
    def backend(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def key(self, request: dict[str, object]) -> Digest: ...


class LeanDriver(Protocol):
    """Something that answers driver requests: a pool, a single worker, a Lean that takes text."""

    @property
    def toolchain(self) -> Toolchain: ...

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]: ...


class EmbeddedLean:
    def __init__(self, pool: LeanDriver, *, heartbeats: int = HEARTBEATS) -> None:
        self.pool = pool
        self.heartbeats = heartbeats

    @property
    def toolchain(self) -> str:
        return self.pool.toolchain.fingerprint

    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        started = time.monotonic()
        request = self._request(source)
        has_no_mathlib = source.dialect != "core" and self.pool.toolchain.backend == "embedded"
        no_mathlib = "the embedded Lean has no Mathlib" if has_no_mathlib else ""
        if refusal := no_mathlib or screen_source(source.text).refusal:
            return self._unanswered(request, LeanStatus.INFRASTRUCTURE, refusal, started)
        try:
            reply = await self.pool.ask(request, timeout_s=timeout_s)
        except WorkerTimeoutError as error:
            return self._unanswered(request, LeanStatus.TIMEOUT, str(error), started)
        except LeanUnavailableError as error:
            return self._unanswered(request, LeanStatus.INFRASTRUCTURE, str(error), started)
        try:
            answer = CheckReply.model_validate(reply)
        except ValidationError as error:
            why = f"the reply is garbled: {error.errors()[0]['loc']}"
            return self._unanswered(request, LeanStatus.INFRASTRUCTURE, why, started)
        return self._report(request, answer, started)

    def _request(self, source: LeanSource) -> dict[str, object]:
        screened = screen_source(source.text)
        # A refused text is not sent, but its report needs a key of its own.
        text = source.text if screened.refusal else screened.text
        return {
            "op": "check",
            "text": text,
            "dialect": source.dialect,
            "theorem": source.theorem or "",
            "heartbeats": self.heartbeats,
        }

    def _unanswered(
        self, request: dict[str, object], status: LeanStatus, detail: str, started: float
    ) -> LeanReport:
        return LeanReport(
            status=status,
            elapsed_s=time.monotonic() - started,
            backend=self.pool.toolchain.backend,
            toolchain=self.toolchain,
            digest=self.pool.toolchain.key(request),
            detail=detail,
        )

    def _report(self, request: dict[str, object], reply: CheckReply, started: float) -> LeanReport:
        status, detail = check_status(reply, named=str(request["theorem"]))
        constant = reply.constant or WireConstant()
        return LeanReport(
            status=status,
            messages=tuple(lean_message(message) for message in reply.messages),
            goals=_goals(reply),
            theorem_type=constant.type,
            axioms=(*constant.axioms, *constant.bad),
            has_sorry=_has_sorry(reply, constant),
            elapsed_s=time.monotonic() - started,
            backend=self.pool.toolchain.backend,
            toolchain=self.toolchain,
            digest=self.pool.toolchain.key(request),
            detail=detail,
        )


def check_status(reply: CheckReply, *, named: str) -> tuple[LeanStatus, str]:
    """The status of an answered check: ``ok`` needs the end of the text and the named theorem."""
    if reply.cancelled:
        # First, because a command that was stopped ends with an exception of its own.
        return LeanStatus.TIMEOUT, "stopped at the time limit"
    if reply.failure or reply.internal:
        return LeanStatus.INFRASTRUCTURE, reply.failure or reply.internal or ""
    if any(_is_heartbeat_timeout(message) for message in reply.messages):
        return LeanStatus.TIMEOUT, "stopped at the heartbeat limit"
    errors_sent = sum(message.severity == "error" for message in reply.messages)
    if reply.message_count > len(reply.messages) and reply.errors > errors_sent:
        unsent = reply.message_count - len(reply.messages)
        return LeanStatus.INFRASTRUCTURE, f"{unsent} messages were not sent; one may be a time-out"
    if reply.errors:
        return LeanStatus.ERROR, ""
    if not reply.kinds or reply.kinds[-1] != END_OF_TEXT:
        return LeanStatus.ERROR, "Lean stopped before the end of the text"
    if not named:
        return LeanStatus.OK, ""
    constant = reply.constant
    if constant is None or not constant.found or not constant.new:
        # A constant that is not new is the library's or the prelude's, whatever the text says.
        return LeanStatus.ERROR, f"there is no declaration {named!r} in the text"
    if constant.kind != "theorem":
        return LeanStatus.ERROR, f"{named!r} is a {constant.kind}, not a theorem"
    return LeanStatus.OK, ""


def _is_heartbeat_timeout(message: WireMessage) -> bool:
    return message.severity == "error" and "(deterministic) timeout" in message.text


def lean_message(message: WireMessage) -> LeanMessage:
    """A message as a record, cut to a readable length."""
    text = message.text
    if len(text) > MESSAGE_CHARS:
        text = f"{text[:MESSAGE_CHARS]}… ({len(text) - MESSAGE_CHARS} more characters)"
    return LeanMessage(
        severity=message.severity, line=message.line, column=message.column, text=text
    )


def _goals(reply: CheckReply) -> tuple[LeanGoal, ...]:
    """Goals from the proof state, and from Lean's own list where a block left some unsolved."""
    places = [(goal.line, goal.column, goal.text.strip()) for goal in reply.goals]
    for message in reply.messages:
        if message.severity == "error" and message.text.startswith(UNSOLVED):
            left = message.text.removeprefix(UNSOLVED).strip()
            places = [place for place in places if place[:2] != (message.line, message.column)]
            places.append((message.line, message.column, left))
    return tuple(LeanGoal(line=line, column=column, text=text) for line, column, text in places)


def _has_sorry(reply: CheckReply, constant: WireConstant) -> bool:
    warned = any(
        message.severity == "warning" and message.text.startswith("declaration uses")
        for message in reply.messages
    )
    return reply.sorry or warned or "sorryAx" in constant.bad
