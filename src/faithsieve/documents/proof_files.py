"""The ``PROOF`` argument: proofs out of JSON rows, documents or standard input.

A file's ending tells a document's format; without a known ending the content does. JSON rows may
have any dataset shape. The result is a labelled proof whose label is usually unknown.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from faithsieve.datasets.loading import SHAPES, recognise, stem_of
from faithsieve.datasets.raw_rows import RawRow, open_dataset, rows_from
from faithsieve.datasets.shapes import JsonRow, ShapeName
from faithsieve.datasets.strict_json import RowError, parse_line, shown
from faithsieve.documents.reading import (
    ENDINGS,
    Document,
    ReadOptions,
    decoded,
    form_of,
    read_document,
)
from faithsieve.errors import InputError
from faithsieve.records.proof import LabelledProof

MAX_PROOF_FILE_BYTES = 256 << 20
"""Bytes of a proof file; a JSONL file to pick one row from may be long."""

STDIN = "-"
_LISTED_IDS = 3
READ_AS_USUAL = ReadOptions()


def read_proof(
    source: Path | str,
    *,
    row_id: str | None = None,
    stdin: BinaryIO | None = None,
    options: ReadOptions = READ_AS_USUAL,
) -> LabelledProof:
    """Read the one proof a user means.

    Args:
        row_id: Which row of a file with several, or which proof of a document.

    Raises:
        InputError: Naming the file, the line where there is one, and what was expected.
        MissingToolError: The format needs the extra ``documents``.
    """
    name, content, stem = _read_content(source, stdin)
    if is_dataset(name, content):
        text = decoded(Document(name, stem, content, "json"))
        return _pick(list(_json_rows(text, content, name)), row_id, name=name, stem=stem)
    proofs = read_document(Document(name, stem, content, form_of(name, content)), options)
    if len(proofs) == 1 and row_id is not None:
        raise InputError(f"{name} has one proof and no rows, so no row {row_id!r}; leave --id out")
    found = [proof for proof in proofs if row_id is None or proof.id == row_id]
    if len(found) == 1:
        return found[0]
    ids = ", ".join(shown(proof.id) for proof in proofs[:_LISTED_IDS])
    wish = "choose one with --id" if row_id is None else f"none has the id {shown(row_id)}"
    raise InputError(f"{name} has {len(proofs)} proofs; {wish} (the first ids: {ids})")


def read_proofs(
    source: Path | str, *, stdin: BinaryIO | None = None, options: ReadOptions = READ_AS_USUAL
) -> Iterator[LabelledProof | InputError]:
    """Read every proof of a file in order; a bad row comes back as its error, in its place.

    Raises:
        InputError: When the file itself cannot be read.
        MissingToolError: The format needs the extra ``documents``.
    """
    yield from proofs_in(*_read_content(source, stdin), options=options)


def proofs_in(
    name: str, content: bytes, stem: str, *, options: ReadOptions
) -> Iterator[LabelledProof | InputError]:
    """Read every proof out of the bytes of a file; see :func:`read_proofs`."""
    if not is_dataset(name, content):
        form = form_of(name, content)
        yield from read_document(Document(name, stem, content, form), options)
        return
    text = decoded(Document(name, stem, content, "json"))
    rows = list(_json_rows(text, content, name))
    for row in rows:
        try:
            yield _read_row(row, name=name, stem=stem, number_in_id=len(rows) > 1)
        except InputError as error:
            yield error


def is_dataset(name: str, content: bytes) -> bool:
    """Say whether a file holds rows of a dataset and no document."""
    # The byte order mark that some editors write is no content.
    head = content[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return head in (b"{", b"[") and Path(name).suffix.lower() not in ENDINGS


def _read_content(source: Path | str, stdin: BinaryIO | None) -> tuple[str, bytes, str]:
    """Give a file's name for messages, its bytes, and what its proof is called."""
    if str(source) == STDIN:
        name = "standard input"
        content = (stdin or sys.stdin.buffer).read(MAX_PROOF_FILE_BYTES + 1)
    else:
        name = str(source)
        with open_dataset(Path(source)) as stream:
            content = stream.read(MAX_PROOF_FILE_BYTES + 1)
    if len(content) > MAX_PROOF_FILE_BYTES:
        raise InputError(f"{name}: more than {MAX_PROOF_FILE_BYTES:,} bytes; is it a proof?")
    return name, content, "stdin" if str(source) == STDIN else stem_of(Path(source))


def _json_rows(text: str, content: bytes, name: str) -> Iterator[RawRow]:
    """Give the rows of JSON Lines or an array, or the one object that fills the file."""
    try:
        whole = parse_line(text)
    except RowError as error:
        if not _first_lineis_dataset(text):
            raise InputError(f"{name}: {error.message}") from error
    else:
        if isinstance(whole, dict):
            yield RawRow(1, 1, whole)
            return
    yield from rows_from(io.BufferedReader(io.BytesIO(content)), name)


def _first_lineis_dataset(text: str) -> bool:
    try:
        parse_line(text.lstrip().partition("\n")[0])
    except RowError:
        return False
    return True


def _pick(rows: list[RawRow], row_id: str | None, *, name: str, stem: str) -> LabelledProof:
    """Choose the row with the id, or the only one."""
    if row_id is None and len(rows) == 1:
        return _read_row(rows[0], name=name, stem=stem, number_in_id=False)
    ids: list[str] = []
    for row in rows:
        try:
            proof = _read_row(row, name=name, stem=stem, number_in_id=True)
        except InputError:
            # Another row's fault is no reason to refuse this one.
            if row_id is not None and _stated_id(row) == row_id:
                raise
            continue
        if proof.id == row_id:
            return proof
        ids.append(proof.id)
    listed = ", ".join(shown(found) for found in ids[:_LISTED_IDS]) or "none usable"
    wish = "choose one with --id" if row_id is None else f"none has the id {shown(row_id)}"
    raise InputError(f"{name} has {len(rows)} rows; {wish} (the first ids: {listed})")


def _stated_id(row: RawRow) -> object:
    if not isinstance(row.content, dict):
        return None
    return row.content.get("id", row.content.get("unique_id"))


def _read_row(row: RawRow, *, name: str, stem: str, number_in_id: bool) -> LabelledProof:
    try:
        if isinstance(row.content, RowError):
            raise row.content
        if not isinstance(row.content, dict):
            raise RowError("row", f"{shown(row.content)} is not an object")
        default_id = f"{stem}-{row.number}" if number_in_id else stem
        return _read_object(row.content, stem=stem, default_id=default_id)
    except RowError as error:
        raise InputError(
            f'{error.at(name, row.line)}; expected {{"problem": …, "steps": ["…", …]}}'
        ) from error


def _read_object(content: JsonRow, *, stem: str, default_id: str) -> LabelledProof:
    shape = recognise(content) or SHAPES[ShapeName.PROOFLOC]
    if shape.name is ShapeName.PROOFLOC:
        # A bare label may count from 0 or 1; judging the proof does not need it.
        content = {key: value for key, value in content.items() if key != "label"}
        content.setdefault("id", default_id)
    return shape.read(content, file_stem=stem)
