module
public import Init
@[expose] public noncomputable section

/-!
# Monoids and groups, written with `*` and with `+`

The classes carry powers (`npow`, `zpow`) and multiples (`nsmul`, `zsmul`) as data, so that an instance can say
that its powers are those it already has; left out, they are the repeated operation.
-/

universe u v

/-! ## Classes -/

/-- An associative multiplication. -/
class Semigroup (G : Type u) extends Mul G where
  protected mul_assoc : ∀ a b c : G, a * b * c = a * (b * c)
/-- An associative addition. -/
class AddSemigroup (G : Type u) extends Add G where
  protected add_assoc : ∀ a b c : G, a + b + c = a + (b + c)
/-- A commutative multiplication. -/
class CommMagma (G : Type u) extends Mul G where
  protected mul_comm : ∀ a b : G, a * b = b * a
/-- A commutative addition. -/
class AddCommMagma (G : Type u) extends Add G where
  protected add_comm : ∀ a b : G, a + b = b + a
/-- A commutative and associative multiplication. -/
class CommSemigroup (G : Type u) extends Semigroup G, CommMagma G
/-- A commutative and associative addition. -/
class AddCommSemigroup (G : Type u) extends AddSemigroup G, AddCommMagma G
/-- A multiplication with a neutral element. -/
class MulOneClass (M : Type u) extends One M, Mul M where
  protected one_mul : ∀ a : M, 1 * a = a
  protected mul_one : ∀ a : M, a * 1 = a
/-- An addition with a neutral element. -/
class AddZeroClass (M : Type u) extends Zero M, Add M where
  protected zero_add : ∀ a : M, 0 + a = a
  protected add_zero : ∀ a : M, a + 0 = a

/-- `a * a * … * a`, `n` factors. -/
def Monoid.npowRec {M : Type u} [One M] [Mul M] : Nat → M → M
  | 0, _ => 1
  | n + 1, a => Monoid.npowRec n a * a
/-- `a + a + … + a`, `n` summands. -/
def AddMonoid.nsmulRec {M : Type u} [Zero M] [Add M] : Nat → M → M
  | 0, _ => 0
  | n + 1, a => AddMonoid.nsmulRec n a + a

/-- An associative multiplication with a neutral element. -/
class Monoid (M : Type u) extends Semigroup M, MulOneClass M where
  protected npow : Nat → M → M := Monoid.npowRec
  protected npow_zero : ∀ a, npow 0 a = 1 := by intros; rfl
  protected npow_succ : ∀ (n : Nat) (a), npow (n + 1) a = npow n a * a := by intros; rfl
/-- An associative addition with a neutral element. -/
class AddMonoid (M : Type u) extends AddSemigroup M, AddZeroClass M where
  protected nsmul : Nat → M → M := AddMonoid.nsmulRec
  protected nsmul_zero : ∀ a, nsmul 0 a = 0 := by intros; rfl
  protected nsmul_succ : ∀ (n : Nat) (a), nsmul (n + 1) a = nsmul n a + a := by intros; rfl
/-- A commutative monoid. -/
class CommMonoid (M : Type u) extends Monoid M, CommSemigroup M
/-- A commutative monoid, written with `+`. -/
class AddCommMonoid (M : Type u) extends AddMonoid M, AddCommSemigroup M

@[default_instance high] instance (priority := 900) Monoid.Pow {M : Type u} [Monoid M] : Pow M Nat := ⟨fun a n => Monoid.npow n a⟩
instance AddMonoid.toNatSMul {M : Type u} [AddMonoid M] : SMul Nat M := ⟨AddMonoid.nsmul⟩

/-- Powers with integer exponents. -/
def zpowRec {G : Type u} [Inv G] (npow : Nat → G → G) : Int → G → G
  | .ofNat n, a => npow n a
  | .negSucc n, a => (npow (n + 1) a)⁻¹
/-- Integer multiples. -/
def zsmulRec {G : Type u} [Neg G] (nsmul : Nat → G → G) : Int → G → G
  | .ofNat n, a => nsmul n a
  | .negSucc n, a => -nsmul (n + 1) a

/-- A monoid with a division that multiplies with an inverse. -/
class DivInvMonoid (G : Type u) extends Monoid G, Inv G, Div G where
  div := fun a b => a * b⁻¹
  protected div_eq_mul_inv : ∀ a b : G, a / b = a * b⁻¹ := by intros; rfl
  protected zpow : Int → G → G := zpowRec npow
  protected zpow_zero' : ∀ a : G, zpow 0 a = 1 := by intros; rfl
  protected zpow_succ' : ∀ (n : Nat) (a : G), zpow (n.succ : Int) a = zpow (n : Int) a * a := by intros; rfl
  protected zpow_neg' : ∀ (n : Nat) (a : G), zpow (Int.negSucc n) a = (zpow (n.succ : Int) a)⁻¹ := by intros; rfl
/-- An additive monoid with a subtraction that adds a negative. -/
class SubNegMonoid (G : Type u) extends AddMonoid G, Neg G, Sub G where
  sub := fun a b => a + -b
  protected sub_eq_add_neg : ∀ a b : G, a - b = a + -b := by intros; rfl
  protected zsmul : Int → G → G := zsmulRec nsmul
  protected zsmul_zero' : ∀ a : G, zsmul 0 a = 0 := by intros; rfl
  protected zsmul_succ' : ∀ (n : Nat) (a : G), zsmul (n.succ : Int) a = zsmul (n : Int) a + a := by intros; rfl
  protected zsmul_neg' : ∀ (n : Nat) (a : G), zsmul (Int.negSucc n) a = -zsmul (n.succ : Int) a := by intros; rfl

instance (priority := 900) DivInvMonoid.toZPow {M : Type u} [DivInvMonoid M] : Pow M Int := ⟨fun a n => DivInvMonoid.zpow n a⟩
instance SubNegMonoid.toZSMul {M : Type u} [SubNegMonoid M] : SMul Int M := ⟨SubNegMonoid.zsmul⟩

/-- Inverting twice changes nothing. -/
class InvolutiveInv (G : Type u) extends Inv G where
  protected inv_inv : ∀ a : G, a⁻¹⁻¹ = a
/-- Division as in groups and in division rings. -/
class DivisionMonoid (G : Type u) extends DivInvMonoid G, InvolutiveInv G where
  protected mul_inv_rev : ∀ a b : G, (a * b)⁻¹ = b⁻¹ * a⁻¹
  protected inv_eq_of_mul : ∀ a b : G, a * b = 1 → a⁻¹ = b
/-- A commutative one. -/
class DivisionCommMonoid (G : Type u) extends DivisionMonoid G, CommMonoid G

/-- A monoid in which every element has an inverse. -/
class Group (G : Type u) extends DivInvMonoid G where
  protected inv_mul_cancel : ∀ a : G, a⁻¹ * a = 1
/-- An additive monoid in which every element has a negative. -/
class AddGroup (G : Type u) extends SubNegMonoid G where
  protected neg_add_cancel : ∀ a : G, -a + a = 0
/-- A commutative group. -/
class CommGroup (G : Type u) extends Group G, CommMonoid G
/-- A commutative group, written with `+`. -/
class AddCommGroup (G : Type u) extends AddGroup G, AddCommMonoid G

/-- Something can be cancelled from the left. -/
class IsLeftCancelMul (G : Type u) [Mul G] : Prop where
  protected mul_left_cancel : ∀ a b c : G, a * b = a * c → b = c
/-- Something can be cancelled from the right. -/
class IsRightCancelMul (G : Type u) [Mul G] : Prop where
  protected mul_right_cancel : ∀ a b c : G, a * b = c * b → a = c
class IsLeftCancelAdd (G : Type u) [Add G] : Prop where
  protected add_left_cancel : ∀ a b c : G, a + b = a + c → b = c
class IsRightCancelAdd (G : Type u) [Add G] : Prop where
  protected add_right_cancel : ∀ a b c : G, a + b = c + b → a = c

/-- At least two elements. -/
class Nontrivial (α : Type u) : Prop where
  exists_pair_ne : ∃ x y : α, x ≠ y
theorem exists_pair_ne (α : Type u) [Nontrivial α] : ∃ x y : α, x ≠ y := Nontrivial.exists_pair_ne

/-! ## Laws -/

section Mul
variable {G : Type u}

theorem mul_assoc [Semigroup G] (a b c : G) : a * b * c = a * (b * c) := Semigroup.mul_assoc a b c
theorem mul_comm [CommMagma G] (a b : G) : a * b = b * a := CommMagma.mul_comm a b
@[simp] theorem one_mul [MulOneClass G] (a : G) : 1 * a = a := MulOneClass.one_mul a
@[simp] theorem mul_one [MulOneClass G] (a : G) : a * 1 = a := MulOneClass.mul_one a
theorem mul_left_comm [CommSemigroup G] (a b c : G) : a * (b * c) = b * (a * c) := by
  rw [← mul_assoc, mul_comm a, mul_assoc]
theorem mul_right_comm [CommSemigroup G] (a b c : G) : a * b * c = a * c * b := by
  rw [mul_assoc, mul_comm b, mul_assoc]

instance Semigroup.to_isAssociative [Semigroup G] : Std.Associative (α := G) (· * ·) := ⟨mul_assoc⟩
instance CommMagma.to_isCommutative [CommMagma G] : Std.Commutative (α := G) (· * ·) := ⟨mul_comm⟩

variable [Monoid G]
theorem pow_def (a : G) (n : Nat) : a ^ n = Monoid.npow n a := rfl
@[simp] theorem pow_zero (a : G) : a ^ 0 = 1 := Monoid.npow_zero a
theorem pow_succ (a : G) (n : Nat) : a ^ (n + 1) = a ^ n * a := Monoid.npow_succ n a
@[simp] theorem pow_one (a : G) : a ^ 1 = a := by rw [pow_succ, pow_zero, one_mul]
theorem pow_succ' (a : G) (n : Nat) : a ^ (n + 1) = a * a ^ n := by
  induction n with
  | zero => rw [pow_succ, pow_zero, one_mul, mul_one]
  | succ n ih => rw [pow_succ, ih, mul_assoc, ← pow_succ, ih]
theorem pow_two (a : G) : a ^ 2 = a * a := by rw [pow_succ, pow_one]
theorem sq (a : G) : a ^ 2 = a * a := pow_two a
theorem pow_three (a : G) : a ^ 3 = a * (a * a) := by rw [pow_succ', pow_two]
@[simp] theorem one_pow (n : Nat) : (1 : G) ^ n = 1 := by
  induction n with
  | zero => exact pow_zero 1
  | succ n ih => rw [pow_succ, ih, one_mul]
theorem pow_add (a : G) (m n : Nat) : a ^ (m + n) = a ^ m * a ^ n := by
  induction n with
  | zero => rw [Nat.add_zero, pow_zero, mul_one]
  | succ n ih => rw [← Nat.add_assoc, pow_succ, ih, pow_succ, mul_assoc]
theorem pow_mul (a : G) (m n : Nat) : a ^ (m * n) = (a ^ m) ^ n := by
  induction n with
  | zero => rw [Nat.mul_zero, pow_zero, pow_zero]
  | succ n ih => rw [Nat.mul_succ, pow_add, ih, pow_succ]
theorem pow_mul' (a : G) (m n : Nat) : a ^ (m * n) = (a ^ n) ^ m := by rw [Nat.mul_comm, pow_mul]
theorem pow_mul_comm (a : G) (m n : Nat) : a ^ m * a ^ n = a ^ n * a ^ m := by
  rw [← pow_add, ← pow_add, Nat.add_comm]
end Mul

theorem mul_pow {G : Type u} [CommMonoid G] (a b : G) (n : Nat) : (a * b) ^ n = a ^ n * b ^ n := by
  induction n with
  | zero => rw [pow_zero, pow_zero, pow_zero, one_mul]
  | succ n ih => rw [pow_succ, ih, pow_succ, pow_succ, mul_assoc, mul_assoc, mul_left_comm (b ^ n)]

section Add
variable {G : Type u}

theorem add_assoc [AddSemigroup G] (a b c : G) : a + b + c = a + (b + c) := AddSemigroup.add_assoc a b c
theorem add_comm [AddCommMagma G] (a b : G) : a + b = b + a := AddCommMagma.add_comm a b
@[simp] theorem zero_add [AddZeroClass G] (a : G) : 0 + a = a := AddZeroClass.zero_add a
@[simp] theorem add_zero [AddZeroClass G] (a : G) : a + 0 = a := AddZeroClass.add_zero a
theorem add_left_comm [AddCommSemigroup G] (a b c : G) : a + (b + c) = b + (a + c) := by
  rw [← add_assoc, add_comm a, add_assoc]
theorem add_right_comm [AddCommSemigroup G] (a b c : G) : a + b + c = a + c + b := by
  rw [add_assoc, add_comm b, add_assoc]
theorem add_add_add_comm [AddCommSemigroup G] (a b c d : G) : a + b + (c + d) = a + c + (b + d) := by
  rw [add_assoc, add_assoc, add_left_comm b]

instance AddSemigroup.to_isAssociative [AddSemigroup G] : Std.Associative (α := G) (· + ·) := ⟨add_assoc⟩
instance AddCommMagma.to_isCommutative [AddCommMagma G] : Std.Commutative (α := G) (· + ·) := ⟨add_comm⟩

variable [AddMonoid G]
theorem zero_nsmul (a : G) : (0 : Nat) • a = 0 := AddMonoid.nsmul_zero a
theorem succ_nsmul (a : G) (n : Nat) : (n + 1) • a = n • a + a := AddMonoid.nsmul_succ n a
theorem one_nsmul (a : G) : (1 : Nat) • a = a := by
  have := succ_nsmul a 0
  rw [zero_nsmul, zero_add] at this
  exact this
theorem two_nsmul (a : G) : (2 : Nat) • a = a + a := by
  have := succ_nsmul a 1
  rw [one_nsmul] at this
  exact this
theorem add_nsmul (a : G) (m n : Nat) : (m + n) • a = m • a + n • a := by
  induction n with
  | zero => rw [Nat.add_zero, zero_nsmul, add_zero]
  | succ n ih => rw [← Nat.add_assoc, succ_nsmul, ih, succ_nsmul, add_assoc]
theorem nsmul_zero (n : Nat) : n • (0 : G) = 0 := by
  induction n with
  | zero => exact zero_nsmul 0
  | succ n ih => rw [succ_nsmul, ih, add_zero]
end Add

theorem nsmul_add {G : Type u} [AddCommMonoid G] (a b : G) (n : Nat) : n • (a + b) = n • a + n • b := by
  induction n with
  | zero => rw [zero_nsmul, zero_nsmul, zero_nsmul, zero_add]
  | succ n ih => rw [succ_nsmul, ih, succ_nsmul, succ_nsmul, add_add_add_comm]

/-- Induction over the integers, away from 0 in both directions. -/
theorem Int.induction_on {motive : Int → Prop} (i : Int) (zero : motive 0) (succ : ∀ i : Nat, motive i → motive (i + 1))
    (pred : ∀ i : Nat, motive (-i) → motive (-i - 1)) : motive i := by
  have up : ∀ n : Nat, motive n := fun n => by
    induction n with
    | zero => exact zero
    | succ n ih => exact succ n ih
  have down : ∀ n : Nat, motive (-n) := fun n => by
    induction n with
    | zero => exact zero
    | succ n ih =>
      have := pred n ih
      rwa [show -(n : Int) - 1 = -((n + 1 : Nat) : Int) by omega] at this
  match i with
  | .ofNat n => exact up n
  | .negSucc n => exact down (n + 1)

/-! ## Groups -/

section Group
variable {G : Type u}

theorem div_eq_mul_inv [DivInvMonoid G] (a b : G) : a / b = a * b⁻¹ := DivInvMonoid.div_eq_mul_inv a b
@[simp, grind =] theorem inv_mul_cancel [Group G] (a : G) : a⁻¹ * a = 1 := Group.inv_mul_cancel a
protected theorem Group.left_cancel [Group G] {a b c : G} (h : a * b = a * c) : b = c := by
  have h2 : a⁻¹ * (a * b) = a⁻¹ * (a * c) := by rw [h]
  simpa only [← mul_assoc, inv_mul_cancel, one_mul] using h2
@[simp, grind =] theorem mul_inv_cancel [Group G] (a : G) : a * a⁻¹ = 1 := by
  apply Group.left_cancel (a := a⁻¹)
  rw [← mul_assoc, inv_mul_cancel, one_mul, mul_one]
protected theorem Group.right_cancel [Group G] {a b c : G} (h : a * b = c * b) : a = c := by
  have h2 : a * b * b⁻¹ = c * b * b⁻¹ := by rw [h]
  simpa only [mul_assoc, mul_inv_cancel, mul_one] using h2
protected theorem Group.inv_eq [Group G] {a b : G} (h : a * b = 1) : a⁻¹ = b := by
  apply Group.left_cancel (a := a); rw [h, mul_inv_cancel]

instance (priority := 100) Group.toIsLeftCancelMul [Group G] : IsLeftCancelMul G := ⟨fun _ _ _ h => Group.left_cancel h⟩
instance (priority := 100) Group.toIsRightCancelMul [Group G] : IsRightCancelMul G := ⟨fun _ _ _ h => Group.right_cancel h⟩
theorem mul_left_cancel [Mul G] [IsLeftCancelMul G] {a b c : G} (h : a * b = a * c) : b = c :=
  IsLeftCancelMul.mul_left_cancel a b c h
theorem mul_right_cancel [Mul G] [IsRightCancelMul G] {a b c : G} (h : a * b = c * b) : a = c :=
  IsRightCancelMul.mul_right_cancel a b c h
@[simp] theorem mul_right_inj [Mul G] [IsLeftCancelMul G] (a : G) {b c : G} : a * b = a * c ↔ b = c :=
  ⟨mul_left_cancel, fun h => by rw [h]⟩
@[simp] theorem mul_left_inj [Mul G] [IsRightCancelMul G] (a : G) {b c : G} : b * a = c * a ↔ b = c :=
  ⟨mul_right_cancel, fun h => by rw [h]⟩

@[simp, grind =] theorem inv_mul_cancel_left [Group G] (a b : G) : a⁻¹ * (a * b) = b := by
  rw [← mul_assoc, inv_mul_cancel, one_mul]
@[simp, grind =] theorem mul_inv_cancel_left [Group G] (a b : G) : a * (a⁻¹ * b) = b := by
  rw [← mul_assoc, mul_inv_cancel, one_mul]
@[simp] theorem mul_inv_cancel_right [Group G] (a b : G) : a * b * b⁻¹ = a := by
  rw [mul_assoc, mul_inv_cancel, mul_one]
@[simp] theorem inv_mul_cancel_right [Group G] (a b : G) : a * b⁻¹ * b = a := by
  rw [mul_assoc, inv_mul_cancel, mul_one]

instance (priority := 100) Group.toDivisionMonoid [Group G] : DivisionMonoid G where
  inv_inv a := Group.inv_eq (inv_mul_cancel a)
  mul_inv_rev a b := Group.inv_eq (by rw [mul_assoc, mul_inv_cancel_left, mul_inv_cancel])
  inv_eq_of_mul _ _ := Group.inv_eq
instance (priority := 100) CommGroup.toDivisionCommMonoid [CommGroup G] : DivisionCommMonoid G where
  mul_comm := mul_comm

@[simp] theorem inv_inv [InvolutiveInv G] (a : G) : a⁻¹⁻¹ = a := InvolutiveInv.inv_inv a
theorem inv_eq_of_mul_eq_one_right [DivisionMonoid G] {a b : G} (h : a * b = 1) : a⁻¹ = b :=
  DivisionMonoid.inv_eq_of_mul a b h
@[simp] theorem mul_inv_rev [DivisionMonoid G] (a b : G) : (a * b)⁻¹ = b⁻¹ * a⁻¹ :=
  DivisionMonoid.mul_inv_rev a b
@[simp] theorem inv_one [DivisionMonoid G] : (1 : G)⁻¹ = 1 := inv_eq_of_mul_eq_one_right (mul_one 1)
theorem inv_eq_of_mul_eq_one_left [DivisionMonoid G] {a b : G} (h : a * b = 1) : b⁻¹ = a := by
  rw [← inv_eq_of_mul_eq_one_right h, inv_inv]
theorem eq_inv_of_mul_eq_one_left [DivisionMonoid G] {a b : G} (h : a * b = 1) : a = b⁻¹ :=
  (inv_eq_of_mul_eq_one_left h).symm
theorem eq_inv_of_mul_eq_one_right [DivisionMonoid G] {a b : G} (h : a * b = 1) : b = a⁻¹ :=
  (inv_eq_of_mul_eq_one_right h).symm
theorem inv_injective [InvolutiveInv G] : Function.Injective (fun a : G => a⁻¹) := fun a b h => by
  have h2 : a⁻¹⁻¹ = b⁻¹⁻¹ := congrArg _ h
  rwa [inv_inv, inv_inv] at h2
@[simp] theorem inv_inj [InvolutiveInv G] {a b : G} : a⁻¹ = b⁻¹ ↔ a = b := ⟨fun h => inv_injective h, fun h => by rw [h]⟩
theorem mul_inv [DivisionCommMonoid G] (a b : G) : (a * b)⁻¹ = a⁻¹ * b⁻¹ := by rw [mul_inv_rev, mul_comm]
@[simp] theorem div_self' [Group G] (a : G) : a / a = 1 := by rw [div_eq_mul_inv, mul_inv_cancel]
@[simp] theorem div_one [DivisionMonoid G] (a : G) : a / 1 = a := by rw [div_eq_mul_inv, inv_one, mul_one]
@[simp] theorem one_div [DivInvMonoid G] (a : G) : 1 / a = a⁻¹ := by rw [div_eq_mul_inv, one_mul]
theorem mul_div_assoc [DivInvMonoid G] (a b c : G) : a * b / c = a * (b / c) := by
  rw [div_eq_mul_inv, div_eq_mul_inv, mul_assoc]
theorem div_eq_one [Group G] {a b : G} : a / b = 1 ↔ a = b := by
  rw [div_eq_mul_inv]
  exact ⟨fun h => by rw [eq_inv_of_mul_eq_one_left h, inv_inv], fun h => by rw [h, mul_inv_cancel]⟩
theorem mul_eq_one_iff_eq_inv [Group G] {a b : G} : a * b = 1 ↔ a = b⁻¹ :=
  ⟨eq_inv_of_mul_eq_one_left, fun h => by rw [h, inv_mul_cancel]⟩
theorem inv_eq_one [DivisionMonoid G] {a : G} : a⁻¹ = 1 ↔ a = 1 :=
  ⟨fun h => by rw [← inv_inv a, h, inv_one], fun h => by rw [h, inv_one]⟩

theorem zpow_def [DivInvMonoid G] (a : G) (n : Int) : a ^ n = DivInvMonoid.zpow n a := rfl
@[simp] theorem zpow_zero [DivInvMonoid G] (a : G) : a ^ (0 : Int) = 1 := DivInvMonoid.zpow_zero' a
@[simp, norm_cast] theorem zpow_natCast [DivInvMonoid G] (a : G) (n : Nat) : a ^ (n : Int) = a ^ n := by
  induction n with
  | zero => rw [pow_zero]; exact zpow_zero a
  | succ n ih => rw [pow_succ, ← ih]; exact DivInvMonoid.zpow_succ' n a
@[simp] theorem zpow_negSucc [DivInvMonoid G] (a : G) (n : Nat) : a ^ (Int.negSucc n) = (a ^ (n + 1))⁻¹ := by
  rw [← zpow_natCast]; exact DivInvMonoid.zpow_neg' n a
@[simp] theorem zpow_one [DivInvMonoid G] (a : G) : a ^ (1 : Int) = a := by
  have := zpow_natCast a 1; rwa [pow_one] at this
@[simp] theorem zpow_neg [DivisionMonoid G] (a : G) (n : Int) : a ^ (-n) = (a ^ n)⁻¹ := by
  match n with
  | .ofNat 0 => show a ^ (0 : Int) = (a ^ (0 : Int))⁻¹; rw [zpow_zero, inv_one]
  | .ofNat (n + 1) => show a ^ Int.negSucc n = (a ^ ((n + 1 : Nat) : Int))⁻¹; rw [zpow_negSucc, zpow_natCast]
  | .negSucc n => show a ^ ((n + 1 : Nat) : Int) = (a ^ Int.negSucc n)⁻¹; rw [zpow_negSucc, inv_inv, zpow_natCast]
theorem zpow_neg_one [DivisionMonoid G] (a : G) : a ^ (-1 : Int) = a⁻¹ := by rw [zpow_neg, zpow_one]
end Group

section AddGroup
variable {G : Type u}

theorem sub_eq_add_neg [SubNegMonoid G] (a b : G) : a - b = a + -b := SubNegMonoid.sub_eq_add_neg a b
@[simp] theorem neg_add_cancel [AddGroup G] (a : G) : -a + a = 0 := AddGroup.neg_add_cancel a
protected theorem AddGroup.left_cancel [AddGroup G] {a b c : G} (h : a + b = a + c) : b = c := by
  have h2 : -a + (a + b) = -a + (a + c) := by rw [h]
  simpa only [← add_assoc, neg_add_cancel, zero_add] using h2
@[simp] theorem add_neg_cancel [AddGroup G] (a : G) : a + -a = 0 := by
  apply AddGroup.left_cancel (a := -a)
  rw [← add_assoc, neg_add_cancel, zero_add, add_zero]
protected theorem AddGroup.right_cancel [AddGroup G] {a b c : G} (h : a + b = c + b) : a = c := by
  have h2 : a + b + -b = c + b + -b := by rw [h]
  simpa only [add_assoc, add_neg_cancel, add_zero] using h2
instance (priority := 100) AddGroup.toIsLeftCancelAdd [AddGroup G] : IsLeftCancelAdd G := ⟨fun _ _ _ h => AddGroup.left_cancel h⟩
instance (priority := 100) AddGroup.toIsRightCancelAdd [AddGroup G] : IsRightCancelAdd G := ⟨fun _ _ _ h => AddGroup.right_cancel h⟩
theorem add_left_cancel [Add G] [IsLeftCancelAdd G] {a b c : G} (h : a + b = a + c) : b = c :=
  IsLeftCancelAdd.add_left_cancel a b c h
theorem add_right_cancel [Add G] [IsRightCancelAdd G] {a b c : G} (h : a + b = c + b) : a = c :=
  IsRightCancelAdd.add_right_cancel a b c h
@[simp] theorem add_right_inj [Add G] [IsLeftCancelAdd G] (a : G) {b c : G} : a + b = a + c ↔ b = c :=
  ⟨add_left_cancel, fun h => by rw [h]⟩
@[simp] theorem add_left_inj [Add G] [IsRightCancelAdd G] (a : G) {b c : G} : b + a = c + a ↔ b = c :=
  ⟨add_right_cancel, fun h => by rw [h]⟩

variable [AddGroup G]
theorem neg_eq_of_add_eq_zero_right {a b : G} (h : a + b = 0) : -a = b := by
  apply add_left_cancel (a := a); rw [h, add_neg_cancel]
theorem neg_eq_of_add_eq_zero_left {a b : G} (h : a + b = 0) : -b = a := by
  apply add_right_cancel (b := b); rw [h, neg_add_cancel]
theorem eq_neg_of_add_eq_zero_left {a b : G} (h : a + b = 0) : a = -b := (neg_eq_of_add_eq_zero_left h).symm
@[simp] theorem neg_neg (a : G) : - -a = a := neg_eq_of_add_eq_zero_right (neg_add_cancel a)
@[simp] theorem neg_zero : -(0 : G) = 0 := neg_eq_of_add_eq_zero_right (add_zero 0)
@[simp] theorem neg_add_cancel_left (a b : G) : -a + (a + b) = b := by rw [← add_assoc, neg_add_cancel, zero_add]
@[simp] theorem add_neg_cancel_left (a b : G) : a + (-a + b) = b := by rw [← add_assoc, add_neg_cancel, zero_add]
@[simp] theorem add_neg_cancel_right (a b : G) : a + b + -b = a := by rw [add_assoc, add_neg_cancel, add_zero]
@[simp] theorem neg_add_cancel_right (a b : G) : a + -b + b = a := by rw [add_assoc, neg_add_cancel, add_zero]
theorem neg_add_rev (a b : G) : -(a + b) = -b + -a :=
  neg_eq_of_add_eq_zero_right (by rw [add_assoc, add_neg_cancel_left, add_neg_cancel])
@[simp] theorem neg_inj {a b : G} : -a = -b ↔ a = b := ⟨fun h => by rw [← neg_neg a, h, neg_neg], fun h => by rw [h]⟩
theorem neg_ne_zero {a : G} : -a ≠ 0 ↔ a ≠ 0 := not_congr ⟨fun h => by rw [← neg_neg a, h, neg_zero], fun h => by rw [h, neg_zero]⟩
@[simp] theorem neg_eq_zero {a : G} : -a = 0 ↔ a = 0 := ⟨fun h => by rw [← neg_neg a, h, neg_zero], fun h => by rw [h, neg_zero]⟩
@[simp] theorem sub_self (a : G) : a - a = 0 := by rw [sub_eq_add_neg, add_neg_cancel]
@[simp] theorem sub_zero (a : G) : a - 0 = a := by rw [sub_eq_add_neg, neg_zero, add_zero]
@[simp] theorem zero_sub (a : G) : 0 - a = -a := by rw [sub_eq_add_neg, zero_add]
@[simp] theorem sub_neg_eq_add (a b : G) : a - -b = a + b := by rw [sub_eq_add_neg, neg_neg]
@[simp] theorem sub_add_cancel (a b : G) : a - b + b = a := by rw [sub_eq_add_neg, neg_add_cancel_right]
@[simp] theorem add_sub_cancel_right (a b : G) : a + b - b = a := by rw [sub_eq_add_neg, add_neg_cancel_right]
@[simp] theorem neg_sub (a b : G) : -(a - b) = b - a := by
  rw [sub_eq_add_neg, neg_add_rev, neg_neg, sub_eq_add_neg]
theorem sub_eq_zero {a b : G} : a - b = 0 ↔ a = b :=
  ⟨fun h => by rw [← sub_add_cancel a b, h, zero_add], fun h => by rw [h, sub_self]⟩
theorem sub_ne_zero {a b : G} : a - b ≠ 0 ↔ a ≠ b := not_congr sub_eq_zero
theorem sub_eq_iff_eq_add {a b c : G} : a - b = c ↔ a = c + b :=
  ⟨fun h => by rw [← h, sub_add_cancel], fun h => by rw [h, add_sub_cancel_right]⟩
theorem eq_sub_iff_add_eq {a b c : G} : a = b - c ↔ a + c = b :=
  ⟨fun h => by rw [h, sub_add_cancel], fun h => by rw [← h, add_sub_cancel_right]⟩

theorem zero_zsmul (a : G) : (0 : Int) • a = 0 := SubNegMonoid.zsmul_zero' a
theorem natCast_zsmul (a : G) (n : Nat) : (n : Int) • a = n • a := by
  induction n with
  | zero => rw [zero_nsmul]; exact zero_zsmul a
  | succ n ih => rw [succ_nsmul, ← ih]; exact SubNegMonoid.zsmul_succ' n a
theorem negSucc_zsmul (a : G) (n : Nat) : (Int.negSucc n) • a = -((n + 1) • a) := by
  rw [← natCast_zsmul]; exact SubNegMonoid.zsmul_neg' n a
theorem one_zsmul (a : G) : (1 : Int) • a = a := by
  have := natCast_zsmul a 1; rwa [one_nsmul] at this
theorem neg_zsmul (a : G) (n : Int) : (-n) • a = -(n • a) := by
  match n with
  | .ofNat 0 => show (0 : Int) • a = -((0 : Int) • a); rw [zero_zsmul, neg_zero]
  | .ofNat (n + 1) => show Int.negSucc n • a = -(((n + 1 : Nat) : Int) • a); rw [negSucc_zsmul, natCast_zsmul]
  | .negSucc n => show ((n + 1 : Nat) : Int) • a = -(Int.negSucc n • a); rw [negSucc_zsmul, neg_neg, natCast_zsmul]
theorem add_one_zsmul (a : G) (n : Int) : (n + 1) • a = n • a + a := by
  match n with
  | .ofNat n => exact (natCast_zsmul a (n + 1)).trans ((succ_nsmul a n).trans (by rw [← natCast_zsmul]; rfl))
  | .negSucc 0 => show (0 : Int) • a = _; rw [negSucc_zsmul, zero_zsmul, Nat.zero_add, one_nsmul, neg_add_cancel]
  | .negSucc (n + 1) =>
    show Int.negSucc n • a = _
    rw [negSucc_zsmul, negSucc_zsmul, show (n + 1 + 1) • a = a + (n + 1) • a by
      rw [Nat.add_comm (n + 1) 1, add_nsmul, one_nsmul], neg_add_rev, neg_add_cancel_right]
theorem add_zsmul (a : G) (m n : Int) : (m + n) • a = m • a + n • a := by
  induction n using Int.induction_on with
  | zero => rw [zero_zsmul, Int.add_zero, add_zero]
  | succ i ih => rw [← Int.add_assoc, add_one_zsmul, ih, add_one_zsmul, add_assoc]
  | pred i ih =>
    have h1 := add_one_zsmul a (m + (-(i : Int) - 1))
    have h2 := add_one_zsmul a (-(i : Int) - 1)
    rw [show m + (-(i : Int) - 1) + 1 = m + -(i : Int) by omega, ih] at h1
    rw [show -(i : Int) - 1 + 1 = -(i : Int) by omega] at h2
    rw [h2, ← add_assoc] at h1
    exact (add_right_cancel h1).symm
end AddGroup

section AddCommGroup
variable {G : Type u} [AddCommGroup G]
theorem neg_add (a b : G) : -(a + b) = -a + -b := by rw [neg_add_rev, add_comm]
@[simp] theorem add_sub_cancel_left (a b : G) : a + b - a = b := by rw [add_comm, add_sub_cancel_right]
@[simp] theorem add_sub_cancel (a b : G) : a + (b - a) = b := by rw [add_comm, sub_add_cancel]
theorem sub_add_eq_add_sub (a b c : G) : a - b + c = a + c - b := by
  rw [sub_eq_add_neg, sub_eq_add_neg, add_right_comm]
theorem add_sub_assoc (a b c : G) : a + b - c = a + (b - c) := by rw [sub_eq_add_neg, sub_eq_add_neg, add_assoc]
theorem sub_sub (a b c : G) : a - b - c = a - (b + c) := by
  rw [sub_eq_add_neg, sub_eq_add_neg, sub_eq_add_neg, neg_add, add_assoc]
end AddCommGroup

/-! ## What `grind` knows of groups

In rings `grind` has solvers of its own, which these laws would only slow down. So they are about groups alone,
which rings are not; for monoids `open Mathlet.Monoids in grind` adds them. -/

namespace Group
variable {G : Type u} [Group G] (a b c : G)
@[grind _=_] theorem grind_mul_assoc : a * b * c = a * (b * c) := mul_assoc a b c
@[grind =] theorem grind_one_mul : 1 * a = a := one_mul a
@[grind =] theorem grind_mul_one : a * 1 = a := mul_one a
@[grind =] theorem grind_div : a / b = a * b⁻¹ := div_eq_mul_inv a b
@[grind =] theorem grind_inv_inv : a⁻¹⁻¹ = a := inv_inv a
@[grind =] theorem grind_inv_one : (1 : G)⁻¹ = 1 := inv_one
@[grind =] theorem grind_mul_inv_rev : (a * b)⁻¹ = b⁻¹ * a⁻¹ := mul_inv_rev a b
@[grind =] theorem grind_pow_zero : a ^ 0 = 1 := pow_zero a
@[grind =] theorem grind_pow_succ (n : Nat) : a ^ (n + 1) = a ^ n * a := pow_succ a n
end Group
namespace CommGroup
variable {G : Type u} [CommGroup G] (a b : G)
theorem grind_mul_comm : a * b = b * a := mul_comm a b
grind_pattern grind_mul_comm => a * b
end CommGroup
namespace Mathlet.Monoids
attribute [scoped grind _=_] mul_assoc
attribute [scoped grind =] one_mul mul_one pow_zero pow_succ
end Mathlet.Monoids

/-! ## What `grind` knows of additive monoids and groups -/

instance (priority := 100) AddCommMonoid.toGrindNatModule {M : Type u} [s : AddCommMonoid M] : Lean.Grind.NatModule M where
  add_zero := add_zero
  add_comm := add_comm
  add_assoc := add_assoc
  nsmul := inferInstance
  zero_nsmul := zero_nsmul
  add_one_nsmul n a := succ_nsmul a n
instance (priority := 100) AddCommGroup.toGrindIntModule {M : Type u} [s : AddCommGroup M] : Lean.Grind.IntModule M where
  add_zero := add_zero
  add_comm := add_comm
  add_assoc := add_assoc
  neg_add_cancel := neg_add_cancel
  sub_eq_add_neg := sub_eq_add_neg
  nsmul := inferInstance
  zsmul := inferInstance
  zero_zsmul := zero_zsmul
  one_zsmul := one_zsmul
  add_zsmul m n a := add_zsmul a m n
  zsmul_natCast_eq_nsmul n a := natCast_zsmul a n
