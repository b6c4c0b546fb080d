"""Files of one record a line, with file, line and field in every complaint."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from faithsieve.datasets.raw_rows import raw_rows
from faithsieve.datasets.strict_json import RowError, shown
from faithsieve.errors import InputError
from faithsieve.records.base import Record

R = TypeVar("R", bound=Record)


def record_lines(records: Iterable[Record]) -> list[str]:
    """Write records as the lines of such a file."""
    return [record.model_dump_json() + "\n" for record in records]


def read_objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Read a file of one JSON object a line, each with its line number.

    Raises:
        InputError: the file cannot be read, or a row is no object.
    """
    for row in raw_rows(path):
        if isinstance(row.content, RowError):
            raise InputError(str(row.content.at(str(path), row.line)))
        if not isinstance(row.content, dict):
            raise _fault(path, row.line, "row", f"{shown(row.content)} is not an object")
        yield row.line, row.content


def read_records(
    path: Path,
    kind: type[R],
    *,
    key: Callable[[R], Hashable] | None = None,
    may_be_empty: bool = False,
) -> tuple[R, ...]:
    """Read a file of one record a line; fields the record does not have are ignored.

    Args:
        key: What must not repeat from row to row, such as the id.

    Raises:
        InputError: the file cannot be read, a row is not such a record, or a key occurs twice.
    """
    found: list[R] = []
    seen: set[Hashable] = set()
    for line, content in read_objects(path):
        record = _record(path, line, content, kind)
        name = key(record) if key else len(found)
        if name in seen:
            raise _fault(path, line, "id", f"{shown(name)} is there twice; keep one of the rows")
        seen.add(name)
        found.append(record)
    if not found and not may_be_empty:
        raise InputError(f"{path}: the file has no rows")
    return tuple(found)


def _record(path: Path, line: int, content: dict[str, Any], kind: type[R]) -> R:
    known = {name: value for name, value in content.items() if name in kind.model_fields}
    try:
        return kind.model_validate(known)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]) if first["loc"] else "row"
        raise _fault(
            path, line, field, f"{first['msg']} (found {shown(first['input'])})"
        ) from error


def _fault(path: Path, line: int, field: str, message: str) -> InputError:
    return InputError(str(RowError(field, message).at(str(path), line)))
