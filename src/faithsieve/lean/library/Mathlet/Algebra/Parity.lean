module
public import Mathlet.Algebra.Order
@[expose] public noncomputable section

/-! # Divisibility, even and odd, squares -/

universe u

/-- `a ∣ b`: `b` is `a` times something. -/
instance (priority := 900) semigroupDvd {α : Type u} [Semigroup α] : Dvd α := ⟨fun a b => ∃ c, b = a * c⟩

section Dvd
variable {α : Type u}
theorem dvd_def [Semigroup α] {a b : α} : a ∣ b ↔ ∃ c, b = a * c := Iff.rfl
theorem Dvd.intro [Semigroup α] {a n : α} (k : α) (h : a * k = n) : a ∣ n := ⟨k, h.symm⟩
@[refl, simp] theorem dvd_refl [Monoid α] (a : α) : a ∣ a := ⟨1, (mul_one a).symm⟩
theorem dvd_rfl [Monoid α] {a : α} : a ∣ a := dvd_refl a
theorem dvd_trans [Semigroup α] {a b c : α} (h : a ∣ b) (h' : b ∣ c) : a ∣ c := by
  obtain ⟨k, rfl⟩ := h
  obtain ⟨l, rfl⟩ := h'
  exact ⟨k * l, mul_assoc a k l⟩
@[simp] theorem one_dvd [Monoid α] (a : α) : 1 ∣ a := ⟨a, (one_mul a).symm⟩
@[simp] theorem dvd_mul_right [Semigroup α] (a b : α) : a ∣ a * b := ⟨b, rfl⟩
@[simp] theorem dvd_mul_left [CommSemigroup α] (a b : α) : a ∣ b * a := ⟨b, mul_comm b a⟩
theorem dvd_mul_of_dvd_left [Semigroup α] {a b : α} (h : a ∣ b) (c : α) : a ∣ b * c := dvd_trans h (dvd_mul_right b c)
theorem dvd_mul_of_dvd_right [CommSemigroup α] {a b : α} (h : a ∣ b) (c : α) : a ∣ c * b := dvd_trans h (dvd_mul_left b c)
theorem mul_dvd_mul [CommSemigroup α] {a b c d : α} (h : a ∣ b) (h' : c ∣ d) : a * c ∣ b * d := by
  obtain ⟨k, rfl⟩ := h
  obtain ⟨l, rfl⟩ := h'
  exact ⟨k * l, by rw [mul_assoc, mul_left_comm k, ← mul_assoc]⟩
@[simp] theorem dvd_zero [MonoidWithZero α] (a : α) : a ∣ 0 := ⟨0, (mul_zero a).symm⟩
theorem zero_dvd_iff [MonoidWithZero α] {a : α} : 0 ∣ a ↔ a = 0 := ⟨fun ⟨c, h⟩ => by rw [h, zero_mul], fun h => by rw [h]⟩
theorem dvd_add [Semiring α] {a b c : α} (h : a ∣ b) (h' : a ∣ c) : a ∣ b + c := by
  obtain ⟨k, rfl⟩ := h
  obtain ⟨l, rfl⟩ := h'
  exact ⟨k + l, (mul_add a k l).symm⟩
theorem dvd_sub [Ring α] {a b c : α} (h : a ∣ b) (h' : a ∣ c) : a ∣ b - c := by
  obtain ⟨k, rfl⟩ := h
  obtain ⟨l, rfl⟩ := h'
  exact ⟨k - l, (mul_sub a k l).symm⟩
theorem dvd_neg [Ring α] {a b : α} : a ∣ -b ↔ a ∣ b :=
  ⟨fun ⟨c, h⟩ => ⟨-c, by rw [mul_neg, ← h, neg_neg]⟩, fun ⟨c, h⟩ => ⟨-c, by rw [mul_neg, h]⟩⟩
theorem dvd_pow_self [Monoid α] (a : α) {n : Nat} (h : n ≠ 0) : a ∣ a ^ n := by
  obtain ⟨m, rfl⟩ : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩
  exact ⟨a ^ m, pow_succ' a m⟩
theorem pow_dvd_pow [Monoid α] (a : α) {m n : Nat} (h : m ≤ n) : a ^ m ∣ a ^ n :=
  ⟨a ^ (n - m), by rw [← pow_add, Nat.add_sub_cancel' h]⟩
end Dvd

/-- Twice something. -/
def Even {α : Type u} [Add α] (a : α) : Prop := ∃ r, a = r + r
/-- One more than twice something. -/
def Odd {α : Type u} [Semiring α] (a : α) : Prop := ∃ m, a = 2 * m + 1
/-- Something times itself. -/
def IsSquare {α : Type u} [Mul α] (a : α) : Prop := ∃ r, a = r * r

section
variable {α : Type u}
theorem even_iff_exists_two_mul [Semiring α] {a : α} : Even a ↔ ∃ b, a = 2 * b :=
  ⟨fun ⟨r, h⟩ => ⟨r, by rw [two_mul, h]⟩, fun ⟨r, h⟩ => ⟨r, by rw [← two_mul, h]⟩⟩
theorem even_iff_two_dvd [Semiring α] {a : α} : Even a ↔ 2 ∣ a := even_iff_exists_two_mul
theorem odd_iff_exists_bit1 [Semiring α] {a : α} : Odd a ↔ ∃ b, a = 2 * b + 1 := Iff.rfl
theorem isSquare_iff_exists_sq [Monoid α] (a : α) : IsSquare a ↔ ∃ r, a = r ^ 2 :=
  ⟨fun ⟨r, h⟩ => ⟨r, by rw [pow_two, h]⟩, fun ⟨r, h⟩ => ⟨r, by rw [← pow_two, h]⟩⟩
@[simp] theorem even_two_mul [Semiring α] (a : α) : Even (2 * a) := ⟨a, two_mul a⟩
end
namespace Nat
@[grind =] theorem even_iff {n : Nat} : Even n ↔ n % 2 = 0 := ⟨fun ⟨r, h⟩ => by omega, fun h => ⟨n / 2, by omega⟩⟩
@[grind =] theorem odd_iff {n : Nat} : Odd n ↔ n % 2 = 1 := ⟨fun ⟨r, h⟩ => by omega, fun h => ⟨n / 2, by omega⟩⟩
@[simp] theorem not_even_iff_odd {n : Nat} : ¬ Even n ↔ Odd n := by rw [even_iff, odd_iff]; omega
@[simp] theorem not_odd_iff_even {n : Nat} : ¬ Odd n ↔ Even n := by rw [even_iff, odd_iff]; omega
theorem even_or_odd (n : Nat) : Even n ∨ Odd n := by rw [even_iff, odd_iff]; omega
instance : DecidablePred (Even : Nat → Prop) := fun _ => decidable_of_iff _ even_iff.symm
instance : DecidablePred (Odd : Nat → Prop) := fun _ => decidable_of_iff _ odd_iff.symm
theorem even_add {m n : Nat} : Even (m + n) ↔ (Even m ↔ Even n) := by simp only [even_iff]; omega
theorem even_mul {m n : Nat} : Even (m * n) ↔ Even m ∨ Even n := by
  rw [even_iff, even_iff, even_iff, Nat.mul_mod]
  rcases Nat.mod_two_eq_zero_or_one m with h | h <;> rcases Nat.mod_two_eq_zero_or_one n with h' | h' <;> simp [h, h']
instance : DecidablePred (IsSquare : Nat → Prop) := fun n =>
  decidable_of_iff (∃ r, r < n + 1 ∧ n = r * r)
    ⟨fun ⟨r, _, h⟩ => ⟨r, h⟩, fun ⟨r, h⟩ => ⟨r, by
      have : r ≤ r * r := Nat.le_mul_self r
      omega, h⟩⟩
end Nat
namespace Int
@[grind =] theorem even_iff {n : Int} : Even n ↔ n % 2 = 0 := ⟨fun ⟨r, h⟩ => by omega, fun h => ⟨n / 2, by omega⟩⟩
@[grind =] theorem odd_iff {n : Int} : Odd n ↔ n % 2 = 1 := ⟨fun ⟨r, h⟩ => by omega, fun h => ⟨n / 2, by omega⟩⟩
@[simp] theorem not_even_iff_odd {n : Int} : ¬ Even n ↔ Odd n := by rw [even_iff, odd_iff]; omega
@[simp] theorem not_odd_iff_even {n : Int} : ¬ Odd n ↔ Even n := by rw [even_iff, odd_iff]; omega
theorem even_or_odd (n : Int) : Even n ∨ Odd n := by rw [even_iff, odd_iff]; omega
instance : DecidablePred (Even : Int → Prop) := fun _ => decidable_of_iff _ even_iff.symm
instance : DecidablePred (Odd : Int → Prop) := fun _ => decidable_of_iff _ odd_iff.symm
end Int

/-- Exactly one of the two. -/
def Xor' (a b : Prop) : Prop := (a ∧ ¬ b) ∨ (b ∧ ¬ a)
@[grind =] theorem xor_def {a b : Prop} : Xor' a b ↔ (a ∧ ¬ b) ∨ (b ∧ ¬ a) := Iff.rfl
instance {a b : Prop} [Decidable a] [Decidable b] : Decidable (Xor' a b) := inferInstanceAs (Decidable (_ ∨ _))
