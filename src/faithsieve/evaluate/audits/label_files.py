"""Label files: JSONL rows into records, with file, line and field in every complaint."""

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from faithsieve.datasets.raw_rows import raw_rows
from faithsieve.datasets.row_problems import RowError
from faithsieve.datasets.strict_json import shown
from faithsieve.errors import InputError
from faithsieve.records.base import Record

R = TypeVar("R", bound=Record)


def read_records(path: Path, kind: type[R]) -> tuple[R, ...]:
    """Read a file of one record a line; fields the record does not have are ignored.

    Raises:
        InputError: the file cannot be read, or a row is not such a record.
    """
    found: list[R] = []
    for row in raw_rows(path):
        try:
            if isinstance(row.content, RowError):
                raise row.content
            found.append(_record(row.content, kind))
        except RowError as error:
            raise InputError(str(error.at(str(path), row.line))) from error
    if not found:
        raise InputError(f"{path}: the file has no rows")
    return tuple(found)


def _record(content: object, kind: type[R]) -> R:
    if not isinstance(content, dict):
        raise RowError("row", f"{shown(content)} is not an object")
    known = {name: value for name, value in content.items() if name in kind.model_fields}
    try:
        return kind.model_validate(known)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "row"
        raise RowError(field, f"{first['msg']} (found {shown(first['input'])})") from error


def distinct(records: Sequence[R], keys: Sequence[Hashable], *, path: Path) -> dict[Hashable, R]:
    """Index records by a key that must not repeat.

    Raises:
        InputError: a key occurs twice.
    """
    found: dict[Hashable, R] = {}
    for key, record in zip(keys, records, strict=True):
        if key in found:
            raise InputError(f"{path}: {shown(key)} is labelled twice; keep one of the rows")
        found[key] = record
    return found
