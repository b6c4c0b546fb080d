"""``faithsieve serve``: the web application and the HTTP API."""

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from faithsieve.cli.lazy import require_extra
from faithsieve.cli.options import AUDIT, shared_options
from faithsieve.configuration import checks_store
from faithsieve.errors import ConfigError
from faithsieve.store.jobs import JobStore

FOLDER = click.Path(path_type=Path, file_okay=False)


def check_port(host: str, port: int) -> None:
    """Refuse an address that a server could not take.

    Raises:
        ConfigError: another program has the port, or this machine has no such address.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        raise ConfigError(
            f"cannot serve on {host}:{port}: {error.strerror or error}; choose another --port (0 "
            "takes a free one) or --host"
        ) from error


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Another needs a token.")
@click.option("--port", default=8400, show_default=True, type=click.IntRange(0, 65535))
@click.option("--name", "names", multiple=True, help="Another host name it answers for.")
@shared_options(
    *("model", "base_url", "profile", *AUDIT, "max_cost", "store"),
    model="The model that proofs are checked with.",
    max_cost="The most that one check may cost.",
    store="Where checks and answers are kept.",
)
@click.option("--runs", type=FOLDER, default="runs", show_default=True, help="Run folders to show.")
@click.option("--tasks", type=FOLDER, default="audits", show_default=True, help="Tasks to label.")
@click.option("--at-once", type=click.IntRange(1, 16), default=1, show_default=True, help="Checks.")
@click.option("--limit", "limit_s", default=3600.0, show_default=True, help="Seconds of a check.")
def serve(
    host: str,
    port: int,
    names: tuple[str, ...],
    runs: Path,
    tasks: Path,
    store: str | None,
    flags: dict[str, object],
    **limits: Any,
) -> None:
    """Check proofs in the browser, browse runs, and offer the HTTP API at /api/v1.

    On 127.0.0.1 no token is needed. Any other address needs one: set FAITHSIEVE_SERVE_KEY; a
    browser is asked for it once, a program sends it as `Authorization: Bearer`. Keys of model
    providers stay on the server.

    \b
    Example:
      faithsieve serve --model gpt-5.4
      FAITHSIEVE_SERVE_KEY=… faithsieve serve --host 0.0.0.0 --name proofs.example.org
    """
    require_extra("web", "fastapi", "uvicorn", needed_for="faithsieve serve")
    from faithsieve.web.checking import CheckService
    from faithsieve.web.job_queue import JobQueue
    from faithsieve.web.run_catalog import RunCatalog
    from faithsieve.web.server import TOKEN_VARIABLE, Server, build_access
    from faithsieve.web.site import Site

    access = build_access(host, os.environ.get(TOKEN_VARIABLE) or None, names=names)
    check_port(host, port)
    with JobStore.open(store or checks_store()) as opened:
        service = CheckService(opened, flags)
        queue = JobQueue(opened, service.check, **limits)
        site = Site(queue, service, RunCatalog(runs), tasks)
        click.echo(f"FaithSieve on http://{host}:{port} (Ctrl-C ends it)", err=True)
        # Ctrl-C is how a server ends; open checks go on when it starts again.
        with suppress(KeyboardInterrupt):
            Server(site, access, host=host, port=port).run()
