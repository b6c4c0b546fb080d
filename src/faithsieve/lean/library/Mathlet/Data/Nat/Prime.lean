module
public import Mathlet.Data.Nat.Basic
@[expose] public noncomputable section

/-! # Primes, divisors, valuations, totient -/

universe u

namespace Nat

/-- A prime number: at least 2, divisible by 1 and itself only. -/
def Prime (p : Nat) : Prop := 2 ≤ p ∧ ∀ m, m ∣ p → m = 1 ∨ m = p
theorem prime_def {p : Nat} : Prime p ↔ 2 ≤ p ∧ ∀ m, m ∣ p → m = 1 ∨ m = p := Iff.rfl
theorem Prime.two_le {p : Nat} (h : Prime p) : 2 ≤ p := h.1
theorem Prime.one_lt {p : Nat} (h : Prime p) : 1 < p := h.1
theorem Prime.pos {p : Nat} (h : Prime p) : 0 < p := by have := h.1; omega
theorem Prime.ne_zero {p : Nat} (h : Prime p) : p ≠ 0 := by have := h.1; omega
theorem Prime.ne_one {p : Nat} (h : Prime p) : p ≠ 1 := by have := h.1; omega
grind_pattern Prime.two_le => Prime p
theorem Prime.eq_one_or_self_of_dvd {p : Nat} (h : Prime p) (m : Nat) (hm : m ∣ p) : m = 1 ∨ m = p := h.2 m hm
theorem Prime.coprime_iff_not_dvd {p n : Nat} (h : Prime p) : Coprime p n ↔ ¬ p ∣ n := by
  constructor
  · intro hc hd
    have := Nat.gcd_eq_left hd
    have h1 : Nat.gcd p n = 1 := hc
    have := h.1
    omega
  · intro hn
    rcases h.2 _ (Nat.gcd_dvd_left p n) with e | e
    · exact e
    · exact (hn (e ▸ Nat.gcd_dvd_right p n)).elim
theorem Prime.dvd_mul {p m n : Nat} (h : Prime p) : p ∣ m * n ↔ p ∣ m ∨ p ∣ n := by
  constructor
  · intro hd
    by_cases hm : p ∣ m
    · exact .inl hm
    · exact .inr ((h.coprime_iff_not_dvd.2 hm).dvd_of_dvd_mul_left hd)
  · rintro (hd | hd)
    · exact Nat.dvd_trans hd (Nat.dvd_mul_right ..)
    · exact Nat.dvd_trans hd (Nat.dvd_mul_left ..)
theorem Prime.dvd_of_dvd_pow {p m n : Nat} (h : Prime p) (hd : p ∣ m ^ n) : p ∣ m := by
  induction n with
  | zero => rw [Nat.pow_zero] at hd; have := Nat.le_of_dvd (by omega) hd; have := h.1; omega
  | succ n ih => rw [Nat.pow_succ] at hd; exact (h.dvd_mul.1 hd).elim ih id

/-! ## The least factor, and deciding -/

protected def minFacFrom (n : Nat) : Nat → Nat → Nat
  | 0, _ => n
  | f + 1, k => if n < k * k then n else if k ∣ n then k else Nat.minFacFrom n f (k + 1)
/-- The least factor above 1; `minFac 1 = 1`. -/
def minFac (n : Nat) : Nat := if n = 0 then 2 else Nat.minFacFrom n n 2
protected theorem minFacFrom_spec {n : Nat} (hn : 0 < n) : ∀ f k, 2 ≤ k → n < k + f → (∀ m, 2 ≤ m → m < k → ¬ m ∣ n) →
    Nat.minFacFrom n f k ∣ n ∧ (2 ≤ n → 2 ≤ Nat.minFacFrom n f k) ∧ ∀ m, 2 ≤ m → m ∣ n → Nat.minFacFrom n f k ≤ m
  | 0, k, hk, hf, h => by
    refine ⟨Nat.dvd_refl n, id, fun m hm hd => ?_⟩
    exact (h m hm (by have := Nat.le_of_dvd hn hd; omega) hd).elim
  | f + 1, k, hk, hf, h => by
    rw [Nat.minFacFrom]
    split
    next hlt =>
      refine ⟨Nat.dvd_refl n, id, fun m hm hd => ?_⟩
      obtain ⟨c, hc⟩ := hd
      have hkm : k ≤ m := Nat.le_of_not_lt fun h' => h m hm h' ⟨c, hc⟩
      have hc0 : c ≠ 0 := fun e => by subst e; omega
      by_cases hc1 : c = 1
      · subst hc1; omega
      · have hkc : k ≤ c := Nat.le_of_not_lt fun h' => h c (by omega) h' ⟨m, by rw [hc, Nat.mul_comm]⟩
        have := Nat.mul_le_mul hkm hkc
        omega
    next hlt =>
      split
      next hd => exact ⟨hd, fun _ => hk, fun m hm hd' => Nat.le_of_not_lt fun h' => h m hm h' hd'⟩
      next hd =>
        refine Nat.minFacFrom_spec hn f (k + 1) (by omega) (by omega) fun m hm hm' hdm => ?_
        rcases Nat.lt_or_ge m k with h' | h'
        · exact h m hm h' hdm
        · obtain rfl : m = k := by omega
          exact hd hdm
theorem minFac_dvd (n : Nat) : minFac n ∣ n := by
  unfold minFac
  split
  next h => subst h; exact Nat.dvd_zero 2
  next h => exact (Nat.minFacFrom_spec (by omega) n 2 (by omega) (by omega) fun m _ _ => by omega).1
theorem two_le_minFac {n : Nat} (h : n ≠ 1) : 2 ≤ minFac n := by
  unfold minFac
  split
  next h => omega
  next h' => exact (Nat.minFacFrom_spec (by omega) n 2 (by omega) (by omega) fun m _ _ => by omega).2.1 (by omega)
theorem minFac_le_of_dvd {n m : Nat} (hm : 2 ≤ m) (h : m ∣ n) : minFac n ≤ m := by
  unfold minFac
  split
  next h => omega
  next h' => exact (Nat.minFacFrom_spec (by omega) n 2 (by omega) (by omega) fun m _ _ => by omega).2.2 m hm h
theorem minFac_prime {n : Nat} (h : n ≠ 1) : Prime (minFac n) := by
  refine ⟨two_le_minFac h, fun m hm => ?_⟩
  have hpos : 0 < minFac n := by have := two_le_minFac h; omega
  have h1 := Nat.le_of_dvd hpos hm
  by_cases h2 : 2 ≤ m
  · have := minFac_le_of_dvd h2 (Nat.dvd_trans hm (minFac_dvd n)); omega
  · have := Nat.pos_of_dvd_of_pos hm hpos; omega
theorem exists_prime_and_dvd {n : Nat} (h : n ≠ 1) : ∃ p, Prime p ∧ p ∣ n := ⟨minFac n, minFac_prime h, minFac_dvd n⟩
theorem prime_def_minFac {p : Nat} : Prime p ↔ 2 ≤ p ∧ minFac p = p := by
  constructor
  · intro h
    refine ⟨h.1, ?_⟩
    have := two_le_minFac h.ne_one
    rcases h.2 _ (minFac_dvd p) with e | e <;> omega
  · rintro ⟨h, e⟩; rw [← e]; exact minFac_prime (by omega)
instance decidablePrime (p : Nat) : Decidable (Prime p) := decidable_of_iff (2 ≤ p ∧ minFac p = p) prime_def_minFac.symm
theorem prime_two : Prime 2 := by decide
theorem prime_three : Prime 3 := by decide
theorem prime_five : Prime 5 := by decide
theorem not_prime_zero : ¬ Prime 0 := by decide
theorem not_prime_one : ¬ Prime 1 := by decide
/-- The prime numbers. -/
def Primes : Type := { p : Nat // Prime p }
instance : Coe Nat.Primes Nat := ⟨Subtype.val⟩
theorem exists_infinite_primes (n : Nat) : ∃ p, n ≤ p ∧ Prime p := by
  have hne : factorial n + 1 ≠ 1 := by have := factorial_pos n; omega
  refine ⟨minFac (factorial n + 1), ?_, minFac_prime hne⟩
  apply Nat.le_of_not_lt
  intro h
  have h1 := minFac_prime hne
  have h2 : minFac (factorial n + 1) ∣ factorial n := dvd_factorial h1.pos (by omega)
  have h3 := (Nat.dvd_add_iff_right h2).2 (minFac_dvd _)
  have := Nat.le_of_dvd (by omega) h3
  have := h1.two_le
  omega
instance fact_prime_two : Fact (Prime 2) := ⟨prime_two⟩
instance fact_prime_three : Fact (Prime 3) := ⟨prime_three⟩

/-! ## Divisors -/

/-- The divisors of `n`; none for `n = 0`. -/
def divisors (n : Nat) : Finset Nat := (Finset.Ico 1 (n + 1)).filter (· ∣ n)
/-- The divisors of `n` other than `n`. -/
def properDivisors (n : Nat) : Finset Nat := (Finset.Ico 1 n).filter (· ∣ n)
@[simp, grind =] theorem mem_divisors {n m : Nat} : n ∈ divisors m ↔ n ∣ m ∧ m ≠ 0 := by
  simp only [divisors, Finset.mem_filter, Finset.mem_Ico]
  constructor
  · intro ⟨⟨h, k⟩, d⟩; exact ⟨d, by omega⟩
  · intro ⟨d, h⟩
    have := Nat.le_of_dvd (Nat.pos_of_ne_zero h) d
    exact ⟨⟨Nat.pos_of_dvd_of_pos d (Nat.pos_of_ne_zero h), by omega⟩, d⟩
@[simp, grind =] theorem mem_properDivisors {n m : Nat} : n ∈ properDivisors m ↔ n ∣ m ∧ n < m := by
  simp only [properDivisors, Finset.mem_filter, Finset.mem_Ico]
  constructor
  · intro ⟨⟨h, k⟩, d⟩; exact ⟨d, k⟩
  · intro ⟨d, h⟩
    exact ⟨⟨Nat.pos_of_dvd_of_pos d (by omega), h⟩, d⟩
@[simp] theorem divisors_zero : divisors 0 = ∅ := rfl
/-- The sum of its proper divisors is the number itself. -/
def Perfect (n : Nat) : Prop := (n.properDivisors.sum fun i => i) = n ∧ 0 < n
instance (n : Nat) : Decidable (Perfect n) := inferInstanceAs (Decidable (_ ∧ _))
/-- The prime factors. -/
def primeFactors (n : Nat) : Finset Nat := (divisors n).filter Prime
@[simp, grind =] theorem mem_primeFactors {n p : Nat} : p ∈ primeFactors n ↔ Prime p ∧ p ∣ n ∧ n ≠ 0 := by
  rw [primeFactors, Finset.mem_filter, mem_divisors, and_comm]
protected def primeFactorsFrom : Nat → Nat → List Nat
  | 0, _ => []
  | f + 1, n => if n ≤ 1 then [] else minFac n :: Nat.primeFactorsFrom f (n / minFac n)
/-- The prime factors as a list, the smallest first, each as often as it divides. -/
def primeFactorsList (n : Nat) : List Nat := Nat.primeFactorsFrom n n
protected theorem prod_primeFactorsFrom : ∀ {f n : Nat}, n ≤ f → n ≠ 0 → (Nat.primeFactorsFrom f n).prod = n
  | 0, n, h, h' => by omega
  | f + 1, n, h, h' => by
    rw [Nat.primeFactorsFrom]
    split
    · have : n = 1 := by omega
      subst this; rfl
    · have h2 := two_le_minFac (n := n) (by omega)
      have hd := Nat.div_mul_cancel (minFac_dvd n)
      have hlt : n / minFac n < n := Nat.div_lt_self (by omega) (by omega)
      have hne : n / minFac n ≠ 0 := fun e => by rw [e, Nat.zero_mul] at hd; omega
      rw [List.prod_cons, Nat.prod_primeFactorsFrom (by omega) hne, Nat.mul_comm]; exact hd
theorem prod_primeFactorsList {n : Nat} (h : n ≠ 0) : (primeFactorsList n).prod = n := Nat.prod_primeFactorsFrom (Nat.le_refl n) h
protected theorem prime_of_mem_primeFactorsFrom : ∀ {f n p : Nat}, p ∈ Nat.primeFactorsFrom f n → Prime p
  | 0, _, _, h => by cases h
  | f + 1, n, p, h => by
    rw [Nat.primeFactorsFrom] at h
    split at h
    · cases h
    · rcases List.mem_cons.1 h with rfl | h
      · exact minFac_prime (by omega)
      · exact Nat.prime_of_mem_primeFactorsFrom h
theorem prime_of_mem_primeFactorsList {n p : Nat} (h : p ∈ primeFactorsList n) : Prime p := Nat.prime_of_mem_primeFactorsFrom h
/-- Euler's function: how many numbers below `n` have no factor in common with it. -/
def totient (n : Nat) : Nat := ((Finset.range n).filter fun a => Coprime n a).card
theorem totient_eq_card_coprime (n : Nat) : totient n = ((Finset.range n).filter fun a => Coprime n a).card := rfl
end Nat

/-! ## Valuations -/

protected def Nat.padicValFrom (p : Nat) : Nat → Nat → Nat
  | 0, _ => 0
  | f + 1, n => if p ∣ n ∧ n ≠ 0 ∧ 2 ≤ p then Nat.padicValFrom p f (n / p) + 1 else 0
/-- How often `p` divides `n`; 0 if `n = 0` or `p = 1`. -/
def padicValNat (p n : Nat) : Nat := Nat.padicValFrom p n n
protected theorem Nat.padicValFrom_spec {p : Nat} (hp : 2 ≤ p) : ∀ {f n : Nat}, n ≤ f → n ≠ 0 → ∀ k, p ^ k ∣ n ↔ k ≤ Nat.padicValFrom p f n
  | 0, n, h, h' => by omega
  | f + 1, n, h, h' => fun k => by
    rw [Nat.padicValFrom]
    by_cases hd : p ∣ n
    · rw [if_pos ⟨hd, h', hp⟩]
      obtain ⟨m, rfl⟩ := hd
      have hm : m ≠ 0 := fun e => by subst e; omega
      rw [Nat.mul_div_cancel_left m (by omega)]
      have hlt : m < p * m := by have := Nat.mul_le_mul_right m hp; omega
      cases k with
      | zero => simp
      | succ k =>
        rw [Nat.pow_succ, Nat.mul_comm, Nat.mul_dvd_mul_iff_left (by omega), Nat.padicValFrom_spec hp (f := f) (by omega) hm k]; omega
    · rw [if_neg fun h => hd h.1]
      cases k with
      | zero => simp
      | succ k => exact ⟨fun h => (hd (Nat.dvd_trans (by rw [Nat.pow_succ]; exact Nat.dvd_mul_left ..) h)).elim, fun h => by omega⟩
theorem padicValNat_dvd_iff_le {p n k : Nat} (hp : 2 ≤ p) (hn : n ≠ 0) : p ^ k ∣ n ↔ k ≤ padicValNat p n :=
  Nat.padicValFrom_spec hp (Nat.le_refl n) hn k
@[simp] theorem padicValNat.zero {p : Nat} : padicValNat p 0 = 0 := rfl
theorem pow_padicValNat_dvd {p n : Nat} : p ^ padicValNat p n ∣ n := by
  by_cases hn : n = 0
  · subst hn; exact Nat.dvd_zero _
  · by_cases hp : 2 ≤ p
    · exact (padicValNat_dvd_iff_le hp hn).2 (Nat.le_refl _)
    · have : padicValNat p n = 0 := by
        unfold padicValNat
        cases n with
        | zero => rfl
        | succ n => rw [Nat.padicValFrom, if_neg fun h => hp h.2.2]
      rw [this, Nat.pow_zero]; exact Nat.one_dvd n
/-- How often `p` divides an integer. -/
def padicValInt (p : Nat) (z : Int) : Nat := padicValNat p z.natAbs
/-- The valuation of a rational number. -/
def padicValRat (p : Nat) (q : Rat) : Int := padicValInt p q.num - padicValNat p q.den
/-- How often each prime divides a number. -/
def Nat.factorization (n : Nat) : Nat → Nat := fun p => if p.Prime then padicValNat p n else 0
theorem Nat.factorization_def (n : Nat) {p : Nat} (h : p.Prime) : n.factorization p = padicValNat p n := if_pos h
@[simp] theorem Nat.factorization_eq_zero_of_not_prime (n : Nat) {p : Nat} (h : ¬ p.Prime) : n.factorization p = 0 := if_neg h
