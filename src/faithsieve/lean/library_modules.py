"""The modules of the library: what they import, in what order they compile, what is kept of them.

A module is a Lean file below ``library/``. Its key says what its compiled form was made from: its
own text, the keys of what it imports and the Lean that compiles it. So a changed module is compiled
again with what rests on it, and nothing else.
"""

import asyncio
import contextlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

from faithsieve.records.digest import digest_of

ROOT = "Mathlet"
"""The first part of every module's name."""
COMPILER_OPTIONS = (
    "-DwarningAsError=true",  # a hole (`sorry`) is only a warning, and must end the compilation
    "-Dcompiler.extract_closed=false",  # default values by tactics are not found otherwise
    "-Dlinter.unusedVariables=false",
    "-Dlinter.unusedSectionVars=false",
)
AT_ONCE = 2
"""Compilations side by side; each takes a processor and a gigabyte."""
KEPT_DAYS = 30.0

_IMPORT = re.compile(rf"^public import ({ROOT}\.[\w.]+)\s*$", re.MULTILINE)

Compile = Callable[[str, Path], Awaitable[Path]]
"""Compiles the module of this name in this folder; gives the compiled file."""
Progress = Callable[[str, float], None]
"""Called with what was finished and the share of all that is done."""


class Module(NamedTuple):
    """One file of the library."""

    name: str
    text: str

    @property
    def imports(self) -> tuple[str, ...]:
        """The library's modules that it names."""
        return tuple(_IMPORT.findall(self.text))

    @property
    def path(self) -> Path:
        """Where it stands below a folder, without a suffix."""
        return Path(*self.name.split("."))


@cache
def library_modules() -> tuple[Module, ...]:
    """Read the library's modules, each behind what it imports.

    Raises:
        ValueError: a module imports one that is not there, or itself.
    """
    with as_file(files("faithsieve.lean").joinpath("library")) as folder:
        found = {name: Module(name, text) for name, text in _read(folder, ROOT)}
    return tuple(in_order(found))


@cache
def notation_text() -> str:
    """The notations and tactics of all areas, in the order of their files' names."""
    with as_file(files("faithsieve.lean").joinpath("library")) as folder:
        return "\n".join(text for _, text in _read(folder, "Notation"))


def _read(folder: Path, part: str) -> Iterable[tuple[str, str]]:
    for path in sorted((folder / part).rglob("*.lean")):
        name = ".".join(path.relative_to(folder).with_suffix("").parts)
        yield name, path.read_text(encoding="utf-8")


def in_order(found: dict[str, Module]) -> list[Module]:
    """Put each module behind what it imports.

    Raises:
        ValueError: a module imports one that is not there, or itself.
    """
    placed: dict[str, Module] = {}

    def place(name: str, above: tuple[str, ...]) -> None:
        if name in above or name not in found:
            raise ValueError(f"{above[-1] if above else 'nothing'} imports {name}")
        if name not in placed:
            for other in found[name].imports:
                place(other, (*above, name))
            placed[name] = found[name]

    for name in sorted(found):
        place(name, ())
    return list(placed.values())


def keys_of(modules: Sequence[Module], compiler: str) -> dict[str, str]:
    """What each compiled module is kept under."""
    keys: dict[str, str] = {}
    for module in modules:
        below = [keys[name] for name in module.imports]
        made_from = [compiler, *COMPILER_OPTIONS, module.name, module.text, *below]
        keys[module.name] = digest_of(made_from)[:24]
    return keys


class LibraryStore:
    """Compiled modules on disk, each in a folder named by its key."""

    def __init__(self, folder: Path, compiler: str) -> None:
        self.folder = folder
        self.compiler = compiler

    async def compile_all(
        self, modules: Sequence[Module], into: Path, compile_one: Compile, tell: Progress
    ) -> None:
        """Put every module's compiled form below a folder, compiling only what is not kept."""
        keys = keys_of(modules, self.compiler)
        done: dict[str, asyncio.Task[None]] = {}
        room = asyncio.Semaphore(AT_ONCE)
        finished = 0

        async def make(module: Module) -> None:
            nonlocal finished
            await asyncio.gather(*(done[name] for name in module.imports))
            if not self.fetch(keys[module.name], into / module.path):
                async with room:
                    started = time.monotonic()
                    source = (into / module.path).with_suffix(".lean")
                    source.parent.mkdir(parents=True, exist_ok=True)
                    source.write_text(module.text, encoding="utf-8")
                    await compile_one(module.name, into)
                    self.keep(keys[module.name], into / module.path)
                    finished += 1
                    took = time.monotonic() - started
                    tell(f"{module.name} ({took:.0f} s)", finished / len(modules))
            else:
                finished += 1

        try:
            async with asyncio.TaskGroup() as group:
                for module in modules:
                    done[module.name] = group.create_task(make(module))
        except BaseExceptionGroup as error:
            raise error.exceptions[0] from None
        self._drop_old()

    def fetch(self, key: str, place: Path) -> bool:
        """Put what is kept under a key at a place, whose name gets the kept parts' endings."""
        kept = self.folder / key
        with contextlib.suppress(OSError):
            parts = list(kept.iterdir())
            place.parent.mkdir(parents=True, exist_ok=True)
            for part in parts:
                shutil.copyfile(part, place.with_name(f"{place.name}{part.name}"))
            os.utime(kept)
            return bool(parts)
        return False

    def keep(self, key: str, place: Path) -> None:
        """Keep what was made of a module; with a read-only install nothing is kept."""
        draft = self.folder / f"draft-{secrets.token_hex(6)}"
        try:
            draft.mkdir(parents=True)
            for part in place.parent.glob(f"{place.name}.*"):
                if part.suffix != ".lean":
                    shutil.copyfile(part, draft / part.name.removeprefix(place.name))
            draft.rename(self.folder / key)
        except OSError:
            shutil.rmtree(draft, ignore_errors=True)

    def _drop_old(self) -> None:
        oldest = time.time() - KEPT_DAYS * 86400
        with contextlib.suppress(OSError):
            for kept in self.folder.iterdir():
                if kept.stat().st_mtime < oldest:
                    shutil.rmtree(kept, ignore_errors=True)
