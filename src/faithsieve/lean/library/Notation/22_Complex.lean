/-! # Complex numbers, norms, elementary functions -/

namespace Mathlet.Notation

macro (name := complexes) "ℂ" : term => `(Complex)
/-- `‖x‖`, the norm. -/
macro:max (name := normBars) atomic("‖" noWs) a:term noWs "‖" : term => `(norm $a)

end Mathlet.Notation

namespace Real
/-- Half the circumference of the unit circle. -/
scoped notation "π" => Real.pi
end Real
namespace ComplexConjugate
/-- Complex conjugation. -/
scoped notation "conj" => Complex.conj
end ComplexConjugate
