"""Search for a point where the hypotheses hold and the claim fails; Lean checks the witness.

Small values first, a variable that an equation fixes is solved for, variables are tried in several
orders, points of the unit circle with both signs are among the rational values, and functions are
taken from a short list of templates: each of these found a counterexample to a claim that the
others missed. A witness over ``Rat`` for a generic field is used only where it also says something
about the reals (``verify/refutation.py``).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, permutations, product
from typing import NamedTuple

from faithsieve.records.base import Record
from faithsieve.symbolic.evaluate import NoValueError
from faithsieve.symbolic.expressions import Relation
from faithsieve.symbolic.lean_formula import (
    Compare,
    Formula,
    Holds,
    Joined,
    Not,
    Quantified,
    conjuncts,
    free_names,
    has_quantifier,
)
from faithsieve.verify.statement_parts import SCALARS, StatementParts, Variable
from faithsieve.verify.surds import Number, Surd, number_text, roots_of
from faithsieve.verify.valuation import (
    FunctionValue,
    Valuation,
    holds,
    kind_of,
    rational,
    value_of,
)

# On development rows counterexamples were found within 134 nodes, most within 30.
# A count and not a clock, so that a replay on a busy machine asks Lean the same questions.
MAX_NODES = 6_000
_QUANTIFIER_WEIGHT = 10
_EVALUATIONS_OF_A_NODE = 16


class Witness(Record):
    """A proposed counterexample."""

    values: tuple[tuple[str, str], ...]
    """Each variable with its value as Lean text, in the order of the binders."""
    instances: tuple[str, ...] = ()
    """Values for the bound names of a universal claim."""

    @property
    def text(self) -> str:
        """The point in words."""
        return ", ".join(f"{name} = {value}" for name, value in self.values)


class Template(NamedTuple):
    """A function to try."""

    lean: str
    apply: FunctionValue


def _inverse(x: Number) -> Number:
    return 1 / x if x != 0 else Fraction(0)


_TEMPLATES = (
    Template("fun x => x", lambda x: x),
    Template("fun _ => 0", lambda x: Fraction(0)),
    Template("fun _ => 1", lambda x: Fraction(1)),
    Template("fun x => x + 1", lambda x: x + 1),
    Template("fun x => 2 * x", lambda x: 2 * x),
    Template("fun x => -x", lambda x: -x),
    Template("fun x => x ^ 2", lambda x: x**2),
    Template("fun x => 1 - x", lambda x: 1 - x),
    Template("fun _ => 2", lambda x: Fraction(2)),
    Template("fun x => 1 / x", _inverse),
    Template("fun x => 2 * x + 1", lambda x: 2 * x + 1),
    Template("fun x => x ^ 3", lambda x: x**3),
)
_NATURAL_TEMPLATES = tuple(t for t in _TEMPLATES if not any(c in t.lean for c in "-/"))


def _fractions(*texts: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(text) for text in texts)


_RATIONALS = _fractions(
    "0", "1", "-1", "2", "-2", "1/2", "3", "-3", "-1/2", "4", "5", "-4", "3/2", "10", "1/3",
    "-5", "6", "-3/2", "2/3", "7", "8", "1/4", "20", "-10", "100",
)  # fmt: skip
_CIRCLE = _fractions("3/5", "4/5", "-3/5", "-4/5", "5/13", "12/13", "-5/13", "-12/13")
_SAMPLES: Mapping[str, tuple[Fraction, ...]] = {
    "Nat": tuple(Fraction(n) for n in range(41)),
    "Int": tuple(Fraction(n) for n in sorted(range(-20, 21), key=lambda n: (abs(n), -n))),
    "Rat": _RATIONALS,
}
_TRIED = (*_SAMPLES["Int"], *_RATIONALS)


@dataclass
class _Search:
    """The state of one search."""

    parts: StatementParts
    variables: tuple[Variable, ...]
    hypotheses: tuple[Formula, ...]
    claim: Formula
    with_roots: bool = False
    """Whether values of the form a + b√n are wanted."""
    nodes: int = 0
    evaluations: int = 0
    """Equations tried at a value; solving one of high degree takes more than a node's share."""

    @cached_property
    def types(self) -> dict[str, str]:
        """The type of every name."""
        return {v.name: v.type for v in (*self.variables, *self.parts.variables)}

    @cached_property
    def named(self) -> tuple[tuple[Formula, frozenset[str]], ...]:
        """The hypotheses with their free names, which every node asks for."""
        return tuple((hypothesis, free_names(hypothesis)) for hypothesis in self.hypotheses)

    @cached_property
    def equations(self) -> tuple[tuple[Compare, frozenset[str]], ...]:
        """The equations among the hypotheses, with their free names."""
        return tuple(
            (formula, names)
            for formula, names in self.named
            if isinstance(formula, Compare) and formula.relation is Relation.EQ
        )

    @cached_property
    def weight(self) -> int:
        """What one node counts: under a quantifier a formula is tried at many values."""
        quantified = sum(has_quantifier(formula) for formula in (*self.hypotheses, self.claim))
        return 1 + _QUANTIFIER_WEIGHT * quantified

    def allowed(self, values: tuple[Number, ...]) -> tuple[Number, ...]:
        """The values that may be used."""
        return tuple(v for v in values if self.with_roots or not isinstance(v, Surd))

    @property
    def spent(self) -> int:
        """Work done so far, in nodes."""
        return self.nodes + self.evaluations // _EVALUATIONS_OF_A_NODE

    @property
    def is_over(self) -> bool:
        return self.spent > MAX_NODES


# The probes, the prover and the ablations of one run ask about the same statements.
@lru_cache(maxsize=1024)
def find_witnesses(
    parts: StatementParts,
    *,
    extra: tuple[Formula, ...] = (),
    limit: int = 3,
) -> tuple[Witness, ...]:
    """Points at which the hypotheses, and what else is given, hold and the claim fails.

    Nothing is searched when a hypothesis or the claim cannot be read: a point that ignores a
    hypothesis would waste Lean's time.
    """
    formulas = parts.hypothesis_formulas
    if parts.claim_formula is None or any(formula is None for formula in formulas):
        return ()
    scalars = tuple(v for v in parts.variables if not v.is_function)
    bound, conditions, claim = _open_claim(parts.claim_formula)
    hypotheses = [piece for f in formulas if f is not None for piece in conjuncts(f)]
    given = (*hypotheses, *conditions, *extra)
    search = _Search(parts, (*scalars, *bound), given, claim)
    return tuple(islice(_witnesses(search, scalars, bound), limit))


@lru_cache(maxsize=1024)
def find_models(
    parts: StatementParts,
    *,
    with_claim: bool = False,
    extra: tuple[Formula, ...] = (),
    with_roots: bool = False,
) -> tuple[Witness, ...]:
    """Points at which the hypotheses hold, or hypotheses and claim together."""
    formulas = [*parts.hypothesis_formulas, *([parts.claim_formula] if with_claim else []), *extra]
    if any(formula is None for formula in formulas):
        return ()
    scalars = tuple(v for v in parts.variables if not v.is_function)
    hypotheses = tuple(piece for f in formulas if f is not None for piece in conjuncts(f))
    search = _Search(parts, scalars, hypotheses, Holds("False"), with_roots)
    return tuple(islice(_witnesses(search, scalars, ()), 1))


def _open_claim(claim: Formula) -> tuple[tuple[Variable, ...], tuple[Formula, ...], Formula]:
    """A universal claim fails at an instance: its names become variables, its guards hypotheses."""
    bound: list[Variable] = []
    conditions: list[Formula] = []
    while True:
        match claim:
            case Quantified(quantifier="∀", names=names, type=kind, body=body) if "→" not in kind:
                bound += [Variable(name=name, type=kind or "Rat") for name in names]
                claim = body
            case Not(part=Quantified(quantifier="∃", names=names, type=kind, body=body)):
                bound += [Variable(name=name, type=kind or "Rat") for name in names]
                claim = Not(body)
            case Not(part=Joined(connective="and", parts=parts)) if bound:
                return tuple(bound), (*conditions, *parts), Holds("False")
            case Joined(connective="implies", parts=(condition, body)) if bound:
                conditions.append(condition)
                claim = body
            case _:
                return tuple(bound), tuple(conditions), claim


def _witnesses(
    search: _Search, scalars: tuple[Variable, ...], bound: tuple[Variable, ...]
) -> Iterator[Witness]:
    seen: set[tuple[str, ...]] = set()
    functions = [v for v in search.parts.variables if v.is_function]
    if len(functions) > 2 or any(v.type.count("→") > 1 for v in functions):
        return
    for chosen in product(*(_templates(v, search.parts) for v in functions)):
        meanings = {v.name: t.apply for v, t in zip(functions, chosen, strict=True)}
        texts = {v.name: f"({t.lean})" for v, t in zip(functions, chosen, strict=True)}
        for point in _points(search, meanings):
            if search.is_over:
                return
            values = {name: number_text(value) for name, value in point.items()}
            key = tuple(values.values()) + tuple(texts.values())
            if key not in seen:
                seen.add(key)
                yield _witness(search.parts, values | texts, bound)
                break


def _witness(
    parts: StatementParts, texts: Mapping[str, str], bound: tuple[Variable, ...]
) -> Witness:
    return Witness(
        values=tuple((v.name, texts[v.name]) for v in parts.variables),
        instances=tuple(texts[v.name] for v in bound),
    )


def _templates(function: Variable, parts: StatementParts) -> tuple[Template, ...]:
    """The list, and lines with the statement's own numbers as slope."""
    known = _NATURAL_TEMPLATES if function.type.startswith(("Nat", "ℕ")) else _TEMPLATES
    slopes = [n for n in _numerals(parts) if 2 < n <= 20][:2]
    return (*known, *(_line(slope, start) for slope in slopes for start in range(11)))


def _line(slope: Fraction, start: int) -> Template:
    text = f"fun x => {slope} * x" + (f" + {start}" if start else "")
    return Template(text, lambda x: slope * x + start)


def _points(search: _Search, functions: Mapping[str, FunctionValue]) -> Iterator[dict[str, Number]]:
    """The solution of the linear equations, then all points of all variable orders."""
    solution = _linear_solution(search, functions)
    if solution:
        yield from _assign(search, solution, functions)
    orders = islice(permutations(search.variables), 6)
    for order in orders:
        share = _Search(search.parts, order, search.hypotheses, search.claim, search.with_roots)
        yield from _assign(share, {}, functions)
        search.nodes += share.nodes
        search.evaluations += share.evaluations
        if search.is_over:
            return


def _linear_solution(
    search: _Search, functions: Mapping[str, FunctionValue]
) -> dict[str, Fraction]:
    """Values of the variables that the linear equations among the hypotheses fix."""
    names = [v.name for v in search.variables]
    equations = search.equations
    if len(equations) < 2 or len(names) > 8:
        return {}
    zero = Valuation(dict.fromkeys(names, Fraction(0)), search.types, functions)
    rows = [row for e, _ in equations if (row := _linear_row(e, zero, names)) is not None]
    solved = _eliminated(rows, len(names))
    by_name = {v.name: v for v in search.variables}
    found = {names[at]: value for at, value in solved.items()}
    return found if all(_fits(v, by_name[name]) for name, v in found.items()) else {}


def _linear_row(formula: Compare, zero: Valuation, names: list[str]) -> list[Fraction] | None:
    """Coefficients and constant of an equation, or None when it is not linear."""

    def at(values: Mapping[str, Fraction]) -> Fraction:
        point = Valuation({**zero.values, **values}, zero.types, zero.functions)
        left, right = value_of(formula.left, point, "Rat"), value_of(formula.right, point, "Rat")
        return rational(left - right)

    try:
        constant = at({})
        row = [at({name: Fraction(1)}) - constant for name in names]
        test = {name: Fraction(2 + 3 * i, 7) for i, name in enumerate(names)}
        expected = constant + sum(c * test[n] for c, n in zip(row, names, strict=True))
        return [*row, -constant] if at(test) == expected and any(row) else None
    except NoValueError:
        return None


def _eliminated(rows: list[list[Fraction]], width: int) -> dict[int, Fraction]:
    """Gauss: the unknowns that are alone in their row afterwards, with their values."""
    pivots: list[tuple[int, list[Fraction]]] = []
    for row in rows:
        for at, pivot in pivots:
            row = [a - row[at] * b for a, b in zip(row, pivot, strict=True)]
        lead = next((i for i in range(width) if row[i]), None)
        if lead is None:
            continue
        row = [value / row[lead] for value in row]
        pivots = [
            (at, [a - pivot[lead] * b for a, b in zip(pivot, row, strict=True)])
            for at, pivot in pivots
        ]
        pivots.append((lead, row))
    return {at: row[-1] for at, row in pivots if sum(map(bool, row[:-1])) == 1}


def _assign(
    search: _Search,
    values: Mapping[str, Number],
    functions: Mapping[str, FunctionValue],
    added: str | None = None,
) -> Iterator[dict[str, Number]]:
    """Extend a point by one variable after the other; what was added last is what to check."""
    search.nodes += search.weight
    if search.spent > MAX_NODES // 3:
        return
    point = Valuation(values, search.types, functions)
    left = [v for v in search.variables if v.name not in values]
    concerned = [(h, names) for h, names in search.named if added is None or added in names]
    if not all(_may_hold(h, names, point) for h, names in concerned):
        return
    if not left:
        if _fails(search.claim, point):
            yield dict(values)
        return
    solved = _fixed_value(search, point, left)
    if solved is None and search.with_roots:
        solved = _paired_value(search, point, left)
    variable, choices = solved if solved else (left[0], _choices(search, left))
    for value in choices:
        if _fits(value, variable):
            extended = {**values, variable.name: value}
            yield from _assign(search, extended, functions, variable.name)


def _may_hold(formula: Formula, names: frozenset[str], point: Valuation) -> bool:
    """Whether a hypothesis holds, or still has a free name."""
    if not names <= point.values.keys():
        return True
    try:
        return holds(formula, point, _SAMPLES)
    except NoValueError:
        return False


def _fails(claim: Formula, point: Valuation) -> bool:
    try:
        return not holds(claim, point, _SAMPLES)
    except NoValueError:
        return False


def _fits(value: Number, variable: Variable) -> bool:
    if isinstance(value, Surd):
        return variable.type not in SCALARS.values()
    if variable.type == "Nat":
        return value.denominator == 1 and value >= 0
    return variable.type != "Int" or value.denominator == 1


def _choices(search: _Search, left: list[Variable]) -> tuple[Fraction, ...]:
    kind = left[0].type if left[0].type in _SAMPLES else "Rat"
    numerals = _numerals(search.parts)
    near = tuple(n + d for n in numerals for d in (0, 1, -1))
    if kind == "Rat":
        near = (*near, *(n / 2 for n in numerals), *(-n for n in numerals))
        circle = _CIRCLE if "^ 2" in search.parts.signature.binders_text else ()
        pool = (*_RATIONALS[:9], *near, *circle, *_RATIONALS[9:])
    elif len(search.variables) == 1:
        pool = (*_SAMPLES[kind], *near, *(Fraction(n) for n in range(41, 800)))
    else:
        pool = (*_SAMPLES[kind][:13], *near, *_SAMPLES[kind][13:])
    room = {1: 900, 2: 80, 3: 28}.get(len(search.variables), 11)
    return tuple(dict.fromkeys(pool))[:room]


def _numerals(parts: StatementParts) -> tuple[Fraction, ...]:
    text = f"{parts.signature.binders_text} {parts.conclusion}"
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in text).split()
    found = (Fraction(word) for word in words if word.isdigit() and len(word) <= 6)
    return tuple(dict.fromkeys(found))


def _fixed_value(
    search: _Search, point: Valuation, left: list[Variable]
) -> tuple[Variable, tuple[Number, ...]] | None:
    """The variable that an equation with one unknown fixes, with its solutions."""
    by_name = {v.name: v for v in left}
    for formula, names in search.equations:
        unknown = names - point.values.keys()
        if len(unknown) == 1 and (name := next(iter(unknown))) in by_name:
            roots = roots_of(_counted(search, _difference(formula, point, name)), _TRIED)
            if roots is not None:
                return by_name[name], search.allowed(roots)
    return None


def _counted(
    search: _Search, function: Callable[[Fraction], Number]
) -> Callable[[Fraction], Number]:
    def at(value: Fraction) -> Number:
        search.evaluations += 1
        return function(value)

    return at


def _paired_value(
    search: _Search, point: Valuation, left: list[Variable]
) -> tuple[Variable, tuple[Number, ...]] | None:
    """The variable that two equations with two unknowns fix, one of them solved for the other.

    Only where rational values were tried in vain: it finds what no list of values contains.
    """
    by_name = {v.name: v for v in left}
    for (first, in_first), (second, in_second) in permutations(search.equations, 2):
        unknown = (in_first | in_second) - point.values.keys()
        if len(unknown) != 2 or not unknown <= by_name.keys():
            continue
        for solved, kept in permutations(sorted(unknown)):
            roots = roots_of(_substituted(first, second, point, solved, kept))
            if roots:
                return by_name[kept], search.allowed(roots)
    return None


def _substituted(
    first: Compare, second: Compare, point: Valuation, solved: str, kept: str
) -> Callable[[Fraction], Number]:
    """The second equation as a function of one unknown, the first being linear in the other."""

    def at(value: Fraction) -> Number:
        known = point.bind((kept,), "Rat", (value,))
        found = roots_of(_difference(first, known, solved))
        if found is None or len(found) != 1:
            raise NoValueError("not solvable for one unknown")
        return _difference(second, known, solved)(rational(found[0]))

    return at


def _difference(formula: Compare, point: Valuation, name: str) -> Callable[[Fraction], Number]:
    types = {**point.types, name: "Rat"}
    typed = Valuation(point.values, types, point.functions)
    is_rational = "Rat" in (kind_of(formula.left, typed), kind_of(formula.right, typed))
    kind = "Rat" if is_rational else "Int"

    def at(value: Fraction) -> Number:
        moved = Valuation({**point.values, name: value}, types, point.functions)
        return value_of(formula.left, moved, kind) - value_of(formula.right, moved, kind)

    return at
