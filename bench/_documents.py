"""Own documents in ``tests/documents/corpus``, with the expected start of every step marked ``¶``.

``name-e2.tex`` has one slip, in step 2; other names have none. ``name.docx.md`` is made into a Word
file by pandoc, which has no lines to find steps in.
"""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from faithsieve.documents.pandoc import find_pandoc
from faithsieve.documents.reading import Document, ReadOptions, form_of, read_document
from faithsieve.records.proof import LabelledProof, SourcePlace

CORPUS = Path(__file__).parent.parent / "tests/documents/corpus"
MARK = "¶"
_SLIP = re.compile(r"-e(\d+)\.")


class Example(NamedTuple):
    """One document and what is expected of it."""

    name: str
    content: bytes
    places: tuple[SourcePlace, ...]
    slip: int | None

    @property
    def has_lines(self) -> bool:
        """Whether the format has lines in which steps can be found."""
        return not self.name.endswith(".docx")

    def read(self) -> tuple[LabelledProof, ...]:
        """Read it as the command line would."""
        form = form_of(self.name, self.content)
        return read_document(Document(self.name, "it", self.content, form), ReadOptions())


def examples() -> Iterator[Example]:
    """Give every document of the corpus."""
    for path in sorted(CORPUS.iterdir()):
        marked = path.read_text(encoding="utf-8")
        text = marked.replace(MARK, "")
        slip = _SLIP.search(path.name)
        is_word = path.name.endswith(".docx.md")
        yield Example(
            path.name.removesuffix(".md") if is_word else path.name,
            _as_word(text) if is_word else text.encode(),
            tuple(_places(marked)),
            int(slip[1]) if slip else None,
        )


def _places(marked: str) -> Iterator[SourcePlace]:
    for line, text in enumerate(marked.splitlines(), start=1):
        for before, mark in enumerate(re.finditer(MARK, text)):
            yield SourcePlace(line=line, column=mark.start() - before + 1)


def _as_word(text: str) -> bytes:
    pandoc = find_pandoc()
    assert pandoc is not None
    made = subprocess.run(
        [pandoc, "--from", "markdown", "--to", "docx", "--output", "-"],
        input=text.encode(),
        capture_output=True,
        check=True,
    )
    return made.stdout
