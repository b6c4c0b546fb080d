"""Which Lean the settings mean, and how it is started or reached: as a checker and as a judge.

Every judge is the same ``ProofJudge``; what differs is where its driver runs: in the embedded
Lean, in the user's project (``native``), or inside the texts that a REPL, an MCP server or a Kimina
server takes. Other packages add adapters by the entry point group ``faithsieve.lean``.
"""

import os
import shlex
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import get_args

from faithsieve.errors import ConfigError, LeanUnavailableError, PluginError
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain
from faithsieve.lean.external_backend import (
    BARE,
    MATHLIB,
    BackendReply,
    ExternalLean,
    ExternalToolchain,
    Header,
    timed_out,
)
from faithsieve.lean.pool import LeanPool, PoolSettings, workers_that_fit
from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.soundness import Environment, ProofJudge
from faithsieve.plugins import Parts
from faithsieve.records.settings import LeanBackend, LeanSettings

KEY_VARIABLE = "FAITHSIEVE_LEAN_KEY"
COMMANDS = {"native": ("lake", "env", "lean"), "repl": ("lake", "exe", "repl")}
"""Programs that are started where the settings name none."""

EMBEDDED_BYTES = 1_500 << 20
"""Memory that one embedded Lean may take: 1.0 GiB and its process 0.2, and some to spare."""
MATHLIB_BYTES = 6 << 30
"""Memory of a Lean that has imported Mathlib and works."""


def _accept(found: object, name: str) -> type[ExternalLean]:
    if not (isinstance(found, type) and issubclass(found, ExternalLean)):
        raise TypeError(
            f"{found!r} is no subclass of ExternalLean of faithsieve.lean.external_backend"
        )
    if found.answer is ExternalLean.answer:
        raise TypeError("it does not say how a text is answered: `answer` is missing")
    adapter: type[ExternalLean] = found

    class Guarded(adapter):  # type: ignore[misc,valid-type]
        """The package's adapter, whose faults are no answer and never a verdict."""

        async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
            try:
                with PARTS.blaming(name):
                    reply: BackendReply = await super().answer(snippet, timeout_s)
                    if not isinstance(reply, BackendReply):
                        raise TypeError(f"it answered a {type(reply).__name__}, no BackendReply")
                    return reply
            except PluginError as error:
                if isinstance(error.__cause__, TimeoutError):
                    raise timed_out(timeout_s) from error
                raise LeanUnavailableError(str(error)) from error

    return Guarded


PARTS = Parts("faithsieve.lean", "Lean backend", get_args(LeanBackend), _accept)
"""Our backends by name, and those that packages add."""

Embedded = Callable[[], EmbeddedToolchain]
"""Finds the installed embedded Lean, where it is the one that is meant."""


def worker_count(settings: LeanSettings) -> int:
    """How many Leans run at once; servers that take text have their own limits."""
    if settings.workers != "auto":
        return settings.workers
    has_mathlib = settings.backend == "native" and settings.header == "mathlib"
    return workers_that_fit(MATHLIB_BYTES if has_mathlib else EMBEDDED_BYTES)


def header_of(settings: LeanSettings) -> Header:
    return MATHLIB if settings.header == "mathlib" else BARE


def external_toolchain(settings: LeanSettings) -> ExternalToolchain:
    """Name the Lean that the settings choose beside the embedded one.

    Raises:
        ConfigError: they lack what its adapter needs, or name no backend.
        PluginError: the package that adds the backend is broken.
    """
    PARTS.find(settings.backend)
    reached = (settings.url,) if settings.url else _command(settings)
    return ExternalToolchain(
        backend=settings.backend,
        header=header_of(settings),
        reached=reached,
        project=settings.project,
    )


def _command(settings: LeanSettings) -> tuple[str, ...]:
    words = tuple(shlex.split(settings.command or "")) or COMMANDS.get(settings.backend, ())
    if settings.backend not in PARTS.own:
        # A package's adapter may know by itself where its Lean is.
        return words or (settings.backend,)
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
    async with _opened(settings, embedded) as lean:
        yield EmbeddedLean(lean)


@asynccontextmanager
async def open_judge(settings: LeanSettings, embedded: Embedded) -> AsyncIterator[ProofJudge]:
    """Open the judge over the chosen Lean; it starts with the first question.

    Raises:
        ConfigError: the settings lack what its adapter needs.
        LeanUnavailableError: it cannot be started or reached.
    """
    async with _opened(settings, embedded) as lean:
        yield ProofJudge(lean, environment=environment_of(settings))


def environment_of(settings: LeanSettings) -> Environment:
    """What statements are read in."""
    if settings.header == "bare":
        return "core"
    return "library" if settings.backend == "embedded" else "mathlib"


@asynccontextmanager
async def _opened(
    settings: LeanSettings, embedded: Embedded
) -> AsyncIterator[LeanPool | ExternalLean]:
    if settings.backend in ("embedded", "native"):
        is_embedded = settings.backend == "embedded"
        toolchain = embedded() if is_embedded else external_toolchain(settings)
        async with LeanPool(toolchain, PoolSettings(size=worker_count(settings))) as pool:
            yield pool
        return
    async with _text_lean(settings) as lean:
        yield lean


def _text_lean(settings: LeanSettings) -> ExternalLean:
    """Make the client of a Lean that takes text; adapters are imported only where they are used."""
    toolchain, key = external_toolchain(settings), os.environ.get(KEY_VARIABLE)
    match settings.backend:
        case "repl":
            from faithsieve.lean.repl import ReplLean

            return ReplLean(toolchain)
        case "kimina":
            from faithsieve.lean.kimina import KiminaLean

            return KiminaLean(toolchain, api_key=key)
        case "mcp":
            from faithsieve.lean.mcp_client import McpLean

            return McpLean(toolchain, api_key=key)
        case name:
            adapter = PARTS.find(name)
            assert adapter is not None
            with PARTS.blaming(name):
                return adapter(toolchain)
