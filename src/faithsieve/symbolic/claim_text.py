r"""A single numeric claim before parsing: delimiters off, unambiguous numerals spelt out.

``0.333...`` and ``0.\overline{3}`` are exact fractions, ``1,234,567.5`` one numeral, ``1e5`` a
power of ten and ``20\% of 50`` a product. Nothing here applies to running text, where a comma may
separate and dots may leave out.
"""

import re
from fractions import Fraction

_DELIMITERS = (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"))
_ENVIRONMENT = re.compile(
    r"\\begin\{((?:equation|displaymath|math|align|gather)\*?)\}(.*)\\end\{\1\}", re.DOTALL
)
DOTS = r"(?:\.\.\.|…|\\(?:ldots|dots|cdots)(?![A-Za-z]))"
_DECIMAL_DOTS = re.compile(rf"(?<![\d.,])(\d*)\.(\d+)\s?{DOTS}")
_OVERLINE = re.compile(r"(?<![\d.,])(\d*)\.(\d*)\\(?:overline|bar|dot)\{(\d+)\}")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+)(?![\d,])")
_SCIENTIFIC = re.compile(r"(?<![\w.\\])(\d+(?:\.\d+)?)[eE]([+-]?\d{1,4})(?![\w.])")
_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?:\\,\d{3})+(?![\d,])")
_PERCENT_OF = re.compile(r"(\\?%)\s*(?:\\text\{\s*of\s*\}|of\b)")


def unwrap(claim: str) -> tuple[str, bool]:
    """Take mathematics delimiters off a claim; say whether it is LaTeX."""
    text = re.sub(r"(?<!\.)[.,;]$", "", claim.strip()).rstrip()
    if environment := _ENVIRONMENT.fullmatch(text):
        return environment.group(2).strip(), True
    for opening, closing in _DELIMITERS:
        inner = text[len(opening) : -len(closing)]
        wrapped = text.startswith(opening) and text.endswith(closing) and len(text) > len(opening)
        if wrapped and "$" not in inner and "\\(" not in inner:
            return inner.strip(), True
    return text, "\\" in text


def spell_out(text: str, *, latex: bool) -> str:
    """Replace numerals that have one meaning by a form that every reader of formulas knows."""
    text = _OVERLINE.sub(lambda m: _fraction(*m.groups()), text)
    text = _DECIMAL_DOTS.sub(_repeating, text)
    text = join_digit_groups(text)
    if not latex:
        text = _SCIENTIFIC.sub(r"(\1 * 10^(\2))", text)
    return _PERCENT_OF.sub(r"\1 * ", text)


def join_digit_groups(text: str) -> str:
    r"""Read ``1,234,567``, ``1,234.5`` and ``10\,000`` as one numeral each."""
    text = _THOUSANDS.sub(lambda m: m.group().replace(",", ""), text)
    return _GROUPS.sub(lambda m: m.group().replace("\\,", ""), text)


def _fraction(whole: str, fixed: str, block: str) -> str:
    """The value of ``whole.fixed`` followed by a block that repeats for ever."""
    shift = 10 ** len(fixed)
    value = Fraction(int((whole or "0") + fixed), shift)
    value += Fraction(int(block), (10 ** len(block) - 1) * shift)
    return f"({value.numerator}/{value.denominator})"


def _repeating(match: re.Match[str]) -> str:
    """``0.1666...`` with a block that is written often enough to be meant; others stay."""
    whole, digits = match.groups()
    for size in range(1, 7):
        block = digits[-size:]
        times = 0
        while digits.endswith(block * (times + 1)):
            times += 1
        if times >= (3 if size == 1 else 2):
            return _fraction(whole, digits[: len(digits) - size * times], block)
    return match.group()


def truncated(text: str) -> tuple[Fraction, Fraction] | None:
    """The bounds of ``3.1415...``, a numeral that only begins with the digits that are written."""
    match = _DECIMAL_DOTS.fullmatch(text.strip())
    if match is None:
        return None
    whole, digits = match.groups()
    low = Fraction(f"{whole or 0}.{digits}")
    return low, low + Fraction(1, 10 ** len(digits))
