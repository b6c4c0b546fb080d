/-!
# The core dialect under Mathlib

Put before core evidence that a Lean with Mathlib compiles. What Mathlib has is Mathlib's: groups, rings, sets,
orders, topology, `|x|`. Here stands only what it lacks; the definitions that follow this text are those of the
core library, word for word. They are in a namespace that is opened, so that no name of Mathlib is taken.
-/
universe u v
namespace FaithSieve.Bridge

/-- A field with a linear order that addition and multiplication respect. -/
class OrderedField (R : Type u) extends toMathlibField : Field R, LinearOrder R,
  IsStrictOrderedRing R

/-- An ordered field in which every non-negative element has a chosen root. -/
class EuclideanField (R : Type u) extends OrderedField R where
  sqrt : R → R
  sqrt_nonneg' : ∀ x, 0 ≤ sqrt x
  sqrt_sq' : ∀ x, 0 ≤ x → sqrt x ^ 2 = x
  sqrt_neg' : ∀ x, x < 0 → sqrt x = 0
/-- The non-negative root. -/
def sqrt {R : Type u} [EuclideanField R] (x : R) : R := EuclideanField.sqrt x

variable {R : Type u} [OrderedField R] {X : Type v}
