"""What the adapters of external backends share: the text they send and the report they give.

An external backend gets one text: imports, options, the snippet, the sentinel. Whatever its
protocol looks like, its reply ends here as a list of messages, and :meth:`ExternalLean.check` alone
decides the status. An adapter is an :class:`ExternalLean` with its protocol in ``answer``.
"""

import json
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict

from faithsieve.errors import ConfigError
from faithsieve.lean.embedded_checker import is_stopped, unsolved_goals, warns_of_sorry
from faithsieve.lean.embedded_toolchain import allowed_syntax, driver_text
from faithsieve.lean.screening import with_line_feeds
from faithsieve.lean.sentinel import SentinelReading, fresh_sentinel
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.lean import LeanGoal, LeanMessage, LeanReport, LeanSource, LeanStatus

OPTIONS = "set_option autoImplicit false\nset_option relaxedAutoImplicit false"
"""A misspelt type must be an error, not a new variable."""


class Header(Record):
    """What an external backend has to load before a snippet makes sense."""

    imports: tuple[str, ...]
    """Module names, imported first; nothing may stand before them, not even a comment."""
    prelude: str = ""
    """Our own definitions and notations, for the core dialect."""
    dialect: Literal["core", "mathlib"]
    """Which snippets it serves."""

    @property
    def opening(self) -> str:
        """Everything behind the imports."""
        return f"{self.prelude}\n{OPTIONS}" if self.prelude else OPTIONS

    @property
    def text(self) -> str:
        """The header as Lean text, ending with a line feed."""
        lines = [*(f"import {name}" for name in self.imports), self.opening]
        return "\n".join(line for line in lines if line) + "\n"

    @property
    def height(self) -> int:
        """How many lines it adds before the snippet."""
        return self.text.count("\n")


MATHLIB = Header(imports=("Mathlib",), dialect="mathlib")
BARE = Header(imports=("Lean",), dialect="core")
"""Lean alone, without the prelude."""


def core_header(prelude: tuple[str, ...]) -> Header:
    """For a native Lean without Mathlib: the prelude's text travels with every header."""
    return Header(imports=("Lean",), prelude="\n".join(prelude), dialect="core")


class LeanProject(Record):
    """What a Lake project says about itself."""

    lean: str = ""
    """The pinned Lean, such as ``leanprover/lean4:v4.28.0``; empty when none is pinned."""
    revisions: tuple[tuple[str, str], ...] = ()
    """Name and revision of each package of its manifest."""


def read_project(folder: Path | None) -> LeanProject:
    """Read a project's pinned Lean and its packages.

    Raises:
        ConfigError: its manifest cannot be read.
    """
    if folder is None:
        return LeanProject()
    pinned, manifest = folder / "lean-toolchain", folder / "lake-manifest.json"
    lean = pinned.read_text(encoding="utf-8").strip() if pinned.is_file() else ""
    if not manifest.is_file():
        return LeanProject(lean=lean)
    try:
        packages = json.loads(manifest.read_text(encoding="utf-8")).get("packages", [])
        revisions = tuple((p["name"], p.get("rev") or p.get("dir") or "") for p in packages)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError(f"{manifest} is not a Lake manifest: {error}") from error
    return LeanProject(lean=lean, revisions=tuple(sorted(revisions)))


class ExternalToolchain(Record):
    """A Lean that is not ours, with what FaithSieve adds to it."""

    backend: str
    """How it is asked."""
    header: Header
    """What it loads first."""
    reached: tuple[str, ...]
    """Its command or address."""
    project: Path | None = None
    """The Lake project it runs in."""

    @property
    def driver(self) -> str:
        start = "start_native.lean" if self.backend == "native" else "start_text.lean"
        return driver_text(start)

    @property
    def fingerprint(self) -> str:
        """The pinned Lean and the revisions of its packages, the header and the driver in one name.

        Without a project all that is known of a Lean is how it is reached.
        """
        found = read_project(self.project)
        revisions = [f"{name}.{revision[:12]}" for name, revision in found.revisions]
        allowed = allowed_syntax().model_dump(mode="json")
        own = digest_of([self.header.text, self.driver, allowed])[:12]
        lean = found.lean or f"unpinned.{digest_of(list(self.reached))[:12]}"
        return "+".join([f"{self.backend}:{lean}", *revisions, f"driver.{own}"])

    @property
    def config(self) -> dict[str, object]:
        """What the driver is told about the libraries."""
        roots = {name.partition(".")[0] for name in self.header.imports} - {"Lean", "Init", "Std"}
        return {
            "libraries": [*sorted(roots), "Aesop", "Batteries"] if roots else [],
            "follows_libraries": "yes",
            **allowed_syntax().config,
        }

    def key(self, request: dict[str, object]) -> Digest:
        return digest_of({"toolchain": self.fingerprint, "request": request})


class BackendReply(Record):
    """A backend's reply after its protocol was read."""

    messages: tuple[LeanMessage, ...] = ()
    """All messages, with lines counted from the snippet's first."""
    goals: tuple[LeanGoal, ...] = ()
    """Goals the protocol reports apart from messages."""
    has_sorry: bool = False
    """Whether the protocol itself reports a sorry."""
    status: LeanStatus | None = None
    """Set when the protocol reports a timeout or a failure of its own."""
    detail: str = ""
    """Why, then."""


class ExternalLean(ABC):
    """A Lean we do not own, asked with one text at a time."""

    def __init__(self, *, header: Header, toolchain: str) -> None:
        self.header = header
        self.toolchain = toolchain

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:  # noqa: B027 - a backend without a process has nothing to end
        """Close connections and end processes."""

    @property
    @abstractmethod
    def backend(self) -> str: ...

    async def lemma_names(self, statement: str) -> tuple[str, ...]:
        """Names of lemmas that search tools of its own find, where they may be used."""
        return ()

    @abstractmethod
    async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
        """Ask about a text behind the header; not getting an answer is a reply with a status."""

    async def check(self, source: LeanSource, *, timeout_s: float) -> LeanReport:
        """Check one snippet: ``ok`` only with the sentinel, and the theorem behind it."""
        asked_at, sentinel = time.monotonic(), fresh_sentinel(source.theorem)
        reply = failed_reply(f"this backend was configured for the {self.header.dialect} dialect")
        if source.dialect == self.header.dialect:
            snippet = with_line_feeds(source.text) + sentinel.command
            reply = await self.answer(snippet, timeout_s)
        reading = sentinel.read(reply.messages)
        status, detail = _status(source, reply, reading)
        messages = tuple(m for m in reply.messages if not sentinel.is_line(m))
        axioms = reading.axioms if reading else ()
        # The nonce is no part of the key.
        asked = {"source": source.model_dump(mode="json"), "header": self.header.text}
        return LeanReport(
            status=status,
            messages=messages,
            goals=reply.goals or unsolved_goals(messages),
            theorem_type=reading.type if reading else None,
            axioms=axioms,
            has_sorry=reply.has_sorry or "sorryAx" in axioms or any(map(warns_of_sorry, messages)),
            elapsed_s=time.monotonic() - asked_at,
            backend=self.backend,
            toolchain=self.toolchain,
            digest=digest_of({"toolchain": self.toolchain, **asked}),
            detail=detail,
        )


def failed_reply(detail: str) -> BackendReply:
    """The backend did not do its work."""
    return BackendReply(status=LeanStatus.INFRASTRUCTURE, detail=detail)


def timed_out_reply(timeout_s: float) -> BackendReply:
    """The backend was still at work."""
    return BackendReply(status=LeanStatus.TIMEOUT, detail=f"no answer within {timeout_s:g} s")


def error_reply(text: str) -> BackendReply:
    """A text in place of messages: a time limit of the backend's own, or a failure."""
    slow = "timed out" in text.lower() or "timeout" in text.lower()
    status = LeanStatus.TIMEOUT if slow else LeanStatus.INFRASTRUCTURE
    return BackendReply(status=status, detail=text[:500])


def _status(
    source: LeanSource, reply: BackendReply, reading: SentinelReading | None
) -> tuple[LeanStatus, str]:
    if reply.status is not None:
        return reply.status, reply.detail
    errors = [message for message in reply.messages if message.severity == "error"]
    for error in errors:
        # Before the snippet, or nowhere: a module that is missing, or a prelude that another Lean
        # version does not take, says nothing about the snippet.
        if error.line <= 0:
            return LeanStatus.INFRASTRUCTURE, f"the header did not load: {error.text[:300]}"
        if is_stopped(error):
            return LeanStatus.TIMEOUT, "stopped at the heartbeat limit"
    if errors:
        return LeanStatus.ERROR, ""
    if reading is None:
        return LeanStatus.INFRASTRUCTURE, (
            "the backend reported no errors, but Lean's own sign for this request is missing; "
            "run: faithsieve lean doctor"
        )
    if not reading.found:
        return LeanStatus.ERROR, f"there is no declaration {source.theorem!r} in the text"
    if source.theorem is not None and reading.kind != "theorem":
        return LeanStatus.ERROR, f"{source.theorem!r} is not a theorem"
    if "sorryAx" in reading.axioms and not _writes_sorry(source.text):
        # Lean puts a hole where something failed; the text has none, so an error was swallowed.
        return LeanStatus.INFRASTRUCTURE, "the proof has a hole that no message explains"
    return LeanStatus.OK, ""


def _writes_sorry(text: str) -> bool:
    return any(word in text for word in ("sorry", "admit", "stop"))


class ExternalReply(BaseModel):
    """What a backend sends: fields it adds are ignored, those it leaves out have their defaults.

    A reply that still does not fit is a failure of the backend, never a verdict.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")


def place_in_snippet(line: int, column: int, lines_before: int) -> dict[str, int]:
    """Count a message's line from the snippet's first; 0 is in the header, or nowhere."""
    return {"line": max(line - lines_before, 0), "column": max(column, 0)}


def severity_of(word: str) -> Literal["error", "warning", "info"]:
    """Read a severity in any of the spellings in use; an unknown one is taken as an error."""
    match word.strip().lower():
        case "warning" | "warn" | "2":
            return "warning"
        case "info" | "information" | "hint" | "trace" | "3" | "4":
            return "info"
        case _:
            return "error"
