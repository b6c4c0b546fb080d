"""Lean as a :class:`~faithsieve.lean.protocol.LeanChecker`: what it said about a text, as a report.

Every way of not getting an answer becomes a status here. A report does not say whether a proof may
be believed: that is ``soundness.py``.
"""

import re
import time
from collections.abc import Iterable
from typing import Protocol

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_worker import Toolchain, WorkerTimeoutError
from faithsieve.lean.name_hints import with_hint
from faithsieve.lean.screening import refusal_of, with_line_feeds
from faithsieve.lean.wire import CheckReply, WireConstant, parse_reply
from faithsieve.records.lean import LeanGoal, LeanMessage, LeanReport, LeanSource, LeanStatus

HEARTBEATS = 400_000
"""Lean's own deterministic limit per declaration, in its unit of a thousand allocations."""
MESSAGE_CHARS = 8000
END_OF_TEXT = "Lean.Parser.Command.eoi"
UNSOLVED = "unsolved goals\n"
SORRY_WARNINGS = ("declaration uses 'sorry'", "declaration uses `sorry`")
"""The old and the new spelling."""
_STOPPED = re.compile(r"\(deterministic\) timeout|maximum number of heartbeats", re.IGNORECASE)


class LeanDriver(Protocol):
    """Something that answers driver requests: a pool, a single worker, a Lean that takes text."""

    @property
    def toolchain(self) -> Toolchain: ...

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]: ...


class EmbeddedLean:
    """Checks texts with any Lean that runs our driver."""

    def __init__(self, pool: LeanDriver) -> None:
        self.pool = pool

    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        request: dict[str, object] = {
            "op": "check",
            "text": with_line_feeds(source.text),
            "theorem": source.theorem or "",
            "heartbeats": HEARTBEATS,
        }
        started = time.monotonic()
        reply = CheckReply(nonce="")
        try:
            if refusal := refusal_of(source.text):
                raise LeanUnavailableError(refusal)
            reply = parse_reply(CheckReply, await self.pool.ask(request, timeout_s=timeout_s))
            status, detail = check_status(reply, named=source.theorem or "")
        except WorkerTimeoutError as error:
            status, detail = LeanStatus.TIMEOUT, str(error)
        except LeanUnavailableError as error:
            status, detail = LeanStatus.INFRASTRUCTURE, str(error)
        toolchain = self.pool.toolchain
        constant = reply.constant or WireConstant()
        axioms = (*constant.axioms, *constant.bad)
        return LeanReport(
            status=status,
            messages=tuple(map(cut_message, reply.messages)),
            goals=_goals(reply),
            theorem_type=constant.type,
            axioms=axioms,
            has_sorry=reply.sorry
            or "sorryAx" in axioms
            or any(map(warns_of_sorry, reply.messages)),
            elapsed_s=time.monotonic() - started,
            backend=toolchain.backend,
            toolchain=toolchain.fingerprint,
            digest=toolchain.key(request),
            detail=detail,
        )


def check_status(reply: CheckReply, *, named: str) -> tuple[LeanStatus, str]:
    """The status of an answered check: ``ok`` needs the end of the text and the named theorem."""
    if reply.cancelled:
        # First, because a command that was stopped ends with an exception of its own.
        return LeanStatus.TIMEOUT, "stopped at the time limit"
    if reply.failure or reply.internal:
        return LeanStatus.INFRASTRUCTURE, reply.failure or reply.internal or ""
    errors = [message.text for message in reply.messages if message.severity == "error"]
    if any(map(is_stopped, errors)):
        return LeanStatus.TIMEOUT, "stopped at the heartbeat limit"
    if reply.message_count > len(reply.messages) and reply.errors > len(errors):
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
        # A constant that is not new is Lean's or our library's, whatever the text says.
        return LeanStatus.ERROR, f"there is no declaration {named!r} in the text"
    if constant.kind != "theorem":
        return LeanStatus.ERROR, f"{named!r} is not a theorem"
    return LeanStatus.OK, ""


def is_stopped(error: str) -> bool:
    """Whether an error says that a limit of Lean's own ended an elaboration."""
    return _STOPPED.search(error) is not None


def warns_of_sorry(message: LeanMessage) -> bool:
    """Whether Lean says that a declaration is unfinished, in either spelling."""
    return message.text.startswith(SORRY_WARNINGS)


def cut_message(message: LeanMessage) -> LeanMessage:
    """Cut a message to a readable length; beside an unknown name it says which are near."""
    text = with_hint(message.text)
    left = len(text) - MESSAGE_CHARS
    return message.changed(
        text=f"{text[:MESSAGE_CHARS]}… ({left} more characters)" if left > 0 else text
    )


def _goals(reply: CheckReply) -> tuple[LeanGoal, ...]:
    """Goals from the proof state, and from Lean's own list where a block left some unsolved."""
    unsolved = tuple(_unsolved_goals(reply.messages))
    listed = {(goal.line, goal.column) for goal in unsolved}
    return (*(g for g in reply.goals if (g.line, g.column) not in listed), *unsolved)


def _unsolved_goals(messages: Iterable[LeanMessage]) -> Iterable[LeanGoal]:
    for m in messages:
        if m.severity == "error" and m.text.startswith(UNSOLVED):
            text = m.text.removeprefix(UNSOLVED).strip()
            yield LeanGoal(line=m.line, column=m.column, text=text)
