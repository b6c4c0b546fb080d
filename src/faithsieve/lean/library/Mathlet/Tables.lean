module
public import Mathlet.Data.Fintype
public import Mathlet.GroupTheory.Normal
@[expose] public noncomputable section

/-!
# Finite models

What a finite model of a statement is written with, and what lets Lean decide statements in it: elements without operations
of their own, tables as digits of one number (the kernel computes with large numbers quickly), sets as bits, and quantifiers
over sets by going through all of them. Mathlib has nothing of this; no statement mentions it.
-/

universe u v w

namespace Mathlet

/-- The elements of a finite model: numbers below `n` that know no addition, so that a structure on them is the one given. -/
def Element (n : Nat) : Type := Fin n
namespace Element
variable {n : Nat}
/-- The place of an element in tables. -/
def at' (a : Element n) : Nat := Fin.val a
/-- The element with a number. -/
def of (n : Nat) [NeZero n] (k : Nat) : Element n := Fin.ofNat n k
instance : DecidableEq (Element n) := inferInstanceAs (DecidableEq (Fin n))
instance : Fintype (Element n) := inferInstanceAs (Fintype (Fin n))
instance decideAll {p : Element n → Prop} [i : DecidablePred p] : Decidable (∀ a, p a) :=
  @Nat.decidableForallFin n p i
instance decideSome {p : Element n → Prop} [i : DecidablePred p] : Decidable (∃ a, p a) :=
  decidable_of_iff (¬ ∀ a, ¬ p a) Classical.not_forall_not
end Element

/-- The entry of a table whose entries are the digits of `code` to the base `n`. -/
def entry (n : Nat) [NeZero n] (code place : Nat) : Element n := Element.of n (code / n ^ place)
/-- The entry of a table of truth values. -/
abbrev Holds (code place : Nat) : Prop := code.testBit place = true
/-- The set whose members are the bits of a number. -/
def bits (n code : Nat) : Set (Element n) := setOf fun i => code.testBit i.at' = true

/-- The number whose bits are the members of a set below `k`. -/
def codeOf (p : Nat → Prop) : Nat → Nat
  | 0 => 0
  | k + 1 => codeOf p k + (open Classical in if p k then 2 ^ k else 0)

theorem codeOf_lt (p : Nat → Prop) (k : Nat) : codeOf p k < 2 ^ k := by
  induction k with
  | zero => simp [codeOf]
  | succ k ih => simp only [codeOf]; split <;> (have := Nat.pow_succ (n := 2) (m := k); omega)

theorem testBit_codeOf (p : Nat → Prop) (k i : Nat) (h : i < k) : (codeOf p k).testBit i = true ↔ p i := by
  induction k with
  | zero => omega
  | succ k ih =>
    simp only [codeOf]
    have low := codeOf_lt p k
    by_cases e : i = k
    · subst e
      split
      · rename_i hp
        rw [Nat.add_comm, Nat.testBit_two_pow_add_eq, Nat.testBit_lt_two_pow low]
        simp [hp]
      · rename_i hp
        rw [Nat.add_zero, Nat.testBit_lt_two_pow low]
        simp [hp]
    · have hi : i < k := by omega
      split
      · rw [Nat.add_comm, Nat.testBit_two_pow_add_gt hi]; exact ih hi
      · rw [Nat.add_zero]; exact ih hi

theorem exists_bits {n : Nat} (s : Set (Element n)) : ∃ m : Fin (2 ^ n), s = bits n m.val := by
  refine ⟨⟨codeOf (fun i => ∃ h : i < n, (⟨i, h⟩ : Fin n) ∈ (show Set (Fin n) from s)) n, codeOf_lt _ _⟩, ?_⟩
  apply Set.ext
  intro a
  show a ∈ s ↔ (codeOf _ n).testBit (Fin.val a) = true
  rw [testBit_codeOf _ _ _ (Fin.isLt a)]
  exact ⟨fun h => ⟨Fin.isLt a, h⟩, fun ⟨_, h⟩ => h⟩

/-- A set of sets: a set belongs to it when its code is among the bits. -/
def families (n code : Nat) : Set (Set (Element n)) := setOf fun s => ∃ m : Fin (2 ^ n), Holds code m.val ∧ s = bits n m.val
theorem exists_families {n : Nat} (S : Set (Set (Element n))) : ∃ m : Fin (2 ^ 2 ^ n), S = families n m.val := by
  obtain ⟨m, hm⟩ := exists_bits (n := 2 ^ n) (fun i => bits n (Fin.val i) ∈ S)
  refine ⟨m, ?_⟩
  apply Set.ext
  intro s
  have key (i : Fin (2 ^ n)) : bits n i.val ∈ S ↔ Holds m.val i.val := iff_of_eq (congrFun hm i)
  constructor
  · intro hs
    obtain ⟨i, hi⟩ := exists_bits s
    subst hi
    exact ⟨i, (key i).1 hs, rfl⟩
  · rintro ⟨i, hi, e⟩
    subst e
    exact (key i).2 hi

section Quantifiers
variable {n : Nat}
instance decideAllSets {p : Set (Element n) → Prop} [∀ m : Fin (2 ^ n), Decidable (p (bits n m.val))] : Decidable (∀ s, p s) :=
  decidable_of_iff (∀ m : Fin (2 ^ n), p (bits n m.val)) ⟨fun h s => by obtain ⟨m, e⟩ := exists_bits s; subst e; exact h m, fun h m => h _⟩
instance decideSomeSet {p : Set (Element n) → Prop} [∀ m : Fin (2 ^ n), Decidable (p (bits n m.val))] : Decidable (∃ s, p s) :=
  decidable_of_iff (∃ m : Fin (2 ^ n), p (bits n m.val)) ⟨fun ⟨m, h⟩ => ⟨_, h⟩, fun ⟨s, h⟩ => by obtain ⟨m, e⟩ := exists_bits s; subst e; exact ⟨m, h⟩⟩
instance decideAllFamilies {p : Set (Set (Element n)) → Prop} [∀ m : Fin (2 ^ 2 ^ n), Decidable (p (families n m.val))] : Decidable (∀ S, p S) :=
  decidable_of_iff (∀ m : Fin (2 ^ 2 ^ n), p (families n m.val)) ⟨fun h S => by obtain ⟨m, e⟩ := exists_families S; subst e; exact h m, fun h m => h _⟩
instance (priority := 10) decideGiven {q : Prop} {r : q → Prop} [Decidable q] [∀ h, Decidable (r h)] : Decidable (∀ h, r h) :=
  if hq : q then (if hr : r hq then isTrue fun _ => hr else isFalse fun h => hr (h hq)) else isTrue fun h => absurd h hq
instance (priority := 10) decideWith {q : Prop} {r : q → Prop} [Decidable q] [∀ h, Decidable (r h)] : Decidable (∃ h, r h) :=
  if hq : q then (if hr : r hq then isTrue ⟨hq, hr⟩ else isFalse fun ⟨_, h⟩ => hr h) else isFalse fun ⟨h, _⟩ => hq h
instance decidePredicateEq {α : Type u} {f g : α → Prop} [Decidable (∀ a, f a ↔ g a)] : Decidable (f = g) :=
  decidable_of_iff (∀ a, f a ↔ g a) ⟨fun h => funext fun a => propext (h a), fun h a => by rw [h]⟩
instance {α : Type u} {β : Type v} {f : α → β} [Decidable (∀ a b, f a = f b → a = b)] : Decidable (Function.Injective f) :=
  decidable_of_iff (∀ a b, f a = f b → a = b) ⟨fun h _ _ e => h _ _ e, fun h _ _ e => h e⟩
instance {α : Type u} {β : Type v} {f : α → β} [Decidable (∀ b, ∃ a, f a = b)] : Decidable (Function.Surjective f) :=
  inferInstanceAs (Decidable (∀ b, ∃ a, f a = b))
end Quantifiers

section Membership
variable {α : Type u} {a : α} {s t : Set α}
-- Sets that are written as predicates once their definition is unfolded.
instance (priority := 5) {p : α → Prop} [Decidable (p a)] : Decidable (@Membership.mem α (Set α) Set.instMembership p a) := inferInstanceAs (Decidable (p a))
instance {p : α → Prop} [Decidable (p a)] : Decidable (a ∈ setOf p) := inferInstanceAs (Decidable (p a))
instance {n code : Nat} {i : Element n} : Decidable (i ∈ bits n code) := inferInstanceAs (Decidable (_ = true))
instance {n code : Nat} {s : Set (Element n)} [Decidable (∃ m : Fin (2 ^ n), Holds code m.val ∧ s = bits n m.val)] : Decidable (s ∈ families n code) :=
  inferInstanceAs (Decidable (∃ m : Fin (2 ^ n), Holds code m.val ∧ s = bits n m.val))
instance [Decidable (a ∈ s)] [Decidable (a ∈ t)] : Decidable (a ∈ s ∪ t) := inferInstanceAs (Decidable (a ∈ s ∨ a ∈ t))
instance [Decidable (a ∈ s)] [Decidable (a ∈ t)] : Decidable (a ∈ s ∩ t) := inferInstanceAs (Decidable (a ∈ s ∧ a ∈ t))
instance [Decidable (a ∈ s)] [Decidable (a ∈ t)] : Decidable (a ∈ s \ t) := inferInstanceAs (Decidable (a ∈ s ∧ ¬ a ∈ t))
instance : Decidable (a ∈ (∅ : Set α)) := isFalse id
instance : Decidable (a ∈ (Set.univ : Set α)) := isTrue trivial
instance [Decidable (a ∈ s)] : Decidable (a ∈ HasCompl.compl s) := inferInstanceAs (Decidable (¬ a ∈ s))
instance {b : α} [Decidable (a = b)] : Decidable (a ∈ ({b} : Set α)) := inferInstanceAs (Decidable (a = b))
instance {b : α} [Decidable (a = b)] [Decidable (a ∈ s)] : Decidable (a ∈ (insert b s : Set α)) := inferInstanceAs (Decidable (a = b ∨ a ∈ s))
instance [Decidable (∀ a, a ∈ s → a ∈ t)] : Decidable (s ⊆ t) := inferInstanceAs (Decidable (∀ a, a ∈ s → a ∈ t))
instance [Decidable (s ⊆ t)] [Decidable (t ⊆ s)] : Decidable (s ⊂ t) := inferInstanceAs (Decidable (s ⊆ t ∧ ¬ t ⊆ s))
instance [Decidable (∀ a, a ∈ s ↔ a ∈ t)] : Decidable (s = t) := decidable_of_iff (∀ a, a ∈ s ↔ a ∈ t) ⟨Set.ext, fun h a => by rw [h]⟩
instance [Decidable (∃ a, a ∈ s)] : Decidable s.Nonempty := inferInstanceAs (Decidable (∃ a, a ∈ s))
instance [Decidable (∀ a, ¬ (a ∈ s ∧ a ∈ t))] : Decidable (Disjoint s t) :=
  decidable_of_iff (∀ a, ¬ (a ∈ s ∧ a ∈ t)) (by rw [Set.disjoint_left]; exact ⟨fun h a hs ht => h a ⟨hs, ht⟩, fun h a ⟨hs, ht⟩ => h hs ht⟩)
end Membership

section Parts
instance {A : Type u} {B : Type v} [SetLike A B] {p : A} {x : B} [Decidable (x ∈ p)] : Decidable (x ∈ (SetLike.coe p : Set B)) :=
  inferInstanceAs (Decidable (x ∈ p))
variable {G : Type u} [Group G] {a : G}
instance {K : Subgroup G} [Decidable (a ∈ K.carrier)] : Decidable (a ∈ K) := inferInstanceAs (Decidable (a ∈ K.carrier))
instance {K : Submonoid G} [Decidable (a ∈ K.carrier)] : Decidable (a ∈ K) := inferInstanceAs (Decidable (a ∈ K.carrier))
instance {K L : Subgroup G} [Decidable (a ∈ K)] [Decidable (a ∈ L)] : Decidable (a ∈ min K L) := decidable_of_iff _ Subgroup.mem_inf.symm
instance {K L : Subgroup G} [Decidable (∀ a, a ∈ K → a ∈ L)] : Decidable (K ≤ L) := inferInstanceAs (Decidable (∀ a, a ∈ K → a ∈ L))
instance {K L : Subgroup G} [Decidable (∀ a, a ∈ K ↔ a ∈ L)] : Decidable (K = L) := decidable_of_iff _ ⟨Subgroup.ext, fun h a => by rw [h]⟩
instance {p : Subgroup G → Prop}
    [Decidable (∀ (s : Set G) (h2 : ∀ a b, a ∈ s → b ∈ s → a * b ∈ s) (h1 : 1 ∈ s) (h3 : ∀ a, a ∈ s → a⁻¹ ∈ s), p ⟨⟨s, h2 _ _, h1⟩, h3 _⟩)] :
    Decidable (∀ K, p K) := decidable_of_iff (∀ (s : Set G) (h2 : ∀ a b, a ∈ s → b ∈ s → a * b ∈ s) (h1 : 1 ∈ s) (h3 : ∀ a, a ∈ s → a⁻¹ ∈ s), p ⟨⟨s, h2 _ _, h1⟩, h3 _⟩)
      ⟨fun h K => h K.carrier (fun _ _ ha hb => K.mul_mem' ha hb) K.one_mem' (fun _ ha => K.inv_mem' ha), fun h s _ _ _ => h _⟩
instance {p : Subgroup G → Prop} [Decidable (∀ K, ¬ p K)] : Decidable (∃ K, p K) := decidable_of_iff (¬ ∀ K, ¬ p K) Classical.not_forall_not
instance : Decidable (a ∈ (Top.top : Subgroup G)) := isTrue ((Subgroup.mem_top a).2 trivial)
instance [Decidable (a = 1)] : Decidable (a ∈ (Bot.bot : Subgroup G)) := decidable_of_iff _ Subgroup.mem_bot.symm
instance {M : Type u} [Monoid M] {a : M} [Decidable (∃ b, a * b = 1 ∧ b * a = 1)] : Decidable (IsUnit a) :=
  decidable_of_iff (∃ b, a * b = 1 ∧ b * a = 1) ⟨fun ⟨b, h, h'⟩ => ⟨⟨a, b, h, h'⟩, rfl⟩, fun ⟨u, h⟩ => h ▸ ⟨u.inv, u.val_inv, u.inv_val⟩⟩
instance {K : Subgroup G} [Decidable (∀ n, n ∈ K → ∀ g : G, g * n * g⁻¹ ∈ K)] : Decidable K.Normal := decidable_of_iff _ Subgroup.normal_iff.symm
instance {α : Type u} [Decidable (∃ x y : α, x ≠ y)] : Decidable (Nontrivial α) := decidable_of_iff _ ⟨Nontrivial.mk, fun h => h.exists_pair_ne⟩
end Parts

end Mathlet
