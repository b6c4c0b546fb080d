module
public import Mathlet.Analysis.Limits
public import Mathlet.Analysis.Convex
public import Mathlet.RingTheory.Ideal
@[expose] public noncomputable section
universe u v w

/-! # Everyday lemmas on derivatives, convexity, continuity and ideals -/

section Derivatives
variable {K : Type u} [NontriviallyNormedField K] {f g : K → K} {f' g' x : K}
theorem HasDerivAt.const_mul (c : K) (h : HasDerivAt f f' x) : HasDerivAt (fun y => c * f y) (c * f') x := by
  have := (hasDerivAt_const x c).mul h; rwa [zero_mul, zero_add] at this
theorem HasDerivAt.mul_const (h : HasDerivAt f f' x) (c : K) : HasDerivAt (fun y => f y * c) (f' * c) x := by
  have := h.mul (hasDerivAt_const x c); rwa [mul_zero, add_zero] at this
theorem HasDerivAt.neg (h : HasDerivAt f f' x) : HasDerivAt (fun y => -f y) (-f') x := by
  have := h.const_mul (-1); simpa only [neg_mul, one_mul] using this
theorem HasDerivAt.sub (hf : HasDerivAt f f' x) (hg : HasDerivAt g g' x) : HasDerivAt (fun y => f y - g y) (f' - g') x := by
  have := hf.add hg.neg; simpa only [← sub_eq_add_neg] using this
theorem HasDerivAt.add_const (c : K) (h : HasDerivAt f f' x) : HasDerivAt (fun y => f y + c) f' x := by
  have := h.add (hasDerivAt_const x c); rwa [add_zero] at this
theorem HasDerivAt.const_add (c : K) (h : HasDerivAt f f' x) : HasDerivAt (fun y => c + f y) f' x := by
  have := (hasDerivAt_const x c).add h; rwa [zero_add] at this
theorem HasDerivAt.sub_const (c : K) (h : HasDerivAt f f' x) : HasDerivAt (fun y => f y - c) f' x := by
  have := h.sub (hasDerivAt_const x c); rwa [sub_zero] at this
theorem hasDerivAt_id' (x : K) : HasDerivAt (fun y => y) 1 x := hasDerivAt_id x
theorem HasDerivAt.congr_deriv {h' : K} (h : HasDerivAt f f' x) (e : f' = h') : HasDerivAt f h' x := e ▸ h
theorem DifferentiableAt.add (hf : DifferentiableAt K f x) (hg : DifferentiableAt K g x) : DifferentiableAt K (fun y => f y + g y) x :=
  (hf.hasDerivAt.add hg.hasDerivAt).differentiableAt
theorem DifferentiableAt.sub (hf : DifferentiableAt K f x) (hg : DifferentiableAt K g x) : DifferentiableAt K (fun y => f y - g y) x :=
  (hf.hasDerivAt.sub hg.hasDerivAt).differentiableAt
theorem DifferentiableAt.mul (hf : DifferentiableAt K f x) (hg : DifferentiableAt K g x) : DifferentiableAt K (fun y => f y * g y) x :=
  (hf.hasDerivAt.mul hg.hasDerivAt).differentiableAt
theorem DifferentiableAt.neg (hf : DifferentiableAt K f x) : DifferentiableAt K (fun y => -f y) x := hf.hasDerivAt.neg.differentiableAt
theorem DifferentiableAt.pow (hf : DifferentiableAt K f x) (n : Nat) : DifferentiableAt K (fun y => f y ^ n) x := (hf.hasDerivAt.pow n).differentiableAt
theorem DifferentiableAt.continuousAt (hf : DifferentiableAt K f x) : ContinuousAt f x := hf.hasDerivAt.continuousAt
theorem differentiableAt_const (c : K) : DifferentiableAt K (fun _ : K => c) x := (hasDerivAt_const x c).differentiableAt
theorem differentiableAt_id : DifferentiableAt K id x := (hasDerivAt_id x).differentiableAt
theorem Differentiable.add (hf : Differentiable K f) (hg : Differentiable K g) : Differentiable K (fun y => f y + g y) := fun x => (hf x).add (hg x)
theorem Differentiable.sub (hf : Differentiable K f) (hg : Differentiable K g) : Differentiable K (fun y => f y - g y) := fun x => (hf x).sub (hg x)
theorem Differentiable.mul (hf : Differentiable K f) (hg : Differentiable K g) : Differentiable K (fun y => f y * g y) := fun x => (hf x).mul (hg x)
theorem Differentiable.neg (hf : Differentiable K f) : Differentiable K (fun y => -f y) := fun x => (hf x).neg
theorem Differentiable.pow (hf : Differentiable K f) (n : Nat) : Differentiable K (fun y => f y ^ n) := fun x => (hf x).pow n
theorem Differentiable.continuous (hf : Differentiable K f) : Continuous f := continuous_iff_continuousAt.2 fun x => (hf x).continuousAt
theorem differentiable_const (c : K) : Differentiable K (fun _ : K => c) := fun _ => differentiableAt_const c
theorem differentiable_id : Differentiable K (id : K → K) := fun _ => differentiableAt_id
theorem differentiable_id' : Differentiable K (fun x : K => x) := differentiable_id
theorem deriv_add (hf : DifferentiableAt K f x) (hg : DifferentiableAt K g x) : deriv (fun y => f y + g y) x = deriv f x + deriv g x :=
  (hf.hasDerivAt.add hg.hasDerivAt).deriv
theorem deriv_sub (hf : DifferentiableAt K f x) (hg : DifferentiableAt K g x) : deriv (fun y => f y - g y) x = deriv f x - deriv g x :=
  (hf.hasDerivAt.sub hg.hasDerivAt).deriv
theorem deriv_mul (hf : DifferentiableAt K f x) (hg : DifferentiableAt K g x) : deriv (fun y => f y * g y) x = deriv f x * g x + f x * deriv g x :=
  (hf.hasDerivAt.mul hg.hasDerivAt).deriv
theorem deriv_const_mul (c : K) (hf : DifferentiableAt K f x) : deriv (fun y => c * f y) x = c * deriv f x := (hf.hasDerivAt.const_mul c).deriv
end Derivatives

section Convexity
variable {E : Type u} [AddCommGroup E] [Module Real E] {s t : Set E} {f g : E → Real}
theorem convexOn_const (c : Real) (hs : Convex Real s) : ConvexOn Real s fun _ => c :=
  ⟨hs, fun _ _ _ _ a b _ _ e => le_of_eq (by rw [← add_smul, e, one_smul])⟩
theorem concaveOn_const (c : Real) (hs : Convex Real s) : ConcaveOn Real s fun _ => c :=
  ⟨hs, fun _ _ _ _ a b _ _ e => le_of_eq (by rw [← add_smul, e, one_smul])⟩
theorem convexOn_id {s : Set Real} (hs : Convex Real s) : ConvexOn Real s id := ⟨hs, fun _ _ _ _ _ _ _ _ _ => le_refl _⟩
theorem ConvexOn.subset (hf : ConvexOn Real t f) (h : s ⊆ t) (hs : Convex Real s) : ConvexOn Real s f :=
  ⟨hs, fun _ hx _ hy _ _ ha hb e => hf.2 (h _ hx) (h _ hy) ha hb e⟩
theorem left_mem_segment (x y : E) : x ∈ segment Real x y := ⟨1, 0, zero_le_one, le_refl 0, add_zero 1, by rw [one_smul, zero_smul, add_zero]⟩
theorem right_mem_segment (x y : E) : y ∈ segment Real x y := ⟨0, 1, le_refl 0, zero_le_one, zero_add 1, by rw [one_smul, zero_smul, zero_add]⟩
theorem convex_singleton (c : E) : Convex Real ({c} : Set E) := fun _ hx _ hy a b _ _ e => by
  rw [Set.mem_singleton_iff] at *; rw [hx, hy, ← add_smul, e, one_smul]
/-- A part of `A` that holds the ends of every open segment of `A` that meets it. -/
structure IsExtreme (𝕜 : Type v) {E : Type u} [Semiring 𝕜] [PartialOrder 𝕜] [AddCommMonoid E] [Module 𝕜 E] (A B : Set E) : Prop where
  subset : B ⊆ A
  left_mem_of_mem_openSegment : ∀ ⦃x⦄, x ∈ A → ∀ ⦃y⦄, y ∈ A → ∀ ⦃z⦄, z ∈ B → z ∈ openSegment 𝕜 x y → x ∈ B
end Convexity

section Topology
variable {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y] {f : X → Y} {s t : Set X}
theorem ContinuousOn.mono (hf : ContinuousOn f s) (h : t ⊆ s) : ContinuousOn f t := fun x hx r hr => by
  obtain ⟨u, hu, hxu, k⟩ := mem_nhdsWithin.1 (hf x (h x hx) hr)
  exact mem_nhdsWithin.2 ⟨u, hu, hxu, fun y hy => k y ⟨hy.1, h y hy.2⟩⟩
theorem continuousOn_const {c : Y} : ContinuousOn (fun _ : X => c) s := continuous_const.continuousOn
theorem continuous_id' : Continuous fun x : X => x := continuous_id
theorem continuousAt_const {x : X} {c : Y} : ContinuousAt (fun _ : X => c) x := continuous_const.continuousAt
theorem interior_maximal (h : t ⊆ s) (ht : IsOpen t) : t ⊆ interior s := fun _ hx => mem_interior.2 ⟨t, h, ht, hx⟩
end Topology
section Metric
variable {X : Type u} [PseudoMetricSpace X] {x : X} {ε δ : Real}
theorem Metric.mem_ball_self (h : 0 < ε) : x ∈ Metric.ball x ε := by rw [Metric.mem_ball, dist_self]; exact h
theorem Metric.ball_subset_closedBall : Metric.ball x ε ⊆ Metric.closedBall x ε := fun _ h => Metric.mem_closedBall.2 (le_of_lt (Metric.mem_ball.1 h))
theorem Metric.ball_subset_ball (h : δ ≤ ε) : Metric.ball x δ ⊆ Metric.ball x ε := fun _ k => lt_of_lt_of_le k h
end Metric
theorem Ideal.Quotient.eq_zero_iff_mem {R : Type u} [CommRing R] {I : Ideal R} {x : R} : Ideal.Quotient.mk I x = 0 ↔ x ∈ I := by
  rw [← map_zero (Ideal.Quotient.mk I), Ideal.Quotient.eq, sub_zero]
