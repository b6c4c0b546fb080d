module
public import Mathlet.LinearAlgebra.Basis
public import Mathlet.Lemmas.Finset
@[expose] public noncomputable section
universe u v w x

/-! # The dimension counts a basis -/

section Dimension
variable {K : Type u} {V : Type v} [Field K] [AddCommGroup V] [Module K V] {ι : Type w}
/-- Independent combinations of some vectors are not more than these vectors. -/
theorem Mathlet.card_le_of_independent {κ : Type x} (t : Finset κ) (v : κ → V) : ∀ (s : Finset ι) (w : ι → V), (∀ j, j ∈ s → ∃ c : κ → K, w j = t.sum fun i => c i • v i) →
    (∀ g : ι → K, s.sum (fun j => g j • w j) = 0 → ∀ j, j ∈ s → g j = 0) → s.card ≤ t.card := by
  classical
  induction t using Finset.induction_on with
  | empty =>
    intro s w hw hi
    have : s = ∅ := Finset.ext fun j => ⟨fun hj => (one_ne_zero (hi (fun _ => (1 : K)) (Finset.sum_eq_zero fun i hi => by
      obtain ⟨c, hc⟩ := hw i hi; rw [hc]; exact smul_zero _) j hj)).elim, fun hj => absurd hj (Finset.notMem_empty j)⟩
    rw [this]; exact Nat.le_refl _
  | insert a t ha ih =>
    intro s w hw hi
    rw [Finset.card_insert_of_notMem ha]
    have hw : ∀ j, ∃ c : κ → K, j ∈ s → w j = c a • v a + t.sum fun i => c i • v i := fun j => by
      by_cases hj : j ∈ s
      · obtain ⟨c, hc⟩ := hw j hj
        exact ⟨c, fun _ => by rw [hc, Finset.sum_insert ha]⟩
      · exact ⟨fun _ => 0, fun k => (hj k).elim⟩
    obtain ⟨c, hc⟩ : ∃ c : ι → κ → K, ∀ j, j ∈ s → w j = c j a • v a + t.sum fun i => c j i • v i :=
      ⟨fun j => Classical.choose (hw j), fun j => Classical.choose_spec (hw j)⟩
    by_cases h : ∃ j, j ∈ s ∧ c j a ≠ 0
    · obtain ⟨j0, hj0, hne⟩ := h
      have := ih (s.erase j0) (fun j => w j - (c j a / c j0 a) • w j0) (fun j hj => ⟨fun i => c j i - c j a / c j0 a * c j0 i, by
        have hj := (Finset.mem_erase.1 hj).2
        dsimp only
        rw [hc j hj, hc j0 hj0, smul_add, ← mul_smul, div_mul_cancel₀ _ hne, Finset.smul_sum]
        simp only [sub_smul, Finset.sum_sub_distrib, mul_smul]
        grind⟩) (fun g hg j hj => by
        let G (i : ι) : K := if i = j0 then -((s.erase j0).sum fun j => g j * (c j a / c j0 a)) else g i
        have hG : s.sum (fun j => G j • w j) = 0 := by
          rw [← Finset.add_sum_erase s _ hj0]
          have e1 : G j0 = -((s.erase j0).sum fun j => g j * (c j a / c j0 a)) := if_pos rfl
          have e2 : (s.erase j0).sum (fun j => G j • w j) = (s.erase j0).sum fun j => g j • w j := Finset.sum_congr rfl fun j hj => by
            rw [show G j = g j from if_neg (Finset.mem_erase.1 hj).1]
          rw [e1, e2, neg_smul, Finset.sum_smul]
          simp only [smul_sub, Finset.sum_sub_distrib, ← mul_smul] at hg
          rw [add_comm, ← sub_eq_add_neg]; exact hg
        have := hi G hG j (Finset.mem_erase.1 hj).2
        rwa [show G j = g j from if_neg (Finset.mem_erase.1 hj).1] at this)
      rw [Finset.card_erase_of_mem hj0] at this
      omega
    · have := ih s w (fun j hj => ⟨c j, by
        have : c j a = 0 := Classical.byContradiction fun k => h ⟨j, hj, k⟩
        have e := hc j hj; rwa [this, zero_smul, zero_add] at e⟩) hi
      omega
end Dimension
namespace Submodule
variable {R : Type u} {M : Type v} [Ring R] [AddCommGroup M] [Module R M] {ι : Type w}
theorem sum_mem (p : Submodule R M) {t : Finset ι} {f : ι → M} (h : ∀ c, c ∈ t → f c ∈ p) : t.sum f ∈ p := by
  classical
  induction t using Finset.induction_on with
  | empty => exact p.zero_mem
  | insert a t ha ih =>
    rw [Finset.sum_insert ha]
    exact p.add_mem (h a (Finset.mem_insert.2 (.inl rfl))) (ih fun c hc => h c (Finset.mem_insert.2 (.inr hc)))
theorem mem_span_range_iff_exists_fun [Fintype ι] {v : ι → M} {x : M} : x ∈ span R (Set.range v) ↔ ∃ c : ι → R, (Finset.univ.sum fun i => c i • v i) = x := by
  classical
  constructor
  · intro h
    refine h ⟨⟨setOf fun x => ∃ c : ι → R, (Finset.univ.sum fun i => c i • v i) = x, ?_, ⟨fun _ => 0, Finset.sum_eq_zero fun i _ => zero_smul R _⟩⟩, ?_⟩ ?_
    · rintro _ _ ⟨c, rfl⟩ ⟨d, rfl⟩
      exact ⟨fun i => c i + d i, by rw [← Finset.sum_add_distrib]; exact Finset.sum_congr rfl fun i _ => add_smul _ _ _⟩
    · rintro r _ ⟨c, rfl⟩
      exact ⟨fun i => r * c i, by rw [Finset.smul_sum]; exact Finset.sum_congr rfl fun i _ => mul_smul _ _ _⟩
    · rintro _ ⟨i, rfl⟩
      exact ⟨fun j => if j = i then 1 else 0, (Finset.sum_eq_single i (fun j _ hj => by dsimp only; rw [if_neg hj, zero_smul]) fun k => (k (Finset.mem_univ i)).elim).trans
        (by dsimp only; rw [if_pos rfl, one_smul])⟩
  · rintro ⟨c, rfl⟩
    exact sum_mem _ fun i _ => smul_mem _ _ (subset_span _ ⟨i, rfl⟩)
end Submodule
namespace Module
variable {K : Type u} {V : Type v} [Field K] [AddCommGroup V] [Module K V]
theorem finrank_eq_of_basis_fin {n : Nat} (b : Basis (Fin n) K V) : finrank K V = n := by
  classical
  have inj : Function.Injective b := fun i j e => Classical.byContradiction fun hne => by
    have := b.linearIndependent {i, j} (fun k => if k = i then 1 else -1) (by
      rw [Finset.sum_insert (by rw [Finset.mem_singleton]; exact hne), Finset.sum_singleton]
      dsimp only
      rw [if_pos rfl, if_neg (Ne.symm hne), e, one_smul, neg_smul, one_smul, add_neg_cancel])
      i (Finset.mem_insert.2 (.inl rfl))
    dsimp only at this
    rw [if_pos rfl] at this
    exact one_ne_zero this
  refine Mathlet.greatest_eq ⟨b, inj, b.linearIndependent⟩ ?_
  rintro k ⟨w, _, hi⟩
  have := Mathlet.card_le_of_independent (K := K) (Finset.univ : Finset (Fin n)) b (Finset.univ : Finset (Fin k)) w (fun j _ => by
    have : w j ∈ Submodule.span K (Set.range b) := by rw [b.span_eq]; exact Submodule.mem_top.2 trivial
    obtain ⟨c, hc⟩ := Submodule.mem_span_range_iff_exists_fun.1 this
    exact ⟨c, hc.symm⟩) fun g h j hj => hi _ g h j hj
  rwa [Finset.card_univ, Finset.card_univ, Fintype.card_fin, Fintype.card_fin] at this
/-- The coordinate vectors. -/
theorem finrank_fin_fun (K : Type u) [Field K] {n : Nat} : finrank K (Fin n → K) = n := by
  refine finrank_eq_of_basis_fin ⟨fun i j => if j = i then 1 else 0, fun s g h i hi => ?_, ?_⟩
  · have := congrFun h i
    rw [Finset.sum_apply] at this
    rw [Finset.sum_eq_single i (fun j _ hj => ?_) fun k => (k hi).elim] at this
    · show g i = 0
      have e : (g i • fun j => if j = i then (1 : K) else 0) i = g i * (if i = i then 1 else 0) := rfl
      rwa [e, if_pos rfl, mul_one] at this
    · show g j * (if i = j then 1 else 0) = 0
      rw [if_neg (Ne.symm hj), mul_zero]
  · refine Submodule.eq_top_iff'.2 fun x => Submodule.mem_span_range_iff_exists_fun.2 ⟨x, funext fun i => ?_⟩
    rw [Finset.sum_apply, Finset.sum_eq_single i (fun j _ hj => ?_) fun k => (k (Finset.mem_univ i)).elim]
    · show x i * (if i = i then 1 else 0) = x i
      rw [if_pos rfl, mul_one]
    · show x j * (if i = j then 1 else 0) = 0
      rw [if_neg (Ne.symm hj), mul_zero]
end Module
