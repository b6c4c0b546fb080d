module
public import Mathlet.Data.Complex.Basic
@[expose] public noncomputable section

/-!
# Elementary functions: definitions

The exponential function is the limit of `(1 + z / 2 ^ n) ^ 2 ^ n`; that there is one, and the laws, are in `Exp`. The others
are made from it: sine and cosine as its parts on the imaginary axis, logarithms as inverses, π as the first
positive zero of the sine.
-/

namespace Complex
/-- The terms come and stay as close to `w` as one likes. The word for statements is `Tendsto`. -/
def SeqTendsto (a : Nat → Complex) (w : Complex) : Prop := ∀ ε : Real, 0 < ε → ∃ N : Nat, ∀ n, N ≤ n → norm (a n - w) < ε
/-- `(1 + z / 2 ^ n) ^ 2 ^ n`. -/
def expSeq (z : Complex) (n : Nat) : Complex := (1 + z / 2 ^ n) ^ 2 ^ n
open Classical in
/-- The exponential function. -/
def exp (z : Complex) : Complex := if h : ∃ w, SeqTendsto (expSeq z) w then Classical.choose h else 0
/-- The sine. -/
def sin (z : Complex) : Complex := (Complex.exp (-z * I) - Complex.exp (z * I)) * I / 2
/-- The cosine. -/
def cos (z : Complex) : Complex := (Complex.exp (z * I) + Complex.exp (-z * I)) / 2
/-- The tangent. -/
def tan (z : Complex) : Complex := Complex.sin z / Complex.cos z
/-- The hyperbolic sine. -/
def sinh (z : Complex) : Complex := (Complex.exp z - Complex.exp (-z)) / 2
/-- The hyperbolic cosine. -/
def cosh (z : Complex) : Complex := (Complex.exp z + Complex.exp (-z)) / 2
/-- The hyperbolic tangent. -/
def tanh (z : Complex) : Complex := Complex.sinh z / Complex.cosh z
end Complex

namespace Real
/-- The exponential function. -/
def exp (x : Real) : Real := (Complex.exp x).re
/-- The sine. -/
def sin (x : Real) : Real := (Complex.sin x).re
/-- The cosine. -/
def cos (x : Real) : Real := (Complex.cos x).re
/-- The tangent. -/
def tan (x : Real) : Real := (Complex.tan x).re
/-- The cotangent. -/
def cot (x : Real) : Real := Real.cos x / Real.sin x
/-- The hyperbolic sine. -/
def sinh (x : Real) : Real := (Complex.sinh x).re
/-- The hyperbolic cosine. -/
def cosh (x : Real) : Real := (Complex.cosh x).re
/-- The hyperbolic tangent. -/
def tanh (x : Real) : Real := (Complex.tanh x).re
open Classical in
/-- The logarithm of the absolute value; 0 at 0. -/
def log (x : Real) : Real := if h : ∃ y, Real.exp y = abs x then Classical.choose h else 0
/-- The logarithm to a base. -/
def logb (b x : Real) : Real := Real.log x / Real.log b
/-- Half the circumference of the unit circle: the first positive zero of the sine. -/
protected def pi : Real := sInf (fun x => 0 < x ∧ Real.sin x = 0)
open Classical in
/-- Powers with real exponents. -/
def rpow (x y : Real) : Real :=
  if x = 0 then (if y = 0 then 1 else 0)
  else if 0 < x then Real.exp (Real.log x * y) else Real.exp (Real.log x * y) * Real.cos (y * Real.pi)
instance : Pow Real Real := ⟨Real.rpow⟩
@[simp] theorem rpow_eq_pow (x y : Real) : Real.rpow x y = x ^ y := rfl
open Classical in
/-- The inverse of the sine on `[-1, 1]`, constant beyond. -/
def arcsin (x : Real) : Real :=
  if h : ∃ y, -(Real.pi / 2) ≤ y ∧ y ≤ Real.pi / 2 ∧ Real.sin y = max (-1) (min 1 x) then Classical.choose h else 0
/-- The inverse of the cosine. -/
def arccos (x : Real) : Real := Real.pi / 2 - Real.arcsin x
open Classical in
/-- The inverse of the tangent. -/
def arctan (x : Real) : Real :=
  if h : ∃ y, -(Real.pi / 2) < y ∧ y < Real.pi / 2 ∧ Real.tan y = x then Classical.choose h else 0
end Real

namespace Complex
open Classical in
/-- The angle of a number, above `-π` and at most `π`; 0 at 0. -/
def arg (z : Complex) : Real :=
  if h : ∃ t : Real, z ≠ 0 ∧ -Real.pi < t ∧ t ≤ Real.pi ∧ z = norm z * Complex.exp (t * I) then Classical.choose h else 0
/-- The logarithm with imaginary part above `-π` and at most `π`. -/
def log (z : Complex) : Complex := Real.log (norm z) + arg z * I
open Classical in
/-- Powers with complex exponents. -/
def cpow (z w : Complex) : Complex := if z = 0 then (if w = 0 then 1 else 0) else Complex.exp (Complex.log z * w)
instance : Pow Complex Complex := ⟨cpow⟩
end Complex
