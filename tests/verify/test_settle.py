"""Settling without a model: what Lean accepted is an outcome, everything else is open."""

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import MEANS_SOMETHING_ELSE, ProofJudge
from faithsieve.records.lean import RefusedStatement
from faithsieve.verify.settle import settle
from support.embedded_lean import in_lean

LIMITS = "open Filter in open scoped Topology in (a b : ℕ → ℝ) (l m : ℝ) "
SPACE = "{K V : Type} [Field K] [AddCommGroup V] [Module K V] "
TOPOLOGY = "{X : Type} [TopologicalSpace X] "
HOMOMORPHISM = "{G H : Type} [Group G] [Group H] (f : G →* H) "
FINITE_MODEL = (
    "{G : Type} [Group G] (a b : G) : a * b = b * a",
    "{G : Type} [Group G] (K : Subgroup G) : K.Normal",
    "{R : Type} [CommRing R] (a b : R) (h : a * b = 0) : a = 0 ∨ b = 0",
    "{K : Type} [Field K] : (1 : K) + 1 ≠ 0",
    "{K : Type} [Field K] (x : K) : x ^ 2 = x",
    "(α : Type) (a b : α) : a = b",
    "{α : Type} [PartialOrder α] (a b : α) : a ≤ b ∨ b ≤ a",
    TOPOLOGY + "(s t : Set X) : closure (s ∩ t) = closure s ∩ closure t",
    "{α β : Type} (f : α → β) (s t : Set α) : f '' (s ∩ t) = f '' s ∩ f '' t",
)
POINT = (
    "(n : ℕ) : n ^ 2 + n + 41 ≠ 1681",
    "(x : ℝ) (h : Set.Icc (0 : ℝ) 1 = Set.Icc 0 x) : x = 2",
)
FINITE_TYPE = (
    "(x : ZMod 7) (h : x ^ 2 = 2) : x = 3",
    "(x : Fin 5) : x < 4",
    "(s : Finset (Fin 3)) (h : s.card = 2) : 0 ∈ s",
    "(A B : Matrix (Fin 2) (Fin 2) (ZMod 2)) : A * B = B * A",
)
PROVED = (
    "{α : Type} (s t : Set α) : s ∩ t = t ∩ s",
    "{α β γ : Type} (f : α → β) (g : β → γ) (h : Function.Injective (g ∘ f)) : "
    "Function.Injective f",
    HOMOMORPHISM + ": f.ker.Normal",
    SPACE + "(f : V →ₗ[K] V) (h : ∀ v, f v = 0 → v = 0) : Function.Injective f",
    LIMITS + "(ha : Tendsto a atTop (𝓝 l)) (hb : Tendsto b atTop (𝓝 m)) : "
    "Tendsto (fun n => a n + b n) atTop (𝓝 (l + m))",
    LIMITS + "(ha : Tendsto a atTop (𝓝 l)) : Tendsto (fun n => 3 * a n) atTop (𝓝 (3 * l))",
    "(f : ℝ → ℝ) (h : ∀ x, f x = x ^ 2 - 4 * Real.sqrt x + 1) : f (f 4) = 70",
    "(x y : ℕ) (h : x * y + (x + y) = 71) (k : x ^ 2 * y + x * y ^ 2 = 880) : x ^ 2 + y ^ 2 = 146",
    "(x y : ZMod 11) (h : x = 3⁻¹) (k : y = x + 1) : y = 5",
    TOPOLOGY + "(s : Set X) : IsClosed (closure s)",
    "{α β γ : Type} (f : α → β) (g h : β → γ) (hf : Function.Surjective f) "
    "(e : g ∘ f = h ∘ f) : g = h",
    HOMOMORPHISM + "(hf : Function.Surjective f) "
    "(hc : ∀ a b : G, a * b = b * a) : ∀ x y : H, x * y = y * x",
    HOMOMORPHISM + "(a b : G) (h : a * b = b * a) : f a * f b = f b * f a",
    "(n m : ℕ) (h : 1 < n) (k : m ≠ 0) : m < n * m",
    "(x y : ℝ) (h : x ≠ 0) (k : 0 < y) : 0 < x * x * y",
)


@in_lean
@pytest.mark.parametrize(
    ("statement", "outcome"),
    [
        *((text, "refuted") for text in (*FINITE_MODEL, *POINT, *FINITE_TYPE)),
        *((text, "proved") for text in PROVED),
        ("{α : Type} (a : α) : unknownName a", "no_statement"),
        ("nonsense", "no_statement"),
    ],
)
async def test_statements_are_settled_without_a_token(
    statement: str, outcome: str, lean_pool: LeanPool
) -> None:
    settled = await settle(statement, ProofJudge(lean_pool))
    assert settled.outcome == outcome
    assert bool(settled.proof) == settled.is_stated == (outcome != "no_statement")


@in_lean
@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("open Real Nat in (x : ℝ) (h : 0 ≤ x) : sqrt x ^ 2 = x", ""),
        ("open Nat (factorial) in : factorial 4 = 24", ""),
        ("open scoped Nat in : 4! = 24", ""),
        ("open Nowhere in : 1 = 1 + 0", "statement_elaboration"),
        ("open Nat renaming succ → pred in : pred 0 = 1", "statement_policy"),
        ("open Nat hiding succ in : 1 = 1 + 0", "statement_policy"),
        ("open Lean in : 1 = 1 + 0", "statement_policy"),
        ("open Mathlet.Hints in : 1 = 1 + 0", "statement_policy"),
        ("open Nat in axiom false : False", "statement_parse"),
    ],
)
async def test_what_is_opened_shortens_names_and_changes_none(
    statement: str, reason: str, lean_pool: LeanPool
) -> None:
    frozen = await ProofJudge(lean_pool).freeze(statement)
    assert (frozen.reason if isinstance(frozen, RefusedStatement) else "") == reason


@in_lean
async def test_a_letter_bound_twice_is_settled_only_where_it_is_admitted(
    lean_pool: LeanPool,
) -> None:
    twice = "(x : ℤ) (h : ∀ x : ℤ, x ≤ x ^ 2) : x ≤ x ^ 2"
    settled = await settle(twice, ProofJudge(lean_pool))
    # It is a statement, which says something else than it seems to.
    assert (settled.outcome, settled.is_stated) == ("open", False)
    admitting = ProofJudge(lean_pool, refused=MEANS_SOMETHING_ELSE - {"shadowed_binder"})
    assert (await settle(twice, admitting)).outcome == "proved"
