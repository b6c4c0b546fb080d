"""The community REPL's protocol over the embedded Lean: JSON in, JSON out, a blank line between.

An environment is remembered as the text that made it, since the embedded Lean keeps none between
requests. Command mode only: file, tactic and pickle requests get an error text.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable

from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.serve.texts import Served, serve_text
from faithsieve.records.lean import LeanGoal, LeanMessage

REQUEST_LIMIT_CHARS = 4 << 20
ENVIRONMENTS_KEPT = 1000

JsonObject = dict[str, object]


class ReplServer:
    """Answers one request after the other."""

    def __init__(
        self,
        lean: LeanChecker,
        *,
        timeout_s: float = 60.0,
        environments_kept: int = ENVIRONMENTS_KEPT,
    ) -> None:
        self.lean = lean
        self.timeout_s = timeout_s
        self.environments_kept = environments_kept
        self._texts: dict[int, str] = {}
        self._next = 0

    async def run(
        self, requests: AsyncIterator[str], reply: Callable[[str], Awaitable[None]]
    ) -> None:
        """Answer until the requests end."""
        async for request in requests:
            answer = await self.answer(request)
            await reply(json.dumps(answer, indent=1, ensure_ascii=False) + "\n\n")

    async def answer(self, request: str) -> JsonObject:
        """Answer one request; whatever is wrong with it is an error text."""
        if len(request) > REQUEST_LIMIT_CHARS:
            return {"message": f"the request has {len(request)} characters"}
        try:
            asked = json.loads(request)
        except (ValueError, RecursionError) as error:
            return {"message": f"Could not parse JSON:\n{error}"}
        if not isinstance(asked, dict) or not isinstance(asked.get("cmd"), str):
            return {"message": 'only command mode is offered: send {"cmd": …, "env": …}'}
        return await self._command(asked["cmd"], asked.get("env"))

    async def _command(self, command: str, environment: object) -> JsonObject:
        if environment is None:
            before = ""
        elif isinstance(environment, int) and environment in self._texts:
            before = self._texts[environment] = self._texts.pop(environment)
        else:
            return {"message": "Unknown environment."}
        if before and command.lstrip().startswith("import "):
            return {"message": "import is only possible without env"}
        whole = before + command
        served = await serve_text(whole, lean=self.lean, timeout_s=self.timeout_s)
        if served.failure:
            prefix = "timed out: " if served.timed_out else ""
            return {"message": f"{prefix}{served.failure}"}
        return self._reply(served, before, whole)

    def _reply(self, served: Served, before: str, whole: str) -> JsonObject:
        shift = before.count("\n")
        number = self._remember(whole if whole.endswith("\n") else f"{whole}\n")
        # A message of the environment was sent when the environment was made; one without a place
        # may be about the command.
        messages = [_message(m, shift) for m in served.messages if m.line > shift or m.line == 0]
        sorries = [_sorry(g, shift) for g in served.sorries if g.line > shift]
        reply: JsonObject = {"env": number}
        if messages:
            reply["messages"] = messages
        if sorries:
            reply["sorries"] = sorries
        return reply

    def _remember(self, text: str) -> int:
        # The longest unused goes: a client's header is old, and every command stands on it.
        while len(self._texts) >= self.environments_kept:
            self._texts.pop(next(iter(self._texts)))
        number, self._next = self._next, self._next + 1
        self._texts[number] = text
        return number


def _message(message: LeanMessage, shift: int) -> JsonObject:
    return {
        "severity": message.severity,
        "pos": {"line": max(message.line - shift, 0), "column": message.column},
        "data": message.text,
    }


def _sorry(goal: LeanGoal, shift: int) -> JsonObject:
    return {
        "goal": goal.text,
        "pos": {"line": goal.line - shift, "column": goal.column},
        "proofState": 0,
    }


async def split_requests(lines: AsyncIterator[str]) -> AsyncIterator[str]:
    """Join lines up to a blank one, as the REPL reads its input."""
    gathered: list[str] = []
    async for line in lines:
        if line.strip():
            gathered.append(line)
        elif gathered:
            yield "".join(gathered)
            gathered = []
    if gathered:
        yield "".join(gathered)
