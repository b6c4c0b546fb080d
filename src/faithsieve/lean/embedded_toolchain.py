"""Everything that decides what the embedded Lean answers: package, driver, prelude, allowed syntax.

The driver is compiled once and kept beside the package (``compiled_driver``); elaborating its text
took more than half of every start.
"""

import asyncio
import contextlib
import hashlib
import os
import secrets
import shutil
import time
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_process import LeanProcess, private_folder
from faithsieve.lean.embedded_setup import EmbeddedInstall
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest, digest_of

COMPILE_TIMEOUT_S = 600.0
POLL_S = 0.05

_COMPILING: set[Path] = set()
"""What this process is compiling. Two processes may do the same work; the code of either serves."""


@cache
def driver_text() -> str:
    """Join the driver's numbered parts into the one file the build can compile."""
    parts = [part for part in files("faithsieve.lean").joinpath("driver").iterdir()]
    numbered = (part for part in parts if part.name[0].isdigit())
    ordered = sorted(numbered, key=lambda part: part.name)
    return "\n".join(part.read_text(encoding="utf-8") for part in ordered)


@cache
def starter_text() -> str:
    """The small program that loads the compiled driver and runs it."""
    return files("faithsieve.lean").joinpath("driver", "start.lean").read_text(encoding="utf-8")


class AllowedSyntax(Record):
    """The syntax kinds a candidate may use."""

    pieces: tuple[str, ...] = ()
    """In a statement or a proof body."""
    files: tuple[str, ...] = ()
    """In a whole file, in addition."""


@cache
def allowed_syntax() -> AllowedSyntax:
    """Read the driver's list."""
    listing = files("faithsieve.lean").joinpath("driver", "allowed_syntax.txt")
    sections: dict[str, list[str]] = {"pieces": [], "files": []}
    current: list[str] = []
    for line in listing.read_text("utf-8").splitlines():
        if line.startswith("["):
            current = sections[line.strip("[]")]
        elif line and not line.startswith("--"):
            current.append(line)
    return AllowedSyntax(pieces=tuple(sections["pieces"]), files=tuple(sections["files"]))


@cache
def prelude_texts() -> tuple[str, ...]:
    """The texts of FaithSieve's own prelude, in the order of their names."""
    parts = files("faithsieve.lean").joinpath("prelude").iterdir()
    ordered = sorted((part for part in parts if part.name.endswith(".lean")), key=lambda p: p.name)
    return tuple(part.read_text(encoding="utf-8") for part in ordered)


@dataclass(frozen=True)
class EmbeddedToolchain:
    """One installed Lean with what FaithSieve adds to it."""

    install: EmbeddedInstall
    prelude: tuple[str, ...]
    """The texts of the prelude's files, in order."""
    driver: str = field(default_factory=driver_text)
    starter: str = field(default_factory=starter_text)
    allowed: AllowedSyntax = field(default_factory=allowed_syntax)

    @property
    def fingerprint(self) -> str:
        """The package, the prelude and the driver in one name."""
        package = digest_of([self.install.integrity, self.install.patch])[:12]
        prelude = digest_of(list(self.prelude))[:12]
        allowed = self.allowed.model_dump(mode="json")
        driver = digest_of([self.driver, self.starter, allowed])[:12]
        return f"lean-4.28.0-wasm+package.{package}.prelude.{prelude}.driver.{driver}"

    @property
    def driver_source(self) -> Path:
        """What the driver is made from, as the beginning of a path: package, patch and text."""
        made_from = digest_of([self.install.integrity, self.install.patch, self.driver])
        return self.install.root / "driver" / made_from[:24]

    def code_path(self, code: Path) -> Path:
        """Where compiled code is kept: the name says what it was made from and what is in it."""
        with code.open("rb") as stream:
            content = hashlib.file_digest(stream, "sha256").hexdigest()
        return self.driver_source.with_suffix(f".{content[:24]}.ir")

    def find_driver_code(self) -> Path | None:
        """The compiled driver; one that is missing or damaged has to be made."""
        source = self.driver_source
        kept = source.parent.glob(f"{source.name}.*.ir")
        return next((code for code in kept if self._is_whole(code)), None)

    def _is_whole(self, code: Path) -> bool:
        try:
            return self.code_path(code) == code
        except OSError:
            return False

    def is_prepared(self) -> bool:
        """Whether what is done once was done: the next worker starts in its usual time."""
        return self.find_driver_code() is not None and self.is_prelude_verified()

    def is_prelude_verified(self) -> bool:
        """Whether this very prelude was elaborated in full before, with this driver and package.

        Then a worker takes its theorems without their proofs, as it does those of the library.
        """
        return self._prelude_stamp.exists()

    def mark_prelude_verified(self) -> None:
        """Write down that the prelude was elaborated without errors, holes or axioms."""
        with contextlib.suppress(OSError):  # a read-only install only costs time at each start
            self._prelude_stamp.touch()

    @property
    def _prelude_stamp(self) -> Path:
        return self.install.root.parent / f"prelude-{digest_of(self.fingerprint)[:24]}.verified"

    def key(self, request: dict[str, object]) -> Digest:
        """The content address of one request to this toolchain."""
        return digest_of({"toolchain": self.fingerprint, "request": request})


async def compiled_driver(
    toolchain: EmbeddedToolchain,
    mailbox: Path,
    *,
    node: Path | None = None,
    timeout_s: float = COMPILE_TIMEOUT_S,
) -> Path:
    """The driver's code in a place the worker with this mailbox can read; made when missing.

    Raises:
        LeanUnavailableError: the driver does not compile.
    """
    source = toolchain.driver_source
    while source in _COMPILING:
        await asyncio.sleep(POLL_S)
    if (kept := toolchain.find_driver_code()) is not None:
        return kept
    _COMPILING.add(source)
    folder = private_folder()
    try:
        made = await _compile(toolchain, folder, node, timeout_s)
        return _keep(made, toolchain.code_path(made), mailbox)
    finally:
        _COMPILING.discard(source)
        shutil.rmtree(folder, ignore_errors=True)


async def _compile(
    toolchain: EmbeddedToolchain, folder: Path, node: Path | None, timeout_s: float
) -> Path:
    source = folder / "Driver.lean"
    source.write_text(toolchain.driver, encoding="utf-8")
    arguments = [f"--root={folder}", "-o", str(folder / "Driver.olean"), str(source)]
    process = LeanProcess(toolchain.install, folder, arguments, node=node)
    deadline = time.monotonic() + timeout_s
    try:
        while process.is_alive and time.monotonic() < deadline:
            await asyncio.sleep(POLL_S)
        exit_code, why = process.exit_code, process.why_it_ended()
    finally:
        await process.stop()
    made = folder / "Driver.ir"
    if exit_code is None:
        why = f"not within {timeout_s:g} s"
    # A compiler that was stopped or failed may leave half a file behind.
    if exit_code != 0 or not made.exists():
        raise LeanUnavailableError(f"the driver of the embedded Lean did not compile: {why}")
    return made


def _keep(made: Path, kept: Path, mailbox: Path) -> Path:
    """Rename the code into place; a read-only install costs the compilation at each start."""
    draft = kept.with_suffix(f".{os.getpid()}-{secrets.token_hex(4)}")
    try:
        kept.parent.mkdir(exist_ok=True)
        shutil.copyfile(made, draft)
        draft.rename(kept)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        return Path(shutil.copyfile(made, mailbox / "driver.ir"))
    return kept
