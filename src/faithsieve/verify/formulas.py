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
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

from flint import fmpz

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.evaluate import NoValueError
from faithsieve.verify.point_values import (
    RATIONALS,
    Region,
    Surd,
    Term,
    Value,
    contains,
    node_of,
    real,
    root_of,
    same,
    sign,
    whole,
)

Tree = Any
"""A number, the name of a variable, or a head, the type it works over and its arguments."""
Env = Mapping[str, Value]
_MOST_BITS = 20_000
_MOST_SUMMANDS = 400


@lru_cache(maxsize=4096)
def read_tree(text: str) -> Tree:
    """Read a tree that the driver wrote; None where there is none."""
    return _as_tuples(json.loads(text)) if text else None


def _as_tuples(node: Any) -> Tree:
    return tuple(map(_as_tuples, node)) if isinstance(node, list) else node


# ---- types

NUMBERS = frozenset({"Nat", "Int", "Rat", "Real", "PNat"})
_EVALUATED = NUMBERS | {"", "Prop", "Set", "Finset"}
"""The types over which terms are evaluated: ``2 + 3 = 0`` means something else in ``ZMod 5``."""

SAMPLES: Mapping[str, tuple[Value, ...]] = {
    "Nat": tuple(map(Fraction, range(41))),
    "PNat": tuple(map(Fraction, range(1, 41))),
    "Int": tuple(Fraction(n) for n in sorted(range(-20, 21), key=lambda n: (abs(n), -n))),
    "Rat": RATIONALS,
    "Real": RATIONALS,
    "Prop": (True, False),
}
"""Values that stand for all of a type, the likeliest first."""
_MOST_SAMPLES = (40, 12, 6)
"""For a quantifier, for one inside another, and so on."""


def is_type(tree: Tree) -> bool:
    """Return whether a domain is a type that is searched, and not a condition."""
    match tree:
        case ("∀", _, domain, body):
            return is_type(domain) and is_type(body)
        case (str(head), *_):
            return head in SAMPLES
    return False


def _samples(kind: Tree, depth: int) -> tuple[Value, ...]:
    if depth >= len(_MOST_SAMPLES):
        raise NoValueError("too many bound names")
    if kind[0] not in SAMPLES:
        raise NoValueError(f"all values of {kind}")
    return SAMPLES[kind[0]][: _MOST_SAMPLES[depth]]


# ---- truth


def holds(node: Tree, env: Env) -> bool:
    """Return whether a proposition holds; quantifiers go through some values of their type.

    Raises:
        NoValueError: some term has no value, or none that is known here.
    """
    try:
        return _holds(node, env)
    except _NO_VALUE as error:
        raise NoValueError(f"{type(error).__name__}: {error}") from error


_NO_VALUE = (ArithmeticError, TypeError, AttributeError, IndexError, ValueError)
"""Division by zero, and operations that values do not have: types are as many as Lean's users."""


def _holds(node: Tree, env: Env, depth: int = 0) -> bool:
    match node:
        case ("∀", _, domain, body) if not is_type(domain):
            return not _holds(domain, env, depth) or _holds(body, env, depth)
        case ("∀", *_) | ("Exists", *_):
            return _quantified(node, env, depth)
        case ("And", _, left, right):
            # What a condition excludes need not have a value.
            return _holds(left, env, depth) and _holds(right, env, depth)
        case ("Or", _, left, right):
            return _holds(left, env, depth) or _holds(right, env, depth)
        case ("Iff", _, left, right):
            return _holds(left, env, depth) == _holds(right, env, depth)
        case ("Not", _, part):
            return not _holds(part, env, depth)
        case (str(head), over, *args) if head in _PREDICATES and over in _EVALUATED:
            return _PREDICATES[head](over, *(_value(arg, env) for arg in args))
        case str() | ("@", *_):
            truth = _value(node, env)
            if isinstance(truth, bool):
                return truth
    raise NoValueError(f"the truth of {node}")


def _quantified(node: Tree, env: Env, depth: int) -> bool:
    is_universal = node[0] == "∀"
    _, name, domain, body = node if is_universal else node[2]
    truths = (_holds(body, {**env, name: x}, depth + 1) for x in _samples(domain, depth))
    if is_universal:
        return all(truths)
    found = any(truths)
    # Among reals a solution need not be among the samples.
    if not found and domain[:1] in (("Rat",), ("Real",)):
        raise NoValueError("no solution among the samples")
    return found


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
    return all(contains(right, x) for x in _members(left) if contains(left, x))


def _pairs(over: str) -> Iterator[tuple[Value, Value]]:
    pool = SAMPLES.get(over, RATIONALS)[:9]
    return ((a, b) for a in pool for b in pool if a < b)


def _monotone(holds_for: tuple[int, ...]) -> Callable[..., bool]:
    return lambda over, f: all(sign(f(a), f(b)) in holds_for for a, b in _pairs(over))


_PREDICATES: dict[str, Callable[..., bool]] = {
    "True": lambda over: True,
    "False": lambda over: False,
    "Eq": lambda over, a, b: same(a, b),
    "Ne": lambda over, a, b: not same(a, b),
    **{"LT.lt": _relation((-1,)), "LE.le": _relation((-1, 0))},
    **{"GT.gt": _relation((1,)), "GE.ge": _relation((0, 1))},
    "Dvd.dvd": _divides,
    "Even": lambda over, n: whole(n) % 2 == 0,
    "Odd": lambda over, n: whole(n) % 2 == 1,
    "Nat.Prime": _is_prime,
    "Nat.Coprime": lambda over, a, b: math.gcd(whole(a), whole(b)) == 1,
    "Nat.ModEq": _congruent,
    "Int.ModEq": _congruent,
    "Irrational": lambda over, x: isinstance(x, Term | Surd),
    "Membership.mem": lambda over, container, member: contains(container, member),
    "HasSubset.Subset": _within,
    "Set.Nonempty": lambda over, s: any(contains(s, x) for x in _members(s)),
    "Finset.Nonempty": lambda over, s: bool(s),
    "Function.Injective": lambda over, f: all(not same(f(a), f(b)) for a, b in _pairs(over)),
    **{"StrictMono": _monotone((-1,)), "StrictAnti": _monotone((1,))},
    **{"Monotone": _monotone((-1, 0)), "Antitone": _monotone((0, 1))},
}


def _members(container: Value) -> Iterable[Value]:
    return container if isinstance(container, frozenset) else SAMPLES["Real"]


# ---- values of terms


def value(node: Tree, env: Env) -> Value:
    """Return the value of a term.

    Raises:
        NoValueError: it has none, or none that is known here.
    """
    try:
        return _value(node, env)
    except _NO_VALUE as error:
        raise NoValueError(f"{type(error).__name__}: {error}") from error


def _value(node: Tree, env: Env) -> Value:
    match node:
        case int():
            return Fraction(node)
        case str() if node in env:
            return env[node]
        case ("λ", str(name), _, body):
            return lambda x: _value(body, {**env, name: x})
        case ("@", _, function, *args):
            values = (_value(arg, env) for arg in args)
            return reduce(lambda f, x: f(x), values, _value(function, env))
        case ("ite", _, condition, yes, no):
            return _value(yes if _holds(condition, env) else no, env)
        case ("Finset.sum" | "Finset.prod", _, container, ("λ", *_) as body):
            return _big_operator(node[0], container, body, env)
        case (str(head), over, *args) if head in _OPERATIONS and over in _EVALUATED:
            return _OPERATIONS[head](over, *(_value(arg, env) for arg in args))
        case (str(), *_):
            return _holds(node, env)
    raise NoValueError(f"the value of {node}")


def _big_operator(head: str, container: Tree, body: Tree, env: Env) -> Value:
    pool = _value(container, env)
    if not isinstance(pool, frozenset) or len(pool) > _MOST_SUMMANDS:
        raise NoValueError("a long sum")
    is_sum = head == "Finset.sum"
    start, join = (Fraction(0), operator.add) if is_sum else (Fraction(1), operator.mul)
    return reduce(join, map(_value(body, env), pool), start)


def _minus(over: str, left: Value, right: Value) -> Value:
    if isinstance(left, frozenset | Region):
        return Region(lambda x: contains(left, x) and not contains(right, x))
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
            return real(ex.Pow(ex.Num(base), ex.Num(exponent)))
        bits = base.numerator.bit_length() + base.denominator.bit_length()
        if abs(exponent) * bits > _MOST_BITS and abs(base) > 1:
            raise NoValueError("a large power")
    return base**exponent


def _joined(left: Value, right: Value) -> Value:
    if isinstance(left, frozenset) and isinstance(right, frozenset):
        return left | right
    return Region(lambda x: contains(left, x) or contains(right, x))


def _met(left: Value, right: Value) -> Value:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, frozenset):
            return frozenset(x for x in one if contains(other, x))
    return Region(lambda x: contains(left, x) and contains(right, x))


def _root(_: str, x: Value) -> Value:
    return root_of(x) if isinstance(x, Fraction) else real(ex.Root(node_of(x), ex.TWO))


def _call(name: str) -> Callable[..., Value]:
    return lambda over, *args: real(ex.Call(name, tuple(map(node_of, args))))


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


_CASTS = ("Nat.cast", "Int.cast", "Rat.cast", "NatCast.natCast", "IntCast.intCast")
_NOT_LOW, _LOW, _NOT_HIGH, _HIGH = (0, 1), (1,), (-1, 0), (-1,)
_OPERATIONS: dict[str, Callable[..., Value]] = {
    **dict.fromkeys((*_CASTS, "Int.ofNat", "PNat.val"), lambda over, x: x),
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
    "Norm.norm": lambda over, a: abs(a),
    "Real.sqrt": _root,
    "Real.pi": lambda over: Term(ex.Sym("\\pi")),
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
    "Compl.compl": lambda over, a: Region(lambda x: not contains(a, x)),
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
