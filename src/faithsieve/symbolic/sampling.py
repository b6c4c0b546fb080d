"""Sampling an equation in several regimes; one regime in which it holds is reason to abstain.

A true identity with a hidden condition (positive numbers, whole numbers, an order of the letters)
holds in the regime of that condition. So a link counts as failing only when it fails in *every*
regime that has values at all, and then the last word is exact arithmetic at a named point.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from faithsieve.symbolic.evaluate import Definition, NoValueError, Point
from faithsieve.symbolic.expressions import Expr
from faithsieve.symbolic.separation import certainly_different

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)

Regime = Callable[[int, int], Fraction]
"""The value of the letter at an index in the n-th point of the regime."""

_REGIMES: Mapping[str, Regime] = {
    "small positive": lambda i, n: Fraction(_PRIMES[(i + n) % 12], _PRIMES[(i + n + 5) % 12] + 2),
    "large positive": lambda i, n: Fraction(_PRIMES[(i * 3 + n + 4) % 12] * 7 + i + n, 2),
    "negative": lambda i, n: -Fraction(_PRIMES[(i * 5 + n) % 12] + i, 3),
    "mixed signs": lambda i, n: Fraction((-1) ** (i + n) * (_PRIMES[(i + n) % 12] + n), 2 + 3 * i),
    "even": lambda i, n: Fraction(2 * (3 * i + n + 1)),
    "odd": lambda i, n: Fraction(2 * (2 * i + 3 * n) + 1),
    "ascending": lambda i, n: Fraction(3 + 4 * i + n),
    "descending": lambda i, n: Fraction(41 - 5 * i - n),
    "angles": lambda i, n: Fraction(_PRIMES[i % 12] + n, 23 + i),
}


def points(letters: Sequence[str]) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """Named regimes with their points."""
    for regime, value in _REGIMES.items():
        for n in range(2):
            yield regime, {letter: value(i, n) for i, letter in enumerate(letters)}


def fails_everywhere(
    left: Expr,
    right: Expr,
    letters: Sequence[str],
    definitions: Mapping[str, Definition],
    known: Mapping[str, Fraction] | None = None,
) -> dict[str, Fraction] | None:
    """A counterexample when the equation fails in every regime that has values.

    Args:
        left: One side.
        right: The other side.
        letters: The free letters, in a fixed order.
        definitions: Functions the proof defines.
        known: Letters whose value is fixed by the proof.
    """
    failing: dict[str, bool] = {}
    witness: dict[str, Fraction] | None = None
    for regime, values in points(letters):
        try:
            point = Point({**values, **(known or {})}, definitions)
            different = certainly_different(left, right, point)
        except NoValueError:
            continue
        failing[regime] = failing.get(regime, False) or different is True
        if different and (witness is None or _cost(point.values) < _cost(witness)):
            witness = dict(point.values)
    if witness is None or len(failing) < 2 or not all(failing.values()):
        return None
    return witness


def _cost(values: Mapping[str, Fraction]) -> int:
    return sum(abs(v.numerator) + 5 * v.denominator for v in values.values())
