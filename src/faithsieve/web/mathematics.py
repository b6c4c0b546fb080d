r"""Find the mathematics in a text and mark it for KaTeX; everything else stays text.

Delimiters are ``$…$``, ``$$…$$``, ``\(…\)``, ``\[…\]`` and the display environments of amsmath.
Nothing is typeset here: the source goes into the page as escaped text, and the page's script
replaces it. A reader without scripts, or with LaTeX that is broken, sees the author's characters.
"""

import re

from markupsafe import Markup, escape

from faithsieve.records.base import Record

LONGEST_FORMULA = 4000
"""A longer formula is shown as its source: typesetting it could keep a browser busy."""

_OPENING = re.compile(
    r"(?P<code>`[^`\n]{1,4000}`)|\\[$\\]|\$\$|\$|\\\[|\\\(|\\begin\{(?P<name>(?:equation|align|gather|alignat)\*?)\}"
)
_TO_DOLLAR = re.compile(r"(?:[^$\\]++|\\.)*+(?=\$)", re.DOTALL)
_ESCAPED_DOLLAR = re.compile(r"(?<!\\)((?:\\\\)*)\\\$")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_CLOSING = {"\\[": "\\]", "\\(": "\\)"}


class MathSegment(Record):
    """A stretch of text, or one formula."""

    source: str
    """The author's characters, with delimiters."""
    formula: str = ""
    """The LaTeX between the delimiters; empty for text."""
    is_display: bool = False
    """Whether it stands on a line of its own."""


def split_mathematics(text: str) -> tuple[MathSegment, ...]:
    """Cut a text into text and formulas; the sources in order are the text again."""
    segments: list[MathSegment] = []
    closings = _Closings(text)
    done = at = 0
    while opening := _OPENING.search(text, at):
        formula = _formula(text, opening, closings)
        at = opening.end()
        if formula is not None:
            if opening.start() > done:
                segments.append(MathSegment(source=text[done : opening.start()]))
            segments.append(formula)
            done = at = opening.start() + len(formula.source)
    if done < len(text):
        segments.append(MathSegment(source=text[done:]))
    return tuple(segments)


class _Closings:
    """Caches the position of the next closing delimiter, so that each is searched for once.

    A text full of opening delimiters is so read in time linear in its length.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: dict[str, int] = {}

    def next(self, closing: str, start: int) -> int:
        """Return the position at or after ``start``, or the end of the text when there is none."""
        if self._found.get(closing, -1) < start:
            found = self._text.find(closing, start)
            self._found[closing] = len(self._text) if found < 0 else found
        return self._found[closing]


def _formula(text: str, opening: re.Match[str], closings: _Closings) -> MathSegment | None:
    delimiter, start = opening.group(), opening.end()
    # What stands between backticks is shown as written, also where it looks like a formula.
    if delimiter in ("\\$", "\\\\") or opening["code"]:
        return None
    if delimiter in ("$", "$$"):
        return _between_dollars(text, opening)
    closing = _CLOSING.get(delimiter, f"\\end{{{opening['name']}}}")
    end = closings.next(closing, start)
    if end == len(text) or end - start > LONGEST_FORMULA:
        return None
    source = text[opening.start() : end + len(closing)]
    formula = source if opening["name"] else text[start:end]
    return _checked(source, formula, is_display=delimiter != "\\(")


def _between_dollars(text: str, opening: re.Match[str]) -> MathSegment | None:
    """Read a pair of dollars by Pandoc's rule, so that "$5 and $7" stays an amount of money.

    A dollar opens a formula only before a character that is no space, and closes it only after
    one and not before a digit.
    """
    delimiter, start = opening.group(), opening.end()
    inner = _TO_DOLLAR.match(text, start)
    if inner is None or not text.startswith(delimiter, inner.end()):
        return None
    formula, end = inner.group(), inner.end() + len(delimiter)
    if delimiter == "$" and (formula != formula.strip() or text[end : end + 1].isdigit()):
        return None
    return _checked(text[opening.start() : end], formula, is_display=delimiter == "$$")


def _checked(source: str, formula: str, *, is_display: bool) -> MathSegment | None:
    # TeX ends a paragraph at a blank line, so a formula inside a line never reaches over one.
    over_lines = not is_display and _BLANK_LINE.search(formula)
    if over_lines or not formula.strip() or len(source) > LONGEST_FORMULA:
        return None
    return MathSegment(source=source, formula=formula, is_display=is_display)


def mathematics(text: str) -> Markup:
    """Escape a text and mark its formulas for the page's script."""
    marked: list[Markup] = []
    carried = ""
    segments = split_mathematics(legible(text))
    for at, segment in enumerate(segments):
        source = segment.source.removeprefix(carried)
        if not segment.formula:
            # A dollar that is no delimiter is written with a backslash, as in LaTeX and Markdown.
            marked.append(escape(_ESCAPED_DOLLAR.sub(r"\1$", source)))
            carried = ""
            continue
        carried = _punctuation_after(segments, at)
        marked.append(_marked(segment, carried))
    return Markup("").join(marked)


def _punctuation_after(segments: tuple[MathSegment, ...], at: int) -> str:
    """Return the punctuation after a formula, which must not begin a line of its own."""
    following = segments[at + 1] if at + 1 < len(segments) else None
    if following is None or following.formula or segments[at].is_display:
        return ""
    return following.source[: len(following.source) - len(following.source.lstrip(".,;:!?)]"))]


def excerpt(text: str, length: int) -> str:
    """Cut a text to about ``length`` characters, but never inside a formula.

    A formula counts a third of its source: LaTeX is longer to write than to see.
    """
    line = " ".join(text.split())
    kept, room = "", length
    for segment in split_mathematics(line):
        width = len(segment.source) // 3 + 1 if segment.formula else len(segment.source)
        if width > room:
            part = "" if segment.formula else segment.source[:room]
            return (kept + part).rstrip() + " …"
        kept += segment.source
        room -= width
    return kept


def _marked(segment: MathSegment, punctuation: str) -> Markup:
    kind = "display" if segment.is_display else "inline"
    # The source is what the reader sees until, or unless, the formula is typeset.
    tag = Markup('<span class="formula" data-layout="{}" data-formula="{}">{}</span>')
    formula = tag.format(kind, segment.formula, segment.source)
    return (
        Markup('<span class="held">{}{}</span>').format(formula, punctuation)
        if punctuation
        else formula
    )


_UNREADABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)


def legible(text: str) -> str:
    """Make characters visible that a page must not obey: controls, direction marks, half pairs.

    A direction mark could show a step in another order than a checker read it.
    """
    return _UNREADABLE.sub(_visible, text.replace("\r\n", "\n").replace("\r", "\n"))


def _visible(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    return "\N{REPLACEMENT CHARACTER}" if 0xD800 <= code <= 0xDFFF else f"⟨U+{code:04X}⟩"
