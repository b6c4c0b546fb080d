"""The cheap arithmetic checker: numeric claims decided exactly or not (paper app. C.1).

It accepts numerals, fractions, decimals, roots, powers with a numeric exponent, the four operators,
absolute values and chains of equalities and comparisons. Variables, functions, named constants,
factorials, percent signs, units, congruences and approximations are outside and inconclusive.
Nothing here evaluates text: the tree comes from :mod:`faithsieve.symbolic.parser`.
"""

import re
from fractions import Fraction

from faithsieve.records.evidence import Outcome
from faithsieve.records.symbolic import ArithmeticReport
from faithsieve.symbolic.algebraic import NoValueError, Obstacle, Rational, Real, RealArithmetic
from faithsieve.symbolic.expressions import (
    Add,
    Call,
    Chain,
    Div,
    Expr,
    Mul,
    Neg,
    Num,
    Pow,
    Refusal,
    Relation,
    Root,
    Sym,
    walk,
)
from faithsieve.symbolic.parser import parse_chain

TIMEOUT_S = 2.0
"""The longest a single claim may take."""

MAX_CLAIM_CHARACTERS = 20_000
"""Longer claims are refused unread."""

_DELIMITERS = (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"))
_ENVIRONMENT = re.compile(
    r"\\begin\{((?:equation|displaymath|math)\*?)\}(.*)\\end\{\1\}", re.DOTALL
)
_DECIDED = frozenset({Relation.EQ, Relation.NE, Relation.LT, Relation.LE, Relation.GT, Relation.GE})
_UPWARD = frozenset({Relation.EQ, Relation.LT, Relation.LE})
_DOWNWARD = frozenset({Relation.EQ, Relation.GT, Relation.GE})

_OBSTACLE_WORDS = {
    Obstacle.UNDEFINED: "a side divides by zero or takes 0 to the power 0",
    Obstacle.COMPLEX: "a side takes an even root of a negative number",
    Obstacle.BRANCH: "a root of a negative number has no agreed real value",
    Obstacle.SIZE_GUARD: "a number is too large to compute",
    Obstacle.PRECISION: "the two sides could not be told apart",
    Obstacle.TIMEOUT: f"no decision within {TIMEOUT_S:g} s",
}

_OUTSIDE = {
    "factorial": "factorial",
    "percent": "percent",
    "degree": "unit",
    "floor": "function",
    "ceil": "function",
    "binom": "function",
    "plusminus": "plus-minus",
    "minusplus": "plus-minus",
    "tuple": "set or tuple",
    "mod": "modulus",
}


class OutsideError(Exception):
    """A node that the numeric grammar does not have."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


def evaluate(node: Expr, reals: RealArithmetic) -> Real:
    """The exact value of a numeric expression.

    Raises:
        OutsideError: When the tree holds something that is not a number.
        NoValueError: When the value does not exist or is too large.
    """
    match node:
        case Num(value=value):
            return Rational(value)
        case Neg(arg=arg):
            return reals.negate(evaluate(arg, reals))
        case Add(terms=terms):
            return reals.add(tuple(evaluate(term, reals) for term in terms))
        case Mul(factors=factors):
            return reals.multiply(tuple(evaluate(factor, reals) for factor in factors))
        case Div(numerator=numerator, denominator=denominator):
            divisor = reals.invert(evaluate(denominator, reals))
            return reals.multiply((evaluate(numerator, reals), divisor))
        case Pow(base=base, exponent=exponent):
            return reals.power(evaluate(base, reals), evaluate(exponent, reals))
        case Root(arg=arg, degree=degree):
            return reals.root(evaluate(arg, reals), _whole_degree(evaluate(degree, reals)))
        case _:
            return _evaluate_other(node, reals)


def _evaluate_other(node: Expr, reals: RealArithmetic) -> Real:
    match node:
        case Call(name="abs", args=(arg,)):
            return _absolute(evaluate(arg, reals), reals)
        case Call(name="bracket", args=(arg,)):
            return _bracket(evaluate(arg, reals))
        case Call(name=name):
            raise OutsideError(_OUTSIDE.get(name, "function"), name)
        case Sym(name=name):
            raise OutsideError("variable", name)
        case _:
            raise OutsideError("function", type(node).__name__.lower())


def _whole_degree(degree: Real) -> int:
    if not isinstance(degree, Rational) or degree.value.denominator != 1:
        raise OutsideError("root degree", "not an integer")
    return degree.value.numerator if abs(degree.value) < 10**6 else 10**6


def _absolute(value: Real, reals: RealArithmetic) -> Real:
    sign = reals.sign(value)
    if sign is None:
        raise NoValueError(Obstacle.PRECISION)
    return reals.negate(value) if sign < 0 else value


def _bracket(value: Real) -> Real:
    # [2.5] is the greatest integer to some readers and a mere bracket to others.
    if not isinstance(value, Rational) or value.value.denominator != 1:
        raise OutsideError("ambiguous bracket", "[…] around a number that is not whole")
    return value


def relation_holds(relation: Relation, sign: int) -> bool:
    """Whether the relation is true when ``left − right`` has the given sign."""
    match relation:
        case Relation.EQ:
            return sign == 0
        case Relation.NE:
            return sign != 0
        case Relation.LT:
            return sign < 0
        case Relation.LE:
            return sign <= 0
        case Relation.GT:
            return sign > 0
        case Relation.GE:
            return sign >= 0
        case _:
            raise AssertionError(relation)


def _check_link(left: Real, relation: Relation, right: Real, reals: RealArithmetic) -> Outcome:
    sign = reals.compare(left, right)
    if sign is None:
        return Outcome.INCONCLUSIVE
    return Outcome.PASSED if relation_holds(relation, sign) else Outcome.REFUTED


def is_quotient_notation(left: Expr, right: Expr, reals: RealArithmetic) -> bool:
    """Whether ``17 ÷ 5 = 3`` may mean the whole quotient of a division with remainder."""
    for division, quotient in ((left, right), (right, left)):
        if isinstance(division, Div) and division.obelus:
            exact, whole = evaluate(division, reals), evaluate(quotient, reals)
            if isinstance(exact, Rational) and isinstance(whole, Rational):
                floor = Fraction(exact.value.numerator // exact.value.denominator)
                return exact.value != floor == whole.value
    return False


def unwrap(claim: str) -> tuple[str, bool]:
    """Take mathematics delimiters off a claim; say whether it is LaTeX."""
    text = claim.strip()
    text = re.sub(r"(?<!\.)[.,;]$", "", text).rstrip()
    if environment := _ENVIRONMENT.fullmatch(text):
        return environment.group(2).strip(), True
    for opening, closing in _DELIMITERS:
        inner = text[len(opening) : -len(closing)]
        wrapped = text.startswith(opening) and text.endswith(closing) and len(text) > len(opening)
        if wrapped and "$" not in inner and "\\(" not in inner:
            return inner.strip(), True
    return text, "\\" in text


def _inconclusive(claim: str, reason: str, detail: str = "") -> ArithmeticReport:
    words = f"{reason}: {detail}" if detail else reason
    return ArithmeticReport(claim=claim, status=Outcome.INCONCLUSIVE, reason=words)


def _shape_problem(chain: Chain) -> str | None:
    """What keeps a chain of readable sides from being a numeric claim."""
    relations = set(chain.relations)
    if not relations:
        return "no relation: nothing is claimed"
    if chain.modulus is not None or relations & {Relation.CONGRUENT, Relation.NOT_CONGRUENT}:
        return "modular relation: congruences are outside the numeric grammar"
    if Relation.APPROX in relations:
        return "approximate relation: no tolerance is agreed"
    if not relations <= _DECIDED:
        return "relation outside the numeric grammar"
    if Relation.NE in relations and len(chain.relations) > 1:
        return "mixed chain: ≠ inside a chain is not transitive"
    if len(chain.relations) > 1 and not (relations <= _UPWARD or relations <= _DOWNWARD):
        return "mixed chain: the comparisons point both ways"
    return None


def _refusal_words(refusal: Refusal) -> str:
    return f"at {refusal.detail!r}" if refusal.detail else "nothing to read"


def check_arithmetic(claim: str, *, timeout_s: float = TIMEOUT_S) -> ArithmeticReport:
    """Decide one numeric claim, link by link from the left.

    Args:
        claim: LaTeX, unicode or plain text, with or without mathematics delimiters.
        timeout_s: The longest the decision may take; afterwards the claim is inconclusive.
    """
    if len(claim) > MAX_CLAIM_CHARACTERS:
        return _inconclusive(claim, "size_guard", "the claim is too long to read")
    text, latex = unwrap(claim)
    chain = parse_chain(text, latex=latex)
    refusal = chain.first_refusal()
    if refusal is not None:
        return _inconclusive(claim, refusal.reason.value, _refusal_words(refusal))
    outside = _named_outside(chain)
    if outside is not None:
        return outside_report(claim, outside)
    problem = _shape_problem(chain)
    if problem is not None:
        return _inconclusive(claim, problem)
    try:
        return _check_chain(claim, text, chain, RealArithmetic(timeout_s))
    except OutsideError as outside_error:
        return outside_report(claim, outside_error)
    except NoValueError as error:
        return _inconclusive(claim, error.obstacle.value, _OBSTACLE_WORDS[error.obstacle])


def outside_report(claim: str, outside: OutsideError) -> ArithmeticReport:
    """Inconclusive because the claim is not purely numeric."""
    detail = f"{outside.detail!r} is outside the numeric grammar"
    return _inconclusive(claim, outside.reason, detail)


def _named_outside(chain: Chain) -> OutsideError | None:
    """A variable anywhere makes the whole claim non-numeric, whatever else is wrong with it."""
    for side in chain.sides:
        assert not isinstance(side, Refusal)
        for node in walk(side):
            if isinstance(node, Sym):
                return OutsideError("variable", node.name)
    return None


def _check_chain(claim: str, text: str, chain: Chain, reals: RealArithmetic) -> ArithmeticReport:
    sides = [side for side in chain.sides if not isinstance(side, Refusal)]
    values = [evaluate(side, reals) for side in sides]
    undecided = None
    for at, relation in enumerate(chain.relations):
        outcome = _check_link(values[at], relation, values[at + 1], reals)
        link = _link_text(text, chain, at)
        if outcome is Outcome.REFUTED:
            if relation is Relation.EQ and is_quotient_notation(sides[at], sides[at + 1], reals):
                return _inconclusive(claim, "quotient notation", f"{link} may drop a remainder")
            return ArithmeticReport(
                claim=claim,
                status=Outcome.REFUTED,
                reason=f"link {at + 1} of {len(chain.relations)} is false: {link}",
                failing_link=link,
            )
        if outcome is Outcome.INCONCLUSIVE and undecided is None:
            undecided = link
    if undecided is not None:
        return _inconclusive(claim, Obstacle.PRECISION.value, f"{undecided} could not be decided")
    count = len(chain.relations)
    words = "the link holds exactly" if count == 1 else f"all {count} links hold exactly"
    return ArithmeticReport(claim=claim, status=Outcome.PASSED, reason=words)


def _link_text(text: str, chain: Chain, at: int) -> str:
    left, right = chain.side_spans[at], chain.side_spans[at + 1]
    parts = text[left.start : left.end], chain.relations[at].value, text[right.start : right.end]
    return " ".join(parts)
