"""The bodies automation writes: what they must contain and what they must not."""

import pytest

from faithsieve.lean.attempts import write_attempts
from faithsieve.lean.signature import read_signature

FIELD = "{R : Type} [OrderedField R] "
SPACE = "{K V : Type} [Field K] [AddCommGroup V] [Module K V] "


def bodies(text: str) -> tuple[str, ...]:
    return tuple(write_attempts(read_signature(text), "core").calm)


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
