r"""Sums and products with dots: ``1 + 2 + \cdots + 10``, ``1^2 + … + 9^2``, ``1 \cdot 3 \cdots 9``.

The written terms must have one shape and differ only in numerals; every numeral that changes must
change by a constant amount (or, with three terms before the dots, by a constant factor), and the
last term must be reached after the same number of steps in each of them. What fits two ways, or
none, has no value.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import repeat

from faithsieve.symbolic.expressions import Expr, Num, rebuild, walk

MAX_TERMS = 2000


def expand_terms(written: Sequence[Expr], last: Expr) -> tuple[Expr, ...] | None:
    """All terms of a progression whose first terms and last term are written, or None."""
    terms = (*written, last)
    # Alike in all but the numerals.
    shapes = {_with_numerals(term, repeat(Fraction(0))) for term in terms}
    if len(written) < 2 or len(shapes) > 1:
        return None
    numerals = ([part.value for part in walk(t) if isinstance(part, Num)] for t in terms)
    columns = [_column(values) for values in zip(*numerals, strict=True)]
    lengths = {len(column) for column in columns if len(column) != 1}
    if lengths == {0} or len(lengths) != 1:
        return None
    return tuple(
        _with_numerals(written[0], [column[at if len(column) > 1 else 0] for column in columns])
        for at in range(lengths.pop())
    )


def _column(values: Sequence[Fraction]) -> list[Fraction]:
    """One numeral in all terms, alone if it never changes; nothing if no rule or two rules fit."""
    first, second, *_ = values
    if set(values) == {first}:
        return [first]
    sums = _reached(values, lambda value: value + second - first)
    factor = second / first if first else Fraction(0)
    products = _reached(values, lambda value: value * factor) if abs(factor) not in (0, 1) else []
    if sums and products:
        # "1 + 2 + … + 64" may double or count.
        return []
    return sums or (products if len(values) > 3 else [])


def _reached(values: Sequence[Fraction], step: Callable[[Fraction], Fraction]) -> list[Fraction]:
    """The numerals from the first to the last by equal steps; nothing if they leave the written."""
    *written, last = values
    found = [values[0]]
    while len(found) <= MAX_TERMS and (found[-1] != last or len(found) <= len(written)):
        found.append(step(found[-1]))
        if found[: len(written)] != written[: len(found)]:
            return []
    return found if found[-1] == last else []


def _with_numerals(node: Expr, numerals: Iterable[Fraction]) -> Expr:
    values = iter(numerals)

    def change(part: Expr) -> Expr:
        return Num(next(values)) if isinstance(part, Num) else rebuild(part, change)

    return change(node)
