"""Many proofs at once: files and folders, each proof with its own id.

Symbolic links in a folder are not followed. A file that cannot be read stands in its place as an
error and stops nothing else.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from typing import NamedTuple

from faithsieve.datasets import Dataset, ShapeName, dataset_digest, load_dataset
from faithsieve.datasets.raw_rows import open_dataset
from faithsieve.datasets.strict_json import RowProblem
from faithsieve.documents.proof_files import is_dataset, proofs_in, read_content
from faithsieve.documents.reading import ENDINGS, ReadOptions
from faithsieve.errors import InputError, UserError
from faithsieve.records.proof import LabelledProof
from faithsieve.records.wording import counted

MAX_FILES = 5_000
"""Files of one folder."""

_ROWS = frozenset({".json", ".jsonl"})
_KNOWN = (*ENDINGS, *_ROWS)


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
    """Load a dataset file, or the documents of a file or folder as a dataset.

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
    if path.is_dir() or path.suffix.lower() in ENDINGS:
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
        else:
            name, content, stem = read_content(source)
            for proof in proofs_in(name, content, stem, options=options):
                yield Collected(name, proof)
    except UserError as error:
        yield Collected(str(source), error)


def _files_of(folder: Path) -> list[Path]:
    files = [
        file
        for file in sorted(folder.rglob("*"))
        if file.suffix.lower() in _KNOWN
        and not file.is_symlink()
        and file.is_file()
        and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]
    if not files:
        raise InputError(f"{folder}: no file in it ends in {', '.join(_KNOWN)}")
    if len(files) > MAX_FILES:
        raise InputError(f"{folder}: {len(files):,} files; at most {MAX_FILES:,} are read")
    return files


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
