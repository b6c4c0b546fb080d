"""Answers tried: whether what a proof finds satisfies the equations that it was found from.

Rule ``solved-value``: numbers given to letters must satisfy the lines right before and the
problem's equations. Rule ``found-formula``: a formula for a function or a sequence must satisfy the
problem's equations and agree with its known values. Rule ``defined-name``: an equation must hold
when names are replaced by what they were set to be. A problem may ask several questions, and words
may restrict a formula, so all of these raise suspicion and none decides.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice

from faithsieve.symbolic.claims import Mood, last_clause
from faithsieve.symbolic.context import (
    CONSTANTS,
    Definition,
    Link,
    ProofContext,
    Slip,
    inline,
    is_closed,
)
from faithsieve.symbolic.equations import fails_everywhere, same_letters
from faithsieve.symbolic.evaluate import NoValueError, ball_at
from faithsieve.symbolic.expressions import (
    Add,
    Apply,
    Expr,
    Neg,
    Num,
    Relation,
    Sym,
    applied,
    calls,
    put,
    rebuild,
    symbols,
    walk,
)
from faithsieve.symbolic.lean_formula import Compare, is_counterexample, small_points
from faithsieve.symbolic.lexicon import cue
from faithsieve.symbolic.polynomials import difference
from faithsieve.symbolic.separation import compare_at

VALUE_RULE = "solved-value"
FORMULA_RULE = "found-formula"
NAME_RULE = "defined-name"
RULES = frozenset({VALUE_RULE, FORMULA_RULE, NAME_RULE})

_NEAR = 3
_MAX_POINTS = 60
_ROUNDING = 50
"""Sides that differ by less than this part may be rounded."""


def check(context: ProofContext, link: Link) -> Slip | None:
    """Try a value, a formula or a name of an asserted equation.

    Raises:
        TooLargeError: It cannot be expanded.
    """
    if link.claim.mood is not Mood.ASSERTED or link.relation is not Relation.EQ:
        return None
    if isinstance(link.value_of, Sym):
        return _check_value(context, link)
    return _check_formula(context, link) or _check_names(context, link)


def _check_value(context: ProofContext, link: Link) -> Slip | None:
    """Find that a number given to a letter does not solve the equations it comes from."""
    if cue("hypothesis").search(last_clause(link.claim.before)):
        return None
    values = context.values_beside(link)
    solved = [e for e in context.equations if _is_about(e, link.letters, frozenset(values))]
    recent = [e for e in solved if e.letters == link.letters and _is_near(e, link)]
    for facts in (recent, [e for e in solved if e.claim.mood is Mood.GIVEN]):
        failing = [fact for fact in facts if _fails(fact.stated, values)]
        # A number that solves one of several equations answers one of several questions.
        if failing and (len(failing) == len(facts) or len(values) > 1):
            return _slip(VALUE_RULE, link, failing[-1])
    return None


def _is_about(fact: Link, letters: frozenset[str], known: frozenset[str]) -> bool:
    is_value = isinstance(fact.value_of, Sym)
    return letters <= fact.letters <= known and not is_value and not applied(fact.left, fact.right)


def _is_near(fact: Link, link: Link) -> bool:
    return fact.claim.step > 0 and link.claim.order - fact.claim.order <= _NEAR


def _slip(rule: str, link: Link, fact: Link) -> Slip:
    return Slip(rule, f"does not satisfy {fact.text}", link.stated, (fact.stated,))


def _fails(stated: Compare, values: Mapping[str, Expr]) -> bool:
    """Whether the values certainly miss a relation, by more than rounding explains."""
    left, right = put(stated.left, values), put(stated.right, values)
    gap = Add((left, Neg(right)))
    try:
        # A logarithm has several readings, and the values may be right in one.
        if "log" in calls(gap) and not compare_at(left, right, {}):
            return False
        return bool(abs(ball_at(gap, {})) * _ROUNDING > abs(ball_at(left, {})))
    except NoValueError:
        return False


def without_mended(
    slips: Iterable[tuple[Link, Slip]], equations: Sequence[Link]
) -> list[tuple[Link, Slip]]:
    """Drop values for which the text has one further on that satisfies the equation."""
    return [found for found in slips if not _is_mended(*found, equations)]


def _is_mended(link: Link, slip: Slip, equations: Sequence[Link]) -> bool:
    if slip.rule != VALUE_RULE:
        return False
    claim = link.claim
    later = [e for e in equations if e.claim.step > claim.step or e.claim.order - claim.order > 1]
    values = [{e.value_of.name: e.value} for e in later if isinstance(e.value_of, Sym)]
    own = [value for value in values if link.letters == set(value)]
    return any(not _fails(slip.premises[0], value) for value in own)


def _check_formula(context: ProofContext, link: Link) -> Slip | None:
    """Find that a formula for a function or sequence fails where something is known of it."""
    left = _terms_as_values(link.left) if isinstance(link.left, Sym | Apply) else None
    if link.at > 0 or not isinstance(left, Apply):
        return None
    right = _terms_as_values(link.right)
    parameters = tuple(arg.name for arg in left.args if isinstance(arg, Sym) and arg.name.islower())
    is_other = applied(right) or symbols(right) - CONSTANTS - set(parameters)
    if len(parameters) < len(left.args) or is_other:
        return None
    definition = Definition(parameters, right)
    about = [e for e in context.equations if _mentions(e, left.name)]
    tried = [(e, _with_formula(e, left.name, definition)) for e in about]
    values = [(fact, stated) for fact, stated in tried if stated and _is_number(stated)]
    laws = [(fact, stated) for fact, stated in tried if stated and not _is_number(stated)]
    for facts, enough in ((values, 1), (laws, len(laws))):
        failing = [fact for fact, stated in facts if _fails_somewhere(stated)]
        # Of several laws in a problem one may be meant at a time.
        if failing and len(failing) >= enough:
            return _slip(FORMULA_RULE, link, failing[0])
    return None


def _mentions(fact: Link, name: str) -> bool:
    terms = any(letter.startswith(f"{name}_") for letter in fact.letters)
    return terms or name in applied(fact.left, fact.right)


_TERM = re.compile(r"([A-Za-z])_\{?(?:(\d+)|([a-z])(?:([+-]\d+))?)\}?")


def _terms_as_values(node: Expr) -> Expr:
    """``a_{n+1}`` as a function's value at n + 1."""
    found = _TERM.fullmatch(node.name) if isinstance(node, Sym) else None
    if found is None:
        return rebuild(node, _terms_as_values)
    name, number, letter, shift = found.groups()
    index = Num(Fraction(number)) if number else Sym(letter)
    return Apply(name, (Add((index, Num(Fraction(shift)))) if shift else index,))


def _with_formula(fact: Link, name: str, definition: Definition) -> Compare | None:
    """An equation of the problem, or a known value, with the formula put in."""
    sides = [_terms_as_values(side) for side in (fact.left, fact.right)]
    uses = sum(isinstance(part, Apply) and part.name == name for part in walk(*sides))
    left, right = (inline(side, {name: definition}) for side in sides)
    stated = Compare(fact.relation, left, right)
    # f(x) = 3 asks where; f(2x) = 2f(x) holds everywhere.
    is_law = uses > 1 and fact.claim.mood is Mood.GIVEN
    is_said = fact.claim.mood in (Mood.GIVEN, Mood.ASSERTED)
    is_value = uses > 0 and is_said and not symbols(*sides) - CONSTANTS
    return stated if (is_law or is_value) and not applied(left, right) else None


def _is_number(stated: Compare) -> bool:
    return is_closed(stated.left) and is_closed(stated.right)


def _fails_somewhere(stated: Compare) -> bool:
    points = islice(small_points(symbols(stated.left, stated.right) - CONSTANTS), _MAX_POINTS)
    return any(
        is_counterexample(point, (), stated)
        for point in points
        if all(value > 0 for value in point.values())
    )


def _check_names(context: ProofContext, link: Link) -> Slip | None:
    """Find that an equation fails when names are replaced by what they were set to be."""
    formulas = {name: node for name, node in context.formulas.items() if name in link.letters}
    if not formulas or context.complex_numbers:
        return None
    left, right = put(link.left, formulas), put(link.right, formulas)
    is_open = applied(left, right) or symbols(left) & set(formulas) or not same_letters(left, right)
    if is_open or context.knows(difference(left, right), with_values=True):
        return None
    found = fails_everywhere(left, right)
    words = f"fails with what {' and '.join(sorted(formulas))} stand for"
    return Slip(NAME_RULE, words, link.stated, witness=found) if found else None
