module
public import Mathlet.Analysis.SpecialFunctions.Exp
@[expose] public noncomputable section

/-! # The laws of the complex exponential function -/

namespace Complex

theorem SeqTendsto.unique {a : Nat → Complex} {x y : Complex} (ha : SeqTendsto a x) (hb : SeqTendsto a y) : x = y := by
  apply Classical.byContradiction; intro hne
  have hpos : 0 < norm (x - y) := lt_of_le_of_ne (norm_nonneg' _) fun h => hne (sub_eq_zero.1 (norm_eq_zero'.1 h.symm))
  obtain ⟨N, hN⟩ := ha (norm (x - y) / 2) (half_pos hpos)
  obtain ⟨M, hM⟩ := hb (norm (x - y) / 2) (half_pos hpos)
  have h1 := hN (max N M) (by omega)
  have h2 := hM (max N M) (by omega)
  have h3 := norm_sub_le_add x (a (max N M)) y
  rw [norm_sub_comm x (a (max N M))] at h3
  generalize norm (x - y) = d at *
  generalize norm (a (max N M) - x) = p at *
  generalize norm (a (max N M) - y) = q at *
  clear hN hM ha hb
  grind
theorem SeqTendsto.add {a b : Nat → Complex} {x y : Complex} (ha : SeqTendsto a x) (hb : SeqTendsto b y) :
    SeqTendsto (fun n => a n + b n) (x + y) := by
  intro ε h
  obtain ⟨N, hN⟩ := ha (ε / 2) (half_pos h)
  obtain ⟨M, hM⟩ := hb (ε / 2) (half_pos h)
  refine ⟨max N M, fun n hn => ?_⟩
  have h1 := hN n (by omega)
  have h2 := hM n (by omega)
  have h3 := norm_add_le' (a n - x) (b n - y)
  rw [show a n - x + (b n - y) = a n + b n - (x + y) by grind] at h3
  show norm (a n + b n - (x + y)) < ε
  generalize norm (a n + b n - (x + y)) = s at *
  generalize norm (a n - x) = p at *
  generalize norm (b n - y) = q at *
  clear hN hM ha hb
  grind
theorem SeqTendsto.mul {a b : Nat → Complex} {x y : Complex} (ha : SeqTendsto a x) (hb : SeqTendsto b y) :
    SeqTendsto (fun n => a n * b n) (x * y) := by
  intro ε h
  have hx := norm_nonneg' x
  have hy := norm_nonneg' y
  have hK : 0 < norm x + norm y + 1 := by grind
  have hδ : 0 < ε / (2 * (norm x + norm y + 1)) := div_pos h (by grind)
  obtain ⟨N, hN⟩ := ha (ε / (2 * (norm x + norm y + 1))) hδ
  obtain ⟨M, hM⟩ := hb (ε / (2 * (norm x + norm y + 1))) hδ
  obtain ⟨L, hL⟩ := hb 1 (by grind)
  refine ⟨max N (max M L), fun n hn => ?_⟩
  have h1 := hN n (by omega)
  have h2 := hM n (by omega)
  have h3 := hL n (by omega)
  have e : a n * b n - x * y = (a n - x) * b n + x * (b n - y) := by grind
  have h4 := norm_add_le' ((a n - x) * b n) (x * (b n - y))
  rw [norm_mul', norm_mul', ← e] at h4
  have h5 : norm (b n) ≤ norm y + 1 := by
    have := norm_add_le' (b n - y) y
    rw [sub_add_cancel] at this
    grind
  have h6 := mul_le_mul (le_of_lt h1) h5 (norm_nonneg' _) (le_of_lt hδ)
  have h7 := mul_le_mul_of_nonneg_left (le_of_lt h2) hx
  have e2 : ε / (2 * (norm x + norm y + 1)) * (norm y + 1) + norm x * (ε / (2 * (norm x + norm y + 1))) = ε / 2 := by
    have := ne_of_gt hK
    generalize norm x = p at *
    generalize norm y = q at *
    clear h6 h7 h1 h2 h4 hN hM hδ
    grind
  show norm (a n * b n - x * y) < ε
  refine lt_of_le_of_lt h4 (lt_of_le_of_lt (add_le_add h6 h7) ?_)
  rw [e2]; exact half_lt_self h

theorem exists_tendsto (z : Complex) : ∃ w, SeqTendsto (expSeq z) w := by
  obtain ⟨C, hC1, m, hC⟩ := exists_bound (norm_nonneg' z)
  have hK : 0 ≤ 2 * (C * norm z ^ 2 / 4) := by
    have := mul_nonneg (a := C) (by grind) (sq_nonneg (norm z)); grind
  have near : ∀ ε : Real, 0 < ε → ∃ N : Nat, ∀ i j, N ≤ i → N ≤ j → norm (expSeq z i - expSeq z j) < ε := by
    intro ε hε
    obtain ⟨N, hN⟩ := Real.exists_div_two_pow_lt (2 * (C * norm z ^ 2 / 4)) (half_pos hε)
    have small : ∀ i, max m N ≤ i → norm (expSeq z i - expSeq z (max m N)) < ε / 2 := by
      intro i hi
      obtain ⟨p, rfl⟩ : ∃ p, i = max m N + p := ⟨i - max m N, by omega⟩
      have h1 := norm_expSeq_add_sub_le hC (n := max m N) (by omega) p
      have h2 := hN (max m N) (by omega)
      have h3 := div_nonneg hK (le_of_lt (pow_pos (a := (2 : Real)) (by grind) (max m N + p)))
      generalize 2 * (C * norm z ^ 2 / 4) / 2 ^ (max m N + p) = s at *
      generalize 2 * (C * norm z ^ 2 / 4) / 2 ^ (max m N) = t at *
      generalize norm (expSeq z (max m N + p) - expSeq z (max m N)) = u at *
      clear hC hN
      grind
    refine ⟨max m N, fun i j hi hj => ?_⟩
    have h1 := small i hi
    have h2 := small j hj
    have h3 := norm_sub_le_add (expSeq z i) (expSeq z (max m N)) (expSeq z j)
    rw [norm_sub_comm (expSeq z (max m N)) (expSeq z j)] at h3
    generalize norm (expSeq z i - expSeq z (max m N)) = s at *
    generalize norm (expSeq z j - expSeq z (max m N)) = t at *
    generalize norm (expSeq z i - expSeq z j) = u at *
    clear hC hN small
    grind
  obtain ⟨x, hx⟩ := Real.exists_limit (a := fun n => (expSeq z n).re) fun ε hε => by
    obtain ⟨N, hN⟩ := near ε hε
    refine ⟨N, fun i j hi hj => ?_⟩
    have h1 := hN i j hi hj
    have h2 := abs_re_le_norm (expSeq z i - expSeq z j)
    have h3 := le_abs_self (expSeq z i - expSeq z j).re
    exact lt_of_le_of_lt (le_trans h3 h2) h1
  obtain ⟨y, hy⟩ := Real.exists_limit (a := fun n => (expSeq z n).im) fun ε hε => by
    obtain ⟨N, hN⟩ := near ε hε
    refine ⟨N, fun i j hi hj => ?_⟩
    have h1 := hN i j hi hj
    have h2 := abs_im_le_norm (expSeq z i - expSeq z j)
    have h3 := le_abs_self (expSeq z i - expSeq z j).im
    exact lt_of_le_of_lt (le_trans h3 h2) h1
  refine ⟨⟨x, y⟩, fun ε hε => ?_⟩
  obtain ⟨N, hN⟩ := hx (ε / 2) (half_pos hε)
  obtain ⟨M, hM⟩ := hy (ε / 2) (half_pos hε)
  refine ⟨max N M, fun n hn => ?_⟩
  have h1 := abs_lt.2 (hN n (by omega))
  have h2 := abs_lt.2 (hM n (by omega))
  have h3 := norm_le_abs_re_add_abs_im (expSeq z n - ⟨x, y⟩)
  refine lt_of_le_of_lt h3 ?_
  have := add_lt_add h1 h2
  rw [add_halves] at this
  exact this

theorem tendsto_exp (z : Complex) : SeqTendsto (expSeq z) (Complex.exp z) := by
  unfold Complex.exp
  rw [dif_pos (exists_tendsto z)]
  exact Classical.choose_spec (exists_tendsto z)

@[simp] theorem exp_zero : Complex.exp 0 = 1 := by
  refine (tendsto_exp 0).unique fun ε hε => ⟨0, fun n _ => ?_⟩
  have : expSeq 0 n = 1 := by unfold expSeq; rw [zero_div, add_zero, one_pow]
  rw [this, sub_self, norm_zero']; exact hε

theorem exp_add (z w : Complex) : Complex.exp (z + w) = Complex.exp z * Complex.exp w := by
  refine (tendsto_exp (z + w)).unique fun ε hε => ?_
  obtain ⟨C, hC1, m, hC⟩ := exists_bound (norm_nonneg' z)
  obtain ⟨D, hD1, k, hD⟩ := exists_bound (norm_nonneg' w)
  obtain ⟨N, hN⟩ := ((tendsto_exp z).mul (tendsto_exp w)) (ε / 2) (half_pos hε)
  obtain ⟨M, hM⟩ := Real.exists_div_two_pow_lt (C * D * (norm z * norm w)) (half_pos hε)
  refine ⟨max (max N M) (max m k), fun n hn => ?_⟩
  have h1 := hN n (by omega)
  have h2 := hM n (by omega)
  have hCn := hC n (by omega)
  have hDn := hD n (by omega)
  have h3 := norm_sub_le_add (expSeq (z + w) n) (expSeq z n * expSeq w n) (Complex.exp z * Complex.exp w)
  have h4 : norm (expSeq (z + w) n - expSeq z n * expSeq w n) ≤ C * D * (norm z * norm w) / 2 ^ n := by
    have hp : (0 : Real) < 2 ^ n := pow_pos (by grind) n
    have hs := norm_div_two_pow z n
    have ht := norm_div_two_pow w n
    have e1 : expSeq z n * expSeq w n = ((1 + z / 2 ^ n) * (1 + w / 2 ^ n)) ^ 2 ^ n := (mul_pow _ _ _).symm
    have e2 : (z + w) / 2 ^ n = z / 2 ^ n + w / 2 ^ n := add_div _ _ _
    have hN' : ((2 ^ n : Nat) : Real) = 2 ^ n := by rw [Nat.cast_pow, Nat.cast_ofNat]
    rw [e1, expSeq, e2]
    have hst : norm z / 2 ^ n * (norm w / 2 ^ n) * 2 ^ n = norm z * norm w / 2 ^ n := by
      have := ne_of_gt hp
      generalize norm z = p at *
      generalize norm w = q at *
      generalize (2 : Real) ^ n = t at *
      clear hC hD hs ht hCn hDn h1 h2 h3 hM hN e1 e2
      grind
    have hs0 : 0 ≤ norm z / 2 ^ n := div_nonneg (norm_nonneg' z) (le_of_lt hp)
    have ht0 : 0 ≤ norm w / 2 ^ n := div_nonneg (norm_nonneg' w) (le_of_lt hp)
    rw [mul_div_assoc, ← hst]
    clear h1 h2 h3 hM hN e1 e2 hst
    generalize z / 2 ^ n = g at *
    generalize w / 2 ^ n = h at *
    generalize norm z / 2 ^ n = s at *
    generalize norm w / 2 ^ n = t at *
    have hu : norm ((1 + g) * (1 + h)) ≤ (1 + s) * (1 + t) := by
      rw [norm_mul']
      have h5 := norm_add_le' 1 g
      have h6 := norm_add_le' 1 h
      rw [norm_one', hs] at h5
      rw [norm_one', ht] at h6
      exact mul_le_mul h5 h6 (norm_nonneg' _) (by grind)
    have hst0 := mul_nonneg hs0 ht0
    have hM1 : 1 ≤ (1 + s) * (1 + t) := by grind
    have hv : norm (1 + (g + h)) ≤ (1 + s) * (1 + t) := by
      have h5 := norm_add_le' 1 (g + h)
      have h6 := norm_add_le' g h
      rw [norm_one'] at h5
      rw [hs, ht] at h6
      generalize norm (1 + (g + h)) = a at *
      generalize norm (g + h) = b at *
      clear hC hD hCn hDn hu
      grind
    have key := norm_pow_sub_pow_le hM1 hv hu (2 ^ n)
    have e3 : 1 + (g + h) - (1 + g) * (1 + h) = -(g * h) := by grind
    rw [e3, norm_neg', norm_mul', hs, ht, mul_pow (1 + s), hN'] at key
    refine le_trans key ?_
    have h7 := mul_le_mul hCn hDn (pow_nonneg (by grind) _) (by grind)
    have h8 := mul_le_mul_of_nonneg_left h7 (mul_nonneg hst0 (le_of_lt hp))
    generalize (1 + s) ^ 2 ^ n * (1 + t) ^ 2 ^ n = A at *
    generalize (2 : Real) ^ n = q at *
    have e4 : q * A * (s * t) = s * t * q * A := by grind
    have e5 : C * D * (s * t * q) = s * t * q * (C * D) := by grind
    rw [e4, e5]
    exact h8
  generalize norm (expSeq (z + w) n - expSeq z n * expSeq w n) = a at *
  generalize norm (expSeq z n * expSeq w n - Complex.exp z * Complex.exp w) = b at *
  generalize norm (expSeq (z + w) n - Complex.exp z * Complex.exp w) = c at *
  generalize C * D * (norm z * norm w) / 2 ^ n = d at *
  clear hC hD hN hM hCn hDn
  grind

/-- Near 0 the function is `1 + h` up to a square. -/
theorem norm_exp_sub_one_sub_le {h : Complex} (hh : norm h ≤ 1 / 2) : norm (Complex.exp h - (1 + h)) ≤ norm h ^ 2 := by
  have hC : ∀ n, 0 ≤ n → (1 + norm h / 2 ^ n) ^ 2 ^ n ≤ 2 := fun n _ => bound_half (norm_nonneg' h) hh n
  apply le_of_not_gt; intro hlt
  obtain ⟨N, hN⟩ := tendsto_exp h (norm (Complex.exp h - (1 + h)) - norm h ^ 2) (by grind)
  have h1 := hN N (Nat.le_refl N)
  have h2 := norm_expSeq_add_sub_le hC (n := 0) (Nat.le_refl 0) N
  have e : expSeq h 0 = 1 + h := by
    show (1 + h / 2 ^ 0) ^ 2 ^ 0 = 1 + h
    rw [pow_zero, div_one, Nat.pow_zero, pow_one]
  rw [e, Nat.zero_add, pow_zero, div_one] at h2
  have h3 := norm_sub_le_add (Complex.exp h) (expSeq h N) (1 + h)
  rw [norm_sub_comm (Complex.exp h) (expSeq h N)] at h3
  have h4 : 0 ≤ 2 * (2 * norm h ^ 2 / 4) / 2 ^ N :=
    div_nonneg (by have := sq_nonneg (norm h); grind) (le_of_lt (pow_pos (by grind) N))
  generalize norm (Complex.exp h - (1 + h)) = a at *
  generalize norm (expSeq h N - Complex.exp h) = b at *
  generalize norm (expSeq h N - (1 + h)) = c at *
  generalize norm h ^ 2 = d at *
  generalize 2 * (2 * d / 4) / 2 ^ N = f at *
  clear hC hN
  grind
end Complex
