/-! What the tactics that provers know close here, on the types they use them on. -/

-- norm_num, norm_num at, decide
example : (2 : ℝ) + 3 * 4 = 14 := by norm_num
example : (1 : ℝ) / 2 + 1 / 3 = 5 / 6 := by norm_num
example : (7 : ℚ) / 2 - 3 / 4 * 2 < 5 := by norm_num
example : Real.sqrt (5 ^ 3 - 4) = 11 := by norm_num
example : Real.sqrt (9 / 4) = 3 / 2 := by norm_num
example : Real.logb 2 8 = 3 := by norm_num
example : (2 : ℝ) ^ (10 : ℝ) = 1024 := by norm_num
example : ⌊(9 : ℝ) / 2⌋ = 4 := by norm_num
example : ⌈(-9 : ℝ) / 2⌉ = -4 := by norm_num
example : |(2 : ℝ) - 7| = 5 := by norm_num
example : Real.sin (Real.pi / 6) = 1 / 2 := by norm_num
example : Real.exp 0 + Real.log 1 = 1 := by norm_num
example (x : ℝ) : Real.log (Real.exp x) = x := by simp
example : ∑ k ∈ Finset.range 4, ((k : ℝ) + 1) / 2 = 5 := by norm_num [Finset.sum_range_succ]
example (x : ℝ) (h : x / 2 + 1 / 3 = 4) : x = 22 / 3 := by
  norm_num at h
  linarith
example : ∑ k ∈ Finset.range 11, k = 55 := by decide
example : (3 : ZMod 31) * 21 = 1 := by decide
example : Nat.Prime 101 := by norm_num

-- ring, ring_nf, field_simp, linear_combination
example (x y : ℝ) : (x + y) ^ 2 = x ^ 2 + 2 * x * y + y ^ 2 := by ring
example (z : ℂ) : z ^ 2 + 1 = (z + Complex.I) * (z - Complex.I) := by ring
example (a b : ZMod 7) : (a + b) * (a - b) = a ^ 2 - b ^ 2 := by ring
example (a b : ℤ) : (a - b) * (a + b) = a ^ 2 - b ^ 2 := by ring_nf
example (x y : ℝ) (hx : x ≠ 0) (hy : y ≠ 0) : 1 / x + 1 / y = (x + y) / (x * y) := by field_simp
example (x y : ℝ) (h : x + y = 3) (k : x - y = 1) : x = 2 := by linear_combination (h + k) / 2

-- linarith, nlinarith, positivity, gcongr, omega
example (x y : ℝ) (h : 2 * x + y < 3) (k : 1 ≤ y) : x < 1 := by linarith
example (a b : ℚ) (h : a ≤ b) : a / 2 ≤ b / 2 := by linarith
example (x y : ℝ) : 2 * x * y ≤ x ^ 2 + y ^ 2 := by nlinarith [sq_nonneg (x - y)]
example (x y : ℝ) (hx : 0 < x) (hy : 0 ≤ y) : 0 < x ^ 2 + y / x := by positivity
example (x : ℝ) : 0 ≤ Real.sqrt x + |x| := by positivity
example (a b c : ℝ) (h : a ≤ b) (hc : 0 ≤ c) (ha : 0 ≤ a) : a ^ 2 * c + 1 ≤ b ^ 2 * c + 1 := by gcongr
example (m n : ℕ) (h : m < n) : m + 1 ≤ n := by omega

-- norm_cast, push_cast, exact_mod_cast
example (a b : ℕ) (h : (a : ℝ) ≤ b) : a ≤ b := by exact_mod_cast h
example (a : ℕ) (h : 3 ≤ a) : (3 : ℝ) ≤ a := by exact_mod_cast h
example (a : ℕ) (h : (a : ℝ) = 3) : a = 3 := by exact_mod_cast h
example (a : ℤ) (h : (a : ℚ) < 2) : a < 2 := by exact_mod_cast h
example (a b : ℕ) (h : (a : ℝ) + 1 ≤ b) : a + 1 ≤ b := by
  norm_cast at h
example (a b : ℕ) : ((a * b + 1 : ℕ) : ℝ) = a * b + 1 := by push_cast; rfl

-- interval_cases, by_contra, by_contra!, push_neg, use, tauto
example (n : ℕ) (h : n < 5) (k : n ^ 2 = 9) : n = 3 := by
  interval_cases n <;> omega
example (x : ℤ) (h : -2 ≤ x) (k : x ≤ 2) : x ^ 2 ≤ 4 := by
  interval_cases x <;> subst_vars <;> decide
example (x : ℝ) (h : ¬ x ≤ 1) : 1 < x := by
  by_contra k
  exact h (by linarith)
example (a b : ℝ) (h : ¬ a < b) : b ≤ a := by
  by_contra! k
  exact h k
example (h : ¬ ∀ x : ℝ, x ≤ 1) : ∃ x : ℝ, 1 < x := by
  push_neg at h
  exact h
example : ∃ x y : ℕ, x + y = 5 ∧ x < y := by use 2, 3
example (p q : Prop) (h : p ∧ q) : q ∧ p := by tauto

-- decimals
example : (2.5 : ℝ) = 5 / 2 := by norm_num
example : (0.25 : ℚ) + 1.75 = 2 := by norm_num
example : ⌊(2.7 : ℝ)⌋ = 2 := by norm_num
example (x : ℝ) (h : 1.5 * x = 3) : x = 2 := by linarith
example (x : ℝ) (h : 0.1 < x) : 0.05 < x := by linarith
example (x : ℝ) (h : 0 < x) : 0 < 0.5 * x := by positivity

-- abel, group, fun_prop, continuity
example {A : Type*} [AddCommGroup A] (a b c : A) : a + (b - c) = b - (c - a) := by abel
example {G : Type*} [Group G] (a b : G) : a * b * (b⁻¹ * a⁻¹) = 1 := by group
example : Continuous fun x : ℝ => x ^ 2 + 3 * x := by fun_prop
example (f : ℝ → ℝ) (h : Continuous f) : Continuous fun x => f (x + 1) ^ 2 := by continuity
example : Differentiable ℝ fun x : ℝ => x ^ 3 - 2 * x + 1 := by fun_prop

-- casts, numerals of ℂ, factors
example (n : ℕ) (h : 0 < n) : (0 : ℝ) < n := by positivity
example : ((3 : ℂ) + 4 * Complex.I).re = 3 := by norm_num
example (a b : ℝ) (h : a ≤ b) : 2 * a + 1 ≤ 2 * b + 1 := by gcongr
example (x : ℝ) (h : 0 ≤ x) : √x ^ 2 = x := by simp [h]
