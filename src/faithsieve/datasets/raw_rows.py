"""From a path to numbered JSON rows: the only code that opens dataset files.

JSON Lines or a JSON array, plain or gzip, UTF-8. A file is opened without waiting and must be a
regular file, so a FIFO cannot hang a run and a device cannot feed one. Rows that do not parse come
out as errors in their place; what makes the whole file unreadable raises.
"""

import gzip
import io
import os
import re
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from faithsieve.datasets.strict_json import RowError, parse_at, parse_line
from faithsieve.errors import InputError

# No file can cost memory or time unseen: one above a cap is refused before any model is asked.
MAX_FILE_BYTES = 1 << 30
"""Bytes of a file after decompression; a compressed file that grows past it is refused."""
MAX_LINES = 2_000_000
"""Lines of a JSONL file, blank ones included: a bomb of line ends costs time, not bytes."""
MAX_ARRAY_BYTES = 256 << 20
"""Bytes of a JSON array, which is read whole; JSON Lines has no such need."""
MAX_LINE_BYTES = 32 << 20
"""Bytes of one JSONL line."""

_GZIP_MAGIC = b"\x1f\x8b"
_UTF8_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
_ARRAY_START = re.compile(rb"\s*\[\s*[{\]]")
_BETWEEN_ELEMENTS = re.compile(r"[ \t\r\n]*")


class RawRow(NamedTuple):
    number: int
    """Its 1-based place among the rows; rows of a JSON array may share a line."""
    line: int
    """The 1-based line it starts on."""
    content: object
    """The JSON value, later the proof; or a :class:`RowError` when it cannot be read."""


def raw_rows(path: Path) -> Iterator[RawRow]:
    """Read the rows of a dataset file one after another.

    Raises:
        InputError: When the file as a whole cannot be read.
    """
    with open_dataset(path) as stream:
        yield from rows_from(stream, str(path))


def rows_from(stream: "io.BufferedReader[Any]", name: str) -> Iterator[RawRow]:
    """Read the rows of an open file, which messages call by its name.

    Raises:
        InputError: When the content as a whole cannot be read.
    """
    head = stream.peek(4096)[:4096]
    if head.startswith(_UTF16_BOMS):
        raise InputError(f"{name}: byte 0 starts a UTF-16 file; save it as UTF-8")
    if head.startswith(_UTF8_BOM):
        stream.read(len(_UTF8_BOM))
        head = head[len(_UTF8_BOM) :]
    # '[[' is a bad JSON line, not an array of rows, so the row is named and not the file.
    rows = _array_rows if _ARRAY_START.match(head) else _line_rows
    try:
        yield from rows(name, stream)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{name}: damaged gzip file ({error}); copy it again") from error


@contextmanager
def open_dataset(path: Path) -> Iterator["io.BufferedReader[Any]"]:
    """Open a regular file for reading, decompressed if it is gzip.

    Raises:
        InputError: When it does not exist, may not be read, or is no regular file.
    """
    with _open_regular(path) as raw:
        packed = raw.peek(2)[:2] == _GZIP_MAGIC
        if not packed:
            yield raw
            return
        with gzip.GzipFile(fileobj=raw) as unpacked, io.BufferedReader(unpacked) as stream:
            yield stream


def no_such_file(path: Path) -> InputError:
    """Build the error for a missing file, with the most similar name beside it."""
    if not path.parent.is_dir():
        return InputError(f"{path}: no such file; there is no folder {path.parent}")
    near: list[str] = []
    with suppress(OSError):
        beside = sorted(other.name for other in path.parent.iterdir())
        near = get_close_matches(path.name, beside, n=1)
    meant = f"did you mean {path.with_name(near[0])}?" if near else "check the name and the folder"
    return InputError(f"{path}: no such file; {meant}")


def _open_regular(path: Path) -> "io.BufferedReader[Any]":
    # Without O_NONBLOCK, opening a FIFO waits for a writer for ever.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError as error:
        raise no_such_file(path) from error
    except (OSError, ValueError) as error:
        raise InputError(f"{str(path)!r} cannot be opened: {error}") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise InputError(f"{path} is not a regular file; give a JSONL or JSON file")
    return os.fdopen(descriptor, "rb")


def _line_rows(name: str, stream: BinaryIO) -> Iterator[RawRow]:
    offset, number = 0, 0
    for position, line in enumerate(_capped_lines(name, stream), start=1):
        if line.strip():
            number += 1
            yield RawRow(number, position, _parse_bytes(line, offset))
        offset += len(line)


def _capped_lines(name: str, stream: BinaryIO) -> Iterator[bytes]:
    total = count = 0
    while line := stream.readline(MAX_LINE_BYTES + 1):
        total += len(line)
        count += 1
        if count > MAX_LINES:
            raise InputError(f"{name}: more than {MAX_LINES:,} lines; split the file")
        if len(line) > MAX_LINE_BYTES:
            raise InputError(
                f"{name}: a line is longer than {MAX_LINE_BYTES:,} bytes; is it JSON Lines?"
            )
        if total > MAX_FILE_BYTES:
            raise InputError(_too_big(name, MAX_FILE_BYTES))
        yield line


def _parse_bytes(line: bytes, offset: int) -> object:
    try:
        return parse_line(line.decode("utf-8").rstrip("\r\n"))
    except UnicodeDecodeError as error:
        return RowError("row", f"not UTF-8 at byte {offset + error.start} of the file")
    except RowError as error:
        return error


def _array_rows(name: str, stream: BinaryIO) -> Iterator[RawRow]:
    content = stream.read(MAX_ARRAY_BYTES + 1)
    if len(content) > MAX_ARRAY_BYTES:
        raise InputError(_too_big(name, MAX_ARRAY_BYTES))
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: not UTF-8 at byte {error.start}") from error
    try:
        yield from _elements(text)
    except RowError as error:
        raise InputError(f"{name}: the JSON array cannot be read: {error.message}") from error


def _elements(text: str) -> Iterator[RawRow]:
    """Walk the array one element at a time, to know on which line each one starts."""
    position = _after_space(text, _after_space(text, 0) + 1)
    number, line, counted = 0, 1, 0
    while text[position : position + 1] != "]":
        number += 1
        line, counted = line + text.count("\n", counted, position), position
        parsed = parse_at(text, position)
        yield RawRow(number, line, parsed.flaw or parsed.value)
        position = _after_space(text, parsed.end)
        match text[position : position + 1]:
            case ",":
                position = _after_space(text, position + 1)
            case "]":
                break
            case _:
                raise RowError("row", f"expected ',' or ']' at character {position}")
    if text[position + 1 :].strip():
        raise RowError("row", f"more text after the array at character {position + 1}")


def _after_space(text: str, position: int) -> int:
    match = _BETWEEN_ELEMENTS.match(text, position)
    assert match is not None
    return match.end()


def _too_big(name: str, limit: int) -> str:
    return f"{name}: more than {limit:,} bytes of text; split the file, or write JSON Lines"
