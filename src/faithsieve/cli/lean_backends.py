"""Which Lean a command means, and how to reach it: the options and the adapters behind them."""

import os
import shlex
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal, TypeVar

import click

from faithsieve.errors import ConfigError
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_toolchain import prelude_texts
from faithsieve.lean.external_backend import CORE_SERVED, MATHLIB, Header, core_header
from faithsieve.lean.pool import EmbeddedPool
from faithsieve.lean.protocol import LeanChecker
from faithsieve.records.base import Record
from faithsieve.wiring import embedded_toolchain

BACKENDS = ("embedded", "repl", "lake", "mcp", "kimina")
HEADERS = ("mathlib", "core", "served")
KEY_VARIABLE = "FAITHSIEVE_LEAN_KEY"

Command = TypeVar("Command", bound=Callable[..., Any])


class BackendChoice(Record):
    """A backend as the user named it."""

    backend: Literal["embedded", "repl", "lake", "mcp", "kimina"] = "embedded"
    """Which adapter."""
    command: str | None = None
    """The program to start, for repl, lake and mcp over standard input."""
    project: Path | None = None
    """The Lake project to start it in."""
    url: str | None = None
    """The server, for kimina and mcp over HTTP."""
    header: Literal["mathlib", "core", "served"] = "mathlib"
    """What the backend must load first; ``served`` already has FaithSieve's prelude."""


def backend_options(*, headers: Sequence[str] = HEADERS) -> Callable[[Command], Command]:
    """Add the options that choose a backend; the first header is the default."""
    options = (
        click.option(
            "--backend", type=click.Choice(BACKENDS), default="embedded", show_default=True
        ),
        click.option("--command", help="Program to start: the REPL, lean --json, an MCP server."),
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
            help="What an external Lean loads first; 'served' has FaithSieve's prelude already.",
        ),
    )

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def dialect_of(choice: BackendChoice) -> Literal["core", "mathlib"]:
    """Which snippets the chosen backend can take."""
    return "core" if choice.backend == "embedded" else header_of(choice).dialect


def header_of(choice: BackendChoice) -> Header:
    """The header a choice stands for."""
    match choice.header:
        case "mathlib":
            return MATHLIB
        case "core":
            return core_header(prelude_texts())
        case "served":
            return CORE_SERVED


@asynccontextmanager
async def open_backend(choice: BackendChoice) -> AsyncIterator[LeanChecker]:
    """Start or reach the chosen Lean, and leave nothing behind.

    Raises:
        ConfigError: the choice lacks what its adapter needs.
        LeanUnavailableError: it cannot be started or reached.
    """
    match choice.backend:
        case "embedded":
            async with EmbeddedPool(embedded_toolchain()) as pool:
                yield EmbeddedLean(pool)
        case "repl":
            from faithsieve.lean.repl import ReplLean

            command = _command(choice, default="lake exe repl")
            async with ReplLean(
                command,
                header=header_of(choice),
                toolchain=_toolchain(choice),
                project=choice.project,
            ) as repl:
                yield repl
        case "lake":
            from faithsieve.lean.lake import LakeLean

            yield LakeLean(
                header=header_of(choice),
                toolchain=_toolchain(choice),
                project=choice.project,
                command=_command(choice, default="lake env lean --json"),
            )
        case "mcp":
            async with _open_mcp(choice) as mcp:
                yield mcp
        case "kimina":
            from faithsieve.lean.kimina import KiminaLean

            if choice.url is None:
                raise ConfigError("the kimina backend needs --url, such as http://127.0.0.1:8000")
            key = os.environ.get(KEY_VARIABLE)
            async with KiminaLean(
                choice.url,
                header=header_of(choice),
                toolchain=_toolchain(choice),
                api_key=key,
            ) as kimina:
                yield kimina


@asynccontextmanager
async def _open_mcp(choice: BackendChoice) -> AsyncIterator[LeanChecker]:
    program, *arguments = (choice.url,) if choice.url else _command(choice, default=None)

    from mcp import StdioServerParameters

    from faithsieve.lean.mcp_client import McpLean

    server: str | StdioServerParameters = program
    if not choice.url:
        server = StdioServerParameters(command=program, args=arguments, cwd=choice.project)
    async with McpLean(
        server,
        header=header_of(choice),
        toolchain=_toolchain(choice),
        api_key=os.environ.get(KEY_VARIABLE),
    ) as lean:
        yield lean


def _command(choice: BackendChoice, *, default: str | None) -> tuple[str, ...]:
    words = shlex.split(choice.command or default or "")
    if not words:
        raise ConfigError(f"the {choice.backend} backend needs --command or --url")
    return tuple(words)


def _toolchain(choice: BackendChoice) -> str:
    """The project's pinned Lean where there is one; otherwise how the backend was named."""
    pinned = choice.project / "lean-toolchain" if choice.project else None
    if pinned is not None and pinned.is_file():
        return f"{pinned.read_text(encoding='utf-8').strip()} ({choice.backend})"
    return f"{choice.backend}:{choice.url or choice.command or 'default'}"
