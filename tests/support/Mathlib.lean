/-!
A small library named like the parts of Mathlib that the tests use. It stands in for Mathlib where a
test needs names and types, not theorems: its real numbers are rational numbers in disguise, and
its powers and logarithms are made up. One theorem rests on an axiom, as no theorem of Mathlib does.
-/

noncomputable section

universe u

structure Real where
  value : Rat

namespace Real
instance : Add Real := ⟨fun a b => ⟨a.value + b.value⟩⟩
instance : Sub Real := ⟨fun a b => ⟨a.value - b.value⟩⟩
instance : Mul Real := ⟨fun a b => ⟨a.value * b.value⟩⟩
instance : Div Real := ⟨fun a b => ⟨a.value / b.value⟩⟩
instance : Neg Real := ⟨fun a => ⟨-a.value⟩⟩
instance : LT Real := ⟨fun a b => a.value < b.value⟩
instance : LE Real := ⟨fun a b => a.value ≤ b.value⟩
instance (n : Nat) : OfNat Real n := ⟨⟨n⟩⟩
instance : Pow Real Real := ⟨fun a b => ⟨a.value + b.value⟩⟩
@[default_instance high] instance : Pow Real Nat := ⟨fun a n => ⟨a.value ^ n⟩⟩
def logb (b x : Real) : Real := ⟨x.value / b.value⟩
theorem add_comm (a b : Real) : a + b = b + a := congrArg Real.mk (Rat.add_comm a.value b.value)
end Real

structure Polynomial (R : Type) where
  coefficients : List R

namespace Polynomial
variable {R : Type}
def X [Zero R] [One R] : Polynomial R := ⟨[0, 1]⟩
instance : Add (Polynomial R) := ⟨fun p q => ⟨p.coefficients ++ q.coefficients⟩⟩
instance : Neg (Polynomial R) := ⟨id⟩
instance : Pow (Polynomial R) Nat := ⟨fun p _ => p⟩
instance [NatCast R] (n : Nat) : OfNat (Polynomial R) n := ⟨⟨[(n : R)]⟩⟩
end Polynomial

class Field (K : Type u) extends Lean.Grind.Field K
class LinearOrder (α : Type u) extends LE α, LT α, Std.IsLinearOrder α, Std.LawfulOrderLT α
class IsStrictOrderedRing (R : Type u) [Field R] [LinearOrder R] : Prop extends Lean.Grind.OrderedRing R
instance {R : Type u} [LinearOrder R] : DecidableLE R := fun a b => Classical.propDecidable (a ≤ b)
def abs {R : Type u} [Field R] [LinearOrder R] (x : R) : R := if 0 ≤ x then x else -x
instance {R : Type u} [Field R] : IntCast R := Lean.Grind.Ring.intCast

def Set (α : Type u) := α → Prop
instance {α : Type u} : Membership α (Set α) := ⟨fun s a => s a⟩
instance {α : Type u} : Inter (Set α) := ⟨fun s t a => a ∈ s ∧ a ∈ t⟩
instance {α : Type u} : HasSubset (Set α) := ⟨fun s t => ∀ a, a ∈ s → a ∈ t⟩

axiom Mathlib.unproved : (2 : Nat) + 2 = 5
theorem Mathlib.rests_on_an_axiom : (2 : Nat) + 2 = 5 := Mathlib.unproved
