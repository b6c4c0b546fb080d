module
public import Mathlet.Data.Real.Complete
@[expose] public noncomputable section

/-! # Norms: the bare function; normed spaces are elsewhere -/

universe u

/-- Something with a norm, written `‖x‖`. -/
class Norm (E : Type u) where
  norm : E → Real
export Norm (norm)
instance Real.instNorm : Norm Real := ⟨fun x => abs x⟩
@[simp, grind =] theorem Real.norm_eq_abs (x : Real) : norm x = abs x := rfl
