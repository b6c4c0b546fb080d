"""The options by which a command is told which Lean it means."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from faithsieve.records.settings import LeanSettings

BACKENDS: tuple[str, ...] = get_args(LeanSettings.model_fields["backend"].annotation)
HEADERS: tuple[str, ...] = get_args(LeanSettings.model_fields["header"].annotation)

Command = TypeVar("Command", bound=Callable[..., Any])


def backend_options(*, headers: Sequence[str] = HEADERS) -> Callable[[Command], Command]:
    """Add the options that choose a backend; the first header is the default."""
    options = (
        click.option(
            "--backend", type=click.Choice(BACKENDS), default="embedded", show_default=True
        ),
        click.option("--command", help="Program to start: lean, the REPL, an MCP server."),
        click.option(
            "--project",
            type=click.Path(path_type=Path, file_okay=False, exists=True),
            help="Lake project to start it in.",
        ),
        click.option("--url", help="Server, for kimina and for mcp over HTTP."),
        click.option(
            "--header",
            type=click.Choice(headers),
            default=headers[0],
            show_default=True,
            help="What an external Lean loads first: Mathlib, FaithSieve's prelude or nothing.",
        ),
    )

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add
