"""The bodies automation writes: what they must contain and what they must not."""

from faithsieve.lean.attempts import Attempt, core_attempts, mathlib_attempts
from faithsieve.lean.signature import read_signature

FIELD = "{R : Type} [OrderedField R] "


def attempts(text: str) -> tuple[Attempt, ...]:
    return core_attempts(read_signature(text))


def named(text: str, name: str) -> list[str]:
    return [attempt.body for attempt in attempts(text) if attempt.name == name]


def test_a_universal_hypothesis_is_instantiated_and_cleared_before_grind() -> None:
    text = FIELD + "(f : R → R) (h : ∀ x y, f (x + y) = f x + f y) : f 0 = 0"
    body = named(text, "instances")[0].splitlines()
    assert "have i_h_0 := h 0 0" in body
    assert body[-2:] == ["clear h", "grind"]


def test_raw_grind_never_sees_a_function_nested_in_itself() -> None:
    nested = FIELD + "(f : R → R) (h : ∀ x, f (f x) = x) : f 1 = 1"
    plain = FIELD + "(f : R → R) (h : ∀ x, f (2 * x) = f x) : f 2 = f 1"
    assert named(nested, "grind") == []
    assert [a.is_risky for a in attempts(plain) if a.name == "grind"] == [True]


def test_every_attempt_has_a_limit_and_a_body() -> None:
    for attempt in attempts(FIELD + "(x y : R) (h : 0 < x) : 2 * x * y ≤ x ^ 2 + y ^ 2"):
        assert 0 < attempt.heartbeats <= 20_000
        assert attempt.body.strip()


def test_squares_of_differences_are_offered_for_an_inequality() -> None:
    body = named(FIELD + "(a b c : R) : a * b + b * c + c * a ≤ a ^ 2 + b ^ 2 + c ^ 2", "squares")[
        0
    ]
    for hint in ("sq_nonneg (a - b)", "sq_nonneg (a - c)", "sq_nonneg (b - c)"):
        assert hint in body


def test_products_multiply_the_denied_goal_too() -> None:
    body = named(FIELD + "(x y : R) (hx : 0 < x) (h : x < y) : x ^ 2 < y ^ 2", "products")[0]
    assert "intro denied" in body
    assert "have := mul_pos p_hx p_h" in body
    assert "have := mul_nonneg n_denied n_hx" in body


def test_residues_split_every_variable_by_the_modulus_in_sight() -> None:
    body = named("(n : Int) : (n ^ 2) % 4 = 0 ∨ (n ^ 2) % 4 = 1", "residues")[0]
    assert "n % 4 = 3" in body


def test_witnesses_stay_few() -> None:
    body = named(": ∃ x y z : Nat, x + y + z = 4", "witness")[0]
    assert 1 <= body.count("exact ⟨") <= 64


def test_no_body_can_finish_a_proof_by_giving_up() -> None:
    space = "{K V : Type} [Field K] [AddCommGroup V] [Module K V] "
    texts = (
        ": 1 = 2",
        "(n : Nat) : n < 2 ^ n",
        FIELD + "(x : R) (h : x * x = 0) : x = 0",
        space + "(f : V →ₗ[K] V) (h : ∀ v, f v = 0 → v = 0) : Function.Injective f",
    )
    for text in texts:
        signature = read_signature(text)
        for attempt in (*core_attempts(signature), *mathlib_attempts(signature)):
            assert "sorry" not in attempt.body
            assert "native_decide" not in attempt.body
