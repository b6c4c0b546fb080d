module
public import Mathlet.Data.Real.Complete
@[expose] public noncomputable section

/-! # Non-negative reals -/

/-- The non-negative reals, written `ℝ≥0`. -/
def NNReal : Type := { r : Real // 0 ≤ r }
namespace NNReal
/-- The number itself. -/
@[coe] def toReal (x : NNReal) : Real := x.1
instance : Coe NNReal Real := ⟨toReal⟩
@[simp] theorem coe_nonneg (x : NNReal) : 0 ≤ (x : Real) := x.2
grind_pattern coe_nonneg => toReal x
@[ext, grind ext] theorem eq {x y : NNReal} (h : (x : Real) = y) : x = y := Subtype.ext h
@[simp, norm_cast] theorem coe_inj {x y : NNReal} : (x : Real) = y ↔ x = y := ⟨eq, fun h => by rw [h]⟩
instance : Zero NNReal := ⟨⟨0, le_refl 0⟩⟩
instance : One NNReal := ⟨⟨1, zero_le_one⟩⟩
instance : Add NNReal := ⟨fun x y => ⟨x + y, add_nonneg x.2 y.2⟩⟩
instance : Mul NNReal := ⟨fun x y => ⟨x * y, mul_nonneg x.2 y.2⟩⟩
instance : Inv NNReal := ⟨fun x => ⟨(x : Real)⁻¹, inv_nonneg_of_nonneg x.2⟩⟩
instance : Div NNReal := ⟨fun x y => ⟨(x : Real) / y, div_nonneg x.2 y.2⟩⟩
instance : NatCast NNReal := ⟨fun n => ⟨n, Nat.cast_nonneg n⟩⟩
@[simp, norm_cast, grind =] theorem coe_zero : ((0 : NNReal) : Real) = 0 := rfl
@[simp, norm_cast, grind =] theorem coe_one : ((1 : NNReal) : Real) = 1 := rfl
@[simp, norm_cast, grind =] theorem coe_add (x y : NNReal) : ((x + y : NNReal) : Real) = x + y := rfl
@[simp, norm_cast, grind =] theorem coe_mul (x y : NNReal) : ((x * y : NNReal) : Real) = x * y := rfl
@[simp, norm_cast, grind =] theorem coe_inv (x : NNReal) : ((x⁻¹ : NNReal) : Real) = (x : Real)⁻¹ := rfl
@[simp, norm_cast, grind =] theorem coe_div (x y : NNReal) : ((x / y : NNReal) : Real) = (x : Real) / y := rfl
@[simp, norm_cast, grind =] theorem coe_natCast (n : Nat) : ((n : NNReal) : Real) = n := rfl
instance instSemifield : Semifield NNReal where
  add_assoc x y z := eq (add_assoc (x : Real) y z)
  zero_add x := eq (zero_add (x : Real))
  add_zero x := eq (add_zero (x : Real))
  add_comm x y := eq (add_comm (x : Real) y)
  left_distrib x y z := eq (mul_add (x : Real) y z)
  right_distrib x y z := eq (add_mul (x : Real) y z)
  mul_assoc x y z := eq (mul_assoc (x : Real) y z)
  one_mul x := eq (one_mul (x : Real))
  mul_one x := eq (mul_one (x : Real))
  zero_mul x := eq (zero_mul (x : Real))
  mul_zero x := eq (mul_zero (x : Real))
  mul_comm x y := eq (mul_comm (x : Real) y)
  natCast_zero := eq Nat.cast_zero
  natCast_succ n := eq (Nat.cast_succ n)
  div_eq_mul_inv x y := eq (div_eq_mul_inv (x : Real) y)
  exists_pair_ne := ⟨0, 1, fun h => zero_ne_one (K := Real) (congrArg toReal h)⟩
  inv_zero := eq inv_zero
  mul_inv_cancel x h := eq (mul_inv_cancel₀ fun e => h (eq e))
@[simp, norm_cast, grind =] theorem coe_pow (x : NNReal) (n : Nat) : ((x ^ n : NNReal) : Real) = (x : Real) ^ n := by
  induction n with
  | zero => rw [pow_zero, pow_zero]; rfl
  | succ n ih => rw [pow_succ, coe_mul, ih, pow_succ]
instance : LE NNReal := ⟨fun x y => (x : Real) ≤ y⟩
instance : LT NNReal := ⟨fun x y => (x : Real) < y⟩
instance instLinearOrder : LinearOrder NNReal := LinearOrder.ofLaws NNReal (fun x => le_refl (x : Real))
  (fun x y z => le_trans (a := (x : Real)) (b := y) (c := z)) (fun x y => lt_iff_le_not_ge (a := (x : Real)) (b := y))
  (fun x y h h' => eq (le_antisymm h h')) (fun x y => le_total (x : Real) y)
@[simp, norm_cast] theorem coe_le_coe {x y : NNReal} : (x : Real) ≤ y ↔ x ≤ y := Iff.rfl
@[simp, norm_cast] theorem coe_lt_coe {x y : NNReal} : (x : Real) < y ↔ x < y := Iff.rfl
instance : OrderBot NNReal where
  bot := 0
  bot_le x := x.2
instance : IsStrictOrderedRing NNReal where
  add_le_add_left x y h z := add_le_add_left (α := Real) h z
  le_of_add_le_add_left x y z h := IsOrderedCancelAddMonoid.le_of_add_le_add_left (x : Real) y z h
  zero_le_one := zero_le_one (R := Real)
  exists_pair_ne := exists_pair_ne NNReal
  mul_lt_mul_of_pos_left x y z h h' := mul_lt_mul_of_pos_left (R := Real) h h'
  mul_lt_mul_of_pos_right x y z h h' := mul_lt_mul_of_pos_right (R := Real) h h'
/-- The number, or 0 in place of a negative one. -/
def _root_.Real.toNNReal (r : Real) : NNReal := ⟨max r 0, le_max_right r 0⟩
@[simp] theorem _root_.Real.coe_toNNReal (r : Real) (h : 0 ≤ r) : (Real.toNNReal r : Real) = r := max_eq_left h
/-- Subtraction, with 0 in place of negative results. -/
instance : Sub NNReal := ⟨fun x y => Real.toNNReal (x - y)⟩
theorem coe_sub_def {x y : NNReal} : ((x - y : NNReal) : Real) = max (x - y : Real) 0 := rfl
/-- The non-negative root. -/
def sqrt (x : NNReal) : NNReal := ⟨Real.sqrt x, Real.sqrt_nonneg x⟩
@[simp, norm_cast, grind =] theorem coe_sqrt {x : NNReal} : (sqrt x : Real) = Real.sqrt x := rfl
theorem sq_sqrt (x : NNReal) : sqrt x ^ 2 = x := eq (by rw [coe_pow, coe_sqrt]; exact Real.sq_sqrt x.2)
end NNReal
