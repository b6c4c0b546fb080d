"""What bodies of automation must not contain; ``test_settle.py`` lets Lean prove with them."""

import pytest

from faithsieve.lean.attempts import is_guise_of, write_attempts
from faithsieve.lean.signature import read_signature

SPACE = "{K V : Type} [Field K] [AddCommGroup V] [Module K V] "


def bodies(text: str) -> tuple[str, ...]:
    return tuple(write_attempts(read_signature(text), has_mathlib=False).bodies)


@pytest.mark.parametrize(("argument", "is_nested"), [("f x", True), ("2 * x", False)])
def test_raw_grind_never_sees_a_function_nested_in_itself(argument: str, is_nested: bool) -> None:
    text = f"(f : ℝ → ℝ) (h : ∀ x, f ({argument}) = x) : f 1 = 1"
    assert ("grind" not in bodies(text)) is is_nested


@pytest.mark.parametrize(
    ("body", "failed", "is_guise"),
    [
        ("intros\nsubst_vars\ngrind", "grind", True),
        ("have s0 := sq_nonneg x\ngrind", "grind", True),
        ("grind [abs_cases]", "grind", True),
        ("clear h\ngrind", "grind", False),
        ("omega", "grind", False),
    ],
)
def test_a_guise_leaves_the_goal_and_adds_facts(body: str, failed: str, is_guise: bool) -> None:
    assert is_guise_of(body, failed) is is_guise


@pytest.mark.parametrize(
    "text",
    [
        ": 1 = 2",
        "(n : ℕ) : n < 2 ^ n",
        "(x : ℝ) (h : x * x = 0) : x = 0",
        SPACE + "(f : V →ₗ[K] V) (h : ∀ v, f v = 0 → v = 0) : Function.Injective f",
    ],
)
@pytest.mark.parametrize("has_mathlib", [False, True])
def test_no_body_can_finish_a_proof_by_giving_up(text: str, has_mathlib: bool) -> None:
    attempts = write_attempts(read_signature(text), has_mathlib=has_mathlib)
    written = "\n".join(attempts.bodies)
    assert written
    assert "sorry" not in written
    assert "native_decide" not in written


def test_a_law_about_many_letters_has_few_instances() -> None:
    letters = " ".join(f"x{n}" for n in range(40))
    law = f"(a b c : ℝ) (h : ∀ {letters} : ℝ, x0 = x1) : a = b"
    some = f"(a b c : ℝ) : ∃ {letters} : ℝ, x0 = x1"
    for text in (law, some):
        assert max(body.count("\n") for body in bodies(text)) < 100
