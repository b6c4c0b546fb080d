"""Decide whether a slip may decide: the account of everything that was read around a claim.

A false relation is *refuted* only when nothing about it is left open: every side was read, no
numeral was cut out of a longer one, the proof speaks about ordinary numbers, the text asserts the
relation, and, for claims with letters, a counterexample satisfies everything else the text says
about these letters. One open point makes the finding *suspicious*; a relation that the text does
not assert is a *note*. Rules that compare lines by likeness never refute.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from typing import NamedTuple

from faithsieve.records.symbolic import Account, FindingClass
from faithsieve.symbolic.claims import Claim, Mood, bare_mentions, last_clause, sentence_of
from faithsieve.symbolic.context import CONSTANTS, Slip, has_undecided_sign
from faithsieve.symbolic.evaluate import NoValueError
from faithsieve.symbolic.expressions import (
    Expr,
    Num,
    Refusal,
    Relation,
    Side,
    applied,
    symbols,
)
from faithsieve.symbolic.ideals import contradict, in_ideal
from faithsieve.symbolic.lean_terms import StatedLink, plain_text
from faithsieve.symbolic.lexicon import cue, word_list
from faithsieve.symbolic.polynomials import Expander, Polynomial, TooLargeError
from faithsieve.symbolic.separation import certainly_different, relation_holds

NUMBER_RULES = frozenset({"numeric-link", "congruence", "divisibility"})
"""Rules whose findings often show an earlier slip."""
IDENTITY_RULES = frozenset({"symbolic-link", "restated-expression"})
LINE_RULES = frozenset({"contradicted-line"})

_OTHER_NUMBERS = cue("other_numbers")
_TRIAL = cue("trial")
"""Words beside which a false relation may be tried, denied, asked or rounded."""
_DENIAL = cue("denial")
"""Those of them that take back or round even a computed value."""
_STEP_TRIAL = cue("step_trial")
_CONTRADICTION = cue("contradiction")
_LEADS_ON = cue("leads_on")
_REWRITING = cue("rewriting")
"""Words that announce another form of the same expression, for all values of its letters."""
_USES_FACTS = cue("uses_facts")
_LINE_TRIAL = cue("line_trial")
_NEUTRAL = word_list("neutral")
"""Words that say nothing about a letter beside what kind of number it is."""
_OPENERS = re.compile(r"(?:\\[(\[]|\$+|\s|\\(?:q?quad|,|;|!)|\\begin\{[^{}]*\}(?:\{[^{}]*\})?|&)+$")
_CLOSERS = re.compile(r"^(?:\\[)\]]|\$+|\s|\\(?:q?quad|,|;|!)|\\end\{[^{}]*\}|&)+")
_GLUED_BEFORE = re.compile(r"(?:[0-9]|[+\-*/=^_<>≤≥≠≡≈×·√|]|(?<!\\left)[(\[{]|[0-9][,.])$")
_GLUED_AFTER = re.compile(
    r"[0-9+\-*/^_=<>≤≥≠≡≈×·!%°√(\[{|]|[,.][0-9]|\.\.|…|percent|degrees?\b|mod\b|"
    r"\\(?!\\|text|implies|Rightarrow|iff|Longrightarrow|tag|label|therefore|because|blacksquare|"
    r"square|qed|begin|end|item|\(|\[)"
)
_CONCLUDES = cue("concludes")
_NEXT_LINE = re.compile(r"[.,]?\s*(?:\\\\)?\s*&?\s*=\s*&?\s*")
_CYCLES = re.compile(
    r"\s*(?:[1e]|(?:\s|\(\s*[0-9]+(?:\s+[0-9]+)*\s*\)|\^\{?-?[0-9]+\}?|\\(?:cdot|circ))+)[\s.,;]*"
)
"""Nothing but digits in brackets, with powers: cycles of a permutation look like this."""
_JOINING = word_list("joining") | word_list("derives") | {"see", "that", "compute", "calculate"}
_OPERATING_WORDS = word_list("operating")
_CANDIDATES = tuple(Fraction(n) for n in (2, 3, 5, 7, 1, 4, 6, 11, 10, 0, -1, -2))
_MAX_POINTS = 3000


class Graded(NamedTuple):
    """The class of a finding with the account, or the doubt, behind it."""

    finding_class: FindingClass
    account: Account | None = None
    doubt: str | None = None
    stated: StatedLink | None = None
    """The slip as stated for Lean, with the premises of the account."""


class _DoubtError(Exception):
    """One point that is not accounted for."""


class AccountKeeper:
    """Knows all texts and claims of one proof and grades slips against them."""

    def __init__(self, texts: Sequence[str], claims: Sequence[Claim]) -> None:
        self._texts = texts
        self._claims = claims

    @cached_property
    def _other_numbers(self) -> str | None:
        return _found(_OTHER_NUMBERS, "\n".join(self._texts))

    def grade(self, claim: Claim, at: int, slip: Slip) -> Graded:
        """Say how far one slip can be trusted."""
        if claim.mood not in (Mood.ASSERTED, Mood.DEFINED):
            return Graded(FindingClass.NOTE, doubt=f"the text does not assert it ({claim.mood})")
        facts: list[_Fact] = []
        try:
            if slip.rule in NUMBER_RULES:
                self._number_doubts(claim, at)
                premises: tuple[str, ...] = ()
            elif slip.rule in IDENTITY_RULES:
                self._reading_doubts(claim)
                facts = self._identity_facts(claim, at, slip)
                premises = tuple(fact.text for fact in facts)
            elif slip.rule in LINE_RULES:
                self._reading_doubts(claim)
                premises = self._line_premises(claim, slip)
            else:
                raise _DoubtError("a comparison of lines cannot decide")
        except _DoubtError as doubt:
            return Graded(FindingClass.SUSPICIOUS, doubt=str(doubt))
        account = Account(
            reading=_reading(claim, at, slip), sentence=sentence_of(claim), premises=premises
        )
        return Graded(FindingClass.REFUTED, account, stated=_with_premises(slip.stated, facts))

    # ---- what was read

    def _reading_doubts(self, claim: Claim) -> None:
        if claim.chain.first_refusal() is not None:
            raise _DoubtError("a part of the formula could not be read")
        if self._other_numbers is not None and claim.chain.modulus is None:
            raise _DoubtError(f"{self._other_numbers!r}: the letters may not be ordinary numbers")
        _neighbour_doubts(claim)

    def _number_doubts(self, claim: Claim, at: int) -> None:
        self._reading_doubts(claim)
        if all(_CYCLES.fullmatch(claim.side_text(side)) for side in (at, at + 1)):
            raise _DoubtError("digits alone in brackets may be no number")
        # "A = 3 + 4 = 8" sets A, but that 3 + 4 is 8 it claims; what is tried stands alone.
        is_evaluation = at > 0 and len(claim.chain.sides) > 2
        if claim.mood is not Mood.ASSERTED and not is_evaluation:
            raise _DoubtError("the text sets the value instead of claiming it")
        around = f"{claim.before} {claim.after[:120]}"
        if found := _found(_DENIAL if is_evaluation else _TRIAL, around):
            raise _DoubtError(f"{found!r} stands beside it: it may be tried, denied or rounded")
        if found := _found(_STEP_TRIAL, self._texts[claim.step]):
            raise _DoubtError(f"{found!r} in the same step: it may be part of a trial")
        if len(claim.chain.sides) < 3 and _CONTRADICTION.search("\n".join(self._texts)):
            raise _DoubtError("the proof argues by contradiction")
        if not self._is_used(claim):
            raise _DoubtError("its value is never used again")

    def _is_used(self, claim: Claim) -> bool:
        """Whether the last value of a chain comes up again, or a conclusion or the end follows."""
        if claim.step == len(self._texts) - 1:
            return True
        if _CONCLUDES.match("\n".join([claim.after, *self._texts[claim.step + 1 :][:1]])):
            return True
        numerals = re.findall(r"\d+", claim.side_text(len(claim.chain.sides) - 1))
        rest = [claim.text[claim.chain.span.end :], *self._texts[claim.step + 1 :]]
        later = set(re.findall(r"\d+", "\n".join(rest)))
        return not numerals or max(numerals, key=len) in later

    # ---- letters

    def _identity_facts(self, claim: Claim, at: int, slip: Slip) -> list["_Fact"]:
        assert slip.stated is not None
        left, right = slip.stated.left, slip.stated.right
        if applied(left, right) or any(map(has_undecided_sign, (left, right))):
            raise _DoubtError("a function or sign is not determined")
        is_rewriting = _identity_doubts(claim, slip)
        letters = symbols(left, right) - CONSTANTS
        known = self._facts_about(letters, claim, at)
        difference, equations = _polynomials(left, right, known)
        if contradict([difference, *equations]) and not contradict(equations):
            # No further condition can make true what contradicts the facts.
            return known
        if equations and len(claim.chain.sides) == 2 and not _names_a_law(claim, slip):
            raise _DoubtError("it may be another form of an equation that was stated before")
        if is_rewriting:
            if in_ideal(difference, equations) is not False:
                raise _DoubtError("it may follow from what was said before")
            return known
        for text in self._texts[: claim.step + 1]:
            _mention_doubts(text, letters)
        if _satisfying_point(left, right, sorted(letters), known) is None:
            raise _DoubtError("no counterexample is known that satisfies what the text says")
        return known

    def _line_premises(self, claim: Claim, slip: Slip) -> tuple[str, ...]:
        """Account for two lines that contradict each other, the later one got from the earlier."""
        source = slip.source
        if source is None or not _is_close(source, claim):
            raise _DoubtError("the two lines do not stand directly one after the other")
        if len(source.chain.relations) != 1 or len(claim.chain.relations) != 1:
            raise _DoubtError("one of the lines is part of a chain")
        is_known = source.mood in (Mood.ASSERTED, Mood.DEFINED)
        if not is_known or claim.mood is not Mood.ASSERTED:
            raise _DoubtError("the text does not assert both lines")
        self._reading_doubts(source)
        between = claim.text[source.chain.span.end : claim.chain.span.start].lower()
        if found := _found(_LINE_TRIAL, between):
            raise _DoubtError(f"{found!r} stands between the lines")
        if not _leads_on(source, claim):
            raise _DoubtError("no word says that the line was made from the one before")
        around = f"{claim.before} {claim.after[:60]}"
        if found := _found(_LINE_TRIAL, around) or _found(_STEP_TRIAL, self._texts[claim.step]):
            raise _DoubtError(f"{found!r} stands beside it")
        return (source.text[source.chain.span.start : source.chain.span.end],)

    def _facts_about(self, letters: frozenset[str], claim: Claim, at: int) -> list["_Fact"]:
        """Every relation of the problem and of the steps up to this one that has such a letter.

        What the claim says itself, from the checked link on, is no fact.
        """
        found: list[_Fact] = []
        for other in self._claims:
            if other.step > claim.step:
                break
            # "… where ab = 2" may stand after the claim; other later lines are consequences.
            if other.order > claim.order and other.mood is Mood.ASSERTED:
                continue
            if not _mentions(other, letters):
                continue
            if other.chain.first_refusal() is not None or other.chain.modulus is not None:
                raise _DoubtError("a formula about its letters could not be read")
            for place, left, relation, right in other.chain.links():
                if other is claim and place >= at:
                    continue
                if symbols(left, right) & letters:
                    found.append(_Fact(other, place, left, relation, right))
        return found


def _mention_doubts(text: str, letters: frozenset[str]) -> None:
    for letter, words in bare_mentions(text):
        if letter in letters and (strange := _strange_word(words)):
            raise _DoubtError(f"the text says more about {letter}: {strange!r}")


def _strange_word(words: str) -> str | None:
    """The first word that may say more than what kind of number a letter is."""
    # A single letter names another number.
    found = re.findall(r"[a-z]{2,}", words.lower())
    return next((word for word in found if word not in _NEUTRAL), None)


def _names_a_law(claim: Claim, slip: Slip) -> bool:
    """Whether the two sides are one expression in two forms, whatever its letters satisfy."""
    return slip.rule == "restated-expression" or "identity" in last_clause(claim.before)


def _identity_doubts(claim: Claim, slip: Slip) -> bool:
    """Whether words announce a rewriting, which holds for all values; doubt a mere equation."""
    clause = last_clause(claim.before)
    announced = slip.rule == "restated-expression" or _REWRITING.search(clause)
    is_rewriting = bool(announced) and not _USES_FACTS.search(clause)
    found = _strange_word(claim.before)
    if found and not is_rewriting and len(claim.chain.sides) == 2:
        raise _DoubtError(f"{found!r}: it may be an equation about something")
    if found := _found(_LINE_TRIAL, f"{clause} {claim.after[:60]}"):
        raise _DoubtError(f"{found!r} stands beside it")
    return is_rewriting


class _Fact(NamedTuple):
    claim: Claim
    at: int
    left: Expr
    relation: Relation
    right: Expr

    @property
    def text(self) -> str:
        sides = self.claim.side_text(self.at), self.claim.side_text(self.at + 1)
        return f"{sides[0]} {self.relation.value} {sides[1]}"


def _satisfying_point(
    left: Expr, right: Expr, letters: list[str], facts: list[_Fact]
) -> dict[str, Fraction] | None:
    """Find a point where every fact holds and the two sides differ."""
    choices = product(_CANDIDATES, repeat=len(letters))
    for values in islice(choices, _MAX_POINTS):
        point = dict(zip(letters, values, strict=True))
        try:
            holds = all(relation_holds(f.left, f.relation, f.right, point) for f in facts)
            if holds and certainly_different(left, right, point) is True:
                return point
        except NoValueError:
            continue
    return None


def _with_premises(stated: StatedLink | None, facts: list[_Fact]) -> StatedLink | None:
    """Put the facts of an account before a link, with a point that satisfies them all."""
    if not facts or stated is None:
        return stated
    letters = sorted(symbols(stated.left, stated.right) - CONSTANTS)
    point = _satisfying_point(stated.left, stated.right, letters, facts)
    premises = tuple((fact.left, fact.relation, fact.right) for fact in facts)
    return stated._replace(premises=premises, witness=point)


def _polynomials(
    left: Expr, right: Expr, facts: list[_Fact]
) -> tuple[Polynomial, list[Polynomial]]:
    """The difference of two sides and the equations among the facts."""
    expander = Expander()
    try:
        difference = expander.equation(left, right)
        known = [
            expander.equation(f.left, f.right)
            for f in facts
            if f.relation in (Relation.EQ, Relation.DEFINES)
        ]
    except TooLargeError as error:
        raise _DoubtError("a formula about its letters is too large") from error
    return difference, [polynomial for polynomial in known if polynomial]


def _is_close(source: Claim, claim: Claim) -> bool:
    """Whether one line follows the other, at most a remark between them."""
    if source.step != claim.step:
        return False
    has_words = bool(re.search(r"\w", last_clause(claim.before)))
    return claim.order - source.order <= (3 if has_words else 1)


def _leads_on(source: Claim, claim: Claim) -> bool:
    """Whether the words between two lines, or their shared side, make one of the other."""
    clause = last_clause(claim.before)
    if re.search(r"\w", clause.replace("implies", "")):
        return bool(_LEADS_ON.fullmatch(clause))
    if "implies" in clause:
        return True
    shared = any(a == b for a, b in zip(source.chain.sides, claim.chain.sides, strict=True))
    return shared and source.display and claim.display


def _mentions(claim: Claim, letters: frozenset[str]) -> bool:
    for side in claim.chain.sides:
        if isinstance(side, Refusal):
            text = claim.text[side.span.start : side.span.end] or side.detail
            if any(re.search(rf"(?<![A-Za-z\\]){re.escape(x)}(?![A-Za-z])", text) for x in letters):
                return True
        elif symbols(side) & letters:
            return True
    return False


def _found(words: re.Pattern[str], text: str) -> str | None:
    match = words.search(text)
    return match.group() if match else None


def _neighbour_doubts(claim: Claim) -> None:
    """Refuse a formula that goes on outside of what was read, or begins inside of something."""
    first, last = claim.chain.side_spans[0].start, claim.chain.side_spans[-1].end
    if claim.continues:
        # Its first side is the last one of the claim before, which ends further up in the text.
        between = claim.text[claim.chain.side_spans[0].end : claim.chain.side_spans[1].start]
        if not _NEXT_LINE.fullmatch(between):
            raise _DoubtError("it begins with a relation sign")
    elif _GLUED_BEFORE.search(_OPENERS.sub("", claim.text[:first].rpartition("\n\n")[2])[-12:]):
        raise _DoubtError("something stands directly before it")
    if _goes_on_in_words(claim):
        raise _DoubtError("it may begin in words")
    if _GLUED_AFTER.match(_CLOSERS.sub("", claim.text[last:].partition("\n\n")[0])[:24]):
        raise _DoubtError("something stands directly after it")


def _goes_on_in_words(claim: Claim) -> bool:
    """Whether "3/4 of 20 = 15" or "the digits of 999 = 27" was read from its numeral on."""
    word = re.search(r"([a-z]+)\W*$", claim.before)
    starts = claim.text[: claim.chain.side_spans[0].start].rstrip()
    if word is None or not starts or starts[-1] in ".,;:!?":
        return False
    is_marked = starts.endswith(("$", "\\(", "\\[", "}", "&"))
    # After "has" or "makes" a computation begins; a numeral alone may end a longer quantity.
    is_alone = isinstance(claim.chain.sides[0], Num) and not is_marked
    return word[1] in _OPERATING_WORDS or (is_alone and word[1] not in _JOINING)


def _reading(claim: Claim, at: int, slip: Slip) -> str:
    sides: Sequence[Side] = claim.chain.sides[at : at + 2]
    if slip.stated is not None and slip.rule not in LINE_RULES:
        sides = slip.stated.left, slip.stated.right
    first, second = (plain_text(side) for side in sides if not isinstance(side, Refusal))
    relation = claim.chain.relations[at].value if at < len(claim.chain.relations) else "="
    modulus = claim.chain.modulus
    end = f" (mod {plain_text(modulus)})" if modulus and not isinstance(modulus, Refusal) else ""
    return f"{first} {relation} {second}{end}"
