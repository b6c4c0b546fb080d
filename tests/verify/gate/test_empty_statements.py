"""Bodies that show a statement to be empty."""

import pytest

from faithsieve.verify.gate.empty_statements import clashing_bodies, solving_bodies
from faithsieve.verify.statement_parts import parse_signature


def test_laws_are_tried_at_numbers_and_at_the_letters_of_the_statement() -> None:
    parts = parse_signature("(p : ℕ) (hp : 3 < p) (hd : ∀ d : ℕ, d ∣ p → d = 1) : p = 5")
    assert parts is not None
    bodies = clashing_bodies(parts)
    assert any(":= hd p" in body for body in bodies)
    assert all("clear hd" in body for body in bodies)


def test_without_a_law_there_is_nothing_to_try() -> None:
    parts = parse_signature("(p : ℕ) (hp : 3 < p) : p = 5")
    assert parts is not None
    assert clashing_bodies(parts) == ()


@pytest.mark.parametrize(
    ("conclusion", "witness"),
    [
        ("∃ c : G, a * b = c⁻¹", "⟨(a * b)⁻¹, by simp⟩"),
        ("∃ z : R, x ^ 2 = z + 2", "⟨(x ^ 2) - (2), by grind⟩"),
        ("∃ k : ℤ, k ∣ a", ""),
        ("∃ k : ℤ, k = k * a", ""),
        ("x = 2", ""),
    ],
)
def test_an_equation_is_solved_for_its_witness(conclusion: str, witness: str) -> None:
    bodies = solving_bodies(conclusion)
    assert (f"exact {witness}" in bodies) if witness else bodies == ()
