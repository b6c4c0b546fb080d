"""Blocks of plain text without pandoc: paragraphs between blank lines, headings, list items."""

import re
from collections.abc import Iterator

from faithsieve.documents.blocks import Block

_BLANK = re.compile(r"\n[ \t]*\n\s*")
_HEADING = re.compile(r"(#{1,6})[ \t]+([^\n]+?)[ \t#]*(?:\n|\Z)")
_BULLET = re.compile(r"(?m)^(?P<indent>[ \t]*)[-*•–][ \t]+(?=\S)")


def plain_blocks(text: str) -> tuple[Block, ...]:
    """Cut a text at blank lines, Markdown headings and bullets."""
    return tuple(block for part in _BLANK.split(text.strip()) for block in _blocks(part))


def _blocks(part: str) -> Iterator[Block]:
    while heading := _HEADING.match(part):
        yield Block(heading[2], "heading", len(heading[1]))
        part = part[heading.end() :]
    bullets = list(_BULLET.finditer(part))
    edges = [0, *(match.start() for match in bullets), len(part)]
    if part[: edges[1]].strip():
        yield Block(part[: edges[1]].strip())
    for bullet, end in zip(bullets, edges[2:], strict=True):
        level = 1 if bullet["indent"] == bullets[0]["indent"] else 2
        if text := part[bullet.end() : end].strip():
            yield Block(text, "item", level)
