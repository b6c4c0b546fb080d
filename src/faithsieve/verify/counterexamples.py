"""Search for a point where the hypotheses hold and the claim fails; Lean checks the witness.

Small values first, a variable that an equation fixes is solved for, points of the unit circle with
both signs are among the rational values, and functions are taken from a short list of templates:
each of these found a counterexample to a claim that the others missed. The context of an honest
step often has no rational point (``a + b = 4`` and ``ab = 1`` hold at ``2 ± √3``), so models may
have roots. A witness over ``Rat`` for a generic field is used only where it also says something
about the reals (``verify/refutation.py``). A point becomes a proof body for the goal that the judge
builds, or, for points with roots, a statement of its own about every field that has them; whether
it proves anything is Lean's business.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, product
from math import isqrt

from faithsieve.records.base import Record
from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic import polynomials
from faithsieve.symbolic.evaluate import NOWHERE, NoValueError, rational_at
from faithsieve.symbolic.expressions import Expr, Relation
from faithsieve.symbolic.parser import parse_expression
from faithsieve.symbolic.polynomials import Expander, Polynomial, TooLargeError, eliminate
from faithsieve.verify import formulas as lean
from faithsieve.verify.formulas import Formula
from faithsieve.verify.statement_parts import SCALARS, StatementParts, Variable

# On development rows counterexamples were found within 134 nodes, most within 30.
# A count and not a clock, so that a replay on a busy machine asks Lean the same questions.
MAX_NODES = 6_000
_QUANTIFIER_WEIGHT = 10
_MAX_RADICAND = 10**6

Number = Fraction | Expr
"""A rational number, or ``a + b√n`` as an expression."""


class Witness(Record):
    """A proposed counterexample."""

    values: tuple[tuple[str, str], ...]
    """Each variable with its value as Lean text, in the order of the binders."""
    instances: tuple[str, ...] = ()
    """Values for the bound names of a universal claim."""

    @property
    def text(self) -> str:
        return ", ".join(f"{name} = {value}" for name, value in self.values)


_TEMPLATES = (
    "x", "0", "1", "x + 1", "2 * x", "-x", "x ^ 2", "1 - x", "2", "1 / x", "2 * x + 1", "x ^ 3",
)  # fmt: skip
"""Functions to try, as Lean terms in ``x``."""
_NATURAL_TEMPLATES = tuple(t for t in _TEMPLATES if not set(t) & set("-/"))

_SMALL = "0 1 -1 2 -2 1/2 3 -3 -1/2 4 5 -4 3/2 10 1/3 -5 6 -3/2 2/3 7 8 1/4 20 -10 100"
_RATIONALS = tuple(map(Fraction, _SMALL.split()))
_CIRCLE = tuple(map(Fraction, ["3/5", "4/5", "-3/5", "-4/5", "5/13", "12/13", "-5/13", "-12/13"]))
_SAMPLES: Mapping[str, tuple[Fraction, ...]] = {
    "Nat": tuple(Fraction(n) for n in range(41)),
    "Int": tuple(Fraction(n) for n in sorted(range(-20, 21), key=lambda n: (abs(n), -n))),
    "Rat": _RATIONALS,
}


@dataclass(frozen=True)
class _Search:
    """What is searched for; functions are already replaced by their templates."""

    parts: StatementParts
    hypotheses: tuple[Formula, ...]
    claim: Formula
    bound: tuple[Variable, ...] = ()
    """Names that the claim bound itself."""
    with_roots: bool = False
    """Whether values of the form a + b√n are wanted."""

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        return (*(v for v in self.parts.variables if not v.is_function), *self.bound)

    @cached_property
    def named_hypotheses(self) -> tuple[tuple[Formula, frozenset[str]], ...]:
        """The hypotheses with their free names, which every node asks for."""
        return tuple((hypothesis, lean.free_names(hypothesis)) for hypothesis in self.hypotheses)

    @cached_property
    def equations(self) -> tuple[Polynomial, ...]:
        """The equations among the hypotheses as polynomials, and what eliminating letters gives.

        ``a + b = 4`` and ``a b = 1`` fix ``b`` only together.
        """
        found = []
        for formula in self.hypotheses:
            if isinstance(formula, lean.Compare) and formula.relation is Relation.EQ:
                with suppress(TooLargeError):
                    sides = map(_with_values, (formula.left, formula.right))
                    found.append(polynomials.difference(*sides))
        letters = {variable.name for variable in self.variables}
        plain = [equation for equation in found if polynomials.names(equation) <= letters]
        return (*found, *(eliminate(plain) if len(plain) > 1 else ()))

    @cached_property
    def most_nodes(self) -> int:
        """How many nodes may be tried: under a quantifier a formula is tried at many values."""
        quantified = sum(lean.has_quantifier(formula) for formula in (*self.hypotheses, self.claim))
        return MAX_NODES // (1 + _QUANTIFIER_WEIGHT * quantified)

    def with_functions(self, bodies: Mapping[str, Expr]) -> "_Search":
        """The same search with formulas in ``x`` for the functions."""
        formulas = (*self.hypotheses, self.claim)
        *given, claim = (lean.map_terms(f, lambda term: _inlined(term, bodies)) for f in formulas)
        return replace(self, hypotheses=tuple(given), claim=claim)


def _inlined(node: Expr, bodies: Mapping[str, Expr]) -> Expr:
    inner = ex.rebuild(node, lambda child: _inlined(child, bodies))
    if isinstance(inner, ex.Apply) and inner.name in bodies and len(inner.args) == 1:
        return ex.put(bodies[inner.name], {"x": inner.args[0]})
    return inner


def _read(text: str) -> Expr:
    """A term that code wrote."""
    read = parse_expression(text, latex=False, functions=frozenset())
    assert not isinstance(read, ex.Refusal), text
    return read


def _with_values(node: Expr) -> Expr:
    """The term with a number for every function of numbers, such as a binomial coefficient."""
    if isinstance(node, ex.Call) and not ex.symbols(node):
        with suppress(NoValueError):
            return ex.Num(rational_at(node, NOWHERE))
    return ex.rebuild(node, _with_values)


# The prover and the ablations of one run ask about the same statements.
@lru_cache(maxsize=1024)
def find_witnesses(
    parts: StatementParts, *, extra: tuple[Formula, ...] = ()
) -> tuple[Witness, ...]:
    """Points at which the hypotheses, and what else is given, hold and the claim fails.

    Nothing is searched when a hypothesis or the claim cannot be read: a point that ignores a
    hypothesis would waste Lean's time.
    """
    given = _all_conjuncts(parts.hypothesis_formulas)
    if parts.claim_formula is None or given is None:
        return ()
    bound, conditions, claim = open_claim(parts.claim_formula)
    search = _Search(parts, (*given, *conditions, *extra), claim, bound)
    return tuple(islice(_witnesses(search), 3))


def _all_conjuncts(formulas: Sequence[Formula | None]) -> tuple[Formula, ...] | None:
    """All parts of what is assumed; None when something cannot be read."""
    if any(formula is None for formula in formulas):
        return None
    return tuple(piece for f in formulas if f is not None for piece in lean.conjuncts(f))


_NAMED_VALUE = re.compile(r"([^\W\d]\w*)\s*=\s*(-?\d+(?:/[1-9]\d*|\.\d+)?)(?![\w.^/*+-]*\w)")


def named_witnesses(parts: StatementParts, text: str) -> tuple[Witness, ...]:
    """Points with the values that a text names, such as "x = 3, n = 1/2".

    A search fills in what the text leaves out; where it cannot read the statement, Lean is to try
    a point that the text names in full.
    """
    named = {name: Fraction(value) for name, value in _NAMED_VALUE.findall(text)}
    values = {v.name: _number_text(named[v.name]) for v in parts.variables if v.name in named}
    extra = tuple(lean.Compare(Relation.EQ, ex.Sym(name), ex.Num(named[name])) for name in values)
    if None not in (parts.claim_formula, *parts.hypothesis_formulas):
        return find_witnesses(parts, extra=extra)[:1] if extra else ()
    if not values or len(values) < len(parts.variables):
        return ()
    return (Witness(values=tuple(values.items())),)


@lru_cache(maxsize=1024)
def find_models(
    parts: StatementParts, *, extra: tuple[Formula | None, ...] = (), with_roots: bool = False
) -> tuple[Witness, ...]:
    """Points at which the hypotheses, and what else is given, hold."""
    given = _all_conjuncts((*parts.hypothesis_formulas, *extra))
    if given is None:
        return ()
    search = _Search(parts, given, lean.Holds("False"), with_roots=with_roots)
    return tuple(islice(_witnesses(search), 1))


def open_claim(claim: Formula) -> tuple[tuple[Variable, ...], tuple[Formula, ...], Formula]:
    """A universal claim fails at an instance: its names become variables, its guards hypotheses."""
    bound: list[Variable] = []
    conditions: list[Formula] = []
    while True:
        match claim:
            case (
                lean.Quantified(quantifier="∀", name=name, type=kind, body=body)
                | lean.Not(part=lean.Quantified(quantifier="∃", name=name, type=kind, body=body))
            ) if "→" not in kind:
                bound.append(Variable(name=name, type=kind))
                claim = lean.Not(body) if isinstance(claim, lean.Not) else body
            case lean.Not(part=lean.Joined(connective="and") as part) if bound:
                return tuple(bound), (*conditions, *lean.conjuncts(part)), lean.Holds("False")
            case lean.Joined(connective="implies", parts=(condition, body)) if bound:
                conditions.append(condition)
                claim = body
            case _:
                return tuple(bound), tuple(conditions), claim


def _witnesses(search: _Search) -> Iterator[Witness]:
    """One point for each choice of functions, where there is one."""
    functions = [v for v in search.parts.variables if v.is_function]
    if len(functions) > 2 or any(v.type.count("→") > 1 for v in functions):
        return
    budget = iter(range(search.most_nodes))
    for chosen in product(*(_templates(v, search.parts) for v in functions)):
        bodies = dict(zip((v.name for v in functions), chosen, strict=True))
        texts = {n: f"(fun {'x' if 'x' in body else '_'} => {body})" for n, body in bodies.items()}
        share = search.with_functions({name: _read(body) for name, body in bodies.items()})
        point = next(_assign(share, islice(budget, share.most_nodes // 3), {}), None)
        if point is not None:
            values = {name: _number_text(value) for name, value in point.items()} | texts
            yield Witness(
                values=tuple((v.name, values[v.name]) for v in search.parts.variables),
                instances=tuple(values[v.name] for v in search.bound),
            )


def _number_text(value: Number) -> str:
    """A number as Lean text, in brackets unless it is a numeral."""
    if isinstance(value, Fraction):
        text = (
            str(value.numerator)
            if value.denominator == 1
            else f"{value.numerator} / {value.denominator}"
        )
        return text if text.isdecimal() else f"({text})"
    match value:
        case ex.Num(value=number):
            return _number_text(number)
        case ex.Neg(arg=arg):
            return f"(-{_number_text(arg)})"
        case ex.Root(arg=arg):
            return f"√{_number_text(arg)}"
        case ex.Add(terms=parts):
            return f"({' + '.join(map(_number_text, parts))})"
        case ex.Mul(factors=parts):
            return f"({' * '.join(map(_number_text, parts))})"
        case ex.Div(numerator=upper, denominator=lower):
            return f"({_number_text(upper)} / {_number_text(lower)})"
        case ex.Call(args=(arg,)):
            return _number_text(arg)
        case _:
            raise ValueError(f"{value!r} is no number of this search")


def _templates(function: Variable, parts: StatementParts) -> tuple[str, ...]:
    """The list, and lines with the statement's own numbers as slope."""
    known = _NATURAL_TEMPLATES if function.type.startswith("Nat") else _TEMPLATES
    slopes = [n for n in _numerals(parts) if 2 < n <= 20][:2]
    lines = [f"{slope} * x + {start}" for slope in slopes for start in range(11)]
    return (*known, *(line.removesuffix(" + 0") for line in lines))


def _assign(
    search: _Search,
    budget: Iterator[int],
    values: Mapping[str, Number],
    added: str | None = None,
) -> Iterator[Mapping[str, Number]]:
    """Extend a point by one variable after the other; what was added last is what to check."""
    is_spent = next(budget, None) is None
    if is_spent or not all(
        _is_true(formula, values, otherwise=False)
        for formula, letters in search.named_hypotheses
        if (added is None or added in letters) and letters <= values.keys()
    ):
        return
    left = [v for v in search.variables if v.name not in values]
    if not left and not _is_true(search.claim, values, otherwise=True):
        yield values
    if not left:
        return
    solved = _fixed_value(search, values, left)
    variable, choices = solved if solved else (left[0], _choices(search, left[0]))
    for value in choices:
        if _fits(value, variable) and (search.with_roots or isinstance(value, Fraction)):
            point = {**values, variable.name: value}
            yield from _assign(search, budget, point, variable.name)


def _split(values: Mapping[str, Number]) -> tuple[dict[str, Fraction], dict[str, Expr]]:
    rational = {name: value for name, value in values.items() if isinstance(value, Fraction)}
    roots = {name: value for name, value in values.items() if not isinstance(value, Fraction)}
    return rational, roots


def _is_true(formula: Formula, values: Mapping[str, Number], *, otherwise: bool) -> bool:
    rational, roots = _split(values)
    if roots:
        formula = lean.map_terms(formula, lambda term: ex.put(term, roots))
    try:
        return lean.holds(formula, rational, _SAMPLES)
    except NoValueError:
        return otherwise


def _fits(value: Number, variable: Variable) -> bool:
    if not isinstance(value, Fraction):
        return variable.type not in SCALARS
    if variable.type == "Nat":
        return value.denominator == 1 and value >= 0
    return variable.type != "Int" or value.denominator == 1


def _choices(search: _Search, variable: Variable) -> tuple[Fraction, ...]:
    known = _SAMPLES.get(variable.type, _RATIONALS)
    numerals = _numerals(search.parts)
    near = [n + d for n in numerals for d in (0, 1, -1)]
    if known is _RATIONALS:
        near += [*(n / 2 for n in numerals), *(-n for n in numerals)]
        near += _CIRCLE if "^ 2" in search.parts.text else ()
    elif len(search.variables) == 1:
        near += map(Fraction, range(800))
    room = {1: 900, 2: 80, 3: 28}.get(len(search.variables), 11)
    return tuple(dict.fromkeys((*known[:9], *near, *known[9:])))[:room]


def _numerals(parts: StatementParts) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, dict.fromkeys(re.findall(r"(?<!\w)\d{1,6}(?!\w)", parts.text))))


def _fixed_value(
    search: _Search, values: Mapping[str, Number], left: list[Variable]
) -> tuple[Variable, tuple[Number, ...]] | None:
    """The variable that an equation with one unknown fixes, with its solutions."""
    by_name = {v.name: v for v in left}
    for equation in search.equations:
        unknown = polynomials.names(equation) - values.keys()
        if len(unknown) == 1 and (name := next(iter(unknown))) in by_name:
            solutions = _solutions(equation, values, name)
            if solutions is not None:
                return by_name[name], solutions
    return None


def _solutions(
    equation: Polynomial, values: Mapping[str, Number], unknown: str
) -> tuple[Number, ...] | None:
    """Rational solutions in one letter, and those of quadratic and of linear equations with roots.

    None stands for an equation whose coefficients are no rational numbers, or that is not solved.
    """
    rational, roots = _split(values)
    polynomial, expander = polynomials.substitute(equation, rational), Expander()
    if roots:
        term = ex.put(_read(polynomials.text_of(polynomial)), roots)
        polynomial = expander.quotient(term).numerator
    if len(polynomials.coefficients(polynomial)) > 1:
        factors = polynomials.factors(polynomial)
        return tuple(root for factor in factors for root in _roots(*factor))
    rest = polynomials.substitute(polynomial, {unknown: Fraction(0)})
    slope = polynomials.coefficients(polynomials.add(polynomial, -rest))
    if len(slope) != 2:
        return None
    text = polynomials.text_of(rest * polynomials.as_fmpq(-1 / slope[1]))
    for atom, node in expander.atoms.items():
        text = text.replace(atom, _number_text(node))
    return (_read(text),)


def _roots(*coefficients: Fraction) -> tuple[Number, ...]:
    """All real roots of an irreducible polynomial, where one square root is enough."""
    c, b, a = (*coefficients, Fraction(0))[:3]
    if len(coefficients) == 2:
        return (-c / b,)
    discriminant = b * b - 4 * a * c
    under = discriminant.numerator * discriminant.denominator
    if len(coefficients) > 3 or not 0 <= under <= _MAX_RADICAND:
        return ()
    middle, unit = -b / (2 * a), 1 / (2 * a * discriminant.denominator)
    square = max(d for d in range(1, isqrt(under) + 1) if under % d**2 == 0)
    root = ex.Root(ex.Num(Fraction(under // square**2)), ex.TWO)
    factors = (ex.Num(sign * square * unit) for sign in (1, -1))
    return tuple(ex.Add((ex.Num(middle), ex.Mul((factor, root)))) for factor in factors)


# ---- Lean proofs that a proposed point is what search says it is

_TACTIC = "first | decide | omega | grind | (simp; done) | norm_num | decide +kernel"
_UNIVERSAL_TACTIC = (
    "intros; first | omega | grind | (simp_all; done) | (dsimp only at *; grind) | nlinarith"
)


def counterexample_body(
    parts: StatementParts, witness: Witness, *, in_every_field: bool = False
) -> str:
    """A proof of ``∃ x, H x ∧ ¬ C x`` for the point, over ``Rat`` where the type is a field."""
    texts = dict(witness.values)
    pieces: list[str] = []
    for binder in parts.frozen.binders:
        if binder.kind == "instance" or binder.name in parts.types:
            over_rat = "Rat" if binder.name in parts.types else "inferInstance"
            pieces += [] if in_every_field else [over_rat]
        else:
            # A name without a value is a condition, some of which only Lean can read.
            tactic = _UNIVERSAL_TACTIC if binder.tree.startswith('["∀"') else _TACTIC
            pieces.append(texts.get(binder.name, f"by {tactic}"))
    denial = _denial(parts, witness)
    return f"exact ⟨{', '.join([*pieces, f'by {denial}'])}⟩" if pieces else denial


def _denial(parts: StatementParts, witness: Witness) -> str:
    if not witness.instances:
        return _TACTIC
    if parts.conclusion.lstrip().startswith("¬"):
        return f"(intro claimed; exact claimed ⟨{', '.join(witness.instances)}, by {_TACTIC}⟩)"
    values = " ".join(f"({value})" for value in witness.instances)
    return f"(intro claimed; have at_point := claimed {values}; revert at_point; {_TACTIC})"


def contradiction_body(parts: StatementParts, witness: Witness) -> str | None:
    """A proof of ``H x → ¬ C x`` by an instance of a universal claim, whatever ``x`` is."""
    return _denial(parts, witness) if witness.instances and not parts.variables else None


def counterexample_in_every_field(parts: StatementParts, *, with_roots: bool = False) -> str | None:
    """That the claim fails somewhere in every such field, or in every one with roots.

    The reals are one. A counterexample over ``Rat`` is none for the reals where the claim has
    quantifiers over the field; this statement is one, whatever the claim looks like.
    """
    if len(parts.fields) != 1:
        return None
    (field_name,) = parts.fields
    field_classes, there_are = [], []
    for binder in parts.signature.binders:
        others = " ".join(name for name in binder.names if name != field_name)
        if binder.kind == "instance" and binder.type.split()[1:] == [field_name]:
            field_classes.append(f"[{binder.type}]")
        elif others or not binder.names:
            there_are.append(f"({others or '_'} : {binder.type})")
    if not there_are:
        return None
    classes = f"[EuclideanField {field_name}]" if with_roots else " ".join(field_classes)
    return f"{{{field_name} : Type}} {classes} : ∃ {' '.join(there_are)}, ¬ ({parts.conclusion})"
