module
public import Mathlet.Data.Real.Complete
@[expose] public noncomputable section

/-! # Lemmas behind tactics -/

universe u

theorem nsmul_right_injective' {M : Type u} [AddCommGroup M] [LinearOrder M] [IsOrderedAddMonoid M] {k : Nat} (hk : k ≠ 0) {a b : M} (h : k • a = k • b) : a = b := by
  have pos : ∀ (n : Nat) (x : M), 0 < x → 0 < (n + 1) • x := by
    intro n x hx
    induction n with
    | zero => rw [Nat.zero_add, one_nsmul]; exact hx
    | succ n ih => rw [succ_nsmul]; exact add_pos ih hx
  obtain ⟨n, rfl⟩ : ∃ n, k = n + 1 := ⟨k - 1, by omega⟩
  apply Classical.byContradiction; intro hne
  rcases lt_or_gt_of_ne hne with h' | h'
  · have := pos n (b - a) (sub_pos.2 h')
    rw [sub_eq_add_neg, nsmul_add, ← h, ← nsmul_add, add_neg_cancel, nsmul_zero] at this
    exact lt_irrefl _ this
  · have := pos n (a - b) (sub_pos.2 h')
    rw [sub_eq_add_neg, nsmul_add, h, ← nsmul_add, add_neg_cancel, nsmul_zero] at this
    exact lt_irrefl _ this
/-- So `grind` divides by numerals. -/
instance (priority := 100) IsStrictOrderedRing.toGrindNoNatZeroDivisors {K : Type u} [Field K] [LinearOrder K] [IsStrictOrderedRing K] :
    Lean.Grind.NoNatZeroDivisors K where
  no_nat_zero_divisors _ _ _ hk h := nsmul_right_injective' hk h

namespace Mathlet.Tactic

theorem le_sq (x : Int) : x ≤ x ^ 2 ∧ -x ≤ x ^ 2 := by
  have : x ^ 2 = x * x := by rw [Int.pow_succ, Int.pow_succ, Int.pow_zero, Int.one_mul]
  rw [this]
  rcases Int.le_total 0 x with h | h
  · rcases (by omega : x = 0 ∨ 1 ≤ x) with e | e
    · subst e; decide
    · have := Int.mul_le_mul_of_nonneg_left e h; omega
  · rcases (by omega : x = 0 ∨ x ≤ -1) with e | e
    · subst e; decide
    · have := Int.mul_le_mul_of_nonneg_left (a := 1) (b := -x) (c := -x) (by omega) (by omega)
      rw [Int.neg_mul_neg] at this; omega
theorem le_mul {a b : Int} : 0 < b → 0 ≤ a → a ≤ a * b := fun hb ha => by
  have := Int.mul_le_mul_of_nonneg_left (a := 1) (b := b) (c := a) (by omega) ha; omega
theorem value_or_below {x n : Nat} (h : x < n + 1) : x = n ∨ x < n := by omega
theorem offset_of_bounds {x : Int} {low : Int} {n : Nat} (h1 : low ≤ x) (h2 : x < low + n) :
    ∃ k : Nat, k < n ∧ x = low + k := ⟨(x - low).toNat, by omega, by omega⟩

end Mathlet.Tactic

/-! ## Casts beside numerals, for `norm_cast` -/
section Casts
variable {R : Type u} [CommRing R] [LinearOrder R] [IsStrictOrderedRing R]
@[simp, norm_cast] theorem Nat.ofNat_le_cast {m : Nat} (n : Nat) [n.AtLeastTwo] : (no_index (OfNat.ofNat n) : R) ≤ (m : R) ↔ (OfNat.ofNat n : Nat) ≤ m := by
  rw [← Nat.cast_le (R := R), Nat.cast_ofNat]
@[simp, norm_cast] theorem Nat.cast_le_ofNat {m : Nat} (n : Nat) [n.AtLeastTwo] : (m : R) ≤ (no_index (OfNat.ofNat n) : R) ↔ m ≤ (OfNat.ofNat n : Nat) := by
  rw [← Nat.cast_le (R := R), Nat.cast_ofNat]
@[simp, norm_cast] theorem Nat.ofNat_lt_cast {m : Nat} (n : Nat) [n.AtLeastTwo] : (no_index (OfNat.ofNat n) : R) < (m : R) ↔ (OfNat.ofNat n : Nat) < m := by
  rw [← Nat.cast_lt (R := R), Nat.cast_ofNat]
@[simp, norm_cast] theorem Nat.cast_lt_ofNat {m : Nat} (n : Nat) [n.AtLeastTwo] : (m : R) < (no_index (OfNat.ofNat n) : R) ↔ m < (OfNat.ofNat n : Nat) := by
  rw [← Nat.cast_lt (R := R), Nat.cast_ofNat]
@[simp, norm_cast] theorem Nat.cast_eq_ofNat {m : Nat} (n : Nat) [n.AtLeastTwo] : (m : R) = (no_index (OfNat.ofNat n) : R) ↔ m = (OfNat.ofNat n : Nat) := by
  rw [← Nat.cast_inj (R := R), Nat.cast_ofNat]
@[simp, norm_cast] theorem Nat.cast_eq_one {m : Nat} : (m : R) = 1 ↔ m = 1 := by rw [← Nat.cast_inj (R := R), Nat.cast_one]
@[simp, norm_cast] theorem Nat.cast_le_one {m : Nat} : (m : R) ≤ 1 ↔ m ≤ 1 := by rw [← Nat.cast_le (R := R), Nat.cast_one]
@[simp, norm_cast] theorem Nat.one_le_cast {m : Nat} : (1 : R) ≤ m ↔ 1 ≤ m := by rw [← Nat.cast_le (R := R), Nat.cast_one]
@[simp, norm_cast] theorem Nat.cast_lt_one {m : Nat} : (m : R) < 1 ↔ m < 1 := by rw [← Nat.cast_lt (R := R), Nat.cast_one]
@[simp, norm_cast] theorem Nat.one_lt_cast {m : Nat} : (1 : R) < m ↔ 1 < m := by rw [← Nat.cast_lt (R := R), Nat.cast_one]
@[simp, norm_cast] theorem Int.ofNat_le_cast {m : Int} (n : Nat) [n.AtLeastTwo] : (no_index (OfNat.ofNat n) : R) ≤ (m : R) ↔ (OfNat.ofNat n : Int) ≤ m := by
  rw [← Int.cast_le (R := R), Int.cast_ofNat]
@[simp, norm_cast] theorem Int.cast_le_ofNat {m : Int} (n : Nat) [n.AtLeastTwo] : (m : R) ≤ (no_index (OfNat.ofNat n) : R) ↔ m ≤ (OfNat.ofNat n : Int) := by
  rw [← Int.cast_le (R := R), Int.cast_ofNat]
@[simp, norm_cast] theorem Int.ofNat_lt_cast {m : Int} (n : Nat) [n.AtLeastTwo] : (no_index (OfNat.ofNat n) : R) < (m : R) ↔ (OfNat.ofNat n : Int) < m := by
  rw [← Int.cast_lt (R := R), Int.cast_ofNat]
@[simp, norm_cast] theorem Int.cast_lt_ofNat {m : Int} (n : Nat) [n.AtLeastTwo] : (m : R) < (no_index (OfNat.ofNat n) : R) ↔ m < (OfNat.ofNat n : Int) := by
  rw [← Int.cast_lt (R := R), Int.cast_ofNat]
@[simp, norm_cast] theorem Int.cast_eq_ofNat {m : Int} (n : Nat) [n.AtLeastTwo] : (m : R) = (no_index (OfNat.ofNat n) : R) ↔ m = (OfNat.ofNat n : Int) := by
  rw [← Int.cast_inj (R := R), Int.cast_ofNat]
@[simp, norm_cast] theorem Int.cast_eq_one {m : Int} : (m : R) = 1 ↔ m = 1 := by rw [← Int.cast_inj (R := R), Int.cast_one]
@[simp, norm_cast] theorem Int.cast_le_one {m : Int} : (m : R) ≤ 1 ↔ m ≤ 1 := by rw [← Int.cast_le (R := R), Int.cast_one]
@[simp, norm_cast] theorem Int.one_le_cast {m : Int} : (1 : R) ≤ m ↔ 1 ≤ m := by rw [← Int.cast_le (R := R), Int.cast_one]
@[simp, norm_cast] theorem Int.cast_lt_one {m : Int} : (m : R) < 1 ↔ m < 1 := by rw [← Int.cast_lt (R := R), Int.cast_one]
@[simp, norm_cast] theorem Int.one_lt_cast {m : Int} : (1 : R) < m ↔ 1 < m := by rw [← Int.cast_lt (R := R), Int.cast_one]
end Casts

/-! ## Decimals -/
theorem Mathlet.cast_quot {K : Type u} [Field K] [LinearOrder K] [IsStrictOrderedRing K] (q : Rat) (m n : Nat) (hn : n ≠ 0) (h : q = (m : Rat) / n) :
    (q : K) = (m : K) / (n : K) := by
  have hd : (q.den : Rat) ≠ 0 := fun e => q.den_nz (Nat.cast_inj.1 (e.trans Nat.cast_zero.symm))
  have hn' : (n : Rat) ≠ 0 := fun e => hn (Nat.cast_inj.1 (e.trans Nat.cast_zero.symm))
  have hq : (q.num : Rat) / q.den = q := (Rat.mkRat_eq_div q.num q.den).symm.trans (Rat.mkRat_self q)
  have e : (q.num : Rat) * n = m * q.den := by grind
  have e' : q.num * (n : Int) = m * q.den := (Int.cast_inj (R := Rat)).1 (by rw [Int.cast_mul, Int.cast_mul, Int.cast_natCast, Int.cast_natCast, Int.cast_natCast]; exact e)
  have k : (q.num : K) * n = m * q.den := by
    rw [← Int.cast_natCast n, ← Int.cast_natCast m, ← Int.cast_natCast q.den, ← Int.cast_mul, ← Int.cast_mul, e']
  have hdK : (q.den : K) ≠ 0 := fun e => q.den_nz (Nat.cast_inj.1 (e.trans Nat.cast_zero.symm))
  have hnK : (n : K) ≠ 0 := fun e => hn (Nat.cast_inj.1 (e.trans Nat.cast_zero.symm))
  rw [Rat.cast_def]
  grind
/-- Decimals, as numerals that `simp` and `grind` compute with. -/
@[simp, grind =] theorem Mathlet.decimal_eq {K : Type u} [Field K] [LinearOrder K] [IsStrictOrderedRing K] (m d : Nat) :
    (OfScientific.ofScientific m true d : K) = ((OfNat.ofNat m : Nat) : K) / (10 : K) ^ (OfNat.ofNat d : Nat) := by
  have := Mathlet.cast_quot (K := K) (OfScientific.ofScientific m true d : Rat) m (10 ^ d) (Nat.ne_of_gt (Nat.pow_pos (by decide))) (by
    show Rat.ofScientific m true d = _
    rw [Rat.ofScientific_true_def, Rat.mkRat_eq_div]
    rfl)
  rw [Nat.cast_pow, Nat.cast_ofNat] at this
  exact this

attribute [simp] Real.sq_sqrt Real.sqrt_sq

/-! ## Evaluating numbers

In an ordered field numerals become casts of integers, whose arithmetic Lean computes; quotients of these
move outwards until one is left, in lowest terms. Roots and roundings of such numbers follow; logarithms and real powers do
in `Analysis.SpecialFunctions.Log`.
`norm_num` rewrites with these and then turns the casts into numerals again. -/

namespace Mathlet.NormNum
section Field
variable {K : Type u} [Field K] [LinearOrder K] [IsStrictOrderedRing K] {w v z : Int} {x y : K}

theorem ofNat_eq (n : Nat) [n.AtLeastTwo] : (no_index (OfNat.ofNat n) : K) = ((OfNat.ofNat n : Int) : K) := (Int.cast_ofNat n).symm
theorem one_eq : (1 : K) = ((1 : Int) : K) := Int.cast_one.symm
theorem zero_eq : (0 : K) = ((0 : Int) : K) := Int.cast_zero.symm
theorem natCast_eq (n : Nat) : (n : K) = ((n : Int) : K) := (Int.cast_natCast n).symm
theorem neg_cast : -(z : K) = ((-z : Int) : K) := (Int.cast_neg z).symm
theorem add_cast : (z : K) + w = ((z + w : Int) : K) := (Int.cast_add z w).symm
theorem sub_cast : (z : K) - w = ((z - w : Int) : K) := (Int.cast_sub z w).symm
theorem mul_cast : (z : K) * w = ((z * w : Int) : K) := (Int.cast_mul z w).symm
theorem pow_cast (n : Nat) : (z : K) ^ (no_index (OfNat.ofNat n) : Nat) = ((z ^ (OfNat.ofNat n : Nat) : Int) : K) := (Int.cast_pow z _).symm
theorem cast_ne (h : w ≠ 0) : (w : K) ≠ 0 := fun e => h (Int.cast_inj.1 (e.trans Int.cast_zero.symm))

theorem inv_cast : (w : K)⁻¹ = ((1 : Int) : K) / w := by rw [Int.cast_one, one_div]
theorem quot_add_quot (hw : w ≠ 0) (hv : v ≠ 0) : x / (w : K) + y / (v : K) = (x * v + y * w) / ((w * v : Int) : K) := by
  have := cast_ne (K := K) hw; have := cast_ne (K := K) hv; rw [Int.cast_mul]; grind
theorem quot_add (hw : w ≠ 0) : x / (w : K) + y = (x + y * w) / w := by have := cast_ne (K := K) hw; grind
theorem add_quot (hw : w ≠ 0) : y + x / (w : K) = (y * w + x) / w := by have := cast_ne (K := K) hw; grind
theorem quot_sub_quot (hw : w ≠ 0) (hv : v ≠ 0) : x / (w : K) - y / (v : K) = (x * v - y * w) / ((w * v : Int) : K) := by
  have := cast_ne (K := K) hw; have := cast_ne (K := K) hv; rw [Int.cast_mul]; grind
theorem quot_sub (hw : w ≠ 0) : x / (w : K) - y = (x - y * w) / w := by have := cast_ne (K := K) hw; grind
theorem sub_quot (hw : w ≠ 0) : y - x / (w : K) = (y * w - x) / w := by have := cast_ne (K := K) hw; grind
theorem neg_quot : -(x / (w : K)) = (-x) / w := by grind
theorem quot_mul : x / (w : K) * y = (x * y) / w := by grind
theorem mul_quot : y * (x / (w : K)) = (y * x) / w := by grind
theorem quot_div : x / (w : K) / (v : K) = x / ((w * v : Int) : K) := by rw [Int.cast_mul]; grind
theorem div_quot (hw : w ≠ 0) : y / (x / (w : K)) = (y * w) / x := by have := cast_ne (K := K) hw; grind
theorem quot_pow (n : Nat) : (x / (w : K)) ^ n = x ^ n / (w : K) ^ n := _root_.div_pow x w n
theorem quot_reduce (hw : w ≠ 0) (h : 1 < Int.gcd z w) : (z : K) / w = ((z / Int.gcd z w : Int) : K) / ((w / Int.gcd z w : Int) : K) := by
  have hz : (Int.gcd z w : Int) ∣ z := Int.gcd_dvd_left ..
  have hv : (Int.gcd z w : Int) ∣ w := Int.gcd_dvd_right ..
  obtain ⟨a, ha⟩ := hz
  obtain ⟨b, hb⟩ := hv
  have hg : (Int.gcd z w : Int) ≠ 0 := by omega
  generalize (Int.gcd z w : Int) = g at *
  subst ha hb
  rw [Int.mul_ediv_cancel_left _ hg, Int.mul_ediv_cancel_left _ hg, Int.cast_mul, Int.cast_mul]
  have := cast_ne (K := K) hw; have := cast_ne (K := K) hg
  rw [Int.cast_mul] at *
  grind
theorem div_one_cast : x / ((1 : Int) : K) = x := by rw [Int.cast_one, div_one]
theorem zero_div_cast : ((0 : Int) : K) / x = ((0 : Int) : K) := by rw [Int.cast_zero, zero_div]
theorem div_neg_cast (h : w < 0) : x / (w : K) = (-x) / ((-w : Int) : K) := by rw [Int.cast_neg]; grind
theorem quot_eq (hw : w ≠ 0) : x / (w : K) = y ↔ x = y * w := by have := cast_ne (K := K) hw; constructor <;> intro h <;> grind
theorem eq_quot (hw : w ≠ 0) : y = x / (w : K) ↔ y * w = x := by have := cast_ne (K := K) hw; constructor <;> intro h <;> grind
theorem cast_eq_cast : (z : K) = w ↔ z = w := Int.cast_inj
theorem cast_le_cast : (z : K) ≤ w ↔ z ≤ w := Int.cast_le
theorem cast_lt_cast : (z : K) < w ↔ z < w := Int.cast_lt
theorem cast_pos (h : 0 < w) : 0 < (w : K) := by rw [← Int.cast_zero]; exact Int.cast_lt.2 h
theorem quot_le (hw : 0 < w) : x / (w : K) ≤ y ↔ x ≤ y * w := div_le_iff₀ (cast_pos hw)
theorem le_quot (hw : 0 < w) : y ≤ x / (w : K) ↔ y * w ≤ x := le_div_iff₀ (cast_pos hw)
theorem quot_lt (hw : 0 < w) : x / (w : K) < y ↔ x < y * w := div_lt_iff₀ (cast_pos hw)
theorem lt_quot (hw : 0 < w) : y < x / (w : K) ↔ y * w < x := lt_div_iff₀ (cast_pos hw)
theorem abs_cast : abs (z : K) = ((z.natAbs : Int) : K) := by
  rcases Int.le_total 0 z with h | h
  · rw [abs_of_nonneg (by rw [← Int.cast_zero]; exact Int.cast_le.2 h)]; congr 1; omega
  · rw [abs_of_nonpos (by rw [← Int.cast_zero]; exact Int.cast_le.2 h), ← Int.cast_neg]; congr 1; omega
end Field

theorem floor_cast (z : Int) : Int.floor (z : Real) = z := Int.floor_intCast z
theorem ceil_cast (z : Int) : Int.ceil (z : Real) = z := Int.ceil_intCast z
theorem floor_quot {z w : Int} (hw : 0 < w) : Int.floor ((z : Real) / w) = z / w := by
  have := cast_pos (K := Real) hw
  rw [Int.floor_eq_iff, le_quot hw, quot_lt hw, ← Int.cast_mul, ← Int.cast_one, ← Int.cast_add, ← Int.cast_mul, Int.cast_le, Int.cast_lt]
  have := Int.ediv_mul_le z (Int.ne_of_gt hw); have := Int.lt_ediv_add_one_mul_self z hw
  exact ⟨by omega, by omega⟩
theorem ceil_quot {z w : Int} (hw : 0 < w) : Int.ceil ((z : Real) / w) = -(-z / w) := by
  have := floor_quot (z := -z) hw
  rw [Int.floor_eq_iff] at this
  rw [Int.ceil_eq_iff, Int.cast_neg]
  rw [Int.cast_neg] at this
  have e : -(z : Real) / w = -(z / w) := by grind
  rw [e] at this
  exact ⟨by grind, by grind⟩

/-- The largest root below `2 ^ f` whose square is at most `n`. -/
def root (n : Nat) : Nat → Nat → Nat
  | 0, low => low
  | f + 1, low => root n f (if (low + 2 ^ f) * (low + 2 ^ f) ≤ n then low + 2 ^ f else low)
theorem sqrt_cast (n : Nat) (h : root (OfNat.ofNat n) 20 0 * root (OfNat.ofNat n) 20 0 = OfNat.ofNat n) :
    Real.sqrt (((no_index (OfNat.ofNat n) : Int)) : Real) = ((root (OfNat.ofNat n) 20 0 : Int) : Real) := by
  have e : ((OfNat.ofNat n : Int) : Real) = ((root (OfNat.ofNat n) 20 0 : Int) : Real) * ((root (OfNat.ofNat n) 20 0 : Int) : Real) := by
    rw [← Int.cast_mul, ← Int.natCast_mul, h]; rfl
  rw [e]
  apply Real.sqrt_mul_self
  rw [← Int.cast_zero]; exact Int.cast_le.2 (Int.natCast_nonneg _)
theorem sqrt_quot {z w : Int} (hz : 0 ≤ z) (hw : 0 < w) : Real.sqrt ((z : Real) / w) = Real.sqrt z / Real.sqrt w := by
  have hw' := cast_pos (K := Real) hw
  have hz' : (0 : Real) ≤ z := by rw [← Int.cast_zero]; exact Int.cast_le.2 hz
  have h1 := Real.sqrt_mul (div_nonneg hz' (le_of_lt hw')) (w : Real)
  have h2 : (z : Real) / w * w = z := by grind
  have h3 := Real.sq_sqrt (le_of_lt hw')
  have h4 : Real.sqrt w ≠ 0 := by intro e; rw [e] at h3; grind
  rw [h2] at h1
  grind

end Mathlet.NormNum
