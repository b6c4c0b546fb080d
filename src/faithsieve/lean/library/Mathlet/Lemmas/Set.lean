module
public import Mathlet.Data.Set
public import Mathlet.Logic.Basic
public import Mathlet.Data.Finite
public import Mathlet.GroupTheory.Perm
@[expose] public noncomputable section
universe u v w

/-! # Everyday lemmas on sets and functions -/

local infixl:80 " '' " => Set.image
local infixl:80 " ⁻¹' " => Set.preimage

namespace Set
variable {α : Type u} {β : Type v} {γ : Type w} {s t r : Set α} {a b : α} {f : α → β} {u v : Set β}
theorem eq_empty_or_nonempty (s : Set α) : s = ∅ ∨ s.Nonempty :=
  (Classical.em s.Nonempty).symm.imp (fun h => ext fun x => ⟨fun hx => (h ⟨x, hx⟩).elim, False.elim⟩) id
theorem eq_empty_iff_forall_notMem : s = ∅ ↔ ∀ x, x ∉ s := ⟨fun h x hx => by rw [h] at hx; exact hx, fun h => ext fun x => ⟨fun hx => (h x hx).elim, False.elim⟩⟩
theorem eq_empty_of_forall_notMem (h : ∀ x, x ∉ s) : s = ∅ := eq_empty_iff_forall_notMem.2 h
theorem not_nonempty_iff_eq_empty : ¬ s.Nonempty ↔ s = ∅ := ⟨fun h => (eq_empty_or_nonempty s).elim id fun k => (h k).elim, fun h k => k.elim fun x hx => by rw [h] at hx; exact hx⟩
theorem mem_image_of_mem (f : α → β) {a : α} (h : a ∈ s) : f a ∈ f '' s := ⟨a, h, rfl⟩
@[simp] theorem mem_range_self (f : α → β) (x : α) : f x ∈ range f := ⟨x, rfl⟩
theorem subset_union_left : s ⊆ s ∪ t := fun _ h => .inl h
theorem subset_union_right : t ⊆ s ∪ t := fun _ h => .inr h
theorem union_subset (h : s ⊆ r) (k : t ⊆ r) : s ∪ t ⊆ r := fun x hx => hx.elim (h x) (k x)
@[simp] theorem union_subset_iff : s ∪ t ⊆ r ↔ s ⊆ r ∧ t ⊆ r := ⟨fun h => ⟨fun x hx => h x (.inl hx), fun x hx => h x (.inr hx)⟩, fun h => union_subset h.1 h.2⟩
theorem inter_subset_left : s ∩ t ⊆ s := fun _ h => h.1
theorem inter_subset_right : s ∩ t ⊆ t := fun _ h => h.2
theorem subset_inter (h : r ⊆ s) (k : r ⊆ t) : r ⊆ s ∩ t := fun x hx => ⟨h x hx, k x hx⟩
@[simp] theorem subset_inter_iff : r ⊆ s ∩ t ↔ r ⊆ s ∧ r ⊆ t := ⟨fun h => ⟨fun x hx => (h x hx).1, fun x hx => (h x hx).2⟩, fun h => subset_inter h.1 h.2⟩
theorem union_comm (s t : Set α) : s ∪ t = t ∪ s := ext fun _ => or_comm
theorem inter_comm (s t : Set α) : s ∩ t = t ∩ s := ext fun _ => and_comm
theorem union_assoc (s t r : Set α) : s ∪ t ∪ r = s ∪ (t ∪ r) := ext fun _ => or_assoc
theorem inter_assoc (s t r : Set α) : s ∩ t ∩ r = s ∩ (t ∩ r) := ext fun _ => and_assoc
theorem union_inter_distrib_left (s t r : Set α) : s ∪ t ∩ r = (s ∪ t) ∩ (s ∪ r) := ext fun _ => or_and_left
theorem union_inter_distrib_right (s t r : Set α) : s ∩ t ∪ r = (s ∪ r) ∩ (t ∪ r) := ext fun _ => and_or_right
theorem inter_union_distrib_left (s t r : Set α) : s ∩ (t ∪ r) = s ∩ t ∪ s ∩ r := ext fun _ => and_or_left
theorem inter_union_distrib_right (s t r : Set α) : (s ∪ t) ∩ r = s ∩ r ∪ t ∩ r := ext fun _ => or_and_right
@[simp] theorem union_self (s : Set α) : s ∪ s = s := ext fun _ => or_self_iff
@[simp] theorem inter_self (s : Set α) : s ∩ s = s := ext fun _ => and_self_iff
@[simp] theorem union_empty (s : Set α) : s ∪ ∅ = s := ext fun _ => or_iff_left id
@[simp] theorem empty_union (s : Set α) : ∅ ∪ s = s := ext fun _ => or_iff_right id
@[simp] theorem inter_empty (s : Set α) : s ∩ ∅ = ∅ := ext fun _ => ⟨And.right, False.elim⟩
@[simp] theorem empty_inter (s : Set α) : ∅ ∩ s = ∅ := ext fun _ => ⟨And.left, False.elim⟩
@[simp] theorem univ_inter (s : Set α) : univ ∩ s = s := ext fun _ => ⟨And.right, fun h => ⟨trivial, h⟩⟩
@[simp] theorem inter_univ (s : Set α) : s ∩ univ = s := ext fun _ => ⟨And.left, fun h => ⟨h, trivial⟩⟩
@[simp] theorem union_univ (s : Set α) : s ∪ univ = univ := ext fun _ => ⟨fun _ => trivial, fun _ => .inr trivial⟩
@[simp] theorem univ_union (s : Set α) : univ ∪ s = univ := ext fun _ => ⟨fun _ => trivial, fun _ => .inl trivial⟩
@[simp] theorem compl_union (s t : Set α) : HasCompl.compl (s ∪ t) = HasCompl.compl s ∩ HasCompl.compl t := ext fun _ => not_or
theorem compl_inter (s t : Set α) : HasCompl.compl (s ∩ t) = HasCompl.compl s ∪ HasCompl.compl t := ext fun _ => Classical.not_and_iff_not_or_not
@[simp] theorem union_compl_self (s : Set α) : s ∪ HasCompl.compl s = univ := ext fun _ => ⟨fun _ => trivial, fun _ => Classical.em _⟩
@[simp] theorem inter_compl_self (s : Set α) : s ∩ HasCompl.compl s = ∅ := ext fun _ => ⟨fun h => h.2 h.1, False.elim⟩
theorem compl_subset_compl : HasCompl.compl s ⊆ HasCompl.compl t ↔ t ⊆ s := ⟨fun h x hx => Classical.byContradiction fun k => h x k hx, fun h x hx k => hx (h x k)⟩
theorem diff_eq (s t : Set α) : s \ t = s ∩ HasCompl.compl t := rfl
theorem diff_subset : s \ t ⊆ s := fun _ h => h.1
theorem union_diff_cancel (h : s ⊆ t) : s ∪ t \ s = t := ext fun x => ⟨fun hx => hx.elim (h x) And.left, fun hx => (Classical.em (x ∈ s)).imp id fun k => ⟨hx, k⟩⟩
@[simp] theorem subset_empty_iff : s ⊆ ∅ ↔ s = ∅ := ⟨fun h => ext fun x => ⟨h x, False.elim⟩, fun h x hx => by rw [h] at hx; exact hx⟩
@[simp] theorem univ_subset_iff : univ ⊆ s ↔ s = univ := ⟨fun h => ext fun x => ⟨fun _ => trivial, h x⟩, fun h x hx => by rw [h]; exact hx⟩
theorem eq_univ_of_forall (h : ∀ x, x ∈ s) : s = univ := ext fun x => ⟨fun _ => trivial, fun _ => h x⟩
theorem subset_univ (s : Set α) : s ⊆ univ := fun _ _ => trivial
theorem empty_subset (s : Set α) : ∅ ⊆ s := fun _ h => h.elim
theorem Subset.trans (h : s ⊆ t) (k : t ⊆ r) : s ⊆ r := fun x hx => k x (h x hx)
theorem Subset.refl (s : Set α) : s ⊆ s := fun _ h => h
theorem Subset.rfl : s ⊆ s := fun _ h => h
theorem mem_of_subset_of_mem (h : s ⊆ t) (k : a ∈ s) : a ∈ t := h a k
theorem union_eq_self_of_subset_left (h : s ⊆ t) : s ∪ t = t := ext fun x => ⟨fun k => k.elim (h x) id, .inr⟩
theorem union_eq_self_of_subset_right (h : t ⊆ s) : s ∪ t = s := ext fun x => ⟨fun k => k.elim id (h x), .inl⟩
theorem inter_eq_self_of_subset_left (h : s ⊆ t) : s ∩ t = s := ext fun x => ⟨And.left, fun k => ⟨k, h x k⟩⟩
theorem inter_eq_self_of_subset_right (h : t ⊆ s) : s ∩ t = t := ext fun x => ⟨And.right, fun k => ⟨h x k, k⟩⟩
@[simp] theorem singleton_subset_iff : {a} ⊆ s ↔ a ∈ s := ⟨fun h => h a rfl, fun h _ e => e ▸ h⟩
theorem insert_subset_iff : insert a s ⊆ t ↔ a ∈ t ∧ s ⊆ t := ⟨fun h => ⟨h a (.inl rfl), fun x hx => h x (.inr hx)⟩, fun h x hx => hx.elim (fun e => e ▸ h.1) (h.2 x)⟩
theorem disjoint_iff_inter_eq_empty : Disjoint s t ↔ s ∩ t = ∅ := by
  rw [disjoint_left, eq_empty_iff_forall_notMem]; exact ⟨fun h x hx => h hx.1 hx.2, fun h x hx k => h x ⟨hx, k⟩⟩
theorem not_disjoint_iff : ¬ Disjoint s t ↔ ∃ x, x ∈ s ∧ x ∈ t := by
  rw [disjoint_iff_inter_eq_empty, ← not_nonempty_iff_eq_empty, Classical.not_not]; exact Iff.rfl
@[simp] theorem image_subset_iff : f '' s ⊆ u ↔ s ⊆ f ⁻¹' u := ⟨fun h x hx => h _ ⟨x, hx, rfl⟩, fun h _ ⟨x, hx, e⟩ => e ▸ h x hx⟩
theorem image_union (f : α → β) (s t : Set α) : f '' (s ∪ t) = f '' s ∪ f '' t := ext fun _ =>
  ⟨fun ⟨x, hx, e⟩ => hx.imp (fun k => ⟨x, k, e⟩) fun k => ⟨x, k, e⟩, fun h => h.elim (fun ⟨x, k, e⟩ => ⟨x, .inl k, e⟩) fun ⟨x, k, e⟩ => ⟨x, .inr k, e⟩⟩
theorem image_inter_subset (f : α → β) (s t : Set α) : f '' (s ∩ t) ⊆ f '' s ∩ f '' t := fun _ ⟨x, hx, e⟩ => ⟨⟨x, hx.1, e⟩, ⟨x, hx.2, e⟩⟩
theorem image_inter (h : Function.Injective f) : f '' (s ∩ t) = f '' s ∩ f '' t := Subset.antisymm (image_inter_subset f s t)
  fun _ ⟨⟨x, hx, e⟩, ⟨_, hy, k⟩⟩ => ⟨x, ⟨hx, h (e.trans k.symm) ▸ hy⟩, e⟩
theorem image_image (g : β → γ) (f : α → β) (s : Set α) : g '' (f '' s) = (fun x => g (f x)) '' s := ext fun _ =>
  ⟨fun ⟨_, ⟨x, hx, e⟩, k⟩ => ⟨x, hx, by rw [← k, ← e]⟩, fun ⟨x, hx, e⟩ => ⟨f x, ⟨x, hx, rfl⟩, e⟩⟩
@[simp] theorem image_id (s : Set α) : id '' s = s := ext fun _ => ⟨fun ⟨_, hx, e⟩ => e ▸ hx, fun hx => ⟨_, hx, rfl⟩⟩
@[simp] theorem image_univ : f '' univ = range f := ext fun _ => ⟨fun ⟨x, _, e⟩ => ⟨x, e⟩, fun ⟨x, e⟩ => ⟨x, trivial, e⟩⟩
@[simp] theorem image_empty (f : α → β) : f '' ∅ = ∅ := ext fun _ => ⟨fun ⟨_, h, _⟩ => h, False.elim⟩
theorem image_mono (h : s ⊆ t) : f '' s ⊆ f '' t := fun _ ⟨x, hx, e⟩ => ⟨x, h x hx, e⟩
theorem image_subset (f : α → β) (h : s ⊆ t) : f '' s ⊆ f '' t := image_mono h
theorem preimage_mono (h : u ⊆ v) : f ⁻¹' u ⊆ f ⁻¹' v := fun x hx => h (f x) hx
@[simp] theorem preimage_inter : f ⁻¹' (u ∩ v) = f ⁻¹' u ∩ f ⁻¹' v := rfl
@[simp] theorem preimage_union : f ⁻¹' (u ∪ v) = f ⁻¹' u ∪ f ⁻¹' v := rfl
@[simp] theorem preimage_compl : f ⁻¹' (HasCompl.compl u) = HasCompl.compl (f ⁻¹' u) := rfl
theorem image_preimage_subset (f : α → β) (u : Set β) : f '' (f ⁻¹' u) ⊆ u := fun _ ⟨_, hx, e⟩ => e ▸ hx
theorem subset_preimage_image (f : α → β) (s : Set α) : s ⊆ f ⁻¹' (f '' s) := fun x hx => ⟨x, hx, rfl⟩
theorem image_preimage_eq (u : Set β) (h : Function.Surjective f) : f '' (f ⁻¹' u) = u :=
  Subset.antisymm (image_preimage_subset f u) fun y hy => (h y).elim fun x e => ⟨x, show f x ∈ u from e.symm ▸ hy, e⟩
theorem preimage_image_eq (s : Set α) (h : Function.Injective f) : f ⁻¹' (f '' s) = s :=
  Subset.antisymm (fun _ ⟨_, hx, e⟩ => h e ▸ hx) (subset_preimage_image f s)
theorem range_comp (g : β → γ) (f : α → β) : range (fun x => g (f x)) = g '' range f := ext fun _ =>
  ⟨fun ⟨x, e⟩ => ⟨f x, ⟨x, rfl⟩, e⟩, fun ⟨_, ⟨x, k⟩, e⟩ => ⟨x, by rw [← e, ← k]⟩⟩
theorem range_eq_univ : range f = univ ↔ Function.Surjective f := eq_univ_iff_forall
theorem iUnion_subset {ι : Sort w} {S : ι → Set α} (h : ∀ i, S i ⊆ t) : iUnion S ⊆ t := fun x hx => (mem_iUnion.1 hx).elim fun i hi => h i x hi
theorem subset_iUnion {ι : Sort w} (S : ι → Set α) (i : ι) : S i ⊆ iUnion S := fun _ hx => mem_iUnion.2 ⟨i, hx⟩
theorem iInter_subset {ι : Sort w} (S : ι → Set α) (i : ι) : iInter S ⊆ S i := fun _ hx => mem_iInter.1 hx i
theorem subset_iInter {ι : Sort w} {S : ι → Set α} (h : ∀ i, t ⊆ S i) : t ⊆ iInter S := fun x hx => mem_iInter.2 fun i => h i x hx
end Set
@[simp] theorem compl_compl {α : Type u} (s : Set α) : HasCompl.compl (HasCompl.compl s) = s := Set.ext fun _ => Classical.not_not
namespace Set
variable {α : Type u} [Preorder α] {a b c d : α}
theorem left_mem_Icc : a ∈ Icc a b ↔ a ≤ b := ⟨fun h => h.2, fun h => ⟨le_refl a, h⟩⟩
theorem right_mem_Icc : b ∈ Icc a b ↔ a ≤ b := ⟨fun h => h.1, fun h => ⟨h, le_refl b⟩⟩
theorem nonempty_Icc : (Icc a b).Nonempty ↔ a ≤ b := ⟨fun ⟨_, h⟩ => le_trans h.1 h.2, fun h => ⟨a, le_refl a, h⟩⟩
theorem Ioo_subset_Icc_self : Ioo a b ⊆ Icc a b := fun _ h => ⟨le_of_lt h.1, le_of_lt h.2⟩
theorem Ico_subset_Icc_self : Ico a b ⊆ Icc a b := fun _ h => ⟨h.1, le_of_lt h.2⟩
theorem Ioc_subset_Icc_self : Ioc a b ⊆ Icc a b := fun _ h => ⟨le_of_lt h.1, h.2⟩
theorem Ioo_subset_Ico_self : Ioo a b ⊆ Ico a b := fun _ h => ⟨le_of_lt h.1, h.2⟩
theorem Ioo_subset_Ioc_self : Ioo a b ⊆ Ioc a b := fun _ h => ⟨h.1, le_of_lt h.2⟩
theorem Icc_subset_Icc (h₁ : c ≤ a) (h₂ : b ≤ d) : Icc a b ⊆ Icc c d := fun _ h => ⟨le_trans h₁ h.1, le_trans h.2 h₂⟩
theorem Ioo_subset_Ioo (h₁ : c ≤ a) (h₂ : b ≤ d) : Ioo a b ⊆ Ioo c d := fun _ h => ⟨lt_of_le_of_lt h₁ h.1, lt_of_lt_of_le h.2 h₂⟩
end Set

namespace Function
variable {α : Type u} {β : Type v} {γ : Type w} {f : α → β} {g : β → γ}
theorem Injective.of_comp (h : Injective (g ∘ f)) : Injective f := fun _ _ e => h (congrArg g e)
theorem Surjective.of_comp (h : Surjective (g ∘ f)) : Surjective g := fun c => (h c).elim fun a e => ⟨f a, e⟩
theorem LeftInverse.surjective {g : β → α} (h : LeftInverse g f) : Surjective g := fun a => ⟨f a, h a⟩
theorem bijective_iff_has_inverse : Bijective f ↔ ∃ g : β → α, LeftInverse g f ∧ RightInverse g f :=
  ⟨fun h => ⟨fun b => Classical.choose (h.2 b), fun a => h.1 (Classical.choose_spec (h.2 (f a))), fun b => Classical.choose_spec (h.2 b)⟩,
    fun ⟨g, h, k⟩ => ⟨fun a b e => by rw [← h a, e, h b], fun b => ⟨g b, k b⟩⟩⟩
theorem surjective_iff_hasRightInverse : Surjective f ↔ HasRightInverse f := ⟨Surjective.hasRightInverse, fun ⟨g, h⟩ b => ⟨g b, h b⟩⟩
theorem Injective.hasLeftInverse [Nonempty α] (h : Injective f) : HasLeftInverse f := by
  classical
  exact ⟨fun b => if k : ∃ a, f a = b then Classical.choose k else Classical.choice inferInstance, fun a => by
    have k : ∃ x, f x = f a := ⟨a, rfl⟩
    show (if k : ∃ x, f x = f a then Classical.choose k else _) = a
    rw [dif_pos k]; exact h (Classical.choose_spec k)⟩
theorem injective_iff_hasLeftInverse [Nonempty α] : Injective f ↔ HasLeftInverse f := ⟨Injective.hasLeftInverse, fun ⟨g, h⟩ a b e => by rw [← h a, e, h b]⟩
theorem Surjective.forall {p : β → Prop} (h : Surjective f) : (∀ y, p y) ↔ ∀ x, p (f x) := ⟨fun k x => k (f x), fun k y => (h y).elim fun x e => e ▸ k x⟩
theorem Surjective.exists {p : β → Prop} (h : Surjective f) : (∃ y, p y) ↔ ∃ x, p (f x) :=
  ⟨fun ⟨y, k⟩ => (h y).elim fun x e => ⟨x, e.symm ▸ k⟩, fun ⟨x, k⟩ => ⟨f x, k⟩⟩
theorem bijective_id : Bijective (@id α) := ⟨fun _ _ h => h, fun b => ⟨b, rfl⟩⟩
theorem Involutive.injective {f : α → α} (h : Involutive f) : Injective f := fun a b e => by rw [← h a, e, h b]
theorem Involutive.surjective {f : α → α} (h : Involutive f) : Surjective f := fun b => ⟨f b, h b⟩
theorem Involutive.bijective {f : α → α} (h : Involutive f) : Bijective f := ⟨h.injective, h.surjective⟩
/-- Where the function is not 0. -/
def support [Zero β] (f : α → β) : Set α := setOf fun x => f x ≠ 0
@[simp, grind =] theorem mem_support [Zero β] {f : α → β} {x : α} : x ∈ support f ↔ f x ≠ 0 := Iff.rfl
theorem notMem_support [Zero β] {f : α → β} {x : α} : x ∉ support f ↔ f x = 0 := Classical.not_not
theorem support_eq_empty_iff [Zero β] {f : α → β} : support f = ∅ ↔ f = 0 := by
  rw [Set.eq_empty_iff_forall_notMem]
  exact ⟨fun h => funext fun x => notMem_support.1 (h x), fun h x => notMem_support.2 (congrFun h x)⟩
end Function
/-- `Function.iterate` under its name in Lean's library. -/
@[reducible] def Nat.iterate {α : Sort u} (op : α → α) (n : Nat) (a : α) : α := Function.iterate op n a
theorem StrictMono.monotone {α : Type u} {β : Type v} [PartialOrder α] [Preorder β] {f : α → β} (h : StrictMono f) : Monotone f := fun _ _ k =>
  (eq_or_lt_of_le k).elim (fun e => e ▸ le_refl _) fun k => le_of_lt (h k)
theorem StrictMono.le_iff_le {α : Type u} {β : Type v} [LinearOrder α] [Preorder β] {f : α → β} (h : StrictMono f) {a b : α} : f a ≤ f b ↔ a ≤ b :=
  ⟨fun k => not_lt.1 fun k' => lt_irrefl _ (lt_of_le_of_lt k (h k')), fun k => h.monotone k⟩
theorem StrictMono.lt_iff_lt {α : Type u} {β : Type v} [LinearOrder α] [Preorder β] {f : α → β} (h : StrictMono f) {a b : α} : f a < f b ↔ a < b :=
  ⟨fun k => not_le.1 fun k' => lt_irrefl _ (lt_of_lt_of_le k (h.monotone k')), fun k => h k⟩
theorem StrictMono.le_apply {f : Nat → Nat} (h : StrictMono f) {n : Nat} : n ≤ f n := by
  induction n with
  | zero => exact Nat.zero_le _
  | succ n ih => exact Nat.lt_of_le_of_lt ih (h (Nat.lt_succ_self n))
theorem StrictAnti.injective {α : Type u} {β : Type v} [LinearOrder α] [Preorder β] {f : α → β} (h : StrictAnti f) : Function.Injective f := fun _ _ e =>
  Classical.byContradiction fun k => (lt_or_gt_of_ne k).elim (fun l => lt_irrefl _ (e ▸ h l)) fun l => lt_irrefl _ (e ▸ h l)
theorem Finite.injective_iff_bijective {α : Type u} [Finite α] {f : α → α} : Function.Injective f ↔ Function.Bijective f :=
  ⟨fun h => ⟨h, Finite.injective_iff_surjective.1 h⟩, fun h => h.1⟩
theorem IsGreatest.isLUB {α : Type u} [Preorder α] {s : Set α} {a : α} (h : IsGreatest s a) : IsLUB s a := ⟨h.2, fun _ k => k h.1⟩
theorem IsLeast.isGLB {α : Type u} [Preorder α] {s : Set α} {a : α} (h : IsLeast s a) : IsGLB s a := ⟨h.2, fun _ k => k h.1⟩
theorem BddAbove.mono {α : Type u} [Preorder α] {s t : Set α} (h : s ⊆ t) (k : BddAbove t) : BddAbove s := k.imp fun _ hb x hx => hb (h x hx)
theorem BddBelow.mono {α : Type u} [Preorder α] {s t : Set α} (h : s ⊆ t) (k : BddBelow t) : BddBelow s := k.imp fun _ hb x hx => hb (h x hx)
