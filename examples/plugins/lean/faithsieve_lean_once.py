"""A Lean backend of your own: one process of ``lean --json --stdin`` for each text."""

import asyncio
import json

from faithsieve.lean.external_backend import ExternalLean
from faithsieve.lean.repl import ReplReply, read_repl_reply


class LeanOnce(ExternalLean):
    """Says how a text is answered; what counts as proved is not decided here."""

    async def answer(self, snippet, timeout_s):
        """Give header and snippet to the program of ``--command`` and read a message a line."""
        words, pipe = (*self.toolchain.reached, "--json", "--stdin"), asyncio.subprocess.PIPE
        lean = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe)
        try:
            async with asyncio.timeout(timeout_s):
                said, _ = await lean.communicate((self.header.text + snippet).encode())
        finally:
            if lean.returncode is None:
                lean.kill()
        messages = [json.loads(line) for line in said.splitlines()]
        return read_repl_reply(ReplReply.model_validate({"messages": messages}))
