module
public import Mathlet.Algebra.Hom
@[expose] public noncomputable section

/-! # Bijections with their inverses, embeddings, permutations -/

universe u v w x

/-- A function with its inverse. -/
structure Equiv (α : Sort u) (β : Sort v) where
  toFun : α → β
  invFun : β → α
  left_inv : Function.LeftInverse invFun toFun := by intros _; rfl
  right_inv : Function.RightInverse invFun toFun := by intros _; rfl

namespace Equiv
variable {α : Sort u} {β : Sort v} {γ : Sort w}
protected theorem toFun_injective : Function.Injective (Equiv.toFun : Equiv α β → α → β) := fun ⟨f, f', h, _⟩ ⟨g, g', _, k⟩ e => by
  have e : f = g := e
  subst e
  have : f' = g' := funext fun b => by rw [← k b, h, k]
  subst this; rfl
instance : FunLike (Equiv α β) α fun _ => β := ⟨Equiv.toFun, Equiv.toFun_injective⟩
@[ext] theorem ext {f g : Equiv α β} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
@[simp] theorem coe_fn_mk (f : α → β) (g : β → α) (l r) : (⟨f, g, l, r⟩ : Equiv α β) = f := rfl
/-- The identity. -/
@[refl] protected def refl (α : Sort u) : Equiv α α := ⟨id, id, fun _ => rfl, fun _ => rfl⟩
/-- The inverse. -/
@[symm] protected def symm (e : Equiv α β) : Equiv β α := ⟨e.invFun, e.toFun, e.right_inv, e.left_inv⟩
/-- One after the other. -/
protected def trans (e : Equiv α β) (f : Equiv β γ) : Equiv α γ where
  toFun x := f (e x)
  invFun y := e.symm (f.symm y)
  left_inv x := (congrArg e.invFun (f.left_inv _)).trans (e.left_inv x)
  right_inv y := (congrArg f.toFun (e.right_inv _)).trans (f.right_inv y)
@[simp, grind =] theorem refl_apply (x : α) : Equiv.refl α x = x := rfl
@[simp, grind =] theorem symm_apply_apply (e : Equiv α β) (x : α) : e.symm (e x) = x := e.left_inv x
@[simp, grind =] theorem apply_symm_apply (e : Equiv α β) (x : β) : e (e.symm x) = x := e.right_inv x
@[simp] theorem symm_symm (e : Equiv α β) : e.symm.symm = e := rfl
@[simp, grind =] theorem trans_apply (e : Equiv α β) (f : Equiv β γ) (x : α) : e.trans f x = f (e x) := rfl
protected theorem injective (e : Equiv α β) : Function.Injective e := fun a b h => by
  rw [← e.symm_apply_apply a, h, e.symm_apply_apply]
protected theorem surjective (e : Equiv α β) : Function.Surjective e := fun b => ⟨e.symm b, e.apply_symm_apply b⟩
protected theorem bijective (e : Equiv α β) : Function.Bijective e := ⟨e.injective, e.surjective⟩
@[simp, grind =] theorem apply_eq_iff_eq (e : Equiv α β) {x y : α} : e x = e y ↔ x = y := ⟨fun h => e.injective h, fun h => by rw [h]⟩
theorem symm_apply_eq (e : Equiv α β) {x : β} {y : α} : e.symm x = y ↔ x = e y :=
  ⟨fun h => by rw [← h, e.apply_symm_apply], fun h => by rw [h, e.symm_apply_apply]⟩
/-- A bijection has an inverse. -/
def ofBijective (f : α → β) (h : Function.Bijective f) : Equiv α β where
  toFun := f
  invFun b := Classical.choose (h.2 b)
  left_inv a := h.1 (Classical.choose_spec (h.2 (f a)))
  right_inv b := Classical.choose_spec (h.2 b)
@[simp] theorem ofBijective_apply (f : α → β) (h : Function.Bijective f) (x : α) : ofBijective f h x = f x := rfl
instance decidableEq {α : Type u} {β : Type v} [DecidableEq (α → β)] : DecidableEq (Equiv α β) := fun f g =>
  if h : f.toFun = g.toFun then isTrue (Equiv.toFun_injective h) else isFalse fun e => h (e ▸ rfl)
instance : Inhabited (Equiv α α) := ⟨Equiv.refl α⟩

/-- A bijection of a set with itself. -/
@[reducible] def Perm (α : Sort u) : Sort (max 1 u) := Equiv α α
/-- Exchange `a` and `b`. -/
def swap {α : Type u} [DecidableEq α] (a b : α) : Perm α where
  toFun x := if x = a then b else if x = b then a else x
  invFun x := if x = a then b else if x = b then a else x
  left_inv x := by grind
  right_inv x := by grind
@[simp, grind =] theorem swap_apply_def {α : Type u} [DecidableEq α] (a b x : α) : swap a b x = if x = a then b else if x = b then a else x := rfl

namespace Perm
variable {α : Type u}
instance permGroup : Group (Perm α) where
  mul f g := Equiv.trans g f
  one := Equiv.refl α
  inv := Equiv.symm
  mul_assoc _ _ _ := rfl
  one_mul _ := rfl
  mul_one _ := rfl
  inv_mul_cancel f := Equiv.ext fun x => f.symm_apply_apply x
@[simp, grind =] theorem mul_apply (f g : Perm α) (x : α) : (f * g) x = f (g x) := rfl
@[simp, grind =] theorem one_apply (x : α) : (1 : Perm α) x = x := rfl
theorem inv_def (f : Perm α) : f⁻¹ = Equiv.symm f := rfl
@[simp, grind =] theorem inv_apply_self (f : Perm α) (x : α) : f⁻¹ (f x) = x := f.symm_apply_apply x
@[simp, grind =] theorem apply_inv_self (f : Perm α) (x : α) : f (f⁻¹ x) = x := f.apply_symm_apply x
end Perm

/-- Products in either order. -/
def prodComm (α : Type u) (β : Type v) : Equiv (α × β) (β × α) := ⟨Prod.swap, Prod.swap, fun _ => rfl, fun _ => rfl⟩
/-- Members of equal sets. -/
def setCongr {α : Type u} {s t : Set α} (h : s = t) : Equiv s t :=
  ⟨fun x => ⟨x.1, h ▸ x.2⟩, fun x => ⟨x.1, h ▸ x.2⟩, fun _ => rfl, fun _ => rfl⟩
namespace Set
/-- All members of the whole set. -/
protected def univ (α : Type u) : Equiv (Set.univ : Set α) α := ⟨Subtype.val, fun a => ⟨a, trivial⟩, fun _ => rfl, fun _ => rfl⟩
/-- An injective function is a bijection with its values. -/
protected def image {α : Type u} {β : Type v} (f : α → β) (s : Set α) (h : Function.Injective f) : Equiv s (Set.image f s) :=
  Equiv.ofBijective (fun x => ⟨f x.1, x.1, x.2, rfl⟩)
    ⟨fun _ _ e => Subtype.ext (h (congrArg Subtype.val e)), fun ⟨_, a, ha, e⟩ => ⟨⟨a, ha⟩, Subtype.ext e⟩⟩
end Set
/-- An injective function is a bijection with its values. -/
def ofInjective {α : Type u} {β : Type v} (f : α → β) (h : Function.Injective f) : Equiv α (Set.range f) :=
  Equiv.ofBijective (fun x => ⟨f x, x, rfl⟩) ⟨fun _ _ e => h (congrArg Subtype.val e), fun ⟨_, a, e⟩ => ⟨a, Subtype.ext e⟩⟩
end Equiv

/-- An injective function. -/
structure Function.Embedding (α : Sort u) (β : Sort v) where
  toFun : α → β
  inj' : Function.Injective toFun
namespace Function.Embedding
variable {α : Sort u} {β : Sort v}
instance : FunLike (Function.Embedding α β) α fun _ => β :=
  ⟨Function.Embedding.toFun, fun ⟨f, _⟩ ⟨g, _⟩ e => by
    have e : f = g := e
    subst e; rfl⟩
protected theorem injective (f : Function.Embedding α β) : Function.Injective f := f.inj'
@[simp] theorem coeFn_mk (f : α → β) (h : Function.Injective f) : (⟨f, h⟩ : Function.Embedding α β) = f := rfl
protected def refl (α : Sort u) : Function.Embedding α α := ⟨id, fun _ _ h => h⟩
end Function.Embedding
/-- An equivalence is an embedding. -/
def Equiv.toEmbedding {α : Sort u} {β : Sort v} (e : Equiv α β) : Function.Embedding α β := ⟨e, e.injective⟩

/-! ## Inverses -/

namespace Function
variable {α : Sort u} {β : Sort v}
@[grind =] theorem leftInverse_def {g : β → α} {f : α → β} : LeftInverse g f ↔ ∀ x, g (f x) = x := Iff.rfl
@[grind =] theorem rightInverse_def {g : β → α} {f : α → β} : RightInverse g f ↔ ∀ x, f (g x) = x := Iff.rfl
theorem Surjective.hasRightInverse {f : α → β} (h : Surjective f) : HasRightInverse f :=
  ⟨fun b => Classical.choose (h b), fun b => Classical.choose_spec (h b)⟩
end Function
