"""One embedded Lean process: started once, asked many times, never trusted to be alive.

The process is Node running the patched WebAssembly Lean with FaithSieve's driver. Requests and
replies are files in a private mailbox folder, each bound by a nonce; standard output is noise.
Node's permission flags show it the Lean folder and the mailbox only, its environment holds two
paths, it cannot start processes, and it runs in its own session so that all of it can be killed.
A worker knows one request at a time; queueing and restarts are the pool's business (``pool.py``).
"""

import asyncio
import contextlib
import ctypes
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import Thread

import psutil

from faithsieve.errors import LeanUnavailable
from faithsieve.lean.embedded_setup import EmbeddedInstall, locate_node
from faithsieve.lean.wire import WireMessage
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest, digest_of

REPLY_LIMIT_BYTES = 16 << 20
POLL_S = 0.004
GRACE_S = 2.0
"""How long past its soft deadline a check may take to stop by itself before it is killed."""
THREADS = 1
"""For Lean's tasks. One more is for the clock and Lean takes two; the others that the build has
ready are for tasks that wait for each other (``embedded_patch.py``)."""
STALLED_SHARE = 0.06
"""A process that computes gets more of a core than this even on a crowded machine; one that waits
for ever still takes half as much."""

NOISE_TAIL_BYTES = 64 << 10
LONGEST_NOTE = 500
ERROR_LINE = re.compile(r"^(Range|Runtime|Reference|Type)?Error:|PANIC|VIOLATION")
MAILBOX_PREFIX = "faithsieve-lean-"

_PR_SET_PDEATHSIG = 1
# Looked up before any fork: a child between fork and exec must not load libraries.
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


class WorkerLimits(Record):
    """When a worker is replaced although it still answers."""

    start_timeout_s: float = 600.0
    """How long importing and building the prelude may take."""
    stalled_s: float = 8.0
    """How long it may owe an answer and compute nothing."""
    max_rss_bytes: int = 6 << 30
    """Resident memory of the process tree after which it is recycled."""
    max_uses: int = 2000
    """Requests after which it is recycled."""
    max_age_s: float = 6 * 3600.0
    """Seconds after which it is recycled."""


class WorkerCrash(LeanUnavailable):
    """The process ended, or broke the protocol, while it owed an answer."""


class WorkerTimeout(LeanUnavailable):
    """The wall clock ran out and the process was killed."""


@cache
def driver_text() -> str:
    """Join the driver's numbered parts into the one file the build can run."""
    parts = [part for part in files("faithsieve.lean").joinpath("driver").iterdir()]
    ordered = sorted((part for part in parts if part.name.endswith(".lean")), key=lambda p: p.name)
    return "\n".join(part.read_text(encoding="utf-8") for part in ordered)


class AllowedSyntax(Record):
    """The syntax kinds a candidate may use."""

    pieces: tuple[str, ...] = ()
    """In a statement or a proof body."""
    files: tuple[str, ...] = ()
    """In a whole file, in addition."""


@cache
def allowed_syntax() -> AllowedSyntax:
    """Read the driver's list."""
    listing = files("faithsieve.lean").joinpath("driver", "allowed_syntax.txt")
    sections: dict[str, list[str]] = {"pieces": [], "files": []}
    current: list[str] = []
    for line in listing.read_text("utf-8").splitlines():
        if line.startswith("["):
            current = sections[line.strip("[]")]
        elif line and not line.startswith("--"):
            current.append(line)
    return AllowedSyntax(pieces=tuple(sections["pieces"]), files=tuple(sections["files"]))


@cache
def prelude_texts() -> tuple[str, ...]:
    """The texts of FaithSieve's own prelude, in the order of their names."""
    parts = files("faithsieve.lean").joinpath("prelude").iterdir()
    ordered = sorted((part for part in parts if part.name.endswith(".lean")), key=lambda p: p.name)
    return tuple(part.read_text(encoding="utf-8") for part in ordered)


@dataclass(frozen=True)
class EmbeddedToolchain:
    """Everything that decides what the embedded Lean answers."""

    install: EmbeddedInstall
    prelude: tuple[str, ...]
    """The texts of the prelude's files, in order."""
    driver: str = field(default_factory=driver_text)
    allowed: AllowedSyntax = field(default_factory=allowed_syntax)

    @property
    def fingerprint(self) -> str:
        """The package, the prelude and the driver in one name."""
        package = digest_of([self.install.integrity, self.install.patch])[:12]
        prelude = digest_of(list(self.prelude))[:12]
        allowed = self.allowed.model_dump(mode="json")
        driver = digest_of([self.driver, allowed])[:12]
        return f"lean-4.28.0-wasm+package.{package}.prelude.{prelude}.driver.{driver}"

    def is_prelude_verified(self) -> bool:
        """Whether this very prelude was elaborated in full before, with this driver and package.

        Then a worker takes its theorems without their proofs, as it does those of the library.
        """
        return self._prelude_stamp.exists()

    def note_verified_prelude(self) -> None:
        """Write down that the prelude was elaborated without errors, holes or axioms."""
        with contextlib.suppress(OSError):  # a read-only install only costs time at each start
            self._prelude_stamp.touch()

    @property
    def _prelude_stamp(self) -> Path:
        return self.install.root.parent / f"prelude-{digest_of(self.fingerprint)[:24]}.verified"

    def key(self, request: dict[str, object]) -> Digest:
        """The content address of one request to this toolchain."""
        return digest_of({"toolchain": self.fingerprint, "request": request})


class EmbeddedWorker:
    """A running embedded Lean with its mailbox."""

    def __init__(
        self,
        toolchain: EmbeddedToolchain,
        limits: WorkerLimits | None = None,
        *,
        node: Path | None = None,
    ) -> None:
        self.toolchain = toolchain
        self._node = node
        self.limits = limits or WorkerLimits()
        self.uses = 0
        self.tainted = False
        self.ready: dict[str, object] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._mailbox: Path | None = None
        self._drain: Thread | None = None
        self._started_at = 0.0
        self._noise = b""

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._process.pid if self.is_alive and self._process else None

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def rss_bytes(self) -> int:
        """Resident memory of the process tree."""
        if self._process is None:
            return 0
        try:
            top = psutil.Process(self._process.pid)
            family = [top, *top.children(recursive=True)]
            return sum(process.memory_info().rss for process in family)
        except psutil.NoSuchProcess:
            return 0

    def worn_out(self) -> str | None:
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
        """Start Lean, import, build the prelude and wait until it is ready.

        Raises:
            LeanUnavailable: it did not become ready, or the prelude has errors.
        """
        _sweep_abandoned_mailboxes()
        self._mailbox = Path(tempfile.mkdtemp(prefix=f"{MAILBOX_PREFIX}{os.getpid()}-"))
        nonce = secrets.token_hex(16)
        driver = self._mailbox / "driver.lean"
        driver.write_text(self.toolchain.driver, encoding="utf-8")
        config = {
            "nonce": nonce,
            "prelude": list(self.toolchain.prelude),
            "prelude_mode": "quick" if self.toolchain.is_prelude_verified() else "full",
            "allowed": dict.fromkeys(self.toolchain.allowed.pieces, True),
            "allowed_in_files": dict.fromkeys(self.toolchain.allowed.files, True),
        }
        (self._mailbox / "config.json").write_text(json.dumps(config), encoding="utf-8")
        self._spawn(driver)
        try:
            self.ready = await self._await_reply("ready", nonce, self.limits.start_timeout_s)
        except LeanUnavailable as error:
            await self.stop()
            raise LeanUnavailable(f"the embedded Lean did not start: {error}") from error
        driver.unlink(missing_ok=True)
        self._started_at = time.monotonic()
        try:
            self._refuse_broken_prelude()
        except LeanUnavailable:
            await self.stop()
            raise
        self.toolchain.note_verified_prelude()

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        """Put one request and wait for its reply.

        The driver is told to stop by itself at ``timeout_s``; a process that does not is killed.

        Raises:
            WorkerTimeout: it was killed by the wall clock.
            WorkerCrash: it died, or its reply was not bound to this request.
        """
        if not self.is_alive or self._mailbox is None:
            raise WorkerCrash("the worker is not running")
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
            await asyncio.to_thread(_kill_session, process)
        if self._drain is not None:
            await asyncio.to_thread(self._drain.join, 5.0)
            self._drain = None
        if self._mailbox is not None:
            shutil.rmtree(self._mailbox, ignore_errors=True)
            self._mailbox = None

    def _spawn(self, driver: Path) -> None:
        root, mailbox = self.toolchain.install.root, self._mailbox
        command = [str(self._node or locate_node()), "--permission", "--allow-worker"]
        command += [f"--allow-fs-read={root}", f"--allow-fs-read={mailbox}"]
        command += [f"--allow-fs-write={mailbox}", "lean_patched.js"]
        command += [f"--threads={THREADS}", "--run", str(driver)]
        self._process = subprocess.Popen(
            [*command, str(mailbox)],
            cwd=root / "package",
            env={"LEAN_WASM_ROOT": str(root), "LEAN_WASM_MAILBOX": str(mailbox)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_prepare_child,
        )
        self._drain = Thread(target=self._keep_tail, args=(self._process,), daemon=True)
        self._drain.start()

    def _keep_tail(self, process: subprocess.Popen[bytes]) -> None:
        """Read the noise so that Lean never blocks on it; its end explains a crash."""
        assert process.stdout is not None
        with process.stdout as pipe:
            while block := os.read(pipe.fileno(), 1 << 16):
                self._noise = (self._noise + block)[-NOISE_TAIL_BYTES:]

    async def _await_reply(self, name: str, nonce: str, timeout_s: float) -> dict[str, object]:
        assert self._mailbox is not None
        path = self._mailbox / f"{name}.reply"
        pulse = _Pulse(self._computed_s, self.limits.stalled_s)
        deadline = time.monotonic() + timeout_s
        while not path.exists():
            if not self.is_alive:
                raise WorkerCrash(f"Lean ended without an answer: {self._why_it_ended()}")
            if pulse.has_stopped():
                await self.stop()
                raise WorkerCrash("Lean had stalled: it owed an answer and computed nothing")
            if time.monotonic() > deadline:
                await self.stop()
                raise WorkerTimeout(f"no answer after {timeout_s:.1f} s; the process was killed")
            await asyncio.sleep(POLL_S)
        return self._read_reply(path, nonce)

    def _computed_s(self) -> float:
        """Processor seconds of the process so far."""
        try:
            times = psutil.Process(self._process.pid if self._process else -1).cpu_times()
        except (psutil.NoSuchProcess, ValueError):
            return 0.0
        return float(times.user + times.system)

    def _read_reply(self, path: Path, nonce: str) -> dict[str, object]:
        size = path.stat().st_size
        if size > REPLY_LIMIT_BYTES:
            raise WorkerCrash(f"the reply has {size} bytes, more than {REPLY_LIMIT_BYTES}")
        try:
            reply = json.loads(path.read_bytes())
        except ValueError as error:
            raise WorkerCrash(f"the reply is not JSON: {error}") from error
        path.unlink()
        if not isinstance(reply, dict) or reply.get("nonce") != nonce:
            raise WorkerCrash("the reply is not bound to this request: its nonce is wrong")
        return reply

    def _why_it_ended(self) -> str:
        code = self._process.poll() if self._process else None
        noise = self._noise.decode("utf-8", "replace")
        lines = [line for line in noise.splitlines() if _tells_something(line)]
        errors = [line for line in lines if ERROR_LINE.search(line)]
        return f"exit code {code}; {' | '.join(errors or lines[-3:])[-600:]}"

    def _refuse_broken_prelude(self) -> None:
        found = self.ready.get("messages")
        messages = [WireMessage.model_validate(m) for m in found] if isinstance(found, list) else []
        bad = [m for m in messages if m.severity == "error" or "sorry" in m.text]
        if bad:
            raise LeanUnavailable(
                f"the prelude has {len(bad)} errors; the first is at line {bad[0].line}: "
                f"{bad[0].text[:300]}"
            )
        if self.ready.get("axioms") != 0:
            raise LeanUnavailable("the prelude declares axioms; it must prove what it states")


class _Pulse:
    """Tells a process that stands still from one that computes long.

    Standing still says nothing about the request, so it counts as a crash and the pool asks
    another worker once; a computation that was cut off is a timeout and is not repeated.
    """

    def __init__(self, computed_s: Callable[[], float], window_s: float) -> None:
        self._computed_s = computed_s
        self._window_s = window_s
        self._begin()

    def _begin(self) -> None:
        self._since, self._before_s = time.monotonic(), self._computed_s()

    def has_stopped(self) -> bool:
        """Whether next to nothing was computed in the window that has just ended."""
        if time.monotonic() - self._since < self._window_s:
            return False
        before_s = self._before_s
        self._begin()
        return self._before_s - before_s < STALLED_SHARE * self._window_s


def _sweep_abandoned_mailboxes() -> None:
    """Remove the folders of processes that were killed before they could."""
    for folder in Path(tempfile.gettempdir()).glob(f"{MAILBOX_PREFIX}*-*"):
        owner = folder.name.removeprefix(MAILBOX_PREFIX).partition("-")[0]
        if owner.isdecimal() and not psutil.pid_exists(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


def _tells_something(line: str) -> bool:
    """Not Lean's debug lines, nor the start script, which Node shows as one line of 700 kB."""
    noise = line.startswith(("[DEBUG", "  - ", "  mainModule", "    at "))
    return bool(line.strip()) and not noise and len(line) < LONGEST_NOTE


def _prepare_child() -> None:
    """Runs in the child before Node: it dies together with its parent, however that ends."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _kill_session(process: subprocess.Popen[bytes]) -> None:
    """Kill the worker's session and wait until nothing of it is left."""
    family = _family(process.pid)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    for member in family:
        with contextlib.suppress(psutil.NoSuchProcess):
            member.kill()
    process.wait()
    psutil.wait_procs(family, timeout=10)


def _family(pid: int) -> list[psutil.Process]:
    try:
        return list(psutil.Process(pid).children(recursive=True))
    except psutil.NoSuchProcess:
        return []
