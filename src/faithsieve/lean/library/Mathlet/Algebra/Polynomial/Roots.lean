module
public import Mathlet.Algebra.Polynomial.Eval
public import Mathlet.Data.Fintype
public import Mathlet.Algebra.BigOperators
@[expose] public noncomputable section

/-! # Roots of polynomials; power series -/

universe u v w
open Mathlet.Conv

namespace Polynomial
open Classical in
/-- The places of the coefficients that are not 0. -/
def support {R : Type u} [Semiring R] (p : Polynomial R) : Finset Nat := (Finset.range (natDegree p + 1)).filter fun n => coeff p n ≠ 0
@[simp, grind =] theorem mem_support_iff {R : Type u} [Semiring R] {p : Polynomial R} {n : Nat} : n ∈ support p ↔ coeff p n ≠ 0 := by
  classical
  rw [support, Finset.mem_filter, Finset.mem_range]
  exact ⟨fun h => h.2, fun h => ⟨Nat.lt_of_not_le fun hle => h (coeff_eq_zero_of_natDegree_lt (by omega)), h⟩⟩
/-- Everything but the constant, divided by `X`. -/
def divX {R : Type u} [Semiring R] (p : Polynomial R) : Polynomial R := ⟨shift (coeff p), by obtain ⟨n, h⟩ := p.finite'; exact ⟨n, fun m hm => h (m + 1) (by omega)⟩⟩
theorem X_mul_divX_add {R : Type u} [Semiring R] (p : Polynomial R) : X * divX p + C (coeff p 0) = p := ext fun n => by
  cases n with
  | zero => rw [coeff_add, coeff_X_mul_zero, zero_add]; rfl
  | succ n => rw [coeff_add, coeff_X_mul, coeff_C, if_neg (by omega), add_zero]; rfl
section CommRing
variable {R : Type u} [CommRing R]
protected theorem divide (a : R) (n : Nat) (p : Polynomial R) (h : Bdd n (coeff p)) : ∃ q, p = (X - C a) * q + C (eval a p) := by
  induction n generalizing p with
  | zero =>
    have : p = 0 := ext fun k => h k (Nat.zero_le k)
    exact ⟨0, by rw [this, eval_zero, map_zero, mul_zero, add_zero]⟩
  | succ n ih =>
    obtain ⟨q, hq⟩ := ih (divX p) (fun m hm => h (m + 1) (by omega))
    have hp := X_mul_divX_add p
    have he : eval a p = a * eval a (divX p) + coeff p 0 := by
      have := congrArg (eval a) hp
      rw [eval_add, eval_mul, eval_X, eval_C] at this; exact this.symm
    refine ⟨X * q + C (eval a (divX p)), ?_⟩
    rw [he, map_add, map_mul]
    generalize C (eval a (divX p)) = e at *
    generalize C (coeff p 0) = c at *
    generalize divX p = d at *
    grind
theorem dvd_iff_isRoot {p : Polynomial R} {a : R} : (∃ q, p = (X - C a) * q) ↔ IsRoot p a := by
  constructor
  · rintro ⟨q, rfl⟩; rw [IsRoot.def, eval_mul, eval_sub, eval_X, eval_C, sub_self, zero_mul]
  · intro h
    obtain ⟨q, hq⟩ := Polynomial.divide a _ p p.bdd
    exact ⟨q, by rw [show eval a p = 0 from h, map_zero, add_zero] at hq; exact hq⟩
theorem natDegree_X_sub_C [Nontrivial R] (a : R) : natDegree (X - C a) = 1 :=
  natDegree_eq_of_coeff (by rw [coeff_sub, coeff_X, coeff_C, if_pos rfl, if_neg (by omega), sub_zero]; exact one_ne_zero) fun N hN => by
    rw [coeff_sub, coeff_X, coeff_C, if_neg (by omega), if_neg (by omega), sub_zero]
variable [IsDomain R]
instance (priority := 50) _root_.IsDomain.to_noZeroDivisors : NoZeroDivisors R := ⟨fun {a b} h => by
  by_cases ha : a = 0
  · exact .inl ha
  · exact .inr (IsCancelMulZero.mul_left_cancel_of_ne_zero ha (by rw [h, mul_zero]))⟩
theorem exists_roots (p : Polynomial R) (h : p ≠ 0) : ∃ l : List R, ∃ q : Polynomial R,
    p = (l.map fun a => X - C a).foldr (· * ·) 1 * q ∧ ∀ a, eval a q ≠ 0 := by
  generalize hn : natDegree p = n
  induction n using Nat.strongRecOn generalizing p with
  | ind n ih =>
    by_cases hr : ∃ a, IsRoot p a
    · obtain ⟨a, ha⟩ := hr
      obtain ⟨q, rfl⟩ := dvd_iff_isRoot.2 ha
      have hq : q ≠ 0 := fun h0 => h (by rw [h0, mul_zero])
      have hx : (X - C a : Polynomial R) ≠ 0 := fun h0 => h (by rw [h0, zero_mul])
      have hd := natDegree_mul hx hq
      rw [natDegree_X_sub_C] at hd
      obtain ⟨l, r, e, hr⟩ := ih (natDegree q) (by omega) q hq rfl
      exact ⟨a :: l, r, by rw [List.map_cons, List.foldr_cons, mul_assoc, ← e], hr⟩
    · exact ⟨[], p, by rw [List.map_nil, List.foldr_nil, one_mul], fun a ha => hr ⟨a, ha⟩⟩
open Classical in
/-- The roots, each as often as it divides; none for the zero polynomial. -/
def roots (p : Polynomial R) : Multiset R := if h : p = 0 then 0 else ((Classical.choose (exists_roots p h) : List R) : Multiset R)
protected theorem evalFoldr (l : List R) (a : R) : eval a ((l.map fun b => X - C b).foldr (· * ·) 1) = 0 ↔ a ∈ l := by
  induction l with
  | nil => rw [List.map_nil, List.foldr_nil, eval_one]; exact ⟨fun h => (one_ne_zero h).elim, fun h => by cases h⟩
  | cons b l ih =>
    rw [List.map_cons, List.foldr_cons, eval_mul, eval_sub, eval_X, eval_C, List.mem_cons]
    constructor
    · intro h
      rcases NoZeroDivisors.eq_zero_or_eq_zero_of_mul_eq_zero h with h | h
      · exact .inl (sub_eq_zero.1 h)
      · exact .inr (ih.1 h)
    · rintro (h | h)
      · rw [h, sub_self, zero_mul]
      · rw [ih.2 h, mul_zero]
theorem mem_roots {p : Polynomial R} (hp : p ≠ 0) {a : R} : a ∈ p.roots ↔ IsRoot p a := by
  obtain ⟨q, e, hq⟩ := Classical.choose_spec (exists_roots p hp)
  rw [roots, dif_neg hp, IsRoot.def]
  conv => rhs; rw [e]
  rw [eval_mul]
  refine Iff.trans (Polynomial.evalFoldr _ a).symm ⟨fun h => by rw [h, zero_mul], fun h => ?_⟩
  exact (NoZeroDivisors.eq_zero_or_eq_zero_of_mul_eq_zero h).elim (fun h => h) fun h => (hq a h).elim
@[simp] theorem roots_zero : (0 : Polynomial R).roots = 0 := dif_pos rfl
end CommRing
/-- The roots in an algebra. -/
def aroots {T : Type u} [CommRing T] (p : Polynomial T) (S : Type v) [CommRing S] [IsDomain S] [Algebra T S] : Multiset S := (map (algebraMap T S) p).roots
/-- The roots in an algebra, as a set. -/
def rootSet {T : Type u} [CommRing T] (p : Polynomial T) (S : Type v) [CommRing S] [IsDomain S] [Algebra T S] : Set S := setOf fun x => x ∈ p.aroots S
open Classical in
instance rootSetFintype {T : Type u} [CommRing T] (p : Polynomial T) (S : Type v) [CommRing S] [IsDomain S] [Algebra T S] : Fintype (p.rootSet S) :=
  Fintype.subtype (p.aroots S).toFinset fun _ => Multiset.mem_toFinset
end Polynomial

/-! ## Power series -/
/-- Sequences of coefficients, multiplied as series. -/
def PowerSeries (R : Type u) : Type u := Nat → R
namespace PowerSeries
variable {R : Type u}
/-- A coefficient. -/
def coeff (n : Nat) (f : PowerSeries R) : R := f n
/-- A series by its coefficients. -/
def mk (f : Nat → R) : PowerSeries R := f
@[ext] theorem ext {f g : PowerSeries R} (h : ∀ n, coeff n f = coeff n g) : f = g := funext h
@[simp, grind =] theorem coeff_mk (n : Nat) (f : Nat → R) : coeff n (mk f) = f n := rfl
instance instSemiring [Semiring R] : Semiring (PowerSeries R) where
  add f g := fun n => coeff n f + coeff n g
  zero := fun _ => 0
  mul f g := conv f g
  one := single 0 1
  add_assoc _ _ _ := ext fun _ => add_assoc _ _ _
  add_comm _ _ := ext fun _ => add_comm _ _
  zero_add _ := ext fun _ => zero_add _
  add_zero _ := ext fun _ => add_zero _
  mul_assoc _ _ _ := ext fun _ => conv_assoc _ _ _ _
  one_mul p := ext fun n => (single_conv 1 p n).trans (one_mul _)
  mul_one _ := ext fun _ => conv_one _ _
  left_distrib _ _ _ := ext fun _ => conv_add _ _ _ _
  right_distrib _ _ _ := ext fun _ => add_conv _ _ _ _
  zero_mul _ := ext fun _ => zero_conv _ _
  mul_zero _ := ext fun _ => conv_zero _ _
instance instCommSemiring [CommSemiring R] : CommSemiring (PowerSeries R) where
  mul_comm _ _ := ext fun _ => conv_comm _ _ _
instance instRing [Ring R] : Ring (PowerSeries R) where
  neg f := fun n => -coeff n f
  neg_add_cancel _ := ext fun _ => neg_add_cancel _
instance instCommRing [CommRing R] : CommRing (PowerSeries R) where
  mul_comm _ _ := ext fun _ => conv_comm _ _ _
/-- The letter. -/
def X [Semiring R] : PowerSeries R := single 1 1
theorem coeff_X [Semiring R] (n : Nat) : coeff n (X : PowerSeries R) = if n = 1 then 1 else 0 := rfl
end PowerSeries
