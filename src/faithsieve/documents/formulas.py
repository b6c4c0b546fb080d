r"""Formulas as the pipeline and the page read them: ``$…$`` or ``\[…\]``, without other marks.

Display environments become ``aligned`` or ``gathered`` inside ``\[ \]``. Equation numbers are
counted as LaTeX counts them, so that "by (2)" can be shown beside the formula it means.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from faithsieve.documents.latex_source import is_balanced

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
