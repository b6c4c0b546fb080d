"""The library's modules: their order, what they are kept under, what is compiled again."""

import asyncio
import re
from pathlib import Path

import pytest

from faithsieve.cli.demo import PARTS
from faithsieve.lean.library_modules import (
    COMPILER_OPTIONS,
    MARK,
    LibraryStore,
    Module,
    in_order,
    join_parts,
    keys_of,
    line_in_file,
    read_library,
)

BELOW = Module("Mathlet.A", "module\npublic import Init\n@[expose] public section\ndef a := 1\n")
ABOVE = Module("Mathlet.B", "module\npublic import Mathlet.A\ndef b := a\n")
APART = Module("Mathlet.C", "module\npublic import Init\ndef c := 1\n")


class Compiler:
    """Writes what a compiler would, and remembers for which modules."""

    def __init__(self) -> None:
        self.compiled: list[str] = []
        self.said: list[str] = []

    async def __call__(self, name: str, folder: Path) -> Path:
        made = folder / f"{name.replace('.', '/')}.olean"
        text = made.with_suffix(".lean").read_text(encoding="utf-8")
        for needed in Module(name, text).imports:
            assert (folder / f"{needed.replace('.', '/')}.olean").exists()
        await asyncio.sleep(0)
        self.compiled.append(name)
        made.write_text(f"compiled {name}")
        return made


def _compile(store: Path, modules: list[Module], into: Path) -> Compiler:
    compiler = Compiler()
    work = LibraryStore(store, "lean").compile_all(modules, into, compiler, compiler.said.append)
    asyncio.run(work)
    return compiler


def test_a_module_stands_behind_what_it_imports() -> None:
    found = {module.name: module for module in (ABOVE, APART, BELOW)}
    names = [module.name for module in in_order(found)]
    assert names.index("Mathlet.A") < names.index("Mathlet.B")


@pytest.mark.parametrize("named", ["Mathlet.B", "Mathlet.Nowhere"])
def test_what_imports_itself_or_nothing_is_refused(named: str) -> None:
    with pytest.raises(ValueError, match="imports"):
        in_order({"Mathlet.B": Module("Mathlet.B", f"public import {named}\n")})


def test_a_change_reaches_what_rests_on_it_and_nothing_else() -> None:
    before = keys_of([BELOW, ABOVE, APART], "lean")
    after = keys_of([BELOW._replace(text=BELOW.text + "\n"), ABOVE, APART], "lean")
    assert [name for name in before if before[name] != after[name]] == ["Mathlet.A", "Mathlet.B"]
    assert not set(before.values()) & set(keys_of([BELOW, ABOVE, APART], "other").values())


def test_only_what_is_not_kept_is_compiled(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    first = _compile(kept, [BELOW, ABOVE, APART], tmp_path / "one")
    assert sorted(first.compiled) == ["Mathlet.A", "Mathlet.B", "Mathlet.C"]
    changed = ABOVE._replace(text=ABOVE.text + "\n")
    assert _compile(kept, [BELOW, changed, APART], tmp_path / "two").compiled == ["Mathlet.B"]
    assert (tmp_path / "two" / "Mathlet" / "A.olean").read_text() == "compiled Mathlet.A"


def test_of_the_modules_that_can_be_compiled_the_first_in_the_list_is_next(tmp_path: Path) -> None:
    others = [APART._replace(name=f"Mathlet.{letter}") for letter in "DEF"]
    made = _compile(tmp_path / "kept", [BELOW, APART, ABOVE, *others], tmp_path / "made")
    assert made.compiled[:3] == ["Mathlet.A", "Mathlet.C", "Mathlet.B"]


def test_whoever_waits_is_told_how_many_parts_are_compiled_and_which_is_next(
    tmp_path: Path,
) -> None:
    _compile(tmp_path / "kept", [BELOW], tmp_path / "one")
    assert _compile(tmp_path / "kept", [BELOW, ABOVE, APART], tmp_path / "two").said == [
        "compiling Lean's library: 2 of 3 parts, about 1 minute (once)",
        "compiling Lean's library, part 2 of 3 (once): Mathlet.B",
        "compiling Lean's library, part 3 of 3 (once): Mathlet.C",
    ]
    assert not _compile(tmp_path / "kept", [BELOW, ABOVE, APART], tmp_path / "three").said


def test_what_does_not_compile_is_said_and_not_kept(tmp_path: Path) -> None:
    async def fail(name: str, folder: Path) -> Path:
        raise RuntimeError(f"{name} has an error")

    store = LibraryStore(tmp_path / "kept", "lean")
    with pytest.raises(RuntimeError, match="has an error"):
        asyncio.run(store.compile_all([BELOW], tmp_path, fail, lambda words: None))
    assert _compile(tmp_path / "kept", [BELOW], tmp_path / "two").compiled == ["Mathlet.A"]


def test_the_library_may_not_rest_on_a_hole_an_axiom_or_compiled_code() -> None:
    assert "-DwarningAsError=true" in COMPILER_OPTIONS
    refused = {"sorry", "admit", "axiom", "opaque", "unsafe", "native_decide", "implemented_by"}
    for module in read_library()[1]:
        code = re.sub(r"/-.*?-/", "", module.text, flags=re.DOTALL)
        assert not refused & set(re.findall(r"[\w']+", code)), module.name
        assert "set_option" not in code, module.name


FILES = {
    "Mathlet.A": BELOW.text,
    "Mathlet.B": ABOVE.text,
    "Mathlet.C": "module\npublic import Mathlet.B\n@[expose] public section\ndef c := b\n",
}


def test_files_of_a_part_are_joined_in_the_order_of_their_imports() -> None:
    parts = join_parts(FILES, {"Low": ["B", "A"], "High": ["C"]})
    low, high = parts["Mathlet.Low"], parts["Mathlet.High"]
    assert (low.imports, high.imports) == ((), ("Mathlet.Low",))
    assert low.text.index("def a") < low.text.index("def b")
    assert low.text.count("\nend\n") == 2


@pytest.mark.parametrize(
    "parts",
    [{"Low": ["A", "B"]}, {"Low": ["A", "B"], "High": ["B", "C"]}, {"All": ["A", "B", "C", "D"]}],
)
def test_every_file_stands_in_one_part(parts: dict[str, list[str]]) -> None:
    with pytest.raises(ValueError, match="one part"):
        join_parts(FILES, parts)


def test_an_error_in_a_part_is_placed_in_its_file() -> None:
    text = join_parts(FILES, {"All": ["A", "B", "C"]})["Mathlet.All"].text
    for name, content in FILES.items():
        for number, line in enumerate(content.splitlines(), 1):
            if line.startswith("def"):
                assert line_in_file(text, text.splitlines().index(line) + 1) == (name, number)


def test_a_part_comes_with_what_it_imports_and_the_notations_that_it_can_serve() -> None:
    whole, everything = read_library()
    notation, some = read_library("Numbers")
    names = [module.name for module in some]
    assert set(some) < set(everything)
    assert all(other in names for module in some for other in module.imports)
    assert "Mathlet.Basics" in names
    assert "Mathlet.Topology" not in names
    assert "√" in notation
    assert "𝓝" in whole
    assert "𝓝" not in notation


def test_an_unknown_part_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"no 'Mathlet\.Nowhere'"):
        read_library("Nowhere")


def test_every_file_says_what_it_is_about() -> None:
    notation, modules = read_library()
    for module in modules:
        assert all("/-!" in file for file in module.text.split(MARK)[1:]), module.name
    assert "macro_rules" in notation


def test_a_newcomer_waits_for_less_than_half_of_the_library() -> None:
    waited_for = {module.name for module in read_library(*PARTS)[1]}
    assert len(waited_for) < len(read_library()[1]) / 2
    assert waited_for.isdisjoint({"Mathlet.Functions", "Mathlet.Linear", "Mathlet.Topology"})
