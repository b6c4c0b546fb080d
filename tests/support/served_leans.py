"""A Lean of ours behind each protocol of an external backend, with the real client in front."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from faithsieve.lean.external_backend import (
    BARE,
    MATHLIB,
    ExternalLean,
    ExternalToolchain,
    Header,
)
from faithsieve.lean.kimina import KiminaLean
from faithsieve.lean.mcp_client import McpLean, ServerKind
from faithsieve.lean.mcp_server import Served, lsp_server, serve_text
from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.repl import ReplLean
from support.signing_lean import SigningLean
from support.text_mcp_server import text_server

PROTOCOLS = ("repl", "kimina", *ServerKind)

RELAY = r"""
import socket, sys, threading
peer = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
def back():
    while chunk := peer.recv(65536): sys.stdout.buffer.write(chunk); sys.stdout.buffer.flush()
threading.Thread(target=back, daemon=True).start()
while chunk := sys.stdin.buffer.readline(): peer.sendall(chunk)
"""


def toolchain(backend: str = "repl", *reached: str, header: Header = MATHLIB) -> ExternalToolchain:
    """An external Lean by how it is asked; a test that reaches it says where it is."""
    return ExternalToolchain(backend=backend, header=header, reached=reached or ("served",))


@asynccontextmanager
async def served(
    protocol: str, lean: LeanChecker, root: Path, header: Header = BARE
) -> AsyncIterator[ExternalLean]:
    """Serve a Lean and reach it by the client of the protocol."""
    if protocol == "repl":
        async with _served_repl(lean, header) as repl:
            yield repl
        return
    if protocol == "kimina":
        chain = toolchain("kimina", "http://served.test", header=header)
        transport = httpx2.ASGITransport(app=_kimina_app(lean))
        client: ExternalLean = KiminaLean(chain, transport=transport)
    else:
        serve = lsp_server if protocol == ServerKind.LSP else text_server
        server = serve(SigningLean(lean), root)
        client = McpLean(toolchain("mcp", header=header), server=server)
    async with client as reached:
        yield reached


def _in_repl_words(served: Served, shift: int = 0) -> dict[str, object]:
    """Messages and sorries behind the first ``shift`` lines, which the client does not count."""
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
    return {"messages": messages, "sorries": sorries}


def _place(line: int, column: int) -> dict[str, int]:
    return {"line": line, "column": column}


def _kimina_app(lean: LeanChecker) -> Starlette:
    async def check(request: Request) -> JSONResponse:
        asked = await request.json()
        results = [
            {"id": snippet["id"], "time": 0.001}
            | await _kimina_result(SigningLean(lean), snippet["code"], asked["timeout"])
            for snippet in asked["snippets"]
        ]
        return JSONResponse({"results": results})

    return Starlette(routes=[Route("/api/check", check, methods=["POST"])])


async def _kimina_result(lean: LeanChecker, code: str, timeout_s: float) -> dict[str, object]:
    served = await serve_text(code, lean=lean, timeout_s=timeout_s)
    if served.failure:
        slow = f"Lean REPL command timed out in {timeout_s:g} seconds"
        return {"error": slow if served.timed_out else served.failure}
    return {"response": {"env": 0, **_in_repl_words(served)}}


class ReplServer:
    """The community REPL: an environment is remembered as the text that made it."""

    def __init__(self, lean: LeanChecker) -> None:
        self.lean = SigningLean(lean)
        self._texts: list[str] = []

    async def answer(self, request: str) -> str:
        """Answer one request with pretty JSON and a blank line."""
        asked = json.loads(request)
        before = "" if asked.get("env") is None else self._texts[asked["env"]]
        whole = before + asked["cmd"]
        served = await serve_text(whole, lean=self.lean, timeout_s=30)
        if served.failure:
            prefix = "timed out: " if served.timed_out else ""
            reply: dict[str, object] = {"message": f"{prefix}{served.failure}"}
        else:
            self._texts.append(whole if whole.endswith("\n") else f"{whole}\n")
            found = _in_repl_words(served, shift=before.count("\n"))
            # The REPL leaves out empty lists.
            reply = {
                "env": len(self._texts) - 1,
                **{n: items for n, items in found.items() if items},
            }
        return json.dumps(reply, indent=1, ensure_ascii=False) + "\n\n"


@asynccontextmanager
async def _served_repl(lean: LeanChecker, header: Header) -> AsyncIterator[ReplLean]:
    """The client and the server are joined by a process that only passes bytes on."""

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        repl, request = ReplServer(lean), ""
        while line := (await reader.readline()).decode():
            request += line
            if line.strip() or not request.strip():
                continue
            writer.write((await repl.answer(request)).encode())
            await writer.drain()
            request = ""
        writer.close()

    server = await asyncio.start_server(converse, "127.0.0.1", 0, limit=1 << 24)
    port = server.sockets[0].getsockname()[1]
    chain = toolchain("repl", sys.executable, "-c", RELAY, str(port), header=header)
    async with server, ReplLean(chain) as repl:
        yield repl
