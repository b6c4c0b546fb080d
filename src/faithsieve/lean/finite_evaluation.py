"""Lean terms over finite types: what a statement says in a model whose tables are still unknown.

A type variable stands for ``0 … n-1``. Variables become unknown tables, a structure becomes its
fields (data are tables, propositions are required: they are the axioms), definitions are unfolded,
quantifiers go through all values. Propositions become literals of a circuit. The reading is exact
on finite types; numbers are cut off after a few values, and a type that is neither is refused. So
a model is a proposal, and only a proof that Lean accepts makes it a counterexample.
"""

import math
import operator
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from faithsieve.lean.circuits import FALSE, TRUE, Circuit, CircuitTooLargeError
from faithsieve.lean.terms import (
    App,
    Bound,
    Const,
    Declaration,
    Lam,
    Let,
    Literal,
    Pi,
    Proj,
    Sort,
    Term,
    parse_term,
)

MAX_VALUES = 5_000
"""Values that a quantifier goes through."""


class OutOfReachError(Exception):
    """The term has a meaning that no finite table can give, or that is not implemented."""


# ---- values

Env = tuple["Thunk", ...]
Number = int | Fraction


class Truth(NamedTuple):
    """A proposition."""

    literal: int


class ValueChoice(NamedTuple):
    """One of several numbers, or of values made by different constructors."""

    cases: tuple[tuple[int, "Value"], ...]
    """Each under its condition, a literal."""


class ProofValue(NamedTuple):
    """Any proof of anything: they are all alike."""


class NumberType(NamedTuple):
    """``Fin n``, a type variable that stands for one, or a number type of which a few are tried."""

    name: str
    """As Lean writes it."""
    values: Sequence[Number]
    is_finite: bool = True
    """Whether these are all values."""
    variable: int | None = None
    """Which type variable; its elements may be renamed."""


def finite_type(size: int, variable: int | None = None) -> NumberType:
    name = "Fin" if variable is None else "Mathlet.Element"
    return NumberType(f"{name} {size}", range(size), variable=variable)


RATIONALS = NumberType("Rat", (*map(Fraction, (0, 1, 2, 3, 4, -1)), Fraction(1, 2)), False)


class Function(NamedTuple):
    """A function that this module can apply."""

    apply: Callable[["Thunk"], "Value"]


class FunctionType(NamedTuple):
    """``∀ x : domain, body``: a type, or a proposition where the body is one."""

    domain: "Thunk"
    body: Callable[["Thunk"], "Value"]
    is_set: bool = False
    """Whether it was written ``Set α``."""


class Inductive(NamedTuple):
    """An inductive type with all its arguments."""

    name: str
    arguments: tuple["Thunk", ...]


class Structure(NamedTuple):
    """A value made by a constructor."""

    constructor: str
    fields: tuple["Thunk", ...]


Value = (
    int
    | Fraction
    | Truth
    | ValueChoice
    | ProofValue
    | Sort
    | NumberType
    | Function
    | FunctionType
    | Inductive
    | Structure
)
PROOF = ProofValue()


class Thunk:
    """A value that is computed when it is first asked for: most instances never are."""

    def __init__(self, compute: Callable[[], Value]) -> None:
        self._compute = compute

    @cached_property
    def value(self) -> Value:
        return self._compute()


def known(value: Value) -> Thunk:
    return Thunk(lambda: value)


_DECIDED = Structure("Decidable.isTrue", (known(PROOF),))
_REFUSED = Structure("Decidable.isFalse", (known(PROOF),))


# ---- evaluation


class FiniteEvaluator:
    """Evaluates terms of one Lean environment into one circuit."""

    def __init__(self, declarations: Mapping[str, Declaration], circuit: Circuit) -> None:
        self.declarations = declarations
        self.circuit = circuit
        self.unfolded: dict[str, None] = {}
        """Definitions of propositions and sets that were unfolded, in their order."""
        self._constants: dict[str, Value] = {}
        self._constants_of = Counter[int]()
        self._term = cache(parse_term)

    # Terms.

    def evaluate(self, term: Term, env: Env) -> Value:
        match term:
            case Bound(depth=depth):
                return env[-1 - depth].value
            case Sort():
                return term
            case Const(name=name):
                return self.constant(name)
            case App(function=function, argument=argument):
                return self.apply(
                    self.evaluate(function, env), Thunk(lambda: self.evaluate(argument, env))
                )
            case Lam() | Pi():
                return self._binder(term, env)
            case Let(value=value, body=body):
                return self.evaluate(body, (*env, Thunk(lambda: self.evaluate(value, env))))
            case Literal(value=int() as number):
                return number
            case Proj(position=index, term=inner):
                return self.project(self.evaluate(inner, env), index)
            case Literal():
                raise OutOfReachError("a text")

    def _binder(self, term: Lam | Pi, env: Env) -> Value:
        def body(x: Thunk) -> Value:
            return self.evaluate(term.body, (*env, x))

        if isinstance(term, Lam):
            return Function(body)
        return FunctionType(Thunk(lambda: self.evaluate(term.domain, env)), body)

    def apply(self, function: Value, argument: Thunk) -> Value:
        match function:
            case Function(apply=apply):
                return apply(argument)
            case ProofValue():
                return PROOF
            case _:
                raise OutOfReachError(f"the application of a {type(function).__name__}")

    def project(self, value: Value, index: int) -> Value:
        match value:
            case Structure(fields=fields):
                return fields[index].value
            case ProofValue():
                return PROOF
            case Fraction():
                return (value.numerator, value.denominator)[index]
            case int() if index == 0:
                # The number below an element of ``Fin n``.
                return value
            case _:
                raise OutOfReachError(f"a part of a {type(value).__name__}")

    def _table(self, kind: FunctionType, values: Sequence[Value]) -> Function:
        """A function given by its values at the elements of its domain, in their order."""
        domain = kind.domain.value
        if self.is_proposition(domain):
            return Function(lambda _: values[0])

        def look_up(argument: Thunk) -> Value:
            place = argument.value
            if isinstance(place, int):
                return values[place]
            elements = (element for element, _ in self.elements(domain))
            cases = zip(elements, values, strict=True)
            found = [(self.equal(domain, place, x), value) for x, value in cases]
            return self.select([case for case in found if case[0] != FALSE])

        return Function(look_up)

    def _chosen(self, value: Value, use: Callable[[Number], Value]) -> Value:
        match value:
            case int() | Fraction():
                return use(value)
            case ValueChoice(cases=cases):
                return self.select([(literal, self._chosen(n, use)) for literal, n in cases])
            case _:
                raise OutOfReachError(f"a {type(value).__name__} in place of a number")

    def select(self, cases: Sequence[tuple[int, Value]]) -> Value:
        """The value whose condition holds; exactly one does."""
        for condition, value in cases:
            if condition == TRUE:
                return value
        if not cases:
            raise OutOfReachError("an empty choice")
        cases = [
            (self.circuit.all_of((condition, inner)), part)
            for condition, value in cases
            for inner, part in (value.cases if isinstance(value, ValueChoice) else ((TRUE, value),))
        ]
        first = cases[0][1]
        match first:
            case _ if len(cases) == 1 or isinstance(first, ProofValue):
                return first
            case int() | Fraction():
                return self._merged(cases)
            case Function():
                return Function(lambda x: self.select([(c, self.apply(v, x)) for c, v in cases]))
            case Structure():
                return self._joined(first, cases)
            case _:
                chosen = (self.circuit.all_of((c, self.truth(v))) for c, v in cases)
                return Truth(self.circuit.any_of(chosen))

    def _joined(self, first: Structure, cases: Sequence[tuple[int, Value]]) -> Value:
        name = first.constructor
        if any(v.constructor != name for _, v in cases if isinstance(v, Structure)):
            return ValueChoice(tuple(cases))

        def part(at: int) -> Thunk:
            return Thunk(lambda: self.select([(c, self.project(v, at)) for c, v in cases]))

        return Structure(name, tuple(part(at) for at in range(len(first.fields))))

    def _merged(self, cases: Sequence[tuple[int, Value]]) -> Value:
        literals: dict[Value, list[int]] = {}
        for condition, number in cases:
            literals.setdefault(number, []).append(condition)
        merged = [(self.circuit.any_of(found), number) for number, found in literals.items()]
        left = tuple((literal, number) for literal, number in merged if literal != FALSE)
        return left[0][1] if len(left) == 1 else ValueChoice(left)

    # Constants.

    def constant(self, name: str) -> Value:
        if name not in self._constants:
            self._constants[name] = self._constant(name)
        return self._constants[name]

    def _constant(self, name: str) -> Value:
        if name in _BUILT_IN:
            arity, make = _BUILT_IN[name]
            return self._collect(arity, lambda xs: make(self, xs))
        declaration = self.declarations.get(name)
        if declaration is None:
            raise OutOfReachError(name)
        match declaration.kind:
            case "def":
                return self._definition(name, declaration)
            case "inductive":
                arity = declaration.params + declaration.indices
                return self._collect(arity, lambda xs: Inductive(name, xs))
            case "constructor":
                skip = declaration.params
                count = skip + declaration.fields
                return self._collect(count, lambda xs: Structure(name, xs[skip:]))
            case "recursor":
                return self._recursor(name, declaration)
            case _:
                return PROOF

    def _definition(self, name: str, declaration: Declaration) -> Value:
        value = self._term(declaration.value)
        is_new = name not in _DECIDABLE and not _is_projection(value)
        result = _result(self._term(declaration.type))
        is_set = isinstance(result, Const) and result.name in _SETS
        if is_new and (_is_prop(result) or is_set):
            self.unfolded[name] = None
        return self.evaluate(value, ())

    def _collect(self, count: int, make: Callable[[tuple[Thunk, ...]], Value]) -> Value:
        def taking(found: tuple[Thunk, ...]) -> Value:
            if len(found) == count:
                return make(found)
            return Function(lambda x: taking((*found, x)))

        return taking(())

    def _recursor(self, name: str, declaration: Declaration) -> Value:
        family = self.declarations.get(name.rpartition(".")[0])
        if family is None or family.recursive or declaration.indices:
            raise OutOfReachError(name)
        first = declaration.params + declaration.motives
        count = first + declaration.minors + 1
        order = {ctor: first + at for at, ctor in enumerate(family.ctors)}

        def recurse(xs: tuple[Thunk, ...]) -> Value:
            major = xs[-1].value
            if isinstance(major, ProofValue):
                return PROOF
            if isinstance(major, ValueChoice):
                return self.select([(c, chosen(v, xs)) for c, v in major.cases])
            return chosen(major, xs)

        def chosen(major: Value, xs: tuple[Thunk, ...]) -> Value:
            if not isinstance(major, Structure):
                raise OutOfReachError(name)
            result = xs[order[major.constructor]].value
            for part in major.fields:
                result = self.apply(result, part)
            return result

        return self._collect(count, recurse)

    # Types.

    def is_proposition(self, kind: Value) -> bool:
        match kind:
            case Truth():
                return True
            case FunctionType(domain=domain, body=body):
                return self.is_proposition(body(Thunk(lambda: self._some(domain.value))))
            case Inductive(name=name):
                return _is_prop(_result(self._term(self.declarations[name].type)))
            case _:
                return False

    def _some(self, kind: Value) -> Value:
        """Some value of a type, for looking at what a type says about it."""
        if self.is_proposition(kind):
            return PROOF
        match kind:
            case NumberType():
                return 0
            case FunctionType(body=body):
                return Function(lambda x: self._some(body(x)))
            case Inductive():
                ctor = self._only_constructor(kind)
                walked = self.fields(kind, ctor, lambda _, domain: known(self._some(domain)))
                return Structure(ctor, tuple(part for _, part in walked))
            case Sort(is_prop=is_prop):
                return Truth(TRUE) if is_prop else finite_type(1)
            case _:
                raise OutOfReachError(f"a value of {kind}")

    def elements(self, kind: Value) -> Iterator[tuple[Value, int]]:
        """All values of a type, each with the condition under which it is one."""
        if self.is_proposition(kind):
            yield PROOF, self.truth(kind)
            return
        match kind:
            case NumberType(values=values):
                yield from ((number, TRUE) for number in values)
            case Sort(is_prop=True):
                yield from ((Truth(literal), TRUE) for literal in (FALSE, TRUE))
            case FunctionType():
                yield from self._functions(kind)
            case Inductive():
                yield from self._instances(kind)
            case _:
                raise OutOfReachError(f"the values of {kind}")

    def _functions(self, kind: FunctionType) -> Iterator[tuple[Value, int]]:
        domain = kind.domain.value
        if isinstance(domain, NumberType) and not domain.is_finite:
            raise OutOfReachError("all functions of numbers")
        outputs = [list(self.elements(kind.body(known(x)))) for x, _ in self.elements(domain)]
        if math.prod(map(len, outputs)) > MAX_VALUES:
            raise CircuitTooLargeError("more functions than are worth trying")
        for chosen in product(*outputs):
            table = self._table(kind, [value for value, _ in chosen])
            yield table, self.circuit.all_of(guard for _, guard in chosen)

    def _instances(self, kind: Inductive) -> Iterator[tuple[Value, int]]:
        declaration = self.declarations[kind.name]
        if declaration.recursive or declaration.indices:
            raise OutOfReachError(f"the values of {kind.name}")
        for ctor in declaration.ctors:
            for fields, guard in self._field_values(self._opened(kind, ctor), ctor):
                yield Structure(ctor, fields), guard

    def _field_values(
        self, rest: Value, ctor: str, done: tuple[Thunk, ...] = ()
    ) -> Iterator[tuple[tuple[Thunk, ...], int]]:
        if not isinstance(rest, FunctionType) or len(done) == self.declarations[ctor].fields:
            yield done, TRUE
            return
        for value, guard in self.elements(rest.domain.value):
            if guard == FALSE:
                continue
            thunk = known(value)
            for fields, more in self._field_values(rest.body(thunk), ctor, (*done, thunk)):
                yield fields, self.circuit.all_of((guard, more))

    def _opened(self, kind: Inductive, ctor: str) -> Value:
        """A constructor's type with the parameters put in: a chain of its fields."""
        declaration = self.declarations[ctor]
        rest = self.evaluate(self._term(declaration.type), ())
        for argument in kind.arguments[: declaration.params]:
            assert isinstance(rest, FunctionType)
            rest = rest.body(argument)
        return rest

    def fields(
        self, kind: Inductive, ctor: str, make: Callable[[int, Value], Thunk]
    ) -> Iterator[tuple[Value, Thunk]]:
        """The type and the value of each field; ``make`` gives the value, by place and type."""
        rest = self._opened(kind, ctor)
        for at in range(self.declarations[ctor].fields):
            assert isinstance(rest, FunctionType)
            domain = rest.domain.value
            part = make(at, domain)
            yield domain, part
            rest = rest.body(part)

    def _only_constructor(self, kind: Inductive) -> str:
        declaration = self.declarations[kind.name]
        if len(declaration.ctors) != 1 or declaration.recursive or declaration.indices:
            raise OutOfReachError(f"an unknown {kind.name}")
        return declaration.ctors[0]

    def unknown(self, kind: Value, *, is_constant: bool = False) -> Value:
        """A value of a type about which nothing is known yet.

        Args:
            kind: The type.
            is_constant: Whether it stands alone, so that renaming the elements can bring it among
                the first ones: the k-th such element needs no number above k.
        """
        match kind:
            case NumberType(values=values, variable=variable):
                if is_constant and variable is not None:
                    self._constants_of[variable] += 1
                    values = values[: self._constants_of[variable]]
                return self._one_of(values)
            case Sort(is_prop=True):
                return Truth(self.circuit.fresh())
            case FunctionType():
                return self._unknown_function(kind)
            case Inductive(name="Decidable", arguments=(claim,)):
                truth = self.truth(claim.value)
                return self.select([(truth, _DECIDED), (-truth, _REFUSED)])
            case Inductive(name="Fintype"):
                return Structure("Fintype.mk", ())
            case Inductive():
                return self._unknown_structure(kind, is_constant=is_constant)
            case _:
                raise OutOfReachError(f"an unknown value of {kind}")

    def is_decision(self, kind: Value) -> bool:
        """Whether a type is that of decisions, or of functions to them."""
        while isinstance(kind, FunctionType):
            kind = kind.body(known(self._some(kind.domain.value)))
        return isinstance(kind, Inductive) and kind.name == "Decidable"

    def _one_of(self, numbers: Sequence[Number]) -> Value:
        if len(numbers) == 1:
            return numbers[0]
        literals = [self.circuit.fresh() for _ in numbers]
        self.circuit.exactly_one(literals)
        return ValueChoice(tuple(zip(literals, numbers, strict=True)))

    def _unknown_function(self, kind: FunctionType) -> Value:
        domain = kind.domain.value
        if isinstance(domain, NumberType) and not domain.is_finite:
            entry = cache(lambda n: self.unknown(kind.body(known(n)), is_constant=True))
            return Function(lambda x: self._chosen(x.value, entry))
        entries = [self.unknown(kind.body(known(x))) for x, _ in self.elements(domain)]
        return self._table(kind, entries)

    def _unknown_structure(self, kind: Inductive, *, is_constant: bool) -> Value:
        def make(at: int, domain: Value) -> Thunk:
            if self.is_proposition(domain):
                self.circuit.require(self.truth(domain))
                return known(PROOF)
            return known(self.unknown(domain, is_constant=is_constant))

        ctor = self._only_constructor(kind)
        return Structure(ctor, tuple(part for _, part in self.fields(kind, ctor, make)))

    # Truth.

    def truth(self, value: Value) -> int:
        """The literal of a proposition."""
        match value:
            case Truth(literal=literal):
                return literal
            case FunctionType(domain=domain, body=body):
                return self._for_all(domain.value, body)
            case Inductive(name="Eq", arguments=(kind, left, right)):
                return self.equal(kind.value, left.value, right.value)
            case Inductive(name=name) if name in ("True", "False"):
                return TRUE if name == "True" else FALSE
            case Inductive():
                return self.circuit.any_of(guard for _, guard in self._instances(value))
            case _:
                raise OutOfReachError(f"the truth of a {type(value).__name__}")

    def _for_all(self, domain: Value, body: Callable[[Thunk], Value]) -> int:
        return self.circuit.all_of(
            self.circuit.any_of((-guard, self.truth(body(known(value)))))
            for value, guard in self.elements(domain)
            if guard != FALSE
        )

    def equal(self, kind: Value, left: Value, right: Value) -> int:
        """Whether two values of a type are equal."""
        if left is right or isinstance(left, ProofValue):
            return TRUE
        if isinstance(kind, NumberType):
            return self._same_number(left, right)
        if isinstance(left, ValueChoice):
            return self.circuit.any_of(
                self.circuit.all_of((c, self.equal(kind, v, right))) for c, v in left.cases
            )
        if isinstance(right, ValueChoice):
            return self.equal(kind, right, left)
        match kind:
            case Sort(is_prop=True):
                return self.circuit.same(self.truth(left), self.truth(right))
            case FunctionType(domain=domain, body=body):
                return self.circuit.all_of(
                    self.equal(
                        body(known(x)), self.apply(left, known(x)), self.apply(right, known(x))
                    )
                    for x, _ in self.elements(domain.value)
                )
            case Inductive():
                return self._same_fields(kind, left, right)
            case _:
                raise OutOfReachError(f"equality in {kind}")

    def _same_number(self, left: Value, right: Value) -> int:
        cases = [
            dict((n, c) for c, n in (v.cases if isinstance(v, ValueChoice) else ((TRUE, v),)))
            for v in (left, right)
        ]
        shared = [n for n in cases[0] if n in cases[1]]
        return self.circuit.any_of(self.circuit.all_of((cases[0][n], cases[1][n])) for n in shared)

    def _same_fields(self, kind: Inductive, left: Value, right: Value) -> int:
        if not (isinstance(left, Structure) and isinstance(right, Structure)):
            raise OutOfReachError(f"equality in {kind.name}")
        if left.constructor != right.constructor:
            return FALSE
        walked = self.fields(kind, left.constructor, lambda at, _: left.fields[at])
        return self.circuit.all_of(
            self.equal(domain, mine.value, other.value)
            for (domain, mine), other in zip(walked, right.fields, strict=True)
            if not self.is_proposition(domain)
        )


def _result(kind: Term) -> Term:
    """What a constant of this type makes of its arguments, without arguments of its own."""
    while isinstance(kind, Pi):
        kind = kind.body
    while isinstance(kind, App):
        kind = kind.function
    return kind


def _is_prop(term: Term) -> bool:
    # Not by comparing: as tuples, ``Sort(True)`` and ``Bound(1)`` are equal.
    return isinstance(term, Sort) and term.is_prop


def _is_projection(term: Term) -> bool:
    while isinstance(term, Lam):
        term = term.body
    return isinstance(term, Proj)


_SETS = frozenset({"Set", "Subgroup", "Ideal", "Submodule"})
# What Lean decides without unfolding: the logic of core, and sets by their members.
_DECIDABLE = frozenset(
    {"Ne", "Not", "Set.Mem", "Set.Subset", "Set.Nonempty", "setOf", "GE.ge", "GT.gt", "autoParam"}
    | {"Function.Injective", "Function.Surjective", "outParam", "optParam", "Iff"}
    | {"IsUnit", "Disjoint", "Pairwise", "IsOpen"}
)

# ---- constants with a meaning of their own

Arguments = tuple[Thunk, ...]
Operation = tuple[int, Callable[[FiniteEvaluator, Arguments], Value]]
"""How many arguments a constant takes, and what it makes of them."""


def _unary(use: Callable[[Number], Value]) -> Operation:
    return 1, lambda at, xs: at._chosen(xs[0].value, use)


def _binary(use: Callable[[Number, Number], Value]) -> Operation:
    return 2, lambda at, xs: at._chosen(
        xs[0].value, lambda a: at._chosen(xs[1].value, lambda b: use(a, b))
    )


def _comparison(holds: Callable[[Number, Number], bool]) -> Operation:
    return _binary(lambda a, b: Truth(TRUE if holds(a, b) else FALSE))


def _always(arity: int, value: Value) -> Operation:
    return arity, lambda at, xs: value


def _if_then_else(at: FiniteEvaluator, xs: Arguments) -> Value:
    condition = at.truth(xs[1].value)
    if condition in (TRUE, FALSE):
        return xs[3 if condition == TRUE else 4].value
    return at.select([(condition, xs[3].value), (-condition, xs[4].value)])


def _natural_recursion(at: FiniteEvaluator, xs: Arguments) -> Value:
    def up_to(number: Number) -> Value:
        result = xs[1].value
        for n in range(int(number)):
            result = at.apply(at.apply(xs[2].value, known(n)), known(result))
        return result

    return at._chosen(xs[3].value, up_to)


def _integer_cases(at: FiniteEvaluator, xs: Arguments) -> Value:
    def of(number: Number) -> Value:
        if number >= 0:
            return at.apply(xs[1].value, known(number))
        return at.apply(xs[2].value, known(-number - 1))

    return at._chosen(xs[3].value, of)


def _fin(at: FiniteEvaluator, xs: Arguments) -> Value:
    number = xs[0].value
    if not isinstance(number, int):
        raise OutOfReachError("Fin of an unknown number")
    return finite_type(number)


def _set(at: FiniteEvaluator, xs: Arguments) -> Value:
    return FunctionType(xs[0], lambda _: Sort(is_prop=True), is_set=True)


_BUILT_IN: dict[str, Operation] = {
    "Nat": _always(0, NumberType("Nat", range(5), False)),
    "Int": _always(0, NumberType("Int", range(-2, 5), False)),
    "Rat": _always(0, RATIONALS),
    "Rat.add": _binary(operator.add),
    "Rat.sub": _binary(operator.sub),
    "Rat.mul": _binary(operator.mul),
    "Rat.div": _binary(lambda a, b: Fraction(a) / b if b else Fraction(0)),
    "Rat.inv": _unary(lambda a: 1 / Fraction(a) if a else Fraction(0)),
    "Rat.neg": _unary(operator.neg),
    "Rat.ofInt": _unary(Fraction),
    "Rat.blt": _binary(lambda a, b: Structure("Bool.true" if a < b else "Bool.false", ())),
    "Fin": (1, _fin),
    "Set": (1, _set),
    "Fin.mk": (3, lambda at, xs: xs[1].value),
    "Nat.zero": _always(0, 0),
    "Nat.succ": _unary(lambda n: n + 1),
    "Nat.add": _binary(operator.add),
    "Nat.mul": _binary(operator.mul),
    "Nat.sub": _binary(lambda a, b: max(0, a - b)),
    "Nat.pow": _binary(operator.pow),
    "Nat.le": _comparison(operator.le),
    "Nat.lt": _comparison(operator.lt),
    "Nat.rec": (4, _natural_recursion),
    "Int.rec": (4, _integer_cases),
    "Int.ofNat": _unary(lambda n: n),
    "Int.negSucc": _unary(lambda n: -n - 1),
    "Int.add": _binary(operator.add),
    "Int.mul": _binary(operator.mul),
    "Int.neg": _unary(operator.neg),
    "Int.sub": _binary(operator.sub),
    "Int.le": _comparison(operator.le),
    "Int.lt": _comparison(operator.lt),
    "ite": (5, _if_then_else),
    "Fintype.card": (2, lambda at, xs: sum(1 for _ in at.elements(xs[0].value))),
    # Every set of a finite type is finite, and so is every cover.
    "Set.Finite": _always(2, Truth(TRUE)),
    "IsCompact": _always(3, Truth(TRUE)),
}
BUILT_IN = frozenset(_BUILT_IN)
"""Constants whose declarations are not needed."""
