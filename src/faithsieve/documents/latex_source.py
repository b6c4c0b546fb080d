r"""LaTeX made ready for pandoc: every environment declared, nothing broken, nothing lost.

Pandoc refuses a whole file for one unbalanced brace and drops environments and labels it does not
know. So environments get a declaration, missing ends are added, and a piece with unbalanced braces
or dollars is replaced by a placeholder word: its text comes back in the blocks as the author wrote
it, marked as unreadable. Offsets of the original text are never shifted for anyone else.

Formulas come out as the pipeline and the page read them: ``$…$`` or ``\[…\]``, without other marks,
display environments as ``aligned`` or ``gathered``. Equation numbers are counted as LaTeX counts
them, so that "by (2)" can be shown beside the formula it means.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from faithsieve.documents.roles import Role, role_of_name

PLACEHOLDER = re.compile(r"FSOPAQUE(\d+)X")
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_DOCUMENT = re.compile(r"\\begin\{document\}(.*?)(?:\\end\{document\}|\Z)", re.DOTALL)
_EDGE = re.compile(r"\\(begin|end)\s*\{([A-Za-z]+\*?)\}")
_NEWTHEOREM = re.compile(
    r"\\newtheorem\*?\s*\{(\w+\*?)\}(?:\[\w*\])?\s*\{([^{}]*)\}|\\newenvironment\*?\s*\{(\w+\*?)\}"
    r"|\\declaretheorem(?:\[([^\[\]]*)\])?\s*\{(\w+)\}"
)
_ITEM_LABEL = re.compile(r"\\item\s*\[([^\[\]{}$]*)\]")
_ENUMERATOR = re.compile(r"\W*(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,4})\W*")
_QUESTION = re.compile(r"\\question\b(?:\[\d*\])?")
# An environment that stands inside a formula, such as cases, cuts nothing in two.
_STRUCTURE = re.compile(
    r"\\(?:begin|end)\s*\{(?!(?:d?cases|(?:small|[pbvVB])?matrix|array|(?:align|gather)ed(?:at)?"
    r"|split)\*?\})[A-Za-z]+\*?\}(?:\[[^\[\]]*\])?|\\item\b(?:\s*\[[^\[\]]*\])?"
    r"|\\(?:sub)*section\*?\{[^{}]*\}|\\paragraph\*?\{[^{}]*\}|\n[ \t]*\n"
)
_MATH = re.compile(
    r"(?<!\\)\$\$.{0,4000}?\$\$|(?<!\\)\$[^$]{0,4000}\$|\\\(.{0,4000}?\\\)|\\\[.{0,4000}?\\\]",
    re.DOTALL,
)
_VERBATIM = re.compile(r"\\begin\{(verbatim|lstlisting)\}.{0,20000}?\\end\{\1\}", re.DOTALL)
_INCLUDED = re.compile(r"\\(?:input|include|subfile|import)\s*\{([^{}\n]{0,200})\}")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


MATH_ENVIRONMENTS = _names(
    "equation align gather multline eqnarray alignat flalign displaymath math aligned alignedat "
    "gathered split cases dcases array matrix pmatrix bmatrix vmatrix Vmatrix Bmatrix smallmatrix "
    "subequations dmath"
)
_KNOWN = MATH_ENVIRONMENTS | _names(
    "document proof enumerate itemize description center quote quotation verse flushleft "
    "flushright abstract figure table tabular tabularx longtable minipage multicols verbatim "
    "lstlisting thebibliography tikzpicture comment"
)


class PreparedLatex(NamedTuple):
    """A LaTeX text that pandoc can read, and what was done to it."""

    text: str
    opaque: tuple[str, ...]
    """Pieces that were replaced by placeholder words, by their number."""
    titles: dict[str, str]
    """What theorem-like environments print, by their name."""
    notes: tuple[str, ...]


class _Edit(NamedTuple):
    start: int
    end: int
    text: str


def blank(text: str, start: int, end: int) -> str:
    """Replace a text by white space of equal length, with its line ends."""
    return re.sub(r"[^\n]", " ", text[start:end])


def without_comments(text: str) -> str:
    """Replace comments by spaces, so that every place stays where it is."""
    return _COMMENT.sub(lambda m: m[1] + " " * (len(m[0]) - len(m[1])), text)


def body_span(text: str) -> tuple[int, int]:
    """Return the span of the document's body, or of all the text if no document is declared."""
    body = _DOCUMENT.search(text)
    return body.span(1) if body else (0, len(text))


def latex_body(text: str) -> str:
    """Blank out comments and the preamble, so that nothing is found there; places stay."""
    seen = without_comments(text)
    start, end = body_span(seen)
    return blank(seen, 0, start) + seen[start:end]


def prepare_latex(text: str) -> PreparedLatex:
    """Declare environments unknown to pandoc and remove what it cannot parse."""
    seen = _VERBATIM.sub(lambda m: blank(text, *m.span()), without_comments(text))
    start, end = body_span(seen)
    titles = dict(_titles(seen))
    opaque: list[str] = []
    edits = sorted([*_broken_pieces(seen, text, start, end, opaque), *_labels(seen, start, end)])
    mended = _apply(_preamble(seen, text, start), edits, start, end)
    closing, strays = _missing_ends(without_comments(mended))
    for stray in reversed(strays):
        mended = mended[: stray.start()] + mended[stray.end() :]
    cut = mended.rfind("\\end{document}")
    cut = len(mended) if cut < 0 else cut
    names = tuple(dict.fromkeys(match[2] for match in _EDGE.finditer(seen)))
    declared = "".join(_declarations(names, titles))
    included = [f"{m[0]} was not followed" for m in _INCLUDED.finditer(seen, start, end)]
    return PreparedLatex(
        f"{declared}{mended[:cut]}{closing}{mended[cut:]}", tuple(opaque), titles, tuple(included)
    )


def hide_at(prepared: PreparedLatex, line: int, column: int, *, attempt: int) -> PreparedLatex:
    """Replace the command, line or paragraph that pandoc cannot parse by a placeholder."""
    text = prepared.text
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    at = min(starts[min(line, len(starts)) - 1] + column - 1, len(text))
    match attempt:
        case 0:
            begin = max(text.rfind("\\", 0, at), text.rfind("\n", 0, at) + 1)
            ahead = re.compile(r"\S*").match(text, at)
            end = ahead.end() if ahead else at
        case 1:
            begin = text.rfind("\n", 0, at) + 1
            end = text.find("\n", at) if "\n" in text[at:] else len(text)
        case _:
            edges = [0, *(edge for m in _STRUCTURE.finditer(text) for edge in m.span()), len(text)]
            begin = max(edge for edge in edges[::2] if edge <= at)
            end = min((edge for edge in edges[1::2] if edge >= at), default=len(text))
    piece = text[begin:end]
    if not piece.strip():
        return prepared
    written = PLACEHOLDER.sub(lambda m: prepared.opaque[int(m[1])], piece)
    hidden = f"{text[:begin]}FSOPAQUE{len(prepared.opaque)}X{text[end:]}"
    return prepared._replace(text=hidden, opaque=(*prepared.opaque, written))


def _preamble(seen: str, text: str, start: int) -> str:
    """Blank out unbalanced lines of a preamble, keeping its length."""
    if is_balanced(seen[:start].removesuffix(r"\begin{document}")):
        return text
    lines = seen[:start].splitlines(keepends=True)
    kept = [line if is_balanced(line.rstrip("\n")) else blank(line, 0, len(line)) for line in lines]
    return "".join(kept) + text[start:]


def _titles(text: str) -> Iterator[tuple[str, str]]:
    for match in _NEWTHEOREM.finditer(text):
        if match[1]:
            yield match[1], match[2]
        elif match[3]:
            yield match[3], match[3]
        else:
            name = re.search(r"name=(\w+)", match[4] or "")
            yield match[5], name[1] if name else match[5]


def _declarations(names: tuple[str, ...], titles: dict[str, str]) -> Iterator[str]:
    for name in names:
        if name.rstrip("*") in _KNOWN or name in titles:
            continue
        if role_of_name(name) is Role.NONE:
            yield rf"\newenvironment{{{name}}}[1][]{{}}{{}}"
        else:
            titles[name] = name.rstrip("*").capitalize()
            yield rf"\newtheorem{{{name}}}{{{titles[name]}}}"


def _labels(text: str, start: int, end: int) -> Iterator[_Edit]:
    """Yield edits that keep meaningful item labels, which pandoc drops, and exam questions."""
    for match in _ITEM_LABEL.finditer(text, start, end):
        if not _ENUMERATOR.fullmatch(match[1]) and not _in_description(text, match.start()):
            yield _Edit(*match.span(), rf"\item \textbf{{{match[1]}}}")
    for match in _QUESTION.finditer(text, start, end):
        yield _Edit(*match.span(), r"\paragraph{Problem.} ")


def _in_description(text: str, at: int) -> bool:
    opened, closed = (text.rfind(rf"\{edge}{{description}}", 0, at) for edge in ("begin", "end"))
    return opened > closed


def _broken_pieces(
    seen: str, text: str, start: int, end: int, opaque: list[str]
) -> Iterator[_Edit]:
    """Replace formulas, or else whole pieces between structural commands, that do not balance."""
    edges = [start, *(at for m in _STRUCTURE.finditer(seen, start, end) for at in m.span()), end]
    for first, last in zip(edges[::2], edges[1::2], strict=True):
        piece = seen[first:last]
        if is_balanced(piece):
            continue
        broken = [m for m in _MATH.finditer(piece) if not is_balanced(_inside(m[0]))]
        rest = piece
        for match in broken:
            rest = rest[: match.start()] + blank(piece, *match.span()) + rest[match.end() :]
        if is_balanced(rest):
            spans = [(first + m.start(), first + m.end()) for m in broken]
        else:
            left = len(piece) - len(piece.lstrip())
            spans = [(first + left, first + len(piece.rstrip()))]
        for begin, stop in spans:
            yield _Edit(begin, stop, f"FSOPAQUE{len(opaque)}X")
            opaque.append(text[begin:stop])


def _inside(formula: str) -> str:
    return formula.strip("$").removeprefix(r"\(").removeprefix(r"\[")


_BALANCE = re.compile(r"\\.|[{}$]", re.DOTALL)


def is_balanced(text: str) -> bool:
    r"""Say whether braces, dollars and ``\( \)`` all find their partner."""
    depth = dollars = 0
    opened: list[str] = []
    for mark in _BALANCE.findall(text):
        match mark:
            case "{":
                depth += 1
            case "}":
                depth -= 1
            case "$":
                dollars += 1
            case "\\(" | "\\[":
                opened.append(mark)
            case "\\)" | "\\]":
                if not opened or opened.pop() != {"\\)": "\\(", "\\]": "\\["}[mark]:
                    return False
        if depth < 0:
            return False
    return depth == 0 and dollars % 2 == 0 and not opened and not text.endswith("\\")


def _apply(text: str, edits: list[_Edit], start: int, end: int) -> str:
    parts, done = [text[:start]], start
    for edit in edits:
        if edit.start < done:
            continue
        parts += [text[done : edit.start], edit.text]
        done = edit.end
    return "".join([*parts, text[done:end], text[end:]])


def _missing_ends(text: str) -> tuple[str, list[re.Match[str]]]:
    """Return the missing ends, innermost first, and the ends that close nothing."""
    opened: list[str] = []
    strays: list[re.Match[str]] = []
    for edge in _EDGE.finditer(text):
        name = edge[2]
        if name == "document":
            continue
        if edge[1] == "begin":
            opened.append(name)
        elif name in opened:
            while opened.pop() != name:
                pass
        else:
            strays.append(edge)
    return "".join(rf"\end{{{name}}}" for name in reversed(opened)), strays


_OUTER = re.compile(
    r"\s*\\begin\{(?P<name>[A-Za-z]+)(?P<star>\*?)\}(?P<inner>.*)\\end\{(?P=name)(?P=star)\}\s*",
    re.DOTALL,
)
_INNER_NAME = {
    "align": "aligned",
    "alignat": "aligned",
    "flalign": "aligned",
    "eqnarray": "aligned",
    "gather": "gathered",
    "multline": "gathered",
}
_SINGLE = frozenset({"equation", "displaymath", "math"})
_ROW_END = re.compile(r"\\\\(?:\[[^\[\]]*\])?")
_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_TAG = re.compile(r"\\tag\*?\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_UNNUMBERED = re.compile(r"\\(?:notag|nonumber)(?![A-Za-z])")
_MARKS = re.compile(
    r"\\label\s*\{[^{}]*\}|\\(?:ensuremath|notag|nonumber|qedhere|qed|displaystyle|textstyle|allowbreak"
    r"|nobreak)(?![A-Za-z])|\\(?:vspace|hspace)\*?\{[^{}]*\}|\\(?:big|med|small)skip(?![A-Za-z])"
)
_INTERTEXT = re.compile(r"\\(?:short)?intertext\s*\{([^{}]*)\}")
_COLUMNS = re.compile(r"\s*\{\d+\}")
_EQNARRAY_SIGN = re.compile(r"&\s*([^&\\]{1,3}|\\[a-z]+)\s*&")
_CUT_OFF = re.compile(
    r"\\[dt]?(?:frac|binom)\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}\s*)?$|\\sqrt\s*$|[\^_]\s*$|\\$"
)


class Formula(NamedTuple):
    text: str
    is_readable: bool
    """False when it is cut off or does not balance: shown, but never read as arithmetic."""


class EquationRow(NamedTuple):
    """A row of a display that has a number, a label or a tag."""

    label: str | None
    number: str
    is_tag: bool
    """Whether the author chose the number."""


def render_formula(tex: str, *, is_display: bool, numbers: Sequence[str] = ()) -> Formula:
    """Put a formula between delimiters, without labels and other marks.

    Args:
        numbers: The numbers by which the text refers to it.
    """
    outer = _OUTER.fullmatch(tex)
    name = outer["name"] if outer else ""
    body = tex
    if outer and (name in _SINGLE or name in _INNER_NAME):
        body, is_display = outer["inner"], True
    else:
        name = ""
    body = _TAG.sub("", _MARKS.sub("", body)).strip()
    body = _INTERTEXT.sub(r"\\text{\1} \\\\", body)
    is_readable = is_balanced(body) and not _CUT_OFF.search(body) and bool(body)
    if name in ("alignat",):
        body = _COLUMNS.sub("", body, count=1)
    if name == "eqnarray":
        body = _EQNARRAY_SIGN.sub(r"& \1 ", body)
    if name in _INNER_NAME:
        inner = _INNER_NAME[name]
        body = f"\\begin{{{inner}}}\n{body}\n\\end{{{inner}}}"
    tag = f" \\tag{{{', '.join(numbers)}}}" if numbers and is_display else ""
    return Formula(f"\\[{body}{tag}\\]" if is_display else f"${body}$", is_readable)


def numbered_rows(tex: str, counter: int) -> Iterator[EquationRow]:
    """Return the numbered rows of a formula, continuing a counter."""
    outer = _OUTER.fullmatch(tex)
    name = outer["name"] if outer else ""
    is_starred = outer is not None and bool(outer["star"])
    is_numbered = not is_starred and (name in _INNER_NAME or name == "equation")
    has_rows = name in _INNER_NAME and name != "multline"
    for row in _ROW_END.split(tex) if has_rows else [tex]:
        found, tag = _LABEL.search(row), _TAG.search(row)
        label = found[1] if found else None
        if tag is not None:
            yield EquationRow(label, tag[1].strip("$ "), is_tag=True)
        elif is_numbered and not _UNNUMBERED.search(row):
            counter += 1
            yield EquationRow(label, str(counter), is_tag=False)
        elif label is not None:
            yield EquationRow(label, "?", is_tag=False)
