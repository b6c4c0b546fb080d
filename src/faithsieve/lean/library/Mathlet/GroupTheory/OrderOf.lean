module
public import Mathlet.GroupTheory.Normal
public import Mathlet.GroupTheory.AddSubgroup
@[expose] public noncomputable section

/-! # Orders of elements; cyclic and simple groups, p-groups, Sylow subgroups; groups acting -/

universe u v w

namespace Mathlet
/-- The least positive number with a property, or 0. -/
theorem exists_leastPos (P : Nat → Prop) : ∃ n : Nat, (n = 0 ∧ ∀ k, 0 < k → ¬ P k) ∨ (0 < n ∧ P n ∧ ∀ k, 0 < k → P k → n ≤ k) := by
  by_cases h : ∃ k, 0 < k ∧ P k
  · obtain ⟨k, hk, hp⟩ := h
    induction k using Nat.strongRecOn with
    | ind k ih =>
      by_cases h' : ∃ j, j < k ∧ 0 < j ∧ P j
      · obtain ⟨j, hj, h0, h1⟩ := h'; exact ih j hj h0 h1
      · exact ⟨k, .inr ⟨hk, hp, fun j h0 h1 => Nat.le_of_not_lt fun hlt => h' ⟨j, hlt, h0, h1⟩⟩⟩
  · exact ⟨0, .inl ⟨rfl, fun k h0 h1 => h ⟨k, h0, h1⟩⟩⟩
def leastPos (P : Nat → Prop) : Nat := Classical.choose (exists_leastPos P)
theorem leastPos_spec (P : Nat → Prop) :
    (leastPos P = 0 ∧ ∀ k, 0 < k → ¬ P k) ∨ (0 < leastPos P ∧ P (leastPos P) ∧ ∀ k, 0 < k → P k → leastPos P ≤ k) :=
  Classical.choose_spec (exists_leastPos P)
end Mathlet

/-- The least positive `n` with `x ^ n = 1`, or 0. -/
def orderOf {G : Type u} [Monoid G] (x : G) : Nat := Mathlet.leastPos fun n => x ^ n = 1
/-- The least positive `n` with `n • x = 0`, or 0. -/
def addOrderOf {G : Type u} [AddMonoid G] (x : G) : Nat := Mathlet.leastPos fun n => n • x = 0
/-- Some positive power is 1. -/
def IsOfFinOrder {G : Type u} [Monoid G] (x : G) : Prop := ∃ n : Nat, 0 < n ∧ x ^ n = 1
def IsOfFinAddOrder {G : Type u} [AddMonoid G] (x : G) : Prop := ∃ n : Nat, 0 < n ∧ n • x = 0
/-- Every element has finite order. -/
def Monoid.IsTorsion (G : Type u) [Monoid G] : Prop := ∀ g : G, IsOfFinOrder g
/-- No element but 1 has finite order. -/
def Monoid.IsTorsionFree (G : Type u) [Monoid G] : Prop := ∀ g : G, g ≠ 1 → ¬ IsOfFinOrder g
/-- The least positive `n` that makes every `n`-th power 1, or 0. -/
def Monoid.exponent (G : Type u) [Monoid G] : Nat := Mathlet.leastPos fun n => ∀ g : G, g ^ n = 1
section
variable {G : Type u} [Monoid G] {x : G}
@[grind =] theorem isOfFinOrder_iff_pow_eq_one : IsOfFinOrder x ↔ ∃ n : Nat, 0 < n ∧ x ^ n = 1 := Iff.rfl
theorem pow_orderOf_eq_one (x : G) : x ^ orderOf x = 1 := by
  rcases Mathlet.leastPos_spec (fun n => x ^ n = 1) with h | h
  · rw [orderOf, h.1, pow_zero]
  · exact h.2.1
theorem orderOf_le_of_pow_eq_one {n : Nat} (hn : 0 < n) (h : x ^ n = 1) : orderOf x ≤ n := by
  rcases Mathlet.leastPos_spec (fun n => x ^ n = 1) with h' | h'
  · exact (h'.2 n hn h).elim
  · exact h'.2.2 n hn h
theorem orderOf_eq_zero_iff : orderOf x = 0 ↔ ¬ IsOfFinOrder x := by
  rcases Mathlet.leastPos_spec (fun n => x ^ n = 1) with h | h
  · exact ⟨fun _ ⟨n, h0, h1⟩ => h.2 n h0 h1, fun _ => h.1⟩
  · exact ⟨fun h0 => by unfold orderOf at h0; omega, fun h0 => (h0 ⟨_, h.1, h.2.1⟩).elim⟩
theorem orderOf_dvd_of_pow_eq_one {n : Nat} (h : x ^ n = 1) : orderOf x ∣ n := by
  by_cases h0 : orderOf x = 0
  · have : n = 0 := Nat.eq_zero_of_not_pos fun hn => orderOf_eq_zero_iff.1 h0 ⟨n, hn, h⟩
    rw [this]; exact Nat.dvd_zero _
  have e : x ^ (n % orderOf x) = 1 := by
    have h1 := congrArg (x ^ ·) (Nat.div_add_mod n (orderOf x))
    simp only [pow_add, pow_mul, pow_orderOf_eq_one, one_pow, one_mul, h] at h1
    exact h1
  by_cases hm : n % orderOf x = 0
  · exact Nat.dvd_of_mod_eq_zero hm
  · have h2 := orderOf_le_of_pow_eq_one (Nat.pos_of_ne_zero hm) e
    have h3 := Nat.mod_lt n (Nat.pos_of_ne_zero h0)
    omega
theorem orderOf_dvd_iff_pow_eq_one {n : Nat} : orderOf x ∣ n ↔ x ^ n = 1 :=
  ⟨fun ⟨k, h⟩ => by rw [h, pow_mul, pow_orderOf_eq_one, one_pow], orderOf_dvd_of_pow_eq_one⟩
@[simp] theorem orderOf_one : orderOf (1 : G) = 1 := by
  have := orderOf_dvd_of_pow_eq_one (x := (1 : G)) (n := 1) (one_pow 1)
  exact Nat.dvd_one.1 this
@[simp] theorem orderOf_eq_one_iff : orderOf x = 1 ↔ x = 1 :=
  ⟨fun h => by have := pow_orderOf_eq_one x; rwa [h, pow_one] at this, fun h => by rw [h]; exact orderOf_one⟩
end

/-- All elements are powers of one. -/
class IsCyclic (G : Type u) [Pow G Int] : Prop where
  protected exists_zpow_surjective : ∃ g : G, Function.Surjective fun n : Int => g ^ n
/-- All elements are multiples of one. -/
class IsAddCyclic (G : Type u) [SMul Int G] : Prop where
  protected exists_zsmul_surjective : ∃ g : G, Function.Surjective fun n : Int => n • g
/-- Exactly two normal subgroups. -/
class IsSimpleGroup (G : Type u) [Group G] : Prop extends Nontrivial G where
  eq_bot_or_eq_top_of_normal : ∀ H : Subgroup G, H.Normal → H = Bot.bot ∨ H = Top.top
theorem isCyclic_iff_exists_zpowers_eq_top {G : Type u} [Group G] : IsCyclic G ↔ ∃ g : G, Subgroup.zpowers g = Top.top :=
  ⟨fun ⟨g, h⟩ => ⟨g, (Subgroup.eq_top_iff' _).2 h⟩, fun ⟨g, h⟩ => ⟨g, (Subgroup.eq_top_iff' _).1 h⟩⟩
/-- Every element has a power of `p` as order. -/
def IsPGroup (p : Nat) (G : Type u) [Group G] : Prop := ∀ g : G, ∃ k : Nat, g ^ p ^ k = 1
@[grind =] theorem isPGroup_iff {p : Nat} {G : Type u} [Group G] : IsPGroup p G ↔ ∀ g : G, ∃ k : Nat, g ^ p ^ k = 1 := Iff.rfl
/-- The maximal subgroups among the `p`-groups. -/
structure Sylow (p : Nat) (G : Type u) [Group G] extends Subgroup G where
  isPGroup' : IsPGroup p toSubgroup
  is_maximal' : ∀ {Q : Subgroup G}, IsPGroup p Q → toSubgroup ≤ Q → Q = toSubgroup
namespace Sylow
variable {p : Nat} {G : Type u} [Group G]
instance : CoeOut (Sylow p G) (Subgroup G) := ⟨toSubgroup⟩
theorem toSubgroup_injective : Function.Injective (toSubgroup : Sylow p G → Subgroup G) := fun P Q h => by cases P; cases Q; cases h; rfl
@[ext] theorem ext {P Q : Sylow p G} (h : (P : Subgroup G) = Q) : P = Q := toSubgroup_injective h
instance : SetLike (Sylow p G) G := ⟨fun P => (P.toSubgroup : Set G), fun _ _ h => ext (SetLike.coe_injective h)⟩
instance (P : Sylow p G) : Group P := Subgroup.instGroup P.toSubgroup
end Sylow

/-! ## Groups acting -/

namespace MulAction
variable (G : Type u) {α : Type v} [Monoid G] [MulAction G α]
/-- Where an element is moved. -/
def orbit (a : α) : Set α := Set.range fun g : G => g • a
/-- What nothing moves. -/
def fixedPoints (G : Type u) (α : Type v) [Monoid G] [MulAction G α] : Set α := setOf fun a => ∀ g : G, g • a = a
/-- Any element can be moved to any other. -/
class IsPretransitive (G : Type u) (α : Type v) [SMul G α] : Prop where
  exists_smul_eq : ∀ x y : α, ∃ g : G, g • x = y
@[grind =] theorem mem_orbit_iff {G : Type u} [Monoid G] [MulAction G α] {a b : α} : b ∈ orbit G a ↔ ∃ g : G, g • a = b := Iff.rfl
/-- What fixes an element. -/
def stabilizer (G : Type u) {α : Type v} [Group G] [MulAction G α] (a : α) : Subgroup G where
  carrier := setOf fun g => g • a = a
  mul_mem' {g h} hg hh := by rw [Set.mem_setOf_eq] at *; rw [mul_smul, hh, hg]
  one_mem' := one_smul G a
  inv_mem' {g} hg := by
    rw [Set.mem_setOf_eq] at *
    conv => lhs; rw [← hg]
    rw [smul_smul, inv_mul_cancel, one_smul]
@[simp, grind =] theorem mem_stabilizer_iff {G : Type u} [Group G] [MulAction G α] {a : α} {g : G} : g ∈ stabilizer G a ↔ g • a = a := Iff.rfl
end MulAction
/-- Only 1 acts as the identity. -/
class FaithfulSMul (M : Type u) (α : Type v) [SMul M α] : Prop where
  eq_of_smul_eq_smul : ∀ {m₁ m₂ : M}, (∀ a : α, m₁ • a = m₂ • a) → m₁ = m₂

/-! ## Additive groups written with `*`, and the other way -/

/-- The same elements, with the addition written as a multiplication. -/
def Multiplicative (α : Type u) : Type u := α
/-- The same elements, with the multiplication written as an addition. -/
def Additive (α : Type u) : Type u := α
namespace Multiplicative
variable {α : Type u}
def ofAdd (a : α) : Multiplicative α := a
def toAdd (a : Multiplicative α) : α := a
instance [AddMonoid α] : Monoid (Multiplicative α) where
  mul a b := (toAdd a + toAdd b : α)
  one := (0 : α)
  mul_assoc := add_assoc (G := α)
  one_mul := zero_add (G := α)
  mul_one := add_zero (G := α)
instance [AddCommMonoid α] : CommMonoid (Multiplicative α) where
  mul_comm := add_comm (G := α)
instance [AddGroup α] : Group (Multiplicative α) where
  inv a := (-toAdd a : α)
  inv_mul_cancel := neg_add_cancel (G := α)
instance [AddCommGroup α] : CommGroup (Multiplicative α) where
  mul_comm := add_comm (G := α)
@[simp] theorem ofAdd_add [AddMonoid α] (a b : α) : ofAdd (a + b) = ofAdd a * ofAdd b := rfl
end Multiplicative
namespace Additive
variable {α : Type u}
def ofMul (a : α) : Additive α := a
def toMul (a : Additive α) : α := a
instance [Monoid α] : AddMonoid (Additive α) where
  add a b := (toMul a * toMul b : α)
  zero := (1 : α)
  add_assoc := mul_assoc (G := α)
  zero_add := one_mul (G := α)
  add_zero := mul_one (G := α)
instance [CommMonoid α] : AddCommMonoid (Additive α) where
  add_comm := mul_comm (G := α)
instance [Group α] : AddGroup (Additive α) where
  neg a := ((toMul a)⁻¹ : α)
  neg_add_cancel := inv_mul_cancel (G := α)
instance [CommGroup α] : AddCommGroup (Additive α) where
  add_comm := mul_comm (G := α)
@[simp] theorem ofMul_mul [Monoid α] (a b : α) : ofMul (a * b) = ofMul a + ofMul b := rfl
end Additive
