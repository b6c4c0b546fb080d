"""Everything that decides what the embedded Lean answers: package, driver, library, allowed syntax.

What a worker needs is made once: the driver and the library are compiled, then a Lean
loads them with the notations and writes its memory down. Every worker starts from that image, since
loading everything anew took most of every start. An image is kept beside the package only when a
worker has started from it and checked a theorem: one that does not start would be found by every
later run.
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
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import ClassVar, NamedTuple

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_process import LeanCommand, LeanProcess
from faithsieve.lean.embedded_setup import SETUP_COMMAND, EmbeddedInstall, locate_node
from faithsieve.lean.embedded_worker import Toolchain
from faithsieve.lean.library_modules import (
    COMPILER_OPTIONS,
    LibraryStore,
    Module,
    Progress,
    line_in_file,
    read_library,
)
from faithsieve.records.digest import digest_of

THREADS = 1
"""For Lean's tasks, while it loads; Lean takes two more of those that the build has ready
(``embedded_patch.py``)."""
LEAN_STACK_KIB = 64 << 10
"""Of each thread, in the module's memory, behind whose end other data lie. A thread's other stack,
that of the operating system, ends with a clean error long before: an eighth was in use then."""
SYSTEM_STACK_MIB = 64
"""Of each operating-system thread; only pages that are used take memory."""
PRELOAD = (
    'const threads = require("worker_threads");'
    "threads.Worker = class extends threads.Worker {"
    " constructor(file, options) {"
    f" super(file, {{...options, resourceLimits: {{stackSizeMb: {SYSTEM_STACK_MIB}}}}}) }} }};"
)
"""Runs in Node before Lean's script, which makes its threads with Node's default of 4 MiB."""

COMPILE_CPU_S = 900.0
"""Processor seconds: on a busy machine the same work takes many times as long by the clock."""
COMPILE_LONGEST_S = 3600.0
"""By the clock, for a compiler that stands still."""
POLL_S = 0.05
KEPT_IMAGES = 4
"""An image is a few hundred megabytes; several releases may share one install."""
AllowedSyntax = dict[str, list[str]]
"""The syntax a candidate may use: kinds in a statement or a proof body (``pieces``), further kinds
in a whole file (``files``), first words of a library's tactics (``words``)."""

_HERE = files("faithsieve.lean")
_MAKING: set[Path] = set()
"""Images that this process is making. Two processes may do the same work; either result serves."""
_WHOLE: set[tuple[Path, int, int]] = set()
"""Images whose content this process has compared with their names: path, time and size."""


def _text(*path: str) -> str:
    return _HERE.joinpath(*path).read_text(encoding="utf-8")


def _names(*path: str) -> list[str]:
    return sorted(part.name for part in _HERE.joinpath(*path).iterdir())


@cache
def driver_text(start: str = "start_embedded.lean") -> str:
    """Join the driver's numbered parts and the part by which it is started into one file."""
    chosen = [name for name in _names("driver") if name[0].isdigit() or name == start]
    return "\n".join(_text("driver", name) for name in chosen)


@cache
def allowed_syntax() -> AllowedSyntax:
    """Read the driver's list of allowed syntax."""
    sections: AllowedSyntax = {"pieces": [], "files": [], "words": []}
    current: list[str] = []
    for line in _text("driver", "allowed_syntax.txt").splitlines():
        if line.startswith("["):
            current = sections[line.strip("[]")]
        elif line and not line.startswith("--"):
            current.append(line)
    return sections


def policy_config(allowed: AllowedSyntax) -> dict[str, object]:
    """The part of a driver's configuration that says what syntax is allowed."""
    names = {"pieces": "allowed", "files": "allowed_in_files", "words": "words"}
    return {name: dict.fromkeys(allowed.get(part, ()), True) for part, name in names.items()}


class Library(NamedTuple):
    """The library in Mathlib's words (``library/README.md``), or nothing for core Lean alone."""

    notation: str = ""
    """Macros and notations, which a worker elaborates: this build cannot run them compiled."""
    modules: tuple[Module, ...] = ()
    """Definitions and theorems: each part compiled and kept by itself, then imported."""


def library_texts(*parts: str) -> Library:
    """Read the library's files: these parts of it with all that they import, or everything.

    Raises:
        ValueError: there is no such part (``library/parts.toml``).
    """
    return Library(*read_library(*parts))


@dataclass(frozen=True)
class EmbeddedToolchain(Toolchain):
    """One installed Lean with what FaithSieve adds to it."""

    install: EmbeddedInstall
    library: Library
    driver: str = field(default_factory=driver_text)
    starter: str = field(default_factory=lambda: _text("driver", "start.lean"))
    """The small program that loads the compiled driver and runs it."""
    allowed: AllowedSyntax = field(default_factory=allowed_syntax)
    node: Path | None = None
    """Another Node than the one of the wheel."""
    backend: str = "embedded"
    progress: Progress = field(default=lambda what, share: None, compare=False)
    """Told what was compiled, while the image is made."""
    advice: ClassVar[str] = f". If it stays so, run: {SETUP_COMMAND}"

    @property
    def fingerprint(self) -> str:
        """The package, the library and the driver in one name."""
        package = digest_of([self.install.integrity, self.install.patch])[:12]
        library = digest_of(list(self.library))[:12]
        driver = digest_of([self.driver, self.starter, self.allowed])[:12]
        return f"lean-4.28.0-wasm+package.{package}.library.{library}.driver.{driver}"

    @property
    def image(self) -> Path:
        """The path of this toolchain's image, up to the digest of its content."""
        install = [self.install.integrity, self.install.patch]
        # "tried": images of earlier releases were kept without having been started once.
        added = [self.driver, self.starter, list(self.library), self.allowed, "tried"]
        return self.install.root / "image" / digest_of([*install, *added])[:24]

    def find_image(self) -> Path | None:
        """Return the kept image; one that is missing or damaged has to be made."""
        kept = self.image.parent.glob(f"{self.image.name}-*")
        return next((path for path in kept if _is_whole(path, self.image)), None)

    @asynccontextmanager
    async def prepared(self, mailbox: Path) -> AsyncIterator[tuple[LeanCommand, dict[str, object]]]:
        """Give the command of a Lean that starts from the image, which is made when missing.

        A new image is kept when the block ends without an exception.

        Raises:
            LeanUnavailableError: a part of it does not compile.
        """
        place = self.image
        while place in _MAKING:
            await asyncio.sleep(POLL_S)
        if image := self.find_image():
            yield self._command(mailbox, image=image), {}
            return
        _MAKING.add(place)
        try:
            made = await self._make_image(mailbox)
            yield self._command(mailbox, image=made), {}
            _keep(made, place)
        finally:
            _MAKING.discard(place)

    async def _make_image(self, folder: Path) -> Path:
        """Load everything in a Lean that then writes down its memory."""
        code = await self._compile_driver(folder / "Driver.ir")
        modules = self.library.modules
        await self.compile_modules(modules, folder)
        config = {
            "library": [module.name for module in modules],
            "library_folder": str(folder) if modules else "",
            "notation": self.library.notation,
        }
        (folder / "start.lean").write_text(self.starter, encoding="utf-8")
        whole = json.dumps(config | policy_config(self.allowed))
        (folder / "config.json").write_text(whole, encoding="utf-8")
        return await self._run(("--run", "/mailbox/start.lean", str(code)), folder / "image")

    @property
    def _store(self) -> LibraryStore:
        compiler = digest_of([self.install.integrity, self.install.patch])
        return LibraryStore(self.install.root / "library", compiler)

    async def _compile_driver(self, made: Path) -> Path:
        key = digest_of([self._store.compiler, self.driver])[:24]
        if not self._store.fetch(key, made.with_suffix("")):
            await self._compile(self.driver, made)
            self._store.keep(key, made.with_suffix(""))
        return made

    async def compile_modules(
        self, modules: Sequence[Module], folder: Path, *, store: LibraryStore | None = None
    ) -> None:
        """Put the compiled modules below a folder; those in the store are not compiled again.

        Raises:
            LeanUnavailableError: one does not compile.
        """
        where = store or self._store
        await where.compile_all(modules, folder, self._compile_module, self.progress)

    async def _compile_module(self, name: str, folder: Path) -> Path:
        path = name.replace(".", "/")
        words = (*COMPILER_OPTIONS, "--root=/mailbox", "-o", f"/mailbox/{path}.olean")
        return await self._run((*words, f"/mailbox/{path}.lean"), folder / f"{path}.olean", folder)

    async def _compile(self, text: str, made: Path) -> Path:
        made.with_suffix(".lean").write_text(text, encoding="utf-8")
        name = f"/mailbox/{made.stem}"
        return await self._run(("--root=/mailbox", "-o", f"{name}.olean", f"{name}.lean"), made)

    async def _run(self, arguments: Sequence[str], made: Path, folder: Path | None = None) -> Path:
        """Run a Lean that writes one file into its folder, with a limit of time.

        Raises:
            LeanUnavailableError: it did not.
        """
        process = LeanProcess(self._command(folder or made.parent, arguments))
        deadline = time.monotonic() + COMPILE_LONGEST_S
        try:
            while (
                process.is_alive
                and process.computed_s() < COMPILE_CPU_S
                and time.monotonic() < deadline
            ):
                await asyncio.sleep(POLL_S)
            exit_code, why = process.exit_code, process.why_it_ended()
            said = process.said()
        finally:
            await process.stop()
        if exit_code is None:
            why = f"not within {COMPILE_CPU_S:g} processor seconds"
        # A compiler that was stopped or failed may leave half a file behind.
        if exit_code != 0 or not made.exists():
            what = f"{made.stem} of the embedded Lean"
            if folder and "error" in said:
                why = _in_files(made.with_suffix(".lean"), said)
            raise LeanUnavailableError(f"{what} did not compile: {why}")
        return made

    def _command(
        self, folder: Path, arguments: Sequence[str] = (), *, image: Path | None = None
    ) -> LeanCommand:
        """The command of a Lean that sees its own folder and the one given, as ``/mailbox``.

        With an ``image`` it goes on where the Lean stood that wrote it, and reads no arguments.
        """
        root = self.install.root
        preload = folder / "preload.js"
        preload.write_text(PRELOAD, encoding="utf-8")
        words = [str(self.node or locate_node()), "--permission", "--allow-worker"]
        words += [f"--allow-fs-read={root}", f"--allow-fs-read={folder}"]
        words += [f"--allow-fs-write={folder}", f"--require={preload}", "lean_patched.js"]
        words += [f"--threads={THREADS}", f"--tstack={LEAN_STACK_KIB}", *arguments]
        visible = {"LEAN_WASM_ROOT": str(root), "LEAN_WASM_MAILBOX": str(folder)}
        if image is not None:
            visible["LEAN_WASM_IMAGE"] = str(image)
        else:
            visible["LEAN_PATH"] = "/mailbox"  # where a module finds what it imports
        return LeanCommand(tuple(words), root / "package", visible)


def _in_files(part: Path, said: str) -> str:
    """The errors that Lean reports of a part, with the places in the files it was joined from."""
    text = part.read_text(encoding="utf-8")

    def place(found: re.Match[str]) -> str:
        file, line = line_in_file(text, int(found[1]))
        return f"{file}:{line}:{found[2]}: error"

    placed = re.sub(r"\S+\.lean:(\d+):(\d+): error", place, said)
    first = re.search(r"^\S+: error", placed, re.MULTILINE)
    return placed[first.start() if first else 0 :][:6000]


def named_by_content(place: Path, image: Path) -> Path:
    """Return where an image is kept: its name says what it was made from and what is in it."""
    with image.open("rb") as stream:
        content = hashlib.file_digest(stream, "sha256").hexdigest()
    return place.with_name(f"{place.name}-{content[:24]}")


def _is_whole(image: Path, place: Path) -> bool:
    """Return whether the content is what the name says; it is read once in this process."""
    try:
        found = image.stat()
        seen = (image, found.st_mtime_ns, found.st_size)
        if seen not in _WHOLE and named_by_content(place, image) == image:
            _WHOLE.add(seen)
        return seen in _WHOLE
    except OSError:
        return False


def _keep(made: Path, place: Path) -> None:
    """Move an image into place and drop all but the newest few; whoever reads one has it open.

    With a read-only install it stays where it was made.
    """
    draft = place.with_suffix(f".{os.getpid()}-{secrets.token_hex(4)}")
    try:
        place.parent.mkdir(exist_ok=True)
        shutil.copyfile(made, draft)
        draft.rename(named_by_content(place, made))
        made.unlink()
        by_age = sorted(place.parent.iterdir(), key=lambda path: path.stat().st_mtime)
        for old in by_age[:-KEPT_IMAGES]:
            old.unlink()
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
