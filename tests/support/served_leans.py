"""A Lean of ours behind each protocol of an external backend, with the real client in front."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2

from faithsieve.lean.external_backend import BARE, ExternalLean, Header
from faithsieve.lean.kimina import KiminaLean
from faithsieve.lean.mcp_client import McpLean, ServerKind
from faithsieve.lean.mcp_server import lsp_server
from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.repl import ReplLean
from support.kimina_server import kimina_app
from support.repl_server import ReplServer, split_requests
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
        transport = httpx2.ASGITransport(app=kimina_app(lean))
        client: ExternalLean = KiminaLean(
            "http://served.test", header=header, toolchain="served", transport=transport
        )
    else:
        server = (
            lsp_server(SigningLean(lean), root)
            if protocol == ServerKind.LSP
            else text_server(lean, root)
        )
        client = McpLean(server, header=header, toolchain="served")
    async with client as reached:
        yield reached


@asynccontextmanager
async def _served_repl(lean: LeanChecker, header: Header) -> AsyncIterator[ReplLean]:
    """The client and the server are joined by a process that only passes bytes on."""

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def lines() -> AsyncIterator[str]:
            while line := await reader.readline():
                yield line.decode()

        repl = ReplServer(lean, timeout_s=30)
        async for request in split_requests(lines()):
            writer.write((await repl.answer(request)).encode())
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(converse, "127.0.0.1", 0, limit=1 << 24)
    port = server.sockets[0].getsockname()[1]
    command = (sys.executable, "-c", RELAY, str(port))
    async with server, ReplLean(command, header=header, toolchain="served") as repl:
        yield repl
