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
    **dict.fromkeys(["to", "rightarrow", "longrightarrow"], "→"),
    **dict.fromkeys(["emptyset", "varnothing"], "∅"),
    **dict.fromkeys(["pmod", "bmod", "mod"], " mod "),
    **dict.fromkeys(["lVert", "rVert", "Vert"], "‖"),
    **dict.fromkeys(["lvert", "rvert", "vert"], "|"),
    "lt": "<", "gt": ">", "equiv": "≡", "in": "∈", "notin": "∉", "subseteq": "⊆", "subset": "⊆",
    "mid": "∣", "nmid": "∤", "parallel": "∥", "perp": "⊥", "cong": "≅", "sim": "∼",
    "cup": "∪", "cap": "∩", "setminus": "∖", "forall": "∀", "exists": "∃", "infty": "∞",
    "angle": "∠", "triangle": "△", "degree": "°", "pm": "±", "mp": "∓",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "varphi": "φ",
    "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
    "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
"""LaTeX commands → what they are spelled as here."""
_NUMBER_SETS = {"N": "ℕ", "Z": "ℤ", "Q": "ℚ", "R": "ℝ", "C": "ℂ"}
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_CHARACTERS = str.maketrans(
    {"≦": "≤", "⩽": "≤", "≧": "≥", "⩾": "≥", "·": "*", "×": "*", "⋯": "…", "−": "-", "–": "-"}
    | {"⟶": "→", "⊂": "⊆", "ø": "∅", "ϕ": "φ", "ϵ": "ε", "~": " "}
    | dict.fromkeys("⇒⟹⟺⇔", ";")
)
_LATEX_REWRITES = (
    # A new line of a display; must go before the backslash that only makes a space.
    (re.compile(r"\\\\(?:\[[^\]]*\])?"), ";"),
    (re.compile(r"\\not\s*="), "≠"),
    (re.compile(r"\^\s*(?:\\circ\b|\{\s*\\circ\s*\})"), "°"),
    (re.compile(r"\\mathbb\s*\{?([NZQRC])\}?"), lambda letter: _NUMBER_SETS[letter[1]]),
    (re.compile(r"\\(?:text|mathrm|operatorname|textbf|mathbf)\s*\{([^{}]*)\}"), r" \1 "),
    (re.compile(r"\\(?:mathrm|mathbf|boldsymbol)\s*([A-Za-z])"), r"\1"),
    (re.compile(r"\\\|"), "‖"),
    (re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}"), r"\1"),
    (_COMMAND, lambda command: _COMMANDS.get(command[1], command[0])),
    (re.compile(r"\\[,;:! ]"), " "),
    (re.compile(r"\\frac\s*([0-9A-Za-z])\s*([0-9A-Za-z])"), r"\\frac{\1}{\2}"),
    (re.compile(r"\\sqrt\s*([0-9A-Za-z])"), r"\\sqrt{\1}"),
    (re.compile(r"\\[dt]?binom\s*\{([^{}]*)\}\s*\{([^{}]*)\}"), r"C(\1,\2)"),
    (re.compile(r"\\\{"), "⦃"),
    (re.compile(r"\\\}"), "⦄"),
)
_THOUSANDS = re.compile(r"(?<=[0-9])(?:\{,\}|,|\\,)(?=[0-9]{3}(?![0-9]))")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿᵏᵐⁱᶜᵀ", "0123456789-+nkmicT")
_SUPERSCRIPT_RUN = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿᵏᵐⁱᶜᵀ]+")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SUBSCRIPT_RUN = re.compile("[₀₁₂₃₄₅₆₇₈₉]+")
_ONE_CHARACTER_GROUP = re.compile(r"([_^])\{(.)\}")
_FACTORIAL_EQUALS = re.compile(r"(?<=[\w)\]}])!(?==)")
_PRODUCT_OF_FACTORIAL = re.compile(r"!(?=[\w(\\])")
_DIVIDES = re.compile(r"(?<=[\w)\]}])\s+\|\s+(?=[\w(\\])")
_MODULUS = re.compile(r"\(?\s{0,3}\bmod(?:ulo)?\b\s*(?:\{([^{}]*)\}|([^\s(){},;]+))\s*\)?")
_RELATION = re.compile(r"[=<>≤≥≠≡≈∈∉⊆⊂⊇⊃∣∤→∥⊥≅∼]")
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
    r"does not divide|do not divide": "∤",
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
_CASE_LABEL = re.compile(r"\b(?:sub)?cases?\s+\(?[0-9]+\)?", re.IGNORECASE)
_NUMERAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_LIST = re.compile(
    r"(?<![\w.^_{(])-?[0-9]+(?:\s*,\s*-?[0-9]+)+(?:\s*,?\s*(?:and|or)\s+-?[0-9]+|\s*,\s*-?[0-9]+)"
)
_MATRIX = re.compile(r"\\begin\{([pbvBV]?matrix)\}((?:(?!\\begin\{).)*?)\\end\{\1\}", re.DOTALL)
_ONES = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBER_WORDS = {
    "zero": 0, "half": 2, "twice": 2, "thrice": 3, "hundred": 100, "thousand": 1000,
    **{word: value for value, word in enumerate(_ONES[1:], start=2)},
    **{word: 10 * value for value, word in enumerate(_TENS, start=2)},
    **{f"{tens}-{ones}": 10 * t + o for t, tens in enumerate(_TENS, start=2)
       for o, ones in enumerate(_ONES[:9], start=1)},
}  # fmt: skip
"""Without "one", which is more often a pronoun."""
_NUMBER_WORD = re.compile(
    rf"\b({'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})\b", re.IGNORECASE
)
_MIRRORED = {">": "<", "≥": "≤", "⊇": "⊆", "⊃": "⊂"}
_SYMMETRIC = frozenset("=≠≡≈∥⊥≅∼")
_PLAIN_WORD = re.compile(r"[^\W\d_]{2,}[.,;:!?]*")
_KNOWN_FUNCTION = frozenset(
    {"sin", "cos", "tan", "cot", "sec", "csc", "log", "ln", "exp", "gcd", "lcm", "max", "min"}
    | {"lim", "sup", "inf", "det", "dim", "ker", "deg", "mod", "span", "sqrt", "rank", "tr", "im"}
)
_CAPITAL = re.compile(r"name='[A-Z]'")
_FUNCTION = re.compile(
    rf"(?<![A-Za-z\\])\\?({'|'.join(sorted(_KNOWN_FUNCTION - {'mod', 'im', 'tr'}))})"
)
_UNIT = re.compile(r"(?<=[0-9)}])(?:cm|mm|km|kg)(?:\^?\{?[23]\}?)?$")
_LONGEST_PARSED = 400


class Link(NamedTuple):
    """One relation between two sides, as normalised text."""

    left: str
    relation: str
    right: str
    modulus: str = ""
    """Of a congruence that names it; in ``a ≡ b ≡ c (mod m)`` it belongs to every link."""

    def __str__(self) -> str:
        modulus = f" (mod {self.modulus})" if self.modulus else ""
        return f"{self.left} {self.relation} {self.right}{modulus}"


@lru_cache(maxsize=256)
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
    text = _FACTORIAL_EQUALS.sub("! ", text)
    for typed, sign in (("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("->", "→"), ("...", "…")):
        text = text.replace(typed, sign)
    text = _DIVIDES.sub(" ∣ ", text)
    return _ONE_CHARACTER_GROUP.sub(r"\1\2", text)


def numbers_of(text: str) -> frozenset[str]:
    """The numbers of a text, in digits and in words, apart from the numbers of its cases."""
    return numerals_of(text) | {
        str(_NUMBER_WORDS[word.lower()]) for word in _NUMBER_WORD.findall(normalise(text))
    }


def numerals_of(text: str) -> frozenset[str]:
    """The numbers in digits, leading zeros and trailing ones removed."""
    plain = _CASE_LABEL.sub(" ", normalise(text))
    return frozenset(_canonical_numeral(found) for found in _NUMERAL.findall(plain))


def lists_of(text: str) -> frozenset[tuple[str, ...]]:
    """The lists of three numerals or more that a text gives."""
    plain = normalise(text).replace("$", "")
    return frozenset(tuple(_NUMERAL.findall(found)) for found in _LIST.findall(plain))


def matrices_of(text: str) -> frozenset[str]:
    """The matrices a text writes out, entry by entry."""
    return frozenset("".join(normalise(found[2]).split()) for found in _MATRIX.finditer(text))


def _canonical_numeral(digits: str) -> str:
    whole, _, fraction = digits.partition(".")
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{fraction}" if fraction else "")


def relations_of(text: str, *, in_words: bool = True) -> tuple[Link, ...]:
    """Every link of every relation chain of a text, as often as it stands there.

    Args:
        text: What states them.
        in_words: Whether "is at least" and the like count as signs, as "equals" always does. Their
            left side may be the end of a longer phrase, so they can confirm a link, not demand one.
    """
    links, around = _formulas_and_prose(text)
    prose = _RELATION_IN_WORDS.sub(_as_sign, around) if in_words else around
    return (*links, *_links_of_prose(prose))


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
            link = Link(left, part[cut], right, modulus if part[cut] == "≡" else "")
            yield from _members(link) if link.relation == "∈" else (link,)


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
    stripped = _FUNCTION.sub(r"\1", _UNIT.sub("", stripped)).replace("^+", "+")
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
    return _PLAIN_WORD.fullmatch(word) is not None and word.strip(_TRIMMED) not in _KNOWN_FUNCTION


def _oriented(link: Link) -> Link:
    left, relation, right, modulus = link
    if relation in _MIRRORED:
        return Link(right, _MIRRORED[relation], left)
    if relation in _SYMMETRIC and right < left:
        return Link(right, relation, left, modulus)
    return link


@lru_cache(maxsize=4096)
def _parsed_side(side: str) -> str | None:
    """The parsed form of a side as text, or None where the strict reader refuses."""
    if len(side) > _LONGEST_PARSED:
        return None
    latex = _FUNCTION.sub(r"\\\1 ", side.replace("*", r"\cdot ").replace("°", r"^\circ "))
    tree = parse_chain(latex, latex=True)
    if tree.relations or isinstance(tree.sides[0], Refusal):
        return None
    return _canonical(tree.sides[0])


def _canonical(node: Expr) -> str:
    """Write a tree so that the order of terms, and of factors that are no matrices, is lost."""
    parts = [_canonical(child) for child in children(node)]
    if isinstance(node, Add) or (isinstance(node, Mul) and not _are_matrices(parts)):
        return f"{type(node).__name__}({','.join(sorted(parts))})"
    if not parts:
        return repr(node).replace(f"span={node.span!r}", "")
    label = getattr(node, "name", "") or getattr(node, "kind", "")
    return f"{type(node).__name__}:{label}({','.join(parts)})"


def _are_matrices(factors: list[str]) -> bool:
    """Capital letters name matrices, maps and group elements; their order is content."""
    return sum(_CAPITAL.search(factor) is not None for factor in factors) > 1


def missing_links(wanted: Iterable[Link], given: Iterable[Link]) -> tuple[Link, ...]:
    """The wanted links that are not among the given ones.

    Sides that the given links call equal count as the same, because ``a = b < c`` may be told as
    ``a = b`` and ``a < c``. A congruence whose modulus only one of the
    two names counts as the same; the modulus is a number, and numbers are compared by themselves.
    """
    given = tuple(given)
    written = _with_open_moduli(_oriented(link) for link in given)
    left_over = [link for link in wanted if not _is_among(_oriented(link), written)]
    if not left_over:
        return ()
    groups = _equal_sides(given)
    known = _with_open_moduli(_up_to_equals(link, groups) for link in given)
    unknown = [link for link in left_over if not _is_known(_up_to_equals(link, groups), known)]
    if not unknown:
        return ()
    loosely = _Loosely(given)
    return tuple(link for link in unknown if not loosely.may_have(link))


def _is_known(link: Link, known: set[Link]) -> bool:
    return (link.relation == "=" and link.left == link.right) or _is_among(link, known)


class _Loosely:
    """Links without brackets and layout, for those that no reader can tell apart.

    Where both can be parsed, brackets are content: ``2(x + 1)`` is not ``2x + 1``.
    """

    def __init__(self, given: Iterable[Link]) -> None:
        self._all = {_bare_link(link): link for link in given}
        self._unread = {bare for bare, link in self._all.items() if not _is_parsed(link)}

    def may_have(self, link: Link) -> bool:
        """Whether one of the links may be this one in another layout."""
        return _bare_link(link) in (self._unread if _is_parsed(link) else self._all)


def _bare_link(link: Link) -> Link:
    return _oriented(Link(_bare(link.left), link.relation, _bare(link.right)))


def _is_parsed(link: Link) -> bool:
    return _parsed_side(link.left) is not None and _parsed_side(link.right) is not None


@lru_cache(maxsize=4096)
def _bare(side: str) -> str:
    """A side without brackets, with fractions as plain text writes them."""
    before = ""
    while side != before and len(side) <= _LONGEST_PARSED:
        before, side = side, _FRACTION.sub(r"\1/\2", side)
    return _LAYOUT.sub("", side.replace("√", "sqrt"))


_FRACTION = re.compile(r"\\frac\{([^{}]*)\}\{([^{}]*)\}")
_LAYOUT = re.compile(r"[\\(){}\[\]⦃⦄*]")

_ANY_MODULUS = "?"


def _with_open_moduli(links: Iterable[Link]) -> set[Link]:
    """The links, and each congruence once more as one that fits a link without a modulus."""
    found = set(links)
    return found | {link._replace(modulus=_ANY_MODULUS) for link in found if link.modulus}


def _is_among(link: Link, written: set[Link]) -> bool:
    twin = link._replace(modulus="" if link.modulus else _ANY_MODULUS)
    return link in written or twin in written


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


def _up_to_equals(link: Link, parent: dict[str, str]) -> Link:
    """The link between the groups of equal sides that its sides belong to."""
    left, right = _root(parent, _name(link.left)), _root(parent, _name(link.right))
    return _oriented(link._replace(left=left, right=right))
