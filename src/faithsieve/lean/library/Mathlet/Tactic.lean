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

theorem value_or_below {x n : Nat} (h : x < n + 1) : x = n ∨ x < n := by omega
theorem offset_of_bounds {x : Int} {low : Int} {n : Nat} (h1 : low ≤ x) (h2 : x < low + n) :
    ∃ k : Nat, k < n ∧ x = low + k := ⟨(x - low).toNat, by omega, by omega⟩

end Mathlet.Tactic
