module
public import Mathlet.Data.Fintype
public import Mathlet.Logic.Equiv
@[expose] public noncomputable section

/-! # Finite and infinite, countable -/

universe u v w

/-- Finitely many elements: a list numbers them all, perhaps with repetitions. -/
class Finite (α : Sort u) : Prop where
  protected exists_numbering : ∃ (n : Nat) (f : Fin n → α), Function.Surjective f
theorem Finite.intro {α : Sort u} {n : Nat} (e : Equiv α (Fin n)) : Finite α := ⟨n, e.symm, e.symm.surjective⟩
theorem Finite.of_surjective {α : Sort u} {β : Sort v} [h : Finite α] (f : α → β) (hf : Function.Surjective f) : Finite β := by
  obtain ⟨n, g, hg⟩ := h.exists_numbering
  exact ⟨n, fun i => f (g i), fun b => (hf b).elim fun a e => (hg a).elim fun i e' => ⟨i, (congrArg f e').trans e⟩⟩
/-- Not finitely many elements. -/
class Infinite (α : Sort u) : Prop where
  not_finite : ¬ Finite α

section
variable {α : Type u} {β : Type v}
theorem finite_iff_exists_list : Finite α ↔ ∃ l : List α, ∀ a, a ∈ l := by
  constructor
  · rintro ⟨n, f, hf⟩
    exact ⟨List.ofFn f, fun a => (hf a).elim fun i e => List.mem_ofFn.2 ⟨i, e⟩⟩
  · rintro ⟨l, hl⟩
    exact ⟨l.length, l.get, fun a => List.mem_iff_get.1 (hl a)⟩
instance (priority := 100) Finite.of_fintype (α : Type u) [h : Fintype α] : Finite α := by
  obtain ⟨s, c⟩ := h
  exact finite_iff_exists_list.2 ⟨s.toList, fun a => Finset.mem_toList.2 (c a)⟩
open Classical in
/-- A listing of a finite type, chosen somehow. -/
@[reducible] def Fintype.ofFinite (α : Type u) [h : Finite α] : Fintype α :=
  ⟨(Classical.choose (finite_iff_exists_list.1 h)).toFinset, fun a => List.mem_toFinset.2 (Classical.choose_spec (finite_iff_exists_list.1 h) a)⟩
theorem nonempty_fintype (α : Type u) [Finite α] : Nonempty (Fintype α) := ⟨Fintype.ofFinite α⟩
theorem finite_iff_nonempty_fintype (α : Type u) : Finite α ↔ Nonempty (Fintype α) := ⟨fun _ => nonempty_fintype α, fun ⟨_⟩ => inferInstance⟩
theorem Finite.of_injective [Finite β] (f : α → β) (h : Function.Injective f) : Finite α := by
  classical
  by_cases hn : Nonempty α
  · obtain ⟨a0⟩ := hn
    refine Finite.of_surjective (α := β) (fun b => if h : ∃ a, f a = b then Classical.choose h else a0) fun a => ⟨f a, ?_⟩
    have hx : ∃ a', f a' = f a := ⟨a, rfl⟩
    show dite _ _ _ = a
    rw [dif_pos hx]
    exact h (Classical.choose_spec hx)
  · exact finite_iff_exists_list.2 ⟨[], fun a => (hn ⟨a⟩).elim⟩
theorem Equiv.finite_iff (e : Equiv α β) : Finite α ↔ Finite β := ⟨fun _ => .of_surjective e e.surjective, fun _ => .of_surjective e.symm e.symm.surjective⟩
instance Finite.instProd [Finite α] [Finite β] : Finite (α × β) := by
  have := Fintype.ofFinite α; have := Fintype.ofFinite β; infer_instance
instance Finite.instPi {α : Type u} {β : α → Type v} [Finite α] [∀ a, Finite (β a)] : Finite (∀ a, β a) := by
  classical
  have := Fintype.ofFinite α; have := fun a => Fintype.ofFinite (β a); infer_instance
instance Finite.instSubtype [Finite α] {p : α → Prop} : Finite { x // p x } := .of_injective Subtype.val fun _ _ => Subtype.ext
@[simp] theorem not_finite_iff_infinite : ¬ Finite α ↔ Infinite α := ⟨fun h => ⟨h⟩, fun h => h.not_finite⟩
@[simp] theorem not_infinite_iff_finite : ¬ Infinite α ↔ Finite α := by rw [← not_finite_iff_infinite, Classical.not_not]
theorem Infinite.of_injective [Infinite α] (f : α → β) (h : Function.Injective f) : Infinite β :=
  ⟨fun _ => Infinite.not_finite (Finite.of_injective f h)⟩
theorem Fintype.card_le_of_injective [Fintype α] [Fintype β] (f : α → β) (h : Function.Injective f) : Fintype.card α ≤ Fintype.card β := by
  classical
  have := Finset.card_image_of_injective Finset.univ h
  rw [← Finset.card_univ, ← this]; exact Finset.card_le_univ _
theorem Fintype.card_congr [Fintype α] [Fintype β] (e : Equiv α β) : Fintype.card α = Fintype.card β :=
  Nat.le_antisymm (Fintype.card_le_of_injective e e.injective) (Fintype.card_le_of_injective e.symm e.symm.injective)
instance : Infinite Nat := ⟨fun h => by
  obtain ⟨l, hl⟩ := finite_iff_exists_list.1 h
  have key : ∀ l : List Nat, ∃ n, ∀ a, a ∈ l → a < n := fun l => by
    induction l with
    | nil => exact ⟨0, fun _ h => nomatch h⟩
    | cons b l ih =>
      obtain ⟨n, hn⟩ := ih
      exact ⟨max n (b + 1), fun a ha => by
        rcases List.mem_cons.1 ha with rfl | ha
        · omega
        · have := hn a ha; omega⟩
  obtain ⟨n, hn⟩ := key l
  exact Nat.lt_irrefl n (hn n (hl n))⟩
instance : Infinite Int := Infinite.of_injective (fun n : Nat => (n : Int)) fun _ _ h => Int.ofNat.inj h

/-! ## Numbers of elements -/

open Classical in
/-- How many elements; 0 if infinitely many. -/
protected def Nat.card (α : Type u) : Nat := if _h : Finite α then @Fintype.card α (Fintype.ofFinite α) else 0
@[simp] theorem Nat.card_eq_fintype_card [h : Fintype α] : Nat.card α = Fintype.card α := by
  rw [Nat.card, dif_pos (Finite.of_fintype α), Subsingleton.elim (Fintype.ofFinite α) h]
theorem Fintype.card_eq_nat_card [Fintype α] : Fintype.card α = Nat.card α := Nat.card_eq_fintype_card.symm
@[simp] theorem Nat.card_eq_zero_of_infinite [h : Infinite α] : Nat.card α = 0 := by rw [Nat.card, dif_neg h.not_finite]
theorem Nat.card_congr (e : Equiv α β) : Nat.card α = Nat.card β := by
  by_cases h : Finite α
  · have := Fintype.ofFinite α
    have := e.finite_iff.1 h
    have := Fintype.ofFinite β
    rw [Nat.card_eq_fintype_card, Nat.card_eq_fintype_card, Fintype.card_congr e]
  · rw [Nat.card, Nat.card, dif_neg h, dif_neg fun h' => h (e.finite_iff.2 h')]
theorem Nat.card_fin (n : Nat) : Nat.card (Fin n) = n := by rw [Nat.card_eq_fintype_card, Fintype.card_fin]

/-! ## Sets -/

namespace Set
variable {s t : Set α}
/-- Finitely many members. -/
protected def Finite (s : Set α) : Prop := Finite s
/-- Not finitely many members. -/
protected def Infinite (s : Set α) : Prop := ¬ s.Finite
/-- How many members; 0 if infinitely many. -/
def ncard (s : Set α) : Nat := Nat.card s
/-- A finite set as such. -/
protected def Finite.toFinset (h : s.Finite) : Finset α := @Set.toFinset α s (@Fintype.ofFinite s h)
@[simp, grind =] theorem Finite.mem_toFinset (h : s.Finite) {a : α} : a ∈ h.toFinset ↔ a ∈ s :=
  @Set.mem_toFinset α s (@Fintype.ofFinite s h) a
@[simp] theorem Finite.coe_toFinset (h : s.Finite) : (h.toFinset : Set α) = s := Set.ext fun _ => h.mem_toFinset
theorem finite_coe_iff {s : Set α} : Finite s ↔ s.Finite := Iff.rfl
theorem infinite_coe_iff {s : Set α} : Infinite s ↔ s.Infinite := not_finite_iff_infinite.symm
@[simp] theorem not_infinite : ¬ s.Infinite ↔ s.Finite := Classical.not_not
theorem toFinite (s : Set α) [h : Finite s] : s.Finite := h
theorem _root_.Finset.finite_toSet (s : Finset α) : (s : Set α).Finite := Finite.of_fintype _
theorem finite_iff_exists_finset : s.Finite ↔ ∃ t : Finset α, ∀ a, a ∈ t ↔ a ∈ s :=
  ⟨fun h => ⟨h.toFinset, fun _ => h.mem_toFinset⟩, fun ⟨t, h⟩ => by
    have : s = (t : Set α) := Set.ext fun a => (h a).symm
    rw [this]; exact t.finite_toSet⟩
theorem Finite.subset (h : s.Finite) (h' : t ⊆ s) : t.Finite := by
  classical
  exact finite_iff_exists_finset.2 ⟨h.toFinset.filter (· ∈ t), fun a => by simp; exact fun ha => h' a ha⟩
theorem Finite.union (h : s.Finite) (h' : t.Finite) : (s ∪ t).Finite := by
  classical
  exact finite_iff_exists_finset.2 ⟨h.toFinset ∪ h'.toFinset, fun a => by simp⟩
theorem Finite.image (f : α → β) (h : s.Finite) : (Set.image f s).Finite := by
  classical
  exact finite_iff_exists_finset.2 ⟨h.toFinset.image f, fun a => by simp⟩
theorem Finite.insert (a : α) (h : s.Finite) : (insert a s).Finite := by
  classical
  exact finite_iff_exists_finset.2 ⟨Insert.insert a h.toFinset, fun a => by simp⟩
theorem Finite.prod {t : Set β} (h : s.Finite) (h' : t.Finite) : (SProd.sprod s t).Finite :=
  finite_iff_exists_finset.2 ⟨SProd.sprod h.toFinset h'.toFinset, fun a => by simp⟩
@[simp] theorem finite_empty : (∅ : Set α).Finite := finite_iff_exists_finset.2 ⟨∅, fun a => by simp⟩
@[simp] theorem finite_singleton (a : α) : ({a} : Set α).Finite := finite_iff_exists_finset.2 ⟨{a}, fun a => by simp⟩
theorem finite_univ [Finite α] : (Set.univ : Set α).Finite := Finite.instSubtype
theorem finite_univ_iff : (Set.univ : Set α).Finite ↔ Finite α := (Equiv.Set.univ α).finite_iff
theorem infinite_univ [h : Infinite α] : (Set.univ : Set α).Infinite := fun h' => h.not_finite (finite_univ_iff.1 h')
theorem Infinite.nonempty (h : s.Infinite) : s.Nonempty := Classical.byContradiction fun hn =>
  h (finite_iff_exists_finset.2 ⟨∅, fun a => ⟨fun ha => (Finset.notMem_empty a ha).elim, fun ha => (hn ⟨a, ha⟩).elim⟩⟩)
theorem Infinite.mono (h : s ⊆ t) (hs : s.Infinite) : t.Infinite := fun ht => hs (ht.subset h)
theorem finite_Icc [Preorder α] [LocallyFiniteOrder α] (a b : α) : (Icc a b).Finite := finite_iff_exists_finset.2 ⟨Finset.Icc a b, fun _ => Finset.mem_Icc⟩
theorem finite_iff_bddAbove_nat {s : Set Nat} : s.Finite ↔ BddAbove s := by
  constructor
  · intro h
    have : ∀ t : Finset Nat, ∃ n, ∀ a, a ∈ t → a ≤ n := fun t => by
      induction t using Finset.induction_on with
      | empty => exact ⟨0, fun _ h => (Finset.notMem_empty _ h).elim⟩
      | insert b t _ ih =>
        obtain ⟨n, hn⟩ := ih
        exact ⟨max n b, fun a ha => by
          rcases Finset.mem_insert.1 ha with rfl | ha
          · omega
          · have := hn a ha; omega⟩
    obtain ⟨n, hn⟩ := this h.toFinset
    exact ⟨n, fun a ha => hn a (h.mem_toFinset.2 ha)⟩
  · rintro ⟨n, hn⟩
    classical
    exact finite_iff_exists_finset.2 ⟨(Finset.range (n + 1)).filter (· ∈ s), fun a => by
      simp only [Finset.mem_filter, Finset.mem_range]
      exact ⟨And.right, fun h => ⟨Nat.lt_succ_of_le (hn h), h⟩⟩⟩
theorem infinite_of_forall_exists_gt {s : Set Nat} (h : ∀ a, ∃ b, b ∈ s ∧ a < b) : s.Infinite := fun hf => by
  obtain ⟨n, hn⟩ := finite_iff_bddAbove_nat.1 hf
  obtain ⟨b, hb, hlt⟩ := h n
  exact Nat.not_le_of_lt hlt (hn hb)
theorem ncard_eq_toFinset_card' (s : Set α) [Fintype s] : s.ncard = s.toFinset.card := by
  rw [ncard, Nat.card_eq_fintype_card, Set.toFinset_card]
theorem ncard_eq_toFinset_card (s : Set α) (h : s.Finite) : s.ncard = h.toFinset.card :=
  @ncard_eq_toFinset_card' α s (@Fintype.ofFinite s h)
@[simp] theorem ncard_coe_finset (s : Finset α) : (s : Set α).ncard = s.card := by
  rw [ncard_eq_toFinset_card']; exact congrArg _ (Finset.ext fun a => by simp)
theorem Infinite.ncard (h : s.Infinite) : s.ncard = 0 := @Nat.card_eq_zero_of_infinite s (infinite_coe_iff.2 h)
theorem ncard_eq_of_mem_iff {t : Finset α} (h : ∀ a, a ∈ s ↔ a ∈ t) : s.ncard = t.card := by
  have : s = (t : Set α) := Set.ext h
  rw [this, ncard_coe_finset]
@[simp] theorem ncard_empty : (∅ : Set α).ncard = 0 := ncard_eq_of_mem_iff (t := ∅) fun a => by simp
@[simp] theorem ncard_singleton (a : α) : ({a} : Set α).ncard = 1 := ncard_eq_of_mem_iff (t := {a}) fun a => by simp
theorem ncard_le_ncard (h : s ⊆ t) (ht : t.Finite) : s.ncard ≤ t.ncard := by
  rw [ncard_eq_toFinset_card s (ht.subset h), ncard_eq_toFinset_card t ht]
  exact Finset.card_le_card fun a ha => by simp at *; exact h a ha
end Set

/-! ## Countable -/

/-- The elements can be numbered, each with a number of its own. -/
class Countable (α : Sort u) : Prop where
  exists_injective_nat' : ∃ f : α → Nat, Function.Injective f
class Uncountable (α : Sort u) : Prop where
  not_countable : ¬ Countable α
/-- The members can be numbered. -/
protected def Set.Countable (s : Set α) : Prop := Countable s
theorem Set.countable_iff_exists_injective {s : Set α} : s.Countable ↔ ∃ f : s → Nat, Function.Injective f := ⟨fun ⟨h⟩ => h, fun h => ⟨h⟩⟩
instance : Countable Nat := ⟨id, fun _ _ h => h⟩
theorem Set.Countable.mono {s t : Set α} (h : s ⊆ t) (ht : t.Countable) : s.Countable := by
  obtain ⟨f, hf⟩ := ht
  exact ⟨fun x => f ⟨x.1, h x.1 x.2⟩, fun a b e => Subtype.ext (Subtype.mk.inj (hf e))⟩
theorem Countable.of_equiv (α : Type u) {β : Type v} [h : Countable α] (e : Equiv α β) : Countable β := by
  obtain ⟨f, hf⟩ := h
  exact ⟨fun b => f (e.symm b), fun a b k => e.symm.injective (hf k)⟩
/-- An infinite and countable type. -/
class Denumerable (α : Type u) where
  eqv : Equiv α Nat
end
