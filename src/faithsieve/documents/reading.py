"""Read the proofs of one document: by the reader for its format, with the place of every step."""

import re
from collections import Counter
from pathlib import PurePath
from typing import NamedTuple

from faithsieve.datasets.shapes import ShapeName, labelled_proof
from faithsieve.datasets.strict_json import RowError
from faithsieve.documents.blocks import Reading, plain_blocks, read_blocks
from faithsieve.documents.latex_source import (
    PreparedLatex,
    hide_at,
    latex_body,
    prepare_latex,
)
from faithsieve.documents.pandoc import (
    FORMATS,
    Node,
    UnreadableDocumentError,
    find_pandoc,
    read_tree,
)
from faithsieve.documents.places import SourceMap
from faithsieve.documents.roles import RUN_IN_END
from faithsieve.documents.steps import FoundProof, Split, document_text, find_proofs
from faithsieve.errors import InputError
from faithsieve.records.proof import LabelledProof, ProofSource

TEXT = "text"
ENDINGS = {
    **dict.fromkeys((".tex", ".latex", ".ltx"), "latex"),
    **dict.fromkeys((".md", ".markdown", ".mkd", ".rmd", ".qmd"), "markdown"),
    **dict.fromkeys((".html", ".htm", ".xhtml"), "html"),
    ".docx": "docx",
    ".ipynb": "ipynb",
    ".typ": "typst",
    **dict.fromkeys((".txt", ".text"), TEXT),
}
"""The format of a document by its file's ending."""

_LATEX_SIGNS = (r"\begin{", r"\item", r"\documentclass", r"\section", r"\textbf{", r"\paragraph{")
_HTML_SIGN = re.compile(r"\s*<(?:!doctype html|html|head|body|div|p|h[1-6]|ol|ul)\b", re.IGNORECASE)
_SHOWN_PIECES = 5
_MOST_HIDDEN = 30
_ATTEMPTS_A_LINE = 3
# Between digits or letters a star multiplies; Markdown would take two of them for emphasis.
_STAR = re.compile(r"(?<=[\w)\]}])\*(?=[\w(\[\\{])")
_KEPT_IN_MARKDOWN = re.compile(r"\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`|```.*?```", re.DOTALL)


class ReadOptions(NamedTuple):
    split: Split = Split.AUTO
    problem: str | None = None
    """The problem, where it stands in a file of its own."""


class Document(NamedTuple):
    name: str
    """The file as messages call it."""
    stem: str
    """What its proof is called."""
    content: bytes
    form: str
    first_line: int = 1
    """The line of the named file on which the content begins."""


def form_of(name: str, content: bytes) -> str:
    """Guess a document's format from its file ending, or else from its first bytes."""
    known = ENDINGS.get(PurePath(name).suffix.lower())
    if known is not None and known != TEXT:
        return known
    head = content[: 1 << 20].decode("utf-8", "replace")
    if _HTML_SIGN.match(head):
        return "html"
    return "latex" if any(sign in head for sign in _LATEX_SIGNS) else TEXT


def read_document(document: Document, options: ReadOptions) -> tuple[LabelledProof, ...]:
    """Read every proof of a document.

    Raises:
        InputError: it is empty, not text where it should be, or has no problem or no steps.
        MissingToolError: its format needs the extra ``documents``.
    """
    text = _text_of(document)
    if document.form != "docx" and not text.strip():
        raise InputError(f"{document.name} is empty; expected a problem and its proof")
    reading, source, notes = _read(document, text)
    found = find_proofs(
        reading.blocks, split=options.split, name=document.name, problem=options.problem
    )
    places = SourceMap(document_text(reading.blocks), source) if source else None
    pieces = tuple(dict.fromkeys(reading.unreadable))[:_SHOWN_PIECES]
    unread = (f"kept as written, not read as mathematics: {piece}" for piece in pieces)
    several = len(found) > 1
    return tuple(
        _record(
            document,
            one,
            f"{document.stem}-{number}" if several else document.stem,
            places,
            (*notes, *unread),
        )
        for number, one in enumerate(found, start=1)
    )


def read_problem(document: Document) -> str:
    """Read a whole document as the text of a problem.

    Raises:
        InputError: it is empty or cannot be read.
        MissingToolError: its format needs the extra ``documents``.
    """
    reading, _, _ = _read(document, _text_of(document))
    text = document_text([block for block in reading.blocks if block.kind != "heading"])
    if not text.strip():
        raise InputError(f"{document.name} is empty; expected a problem")
    return text.replace(RUN_IN_END, "").strip()


def decoded(name: str, content: bytes) -> str:
    """Decode the text of a file, with the line ends of Unix.

    Raises:
        InputError: it is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: not UTF-8 at byte {error.start}; save it as UTF-8") from error


def _text_of(document: Document) -> str:
    return "" if document.form == "docx" else decoded(document.name, document.content)


def _read(document: Document, text: str) -> tuple[Reading, str, tuple[str, ...]]:
    """Return the blocks, the source text to locate them in, and notes for the user."""
    if document.form == TEXT or (document.form == "markdown" and find_pandoc() is None):
        return Reading(plain_blocks(text), ()), text, ()
    if document.form == "latex":
        prepared, tree = _latex_tree(text, document.name)
        reading = read_blocks(tree, opaque=prepared.opaque, titles=prepared.titles)
        return reading, latex_body(text), prepared.notes
    if document.form == "markdown":
        tree = read_tree(_markdown(text).encode(), form="markdown", name=document.name)
        return read_blocks(tree, keep_lines=True), text, ()
    assert document.form in FORMATS
    tree = read_tree(document.content, form=document.form, name=document.name)
    return read_blocks(tree, keep_lines=document.form == "ipynb"), text, ()


def _latex_tree(text: str, name: str) -> tuple[PreparedLatex, list[Node]]:
    """Parse LaTeX with pandoc, hiding one place after another that it cannot parse."""
    prepared = prepare_latex(text)
    attempts: Counter[int] = Counter()
    while True:
        try:
            return prepared, read_tree(prepared.text.encode(), form="latex", name=name)
        except UnreadableDocumentError as error:
            if error.at is None or attempts.total() >= _MOST_HIDDEN:
                raise
            line = error.at[0]
            hidden = hide_at(prepared, *error.at, attempt=attempts[line])
            attempts[line] += 1
            if hidden is prepared and attempts[line] > _ATTEMPTS_A_LINE:
                raise
            prepared = hidden


def _markdown(text: str) -> str:
    parts, done = [], 0
    for kept in _KEPT_IN_MARKDOWN.finditer(text):
        parts += [_STAR.sub(r"\\*", text[done : kept.start()]), kept.group()]
        done = kept.end()
    return "".join([*parts, _STAR.sub(r"\\*", text[done:])])


def _record(
    document: Document,
    found: FoundProof,
    row_id: str,
    places: SourceMap | None,
    notes: tuple[str, ...],
) -> LabelledProof:
    try:
        proof = labelled_proof(
            shape=ShapeName.PROOFLOC,
            row_id=row_id,
            problem=("problem", found.problem),
            steps=("steps", [step.text for step in found.steps]),
            gold=None,
            group=None,
        )
    except RowError as error:
        raise InputError(f"{document.name}, {error.field}: {error.message}") from error
    located = [places.place_of(step.start, step.end) if places else None for step in found.steps]
    shift = document.first_line - 1
    return proof.changed(
        source=document.form,
        notes=(*found.notes, *proof.notes, *notes),
        origin=ProofSource(
            file=document.name,
            split=found.split.value,
            places=tuple(place and place.on_line(place.line + shift) for place in located),
        ),
    )
