module
public import Mathlet.Data.Real.Complete
public import Mathlet.Data.Nat.Prime
public import Mathlet.Data.Finset.Lattice
@[expose] public noncomputable section

/-! # Rounding, periodic functions, more on lists -/

universe u v

instance Nat.instFloorSemiring : FloorSemiring Nat where
  floor n := n
  ceil n := n
  floor_of_neg h := (Nat.not_lt_zero _ h).elim
  gc_floor _ := Iff.rfl
  gc_ceil _ _ := Iff.rfl
/-- The nearest integer; the larger one of two equally near. -/
def round {α : Type u} [Ring α] [LinearOrder α] [FloorRing α] (x : α) : Int :=
  if 2 * Int.fract x < 1 then Int.floor x else Int.ceil x

instance Real.instInhabited : Inhabited Real := ⟨0⟩
/-- The sign of a real number: -1, 0 or 1. -/
def Real.sign (r : Real) : Real := if r < 0 then -1 else if 0 < r then 1 else 0
theorem Real.sign_of_neg {r : Real} (h : r < 0) : Real.sign r = -1 := if_pos h
theorem Real.sign_of_pos {r : Real} (h : 0 < r) : Real.sign r = 1 := (if_neg (not_lt_of_ge (le_of_lt h))).trans (if_pos h)
@[simp] theorem Real.sign_zero : Real.sign 0 = 0 := (if_neg (lt_irrefl 0)).trans (if_neg (lt_irrefl 0))

namespace Function
/-- `f (x + c) = f x` for all `x`. -/
def Periodic {α : Type u} {β : Type v} [Add α] (f : α → β) (c : α) : Prop := ∀ x, f (x + c) = f x
/-- `f (x + c) = -f x` for all `x`. -/
def Antiperiodic {α : Type u} {β : Type v} [Add α] [Neg β] (f : α → β) (c : α) : Prop := ∀ x, f (x + c) = -f x
@[grind =] theorem periodic_def {α : Type u} {β : Type v} [Add α] {f : α → β} {c : α} : Periodic f c ↔ ∀ x, f (x + c) = f x := Iff.rfl
@[grind =] theorem antiperiodic_def {α : Type u} {β : Type v} [Add α] [Neg β] {f : α → β} {c : α} :
    Antiperiodic f c ↔ ∀ x, f (x + c) = -f x := Iff.rfl
/-- Even and odd functions. -/
protected def Even {α : Type u} {β : Type v} [Neg α] (f : α → β) : Prop := ∀ a, f (-a) = f a
protected def Odd {α : Type u} {β : Type v} [Neg α] [Neg β] (f : α → β) : Prop := ∀ a, f (-a) = -f a
@[grind =] theorem even_def {α : Type u} {β : Type v} [Neg α] {f : α → β} : Function.Even f ↔ ∀ a, f (-a) = f a := Iff.rfl
@[grind =] theorem odd_def {α : Type u} {β : Type v} [Neg α] [Neg β] {f : α → β} : Function.Odd f ↔ ∀ a, f (-a) = -f a := Iff.rfl
end Function

namespace List
variable {α : Type u}
/-- Related neighbours: the older name of `IsChain`. -/
@[reducible] def Chain' (R : α → α → Prop) (l : List α) : Prop := IsChain R l
/-- `a` and the list behind it are a chain. -/
def Chain (R : α → α → Prop) (a : α) (l : List α) : Prop := IsChain R (a :: l)
@[simp] theorem isChain_nil {R : α → α → Prop} : IsChain R [] := trivial
@[simp] theorem isChain_singleton {R : α → α → Prop} (a : α) : IsChain R [a] := trivial
@[simp] theorem isChain_cons_cons {R : α → α → Prop} {a b : α} {l : List α} : IsChain R (a :: b :: l) ↔ R a b ∧ IsChain R (b :: l) := Iff.rfl
/-- The numbers from `n` up to `m`, without `m`. -/
def Ico (n m : Nat) : List Nat := List.range' n (m - n)
@[simp, grind =] theorem Ico.mem {n m l : Nat} : l ∈ Ico n m ↔ n ≤ l ∧ l < m := by
  rw [Ico, List.mem_range'_1]; omega
/-- Whatever is related to a later member. -/
theorem sum_eq_foldr' {M : Type u} [AddCommMonoid M] (l : List M) : l.sum = (l : Multiset M).sum := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [List.sum_cons, ih]; rfl
end List

namespace Nat
/-- How many numbers below `n` have a property. -/
def count (p : Nat → Prop) [DecidablePred p] (n : Nat) : Nat := ((Finset.range n).filter p).card
@[simp] theorem count_zero (p : Nat → Prop) [DecidablePred p] : count p 0 = 0 := rfl
open Classical in
/-- The `n`-th number with a property, counted from 0; 0 if there are not so many. -/
def nth (p : Nat → Prop) (n : Nat) : Nat := sInf (setOf fun m => p m ∧ count p m = n)
/-- The number of digits behind the first: the largest `k` with `b ^ k ≤ n`. -/
def log (b n : Nat) : Nat := if 1 < b then ((Finset.range (n + 1)).filter fun k => b ^ k ≤ n).card - 1 else 0
theorem exists_log {b n : Nat} (hb : 1 < b) (hn : n ≠ 0) : b ^ log b n ≤ n ∧ n < b ^ (log b n + 1) := by
  have hlt : ∀ k, k < b ^ k := fun k => Nat.lt_pow_self hb
  obtain ⟨k, hk, hk'⟩ : ∃ k, b ^ k ≤ n ∧ n < b ^ (k + 1) := by
    obtain ⟨m, hm, hleast⟩ := Nat.exists_least (s := setOf fun k => n < b ^ k) ⟨n, hlt n⟩
    have hm : n < b ^ m := hm
    have hm0 : m ≠ 0 := fun e => by subst e; rw [Nat.pow_zero] at hm; omega
    refine ⟨m - 1, Nat.le_of_not_lt fun h => ?_, by rw [Nat.sub_add_cancel (by omega)]; exact hm⟩
    have := hleast (a := m - 1) h
    omega
  have e : (Finset.range (n + 1)).filter (fun j => b ^ j ≤ n) = Finset.range (k + 1) := Finset.ext fun j => by
    rw [Finset.mem_filter, Finset.mem_range, Finset.mem_range]
    constructor
    · rintro ⟨_, h⟩
      exact Nat.lt_of_not_le fun h' => Nat.not_lt_of_le h (Nat.lt_of_lt_of_le hk' (Nat.pow_le_pow_right (by omega) h'))
    · intro h
      have h1 := hlt j
      have h2 : b ^ j ≤ b ^ k := Nat.pow_le_pow_right (by omega) (by omega)
      omega
  have : log b n = k := by rw [log, if_pos hb, e, Finset.card_range, Nat.add_sub_cancel]
  rw [this]; exact ⟨hk, hk'⟩
end Nat
