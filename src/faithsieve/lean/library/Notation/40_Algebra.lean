/-! # Algebra: homomorphisms, linear maps, quotients, units, commutators -/

namespace Mathlet.Notation

/-- Homomorphisms of monoids, of additive monoids, of rings. -/
infixr:25 " →* " => MonoidHom
infixr:25 " →+ " => AddMonoidHom
infixr:25 " →+* " => RingHom
/-- Isomorphisms of groups, of additive groups, of rings. -/
infixl:25 " ≃* " => MulEquiv
infixl:25 " ≃+ " => AddEquiv
infixl:25 " ≃+* " => RingEquiv
/-- Homomorphisms and isomorphisms of algebras. -/
notation:25 A " →ₐ[" R "] " B => AlgHom R A B
notation:50 A " ≃ₐ[" R "] " B => AlgEquiv R A B
/-- `G ⧸ H`, the quotient. -/
notation:35 G " ⧸ " H:34 => HasQuotient.Quotient G H
/-- `⁅x, y⁆`, the commutator. -/
notation "⁅" x ", " y "⁆" => Bracket.bracket x y
/-- `Rˣ`, the units. -/
postfix:1024 "ˣ" => Units

/-- Linear maps and linear bijections. -/
notation:25 M " →ₗ[" R:25 "] " N:0 => LinearMap (RingHom.id R) M N
notation:50 M " ≃ₗ[" R "] " N => LinearEquiv (RingHom.id R) M N
/-- `g ∘ₗ f`, one after the other. -/
infixr:80 " ∘ₗ " => LinearMap.comp

end Mathlet.Notation
