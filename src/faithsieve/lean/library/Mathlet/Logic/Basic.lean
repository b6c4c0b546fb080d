module
public import Init
@[expose] public noncomputable section

/-! # Logic and functions -/

universe u v w

/-- There is exactly one `x` with `p x`. -/
def ExistsUnique {α : Sort u} (p : α → Prop) : Prop := ∃ x, p x ∧ ∀ y, p y → y = x
@[grind =] theorem existsUnique_def {α : Sort u} {p : α → Prop} : ExistsUnique p ↔ ∃ x, p x ∧ ∀ y, p y → y = x := Iff.rfl
theorem ExistsUnique.exists {α : Sort u} {p : α → Prop} (h : ExistsUnique p) : ∃ x, p x := h.elim fun x h => ⟨x, h.1⟩
theorem ExistsUnique.unique {α : Sort u} {p : α → Prop} (h : ExistsUnique p) {a b : α} (ha : p a) (hb : p b) : a = b :=
  h.elim fun _ h => (h.2 a ha).trans (h.2 b hb).symm
theorem existsUnique_of_exists_of_unique {α : Sort u} {p : α → Prop} (h : ∃ x, p x) (h' : ∀ y₁ y₂, p y₁ → p y₂ → y₁ = y₂) :
    ExistsUnique p := h.elim fun x hx => ⟨x, hx, fun y hy => h' y x hy hx⟩

namespace Function
variable {α : Sort u} {β : Sort v}
/-- Injective and surjective. -/
def Bijective (f : α → β) : Prop := Function.Injective f ∧ Function.Surjective f
/-- `f` sends the value back to itself. -/
def IsFixedPt {α : Type u} (f : α → α) (x : α) : Prop := f x = x
/-- Applying the function twice changes nothing. -/
def Involutive {α : Sort u} (f : α → α) : Prop := ∀ x, f (f x) = x
open Classical in
/-- A function with one value changed. -/
def update {α : Sort u} {β : α → Sort v} [DecidableEq α] (f : ∀ a, β a) (a' : α) (v : β a') (a : α) : β a :=
  if h : a = a' then h ▸ v else f a
/-- Iterated application. -/
def iterate {α : Sort u} (f : α → α) : Nat → α → α
  | 0, a => a
  | n + 1, a => iterate f n (f a)
@[grind =] theorem injective_def {f : α → β} : Injective f ↔ ∀ a b, f a = f b → a = b := Iff.rfl
@[grind =] theorem surjective_def {f : α → β} : Surjective f ↔ ∀ b, ∃ a, f a = b := Iff.rfl
@[grind =] theorem bijective_def {f : α → β} : Bijective f ↔ Injective f ∧ Surjective f := Iff.rfl
theorem Bijective.injective {f : α → β} (h : Bijective f) : Injective f := h.1
theorem Bijective.surjective {f : α → β} (h : Bijective f) : Surjective f := h.2
theorem iterate_succ {α : Sort u} (f : α → α) (n : Nat) (a : α) : iterate f (n + 1) a = iterate f n (f a) := rfl
theorem iterate_succ_apply' {α : Sort u} (f : α → α) (n : Nat) (a : α) : iterate f (n + 1) a = f (iterate f n a) := by
  induction n generalizing a with
  | zero => rfl
  | succ n ih => exact ih (f a)
end Function

/-- At most one element. -/
theorem subsingleton_iff_forall_eq' {α : Sort u} : Subsingleton α ↔ ∀ a b : α, a = b := ⟨fun h => h.allEq, fun h => ⟨h⟩⟩
/-- An element, and no other. -/
class Unique (α : Sort u) extends Inhabited α where
  uniq : ∀ a : α, a = default
/-- No element. -/
class IsEmpty (α : Sort u) : Prop where
  protected false : α → False

theorem forall_swap {α : Sort u} {β : Sort v} {p : α → β → Prop} : (∀ x y, p x y) ↔ ∀ y x, p x y :=
  ⟨fun h y x => h x y, fun h x y => h y x⟩
/-- A proposition that is there to be found by instance search. -/
class Fact (p : Prop) : Prop where
  out : p
