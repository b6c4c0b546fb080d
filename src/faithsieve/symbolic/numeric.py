"""The cheap arithmetic checker: numeric claims decided exactly or not (paper app. C.1).

It accepts numerals, fractions, decimals, roots, powers with a numeric exponent, the four operators,
absolute values and chains of equalities and comparisons. Functions, named constants, percent signs,
units, congruences and approximations are outside the paper's grammar; the *wide* grammar decides
them too. Letters, dots and whatever two readers may read differently are always inconclusive.
Nothing here evaluates text: the tree comes from :mod:`faithsieve.symbolic.parser`.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from faithsieve.records.evidence import Outcome
from faithsieve.records.symbolic import ArithmeticReport
from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.evaluate import (
    TRUE_SIGNS,
    NoValueError,
    compare_at,
    part_of_pi,
    rational_at,
    relation_holds,
)
from faithsieve.symbolic.formulas import math_stretches
from faithsieve.symbolic.parser import parse_chain
from faithsieve.symbolic.tokens import by_word

_DOTS = r"(?:\.\.\.|…|\\(?:ldots|dots|cdots)(?![A-Za-z]))"
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+)(?![\d,])")
_COMMA_GROUP = re.compile(r"(?<![\d.,(])([1-9]\d{0,2}),(\d{3})(?![\d,)])")

# Digits alone in brackets, with powers.
_CYCLES = re.compile(
    r"\s*(?:[1e]|(?:\s|\(\s*\d+(?:\s+\d+)*\s*\)|\^\{?-?\d+\}?|\\(?:cdot|circ))+)\s*"
)

MAX_CLAIM_CHARACTERS = 20_000
"""Longer claims are refused unread."""

_UPWARD = frozenset({ex.Relation.EQ, ex.Relation.LT, ex.Relation.LE})
_DOWNWARD = frozenset({ex.Relation.EQ, ex.Relation.GT, ex.Relation.GE})


class OutsideError(Exception):
    """A node that the numeric grammar does not have, or one with several meanings."""


class Link(NamedTuple):
    """Two neighbouring sides of a chain, both of which could be read."""

    left: ex.Expr
    relation: ex.Relation
    right: ex.Expr
    modulus: ex.Side | None
    sides: tuple[str, str]
    """Both sides as written."""
    span: ex.Span
    numerals: str
    """The text that the spans count in."""
    latex: bool = True

    @property
    def between(self) -> str:
        """What stands between the sides."""
        inner = slice(self.span.start + len(self.sides[0]), self.span.end - len(self.sides[1]))
        return self.numerals[inner]

    @property
    def text(self) -> str:
        return f"{self.sides[0]} {self.relation.value} {self.sides[1]}"


def links_of(chain: ex.Chain, text: str, *, latex: bool = True) -> Iterator[Link]:
    """All links of a chain both of whose sides could be read."""
    for at, relation in enumerate(chain.relations):
        left, right = chain.sides[at : at + 2]
        if isinstance(left, ex.Refusal) or isinstance(right, ex.Refusal):
            continue
        first, last = chain.side_spans[at : at + 2]
        sides = text[first.start : first.end], text[last.start : last.end]
        span = ex.Span(first.start, last.end)
        yield Link(left, relation, right, chain.modulus, sides, span, text, latex)


class _Decided(NamedTuple):
    status: Outcome
    reason: str
    failing_link: str | None = None


def check_arithmetic(claim: str, *, wide: bool = False) -> ArithmeticReport:
    """Decide one numeric claim, link by link from the left.

    Args:
        claim: LaTeX, unicode or plain text, with or without mathematics delimiters.
        wide: Whether to decide functions, congruences and approximations too.
    """
    try:
        decided = _decide(claim, wide=wide)
    except OutsideError as outside:
        decided = _Decided(Outcome.INCONCLUSIVE, str(outside))
    except NoValueError as error:
        decided = _Decided(Outcome.INCONCLUSIVE, error.obstacle.value)
    return ArithmeticReport(claim=claim, **decided._asdict())


def _decide(source: str, *, wide: bool) -> _Decided:
    if len(source) > MAX_CLAIM_CHARACTERS:
        raise OutsideError("size_guard: the claim is too long to read")
    text, latex = unwrap(source)
    text = join_digit_groups(text)
    # Between brackets a comma may separate the members of a pair or a list.
    if _COMMA_GROUP.search(text) and not re.search(r"[(\[{][^()\[\]{}]*,", text):
        return _decide_with_commas(text, latex=latex, wide=wide)
    return _decide_formula(text, latex=latex, wide=wide)


def _decide_with_commas(text: str, *, latex: bool, wide: bool) -> _Decided:
    """Decide ``1,234 = 2·617``; it is refuted only if ``1,234`` is wrong as a decimal too."""
    as_thousands, as_decimals = (
        _decide_formula(_COMMA_GROUP.sub(rf"\1{sign}\2", text), latex=latex, wide=wide)
        for sign in ("", ".")
    )
    if as_thousands.status is Outcome.REFUTED and as_decimals.status is not Outcome.REFUTED:
        raise OutsideError("comma: it may separate thousands or decimals")
    return as_thousands


def _decide_formula(text: str, *, latex: bool, wide: bool) -> _Decided:
    chain = parse_chain(text, latex=latex)
    if refusal := chain.first_refusal():
        detail = f"at {refusal.detail!r}" if refusal.detail else "nothing to read"
        raise OutsideError(f"{refusal.reason}: {detail}")
    if not wide:
        _check_narrow(text, chain)
    letters = sorted(ex.symbols(*chain.read_sides) - ex.CONSTANTS)
    if letters:
        raise OutsideError(f"variable: {letters[0]!r} is outside the numeric grammar")
    check_meaning(*chain.read_sides)
    _check_relations(chain)
    return _decide_chain(chain, text)


# ---- what is readable

_NARROW = frozenset({"abs", "bracket", *TRUE_SIGNS})
_WIDE_ONLY = by_word("wide_only")


def _check_narrow(text: str, chain: ex.Chain) -> None:
    """Refuse what the paper's grammar does not have, though it may be decidable."""
    if re.search(_DOTS, text):
        raise OutsideError("ellipsis: dots are outside the numeric grammar")
    letters = ex.symbols(*chain.read_sides)
    used = {*letters, *ex.calls(*chain.read_sides), *chain.relations}
    used |= set() if chain.modulus is None else {ex.Relation.CONGRUENT}
    for name in sorted(used - _NARROW):
        kind = _WIDE_ONLY.get(name, "variable" if name in letters else "function")
        raise OutsideError(f"{kind}: '{name}' is outside the numeric grammar")


def _check_relations(chain: ex.Chain) -> None:
    relations = set(chain.relations)
    if relations & {ex.Relation.DEFINES, ex.Relation.IMPLIES, ex.Relation.OTHER}:
        raise OutsideError("relation outside the numeric grammar")
    if not relations:
        raise OutsideError("no relation: nothing is claimed")
    if chain.modulus is not None and not relations <= ex.CONGRUENCE | {ex.Relation.EQ}:
        raise OutsideError("modular relation: a modulus beside other relations")
    if relations & ex.CONGRUENCE and chain.modulus is None:
        raise OutsideError("modular relation: no modulus is named")
    denials = chain.relations.count(ex.Relation.NE)
    is_denied_once = denials == 1 and relations == {ex.Relation.NE, ex.Relation.EQ}
    if len(chain.relations) == 1 or chain.modulus is not None or is_denied_once:
        return
    if relations & (ex.DIVISIBILITY | {ex.Relation.NE}):
        raise OutsideError("mixed chain: ≠ or ∣ inside a chain is not transitive")
    ordered = relations - {ex.Relation.APPROX}
    if not (ordered <= _UPWARD or ordered <= _DOWNWARD):
        raise OutsideError("mixed chain: the comparisons point both ways")


def check_meaning(*sides: ex.Expr) -> None:
    """Refuse notation whose meaning depends on the reader."""
    for node in ex.walk(*sides):
        match node:
            case ex.Apply(name=name):
                raise OutsideError(f"function: {name!r} is not defined")
            case ex.Add(terms=terms) if len({_is_percent(term) for term in terms}) > 1:
                raise OutsideError("percent: a percentage of what is open")
            case ex.Call(name="bracket", args=(arg,)) if rational_at(arg).denominator != 1:
                # [2.5] is the greatest integer to some readers and a mere bracket to others.
                raise OutsideError("ambiguous bracket: […] around a number that is not whole")
            case ex.Call(name="log", args=(_,)):
                raise OutsideError("logarithm: no base is named")
            case ex.Call() if _has_no_unit(node):
                raise OutsideError("unit: an angle without π or a degree sign")
            case _:
                pass


def is_closed(node: ex.Expr) -> bool:
    """Whether the expression is one number: no letters and no unknown functions."""
    is_open = ex.symbols(node) - ex.CONSTANTS
    return not (is_open or any(isinstance(part, ex.Apply) for part in ex.walk(node)))


def _is_percent(node: ex.Expr) -> bool:
    inner = node.arg if isinstance(node, ex.Neg) else node
    return isinstance(inner, ex.Call) and inner.name == "percent"


def _has_no_unit(node: ex.Call) -> bool:
    """Whether it is ``sin 30`` or the like, without a degree sign or π."""
    return node.name in ex.TRIGONOMETRIC and part_of_pi(node.args[0]) is None


# ---- deciding


def _decide_chain(chain: ex.Chain, text: str) -> _Decided:
    undecided = None
    count = len(chain.relations)
    for at, link in enumerate(links_of(chain, text)):
        holds = link_holds(link)
        if holds is False:
            if link.relation is ex.Relation.EQ and drops_remainder(link.left, link.right):
                raise OutsideError(f"quotient notation: {link.text} may drop a remainder")
            reason = f"link {at + 1} of {count} is false: {link.text}"
            return _Decided(Outcome.REFUTED, reason, link.text)
        if holds is None and undecided is None:
            undecided = link
    if undecided is not None:
        raise OutsideError(f"precision: {undecided.text} could not be decided")
    words = "the link holds exactly" if count == 1 else f"all {count} links hold exactly"
    return _Decided(Outcome.PASSED, words)


def link_holds(link: Link) -> bool | None:
    """Whether a link without letters holds; None when that could not be decided.

    Raises:
        NoValueError: A side has no value.
        OutsideError: The link compares things of different kinds.
    """
    left, right, modulus = link.left, link.right, link.modulus
    assert not isinstance(modulus, ex.Refusal)
    if link.relation is ex.Relation.APPROX and modulus is None:
        return _is_approximation(left, right, link.numerals)
    if any(has_degrees(side) for side in (left, right)):
        angles = part_of_pi(left), part_of_pi(right)
        if angles[0] is None or angles[1] is None:
            raise OutsideError("unit: degrees beside a plain number")
        left, right = ex.Num(angles[0]), ex.Num(angles[1])
    holds = relation_holds(left, link.relation, right, modulus=modulus)
    if holds is False and all(map(_CYCLES.fullmatch, link.sides)):
        raise OutsideError("ambiguous: digits alone in brackets may be cycles of a permutation")
    return holds


def has_degrees(node: ex.Expr) -> bool:
    """Whether a degree sign stands outside of any function of an angle."""
    name = node.name if isinstance(node, ex.Call) else ""
    return name not in ex.TRIGONOMETRIC and (
        name == "degree" or any(map(has_degrees, ex.children(node)))
    )


def _is_approximation(left: ex.Expr, right: ex.Expr, text: str) -> bool | None:
    """Whether one side is the other rounded to the digits that are written.

    Off by more than two units in the last place is wrong to every reader; in between is open.
    """
    for exact, rounded in ((left, right), (right, left)):
        numeral = text[rounded.span.start : rounded.span.end] if isinstance(rounded, ex.Num) else ""
        if not isinstance(rounded, ex.Num) or not re.fullmatch(r"\d*\.?\d+", numeral):
            continue
        digits = len(numeral.partition(".")[2])
        unit = Fraction(1, 10**digits)
        moved = {
            step: compare_at(exact, ex.Num(rounded.value + step * unit / 2))
            for step in (-4, -1, 1, 4)
        }
        if moved[-1] in (0, 1) and moved[1] in (-1, 0):
            return True
        if digits and (moved[-4] == -1 or moved[4] == 1):
            return False
    return None


def drops_remainder(left: ex.Expr, right: ex.Expr) -> bool:
    """Whether ``17 ÷ 5 = 3`` may mean the whole quotient of a division with remainder."""
    return any(
        isinstance(division, ex.Div)
        and division.obelus
        and relation_holds(ex.Call("floor", (division,)), ex.Relation.EQ, quotient) is True
        for division, quotient in ((left, right), (right, left))
    )


# ---- a single claim before parsing: delimiters off, unambiguous numerals spelt out. Nothing here
# applies to running text, where a comma may separate.


def unwrap(claim: str) -> tuple[str, bool]:
    """Take mathematics delimiters off a claim; say whether it is LaTeX."""
    text = re.sub(r"(?<!\.)[.,;]$", "", claim.strip()).rstrip()
    match math_stretches(text):
        case [span] if (span.outer_start, span.outer_end) == (0, len(text)):
            return text[span.start : span.end].strip(), True
    return text, "\\" in text


def join_digit_groups(text: str) -> str:
    """Read ``1,234,567`` and ``1,234.5`` as one numeral each."""
    return _THOUSANDS.sub(lambda m: m.group().replace(",", ""), text)
