module
public import Mathlet.Data.Nat.Prime
@[expose] public noncomputable section

/-! # Positive natural numbers -/

/-- The positive natural numbers, written `ℕ+`. -/
def PNat : Type := { n : Nat // 0 < n }
namespace PNat
/-- The number itself. -/
@[coe] def val (n : PNat) : Nat := n.1
instance : Coe PNat Nat := ⟨PNat.val⟩
theorem pos (n : PNat) : 0 < (n : Nat) := n.2
grind_pattern PNat.pos => PNat.val n
@[ext, grind ext] theorem eq {m n : PNat} (h : (m : Nat) = n) : m = n := Subtype.ext h
@[simp, norm_cast] theorem coe_inj {m n : PNat} : (m : Nat) = n ↔ m = n := ⟨eq, fun h => by rw [h]⟩
instance : DecidableEq PNat := inferInstanceAs (DecidableEq { n : Nat // 0 < n })
instance : Add PNat := ⟨fun m n => ⟨m + n, by have := m.pos; omega⟩⟩
instance : Mul PNat := ⟨fun m n => ⟨m * n, Nat.mul_pos m.pos n.pos⟩⟩
instance : One PNat := ⟨⟨1, Nat.one_pos⟩⟩
instance : Inhabited PNat := ⟨1⟩
/-- Positive numerals. -/
instance instOfNat (n : Nat) [h : NeZero n] : OfNat PNat n := ⟨⟨n, Nat.pos_of_ne_zero h.out⟩⟩
/-- Subtraction, with 1 where nothing positive is left. -/
instance : Sub PNat := ⟨fun m n => if h : (n : Nat) < m then ⟨m - n, by omega⟩ else 1⟩
@[simp, norm_cast, grind =] theorem add_coe (m n : PNat) : ((m + n : PNat) : Nat) = m + n := rfl
@[simp, norm_cast, grind =] theorem mul_coe (m n : PNat) : ((m * n : PNat) : Nat) = m * n := rfl
@[simp, norm_cast, grind =] theorem one_coe : ((1 : PNat) : Nat) = 1 := rfl
@[simp, norm_cast] theorem val_ofNat (n : Nat) [NeZero n] : ((no_index (OfNat.ofNat n) : PNat) : Nat) = OfNat.ofNat n := rfl
@[simp] theorem mk_coe (n : Nat) (h : 0 < n) : ((⟨n, h⟩ : PNat) : Nat) = n := rfl
instance : LinearOrder PNat where
  le m n := (m : Nat) ≤ n
  lt m n := (m : Nat) < n
  le_refl m := Nat.le_refl m
  le_trans _ _ _ := Nat.le_trans
  lt_iff_le_not_ge m n := by show (m : Nat) < n ↔ (m : Nat) ≤ n ∧ ¬ (n : Nat) ≤ m; omega
  le_antisymm _ _ h h' := eq (Nat.le_antisymm h h')
  le_total m n := Nat.le_total m n
  toDecidableLE m n := inferInstanceAs (Decidable ((m : Nat) ≤ n))
  toDecidableEq := inferInstance
  toDecidableLT m n := inferInstanceAs (Decidable ((m : Nat) < n))
@[simp, norm_cast] theorem coe_le_coe (m n : PNat) : (m : Nat) ≤ n ↔ m ≤ n := Iff.rfl
@[simp, norm_cast] theorem coe_lt_coe (m n : PNat) : (m : Nat) < n ↔ m < n := Iff.rfl
instance : CommMonoid PNat where
  mul_assoc a b c := eq (Nat.mul_assoc a b c)
  one_mul a := eq (Nat.one_mul a)
  mul_one a := eq (Nat.mul_one a)
  mul_comm a b := eq (Nat.mul_comm a b)
  npow n a := ⟨(a : Nat) ^ n, Nat.pow_pos a.pos⟩
  npow_zero a := eq (Nat.pow_zero a)
  npow_succ n a := eq (Nat.pow_succ ..)
instance : AddCommSemigroup PNat where
  add_assoc a b c := eq (Nat.add_assoc a b c)
  add_comm a b := eq (Nat.add_comm a b)
@[simp, norm_cast, grind =] theorem pow_coe (m : PNat) (n : Nat) : ((m ^ n : PNat) : Nat) = (m : Nat) ^ n := rfl
/-- Division with remainder from 1 to the divisor has no name here; divisibility has. -/
theorem dvd_iff {m n : PNat} : m ∣ n ↔ (m : Nat) ∣ n := by
  constructor
  · rintro ⟨c, h⟩; exact ⟨c, congrArg PNat.val h⟩
  · rintro ⟨c, h⟩
    exact ⟨⟨c, Nat.pos_of_ne_zero fun e => by have := n.pos; rw [e, Nat.mul_zero] at h; omega⟩, eq h⟩
/-- A prime number. -/
protected def Prime (p : PNat) : Prop := (p : Nat).Prime
/-- The greatest common divisor. -/
def gcd (m n : PNat) : PNat := ⟨Nat.gcd m n, Nat.gcd_pos_of_pos_left _ m.pos⟩
def lcm (m n : PNat) : PNat := ⟨Nat.lcm m n, Nat.lcm_pos m.pos n.pos⟩
def Coprime (m n : PNat) : Prop := gcd m n = 1
/-- The next number. -/
def _root_.Nat.succPNat (n : Nat) : PNat := ⟨n + 1, Nat.succ_pos n⟩
/-- The number before. -/
def natPred (n : PNat) : Nat := n - 1
/-- A number that is positive. -/
def _root_.Nat.toPNat (n : Nat) (h : 0 < n) : PNat := ⟨n, h⟩
end PNat
