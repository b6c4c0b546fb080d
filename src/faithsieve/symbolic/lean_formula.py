"""Lean propositions of the core dialect as trees, for search and comparison only, and their truth.

Lean alone decides what a statement means. This reading proposes counterexamples, and lines a
statement up with the text it came from; whatever it cannot read it refuses, and whatever it
proposes goes back to Lean. Terms are the nodes of ``symbolic/expressions.py``, so that a Lean term
and a formula of the proof can be compared as the same kind of thing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product
from typing import NoReturn

from flint import fmpz

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.evaluate import NoValueError, Point, rational_at, relation_holds

MAX_DEPTH = 60
MAX_TOKENS = 2000
_CANDIDATES = tuple(Fraction(n) for n in (2, 3, 5, 7, 1, 4, 6, 11, 10, 0, -1, -2, -3, -5, -11))
_MAX_POINTS = 3000


class UnreadableLeanError(Exception):
    """The text is outside the fragment this reader knows."""


@dataclass(frozen=True, slots=True)
class Compare:
    relation: ex.Relation
    left: ex.Expr
    right: ex.Expr
    modulus: ex.Expr | None = None


@dataclass(frozen=True, slots=True)
class Holds:
    """A named predicate of terms: ``Even n``, ``Nat.Prime p``, ``True``, ``False``."""

    name: str
    args: tuple[ex.Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Not:
    part: "Formula"


@dataclass(frozen=True, slots=True)
class Joined:
    """Two or more formulas under one connective: ``and``, ``or``, ``implies`` or ``iff``."""

    connective: str
    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Quantified:
    """``∀`` or ``∃`` over names of one type; an empty type was left for Lean to infer."""

    quantifier: str
    names: tuple[str, ...]
    type: str
    body: "Formula"


Formula = Compare | Holds | Not | Joined | Quantified

_TOKEN = re.compile(
    r"[0-9]+|[A-Za-zα-κμ-ωΑ-ΡΤ-Ω_ℕℤℚℝ][\w'₀-₉.]*|"
    r"\[Z?MOD|↔|→|∧|∨|¬|∀|∃|≤|≥|≠|≡|∣|√|∑|∏|:=|<=|>=|!=|\*\*|[=<>+\-*/%^()|,:\]!⁻¹∈]"
)
RELATION_SIGNS = frozenset("=≠<≤>≥∣≡")
_CONNECTIVES = {"↔": "iff", "→": "implies", "∨": "or", "∧": "and"}
_RELATION = 50
_NEGATION = 75
_STRENGTHS = {
    **{"↔": 20, "→": 25, "∨": 30, "∧": 35},
    **dict.fromkeys(RELATION_SIGNS, _RELATION),
    **{"+": 65, "-": 65, "*": 70, "/": 70, "%": 70, "^": 75},
}
"""How strongly the infix signs bind, as in Lean."""
PREDICATES = frozenset({"Even", "Odd", "Nat.Prime", "True", "False"})
_NO_LETTERS = PREDICATES | {"fun", "if", "let"}
_FUNCTIONS = {
    **{"Nat.gcd": "gcd", "Nat.lcm": "lcm", "abs": "abs"},
    **{"Nat.factorial": "factorial", "Nat.choose": "binom"},
}
_SUMS = {"∑": "sum", "∏": "prod"}
_SUMMAND = 67


def _tokens(text: str) -> list[str]:
    found = _TOKEN.findall(text)
    if "".join(found) != "".join(text.split()):
        raise UnreadableLeanError("a sign is unknown")
    if len(found) > MAX_TOKENS:
        raise UnreadableLeanError(f"{len(found)} tokens are too many")
    return [*found, ""]


class _Reader:
    def __init__(self, text: str, functions: frozenset[str]) -> None:
        self.tokens = _tokens(text)
        self.functions = functions
        self.at = 0
        self.depth = 0

    @property
    def text(self) -> str:
        return self.tokens[self.at]

    @property
    def is_name(self) -> bool:
        return self.text[:1].isalpha() or self.text[:1] == "_"

    def next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def take(self, *texts: str) -> str | None:
        return self.next() if self.text in texts else None

    def expect(self, text: str) -> None:
        if self.take(text) is None:
            self.refuse(f"stands where {text!r} should be")

    def refuse(self, why: str) -> NoReturn:
        raise UnreadableLeanError(f"{self.text or 'the end'!r} {why}")

    def formula(self, level: int = 0) -> Formula:
        found = self.read(level)
        return found if isinstance(found, Formula) else self.refuse("stands after no relation")

    def term(self, level: int = 0) -> ex.Expr:
        found = self.read(level)
        return self.refuse("stands after no term") if isinstance(found, Formula) else found

    def read(self, level: int) -> Formula | ex.Expr:
        """Read what binds at least as strongly as a level; brackets may hold either kind."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.refuse("is nested too deeply")
        left = self.prefix()
        while (strength := _STRENGTHS.get(self.text, -1)) >= level:
            sign = self.next()
            if isinstance(left, Formula):
                left = self.joined(left, sign, strength)
            elif strength == _RELATION:
                left = self.compared(left, ex.Relation(sign))
            else:
                left = self.computed(left, sign, strength)
        self.depth -= 1
        return left

    def prefix(self) -> Formula | ex.Expr:
        if self.take("¬"):
            return Not(self.formula(40))
        if quantifier := self.take("∀", "∃"):
            return self.quantified(quantifier)
        if self.take("-"):
            return ex.Neg(self.term(_NEGATION))
        if sign := self.take(*_SUMS):
            return self.summed(_SUMS[sign])
        return self.applied()

    def joined(self, left: Formula, sign: str, strength: int) -> Formula:
        if sign not in _CONNECTIVES:
            self.refuse("stands after a formula and a sign for terms")
        name = _CONNECTIVES[sign]
        # All four associate to the right for our purposes; ↔ is not chained in practice.
        right = self.formula(strength)
        if isinstance(right, Joined) and right.connective == name and name in ("and", "or"):
            return Joined(name, (left, *right.parts))
        return Joined(name, (left, right))

    def compared(self, left: ex.Expr, relation: ex.Relation) -> Formula:
        right = self.term(_RELATION + 1)
        modulus = None
        if relation is ex.Relation.CONGRUENT:
            if self.take("[MOD", "[ZMOD") is None:
                self.refuse("stands where a modulus should be")
            modulus = self.term(_RELATION + 1)
            self.expect("]")
        if self.text in RELATION_SIGNS:
            self.refuse("makes a chain of relations")
        return Compare(relation, left, right, modulus)

    def computed(self, left: ex.Expr, sign: str, strength: int) -> ex.Expr:
        if sign in _CONNECTIVES:
            self.refuse("stands after a term and a sign for formulas")
        right = self.term(strength if sign == "^" else strength + 1)
        match sign:
            case "+" | "-":
                terms = left.terms if isinstance(left, ex.Add) else (left,)
                return ex.Add((*terms, ex.Neg(right) if sign == "-" else right))
            case "*":
                return ex.product_of(left, right)
            case "%":
                return ex.Call("rem", (left, right))
            case _:
                return ex.Div(left, right) if sign == "/" else ex.Pow(left, right)

    def quantified(self, quantifier: str) -> Formula:
        groups: list[tuple[tuple[str, ...], str]] = []
        conditions: list[Formula] = []
        while self.take("("):
            groups.append(self.typed_names())
            self.expect(")")
        if not groups:
            groups.append(self.typed_names())
            if self.text in RELATION_SIGNS:
                letter = ex.Sym(groups[0][0][-1])
                conditions.append(self.compared(letter, ex.Relation(self.next())))
        self.expect(",")
        body = self.formula()
        if conditions:
            body = Joined("implies" if quantifier == "∀" else "and", (*conditions, body))
        for names, kind in reversed(groups):
            body = Quantified(quantifier, names, kind, body)
        return body

    def summed(self, kind: str) -> ex.Expr:
        """Read a sum or product over ``Finset.Icc a b``, or ``range n``, which ends before n."""
        index = self.next()
        self.expect("∈")
        if self.take("Finset.Icc"):
            first, last = self.argument(), self.argument()
        else:
            self.expect("Finset.range")
            first, last = ex.ZERO, ex.Add((self.argument(), ex.Neg(ex.ONE)))
        self.expect(",")
        return ex.BigOp(kind, index, first, last, self.term(_SUMMAND))

    def typed_names(self) -> tuple[tuple[str, ...], str]:
        names = self.words()
        if not names:
            self.refuse("stands where a name should be")
        return names, " ".join(self.words("→") if self.take(":") else ())

    def words(self, *signs: str) -> tuple[str, ...]:
        """Read names, and some signs among them."""
        found = []
        while self.is_name or self.text in signs:
            found.append(self.next())
        return tuple(found)

    def applied(self) -> Formula | ex.Expr:
        """Read an atom, or a function or predicate with its arguments, and what is raised to it."""
        name = self.text
        if self.take(*PREDICATES):
            return Holds(name, () if name in ("True", "False") else (self.argument(),))
        if self.take(*self.functions, *_FUNCTIONS):
            args = [self.argument()]
            while self.is_name or self.text.isdecimal() or self.text in ("(", "√"):
                args.append(self.argument())
            known = _FUNCTIONS.get(name)
            found: Formula | ex.Expr = (
                ex.Call(known, tuple(args)) if known else ex.Apply(name, tuple(args))
            )
        else:
            found = self.atom()
            if self.is_name or self.text.isdecimal():
                self.refuse(f"is an argument of {name!r}, about which nothing is known")
        if isinstance(found, Formula):
            return found
        if self.take("!"):
            found = ex.Call("factorial", (found,))
        if self.take("⁻"):
            self.expect("¹")
            found = ex.Div(ex.ONE, found)
        return found

    def argument(self) -> ex.Expr:
        found = self.atom()
        return self.refuse("stands after no term") if isinstance(found, Formula) else found

    def atom(self) -> Formula | ex.Expr:
        if self.text.isdecimal():
            return ex.Num(Fraction(self.next()))
        if self.is_name:
            if self.text in self.functions or self.text in _NO_LETTERS or "." in self.text:
                self.refuse("stands alone")
            return ex.Sym(self.next())
        if self.take("("):
            inner = self.read(0)
            if self.take(":"):
                self.words("→")
            self.expect(")")
            return inner
        if self.take("|"):
            inner = self.term()
            self.expect("|")
            return ex.Call("abs", (inner,))
        if self.take("√"):
            return ex.Root(self.argument(), ex.TWO)
        return self.refuse("is no term")


def read_formula(text: str, *, functions: frozenset[str] = frozenset()) -> Formula:
    """Read one Lean proposition, with the names that are bound with a function type.

    Raises:
        UnreadableLeanError: It is outside the fragment.
    """
    reader = _Reader(text, functions)
    formula = reader.formula()
    if reader.text:
        reader.refuse("is left over")
    return formula


def read_term(text: str) -> ex.Expr:
    """Read one Lean term that code wrote."""
    return _Reader(text, frozenset()).term()


def try_formula(text: str, *, functions: frozenset[str] = frozenset()) -> Formula | None:
    try:
        return read_formula(text, functions=functions)
    except UnreadableLeanError:
        return None


def subformulas(formula: Formula) -> tuple[Formula, ...]:
    """The direct parts of a formula that are formulas."""
    match formula:
        case Not(part=part) | Quantified(body=part):
            return (part,)
        case Joined(parts=parts):
            return parts
        case _:
            return ()


def terms_of(formula: Formula) -> tuple[ex.Expr, ...]:
    match formula:
        case Compare(left=left, right=right, modulus=modulus):
            return (left, right) if modulus is None else (left, right, modulus)
        case Holds(args=args):
            return args
        case _:
            return ()


def map_terms(formula: Formula, change: Callable[[ex.Expr], ex.Expr]) -> Formula:
    """The same formula with all its terms changed."""
    match formula:
        case Compare(relation=relation):
            return Compare(relation, *map(change, terms_of(formula)))
        case Holds(name=name, args=args):
            return Holds(name, tuple(map(change, args)))
        case Not(part=part):
            return Not(map_terms(part, change))
        case Joined(connective=connective, parts=parts):
            return Joined(connective, tuple(map_terms(part, change) for part in parts))
        case Quantified(body=body):
            return replace(formula, body=map_terms(body, change))


def free_names(formula: Formula) -> frozenset[str]:
    """Letters that stand free in a formula; applied functions are not among them."""
    bound = formula.names if isinstance(formula, Quantified) else ()
    inner = (free_names(part) for part in subformulas(formula))
    return ex.symbols(*terms_of(formula)).union(*inner) - set(bound)


def conjuncts(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a conjunction, or the formula alone."""
    if isinstance(formula, Joined) and formula.connective == "and":
        return tuple(piece for part in formula.parts for piece in conjuncts(part))
    return (formula,)


def has_quantifier(formula: Formula) -> bool:
    return isinstance(formula, Quantified) or any(map(has_quantifier, subformulas(formula)))


# ---- whether a formula holds at a point, to find counterexamples by trying (paper app. C.3). Only
# a proposal: Lean checks every witness, so the treatment of quantifiers may be rough (a few values
# stand for all). Minus and slash mean what they mean on paper: a point that fails only because Lean
# cuts off at 0 says nothing about the claim.

Samples = Mapping[str, tuple[Fraction, ...]]
_TYPE_NAMES = {"ℕ": "Nat", "ℤ": "Int"}


def holds(formula: Formula, point: Point, samples: Samples) -> bool:
    """Whether a formula holds; quantifiers range over the samples of their type.

    Raises:
        NoValueError: some term has no value.
    """
    match formula:
        case Compare(relation=relation, left=left, right=right, modulus=modulus):
            truth = relation_holds(left, relation, right, point, modulus)
            if truth is None:
                raise NoValueError(relation)
            return truth
        case Holds(name=name, args=args):
            return _predicate(name, tuple(rational_at(arg, point) for arg in args))
        case Not(part=part):
            return not holds(part, point, samples)
        case Joined(connective=connective, parts=parts):
            # Lazily: what a condition excludes need not have a value.
            truths = (holds(part, point, samples) for part in parts)
            if connective in ("and", "or"):
                return all(truths) if connective == "and" else any(truths)
            first = next(truths)
            return not first or next(truths) if connective == "implies" else first == next(truths)
        case Quantified():
            return _quantified(formula, point, samples)


def is_counterexample(point: Point, premises: Iterable[Compare], claim: Compare) -> bool:
    """Whether all premises certainly hold at a point and the claim certainly fails."""
    try:
        return all(holds(p, point, {}) for p in premises) and not holds(claim, point, {})
    except NoValueError:
        return False


def small_points(letters: Iterable[str]) -> Iterator[dict[str, Fraction]]:
    """Yield points whose coordinates are small whole numbers."""
    names = sorted(letters)
    for values in islice(product(_CANDIDATES, repeat=len(names)), _MAX_POINTS):
        yield dict(zip(names, values, strict=True))


def _quantified(formula: Quantified, point: Point, samples: Samples) -> bool:
    if len(formula.names) > 3 or "→" in formula.type:
        raise NoValueError("too many bound names")
    known = samples.get(_TYPE_NAMES.get(formula.type, formula.type), samples["Rat"])
    pool = known[: (40, 12, 6)[len(formula.names) - 1]]
    truths = (
        holds(formula.body, {**point, **dict(zip(formula.names, values, strict=True))}, samples)
        for values in product(pool, repeat=len(formula.names))
    )
    return all(truths) if formula.quantifier == "∀" else any(truths)


def _predicate(name: str, args: tuple[Fraction, ...]) -> bool:
    match name, args:
        case "True" | "False", ():
            return name == "True"
        case "Even" | "Odd", (value,):
            return value % 2 == (name == "Odd")
        case "Nat.Prime", (value,) if 0 <= value <= 10_000:
            return bool(fmpz(int(value)).is_prime())
        case _:
            raise NoValueError(name)
