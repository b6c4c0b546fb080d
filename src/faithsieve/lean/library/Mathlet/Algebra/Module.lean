module
public import Mathlet.Algebra.Ring
public import Mathlet.Data.Set
@[expose] public noncomputable section

/-! # Actions, modules, algebras -/

universe u v w

/-- A monoid acts. -/
class MulAction (M : Type u) (α : Type v) [Monoid M] extends SMul M α where
  protected one_smul : ∀ x : α, (1 : M) • x = x
  protected mul_smul : ∀ (a b : M) (x : α), (a * b) • x = a • b • x
/-- A monoid acts on an additive monoid and keeps sums. -/
class DistribMulAction (M : Type u) (A : Type v) [Monoid M] [AddMonoid A] extends MulAction M A where
  protected smul_zero : ∀ a : M, a • (0 : A) = 0
  protected smul_add : ∀ (a : M) (x y : A), a • (x + y) = a • x + a • y
/-- A module over a semiring; over a field, a vector space. -/
class Module (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] extends DistribMulAction R M where
  protected add_smul : ∀ (r s : R) (x : M), (r + s) • x = r • x + s • x
  protected zero_smul : ∀ x : M, (0 : R) • x = 0

section
variable {R : Type u} {M : Type v}
@[simp] theorem one_smul (R : Type u) {M : Type v} [Monoid R] [MulAction R M] (x : M) : (1 : R) • x = x := MulAction.one_smul x
theorem mul_smul [Monoid R] [MulAction R M] (a b : R) (x : M) : (a * b) • x = a • b • x := MulAction.mul_smul a b x
theorem smul_smul [Monoid R] [MulAction R M] (a b : R) (x : M) : a • b • x = (a * b) • x := (mul_smul a b x).symm
@[simp] theorem smul_zero [Monoid R] [AddMonoid M] [DistribMulAction R M] (a : R) : a • (0 : M) = 0 := DistribMulAction.smul_zero a
theorem smul_add [Monoid R] [AddMonoid M] [DistribMulAction R M] (a : R) (x y : M) : a • (x + y) = a • x + a • y :=
  DistribMulAction.smul_add a x y
theorem add_smul [Semiring R] [AddCommMonoid M] [Module R M] (a b : R) (x : M) : (a + b) • x = a • x + b • x := Module.add_smul a b x
@[simp] theorem zero_smul (R : Type u) {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] (x : M) : (0 : R) • x = 0 :=
  Module.zero_smul x
variable [Ring R] [AddCommGroup M] [Module R M]
@[simp] theorem neg_smul (a : R) (x : M) : (-a) • x = -(a • x) :=
  (neg_eq_of_add_eq_zero_right (by rw [← add_smul, add_neg_cancel, zero_smul])).symm
@[simp] theorem smul_neg (a : R) (x : M) : a • -x = -(a • x) :=
  (neg_eq_of_add_eq_zero_right (by rw [← smul_add, add_neg_cancel, smul_zero])).symm
theorem sub_smul (a b : R) (x : M) : (a - b) • x = a • x - b • x := by
  rw [sub_eq_add_neg, add_smul, neg_smul, sub_eq_add_neg]
theorem smul_sub (a : R) (x y : M) : a • (x - y) = a • x - a • y := by
  rw [sub_eq_add_neg, smul_add, smul_neg, sub_eq_add_neg]
/-- A module over a ring from fewer laws: zero follows. -/
@[reducible] def Module.ofLaws {R : Type u} {M : Type v} [Ring R] [AddCommGroup M] [SMul R M] (one_smul : ∀ x : M, (1 : R) • x = x)
    (mul_smul : ∀ (a b : R) (x : M), (a * b) • x = a • b • x) (smul_add : ∀ (a : R) (x y : M), a • (x + y) = a • x + a • y)
    (add_smul : ∀ (a b : R) (x : M), (a + b) • x = a • x + b • x) : Module R M where
  one_smul := one_smul
  mul_smul := mul_smul
  smul_add := smul_add
  add_smul := add_smul
  smul_zero a := by
    have h := smul_add a 0 0
    rw [add_zero] at h
    exact (add_left_cancel (a := a • (0 : M)) (by rw [add_zero]; exact h)).symm
  zero_smul x := by
    have h := add_smul 0 0 x
    rw [add_zero] at h
    exact (add_left_cancel (a := (0 : R) • x) (by rw [add_zero]; exact h)).symm
end

namespace Mathlet.Modules
-- `grind` has no solver for scalars, so `open Mathlet.Modules in grind` gives it the laws. Not always: the multiples
-- that it writes in ordered rings would match them.
attribute [scoped grind =] one_smul mul_smul smul_add add_smul zero_smul smul_zero neg_smul smul_neg sub_smul smul_sub
end Mathlet.Modules

/-- A monoid acts on itself by multiplication. -/
instance (priority := 900) Mul.toSMul (α : Type u) [Mul α] : SMul α α := ⟨(· * ·)⟩
@[simp] theorem smul_eq_mul {α : Type u} [Mul α] (a b : α) : a • b = a * b := rfl
instance (priority := 900) Monoid.toMulAction (M : Type u) [Monoid M] : MulAction M M where
  one_smul := one_mul
  mul_smul := mul_assoc
instance (priority := 900) Semiring.toModule {R : Type u} [Semiring R] : Module R R where
  smul_zero := mul_zero
  smul_add := mul_add
  add_smul := add_mul
  zero_smul := zero_mul
instance (priority := 800) AddCommMonoid.toNatModule {M : Type u} [AddCommMonoid M] : Module Nat M where
  one_smul := one_nsmul
  mul_smul m n x := by
    induction m with
    | zero => rw [Nat.zero_mul, zero_nsmul, zero_nsmul]
    | succ m ih => rw [Nat.succ_mul, add_nsmul, ih, succ_nsmul]
  smul_zero := nsmul_zero
  smul_add n x y := nsmul_add x y n
  add_smul m n x := add_nsmul x m n
  zero_smul := zero_nsmul
theorem zsmul_zero' {M : Type u} [AddGroup M] (n : Int) : n • (0 : M) = 0 := by
  match n with
  | .ofNat n => exact (natCast_zsmul 0 n).trans (nsmul_zero n)
  | .negSucc n => rw [negSucc_zsmul, nsmul_zero, neg_zero]
theorem zsmul_add {M : Type u} [AddCommGroup M] (x y : M) (n : Int) : n • (x + y) = n • x + n • y := by
  match n with
  | .ofNat n =>
    have e (z : M) : Int.ofNat n • z = n • z := natCast_zsmul z n
    rw [e, e, e, nsmul_add]
  | .negSucc n => rw [negSucc_zsmul, negSucc_zsmul, negSucc_zsmul, nsmul_add, neg_add]
theorem mul_zsmul' {M : Type u} [AddCommGroup M] (m n : Int) (x : M) : (m * n) • x = m • n • x := by
  induction m using Int.induction_on with
  | zero => rw [Int.zero_mul, zero_zsmul, zero_zsmul]
  | succ i ih => rw [Int.add_mul, Int.one_mul, add_zsmul, ih, add_one_zsmul]
  | pred i ih =>
    have h := add_one_zsmul (n • x) (-(i : Int) - 1)
    rw [show -(i : Int) - 1 + 1 = -(i : Int) by omega] at h
    have h2 : (-(i : Int) * n) • x = ((-(i : Int) - 1) * n) • x + n • x := by
      rw [← add_zsmul]; congr 1; rw [Int.sub_mul]; omega
    rw [ih, h] at h2
    exact (add_right_cancel h2).symm
instance (priority := 800) AddCommGroup.toIntModule {M : Type u} [AddCommGroup M] : Module Int M where
  one_smul := one_zsmul
  mul_smul := mul_zsmul'
  smul_zero := zsmul_zero'
  smul_add n x y := zsmul_add x y n
  add_smul m n x := add_zsmul x m n
  zero_smul := zero_zsmul

/-- Acting in two ways that commute with each other. -/
class SMulCommClass (M : Type u) (N : Type v) (α : Type w) [SMul M α] [SMul N α] : Prop where
  smul_comm : ∀ (m : M) (n : N) (a : α), m • n • a = n • m • a
/-- Acting through another action. -/
class IsScalarTower (M : Type u) (N : Type v) (α : Type w) [SMul M N] [SMul N α] [SMul M α] : Prop where
  smul_assoc : ∀ (x : M) (y : N) (z : α), (x • y) • z = x • y • z
