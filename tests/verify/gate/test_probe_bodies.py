"""Bodies that show a statement to be empty."""

import pytest

from faithsieve.verify.gate.probe_bodies import (
    SUSPECTED,
    WELL_KNOWN,
    clashing_bodies,
    emptiness_attempts,
    solving_bodies,
)
from faithsieve.verify.statement_parts import parse_signature
from support.obligations import make_obligation
from support.statements import FIELD, make_candidate


def test_laws_are_tried_at_numbers_and_at_the_letters_of_the_statement() -> None:
    parts = parse_signature("(p : ℕ) (hp : 3 < p) (hd : ∀ d : ℕ, d ∣ p → d = 1) : p = 5")
    assert parts is not None
    bodies = clashing_bodies(parts)
    assert any(":= hd p" in body for body in bodies)
    assert all("clear hd" in body for body in bodies if "have at_hd" in body)


def test_whole_numbers_are_split_by_their_remainders_and_others_are_not() -> None:
    whole = parse_signature("(p : ℕ) (hp : 3 < p) : p = 5")
    real = parse_signature("{R : Type} [OrderedField R] (p : R) (hp : 3 < p) : p = 5")
    assert whole is not None
    assert real is not None
    assert "p = 4 * q + 3" in clashing_bodies(whole)[-1]
    assert clashing_bodies(real) == (WELL_KNOWN, "nlinarith")


def test_parity_and_primes_are_unfolded() -> None:
    parts = parse_signature("(p : ℕ) (hp : Nat.Prime p) (h : Even p) (h2 : 3 ∣ p) : p = 5")
    assert parts is not None
    body = clashing_bodies(parts)[2]
    assert "eq_one_or_self_of_dvd hp 3" in body
    assert ":= h |" in body
    assert ":= h2 |" in body


EITHER = FIELD + "(x y : R) (h : x = 3) : y = x ∧ (x = 4 ∨ x ≠ 4)"
IMPLIED = FIELD + "(x y : R) (h : x = 3) : y = x ∧ (x = 4 → x = 4)"


@pytest.mark.parametrize(
    ("text", "claim", "piece"),
    [
        (EITHER, "$y=x$ and $x=4$", "x = 4 ∨ x ≠ 4"),
        (EITHER, "$y=x$, and $x$ is 4 or it is not", ""),
        (IMPLIED, "$y=x$ and $x=4$", "x = 4 → x = 4"),
        (IMPLIED, "$y=x$, and if $x=4$ then $x=4$", ""),
        (FIELD + "(x y : R) (h : x = 3) : y = x ∧ ∃ c, x = c", "$y=x=4$", "∃ c, x = c"),
    ],
)
async def test_a_part_is_tried_where_the_claim_lacks_its_connective(
    text: str, claim: str, piece: str
) -> None:
    candidate = await make_candidate(text, make_obligation(claim, "$x=3$"))
    tried = [part for name, part, _ in emptiness_attempts(candidate) if name == SUSPECTED]
    assert (piece in tried) if piece else not tried


@pytest.mark.parametrize(
    ("conclusion", "witness"),
    [
        ("∃ c : G, a * b = c⁻¹", "⟨(a * b)⁻¹, by simp⟩"),
        ("∃ z : R, x ^ 2 = z + 2", "⟨(x ^ 2) - (0 + 2), by grind⟩"),
        ("∃ c : R, f (x + f x) + c = 2", "⟨(2) - (f (x + f x) + 0), by grind⟩"),
        ("∃ s t : R, u 6 = 3 * s - t", "⟨0, (3 * 0 - 0) - (u 6), by grind⟩"),
        ("∃ M : R, x k ≤ M", "⟨(x k), by simp⟩"),
        ("∃ k : ℤ, k ∣ a", ""),
        ("∃ k : ℤ, k = k * a", ""),
        # What the claim itself names is no free witness.
        ("∃ n : R, x = n + 2", ""),
        ("∃ n r : R, x = n + r", "⟨0, (x) - (0 + 0), by grind⟩"),
        ("x = 2", ""),
    ],
)
def test_an_equation_is_solved_for_a_witness_that_is_not_named(
    conclusion: str, witness: str
) -> None:
    bodies = solving_bodies(conclusion, frozenset("n"))
    assert (f"exact {witness}" in bodies) if witness else bodies == ()
