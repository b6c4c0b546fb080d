module
public import Mathlet.Algebra.Polynomial.Basic
public import Mathlet.Algebra.AlgHom
@[expose] public noncomputable section

/-! # Polynomials: values, composition, derivatives -/

universe u v w
open Mathlet.Conv

namespace Polynomial
section Semiring
variable {R : Type u} {S : Type v} [Semiring R] [Semiring S]
/-- The value at `x` with the coefficients sent by `f`. -/
@[irreducible] def eval₂ (f : RingHom R S) (x : S) (p : Polynomial R) : S := horner x (natDegree p + 1) fun n => f (coeff p n)
/-- The value at `x`. -/
@[irreducible] def eval (x : R) (p : Polynomial R) : R := eval₂ (RingHom.id R) x p
/-- `x` is a root. -/
def IsRoot (p : Polynomial R) (a : R) : Prop := eval a p = 0
/-- `p` with `q` in place of `X`. -/
def comp (p q : Polynomial R) : Polynomial R := eval₂ C q p
/-- The coefficients sent by a homomorphism. -/
def map (f : RingHom R S) (p : Polynomial R) : Polynomial S := ⟨fun n => f (coeff p n), natDegree p + 1, fun m hm => by
  show f (coeff p m) = 0
  rw [coeff_eq_zero_of_natDegree_lt (by omega), map_zero]⟩
/-- The derivative. -/
def derivative (p : Polynomial R) : Polynomial R := ⟨fun n => coeff p (n + 1) * ((n + 1 : Nat) : R), natDegree p + 1, fun m hm => by
  show coeff p (m + 1) * _ = 0
  rw [coeff_eq_zero_of_natDegree_lt (by omega), zero_mul]⟩
@[simp, grind =] theorem coeff_map (f : RingHom R S) (p : Polynomial R) (n : Nat) : coeff (map f p) n = f (coeff p n) := rfl
theorem coeff_derivative (p : Polynomial R) (n : Nat) : coeff (derivative p) n = coeff p (n + 1) * (n + 1) := by
  rw [← Nat.cast_succ]; rfl
@[grind =] theorem IsRoot.def {p : Polynomial R} {a : R} : IsRoot p a ↔ eval a p = 0 := Iff.rfl

theorem eval₂_eq (f : RingHom R S) (x : S) (p : Polynomial R) {n : Nat} (h : natDegree p < n) :
    eval₂ f x p = horner x n fun k => f (coeff p k) := by
  unfold eval₂
  refine (horner_of_bdd x (fun m hm => ?_) h).symm
  show f (coeff p m) = 0
  rw [coeff_eq_zero_of_natDegree_lt (by omega), map_zero]
theorem eval₂_bdd (f : RingHom R S) (x : S) (p : Polynomial R) {n : Nat} (h : Bdd n (coeff p)) :
    eval₂ f x p = horner x n fun k => f (coeff p k) := by
  rw [eval₂_eq f x p (n := natDegree p + n + 1) (by omega)]
  exact horner_of_bdd x (fun m hm => by show f (coeff p m) = 0; rw [h m hm, map_zero]) (by omega)
@[simp] theorem eval₂_add (f : RingHom R S) (x : S) (p q : Polynomial R) : eval₂ f x (p + q) = eval₂ f x p + eval₂ f x q := by
  have hp := p.bdd.mono (k := natDegree p + natDegree q + 1) (by omega)
  have hq := q.bdd.mono (k := natDegree p + natDegree q + 1) (by omega)
  rw [eval₂_bdd f x p hp, eval₂_bdd f x q hq, ← horner_add,
    eval₂_bdd f x (p + q) (fun m hm => by rw [coeff_add, hp m hm, hq m hm, add_zero])]
  simp only [coeff_add, map_add]
@[simp] theorem eval₂_C (f : RingHom R S) (x : S) (a : R) : eval₂ f x (C a) = f a := by
  rw [eval₂_bdd f x (C a) (n := 1) (fun m hm => if_neg (by omega)), horner_succ]
  show f a + 0 * x = f a
  rw [zero_mul, add_zero]
@[simp] theorem eval₂_X (f : RingHom R S) (x : S) : eval₂ f x X = x := by
  rw [eval₂_bdd f x X (n := 2) (fun m hm => if_neg (by omega)), horner_succ, horner_succ]
  show f (if (0 : Nat) = 1 then 1 else 0) + (f (if (0 + 1 : Nat) = 1 then 1 else 0) + 0 * x) * x = x
  rw [if_neg (by omega), if_pos rfl, map_zero, map_one, zero_mul, add_zero, one_mul, zero_add]
@[simp] theorem eval₂_zero (f : RingHom R S) (x : S) : eval₂ f x 0 = 0 := by
  rw [← map_zero (C : RingHom R _), eval₂_C, map_zero]
@[simp] theorem eval₂_one (f : RingHom R S) (x : S) : eval₂ f x 1 = 1 := by
  rw [← map_one (C : RingHom R _), eval₂_C, map_one]
theorem eval_eq_eval₂ (x : R) (p : Polynomial R) : eval x p = eval₂ (RingHom.id R) x p := by unfold eval; rfl
@[simp, grind =] theorem eval_add (x : R) (p q : Polynomial R) : eval x (p + q) = eval x p + eval x q := by simp [eval_eq_eval₂]
@[simp, grind =] theorem eval_C (x a : R) : eval x (C a) = a := by rw [eval_eq_eval₂, eval₂_C]; rfl
@[simp, grind =] theorem eval_X (x : R) : eval x X = x := by rw [eval_eq_eval₂, eval₂_X]
@[simp, grind =] theorem eval_zero (x : R) : eval x 0 = 0 := by rw [eval_eq_eval₂, eval₂_zero]
@[simp, grind =] theorem eval_one (x : R) : eval x 1 = 1 := by rw [eval_eq_eval₂, eval₂_one]
@[simp, grind =] theorem eval_natCast (x : R) (n : Nat) : eval x (n : Polynomial R) = n := by rw [← C_nat, eval_C]
@[grind =] theorem eval_ofNat' (x : R) (n : Nat) [n.AtLeastTwo] : eval x (OfNat.ofNat n : Polynomial R) = OfNat.ofNat n := eval_natCast x _
@[simp] theorem eval_ofNat (x : R) (n : Nat) [n.AtLeastTwo] : eval x (no_index (OfNat.ofNat n) : Polynomial R) = OfNat.ofNat n := eval_natCast x _
end Semiring

section CommSemiring
variable {R : Type u} {S : Type v} [CommSemiring R] [CommSemiring S]
@[simp] theorem eval₂_mul (f : RingHom R S) (x : S) (p q : Polynomial R) : eval₂ f x (p * q) = eval₂ f x p * eval₂ f x q := by
  have hp := p.bdd
  have hq := q.bdd
  rw [eval₂_bdd f x p hp, eval₂_bdd f x q hq, eval₂_bdd f x (p * q) (hp.conv hq), ← horner_conv]
  · congr 1
    funext n
    rw [coeff_mul_eq]
    generalize coeff p = g
    induction n generalizing g with
    | zero => exact map_mul f _ _
    | succ n ih => rw [conv_succ, conv_succ, map_add, map_mul, ih]; rfl
  · exact fun k => mul_comm _ _
  · exact fun m hm => by show f (coeff p m) = 0; rw [hp m hm, map_zero]
  · exact fun m hm => by show f (coeff q m) = 0; rw [hq m hm, map_zero]
/-- The value at `x` is a homomorphism. -/
def eval₂RingHom (f : RingHom R S) (x : S) : RingHom (Polynomial R) S where
  toFun := eval₂ f x
  map_one' := eval₂_one f x
  map_mul' := eval₂_mul f x
  map_zero' := eval₂_zero f x
  map_add' := eval₂_add f x
@[simp, grind =] theorem eval_mul (x : R) (p q : Polynomial R) : eval x (p * q) = eval x p * eval x q := by simp [eval_eq_eval₂]
@[simp, grind =] theorem eval_pow (x : R) (p : Polynomial R) (n : Nat) : eval x (p ^ n) = eval x p ^ n := by
  induction n with
  | zero => rw [pow_zero, pow_zero, eval_one]
  | succ n ih => rw [pow_succ, pow_succ, eval_mul, ih]
@[simp, grind =] theorem eval_smul (x a : R) (p : Polynomial R) : eval x (a • p) = a * eval x p := by rw [smul_eq_C_mul, eval_mul, eval_C]
end CommSemiring
section Ring
variable {R : Type u} [Ring R]
@[simp, grind =] theorem eval_neg (x : R) (p : Polynomial R) : eval x (-p) = -eval x p :=
  (neg_eq_of_add_eq_zero_right (by rw [← eval_add, add_neg_cancel, eval_zero])).symm
@[simp, grind =] theorem eval_sub (x : R) (p q : Polynomial R) : eval x (p - q) = eval x p - eval x q := by
  rw [sub_eq_add_neg, eval_add, eval_neg, sub_eq_add_neg]
@[simp, grind =] theorem derivative_add (p q : Polynomial R) : derivative (p + q) = derivative p + derivative q :=
  ext fun _ => add_mul _ _ _
end Ring
@[simp] theorem eval_comp {R : Type u} [CommSemiring R] (x : R) (p q : Polynomial R) : eval x (comp p q) = eval (eval x q) p := by
  rw [comp, eval₂_eq C q p (n := natDegree p + 1) (by omega), eval_eq_eval₂ (eval x q),
    eval₂_eq (RingHom.id R) (eval x q) p (n := natDegree p + 1) (by omega)]
  generalize natDegree p + 1 = n
  generalize coeff p = g
  induction n generalizing g with
  | zero => exact eval_zero x
  | succ n ih => rw [horner_succ, horner_succ, eval_add, eval_mul, eval_C]; exact congrArg (fun t => g 0 + t * _) (ih (shift g))

section Algebra
variable {R : Type u} {A : Type v} [CommSemiring R]
instance algebraOfAlgebra [Semiring A] [Algebra R A] : Algebra R (Polynomial A) where
  algebraMap := C.comp (algebraMap R A)
  commutes' r p := ext fun n => by
    show coeff (C (algebraMap R A r) * p) n = conv (coeff p) (single 0 (algebraMap R A r)) n
    rw [coeff_C_mul]
    generalize coeff p = g
    induction n generalizing g with
    | zero => exact Algebra.commutes r _
    | succ n ih => rw [conv_succ, ← ih, single, if_neg (by omega), mul_zero, zero_add]; rfl
  smul_def' r p := ext fun n => (Algebra.smul_def r _).trans (coeff_C_mul _ p n).symm
/-- The value at an element of an algebra. -/
def aeval [Semiring A] [Algebra R A] (x : A) : AlgHom R (Polynomial R) A where
  toFun := eval₂ (algebraMap R A) x
  map_one' := eval₂_one _ x
  map_zero' := eval₂_zero _ x
  map_add' := eval₂_add _ x
  map_mul' p q := by
    have hp := p.bdd
    have hq := q.bdd
    rw [eval₂_bdd _ x p hp, eval₂_bdd _ x q hq, eval₂_bdd _ x (p * q) (hp.conv hq)]
    have e : (fun k => algebraMap R A (coeff (p * q) k)) =
        conv (fun k => algebraMap R A (coeff p k)) (fun k => algebraMap R A (coeff q k)) := funext fun n => by
      rw [coeff_mul_eq]
      generalize coeff p = g
      induction n generalizing g with
      | zero => exact map_mul _ _ _
      | succ n ih => rw [conv_succ, conv_succ, map_add, map_mul, ih]; rfl
    rw [e]
    have hf : Bdd (natDegree p + 1) fun k => algebraMap R A (coeff p k) := fun m hm => by
      show algebraMap R A (coeff p m) = 0; rw [hp m hm, map_zero]
    have hg : Bdd (natDegree q + 1) fun k => algebraMap R A (coeff q k) := fun m hm => by
      show algebraMap R A (coeff q m) = 0; rw [hq m hm, map_zero]
    have commX : ∀ (n : Nat), x * horner x n (fun k => algebraMap R A (coeff q k)) = horner x n (fun k => algebraMap R A (coeff q k)) * x := by
      intro n
      generalize coeff q = g
      induction n generalizing g with
      | zero => show x * 0 = 0 * x; rw [mul_zero, zero_mul]
      | succ n ih =>
        rw [horner_succ, mul_add, add_mul, ← mul_assoc]
        congr 1
        · exact (Algebra.commutes _ x).symm
        · have := ih (shift g)
          rw [show shift (fun k => algebraMap R A (g k)) = fun k => algebraMap R A (shift g k) from rfl, this]
    exact horner_conv x commX hf hg
  commutes' r := eval₂_C _ x r
@[simp] theorem aeval_X [Semiring A] [Algebra R A] (x : A) : aeval (R := R) x X = x := eval₂_X _ x
@[simp] theorem aeval_C [Semiring A] [Algebra R A] (x : A) (r : R) : aeval x (C r) = algebraMap R A r := eval₂_C _ x r
theorem aeval_def [Semiring A] [Algebra R A] (x : A) (p : Polynomial R) : aeval x p = eval₂ (algebraMap R A) x p := rfl
theorem coe_aeval_eq_eval (r : R) (p : Polynomial R) : aeval r p = eval r p := (eval_eq_eval₂ r p).symm
end Algebra
end Polynomial
