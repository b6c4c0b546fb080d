module
public import Mathlet.Algebra.Pi
public import Mathlet.Algebra.Hom
@[expose] public noncomputable section

/-! # Bijective homomorphisms; homomorphisms of algebras -/

universe u v w x

/-- A homomorphism of algebras over `R`, written `A →ₐ[R] B`. -/
structure AlgHom (R : Type u) (A : Type v) (B : Type w) [CommSemiring R] [Semiring A] [Semiring B] [Algebra R A] [Algebra R B] extends
    RingHom A B where
  commutes' : ∀ r : R, toFun (algebraMap R A r) = algebraMap R B r
namespace AlgHom
variable {R : Type u} {A : Type v} {B : Type w} [CommSemiring R] [Semiring A] [Semiring B] [Algebra R A] [Algebra R B]
theorem toRingHom_injective : Function.Injective (toRingHom : AlgHom R A B → RingHom A B) := fun f g h => by cases f; cases g; cases h; rfl
instance : FunLike (AlgHom R A B) A fun _ => B := ⟨fun f => f.toFun, fun f g h => toRingHom_injective (FunLike.coe_injective' h)⟩
instance : AddHomClass (AlgHom R A B) A B := ⟨fun f => f.map_add'⟩
instance : ZeroHomClass (AlgHom R A B) A B := ⟨fun f => f.map_zero'⟩
instance : MulHomClass (AlgHom R A B) A B := ⟨fun f => f.map_mul'⟩
instance : OneHomClass (AlgHom R A B) A B := ⟨fun f => f.map_one'⟩
@[simp, grind =] theorem commutes (f : AlgHom R A B) (r : R) : f (algebraMap R A r) = algebraMap R B r := f.commutes' r
@[ext] theorem ext {f g : AlgHom R A B} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
instance : SMulHomClass (AlgHom R A B) R A B := ⟨fun f r x => by rw [Algebra.smul_def, map_mul, commutes, Algebra.smul_def]⟩
end AlgHom
