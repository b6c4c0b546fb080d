"""One Lean that serves: started once, asked many times, never trusted to be alive.

Requests and replies are files in a private mailbox folder, each bound by a nonce; how a Lean is
started is its toolchain's business, what its process may see that of ``embedded_process.py``. A
worker knows one request at a time; queueing and restarts are the pool's (``pool.py``).
"""

import asyncio
import json
import secrets
import shutil
import time
from abc import ABC, abstractmethod
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import ClassVar

from pydantic import ValidationError

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_process import LeanCommand, LeanProcess, private_folder
from faithsieve.lean.wire import ReadyReply
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest, digest_of

REPLY_LIMIT_BYTES = 16 << 20
POLL_S = 0.004
GRACE_S = 2.0
"""Processor seconds past its limit that a check may take to stop by itself before it is killed."""
LOOK_S = 0.1
"""How often the processor time of a check is read."""
PATIENCE = 10
"""How many times its limit a check may take by the clock, on a machine that has no time for it."""
STALLED_SHARE = 0.06
"""A process that computes gets more of a core than this; one that waits for ever takes half as
much."""
STARVED_SHARE = 0.5
"""A process that would compute on a crowded machine stands in line more than this share of the
time; one whose clock alone wakes up, less."""
TRIAL: dict[str, object] = {
    "op": "check",
    "text": "theorem trial : (2 : Nat) + 2 = 4 := by decide",
    "theorem": "trial",
    "heartbeats": 4000,
}
"""What a Lean must check before it counts as started."""


class Toolchain(ABC):
    """A Lean with what FaithSieve adds to it."""

    backend: str
    advice: ClassVar[str] = ""
    """What to do when it does not start."""
    max_rss_bytes: ClassVar[int] = 6 << 30
    """Resident memory of the process tree after which a worker is recycled."""

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """Everything that decides its answers, in one name."""

    @abstractmethod
    def prepared(
        self, mailbox: Path
    ) -> AbstractAsyncContextManager[tuple[LeanCommand, dict[str, object]]]:
        """Put what Lean reads into the mailbox; give its command and its configuration.

        The block ends when the Lean has started, or with what kept it from starting.
        """

    def key(self, request: dict[str, object]) -> Digest:
        """The content address of one request to this toolchain."""
        return digest_of({"toolchain": self.fingerprint, "request": request})


class WorkerLimits(Record):
    """When a worker is given up, or replaced although it still answers."""

    start_timeout_s: float = 600.0
    """How long importing and loading the notations may take."""
    stalled_s: float = 8.0
    """How long it may owe an answer and compute nothing."""
    max_uses: int = 2000
    """Requests after which it is recycled."""
    max_age_s: float = 6 * 3600.0
    """Seconds after which it is recycled."""


class WorkerCrashError(LeanUnavailableError):
    """The process ended, or broke the protocol, while it owed an answer."""


class WorkerExhaustedError(WorkerCrashError):
    """The process ran out of stack or memory at this request, and would again."""


class WorkerKilledError(WorkerCrashError):
    """A signal from outside ended the process, which says nothing about the request."""


class WorkerTimeoutError(LeanUnavailableError):
    """The time ran out and the process did not stop by itself, so it was killed."""


class MailboxWorker:
    """A running Lean with its mailbox."""

    def __init__(self, toolchain: Toolchain, limits: WorkerLimits | None = None) -> None:
        self.toolchain = toolchain
        self.limits = limits or WorkerLimits()
        self.uses = 0
        self.tainted = False
        self._process: LeanProcess | None = None
        self._mailbox: Path | None = None
        self._started_at = 0.0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.is_alive else None

    @property
    def is_alive(self) -> bool:
        return self.pid is not None

    @property
    def rss_bytes(self) -> int:
        return self._process.rss_bytes if self._process else 0

    @property
    def is_worn(self) -> bool:
        """Whether it ran code outside the allowed syntax, or is too old, too large or used up."""
        return (
            self.tainted
            or self.uses >= self.limits.max_uses
            or time.monotonic() - self._started_at > self.limits.max_age_s
            or self.rss_bytes > self.toolchain.max_rss_bytes
        )

    async def start(self) -> None:
        """Start Lean, import, load the notations and wait until it has checked one theorem.

        Raises:
            LeanUnavailableError: it did not, or the library has errors.
        """
        self._mailbox = private_folder()
        try:
            async with self.toolchain.prepared(self._mailbox) as (command, config):
                await self._serve(command, config)
        except LeanUnavailableError as error:
            await self.stop()
            why = f"the {self.toolchain.backend} Lean did not start: {error}"
            raise LeanUnavailableError(f"{why}{self.toolchain.advice}") from error
        self._started_at = time.monotonic()

    async def _serve(self, command: LeanCommand, config: dict[str, object]) -> None:
        assert self._mailbox is not None
        nonce = secrets.token_hex(16)
        whole = json.dumps(config | {"nonce": nonce})
        (self._mailbox / "config.json").write_text(whole, encoding="utf-8")
        self._process = LeanProcess(command)
        ready = await self._await_reply("ready", nonce, self.limits.start_timeout_s)
        if why := library_fault(ready):
            raise LeanUnavailableError(f"the library cannot be used: {why}")
        said = await self.ask(TRIAL, timeout_s=self.limits.start_timeout_s)
        if said.get("errors") != 0:
            raise LeanUnavailableError(f"it checks {TRIAL['text']!r} with errors")

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        """Put one request and wait for its reply.

        The limit is processor time, so that a busy machine cuts off nothing that a quiet one would
        finish. At ``timeout_s`` the driver is told to stop, which costs no worker; a process that
        does not is killed.

        Raises:
            WorkerTimeoutError: it was killed.
            WorkerCrashError: it died (``WorkerExhaustedError``: of its own recursion or memory;
                ``WorkerKilledError``: by a signal), or its reply was not bound to this request.
        """
        if not self.is_alive or self._mailbox is None:
            raise WorkerKilledError("the worker is not running")
        number, nonce = self.uses, secrets.token_hex(16)
        self.uses += 1
        soft_ms = max(1, int(PATIENCE * timeout_s * 1000))
        body = json.dumps({**request, "nonce": nonce, "soft_ms": soft_ms})
        draft = self._mailbox / "draft"
        draft.write_text(body, encoding="utf-8")
        draft.rename(self._mailbox / f"{number}.json")
        reply = await self._await_reply(str(number), nonce, timeout_s)
        self.tainted = self.tainted or bool(reply.get("tainted"))
        return reply

    async def stop(self) -> None:
        """Kill every process of the worker and remove its mailbox; safe to call twice."""
        process, self._process = self._process, None
        if process is not None:
            await process.stop()
        if self._mailbox is not None:
            shutil.rmtree(self._mailbox, ignore_errors=True)
            self._mailbox = None

    async def _await_reply(self, name: str, nonce: str, timeout_s: float) -> dict[str, object]:
        assert self._mailbox is not None
        assert self._process is not None
        path, process = self._mailbox / f"{name}.reply", self._process
        stop = self._mailbox / f"{name}.stop"
        stall = _StallDetector(process, self.limits.stalled_s)
        clock = _Deadline(process, timeout_s)
        while not path.exists():
            if not process.is_alive:
                raise _crash(process)
            if stall.is_stalled():
                await self.stop()
                raise WorkerCrashError("Lean had stalled: it owed an answer and computed nothing")
            if clock.is_over:
                stop.touch()
            if clock.is_long_over:
                await self.stop()
                raise WorkerTimeoutError(f"no answer after {clock.spent}; the process was killed")
            await asyncio.sleep(POLL_S)
        if clock.is_over:
            stop.unlink(missing_ok=True)
        return _read_reply(path, nonce)


def _read_reply(path: Path, nonce: str) -> dict[str, object]:
    size = path.stat().st_size
    if size > REPLY_LIMIT_BYTES:
        raise WorkerCrashError(f"the reply has {size} bytes, more than {REPLY_LIMIT_BYTES}")
    try:
        reply = json.loads(path.read_bytes())
    except ValueError as error:
        raise WorkerCrashError(f"the reply is not JSON: {error}") from error
    path.unlink()
    if not isinstance(reply, dict) or reply.get("nonce") != nonce:
        raise WorkerCrashError("the reply is not bound to this request: its nonce is wrong")
    return reply


def _crash(process: LeanProcess) -> WorkerCrashError:
    why = f"Lean ended without an answer: {process.why_it_ended()}"
    if process.was_killed:
        return WorkerKilledError(why)
    return WorkerExhaustedError(why) if process.ran_out else WorkerCrashError(why)


def library_fault(ready: dict[str, object]) -> str:
    """What keeps a library from being taken as verified; empty when every sign is there."""
    try:
        said = ReadyReply.model_validate(ready)
    except ValidationError as error:
        return f"what Lean says about it is garbled at {error.errors()[0]['loc']}"
    bad = [m for m in said.messages if m.severity == "error" or "sorry" in m.text]
    if said.internal is not None:
        return f"Lean failed inside it: {said.internal[:300]}"
    if bad:
        return f"{len(bad)} errors; the first is at line {bad[0].line}: {bad[0].text[:300]}"
    if said.errors or said.message_count != len(said.messages):
        return f"{said.errors} errors, and not all messages about it were sent"
    if not said.ended:
        return "it was not read to the end of its text"
    return "it declares axioms; it must prove what it states" if said.axioms else ""


class _Deadline:
    """The limit of one request in processor seconds, and a far one by the clock."""

    def __init__(self, process: LeanProcess, timeout_s: float) -> None:
        self._process = process
        self._timeout_s = timeout_s
        self._began = self._looked_at = time.monotonic()
        self._computed_before_s = process.computed_s()
        self._computed_s = 0.0

    def _look(self) -> None:
        now = time.monotonic()
        if now - self._looked_at >= LOOK_S:
            self._looked_at = now
            self._computed_s = self._process.computed_s() - self._computed_before_s

    @property
    def is_over(self) -> bool:
        self._look()
        return self._computed_s >= self._timeout_s

    @property
    def is_long_over(self) -> bool:
        by_clock = time.monotonic() - self._began
        late = self._computed_s >= self._timeout_s + GRACE_S
        return late or by_clock >= PATIENCE * self._timeout_s + GRACE_S

    @property
    def spent(self) -> str:
        by_clock = time.monotonic() - self._began
        return f"{self._computed_s:.1f} processor seconds and {by_clock:.1f} s"


class _StallDetector:
    """Tells a process that stands still from one that computes long.

    Standing still says nothing about the request, so it counts as a crash and the pool asks
    another worker once; a computation that was cut off is a timeout and is not repeated.
    """

    def __init__(self, process: LeanProcess, window_s: float) -> None:
        self._process = process
        self._window_s = window_s
        self._begin()

    def _begin(self) -> None:
        self._since = time.monotonic()
        self._computed_s, self._wanted_s = self._process.computed_s(), self._process.wanted_s()

    def is_stalled(self) -> bool:
        """Whether next to nothing was computed in the window that has just ended, nor could be."""
        if time.monotonic() - self._since < self._window_s:
            return False
        computed_s, wanted_s = self._computed_s, self._wanted_s
        self._begin()
        return (
            self._computed_s - computed_s < STALLED_SHARE * self._window_s
            and self._wanted_s - wanted_s < STARVED_SHARE * self._window_s
        )
