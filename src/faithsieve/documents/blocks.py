r"""A document's blocks out of pandoc's tree: text with delimited mathematics, lists, headings.

Mathematics comes from the tree's own nodes only. What pandoc could not read stands in the text as
the author wrote it, between backticks, and is noted: nobody downstream reads it as arithmetic.
Raw HTML, scripts and typesetting commands do not reach the text.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import dedent
from typing import Any, NamedTuple

from faithsieve.documents.latex_source import PLACEHOLDER, numbered_rows, render_formula
from faithsieve.documents.pandoc import Node
from faithsieve.documents.roles import RUN_IN_END, Role, role_of_name

TITLE_LEVEL = 0
"""The level of the document's own title."""


class Block(NamedTuple):
    """One paragraph, heading or list item."""

    text: str
    kind: str = "text"
    """``text``, ``heading``, ``table`` or ``item``; later paragraphs of an item are ``text`` of its
    level."""
    level: int = 0
    """The level of a heading, or in how many lists the block stands."""
    number: int | None = None
    """The number of an item in an ordered list."""
    role: Role = Role.NONE
    """What its environment says it is."""
    group: int = 0
    """Which environment it belongs to; 0 outside of all."""
    label: str = ""
    """What the environment prints in front, such as ``Theorem 1``."""


class Reading(NamedTuple):
    blocks: tuple[Block, ...]
    unreadable: tuple[str, ...]
    """Pieces shown as written that nobody reads as mathematics."""


def read_blocks(
    tree: Iterable[Node],
    *,
    opaque: tuple[str, ...] = (),
    titles: dict[str, str] | None = None,
    keep_lines: bool = False,
) -> Reading:
    """Flatten pandoc's tree into blocks.

    Args:
        opaque: What placeholder words stand for.
        titles: What theorem-like environments of a LaTeX file print.
        keep_lines: Whether the ends of source lines mean something, as they do in Markdown.
    """
    nodes = list(tree)
    walker = _Walker(opaque, titles or {}, "\n" if keep_lines else " ")
    walker.collect_labels(nodes)
    blocks = tuple(block for block in walker.walk(nodes, _BlockPlace()) if block.text.strip())
    return Reading(blocks, tuple(walker.unreadable))


class _BlockPlace(NamedTuple):
    """The position of the walk in pandoc's tree."""

    depth: int = 0
    role: Role = Role.NONE
    group: int = 0
    label: str = ""


_LONGEST_RUN_IN = 120
# Words that the author struck out are not there.
_WRAPPERS = frozenset({"Emph", "Strong", "Underline", "SmallCaps"})
_ATTRIBUTED = frozenset({"Span", "Link", "Image", "Cite"})
_SYMBOLS = {r"\checkmark": "✓", r"\square": "□", r"\Box": "□", r"\blacksquare": "■"}
_CHARACTERS = {"Space": " ", "LineBreak": "\n"}
_DROPPED_CLASSES = frozenset({"code", "output", "thebibliography", "references", "comment"})
_SILENT = re.compile(
    r"\\(?:qedhere|qed|noindent|indent|medskip|smallskip|bigskip|newpage|clearpage|pagebreak"
    r"|maketitle|tableofcontents|centering|raggedright|label|vspace|hspace|vskip|hskip|vfill"
    r"|hfill|break|newline|linebreak|allowdisplaybreaks|setcounter|addtocounter|setlength"
    r"|pagestyle|thispagestyle|usepackage|documentclass|date|author|title|thanks|theoremstyle"
    r"|newtheorem|newcommand|renewcommand|providecommand|DeclareMathOperator|def|let|input"
    r"|include|subfile|import|includegraphics|bibliography|bibliographystyle|hline|protect"
    r"|leavevmode|phantomsection|relax|par|null|strut|ignorespaces|large|Large|small|normalsize"
    r"|footnotesize|bfseries|itshape|rmfamily|sffamily|index|hypertarget|numberwithin|today"
    r"|begingroup|endgroup|bgroup|egroup|unskip|makeatletter|makeatother|geometry|hypersetup|parindent|parskip"
    r"|question|part|markboth|markright)(?![A-Za-z])"
)
_REFERENCE = re.compile(r"\\(ref|eqref|cref|Cref|autoref|pageref)\*?\s*\{([^{}]*)\}")
_CITATION = re.compile(r"\\[A-Za-z]*cite[A-Za-z]*\*?(?:\[[^\[\]]*\])*\{([^{}]*)\}")
_TEX_FORMULA = re.compile(r"\\begin\{[A-Za-z]+\*?\}.*\\end\{[A-Za-z]+\*?\}\s*", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?:\s+[\w:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|\S+))*\s*/?>")
_HIDDEN_HTML = re.compile(
    r"<(script|style)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL | re.IGNORECASE
)
# Pandoc writes a proof's end as a no-break space and a box, and \qed with a control character.
_END_MARK = re.compile(
    r"[\s\u00a0\x07]*(?:\x07?0?[◻□∎■▪]|\x07\d?|\$\\(?:square|blacksquare|Box|qed)\$)+\s*$"
)


class _Walker:
    def __init__(self, opaque: tuple[str, ...], titles: dict[str, str], line_end: str) -> None:
        self._line_end = line_end
        self._opaque = opaque
        self._titles = titles
        self._numbers: dict[str, str] = {}
        self._referenced: set[str] = set()
        self._groups = 0
        self.unreadable: list[str] = []

    # ---- references, before anything is rendered: a text may refer to what comes later

    def collect_labels(self, nodes: Any) -> None:
        """Number equations and theorems as LaTeX does, and collect the labels referred to."""
        counter = 0
        floats = Counter[str]()
        for node in _all_nodes(nodes):
            match node:
                case {"t": "Math", "c": [_, str(tex)]}:
                    for row in numbered_rows(tex, counter):
                        counter += not row.is_tag and row.number.isdecimal()
                        if row.label is not None:
                            self._numbers[row.label] = row.number
                case {"t": "Div", "c": [[str(label), _, _], [{"t": "Para", "c": [first, *_]}, *_]]}:
                    if label and first["t"] == "Strong":
                        self._numbers[label] = self._text(first["c"]).split(" ")[-1]
                case {"t": "Div", "c": [[str(label), _, _], [{"t": "Table" as kind}]]} | {
                    "t": "Figure" as kind,
                    "c": [[str(label), _, _], *_],
                }:
                    floats[kind] += 1
                    self._numbers[label] = str(floats[kind])
                case {"t": "RawInline", "c": [_, str(raw)]}:
                    found = _REFERENCE.match(raw)
                    self._referenced |= set(found[2].split(",")) if found else set()

    # ---- blocks

    def walk(self, nodes: Iterable[Node], place: _BlockPlace) -> Iterator[Block]:
        for node in nodes:
            yield from self._block(node, place)

    def _block(self, node: Node, place: _BlockPlace) -> Iterator[Block]:
        content: Any = node.get("c")
        match node["t"]:
            case "Para" | "Plain":
                yield self._made(self._paragraph(content), place)
            case "Header":
                level = TITLE_LEVEL if "title" in content[1][1] else content[0]
                yield self._made(self._text(content[2]), place, kind="heading", level=level)
            case "Div":
                yield from self._division(content, place)
            case "BlockQuote" | "Figure":
                yield from self.walk(content if node["t"] == "BlockQuote" else content[2], place)
            case "OrderedList" | "BulletList" | "DefinitionList":
                yield from self._list(node, place)
            case "LineBlock":
                yield self._made("\n".join(self._text(line) for line in content), place)
            case "CodeBlock":
                yield self._made(content[1], place)
            case "RawBlock":
                yield self._made(self._raw(*content), place)
            case "Table":
                yield self._made("\n".join(self._rows(content)), place, kind="table")
            case _:
                return

    def _list(self, node: Node, place: _BlockPlace) -> Iterator[Block]:
        content = node["c"]
        match node["t"]:
            case "OrderedList":
                yield from self._items(content[1], place, first=content[0][0])
            case "BulletList":
                yield from self._items(content, place, first=None)
            case _:
                items = [_defined(term, definitions) for term, definitions in content]
                yield from self._items(items, place, first=None)

    def _made(
        self, text: str, place: _BlockPlace, *, kind: str = "text", level: int | None = None
    ) -> Block:
        depth = place.depth if level is None else level
        return Block(text.strip(), kind, depth, None, place.role, place.group, place.label)

    def _items(
        self, items: Iterable[list[Node]], place: _BlockPlace, *, first: int | None
    ) -> Iterator[Block]:
        for at, item in enumerate(items):
            yield from self._item(item, place, number=None if first is None else first + at)

    def _item(self, item: list[Node], place: _BlockPlace, *, number: int | None) -> Iterator[Block]:
        inner = place._replace(depth=place.depth + 1)
        blocks = [block for block in self.walk(item, inner) if block.text]
        if not blocks:
            return
        if blocks[0].kind != "text":
            # A heading or a list inside the item: the item itself has no words of its own.
            blocks.insert(0, self._made("\N{ZERO WIDTH SPACE}", inner))
        yield blocks[0]._replace(kind="item", number=number)
        yield from blocks[1:]

    def _division(self, content: list[Any], place: _BlockPlace) -> Iterator[Block]:
        (_, classes, _), inner = content
        if _DROPPED_CLASSES & set(classes):
            return
        found = [role_of_name(name, self._titles) for name in classes]
        role = next((role for role in found if role), Role.NONE)
        is_theorem = any(name in self._titles for name in classes) and inner
        label = ""
        if is_theorem:
            inner, label = self._unlabelled(inner)
        if "proof" in classes:
            inner = _without_proof_words(inner)
        if place.role is Role.PROOF:
            # A claim or case inside a proof stays part of it, under its own name.
            inner = _with_words(inner, f"{label}. ") if label else inner
            yield from self.walk(inner, place)
            return
        if role is Role.NONE:
            yield from self.walk(inner, place)
            return
        self._groups += 1
        yield from self.walk(inner, _BlockPlace(place.depth, role, self._groups, label))

    def _unlabelled(self, inner: list[Node]) -> tuple[list[Node], str]:
        """Remove the name and number that pandoc prints in front of a theorem."""
        first, *rest = inner
        if first["t"] != "Para" or not first["c"] or first["c"][0]["t"] != "Strong":
            return inner, ""
        label, *words = first["c"]
        while words and (words[0]["t"] == "Space" or words[0].get("c") == "."):
            words = words[1:]
        return [{"t": "Para", "c": words}, *rest], self._text(label["c"])

    def _rows(self, table: list[Any]) -> Iterator[str]:
        head, bodies = table[3], table[4]
        rows = [*head[1], *(row for body in bodies for row in [*body[2], *body[3]])]
        for row in rows:
            yield " | ".join(self._words(cell[4]) for cell in row[1])

    def _words(self, nodes: Iterable[Node]) -> str:
        return " ".join(block.text for block in self.walk(nodes, _BlockPlace()))

    # ---- inlines

    def _paragraph(self, nodes: list[Node]) -> str:
        """Render a paragraph, with a mark behind bold or italic words that open it."""
        if len(nodes) < 2 or nodes[0]["t"] not in ("Strong", "Emph", "Underline", "Span"):
            return self._text(nodes)
        opening = self._text(nodes[:1])
        has_words = len(opening) <= _LONGEST_RUN_IN and opening.strip()
        return opening + (RUN_IN_END if has_words else "") + self._text(nodes[1:])

    def _text(self, nodes: Iterable[Node]) -> str:
        text = ""
        for node in nodes:
            if not (node["t"] == "Space" and text.endswith(" ")):
                text += self._inline(node)
        text = PLACEHOLDER.sub(lambda m: self._as_written(self._opaque[int(m[1])]), text)
        return _END_MARK.sub("", text)

    def _inline(self, node: Node) -> str:
        content: Any = node.get("c")
        match node["t"]:
            case "Str":
                # A dollar of the text is an amount of money, never the start of a formula.
                return str(content).replace("\u00a0", " ").replace("$", r"\$")
            case "SoftBreak":
                return self._line_end
            case "Math":
                return self._formula(content[1], is_display=content[0]["t"] == "DisplayMath")
            case "RawInline":
                return self._raw(*content)
            case "Note":
                return f" ({self._words(content)})"
            case "Quoted":
                marks = "‘’" if content[0]["t"] == "SingleQuote" else "“”"
                return f"{marks[0]}{self._text(content[1])}{marks[1]}"
            case "Superscript" | "Subscript" as kind:
                return _raised("^" if kind == "Superscript" else "_", self._text(content))
            case kind if kind in _WRAPPERS:
                return self._text(content)
            case kind if kind in _ATTRIBUTED:
                return self._text(content[1])
            case kind:
                return f"`{content[1]}`" if kind == "Code" else _CHARACTERS.get(kind, "")

    def _formula(self, tex: str, *, is_display: bool) -> str:
        numbers = [
            row.number if row.label is None else self._numbers.get(row.label, row.label)
            for row in numbered_rows(tex, 0)
            if row.is_tag or row.label in self._referenced
        ]
        formula = render_formula(tex, is_display=is_display, numbers=numbers)
        return formula.text if formula.is_readable else self._as_written(formula.text)

    def _raw(self, form: str, raw: str) -> str:
        if form == "html":
            return _TAG.sub("", _HIDDEN_HTML.sub("", raw))
        if form not in ("latex", "tex"):
            return ""
        if reference := _REFERENCE.match(raw):
            return self._reference(reference)
        if citation := _CITATION.match(raw):
            return f"[{citation[1]}]"
        if _SILENT.match(raw):
            return ""
        if raw.strip() in _SYMBOLS:
            return _SYMBOLS[raw.strip()]
        if _TEX_FORMULA.fullmatch(raw):
            return self._formula(raw, is_display=True)
        return self._as_written(raw)

    def _reference(self, found: re.Match[str]) -> str:
        numbers = [self._numbers.get(label, label) for label in found[2].split(",")]
        shown = ", ".join(numbers)
        return shown if found[1] in ("ref", "pageref") else f"({shown})"

    def _as_written(self, raw: str) -> str:
        """Render code and raw pieces so that they are not read as arithmetic."""
        piece = " ".join(raw.split())
        self.unreadable.append(piece)
        return f"`{piece}`" if "`" not in piece else piece.replace("`", "'")


def _all_nodes(value: Any) -> Iterator[Node]:
    """Yield every element of a tree, in the order of the text."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            yield item
            stack.append(item.get("c"))
        elif isinstance(item, list):
            stack.extend(reversed(item))


def _defined(term: list[Node], definitions: list[list[Node]]) -> list[Node]:
    """Join a term and its definitions into one list item."""
    blocks = [block for definition in definitions for block in definition]
    if not blocks or blocks[0]["t"] not in ("Para", "Plain"):
        return [{"t": "Para", "c": term}, *blocks]
    return [{"t": "Para", "c": [*term, {"t": "Space"}, *blocks[0]["c"]]}, *blocks[1:]]


def _with_words(inner: list[Node], words: str) -> list[Node]:
    if not inner or inner[0]["t"] not in ("Para", "Plain"):
        return [{"t": "Para", "c": [{"t": "Str", "c": words}]}, *inner]
    first = {"t": "Para", "c": [{"t": "Str", "c": words}, *inner[0]["c"]]}
    return [first, *inner[1:]]


def _without_proof_words(inner: list[Node]) -> list[Node]:
    """Remove the ``Proof.`` that pandoc prints, the first emphasis of the environment."""
    if not inner or inner[0]["t"] != "Para" or not inner[0]["c"]:
        return inner
    if inner[0]["c"][0]["t"] != "Emph":
        return inner
    return [{"t": "Para", "c": inner[0]["c"][1:]}, *inner[1:]]


def _raised(sign: str, text: str) -> str:
    return f"{sign}{text}" if len(text) == 1 or text.isdecimal() else f"{sign}({text})"


_BLANK = re.compile(r"\n(?:[ \t]*\n)+")
_MARKED_HEADING = re.compile(r"(#{1,6})[ \t]+([^\n]+?)[ \t#]*(?:\n|\Z)")
_BULLET = re.compile(r"(?m)^(?P<indent>[ \t]*)[-*•–][ \t]+(?=\S)")


def plain_blocks(text: str) -> tuple[Block, ...]:
    """Read plain text without pandoc: cut it at blank lines, Markdown headings and bullets."""
    return tuple(
        block for part in _BLANK.split(text) for block in _plain_part(dedent(part).strip())
    )


def _plain_part(part: str) -> Iterator[Block]:
    while heading := _MARKED_HEADING.match(part):
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
