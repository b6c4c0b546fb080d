module
public import Mathlet.Data.Set
@[expose] public noncomputable section

/-!
# Types whose elements are sets with structure

`Subgroup`, `Ideal`, `Submodule` and their kin: an element is a set of members and can be used as a set, as a type, and on the
right of `∈`; the order is inclusion. Where intersections stay inside, there are all suprema and infima.
-/

universe u v

/-- The elements of `A` are sets of elements of `B`, and determined by their members. -/
class SetLike (A : Type u) (B : outParam (Type v)) where
  protected coe : A → Set B
  protected coe_injective' : Function.Injective coe
attribute [coe] SetLike.coe
attribute [coe] Subtype.val

namespace SetLike
variable {A : Type u} {B : Type v} [i : SetLike A B]
instance : CoeTC A (Set B) := ⟨SetLike.coe⟩
instance (priority := 100) instMembership : Membership B A := ⟨fun p x => x ∈ (SetLike.coe p : Set B)⟩
instance (priority := 100) : CoeSort A (Type v) := ⟨fun p => {x : B // x ∈ p}⟩
@[simp, norm_cast, grind =] theorem mem_coe {p : A} {x : B} : x ∈ (p : Set B) ↔ x ∈ p := Iff.rfl
theorem coe_injective : Function.Injective (SetLike.coe : A → Set B) := i.coe_injective'
@[simp, norm_cast] theorem coe_set_eq {p q : A} : (p : Set B) = q ↔ p = q := ⟨fun h => coe_injective h, fun h => by rw [h]⟩
theorem ext {p q : A} (h : ∀ x, x ∈ p ↔ x ∈ q) : p = q := coe_injective (Set.ext h)
theorem ext_iff {p q : A} : p = q ↔ ∀ x, x ∈ p ↔ x ∈ q := ⟨fun h x => by rw [h], ext⟩
@[simp] theorem coe_mem {p : A} (x : p) : (x : B) ∈ p := x.2
instance (priority := 100) instPartialOrder : PartialOrder A where
  le p q := ∀ ⦃x⦄, x ∈ p → x ∈ q
  le_refl _ _ h := h
  le_trans _ _ _ h h' _ hx := h' (h hx)
  le_antisymm _ _ h h' := ext fun _ => ⟨fun hx => h hx, fun hx => h' hx⟩
@[grind =] theorem le_def {p q : A} : p ≤ q ↔ ∀ x, x ∈ p → x ∈ q := Iff.rfl
@[simp, norm_cast] theorem coe_subset_coe {p q : A} : (p : Set B) ⊆ q ↔ p ≤ q := Iff.rfl
end SetLike

/-- The complete lattice of a family of sets closed under intersections. -/
@[reducible] def SetLike.completeLattice (A : Type u) {B : Type v} [SetLike A B] (inter : Set A → A)
    (mem_inter : ∀ (S : Set A) (x : B), x ∈ inter S ↔ ∀ p, p ∈ S → x ∈ p) : CompleteLattice A where
  toPartialOrder := SetLike.instPartialOrder
  sup p q := inter (setOf fun r => p ≤ r ∧ q ≤ r)
  le_sup_left p q x hx := (mem_inter _ x).2 fun _ h => h.1 hx
  le_sup_right p q x hx := (mem_inter _ x).2 fun _ h => h.2 hx
  sup_le p q r h h' x hx := (mem_inter _ x).1 hx r ⟨h, h'⟩
  inf p q := inter (setOf fun r => r = p ∨ r = q)
  inf_le_left p q x hx := (mem_inter _ x).1 hx p (.inl rfl)
  inf_le_right p q x hx := (mem_inter _ x).1 hx q (.inr rfl)
  le_inf p q r h h' x hx := (mem_inter _ x).2 fun s hs => by
    rcases hs with hs | hs
    · rw [hs]; exact h hx
    · rw [hs]; exact h' hx
  sSup S := inter (setOf fun r => ∀ p, p ∈ S → p ≤ r)
  sInf := inter
  top := inter ∅
  le_top p x _ := (mem_inter _ x).2 fun _ h => h.elim
  bot := inter Set.univ
  bot_le p x hx := (mem_inter _ x).1 hx p trivial
  le_sSup S p h x hx := (mem_inter _ x).2 fun _ hr => hr p h hx
  sSup_le S p h x hx := (mem_inter _ x).1 hx p h
  sInf_le S p h x hx := (mem_inter _ x).1 hx p h
  le_sInf S p h x hx := (mem_inter _ x).2 fun q hq => h q hq hx
