"""One process in which the embedded Lean compiles: its Leans are threads and share machine code.

Node translates Lean's WebAssembly to fast machine code while it runs, which is a third of a
compilation's time. Threads of one process do that once (``driver/compile.js``), and a fifth of the
whole library's processor time is saved. The process is started by the first thing to compile.
"""

import asyncio
import contextlib
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_process import LeanCommand, LeanProcess
from faithsieve.lean.library_modules import AT_ONCE, line_in_file

COMPILE_CPU_S = 900.0
"""Processor seconds: on a busy machine the same work takes many times as long by the clock."""
COMPILE_LONGEST_S = 3600.0
"""By the clock, for a compiler that stands still."""
POLL_S = 0.05


class LeanCompiler:
    """Runs Leans that each write one file into the folder they share."""

    def __init__(self, folder: Path, start: Callable[[], LeanProcess]) -> None:
        self.folder = folder
        self._start = start
        self._process: LeanProcess | None = None
        self._numbers = count(1)
        self._room = asyncio.Semaphore(AT_ONCE)

    async def run(self, arguments: Sequence[str], made: Path) -> Path:
        """Run a Lean with these arguments, with a limit of time; return the file it made.

        Raises:
            LeanUnavailableError: it did not make it.
        """
        async with self._room:
            process = self._process = self._process or self._start()
            number = next(self._numbers)
            draft = self.folder / f"{number}.asked"
            draft.write_text(json.dumps(list(arguments)), encoding="utf-8")
            draft.rename(self.folder / f"{number}.job")
            code = await self._exit_code(process, self.folder / f"{number}.exit")
        # A compiler that was stopped or failed may leave half a file behind.
        if code != 0 or not made.exists():
            why = f"not within {COMPILE_CPU_S:g} processor seconds"
            if code is not None:
                why = errors_of(made.with_suffix(".lean"), process.said())
                why = why or process.why_it_ended(code)
            raise LeanUnavailableError(f"{made.stem} of the embedded Lean did not compile: {why}")
        return made

    async def _exit_code(self, process: LeanProcess, told: Path) -> int | None:
        """Wait for a Lean's end; None at the limit of time."""
        deadline = time.monotonic() + COMPILE_LONGEST_S
        most = process.computed_s() + COMPILE_CPU_S
        while process.computed_s() < most and time.monotonic() < deadline:
            with contextlib.suppress(FileNotFoundError):
                return int(told.read_text())
            if not process.is_alive:
                return process.exit_code
            await asyncio.sleep(POLL_S)
        return None

    async def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            await self._process.stop()


@asynccontextmanager
async def lean_compiler(folder: Path, command: LeanCommand) -> AsyncIterator[LeanCompiler]:
    """Give a compiler of a folder, whose process ends with the block."""
    compiler = LeanCompiler(folder, lambda: LeanProcess(command))
    try:
        yield compiler
    finally:
        await compiler.stop()


def errors_of(part: Path, said: str) -> str:
    """The errors that Lean reports of a part, with the places in the files it was joined from."""
    error = re.compile(rf"\S*\b{re.escape(part.name)}:(\d+):(\d+): error")
    first = error.search(said)
    text = part.read_text(encoding="utf-8") if first and part.exists() else ""

    def place(found: re.Match[str]) -> str:
        file, line = line_in_file(text, int(found[1]))
        return f"{file or part.name}:{line}:{found[2]}: error"

    return error.sub(place, said[first.start() :])[:6000] if first else ""
