"""Truth and values of Lean's elaborated terms at a point, computed exactly.

The driver writes a term as a tree in JSON (``lean/driver/5_statements.lean``), so that no Lean text
is parsed here and nobody guesses what a symbol means. Minus and slash mean what they mean on paper:
where Lean cuts off (``2 - 3`` and ``1 / 2`` among natural numbers, division by zero) a term has no
value, because a point that fails only there says nothing about the claim. Quantifiers go through
a few values of their type. So all of this is for search: every point goes back to Lean.
"""

import json
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

from flint import fmpz

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.evaluate import IrrationalError, NoValueError, compare_at, rational_at

Tree = Any
"""A number, the name of a variable, or a head, the type it works over and its arguments."""
Value = Any
"""A fraction, a :class:`Term`, a residue, a complex number, a matrix, a polynomial, a tuple of
values, a set (``frozenset`` or :class:`Region`), a function or a truth value."""
Env = Mapping[str, Value]
_MOST_BITS = 20_000
_MOST_SUMMANDS = 400


@lru_cache(maxsize=4096)
def read_tree(text: str) -> Tree:
    """Read a tree that the driver wrote; None where there is none."""
    return _as_tuples(json.loads(text)) if text else None


def _as_tuples(node: Any) -> Tree:
    return tuple(map(_as_tuples, node)) if isinstance(node, list) else node


# ---- values


class _Arithmetic:
    """Arithmetic out of sum, product, negative and inverse."""

    def plus(self, other: Value) -> Value:
        raise NotImplementedError

    def times(self, other: Value) -> Value:
        raise NotImplementedError

    def inverse(self) -> Value:
        raise NoValueError("an inverse")

    def __neg__(self) -> Value:
        return self.times(Fraction(-1))

    def __add__(self, other: Value) -> Value:
        return self.plus(other)

    __radd__ = __add__

    def __sub__(self, other: Value) -> Value:
        return self.plus(-other)

    def __rsub__(self, other: Value) -> Value:
        return (-self) + other

    def __mul__(self, other: Value) -> Value:
        return self.times(other)

    __rmul__ = __mul__

    def __truediv__(self, other: Value) -> Value:
        return self.times(other.inverse() if isinstance(other, _Arithmetic) else 1 / other)

    def __rtruediv__(self, other: Value) -> Value:
        return self.inverse() * other

    def __pow__(self, times: Value) -> Value:
        count = whole(times)
        if not 0 < abs(count) <= 64:
            raise NoValueError("a power")
        power = reduce(operator.mul, [self] * abs(count))
        return power if count > 0 else 1 / power


@dataclass(frozen=True)
class Term(_Arithmetic):
    """A real number that is not rational, or a term with letters, as an expression."""

    node: ex.Expr

    def plus(self, other: Value) -> Value:
        return _real(ex.Add((self.node, node_of(other))))

    def times(self, other: Value) -> Value:
        return _real(ex.Mul((self.node, node_of(other))))

    def inverse(self) -> Value:
        return _real(ex.Div(ex.ONE, self.node))

    def __pow__(self, times: Value) -> Value:
        return _real(ex.Pow(self.node, node_of(times)))

    def __rpow__(self, base: Value) -> Value:
        return _real(ex.Pow(node_of(base), self.node))

    def __abs__(self) -> Value:
        return self if sign(self, Fraction(0)) >= 0 else -self


def _real(node: ex.Expr) -> Value:
    try:
        return rational_at(node)
    except IrrationalError:
        return Term(node)
    except NoValueError:
        if ex.symbols(node) - ex.CONSTANTS:
            return Term(node)
        raise


def node_of(value: Value) -> ex.Expr:
    """Write a real number as an expression."""
    if isinstance(value, Fraction):
        return ex.Num(value)
    if isinstance(value, Term):
        return value.node
    raise NoValueError("no real number")


@dataclass(frozen=True)
class Residue(_Arithmetic):
    """An element of ``ZMod n`` or ``Fin n``."""

    value: int
    modulus: int

    def plus(self, other: Value) -> Value:
        return Residue((self.value + self._number(other)) % self.modulus, self.modulus)

    def times(self, other: Value) -> Value:
        return Residue(self.value * self._number(other) % self.modulus, self.modulus)

    def inverse(self) -> Value:
        if math.gcd(self.value, self.modulus) != 1:
            raise NoValueError("an inverse")
        return Residue(pow(self.value, -1, self.modulus), self.modulus)

    def _number(self, other: Value) -> int:
        return other.value if isinstance(other, Residue) else whole(other)

    def __eq__(self, other: object) -> bool:
        return self.value == self._number(other) % self.modulus

    def __hash__(self) -> int:
        return hash(self.value)


@dataclass(frozen=True)
class Complex(_Arithmetic):
    """A complex number."""

    re: Value
    im: Value

    def plus(self, other: Value) -> Value:
        z = as_complex(other)
        return Complex(self.re + z.re, self.im + z.im)

    def times(self, other: Value) -> Value:
        z = as_complex(other)
        return Complex(self.re * z.re - self.im * z.im, self.re * z.im + self.im * z.re)

    def inverse(self) -> Value:
        size = self.re * self.re + self.im * self.im
        return Complex(self.re / size, -self.im / size)


def as_complex(value: Value) -> Complex:
    """Read a real number as a complex one."""
    return value if isinstance(value, Complex) else Complex(value, Fraction(0))


@dataclass(frozen=True)
class Matrix(_Arithmetic):
    """A matrix by its rows."""

    rows: tuple[tuple[Value, ...], ...]

    def plus(self, other: Value) -> Value:
        pairs = zip(self.rows, self._like(other).rows, strict=True)
        return Matrix(tuple(tuple(map(operator.add, *pair)) for pair in pairs))

    def times(self, other: Value) -> Value:
        if not isinstance(other, Matrix):
            return Matrix(tuple(tuple(x * other for x in row) for row in self.rows))
        columns = list(zip(*other.rows, strict=True))
        dots = (tuple(_dot(row, column) for column in columns) for row in self.rows)
        return Matrix(tuple(dots))

    def _like(self, other: Value) -> "Matrix":
        """Read a number as a multiple of the identity."""
        if isinstance(other, Matrix):
            return other
        n, zero = range(len(self.rows)), Fraction(0)
        return Matrix(tuple(tuple(other if i == j else zero for j in n) for i in n))

    @property
    def determinant(self) -> Value:
        first, *rest = self.rows
        minors = (
            Matrix(tuple(row[:at] + row[at + 1 :] for row in rest)) for at in range(len(first))
        )
        if not rest:
            return first[0]
        return sum((-1) ** at * first[at] * minor.determinant for at, minor in enumerate(minors))


def _dot(left: Iterable[Value], right: Iterable[Value]) -> Value:
    return reduce(operator.add, map(operator.mul, left, right))


@dataclass(frozen=True)
class Polynomial(_Arithmetic):
    """A polynomial by its coefficients, that of 1 first and the last not zero."""

    coefficients: tuple[Value, ...]

    def plus(self, other: Value) -> Value:
        one, two = self.coefficients, _as_polynomial(other).coefficients
        count = range(max(len(one), len(two)))
        return _trimmed([coefficient(one, n) + coefficient(two, n) for n in count])

    def times(self, other: Value) -> Value:
        one, two = self.coefficients, _as_polynomial(other).coefficients
        total = [Fraction(0)] * (len(one) + len(two))
        for i, a in enumerate(one):
            for j, b in enumerate(two):
                total[i + j] += a * b
        return _trimmed(total)

    def at(self, x: Value) -> Value:
        return reduce(lambda total, c: total * x + c, reversed(self.coefficients), Fraction(0))


def coefficient(coefficients: tuple[Value, ...], n: int) -> Value:
    """Return a coefficient, 0 beyond the last."""
    return coefficients[n] if n < len(coefficients) else Fraction(0)


def _trimmed(coefficients: list[Value]) -> Polynomial:
    while coefficients and same(coefficients[-1], Fraction(0)):
        coefficients.pop()
    return Polynomial(tuple(coefficients))


def _as_polynomial(value: Value) -> Polynomial:
    return value if isinstance(value, Polynomial) else _trimmed([value])


@dataclass(frozen=True)
class Region:
    """A set that is known by its members."""

    contains: Callable[[Value], bool]


def _contains(container: Value, member: Value) -> bool:
    if isinstance(container, Region):
        return container.contains(member)
    return any(same(member, element) for element in container)


def whole(value: Value) -> int:
    """Return a whole number as such."""
    if isinstance(value, Residue):
        return value.value
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise NoValueError("no whole number")
    return value.numerator


def sign(left: Value, right: Value) -> int:
    """Return the sign of a difference of real numbers."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return (left > right) - (left < right)
    if isinstance(left, Residue) or isinstance(right, Residue):
        return (whole(left) > whole(right)) - (whole(left) < whole(right))
    found = compare_at(node_of(left), node_of(right))
    if found is None:
        raise NoValueError("two numbers that cannot be told apart")
    return found


def same(left: Value, right: Value) -> bool:
    """Return whether two values of one type are equal."""
    match left, right:
        case (Complex(), _) | (_, Complex()):
            one, two = as_complex(left), as_complex(right)
            return sign(one.re, two.re) == 0 and sign(one.im, two.im) == 0
        case (Matrix(), _) | (_, Matrix()):
            one, two = (left, right) if isinstance(left, Matrix) else (right, left)
            return same(one.rows, one._like(two).rows)
        case (Polynomial(), _) | (_, Polynomial()):
            return same(_as_polynomial(left).coefficients, _as_polynomial(right).coefficients)
        case (frozenset(), frozenset()):
            return left == right
        case (Region() | frozenset(), Region() | frozenset()):
            return all(_contains(left, x) == _contains(right, x) for x in SAMPLES["Real"])
        case (tuple(), tuple()):
            return len(left) == len(right) and all(map(same, left, right))
        case (Residue(), _) | (_, Residue()) | (bool(), bool()):
            return bool(left == right)
    return sign(left, right) == 0


# ---- types

NUMBERS = frozenset({"Nat", "Int", "Rat", "Real", "PNat"})
_TYPES = NUMBERS | {"Complex", "ZMod", "Fin", "Set", "Finset", "Matrix", "Polynomial", "Prop"}

_SMALL = "0 1 -1 2 -2 1/2 3 -3 -1/2 4 5 -4 3/2 10 1/3 -5 6 -3/2 2/3 7 8 1/4 20 -10 100"
_RATIONALS = tuple(map(Fraction, _SMALL.split()))
SAMPLES: Mapping[str, tuple[Fraction, ...]] = {
    "Nat": tuple(map(Fraction, range(41))),
    "PNat": tuple(map(Fraction, range(1, 41))),
    "Int": tuple(Fraction(n) for n in sorted(range(-20, 21), key=lambda n: (abs(n), -n))),
    "Rat": _RATIONALS,
    "Real": _RATIONALS,
}
"""Values that stand for all of a type of numbers, the likeliest first."""
_MOST_SAMPLES = (40, 12, 6)
"""For a quantifier, for one inside another, and so on."""


def is_type(tree: Tree, env: Env) -> bool:
    """Return whether a domain is a type and not a condition."""
    match tree:
        case str():
            return not isinstance(env.get(tree), bool)
        case ("∀", _, domain, body):
            return is_type(domain, env) and is_type(body, env)
        case (str(head), *_):
            return head in _TYPES
    return False


def all_values(kind: Tree) -> tuple[Value, ...] | None:
    """Return all values of a finite type, None for any other."""
    match kind:
        case ("Fin" | "ZMod", _, int(n)) if 0 < n <= 200:
            return tuple(Residue(k, n) for k in range(n))
        case ("Prop", *_):
            return (True, False)
    return None


def _samples(kind: Tree, depth: int) -> tuple[Value, ...]:
    if depth >= len(_MOST_SAMPLES):
        raise NoValueError("too many bound names")
    finite = all_values(kind)
    if finite is not None:
        return finite
    name = kind[0] if isinstance(kind, tuple) else "Rat"
    if name not in SAMPLES:
        raise NoValueError(f"all values of {name}")
    return SAMPLES[name][: _MOST_SAMPLES[depth]]


# ---- truth


def holds(node: Tree, env: Env, depth: int = 0) -> bool:
    """Return whether a proposition holds; quantifiers go through some values of their type.

    Raises:
        NoValueError: some term has no value, or none that is known here.
    """
    match node:
        case ("∀", str(name), domain, body):
            if not is_type(domain, env):
                return not holds(domain, env, depth) or holds(body, env, depth)
            pool = _samples(domain, depth)
            return all(holds(body, {**env, name: x}, depth + 1) for x in pool)
        case ("Exists", _, ("λ", str(name), domain, body)):
            pool = _samples(domain, depth)
            found = any(holds(body, {**env, name: x}, depth + 1) for x in pool)
            # Among reals a solution need not be among the samples.
            if not found and domain[:1] in (("Rat",), ("Real",)):
                raise NoValueError("no solution among the samples")
            return found
        case ("And", _, left, right):
            return holds(left, env, depth) and holds(right, env, depth)
        case ("Or", _, left, right):
            return holds(left, env, depth) or holds(right, env, depth)
        case ("Iff", _, left, right):
            return holds(left, env, depth) == holds(right, env, depth)
        case ("Not", _, part):
            return not holds(part, env, depth)
        case (str(head), over, *args) if head in _PREDICATES:
            return _PREDICATES[head](over, *(value(arg, env) for arg in args))
        case str() | ("@", *_):
            truth = value(node, env)
            if isinstance(truth, bool):
                return truth
    raise NoValueError(f"the truth of {node}")


def _relation(holds_for: tuple[int, ...]) -> Callable[..., bool]:
    return lambda over, a, b: sign(a, b) in holds_for


def _is_prime(_: str, number: Value) -> bool:
    return 0 <= whole(number) <= 10**6 and bool(fmpz(whole(number)).is_prime())


def _congruent(_: str, modulus: Value, left: Value, right: Value) -> bool:
    difference = whole(left) - whole(right)
    return difference % whole(modulus) == 0 if modulus else difference == 0


def _divides(_: str, left: Value, right: Value) -> bool:
    return whole(right) % whole(left) == 0 if left else not right


def _within(_: str, left: Value, right: Value) -> bool:
    pool = left if isinstance(left, frozenset) else SAMPLES["Real"]
    return all(_contains(right, x) for x in pool if _contains(left, x))


def _pairs(over: str) -> Iterator[tuple[Value, Value]]:
    pool = SAMPLES.get(over, _RATIONALS)[:9]
    return ((a, b) for a in pool for b in pool if a < b)


def _monotone(holds_for: tuple[int, ...]) -> Callable[..., bool]:
    return lambda over, f: all(sign(f(a), f(b)) in holds_for for a, b in _pairs(over))


_PREDICATES: dict[str, Callable[..., bool]] = {
    "True": lambda over: True,
    "False": lambda over: False,
    "Eq": lambda over, a, b: _is_typed(over, a, b) and same(a, b),
    "Ne": lambda over, a, b: _is_typed(over, a, b) and not same(a, b),
    **{"LT.lt": _relation((-1,)), "LE.le": _relation((-1, 0))},
    **{"GT.gt": _relation((1,)), "GE.ge": _relation((0, 1))},
    "Dvd.dvd": _divides,
    "Even": lambda over, n: whole(n) % 2 == 0,
    "Odd": lambda over, n: whole(n) % 2 == 1,
    "Nat.Prime": _is_prime,
    "Nat.Coprime": lambda over, a, b: math.gcd(whole(a), whole(b)) == 1,
    "Nat.ModEq": _congruent,
    "Int.ModEq": _congruent,
    "Irrational": lambda over, x: isinstance(x, Term),
    "Membership.mem": lambda over, container, member: _contains(container, member),
    "HasSubset.Subset": _within,
    "Set.Nonempty": lambda over, s: any(_contains(s, x) for x in _members(s)),
    "Finset.Nonempty": lambda over, s: bool(s),
    "Function.Injective": lambda over, f: all(not same(f(a), f(b)) for a, b in _pairs(over)),
    **{"StrictMono": _monotone((-1,)), "StrictAnti": _monotone((1,))},
    **{"Monotone": _monotone((-1, 0)), "Antitone": _monotone((0, 1))},
    "Polynomial.IsRoot": lambda over, p, x: same(_as_polynomial(p).at(x), Fraction(0)),
    "Polynomial.Monic": lambda over, p: same(_as_polynomial(p).coefficients[-1], Fraction(1)),
}


def _members(container: Value) -> Iterable[Value]:
    return container if isinstance(container, frozenset) else SAMPLES["Real"]


def _is_typed(over: str, *values: Value) -> bool:
    """Refuse numerals of a type whose size nothing tells."""
    if over in ("ZMod", "Fin") and not any(isinstance(x, Residue) for x in values):
        raise NoValueError("a residue without its modulus")
    return True


# ---- values of terms


def value(node: Tree, env: Env) -> Value:
    """Return the value of a term.

    Raises:
        NoValueError: it has none, or none that is known here.
    """
    match node:
        case int():
            return Fraction(node)
        case str() if node in env:
            return env[node]
        case ("λ", str(name), _, body):
            return lambda x: value(body, {**env, name: x})
        case ("@", _, function, *args):
            return reduce(_applied, (value(arg, env) for arg in args), value(function, env))
        case ("ite", _, condition, yes, no):
            return value(yes if holds(condition, env) else no, env)
        case ("Finset.sum" | "Finset.prod", _, container, ("λ", _, domain, _) as body):
            finite = all_values(domain) if container[:1] == ("Finset.univ",) else None
            pool = value(container, env) if finite is None else finite
            if not isinstance(pool, frozenset | tuple) or len(pool) > _MOST_SUMMANDS:
                raise NoValueError("a long sum")
            function = value(body, env)
            is_sum = node[0] == "Finset.sum"
            start, join = (Fraction(0), operator.add) if is_sum else (Fraction(1), operator.mul)
            return reduce(join, map(function, pool), start)
        case (str(head), over, *args) if head in _OPERATIONS:
            try:
                return _OPERATIONS[head](over, *(value(arg, env) for arg in args))
            except (ZeroDivisionError, TypeError, OverflowError) as error:
                raise NoValueError(f"{head}: {error}") from error
        case (str(), *_):
            return holds(node, env)
    raise NoValueError(f"the value of {node}")


def _applied(function: Value, argument: Value) -> Value:
    if isinstance(function, Matrix):
        return function.rows[whole(argument)]
    if isinstance(function, tuple):
        return function[whole(argument)]
    if not callable(function):
        raise NoValueError("no function")
    return function(argument)


def _minus(over: str, left: Value, right: Value) -> Value:
    if isinstance(left, frozenset | Region):
        return Region(lambda x: _contains(left, x) and not _contains(right, x))
    found = left - right
    if over == "Nat" and isinstance(found, Fraction) and found < 0:
        raise NoValueError("a natural number below 0")
    return found


def _divided(over: str, left: Value, right: Value) -> Value:
    found = left / right
    if over in ("Nat", "Int") and isinstance(found, Fraction) and found.denominator != 1:
        raise NoValueError("a quotient that is cut off")
    return found


def _power(_: str, base: Value, exponent: Value) -> Value:
    if isinstance(base, Fraction) and isinstance(exponent, Fraction):
        if exponent.denominator != 1 or not (base or exponent > 0):
            return _real(ex.Pow(ex.Num(base), ex.Num(exponent)))
        bits = base.numerator.bit_length() + base.denominator.bit_length()
        if abs(exponent) * bits > _MOST_BITS and abs(base) > 1:
            raise NoValueError("a large power")
    return base**exponent


def _joined(left: Value, right: Value) -> Value:
    if isinstance(left, frozenset) and isinstance(right, frozenset):
        return left | right
    return Region(lambda x: _contains(left, x) or _contains(right, x))


def _met(left: Value, right: Value) -> Value:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, frozenset):
            return frozenset(x for x in one if _contains(other, x))
    return Region(lambda x: _contains(left, x) and _contains(right, x))


def _root(_: str, x: Value) -> Value:
    return _real(ex.Root(node_of(x), ex.TWO))


def _call(name: str) -> Callable[..., Value]:
    return lambda over, *args: _real(ex.Call(name, tuple(map(node_of, args))))


def _norm(over: str, x: Value) -> Value:
    if over not in ("Complex", "Real"):
        raise NoValueError("a norm")
    z = as_complex(x)
    return _root(over, z.re * z.re + z.im * z.im)


def _interval(low: tuple[int, ...], high: tuple[int, ...]) -> Callable[..., Value]:
    """Make a set of numbers between two bounds; the signs of a difference say which belong."""
    return lambda over, a, b: Region(lambda x: sign(x, a) in low and sign(x, b) in high)


def _beyond(signs: tuple[int, ...]) -> Callable[..., Value]:
    return lambda over, bound: Region(lambda x: sign(x, bound) in signs)


def _stretch(first: int, last: int) -> Callable[..., Value]:
    def between(_: str, a: Value, b: Value) -> Value:
        numbers = range(whole(a) + first, whole(b) + last)
        if len(numbers) > _MOST_SUMMANDS:
            raise NoValueError("a long sum")
        return frozenset(map(Fraction, numbers))

    return between


def _divisors(_: str, n: Value) -> Value:
    if not 0 <= whole(n) <= 10_000:
        raise NoValueError("divisors of a large number")
    return frozenset(Fraction(d) for d in range(1, whole(n) + 1) if whole(n) % d == 0)


def _size(_: str, container: Value) -> Value:
    if not isinstance(container, frozenset):
        raise NoValueError("the size of a set")
    return Fraction(len(container))


_CASTS = (
    *("Nat.cast", "Int.cast", "Rat.cast", "NatCast.natCast", "IntCast.intCast", "Int.ofNat"),
    *("Complex.ofReal", "PNat.val", "Fin.val", "Finset.val", "Polynomial.C"),
)
_NOT_LOW, _LOW, _NOT_HIGH, _HIGH = (0, 1), (1,), (-1, 0), (-1,)
_OPERATIONS: dict[str, Callable[..., Value]] = {
    **dict.fromkeys(_CASTS, lambda over, x: x),
    "HAdd.hAdd": lambda over, a, b: a + b,
    "HSub.hSub": _minus,
    "HMul.hMul": lambda over, a, b: a * b,
    "HSMul.hSMul": lambda over, a, b: a * b,
    "HDiv.hDiv": _divided,
    "HPow.hPow": _power,
    "HMod.hMod": lambda over, a, b: Fraction(whole(a) % abs(whole(b))) if b else a,
    "Neg.neg": lambda over, a: -a,
    "Inv.inv": lambda over, a: 1 / a,
    "Nat.succ": lambda over, a: a + 1,
    "abs": lambda over, a: abs(a),
    "Max.max": lambda over, a, b: a if sign(a, b) >= 0 else b,
    "Min.min": lambda over, a, b: a if sign(a, b) <= 0 else b,
    **{"Real.sqrt": _root, "Norm.norm": _norm, "Real.pi": lambda over: Term(ex.Sym("\\pi"))},
    **{f"Real.{name}": _call(name) for name in ("exp", "sin", "cos", "tan")},
    "Real.log": _call("ln"),
    **{"Int.floor": _call("floor"), "Int.ceil": _call("ceil")},
    **{"Nat.floor": _call("floor"), "Nat.ceil": _call("ceil")},
    "Int.fract": lambda over, x: x - _call("floor")(over, x),
    "Nat.factorial": _call("factorial"),
    "Nat.choose": lambda over, n, k: Fraction(math.comb(whole(n), whole(k))),
    **dict.fromkeys(
        ("Nat.gcd", "Int.gcd"), lambda over, a, b: Fraction(math.gcd(whole(a), whole(b)))
    ),
    "Nat.lcm": lambda over, a, b: Fraction(math.lcm(whole(a), whole(b))),
    "Int.natAbs": lambda over, a: abs(a),
    "Nat.divisors": _divisors,
    "Nat.totient": lambda over, n: Fraction(int(fmpz(whole(n)).euler_phi())),
    "Complex.re": lambda over, z: as_complex(z).re,
    "Complex.im": lambda over, z: as_complex(z).im,
    "Complex.I": lambda over: Complex(Fraction(0), Fraction(1)),
    "Complex.mk": lambda over, a, b: Complex(a, b),
    "Finset.range": lambda over, n: _stretch(0, 0)(over, Fraction(0), n),
    **{"Finset.Icc": _stretch(0, 1), "Finset.Ico": _stretch(0, 0)},
    **{"Finset.Ioc": _stretch(1, 1), "Finset.Ioo": _stretch(1, 0)},
    "Finset.filter": lambda over, p, s: frozenset(filter(p, s)),
    "Finset.image": lambda over, f, s: frozenset(map(f, s)),
    **{"Finset.card": _size, "Set.ncard": _size},
    "Set.Icc": _interval(_NOT_LOW, _NOT_HIGH),
    "Set.Ico": _interval(_NOT_LOW, _HIGH),
    "Set.Ioc": _interval(_LOW, _NOT_HIGH),
    "Set.Ioo": _interval(_LOW, _HIGH),
    **{"Set.Ici": _beyond(_NOT_LOW), "Set.Ioi": _beyond(_LOW)},
    **{"Set.Iic": _beyond(_NOT_HIGH), "Set.Iio": _beyond(_HIGH)},
    "setOf": lambda over, p: Region(p),
    "Set.univ": lambda over: Region(lambda x: True),
    "Insert.insert": lambda over, x, s: frozenset({x}) | s,
    "Singleton.singleton": lambda over, x: frozenset({x}),
    "EmptyCollection.emptyCollection": lambda over: frozenset(),
    "Union.union": lambda over, a, b: _joined(a, b),
    "Inter.inter": lambda over, a, b: _met(a, b),
    "SDiff.sdiff": _minus,
    "Compl.compl": lambda over, a: Region(lambda x: not _contains(a, x)),
    "Matrix.det": lambda over, m: m.determinant,
    "Matrix.trace": lambda over, m: sum(m.rows[i][i] for i in range(len(m.rows))),
    "Matrix.transpose": lambda over, m: Matrix(tuple(zip(*m.rows, strict=True))),
    "Polynomial.X": lambda over: Polynomial((Fraction(0), Fraction(1))),
    "Polynomial.eval": lambda over, x, p: _as_polynomial(p).at(x),
    "Polynomial.coeff": lambda over, p, n: coefficient(_as_polynomial(p).coefficients, whole(n)),
    "Polynomial.natDegree": lambda over, p: Fraction(
        max(0, len(_as_polynomial(p).coefficients) - 1)
    ),
}


# ---- looking into trees


def subtrees(*nodes: Tree) -> Iterator[Tree]:
    """Yield all parts of some trees, the outermost first."""
    stack = list(reversed(nodes))
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, tuple):
            stack += reversed(node)


def names_in(*nodes: Tree) -> frozenset[str]:
    """Return all texts in some trees; the names of their variables are among them."""
    return frozenset(node for node in subtrees(*nodes) if isinstance(node, str))


def numerals_in(*nodes: Tree) -> tuple[Fraction, ...]:
    """Return the numbers that stand in some trees, in their order."""
    found = (node for node in subtrees(*nodes) if isinstance(node, int) and node < 10**6)
    return tuple(map(Fraction, dict.fromkeys(found)))


def conjuncts(node: Tree) -> tuple[Tree, ...]:
    """Return the parts of a conjunction, or the proposition alone."""
    match node:
        case ("And", _, left, right):
            return (*conjuncts(left), *conjuncts(right))
    return (node,)


def values_of(
    heads: frozenset[str], nodes: Iterable[Tree], env: Env
) -> Iterator[tuple[str, Value]]:
    """Yield what functions are applied to at a point, wherever that is known there."""
    for node in subtrees(*nodes):
        if isinstance(node, tuple) and node and node[0] in heads and len(node) == 3:
            with suppress(NoValueError):
                yield node[0], value(node[2], env)
