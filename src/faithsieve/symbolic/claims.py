r"""Proof text into claims: relation chains with their step, their column and their mood.

A proof says many relations without asserting them: it supposes, asks, tests a candidate, names a
case, denies. Those are read too, since later steps may use them, but their *mood* keeps the checks
away. Mathematics is found between delimiters (``\( \)``, ``\[ \]``, ``$ $``), and in plain text
around relation signs.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from faithsieve.symbolic.expressions import Chain, Relation
from faithsieve.symbolic.lexicon import cue, word_list
from faithsieve.symbolic.parser import USUAL_FUNCTION_LETTERS, parse_chain
from faithsieve.symbolic.tokens import SHORT_ENGLISH

MAX_STEP_CHARACTERS = 60_000
"""The rest of a longer step is not read."""

MAX_PIECE_CHARACTERS = 4_000
"""A longer piece is not read."""


class Mood(StrEnum):
    ASSERTED = "asserted"
    SUPPOSED = "supposed"
    TESTED = "tested"
    DENIED = "denied"
    ASKED = "asked"
    DEFINED = "defined"
    GIVEN = "given"


NOT_CLAIMED = frozenset({Mood.DENIED, Mood.ASKED, Mood.GIVEN, Mood.SUPPOSED})
"""Moods of relations that the text does not stand behind."""


@dataclass(frozen=True, slots=True)
class MathSpan:
    start: int
    """First character inside the delimiters."""
    end: int
    """One past the last character inside."""
    outer_start: int
    outer_end: int
    display: bool
    """Set off on its own line."""
    latex: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """One relation chain of a proof, or a bare displayed expression (a chain with one side)."""

    step: int
    """The step's number; 0 is the problem statement."""
    chain: Chain
    text: str
    """The whole text of the step, which the chain's spans index."""
    display: bool
    mood: Mood
    before: str
    """The prose of the same sentence before it, lower case, mathematics replaced by ``#``."""
    after: str
    """The prose after it, up to the end of the next sentence."""
    order: int
    """Position among all claims of the proof."""

    @property
    def continues(self) -> bool:
        """Whether it began with a relation sign and borrowed the last side said before."""
        return self.chain.side_spans[0].end < self.chain.span.start

    @property
    def clause(self) -> str:
        """The prose directly before it, since the last formula."""
        return last_clause(self.before)

    @property
    def sentence(self) -> str:
        """The sentence that it stands in, as written."""
        start, end = self.chain.side_spans[0].start, self.chain.side_spans[-1].end
        masked = mask(self.text, math_spans(self.text))
        begin = max((m.end() for m in _SENTENCE_END.finditer(masked, 0, start)), default=0)
        stop = _SENTENCE_END.search(masked, end)
        return " ".join(self.text[begin : stop.end() if stop else len(self.text)].split())

    def side_text(self, at: int) -> str:
        span = self.chain.side_spans[at]
        return self.text[span.start : span.end]


_DISPLAYS = r"(?:equation|align|gather|multline|eqnarray|flalign|alignat|displaymath|math)\*?"
# Between backticks stands what a reader could not make out, or code; \$ is an amount of money.
_PASSED_OVER = re.compile(r"`[^`\n]*`|\\\$")
_OPENING = re.compile(rf"{_PASSED_OVER.pattern}|\\\(|\\\[|\$\$|\$|\\begin\{{{_DISPLAYS}\}}")
_CLOSING = {"\\(": "\\)", "\\[": "\\]", "$$": "$$", "$": "$"}
_ENVIRONMENT = re.compile(
    rf"\\(?:begin|end)\{{(?:aligned|cases|gathered|split|alignedat|array|{_DISPLAYS})\}}"
    r"(?:\{[^{}]*\})?"
)
_MATRIX = re.compile(r"\\begin\{([pbv]?matrix)\}.*?\\end\{\1\}", re.DOTALL)
_TERM = re.compile(r"[\w\s+*/^(){}\[\].,'-]*")
"""Surely no relation; most formulas are such."""
_RELATION_SIGN = re.compile(r"[=<>≤≥≠≡≈∣]")
_PLAIN_CUT = re.compile(r"[.,;:?!](?=\s|$)|\s[-–—]\s(?=[A-Z])|[“”\"]|\n")
SHORT_WORDS = re.compile(rf"\b(?:{'|'.join(SHORT_ENGLISH)})\b", re.IGNORECASE)


def plain_spans(text: str) -> list[MathSpan]:
    """Stretches of plain text around relation signs that hold no words."""
    spans = []
    for run in cue("plain_formulas").finditer(text[:MAX_STEP_CHARACTERS]):
        depths = _depths(text, *run.span())
        cuts = [*SHORT_WORDS.finditer(text, *run.span())]
        for cut in _PLAIN_CUT.finditer(text, *run.span()):
            if depths[cut.start() - run.start()] <= 0 or text[cut.start()] in ".?!":
                cuts.append(cut)
        edges = sorted([*run.span(), *(edge for cut in cuts for edge in cut.span())])
        for first, last in zip(edges[::2], edges[1::2], strict=True):
            end = first + len(text[first:last].rstrip())
            start = end - len(text[first:end].lstrip(" \t–—"))
            if _RELATION_SIGN.search(text, start, end) and not _LATEX_MARK.search(text, start, end):
                spans.append(MathSpan(start, end, start, end, display=False, latex=False))
    return spans


# What was cut out of LaTeX without delimiters has lost its commands and means nothing.
_LATEX_MARK = re.compile(r"\\|`|(?<![\^_])\{|\}\{|&")

_OPEN_END = re.compile(r"(?:[=+\-*/<>]|\\(?:cdot|times|leq?|geq?|equiv))\s*$")


def math_spans(text: str) -> list[MathSpan]:
    spans: list[MathSpan] = []
    # Every closing delimiter that is missing is searched for once.
    missing: set[str] = set()
    text, at = text[:MAX_STEP_CHARACTERS], 0
    while match := _OPENING.search(text, at):
        opening, outer_start, start = match.group(), match.start(), match.end()
        closing = _CLOSING.get(opening) or opening.replace("\\begin", "\\end")
        is_open = opening not in missing and not _PASSED_OVER.match(opening)
        end = text.find(closing, start) if is_open else -1
        if end < 0:
            missing.add(opening)
            at = start
            continue
        at = outer_end = end + len(closing)
        last = spans[-1] if spans and text[spans[-1].outer_end : outer_start].isspace() else None
        if last and _OPEN_END.search(text, max(last.start, last.end - 12), last.end):
            # "$x =$ $y$" is one formula that a line break tore apart.
            spans.pop()
            start, outer_start = last.start, last.outer_start
        display = opening not in ("\\(", "$")
        spans.append(MathSpan(start, end, outer_start, outer_end, display))
    return spans


def _depths(text: str, start: int, end: int) -> list[int]:
    """How many brackets are open at each character: those opened before it and not yet closed."""
    part = text[start:end]
    opened = accumulate((character in "([{" for character in part), initial=0)
    closed = accumulate(character in ")]}" for character in part)
    return [before - after for before, after in zip(opened, closed, strict=False)]


class FormulaPiece(NamedTuple):
    start: int
    end: int
    joiner: str
    """What stands between it and the formula before: ``implies``, ``,``, words, or nothing."""


def pieces(text: str, start: int, end: int) -> list[FormulaPiece]:
    """Split a mathematics span at line breaks, words, implications and commas."""
    depths = _depths(text, start, end)
    for matrix in _MATRIX.finditer(text, start, end):
        for at in range(matrix.start() - start, matrix.end() - start):
            depths[at] += 1
    cuts = [match.span() for match in _ENVIRONMENT.finditer(text, start, end)]
    cuts.extend(
        match.span()
        for match in cue("separators").finditer(text, start, end)
        if depths[match.start() - start] <= 0
    )
    cuts.sort()
    found: list[FormulaPiece] = []
    at, joiner = start, ""
    for first, last in [*cuts, (end, end)]:
        if first > at and text[at:first].strip(" &\n\t."):
            found.append(FormulaPiece(at, first, joiner))
            joiner = ""
        joiner = f"{joiner} {_joiner(text[first:last])}".strip()
        at = max(at, last)
    return found


def _joiner(separator: str) -> str:
    if separator in (",", ";"):
        return ","
    if cue("implications").match(separator):
        return "implies"
    words = re.search(r"\{([^{}]*)\}", separator) if "text" in separator else None
    return words.group(1).strip().lower() if words else ""


_FUNCTION_LETTER = re.compile(
    r"(?<![A-Za-z0-9\\)}])([A-Za-z]|\\(?:phi|varphi|psi|sigma|tau|mu))"
    r"(?:_\{?\w\}?)?\s*(?:\\left)?\(\s*([A-Za-z]|[0-9]+)\s*(?:\\right)?\)"
)


def single_letters(texts: list[str]) -> frozenset[str]:
    """Letters that stand alone somewhere, and so may stand together in a product."""
    return frozenset().union(*(_letters(text)[1] for text in texts))


@lru_cache(maxsize=4096)
def _letters(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Letters applied like functions, ``f(x)`` or ``S(12)``, and letters that stand alone."""
    applied = [match.group(1) for match in _FUNCTION_LETTER.finditer(text)]
    applied += re.findall(r"([A-Za-z])\s*(?::|\\colon)\s*\\math", text)
    single = re.findall(r"(?<![A-Za-z\\])([A-Za-z])(?![A-Za-z])", text)
    return frozenset(applied), frozenset(single)


_SENTENCE_END = re.compile(r"[.!?](?=\s+(?:[A-Z\\$(]|$))|\n\s*\n|(?<=\s)- ")


def mask(text: str, spans: list[MathSpan], sign: str = "#") -> str:
    """The text with a sign for every character of its mathematics, same length."""
    for span in spans:
        width = span.outer_end - span.outer_start
        text = text[: span.outer_start] + sign * width + text[span.outer_end :]
    return text


def _sentence_around(masked: str, start: int, end: int) -> tuple[str, str]:
    left = max(0, start - 400)
    ends = [left, *(match.end() for match in _SENTENCE_END.finditer(masked, left, start))]
    begin = ends[-1]
    if len(ends) > 1 and not re.search(r"\w", masked[begin:start]):
        # A formula that is a sentence of its own is announced by the sentence before.
        begin = ends[-2]
    before = re.sub(r"#+", "#", masked[begin:start]).strip().lower()
    after = masked[end : end + 160]
    ends = [match.end() for match in _SENTENCE_END.finditer(after)]
    if len(ends) > 1:
        after = after[: ends[1]]
    return before, re.sub(r"#+", "#", after).strip().lower()


def last_clause(before: str) -> str:
    """The prose directly before a formula, since the last formula."""
    return before[-80:].rsplit("#", 1)[-1]


def strange_word(words: str) -> str | None:
    """The first word that may say more than what kind of number a letter is."""
    # A single letter names another number.
    found = re.findall(r"[a-z]{2,}", words.lower())
    return next((word for word in found if word not in word_list("neutral")), None)


def _mood(chain: Chain, before: str, after: str) -> Mood:
    if Relation.DEFINES in chain.relations:
        return Mood.DEFINED
    if after.startswith("?"):
        return Mood.ASKED
    supposed = cue("supposed").search(before)
    if supposed and not cue("then").search(before, supposed.start()):
        return Mood.SUPPOSED
    if cue("denied_after").search(after[:60]) or cue("denied_before").search(before[-60:]):
        return Mood.DENIED
    if cue("tested").search(before[-80:]):
        return Mood.ASSERTED if cue("affirmed").search(after) else Mood.TESTED
    clause = last_clause(before)
    if cue("defined").search(clause) and not cue("then").search(clause):
        return Mood.DEFINED
    return Mood.ASSERTED


class ClaimReader:
    def __init__(self, texts: list[str]) -> None:
        self._functions = USUAL_FUNCTION_LETTERS.union(*(_letters(text)[0] for text in texts))
        self._letters = single_letters(texts)
        self._order = 0

    def read(self, step: int, text: str, following: str = "") -> list[Claim]:
        """All relation chains and bare displayed expressions of one text.

        Args:
            step: The step's number.
            text: The step's text.
            following: How the next step begins; it may affirm or deny the last claims.
        """
        spans = math_spans(text) or plain_spans(text)
        begins = mask(following[:200], math_spans(following[:200]))
        masked = f"{mask(text[:MAX_STEP_CHARACTERS], spans)} {begins}"
        claims: list[Claim] = []
        for span in spans:
            before, after = _sentence_around(masked, span.outer_start, span.outer_end)
            for piece in pieces(text, span.start, span.end):
                if not text[span.start : piece.start].isspace() and piece.start > span.start:
                    before = f"{before} # {piece.joiner}".strip()
                is_term = not span.display and _TERM.fullmatch(text, piece.start, piece.end)
                if is_term or piece.end - piece.start > MAX_PIECE_CHARACTERS:
                    continue
                chain = self.parse(text, piece.start, piece.end, latex=span.latex)
                if not (chain.relations or span.display):
                    continue
                self._order += 1
                chain = _continue(chain, text, claims)
                mood = _mood(chain, before, after) if step else Mood.GIVEN
                claims.append(
                    Claim(step, chain, text, span.display, mood, before, after, self._order)
                )
        return claims

    def parse(self, text: str, start: int, end: int, *, latex: bool) -> Chain:
        known = {"functions": self._functions, "letters": self._letters}
        return parse_chain(text, start, end, latex=latex, **known)


_NEXT_LINE = re.compile(r"[.,]?\s*(?:\\\\)?\s*&?\s*=\s*&?\s*")


def _continue(chain: Chain, text: str, earlier: list[Claim]) -> Chain:
    """``= b`` on the line after ``a = …``: the last side said before becomes the first side."""
    if not earlier or len(chain.sides) == 1:
        return chain
    last = earlier[-1].chain
    # "5 kg = 5000 g": beyond a word the last side may be another quantity.
    if not _NEXT_LINE.fullmatch(text, last.side_spans[-1].end, chain.side_spans[1].start):
        return chain
    return replace(
        chain,
        sides=(last.sides[-1], *chain.sides[1:]),
        side_spans=(last.side_spans[-1], *chain.side_spans[1:]),
    )
