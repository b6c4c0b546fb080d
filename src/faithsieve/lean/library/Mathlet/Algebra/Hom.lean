module
public import Mathlet.Algebra.Module
@[expose] public noncomputable section

/-!
# Homomorphisms and algebras

One class says that the elements of a type are functions, as in Mathlib; so `f.map_mul`, `map_mul f` and `f x` all work.
-/

universe u v w x

/-- The elements of `F` are functions. -/
class FunLike (F : Sort u) (α : outParam (Sort v)) (β : outParam (α → Sort w)) where
  coe : F → ∀ a, β a
  coe_injective' : Function.Injective coe
instance (priority := 100) FunLike.toCoeFun {F : Sort u} {α : Sort v} {β : α → Sort w} [FunLike F α β] : CoeFun F fun _ => ∀ a, β a :=
  ⟨FunLike.coe⟩
theorem DFunLike.ext {F : Sort u} {α : Sort v} {β : α → Sort w} [FunLike F α β] (f g : F) (h : ∀ x, FunLike.coe f x = FunLike.coe g x) : f = g :=
  FunLike.coe_injective' (funext h)

/-- A map that keeps products and 1. -/
structure MonoidHom (M : Type u) (N : Type v) [Monoid M] [Monoid N] where
  toFun : M → N
  protected map_one' : toFun 1 = 1
  protected map_mul' : ∀ x y, toFun (x * y) = toFun x * toFun y
/-- A map that keeps sums and 0. -/
structure AddMonoidHom (M : Type u) (N : Type v) [AddMonoid M] [AddMonoid N] where
  toFun : M → N
  protected map_zero' : toFun 0 = 0
  protected map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y
/-- A map that keeps sums, products, 0 and 1. -/
structure RingHom (R : Type u) (S : Type v) [Semiring R] [Semiring S] where
  toFun : R → S
  protected map_one' : toFun 1 = 1
  protected map_mul' : ∀ x y, toFun (x * y) = toFun x * toFun y
  protected map_zero' : toFun 0 = 0
  protected map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y

/-- The elements of `F` keep products. -/
class MulHomClass (F : Type u) (M : outParam (Type v)) (N : outParam (Type w)) [Mul M] [Mul N] [FunLike F M fun _ => N] : Prop where
  map_mul : ∀ (f : F) (x y : M), FunLike.coe f (x * y) = FunLike.coe f x * FunLike.coe f y
class OneHomClass (F : Type u) (M : outParam (Type v)) (N : outParam (Type w)) [One M] [One N] [FunLike F M fun _ => N] : Prop where
  map_one : ∀ f : F, FunLike.coe f (1 : M) = (1 : N)
class AddHomClass (F : Type u) (M : outParam (Type v)) (N : outParam (Type w)) [Add M] [Add N] [FunLike F M fun _ => N] : Prop where
  map_add : ∀ (f : F) (x y : M), FunLike.coe f (x + y) = FunLike.coe f x + FunLike.coe f y
class ZeroHomClass (F : Type u) (M : outParam (Type v)) (N : outParam (Type w)) [Zero M] [Zero N] [FunLike F M fun _ => N] : Prop where
  map_zero : ∀ f : F, FunLike.coe f (0 : M) = (0 : N)
class SMulHomClass (F : Type u) (R : outParam (Type x)) (M : outParam (Type v)) (N : outParam (Type w)) [SMul R M] [SMul R N]
    [FunLike F M fun _ => N] : Prop where
  map_smul : ∀ (f : F) (c : R) (x : M), FunLike.coe f (c • x) = c • FunLike.coe f x

section
variable {F : Type u} {M : Type v} {N : Type w} [FunLike F M fun _ => N]
@[simp, grind =] theorem map_mul [Mul M] [Mul N] [MulHomClass F M N] (f : F) (x y : M) :
    FunLike.coe f (x * y) = FunLike.coe f x * FunLike.coe f y := MulHomClass.map_mul f x y
@[simp, grind =] theorem map_one [One M] [One N] [OneHomClass F M N] (f : F) : FunLike.coe f (1 : M) = (1 : N) := OneHomClass.map_one f
@[simp, grind =] theorem map_add [Add M] [Add N] [AddHomClass F M N] (f : F) (x y : M) :
    FunLike.coe f (x + y) = FunLike.coe f x + FunLike.coe f y := AddHomClass.map_add f x y
@[simp, grind =] theorem map_zero [Zero M] [Zero N] [ZeroHomClass F M N] (f : F) : FunLike.coe f (0 : M) = (0 : N) := ZeroHomClass.map_zero f
@[simp] theorem map_smul {R : Type x} [SMul R M] [SMul R N] [SMulHomClass F R M N] (f : F) (c : R) (x : M) :
    FunLike.coe f (c • x) = c • FunLike.coe f x := SMulHomClass.map_smul f c x
theorem map_neg [AddGroup M] [AddGroup N] [AddHomClass F M N] [ZeroHomClass F M N] (f : F) (x : M) :
    FunLike.coe f (-x) = -FunLike.coe f x :=
  (neg_eq_of_add_eq_zero_right (by rw [← map_add, add_neg_cancel, map_zero])).symm
theorem map_sub [AddGroup M] [AddGroup N] [AddHomClass F M N] [ZeroHomClass F M N] (f : F) (x y : M) :
    FunLike.coe f (x - y) = FunLike.coe f x - FunLike.coe f y := by
  rw [sub_eq_add_neg, map_add, map_neg, sub_eq_add_neg]
theorem map_inv [Group M] [Group N] [MulHomClass F M N] [OneHomClass F M N] (f : F) (x : M) :
    FunLike.coe f x⁻¹ = (FunLike.coe f x)⁻¹ :=
  eq_inv_of_mul_eq_one_left (by rw [← map_mul, inv_mul_cancel, map_one])
theorem map_pow [Monoid M] [Monoid N] [MulHomClass F M N] [OneHomClass F M N] (f : F) (x : M) (n : Nat) :
    FunLike.coe f (x ^ n) = FunLike.coe f x ^ n := by
  induction n with
  | zero => rw [pow_zero, pow_zero, map_one]
  | succ n ih => rw [pow_succ, map_mul, ih, pow_succ]
end

namespace MonoidHom
variable {M : Type u} {N : Type v} [Monoid M] [Monoid N]
instance : FunLike (MonoidHom M N) M fun _ => N := ⟨fun f => f.toFun, fun f g h => by
  obtain ⟨f, h1, h2⟩ := f; obtain ⟨g, h3, h4⟩ := g; cases h; rfl⟩
instance : MulHomClass (MonoidHom M N) M N := ⟨fun f => f.map_mul'⟩
instance : OneHomClass (MonoidHom M N) M N := ⟨fun f => f.map_one'⟩
protected theorem map_mul (f : MonoidHom M N) (x y : M) : f (x * y) = f x * f y := f.map_mul' x y
protected theorem map_one (f : MonoidHom M N) : f 1 = 1 := f.map_one'
@[ext] theorem ext {f g : MonoidHom M N} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
/-- The identity. -/
def id (M : Type u) [Monoid M] : MonoidHom M M := ⟨fun x => x, rfl, fun _ _ => rfl⟩
/-- One after the other. -/
def comp {P : Type w} [Monoid P] (g : MonoidHom N P) (f : MonoidHom M N) : MonoidHom M P :=
  ⟨fun x => g (f x), by show g (f 1) = 1; rw [f.map_one, g.map_one],
    fun x y => by show g (f (x * y)) = g (f x) * g (f y); rw [f.map_mul, g.map_mul]⟩
/-- A homomorphism into a group from products alone. -/
def mk' {G : Type v} [Group G] (f : M → G) (h : ∀ x y, f (x * y) = f x * f y) : MonoidHom M G :=
  ⟨f, mul_left_cancel (a := f 1) (by rw [← h, mul_one, mul_one]), h⟩
end MonoidHom

namespace AddMonoidHom
variable {M : Type u} {N : Type v} [AddMonoid M] [AddMonoid N]
instance : FunLike (AddMonoidHom M N) M fun _ => N := ⟨fun f => f.toFun, fun f g h => by
  obtain ⟨f, h1, h2⟩ := f; obtain ⟨g, h3, h4⟩ := g; cases h; rfl⟩
instance : AddHomClass (AddMonoidHom M N) M N := ⟨fun f => f.map_add'⟩
instance : ZeroHomClass (AddMonoidHom M N) M N := ⟨fun f => f.map_zero'⟩
protected theorem map_add (f : AddMonoidHom M N) (x y : M) : f (x + y) = f x + f y := f.map_add' x y
protected theorem map_zero (f : AddMonoidHom M N) : f 0 = 0 := f.map_zero'
@[ext] theorem ext {f g : AddMonoidHom M N} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
end AddMonoidHom

namespace RingHom
variable {R : Type u} {S : Type v} [Semiring R] [Semiring S]
instance : FunLike (RingHom R S) R fun _ => S := ⟨fun f => f.toFun, fun f g h => by
  obtain ⟨f, h1, h2, h3, h4⟩ := f; obtain ⟨g, h5, h6, h7, h8⟩ := g; cases h; rfl⟩
instance : AddHomClass (RingHom R S) R S := ⟨fun f => f.map_add'⟩
instance : ZeroHomClass (RingHom R S) R S := ⟨fun f => f.map_zero'⟩
instance : MulHomClass (RingHom R S) R S := ⟨fun f => f.map_mul'⟩
instance : OneHomClass (RingHom R S) R S := ⟨fun f => f.map_one'⟩
protected theorem map_add (f : RingHom R S) (x y : R) : f (x + y) = f x + f y := f.map_add' x y
protected theorem map_zero (f : RingHom R S) : f 0 = 0 := f.map_zero'
protected theorem map_mul (f : RingHom R S) (x y : R) : f (x * y) = f x * f y := f.map_mul' x y
protected theorem map_one (f : RingHom R S) : f 1 = 1 := f.map_one'
@[ext] theorem ext {f g : RingHom R S} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
/-- The identity. -/
def id (R : Type u) [Semiring R] : RingHom R R where
  toFun x := x
  map_one' := rfl
  map_mul' _ _ := rfl
  map_zero' := rfl
  map_add' _ _ := rfl
/-- One after the other. -/
def comp {T : Type w} [Semiring T] (g : RingHom S T) (f : RingHom R S) : RingHom R T where
  toFun x := g (f x)
  map_one' := by rw [f.map_one, g.map_one]
  map_mul' x y := by rw [f.map_mul, g.map_mul]
  map_zero' := by rw [f.map_zero, g.map_zero]
  map_add' x y := by rw [f.map_add, g.map_add]
/-- The multiplicative part. -/
def toMonoidHom (f : RingHom R S) : MonoidHom R S := ⟨f.toFun, f.map_one', f.map_mul'⟩
/-- The additive part. -/
def toAddMonoidHom (f : RingHom R S) : AddMonoidHom R S := ⟨f.toFun, f.map_zero', f.map_add'⟩
end RingHom

/-- A semiring that holds another in its centre. -/
class Algebra (R : Type u) (A : Type v) [CommSemiring R] [Semiring A] extends SMul R A where
  protected algebraMap : RingHom R A
  commutes' : ∀ (r : R) (x : A), algebraMap r * x = x * algebraMap r
  smul_def' : ∀ (r : R) (x : A), r • x = algebraMap r * x
/-- The elements of `R` inside an algebra. -/
def algebraMap (R : Type u) (A : Type v) [CommSemiring R] [Semiring A] [Algebra R A] : RingHom R A := Algebra.algebraMap
theorem Algebra.smul_def {R : Type u} {A : Type v} [CommSemiring R] [Semiring A] [Algebra R A] (r : R) (x : A) :
    r • x = algebraMap R A r * x := Algebra.smul_def' r x
theorem Algebra.commutes {R : Type u} {A : Type v} [CommSemiring R] [Semiring A] [Algebra R A] (r : R) (x : A) :
    algebraMap R A r * x = x * algebraMap R A r := Algebra.commutes' r x
instance (priority := 200) Algebra.toModule {R : Type u} {A : Type v} [CommSemiring R] [Semiring A] [s : Algebra R A] : Module R A where
  toSMul := s.toSMul
  one_smul x := by rw [Algebra.smul_def, map_one, one_mul]
  mul_smul a b x := by rw [Algebra.smul_def, Algebra.smul_def, Algebra.smul_def, map_mul, mul_assoc]
  smul_zero a := by rw [Algebra.smul_def, mul_zero]
  smul_add a x y := by rw [Algebra.smul_def, Algebra.smul_def, Algebra.smul_def, mul_add]
  add_smul a b x := by rw [Algebra.smul_def, Algebra.smul_def, Algebra.smul_def, map_add, add_mul]
  zero_smul x := by rw [Algebra.smul_def, map_zero, zero_mul]
instance (priority := 900) Algebra.id (R : Type u) [CommSemiring R] : Algebra R R where
  toSMul := Mul.toSMul R
  algebraMap := RingHom.id R
  commutes' r x := mul_comm _ _
  smul_def' _ _ := rfl
