"""Kimina's HTTP interface over the embedded Lean: ``/api/check`` and the older ``/verify``.

Who may ask is ``keys.py``'s business. As in Kimina the header is what leading imports and blank
lines make it: a comment before an import leaves the import in the body, where Lean refuses it.
"""

import asyncio
import time
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.serve.texts import Served, serve_text

BODY_LIMIT_BYTES = 4 << 20

JsonObject = dict[str, object]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="ignore", populate_by_name=True)


AskedT = TypeVar("AskedT", bound=_Asked)


class Snippet(_Asked):
    """One text to check."""

    id: str = Field(min_length=1, max_length=200)
    code: str


class CheckRequest(_Asked):
    """The body of ``/api/check``."""

    snippets: list[Snippet] = Field(min_length=1, max_length=64)
    timeout: float = Field(default=30, gt=0, le=600)


class OldSnippet(_Asked):
    """One text of the older interface."""

    custom_id: str = Field(min_length=1, max_length=200)
    proof: str | None = None
    code: str | None = None


class VerifyRequest(_Asked):
    """The body of ``/verify``."""

    codes: list[OldSnippet] = Field(min_length=1, max_length=64)
    timeout: float = Field(default=300, gt=0, le=600)


class KiminaServer:
    """The routes, over one checker."""

    def __init__(self, lean: LeanChecker, *, max_waiting: int = 32) -> None:
        self.lean = lean
        self.max_waiting = max_waiting
        self._waiting = 0

    def app(self) -> Starlette:
        """The application to serve."""
        return Starlette(
            routes=[
                Route("/health", self.health, methods=["GET"]),
                Route("/api/check", self.check, methods=["POST"]),
                Route("/verify", self.verify, methods=["POST"]),
                Route("/one_pass_verify_batch", self.verify, methods=["POST"]),
            ]
        )

    async def health(self, request: Request) -> JSONResponse:
        """Say that the server runs."""
        return JSONResponse({"status": "ok"})

    async def check(self, request: Request) -> JSONResponse:
        """Answer ``/api/check``."""
        asked = await self._read(request, CheckRequest)
        if isinstance(asked, JSONResponse):
            return asked
        keyed = {snippet.id: snippet.code for snippet in asked.snippets}
        if len(keyed) != len(asked.snippets):
            return _refusal(400, "snippet ids must be unique")
        results = await self._all(keyed, asked.timeout)
        return results if isinstance(results, JSONResponse) else JSONResponse({"results": results})

    async def verify(self, request: Request) -> JSONResponse:
        """Answer the older interface."""
        asked = await self._read(request, VerifyRequest)
        if isinstance(asked, JSONResponse):
            return asked
        keyed = {code.custom_id: code.proof or code.code or "" for code in asked.codes}
        results = await self._all(keyed, asked.timeout)
        if isinstance(results, JSONResponse):
            return results
        renamed = [{"custom_id": result.pop("id"), **result} for result in results]
        return JSONResponse({"results": renamed})

    async def _read(self, request: Request, kind: type[AskedT]) -> AskedT | JSONResponse:
        if int(request.headers.get("content-length") or 0) > BODY_LIMIT_BYTES:
            return _refusal(413, f"the body has more than {BODY_LIMIT_BYTES} bytes")
        body = await request.body()
        if len(body) > BODY_LIMIT_BYTES:
            return _refusal(413, f"the body has more than {BODY_LIMIT_BYTES} bytes")
        try:
            return kind.model_validate_json(body)
        except ValidationError as error:
            return _refusal(422, str(error)[:1000])

    async def _all(
        self, codes: dict[str, str], timeout_s: float
    ) -> list[JsonObject] | JSONResponse:
        if self._waiting + len(codes) > self.max_waiting:
            return _refusal(429, "No available REPLs")
        self._waiting += len(codes)
        try:
            return list(
                await asyncio.gather(*(self._one(k, c, timeout_s) for k, c in codes.items()))
            )
        finally:
            self._waiting -= len(codes)

    async def _one(self, key: str, code: str, timeout_s: float) -> JsonObject:
        started = time.monotonic()
        served = await serve_text(code, lean=self.lean, timeout_s=timeout_s, skip_comments=False)
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


def _refusal(status: int, detail: str) -> JSONResponse:
    return JSONResponse({"detail": detail}, status_code=status)
