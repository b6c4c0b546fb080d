module
public import Mathlet.Algebra.Ring
public import Mathlet.Order.Basic
@[expose] public noncomputable section

/-!
# Ordered groups, rings and fields

As in Mathlib the order and the algebra are classes of their own, tied together by a property: a linearly ordered field
is `[Field K] [LinearOrder K] [IsStrictOrderedRing K]`.
-/

universe u

/-- Adding keeps the order. -/
class IsOrderedAddMonoid (α : Type u) [AddCommMonoid α] [PartialOrder α] : Prop where
  protected add_le_add_left : ∀ a b : α, a ≤ b → ∀ c, c + a ≤ c + b
/-- Multiplying keeps the order. -/
class IsOrderedMonoid (α : Type u) [CommMonoid α] [PartialOrder α] : Prop where
  protected mul_le_mul_left : ∀ a b : α, a ≤ b → ∀ c, c * a ≤ c * b
/-- Adding keeps the order and can be undone. -/
class IsOrderedCancelAddMonoid (α : Type u) [AddCommMonoid α] [PartialOrder α] : Prop extends IsOrderedAddMonoid α where
  protected le_of_add_le_add_left : ∀ a b c : α, a + b ≤ a + c → b ≤ c
class ZeroLEOneClass (α : Type u) [Zero α] [One α] [LE α] : Prop where
  zero_le_one : (0 : α) ≤ 1
/-- Sums and products with non-negative factors keep the order. -/
class IsOrderedRing (R : Type u) [Semiring R] [PartialOrder R] : Prop extends IsOrderedAddMonoid R, ZeroLEOneClass R where
  protected mul_le_mul_of_nonneg_left : ∀ a b c : R, a ≤ b → 0 ≤ c → c * a ≤ c * b
  protected mul_le_mul_of_nonneg_right : ∀ a b c : R, a ≤ b → 0 ≤ c → a * c ≤ b * c
/-- Sums and products with positive factors keep the strict order. -/
class IsStrictOrderedRing (R : Type u) [Semiring R] [PartialOrder R] : Prop extends IsOrderedCancelAddMonoid R, ZeroLEOneClass R,
    Nontrivial R where
  protected mul_lt_mul_of_pos_left : ∀ a b c : R, a < b → 0 < c → c * a < c * b
  protected mul_lt_mul_of_pos_right : ∀ a b c : R, a < b → 0 < c → a * c < b * c

instance (priority := 100) IsOrderedAddMonoid.toIsOrderedCancelAddMonoid {α : Type u} [AddCommGroup α] [PartialOrder α]
    [IsOrderedAddMonoid α] : IsOrderedCancelAddMonoid α where
  le_of_add_le_add_left a b c h := by
    have := IsOrderedAddMonoid.add_le_add_left _ _ h (-a)
    rwa [neg_add_cancel_left, neg_add_cancel_left] at this

instance (priority := 100) IsOrderedCancelAddMonoid.toGrind {α : Type u} [AddCommMonoid α] [PartialOrder α]
    [IsOrderedCancelAddMonoid α] : Lean.Grind.OrderedAdd α where
  add_le_left_iff {a b} c := by
    rw [add_comm a, add_comm b]
    exact ⟨fun h => IsOrderedAddMonoid.add_le_add_left _ _ h c, IsOrderedCancelAddMonoid.le_of_add_le_add_left _ _ _⟩
instance (priority := 100) IsStrictOrderedRing.toGrind {R : Type u} [Ring R] [PartialOrder R] [IsStrictOrderedRing R] :
    Lean.Grind.OrderedRing R where
  zero_lt_one := lt_of_le_of_ne ZeroLEOneClass.zero_le_one zero_ne_one
  mul_lt_mul_of_pos_left := IsStrictOrderedRing.mul_lt_mul_of_pos_left _ _ _
  mul_lt_mul_of_pos_right := IsStrictOrderedRing.mul_lt_mul_of_pos_right _ _ _

theorem add_lt_add_left' {α : Type u} [AddCommGroup α] [PartialOrder α] [IsOrderedAddMonoid α] {a b : α} (h : a < b) (c : α) :
    c + a < c + b :=
  lt_of_le_of_ne (IsOrderedAddMonoid.add_le_add_left _ _ (le_of_lt h) c) fun e => ne_of_lt h (add_left_cancel e)
theorem sub_pos_of_lt' {α : Type u} [AddCommGroup α] [PartialOrder α] [IsOrderedAddMonoid α] {a b : α} (h : a < b) : 0 < b - a := by
  have := add_lt_add_left' h (-a)
  rwa [neg_add_cancel, add_comm, ← sub_eq_add_neg] at this
theorem lt_of_sub_pos' {α : Type u} [AddCommGroup α] [PartialOrder α] [IsOrderedAddMonoid α] {a b : α} (h : 0 < b - a) : a < b := by
  have := add_lt_add_left' h a
  rwa [add_zero, add_sub_cancel] at this

/-- A strictly ordered ring from fewer laws. -/
theorem IsStrictOrderedRing.of_mul_pos {R : Type u} [Ring R] [PartialOrder R] [IsOrderedAddMonoid R] [ZeroLEOneClass R] [Nontrivial R]
    (mul_pos : ∀ a b : R, 0 < a → 0 < b → 0 < a * b) : IsStrictOrderedRing R where
  add_le_add_left := IsOrderedAddMonoid.add_le_add_left
  le_of_add_le_add_left := IsOrderedCancelAddMonoid.le_of_add_le_add_left
  mul_lt_mul_of_pos_left a b c h h' := by
    have h1 := mul_pos c (b - a) h' (sub_pos_of_lt' h)
    rw [mul_sub] at h1; exact lt_of_sub_pos' h1
  mul_lt_mul_of_pos_right a b c h h' := by
    have h1 := mul_pos (b - a) c (sub_pos_of_lt' h) h'
    rw [sub_mul] at h1; exact lt_of_sub_pos' h1

instance : IsStrictOrderedRing Nat where
  add_le_add_left _ _ h c := Nat.add_le_add_left h c
  le_of_add_le_add_left _ _ _ := Nat.le_of_add_le_add_left
  zero_le_one := Nat.zero_le 1
  exists_pair_ne := exists_pair_ne Nat
  mul_lt_mul_of_pos_left _ _ _ h h' := Nat.mul_lt_mul_of_pos_left h h'
  mul_lt_mul_of_pos_right _ _ _ h h' := Nat.mul_lt_mul_of_pos_right h h'
instance : IsStrictOrderedRing Int where
  add_le_add_left _ _ h c := Int.add_le_add_left h c
  le_of_add_le_add_left _ _ _ := Int.le_of_add_le_add_left
  zero_le_one := by decide
  exists_pair_ne := exists_pair_ne Int
  mul_lt_mul_of_pos_left _ _ _ h h' := Int.mul_lt_mul_of_pos_left h h'
  mul_lt_mul_of_pos_right _ _ _ h h' := Int.mul_lt_mul_of_pos_right h h'
instance : IsStrictOrderedRing Rat where
  add_le_add_left _ _ h c := by grind
  le_of_add_le_add_left _ _ _ h := by grind
  zero_le_one := by decide
  exists_pair_ne := exists_pair_ne Rat
  mul_lt_mul_of_pos_left _ _ _ h h' := Lean.Grind.OrderedRing.mul_lt_mul_of_pos_left h h'
  mul_lt_mul_of_pos_right _ _ _ h h' := Lean.Grind.OrderedRing.mul_lt_mul_of_pos_right h h'

/-! ## Order and products -/

section Ordered
variable {α : Type u} [AddCommMonoid α] [PartialOrder α] [IsOrderedCancelAddMonoid α] {a b c d : α}
theorem add_le_add_left (h : b ≤ c) (a : α) : a + b ≤ a + c := IsOrderedAddMonoid.add_le_add_left _ _ h a
theorem add_le_add_right (h : b ≤ c) (a : α) : b + a ≤ c + a := by
  rw [add_comm b, add_comm c]; exact add_le_add_left h a
theorem add_le_add (h : a ≤ b) (h' : c ≤ d) : a + c ≤ b + d := le_trans (add_le_add_right h c) (add_le_add_left h' b)
theorem lt_of_add_lt_add_left (h : a + b < a + c) : b < c := by
  refine lt_iff_le_not_ge.2 ⟨IsOrderedCancelAddMonoid.le_of_add_le_add_left _ _ _ (le_of_lt h), fun h' => ?_⟩
  exact not_le_of_gt h (add_le_add_left h' a)
theorem add_lt_add_left (h : b < c) (a : α) : a + b < a + c :=
  lt_iff_le_not_ge.2 ⟨add_le_add_left (le_of_lt h) a, fun h' =>
    not_le_of_gt h (IsOrderedCancelAddMonoid.le_of_add_le_add_left _ _ _ h')⟩
theorem add_lt_add_right (h : b < c) (a : α) : b + a < c + a := by
  rw [add_comm b, add_comm c]; exact add_lt_add_left h a
theorem add_lt_add_of_le_of_lt (h : a ≤ b) (h' : c < d) : a + c < b + d :=
  lt_of_le_of_lt (add_le_add_right h c) (add_lt_add_left h' b)
theorem add_lt_add_of_lt_of_le (h : a < b) (h' : c ≤ d) : a + c < b + d :=
  lt_of_lt_of_le (add_lt_add_right h c) (add_le_add_left h' b)
theorem add_lt_add (h : a < b) (h' : c < d) : a + c < b + d := add_lt_add_of_lt_of_le h (le_of_lt h')
theorem add_nonneg (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a + b := by have := add_le_add ha hb; rwa [add_zero] at this
theorem add_pos (ha : 0 < a) (hb : 0 < b) : 0 < a + b := by have := add_lt_add ha hb; rwa [add_zero] at this
theorem add_pos_of_pos_of_nonneg (ha : 0 < a) (hb : 0 ≤ b) : 0 < a + b := by
  have := add_lt_add_of_lt_of_le ha hb; rwa [add_zero] at this
theorem add_pos_of_nonneg_of_pos (ha : 0 ≤ a) (hb : 0 < b) : 0 < a + b := by
  have := add_lt_add_of_le_of_lt ha hb; rwa [add_zero] at this
end Ordered
section OrderedGroup
variable {α : Type u} [AddCommGroup α] [LinearOrder α] [IsOrderedAddMonoid α] {a b c d : α}
@[simp] theorem sub_pos : 0 < a - b ↔ b < a := ⟨lt_of_sub_pos', sub_pos_of_lt'⟩
@[simp] theorem sub_nonneg : 0 ≤ a - b ↔ b ≤ a := by grind
@[simp] theorem neg_pos : 0 < -a ↔ a < 0 := by grind
@[simp] theorem neg_nonneg : 0 ≤ -a ↔ a ≤ 0 := by grind
theorem neg_neg_iff_pos : -a < 0 ↔ 0 < a := by grind
theorem neg_nonpos : -a ≤ 0 ↔ 0 ≤ a := by grind
theorem neg_le_neg (h : a ≤ b) : -b ≤ -a := by grind
theorem neg_lt_neg (h : a < b) : -b < -a := by grind
theorem neg_le_neg_iff : -a ≤ -b ↔ b ≤ a := by grind
theorem sub_lt_iff_lt_add : a - c < b ↔ a < b + c := by grind
theorem sub_le_iff_le_add : a - c ≤ b ↔ a ≤ b + c := by grind
theorem lt_sub_iff_add_lt : a < b - c ↔ a + c < b := by grind
theorem le_sub_iff_add_le : a ≤ b - c ↔ a + c ≤ b := by grind
end OrderedGroup

section Products
variable {R : Type u} [CommRing R] [LinearOrder R] [IsStrictOrderedRing R] {a b c d : R}

theorem sub_pos_of_lt (h : a < b) : 0 < b - a := by grind
theorem sub_nonneg_of_le (h : a ≤ b) : 0 ≤ b - a := by grind

theorem mul_pos (ha : 0 < a) (hb : 0 < b) : 0 < a * b := Lean.Grind.OrderedRing.mul_pos ha hb
theorem mul_nonneg (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a * b :=
  Lean.Grind.OrderedRing.mul_nonneg ha hb
theorem mul_neg_of_pos_of_neg (ha : 0 < a) (hb : b < 0) : a * b < 0 := by
  have := mul_pos ha (b := -b) (by grind); grind
theorem mul_neg_of_neg_of_pos (ha : a < 0) (hb : 0 < b) : a * b < 0 := by
  have := mul_pos (a := -a) (by grind) hb; grind
theorem mul_pos_of_neg_of_neg (ha : a < 0) (hb : b < 0) : 0 < a * b := by
  have := mul_pos (a := -a) (b := -b) (by grind) (by grind); grind
theorem sq_nonneg (a : R) : 0 ≤ a ^ 2 := Lean.Grind.OrderedRing.sq_nonneg
theorem mul_self_nonneg (a : R) : 0 ≤ a * a := by have := sq_nonneg a; grind
theorem sq_pos_of_ne_zero (h : a ≠ 0) : 0 < a ^ 2 := by
  rcases Std.le_total (a := a) (b := 0) with h' | h'
  · have := mul_pos_of_neg_of_neg (a := a) (b := a) (by grind) (by grind); grind
  · have := mul_pos (a := a) (b := a) (by grind) (by grind); grind
theorem sq_pos_of_pos (h : 0 < a) : 0 < a ^ 2 := by have := mul_pos h h; grind



theorem mul_le_mul_of_nonneg_left (h : b ≤ c) (ha : 0 ≤ a) : a * b ≤ a * c := by
  have := mul_nonneg ha (sub_nonneg_of_le h); grind
theorem mul_le_mul_of_nonneg_right (h : b ≤ c) (ha : 0 ≤ a) : b * a ≤ c * a := by
  have := mul_nonneg ha (sub_nonneg_of_le h); grind
theorem mul_lt_mul_of_pos_left (h : b < c) (ha : 0 < a) : a * b < a * c := by
  have := mul_pos ha (sub_pos_of_lt h); grind
theorem mul_lt_mul_of_pos_right (h : b < c) (ha : 0 < a) : b * a < c * a := by
  have := mul_pos ha (sub_pos_of_lt h); grind
theorem mul_le_mul (hab : a ≤ b) (hcd : c ≤ d) (hc : 0 ≤ c) (hb : 0 ≤ b) : a * c ≤ b * d := by
  have := mul_le_mul_of_nonneg_right hab hc; have := mul_le_mul_of_nonneg_left hcd hb; grind
theorem two_mul_le_add_sq (a b : R) : 2 * a * b ≤ a ^ 2 + b ^ 2 := by
  have := sq_nonneg (a - b); grind
theorem pow_pos (h : 0 < a) (n : Nat) : 0 < a ^ n := by
  induction n with
  | zero => grind
  | succ n ih => have := mul_pos ih h; grind
theorem pow_nonneg (h : 0 ≤ a) (n : Nat) : 0 ≤ a ^ n := by
  induction n with
  | zero => grind
  | succ n ih => have := mul_nonneg ih h; grind
theorem pow_le_pow_left₀ (ha : 0 ≤ a) (h : a ≤ b) (n : Nat) : a ^ n ≤ b ^ n := by
  induction n with
  | zero => grind
  | succ n ih =>
    have := mul_le_mul ih h ha (pow_nonneg (a := b) (by grind) n)
    simp only [pow_succ]; exact this
theorem pow_lt_pow_left₀ (h : a < b) (ha : 0 ≤ a) {n : Nat} (hn : n ≠ 0) : a ^ n < b ^ n := by
  obtain ⟨m, rfl⟩ : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩
  have hb : 0 < b := by grind
  have h1 := mul_le_mul_of_nonneg_right (pow_le_pow_left₀ ha (b := b) (by grind) m) ha
  have h2 := mul_lt_mul_of_pos_left h (pow_pos hb m)
  simp only [pow_succ]; grind
theorem pow_left_injective_of_nonneg (ha : 0 ≤ a) (hb : 0 ≤ b) {n : Nat} (hn : n ≠ 0)
    (h : a ^ n = b ^ n) : a = b := by
  apply Classical.byContradiction; intro hne
  rcases (by grind : a < b ∨ b < a) with h1 | h1
  · have := pow_lt_pow_left₀ h1 ha hn; grind
  · have := pow_lt_pow_left₀ h1 hb hn; grind
theorem lt_of_pow_lt_pow_left (n : Nat) (hb : 0 ≤ b) (h : a ^ n < b ^ n) : a < b := by
  apply Classical.byContradiction; intro hn
  have := pow_le_pow_left₀ hb (b := a) (by grind) n; grind
theorem one_le_pow₀ (h : 1 ≤ a) {n : Nat} : 1 ≤ a ^ n := by
  induction n with
  | zero => grind
  | succ n ih =>
    have := mul_le_mul ih h (c := 1) (by grind) (pow_nonneg (a := a) (by grind) n)
    simp only [pow_succ]; grind
/-- Two strict inequalities multiply; `grind` uses it only where `open FaithSieve.Hints` allows. -/
theorem sub_mul_sub_pos (h1 : a < b) (h2 : c < d) : 0 < (b - a) * (d - c) :=
  mul_pos (sub_pos_of_lt h1) (sub_pos_of_lt h2)
theorem sub_mul_sub_nonneg (h1 : a ≤ b) (h2 : c ≤ d) : 0 ≤ (b - a) * (d - c) :=
  mul_nonneg (sub_nonneg_of_le h1) (sub_nonneg_of_le h2)

@[simp] theorem zero_lt_one : (0 : R) < 1 := by grind
@[simp] theorem zero_le_one : (0 : R) ≤ 1 := by grind
theorem zero_lt_two : (0 : R) < 2 := by grind
theorem two_pos : (0 : R) < 2 := zero_lt_two
theorem one_lt_two : (1 : R) < 2 := by grind
theorem two_ne_zero : (2 : R) ≠ 0 := by grind
theorem sq_eq_zero_iff {a : R} : a ^ 2 = 0 ↔ a = 0 := by
  constructor
  · intro h; apply Classical.byContradiction; intro hn; have := sq_pos_of_ne_zero hn; grind
  · grind
instance (priority := 100) IsStrictOrderedRing.isDomain : IsDomain R where
  mul_left_cancel_of_ne_zero {a b c} ha h := by
    have e : a * (b - c) = 0 := by grind
    apply Classical.byContradiction; intro hn
    have h1 := sq_pos_of_ne_zero ha
    have h2 := sq_pos_of_ne_zero (a := b - c) (by grind)
    have := mul_pos h1 h2
    have : a ^ 2 * (b - c) ^ 2 = (a * (b - c)) ^ 2 := by grind
    grind
  mul_right_cancel_of_ne_zero {a b c} hb h := by
    have e : b * (a - c) = 0 := by grind
    apply Classical.byContradiction; intro hn
    have h1 := sq_pos_of_ne_zero hb
    have h2 := sq_pos_of_ne_zero (a := a - c) (by grind)
    have := mul_pos h1 h2
    have : b ^ 2 * (a - c) ^ 2 = (b * (a - c)) ^ 2 := by grind
    grind
  exists_pair_ne := exists_pair_ne R
end Products

section Division
variable {K : Type u} [Field K] [LinearOrder K] [IsStrictOrderedRing K] {a b c d : K}

theorem inv_pos_of_pos (h : 0 < a) : 0 < a⁻¹ := Lean.Grind.Field.IsOrdered.inv_pos_iff.mpr h
theorem inv_nonneg_of_nonneg (h : 0 ≤ a) : 0 ≤ a⁻¹ := by
  rcases Classical.em (a = 0) with h0 | h0
  · grind
  · have := inv_pos_of_pos (a := a) (by grind); grind
theorem div_pos (ha : 0 < a) (hb : 0 < b) : 0 < a / b := by
  have := mul_pos ha (inv_pos_of_pos hb); grind
theorem div_nonneg (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a / b := by
  have := mul_nonneg ha (inv_nonneg_of_nonneg hb); grind
theorem div_mul_cancel_of_pos (hb : 0 < b) : a / b * b = a := by grind
theorem div_le_iff₀ (hb : 0 < b) : a / b ≤ c ↔ a ≤ c * b := by
  have e := div_mul_cancel_of_pos (a := a) hb
  constructor
  · intro h; have := mul_le_mul_of_nonneg_right h (a := b) (by grind); rwa [e] at this
  · intro h; apply Classical.byContradiction; intro hn
    have := mul_lt_mul_of_pos_right (b := c) (c := a / b) (by grind) hb; grind
theorem le_div_iff₀ (hb : 0 < b) : c ≤ a / b ↔ c * b ≤ a := by
  have e := div_mul_cancel_of_pos (a := a) hb
  constructor
  · intro h; have := mul_le_mul_of_nonneg_right h (a := b) (by grind); rwa [e] at this
  · intro h; apply Classical.byContradiction; intro hn
    have := mul_lt_mul_of_pos_right (c := c) (b := a / b) (by grind) hb; grind
theorem div_lt_iff₀ (hb : 0 < b) : a / b < c ↔ a < c * b := by
  rw [← not_le, ← not_le, le_div_iff₀ hb]
theorem lt_div_iff₀ (hb : 0 < b) : c < a / b ↔ c * b < a := by
  rw [← not_le, ← not_le, div_le_iff₀ hb]
theorem inv_pos : 0 < a⁻¹ ↔ 0 < a := Lean.Grind.Field.IsOrdered.inv_pos_iff
theorem inv_nonneg : 0 ≤ a⁻¹ ↔ 0 ≤ a := by
  constructor
  · intro h; have := inv_nonneg_of_nonneg h; rwa [inv_inv] at this
  · exact inv_nonneg_of_nonneg
theorem one_div_pos : 0 < 1 / a ↔ 0 < a := by rw [one_div]; exact inv_pos
theorem inv_le_inv₀ (ha : 0 < a) (hb : 0 < b) : a⁻¹ ≤ b⁻¹ ↔ b ≤ a := by
  have h1 := inv_pos_of_pos ha
  have h2 := inv_pos_of_pos hb
  have e1 : a * a⁻¹ = 1 := mul_inv_cancel₀ (ne_of_gt ha)
  have e2 : b * b⁻¹ = 1 := mul_inv_cancel₀ (ne_of_gt hb)
  constructor
  · intro h
    have := mul_le_mul_of_nonneg_left h (le_of_lt (mul_pos ha hb))
    have f1 : a * b * a⁻¹ = b := by grind
    have f2 : a * b * b⁻¹ = a := by grind
    rwa [f1, f2] at this
  · intro h
    have := mul_le_mul_of_nonneg_left h (le_of_lt (mul_pos h1 h2))
    have f1 : a⁻¹ * b⁻¹ * a = b⁻¹ := by grind
    have f2 : a⁻¹ * b⁻¹ * b = a⁻¹ := by grind
    rwa [f1, f2] at this
theorem half_pos (h : 0 < a) : 0 < a / 2 := by grind
theorem half_lt_self (h : 0 < a) : a / 2 < a := by grind
theorem add_halves (a : K) : a / 2 + a / 2 = a := by grind
end Division

/-! ## Absolute value -/

/-- The absolute value: the larger of `a` and `-a`. -/
def abs {α : Type u} [Lattice α] [AddGroup α] (a : α) : α := max a (-a)

section Abs
variable {α : Type u} [AddCommGroup α] [LinearOrder α] [IsOrderedAddMonoid α] {a b c : α}
theorem abs_cases (a : α) : abs a = a ∧ 0 ≤ a ∨ abs a = -a ∧ a < 0 := by
  have : abs a = if a ≤ -a then -a else a := max_def a (-a)
  rw [this]; split <;> grind
theorem abs_of_nonneg (h : 0 ≤ a) : abs a = a := by rcases abs_cases a with ⟨e, _⟩ | ⟨e, h'⟩ <;> grind
theorem abs_of_pos (h : 0 < a) : abs a = a := abs_of_nonneg (le_of_lt h)
theorem abs_of_nonpos (h : a ≤ 0) : abs a = -a := by rcases abs_cases a with ⟨e, h'⟩ | ⟨e, _⟩ <;> grind
theorem abs_of_neg (h : a < 0) : abs a = -a := abs_of_nonpos (le_of_lt h)
@[simp] theorem abs_nonneg (a : α) : 0 ≤ abs a := by rcases abs_cases a with ⟨e, h'⟩ | ⟨e, _⟩ <;> grind
@[simp] theorem abs_zero : abs (0 : α) = 0 := abs_of_nonneg (le_refl 0)
@[simp] theorem abs_neg (a : α) : abs (-a) = abs a := by
  rcases abs_cases a with ⟨e, h'⟩ | ⟨e, h'⟩ <;> rcases abs_cases (-a) with ⟨e', h''⟩ | ⟨e', h''⟩ <;> grind
@[simp] theorem abs_abs (a : α) : abs (abs a) = abs a := abs_of_nonneg (abs_nonneg a)
theorem le_abs_self (a : α) : a ≤ abs a := by rcases abs_cases a with ⟨e, h'⟩ | ⟨e, _⟩ <;> grind
theorem neg_abs_le (a : α) : -abs a ≤ a := by rcases abs_cases a with ⟨e, h'⟩ | ⟨e, _⟩ <;> grind
theorem abs_le : abs a ≤ b ↔ -b ≤ a ∧ a ≤ b := by rcases abs_cases a with ⟨e, h'⟩ | ⟨e, _⟩ <;> grind
theorem abs_lt : abs a < b ↔ -b < a ∧ a < b := by rcases abs_cases a with ⟨e, h'⟩ | ⟨e, _⟩ <;> grind
theorem abs_add_le (a b : α) : abs (a + b) ≤ abs a + abs b := by
  rcases abs_cases a with ⟨e, h⟩ | ⟨e, h⟩ <;> rcases abs_cases b with ⟨e', h'⟩ | ⟨e', h'⟩ <;>
    rcases abs_cases (a + b) with ⟨e'', h''⟩ | ⟨e'', h''⟩ <;> grind
theorem abs_sub_comm (a b : α) : abs (a - b) = abs (b - a) := by rw [← abs_neg, neg_sub]
@[simp] theorem abs_eq_zero : abs a = 0 ↔ a = 0 := by rcases abs_cases a with ⟨e, h'⟩ | ⟨e, _⟩ <;> grind
theorem abs_pos : 0 < abs a ↔ a ≠ 0 := by rcases abs_cases a with ⟨e, h'⟩ | ⟨e, _⟩ <;> grind
theorem abs_sub_abs_le_abs_sub (a b : α) : abs a - abs b ≤ abs (a - b) := by
  have := abs_add_le (a - b) b
  rw [sub_add_cancel] at this
  grind
grind_pattern abs_cases => abs a
grind_pattern max_cases => max a b
grind_pattern min_cases => min a b
end Abs
section AbsMul
variable {R : Type u} [CommRing R] [LinearOrder R] [IsStrictOrderedRing R] (a b : R)
@[simp] theorem sq_abs : abs a ^ 2 = a ^ 2 := by rcases abs_cases a with ⟨e, _⟩ | ⟨e, _⟩ <;> rw [e]; grind
theorem abs_sq : abs (a ^ 2) = a ^ 2 := abs_of_nonneg (sq_nonneg a)
theorem abs_mul_self : abs (a * a) = a * a := abs_of_nonneg (mul_self_nonneg a)
theorem abs_mul : abs (a * b) = abs a * abs b := by
  rcases abs_cases a with ⟨e, h⟩ | ⟨e, h⟩ <;> rcases abs_cases b with ⟨e', h'⟩ | ⟨e', h'⟩ <;> rw [e, e']
  · exact abs_of_nonneg (mul_nonneg h h')
  · have := mul_nonneg h (b := -b) (by grind)
    rw [abs_of_nonpos (by grind)]; grind
  · have := mul_nonneg (a := -a) (by grind) h'
    rw [abs_of_nonpos (by grind)]; grind
  · have := mul_pos_of_neg_of_neg h h'
    rw [abs_of_pos this]; grind
theorem abs_one : abs (1 : R) = 1 := abs_of_nonneg (by grind)
theorem abs_pow (n : Nat) : abs (a ^ n) = abs a ^ n := by
  induction n with
  | zero => rw [pow_zero, pow_zero, abs_one]
  | succ n ih => rw [pow_succ, abs_mul, ih, pow_succ]
end AbsMul
theorem abs_div {K : Type u} [Field K] [LinearOrder K] [IsStrictOrderedRing K] (a b : K) : abs (a / b) = abs a / abs b := by
  by_cases hb : b = 0
  · rw [hb, abs_zero, div_zero, div_zero, abs_zero]
  · have h := abs_mul (a / b) b
    rw [div_mul_cancel₀ a hb] at h
    have hb' : abs b ≠ 0 := ne_of_gt (abs_pos.2 hb)
    rw [h, mul_div_cancel_right₀ _ hb']

/-! ## Casts and order -/

section Casts
variable {R : Type u} [CommRing R] [LinearOrder R] [IsStrictOrderedRing R]
@[simp] theorem Nat.cast_nonneg (n : Nat) : (0 : R) ≤ n := by grind
theorem Nat.cast_lt_succ (n : Nat) : (n : R) < (n + 1 : Nat) := by rw [Nat.cast_succ]; grind
theorem Nat.strictMono_cast : StrictMono (Nat.cast : Nat → R) := strictMono_nat_of_lt_succ Nat.cast_lt_succ
@[simp, norm_cast] theorem Nat.cast_lt {m n : Nat} : (m : R) < n ↔ m < n :=
  ⟨fun h => Nat.lt_of_not_le fun h' => by
    rcases Nat.eq_or_lt_of_le h' with e | h''
    · subst e; exact lt_irrefl _ h
    · exact lt_asymm h (Nat.strictMono_cast h''), fun h => Nat.strictMono_cast h⟩
@[simp, norm_cast] theorem Nat.cast_le {m n : Nat} : (m : R) ≤ n ↔ m ≤ n := by rw [← not_lt, Nat.cast_lt, Nat.not_lt]
@[simp, norm_cast] theorem Nat.cast_inj {m n : Nat} : (m : R) = n ↔ m = n :=
  ⟨fun h => Nat.strictMono_cast.injective h, fun h => by rw [h]⟩
@[simp] theorem Nat.cast_pos {n : Nat} : (0 : R) < n ↔ 0 < n := by
  have := Nat.cast_lt (R := R) (m := 0) (n := n); rwa [Nat.cast_zero] at this
theorem Nat.cast_ne_zero {n : Nat} : (n : R) ≠ 0 ↔ n ≠ 0 := by
  have := Nat.cast_inj (R := R) (m := n) (n := 0); rw [Nat.cast_zero] at this; exact not_congr this
theorem Int.cast_pos' {n : Int} (h : 0 < n) : (0 : R) < n := by
  obtain ⟨k, rfl⟩ := Int.eq_ofNat_of_zero_le (Int.le_of_lt h)
  rw [Int.cast_natCast]; exact Nat.cast_pos.2 (by omega)
@[simp, norm_cast] theorem Int.cast_lt {m n : Int} : (m : R) < n ↔ m < n := by
  constructor
  · intro h; apply Classical.byContradiction; intro hn
    rcases Int.lt_or_eq_of_le (Int.not_lt.mp hn) with h1 | h1
    · have := Int.cast_pos' (R := R) (n := m - n) (by omega)
      rw [Int.cast_sub] at this; grind
    · subst h1; grind
  · intro h
    have := Int.cast_pos' (R := R) (n := n - m) (by omega)
    rw [Int.cast_sub] at this; grind
@[simp, norm_cast] theorem Int.cast_le {m n : Int} : (m : R) ≤ n ↔ m ≤ n := by rw [← not_lt, Int.cast_lt, Int.not_lt]
@[simp, norm_cast] theorem Int.cast_inj {m n : Int} : (m : R) = n ↔ m = n :=
  ⟨fun h => Int.le_antisymm (Int.cast_le.1 (le_of_eq h)) (Int.cast_le.1 (le_of_eq h.symm)), fun h => by rw [h]⟩
@[simp] theorem Int.cast_pos {n : Int} : (0 : R) < n ↔ 0 < n := by
  have := Int.cast_lt (R := R) (m := 0) (n := n); rwa [Int.cast_zero] at this
@[simp] theorem Int.cast_nonneg {n : Int} : (0 : R) ≤ n ↔ 0 ≤ n := by
  have := Int.cast_le (R := R) (m := 0) (n := n); rwa [Int.cast_zero] at this
grind_pattern Nat.cast_lt => (m : R) < (n : R)
grind_pattern Nat.cast_le => (m : R) ≤ (n : R)
attribute [grind =] Nat.cast_inj
grind_pattern Int.cast_lt => (m : R) < (n : R)
grind_pattern Int.cast_le => (m : R) ≤ (n : R)
attribute [grind =] Int.cast_inj
end Casts

namespace Mathlet.Hints
-- Instances of these multiply quickly, so they are on only inside `open Mathlet.Hints in`.
scoped grind_pattern sq_nonneg => a ^ 2
scoped grind_pattern mul_pos => a * b
scoped grind_pattern mul_nonneg => a * b
scoped grind_pattern two_mul_le_add_sq => a ^ 2, b ^ 2
end Mathlet.Hints
namespace Mathlet.Products
-- Every pair of hypotheses: for goals with few inequalities.
scoped grind_pattern sub_mul_sub_pos => a < b, c < d
scoped grind_pattern sub_mul_sub_nonneg => a ≤ b, c ≤ d
end Mathlet.Products
