module
public import Mathlet.Topology.Instances
public import Mathlet.Algebra.Pi
@[expose] public noncomputable section

/-! # Normed groups, fields and spaces -/

universe u v w

/-- A commutative group with a norm, which gives the distances. -/
class NormedAddCommGroup (E : Type u) extends Norm E, AddCommGroup E, MetricSpace E where
  protected dist_eq : ∀ x y : E, dist x y = norm (x - y)
/-- A field with a multiplicative norm. -/
class NormedField (α : Type u) extends Norm α, Field α, MetricSpace α where
  protected dist_eq : ∀ x y : α, dist x y = norm (x - y)
  protected norm_mul : ∀ a b : α, norm (a * b) = norm a * norm b
/-- Some element has a norm above 1. -/
class NontriviallyNormedField (α : Type u) extends NormedField α where
  protected non_trivial : ∃ x : α, 1 < norm x
attribute [instance 90] NormedAddCommGroup.toNorm NormedAddCommGroup.toAddCommGroup NormedAddCommGroup.toMetricSpace
attribute [instance 80] NormedField.toNorm NormedField.toField NormedField.toMetricSpace NontriviallyNormedField.toNormedField
instance (priority := 80) NormedField.toNormedAddCommGroup {α : Type u} [h : NormedField α] : NormedAddCommGroup α where
  toNorm := h.toNorm
  toMetricSpace := h.toMetricSpace
  dist_eq := h.dist_eq
/-- A vector space with a norm. -/
class NormedSpace (𝕜 : Type u) (E : Type v) [NormedField 𝕜] [NormedAddCommGroup E] extends Module 𝕜 E where
  protected norm_smul_le : ∀ (a : 𝕜) (b : E), norm (a • b) ≤ norm a * norm b
attribute [instance 90] NormedSpace.toModule

section Group
variable {E : Type u} [NormedAddCommGroup E] (a b c : E)
theorem dist_eq_norm : dist a b = norm (a - b) := NormedAddCommGroup.dist_eq a b
@[simp] theorem dist_zero_right : dist a 0 = norm a := by rw [dist_eq_norm, sub_zero]
@[simp] theorem dist_zero_left : dist 0 a = norm a := by rw [dist_comm, dist_zero_right]
@[simp] theorem norm_nonneg : 0 ≤ norm a := by rw [← dist_zero_right]; exact dist_nonneg
@[simp] theorem norm_zero : norm (0 : E) = 0 := by rw [← dist_zero_right]; exact dist_self 0
variable {a} in
@[simp] theorem norm_eq_zero : norm a = 0 ↔ a = 0 := by rw [← dist_zero_right]; exact dist_eq_zero
variable {a} in
theorem norm_pos_iff : 0 < norm a ↔ a ≠ 0 := by rw [← dist_zero_right]; exact dist_pos
theorem norm_sub_rev : norm (a - b) = norm (b - a) := by rw [← dist_eq_norm, dist_comm, dist_eq_norm]
@[simp] theorem norm_neg : norm (-a) = norm a := by have := norm_sub_rev 0 a; rwa [sub_zero, zero_sub] at this
theorem norm_add_le : norm (a + b) ≤ norm a + norm b := by
  have h := dist_triangle a 0 (-b)
  rwa [dist_eq_norm, sub_neg_eq_add, dist_zero_right, dist_zero_left, norm_neg] at h
theorem norm_sub_le : norm (a - b) ≤ norm a + norm b := by
  rw [sub_eq_add_neg]; have := norm_add_le a (-b); rwa [norm_neg] at this
theorem norm_sub_norm_le : norm a - norm b ≤ norm (a - b) := by
  have h := norm_add_le (a - b) b; rw [sub_add_cancel] at h; grind
theorem abs_norm_sub_norm_le : abs (norm a - norm b) ≤ norm (a - b) := by
  have h1 := norm_sub_norm_le a b
  have h2 := norm_sub_norm_le b a
  rw [norm_sub_rev b a] at h2; grind
end Group
/-- A normed group from a norm and its laws. -/
@[reducible] def NormedAddCommGroup.ofNorm (E : Type u) [AddCommGroup E] [Norm E] (zero : norm (0 : E) = 0) (neg : ∀ x : E, norm (-x) = norm x)
    (add : ∀ x y : E, norm (x + y) ≤ norm x + norm y) (sep : ∀ x : E, norm x = 0 → x = 0) : NormedAddCommGroup E where
  toMetricSpace := MetricSpace.ofDist (fun x y => norm (x - y)) (fun x => by show norm (x - x) = 0; rw [sub_self]; exact zero)
    (fun x y => by show norm (x - y) = norm (y - x); rw [← neg, neg_sub])
    (fun x y z => by
      show norm (x - z) ≤ norm (x - y) + norm (y - z)
      rw [show x - z = (x - y) + (y - z) by rw [sub_eq_add_neg x y, sub_eq_add_neg y z, add_assoc, neg_add_cancel_left, ← sub_eq_add_neg]]
      exact add _ _)
    (fun x y h => sub_eq_zero.1 (sep _ h))
  dist_eq _ _ := rfl

instance Real.nontriviallyNormedField : NontriviallyNormedField Real where
  dist_eq _ _ := rfl
  norm_mul := abs_mul
  non_trivial := ⟨2, by rw [Real.norm_eq_abs]; grind⟩
instance Complex.nontriviallyNormedField : NontriviallyNormedField Complex where
  dist_eq _ _ := rfl
  norm_mul := Complex.norm_mul'
  non_trivial := ⟨((2 : Real) : Complex), by rw [Complex.norm_real]; grind⟩
instance Real.normedField : NormedField Real := Real.nontriviallyNormedField.toNormedField
instance Complex.normedField : NormedField Complex := Complex.nontriviallyNormedField.toNormedField
instance Real.normedAddCommGroup : NormedAddCommGroup Real := NormedField.toNormedAddCommGroup
instance Complex.normedAddCommGroup : NormedAddCommGroup Complex := NormedField.toNormedAddCommGroup

section Field
variable {K : Type u} [NormedField K]
@[simp] theorem norm_mul (a b : K) : norm (a * b) = norm a * norm b := NormedField.norm_mul a b
@[simp] theorem norm_one : norm (1 : K) = 1 := by
  have h := norm_mul (1 : K) 1
  rw [mul_one] at h
  have h0 : norm (1 : K) ≠ 0 := fun h => one_ne_zero (norm_eq_zero.1 h)
  exact (mul_right_cancel₀ h0 (by rw [one_mul]; exact h)).symm
@[simp] theorem norm_pow (a : K) (n : Nat) : norm (a ^ n) = norm a ^ n := by
  induction n with
  | zero => rw [pow_zero, pow_zero, norm_one]
  | succ n ih => rw [pow_succ, norm_mul, ih, pow_succ]
@[simp] theorem norm_inv (a : K) : norm a⁻¹ = (norm a)⁻¹ := by
  by_cases h : a = 0
  · rw [h, inv_zero, norm_zero, inv_zero]
  · exact (inv_eq_of_mul_eq_one_right (by rw [← norm_mul, mul_inv_cancel₀ h, norm_one])).symm
@[simp] theorem norm_div (a b : K) : norm (a / b) = norm a / norm b := by rw [div_eq_mul_inv, norm_mul, norm_inv, div_eq_mul_inv]
variable {E : Type v} [NormedAddCommGroup E] [NormedSpace K E]
theorem norm_smul (a : K) (x : E) : norm (a • x) = norm a * norm x := by
  refine le_antisymm (NormedSpace.norm_smul_le a x) ?_
  by_cases h : a = 0
  · rw [h, norm_zero, zero_mul]; exact norm_nonneg _
  · have h1 := NormedSpace.norm_smul_le a⁻¹ (a • x)
    rw [← mul_smul, inv_mul_cancel₀ h, one_smul, norm_inv] at h1
    have h2 := mul_le_mul_of_nonneg_left h1 (norm_nonneg a)
    rwa [← mul_assoc, mul_inv_cancel₀ (fun h' => h (norm_eq_zero.1 h')), one_mul] at h2
theorem dist_smul₀ (a : K) (x y : E) : dist (a • x) (a • y) = norm a * dist x y := by
  rw [dist_eq_norm, dist_eq_norm, ← norm_smul, smul_sub]
end Field

instance (priority := 900) NormedField.toNormedSpace {K : Type u} [NormedField K] : NormedSpace K K where
  norm_smul_le a b := le_of_eq (NormedField.norm_mul a b)
instance Complex.instNormedSpaceReal : NormedSpace Real Complex where
  one_smul := one_smul Real
  mul_smul := mul_smul
  smul_zero := smul_zero
  smul_add := smul_add
  add_smul := add_smul
  zero_smul := zero_smul Real
  norm_smul_le a z := le_of_eq (by
    rw [Algebra.smul_def]
    exact (Complex.norm_mul' _ _).trans (congrArg (· * norm z) (Complex.norm_real a)))

section Products
variable {E : Type u} {F : Type v} [NormedAddCommGroup E] [NormedAddCommGroup F]
instance Prod.toNorm [Norm E] [Norm F] : Norm (E × F) := ⟨fun x => max (norm x.1) (norm x.2)⟩
theorem Prod.norm_def [Norm E] [Norm F] (x : E × F) : norm x = max (norm x.1) (norm x.2) := rfl
instance Prod.normedAddCommGroup : NormedAddCommGroup (E × F) where
  dist_eq x y := by rw [Prod.dist_eq, dist_eq_norm, dist_eq_norm]; rfl
instance Prod.normedSpace {𝕜 : Type w} [NormedField 𝕜] [NormedSpace 𝕜 E] [NormedSpace 𝕜 F] : NormedSpace 𝕜 (E × F) where
  norm_smul_le c x := by
    have h1 := norm_smul c x.1
    have h2 := norm_smul c x.2
    show max (norm (c • x.1)) (norm (c • x.2)) ≤ norm c * max (norm x.1) (norm x.2)
    rw [h1, h2]
    exact max_le (mul_le_mul_of_nonneg_left (le_max_left _ _) (norm_nonneg c)) (mul_le_mul_of_nonneg_left (le_max_right _ _) (norm_nonneg c))
end Products
section Pi
variable {ι : Type u} [Fintype ι] {G : ι → Type v}
instance Pi.toNorm [∀ i, Norm (G i)] : Norm (∀ i, G i) := ⟨fun f => sSup (Set.range fun i => norm (f i))⟩
variable [∀ i, NormedAddCommGroup (G i)]
/-- The largest of the norms. -/
instance Pi.normedAddCommGroup : NormedAddCommGroup (∀ i, G i) where
  dist_eq f g := congrArg (fun a => sSup (Set.range a)) (funext fun i => dist_eq_norm _ _)
theorem Pi.norm_def (f : ∀ i, G i) : norm f = sSup (Set.range fun i => norm (f i)) := rfl
theorem norm_le_pi_norm (f : ∀ i, G i) (i : ι) : norm (f i) ≤ norm f := Real.le_sSup_range (fun i => norm (f i)) i
theorem pi_norm_le_iff_of_nonneg {f : ∀ i, G i} {r : Real} (hr : 0 ≤ r) : norm f ≤ r ↔ ∀ i, norm (f i) ≤ r :=
  ⟨fun h i => le_trans (norm_le_pi_norm f i) h, Real.sSup_range_le hr⟩
instance Pi.normedSpace {𝕜 : Type w} [NormedField 𝕜] [∀ i, NormedSpace 𝕜 (G i)] : NormedSpace 𝕜 (∀ i, G i) where
  norm_smul_le c f := (pi_norm_le_iff_of_nonneg (mul_nonneg (norm_nonneg c) (norm_nonneg f))).2 fun i => by
    have h := norm_smul c (f i)
    rw [Pi.smul_apply, h]
    exact mul_le_mul_of_nonneg_left (norm_le_pi_norm f i) (norm_nonneg c)
end Pi
