module
public import Mathlet.Data.ENat
@[expose] public noncomputable section

/-! # Products of natural numbers with infinity: `0 * ⊤ = 0`, other products with `⊤` are `⊤` -/

namespace ENat
protected def mul : Option Nat → Option Nat → Option Nat
  | .some a, .some b => Option.some (a * b)
  | .none, .some b => if b = 0 then Option.some 0 else .none
  | .some a, .none => if a = 0 then Option.some 0 else .none
  | .none, .none => .none
instance : Mul ENat := ⟨ENat.mul⟩
@[simp, norm_cast] theorem coe_mul (a b : Nat) : ((a * b : Nat) : ENat) = a * b := rfl
protected theorem mul_comm' (x y : Option Nat) : ENat.mul x y = ENat.mul y x := by
  cases x <;> cases y <;> simp [ENat.mul, Nat.mul_comm]
protected theorem mul_assoc' (x y z : Option Nat) : ENat.mul (ENat.mul x y) z = ENat.mul x (ENat.mul y z) := by
  cases x with
  | none => cases y with
    | none => cases z with
      | none => rfl
      | some c => by_cases hc : c = 0 <;> simp [ENat.mul, hc]
    | some b => cases z with
      | none => by_cases hb : b = 0 <;> simp [ENat.mul, hb]
      | some c => by_cases hb : b = 0 <;> by_cases hc : c = 0 <;> simp [ENat.mul, hb, hc]
  | some a => cases y with
    | none => cases z with
      | none => by_cases ha : a = 0 <;> simp [ENat.mul, ha]
      | some c => by_cases ha : a = 0 <;> by_cases hc : c = 0 <;> simp [ENat.mul, ha, hc]
    | some b => cases z with
      | none => by_cases ha : a = 0 <;> by_cases hb : b = 0 <;> simp [ENat.mul, ha, hb]
      | some c => simp [ENat.mul, Nat.mul_assoc]
protected theorem mul_add' (x y z : Option Nat) : ENat.mul x (WithTop.add y z) = WithTop.add (ENat.mul x y) (ENat.mul x z) := by
  cases x with
  | none => cases y with
    | none => cases z with
      | none => rfl
      | some c => by_cases hc : c = 0 <;> simp [ENat.mul, WithTop.add, hc]
    | some b => cases z with
      | none => by_cases hb : b = 0 <;> simp [ENat.mul, WithTop.add, hb]
      | some c => by_cases hb : b = 0 <;> by_cases hc : c = 0 <;> simp [ENat.mul, WithTop.add, hb, hc]
  | some a => cases y with
    | none => cases z with
      | none => by_cases ha : a = 0 <;> simp [ENat.mul, WithTop.add, ha]
      | some c => by_cases ha : a = 0 <;> simp [ENat.mul, WithTop.add, ha]
    | some b => cases z with
      | none => by_cases ha : a = 0 <;> simp [ENat.mul, WithTop.add, ha]
      | some c => simp [ENat.mul, WithTop.add, Nat.mul_add]
protected theorem zero_mul' (x : Option Nat) : ENat.mul (Option.some 0) x = Option.some 0 := by cases x <;> simp [ENat.mul]
protected theorem one_mul' (x : Option Nat) : ENat.mul (Option.some 1) x = x := by cases x <;> simp [ENat.mul]
instance instCommSemiring : CommSemiring ENat where
  mul_comm := ENat.mul_comm'
  mul_assoc := ENat.mul_assoc'
  left_distrib := ENat.mul_add'
  right_distrib x y z := by
    rw [show (x + y) * z = z * (x + y) from ENat.mul_comm' _ _, show x * z = z * x from ENat.mul_comm' _ _,
      show y * z = z * y from ENat.mul_comm' _ _]
    exact ENat.mul_add' z x y
  zero_mul := ENat.zero_mul'
  mul_zero x := (ENat.mul_comm' x _).trans (ENat.zero_mul' x)
  one_mul := ENat.one_mul'
  mul_one x := (ENat.mul_comm' x _).trans (ENat.one_mul' x)
end ENat
