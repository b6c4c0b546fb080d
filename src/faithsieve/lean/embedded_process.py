"""One operating-system process that runs the embedded Lean, and nothing it may not.

It is Node with the patched WebAssembly Lean. Node's permission flags show it the Lean folder and
one private folder only, its environment holds three paths, it cannot start processes, and it runs
in its own session so that all of it can be killed. Standard output is noise; its end explains a
crash.

A thread of Lean has two stacks: that of the operating system's thread, whose end is a clean error
of the engine, and one in the module's memory, behind whose end other data lie. Both are made much
larger than the build has them, and the second large enough that the first ends long before it.
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
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import psutil

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_setup import EmbeddedInstall, locate_node

THREADS = 1
"""For Lean's tasks, while it loads; Lean takes two more of those that the build has ready
(``embedded_patch.py``)."""

LEAN_STACK_KIB = 64 << 10
"""Of each thread, in the module's memory; where the other ended, an eighth was in use at most."""
SYSTEM_STACK_MIB = 64
"""Of each operating-system thread; only pages that are used take memory."""
PRELOAD = (
    'const threads = require("worker_threads");'
    "threads.Worker = class extends threads.Worker {"
    " constructor(file, options) {"
    f" super(file, {{...options, resourceLimits: {{stackSizeMb: {SYSTEM_STACK_MIB}}}}}) }} }};"
)
"""Runs in Node before Lean's script, which makes its threads with Node's default of 4 MiB."""

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

_PR_SET_PDEATHSIG = 1
# Looked up before any fork: a child between fork and exec must not load libraries.
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def private_folder() -> Path:
    """Make a folder for one process, and remove those whose owners were killed before they could.

    Its name carries this process's id, by which abandoned folders are recognised.
    """
    sweep_abandoned_folders()
    return Path(tempfile.mkdtemp(prefix=f"{FOLDER_PREFIX}{os.getpid()}-"))


def sweep_abandoned_folders() -> None:
    """Remove the private folders of processes that are gone."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*-*"):
        owner = folder.name.removeprefix(FOLDER_PREFIX).partition("-")[0]
        if owner.isdecimal() and not psutil.pid_exists(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "ELAN_HOME", "LEAN_PATH", "LAKE_HOME")
"""What a native Lean needs; keys and tokens of the user are not among it."""


def child_environment() -> dict[str, str]:
    """The part of our environment that a Lean which is not ours may see."""
    return {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}


class LeanCommand(NamedTuple):
    """How a Lean is started."""

    words: tuple[str, ...]
    folder: Path | None
    environment: Mapping[str, str]


def embedded_command(
    install: EmbeddedInstall,
    folder: Path,
    arguments: Sequence[str] = (),
    *,
    image: Path | None = None,
    node: Path | None = None,
) -> LeanCommand:
    """The command of an embedded Lean that sees its own folder and the one given, as ``/mailbox``.

    With an ``image`` it goes on where the Lean stood that wrote it, and reads no arguments.
    """
    root = install.root
    preload = folder / "preload.js"
    preload.write_text(PRELOAD, encoding="utf-8")
    words = [str(node or locate_node()), "--permission", "--allow-worker"]
    words += [f"--allow-fs-read={root}", f"--allow-fs-read={folder}"]
    words += [f"--allow-fs-write={folder}", f"--require={preload}", "lean_patched.js"]
    words += [f"--threads={THREADS}", f"--tstack={LEAN_STACK_KIB}", *arguments]
    visible = {"LEAN_WASM_ROOT": str(root), "LEAN_WASM_MAILBOX": str(folder)}
    if image is not None:
        visible["LEAN_WASM_IMAGE"] = str(image)
        # A new one is still in the folder of the Lean that made it.
        words.insert(2, f"--allow-fs-read={image}")
    return LeanCommand(tuple(words), root / "package", visible)


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
            self._process = self._started(command)
        except OSError as error:
            raise LeanUnavailableError(
                f"cannot start {command.words[0]!r}: {error.strerror}"
            ) from error
        self._drain = Thread(target=self._keep_tail, daemon=True)
        self._drain.start()

    @staticmethod
    def _started(command: LeanCommand) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command.words,
            cwd=command.folder,
            env=dict(command.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_prepare_child,
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.poll()

    @property
    def rss_bytes(self) -> int:
        """Resident memory of the process tree."""
        total = 0
        for process in self._tree():
            with contextlib.suppress(psutil.NoSuchProcess):
                total += process.memory_info().rss
        return total

    def computed_s(self) -> float:
        """Processor seconds of the process tree so far: under ``lake env`` Lean is a child."""
        total = 0.0
        for process in self._tree():
            with contextlib.suppress(psutil.NoSuchProcess):
                spent = process.cpu_times()
                total += spent.user + spent.system
        return total

    def wanted_s(self) -> float:
        """Processor seconds that its threads had or stood in line for, where the system tells."""
        total = 0
        try:
            for process in self._tree():
                for thread in Path(f"/proc/{process.pid}/task").iterdir():
                    had, waited, _ = (thread / "schedstat").read_text(encoding="ascii").split()
                    total += int(had) + int(waited)
        except (OSError, ValueError):
            return self.computed_s()
        return total / 1e9

    def _tree(self) -> list[psutil.Process]:
        """Return the processes that were there at the last look.

        A look reads an entry of every process of the machine, and measures are taken thrice a
        request: on a busy machine this took longer than a check.
        """
        if time.monotonic() - self._looked_at > LOOK_S:
            self._looked_at = time.monotonic()
            self._seen = self._family()
        with contextlib.suppress(psutil.NoSuchProcess):
            return [psutil.Process(self.pid), *self._seen]
        return self._seen

    def why_it_ended(self) -> str:
        """The exit code and the lines that say why."""
        lines = self._lines()
        errors = self._errors() or lines[-3:]
        why = f"exit code {self._process.poll()}; {' | '.join(errors)[-600:]}"
        if any(map(MEMORY.search, errors)):
            why += f". Not enough memory: {NEEDED}"
        return why

    @property
    def ran_out(self) -> bool:
        """Whether it ended of stack, memory or a panic of Lean, as the same work would again."""
        return any(FATAL.search(line) or MEMORY.search(line) for line in self._errors())

    @property
    def was_killed(self) -> bool:
        """Whether a signal from outside ended it; that says nothing about what it was doing."""
        return self._process.poll() in (-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT)

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
        family = self._family()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        for member in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                member.kill()
        self._process.wait()
        psutil.wait_procs(family, timeout=10)

    def _family(self) -> list[psutil.Process]:
        try:
            return list(psutil.Process(self.pid).children(recursive=True))
        except psutil.NoSuchProcess:
            return []


def _tells_something(line: str) -> bool:
    """Not Lean's debug lines, nor the start script, which Node shows as one line of 700 kB."""
    noise = line.startswith(("[DEBUG", "  - ", "  mainModule", "    at "))
    return bool(line.strip()) and not noise and len(line) < LONGEST_NOTE


def _prepare_child() -> None:
    """Runs in the child before Node: it dies together with its parent, however that ends."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
