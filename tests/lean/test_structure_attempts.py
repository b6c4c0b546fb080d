"""Bodies for statements about structures; ``test_settle.py`` lets Lean prove with them."""

import pytest

from faithsieve.lean.signature import read_signature
from faithsieve.lean.structure_attempts import is_about_structures, structure_bodies

FIELD = "{R : Type} [OrderedField R] "
SEQUENCE = FIELD + "(a : ℕ → R) (l : R) (ha : TendsTo a l) : "
TRIPLED = SEQUENCE + "TendsTo (fun n => 3 * a n) (3 * l)"
SUM = FIELD + (
    "(a b : ℕ → R) (l m : R) (ha : TendsTo a l) (hb : TendsTo b m) : "
    "TendsTo (fun n => a n + b n) (l + m)"
)


@pytest.mark.parametrize(
    ("text", "is_structured"),
    [
        ("{α : Type} (s t : Set α) : s ∩ t ⊆ s", True),
        ("{G : Type} [Group G] (a : G) : a * 1 = a", True),
        (SEQUENCE + "IsBounded a", True),
        (FIELD + "(x y : R) (h : 0 < x) : 2 * x * y ≤ x ^ 2 + y ^ 2", False),
        (FIELD + "(s : R → R) (h : IsSqrt s) (x : R) : s x ≤ s (x + 1)", False),
        ("(n : ℕ) : n < 2 ^ n", False),
    ],
)
def test_statements_of_numbers_alone_keep_their_own_attempts(
    text: str, is_structured: bool
) -> None:
    assert is_about_structures(read_signature(text)) is is_structured


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (SUM, ("obtain ⟨b0, g0⟩ := ha (ε / 2)", "refine ⟨b0 + b1, fun n hn => ?_⟩")),
        (TRIPLED, ("ha (ε / 3)",)),
        (
            FIELD + "(f : R → R) (x : R) (h : ∀ ε : R, 0 < ε → ∃ δ : R, 0 < δ ∧ ∀ y, |y - x| < δ → "
            "|f y - f x| < ε) : ContinuousAtPoint (fun t => -f t) x",
            ("obtain ⟨b0, p0, g0⟩ := h (ε)",),
        ),
        (SEQUENCE + "IsBounded a", ("apply TendsTo.isBounded <;> assumption",)),
        (
            "{G : Type} [Group G] (h : ∀ x : G, x * x = 1) (a b : G) : a * b = b * a",
            ("have := h (a * b)",),
        ),
        (
            "{α β : Type} (f : α → β) (s : Set β) (hf : Function.Surjective f) : ∀ y, y ∈ s",
            ("obtain ⟨x1, rfl⟩ := hf y1",),
        ),
    ],
)
def test_patterns_that_grind_does_not_find_are_written_out(
    text: str, lines: tuple[str, ...]
) -> None:
    bodies = structure_bodies(read_signature(text))
    assert any(all(line in body for line in lines) for body in bodies)


def test_only_facts_about_words_of_the_statement_are_cited() -> None:
    bodies = structure_bodies(read_signature(SEQUENCE + "IsBounded a"))
    assert not any("closure_mono" in body for body in bodies)
