"""A start script and a module like those of the embedded Lean, with only what is changed."""

from collections.abc import Sequence

from faithsieve.lean.embedded_patch import REPLACEMENTS


def make_script(exports: Sequence[str], *, rest: str = "") -> str:
    """The part of a script that gives each export a variable, and what comes after it."""
    assignments = ";".join(
        f'{name}=Module["{name}"]=wasmExports["{name.removeprefix("_")}"]' for name in exports
    )
    return (
        f"var {','.join([*exports, 'wasmTable'])};"
        f"function assignWasmExports(wasmExports){{{assignments}}}{rest}"
    )


SCRIPT = "start;" + "between;".join(REPLACEMENTS) + "end;" + make_script(["_main"])


def make_module(
    exports: Sequence[tuple[str, int, int]], *, constants: Sequence[int] = (), table: Sequence[int]
) -> bytes:
    """A module with two functions to import, three of its own and one variable before constants.

    Args:
        exports: name, kind (0 a function, 3 a global) and number of each; the one memory is there.
        constants: values of globals behind the imported one and the variable.
        table: numbers of the functions in the table, from place 1 on.
    """
    empty_type = b"\x60\x00\x00"
    imports = [b"\x01e\x01f\x00\x00", b"\x01e\x01g\x00\x00", b"\x01e\x01m\x02\x00\x01"]
    imports += [b"\x01e\x01v\x03\x7f\x01"]
    variables = [b"\x7f\x01\x41\x07\x0b", *(b"\x7f\x00\x41" + _leb(c) + b"\x0b" for c in constants)]
    exported = [_text(name) + bytes([kind, number]) for name, kind, number in exports]
    element = b"\x00\x41\x01\x0b" + _leb(len(table)) + bytes(table)
    sections = {
        1: _many([empty_type]),
        2: _many(imports),
        3: _many([b"\x00"] * 3),
        4: b"\x01\x70\x00" + _leb(1 + len(table)),
        6: _many(variables),
        7: _many(exported),
        9: b"\x01" + element,
        10: _many([b"\x02\x00\x0b"] * 3),
    }
    written = (bytes([kind]) + _leb(len(body)) + body for kind, body in sections.items())
    return b"\x00asm\x01\x00\x00\x00" + b"".join(written)


def _leb(number: int) -> bytes:
    return bytes([number & 127 | 128, number >> 7])


def _text(name: str) -> bytes:
    return _leb(len(name)) + name.encode()


def _many(items: Sequence[bytes]) -> bytes:
    return _leb(len(items)) + b"".join(items)


MODULE = make_module([("main", 0, 2)], table=[2])
