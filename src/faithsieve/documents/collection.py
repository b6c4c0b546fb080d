"""Many proofs at once: files, folders, zip archives and CSV tables, each proof with its own id.

Names inside an archive are never used as paths, members are read up to a limit and never into other
archives, and symbolic links in a folder are not followed. A file that cannot be read stands in its
place as an error and stops nothing else.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath, PurePosixPath
from typing import NamedTuple

from faithsieve.datasets import Dataset, ShapeName, dataset_digest, load_dataset
from faithsieve.datasets.loading import stem_of
from faithsieve.datasets.raw_rows import no_such_file, open_dataset
from faithsieve.datasets.strict_json import RowProblem
from faithsieve.documents.pandoc import MAX_DOCUMENT_BYTES
from faithsieve.documents.proof_files import is_dataset, proofs_in, read_content
from faithsieve.documents.reading import (
    ENDINGS,
    Document,
    ReadOptions,
    decoded,
    form_of,
    read_document,
)
from faithsieve.errors import InputError, UserError
from faithsieve.records.proof import LabelledProof
from faithsieve.records.wording import counted

MAX_FILES = 5_000
"""Files of one folder or archive."""
MAX_ARCHIVE_BYTES = 512 << 20
"""Bytes of an archive's members after decompression, all together."""

_ROWS = frozenset({".json", ".jsonl"})
_TABLES = frozenset({".csv", ".tsv"})
_KNOWN = (*ENDINGS, *_ROWS, *_TABLES)
_COLUMNS = {
    "id": ("id", "name", "key", "student", "number"),
    "text": ("text", "proof", "solution", "answer", "submission", "response"),
    "problem": ("problem", "question", "statement", "task", "exercise"),
}


class Collected(NamedTuple):
    """One proof of a collection, or the error in its place."""

    file: str
    """The file as messages name it."""
    proof: LabelledProof | UserError


def read_collection(
    sources: Iterable[Path | str], options: ReadOptions, *, keep_ids: bool = False
) -> tuple[Collected, ...]:
    """Read every proof of every source, in order.

    Args:
        keep_ids: Whether equal ids stay; otherwise later ones are made distinct.
    """
    found = tuple(item for source in sources for item in _read_source(source, options))
    return found if keep_ids else tuple(_distinct(found))


def load_proofs(
    source: Path | str, *, format: str | None, skip_bad: bool, options: ReadOptions
) -> Dataset:
    """Load a dataset file, or the documents of a file, folder, archive or table as a dataset.

    Raises:
        InputError: nothing can be read, or something cannot and was not to be skipped.
    """
    path = Path(source)
    if _is_rows(path) or format is not None:
        return load_dataset(path, format=format, skip_bad=skip_bad)
    found = read_collection([path], options)
    problems = [
        RowProblem(file=item.file, line=1, field="document", message=str(item.proof))
        for item in found
        if isinstance(item.proof, UserError)
    ]
    if problems and not skip_bad:
        listed = "\n".join(f"  {problem.message}" for problem in problems[:5])
        raise InputError(
            f"{len(problems)} of {counted(len(found), 'proof')} cannot be read:\n{listed}\n"
            "Correct them, or load the others with --skip-bad."
        )
    proofs = tuple(item.proof for item in found if isinstance(item.proof, LabelledProof))
    if not proofs:
        raise InputError(f"{source}: no proof was found")
    return as_dataset(str(source), proofs, problems)


def as_dataset(
    name: str, proofs: tuple[LabelledProof, ...], problems: Iterable[RowProblem] = ()
) -> Dataset:
    """Treat proofs of documents as the rows of one dataset."""
    return Dataset(
        file=name,
        shape=ShapeName.PROOFLOC,
        proofs=proofs,
        lines=tuple(_line_of(proof) for proof in proofs),
        numbers=tuple(range(1, len(proofs) + 1)),
        problems=tuple(problems),
        digest=dataset_digest(proofs),
    )


def _line_of(proof: LabelledProof) -> int:
    place = proof.origin.place_of(1) if proof.origin else None
    return place.line if place else 1


def _is_rows(path: Path) -> bool:
    if path.is_dir() or path.suffix.lower() in (*ENDINGS, *_TABLES, ".zip"):
        return False
    if path.suffix.lower() in _ROWS:
        return True
    with open_dataset(path) as stream:
        return is_dataset(path.name, stream.peek(4096)[:4096])


def _read_source(source: Path | str, options: ReadOptions) -> Iterator[Collected]:
    path = Path(source)
    try:
        if path.is_dir():
            for file in _files_of(path):
                yield from _read_source(file, options)
        elif path.suffix.lower() == ".zip":
            yield from _from_archive(path, options)
        else:
            yield from _read_file(*read_content(source), options)
    except UserError as error:
        yield Collected(str(source), error)


def _read_file(name: str, content: bytes, stem: str, options: ReadOptions) -> Iterator[Collected]:
    try:
        if PurePath(name).suffix.lower() in _TABLES:
            yield from _from_table(name, content, options)
        else:
            for proof in proofs_in(name, content, stem, options=options):
                yield Collected(name, proof)
    except UserError as error:
        yield Collected(name, error)


def _files_of(folder: Path) -> list[Path]:
    files = [
        file
        for file in sorted(folder.rglob("*"))
        if file.suffix.lower() in (*_KNOWN, ".zip")
        and not file.is_symlink()
        and file.is_file()
        and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]
    _check_count(folder, len(files))
    return files


def _check_count(source: Path, files: int) -> None:
    if not files:
        raise InputError(f"{source}: no file in it ends in {', '.join(_KNOWN)}")
    if files > MAX_FILES:
        raise InputError(f"{source}: {files:,} files; at most {MAX_FILES:,} are read")


def _from_archive(path: Path, options: ReadOptions) -> Iterator[Collected]:
    try:
        with zipfile.ZipFile(path) as archive:
            yield from _members(path, archive, options)
    except FileNotFoundError as error:
        raise no_such_file(path) from error
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError) as error:
        raise InputError(f"{path}: the archive cannot be read: {error}") from error


def _members(path: Path, archive: zipfile.ZipFile, options: ReadOptions) -> Iterator[Collected]:
    members = sorted((m for m in archive.infolist() if _is_proof_file(m)), key=lambda m: m.filename)
    _check_count(path, len(members))
    left = MAX_ARCHIVE_BYTES
    for member in members:
        name = f"{path}/{_shown_name(member.filename)}"
        if member.flag_bits & 1:
            yield Collected(name, InputError(f"{name}: it is encrypted; unpack the archive first"))
            continue
        # What the archive says about sizes may be a lie; only reading up to a limit is safe.
        with archive.open(member) as stream:
            content = stream.read(min(MAX_DOCUMENT_BYTES, left) + 1)
        left -= len(content)
        if len(content) > MAX_DOCUMENT_BYTES or left < 0:
            yield Collected(name, InputError(f"{name}: more than {MAX_DOCUMENT_BYTES:,} bytes"))
            continue
        yield from _read_file(name, content, stem_of(PurePath(member.filename)), options)


def _is_proof_file(member: zipfile.ZipInfo) -> bool:
    name = PurePosixPath(member.filename)
    is_hidden = any(part.startswith((".", "__MACOSX")) for part in name.parts if part != "..")
    return not member.is_dir() and not is_hidden and name.suffix.lower() in _KNOWN


def _shown_name(name: str) -> str:
    """Clean a member's name for messages: no ``..``, no root, no control characters."""
    parts = [
        part for part in PurePosixPath(name.replace("\\", "/")).parts if part not in ("..", "/")
    ]
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in "/".join(parts))


def _from_table(name: str, content: bytes, options: ReadOptions) -> Iterator[Collected]:
    """Read a table with a header: an id, the text of a document, and perhaps its problem."""
    text = decoded(name, content)
    csv.field_size_limit(MAX_DOCUMENT_BYTES)
    dialect = "excel-tab" if name.lower().endswith(".tsv") else "excel"
    rows = csv.reader(io.StringIO(text, newline=""), dialect=dialect)
    header = [cell.strip().lower() for cell in next(rows, [])]
    places = {
        role: next((header.index(name) for name in names if name in header), None)
        for role, names in _COLUMNS.items()
    }
    if places["text"] is None:
        raise InputError(
            f"{name}, line 1: no column is called {' or '.join(_COLUMNS['text'])}; the header is "
            f"{', '.join(header[:8]) or 'empty'}"
        )
    line, number = rows.line_num + 1, 0
    try:
        for row in rows:
            number += 1
            if any(cell.strip() for cell in row):
                yield from _from_row(name, row, places, (line, number), options)
            line = rows.line_num + 1
    except csv.Error as error:
        raise InputError(f"{name}, line {line}: the table cannot be read: {error}") from error


def _from_row(
    name: str,
    row: list[str],
    places: dict[str, int | None],
    where: tuple[int, int],
    options: ReadOptions,
) -> Iterator[Collected]:
    cells = {role: row[at] for role, at in places.items() if at is not None and at < len(row)}
    line, number = where
    content = cells.get("text", "").encode()
    stem = cells.get("id", "").strip() or f"{stem_of(PurePath(name))}-{number}"
    document = Document(name, stem, content, form_of("", content), first_line=line)
    problem = options.problem if options.problem is not None else cells.get("problem") or None
    try:
        for proof in read_document(document, options._replace(problem=problem)):
            yield Collected(name, proof)
    except UserError as error:
        yield Collected(name, InputError(f"{name}, line {line}, row {stem!r}: {error}"))


def _distinct(found: Iterable[Collected]) -> Iterator[Collected]:
    """Make ids distinct: a repeated id gets its folder's name or a number."""
    seen: set[str] = set()
    for item in found:
        proof = item.proof
        if isinstance(proof, LabelledProof) and proof.id in seen:
            proof = _renamed(proof, item.file, seen)
        if isinstance(proof, LabelledProof):
            seen.add(proof.id)
        yield Collected(item.file, proof)


def _renamed(proof: LabelledProof, file: str, seen: set[str]) -> LabelledProof:
    folder = PurePath(file).parent.name
    candidates = [f"{folder}-{proof.id}"] if folder else []
    candidates += [f"{proof.id}-{number}" for number in range(2, len(seen) + 3)]
    new = next(name for name in candidates if name not in seen)
    # A copy of checked values: only the id changes, and it was just made.
    return proof.model_copy(update={"id": new})
