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
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_process import child_environment
from faithsieve.lean.external_backend import (
    BackendReply,
    ExternalLean,
    ExternalReply,
    Header,
    error_reply,
    failed_reply,
    place_in_snippet,
    severity_of,
    timed_out_reply,
)
from faithsieve.records.lean import LeanGoal, LeanMessage

HEADER_TIMEOUT_S = 900.0
TAIL_BYTES = 4096


class ReplyPosition(ExternalReply):
    """A place in the text: 1-based line, 0-based column."""

    line: int = 0
    column: int = 0


class ReplMessage(ExternalReply):
    """A message of the community REPL, of ``lean --json`` and of Kimina, which passes it on."""

    severity: str
    pos: ReplyPosition | None = None
    data: str = ""


class ReplSorry(ExternalReply):
    goal: str = ""
    pos: ReplyPosition | None = None


class ReplReply(ExternalReply):
    """A reply in command mode: messages and sorries, or one error text."""

    env: int | None = None
    messages: tuple[ReplMessage, ...] = ()
    sorries: tuple[ReplSorry, ...] = ()
    message: str | None = None


class Child:
    """A child process with pipes, ended with everything it started, whatever happens.

    It runs in its own session, so that killing its group reaches the grandchildren too, and its
    standard error is kept as a short tail instead of a pipe nobody drains.
    """

    def __init__(self, process: asyncio.subprocess.Process, errors: IO[bytes]) -> None:
        self.process = process
        self._errors = errors

    @classmethod
    async def start(
        cls,
        command: tuple[str, ...],
        *,
        cwd: Path | None = None,
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
                env=child_environment(),
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


class ReplLean(ExternalLean):
    """One REPL process, restarted when it must be."""

    backend = "repl"

    def __init__(
        self,
        command: tuple[str, ...],
        *,
        header: Header,
        toolchain: str,
        project: Path | None = None,
    ) -> None:
        super().__init__(header=header, toolchain=toolchain)
        self.command = command
        self.project = project
        self.starts = 0
        self._child: Child | None = None
        self._environment: int | None = None
        self._turn = asyncio.Lock()

    async def aclose(self) -> None:
        child, self._child, self._environment = self._child, None, None
        if child is not None:
            await child.end()

    async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
        """Run the snippet on top of the header, one at a time."""
        async with self._turn:
            return await self._run(snippet, timeout_s)

    async def _run(self, snippet: str, timeout_s: float) -> BackendReply:
        try:
            child = await self._ready()
            command = {"cmd": snippet, "env": self._environment}
            async with asyncio.timeout(timeout_s):
                return read_repl_reply(await _exchange(child, command), lines_before=0)
        except TimeoutError:
            await self.aclose()
            return timed_out_reply(timeout_s)
        except LeanUnavailableError as error:
            await self.aclose()
            return failed_reply(str(error))
        except asyncio.CancelledError:
            # The reply to an abandoned request must never answer the next one.
            await self.aclose()
            raise

    async def _ready(self) -> Child:
        if self._child is not None and self._child.is_alive and self._environment is not None:
            return self._child
        await self.aclose()
        child = self._child = await Child.start(self.command, cwd=self.project)
        self.starts += 1
        try:
            async with asyncio.timeout(HEADER_TIMEOUT_S):
                reply = await _exchange(child, {"cmd": self.header.text})
        except TimeoutError as error:
            why = f"the header did not load within {HEADER_TIMEOUT_S:g} s"
            raise LeanUnavailableError(why) from error
        errors = [message.data for message in reply.messages if message.severity == "error"]
        if reply.message or errors or reply.env is None:
            why = reply.message or (errors[0] if errors else "no environment came back")
            raise LeanUnavailableError(f"the header did not load: {why[:500]}")
        self._environment = reply.env
        return child


async def _exchange(child: Child, request: Mapping[str, object]) -> ReplReply:
    """Send one command and read up to the blank line after its reply.

    Raises:
        LeanUnavailableError: the process ended or broke the protocol.
    """
    pipe_in, pipe_out = child.process.stdin, child.process.stdout
    assert pipe_in is not None
    assert pipe_out is not None
    try:
        pipe_in.write(json.dumps(request).encode("utf-8") + b"\n\n")
        await pipe_in.drain()
        lines: list[bytes] = []
        # Pretty-printed JSON never has an empty line, so one ends the reply.
        while (line := await pipe_out.readline()).strip() or not lines:
            if not line:
                raise LeanUnavailableError(f"the REPL ended: {child.tail()[-500:] or 'no message'}")
            if line.strip():
                lines.append(line)
        return ReplReply.model_validate_json(b"".join(lines))
    except (ConnectionError, ValidationError, ValueError) as error:
        raise LeanUnavailableError(f"the REPL broke its protocol: {str(error)[:300]}") from error


def read_repl_reply(reply: ReplReply, *, lines_before: int) -> BackendReply:
    """A reply as an answer; an error text in place of messages is never a verdict."""
    if reply.message is not None:
        return error_reply(reply.message)
    return BackendReply(
        messages=tuple(
            LeanMessage(
                severity=severity_of(m.severity), text=m.data, **_place(m.pos, lines_before)
            )
            for m in reply.messages
        ),
        goals=tuple(LeanGoal(text=s.goal, **_place(s.pos, lines_before)) for s in reply.sorries),
        has_sorry=bool(reply.sorries),
    )


def _place(position: ReplyPosition | None, lines_before: int) -> dict[str, int]:
    found = position or ReplyPosition()
    return place_in_snippet(found.line, found.column, lines_before)
