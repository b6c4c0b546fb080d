"""The community REPL: a local Lake project, usually with Mathlib, behind JSON on pipes.

The header is sent once and its environment reused; every check runs in command mode on top of it,
because tactic mode has accepted wrong proofs. The REPL has no time limit of its own, so a check
that takes too long ends the process, and the next one starts another.
"""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from typing import IO

from pydantic import ValidationError

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_process import child_environment
from faithsieve.lean.external_backend import (
    BackendReply,
    ExternalLean,
    ExternalReply,
    ExternalToolchain,
    timed_out,
    told_failure,
)

HEADER_TIMEOUT_S = 900.0
TAIL_BYTES = 4096


class ReplMessage(ExternalReply):
    """A message of the community REPL, of ``lean --json`` and of Kimina, which passes it on."""

    severity: str
    data: str = ""


class ReplReply(ExternalReply):
    """A reply in command mode: messages, or one error text."""

    env: int | None = None
    messages: tuple[ReplMessage, ...] = ()
    message: str | None = None


class ReplLean(ExternalLean):
    """One REPL process, restarted when it must be, and ended with everything it started.

    It runs in its own session, so that killing its group reaches the grandchildren too, and its
    standard error is kept in a file instead of a pipe nobody drains.
    """

    def __init__(self, toolchain: ExternalToolchain) -> None:
        super().__init__(toolchain)
        self.starts = 0
        self._process: asyncio.subprocess.Process | None = None
        self._errors: IO[bytes] | None = None
        self._environment: int | None = None
        self._turn = asyncio.Lock()

    async def aclose(self) -> None:
        """Kill the process group and wait for it."""
        process, self._process, self._environment = self._process, None, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
            if process.stdin is not None:
                process.stdin.close()
            # The transport holds the pipes; closing it here keeps them from outliving the loop.
            transport = getattr(process, "_transport", None)
            if transport is not None:
                transport.close()
        if self._errors is not None:
            self._errors.close()

    async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
        """Run the snippet on top of the header, one at a time."""
        async with self._turn:
            try:
                process = await self._ready()
                command = {"cmd": snippet, "env": self._environment}
                async with asyncio.timeout(timeout_s):
                    return read_repl_reply(await self._exchange(process, command))
            except BaseException as error:
                # The reply to an abandoned request must never answer the next one.
                await self.aclose()
                if isinstance(error, TimeoutError):
                    raise timed_out(timeout_s) from error
                raise

    async def _ready(self) -> asyncio.subprocess.Process:
        is_alive = self._process is not None and self._process.returncode is None
        if self._process is not None and is_alive and self._environment is not None:
            return self._process
        await self.aclose()
        process = self._process = await self._started()
        self.starts += 1
        try:
            async with asyncio.timeout(HEADER_TIMEOUT_S):
                reply = await self._exchange(process, {"cmd": self.header.text})
        except TimeoutError as error:
            why = f"the header did not load within {HEADER_TIMEOUT_S:g} s"
            raise LeanUnavailableError(why) from error
        errors = [message.data for message in reply.messages if message.severity == "error"]
        if reply.message or errors or reply.env is None:
            why = reply.message or (errors[0] if errors else "no environment came back")
            raise LeanUnavailableError(f"the header did not load: {why[:500]}")
        self._environment = reply.env
        return process

    async def _started(self) -> asyncio.subprocess.Process:
        command = self.toolchain.reached
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `aclose`
        try:
            return await asyncio.create_subprocess_exec(
                *command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                cwd=self.toolchain.project,
                env=child_environment(),
                start_new_session=True,
                limit=1 << 26,
            )
        except OSError as error:
            raise LeanUnavailableError(f"cannot start {command[0]!r}: {error.strerror}") from error

    async def _exchange(
        self, process: asyncio.subprocess.Process, request: Mapping[str, object]
    ) -> ReplReply:
        """Send one command and read up to the blank line after its reply.

        Raises:
            LeanUnavailableError: the process ended or broke the protocol.
        """
        pipe_in, pipe_out = process.stdin, process.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        try:
            pipe_in.write(json.dumps(request).encode("utf-8") + b"\n\n")
            await pipe_in.drain()
            lines: list[bytes] = []
            # Pretty-printed JSON never has an empty line, so one ends the reply.
            while (line := await pipe_out.readline()).strip() or not lines:
                if not line:
                    raise LeanUnavailableError(f"the REPL ended: {self._last_words()}")
                if line.strip():
                    lines.append(line)
            return ReplReply.model_validate_json(b"".join(lines))
        except (ConnectionError, ValidationError, ValueError) as error:
            why = f"the REPL broke its protocol: {str(error)[:300]}"
            raise LeanUnavailableError(why) from error

    def _last_words(self) -> str:
        assert self._errors is not None
        self._errors.seek(max(self._errors.seek(0, os.SEEK_END) - TAIL_BYTES, 0))
        return self._errors.read().decode("utf-8", "replace").strip()[-500:] or "no message"


def read_repl_reply(reply: ReplReply) -> BackendReply:
    """Read the messages.

    Raises:
        LeanUnavailableError: there is an error text in their place.
    """
    if reply.message is not None:
        raise told_failure(reply.message)
    return BackendReply.of((message.severity, message.data) for message in reply.messages)
