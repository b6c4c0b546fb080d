"""``lake env lean --json``: one fresh Lean per snippet, slow and with nothing to go stale.

The reference the other backends are compared with. Each line of output is one message; anything
else, a missing program or a crash is an infrastructure failure. Its exit code is no evidence.
"""

import asyncio
import tempfile
import time
from pathlib import Path

from pydantic import ValidationError

from faithsieve.errors import LeanUnavailable
from faithsieve.lean.backend_replies import ReplMessage
from faithsieve.lean.child import Child
from faithsieve.lean.foreign import Answer, Header, Question, check_key, settle
from faithsieve.lean.sentinel import fresh_sentinel
from faithsieve.records.digest import Digest
from faithsieve.records.lean import LeanMessage, LeanReport, LeanSource, LeanStatus

BACKEND = "lake"
COMMAND = ("lake", "env", "lean", "--json")
OUTPUT_LIMIT_BYTES = 64 << 20


class LakeLean:
    """A Lake project asked one file at a time."""

    def __init__(
        self,
        *,
        header: Header,
        toolchain: str,
        project: Path | None = None,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        self.header = header
        self.toolchain = toolchain
        self.project = project
        self.command = command

    def key(self, source: LeanSource) -> Digest:
        """The content address of a check."""
        return check_key(source, header=self.header, toolchain=self.toolchain)

    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        """Write the snippet to a file and let Lean compile it."""
        question = Question(
            source=source,
            sentinel=fresh_sentinel(source.theorem),
            header=self.header,
            backend=BACKEND,
            toolchain=self.toolchain,
            asked_at=time.monotonic(),
        )
        if source.dialect != self.header.dialect:
            detail = f"this project serves the {self.header.dialect} dialect"
            return settle(question, Answer(status=LeanStatus.INFRASTRUCTURE, detail=detail))
        with tempfile.TemporaryDirectory(prefix="faithsieve-lake-") as folder:
            file = Path(folder) / "Snippet.lean"
            file.write_text(question.whole_text, encoding="utf-8")
            return settle(question, await self._compile(file, timeout_s))

    async def _compile(self, file: Path, timeout_s: float) -> Answer:
        try:
            child = await Child.start((*self.command, str(file)), cwd=self.project)
        except LeanUnavailable as error:
            return Answer(status=LeanStatus.INFRASTRUCTURE, detail=str(error))
        try:
            async with asyncio.timeout(timeout_s):
                output, _ = await child.process.communicate()
        except TimeoutError:
            return Answer(status=LeanStatus.TIMEOUT, detail=f"no answer within {timeout_s:g} s")
        else:
            tail = child.tail()
            return read_json_lines(output, tail=tail, lines_before=self.header.height)
        finally:
            await child.end()


def read_json_lines(output: bytes, *, tail: str, lines_before: int) -> Answer:
    """Read Lean's JSON messages; noise on standard output is ignored, a truncated end is not."""
    if len(output) > OUTPUT_LIMIT_BYTES:
        detail = f"Lean wrote {len(output)} bytes"
        return Answer(status=LeanStatus.INFRASTRUCTURE, detail=detail)
    messages: list[LeanMessage] = []
    for line in output.decode("utf-8", "replace").splitlines():
        if not line.startswith("{"):
            continue
        try:
            message = ReplMessage.model_validate_json(line)
        except ValidationError as error:
            detail = f"Lean wrote a line that is no message: {str(error)[:200]}"
            return Answer(status=LeanStatus.INFRASTRUCTURE, detail=detail)
        messages.append(message.to_message(lines_before=lines_before))
    if not messages and tail:
        return Answer(status=LeanStatus.INFRASTRUCTURE, detail=tail[-500:])
    return Answer(messages=tuple(messages))
