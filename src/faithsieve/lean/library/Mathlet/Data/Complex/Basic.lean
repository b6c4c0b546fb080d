module
public import Mathlet.Analysis.Norm
public import Mathlet.Algebra.Hom
@[expose] public noncomputable section

/-! # The complex numbers -/

/-- A complex number: its real and its imaginary part. -/
structure Complex : Type where
  re : Real
  im : Real

namespace Complex

@[ext] theorem ext {z w : Complex} (h1 : z.re = w.re) (h2 : z.im = w.im) : z = w := by
  cases z; cases w; simp_all

instance : Zero Complex := ⟨⟨0, 0⟩⟩
instance : One Complex := ⟨⟨1, 0⟩⟩
instance : Add Complex := ⟨fun z w => ⟨z.re + w.re, z.im + w.im⟩⟩
instance : Neg Complex := ⟨fun z => ⟨-z.re, -z.im⟩⟩
instance : Sub Complex := ⟨fun z w => ⟨z.re - w.re, z.im - w.im⟩⟩
instance : Mul Complex := ⟨fun z w => ⟨z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re⟩⟩
instance : NatCast Complex := ⟨fun n => ⟨n, 0⟩⟩
instance : IntCast Complex := ⟨fun n => ⟨n, 0⟩⟩
/-- The reals among the complex numbers. -/
@[coe] def ofReal (r : Real) : Complex := ⟨r, 0⟩
instance : Coe Real Complex := ⟨ofReal⟩
/-- The imaginary unit. -/
def I : Complex := ⟨0, 1⟩

@[simp, grind =] theorem zero_re : (0 : Complex).re = 0 := rfl
@[simp, grind =] theorem zero_im : (0 : Complex).im = 0 := rfl
@[simp, grind =] theorem one_re : (1 : Complex).re = 1 := rfl
@[simp, grind =] theorem one_im : (1 : Complex).im = 0 := rfl
@[simp, grind =] theorem add_re (z w : Complex) : (z + w).re = z.re + w.re := rfl
@[simp, grind =] theorem add_im (z w : Complex) : (z + w).im = z.im + w.im := rfl
@[simp, grind =] theorem neg_re (z : Complex) : (-z).re = -z.re := rfl
@[simp, grind =] theorem neg_im (z : Complex) : (-z).im = -z.im := rfl
@[simp, grind =] theorem sub_re (z w : Complex) : (z - w).re = z.re - w.re := rfl
@[simp, grind =] theorem sub_im (z w : Complex) : (z - w).im = z.im - w.im := rfl
@[simp, grind =] theorem mul_re (z w : Complex) : (z * w).re = z.re * w.re - z.im * w.im := rfl
@[simp, grind =] theorem mul_im (z w : Complex) : (z * w).im = z.re * w.im + z.im * w.re := rfl
@[simp, grind =] theorem ofReal_re (r : Real) : (r : Complex).re = r := rfl
@[simp, grind =] theorem ofReal_im (r : Real) : (r : Complex).im = 0 := rfl
@[simp, grind =] theorem I_re : I.re = 0 := rfl
@[simp, grind =] theorem I_im : I.im = 1 := rfl
@[simp, grind =] theorem natCast_re (n : Nat) : (n : Complex).re = n := rfl
@[simp, grind =] theorem natCast_im (n : Nat) : (n : Complex).im = 0 := rfl
@[simp, grind =] theorem intCast_re (n : Int) : (n : Complex).re = n := rfl
@[simp, grind =] theorem intCast_im (n : Int) : (n : Complex).im = 0 := rfl

instance instCommRing : CommRing Complex where
  add_assoc a b c := by ext <;> grind
  zero_add a := by ext <;> grind
  add_zero a := by ext <;> grind
  add_comm a b := by ext <;> grind
  mul_assoc a b c := by ext <;> grind
  one_mul a := by ext <;> grind
  mul_one a := by ext <;> grind
  mul_comm a b := by ext <;> grind
  left_distrib a b c := by ext <;> grind
  right_distrib a b c := by ext <;> grind
  zero_mul a := by ext <;> grind
  mul_zero a := by ext <;> grind
  neg_add_cancel a := by ext <;> grind
  sub_eq_add_neg a b := by ext <;> grind
  nsmul n z := ⟨n * z.re, n * z.im⟩
  nsmul_zero z := by ext <;> (show ((0 : Nat) : Real) * _ = 0; grind)
  nsmul_succ n z := by ext <;> (show ((n + 1 : Nat) : Real) * _ = n * _ + _; grind)
  zsmul n z := ⟨n * z.re, n * z.im⟩
  zsmul_zero' z := by ext <;> (show ((0 : Int) : Real) * _ = 0; grind)
  zsmul_succ' n z := by
    ext <;> (show (((n + 1 : Nat) : Int) : Real) * _ = ((n : Int) : Real) * _ + _; rw [Int.cast_natCast, Int.cast_natCast]; grind)
  zsmul_neg' n z := by
    ext <;> (show ((Int.negSucc n : Int) : Real) * _ = -((((n + 1 : Nat) : Int) : Real) * _)
             rw [Int.cast_negSucc, Int.cast_natCast, neg_mul])
  natCast_zero := ext Nat.cast_zero rfl
  natCast_succ n := ext (Nat.cast_succ n) (show (0 : Real) = 0 + 0 by grind)
  intCast_ofNat n := ext (Int.cast_natCast n) rfl
  intCast_negSucc n := ext (Int.cast_negSucc n) (show (0 : Real) = -0 by grind)

/-- The square of the absolute value. -/
def normSqFun (z : Complex) : Real := z.re * z.re + z.im * z.im
/-- The number with the opposite imaginary part. -/
def conjFun (z : Complex) : Complex := ⟨z.re, -z.im⟩
theorem normSqFun_nonneg (z : Complex) : 0 ≤ normSqFun z := by
  have := mul_self_nonneg z.re; have := mul_self_nonneg z.im; unfold normSqFun; grind
theorem normSqFun_eq_zero {z : Complex} : normSqFun z = 0 ↔ z = 0 := by
  constructor
  · intro h
    unfold normSqFun at h
    have h1 := mul_self_nonneg z.re; have h2 := mul_self_nonneg z.im
    have h3 : z.re * z.re = 0 := by grind
    have h4 : z.im * z.im = 0 := by grind
    ext
    · rcases mul_eq_zero.1 h3 with h | h <;> exact h
    · rcases mul_eq_zero.1 h4 with h | h <;> exact h
  · rintro rfl; unfold normSqFun; grind
instance : Inv Complex := ⟨fun z => ⟨z.re / normSqFun z, -z.im / normSqFun z⟩⟩
@[grind =] theorem inv_re' (z : Complex) : (z⁻¹).re = z.re / normSqFun z := rfl
@[grind =] theorem inv_im' (z : Complex) : (z⁻¹).im = -z.im / normSqFun z := rfl
instance : Div Complex := ⟨fun z w => z * w⁻¹⟩
instance : Nontrivial Complex := ⟨0, 1, fun h => zero_ne_one (congrArg re h)⟩
theorem mul_inv_cancel' {z : Complex} (h : z ≠ 0) : z * z⁻¹ = 1 := by
  have hn : normSqFun z ≠ 0 := fun h' => h (normSqFun_eq_zero.1 h')
  have e : normSqFun z = z.re * z.re + z.im * z.im := rfl
  generalize normSqFun z = n at *
  ext
  · show z.re * (z.re / normSqFun z) - z.im * (-z.im / normSqFun z) = 1
    have e' : normSqFun z = z.re * z.re + z.im * z.im := rfl
    grind
  · show z.re * (-z.im / normSqFun z) + z.im * (z.re / normSqFun z) = 0
    grind
instance instField : Field Complex where
  mul_inv_cancel _ := mul_inv_cancel'
  inv_zero := by ext <;> (show _ / _ = _; grind)
  exists_pair_ne := exists_pair_ne Complex

/-- Complex conjugation. -/
def conj : RingHom Complex Complex where
  toFun := conjFun
  map_one' := by ext <;> (unfold conjFun; grind)
  map_mul' _ _ := by ext <;> (unfold conjFun; grind)
  map_zero' := by ext <;> (unfold conjFun; grind)
  map_add' _ _ := by ext <;> (unfold conjFun; grind)
@[simp, grind =] theorem conj_re (z : Complex) : (conj z).re = z.re := rfl
@[simp, grind =] theorem conj_im (z : Complex) : (conj z).im = -z.im := rfl
/-- The square of the absolute value. -/
def normSq (z : Complex) : Real := normSqFun z
theorem normSq_apply (z : Complex) : normSq z = z.re * z.re + z.im * z.im := rfl
theorem normSq_nonneg (z : Complex) : 0 ≤ normSq z := normSqFun_nonneg z
theorem normSq_eq_zero {z : Complex} : normSq z = 0 ↔ z = 0 := normSqFun_eq_zero
theorem normSq_mul (z w : Complex) : normSq (z * w) = normSq z * normSq w := by
  rw [normSq_apply, normSq_apply, normSq_apply]; grind
attribute [grind =] normSq_apply
theorem mul_conj (z : Complex) : z * conj z = ((normSq z : Real) : Complex) := by ext <;> grind
/-- The absolute value. -/
def abs (z : Complex) : Real := Real.sqrt (normSq z)
instance : Norm Complex := ⟨Complex.abs⟩
theorem norm_def (z : Complex) : norm z = Real.sqrt (normSq z) := rfl
theorem sq_norm (z : Complex) : norm z ^ 2 = normSq z := Real.sq_sqrt (normSq_nonneg z)
theorem norm_nonneg' (z : Complex) : 0 ≤ norm z := Real.sqrt_nonneg _
theorem norm_mul' (z w : Complex) : norm (z * w) = norm z * norm w := by
  rw [norm_def, norm_def, norm_def, normSq_mul, Real.sqrt_mul (normSq_nonneg z)]
theorem abs_re_le_norm (z : Complex) : _root_.abs z.re ≤ norm z := by
  rw [← Real.sqrt_sq_eq_abs]
  apply Real.sqrt_le_sqrt
  have := mul_self_nonneg z.im
  rw [normSq_apply]; grind
theorem abs_im_le_norm (z : Complex) : _root_.abs z.im ≤ norm z := by
  rw [← Real.sqrt_sq_eq_abs]
  apply Real.sqrt_le_sqrt
  have := mul_self_nonneg z.re
  rw [normSq_apply]; grind
theorem norm_add_le' (z w : Complex) : norm (z + w) ≤ norm z + norm w := by
  apply le_of_not_gt; intro h
  have h0 := norm_nonneg' z
  have h1 := norm_nonneg' w
  have h2 := pow_lt_pow_left₀ h (add_nonneg h0 h1) (n := 2) (by decide)
  rw [sq_norm, add_sq, sq_norm, sq_norm] at h2
  -- The product of the norms is at least the scalar product.
  have h3 : z.re * w.re + z.im * w.im ≤ norm z * norm w := by
    apply le_of_not_gt; intro h4
    have h5 := pow_lt_pow_left₀ h4 (mul_nonneg h0 h1) (n := 2) (by decide)
    rw [mul_pow, sq_norm, sq_norm] at h5
    have h6 := sq_nonneg (z.re * w.im - z.im * w.re)
    rw [normSq_apply, normSq_apply] at h5
    grind
  have e : normSq (z + w) = normSq z + normSq w + 2 * (z.re * w.re + z.im * w.im) := by
    rw [normSq_apply, normSq_apply, normSq_apply, add_re, add_im]; grind
  rw [e, mul_assoc] at h2
  generalize norm z * norm w = p at h2 h3
  generalize z.re * w.re + z.im * w.im = q at h2 h3
  clear h h0 h1 e
  grind
@[simp] theorem norm_real (r : Real) : norm (r : Complex) = _root_.abs r := by
  rw [norm_def, normSq_apply, ← Real.sqrt_sq_eq_abs]; congr 1; grind
@[simp] theorem norm_zero' : norm (0 : Complex) = 0 := by
  rw [norm_def, normSq_eq_zero.2 rfl, Real.sqrt_zero]
@[simp] theorem norm_one' : norm (1 : Complex) = 1 := by
  rw [norm_def, normSq_apply, show (1 : Complex).re * (1 : Complex).re + (1 : Complex).im * (1 : Complex).im = 1 by grind, Real.sqrt_one]
theorem norm_eq_zero' {z : Complex} : norm z = 0 ↔ z = 0 := by
  constructor
  · intro h; apply normSq_eq_zero.1; rw [← sq_norm, h]; grind
  · rintro rfl; exact norm_zero'
theorem norm_neg' (z : Complex) : norm (-z) = norm z := by
  rw [norm_def, norm_def]; congr 1; rw [normSq_apply, normSq_apply]; grind
theorem norm_pow' (z : Complex) (n : Nat) : norm (z ^ n) = norm z ^ n := by
  induction n with
  | zero => rw [pow_zero, pow_zero, norm_one']
  | succ n ih => rw [pow_succ, norm_mul', ih, pow_succ]

@[simp] theorem I_mul_I : I * I = -1 := by ext <;> grind
@[simp] theorem I_sq : I ^ 2 = -1 := by rw [pow_two, I_mul_I]
@[grind =] theorem grind_I_sq : I ^ 2 = -1 := I_sq
@[simp, norm_cast] theorem ofReal_inj {r s : Real} : (r : Complex) = s ↔ r = s := ⟨fun h => congrArg re h, fun h => by rw [h]⟩
@[simp, norm_cast] theorem ofReal_add (r s : Real) : ((r + s : Real) : Complex) = r + s := by ext <;> grind
@[simp, norm_cast] theorem ofReal_mul (r s : Real) : ((r * s : Real) : Complex) = r * s := by ext <;> grind
@[simp, norm_cast] theorem ofReal_sub (r s : Real) : ((r - s : Real) : Complex) = r - s := by ext <;> grind
@[simp, norm_cast] theorem ofReal_neg (r : Real) : ((-r : Real) : Complex) = -r := by ext <;> grind
@[simp, norm_cast] theorem ofReal_zero : ((0 : Real) : Complex) = 0 := rfl
@[simp, norm_cast] theorem ofReal_one : ((1 : Real) : Complex) = 1 := rfl
@[simp, norm_cast] theorem ofReal_natCast (n : Nat) : ((n : Real) : Complex) = n := rfl
@[simp, norm_cast] theorem ofReal_intCast (n : Int) : ((n : Real) : Complex) = n := rfl
theorem ofReal_inv (r : Real) : ((r⁻¹ : Real) : Complex) = (r : Complex)⁻¹ := by
  by_cases h : r = 0
  · rw [h, ofReal_zero, inv_zero, inv_zero, ofReal_zero]
  · exact (inv_eq_of_mul_eq_one_right (by rw [← ofReal_mul, mul_inv_cancel₀ h, ofReal_one])).symm
theorem ofReal_pow (r : Real) (n : Nat) : ((r ^ n : Real) : Complex) = (r : Complex) ^ n := by
  induction n with
  | zero => rw [pow_zero, pow_zero, ofReal_one]
  | succ n ih => rw [pow_succ, ofReal_mul, ih, pow_succ]
@[simp] theorem re_ofNat (n : Nat) [n.AtLeastTwo] : (no_index (OfNat.ofNat n) : Complex).re = OfNat.ofNat n := rfl
@[simp] theorem im_ofNat (n : Nat) [n.AtLeastTwo] : (no_index (OfNat.ofNat n) : Complex).im = 0 := rfl
theorem re_add_im (z : Complex) : ((z.re : Real) : Complex) + z.im * I = z := by ext <;> grind
end Complex

instance Complex.instAlgebraReal : Algebra Real Complex where
  smul r z := ⟨r * z.re, r * z.im⟩
  algebraMap := ⟨Complex.ofReal, Complex.ofReal_one, Complex.ofReal_mul, Complex.ofReal_zero, Complex.ofReal_add⟩
  commutes' r z := mul_comm _ _
  smul_def' r z := by
    refine Complex.ext ?_ ?_
    · show r * z.re = r * z.re - 0 * z.im; grind
    · show r * z.im = r * z.im + 0 * z.re; grind
