module
public import Mathlet.Analysis.Adjoint
public import Mathlet.Analysis.SpecialFunctions.Defs
@[expose] public noncomputable section

/-! # Angles -/

universe u

variable {V : Type u} [NormedAddCommGroup V] [InnerProductSpace Real V]
/-- The angle of two vectors, between 0 and π. -/
def InnerProductGeometry.angle (x y : V) : Real := Real.arccos (inner Real x y / (norm x * norm y))
/-- The angle at `p₂`. -/
def EuclideanGeometry.angle (p₁ p₂ p₃ : V) : Real := InnerProductGeometry.angle (p₁ - p₂) (p₃ - p₂)
