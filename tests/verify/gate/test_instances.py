"""Hypotheses that widen what the text says of one number."""

import pytest

from faithsieve.verify.gate.instances import widened_findings
from support.obligations import make_obligation
from support.statements import make_candidate

STEP = "$h(n+1)=2^{n+1}-1$"
WIDE = "(h : ℕ → ℤ) (n : ℕ) (ih : ∀ m, h m = 2 ^ m - 1) : h (n + 1) = 2 ^ (n + 1) - 1"
ZERO = "(f g : ℤ → ℤ) (hf : ∀ k, f k = k + g k) (hg : ∀ k, g k = 0) (n : ℤ) : f n = n"


@pytest.mark.parametrize(
    ("claim", "premise", "text", "found"),
    [
        (STEP, "$h(n)=2^n-1$ for the fixed $n$", WIDE, "assumes_target"),
        (STEP, "$h(n)=2^n-1$", WIDE, "assumes_target"),
        (STEP, "$h(n)=2^n-1$ for all $n$", WIDE, ""),
        (STEP, "$h(n)=2^n-1$",
         "(h : ℕ → ℤ) (n : ℕ) (ih : h n = 2 ^ n - 1) : h (n + 1) = 2 ^ (n + 1) - 1", ""),
        ("$h(5)=31$", "$h(n)=2^n-1$", "(h : ℕ → ℤ) (ih : ∀ m, h m = 2 ^ m - 1) : h 5 = 31", ""),
        ("$f(n)=n$ for all $n$", "$g(1)=0$", ZERO, "changed_hypothesis"),
        ("$f(n)=n$ for all $n$", "$g(n)=0$ for all $n$", ZERO, ""),
        ("$f(n)=n$ for all $n$", "$g(1)=0, g(2)=0, \\ldots$", ZERO, ""),
        # A law about all numbers may be a theorem that is cited.
        ("$ab\\ge 0$", "$a>0$", "(a b : ℤ) (h : ∀ x : ℤ, 0 ≤ x * x) : 0 ≤ a * b", ""),
        ("$7\\mid 8^{n+1}-1$", "$7\\mid 8^n-1$",
         "(n : ℕ) (ih : ∀ m : ℕ, 7 ∣ 8 ^ m - 1) : 7 ∣ 8 ^ (n + 1) - 1", "assumes_target"),
    ],
)  # fmt: skip
async def test_a_law_is_held_against_what_the_text_says_of_one_number(
    claim: str, premise: str, text: str, found: str
) -> None:
    candidate = await make_candidate(text, make_obligation(claim, premise))
    assert [f.name for f in widened_findings(candidate)] == ([found] if found else [])
