/-! A function on the line has one integral: two series of boxes for it have the same sum. So the value that
`MeasureTheory.lebesgueIntegral` chooses is determined.

A step function that a series covers at every point has no greater integral than the series (`norm_step_le`): half-open
intervals are constant on the right of every point, so the inequality holds a little to the right of wherever it holds,
and it passes to suprema. Two series for one function differ by such step functions whose covers are tails. -/
open Filter
universe u v w
section Series
variable {ι : Type u} {E : Type v} [NormedAddCommGroup E]
theorem norm_sum_le (s : Finset ι) (f : ι → E) : norm (s.sum f) ≤ s.sum fun i => norm (f i) := by
  classical
  induction s using Finset.induction_on with
  | empty => rw [Finset.sum_empty, Finset.sum_empty, norm_zero]
  | insert a s h ih => rw [Finset.sum_insert h, Finset.sum_insert h]; have := norm_add_le (f a) (s.sum f); grind
theorem Finset.subset_range_sup_succ' (s : Finset Nat) : ∃ N, ∀ n, N ≤ n → s ⊆ Finset.range n := by
  induction s using Finset.induction_on with
  | empty => exact ⟨0, fun n _ x hx => absurd hx (by simp)⟩
  | insert a s h ih =>
    obtain ⟨N, hN⟩ := ih
    refine ⟨N + a + 1, fun n hn x hx => ?_⟩
    rcases Finset.mem_insert.1 hx with e | e
    · rw [Finset.mem_range]; omega
    · exact hN n (by omega) e
/-- Finite sums come near the sum, and stay there. -/
theorem hasSum_iff_norm {f : ι → E} {a : E} : HasSum f a ↔ ∀ ε : Real, 0 < ε → ∃ s : Finset ι, ∀ t, s ⊆ t → norm (t.sum f - a) < ε := by
  classical
  unfold HasSum
  rw [Metric.tendsto_nhds]
  rw [atTop_eq_above fun a b => ⟨a ∪ b, fun x hx => Finset.mem_union.2 (.inl hx), fun x hx => Finset.mem_union.2 (.inr hx)⟩]
  simp only [dist_eq_norm]
  exact Iff.rfl
theorem HasSum.near_range {f : Nat → E} {a : E} (h : HasSum f a) {ε : Real} (hε : 0 < ε) :
    ∃ N, ∀ n, N ≤ n → norm ((Finset.range n).sum f - a) < ε := by
  obtain ⟨s, hs⟩ := hasSum_iff_norm.1 h ε hε
  obtain ⟨N, hN⟩ := Finset.subset_range_sup_succ' s
  exact ⟨N, fun n hn => hs _ (hN n hn)⟩
theorem HasSum.tendsto_sum_nat {f : Nat → E} {a : E} (h : HasSum f a) : Tendsto (fun n => (Finset.range n).sum f) atTop (nhds a) :=
  Metric.tendsto_atTop.2 fun ε hε => by
    obtain ⟨N, hN⟩ := h.near_range hε
    exact ⟨N, fun n hn => by rw [dist_eq_norm]; exact hN n hn⟩
/-- A series without negative terms has a sum if its partial sums are bounded. -/
theorem summable_of_sum_range_le {f : Nat → Real} {c : Real} (hf : ∀ n, 0 ≤ f n) (h : ∀ n, (Finset.range n).sum f ≤ c) : Summable f := by
  obtain ⟨a, ha⟩ := Real.exists_isLUB (S := Set.range fun n => (Finset.range n).sum f) ⟨_, 0, rfl⟩ ⟨c, by rintro _ ⟨n, rfl⟩; exact h n⟩
  refine ⟨a, hasSum_iff_norm.2 fun ε hε => ?_⟩
  have : ∃ n, a - ε < (Finset.range n).sum f := by
    apply Classical.byContradiction; intro hn
    have k : a ≤ a - ε := ha.2 (by rintro _ ⟨n, rfl⟩; exact not_lt.1 fun k => hn ⟨n, k⟩)
    grind
  obtain ⟨n, hn⟩ := this
  refine ⟨Finset.range n, fun t ht => ?_⟩
  obtain ⟨N, hN⟩ := Finset.subset_range_sup_succ' t
  have h1 := Finset.sum_le_sum_of_subset_of_nonneg ht fun i _ _ => hf i
  have h2 := Finset.sum_le_sum_of_subset_of_nonneg (hN N (Nat.le_refl N)) fun i _ _ => hf i
  have h3 : (Finset.range N).sum f ≤ a := ha.1 ⟨N, rfl⟩
  show abs (t.sum f - a) < ε
  grind
theorem sum_range_le_of_hasSum {f : Nat → Real} {a : Real} (hf : ∀ n, 0 ≤ f n) (h : HasSum f a) (n : Nat) : (Finset.range n).sum f ≤ a := by
  apply Classical.byContradiction; intro hn
  obtain ⟨N, hN⟩ := h.near_range (ε := (Finset.range n).sum f - a) (by grind)
  have h1 : abs ((Finset.range (N + n)).sum f - a) < _ := hN (N + n) (by omega)
  have h2 := Finset.sum_le_sum_of_subset_of_nonneg (f := f) (s := Finset.range n) (t := Finset.range (N + n)) (fun i hi => by rw [Finset.mem_range] at *; omega) fun i _ _ => hf i
  grind
end Series

section Boxes
/-- How much of `[p, q)` lies below `x`. -/
noncomputable def Mathlet.below (p q x : Real) : Real := if x ≤ p then 0 else if x ≤ q then x - p else q - p
open Mathlet Classical
variable {p q x y a : Real}
/-- Half-open intervals grow at speed 1 on the right of their points, else at speed 0. -/
theorem Mathlet.below_add (hp : p ≤ q) (x : Real) : ∃ d : Real, 0 < d ∧ ∀ y, x ≤ y → y ≤ x + d →
    below p q y = below p q x + (y - x) * (if x ∈ Set.Ico p q then 1 else 0) := by
  by_cases h : x < p
  · refine ⟨p - x, by grind, fun y _ _ => ?_⟩
    rw [if_neg fun k => not_lt.2 k.1 h, below, below, if_pos (by grind), if_pos (le_of_lt h)]; grind
  · by_cases h' : x < q
    · refine ⟨q - x, by grind, fun y _ _ => ?_⟩
      rw [if_pos ⟨not_lt.1 h, h'⟩, below, below]
      by_cases e : x ≤ p
      · by_cases e' : y ≤ p
        · rw [if_pos e', if_pos e]; grind
        · rw [if_neg e', if_pos e, if_pos (by grind)]; grind
      · rw [if_neg (by grind), if_pos (by grind), if_neg e, if_pos (le_of_lt h')]; grind
    · refine ⟨1, by grind, fun y _ _ => ?_⟩
      rw [if_neg fun k => h' k.2, mul_zero, add_zero, below, below]
      by_cases e : y ≤ p
      · rw [if_pos e, if_pos (by grind)]
      · rw [if_neg e]
        by_cases e' : x ≤ p
        · rw [if_pos e']; by_cases e'' : y ≤ q
          · rw [if_pos e'']; grind
          · rw [if_neg e'']; grind
        · rw [if_neg e']; by_cases e'' : y ≤ q
          · rw [if_pos e'', if_pos (by grind)]; grind
          · rw [if_neg e'']; by_cases e3 : x ≤ q
            · rw [if_pos e3]; grind
            · rw [if_neg e3]
theorem Mathlet.below_mono (hp : p ≤ q) (h : x ≤ y) : below p q x ≤ below p q y ∧ below p q y - below p q x ≤ y - x := by
  simp only [below]; repeat' split
  all_goals constructor <;> grind
theorem Mathlet.below_eq (hp : p ≤ q) (h : q ≤ x) : below p q x = q - p := by
  simp only [below]; repeat' split
  all_goals grind
theorem Mathlet.below_zero (h : x ≤ p) : below p q x = 0 := if_pos h
theorem Mathlet.below_bounds (hp : p ≤ q) : 0 ≤ below p q x ∧ below p q x ≤ q - p := by
  simp only [below]; repeat' split
  all_goals constructor <;> grind
end Boxes
section Cover
open Mathlet Classical
variable {E : Type v} [NormedAddCommGroup E] [NormedSpace Real E] {p q : Nat → Real} {p' q' : Nat → Real} {c : Nat → E} {a : Nat → Real} {N : Nat}
/-- One distance serves finitely many intervals. -/
theorem Mathlet.below_add_all (hp : ∀ n, p n ≤ q n) (x : Real) (n : Nat) : ∃ d : Real, 0 < d ∧ ∀ y, x ≤ y → y ≤ x + d → ∀ i, i < n →
    below (p i) (q i) y = below (p i) (q i) x + (y - x) * (if x ∈ Set.Ico (p i) (q i) then 1 else 0) := by
  induction n with
  | zero => exact ⟨1, zero_lt_one, fun _ _ _ i hi => absurd hi (Nat.not_lt_zero i)⟩
  | succ n ih =>
    obtain ⟨d, hd, h⟩ := ih
    obtain ⟨e, he, k⟩ := below_add (hp n) x
    refine ⟨min d e, lt_min hd he, fun y h1 h2 i hi => ?_⟩
    have := min_le_left d e; have := min_le_right d e
    rcases (by omega : i < n ∨ i = n) with hi | rfl
    · exact h y h1 (by grind) i hi
    · exact k y h1 (by grind)
/-- A step function that is covered by a series at every point has no greater integral than the series. -/
theorem Mathlet.norm_step_le (hp : ∀ n, p n ≤ q n) (hp' : ∀ n, p' n ≤ q' n) (ha : ∀ n, 0 ≤ a n)
    (h : ∀ x (ε : Real), 0 < ε → ∃ M, norm ((Finset.range N).sum fun i => if x ∈ Set.Ico (p i) (q i) then c i else 0) ≤
      ((Finset.range M).sum fun i => if x ∈ Set.Ico (p' i) (q' i) then a i else 0) + ε) {ε : Real} (hε : 0 < ε) :
    ∃ M, norm ((Finset.range N).sum fun i => (q i - p i) • c i) ≤ ((Finset.range M).sum fun i => a i * (q' i - p' i)) + ε := by
  let I (x : Real) : E := (Finset.range N).sum fun i => below (p i) (q i) x • c i
  let A (M : Nat) (x : Real) : Real := (Finset.range M).sum fun i => a i * below (p' i) (q' i) x
  have hA (x : Real) {m n : Nat} (hmn : m ≤ n) : A m x ≤ A n x :=
    Finset.sum_le_sum_of_subset_of_nonneg (fun i hi => by rw [Finset.mem_range] at *; omega) fun i _ _ => mul_nonneg (ha i) (below_bounds (hp' i)).1
  have hA' (n : Nat) {x y : Real} (hxy : x ≤ y) : A n x ≤ A n y := Finset.sum_le_sum fun i _ => mul_le_mul_of_nonneg_left (below_mono (hp' i) hxy).1 (ha i)
  have key : ∀ (low high e : Real), low < high → 0 < e → (∀ i, i < N → low ≤ p i) → ∀ ε', 0 < ε' → ∃ M, norm (I high) ≤ A M high + e * (high - low) + ε' := by
    intro low high e hlt he hlow
    let P (x : Real) : Prop := ∀ ε', 0 < ε' → ∃ M, norm (I x) ≤ A M x + e * (x - low) + ε'
    have start : P low := fun ε' hε' => ⟨0, by
      have : I low = 0 := Finset.sum_eq_zero fun i hi => by rw [below_zero (hlow i (Finset.mem_range.1 hi)), zero_smul]
      have e0 : A 0 low = 0 := rfl
      rw [this, norm_zero, e0, sub_self, mul_zero]; grind⟩
    have right : ∀ x, P x → ∃ d, 0 < d ∧ ∀ y, x ≤ y → y ≤ x + d → P y := by
      intro x hx
      obtain ⟨M', hM'⟩ := h x e he
      obtain ⟨d, hd, h1⟩ := below_add_all hp x N
      obtain ⟨d', hd', h2⟩ := below_add_all hp' x M'
      refine ⟨min d d', lt_min hd hd', fun y hxy hyd ε' hε' => ?_⟩
      have := min_le_left d d'; have := min_le_right d d'
      have h1 := h1 y hxy (by grind); have h2 := h2 y hxy (by grind)
      obtain ⟨M, hM⟩ := hx ε' hε'
      refine ⟨M + M', ?_⟩
      let s : E := (Finset.range N).sum fun i => if x ∈ Set.Ico (p i) (q i) then c i else 0
      have e1 : I y = I x + (y - x) • s := by
        show (Finset.range N).sum _ = (Finset.range N).sum _ + (y - x) • (Finset.range N).sum _
        rw [Finset.smul_sum, ← Finset.sum_add_distrib]
        refine Finset.sum_congr rfl fun i hi => ?_
        rw [h1 i (Finset.mem_range.1 hi), add_smul, mul_smul]
        split
        · rw [one_smul]
        · rw [zero_smul]
      have e2 : norm (I y) ≤ norm (I x) + (y - x) * norm s := by
        rw [e1]
        refine le_trans (norm_add_le _ _) ?_
        rw [norm_smul, show norm (y - x) = abs (y - x) from rfl, abs_of_nonneg (by grind)]
      let t : Real := (Finset.range M').sum fun i => if x ∈ Set.Ico (p' i) (q' i) then a i else 0
      have e3 : A M x + (y - x) * t ≤ A (M + M') y := by
        have k1 : (y - x) * t = (Finset.range M').sum fun i => (y - x) * (if x ∈ Set.Ico (p' i) (q' i) then a i else 0) := Finset.mul_sum _ _ _
        have k2 : (Finset.range M').sum (fun i => (y - x) * (if x ∈ Set.Ico (p' i) (q' i) then a i else 0)) =
            (Finset.range M').sum fun i => a i * (below (p' i) (q' i) y - below (p' i) (q' i) x) := Finset.sum_congr rfl fun i hi => by
          rw [h2 i (Finset.mem_range.1 hi)]
          split <;> grind
        have k3 : (Finset.range M').sum (fun i => a i * (below (p' i) (q' i) y - below (p' i) (q' i) x)) ≤
            (Finset.range (M + M')).sum fun i => a i * (below (p' i) (q' i) y - below (p' i) (q' i) x) :=
          Finset.sum_le_sum_of_subset_of_nonneg (fun i hi => by rw [Finset.mem_range] at *; omega)
            fun i _ _ => mul_nonneg (ha i) (sub_nonneg.2 (below_mono (hp' i) hxy).1)
        have k4 : (Finset.range (M + M')).sum (fun i => a i * (below (p' i) (q' i) y - below (p' i) (q' i) x)) = A (M + M') y - A (M + M') x := by
          show _ = (Finset.range (M + M')).sum _ - (Finset.range (M + M')).sum _
          rw [← Finset.sum_sub_distrib]; exact Finset.sum_congr rfl fun i _ => mul_sub _ _ _
        have k5 := hA x (m := M) (n := M + M') (by omega)
        grind
      have e4 := mul_le_mul_of_nonneg_left hM' (sub_nonneg.2 hxy)
      have e4 : (y - x) * norm s ≤ (y - x) * (t + e) := e4
      grind
    have limit : ∀ z, low ≤ z → (∀ d, 0 < d → ∃ x, z - d < x ∧ x ≤ z ∧ P x) → P z := by
      intro z _ hz ε' hε'
      let C : Real := (Finset.range N).sum fun i => norm (c i)
      have hC : 0 ≤ C := Finset.sum_nonneg fun i _ => norm_nonneg _
      obtain ⟨x, hx, hxz, hP⟩ := hz (ε' / 2 / (C + 1)) (div_pos (half_pos hε') (by grind))
      obtain ⟨M, hM⟩ := hP (ε' / 2) (half_pos hε')
      refine ⟨M, ?_⟩
      have e1 : norm (I z - I x) ≤ (z - x) * C := by
        show norm ((Finset.range N).sum _ - (Finset.range N).sum _) ≤ (z - x) * (Finset.range N).sum _
        rw [← Finset.sum_sub_distrib, Finset.mul_sum]
        refine le_trans (norm_sum_le _ _) (Finset.sum_le_sum fun i _ => ?_)
        rw [← sub_smul, norm_smul]
        have := below_mono (hp i) hxz
        refine mul_le_mul_of_nonneg_right ?_ (norm_nonneg _)
        rw [show norm (below (p i) (q i) z - below (p i) (q i) x) = abs _ from rfl, abs_of_nonneg (by grind)]
        exact this.2
      have e2 : (z - x) * (C + 1) ≤ ε' / 2 := by
        have := mul_le_mul_of_nonneg_right (le_of_lt (show z - x < ε' / 2 / (C + 1) by grind)) (show 0 ≤ C + 1 by grind)
        have e : ε' / 2 / (C + 1) * (C + 1) = ε' / 2 := div_mul_cancel₀ _ (by grind)
        rwa [e] at this
      have e3 : norm (I z) ≤ norm (I x) + norm (I z - I x) := by
        have := norm_add_le (I x) (I z - I x); rwa [add_sub_cancel] at this
      have e4 := hA' M hxz
      have e5 := mul_le_mul_of_nonneg_left (show x - low ≤ z - low by grind) (le_of_lt he)
      grind
    have hs : ({x | low ≤ x ∧ x ≤ high ∧ P x} : Set Real).Nonempty := ⟨low, le_refl _, le_of_lt hlt, start⟩
    obtain ⟨z, hz⟩ := Real.exists_isLUB hs ⟨high, fun x hx => hx.2.1⟩
    have z1 : low ≤ z := hz.1 ⟨le_refl _, le_of_lt hlt, start⟩
    have z2 : z ≤ high := hz.2 fun x hx => hx.2.1
    have z3 : P z := limit z z1 fun d hd => by
      apply Classical.byContradiction; intro hn
      have : z ≤ z - d := hz.2 fun x hx => not_lt.1 fun k => hn ⟨x, k, hz.1 hx, hx.2.2⟩
      grind
    obtain ⟨d, hd, hr⟩ := right z z3
    have m1 := min_le_left d (high - z); have m2 := min_le_right d (high - z)
    rcases lt_or_eq_of_le z2 with k | k
    · have hm : 0 < min d (high - z) := lt_min hd (sub_pos.2 k)
      have : z + min d (high - z) ≤ z := hz.1 ⟨by grind, by grind, hr _ (by grind) (by grind)⟩
      grind
    · rw [← k]; exact z3
  obtain ⟨low, hlow⟩ : ∃ low, ∀ i, i < N → low ≤ p i := by
    clear key h
    induction N with
    | zero => exact ⟨0, fun i hi => absurd hi (Nat.not_lt_zero i)⟩
    | succ n ih =>
      obtain ⟨l, hl⟩ := ih
      refine ⟨min l (p n), fun i hi => ?_⟩
      have := min_le_left l (p n); have := min_le_right l (p n)
      rcases (by omega : i < n ∨ i = n) with hi | rfl
      · exact le_trans (min_le_left _ _) (hl i hi)
      · exact min_le_right _ _
  obtain ⟨high, hhigh⟩ : ∃ high, low < high ∧ ∀ i, i < N → q i ≤ high := by
    clear key h hlow
    induction N with
    | zero => exact ⟨low + 1, by grind, fun i hi => absurd hi (Nat.not_lt_zero i)⟩
    | succ n ih =>
      obtain ⟨l, h0, hl⟩ := ih
      refine ⟨max l (q n), lt_of_lt_of_le h0 (le_max_left _ _), fun i hi => ?_⟩
      rcases (by omega : i < n ∨ i = n) with hi | rfl
      · exact le_trans (hl i hi) (le_max_left _ _)
      · exact le_max_right _ _
  have hd : 0 < high - low := sub_pos.2 hhigh.1
  obtain ⟨M, hM⟩ := key low high (ε / 2 / (high - low)) hhigh.1 (div_pos (half_pos hε) hd) hlow (ε / 2) (half_pos hε)
  refine ⟨M, ?_⟩
  have e1 : I high = (Finset.range N).sum fun i => (q i - p i) • c i := Finset.sum_congr rfl fun i hi => by
    rw [below_eq (hp i) (hhigh.2 i (Finset.mem_range.1 hi))]
  have e2 : A M high ≤ (Finset.range M).sum fun i => a i * (q' i - p' i) :=
    Finset.sum_le_sum fun i _ => mul_le_mul_of_nonneg_left (below_bounds (hp' i)).2 (ha i)
  have e3 : ε / 2 / (high - low) * (high - low) = ε / 2 := div_mul_cancel₀ _ (ne_of_gt hd)
  rw [e3] at hM
  rw [← e1]
  grind
end Cover
section Unique
open Classical
/-- Two sequences, one at the even places and one at the odd ones. -/
def Mathlet.mix {X : Type u} (f g : Nat → X) (n : Nat) : X := if n % 2 = 0 then f (n / 2) else g (n / 2)
open Mathlet
theorem Mathlet.apply_mix {X : Type u} {Y : Type v} (h : X → Y) (f g : Nat → X) (n : Nat) : h (mix f g n) = mix (fun i => h (f i)) (fun i => h (g i)) n := by
  unfold mix; split <;> rfl
theorem Mathlet.mix_range {M : Type u} [AddCommMonoid M] (f g : Nat → M) (n : Nat) :
    (Finset.range (2 * n)).sum (mix f g) = (Finset.range n).sum f + (Finset.range n).sum g := by
  induction n with
  | zero => exact (add_zero 0).symm
  | succ n ih =>
    have e1 : mix f g (2 * n) = f n := by unfold mix; rw [if_pos (by omega), show 2 * n / 2 = n by omega]
    have e2 : mix f g (2 * n + 1) = g n := by unfold mix; rw [if_neg (by omega), show (2 * n + 1) / 2 = n by omega]
    rw [show 2 * (n + 1) = 2 * n + 1 + 1 by omega, Finset.sum_range_succ, Finset.sum_range_succ, ih, e1, e2, Finset.sum_range_succ, Finset.sum_range_succ,
      add_assoc, add_add_add_comm]
namespace MeasureTheory
variable {E : Type v} [NormedAddCommGroup E] [NormedSpace Real E]
/-- The tail of a series without negative terms is small. -/
theorem tail_le {f : Nat → Real} (hf : ∀ n, 0 ≤ f n) (h : Summable f) {ε : Real} (hε : 0 < ε) :
    ∃ N, ∀ n, N ≤ n → ∀ M, ((Finset.range M).sum fun i => if n ≤ i then f i else 0) ≤ ε := by
  obtain ⟨a, ha⟩ := h
  obtain ⟨N, hN⟩ := ha.near_range hε
  refine ⟨N, fun n hn M => ?_⟩
  have h1 : abs ((Finset.range n).sum f - a) < ε := hN n hn
  have h2 := sum_range_le_of_hasSum hf ha (n + M)
  have h3 : (Finset.range (n + M)).sum f = (Finset.range n).sum f + (Finset.range (n + M)).sum fun i => if n ≤ i then f i else 0 := by
    clear h2
    induction M with
    | zero =>
      rw [Nat.add_zero, Finset.sum_eq_zero (f := fun i => if n ≤ i then f i else 0) fun i hi => if_neg (by rw [Finset.mem_range] at hi; omega), add_zero]
    | succ M ih => rw [← Nat.add_assoc, Finset.sum_range_succ, Finset.sum_range_succ, ih, if_pos (by omega)]; grind
  have h4 := Finset.sum_le_sum_of_subset_of_nonneg (f := fun i => if n ≤ i then f i else 0) (s := Finset.range M) (t := Finset.range (n + M))
    (fun i hi => by rw [Finset.mem_range] at *; omega) fun i _ _ => by dsimp only; split; exact hf i; exact le_refl _
  grind
omit [NormedSpace Real E] in
/-- What is left of a series that does not converge absolutely is as large as one likes; one that does comes near its sum. -/
theorem tail_or {c : Nat → E} {f : E} (n : Nat) (h : (Summable fun i => norm (c i)) → HasSum c f) {ε : Real} (hε : 0 < ε) :
    (∃ N, ∀ M, N ≤ M → norm ((Finset.range n).sum c - f) ≤ ((Finset.range M).sum fun i => if n ≤ i then norm (c i) else 0) + ε) ∨
    ∀ C : Real, ∃ N, ∀ M, N ≤ M → C ≤ (Finset.range M).sum fun i => if n ≤ i then norm (c i) else 0 := by
  have nn (i : Nat) : 0 ≤ if n ≤ i then norm (c i) else 0 := by split; exact norm_nonneg _; exact le_refl _
  have split (M : Nat) (hM : n ≤ M) : (Finset.range M).sum c = (Finset.range n).sum c + (Finset.range M).sum fun i => if n ≤ i then c i else 0 := by
    induction hM with
    | refl => rw [Finset.sum_eq_zero (f := fun i => if n ≤ i then c i else 0) fun i hi => if_neg (by rw [Finset.mem_range] at hi; omega), add_zero]
    | step hM ih => rw [Finset.sum_range_succ, ih, Finset.sum_range_succ, if_pos (show n ≤ _ from hM), add_assoc]
  by_cases hs : Summable fun i => norm (c i)
  · left
    obtain ⟨N, hN⟩ := (h hs).near_range hε
    refine ⟨N + n, fun M hM => ?_⟩
    have h1 := hN M (by omega)
    have e : (Finset.range n).sum c - f = ((Finset.range M).sum c - f) - (Finset.range M).sum fun i => if n ≤ i then c i else 0 := by
      rw [split M (by omega)]; grind
    rw [e]
    have h2 := norm_sub_le ((Finset.range M).sum c - f) ((Finset.range M).sum fun i => if n ≤ i then c i else 0)
    have h3 := norm_sum_le (Finset.range M) fun i => if n ≤ i then c i else 0
    have h4 : ((Finset.range M).sum fun i => norm (if n ≤ i then c i else 0)) = (Finset.range M).sum fun i => if n ≤ i then norm (c i) else 0 :=
      Finset.sum_congr rfl fun i _ => by split; rfl; exact norm_zero
    grind
  · right
    intro C
    apply Classical.byContradiction; intro hC
    apply hs
    refine summable_of_sum_range_le (c := ((Finset.range n).sum fun i => norm (c i)) + C) (fun i => norm_nonneg _) fun M => ?_
    have k : ∃ M', M ≤ M' ∧ n ≤ M' ∧ ((Finset.range M').sum fun i => if n ≤ i then norm (c i) else 0) < C := by
      apply Classical.byContradiction; intro hn
      exact hC ⟨M + n, fun M' hM' => not_lt.1 fun k => hn ⟨M', by omega, by omega, k⟩⟩
    obtain ⟨M', h1, h2, h3⟩ := k
    have h4 := Finset.sum_le_sum_of_subset_of_nonneg (f := fun i => norm (c i)) (s := Finset.range M) (t := Finset.range M')
      (fun i hi => by rw [Finset.mem_range] at *; omega) fun i _ _ => norm_nonneg _
    have h5 : ((Finset.range M').sum fun i => norm (c i)) = ((Finset.range n).sum fun i => norm (c i)) +
        (Finset.range M').sum fun i => if n ≤ i then norm (c i) else 0 := by
      clear h1 h3 h4
      induction h2 with
      | refl => rw [Finset.sum_eq_zero (f := fun i => if n ≤ i then norm (c i) else 0) fun i hi => if_neg (by rw [Finset.mem_range] at hi; omega), add_zero]
      | step hM ih => rw [Finset.sum_range_succ, ih, Finset.sum_range_succ, if_pos (show n ≤ _ from hM), add_assoc]
    grind
/-- A function on the line has one integral. -/
theorem HasIntegral.unique {f : Real → E} {I I' : E} (h : HasIntegral f I) (h' : HasIntegral f I') : I = I' := by
  obtain ⟨c, J, hs, hx, hI⟩ := h
  obtain ⟨c', J', hs', hx', hI'⟩ := h'
  apply Classical.byContradiction; intro hne
  have hpos : 0 < norm (I - I') := norm_pos_iff.2 fun e => hne (sub_eq_zero.1 e)
  obtain ⟨ε, hε, hsmall⟩ : ∃ ε : Real, 0 < ε ∧ 6 * ε = norm (I - I') := ⟨norm (I - I') / 6, by grind, by grind⟩
  have vol (b : LebesgueBoxes.Box Real) : 0 ≤ LebesgueBoxes.vol b := sub_nonneg.2 b.2
  obtain ⟨N1, k1⟩ := hI.near_range hε
  obtain ⟨N2, k2⟩ := hI'.near_range hε
  obtain ⟨N3, k3⟩ := tail_le (fun n => mul_nonneg (norm_nonneg _) (vol _)) hs hε
  obtain ⟨N4, k4⟩ := tail_le (fun n => mul_nonneg (norm_nonneg _) (vol _)) hs' hε
  let N := N1 + N2 + N3 + N4
  have k1 := k1 N (by omega); have k2 := k2 N (by omega); have k3 := k3 N (by omega); have k4 := k4 N (by omega)
  let g (i : Nat) : Real := if N ≤ i then norm (c i) else 0
  let g' (i : Nat) : Real := if N ≤ i then norm (c' i) else 0
  have gn (i : Nat) : 0 ≤ g i := by dsimp only [g, g']; split; exact norm_nonneg _; exact le_refl _
  have gn' (i : Nat) : 0 ≤ g' i := by dsimp only [g, g']; split; exact norm_nonneg _; exact le_refl _
  let p : Nat → Real := mix (fun i => (J i).1.1) fun i => (J' i).1.1
  let q : Nat → Real := mix (fun i => (J i).1.2) fun i => (J' i).1.2
  have hpq (n : Nat) : p n ≤ q n := by
    show mix _ _ n ≤ mix _ _ n
    unfold mix; split; exact (J _).2; exact (J' _).2
  have hg (n : Nat) : 0 ≤ mix g g' n := by unfold mix; split; exact gn _; exact gn' _
  have on (x : Real) {X : Type v} [Zero X] (d d' : Nat → X) (n : Nat) : (if x ∈ Set.Ico (p n) (q n) then mix d d' n else 0) =
      mix (fun i => if x ∈ LebesgueBoxes.toSet (J i) then d i else 0) (fun i => if x ∈ LebesgueBoxes.toSet (J' i) then d' i else 0) n := by
    show (if x ∈ Set.Ico (mix _ _ n) (mix _ _ n) then _ else _) = _
    unfold mix; split <;> rfl
  have onR (x : Real) (d d' : Nat → Real) (n : Nat) : (if x ∈ Set.Ico (p n) (q n) then mix d d' n else 0) =
      mix (fun i => if x ∈ LebesgueBoxes.toSet (J i) then d i else 0) (fun i => if x ∈ LebesgueBoxes.toSet (J' i) then d' i else 0) n := by
    show (if x ∈ Set.Ico (mix _ _ n) (mix _ _ n) then _ else _) = _
    unfold mix; split <;> rfl
  have cover : ∀ x (δ : Real), 0 < δ → ∃ M, norm ((Finset.range (2 * N)).sum fun i => if x ∈ Set.Ico (p i) (q i) then mix c (fun i => -c' i) i else 0) ≤
      ((Finset.range M).sum fun i => if x ∈ Set.Ico (p i) (q i) then mix g g' i else 0) + δ := by
    intro x δ hδ
    simp only [on, onR]
    rw [mix_range]
    let d (i : Nat) : E := if x ∈ LebesgueBoxes.toSet (J i) then c i else 0
    let d' (i : Nat) : E := if x ∈ LebesgueBoxes.toSet (J' i) then c' i else 0
    have hd (M : Nat) : ((Finset.range M).sum fun i => if N ≤ i then norm (d i) else 0) =
        (Finset.range M).sum fun i => if x ∈ LebesgueBoxes.toSet (J i) then g i else 0 := Finset.sum_congr rfl fun i _ => by
      show (if N ≤ i then norm (if _ then _ else _) else 0) = if _ then (if N ≤ i then _ else _) else _
      split <;> split <;> first | rfl | exact norm_zero
    have hd' (M : Nat) : ((Finset.range M).sum fun i => if N ≤ i then norm (d' i) else 0) =
        (Finset.range M).sum fun i => if x ∈ LebesgueBoxes.toSet (J' i) then g' i else 0 := Finset.sum_congr rfl fun i _ => by
      show (if N ≤ i then norm (if _ then _ else _) else 0) = if _ then (if N ≤ i then _ else _) else _
      split <;> split <;> first | rfl | exact norm_zero
    have e : ((Finset.range N).sum fun i => if x ∈ LebesgueBoxes.toSet (J' i) then -c' i else 0) = -(Finset.range N).sum d' := by
      rw [← Finset.sum_neg_distrib]
      exact Finset.sum_congr rfl fun i _ => by
        dsimp only [d']
        split; rfl; exact neg_zero.symm
    rw [e, ← sub_eq_add_neg]
    have t1 := tail_or N (c := d) (f := f x) (fun s => hx x (by
      refine (congrArg Summable (funext fun i => ?_)).mp s
      show norm (if _ then _ else _) = _
      split; rfl; exact norm_zero)) (half_pos hδ)
    have t2 := tail_or N (c := d') (f := f x) (fun s => hx' x (by
      refine (congrArg Summable (funext fun i => ?_)).mp s
      show norm (if _ then _ else _) = _
      split; rfl; exact norm_zero)) (half_pos hδ)
    simp only [hd] at t1
    simp only [hd'] at t2
    have zero (M : Nat) : 0 ≤ (Finset.range M).sum fun i => if x ∈ LebesgueBoxes.toSet (J i) then g i else 0 :=
      Finset.sum_nonneg fun i _ => by split; exact gn i; exact le_refl _
    have zero' (M : Nat) : 0 ≤ (Finset.range M).sum fun i => if x ∈ LebesgueBoxes.toSet (J' i) then g' i else 0 :=
      Finset.sum_nonneg fun i _ => by split; exact gn' i; exact le_refl _
    rcases t1 with ⟨M1, m1⟩ | m1
    · rcases t2 with ⟨M2, m2⟩ | m2
      · refine ⟨2 * (M1 + M2), ?_⟩
        rw [mix_range]
        have m1 := m1 (M1 + M2) (by omega); have m2 := m2 (M1 + M2) (by omega)
        have e : (Finset.range N).sum d - (Finset.range N).sum d' = ((Finset.range N).sum d - f x) - ((Finset.range N).sum d' - f x) := by grind
        have := norm_sub_le ((Finset.range N).sum d - f x) ((Finset.range N).sum d' - f x)
        rw [← e] at this
        show norm ((Finset.range N).sum d - _) ≤ _
        grind
      · obtain ⟨M, m⟩ := m2 (norm ((Finset.range N).sum d - (Finset.range N).sum d'))
        refine ⟨2 * M, ?_⟩
        rw [mix_range]
        have := m M (Nat.le_refl M); have := zero M
        show norm ((Finset.range N).sum d - _) ≤ _
        grind
    · obtain ⟨M, m⟩ := m1 (norm ((Finset.range N).sum d - (Finset.range N).sum d'))
      refine ⟨2 * M, ?_⟩
      rw [mix_range]
      have := m M (Nat.le_refl M); have := zero' M
      show norm ((Finset.range N).sum d - _) ≤ _
      grind
  obtain ⟨M, hM⟩ := norm_step_le (p := p) (q := q) hpq hpq hg cover hε
  have e1 (n : Nat) : (q n - p n) • mix c (fun i => -c' i) n = mix (fun i => LebesgueBoxes.vol (J i) • c i) (fun i => -(LebesgueBoxes.vol (J' i) • c' i)) n := by
    show (mix _ _ n - mix _ _ n) • _ = _
    unfold mix; split
    · rfl
    · exact smul_neg _ _
  have e2 (n : Nat) : mix g g' n * (q n - p n) = mix (fun i => if N ≤ i then norm (c i) * LebesgueBoxes.vol (J i) else 0)
      (fun i => if N ≤ i then norm (c' i) * LebesgueBoxes.vol (J' i) else 0) n := by
    show _ * (mix _ _ n - mix _ _ n) = _
    unfold mix; split
    · dsimp only [g]
      split; rfl; exact zero_mul _
    · dsimp only [g']
      split; rfl; exact zero_mul _
  simp only [e1, e2] at hM
  rw [mix_range, Finset.sum_neg_distrib, ← sub_eq_add_neg] at hM
  have e3 : ((Finset.range M).sum (mix (fun i => if N ≤ i then norm (c i) * LebesgueBoxes.vol (J i) else 0)
      (fun i => if N ≤ i then norm (c' i) * LebesgueBoxes.vol (J' i) else 0))) ≤ ε + ε := by
    refine le_trans (Finset.sum_le_sum_of_subset_of_nonneg (t := Finset.range (2 * M)) (fun i hi => by rw [Finset.mem_range] at *; omega) fun i _ _ => ?_) ?_
    · unfold mix; split
      · dsimp only; split; exact mul_nonneg (norm_nonneg _) (vol _); exact le_refl _
      · dsimp only; split; exact mul_nonneg (norm_nonneg _) (vol _); exact le_refl _
    · rw [mix_range]; exact add_le_add (k3 M) (k4 M)
  let S := (Finset.range N).sum fun i => LebesgueBoxes.vol (J i) • c i
  let S' := (Finset.range N).sum fun i => LebesgueBoxes.vol (J' i) • c' i
  have e4 : I - I' = (S - S') - (S - I) + (S' - I') := by grind
  have h1 := norm_add_le ((S - S') - (S - I)) (S' - I')
  have h2 := norm_sub_le (S - S') (S - I)
  rw [← e4] at h1
  have hM : norm (S - S') ≤ ε + ε + ε := le_trans hM (add_le_add e3 (le_refl _))
  have k1 : norm (S - I) < ε := k1
  have k2 : norm (S' - I') < ε := k2
  grind
end MeasureTheory
end Unique

namespace MeasureTheory
variable {E : Type v} [NormedAddCommGroup E] [NormedSpace Real E]
theorem lebesgueIntegral_eq [hc : CompleteSpace E] {f : Real → E} {I : E} (h : HasIntegral f I) : lebesgueIntegral f = I := by
  have k : CompleteSpace E ∧ ∃ I, HasIntegral f I := ⟨hc, I, h⟩
  unfold lebesgueIntegral
  rw [dif_pos k]
  exact (Classical.choose_spec k.2).unique h
/-- On a measurable set the integral is that of the function that is 0 outside. -/
theorem setIntegral_eq [hc : CompleteSpace E] {s : Set Real} (hs : MeasureTheory.IsLebesgueMeasurable s) {f : Real → E} {I : E}
    (h : HasIntegral (MeasureTheory.indicator s f) I) : setIntegral s f = I := by
  have k : CompleteSpace E ∧ ∃ I t, MeasureTheory.IsDomain s t ∧ HasIntegral (MeasureTheory.indicator t f) I := ⟨hc, I, s, .inl ⟨hs, rfl⟩, h⟩
  unfold setIntegral
  rw [dif_pos k]
  obtain ⟨t, ht, hI⟩ := Classical.choose_spec k.2
  have e : t = s := ht.elim And.right fun n => (n.1 hs).elim
  rw [e] at hI
  exact hI.unique h
/-- The integral of a constant over a half-open interval. -/
example (a b c : Real) (h : a ≤ b) : lebesgueIntegral (MeasureTheory.indicator (Set.Ico a b) fun _ => c) = (b - a) * c :=
  lebesgueIntegral_eq (hasIntegral_box (α := Real) (⟨(a, b), h⟩ : { p : Real × Real // p.1 ≤ p.2 }) c)
end MeasureTheory
