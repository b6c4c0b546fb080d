module
public import Mathlet.GroupTheory.OrderOf
public import Mathlet.Data.Finite
@[expose] public noncomputable section

/-! # Indices of subgroups; additive quotients -/

universe u v

namespace Subgroup
variable {G : Type u} [Group G]
/-- The number of cosets, 0 if there are infinitely many. -/
def index (H : Subgroup G) : Nat := Nat.card (HasQuotient.Quotient G H)
/-- The index of the part of `H` in `K`, in `K`. -/
def relIndex (H K : Subgroup G) : Nat := (H.subgroupOf K).index
/-- The older name. -/
@[reducible] def relindex (H K : Subgroup G) : Nat := H.relIndex K
theorem index_eq_card (H : Subgroup G) : H.index = Nat.card (HasQuotient.Quotient G H) := rfl
/-- Finitely many cosets. -/
class FiniteIndex (H : Subgroup G) : Prop where
  index_ne_zero : H.index ≠ 0
instance instFinite [Finite G] (H : Subgroup G) : Finite H := by
  classical
  have := Fintype.ofFinite G; exact Finite.of_fintype H
end Subgroup
instance QuotientGroup.fintype {G : Type u} [Group G] [Fintype G] (H : Subgroup G) [DecidablePred (· ∈ H)] : Fintype (HasQuotient.Quotient G H) := by
  classical
  exact Fintype.ofSurjective (QuotientGroup.mk (s := H)) QuotientGroup.exists_mk

namespace AddSubgroup
variable {G : Type u} [AddGroup G]
/-- In the same left coset. -/
def leftRel (s : AddSubgroup G) : Setoid G where
  r x y := -x + y ∈ s
  iseqv :=
    ⟨fun x => by rw [neg_add_cancel]; exact s.zero_mem,
     fun {x y} h => by have := s.neg_mem h; rwa [neg_add_rev, neg_neg] at this,
     fun {x y z} h h' => by have := s.add_mem h h'; rwa [add_assoc, add_neg_cancel_left] at this⟩
instance : HasQuotient G (AddSubgroup G) := ⟨fun s => Quotient (leftRel s)⟩
/-- Closed under conjugation. -/
class Normal (H : AddSubgroup G) : Prop where
  conj_mem : ∀ n, n ∈ H → ∀ g : G, g + n + -g ∈ H
/-- The number of cosets, 0 if there are infinitely many. -/
def index (H : AddSubgroup G) : Nat := Nat.card (HasQuotient.Quotient G H)
end AddSubgroup
namespace QuotientAddGroup
variable {G : Type u} [AddCommGroup G]
/-- The coset of an element. -/
@[coe] def mk {s : AddSubgroup G} (a : G) : HasQuotient.Quotient G s := Quotient.mk (AddSubgroup.leftRel s) a
instance {s : AddSubgroup G} : CoeTC G (HasQuotient.Quotient G s) := ⟨mk⟩
theorem exists_mk {s : AddSubgroup G} (x : HasQuotient.Quotient G s) : ∃ a : G, mk a = x := Quotient.exists_rep x
protected theorem eq {s : AddSubgroup G} {a b : G} : (mk a : HasQuotient.Quotient G s) = mk b ↔ -a + b ∈ s :=
  ⟨fun h => Quotient.exact h, fun h => Quotient.sound h⟩
instance Quotient.addCommGroup (N : AddSubgroup G) : AddCommGroup (HasQuotient.Quotient G N) where
  add := Quotient.lift₂ (s₁ := AddSubgroup.leftRel N) (s₂ := AddSubgroup.leftRel N) (fun a b => mk (a + b)) fun a c b d hab hcd =>
    QuotientAddGroup.eq.2 <| by
    replace hab : -a + b ∈ N := hab
    replace hcd : -c + d ∈ N := hcd
    rw [show -(a + c) + (b + d) = (-a + b) + (-c + d) by grind]; exact N.add_mem hab hcd
  zero := mk 0
  neg := Quotient.lift (s := AddSubgroup.leftRel N) (fun a => mk (-a)) fun a b hab => QuotientAddGroup.eq.2 <| by
    replace hab : -a + b ∈ N := hab
    rw [show - -a + -b = -(-a + b) by grind]; exact N.neg_mem hab
  add_assoc x y z := by
    obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; obtain ⟨c, rfl⟩ := exists_mk z
    exact congrArg mk (add_assoc a b c)
  add_comm x y := by obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; exact congrArg mk (add_comm a b)
  zero_add x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (zero_add a)
  add_zero x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (add_zero a)
  neg_add_cancel x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (neg_add_cancel a)
end QuotientAddGroup
instance Units.instFintype {M : Type u} [Monoid M] [Fintype M] [DecidableEq M] : Fintype (Units M) :=
  @Fintype.ofFinite _ (Finite.of_injective (fun u : Units M => (u : M)) fun _ _ h => Units.ext h)
