import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_patch import REPLACEMENTS, drop_unread_exports, patch_script
from support.lean_package import SCRIPT, make_script

NAMES = st.from_regex(r"_[a-z]{1,6}", fullmatch=True)


def test_every_replacement_is_made() -> None:
    patched = patch_script(SCRIPT)
    assert all(new in patched for new in REPLACEMENTS.values())
    changed = {old for old, new in REPLACEMENTS.items() if old not in new}
    assert not any(old in patched for old in changed)


def test_a_second_variable_in_an_assignment_counts_as_read() -> None:
    table = '_table=Module["_table"]=wasmTable=wasmExports["table"]'
    script = "var _main,_table,wasmTable;"
    script += f"function assignWasmExports(wasmExports){{{table}}}wasmTable.get(1)"
    assert table in drop_unread_exports(script)


@given(st.lists(NAMES, unique=True), st.sets(NAMES))
def test_the_rest_of_the_script_is_left_alone(exports: list[str], read: set[str]) -> None:
    rest = ";".join(sorted(read)) + ";"
    patched = drop_unread_exports(make_script(["_main", *exports], rest=rest))
    assert patched.endswith(rest)
    assert patched.count("wasmExports[") == len(read.intersection(["_main", *exports]))


@pytest.mark.parametrize("script", ["nothing to patch", SCRIPT + SCRIPT])
def test_a_change_must_match_exactly_once(script: str) -> None:
    with pytest.raises(LeanUnavailableError, match="not one"):
        patch_script(script)


@pytest.mark.parametrize("script", ["nothing", make_script(["_main"]) * 2])
def test_the_exports_must_be_assigned_in_one_place(script: str) -> None:
    with pytest.raises(LeanUnavailableError, match="not one"):
        drop_unread_exports(script)
