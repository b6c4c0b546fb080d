"""Characters into tokens, for LaTeX, unicode and plain text alike.

The tokenizer knows what a character *is*, never what it means in context: that is the parser's
work. A character or command it has never heard of becomes an ``unknown`` token, so that nothing is
dropped in silence (``1 − 1`` must not become ``1 1``).
"""

import re
import unicodedata
from typing import NamedTuple

from faithsieve.symbolic.expressions import Relation, Span
from faithsieve.symbolic.lexicon import data_file

MAX_TOKENS = 4000
"""Longer inputs are refused; no side of a real proof comes near."""


class Token(NamedTuple):
    kind: str
    """``numeral``, ``letter``, ``relation`` …; a sign with one meaning is a kind of its own."""
    text: str
    """The normal form: ``<=`` and ``\\leqslant`` both read ``≤``."""
    span: Span
    spaced: bool
    """Whether white space stands before it."""


_TABLES = data_file("notation.toml")


def _names(key: str) -> frozenset[str]:
    return frozenset(_TABLES["words"][key].split())


def _by_name(table: str, kind: str | None = None) -> dict[str, tuple[str, str]]:
    """The tokens of a table by the names or signs that are read as such."""
    return {
        name: (kind or meaning, meaning)
        for meaning, names in _TABLES[table].items()
        for name in names.split()
    }


FUNCTIONS = _names("functions")
SHORT_ENGLISH = _names("short")
_PLAIN_FUNCTIONS = _names("plain_functions")
_INVISIBLE_COMMANDS = _names("invisible")
_TEXT_COMMANDS = _names("text")
_COMMAND_TOKENS: dict[str, tuple[str, str]] = {
    **{name: ("function", name) for name in FUNCTIONS},
    **{name: ("letter", f"\\{name}") for name in _TABLES["letters"]},
    **{name: ("accent", name) for name in _names("accents")},
    **_by_name("relation_commands", "relation"),
    **_by_name("commands"),
    **{"sum": ("big operator", "sum"), "prod": ("big operator", "prod")},
    **{"pm": ("±", "±"), "mp": ("±", "∓"), "mod": ("mod", "mod"), "bmod": ("mod", "mod")},
    **{"pmod": ("mod", "pmod"), "pod": ("mod", "pmod")},
}
_SIGN_TOKENS: dict[str, tuple[str, str]] = {
    **{sign: ("letter", f"\\{name}") for sign, (_, name) in _by_name("letters").items()},
    **_by_name("relation_signs", "relation"),
    **_by_name("signs"),
    **{";": (",", ";"), "√": ("radical", "2"), "∛": ("radical", "3"), "∜": ("radical", "4")},
    **{"±": ("±", "±"), "∓": ("±", "∓")},
    **{"∑": ("big operator", "sum"), "Σ": ("big operator", "sum"), "∏": ("big operator", "prod")},
}
_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵏᵐ⁽⁾", "0123456789+-nikm()", strict=True))
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ₙᵢⱼₖₘₐₓ₊₋", "0123456789nijkmax+-", strict=True))
_VULGAR = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_FULLWIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}

_SPACE = re.compile(r"[\s\u00a0\u2009\u202f\u200a]+")
_NUMERAL = re.compile(
    r"[1-9][0-9]{0,2}(?:\\,[0-9]{3})+(?![0-9])|[0-9]+(?:\{,\}[0-9]{3})*(?:\.[0-9]+)?|\.[0-9]+"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?|\\(.)", re.DOTALL)
_NEGATED = re.compile(r"\\not\s*(=|\\equiv)")
_BRACED = re.compile(r"\s*\{([^{}]*)\}")
_LETTERS = re.compile(r"[A-Za-z]+")
_RAISED_DEGREE = re.compile(r"\^\s*(?:\{\s*(?:\\circ|°)\s*\}|\\circ(?![A-Za-z])|°)")
_DOTS = re.compile(r"\.\.+")
_SUPERSCRIPT_RUN = re.compile(f"[{''.join(_SUPERSCRIPTS)}]+")
_SUBSCRIPT_RUN = re.compile(f"[{''.join(_SUBSCRIPTS)}]+")


class _Tokenizer:
    def __init__(
        self, text: str, start: int, end: int, *, latex: bool, letters: frozenset[str]
    ) -> None:
        # Full-width forms are the same characters drawn wider; the mapping keeps positions.
        self._text = text.translate(_FULLWIDTH)
        self._position = start
        self._end = end
        self._latex = latex
        self._letters = letters
        self._spaced = False
        self._tokens: list[Token] = []

    def run(self) -> list[Token]:
        while self._position < self._end and len(self._tokens) <= MAX_TOKENS:
            self._read_one()
        return self._tokens

    def _emit(self, kind: str, text: str, length: int) -> None:
        span = Span(self._position, self._position + length)
        self._tokens.append(Token(kind, text, span, self._spaced))
        self._position += length
        self._spaced = False

    def _skip(self, length: int) -> None:
        self._position += length
        self._spaced = True

    def _match(self, pattern: re.Pattern[str], offset: int = 0) -> re.Match[str] | None:
        return pattern.match(self._text, self._position + offset, self._end)

    def _read_one(self) -> None:
        character = self._text[self._position]
        if space := self._match(_SPACE):
            self._skip(len(space.group()))
        elif character == "\\":
            self._read_command()
        elif numeral := self._match(_NUMERAL):
            self._read_numeral(numeral.group())
        elif word := self._match(_LETTERS):
            self._read_letters(word.group())
        else:
            self._read_symbol(character)

    def _touched_kind(self) -> str | None:
        """The kind of the token directly before, without white space between."""
        return self._tokens[-1].kind if self._tokens and not self._spaced else None

    def _read_numeral(self, numeral: str) -> None:
        after = self._text[self._position + len(numeral) : self._end]
        is_tail = numeral[0] == "." and self._touched_kind() == "numeral"
        if after.startswith(".."):
            self._emit("…", numeral, len(numeral))
        elif is_tail or re.match(r"\.[0-9]", after):
            self._emit("unknown", numeral, len(numeral))
        else:
            self._emit("numeral", numeral, len(numeral))

    def _read_letters(self, word: str) -> None:
        if word in FUNCTIONS or (not self._latex and word in _PLAIN_FUNCTIONS):
            self._emit("function", word, len(word))
        elif word == "mod":
            self._emit("mod", "mod", 3)
        elif 1 < len(word) <= 4 and word.isupper():
            # AB is a segment, ABC a triangle: one object, not a product of letters.
            self._emit("letter", word, len(word))
        elif self._is_word(word):
            self._emit("word", word, len(word))
        else:
            for letter in word:
                self._emit("letter", letter, 1)

    def _is_word(self, word: str) -> bool:
        """Whether a run of letters is a word; a short one may be a product of letters."""
        if self._latex:
            return len(word) > 4 and not set(word) <= self._letters
        if len(word) <= 2:
            return word.lower() in SHORT_ENGLISH
        return not (len(word) <= 4 and set(word) <= self._letters)

    def _read_symbol(self, character: str) -> None:
        two = self._text[self._position : self._position + 2]
        if character == "^" and (degree := self._match(_RAISED_DEGREE)):
            self._emit("°", "°", len(degree.group()))
        elif two == "!=":
            self._read_bang_equals()
        elif two in _SIGN_TOKENS and len(two) == 2:
            self._emit(*_SIGN_TOKENS[two], 2)
        elif dots := self._match(_DOTS):
            self._emit("…", "…", len(dots.group()))
        elif two[1:] == "\u0338":
            self._emit("relation", Relation.NE if character == "=" else Relation.OTHER, 2)
        elif character in "~$" and self._latex:
            self._skip(1)
        elif character in _SIGN_TOKENS:
            self._emit(*_SIGN_TOKENS[character], 1)
        elif run := self._match(_SUPERSCRIPT_RUN):
            text = "".join(_SUPERSCRIPTS[c] for c in run.group())
            self._emit("superscript", text, len(text))
        elif run := self._match(_SUBSCRIPT_RUN):
            text = "".join(_SUBSCRIPTS[c] for c in run.group())
            self._emit("subscript", text, len(text))
        else:
            self._read_compatible(character)

    def _read_compatible(self, character: str) -> None:
        """``½`` and the styled letters of mathematical alphabets, by their plain form."""
        plain = unicodedata.normalize("NFKC", character)
        if character in _VULGAR:
            self._emit("vulgar", plain.replace("\u2044", "/"), 1)
        elif 0x1D400 <= ord(character) <= 0x1D7FF and len(plain) == 1 and plain.isascii():
            self._emit("numeral" if plain.isdigit() else "letter", plain, 1)
        else:
            self._emit("unknown", character, 1)

    def _read_bang_equals(self) -> None:
        is_operand = self._touched_kind() in ("numeral", "letter", ")", "]", "⌋", "⌉", "rvert")
        if is_operand and self._latex:
            # LaTeX has \\neq, so a glued bang belongs to the operand.
            self._emit("!", "!", 1)
        elif is_operand:
            # "3!=6" is a factorial to one reader and an inequality to another.
            self._emit("ambiguous !", "!=", 2)
        else:
            self._emit("relation", Relation.NE, 2)

    def _read_command(self) -> None:
        match = self._match(_COMMAND)
        if match is None:
            self._emit("unknown", "\\", 1)
            return
        name, length = match.group(1), len(match.group())
        if name is None:
            self._read_escape(match.group(2))
        elif name in _COMMAND_TOKENS:
            self._emit(*_COMMAND_TOKENS[name], length)
        elif name in _INVISIBLE_COMMANDS:
            self._skip(length)
        elif negated := self._match(_NEGATED):
            relation = Relation.NE if negated.group(1) == "=" else Relation.NOT_CONGRUENT
            self._emit("relation", relation, len(negated.group()))
        elif name in _TEXT_COMMANDS or name in ("begin", "end"):
            self._read_braced(name, length)
        else:
            self._emit("unknown command", match.group(), length)

    def _read_escape(self, sign: str) -> None:
        if sign in ",;:! >" or sign.isspace():
            self._skip(2)
        elif sign == "%":
            self._emit("%", "%", 2)
        elif sign in "{}":
            self._emit("set brace", sign, 2)
        elif sign == "\\":
            self._emit("newline", "\\\\", 2)
        else:
            self._emit("unknown", f"\\{sign}", 2)

    def _read_braced(self, name: str, length: int) -> None:
        r"""``\text{…}``, ``\operatorname{…}``, ``\begin{…}``."""
        brace = self._match(_BRACED, length)
        if brace is None:
            self._emit("unknown command", f"\\{name}", length)
            return
        content, length = brace.group(1).strip(), brace.end() - self._position
        if name == "begin" or name == "end":
            self._emit(name, content, length)
        elif content.lower() in FUNCTIONS:
            self._emit("function", content.lower(), length)
        elif content == "mod":
            self._emit("mod", "mod", length)
        else:
            is_letter = len(content) == 1 and content.isalpha()
            self._emit("letter" if is_letter else "word", content, length)


def tokenize(
    text: str, start: int, end: int, *, latex: bool, letters: frozenset[str]
) -> list[Token]:
    """Split a piece of text into tokens whose spans count from the beginning of ``text``.

    In LaTeX a run of letters is a product, in plain text a word; ``letters`` are known to be
    variables, which lets plain ``abc`` be a product.
    """
    return _Tokenizer(text, start, end, latex=latex, letters=letters).run()
