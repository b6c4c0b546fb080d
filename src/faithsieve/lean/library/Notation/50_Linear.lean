/-! # Linear algebra: vectors, matrices, inner products -/

namespace Mathlet.Notation

/-- `![a, b, c]`, a vector by its entries. -/
syntax (name := vecNotation) "![" term,* "]" : term
def vecOf (entries : Lean.Syntax) : Nat → Nat → Lean.MacroM Lean.Term
  | 0, _ => `(Matrix.vecEmpty)
  | n + 1, i => do
    let x : Lean.Term := ⟨entries[2 * i]⟩
    `(Matrix.vecCons $x $(← vecOf entries n (i + 1)))
macro_rules (kind := vecNotation)
  | stx => vecOf stx[1] ((stx[1].getNumArgs + 1) / 2) 0
/-- `!![a, b; c, d]`, a matrix by its rows. -/
declare_syntax_cat mathletRow
syntax (name := matrixRow) term,+ : mathletRow
syntax (name := matrixNotation) "!![" sepBy1(mathletRow, ";", "; ", allowTrailingSep) "]" : term
def rowsOf (rows : Lean.Syntax) : Nat → Nat → Lean.MacroM Lean.Term
  | 0, _ => `(Matrix.vecEmpty)
  | n + 1, i => do
    let row := rows[2 * i][0]
    let first ← vecOf row ((row.getNumArgs + 1) / 2) 0
    `(Matrix.vecCons $first $(← rowsOf rows n (i + 1)))
macro_rules (kind := matrixNotation)
  | stx => do `(Matrix.of $(← rowsOf stx[1] ((stx[1].getNumArgs + 1) / 2) 0))

/-- `!₂[x, y]`, a point of a Euclidean space. -/
syntax (name := euclideanNotation) "!₂[" term,* "]" : term
macro_rules (kind := euclideanNotation)
  | stx => do `(EuclideanSpace.ofVec $(← vecOf stx[1] ((stx[1].getNumArgs + 1) / 2) 0))
end Mathlet.Notation

namespace InnerProductSpace
/-- `⟪x, y⟫_𝕜`, the inner product. -/
scoped notation:max "⟪" x ", " y "⟫_" 𝕜:max => inner 𝕜 x y
end InnerProductSpace
namespace RealInnerProductSpace
scoped notation "⟪" x ", " y "⟫" => inner Real x y
scoped notation "⟪" x ", " y "⟫_ℝ" => inner Real x y
end RealInnerProductSpace
namespace EuclideanGeometry
/-- `∠ A B C`, the angle at `B`. -/
scoped notation "∠" => EuclideanGeometry.angle
end EuclideanGeometry

namespace Matrix
/-- `Aᵀ`, the transpose. -/
scoped postfix:1024 "ᵀ" => Matrix.transpose
/-- `A *ᵥ v`, `v ᵥ* A`, `v ⬝ᵥ w`. -/
scoped infixr:73 " *ᵥ " => Matrix.mulVec
scoped infixl:73 " ᵥ* " => Matrix.vecMul
infixl:72 " ⬝ᵥ " => dotProduct
/-- `v ⨯₃ w`, the vector product. -/
scoped infixl:74 " ⨯₃ " => crossProduct
scoped infixl:74 " ×₃ " => crossProduct
end Matrix
namespace MatrixGroups
/-- `GL n R`, `SL(n, R)`. -/
scoped notation "GL" => Matrix.GeneralLinearGroup
scoped notation "SL(" n ", " R ")" => Matrix.SpecialLinearGroup (Fin n) R
end MatrixGroups
