module
public import Mathlet.Data.Finset.Basic
@[expose] public noncomputable section

/-! # `{x ∈ s | p x}` for sets and for finite sets -/

universe u v

namespace Mathlet
/-- Collections out of which the members with a property can be taken. -/
class Separates (γ : Type u) {α : Type v} (p : α → Prop) where
  sep : γ → γ
@[reducible] instance finsetSeparates {α : Type u} {p : α → Prop} [DecidablePred p] : Separates (Finset α) p := ⟨Finset.filter p⟩
@[reducible] instance setSeparates {α : Type u} {p : α → Prop} : Separates (Set α) p := ⟨fun s => setOf fun x => x ∈ s ∧ p x⟩
/-- The part of `s` where `p` holds: a `Finset.filter`, or a set. -/
@[reducible] def separate {γ : Type u} {α : Type v} [Membership α γ] (s : γ) (p : α → Prop) [h : Separates γ p] : γ := h.sep s
@[simp] theorem separate_finset {α : Type u} {p : α → Prop} [DecidablePred p] {s : Finset α} : separate s p = Finset.filter p s := rfl
@[simp] theorem separate_set {α : Type u} {p : α → Prop} {s : Set α} : separate s p = setOf fun x => x ∈ s ∧ p x := rfl
end Mathlet
