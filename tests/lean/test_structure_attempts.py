"""Bodies for statements about structures: which are offered for what, and what Lean proves."""

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.signature import read_signature
from faithsieve.lean.soundness import ProofJudge
from faithsieve.lean.structure_attempts import is_about_structures, structure_bodies
from faithsieve.verify.settle import settle
from support.embedded_lean import in_lean

FIELD = "{R : Type} [OrderedField R] "
SPACE = "{K V : Type} [Field K] [AddCommGroup V] [Module K V] "


def bodies(text: str) -> dict[str, str]:
    return {body.name: "\n".join(body.lines) for body in structure_bodies(read_signature(text))}


@pytest.mark.parametrize(
    ("text", "is_structured"),
    [
        ("{α : Type} (s t : Set α) : s ∩ t ⊆ s", True),
        ("{G : Type} [Group G] (a : G) : a * 1 = a", True),
        (FIELD + "(a : ℕ → R) (l : R) (h : TendsTo a l) : IsBounded a", True),
        (FIELD + "(x y : R) (h : 0 < x) : 2 * x * y ≤ x ^ 2 + y ^ 2", False),
        (FIELD + "(s : R → R) (h : IsSqrt s) (x : R) : s x ≤ s (x + 1)", False),
        ("(n : ℕ) : n < 2 ^ n", False),
    ],
)
def test_statements_of_numbers_alone_keep_their_own_attempts(
    text: str, is_structured: bool
) -> None:
    assert is_about_structures(read_signature(text)) is is_structured


def test_limits_are_taken_at_a_share_of_the_goals_epsilon() -> None:
    text = FIELD + (
        "(a b : ℕ → R) (l m : R) (ha : TendsTo a l) (hb : TendsTo b m) : "
        "TendsTo (fun n => a n + b n) (l + m)"
    )
    body = bodies(text)["limit"]
    assert "obtain ⟨b0, g0⟩ := ha (ε / 2)" in body
    assert "refine ⟨b0 + b1, fun n hn => ?_⟩" in body


def test_written_limits_are_recognised_like_named_ones() -> None:
    text = FIELD + (
        "(f : R → R) (x : R) (h : ∀ ε : R, 0 < ε → ∃ δ : R, 0 < δ ∧ ∀ y, |y - x| < δ → "
        "|f y - f x| < ε) : ContinuousAtPoint (fun t => -f t) x"
    )
    assert "obtain ⟨b0, p0, g0⟩ := h (ε)" in bodies(text)["limit"]


def test_facts_are_searched_among_theorems_named_after_words_of_the_statement() -> None:
    text = FIELD + "(a : ℕ → R) (l : R) (h : TendsTo a l) : IsBounded a"
    assert "TendsTo.isBounded" in bodies(text)["cited fact"]
    assert "closure_mono" not in bodies(text)["cited fact"]


def test_universal_laws_of_groups_are_taken_at_products() -> None:
    text = "{G : Type} [Group G] (h : ∀ x : G, x * x = 1) (a b : G) : a * b = b * a"
    assert "have := h (a * b)" in bodies(text)["instances at products"]


def test_values_of_a_surjective_map_are_named_by_what_they_come_from() -> None:
    text = "{α β : Type} (f : α → β) (s : Set β) (hf : Function.Surjective f) : ∀ y, y ∈ s"
    body = bodies(text)["preimages"]
    assert "obtain ⟨x1, rfl⟩ := hf y1" in body
    assert "funext" not in body


def test_a_multiple_of_a_sequence_takes_a_smaller_share() -> None:
    text = FIELD + "(a : ℕ → R) (l : R) (ha : TendsTo a l) : TendsTo (fun n => 3 * a n) (3 * l)"
    assert "ha (ε / 3)" in bodies(text)["limit"]


@in_lean
@pytest.mark.parametrize(
    "statement",
    [
        "{α β γ : Type} (f : α → β) (g : β → γ) (h : Function.Injective (g ∘ f)) : "
        "Function.Injective f",
        "{G H : Type} [Group G] [Group H] (f : G →* H) : f.ker.Normal",
        SPACE + "(f : V →ₗ[K] V) (h : ∀ v, f v = 0 → v = 0) : Function.Injective f",
        FIELD + "(a b : ℕ → R) (l m : R) (ha : TendsTo a l) (hb : TendsTo b m) : "
        "TendsTo (fun n => a n + b n) (l + m)",
        "{X : Type} [TopologicalSpace X] (s : Set X) : IsClosed (closure s)",
        "{α β γ : Type} (f : α → β) (g h : β → γ) (hf : Function.Surjective f) "
        "(e : g ∘ f = h ∘ f) : g = h",
        "{G H : Type} [Group G] [Group H] (f : G →* H) (hf : Function.Surjective f) "
        "(hc : ∀ a b : G, a * b = b * a) : ∀ x y : H, x * y = y * x",
        FIELD + "(a : ℕ → R) (l : R) (ha : TendsTo a l) : TendsTo (fun n => 3 * a n) (3 * l)",
    ],
)
async def test_routine_facts_are_proved_without_a_token(
    statement: str, lean_pool: LeanPool
) -> None:
    settled = await settle(statement, ProofJudge(lean_pool))
    assert settled.outcome == "proved"
