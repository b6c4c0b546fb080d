module
public import Mathlet.Analysis.SpecialFunctions.Defs
public import Mathlet.Data.Real.Limit
@[expose] public noncomputable section

/-!
# The exponential function of complex numbers

One estimate does everything: powers of two numbers below `M` differ by at most `k * M ^ k` times their difference. With it the
defining sequence is Cauchy, `exp (z + w) = exp z * exp w`, and `exp h` differs from `1 + h` by `‖h‖ ^ 2` at most for small `h`.
-/

namespace Complex

theorem norm_sub_comm (z w : Complex) : norm (z - w) = norm (w - z) := by rw [← norm_neg', neg_sub]
theorem norm_sub_le_add (z w u : Complex) : norm (z - u) ≤ norm (z - w) + norm (w - u) := by
  have := norm_add_le' (z - w) (w - u)
  rwa [show z - w + (w - u) = z - u by grind] at this
theorem norm_le_abs_re_add_abs_im (z : Complex) : norm z ≤ _root_.abs z.re + _root_.abs z.im := by
  rw [norm_def, ← Real.sqrt_sq (add_nonneg (abs_nonneg z.re) (abs_nonneg z.im))]
  apply Real.sqrt_le_sqrt
  have h1 := sq_abs z.re
  have h2 := sq_abs z.im
  have h3 := mul_nonneg (abs_nonneg z.re) (abs_nonneg z.im)
  rw [normSq_apply, add_sq, h1, h2, mul_assoc, ← pow_two, ← pow_two]
  generalize _root_.abs z.re * _root_.abs z.im = p at h3
  clear h1 h2
  grind
theorem norm_div' {z w : Complex} (h : w ≠ 0) : norm (z / w) = norm z / norm w := by
  have h1 := norm_mul' (z / w) w
  rw [div_mul_cancel₀ z h] at h1
  have h2 : norm w ≠ 0 := fun h' => h (norm_eq_zero'.1 h')
  rw [h1, mul_div_cancel_right₀ _ h2]
theorem norm_two : norm (2 : Complex) = 2 := by
  have : (2 : Complex) = ((2 : Real) : Complex) := Complex.ext rfl rfl
  rw [this, norm_real]; exact abs_of_nonneg (by grind)
theorem two_ne_zero' : (2 : Complex) ≠ 0 := fun h => by
  have := norm_two
  rw [h, norm_zero'] at this
  grind
theorem norm_div_two_pow (z : Complex) (n : Nat) : norm (z / 2 ^ n) = norm z / 2 ^ n := by
  rw [norm_div' (pow_ne_zero n two_ne_zero'), norm_pow', norm_two]

theorem norm_pow_sub_pow_le {u v : Complex} {M : Real} (hM : 1 ≤ M) (hu : norm u ≤ M) (hv : norm v ≤ M) (k : Nat) :
    norm (u ^ k - v ^ k) ≤ k * M ^ k * norm (u - v) := by
  induction k with
  | zero => rw [pow_zero, pow_zero, sub_self, norm_zero', Nat.cast_zero]; grind
  | succ k ih =>
    have e : u ^ (k + 1) - v ^ (k + 1) = u ^ k * (u - v) + (u ^ k - v ^ k) * v := by rw [pow_succ, pow_succ]; grind
    have h1 : norm (u ^ k) ≤ M ^ k := by rw [norm_pow']; exact pow_le_pow_left₀ (norm_nonneg' u) hu k
    have hP := norm_nonneg' (u - v)
    have hB : 0 ≤ M ^ k := pow_nonneg (by grind) k
    have hk := Nat.cast_nonneg (R := Real) k
    have h2 := mul_le_mul_of_nonneg_right h1 hP
    have h3 := mul_le_mul ih hv (norm_nonneg' v) (mul_nonneg (mul_nonneg hk hB) hP)
    have h4 := mul_le_mul_of_nonneg_left hM (mul_nonneg hB hP)
    have h5 := norm_add_le' (u ^ k * (u - v)) ((u ^ k - v ^ k) * v)
    rw [norm_mul', norm_mul'] at h5
    rw [e, pow_succ, Nat.cast_succ]
    refine le_trans h5 (le_trans (add_le_add h2 h3) ?_)
    generalize M ^ k = B at *
    generalize norm (u - v) = P at *
    have h6 : ((k : Real) + 1) * (B * M) * P = (k : Real) * B * P * M + B * P * M := by grind
    rw [h6]
    generalize (k : Real) * B * P * M = q
    rw [mul_one] at h4
    generalize B * P * M = t at h4
    generalize B * P = s at h4
    clear h5 h3 h2 ih h1 e h6
    grind

/-- Bounds of the defining sequence, for small numbers. -/
theorem bound_half {r : Real} (h0 : 0 ≤ r) (h1 : r ≤ 1 / 2) (n : Nat) : (1 + r / 2 ^ n) ^ 2 ^ n ≤ 2 := by
  have hp : (0 : Real) < 2 ^ n := pow_pos (by grind) n
  have hq : 0 ≤ r / 2 ^ n := div_nonneg h0 (le_of_lt hp)
  have hle : r / 2 ^ n ≤ r := by
    rw [div_le_iff₀ hp]
    have := mul_le_mul_of_nonneg_left (one_le_pow₀ (a := (2 : Real)) (by grind) (n := n)) h0
    rwa [mul_one] at this
  have hN : ((2 ^ n : Nat) : Real) * (r / 2 ^ n) = r := by
    rw [Nat.cast_pow, Nat.cast_ofNat, mul_comm]; exact div_mul_cancel₀ _ (ne_of_gt hp)
  generalize r / 2 ^ n = q at *
  have b := Real.one_add_mul_le_pow' (a := -q) (by grind) (2 ^ n)
  have hb : 1 / 2 ≤ (1 + -q) ^ 2 ^ n := by
    have : 1 + ((2 ^ n : Nat) : Real) * -q = 1 - r := by rw [mul_neg, hN]; grind
    rw [this] at b; grind
  have hprod : (1 + q) ^ 2 ^ n * (1 + -q) ^ 2 ^ n ≤ 1 := by
    rw [← mul_pow]
    have h2 := mul_self_nonneg q
    have h3 : (1 + q) * (1 + -q) ≤ 1 := by grind
    have h4 : 0 ≤ (1 + q) * (1 + -q) := mul_nonneg (by grind) (by grind)
    have := pow_le_pow_left₀ h4 h3 (2 ^ n)
    rwa [one_pow] at this
  have hA : 0 ≤ (1 + q) ^ 2 ^ n := pow_nonneg (by grind) _
  have := mul_le_mul_of_nonneg_left hb hA
  generalize (1 + q) ^ 2 ^ n = A at *
  generalize (1 + -q) ^ 2 ^ n = B at *
  generalize A * B = AB at *
  clear hN b hp
  grind

theorem exists_bound {r : Real} (h0 : 0 ≤ r) : ∃ C : Real, 1 ≤ C ∧ ∃ m : Nat, ∀ n, m ≤ n → (1 + r / 2 ^ n) ^ 2 ^ n ≤ C := by
  obtain ⟨m, hm⟩ := Real.exists_lt_two_pow (2 * r)
  have hp : (0 : Real) < 2 ^ m := pow_pos (by grind) m
  have h1 : r / 2 ^ m ≤ 1 / 2 := by
    rw [div_le_iff₀ hp]; have := hm m (Nat.le_refl m); grind
  refine ⟨2 ^ 2 ^ m, one_le_pow₀ (by grind), m, fun n hn => ?_⟩
  obtain ⟨k, rfl⟩ : ∃ k, n = m + k := ⟨n - m, by omega⟩
  have e : r / 2 ^ (m + k) = r / 2 ^ m / 2 ^ k := by rw [pow_add, div_div]
  rw [e, Nat.pow_add, Nat.mul_comm, pow_mul]
  refine pow_le_pow_left₀ (pow_nonneg ?_ _) (bound_half (div_nonneg h0 (le_of_lt hp)) h1 k) _
  have := div_nonneg (div_nonneg h0 (le_of_lt hp)) (le_of_lt (pow_pos (a := (2 : Real)) (by grind) k))
  grind

theorem norm_expSeq_succ_sub_le {z : Complex} {C : Real} {m : Nat} (hC : ∀ n, m ≤ n → (1 + norm z / 2 ^ n) ^ 2 ^ n ≤ C)
    {n : Nat} (hn : m ≤ n) : norm (expSeq z (n + 1) - expSeq z n) ≤ C * norm z ^ 2 / 4 / 2 ^ n := by
  have hp : (0 : Real) < 2 ^ n := pow_pos (by grind) n
  have hr := norm_nonneg' z
  have hb := hC (n + 1) (by omega)
  have hs : norm (z / 2 ^ (n + 1)) = norm z / 2 ^ (n + 1) := norm_div_two_pow z (n + 1)
  have hz : z / 2 ^ n = 2 * (z / 2 ^ (n + 1)) := by
    have := pow_ne_zero n two_ne_zero'; have := two_ne_zero'
    rw [pow_succ]; grind
  have e1 : expSeq z (n + 1) = ((1 + z / 2 ^ (n + 1)) ^ 2) ^ 2 ^ n := by
    show (1 + z / 2 ^ (n + 1)) ^ 2 ^ (n + 1) = _
    rw [← pow_mul, Nat.pow_succ, Nat.mul_comm 2]
  have e2 : (1 + norm z / 2 ^ (n + 1)) ^ 2 ^ (n + 1) = ((1 + norm z / 2 ^ (n + 1)) ^ 2) ^ 2 ^ n := by
    rw [← pow_mul, Nat.pow_succ, Nat.mul_comm 2]
  rw [e2] at hb
  have hs0 : 0 ≤ norm z / 2 ^ (n + 1) := div_nonneg hr (le_of_lt (pow_pos (by grind) _))
  have hsN : ((2 ^ n : Nat) : Real) * (norm z / 2 ^ (n + 1)) ^ 2 = norm z ^ 2 / 4 / 2 ^ n := by
    rw [Nat.cast_pow, Nat.cast_ofNat, pow_succ]
    have := ne_of_gt hp
    grind
  rw [e1, expSeq, hz]
  generalize z / 2 ^ (n + 1) = h at *
  generalize norm z / 2 ^ (n + 1) = s at *
  have hu : norm (1 + h) ≤ 1 + s := by have := norm_add_le' 1 h; rw [norm_one', hs] at this; exact this
  have hu2 : norm ((1 + h) ^ 2) ≤ (1 + s) ^ 2 := by rw [norm_pow']; exact pow_le_pow_left₀ (norm_nonneg' _) hu 2
  have hss := sq_nonneg s
  have hv : norm (1 + 2 * h) ≤ (1 + s) ^ 2 := by
    have := norm_add_le' 1 (2 * h)
    rw [norm_one', norm_mul', norm_two, hs] at this
    grind
  have hM : 1 ≤ (1 + s) ^ 2 := by grind
  have key := norm_pow_sub_pow_le hM hu2 hv (2 ^ n)
  have ed : (1 + h) ^ 2 - (1 + 2 * h) = h ^ 2 := by grind
  rw [ed, norm_pow', hs] at key
  refine le_trans key ?_
  have hN0 := Nat.cast_nonneg (R := Real) (2 ^ n)
  have h1 := mul_le_mul_of_nonneg_left hb (mul_nonneg hN0 hss)
  have e3 : C * norm z ^ 2 / 4 / 2 ^ n = C * (norm z ^ 2 / 4 / 2 ^ n) := by
    rw [div_eq_mul_inv, div_eq_mul_inv, div_eq_mul_inv, div_eq_mul_inv]; grind
  rw [e3, ← hsN]
  generalize ((1 + s) ^ 2) ^ 2 ^ n = A at *
  generalize ((2 ^ n : Nat) : Real) = N at *
  have e4 : N * A * s ^ 2 = N * s ^ 2 * A := by grind
  have e5 : C * (N * s ^ 2) = N * s ^ 2 * C := by grind
  rw [e4, e5]
  exact h1

theorem norm_expSeq_add_sub_le {z : Complex} {C : Real} {m : Nat} (hC : ∀ n, m ≤ n → (1 + norm z / 2 ^ n) ^ 2 ^ n ≤ C)
    {n : Nat} (hn : m ≤ n) (p : Nat) :
    norm (expSeq z (n + p) - expSeq z n) ≤ 2 * (C * norm z ^ 2 / 4) / 2 ^ n - 2 * (C * norm z ^ 2 / 4) / 2 ^ (n + p) := by
  induction p with
  | zero => rw [Nat.add_zero, sub_self, sub_self, norm_zero']
  | succ p ih =>
    have h1 := norm_expSeq_succ_sub_le hC (n := n + p) (by omega)
    have h2 := norm_sub_le_add (expSeq z (n + p + 1)) (expSeq z (n + p)) (expSeq z n)
    have h3 : 2 * (C * norm z ^ 2 / 4) / 2 ^ (n + p + 1) = C * norm z ^ 2 / 4 / 2 ^ (n + p) := by
      have : (2 : Real) ^ (n + p) ≠ 0 := ne_of_gt (pow_pos (by grind) _)
      rw [pow_succ]; grind
    have h4 : 2 * (C * norm z ^ 2 / 4) / 2 ^ (n + p) = C * norm z ^ 2 / 4 / 2 ^ (n + p) + C * norm z ^ 2 / 4 / 2 ^ (n + p) := by
      rw [div_eq_mul_inv, div_eq_mul_inv (C * norm z ^ 2 / 4)]; grind
    rw [← Nat.add_assoc, h3]
    rw [h4] at ih
    generalize C * norm z ^ 2 / 4 / 2 ^ (n + p) = t at *
    generalize 2 * (C * norm z ^ 2 / 4) / 2 ^ n = s at *
    generalize norm (expSeq z (n + p + 1) - expSeq z (n + p)) = a at *
    generalize norm (expSeq z (n + p) - expSeq z n) = b at *
    generalize norm (expSeq z (n + p + 1) - expSeq z n) = c at *
    clear hC h3 h4
    grind
end Complex
