module
public import Mathlet.Algebra.Polynomial.Conv
public import Mathlet.Algebra.Hom
public import Mathlet.Order.WithBot
@[expose] public noncomputable section

/-!
# Polynomials

A polynomial is its sequence of coefficients, which are 0 from some place on. Sums are taken place by place, products as Cauchy
products, values by Horner's rule up to the degree.
-/

universe u v w
open Mathlet.Conv

/-- Polynomials in one letter with coefficients in `R`, written `R[X]`. -/
structure Polynomial (R : Type u) [Semiring R] where
  ofCoeff ::
  coeff : Nat → R
  finite' : ∃ n, Bdd n coeff

namespace Polynomial
section Semiring
variable {R : Type u} [Semiring R]
theorem coeff_injective : Function.Injective (coeff : Polynomial R → Nat → R) := fun p q h => by cases p; cases q; cases h; rfl
@[ext] theorem ext {p q : Polynomial R} (h : ∀ n, coeff p n = coeff q n) : p = q := coeff_injective (funext h)

instance : Zero (Polynomial R) := ⟨⟨fun _ => 0, 0, fun _ _ => rfl⟩⟩
instance : Add (Polynomial R) := ⟨fun p q => ⟨fun n => coeff p n + coeff q n, by
  obtain ⟨n, hn⟩ := p.finite'; obtain ⟨m, hm⟩ := q.finite'
  exact ⟨n + m, fun k hk => by show coeff p k + coeff q k = 0; rw [hn k (by omega), hm k (by omega), add_zero]⟩⟩⟩
instance : Mul (Polynomial R) := ⟨fun p q => ⟨conv (coeff p) (coeff q), by
  obtain ⟨n, hn⟩ := p.finite'; obtain ⟨m, hm⟩ := q.finite'
  exact ⟨n + m, hn.conv hm⟩⟩⟩
/-- `a * X ^ n`. -/
def monomial (n : Nat) (a : R) : Polynomial R := ⟨single n a, n + 1, Bdd.single n a⟩
instance : One (Polynomial R) := ⟨monomial 0 1⟩
/-- The letter. -/
def X : Polynomial R := monomial 1 1
instance {S : Type v} [Monoid S] [DistribMulAction S R] : SMul S (Polynomial R) := ⟨fun a p => ⟨fun n => a • coeff p n, by
  obtain ⟨n, hn⟩ := p.finite'
  exact ⟨n, fun k hk => by show a • coeff p k = 0; rw [hn k hk, smul_zero]⟩⟩⟩
@[simp, grind =] theorem coeff_zero (n : Nat) : coeff (0 : Polynomial R) n = 0 := rfl
@[simp, grind =] theorem coeff_add (p q : Polynomial R) (n : Nat) : coeff (p + q) n = coeff p n + coeff q n := rfl
theorem coeff_monomial {a : R} {n m : Nat} : coeff (monomial n a) m = if n = m then a else 0 := by
  show (if m = n then a else 0) = _
  simp only [eq_comm]
@[grind =] theorem coeff_one (n : Nat) : coeff (1 : Polynomial R) n = if n = 0 then 1 else 0 := rfl
@[grind =] theorem coeff_X {n : Nat} : coeff (X : Polynomial R) n = if 1 = n then 1 else 0 := coeff_monomial
theorem coeff_mul_eq (p q : Polynomial R) (n : Nat) : coeff (p * q) n = conv (coeff p) (coeff q) n := rfl
@[simp, grind =] theorem coeff_smul {S : Type v} [Monoid S] [DistribMulAction S R] (r : S) (p : Polynomial R) (n : Nat) :
    coeff (r • p) n = r • coeff p n := rfl

instance instSemiring : Semiring (Polynomial R) where
  add_assoc _ _ _ := ext fun _ => add_assoc _ _ _
  add_comm _ _ := ext fun _ => add_comm _ _
  zero_add _ := ext fun _ => zero_add _
  add_zero _ := ext fun _ => add_zero _
  mul_assoc _ _ _ := ext fun _ => conv_assoc _ _ _ _
  one_mul p := ext fun n => (single_conv 1 (coeff p) n).trans (one_mul _)
  mul_one _ := ext fun _ => conv_one _ _
  left_distrib _ _ _ := ext fun _ => conv_add _ _ _ _
  right_distrib _ _ _ := ext fun _ => add_conv _ _ _ _
  zero_mul _ := ext fun _ => zero_conv _ _
  mul_zero _ := ext fun _ => conv_zero _ _
/-- The constants. -/
def C : RingHom R (Polynomial R) where
  toFun := monomial 0
  map_one' := rfl
  map_zero' := ext fun n => by show (if n = 0 then (0 : R) else 0) = 0; split <;> rfl
  map_add' a b := ext fun n => by
    show (if n = 0 then a + b else 0) = (if n = 0 then a else 0) + (if n = 0 then b else 0)
    split <;> simp
  map_mul' a b := ext fun n => by
    rw [coeff_mul_eq]; refine Eq.trans ?_ (single_conv a _ n).symm
    show (if n = 0 then a * b else 0) = a * (if n = 0 then b else 0)
    split <;> simp
@[grind =] theorem coeff_C {a : R} {n : Nat} : coeff (C a) n = if n = 0 then a else 0 := rfl
@[simp] theorem monomial_zero_left (a : R) : monomial 0 a = C a := rfl
@[simp, grind =] theorem coeff_C_mul (a : R) (p : Polynomial R) (n : Nat) : coeff (C a * p) n = a * coeff p n := single_conv a _ n
theorem coeff_X_mul_zero (p : Polynomial R) : coeff (X * p) 0 = 0 := zero_mul _
@[simp, grind =] theorem coeff_X_mul (p : Polynomial R) (n : Nat) : coeff (X * p) (n + 1) = coeff p n := by
  have h : shift (single 1 (1 : R)) = single 0 1 := funext fun k => by unfold shift single; split <;> split <;> first | rfl | omega
  show conv (single 1 1) (coeff p) (n + 1) = _
  rw [conv_succ, h, single_conv, one_mul, single, if_neg (by omega), zero_mul, zero_add]
theorem smul_eq_C_mul (a : R) (p : Polynomial R) : a • p = C a * p := ext fun n => (coeff_C_mul a p n).symm
theorem X_pow_eq_monomial (n : Nat) : (X : Polynomial R) ^ n = monomial n 1 := by
  induction n with
  | zero => exact pow_zero _
  | succ n ih =>
    rw [pow_succ', ih]
    refine ext fun k => ?_
    cases k with
    | zero => rw [coeff_X_mul_zero, coeff_monomial, if_neg (by omega)]
    | succ k => rw [coeff_X_mul, coeff_monomial, coeff_monomial]; split <;> split <;> first | rfl | omega
@[grind =] theorem coeff_X_pow (k n : Nat) : coeff (X ^ k : Polynomial R) n = if n = k then 1 else 0 := by
  rw [X_pow_eq_monomial]; rfl
theorem C_mul_X_pow_eq_monomial {a : R} {n : Nat} : C a * X ^ n = monomial n a := ext fun k => by
  rw [coeff_C_mul, coeff_X_pow, coeff_monomial]; split <;> split <;> simp_all
theorem C_injective : Function.Injective (C : R → Polynomial R) := fun a b h => by
  have := congrArg (fun p => coeff p 0) h; exact this
instance instModule {S : Type v} [Semiring S] [Module S R] : Module S (Polynomial R) where
  one_smul _ := ext fun _ => one_smul S _
  mul_smul _ _ _ := ext fun _ => mul_smul _ _ _
  smul_zero _ := ext fun _ => smul_zero _
  smul_add _ _ _ := ext fun _ => smul_add _ _ _
  add_smul _ _ _ := ext fun _ => add_smul _ _ _
  zero_smul _ := ext fun _ => zero_smul S _
instance [Nontrivial R] : Nontrivial (Polynomial R) := ⟨0, 1, fun h => zero_ne_one (congrArg (fun p => coeff p 0) h)⟩
end Semiring

instance instCommSemiring {R : Type u} [CommSemiring R] : CommSemiring (Polynomial R) where
  mul_comm _ _ := ext fun _ => conv_comm _ _ _
section Ring
variable {R : Type u} [Ring R]
instance : Neg (Polynomial R) := ⟨fun p => ⟨fun n => -coeff p n, by
  obtain ⟨n, hn⟩ := p.finite'
  exact ⟨n, fun k hk => by show -coeff p k = 0; rw [hn k hk, neg_zero]⟩⟩⟩
@[simp, grind =] theorem coeff_neg (p : Polynomial R) (n : Nat) : coeff (-p) n = -coeff p n := rfl
instance instRing : Ring (Polynomial R) where
  neg_add_cancel _ := ext fun _ => neg_add_cancel _
@[simp, grind =] theorem coeff_sub (p q : Polynomial R) (n : Nat) : coeff (p - q) n = coeff p n - coeff q n := by
  rw [sub_eq_add_neg, coeff_add, coeff_neg, sub_eq_add_neg]
end Ring
instance instCommRing {R : Type u} [CommRing R] : CommRing (Polynomial R) where
  mul_comm _ _ := ext fun _ => conv_comm _ _ _
theorem C_nat {R : Type u} [Semiring R] (n : Nat) : C (n : R) = (n : Polynomial R) := by
  induction n with
  | zero => rw [Nat.cast_zero, Nat.cast_zero, map_zero]
  | succ n ih => rw [Nat.cast_succ, Nat.cast_succ, map_add, map_one, ih]
theorem natCast_coeff_zero {R : Type u} [Semiring R] (n : Nat) : coeff (n : Polynomial R) 0 = n := by rw [← C_nat]; rfl
example {R : Type u} [CommRing R] (a b : R) : (X + C a) * (X - C a) = X ^ 2 - C a ^ 2 := by grind

/-! ## Degrees -/
section Degree
variable {R : Type u} [Semiring R]
theorem exists_least (p : Polynomial R) : ∃ n, Bdd (n + 1) (coeff p) ∧ ∀ k, Bdd (k + 1) (coeff p) → n ≤ k := by
  obtain ⟨n, hn⟩ := p.finite'
  have h : Bdd (n + 1) (coeff p) := hn.mono (by omega)
  clear hn
  induction n using Nat.strongRecOn with
  | ind n ih =>
    by_cases h' : ∃ m, m < n ∧ Bdd (m + 1) (coeff p)
    · obtain ⟨m, hm, hb⟩ := h'; exact ih m hm hb
    · exact ⟨n, h, fun k hk => Nat.le_of_not_lt fun hlt => h' ⟨k, hlt, hk⟩⟩
/-- The degree as a natural number, 0 for the zero polynomial. -/
def natDegree (p : Polynomial R) : Nat := Classical.choose (exists_least p)
theorem coeff_eq_zero_of_natDegree_lt {p : Polynomial R} {n : Nat} (h : natDegree p < n) : coeff p n = 0 :=
  (Classical.choose_spec (exists_least p)).1 n h
protected theorem bdd (p : Polynomial R) : Bdd (natDegree p + 1) (coeff p) := fun _ h => coeff_eq_zero_of_natDegree_lt (by omega)
theorem natDegree_le_iff_coeff_eq_zero {p : Polynomial R} {n : Nat} : natDegree p ≤ n ↔ ∀ N, n < N → coeff p N = 0 :=
  ⟨fun h N hN => coeff_eq_zero_of_natDegree_lt (by omega), fun h => (Classical.choose_spec (exists_least p)).2 n fun m hm => h m hm⟩
open Classical in
/-- The degree, `⊥` for the zero polynomial. -/
def degree (p : Polynomial R) : WithBot Nat := if p = 0 then Bot.bot else WithBot.some (natDegree p)
/-- The coefficient at the degree. -/
def leadingCoeff (p : Polynomial R) : R := coeff p (natDegree p)
/-- The leading coefficient is 1. -/
def Monic (p : Polynomial R) : Prop := leadingCoeff p = 1
@[grind =] theorem monic_def {p : Polynomial R} : Monic p ↔ leadingCoeff p = 1 := Iff.rfl
theorem Monic.def {p : Polynomial R} : Monic p ↔ leadingCoeff p = 1 := Iff.rfl
theorem coeff_natDegree {p : Polynomial R} : coeff p (natDegree p) = leadingCoeff p := rfl
@[simp] theorem degree_zero : degree (0 : Polynomial R) = Bot.bot := if_pos rfl
theorem degree_eq_natDegree {p : Polynomial R} (h : p ≠ 0) : degree p = WithBot.some (natDegree p) := if_neg h
@[simp] theorem leadingCoeff_eq_zero {p : Polynomial R} : leadingCoeff p = 0 ↔ p = 0 := by
  constructor
  · intro h
    by_cases h0 : natDegree p = 0
    · refine ext fun n => ?_
      cases n with
      | zero => rw [← h0]; exact h
      | succ n => exact coeff_eq_zero_of_natDegree_lt (by omega)
    · exfalso
      have : natDegree p ≤ natDegree p - 1 := natDegree_le_iff_coeff_eq_zero.2 fun N hN => by
        by_cases e : N = natDegree p
        · rw [e]; exact h
        · exact coeff_eq_zero_of_natDegree_lt (by omega)
      omega
  · intro h; rw [leadingCoeff, h]; rfl
@[simp] theorem degree_eq_bot {p : Polynomial R} : degree p = Bot.bot ↔ p = 0 := by
  unfold degree; split
  · simp_all
  · simp_all
theorem natDegree_eq_of_coeff {p : Polynomial R} {n : Nat} (h : coeff p n ≠ 0) (h' : ∀ N, n < N → coeff p N = 0) : natDegree p = n :=
  Nat.le_antisymm (natDegree_le_iff_coeff_eq_zero.2 h') (Nat.le_of_not_lt fun hlt => h (coeff_eq_zero_of_natDegree_lt hlt))
@[simp] theorem natDegree_C (a : R) : natDegree (C a) = 0 :=
  Nat.le_antisymm (natDegree_le_iff_coeff_eq_zero.2 fun N hN => if_neg (by omega)) (Nat.zero_le _)
@[simp] theorem natDegree_zero : natDegree (0 : Polynomial R) = 0 :=
  Nat.le_antisymm (natDegree_le_iff_coeff_eq_zero.2 fun _ _ => rfl) (Nat.zero_le _)
theorem natDegree_X_pow [Nontrivial R] (n : Nat) : natDegree (X ^ n : Polynomial R) = n :=
  natDegree_eq_of_coeff (by rw [coeff_X_pow, if_pos rfl]; exact one_ne_zero) fun N hN => by rw [coeff_X_pow, if_neg (by omega)]
theorem natDegree_X [Nontrivial R] : natDegree (X : Polynomial R) = 1 := by rw [← pow_one X]; exact natDegree_X_pow 1
theorem natDegree_mul [NoZeroDivisors R] {p q : Polynomial R} (hp : p ≠ 0) (hq : q ≠ 0) : natDegree (p * q) = natDegree p + natDegree q :=
  natDegree_eq_of_coeff (by
    rw [coeff_mul_eq, conv_top p.bdd q.bdd]
    intro h
    rcases NoZeroDivisors.eq_zero_or_eq_zero_of_mul_eq_zero h with h | h
    · exact hp (leadingCoeff_eq_zero.1 h)
    · exact hq (leadingCoeff_eq_zero.1 h))
    fun N hN => by
    by_cases h : natDegree p + natDegree q + 1 < N
    · exact p.bdd.conv q.bdd N (by omega)
    · obtain rfl : N = natDegree p + 1 + natDegree q := by omega
      rw [coeff_mul_eq, conv_top (p.bdd.mono (by omega)) q.bdd, coeff_eq_zero_of_natDegree_lt (by omega), zero_mul]
instance [NoZeroDivisors R] : NoZeroDivisors (Polynomial R) := ⟨fun {p q} h => by
  by_cases hp : p = 0
  · exact .inl hp
  by_cases hq : q = 0
  · exact .inr hq
  have h0 : leadingCoeff p * leadingCoeff q = 0 := (conv_top p.bdd q.bdd).symm.trans (congrArg (fun r => coeff r _) h)
  rcases NoZeroDivisors.eq_zero_or_eq_zero_of_mul_eq_zero h0 with h | h
  · exact .inl (leadingCoeff_eq_zero.1 h)
  · exact .inr (leadingCoeff_eq_zero.1 h)⟩
end Degree
end Polynomial
