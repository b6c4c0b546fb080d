"""From a dataset file to labelled proofs: recognise the shape, read every row, name every problem.

Without ``skip_bad`` one bad row stops the load, because a benchmark that silently lost rows is a
different benchmark. Rows left out by a dataset's own rules are reported and never stop it.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path, PurePath

from pydantic import SkipValidation

from faithsieve.datasets.prm800k import Prm800k
from faithsieve.datasets.raw_rows import RawRow, raw_rows
from faithsieve.datasets.shapes import (
    BigBenchMistake,
    DatasetShape,
    Hard2Verify,
    ProcessBench,
    ProofLoc,
    ShapeName,
)
from faithsieve.datasets.strict_json import ProblemKind, RowError, RowProblem, shown
from faithsieve.errors import InputError, PluginError
from faithsieve.plugins import Parts
from faithsieve.records.base import Record
from faithsieve.records.digest import Digest, canonical_json
from faithsieve.records.packed import Packed
from faithsieve.records.proof import LabelledProof
from faithsieve.records.wording import counted

SHAPES: dict[str, DatasetShape] = {
    shape.name: shape
    for shape in (ProofLoc(), ProcessBench(), BigBenchMistake(), Prm800k(), Hard2Verify())
}
"""Our shapes by name."""

_SHOWN_PROBLEMS = 5


class Dataset(Record):
    """The proofs of a file, and the rows that could not be loaded."""

    file: str
    """The file as the user named it."""
    shape: ShapeName | str
    """The convention it was read in."""
    proofs: SkipValidation[Sequence[LabelledProof]]
    """The rows that loaded, in file order."""
    lines: tuple[int, ...]
    """The line each proof came from, in the same order."""
    numbers: tuple[int, ...]
    """The place of each proof among the file's rows, counted from 1, in the same order."""
    problems: tuple[RowProblem, ...] = ()
    """Rows that did not load, in file order."""
    digest: Digest
    """The hash of ids, texts, labels and groups of the proofs; it does not depend on the shape."""

    @property
    def bad(self) -> tuple[RowProblem, ...]:
        """The broken rows, without those the dataset's own rules leave out."""
        return tuple(p for p in self.problems if p.kind is ProblemKind.BAD)


def load_dataset(path: Path | str, *, format: str | None = None, skip_bad: bool = False) -> Dataset:
    """Load a dataset file.

    Args:
        format: A shape's name to force it; recognised by the rows' fields otherwise.

    Raises:
        InputError: When the file cannot be read, has no usable row, or has bad rows that were not
            to be skipped.
    """
    dataset = inspect_dataset(path, format=format)
    if dataset.bad and not skip_bad:
        raise InputError(_refusal(dataset))
    if not dataset.proofs:
        first = f": {dataset.problems[0]}" if dataset.problems else ""
        raise InputError(f"{path}: no usable row{first}")
    return dataset


def inspect_dataset(path: Path | str, *, format: str | None = None) -> Dataset:
    """Load what can be loaded and report the rest; only an unreadable file raises."""
    file = Path(path)
    rows = raw_rows(file)
    forced = find_shape(format) if format else None
    shape, rows = (forced, rows) if forced else _recognise_ahead(rows)
    if shape is None:
        raise InputError(_unrecognised(file, rows))
    objects = (_as_object(row, shape, is_forced=forced is not None) for row in rows)
    with PARTS.blaming(shape.name):
        read = _distinct_ids(shape.read_all(objects, file_stem=stem_of(file)))
        return _collect(str(path), shape.name, read)


def find_shape(name: str) -> DatasetShape:
    """Return the shape with this name, of ours or of a package.

    Raises:
        ConfigError: there is none of that name.
        PluginError: the package that adds it is broken.
    """
    return PARTS.find(name) or SHAPES[name]


def recognise(row: object) -> DatasetShape | None:
    """Find the shape of a row by its fields, ours before those of packages."""
    if not isinstance(row, dict):
        return None
    own = next((shape for shape in SHAPES.values() if shape.recognises(row)), None)
    return own or next((shape for shape in _added_shapes() if _recognises(shape, row)), None)


def _added_shapes() -> Iterator[DatasetShape]:
    return (shape for _, shape in PARTS.working())


def _recognises(shape: DatasetShape, row: dict[str, object]) -> bool:
    """Ask a package's shape; one that fails recognises nothing, and can still be forced."""
    try:
        with PARTS.blaming(shape.name):
            return shape.recognises(row)
    except PluginError:
        return False


def _accept(found: object, name: str) -> DatasetShape:
    """Take a package's shape, which must tell its rows from any others."""
    if not (isinstance(found, type) and issubclass(found, DatasetShape)):
        raise TypeError(f"{found!r} is no subclass of faithsieve.datasets.DatasetShape")
    shape: DatasetShape = found()
    if (said := getattr(shape, "name", None)) != name:
        raise TypeError(f"the shape calls itself {said!r}, and its entry point {name!r}")
    if not shape.telling and type(shape).recognises is DatasetShape.recognises:
        raise TypeError("the shape has no `telling` fields, so it would take every row")
    return shape


PARTS = Parts("faithsieve.datasets", "dataset format", [str(name) for name in SHAPES], _accept)
"""Our shapes by name, and those that packages add."""


def stem_of(path: PurePath) -> str:
    """Return the file name without its endings, which is a BIG-Bench task's name."""
    return path.name.split(".")[0] or path.name


def dataset_digest(proofs: Iterable[LabelledProof]) -> Digest:
    # The digest of one list of all rows, without ever holding it.
    hashed = hashlib.sha256()
    mark = b"["
    for p in proofs:
        row = [p.id, p.proof.problem, [step.text for step in p.proof.steps], p.gold, p.group]
        hashed.update(mark + canonical_json(row).encode("ascii"))
        mark = b","
    hashed.update(b"]" if mark == b"," else b"[]")
    return Digest(hashed.hexdigest())


def _recognise_ahead(rows: Iterator[RawRow]) -> tuple[DatasetShape | None, Iterator[RawRow]]:
    """Find the shape by the first recognisable row; return it with all rows from the start."""
    held: list[RawRow] = []
    for row in rows:
        held.append(row)
        if shape := recognise(row.content):
            return shape, chain(held, rows)
    return None, iter(held)


def _as_object(row: RawRow, shape: DatasetShape, *, is_forced: bool) -> RawRow:
    """Replace a row that is not an object of this shape by an error."""
    content = row.content
    if isinstance(content, RowError):
        return row
    if not isinstance(content, dict):
        return row._replace(content=RowError("row", f"{shown(content)} is not an object"))
    if not is_forced and not shape.recognises(content) and (other := recognise(content)):
        message = f"a {other.name} row in a {shape.name} file"
        return row._replace(content=RowError("row", message))
    return row


def _distinct_ids(rows: Iterable[RawRow]) -> Iterator[RawRow]:
    """Refuse a second row with the same id: results are joined by it."""
    seen: dict[str, int] = {}
    for row in rows:
        if isinstance(row.content, LabelledProof):
            name = row.content.id
            if name in seen:
                message = f"{shown(name)} is already the id of line {seen[name]}"
                yield row._replace(content=RowError("id", message))
                continue
            seen[name] = row.line
        yield row


def _collect(file: str, shape: str, rows: Iterable[RawRow]) -> Dataset:
    proofs: Packed[LabelledProof] = Packed()
    places: list[tuple[int, int]] = []
    problems: list[RowProblem] = []
    for number, line, content in rows:
        if isinstance(content, LabelledProof):
            proofs.add(content)
            places.append((number, line))
        elif isinstance(content, RowError):
            problems.append(content.at(file, line))
    return Dataset(
        file=file,
        shape=shape,
        proofs=proofs,
        lines=tuple(line for _, line in places),
        numbers=tuple(number for number, _ in places),
        problems=tuple(problems),
        digest=dataset_digest(proofs),
    )


def _refusal(dataset: Dataset) -> str:
    bad = dataset.bad
    total = len(bad) + len(dataset.proofs)
    listed = "\n".join(f"  {problem}" for problem in bad[:_SHOWN_PROBLEMS])
    more = f"\n  … and {len(bad) - _SHOWN_PROBLEMS} more" if len(bad) > _SHOWN_PROBLEMS else ""
    return (
        f"{len(bad)} of {counted(total, 'row')} cannot be used:\n{listed}{more}\n"
        "Correct them, or load the others with --skip-bad."
    )


def _unrecognised(file: Path, rows: Iterator[RawRow]) -> str:
    shapes = [*SHAPES.values(), *_added_shapes()]
    lines = [f"  {shape.name}: {', '.join(shape.fields)}" for shape in shapes]
    known = "\n".join([*lines, *(f"  {fault}" for _, _, fault in PARTS.findings() if fault)])
    first = next(rows, None)
    if first is None:
        return f"{file}: the file has no rows; expected a JSON object a line"
    if isinstance(first.content, RowError):
        return f"{first.content.at(str(file), first.line)} (and no other row has a known shape)"
    if isinstance(first.content, dict):
        found = f"{file}, line {first.line}: fields {shown(sorted(first.content), 120)}"
    else:
        found = f"{file}, line {first.line}: {shown(first.content)} is not an object"
    return f"{found}\nis no known dataset row. Known shapes, to force with --format:\n{known}"
