/-! # Linear algebra: linear maps -/

namespace Mathlet.Notation

/-- Linear maps and linear bijections. -/
notation:25 M " →ₗ[" R:25 "] " N:0 => LinearMap (RingHom.id R) M N
notation:50 M " ≃ₗ[" R "] " N => LinearEquiv (RingHom.id R) M N
/-- `g ∘ₗ f`, one after the other. -/
infixr:80 " ∘ₗ " => LinearMap.comp

end Mathlet.Notation
