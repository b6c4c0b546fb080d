module
public import Mathlet.RingTheory.Ideal
public import Mathlet.Data.Complex.Basic
@[expose] public noncomputable section

/-! # Algebras over ℕ, ℤ and ℚ; quadratic rings, quaternions; more kinds of rings -/

universe u v w

/-- The natural numbers in a semiring. -/
def Nat.castRingHom (R : Type u) [Semiring R] : RingHom Nat R where
  toFun n := n
  map_one' := Nat.cast_one
  map_mul' := Nat.cast_mul
  map_zero' := Nat.cast_zero
  map_add' := Nat.cast_add
/-- The integers in a ring. -/
def Int.castRingHom (R : Type u) [Ring R] : RingHom Int R where
  toFun n := n
  map_one' := Int.cast_one
  map_mul' := Int.cast_mul
  map_zero' := Int.cast_zero
  map_add' := Int.cast_add
theorem Int.cast_comm {R : Type u} [Ring R] (n : Int) (x : R) : (n : R) * x = x * n := by
  induction n using Int.induction_on with
  | zero => rw [Int.cast_zero, zero_mul, mul_zero]
  | succ i ih => rw [Int.cast_add, Int.cast_one, add_mul, mul_add, ih, one_mul, mul_one]
  | pred i ih => rw [Int.cast_sub, Int.cast_one, sub_mul, mul_sub, ih, one_mul, mul_one]
instance (priority := 100) Ring.toIntAlgebra (R : Type u) [Ring R] : Algebra Int R where
  toSMul := SubNegMonoid.toZSMul
  algebraMap := Int.castRingHom R
  commutes' := Int.cast_comm
  smul_def' n x := zsmul_eq_mul x n
theorem Nat.cast_comm {R : Type u} [Semiring R] (n : Nat) (x : R) : (n : R) * x = x * n := by
  induction n with
  | zero => rw [Nat.cast_zero, zero_mul, mul_zero]
  | succ i ih => rw [Nat.cast_succ, add_mul, mul_add, ih, one_mul, mul_one]
instance (priority := 100) Semiring.toNatAlgebra (R : Type u) [Semiring R] : Algebra Nat R where
  toSMul := AddMonoid.toNatSMul
  algebraMap := Nat.castRingHom R
  commutes' := Nat.cast_comm
  smul_def' := nsmul_eq_mul

/-- The rationals in ℝ. -/
def Real.ratCastHom : RingHom Rat Real where
  toFun := Real.ofRat
  map_one' := Real.ofRat_one
  map_mul' := Real.ofRat_mul
  map_zero' := Real.ofRat_zero
  map_add' := Real.ofRat_add
instance Real.instAlgebraRat : Algebra Rat Real where
  smul q x := Real.ofRat q * x
  algebraMap := Real.ratCastHom
  commutes' _ _ := mul_comm _ _
  smul_def' _ _ := rfl
theorem Real.algebraMap_rat (q : Rat) : algebraMap Rat Real q = (q : Real) := rfl
instance Complex.instAlgebraRat : Algebra Rat Complex where
  smul q x := algebraMap Real Complex (Real.ofRat q) * x
  algebraMap := (algebraMap Real Complex).comp Real.ratCastHom
  commutes' _ _ := mul_comm _ _
  smul_def' _ _ := rfl

/-- Cancelling everything but 0. -/
class CancelMonoidWithZero (M₀ : Type u) extends MonoidWithZero M₀, IsCancelMulZero M₀
class CancelCommMonoidWithZero (M₀ : Type u) extends CommMonoidWithZero M₀, IsCancelMulZero M₀
/-- No common divisors but units. -/
def IsRelPrime {α : Type u} [Monoid α] (x y : α) : Prop := ∀ ⦃d⦄, d ∣ x → d ∣ y → IsUnit d
/-- `ζ ^ k = 1`, and `k` divides every other such exponent. -/
structure IsPrimitiveRoot {M : Type u} [CommMonoid M] (ζ : M) (k : Nat) : Prop where
  pow_eq_one : ζ ^ k = 1
  dvd_of_pow_eq_one : ∀ l : Nat, ζ ^ l = 1 → k ∣ l
/-- Every element but 0 and units is a product of primes. -/
class UniqueFactorizationMonoid (α : Type u) [CommMonoidWithZero α] : Prop where
  exists_prime_factors : ∀ a : α, a ≠ 0 → ∃ l : List α, (∀ b, b ∈ l → Prime b) ∧ Associated (l.foldr (· * ·) 1) a
/-- Division with a remainder that is smaller in a well-founded order. -/
class EuclideanDomain (R : Type u) extends CommRing R, Nontrivial R where
  protected quotient : R → R → R
  protected quotient_zero : ∀ a, quotient a 0 = 0
  protected remainder : R → R → R
  protected quotient_mul_add_remainder_eq : ∀ a b, b * quotient a b + remainder a b = a
  protected r : R → R → Prop
  r_wellFounded : WellFounded r
  protected remainder_lt : ∀ (a) {b}, b ≠ 0 → r (remainder a b) b
  mul_left_not_lt : ∀ (a) {b}, b ≠ 0 → ¬ r (a * b) a
/-- What commutes with everything in a set, as a set. -/
def Set.centralizer {M : Type u} [Mul M] (S : Set M) : Set M := setOf fun c => ∀ m, m ∈ S → m * c = c * m
@[grind =] theorem Set.mem_centralizer_iff {M : Type u} [Mul M] {S : Set M} {c : M} : c ∈ Set.centralizer S ↔ ∀ m, m ∈ S → m * c = c * m := Iff.rfl
def Set.center (M : Type u) [Mul M] : Set M := setOf fun c => ∀ m, m * c = c * m

/-! ## ℤ[√d] -/
/-- `re + im √d` with integers. -/
structure Zsqrtd (d : Int) where
  re : Int
  im : Int
deriving DecidableEq
namespace Zsqrtd
variable {d : Int}
@[ext] theorem ext' {z w : Zsqrtd d} (h : z.re = w.re) (h' : z.im = w.im) : z = w := by cases z; cases w; cases h; cases h'; rfl
instance : Zero (Zsqrtd d) := ⟨⟨0, 0⟩⟩
instance : One (Zsqrtd d) := ⟨⟨1, 0⟩⟩
instance : Add (Zsqrtd d) := ⟨fun z w => ⟨z.re + w.re, z.im + w.im⟩⟩
instance : Neg (Zsqrtd d) := ⟨fun z => ⟨-z.re, -z.im⟩⟩
instance : Mul (Zsqrtd d) := ⟨fun z w => ⟨z.re * w.re + d * z.im * w.im, z.re * w.im + z.im * w.re⟩⟩
@[simp, grind =] theorem re_add (z w : Zsqrtd d) : (z + w).re = z.re + w.re := rfl
@[simp, grind =] theorem im_add (z w : Zsqrtd d) : (z + w).im = z.im + w.im := rfl
@[simp, grind =] theorem re_mul (z w : Zsqrtd d) : (z * w).re = z.re * w.re + d * z.im * w.im := rfl
@[simp, grind =] theorem im_mul (z w : Zsqrtd d) : (z * w).im = z.re * w.im + z.im * w.re := rfl
@[simp] theorem re_zero : (0 : Zsqrtd d).re = 0 := rfl
@[simp] theorem im_zero : (0 : Zsqrtd d).im = 0 := rfl
@[simp] theorem re_one : (1 : Zsqrtd d).re = 1 := rfl
@[simp] theorem im_one : (1 : Zsqrtd d).im = 0 := rfl
@[simp, grind =] theorem re_neg (z : Zsqrtd d) : (-z).re = -z.re := rfl
@[simp, grind =] theorem im_neg (z : Zsqrtd d) : (-z).im = -z.im := rfl
instance commRing : CommRing (Zsqrtd d) where
  add_assoc _ _ _ := ext' (Int.add_assoc _ _ _) (Int.add_assoc _ _ _)
  add_comm _ _ := ext' (Int.add_comm _ _) (Int.add_comm _ _)
  zero_add _ := ext' (Int.zero_add _) (Int.zero_add _)
  add_zero _ := ext' (Int.add_zero _) (Int.add_zero _)
  neg_add_cancel _ := ext' (Int.add_left_neg _) (Int.add_left_neg _)
  mul_assoc x y z := ext' (by simp only [re_mul, im_mul]; grind) (by simp only [re_mul, im_mul]; grind)
  mul_comm x y := ext' (by simp only [re_mul]; grind) (by simp only [im_mul]; grind)
  one_mul x := ext' (by simp) (by simp)
  mul_one x := ext' (by simp) (by simp)
  left_distrib x y z := ext' (by simp only [re_mul, re_add, im_add]; grind) (by simp only [im_mul, re_add, im_add]; grind)
  right_distrib x y z := ext' (by simp only [re_mul, re_add, im_add]; grind) (by simp only [im_mul, re_add, im_add]; grind)
  zero_mul x := ext' (by simp) (by simp)
  mul_zero x := ext' (by simp) (by simp)
/-- `√d`. -/
def sqrtd : Zsqrtd d := ⟨0, 1⟩
theorem dmuld : sqrtd * sqrtd = (⟨d, 0⟩ : Zsqrtd d) := ext' (by simp [sqrtd]) (by simp [sqrtd])
/-- The norm. -/
def norm (n : Zsqrtd d) : Int := n.re * n.re - d * n.im * n.im
end Zsqrtd
/-- The integers with `i`. -/
@[reducible] def GaussianInt : Type := Zsqrtd (-1)

/-! ## Quaternions -/
/-- `re + imI i + imJ j + imK k`. -/
structure Quaternion (R : Type u) [Zero R] [One R] [Neg R] where
  re : R
  imI : R
  imJ : R
  imK : R
namespace Quaternion
variable {R : Type u} [CommRing R]
@[ext] theorem ext' {a b : Quaternion R} (h1 : a.re = b.re) (h2 : a.imI = b.imI) (h3 : a.imJ = b.imJ) (h4 : a.imK = b.imK) : a = b := by
  cases a; cases b; cases h1; cases h2; cases h3; cases h4; rfl
instance : Zero (Quaternion R) := ⟨⟨0, 0, 0, 0⟩⟩
instance : One (Quaternion R) := ⟨⟨1, 0, 0, 0⟩⟩
instance : Add (Quaternion R) := ⟨fun a b => ⟨a.re + b.re, a.imI + b.imI, a.imJ + b.imJ, a.imK + b.imK⟩⟩
instance : Neg (Quaternion R) := ⟨fun a => ⟨-a.re, -a.imI, -a.imJ, -a.imK⟩⟩
instance : Mul (Quaternion R) := ⟨fun a b =>
  ⟨a.re * b.re - a.imI * b.imI - a.imJ * b.imJ - a.imK * b.imK, a.re * b.imI + a.imI * b.re + a.imJ * b.imK - a.imK * b.imJ,
   a.re * b.imJ - a.imI * b.imK + a.imJ * b.re + a.imK * b.imI, a.re * b.imK + a.imI * b.imJ - a.imJ * b.imI + a.imK * b.re⟩⟩
theorem re_mul (a b : Quaternion R) : (a * b).re = a.re * b.re - a.imI * b.imI - a.imJ * b.imJ - a.imK * b.imK := rfl
theorem imI_mul (a b : Quaternion R) : (a * b).imI = a.re * b.imI + a.imI * b.re + a.imJ * b.imK - a.imK * b.imJ := rfl
theorem imJ_mul (a b : Quaternion R) : (a * b).imJ = a.re * b.imJ - a.imI * b.imK + a.imJ * b.re + a.imK * b.imI := rfl
theorem imK_mul (a b : Quaternion R) : (a * b).imK = a.re * b.imK + a.imI * b.imJ - a.imJ * b.imI + a.imK * b.re := rfl
protected theorem addParts (a b : Quaternion R) : (a + b).re = a.re + b.re ∧ (a + b).imI = a.imI + b.imI ∧ (a + b).imJ = a.imJ + b.imJ ∧
  (a + b).imK = a.imK + b.imK := ⟨rfl, rfl, rfl, rfl⟩
protected theorem oneParts : (1 : Quaternion R).re = 1 ∧ (1 : Quaternion R).imI = 0 ∧ (1 : Quaternion R).imJ = 0 ∧ (1 : Quaternion R).imK = 0 :=
  ⟨rfl, rfl, rfl, rfl⟩
protected theorem zeroParts : (0 : Quaternion R).re = 0 ∧ (0 : Quaternion R).imI = 0 ∧ (0 : Quaternion R).imJ = 0 ∧ (0 : Quaternion R).imK = 0 :=
  ⟨rfl, rfl, rfl, rfl⟩
instance instRing : Ring (Quaternion R) where
  add_assoc _ _ _ := ext' (add_assoc _ _ _) (add_assoc _ _ _) (add_assoc _ _ _) (add_assoc _ _ _)
  add_comm _ _ := ext' (add_comm _ _) (add_comm _ _) (add_comm _ _) (add_comm _ _)
  zero_add _ := ext' (zero_add _) (zero_add _) (zero_add _) (zero_add _)
  add_zero _ := ext' (add_zero _) (add_zero _) (add_zero _) (add_zero _)
  neg_add_cancel _ := ext' (neg_add_cancel _) (neg_add_cancel _) (neg_add_cancel _) (neg_add_cancel _)
  mul_assoc a b c := by apply ext' <;> simp only [re_mul, imI_mul, imJ_mul, imK_mul] <;> grind
  one_mul a := by have h := Quaternion.oneParts (R := R); apply ext' <;> simp only [re_mul, imI_mul, imJ_mul, imK_mul] <;> grind
  mul_one a := by have h := Quaternion.oneParts (R := R); apply ext' <;> simp only [re_mul, imI_mul, imJ_mul, imK_mul] <;> grind
  left_distrib a b c := by have h := Quaternion.addParts b c; apply ext' <;> simp only [Quaternion.addParts, re_mul, imI_mul, imJ_mul, imK_mul] <;> grind
  right_distrib a b c := by have h := Quaternion.addParts a b; apply ext' <;> simp only [Quaternion.addParts, re_mul, imI_mul, imJ_mul, imK_mul] <;> grind
  zero_mul a := by have h := Quaternion.zeroParts (R := R); apply ext' <;> simp only [re_mul, imI_mul, imJ_mul, imK_mul] <;> grind
  mul_zero a := by have h := Quaternion.zeroParts (R := R); apply ext' <;> simp only [re_mul, imI_mul, imJ_mul, imK_mul] <;> grind
end Quaternion
