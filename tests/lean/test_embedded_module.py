"""The rewritten module: few exports, every function in the table, and a file that says where."""

import struct

import pytest

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_module import PER_THREAD, rewrite_module, symbol_file
from support.lean_package import make_module

FUNCTION, GLOBAL = 0, 3
EXPORTS = [
    ("kept", FUNCTION, 2),
    ("other", FUNCTION, 3),
    ("again", FUNCTION, 3),
    ("word", GLOBAL, 2),
]
SCRIPT = 'wasmExports["kept"]()'


def symbols_in(stored: bytes) -> dict[str, int]:
    (count,) = struct.unpack_from("<I", stored)
    begins = struct.unpack_from(f"<{count + 1}I", stored, 4)
    places = struct.unpack_from(f"<{count}I", stored, 8 + 4 * count)
    names = stored[8 + 8 * count :]
    return {names[begins[n] : begins[n + 1]].decode(): places[n] for n in range(count)}


def exported(module: bytes) -> list[str]:
    """The names after a length byte in the export section, as the short test names allow."""
    return [
        name for name in ("kept", "other", "again", "word", "global1") if name.encode() in module
    ]


def test_exports_are_what_the_script_reads_and_every_name_has_a_place_in_the_other_file() -> None:
    module = make_module(EXPORTS, constants=[300], table=[2])
    rewritten, symbols = rewrite_module(module, SCRIPT)
    assert exported(module) == ["kept", "other", "again", "word"]
    assert exported(rewritten) == ["kept", "global1"]
    assert symbols_in(symbols) == {"kept": 1, "other": 2, "again": 2, "word": 300}


def test_a_second_run_of_the_table_holds_what_was_not_in_the_first() -> None:
    rewritten, _ = rewrite_module(make_module(EXPORTS, table=[2]), SCRIPT)
    # From place 2 on: one function, number 3.
    assert b"\x00\x41\x02\x0b\x01\x03" in rewritten
    assert b"\x01\x70\x00\x03" in rewritten


def test_what_each_thread_has_for_itself_is_exported_and_has_no_common_address() -> None:
    module = make_module([(PER_THREAD[1], GLOBAL, 2)], constants=[8], table=[2])
    rewritten, symbols = rewrite_module(module, "")
    assert PER_THREAD[1].encode() in rewritten
    assert symbols_in(symbols) == {}


def test_names_are_in_the_order_of_their_bytes() -> None:
    names = {b"b": 1, b"a_b": 2, b"aB": 3, "α".encode(): 4}
    found = symbols_in(symbol_file(names))
    assert list(found) == sorted((name.decode() for name in names), key=str.encode)
    assert found == {name.decode(): place for name, place in names.items()}


@pytest.mark.parametrize("place", [b"\x01\x70\x01", b"\x02\x70\x00"])
def test_a_module_laid_out_otherwise_is_refused(place: bytes) -> None:
    module = make_module(EXPORTS, table=[2]).replace(b"\x01\x70\x00", place)
    with pytest.raises(LeanUnavailableError, match="not the pinned version"):
        rewrite_module(module, SCRIPT)
