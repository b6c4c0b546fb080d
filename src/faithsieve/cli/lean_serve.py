"""``faithsieve lean serve``: the embedded Lean behind the protocols of other Lean tools."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.pool import EmbeddedPool, PoolSettings
from faithsieve.lean.serve.keys import RequireKey, check_binding
from faithsieve.lean.serve.kimina_server import KiminaServer
from faithsieve.lean.serve.repl_server import ReplServer, split_requests
from faithsieve.wiring import embedded_toolchain

if TYPE_CHECKING:
    from mcp.server import MCPServer
    from starlette.types import ASGIApp

KEY_VARIABLE = "FAITHSIEVE_SERVE_KEY"
LINE_LIMIT_BYTES = 8 << 20


@click.command()
@click.option(
    "--protocol", type=click.Choice(["repl", "mcp", "kimina"]), required=True, help="What to speak."
)
@click.option(
    "--transport",
    type=click.Choice(["stdio", "http"]),
    help="For mcp: standard input and output (default), or HTTP at /mcp.",
)
@click.option("--shape", type=click.Choice(["lsp", "text"]), default="lsp", show_default=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="For HTTP.")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--project",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=".",
    help="For mcp: the folder whose files may be named.",
)
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 16))
@click.option("--timeout", "timeout_s", default=60.0, show_default=True, help="Seconds per check.")
def serve(
    protocol: str,
    transport: str | None,
    shape: str,
    host: str,
    port: int,
    project: Path,
    workers: int,
    timeout_s: float,
) -> None:
    """Offer the embedded Lean to other tools until interrupted.

    \b
    Example:
      faithsieve lean serve --protocol repl
      faithsieve lean serve --protocol mcp --transport http --port 8765
      faithsieve lean serve --protocol kimina --port 8000
    """
    if protocol == "kimina" or transport == "http":
        check_binding(host, os.environ.get(KEY_VARIABLE))
    served = _Served(protocol, transport or "stdio", shape, host, port, project, timeout_s)
    try:
        asyncio.run(_serve(served, workers))
    except KeyboardInterrupt:
        click.echo("stopped", err=True)


class _Served:
    def __init__(
        self,
        protocol: str,
        transport: str,
        shape: str,
        host: str,
        port: int,
        project: Path,
        timeout_s: float,
    ) -> None:
        self.protocol = protocol
        self.transport = transport
        self.shape = shape
        self.host = host
        self.port = port
        self.project = project
        self.timeout_s = timeout_s


async def _serve(served: _Served, workers: int) -> None:
    settings = PoolSettings(size=workers)
    async with EmbeddedPool(embedded_toolchain(), settings) as pool:
        lean = EmbeddedLean(pool)
        match served.protocol:
            case "repl":
                server = ReplServer(lean, timeout_s=served.timeout_s)
                await server.run(split_requests(_stdin_lines()), _write)
            case "kimina":
                await _serve_http(KiminaServer(lean).app(), served)
            case _:
                await _serve_mcp(lean, served)


async def _serve_mcp(lean: EmbeddedLean, served: _Served) -> None:
    from faithsieve.lean.serve.mcp_server import ProjectFiles, lsp_server, text_server

    files = ProjectFiles(served.project)
    server: MCPServer = (
        lsp_server(lean, files, limit_s=served.timeout_s)
        if served.shape == "lsp"
        else text_server(lean, files, timeout_s=served.timeout_s)
    )
    if served.transport == "stdio":
        await server.run_stdio_async()
    else:
        await _serve_http(server.streamable_http_app(host=served.host), served)


async def _serve_http(app: "ASGIApp", served: _Served) -> None:
    import uvicorn

    key = _key()
    guarded = RequireKey(app, key) if key else app
    config = uvicorn.Config(guarded, host=served.host, port=served.port, log_level="warning")
    server = uvicorn.Server(config)
    click.echo(f"serving {served.protocol} on http://{served.host}:{served.port}", err=True)
    await server.serve()


def _key() -> str | None:
    return os.environ.get(KEY_VARIABLE) or None


async def _stdin_lines() -> AsyncIterator[str]:
    while line := await asyncio.to_thread(sys.stdin.buffer.readline, LINE_LIMIT_BYTES):
        yield line.decode("utf-8", "replace")


async def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
