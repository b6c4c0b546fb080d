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
