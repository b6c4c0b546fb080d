module
public import Mathlet.Data.Real.Complete
@[expose] public noncomputable section

/-! # Lemmas behind tactics -/

namespace Mathlet.Tactic

theorem value_or_below {x n : Nat} (h : x < n + 1) : x = n ∨ x < n := by omega
theorem offset_of_bounds {x : Int} {low : Int} {n : Nat} (h1 : low ≤ x) (h2 : x < low + n) :
    ∃ k : Nat, k < n ∧ x = low + k := ⟨(x - low).toNat, by omega, by omega⟩

end Mathlet.Tactic
