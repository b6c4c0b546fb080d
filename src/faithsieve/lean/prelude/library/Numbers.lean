/-!
# The core dialect: numbers

What a statement about school and olympiad mathematics needs and core Lean does not name: ordered
fields, absolute value, roots, parity, primes, factorials, finite sums. The files of this folder are
compiled as one module, so they hold no macros or notations (`../Notation.lean` does).

Every name that Mathlib also has means here what it means there. There are no axioms: whatever is
called a theorem below is proved below. `docs/prelude.md` is the guide for people and prompts.

Definitions are `noncomputable` where the embedded Lean cannot generate code for them; `decide`
evaluates them in the kernel all the same.
-/

set_option linter.unusedSectionVars false

universe u

/-! ## Ordered fields

A theorem about every ordered field holds in particular for the real numbers. The converse fails, so
`¬ ∀ R, …` refutes nothing about the reals. -/

/-- A field with a linear order that addition and multiplication respect, as `Rat` and the reals. -/
class OrderedField (R : Type u) extends Lean.Grind.Field R, LE R, LT R, Std.IsLinearOrder R,
  Std.LawfulOrderLT R, Lean.Grind.OrderedRing R

instance : OrderedField Rat where

/-- An ordered field in which every non-negative element has a chosen root; the reals are one,
`Rat` is none. Negative elements get the root 0, as Mathlib's `Real.sqrt` does. -/
class EuclideanField (R : Type u) extends OrderedField R where
  /-- The non-negative root. -/
  sqrt : R → R
  sqrt_nonneg' : ∀ x, 0 ≤ sqrt x
  sqrt_sq' : ∀ x, 0 ≤ x → sqrt x ^ 2 = x
  sqrt_neg' : ∀ x, x < 0 → sqrt x = 0

section Classical

variable {R : Type u} [OrderedField R]

-- Low priority: `Rat` keeps its own instances, which compute.
instance (priority := 10) OrderedField.toNatCast : NatCast R := Lean.Grind.Semiring.natCast
instance (priority := 10) OrderedField.toIntCast : IntCast R := Lean.Grind.Ring.intCast
noncomputable instance (priority := 10) OrderedField.decidableLE : DecidableLE R :=
  fun a b => Classical.propDecidable (a ≤ b)
noncomputable instance (priority := 10) OrderedField.decidableLT : DecidableLT R :=
  fun a b => Classical.propDecidable (a < b)
-- The class is named here: left to `variable` it would be dropped, and every type would get this one.
noncomputable instance (priority := 10) OrderedField.decidableEq {R : Type u} [OrderedField R] : DecidableEq R :=
  fun a b => Classical.propDecidable (a = b)
noncomputable instance (priority := 10) OrderedField.max : Max R := ⟨fun a b => if a ≤ b then b else a⟩
noncomputable instance (priority := 10) OrderedField.min : Min R := ⟨fun a b => if a ≤ b then a else b⟩

theorem OrderedField.max_spec (a b : R) :
    (a ≤ b ∧ @Max.max R OrderedField.max a b = b) ∨ (b < a ∧ @Max.max R OrderedField.max a b = a) := by
  simp only [Max.max]; split <;> grind
grind_pattern OrderedField.max_spec => @Max.max R OrderedField.max a b

theorem OrderedField.min_spec (a b : R) :
    (a ≤ b ∧ @Min.min R OrderedField.min a b = a) ∨ (b < a ∧ @Min.min R OrderedField.min a b = b) := by
  simp only [Min.min]; split <;> grind
grind_pattern OrderedField.min_spec => @Min.min R OrderedField.min a b

end Classical

/-! ## Absolute value -/

section Abs

/-- The absolute value: `x` if `0 ≤ x`, otherwise `-x`. -/
def abs {α : Type u} [LE α] [DecidableLE α] [OfNat α (nat_lit 0)] [Neg α] (x : α) : α :=
  if 0 ≤ x then x else -x

theorem abs_cases {R : Type u} [OrderedField R] [DecidableLE R] (x : R) :
    (0 ≤ x ∧ (abs x) = x) ∨ (x < 0 ∧ (abs x) = -x) := by
  unfold abs; split <;> grind
theorem Int.abs_cases (x : Int) : (0 ≤ x ∧ (abs x) = x) ∨ (x < 0 ∧ (abs x) = -x) := by
  unfold abs; split <;> omega
theorem Rat.abs_cases (x : Rat) : (0 ≤ x ∧ (abs x) = x) ∨ (x < 0 ∧ (abs x) = -x) := by
  unfold abs; split <;> grind
grind_pattern abs_cases => abs x
grind_pattern Int.abs_cases => abs x
grind_pattern Rat.abs_cases => abs x

end Abs

/-! ## Order and products

Lemmas under the names provers write. They are stated for ordered commutative rings, so that `Int`,
`Rat` and every `OrderedField` share them. -/

section Products

variable {R : Type u} [Lean.Grind.CommRing R] [LE R] [LT R] [Std.LawfulOrderLT R]
  [Std.IsLinearOrder R] [Lean.Grind.OrderedRing R] {a b c d : R}

theorem sub_pos_of_lt (h : a < b) : 0 < b - a := by grind
theorem sub_nonneg_of_le (h : a ≤ b) : 0 ≤ b - a := by grind
theorem add_pos (ha : 0 < a) (hb : 0 < b) : 0 < a + b := by grind
theorem add_nonneg (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a + b := by grind
theorem add_pos_of_pos_of_nonneg (ha : 0 < a) (hb : 0 ≤ b) : 0 < a + b := by grind
theorem add_pos_of_nonneg_of_pos (ha : 0 ≤ a) (hb : 0 < b) : 0 < a + b := by grind

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
/-- No zero divisors, which the order gives even where the ring is not known to be a domain. -/
theorem mul_eq_zero : a * b = 0 ↔ a = 0 ∨ b = 0 := by
  constructor
  · intro h
    rcases Std.le_total (a := a) (b := 0) with ha | ha <;>
    rcases Std.le_total (a := b) (b := 0) with hb | hb
    · have := @mul_pos_of_neg_of_neg R _ _ _ _ _ _ a b; grind
    · have := @mul_neg_of_neg_of_pos R _ _ _ _ _ _ a b; grind
    · have := @mul_neg_of_pos_of_neg R _ _ _ _ _ _ a b; grind
    · have := @mul_pos R _ _ _ _ _ _ a b; grind
  · grind
theorem eq_zero_or_eq_zero_of_mul_eq_zero (h : a * b = 0) : a = 0 ∨ b = 0 := mul_eq_zero.mp h
theorem mul_ne_zero (ha : a ≠ 0) (hb : b ≠ 0) : a * b ≠ 0 := by
  intro h; rcases mul_eq_zero.mp h with h | h <;> contradiction
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
theorem pow_le_pow_left (ha : 0 ≤ a) (h : a ≤ b) (n : Nat) : a ^ n ≤ b ^ n := by
  induction n with
  | zero => grind
  | succ n ih =>
    have := mul_le_mul ih h ha (pow_nonneg (a := b) (by grind) n)
    simp only [Lean.Grind.Semiring.pow_succ]; exact this
theorem pow_lt_pow_left (h : a < b) (ha : 0 ≤ a) {n : Nat} (hn : n ≠ 0) : a ^ n < b ^ n := by
  obtain ⟨m, rfl⟩ : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩
  have hb : 0 < b := by grind
  have h1 := mul_le_mul_of_nonneg_right (pow_le_pow_left ha (b := b) (by grind) m) ha
  have h2 := mul_lt_mul_of_pos_left h (pow_pos hb m)
  simp only [Lean.Grind.Semiring.pow_succ]; grind
theorem pow_left_injective_of_nonneg (ha : 0 ≤ a) (hb : 0 ≤ b) {n : Nat} (hn : n ≠ 0)
    (h : a ^ n = b ^ n) : a = b := by
  apply Classical.byContradiction; intro hne
  rcases (by grind : a < b ∨ b < a) with h1 | h1
  · have := pow_lt_pow_left h1 ha hn; grind
  · have := pow_lt_pow_left h1 hb hn; grind
theorem lt_of_pow_lt_pow_left (n : Nat) (hb : 0 ≤ b) (h : a ^ n < b ^ n) : a < b := by
  apply Classical.byContradiction; intro hn
  have := pow_le_pow_left hb (b := a) (by grind) n; grind
theorem one_le_pow (h : 1 ≤ a) (n : Nat) : 1 ≤ a ^ n := by
  induction n with
  | zero => grind
  | succ n ih =>
    have := mul_le_mul ih h (c := 1) (by grind) (pow_nonneg (a := a) (by grind) n)
    simp only [Lean.Grind.Semiring.pow_succ]; grind
/-- Two strict inequalities multiply; `grind` uses it only where `open FaithSieve.Hints` allows. -/
theorem sub_mul_sub_pos (h1 : a < b) (h2 : c < d) : 0 < (b - a) * (d - c) :=
  mul_pos (sub_pos_of_lt h1) (sub_pos_of_lt h2)
theorem sub_mul_sub_nonneg (h1 : a ≤ b) (h2 : c ≤ d) : 0 ≤ (b - a) * (d - c) :=
  mul_nonneg (sub_nonneg_of_le h1) (sub_nonneg_of_le h2)

end Products

section Division

variable {R : Type u} [OrderedField R] {a b c : R}

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
theorem div_le_iff (hb : 0 < b) : a / b ≤ c ↔ a ≤ c * b := by
  have e := div_mul_cancel_of_pos (a := a) hb
  constructor
  · intro h; have := mul_le_mul_of_nonneg_right h (a := b) (by grind); rwa [e] at this
  · intro h; apply Classical.byContradiction; intro hn
    have := mul_lt_mul_of_pos_right (b := c) (c := a / b) (by grind) hb; grind
theorem le_div_iff (hb : 0 < b) : c ≤ a / b ↔ c * b ≤ a := by
  have e := div_mul_cancel_of_pos (a := a) hb
  constructor
  · intro h; have := mul_le_mul_of_nonneg_right h (a := b) (by grind); rwa [e] at this
  · intro h; apply Classical.byContradiction; intro hn
    have := mul_lt_mul_of_pos_right (c := c) (b := a / b) (by grind) hb; grind
theorem div_lt_iff (hb : 0 < b) : a / b < c ↔ a < c * b := by
  have := le_div_iff (a := a) (c := c) hb; grind
theorem lt_div_iff (hb : 0 < b) : c < a / b ↔ c * b < a := by
  have := div_le_iff (a := a) (c := c) hb; grind
theorem abs_nonneg [DecidableLE R] (a : R) : 0 ≤ (abs a) := by
  rcases abs_cases a with ⟨h, e⟩ | ⟨h, e⟩ <;> rw [e]
  · exact h
  · grind
theorem sq_abs [DecidableLE R] (a : R) : (abs a) ^ 2 = a ^ 2 := by
  rcases abs_cases a with ⟨_, e⟩ | ⟨_, e⟩ <;> rw [e]
  grind
theorem abs_mul [DecidableLE R] (a b : R) : (abs (a * b)) = (abs a) * (abs b) := by
  apply pow_left_injective_of_nonneg (abs_nonneg _) (mul_nonneg (abs_nonneg a) (abs_nonneg b))
    (n := 2) (by decide)
  rw [sq_abs, Lean.Grind.CommSemiring.mul_pow, Lean.Grind.CommSemiring.mul_pow, sq_abs, sq_abs]

end Division

/-! ## Square roots -/

section Roots

/-- `s` is a square-root function: the assumption to make about an `s : R → R` in a plain
`OrderedField`, where roots need not exist. -/
structure IsSqrt {R : Type u} [OrderedField R] (s : R → R) : Prop where
  /-- On non-negative arguments the value is the non-negative root. -/
  spec : ∀ x, 0 ≤ x → 0 ≤ s x ∧ s x ^ 2 = x

/-- `fl` is the floor function of an ordered field. -/
structure IsFloor {R : Type u} [OrderedField R] (fl : R → Int) : Prop where
  /-- The floor is the integer at or below, less than one away. -/
  spec : ∀ x, ((fl x : Int) : R) ≤ x ∧ x < ((fl x : Int) : R) + 1

export EuclideanField (sqrt)

variable {R : Type u} [EuclideanField R] {a b x : R}

theorem sqrt_cases (x : R) : 0 ≤ (sqrt x) ∧ ((0 ≤ x ∧ (sqrt x) ^ 2 = x) ∨ (x < 0 ∧ (sqrt x) = 0)) := by
  have h1 := EuclideanField.sqrt_nonneg' x
  have h2 := EuclideanField.sqrt_sq' x
  have h3 := EuclideanField.sqrt_neg' x
  grind
grind_pattern sqrt_cases => sqrt x
theorem sqrt_nonneg (x : R) : 0 ≤ (sqrt x) := (sqrt_cases x).1
theorem sq_sqrt (h : 0 ≤ x) : (sqrt x) ^ 2 = x := EuclideanField.sqrt_sq' x h
theorem sqrt_unique (ha : 0 ≤ a) (h : a ^ 2 = x) : (sqrt x) = a := by
  have hx : 0 ≤ x := h ▸ sq_nonneg a
  exact pow_left_injective_of_nonneg (sqrt_nonneg x) ha (n := 2) (by decide) (by rw [sq_sqrt hx, h])
theorem sqrt_sq (h : 0 ≤ a) : sqrt (a ^ 2) = a := sqrt_unique h rfl
theorem sqrt_mul (ha : 0 ≤ a) (hb : 0 ≤ b) : sqrt (a * b) = (sqrt a) * (sqrt b) := by
  apply sqrt_unique (mul_nonneg (sqrt_nonneg a) (sqrt_nonneg b))
  have := sq_sqrt ha; have := sq_sqrt hb; grind
theorem sqrt_le_sqrt (ha : 0 ≤ a) (h : a ≤ b) : (sqrt a) ≤ (sqrt b) := by
  apply Classical.byContradiction; intro hn
  have h1 := pow_lt_pow_left (a := (sqrt b)) (b := (sqrt a)) (by grind) (sqrt_nonneg b) (n := 2) (by decide)
  rw [sq_sqrt ha, sq_sqrt (x := b) (by grind)] at h1; grind
theorem isSqrt_sqrt : IsSqrt (sqrt : R → R) := ⟨fun x h => ⟨sqrt_nonneg x, sq_sqrt h⟩⟩

end Roots

/-! ## Parity and divisibility -/

section Parity

/-- `a` is a double. -/
def Even {α : Type u} [Add α] (a : α) : Prop := ∃ r, a = r + r
/-- `a` is a double plus one. -/
def Odd {α : Type u} [Add α] [Mul α] [OfNat α (nat_lit 1)] [OfNat α (nat_lit 2)] (a : α) : Prop :=
  ∃ k, a = 2 * k + 1

@[grind =] theorem Nat.even_iff {n : Nat} : Even n ↔ n % 2 = 0 :=
  ⟨fun ⟨r, h⟩ => by omega, fun h => ⟨n / 2, by omega⟩⟩
@[grind =] theorem Nat.odd_iff {n : Nat} : Odd n ↔ n % 2 = 1 :=
  ⟨fun ⟨r, h⟩ => by omega, fun h => ⟨n / 2, by omega⟩⟩
@[grind =] theorem Int.even_iff {n : Int} : Even n ↔ n % 2 = 0 :=
  ⟨fun ⟨r, h⟩ => by omega, fun h => ⟨n / 2, by omega⟩⟩
@[grind =] theorem Int.odd_iff {n : Int} : Odd n ↔ n % 2 = 1 :=
  ⟨fun ⟨r, h⟩ => by omega, fun h => ⟨n / 2, by omega⟩⟩
instance (n : Nat) : Decidable (Even n) := decidable_of_iff _ Nat.even_iff.symm
instance (n : Nat) : Decidable (Odd n) := decidable_of_iff _ Nat.odd_iff.symm
instance (n : Int) : Decidable (Even n) := decidable_of_iff _ Int.even_iff.symm
instance (n : Int) : Decidable (Odd n) := decidable_of_iff _ Int.odd_iff.symm

/-- `a` and `b` leave the same remainder modulo `n`. -/
def Nat.ModEq (n a b : Nat) : Prop := a % n = b % n
/-- `a` and `b` leave the same remainder modulo `n`. -/
def Int.ModEq (n a b : Int) : Prop := a % n = b % n
instance (n a b : Nat) : Decidable (Nat.ModEq n a b) := inferInstanceAs (Decidable (a % n = b % n))
instance (n a b : Int) : Decidable (Int.ModEq n a b) := inferInstanceAs (Decidable (a % n = b % n))
@[grind =] theorem Nat.modEq_iff {n a b : Nat} : Nat.ModEq n a b ↔ a % n = b % n := Iff.rfl
@[grind =] theorem Int.modEq_iff {n a b : Int} : Int.ModEq n a b ↔ a % n = b % n := Iff.rfl
theorem Int.modEq_iff_dvd {n a b : Int} : Int.ModEq n a b ↔ n ∣ b - a := by
  rw [Int.modEq_iff, eq_comm]; exact Int.emod_eq_emod_iff_emod_sub_eq_zero.trans
    Int.dvd_iff_emod_eq_zero.symm

theorem Nat.le_of_sq_dvd {q n : Nat} (hn : 0 < n) (h : q ^ 2 ∣ n) : q ≤ n :=
  Nat.le_trans (Nat.le_self_pow (by decide) q) (Nat.le_of_dvd hn h)
theorem Nat.le_sq (a : Nat) : a ≤ a ^ 2 := Nat.le_self_pow (by decide) a
grind_pattern Nat.le_sq => a ^ 2
/-- A claim about all divisors is a claim about finitely many numbers, so `decide` can settle it. -/
theorem Nat.forall_dvd_iff {P : Nat → Prop} (n : Nat) (hn : 0 < n) :
    (∀ p, p ∣ n → P p) ↔ (∀ p, p < n + 1 → p ∣ n → P p) :=
  ⟨fun h p _ => h p, fun h p hp => h p (Nat.lt_succ_of_le (Nat.le_of_dvd hn hp)) hp⟩

end Parity

/-! ## Primes -/

section Primes

/-- `p` is prime: at least 2, with no divisors but 1 and itself. -/
def Nat.Prime (p : Nat) : Prop := 2 ≤ p ∧ ∀ d, d ∣ p → d = 1 ∨ d = p

/-- Whether none of `d, d + 1, …`, at most `fuel` of them and none above the root, divides `p`. -/
def Nat.noDivisorFrom (p : Nat) : Nat → Nat → Bool
  | 0, _ => true
  | fuel + 1, d =>
    if p < d * d then true else if p % d = 0 then false else Nat.noDivisorFrom p fuel (d + 1)

theorem Nat.noDivisorFrom_iff (p fuel d : Nat) :
    Nat.noDivisorFrom p fuel d = true ↔ ∀ e, d ≤ e → e < d + fuel → e * e ≤ p → p % e ≠ 0 := by
  induction fuel generalizing d with
  | zero => simp only [Nat.noDivisorFrom, true_iff]; intro e h1 h2; omega
  | succ fuel ih =>
    simp only [Nat.noDivisorFrom]
    split
    · simp only [true_iff]; intro e h1 _ h3
      have := Nat.mul_le_mul h1 h1; omega
    · split
      · simp only [Bool.false_eq_true, false_iff]; intro h; exact h d (by omega) (by omega) (by omega) ‹_›
      · rw [ih]; constructor
        · intro h e h1 h2 h3
          rcases Nat.eq_or_lt_of_le h1 with h4 | h4
          · subst h4; assumption
          · exact h e (by omega) (by omega) h3
        · intro h e h1 h2 h3; exact h e (by omega) (by omega) h3

/-- Trial division up to the root, which is what `decide` runs. -/
theorem Nat.prime_iff_noDivisor (p : Nat) :
    Nat.Prime p ↔ (decide (2 ≤ p) && Nat.noDivisorFrom p p 2) = true := by
  rw [Bool.and_eq_true, decide_eq_true_iff, Nat.noDivisorFrom_iff]
  constructor
  · intro h; refine ⟨h.1, fun e h1 _ h3 h4 => ?_⟩
    rcases h.2 e (Nat.dvd_of_mod_eq_zero h4) with h5 | h5
    · omega
    · subst h5; have := Nat.mul_le_mul_right e h1; omega
  · intro ⟨h2, h⟩; refine ⟨h2, fun d ⟨e, he⟩ => ?_⟩
    apply Classical.byContradiction; intro hn
    have hd : d ≠ 0 := by rintro rfl; simp at he; omega
    have hz : e ≠ 0 := by rintro rfl; simp at he; omega
    have h1 : e ≠ 1 := by rintro rfl; simp at he; omega
    have hdp : d ≤ p := Nat.le_of_dvd (by omega) (by rw [he]; exact Nat.dvd_mul_right d e)
    have hep : e ≤ p := Nat.le_of_dvd (by omega) (by rw [he]; exact Nat.dvd_mul_left e d)
    rcases Nat.le_total d e with hde | hde
    · have := Nat.mul_le_mul_left d hde
      exact h d (by omega) (by omega) (by omega) (by rw [he]; exact Nat.mul_mod_right d e)
    · have := Nat.mul_le_mul_right e hde
      exact h e (by omega) (by omega) (by omega) (by rw [he]; exact Nat.mul_mod_left d e)
instance Nat.decidablePrime (p : Nat) : Decidable (Nat.Prime p) :=
  decidable_of_iff _ (Nat.prime_iff_noDivisor p).symm

variable {p a b : Nat}
theorem Nat.Prime.two_le (h : Nat.Prime p) : 2 ≤ p := h.1
grind_pattern Nat.Prime.two_le => Nat.Prime p
theorem Nat.Prime.pos (h : Nat.Prime p) : 0 < p := Nat.lt_of_lt_of_le (by decide) h.1
theorem Nat.Prime.one_lt (h : Nat.Prime p) : 1 < p := h.1
theorem Nat.Prime.ne_one (h : Nat.Prime p) : p ≠ 1 := by have := h.1; omega
theorem Nat.Prime.eq_one_or_self_of_dvd (h : Nat.Prime p) (a : Nat) (ha : a ∣ p) : a = 1 ∨ a = p :=
  h.2 a ha
theorem Nat.Prime.eq_two_or_odd (h : Nat.Prime p) : p = 2 ∨ p % 2 = 1 := by
  have := h.2 2; have := @Nat.dvd_of_mod_eq_zero 2 p; omega
theorem Nat.Prime.dvd_mul (hp : Nat.Prime p) : p ∣ a * b ↔ p ∣ a ∨ p ∣ b := by
  constructor
  · intro h
    rcases hp.2 _ (Nat.gcd_dvd_left p a) with h1 | h1
    · right; exact Nat.Coprime.dvd_of_dvd_mul_left h1 h
    · left; rw [← h1]; exact Nat.gcd_dvd_right p a
  · rintro (h | h)
    · exact Nat.dvd_trans h (Nat.dvd_mul_right a b)
    · exact Nat.dvd_trans h (Nat.dvd_mul_left b a)
theorem Nat.Prime.dvd_of_dvd_pow (hp : Nat.Prime p) {n : Nat} (h : p ∣ a ^ n) : p ∣ a := by
  induction n with
  | zero => simp at h; have := hp.1; omega
  | succ n ih => rw [Nat.pow_succ] at h; exact (hp.dvd_mul.mp h).elim ih id
theorem Nat.not_prime_one : ¬ Nat.Prime 1 := by decide
theorem Nat.prime_two : Nat.Prime 2 := by decide
theorem Nat.prime_three : Nat.Prime 3 := by decide
theorem Nat.prime_five : Nat.Prime 5 := by decide

end Primes

/-! ## Factorials, binomial coefficients, finite sums and products -/

section Recursion

/-- `1 · 2 · … · n`. -/
@[simp, grind =] noncomputable def Nat.factorial : Nat → Nat
  | 0 => 1
  | n + 1 => (n + 1) * Nat.factorial n

/-- The number of `k`-element subsets of an `n`-element set, by Pascal's rule. -/
@[simp, grind =] noncomputable def Nat.choose : Nat → Nat → Nat
  | _, 0 => 1
  | 0, _ + 1 => 0
  | n + 1, k + 1 => Nat.choose n k + Nat.choose n (k + 1)

/-- `f a + f (a + 1) + …`, `n` terms. -/
@[simp, grind =] noncomputable def sumFrom {α : Type u} [Add α] [OfNat α (nat_lit 0)]
    (f : Nat → α) (a : Nat) : Nat → α
  | 0 => 0
  | n + 1 => sumFrom f a n + f (a + n)

/-- `f a * f (a + 1) * …`, `n` factors. -/
@[simp, grind =] noncomputable def prodFrom {α : Type u} [Mul α] [OfNat α (nat_lit 1)]
    (f : Nat → α) (a : Nat) : Nat → α
  | 0 => 1
  | n + 1 => prodFrom f a n * f (a + n)

end Recursion

/-! ## Rules that `simp` needs, and sums as Mathlib names them -/

section Sums

variable {R : Type} [OrderedField R]

@[simp] theorem add_zero (a : R) : a + 0 = a := by grind
@[simp] theorem zero_add (a : R) : 0 + a = a := by grind
@[simp] theorem sub_zero (a : R) : a - 0 = a := by grind
@[simp] theorem zero_sub (a : R) : 0 - a = -a := by grind
@[simp] theorem sub_self (a : R) : a - a = 0 := by grind
@[simp] theorem mul_zero (a : R) : a * 0 = 0 := by grind
@[simp] theorem zero_mul (a : R) : 0 * a = 0 := by grind
@[simp] theorem neg_neg (a : R) : - -a = a := by grind
@[simp] theorem neg_zero : -(0 : R) = 0 := by grind
@[simp] theorem OrderedField.one_factor (a : R) : a * 1 = a ∧ 1 * a = a := by grind
@[simp] theorem OrderedField.le_self (a : R) : a ≤ a := by grind
@[simp] theorem OrderedField.not_lt_self (a : R) : ¬ a < a := by grind

theorem Finset.sum_range_zero {α : Type} [Add α] [OfNat α (nat_lit 0)] (f : Nat → α) :
    sumFrom f 0 0 = 0 := rfl
theorem Finset.sum_range_succ {α : Type} [Add α] [OfNat α (nat_lit 0)] (f : Nat → α) (n : Nat) :
    sumFrom f 0 (n + 1) = sumFrom f 0 n + f n := by simp only [sumFrom, Nat.zero_add]
theorem Finset.sum_congr (f g : Nat → R) (n : Nat) (h : ∀ i, i < n → f i = g i) :
    sumFrom f 0 n = sumFrom g 0 n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [Finset.sum_range_succ, Finset.sum_range_succ, ih (fun i hi => h i (by omega)), h n (by omega)]
theorem Finset.sum_add_distrib (f g : Nat → R) (n : Nat) :
    sumFrom (fun i => f i + g i) 0 n = sumFrom f 0 n + sumFrom g 0 n := by
  induction n with
  | zero => simp
  | succ n ih => simp only [Finset.sum_range_succ, ih]; grind
theorem Finset.sum_sub_distrib (f g : Nat → R) (n : Nat) :
    sumFrom (fun i => f i - g i) 0 n = sumFrom f 0 n - sumFrom g 0 n := by
  induction n with
  | zero => simp
  | succ n ih => simp only [Finset.sum_range_succ, ih]; grind
theorem Finset.mul_sum (c : R) (f : Nat → R) (n : Nat) :
    c * sumFrom f 0 n = sumFrom (fun i => c * f i) 0 n := by
  induction n with
  | zero => simp
  | succ n ih => simp only [Finset.sum_range_succ]; grind
theorem Finset.sum_nonneg (f : Nat → R) (n : Nat) (h : ∀ i, i < n → 0 ≤ f i) :
    0 ≤ sumFrom f 0 n := by
  induction n with
  | zero => simp
  | succ n ih =>
    have := ih (fun i hi => h i (by omega))
    have := h n (by omega)
    rw [Finset.sum_range_succ]; grind
theorem Finset.sum_le_sum (f g : Nat → R) (n : Nat) (h : ∀ i, i < n → f i ≤ g i) :
    sumFrom f 0 n ≤ sumFrom g 0 n := by
  induction n with
  | zero => simp
  | succ n ih =>
    have := ih (fun i hi => h i (by omega))
    have := h n (by omega)
    rw [Finset.sum_range_succ, Finset.sum_range_succ]; grind
theorem Finset.sum_const (c : R) (n : Nat) : sumFrom (fun _ => c) 0 n = n * c := by
  induction n with
  | zero => simp; grind
  | succ n ih => simp only [Finset.sum_range_succ, ih]; grind

end Sums

/-! ## Casts -/

section Casts

variable {R : Type u} [OrderedField R]

theorem OrderedField.natCast_pos {n : Nat} (h : 0 < n) : (0 : R) < (n : R) :=
  Lean.Grind.OrderedRing.pos_natCast_of_pos n h
theorem OrderedField.natCast_nonneg (n : Nat) : (0 : R) ≤ (n : R) := by grind
@[simp, norm_cast] theorem OrderedField.natCast_add (a b : Nat) : ((a + b : Nat) : R) = a + b :=
  Lean.Grind.Semiring.natCast_add a b
@[simp, norm_cast] theorem OrderedField.natCast_mul (a b : Nat) : ((a * b : Nat) : R) = a * b :=
  Lean.Grind.Semiring.natCast_mul a b
@[simp, norm_cast] theorem OrderedField.intCast_add (a b : Int) : ((a + b : Int) : R) = a + b :=
  Lean.Grind.Ring.intCast_add a b
@[simp, norm_cast] theorem OrderedField.intCast_mul (a b : Int) : ((a * b : Int) : R) = a * b :=
  Lean.Grind.Ring.intCast_mul a b
@[simp, norm_cast] theorem OrderedField.intCast_sub (a b : Int) : ((a - b : Int) : R) = a - b :=
  Lean.Grind.Ring.intCast_sub a b
@[simp, norm_cast] theorem OrderedField.intCast_neg_eq (a : Int) : ((-a : Int) : R) = -a :=
  Lean.Grind.Ring.intCast_neg a
theorem OrderedField.intCast_pos {a : Int} (h : 0 < a) : (0 : R) < (a : R) := by
  obtain ⟨n, rfl⟩ := Int.eq_ofNat_of_zero_le (Int.le_of_lt h)
  rw [Lean.Grind.Ring.intCast_natCast]
  exact Lean.Grind.OrderedRing.pos_natCast_of_pos n (by omega)
/-- The integers keep their order inside an ordered field. -/
@[simp, norm_cast] theorem OrderedField.intCast_lt {a b : Int} : ((a : R) < (b : R)) ↔ a < b := by
  constructor
  · intro h; apply Classical.byContradiction; intro hn
    rcases Int.lt_or_eq_of_le (Int.not_lt.mp hn) with h1 | h1
    · have := OrderedField.intCast_pos (R := R) (a := a - b) (by omega)
      rw [OrderedField.intCast_sub] at this; grind
    · subst h1; grind
  · intro h
    have := OrderedField.intCast_pos (R := R) (a := b - a) (by omega)
    rw [OrderedField.intCast_sub] at this; grind
@[simp, norm_cast] theorem OrderedField.intCast_le {a b : Int} : ((a : R) ≤ (b : R)) ↔ a ≤ b := by
  have := OrderedField.intCast_lt (R := R) (a := b) (b := a); grind
@[simp, norm_cast] theorem OrderedField.intCast_inj {a b : Int} : ((a : R) = (b : R)) ↔ a = b := by
  have h1 := OrderedField.intCast_le (R := R) (a := b) (b := a)
  have h2 := OrderedField.intCast_le (R := R) (a := a) (b := b); grind
grind_pattern OrderedField.intCast_lt => (a : R) < (b : R)
grind_pattern OrderedField.intCast_le => (a : R) ≤ (b : R)
grind_pattern OrderedField.intCast_inj => (a : R), (b : R)

end Casts

/-! ## Hints for `grind` and lemmas behind tactics -/

namespace FaithSieve.Hints

-- Instances of these multiply quickly, so they are on only inside `open FaithSieve.Hints in`.
scoped grind_pattern sq_nonneg => a ^ 2
scoped grind_pattern mul_pos => a * b
scoped grind_pattern mul_nonneg => a * b
scoped grind_pattern two_mul_le_add_sq => a ^ 2, b ^ 2

end FaithSieve.Hints

namespace FaithSieve.Products

-- Every pair of hypotheses: for goals with few inequalities.
scoped grind_pattern sub_mul_sub_pos => a < b, c < d
scoped grind_pattern sub_mul_sub_nonneg => a ≤ b, c ≤ d

end FaithSieve.Products

namespace FaithSieve.Tactic

theorem value_or_below {x n : Nat} (h : x < n + 1) : x = n ∨ x < n := by omega
theorem offset_of_bounds {x : Int} {low : Int} {n : Nat} (h1 : low ≤ x) (h2 : x < low + n) :
    ∃ k : Nat, k < n ∧ x = low + k := ⟨(x - low).toNat, by omega, by omega⟩

end FaithSieve.Tactic
