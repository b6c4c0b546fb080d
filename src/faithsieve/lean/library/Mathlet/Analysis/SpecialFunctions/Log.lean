module
public import Mathlet.Analysis.SpecialFunctions.ExpAdd
@[expose] public noncomputable section

/-! # Exponential function, logarithm and powers of reals -/

namespace Complex
theorem ofReal_div (r s : Real) : ((r / s : Real) : Complex) = (r : Complex) / s := by
  rw [div_eq_mul_inv, ofReal_mul, ofReal_inv, div_eq_mul_inv]
theorem ofReal_two_pow (n : Nat) : (((2 : Real) ^ n : Real) : Complex) = 2 ^ n := by
  rw [ofReal_pow]; congr 1
theorem expSeq_ofReal (x : Real) (n : Nat) : expSeq x n = (((1 + x / 2 ^ n) ^ 2 ^ n : Real) : Complex) := by
  rw [ofReal_pow, ofReal_add, ofReal_div, ofReal_two_pow, ofReal_one]; rfl
theorem exp_ofReal_im (x : Real) : (Complex.exp x).im = 0 := by
  apply Classical.byContradiction; intro hne
  obtain ⟨N, hN⟩ := tendsto_exp x (_root_.abs (Complex.exp x).im) (abs_pos.2 hne)
  have h1 := hN N (Nat.le_refl N)
  have h2 := abs_im_le_norm (expSeq x N - Complex.exp x)
  rw [expSeq_ofReal, sub_im, ofReal_im, zero_sub, abs_neg, ← expSeq_ofReal] at h2
  exact lt_irrefl _ (lt_of_le_of_lt h2 h1)
@[simp, norm_cast] theorem ofReal_exp (x : Real) : ((Real.exp x : Real) : Complex) = Complex.exp x :=
  Complex.ext rfl (exp_ofReal_im x).symm
theorem exp_ne_zero (z : Complex) : Complex.exp z ≠ 0 := fun h => by
  have := exp_add z (-z)
  rw [h, zero_mul, add_neg_cancel, exp_zero] at this
  exact one_ne_zero this
theorem exp_neg (z : Complex) : Complex.exp (-z) = (Complex.exp z)⁻¹ :=
  (inv_eq_of_mul_eq_one_right (by rw [← exp_add, add_neg_cancel, exp_zero])).symm
end Complex

namespace Real
theorem tendsto_exp (x : Real) : SeqTendsto (fun n => (1 + x / 2 ^ n) ^ 2 ^ n) (Real.exp x) := by
  intro ε hε
  obtain ⟨N, hN⟩ := Complex.tendsto_exp x ε hε
  refine ⟨N, fun n hn => ?_⟩
  have h1 := hN n hn
  have h2 := Complex.abs_re_le_norm (Complex.expSeq x n - Complex.exp x)
  have h3 := abs_lt.1 (lt_of_le_of_lt h2 h1)
  rw [Complex.expSeq_ofReal] at h3
  exact h3
@[simp] theorem exp_zero : Real.exp 0 = 1 := by
  show (Complex.exp ((0 : Real) : Complex)).re = 1
  rw [Complex.ofReal_zero, Complex.exp_zero, Complex.one_re]
theorem exp_add (x y : Real) : Real.exp (x + y) = Real.exp x * Real.exp y := by
  apply Complex.ofReal_inj.1
  rw [Complex.ofReal_mul, Complex.ofReal_exp, Complex.ofReal_exp, Complex.ofReal_exp, Complex.ofReal_add, Complex.exp_add]
theorem exp_ne_zero (x : Real) : Real.exp x ≠ 0 := fun h => by
  have := exp_add x (-x)
  rw [h, zero_mul, add_neg_cancel, exp_zero] at this
  exact one_ne_zero this
theorem exp_pos (x : Real) : 0 < Real.exp x := by
  have h := exp_add (x / 2) (x / 2)
  rw [add_halves] at h
  rw [h]
  exact lt_of_le_of_ne (mul_self_nonneg _) fun h' => exp_ne_zero x (h.trans h'.symm)
theorem exp_nonneg (x : Real) : 0 ≤ Real.exp x := le_of_lt (exp_pos x)
theorem exp_neg (x : Real) : Real.exp (-x) = (Real.exp x)⁻¹ :=
  (inv_eq_of_mul_eq_one_right (by rw [← exp_add, add_neg_cancel, exp_zero])).symm
theorem exp_sub (x y : Real) : Real.exp (x - y) = Real.exp x / Real.exp y := by
  rw [sub_eq_add_neg, exp_add, exp_neg, div_eq_mul_inv]
theorem add_one_le_exp (x : Real) : x + 1 ≤ Real.exp x := by
  obtain ⟨M, hM⟩ := exists_lt_two_pow (-x)
  refine (tendsto_exp x).ge_of_ge (M := M) fun n hn => ?_
  have hp : (0 : Real) < 2 ^ n := pow_pos (by grind) n
  have h1 : -1 ≤ x / 2 ^ n := by rw [le_div_iff₀ hp]; have := hM n hn; grind
  have h2 := one_add_mul_le_pow' h1 (2 ^ n)
  rw [Nat.cast_pow, Nat.cast_ofNat, mul_comm, div_mul_cancel₀ x (ne_of_gt hp), add_comm] at h2
  exact h2
theorem one_sub_le_exp_neg (x : Real) : 1 - x ≤ Real.exp (-x) := by have := add_one_le_exp (-x); grind
theorem exp_strictMono : StrictMono Real.exp := fun x y h => by
  have h1 := add_one_le_exp (y - x)
  have h2 := exp_add (y - x) x
  rw [sub_add_cancel] at h2
  have h3 := mul_lt_mul_of_pos_right (b := 1) (c := Real.exp (y - x)) (by grind) (exp_pos x)
  rw [one_mul, ← h2] at h3
  exact h3
@[simp] theorem exp_lt_exp {x y : Real} : Real.exp x < Real.exp y ↔ x < y := by
  constructor
  · intro h; apply lt_of_not_ge; intro h'
    rcases eq_or_lt_of_le h' with e | h'
    · rw [e] at h; exact lt_irrefl _ h
    · exact lt_asymm h (exp_strictMono h')
  · intro h; exact exp_strictMono h
@[simp] theorem exp_le_exp {x y : Real} : Real.exp x ≤ Real.exp y ↔ x ≤ y := by rw [← not_lt, exp_lt_exp, not_lt]
theorem exp_injective : Function.Injective Real.exp := exp_strictMono.injective
@[simp] theorem exp_eq_exp {x y : Real} : Real.exp x = Real.exp y ↔ x = y := ⟨fun h => exp_injective h, fun h => by rw [h]⟩
theorem exp_eq_one_iff {x : Real} : Real.exp x = 1 ↔ x = 0 := by rw [← exp_zero, exp_eq_exp]
theorem one_lt_exp_iff {x : Real} : 1 < Real.exp x ↔ 0 < x := by
  have := exp_lt_exp (x := 0) (y := x); rwa [exp_zero] at this
theorem exp_nat_mul (x : Real) (n : Nat) : Real.exp (n * x) = Real.exp x ^ n := by
  induction n with
  | zero => rw [Nat.cast_zero, zero_mul, exp_zero, pow_zero]
  | succ n ih => rw [Nat.cast_succ, add_mul, one_mul, exp_add, ih, pow_succ]
/-- The other bound near 0. -/
theorem exp_le_inv_one_sub {x : Real} (h : x < 1) : Real.exp x ≤ (1 - x)⁻¹ := by
  have h1 := one_sub_le_exp_neg x
  have h2 : Real.exp x * Real.exp (-x) = 1 := by rw [← exp_add, add_neg_cancel, exp_zero]
  have h3 := mul_le_mul_of_nonneg_left h1 (exp_nonneg x)
  rw [h2] at h3
  rw [← one_div, le_div_iff₀ (by grind)]
  exact h3

/-! ## Logarithm -/

theorem exists_exp_eq {y : Real} (hy : 0 < y) : ∃ x, Real.exp x = y := by
  have hne : Set.Nonempty (fun x => Real.exp x ≤ y : Set Real) := by
    refine ⟨-(1 / y), ?_⟩
    show Real.exp (-(1 / y)) ≤ y
    have h1 := add_one_le_exp (1 / y)
    have h2 : 0 < 1 / y := div_pos (by grind) hy
    rw [exp_neg, ← inv_inv y, inv_le_inv₀ (exp_pos _) (inv_pos_of_pos hy), ← one_div]
    grind
  have hbd : BddAbove (fun x => Real.exp x ≤ y : Set Real) := ⟨y, fun x hx => by
    have h1 := add_one_le_exp x
    have h2 : Real.exp x ≤ y := hx
    grind⟩
  have hl := isLUB_sSup hne hbd
  generalize sSup (fun x => Real.exp x ≤ y : Set Real) = s at hl
  refine ⟨s, Classical.byContradiction fun hn => ?_⟩
  rcases lt_or_gt_of_ne hn with h | h
  · -- A little more is still allowed.
    have hes := exp_pos s
    have hd : 0 < (y - Real.exp s) / y := div_pos (by grind) hy
    have hd1 : (y - Real.exp s) / y < 1 := by rw [div_lt_iff₀ hy]; grind
    have h1 := exp_le_inv_one_sub hd1
    have e : 1 - (y - Real.exp s) / y = Real.exp s / y := by
      have := ne_of_gt hy
      generalize Real.exp s = q at *
      clear h1 hl hd1 hd hbd hne
      grind
    rw [e] at h1
    have h2 : Real.exp (s + (y - Real.exp s) / y) ≤ y := by
      rw [exp_add]
      have h3 := mul_le_mul_of_nonneg_left h1 (le_of_lt hes)
      have e2 : Real.exp s * (Real.exp s / y)⁻¹ = y := by
        have := ne_of_gt hy; have := ne_of_gt hes
        generalize Real.exp s = q at *
        clear h1 hl hd1 hd hbd hne h3
        grind
      rwa [e2] at h3
    have h4 : s + (y - Real.exp s) / y ≤ s := hl.1 h2
    generalize (y - Real.exp s) / y = d at *
    clear h1 h2 e hbd hne hl
    grind
  · -- A little less is still a bound.
    have hd : 0 < (Real.exp s - y) / Real.exp s := div_pos (by grind) (exp_pos s)
    have h1 := one_sub_le_exp_neg ((Real.exp s - y) / Real.exp s)
    have h2 : y ≤ Real.exp (s - (Real.exp s - y) / Real.exp s) := by
      rw [sub_eq_add_neg, exp_add]
      have h3 := mul_le_mul_of_nonneg_left h1 (exp_nonneg s)
      have e2 : Real.exp s * (1 - (Real.exp s - y) / Real.exp s) = y := by
        have := exp_ne_zero s
        generalize Real.exp s = q at *
        clear h1 hl hd hbd hne h3
        grind
      rwa [e2] at h3
    have h4 : s ≤ s - (Real.exp s - y) / Real.exp s := hl.2 fun x hx => by
      have hx : Real.exp x ≤ y := hx
      exact exp_le_exp.1 (le_trans hx h2)
    generalize (Real.exp s - y) / Real.exp s = d at *
    clear h1 h2 hbd hne hl
    grind

theorem exp_log_eq_abs {x : Real} (h : x ≠ 0) : Real.exp (Real.log x) = abs x := by
  have := exists_exp_eq (abs_pos.2 h)
  unfold Real.log
  rw [dif_pos this]
  exact Classical.choose_spec this
@[simp] theorem exp_log {x : Real} (h : 0 < x) : Real.exp (Real.log x) = x := by
  rw [exp_log_eq_abs (ne_of_gt h), abs_of_pos h]
@[simp] theorem log_exp (x : Real) : Real.log (Real.exp x) = x := exp_injective (exp_log (exp_pos x))
@[simp] theorem log_one : Real.log 1 = 0 := by rw [← exp_zero, log_exp]
@[simp] theorem log_zero : Real.log 0 = 0 := by
  unfold Real.log
  rw [dif_neg fun ⟨y, hy⟩ => exp_ne_zero y (hy.trans abs_zero)]
@[simp] theorem log_abs (x : Real) : Real.log (abs x) = Real.log x := by unfold Real.log; rw [abs_abs]
@[simp] theorem log_neg_eq_log (x : Real) : Real.log (-x) = Real.log x := by rw [← log_abs, abs_neg, log_abs]
theorem log_mul {x y : Real} (hx : x ≠ 0) (hy : y ≠ 0) : Real.log (x * y) = Real.log x + Real.log y :=
  exp_injective (by rw [exp_add, exp_log_eq_abs hx, exp_log_eq_abs hy, exp_log_eq_abs (mul_ne_zero hx hy), abs_mul])
@[simp] theorem log_inv (x : Real) : Real.log x⁻¹ = -Real.log x := by
  by_cases h : x = 0
  · rw [h, inv_zero, log_zero, neg_zero]
  · have := log_mul h (inv_ne_zero h)
    rw [mul_inv_cancel₀ h, log_one] at this
    grind
theorem log_div {x y : Real} (hx : x ≠ 0) (hy : y ≠ 0) : Real.log (x / y) = Real.log x - Real.log y := by
  rw [div_eq_mul_inv, log_mul hx (inv_ne_zero hy), log_inv, sub_eq_add_neg]
@[simp] theorem log_pow (n : Nat) (x : Real) : Real.log (x ^ n) = n * Real.log x := by
  induction n with
  | zero => rw [pow_zero, log_one, Nat.cast_zero, zero_mul]
  | succ n ih =>
    by_cases h : x = 0
    · rw [h, zero_pow (by omega), log_zero, mul_zero]
    · rw [pow_succ, log_mul (pow_ne_zero n h) h, ih, Nat.cast_succ, add_mul, one_mul]
theorem log_lt_log {x y : Real} (hx : 0 < x) (h : x < y) : Real.log x < Real.log y := by
  rw [← exp_lt_exp, exp_log hx, exp_log (lt_trans hx h)]; exact h
theorem log_le_log {x y : Real} (hx : 0 < x) (h : x ≤ y) : Real.log x ≤ Real.log y := by
  rw [← exp_le_exp, exp_log hx, exp_log (lt_of_lt_of_le hx h)]; exact h
theorem log_lt_log_iff {x y : Real} (hx : 0 < x) (hy : 0 < y) : Real.log x < Real.log y ↔ x < y := by
  rw [← exp_lt_exp, exp_log hx, exp_log hy]
theorem log_le_log_iff {x y : Real} (hx : 0 < x) (hy : 0 < y) : Real.log x ≤ Real.log y ↔ x ≤ y := by
  rw [← exp_le_exp, exp_log hx, exp_log hy]
theorem log_injOn_pos {x y : Real} (hx : 0 < x) (hy : 0 < y) (h : Real.log x = Real.log y) : x = y := by
  rw [← exp_log hx, h, exp_log hy]
theorem log_pos {x : Real} (h : 1 < x) : 0 < Real.log x := by
  have := log_lt_log (by grind) h; rwa [log_one] at this
theorem log_nonneg {x : Real} (h : 1 ≤ x) : 0 ≤ Real.log x := by
  have := log_le_log (by grind) h; rwa [log_one] at this
theorem log_neg {x : Real} (h0 : 0 < x) (h : x < 1) : Real.log x < 0 := by
  have := log_lt_log h0 h; rwa [log_one] at this
theorem log_le_sub_one_of_pos {x : Real} (h : 0 < x) : Real.log x ≤ x - 1 := by
  have := add_one_le_exp (Real.log x); rw [exp_log h] at this; grind
theorem log_eq_iff_exp {x y : Real} (h : 0 < x) : Real.log x = y ↔ x = Real.exp y :=
  ⟨fun e => by rw [← e, exp_log h], fun e => by rw [e, log_exp]⟩
theorem log_div_log {b x : Real} : Real.log x / Real.log b = Real.logb b x := rfl
theorem logb_mul {b x y : Real} (hx : x ≠ 0) (hy : y ≠ 0) : Real.logb b (x * y) = Real.logb b x + Real.logb b y := by
  unfold Real.logb; rw [log_mul hx hy, add_div]
theorem logb_pow (b x : Real) (n : Nat) : Real.logb b (x ^ n) = n * Real.logb b x := by
  unfold Real.logb; rw [log_pow, mul_div_assoc]
@[simp] theorem logb_self_eq_one {b : Real} (h : 1 < b) : Real.logb b b = 1 := div_self (ne_of_gt (log_pos h))

/-! ## Powers -/

theorem rpow_def_of_pos {x : Real} (h : 0 < x) (y : Real) : x ^ y = Real.exp (Real.log x * y) := by
  show Real.rpow x y = _
  rw [Real.rpow, if_neg (ne_of_gt h), if_pos h]
@[simp] theorem rpow_zero (x : Real) : x ^ (0 : Real) = 1 := by
  show Real.rpow x 0 = 1
  rw [Real.rpow]
  split
  · rw [if_pos rfl]
  · rw [mul_zero, exp_zero]; split
    · rfl
    · rw [zero_mul, one_mul]
      show (Complex.cos ((0 : Real) : Complex)).re = 1
      rw [Complex.ofReal_zero, Complex.cos, zero_mul, neg_zero, zero_mul, Complex.exp_zero, one_add_one_eq_two]
      rw [div_self Complex.two_ne_zero']; rfl
theorem rpow_pos_of_pos {x : Real} (h : 0 < x) (y : Real) : 0 < x ^ y := by rw [rpow_def_of_pos h]; exact exp_pos _
theorem rpow_add {x : Real} (h : 0 < x) (y z : Real) : x ^ (y + z) = x ^ y * x ^ z := by
  rw [rpow_def_of_pos h, rpow_def_of_pos h, rpow_def_of_pos h, mul_add, exp_add]
theorem log_rpow {x : Real} (h : 0 < x) (y : Real) : Real.log (x ^ y) = y * Real.log x := by
  rw [rpow_def_of_pos h, log_exp, mul_comm]
theorem zero_rpow {y : Real} (h : y ≠ 0) : (0 : Real) ^ y = 0 := by
  show Real.rpow 0 y = 0
  rw [Real.rpow, if_pos rfl, if_neg h]
@[simp] theorem one_rpow (y : Real) : (1 : Real) ^ y = 1 := by
  rw [rpow_def_of_pos (by grind), log_one, zero_mul, exp_zero]
theorem rpow_nonneg {x : Real} (h : 0 ≤ x) (y : Real) : 0 ≤ x ^ y := by
  rcases le_iff_lt_or_eq.1 h with hx | rfl
  · exact le_of_lt (rpow_pos_of_pos hx y)
  · rcases Classical.em (y = 0) with rfl | hy
    · rw [rpow_zero]; exact zero_le_one
    · rw [zero_rpow hy]
theorem rpow_neg {x : Real} (h : 0 ≤ x) (y : Real) : x ^ (-y) = (x ^ y)⁻¹ := by
  rcases le_iff_lt_or_eq.1 h with hx | rfl
  · rw [rpow_def_of_pos hx, rpow_def_of_pos hx, mul_neg, exp_neg]
  · rcases Classical.em (y = 0) with rfl | hy
    · rw [neg_zero, rpow_zero, inv_one]
    · rw [zero_rpow hy, zero_rpow fun e => hy (neg_eq_zero.1 e), inv_zero]
theorem rpow_mul {x : Real} (h : 0 ≤ x) (y z : Real) : x ^ (y * z) = (x ^ y) ^ z := by
  rcases le_iff_lt_or_eq.1 h with hx | rfl
  · rw [rpow_def_of_pos (rpow_pos_of_pos hx y), log_rpow hx, rpow_def_of_pos hx]; congr 1; grind
  · rcases Classical.em (y = 0) with rfl | hy
    · rw [zero_mul, rpow_zero, one_rpow]
    · rw [zero_rpow hy]
      rcases Classical.em (z = 0) with rfl | hz
      · rw [mul_zero, rpow_zero]
      · rw [zero_rpow hz, zero_rpow (mul_ne_zero hy hz)]
theorem mul_rpow {x y z : Real} (hx : 0 ≤ x) (hy : 0 ≤ y) : (x * y) ^ z = x ^ z * y ^ z := by
  rcases Classical.em (z = 0) with rfl | hz
  · rw [rpow_zero, rpow_zero, rpow_zero, one_mul]
  · rcases le_iff_lt_or_eq.1 hx with hx | rfl
    · rcases le_iff_lt_or_eq.1 hy with hy | rfl
      · rw [rpow_def_of_pos (mul_pos hx hy), rpow_def_of_pos hx, rpow_def_of_pos hy, log_mul (ne_of_gt hx) (ne_of_gt hy), add_mul, exp_add]
      · rw [mul_zero, zero_rpow hz, mul_zero]
    · rw [zero_mul, zero_rpow hz, zero_mul]
theorem rpow_natCast_of_pos {x : Real} (h : 0 < x) (n : Nat) : x ^ (n : Real) = x ^ n := by
  rw [rpow_def_of_pos h, mul_comm, exp_nat_mul, exp_log h]
theorem rpow_lt_rpow_left_iff {x y z : Real} (h : 1 < x) : x ^ y < x ^ z ↔ y < z := by
  have hx : 0 < x := by grind
  rw [rpow_def_of_pos hx, rpow_def_of_pos hx, exp_lt_exp]
  have := log_pos h
  constructor
  · intro h'; apply lt_of_not_ge; intro h''
    exact not_le_of_gt h' (mul_le_mul_of_nonneg_left h'' (le_of_lt this))
  · intro h'; exact mul_lt_mul_of_pos_left h' this
theorem sqrt_eq_rpow_of_pos {x : Real} (h : 0 < x) : Real.sqrt x = x ^ (1 / 2 : Real) := by
  apply sqrt_unique (le_of_lt (rpow_pos_of_pos h _))
  rw [pow_two, ← rpow_add h, add_halves, rpow_def_of_pos h, mul_one, exp_log h]

/-! ## What `grind` is told -/

theorem exp_pos_pattern (x : Real) : 0 < Real.exp x := exp_pos x
grind_pattern exp_pos_pattern => Real.exp x
attribute [grind =] exp_zero log_one log_zero log_exp exp_neg log_inv log_pow
end Real

/-! ## Evaluating logarithms and real powers of numerals, for `norm_num` -/

namespace Mathlet.NormNum
/-- How often `b` divides `n`, at most `f` times. -/
def exponent (b : Nat) : Nat → Nat → Nat
  | 0, _ => 0
  | f + 1, n => if n % b = 0 then exponent b f (n / b) + 1 else 0
theorem logb_cast (b n : Nat) (hb : 1 < b) (h : (OfNat.ofNat b) ^ exponent (OfNat.ofNat b) 64 (OfNat.ofNat n) = OfNat.ofNat n) :
    Real.logb ((no_index (OfNat.ofNat b) : Int) : Real) ((no_index (OfNat.ofNat n) : Int) : Real) = ((exponent (OfNat.ofNat b) 64 (OfNat.ofNat n) : Int) : Real) := by
  have hb' : (1 : Real) < ((OfNat.ofNat b : Int) : Real) := by
    rw [← Int.cast_one]; exact Int.cast_lt.2 (Int.ofNat_lt.2 hb)
  have e : ((OfNat.ofNat n : Int) : Real) = ((OfNat.ofNat b : Int) : Real) ^ exponent (OfNat.ofNat b) 64 (OfNat.ofNat n) := by
    rw [← Int.cast_pow]; congr 1
    exact (congrArg Int.ofNat h).symm.trans (Int.natCast_pow ..)
  rw [e, Real.logb_pow, Real.logb_self_eq_one hb', mul_one, Int.cast_natCast]
theorem rpow_cast {x : Real} {z : Int} (hx : 0 < x) (h : 0 ≤ z) : x ^ (z : Real) = x ^ z.toNat := by
  have : (z : Real) = ((z.toNat : Nat) : Real) := by rw [← Int.cast_natCast]; congr 1; omega
  rw [this]; exact Real.rpow_natCast_of_pos hx _

end Mathlet.NormNum
