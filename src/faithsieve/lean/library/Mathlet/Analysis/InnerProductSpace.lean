module
public import Mathlet.Analysis.Normed
public import Mathlet.LinearAlgebra.Basis
@[expose] public noncomputable section

/-! # Inner products and Euclidean spaces -/

universe u v w

/-- The field is ℝ or ℂ: parts, imaginary unit and conjugate, with the laws that leave only these two. -/
class RCLike (K : Type u) extends NontriviallyNormedField K where
  re : K → Real
  im : K → Real
  I : K
  ofReal : Real → K
  conj : RingHom K K
  protected re_add : ∀ z w : K, re (z + w) = re z + re w
  protected im_add : ∀ z w : K, im (z + w) = im z + im w
  protected I_re : re I = 0
  protected I_mul_I : I = 0 ∨ I * I = -1
  protected re_add_im : ∀ z : K, ofReal (re z) + ofReal (im z) * I = z
  protected ofReal_re : ∀ r : Real, re (ofReal r) = r
  protected ofReal_im : ∀ r : Real, im (ofReal r) = 0
  protected mul_re : ∀ z w : K, re (z * w) = re z * re w - im z * im w
  protected mul_im : ∀ z w : K, im (z * w) = re z * im w + im z * re w
  protected conj_re : ∀ z : K, re (conj z) = re z
  protected conj_im : ∀ z : K, im (conj z) = -im z
  protected conj_I : conj I = -I
  protected norm_sq_eq_def : ∀ z : K, norm z ^ 2 = re z * re z + im z * im z
  protected mul_im_I : ∀ z : K, im z * im I = im z
attribute [instance 70] RCLike.toNontriviallyNormedField
instance (priority := 100) RCLike.coeReal {K : Type u} [RCLike K] : CoeTail Real K := ⟨RCLike.ofReal⟩
instance Real.instRCLike : RCLike Real where
  re x := x
  im _ := 0
  I := 0
  ofReal x := x
  conj := RingHom.id Real
  re_add _ _ := rfl
  im_add _ _ := (add_zero 0).symm
  I_re := rfl
  I_mul_I := .inl rfl
  re_add_im z := by show z + 0 * 0 = z; grind
  ofReal_re _ := rfl
  ofReal_im _ := rfl
  mul_re z w := by grind
  mul_im z w := by grind
  conj_re _ := rfl
  conj_im _ := by grind
  conj_I := by show (0 : Real) = -0; grind
  norm_sq_eq_def z := by rw [Real.norm_eq_abs]; grind
  mul_im_I z := by grind
instance Complex.instRCLike : RCLike Complex where
  re := Complex.re
  im := Complex.im
  I := Complex.I
  ofReal x := (x : Complex)
  conj := Complex.conj
  re_add _ _ := rfl
  im_add _ _ := rfl
  I_re := rfl
  I_mul_I := .inr (by ext <;> simp)
  re_add_im z := by ext <;> simp
  ofReal_re _ := rfl
  ofReal_im _ := rfl
  mul_re _ _ := rfl
  mul_im _ _ := rfl
  conj_re _ := rfl
  conj_im _ := rfl
  conj_I := by ext <;> simp
  norm_sq_eq_def z := (Complex.sq_norm z).trans (Complex.normSq_apply z)
  mul_im_I z := by show z.im * 1 = z.im; rw [mul_one]

/-- Something with an inner product, written `⟪x, y⟫_𝕜`. -/
class Inner (𝕜 : Type u) (E : Type v) where
  inner : E → E → 𝕜
/-- The inner product. -/
def inner (𝕜 : Type u) {E : Type v} [Inner 𝕜 E] (x y : E) : 𝕜 := Inner.inner x y
/-- A vector space with an inner product, which gives the norm. -/
class InnerProductSpace (𝕜 : Type u) (E : Type v) [RCLike 𝕜] [NormedAddCommGroup E] extends NormedSpace 𝕜 E, Inner 𝕜 E where
  protected norm_sq_eq_re_inner : ∀ x : E, norm x ^ 2 = RCLike.re (inner x x)
  protected conj_inner_symm : ∀ x y : E, RCLike.conj (inner y x) = inner x y
  protected add_left : ∀ x y z : E, inner (x + y) z = inner x z + inner y z
  protected smul_left : ∀ (x y : E) (r : 𝕜), inner (r • x) y = RCLike.conj r * inner x y
attribute [instance 90] InnerProductSpace.toNormedSpace
section
variable {E : Type v} [NormedAddCommGroup E] [InnerProductSpace Real E]
theorem real_inner_comm (x y : E) : inner Real y x = inner Real x y := InnerProductSpace.conj_inner_symm (𝕜 := Real) x y
theorem inner_add_left {𝕜 : Type u} [RCLike 𝕜] {E : Type v} [NormedAddCommGroup E] [InnerProductSpace 𝕜 E] (x y z : E) :
    inner 𝕜 (x + y) z = inner 𝕜 x z + inner 𝕜 y z := InnerProductSpace.add_left x y z
theorem real_inner_smul_left (x y : E) (r : Real) : inner Real (r • x) y = r * inner Real x y := InnerProductSpace.smul_left (𝕜 := Real) x y r
theorem real_inner_self_eq_norm_sq (x : E) : inner Real x x = norm x ^ 2 := (InnerProductSpace.norm_sq_eq_re_inner (𝕜 := Real) x).symm
theorem inner_add_right_real (x y z : E) : inner Real x (y + z) = inner Real x y + inner Real x z := by
  rw [← real_inner_comm, inner_add_left, real_inner_comm x y, real_inner_comm x z]
end
instance Real.instInnerProductSpace : InnerProductSpace Real Real where
  inner x y := y * x
  norm_sq_eq_re_inner x := by show norm x ^ 2 = x * x; rw [Real.norm_eq_abs]; grind
  conj_inner_symm x y := by show x * y = y * x; grind
  add_left x y z := by show z * (x + y) = z * x + z * y; grind
  smul_left x y r := by show y * (r * x) = r * (y * x); grind

/-! ## Euclidean spaces -/

namespace Mathlet
/-- The inequality of Cauchy and Schwarz for sums. -/
theorem sum_mul_sq_le {ι : Type u} (s : Finset ι) (f g : ι → Real) :
    s.sum (fun i => f i * g i) ^ 2 ≤ s.sum (fun i => f i ^ 2) * s.sum (fun i => g i ^ 2) ∧ 0 ≤ s.sum (fun i => f i ^ 2) ∧ 0 ≤ s.sum fun i => g i ^ 2 := by
  classical
  induction s using Finset.induction_on with
  | empty => simp only [Finset.sum_empty]; grind
  | insert a s ha ih =>
    obtain ⟨h1, h2, h3⟩ := ih
    rw [Finset.sum_insert ha, Finset.sum_insert ha, Finset.sum_insert ha]
    generalize s.sum (fun i => f i * g i) = S at *
    generalize s.sum (fun i => f i ^ 2) = A at *
    generalize s.sum (fun i => g i ^ 2) = B at *
    generalize f a = x
    generalize g a = y
    have hx : 0 ≤ x ^ 2 := sq_nonneg x
    have hy : 0 ≤ y ^ 2 := sq_nonneg y
    refine ⟨?_, by grind, by grind⟩
    have ht : 0 ≤ A * y ^ 2 + B * x ^ 2 := by
      have := mul_nonneg h2 hy; have := mul_nonneg h3 hx; grind
    have hq : (2 * (S * (x * y))) ^ 2 ≤ (A * y ^ 2 + B * x ^ 2) ^ 2 := by
      have k1 := mul_le_mul_of_nonneg_right h1 (mul_nonneg hx hy)
      have k2 := sq_nonneg (A * y ^ 2 - B * x ^ 2)
      grind
    have hle : 2 * (S * (x * y)) ≤ A * y ^ 2 + B * x ^ 2 := by
      by_cases hc : 2 * (S * (x * y)) ≤ A * y ^ 2 + B * x ^ 2
      · exact hc
      · exfalso
        have hc' : A * y ^ 2 + B * x ^ 2 < 2 * (S * (x * y)) := lt_of_not_ge hc
        have k1 := mul_pos (sub_pos.2 hc') (lt_of_le_of_lt ht hc')
        have k2 := mul_nonneg (le_of_lt (sub_pos.2 hc')) ht
        grind
    grind
end Mathlet

namespace Mathlet
variable {K : Type u} [RCLike K]
theorem re_sum {ι : Type v} (s : Finset ι) (f : ι → K) : RCLike.re (s.sum f) = s.sum fun i => RCLike.re (f i) := by
  classical
  have h0 : RCLike.re (0 : K) = 0 := by have := RCLike.re_add (0 : K) 0; rw [add_zero] at this; grind
  induction s using Finset.induction_on with
  | empty => exact h0
  | insert a s ha ih => rw [Finset.sum_insert ha, Finset.sum_insert ha, RCLike.re_add, ih]
theorem conj_sum {ι : Type v} (s : Finset ι) (f : ι → K) : RCLike.conj (s.sum f) = s.sum fun i => RCLike.conj (f i) := by
  classical
  induction s using Finset.induction_on with
  | empty => exact map_zero _
  | insert a s ha ih => rw [Finset.sum_insert ha, Finset.sum_insert ha, map_add, ih]
theorem conj_conj (z : K) : RCLike.conj (RCLike.conj z) = z := by
  have h (w : K) : w = RCLike.ofReal (RCLike.re w) + RCLike.ofReal (RCLike.im w) * RCLike.I := (RCLike.re_add_im w).symm
  rw [h (RCLike.conj (RCLike.conj z)), RCLike.conj_re, RCLike.conj_re, RCLike.conj_im, RCLike.conj_im, neg_neg, ← h z]
end Mathlet

/-- Columns of numbers with the Euclidean norm. -/
def EuclideanSpace (𝕜 : Type u) (n : Type v) : Type (max v u) := n → 𝕜
namespace EuclideanSpace
variable {𝕜 : Type u} {n : Type v}
instance [Inhabited 𝕜] : Inhabited (EuclideanSpace 𝕜 n) := ⟨fun _ => default⟩
instance instAddCommGroup [RCLike 𝕜] : AddCommGroup (EuclideanSpace 𝕜 n) := inferInstanceAs (AddCommGroup (n → 𝕜))
instance instModule [RCLike 𝕜] : Module 𝕜 (EuclideanSpace 𝕜 n) := inferInstanceAs (Module 𝕜 (n → 𝕜))
variable [Fintype n] [RCLike 𝕜]
instance instNorm : Norm (EuclideanSpace 𝕜 n) := ⟨fun x => Real.sqrt (Finset.univ.sum fun i => norm (x i) ^ 2)⟩
theorem norm_eq (x : EuclideanSpace 𝕜 n) : norm x = Real.sqrt (Finset.univ.sum fun i => norm (x i) ^ 2) := rfl
protected theorem sumNonneg (x : EuclideanSpace 𝕜 n) : 0 ≤ Finset.univ.sum fun i => norm (x i) ^ 2 := Finset.sum_nonneg fun i _ => sq_nonneg _
protected theorem normSq (x : EuclideanSpace 𝕜 n) : norm x ^ 2 = Finset.univ.sum fun i => norm (x i) ^ 2 := Real.sq_sqrt (EuclideanSpace.sumNonneg x)
protected theorem normNonneg (x : EuclideanSpace 𝕜 n) : 0 ≤ norm x := Real.sqrt_nonneg _
protected theorem leOfSq {a b : Real} (hb : 0 ≤ b) (h : a ^ 2 ≤ b ^ 2) : a ≤ b := by
  by_cases hc : a ≤ b
  · exact hc
  · exfalso
    have hc' : b < a := lt_of_not_ge hc
    have k1 := mul_pos (sub_pos.2 hc') (lt_of_le_of_lt hb hc')
    have k2 := mul_nonneg (le_of_lt (sub_pos.2 hc')) hb
    grind
instance instNormedAddCommGroup : NormedAddCommGroup (EuclideanSpace 𝕜 n) := NormedAddCommGroup.ofNorm _
  (by
    rw [norm_eq, Finset.sum_eq_zero, Real.sqrt_zero]
    intro i _
    show norm (0 : 𝕜) ^ 2 = 0
    rw [norm_zero]; grind)
  (fun x => by
    rw [norm_eq, norm_eq]
    exact congrArg Real.sqrt (Finset.sum_congr rfl fun i _ => by show norm (-(x i)) ^ 2 = _; rw [norm_neg]))
  (fun x y => by
    have hx := EuclideanSpace.normNonneg x
    have hy := EuclideanSpace.normNonneg y
    refine EuclideanSpace.leOfSq (by grind) ?_
    have h1 : norm (x + y) ^ 2 ≤ Finset.univ.sum fun i => (norm (x i) + norm (y i)) ^ 2 := by
      rw [EuclideanSpace.normSq]
      refine Finset.sum_le_sum fun i _ => ?_
      have k := norm_add_le (x i) (y i)
      have k0 : 0 ≤ norm (x i + y i) := norm_nonneg _
      have k1 := mul_le_mul_of_nonneg_left k k0
      have k2 := mul_le_mul_of_nonneg_right k (le_trans k0 k)
      show norm (x i + y i) ^ 2 ≤ _
      grind
    have h2 : (Finset.univ.sum fun i => (norm (x i) + norm (y i)) ^ 2) =
        norm x ^ 2 + 2 * (Finset.univ.sum fun i => norm (x i) * norm (y i)) + norm y ^ 2 := by
      rw [EuclideanSpace.normSq, EuclideanSpace.normSq, Finset.mul_sum, ← Finset.sum_add_distrib, ← Finset.sum_add_distrib]
      exact Finset.sum_congr rfl fun i _ => by grind
    have h3 : (Finset.univ.sum fun i => norm (x i) * norm (y i)) ≤ norm x * norm y := by
      refine EuclideanSpace.leOfSq (mul_nonneg hx hy) ?_
      rw [mul_pow, EuclideanSpace.normSq, EuclideanSpace.normSq]
      exact (Mathlet.sum_mul_sq_le Finset.univ (fun i => norm (x i)) fun i => norm (y i)).1
    grind)
  (fun x h => funext fun i => by
    have h0 : (Finset.univ.sum fun i => norm (x i) ^ 2) = 0 := by rw [← EuclideanSpace.normSq, h]; grind
    have h1 : norm (x i) ^ 2 ≤ Finset.univ.sum fun i => norm (x i) ^ 2 :=
      Finset.single_le_sum (f := fun i => norm (x i) ^ 2) (fun j _ => sq_nonneg _) (Finset.mem_univ i)
    have h2 : norm (x i) = 0 := by
      have := sq_nonneg (norm (x i))
      have h3 : norm (x i) ^ 2 = 0 := by grind
      rw [pow_two] at h3
      exact (NoZeroDivisors.eq_zero_or_eq_zero_of_mul_eq_zero h3).elim (fun h => h) fun h => h
    exact norm_eq_zero.1 h2)
instance instInnerProductSpace : InnerProductSpace 𝕜 (EuclideanSpace 𝕜 n) where
  inner x y := Finset.univ.sum fun i => y i * RCLike.conj (x i)
  norm_smul_le c x := EuclideanSpace.leOfSq (mul_nonneg (norm_nonneg c) (EuclideanSpace.normNonneg x)) (le_of_eq (by
    rw [mul_pow, EuclideanSpace.normSq, EuclideanSpace.normSq, Finset.mul_sum]
    exact Finset.sum_congr rfl fun i _ => by show norm (c * x i) ^ 2 = _; rw [norm_mul, mul_pow]))
  norm_sq_eq_re_inner x := by
    rw [EuclideanSpace.normSq]
    refine Eq.trans ?_ (Mathlet.re_sum _ _).symm
    refine Finset.sum_congr rfl fun i _ => ?_
    rw [RCLike.norm_sq_eq_def, RCLike.mul_re, RCLike.conj_re, RCLike.conj_im]; grind
  conj_inner_symm x y := by
    refine (Mathlet.conj_sum _ _).trans (Finset.sum_congr rfl fun i _ => ?_)
    rw [map_mul, Mathlet.conj_conj, mul_comm]
  add_left x y z := by
    refine Eq.trans (Finset.sum_congr rfl fun i _ => ?_) Finset.sum_add_distrib
    show z i * RCLike.conj (x i + y i) = _
    rw [map_add, mul_add]
  smul_left x y r := by
    rw [Finset.mul_sum]
    refine Finset.sum_congr rfl fun i _ => ?_
    show y i * RCLike.conj (r * x i) = _
    rw [map_mul, mul_left_comm]
theorem inner_eq_star_dotProduct' (x y : EuclideanSpace 𝕜 n) : inner 𝕜 x y = Finset.univ.sum fun i => y i * RCLike.conj (x i) := rfl
theorem dist_eq (x y : EuclideanSpace 𝕜 n) : dist x y = Real.sqrt (Finset.univ.sum fun i => dist (x i) (y i) ^ 2) := by
  show norm (x - y) = _
  rw [norm_eq]
  exact congrArg Real.sqrt (Finset.sum_congr rfl fun i _ => by rw [dist_eq_norm]; rfl)
end EuclideanSpace
