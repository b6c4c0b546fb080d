"""Counterexamples found by code; Lean has the last word elsewhere."""

import pytest

from faithsieve.verify.counterexamples import (
    counterexample_body,
    find_models,
    find_witnesses,
    named_witnesses,
)
from support.statements import parts_of


def first(text: str) -> str:
    witnesses = find_witnesses(parts_of(text))
    return witnesses[0].text if witnesses else ""


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("(x y : ℝ) : (x + y) ^ 2 = x ^ 2 + y ^ 2", "x = 1, y = 1"),
        ("(x y : ℝ) : (x + y) ^ 2 = x ^ 2 + 2 * x * y + y ^ 2", ""),
        ("(x : ℝ) (h : x ^ 2 = 4) : x = 2", "x = -2"),
        # A variable that an equation fixes is solved for.
        ("(x y : Nat) (h : 251 * x + 0 = y) (h2 : 1 < x) : y < 500", "x = 2, y = 502"),
        # It fails only because Lean cuts off.
        ("(a b : Nat) : a - b + b = a", ""),
        # Functions come from templates, with the slopes of the statement.
        ("(f : Nat → Nat) (h : ∀ n, 1 ≤ f (n + 1)) : f 3 = 3", "f = fun _ => 1"),
        (
            "(h : Int → Int) (h1 : ∀ n, h (n + 1) = h n + 3) (h0 : h 0 = 5) : h 2 = 14",
            "h = fun x => 3 * x + 5",
        ),
        # A function that a hypothesis defines is that function; no value is divided by zero.
        ("(f : ℝ → ℝ) (hf : ∀ x, f x = 3 * x - 2) : f (f 2) = 4", "f = fun x => 3 * x - 2"),
        ("(f : ℝ → ℝ) (h : ∀ x, f (f x) = x) : f 0 = 1", "f = fun x => x"),
        # A hypothesis that cannot be read.
        ("(s : Nat → Nat) (h : Weird s) (x : Nat) (g : x = 1) : x = 2", ""),
    ],
)
def test_a_point_where_hypotheses_hold_and_the_claim_fails(text: str, point: str) -> None:
    assert first(text) == point


def test_points_of_the_unit_circle_are_tried_with_both_signs() -> None:
    found = first("(s c : ℝ) (h : s ^ 2 + c ^ 2 = 1) (h2 : c < 0) (h3 : s > 0) : c = -s")
    assert found
    assert "/ 5" in found or "/ 13" in found


@pytest.mark.parametrize(
    ("text", "instances", "shown"),
    [
        (": ∀ n : Nat, n ^ 2 + n + 41 ≠ 41 * 43", ("41",), "claimed (41)"),
        (": ¬ ∃ x y : Nat, 1 ≤ x ∧ x < y ∧ x ^ 2 + y ^ 2 = 25", ("3", "4"), "⟨3, 4,"),
    ],
)
def test_a_universal_claim_or_a_denied_existence_is_broken_at_an_instance(
    text: str, instances: tuple[str, ...], shown: str
) -> None:
    found = find_witnesses(parts_of(text))
    assert found[0].instances == instances
    assert shown in counterexample_body(parts_of(text), found[0])


def test_a_model_of_the_hypotheses_is_found_and_an_absurd_context_has_none() -> None:
    assert find_models(parts_of("(x : ℝ) (h : x + 1 = 3) : x = 5"))
    assert not find_models(parts_of("(x : ℝ) (h : x + 1 = 3) (h2 : x < 0) : x = 5"))
    square = parts_of("(x : ℝ) (h : x ^ 2 = 4) : x = 2")
    assert find_models(square, extra=(square.claim_tree,))


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("(d : ℝ) (h : d ^ 2 = 5) : d = 2", "d = √5"),
        ("(a b : ℝ) (h1 : a + b = 4) (h2 : a * b = 1) : a = b", "a = 2 - √3, b = 2 + √3"),
        ("(x : ℝ) (h : x ^ 2 - x - 1 = 0) (h2 : x < 0) : x = 1", "x = (1 - √5) / 2"),
    ],
)
def test_points_with_roots_are_found_where_no_rational_one_is(text: str, point: str) -> None:
    (model,) = find_models(parts_of(text))
    assert model.text == first(text) == point


def test_whole_and_rational_numbers_are_never_roots() -> None:
    for kind in ("Int", "Nat", "ℚ"):
        assert find_models(parts_of(f"(d : {kind}) (h : d ^ 2 = 5) : d = 2")) == ()
    assert find_models(parts_of("(d : ℝ) (h : d ^ 2 = 5) (h2 : d > 3) : d = 2")) == ()


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("(x : ℝ) (hx : x ∈ Set.Icc 0 1) : x⁻¹ > 1", "x = 1"),
        ("(f : ℕ → ℝ) (h : StrictMono f) : f 0 = 0", "f = fun x => (x : ℝ) + 1"),
        ("(p q : Prop) (h : p ∨ q) : p", "p = False, q = True"),
        # About structures numbers say nothing, and not finding a root among samples shows nothing.
        ("{K : Type} [Field K] (x : K) : x ^ 2 = x", ""),
        ("{G : Type} [Group G] (a b : G) : a * b = b * a", ""),
        ("(a : ℝ) (h : 0 < a) : ∃ x : ℝ, x * x = a", ""),
    ],
)
def test_points_of_other_types(text: str, point: str) -> None:
    assert first(text) == point


def test_values_that_a_text_names_become_a_point_and_search_fills_in_the_rest() -> None:
    open_claim = parts_of("(x y : Int) (h : x + y = 4) : x * y = 4")
    assert [w.text for w in named_witnesses(open_claim, "try x = 1, say")] == ["x = 1, y = 3"]
    assert named_witnesses(open_claim, "x = 2 gives y = 2") == ()
    assert named_witnesses(open_claim, "x = 3^2 and z = 1") == ()


def test_a_point_that_a_text_names_in_full_is_tried_though_search_cannot_read_the_claim() -> None:
    unread = parts_of("(n : ℕ) (a : Int) : Nat.Prime n ∨ IsStrange a")
    assert [w.text for w in named_witnesses(unread, "n=4, a=-1/2")] == ["n = 4, a = -1 / 2"]
    assert named_witnesses(unread, "n = 4") == ()


@pytest.mark.parametrize("law", ["IsPrime n", "Nat.Prime n", "Strange f", "f = id"])
def test_a_point_named_in_full_fits_every_binder_of_its_statement(law: str) -> None:
    stated = parts_of(f"(n : ℕ) (hp : {law}) (h2 : ∀ m, IsStrange m → m = n) : n = 5")
    for witness in named_witnesses(stated, "n = 4"):
        assert "4" in counterexample_body(stated, witness)
