module
public import Mathlet.Lemmas.Order
public import Mathlet.Algebra.BigOperators
public import Mathlet.Data.Nat.Prime
public import Mathlet.Algebra.Module
public import Mathlet.Algebra.Pi
@[expose] public noncomputable section
universe u v w x

/-! # Everyday lemmas on finite sums and products, sizes and divisibility -/

namespace Finset
variable {ι : Type u} {M : Type v} [AddCommMonoid M] {s : Finset ι} {f : ι → M}
theorem add_sum_erase [DecidableEq ι] (s : Finset ι) (f : ι → M) {a : ι} (h : a ∈ s) : f a + (s.erase a).sum f = s.sum f := by
  have e : insert a (s.erase a) = s := Finset.ext fun x => by
    rw [Finset.mem_insert, Finset.mem_erase]
    exact ⟨fun k => k.elim (fun e => e ▸ h) And.right, fun k => (Classical.em (x = a)).imp id fun n => ⟨n, k⟩⟩
  rw [← Finset.sum_insert (fun k => (Finset.mem_erase.1 k).1 rfl), e]
theorem sum_erase_add [DecidableEq ι] (s : Finset ι) (f : ι → M) {a : ι} (h : a ∈ s) : (s.erase a).sum f + f a = s.sum f := by
  rw [add_comm]; exact add_sum_erase s f h
theorem sum_eq_single {s : Finset ι} {f : ι → M} (a : ι) (h₀ : ∀ b, b ∈ s → b ≠ a → f b = 0) (h₁ : a ∉ s → f a = 0) : s.sum f = f a := by
  classical
  by_cases h : a ∈ s
  · rw [← add_sum_erase s f h, Finset.sum_eq_zero fun b hb => h₀ b (Finset.mem_erase.1 hb).2 (Finset.mem_erase.1 hb).1, add_zero]
  · rw [h₁ h, Finset.sum_eq_zero fun b hb => h₀ b hb fun e => h (e ▸ hb)]
@[simp] theorem sum_ite_eq [DecidableEq ι] (s : Finset ι) (a : ι) (b : ι → M) : (s.sum fun j => if a = j then b j else 0) = if a ∈ s then b a else 0 := by
  by_cases h : a ∈ s
  · rw [if_pos h, sum_eq_single a (fun j _ h => if_neg (Ne.symm h)) fun k => (k h).elim, if_pos rfl]
  · rw [if_neg h]; exact Finset.sum_eq_zero fun j hj => if_neg fun (e : a = j) => h (e ▸ hj)
@[simp] theorem sum_ite_eq' [DecidableEq ι] (s : Finset ι) (a : ι) (b : ι → M) : (s.sum fun j => if j = a then b j else 0) = if a ∈ s then b a else 0 := by
  rw [← sum_ite_eq]; exact Finset.sum_congr rfl fun j _ => by simp only [eq_comm]
theorem smul_sum {R : Type w} [Semiring R] [Module R M] {r : R} {f : ι → M} {s : Finset ι} : r • s.sum f = s.sum fun i => r • f i := by
  classical
  induction s using Finset.induction_on with
  | empty => rw [Finset.sum_empty, Finset.sum_empty, smul_zero]
  | insert a s h ih => rw [Finset.sum_insert h, Finset.sum_insert h, smul_add, ih]
theorem sum_smul {R : Type w} [Semiring R] [Module R M] {f : ι → R} {s : Finset ι} {x : M} : s.sum f • x = s.sum fun i => f i • x := by
  classical
  induction s using Finset.induction_on with
  | empty => rw [Finset.sum_empty, Finset.sum_empty, zero_smul]
  | insert a s h ih => rw [Finset.sum_insert h, Finset.sum_insert h, add_smul, ih]
theorem sum_apply {α : Type w} {π : α → Type x} [∀ a, AddCommMonoid (π a)] (a : α) (s : Finset ι) (g : ι → ∀ a, π a) : s.sum g a = s.sum fun c => g c a := by
  classical
  induction s using Finset.induction_on with
  | empty => rfl
  | insert b s h ih => rw [Finset.sum_insert h, Finset.sum_insert h, ← ih]; rfl
end Finset
namespace Finset
variable {ι : Type u}
section Ordered
variable {N : Type v} [AddCommGroup N] [LinearOrder N] [IsOrderedAddMonoid N] {f g : ι → N} {s t : Finset ι}
theorem sum_subset {M : Type v} [AddCommMonoid M] {f : ι → M} (h : s ⊆ t) (hf : ∀ x, x ∈ t → x ∉ s → f x = 0) : s.sum f = t.sum f := by
  classical
  have e : s ∪ (t \ s) = t := Finset.ext fun a => by
    simp only [Finset.mem_union, Finset.mem_sdiff]
    exact ⟨fun k => k.elim (fun k => h k) fun k => k.1, fun h => (Classical.em (a ∈ s)).imp id fun h' => ⟨h, h'⟩⟩
  have k := Finset.sum_union (f := f) (Finset.disjoint_left.2 fun a (ha : a ∈ s) (h : a ∈ t \ s) => (Finset.mem_sdiff.1 h).2 ha)
  rw [e, Finset.sum_eq_zero (s := t \ s) fun x hx => hf x (Finset.mem_sdiff.1 hx).1 (Finset.mem_sdiff.1 hx).2, add_zero] at k
  exact k.symm
theorem sum_le_sum_of_subset_of_nonneg (h : s ⊆ t) (hf : ∀ i, i ∈ t → i ∉ s → 0 ≤ f i) : s.sum f ≤ t.sum f := by
  classical
  have e : s ∪ (t \ s) = t := Finset.ext fun a => by
    simp only [Finset.mem_union, Finset.mem_sdiff]
    exact ⟨fun k => k.elim (fun k => h k) fun k => k.1, fun h => (Classical.em (a ∈ s)).imp id fun h' => ⟨h, h'⟩⟩
  have k := Finset.sum_union (f := f) (Finset.disjoint_left.2 fun a (ha : a ∈ s) (h : a ∈ t \ s) => (Finset.mem_sdiff.1 h).2 ha)
  rw [e] at k
  rw [k]
  exact le_add_of_nonneg_right (Finset.sum_nonneg fun i hi => hf i (Finset.mem_sdiff.1 hi).1 (Finset.mem_sdiff.1 hi).2)
theorem sum_lt_sum (hle : ∀ i, i ∈ s → f i ≤ g i) (hlt : ∃ i, i ∈ s ∧ f i < g i) : s.sum f < s.sum g := by
  classical
  obtain ⟨i, hi, h⟩ := hlt
  rw [← add_sum_erase s f hi, ← add_sum_erase s g hi]
  exact add_lt_add_of_lt_of_le h (Finset.sum_le_sum fun j hj => hle j (Finset.mem_erase.1 hj).2)
theorem sum_lt_sum_of_nonempty (hs : s.Nonempty) (h : ∀ i, i ∈ s → f i < g i) : s.sum f < s.sum g :=
  sum_lt_sum (fun i hi => le_of_lt (h i hi)) (hs.elim fun i hi => ⟨i, hi, h i hi⟩)
theorem sum_eq_zero_iff_of_nonneg (h : ∀ i, i ∈ s → 0 ≤ f i) : s.sum f = 0 ↔ ∀ i, i ∈ s → f i = 0 :=
  ⟨fun e i hi => le_antisymm (e ▸ Finset.single_le_sum h hi) (h i hi), fun k => Finset.sum_eq_zero k⟩
theorem exists_le_of_sum_le (hs : s.Nonempty) (h : s.sum f ≤ s.sum g) : ∃ i, i ∈ s ∧ f i ≤ g i :=
  Classical.byContradiction fun k => absurd (sum_lt_sum_of_nonempty hs fun i hi => not_le.1 fun l => k ⟨i, hi, l⟩) (not_lt.2 h)
theorem exists_lt_of_sum_lt (h : s.sum f < s.sum g) : ∃ i, i ∈ s ∧ f i < g i :=
  Classical.byContradiction fun k => absurd (Finset.sum_le_sum fun i hi => not_lt.1 fun l => k ⟨i, hi, l⟩) (not_le.2 h)
omit [LinearOrder N] [IsOrderedAddMonoid N] in
theorem sum_range_sub (f : Nat → N) (n : Nat) : ((range n).sum fun i => f (i + 1) - f i) = f n - f 0 := by
  induction n with
  | zero => rw [sum_range_zero, sub_self]
  | succ n ih => rw [sum_range_succ, ih, add_comm, sub_add_sub_cancel]
omit [LinearOrder N] [IsOrderedAddMonoid N] in
theorem sum_range_sub' (f : Nat → N) (n : Nat) : ((range n).sum fun i => f i - f (i + 1)) = f 0 - f n := by
  rw [← neg_sub, ← sum_range_sub, ← sum_neg_distrib]; exact sum_congr rfl fun i _ => (neg_sub _ _).symm
end Ordered
section Rings
variable {R : Type v} [CommRing R] [LinearOrder R] [IsStrictOrderedRing R] {f g : ι → R} {s : Finset ι}
theorem abs_sum_le_sum_abs (f : ι → R) (s : Finset ι) : abs (s.sum f) ≤ s.sum fun i => abs (f i) := by
  classical
  induction s using Finset.induction_on with
  | empty => exact le_of_eq abs_zero
  | insert a s h ih => rw [sum_insert h, sum_insert h]; exact le_trans (abs_add_le _ _) (add_le_add (le_refl _) ih)
theorem prod_pos (h : ∀ i, i ∈ s → 0 < f i) : 0 < s.prod f := by
  classical
  induction s using Finset.induction_on with
  | empty => exact zero_lt_one
  | insert a s ha ih => rw [prod_insert ha]; exact mul_pos (h a (mem_insert.2 (.inl rfl))) (ih fun i hi => h i (mem_insert.2 (.inr hi)))
theorem prod_nonneg (h : ∀ i, i ∈ s → 0 ≤ f i) : 0 ≤ s.prod f := by
  classical
  induction s using Finset.induction_on with
  | empty => exact zero_le_one
  | insert a s ha ih => rw [prod_insert ha]; exact mul_nonneg (h a (mem_insert.2 (.inl rfl))) (ih fun i hi => h i (mem_insert.2 (.inr hi)))
theorem prod_le_prod (h0 : ∀ i, i ∈ s → 0 ≤ f i) (h1 : ∀ i, i ∈ s → f i ≤ g i) : s.prod f ≤ s.prod g := by
  classical
  induction s using Finset.induction_on with
  | empty => exact le_refl _
  | insert a s ha ih =>
    rw [prod_insert ha, prod_insert ha]
    exact mul_le_mul (h1 a (mem_insert.2 (.inl rfl))) (ih (fun i hi => h0 i (mem_insert.2 (.inr hi))) fun i hi => h1 i (mem_insert.2 (.inr hi)))
      (prod_nonneg fun i hi => h0 i (mem_insert.2 (.inr hi))) (le_trans (h0 a (mem_insert.2 (.inl rfl))) (h1 a (mem_insert.2 (.inl rfl))))
end Rings
theorem prod_eq_zero_iff {K : Type v} [Field K] {s : Finset ι} {f : ι → K} : s.prod f = 0 ↔ ∃ a, a ∈ s ∧ f a = 0 := by
  classical
  constructor
  · induction s using Finset.induction_on with
    | empty => exact fun h => (one_ne_zero h).elim
    | insert a s ha ih =>
      rw [prod_insert ha, mul_eq_zero]
      exact fun h => h.elim (fun e => ⟨a, mem_insert.2 (.inl rfl), e⟩) fun e => (ih e).imp fun b hb => ⟨mem_insert.2 (.inr hb.1), hb.2⟩
  · rintro ⟨a, ha, e⟩; exact prod_eq_zero ha e
theorem sum_range_id_mul_two (n : Nat) : ((range n).sum fun i => i) * 2 = n * (n - 1) := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [sum_range_succ, Nat.add_mul, ih, Nat.add_sub_cancel]
    cases n with
    | zero => rfl
    | succ m => rw [Nat.add_sub_cancel, ← Nat.mul_add, Nat.mul_comm]
theorem sum_range_id (n : Nat) : ((range n).sum fun i => i) = n * (n - 1) / 2 := by rw [← sum_range_id_mul_two, Nat.mul_div_cancel _ (by decide)]
theorem sum_range_succ_comm {M : Type v} [AddCommMonoid M] (f : Nat → M) (n : Nat) : (range (n + 1)).sum f = f n + (range n).sum f := by rw [sum_range_succ, add_comm]
theorem geom_sum_mul {R : Type v} [CommRing R] (x : R) (n : Nat) : ((range n).sum fun i => x ^ i) * (x - 1) = x ^ n - 1 := by
  induction n with
  | zero => rw [sum_range_zero, zero_mul, pow_zero, sub_self]
  | succ n ih => rw [sum_range_succ, add_mul, ih, pow_succ, mul_sub, mul_one, add_comm, sub_add_sub_cancel]
theorem _root_.geom_sum_eq {K : Type v} [Field K] {x : K} (h : x ≠ 1) (n : Nat) : ((range n).sum fun i => x ^ i) = (x ^ n - 1) / (x - 1) := by
  rw [← geom_sum_mul, mul_div_cancel_right₀ _ (sub_ne_zero.2 h)]
/-! ## Sizes -/
variable {s t : Finset ι}
theorem eq_empty_or_nonempty (s : Finset ι) : s = ∅ ∨ s.Nonempty := (Classical.em s.Nonempty).symm.imp
  (fun h => Finset.ext fun x => ⟨fun hx => (h ⟨x, hx⟩).elim, fun hx => absurd hx (notMem_empty x)⟩) id
theorem union_comm [DecidableEq ι] (s t : Finset ι) : s ∪ t = t ∪ s := Finset.ext fun x => by rw [mem_union, mem_union, or_comm]
theorem inter_comm [DecidableEq ι] (s t : Finset ι) : s ∩ t = t ∩ s := Finset.ext fun x => by rw [mem_inter, mem_inter, and_comm]
theorem card_union_add_card_inter [DecidableEq ι] (s t : Finset ι) : (s ∪ t).card + (s ∩ t).card = s.card + t.card := by
  have e1 : s ∪ t = s ∪ (t \ (s ∩ t)) := Finset.ext fun x => by
    simp only [mem_union, mem_sdiff, mem_inter]
    exact ⟨fun h => h.elim .inl fun k => (Classical.em (x ∈ s)).imp id fun n => ⟨k, fun m => n m.1⟩, fun h => h.imp id And.left⟩
  have h := card_union_of_disjoint (s := s) (t := t \ (s ∩ t)) (Finset.disjoint_left.2 fun a ha h =>
    (mem_sdiff.1 h).2 (mem_inter.2 ⟨ha, (mem_sdiff.1 h).1⟩))
  have k := card_sdiff_add_card_eq_card (s := s ∩ t) (t := t) fun x hx => (mem_inter.1 hx).2
  rw [e1, h]; omega
theorem card_union_le [DecidableEq ι] (s t : Finset ι) : (s ∪ t).card ≤ s.card + t.card := by have := card_union_add_card_inter s t; omega
theorem exists_ne_map_eq_of_card_lt_of_maps_to {β : Type v} {s : Finset ι} {t : Finset β} (hc : t.card < s.card) {f : ι → β}
    (hf : ∀ a, a ∈ s → f a ∈ t) : ∃ x, x ∈ s ∧ ∃ y, y ∈ s ∧ x ≠ y ∧ f x = f y := by
  classical
  apply Classical.byContradiction; intro hn
  have inj : Set.InjOn f (s : Set ι) := fun x hx y hy e => Classical.byContradiction fun k => hn ⟨x, hx, y, hy, k, e⟩
  have h1 := Finset.card_image_of_injOn inj
  have h2 := Finset.card_le_card (s := s.image f) (t := t) fun b hb => by
    obtain ⟨a, ha, rfl⟩ := Finset.mem_image.1 hb; exact hf a ha
  omega
theorem card_eq_two [DecidableEq ι] : s.card = 2 ↔ ∃ x y, x ≠ y ∧ s = {x, y} := by
  constructor
  · intro h
    obtain ⟨x, hx⟩ := card_pos.1 (show 0 < s.card by omega)
    have h1 : (s.erase x).card = 1 := by rw [card_erase_of_mem hx, h]
    obtain ⟨y, hy⟩ := card_eq_one.1 h1
    have hy' : y ∈ s.erase x := by rw [hy]; exact mem_singleton.2 rfl
    refine ⟨x, y, Ne.symm (mem_erase.1 hy').1, Finset.ext fun z => ?_⟩
    have k : z ∈ s.erase x ↔ z ∈ ({y} : Finset ι) := by rw [hy]
    rw [mem_erase, mem_singleton] at k
    rw [mem_insert, mem_singleton]
    exact ⟨fun hz => (Classical.em (z = x)).imp id fun n => k.1 ⟨n, hz⟩, fun hz => hz.elim (fun e => e ▸ hx) fun e => (k.2 e).2⟩
  · rintro ⟨x, y, h, rfl⟩; rw [card_insert_of_notMem (by rw [mem_singleton]; exact h), card_singleton]
end Finset
theorem Fintype.exists_ne_map_eq_of_card_lt {α : Type u} {β : Type v} [Fintype α] [Fintype β] (f : α → β) (h : Fintype.card β < Fintype.card α) :
    ∃ x y, x ≠ y ∧ f x = f y := by
  obtain ⟨x, _, y, _, k⟩ := Finset.exists_ne_map_eq_of_card_lt_of_maps_to (s := Finset.univ) (t := Finset.univ) h (f := f) fun _ _ => Finset.mem_univ _
  exact ⟨x, y, k⟩
/-! ## Divisibility -/
section Dvd
variable {R : Type u} [CommRing R] {a b c : R}
theorem neg_dvd : -a ∣ b ↔ a ∣ b := ⟨fun ⟨c, h⟩ => ⟨-c, by rw [h, neg_mul, mul_neg]⟩, fun ⟨c, h⟩ => ⟨-c, by rw [h, neg_mul_neg]⟩⟩
theorem dvd_pow (h : a ∣ b) {n : Nat} (hn : n ≠ 0) : a ∣ b ^ n := by
  obtain ⟨m, rfl⟩ : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩
  rw [pow_succ]; exact dvd_mul_of_dvd_right h _
theorem mul_dvd_mul_left (a : R) (h : b ∣ c) : a * b ∣ a * c := h.elim fun d e => ⟨d, by rw [e, mul_assoc]⟩
theorem dvd_add_right (h : a ∣ b) : a ∣ b + c ↔ a ∣ c := ⟨fun k => by have := dvd_sub k h; rwa [add_sub_cancel_left] at this, fun k => dvd_add h k⟩
theorem dvd_add_left (h : a ∣ c) : a ∣ b + c ↔ a ∣ b := by rw [add_comm]; exact dvd_add_right h
theorem eq_zero_of_zero_dvd (h : 0 ∣ a) : a = 0 := h.elim fun c e => e.trans (zero_mul c)
end Dvd
