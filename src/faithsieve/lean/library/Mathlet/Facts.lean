module
public import Mathlet.Algebra.Hom
public import Mathlet.Data.Nat.Prime
public import Mathlet.LinearAlgebra.LinearMap
public import Mathlet.Analysis.Limits
public import Mathlet.Analysis.Convex
@[expose] public noncomputable section
universe u v w

/-! # Facts that textbooks cite by name -/

/-! ## Maps -/
section Maps
variable {G : Type u} {H : Type v}
@[grind →] theorem Group.grind_eq_inv [Group G] {a b : G} (h : a * b = 1) : a = b⁻¹ := by
  rw [← mul_one a, ← mul_inv_cancel b, ← mul_assoc, h, one_mul]
theorem injective_iff_map_eq_one [Group G] [Group H] (f : MonoidHom G H) : Function.Injective f ↔ ∀ a, f a = 1 → a = 1 := by
  constructor
  · intro h a e; exact h (e.trans (map_one f).symm)
  · intro h a b e
    have : f (a * b⁻¹) = 1 := by rw [map_mul, map_inv, e, mul_inv_cancel]
    rw [← mul_one a, ← inv_mul_cancel b, ← mul_assoc, h _ this, one_mul]
theorem RingHom.injective_iff [Ring G] [Ring H] (f : RingHom G H) : Function.Injective f ↔ ∀ a, f a = 0 → a = 0 := by
  constructor
  · intro h a e; exact h (e.trans (map_zero f).symm)
  · intro h a b e
    have : f (a - b) = 0 := by rw [map_sub, e, sub_self]
    exact sub_eq_zero.1 (h _ this)
theorem RingHom.injective [Field G] [Field H] (f : RingHom G H) : Function.Injective f := by
  rw [RingHom.injective_iff]
  intro a e
  apply Classical.byContradiction; intro ne
  have : f (a * a⁻¹) = 0 := by rw [map_mul, e, zero_mul]
  rw [mul_inv_cancel₀ ne, map_one] at this
  exact one_ne_zero this
theorem LinearMap.injective_iff {R : Type w} [Ring R] [AddCommGroup G] [AddCommGroup H] [Module R G] [Module R H]
    (f : LinearMap (RingHom.id R) G H) : Function.Injective f ↔ ∀ a, f a = 0 → a = 0 := by
  constructor
  · intro h a e; exact h (e.trans (map_zero f).symm)
  · intro h a b e
    have : f (a - b) = 0 := by rw [map_sub, e, sub_self]
    exact sub_eq_zero.1 (h _ this)
theorem Function.cantor_surjective {α : Type u} (f : α → Set α) : ¬ Function.Surjective f := by
  intro h
  obtain ⟨a, e⟩ := h (setOf fun x => x ∉ f x)
  have : (a ∈ f a) = (a ∉ f a) := congrArg (fun s : Set α => a ∈ s) e
  grind
end Maps

attribute [simp, grind =] map_neg map_sub map_inv

/-! ## Topology -/
section Spaces
variable {X : Type u} [TopologicalSpace X] {s t : Set X}
theorem closure_union : closure (s ∪ t) = closure s ∪ closure t := by
  apply Set.Subset.antisymm
  · apply closure_minimal
    · intro a ha; exact ha.imp (fun h => subset_closure a h) (fun h => subset_closure a h)
    · exact isClosed_closure.union isClosed_closure
  · rintro a (h | h)
    · exact closure_mono (fun b hb => Or.inl hb) a h
    · exact closure_mono (fun b hb => Or.inr hb) a h
end Spaces

/-! ## Limits -/
section Limits
variable {X : Type u} [PseudoMetricSpace X]
theorem abs_dist_sub_le (x y z : X) : abs (dist x z - dist y z) ≤ dist x y := by
  have := dist_triangle x y z; have := dist_triangle y x z; have := dist_comm x y
  rw [abs_le]; exact ⟨by grind, by grind⟩
grind_pattern dist_nonneg => dist x y
end Limits
namespace Mathlet.Distances
-- Every pair of points gives new distances, so these are on only inside `open Mathlet.Distances in`.
scoped grind_pattern dist_comm => dist x y
scoped grind_pattern dist_triangle => dist x y, dist y z
end Mathlet.Distances
section Limits

variable {Y : Type v} [TopologicalSpace Y] {f g : Y → Real} {y : Y}
theorem ContinuousAt.add (hf : ContinuousAt f y) (hg : ContinuousAt g y) : ContinuousAt (fun t => f t + g t) y := Filter.Tendsto.add hf hg
theorem ContinuousAt.sub (hf : ContinuousAt f y) (hg : ContinuousAt g y) : ContinuousAt (fun t => f t - g t) y := Filter.Tendsto.sub hf hg
theorem ContinuousAt.mul (hf : ContinuousAt f y) (hg : ContinuousAt g y) : ContinuousAt (fun t => f t * g t) y := Filter.Tendsto.mul hf hg
theorem ContinuousAt.neg (hf : ContinuousAt f y) : ContinuousAt (fun t => -f t) y := Filter.Tendsto.neg hf

variable {a b c : Nat → Real} {l m : Real}
theorem Real.tendsto_atTop : Filter.Tendsto a Filter.atTop (nhds l) ↔ ∀ ε, 0 < ε → ∃ N, ∀ n, N ≤ n → abs (a n - l) < ε :=
  Metric.tendsto_atTop
theorem Filter.Tendsto.const_mul (k : Real) (h : Filter.Tendsto a Filter.atTop (nhds l)) :
    Filter.Tendsto (fun n => k * a n) Filter.atTop (nhds (k * l)) := Filter.Tendsto.mul tendsto_const_nhds h
theorem tendsto_of_tendsto_of_tendsto_of_le_of_le (ha : Filter.Tendsto a Filter.atTop (nhds l))
    (hc : Filter.Tendsto c Filter.atTop (nhds l)) (h : ∀ n, a n ≤ b n) (h' : ∀ n, b n ≤ c n) : Filter.Tendsto b Filter.atTop (nhds l) := by
  rw [Real.tendsto_atTop] at *
  intro ε hε
  obtain ⟨N, hN⟩ := ha ε hε
  obtain ⟨M, hM⟩ := hc ε hε
  refine ⟨N + M, fun n hn => ?_⟩
  have := hN n (by omega); have := hM n (by omega); have := h n; have := h' n
  grind
theorem Filter.Tendsto.shift (h : Filter.Tendsto a Filter.atTop (nhds l)) (k : Nat) :
    Filter.Tendsto (fun n => a (n + k)) Filter.atTop (nhds l) := by
  rw [Real.tendsto_atTop] at *
  intro ε hε
  obtain ⟨N, hN⟩ := h ε hε
  exact ⟨N, fun n hn => hN (n + k) (by omega)⟩
theorem Filter.Tendsto.exists_abs_le (h : Filter.Tendsto a Filter.atTop (nhds l)) : ∃ C : Real, ∀ n, abs (a n) ≤ C := by
  have below : ∀ N, ∃ C : Real, ∀ n, n < N → abs (a n) ≤ C := by
    intro N
    induction N with
    | zero => exact ⟨0, fun n h => absurd h (by omega)⟩
    | succ N ih =>
      obtain ⟨C, hC⟩ := ih
      refine ⟨max C (abs (a N)), fun n h => ?_⟩
      rcases (by omega : n < N ∨ n = N) with h | h
      · have := hC n h; grind
      · subst h; grind
  obtain ⟨N, hN⟩ := Real.tendsto_atTop.1 h 1 (by grind)
  obtain ⟨C, hC⟩ := below N
  refine ⟨abs C + abs l + 1, fun n => ?_⟩
  rcases (by omega : n < N ∨ N ≤ n) with h | h
  · have := hC n h; grind
  · have := hN n h; grind
end Limits

/-! ## Convex functions -/
section Convexity
variable {E : Type u} [AddCommGroup E] [Module Real E] {s : Set E} {f g : E → Real}
theorem ConvexOn.add (hf : ConvexOn Real s f) (hg : ConvexOn Real s g) : ConvexOn Real s (fun x => f x + g x) := by
  refine ⟨hf.1, fun x hx y hy a b ha hb hab => ?_⟩
  have h1 := hf.2 hx hy ha hb hab
  have h2 := hg.2 hx hy ha hb hab
  simp only [smul_eq_mul] at *
  grind
theorem ConvexOn.convex_le (hf : ConvexOn Real s f) (c : Real) : Convex Real (setOf fun x => x ∈ s ∧ f x ≤ c) := by
  intro x hx y hy a b ha hb hab
  refine ⟨hf.1 hx.1 hy.1 ha hb hab, ?_⟩
  have h1 := hf.2 hx.1 hy.1 ha hb hab
  have h2 := mul_le_mul_of_nonneg_left hx.2 ha
  have h3 := mul_le_mul_of_nonneg_left hy.2 hb
  simp only [smul_eq_mul] at *
  have : a * c + b * c = c := by grind
  grind
end Convexity
