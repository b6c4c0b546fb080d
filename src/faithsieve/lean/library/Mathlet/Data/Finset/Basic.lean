module
public import Mathlet.Data.Multiset
@[expose] public noncomputable section

/-!
# Finite sets

A finite set is a multiset without repetitions. Functions of finite sets come from functions of duplicate-free lists
that see no more than the members (`Finset.lift`); so they compute, and `decide` works on them.
-/

universe u v w

/-- A finite set of elements of `α`. -/
structure Finset (α : Type u) where
  val : Multiset α
  nodup : val.Nodup

namespace Finset
variable {α : Type u} {β : Type v}

/-- The set of the members of a duplicate-free list. -/
protected def ofNodup (l : List α) (h : l.Nodup) : Finset α := ⟨(l : Multiset α), h⟩
protected theorem heq_of_forall {γ : Sort w} {p q : Prop} (e : p = q) {f : p → γ} {g : q → γ} (h : ∀ hp hq, f hp = g hq) : f ≍ g := by
  subst e; exact heq_of_eq (funext fun hp => h hp hp)
/-- A function of finite sets from one of duplicate-free lists. -/
protected def lift {γ : Sort w} (s : Finset α) (f : (l : List α) → l.Nodup → γ)
    (h : ∀ l m hl hm, (∀ a, a ∈ l ↔ a ∈ m) → f l hl = f m hm) : γ :=
  Quotient.hrecOn (motive := fun v : Multiset α => v.Nodup → γ) s.val f
    (fun l m (e : List.Perm l m) => Finset.heq_of_forall (propext e.nodup_iff) fun hl hm => h l m hl hm fun _ => e.mem_iff) s.nodup
protected theorem ind {p : Finset α → Prop} (h : ∀ l hl, p (Finset.ofNodup l hl)) (s : Finset α) : p s := by
  obtain ⟨v, hv⟩ := s
  induction v using Multiset.ind with | h l
  exact h l hv

instance : Membership α (Finset α) := ⟨fun s a => a ∈ s.val⟩
theorem mem_def {a : α} {s : Finset α} : a ∈ s ↔ a ∈ s.val := Iff.rfl
@[simp] theorem mem_mk {a : α} {v : Multiset α} {h : v.Nodup} : a ∈ (⟨v, h⟩ : Finset α) ↔ a ∈ v := Iff.rfl
@[simp] theorem mem_val {a : α} {s : Finset α} : a ∈ s.val ↔ a ∈ s := Iff.rfl
@[simp] theorem mem_ofNodup {l : List α} {h : l.Nodup} {a : α} : a ∈ Finset.ofNodup l h ↔ a ∈ l := Iff.rfl
protected theorem ofNodup_eq {l m : List α} {hl : l.Nodup} {hm : m.Nodup} (e : ∀ a, a ∈ l ↔ a ∈ m) :
    Finset.ofNodup l hl = Finset.ofNodup m hm := by
  have : (l : Multiset α) = m := Multiset.coe_eq_coe.2 (List.perm_of_nodup_of_mem_iff hl hm e)
  unfold Finset.ofNodup
  congr
@[ext (iff := false), grind ext] theorem ext {s₁ s₂ : Finset α} (h : ∀ a, a ∈ s₁ ↔ a ∈ s₂) : s₁ = s₂ := by
  induction s₁ using Finset.ind with | h l hl
  induction s₂ using Finset.ind with | h m hm
  exact Finset.ofNodup_eq h
protected theorem ext_iff {s₁ s₂ : Finset α} : s₁ = s₂ ↔ ∀ a, a ∈ s₁ ↔ a ∈ s₂ := ⟨fun e _ => e ▸ Iff.rfl, ext⟩

instance decidableMem [DecidableEq α] (a : α) (s : Finset α) : Decidable (a ∈ s) := inferInstanceAs (Decidable (a ∈ s.val))

/-- A finite set as a set. -/
@[coe] protected def asSet (s : Finset α) : Set α := setOf fun a => a ∈ s
instance : CoeTC (Finset α) (Set α) := ⟨Finset.asSet⟩
/-- A finite set as the type of its members. -/
instance : CoeSort (Finset α) (Type u) := ⟨fun s => { x // x ∈ s }⟩
@[simp, grind =] theorem mem_coe {a : α} {s : Finset α} : a ∈ (s : Set α) ↔ a ∈ s := Iff.rfl
theorem coe_inj {s t : Finset α} : (s : Set α) = (t : Set α) ↔ s = t :=
  ⟨fun h => ext fun a => by rw [← mem_coe, h, mem_coe], fun h => by rw [h]⟩

instance : EmptyCollection (Finset α) := ⟨⟨0, List.Pairwise.nil⟩⟩
instance : Inhabited (Finset α) := ⟨∅⟩
instance : Singleton α (Finset α) := ⟨fun a => ⟨{a}, List.pairwise_singleton _ a⟩⟩
instance : HasSubset (Finset α) := ⟨fun s t => ∀ ⦃a⦄, a ∈ s → a ∈ t⟩
instance : HasSSubset (Finset α) := ⟨fun s t => s ⊆ t ∧ ¬ t ⊆ s⟩
instance : PartialOrder (Finset α) where
  le s t := s ⊆ t
  lt s t := s ⊂ t
  le_refl _ _ h := h
  le_trans _ _ _ h h' _ ha := h' (h ha)
  lt_iff_le_not_ge _ _ := Iff.rfl
  le_antisymm _ _ h h' := ext fun _ => ⟨fun ha => h ha, fun ha => h' ha⟩

@[grind =] theorem subset_iff {s t : Finset α} : s ⊆ t ↔ ∀ ⦃a⦄, a ∈ s → a ∈ t := Iff.rfl
@[grind =] theorem ssubset_def {s t : Finset α} : s ⊂ t ↔ s ⊆ t ∧ ¬ t ⊆ s := Iff.rfl
@[simp, grind =] theorem le_iff_subset {s t : Finset α} : s ≤ t ↔ s ⊆ t := Iff.rfl
@[simp, grind =] theorem lt_iff_ssubset {s t : Finset α} : s < t ↔ s ⊂ t := Iff.rfl
@[simp, grind =] theorem coe_subset {s t : Finset α} : (s : Set α) ⊆ (t : Set α) ↔ s ⊆ t := Iff.rfl
@[simp, grind .] theorem notMem_empty (a : α) : a ∉ (∅ : Finset α) := List.not_mem_nil
@[simp, grind =] theorem mem_singleton {a b : α} : b ∈ ({a} : Finset α) ↔ b = a := List.mem_singleton
theorem mem_singleton_self (a : α) : a ∈ ({a} : Finset α) := mem_singleton.2 rfl
@[simp] theorem Subset.refl (s : Finset α) : s ⊆ s := fun _ h => h
theorem Subset.trans {s₁ s₂ s₃ : Finset α} (h : s₁ ⊆ s₂) (h' : s₂ ⊆ s₃) : s₁ ⊆ s₃ := fun _ ha => h' (h ha)
theorem Subset.antisymm {s₁ s₂ : Finset α} (h : s₁ ⊆ s₂) (k : s₂ ⊆ s₁) : s₁ = s₂ := ext fun a => ⟨@h a, @k a⟩
@[simp] theorem empty_subset (s : Finset α) : ∅ ⊆ s := fun _ h => (notMem_empty _ h).elim
@[simp] theorem coe_empty : ((∅ : Finset α) : Set α) = ∅ := Set.ext fun _ => ⟨fun h => (notMem_empty _ h).elim, False.elim⟩
@[simp] theorem coe_singleton (a : α) : (({a} : Finset α) : Set α) = {a} := Set.ext fun _ => mem_singleton
instance : OrderBot (Finset α) where
  bot := ∅
  bot_le := empty_subset
@[simp] theorem bot_eq_empty : (Bot.bot : Finset α) = ∅ := rfl
@[grind =] theorem disjoint_left {s t : Finset α} : Disjoint s t ↔ ∀ ⦃a⦄, a ∈ s → a ∉ t := by
  constructor
  · intro h a hs ht
    have h1 : ({a} : Finset α) ≤ s := fun b hb => (mem_singleton.1 hb) ▸ hs
    have h2 : ({a} : Finset α) ≤ t := fun b hb => (mem_singleton.1 hb) ▸ ht
    exact notMem_empty a (h h1 h2 (mem_singleton_self a))
  · intro h x hs ht a ha
    exact (h (hs ha) (ht ha)).elim

/-- `s` has a member. -/
protected def Nonempty (s : Finset α) : Prop := ∃ x : α, x ∈ s
@[grind =] theorem nonempty_def {s : Finset α} : s.Nonempty ↔ ∃ x, x ∈ s := Iff.rfl
theorem nonempty_iff_ne_empty {s : Finset α} : s.Nonempty ↔ s ≠ ∅ := by
  constructor
  · intro ⟨x, hx⟩ e
    exact notMem_empty x (e ▸ hx)
  · intro h
    exact Classical.byContradiction fun k => h (ext fun a =>
      ⟨fun ha => absurd ⟨a, ha⟩ k, fun ha => absurd ha (notMem_empty a)⟩)
@[simp] theorem not_nonempty_empty : ¬ (∅ : Finset α).Nonempty := fun ⟨x, h⟩ => notMem_empty x h
theorem eq_empty_iff_forall_notMem {s : Finset α} : s = ∅ ↔ ∀ x, x ∉ s :=
  ⟨fun e x => e ▸ notMem_empty x, fun h => ext fun a => ⟨fun ha => (h a ha).elim, fun ha => (notMem_empty a ha).elim⟩⟩

/-! ## Deciding -/

/-- A claim about all members is decided member by member. -/
instance decidableDforallFinset {s : Finset α} {p : α → Prop} [DecidablePred p] : Decidable (∀ a, a ∈ s → p a) :=
  inferInstanceAs (Decidable (∀ a, a ∈ s.val → p a))
instance decidableExistsAndFinset {s : Finset α} {p : α → Prop} [DecidablePred p] : Decidable (∃ a, a ∈ s ∧ p a) :=
  if h : ∀ a, a ∈ s → ¬ p a then isFalse fun ⟨a, ha, hp⟩ => h a ha hp
  else isTrue (Classical.byContradiction fun k => h fun a ha hp => k ⟨a, ha, hp⟩)
instance decidableSubset [DecidableEq α] {s t : Finset α} : Decidable (s ⊆ t) := inferInstanceAs (Decidable (∀ a, a ∈ s → a ∈ t))
instance decidableSSubset [DecidableEq α] {s t : Finset α} : Decidable (s ⊂ t) := inferInstanceAs (Decidable (s ⊆ t ∧ ¬ t ⊆ s))
instance decidableLE' [DecidableEq α] {s t : Finset α} : Decidable (s ≤ t) := inferInstanceAs (Decidable (s ⊆ t))
instance decidableLT' [DecidableEq α] {s t : Finset α} : Decidable (s < t) := inferInstanceAs (Decidable (s ⊂ t))
instance decidableEq [DecidableEq α] : DecidableEq (Finset α) := fun s t =>
  if h : s ⊆ t ∧ t ⊆ s then isTrue (Subset.antisymm h.1 h.2) else isFalse fun e => h (e ▸ ⟨Subset.refl s, Subset.refl s⟩)
instance decidableDisjoint [DecidableEq α] {s t : Finset α} : Decidable (Disjoint s t) :=
  if h : ∀ a, a ∈ s → a ∉ t then isTrue (disjoint_left.2 h) else isFalse fun k => h fun _ ha => disjoint_left.1 k ha
instance decidableNonempty [DecidableEq α] {s : Finset α} : Decidable s.Nonempty :=
  if h : s = ∅ then isFalse fun k => nonempty_iff_ne_empty.1 k h else isTrue (nonempty_iff_ne_empty.2 h)

/-! ## Making sets -/

instance [DecidableEq α] : Insert α (Finset α) :=
  ⟨fun a s => s.lift (fun l hl => if h : a ∈ l then Finset.ofNodup l hl
      else Finset.ofNodup (a :: l) (List.nodup_cons.2 ⟨h, hl⟩)) fun l m hl hm e => by
    by_cases h : a ∈ l
    · have h' := (e a).1 h
      simp only [h, h', dite_true]; exact Finset.ofNodup_eq e
    · have h' : a ∉ m := fun k => h ((e a).2 k)
      simp only [h, h', dite_false]; exact Finset.ofNodup_eq fun x => by simp only [List.mem_cons, e x]⟩
@[simp, grind =] theorem mem_insert [DecidableEq α] {a b : α} {s : Finset α} : a ∈ insert b s ↔ a = b ∨ a ∈ s := by
  induction s using Finset.ind with | h l hl
  show a ∈ dite (b ∈ l) _ _ ↔ _
  split
  next h => simp only [mem_ofNodup]; exact ⟨.inr, fun k => k.elim (fun e => e ▸ h) id⟩
  next h => simp only [mem_ofNodup, List.mem_cons]
theorem mem_insert_self [DecidableEq α] (a : α) (s : Finset α) : a ∈ insert a s := mem_insert.2 (.inl rfl)
@[simp] theorem coe_insert [DecidableEq α] (a : α) (s : Finset α) : ((insert a s : Finset α) : Set α) = insert a (s : Set α) :=
  Set.ext fun _ => mem_insert
@[simp] theorem insert_ne_empty [DecidableEq α] (a : α) (s : Finset α) : insert a s ≠ ∅ := fun e =>
  notMem_empty a (e ▸ mem_insert_self a s)
@[simp] theorem insert_nonempty [DecidableEq α] (a : α) (s : Finset α) : (insert a s).Nonempty := ⟨a, mem_insert_self a s⟩
@[simp] theorem singleton_nonempty (a : α) : ({a} : Finset α).Nonempty := ⟨a, mem_singleton_self a⟩
@[simp] theorem singleton_ne_empty (a : α) : ({a} : Finset α) ≠ ∅ := fun e => notMem_empty a (e ▸ mem_singleton_self a)
theorem insert_eq_of_mem [DecidableEq α] {a : α} {s : Finset α} (h : a ∈ s) : insert a s = s := ext fun x => by grind

/-- The members of `s` with the property `p`. -/
def filter (p : α → Prop) [DecidablePred p] (s : Finset α) : Finset α :=
  s.lift (fun l hl => Finset.ofNodup (l.filter fun a => decide (p a)) (List.Pairwise.filter _ hl))
    fun _ _ _ _ e => Finset.ofNodup_eq fun a => by simp only [List.mem_filter, e a]
@[simp, grind =] theorem mem_filter {p : α → Prop} [DecidablePred p] {s : Finset α} {a : α} : a ∈ filter p s ↔ a ∈ s ∧ p a := by
  induction s using Finset.ind with | h l hl
  show a ∈ l.filter _ ↔ a ∈ l ∧ p a
  simp only [List.mem_filter, decide_eq_true_eq]
@[simp] theorem coe_filter (s : Finset α) (p : α → Prop) [DecidablePred p] :
    ((filter p s : Finset α) : Set α) = setOf fun x => x ∈ s ∧ p x := Set.ext fun _ => mem_filter
theorem filter_subset (p : α → Prop) [DecidablePred p] (s : Finset α) : filter p s ⊆ s := fun _ h => (mem_filter.1 h).1
theorem filter_congr {s : Finset α} {p q : α → Prop} [DecidablePred p] [DecidablePred q] (h : ∀ x, x ∈ s → (p x ↔ q x)) :
    filter p s = filter q s := ext fun a => by simp only [mem_filter]; exact and_congr_right (h a)

/-- The set of the members of a multiset. -/
def _root_.Multiset.toFinset [DecidableEq α] (s : Multiset α) : Finset α := ⟨s.dedup, Multiset.nodup_dedup s⟩
@[simp, grind =] theorem _root_.Multiset.mem_toFinset [DecidableEq α] {s : Multiset α} {a : α} : a ∈ s.toFinset ↔ a ∈ s :=
  Multiset.mem_dedup
/-- The set of the members of a list. -/
def _root_.List.toFinset [DecidableEq α] (l : List α) : Finset α := Multiset.toFinset (l : Multiset α)
@[simp, grind =] theorem _root_.List.mem_toFinset [DecidableEq α] {l : List α} {a : α} : a ∈ l.toFinset ↔ a ∈ l := List.mem_dedup
/-- A list of the members, in an order chosen somehow. -/
def toList (s : Finset α) : List α := s.val.toList
@[simp] theorem mem_toList {a : α} {s : Finset α} : a ∈ s.toList ↔ a ∈ s := by
  have := s.val.coe_toList
  show a ∈ s.val.toList ↔ a ∈ s.val
  rw [← Multiset.mem_coe, this]

/-- The values of `f` on `s`. -/
def image [DecidableEq β] (f : α → β) (s : Finset α) : Finset β := (s.val.map f).toFinset
@[simp, grind =] theorem mem_image [DecidableEq β] {f : α → β} {s : Finset α} {b : β} : b ∈ s.image f ↔ ∃ a, a ∈ s ∧ f a = b :=
  Multiset.mem_toFinset.trans Multiset.mem_map
theorem mem_image_of_mem [DecidableEq β] (f : α → β) {a : α} {s : Finset α} (h : a ∈ s) : f a ∈ s.image f := mem_image.2 ⟨a, h, rfl⟩
@[simp] theorem coe_image [DecidableEq β] {f : α → β} {s : Finset α} : ((s.image f : Finset β) : Set β) = Set.image f (s : Set α) :=
  Set.ext fun _ => mem_image

section
variable [DecidableEq α]
instance : Union (Finset α) := ⟨fun s t => (s.val + t.val).toFinset⟩
instance : Inter (Finset α) := ⟨fun s t => filter (· ∈ t) s⟩
instance : SDiff (Finset α) := ⟨fun s t => filter (· ∉ t) s⟩
/-- `s` without `a`. -/
def erase (s : Finset α) (a : α) : Finset α := filter (· ≠ a) s
@[simp, grind =] theorem mem_union {s t : Finset α} {a : α} : a ∈ s ∪ t ↔ a ∈ s ∨ a ∈ t :=
  Multiset.mem_toFinset.trans Multiset.mem_add
@[simp, grind =] theorem mem_inter {s t : Finset α} {a : α} : a ∈ s ∩ t ↔ a ∈ s ∧ a ∈ t := mem_filter
@[simp, grind =] theorem mem_sdiff {s t : Finset α} {a : α} : a ∈ s \ t ↔ a ∈ s ∧ a ∉ t := mem_filter
@[simp, grind =] theorem mem_erase {s : Finset α} {a b : α} : a ∈ erase s b ↔ a ≠ b ∧ a ∈ s := mem_filter.trans And.comm
@[simp] theorem coe_union (s t : Finset α) : ((s ∪ t : Finset α) : Set α) = (s : Set α) ∪ (t : Set α) := Set.ext fun _ => mem_union
@[simp] theorem coe_inter (s t : Finset α) : ((s ∩ t : Finset α) : Set α) = (s : Set α) ∩ (t : Set α) := Set.ext fun _ => mem_inter
@[simp] theorem coe_sdiff (s t : Finset α) : ((s \ t : Finset α) : Set α) = (s : Set α) \ (t : Set α) := Set.ext fun _ => mem_sdiff
theorem insert_erase {a : α} {s : Finset α} (h : a ∈ s) : insert a (erase s a) = s := ext fun x => by grind
theorem disjoint_iff_inter_eq_empty {s t : Finset α} : Disjoint s t ↔ s ∩ t = ∅ := by
  rw [disjoint_left, eq_empty_iff_forall_notMem]; simp
instance : Lattice (Finset α) where
  sup s t := s ∪ t
  le_sup_left _ _ _ h := mem_union.2 (.inl h)
  le_sup_right _ _ _ h := mem_union.2 (.inr h)
  sup_le _ _ _ h h' _ ha := (mem_union.1 ha).elim (fun k => h k) (fun k => h' k)
  inf s t := s ∩ t
  inf_le_left _ _ _ h := (mem_inter.1 h).1
  inf_le_right _ _ _ h := (mem_inter.1 h).2
  le_inf _ _ _ h h' _ ha := mem_inter.2 ⟨h ha, h' ha⟩
@[simp] theorem sup_eq_union (s t : Finset α) : max s t = s ∪ t := rfl
@[simp] theorem inf_eq_inter (s t : Finset α) : min s t = s ∩ t := rfl
end
/-- The union of a family over a finite set. -/
protected def biUnion [DecidableEq β] (s : Finset α) (t : α → Finset β) : Finset β := (s.val.bind fun a => (t a).val).toFinset
@[simp, grind =] theorem mem_biUnion [DecidableEq β] {s : Finset α} {t : α → Finset β} {b : β} :
    b ∈ s.biUnion t ↔ ∃ a, a ∈ s ∧ b ∈ t a := Multiset.mem_toFinset.trans Multiset.mem_bind
end Finset
