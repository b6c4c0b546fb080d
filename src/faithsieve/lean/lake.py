"""``lake env lean --json``: one fresh Lean per snippet, slow and with nothing to go stale.

The reference the other backends are compared with. Each line of output is one message; anything
else, a missing program or a crash is an infrastructure failure. Its exit code is no evidence.
"""

import asyncio
import tempfile
from pathlib import Path

from pydantic import ValidationError

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.child import Child
from faithsieve.lean.external_backend import (
    BackendReply,
    BackendRequest,
    ExternalLean,
    Header,
    failed_reply,
    timed_out_reply,
)
from faithsieve.lean.external_replies import ReplMessage
from faithsieve.records.lean import LeanMessage

COMMAND = ("lake", "env", "lean", "--json")
OUTPUT_LIMIT_BYTES = 64 << 20


class LakeLean(ExternalLean):
    """A Lake project asked one file at a time."""

    backend = "lake"

    def __init__(
        self,
        *,
        header: Header,
        toolchain: str,
        project: Path | None = None,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        super().__init__(header=header, toolchain=toolchain)
        self.project = project
        self.command = command

    async def answer(self, request: BackendRequest, timeout_s: float) -> BackendReply:
        """Write the text to a file and let Lean compile it."""
        with tempfile.TemporaryDirectory(prefix="faithsieve-lake-") as folder:
            file = Path(folder) / "Snippet.lean"
            file.write_text(request.whole_text, encoding="utf-8")
            return await self._compile(file, timeout_s)

    async def _compile(self, file: Path, timeout_s: float) -> BackendReply:
        try:
            child = await Child.start((*self.command, str(file)), cwd=self.project)
        except LeanUnavailableError as error:
            return failed_reply(str(error))
        try:
            async with asyncio.timeout(timeout_s):
                output, _ = await child.process.communicate()
        except TimeoutError:
            return timed_out_reply(timeout_s)
        else:
            tail = child.tail()
            return read_json_lines(output, tail=tail, lines_before=self.header.height)
        finally:
            await child.end()


def read_json_lines(output: bytes, *, tail: str, lines_before: int) -> BackendReply:
    """Read Lean's JSON messages; noise on standard output is ignored, a truncated end is not."""
    if len(output) > OUTPUT_LIMIT_BYTES:
        return failed_reply(f"Lean wrote {len(output)} bytes")
    messages: list[LeanMessage] = []
    for line in output.decode("utf-8", "replace").splitlines():
        if not line.startswith("{"):
            continue
        try:
            message = ReplMessage.model_validate_json(line)
        except ValidationError as error:
            return failed_reply(f"Lean wrote a line that is no message: {str(error)[:200]}")
        messages.append(message.to_message(lines_before=lines_before))
    if not messages and tail:
        return failed_reply(tail[-500:])
    return BackendReply(messages=tuple(messages))
