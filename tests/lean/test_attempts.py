"""The bodies automation writes: what they must contain and what they must not."""

import pytest

from faithsieve.lean.attempts import write_attempts
from faithsieve.lean.signature import read_signature

FIELD = "{R : Type} [OrderedField R] "
SPACE = "{K V : Type} [Field K] [AddCommGroup V] [Module K V] "
ADDITIVE = FIELD + "(f : R → R) (h : ∀ x y, f (x + y) = f x + f y) : f 0 = 0"


def bodies(text: str) -> tuple[str, ...]:
    return tuple(write_attempts(read_signature(text), "core").calm)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (ADDITIVE, ("have i_h_0 := h 0 0", "\nclear h\ngrind")),
        (
            FIELD + "(a b c : R) : a * b + b * c + c * a ≤ a ^ 2 + b ^ 2 + c ^ 2",
            ("sq_nonneg (a - b)", "sq_nonneg (a - c)", "sq_nonneg (b - c)"),
        ),
        (
            FIELD + "(x y : R) (hx : 0 < x) (h : x < y) : x ^ 2 < y ^ 2",
            ("intro denied", "have := mul_pos p_hx p_h", "have := mul_nonneg n_denied n_hx"),
        ),
        ("(n : Int) : (n ^ 2) % 4 = 0 ∨ (n ^ 2) % 4 = 1", ("n % 4 = 3", "rcases r0 with")),
    ],
)
def test_hints_are_written_from_the_statement(text: str, lines: tuple[str, ...]) -> None:
    assert any(all(line in body for line in lines) for body in bodies(text))


@pytest.mark.parametrize(("argument", "risky"), [("f x", ()), ("2 * x", ("grind",))])
def test_raw_grind_never_sees_a_function_nested_in_itself(
    argument: str, risky: tuple[str, ...]
) -> None:
    text = FIELD + f"(f : R → R) (h : ∀ x, f ({argument}) = x) : f 1 = 1"
    assert write_attempts(read_signature(text), "core").risky == risky
    assert "grind" not in bodies(text)


def test_witnesses_stay_few() -> None:
    (body,) = (body for body in bodies(": ∃ x y z : Nat, x + y + z = 4") if "exact ⟨" in body)
    assert 1 <= body.count("exact ⟨") <= 64


@pytest.mark.parametrize(
    "text",
    [
        ": 1 = 2",
        "(n : Nat) : n < 2 ^ n",
        FIELD + "(x : R) (h : x * x = 0) : x = 0",
        SPACE + "(f : V →ₗ[K] V) (h : ∀ v, f v = 0 → v = 0) : Function.Injective f",
    ],
)
def test_no_body_can_finish_a_proof_by_giving_up(text: str) -> None:
    signature = read_signature(text)
    for attempts in (write_attempts(signature, "core"), write_attempts(signature, "mathlib")):
        written = "\n".join([*attempts.calm, *attempts.risky])
        assert written
        assert "sorry" not in written
        assert "native_decide" not in written
