"""The relations a text states, inside its formulas and around them (app. B.1)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from faithsieve.localize.links import FUNCTION, Link, bare, name
from faithsieve.localize.segments import find_formulas
from faithsieve.localize.spelling import normalise
from faithsieve.localize.told_relations import (
    CLOSING,
    OPENING,
    RELATION,
    bracket_depth,
    is_wrapped,
    statements_of,
    with_equals_signs,
    with_signs,
)

_PRODUCT_OF_FACTORIAL = re.compile(r"!(?=[\w(\\])")
_MODULUS = re.compile(r"\(?\s{0,3}\bmod(?:ulo)?\b\s*(?:\{([^{}]*)\}|([^\s(){},;]+))\s*\)?")
_LINES = re.compile(r"\\begin\{(?:align|aligned|split|gather|gathered|equation|eqnarray)\*?\}")
_ALIGNMENT = re.compile(r"\\(?:begin|end)\{(?!\w*matrix)[A-Za-z]+\*?\}|&")
_STATEMENT_END = re.compile(r"[,;]|\b(?:and|or|where|for|if|since|with|as|whenever|when)\b|:(?!=)")
_SET = re.compile(r"⦃([^⦃⦄]*)⦄")
_PLAIN_SET = re.compile(r"(?<![\w^}\\{])\{([^{}]*)\}")
_SUCH_THAT = re.compile(r"⦃([^⦃⦄:∣|]+)[∣|]")
_LISTED_SET = re.compile(r"⦃([^⦃⦄:∣|…]+)⦄")
_INTERVAL = re.compile(r"([\[(])([^,\[\]()]+),([^,\[\]()]+)([\])])")
_END = r"[^,;=<>≤≥\[\]()\\]{1,20}"
_WRITTEN_INTERVAL = re.compile(rf"(?<![\w}}\\])([\[(])({_END}),({_END})([\])])")
_SHORTEST_FORMULA = 2
_MOST_PEELED = 5
_GOES_ON = re.compile(r"[0-9^_+-]")
_OPERATOR = re.compile(r"[-+*/^_()\\∪∩∖]")
_UNIT = re.compile(r"(?<=[0-9)}])(?:cm|mm|km|kg)(?:\^?\{?[23]\}?)?$")


@lru_cache(maxsize=64)
def relations_of(text: str, *, in_words: bool = True) -> tuple[Link, ...]:
    """Every link of every relation chain of a text, as often as it stands there.

    Args:
        text: What states them.
        in_words: Whether "is at least" and the like count as signs, as "equals" always does. Their
            left side may be the end of a longer phrase, so they can confirm a link, not demand one.
    """
    links, around = _formulas_and_prose(text)
    return (*links, *_prose_links(with_signs(around) if in_words else around))


def expressions_of(text: str) -> frozenset[str]:
    """What a text writes out: the sides of its relations and what stands by itself."""
    formulas = (normalise(_without_delimiters(text[a:b])) for a, b, _ in find_formulas(text))
    statements = (*formulas, *statements_of(_formulas_and_prose(text)[1]))
    parts = (part for statement in statements for part in _split_outside_brackets(statement))
    return frozenset(side for part in parts for side in _sides(part))


def intervals_of(text: str) -> Counter[tuple[str, str]]:
    """The intervals a text writes, as ("a,b", "[)")."""
    return Counter(
        ("".join(f"{low},{high}".split()), opening + closing)
        for opening, low, high, closing in _WRITTEN_INTERVAL.findall(normalise(text))
    )


def unwritten(formulas: Iterable[str], others: Iterable[str], text: str) -> list[str]:
    """The formulas that are not among the others and stand in the text in no layout."""
    squeezed = bare("".join(normalise(text).replace("$", "").split()))
    compound = (f for f in formulas if len(f) > _SHORTEST_FORMULA and _OPERATOR.search(f))
    missing = [formula for formula in compound if not _stands_in(bare(formula), squeezed)]
    names = frozenset(map(name, others)) if missing else frozenset()
    return sorted(formula for formula in missing if name(formula) not in names)


def _stands_in(formula: str, squeezed: str) -> bool:
    """Whether a formula stands there whole: ``2^n`` is no part of ``2^n-1``."""
    position = squeezed.find(formula)
    while position >= 0:
        around = squeezed[position - 1 : position], squeezed[position + len(formula) :][:1]
        if not _GOES_ON.match(around[0]) and not _GOES_ON.match(around[1]):
            return True
        position = squeezed.find(formula, position + 1)
    return False


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
    return tuple(links), with_equals_signs(" ".join(prose))


@lru_cache(maxsize=64)
def _prose_links(prose: str) -> tuple[Link, ...]:
    """Kept, because a text without relations in words is read twice."""
    statements = statements_of(prose)
    return tuple(link for statement in statements for link in _links_of_formula(statement))


def _normalised_prose(text: str) -> str:
    """In plain text braces that follow no command or index make a set."""
    return _PLAIN_SET.sub(r"⦃\1⦄", normalise(text)).replace("infinity", "∞")


def _without_delimiters(formula: str) -> str:
    for opening, closing in ((r"\[", r"\]"), (r"\(", r"\)"), ("$$", "$$"), ("$", "$")):
        if formula.startswith(opening) and formula.endswith(closing):
            formula = formula[len(opening) : -len(closing)]
            break
    return _ALIGNMENT.sub(" ", formula) if _LINES.search(formula) else formula


def _as_one_word(inner: str) -> str:
    """A formula that states relations ends what stands before it; "This equals" follows its end."""
    cuts = [found.end() for found in RELATION.finditer(inner)]
    word = "".join(inner[cuts[-1] if cuts else 0 :].split())
    return f". ⟨{word}⟩ ." if cuts else f"⟨{word}⟩"


def _links_of_formula(inner: str) -> Iterator[Link]:
    if RELATION.search(inner) is None:
        return
    last = ""
    for statement in _split_outside_brackets(inner):
        # A line that begins with a sign goes on where the line before ended.
        said = f"{last}{statement}" if RELATION.match(statement.lstrip()) else statement
        yield from _chain_links(said)
        last = _sides(said)[-1]
    for members in _SET.findall(inner):
        yield from _links_of_formula(members)


def _split_outside_brackets(text: str) -> Iterator[str]:
    """Split where a statement ends; commas, colons and words in sets and arguments end none."""
    start, seen, depth = 0, 0, 0
    for end in _STATEMENT_END.finditer(text):
        depth += bracket_depth(text[seen : end.start()])
        seen = end.end()
        if depth <= 0:
            yield text[start : end.start()]
            start, depth = end.end(), 0
    yield text[start:]


def _chain_links(part: str) -> Iterator[Link]:
    modulus = ""
    if found := _MODULUS.search(part):
        modulus = "".join((found[1] or found[2]).split()).strip(".⟨⟩")
        part = part[: found.start()] + part[found.end() :]
    cuts = list(_outer_relations(part))
    sides = _sides(part)
    for left, cut, right in zip(sides, cuts, sides[1:], strict=False):
        # "The right-hand side is < 1" leaves the left side open.
        if right and (left or cut == cuts[0]):
            yield from _spelt_out(Link(left, part[cut], right, modulus if part[cut] == "≡" else ""))


def _sides(part: str) -> list[str]:
    """What stands between the relation signs of a statement."""
    cuts = list(_outer_relations(part))
    edges = [0, *(position + 1 for position in cuts)]
    return [_side(part[a:b]) for a, b in zip(edges, [*cuts, len(part)], strict=True)]


def _spelt_out(link: Link) -> Iterator[Link]:
    """Memberships and equations of tuples as the simpler links they stand for."""
    if link.relation == "∈":
        yield from _members(link)
        return
    lefts, rights = (tuple(_components(side)) for side in (link.left, link.right))
    if link.relation == "=" and len(lefts) == len(rights) > 1:
        yield from (Link(left, "=", right) for left, right in zip(lefts, rights, strict=True))
    else:
        yield link


def _components(side: str) -> Iterator[str]:
    return _split_outside_brackets(side[1:-1] if is_wrapped(side) else side)


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
        if character in OPENING:
            depth += 1
        elif character in CLOSING:
            depth -= 1
        elif depth <= 0 and RELATION.match(character):
            yield position


def _side(text: str) -> str:
    stripped = "".join(text.split()).strip('.,;:?"“”⟨⟩').lstrip("∀∃'")
    stripped = _PRODUCT_OF_FACTORIAL.sub("!*", stripped)
    stripped = _SUCH_THAT.sub(r"⦃\1:", stripped)
    stripped = FUNCTION.sub(r"\1", _UNIT.sub("", stripped)).replace("^+", "+")
    for _ in range(_MOST_PEELED):
        if not is_wrapped(stripped) or len(list(_split_outside_brackets(stripped[1:-1]))) > 1:
            break
        stripped = stripped[1:-1]
    return stripped
