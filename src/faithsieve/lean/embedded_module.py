"""Rewrite the WebAssembly module of the embedded Lean so that starting it is cheap.

The build exports 200,000 names, which the engine turns into objects once for Lean and once for each
of its threads, and its script then puts each exported function into the table of functions one by
one: eight of ten seconds of a start, and 100 MB a thread. The rewritten module has all of them in
its table from the beginning and exports only what the script uses. Which name has which place in
the table, or which address in memory, is in a file of its own that the threads share
(``driver/image.js`` reads it). The module's variables are exported too, for the memory image.
"""

import re
import struct
from collections.abc import Iterable, Iterator

from faithsieve.errors import LeanUnavailableError

SCHEME = 1
"""Counted up when the rewriting changes, so that older installs are set up again."""
CALLED = (
    "__wasm_call_ctors",
    "__main_argc_argv",
    "lean_io_as_task",
    "lean_init_task_manager_using",
)
PER_THREAD = ("_emscripten_tls_init", "__THREW__", "_mi_heap_default", "__threwValue")
"""Each thread has these at an address of its own."""

FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
IMPORTS, TABLES, GLOBALS, EXPORTS, ELEMENTS = 2, 4, 6, 7, 9
_I32_CONST, _END, _HAS_LIMIT = 0x41, 0x0B, 1


class _ModuleReader:
    """Reads a module from a position on."""

    def __init__(self, module: bytes, position: int) -> None:
        self.module = module
        self.position = position

    def byte(self) -> int:
        self.position += 1
        return self.module[self.position - 1]

    def number(self, *, signed: bool = False) -> int:
        value = shift = 0
        while True:
            part = self.byte()
            value |= (part & 127) << shift
            shift += 7
            if not part & 128:
                return value - (1 << shift) if signed and part & 64 else value

    def name(self) -> bytes:
        length = self.number()
        self.position += length
        return self.module[self.position - length : self.position]

    def constant(self) -> int:
        """An initial value; this build writes all of them as plain numbers."""
        self.expect(_I32_CONST)
        value = self.number(signed=True)
        self.expect(_END)
        return value

    def expect(self, wanted: int) -> None:
        if (found := self.byte()) != wanted:
            raise LeanUnavailableError(
                f"the module of the embedded Lean has {found:#x} at {self.position - 1}, not "
                f"{wanted:#x}; it is not the pinned version, so it was not rewritten"
            )


def rewrite_module(module: bytes, script: str) -> tuple[bytes, bytes]:
    """Keep the exports that ``script`` reads and put every exported function into the table.

    The second result says where the names are that the module no longer exports
    (:func:`symbol_file`).

    Raises:
        LeanUnavailableError: the module is not laid out like the pinned one.
    """
    sections = list(_sections(module))
    start = {kind: _ModuleReader(module, begin) for kind, begin, _ in sections}
    imported = _imported_globals(start[IMPORTS])
    variables, constants = _globals(start[GLOBALS], imported)
    exports = list(_exports(start[EXPORTS]))
    places = _table_places(start[ELEMENTS])
    first_free = _table_size(start[TABLES])
    added: list[int] = []
    symbols: dict[bytes, int] = {}
    for name, kind, index in exports:
        if kind == FUNCTION:
            if index not in places:
                places[index] = first_free + len(added)
                added.append(index)
            symbols[name] = places[index]
        elif kind == GLOBAL and index in constants:
            symbols[name] = constants[index]
    for own in PER_THREAD:
        symbols.pop(own.encode(), None)
    read = {*re.findall(r'wasmExports\["([^"]+)"\]', script), *CALLED, *PER_THREAD}
    kept = [export for export in exports if export[0].decode() in read]
    # `driver/image.js` finds the module's own variables under these names.
    kept += [(f"global{index}".encode(), GLOBAL, index) for index in variables]
    changed = {
        TABLES: b"\x01\x70\x00" + _number(first_free + len(added)),
        EXPORTS: _vector(
            _vector_of_bytes(name) + bytes([kind]) + _number(index) for name, kind, index in kept
        ),
        ELEMENTS: _with_segment(module, sections, first_free, added),
    }
    return _joined(module, sections, changed), symbol_file(symbols)


def symbol_file(symbols: dict[bytes, int]) -> bytes:
    """Names in order for a binary search: their count, where each begins, its place, the names."""
    names = sorted(symbols)
    begins = [0]
    for name in names:
        begins.append(begins[-1] + len(name))
    numbers = [len(names), *begins, *(symbols[name] for name in names)]
    return struct.pack(f"<{len(numbers)}I", *numbers) + b"".join(names)


def _sections(module: bytes) -> Iterator[tuple[int, int, int]]:
    """The kind of each section, and where what it holds begins and ends."""
    reader = _ModuleReader(module, 8)
    while reader.position < len(module):
        kind, size = reader.byte(), reader.number()
        yield kind, reader.position, reader.position + size
        reader.position += size


def _imported_globals(reader: _ModuleReader) -> int:
    count = 0
    for _ in range(reader.number()):
        reader.name()
        reader.name()
        kind = reader.byte()
        if kind == FUNCTION:
            reader.number()
        elif kind == GLOBAL:
            reader.position += 2
            count += 1
        else:
            reader.position += kind in (TABLE, TAG)
            flags = reader.number()
            reader.number()
            if kind != TAG and flags & _HAS_LIMIT:
                reader.number()
    return count


def _globals(reader: _ModuleReader, first: int) -> tuple[list[int], dict[int, int]]:
    """The variables, and the values of the constants."""
    variables: list[int] = []
    constants: dict[int, int] = {}
    for index in range(first, first + reader.number()):
        reader.byte()
        if reader.byte():
            variables.append(index)
            reader.constant()
        else:
            constants[index] = reader.constant()
    return variables, constants


def _exports(reader: _ModuleReader) -> Iterator[tuple[bytes, int, int]]:
    """The name, kind and number of each export."""
    for _ in range(reader.number()):
        yield reader.name(), reader.byte(), reader.number()


def _table_size(reader: _ModuleReader) -> int:
    for wanted in (1, 0x70, 0):
        reader.expect(wanted)
    return reader.number()


def _table_places(reader: _ModuleReader) -> dict[int, int]:
    for wanted in (1, 0):
        reader.expect(wanted)
    first = reader.constant()
    places: dict[int, int] = {}
    for place in range(first, first + reader.number()):
        places.setdefault(reader.number(), place)
    return places


def _with_segment(
    module: bytes, sections: list[tuple[int, int, int]], first: int, added: list[int]
) -> bytes:
    """The table's content with one more run of functions from place ``first`` on."""
    begin, end = next((begin, end) for kind, begin, end in sections if kind == ELEMENTS)
    place = bytes([0, _I32_CONST]) + _number(first, signed=True) + bytes([_END])
    return b"\x02" + module[begin + 1 : end] + place + _vector(map(_number, added))


def _joined(
    module: bytes, sections: list[tuple[int, int, int]], changed: dict[int, bytes]
) -> bytes:
    parts = [module[:8]]
    for kind, begin, end in sections:
        parts += [bytes([kind]), _vector_of_bytes(changed.get(kind) or module[begin:end])]
    return b"".join(parts)


def _number(value: int, *, signed: bool = False) -> bytes:
    parts = bytearray()
    while True:
        part, value = value & 127, value >> 7
        if value == 0 and not (signed and part & 64):
            return bytes([*parts, part])
        parts.append(part | 128)


def _vector_of_bytes(content: bytes) -> bytes:
    return _number(len(content)) + content


def _vector(items: Iterable[bytes]) -> bytes:
    listed = list(items)
    return _number(len(listed)) + b"".join(listed)
