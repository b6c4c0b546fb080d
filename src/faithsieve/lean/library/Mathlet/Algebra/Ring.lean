module
public import Mathlet.Algebra.Group
@[expose] public noncomputable section

/-!
# Rings and fields

Every class gives `grind` the structure of the same name (`Lean.Grind.CommRing`, `Lean.Grind.Field`, …), made of the
very operations of the class, so ring identities and field identities are `grind`'s business on every instance.
-/

universe u v

/-! ## Classes -/

/-- Zero swallows products. -/
class MulZeroClass (M : Type u) extends Mul M, Zero M where
  protected zero_mul : ∀ a : M, 0 * a = 0
  protected mul_zero : ∀ a : M, a * 0 = 0
/-- A monoid with a zero. -/
class MonoidWithZero (M : Type u) extends Monoid M, MulZeroClass M
/-- A commutative monoid with a zero. -/
class CommMonoidWithZero (M : Type u) extends CommMonoid M, MonoidWithZero M
/-- A monoid with a zero in which everything else has an inverse. -/
class GroupWithZero (G : Type u) extends MonoidWithZero G, DivInvMonoid G, Nontrivial G where
  protected inv_zero : (0 : G)⁻¹ = 0
  protected mul_inv_cancel : ∀ a : G, a ≠ 0 → a * a⁻¹ = 1
/-- A commutative one. -/
class CommGroupWithZero (G : Type u) extends CommMonoidWithZero G, GroupWithZero G

/-- `1 + 1 + … + 1`. -/
protected def Nat.unaryCast {R : Type u} [One R] [Zero R] [Add R] : Nat → R
  | 0 => 0
  | n + 1 => Nat.unaryCast n + 1
/-- An additive monoid with a one, and so with the natural numbers. -/
class AddMonoidWithOne (R : Type u) extends NatCast R, AddMonoid R, One R where
  natCast := Nat.unaryCast
  protected natCast_zero : NatCast.natCast 0 = (0 : R) := by intros; rfl
  protected natCast_succ : ∀ n, NatCast.natCast (n + 1) = (NatCast.natCast n : R) + 1 := by intros; rfl
class AddCommMonoidWithOne (R : Type u) extends AddMonoidWithOne R, AddCommMonoid R
/-- The integers from the naturals. -/
protected def Int.castDef {R : Type u} [NatCast R] [Neg R] : Int → R
  | .ofNat n => NatCast.natCast n
  | .negSucc n => -NatCast.natCast (n + 1)
/-- An additive group with a one, and so with the integers. -/
class AddGroupWithOne (R : Type u) extends IntCast R, AddMonoidWithOne R, AddGroup R where
  intCast := Int.castDef
  protected intCast_ofNat : ∀ n : Nat, IntCast.intCast (n : Int) = (NatCast.natCast n : R) := by intros; rfl
  protected intCast_negSucc : ∀ n : Nat, IntCast.intCast (Int.negSucc n) = (-NatCast.natCast (n + 1) : R) := by intros; rfl

/-- Multiplication distributes over addition. -/
class Distrib (R : Type u) extends Mul R, Add R where
  protected left_distrib : ∀ a b c : R, a * (b + c) = a * b + a * c
  protected right_distrib : ∀ a b c : R, (a + b) * c = a * c + b * c
/-- A ring without subtraction. -/
class Semiring (R : Type u) extends AddCommMonoid R, Distrib R, MonoidWithZero R, AddCommMonoidWithOne R
/-- A commutative semiring. -/
class CommSemiring (R : Type u) extends Semiring R, CommMonoid R
/-- A ring with 1, not necessarily commutative. -/
class Ring (R : Type u) extends Semiring R, AddCommGroup R, AddGroupWithOne R
/-- A commutative ring with 1. -/
class CommRing (R : Type u) extends Ring R, CommMonoid R

/-- What rationals go into. -/
class RatCast (K : Type u) where
  ratCast : Rat → K
/-- The rational number in another field. -/
@[coe, match_pattern] protected def Rat.cast {K : Type u} [RatCast K] : Rat → K := RatCast.ratCast
instance {K : Type u} [RatCast K] : CoeTail Rat K := ⟨Rat.cast⟩
instance {K : Type u} [RatCast K] : CoeHTCT Rat K := ⟨Rat.cast⟩
instance : RatCast Rat := ⟨fun q => q⟩
/-- Numerator by denominator. -/
protected def Rat.castRec {K : Type u} [NatCast K] [IntCast K] [Div K] (q : Rat) : K :=
  IntCast.intCast q.num / NatCast.natCast q.den

/-- A ring in which every element but 0 has an inverse. -/
class DivisionRing (K : Type u) extends Ring K, DivInvMonoid K, Nontrivial K, RatCast K where
  protected mul_inv_cancel : ∀ a : K, a ≠ 0 → a * a⁻¹ = 1
  protected inv_zero : (0 : K)⁻¹ = 0
  ratCast := Rat.castRec
  protected ratCast_def : ∀ q : Rat, RatCast.ratCast q = (IntCast.intCast q.num / NatCast.natCast q.den : K) := by
    intros; rfl
/-- A commutative semiring in which every element but 0 has an inverse. -/
class Semifield (K : Type u) extends CommSemiring K, CommGroupWithZero K
/-- A commutative ring in which every element but 0 has an inverse. -/
class Field (K : Type u) extends CommRing K, DivisionRing K

/-- A product is 0 only if a factor is. -/
class NoZeroDivisors (M : Type u) [Mul M] [Zero M] : Prop where
  eq_zero_or_eq_zero_of_mul_eq_zero : ∀ {a b : M}, a * b = 0 → a = 0 ∨ b = 0
/-- Everything but 0 can be cancelled. -/
class IsCancelMulZero (M : Type u) [Mul M] [Zero M] : Prop where
  protected mul_left_cancel_of_ne_zero : ∀ {a b c : M}, a ≠ 0 → a * b = a * c → b = c
  protected mul_right_cancel_of_ne_zero : ∀ {a b c : M}, b ≠ 0 → a * b = c * b → a = c
/-- A nontrivial ring in which everything but 0 can be cancelled. -/
class IsDomain (R : Type u) [Semiring R] : Prop extends IsCancelMulZero R, Nontrivial R

/-! ## Instances between them -/

instance (priority := 100) CommRing.toCommSemiring {R : Type u} [s : CommRing R] : CommSemiring R where
  mul_comm := s.mul_comm
instance (priority := 100) CommSemiring.toCommMonoidWithZero {R : Type u} [s : CommSemiring R] : CommMonoidWithZero R where
  mul_comm := s.mul_comm
  zero_mul := s.zero_mul
  mul_zero := s.mul_zero

/-! ## Numerals -/

/-- `n` is at least two, and so its own numeral. -/
class Nat.AtLeastTwo (n : Nat) : Prop where
  prop : 2 ≤ n
instance instNatAtLeastTwo {n : Nat} : Nat.AtLeastTwo (n + 2) := ⟨Nat.le_add_left 2 n⟩
/-- Numerals from 2 on are casts; 0 and 1 have classes of their own. -/
instance (priority := 900) instOfNatAtLeastTwo {R : Type u} {n : Nat} [NatCast R] [Nat.AtLeastTwo n] : OfNat R n :=
  ⟨Nat.cast (OfNat.ofNat n)⟩
@[simp, norm_cast] theorem Nat.cast_ofNat {R : Type u} {n : Nat} [NatCast R] [Nat.AtLeastTwo n] :
    ((no_index (OfNat.ofNat n) : Nat) : R) = OfNat.ofNat n := rfl

section Semiring
variable {R : Type u}

@[simp] theorem zero_mul [MulZeroClass R] (a : R) : 0 * a = 0 := MulZeroClass.zero_mul a
@[simp] theorem mul_zero [MulZeroClass R] (a : R) : a * 0 = 0 := MulZeroClass.mul_zero a
theorem mul_add [Distrib R] (a b c : R) : a * (b + c) = a * b + a * c := Distrib.left_distrib a b c
theorem add_mul [Distrib R] (a b c : R) : (a + b) * c = a * c + b * c := Distrib.right_distrib a b c
theorem left_distrib [Distrib R] (a b c : R) : a * (b + c) = a * b + a * c := mul_add a b c
theorem right_distrib [Distrib R] (a b c : R) : (a + b) * c = a * c + b * c := add_mul a b c
@[simp, norm_cast] theorem Nat.cast_zero [AddMonoidWithOne R] : ((0 : Nat) : R) = 0 := AddMonoidWithOne.natCast_zero
@[norm_cast] theorem Nat.cast_succ [AddMonoidWithOne R] (n : Nat) : ((n + 1 : Nat) : R) = n + 1 := AddMonoidWithOne.natCast_succ n
theorem Nat.cast_add_one [AddMonoidWithOne R] (n : Nat) : ((n + 1 : Nat) : R) = n + 1 := Nat.cast_succ n
@[simp, norm_cast] theorem Nat.cast_one [AddMonoidWithOne R] : ((1 : Nat) : R) = 1 :=
  (Nat.cast_succ 0).trans (by rw [Nat.cast_zero, zero_add])
@[simp, norm_cast] theorem Nat.cast_add [AddMonoidWithOne R] (m n : Nat) : ((m + n : Nat) : R) = m + n := by
  induction n with
  | zero => rw [Nat.add_zero, Nat.cast_zero, add_zero]
  | succ n ih => rw [← Nat.add_assoc, Nat.cast_succ, ih, Nat.cast_succ, add_assoc]
@[simp, norm_cast] theorem Nat.cast_mul [Semiring R] (m n : Nat) : ((m * n : Nat) : R) = m * n := by
  induction n with
  | zero => rw [Nat.mul_zero, Nat.cast_zero, mul_zero]
  | succ n ih => rw [Nat.mul_succ, Nat.cast_add, ih, Nat.cast_succ, mul_add, mul_one]
@[simp, norm_cast] theorem Nat.cast_pow [Semiring R] (m n : Nat) : ((m ^ n : Nat) : R) = (m : R) ^ n := by
  induction n with
  | zero => rw [Nat.pow_zero, Nat.cast_one, pow_zero]
  | succ n ih => rw [Nat.pow_succ, Nat.cast_mul, ih, pow_succ]
theorem nsmul_eq_mul [Semiring R] (n : Nat) (a : R) : n • a = n * a := by
  induction n with
  | zero => rw [zero_nsmul, Nat.cast_zero, zero_mul]
  | succ n ih => rw [succ_nsmul, ih, Nat.cast_succ, add_mul, one_mul]
theorem one_add_one_eq_two [AddMonoidWithOne R] : 1 + 1 = (2 : R) := by
  have := Nat.cast_add (R := R) 1 1
  rw [Nat.cast_one] at this
  exact this.symm
theorem two_mul [Semiring R] (a : R) : 2 * a = a + a := by rw [← one_add_one_eq_two, add_mul, one_mul]
theorem mul_two [Semiring R] (a : R) : a * 2 = a + a := by rw [← one_add_one_eq_two, mul_add, mul_one]
@[simp] theorem zero_pow [MonoidWithZero R] {n : Nat} (h : n ≠ 0) : (0 : R) ^ n = 0 := by
  obtain ⟨m, rfl⟩ : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩
  rw [pow_succ, mul_zero]
end Semiring

instance (priority := 100) Semiring.toGrindSemiring {R : Type u} [s : Semiring R] : Lean.Grind.Semiring R where
  natCast := inferInstance
  ofNat n := match n with
    | 0 => inferInstance
    | 1 => inferInstance
    | _ + 2 => inferInstance
  nsmul := inferInstance
  npow := inferInstance
  add_zero := add_zero
  add_comm := add_comm
  add_assoc := add_assoc
  mul_assoc := mul_assoc
  mul_one := mul_one
  one_mul := one_mul
  left_distrib := left_distrib
  right_distrib := right_distrib
  zero_mul := zero_mul
  mul_zero := mul_zero
  pow_zero := pow_zero
  pow_succ := pow_succ
  ofNat_succ n := match n with
    | 0 => (zero_add (1 : R)).symm
    | 1 => (Nat.cast_succ (R := R) 1).trans (by rw [Nat.cast_one])
    | n + 2 => Nat.cast_succ (R := R) (n + 2)
  ofNat_eq_natCast n := match n with
    | 0 => Nat.cast_zero.symm
    | 1 => Nat.cast_one.symm
    | _ + 2 => rfl
  nsmul_eq_natCast_mul := nsmul_eq_mul
instance (priority := 100) CommSemiring.toGrindCommSemiring {R : Type u} [s : CommSemiring R] :
    Lean.Grind.CommSemiring R :=
  { Semiring.toGrindSemiring (s := s.toSemiring) with mul_comm := mul_comm }

section Ring
variable {R : Type u}
@[simp, norm_cast] theorem Int.cast_natCast [AddGroupWithOne R] (n : Nat) : ((n : Int) : R) = n := AddGroupWithOne.intCast_ofNat n
@[simp] theorem Int.cast_negSucc [AddGroupWithOne R] (n : Nat) : ((Int.negSucc n : Int) : R) = -((n + 1 : Nat) : R) :=
  AddGroupWithOne.intCast_negSucc n
@[simp, norm_cast] theorem Int.cast_zero [AddGroupWithOne R] : ((0 : Int) : R) = 0 := (Int.cast_natCast 0).trans Nat.cast_zero
@[simp, norm_cast] theorem Int.cast_one [AddGroupWithOne R] : ((1 : Int) : R) = 1 := (Int.cast_natCast 1).trans Nat.cast_one
@[simp, norm_cast] theorem Int.cast_ofNat [AddGroupWithOne R] (n : Nat) [Nat.AtLeastTwo n] :
    ((no_index (OfNat.ofNat n) : Int) : R) = OfNat.ofNat n := Int.cast_natCast (OfNat.ofNat n)
@[simp, norm_cast] theorem Int.cast_neg [AddGroupWithOne R] (n : Int) : ((-n : Int) : R) = -n := by
  match n with
  | .ofNat 0 => show ((0 : Int) : R) = -((0 : Int) : R); rw [Int.cast_zero, neg_zero]
  | .ofNat (n + 1) => show ((Int.negSucc n : Int) : R) = -(((n + 1 : Nat) : Int) : R); rw [Int.cast_negSucc, Int.cast_natCast]
  | .negSucc n => show (((n + 1 : Nat) : Int) : R) = -((Int.negSucc n : Int) : R); rw [Int.cast_negSucc, neg_neg, Int.cast_natCast]
variable [Ring R]
@[simp] theorem neg_mul (a b : R) : -a * b = -(a * b) :=
  (neg_eq_of_add_eq_zero_right (by rw [← add_mul, add_neg_cancel, zero_mul])).symm
@[simp] theorem mul_neg (a b : R) : a * -b = -(a * b) :=
  (neg_eq_of_add_eq_zero_right (by rw [← mul_add, add_neg_cancel, mul_zero])).symm
theorem neg_mul_neg (a b : R) : -a * -b = a * b := by rw [neg_mul, mul_neg, neg_neg]
theorem mul_sub (a b c : R) : a * (b - c) = a * b - a * c := by rw [sub_eq_add_neg, mul_add, mul_neg, sub_eq_add_neg]
theorem sub_mul (a b c : R) : (a - b) * c = a * c - b * c := by rw [sub_eq_add_neg, add_mul, neg_mul, sub_eq_add_neg]
theorem neg_one_mul (a : R) : -1 * a = -a := by rw [neg_mul, one_mul]
theorem neg_eq_neg_one_mul (a : R) : -a = -1 * a := (neg_one_mul a).symm
theorem zsmul_eq_mul (a : R) (n : Int) : n • a = n * a := by
  match n with
  | .ofNat n =>
    have h : ((Int.ofNat n : Int) : R) = n := Int.cast_natCast n
    rw [h, ← nsmul_eq_mul]
    exact natCast_zsmul a n
  | .negSucc n => rw [negSucc_zsmul, nsmul_eq_mul, Int.cast_negSucc, neg_mul]
end Ring

instance (priority := 100) Ring.toGrindRing {R : Type u} [s : Ring R] : Lean.Grind.Ring R :=
  { Semiring.toGrindSemiring (s := s.toSemiring) with
    intCast := inferInstance
    zsmul := inferInstance
    neg_add_cancel := neg_add_cancel
    sub_eq_add_neg := sub_eq_add_neg
    neg_zsmul := fun n a => neg_zsmul a n
    zsmul_natCast_eq_nsmul := fun n a => natCast_zsmul a n
    intCast_ofNat := fun n => match n with
      | 0 => Int.cast_zero
      | 1 => Int.cast_one
      | n + 2 => Int.cast_natCast (n + 2)
    intCast_neg := Int.cast_neg }
instance (priority := 100) CommRing.toGrindCommRing {R : Type u} [s : CommRing R] : Lean.Grind.CommRing R :=
  { Ring.toGrindRing (s := s.toRing) with mul_comm := mul_comm }

section Ring
variable {R : Type u} [Ring R]
@[simp, norm_cast] theorem Int.cast_add (m n : Int) : ((m + n : Int) : R) = m + n := Lean.Grind.Ring.intCast_add m n
@[simp, norm_cast] theorem Int.cast_sub (m n : Int) : ((m - n : Int) : R) = m - n := Lean.Grind.Ring.intCast_sub m n
@[simp, norm_cast] theorem Int.cast_mul (m n : Int) : ((m * n : Int) : R) = m * n := Lean.Grind.Ring.intCast_mul m n
@[simp, norm_cast] theorem Int.cast_pow (m : Int) (n : Nat) : ((m ^ n : Int) : R) = (m : R) ^ n := by
  induction n with
  | zero => rw [Int.pow_zero, Int.cast_one, pow_zero]
  | succ n ih => rw [Int.pow_succ, Int.cast_mul, ih, pow_succ]
@[norm_cast] theorem Nat.cast_sub {m n : Nat} (h : m ≤ n) : ((n - m : Nat) : R) = n - m := by
  obtain ⟨k, rfl⟩ : ∃ k, n = m + k := ⟨n - m, by omega⟩
  rw [Nat.add_sub_cancel_left, Nat.cast_add, add_sub_cancel_left]
end Ring

section CommRing
variable {R : Type u} [CommRing R]
theorem add_sq (a b : R) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2 := by grind
theorem sub_sq (a b : R) : (a - b) ^ 2 = a ^ 2 - 2 * a * b + b ^ 2 := by grind
theorem sq_sub_sq (a b : R) : a ^ 2 - b ^ 2 = (a + b) * (a - b) := by grind
theorem neg_sq (a : R) : (-a) ^ 2 = a ^ 2 := by grind
end CommRing

/-! ## Division -/

section Division
variable {K : Type u}

instance (priority := 100) DivisionRing.toGroupWithZero [s : DivisionRing K] : GroupWithZero K where
  inv_zero := s.inv_zero
  mul_inv_cancel := s.mul_inv_cancel
  zero_mul := zero_mul
  mul_zero := mul_zero
instance (priority := 100) Field.toSemifield [s : Field K] : Semifield K where
  inv_zero := s.inv_zero
  mul_inv_cancel := s.mul_inv_cancel

theorem zero_ne_one [MonoidWithZero K] [Nontrivial K] : (0 : K) ≠ 1 := fun h => by
  obtain ⟨x, y, hne⟩ := exists_pair_ne K
  apply hne
  rw [← mul_one x, ← mul_one y, ← h, mul_zero, mul_zero]
theorem one_ne_zero [MonoidWithZero K] [Nontrivial K] : (1 : K) ≠ 0 := fun h => zero_ne_one h.symm

variable [GroupWithZero K]
@[simp] theorem inv_zero : (0 : K)⁻¹ = 0 := GroupWithZero.inv_zero
@[simp] theorem mul_inv_cancel₀ {a : K} (h : a ≠ 0) : a * a⁻¹ = 1 := GroupWithZero.mul_inv_cancel a h
theorem inv_ne_zero {a : K} (h : a ≠ 0) : a⁻¹ ≠ 0 := fun h0 => by
  have := mul_inv_cancel₀ h
  rw [h0, mul_zero] at this
  exact zero_ne_one this
@[simp] theorem inv_mul_cancel₀ {a : K} (h : a ≠ 0) : a⁻¹ * a = 1 := by
  have h1 := mul_inv_cancel₀ (inv_ne_zero h)
  rw [← mul_one (a⁻¹ * a), ← h1, mul_assoc, ← mul_assoc a, mul_inv_cancel₀ h, one_mul, h1]
theorem GroupWithZero.inv_eq {a b : K} (h : a * b = 1) : a⁻¹ = b := by
  have ha : a ≠ 0 := fun h0 => by rw [h0, zero_mul] at h; exact zero_ne_one h
  rw [← mul_one a⁻¹, ← h, ← mul_assoc, inv_mul_cancel₀ ha, one_mul]
instance (priority := 100) GroupWithZero.noZeroDivisors : NoZeroDivisors K where
  eq_zero_or_eq_zero_of_mul_eq_zero {a b} h := by
    by_cases ha : a = 0
    · exact .inl ha
    · right; rw [← one_mul b, ← inv_mul_cancel₀ ha, mul_assoc, h, mul_zero]
instance (priority := 100) GroupWithZero.toDivisionMonoid : DivisionMonoid K where
  inv_inv a := by
    by_cases ha : a = 0
    · rw [ha, inv_zero, inv_zero]
    · exact GroupWithZero.inv_eq (inv_mul_cancel₀ ha)
  mul_inv_rev a b := by
    by_cases ha : a = 0
    · rw [ha, zero_mul, inv_zero, mul_zero]
    · by_cases hb : b = 0
      · rw [hb, mul_zero, inv_zero, zero_mul]
      · exact GroupWithZero.inv_eq (by rw [mul_assoc, ← mul_assoc b, mul_inv_cancel₀ hb, one_mul, mul_inv_cancel₀ ha])
  inv_eq_of_mul _ _ := GroupWithZero.inv_eq
instance (priority := 100) CommGroupWithZero.toDivisionCommMonoid {K : Type u} [CommGroupWithZero K] : DivisionCommMonoid K where
  mul_comm := mul_comm
instance (priority := 100) GroupWithZero.isCancelMulZero : IsCancelMulZero K where
  mul_left_cancel_of_ne_zero {a b c} ha h := by
    rw [← one_mul b, ← one_mul c, ← inv_mul_cancel₀ ha, mul_assoc, h, mul_assoc]
  mul_right_cancel_of_ne_zero {a b c} hb h := by
    rw [← mul_one a, ← mul_one c, ← mul_inv_cancel₀ hb, ← mul_assoc, h, mul_assoc]
instance (priority := 100) DivisionRing.isDomain {K : Type u} [DivisionRing K] : IsDomain K where
  mul_left_cancel_of_ne_zero := IsCancelMulZero.mul_left_cancel_of_ne_zero
  mul_right_cancel_of_ne_zero := IsCancelMulZero.mul_right_cancel_of_ne_zero
  exists_pair_ne := exists_pair_ne K
@[simp] theorem div_self {a : K} (h : a ≠ 0) : a / a = 1 := by rw [div_eq_mul_inv, mul_inv_cancel₀ h]
@[simp] theorem div_zero (a : K) : a / 0 = 0 := by rw [div_eq_mul_inv, inv_zero, mul_zero]
@[simp] theorem zero_div (a : K) : 0 / a = 0 := by rw [div_eq_mul_inv, zero_mul]
theorem div_mul_cancel₀ {b : K} (a : K) (h : b ≠ 0) : a / b * b = a := by
  rw [div_eq_mul_inv, mul_assoc, inv_mul_cancel₀ h, mul_one]
theorem mul_div_cancel_right₀ (a : K) {b : K} (h : b ≠ 0) : a * b / b = a := by
  rw [div_eq_mul_inv, mul_assoc, mul_inv_cancel₀ h, mul_one]
theorem inv_eq_zero {a : K} : a⁻¹ = 0 ↔ a = 0 :=
  ⟨fun h => by by_cases ha : a = 0
               · exact ha
               · exact (inv_ne_zero ha h).elim, fun h => by rw [h, inv_zero]⟩
end Division

section Domain
variable {R : Type u}
instance (priority := 90) IsCancelMulZero.toNoZeroDivisors [MulZeroClass R] [IsCancelMulZero R] : NoZeroDivisors R where
  eq_zero_or_eq_zero_of_mul_eq_zero {a b} h := by
    by_cases ha : a = 0
    · exact .inl ha
    · exact .inr (IsCancelMulZero.mul_left_cancel_of_ne_zero ha (by rw [h, mul_zero]))
theorem eq_zero_or_eq_zero_of_mul_eq_zero [Mul R] [Zero R] [NoZeroDivisors R] {a b : R} (h : a * b = 0) : a = 0 ∨ b = 0 :=
  NoZeroDivisors.eq_zero_or_eq_zero_of_mul_eq_zero h
variable [MulZeroClass R]
@[simp] theorem mul_eq_zero [NoZeroDivisors R] {a b : R} : a * b = 0 ↔ a = 0 ∨ b = 0 :=
  ⟨eq_zero_or_eq_zero_of_mul_eq_zero, fun h => by rcases h with h | h <;> rw [h] <;> simp⟩
theorem mul_ne_zero [NoZeroDivisors R] {a b : R} (ha : a ≠ 0) (hb : b ≠ 0) : a * b ≠ 0 := fun h =>
  (mul_eq_zero.1 h).elim ha hb
theorem mul_ne_zero_iff [NoZeroDivisors R] {a b : R} : a * b ≠ 0 ↔ a ≠ 0 ∧ b ≠ 0 := by
  rw [Ne, mul_eq_zero, not_or]
theorem mul_left_cancel₀ [IsCancelMulZero R] {a b c : R} (ha : a ≠ 0) (h : a * b = a * c) : b = c :=
  IsCancelMulZero.mul_left_cancel_of_ne_zero ha h
theorem mul_right_cancel₀ [IsCancelMulZero R] {a b c : R} (hb : b ≠ 0) (h : a * b = c * b) : a = c :=
  IsCancelMulZero.mul_right_cancel_of_ne_zero hb h
theorem pow_eq_zero_iff {R : Type u} [MonoidWithZero R] [NoZeroDivisors R] {a : R} {n : Nat} (hn : n ≠ 0) :
    a ^ n = 0 ↔ a = 0 := by
  refine ⟨fun h => ?_, fun h => by rw [h, zero_pow hn]⟩
  induction n with
  | zero => exact (hn rfl).elim
  | succ n ih =>
    rw [pow_succ, mul_eq_zero] at h
    rcases h with h | h
    · by_cases h0 : n = 0
      · subst h0
        rw [pow_zero] at h
        rw [← mul_one a, h, mul_zero]
      · exact ih h0 h
    · exact h
theorem pow_ne_zero {R : Type u} [MonoidWithZero R] [NoZeroDivisors R] {a : R} (n : Nat) (h : a ≠ 0) : a ^ n ≠ 0 := fun h' => by
  by_cases hn : n = 0
  · subst hn
    rw [pow_zero] at h'
    exact h (by rw [← mul_one a, h', mul_zero])
  · exact h ((pow_eq_zero_iff hn).1 h')
end Domain

instance (priority := 100) Field.toGrindField {K : Type u} [s : Field K] : Lean.Grind.Field K :=
  { CommRing.toGrindCommRing (s := s.toCommRing) with
    zpow := inferInstance
    div_eq_mul_inv := div_eq_mul_inv
    zero_ne_one := zero_ne_one
    inv_zero := inv_zero
    mul_inv_cancel := fun h => mul_inv_cancel₀ h
    zpow_zero := zpow_zero
    zpow_succ := fun a n => DivInvMonoid.zpow_succ' n a
    zpow_neg := zpow_neg }

section Field
variable {K : Type u} [Field K]
theorem div_add_div (a : K) {b : K} (c : K) {d : K} (hb : b ≠ 0) (hd : d ≠ 0) :
    a / b + c / d = (a * d + b * c) / (b * d) := by grind
theorem div_eq_iff {a b c : K} (hb : b ≠ 0) : a / b = c ↔ a = c * b := by grind
theorem eq_div_iff {a b c : K} (hc : c ≠ 0) : a = b / c ↔ a * c = b := by grind
theorem div_div (a b c : K) : a / b / c = a / (b * c) := by
  rw [div_eq_mul_inv, div_eq_mul_inv, div_eq_mul_inv, mul_inv, mul_assoc]
theorem div_mul_div_comm (a b c d : K) : a / b * (c / d) = a * c / (b * d) := by
  rw [div_eq_mul_inv, div_eq_mul_inv, div_eq_mul_inv, mul_inv]; grind
theorem add_div (a b c : K) : (a + b) / c = a / c + b / c := by
  rw [div_eq_mul_inv, add_mul, div_eq_mul_inv, div_eq_mul_inv]
theorem sub_div (a b c : K) : (a - b) / c = a / c - b / c := by
  rw [div_eq_mul_inv, sub_mul, div_eq_mul_inv, div_eq_mul_inv]
theorem div_pow (a b : K) (n : Nat) : (a / b) ^ n = a ^ n / b ^ n := by
  induction n with
  | zero => rw [pow_zero, pow_zero, pow_zero, div_one]
  | succ n ih => rw [pow_succ, ih, pow_succ, pow_succ, div_mul_div_comm]
@[simp] theorem Rat.cast_def (q : Rat) : (q : K) = (q.num : K) / (q.den : K) := DivisionRing.ratCast_def q
end Field

/-! ## ℕ, ℤ, ℚ -/

instance Nat.instCommSemiring : CommSemiring Nat where
  add_assoc := Nat.add_assoc
  zero_add := Nat.zero_add
  add_zero := Nat.add_zero
  nsmul n a := n * a
  nsmul_zero := Nat.zero_mul
  nsmul_succ := Nat.succ_mul
  add_comm := Nat.add_comm
  left_distrib := Nat.left_distrib
  right_distrib := Nat.right_distrib
  mul_assoc := Nat.mul_assoc
  one_mul := Nat.one_mul
  mul_one := Nat.mul_one
  npow n a := a ^ n
  npow_zero := Nat.pow_zero
  npow_succ n a := Nat.pow_succ a n
  zero_mul := Nat.zero_mul
  mul_zero := Nat.mul_zero
  natCast n := n
  mul_comm := Nat.mul_comm
instance : Nontrivial Nat := ⟨0, 1, by decide⟩
instance Int.instCommRing : CommRing Int where
  add_assoc := Int.add_assoc
  zero_add := Int.zero_add
  add_zero := Int.add_zero
  nsmul n a := n * a
  nsmul_zero := Int.zero_mul
  nsmul_succ n a := by show ((n + 1 : Nat) : Int) * a = n * a + a; grind
  add_comm := Int.add_comm
  left_distrib := Int.mul_add
  right_distrib := Int.add_mul
  mul_assoc := Int.mul_assoc
  one_mul := Int.one_mul
  mul_one := Int.mul_one
  npow n a := a ^ n
  npow_zero := Int.pow_zero
  npow_succ n a := Int.pow_succ a n
  zero_mul := Int.zero_mul
  mul_zero := Int.mul_zero
  natCast n := n
  natCast_succ n := rfl
  intCast n := n
  sub_eq_add_neg a b := Int.sub_eq_add_neg
  zsmul n a := n * a
  zsmul_zero' := Int.zero_mul
  zsmul_succ' n a := by show ((n + 1 : Nat) : Int) * a = (n : Int) * a + a; grind
  zsmul_neg' n a := by show Int.negSucc n * a = -(((n + 1 : Nat) : Int) * a); rw [← Int.neg_mul]; rfl
  neg_add_cancel := Int.add_left_neg
  mul_comm := Int.mul_comm
instance : Nontrivial Int := ⟨0, 1, by decide⟩
instance : IsDomain Int where
  mul_left_cancel_of_ne_zero ha h := (Int.mul_eq_mul_left_iff ha).1 h
  mul_right_cancel_of_ne_zero hb h := (Int.mul_eq_mul_right_iff hb).1 h
  exists_pair_ne := exists_pair_ne Int
instance : IsDomain Nat where
  mul_left_cancel_of_ne_zero ha h := Nat.eq_of_mul_eq_mul_left (Nat.pos_of_ne_zero ha) h
  mul_right_cancel_of_ne_zero hb h := Nat.eq_of_mul_eq_mul_right (Nat.pos_of_ne_zero hb) h
  exists_pair_ne := exists_pair_ne Nat
instance Rat.instField : Field Rat where
  add_assoc := by intros; grind
  zero_add := by intros; grind
  add_zero := by intros; grind
  nsmul n a := n * a
  nsmul_zero := by intros; grind
  nsmul_succ n a := by grind
  add_comm := by intros; grind
  left_distrib := by intros; grind
  right_distrib := by intros; grind
  mul_assoc := by intros; grind
  one_mul := by intros; grind
  mul_one := by intros; grind
  npow n a := a ^ n
  npow_zero := by intros; grind
  npow_succ n a := by grind
  zero_mul := by intros; grind
  mul_zero := by intros; grind
  natCast n := n
  natCast_zero := by grind
  natCast_succ n := by grind
  intCast n := n
  intCast_ofNat n := Rat.intCast_natCast n
  intCast_negSucc n := by
    show ((Int.negSucc n : Int) : Rat) = -((n + 1 : Nat) : Rat)
    rw [← Rat.intCast_natCast]; exact Rat.intCast_neg ((n + 1 : Nat) : Int)
  sub_eq_add_neg := by intros; grind
  zsmul n a := n * a
  zsmul_zero' := by intros; grind
  zsmul_succ' n a := by
    show (((n + 1 : Nat) : Int) : Rat) * a = ((n : Int) : Rat) * a + a
    rw [Rat.intCast_natCast, Rat.intCast_natCast]; grind
  zsmul_neg' n a := by
    show ((Int.negSucc n : Int) : Rat) * a = -((((n + 1 : Nat) : Int) : Rat) * a)
    rw [show ((Int.negSucc n : Int) : Rat) = -(((n + 1 : Nat) : Int) : Rat) from Rat.intCast_neg ((n + 1 : Nat) : Int)]; grind
  neg_add_cancel := by intros; grind
  mul_comm := by intros; grind
  div_eq_mul_inv := by intros; grind
  zpow n a := a ^ n
  zpow_zero' := Lean.Grind.Field.zpow_zero
  zpow_succ' n a := Lean.Grind.Field.zpow_succ a n
  zpow_neg' n a := by
    show a ^ (Int.negSucc n) = (a ^ ((n + 1 : Nat) : Int))⁻¹
    rw [← Lean.Grind.Field.zpow_neg]; rfl
  exists_pair_ne := ⟨0, 1, by decide⟩
  ratCast q := q
  ratCast_def q := by
    show q = (q.num : Rat) / (q.den : Rat)
    exact ((Rat.mkRat_eq_div q.num q.den).symm.trans (Rat.mkRat_self q)).symm
  mul_inv_cancel a h := by grind
  inv_zero := by grind

/-- Decimal fractions. -/
instance (priority := 100) DivisionRing.toOfScientific {K : Type u} [DivisionRing K] : OfScientific K :=
  ⟨fun m b d => ((OfScientific.ofScientific m b d : Rat) : K)⟩
