"""The process that compiles: who is blamed for an error, and what the real Lean says of one."""

from pathlib import Path

import pytest

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_compiler import errors_of
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain, Library
from faithsieve.lean.library_modules import MARK, LibraryStore, Module
from support.embedded_lean import find_lean

SAID = (
    "/mailbox/A.lean:1:0: error: of another\n/mailbox/B.lean:4:2: error: unknown name\n  at line 4"
)


def test_an_error_is_told_of_the_part_it_is_in_and_placed_in_its_file(tmp_path: Path) -> None:
    (tmp_path / "B.lean").write_text(f"module\n{MARK}Mathlet.Own\nfirst\nsecond\n")
    assert (
        errors_of(tmp_path / "B.lean", SAID) == "Mathlet.Own:2:2: error: unknown name\n  at line 4"
    )
    assert errors_of(tmp_path / "C.lean", SAID) == ""


@pytest.mark.lean
async def test_parts_compile_side_by_side_and_the_wrong_one_is_named(tmp_path: Path) -> None:
    head = "module\npublic import Init\n@[expose] public section\n"
    right = Module("Mathlet.Right", f"{head}theorem one : 1 = 1 := rfl\n")
    wrong = Module("Mathlet.Wrong", f"{head}{MARK}Mathlet.File\ntheorem one : 1 = 2 := rfl\n")
    chain = EmbeddedToolchain(find_lean(), Library())
    store = LibraryStore(tmp_path / "kept", "lean")
    await chain.compile_modules([right], tmp_path / "one", store=store)
    assert (tmp_path / "one" / "Mathlet" / "Right.olean").exists()
    with pytest.raises(LeanUnavailableError, match=r"Wrong of .* Mathlet\.File:1:\d+: error"):
        await chain.compile_modules([wrong, right], tmp_path / "two", store=store)
