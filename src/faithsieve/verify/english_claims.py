"""What code can read in a sentence of the proof: relation chains, domains, and what is left over.

A text is *fully read* when its mathematics parses and its words only join ("so", "and", "we get").
Words such as "if", "not" or "unless" change what the formulas mean, so a text with them is not read
at all; other words leave the formulas standing and mark the reading as partial.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from faithsieve.symbolic import expressions as ex
from faithsieve.symbolic.claims import (
    SHORT_WORDS,
    Claim,
    ClaimReader,
    Mood,
    mask,
    math_spans,
    plain_spans,
)
from faithsieve.symbolic.expressions import Relation
from faithsieve.symbolic.lean_formula import Compare
from faithsieve.symbolic.lexicon import cue, data_file, word_list
from faithsieve.symbolic.parser import parse_expression
from faithsieve.verify.links import Fact, link_of, written_links

_JOINING = word_list("joining")
_TURNING = word_list("turning")


@dataclass(frozen=True, slots=True)
class Domain:
    """What a text says about a letter: its kind of number and properties."""

    letter: str
    kind: str | None
    """``natural``, ``integer``, ``rational`` or ``real``."""
    properties: tuple[str, ...]
    """``positive``, ``nonnegative``, ``negative``, ``nonzero``, ``odd``, ``even``, ``prime``."""

    @property
    def facts(self) -> tuple[Compare, ...]:
        """The properties as relations; that a number is prime is none."""
        told = [*self.properties, *(["nonnegative"] if self.kind == "natural" else [])]
        return tuple(_PROPERTIES[name](ex.Sym(self.letter)) for name in told if name in _PROPERTIES)


_PROPERTIES: dict[str, Callable[[ex.Expr], Compare]] = {
    "positive": lambda term: Compare(Relation.LT, ex.ZERO, term),
    "negative": lambda term: Compare(Relation.LT, term, ex.ZERO),
    "nonnegative": lambda term: Compare(Relation.LE, ex.ZERO, term),
    "nonzero": lambda term: Compare(Relation.NE, term, ex.ZERO),
    "odd": lambda term: Compare(Relation.CONGRUENT, term, ex.ONE, ex.TWO),
    "even": lambda term: Compare(Relation.CONGRUENT, term, ex.ZERO, ex.TWO),
}
"""What the words for a property of a number say."""


@dataclass(frozen=True, slots=True)
class ReadText:
    """One text as far as code can read it."""

    text: str
    chains: tuple[ex.Chain, ...]
    """Asserted or given chains, or the alternatives of a disjunction."""
    is_disjunction: bool
    domains: tuple[Domain, ...]
    is_full: bool
    """Whether every formula was read and nothing but joining words is left."""
    is_usable: bool
    """Whether no word turns the meaning of the formulas around."""
    is_asserted: bool = True
    """Whether every formula is claimed; a definition is not."""

    @property
    def sides(self) -> tuple[ex.Expr, ...]:
        return tuple(side for chain in self.chains for side in chain.read_sides)

    @property
    def properties(self) -> tuple[Compare, ...]:
        """What the text says about the kind of its letters, as relations."""
        domains = () if self.is_disjunction else self.domains
        return tuple(link_of(fact) for domain in domains for fact in domain.facts)

    @property
    def relations(self) -> tuple[Fact, ...]:
        """What the formulas say, as it is written; alternatives are one fact."""
        links = written_links(*self.chains)
        if self.is_disjunction:
            return (links,) if len(links) > 1 else ()
        return tuple((link,) for link in links)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the formulas and the kinds of the letters say, in normal orientation."""
        told = (tuple(map(link_of, fact)) for fact in self.relations)
        return (*told, *((link,) for link in self.properties))

    @property
    def granted(self) -> tuple[Compare, ...]:
        """What may be assumed from the text; alternatives grant none of their relations."""
        return tuple(fact[0] for fact in self.facts if len(fact) == 1)


_MARKS = re.compile(r"\$|\\\(|\\\)|\\\[|\\\]")


def read_domains(text: str) -> tuple[Domain, ...]:
    """What a text says about its letters."""
    plain = _MARKS.sub("", text)
    # What the text asks to show is claimed or wanted, never given.
    is_goal = re.search(r"\b(?:prove|show|verify|disprove|deduce|conclude|whether)\b", plain, re.I)
    claimed = cue("goal_clause").sub(" ", plain) if is_goal else plain
    named = [*cue("letters_are").finditer(claimed), *cue("kind_of_letters").finditer(plain)]
    found = [
        Domain(letter, *_meaning(match["kind"]))
        for match in named
        for letter in cue("one_letter").findall(re.sub(r"\band\b", ",", match["letters"]))
    ]
    return tuple(dict.fromkeys(found))


_KINDS = data_file("notation.toml")["number_kinds"]


def _meaning(words: str) -> tuple[str | None, tuple[str, ...]]:
    present = set(re.findall(r"[a-z]+(?:-[a-z]+)?", words.lower()))
    kinds = [kind for kind, named in _KINDS.items() if present & set(named.split())]
    plain = {word.replace("-", "").removesuffix("s") for word in present}
    return next(iter(kinds), None), tuple(name for name in (*_PROPERTIES, "prime") if name in plain)


_CASES = re.compile(r"\(.*\)\s*or\s*\(.*\)", re.DOTALL)


# Every statement of an obligation is compared with the same few texts.
@lru_cache(maxsize=4096)
def read_text(text: str, around: tuple[str, ...] = (), *, is_problem: bool = False) -> ReadText:
    """Read a text with the letters and functions that it shares with those around it."""
    if not is_problem:
        announced = cue("announces").match(text)
        if announced and _TURNING.isdisjoint(announced["words"].lower().split()):
            text = text[announced.end() :]
        if _CASES.fullmatch(text):
            text = re.sub(r"\)\s*or\s*\(", " or ", text)[1:-1]
        if whole := _bare_formula(around, text):
            return ReadText(text, (whole,), False, read_domains(text), True, True)
    claims = _claims(around, text, 0 if is_problem else 1)
    sentences = re.split(r"(?<=[.?!])\s+", text) if is_problem else [text]
    # What a problem gives does not stand where it only names what is asked for.
    given = [s for s in sentences if not (is_problem and cue("asks").fullmatch(s))]
    words = _words_left(" ".join(given))
    moods = (Mood.ASSERTED, Mood.DEFINED, Mood.GIVEN)
    usable = [c for c in claims if c.chain.relations and c.mood in moods]
    if is_problem:
        usable = [c for c in usable if not cue("to_show").search(c.before)]
    elif not usable and not cue("conditional").search(text) and (told := _property(text)):
        return ReadText(text, told, False, read_domains(text), True, True)
    chains = tuple(c.chain for c in usable)
    alternatives = "or" in words
    turning = words & (_TURNING - ({"either"} if alternatives else set()))
    unread = words - _JOINING - {"or", "either"}
    is_turned = not is_problem and (turning or cue("conditional").search(text))
    domains = read_domains(text)
    is_mixed = unread or "and" in words or domains or not _are_alternatives(chains)
    return ReadText(
        text=text,
        chains=chains,
        is_disjunction=alternatives,
        domains=domains,
        is_full=not unread
        and len(usable) == len(claims)
        and all(chain.first_refusal() is None for chain in chains),
        is_usable=not (is_turned or (alternatives and is_mixed) or _is_cut(text)),
        is_asserted=all(c.mood is Mood.ASSERTED for c in usable),
    )


def _are_alternatives(chains: tuple[ex.Chain, ...]) -> bool:
    """Whether "or" joins single relations; "x = 1, y = 2 or x = 3" has two cases, not three."""
    are_read = all(len(c.relations) == 1 and c.first_refusal() is None for c in chains)
    about = {ex.symbols(*c.read_sides) for c in chains}
    return are_read and (len(chains) == 2 or (len(chains) > 2 and len(about) == 1))


def _bare_formula(around: tuple[str, ...], text: str) -> ex.Chain | None:
    """The text as one plain formula, in which a stroke, a dash or a bang has its meaning."""
    if _has_words(text) or cue("conditional").search(text):
        return None
    chain = ClaimReader([*around, text]).parse(text, 0, len(text), latex=False)
    return chain if chain.relations and chain.first_refusal() is None else None


def _has_words(text: str) -> bool:
    return bool(re.search(r"[A-Za-z]{3,}", text) or SHORT_WORDS.search(text))


@lru_cache(maxsize=4096)
def _claims(around: tuple[str, ...], text: str, step: int) -> tuple[Claim, ...]:
    """The claims of one text among others; step 0 is the problem."""
    return tuple(ClaimReader([*around, text]).read(step, text))


def mentioned_chains(text: str, around: tuple[str, ...] = ()) -> tuple[ex.Chain, ...]:
    """All relations of a text, whatever it makes of them."""
    chains = tuple(c.chain for c in _claims(around, text, 1) if c.chain.relations)
    return chains or _property(text)


def _is_cut(text: str) -> bool:
    """Whether plain text has mathematics outside the stretches that were taken for formulas."""
    if math_spans(text):
        return False
    return bool(cue("beside_formula").search(mask(text, plain_spans(text), "\0")))


def _words_left(text: str) -> frozenset[str]:
    """Words outside the mathematics, in lower case; what only names a domain is not counted."""
    outside = mask(text, math_spans(text) or plain_spans(text), " ")
    if read_domains(text):
        outside = cue("names_domain").sub(" ", outside)
    words = {word.lower() for word in re.findall(r"[A-Za-z]{2,}", outside)}
    words |= set(cue("unread_kinds").findall(text.lower()))
    if math_spans(text):
        # Where mathematics is marked, a letter outside the marks is not accounted for.
        words |= set(re.findall(r"(?<![A-Za-z'])[B-HJ-Zb-z](?![A-Za-z])", outside))
    return frozenset(words)


_SENTENCES = (cue("has_remainder"), cue("has_property"), cue("is_multiple"), cue("is_divisor"))


def _property(text: str) -> tuple[ex.Chain, ...]:
    """The relation of a text that is one property of one expression, such as ``3 divides n``."""
    lead = cue("leading").match(text)
    bare = text[lead.end() :] if lead else text
    found = next((m for m in (p.match(bare) for p in _SENTENCES) if m), None)
    told = found.groupdict() if found else {}
    names = ("term", "rest", "modulus", "by")
    sides = {name: _expression(told[name]) for name in names if told.get(name)}
    read = {name: side for name, side in sides.items() if side is not None}
    if not sides or len(read) < len(sides):
        return ()
    if "modulus" in read:
        link = Compare(Relation.CONGRUENT, read["term"], read["rest"], read["modulus"])
    elif "by" in read:
        relation = Relation.NOT_DIVIDES if told.get("denied") else Relation.DIVIDES
        link = Compare(relation, read["by"], read["term"])
    else:
        link = _PROPERTIES[told["word"].lower().replace("-", "")](read["term"])
    span = ex.Span(0, len(text))
    return (ex.Chain((link.left, link.right), (span, span), (link.relation,), link.modulus, span),)


def _expression(text: str) -> ex.Expr | None:
    bare = _MARKS.sub("", text).strip()
    if _has_words(re.sub(r"\\[a-z]+", "", bare)):
        return None
    side = parse_expression(bare, latex=bool(_MARKS.search(text)))
    return None if isinstance(side, ex.Refusal) else side


# ---- the numbers that a text names, so that a statement can be held against it. Numbers written as
# words, as parts of a LaTeX fraction or as decimals count in every form a careful translator might
# use; numbers that only label a case, a step or an equation do not count.

_WORDS = {
    int(number): frozenset(words.split())
    for number, words in data_file("notation.toml")["number_words"].items()
}
_PACKED = re.compile(r"(\\[dt]?(?:frac|binom)\s*)(\d)(\d)")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")


def _plain(text: str) -> str:
    text = cue("labels").sub(" ", text)
    return re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹₀-₉]+", lambda m: f" {m.group().translate(_SUPERSCRIPTS)} ", text)


def _joined(text: str) -> str:
    """Remove the marks between thousands."""
    return re.sub(r"(?<=\d)(?:,|\\,|\{,\}|\s)(?=\d{3}(?!\d))", "", text)


def _unpacked(text: str) -> str:
    r"""Part the digits of ``\frac12``."""
    return _PACKED.sub(r"\1 \2 \3 ", text)


def numerals_of(text: str) -> frozenset[int]:
    """Find the whole numbers of a text, in words or digits, also inside decimals and fractions."""
    plain = _plain(text)
    # In "12,000 people" the comma belongs to a numeral, in "gcd(216,720)" it does not.
    digits = re.findall(r"\d{1,40}", f"{plain} {_joined(plain)} {_unpacked(plain)}")
    decimals = [Fraction(number) for number in re.findall(r"\d{1,15}\.\d{1,15}", plain)]
    quotients = {part for number in decimals for part in number.as_integer_ratio()}
    lower = text.lower()
    compound = re.findall(r"\b([a-z]+ty)-([a-z]+)\b", lower)
    sums = {a + b for tens, unit in compound for a in _named(tens) for b in _named(unit) if b < 10}
    return _named(lower) | quotients | sums | {*map(int, digits)}


def _named(text: str) -> frozenset[int]:
    present = set(re.findall(r"[a-z]+", text))
    return frozenset(number for number, words in _WORDS.items() if words & present)


def exact_numerals(text: str) -> frozenset[int]:
    """Find the numbers a translation must show: whole numbers, without decimals and labels."""
    plain = re.sub(r"\d+\.\d+|\d+\s*\\?%", " ", _joined(_plain(text)))
    return frozenset(map(int, re.findall(r"(?<![A-Za-z_\d])\d{1,40}", _unpacked(plain))))
