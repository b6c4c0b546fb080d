"""Conditions that give a formula its meaning: divisors that are not zero, roots of no negatives.

On paper they come with the formula; in Lean, where ``x / 0 = 0``, they must be written down. They
are neither added assumptions nor evidence of care.
"""

import re

_CONDITION = re.compile(r"\s*(.+?)\s*≠\s*0\s*|\s*0\s*≤\s*(.+?)\s*")


def is_side_condition(hypothesis: str, statement: str) -> bool:
    """Whether a hypothesis only says that something the statement divides by or roots is proper."""
    found = _CONDITION.fullmatch(hypothesis)
    if found is None:
        return False
    term = (found.group(1) or found.group(2)).strip().removeprefix("(").removesuffix(")")
    bare, whole = re.escape(term.replace(" ", "")), statement.replace(" ", "")
    sign = "/" if found.group(1) else "√"
    used = rf"{sign}\({bare}\)|{sign}{bare}(?![\w'.])|\({bare}\)⁻¹"
    return bool(re.search(used, whole))
