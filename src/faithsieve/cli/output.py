"""Where the results of commands go: a named file, standard output, or words for people."""

import json
from collections.abc import Callable
from pathlib import Path

import click
from pydantic import BaseModel

from faithsieve.datasets.writing import write_whole


def write_text(target: str | Path, text: str) -> None:
    """Write to a file, or to standard output for ``-``."""
    if str(target) == "-":
        click.echo(text, nl=False)
    else:
        write_whole(Path(target), [text], force=True)


def write_json(target: str | Path, content: object) -> None:
    """Write a record or plain values as JSON; a text is written as it is."""
    if isinstance(content, BaseModel):
        content = content.model_dump_json(indent=2) + "\n"
    elif not isinstance(content, str):
        content = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    write_text(target, content)


def deliver(json_to: str | None, content: object, show: Callable[[], object]) -> None:
    """Write JSON where it was asked for, and print for people unless it took standard output."""
    if json_to:
        write_json(json_to, content)
    if json_to != "-":
        show()
