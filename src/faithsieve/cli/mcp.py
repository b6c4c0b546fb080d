"""``faithsieve mcp``: FaithSieve as tools for agents."""

import asyncio
import os
from contextlib import suppress

import click

from faithsieve.cli.lazy import require_extra
from faithsieve.cli.options import shared_options
from faithsieve.cli.serve import check_port
from faithsieve.configuration import checks_store
from faithsieve.store.jobs import JobStore


@click.command()
@click.option("--http", is_flag=True, help="Streamable HTTP at /mcp instead of standard input.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Another needs a token.")
@click.option("--port", default=8401, show_default=True, type=click.IntRange(0, 65535))
@shared_options(
    *("model", "base_url", "profile", "max_cost", "store"),
    model="The model that proofs are checked with.",
    max_cost="The most that one call may cost.",
    store="Where answers are kept.",
)
def mcp(http: bool, host: str, port: int, store: str | None, flags: dict[str, object]) -> None:
    """Offer FaithSieve to agents as tools, until interrupted.

    The tools are check_proof, check_step, check_claim, lint_proof, settle_statement and lean_check.

    \b
    Example:
      faithsieve mcp --model gpt-5.4
      FAITHSIEVE_SERVE_KEY=… faithsieve mcp --http --host 0.0.0.0
    """
    require_extra("web", "mcp", "uvicorn", "starlette", needed_for="faithsieve mcp")
    with JobStore.open(store or checks_store()) as opened, suppress(KeyboardInterrupt):
        asyncio.run(_serve(opened, flags, (host, port) if http else None))


async def _serve(
    store: JobStore, flags: dict[str, object], address: tuple[str, int] | None
) -> None:
    import uvicorn

    from faithsieve.web.checking import CheckService
    from faithsieve.web.mcp_tools import mcp_server, open_workbench
    from faithsieve.web.security import Guard
    from faithsieve.web.server import TOKEN_VARIABLE, build_access

    async with open_workbench(store, CheckService(store, flags)) as bench:
        server = mcp_server(bench)
        if address is None:
            await server.run_stdio_async()
            return
        host, port = address
        access = build_access(host, os.environ.get(TOKEN_VARIABLE) or None)
        check_port(host, port)
        app = Guard(server.streamable_http_app(host=host), access)
        click.echo(f"serving mcp on http://{host}:{port}/mcp", err=True)
        config = uvicorn.Config(app, host=host, port=port, log_level="warning")
        await uvicorn.Server(config).serve()
