r"""The ``PROOF`` argument: one proof out of JSON, JSONL, Markdown, text, LaTeX or standard input.

What the content is decides how it is read; the file's ending only tells LaTeX from text. JSON rows
may have any dataset shape. The result is a labelled proof whose label is usually unknown.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from faithsieve.datasets.loading import SHAPES, recognise, stem_of
from faithsieve.datasets.proof_text import read_numbered_text
from faithsieve.datasets.raw_rows import RawRow, open_dataset, rows_from
from faithsieve.datasets.row_problems import RowError
from faithsieve.datasets.shape import JsonRow, ShapeName, labelled_proof
from faithsieve.datasets.strict_json import parse_line, shown
from faithsieve.errors import InputError
from faithsieve.records.proof import LabelledProof

MAX_PROOF_FILE_BYTES = 256 << 20
"""Bytes of a proof file; a JSONL file to pick one row from may be long."""

STDIN = "-"
_LISTED_IDS = 3
_LATEX_SIGNS = (r"\begin{", r"\item", r"\documentclass", r"\section")


def read_proof(
    source: Path | str, *, row_id: str | None = None, stdin: BinaryIO | None = None
) -> LabelledProof:
    """Read the one proof a user means.

    Args:
        source: A file, or ``-`` for standard input.
        row_id: Which row of a file with several.
        stdin: Standard input, for tests and embedding.

    Raises:
        InputError: Naming the file, the line where there is one, and what was expected.
    """
    name, content = _read_content(source, stdin)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: not UTF-8 at byte {error.start}") from error
    stem = "stdin" if str(source) == STDIN else stem_of(Path(source))
    if text.lstrip()[:1] in ("{", "["):
        return _pick(list(_json_rows(text, content, name)), row_id, name=name, stem=stem)
    if row_id is not None:
        raise InputError(f"{name} is no JSON, so it has no row {row_id!r}; leave --id out")
    return _from_text(text, name=name, stem=stem, is_tex=str(source).lower().endswith(".tex"))


def read_proofs(
    source: Path | str, *, stdin: BinaryIO | None = None
) -> Iterator[LabelledProof | InputError]:
    """Read every proof of a file in order; a bad row comes back as its error, in its place.

    Raises:
        InputError: When the file itself cannot be read.
    """
    name, content = _read_content(source, stdin)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: not UTF-8 at byte {error.start}") from error
    stem = "stdin" if str(source) == STDIN else stem_of(Path(source))
    if text.lstrip()[:1] not in ("{", "["):
        yield _from_text(text, name=name, stem=stem, is_tex=str(source).lower().endswith(".tex"))
        return
    rows = list(_json_rows(text, content, name))
    for row in rows:
        try:
            yield _read_row(row, name=name, stem=stem, number_in_id=len(rows) > 1)
        except InputError as error:
            yield error


def _read_content(source: Path | str, stdin: BinaryIO | None) -> tuple[str, bytes]:
    if str(source) == STDIN:
        name = "standard input"
        content = (stdin or sys.stdin.buffer).read(MAX_PROOF_FILE_BYTES + 1)
    else:
        name = str(source)
        with open_dataset(Path(source)) as stream:
            content = stream.read(MAX_PROOF_FILE_BYTES + 1)
    if len(content) > MAX_PROOF_FILE_BYTES:
        raise InputError(f"{name}: more than {MAX_PROOF_FILE_BYTES:,} bytes; is it a proof?")
    return name, content


def _json_rows(text: str, content: bytes, name: str) -> Iterator[RawRow]:
    """Give the rows of JSON Lines or an array, or the one object that fills the file."""
    try:
        whole = parse_line(text)
    except RowError as error:
        if not _first_line_is_json(text):
            raise InputError(f"{name}: {error.message}") from error
    else:
        if isinstance(whole, dict):
            yield RawRow(1, 1, whole)
            return
    yield from rows_from(io.BufferedReader(io.BytesIO(content)), name)


def _first_line_is_json(text: str) -> bool:
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


def _from_text(text: str, *, name: str, stem: str, is_tex: bool) -> LabelledProof:
    if not text.strip():
        raise InputError(f"{name} is empty; expected a problem and numbered steps")
    latex = is_tex or any(sign in text for sign in _LATEX_SIGNS)
    found = read_numbered_text(text.replace("\r\n", "\n"), name=name, latex=latex)
    try:
        proof = labelled_proof(
            shape=ShapeName.PROOFLOC,
            row_id=stem,
            problem=("problem", found.problem),
            steps=("steps", list(found.steps)),
            gold=None,
            group=None,
        )
    except RowError as error:
        raise InputError(f"{name}, {error.field}: {error.message}") from error
    return LabelledProof(
        id=proof.id,
        proof=proof.proof,
        source="latex" if latex else "text",
        notes=(*found.notes, *proof.notes),
    )
