"""Run pandoc over untrusted bytes: sandboxed, with limits on memory, time and output.

``--sandbox`` forbids every file and address that a document names; ``-M`` caps the heap; the output
has a limit, because a few nested macros can grow into gigabytes.
"""

import importlib.util
import json
import os
import re
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from faithsieve.errors import InputError, MissingToolError

MAX_DOCUMENT_BYTES = 2 << 20
"""Bytes of one document; a book has about one million."""
MAX_TREE_BYTES = 64 << 20
"""Bytes of the tree that pandoc writes."""
TIMEOUT_S = 30.0
HEAP = "-M512M"
EXTRA = "pip install 'faithsieve[documents]'"

Node = dict[str, Any]
"""One element of pandoc's tree: ``t`` names it, ``c`` holds its content."""

_MATH_IN_TEXT = "+tex_math_dollars+tex_math_single_backslash"
FORMATS = {
    "latex": "latex+raw_tex",
    # What changes characters is off: 'smart' quotes, and ^ and ~ as super- and subscript.
    "markdown": f"markdown{_MATH_IN_TEXT}+lists_without_preceding_blankline-smart-superscript"
    "-subscript-citations-example_lists-task_lists",
    "html": f"html{_MATH_IN_TEXT}+raw_tex",
    "docx": "docx",
    "ipynb": f"ipynb{_MATH_IN_TEXT}",
    "typst": "typst",
}
"""What FaithSieve calls a format, and what pandoc is asked to read."""

_PLACE_OF_ERROR = re.compile(r"\(line (\d+), column (\d+)\)")


class UnreadableDocumentError(InputError):
    """Pandoc could not read a document; the plain reader may still."""

    def __init__(self, message: str, *, at: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.at = at
        """The line and column where pandoc stopped, where it said so."""


@lru_cache(maxsize=1)
def find_pandoc() -> Path | None:
    """Find the pandoc that the extra ``documents`` installs, or None."""
    found = importlib.util.find_spec("pypandoc")
    if found is None or found.origin is None:
        return None
    binary = Path(found.origin).parent / "files" / "pandoc"
    return binary if binary.is_file() else None


def read_tree(content: bytes, *, form: str, name: str) -> list[Node]:
    """Read a document to pandoc's blocks.

    Raises:
        MissingToolError: the extra is not installed.
        UnreadableDocumentError: pandoc refused the content or ran into a limit.
    """
    binary = find_pandoc()
    if binary is None:
        raise MissingToolError("pandoc", needed_for=f"reading {name} ({form})", fix=EXTRA)
    if len(content) > MAX_DOCUMENT_BYTES:
        raise InputError(f"{name}: more than {MAX_DOCUMENT_BYTES:,} bytes; split the document")
    output = _run(binary, content, form=form, name=name)
    try:
        tree = json.loads(output)
    except (ValueError, RecursionError) as error:
        raise UnreadableDocumentError(f"{name}: nested too deeply to be read") from error
    blocks: list[Node] = tree["blocks"]
    return _titled(tree["meta"]) + blocks


def _titled(meta: Node) -> list[Node]:
    """Put the title before the blocks as a heading; homework often has its task there."""
    title = meta.get("title", {})
    if title.get("t") != "MetaInlines":
        return []
    return [{"t": "Header", "c": [1, ["", ["title"], []], title["c"]]}]


def _run(binary: Path, content: bytes, *, form: str, name: str) -> bytes:
    command = [str(binary), "+RTS", HEAP, "-RTS", "--sandbox", "--from", FORMATS[form]]
    # Files instead of pipes: how much was written is known before any of it is in memory.
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as said:
        try:
            subprocess.run(
                [*command, "--to", "json"],
                input=content,
                stdout=output,
                stderr=said,
                timeout=TIMEOUT_S,
                check=False,
                # No home: neither templates nor filters of the user's are looked for.
                env={"LANG": "C.UTF-8", "HOME": "/nonexistent"},
            )
        except subprocess.TimeoutExpired as error:
            raise UnreadableDocumentError(
                f"{name}: pandoc needed more than {TIMEOUT_S:.0f} seconds"
            ) from error
        if os.fstat(output.fileno()).st_size > MAX_TREE_BYTES:
            raise UnreadableDocumentError(f"{name}: grows past {MAX_TREE_BYTES:,} bytes when read")
        output.seek(0)
        said.seek(0)
        tree = output.read()
        if not tree:
            words = said.read(1 << 16).decode("utf-8", "replace")
            place = _PLACE_OF_ERROR.search(words)
            raise UnreadableDocumentError(
                f"{name}: pandoc cannot read it as {form}: {_reason(words)}; "
                "save it again, or paste the proof as text",
                at=(int(place[1]), int(place[2])) if place else None,
            )
        return tree


def _reason(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    reason = " ".join(line for line in lines[:3] if not line.startswith("[WARNING]"))
    return reason or "no reason given"
