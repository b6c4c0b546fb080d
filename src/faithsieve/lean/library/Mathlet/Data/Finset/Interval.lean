module
public import Mathlet.Data.Finset.Card
@[expose] public noncomputable section

/-! # Finite sets of numbers: ranges, intervals, antidiagonals -/

universe u v w

namespace Finset
/-- The natural numbers below `n`. -/
def range (n : Nat) : Finset Nat := Finset.ofNodup (List.range n) List.nodup_range
@[simp, grind =] theorem mem_range {n m : Nat} : m ∈ range n ↔ m < n := List.mem_range
@[simp, grind =] theorem card_range (n : Nat) : (range n).card = n := List.length_range
@[simp] theorem range_zero : range 0 = ∅ := rfl
theorem range_succ {n : Nat} : range (n + 1) = insert n (range n) := ext fun x => by simp only [mem_range, mem_insert]; omega
end Finset

/-- Orders in which intervals are finite. -/
class LocallyFiniteOrder (α : Type u) [Preorder α] where
  finsetIcc : α → α → Finset α
  finsetIco : α → α → Finset α
  finsetIoc : α → α → Finset α
  finsetIoo : α → α → Finset α
  finset_mem_Icc : ∀ a b x, x ∈ finsetIcc a b ↔ a ≤ x ∧ x ≤ b
  finset_mem_Ico : ∀ a b x, x ∈ finsetIco a b ↔ a ≤ x ∧ x < b
  finset_mem_Ioc : ∀ a b x, x ∈ finsetIoc a b ↔ a < x ∧ x ≤ b
  finset_mem_Ioo : ∀ a b x, x ∈ finsetIoo a b ↔ a < x ∧ x < b
/-- Orders in which only finitely many elements are above a given one. -/
class LocallyFiniteOrderTop (α : Type u) [Preorder α] where
  finsetIoi : α → Finset α
  finsetIci : α → Finset α
  finset_mem_Ici : ∀ a x, x ∈ finsetIci a ↔ a ≤ x
  finset_mem_Ioi : ∀ a x, x ∈ finsetIoi a ↔ a < x
/-- Orders in which only finitely many elements are below a given one. -/
class LocallyFiniteOrderBot (α : Type u) [Preorder α] where
  finsetIic : α → Finset α
  finsetIio : α → Finset α
  finset_mem_Iic : ∀ a x, x ∈ finsetIic a ↔ x ≤ a
  finset_mem_Iio : ∀ a x, x ∈ finsetIio a ↔ x < a

namespace Finset
section
variable {α : Type u} [Preorder α]
def Icc [LocallyFiniteOrder α] (a b : α) : Finset α := LocallyFiniteOrder.finsetIcc a b
def Ico [LocallyFiniteOrder α] (a b : α) : Finset α := LocallyFiniteOrder.finsetIco a b
def Ioc [LocallyFiniteOrder α] (a b : α) : Finset α := LocallyFiniteOrder.finsetIoc a b
def Ioo [LocallyFiniteOrder α] (a b : α) : Finset α := LocallyFiniteOrder.finsetIoo a b
def Iic [LocallyFiniteOrderBot α] (a : α) : Finset α := LocallyFiniteOrderBot.finsetIic a
def Iio [LocallyFiniteOrderBot α] (a : α) : Finset α := LocallyFiniteOrderBot.finsetIio a
def Ici [LocallyFiniteOrderTop α] (a : α) : Finset α := LocallyFiniteOrderTop.finsetIci a
def Ioi [LocallyFiniteOrderTop α] (a : α) : Finset α := LocallyFiniteOrderTop.finsetIoi a
variable {a b x : α}
@[simp, grind =] theorem mem_Icc [LocallyFiniteOrder α] : x ∈ Icc a b ↔ a ≤ x ∧ x ≤ b := LocallyFiniteOrder.finset_mem_Icc a b x
@[simp, grind =] theorem mem_Ico [LocallyFiniteOrder α] : x ∈ Ico a b ↔ a ≤ x ∧ x < b := LocallyFiniteOrder.finset_mem_Ico a b x
@[simp, grind =] theorem mem_Ioc [LocallyFiniteOrder α] : x ∈ Ioc a b ↔ a < x ∧ x ≤ b := LocallyFiniteOrder.finset_mem_Ioc a b x
@[simp, grind =] theorem mem_Ioo [LocallyFiniteOrder α] : x ∈ Ioo a b ↔ a < x ∧ x < b := LocallyFiniteOrder.finset_mem_Ioo a b x
@[simp, grind =] theorem mem_Iic [LocallyFiniteOrderBot α] : x ∈ Iic a ↔ x ≤ a := LocallyFiniteOrderBot.finset_mem_Iic a x
@[simp, grind =] theorem mem_Iio [LocallyFiniteOrderBot α] : x ∈ Iio a ↔ x < a := LocallyFiniteOrderBot.finset_mem_Iio a x
@[simp, grind =] theorem mem_Ici [LocallyFiniteOrderTop α] : x ∈ Ici a ↔ a ≤ x := LocallyFiniteOrderTop.finset_mem_Ici a x
@[simp, grind =] theorem mem_Ioi [LocallyFiniteOrderTop α] : x ∈ Ioi a ↔ a < x := LocallyFiniteOrderTop.finset_mem_Ioi a x
@[simp] theorem coe_Icc [LocallyFiniteOrder α] (a b : α) : (Icc a b : Set α) = Set.Icc a b := Set.ext fun _ => mem_Icc
@[simp] theorem coe_Ico [LocallyFiniteOrder α] (a b : α) : (Ico a b : Set α) = Set.Ico a b := Set.ext fun _ => mem_Ico
@[simp] theorem coe_Ioc [LocallyFiniteOrder α] (a b : α) : (Ioc a b : Set α) = Set.Ioc a b := Set.ext fun _ => mem_Ioc
@[simp] theorem coe_Ioo [LocallyFiniteOrder α] (a b : α) : (Ioo a b : Set α) = Set.Ioo a b := Set.ext fun _ => mem_Ioo
@[simp] theorem Icc_eq_empty [LocallyFiniteOrder α] (h : ¬ a ≤ b) : Icc a b = ∅ :=
  eq_empty_iff_forall_notMem.2 fun _ hx => h (le_trans (mem_Icc.1 hx).1 (mem_Icc.1 hx).2)
@[simp] theorem Ico_eq_empty [LocallyFiniteOrder α] (h : ¬ a < b) : Ico a b = ∅ :=
  eq_empty_iff_forall_notMem.2 fun _ hx => h (lt_of_le_of_lt (mem_Ico.1 hx).1 (mem_Ico.1 hx).2)
@[simp] theorem Ioc_eq_empty [LocallyFiniteOrder α] (h : ¬ a < b) : Ioc a b = ∅ :=
  eq_empty_iff_forall_notMem.2 fun _ hx => h (lt_of_lt_of_le (mem_Ioc.1 hx).1 (mem_Ioc.1 hx).2)
@[simp] theorem Ioo_eq_empty [LocallyFiniteOrder α] (h : ¬ a < b) : Ioo a b = ∅ :=
  eq_empty_iff_forall_notMem.2 fun _ hx => h (lt_trans (mem_Ioo.1 hx).1 (mem_Ioo.1 hx).2)
@[simp] theorem Icc_self {α : Type u} [PartialOrder α] [LocallyFiniteOrder α] (a : α) : Icc a a = {a} :=
  ext fun _ => by rw [mem_Icc, mem_singleton]; exact ⟨fun h => le_antisymm h.2 h.1, fun h => by rw [h]; exact ⟨le_refl a, le_refl a⟩⟩
end
/-- Between two elements, in whichever order they come. -/
def uIcc {α : Type u} [Lattice α] [LocallyFiniteOrder α] (a b : α) : Finset α := Icc (min a b) (max a b)

/-- `n` natural numbers from `a` on. -/
protected def natFrom (a n : Nat) : Finset Nat := Finset.ofNodup (List.range' a n) (List.nodup_range' 1)
theorem mem_natFrom {a n x : Nat} : x ∈ Finset.natFrom a n ↔ a ≤ x ∧ x < a + n := List.mem_range'_1
theorem card_natFrom {a n : Nat} : (Finset.natFrom a n).card = n := List.length_range'
instance _root_.Nat.instLocallyFiniteOrder : LocallyFiniteOrder Nat where
  finsetIcc a b := Finset.natFrom a (b + 1 - a)
  finsetIco a b := Finset.natFrom a (b - a)
  finsetIoc a b := Finset.natFrom (a + 1) (b - a)
  finsetIoo a b := Finset.natFrom (a + 1) (b - a - 1)
  finset_mem_Icc a b x := by rw [mem_natFrom]; omega
  finset_mem_Ico a b x := by rw [mem_natFrom]; omega
  finset_mem_Ioc a b x := by rw [mem_natFrom]; omega
  finset_mem_Ioo a b x := by rw [mem_natFrom]; omega
instance _root_.Nat.instLocallyFiniteOrderBot : LocallyFiniteOrderBot Nat where
  finsetIic a := range (a + 1)
  finsetIio a := range a
  finset_mem_Iic a x := by rw [mem_range]; omega
  finset_mem_Iio a x := mem_range

/-- `n` integers from `a` on. -/
protected def intFrom (a : Int) (n : Nat) : Finset Int :=
  Finset.ofNodup ((List.range n).map fun i : Nat => a + (i : Int))
    (List.nodup_map_of_injective (fun i j e => by omega) List.nodup_range)
theorem mem_intFrom {a x : Int} {n : Nat} : x ∈ Finset.intFrom a n ↔ a ≤ x ∧ x < a + n := by
  show x ∈ List.map _ _ ↔ _
  rw [List.mem_map]
  constructor
  · rintro ⟨i, hi, rfl⟩
    have := List.mem_range.1 hi
    omega
  · intro h
    exact ⟨(x - a).toNat, List.mem_range.2 (by omega), by omega⟩
theorem card_intFrom {a : Int} {n : Nat} : (Finset.intFrom a n).card = n := (List.length_map ..).trans List.length_range
instance _root_.Int.instLocallyFiniteOrder : LocallyFiniteOrder Int where
  finsetIcc a b := Finset.intFrom a (b + 1 - a).toNat
  finsetIco a b := Finset.intFrom a (b - a).toNat
  finsetIoc a b := Finset.intFrom (a + 1) (b - a).toNat
  finsetIoo a b := Finset.intFrom (a + 1) (b - a - 1).toNat
  finset_mem_Icc a b x := by rw [mem_intFrom]; omega
  finset_mem_Ico a b x := by rw [mem_intFrom]; omega
  finset_mem_Ioc a b x := by rw [mem_intFrom]; omega
  finset_mem_Ioo a b x := by rw [mem_intFrom]; omega

theorem range_eq_Ico (n : Nat) : range n = Ico 0 n := ext fun x => by rw [mem_range, mem_Ico]; omega
end Finset

namespace Nat
@[simp, grind =] theorem card_Icc (a b : Nat) : (Finset.Icc a b).card = b + 1 - a := Finset.card_natFrom
@[simp, grind =] theorem card_Ico (a b : Nat) : (Finset.Ico a b).card = b - a := Finset.card_natFrom
@[simp, grind =] theorem card_Ioc (a b : Nat) : (Finset.Ioc a b).card = b - a := Finset.card_natFrom
@[simp, grind =] theorem card_Ioo (a b : Nat) : (Finset.Ioo a b).card = b - a - 1 := Finset.card_natFrom
@[simp, grind =] theorem card_Iic (b : Nat) : (Finset.Iic b).card = b + 1 := Finset.card_range _
@[simp, grind =] theorem card_Iio (b : Nat) : (Finset.Iio b).card = b := Finset.card_range _
theorem Icc_succ_left (a b : Nat) : Finset.Icc (a + 1) b = Finset.Ioc a b := Finset.ext fun x => by simp; omega
theorem Ico_succ_right (a b : Nat) : Finset.Ico a (b + 1) = Finset.Icc a b := Finset.ext fun x => by simp; omega
end Nat
namespace Int
@[simp, grind =] theorem card_Icc (a b : Int) : (Finset.Icc a b).card = (b + 1 - a).toNat := Finset.card_intFrom
@[simp, grind =] theorem card_Ico (a b : Int) : (Finset.Ico a b).card = (b - a).toNat := Finset.card_intFrom
@[simp, grind =] theorem card_Ioc (a b : Int) : (Finset.Ioc a b).card = (b - a).toNat := Finset.card_intFrom
@[simp, grind =] theorem card_Ioo (a b : Int) : (Finset.Ioo a b).card = (b - a - 1).toNat := Finset.card_intFrom
end Int

/-- Additive monoids in which an element is a sum of two in finitely many ways. -/
class Finset.HasAntidiagonal (A : Type u) [AddMonoid A] where
  antidiagonal : A → Finset (A × A)
  mem_antidiagonal : ∀ {n : A} {a : A × A}, a ∈ antidiagonal n ↔ a.1 + a.2 = n
/-- The pairs whose sum is `n`. -/
def Finset.antidiagonal {A : Type u} [AddMonoid A] [HasAntidiagonal A] : A → Finset (A × A) := HasAntidiagonal.antidiagonal
@[simp, grind =] theorem Finset.mem_antidiagonal {A : Type u} [AddMonoid A] [HasAntidiagonal A] {n : A} {a : A × A} :
    a ∈ antidiagonal n ↔ a.1 + a.2 = n := HasAntidiagonal.mem_antidiagonal
instance Finset.Nat.instHasAntidiagonal : Finset.HasAntidiagonal Nat where
  antidiagonal n := Finset.mapInj (fun i => (i, n - i)) (fun _ _ e => congrArg Prod.fst e) (Finset.range (n + 1))
  mem_antidiagonal {n a} := by
    rw [Finset.mem_mapInj]
    constructor
    · rintro ⟨i, hi, rfl⟩
      rw [Finset.mem_range] at hi
      exact Nat.add_sub_cancel' (Nat.le_of_lt_succ hi)
    · intro h
      exact ⟨a.1, Finset.mem_range.2 (by have : a.1 + a.2 = n := h; omega), Prod.ext rfl (by have : a.1 + a.2 = n := h; show n - a.1 = a.2; omega)⟩
