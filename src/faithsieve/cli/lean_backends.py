"""What commands about Lean share: the options that choose a backend, and files of rows."""

import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any, TypeVar, get_args

import click
from pydantic import BaseModel, ValidationError

from faithsieve.cli.options import PartChoice
from faithsieve.errors import InputError
from faithsieve.lean.backends import PARTS
from faithsieve.records.settings import LeanSettings

ROWS_TO = click.option(
    "--json", "out", type=click.Path(path_type=Path, allow_dash=True), help="Where rows go."
)
HEADERS: tuple[str, ...] = get_args(LeanSettings.model_fields["header"].annotation)

Command = TypeVar("Command", bound=Callable[..., Any])
Row = TypeVar("Row", bound=BaseModel)


def backend_options(*, headers: Sequence[str] = HEADERS) -> Callable[[Command], Command]:
    """Add the options that choose a backend; the first header is the default."""
    options = (
        click.option("--backend", type=PartChoice(PARTS), default="embedded", show_default=True),
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
            help="What Lean loads first: Mathlib (embedded: our small one) or nothing.",
        ),
    )

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def read_text(file: Path) -> str:
    """Read a text file; '-' is standard input.

    Raises:
        InputError: it cannot be read or is not UTF-8.
    """
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return raw.decode("utf-8")
    except OSError as error:
        raise InputError(f"cannot read {str(file)!r}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(
            f"{str(file)!r} is not UTF-8: byte {error.start} is {error.object[error.start]:#04x}"
        ) from error


def read_rows(kind: type[Row], file: Path) -> tuple[Row, ...]:
    """Read the rows of a JSONL file; '-' is standard input.

    Raises:
        InputError: it cannot be read, or a line of it is no such row.
    """
    lines = enumerate(read_text(file).split("\n"), start=1)
    return tuple(_row(kind, line, number) for number, line in lines if line.strip())


def opened(out: Path) -> IO[str] | nullcontext[IO[str]]:
    """Open a file for rows; '-' is standard output."""
    return nullcontext(sys.stdout) if str(out) == "-" else out.open("w", encoding="utf-8")


def _row(kind: type[Row], line: str, number: int) -> Row:
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the whole"
        raise InputError(f"line {number}: {where}: {first['msg']}") from error
