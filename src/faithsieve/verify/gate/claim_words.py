"""A claim in words taken apart: its quantifiers in their order, its conditions, and what it says.

"For every n ≥ 1 there is k with n = 2k whenever 4 ∣ n" has two quantifiers, two conditions, and the
core ``n = 2k``. Only plain wordings are taken apart; what is left of any
other stays in the core, where the reader of claims refuses it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from faithsieve.symbolic.lean_formula import Formula, Quantified
from faithsieve.symbolic.lexicon import cue
from faithsieve.verify.counterexamples import open_claim
from faithsieve.verify.links import common_name

_LETTER = r"(?:\\[a-z]+|[A-Za-z])(?:_\{?\w+\}?)?"
_LETTERS = re.compile(rf"\s*({_LETTER}(?:\s*,\s*{_LETTER})*)(?![A-Za-z(])")
_FIRST = {cue("all_first"): "∀", cue("some_first"): "∃"}
_LAST = {cue("all_last"): "∀", cue("some_last"): "∃"}
_IF = (cue("if_then"), cue("if_comma"), cue("forces"), cue("suppose_then"), cue("if_last"))


@dataclass(frozen=True)
class WordedClaim:
    """A claim in its parts."""

    quantifiers: tuple[tuple[str, str], ...]
    """``∀`` or ``∃`` with its letter, outermost first."""
    conditions: tuple[str, ...]
    """What the claim supposes, in formulas and words."""
    core: str
    """What is said under quantifiers and condition."""

    def letters(self, quantifier: str) -> frozenset[str]:
        """Return the letters of one quantifier."""
        return frozenset(name for sign, name in self.quantifiers if sign == quantifier)


@lru_cache(maxsize=4096)
def take_apart(claim: str) -> WordedClaim:
    """Take a claim apart as far as its wording is plain."""
    core = re.sub(r"\\[()]", "$", claim)
    if cue("not_taken_apart").search(re.sub(r"\$[^$]*\$", " ", claim)):
        return WordedClaim((), (), core)
    conditions: list[str] = []
    first: list[tuple[str, str]] = []
    last: list[tuple[str, str]] = []
    while True:
        if found := _search(_FIRST, core):
            first += [(_FIRST[found.re], name) for name in _names(found["objects"])]
            core = core[found.end() :]
        elif found := _search(_LAST, core):
            if "," not in found[0].partition("$")[0]:
                # Behind a comma it may be meant for the whole sentence, so its place is unknown.
                last = [*((_LAST[found.re], name) for name in _names(found["objects"])), *last]
            core = core[: found.start()]
        elif found := _search(_IF, core):
            core = found["core"]
        else:
            return WordedClaim(
                (*first, *last),
                tuple(conditions),
                cue("trailing_quantifier").sub("", cue("names_term").sub("", core)),
            )
        told = found.groupdict()
        conditions += [told["condition"]] if told.get("condition") else []
        conditions += _bounds(told.get("objects") or "")


def _search(patterns: Iterable[re.Pattern[str]], text: str) -> re.Match[str] | None:
    return next((found for found in (p.search(text) for p in patterns) if found), None)


def stated_core(claim: Formula, letters: frozenset[str]) -> Formula:
    """Return what a conclusion says behind its ``∀``, and its ``∃`` over letters of the claim."""
    while True:
        claim = open_claim(claim)[-1]
        if not isinstance(claim, Quantified) or not {*map(common_name, claim.names)} <= letters:
            return claim
        claim = claim.body


def _names(objects: str) -> Iterator[str]:
    for formula in re.findall(r"\$([^$]*)\$", objects) or cue("bare_letters").findall(objects):
        found = _LETTERS.match(formula)
        for letter in re.split(r"\s*,\s*", found[1]) if found else ():
            name = common_name(letter)
            # A command that is no letter, such as the one for the set of all reals.
            if not (letter.startswith("\\") and name.isascii()):
                yield name


def _bounds(objects: str) -> list[str]:
    """Return what is said about quantified letters in signs, such as ``n ≥ 1``."""
    found = re.findall(r"\$[^$]*\$", objects)
    return [
        formula
        for formula in found
        if cue("bounded").search(formula) and _LETTERS.match(formula[1:])
    ]
