"""Search for a point where the hypotheses hold and the claim fails; Lean checks the witness.

Small values first, a variable that an equation fixes is solved for, with roots among the reals
(``a + b = 4`` and ``ab = 1`` hold at ``2 ± √3``), points of the unit circle with both signs are
among the rational values, and functions are taken from a short list: each of these found a
counterexample to a claim that the others missed. A point becomes a proof body for the goal that the
judge builds; whether it proves anything is Lean's business. About finite types Lean decides, about
types that a statement quantifies over finite structures do (``settle.py``).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, islice, product
from math import isqrt
from typing import NamedTuple

from faithsieve.records.base import Record
from faithsieve.symbolic.evaluate import NoValueError
from faithsieve.verify import formulas as lean
from faithsieve.verify.formulas import NUMBERS, SAMPLES, Tree
from faithsieve.verify.point_values import OpenTerm, Surd, Value, eliminate, solutions, unknowns
from faithsieve.verify.statement_parts import StatementParts, Variable

# On development rows counterexamples were found within 134 nodes, most within 30.
# A count and not a clock, so that a replay on a busy machine asks Lean the same questions.
MAX_NODES = 6_000
_QUANTIFIER_WEIGHT = 10
_FALSE: Tree = ("False", "")


class Witness(Record):
    """A proposed counterexample."""

    values: tuple[tuple[str, str], ...]
    """Each variable with its value as Lean text, in the order of the binders."""
    instances: tuple[str, ...] = ()
    """Values for the bound names of a universal claim, and proofs of its conditions."""
    facts: tuple[str, ...] = ()
    """What Lean needs to know of the point: roots and roundings, each with its proof."""

    @property
    def text(self) -> str:
        return ", ".join(f"{name} = {value}" for name, value in self.values)


class Choice(NamedTuple):
    """A value and its Lean text."""

    value: Value
    text: str


@dataclass(frozen=True)
class _Search:
    """What is searched for."""

    parts: StatementParts
    hypotheses: tuple[Tree, ...]
    claim: Tree
    steps: tuple["_Step", ...] = ()
    """What a universal claim is applied to before it claims anything."""
    with_roots: bool = False
    """Whether solutions with roots are taken: Lean takes longer to check them."""

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """What is chosen first: functions, of which few fit, before numbers."""
        bound = (step for step in self.steps if isinstance(step, Variable))
        every = (*self.parts.variables, *bound)
        return tuple(sorted(every, key=lambda variable: not variable.is_function))

    @cached_property
    def named_hypotheses(self) -> tuple[tuple[Tree, frozenset[str]], ...]:
        """The hypotheses with their variables, which every node asks for."""
        names = {variable.name for variable in self.variables}
        return tuple((tree, lean.names_in(tree) & names) for tree in self.hypotheses)

    @cached_property
    def numerals(self) -> tuple[Fraction, ...]:
        return lean.numerals_in(*self.hypotheses, self.claim)

    @cached_property
    def letters(self) -> dict[str, OpenTerm]:
        """The numbers among the variables, as numbers that are not chosen yet."""
        names = [variable.name for variable in self.variables if _is_number(variable)]
        return dict(zip(names, unknowns(len(names)), strict=True))

    @cached_property
    def equations(self) -> tuple[OpenTerm, ...]:
        """The equations among the hypotheses as polynomials, and what eliminating letters gives.

        ``a + b = 4`` and ``a b = 1`` fix ``b`` only together.
        """
        found = []
        for tree in self.hypotheses:
            if isinstance(tree, tuple) and tree[0] == "Eq":
                with suppress(NoValueError):
                    # Sets have a difference that is none of numbers, functions have none.
                    difference = lean.value(("HSub.hSub", "", *tree[2:]), self.letters)
                    found += [difference] if isinstance(difference, OpenTerm) else []
        return (*found, *(eliminate(found) if len(found) > 1 else ()))

    @cached_property
    def most_nodes(self) -> int:
        """How many nodes may be tried: under a quantifier a formula is tried at many values."""
        parts = lean.subtrees(*self.hypotheses, self.claim)
        quantified = sum(isinstance(p, tuple) and p[:1] in (("∀",), ("Exists",)) for p in parts)
        return MAX_NODES // (1 + _QUANTIFIER_WEIGHT * quantified)


def _is_number(variable: Variable) -> bool:
    return isinstance(variable.kind, tuple) and variable.kind[0] in NUMBERS


# The prover and the ablations of one run ask about the same statements.
@lru_cache(maxsize=1024)
def find_witnesses(parts: StatementParts, *, extra: tuple[Tree, ...] = ()) -> tuple[Witness, ...]:
    """Find points at which the hypotheses, and what else is given, hold and the claim fails."""
    steps, claim = _open_claim(parts.claim_tree)
    conditions = (step for step in steps if not isinstance(step, Variable))
    search = _Search(parts, (*_given(parts), *conditions, *extra), claim, steps)
    return tuple(islice(_witnesses(search), 3))


def _given(parts: StatementParts) -> tuple[Tree, ...]:
    return tuple(piece for tree in parts.hypothesis_trees for piece in lean.conjuncts(tree))


_NAMED_VALUE = re.compile(r"([^\W\d]\w*)\s*=\s*(-?\d+(?:/[1-9]\d*|\.\d+)?)(?![\w.^/*+-]*\w)")


def named_witnesses(parts: StatementParts, text: str) -> tuple[Witness, ...]:
    """Make points of the values that a text names, such as "x = 3, n = 1/2".

    A search fills in what the text leaves out; where it cannot evaluate the statement, Lean is to
    try a point that the text names in full.
    """
    named = {name: Fraction(value) for name, value in _NAMED_VALUE.findall(text)}
    values = {v.name: _number_text(named[v.name]) for v in parts.variables if v.name in named}
    if not values or parts.has_structure:
        return ()
    extra = tuple(("Eq", "", name, _numeral(named[name])) for name in values)
    if found := find_witnesses(parts, extra=extra)[:1]:
        return found
    is_known = find_models(parts, extra=(*extra, parts.claim_tree))
    if len(values) < len(parts.variables) or is_known:
        return ()
    return (Witness(values=tuple(values.items())),)


def _numeral(number: Fraction) -> Tree:
    upper = ("Neg.neg", "", -number.numerator) if number < 0 else number.numerator
    return ("HDiv.hDiv", "", upper, number.denominator)


@lru_cache(maxsize=1024)
def find_models(parts: StatementParts, *, extra: tuple[Tree, ...] = ()) -> tuple[Witness, ...]:
    """Find a point at which the hypotheses, and what else is given, hold."""
    more = tuple(piece for tree in extra for piece in lean.conjuncts(tree))
    return tuple(islice(_witnesses(_Search(parts, (*_given(parts), *more), _FALSE)), 1))


_Step = Variable | Tree
"""A name that a universal claim binds, or a condition of it."""


def _open_claim(claim: Tree) -> tuple[tuple[_Step, ...], Tree]:
    """A universal claim fails at an instance: its names become variables, its guards hypotheses."""
    steps: list[_Step] = []
    while True:
        match claim:
            case ("∀", str(name), domain, body) if lean.is_type(domain):
                steps.append(Variable(name=name, type="", kind=domain))
                claim = body
            case ("∀", _, condition, body) if steps:
                steps.append(condition)
                claim = body
            case ("Not", _, ("Exists", _, ("λ", str(name), domain, body))):
                steps.append(Variable(name=name, type="", kind=domain))
                claim = ("Not", "", body)
            case ("Not", _, ("And", *_) as denied) if steps:
                return (*steps, *lean.conjuncts(denied)), _FALSE
            case _:
                return tuple(steps), claim


def _witnesses(search: _Search) -> Iterator[Witness]:
    """Yield points, one for each choice of the first variable, rational ones first."""
    names = [variable.name for variable in search.variables]
    if len(set(names)) < len(names) or search.parts.has_structure:
        return
    searches = (search, replace(search, with_roots=True))
    points = (_assign(each, iter(range(each.most_nodes)), {}) for each in searches)
    seen: set[str] = set()
    for point in chain.from_iterable(points):
        if (first := next((choice.text for choice in point.values()), "")) in seen:
            continue
        seen.add(first)
        texts = {name: choice.text for name, choice in point.items()}
        yield Witness(
            values=tuple((v.name, texts[v.name]) for v in search.parts.variables),
            instances=tuple(_instances(search, texts)),
            facts=_facts(search, point),
        )


def _instances(search: _Search, texts: Mapping[str, str]) -> Iterator[str]:
    """Write what a universal claim is applied to: values, and proofs of conditions between them."""
    for step in search.steps:
        if isinstance(step, Variable):
            yield texts[step.name]
        elif not _is_denied(search.parts):
            yield f"by {_tactic(search.parts)}"


def _is_denied(parts: StatementParts) -> bool:
    return bool(parts.claim_tree[:1] == ("Not",))


def _assign(
    search: _Search,
    budget: Iterator[int],
    point: Mapping[str, Choice],
    added: str | None = None,
) -> Iterator[Mapping[str, Choice]]:
    """Extend a point by one variable after the other; what was added last is what to check."""
    values = {name: choice.value for name, choice in point.items()}
    is_spent = next(budget, None) is None
    if is_spent or not all(
        _is_true(tree, values, otherwise=False)
        for tree, letters in search.named_hypotheses
        if (added is None or added in letters) and letters <= values.keys()
    ):
        return
    left = [v for v in search.variables if v.name not in values]
    if not left and not _is_true(search.claim, values, otherwise=True):
        yield point
    if not left:
        return
    solved = _fixed_value(search, values, left)
    variable, choices = solved if solved else (left[0], _choices(search, left[0]))
    for choice in choices:
        is_root = isinstance(choice.value, Surd)
        if _fits(choice.value, variable) and (search.with_roots or not is_root):
            yield from _assign(search, budget, {**point, variable.name: choice}, variable.name)


def _is_true(tree: Tree, values: Mapping[str, Value], *, otherwise: bool) -> bool:
    try:
        return lean.holds(tree, values)
    except NoValueError:
        return otherwise


def _fits(value: Value, variable: Variable) -> bool:
    """Return whether a number is one of the variable's type."""
    head = variable.kind[0]
    if isinstance(value, Surd):
        return bool(head == "Real")
    if not isinstance(value, Fraction) or head not in ("Nat", "PNat", "Int"):
        return True
    return value.denominator == 1 and (head == "Int" or value >= (head == "PNat"))


# ---- what is tried

_TEMPLATES: dict[str, Callable[[Value], Value]] = {
    **{"x": lambda x: x, "0": lambda x: Fraction(0), "1": lambda x: Fraction(1)},
    **{"x + 1": lambda x: x + 1, "2 * x": lambda x: 2 * x, "-x": lambda x: -x},
    **{"x ^ 2": lambda x: x * x, "1 - x": lambda x: 1 - x, "2": lambda x: Fraction(2)},
    **{"1 / x": lambda x: 1 / x, "2 * x + 1": lambda x: 2 * x + 1, "x ^ 3": lambda x: x * x * x},
}
"""Functions to try, as Lean terms in ``x``."""
_SYMBOLS = {"Nat": "ℕ", "PNat": "ℕ+", "Int": "ℤ", "Rat": "ℚ", "Real": "ℝ"}
_CIRCLE = tuple(map(Fraction, ["3/5", "4/5", "-3/5", "-4/5", "5/13", "12/13", "-5/13", "-12/13"]))


def _choices(search: _Search, variable: Variable) -> Sequence[Choice]:
    """Return the values that a variable is tried with, the likeliest first."""
    match variable.kind:
        case (str(head), *_) if head in NUMBERS:
            return tuple(map(_number, _numbers(search, head)))
        case ("∀", _, domain, image):
            return (*_defined(search, variable.name), *_functions(search, domain, image))
        case ("Prop", *_):
            return tuple(Choice(truth, str(truth)) for truth in SAMPLES["Prop"])
    return ()


def _numbers(search: _Search, head: str) -> tuple[Fraction, ...]:
    known = SAMPLES[head]
    near = [n + d for n in search.numerals for d in (0, 1, -1)]
    if head in ("Rat", "Real"):
        near += [m for n in search.numerals for m in (n / 2, n + Fraction(1, 2), -n)]
        near += _CIRCLE if "^ 2" in search.parts.text else ()
    elif len(search.variables) == 1:
        near += map(Fraction, range(800))
    room = {1: 900, 2: 80, 3: 28}.get(len(search.variables), 11)
    return tuple(dict.fromkeys((*known[:9], *near, *known[9:])))[:room]


def _number(value: Fraction | Surd) -> Choice:
    return Choice(value, _number_text(value))


def _number_text(value: Fraction | Surd) -> str:
    return str(value).replace("/", " / ") if isinstance(value, Fraction) else str(value)


def _defined(search: _Search, name: str) -> Iterator[Choice]:
    """Yield the function that a hypothesis ``∀ x, f x = …`` defines by its argument alone."""
    others = {variable.name for variable in search.variables}
    for binder in search.parts.hypotheses:
        match lean.read_tree(binder.tree):
            case ("∀", str(x), _, ("Eq", _, ("@", _, str(f), str(y)), body)) if (f, y) == (name, x):
                if others.isdisjoint(lean.names_in(body)):
                    text = binder.type.partition(" = ")[2]
                    yield Choice(lean.value(("λ", x, "", body), {}), f"fun {x} => {text}")


def _functions(search: _Search, domain: Tree, image: Tree) -> Sequence[Choice]:
    """Take the list, and lines with the statement's own numbers as slope."""
    head, over = domain[0], image[0]
    if not {head, over} <= NUMBERS:
        return ()
    beyond = {"/"} if head in ("Int", "PNat") else {"/", "-"} if "Nat" in (head, over) else set()
    known = {text: at for text, at in _TEMPLATES.items() if beyond.isdisjoint(text)}
    slopes = [n for n in search.numerals if 2 < n <= 20][:2]
    for slope, start in product(slopes, range(11)):
        text = f"{slope} * x + {start}".removesuffix(" + 0")
        known[text] = _line(slope, start)
    cast = "x" if head == over else f"(x : {_SYMBOLS[over]})"
    return tuple(_template(text, at, cast) for text, at in known.items())


def _line(slope: Fraction, start: int) -> Callable[[Value], Value]:
    return lambda x: slope * x + start


def _template(text: str, function: Callable[[Value], Value], cast: str) -> Choice:
    """Write a function of ``x``, whose values are cast where another type of values is meant."""
    letter = "x" if "x" in text else "_"
    return Choice(function, f"fun {letter} => {text.replace('x', cast)}")


# ---- what equations fix


def _fixed_value(
    search: _Search, values: Mapping[str, Value], left: list[Variable]
) -> tuple[Variable, Sequence[Choice]] | None:
    """The variable that an equation with one unknown fixes, with its solutions."""
    names = list(search.letters)
    known = {names.index(name): value for name, value in values.items() if name in search.letters}
    for equation in search.equations:
        if len(open_ := equation.letters - known.keys()) == 1:
            (at,) = open_
            with suppress(NoValueError):
                found = solutions(equation.at(known, at))
                if found is not None and all(isinstance(x, Fraction | Surd) for x in found):
                    variable = next(v for v in left if v.name == names[at])
                    return variable, tuple(map(_number, found))
    return None


# ---- Lean proofs that a proposed point is what search says it is

_LEMMAS = (
    "*, Set.ext_iff, Set.subset_def, Finset.sum_range_succ, Finset.sum_Icc_succ_top, "
    "Finset.prod_range_succ, Irrational, pow_succ"
)
# Beside whole numbers ``decide`` can run for very long before it fails.
_SIMP = f"grind | (simp [{_LEMMAS}]; done) | (simp [{_LEMMAS}] <;> grind)"
_WHOLE_TACTIC = f"first | decide | omega | {_SIMP} | decide +kernel"
_REAL_TACTIC = f"first | (simp; done) | {_SIMP}"
_UNIVERSAL_TACTIC = (
    "intros; first | omega | grind | (simp_all; done) | (dsimp only at *; grind) | nlinarith"
)


def _tactic(parts: StatementParts) -> str:
    heads = lean.names_in(*parts.hypothesis_trees, parts.claim_tree)
    heads |= {str(v.kind[0]) for v in parts.variables if isinstance(v.kind, tuple)}
    return _REAL_TACTIC if "Real" in heads else _WHOLE_TACTIC


def _facts(search: _Search, point: Mapping[str, Choice]) -> tuple[str, ...]:
    """Write what Lean needs to know of roots and roundings at the point."""
    values = {name: choice.value for name, choice in point.items()}
    trees = (*search.hypotheses, search.claim)
    used = lean.values_of(frozenset({"Real.sqrt", "Int.floor", "Int.ceil"}), trees, values)
    found: dict[str, None] = {}
    for head, argument in used:
        if isinstance(argument, Fraction):
            found[_sqrt_fact(argument) if head == "Real.sqrt" else _rounding(head, argument)] = None
    for choice in point.values():
        found |= {_sqrt_fact(Fraction(n)): None for n in re.findall(r"√(\d+)", choice.text)}
    return tuple(found)


def _sqrt_fact(number: Fraction) -> str:
    """Prove what a root is, or its square and two bounds."""
    text = f"({_number_text(number)} : ℝ)"
    if number < 0:
        return f"have := Real.sqrt_of_neg (x := {text}) (by norm_num)"
    low = Fraction(isqrt(int(number * 10**6)), 1000)
    if low**2 == number:
        shown = _number_text(low)
        return f"have := Real.sqrt_unique (x := {text}) (a := {shown}) (by norm_num) (by norm_num)"
    bounds = (
        f"have := Real.sqrt_lt_sqrt (a := ({_number_text(low)}) ^ 2) (b := {text}) (by norm_num) "
        f"(by norm_num)\nrw [Real.sqrt_sq (by norm_num)] at this\n"
        f"have := Real.sqrt_lt_sqrt (a := {text}) (b := ({_number_text(low + Fraction(1, 1000))}) "
        f"^ 2) (by norm_num) (by norm_num)\nrw [Real.sqrt_sq (by norm_num)] at this"
    )
    return f"have := Real.sq_sqrt (x := {text}) (by norm_num)\n{bounds}"


def _rounding(head: str, number: Fraction) -> str:
    result = number.__floor__() if head == "Int.floor" else number.__ceil__()
    claim = f"{head} ({_number_text(number)} : ℝ) = {result}"
    return f"have : {claim} := {head}_eq_iff.2 (by norm_num)"


def counterexample_body(parts: StatementParts, witness: Witness) -> str:
    """Write a proof of ``∃ x, H x ∧ ¬ C x`` for the point."""
    texts = dict(witness.values)
    pieces: list[str] = []
    for binder in parts.frozen.binders:
        # A name without a value is a condition, some of which only Lean can evaluate.
        is_universal = binder.tree.startswith('["∀"')
        tactic = _UNIVERSAL_TACTIC if is_universal else _tactic(parts)
        pieces.append(texts.get(binder.name, f"by {tactic}"))
    denial = _denial(parts, witness)
    proof = f"exact ⟨{', '.join([*pieces, f'by {denial}'])}⟩" if pieces else denial
    return "\n".join([*witness.facts, proof])


def _denial(parts: StatementParts, witness: Witness) -> str:
    tactic = _tactic(parts)
    if not witness.instances:
        return tactic
    if _is_denied(parts):
        return f"(intro claimed; exact claimed ⟨{', '.join(witness.instances)}, by {tactic}⟩)"
    values = " ".join(f"({value})" for value in witness.instances)
    return f"(intro claimed; have at_point := claimed {values}; revert at_point; {tactic})"
