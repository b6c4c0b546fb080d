"""Whether a model's words are the author's: assumptions, facts, goals must be (app. B.2).

Mathematics is first written in one spelling, because LaTeX, Unicode and typed signs mean the same.
Another spelling is the same words; another sign or number is not. Every function is linear in the
text: a proof may be long and hostile.
"""

import re
from functools import lru_cache

from faithsieve.localize.segments import find_formulas

_COMMANDS = {
    **dict.fromkeys(["left", "right", "displaystyle", "textstyle", "limits", "nolimits"], ""),
    **dict.fromkeys(["boxed", "big", "bigl", "bigr", "Big", "Bigl", "Bigr"], ""),
    **dict.fromkeys(["quad", "qquad"], " "),
    **dict.fromkeys(["dfrac", "tfrac"], r"\frac"),
    **dict.fromkeys(["dbinom", "tbinom"], r"\binom"),
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
    "langle": "‹", "rangle": "›", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉",
    "ell": "ℓ", "top": "T", "prime": "'", "colon": ":",
    "lt": "<", "gt": ">", "equiv": "≡", "in": "∈", "notin": "∉", "subseteq": "⊆", "subset": "⊆",
    "subsetneq": "⊊", "trianglelefteq": "⊴", "mid": "∣", "nmid": "∤", "parallel": "∥",
    "perp": "⊥", "cong": "≅", "sim": "∼",
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
    | {"⟶": "→", "⊂": "⊆", "ø": "∅", "ϕ": "φ", "ϵ": "ε", "~": " ", "′": "'", "⟨": "‹", "⟩": "›"}
    | {"∑": "\\sum ", "∏": "\\prod ", "∫": "\\int ", "½": "1/2", "¼": "1/4", "⊤": "T"}
    | dict.fromkeys("⇒⟹⟺⇔", ";")
)
_LATEX_REWRITES = (
    # A matrix is one thing in brackets, so that its lines end no statement.
    (re.compile(r"\\begin\{v(?:small)?matrix\}"), "det["),
    (re.compile(r"\\begin\{[pbBV]?(?:small)?matrix\}"), "["),
    (re.compile(r"\\end\{[pbvBV]?(?:small)?matrix\}"), "]"),
    # A new line of a display; must go before the backslash that only makes a space.
    (re.compile(r"\\\\(?:\[[^\]]{0,20}\])?"), ";"),
    (re.compile(r"\\not\s*="), "≠"),
    (re.compile(r"\\not\s*\\in(?![A-Za-z])"), "∉"),
    (re.compile(r"\\not\s*(?:\\mid(?![A-Za-z])|\|)"), "∤"),
    (re.compile(r"\\not\s*(?:\\equiv(?![A-Za-z])|≡)"), "≢"),
    (re.compile(r"\^\s*(?:\\circ(?![A-Za-z])|\{\s*\\circ\s*\})"), "°"),
    (re.compile(r"\\mathbb\s*\{?([NZQRC])\}?"), lambda letter: _NUMBER_SETS[letter[1]]),
    (re.compile(r"\\(?:mathbb|mathcal|mathscr|mathfrak|mathsf)\s*\{?([A-Za-z])\}?"), r"\1"),
    (re.compile(r"\^\s*(?:\\perp(?![A-Za-z])|\{\s*\\perp\s*\})"), "^┴"),
    (re.compile(r"\\(?:text|mathrm|operatorname|textbf|mathbf)\s*\{([^{}]*)\}"), r" \1 "),
    (re.compile(r"\\(?:mathrm|mathbf|boldsymbol)\s*([A-Za-z])"), r"\1"),
    (re.compile(r"\\\|"), "‖"),
    (_COMMAND, lambda command: _COMMANDS.get(command[1], command[0])),
    (re.compile(r"\\[,;:! ]"), " "),
    (re.compile(r"\\(frac|binom)\s*([0-9A-Za-z])"), r"\\\1{\2}"),
    (re.compile(r"\\(frac|binom)\{([^{}]*)\}\s*([0-9A-Za-z])"), r"\\\1{\2}{\3}"),
    (re.compile(r"\\sqrt\s*([0-9A-Za-z])"), r"\\sqrt{\1}"),
    (re.compile(r"\\binom\s*\{([^{}]*)\}\s*\{([^{}]*)\}"), r"C(\1,\2)"),
    (re.compile(r"\\\{"), "⦃"),
    (re.compile(r"\\\}"), "⦄"),
)
_THOUSANDS = re.compile(r"(?<=[0-9])(?:\{,\}|,|\\,)(?=[0-9]{3}(?![0-9]))")
_RAISED, _RAISED_PLAIN = (
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀ",
    "0123456789-+()abcdefghijklmnoprstuvwxyzT",
)
_LOWERED, _LOWERED_PLAIN = "₀₁₂₃₄₅₆₇₈₉₋₊₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789-+()aehijklmnoprstuvx"
_SUPERSCRIPTS = str.maketrans(_RAISED, _RAISED_PLAIN)
_SUPERSCRIPT_RUN = re.compile(f"[{_RAISED}]+")
_SUBSCRIPTS = str.maketrans(_LOWERED, _LOWERED_PLAIN)
_SUBSCRIPT_RUN = re.compile(f"[{_LOWERED}]+")
_ROOT_SIGN = re.compile(r"([√∛])\s*(?:\(([^()]*)\)|([0-9]+|[A-Za-z]))")
_ONE_CHARACTER_GROUP = re.compile(r"([_^])\{(.)\}")
_FACTORIAL_EQUALS = re.compile(r"(?<=[\w)\]}])!(?==)")
_ANGLE = re.compile(r"\bangle\s+(?=[A-Z]{1,3}\b)")
_DIVIDES = re.compile(
    r"(?<=[\w)\]}])\s+\|\s+(?=[\w(\\])|(?<=(?<![\w|])[a-z0-9])\|(?=[a-z0-9](?![\w|^_]))"
)


@lru_cache(maxsize=256)
def normalise(text: str) -> str:
    """Spell mathematics one way, keeping spaces between words."""
    text = text.translate(_CHARACTERS)
    if not text.isascii():
        text = _SUPERSCRIPT_RUN.sub(lambda run: f"^{{{run[0].translate(_SUPERSCRIPTS)}}}", text)
        text = _SUBSCRIPT_RUN.sub(lambda run: f"_{{{run[0].translate(_SUBSCRIPTS)}}}", text)
        text = _ROOT_SIGN.sub(_as_root, text.replace("^⊥", "^┴"))
    text = _THOUSANDS.sub("", text)
    if "\\" in text:
        for pattern, replacement in _LATEX_REWRITES:
            text = pattern.sub(replacement, text)
    text = _FACTORIAL_EQUALS.sub("! ", text)
    for typed, sign in (("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("->", "→"), ("...", "…")):
        text = text.replace(typed, sign)
    text = _ANGLE.sub("∠", _DIVIDES.sub(" ∣ ", text))
    return _ONE_CHARACTER_GROUP.sub(r"\1\2", text)


def _as_root(found: re.Match[str]) -> str:
    degree = "[3]" if found[1] == "∛" else ""
    return rf"\sqrt{degree}{{{found[2] or found[3]}}}"


# ---- quotes

_LONGEST_QUOTE = 1000
_IGNORED = re.compile(r"[\s.,;:!?\"'`“”‘’$&{}\[\]_]+|\\[()]")
_BETWEEN_NUMBERS = re.compile(r"(?<=[0-9])(?:[\s,;:!?$\[]|\\[()])+(?=[0-9])")


_ATOM = re.compile(r"[\w^{}\\]+(?:\.[0-9][\w^{}\\]*)*")
"""A word, a number or a typed power: what a quote may not cut."""


def find_quote(quote: str, text: str) -> str | None:
    """Return the author's characters for a quote, widened to whole words and formulas, or None.

    White space may differ and nothing else: what is only spelled alike is for ``Source``.
    """
    words = quote.strip(" \t\n.,;:").split()
    if not words:
        return None
    found = re.search(r"\s+".join(map(re.escape, words)), text)
    if found is None:
        return None
    start, end = found.span()
    whole = [*((first, last) for first, last, _ in find_formulas(text))]
    whole += [atom.span() for atom in _ATOM.finditer(text)]
    for first, last in whole:
        start = first if first < start < last else start
        end = last if first < end < last else end
    return text[start:end]


def same_words(text: str) -> str:
    """Return a key that two texts share when they say the same in any spelling."""
    return _written(text)


class Source:
    """A text, normalised once to look quotes up in it."""

    def __init__(self, text: str) -> None:
        self._written = _written(text)

    def has(self, quote: str) -> bool:
        """Return whether the text has the quote in any spelling; numbers are found only whole."""
        wanted = _written(quote[:_LONGEST_QUOTE])
        if not any(character.isalnum() for character in wanted):
            return False
        position = self._written.find(wanted)
        while position >= 0:
            if not self._cuts_a_number(position, position + len(wanted)):
                return True
            position = self._written.find(wanted, position + 1)
        return False

    def _cuts_a_number(self, start: int, end: int) -> bool:
        return any(
            self._written[edge - 1 : edge + 1].isdigit()
            for edge in (start, end)
            if 0 < edge < len(self._written)
        )


def _written(text: str) -> str:
    # Where a comma or a dollar sign parts two numbers, they stay two numbers.
    apart = _BETWEEN_NUMBERS.sub("|", normalise(text))
    return _IGNORED.sub("", apart).lower()
