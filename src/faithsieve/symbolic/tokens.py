"""Characters into tokens, for LaTeX, unicode and plain text alike.

The tokenizer knows what a character *is*, never what it means in context: that is the parser's
work. A character or command it has never heard of becomes an ``unknown`` token, so that nothing is
dropped in silence (``1 − 1`` must not become ``1 1``).
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from faithsieve.symbolic.expressions import Relation, Span

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


@cache
def data_file(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(files("faithsieve.symbolic").joinpath(name).read_text(encoding="utf-8"))


def by_word(table: str) -> dict[str, str]:
    """A table of notation the other way round: each word or sign with what it stands under."""
    entries = data_file("notation.toml")[table].items()
    return {word: meaning for meaning, words in entries for word in words.split()}


@cache
def cue(name: str) -> re.Pattern[str]:
    """The pattern of that name in the lexicon; upper and lower case are alike."""
    tables = data_file("lexicon.toml").values()
    (pattern,) = (table[name] for table in tables if name in table)
    return re.compile(re.sub(r"\n\s*", "", pattern), re.IGNORECASE)


_TABLES = data_file("notation.toml")


def _names(table: str, key: str) -> list[str]:
    return str(_TABLES[table][key]).split()


def _by_name(table: str, kind: str | None = None) -> dict[str, tuple[str, str]]:
    """The tokens of a table by the names or signs that are read as such."""
    meanings = ((name, meaning.rpartition(" ")) for name, meaning in by_word(table).items())
    return {name: (kind or own_kind or text, text) for name, (own_kind, _, text) in meanings}


FUNCTIONS = frozenset(_names("words", "functions"))
SHORT_ENGLISH = frozenset(_names("words", "short"))
_NAMED = {**dict.fromkeys(FUNCTIONS, "function"), "mod": "mod"}
PLAIN_FUNCTIONS = frozenset(_names("words", "plain_functions"))
_INVISIBLE_COMMANDS = frozenset(_names("words", "invisible"))
_TEXT_COMMANDS = _names("words", "text")
_OTHER_TOKENS: dict[str, tuple[str, str]] = {
    **_by_name("relations", "relation"),
    **_by_name("tokens"),
    **{sign: (sign, sign) for sign in _names("tokens", "own")},
}
_COMMAND_TOKENS: dict[str, tuple[str, str]] = {
    **{name: ("function", name) for name in FUNCTIONS},
    **{name: ("letter", f"\\{name}") for name in _names("letters", "commands")},
    **{name: token for name, token in _OTHER_TOKENS.items() if name.isascii() and name.isalpha()},
}
_LETTER_SIGNS = zip(_names("letters", "signs")[::2], _names("letters", "signs")[1::2], strict=True)
_SIGN_TOKENS: dict[str, tuple[str, str]] = {
    **{sign: ("letter", f"\\{name}") for sign, name in _LETTER_SIGNS},
    **{sign: token for sign, token in _OTHER_TOKENS.items() if sign not in _COMMAND_TOKENS},
}
_ESCAPED_TOKENS = _by_name("escaped")
_SUPERSCRIPTS, _SUBSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵏᵐ⁽⁾", "₀₁₂₃₄₅₆₇₈₉ₙᵢⱼₖₘₐₓ₊₋"
_LEVELLED = str.maketrans(_SUPERSCRIPTS + _SUBSCRIPTS, "0123456789+-nikm()0123456789nijkmax+-")
_FULLWIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


def _any_of(signs: Iterable[str]) -> str:
    """A pattern for the longest of some signs."""
    return "|".join(re.escape(sign) for sign in sorted(signs, key=len, reverse=True))


_TOKEN = re.compile(
    r"(?P<space>[\s\u00a0\u2009\u202f\u200a]+)"
    r"|(?P<numeral>[1-9][0-9]{0,2}(?:\\,[0-9]{3})+(?![0-9])"
    r"|[0-9]+(?:\{,\}[0-9]{3})*(?:\.[0-9]+)?|\.[0-9]+)"
    r"|(?P<letters>[A-Za-z]+)"
    r"|(?P<negated>\\not\s*(?:=|\\equiv)|[^\w\s\\]\u0338)"
    rf"|\\(?P<braced>(?:{_any_of(_TEXT_COMMANDS)}|begin|end)(?![A-Za-z])\*?\s*\{{[^{{}}]*\}})"
    r"|\\(?P<command>[A-Za-z]+)\*?"
    r"|\\(?P<escaped>.)"
    r"|(?P<degree>\^\s*(?:\{\s*(?:\\circ|°)\s*\}|\\circ(?![A-Za-z])|°))"
    r"|(?P<bang_equals>!=)"
    rf"|(?P<sign>{_any_of(_SIGN_TOKENS)})(?!\u0338)"
    rf"|(?P<superscript>[{_SUPERSCRIPTS}]+)"
    rf"|(?P<subscript>[{_SUBSCRIPTS}]+)"
    r"|(?P<other>.)",
    re.DOTALL,
)


class Tokenizer:
    """Splits a piece of text into tokens whose spans count from the beginning of ``text``.

    In LaTeX a short run of letters is a product, in plain text a word.
    """

    def __init__(self, text: str, start: int, end: int, *, latex: bool) -> None:
        # Full-width forms are the same characters drawn wider; the mapping keeps positions.
        self._text = text if text.isascii() else text.translate(_FULLWIDTH)
        self._position = start
        self._end = end
        self._latex = latex
        self._spaced = False
        self._tokens: list[Token] = []

    def run(self) -> list[Token]:
        while self._position < self._end and len(self._tokens) <= MAX_TOKENS:
            match = _TOKEN.match(self._text, self._position, self._end)
            assert match is not None
            kind = match.lastgroup or ""
            self._next = match.end()
            if self._latex and match[kind] in ("~", "$"):
                self._skip()
            else:
                _READERS[kind](self, match[kind])
        return self._tokens

    def _emit(self, kind: str, text: str, length: int = 0) -> None:
        """Add a token for so many characters, by default for all that were matched."""
        end = self._position + length if length else self._next
        self._tokens.append(Token(kind, text, Span(self._position, end), self._spaced))
        self._position = end
        self._spaced = False

    def _skip(self, _: str = "") -> None:
        self._position = self._next
        self._spaced = True

    def _touched_kind(self) -> str | None:
        """The kind of the token directly before, without white space between."""
        return self._tokens[-1].kind if self._tokens and not self._spaced else None

    def _numeral(self, numeral: str) -> None:
        after = self._text[self._next : min(self._next + 2, self._end)]
        is_tail = numeral[0] == "." and self._touched_kind() == "numeral"
        if after == "..":
            self._emit("…", numeral)
        elif is_tail or (after[:1] == "." and after[1:].isdecimal()):
            self._emit("unknown", numeral)
        else:
            self._emit("numeral", numeral)

    def _read_letters(self, word: str) -> None:
        if word in _NAMED or (not self._latex and word in PLAIN_FUNCTIONS):
            self._emit(_NAMED.get(word, "function"), word)
        elif 1 < len(word) <= 4 and word.isupper():
            # AB is a segment, ABC a triangle: one object, not a product of letters.
            self._emit("letter", word)
        elif self._is_word(word):
            self._emit("word", word)
        else:
            for letter in word:
                self._emit("letter", letter, 1)

    def _is_word(self, word: str) -> bool:
        """Whether a run of letters is a word; a short one may be a product of letters."""
        if self._latex:
            return len(word) > 4
        return len(word) > 2 or word.lower() in SHORT_ENGLISH

    def _other(self, character: str) -> None:
        """``½`` and the styled letters of mathematical alphabets, by their plain form."""
        plain = unicodedata.normalize("NFKC", character)
        if re.fullmatch("\\d+\u2044\\d+", plain):
            self._emit("vulgar", plain.replace("\u2044", "/"))
        elif 0x1D400 <= ord(character) <= 0x1D7FF and len(plain) == 1 and plain.isascii():
            self._emit("numeral" if plain.isdigit() else "letter", plain)
        else:
            self._emit("unknown", character)

    def _shifted(self, sign: str, run: str) -> None:
        """Read ``x²ⁿ`` like ``x^{2n}`` and ``x₁`` like ``x_1``."""
        inner = re.findall("[0-9]+|.", run.translate(_LEVELLED))
        is_braced = sign == "^" or len(run) > 1
        span = Span(self._position, self._next)
        self._emit(sign, sign)
        for text in ["{", *inner, "}"] if is_braced else inner:
            kind = "numeral" if text.isdigit() else "letter" if text.isalpha() else text
            self._tokens.append(Token(kind, text, span, spaced=False))

    def _bang_equals(self, bang: str) -> None:
        is_operand = self._touched_kind() in ("numeral", "letter", ")", "]", "⌋", "⌉", "rvert")
        if is_operand and self._latex:
            # LaTeX has \\neq, so a glued bang belongs to the operand.
            self._emit("!", "!", 1)
        elif is_operand:
            # "3!=6" is a factorial to one reader and an inequality to another.
            self._emit("ambiguous-!", bang)
        else:
            self._emit("relation", Relation.NE)

    def _negated(self, sign: str) -> None:
        known = {"=": Relation.NE, "equiv": Relation.NOT_CONGRUENT}
        self._emit("relation", known.get(sign.strip("\\not \u0338"), Relation.OTHER))

    def _command(self, name: str) -> None:
        if name in _INVISIBLE_COMMANDS:
            self._skip()
        else:
            self._emit(*_COMMAND_TOKENS.get(name, ("unknown-command", f"\\{name}")))

    def _escaped(self, sign: str) -> None:
        if sign in ",;:! >" or sign.isspace():
            self._skip()
        else:
            self._emit(*_ESCAPED_TOKENS.get(sign, ("unknown", f"\\{sign}")))

    def _braced(self, command: str) -> None:
        r"""``\text{…}``, ``\operatorname{…}``, ``\begin{…}``."""
        name, _, content = command[:-1].partition("{")
        name, content = name.strip("* \t\n"), content.strip()
        if name == "begin" or name == "end":
            self._emit(name, content)
        elif content.lower() in _NAMED:
            self._emit(_NAMED[content.lower()], content.lower())
        else:
            is_letter = len(content) == 1 and content.isalpha()
            self._emit("letter" if is_letter else "word", content)


_READERS: dict[str, Callable[[Tokenizer, str], None]] = {
    "space": Tokenizer._skip,
    "numeral": Tokenizer._numeral,
    "letters": Tokenizer._read_letters,
    "negated": Tokenizer._negated,
    "braced": Tokenizer._braced,
    "command": Tokenizer._command,
    "escaped": Tokenizer._escaped,
    "degree": lambda self, _: self._emit("°", "°"),
    "bang_equals": Tokenizer._bang_equals,
    "sign": lambda self, sign: self._emit(*_SIGN_TOKENS[sign]),
    "superscript": lambda self, run: self._shifted("^", run),
    "subscript": lambda self, run: self._shifted("_", run),
    "other": Tokenizer._other,
}
