"""Proof bodies that show a statement to be empty: instances that clash, witnesses read off.

Lean judges every body. One that fails costs a moment; one that holds shows that the hypotheses
exclude each other, or that an existence claim is true of anything.
"""

import re
from collections.abc import Iterator
from itertools import product

from faithsieve.verify.statement_parts import StatementParts

_LEADING = re.compile(r"∀\s+\(?([A-Za-zα-ω_][\w\s'₀-₉]*?)\s*(?::[^,()]*)?\)?\s*,")
_EXISTS = re.compile(
    r"∃\s+(?P<name>\w+)\s*(?::\s*\w+\s*)?,\s*(?P<left>[^=∧∨→∃∀]*)=(?P<right>[^=∧∨→∃∀]*)"
)
_MOST_POINTS = 12


def clashing_bodies(parts: StatementParts) -> tuple[str, ...]:
    """Write proofs of ``False`` that put numbers and the statement's own letters into laws."""
    letters = [v.name for v in parts.variables if not v.is_function]
    laws = [(h.names[0], m[1].split()) for h in parts.hypotheses if (m := _LEADING.match(h.type))]
    found: list[str] = []
    for values in (["0", "1"], [*letters, "0", "1", "2"]):
        points = [
            f"try have at_{name}_{at} := {name} {' '.join(chosen)}"
            for name, bound in laws
            for at, chosen in enumerate(list(product(values, repeat=len(bound)))[:_MOST_POINTS])
        ]
        if points:
            # Laws about functions nested in themselves keep the search from ending.
            given = "\n".join([*points, *(f"clear {name}" for name, _ in laws)])
            found += [
                f"{given}\n{end}" for end in ("grind", "simp at *\nall_goals omega", "simp_all")
            ]
    return tuple(found)


def solving_bodies(conclusion: str) -> tuple[str, ...]:
    """Write proofs of ``∃ c, L = R`` that solve the equation for ``c``."""
    found = _EXISTS.fullmatch(conclusion.strip())
    if found is None:
        return ()
    own = re.compile(rf"(?<![\w'])({re.escape(found['name'])})(?![\w'])")
    sides = [found["left"].strip(), found["right"].strip()]
    closed = [side for side in sides if not own.search(side)]
    if len(closed) != 1:
        return ()
    inside = next(side for side in sides if own.search(side))
    rest = [part.strip() for part in re.split(r"[-+*/]", own.sub("", inside)) if part.strip()]
    values = list(_solutions(closed[0], rest[0] if len(rest) == 1 else ""))
    return tuple(f"exact ⟨{value}, by {end}⟩" for value in values for end in ("simp", "grind"))


def _solutions(side: str, other: str) -> Iterator[str]:
    yield from (f"({side})", f"({side})⁻¹", f"-({side})")
    if other and other != "⁻¹":
        signs = (
            "({0}) - ({1})",
            "({1}) - ({0})",
            "({0}) + ({1})",
            "({0}) / ({1})",
            "({1}) / ({0})",
        )
        products = ("({1})⁻¹ * ({0})", "({0}) * ({1})⁻¹")
        yield from (form.format(side, other) for form in (*signs, *products))
