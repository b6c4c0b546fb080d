"""The numbers and relations a text states, in a form that survives rewording (app. B.1).

Relations are compared as parsed mathematics where the strict reader can read both, and as
normalised text where it cannot. Nothing is evaluated: ``2 + 1`` and ``3`` are different content,
because silently doing the author's arithmetic is a repair.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from faithsieve.localize.segments import find_formulas
from faithsieve.symbolic.expressions import Add, Expr, Mul, Refusal, children
from faithsieve.symbolic.parser import parse_chain

_COMMANDS = {
    **dict.fromkeys(["left", "right", "displaystyle", "textstyle", "limits", "nolimits"], ""),
    **dict.fromkeys(["big", "bigl", "bigr", "Big", "Bigl", "Bigr"], ""),
    **dict.fromkeys(["quad", "qquad"], " "),
    **dict.fromkeys(["dfrac", "tfrac"], r"\frac"),
    **dict.fromkeys(["le", "leq", "leqslant"], "≤"),
    **dict.fromkeys(["ge", "geq", "geqslant"], "≥"),
    **dict.fromkeys(["ne", "neq"], "≠"),
    **dict.fromkeys(["approx", "simeq"], "≈"),
    **dict.fromkeys(["implies", "Rightarrow", "Longrightarrow", "iff", "Leftrightarrow"], ";"),
    **dict.fromkeys(["cdot", "times"], "*"),
    **dict.fromkeys(["ldots", "cdots", "dots"], "…"),
    "lt": "<", "gt": ">", "equiv": "≡", "in": "∈", "notin": "∉", "subseteq": "⊆", "subset": "⊂",
    "mid": "∣", "nmid": "∤",
}  # fmt: skip
"""LaTeX commands → what they are spelled as here."""
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_CHARACTERS = str.maketrans(
    {"≦": "≤", "⩽": "≤", "≧": "≥", "⩾": "≥", "·": "*", "×": "*", "⋯": "…", "−": "-", "–": "-"}
    | dict.fromkeys("⇒⟹⟺⇔", ";")
)
_LATEX_REWRITES = (
    # A new line of a display; must go before the backslash that only makes a space.
    (re.compile(r"\\\\(?:\[[^\]]*\])?"), ";"),
    (re.compile(r"\\not\s*="), "≠"),
    (re.compile(r"\\(?:text|mathrm|operatorname|textbf|mathbf)\s*\{([^{}]*)\}"), r" \1 "),
    (re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}"), r"\1"),
    (_COMMAND, lambda command: _COMMANDS.get(command[1], command[0])),
    (re.compile(r"\\[,;:! ]"), " "),
    (re.compile(r"\\frac\s*([0-9A-Za-z])\s*([0-9A-Za-z])"), r"\\frac{\1}{\2}"),
    (re.compile(r"\\\{"), "⦃"),
    (re.compile(r"\\\}"), "⦄"),
)
_THOUSANDS = re.compile(r"(?<=[0-9])(?:\{,\}|,|\\,)(?=[0-9]{3}(?![0-9]))")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SUPERSCRIPT_RUN = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SUBSCRIPT_RUN = re.compile("[₀₁₂₃₄₅₆₇₈₉]+")
_ONE_CHARACTER_GROUP = re.compile(r"([_^])\{(\w)\}")
_RELATION = re.compile(r"[=<>≤≥≠≡≈∈∉⊆⊂⊇⊃∣∤]")
_EQUALS_IN_WORDS = re.compile(r"\b(?:equals|is equal to|are equal to)\b", re.IGNORECASE)
_STATEMENT_END = re.compile(r";|\band\b|\bor\b|\bwhere\b|\bfor\b|\bif\b|\bsince\b|\bwith\b|:(?!=)")
_TRIMMED = " .,;:!?()\"'“”"
_NUMERAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_NUMBER_WORDS = {
    "zero": "0", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "twice": "2",
}  # fmt: skip
_NUMBER_WORD = re.compile(rf"\b({'|'.join(_NUMBER_WORDS)})\b", re.IGNORECASE)
_MIRRORED = {">": "<", "≥": "≤", "⊇": "⊆", "⊃": "⊂"}
_SYMMETRIC = frozenset("=≠≡≈")
_PLAIN_WORD = re.compile(r"[^\W\d_]{2,}[.,;:!?]*")
_KNOWN_FUNCTION = frozenset(
    {"sin", "cos", "tan", "cot", "sec", "csc", "log", "ln", "exp", "gcd", "lcm", "max", "min"}
    | {"lim", "sup", "inf", "det", "dim", "ker", "deg", "mod", "span", "sqrt", "rank", "tr", "im"}
)
_LONGEST_PARSED = 400


class Link(NamedTuple):
    """One relation between two sides, as normalised text."""

    left: str
    relation: str
    right: str

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


def normalise(text: str) -> str:
    """Spell mathematics one way, keeping spaces between words."""
    text = text.translate(_CHARACTERS)
    if not text.isascii():
        text = _SUPERSCRIPT_RUN.sub(lambda run: f"^{{{run[0].translate(_SUPERSCRIPTS)}}}", text)
        text = _SUBSCRIPT_RUN.sub(lambda run: f"_{{{run[0].translate(_SUBSCRIPTS)}}}", text)
    text = _THOUSANDS.sub("", text)
    if "\\" in text:
        for pattern, replacement in _LATEX_REWRITES:
            text = pattern.sub(replacement, text)
    for typed, sign in (("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("...", "…")):
        text = text.replace(typed, sign)
    return _ONE_CHARACTER_GROUP.sub(r"\1\2", text)


def numbers_of(text: str) -> frozenset[str]:
    """The numerals of a text, number words included, leading zeros and trailing ones removed."""
    plain = normalise(text)
    words = {_NUMBER_WORDS[word.lower()] for word in _NUMBER_WORD.findall(plain)}
    return frozenset(words | {_canonical_numeral(found) for found in _NUMERAL.findall(plain)})


def _canonical_numeral(digits: str) -> str:
    whole, _, fraction = digits.partition(".")
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{fraction}" if fraction else "")


def relations_of(text: str) -> tuple[Link, ...]:
    """Every link of every relation chain of a text, inside formulas and in plain words."""
    links: list[Link] = []
    prose: list[str] = []
    position = 0
    for start, end, _ in find_formulas(text):
        inner = normalise(_without_delimiters(text[start:end]))
        links += _links_of_formula(inner)
        # In the prose around it a formula is one word, so that "\\(x\\) equals \\(5\\)" is a link.
        prose += [normalise(text[position:start]), f" {_as_one_word(inner)} "]
        position = end
    prose.append(normalise(text[position:]))
    links += _links_of_prose(_EQUALS_IN_WORDS.sub("=", " ".join(prose)))
    return tuple(dict.fromkeys(links))


def _without_delimiters(formula: str) -> str:
    for opening, closing in ((r"\[", r"\]"), (r"\(", r"\)"), ("$$", "$$"), ("$", "$")):
        if formula.startswith(opening) and formula.endswith(closing):
            return formula[len(opening) : -len(closing)]
    return re.sub(r"\\(?:begin|end)\{[A-Za-z]+\*?\}|&", " ", formula)


def _as_one_word(inner: str) -> str:
    """A formula that already states relations is only a full stop to the prose around it."""
    return "." if _RELATION.search(inner) else f"⟨{''.join(inner.split())}⟩"


def _links_of_formula(inner: str) -> Iterator[Link]:
    for statement in _STATEMENT_END.split(inner):
        for part in _split_at_commas(statement):
            yield from _chain_links(part)


def _split_at_commas(statement: str) -> Iterator[str]:
    """Split at commas outside brackets."""
    depth, start = 0, 0
    for position, character in enumerate(statement):
        if character in "([{⦃":
            depth += 1
        elif character in ")]}⦄":
            depth -= 1
        elif character == "," and depth <= 0:
            yield statement[start:position]
            start = position + 1
    yield statement[start:]


def _chain_links(part: str) -> Iterator[Link]:
    cuts = list(_outer_relations(part))
    if not cuts:
        return
    edges = [0, *(position + 1 for position in cuts)]
    sides = [_side(part[a:b]) for a, b in zip(edges, [*cuts, len(part)], strict=True)]
    for left, cut, right in zip(sides, cuts, sides[1:], strict=False):
        if left and right:
            yield Link(left, part[cut], right)


def _outer_relations(part: str) -> Iterator[int]:
    """Positions of relation signs outside brackets; those inside belong to sets and indices."""
    depth = 0
    for position, character in enumerate(part):
        if character in "([{⦃":
            depth += 1
        elif character in ")]}⦄":
            depth -= 1
        elif depth <= 0 and _RELATION.match(character):
            yield position


def _side(text: str) -> str:
    stripped = "".join(text.split()).strip(".,;:!?\"'“”⟨⟩⦃⦄")
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


def _links_of_prose(prose: str) -> Iterator[Link]:
    """Links in plain words: a side is the run of words that look like mathematics."""
    spaced = _RELATION.sub(lambda sign: f" {sign[0]} ", prose)
    run: list[str] = []
    for word in [*spaced.split(), "."]:
        core = word.strip(_TRIMMED)
        is_prose = word in (".", ",") or (
            _PLAIN_WORD.fullmatch(word) is not None and core not in _KNOWN_FUNCTION
        )
        if not is_prose:
            run.append(word)
        if is_prose or word[-1] in ".,;:":
            for part in _split_at_commas(" ".join(run)):
                yield from _chain_links(part)
            run = []


def _oriented(link: Link) -> Link:
    left, relation, right = link
    if relation in _MIRRORED:
        return Link(right, _MIRRORED[relation], left)
    if relation in _SYMMETRIC and right < left:
        return Link(right, relation, left)
    return link


@lru_cache(maxsize=4096)
def _parsed_side(side: str) -> str | None:
    """The parsed form of a side as text, or None where the strict reader refuses."""
    if len(side) > _LONGEST_PARSED:
        return None
    tree = parse_chain(side.replace("*", r"\cdot "), latex=True)
    if tree.relations or isinstance(tree.sides[0], Refusal):
        return None
    return _canonical(tree.sides[0])


def _canonical(node: Expr) -> str:
    """Write a tree so that the order of terms and factors does not matter."""
    parts = [_canonical(child) for child in children(node)]
    if isinstance(node, Add | Mul):
        return f"{type(node).__name__}({','.join(sorted(parts))})"
    if not parts:
        return repr(node).replace(f"span={node.span!r}", "")
    label = getattr(node, "name", "") or getattr(node, "kind", "")
    return f"{type(node).__name__}:{label}({','.join(parts)})"


def _as_mathematics(link: Link) -> Link | None:
    left, right = _parsed_side(link.left), _parsed_side(link.right)
    return None if left is None or right is None else _oriented(Link(left, link.relation, right))


def missing_links(wanted: Iterable[Link], given: Iterable[Link]) -> tuple[Link, ...]:
    """The wanted links that are not among the given ones.

    An equality also counts as given when a run of given equalities connects its two sides, because
    ``a = b = c`` may be told as ``a = b`` and ``a = c``.
    """
    given = tuple(given)
    written = {_oriented(link) for link in given}
    left_over = [link for link in wanted if _oriented(link) not in written]
    if not left_over:
        return ()
    parsed = {_as_mathematics(link) for link in given} - {None}
    groups = _equal_sides(given)
    return tuple(
        link
        for link in left_over
        if _as_mathematics(link) not in parsed and not _connected(link, groups)
    )


def _equal_sides(links: Iterable[Link]) -> dict[str, str]:
    """Union-find over the sides of equalities."""
    parent: dict[str, str] = {}
    for link in links:
        if link.relation == "=":
            parent[_root(parent, _name(link.left))] = _root(parent, _name(link.right))
    return parent


def _name(side: str) -> str:
    return _parsed_side(side) or side


def _root(parent: dict[str, str], side: str) -> str:
    while parent.setdefault(side, side) != side:
        side = parent[side]
    return side


def _connected(link: Link, parent: dict[str, str]) -> bool:
    left, right = _name(link.left), _name(link.right)
    known = link.relation == "=" and left in parent and right in parent
    return known and _root(parent, left) == _root(parent, right)
