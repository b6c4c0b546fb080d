module
public import Mathlet.Algebra.AlgHom
public import Mathlet.Algebra.Units
@[expose] public noncomputable section

/-! # Linear maps and endomorphisms -/

universe u v w x y

/-- Additive maps that turn `r • x` into `σ r • f x`; for `σ` the identity, the linear maps `M →ₗ[R] N`. -/
structure LinearMap {R : Type u} {S : Type v} [Semiring R] [Semiring S] (σ : RingHom R S) (M : Type w) (N : Type x) [AddCommMonoid M]
    [AddCommMonoid N] [Module R M] [Module S N] where
  toFun : M → N
  protected map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y
  protected map_smul' : ∀ (m : R) (x : M), toFun (m • x) = σ m • toFun x

namespace LinearMap
section General
variable {R : Type u} {S : Type v} [Semiring R] [Semiring S] {σ : RingHom R S} {M : Type w} {N : Type x} [AddCommMonoid M]
    [AddCommMonoid N] [Module R M] [Module S N]
instance : FunLike (LinearMap σ M N) M fun _ => N := ⟨fun f => f.toFun, fun f g h => by
  cases f; cases g; cases h; rfl⟩
instance : AddHomClass (LinearMap σ M N) M N := ⟨fun f => f.map_add'⟩
instance : ZeroHomClass (LinearMap σ M N) M N := ⟨fun f => by
  have h := f.map_smul' 0 0
  rw [zero_smul, map_zero, zero_smul] at h; exact h⟩
@[ext] theorem ext {f g : LinearMap σ M N} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
@[simp] theorem map_smulₛₗ (f : LinearMap σ M N) (c : R) (x : M) : f (c • x) = σ c • f x := f.map_smul' c x
@[simp] theorem coe_mk (f : M → N) (h h') (x : M) : (LinearMap.mk f h h' : LinearMap σ M N) x = f x := rfl
end General

variable {R : Type u} [Semiring R] {M : Type v} {N : Type w} {P : Type x} [AddCommMonoid M] [AddCommMonoid N] [AddCommMonoid P]
  [Module R M] [Module R N] [Module R P]
local notation M " →ₗ[" R "] " N => LinearMap (RingHom.id R) M N
instance : SMulHomClass (M →ₗ[R] N) R M N := ⟨fun f => f.map_smul'⟩
protected theorem map_add (f : M →ₗ[R] N) (x y : M) : f (x + y) = f x + f y := f.map_add' x y
protected theorem map_smul (f : M →ₗ[R] N) (c : R) (x : M) : f (c • x) = c • f x := f.map_smul' c x
protected theorem map_zero (f : M →ₗ[R] N) : f 0 = 0 := _root_.map_zero f
/-- The identity. -/
def id : M →ₗ[R] M := ⟨fun x => x, fun _ _ => rfl, fun _ _ => rfl⟩
@[simp, grind =] theorem id_apply (x : M) : (id : M →ₗ[R] M) x = x := rfl
/-- One after the other. -/
def comp (g : N →ₗ[R] P) (f : M →ₗ[R] N) : M →ₗ[R] P :=
  ⟨fun x => g (f x), fun x y => by dsimp only; rw [map_add, map_add], fun c x => by
    show g (f (c • x)) = c • g (f x); rw [_root_.map_smul, _root_.map_smul]⟩
@[simp, grind =] theorem comp_apply (g : N →ₗ[R] P) (f : M →ₗ[R] N) (x : M) : g.comp f x = g (f x) := rfl
instance : Zero (M →ₗ[R] N) := ⟨⟨fun _ => 0, fun _ _ => (add_zero 0).symm, fun c _ => (smul_zero c).symm⟩⟩
instance : Add (M →ₗ[R] N) := ⟨fun f g => ⟨fun x => f x + g x, fun x y => by dsimp only; rw [map_add, map_add, add_add_add_comm], fun c x => by
  show f (c • x) + g (c • x) = c • (f x + g x); rw [_root_.map_smul, _root_.map_smul, smul_add]⟩⟩
@[simp, grind =] theorem zero_apply (x : M) : (0 : M →ₗ[R] N) x = 0 := rfl
@[simp, grind =] theorem add_apply (f g : M →ₗ[R] N) (x : M) : (f + g) x = f x + g x := rfl
instance instAddCommMonoid : AddCommMonoid (M →ₗ[R] N) where
  add_assoc _ _ _ := ext fun _ => add_assoc _ _ _
  add_comm _ _ := ext fun _ => add_comm _ _
  zero_add _ := ext fun _ => zero_add _
  add_zero _ := ext fun _ => add_zero _
section Smul
variable {R : Type u} [CommSemiring R] {M : Type v} {N : Type w} [AddCommMonoid M] [AddCommMonoid N] [Module R M] [Module R N]
instance instSMul : SMul R (M →ₗ[R] N) := ⟨fun a f => ⟨fun x => a • f x, fun x y => by dsimp only; rw [map_add, smul_add], fun c x => by
  show a • f (c • x) = c • a • f x; rw [_root_.map_smul, smul_smul, smul_smul, mul_comm]⟩⟩
@[simp, grind =] theorem smul_apply (a : R) (f : M →ₗ[R] N) (x : M) : (a • f) x = a • f x := rfl
instance instModule : Module R (M →ₗ[R] N) where
  one_smul _ := ext fun _ => one_smul R _
  mul_smul _ _ _ := ext fun _ => mul_smul _ _ _
  smul_zero _ := ext fun _ => smul_zero _
  smul_add _ _ _ := ext fun _ => smul_add _ _ _
  add_smul _ _ _ := ext fun _ => add_smul _ _ _
  zero_smul _ := ext fun _ => zero_smul R _
end Smul
section Neg
variable {R : Type u} [Ring R] {M : Type v} {N : Type w} [AddCommGroup M] [AddCommGroup N] [Module R M] [Module R N]
instance : Neg (M →ₗ[R] N) := ⟨fun f => ⟨fun x => -f x, fun x y => by dsimp only; rw [map_add, neg_add], fun c x => by
  show -f (c • x) = c • -f x; rw [_root_.map_smul, smul_neg]⟩⟩
instance : Sub (M →ₗ[R] N) := ⟨fun f g => f + -g⟩
@[simp, grind =] theorem neg_apply (f : M →ₗ[R] N) (x : M) : (-f) x = -f x := rfl
@[simp, grind =] theorem sub_apply (f g : M →ₗ[R] N) (x : M) : (f - g) x = f x - g x := (sub_eq_add_neg (f x) (g x)).symm
instance instAddCommGroup : AddCommGroup (M →ₗ[R] N) where
  neg_add_cancel _ := ext fun _ => neg_add_cancel _
  sub_eq_add_neg _ _ := rfl
  add_comm _ _ := ext fun _ => add_comm _ _
end Neg
end LinearMap

/-- The linear maps of a module to itself. -/
@[reducible] def Module.End (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] := LinearMap (RingHom.id R) M M
namespace Module.End
variable {R : Type u} [Semiring R] {M : Type v} [AddCommMonoid M] [Module R M]
instance : One (Module.End R M) := ⟨LinearMap.id⟩
instance : Mul (Module.End R M) := ⟨fun f g => f.comp g⟩
@[simp, grind =] theorem one_apply (x : M) : (1 : Module.End R M) x = x := rfl
@[simp, grind =] theorem mul_apply (f g : Module.End R M) (x : M) : (f * g) x = f (g x) := rfl
theorem one_eq_id : (1 : Module.End R M) = LinearMap.id := rfl
theorem mul_eq_comp (f g : Module.End R M) : f * g = f.comp g := rfl
instance instMonoid : Monoid (Module.End R M) where
  mul_assoc _ _ _ := rfl
  one_mul _ := rfl
  mul_one _ := rfl
instance instSemiring : Semiring (Module.End R M) where
  left_distrib f _ _ := LinearMap.ext fun _ => map_add f _ _
  right_distrib _ _ _ := rfl
  zero_mul _ := rfl
  mul_zero f := LinearMap.ext fun _ => map_zero f
instance instRing {R : Type u} [Ring R] {M : Type v} [AddCommGroup M] [Module R M] : Ring (Module.End R M) where
  neg_add_cancel f := LinearMap.ext fun _ => neg_add_cancel _
  sub_eq_add_neg _ _ := rfl
instance instAlgebra {R : Type u} [CommSemiring R] {M : Type v} [AddCommMonoid M] [Module R M] : Algebra R (Module.End R M) where
  toSMul := LinearMap.instSMul
  algebraMap :=
    { toFun := fun a => a • LinearMap.id
      map_one' := LinearMap.ext fun _ => one_smul R _
      map_mul' := fun a b => LinearMap.ext fun _ => mul_smul _ _ _
      map_zero' := LinearMap.ext fun _ => zero_smul R _
      map_add' := fun a b => LinearMap.ext fun _ => add_smul _ _ _ }
  commutes' r f := LinearMap.ext fun x => (map_smul f r x).symm
  smul_def' _ _ := rfl
theorem pow_apply (f : Module.End R M) (n : Nat) (x : M) : (f ^ (n + 1)) x = (f ^ n) (f x) := by rw [pow_succ]; rfl
@[simp] theorem algebraMap_apply {R : Type u} [CommSemiring R] {M : Type v} [AddCommMonoid M] [Module R M] (a : R) (x : M) :
    algebraMap R (Module.End R M) a x = a • x := rfl
end Module.End
