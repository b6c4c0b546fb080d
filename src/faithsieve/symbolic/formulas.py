r"""Formulas of a text: relation chains between delimiters, or between words of plain text.

Mathematics is found between ``\( \)``, ``\[ \]``, ``$ $`` and in display environments; elsewhere a
stretch without words that holds a relation sign. A formula is never cut out of a longer one: where
something that is no formula stands beside it in the same stretch, nothing of it is read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from faithsieve.symbolic.expressions import Chain, Relation
from faithsieve.symbolic.parser import chain_of
from faithsieve.symbolic.tokens import MAX_TOKENS, Token, Tokenizer

MAX_STEP_CHARACTERS = 60_000
"""The rest of a longer step is not read."""

MAX_STRETCH_CHARACTERS = 4_000
"""A longer stretch of mathematics is not read."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of mathematics in a text."""

    start: int
    """First character inside the delimiters."""
    end: int
    """One past the last character inside."""
    outer_start: int
    outer_end: int
    latex: bool = True


@dataclass(frozen=True, slots=True)
class Formula:
    chain: Chain
    latex: bool
    before: str
    """The words of its sentence before it, lower case, mathematics replaced by ``#``."""
    after: str
    """The words after it in its sentence."""
    following: str
    """The words of the next sentence."""


_LINES = r"(?:equation|align|gather|multline|eqnarray|flalign|alignat|displaymath|math)\*?"
# Between backticks stands what a reader could not make out, or code; \$ is an amount of money.
_CODE = re.compile(r"`[^`\n]*`")
_PASSED_OVER = re.compile(rf"{_CODE.pattern}|\\\$")
_OPENING = re.compile(rf"{_PASSED_OVER.pattern}|\\\(|\\\[|\$\$|\$|\\begin\{{{_LINES}\}}")
_CLOSING = {"\\(": "\\)", "\\[": "\\]", "$$": "$$", "$": "$"}


def math_stretches(text: str) -> list[Stretch]:
    """What stands between delimiters of mathematics."""
    found: list[Stretch] = []
    # Every closing delimiter that is missing is searched for once.
    missing: set[str] = set()
    text, at = text[:MAX_STEP_CHARACTERS], 0
    while match := _OPENING.search(text, at):
        opening, at = match.group(), match.end()
        if opening in missing or _PASSED_OVER.match(opening):
            continue
        closing = _CLOSING.get(opening) or opening.replace("\\begin", "\\end")
        end = text.find(closing, at)
        if end < 0:
            missing.add(opening)
            continue
        found.append(Stretch(at, end, match.start(), end + len(closing)))
        at = end + len(closing)
    return found


_RELATION = re.compile(
    r"[=<>≤≥≠≡≢≈∣∤]|\\(?:eq|neq?|lt|gt|leq?|geq?|leqslant|geqslant|equiv|n?mid)(?![A-Za-z])"
)
_NAMES = r"(?:sqrt|gcd|lcm|mod|[A-Za-z])(?![A-Za-z])"
_PLAIN = re.compile(rf"(?:[^\W\dA-Za-z_]|[^A-Za-z\n`#]|(?<![A-Za-z]){_NAMES})+")
_PLAIN_CUT = re.compile(r"[.,;:?!](?=\s|$)|[“”\"|]")
_NUMBERED = re.compile(r"\d+\s*[=<>≤≥]")
_OPERATOR = re.compile(r"[-+*/^=<>≤≥≠≡≈·×÷−–_)\]}!%°,]")


def plain_stretches(masked: str) -> Iterator[Stretch]:
    """Stretches without words around the relation signs of a text whose mathematics is masked."""
    for run in _PLAIN.finditer(masked):
        depths = list(accumulate((c in "([{") - (c in ")]}") for c in run.group()))
        start = run.start()
        for cut in [*_PLAIN_CUT.finditer(masked, *run.span()), None]:
            if cut and cut.group() in ",;:" and depths[cut.start() - run.start()] > 0:
                continue
            end = cut.start() if cut else run.end()
            yield from _plain_stretch(masked, start, end)
            start = cut.end() if cut else end


def _plain_stretch(masked: str, start: int, end: int) -> Iterator[Stretch]:
    end = start + len(masked[start:end].rstrip())
    first = end - len(masked[start:end].lstrip())
    if not _RELATION.search(masked, first, end) or "\\" in masked[first:end]:
        return
    # "3 apples + 5 = 9" goes on beyond a word, and "Step 3 = …" begins with a name.
    word = re.search(r"[A-Za-z]+$", masked[max(start - 20, 0) : start])
    is_cut = word and _OPERATOR.match(masked, first)
    is_name = word and word.group()[0].isupper() and _NUMBERED.match(masked, first)
    is_beside = "#" in masked[max(first - 2, 0) : first] + masked[end : end + 2]
    if not (is_cut or is_name or is_beside):
        yield Stretch(first, end, first, end, latex=False)


_SENTENCE_END = re.compile(r"[.!?](?=\s+(?:[A-Z\\$(#]|$))(?:\s*\n\s*\n)?|\n\s*\n")


def mask(text: str, stretches: list[Stretch]) -> str:
    """The text with ``#`` for every character of its mathematics, same length.

    The full stop of a displayed formula ends a sentence, so it stays, as the last sign.
    """
    for stretch in stretches:
        width = stretch.outer_end - stretch.outer_start - 1
        last = "." if text[stretch.start : stretch.end].rstrip().endswith(".") else "#"
        text = text[: stretch.outer_start] + "#" * width + last + text[stretch.outer_end :]
    return text


def _words_around(masked: str, stretch: Stretch) -> tuple[str, ...]:
    left = max(0, stretch.outer_start - 400)
    ends = [left, *(m.end() for m in _SENTENCE_END.finditer(masked, left, stretch.outer_start))]
    begin = ends[-1]
    if len(ends) > 1 and not re.search(r"[A-Za-z]", masked[begin : stretch.outer_start]):
        # A formula that is a sentence of its own is announced by the sentence before.
        begin = ends[-2]
    before = masked[begin : stretch.outer_start]
    after = masked[stretch.outer_end - 1 : stretch.outer_end + 200].lstrip("#")
    ends = [*(match.end() for match in _SENTENCE_END.finditer(after)), len(after), len(after)]
    parts = (before, after[: ends[0]], after[ends[0] : ends[1]])
    return tuple(re.sub("#+", "#", words).strip().lower() for words in parts)


def formulas(text: str, following: str = "") -> Iterator[Formula]:
    """Every relation chain of a text.

    Args:
        text: The text; spans of the chains count in it.
        following: What comes after the text; its first words may take a formula back.
    """
    text = text[:MAX_STEP_CHARACTERS]
    stretches = math_stretches(text)
    masked = _CODE.sub(lambda code: "#" * len(code[0]), mask(text, stretches))
    plain = [*plain_stretches(masked)] if _RELATION.search(masked) else []
    around = f"{mask(masked, plain)}\n\n{mask(following[:200], math_stretches(following[:200]))}"
    for stretch in sorted([*stretches, *plain], key=lambda stretch: stretch.start):
        is_short = stretch.end - stretch.start <= MAX_STRETCH_CHARACTERS
        if is_short and _RELATION.search(text, stretch.start, stretch.end):
            words = _words_around(around, stretch)
            for chain in _chains(text, stretch):
                yield Formula(chain, stretch.latex, *words)


_OPENS = frozenset({"(", "[", "{", "⌊", "⌈", "lvert"})
_CLOSES = frozenset({")", "]", "}", "⌋", "⌉", "rvert"})
_ALIGNED = re.compile(rf"aligned|gathered|split|alignedat|{_LINES}")


def _chains(text: str, stretch: Stretch) -> list[Chain]:
    """The formulas of a stretch, or none if something in it is no formula."""
    tokens = Tokenizer(text, stretch.start, stretch.end, latex=stretch.latex).run()
    if len(tokens) > MAX_TOKENS:
        return []
    chains = []
    for piece in _pieces(tokens):
        first, last = piece[0].span.start, piece[-1].span.end
        chain = chain_of(piece, text, first, last, latex=stretch.latex)
        if not chain.relations:
            return []
        chains.append(chain)
    return chains


def _pieces(tokens: list[Token]) -> Iterator[list[Token]]:
    """Split tokens at commas, arrows and the ends of lines, outside of all brackets."""
    piece: list[Token] = []
    depth = 0
    for at, token in enumerate(tokens):
        depth += _step(token)
        if depth <= 0 and _is_cut(tokens, at):
            if piece:
                yield piece
            piece = []
        elif token.kind not in ("newline", "&"):
            piece.append(token)
    if piece:
        yield piece


def _step(token: Token) -> int:
    """How a token changes the number of open brackets; a matrix is a bracket."""
    kind = token.text if token.kind == "set-brace" else token.kind
    if kind in ("begin", "end"):
        return 0 if _ALIGNED.fullmatch(token.text) else 1 if kind == "begin" else -1
    return (kind in _OPENS) - (kind in _CLOSES)


def _is_cut(tokens: list[Token], at: int) -> bool:
    token = tokens[at]
    if token.kind in ("newline", "&"):
        # "&= b" goes on with the line before; other marks of alignment separate columns.
        rest = (other for other in tokens[at + 1 : at + 4] if other.kind not in ("&", "newline"))
        following = next(rest, None)
        is_before = following is not None and following.kind == "relation"
        is_after = token.kind == "&" and at > 0 and tokens[at - 1].kind == "relation"
        return not (is_before or is_after)
    is_aligned = token.kind in ("begin", "end") and bool(_ALIGNED.fullmatch(token.text))
    is_arrow = token.kind == "relation" and token.text == Relation.IMPLIES
    return (token.kind == "," and not _is_in_numeral(tokens, at)) or is_aligned or is_arrow


def _is_in_numeral(tokens: list[Token], at: int) -> bool:
    """Whether a comma may stand inside ``10,000``."""
    around = tokens[max(at - 1, 0) : at + 2]
    is_tight = len(around) == 3 and not (around[1].spaced or around[2].spaced)
    return is_tight and around[0].kind == around[2].kind == "numeral"
