"""Kimina's HTTP interface over a Lean of ours, for tests of the client."""

import time

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from faithsieve.lean.mcp_server import Served, serve_text
from faithsieve.lean.protocol import LeanChecker
from support.signing_lean import SigningLean

JsonObject = dict[str, object]


def kimina_app(lean: LeanChecker) -> Starlette:
    """An application that answers ``/api/check``."""

    async def check(request: Request) -> JSONResponse:
        asked = await request.json()
        results = [
            await _check_one(SigningLean(lean), snippet["id"], snippet["code"], asked["timeout"])
            for snippet in asked["snippets"]
        ]
        return JSONResponse({"results": results})

    return Starlette(routes=[Route("/api/check", check, methods=["POST"])])


async def _check_one(lean: LeanChecker, key: str, code: str, timeout_s: float) -> JsonObject:
    started = time.monotonic()
    served = await serve_text(code, lean=lean, timeout_s=timeout_s)
    result: JsonObject = {"id": key, "time": round(time.monotonic() - started, 3)}
    if served.failure:
        slow = f"Lean REPL command timed out in {timeout_s:g} seconds"
        return {**result, "error": slow if served.timed_out else served.failure}
    return {**result, "response": _response(served)}


def _response(served: Served) -> JsonObject:
    messages = [
        {"severity": m.severity, "pos": {"line": m.line, "column": m.column}, "data": m.text}
        for m in served.messages
    ]
    sorries = [
        {"goal": g.text, "pos": {"line": g.line, "column": g.column}, "proofState": 0}
        for g in served.sorries
    ]
    return {"env": 0, "messages": messages, "sorries": sorries}
