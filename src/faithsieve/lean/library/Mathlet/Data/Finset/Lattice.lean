module
public import Mathlet.Data.Finset.Interval
@[expose] public noncomputable section

/-! # Suprema, infima, largest and smallest members of finite sets -/

universe u v

section
variable {α : Type u} {β : Type v}
protected theorem SemilatticeSup.comm [SemilatticeSup α] (a b : α) : SemilatticeSup.sup a b = SemilatticeSup.sup b a :=
  le_antisymm (sup_le le_sup_right le_sup_left) (sup_le le_sup_right le_sup_left)
protected theorem SemilatticeSup.assoc [SemilatticeSup α] (a b c : α) :
    SemilatticeSup.sup (SemilatticeSup.sup a b) c = SemilatticeSup.sup a (SemilatticeSup.sup b c) := by
  apply le_antisymm
  · exact sup_le (sup_le le_sup_left (le_trans le_sup_left le_sup_right)) (le_trans le_sup_right le_sup_right)
  · exact sup_le (le_trans le_sup_left le_sup_left) (sup_le (le_trans le_sup_right le_sup_left) le_sup_right)
protected theorem SemilatticeInf.comm [SemilatticeInf α] (a b : α) : SemilatticeInf.inf a b = SemilatticeInf.inf b a :=
  le_antisymm (le_inf inf_le_right inf_le_left) (le_inf inf_le_right inf_le_left)
protected theorem SemilatticeInf.assoc [SemilatticeInf α] (a b c : α) :
    SemilatticeInf.inf (SemilatticeInf.inf a b) c = SemilatticeInf.inf a (SemilatticeInf.inf b c) := by
  apply le_antisymm
  · exact le_inf (le_trans inf_le_left inf_le_left) (le_inf (le_trans inf_le_left inf_le_right) inf_le_right)
  · exact le_inf (le_inf inf_le_left (le_trans inf_le_right inf_le_left)) (le_trans inf_le_right inf_le_right)

namespace Finset
/-- The least upper bound of the values; `⊥` for none. -/
def sup [SemilatticeSup α] [OrderBot α] (s : Finset β) (f : β → α) : α :=
  Quotient.liftOn (s.val.map f) (fun l => l.foldr SemilatticeSup.sup Bot.bot) fun _ _ (e : List.Perm _ _) =>
    Multiset.foldr_perm SemilatticeSup.comm SemilatticeSup.assoc _ e
/-- The greatest lower bound of the values; `⊤` for none. -/
def inf [SemilatticeInf α] [OrderTop α] (s : Finset β) (f : β → α) : α :=
  Quotient.liftOn (s.val.map f) (fun l => l.foldr SemilatticeInf.inf Top.top) fun _ _ (e : List.Perm _ _) =>
    Multiset.foldr_perm SemilatticeInf.comm SemilatticeInf.assoc _ e
@[simp] theorem sup_empty [SemilatticeSup α] [OrderBot α] {f : β → α} : (∅ : Finset β).sup f = Bot.bot := rfl
@[simp] theorem inf_empty [SemilatticeInf α] [OrderTop α] {f : β → α} : (∅ : Finset β).inf f = Top.top := rfl
@[simp] theorem sup_insert [SemilatticeSup α] [OrderBot α] [DecidableEq β] {s : Finset β} {f : β → α} {b : β} :
    (insert b s).sup f = max (f b) (s.sup f) := by
  have key : ∀ l : List β, ∀ x ∈ l, f x ≤ (l.map f).foldr SemilatticeSup.sup Bot.bot := fun l => by
    induction l with
    | nil => intro x hx; cases hx
    | cons a l ih =>
      intro x hx
      rcases List.mem_cons.1 hx with rfl | hx
      · exact le_sup_left
      · exact le_trans (ih x hx) le_sup_right
  by_cases h : b ∈ s
  · rw [insert_eq_of_mem h]
    induction s using Finset.ind with | h l hl
    exact le_antisymm le_sup_right (sup_le (key l b h) (le_refl _))
  · induction s using Finset.ind with | h l hl
    rw [insert_ofNodup h]; rfl
@[simp] theorem inf_insert [SemilatticeInf α] [OrderTop α] [DecidableEq β] {s : Finset β} {f : β → α} {b : β} :
    (insert b s).inf f = min (f b) (s.inf f) := by
  have key : ∀ l : List β, ∀ x ∈ l, (l.map f).foldr SemilatticeInf.inf Top.top ≤ f x := fun l => by
    induction l with
    | nil => intro x hx; cases hx
    | cons a l ih =>
      intro x hx
      rcases List.mem_cons.1 hx with rfl | hx
      · exact inf_le_left
      · exact le_trans inf_le_right (ih x hx)
  by_cases h : b ∈ s
  · rw [insert_eq_of_mem h]
    induction s using Finset.ind with | h l hl
    exact le_antisymm (le_inf (key l b h) (le_refl _)) inf_le_right
  · induction s using Finset.ind with | h l hl
    rw [insert_ofNodup h]; rfl
@[simp] theorem sup_le_iff [SemilatticeSup α] [OrderBot α] {s : Finset β} {f : β → α} {a : α} : s.sup f ≤ a ↔ ∀ b, b ∈ s → f b ≤ a := by
  classical
  induction s using Finset.induction_on with
  | empty => exact ⟨fun _ _ h => (notMem_empty _ h).elim, fun _ => bot_le⟩
  | insert b s hb ih =>
    rw [sup_insert]
    constructor
    · intro h x hx
      rcases mem_insert.1 hx with rfl | hx
      · exact le_trans le_sup_left h
      · exact ih.1 (le_trans le_sup_right h) x hx
    · intro h
      exact sup_le (h b (mem_insert_self b s)) (ih.2 fun x hx => h x (mem_insert.2 (.inr hx)))
@[simp] theorem le_inf_iff [SemilatticeInf α] [OrderTop α] {s : Finset β} {f : β → α} {a : α} : a ≤ s.inf f ↔ ∀ b, b ∈ s → a ≤ f b := by
  classical
  induction s using Finset.induction_on with
  | empty => exact ⟨fun _ _ h => (notMem_empty _ h).elim, fun _ => le_top⟩
  | insert b s hb ih =>
    rw [inf_insert]
    constructor
    · intro h x hx
      rcases mem_insert.1 hx with rfl | hx
      · exact le_trans h inf_le_left
      · exact ih.1 (le_trans h inf_le_right) x hx
    · intro h
      exact le_inf (h b (mem_insert_self b s)) (ih.2 fun x hx => h x (mem_insert.2 (.inr hx)))
theorem le_sup [SemilatticeSup α] [OrderBot α] {s : Finset β} {f : β → α} {b : β} (h : b ∈ s) : f b ≤ s.sup f := sup_le_iff.1 (le_refl _) b h
theorem inf_le [SemilatticeInf α] [OrderTop α] {s : Finset β} {f : β → α} {b : β} (h : b ∈ s) : s.inf f ≤ f b := le_inf_iff.1 (le_refl _) b h

theorem exists_isLUB_image [SemilatticeSup α] (s : Finset β) (H : s.Nonempty) (f : β → α) : ∃ a, ∀ c, a ≤ c ↔ ∀ b, b ∈ s → f b ≤ c := by
  classical
  induction s using Finset.induction_on with
  | empty => exact (not_nonempty_empty H).elim
  | insert b s hb ih =>
    by_cases hs : s.Nonempty
    · obtain ⟨a, ha⟩ := ih hs
      refine ⟨max (f b) a, fun c => ⟨fun h x hx => ?_, fun h => sup_le (h b (mem_insert_self b s)) ((ha c).2 fun x hx => h x (mem_insert.2 (.inr hx)))⟩⟩
      rcases mem_insert.1 hx with rfl | hx
      · exact le_trans le_sup_left h
      · exact (ha c).1 (le_trans le_sup_right h) x hx
    · refine ⟨f b, fun c => ⟨fun h x hx => ?_, fun h => h b (mem_insert_self b s)⟩⟩
      rcases mem_insert.1 hx with rfl | hx
      · exact h
      · exact (hs ⟨x, hx⟩).elim
theorem exists_isGLB_image [SemilatticeInf α] (s : Finset β) (H : s.Nonempty) (f : β → α) : ∃ a, ∀ c, c ≤ a ↔ ∀ b, b ∈ s → c ≤ f b := by
  classical
  induction s using Finset.induction_on with
  | empty => exact (not_nonempty_empty H).elim
  | insert b s hb ih =>
    by_cases hs : s.Nonempty
    · obtain ⟨a, ha⟩ := ih hs
      refine ⟨min (f b) a, fun c => ⟨fun h x hx => ?_, fun h => le_inf (h b (mem_insert_self b s)) ((ha c).2 fun x hx => h x (mem_insert.2 (.inr hx)))⟩⟩
      rcases mem_insert.1 hx with rfl | hx
      · exact le_trans h inf_le_left
      · exact (ha c).1 (le_trans h inf_le_right) x hx
    · refine ⟨f b, fun c => ⟨fun h x hx => ?_, fun h => h b (mem_insert_self b s)⟩⟩
      rcases mem_insert.1 hx with rfl | hx
      · exact h
      · exact (hs ⟨x, hx⟩).elim
/-- The least upper bound of the values on a set that is not empty. -/
def sup' [SemilatticeSup α] (s : Finset β) (H : s.Nonempty) (f : β → α) : α := Classical.choose (exists_isLUB_image s H f)
/-- The greatest lower bound of the values on a set that is not empty. -/
def inf' [SemilatticeInf α] (s : Finset β) (H : s.Nonempty) (f : β → α) : α := Classical.choose (exists_isGLB_image s H f)
@[simp] theorem sup'_le_iff [SemilatticeSup α] {s : Finset β} (H : s.Nonempty) (f : β → α) {a : α} : s.sup' H f ≤ a ↔ ∀ b, b ∈ s → f b ≤ a :=
  Classical.choose_spec (exists_isLUB_image s H f) a
@[simp] theorem le_inf'_iff [SemilatticeInf α] {s : Finset β} (H : s.Nonempty) (f : β → α) {a : α} : a ≤ s.inf' H f ↔ ∀ b, b ∈ s → a ≤ f b :=
  Classical.choose_spec (exists_isGLB_image s H f) a
section Linear
variable [LinearOrder α]
/-- The largest member. -/
def max' (s : Finset α) (H : s.Nonempty) : α := s.sup' H fun a => a
/-- The smallest member. -/
def min' (s : Finset α) (H : s.Nonempty) : α := s.inf' H fun a => a
theorem le_max' (s : Finset α) (a : α) (h : a ∈ s) : a ≤ s.max' ⟨a, h⟩ := (sup'_le_iff ⟨a, h⟩ fun a => a).1 (le_refl _) a h
theorem min'_le (s : Finset α) (a : α) (h : a ∈ s) : s.min' ⟨a, h⟩ ≤ a := (le_inf'_iff ⟨a, h⟩ fun a => a).1 (le_refl _) a h
theorem exists_max_mem (s : Finset α) (H : s.Nonempty) : ∃ a, a ∈ s ∧ ∀ b, b ∈ s → b ≤ a := by
  induction s using Finset.induction_on with
  | empty => exact (not_nonempty_empty H).elim
  | insert b s hb ih =>
    by_cases hs : s.Nonempty
    · obtain ⟨a, ha, hmax⟩ := ih hs
      rcases le_total a b with h | h
      · exact ⟨b, mem_insert_self b s, fun x hx => (mem_insert.1 hx).elim (fun e => le_of_eq e) fun hx => le_trans (hmax x hx) h⟩
      · exact ⟨a, mem_insert.2 (.inr ha), fun x hx => (mem_insert.1 hx).elim (fun e => e ▸ h) (hmax x)⟩
    · exact ⟨b, mem_insert_self b s, fun x hx => (mem_insert.1 hx).elim (fun e => le_of_eq e) fun hx => (hs ⟨x, hx⟩).elim⟩
theorem exists_min_mem (s : Finset α) (H : s.Nonempty) : ∃ a, a ∈ s ∧ ∀ b, b ∈ s → a ≤ b := by
  induction s using Finset.induction_on with
  | empty => exact (not_nonempty_empty H).elim
  | insert b s hb ih =>
    by_cases hs : s.Nonempty
    · obtain ⟨a, ha, hmin⟩ := ih hs
      rcases le_total a b with h | h
      · exact ⟨a, mem_insert.2 (.inr ha), fun x hx => (mem_insert.1 hx).elim (fun e => e ▸ h) (hmin x)⟩
      · exact ⟨b, mem_insert_self b s, fun x hx => (mem_insert.1 hx).elim (fun e => le_of_eq e.symm) fun hx => le_trans h (hmin x hx)⟩
    · exact ⟨b, mem_insert_self b s, fun x hx => (mem_insert.1 hx).elim (fun e => le_of_eq e.symm) fun hx => (hs ⟨x, hx⟩).elim⟩
theorem max'_mem (s : Finset α) (H : s.Nonempty) : s.max' H ∈ s := by
  obtain ⟨a, ha, h⟩ := exists_max_mem s H
  have : s.max' H = a := le_antisymm ((sup'_le_iff H _).2 h) (le_max' s a ha)
  rw [this]; exact ha
theorem min'_mem (s : Finset α) (H : s.Nonempty) : s.min' H ∈ s := by
  obtain ⟨a, ha, h⟩ := exists_min_mem s H
  have : s.min' H = a := le_antisymm (min'_le s a ha) ((le_inf'_iff H _).2 h)
  rw [this]; exact ha
theorem isGreatest_max' (s : Finset α) (H : s.Nonempty) : IsGreatest (s : Set α) (s.max' H) := ⟨max'_mem s H, fun a ha => le_max' s a ha⟩
theorem isLeast_min' (s : Finset α) (H : s.Nonempty) : IsLeast (s : Set α) (s.min' H) := ⟨min'_mem s H, fun a ha => min'_le s a ha⟩
theorem exists_max_image (s : Finset β) (f : β → α) (h : s.Nonempty) : ∃ x, x ∈ s ∧ ∀ x', x' ∈ s → f x' ≤ f x := by
  classical
  obtain ⟨a, ha, hmax⟩ := exists_max_mem (s.image f) (h.elim fun x hx => ⟨f x, mem_image_of_mem f hx⟩)
  obtain ⟨x, hx, rfl⟩ := mem_image.1 ha
  exact ⟨x, hx, fun y hy => hmax _ (mem_image_of_mem f hy)⟩
theorem exists_min_image (s : Finset β) (f : β → α) (h : s.Nonempty) : ∃ x, x ∈ s ∧ ∀ x', x' ∈ s → f x ≤ f x' := by
  classical
  obtain ⟨a, ha, hmin⟩ := exists_min_mem (s.image f) (h.elim fun x hx => ⟨f x, mem_image_of_mem f hx⟩)
  obtain ⟨x, hx, rfl⟩ := mem_image.1 ha
  exact ⟨x, hx, fun y hy => hmin _ (mem_image_of_mem f hy)⟩
end Linear
end Finset
end

/-! ## Suprema and infima of sets of natural numbers -/

namespace Nat
theorem exists_least {s : Set Nat} (h : s.Nonempty) : ∃ n, IsLeast s n := by
  obtain ⟨n, hn⟩ := h
  induction n using Nat.strongRecOn with
  | ind n ih =>
    by_cases h : ∃ m, m < n ∧ m ∈ s
    · obtain ⟨m, hm, hs⟩ := h; exact ih m hm hs
    · exact ⟨n, hn, fun m hm => Nat.le_of_not_lt fun hlt => h ⟨m, hlt, hm⟩⟩
open Classical in
/-- The least member; 0 for the empty set. -/
instance : InfSet Nat := ⟨fun s => if h : s.Nonempty then Classical.choose (exists_least h) else 0⟩
open Classical in
/-- The least upper bound; 0 if there is none. -/
instance : SupSet Nat := ⟨fun s => if _h : BddAbove s then sInf (upperBounds s) else 0⟩
theorem sInf_spec {s : Set Nat} (h : s.Nonempty) : IsLeast s (sInf s) := by
  have e : sInf s = Classical.choose (exists_least h) := dif_pos h
  rw [e]; exact Classical.choose_spec (exists_least h)
theorem sInf_mem {s : Set Nat} (h : s.Nonempty) : sInf s ∈ s := (sInf_spec h).1
theorem sInf_le {s : Set Nat} {m : Nat} (h : m ∈ s) : sInf s ≤ m := (sInf_spec ⟨m, h⟩).2 h
@[simp] theorem sInf_empty : sInf (∅ : Set Nat) = 0 := dif_neg fun ⟨_, h⟩ => h
instance instConditionallyCompleteLattice : ConditionallyCompleteLattice Nat where
  le_csSup s a h ha := by
    have e : sSup s = sInf (upperBounds s) := dif_pos h
    rw [e]; exact (sInf_spec h).1 ha
  csSup_le s a _ ha := by
    have e : sSup s = sInf (upperBounds s) := dif_pos ⟨a, ha⟩
    rw [e]; exact sInf_le ha
  csInf_le s a _ ha := sInf_le ha
  le_csInf s a h ha := ha (sInf_mem h)
theorem sSup_def {s : Set Nat} (h : BddAbove s) : IsLUB s (sSup s) := by
  have e : sSup s = sInf (upperBounds s) := dif_pos h
  rw [e]; exact sInf_spec h
/-- The least number with a property. -/
protected def find {p : Nat → Prop} [DecidablePred p] (H : ∃ n, p n) : Nat := Classical.choose (exists_least (s := setOf p) H)
protected theorem find_spec {p : Nat → Prop} [DecidablePred p] (H : ∃ n, p n) : p (Nat.find H) := (Classical.choose_spec (exists_least (s := setOf p) H)).1
protected theorem find_min' {p : Nat → Prop} [DecidablePred p] (H : ∃ n, p n) {m : Nat} (h : p m) : Nat.find H ≤ m :=
  (Classical.choose_spec (exists_least (s := setOf p) H)).2 h
end Nat
