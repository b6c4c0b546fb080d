"""A store as a file of JSON lines, and such a file back into any store.

The first line says what the file is, the last one how many rows it has and the hash of all lines
before it, so that a file cut short or changed on the way is seen before anything is imported. Every
row carries the seal it was stored with. Importing twice changes nothing: the first answer stays.
"""

import gzip
import hashlib
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple

from sqlalchemy import Connection, Table, and_, select

from faithsieve.errors import InputError, StoreError
from faithsieve.records.base import Record
from faithsieve.records.digest import canonical_json
from faithsieve.store.calls import ANSWERED
from faithsieve.store.rows import Row, upsert
from faithsieve.store.schema import CURRENT
from faithsieve.store.sealed import DamagedRow, DamageError
from faithsieve.store.upkeep import TABLES, check_row, damage_of, read_rows

FORMAT = "faithsieve-store"
FORMAT_VERSION = 1
ROWS_PER_TRANSACTION = 500
LONGEST_LINE = 64 << 20

_TABLES = {table.name: table for table in TABLES}
_TELLING = {
    "model_calls": ("state", "request_seal", "reply_seal"),
    "job_events": ("event",),
}
"""The columns that tell two versions of a row apart; in other tables the seal."""
_LEASE = ("owner", "leased_until")

Write = Callable[[str], object]


class Exported(Record):
    """What an export wrote and what it had to leave out."""

    rows: dict[str, int]
    """Rows written, by table."""
    damaged: tuple[DamagedRow, ...] = ()
    """Rows that are not what was written; they are not in the file."""


class Imported(Record):
    """Counts of the rows of an imported file, by what became of them."""

    added: int = 0
    """Rows that the store did not have."""
    known: int = 0
    """Rows that it had already."""
    replaced: int = 0
    """Damaged, unanswered or failed rows that gave way to sound, answered ones."""
    kept: int = 0
    """Rows of which the store holds another version, which stays."""
    refused: tuple[str, ...] = ()
    """Lines that are not what was exported; only a salvaging import goes on behind one."""


class TableRow(NamedTuple):
    table: Table
    row: Row


# ---- writing


def export(connection: Connection, write: Write) -> Exported:
    """Write every sound row as a line."""
    damaged: list[DamagedRow] = []

    def sound() -> Iterator[TableRow]:
        for table in TABLES:
            for row in read_rows(connection, table):
                damage = damage_of(table, row)
                if damage is None:
                    yield TableRow(table, row)
                else:
                    damaged.append(damage)

    return Exported(rows=write_rows(sound(), write), damaged=tuple(damaged))


def write_rows(rows: Iterable[TableRow], write: Write) -> dict[str, int]:
    """Write the head, the rows and the line that closes the file; return rows by table."""
    digest = hashlib.sha256()

    def line(content: dict[str, object]) -> None:
        text = canonical_json(content) + "\n"
        digest.update(text.encode("ascii"))
        write(text)

    counts: Counter[str] = Counter({table.name: 0 for table in TABLES})
    line({"format": FORMAT, "version": FORMAT_VERSION, "schema": CURRENT})
    for table, row in rows:
        counts[table.name] += 1
        line({"table": table.name, "row": dict(row)})
    ending = {"end": True, "rows": dict(counts), "sha256": digest.hexdigest()}
    write(canonical_json(ending) + "\n")
    return dict(counts)


@contextmanager
def whole_file(target: str) -> Iterator[Write]:
    """Open a file that appears only when it is complete; ``-`` is standard output.

    A name that ends in ``.gz`` is compressed.

    Raises:
        StoreError: it cannot be written.
    """
    if target == "-":
        yield sys.stdout.write
        return
    path = Path(target)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as raw, _packed(raw, path) as packed:
                yield lambda text: packed.write(text.encode("ascii"))
            Path(draft).chmod(0o644)
            Path(draft).replace(path)
        finally:
            Path(draft).unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(
            f"{path} could not be written: {error.strerror or error}. Free some space or choose "
            "another place; the store is unchanged."
        ) from error


@contextmanager
def _packed(raw: IO[bytes], path: Path) -> Iterator[IO[bytes]]:
    if path.suffix != ".gz":
        yield raw
        return
    # Without a time or a name, equal stores give equal files.
    with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
        yield packed  # type: ignore[misc]


# ---- reading


def read_export(path: Path, *, salvage: bool = False) -> Iterator[TableRow | str]:
    """Read the rows of a file; if it may be damaged, a bad line is yielded as a message.

    Raises:
        InputError: the file is no export, was changed, or ends early, and is not to be salvaged.
    """
    if not salvage:
        _check_whole(path)
    for number, line in enumerate(_lines(path, forgiving=salvage), start=1):
        try:
            content = json.loads(line)
            if not isinstance(content, dict):
                raise DamageError("not an object")
            if "table" in content:
                yield _checked(content)
        except (ValueError, KeyError, TypeError, DamageError) as error:
            if not salvage:
                raise InputError(f"{path}: line {number} is not what was exported: {error}") from (
                    error
                )
            yield f"line {number}: {error}"


def _checked(content: dict[str, object]) -> TableRow:
    table = _TABLES[str(content["table"])]
    given = content["row"]
    if not isinstance(given, dict):
        raise DamageError("the row is not an object")
    row = {column.name: given.get(column.name) for column in table.columns}
    check_row(table, row)
    return TableRow(table, row)


def _check_whole(path: Path) -> None:
    """Check the first line, the last line and the hash of everything between them."""
    digest = hashlib.sha256()
    last = ""
    for number, line in enumerate(_lines(path), start=1):
        if number == 1:
            _check_head(path, line)
        digest.update(last.encode())
        last = line
    try:
        ending = json.loads(last)
    except ValueError:
        ending = None
    if not isinstance(ending, dict) or ending.get("end") is not True:
        raise InputError(
            f"{path} ends early: its last line is missing. Copy it again, or import the rows that "
            "are there with --salvage; nothing was imported"
        )
    if ending.get("sha256") != digest.hexdigest():
        raise InputError(
            f"{path} is not what was exported: its hash differs. Copy it again, or import the "
            "rows whose own seals fit with --salvage; nothing was imported"
        )


def _check_head(path: Path, line: str) -> None:
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise InputError(f"{path} is no export of a store; `faithsieve store export` writes one")
    if head.get("version") != FORMAT_VERSION:
        raise InputError(
            f"{path} has format version {head.get('version')!r}, and this FaithSieve reads "
            f"{FORMAT_VERSION}; upgrade FaithSieve"
        )


def _lines(path: Path, *, forgiving: bool = False) -> Iterator[str]:
    """Read lines of plain or compressed text; a forgiving reader stops where unpacking fails."""
    try:
        with path.open("rb") as raw:
            packed = raw.peek(2)[:2] == b"\x1f\x8b"
            with gzip.GzipFile(fileobj=raw) if packed else raw as stream:
                while line := stream.readline(LONGEST_LINE):
                    yield line.decode("utf-8", "replace")
    except (EOFError, OSError, ValueError) as error:
        if not forgiving or isinstance(error, FileNotFoundError | PermissionError):
            raise InputError(f"{path} cannot be read: {error}; copy it again") from error


# ---- putting rows into a store


def import_rows(
    transact: Callable[[Callable[[Connection], Counter[str]]], Counter[str]],
    rows: Iterable[TableRow | str],
) -> Imported:
    """Import rows into a store, some hundred in a transaction.

    Args:
        transact: Runs a function of a connection in a durable transaction.
        rows: What ``read_export`` or ``salvage`` gives.
    """
    total: Counter[str] = Counter()
    refused: list[str] = []
    left = iter(rows)
    while batch := tuple(islice(left, ROWS_PER_TRANSACTION)):
        refused += [row for row in batch if isinstance(row, str)]
        sound = [row for row in batch if not isinstance(row, str)]

        def work(connection: Connection, sound: list[TableRow] = sound) -> Counter[str]:
            return Counter(_merge(connection, *row) for row in sound)

        total += transact(work)
    return Imported(**total, refused=tuple(refused))


def _merge(connection: Connection, table: Table, row: Row) -> str:
    """Insert one row unless a better one is there; return what became of it."""
    mine = [column == row[column.name] for column in table.primary_key]
    there = connection.execute(select(table).where(and_(*mine))).mappings().first()
    if there is None or (damage_of(table, there) is not None or _is_better(table, row, there)):
        # A lease belongs to a process that has this very store open.
        values = dict(row) | {name: None for name in _LEASE if name in table.c}
        upsert(connection, table, values)
        return "added" if there is None else "replaced"
    same = all(there[name] == row[name] for name in _TELLING.get(table.name, ("seal",)))
    return "known" if same else "kept"


def _is_better(table: Table, row: Row, there: Row) -> bool:
    match table.name:
        case "model_calls":
            return bool(row["state"] == ANSWERED and there["state"] != ANSWERED)
        case "results":
            return bool(row["status"] == "answered" and there["status"] == "failed")
        case _:
            return False


def deduplicate(rows: Iterable[TableRow]) -> tuple[TableRow, ...]:
    """Remove duplicate rows: prefer the answered version, then the one written last."""
    best: dict[tuple[object, ...], TableRow] = {}
    for found in sorted(rows, key=_rank):
        table, row = found
        best[table.name, *(row[column.name] for column in table.primary_key)] = found
    return tuple(best[key] for key in sorted(best, key=str))


def _rank(found: TableRow) -> tuple[bool, str]:
    row = found.row
    written = row.get("ended_at") or row.get("written_at") or row.get("begun_at") or ""
    return row.get("state") == ANSWERED or row.get("status") == "answered", str(written)
