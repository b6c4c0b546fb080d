"""The ``PROOF`` argument: proofs out of JSON rows, documents or standard input.

A file's ending tells a document's format; without a known ending the content does. JSON rows may
have any dataset shape. The result is a labelled proof whose label is usually unknown.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import BinaryIO

from faithsieve.datasets.loading import SHAPES, recognise, stem_of
from faithsieve.datasets.raw_rows import RawRow, open_dataset, rows_from
from faithsieve.datasets.shapes import ShapeName
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
from faithsieve.records.wording import counted

MAX_PROOF_FILE_BYTES = 256 << 20
"""Bytes of a proof file; a JSONL file to pick one row from may be long."""

STDIN = "-"
_LISTED_IDS = 3
READ_AS_USUAL = ReadOptions()

_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*", b"RIFF", b"BM")
_PICTURE_ENDINGS = frozenset(
    {".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".svg"}
)


class BadRowError(InputError):
    """A row that cannot be used; other rows of its file may be."""

    def __init__(self, message: str, row_id: object) -> None:
        super().__init__(message)
        self.id = row_id
        """What the row says its id is."""


def read_proof(
    source: Path | str,
    *,
    row_id: str | None = None,
    stdin: BinaryIO | None = None,
    options: ReadOptions = READ_AS_USUAL,
) -> LabelledProof:
    """Read the one proof that the ``PROOF`` argument names.

    Args:
        row_id: Which row of a file with several, or which proof of a document.

    Raises:
        InputError: Naming the file, the line where there is one, and what was expected.
        MissingToolError: The format needs the extra ``documents``.
    """
    name, content, stem = read_content(source, stdin)
    found = list(proofs_in(name, content, stem, options=options))
    if row_id is None:
        chosen, wish = found, "choose one with --id"
    else:
        # Another row's fault is no reason to refuse this one.
        chosen = [item for item in found if item.id == row_id][:1]
        wish = f"none has the id {shown(row_id)}"
    if len(chosen) != 1:
        ids = [shown(item.id) for item in found if isinstance(item, LabelledProof)]
        listed = ", ".join(ids[:_LISTED_IDS]) or "none usable"
        have = counted(len(found), "proof")
        raise InputError(f"{name} has {have}; {wish} (the first ids: {listed})")
    if isinstance(chosen[0], InputError):
        raise chosen[0]
    return chosen[0]


def proofs_in(
    name: str, content: bytes, stem: str, *, options: ReadOptions
) -> Iterator[LabelledProof | BadRowError]:
    """Read every proof of a file's bytes in order; a bad row comes back as its error.

    Raises:
        InputError: When the file itself cannot be read.
        MissingToolError: The format needs the extra ``documents``.
    """
    refuse_pictures(name, content)
    if not is_dataset(name, content):
        form = form_of(name, content)
        yield from read_document(Document(name, stem, content, form), options)
        return
    rows = list(_json_rows(content, name))
    for row in rows:
        default_id = f"{stem}-{row.number}" if len(rows) > 1 else stem
        yield _read_row(row, name=name, stem=stem, default_id=default_id)


def refuse_pictures(name: str, content: bytes) -> None:
    """Raise with the reason if the content is a picture or a PDF.

    Raises:
        InputError: it is one.
    """
    ending = PurePath(name).suffix.lower()
    if ending == ".pdf" or content[:1024].lstrip().startswith(b"%PDF"):
        raise InputError(
            f"{name}: a PDF shows where glyphs stand and not what a formula says, so reading it "
            "would guess at the mathematics; give its LaTeX, Word or Markdown source, or paste the "
            "text into a .txt file"
        )
    if ending in _PICTURE_ENDINGS or content.startswith(_PICTURES):
        raise InputError(
            f"{name}: a photo would first have to be transcribed, and an error in that would count "
            "as one of the proof; type or paste the proof as text"
        )


def is_dataset(name: str, content: bytes) -> bool:
    """Return whether a file holds rows of a dataset and no document."""
    # The byte order mark that some editors write is no content.
    head = content[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return head in (b"{", b"[") and Path(name).suffix.lower() not in ENDINGS


def read_content(source: Path | str, stdin: BinaryIO | None = None) -> tuple[str, bytes, str]:
    """Return a file's name for messages, its bytes, and its proof's id.

    Raises:
        InputError: it cannot be read, or is too long.
    """
    if str(source) == STDIN:
        name, stem = "standard input", "stdin"
        content = (stdin or sys.stdin.buffer).read(MAX_PROOF_FILE_BYTES + 1)
    else:
        name, stem = str(source), stem_of(Path(source))
        with open_dataset(Path(source)) as stream:
            content = stream.read(MAX_PROOF_FILE_BYTES + 1)
    if len(content) > MAX_PROOF_FILE_BYTES:
        raise InputError(f"{name}: more than {MAX_PROOF_FILE_BYTES:,} bytes; is it a proof?")
    return name, content, stem


def _json_rows(content: bytes, name: str) -> Iterator[RawRow]:
    """Return the rows of JSON Lines or an array, or the one object of the file."""
    text = decoded(name, content)
    try:
        whole = parse_line(text)
    except RowError as error:
        if not _begins_with_row(text):
            raise InputError(f"{name}: {error.message}") from error
    else:
        if isinstance(whole, dict):
            yield RawRow(1, 1, whole)
            return
    yield from rows_from(io.BufferedReader(io.BytesIO(content)), name)


def _begins_with_row(text: str) -> bool:
    try:
        parse_line(text.lstrip().partition("\n")[0])
    except RowError:
        return False
    return True


def _read_row(row: RawRow, *, name: str, stem: str, default_id: str) -> LabelledProof | BadRowError:
    content = row.content
    try:
        if isinstance(content, RowError):
            raise content
        if not isinstance(content, dict):
            raise RowError("row", f"{shown(content)} is not an object")
        shape = recognise(content) or SHAPES[ShapeName.PROOFLOC]
        if shape.name is ShapeName.PROOFLOC:
            # A bare label may count from 0 or 1; judging the proof does not need it.
            content = {"id": default_id} | {k: v for k, v in content.items() if k != "label"}
        return shape.read(content, file_stem=stem)
    except RowError as error:
        expected = 'expected {"problem": …, "steps": ["…", …]}'
        said = content if isinstance(content, dict) else {}
        row_id = said.get("id", said.get("unique_id"))
        return BadRowError(f"{error.at(name, row.line)}; {expected}", row_id)
