r"""Sums and products with dots: ``1 + 2 + \cdots + 10``, ``1^2 + … + 9^2``, ``1 \cdot 3 \cdots 9``.

The written terms must have one shape and differ only in numerals; every numeral that changes must
change by a constant amount (or, with three terms before the dots, by a constant factor), and the
last term must be reached after the same number of steps in each of them. What fits two ways, or
none, has no value.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from faithsieve.symbolic.expressions import Expr, Num, rebuild, walk

MAX_TERMS = 2000


def expand_terms(written: Sequence[Expr], last: Expr) -> tuple[Expr, ...] | None:
    """All terms of a progression whose first terms and last term are written, or None."""
    rows = [_numerals(term) for term in (*written, last)]
    if len(written) < 2 or len({_shape(term) for term in (*written, last)}) != 1:
        return None
    columns = [_Column.read(values) for values in zip(*rows, strict=True)]
    steps = {column.steps for column in columns if column is not None and column.moves}
    if None in columns or len(steps) != 1:
        return None
    (count,) = steps
    if count is None or not len(written) <= count <= MAX_TERMS:
        return None

    def term(number: int) -> Expr:
        values = iter([column.at(number) for column in columns if column is not None])

        def change(node: Expr) -> Expr:
            return Num(next(values)) if isinstance(node, Num) else rebuild(node, change)

        return change(written[0])

    return tuple(term(number) for number in range(count + 1))


class _Column:
    """One numeral of the terms, as it changes from term to term."""

    def __init__(self, first: Fraction, step: Fraction, steps: int | None, *, grows: bool) -> None:
        self._first = first
        self._step = step
        self._grows = grows
        self.steps = steps
        """How many steps lead to the last term."""

    @property
    def moves(self) -> bool:
        return self._step != (1 if self._grows else 0)

    def at(self, number: int) -> Fraction:
        if self._grows:
            return self._first * self._step**number
        return self._first + self._step * number

    @classmethod
    def read(cls, values: Sequence[Fraction]) -> "_Column | None":
        *written, last = values
        sums, products = cls._by_steps(written, last), cls._by_factors(written, last)
        if sums is not None and products is not None and sums.moves:
            # "1 + 2 + … + 64" may double or count.
            return None
        return sums or (products if len(written) > 2 else None)

    @classmethod
    def _by_steps(cls, written: Sequence[Fraction], last: Fraction) -> "_Column | None":
        step = written[1] - written[0]
        if any(b - a != step for a, b in pairwise(written)):
            return None
        if not step:
            return cls(written[0], step, 0, grows=False) if last == written[0] else None
        steps = (last - written[0]) / step
        fits = steps.denominator == 1 and steps > 0
        return cls(written[0], step, int(steps), grows=False) if fits else None

    @classmethod
    def _by_factors(cls, written: Sequence[Fraction], last: Fraction) -> "_Column | None":
        if 0 in (*written, last):
            return None
        factor, ratio = written[1] / written[0], last / written[0]
        if abs(factor) == 1 or any(b / a != factor for a, b in pairwise(written)):
            return None
        steps = round(math.log(abs(ratio)) / math.log(abs(factor)))
        fits = 0 < steps <= MAX_TERMS and factor**steps == ratio
        return cls(written[0], factor, steps, grows=True) if fits else None


def _numerals(node: Expr) -> list[Fraction]:
    return [part.value for part in walk(node) if isinstance(part, Num)]


def _shape(node: Expr) -> str:
    return " ".join(
        "#" if isinstance(part, Num) else f"{type(part).__name__}{getattr(part, 'name', '')}"
        for part in walk(node)
    )
