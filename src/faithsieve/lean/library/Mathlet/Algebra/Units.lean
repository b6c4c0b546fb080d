module
public import Mathlet.Algebra.Hom
public import Mathlet.Algebra.Parity
@[expose] public noncomputable section

/-! # Units, primes, irreducible elements -/

universe u v

section
variable {α : Type u}
/-- No square of a non-unit divides it. -/
def Squarefree [Monoid α] (r : α) : Prop := ∀ x : α, x * x ∣ r → ∃ y, x * y = 1 ∧ y * x = 1
end

/-! ## Units -/

/-- The elements with an inverse on both sides, written `Rˣ`. -/
structure Units (M : Type u) [Monoid M] where
  val : M
  inv : M
  val_inv : val * inv = 1
  inv_val : inv * val = 1
attribute [coe] Units.val
namespace Units
variable {M : Type u} [Monoid M]
instance : CoeHead (Units M) M := ⟨Units.val⟩
@[ext] theorem ext {a b : Units M} (h : (a : M) = b) : a = b := by
  obtain ⟨a, a', h1, h2⟩ := a; obtain ⟨b, b', h3, h4⟩ := b
  cases h
  have : a' = b' := by rw [← mul_one a', ← h3, ← mul_assoc, h2, one_mul]
  cases this; rfl
instance : Mul (Units M) := ⟨fun a b => ⟨a.val * b.val, b.inv * a.inv, by rw [mul_assoc, ← mul_assoc b.val, b.val_inv, one_mul, a.val_inv],
  by rw [mul_assoc, ← mul_assoc a.inv, a.inv_val, one_mul, b.inv_val]⟩⟩
instance : One (Units M) := ⟨⟨1, 1, one_mul 1, one_mul 1⟩⟩
instance : Inv (Units M) := ⟨fun a => ⟨a.inv, a.val, a.inv_val, a.val_inv⟩⟩
@[simp, norm_cast, grind =] theorem val_mul (a b : Units M) : (↑(a * b) : M) = a * b := rfl
@[simp, norm_cast, grind =] theorem val_one : ((1 : Units M) : M) = 1 := rfl
@[simp, norm_cast] theorem val_eq_one {a : Units M} : (a : M) = 1 ↔ a = 1 := ⟨fun h => ext h, fun h => by rw [h]; rfl⟩
@[simp, grind =] theorem inv_mul (a : Units M) : (↑a⁻¹ * a : M) = 1 := a.inv_val
@[simp, grind =] theorem mul_inv (a : Units M) : (a * ↑a⁻¹ : M) = 1 := a.val_inv
@[norm_cast, simp] theorem val_inj {a b : Units M} : (a : M) = b ↔ a = b := ⟨fun h => ext h, fun h => by rw [h]⟩
instance instGroup : Group (Units M) where
  mul_assoc _ _ _ := ext (mul_assoc _ _ _)
  one_mul _ := ext (one_mul _)
  mul_one _ := ext (mul_one _)
  inv_mul_cancel a := ext a.inv_val
instance instCommGroup {M : Type u} [CommMonoid M] : CommGroup (Units M) where
  mul_comm _ _ := ext (mul_comm _ _)
@[simp, norm_cast] theorem val_pow_eq_pow_val (a : Units M) (n : Nat) : ((a ^ n : Units M) : M) = (a : M) ^ n := by
  induction n with
  | zero => rw [pow_zero, pow_zero]; rfl
  | succ n ih => rw [pow_succ, pow_succ, val_mul, ih]
instance {R : Type u} [Ring R] : Neg (Units R) := ⟨fun a => ⟨-a.val, -a.inv, by rw [neg_mul_neg, a.val_inv], by rw [neg_mul_neg, a.inv_val]⟩⟩
@[simp, norm_cast, grind =] theorem val_neg {R : Type u} [Ring R] (a : Units R) : ((-a : Units R) : R) = -a := rfl
/-- An element that is not 0 of a field as a unit. -/
def mk0 {K : Type u} [GroupWithZero K] (a : K) (h : a ≠ 0) : Units K := ⟨a, a⁻¹, mul_inv_cancel₀ h, inv_mul_cancel₀ h⟩
end Units

/-- Being a unit. -/
def IsUnit {M : Type u} [Monoid M] (a : M) : Prop := ∃ u : Units M, (u : M) = a
section
variable {M : Type u}
theorem isUnit_iff_exists [Monoid M] {x : M} : IsUnit x ↔ ∃ b, x * b = 1 ∧ b * x = 1 :=
  ⟨fun ⟨u, h⟩ => ⟨u.inv, by rw [← h]; exact ⟨u.val_inv, u.inv_val⟩⟩, fun ⟨b, h, h'⟩ => ⟨⟨x, b, h, h'⟩, rfl⟩⟩
@[grind =] theorem squarefree_def [Monoid M] {r : M} : Squarefree r ↔ ∀ x : M, x * x ∣ r → IsUnit x :=
  forall_congr' fun _ => imp_congr Iff.rfl isUnit_iff_exists.symm
theorem isUnit_iff_exists_inv [CommMonoid M] {a : M} : IsUnit a ↔ ∃ b, a * b = 1 :=
  isUnit_iff_exists.trans ⟨fun ⟨b, h, _⟩ => ⟨b, h⟩, fun ⟨b, h⟩ => ⟨b, h, by rw [mul_comm, h]⟩⟩
@[simp] theorem isUnit_one [Monoid M] : IsUnit (1 : M) := ⟨1, rfl⟩
theorem isUnit_iff_ne_zero {K : Type u} [GroupWithZero K] {a : K} : IsUnit a ↔ a ≠ 0 :=
  ⟨fun ⟨u, h⟩ h0 => zero_ne_one (K := K) (by rw [← u.val_inv, h, h0, zero_mul]), fun h => ⟨Units.mk0 a h, rfl⟩⟩
theorem IsUnit.mul [Monoid M] {a b : M} : IsUnit a → IsUnit b → IsUnit (a * b) := fun ⟨u, h⟩ ⟨v, h'⟩ => ⟨u * v, by rw [← h, ← h']; rfl⟩
theorem IsUnit.neg {R : Type u} [Ring R] {a : R} : IsUnit a → IsUnit (-a) := fun ⟨u, h⟩ => ⟨-u, by rw [← h]; rfl⟩
@[grind =] theorem Nat.isUnit_iff {n : Nat} : IsUnit n ↔ n = 1 :=
  isUnit_iff_exists_inv.trans ⟨fun ⟨_, h⟩ => Nat.eq_one_of_mul_eq_one_right h, fun h => ⟨1, by rw [h]; rfl⟩⟩
@[grind =] theorem Int.isUnit_iff' {n : Int} : IsUnit n ↔ n = 1 ∨ n = -1 :=
  isUnit_iff_exists_inv.trans ⟨fun ⟨b, h⟩ => by
    have h2 : n.natAbs * b.natAbs = 1 := by rw [← Int.natAbs_mul]; exact congrArg Int.natAbs h
    have := Nat.eq_one_of_mul_eq_one_right h2
    omega, fun h => by
    rcases h with h | h
    · exact ⟨1, by rw [h]; rfl⟩
    · exact ⟨-1, by rw [h]; rfl⟩⟩
theorem Int.isUnit_iff {n : Int} : IsUnit n ↔ n = 1 ∨ n = -1 := Int.isUnit_iff'
end

/-- A two-sided inverse, as data. -/
class Invertible {α : Type u} [Mul α] [One α] (a : α) where
  invOf : α
  invOf_mul_self : invOf * a = 1
  mul_invOf_self : a * invOf = 1
theorem isUnit_iff_nonempty_invertible {α : Type u} [Monoid α] {a : α} : IsUnit a ↔ Nonempty (Invertible a) :=
  isUnit_iff_exists.trans ⟨fun ⟨b, h, h'⟩ => ⟨⟨b, h', h⟩⟩, fun ⟨⟨b, h, h'⟩⟩ => ⟨b, h', h⟩⟩

/-! ## Primes and their kin -/

section
variable {M : Type u}
/-- Not a unit, and no product but with a unit. -/
structure Irreducible [Monoid M] (p : M) : Prop where
  not_isUnit : ¬ IsUnit p
  isUnit_or_isUnit : ∀ ⦃a b : M⦄, p = a * b → IsUnit a ∨ IsUnit b
@[grind =] theorem irreducible_iff [Monoid M] {p : M} : Irreducible p ↔ ¬ IsUnit p ∧ ∀ ⦃a b : M⦄, p = a * b → IsUnit a ∨ IsUnit b :=
  ⟨fun h => ⟨h.1, h.2⟩, fun h => ⟨h.1, h.2⟩⟩
/-- Not 0, not a unit, and dividing a factor of whatever product it divides. -/
def Prime [CommMonoidWithZero M] (p : M) : Prop := p ≠ 0 ∧ ¬ IsUnit p ∧ ∀ a b, p ∣ a * b → p ∣ a ∨ p ∣ b
@[grind =] theorem prime_def [CommMonoidWithZero M] {p : M} :
    Prime p ↔ p ≠ 0 ∧ ¬ IsUnit p ∧ ∀ a b, p ∣ a * b → p ∣ a ∨ p ∣ b := Iff.rfl
theorem Prime.ne_zero [CommMonoidWithZero M] {p : M} (h : Prime p) : p ≠ 0 := h.1
theorem Prime.not_unit [CommMonoidWithZero M] {p : M} (h : Prime p) : ¬ IsUnit p := h.2.1
theorem Prime.dvd_or_dvd [CommMonoidWithZero M] {p : M} (h : Prime p) {a b : M} (h' : p ∣ a * b) : p ∣ a ∨ p ∣ b := h.2.2 a b h'
/-- Differing by a unit. -/
def Associated [Monoid M] (a b : M) : Prop := ∃ u : Units M, a * u = b
/-- Idempotent: its own square. -/
def IsIdempotentElem [Mul M] (a : M) : Prop := a * a = a
/-- Some power is 0. -/
def IsNilpotent [Zero M] [Pow M Nat] (x : M) : Prop := ∃ n : Nat, x ^ n = 0
/-- A combination of the two is 1. -/
def IsCoprime {R : Type u} [CommSemiring R] (x y : R) : Prop := ∃ a b, a * x + b * y = 1
@[grind =] theorem isIdempotentElem_iff [Mul M] {a : M} : IsIdempotentElem a ↔ a * a = a := Iff.rfl
@[grind =] theorem isNilpotent_iff [Zero M] [Pow M Nat] {x : M} : IsNilpotent x ↔ ∃ n : Nat, x ^ n = 0 := Iff.rfl
@[grind =] theorem isCoprime_def {R : Type u} [CommSemiring R] {x y : R} : IsCoprime x y ↔ ∃ a b, a * x + b * y = 1 := Iff.rfl
end

/-- A ring in which no element but 0 is nilpotent. -/
class IsReduced (R : Type u) [Zero R] [Pow R Nat] : Prop where
  eq_zero : ∀ x : R, IsNilpotent x → x = 0
/-- `n` is 0 in the ring exactly for the multiples of `p`. -/
class CharP (R : Type u) [AddMonoidWithOne R] (p : semiOutParam Nat) : Prop where
  cast_eq_zero_iff : ∀ x : Nat, (x : R) = 0 ↔ p ∣ x
/-- Different natural numbers stay different. -/
class CharZero (R : Type u) [AddMonoidWithOne R] : Prop where
  cast_injective : Function.Injective (Nat.cast : Nat → R)
theorem CharP.cast_eq_zero (R : Type u) [AddMonoidWithOne R] (p : Nat) [CharP R p] : (p : R) = 0 :=
  (CharP.cast_eq_zero_iff p).2 (Nat.dvd_refl p)
/-- The characteristic: the number whose multiples are those that are 0 in the ring. -/
theorem CharP.exists (R : Type u) [Ring R] : ∃ p : Nat, CharP R p := by
  by_cases h : ∃ n : Nat, n ≠ 0 ∧ (n : R) = 0
  · have key : ∀ n : Nat, n ≠ 0 → (n : R) = 0 → ∃ p : Nat, p ≠ 0 ∧ (p : R) = 0 ∧ ∀ m, m < p → m ≠ 0 → (m : R) ≠ 0 := fun n => by
      induction n using Nat.strongRecOn with
      | ind n ih =>
        intro h0 h1
        by_cases h' : ∃ m, m < n ∧ m ≠ 0 ∧ (m : R) = 0
        · obtain ⟨m, a, b, c⟩ := h'; exact ih m a b c
        · exact ⟨n, h0, h1, fun m a b c => h' ⟨m, a, b, c⟩⟩
    obtain ⟨n, h0, h1⟩ := h
    obtain ⟨p, hp, hp', hmin⟩ := key n h0 h1
    refine ⟨p, ⟨fun x => ⟨fun hx => ?_, fun ⟨k, hk⟩ => by rw [hk, Nat.cast_mul, hp', zero_mul]⟩⟩⟩
    have e : (x : R) = ((x % p : Nat) : R) := by
      have := congrArg (Nat.cast (R := R)) (Nat.div_add_mod x p)
      rw [Nat.cast_add, Nat.cast_mul, hp', zero_mul, zero_add] at this
      exact this.symm
    by_cases hm : x % p = 0
    · exact Nat.dvd_of_mod_eq_zero hm
    · exact (hmin _ (Nat.mod_lt _ (by omega)) hm (by rw [← e, hx])).elim
  · exact ⟨0, ⟨fun x => ⟨fun hx => by
      by_cases h0 : x = 0
      · rw [h0]
      · exact (h ⟨x, h0, hx⟩).elim, fun ⟨k, hk⟩ => by rw [hk, Nat.zero_mul, Nat.cast_zero]⟩⟩⟩
/-- The characteristic of a ring. -/
def ringChar (R : Type u) [Ring R] : Nat := Classical.choose (CharP.exists R)
instance ringChar.charP (R : Type u) [Ring R] : CharP R (ringChar R) := Classical.choose_spec (CharP.exists R)
