module
public import Mathlet.LinearAlgebra.Submodule
public import Mathlet.Algebra.Equiv
public import Mathlet.Algebra.BigOperators
public import Mathlet.Data.Fintype
@[expose] public noncomputable section

/-! # Independence, bases, dimensions, eigenvalues -/

universe u v w x

section
variable {ι : Type w} (R : Type u) {M : Type v} [Ring R] [AddCommGroup M] [Module R M]
/-- Only the trivial combination is 0. -/
def LinearIndependent (v : ι → M) : Prop :=
  ∀ (s : Finset ι) (g : ι → R), s.sum (fun i => g i • v i) = 0 → ∀ i, i ∈ s → g i = 0
@[grind =] theorem linearIndependent_iff' {R : Type u} {M : Type v} [Ring R] [AddCommGroup M] [Module R M] {v : ι → M} : LinearIndependent R v ↔
    ∀ (s : Finset ι) (g : ι → R), s.sum (fun i => g i • v i) = 0 → ∀ i, i ∈ s → g i = 0 := Iff.rfl
/-- The members of `v` in a set are independent. -/
def LinearIndepOn (v : ι → M) (s : Set ι) : Prop := LinearIndependent R fun x : s => v x

/-- The greatest number in a set of natural numbers, or 0 if there is none. -/
protected theorem Mathlet.exists_greatest (S : Set Nat) : ∃ n : Nat, (n ∈ S ∧ ∀ k, k ∈ S → k ≤ n) ∨ (n = 0 ∧ ¬ ∃ m, m ∈ S ∧ ∀ k, k ∈ S → k ≤ m) := by
  by_cases h : ∃ m, m ∈ S ∧ ∀ k, k ∈ S → k ≤ m
  · obtain ⟨m, h⟩ := h; exact ⟨m, .inl h⟩
  · exact ⟨0, .inr ⟨rfl, h⟩⟩
protected def Mathlet.greatest (S : Set Nat) : Nat := Classical.choose (Mathlet.exists_greatest S)
protected theorem Mathlet.greatest_eq {S : Set Nat} {n : Nat} (h : n ∈ S) (h' : ∀ k, k ∈ S → k ≤ n) : Mathlet.greatest S = n := by
  rcases Classical.choose_spec (Mathlet.exists_greatest S) with k | k
  · exact Nat.le_antisymm (h' _ k.1) (k.2 n h)
  · exact (k.2 ⟨n, h, h'⟩).elim

namespace Module
/-- The greatest number of independent elements, 0 if there is none. -/
def finrank (R : Type u) (M : Type v) [Ring R] [AddCommGroup M] [Module R M] : Nat :=
  Mathlet.greatest (setOf fun n => ∃ v : Fin n → M, Function.Injective v ∧ LinearIndependent R v)
theorem finrank_self (K : Type u) [Field K] : finrank K K = 1 := by
  refine Mathlet.greatest_eq ⟨fun _ => 1, fun _ _ _ => Subsingleton.elim _ _, fun s g h i hi => ?_⟩ ?_
  · have hs : s = {i} := Finset.ext fun j => by
      rw [Finset.mem_singleton]; exact ⟨fun _ => Subsingleton.elim j i, fun e => e ▸ hi⟩
    rwa [hs, Finset.sum_singleton, smul_eq_mul, mul_one] at h
  · rintro k ⟨v, hv, hi⟩
    apply Classical.byContradiction; intro hk
    obtain ⟨a, b, hab⟩ : ∃ a b : Fin k, a ≠ b := ⟨⟨0, by omega⟩, ⟨1, by omega⟩, fun e => Nat.zero_ne_one (congrArg Fin.val e)⟩
    have h := hi {a, b} (fun i => if i = a then v b else -v a) (by
      rw [Finset.sum_insert (by rw [Finset.mem_singleton]; exact hab), Finset.sum_singleton]
      dsimp only
      rw [if_pos rfl, if_neg (Ne.symm hab), smul_eq_mul, smul_eq_mul, neg_mul, mul_comm, add_neg_cancel])
    have ha := h a (Finset.mem_insert.2 (.inl rfl))
    have hb := h b (Finset.mem_insert.2 (.inr (Finset.mem_singleton.2 rfl)))
    dsimp only at ha hb
    rw [if_pos rfl] at ha
    rw [if_neg (Ne.symm hab), neg_eq_zero] at hb
    exact hab (hv (hb.trans ha.symm))
/-- Spanned by finitely many elements. -/
class Finite (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] : Prop where
  fg_top : (Top.top : Submodule R M).FG
/-- A basis: independent elements that span everything. -/
structure Basis (ι : Type w) (R : Type u) (M : Type v) [Ring R] [AddCommGroup M] [Module R M] where
  vec : ι → M
  linearIndependent' : LinearIndependent R vec
  span_eq' : Submodule.span R (Set.range vec) = Top.top
instance Basis.instFunLike (ι : Type w) (R : Type u) (M : Type v) [Ring R] [AddCommGroup M] [Module R M] : FunLike (Basis ι R M) ι fun _ => M :=
  ⟨Basis.vec, fun a b h => by cases a; cases b; cases h; rfl⟩
protected theorem Basis.linearIndependent {ι : Type w} {R : Type u} {M : Type v} [Ring R] [AddCommGroup M] [Module R M] (b : Basis ι R M) :
    LinearIndependent R b := b.linearIndependent'
protected theorem Basis.span_eq {ι : Type w} {R : Type u} {M : Type v} [Ring R] [AddCommGroup M] [Module R M] (b : Basis ι R M) :
    Submodule.span R (Set.range b) = Top.top := b.span_eq'
/-- Has a basis. -/
class Free (R : Type u) (M : Type v) [Ring R] [AddCommGroup M] [Module R M] : Prop where
  exists_basis : ∃ s : Set M, Nonempty (Basis s R M)
end Module
/-- Spanned by finitely many elements, over a field. -/
@[reducible] def FiniteDimensional (K : Type u) (V : Type v) [DivisionRing K] [AddCommGroup V] [Module K V] : Prop := Module.Finite K V
end

/-! ## Eigenvalues -/
namespace Module.End
variable {R : Type u} {M : Type v} [CommRing R] [AddCommGroup M] [Module R M]
/-- The elements that `f` multiplies by `μ`. -/
def eigenspace (f : Module.End R M) (μ : R) : Submodule R M := LinearMap.ker (f - algebraMap R (Module.End R M) μ)
@[grind =] theorem mem_eigenspace_iff {f : Module.End R M} {μ : R} {x : M} : x ∈ eigenspace f μ ↔ f x = μ • x := by
  rw [eigenspace, LinearMap.mem_ker]
  show (f - algebraMap R (Module.End R M) μ) x = 0 ↔ _
  rw [LinearMap.sub_apply, algebraMap_apply, sub_eq_zero]
/-- Some element other than 0 is multiplied by `μ`. -/
def HasEigenvalue (f : Module.End R M) (a : R) : Prop := eigenspace f a ≠ Bot.bot
/-- `x` is not 0 and is multiplied by `μ`. -/
def HasEigenvector (f : Module.End R M) (μ : R) (x : M) : Prop := x ∈ eigenspace f μ ∧ x ≠ 0
@[grind =] theorem hasEigenvector_iff {f : Module.End R M} {μ : R} {x : M} : HasEigenvector f μ x ↔ x ∈ eigenspace f μ ∧ x ≠ 0 := Iff.rfl
theorem HasEigenvalue.exists_hasEigenvector {f : Module.End R M} {μ : R} (h : f.HasEigenvalue μ) : ∃ v, f.HasEigenvector μ v :=
  Classical.byContradiction fun hn => h (Submodule.ext fun x => ⟨fun hx => (Submodule.mem_bot R).2 (Classical.byContradiction fun h0 => hn ⟨x, hx, h0⟩),
    fun hx => by rw [(Submodule.mem_bot R).1 hx]; exact Submodule.zero_mem _⟩)
theorem hasEigenvalue_of_hasEigenvector {f : Module.End R M} {μ : R} {x : M} (h : HasEigenvector f μ x) : HasEigenvalue f μ := fun e => by
  have := h.1; rw [e] at this; exact h.2 ((Submodule.mem_bot R).1 this)
/-- The eigenvalues, as a type. -/
def Eigenvalues (f : Module.End R M) : Type u := { μ : R // f.HasEigenvalue μ }
instance (f : Module.End R M) : CoeOut (Eigenvalues f) R := ⟨fun μ => μ.val⟩
end Module.End
