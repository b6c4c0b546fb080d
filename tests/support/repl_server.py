"""The community REPL's protocol over a Lean of ours, for tests of the client.

JSON in, JSON out, a blank line between. An environment is remembered as the text that made it.
"""

import json
from collections.abc import AsyncIterator

from faithsieve.lean.mcp_server import Served, serve_text
from faithsieve.lean.protocol import LeanChecker
from support.signing_lean import SigningLean

JsonObject = dict[str, object]


class ReplServer:
    """Answers one request after the other, in command mode."""

    def __init__(self, lean: LeanChecker, *, timeout_s: float = 60.0) -> None:
        self.lean = SigningLean(lean)
        self.timeout_s = timeout_s
        self._texts: list[str] = []

    async def answer(self, request: str) -> str:
        """Answer one request with pretty JSON and a blank line."""
        asked = json.loads(request)
        before = "" if asked.get("env") is None else self._texts[asked["env"]]
        whole = before + asked["cmd"]
        served = await serve_text(whole, lean=self.lean, timeout_s=self.timeout_s)
        if served.failure:
            prefix = "timed out: " if served.timed_out else ""
            reply: JsonObject = {"message": f"{prefix}{served.failure}"}
        else:
            reply = self._reply(served, before, whole)
        return json.dumps(reply, indent=1, ensure_ascii=False) + "\n\n"

    def _reply(self, served: Served, before: str, whole: str) -> JsonObject:
        shift = before.count("\n")
        self._texts.append(whole if whole.endswith("\n") else f"{whole}\n")
        messages = [
            {"severity": m.severity, "pos": _place(m.line - shift, m.column), "data": m.text}
            for m in served.messages
            if m.line > shift
        ]
        sorries = [
            {"goal": g.text, "pos": _place(g.line - shift, g.column), "proofState": 0}
            for g in served.sorries
            if g.line > shift
        ]
        # The REPL leaves out empty lists.
        lists = {"messages": messages, "sorries": sorries}
        filled = {name: items for name, items in lists.items() if items}
        return {"env": len(self._texts) - 1, **filled}


def _place(line: int, column: int) -> JsonObject:
    return {"line": line, "column": column}


async def split_requests(lines: AsyncIterator[str]) -> AsyncIterator[str]:
    """Join lines up to a blank one, as the REPL reads its input."""
    gathered: list[str] = []
    async for line in lines:
        if line.strip():
            gathered.append(line)
        elif gathered:
            yield "".join(gathered)
            gathered = []
