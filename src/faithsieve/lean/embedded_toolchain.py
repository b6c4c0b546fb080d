"""Everything that decides what the embedded Lean answers: package, driver, prelude, allowed syntax.

What a worker needs is made once and kept beside the package (``compiled``): the driver and the
prelude's library are compiled, then a Lean loads them with the notations and writes its memory
down. Every worker starts from that image; loading it anew took most of every start.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import re
import secrets
import shutil
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_process import LeanProcess, embedded_command
from faithsieve.lean.embedded_setup import EmbeddedInstall
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest, digest_of

COMPILE_CPU_S = 900.0
"""Processor seconds: on a busy machine the same work takes many times as long by the clock."""
COMPILE_LONGEST_S = 3600.0
"""By the clock, for a compiler that stands still."""
POLL_S = 0.05
KEPT_IMAGES = 3
"""An image is a few hundred megabytes; several releases may share one install."""
# A hole (`sorry`) is only a warning, and must end the compilation.
LIBRARY_HEADER = """\
module
public import Init
set_option warningAsError true
@[expose] public section
"""

TryImage = Callable[[Path], Awaitable[None]]

_COMPILING: set[Path] = set()
"""What this process is compiling. Two processes may do the same work; the code of either serves."""
_WHOLE: set[tuple[Path, int, int]] = set()
"""Files whose content this process has compared with their names: path, time and size."""


@cache
def driver_text(start: str = "start_embedded.lean") -> str:
    """Join the driver's numbered parts and the part by which it is started into one file."""
    parts = [part for part in files("faithsieve.lean").joinpath("driver").iterdir()]
    chosen = (part for part in parts if part.name[0].isdigit() or part.name == start)
    ordered = sorted(chosen, key=lambda part: part.name)
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
    words: tuple[str, ...] = ()
    """First words of a library's tactics."""

    @property
    def config(self) -> dict[str, object]:
        """The part of a driver's configuration that says what is allowed."""
        lists = {"allowed": self.pieces, "allowed_in_files": self.files, "words": self.words}
        return {name: dict.fromkeys(listed, True) for name, listed in lists.items()}


@cache
def allowed_syntax() -> AllowedSyntax:
    """Read the driver's list."""
    listing = files("faithsieve.lean").joinpath("driver", "allowed_syntax.txt")
    sections: dict[str, list[str]] = {"pieces": [], "files": [], "words": []}
    current: list[str] = []
    for line in listing.read_text("utf-8").splitlines():
        if line.startswith("["):
            current = sections[line.strip("[]")]
        elif line and not line.startswith("--"):
            current.append(line)
    return AllowedSyntax(**{name: tuple(found) for name, found in sections.items()})


class Prelude(NamedTuple):
    """FaithSieve's own prelude. As one text, library first, it serves any Lean without Mathlib."""

    library: str = ""
    """Definitions and theorems: compiled once, then imported."""
    notation: str = ""
    """Macros and notations, which a worker elaborates: this build cannot run them compiled."""


@cache
def prelude_texts() -> Prelude:
    """Read the prelude's files; those of its library are one text, in the order of their names."""
    folder = files("faithsieve.lean").joinpath("prelude")
    parts = sorted(folder.joinpath("library").iterdir(), key=lambda part: part.name)
    library = "\n".join(part.read_text(encoding="utf-8") for part in parts)
    return Prelude(library, folder.joinpath("Notation.lean").read_text(encoding="utf-8"))


BRIDGED = (
    *("IsSqrt", "IsFloor", "TendsTo", "IsCauchy", "IsBounded", "ContinuousAtPoint", "IsMetric"),
    *("openBall", "IsOpenIn", "ConvergesIn", "IsCauchyIn", "IsCompleteIn", "IsSeqCompactIn"),
    *("IsClosedIn", "IsExp", "IsLog", "IsSinCos", "IsRpow"),
)
"""Definitions of the library that Mathlib lacks."""


@cache
def bridge_text() -> str:
    """What core evidence needs before a Lean with Mathlib can read it."""
    folder = files("faithsieve.lean").joinpath("prelude")
    library = prelude_texts().library
    declared = [_declaration(library, name) for name in BRIDGED]
    opening = folder.joinpath("Bridge.lean").read_text(encoding="utf-8")
    close = "end FaithSieve.Bridge\nopen FaithSieve.Bridge"
    return "\n".join([opening, *declared, close]) + "\n"


def _declaration(library: str, name: str) -> str:
    """The lines of a definition: its first one and those that are indented below."""
    found = re.search(rf"^(?:def|structure) {name} .*(?:\n[ \t]+.*)*", library, re.MULTILINE)
    assert found is not None, name
    return found[0]


class Compilation(NamedTuple):
    """Something that a Lean makes once, and the one file of the result that is kept."""

    title: str
    sources: dict[str, str]
    """Texts of files in the Lean's folder, ``/mailbox``."""
    arguments: tuple[str, ...]
    made: str
    """Name of the file that is kept."""
    place: Path
    """Where it is kept, as the beginning of a path that says what it was made from."""
    cpu_s: float = COMPILE_CPU_S

    def path_of(self, made: Path) -> Path:
        """Where a compiled file is kept: the name says what it was made from and what is in it."""
        with made.open("rb") as stream:
            content = hashlib.file_digest(stream, "sha256").hexdigest()
        suffix = Path(self.made).suffix
        return self.place.with_name(f"{self.place.name}-{content[:24]}{suffix}")

    def find(self) -> Path | None:
        """The compiled file; one that is missing or damaged has to be made."""
        kept = self.place.parent.glob(f"{self.place.name}-*{Path(self.made).suffix}")
        return next((code for code in kept if self._is_whole(code)), None)

    def _is_whole(self, code: Path) -> bool:
        """Whether the content is what the name says; hashed once in this process."""
        try:
            found = code.stat()
            seen = (code, found.st_mtime_ns, found.st_size)
            if seen not in _WHOLE and self.path_of(code) == code:
                _WHOLE.add(seen)
            return seen in _WHOLE
        except OSError:
            return False


@dataclass(frozen=True)
class EmbeddedToolchain:
    """One installed Lean with what FaithSieve adds to it."""

    install: EmbeddedInstall
    prelude: Prelude
    driver: str = field(default_factory=driver_text)
    starter: str = field(default_factory=starter_text)
    allowed: AllowedSyntax = field(default_factory=allowed_syntax)
    backend: str = "embedded"

    @property
    def fingerprint(self) -> str:
        """The package, the prelude and the driver in one name."""
        package = digest_of([self.install.integrity, self.install.patch])[:12]
        prelude = digest_of(list(self.prelude))[:12]
        allowed = self.allowed.model_dump(mode="json")
        driver = digest_of([self.driver, self.starter, allowed])[:12]
        return f"lean-4.28.0-wasm+package.{package}.prelude.{prelude}.driver.{driver}"

    @property
    def driver_compilation(self) -> Compilation:
        """The driver, of which its interpreted code is kept."""
        return self._compilation("driver", self.driver, "Driver.ir")

    @property
    def library_compilation(self) -> Compilation:
        """The prelude's library, of which what an import reads is kept."""
        text = f"{LIBRARY_HEADER}{self.prelude.library}"
        return self._compilation("prelude", text, "Prelude.olean")

    def _compilation(self, folder: str, text: str, made: str) -> Compilation:
        name = Path(made).stem
        arguments = ("--root=/mailbox", "-o", f"/mailbox/{name}.olean", f"/mailbox/{name}.lean")
        sources = {f"{name}.lean": text}
        return Compilation(name, sources, arguments, made, self._place(folder, [text]))

    def image_compilation(self, code: Path, library: Path | None) -> Compilation:
        """The memory of a Lean that has loaded all of it, and then serves."""
        config = {
            "library": [library.stem] if library else [],
            "library_folder": str(library.parent) if library else "",
            "notation": self.prelude.notation,
            **self.allowed.config,
        }
        sources = {"start.lean": self.starter, "config.json": json.dumps(config)}
        arguments = ("--run", "/mailbox/start.lean", str(code))
        allowed = self.allowed.model_dump(mode="json")
        # "tried": images of earlier releases were kept without having been started once.
        made_from = [self.driver, self.starter, list(self.prelude), allowed, "tried"]
        return Compilation("Image", sources, arguments, "image", self._place("image", made_from))

    def _place(self, folder: str, made_from: Sequence[object]) -> Path:
        digest = digest_of([self.install.integrity, self.install.patch, *made_from])
        return self.install.root / folder / digest[:24]

    def find_image(self) -> Path | None:
        """The image, if it was made: the next worker starts in its usual time."""
        return self.image_compilation(Path(), None).find()

    async def image(
        self, folder: Path, *, try_image: TryImage | None = None, node: Path | None = None
    ) -> Path:
        """The image of this toolchain, made when missing.

        Args:
            folder: where to work, and where it stays when the install cannot be written to.
            try_image: called with a new image before it is kept; raises if Lean does not work from
                it. One that does not start would otherwise be found by every later run.
            node: another Node than the one of the wheel.

        Raises:
            LeanUnavailableError: a part of it does not compile, or a new image does not work.
        """
        # Half a gigabyte is hashed: not on the event loop.
        if (kept := await asyncio.to_thread(self.find_image)) is None:
            make = partial(compiled, install=self.install, folder=folder, node=node)
            code = await make(self.driver_compilation)
            library = await make(self.library_compilation) if self.prelude.library else None
            kept = await make(self.image_compilation(code, library), check=try_image)
            _drop_old_images(self.install.root / "image")
        return kept

    def drop_image(self) -> None:
        """Remove the kept image, so that the next worker makes another."""
        if (kept := self.find_image()) is not None:
            kept.unlink()

    def key(self, request: dict[str, object]) -> Digest:
        """The content address of one request to this toolchain."""
        return digest_of({"toolchain": self.fingerprint, "request": request})


async def compiled(
    compilation: Compilation,
    install: EmbeddedInstall,
    folder: Path,
    *,
    check: TryImage | None = None,
    node: Path | None = None,
) -> Path:
    """The compiled file; made in ``folder`` when missing, and left there if it cannot be kept.

    Raises:
        LeanUnavailableError: the text does not compile, or ``check`` refuses what was made of it.
    """
    while compilation.place in _COMPILING:
        await asyncio.sleep(POLL_S)
    if (kept := compilation.find()) is not None:
        return kept
    _COMPILING.add(compilation.place)
    try:
        made = await _compile(compilation, install, folder, node)
        if check is not None:
            await check(made)
        return _keep(made, compilation.path_of(made))
    finally:
        _COMPILING.discard(compilation.place)


async def _compile(
    compilation: Compilation, install: EmbeddedInstall, folder: Path, node: Path | None
) -> Path:
    for name, text in compilation.sources.items():
        (folder / name).write_text(text, encoding="utf-8")
    process = LeanProcess(embedded_command(install, folder, compilation.arguments, node=node))
    deadline = time.monotonic() + COMPILE_LONGEST_S
    try:
        while (
            process.is_alive
            and process.computed_s() < compilation.cpu_s
            and time.monotonic() < deadline
        ):
            await asyncio.sleep(POLL_S)
        exit_code, why = process.exit_code, process.why_it_ended()
    finally:
        await process.stop()
    made = folder / compilation.made
    if exit_code is None:
        why = f"not within {compilation.cpu_s:g} processor seconds"
    # A compiler that was stopped or failed may leave half a file behind.
    if exit_code != 0 or not made.exists():
        what = f"{compilation.title} of the embedded Lean"
        raise LeanUnavailableError(f"{what} did not compile: {why}")
    return made


def _keep(made: Path, kept: Path) -> Path:
    """Move the file into place; with a read-only install it stays where it was made."""
    draft = kept.with_suffix(f".{os.getpid()}-{secrets.token_hex(4)}")
    try:
        kept.parent.mkdir(exist_ok=True)
        shutil.copyfile(made, draft)
        draft.rename(kept)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        return made
    made.unlink()
    return kept


def _drop_old_images(folder: Path) -> None:
    """Remove all images but the newest few; whoever reads an old one now has it open."""
    with contextlib.suppress(OSError):
        by_age = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)
        for old in by_age[:-KEPT_IMAGES]:
            old.unlink()
