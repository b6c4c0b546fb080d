"""Cut a pasted or uploaded proof into steps for the preview, before anything is asked or paid."""

import base64
from pathlib import PurePath

from pydantic import Field

from faithsieve.documents.proof_files import proofs_in
from faithsieve.documents.reading import ReadOptions
from faithsieve.documents.steps import Split
from faithsieve.errors import InputError
from faithsieve.records.base import Record
from faithsieve.records.check_job import LONGEST_TEXT
from faithsieve.records.proof import LabelledProof
from faithsieve.web.mathematics import MathSegment, legible, split_mathematics

_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*", b"RIFF", b"BM")
_PICTURE_ENDINGS = frozenset(
    {".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".svg"}
)


class SplitRequest(Record):
    """A text to be cut into steps."""

    text: str = Field(default="", max_length=LONGEST_TEXT)
    """The proof as pasted, with or without its problem."""
    content: str = Field(default="", max_length=1 << 21)
    """The bytes of an uploaded file in base64, instead of ``text``."""
    name: str = Field(default="", max_length=200)
    """The file's name; its ending tells the format."""
    problem: str = Field(default="", max_length=LONGEST_TEXT)
    """The problem, where it is not part of the text."""
    split: Split = Split.AUTO
    """How to tell steps apart."""


class SplitText(Record):
    """One text and what is shown of it."""

    text: str
    """The text as it would be checked."""
    shown: tuple[MathSegment, ...]
    """The same in pieces, with its formulas marked."""


class SplitReply(Record):
    """A problem and its steps as the server reads them."""

    problem: SplitText
    """The problem."""
    steps: tuple[SplitText, ...]
    """The steps."""
    split: str
    """How they were told apart."""
    notes: tuple[str, ...] = ()
    """What the reader had to repair, and what it left out."""


def split_text(request: SplitRequest) -> SplitReply:
    """Read a proof out of a text or a file.

    Raises:
        InputError: it is empty, a picture or a PDF, or no problem or no steps can be found.
        MissingToolError: the format needs the extra ``documents``.
    """
    content = _content(request)
    name = request.name or "the text"
    refuse_pictures(name, content)
    options = ReadOptions(request.split, request.problem.strip() or None)
    found = list(proofs_in(name, content, PurePath(name).stem or "proof", options=options))
    if not found:
        raise InputError(f"{name} is empty; paste a problem and its proof")
    first = found[0]
    if isinstance(first, InputError):
        raise first
    return _reply(first, len(found))


def _content(request: SplitRequest) -> bytes:
    if not request.content:
        return request.text.encode()
    try:
        return base64.b64decode(request.content, validate=True)
    except ValueError as error:
        raise InputError("the file's content is not base64") from error


def refuse_pictures(name: str, content: bytes) -> None:
    """Raise with the reason if the content is a picture or a PDF.

    Raises:
        InputError: it is one.
    """
    ending = PurePath(name).suffix.lower()
    if ending == ".pdf" or content[:1024].lstrip().startswith(b"%PDF"):
        raise InputError(
            "a PDF shows where glyphs stand and not what a formula says, so reading it would guess "
            "at the mathematics; upload its LaTeX, Word or Markdown source, or paste the text"
        )
    if ending in _PICTURE_ENDINGS or content.startswith(_PICTURES):
        raise InputError(
            "a photo would first have to be transcribed, and an error of the transcription would "
            "count as one of the proof; type or paste the proof as text"
        )


def _reply(proof: LabelledProof, count: int) -> SplitReply:
    notes = proof.notes
    if count > 1:
        notes = (*notes, f"there are {count} proofs here; this is the first, {proof.id!r}")
    return SplitReply(
        problem=marked(proof.proof.problem),
        steps=tuple(marked(step.text) for step in proof.proof.steps),
        split=proof.origin.split if proof.origin else "as given",
        notes=notes,
    )


def marked(text: str) -> SplitText:
    return SplitText(text=text, shown=split_mathematics(legible(text)))
