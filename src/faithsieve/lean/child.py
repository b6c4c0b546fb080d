"""A child process that is ended with everything it started, whatever happens.

It runs in its own session, so that killing its group reaches the grandchildren too, and its
standard error is kept as a short tail instead of a pipe nobody drains.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from faithsieve.errors import LeanUnavailableError

TAIL_BYTES = 4096
KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "ELAN_HOME", "LEAN_PATH", "LAKE_HOME")
"""What a native Lean needs; keys and tokens of the user are not among it."""


class Child:
    """One running child with pipes for input and output."""

    def __init__(self, process: asyncio.subprocess.Process, errors: IO[bytes]) -> None:
        self.process = process
        self._errors = errors

    @classmethod
    async def start(
        cls,
        command: tuple[str, ...],
        *,
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> "Child":
        """Start a program.

        Raises:
            LeanUnavailableError: the program cannot be started.
        """
        errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `end`, which outlives this call
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=cwd,
                env=dict(environment) if environment is not None else child_environment(),
                start_new_session=True,
                limit=1 << 26,
            )
        except OSError as error:
            errors.close()
            raise LeanUnavailableError(f"cannot start {command[0]!r}: {error.strerror}") from error
        return cls(process, errors)

    @property
    def is_alive(self) -> bool:
        return self.process.returncode is None

    def tail(self) -> str:
        """The end of its standard error."""
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(self._errors.tell() - TAIL_BYTES, 0))
        return self._errors.read().decode("utf-8", "replace").strip()

    async def end(self) -> None:
        """Kill the process group and wait for it."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
        # The transport holds the pipes; closing it here keeps them from outliving the loop.
        transport = getattr(self.process, "_transport", None)
        if transport is not None:
            transport.close()
        self._errors.close()


def child_environment() -> dict[str, str]:
    """The part of our environment a Lean child may see."""
    return {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
