module
public import Mathlet.Logic.Basic
public import Mathlet.Order.Basic
@[expose] public noncomputable section

/-! # Sets -/

universe u v w x

/-- Complements, written `sᶜ`. -/
class HasCompl (α : Type u) where
  compl : α → α
/-- Products of sets and of their kin, written `s ×ˢ t`. -/
class SProd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  sprod : α → β → γ

/-! ## Sets -/

/-- A set of elements of `α`: the predicate of being a member. -/
def Set (α : Type u) := α → Prop

/-- The set of the elements with a property. -/
def setOf {α : Type u} (p : α → Prop) : Set α := p

namespace Set

variable {α : Type u} {β : Type v} {ι : Sort w} {s t : Set α} {a b : α}

/-- Membership. -/
protected def Mem (s : Set α) (a : α) : Prop := s a
instance : Membership α (Set α) := ⟨Set.Mem⟩
protected def Subset (s t : Set α) : Prop := ∀ a, a ∈ s → a ∈ t
instance : LE (Set α) := ⟨Set.Subset⟩
instance : HasSubset (Set α) := ⟨Set.Subset⟩
instance : LT (Set α) := ⟨fun s t => s ≤ t ∧ ¬ t ≤ s⟩
instance : HasSSubset (Set α) := ⟨fun s t => s < t⟩
instance : EmptyCollection (Set α) := ⟨fun _ => False⟩
/-- The set of all elements. -/
def univ : Set α := fun _ => True
instance : Union (Set α) := ⟨fun s t => fun a => a ∈ s ∨ a ∈ t⟩
instance : Inter (Set α) := ⟨fun s t => fun a => a ∈ s ∧ a ∈ t⟩
instance : SDiff (Set α) := ⟨fun s t => fun a => a ∈ s ∧ a ∉ t⟩
instance : Singleton α (Set α) := ⟨fun b => fun a => a = b⟩
instance : Insert α (Set α) := ⟨fun b s => fun a => a = b ∨ a ∈ s⟩
instance : HasCompl (Set α) := ⟨fun s => fun a => a ∉ s⟩
/-- The image of a set under a function. -/
def image (f : α → β) (s : Set α) : Set β := fun b => ∃ a, a ∈ s ∧ f a = b
/-- The elements whose value lies in a set. -/
def preimage (f : α → β) (s : Set β) : Set α := fun a => f a ∈ s
/-- The values of a function. -/
def range {ι : Sort w} (f : ι → α) : Set α := fun a => ∃ i, f i = a
/-- The union of a family. -/
def iUnion (s : ι → Set α) : Set α := fun a => ∃ i, a ∈ s i
/-- The intersection of a family. -/
def iInter (s : ι → Set α) : Set α := fun a => ∀ i, a ∈ s i
/-- The union of a set of sets. -/
def sUnion (S : Set (Set α)) : Set α := fun a => ∃ t, t ∈ S ∧ a ∈ t
/-- The intersection of a set of sets. -/
def sInter (S : Set (Set α)) : Set α := fun a => ∀ t, t ∈ S → a ∈ t
/-- The set of the subsets. -/
def powerset (s : Set α) : Set (Set α) := fun t => t ⊆ s
/-- A set of pairs: first members in one set, second in another. -/
protected def prod (s : Set α) (t : Set β) : Set (α × β) := fun p => p.1 ∈ s ∧ p.2 ∈ t
instance : SProd (Set α) (Set β) (Set (α × β)) := ⟨Set.prod⟩
/-- The set has a member. -/
protected def Nonempty (s : Set α) : Prop := ∃ a, a ∈ s
/-- Different members of the set have different values. -/
def InjOn (f : α → β) (s : Set α) : Prop := ∀ a, a ∈ s → ∀ b, b ∈ s → f a = f b → a = b
/-- Members of `s` have values in `t`. -/
def MapsTo (f : α → β) (s : Set α) (t : Set β) : Prop := ∀ a, a ∈ s → f a ∈ t
/-- Every member of `t` is the value of a member of `s`. -/
def SurjOn (f : α → β) (s : Set α) (t : Set β) : Prop := ∀ b, b ∈ t → ∃ a, a ∈ s ∧ f a = b
/-- A bijection of `s` and `t`. -/
def BijOn (f : α → β) (s : Set α) (t : Set β) : Prop := MapsTo f s t ∧ InjOn f s ∧ SurjOn f s t

end Set


-- The notations proper are in `Notation/`; these are for this file only.
local infixl:80 " '' " => Set.image
local infixl:80 " ⁻¹' " => Set.preimage
local postfix:max "ᶜ" => HasCompl.compl
local infixr:82 " ×ˢ " => SProd.sprod
local prefix:100 "𝒫 " => Set.powerset
local prefix:110 "⋃₀ " => Set.sUnion
local prefix:110 "⋂₀ " => Set.sInter

namespace Set
variable {α : Type u} {β : Type v} {ι : Sort w} {s t : Set α} {a b : α}

@[ext, grind ext] theorem ext (h : ∀ a, a ∈ s ↔ a ∈ t) : s = t := funext fun a => propext (h a)
@[simp, grind =] theorem mem_setOf_eq {p : α → Prop} : (a ∈ setOf p) = p a := rfl
@[grind =] theorem subset_def : (s ⊆ t) = ∀ a, a ∈ s → a ∈ t := rfl
theorem le_def : (s ≤ t) = ∀ a, a ∈ s → a ∈ t := rfl
@[grind =] theorem ssubset_def : (s ⊂ t) = (s ⊆ t ∧ ¬ t ⊆ s) := rfl
@[simp, grind =] theorem mem_empty_iff_false : a ∈ (∅ : Set α) ↔ False := Iff.rfl
@[simp, grind =] theorem mem_univ_iff : a ∈ (univ : Set α) ↔ True := Iff.rfl
theorem mem_univ (a : α) : a ∈ (univ : Set α) := trivial
@[simp, grind =] theorem mem_union : a ∈ s ∪ t ↔ a ∈ s ∨ a ∈ t := Iff.rfl
@[simp, grind =] theorem mem_inter_iff : a ∈ s ∩ t ↔ a ∈ s ∧ a ∈ t := Iff.rfl
@[simp, grind =] theorem mem_diff : a ∈ s \ t ↔ a ∈ s ∧ a ∉ t := Iff.rfl
@[simp, grind =] theorem mem_compl_iff : a ∈ sᶜ ↔ a ∉ s := Iff.rfl
@[simp, grind =] theorem mem_singleton_iff : a ∈ ({b} : Set α) ↔ a = b := Iff.rfl
@[simp, grind =] theorem mem_insert_iff : a ∈ (insert b s : Set α) ↔ a = b ∨ a ∈ s := Iff.rfl
@[simp, grind =] theorem mem_image {f : α → β} {y : β} : y ∈ f '' s ↔ ∃ x, x ∈ s ∧ f x = y := Iff.rfl
@[simp, grind =] theorem mem_preimage {f : α → β} {r : Set β} : a ∈ f ⁻¹' r ↔ f a ∈ r := Iff.rfl
@[simp, grind =] theorem mem_range {f : ι → α} : a ∈ range f ↔ ∃ i, f i = a := Iff.rfl
@[simp, grind =] theorem mem_iUnion {f : ι → Set α} : a ∈ iUnion f ↔ ∃ i, a ∈ f i := Iff.rfl
@[simp, grind =] theorem mem_iInter {f : ι → Set α} : a ∈ iInter f ↔ ∀ i, a ∈ f i := Iff.rfl
@[simp, grind =] theorem mem_sUnion {S : Set (Set α)} : a ∈ ⋃₀ S ↔ ∃ t, t ∈ S ∧ a ∈ t := Iff.rfl
@[simp, grind =] theorem mem_sInter {S : Set (Set α)} : a ∈ ⋂₀ S ↔ ∀ t, t ∈ S → a ∈ t := Iff.rfl
@[simp, grind =] theorem mem_powerset_iff : s ∈ 𝒫 t ↔ s ⊆ t := Iff.rfl
@[simp, grind =] theorem mem_prod {r : Set β} {p : α × β} : p ∈ s ×ˢ r ↔ p.1 ∈ s ∧ p.2 ∈ r := Iff.rfl
@[grind =] theorem nonempty_def : s.Nonempty ↔ ∃ a, a ∈ s := Iff.rfl
@[grind =] theorem injOn_def {f : α → β} : InjOn f s ↔ ∀ a, a ∈ s → ∀ b, b ∈ s → f a = f b → a = b := Iff.rfl
@[grind =] theorem mapsTo_def {f : α → β} {r : Set β} : MapsTo f s r ↔ ∀ a, a ∈ s → f a ∈ r := Iff.rfl
@[grind =] theorem surjOn_def {f : α → β} {r : Set β} :
    SurjOn f s r ↔ ∀ b, b ∈ r → ∃ a, a ∈ s ∧ f a = b := Iff.rfl
@[grind =] theorem bijOn_def {f : α → β} {r : Set β} :
    BijOn f s r ↔ MapsTo f s r ∧ InjOn f s ∧ SurjOn f s r := Iff.rfl
end Set



/-! ## The lattice of sets -/

/-- Suprema of sets; what they are without conditions is the instance's business. -/
class SupSet (α : Type u) where
  sSup : Set α → α
class InfSet (α : Type u) where
  sInf : Set α → α
export SupSet (sSup)
export InfSet (sInf)
/-- The supremum of a family. -/
def iSup {α : Type u} {ι : Sort v} [SupSet α] (s : ι → α) : α := sSup (Set.range s)
/-- The infimum of a family. -/
def iInf {α : Type u} {ι : Sort v} [InfSet α] (s : ι → α) : α := sInf (Set.range s)
/-- Every set has a supremum and an infimum. -/
class CompleteLattice (α : Type u) extends Lattice α, SupSet α, InfSet α, BoundedOrder α where
  protected le_sSup : ∀ (s : Set α) (a : α), a ∈ s → a ≤ sSup s
  protected sSup_le : ∀ (s : Set α) (a : α), (∀ b, b ∈ s → b ≤ a) → sSup s ≤ a
  protected sInf_le : ∀ (s : Set α) (a : α), a ∈ s → sInf s ≤ a
  protected le_sInf : ∀ (s : Set α) (a : α), (∀ b, b ∈ s → a ≤ b) → a ≤ sInf s

instance Set.instCompleteLattice {α : Type u} : CompleteLattice (Set α) where
  le_refl _ _ h := h
  le_trans _ _ _ h h' a ha := h' a (h a ha)
  le_antisymm _ _ h h' := Set.ext fun a => ⟨h a, h' a⟩
  sup s t := s ∪ t
  le_sup_left _ _ _ h := .inl h
  le_sup_right _ _ _ h := .inr h
  sup_le _ _ _ h h' a ha := ha.elim (h a) (h' a)
  inf s t := s ∩ t
  inf_le_left _ _ _ h := h.1
  inf_le_right _ _ _ h := h.2
  le_inf _ _ _ h h' a ha := ⟨h a ha, h' a ha⟩
  sSup := Set.sUnion
  sInf := Set.sInter
  top := Set.univ
  le_top _ _ _ := trivial
  bot := ∅
  bot_le _ _ h := h.elim
  le_sSup _ t h _ ha := ⟨t, h, ha⟩
  sSup_le _ _ h a := fun ⟨t, ht, ha⟩ => h t ht a ha
  sInf_le _ t h _ ha := ha t h
  le_sInf _ _ h a ha t ht := h t ht a ha
@[grind =] theorem Set.disjoint_left {α : Type u} {s t : Set α} : Disjoint s t ↔ ∀ ⦃a⦄, a ∈ s → a ∉ t :=
  by
  constructor
  · intro h a hs ht
    have h1 : (setOf fun b => b = a) ≤ s := fun b (e : b = a) => e ▸ hs
    have h2 : (setOf fun b => b = a) ≤ t := fun b (e : b = a) => e ▸ ht
    exact h h1 h2 a rfl
  · intro h x hs ht a ha
    exact (h (hs a ha) (ht a ha)).elim
theorem Set.not_mem_empty {α : Type u} (a : α) : a ∉ (∅ : Set α) := id
theorem Set.Subset.antisymm {α : Type u} {s t : Set α} (h : s ⊆ t) (h' : t ⊆ s) : s = t := Set.ext fun a => ⟨h a, h' a⟩
theorem Set.nonempty_iff_ne_empty {α : Type u} {s : Set α} : s.Nonempty ↔ s ≠ ∅ :=
  ⟨fun ⟨a, h⟩ e => by rw [e] at h; exact h, fun h => Classical.byContradiction fun hn =>
    h (Set.ext fun a => ⟨fun ha => hn ⟨a, ha⟩, fun ha => ha.elim⟩)⟩
theorem Set.eq_univ_iff_forall {α : Type u} {s : Set α} : s = Set.univ ↔ ∀ a, a ∈ s :=
  ⟨fun h a => by rw [h]; trivial, fun h => Set.ext fun a => ⟨fun _ => trivial, fun _ => h a⟩⟩

/-- A set as the type of its members. -/
@[coe, reducible] def Set.Elem {α : Type u} (s : Set α) : Type u := {x // x ∈ s}
instance {α : Type u} : CoeSort (Set α) (Type u) := ⟨Set.Elem⟩
/-- A function on the members of a set. -/
def Set.restrict {α : Type u} {π : α → Type v} (s : Set α) (f : ∀ a, π a) : ∀ a : s, π a := fun a => f a
/-- The members of different sets of a family are different. -/
def Pairwise {α : Type u} (r : α → α → Prop) : Prop := ∀ ⦃i j⦄, i ≠ j → r i j
protected def Set.Pairwise {α : Type u} (s : Set α) (r : α → α → Prop) : Prop :=
  ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → x ≠ y → r x y
def Set.PairwiseDisjoint {ι : Type u} {α : Type v} [PartialOrder α] [OrderBot α] (s : Set ι) (f : ι → α) : Prop :=
  s.Pairwise fun i j => Disjoint (f i) (f j)
/-- One member at most. -/
protected def Set.Subsingleton {α : Type u} (s : Set α) : Prop := ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → x = y
/-- Two members at least. -/
protected def Set.Nontrivial {α : Type u} (s : Set α) : Prop := ∃ x, x ∈ s ∧ ∃ y, y ∈ s ∧ x ≠ y
def Set.EqOn {α : Type u} {β : Type v} (f g : α → β) (s : Set α) : Prop := ∀ ⦃x⦄, x ∈ s → f x = g x
/-- The values of a function of two variables. -/
def Set.image2 {α : Type u} {β : Type v} {γ : Type w} (f : α → β → γ) (s : Set α) (t : Set β) : Set γ :=
  fun c => ∃ a, a ∈ s ∧ ∃ b, b ∈ t ∧ f a b = c
/-- The diagonal. -/
def Set.diagonal (α : Type u) : Set (α × α) := fun p => p.1 = p.2

/-! ## Bounds and intervals -/
section Orders
variable {α : Type u} {β : Type v}
def upperBounds [LE α] (s : Set α) : Set α := fun b => ∀ ⦃a⦄, a ∈ s → a ≤ b
def lowerBounds [LE α] (s : Set α) : Set α := fun b => ∀ ⦃a⦄, a ∈ s → b ≤ a
def BddAbove [LE α] (s : Set α) : Prop := (upperBounds s).Nonempty
def BddBelow [LE α] (s : Set α) : Prop := (lowerBounds s).Nonempty
def IsLeast [LE α] (s : Set α) (a : α) : Prop := a ∈ s ∧ a ∈ lowerBounds s
def IsGreatest [LE α] (s : Set α) (a : α) : Prop := a ∈ s ∧ a ∈ upperBounds s
def IsLUB [LE α] (s : Set α) (a : α) : Prop := IsLeast (upperBounds s) a
def IsGLB [LE α] (s : Set α) (a : α) : Prop := IsGreatest (lowerBounds s) a
def MonotoneOn [Preorder α] [Preorder β] (f : α → β) (s : Set α) : Prop := ∀ ⦃a⦄, a ∈ s → ∀ ⦃b⦄, b ∈ s → a ≤ b → f a ≤ f b
def AntitoneOn [Preorder α] [Preorder β] (f : α → β) (s : Set α) : Prop := ∀ ⦃a⦄, a ∈ s → ∀ ⦃b⦄, b ∈ s → a ≤ b → f b ≤ f a
def StrictMonoOn [Preorder α] [Preorder β] (f : α → β) (s : Set α) : Prop := ∀ ⦃a⦄, a ∈ s → ∀ ⦃b⦄, b ∈ s → a < b → f a < f b
def StrictAntiOn [Preorder α] [Preorder β] (f : α → β) (s : Set α) : Prop := ∀ ⦃a⦄, a ∈ s → ∀ ⦃b⦄, b ∈ s → a < b → f b < f a
namespace Set
variable [Preorder α]
def Icc (a b : α) : Set α := fun x => a ≤ x ∧ x ≤ b
def Ico (a b : α) : Set α := fun x => a ≤ x ∧ x < b
def Ioc (a b : α) : Set α := fun x => a < x ∧ x ≤ b
def Ioo (a b : α) : Set α := fun x => a < x ∧ x < b
def Ici (a : α) : Set α := fun x => a ≤ x
def Iic (b : α) : Set α := fun x => x ≤ b
def Ioi (a : α) : Set α := fun x => a < x
def Iio (b : α) : Set α := fun x => x < b
variable {a b x : α}
@[simp, grind =] theorem mem_Icc : x ∈ Icc a b ↔ a ≤ x ∧ x ≤ b := Iff.rfl
@[simp, grind =] theorem mem_Ico : x ∈ Ico a b ↔ a ≤ x ∧ x < b := Iff.rfl
@[simp, grind =] theorem mem_Ioc : x ∈ Ioc a b ↔ a < x ∧ x ≤ b := Iff.rfl
@[simp, grind =] theorem mem_Ioo : x ∈ Ioo a b ↔ a < x ∧ x < b := Iff.rfl
@[simp, grind =] theorem mem_Ici : x ∈ Ici a ↔ a ≤ x := Iff.rfl
@[simp, grind =] theorem mem_Iic : x ∈ Iic b ↔ x ≤ b := Iff.rfl
@[simp, grind =] theorem mem_Ioi : x ∈ Ioi a ↔ a < x := Iff.rfl
@[simp, grind =] theorem mem_Iio : x ∈ Iio b ↔ x < b := Iff.rfl
end Set
@[grind =] theorem mem_upperBounds [LE α] {s : Set α} {b : α} : b ∈ upperBounds s ↔ ∀ a, a ∈ s → a ≤ b := Iff.rfl
@[grind =] theorem mem_lowerBounds [LE α] {s : Set α} {b : α} : b ∈ lowerBounds s ↔ ∀ a, a ∈ s → b ≤ a := Iff.rfl
@[grind =] theorem bddAbove_def [LE α] {s : Set α} : BddAbove s ↔ ∃ x, ∀ y, y ∈ s → y ≤ x := Iff.rfl
@[grind =] theorem bddBelow_def [LE α] {s : Set α} : BddBelow s ↔ ∃ x, ∀ y, y ∈ s → x ≤ y := Iff.rfl
@[grind =] theorem isLeast_def [LE α] {s : Set α} {a : α} : IsLeast s a ↔ a ∈ s ∧ ∀ b, b ∈ s → a ≤ b := Iff.rfl
@[grind =] theorem isGreatest_def [LE α] {s : Set α} {a : α} : IsGreatest s a ↔ a ∈ s ∧ ∀ b, b ∈ s → b ≤ a := Iff.rfl
@[grind =] theorem isLUB_def [LE α] {s : Set α} {a : α} :
    IsLUB s a ↔ (∀ b, b ∈ s → b ≤ a) ∧ ∀ c, (∀ b, b ∈ s → b ≤ c) → a ≤ c := Iff.rfl
@[grind =] theorem isGLB_def [LE α] {s : Set α} {a : α} :
    IsGLB s a ↔ (∀ b, b ∈ s → a ≤ b) ∧ ∀ c, (∀ b, b ∈ s → c ≤ b) → c ≤ a := Iff.rfl
theorem IsLUB.unique [PartialOrder α] {s : Set α} {a b : α} (ha : IsLUB s a) (hb : IsLUB s b) : a = b :=
  le_antisymm (ha.2 hb.1) (hb.2 ha.1)
theorem IsGLB.unique [PartialOrder α] {s : Set α} {a b : α} (ha : IsGLB s a) (hb : IsGLB s b) : a = b :=
  le_antisymm (hb.2 ha.1) (ha.2 hb.1)
/-- Sets that are not empty and bounded have suprema and infima. -/
class ConditionallyCompleteLattice (α : Type u) extends Lattice α, SupSet α, InfSet α where
  protected le_csSup : ∀ (s : Set α) (a : α), BddAbove s → a ∈ s → a ≤ sSup s
  protected csSup_le : ∀ (s : Set α) (a : α), s.Nonempty → a ∈ upperBounds s → sSup s ≤ a
  protected csInf_le : ∀ (s : Set α) (a : α), BddBelow s → a ∈ s → sInf s ≤ a
  protected le_csInf : ∀ (s : Set α) (a : α), s.Nonempty → a ∈ lowerBounds s → a ≤ sInf s
theorem le_csSup [ConditionallyCompleteLattice α] {s : Set α} {a : α} (h : BddAbove s) (ha : a ∈ s) : a ≤ sSup s :=
  ConditionallyCompleteLattice.le_csSup s a h ha
theorem csSup_le [ConditionallyCompleteLattice α] {s : Set α} {a : α} (h : s.Nonempty) (ha : ∀ b, b ∈ s → b ≤ a) : sSup s ≤ a :=
  ConditionallyCompleteLattice.csSup_le s a h ha
theorem csInf_le [ConditionallyCompleteLattice α] {s : Set α} {a : α} (h : BddBelow s) (ha : a ∈ s) : sInf s ≤ a :=
  ConditionallyCompleteLattice.csInf_le s a h ha
theorem le_csInf [ConditionallyCompleteLattice α] {s : Set α} {a : α} (h : s.Nonempty) (ha : ∀ b, b ∈ s → a ≤ b) : a ≤ sInf s :=
  ConditionallyCompleteLattice.le_csInf s a h ha
end Orders
