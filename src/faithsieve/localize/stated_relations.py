"""The relations a text states, inside its formulas and around them (app. B.1)."""

import re
from collections.abc import Iterator
from functools import lru_cache

from faithsieve.localize.links import FUNCTION, FUNCTIONS, Link
from faithsieve.localize.segments import find_formulas
from faithsieve.localize.spelling import normalise

_PRODUCT_OF_FACTORIAL = re.compile(r"!(?=[\w(\\])")
_MODULUS = re.compile(r"\(?\s{0,3}\bmod(?:ulo)?\b\s*(?:\{([^{}]*)\}|([^\s(){},;]+))\s*\)?")
_RELATION = re.compile(r"[=<>≤≥≠≡≢≈∈∉⊆⊂⊇⊃∣∤⋮→∥⊥≅∼]")
# A formula, a letter or number, or a word that points at the last formula.
_POINTING = (
    r"(?:this|that|it|which|these)(?:\s+(?:ratio|expression|sum|product|quantity|value|integral))?"
    r"|the (?:left|right)[ -]hand side"
)
_SUBJECT = rf"(⟩|(?<![\w'’-])(?:[A-Za-z](?:_\w+)?|[0-9]+|{_POINTING}))"
_EQUALS_IN_WORDS = re.compile(rf"{_SUBJECT}\s+(?:equals?|(?:is|are) equal to)\b", re.IGNORECASE)
_BACK_REFERENCE = re.compile(rf"(?:^|(?<=\s))(?:{_POINTING})\s+(?==)", re.IGNORECASE)
_LAST = "⟪last⟫"
_SIGNS_IN_WORDS = {
    r"(?:is|are) (?:nonzero|non-zero|not zero)": "≠ 0",
    r"does not equal|do not equal|(?:is|are) not equal to": "≠",
    r"(?:is|are) (?:at least|no less than|not less than|greater than or equal to)": "≥",
    r"(?:is|are) (?:at most|no more than|not more than|less than or equal to)": "≤",
    r"exceeds?|(?:is|are) (?:greater|larger|more|bigger) than": ">",
    r"(?:is|are) (?:less|smaller|fewer) than": "<",
    r"must (?:be|equal)": "=",
    r"does not divide|do not divide": "∤",
    r"(?:is|are) divisible by|is a multiple of": "⋮",
    r"divides?|dividing": "∣",
    r"in(?=\s*[(\[])": "∈",
    r"belongs? to|lies? in|(?:is|are) in|(?:is an|are) elements? of": "∈",
    r"(?:is|are) congruent to": "≡",
    r"tends? to|converges? to|approach(?:es)?": "→",
    r"is a subgroup of": "≤",
    r"is a subset of|is contained in": "⊆",
    r"is (?:perpendicular|orthogonal) to": "⊥",
    r"is parallel to": "∥",
    r"is isomorphic to": "≅",
    r"is similar to": "∼",
}
"""What stands between two formulas in words → the sign that says the same, longest first."""
_RELATION_IN_WORDS = re.compile(
    rf"{_SUBJECT}\s+(?:{'|'.join(f'({words})' for words in _SIGNS_IN_WORDS)})\b", re.IGNORECASE
)
_STATEMENT_END = re.compile(r"[,;]|\b(?:and|or|where|for|if|since|with|as|whenever|when)\b|:(?!=)")
_SET = re.compile(r"⦃([^⦃⦄]*)⦄")
_PLAIN_SET = re.compile(r"(?<![\w^}\\{])\{([^{}]*)\}")
_LISTED_SET = re.compile(r"⦃([^⦃⦄:∣|…]+)⦄")
_INTERVAL = re.compile(r"([\[(])([^,\[\]()]+),([^,\[\]()]+)([\])])")
_OPENING, _CLOSING = "([{⦃", ")]}⦄"
_TRIMMED = " .,;:!?()\"'“”"
_PLAIN_WORD = re.compile(r"[^\W\d_]{2,}[.,;:!?]*")
_UNIT = re.compile(r"(?<=[0-9)}])(?:cm|mm|km|kg)(?:\^?\{?[23]\}?)?$")
_MATHEMATICAL_WORDS = FUNCTIONS | {"mod", "tr", "im"}
"""Words that belong to the mathematics around them."""


def relations_of(text: str, *, in_words: bool = True) -> tuple[Link, ...]:
    """Every link of every relation chain of a text, as often as it stands there.

    Args:
        text: What states them.
        in_words: Whether "is at least" and the like count as signs, as "equals" always does. Their
            left side may be the end of a longer phrase, so they can confirm a link, not demand one.
    """
    links, around = _formulas_and_prose(text)
    prose = _RELATION_IN_WORDS.sub(_as_sign, around) if in_words else around
    return (*links, *_prose_links(prose))


@lru_cache(maxsize=64)
def _formulas_and_prose(text: str) -> tuple[tuple[Link, ...], str]:
    """The links inside formulas, and the text around them with each formula as one word."""
    links: list[Link] = []
    prose: list[str] = []
    position = 0
    for start, end, _ in find_formulas(text):
        inner = normalise(_without_delimiters(text[start:end]))
        links += _links_of_formula(inner)
        # In the prose around it a formula is one word, so that "\\(x\\) equals \\(5\\)" is a link.
        prose += [_normalised_prose(text[position:start]), f" {_as_one_word(inner)} "]
        position = end
    prose.append(_normalised_prose(text[position:]))
    return tuple(links), _EQUALS_IN_WORDS.sub(r"\1 =", " ".join(prose))


def _as_sign(found: re.Match[str]) -> str:
    """The subject, and the sign of the words that matched after it."""
    signs = tuple(_SIGNS_IN_WORDS.values())
    position = next(i for i, words in enumerate(found.groups()[1:]) if words is not None)
    return f"{found[1]} {signs[position]}"


def _normalised_prose(text: str) -> str:
    """In plain text braces that follow no command or index make a set."""
    return _PLAIN_SET.sub(r"⦃\1⦄", normalise(text))


def _without_delimiters(formula: str) -> str:
    for opening, closing in ((r"\[", r"\]"), (r"\(", r"\)"), ("$$", "$$"), ("$", "$")):
        if formula.startswith(opening) and formula.endswith(closing):
            return formula[len(opening) : -len(closing)]
    return re.sub(r"\\(?:begin|end)\{[A-Za-z]+\*?\}|&", " ", formula)


def _as_one_word(inner: str) -> str:
    """A formula that states relations ends what stands before it; "This equals" follows its end."""
    cuts = [found.end() for found in _RELATION.finditer(inner)]
    word = "".join(inner[cuts[-1] if cuts else 0 :].split())
    return f". ⟨{word}⟩ ." if cuts else f"⟨{word}⟩"


def _links_of_formula(inner: str) -> Iterator[Link]:
    for statement in _split_outside_brackets(inner):
        yield from _chain_links(statement)
    for members in _SET.findall(inner):
        yield from _links_of_formula(members)


def _split_outside_brackets(text: str) -> Iterator[str]:
    """Split where a statement ends; commas, colons and words in sets and arguments end none."""
    start, seen, depth = 0, 0, 0
    for end in _STATEMENT_END.finditer(text):
        depth += _depth(text[seen : end.start()])
        seen = end.end()
        if depth <= 0:
            yield text[start : end.start()]
            start, depth = end.end(), 0
    yield text[start:]


def _depth(text: str) -> int:
    """How many brackets are open at the end of a text."""
    return sum((character in _OPENING) - (character in _CLOSING) for character in text)


def _chain_links(part: str) -> Iterator[Link]:
    modulus = ""
    if found := _MODULUS.search(part):
        modulus = "".join((found[1] or found[2]).split())
        part = part[: found.start()] + part[found.end() :]
    cuts = list(_outer_relations(part))
    if not cuts:
        return
    edges = [0, *(position + 1 for position in cuts)]
    sides = [_side(part[a:b]) for a, b in zip(edges, [*cuts, len(part)], strict=True)]
    for left, cut, right in zip(sides, cuts, sides[1:], strict=False):
        if left and right:
            yield from _spelt_out(Link(left, part[cut], right, modulus if part[cut] == "≡" else ""))


def _spelt_out(link: Link) -> Iterator[Link]:
    """Memberships and equations of tuples as the simpler links they stand for."""
    if link.relation == "∈":
        yield from _members(link)
        return
    lefts, rights = (tuple(_split_outside_brackets(side)) for side in (link.left, link.right))
    if link.relation == "=" and len(lefts) == len(rights) > 1:
        yield from (Link(left, "=", right) for left, right in zip(lefts, rights, strict=True))
    else:
        yield link


def _members(link: Link) -> Iterator[Link]:
    """``x ∈ {a, b}`` says that x is a or b, and ``x ∈ [a, b]`` that it lies between them."""
    if listed := _LISTED_SET.fullmatch(link.right):
        for member in _split_outside_brackets(listed[1]):
            yield Link(link.left, "=", member)
    elif interval := _INTERVAL.fullmatch(link.right):
        opening, low, high, closing = interval.groups()
        yield Link(low, "≤" if opening == "[" else "<", link.left)
        yield Link(link.left, "≤" if closing == "]" else "<", high)
    else:
        yield link


def _outer_relations(part: str) -> Iterator[int]:
    """Positions of relation signs outside brackets; those inside belong to sets and indices."""
    depth = 0
    for position, character in enumerate(part):
        if character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth -= 1
        elif depth <= 0 and _RELATION.match(character):
            yield position


def _side(text: str) -> str:
    stripped = "".join(text.split()).strip(".,;:?\"'“”⟨⟩").lstrip("∀∃")
    stripped = _PRODUCT_OF_FACTORIAL.sub("!*", stripped)
    stripped = FUNCTION.sub(r"\1", _UNIT.sub("", stripped)).replace("^+", "+")
    while stripped.startswith("(") and stripped.endswith(")") and _wraps(stripped):
        stripped = stripped[1:-1]
    return stripped


def _wraps(text: str) -> bool:
    """Whether the first parenthesis is closed by the last one."""
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return position == len(text) - 1
    return False


@lru_cache(maxsize=64)
def _prose_links(prose: str) -> tuple[Link, ...]:
    """Kept, because a text without relations in words is read twice."""
    return tuple(_links_of_prose(prose))


def _links_of_prose(prose: str) -> Iterator[Link]:
    """Links in plain words: a side is the run of words that look like mathematics."""
    spaced = _RELATION.sub(lambda sign: f" {sign[0]} ", _BACK_REFERENCE.sub(f" {_LAST} ", prose))
    run: list[str] = []
    depth, last = 0, ""
    for word in [*spaced.split(), "."]:
        is_prose = _is_prose(word)
        if not is_prose:
            run.append(last if word == _LAST else word)
            depth += _depth(word)
        if run and (is_prose or (word[-1] in ".,;:" and depth <= 0)):
            statement = " ".join(run)
            yield from _links_of_formula(statement)
            run, depth, last = [], 0, _RELATION.split(statement)[-1]


def _is_prose(word: str) -> bool:
    if word in (".", ","):
        return True
    return (
        _PLAIN_WORD.fullmatch(word) is not None and word.strip(_TRIMMED) not in _MATHEMATICAL_WORDS
    )
