module
public import Mathlet.Data.Finset.Interval
@[expose] public noncomputable section

/-! # Finite types -/

universe u v w

/-- A type with finitely many elements, which are listed. -/
class Fintype (α : Type u) where
  elems : Finset α
  complete : ∀ x : α, x ∈ elems

/-- The set of all elements of a finite type. -/
def Finset.univ {α : Type u} [Fintype α] : Finset α := Fintype.elems
@[simp, grind .] theorem Finset.mem_univ {α : Type u} [Fintype α] (x : α) : x ∈ (Finset.univ : Finset α) := Fintype.complete x
theorem Finset.eq_univ_iff_forall {α : Type u} [Fintype α] {s : Finset α} : s = Finset.univ ↔ ∀ x, x ∈ s :=
  ⟨fun h x => h ▸ Finset.mem_univ x, fun h => Finset.ext fun x => ⟨fun _ => Finset.mem_univ x, fun _ => h x⟩⟩
@[simp] theorem Finset.coe_univ {α : Type u} [Fintype α] : ((Finset.univ : Finset α) : Set α) = Set.univ :=
  Set.ext fun x => ⟨fun _ => trivial, fun _ => Finset.mem_univ x⟩
@[simp] theorem Finset.subset_univ {α : Type u} [Fintype α] (s : Finset α) : s ⊆ Finset.univ := fun x _ => Finset.mem_univ x
/-- How many elements a finite type has. -/
def Fintype.card (α : Type u) [Fintype α] : Nat := (Finset.univ : Finset α).card
@[simp] theorem Finset.card_univ {α : Type u} [Fintype α] : (Finset.univ : Finset α).card = Fintype.card α := rfl
instance Fintype.instSubsingleton {α : Type u} : Subsingleton (Fintype α) :=
  ⟨fun ⟨s, hs⟩ ⟨t, ht⟩ => by congr; exact Finset.ext fun a => ⟨fun _ => ht a, fun _ => hs a⟩⟩
theorem Finset.card_le_univ {α : Type u} [Fintype α] (s : Finset α) : s.card ≤ Fintype.card α := Finset.card_le_card (Finset.subset_univ s)

section
variable {α : Type u} {β : Type v}
instance Finset.instOrderTop [Fintype α] : OrderTop (Finset α) where
  top := Finset.univ
  le_top := Finset.subset_univ
instance Finset.instHasCompl [Fintype α] [DecidableEq α] : HasCompl (Finset α) := ⟨fun s => Finset.univ \ s⟩
@[simp, grind =] theorem Finset.mem_compl [Fintype α] [DecidableEq α] {s : Finset α} {a : α} : a ∈ HasCompl.compl s ↔ a ∉ s :=
  Finset.mem_sdiff.trans (and_iff_right (Finset.mem_univ a))

instance Fin.fintype (n : Nat) : Fintype (Fin n) :=
  ⟨Finset.ofNodup ((List.range n).pmap (fun i h => (⟨i, h⟩ : Fin n)) fun _ h => List.mem_range.1 h)
      ((List.pairwise_pmap _).2 (List.Pairwise.imp (fun hne _ _ e => hne (congrArg Fin.val e)) List.nodup_range)),
    fun x => List.mem_pmap.2 ⟨x.1, List.mem_range.2 x.2, rfl⟩⟩
instance Bool.fintype : Fintype Bool := ⟨Finset.ofNodup [true, false] (by decide), by intro x; cases x <;> decide⟩
instance Unit.fintype : Fintype Unit := ⟨{()}, fun _ => List.mem_singleton.2 rfl⟩
instance PUnit.fintype : Fintype PUnit.{u + 1} := ⟨{⟨⟩}, fun _ => List.mem_singleton.2 rfl⟩
instance Empty.fintype : Fintype Empty := ⟨∅, fun x => nomatch x⟩
instance instFintypeProd (α : Type u) (β : Type v) [Fintype α] [Fintype β] : Fintype (α × β) :=
  ⟨SProd.sprod Finset.univ Finset.univ, fun p => Finset.mem_product.2 ⟨Finset.mem_univ p.1, Finset.mem_univ p.2⟩⟩
instance Finset.fintype [Fintype α] : Fintype (Finset α) :=
  ⟨Finset.powerset Finset.univ, fun _ => Finset.mem_powerset.2 fun a _ => Finset.mem_univ a⟩
/-- The members of a finite set, as a type. -/
instance Finset.fintypeCoeSort (s : Finset α) : Fintype s := ⟨s.attach, s.mem_attach⟩
instance Finset.Subtype.fintype (s : Finset α) : Fintype { x // x ∈ s } := ⟨s.attach, s.mem_attach⟩
@[simp, grind =] theorem Fintype.card_fin (n : Nat) : Fintype.card (Fin n) = n := (List.length_pmap ..).trans List.length_range
@[simp] theorem Fintype.card_bool : Fintype.card Bool = 2 := rfl
@[simp] theorem Fintype.card_prod (α : Type u) (β : Type v) [Fintype α] [Fintype β] :
    Fintype.card (α × β) = Fintype.card α * Fintype.card β := Finset.card_product _ _
@[simp] theorem Fintype.card_finset [Fintype α] : Fintype.card (Finset α) = 2 ^ Fintype.card α := Finset.card_powerset _
@[simp] theorem Fintype.card_coe (s : Finset α) [h : Fintype s] : Fintype.card s = s.card := by
  rw [Subsingleton.elim h (Finset.fintypeCoeSort s)]; exact Finset.card_attach

instance Fintype.decidableForallFintype [Fintype α] {p : α → Prop} [DecidablePred p] : Decidable (∀ a, p a) :=
  if h : ∀ a, a ∈ (Finset.univ : Finset α) → p a then isTrue fun a => h a (Finset.mem_univ a) else isFalse fun k => h fun a _ => k a
instance Fintype.decidableExistsFintype [Fintype α] {p : α → Prop} [DecidablePred p] : Decidable (∃ a, p a) :=
  if h : ∃ a, a ∈ (Finset.univ : Finset α) ∧ p a then isTrue (h.elim fun a h => ⟨a, h.2⟩)
  else isFalse fun ⟨a, k⟩ => h ⟨a, Finset.mem_univ a, k⟩
instance Fintype.decidableEqFun {β : α → Type v} [Fintype α] [∀ a, DecidableEq (β a)] : DecidableEq (∀ a, β a) := fun f g =>
  if h : ∀ a, f a = g a then isTrue (funext h) else isFalse fun e => h fun a => e ▸ rfl
instance Fintype.decidableInjective [DecidableEq α] [DecidableEq β] [Fintype α] : DecidablePred (Function.Injective : (α → β) → Prop) :=
  fun f => if h : ∀ a b, f a = f b → a = b then isTrue fun a b => h a b else isFalse fun k => h fun a b => @k a b
instance Fintype.decidableSurjective [DecidableEq β] [Fintype α] [Fintype β] : DecidablePred (Function.Surjective : (α → β) → Prop) :=
  fun f => if h : ∀ b, ∃ a, f a = b then isTrue h else isFalse h

/-! ## Made from others -/

/-- A finite type from another, through a function that reaches everything. -/
@[reducible] def Fintype.ofSurjective [DecidableEq β] [Fintype α] (f : α → β) (h : Function.Surjective f) : Fintype β :=
  ⟨Finset.univ.image f, fun b => (h b).elim fun a e => Finset.mem_image.2 ⟨a, Finset.mem_univ a, e⟩⟩
/-- The elements with a property that says membership of a finite set. -/
@[reducible] protected def Fintype.subtype {p : α → Prop} (s : Finset α) (H : ∀ x : α, x ∈ s ↔ p x) : Fintype { x // p x } where
  elems := Finset.mapInj (fun x : { x // x ∈ s } => ⟨x.1, (H x.1).1 x.2⟩) (fun _ _ e => Subtype.ext (Subtype.mk.inj e)) s.attach
  complete x := Finset.mem_mapInj.2 ⟨⟨x.1, (H x.1).2 x.2⟩, Finset.mem_attach .., rfl⟩
theorem Fintype.subtype_card {p : α → Prop} (s : Finset α) (H : ∀ x : α, x ∈ s ↔ p x) : @Fintype.card { x // p x } (Fintype.subtype s H) = s.card :=
  (Finset.card_mapInj (f := fun x : { x // x ∈ s } => (⟨x.1, (H x.1).1 x.2⟩ : { x // p x }))
    (hf := fun _ _ e => Subtype.ext (Subtype.mk.inj e))).trans Finset.card_attach
instance Subtype.fintype [Fintype α] (p : α → Prop) [DecidablePred p] : Fintype { x // p x } :=
  Fintype.subtype (Finset.univ.filter p) fun x => by simp
theorem Fintype.card_subtype [Fintype α] (p : α → Prop) [h : Fintype { x // p x }] [DecidablePred p] :
    Fintype.card { x // p x } = (Finset.univ.filter p).card := by
  rw [Subsingleton.elim h (Subtype.fintype p)]; exact Fintype.subtype_card _ fun x => by simp
instance setFintype [Fintype α] (s : Set α) [DecidablePred (· ∈ s)] : Fintype s := Subtype.fintype (· ∈ s)
/-- A finite type from a list of another one's elements. -/
@[reducible] protected def Fintype.ofEnum {γ : Type w} [h : Fintype α] (f : (l : List α) → l.Nodup → (∀ a, a ∈ l) → Fintype γ) : Fintype γ :=
  Quotient.recOnSubsingleton (motive := fun v : Multiset α => v.Nodup → (∀ a, a ∈ v) → Fintype γ)
    (h := fun _ => ⟨fun f g => funext fun hv => funext fun c => Subsingleton.elim (f hv c) (g hv c)⟩)
    h.elems.val f h.elems.nodup h.complete
instance Option.fintype [Fintype α] : Fintype (Option α) := Fintype.ofEnum fun l hl c =>
  ⟨Finset.ofNodup (none :: l.map some) (List.nodup_cons.2
      ⟨fun h => (List.mem_map.1 h).elim fun _ h => (nomatch h.2), List.nodup_map_of_injective (fun _ _ e => Option.some.inj e) hl⟩),
    fun x => match x with
      | none => List.mem_cons_self ..
      | some a => List.mem_cons_of_mem _ (List.mem_map.2 ⟨a, c a, rfl⟩)⟩
instance instFintypeSum (α : Type u) (β : Type v) [Fintype α] [Fintype β] : Fintype (α ⊕ β) :=
  Fintype.ofEnum fun (l : List α) hl c => Fintype.ofEnum fun (m : List β) hm c' =>
    ⟨Finset.ofNodup (l.map Sum.inl ++ m.map Sum.inr) (List.nodup_append.2
      ⟨List.nodup_map_of_injective (fun _ _ e => Sum.inl.inj e) hl, List.nodup_map_of_injective (fun _ _ e => Sum.inr.inj e) hm,
        fun x hx y hy e => by
          obtain ⟨a, _, rfl⟩ := List.mem_map.1 hx
          obtain ⟨b, _, rfl⟩ := List.mem_map.1 hy
          nomatch e⟩),
      fun x => List.mem_append.2 (match x with
        | .inl a => .inl (List.mem_map.2 ⟨a, c a, rfl⟩)
        | .inr b => .inr (List.mem_map.2 ⟨b, c' b, rfl⟩))⟩
/-- The functions on the members of a list. -/
protected def Finset.piList [DecidableEq α] {β : α → Type v} [∀ a, Fintype (β a)] : (l : List α) → l.Nodup → Finset (∀ a, a ∈ l → β a)
  | [], _ => {fun _ h => (List.not_mem_nil h).elim}
  | a :: l, hl => Finset.mapInj (fun (p : β a × (∀ x, x ∈ l → β x)) x hx =>
        if e : x = a then e.symm ▸ p.1 else p.2 x ((List.mem_cons.1 hx).resolve_left e))
      (fun p q e => by
        refine Prod.ext ?_ (funext fun x => funext fun hx => ?_)
        · simpa using congrFun (congrFun e a) (List.mem_cons_self ..)
        · have hne : x ≠ a := fun e => (List.nodup_cons.1 hl).1 (e ▸ hx)
          simpa [hne] using congrFun (congrFun e x) (List.mem_cons_of_mem _ hx))
      (SProd.sprod (Finset.univ : Finset (β a)) (Finset.piList l (List.nodup_cons.1 hl).2))
theorem Finset.mem_piList [DecidableEq α] {β : α → Type v} [∀ a, Fintype (β a)] : ∀ (l : List α) (hl : l.Nodup)
    (f : ∀ a, a ∈ l → β a), f ∈ Finset.piList l hl
  | [], _, _ => Finset.mem_singleton.2 (funext fun _ => funext fun h => (List.not_mem_nil h).elim)
  | a :: l, hl, f => Finset.mem_mapInj.2 ⟨(f a (List.mem_cons_self ..), fun x hx => f x (List.mem_cons_of_mem _ hx)),
      Finset.mem_product.2 ⟨Finset.mem_univ _, Finset.mem_piList l _ _⟩, by
        refine funext fun x => funext fun hx => ?_
        by_cases e : x = a
        · subst e; simp
        · simp [e]⟩
theorem Finset.card_piList [DecidableEq α] {β : Type v} [Fintype β] : ∀ (l : List α) (hl : l.Nodup),
    (Finset.piList (β := fun _ => β) l hl).card = Fintype.card β ^ l.length
  | [], _ => rfl
  | a :: l, hl => by
    unfold Finset.piList
    rw [Finset.card_mapInj, Finset.card_product, Finset.card_piList l, List.length_cons, Nat.pow_succ, Nat.mul_comm, Finset.card_univ]
instance Pi.instFintype [DecidableEq α] {β : α → Type v} [Fintype α] [∀ a, Fintype (β a)] : Fintype (∀ a, β a) :=
  Fintype.ofEnum fun (l : List α) hl c =>
    ⟨Finset.mapInj (fun (f : ∀ a, a ∈ l → β a) a => f a (c a)) (fun _ _ e => funext fun a => funext fun _ => congrFun e a) (Finset.piList l hl),
      fun f => Finset.mem_mapInj.2 ⟨fun a _ => f a, Finset.mem_piList l hl _, rfl⟩⟩
@[simp] theorem Fintype.card_fun [DecidableEq α] [h : Fintype α] [Fintype β] : Fintype.card (α → β) = Fintype.card β ^ Fintype.card α := by
  obtain ⟨s, c⟩ := h
  induction s using Finset.ind with | h l hl
  refine Eq.trans ?_ (Finset.card_piList (β := β) l hl)
  exact Finset.card_mapInj (f := fun (f : ∀ a, a ∈ l → β) a => f a (c a)) (hf := fun _ _ e => funext fun a => funext fun _ => congrFun e a)

instance Prop.fintype : Fintype Prop := ⟨Finset.ofNodup [True, False] (by simp), fun p => by
  rcases Classical.em p with h | h <;> simp [h]⟩
instance Fintype.ofIsEmpty [h : IsEmpty α] : Fintype α := ⟨∅, fun a => (h.false a).elim⟩

section Intervals
variable [Preorder α] [LocallyFiniteOrder α] (a b : α)
instance Set.fintypeIcc : Fintype (Set.Icc a b) := Fintype.subtype (Finset.Icc a b) fun _ => Finset.mem_Icc
instance Set.fintypeIco : Fintype (Set.Ico a b) := Fintype.subtype (Finset.Ico a b) fun _ => Finset.mem_Ico
instance Set.fintypeIoc : Fintype (Set.Ioc a b) := Fintype.subtype (Finset.Ioc a b) fun _ => Finset.mem_Ioc
instance Set.fintypeIoo : Fintype (Set.Ioo a b) := Fintype.subtype (Finset.Ioo a b) fun _ => Finset.mem_Ioo
end Intervals
instance Set.fintypeEmpty : Fintype (∅ : Set α) := Fintype.subtype ∅ fun a => ⟨fun h => (Finset.notMem_empty a h).elim, False.elim⟩
instance Set.fintypeSingleton (a : α) : Fintype ({a} : Set α) := Fintype.subtype {a} fun _ => Finset.mem_singleton
instance Set.fintypeUniv [Fintype α] : Fintype (Set.univ : Set α) := Fintype.subtype Finset.univ fun a => ⟨fun _ => trivial, fun _ => Finset.mem_univ a⟩
instance Finset.fintypeCoe (s : Finset α) : Fintype (s : Set α) := Fintype.subtype s fun _ => Iff.rfl
/-- A set whose members are a finite type, as a finite set. -/
def Set.toFinset (s : Set α) [Fintype s] : Finset α := Finset.mapInj Subtype.val (fun _ _ => Subtype.ext) (Finset.univ : Finset s)
@[simp, grind =] theorem Set.mem_toFinset {s : Set α} [Fintype s] {a : α} : a ∈ s.toFinset ↔ a ∈ s := by
  rw [Set.toFinset, Finset.mem_mapInj]
  exact ⟨fun ⟨x, _, e⟩ => e ▸ x.2, fun h => ⟨⟨a, h⟩, Finset.mem_univ _, rfl⟩⟩
@[simp] theorem Set.coe_toFinset (s : Set α) [Fintype s] : (s.toFinset : Set α) = s := Set.ext fun _ => Set.mem_toFinset
@[simp] theorem Set.toFinset_card (s : Set α) [Fintype s] : s.toFinset.card = Fintype.card s := Finset.card_mapInj
end
