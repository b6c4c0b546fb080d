"""Decide whether a slip may decide: the account of everything that was read around a claim.

A false relation is *refuted* only when nothing about it is left open: every side was read, no
numeral was cut out of a longer one, the proof speaks about ordinary numbers, the text asserts the
relation, and, for claims with letters, a counterexample satisfies everything else the text says
about these letters. One open point makes the finding *suspicious*; a relation that the text does
not assert is a *note*. Rules that compare lines by likeness never refute.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from faithsieve.records.symbolic import Account, FindingClass
from faithsieve.symbolic.claims import Claim, Mood, single_letters, strange_word
from faithsieve.symbolic.context import CONSTANTS, Link, Slip, links_of
from faithsieve.symbolic.equations import (
    CONTRADICTED_RULE,
    IDENTITY_RULE,
    RESTATED_RULE,
    is_factorisation,
    is_near_miss,
    says_for_all,
)
from faithsieve.symbolic.expressions import Expr, Num, Refusal, Relation, applied, symbols
from faithsieve.symbolic.lean_formula import Compare, is_counterexample, small_points
from faithsieve.symbolic.lean_terms import plain_text
from faithsieve.symbolic.lexicon import cue, word_list
from faithsieve.symbolic.polynomials import TooLargeError, contradict, in_ideal

NUMBER_RULES = frozenset({"numeric-link", "congruence", "divisibility"})
"""Rules whose findings often show an earlier slip."""

_OPENERS = re.compile(r"(?:\\[(\[]|\$+|\s|\\(?:q?quad|,|;|!)|\\begin\{[^{}]*\}(?:\{[^{}]*\})?|&)+$")
_CLOSERS = re.compile(r"^(?:\\[)\]]|\$+|\s|\\(?:q?quad|,|;|!)|\\end\{[^{}]*\}|&)+")
_GLUED_BEFORE = re.compile(r"(?:[0-9]|[+\-*/=^_<>≤≥≠≡≈×·√|]|(?<!\\left)[(\[{]|[0-9][,.])$")
_JOINING = word_list("joining") | word_list("derives") | {"see", "that", "compute", "calculate"}


class Graded(NamedTuple):
    """The class of a finding with the account, or the doubt, behind it."""

    finding_class: FindingClass
    slip: Slip
    """With the premises of the account."""
    account: Account | None = None
    doubt: str | None = None


class _DoubtError(Exception):
    """One point that is not accounted for."""


class AccountKeeper:
    """Knows all texts and claims of one proof and grades slips against them."""

    def __init__(self, texts: Sequence[str], claims: Sequence[Claim]) -> None:
        self._texts = texts
        self._claims = claims

    def grade(self, link: Link, slip: Slip) -> Graded:
        """Say how far one slip can be trusted."""
        claim = link.claim
        if claim.mood not in (Mood.ASSERTED, Mood.DEFINED):
            doubt = f"the text does not assert it ({claim.mood})"
            # What is tried may fail, but the way from one side of a chain to the next may not.
            is_computed = claim.mood is Mood.TESTED and len(claim.chain.sides) > 2
            grade = FindingClass.SUSPICIOUS if is_computed else FindingClass.NOTE
            return Graded(grade, slip, doubt=doubt)
        premises: tuple[str, ...] = ()
        try:
            self._reading_doubts(claim)
            if slip.rule in NUMBER_RULES:
                self._number_doubts(link)
            elif slip.rule in (IDENTITY_RULE, RESTATED_RULE):
                facts = self._identity_facts(link, slip)
                premises = tuple(fact.text for fact in facts)
                if facts:
                    stated = tuple(fact.stated for fact in facts)
                    points = small_points(symbols(slip.stated.left, slip.stated.right) - CONSTANTS)
                    tried = (p for p in points if is_counterexample(p, stated, slip.stated))
                    witness = next(tried, None)
                    slip = replace(slip, premises=stated, witness=witness)
            elif slip.rule == CONTRADICTED_RULE:
                premises = self._line_premises(claim, slip)
            else:
                raise _DoubtError("a comparison of lines cannot decide")
        except _DoubtError as error:
            return Graded(FindingClass.SUSPICIOUS, slip, doubt=str(error))
        account = Account(reading=_reading(slip.stated), sentence=claim.sentence, premises=premises)
        return Graded(FindingClass.REFUTED, slip, account)

    # ---- what was read

    def _reading_doubts(self, claim: Claim) -> None:
        if claim.chain.first_refusal() is not None:
            raise _DoubtError("a part of the formula could not be read")
        if claim.chain.modulus is None:
            why = "may mean that the letters are no ordinary numbers"
            _refuse_words(cue("other_numbers"), "\n".join(self._texts), why)
        _neighbour_doubts(claim)

    def _number_doubts(self, link: Link) -> None:
        claim = link.claim
        # "A = 3 + 4 = 8" sets A, but that 3 + 4 is 8 it claims; what is tried stands alone.
        is_evaluation = link.at > 0 and len(claim.chain.sides) > 2
        if claim.mood is not Mood.ASSERTED and not is_evaluation:
            raise _DoubtError("the text sets the value instead of claiming it")
        around = f"{claim.before} {claim.after[:120]}"
        words, step = cue("denial") if is_evaluation else cue("trial"), self._texts[claim.step]
        _refuse_words(words, around, "stands beside it: it may be tried, denied or rounded")
        _refuse_words(cue("step_trial"), step, "in the same step: it may be part of a trial")
        if len(claim.chain.sides) < 3 and cue("contradiction").search("\n".join(self._texts)):
            raise _DoubtError("the proof argues by contradiction")
        if not self._is_used(claim):
            raise _DoubtError("its value is never used again")

    def _is_used(self, claim: Claim) -> bool:
        """Whether the last value of a chain comes up again, or a conclusion or the end follows."""
        if claim.step == len(self._texts) - 1:
            return True
        if cue("concludes").match("\n".join([claim.after, *self._texts[claim.step + 1 :][:1]])):
            return True
        numerals = re.findall(r"\d+", claim.side_text(len(claim.chain.sides) - 1))
        rest = [claim.text[claim.chain.span.end :], *self._texts[claim.step + 1 :]]
        later = set(re.findall(r"\d+", "\n".join(rest)))
        return not numerals or max(numerals, key=len) in later

    # ---- letters

    def _identity_facts(self, link: Link, slip: Slip) -> list[Link]:
        claim, left, right = link.claim, slip.stated.left, slip.stated.right
        if applied(left, right):
            raise _DoubtError("a function is not determined")
        around = f"{claim.clause} {claim.after[:60]}"
        _refuse_words(cue("line_trial"), around, "stands beside it")
        known = self._facts_about(link)
        stated = [fact for fact in known if fact.relation in (Relation.EQ, Relation.DEFINES)]
        try:
            difference = link.polynomial
            equations = [fact.polynomial for fact in stated if fact.polynomial]
        except TooLargeError as error:
            raise _DoubtError("a formula about its letters is too large") from error
        # An equation stays true to the end; a value may belong to one case or be tried.
        certain = (Mood.GIVEN, Mood.DEFINED, Mood.ASSERTED)
        binding = [f for f in stated if f.claim.mood in certain and not f.fixes_a_letter]
        lasting = [fact.polynomial for fact in binding if fact.polynomial]
        if contradict([difference, *lasting]) and not contradict(equations):
            # No further condition can make true what contradicts the facts.
            self._setting_doubts(link)
            return binding
        is_law = slip.rule == RESTATED_RULE or says_for_all(claim, link.letters)
        if not is_law and not _is_other_form(claim, left, right):
            raise _DoubtError("it may be an equation that holds for some values")
        if equations and len(claim.chain.sides) == 2 and not is_law:
            raise _DoubtError("it may be another form of an equation that was stated before")
        if in_ideal(difference, equations) is not False:
            raise _DoubtError("it may follow from what was said before")
        return known

    def _setting_doubts(self, link: Link) -> None:
        """Doubt facts about letters of the problem that a step sets anew."""
        steps = "\n".join(self._texts[1 : link.claim.step + 1])
        for letter in link.letters & single_letters(list(self._texts[:1])):
            name = rf"(?:\$|\\\()?\s*{re.escape(letter)}\s*(?:\$|\\\))?"
            if re.search(rf"(?i:\blet|\bcall|\bdenote)\s+(?i:by\s+)?{name}\s+(?:be|the)\b", steps):
                raise _DoubtError(f"{letter} may be set anew")

    def _line_premises(self, claim: Claim, slip: Slip) -> tuple[str, ...]:
        """Account for two lines that contradict each other, the later one got from the earlier."""
        source = slip.source
        # At most a remark stands between the lines.
        most = 3 if re.search(r"\w", claim.clause) else 1
        if source is None or source.step != claim.step or claim.order - source.order > most:
            raise _DoubtError("the two lines do not stand directly one after the other")
        if len(source.chain.relations) != 1 or len(claim.chain.relations) != 1:
            raise _DoubtError("one of the lines is part of a chain")
        is_known = source.mood in (Mood.ASSERTED, Mood.DEFINED)
        if not is_known or claim.mood is not Mood.ASSERTED:
            raise _DoubtError("the text does not assert both lines")
        self._reading_doubts(source)
        between = claim.text[source.chain.span.end : claim.chain.span.start].lower()
        _refuse_words(cue("line_trial"), between, "stands between the lines")
        if not _leads_on(source, claim):
            raise _DoubtError("no word says that the line was made from the one before")
        around = f"{claim.before} {claim.after[:60]}"
        _refuse_words(cue("line_trial"), around, "stands beside it")
        _refuse_words(cue("step_trial"), self._texts[claim.step], "in the same step")
        return (source.text[source.chain.span.start : source.chain.span.end],)

    def _facts_about(self, link: Link) -> list[Link]:
        """Every relation of the problem and of the steps up to this one that shares a letter.

        What the claim says itself, from the checked link on, is no fact.
        """
        found: list[Link] = []
        for other in self._claims:
            if other.step > link.claim.step:
                break
            # "… where ab = 2" may stand after the claim; other later lines are consequences.
            if other.order > link.claim.order and other.mood is Mood.ASSERTED:
                continue
            if not _mentions(other, link.letters):
                continue
            if other.chain.first_refusal() is not None or other.chain.modulus is not None:
                raise _DoubtError("a formula about its letters could not be read")
            found += [
                fact
                for fact in links_of(other)
                if (other.order != link.claim.order or fact.at < link.at)
                and fact.letters & link.letters
            ]
        return found


def _is_other_form(claim: Claim, left: Expr, right: Expr) -> bool:
    """Whether "expanding, (x + 1)² = …" announces two forms of one expression, and nothing more.

    In a longer chain, one link may be the equation and another its rewriting.
    """
    clause = claim.clause
    if len(claim.chain.sides) > 2 or cue("uses_facts").search(clause):
        return False
    words = cue("two_forms").sub("", clause)
    is_announced = words != clause and is_factorisation(left, right)
    return is_announced and is_near_miss(left, right, share=0.4 if strange_word(words) else 0)


def _leads_on(source: Claim, claim: Claim) -> bool:
    """Whether the words between two lines, or their shared side, make one of the other."""
    clause = claim.clause
    if re.search(r"\w", clause.replace("implies", "")):
        return bool(cue("leads_on").fullmatch(clause))
    if "implies" in clause:
        return True
    shared = any(a == b for a, b in zip(source.chain.sides, claim.chain.sides, strict=True))
    return shared and source.display and claim.display


def _mentions(claim: Claim, letters: frozenset[str]) -> bool:
    unread = [side for side in claim.chain.sides if isinstance(side, Refusal)]
    text = "\n".join(claim.text[slice(*side.span)] or side.detail for side in unread)
    is_named = any(re.search(rf"(?<![A-Za-z\\]){re.escape(x)}(?![A-Za-z])", text) for x in letters)
    return is_named or bool(symbols(*claim.chain.read_sides) & letters)


def _refuse_words(words: re.Pattern[str], text: str, why: str) -> None:
    if match := words.search(text):
        raise _DoubtError(f"{match.group()!r} {why}")


def _neighbour_doubts(claim: Claim) -> None:
    """Refuse a formula that goes on outside of what was read, or begins inside of something."""
    first, last = claim.chain.side_spans[0].start, claim.chain.side_spans[-1].end
    before = claim.text[:first].rpartition("\n\n")[2]
    rest = _OPENERS.sub("", before)
    # "169, \\qquad z = …" is a list, "10,000 = …" one numeral.
    is_listed = rest.endswith((",", ".")) and "quad" in before[len(rest) :]
    if not claim.continues and not is_listed and _GLUED_BEFORE.search(rest[-12:]):
        raise _DoubtError("something stands directly before it")
    if _goes_on_in_words(claim):
        raise _DoubtError("it may begin in words")
    if cue("goes_on").match(_CLOSERS.sub("", claim.text[last:].partition("\n\n")[0])[:24]):
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
    return word[1] in word_list("operating") or (is_alone and word[1] not in _JOINING)


def _reading(stated: Compare) -> str:
    sides = f"{plain_text(stated.left)} {stated.relation.value} {plain_text(stated.right)}"
    return f"{sides} (mod {plain_text(stated.modulus)})" if stated.modulus else sides
