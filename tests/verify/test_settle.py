"""Settling without a model: what Lean accepted is an outcome, everything else is open."""

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.verify.settle import settle
from support.embedded_lean import in_lean

FIELD = "{R : Type} [OrderedField R] "
SEQUENCE = FIELD + "(a : ℕ → R) "
SPACE = "{K V : Type} [Field K] [AddCommGroup V] [Module K V] "
TOPOLOGY = "{X : Type} [TopologicalSpace X] "
HOMOMORPHISM = "{G H : Type} [Group G] [Group H] (f : G →* H) "
FINITE_MODEL = (
    "{G : Type} [Group G] (a b : G) : a * b = b * a",
    "{G : Type} [Group G] (K : Subgroup G) : K.Normal",
    "{R : Type} [CommRing R] (a b : R) (h : a * b = 0) : a = 0 ∨ b = 0",
    "{K : Type} [Field K] : (1 : K) + 1 ≠ 0",
    "{α : Type} [PartialOrder α] (a b : α) : a ≤ b ∨ b ≤ a",
    "{X Y : Type} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) (h : Continuous f) : "
    "IsOpenMap f",
    TOPOLOGY + "(s t : Set X) : closure (s ∩ t) = closure s ∩ closure t",
    "{α β : Type} (f : α → β) (s t : Set α) : f '' (s ∩ t) = f '' s ∩ f '' t",
    "{R X : Type} [OrderedField R] (d : X → X → R) (h : IsMetric d) : "
    "IsMetric (fun x y => d x y * d x y)",
)
POINT = ("(n : ℕ) : n ^ 2 + n + 41 ≠ 1681",)
PROVED = (
    "{α : Type} (s t : Set α) : s ∩ t = t ∩ s",
    "{α β γ : Type} (f : α → β) (g : β → γ) (h : Function.Injective (g ∘ f)) : "
    "Function.Injective f",
    HOMOMORPHISM + ": f.ker.Normal",
    SPACE + "(f : V →ₗ[K] V) (h : ∀ v, f v = 0 → v = 0) : Function.Injective f",
    FIELD + "(a b : ℕ → R) (l m : R) (ha : TendsTo a l) (hb : TendsTo b m) : "
    "TendsTo (fun n => a n + b n) (l + m)",
    TOPOLOGY + "(s : Set X) : IsClosed (closure s)",
    "{α β γ : Type} (f : α → β) (g h : β → γ) (hf : Function.Surjective f) "
    "(e : g ∘ f = h ∘ f) : g = h",
    HOMOMORPHISM + "(hf : Function.Surjective f) "
    "(hc : ∀ a b : G, a * b = b * a) : ∀ x y : H, x * y = y * x",
    SEQUENCE + "(l : R) (ha : TendsTo a l) : TendsTo (fun n => 3 * a n) (3 * l)",
)


@in_lean
@pytest.mark.parametrize(
    ("statement", "outcome"),
    [
        *((text, "refuted") for text in (*FINITE_MODEL, *POINT)),
        *((text, "proved") for text in PROVED),
        ("{α : Type} (a : α) : unknownName a", "open"),
    ],
)
async def test_statements_are_settled_without_a_token(
    statement: str, outcome: str, lean_pool: LeanPool
) -> None:
    settled = await settle(statement, ProofJudge(lean_pool))
    assert settled.outcome == outcome
    assert bool(settled.proof) == (outcome != "open")
    assert settled.is_stated == (outcome != "open")
