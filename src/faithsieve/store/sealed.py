"""Payloads with their own hash: what a disk or a stray editor changed is seen, and not trusted."""

import hashlib
from collections.abc import Callable
from typing import TypeVar

from pydantic import ValidationError

from faithsieve.records.base import Record
from faithsieve.records.digest import canonical_json
from faithsieve.store.rows import Row

SomeRecord = TypeVar("SomeRecord", bound=Record)


class DamagedRow(Record):
    """A row whose payload is not what was written; it counts as absent."""

    table: str
    """The table it stands in."""
    key: str
    """Its key."""
    why: str
    """What does not fit."""

    def __str__(self) -> str:
        return f"{self.table} {self.key[:24]}: {self.why}"


class DamageError(Exception):
    """Raised inside the store only: a payload failed its check."""


def pack(record: Record) -> str:
    """Write a record as JSON: pure ASCII, so every database takes it unchanged."""
    return record.model_dump_json(ensure_ascii=True)


def seal(*parts: str) -> str:
    """Hash texts together with their boundaries; the first parts say which row they belong to."""
    return hashlib.sha256(canonical_json(parts).encode("ascii")).hexdigest()


def unpack(
    kind: type[SomeRecord], text: str | None, *, sealed: str | None, owner: tuple[str, ...]
) -> SomeRecord:
    """Read a payload back after checking the seal that ``seal(*owner, text)`` gave it.

    Raises:
        DamageError: the seal does not fit, or the text is not such a record.
    """
    if text is None or sealed != seal(*owner, text):
        raise DamageError("the payload does not fit its seal")
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        raise DamageError(f"the payload is not a {kind.__name__}") from error


def sound_or_damaged(
    read: Callable[[Row], SomeRecord], row: Row, table: str, key: str
) -> SomeRecord | DamagedRow:
    """Read a row, or name the damage found in its place."""
    try:
        return read(row)
    except DamageError as damage:
        return DamagedRow(table=table, key=str(row[key]), why=str(damage))
