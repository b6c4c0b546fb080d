module
public import Mathlet.Analysis.SpecialFunctions.Trigonometric
@[expose] public noncomputable section

/-! # π: zeros, periods, values at standard points -/

namespace Real

/-- A function that changes little takes every value between two of its values. The word for statements is `ContinuousOn`. -/
theorem exists_eq_of_change {f : Real → Real} (hf : ∀ x h, abs h ≤ 1 / 2 → abs (f (x + h) - f x) ≤ 2 * abs h) {a b v : Real}
    (hab : a ≤ b) (ha : f a ≤ v) (hb : v ≤ f b) : ∃ c, a ≤ c ∧ c ≤ b ∧ f c = v := by
  obtain ⟨c, hle, hmin⟩ := exists_lub (fun y => a ≤ y ∧ y ≤ b ∧ f y ≤ v) ⟨a, by grind, hab, ha⟩ ⟨b, fun y hy => hy.2.1⟩
  have hac : a ≤ c := hle a ⟨by grind, hab, ha⟩
  have hcb : c ≤ b := hmin b fun y hy => hy.2.1
  refine ⟨c, hac, hcb, Classical.byContradiction fun hne => ?_⟩
  rcases lt_or_gt_of_ne hne with h | h
  · have hcb' : c ≠ b := by rintro rfl; exact not_le_of_gt h hb
    have key : ∃ e, 0 < e ∧ e ≤ 1 / 2 ∧ c + e ≤ b ∧ 2 * e ≤ v - f c := by
      refine ⟨min (min (1 / 2) (b - c)) ((v - f c) / 2), ?_, ?_, ?_, ?_⟩
      · have : c < b := lt_of_le_of_ne hcb hcb'
        rcases min_cases (min (1 / 2) (b - c)) ((v - f c) / 2) with ⟨e, _⟩ | ⟨e, _⟩ <;> rw [e]
        · rcases min_cases (1 / 2) (b - c) with ⟨e', _⟩ | ⟨e', _⟩ <;> rw [e'] <;> grind
        · grind
      · exact le_trans (min_le_left _ _) (min_le_left _ _)
      · have := le_trans (min_le_left (min (1 / 2) (b - c)) ((v - f c) / 2)) (min_le_right (1 / 2) (b - c)); grind
      · have := min_le_right (min (1 / 2) (b - c)) ((v - f c) / 2); grind
    obtain ⟨e, he, he1, he2, he3⟩ := key
    have h1 := hf c e (by rw [abs_of_pos he]; exact he1)
    rw [abs_of_pos he] at h1
    have h2 := (abs_le.1 h1).2
    have h3 : c + e ≤ c := hle (c + e) ⟨by grind, he2, by grind⟩
    grind
  · have key : ∃ e, 0 < e ∧ e ≤ 1 / 2 ∧ 2 * e < f c - v := by
      refine ⟨min (1 / 2) ((f c - v) / 4), ?_, min_le_left _ _, ?_⟩
      · rcases min_cases (1 / 2) ((f c - v) / 4) with ⟨e, _⟩ | ⟨e, _⟩ <;> rw [e] <;> grind
      · have := min_le_right (1 / 2) ((f c - v) / 4); grind
    obtain ⟨e, he, he1, he3⟩ := key
    have h1 : c ≤ c - e := hmin (c - e) fun y hy => by
      apply le_of_not_gt; intro hlt
      have hyc := hle y hy
      have h2 := hf c (y - c) (by rw [abs_of_nonpos (by grind)]; grind)
      rw [abs_of_nonpos (a := y - c) (by grind), show c + (y - c) = y by grind] at h2
      have h3 := (abs_le.1 h2).1
      grind
    grind

theorem sin_pos_of_lt_half {h : Real} (h0 : 0 < h) (h1 : h ≤ 1 / 2) : 0 < Real.sin h := by
  have := (abs_le.1 (near_zero (h := h) (by rw [abs_of_pos h0]; exact h1)).2).1
  have h2 := mul_le_mul_of_nonneg_left h1 (le_of_lt h0)
  rw [pow_two] at this
  generalize h * h = p at *
  grind
theorem cos_one_pos_and_cos_two_neg : 0 < Real.cos 1 ∧ Real.cos 2 < 0 := by
  have n8 := near_zero (h := 1 / 8) (by rw [abs_of_pos (by grind)]; grind)
  have n4 := near_zero (h := 1 / 4) (by rw [abs_of_pos (by grind)]; grind)
  have s8 := (abs_le.1 n8.2).1
  have c4 := (abs_le.1 n4.1).1
  have q8 : 7 / 64 ≤ Real.sin (1 / 8) := by grind
  have l4 : 15 / 16 ≤ Real.cos (1 / 4) := by grind
  have d4 := cos_two_mul (1 / 8)
  have d2 := cos_two_mul (1 / 4)
  have d1 := cos_two_mul (1 / 2)
  have d0 := cos_two_mul 1
  rw [show 2 * (1 / 8 : Real) = 1 / 4 by grind] at d4
  rw [show 2 * (1 / 4 : Real) = 1 / 2 by grind] at d2
  rw [show 2 * (1 / 2 : Real) = 1 by grind] at d1
  rw [show 2 * (1 : Real) = 2 by grind] at d0
  have p8 := sin_sq_add_cos_sq (1 / 8)
  have u4 : Real.cos (1 / 4) ≤ 1 - 2 * (7 / 64) ^ 2 := by
    have := pow_le_pow_left₀ (a := (7 / 64 : Real)) (by grind) q8 2
    generalize Real.sin (1 / 8) ^ 2 = A at *
    generalize Real.cos (1 / 8) ^ 2 = B at *
    grind
  have l2 : 3 / 4 ≤ Real.cos (1 / 2) := by
    have := pow_le_pow_left₀ (a := (15 / 16 : Real)) (by grind) l4 2
    generalize Real.cos (1 / 4) ^ 2 = A at *
    grind
  have u2 : Real.cos (1 / 2) ≤ 91 / 100 := by
    have := pow_le_pow_left₀ (b := (1 - 2 * (7 / 64) ^ 2 : Real)) (by grind) u4 2
    generalize Real.cos (1 / 4) ^ 2 = A at *
    grind
  have l1 : 1 / 8 ≤ Real.cos 1 := by
    have := pow_le_pow_left₀ (a := (3 / 4 : Real)) (by grind) l2 2
    generalize Real.cos (1 / 2) ^ 2 = A at *
    grind
  have u1 : Real.cos 1 ≤ 66 / 100 := by
    have := pow_le_pow_left₀ (b := (91 / 100 : Real)) (by grind) u2 2
    generalize Real.cos (1 / 2) ^ 2 = A at *
    grind
  refine ⟨by grind, ?_⟩
  have := pow_le_pow_left₀ (b := (66 / 100 : Real)) (by grind) u1 2
  generalize Real.cos 1 ^ 2 = A at *
  grind
theorem exists_cos_eq_zero : ∃ c, 1 ≤ c ∧ c ≤ 2 ∧ Real.cos c = 0 := by
  obtain ⟨h1, h2⟩ := cos_one_pos_and_cos_two_neg
  obtain ⟨c, hc1, hc2, hc⟩ := exists_eq_of_change (f := fun x => -Real.cos x) (a := 1) (b := 2) (v := 0)
    (fun x h hh => by
      have := cos_change hh x
      rwa [show -Real.cos (x + h) - -Real.cos x = -(Real.cos (x + h) - Real.cos x) by grind, abs_neg])
    (by grind) (by show -Real.cos 1 ≤ 0; grind) (by show 0 ≤ -Real.cos 2; grind)
  exact ⟨c, hc1, hc2, by have : -Real.cos c = 0 := hc; grind⟩

theorem pi_spec : IsGLB (fun x => 0 < x ∧ Real.sin x = 0 : Set Real) Real.pi := by
  obtain ⟨c, h1, h2, h3⟩ := exists_cos_eq_zero
  exact isGLB_sInf ⟨2 * c, show 0 < 2 * c ∧ Real.sin (2 * c) = 0 from ⟨by grind, by rw [sin_two_mul, h3, mul_zero]⟩⟩
    ⟨0, fun x hx => le_of_lt hx.1⟩
theorem pi_le_four : Real.pi ≤ 4 := by
  obtain ⟨c, h1, h2, h3⟩ := exists_cos_eq_zero
  have h4 : Real.pi ≤ 2 * c := pi_spec.1 (show 0 < 2 * c ∧ Real.sin (2 * c) = 0 from ⟨by grind, by rw [sin_two_mul, h3, mul_zero]⟩)
  grind
theorem one_le_pi : 1 ≤ Real.pi := pi_spec.2 fun x ⟨h0, hx⟩ => by
  apply le_of_not_gt; intro h
  have h1 := sin_pos_of_lt_half (h := x / 2) (half_pos h0) (by grind)
  have h2 := (abs_le.1 (near_zero (h := x / 2) (by rw [abs_of_pos (half_pos h0)]; grind)).1).1
  have h3 := mul_le_mul_of_nonneg_left (b := x / 2) (c := 1) (by grind) (le_of_lt (half_pos h0))
  rw [pow_two] at h2
  have h4 : 0 < Real.cos (x / 2) := by
    generalize x / 2 * (x / 2) = p at *
    generalize Real.cos (x / 2) = c at *
    grind
  have h5 := sin_two_mul (x / 2)
  rw [show 2 * (x / 2) = x by grind, hx, mul_assoc] at h5
  have h6 := mul_pos h1 h4
  generalize Real.sin (x / 2) * Real.cos (x / 2) = q at *
  clear h2 h3
  grind
theorem pi_pos : 0 < Real.pi := by have := one_le_pi; grind
theorem pi_ne_zero : Real.pi ≠ 0 := ne_of_gt pi_pos
@[simp] theorem sin_pi : Real.sin Real.pi = 0 := by
  apply Classical.byContradiction; intro hne
  have hpos := abs_pos.2 hne
  -- Near π there would be no zero, so π would not be the greatest lower bound.
  have key : ∃ e, 0 < e ∧ e ≤ 1 / 2 ∧ 2 * e < abs (Real.sin Real.pi) := by
    refine ⟨min (1 / 2) (abs (Real.sin Real.pi) / 4), ?_, min_le_left _ _, ?_⟩
    · rcases min_cases (1 / 2) (abs (Real.sin Real.pi) / 4) with ⟨e, _⟩ | ⟨e, _⟩ <;> rw [e]
      · grind
      · exact div_pos hpos (by grind)
    · have := min_le_right (1 / 2) (abs (Real.sin Real.pi) / 4)
      generalize abs (Real.sin Real.pi) = s at *
      grind
  obtain ⟨e, he, he1, he2⟩ := key
  have h1 : Real.pi + e ≤ Real.pi := pi_spec.2 fun x ⟨h0, hx⟩ => by
    apply le_of_not_gt; intro hlt
    have hxge : Real.pi ≤ x := pi_spec.1 ⟨h0, hx⟩
    have h2 := sin_change (h := x - Real.pi) (by rw [abs_of_nonneg (by grind)]; grind) Real.pi
    rw [abs_of_nonneg (a := x - Real.pi) (by grind), show Real.pi + (x - Real.pi) = x by grind, hx, zero_sub, abs_neg] at h2
    generalize abs (Real.sin Real.pi) = s at *
    clear hpos
    grind
  grind
theorem sin_pos_of_pos_of_lt_pi {x : Real} (h0 : 0 < x) (h1 : x < Real.pi) : 0 < Real.sin x := by
  apply lt_of_not_ge; intro hle
  by_cases hx : x ≤ 1 / 2
  · exact not_lt_of_ge hle (sin_pos_of_lt_half h0 hx)
  · obtain ⟨c, hc1, hc2, hc⟩ := exists_eq_of_change (f := fun x => -Real.sin x) (a := 1 / 2) (b := x) (v := 0)
      (fun x h hh => by
        have := sin_change hh x
        rwa [show -Real.sin (x + h) - -Real.sin x = -(Real.sin (x + h) - Real.sin x) by grind, abs_neg])
      (by grind) (by have := sin_pos_of_lt_half (h := 1 / 2) (by grind) (by grind); show -Real.sin (1 / 2) ≤ 0; grind)
      (by show 0 ≤ -Real.sin x; grind)
    have hc' : -Real.sin c = 0 := hc
    have h2 : Real.pi ≤ c := pi_spec.1 ⟨by grind, by grind⟩
    grind
@[simp] theorem cos_pi_div_two : Real.cos (Real.pi / 2) = 0 := by
  have h := sin_two_mul (Real.pi / 2)
  rw [show 2 * (Real.pi / 2) = Real.pi by grind, sin_pi] at h
  have hp := sin_pos_of_pos_of_lt_pi (x := Real.pi / 2) (half_pos pi_pos) (half_lt_self pi_pos)
  rcases mul_eq_zero.1 h.symm with h' | h'
  · rcases mul_eq_zero.1 h' with h'' | h''
    · exact (two_ne_zero (R := Real) h'').elim
    · exact (ne_of_gt hp h'').elim
  · exact h'
@[simp] theorem sin_pi_div_two : Real.sin (Real.pi / 2) = 1 := by
  have h := sin_sq_add_cos_sq (Real.pi / 2)
  have hp := sin_pos_of_pos_of_lt_pi (x := Real.pi / 2) (half_pos pi_pos) (half_lt_self pi_pos)
  rw [cos_pi_div_two] at h
  have h2 : (Real.sin (Real.pi / 2) - 1) * (Real.sin (Real.pi / 2) + 1) = 0 := by
    generalize Real.sin (Real.pi / 2) = s at *
    grind
  rcases mul_eq_zero.1 h2 with h3 | h3
  · exact sub_eq_zero.1 h3
  · generalize Real.sin (Real.pi / 2) = s at *
    grind
@[simp] theorem cos_pi : Real.cos Real.pi = -1 := by
  have h := cos_two_mul (Real.pi / 2)
  rw [show 2 * (Real.pi / 2) = Real.pi by grind, cos_pi_div_two] at h
  rw [h]; grind
theorem sin_add_pi (x : Real) : Real.sin (x + Real.pi) = -Real.sin x := by rw [sin_add, sin_pi, cos_pi]; grind
theorem cos_add_pi (x : Real) : Real.cos (x + Real.pi) = -Real.cos x := by rw [cos_add, sin_pi, cos_pi]; grind
@[simp] theorem sin_two_pi : Real.sin (2 * Real.pi) = 0 := by rw [sin_two_mul, sin_pi]; grind
@[simp] theorem cos_two_pi : Real.cos (2 * Real.pi) = 1 := by rw [cos_two_mul, cos_pi]; grind
theorem sin_add_two_pi (x : Real) : Real.sin (x + 2 * Real.pi) = Real.sin x := by rw [sin_add, sin_two_pi, cos_two_pi]; grind
theorem cos_add_two_pi (x : Real) : Real.cos (x + 2 * Real.pi) = Real.cos x := by rw [cos_add, sin_two_pi, cos_two_pi]; grind
theorem sin_pi_sub (x : Real) : Real.sin (Real.pi - x) = Real.sin x := by rw [sin_sub, sin_pi, cos_pi]; grind
theorem cos_pi_sub (x : Real) : Real.cos (Real.pi - x) = -Real.cos x := by rw [cos_sub, sin_pi, cos_pi]; grind
theorem sin_pi_div_two_sub (x : Real) : Real.sin (Real.pi / 2 - x) = Real.cos x := by
  rw [sin_sub, sin_pi_div_two, cos_pi_div_two]; grind
theorem cos_pi_div_two_sub (x : Real) : Real.cos (Real.pi / 2 - x) = Real.sin x := by
  rw [cos_sub, sin_pi_div_two, cos_pi_div_two]; grind
theorem cos_pos_of_mem_Ioo {x : Real} (h : x ∈ Set.Ioo (-(Real.pi / 2)) (Real.pi / 2)) : 0 < Real.cos x := by
  rw [← sin_pi_div_two_sub]
  obtain ⟨h1, h2⟩ := Set.mem_Ioo.1 h
  exact sin_pos_of_pos_of_lt_pi (by grind) (by grind)
theorem two_lt_pi : 2 < Real.pi := by
  apply lt_of_not_ge; intro h
  -- The cosine is positive on `[0, 1]`, and 0 at π/2.
  have h1 := cos_one_pos_and_cos_two_neg.1
  by_cases he : Real.pi / 2 = 1
  · have h2 := cos_pi_div_two
    rw [he] at h2
    rw [h2] at h1
    exact lt_irrefl _ h1
  · have h2 : Real.cos 1 = Real.sin (Real.pi / 2 - 1) := (sin_pi_div_two_sub 1).symm
    have h3 : Real.sin (1 - Real.pi / 2) = -Real.sin (Real.pi / 2 - 1) := by rw [← sin_neg, neg_sub]
    have h5 := one_le_pi
    have hlt : Real.pi < 2 := lt_of_le_of_ne h fun e => he (by rw [e]; grind)
    clear he h
    have h4 := sin_pos_of_lt_half (h := 1 - Real.pi / 2) (by grind) (by grind)
    rw [h3, ← h2] at h4
    exact lt_asymm h1 (by grind)
theorem sin_three_mul (x : Real) : Real.sin (3 * x) = 3 * Real.sin x - 4 * Real.sin x ^ 3 := by
  rw [show 3 * x = 2 * x + x by grind, sin_add, sin_two_mul, cos_two_mul]
  have := sin_sq_add_cos_sq x
  generalize Real.sin x = s at *
  generalize Real.cos x = c at *
  grind
theorem cos_three_mul (x : Real) : Real.cos (3 * x) = 4 * Real.cos x ^ 3 - 3 * Real.cos x := by
  rw [show 3 * x = 2 * x + x by grind, cos_add, sin_two_mul, cos_two_mul]
  have := sin_sq_add_cos_sq x
  generalize Real.sin x = s at *
  generalize Real.cos x = c at *
  grind
@[simp] theorem cos_pi_div_three : Real.cos (Real.pi / 3) = 1 / 2 := by
  have h := cos_three_mul (Real.pi / 3)
  rw [show 3 * (Real.pi / 3) = Real.pi by grind, cos_pi] at h
  have hp := pi_pos
  have hpos := cos_pos_of_mem_Ioo (x := Real.pi / 3) (Set.mem_Ioo.2 ⟨by grind, by grind⟩)
  generalize Real.cos (Real.pi / 3) = c at *
  have h2 : (c + 1) * (2 * c - 1) ^ 2 = 0 := by grind
  rcases mul_eq_zero.1 h2 with h3 | h3
  · grind
  · have := sq_eq_zero_iff.1 h3; grind
@[simp] theorem sin_pi_div_six : Real.sin (Real.pi / 6) = 1 / 2 := by
  rw [← cos_pi_div_three, ← cos_pi_div_two_sub]; congr 1; grind
theorem sin_pi_div_three_pos : 0 < Real.sin (Real.pi / 3) := by
  have hp := pi_pos
  exact sin_pos_of_pos_of_lt_pi (by grind) (by grind)
@[simp] theorem sin_pi_div_three : Real.sin (Real.pi / 3) = Real.sqrt 3 / 2 := by
  have h := sin_sq_add_cos_sq (Real.pi / 3)
  have hp := sin_pi_div_three_pos
  rw [cos_pi_div_three] at h
  generalize Real.sin (Real.pi / 3) = s at *
  have : Real.sqrt 3 = 2 * s := sqrt_unique (by grind) (by grind)
  rw [this]; grind
@[simp] theorem cos_pi_div_six : Real.cos (Real.pi / 6) = Real.sqrt 3 / 2 := by
  rw [← sin_pi_div_three, ← cos_pi_div_two_sub]; congr 1; grind
@[simp] theorem cos_pi_div_four : Real.cos (Real.pi / 4) = Real.sqrt 2 / 2 := by
  have h := cos_two_mul (Real.pi / 4)
  rw [show 2 * (Real.pi / 4) = Real.pi / 2 by grind, cos_pi_div_two] at h
  have hp := pi_pos
  have hpos := cos_pos_of_mem_Ioo (x := Real.pi / 4) (Set.mem_Ioo.2 ⟨by grind, by grind⟩)
  generalize Real.cos (Real.pi / 4) = c at *
  have : Real.sqrt 2 = 2 * c := sqrt_unique (by grind) (by grind)
  rw [this]; grind
@[simp] theorem sin_pi_div_four : Real.sin (Real.pi / 4) = Real.sqrt 2 / 2 := by
  rw [← cos_pi_div_four, ← cos_pi_div_two_sub]; congr 1; grind
theorem abs_sin_le_two_pow (x : Real) (n : Nat) : abs (Real.sin x) ≤ 2 ^ n * abs (Real.sin (x / 2 ^ n)) := by
  induction n with
  | zero => rw [pow_zero, div_one, one_mul]
  | succ n ih =>
    have e : x / 2 ^ n = 2 * (x / 2 ^ (n + 1)) := by
      have : (2 : Real) ^ n ≠ 0 := ne_of_gt (pow_pos (by grind) n)
      rw [pow_succ]; grind
    rw [e, sin_two_mul, abs_mul, abs_mul, abs_of_pos (a := (2 : Real)) (by grind)] at ih
    have hp : (0 : Real) < 2 ^ n := pow_pos (by grind) n
    have h1 := mul_le_mul_of_nonneg_left (abs_cos_le_one (x / 2 ^ (n + 1))) (abs_nonneg (Real.sin (x / 2 ^ (n + 1))))
    have h2 := mul_le_mul_of_nonneg_left h1 (le_of_lt hp)
    rw [pow_succ] at *
    generalize abs (Real.sin (x / (2 ^ n * 2))) = s at *
    generalize abs (Real.cos (x / (2 ^ n * 2))) = c at *
    have e2 : (2 : Real) ^ n * (2 * s * c) = 2 * (2 ^ n * (s * c)) := by grind
    have e3 : (2 : Real) ^ n * 2 * s = 2 * (2 ^ n * (s * 1)) := by grind
    rw [e2] at ih
    rw [e3]
    generalize (2 : Real) ^ n * (s * c) = u at *
    generalize (2 : Real) ^ n * (s * 1) = v at *
    grind
theorem sin_le {x : Real} (h : 0 ≤ x) : Real.sin x ≤ x := by
  apply le_of_not_gt; intro hlt
  obtain ⟨N, hN⟩ := exists_div_two_pow_lt (x * x) (ε := Real.sin x - x) (by grind)
  obtain ⟨M, hM⟩ := exists_div_two_pow_lt x (ε := 1 / 2) (by grind)
  have h1 := abs_sin_le_two_pow x (max N M)
  have h2 := hN (max N M) (by omega)
  have h3 := hM (max N M) (by omega)
  have hp : (0 : Real) < 2 ^ max N M := pow_pos (by grind) _
  have hq : 0 ≤ x / 2 ^ max N M := div_nonneg h (le_of_lt hp)
  have h4 := (near_zero (h := x / 2 ^ max N M) (by rw [abs_of_nonneg hq]; exact le_of_lt h3)).2
  have h5 : abs (Real.sin (x / 2 ^ max N M)) ≤ x / 2 ^ max N M + (x / 2 ^ max N M) ^ 2 := by
    have := abs_add_le (Real.sin (x / 2 ^ max N M) - x / 2 ^ max N M) (x / 2 ^ max N M)
    rw [sub_add_cancel, abs_of_nonneg hq] at this
    generalize abs (Real.sin (x / 2 ^ max N M)) = p at *
    generalize abs (Real.sin (x / 2 ^ max N M) - x / 2 ^ max N M) = q at *
    generalize (x / 2 ^ max N M) ^ 2 = r at *
    generalize x / 2 ^ max N M = t at *
    clear hN hM h1 h2
    grind
  have h6 := mul_le_mul_of_nonneg_left h5 (le_of_lt hp)
  have e : (2 : Real) ^ max N M * (x / 2 ^ max N M + (x / 2 ^ max N M) ^ 2) = x + x * x / 2 ^ max N M := by
    have := ne_of_gt hp
    generalize (2 : Real) ^ max N M = t at *
    clear hN hM h1 h2 h3 h4 h5 h6 hq
    grind
  rw [e] at h6
  have h7 := le_abs_self (Real.sin x)
  generalize abs (Real.sin x) = A at *
  generalize x * x / 2 ^ max N M = B at *
  generalize (2 : Real) ^ max N M * abs (Real.sin (x / 2 ^ max N M)) = D at *
  clear hN hM h3 h4 h5 e hq hp
  generalize Real.sin x = w at *
  grind
theorem pi_gt_three : 3 < Real.pi := by
  have hp := pi_pos
  have h1 := sin_two_mul (Real.pi / 12)
  rw [show 2 * (Real.pi / 12) = Real.pi / 6 by grind, sin_pi_div_six] at h1
  have h2 := sin_le (x := Real.pi / 12) (by grind)
  have h3 := sin_pos_of_pos_of_lt_pi (x := Real.pi / 12) (by grind) (by grind)
  have h4 := sin_sq_add_cos_sq (Real.pi / 12)
  have h5 : Real.cos (Real.pi / 12) < 1 := by
    have h6 := cos_le_one (Real.pi / 12)
    apply lt_of_le_of_ne h6
    intro e
    rw [e] at h4
    have := mul_pos h3 h3
    generalize Real.sin (Real.pi / 12) = s at *
    grind
  have h6 := cos_pos_of_mem_Ioo (x := Real.pi / 12) (Set.mem_Ioo.2 ⟨by grind, by grind⟩)
  have h7 := mul_lt_mul_of_pos_left h5 h3
  generalize Real.sin (Real.pi / 12) = s at *
  generalize Real.cos (Real.pi / 12) = c at *
  rw [mul_assoc] at h1
  generalize s * c = t at *
  clear h4
  have h8 : 12 * s ≤ Real.pi := by grind
  have h9 : 4 * t = 1 := by grind
  rw [mul_one] at h7
  clear h1 h2
  grind

/-! ## Real exponents that are whole numbers -/

theorem cos_nat_mul_pi (n : Nat) : Real.cos (n * Real.pi) = (-1) ^ n := by
  induction n with
  | zero => rw [Nat.cast_zero, zero_mul, cos_zero, pow_zero]
  | succ n ih => rw [Nat.cast_succ, add_mul, one_mul, cos_add_pi, ih, pow_succ, mul_neg, mul_one]
@[simp] theorem rpow_natCast (x : Real) (n : Nat) : x ^ (n : Real) = x ^ n := by
  rcases lt_trichotomy x 0 with h | rfl | h
  · show Real.rpow x n = x ^ n
    have e := rpow_natCast_of_pos (x := -x) (by grind) n
    rw [rpow_def_of_pos (by grind), log_neg_eq_log] at e
    rw [Real.rpow, if_neg (ne_of_lt h), if_neg (not_lt_of_ge (le_of_lt h)), e, cos_nat_mul_pi, ← mul_pow, mul_neg, mul_one, neg_neg]
  · cases n with
    | zero => rw [Nat.cast_zero, rpow_zero, pow_zero]
    | succ n => rw [zero_rpow (Nat.cast_ne_zero.2 (Nat.succ_ne_zero n)), pow_succ, mul_zero]
  · exact rpow_natCast_of_pos h n
@[simp] theorem rpow_two (x : Real) : x ^ (2 : Real) = x ^ 2 := rpow_natCast x 2
@[simp] theorem rpow_one (x : Real) : x ^ (1 : Real) = x := by
  have := rpow_natCast x 1
  rwa [Nat.cast_one, pow_one] at this
theorem sqrt_eq_rpow (x : Real) : Real.sqrt x = x ^ (1 / 2 : Real) := by
  rcases lt_trichotomy x 0 with h | rfl | h
  · show Real.sqrt x = Real.rpow x (1 / 2)
    rw [sqrt_eq_zero_of_nonpos (le_of_lt h), Real.rpow, if_neg (ne_of_lt h), if_neg (not_lt_of_ge (le_of_lt h)),
      show (1 / 2 : Real) * Real.pi = Real.pi / 2 by grind, cos_pi_div_two, mul_zero]
  · rw [sqrt_zero, zero_rpow (by grind)]
  · exact sqrt_eq_rpow_of_pos h
end Real
