"""One Lean that serves: started once, asked many times, never trusted to be alive.

Requests and replies are files in a private mailbox folder, each bound by a nonce; what the process
may see is ``embedded_process.py``'s business. A worker knows one request at a time; queueing and
restarts are the pool's (``pool.py``).
"""

import asyncio
import json
import secrets
import shutil
import time
from abc import ABC, abstractmethod
from pathlib import Path

from pydantic import ValidationError

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_process import (
    LeanCommand,
    LeanProcess,
    embedded_command,
    private_folder,
)
from faithsieve.lean.embedded_setup import SETUP_COMMAND
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain
from faithsieve.lean.wire import ReadyReply
from faithsieve.records.base import Record

REPLY_LIMIT_BYTES = 16 << 20
POLL_S = 0.004
GRACE_S = 2.0
"""How long past its soft deadline a check may take to stop by itself before it is killed."""
STALLED_SHARE = 0.06
"""A process that computes gets more of a core than this; one that waits for ever takes half as
much."""
STARVED_SHARE = 0.5
"""A process that would compute on a crowded machine stands in line more than this share of the
time; one whose clock alone wakes up, less."""


TRIAL: dict[str, object] = {
    "op": "check",
    "text": "theorem trial : (2 : Nat) + 2 = 4 := by decide",
    "dialect": "core",
    "theorem": "trial",
    "heartbeats": 4000,
}
"""What a Lean that starts from a new image must check."""


class WorkerLimits(Record):
    """When a worker is replaced although it still answers."""

    start_timeout_s: float = 600.0
    """How long importing and loading the prelude may take."""
    stalled_s: float = 8.0
    """How long it may owe an answer and compute nothing."""
    max_rss_bytes: int = 6 << 30
    """Resident memory of the process tree after which it is recycled."""
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
    """The wall clock ran out and the process was killed."""


class MailboxWorker(ABC):
    """A running Lean with its mailbox."""

    title = "Lean"
    advice = ""

    def __init__(self, limits: WorkerLimits | None = None) -> None:
        self.limits = limits or WorkerLimits()
        self.uses = 0
        self.tainted = False
        self.ready: dict[str, object] = {}
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

    def recycle_reason(self) -> str | None:
        """The reason to replace this worker before its next request, if there is one."""
        if self.tainted:
            return "it ran code outside the allowed syntax"
        if self.uses >= self.limits.max_uses:
            return f"it answered {self.uses} requests"
        if time.monotonic() - self._started_at > self.limits.max_age_s:
            return "it is old"
        if self.rss_bytes > self.limits.max_rss_bytes:
            return f"it uses {self.rss_bytes >> 20} MiB"
        return None

    async def start(self) -> None:
        """Start Lean, import, load the prelude and wait until it is ready.

        Raises:
            LeanUnavailableError: it did not become ready, or the prelude has errors.
        """
        self._mailbox = private_folder()
        try:
            self.ready = await self._serve(self._mailbox)
            self._refuse_broken_prelude()
        except LeanUnavailableError as error:
            await self.stop()
            why = f"{self.title} did not start: {error}{self.advice}"
            raise LeanUnavailableError(why) from error
        self._started_at = time.monotonic()

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        """Put one request and wait for its reply.

        The driver is told to stop by itself at ``timeout_s``; a process that does not is killed.

        Raises:
            WorkerTimeoutError: it was killed by the wall clock.
            WorkerCrashError: it died (``WorkerExhaustedError``: of its own recursion or memory;
                ``WorkerKilledError``: by a signal), or its reply was not bound to this request.
        """
        if not self.is_alive or self._mailbox is None:
            raise WorkerKilledError("the worker is not running")
        number, nonce = self.uses, secrets.token_hex(16)
        self.uses += 1
        soft_ms = max(1, int(timeout_s * 1000))
        body = json.dumps({**request, "nonce": nonce, "soft_ms": soft_ms})
        draft = self._mailbox / "draft"
        draft.write_text(body, encoding="utf-8")
        draft.rename(self._mailbox / f"{number}.json")
        reply = await self._await_reply(str(number), nonce, timeout_s + GRACE_S)
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

    async def _serve(self, mailbox: Path) -> dict[str, object]:
        """Start the driver on the mailbox and wait for its first word."""
        nonce = secrets.token_hex(16)
        command, config = await self._prepared(mailbox)
        whole = json.dumps(config | {"nonce": nonce})
        (mailbox / "config.json").write_text(whole, encoding="utf-8")
        self._process = LeanProcess(command)
        return await self._await_reply("ready", nonce, self.limits.start_timeout_s)

    @abstractmethod
    async def _prepared(self, mailbox: Path) -> tuple[LeanCommand, dict[str, object]]:
        """Put what Lean reads into the mailbox; return its command and its configuration."""

    async def _await_reply(self, name: str, nonce: str, timeout_s: float) -> dict[str, object]:
        assert self._mailbox is not None
        assert self._process is not None
        path, process = self._mailbox / f"{name}.reply", self._process
        stall = _StallDetector(process, self.limits.stalled_s)
        deadline = time.monotonic() + timeout_s
        while not path.exists():
            if not process.is_alive:
                raise _crash(process)
            if stall.is_stalled():
                await self.stop()
                raise WorkerCrashError("Lean had stalled: it owed an answer and computed nothing")
            if time.monotonic() > deadline:
                await self.stop()
                raise WorkerTimeoutError(
                    f"no answer after {timeout_s:.1f} s; the process was killed"
                )
            await asyncio.sleep(POLL_S)
        return self._read_reply(path, nonce)

    def _read_reply(self, path: Path, nonce: str) -> dict[str, object]:
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

    def _refuse_broken_prelude(self) -> None:
        try:
            why = prelude_fault(ReadyReply.model_validate(self.ready))
        except ValidationError as error:
            why = f"what Lean says about it is garbled at {error.errors()[0]['loc']}"
        if why:
            raise LeanUnavailableError(f"the prelude cannot be used: {why}")


class EmbeddedWorker(MailboxWorker):
    title = "the embedded Lean"
    advice = f". If it stays so, run: {SETUP_COMMAND}"

    def __init__(
        self,
        toolchain: EmbeddedToolchain,
        limits: WorkerLimits | None = None,
        *,
        image: Path | None = None,
        node: Path | None = None,
    ) -> None:
        super().__init__(limits)
        self.toolchain = toolchain
        self._image = image
        self._node = node

    async def _prepared(self, mailbox: Path) -> tuple[LeanCommand, dict[str, object]]:
        image = self._image or await self.toolchain.image(
            mailbox, try_image=self._try_image, node=self._node
        )
        command = embedded_command(self.toolchain.install, mailbox, image=image, node=self._node)
        return command, {}

    async def _try_image(self, image: Path) -> None:
        """Start a Lean from a new image and let it check one theorem.

        Raises:
            LeanUnavailableError: it did not do so.
        """
        trial = EmbeddedWorker(self.toolchain, self.limits, image=image, node=self._node)
        try:
            await trial.start()
            said = await trial.ask(TRIAL, timeout_s=self.limits.start_timeout_s)
            if said.get("errors") != 0:
                raise LeanUnavailableError(f"it checks {TRIAL['text']!r} with errors")
        except LeanUnavailableError as error:
            why = f"a new image does not work, so it is not kept: {error.__cause__ or error}"
            raise LeanUnavailableError(why) from error
        finally:
            await trial.stop()


def _crash(process: LeanProcess) -> WorkerCrashError:
    why = f"Lean ended without an answer: {process.why_it_ended()}"
    if process.was_killed:
        return WorkerKilledError(why)
    return WorkerExhaustedError(why) if process.ran_out else WorkerCrashError(why)


def prelude_fault(said: ReadyReply) -> str:
    """What keeps a prelude from being taken as verified; empty when every sign is there."""
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
