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
from faithsieve.lean.native import COMMAND
from faithsieve.lean.pool import LeanPool, PoolSettings
from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.soundness import Environment, ProofJudge
from faithsieve.lean.text_judge import TextDriver, judging_header
from faithsieve.records.settings import LeanSettings

KEY_VARIABLE = "FAITHSIEVE_LEAN_KEY"

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
            return core_header(prelude_texts())
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
    defaults = {"native": COMMAND, "repl": ("lake", "exe", "repl")}
    words = tuple(shlex.split(settings.command or "")) or defaults.get(settings.backend, ())
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
    if settings.backend in ("embedded", "native"):
        async with LeanPool(_served(settings, embedded), _size(settings)) as pool:
            yield EmbeddedLean(pool)
        return
    toolchain = external_toolchain(settings)
    async with _text_lean(settings, toolchain, toolchain.header) as lean:
        yield lean


@asynccontextmanager
async def open_judge(settings: LeanSettings, embedded: Embedded) -> AsyncIterator[ProofJudge]:
    """Open the judge over the chosen Lean; it starts with the first question.

    Raises:
        ConfigError: the settings lack what its adapter needs.
        LeanUnavailableError: it cannot be started or reached.
    """
    if settings.backend in ("embedded", "native"):
        async with LeanPool(_served(settings, embedded), _size(settings)) as pool:
            yield ProofJudge(pool, environment=environment_of(settings))
        return
    toolchain = external_toolchain(settings)
    async with _text_lean(settings, toolchain, judging_header(toolchain)) as lean:
        yield ProofJudge(TextDriver(lean, toolchain), environment=environment_of(settings))


def environment_of(settings: LeanSettings) -> Environment:
    """What statements are read in."""
    if settings.header == "bare":
        return "core"
    return "mathlib" if dialect_of(settings) == "mathlib" else "prelude"


def _size(settings: LeanSettings) -> PoolSettings:
    return PoolSettings(size=settings.workers)


def _served(settings: LeanSettings, embedded: Embedded) -> EmbeddedToolchain | ExternalToolchain:
    return embedded() if settings.backend == "embedded" else external_toolchain(settings)


def _text_lean(
    settings: LeanSettings, toolchain: ExternalToolchain, header: Header
) -> ExternalLean:
    """Make the client of a Lean that takes text; adapters are imported only where they are used."""
    name, key = toolchain.fingerprint, os.environ.get(KEY_VARIABLE)
    match settings.backend:
        case "repl":
            from faithsieve.lean.repl import ReplLean

            return ReplLean(
                toolchain.reached, header=header, toolchain=name, project=settings.project
            )
        case "kimina":
            from faithsieve.lean.kimina import KiminaLean

            return KiminaLean(toolchain.reached[0], header=header, toolchain=name, api_key=key)
        case _:
            from faithsieve.lean.mcp_client import McpLean, mcp_server

            server = settings.url or mcp_server(toolchain.reached, settings.project)
            return McpLean(
                server, header=header, toolchain=name, api_key=key, may_search=settings.search
            )
