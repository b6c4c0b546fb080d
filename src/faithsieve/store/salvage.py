"""Read rows out of an SQLite file that SQLite itself refuses: cut short, overwritten, bits flipped.

Every page is read on its own, whatever the pages above it say: a page that looks like the leaf of a
table is taken apart into rows, and a row counts only if its seals fit. So damage to the file's
structure costs the pages it hit and nothing else, and no chance bytes become an answer. Pages in
the write-ahead log are newer than those of the file. The format is SQLite's published one
(https://www.sqlite.org/fileformat2.html).
"""

import struct
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Float, Integer, Table

from faithsieve.errors import StoreError
from faithsieve.store.schema import jobs, model_calls
from faithsieve.store.transfer import TableRow, deduplicate
from faithsieve.store.upkeep import TABLES, damage_of

LEAF = 0x0D
PAGE_SIZES = frozenset(2**power for power in range(9, 17))
USUAL_PAGE = 4096
LONGEST_PAYLOAD = 64 << 20

_COLUMNS_ADDED_LATER = {model_calls.name: 2, jobs.name: 2}
_WIDTHS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

Value = int | float | str | bytes | None


def salvage(path: Path) -> tuple[TableRow, ...]:
    """Return every row of a damaged store whose seals fit, each once.

    Raises:
        StoreError: the file cannot be read.
    """
    log = path.with_name(path.name + "-wal")
    try:
        pages = Pages(path.read_bytes(), log.read_bytes() if log.is_file() else b"")
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror or error}") from error
    found = (row for number in pages for row in _rows(pages, number))
    return deduplicate(row for values in found for row in _identified(values))


class Pages:
    """The pages of a database file and its log, by number from 1."""

    def __init__(self, content: bytes, log: bytes) -> None:
        self._content = content
        self.size = _page_size(content)
        self._logged = dict(_logged_pages(log, self.size))
        whole, rest = divmod(len(content), self.size)
        self._last = max([whole + (rest > 0), *self._logged])

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, self._last + 1))

    def read(self, number: int) -> bytes:
        """Return a page; what lies behind the end of a file is zero."""
        start = (number - 1) * self.size
        page = self._logged.get(number, self._content[start : start + self.size])
        return page.ljust(self.size, b"\0")


def _page_size(content: bytes) -> int:
    """Read the page size from the head; a head that was overwritten gets the usual one."""
    (size,) = struct.unpack(">H", content[16:18].ljust(2, b"\0"))
    size = 65536 if size == 1 else size
    return size if size in PAGE_SIZES else USUAL_PAGE


def _logged_pages(log: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """Read the log's current frames; stale frames have other salts."""
    salts = log[16:24]
    for start in range(32, len(log) - 24 - size + 1, 24 + size):
        if log[start + 8 : start + 16] == salts:
            (number,) = struct.unpack(">I", log[start : start + 4])
            yield number, log[start + 24 : start + 24 + size]


def _rows(pages: Pages, number: int) -> Iterator[tuple[Value, ...]]:
    page = pages.read(number)
    head = 100 if number == 1 else 0
    if page[head] != LEAF:
        return
    (cells,) = struct.unpack(">H", page[head + 3 : head + 5])
    for index in range(min(cells, pages.size // 4)):
        place = head + 8 + 2 * index
        (start,) = struct.unpack(">H", page[place : place + 2])
        try:
            yield _record(_payload(pages, page, start))
        except (IndexError, struct.error, ValueError):
            continue  # this cell is damaged; its neighbours may be sound


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for index in range(8):
        byte = data[at + index]
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:
            return value, at + index + 1
    return (value << 8) | data[at + 8], at + 9


def _payload(pages: Pages, page: bytes, start: int) -> bytes:
    """Return the bytes of a cell's record, also where most of them lie on other pages."""
    length, at = _varint(page, start)
    _rowid, at = _varint(page, at)
    if length > LONGEST_PAYLOAD:
        raise ValueError("longer than any row")
    usable = pages.size
    most, least = usable - 35, (usable - 12) * 32 // 255 - 23
    here = length
    if length > most:
        here = least + (length - least) % (usable - 4)
        here = here if here <= most else least
    payload = bytearray(page[at : at + here])
    (following,) = struct.unpack(">I", page[at + here : at + here + 4]) if here < length else (0,)
    while following and len(payload) < length:
        rest = pages.read(following)
        (following,) = struct.unpack(">I", rest[:4])
        payload += rest[4 : 4 + length - len(payload)]
    if len(payload) < length:
        raise ValueError("cut short")
    return bytes(payload)


def _record(payload: bytes) -> tuple[Value, ...]:
    length, at = _varint(payload, 0)
    kinds = []
    while at < length:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    return tuple(values)


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind >= 12:
        end = at + (kind - 12) // 2
        if end > len(payload):
            raise ValueError("cut short")
        content = payload[at:end]
        return (content.decode("utf-8") if kind % 2 else content), end
    if kind in _WIDTHS:
        end = at + _WIDTHS[kind]
        return int.from_bytes(payload[at:end], "big", signed=True), end
    match kind:
        case 0:
            return None, at
        case 7:
            return struct.unpack(">d", payload[at : at + 8])[0], at + 8
        case 8 | 9:
            return kind - 8, at
        case _:
            raise ValueError("no such type")


def _identified(values: Sequence[Value]) -> Iterator[TableRow]:
    """Find the table that a row belongs to: the one under which its seals fit."""
    for table in TABLES:
        most = len(table.columns)
        if most - _COLUMNS_ADDED_LATER.get(table.name, 0) <= len(values) <= most:
            row = _named(table, values)
            if row is not None and damage_of(table, row) is None:
                yield TableRow(table, row)
                return


def _named(table: Table, values: Sequence[Value]) -> Mapping[str, Any] | None:
    """Map column names to values, or return None if a type does not fit."""
    row: dict[str, Any] = {}
    for index, column in enumerate(table.columns):
        value = values[index] if index < len(values) else None
        if isinstance(column.type, Float) and isinstance(value, int):
            value = float(value)  # SQLite stores a whole number without its fraction
        if not _fits(column, value):
            return None
        row[column.name] = value
    return row


def _fits(column: Column[Any], value: Value) -> bool:
    if value is None:
        return bool(column.nullable)
    if isinstance(column.type, Float):
        return isinstance(value, float)
    return isinstance(value, int if isinstance(column.type, Integer) else str)
