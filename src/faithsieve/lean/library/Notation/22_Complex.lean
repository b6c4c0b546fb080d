/-! # Complex numbers, norms, elementary functions -/

namespace Mathlet.Notation

macro (name := complexes) "ℂ" : term => `(Complex)
/-- `‖x‖`, the norm. -/
macro:max (name := normBars) atomic("‖" noWs) a:term noWs "‖" : term => `(norm $a)

end Mathlet.Notation

namespace Real
/-- Half the circumference of the unit circle. -/
scoped notation "π" => Real.pi
/-- The exponential functions, where both are opened. -/
scoped notation "rexp" => Real.exp
end Real
namespace Complex
scoped notation "cexp" => Complex.exp
end Complex
namespace ComplexConjugate
/-- Complex conjugation. -/
scoped notation "conj" => Complex.conj
end ComplexConjugate
