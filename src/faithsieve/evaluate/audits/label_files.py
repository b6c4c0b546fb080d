"""Label files: JSONL rows into records, with file, line and field in every complaint."""

from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from faithsieve.datasets.raw_rows import raw_rows
from faithsieve.datasets.row_problems import RowError
from faithsieve.datasets.strict_json import shown
from faithsieve.errors import InputError
from faithsieve.records.base import Record

R = TypeVar("R", bound=Record)


def read_objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Read a file of one JSON object a line, each with its line number.

    Raises:
        InputError: the file cannot be read, or a row is no object.
    """
    for row in raw_rows(path):
        if isinstance(row.content, RowError):
            raise InputError(str(row.content.at(str(path), row.line)))
        if not isinstance(row.content, dict):
            error = RowError("row", f"{shown(row.content)} is not an object")
            raise InputError(str(error.at(str(path), row.line)))
        yield row.line, row.content


def read_records(
    path: Path, kind: type[R], *, key: Callable[[R], Hashable] | None = None
) -> tuple[R, ...]:
    """Read a file of one record a line; fields the record does not have are ignored.

    Args:
        path: The file.
        kind: The record.
        key: What must not repeat from row to row, such as the id.

    Raises:
        InputError: the file cannot be read, a row is not such a record, or a key occurs twice.
    """
    found = tuple(_record(path, line, content, kind) for line, content in read_objects(path))
    if not found:
        raise InputError(f"{path}: the file has no rows")
    seen: set[Hashable] = set()
    for name in map(key, found) if key else ():
        if name in seen:
            raise InputError(f"{path}: {shown(name)} is labelled twice; keep one of the rows")
        seen.add(name)
    return found


def _record(path: Path, line: int, content: dict[str, Any], kind: type[R]) -> R:
    known = {name: value for name, value in content.items() if name in kind.model_fields}
    try:
        return kind.model_validate(known)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "row"
        fault = RowError(field, f"{first['msg']} (found {shown(first['input'])})")
        raise InputError(str(fault.at(str(path), line))) from error
