"""The community REPL: a local Lake project, usually with Mathlib, behind JSON on pipes.

The header is sent once and its environment reused; every check runs in command mode on top of it,
because tactic mode has accepted wrong proofs. The REPL has no time limit of its own, so a check
that takes too long ends the process, and the next one starts another.
"""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.child import Child
from faithsieve.lean.external_backend import (
    BackendReply,
    BackendRequest,
    ExternalLean,
    Header,
    error_reply,
    failed_reply,
    timed_out_reply,
)
from faithsieve.lean.external_replies import ReplReply

HEADER_TIMEOUT_S = 900.0


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
        header_timeout_s: float = HEADER_TIMEOUT_S,
    ) -> None:
        super().__init__(header=header, toolchain=toolchain)
        self.command = command
        self.project = project
        self.header_timeout_s = header_timeout_s
        self.starts = 0
        self._child: Child | None = None
        self._environment: int | None = None
        self._turn = asyncio.Lock()

    async def aclose(self) -> None:
        child, self._child, self._environment = self._child, None, None
        if child is not None:
            await child.end()

    async def answer(self, request: BackendRequest, timeout_s: float) -> BackendReply:
        """Run the snippet on top of the header, one at a time."""
        async with self._turn:
            return await self._run(request, timeout_s)

    async def _run(self, request: BackendRequest, timeout_s: float) -> BackendReply:
        try:
            child = await self._ready()
            command = {"cmd": request.snippet, "env": self._environment}
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
            async with asyncio.timeout(self.header_timeout_s):
                reply = await _exchange(child, {"cmd": self.header.text})
        except TimeoutError as error:
            waited = self.header_timeout_s
            raise LeanUnavailableError(f"the header did not load within {waited:g} s") from error
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
        messages=tuple(m.to_message(lines_before=lines_before) for m in reply.messages),
        goals=tuple(s.to_goal(lines_before=lines_before) for s in reply.sorries),
        has_sorry=bool(reply.sorries),
    )
