/-! What a definition gives where it means nothing: Mathlib's conventions. Then definitions that had no law of their own. -/

example (x : ℝ) : x / 0 = 0 := div_zero x
example (x : ℂ) : x⁻¹ = 0 ↔ x = 0 := inv_eq_zero
example (n : ℤ) : n / 0 = 0 ∧ n % 0 = n := ⟨Int.ediv_zero n, Int.emod_zero n⟩
example : (-7 : ℤ) / 2 = -4 ∧ (-7 : ℤ) % 2 = 1 := by decide
example (a b : ℕ) (h : a ≤ b) : a - b = 0 := Nat.sub_eq_zero_of_le h
example : Real.log 0 = 0 := Real.log_zero
example (x : ℝ) : Real.log (-x) = Real.log x := Real.log_neg_eq_log x
example (x : ℝ) (h : x ≤ 0) : √x = 0 := Real.sqrt_eq_zero_of_nonpos h
example (x : ℝ) : Real.logb 1 x = 0 := by rw [Real.logb, Real.log_one, div_zero]
example (x : ℝ) (n : ℕ) : x ^ (n : ℝ) = x ^ n := Real.rpow_natCast x n
example (x : ℝ) : √x = x ^ (1 / 2 : ℝ) := Real.sqrt_eq_rpow x
example (x y : ℝ) (h : 0 ≤ x) : x ^ (-y) = (x ^ y)⁻¹ := Real.rpow_neg h y
example (x y z : ℝ) (hx : 0 ≤ x) : x ^ (y * z) = (x ^ y) ^ z := Real.rpow_mul hx y z
example : (0 : ℝ) ^ (0 : ℝ) = 1 ∧ (0 : ℝ) ^ (-1 : ℝ) = 0 := ⟨Real.rpow_zero 0, Real.zero_rpow (by grind)⟩
example (x : ℝ) (h : x < 0) : ⌊x⌋₊ = 0 := Nat.floor_of_neg h
example : sSup (∅ : Set ℝ) = 0 := Real.sSup_empty
example (s : Set ℝ) (h : ¬ BddAbove s) : sSup s = 0 := Real.sSup_of_not_bddAbove h
example (s : Set ℝ) : sInf s = -sSup (fun x => -x ∈ s) := Real.sInf_def s
example {s : Set ℕ} (h : s.Infinite) : s.ncard = 0 := h.ncard
example (α : Type) (h : ¬ Finite α) : Nat.card α = 0 := dif_neg h
example : (0 : Polynomial ℤ).natDegree = 0 ∧ (0 : Polynomial ℤ).degree = ⊥ := ⟨Polynomial.natDegree_zero, Polynomial.degree_zero⟩
example : (0 : Polynomial ℚ).roots = 0 := Polynomial.roots_zero
example : Nat.choose 3 5 = 0 ∧ Nat.log 2 0 = 0 ∧ padicValNat 2 0 = 0 ∧ padicValNat 1 7 = 0 ∧ Nat.minFac 1 = 1 ∧ Nat.totient 0 = 0 := by decide
example : Nat.divisors 0 = ∅ ∧ Nat.digits 10 0 = [] ∧ Nat.digits 1 3 = [1, 1, 1] := by decide

-- Powers in the ideal; no infinite descent; one dimension; signs; paths.
example {R : Type*} [CommRing R] (I : Ideal R) (r : R) : r ∈ I.radical ↔ ∃ n : ℕ, r ^ n ∈ I := Ideal.mem_radical_iff
example {R M : Type*} [Ring R] [AddCommGroup M] [Module R M] : IsArtinian R M ↔ WellFounded fun p q : Submodule R M => p < q := isArtinian_iff
example {R : Type*} [CommRing R] [IsArtinianRing R] : WellFounded fun p q : Ideal R => p < q := IsArtinian.wf
example (K : Type*) [Field K] : Module.finrank K K = 1 := Module.finrank_self K
example : ∀ i j : Fin 3, i ≠ j → Equiv.Perm.sign (Equiv.swap i j) = -1 := by decide +kernel
example : Equiv.Perm.sign (Equiv.swap (0 : Fin 3) 1 * Equiv.swap 1 2) = 1 := by decide +kernel
example : Equiv.Perm.sign (Equiv.swap (0 : Fin 4) 1 * Equiv.swap 1 2 * Equiv.swap 2 3) = -1 := by decide +kernel
example {X : Type*} [TopologicalSpace X] (x y : X) (γ : Path x y) : γ 0 = x ∧ γ 1 = y ∧ Continuous γ := ⟨γ.source, γ.target, γ.continuous⟩
example {X : Type*} [TopologicalSpace X] (x : X) : Joined x x := Joined.refl x
example {X : Type*} [TopologicalSpace X] (x y : X) : Joined x y ↔ ∃ f : unitInterval → X, Continuous f ∧ f 0 = x ∧ f 1 = y :=
  ⟨fun ⟨γ⟩ => ⟨γ, γ.continuous, γ.source, γ.target⟩, fun ⟨f, hf, h0, h1⟩ => ⟨⟨⟨f, hf⟩, h0, h1⟩⟩⟩
