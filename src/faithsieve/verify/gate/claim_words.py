"""A claim in words taken apart: its quantifiers in their order, its conditions, and what it says.

"For every n ≥ 1 there is k with n = 2k whenever 4 ∣ n" has two quantifiers, two conditions, and the
core ``n = 2k``. Only plain wordings are taken apart; what is left of any
other stays in the core, where the reader of claims refuses it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from faithsieve.symbolic.expressions import Call, Neg, Relation
from faithsieve.symbolic.lean_formula import Compare, Formula, Quantified
from faithsieve.symbolic.lexicon import cue
from faithsieve.verify.counterexamples import open_claim
from faithsieve.verify.links import common_name

_LETTER = r"(?:\\[a-z]+|[A-Za-z])(?:_\{?\w+\}?)?"
_LETTERS = re.compile(rf"\s*({_LETTER}(?:\s*,\s*{_LETTER})*)(?![A-Za-z(])")
# Words that say of what kind a letter is; those that begin a clause of their own are none.
_KIND = r"(?:(?!(?:there|we|the|it|and|if|such|with|that|is|are)\b)[A-Za-z-]+\s+){0,5}"
_BARE = r"(?<![A-Za-z\\])(?![aI]\b)[A-Za-z](?:\s*,\s*[A-Za-z])*\b"
_BARE += r"(?:\s*[<>≤≥]=?\s*-?\d+)?(?![A-Za-z'(^_])"
_NAMED = rf"{_KIND}(?:\$[^$]*\$|{_BARE})"
_MORE = r"(?:\s+(?:greater|larger)\s+than\s+\$?\d+\$?|\s+in\s+\$[^$]*\$)?"
_OBJECTS = (
    rf"{_NAMED}(?:,?\s+and\s+(?:(?:all|every|each|any)\s+)?{_NAMED}(?!\s*(?:is|are)\b))*{_MORE}"
)
_FORMULAS = r"\$[^$]*\$(?:\s+and\s+\$[^$]*\$)*"
_WITH = r"(?:with|such\s+that|so\s+that|satisfying|for\s+which)"
_SAID = r"(?:(?:we\s+(?:have|get|obtain|find)|it\s+holds|one\s+has|the\s+relation)(?:\s+that)?\s+)?"
_FOR_ALL = r"(?:for|given)\s+(?:all|every|each|any)\s+"
_BEGIN = r"^\s*(?:(?:so|hence|thus|therefore|then|and|consequently|that)\b[\s,]*)*"
_HEAD_ALL = re.compile(
    rf"{_BEGIN}{_FOR_ALL}(?P<objects>{_OBJECTS})(?:\s+{_WITH}\s+(?P<condition>{_FORMULAS})"
    rf"(?=\s*[,:]|\s+(?:we|it|one|the)\b))?\s*[,:]?\s*{_SAID}",
    re.IGNORECASE,
)
_HEAD_SOME = re.compile(
    rf"{_BEGIN}(?:we\s+can\s+find|there\s+(?:is|are|exists?))\s+(?!no\b)(?P<objects>{_OBJECTS})"
    rf"\s*,?\s*{_WITH}\s*,?\s*{_SAID}",
    re.IGNORECASE,
)
_HEAD_IF = (
    re.compile(
        r"^\s*(?:if|when(?:ever)?)\s+(?P<condition>.*?),?\s+then\s+(?P<core>.*)$", re.I | re.S
    ),
    re.compile(
        r"^\s*(?:if|when(?:ever)?)\s+(?P<condition>[^,]*?\$[^$]*\$[^,$]*),\s+(?P<core>.*)$",
        re.I | re.S,
    ),
    re.compile(
        r"^\s*(?:from\s+)?(?P<condition>[^,]*?\$[^$]*\$[^,$]*?),?\s+"
        r"(?:implies|forces|it\s+follows|follows)\s+(?:that\s+)?(?P<core>.*)$",
        re.I | re.S,
    ),
    re.compile(
        r"^\s*(?:suppose|assume|let)\s+(?:that\s+)?(?P<condition>[^.]*)\.\s+then\s+(?P<core>.*)$",
        re.I | re.S,
    ),
)
_TAIL_ALL = re.compile(rf"\s*,?\s*\b{_FOR_ALL}(?P<objects>{_OBJECTS})\s*\.?\s*$", re.IGNORECASE)
_TAIL_SOME = re.compile(rf"\s*,?\s*\bfor\s+some\s+(?P<objects>{_OBJECTS})\s*\.?\s*$", re.IGNORECASE)
_TAIL_IF = re.compile(
    r"^(?P<core>.*\S),?\s+(?:whenever|if|provided(?:\s+that)?|as\s+soon\s+as|assuming(?:\s+that)?)\s+"
    r"(?P<condition>[^,;]*\S)\s*$",
    re.IGNORECASE | re.DOTALL,
)
_THE_TERM = re.compile(
    r"^\s*the\s+(?:number|product|sum|integer|expression|value|difference|term|quantity)\s+(?=\$)",
    re.I,
)
_RESIDUES = re.compile(
    r"\$([^$]*?)\\equiv\s*([^$\\]+)\$?\s*(?:,?\s*or|\\text\{\s*or\s*\}|,)\s*\$?([^$\\]+)(\\pmod[^$]*)\$"
)
_PLUS_MINUS = re.compile(r"\$([^$]*?)\\equiv\s*\\pm\s*(\d+)\s*(\\pmod[^$]*)\$")
# Both ways, or a denial under which a quantifier means the other one.
_OTHERWISE = re.compile(
    r"\b(?:only\s+if|iff|exactly|infinitely|no|not|never|neither|cannot|unless|either|except|equivalent)\b",
    re.I,
)
_BOUND = re.compile(r"[<>=]|\\(?:geq?|leq?|neq?|ne|mid|equiv)(?![a-z])|[≤≥≠∣]")
_GREEK = {r"\varepsilon": "ε", r"\epsilon": "ε"}


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
    if _OTHERWISE.search(re.sub(r"\$[^$]*\$", " ", claim)):
        return WordedClaim((), (), core)
    conditions: list[str] = []
    first: list[tuple[str, str]] = []
    last: list[tuple[str, str]] = []
    while True:
        if found := _HEAD_ALL.match(core) or _HEAD_SOME.match(core):
            sign = "∀" if found.re is _HEAD_ALL else "∃"
            first += [(sign, name) for name in _names(found["objects"])]
            core = core[found.end() :]
        elif found := _TAIL_ALL.search(core) or _TAIL_SOME.search(core):
            sign = "∀" if found.re is _TAIL_ALL else "∃"
            if "," not in found[0].partition("$")[0]:
                # Behind a comma it may be meant for the whole sentence, so its place is unknown.
                last = [*((sign, name) for name in _names(found["objects"])), *last]
            core = core[: found.start()]
        elif found := next((m for p in (*_HEAD_IF, _TAIL_IF) if (m := p.match(core))), None):
            core = found["core"]
        else:
            break
        told = found.groupdict()
        conditions += [told["condition"]] if told.get("condition") else []
        conditions += _bounds(told.get("objects") or "")
    return WordedClaim((*first, *last), tuple(conditions), _plain(core))


def _plain(core: str) -> str:
    """Write a core as the reader of claims knows it: each alternative residue with its modulus."""
    core = cue("trailing_quantifier").sub("", _THE_TERM.sub("", core))
    core = _PLUS_MINUS.sub(r"$\1\\equiv \2\3$ or $\1\\equiv -\2\3$", core)
    return _RESIDUES.sub(r"$\1\\equiv \2\4$ or $\1\\equiv \3\4$", core)


def stated_core(claim: Formula, letters: frozenset[str]) -> Formula:
    """Return what a conclusion says behind its ``∀``, and its ``∃`` over letters of the claim."""
    while True:
        claim = open_claim(claim)[-1]
        if not isinstance(claim, Quantified) or not {*map(common_name, claim.names)} <= letters:
            return claim
        claim = claim.body


def without_bars(links: Iterable[Compare]) -> tuple[Compare, ...]:
    """Write ``|t| < u`` as ``-u < t`` and ``t < u``, as Lean without absolute values does."""
    found: list[Compare] = []
    for link in links:
        match link:
            case Compare(relation=Relation.LT | Relation.LE, left=Call(name="abs", args=(term,))):
                low = replace(link, left=Neg(link.right), right=term)
                found += [low, replace(link, left=term)]
            case _:
                found.append(link)
    return tuple(found)


def _names(objects: str) -> Iterator[str]:
    for formula in re.findall(r"\$([^$]*)\$", objects) or re.findall(_BARE, objects):
        found = _LETTERS.match(formula)
        for letter in re.split(r"\s*,\s*", found[1]) if found else ():
            name = _GREEK.get(letter) or common_name(letter)
            # A command that is no letter, such as the one for the set of all reals.
            if not (letter.startswith("\\") and name.isascii()):
                yield name


def _bounds(objects: str) -> list[str]:
    """Return what is said about quantified letters in signs, such as ``n ≥ 1``."""
    found = re.findall(r"\$[^$]*\$", objects)
    return [formula for formula in found if _BOUND.search(formula) and _LETTERS.match(formula[1:])]
