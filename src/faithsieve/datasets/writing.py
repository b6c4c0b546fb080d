"""Writing dataset files: JSON Lines, whole or not at all."""

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from faithsieve.datasets.loading import PARTS, Dataset, find_shape
from faithsieve.datasets.raw_rows import raw_rows
from faithsieve.errors import InputError


def json_line(row: Mapping[str, object]) -> str:
    """Write one row as a line that any UTF-8 reader can take."""
    return json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n"


def converted_lines(dataset: Dataset, shape: str) -> list[str]:
    """Write every proof of a dataset in a shape's own fields and label base.

    Raises:
        InputError: When a row has no label and the shape cannot say so.
    """
    write = find_shape(shape).write
    with PARTS.blaming(shape):
        return [json_line(write(proof)) for proof in dataset.proofs]


def original_lines(dataset: Dataset) -> list[str]:
    """Return the proofs' rows as the file has them, with fields FaithSieve ignores."""
    wanted = set(dataset.numbers)
    return [
        json_line(row.content)
        for row in raw_rows(Path(dataset.file))
        if row.number in wanted and isinstance(row.content, dict)
    ]


def write_whole(path: Path, lines: Iterable[str], *, force: bool = False) -> None:
    """Write a file atomically: a reader sees all of it or none of it.

    Raises:
        InputError: When the file exists and was not to be replaced, or cannot be written.
    """
    if path.exists() and not force:
        raise InputError(f"{path} exists; choose another name or add --force")
    try:
        if path.exists() and not path.is_file():
            # A device or a pipe is written to; replacing it would destroy it for everyone.
            with path.open("w", encoding="utf-8", newline="\n") as device:
                device.writelines(lines)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_whole(path, lines)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}; choose another place"
        ) from error


UNFINISHED = ".unfinished"
"""How the names of files end that were not written to their end."""


def replace_whole(path: Path, lines: Iterable[str]) -> None:
    """Replace a file atomically and durably, also when the machine stops.

    Raises:
        OSError: it cannot be written; the old file is untouched.
    """
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name[:100]}.",
        suffix=UNFINISHED, delete=False,
    ) as draft:  # fmt: skip
        try:
            draft.writelines(lines)
            draft.flush()
            os.fsync(draft.fileno())
            # A temporary file is private; this one should have the usual permissions.
            Path(draft.name).chmod(0o666 & ~_umask())
            Path(draft.name).replace(path)
        except BaseException:
            Path(draft.name).unlink(missing_ok=True)
            raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make a rename itself durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
