"""Numbers ``a + b√n`` with exact arithmetic and order, and the roots of low-degree polynomials.

The context of an honest step often has no rational point: ``a + b = 4`` and ``ab = 1`` hold at
``2 ± √3``. Such points are proposals like all others; Lean checks them in every field with roots.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt

from faithsieve.symbolic.evaluate import NoValueError

_MAX_RADICAND = 10**6


@dataclass(frozen=True, slots=True)
class Surd:
    """``rational + factor · √radicand`` with a factor that is not zero and no rational root."""

    rational: Fraction
    factor: Fraction
    radicand: int

    def _other(self, other: "Number | int") -> tuple[Fraction, Fraction]:
        """The parts of a number of the same field.

        Raises:
            NoValueError: it has another root.
        """
        if not isinstance(other, Surd):
            return Fraction(other), Fraction(0)
        if other.radicand != self.radicand:
            raise NoValueError("two different roots")
        return other.rational, other.factor

    def _number(self, rational: Fraction, factor: Fraction) -> "Number":
        return Surd(rational, factor, self.radicand) if factor else rational

    def __add__(self, other: "Number | int") -> "Number":
        a, b = self._other(other)
        return self._number(self.rational + a, self.factor + b)

    __radd__ = __add__

    def __neg__(self) -> "Surd":
        return Surd(-self.rational, -self.factor, self.radicand)

    def __sub__(self, other: "Number | int") -> "Number":
        return self + -other

    def __rsub__(self, other: "Number | int") -> "Number":
        return -self + other

    def __mul__(self, other: "Number | int") -> "Number":
        a, b = self._other(other)
        rational = self.rational * a + self.factor * b * self.radicand
        return self._number(rational, self.rational * b + self.factor * a)

    __rmul__ = __mul__

    def _inverse(self) -> "Number":
        norm = self.rational**2 - self.factor**2 * self.radicand
        return Surd(self.rational / norm, -self.factor / norm, self.radicand)

    def __truediv__(self, other: "Number | int") -> "Number":
        return self * other._inverse() if isinstance(other, Surd) else self * (1 / Fraction(other))

    def __rtruediv__(self, other: "Number | int") -> "Number":
        return self._inverse() * other

    def __pow__(self, exponent: int) -> "Number":
        result: Number = Fraction(1)
        for _ in range(exponent):
            result = result * self
        return result

    def __abs__(self) -> "Surd":
        return self if self.sign > 0 else -self

    @property
    def sign(self) -> int:
        """1 or -1: a surd is never zero."""
        a, b = self.rational, self.factor
        if (a >= 0) == (b >= 0):
            return 1 if b > 0 else -1
        larger = a if a**2 > b**2 * self.radicand else b
        return 1 if larger > 0 else -1

    def __lt__(self, other: "Number | int") -> bool:
        return sign_of(self - other) < 0

    def __le__(self, other: "Number | int") -> bool:
        return sign_of(self - other) <= 0

    def __gt__(self, other: "Number | int") -> bool:
        return sign_of(self - other) > 0

    def __ge__(self, other: "Number | int") -> bool:
        return sign_of(self - other) >= 0


Number = Fraction | Surd


def sign_of(value: Number) -> int:
    """-1, 0 or 1."""
    return value.sign if isinstance(value, Surd) else (value > 0) - (value < 0)


def number_text(value: Number) -> str:
    """A number as Lean text, in brackets unless it is a numeral."""
    if isinstance(value, Surd):
        return f"({number_text(value.rational)} + {number_text(value.factor)} * √{value.radicand})"
    if value.denominator == 1:
        return str(value.numerator) if value >= 0 else f"(-{-value.numerator})"
    return f"({value.numerator}/{value.denominator})"


def square_root(value: Fraction) -> Number | None:
    """The non-negative root of a rational number, or None where there is none or it is unwieldy."""
    if value < 0:
        return None
    product = value.numerator * value.denominator
    if isqrt(product) ** 2 == product:
        return Fraction(isqrt(product), value.denominator)
    if product > _MAX_RADICAND:
        return None
    square = max(d for d in range(1, isqrt(product) + 1) if product % d**2 == 0)
    return Surd(Fraction(0), Fraction(square, value.denominator), product // square**2)


def roots_of(
    function: Callable[[Fraction], Number], tried: tuple[Fraction, ...] = ()
) -> tuple[Number, ...] | None:
    """Real roots of a polynomial known by its values; None when it is constant or of high degree.

    Up to degree 2 all roots with rational coefficients are found, up to degree 4 those among the
    values tried.
    """
    try:
        values = [function(Fraction(n)) for n in range(7)]
    except NoValueError:
        return None
    table = [values[0]]
    for _ in range(6):
        values = [b - a for a, b in pairwise(values)]
        table.append(values[0])
    degree = max((i for i, value in enumerate(table) if value != 0), default=0)
    if degree == 0 or degree > 4:
        return None
    # Newton's form: table[k] · x(x-1)…(x-k+1)/k!
    if degree == 1:
        return (-table[0] / table[1],)
    second = table[2] / 2
    if degree == 2:
        return _quadratic_roots(second, table[1] - second, table[0])
    return tuple(value for value in tried if function(value) == 0)


def _quadratic_roots(a: Number, b: Number, c: Number) -> tuple[Number, ...]:
    if isinstance(a, Surd) or isinstance(b, Surd) or isinstance(c, Surd):
        return ()
    root = square_root(b * b - 4 * a * c)
    if root is None:
        return ()
    return tuple(dict.fromkeys(((-b + root) / (2 * a), (-b - root) / (2 * a))))
