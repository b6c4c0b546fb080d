module
public import Mathlet.Algebra.Units
public import Mathlet.Algebra.BigOperators
public import Mathlet.GroupTheory.Perm
@[expose] public noncomputable section

/-! # Signs of permutations -/

universe u

instance Units.instDecidableEq {M : Type u} [Monoid M] [DecidableEq M] : DecidableEq (Units M) := fun a b =>
  decidable_of_iff (a.val = b.val) ⟨Units.ext, congrArg _⟩

namespace Equiv.Perm
variable {α : Type u} [DecidableEq α] [Fintype α]
/-- Where an element is moved, again and again. -/
def cycleSet (σ : Equiv.Perm α) (x : α) : Finset α := Finset.univ.filter fun y => ∃ k : Fin (Fintype.card α), (σ ^ k.val) x = y
/-- The sets of elements that are moved to each other, single fixed elements among them. -/
def cycleSets (σ : Equiv.Perm α) : Finset (Finset α) := Finset.univ.image σ.cycleSet
/-- The sign: −1 for every element, −1 again for every cycle. -/
def sign (σ : Equiv.Perm α) : Units Int := (-1) ^ (Fintype.card α + σ.cycleSets.card)
theorem sign_eq (σ : Equiv.Perm α) : sign σ = (-1) ^ (Fintype.card α + σ.cycleSets.card) := rfl
protected theorem negOneSq : (-1 : Units Int) ^ 2 = 1 := by rw [pow_two]; exact Units.ext rfl
protected theorem negOneAdd (n : Nat) : (-1 : Units Int) ^ (n + n) = 1 := by rw [← Nat.two_mul, pow_mul, Equiv.Perm.negOneSq, one_pow]
@[simp] theorem sign_one : sign (1 : Equiv.Perm α) = 1 := by
  have h (x : α) : cycleSet (1 : Equiv.Perm α) x = {x} := Finset.ext fun y => by
    rw [cycleSet, Finset.mem_filter, Finset.mem_singleton]
    constructor
    · rintro ⟨_, k, hk⟩; rw [one_pow] at hk; exact hk.symm
    · intro e
      exact ⟨Finset.mem_univ y, ⟨0, Finset.card_pos.2 ⟨x, Finset.mem_univ x⟩⟩, by rw [pow_zero]; exact e.symm⟩
  have h' : cycleSets (1 : Equiv.Perm α) = Finset.univ.image fun x => {x} := congrArg (fun f => Finset.univ.image f) (funext h)
  have inj : Function.Injective fun x : α => ({x} : Finset α) := fun a b (e : ({a} : Finset α) = {b}) => by
    have : a ∈ ({b} : Finset α) := by rw [← e]; exact Finset.mem_singleton.2 rfl
    exact Finset.mem_singleton.1 this
  rw [sign, h', Finset.card_image_of_injective _ inj]
  exact Equiv.Perm.negOneAdd _
end Equiv.Perm
