-- What the names mean: each line holds under Mathlib's name, with Mathlib's arguments.
example {G : Type*} [Group G] (a b c : G) : a * b * c = a * (b * c) := mul_assoc a b c
example {G : Type*} [CommGroup G] (a b : G) : a * b = b * a := mul_comm a b
example {R : Type*} [CommRing R] (a b : R) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2 := add_sq a b
example {K : Type*} [Field K] {a : K} (h : a ≠ 0) : a * a⁻¹ = 1 := mul_inv_cancel₀ h
example {K : Type*} [Field K] [LinearOrder K] [IsStrictOrderedRing K] {a b c : K} (h : 0 < c) : a / c ≤ b ↔ a ≤ b * c := div_le_iff₀ h
example {α : Type*} [LinearOrder α] (a b : α) : max a b = if a ≤ b then b else a := max_def a b
example (a b : ℝ) : |a + b| ≤ |a| + |b| := abs_add_le a b
example (a b : ℝ) : |a| ≤ b ↔ -b ≤ a ∧ a ≤ b := abs_le
-- The reals: complete, Archimedean, with the rationals inside.
example (S : Set ℝ) (h : S.Nonempty) (h' : BddAbove S) : ∃ x, IsLUB S x := Real.exists_isLUB h h'
example (S : Set ℝ) (h : S.Nonempty) (h' : BddAbove S) : IsLUB S (sSup S) := Real.isLUB_sSup h h'
example (S : Set ℝ) (a : ℝ) (h : BddAbove S) (ha : a ∈ S) : a ≤ sSup S := le_csSup h ha
example : sSup (∅ : Set ℝ) = 0 := Real.sSup_empty
example (x : ℝ) : ∃ n : ℕ, x < n := Real.exists_nat_gt x
example (x : ℝ) (h : 0 ≤ x) : √x ^ 2 = x := Real.sq_sqrt h
example (x : ℝ) (h : x ≤ 0) : √x = 0 := Real.sqrt_eq_zero_of_nonpos h
example (x y : ℝ) (h : 0 ≤ x) : √(x * y) = √x * √y := Real.sqrt_mul h y
example (x : ℝ) (z : ℤ) : ⌊x⌋ = z ↔ (z : ℝ) ≤ x ∧ x < z + 1 := Int.floor_eq_iff
example (x : ℝ) (z : ℤ) : ⌈x⌉ = z ↔ (z : ℝ) - 1 < x ∧ x ≤ z := Int.ceil_eq_iff
example (x : ℝ) (n : ℕ) (h : 0 ≤ x) : ⌊x⌋₊ = n ↔ (n : ℝ) ≤ x ∧ x < n + 1 := Nat.floor_eq_iff h
example (x : ℝ) : Irrational x ↔ ¬ ∃ q : ℚ, (q : ℝ) = x := Iff.rfl
example : (2 : ℝ) ≠ 3 := by norm_num
example (x : ℝ) (h : 4096 * x ≤ 3998) : 1000000 * x < 999999 := by linarith
-- Elementary functions.
example (x y : ℝ) : Real.exp (x + y) = Real.exp x * Real.exp y := Real.exp_add x y
example (x : ℝ) : x + 1 ≤ Real.exp x := Real.add_one_le_exp x
example (x : ℝ) (h : 0 < x) : Real.exp (Real.log x) = x := Real.exp_log h
example (x : ℝ) : Real.log (Real.exp x) = x := Real.log_exp x
example (x y : ℝ) (hx : x ≠ 0) (hy : y ≠ 0) : Real.log (x * y) = Real.log x + Real.log y := Real.log_mul hx hy
example (x y : ℝ) (hx : 0 < x) (h : x < y) : Real.log x < Real.log y := Real.log_lt_log hx h
example (b x : ℝ) : Real.log x / Real.log b = Real.logb b x := Real.log_div_log
example (x y z : ℝ) (h : 0 < x) : x ^ (y + z) = x ^ y * x ^ z := Real.rpow_add h y z
example (y : ℝ) (h : y ≠ 0) : (0 : ℝ) ^ y = 0 := Real.zero_rpow h
example (x : ℝ) : Real.sin x ^ 2 + Real.cos x ^ 2 = 1 := Real.sin_sq_add_cos_sq x
example (x y : ℝ) : Real.sin (x + y) = Real.sin x * Real.cos y + Real.cos x * Real.sin y := Real.sin_add x y
example (x : ℝ) : Real.tan x = Real.sin x / Real.cos x := Real.tan_eq_sin_div_cos x
-- Complex numbers.
example (z w : ℂ) : (z * w).re = z.re * w.re - z.im * w.im := Complex.mul_re z w
example : Complex.I ^ 2 = -1 := Complex.I_sq
example (z : ℂ) : ‖z‖ ^ 2 = Complex.normSq z := Complex.sq_norm z
example (z w : ℂ) : Complex.exp (z + w) = Complex.exp z * Complex.exp w := Complex.exp_add z w
example (z w : ℂ) (h : z ≠ 0) : w / z * z = w := by grind
-- Sets, binders.
example (s t : Set ℝ) : Disjoint s t ↔ ∀ ⦃a⦄, a ∈ s → a ∉ t := Set.disjoint_left
example (s : Set ℝ) (x : ℝ) : x ∈ {y ∈ s | 0 < y} ↔ x ∈ s ∧ 0 < x := Iff.rfl
example (p : ℝ → Prop) : (∃! x, p x) ↔ ∃ x, p x ∧ ∀ y, p y → y = x := Iff.rfl
example (f : ℝ → ℝ) (y : ℝ) : y ∈ {f x | x : ℝ} ↔ ∃ x, f x = y := Iff.rfl
-- π and values at standard points.
example : Real.sin Real.pi = 0 := Real.sin_pi
example (x : ℝ) (h0 : 0 < x) (h : x < Real.pi) : 0 < Real.sin x := Real.sin_pos_of_pos_of_lt_pi h0 h
example : 3 < Real.pi ∧ Real.pi ≤ 4 := ⟨Real.pi_gt_three, Real.pi_le_four⟩
example : Real.cos (Real.pi / 3) = 1 / 2 := Real.cos_pi_div_three
example (x : ℝ) : Real.sin (x + 2 * Real.pi) = Real.sin x := Real.sin_add_two_pi x
