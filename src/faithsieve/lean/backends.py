"""Which Lean the settings mean, and how it is started or reached: as a checker and as a judge.

Every judge is the same ``ProofJudge``; what differs is where its driver runs: in the embedded
Lean, in the user's project (``native``), or inside the texts that a REPL, an MCP server or a Kimina
server takes.
"""

import os
import shlex
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Literal

from faithsieve.errors import ConfigError
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain, prelude_texts
from faithsieve.lean.external_backend import (
    BARE,
    MATHLIB,
    ExternalLean,
    ExternalToolchain,
    Header,
    core_header,
)
from faithsieve.lean.pool import LeanPool, PoolSettings
from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.soundness import Environment, ProofJudge
from faithsieve.records.settings import LeanSettings

KEY_VARIABLE = "FAITHSIEVE_LEAN_KEY"
COMMANDS = {"native": ("lake", "env", "lean"), "repl": ("lake", "exe", "repl")}
"""Programs that are started where the settings name none."""

Embedded = Callable[[], EmbeddedToolchain]
"""Finds the installed embedded Lean, where it is the one that is meant."""


def dialect_of(settings: LeanSettings) -> Literal["core", "mathlib"]:
    """Which snippets the chosen Lean can take."""
    return "core" if settings.backend == "embedded" else header_of(settings).dialect


def header_of(settings: LeanSettings) -> Header:
    match settings.header:
        case "mathlib":
            return MATHLIB
        case "core":
            return core_header(prelude_texts()[:2])
        case "bare":
            return BARE


def external_toolchain(settings: LeanSettings) -> ExternalToolchain:
    """Name the Lean that the settings choose beside the embedded one.

    Raises:
        ConfigError: they lack what its adapter needs.
    """
    reached = (settings.url,) if settings.url else _command(settings)
    return ExternalToolchain(
        backend=settings.backend,
        header=header_of(settings),
        reached=reached,
        project=settings.project,
    )


def _command(settings: LeanSettings) -> tuple[str, ...]:
    words = tuple(shlex.split(settings.command or "")) or COMMANDS.get(settings.backend, ())
    if not words or settings.backend == "kimina":
        needed = "url" if settings.backend == "kimina" else "command or lean.url"
        raise ConfigError(f"the {settings.backend} backend needs lean.{needed} (--url, --command)")
    return words


@asynccontextmanager
async def open_checker(settings: LeanSettings, embedded: Embedded) -> AsyncIterator[LeanChecker]:
    """Start or reach the chosen Lean, and leave nothing behind.

    Raises:
        ConfigError: the settings lack what its adapter needs.
        LeanUnavailableError: it cannot be started or reached.
    """
    async with _opened(settings, embedded, judges=False) as lean:
        yield EmbeddedLean(lean) if isinstance(lean, LeanPool) else lean


@asynccontextmanager
async def open_judge(settings: LeanSettings, embedded: Embedded) -> AsyncIterator[ProofJudge]:
    """Open the judge over the chosen Lean; it starts with the first question.

    Raises:
        ConfigError: the settings lack what its adapter needs.
        LeanUnavailableError: it cannot be started or reached.
    """
    async with _opened(settings, embedded, judges=True) as lean:
        yield ProofJudge(lean, environment=environment_of(settings))


def environment_of(settings: LeanSettings) -> Environment:
    """What statements are read in."""
    if settings.header == "bare":
        return "core"
    return "mathlib" if dialect_of(settings) == "mathlib" else "prelude"


@asynccontextmanager
async def _opened(
    settings: LeanSettings, embedded: Embedded, *, judges: bool
) -> AsyncIterator[LeanPool | ExternalLean]:
    if settings.backend in ("embedded", "native"):
        is_embedded = settings.backend == "embedded"
        toolchain = embedded() if is_embedded else external_toolchain(settings)
        async with LeanPool(toolchain, PoolSettings(size=settings.workers)) as pool:
            yield pool
        return
    async with _text_lean(settings, judges=judges) as lean:
        yield lean


def _text_lean(settings: LeanSettings, *, judges: bool) -> ExternalLean:
    """Make the client of a Lean that takes text; adapters are imported only where they are used."""
    toolchain, key = external_toolchain(settings), os.environ.get(KEY_VARIABLE)
    match settings.backend:
        case "repl":
            from faithsieve.lean.repl import ReplLean

            return ReplLean(toolchain, judges=judges)
        case "kimina":
            from faithsieve.lean.kimina import KiminaLean

            return KiminaLean(toolchain, judges=judges, api_key=key)
        case _:
            from faithsieve.lean.mcp_client import McpLean

            return McpLean(toolchain, judges=judges, api_key=key, may_search=settings.search)
