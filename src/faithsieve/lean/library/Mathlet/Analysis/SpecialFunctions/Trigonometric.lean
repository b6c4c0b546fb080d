module
public import Mathlet.Analysis.SpecialFunctions.Log
@[expose] public noncomputable section

/-! # Sine, cosine and π -/

namespace Complex
theorem conj_expSeq (z : Complex) (n : Nat) : conj (expSeq z n) = expSeq (conj z) n := by
  have h2 : conj (2 : Complex) = 2 := Complex.ext rfl (by show -(0 : Real) = 0; grind)
  have hd : conj (z / 2 ^ n) = conj z / 2 ^ n := by
    have hne : (2 : Complex) ^ n ≠ 0 := pow_ne_zero n two_ne_zero'
    have h := map_mul conj (z / 2 ^ n) (2 ^ n)
    rw [div_mul_cancel₀ z hne, map_pow, h2] at h
    rw [h, mul_div_cancel_right₀ _ hne]
  unfold expSeq
  rw [map_pow, map_add, map_one, hd]
theorem norm_conj (z : Complex) : norm (conj z) = norm z := by
  rw [norm_def, norm_def, normSq_apply, normSq_apply, conj_re, conj_im]; congr 1; grind
theorem exp_conj (z : Complex) : Complex.exp (conj z) = conj (Complex.exp z) := by
  refine (tendsto_exp (conj z)).unique fun ε hε => ?_
  obtain ⟨N, hN⟩ := tendsto_exp z ε hε
  refine ⟨N, fun n hn => ?_⟩
  rw [← conj_expSeq, ← map_sub, norm_conj]
  exact hN n hn
theorem conj_ofReal_mul_I (x : Real) : conj ((x : Complex) * I) = -(x : Complex) * I := by
  refine Complex.ext ?_ ?_ <;> simp
theorem exp_neg_ofReal_mul_I (x : Real) : Complex.exp (-(x : Complex) * I) = conj (Complex.exp ((x : Complex) * I)) := by
  rw [← conj_ofReal_mul_I, exp_conj]
theorem norm_ofReal_mul_I (x : Real) : norm ((x : Complex) * I) = _root_.abs x := by
  have h : norm I = 1 := by
    rw [norm_def, normSq_apply, I_re, I_im, show (0 : Real) * 0 + 1 * 1 = 1 by grind, Real.sqrt_one]
  rw [norm_mul', norm_real, h, mul_one]
theorem half_re (z : Complex) : (z / 2).re = z.re / 2 := by
  have h : (2 : Complex)⁻¹ = ((2⁻¹ : Real) : Complex) := by rw [ofReal_inv]; congr 1
  rw [div_eq_mul_inv, h, mul_re, ofReal_re, ofReal_im, div_eq_mul_inv]; grind
theorem half_im (z : Complex) : (z / 2).im = z.im / 2 := by
  have h : (2 : Complex)⁻¹ = ((2⁻¹ : Real) : Complex) := by rw [ofReal_inv]; congr 1
  rw [div_eq_mul_inv, h, mul_im, ofReal_re, ofReal_im, div_eq_mul_inv]; grind
end Complex

namespace Real
theorem cos_eq_re (x : Real) : Real.cos x = (Complex.exp ((x : Complex) * Complex.I)).re := by
  show (Complex.cos x).re = _
  rw [Complex.cos, Complex.half_re, Complex.add_re, Complex.exp_neg_ofReal_mul_I, Complex.conj_re]; grind
theorem sin_eq_im (x : Real) : Real.sin x = (Complex.exp ((x : Complex) * Complex.I)).im := by
  show (Complex.sin x).re = _
  rw [Complex.sin, Complex.half_re, Complex.mul_re, Complex.I_re, Complex.I_im, Complex.exp_neg_ofReal_mul_I, Complex.sub_im,
    Complex.conj_im]
  grind
end Real
namespace Complex
theorem exp_ofReal_mul_I (x : Real) : Complex.exp ((x : Complex) * I) = ⟨Real.cos x, Real.sin x⟩ :=
  Complex.ext (Real.cos_eq_re x).symm (Real.sin_eq_im x).symm
@[simp, norm_cast] theorem ofReal_cos (x : Real) : ((Real.cos x : Real) : Complex) = Complex.cos x := by
  refine Complex.ext rfl ?_
  rw [Complex.cos, half_im, add_im, exp_neg_ofReal_mul_I, conj_im, ofReal_im]; grind
@[simp, norm_cast] theorem ofReal_sin (x : Real) : ((Real.sin x : Real) : Complex) = Complex.sin x := by
  refine Complex.ext rfl ?_
  rw [Complex.sin, half_im, mul_im, I_re, I_im, exp_neg_ofReal_mul_I, sub_re, conj_re, ofReal_im]; grind
end Complex

namespace Real
theorem exp_mul_I_add (x y : Real) : Complex.exp (((x + y : Real) : Complex) * Complex.I) =
    Complex.exp ((x : Complex) * Complex.I) * Complex.exp ((y : Complex) * Complex.I) := by
  rw [Complex.ofReal_add, add_mul, Complex.exp_add]
theorem cos_add (x y : Real) : Real.cos (x + y) = Real.cos x * Real.cos y - Real.sin x * Real.sin y := by
  rw [cos_eq_re (x + y), exp_mul_I_add, Complex.exp_ofReal_mul_I, Complex.exp_ofReal_mul_I]; rfl
theorem sin_add (x y : Real) : Real.sin (x + y) = Real.sin x * Real.cos y + Real.cos x * Real.sin y := by
  rw [sin_eq_im (x + y), exp_mul_I_add, Complex.exp_ofReal_mul_I, Complex.exp_ofReal_mul_I, Complex.mul_im]; grind
@[simp] theorem cos_zero : Real.cos 0 = 1 := by
  rw [cos_eq_re, Complex.ofReal_zero, zero_mul, Complex.exp_zero]; rfl
@[simp] theorem sin_zero : Real.sin 0 = 0 := by
  rw [sin_eq_im, Complex.ofReal_zero, zero_mul, Complex.exp_zero]; rfl
@[simp] theorem cos_neg (x : Real) : Real.cos (-x) = Real.cos x := by
  rw [cos_eq_re, cos_eq_re, Complex.ofReal_neg, Complex.exp_neg_ofReal_mul_I]; rfl
@[simp] theorem sin_neg (x : Real) : Real.sin (-x) = -Real.sin x := by
  rw [sin_eq_im, sin_eq_im, Complex.ofReal_neg, Complex.exp_neg_ofReal_mul_I]; rfl
@[simp] theorem sin_sq_add_cos_sq (x : Real) : Real.sin x ^ 2 + Real.cos x ^ 2 = 1 := by
  have h := cos_add x (-x)
  rw [add_neg_cancel, cos_zero, cos_neg, sin_neg] at h
  grind
theorem cos_sq_add_sin_sq (x : Real) : Real.cos x ^ 2 + Real.sin x ^ 2 = 1 := by rw [add_comm, sin_sq_add_cos_sq]
theorem cos_sub (x y : Real) : Real.cos (x - y) = Real.cos x * Real.cos y + Real.sin x * Real.sin y := by
  rw [sub_eq_add_neg, cos_add, cos_neg, sin_neg]; grind
theorem sin_sub (x y : Real) : Real.sin (x - y) = Real.sin x * Real.cos y - Real.cos x * Real.sin y := by
  rw [sub_eq_add_neg, sin_add, cos_neg, sin_neg]; grind
theorem sin_two_mul (x : Real) : Real.sin (2 * x) = 2 * Real.sin x * Real.cos x := by
  rw [two_mul, sin_add]; grind
theorem cos_two_mul (x : Real) : Real.cos (2 * x) = 2 * Real.cos x ^ 2 - 1 := by
  have := sin_sq_add_cos_sq x
  rw [two_mul, cos_add]; grind
theorem cos_two_mul' (x : Real) : Real.cos (2 * x) = Real.cos x ^ 2 - Real.sin x ^ 2 := by
  rw [two_mul, cos_add]; grind
theorem sin_sq (x : Real) : Real.sin x ^ 2 = 1 - Real.cos x ^ 2 := by have := sin_sq_add_cos_sq x; grind
theorem cos_sq' (x : Real) : Real.cos x ^ 2 = 1 - Real.sin x ^ 2 := by have := sin_sq_add_cos_sq x; grind
theorem abs_le_one_of_sq {a b : Real} (h : a ^ 2 + b ^ 2 = 1) : -1 ≤ a ∧ a ≤ 1 := by
  have hb := sq_nonneg b
  constructor
  · apply le_of_not_gt; intro h'
    have := mul_pos_of_neg_of_neg (a := a + 1) (b := a - 1) (by grind) (by grind)
    have : (a + 1) * (a - 1) = a ^ 2 - 1 := by grind
    generalize a ^ 2 = A at *
    generalize b ^ 2 = B at *
    grind
  · apply le_of_not_gt; intro h'
    have := mul_pos (a := a + 1) (b := a - 1) (by grind) (by grind)
    have : (a + 1) * (a - 1) = a ^ 2 - 1 := by grind
    generalize a ^ 2 = A at *
    generalize b ^ 2 = B at *
    grind
theorem sin_le_one (x : Real) : Real.sin x ≤ 1 := (abs_le_one_of_sq (sin_sq_add_cos_sq x)).2
theorem neg_one_le_sin (x : Real) : -1 ≤ Real.sin x := (abs_le_one_of_sq (sin_sq_add_cos_sq x)).1
theorem cos_le_one (x : Real) : Real.cos x ≤ 1 := (abs_le_one_of_sq (cos_sq_add_sin_sq x)).2
theorem neg_one_le_cos (x : Real) : -1 ≤ Real.cos x := (abs_le_one_of_sq (cos_sq_add_sin_sq x)).1
theorem abs_sin_le_one (x : Real) : abs (Real.sin x) ≤ 1 := abs_le.2 ⟨neg_one_le_sin x, sin_le_one x⟩
theorem abs_cos_le_one (x : Real) : abs (Real.cos x) ≤ 1 := abs_le.2 ⟨neg_one_le_cos x, cos_le_one x⟩
theorem tan_eq_sin_div_cos (x : Real) : Real.tan x = Real.sin x / Real.cos x := by
  show (Complex.sin x / Complex.cos x).re = _
  rw [← Complex.ofReal_sin, ← Complex.ofReal_cos, ← Complex.ofReal_div]; rfl
@[simp] theorem tan_zero : Real.tan 0 = 0 := by rw [tan_eq_sin_div_cos, sin_zero, zero_div]

/-! ## Near 0, and continuity -/

theorem near_zero {h : Real} (hh : abs h ≤ 1 / 2) : abs (Real.cos h - 1) ≤ h ^ 2 ∧ abs (Real.sin h - h) ≤ h ^ 2 := by
  have key := Complex.norm_exp_sub_one_sub_le (h := (h : Complex) * Complex.I) (by rw [Complex.norm_ofReal_mul_I]; exact hh)
  rw [Complex.norm_ofReal_mul_I, sq_abs, Complex.exp_ofReal_mul_I] at key
  have h1 := Complex.abs_re_le_norm ((⟨Real.cos h, Real.sin h⟩ : Complex) - (1 + (h : Complex) * Complex.I))
  have h2 := Complex.abs_im_le_norm ((⟨Real.cos h, Real.sin h⟩ : Complex) - (1 + (h : Complex) * Complex.I))
  have e1 : ((⟨Real.cos h, Real.sin h⟩ : Complex) - (1 + (h : Complex) * Complex.I)).re = Real.cos h - 1 := by
    rw [Complex.sub_re, Complex.add_re, Complex.mul_re, Complex.one_re, Complex.ofReal_re, Complex.ofReal_im, Complex.I_re, Complex.I_im]
    grind
  have e2 : ((⟨Real.cos h, Real.sin h⟩ : Complex) - (1 + (h : Complex) * Complex.I)).im = Real.sin h - h := by
    rw [Complex.sub_im, Complex.add_im, Complex.mul_im, Complex.one_im, Complex.ofReal_re, Complex.ofReal_im, Complex.I_re, Complex.I_im]
    grind
  rw [e1] at h1
  rw [e2] at h2
  exact ⟨le_trans h1 key, le_trans h2 key⟩
/-- Sine and cosine change little with their argument. -/
theorem cos_change {h : Real} (hh : abs h ≤ 1 / 2) (x : Real) : abs (Real.cos (x + h) - Real.cos x) ≤ 2 * abs h := by
  obtain ⟨h1, h2⟩ := near_zero hh
  have e : Real.cos (x + h) - Real.cos x = Real.cos x * (Real.cos h - 1) + -(Real.sin x * (Real.sin h - h)) + -(Real.sin x * h) := by
    rw [cos_add]; grind
  have h3 := abs_add_le (Real.cos x * (Real.cos h - 1) + -(Real.sin x * (Real.sin h - h))) (-(Real.sin x * h))
  have h4 := abs_add_le (Real.cos x * (Real.cos h - 1)) (-(Real.sin x * (Real.sin h - h)))
  rw [abs_neg, abs_mul] at h3
  rw [abs_neg, abs_mul, abs_mul] at h4
  have p1 := mul_le_mul (abs_cos_le_one x) h1 (abs_nonneg _) (by grind)
  have p2 := mul_le_mul (abs_sin_le_one x) h2 (abs_nonneg _) (by grind)
  have p3 := mul_le_mul_of_nonneg_right (abs_sin_le_one x) (abs_nonneg h)
  have p4 : h ^ 2 ≤ abs h * (1 / 2) := by
    rw [← sq_abs h, pow_two]; exact mul_le_mul_of_nonneg_left hh (abs_nonneg h)
  rw [e]
  rw [one_mul] at p1 p2 p3
  generalize abs (Real.cos x) * abs (Real.cos h - 1) = A at *
  generalize abs (Real.sin x) * abs (Real.sin h - h) = B at *
  generalize abs (Real.sin x) * abs h = D at *
  generalize abs (Real.cos x * (Real.cos h - 1) + -(Real.sin x * (Real.sin h - h)) + -(Real.sin x * h)) = E at *
  generalize abs (Real.cos x * (Real.cos h - 1) + -(Real.sin x * (Real.sin h - h))) = F at *
  generalize h ^ 2 = H at *
  generalize abs h = k at *
  clear e h1 h2
  grind
theorem sin_change {h : Real} (hh : abs h ≤ 1 / 2) (x : Real) : abs (Real.sin (x + h) - Real.sin x) ≤ 2 * abs h := by
  obtain ⟨h1, h2⟩ := near_zero hh
  have e : Real.sin (x + h) - Real.sin x = Real.sin x * (Real.cos h - 1) + Real.cos x * (Real.sin h - h) + Real.cos x * h := by
    rw [sin_add]; grind
  have h3 := abs_add_le (Real.sin x * (Real.cos h - 1) + Real.cos x * (Real.sin h - h)) (Real.cos x * h)
  have h4 := abs_add_le (Real.sin x * (Real.cos h - 1)) (Real.cos x * (Real.sin h - h))
  rw [abs_mul (Real.cos x) h] at h3
  rw [abs_mul, abs_mul] at h4
  have p1 := mul_le_mul (abs_sin_le_one x) h1 (abs_nonneg _) (by grind)
  have p2 := mul_le_mul (abs_cos_le_one x) h2 (abs_nonneg _) (by grind)
  have p3 := mul_le_mul_of_nonneg_right (abs_cos_le_one x) (abs_nonneg h)
  have p4 : h ^ 2 ≤ abs h * (1 / 2) := by
    rw [← sq_abs h, pow_two]; exact mul_le_mul_of_nonneg_left hh (abs_nonneg h)
  rw [e]
  rw [one_mul] at p1 p2 p3
  generalize abs (Real.sin x) * abs (Real.cos h - 1) = A at *
  generalize abs (Real.cos x) * abs (Real.sin h - h) = B at *
  generalize abs (Real.cos x) * abs h = D at *
  generalize abs (Real.sin x * (Real.cos h - 1) + Real.cos x * (Real.sin h - h) + Real.cos x * h) = E at *
  generalize abs (Real.sin x * (Real.cos h - 1) + Real.cos x * (Real.sin h - h)) = F at *
  generalize h ^ 2 = H at *
  generalize abs h = k at *
  clear e h1 h2
  grind
attribute [grind =] sin_zero cos_zero sin_neg cos_neg
theorem sin_sq_add_cos_sq_pattern (x : Real) : Real.sin x ^ 2 + Real.cos x ^ 2 = 1 := sin_sq_add_cos_sq x
grind_pattern sin_sq_add_cos_sq_pattern => Real.sin x, Real.cos x
end Real
