"""One random change in a real step: a number, a sign or a decisive word; or only another spelling.

The pairs in ``_repair_pairs.py`` were written by the author of the check, so they flatter it. These
changes are blind: a seeded generator picks the place. A few hit something that occurs elsewhere in
the step or means nothing there, so 100 % is not the goal.
"""

import random
import re
from collections.abc import Callable

_SIGNS = {
    "=": r"\neq ", "<": r"\le ", ">": r"\ge ", "≤": "<", "≥": ">", "⊆": "⊂", "∈": "∉",
    " + ": " - ", " - ": " + ", r"\le": "<", r"\leq": "<", r"\ge": ">", r"\geq": ">",
}  # fmt: skip
_SIGN = re.compile(r"\\[lg]eq?(?![A-Za-z])|=|<|>|≤|≥|⊆|∈| \+ | - ")
_WORD = re.compile(
    r"(?<![\w\\])(?:only|all|every|exists|unique|smallest|largest|must|not|positive|exactly"
    r"|at least|at most|if|integer|any|no|each)\b"
)
_NUMERAL = re.compile(r"[0-9]+")


def _changed(
    step: str,
    pattern: "re.Pattern[str]",
    replace: "Callable[[str], str]",
    chance: random.Random,
) -> str | None:
    places = list(pattern.finditer(step))
    if not places:
        return None
    place = chance.choice(places)
    return step[: place.start()] + replace(place[0]) + step[place.end() :]


def change_number(step: str, chance: random.Random) -> str | None:
    """Replace one numeral by its successor."""
    return _changed(step, _NUMERAL, lambda digits: str(int(digits) + 1), chance)


def change_relation(step: str, chance: random.Random) -> str | None:
    """Turn one relation or one plus or minus into another."""
    return _changed(step, _SIGN, lambda sign: _SIGNS[sign], chance)


def drop_word(step: str, chance: random.Random) -> str | None:
    """Drop one decisive word."""
    return _changed(step, _WORD, lambda word: "", chance)


_SPELLINGS = (
    (re.compile(r"\\\[\s*(.*?)\s*\\\]", re.DOTALL), r"\\(\1\\)"),
    (re.compile(r"\\leq(?![A-Za-z])"), r"\\le"),
    (re.compile(r"\\dfrac(?![A-Za-z])"), r"\\frac"),
    (re.compile(r"\\cdot(?![A-Za-z])"), r"\\times"),
    (re.compile(r"^(?:Next|First|Now|Finally|Then|Second|Third), "), ""),
    (re.compile(r"\bevery\b"), "each"),
    (re.compile(r"\bTherefore,"), "Hence"),
    (re.compile(r"\blet's\b"), "we"),
)


def respell(piece: str) -> str:
    """Say the same in another spelling."""
    for pattern, replacement in _SPELLINGS:
        piece = pattern.sub(replacement, piece)
    return piece
