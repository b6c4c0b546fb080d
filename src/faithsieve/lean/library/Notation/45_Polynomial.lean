/-! # Polynomials -/

namespace Polynomial
/-- `R[X]`. -/
scoped notation:9000 R "[X]" => Polynomial R
end Polynomial
