"""Bodies for statements about structures; ``test_settle.py`` lets Lean prove with them."""

import pytest

from faithsieve.lean.signature import read_signature
from faithsieve.lean.structure_attempts import is_about_structures, structure_bodies

FIELD = "{R : Type} [OrderedField R] "
SEQUENCE = FIELD + "(a : ℕ → R) (l : R) (ha : TendsTo a l) : "


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


def test_only_facts_about_words_of_the_statement_are_cited() -> None:
    bodies = structure_bodies(read_signature(SEQUENCE + "IsBounded a"))
    assert not any("closure_mono" in body for body in bodies)
