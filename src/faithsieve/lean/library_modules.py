"""The modules of the library: what they import, in what order they compile, what is kept of them.

The files below ``library/`` are joined into a score of parts (``library/parts.toml``): a Lean that
starts, imports and compiles its own code for every file takes twice as long. A part's key
says what its compiled form was made from: its own text, the keys of what it imports and the Lean
that compiles it. So a changed part is compiled again with what rests on it, and nothing else.
"""

import asyncio
import contextlib
import os
import re
import secrets
import shutil
import time
import tomllib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import as_file, files
from math import ceil
from pathlib import Path
from typing import NamedTuple

from faithsieve.records.digest import digest_of
from faithsieve.records.wording import counted

ROOT = "Mathlet"
"""The first part of every module's name."""
COMPILER_OPTIONS = (
    "-DwarningAsError=true",  # a hole (`sorry`) is only a warning, and must end the compilation
    "-Dcompiler.extract_closed=false",  # default values by tactics are not found otherwise
    "-Dlinter.unusedVariables=false",
    "-Dlinter.unusedSectionVars=false",
)
PARTS_A_MINUTE = 9
"""Compiled on two quiet cores."""
AT_ONCE = 2
"""Compilations side by side; each takes a processor and a gigabyte."""
COMPILING = "compiling Lean's library"
KEPT_DAYS = 30.0
NOTATION = "Notation"
"""The folder of what is elaborated above the modules."""
MARK = "-- file "
"""Begins the line of a part behind which a file's own lines follow."""

_IMPORT = re.compile(rf"^public import ({ROOT}\.[\w.]+)\s*$", re.MULTILINE)
_HEADER = re.compile(r"^(module|public import .*)$", re.MULTILINE)

Compile = Callable[[str, Path], Awaitable[Path]]
"""Compiles the module of this name in this folder; gives the compiled file."""
Say = Callable[[str], None]
"""Told in one line what is made ready, once."""


class Module(NamedTuple):
    """One file or one part of the library."""

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
def read_library(*wanted: str) -> tuple[str, tuple[Module, ...]]:
    """Read the notations and the modules of these parts and all they import; of no names, all.

    Raises:
        ValueError: there is no such part, or a file imports one that is not there, or itself.
    """
    with as_file(files("faithsieve.lean").joinpath("library")) as folder:
        found = dict(_read(folder, ROOT))
        notations = dict(_read(folder, NOTATION))
        listed = tomllib.loads((folder / "parts.toml").read_text(encoding="utf-8"))
    parts: dict[str, list[str]] = listed["parts"]
    modules = with_imports(join_parts(found, parts), [f"{ROOT}.{name}" for name in wanted or parts])
    there = {module.name.removeprefix(f"{ROOT}.") for module in modules}
    needs: dict[str, list[str]] = listed["notation"]
    chosen = [
        text
        for name, text in notations.items()
        if there.issuperset(needs[name.removeprefix(f"{NOTATION}.")])
    ]
    return "\n".join(chosen), tuple(modules)


def join_parts(found: Mapping[str, str], parts: Mapping[str, Sequence[str]]) -> dict[str, Module]:
    """Join files to parts, whose names are the module's; ``found`` has the text of each file.

    Raises:
        ValueError: a file is in no part, or in two, or a part names one that is not there.
    """
    part_of = {f"{ROOT}.{file}": name for name, listed in parts.items() for file in listed}
    times = Counter(f"{ROOT}.{file}" for listed in parts.values() for file in listed)
    if wrong := [name for name in {**times, **found} if times[name] != 1 or name not in found]:
        raise ValueError(f"each file stands in one part of parts.toml, not so: {', '.join(wrong)}")
    placed = in_order({name: Module(name, text) for name, text in found.items()})
    return {
        f"{ROOT}.{name}": _joined(
            f"{ROOT}.{name}", [m for m in placed if part_of[m.name] == name], part_of
        )
        for name in parts
    }


def _joined(name: str, inside: Sequence[Module], part_of: Mapping[str, str]) -> Module:
    """One text of several files, each in a section of its own so that nothing of it leaks."""
    needed = {f"{ROOT}.{part_of[other]}" for module in inside for other in module.imports}
    lines = ["module", "public import Init"]
    lines += [f"public import {other}" for other in sorted(needed - {name})]
    for module in inside:
        # Blank lines for the header: a line's number in its file is its distance from this mark.
        lines += [f"{MARK}{module.name}", _HEADER.sub("", module.text).rstrip("\n"), "end"]
    return Module(name, "\n".join(lines) + "\n")


def line_in_file(part: str, number: int) -> tuple[str, int]:
    """Say which file's which line stands at a line of a part."""
    above = part.splitlines()[:number]
    marked = [(at, line) for at, line in enumerate(above, 1) if line.startswith(MARK)]
    at, line = marked[-1] if marked else (0, MARK)
    return line.removeprefix(MARK), number - at


def with_imports(known: dict[str, Module], names: Iterable[str]) -> list[Module]:
    """Choose modules with all that they import, each behind what it imports.

    Raises:
        ValueError: a module is not there, or imports one that is not there, or itself.
    """
    wanted: set[str] = set()
    left = list(names)
    while left:
        if (name := left.pop()) not in wanted:
            if name not in known:
                raise ValueError(f"the library has no {name!r}; it has {', '.join(known)}")
            wanted.add(name)
            left += known[name].imports
    return [module for module in in_order(known) if module.name in wanted]


def _read(folder: Path, part: str) -> Iterable[tuple[str, str]]:
    for path in sorted((folder / part).rglob("*.lean")):
        name = ".".join(path.relative_to(folder).with_suffix("").parts)
        yield name, path.read_text(encoding="utf-8")


def in_order(found: dict[str, Module]) -> list[Module]:
    """Put each module behind what it imports, otherwise in the order given.

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

    for name in found:
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
        self, modules: Sequence[Module], into: Path, compile_one: Compile, say: Say
    ) -> None:
        """Put every module's compiled form below a folder, compiling only what is not kept.

        Of those whose imports are compiled the first in the list is next.
        """
        keys = keys_of(modules, self.compiler)
        done = {each.name for each in modules if self.fetch(keys[each.name], into / each.path)}
        left = [module for module in modules if module.name not in done]
        running: set[asyncio.Task[None]] = set()
        if left:
            minutes = counted(ceil(len(left) / PARTS_A_MINUTE), "minute")
            say(f"{COMPILING}: {len(left)} of {len(modules)} parts, about {minutes} (once)")

        async def make(module: Module) -> None:
            source = (into / module.path).with_suffix(".lean")
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(module.text, encoding="utf-8")
            await compile_one(module.name, into)
            self.keep(keys[module.name], into / module.path)
            done.add(module.name)

        try:
            while left or running:
                ready = [module for module in left if done.issuperset(module.imports)]
                for module in ready[: AT_ONCE - len(running)]:
                    running.add(asyncio.create_task(make(module)))
                    left.remove(module)
                    number = len(modules) - len(left)
                    say(f"{COMPILING}, part {number} of {len(modules)} (once): {module.name}")
                ended, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in ended:
                    task.result()
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
        self._drop_old()

    def count_kept(self, modules: Sequence[Module]) -> int:
        """How many of the modules need not be compiled."""
        keys = keys_of(modules, self.compiler)
        return sum((self.folder / key).is_dir() for key in keys.values())

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
