"""``faithsieve lean serve``: the embedded Lean as an MCP server for agents and other tools."""

import asyncio
import os
from pathlib import Path

import click

from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.pool import LeanPool, PoolSettings
from faithsieve.wiring import embedded_toolchain

KEY_VARIABLE = "FAITHSIEVE_SERVE_KEY"


@click.command()
@click.option("--protocol", type=click.Choice(["mcp"]), default="mcp", expose_value=False)
@click.option(
    "--transport",
    type=click.Choice(["stdio", "http"]),
    default="stdio",
    show_default=True,
    help="Standard input and output, or HTTP at /mcp.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="For HTTP.")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--project",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=".",
    help="The folder whose files may be named.",
)
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 16))
@click.option("--timeout", "timeout_s", default=60.0, show_default=True, help="Seconds per check.")
def serve(
    transport: str, host: str, port: int, project: Path, workers: int, timeout_s: float
) -> None:
    """Offer the embedded Lean to other tools until interrupted.

    \b
    Example:
      faithsieve lean serve
      faithsieve lean serve --transport http --port 8765
    """
    from faithsieve.lean.mcp_server import check_binding

    key = os.environ.get(KEY_VARIABLE) or None
    if transport == "http":
        check_binding(host, key)
    address = None if transport == "stdio" else (host, port)
    try:
        asyncio.run(_serve(address, key, project, workers, timeout_s))
    except KeyboardInterrupt:
        click.echo("stopped", err=True)


async def _serve(
    address: tuple[str, int] | None,
    key: str | None,
    project: Path,
    workers: int,
    timeout_s: float,
) -> None:
    """Serve over HTTP, or without an address over standard input and output."""
    import uvicorn

    from faithsieve.lean.mcp_server import lsp_server, require_key

    async with LeanPool(embedded_toolchain(), PoolSettings(size=workers)) as pool:
        server = lsp_server(EmbeddedLean(pool), project, limit_s=timeout_s)
        if address is None:
            await server.run_stdio_async()
            return
        host, port = address
        app = server.streamable_http_app(host=host)
        guarded = require_key(app, key) if key else app
        click.echo(f"serving mcp on http://{host}:{port}", err=True)
        config = uvicorn.Config(guarded, host=host, port=port, log_level="warning")
        await uvicorn.Server(config).serve()
