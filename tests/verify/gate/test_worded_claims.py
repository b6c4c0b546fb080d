"""Quantifiers and notions in words against the shape of the statement."""

import pytest

from faithsieve.verify.gate.worded_claims import worded_findings
from support.obligations import make_obligation
from support.statements import make_candidate

EVERY = "For every integer $n$ there is an integer $m$ with $m>n$."
ONE = "There is an integer $e$ such that for all integers $a$ we have $a+e=a$."
INJECTIVE = "$f$ is injective."
F = "(f : ℤ → ℤ) (hf : ∀ x, f x = 2 * x + 3) "


@pytest.mark.parametrize(
    ("claim", "text", "found"),
    [
        (EVERY, ": ∀ n : ℤ, ∃ m : ℤ, m > n", ""),
        (EVERY, "(n : ℤ) : ∃ m : ℤ, m > n", ""),
        (EVERY, ": ∃ m : ℤ, ∀ n : ℤ, m > n", "changed_quantifiers"),
        (ONE, ": ∃ e : ℤ, ∀ a : ℤ, a + e = a", ""),
        (ONE, "(a : ℤ) : ∃ e : ℤ, a + e = a", "changed_quantifiers"),
        ("For all integers $m$, $m^2\\ge 0$.", ": ∀ m : ℤ, 0 ≤ m ^ 2", ""),
        ("For all integers $m$, $m^2\\ge 0$.", ": ∃ m : ℤ, 0 ≤ m ^ 2", "changed_quantifiers"),
        ("There is an integer $x$ with $3x=6$.", ": ∃ x : ℤ, 3 * x = 6", ""),
        ("There is an integer $x$ with $3x=6$.", "(x : ℤ) : 3 * x = 6", "changed_quantifiers"),
        ("There is an integer $x$ with $3x=6$.", "(x : ℤ) (h : x = 2) : 3 * x = 6", ""),
        ("There is no rational $r$ with $r^2=2$.", ": ¬ ∃ r : ℚ, r ^ 2 = 2", ""),
        ("There is no integer $m$ with $2m=1$.", "(m : ℤ) : 2 * m ≠ 1", ""),
        ("It is false that there is an $x$ with $3x=1$.", ": ∀ x : ℤ, 3 * x ≠ 1", ""),
        (EVERY, ": Function.Injective (fun n : ℤ => n)", ""),
        (INJECTIVE, F + "(x y : ℤ) (h : f x = f y) : x = y", ""),
        (INJECTIVE, F + "(x y : ℤ) (h : x ≠ y) : f x ≠ f y", ""),
        (INJECTIVE, F + "(x y : ℤ) (h : x = y) : f x = f y", "changed_notion"),
        (INJECTIVE, F + ": ∀ x y, f (f x) = f (f y) → x = y", "changed_notion"),
        (INJECTIVE, F + ": Function.Injective f", ""),
        (INJECTIVE, "(x y : ℤ) (h : x = y) : 2 * x = 2 * y", ""),
        ("$f$ is increasing", F + "(x y : ℤ) (h : x < y) : f x < f y", ""),
        ("$f$ is increasing", F + "(x y : ℤ) (h : x < y) : f y < f x", "changed_notion"),
        ("$f$ is increasing", F + "(x y : ℤ) (h : f x < f y) : x < y", "changed_notion"),
        ("$f$ is increasing", F + "(x y : ℤ) (h : x < y) : f x ≠ f y", ""),
        ("$f$ is increasing", F + "(n : ℤ) : f n < f (n + 1)", ""),
        ("$f$ is decreasing", F + "(x y : ℤ) (h : x ≤ y) : f y ≤ f x", ""),
        ("$f$ is decreasing", F + "(x y : ℤ) (h : x ≤ y) : f x ≤ f y", "changed_notion"),
        ("$f$ is an odd function", F + ": ∀ x, f (-x) = -f x", ""),
        ("$f$ is an odd function", F + ": ∀ x, f (-x) = f x", "changed_notion"),
        ("$f$ is even", F + ": ∀ x, f (-x) = f x", ""),
        ("$f$ is even", F + ": ∀ x, f (-x) = -f x", "changed_notion"),
        ("$f$ is even", F + ": ∀ x, f (-x) = f x ∧ f 0 = 0", ""),
    ],
)
async def test_the_shape_of_a_statement_is_held_against_the_words(
    claim: str, text: str, found: str
) -> None:
    candidate = await make_candidate(text, make_obligation(claim))
    assert [f.name for f in worded_findings(candidate)] == ([found] if found else [])


@pytest.mark.parametrize(
    ("hypothesis", "found"),
    [("∀ a b, f a = f b → a = b", []), ("∀ a b, a = b → f a = f b", ["changed_notion"])],
)
async def test_a_premise_in_words_has_a_shape_too(hypothesis: str, found: list[str]) -> None:
    text = f"(f : ℤ → ℤ) (h : {hypothesis}) (x : ℤ) (h2 : f x = f 3) : x = 3"
    candidate = await make_candidate(text, make_obligation("x = 3", INJECTIVE, "f(x) = f(3)"))
    assert [f.name for f in worded_findings(candidate)] == found
