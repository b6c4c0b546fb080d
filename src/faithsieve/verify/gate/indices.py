"""Sequences: ``a_{n+1}`` of the text beside ``a (n + 1)`` of Lean, and a law stated one index on.

A text writes indices where Lean applies a function, and it states a recursion from ``n - 1`` to
``n`` where Lean, whose naturals have no ``0 - 1``, goes from ``n`` to ``n + 1``.
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from faithsieve.symbolic.expressions import Add, Expr, Neg, Num, Refusal, Sym, rebuild
from faithsieve.symbolic.lean_formula import Compare, free_names, terms_of
from faithsieve.symbolic.parser import parse_expression
from faithsieve.symbolic.polynomials import TooLargeError, difference
from faithsieve.verify.links import matches_any

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


def matches_shifted(
    link: Compare, known: Iterable[Compare], letters: frozenset[str], steps: Iterable[int]
) -> bool:
    """Return whether a link is a known one, or becomes it when a free letter is moved by a step."""
    known, steps = tuple(known), tuple(steps)
    if matches_any(link, known):
        return True
    return any(matches_any(moved, known) for moved in _moved(link, letters, steps)) or any(
        matches_any(link, (moved,)) for other in known for moved in _moved(other, letters, steps)
    )


def _moved(link: Compare, letters: frozenset[str], steps: tuple[int, ...]) -> Iterator[Compare]:
    for letter in free_names(link) & letters:
        for step in (*steps, *(-step for step in steps)):
            yield at_term(link, letter, Add((Sym(letter), Num(Fraction(step)))))


def at_term(link: Compare, letter: str, value: Expr) -> Compare:
    """Put a term for a letter."""
    sides = [_replaced(term, letter, value) for term in terms_of(link)]
    return Compare(link.relation, *sides)


def _replaced(term: Expr, letter: str, value: Expr) -> Expr:
    if isinstance(term, Sym):
        return value if term.name == letter else term
    return _folded(rebuild(term, lambda child: _replaced(child, letter, value)))


def _folded(term: Expr) -> Expr:
    """Add up the numbers of a sum, so that ``n + 1 - 1`` is ``n``."""
    if not isinstance(term, Add):
        return term
    parts = [p for t in term.terms for p in (t.terms if isinstance(t, Add) else (t,))]
    others = [p for p in parts if _number(p) is None]
    total = sum((n for p in parts if (n := _number(p)) is not None), Fraction(0))
    if not others:
        return Num(total)
    numbers = (Num(total),) if total > 0 else (Neg(Num(-total)),) if total < 0 else ()
    return Add((*others, *numbers)) if len(others) + len(numbers) > 1 else others[0]


def _number(term: Expr) -> Fraction | None:
    match term:
        case Num(value=value):
            return value
        case Neg(arg=Num(value=value)):
            return -value
        case _:
            return None
