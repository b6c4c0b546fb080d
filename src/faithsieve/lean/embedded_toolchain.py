"""Everything that decides what the embedded Lean answers: package, driver, library, allowed syntax.

What a worker needs is made once: the driver and the library are compiled, then a Lean
loads them with the notations and writes its memory down. Every worker starts from that image, since
loading everything anew took most of every start. An image is kept beside the package only when a
worker has started from it and checked a theorem: one that does not start would be found by every
later run.
"""

import asyncio
import contextlib
import fcntl
import hashlib
import json
import os
import secrets
import shutil
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import ClassVar, NamedTuple

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_compiler import POLL_S, LeanCompiler, lean_compiler
from faithsieve.lean.embedded_process import LeanCommand
from faithsieve.lean.embedded_setup import SETUP_COMMAND, EmbeddedInstall, locate_node
from faithsieve.lean.embedded_worker import Toolchain
from faithsieve.lean.library_modules import (
    COMPILER_OPTIONS,
    LibraryStore,
    Module,
    Say,
    read_library,
)
from faithsieve.records.digest import digest_of

THREADS = 1
"""For Lean's tasks, while it loads; Lean takes two more of those that the build has ready
(``embedded_patch.py``)."""
LEAN_STACK_KIB = 64 << 10
"""Of each thread, in the module's memory, behind whose end other data lie. A thread's other stack,
that of the operating system, ends with a clean error long before: an eighth was in use then."""
LEAN_OPTIONS = (f"--threads={THREADS}", f"--tstack={LEAN_STACK_KIB}")
SYSTEM_STACK_MIB = 64
"""Of each operating-system thread; only pages that are used take memory."""
PRELOAD = (
    'const threads = require("worker_threads");'
    "threads.Worker = class extends threads.Worker {"
    " constructor(file, options) {"
    f" super(file, {{...options, resourceLimits: {{stackSizeMb: {SYSTEM_STACK_MIB}}}}}) }} }};"
)
"""Runs in Node before Lean's script, which makes its threads with Node's default of 4 MiB."""

WAITING = "waiting for another command, which compiles Lean's library (once)"
KEPT_IMAGES = 4
"""An image is some 600 MB; several releases or checkouts may share one install."""
UNUSED_S = 86400.0
"""An image from which nothing started for so long belongs to a release that is gone."""
OF_A_PART = "part-"
"""Begins the name of an image without the whole library; one with it replaces them."""
AllowedSyntax = dict[str, list[str]]
"""The syntax a candidate may use: kinds in a statement or a proof body (``pieces``), further kinds
in a whole file (``files``), first words of a library's tactics (``words``)."""

_HERE = files("faithsieve.lean")
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
    say: Say = field(default=lambda words: None, compare=False)
    """Told what is compiled, while the image is made: whoever waits must know for what."""
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
        kind = "" if self._has_whole_library else OF_A_PART
        return self.install.root / "image" / f"{kind}{digest_of([*install, *added])[:24]}"

    @property
    def _has_whole_library(self) -> bool:
        return len(self.library.modules) == len(library_texts().modules)

    def find_image(self) -> Path | None:
        """Return the kept image; one that is missing or damaged has to be made."""
        kept = self.image.parent.glob(f"{self.image.name}-*")
        return next((path for path in kept if _is_whole(path, self.image)), None)

    def count_compiled(self) -> int:
        """How many parts of the library a start finds compiled: all of them with an image."""
        modules = self.library.modules
        kept = self._store.count_kept(modules)
        is_ready = kept < len(modules) and self.find_image() is not None
        return len(modules) if is_ready else kept

    @asynccontextmanager
    async def prepared(self, mailbox: Path) -> AsyncIterator[tuple[LeanCommand, dict[str, object]]]:
        """Give the command of a Lean that starts from the image, which is made when missing.

        A new image is kept when the block ends without an exception.

        Raises:
            LeanUnavailableError: a part of it does not compile.
        """
        image = self.find_image()
        if image is None:
            async with self._compiling_alone():
                image = self.find_image()
                if image is None:
                    made = await self._make_image(mailbox)
                    yield self._command(mailbox, image=made), {}
                    replaced = (f"{self.image.name}-", *[OF_A_PART] * self._has_whole_library)
                    _keep(made, self.image, replaced)
                    return
        _note_use(image)
        yield self._command(mailbox, image=image), {}

    @asynccontextmanager
    async def _compiling_alone(self) -> AsyncIterator[None]:
        """Wait until nobody else compiles for this install: what he makes need not be made twice.

        The lock is the operating system's: it ends with the process that has it, however that ends.
        """
        try:
            folder = os.open(self.install.root, os.O_RDONLY)
        except OSError as error:
            raise LeanUnavailableError(f"its folder cannot be opened: {error}") from error
        try:
            if not _lock(folder):
                self.say(WAITING)
                while not _lock(folder):
                    await asyncio.sleep(POLL_S)
            yield
        finally:
            os.close(folder)

    async def _make_image(self, folder: Path) -> Path:
        """Load everything in a Lean that then writes down its memory."""
        modules = self.library.modules
        async with self._compiler(folder) as compiler:
            code = folder / "Driver.ir"
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._compile_modules(compiler, modules, self._store))
                    group.create_task(self._compile_driver(compiler, code))
            except BaseExceptionGroup as error:
                raise error.exceptions[0] from None
            config = {
                "library": [module.name for module in modules],
                "library_folder": str(folder) if modules else "",
                "notation": self.library.notation,
            }
            (folder / "start.lean").write_text(self.starter, encoding="utf-8")
            whole = json.dumps(config | policy_config(self.allowed))
            (folder / "config.json").write_text(whole, encoding="utf-8")
            self.say("loading Lean's library (once)" if modules else "loading Lean (once)")
            words = (*LEAN_OPTIONS, "--run", "/mailbox/start.lean", str(code))
            return await compiler.run(words, folder / "image")

    @property
    def _store(self) -> LibraryStore:
        compiler = digest_of([self.install.integrity, self.install.patch])
        return LibraryStore(self.install.root / "library", compiler)

    def _compiler(self, folder: Path) -> AbstractAsyncContextManager[LeanCompiler]:
        folder.mkdir(parents=True, exist_ok=True)
        script = folder / "compile.js"
        script.write_text(_text("driver", "compile.js"), encoding="utf-8")
        return lean_compiler(folder, self._command(folder, script=str(script)))

    async def _compile_driver(self, compiler: LeanCompiler, made: Path) -> None:
        await asyncio.sleep(0)  # The first parts go first: others wait for them, none for this.
        key = digest_of([self._store.compiler, self.driver])[:24]
        if not self._store.fetch(key, made.with_suffix("")):
            made.with_suffix(".lean").write_text(self.driver, encoding="utf-8")
            name = f"/mailbox/{made.stem}"
            words = (*LEAN_OPTIONS, "--root=/mailbox", "-o", f"{name}.olean", f"{name}.lean")
            await compiler.run(words, made)
            self._store.keep(key, made.with_suffix(""))

    async def compile_modules(
        self, modules: Sequence[Module], folder: Path, *, store: LibraryStore | None = None
    ) -> None:
        """Put the compiled modules below a folder; those in the store are not compiled again.

        Raises:
            LeanUnavailableError: one does not compile.
        """
        async with self._compiling_alone(), self._compiler(folder) as compiler:
            await self._compile_modules(compiler, modules, store or self._store)

    async def _compile_modules(
        self, compiler: LeanCompiler, modules: Sequence[Module], store: LibraryStore
    ) -> None:
        async def compile_one(name: str, folder: Path) -> Path:
            path = name.replace(".", "/")
            made = ("--root=/mailbox", "-o", f"/mailbox/{path}.olean", f"/mailbox/{path}.lean")
            words = (*LEAN_OPTIONS, *COMPILER_OPTIONS, *made)
            return await compiler.run(words, folder / f"{path}.olean")

        await store.compile_all(modules, compiler.folder, compile_one, self.say)

    def _command(
        self, folder: Path, *, script: str = "lean_patched.js", image: Path | None = None
    ) -> LeanCommand:
        """The command of a Node that sees its own folder and the one given, as ``/mailbox``.

        With an ``image`` its Lean goes on where the one stood that wrote it.
        """
        root = self.install.root
        preload = folder / "preload.js"
        preload.write_text(PRELOAD, encoding="utf-8")
        words = [str(self.node or locate_node()), "--permission", "--allow-worker"]
        words += [f"--allow-fs-read={root}", f"--allow-fs-read={folder}"]
        words += [f"--allow-fs-write={folder}", f"--require={preload}", script]
        visible = {"LEAN_WASM_ROOT": str(root), "LEAN_WASM_MAILBOX": str(folder)}
        if image is not None:
            visible["LEAN_WASM_IMAGE"] = str(image)
        else:
            visible["LEAN_PATH"] = "/mailbox"  # where a module finds what it imports
        return LeanCommand(tuple(words), root / "package", visible)


def _lock(folder: int) -> bool:
    """Take the lock of an open folder, or say that somebody has it."""
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # A disk without locks: the same may be compiled twice, and either result serves.
    return True


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


def _keep(made: Path, place: Path, replaced: tuple[str, ...]) -> None:
    """Move an image into place and drop those that nobody will start from.

    With a read-only install it stays where it was made.
    """
    draft = place.with_suffix(f".{os.getpid()}-{secrets.token_hex(4)}")
    try:
        place.parent.mkdir(exist_ok=True)
        shutil.copyfile(made, draft)
        kept = draft.rename(named_by_content(place, made))
        made.unlink()
        _drop_others(kept, replaced)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def _note_use(image: Path) -> None:
    """Set the time of last access, which many disks do not keep by themselves."""
    with contextlib.suppress(OSError):
        os.utime(image, ns=(time.time_ns(), image.stat().st_mtime_ns))


def _drop_others(kept: Path, replaced: tuple[str, ...]) -> None:
    """Drop the images that a new one replaces and those not used for a day; a few stay at most.

    Whoever runs has his image open, and whoever misses one makes it again of compiled parts. A
    draft is left of a process that was killed: who makes an image does so alone.
    """
    since = time.time() - UNUSED_S
    others = [path for path in kept.parent.iterdir() if path != kept]
    used = [path for path in others if not path.suffix and not path.name.startswith(replaced)]
    used = [path for path in used if path.stat().st_atime >= since]
    used.sort(key=lambda path: path.stat().st_atime)
    for path in {*others} - {*used[1 - KEPT_IMAGES :]}:
        path.unlink()
