module
public import Mathlet.Data.Finset.Basic
@[expose] public noncomputable section

/-! # Finite sets: number of members, subsets, pairs, ranges, intervals -/

universe u v w

namespace Finset
variable {α : Type u} {β : Type v}

/-! ## How many members -/

/-- How many members `s` has. -/
def card (s : Finset α) : Nat := s.val.card
@[simp] theorem card_mk {v : Multiset α} {h : v.Nodup} : (⟨v, h⟩ : Finset α).card = v.card := rfl
@[simp] theorem card_ofNodup {l : List α} {h : l.Nodup} : (Finset.ofNodup l h).card = l.length := rfl
@[simp, grind =] theorem card_empty : (∅ : Finset α).card = 0 := rfl
@[simp, grind =] theorem card_singleton (a : α) : ({a} : Finset α).card = 1 := rfl
theorem insert_ofNodup [DecidableEq α] {a : α} {l : List α} {hl : l.Nodup} (h : a ∉ l) :
    insert a (Finset.ofNodup l hl) = Finset.ofNodup (a :: l) (List.nodup_cons.2 ⟨h, hl⟩) := ext fun x => by simp
theorem induction_on {p : Finset α → Prop} [DecidableEq α] (s : Finset α) (empty : p ∅)
    (insert : ∀ (a : α) (s : Finset α), a ∉ s → p s → p (insert a s)) : p s := by
  induction s using Finset.ind with | h l hl
  induction l with
  | nil => exact empty
  | cons a l ih =>
    have h := List.nodup_cons.1 hl
    rw [← insert_ofNodup (hl := h.2) h.1]
    exact insert a _ h.1 (ih h.2)
theorem card_insert_of_notMem [DecidableEq α] {s : Finset α} {a : α} (h : a ∉ s) : (insert a s).card = s.card + 1 := by
  induction s using Finset.ind with | h l hl
  rw [insert_ofNodup h]; rfl
theorem card_insert_of_mem [DecidableEq α] {s : Finset α} {a : α} (h : a ∈ s) : (insert a s).card = s.card := by
  rw [insert_eq_of_mem h]
@[simp, grind =] theorem card_insert_eq_ite [DecidableEq α] {s : Finset α} {a : α} :
    (insert a s).card = if a ∈ s then s.card else s.card + 1 := by
  split
  · exact card_insert_of_mem ‹_›
  · exact card_insert_of_notMem ‹_›
@[simp] theorem card_eq_zero {s : Finset α} : s.card = 0 ↔ s = ∅ := by
  constructor
  · intro h
    induction s using Finset.ind with | h l hl
    obtain rfl : l = [] := List.length_eq_zero_iff.1 h
    rfl
  · rintro rfl; rfl
theorem card_pos {s : Finset α} : 0 < s.card ↔ s.Nonempty := by
  rw [nonempty_iff_ne_empty, Nat.pos_iff_ne_zero]; exact not_congr card_eq_zero
theorem card_le_card {s t : Finset α} (h : s ⊆ t) : s.card ≤ t.card := by
  classical
  induction s using Finset.induction_on generalizing t with
  | empty => exact Nat.zero_le _
  | insert a s ha ih =>
    have hat : a ∈ t := h (mem_insert_self a s)
    have h1 := ih (t := t.erase a) fun x hx => mem_erase.2 ⟨fun e => ha (e ▸ hx), h (mem_insert.2 (.inr hx))⟩
    have h2 : t.card = (t.erase a).card + 1 := by
      rw [← card_insert_of_notMem (s := t.erase a) (a := a) (by simp), insert_erase hat]
    rw [card_insert_of_notMem ha]; omega
theorem eq_of_subset_of_card_le {s t : Finset α} (h : s ⊆ t) (h' : t.card ≤ s.card) : s = t := by
  classical
  refine Subset.antisymm h fun a ha => Classical.byContradiction fun hn => ?_
  have := card_le_card (s := insert a s) (t := t) fun x hx => (mem_insert.1 hx).elim (fun e => e ▸ ha) fun k => h k
  rw [card_insert_of_notMem hn] at this; omega
theorem card_lt_card {s t : Finset α} (h : s ⊂ t) : s.card < t.card := by
  have h1 := card_le_card h.1
  rcases Nat.eq_or_lt_of_le h1 with e | h'
  · have := eq_of_subset_of_card_le h.1 (by omega)
    exact (h.2 (this ▸ Subset.refl s)).elim
  · exact h'
theorem card_filter_le (s : Finset α) (p : α → Prop) [DecidablePred p] : (filter p s).card ≤ s.card := card_le_card (filter_subset p s)
theorem card_eq_one {s : Finset α} : s.card = 1 ↔ ∃ a, s = {a} := by
  constructor
  · intro h
    induction s using Finset.ind with | h l hl
    obtain ⟨a, rfl⟩ := List.length_eq_one_iff.1 h
    exact ⟨a, rfl⟩
  · rintro ⟨a, rfl⟩; rfl
theorem card_union_of_disjoint [DecidableEq α] {s t : Finset α} (h : Disjoint s t) : (s ∪ t).card = s.card + t.card := by
  rw [disjoint_left] at h
  induction s using Finset.induction_on with
  | empty => rw [show (∅ : Finset α) ∪ t = t from ext fun x => by simp]; simp
  | insert a s ha ih =>
    have e : insert a s ∪ t = insert a (s ∪ t) := ext fun x => by simp [or_assoc]
    have hat := h (mem_insert_self a s)
    rw [e, card_insert_of_notMem (by simp [ha, hat]), card_insert_of_notMem ha, ih fun x hx => h (mem_insert.2 (.inr hx))]
    omega
theorem card_sdiff_add_card_eq_card [DecidableEq α] {s t : Finset α} (h : s ⊆ t) : (t \ s).card + s.card = t.card := by
  rw [← card_union_of_disjoint (disjoint_left.2 fun a ha => (mem_sdiff.1 ha).2)]
  exact congrArg card (ext fun x => by have := @h x; grind)
@[simp] theorem card_erase_of_mem [DecidableEq α] {a : α} {s : Finset α} (h : a ∈ s) : (s.erase a).card = s.card - 1 := by
  have : s.card = (s.erase a).card + 1 := by
    rw [← card_insert_of_notMem (s := s.erase a) (a := a) (by simp), insert_erase h]
  omega
theorem image_insert [DecidableEq α] [DecidableEq β] (f : α → β) (a : α) (s : Finset α) :
    (insert a s).image f = insert (f a) (s.image f) := ext fun x => by grind
theorem card_image_le [DecidableEq β] {f : α → β} {s : Finset α} : (s.image f).card ≤ s.card := by
  classical
  induction s using Finset.induction_on with
  | empty => exact Nat.le_refl 0
  | insert a s ha ih =>
    rw [image_insert, card_insert_of_notMem ha, card_insert_eq_ite]
    split <;> omega
theorem card_image_of_injOn [DecidableEq β] {f : α → β} {s : Finset α} (h : Set.InjOn f (s : Set α)) : (s.image f).card = s.card := by
  classical
  induction s using Finset.induction_on with
  | empty => rfl
  | insert a s ha ih =>
    rw [image_insert, card_insert_of_notMem ha, card_insert_of_notMem, ih fun x hx y hy => h x (mem_insert.2 (.inr hx)) y (mem_insert.2 (.inr hy))]
    intro hf
    obtain ⟨b, hb, e⟩ := mem_image.1 hf
    exact ha (h b (mem_insert.2 (.inr hb)) a (mem_insert_self a s) e ▸ hb)
theorem card_image_of_injective [DecidableEq β] {f : α → β} (s : Finset α) (h : Function.Injective f) : (s.image f).card = s.card :=
  card_image_of_injOn fun _ _ _ _ e => h e
@[simp, grind =] theorem _root_.Multiset.toFinset_val [DecidableEq α] (s : Multiset α) : s.toFinset.val = s.dedup := rfl

/-! ## Subsets -/

/-- All subsets of `s`. -/
def powerset (s : Finset α) : Finset (Finset α) :=
  s.lift (fun l hl => Finset.ofNodup
      (l.sublists'.pmap Finset.ofNodup fun _ h => hl.sublist (List.mem_sublists'.1 h))
      ((List.pairwise_pmap _).2 ((List.pairwise_sublists' hl).imp
        fun hne _ _ e => hne fun a => by have := Finset.ext_iff.1 e a; simpa using this)))
    fun l m hl hm e => by
      have key : ∀ {l m : List α} (hl : l.Nodup) (hm : m.Nodup), (∀ a, a ∈ l ↔ a ∈ m) →
          ∀ t : Finset α, t ∈ (l.sublists'.pmap Finset.ofNodup fun _ h => hl.sublist (List.mem_sublists'.1 h)) →
            t ∈ (m.sublists'.pmap Finset.ofNodup fun _ h => hm.sublist (List.mem_sublists'.1 h)) := by
        intro l m hl hm e t h
        obtain ⟨k, hk, rfl⟩ := List.mem_pmap.1 h
        classical
        refine List.mem_pmap.2 ⟨m.filter fun a => decide (a ∈ k), List.mem_sublists'.2 List.filter_sublist,
          Finset.ofNodup_eq fun a => ?_⟩
        have := (List.mem_sublists'.1 hk).subset (a := a)
        have := e a
        simp only [List.mem_filter, decide_eq_true_eq]
        grind
      exact Finset.ofNodup_eq fun t => ⟨key hl hm e t, key hm hl (fun a => (e a).symm) t⟩
@[simp, grind =] theorem mem_powerset {s t : Finset α} : s ∈ powerset t ↔ s ⊆ t := by
  induction t using Finset.ind with | h l hl
  show s ∈ List.pmap _ _ _ ↔ _
  rw [List.mem_pmap]
  constructor
  · rintro ⟨k, hk, rfl⟩ a ha
    exact (List.mem_sublists'.1 hk).subset ha
  · intro h
    classical
    refine ⟨l.filter fun a => decide (a ∈ s), List.mem_sublists'.2 List.filter_sublist, ext fun a => ?_⟩
    have := @h a
    simp only [mem_ofNodup, List.mem_filter, decide_eq_true_eq] at *
    grind
theorem _root_.List.length_sublists' : ∀ l : List α, l.sublists'.length = 2 ^ l.length
  | [] => rfl
  | a :: l => by
    rw [List.sublists', List.length_append, List.length_map, List.length_sublists' l, List.length_cons, Nat.pow_succ]; omega
@[simp] theorem card_powerset (s : Finset α) : (powerset s).card = 2 ^ s.card := by
  induction s using Finset.ind with | h l hl
  exact (List.length_pmap ..).trans (List.length_sublists' l)
/-- The subsets of `s` with `n` members. -/
def powersetCard (n : Nat) (s : Finset α) : Finset (Finset α) := filter (fun t => t.card = n) s.powerset
@[simp, grind =] theorem mem_powersetCard {n : Nat} {s t : Finset α} : s ∈ powersetCard n t ↔ s ⊆ t ∧ s.card = n := by
  rw [powersetCard, mem_filter, mem_powerset]

/-- The values of an injective function. -/
protected def mapInj (f : α → β) (hf : ∀ a b, f a = f b → a = b) (s : Finset α) : Finset β :=
  s.lift (fun l hl => Finset.ofNodup (l.map f) (List.nodup_map_of_injective hf hl))
    fun _ _ _ _ e => Finset.ofNodup_eq fun a => by simp only [List.mem_map, e]
theorem mem_mapInj {f : α → β} {hf : ∀ a b, f a = f b → a = b} {s : Finset α} {b : β} :
    b ∈ Finset.mapInj f hf s ↔ ∃ a, a ∈ s ∧ f a = b := by
  induction s using Finset.ind with | h l hl
  exact List.mem_map
theorem card_mapInj {f : α → β} {hf : ∀ a b, f a = f b → a = b} {s : Finset α} : (Finset.mapInj f hf s).card = s.card := by
  induction s using Finset.ind with | h l hl
  exact List.length_map ..

/-- All of the subtype of the members of `s`. -/
protected def attachAll (s : Finset α) : { t : Finset { x // x ∈ s } // (∀ x, x ∈ t) ∧ t.card = s.card } :=
  match s with
  | ⟨v, hv⟩ =>
    Quotient.recOnSubsingleton
      (motive := fun v : Multiset α => (hv : v.Nodup) →
        { t : Finset { x // x ∈ (⟨v, hv⟩ : Finset α) } // (∀ x, x ∈ t) ∧ t.card = (⟨v, hv⟩ : Finset α).card })
      (h := fun _ => ⟨fun f g => funext fun h => Subtype.ext (ext fun x => ⟨fun _ => (g h).2.1 x, fun _ => (f h).2.1 x⟩)⟩) v
      (fun l hl => ⟨Finset.ofNodup (l.pmap Subtype.mk fun _ h => h)
          ((List.pairwise_pmap _).2 (List.Pairwise.imp (fun hne _ _ e => hne (congrArg Subtype.val e)) hl)),
        fun x => List.mem_pmap.2 ⟨x.1, x.2, rfl⟩, List.length_pmap ..⟩) hv
/-- The members of `s`, each with the proof that it is one. -/
def attach (s : Finset α) : Finset { x // x ∈ s } := s.attachAll.1
@[simp] theorem mem_attach (s : Finset α) (x : { x // x ∈ s }) : x ∈ s.attach := s.attachAll.2.1 x
@[simp] theorem card_attach {s : Finset α} : s.attach.card = s.card := s.attachAll.2.2

/-! ## Pairs -/

/-- All pairs of a member of `s` and one of `t`. -/
protected def product (s : Finset α) (t : Finset β) : Finset (α × β) :=
  s.lift (fun l hl => t.lift (fun m hm => Finset.ofNodup (l.flatMap fun a => m.map (a, ·)) (nodup hl hm))
      fun _ _ _ _ e => Finset.ofNodup_eq fun p => by simp only [List.mem_flatMap, List.mem_map, e])
    fun _ _ _ _ e => by
      induction t using Finset.ind with | h m hm
      exact Finset.ofNodup_eq fun p => by simp only [List.mem_flatMap, e]
where
  nodup {l : List α} {m : List β} (hl : l.Nodup) (hm : m.Nodup) :
      (l.flatMap fun a => m.map (a, ·)).Nodup := by
    induction l with
    | nil => exact List.Pairwise.nil
    | cons a l ih =>
      rw [List.nodup_cons] at hl
      rw [List.flatMap_cons, List.nodup_append]
      refine ⟨List.nodup_map_of_injective (fun _ _ e => congrArg Prod.snd e) hm, ih hl.2, ?_⟩
      intro p hp q hq e
      obtain ⟨_, _, rfl⟩ := List.mem_map.1 hp
      obtain ⟨b, hb, hq⟩ := List.mem_flatMap.1 hq
      obtain ⟨_, _, rfl⟩ := List.mem_map.1 hq
      exact hl.1 ((Prod.mk.inj e).1 ▸ hb)
instance : SProd (Finset α) (Finset β) (Finset (α × β)) := ⟨Finset.product⟩
@[simp, grind =] theorem mem_product {s : Finset α} {t : Finset β} {p : α × β} : p ∈ SProd.sprod s t ↔ p.1 ∈ s ∧ p.2 ∈ t := by
  induction s using Finset.ind with | h l hl
  induction t using Finset.ind with | h m hm
  show p ∈ List.flatMap _ _ ↔ _
  simp only [List.mem_flatMap, List.mem_map, mem_ofNodup]
  constructor
  · rintro ⟨a, ha, b, hb, rfl⟩; exact ⟨ha, hb⟩
  · intro h; exact ⟨p.1, h.1, p.2, h.2, rfl⟩
@[simp, grind =] theorem mk_mem_product_iff {s : Finset α} {t : Finset β} {a : α} {b : β} : (a, b) ∈ SProd.sprod s t ↔ a ∈ s ∧ b ∈ t :=
  mem_product
@[simp, grind =] theorem card_product (s : Finset α) (t : Finset β) : (SProd.sprod s t).card = s.card * t.card := by
  induction s using Finset.ind with | h l hl
  induction t using Finset.ind with | h m hm
  show (l.flatMap fun a => m.map (a, ·)).length = l.length * m.length
  induction l with
  | nil => simp
  | cons a l ih => rw [List.flatMap_cons, List.length_append, List.length_map, ih (List.nodup_cons.1 hl).2, List.length_cons, Nat.succ_mul, Nat.add_comm]
/-- The pairs of members of `s`, equal or not. -/
def diag [DecidableEq α] (s : Finset α) : Finset (α × α) := (SProd.sprod s s).filter fun a => a.1 = a.2
/-- The pairs of different members of `s`. -/
def offDiag [DecidableEq α] (s : Finset α) : Finset (α × α) := (SProd.sprod s s).filter fun a => a.1 ≠ a.2
@[simp, grind =] theorem mem_offDiag [DecidableEq α] {s : Finset α} {x : α × α} : x ∈ s.offDiag ↔ x.1 ∈ s ∧ x.2 ∈ s ∧ x.1 ≠ x.2 := by
  rw [offDiag, mem_filter, mem_product, and_assoc]
end Finset
