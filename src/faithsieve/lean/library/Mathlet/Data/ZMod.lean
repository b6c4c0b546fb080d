module
public import Mathlet.Data.Finite
public import Mathlet.Data.Nat.Prime
@[expose] public noncomputable section

/-! # `Fin n` as a ring, and the integers modulo `n` -/

universe u

namespace Fin
/-- Arithmetic modulo `n`. Not an instance: `Fin n` is not used as a ring unless one says so. -/
@[reducible] protected def commRing (n : Nat) [NeZero n] : CommRing (Fin n) where
  add_assoc := Lean.Grind.Semiring.add_assoc
  zero_add a := (Lean.Grind.Semiring.add_comm 0 a).trans (Lean.Grind.Semiring.add_zero a)
  add_zero := Lean.Grind.Semiring.add_zero
  add_comm := Lean.Grind.Semiring.add_comm
  left_distrib := Lean.Grind.Semiring.left_distrib
  right_distrib := Lean.Grind.Semiring.right_distrib
  mul_assoc := Lean.Grind.Semiring.mul_assoc
  one_mul := Lean.Grind.Semiring.one_mul
  mul_one := Lean.Grind.Semiring.mul_one
  zero_mul := Lean.Grind.Semiring.zero_mul
  mul_zero := Lean.Grind.Semiring.mul_zero
  mul_comm := Lean.Grind.CommSemiring.mul_comm
  neg_add_cancel := Lean.Grind.Ring.neg_add_cancel
  sub_eq_add_neg := Lean.Grind.Ring.sub_eq_add_neg
  natCast k := Fin.ofNat n k
  natCast_zero := rfl
  natCast_succ k := by
    apply Fin.ext
    show (k + 1) % n = (k % n + 1 % n) % n
    rw [← Nat.add_mod]
instance addCommGroup (n : Nat) [NeZero n] : AddCommGroup (Fin n) := (Fin.commRing n).toAddCommGroup
theorem sum_univ_succ {M : Type u} [AddCommMonoid M] {n : Nat} (f : Fin (n + 1) → M) :
    Finset.univ.sum f = f 0 + Finset.univ.sum fun i : Fin n => f i.succ := by
  classical
  have e : (Finset.univ : Finset (Fin (n + 1))) = insert 0 (Finset.univ.image Fin.succ) := Finset.ext fun i => by
    simp only [Finset.mem_univ, Finset.mem_insert, Finset.mem_image, true_and, true_iff]
    rcases Fin.eq_zero_or_eq_succ i with h | ⟨j, h⟩
    · exact .inl h
    · exact .inr ⟨j, h.symm⟩
  rw [e, Finset.sum_insert, Finset.sum_image fun _ _ _ _ h => Fin.succ_inj.1 h]
  simp only [Finset.mem_image, Finset.mem_univ, true_and, not_exists]
  exact fun j => Fin.succ_ne_zero j
theorem prod_univ_succ {M : Type u} [CommMonoid M] {n : Nat} (f : Fin (n + 1) → M) :
    Finset.univ.prod f = f 0 * Finset.univ.prod fun i : Fin n => f i.succ := by
  classical
  have e : (Finset.univ : Finset (Fin (n + 1))) = insert 0 (Finset.univ.image Fin.succ) := Finset.ext fun i => by
    simp only [Finset.mem_univ, Finset.mem_insert, Finset.mem_image, true_and, true_iff]
    rcases Fin.eq_zero_or_eq_succ i with h | ⟨j, h⟩
    · exact .inl h
    · exact .inr ⟨j, h.symm⟩
  rw [e, Finset.prod_insert, Finset.prod_image fun _ _ _ _ h => Fin.succ_inj.1 h]
  simp only [Finset.mem_image, Finset.mem_univ, true_and, not_exists]
  exact fun j => Fin.succ_ne_zero j
@[simp] theorem sum_univ_zero {M : Type u} [AddCommMonoid M] (f : Fin 0 → M) : Finset.univ.sum f = 0 := rfl
@[simp] theorem prod_univ_zero {M : Type u} [CommMonoid M] (f : Fin 0 → M) : Finset.univ.prod f = 1 := rfl
theorem sum_univ_one {M : Type u} [AddCommMonoid M] (f : Fin 1 → M) : Finset.univ.sum f = f 0 := by
  rw [sum_univ_succ, sum_univ_zero, add_zero]
@[simp] theorem sum_univ_two {M : Type u} [AddCommMonoid M] (f : Fin 2 → M) : Finset.univ.sum f = f 0 + f 1 := by
  rw [sum_univ_succ, sum_univ_one]; rfl
theorem sum_univ_three {M : Type u} [AddCommMonoid M] (f : Fin 3 → M) : Finset.univ.sum f = f 0 + f 1 + f 2 := by
  rw [sum_univ_succ, sum_univ_two, ← add_assoc]; rfl
@[simp] theorem prod_univ_two {M : Type u} [CommMonoid M] (f : Fin 2 → M) : Finset.univ.prod f = f 0 * f 1 := by
  rw [prod_univ_succ, prod_univ_succ, prod_univ_zero, mul_one]; rfl
end Fin

/-! ## Euclid's algorithm with coefficients -/

namespace Nat
/-- One step: remainders with their coefficients; the first argument bounds the number of steps. -/
protected def xgcdFrom : Nat → Nat → Int → Int → Nat → Int → Int → Nat × Int × Int
  | 0, _, _, _, r', s', t' => (r', s', t')
  | f + 1, r, s, t, r', s', t' => if r = 0 then (r', s', t') else
    Nat.xgcdFrom f (r' % r) (s' - (r' / r : Nat) * s) (t' - (r' / r : Nat) * t) r s t
/-- The coefficients of Bézout's identity. -/
def xgcd (x y : Nat) : Int × Int := (Nat.xgcdFrom (x + 1) x 1 0 y 0 1).2
def gcdA (x y : Nat) : Int := (xgcd x y).1
def gcdB (x y : Nat) : Int := (xgcd x y).2
protected theorem xgcdFrom_spec (x y : Nat) : ∀ (f r : Nat) (s t : Int) (r' : Nat) (s' t' : Int), r < f → (r : Int) = x * s + y * t → (r' : Int) = x * s' + y * t' →
    (Nat.xgcdFrom f r s t r' s' t').1 = Nat.gcd r r' ∧
    ((Nat.xgcdFrom f r s t r' s' t').1 : Int) = x * (Nat.xgcdFrom f r s t r' s' t').2.1 + y * (Nat.xgcdFrom f r s t r' s' t').2.2
  | 0, _, _, _, _, _, _, h, _, _ => by omega
  | f + 1, r, s, t, r', s', t', h, e, e' => by
    rw [Nat.xgcdFrom]
    split
    next h0 => subst h0; exact ⟨(Nat.gcd_zero_left r').symm, e'⟩
    next h0 =>
      have hm := Nat.mod_lt r' (Nat.pos_of_ne_zero h0)
      have key : ((r' % r : Nat) : Int) = x * (s' - (r' / r : Nat) * s) + y * (t' - (r' / r : Nat) * t) := by
        have := congrArg (fun n : Nat => (n : Int)) (Nat.mod_add_div r' r)
        simp only [Int.natCast_add, Int.natCast_mul] at this
        grind
      have ih := Nat.xgcdFrom_spec x y f _ _ _ _ _ _ (by omega) key e
      exact ⟨ih.1.trans (Nat.gcd_rec r r').symm, ih.2⟩
/-- Bézout's identity. -/
theorem gcd_eq_gcd_ab (x y : Nat) : (Nat.gcd x y : Int) = x * gcdA x y + y * gcdB x y := by
  have h := Nat.xgcdFrom_spec x y (x + 1) x 1 0 y 0 1 (by omega) (by simp) (by simp)
  rw [← h.1]; exact h.2
end Nat

/-- The integers modulo `n`. -/
def ZMod : Nat → Type
  | 0 => Int
  | n + 1 => Fin (n + 1)

namespace ZMod
instance decEq : ∀ n : Nat, DecidableEq (ZMod n)
  | 0 => inferInstanceAs (DecidableEq Int)
  | n + 1 => inferInstanceAs (DecidableEq (Fin (n + 1)))
instance commRing : ∀ n : Nat, CommRing (ZMod n)
  | 0 => Int.instCommRing
  | n + 1 => Fin.commRing (n + 1)
instance fintype : ∀ (n : Nat) [NeZero n], Fintype (ZMod n)
  | 0, h => (h.out rfl).elim
  | n + 1, _ => inferInstanceAs (Fintype (Fin (n + 1)))
instance inhabited (n : Nat) : Inhabited (ZMod n) := ⟨0⟩
@[simp] theorem card (n : Nat) [Fintype (ZMod n)] : Fintype.card (ZMod n) = n := by
  cases n with
  | zero => exact (Infinite.not_finite (α := Int) (Finite.of_fintype (ZMod 0))).elim
  | succ n =>
    have : (inferInstance : Fintype (ZMod (n + 1))) = fintype (n + 1) := Subsingleton.elim _ _
    rw [show Fintype.card (ZMod (n + 1)) = @Fintype.card (ZMod (n + 1)) (fintype (n + 1)) by congr]
    exact Fintype.card_fin (n + 1)
/-- The remainder; for `n = 0` the absolute value. -/
def val : {n : Nat} → ZMod n → Nat
  | 0, a => Int.natAbs a
  | _ + 1, a => Fin.val a
theorem val_lt {n : Nat} [h : NeZero n] (a : ZMod n) : val a < n := by
  cases n with
  | zero => exact (h.out rfl).elim
  | succ n => exact Fin.isLt a
theorem val_natCast (n a : Nat) : val (a : ZMod n) = a % n := by
  cases n with
  | zero => exact (Nat.mod_zero a).symm
  | succ n => rfl
theorem val_injective (n : Nat) [h : NeZero n] : Function.Injective (val : ZMod n → Nat) := by
  cases n with
  | zero => exact (h.out rfl).elim
  | succ n => exact fun _ _ e => Fin.ext e
theorem natCast_eq_natCast_iff (a b n : Nat) : (a : ZMod n) = b ↔ Nat.ModEq n a b := by
  cases n with
  | zero =>
    show (a : Int) = b ↔ a % 0 = b % 0
    rw [Nat.mod_zero, Nat.mod_zero]; omega
  | succ n =>
    refine ⟨fun h => ?_, fun h => Fin.ext h⟩
    have := congrArg val h
    rwa [val_natCast, val_natCast] at this
theorem natCast_eq_zero_iff (a n : Nat) : (a : ZMod n) = 0 ↔ n ∣ a := by
  rw [← Nat.cast_zero, natCast_eq_natCast_iff, Nat.modEq_zero_iff_dvd]
@[simp] theorem natCast_self (n : Nat) : (n : ZMod n) = 0 := (natCast_eq_zero_iff n n).2 (Nat.dvd_refl n)
@[simp] theorem natCast_zmod_val {n : Nat} [NeZero n] (a : ZMod n) : (val a : ZMod n) = a :=
  val_injective n (by rw [val_natCast, Nat.mod_eq_of_lt (val_lt a)])
theorem intCast_eq_zero_iff (a : Int) (n : Nat) : (a : ZMod n) = 0 ↔ (n : Int) ∣ a := by
  rcases Int.eq_nat_or_neg a with ⟨k, rfl | rfl⟩
  · rw [Int.cast_natCast, natCast_eq_zero_iff, Int.natCast_dvd_natCast]
  · rw [Int.cast_neg, neg_eq_zero, Int.cast_natCast, natCast_eq_zero_iff, Int.dvd_neg, Int.natCast_dvd_natCast]
theorem intCast_eq_intCast_iff (a b : Int) (n : Nat) : (a : ZMod n) = b ↔ Int.ModEq n a b := by
  rw [← sub_eq_zero, ← Int.cast_sub, intCast_eq_zero_iff, Int.modEq_iff_dvd, ← Int.dvd_neg, Int.neg_sub]
theorem intCast_zmod_eq_zero_iff_dvd (a : Int) (b : Nat) : (a : ZMod b) = 0 ↔ (b : Int) ∣ a := intCast_eq_zero_iff a b
theorem intCast_surjective {n : Nat} : Function.Surjective (fun k : Int => (k : ZMod n)) := fun a => by
  cases n with
  | zero => exact ⟨a, rfl⟩
  | succ n => exact ⟨(val a : Int), (Int.cast_natCast _).trans (natCast_zmod_val a)⟩
instance nontrivial (n : Nat) [h : Fact (1 < n)] : Nontrivial (ZMod n) := ⟨0, 1, fun e => by
  have := h.out
  have e1 : ((0 : Nat) : ZMod n) = ((1 : Nat) : ZMod n) := by rw [Nat.cast_zero, Nat.cast_one]; exact e
  have e2 : 0 % n = 1 % n := (natCast_eq_natCast_iff 0 1 n).1 e1
  rw [Nat.mod_eq_of_lt (by omega), Nat.mod_eq_of_lt (by omega)] at e2
  omega⟩

/-! ## Inverses -/

/-- The inverse, if there is one; else the coefficient that Euclid's algorithm gives. -/
protected def inv : ∀ n : Nat, ZMod n → ZMod n
  | 0, i => Int.sign i
  | n + 1, i => ((Nat.gcdA (val i) (n + 1) : Int) : ZMod (n + 1))
instance (n : Nat) : Inv (ZMod n) := ⟨ZMod.inv n⟩
theorem inv_zero' (n : Nat) : (0 : ZMod n)⁻¹ = 0 := by
  cases n with
  | zero => rfl
  | succ n =>
    show ((Nat.gcdA 0 (n + 1) : Int) : ZMod (n + 1)) = 0
    rw [show Nat.gcdA 0 (n + 1) = 0 from rfl, Int.cast_zero]
theorem mul_inv_eq_gcd {n : Nat} (a : ZMod n) : a * a⁻¹ = Nat.gcd (val a) n := by
  cases n with
  | zero =>
    show @HMul.hMul Int Int Int _ a (Int.sign a) = (Nat.gcd (Int.natAbs a) 0 : Int)
    rw [Nat.gcd_zero_right]; exact Int.mul_sign_self a
  | succ n =>
    show a * ((Nat.gcdA (val a) (n + 1) : Int) : ZMod (n + 1)) = _
    have h := congrArg (fun z : Int => (z : ZMod (n + 1))) (Nat.gcd_eq_gcd_ab (val a) (n + 1))
    simp only [Int.cast_add, Int.cast_mul, Int.cast_natCast, natCast_self, zero_mul, add_zero, natCast_zmod_val] at h
    exact h.symm
theorem coe_mul_inv_eq_one {n : Nat} (x : Nat) (h : Nat.Coprime x n) : (x : ZMod n) * (x : ZMod n)⁻¹ = 1 := by
  have e : Nat.gcd (x % n) n = 1 := by rw [← Nat.gcd_rec, Nat.gcd_comm]; exact h
  rw [mul_inv_eq_gcd, val_natCast, e, Nat.cast_one]
theorem _root_.Nat.Prime.gcd_eq_one_of_val {p : Nat} (hp : p.Prime) {a : ZMod p} (h : a ≠ 0) : Nat.gcd (val a) p = 1 := by
  have : NeZero p := ⟨hp.ne_zero⟩
  rw [Nat.gcd_comm]
  refine hp.coprime_iff_not_dvd.2 fun hd => h ?_
  rw [← natCast_zmod_val a]; exact (natCast_eq_zero_iff _ _).2 hd

section Prime
variable (p : Nat) [hp : Fact p.Prime]
instance neZero_of_prime : NeZero p := ⟨hp.out.ne_zero⟩
instance nontrivial_of_prime : Nontrivial (ZMod p) := @nontrivial p ⟨hp.out.one_lt⟩
protected theorem mul_eq_zero_of_prime {p : Nat} [hp : Fact p.Prime] {a b : ZMod p} (h : a * b = 0) : a = 0 ∨ b = 0 := by
  rw [← natCast_zmod_val a, ← natCast_zmod_val b] at *
  rw [← Nat.cast_mul, natCast_eq_zero_iff, hp.out.dvd_mul] at h
  rw [natCast_eq_zero_iff, natCast_eq_zero_iff]; exact h
instance field : Field (ZMod p) where
  mul_inv_cancel a h := by
    rw [mul_inv_eq_gcd, hp.out.gcd_eq_one_of_val h, Nat.cast_one]
  inv_zero := inv_zero' p
  zpow_zero' a := pow_zero a
  zpow_succ' n a := pow_succ a n
  exists_pair_ne := exists_pair_ne (ZMod p)
end Prime
end ZMod
