module
public import Mathlet.Algebra.Order
@[expose] public noncomputable section

/-! # An order with a new least element: degrees -/

universe u

/-- `α` with a least element `⊥` added. -/
def WithBot (α : Type u) : Type u := Option α
namespace WithBot
variable {α : Type u}
/-- An element of `α` among those of `WithBot α`. -/
@[coe, match_pattern] def some : α → WithBot α := Option.some
instance : Coe α (WithBot α) := ⟨some⟩
instance : Bot (WithBot α) := ⟨(none : Option α)⟩
instance : Inhabited (WithBot α) := ⟨Bot.bot⟩
theorem cases (x : WithBot α) : x = Bot.bot ∨ ∃ a : α, x = some a := match x with
  | .none => .inl rfl
  | .some a => .inr ⟨a, rfl⟩
@[simp, grind =] theorem coe_inj {a b : α} : some a = some b ↔ a = b := ⟨fun h => Option.some.inj h, fun h => by rw [h]⟩
@[simp, grind .] theorem bot_ne_coe {a : α} : (Bot.bot : WithBot α) ≠ some a := fun h => nomatch h
@[simp] theorem coe_ne_bot {a : α} : some a ≠ (Bot.bot : WithBot α) := fun h => nomatch h
/-- The element, or `d` in place of `⊥`. -/
def unbotD (d : α) (x : WithBot α) : α := Option.getD x d
@[simp, grind =] theorem unbotD_bot (d : α) : unbotD d Bot.bot = d := rfl
@[simp, grind =] theorem unbotD_coe (d x : α) : unbotD d (some x) = x := rfl

/-- `⊥` is below everything. -/
protected def Le [LE α] : Option α → Option α → Prop
  | .none, _ => True
  | .some _, .none => False
  | .some a, .some b => a ≤ b
instance [LE α] : LE (WithBot α) := ⟨WithBot.Le⟩
/-- `⊥` is smaller than everything else. -/
protected def Lt [LT α] : Option α → Option α → Prop
  | _, .none => False
  | .none, .some _ => True
  | .some a, .some b => a < b
instance [LT α] : LT (WithBot α) := ⟨WithBot.Lt⟩
@[simp, norm_cast, grind =] theorem coe_le_coe [LE α] {a b : α} : some a ≤ some b ↔ a ≤ b := Iff.rfl
@[simp, norm_cast, grind =] theorem coe_lt_coe [LT α] {a b : α} : some a < some b ↔ a < b := Iff.rfl
@[simp, grind .] theorem bot_lt_coe [LT α] (a : α) : Bot.bot < some a := trivial
@[simp, grind .] theorem not_lt_bot [LT α] (x : WithBot α) : ¬ x < Bot.bot := fun h => by cases x <;> exact h
@[simp, grind .] theorem not_coe_le_bot [LE α] (a : α) : ¬ some a ≤ (Bot.bot : WithBot α) := fun h => h
instance [LE α] : OrderBot (WithBot α) := { bot_le := fun _ => trivial }
open Classical in
instance instLinearOrder [LinearOrder α] : LinearOrder (WithBot α) := LinearOrder.ofLaws (WithBot α)
  (fun a => match a with
    | .none => trivial
    | .some a => le_refl a)
  (fun a b c => match a, b, c with
    | .none, _, _ => fun _ _ => trivial
    | .some _, .none, _ => fun h => h.elim
    | .some _, .some _, .none => fun _ h => h.elim
    | .some _, .some _, .some _ => le_trans)
  (fun a b => match a, b with
    | .none, .none => ⟨fun h => h.elim, fun h => (h.2 trivial).elim⟩
    | .none, .some _ => ⟨fun _ => ⟨trivial, fun h => h⟩, fun _ => trivial⟩
    | .some _, .none => ⟨fun h => h.elim, fun h => h.1.elim⟩
    | .some a, .some b => (lt_iff_le_not_ge : a < b ↔ _))
  (fun a b => match a, b with
    | .none, .none => fun _ _ => rfl
    | .none, .some _ => fun _ h => h.elim
    | .some _, .none => fun h => h.elim
    | .some _, .some _ => fun h h' => congrArg some (le_antisymm h h'))
  (fun a b => match a, b with
    | .none, _ => .inl trivial
    | .some _, .none => .inr trivial
    | .some a, .some b => le_total a b)

/-- Sums with `⊥` are `⊥`. -/
protected def add [Add α] : Option α → Option α → Option α
  | .some a, .some b => Option.some (a + b)
  | _, _ => .none
instance [Add α] : Add (WithBot α) := ⟨WithBot.add⟩
open Classical in
/-- Products with `⊥` are `⊥`, but for those with 0. -/
protected def mul [Mul α] [Zero α] : Option α → Option α → Option α
  | .some a, .some b => Option.some (a * b)
  | .none, .some b => if b = 0 then Option.some 0 else .none
  | .some a, .none => if a = 0 then Option.some 0 else .none
  | .none, .none => .none
instance [Mul α] [Zero α] : Mul (WithBot α) := ⟨WithBot.mul⟩
instance [Zero α] : Zero (WithBot α) := ⟨some 0⟩
instance [One α] : One (WithBot α) := ⟨some 1⟩
@[simp, norm_cast] theorem coe_add [Add α] (a b : α) : some (a + b) = some a + some b := rfl
@[simp, norm_cast] theorem coe_mul [Mul α] [Zero α] (a b : α) : some (a * b) = some a * some b := rfl
@[simp, norm_cast] theorem coe_zero [Zero α] : some (0 : α) = 0 := rfl
@[simp, norm_cast] theorem coe_one [One α] : some (1 : α) = 1 := rfl
@[simp] theorem bot_add [Add α] (x : WithBot α) : Bot.bot + x = Bot.bot := rfl
@[simp] theorem add_bot [Add α] (x : WithBot α) : x + Bot.bot = Bot.bot := match x with
  | .none => rfl
  | .some _ => rfl
theorem bot_mul_coe [Mul α] [Zero α] {a : α} (h : a ≠ 0) : (Bot.bot : WithBot α) * some a = Bot.bot := if_neg h
theorem coe_mul_bot [Mul α] [Zero α] {a : α} (h : a ≠ 0) : some a * (Bot.bot : WithBot α) = Bot.bot := if_neg h
theorem bot_mul_zero [Mul α] [Zero α] : (Bot.bot : WithBot α) * some 0 = some 0 := if_pos rfl
theorem zero_mul_bot [Mul α] [Zero α] : some 0 * (Bot.bot : WithBot α) = some 0 := if_pos rfl
theorem bot_mul_bot [Mul α] [Zero α] : (Bot.bot : WithBot α) * Bot.bot = Bot.bot := rfl

protected theorem mulNat (x y : WithBot Nat) : x * y = y * x := by
  rcases cases x with rfl | ⟨a, rfl⟩ <;> rcases cases y with rfl | ⟨b, rfl⟩
  · rfl
  · by_cases h : b = 0
    · subst h; exact bot_mul_zero.trans zero_mul_bot.symm
    · rw [bot_mul_coe h, coe_mul_bot h]
  · by_cases h : a = 0
    · subst h; exact zero_mul_bot.trans bot_mul_zero.symm
    · rw [bot_mul_coe h, coe_mul_bot h]
  · rw [← coe_mul, ← coe_mul, Nat.mul_comm]
protected theorem zeroMulNat (x : WithBot Nat) : some 0 * x = some 0 := by
  rcases cases x with rfl | ⟨a, rfl⟩
  · exact zero_mul_bot
  · rw [← coe_mul, Nat.zero_mul]
protected theorem assocNat (x y z : WithBot Nat) : x * y * z = x * (y * z) := by
  have z0 := WithBot.zeroMulNat
  have mz (w : WithBot Nat) : w * some 0 = some 0 := by rw [WithBot.mulNat]; exact z0 w
  by_cases hx : x = some 0
  · subst hx; rw [z0, z0, z0]
  by_cases hy : y = some 0
  · subst hy; rw [mz, z0, mz]
  by_cases hz : z = some 0
  · subst hz; rw [mz, mz, mz]
  rcases cases x with rfl | ⟨a, rfl⟩ <;> rcases cases y with rfl | ⟨b, rfl⟩ <;> rcases cases z with rfl | ⟨c, rfl⟩ <;>
    (try simp only [coe_inj] at hx hy hz) <;>
    simp only [bot_mul_bot, bot_mul_coe, coe_mul_bot, hx, hy, hz, ne_eq, not_false_eq_true, ← coe_mul, Nat.mul_assoc, Nat.mul_eq_zero,
      or_self]
protected theorem distribNat (x y z : WithBot Nat) : x * (y + z) = x * y + x * z := by
  by_cases hx : x = some 0
  · subst hx; rw [WithBot.zeroMulNat, WithBot.zeroMulNat, WithBot.zeroMulNat]; rfl
  rcases cases x with rfl | ⟨a, rfl⟩ <;> rcases cases y with rfl | ⟨b, rfl⟩ <;> rcases cases z with rfl | ⟨c, rfl⟩ <;>
    (try simp only [coe_inj] at hx) <;>
    simp only [bot_mul_bot, coe_mul_bot, hx, ne_eq, not_false_eq_true, ← coe_mul, ← coe_add, Nat.mul_add, bot_add, add_bot]
  by_cases hb : b = 0 <;> by_cases hc : c = 0
  · subst hb hc; rw [Nat.add_zero, bot_mul_zero]; rfl
  · subst hb; rw [bot_mul_coe hc, bot_mul_coe (by omega), add_bot]
  · subst hc; rw [bot_mul_coe hb, bot_mul_coe (by omega), bot_add]
  · rw [bot_mul_coe hb, bot_mul_coe hc, bot_mul_coe (by omega), add_bot]
instance instCommSemiringNat : CommSemiring (WithBot Nat) where
  add_assoc x y z := by
    rcases cases x with rfl | ⟨a, rfl⟩ <;> rcases cases y with rfl | ⟨b, rfl⟩ <;> rcases cases z with rfl | ⟨c, rfl⟩ <;>
      simp only [← coe_add, Nat.add_assoc, bot_add, add_bot]
  add_comm x y := by
    rcases cases x with rfl | ⟨a, rfl⟩ <;> rcases cases y with rfl | ⟨b, rfl⟩ <;> simp only [← coe_add, Nat.add_comm, bot_add, add_bot]
  zero_add x := by
    rcases cases x with rfl | ⟨a, rfl⟩
    · rfl
    · show some 0 + some a = _; rw [← coe_add, Nat.zero_add]
  add_zero x := by
    rcases cases x with rfl | ⟨a, rfl⟩
    · rfl
    · show some a + some 0 = _; rw [← coe_add, Nat.add_zero]
  mul_assoc := WithBot.assocNat
  mul_comm := WithBot.mulNat
  one_mul x := by
    rcases cases x with rfl | ⟨a, rfl⟩
    · exact coe_mul_bot (a := 1) (by omega)
    · show some 1 * some a = _; rw [← coe_mul, Nat.one_mul]
  mul_one x := by
    rw [WithBot.mulNat]
    rcases cases x with rfl | ⟨a, rfl⟩
    · exact coe_mul_bot (a := 1) (by omega)
    · show some 1 * some a = _; rw [← coe_mul, Nat.one_mul]
  left_distrib := WithBot.distribNat
  right_distrib x y z := by rw [WithBot.mulNat, WithBot.distribNat, WithBot.mulNat z, WithBot.mulNat z]
  zero_mul := WithBot.zeroMulNat
  mul_zero x := by rw [WithBot.mulNat]; exact WithBot.zeroMulNat x
  natCast n := some n
  natCast_zero := rfl
  natCast_succ _ := rfl
@[simp, grind =] theorem natCast_eq (n : Nat) : ((n : Nat) : WithBot Nat) = some n := rfl
end WithBot
