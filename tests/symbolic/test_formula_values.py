"""Values of formulas, with Lean's truncating operations."""

from fractions import Fraction

import pytest

from faithsieve.symbolic.evaluate import NoValueError
from faithsieve.symbolic.formula_values import holds, typed_formula
from faithsieve.symbolic.lean_formula import read_formula

SAMPLES = {kind: tuple(Fraction(n) for n in range(6)) for kind in ("Nat", "Int", "Rat")}


def truth(text: str, kind: str = "Rat", **values: int) -> bool:
    point = {name: Fraction(value) for name, value in values.items()}
    formula = typed_formula(read_formula(text), dict.fromkeys(values, kind))
    return holds(formula, point, SAMPLES)


@pytest.mark.parametrize(
    ("text", "kind", "values"),
    [
        ("x - y = 0", "Nat", {"x": 2, "y": 5}),
        ("x - y = -3", "Int", {"x": 2, "y": 5}),
        ("x / 2 = 3", "Nat", {"x": 7}),
        ("x / 2 = -4", "Int", {"x": -7}),
        ("x / (-2) = 4", "Int", {"x": -7}),
        ("2 * (x / 2) = x", "Rat", {"x": 7}),
        ("x / 0 = 0", "Int", {"x": 7}),
        ("x % 4 = 3", "Int", {"x": 7}),
        ("x % 0 = x", "Nat", {"x": 7}),
        ("|x| = 7", "Int", {"x": -7}),
        ("x ! = 24", "Nat", {"x": 4}),
        ("Nat.gcd x y = 3", "Nat", {"x": 6, "y": 9}),
        ("2 ^ x = 16", "Nat", {"x": 4}),
        ("√x = 3", "Rat", {"x": 9}),
        ("3 ∣ x", "Int", {"x": 9}),
        ("0 ∣ x", "Int", {"x": 0}),
        ("x ≡ 2 [ZMOD 5]", "Int", {"x": 7}),
        ("Even x ∧ Nat.Prime y ∧ Odd y", "Nat", {"x": 4, "y": 7}),
        ("True ∧ ¬ False", "Nat", {}),
        ("x = 7 ↔ x > 6 ∧ x < 8", "Nat", {"x": 7}),
        ("x = 3 → x = 5", "Nat", {"x": 7}),
        ("x ≠ 3 ∧ x ≥ 7 ∧ x ≤ 7", "Nat", {"x": 7}),
        ("∃ k : Nat, x = 2 * k + 1", "Nat", {"x": 7}),
        ("∀ k : Nat, k ≤ x", "Nat", {"x": 7}),
    ],
)
def test_what_holds(text: str, kind: str, values: dict[str, int]) -> None:
    assert truth(text, kind, **values)


@pytest.mark.parametrize(
    ("text", "kind", "values"),
    [
        ("x = 8", "Nat", {"x": 7}),
        ("∃ k : Nat, x = 2 * k", "Nat", {"x": 7}),
        ("∀ k : Nat, k < 4", "Nat", {"x": 7}),
        ("Nat.Prime x", "Nat", {"x": 1}),
    ],
)
def test_what_does_not_hold(text: str, kind: str, values: dict[str, int]) -> None:
    assert not truth(text, kind, **values)


@pytest.mark.parametrize(
    "text", ["x / 0 = 0", "x ^ 9999999 = 2", "y = 2", "Nat.Prime (x ^ 9)", "Nat.gcd √x 2 = 1"]
)
def test_what_has_no_value_is_said_so(text: str) -> None:
    with pytest.raises(NoValueError):
        truth(text, "Rat", x=7)
