"""Formulas as SMT-LIB text: what is written and what is left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.symbolic.lean_formula import read_formula
from faithsieve.symbolic.solver import Told, script_of

KINDS = {"n": "Nat", "z": "Int", "x": "R", "q": "Rat", "R": "Rat", "f": "ℕ → ℤ", "G": "", "g": "G"}


def script(*texts: str, is_exact: bool = False, with_products: bool = True) -> str:
    functions = frozenset({"f"})
    told = [Told(read_formula(text, functions=functions), is_exact) for text in texts]
    return script_of(told, KINDS, with_products=with_products)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("x ^ 2 < 0", "(assert (< (* |x| |x|) 0))"),
        ("z ≠ 3 ∧ ¬ z ≤ -1", "(assert (and (distinct |z| 3) (not (<= |z| (- 1)))))"),
        ("Even z ↔ z % 3 = 1", "(assert (= (= (mod |z| 2) 0) (= (mod |z| 3) 1)))"),
        ("3 ∣ z", "(assert (= (mod |z| 3) 0))"),
        ("z ≡ 2 [ZMOD 5]", "(assert (= (mod (+ |z| (- 2)) 5) 0))"),
        ("∀ k : ℕ, k ≤ z", "(assert (forall ((|k| Int)) (=> (and (>= |k| 0)) (<= |k| |z|))))"),
        ("∃ k : ℤ, z = 2 * k", "(assert (exists ((|k| Int)) (= |z| (* 2 |k|))))"),
        ("f n = f 3", "(assert (= (|f Int| |n|) (|f Int| 3)))"),
        ("2 ^ n = n", "(assert (= (|power Int Int| 2 |n|) |n|))"),
        ("|x| < q / 3", "(ite (>= |x| 0) |x| (- |x|))"),
    ],
)  # fmt: skip
def test_a_formula_is_written(text: str, written: str) -> None:
    assert written in script(text)


def test_a_natural_number_is_not_negative_and_a_root_is_one() -> None:
    assert "(declare-const |n| Int)(assert (>= |n| 0))" in script("n = 1")
    roots = script("√x = 2")
    assert "(= (* (|root Real| |x|) (|root Real| |x|)) |x|)" in roots


@pytest.mark.parametrize(
    "text",
    ["∑ i ∈ Finset.range n, i = 3", "g = g", "∀ a : G, a = a", "y = 2", "x ∣ q", "f 1 2 = 0"],
)
def test_what_has_no_meaning_is_left_out(text: str) -> None:
    assert not script(text)
    assert script(text, "x = 1").count("assert") == 1


@pytest.mark.parametrize("text", ["n - 1 = 4", "z / 2 = 1"])
def test_operations_that_may_cut_off_are_left_out_unless_they_are_those_of_paper(text: str) -> None:
    assert not script(text)
    assert script(text, is_exact=True)


def test_without_products_they_may_be_any_numbers() -> None:
    assert "|product Real Real|" in script("x * q = 1", with_products=False)
    assert "|product Int Int|" in script("z ^ 2 = 1", with_products=False)
    assert "product" not in script("2 * x = 1", with_products=False)


def test_facts_about_bound_letters_stay_inside() -> None:
    lines = script("∀ k : ℕ, Nat.Prime k → z ∣ k").splitlines()
    assert [line for line in lines if "|k|" in line and "forall" not in line] == []


@given(st.recursive(
    st.sampled_from(["x < 1", "z = 2", "Odd z", "f n = 3", "n ∣ z"]),
    lambda inner: st.tuples(inner, st.sampled_from(["∧", "∨", "→", "↔"]), inner).map(
        lambda parts: f"({parts[0]}) {parts[1]} ({parts[2]})"
    ),
    max_leaves=6,
))  # fmt: skip
def test_brackets_are_balanced_whatever_is_joined(text: str) -> None:
    found = script(text)
    assert found.count("(") == found.count(")")
    assert found.endswith("(check-sat)")
