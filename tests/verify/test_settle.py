"""Settling without a model: what Lean accepted is an outcome, everything else is open."""

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.verify.settle import settle


@pytest.mark.lean
@pytest.mark.xdist_group("lean")
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    ("statement", "outcome"),
    [
        ("{G : Type} [Group G] (a b : G) : a * b = b * a", "refuted"),
        ("{G : Type} [Group G] (K : Subgroup G) : K.Normal", "refuted"),
        ("{R : Type} [CommRing R] (a b : R) (h : a * b = 0) : a = 0 ∨ b = 0", "refuted"),
        ("{K : Type} [Field K] : (1 : K) + 1 ≠ 0", "refuted"),
        ("{α : Type} [PartialOrder α] (a b : α) : a ≤ b ∨ b ≤ a", "refuted"),
        (
            "{X Y : Type} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) "
            "(h : Continuous f) : IsOpenMap f",
            "refuted",
        ),
        (
            "{X : Type} [TopologicalSpace X] (s t : Set X) : "
            "closure (s ∩ t) = closure s ∩ closure t",
            "refuted",
        ),
        ("{α β : Type} (f : α → β) (s t : Set α) : f '' (s ∩ t) = f '' s ∩ f '' t", "refuted"),
        (
            "{R X : Type} [OrderedField R] (d : X → X → R) (h : IsMetric d) : "
            "IsMetric (fun x y => d x y * d x y)",
            "refuted",
        ),
        ("{α : Type} (s t : Set α) : s ∩ t = t ∩ s", "proved"),
        ("(n : ℕ) : n ^ 2 + n + 41 ≠ 1681", "refuted"),
        ("{α : Type} (a : α) : unknownName a", "open"),
    ],
)
async def test_statements_about_structures_are_settled(
    statement: str, outcome: str, lean_pool: LeanPool
) -> None:
    settled = await settle(statement, ProofJudge(lean_pool))
    assert settled.outcome == outcome
    assert bool(settled.proof) == (outcome != "open")
    assert settled.is_stated == (outcome != "open")
