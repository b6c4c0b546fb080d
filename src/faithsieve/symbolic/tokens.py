"""Characters into tokens, for LaTeX, unicode and plain text alike.

The tokenizer knows what a character *is*, never what it means in context: that is the parser's
work. A character or command it has never heard of becomes an ``unknown`` token, so that nothing is
dropped in silence (``1 − 1`` must not become ``1 1``).
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from faithsieve.symbolic.expressions import Relation, Span

MAX_TOKENS = 4000
"""Longer inputs are refused; no side of a real proof comes near."""


class Kind(StrEnum):
    """What a token is."""

    NUMERAL = "numeral"
    LETTER = "letter"
    FUNCTION = "function"
    PLUS = "plus"
    MINUS = "minus"
    TIMES = "times"
    SLASH = "slash"
    OBELUS = "obelus"
    CARET = "caret"
    SUPERSCRIPT = "superscript"
    SUBSCRIPT = "subscript"
    UNDERSCORE = "underscore"
    BANG = "bang"
    PRIME = "prime"
    PERCENT = "percent"
    DEGREE = "degree"
    OPEN = "open"
    CLOSE = "close"
    BRACE_OPEN = "brace open"
    BRACE_CLOSE = "brace close"
    BAR = "bar"
    FRACTION = "fraction"
    VULGAR = "vulgar"
    ROOT = "root"
    RADICAL = "radical"
    BINOMIAL = "binomial"
    CHOOSE = "choose"
    BIG_OPERATOR = "big operator"
    TRANSPARENT = "transparent"
    ACCENT = "accent"
    RELATION = "relation"
    MODULUS = "modulus"
    COMMA = "comma"
    ELLIPSIS = "ellipsis"
    PLUS_MINUS = "plus-minus"
    QUANTIFIER = "quantifier"
    BEGIN = "begin"
    END = "end"
    AMPERSAND = "ampersand"
    NEWLINE = "newline"
    WORD = "word"
    SET_BRACE = "set brace"
    AMBIGUOUS_BANG = "ambiguous bang"
    UNKNOWN = "unknown"
    UNKNOWN_COMMAND = "unknown command"


@dataclass(frozen=True, slots=True)
class Token:
    """One token, with its place in the source."""

    kind: Kind
    text: str
    """The normal form: ``<=`` and ``\\leqslant`` both read ``≤``."""
    span: Span
    spaced: bool
    """Whether white space stands before it."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTIONS = _names(
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp gcd lcm max min det"
)

GREEK = _names(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi "
    "pi rho sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma "
    "Upsilon Phi Psi Omega ell"
)

_GREEK_LETTERS = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi",
    "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi", "ϕ": "phi", "χ": "chi",
    "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda",
    "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega", "ℓ": "ell",
}  # fmt: skip

_RELATION_COMMANDS = {
    "eq": Relation.EQ, "ne": Relation.NE, "neq": Relation.NE, "lt": Relation.LT,
    "gt": Relation.GT, "le": Relation.LE, "leq": Relation.LE, "leqslant": Relation.LE,
    "leqq": Relation.LE, "ge": Relation.GE, "geq": Relation.GE, "geqslant": Relation.GE,
    "geqq": Relation.GE, "approx": Relation.APPROX, "simeq": Relation.APPROX,
    "equiv": Relation.CONGRUENT, "mid": Relation.DIVIDES, "nmid": Relation.NOT_DIVIDES,
    "coloneqq": Relation.DEFINES,
}  # fmt: skip

_OTHER_RELATION_COMMANDS = _names(
    "in notin ni subset subseteq supset supseteq cong sim perp parallel propto "
    "leftarrow Rightarrow Leftarrow Leftrightarrow Longrightarrow "
    "implies iff ll gg doteq asymp models prec succ preceq succeq therefore because"
)

_RELATION_CHARACTERS = {
    "=": Relation.EQ, "≠": Relation.NE, "<": Relation.LT, ">": Relation.GT, "≤": Relation.LE,
    "≥": Relation.GE, "≦": Relation.LE, "≧": Relation.GE, "⩽": Relation.LE, "⩾": Relation.GE,
    "≈": Relation.APPROX, "≃": Relation.APPROX, "≡": Relation.CONGRUENT,
    "≢": Relation.NOT_CONGRUENT, "∣": Relation.DIVIDES, "∤": Relation.NOT_DIVIDES,
    "≔": Relation.DEFINES, "∈": Relation.OTHER, "∉": Relation.OTHER, "⊂": Relation.OTHER,
    "⊆": Relation.OTHER, "⊃": Relation.OTHER, "⊇": Relation.OTHER, "→": Relation.OTHER,
    "↦": Relation.OTHER, "⇒": Relation.OTHER, "⇔": Relation.OTHER, "⟹": Relation.OTHER,
    "⟺": Relation.OTHER, "∼": Relation.OTHER, "~": Relation.OTHER, "≅": Relation.OTHER,
    "∝": Relation.OTHER, "≺": Relation.OTHER, "≻": Relation.OTHER, "≼": Relation.OTHER,
    "≽": Relation.OTHER, "⪯": Relation.OTHER, "⪰": Relation.OTHER, "∥": Relation.OTHER,
    "⊥": Relation.OTHER, "←": Relation.OTHER,
}  # fmt: skip

_SIMPLE_COMMANDS = {
    "cdot": (Kind.TIMES, "*"), "times": (Kind.TIMES, "*"), "ast": (Kind.TIMES, "*"),
    "div": (Kind.OBELUS, "÷"), "pm": (Kind.PLUS_MINUS, "±"), "mp": (Kind.PLUS_MINUS, "∓"),
    "frac": (Kind.FRACTION, "frac"), "dfrac": (Kind.FRACTION, "frac"),
    "tfrac": (Kind.FRACTION, "frac"), "cfrac": (Kind.FRACTION, "frac"),
    "sqrt": (Kind.ROOT, "sqrt"), "binom": (Kind.BINOMIAL, "binom"),
    "dbinom": (Kind.BINOMIAL, "binom"), "tbinom": (Kind.BINOMIAL, "binom"),
    "choose": (Kind.CHOOSE, "choose"), "circ": (Kind.DEGREE, "°"), "degree": (Kind.DEGREE, "°"),
    "prime": (Kind.PRIME, "'"), "lfloor": (Kind.OPEN, "⌊"), "rfloor": (Kind.CLOSE, "⌊"),
    "lceil": (Kind.OPEN, "⌈"), "rceil": (Kind.CLOSE, "⌈"), "lvert": (Kind.OPEN, "|"),
    "rvert": (Kind.CLOSE, "|"), "vert": (Kind.BAR, "|"), "lbrack": (Kind.OPEN, "["),
    "rbrack": (Kind.CLOSE, "["), "lparen": (Kind.OPEN, "("), "rparen": (Kind.CLOSE, "("),
    "ldots": (Kind.ELLIPSIS, "…"), "cdots": (Kind.ELLIPSIS, "…"), "dots": (Kind.ELLIPSIS, "…"),
    "dotsc": (Kind.ELLIPSIS, "…"), "dotsb": (Kind.ELLIPSIS, "…"), "vdots": (Kind.ELLIPSIS, "…"),
    "sum": (Kind.BIG_OPERATOR, "sum"), "prod": (Kind.BIG_OPERATOR, "prod"),
    "pmod": (Kind.MODULUS, "pmod"), "pod": (Kind.MODULUS, "pmod"), "bmod": (Kind.MODULUS, "mod"),
    "mod": (Kind.MODULUS, "mod"), "boxed": (Kind.TRANSPARENT, "boxed"),
    "forall": (Kind.QUANTIFIER, "∀"), "exists": (Kind.QUANTIFIER, "∃"),
    "colon": (Kind.UNKNOWN, ":"), "to": (Kind.RELATION, Relation.OTHER),
    "mapsto": (Kind.RELATION, Relation.OTHER), "rightarrow": (Kind.RELATION, Relation.OTHER),
    "longrightarrow": (Kind.RELATION, Relation.OTHER),
}  # fmt: skip

_ACCENTS = _names("bar hat vec tilde dot ddot overline widehat mathbf mathbb mathcal")

_INVISIBLE_COMMANDS = _names(
    "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr displaystyle "
    "textstyle limits nolimits quad qquad hspace hfill nonumber notag enspace thinspace "
    "allowbreak phantom"
)

_TEXT_COMMANDS = _names(
    "text textbf textit textrm mbox mathrm operatorname mathit hbox textsf underbrace"
)

_COMMAND_TOKENS: dict[str, tuple[Kind, str]] = {
    **{name: (Kind.FUNCTION, name) for name in FUNCTIONS},
    **{name: (Kind.LETTER, "\\" + name) for name in GREEK},
    **{name: (Kind.ACCENT, name) for name in _ACCENTS},
    **{name: (Kind.RELATION, relation) for name, relation in _RELATION_COMMANDS.items()},
    **{name: (Kind.RELATION, Relation.OTHER) for name in _OTHER_RELATION_COMMANDS},
    **_SIMPLE_COMMANDS,
}

_SIMPLE_CHARACTERS = {
    "+": (Kind.PLUS, "+"), "-": (Kind.MINUS, "-"), "−": (Kind.MINUS, "-"),
    "–": (Kind.MINUS, "-"), "‑": (Kind.MINUS, "-"), "*": (Kind.TIMES, "*"),
    "·": (Kind.TIMES, "*"), "⋅": (Kind.TIMES, "*"), "∙": (Kind.TIMES, "*"), "×": (Kind.TIMES, "*"),
    "/": (Kind.SLASH, "/"), "∕": (Kind.SLASH, "/"), "÷": (Kind.OBELUS, "÷"),
    "^": (Kind.CARET, "^"), "_": (Kind.UNDERSCORE, "_"), "!": (Kind.BANG, "!"),
    "'": (Kind.PRIME, "'"), "′": (Kind.PRIME, "'"), "’": (Kind.PRIME, "'"),
    "%": (Kind.PERCENT, "%"), "°": (Kind.DEGREE, "°"), "(": (Kind.OPEN, "("),
    ")": (Kind.CLOSE, "("), "[": (Kind.OPEN, "["), "]": (Kind.CLOSE, "["),
    "{": (Kind.BRACE_OPEN, "{"), "}": (Kind.BRACE_CLOSE, "{"), "|": (Kind.BAR, "|"),
    "⌊": (Kind.OPEN, "⌊"), "⌋": (Kind.CLOSE, "⌊"), "⌈": (Kind.OPEN, "⌈"),
    "⌉": (Kind.CLOSE, "⌈"), "√": (Kind.RADICAL, "2"), "∛": (Kind.RADICAL, "3"),
    "∜": (Kind.RADICAL, "4"), ",": (Kind.COMMA, ","), ";": (Kind.COMMA, ";"),
    "…": (Kind.ELLIPSIS, "…"), "⋯": (Kind.ELLIPSIS, "…"), "±": (Kind.PLUS_MINUS, "±"),
    "∓": (Kind.PLUS_MINUS, "∓"), "∀": (Kind.QUANTIFIER, "∀"), "∃": (Kind.QUANTIFIER, "∃"),
    "∑": (Kind.BIG_OPERATOR, "sum"), "Σ": (Kind.BIG_OPERATOR, "sum"),
    "∏": (Kind.BIG_OPERATOR, "prod"), "&": (Kind.AMPERSAND, "&"),
}  # fmt: skip

_VULGAR = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5",
    "⅗": "3/5", "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8",
    "⅞": "7/8",
}  # fmt: skip

_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵏᵐ⁽⁾", "0123456789+-nikm()", strict=True))
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ₙᵢⱼₖₘₐₓ₊₋", "0123456789nijkmax+-", strict=True))

_FULLWIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}

_WORD_AS_LETTERS = 2
"""In plain text a run of up to this many letters may be a product; a longer one is a word."""

# Short English words that a plain text holds beside its mathematics.
_SHORT_WORDS = _names("am an as at be by do go he if in is it me my no of on or so to up us we")

_NUMERAL = re.compile(
    r"[1-9][0-9]{0,2}(?:\\,[0-9]{3})+(?![0-9])|[0-9]+(?:\{,\}[0-9]{3})*(?:\.[0-9]+)?|\.[0-9]+"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?|\\(.)", re.DOTALL)
_LETTERS = re.compile(r"[A-Za-z]+")
_SPACE = re.compile(r"[\s\u00a0\u2009\u202f\u200a]+")


def _is_math_letter(character: str) -> bool:
    return 0x1D400 <= ord(character) <= 0x1D7FF


def _plain_math_letter(character: str) -> str:
    return unicodedata.normalize("NFKC", character)


class Tokenizer:
    """Reads one piece of text from ``start`` to ``end``."""

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
        """Read all tokens."""
        while self._position < self._end and len(self._tokens) <= MAX_TOKENS:
            self._read_one()
        return self._tokens

    def _emit(self, kind: Kind, text: str, length: int) -> None:
        span = Span(self._position, self._position + length)
        self._tokens.append(Token(kind, text, span, self._spaced))
        self._position += length
        self._spaced = False

    def _skip(self, length: int) -> None:
        self._position += length
        self._spaced = True

    def _read_one(self) -> None:
        text, position = self._text, self._position
        character = text[position]
        if space := _SPACE.match(text, position, self._end):
            self._skip(space.end() - position)
        elif character == "\\":
            self._read_command()
        elif numeral := _NUMERAL.match(text, position, self._end):
            self._read_numeral(numeral.group())
        elif character.isascii() and character.isalpha():
            self._read_letters()
        else:
            self._read_symbol(character)

    def _read_numeral(self, numeral: str) -> None:
        after = self._text[self._position + len(numeral) : self._end]
        if re.match(r"\.[0-9]|\.\.", after) or (numeral[0] == "." and self._touches_numeral()):
            self._emit(
                Kind.ELLIPSIS if after.startswith("..") else Kind.UNKNOWN, numeral, len(numeral)
            )
        else:
            self._emit(Kind.NUMERAL, numeral, len(numeral))

    def _touches_numeral(self) -> bool:
        return bool(self._tokens) and not self._spaced and self._tokens[-1].kind is Kind.NUMERAL

    def _read_letters(self) -> None:
        match = _LETTERS.match(self._text, self._position, self._end)
        assert match
        word = match.group()
        if word in FUNCTIONS:
            self._emit(Kind.FUNCTION, word, len(word))
        elif word == "mod":
            self._emit(Kind.MODULUS, "mod", 3)
        elif not self._latex and word in ("sqrt", "abs", "floor", "ceil"):
            self._emit(Kind.FUNCTION, word, len(word))
        elif len(word) > 1 and word.isupper() and len(word) <= 4:
            # AB is a segment, ABC a triangle: one object, not a product of letters.
            self._emit(Kind.LETTER, word, len(word))
        elif self._is_word(word):
            self._emit(Kind.WORD, word, len(word))
        else:
            for letter in word:
                self._emit(Kind.LETTER, letter, 1)

    def _is_word(self, word: str) -> bool:
        if len(word) == 1:
            return False
        if self._latex:
            return len(word) > 4 and not set(word) <= self._letters
        if len(word) <= _WORD_AS_LETTERS:
            return word.lower() in _SHORT_WORDS
        return not (len(word) <= 4 and set(word) <= self._letters)

    def _read_symbol(self, character: str) -> None:
        two = self._text[self._position : self._position + 2]
        if character == "!" and two == "!=":
            self._read_bang_equals()
        elif two in ("<=", "≤="):
            self._emit(Kind.RELATION, Relation.LE, 2)
        elif two == ">=":
            self._emit(Kind.RELATION, Relation.GE, 2)
        elif two == "==":
            self._emit(Kind.RELATION, Relation.EQ, 2)
        elif two == ":=":
            self._emit(Kind.RELATION, Relation.DEFINES, 2)
        elif two in ("=>", "->", "=<", "<>", "<-"):
            self._emit(Kind.RELATION, Relation.OTHER, 2)
        elif two == "**":
            self._emit(Kind.CARET, "^", 2)
        elif two == "..":
            dots = re.compile(r"\.+").match(self._text, self._position)
            assert dots
            self._emit(Kind.ELLIPSIS, "…", dots.end() - self._position)
        elif len(two) == 2 and two[1] == "\u0338":
            self._emit(Kind.RELATION, Relation.NE if character == "=" else Relation.OTHER, 2)
        else:
            self._read_single(character)

    def _read_bang_equals(self) -> None:
        touches = bool(self._tokens) and not self._spaced
        operand = touches and self._tokens[-1].kind in (Kind.NUMERAL, Kind.LETTER, Kind.CLOSE)
        if operand and self._latex:
            # LaTeX has \\neq, so a glued bang belongs to the operand.
            self._emit(Kind.BANG, "!", 1)
        elif operand:
            # "3!=6" is a factorial to one reader and an inequality to another.
            self._emit(Kind.AMBIGUOUS_BANG, "!=", 2)
        else:
            self._emit(Kind.RELATION, Relation.NE, 2)

    def _read_single(self, character: str) -> None:
        if character in "~$" and self._latex:
            self._skip(1)
        elif character in _RELATION_CHARACTERS:
            self._emit(Kind.RELATION, _RELATION_CHARACTERS[character], 1)
        elif character in _SIMPLE_CHARACTERS:
            self._emit(*_SIMPLE_CHARACTERS[character], 1)
        elif character in _VULGAR:
            self._emit(Kind.VULGAR, _VULGAR[character], 1)
        elif character in _GREEK_LETTERS:
            self._emit(Kind.LETTER, "\\" + _GREEK_LETTERS[character], 1)
        elif character in _SUPERSCRIPTS:
            self._read_run(_SUPERSCRIPTS, Kind.SUPERSCRIPT)
        elif character in _SUBSCRIPTS:
            self._read_run(_SUBSCRIPTS, Kind.SUBSCRIPT)
        elif _is_math_letter(character) and len(_plain_math_letter(character)) == 1:
            plain = _plain_math_letter(character)
            kind = Kind.NUMERAL if plain.isdigit() else Kind.LETTER
            self._emit(kind if plain.isascii() else Kind.UNKNOWN, plain, 1)
        else:
            self._emit(Kind.UNKNOWN, character, 1)

    def _read_run(self, table: dict[str, str], kind: Kind) -> None:
        end = self._position
        while end < self._end and self._text[end] in table:
            end += 1
        plain = "".join(table[c] for c in self._text[self._position : end])
        self._emit(kind, plain, end - self._position)

    def _read_command(self) -> None:
        match = _COMMAND.match(self._text, self._position, self._end)
        if match is None:
            self._emit(Kind.UNKNOWN, "\\", 1)
            return
        length = match.end() - match.start()
        name, sign = match.group(1), match.group(2)
        if name is None:
            self._read_escape(sign, length)
        elif name in _COMMAND_TOKENS:
            self._emit(*_COMMAND_TOKENS[name], length)
        elif name in _INVISIBLE_COMMANDS:
            self._skip(length)
        elif name == "not":
            self._read_negated(length)
        elif name in _TEXT_COMMANDS:
            self._read_text_command(length)
        elif name in ("begin", "end"):
            self._read_environment(name, length)
        else:
            self._emit(Kind.UNKNOWN_COMMAND, match.group(), length)

    def _read_escape(self, sign: str, length: int) -> None:
        if sign in ",;:! >" or sign.isspace():
            self._skip(length)
        elif sign == "%":
            self._emit(Kind.PERCENT, "%", length)
        elif sign in "{}":
            self._emit(Kind.SET_BRACE, sign, length)
        elif sign == "|":
            self._emit(Kind.UNKNOWN, "\\|", length)
        elif sign == "\\":
            self._emit(Kind.NEWLINE, "\\\\", length)
        else:
            self._emit(Kind.UNKNOWN, "\\" + sign, length)

    def _read_negated(self, length: int) -> None:
        rest = self._text[self._position + length : self._end]
        stripped = rest.lstrip()
        if stripped.startswith("="):
            self._emit(Kind.RELATION, Relation.NE, length + len(rest) - len(stripped) + 1)
        elif stripped.startswith("\\equiv"):
            self._emit(
                Kind.RELATION, Relation.NOT_CONGRUENT, length + len(rest) - len(stripped) + 6
            )
        else:
            self._emit(Kind.UNKNOWN_COMMAND, "\\not", length)

    def _read_text_command(self, length: int) -> None:
        brace = re.compile(r"\s*\{([^{}]*)\}").match(self._text, self._position + length, self._end)
        if brace is None:
            self._emit(Kind.UNKNOWN_COMMAND, "\\text", length)
            return
        content, total = brace.group(1).strip(), brace.end() - self._position
        if content.lower() in FUNCTIONS:
            self._emit(Kind.FUNCTION, content.lower(), total)
        elif content == "mod":
            self._emit(Kind.MODULUS, "mod", total)
        elif len(content) == 1 and content.isalpha():
            self._emit(Kind.LETTER, content, total)
        else:
            self._emit(Kind.WORD, content, total)

    def _read_environment(self, name: str, length: int) -> None:
        brace = re.compile(r"\s*\{([A-Za-z*]+)\}").match(
            self._text, self._position + length, self._end
        )
        if brace is None:
            self._emit(Kind.UNKNOWN_COMMAND, "\\" + name, length)
        else:
            kind = Kind.BEGIN if name == "begin" else Kind.END
            self._emit(kind, brace.group(1), brace.end() - self._position)


def tokenize(
    text: str,
    start: int = 0,
    end: int | None = None,
    *,
    latex: bool,
    letters: frozenset[str] = frozenset(),
) -> list[Token]:
    """Split a piece of text into tokens whose spans count from the beginning of ``text``.

    Args:
        text: The whole source text.
        start: Where the piece begins.
        end: Where it ends; the end of the text by default.
        latex: Whether a run of letters is a product (LaTeX) or a word (plain text).
        letters: Letters known to be variables, which lets plain ``abc`` be a product.
    """
    stop = len(text) if end is None else end
    return Tokenizer(text, start, stop, latex=latex, letters=letters).run()
