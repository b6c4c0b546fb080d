"""Texts as Lean writes them: ``a_{n+1}`` as ``a (n + 1)``, sums with dots as sums, 1 for ``e``."""

import re
from collections.abc import Iterable

from faithsieve.symbolic.expressions import Refusal
from faithsieve.symbolic.parser import parse_expression
from faithsieve.symbolic.polynomials import TooLargeError, difference

_MATH = re.compile(r"\$[^$]*\$|\\\(.*?\\\)|\\\[.*?\\\]", re.DOTALL)
_TERM = (
    r"(?:[^{}()+\-=<>,;$&\\]|\\(?!\w*dots|[()\[\]])[A-Za-z]*"
    r"|\{(?:[^{}]|\{[^{}]*\})*\}|\((?:[^()]|\([^()]*\))*\))+"
)
_DOTTED = re.compile(
    rf"(?P<written>{_TERM}(?:\+{_TERM})*)\+\s*(?:\\[lcd]?dots|…|\.\.\.)\s*"
    rf"(?:\+{_TERM})*\+(?P<last>{_TERM})(?=[=<>,;$&)\\]|$)"
)


def as_applications(text: str, functions: Iterable[str]) -> str:
    """Write the indices of some letters as arguments: ``a_{n+1}`` becomes ``a(n+1)``."""
    names = "|".join(map(re.escape, functions))
    # A command such as \ldots is passed over whole: its letters are none.
    index = re.compile(rf"\\[A-Za-z]+|({names})_(?:\{{([^{{}}]*)\}}|(\w))")

    def applied(found: re.Match[str]) -> str:
        return f"{found[1]}({found[2] or found[3]})" if found[1] else found[0]

    return _MATH.sub(lambda math: index.sub(applied, math[0]), text) if names else text


def with_sums(text: str) -> str:
    """Write a sum with dots, whose last term tells how it goes on, as one with an index."""
    return _MATH.sub(lambda math: _DOTTED.sub(_as_sum, math[0]), text)


def _as_sum(found: re.Match[str]) -> str:
    written, last = re.findall(_TERM, found["written"]), found["last"]
    letters = [set(re.findall(r"\\[A-Za-z]+|[A-Za-z]", term)) for term in (written[0], last)]
    index = next(c for c in "jiklmn" if c not in letters[0] | letters[1])
    new = letters[1] - letters[0]
    name = new.pop() if len(new) == 1 else ""
    letter = re.compile(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])")
    for start in (1, 0, 2, 3, -1) if name else ():
        if all(_are_equal(letter.sub(f"({start + n})", last), t) for n, t in enumerate(written)):
            return f"\\sum_{{{index}={start}}}^{{{name}}} {letter.sub(index, last).strip()}"
    return found[0]


def _are_equal(first: str, second: str) -> bool:
    one, two = (parse_expression(term, latex=True) for term in (first, second))
    if isinstance(one, Refusal) or isinstance(two, Refusal):
        return False
    try:
        return not difference(one, two)
    except (TooLargeError, RecursionError):
        return False


def with_identity(text: str) -> str:
    """Write 1 for the letter e in formulas about a group."""
    return _MATH.sub(lambda math: re.sub(r"(?<![A-Za-z\\])e(?![A-Za-z])", "1", math[0]), text)
