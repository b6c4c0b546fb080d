module
public import Mathlet.Analysis.Normed
public import Mathlet.LinearAlgebra.LinearMap
@[expose] public noncomputable section

/-! # Derivatives -/

universe u v w x y

open Filter

/-- A linear map that is continuous, `E →L[𝕜] F`. -/
structure ContinuousLinearMap {R : Type u} {S : Type v} [Semiring R] [Semiring S] (σ : RingHom R S) (M : Type w) [TopologicalSpace M]
    [AddCommMonoid M] (N : Type x) [TopologicalSpace N] [AddCommMonoid N] [Module R M] [Module S N] extends LinearMap σ M N where
  cont : Continuous toFun
namespace ContinuousLinearMap
variable {R : Type u} {S : Type v} [Semiring R] [Semiring S] {σ : RingHom R S} {M : Type w} [TopologicalSpace M]
    [AddCommMonoid M] {N : Type x} [TopologicalSpace N] [AddCommMonoid N] [Module R M] [Module S N]
instance : FunLike (ContinuousLinearMap σ M N) M fun _ => N := ⟨fun f => f.toFun, fun f g h => by
  cases f with | mk f _ => cases g with | mk g _ =>
    have : f = g := LinearMap.ext fun x => congrFun h x
    subst this; rfl⟩
@[ext] theorem ext {f g : ContinuousLinearMap σ M N} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
instance : AddHomClass (ContinuousLinearMap σ M N) M N := ⟨fun f => f.map_add'⟩
instance : ZeroHomClass (ContinuousLinearMap σ M N) M N := ⟨fun f => map_zero f.toLinearMap⟩
instance : CoeOut (ContinuousLinearMap σ M N) (LinearMap σ M N) := ⟨toLinearMap⟩
protected theorem continuous (f : ContinuousLinearMap σ M N) : Continuous f := f.cont
instance : Zero (ContinuousLinearMap σ M N) := ⟨⟨⟨fun _ => 0, fun _ _ => (add_zero 0).symm, fun c _ => (smul_zero _).symm⟩, continuous_const⟩⟩
@[simp] theorem zero_apply (x : M) : (0 : ContinuousLinearMap σ M N) x = 0 := rfl
instance : Inhabited (ContinuousLinearMap σ M N) := ⟨0⟩
end ContinuousLinearMap
/-- The identity. -/
def ContinuousLinearMap.id (R : Type u) [Semiring R] (M : Type w) [TopologicalSpace M] [AddCommMonoid M] [Module R M] :
    ContinuousLinearMap (RingHom.id R) M M := ⟨⟨fun x => x, fun _ _ => rfl, fun _ _ => rfl⟩, continuous_id⟩
/-- The operator norm. -/
instance ContinuousLinearMap.hasOpNorm {R : Type u} {S : Type v} [NormedField R] [NormedField S] {σ : RingHom R S} {M : Type w} {N : Type x}
    [NormedAddCommGroup M] [NormedAddCommGroup N] [NormedSpace R M] [NormedSpace S N] : Norm (ContinuousLinearMap σ M N) :=
  ⟨fun f => sInf (setOf fun c => 0 ≤ c ∧ ∀ x, norm (f x) ≤ c * norm x)⟩

section General
variable {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [NormedAddCommGroup E] [NormedSpace 𝕜 E] {F : Type w} [NormedAddCommGroup F]
  [NormedSpace 𝕜 F]
/-- `f'` is the derivative of `f` at `x` within `s`: the difference is small beside `y - x`. -/
def HasFDerivWithinAt (f : E → F) (f' : ContinuousLinearMap (RingHom.id 𝕜) E F) (s : Set E) (x : E) : Prop :=
  ∀ c : Real, 0 < c → Filter.Eventually (fun y => norm (f y - f x - f' (y - x)) ≤ c * norm (y - x)) (nhdsWithin x s)
/-- `f'` is the derivative of `f` at `x`. -/
def HasFDerivAt (f : E → F) (f' : ContinuousLinearMap (RingHom.id 𝕜) E F) (x : E) : Prop :=
  ∀ c : Real, 0 < c → Filter.Eventually (fun y => norm (f y - f x - f' (y - x)) ≤ c * norm (y - x)) (nhds x)
variable (𝕜)
def DifferentiableWithinAt (f : E → F) (s : Set E) (x : E) : Prop :=
  ∃ f' : ContinuousLinearMap (RingHom.id 𝕜) E F, HasFDerivWithinAt f f' s x
def DifferentiableAt (f : E → F) (x : E) : Prop := ∃ f' : ContinuousLinearMap (RingHom.id 𝕜) E F, HasFDerivAt f f' x
def DifferentiableOn (f : E → F) (s : Set E) : Prop := ∀ x, x ∈ s → DifferentiableWithinAt 𝕜 f s x
def Differentiable (f : E → F) : Prop := ∀ x, DifferentiableAt 𝕜 f x
open Classical in
/-- The derivative within a set; 0 where there is none. -/
def fderivWithin (f : E → F) (s : Set E) (x : E) : ContinuousLinearMap (RingHom.id 𝕜) E F :=
  if HasFDerivWithinAt f (0 : ContinuousLinearMap (RingHom.id 𝕜) E F) s x then 0
  else if h : DifferentiableWithinAt 𝕜 f s x then Classical.choose h else 0
open Classical in
/-- The derivative as a linear map; 0 where there is none. -/
def fderiv (f : E → F) (x : E) : ContinuousLinearMap (RingHom.id 𝕜) E F :=
  if h : DifferentiableAt 𝕜 f x then Classical.choose h else 0
theorem DifferentiableAt.hasFDerivAt {f : E → F} {x : E} (h : DifferentiableAt 𝕜 f x) : HasFDerivAt f (fderiv 𝕜 f x) x := by
  unfold fderiv; rw [dif_pos h]; exact Classical.choose_spec h
theorem hasFDerivWithinAt_univ {f : E → F} {f' : ContinuousLinearMap (RingHom.id 𝕜) E F} {x : E} :
    HasFDerivWithinAt f f' Set.univ x ↔ HasFDerivAt f f' x := by unfold HasFDerivWithinAt HasFDerivAt; rw [nhdsWithin_univ]
theorem differentiableOn_univ {f : E → F} : DifferentiableOn 𝕜 f Set.univ ↔ Differentiable 𝕜 f :=
  ⟨fun h x => (h x trivial).elim fun f' hf => ⟨f', (hasFDerivWithinAt_univ 𝕜).1 hf⟩,
    fun h x _ => (h x).elim fun f' hf => ⟨f', (hasFDerivWithinAt_univ 𝕜).2 hf⟩⟩
/-- A linear map with a bound is continuous. -/
def LinearMap.mkContinuous {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [NormedAddCommGroup E] [NormedSpace 𝕜 E] {F : Type w}
    [NormedAddCommGroup F] [NormedSpace 𝕜 F] (f : LinearMap (RingHom.id 𝕜) E F) (C : Real) (h : ∀ x, norm (f x) ≤ C * norm x) :
    ContinuousLinearMap (RingHom.id 𝕜) E F where
  toLinearMap := f
  cont := Metric.continuous_iff.2 fun b ε hε => by
    have e : ∀ a, dist (f a) (f b) ≤ C * dist a b := fun a => by
      have e1 : f a - f b = f (a - b) := by
        have h1 : f (a - b) + f b = f a := by rw [← map_add, sub_add_cancel]
        rw [← h1, add_sub_cancel_right]
      rw [dist_eq_norm, dist_eq_norm, e1]; exact h _
    refine ⟨ε / (abs C + 1), div_pos hε (by grind), fun a ha => ?_⟩
    have h1 := (lt_div_iff₀ (by grind : (0 : Real) < abs C + 1)).1 ha
    have h2 := mul_le_mul_of_nonneg_right (le_abs_self C) (dist_nonneg (x := a) (y := b))
    have h3 : 0 ≤ dist a b := dist_nonneg
    refine lt_of_le_of_lt (le_trans (e a) h2) ?_
    grind
end General

section OneVariable
variable {𝕜 : Type u} [NontriviallyNormedField 𝕜] {F : Type w} [NormedAddCommGroup F] [NormedSpace 𝕜 F]
/-- `f'` is the derivative of `f` at `x` within `s`. -/
def HasDerivWithinAt (f : 𝕜 → F) (f' : F) (s : Set 𝕜) (x : 𝕜) : Prop :=
  ∀ c : Real, 0 < c → Filter.Eventually (fun y => norm (f y - f x - (y - x) • f') ≤ c * norm (y - x)) (nhdsWithin x s)
/-- `f'` is the derivative of `f` at `x`. -/
def HasDerivAt (f : 𝕜 → F) (f' : F) (x : 𝕜) : Prop :=
  ∀ c : Real, 0 < c → Filter.Eventually (fun y => norm (f y - f x - (y - x) • f') ≤ c * norm (y - x)) (nhds x)
open Classical in
/-- The derivative; 0 where there is none. -/
def deriv (f : 𝕜 → F) (x : 𝕜) : F := if h : ∃ f', HasDerivAt f f' x then Classical.choose h else 0
open Classical in
/-- The derivative within a set; 0 where there is none. -/
def derivWithin (f : 𝕜 → F) (s : Set 𝕜) (x : 𝕜) : F :=
  if HasDerivWithinAt f 0 s x then 0 else if h : ∃ f', HasDerivWithinAt f f' s x then Classical.choose h else 0
/-- The derivative of the derivative, and so on. -/
def iteratedDeriv (n : Nat) (f : 𝕜 → F) : 𝕜 → F := Function.iterate deriv n f
@[simp] theorem iteratedDeriv_zero {f : 𝕜 → F} : iteratedDeriv 0 f = f := rfl
@[simp] theorem iteratedDeriv_one {f : 𝕜 → F} : iteratedDeriv 1 f = deriv f := rfl
theorem iteratedDeriv_succ {n : Nat} {f : 𝕜 → F} : iteratedDeriv (n + 1) f = deriv (iteratedDeriv n f) := Function.iterate_succ_apply' deriv n f
theorem iteratedDeriv_succ' {n : Nat} {f : 𝕜 → F} : iteratedDeriv (n + 1) f = iteratedDeriv n (deriv f) := rfl
theorem iteratedDeriv_eq_iterate {n : Nat} {f : 𝕜 → F} : iteratedDeriv n f = Function.iterate deriv n f := rfl

/-- The linear map of one variable with a given slope. -/
protected def ContinuousLinearMap.slope (v : F) : ContinuousLinearMap (RingHom.id 𝕜) 𝕜 F :=
  LinearMap.mkContinuous ⟨fun h => h • v, fun _ _ => add_smul _ _ _, fun c h => mul_smul c h v⟩ (norm v) fun h => by
    show norm (h • v) ≤ norm v * norm h
    rw [norm_smul, mul_comm]
theorem ContinuousLinearMap.slope_apply (v : F) (h : 𝕜) : ContinuousLinearMap.slope v h = h • v := rfl
theorem hasDerivAt_iff_hasFDerivAt {f : 𝕜 → F} {f' : F} {x : 𝕜} : HasDerivAt f f' x ↔ HasFDerivAt f (ContinuousLinearMap.slope (𝕜 := 𝕜) f') x := Iff.rfl
theorem hasFDerivAt_iff_hasDerivAt {f : 𝕜 → F} {f' : ContinuousLinearMap (RingHom.id 𝕜) 𝕜 F} {x : 𝕜} : HasFDerivAt f f' x ↔ HasDerivAt f (f' 1) x := by
  have e : ∀ h : 𝕜, f' h = h • f' 1 := fun h => by
    have h1 : f' (h • (1 : 𝕜)) = h • f' 1 := f'.map_smul' h 1
    rwa [smul_eq_mul, mul_one] at h1
  unfold HasFDerivAt HasDerivAt
  exact ⟨fun h c hc => (h c hc).mono fun y hy => by rw [e] at hy; exact hy, fun h c hc => (h c hc).mono fun y hy => by rw [e]; exact hy⟩
theorem differentiableAt_iff_exists_hasDerivAt {f : 𝕜 → F} {x : 𝕜} : DifferentiableAt 𝕜 f x ↔ ∃ f', HasDerivAt f f' x :=
  ⟨fun ⟨f', h⟩ => ⟨f' 1, hasFDerivAt_iff_hasDerivAt.1 h⟩, fun ⟨_, h⟩ => ⟨_, hasDerivAt_iff_hasFDerivAt.1 h⟩⟩
theorem DifferentiableAt.hasDerivAt {f : 𝕜 → F} {x : 𝕜} (h : DifferentiableAt 𝕜 f x) : HasDerivAt f (deriv f x) x := by
  have h' := differentiableAt_iff_exists_hasDerivAt.1 h
  unfold deriv; rw [dif_pos h']; exact Classical.choose_spec h'
theorem HasDerivAt.differentiableAt {f : 𝕜 → F} {f' : F} {x : 𝕜} (h : HasDerivAt f f' x) : DifferentiableAt 𝕜 f x :=
  differentiableAt_iff_exists_hasDerivAt.2 ⟨_, h⟩
theorem deriv_zero_of_not_differentiableAt {f : 𝕜 → F} {x : 𝕜} (h : ¬ DifferentiableAt 𝕜 f x) : deriv f x = 0 := by
  unfold deriv; rw [dif_neg fun h' => h (differentiableAt_iff_exists_hasDerivAt.2 h')]
/-- There are elements of small norm other than 0. -/
theorem NormedField.exists_norm_lt (𝕜 : Type u) [NontriviallyNormedField 𝕜] {r : Real} (hr : 0 < r) : ∃ x : 𝕜, 0 < norm x ∧ norm x < r := by
  obtain ⟨z, hz⟩ := NontriviallyNormedField.non_trivial (α := 𝕜)
  have hz0 : z ≠ 0 := fun h => by rw [h, norm_zero] at hz; grind
  -- powers of the norm grow at least in steps of `norm z - 1`
  have grow : ∀ n : Nat, (n : Real) * (norm z - 1) < norm z ^ n := fun n => by
    induction n with
    | zero => rw [Nat.cast_zero, pow_zero]; grind
    | succ n ih =>
      rw [Nat.cast_succ, pow_succ]
      have h1 := one_le_pow₀ (a := norm z) (by grind) (n := n)
      have h2 := mul_le_mul_of_nonneg_right h1 (a := norm z - 1) (by grind)
      grind
  obtain ⟨n, hn⟩ := Real.exists_nat_gt (r⁻¹ / (norm z - 1))
  have h1 := (div_lt_iff₀ (by grind : 0 < norm z - 1)).1 hn
  have h2 : r⁻¹ < norm z ^ n := lt_trans h1 (grow n)
  have h3 : 0 < norm z ^ n := pow_pos (by grind) n
  refine ⟨(z ^ n)⁻¹, norm_pos_iff.2 (inv_ne_zero (pow_ne_zero n hz0)), ?_⟩
  rw [norm_inv, norm_pow]
  have h4 := mul_lt_mul_of_pos_left h2 (mul_pos hr (inv_pos_of_pos h3))
  have e1 : r * (norm z ^ n)⁻¹ * r⁻¹ = (norm z ^ n)⁻¹ := by grind
  have e2 : r * (norm z ^ n)⁻¹ * norm z ^ n = r := by grind
  rwa [e1, e2] at h4
/-- A function has one derivative at most. -/
theorem HasDerivAt.unique {f : 𝕜 → F} {f₀ f₁ : F} {x : 𝕜} (h₀ : HasDerivAt f f₀ x) (h₁ : HasDerivAt f f₁ x) : f₀ = f₁ := by
  apply Classical.byContradiction; intro hne
  have hp : 0 < norm (f₀ - f₁) := norm_pos_iff.2 fun h => hne (sub_eq_zero.1 h)
  have hc : 0 < norm (f₀ - f₁) / 4 := by grind
  obtain ⟨δ, hδ, hs⟩ := Metric.mem_nhds_iff.1 (Filter.inter_mem (h₀ _ hc) (h₁ _ hc))
  obtain ⟨t, ht, htd⟩ := NormedField.exists_norm_lt 𝕜 hδ
  have ey : x + t - x = t := by grind
  obtain ⟨k0, k1⟩ := hs (x + t) (by rw [Metric.mem_ball, dist_eq_norm, ey]; exact htd)
  have k0 : norm (f (x + t) - f x - (x + t - x) • f₀) ≤ norm (f₀ - f₁) / 4 * norm (x + t - x) := k0
  have k1 : norm (f (x + t) - f x - (x + t - x) • f₁) ≤ norm (f₀ - f₁) / 4 * norm (x + t - x) := k1
  rw [ey] at k0 k1
  have k2 := norm_sub_le (f (x + t) - f x - t • f₁) (f (x + t) - f x - t • f₀)
  have e2 : f (x + t) - f x - t • f₁ - (f (x + t) - f x - t • f₀) = t • (f₀ - f₁) := by
    rw [smul_sub]; generalize f (x + t) - f x = a; generalize t • f₀ = b; generalize t • f₁ = d; grind
  rw [e2, norm_smul] at k2
  have k3 : norm t * norm (f₀ - f₁) ≤ 2 * (norm (f₀ - f₁) / 4 * norm t) := by grind
  have k4 := mul_pos ht hp
  grind
theorem HasDerivAt.deriv {f : 𝕜 → F} {f' : F} {x : 𝕜} (h : HasDerivAt f f' x) : deriv f x = f' := h.differentiableAt.hasDerivAt.unique h
theorem fderiv_apply_one_eq_deriv {f : 𝕜 → F} {x : 𝕜} : fderiv 𝕜 f x 1 = deriv f x := by
  by_cases h : DifferentiableAt 𝕜 f x
  · exact (hasFDerivAt_iff_hasDerivAt.1 (h.hasFDerivAt)).unique h.hasDerivAt
  · rw [deriv_zero_of_not_differentiableAt h]; unfold fderiv; rw [dif_neg h]; rfl
theorem hasDerivAt_const (x : 𝕜) (c : F) : HasDerivAt (fun _ => c) 0 x := fun c' hc => Eventually.of_forall fun y => by
  rw [sub_self, smul_zero, sub_zero, norm_zero]; exact mul_nonneg (le_of_lt hc) (norm_nonneg _)
theorem hasDerivAt_id (x : 𝕜) : HasDerivAt id 1 x := fun c' hc => Eventually.of_forall fun y => by
  show norm (y - x - (y - x) * 1) ≤ _
  rw [mul_one, sub_self, norm_zero]; exact mul_nonneg (le_of_lt hc) (norm_nonneg _)
theorem HasDerivAt.add {f g : 𝕜 → F} {f' g' : F} {x : 𝕜} (hf : HasDerivAt f f' x) (hg : HasDerivAt g g' x) :
    HasDerivAt (fun y => f y + g y) (f' + g') x := fun c hc => ((hf (c / 2) (half_pos hc)).and (hg (c / 2) (half_pos hc))).mono fun y ⟨h1, h2⟩ => by
  have e : f y + g y - (f x + g x) - (y - x) • (f' + g') = (f y - f x - (y - x) • f') + (g y - g x - (y - x) • g') := by
    rw [smul_add]; generalize (y - x) • f' = a; generalize (y - x) • g' = b; grind
  rw [e]
  have h3 := norm_add_le (f y - f x - (y - x) • f') (g y - g x - (y - x) • g')
  grind
@[simp] theorem deriv_const (x : 𝕜) (c : F) : _root_.deriv (fun _ : 𝕜 => c) x = 0 := (hasDerivAt_const x c).deriv
@[simp] theorem deriv_id (x : 𝕜) : _root_.deriv id x = (1 : 𝕜) := (hasDerivAt_id x).deriv
end OneVariable
