"""What the adapters of external backends share: the texts they send and what counts as an answer.

An external backend takes one text: imports, options and a snippet. An adapter is an
:class:`ExternalLean` with its protocol in ``answer``. ``ask`` sends a request to our own driver,
whose code stands in the header, so that Lean itself, in the same submission, freezes the statement,
builds every goal from it, compares types, follows axioms and lets the kernel check again; plain
texts are checked by the driver too. What is asked travels as a string literal, never as Lean code:
no text can end the template early. The reply is one warning with a fresh nonce. A server can say
"compiles clean" about code that failed, drop messages or answer an older question; a candidate has
no syntax that logs, and what Lean says about it is quoted inside the reply. So a second line with
the nonce, or none, is no answer.
"""

import json
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

from pydantic import BaseModel, ConfigDict

from faithsieve.errors import ConfigError, LeanUnavailableError
from faithsieve.lean.embedded_checker import is_stopped
from faithsieve.lean.embedded_process import LeanCommand, child_environment
from faithsieve.lean.embedded_toolchain import allowed_syntax, driver_text, policy_config
from faithsieve.lean.embedded_worker import GRACE_S, Toolchain, WorkerTimeoutError
from faithsieve.lean.work_time import count_work
from faithsieve.records.base import Record
from faithsieve.records.digest import digest_of

OPTIONS = "set_option autoImplicit false\nset_option relaxedAutoImplicit false"
"""A misspelt type must be an error, not a new variable."""
NAMESPACE = "FaithSieveDriver"
MEMORY_MIB = 12 << 10
"""A native Lean's limit of what it allocates; a library it maps into memory does not count."""


class Header(Record):
    """What an external backend has to load before a snippet makes sense."""

    module: str
    """What is imported first; nothing may stand before it, not even a comment."""
    commands: str = ""
    """What stands behind the import."""

    @property
    def opening(self) -> str:
        """Everything behind the import."""
        return f"{self.commands}\n{OPTIONS}" if self.commands else OPTIONS

    @property
    def text(self) -> str:
        """The header as Lean text, ending with a line feed."""
        return f"import {self.module}\n{self.opening}\n"


MATHLIB = Header(module="Mathlib")
BARE = Header(module="Lean")
"""Lean alone."""


class LeanProject(NamedTuple):
    """What a Lake project says about itself."""

    lean: str
    """The pinned Lean, such as ``leanprover/lean4:v4.28.0``; empty when none is pinned."""
    revisions: dict[str, str]
    """Revision of each package of its manifest, in the order of their names."""


def read_project(folder: Path | None) -> LeanProject:
    """Read a project's pinned Lean and its packages.

    Raises:
        ConfigError: its manifest cannot be read.
    """
    if folder is None:
        return LeanProject("", {})
    pinned, manifest = folder / "lean-toolchain", folder / "lake-manifest.json"
    lean = pinned.read_text(encoding="utf-8").strip() if pinned.is_file() else ""
    if not manifest.is_file():
        return LeanProject(lean, {})
    try:
        packages = json.loads(manifest.read_text(encoding="utf-8")).get("packages", [])
        found = sorted((p["name"], p.get("rev") or p.get("dir") or "") for p in packages)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError(f"{manifest} is not a Lake manifest: {error}") from error
    return LeanProject(lean, dict(found))


@dataclass(frozen=True)
class ExternalToolchain(Toolchain):
    """A Lean that is not ours, with what FaithSieve adds to it."""

    backend: str
    """How it is asked."""
    header: Header
    """What it loads first."""
    reached: tuple[str, ...]
    """Its command or address."""
    project: Path | None = None
    """The Lake project it runs in."""
    # Pages of a mapped library are shared with every other worker, and count all the same.
    max_rss_bytes: ClassVar[int] = 16 << 30

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
        revisions = [f"{name}.{revision[:12]}" for name, revision in found.revisions.items()]
        own = digest_of([self.header.text, self.driver, allowed_syntax()])[:12]
        lean = found.lean or f"unpinned.{digest_of(list(self.reached))[:12]}"
        return "+".join([f"{self.backend}:{lean}", *revisions, f"driver.{own}"])

    @property
    def config(self) -> dict[str, object]:
        """What the driver is told about the libraries."""
        has_library = self.header.module != "Lean"
        return {
            "libraries": [self.header.module, "Aesop", "Batteries"] if has_library else [],
            "follows_libraries": "yes",
            **policy_config(allowed_syntax()),
        }

    @asynccontextmanager
    async def prepared(self, mailbox: Path) -> AsyncIterator[tuple[LeanCommand, dict[str, object]]]:
        """Give the command of a native Lean, which runs the driver as a program in the project.

        Nothing is downloaded or built. Unlike the embedded Lean the process is not fenced in by
        Node: the allow-list of syntax keeps a candidate from running code, and memory is bounded.
        """
        driver = mailbox / "Driver.lean"
        driver.write_text(self.driver, encoding="utf-8")
        limit = f"--memory={MEMORY_MIB}"
        words = (*self.reached, limit, "--run", str(driver), str(mailbox))
        loads = {"library": [self.header.module], "notation": self.header.commands}
        yield LeanCommand(words, self.project, child_environment()), {**loads, **self.config}


def driver_header(toolchain: ExternalToolchain) -> Header:
    """The header of a toolchain with the driver behind it.

    The driver is in a namespace of its own: its names must not be those of a statement.
    """
    code = toolchain.driver.removeprefix("import Lean\n")
    config = string_literal(json.dumps(toolchain.config, ensure_ascii=False))
    own = toolchain.header
    parts = (own.opening, f"namespace {NAMESPACE}", code, f"def config : String := {config}")
    return own.changed(commands="\n".join([*parts, f"end {NAMESPACE}"]))


def string_literal(text: str) -> str:
    """Write a text as a Lean string literal, on one line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r") + '"'


class BackendReply(Record):
    """A backend's reply after its protocol was read; where messages stand does not matter."""

    errors: tuple[str, ...] = ()
    """Messages that are errors."""
    others: tuple[str, ...] = ()
    """All other messages; the driver's reply is one of them."""

    @classmethod
    def of(cls, messages: Iterable[tuple[str, str]]) -> "BackendReply":
        """Sort messages by their severity in any spelling; an unknown one is taken as an error."""
        said = [(severity.strip().lower() not in _NO_ERROR, text) for severity, text in messages]
        return cls(
            errors=tuple(text for is_error, text in said if is_error),
            others=tuple(text for is_error, text in said if not is_error),
        )


_NO_ERROR = frozenset(["warning", "warn", "2", "info", "information", "hint", "trace", "3", "4"])


class ExternalLean(ABC):
    """A Lean we do not own, asked with one text at a time."""

    def __init__(self, toolchain: ExternalToolchain) -> None:
        """Take a Lean; our driver is in the header of everything it is sent."""
        self.toolchain = toolchain
        self.header = driver_header(toolchain)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:  # noqa: B027 - a backend without a process has nothing to end
        """Close connections and end processes."""

    @abstractmethod
    async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
        """Ask about a text behind the header.

        Raises:
            WorkerTimeoutError: the backend was still at work.
            LeanUnavailableError: it gave no answer.
        """

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        """Let the driver in the header answer one request.

        Raises:
            WorkerTimeoutError: Lean did not finish in time.
            LeanUnavailableError: it gave no answer that is bound to this request.
        """
        nonce = secrets.token_hex(16)
        bound = {**request, "nonce": nonce, "soft_ms": max(1, int(timeout_s * 1000))}
        asked = string_literal(json.dumps(bound, ensure_ascii=False))
        call = f'{NAMESPACE}.answerText "{_tag(nonce)}" {NAMESPACE}.config {asked}'
        began = time.monotonic()
        try:
            reply = await self.answer(f"run_cmd {call}\n", timeout_s + GRACE_S)
        finally:
            count_work(time.monotonic() - began)
        return read_driver_reply(reply, nonce)


def _tag(nonce: str) -> str:
    return f"FSJ_{nonce}"


def read_driver_reply(reply: BackendReply, nonce: str) -> dict[str, object]:
    """Read the driver's one reply to a request.

    Raises:
        WorkerTimeoutError: Lean was stopped.
        LeanUnavailableError: there is none, or more than one, or it is not bound to the request.
    """
    if any(map(is_stopped, reply.errors)):
        raise WorkerTimeoutError("stopped at the heartbeat limit")
    if reply.errors:
        why = " | ".join(reply.errors[:2])
        raise LeanUnavailableError(f"the driver did not run: {why[:500]}")
    start = f"{_tag(nonce)} "
    said = [text for text in reply.others if text.startswith(start)]
    if len(said) != 1:
        raise LeanUnavailableError(f"the backend sent {len(said)} replies to one request")
    try:
        read = json.loads(said[0].removeprefix(start))
    except ValueError as error:
        raise LeanUnavailableError(f"the driver's reply is cut: {error}") from error
    if not isinstance(read, dict) or read.get("nonce") != nonce:
        raise LeanUnavailableError("the driver's reply is not bound to this request")
    return read


class ExternalReply(BaseModel):
    """What a backend sends: fields it adds are ignored, those it leaves out have their defaults.

    A reply that still does not fit is a failure of the backend, never a verdict.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")


def timed_out(timeout_s: float) -> WorkerTimeoutError:
    return WorkerTimeoutError(f"no answer within {timeout_s:g} s")


def told_failure(text: str) -> LeanUnavailableError:
    """A text in place of messages: a time limit of the backend's own, or a failure."""
    slow = "timed out" in text.lower() or "timeout" in text.lower()
    return WorkerTimeoutError(text[:500]) if slow else LeanUnavailableError(text[:500])
