"""Bodies for statements about structures; ``test_settle.py`` lets Lean prove with them."""

import pytest

from faithsieve.lean.signature import read_signature
from faithsieve.lean.structure_attempts import is_about_structures, structure_bodies


@pytest.mark.parametrize(
    ("text", "is_structured"),
    [
        ("{α : Type} (s t : Set α) : s ∩ t ⊆ s", True),
        ("{G : Type} [Group G] (a : G) : a * 1 = a", True),
        ("(f : ℝ → ℝ) (h : Continuous f) : ContinuousAt f 0", True),
        ("(x y : ℝ) (h : 0 < x) : 2 * x * y ≤ x ^ 2 + y ^ 2", False),
        ("(n : ℕ) : n < 2 ^ n", False),
    ],
)
def test_statements_of_numbers_alone_keep_their_own_attempts(
    text: str, is_structured: bool
) -> None:
    assert is_about_structures(read_signature(text)) is is_structured


def test_only_facts_that_conclude_the_claim_are_cited() -> None:
    text = "{X : Type} [TopologicalSpace X] [T2Space X] (s : Set X) (h : IsCompact s) : IsClosed s"
    bodies = "\n".join(structure_bodies(read_signature(text)))
    assert "IsCompact.isClosed" in bodies
    assert "IsCompact.image" not in bodies


def test_an_equivalence_is_applied_from_right_to_left() -> None:
    ring = "{R S : Type} [Ring R] [Ring S] (f : R →+* S) "
    text = ring + "(h : ∀ a, f a = 0 → a = 0) : Function.Injective f"
    bodies = "\n".join(structure_bodies(read_signature(text)))
    assert "apply (RingHom.injective_iff ..).mpr" in bodies
    assert "apply RingHom.injective <;>" in bodies
