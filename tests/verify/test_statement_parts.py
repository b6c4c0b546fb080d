"""One reading of a signature: its variables, hypotheses and the parts of its conclusion."""

import pytest

from faithsieve.verify.statement_parts import (
    ASSUMED,
    CLAIMED,
    CONCLUSION,
    view_of_claim,
)
from support.statements import parts_of

REALS = "(x y : ℝ) (h1 : x + y = 3) (h2 : 0 < x) : x < 3 ∧ y = 3 - x"


def test_variables_and_hypotheses_are_told_apart() -> None:
    parts = parts_of(REALS)
    assert [(v.name, v.type) for v in parts.variables] == [("x", "ℝ"), ("y", "ℝ")]
    assert [h.type for h in parts.hypotheses] == ["x + y = 3", "0 < x"]


def test_a_view_labels_every_part() -> None:
    view = parts_of(REALS).view()
    assert [(p.label, p.text) for p in view.of(ASSUMED)] == [("h1", "x + y = 3"), ("h2", "0 < x")]
    assert [(p.label, p.text) for p in view.of(CLAIMED)] == [("c1", "x < 3"), ("c2", "y = 3 - x")]
    assert view.labels() == {"v1", "v2", "h1", "h2", "c1", "c2"}


@pytest.mark.parametrize(
    ("conclusion", "binders", "premises", "claims"),
    [
        ("∀ k : ℕ, 1 ≤ k → k ≤ k ^ 2", ["∀ k : Nat"], ["1 ≤ k"], ["k ≤ k ^ 2"]),
        ("∃ c : ℕ, 0 < c ∧ c = n", ["∃ c : Nat"], [], ["0 < c", "c = n"]),
        ("n = 1 ∨ n = 2 ∧ 0 < n", [], [], ["n = 1 ∨ n = 2 ∧ 0 < n"]),
        ("(n = 1 ∧ 0 < n)", [], [], ["n = 1", "0 < n"]),
        ("0 < n ∧ ∀ k, 0 < k → n ≤ k", [], [], ["0 < n", "∀ k, 0 < k → n ≤ k"]),
    ],
)
def test_a_conclusion_is_split_where_its_parts_mean_something_alone(
    conclusion: str, binders: list[str], premises: list[str], claims: list[str]
) -> None:
    view = parts_of(f"(n : ℕ) : {conclusion}").view()
    assert [part.text for part in view.of("b")] == binders
    assert [part.text for part in view.of("i")] == premises
    assert [part.text for part in view.of(CLAIMED)] == claims


@pytest.mark.parametrize("kind", ["ι → V", "Set (Fin 3 → V)", "ℕ → V", "Finset ι"])
def test_an_object_is_shown_with_its_name_whatever_its_type(kind: str) -> None:
    view = parts_of(f"{{ι V : Type}} (v : {kind}) : v = v").view()
    assert [part.text for part in view.of("v")] == [f"v : {kind}"]
    assert view.of("h") == ()


def test_what_a_type_is_assumed_to_be_is_shown_and_assumed() -> None:
    view = parts_of("{G : Type} [CommGroup G] [DecidableEq G] (a b : G) : a * b = b * a").view()
    assert [(part.label, part.text) for part in view.of(ASSUMED)] == [("s1", "CommGroup G")]
    assert parts_of(REALS).view().of("s") == ()


def test_the_parts_of_a_conclusion_keep_their_order() -> None:
    view = parts_of("(f : ℤ → ℤ) : ∀ e : ℤ, 0 < e → ∃ d : ℤ, 0 < d ∧ f d < e").view()
    assert [part.label for part in view.of(CONCLUSION)] == ["b1", "i1", "b2", "c1", "c2"]


def test_hypotheses_can_be_left_out_and_the_conclusion_exchanged() -> None:
    parts = parts_of("(x : ℤ) (h1 : x = 1) (h2 : x < 5) : x < 2")
    assert parts.with_conclusion("False") == "(x : ℤ) (h1 : x = 1) (h2 : x < 5) : False"
    without = parts.with_conclusion("x < 2", without=frozenset({"h2"}))
    assert without == "(x : ℤ) (h1 : x = 1) : x < 2"


def test_leading_quantifiers_of_a_closed_claim_become_binders() -> None:
    opened = parts_of(": ∀ n : ℕ, 2 ≤ n → 1 < n").opened
    assert opened is not None
    names, text = opened
    assert names == ("n", "at_1")
    assert text.split() == ["(n", ":", "Nat)", "(at_1", ":", "2", "≤", "n)", ":", "(1", "<", "n)"]
    assert parts_of("(n : ℕ) : n = n").opened is None


def test_premises_are_counted_with_the_conditions_of_the_conclusion_last() -> None:
    parts = parts_of("(x : ℤ) (h1 : x = 1) (h2 : x < 5) : ∀ k : ℤ, x < k → 1 < k")
    assert parts.premise_numbers == {"h1": 1, "h2": 2, "i1": 3}


def test_a_bare_equation_is_one_claim_without_anything_assumed() -> None:
    view = view_of_claim("1 + 1 = 2")
    assert (view.of(ASSUMED), [part.text for part in view.of(CLAIMED)]) == ((), ["1 + 1 = 2"])
