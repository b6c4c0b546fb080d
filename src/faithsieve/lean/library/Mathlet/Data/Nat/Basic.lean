module
public import Mathlet.Algebra.BigOperators
public import Mathlet.Algebra.Parity
@[expose] public noncomputable section

/-! # Elementary arithmetic: factorials, binomials, digits, roots, congruences -/

universe u

namespace Nat

/-- `n! = 1 · 2 · … · n`. -/
def factorial : Nat → Nat
  | 0 => 1
  | n + 1 => (n + 1) * factorial n
@[simp] theorem factorial_zero : factorial 0 = 1 := rfl
@[grind =] theorem factorial_succ (n : Nat) : factorial (n + 1) = (n + 1) * factorial n := rfl
@[simp] theorem factorial_one : factorial 1 = 1 := rfl
theorem factorial_pos (n : Nat) : 0 < factorial n := by
  induction n with
  | zero => decide
  | succ n ih => exact Nat.mul_pos (Nat.succ_pos n) ih
grind_pattern factorial_pos => factorial n
theorem factorial_ne_zero (n : Nat) : factorial n ≠ 0 := Nat.ne_of_gt (factorial_pos n)
theorem dvd_factorial : ∀ {m n : Nat}, 0 < m → m ≤ n → m ∣ factorial n
  | _, 0, h, h' => by omega
  | m, n + 1, h, h' => by
    rcases Nat.eq_or_lt_of_le h' with e | h'
    · rw [e, factorial_succ]; exact Nat.dvd_mul_right ..
    · rw [factorial_succ]; exact Nat.dvd_trans (dvd_factorial h (Nat.le_of_lt_succ h')) (Nat.dvd_mul_left ..)
/-- `n (n - 1) … (n - k + 1)`. -/
def descFactorial (n : Nat) : Nat → Nat
  | 0 => 1
  | k + 1 => (n - k) * descFactorial n k
/-- `n (n + 1) … (n + k - 1)`. -/
def ascFactorial (n : Nat) : Nat → Nat
  | 0 => 1
  | k + 1 => (n + k) * ascFactorial n k
theorem succ_descFactorial_succ (n k : Nat) : descFactorial (n + 1) (k + 1) = (n + 1) * descFactorial n k := by
  induction k with
  | zero => simp [descFactorial]
  | succ k ih =>
    rw [descFactorial, ih, descFactorial, Nat.mul_left_comm]
    congr 1
    rw [Nat.add_sub_add_right]
/-- The numbers of Pascal's triangle. -/
protected def pascal : Nat → Nat → Nat
  | _, 0 => 1
  | 0, _ + 1 => 0
  | n + 1, k + 1 => Nat.pascal n k + Nat.pascal n (k + 1)
theorem descFactorial_eq_zero {n k : Nat} (h : n < k) : descFactorial n k = 0 := by
  induction k with
  | zero => omega
  | succ k ih =>
    rw [descFactorial]
    by_cases e : n = k
    · rw [e, Nat.sub_self, Nat.zero_mul]
    · rw [ih (by omega), Nat.mul_zero]
protected theorem pascal_mul_factorial : ∀ n k, Nat.pascal n k * factorial k = descFactorial n k
  | n, 0 => by cases n <;> rfl
  | 0, k + 1 => by rw [Nat.pascal, Nat.zero_mul, descFactorial_eq_zero (Nat.succ_pos k)]
  | n + 1, k + 1 => by
    have h1 := Nat.pascal_mul_factorial n k
    have h2 := Nat.pascal_mul_factorial n (k + 1)
    rw [Nat.pascal, Nat.add_mul, h2, factorial_succ, Nat.mul_left_comm, h1, succ_descFactorial_succ, descFactorial, ← Nat.add_mul]
    by_cases h : k ≤ n
    · congr 1; omega
    · rw [descFactorial_eq_zero (by omega), Nat.mul_zero, Nat.mul_zero]
/-- The number of subsets with `k` of `n` members. -/
def choose (n k : Nat) : Nat := descFactorial n k / factorial k
theorem choose_eq_pascal (n k : Nat) : choose n k = Nat.pascal n k := by
  rw [choose, ← Nat.pascal_mul_factorial, Nat.mul_div_cancel _ (factorial_pos k)]
@[simp] theorem choose_zero_right (n : Nat) : choose n 0 = 1 := by rw [choose_eq_pascal]; cases n <;> rfl
@[simp] theorem choose_zero_succ (k : Nat) : choose 0 (k + 1) = 0 := by rw [choose_eq_pascal]; rfl
theorem choose_succ_succ (n k : Nat) : choose (n + 1) (k + 1) = choose n k + choose n (k + 1) := by
  rw [choose_eq_pascal, choose_eq_pascal, choose_eq_pascal]; rfl
theorem choose_eq_zero_of_lt {n k : Nat} (h : n < k) : choose n k = 0 := by rw [choose, descFactorial_eq_zero h, Nat.zero_div]
@[simp] theorem choose_self (n : Nat) : choose n n = 1 := by
  induction n with
  | zero => rfl
  | succ n ih => rw [choose_succ_succ, ih, choose_eq_zero_of_lt (Nat.lt_succ_self n)]
@[simp] theorem choose_one_right (n : Nat) : choose n 1 = n := by
  show n * 1 / 1 = n; rw [Nat.mul_one, Nat.div_one]
theorem choose_two_right (n : Nat) : choose n 2 = n * (n - 1) / 2 := by
  show (n - 1) * (n * 1) / 2 = n * (n - 1) / 2; rw [Nat.mul_one, Nat.mul_comm]
theorem choose_mul_factorial_mul_factorial : ∀ {n k : Nat}, k ≤ n → choose n k * factorial k * factorial (n - k) = factorial n := by
  intro n k h
  have key : ∀ k, k ≤ n → descFactorial n k * factorial (n - k) = factorial n := fun k => by
    induction k with
    | zero => intro _; exact Nat.one_mul _
    | succ k ih =>
      intro h
      rw [descFactorial, ← ih (by omega)]
      have : n - k = (n - (k + 1)) + 1 := by omega
      rw [this, factorial_succ, Nat.mul_comm _ (descFactorial n k), Nat.mul_assoc]
  rw [choose_eq_pascal, Nat.pascal_mul_factorial, key k h]
/-- How often a number may be chosen with repetition. -/
def multichoose (n k : Nat) : Nat := if n = 0 ∧ k = 0 then 1 else choose (n + k - 1) k

/-- The Fibonacci numbers. -/
def fib : Nat → Nat
  | 0 => 0
  | 1 => 1
  | n + 2 => fib n + fib (n + 1)
@[simp] theorem fib_zero : fib 0 = 0 := rfl
@[simp] theorem fib_one : fib 1 = 1 := rfl
theorem fib_add_two {n : Nat} : fib (n + 2) = fib n + fib (n + 1) := rfl

/-! ## Digits -/

/-- Digits to a base above 1, the lowest first; the last argument bounds the number of steps. -/
protected def digitsFrom (b : Nat) : Nat → Nat → List Nat
  | 0, _ => []
  | f + 1, n => if n = 0 then [] else (n % b) :: Nat.digitsFrom b f (n / b)
/-- The digits to a base, the lowest first. -/
def digits : Nat → Nat → List Nat
  | 0, n => if n = 0 then [] else [n]
  | 1, n => List.replicate n 1
  | b + 2, n => Nat.digitsFrom (b + 2) n n
/-- The number with given digits, the lowest first. -/
def ofDigits {α : Type u} [Semiring α] (b : α) : List Nat → α
  | [] => 0
  | h :: t => h + b * ofDigits b t
@[simp] theorem ofDigits_nil {α : Type u} [Semiring α] (b : α) : ofDigits b [] = 0 := rfl
@[simp] theorem ofDigits_cons {α : Type u} [Semiring α] (b : α) (d : Nat) (L : List Nat) : ofDigits b (d :: L) = d + b * ofDigits b L := rfl
protected theorem digitsFrom_eq {b : Nat} (hb : 2 ≤ b) : ∀ {f g n : Nat}, n ≤ f → n ≤ g → Nat.digitsFrom b f n = Nat.digitsFrom b g n
  | 0, g, n, h, _ => by obtain rfl : n = 0 := by omega
                        cases g <;> simp [Nat.digitsFrom]
  | f + 1, 0, n, _, h => by obtain rfl : n = 0 := by omega
                            simp [Nat.digitsFrom]
  | f + 1, g + 1, n, h, h' => by
    rw [Nat.digitsFrom, Nat.digitsFrom]
    split
    · rfl
    · have : n / b < n := Nat.div_lt_self (by omega) (by omega)
      rw [Nat.digitsFrom_eq hb (f := f) (g := g) (by omega) (by omega)]
@[simp] theorem digits_zero (b : Nat) : digits b 0 = [] := by
  match b with
  | 0 => rfl
  | 1 => rfl
  | b + 2 => rfl
theorem digits_def' {b n : Nat} (h : 1 < b) (h' : 0 < n) : digits b n = n % b :: digits b (n / b) := by
  obtain ⟨b, rfl⟩ : ∃ c, b = c + 2 := ⟨b - 2, by omega⟩
  obtain ⟨n, rfl⟩ : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩
  have : (n + 1) / (b + 2) < n + 1 := Nat.div_lt_self (by omega) (by omega)
  show Nat.digitsFrom (b + 2) (n + 1) (n + 1) = _ :: Nat.digitsFrom (b + 2) _ _
  rw [Nat.digitsFrom, if_neg (by omega)]
  exact congrArg _ (Nat.digitsFrom_eq (by omega) (by omega) (Nat.le_refl _))
theorem ofDigits_digits (b n : Nat) : ofDigits b (digits b n) = n := by
  match b with
  | 0 =>
    show ofDigits 0 (if n = 0 then [] else [n]) = n
    split
    · simp [*]
    · show (n : Nat) + 0 * _ = n; rw [Nat.zero_mul, Nat.add_zero]
  | 1 =>
    show ofDigits 1 (List.replicate n 1) = n
    induction n with
    | zero => rfl
    | succ n ih => rw [List.replicate_succ, ofDigits_cons, ih, Nat.one_mul]; exact Nat.add_comm ..
  | b + 2 =>
    induction n using Nat.strongRecOn with
    | ind n ih =>
      by_cases h : n = 0
      · subst h; rw [digits_zero]; rfl
      · rw [digits_def' (by omega) (by omega), ofDigits_cons, ih _ (Nat.div_lt_self (by omega) (by omega))]
        exact Nat.mod_add_div n (b + 2)
theorem digits_lt_base {b m d : Nat} (hb : 1 < b) (h : d ∈ digits b m) : d < b := by
  induction m using Nat.strongRecOn with
  | ind n ih =>
    by_cases h0 : n = 0
    · subst h0; rw [digits_zero] at h; cases h
    · rw [digits_def' hb (by omega)] at h
      rcases List.mem_cons.1 h with rfl | h
      · exact Nat.mod_lt _ (by omega)
      · exact ih _ (Nat.div_lt_self (by omega) hb) h

/-! ## Roots -/

protected def sqrtFrom : Nat → Nat → Nat
  | 0, _ => 0
  | f + 1, n => if n = 0 then 0 else
    if (2 * Nat.sqrtFrom f (n / 4) + 1) * (2 * Nat.sqrtFrom f (n / 4) + 1) ≤ n then 2 * Nat.sqrtFrom f (n / 4) + 1
    else 2 * Nat.sqrtFrom f (n / 4)
/-- The largest number whose square is at most `n`. -/
def sqrt (n : Nat) : Nat := Nat.sqrtFrom n n
protected theorem sqrtFrom_spec : ∀ f n : Nat, n ≤ f → Nat.sqrtFrom f n * Nat.sqrtFrom f n ≤ n ∧
    n < (Nat.sqrtFrom f n + 1) * (Nat.sqrtFrom f n + 1)
  | 0, n, h => by obtain rfl : n = 0 := by omega
                  decide
  | f + 1, n, h => by
    rw [Nat.sqrtFrom]
    split
    next h0 => subst h0; decide
    next h0 =>
      have ih := Nat.sqrtFrom_spec f (n / 4) (by omega)
      generalize Nat.sqrtFrom f (n / 4) = r at ih
      have e1 : 2 * r * (2 * r) = 4 * (r * r) := by rw [Nat.mul_mul_mul_comm]
      have e2 : (2 * r + 1 + 1) * (2 * r + 1 + 1) = 4 * ((r + 1) * (r + 1)) := by
        rw [show 2 * r + 1 + 1 = 2 * (r + 1) by omega, Nat.mul_mul_mul_comm]
      split
      · exact ⟨by assumption, by omega⟩
      · exact ⟨by omega, by omega⟩
theorem sqrt_le (n : Nat) : sqrt n * sqrt n ≤ n := (Nat.sqrtFrom_spec n n (Nat.le_refl n)).1
theorem lt_succ_sqrt (n : Nat) : n < (sqrt n + 1) * (sqrt n + 1) := (Nat.sqrtFrom_spec n n (Nat.le_refl n)).2
theorem le_sqrt {m n : Nat} : m ≤ sqrt n ↔ m * m ≤ n :=
  ⟨fun h => Nat.le_trans (Nat.mul_le_mul h h) (sqrt_le n), fun h => Nat.le_of_not_lt fun h' =>
    Nat.not_le_of_lt (lt_succ_sqrt n) (Nat.le_trans (Nat.mul_le_mul h' h') h)⟩
grind_pattern sqrt_le => sqrt n
grind_pattern lt_succ_sqrt => sqrt n

/-! ## Congruences -/

/-- `a` and `b` leave the same remainder. -/
def ModEq (n a b : Nat) : Prop := a % n = b % n
@[grind =] theorem modEq_def {n a b : Nat} : ModEq n a b ↔ a % n = b % n := Iff.rfl
instance {n a b : Nat} : Decidable (ModEq n a b) := inferInstanceAs (Decidable (a % n = b % n))
theorem ModEq.refl {n : Nat} (a : Nat) : ModEq n a a := rfl
theorem ModEq.symm {n a b : Nat} (h : ModEq n a b) : ModEq n b a := Eq.symm h
theorem ModEq.trans {n a b c : Nat} (h : ModEq n a b) (h' : ModEq n b c) : ModEq n a c := Eq.trans h h'
theorem modEq_zero_iff_dvd {n a : Nat} : ModEq n a 0 ↔ n ∣ a := by
  rw [ModEq, Nat.zero_mod, Nat.dvd_iff_mod_eq_zero]
theorem ModEq.add {n a b c d : Nat} (h : ModEq n a b) (h' : ModEq n c d) : ModEq n (a + c) (b + d) := by
  show (a + c) % n = (b + d) % n; rw [Nat.add_mod, h, h', ← Nat.add_mod]
theorem ModEq.mul {n a b c d : Nat} (h : ModEq n a b) (h' : ModEq n c d) : ModEq n (a * c) (b * d) := by
  show (a * c) % n = (b * d) % n; rw [Nat.mul_mod, h, h', ← Nat.mul_mod]
theorem ModEq.pow {n a b : Nat} (m : Nat) (h : ModEq n a b) : ModEq n (a ^ m) (b ^ m) := by
  show a ^ m % n = b ^ m % n; rw [Nat.pow_mod, h, ← Nat.pow_mod]
/-- The distance of two numbers. -/
def dist (n m : Nat) : Nat := (n - m) + (m - n)
end Nat

namespace Int
/-- `a` and `b` leave the same remainder. -/
def ModEq (n a b : Int) : Prop := a % n = b % n
@[grind =] theorem modEq_def {n a b : Int} : ModEq n a b ↔ a % n = b % n := Iff.rfl
instance {n a b : Int} : Decidable (ModEq n a b) := inferInstanceAs (Decidable (a % n = b % n))
theorem ModEq.refl {n : Int} (a : Int) : ModEq n a a := rfl
theorem ModEq.symm {n a b : Int} (h : ModEq n a b) : ModEq n b a := Eq.symm h
theorem ModEq.trans {n a b c : Int} (h : ModEq n a b) (h' : ModEq n b c) : ModEq n a c := Eq.trans h h'
theorem modEq_iff_dvd {n a b : Int} : ModEq n a b ↔ n ∣ b - a := by
  rw [ModEq, eq_comm, Int.emod_eq_emod_iff_emod_sub_eq_zero, Int.dvd_iff_emod_eq_zero]
theorem modEq_zero_iff_dvd {n a : Int} : ModEq n a 0 ↔ n ∣ a := by rw [ModEq, Int.zero_emod, Int.dvd_iff_emod_eq_zero]
theorem ModEq.add {n a b c d : Int} (h : ModEq n a b) (h' : ModEq n c d) : ModEq n (a + c) (b + d) := by
  show (a + c) % n = (b + d) % n; rw [Int.add_emod, h, h', ← Int.add_emod]
theorem ModEq.mul {n a b c d : Int} (h : ModEq n a b) (h' : ModEq n c d) : ModEq n (a * c) (b * d) := by
  show (a * c) % n = (b * d) % n; rw [Int.mul_emod, h, h', ← Int.mul_emod]
theorem natAbs_le_natAbs_of_dvd {a b : Int} (h : a ∣ b) (hb : b ≠ 0) : a.natAbs ≤ b.natAbs :=
  Nat.le_of_dvd (Int.natAbs_pos.2 hb) (Int.natAbs_dvd_natAbs.2 h)
end Int
