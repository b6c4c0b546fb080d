"""One operating-system process that runs a Lean, and nothing it may not.

It runs in its own session so that all of it can be killed, dies with this process, and sees a short
list of environment variables. The embedded Lean is Node: its permission flags show it the Lean
folder and one private folder only, and it cannot start processes. Standard output is noise; its end
explains a crash.
"""

import asyncio
import contextlib
import ctypes
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import psutil

from faithsieve.errors import LeanUnavailableError

NEEDED = "a Lean process takes 1.2 GB, and 8 GB of address space (see `ulimit -v`)"
LOOK_S = 1.0
"""How long a list of a Lean's processes is used before it is made again."""
NOISE_TAIL_BYTES = 64 << 10
LONGEST_NOTE = 500
ERROR_LINE = re.compile(
    r"^(Range|Runtime|Reference|Type)?Error:|PANIC|VIOLATION|: error|FATAL ERROR|bad_alloc"
    r"|[Ss]tack overflow|excessive memory consumption"
)
FATAL = re.compile(
    r"call stack size|memory access out of bounds|INTERNAL PANIC|stack overflow", re.IGNORECASE
)
MEMORY = re.compile(
    r"bad_alloc|out of memory|heap limit|OOM|could not allocate|excessive memory", re.IGNORECASE
)
FOLDER_PREFIX = "faithsieve-lean-"
KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "ELAN_HOME", "LEAN_PATH", "LAKE_HOME")
"""What a native Lean needs; keys and tokens of the user are not among it."""

_PR_SET_PDEATHSIG = 1
# Looked up before any fork: a child between fork and exec must not load libraries.
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def private_folder() -> Path:
    """Make a folder for one process, and remove those whose owners were killed before they could.

    Its name carries this process's id, by which abandoned folders are recognised.
    """
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*-*"):
        owner = folder.name.removeprefix(FOLDER_PREFIX).partition("-")[0]
        if owner.isdecimal() and not psutil.pid_exists(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{FOLDER_PREFIX}{os.getpid()}-"))


def child_environment() -> dict[str, str]:
    """The part of our environment that a Lean which is not ours may see."""
    return {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}


class LeanCommand(NamedTuple):
    """How a Lean is started."""

    words: tuple[str, ...]
    folder: Path | None
    environment: Mapping[str, str]


class LeanProcess:
    """A running Lean.

    Raises:
        LeanUnavailableError: the program cannot be started.
    """

    def __init__(self, command: LeanCommand) -> None:
        self._noise = b""
        self._seen: list[psutil.Process] = []
        self._looked_at = -math.inf
        try:
            self._process = subprocess.Popen(
                command.words,
                cwd=command.folder,
                env=dict(command.environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_prepare_child,
            )
        except OSError as error:
            raise LeanUnavailableError(
                f"cannot start {command.words[0]!r}: {error.strerror}"
            ) from error
        self.pid = self._process.pid
        self._drain = Thread(target=self._keep_tail, daemon=True)
        self._drain.start()

    @property
    def is_alive(self) -> bool:
        return self.exit_code is None

    @property
    def exit_code(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.poll()

    @property
    def rss_bytes(self) -> int:
        """Resident memory of the process tree."""
        return int(self._total(lambda process: process.memory_info().rss))

    def computed_s(self) -> float:
        """Processor seconds of the process tree so far: under ``lake env`` Lean is a child."""
        return self._total(lambda process: sum(process.cpu_times()[:2]))

    def wanted_s(self) -> float:
        """Processor seconds that its threads had or stood in line for, where the system tells."""
        try:
            return self._total(_scheduled_s)
        except (OSError, ValueError):
            return self.computed_s()

    def _total(self, measure: Callable[[psutil.Process], float]) -> float:
        """Add up a measure of the processes that were there at the last look.

        A look reads an entry of every process of the machine, and measures are taken thrice a
        request: on a busy machine this took longer than a check.
        """
        if time.monotonic() - self._looked_at > LOOK_S:
            self._looked_at = time.monotonic()
            self._seen = self._tree()
        total = 0.0
        for process in self._seen:
            with contextlib.suppress(psutil.NoSuchProcess):
                total += measure(process)
        return total

    def _tree(self) -> list[psutil.Process]:
        try:
            top = psutil.Process(self.pid)
            return [top, *top.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def why_it_ended(self, exit_code: int | None = None) -> str:
        """The exit code, of the process or of a thread in it, and the lines that say why."""
        errors = self._errors() or self._lines()[-3:]
        code = self.exit_code if exit_code is None else exit_code
        why = f"exit code {code}; {' | '.join(errors)[-600:]}"
        if any(map(MEMORY.search, errors)):
            why += f". Not enough memory: {NEEDED}"
        return why

    def said(self) -> str:
        """What it wrote, without the build's own noise."""
        lines = (line for line in self._lines() if not _NODE_NOISE.search(line))
        return "\n".join(lines)

    @property
    def ran_out(self) -> bool:
        """Whether it ended of stack, memory or a panic of Lean, as the same work would again."""
        return any(FATAL.search(line) or MEMORY.search(line) for line in self._errors())

    @property
    def was_killed(self) -> bool:
        """Whether a signal from outside ended it; that says nothing about what it was doing."""
        return self.exit_code in (-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT)

    def _errors(self) -> list[str]:
        return [line for line in self._lines() if ERROR_LINE.search(line)]

    def _lines(self) -> list[str]:
        # What it wrote last may still be on its way through the pipe.
        self._drain.join(1.0 if not self.is_alive else 0.0)
        noise = self._noise.decode("utf-8", "replace")
        return [line for line in noise.splitlines() if _tells_something(line)]

    async def stop(self) -> None:
        """Kill every process of the session and wait until nothing of it is left."""
        await asyncio.to_thread(self._kill_session)
        await asyncio.to_thread(self._drain.join, 5.0)

    def _keep_tail(self) -> None:
        """Read the noise so that Lean never blocks on it."""
        assert self._process.stdout is not None
        with self._process.stdout as pipe:
            while block := os.read(pipe.fileno(), 1 << 16):
                self._noise = (self._noise + block)[-NOISE_TAIL_BYTES:]

    def _kill_session(self) -> None:
        family = self._tree()[1:]
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        for member in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                member.kill()
        self._process.wait()
        psutil.wait_procs(family, timeout=10)


_NODE_NOISE = re.compile(r"SecurityWarning|trace-warnings|LLVM Profile")


def _scheduled_s(process: psutil.Process) -> float:
    total = 0
    for thread in Path(f"/proc/{process.pid}/task").iterdir():
        had, waited, _ = (thread / "schedstat").read_text(encoding="ascii").split()
        total += int(had) + int(waited)
    return total / 1e9


def _tells_something(line: str) -> bool:
    """Not Lean's debug lines, nor the start script, which Node shows as one line of 700 kB."""
    noise = line.startswith(("[DEBUG", "  - ", "  mainModule", "    at "))
    return bool(line.strip()) and not noise and len(line) < LONGEST_NOTE


def _prepare_child() -> None:
    """Runs in the child before Node: it dies together with its parent, however that ends."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
