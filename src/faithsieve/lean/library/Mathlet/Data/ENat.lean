module
public import Mathlet.Data.Finite
public import Mathlet.Algebra.Order
@[expose] public noncomputable section

/-! # Natural numbers with infinity -/

universe u

/-- `α` with a greatest element `⊤` added. -/
def WithTop (α : Type u) : Type u := Option α
namespace WithTop
variable {α : Type u}
/-- An element of `α` among those of `WithTop α`. -/
@[coe, match_pattern] def some : α → WithTop α := Option.some
instance : Coe α (WithTop α) := ⟨some⟩
instance : Top (WithTop α) := ⟨(none : Option α)⟩
instance : Inhabited (WithTop α) := ⟨Top.top⟩
protected def Le [LE α] : Option α → Option α → Prop
  | _, .none => True
  | .none, .some _ => False
  | .some a, .some b => a ≤ b
instance [LE α] : LE (WithTop α) := ⟨WithTop.Le⟩
protected def Lt [LT α] : Option α → Option α → Prop
  | .none, _ => False
  | .some _, .none => True
  | .some a, .some b => a < b
instance [LT α] : LT (WithTop α) := ⟨WithTop.Lt⟩
@[simp, norm_cast, grind =] theorem coe_inj {a b : α} : some a = some b ↔ a = b := ⟨fun h => Option.some.inj h, fun h => by rw [h]⟩
@[simp, norm_cast, grind =] theorem coe_le_coe [LE α] {a b : α} : some a ≤ some b ↔ a ≤ b := Iff.rfl
@[simp, norm_cast, grind =] theorem coe_lt_coe [LT α] {a b : α} : some a < some b ↔ a < b := Iff.rfl
@[simp, grind .] theorem coe_ne_top {a : α} : some a ≠ (Top.top : WithTop α) := fun h => nomatch h
@[simp, grind .] theorem top_ne_coe {a : α} : (Top.top : WithTop α) ≠ some a := fun h => nomatch h
@[simp, grind .] theorem coe_lt_top [LT α] (a : α) : some a < (Top.top : WithTop α) := trivial
theorem cases (x : WithTop α) : x = Top.top ∨ ∃ a : α, x = some a := match x with
  | .none => .inl rfl
  | .some a => .inr ⟨a, rfl⟩
instance [LE α] : OrderTop (WithTop α) where
  le_top a := match a with
    | .none => trivial
    | .some _ => trivial
instance instLinearOrder [LinearOrder α] : LinearOrder (WithTop α) := LinearOrder.ofLaws (WithTop α)
  (fun a => match a with
    | .none => trivial
    | .some a => le_refl a)
  (fun a b c => match a, b, c with
    | .none, .none, .none => fun _ _ => trivial
    | .some _, _, .none => fun _ _ => trivial
    | .none, .some _, _ => fun h => h.elim
    | _, .none, .some _ => fun _ h => h.elim
    | .some _, .some _, .some _ => le_trans)
  (fun a b => match a, b with
    | .none, .none => ⟨fun h => h.elim, fun h => (h.2 trivial).elim⟩
    | .none, .some _ => ⟨fun h => h.elim, fun h => h.1.elim⟩
    | .some _, .none => ⟨fun _ => ⟨trivial, fun h => h⟩, fun _ => trivial⟩
    | .some a, .some b => (lt_iff_le_not_ge : a < b ↔ _))
  (fun a b => match a, b with
    | .none, .none => fun _ _ => rfl
    | .none, .some _ => fun h => h.elim
    | .some _, .none => fun _ h => h.elim
    | .some _, .some _ => fun h h' => congrArg some (le_antisymm h h'))
  (fun a b => match a, b with
    | _, .none => .inl trivial
    | .none, .some _ => .inr trivial
    | .some a, .some b => le_total a b)
/-- Sums with `⊤` are `⊤`. -/
protected def add [Add α] : Option α → Option α → Option α
  | .some a, .some b => Option.some (a + b)
  | _, _ => .none
instance [Add α] : Add (WithTop α) := ⟨WithTop.add⟩
instance [Zero α] : Zero (WithTop α) := ⟨some 0⟩
instance [One α] : One (WithTop α) := ⟨some 1⟩
@[simp, norm_cast] theorem coe_add [Add α] (a b : α) : some (a + b) = some a + some b := rfl
@[simp, norm_cast] theorem coe_zero [Zero α] : some (0 : α) = 0 := rfl
@[simp, norm_cast] theorem coe_one [One α] : some (1 : α) = 1 := rfl
end WithTop

/-- The natural numbers with infinity. -/
@[reducible] def ENat : Type := WithTop Nat
namespace ENat
instance : NatCast ENat := ⟨WithTop.some⟩
instance instAddCommMonoidWithOne : AddCommMonoidWithOne ENat where
  add_assoc x y z := match x, y, z with
    | .some a, .some b, .some c => congrArg WithTop.some (Nat.add_assoc a b c)
    | .some _, .some _, .none => rfl
    | .some _, .none, _ => rfl
    | .none, _, _ => rfl
  zero_add x := match x with
    | .some a => congrArg WithTop.some (Nat.zero_add a)
    | .none => rfl
  add_zero x := match x with
    | .some a => rfl
    | .none => rfl
  add_comm x y := match x, y with
    | .some a, .some b => congrArg WithTop.some (Nat.add_comm a b)
    | .some _, .none => rfl
    | .none, .some _ => rfl
    | .none, .none => rfl
  natCast_zero := rfl
  natCast_succ _ := rfl
@[simp, norm_cast] theorem coe_inj {a b : Nat} : (a : ENat) = b ↔ a = b := WithTop.coe_inj
@[simp, norm_cast] theorem coe_le_coe {a b : Nat} : (a : ENat) ≤ b ↔ a ≤ b := Iff.rfl
@[simp, norm_cast] theorem coe_lt_coe {a b : Nat} : (a : ENat) < b ↔ a < b := Iff.rfl
@[simp] theorem coe_ne_top (a : Nat) : (a : ENat) ≠ Top.top := WithTop.coe_ne_top
/-- The number; 0 for infinity. -/
def toNat (x : ENat) : Nat := Option.getD x 0
@[simp] theorem toNat_coe (n : Nat) : toNat n = n := rfl
@[simp] theorem toNat_top : toNat Top.top = 0 := rfl
instance : OrderBot ENat where
  bot := 0
  bot_le x := match x with
    | .some a => Nat.zero_le a
    | .none => trivial
end ENat

open Classical in
/-- How many elements, perhaps infinitely many. -/
def ENat.card (α : Type u) : ENat := if Finite α then (Nat.card α : ENat) else Top.top
open Classical in
/-- How many members, perhaps infinitely many. -/
def Set.encard {α : Type u} (s : Set α) : ENat := if s.Finite then (s.ncard : ENat) else Top.top
theorem Set.Finite.cast_ncard_eq {α : Type u} {s : Set α} (h : s.Finite) : (s.ncard : ENat) = s.encard := (if_pos h).symm
@[simp] theorem Set.encard_eq_top_iff {α : Type u} {s : Set α} : s.encard = Top.top ↔ s.Infinite := by
  unfold Set.encard
  split
  · exact ⟨fun h => (ENat.coe_ne_top _ h).elim, fun h => (h ‹_›).elim⟩
  · exact ⟨fun _ => ‹_›, fun _ => rfl⟩
theorem Set.Infinite.encard_eq {α : Type u} {s : Set α} (h : s.Infinite) : s.encard = Top.top := Set.encard_eq_top_iff.2 h
theorem Set.ncard_def {α : Type u} (s : Set α) : s.ncard = ENat.toNat s.encard := by
  unfold Set.encard
  split
  · rfl
  · exact Set.Infinite.ncard ‹_›
theorem Set.encard_eq_coe_iff {α : Type u} {s : Set α} {n : Nat} : s.encard = n ↔ s.Finite ∧ s.ncard = n := by
  unfold Set.encard
  split
  · exact ENat.coe_inj.trans ⟨fun h => ⟨‹_›, h⟩, And.right⟩
  · exact ⟨fun h => (ENat.coe_ne_top _ h.symm).elim, fun h => (‹¬ _› h.1).elim⟩
@[simp] theorem Set.encard_coe_eq_coe_finsetCard {α : Type u} (s : Finset α) : (s : Set α).encard = s.card :=
  Set.encard_eq_coe_iff.2 ⟨s.finite_toSet, Set.ncard_coe_finset s⟩
