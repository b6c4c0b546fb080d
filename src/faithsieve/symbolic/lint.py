"""The lint of a proof: false relations between numbers, and equations that are no identities.

Three rules, each of which says nothing but what was computed:

- ``numeric-link`` (refuted): a relation between two numbers that stands in the text is false.
- ``congruence`` (refuted): two numbers do not leave the same remainder.
- ``identity`` (note): an equation between polynomials in the same letters does not hold for all
  values. It may be meant for some values, so it decides nothing.

A relation counts only if both sides are closed numbers that the grammar reads without doubt. What
is supposed or taken back in words, what may be rounded, and what holds modulo a number that the
proof computes with is not mentioned.
"""

import re
import time
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, lru_cache

from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import FindingClass, LintFinding, LintReport
from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.evaluate import (
    IrrationalError,
    NoValueError,
    ball_at,
    may_agree,
    part_of_pi,
    rational_at,
    relation_holds,
    remainder_of,
)
from faithsieve.symbolic.formulas import Formula, formulas
from faithsieve.symbolic.numeric import (
    Link,
    OutsideError,
    check_meaning,
    drops_remainder,
    has_degrees,
    is_closed,
    link_holds,
    links_of,
)
from faithsieve.symbolic.tokens import cue

NUMBERS, CONGRUENCE, IDENTITY = "numeric-link", "congruence", "identity"

_RELATIONS = frozenset(map(ex.Relation, ("=", "≠", "<", "≤", ">", "≥", "≡", "≢", "∣", "∤")))
_OPEN_CALLS = frozenset({"percent", "bracket"})
_MODULUS = re.compile(
    r"(?:(?i:mod(?:ulo)?|order)|[ZF]|GF)(?![A-Za-z])[^A-Za-z0-9+=,.]{0,6}(?:([0-9]+)|[a-z](?![a-z]))"
)


_THOUSANDS = re.compile(r"[1-9]\d{0,2}\.\d{3}")
"""``1.000`` is a thousand in some countries."""


class _Linter:
    def __init__(self, proof: Proof, timeout_s: float) -> None:
        # Processor time, so that what is found does not depend on what else the machine does.
        self._deadline = time.thread_time() + timeout_s
        self._problem = proof.problem
        self._steps = [step.text for step in proof.steps]
        self._decided = 0

    def run(self) -> LintReport:
        findings: list[LintFinding] = []
        for number, text in enumerate(self._steps, start=1):
            following = "".join(self._steps[number : number + 1])
            for formula in formulas(text, following):
                if time.thread_time() > self._deadline:
                    return self._report(findings, complete=False)
                findings += self._findings(number, text, formula)
        return self._report(findings, complete=True)

    def _report(self, findings: list[LintFinding], *, complete: bool) -> LintReport:
        return LintReport(findings=tuple(findings), decided=self._decided, complete=complete)

    def _findings(self, step: int, text: str, formula: Formula) -> Iterator[LintFinding]:
        for link in links_of(formula.chain, text, latex=formula.latex):
            try:
                if _is_numeric(link):
                    holds = link_holds(link)
                    self._decided += holds is not None
                    if holds is False and self._is_asserted(step, formula, link):
                        yield _refuted(step, link)
                elif found := _no_identity(step, link):
                    yield found
            except (NoValueError, OutsideError):
                continue

    def _is_asserted(self, step: int, formula: Formula, link: Link) -> bool:
        """Whether the text says this relation of just these numbers."""
        if link.modulus is None and (_is_bare(link) or _may_be_rounded(link)):
            return False
        if not _is_said(formula, link):
            return False
        known = (self._problem, self._steps[step - 1])
        if any(map(cue("other_signs").search, known)):
            return False
        return link.modulus is not None or not self._may_hold_modulo(step, link)

    def _may_hold_modulo(self, step: int, link: Link) -> bool:
        """Whether an equation may be meant modulo a number that the proof computes with."""
        sides = (link.left, link.right)
        if link.relation is not ex.Relation.EQ or any(map(_is_irrational, sides)):
            return False
        here = set(_MODULUS.findall(f"{self._problem}\n{self._steps[step - 1]}"))
        if "" in here:
            # A letter for a modulus: nothing is known about it.
            return True
        return any(_holds_modulo(link, modulus) for modulus in self._moduli)

    @cached_property
    def _moduli(self) -> set[int]:
        found = _MODULUS.findall("\n".join([self._problem, *self._steps]))
        return {int(number) for number in found if number}


def _is_said(formula: Formula, link: Link) -> bool:
    """Whether no word of the sentence, or of the next one, supposes the link or takes it back."""
    sentence = f"{formula.before} # {formula.after}"
    # A relation that stands alone may be a condition; in a longer chain it is a computation.
    is_alone = len(formula.chain.relations) == 1
    wider = f"{sentence} {formula.following}"
    clause = re.split(r"[,;]|\bthen\b", formula.before)[-1]
    if cue("supposes").search(clause) or cue("takes_back").search(wider):
        return False
    if cue("weakens").search(wider if is_alone else sentence):
        return False
    if is_alone and (cue("tries").search(formula.before) or cue("alternates").search(sentence)):
        return False
    return not ("remainder" in sentence and _has_quotient(link))


def _holds_modulo(link: Link, modulus: int) -> bool:
    try:
        divisor = ex.Num(Fraction(modulus))
        return bool(relation_holds(link.left, link.relation, link.right, modulus=divisor))
    except NoValueError:
        return False


def _is_numeric(link: Link) -> bool:
    """Whether a link is a relation between two numbers that every reader reads alike."""
    parts = [link.left, link.right, *([] if link.modulus is None else [link.modulus])]
    if link.relation not in _RELATIONS or any(isinstance(part, ex.Refusal) for part in parts):
        return False
    if (link.modulus is None) == (link.relation in ex.CONGRUENCE):
        return link.modulus is not None and link.relation is ex.Relation.EQ
    read = [part for part in parts if not isinstance(part, ex.Refusal)]
    if not all(map(is_closed, read)) or ex.calls(*read) & _OPEN_CALLS:
        return False
    # A bar between numbers may also say "such that", a star may be any operation.
    if (link.relation is ex.Relation.DIVIDES and "|" in link.between) or _has_star(link):
        return False
    check_meaning(*read)
    return True


def _has_quotient(link: Link) -> bool:
    return any(isinstance(part, ex.Div) for part in ex.walk(link.left, link.right))


def _has_star(link: Link) -> bool:
    return link.latex and bool(re.search(r"\*|\\ast|\\star", "".join(link.sides)))


def _is_bare(link: Link) -> bool:
    """Whether both sides are numerals: nobody computes ``3 = 4``; it shows a contradiction."""
    sides = (side.arg if isinstance(side, ex.Neg) else side for side in (link.left, link.right))
    return all(isinstance(side, ex.Num) for side in sides)


def _may_be_rounded(link: Link) -> bool:
    """Whether the sides agree if decimals are rounded, or a quotient drops its remainder."""
    sides = (link.left, link.right)
    may_round = link.relation is ex.Relation.EQ and any(map(_is_irrational, sides))

    def doubt(numeral: ex.Num) -> Fraction:
        written = link.numerals[numeral.span.start : numeral.span.end]
        if _THOUSANDS.fullmatch(written):
            return 999 * numeral.value
        digits = len(written.rstrip(")").partition(".")[2])
        is_rounded = digits or (may_round and numeral in sides)
        return Fraction(1, 10**digits) if is_rounded else Fraction(0)

    numerals = (part for part in ex.walk(*sides) if isinstance(part, ex.Num))
    is_doubtful = link.relation is not ex.Relation.NE and any(map(doubt, numerals))
    return (is_doubtful and may_agree(*sides, doubt)) or drops_remainder(*sides)


def _is_irrational(node: ex.Expr) -> bool:
    try:
        rational_at(node)
    except IrrationalError:
        return True
    return False


# ---- what a finding says


def _refuted(step: int, link: Link) -> LintFinding:
    assert not isinstance(link.modulus, ex.Refusal)
    if link.modulus is not None:
        left, right = (remainder_of(side, link.modulus) for side in (link.left, link.right))
        values = str(left), str(right)
        modulus = _value(link.modulus)
        message = f"is false: modulo {modulus} the left side is {left}, the right side {right}"
        return _finding(step, link, CONGRUENCE, values, message)
    values = _value(link.left, beside=link.right), _value(link.right, beside=link.left)
    message = f"left {values[0]}, right {values[1]}"
    if link.relation in ex.DIVISIBILITY:
        rest = remainder_of(link.right, link.left)
        message = f"{link.sides[1]} leaves the remainder {rest}"
    elif link.relation is ex.Relation.EQ:
        for side, number, at in ((link.right, link.left, 1), (link.left, link.right, 0)):
            if isinstance(number, ex.Num) or (_is_plain(number) and not _is_plain(side)):
                sign = "" if values[at].startswith("≈") else "= "
                message = f"{link.sides[at]} {sign}{values[at]}, not {link.sides[1 - at]}"
    return _finding(step, link, NUMBERS, values, f"is false: {message}")


def _is_plain(node: ex.Expr) -> bool:
    """A numeral or a quotient of numerals: what it says needs no computation."""
    match node:
        case ex.Neg(arg=arg):
            return _is_plain(arg)
        case ex.Div(numerator=upper, denominator=lower):
            return isinstance(upper, ex.Num) and isinstance(lower, ex.Num)
        case _:
            return isinstance(node, ex.Num)


def _value(node: ex.Expr, *, beside: ex.Expr = ex.ONE) -> str:
    """The value of a closed number, exact or its first digits; a fraction beside fractions."""
    if has_degrees(node) and (turn := part_of_pi(node)) is not None:
        return f"{turn * 180}°"
    try:
        value = rational_at(node)
    except IrrationalError:
        return f"≈ {ball_at(node).str(6, radius=False)}"
    decimals = next((n for n in range(1, 5) if 10**n % value.denominator == 0), 0)
    has_fraction = any(isinstance(part, ex.Div) for part in ex.walk(beside))
    if value.denominator > 1 and decimals and not has_fraction:
        return f"{float(value):.{decimals}f}"
    if value.numerator.bit_length() + value.denominator.bit_length() < 200:
        return str(value)
    return f"≈ {ball_at(node).str(6, radius=False)}"


def _finding(
    step: int,
    link: Link,
    rule: str,
    values: tuple[str, str],
    message: str,
    counterexample: str | None = None,
) -> LintFinding:
    start, end = link.span
    return LintFinding(
        step=step,
        column=start + 1,
        length=end - start,
        rule=rule,
        finding_class=FindingClass.NOTE if rule == IDENTITY else FindingClass.REFUTED,
        claim=link.numerals[start:end],
        left=link.sides[0],
        relation=link.relation.value,
        right=link.sides[1],
        left_value=values[0],
        right_value=values[1],
        counterexample=counterexample,
        message=message,
    )


# ---- equations between polynomials


def _no_identity(step: int, link: Link) -> LintFinding | None:
    """A note on an equation between polynomials in the same letters that fails at some point."""
    letters = sorted(ex.symbols(link.left))
    if link.relation is not ex.Relation.EQ or link.modulus is not None or not letters:
        return None
    is_number = {"i", "e", *ex.CONSTANTS} & set(letters)
    if is_number or ex.symbols(link.right) != set(letters):
        return None
    if not (_is_polynomial(link.left) and _is_polynomial(link.right)):
        return None
    for first, step_by in ((0, 0), (1, 0), (2, 1), (3, 4)):
        point = {name: Fraction(first + step_by * at) for at, name in enumerate(letters)}
        left, right = rational_at(link.left, point), rational_at(link.right, point)
        if left != right:
            shown = ", ".join(f"{name.strip(chr(92))} = {value}" for name, value in point.items())
            message = f"is no identity: left {left}, right {right} at {shown}"
            return _finding(step, link, IDENTITY, (str(left), str(right)), message, shown)
    return None


def _is_polynomial(node: ex.Expr) -> bool:
    match node:
        case ex.Num() | ex.Sym():
            return True
        case ex.Neg() | ex.Add() | ex.Mul():
            return all(map(_is_polynomial, ex.children(node)))
        case ex.Pow(base=base, exponent=ex.Num(value=value)):
            return value.denominator == 1 and 0 < value <= 40 and _is_polynomial(base)
        case ex.Div(numerator=upper, denominator=ex.Num(value=value)):
            return value != 0 and _is_polynomial(upper)
        case _:
            return False


# The method, its ablations and the audits of one command lint the same proofs.
@lru_cache(maxsize=1024)
def lint_proof(proof: Proof, *, timeout_s: float = 5.0) -> LintReport:
    """Check every relation between numbers in a proof, without any model.

    Args:
        proof: The problem and its numbered steps.
        timeout_s: Processor seconds it may take; what was found until then is kept.
    """
    return _Linter(proof, timeout_s).run()
