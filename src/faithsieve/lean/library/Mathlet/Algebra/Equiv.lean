module
public import Mathlet.GroupTheory.Normal
public import Mathlet.LinearAlgebra.LinearMap
public import Mathlet.Logic.Equiv
@[expose] public noncomputable section

/-! # Isomorphisms of groups, rings, modules, algebras -/

universe u v w x

namespace Mathlet
variable {M : Type u} {N : Type v} (e : Equiv M N)
theorem toFun_invFun (y : N) : e.toFun (e.invFun y) = y := e.right_inv y
theorem symm_map_mul [Mul M] [Mul N] (h : ∀ x y, e.toFun (x * y) = e.toFun x * e.toFun y) (x y : N) :
    e.symm.toFun (x * y) = e.symm.toFun x * e.symm.toFun y := e.injective <| by
  show e.toFun (e.invFun (x * y)) = e.toFun (e.invFun x * e.invFun y)
  rw [h, toFun_invFun, toFun_invFun, toFun_invFun]
theorem symm_map_add [Add M] [Add N] (h : ∀ x y, e.toFun (x + y) = e.toFun x + e.toFun y) (x y : N) :
    e.symm.toFun (x + y) = e.symm.toFun x + e.symm.toFun y := e.injective <| by
  show e.toFun (e.invFun (x + y)) = e.toFun (e.invFun x + e.invFun y)
  rw [h, toFun_invFun, toFun_invFun, toFun_invFun]
theorem symm_map_smul {R : Type w} [SMul R M] [SMul R N] (h : ∀ (c : R) x, e.toFun (c • x) = c • e.toFun x) (c : R) (x : N) :
    e.symm.toFun (c • x) = c • e.symm.toFun x := e.injective <| by
  show e.toFun (e.invFun (c • x)) = e.toFun (c • e.invFun x)
  rw [h, toFun_invFun, toFun_invFun]
end Mathlet

/-- Bijections that keep products, written `M ≃* N`. -/
structure MulEquiv (M : Type u) (N : Type v) [Mul M] [Mul N] extends Equiv M N where
  protected map_mul' : ∀ x y, toFun (x * y) = toFun x * toFun y
/-- Bijections that keep sums, written `M ≃+ N`. -/
structure AddEquiv (M : Type u) (N : Type v) [Add M] [Add N] extends Equiv M N where
  protected map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y
/-- Bijections that keep sums and products, written `R ≃+* S`. -/
structure RingEquiv (R : Type u) (S : Type v) [Mul R] [Mul S] [Add R] [Add S] extends Equiv R S where
  protected map_mul' : ∀ x y, toFun (x * y) = toFun x * toFun y
  protected map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y
/-- Linear bijections; for `σ` the identity, `M ≃ₗ[R] N`. -/
structure LinearEquiv {R : Type u} {S : Type v} [Semiring R] [Semiring S] (σ : RingHom R S) (M : Type w) (N : Type x) [AddCommMonoid M]
    [AddCommMonoid N] [Module R M] [Module S N] extends Equiv M N where
  protected map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y
  protected map_smul' : ∀ (m : R) (x : M), toFun (m • x) = σ m • toFun x
/-- Isomorphisms of algebras, written `A ≃ₐ[R] B`. -/
structure AlgEquiv (R : Type u) (A : Type v) (B : Type w) [CommSemiring R] [Semiring A] [Semiring B] [Algebra R A] [Algebra R B]
    extends Equiv A B where
  protected map_mul' : ∀ x y, toFun (x * y) = toFun x * toFun y
  protected map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y
  protected commutes' : ∀ r : R, toFun (algebraMap R A r) = algebraMap R B r

namespace MulEquiv
variable {M : Type u} {N : Type v} {P : Type w}
theorem toEquiv_injective [Mul M] [Mul N] : Function.Injective (toEquiv : MulEquiv M N → Equiv M N) := fun f g h => by cases f; cases g; cases h; rfl
instance [Mul M] [Mul N] : FunLike (MulEquiv M N) M fun _ => N := ⟨fun f => f.toFun, fun _ _ h => toEquiv_injective (FunLike.coe_injective' h)⟩
instance [Mul M] [Mul N] : MulHomClass (MulEquiv M N) M N := ⟨fun f => f.map_mul'⟩
@[ext] theorem ext [Mul M] [Mul N] {f g : MulEquiv M N} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
/-- The identity. -/
protected def refl (M : Type u) [Mul M] : MulEquiv M M := ⟨Equiv.refl M, fun _ _ => rfl⟩
/-- The inverse. -/
protected def symm [Mul M] [Mul N] (e : MulEquiv M N) : MulEquiv N M := ⟨e.toEquiv.symm, Mathlet.symm_map_mul e.toEquiv e.map_mul'⟩
/-- One after the other. -/
protected def trans [Mul M] [Mul N] [Mul P] (f : MulEquiv M N) (g : MulEquiv N P) : MulEquiv M P := ⟨f.toEquiv.trans g.toEquiv, fun x y => by
  show g (f (x * y)) = g (f x) * g (f y); rw [map_mul, map_mul]⟩
@[simp, grind =] theorem symm_apply_apply [Mul M] [Mul N] (e : MulEquiv M N) (x : M) : e.symm (e x) = x := e.left_inv x
@[simp, grind =] theorem apply_symm_apply [Mul M] [Mul N] (e : MulEquiv M N) (y : N) : e (e.symm y) = y := e.right_inv y
protected theorem bijective [Mul M] [Mul N] (e : MulEquiv M N) : Function.Bijective e := e.toEquiv.bijective
instance [Monoid M] [Monoid N] : OneHomClass (MulEquiv M N) M N := ⟨fun e => by
  have h : e 1 * e (e.symm 1) = 1 := by rw [← map_mul, one_mul, apply_symm_apply]
  rwa [apply_symm_apply, mul_one] at h⟩
/-- As a homomorphism. -/
def toMonoidHom [Monoid M] [Monoid N] (h : MulEquiv M N) : MonoidHom M N := ⟨h, map_one h, h.map_mul'⟩
instance [Monoid M] [Monoid N] : CoeHead (MulEquiv M N) (MonoidHom M N) := ⟨toMonoidHom⟩
end MulEquiv
/-- The isomorphisms of a group with itself. -/
@[reducible] def MulAut (M : Type u) [Mul M] := MulEquiv M M
instance MulAut.instGroup (M : Type u) [Mul M] : Group (MulAut M) where
  mul f g := MulEquiv.trans g f
  one := MulEquiv.refl M
  inv := MulEquiv.symm
  mul_assoc _ _ _ := rfl
  one_mul _ := rfl
  mul_one _ := rfl
  inv_mul_cancel f := MulEquiv.ext fun x => f.symm_apply_apply x
/-- Stays under every isomorphism of the group with itself. -/
class Subgroup.Characteristic {G : Type u} [Group G] (H : Subgroup G) : Prop where
  fixed : ∀ ϕ : MulEquiv G G, H.comap ϕ.toMonoidHom = H

namespace AddEquiv
variable {M : Type u} {N : Type v} [Add M] [Add N]
theorem toEquiv_injective : Function.Injective (toEquiv : AddEquiv M N → Equiv M N) := fun f g h => by cases f; cases g; cases h; rfl
instance : FunLike (AddEquiv M N) M fun _ => N := ⟨fun f => f.toFun, fun _ _ h => toEquiv_injective (FunLike.coe_injective' h)⟩
instance : AddHomClass (AddEquiv M N) M N := ⟨fun f => f.map_add'⟩
@[ext] theorem ext {f g : AddEquiv M N} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
protected def refl (M : Type u) [Add M] : AddEquiv M M := ⟨Equiv.refl M, fun _ _ => rfl⟩
/-- The inverse. -/
protected def symm (e : AddEquiv M N) : AddEquiv N M := ⟨e.toEquiv.symm, Mathlet.symm_map_add e.toEquiv e.map_add'⟩
end AddEquiv

namespace RingEquiv
variable {R : Type u} {S : Type v} [Mul R] [Mul S] [Add R] [Add S]
theorem toEquiv_injective : Function.Injective (toEquiv : RingEquiv R S → Equiv R S) := fun f g h => by cases f; cases g; cases h; rfl
instance : FunLike (RingEquiv R S) R fun _ => S := ⟨fun f => f.toFun, fun _ _ h => toEquiv_injective (FunLike.coe_injective' h)⟩
instance : AddHomClass (RingEquiv R S) R S := ⟨fun f => f.map_add'⟩
instance : MulHomClass (RingEquiv R S) R S := ⟨fun f => f.map_mul'⟩
@[ext] theorem ext {f g : RingEquiv R S} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
protected def refl (R : Type u) [Mul R] [Add R] : RingEquiv R R := ⟨Equiv.refl R, fun _ _ => rfl, fun _ _ => rfl⟩
/-- The inverse. -/
protected def symm (e : RingEquiv R S) : RingEquiv S R := ⟨e.toEquiv.symm, Mathlet.symm_map_mul e.toEquiv e.map_mul',
  Mathlet.symm_map_add e.toEquiv e.map_add'⟩
end RingEquiv

namespace LinearEquiv
variable {R : Type u} [Semiring R] {M : Type v} {N : Type w} [AddCommMonoid M] [AddCommMonoid N] [Module R M] [Module R N]
theorem toEquiv_injective : Function.Injective (toEquiv : LinearEquiv (RingHom.id R) M N → Equiv M N) := fun f g h => by cases f; cases g; cases h; rfl
instance : FunLike (LinearEquiv (RingHom.id R) M N) M fun _ => N :=
  ⟨fun f => f.toFun, fun _ _ h => toEquiv_injective (FunLike.coe_injective' h)⟩
instance : AddHomClass (LinearEquiv (RingHom.id R) M N) M N := ⟨fun f => f.map_add'⟩
instance : SMulHomClass (LinearEquiv (RingHom.id R) M N) R M N := ⟨fun f => f.map_smul'⟩
@[ext] theorem ext {f g : LinearEquiv (RingHom.id R) M N} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
protected def refl (R : Type u) [Semiring R] (M : Type v) [AddCommMonoid M] [Module R M] : LinearEquiv (RingHom.id R) M M :=
  ⟨Equiv.refl M, fun _ _ => rfl, fun _ _ => rfl⟩
/-- As a linear map. -/
def toLinearMap (e : LinearEquiv (RingHom.id R) M N) : LinearMap (RingHom.id R) M N := ⟨e, e.map_add', e.map_smul'⟩
instance : Coe (LinearEquiv (RingHom.id R) M N) (LinearMap (RingHom.id R) M N) := ⟨toLinearMap⟩
/-- The inverse. -/
protected def symm (e : LinearEquiv (RingHom.id R) M N) : LinearEquiv (RingHom.id R) N M := ⟨e.toEquiv.symm, Mathlet.symm_map_add e.toEquiv e.map_add',
  Mathlet.symm_map_smul e.toEquiv e.map_smul'⟩
end LinearEquiv

namespace AlgEquiv
variable {R : Type u} {A : Type v} {B : Type w} [CommSemiring R] [Semiring A] [Semiring B] [Algebra R A] [Algebra R B]
theorem toEquiv_injective : Function.Injective (toEquiv : AlgEquiv R A B → Equiv A B) := fun f g h => by cases f; cases g; cases h; rfl
instance : FunLike (AlgEquiv R A B) A fun _ => B := ⟨fun f => f.toFun, fun _ _ h => toEquiv_injective (FunLike.coe_injective' h)⟩
instance : AddHomClass (AlgEquiv R A B) A B := ⟨fun f => f.map_add'⟩
instance : MulHomClass (AlgEquiv R A B) A B := ⟨fun f => f.map_mul'⟩
@[ext] theorem ext {f g : AlgEquiv R A B} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
end AlgEquiv
