module
public import Mathlet.Data.Real.Basic
@[expose] public noncomputable section

/-! # Completeness of the reals, roots, floors -/

universe u

namespace Real
open RealSeq

/-! ## Completeness -/

theorem le_mk {x : Real} {f hf} (h : ∀ n, x ≤ ofRat (f n)) : x ≤ mk f hf := by
  refine Classical.byContradiction fun hn => ?_
  have hn : mk f hf < x := by grind
  obtain ⟨g, hg, rfl⟩ := exists_mk x
  obtain ⟨δ, hδ, N, hN⟩ := hn
  obtain ⟨M, hM⟩ := hf.two_sided (show 0 < δ / 2 by grind)
  have h1 : ofRat (f (max N M)) < mk g hg := ⟨δ / 2, by grind, max N M, fun n hn => by
    have := hN n (by omega)
    have := hM n (max N M) (by omega) (by omega)
    grind⟩
  have := h (max N M)
  grind

theorem mk_le {x : Real} {f a : Nat → Rat} {hf} (h : ∀ n, ofRat (a n) ≤ x)
    (ha : Null fun n => a n - f n) : mk f hf ≤ x := by
  refine Classical.byContradiction fun hn => ?_
  have hn : x < mk f hf := by grind
  obtain ⟨g, hg, rfl⟩ := exists_mk x
  obtain ⟨δ, hδ, N, hN⟩ := hn
  obtain ⟨M, hM⟩ := hf.two_sided (show 0 < δ / 4 by grind)
  obtain ⟨K, hK⟩ := ha (δ / 4) (by grind)
  have h0 := hK (max N (max M K)) (by omega)
  have h1 : mk g hg < ofRat (a (max N (max M K))) :=
    ⟨δ / 2, by grind, max N (max M K), fun n hn => by
      have := hN n (by omega)
      have := hM n (max N (max M K)) (by omega) (by omega)
      grind⟩
  have := h (max N (max M K))
  grind

def IsUpper (S : Real → Prop) (q : Rat) : Prop := ∀ x, S x → x ≤ ofRat q

open Classical in
/-- Halve the interval, keeping an upper bound on the right and none on the left. -/
def bisect (S : Real → Prop) (a b : Rat) : Nat → Rat × Rat
  | 0 => (a, b)
  | n + 1 =>
    if IsUpper S (((bisect S a b n).1 + (bisect S a b n).2) / 2)
    then ((bisect S a b n).1, ((bisect S a b n).1 + (bisect S a b n).2) / 2)
    else (((bisect S a b n).1 + (bisect S a b n).2) / 2, (bisect S a b n).2)

section Bisect
variable {S : Real → Prop} {a b : Rat}

theorem bisect_upper (ha : ¬IsUpper S a) (hb : IsUpper S b) (n : Nat) :
    ¬IsUpper S (bisect S a b n).1 ∧ IsUpper S (bisect S a b n).2 := by
  induction n with
  | zero => exact ⟨ha, hb⟩
  | succ n ih => simp only [bisect]; split <;> grind

theorem bisect_step (h : a < b) (n : Nat) :
    (bisect S a b n).1 < (bisect S a b n).2 ∧
    (bisect S a b n).1 ≤ (bisect S a b (n + 1)).1 ∧
    (bisect S a b (n + 1)).2 ≤ (bisect S a b n).2 ∧
    (bisect S a b (n + 1)).2 - (bisect S a b (n + 1)).1 =
      ((bisect S a b n).2 - (bisect S a b n).1) / 2 := by
  have lt : (bisect S a b n).1 < (bisect S a b n).2 := by
    induction n with
    | zero => exact h
    | succ n ih => simp only [bisect]; split <;> grind
  refine ⟨lt, ?_⟩
  simp only [bisect]; split <;> grind

theorem bisect_mono (h : a < b) {n m : Nat} (hnm : n ≤ m) :
    (bisect S a b n).1 ≤ (bisect S a b m).1 ∧ (bisect S a b m).2 ≤ (bisect S a b n).2 := by
  induction hnm with
  | refl => grind
  | step _ ih => have := bisect_step (S := S) h; grind

/-- A bound by `1 / (n + 1)` is enough and needs no powers. -/
theorem bisect_width (h : a < b) (n : Nat) :
    ((bisect S a b n).2 - (bisect S a b n).1) * (n + 1) ≤ b - a := by
  induction n with
  | zero => simp only [bisect]; grind
  | succ n ih =>
    have ⟨h1, _, _, h4⟩ := bisect_step (S := S) h n
    rw [h4]
    have h5 := mul_nonneg (a := (bisect S a b n).2 - (bisect S a b n).1) (b := (n : Rat))
      (by grind) (by grind)
    grind

theorem bisect_small (h : a < b) {ε : Rat} (hε : 0 < ε) :
    ∃ N, (bisect S a b N).2 - (bisect S a b N).1 < ε := by
  obtain ⟨N, hN⟩ := rat_exists_nat_gt ((b - a) * ε⁻¹)
  refine ⟨N, ?_⟩
  have h1 := mul_lt_mul_of_pos_right hN hε
  rw [show (b - a) * ε⁻¹ * ε = b - a by grind] at h1
  have h2 := bisect_width (S := S) h N
  refine Classical.byContradiction fun h3 => ?_
  have h4 := mul_le_mul_of_nonneg_right (b := ε) (c := (bisect S a b N).2 - (bisect S a b N).1)
    (a := (N : Rat) + 1) (by grind) (by grind)
  grind

theorem bisect_cauchy (h : a < b) : Cauchy fun n => (bisect S a b n).2 := by
  intro ε hε
  obtain ⟨N, hN⟩ := bisect_small (S := S) h hε
  refine ⟨N, fun m n hm hn => ?_⟩
  have := bisect_mono (S := S) h hm
  have := bisect_mono (S := S) h hn
  have := bisect_step (S := S) h n
  grind

theorem bisect_null (h : a < b) : Null fun n => (bisect S a b n).1 - (bisect S a b n).2 := by
  intro ε hε
  obtain ⟨N, hN⟩ := bisect_small (S := S) h hε
  refine ⟨N, fun n hn => ?_⟩
  have := bisect_mono (S := S) h hn
  have := bisect_step (S := S) h n
  grind

end Bisect

/-- Every nonempty set of reals that is bounded above has a least upper bound. -/
theorem exists_lub (S : Real → Prop) (hne : ∃ x, S x) (hbd : ∃ b, ∀ x, S x → x ≤ b) :
    ∃ s, (∀ x, S x → x ≤ s) ∧ ∀ b, (∀ x, S x → x ≤ b) → s ≤ b := by
  obtain ⟨x, hx⟩ := hne
  obtain ⟨B, hB⟩ := hbd
  obtain ⟨a, ha⟩ := exists_rat_lt x
  obtain ⟨b, hb⟩ := exists_rat_gt B
  have hxB := hB x hx
  have hab : a < b := ofRat_lt.1 (by grind)
  have ha' : ¬IsUpper S a := fun h => by have := h x hx; grind
  have hb' : IsUpper S b := fun y hy => by have := hB y hy; grind
  have inv := bisect_upper ha' hb'
  refine ⟨mk _ (bisect_cauchy (S := S) hab), fun y hy => le_mk fun n => (inv n).2 y hy, ?_⟩
  intro t ht
  refine mk_le (a := fun n => (bisect S a b n).1) (fun n => ?_) (bisect_null hab)
  refine Classical.byContradiction fun hn => (inv n).1 fun y hy => ?_
  have := ht y hy
  grind

/-- Completeness. -/
theorem exists_isLUB {S : Set Real} (hne : S.Nonempty) (hbd : BddAbove S) : ∃ s, IsLUB S s :=
  exists_lub S hne hbd

/-! ## Square roots -/

theorem lt_of_sq_lt {x y : Real} (hy : 0 ≤ y) (h : x * x < y * y) : x < y := by
  refine Classical.byContradiction fun hn => ?_
  have := mul_le_mul (a := y) (b := x) (c := y) (d := x) (by grind) (by grind) hy (by grind)
  grind

theorem exists_sqrt {x : Real} (hx : 0 ≤ x) : ∃ s, 0 ≤ s ∧ s * s = x := by
  obtain ⟨s, hs, hmin⟩ := exists_lub (fun y => 0 ≤ y ∧ y * y ≤ x) ⟨0, by grind, by grind⟩
    ⟨x + 1, fun y hy => by
      have h1 : y * y < (x + 1) * (x + 1) := by
        have := mul_nonneg hx hx
        grind
      have := lt_of_sq_lt (by grind) h1
      grind⟩
  have hs0 : 0 ≤ s := hs 0 ⟨by grind, by grind⟩
  refine ⟨s, hs0, ?_⟩
  refine Classical.byContradiction fun hne => ?_
  rcases Std.le_total (a := s * s) (b := x) with h | h
  · -- A root that is too small can be raised by some `e ≤ 1`.
    have hd : 0 < x - s * s := by grind
    have key : ∃ e : Real, 0 < e ∧ e ≤ 1 ∧ e * (2 * s + 1) ≤ x - s * s := by
      rcases Std.le_total (a := x - s * s) (b := 2 * s + 1) with h1 | h1
      · have hne : 2 * s + 1 ≠ 0 := by grind
        have e1 : (x - s * s) / (2 * s + 1) * (2 * s + 1) = x - s * s := by grind
        refine ⟨(x - s * s) / (2 * s + 1), div_pos hd (by grind), ?_, by grind⟩
        refine Classical.byContradiction fun h2 => ?_
        have := mul_lt_mul_of_pos_right (b := 1) (c := (x - s * s) / (2 * s + 1))
          (a := 2 * s + 1) (by grind) (by grind)
        grind
      · exact ⟨1, by grind, by grind, by grind⟩
    obtain ⟨e, he, he1, h2⟩ := key
    have h3 := mul_nonneg (a := e) (b := 1 - e) (by grind) (by grind)
    have := hs (s + e) ⟨by grind, by grind⟩
    grind
  · -- A root that is too large can be lowered.
    have hspos : 0 < s := by
      refine Classical.byContradiction fun h1 => ?_
      have : s = 0 := by grind
      subst this
      grind
    have e1 : (s * s - x) / (2 * s) * (2 * s) = s * s - x := by grind
    have hepos : 0 < (s * s - x) / (2 * s) := div_pos (by grind) (by grind)
    generalize (s * s - x) / (2 * s) = e at e1 hepos
    have he2 := mul_pos hepos hepos
    have hse : 0 ≤ s - e := by
      refine Classical.byContradiction fun h1 => ?_
      have := mul_lt_mul_of_pos_right (b := s) (c := e) (a := 2 * s) (by grind) (by grind)
      have := mul_pos hspos hspos
      grind
    have := hmin (s - e) fun y hy => by
      have := lt_of_sq_lt (x := y) (y := s - e) hse (by grind)
      grind
    grind

open Classical in
/-- The non-negative root; 0 for negative numbers. -/
def sqrt (x : Real) : Real := if h : 0 ≤ x then Classical.choose (exists_sqrt h) else 0

theorem sqrt_spec {x : Real} (h : 0 ≤ x) : 0 ≤ Real.sqrt x ∧ Real.sqrt x * Real.sqrt x = x := by
  rw [Real.sqrt, dif_pos h]
  exact Classical.choose_spec (exists_sqrt h)

theorem sqrt_of_neg {x : Real} (h : x < 0) : Real.sqrt x = 0 := by
  rw [Real.sqrt, dif_neg (by grind)]

theorem sqrt_nonneg (x : Real) : 0 ≤ Real.sqrt x := by
  by_cases h : 0 ≤ x
  · exact (sqrt_spec h).1
  · exact le_of_eq (sqrt_of_neg (not_le.1 h)).symm
theorem sq_sqrt {x : Real} (h : 0 ≤ x) : Real.sqrt x ^ 2 = x := by have := (sqrt_spec h).2; grind
theorem mul_self_sqrt {x : Real} (h : 0 ≤ x) : Real.sqrt x * Real.sqrt x = x := (sqrt_spec h).2
theorem sqrt_eq_zero_of_nonpos {x : Real} (h : x ≤ 0) : Real.sqrt x = 0 := by
  rcases eq_or_lt_of_le h with rfl | h
  · have := sq_sqrt (x := 0) (by grind)
    exact (sq_eq_zero_iff).1 this
  · exact sqrt_of_neg h
theorem sqrt_cases (x : Real) : 0 ≤ Real.sqrt x ∧ (0 ≤ x ∧ Real.sqrt x ^ 2 = x ∨ x < 0 ∧ Real.sqrt x = 0) := by
  refine ⟨sqrt_nonneg x, ?_⟩
  by_cases h : 0 ≤ x
  · exact .inl ⟨h, sq_sqrt h⟩
  · exact .inr ⟨not_le.1 h, sqrt_of_neg (not_le.1 h)⟩
grind_pattern sqrt_cases => Real.sqrt x
theorem sqrt_unique {x a : Real} (ha : 0 ≤ a) (h : a ^ 2 = x) : Real.sqrt x = a := by
  have hx : 0 ≤ x := h ▸ sq_nonneg a
  exact pow_left_injective_of_nonneg (sqrt_nonneg x) ha (n := 2) (by decide) (by rw [sq_sqrt hx, h])
@[simp] theorem sqrt_sq {a : Real} (h : 0 ≤ a) : Real.sqrt (a ^ 2) = a := sqrt_unique h rfl
@[simp] theorem sqrt_mul_self {a : Real} (h : 0 ≤ a) : Real.sqrt (a * a) = a := sqrt_unique h (pow_two a)
theorem sqrt_sq_eq_abs (a : Real) : Real.sqrt (a ^ 2) = abs a := sqrt_unique (abs_nonneg a) (sq_abs a)
@[simp] theorem sqrt_zero : Real.sqrt 0 = 0 := sqrt_unique (le_refl 0) (by grind)
@[simp] theorem sqrt_one : Real.sqrt 1 = 1 := sqrt_unique (by grind) (by grind)
theorem sqrt_mul {a : Real} (ha : 0 ≤ a) (b : Real) : Real.sqrt (a * b) = Real.sqrt a * Real.sqrt b := by
  by_cases hb : 0 ≤ b
  · apply sqrt_unique (mul_nonneg (sqrt_nonneg a) (sqrt_nonneg b))
    rw [mul_pow, sq_sqrt ha, sq_sqrt hb]
  · have hb := not_le.1 hb
    rw [sqrt_of_neg hb, mul_zero]
    apply sqrt_eq_zero_of_nonpos
    have := mul_nonneg ha (b := -b) (by grind)
    grind
theorem sqrt_le_sqrt {a b : Real} (h : a ≤ b) : Real.sqrt a ≤ Real.sqrt b := by
  by_cases ha : 0 ≤ a
  · apply le_of_not_gt; intro hn
    have h1 := pow_lt_pow_left₀ hn (sqrt_nonneg b) (n := 2) (by decide)
    rw [sq_sqrt ha, sq_sqrt (le_trans ha h)] at h1; grind
  · rw [sqrt_of_neg (not_le.1 ha)]; exact sqrt_nonneg b
theorem sqrt_lt_sqrt {a b : Real} (ha : 0 ≤ a) (h : a < b) : Real.sqrt a < Real.sqrt b := by
  apply lt_of_not_ge; intro hn
  have h1 := pow_le_pow_left₀ (sqrt_nonneg b) hn 2
  rw [sq_sqrt ha, sq_sqrt (by grind)] at h1; grind
theorem sqrt_pos {x : Real} : 0 < Real.sqrt x ↔ 0 < x := by
  constructor
  · intro h; apply lt_of_not_ge; intro hn; rw [sqrt_eq_zero_of_nonpos hn] at h; exact lt_irrefl _ h
  · intro h; have := sqrt_lt_sqrt (le_refl 0) h; rwa [sqrt_zero] at this

/-! ## Floor -/

theorem exists_floor (x : Real) : ∃ n : Int, (n : Real) ≤ x ∧ x < (n : Real) + 1 := by
  obtain ⟨q, h1, h2⟩ := exists_rat_between (x := x - 1) (y := x) (by grind)
  have h3 : ofRat q.floor ≤ ofRat q := ofRat_le.2 (Rat.le_floor_iff.1 (Int.le_refl _))
  have h4 : ofRat q < ofRat (q.floor + 1 : Int) := ofRat_lt.2 (Rat.lt_floor_add_one q)
  have e : ofRat (q.floor + 1 : Int) = ofRat q.floor + 1 := by
    rw [← ofRat_one, ← ofRat_add]; congr 1; grind
  by_cases h : ofRat (q.floor + 1 : Int) ≤ x
  · exact ⟨q.floor + 1, h, by show x < ofRat (q.floor + 1 : Int) + 1; grind⟩
  · exact ⟨q.floor, by show ofRat q.floor ≤ x; grind, by show x < ofRat q.floor + 1; grind⟩

end Real

/-- An ordered ring in which every element has a greatest integer below it. -/
class FloorRing (α : Type u) [Ring α] [LinearOrder α] where
  floor : α → Int
  ceil : α → Int
  gc_coe_floor : ∀ (z : Int) (a : α), (z : α) ≤ a ↔ z ≤ floor a
  gc_ceil_coe : ∀ (z : Int) (a : α), ceil a ≤ z ↔ a ≤ z
/-- An ordered semiring in which every non-negative element has a greatest natural number below it. -/
class FloorSemiring (α : Type u) [Semiring α] [PartialOrder α] where
  floor : α → Nat
  ceil : α → Nat
  floor_of_neg : ∀ {a : α}, a < 0 → floor a = 0
  gc_floor : ∀ {a : α} {n : Nat}, 0 ≤ a → (n ≤ floor a ↔ (n : α) ≤ a)
  gc_ceil : ∀ (n : Nat) (a : α), ceil a ≤ n ↔ a ≤ n
/-- The greatest integer below. -/
def Int.floor {α : Type u} [Ring α] [LinearOrder α] [FloorRing α] : α → Int := FloorRing.floor
/-- The least integer above. -/
def Int.ceil {α : Type u} [Ring α] [LinearOrder α] [FloorRing α] : α → Int := FloorRing.ceil
/-- What is left above the floor. -/
def Int.fract {α : Type u} [Ring α] [LinearOrder α] [FloorRing α] (a : α) : α := a - Int.floor a
/-- The greatest natural number below; 0 for negative numbers. -/
def Nat.floor {α : Type u} [Semiring α] [PartialOrder α] [FloorSemiring α] : α → Nat := FloorSemiring.floor
/-- The least natural number above. -/
def Nat.ceil {α : Type u} [Semiring α] [PartialOrder α] [FloorSemiring α] : α → Nat := FloorSemiring.ceil

section Floor
variable {α : Type u} [CommRing α] [LinearOrder α] [IsStrictOrderedRing α]
/-- A floor ring from a floor function. -/
@[reducible] def FloorRing.ofFloor (floor : α → Int) (spec : ∀ a : α, (floor a : α) ≤ a ∧ a < (floor a : α) + 1) : FloorRing α where
  floor := floor
  ceil a := -floor (-a)
  gc_coe_floor z a := by
    constructor
    · intro h
      have h2 : (z : α) < ((floor a + 1 : Int) : α) := by rw [Int.cast_add, Int.cast_one]; exact lt_of_le_of_lt h (spec a).2
      have := Int.cast_lt.1 h2
      omega
    · intro h; exact le_trans (Int.cast_le.2 h) (spec a).1
  gc_ceil_coe z a := by
    have h := spec (-a)
    constructor
    · intro h1
      have h2 : ((-z : Int) : α) ≤ (floor (-a) : α) := Int.cast_le.2 (by omega)
      rw [Int.cast_neg] at h2
      grind
    · intro h1
      have h2 : ((-z : Int) : α) < ((floor (-a) + 1 : Int) : α) := by
        rw [Int.cast_neg, Int.cast_add, Int.cast_one]; grind
      have := Int.cast_lt.1 h2
      omega
variable [FloorRing α]
theorem Int.le_floor {z : Int} {a : α} : z ≤ Int.floor a ↔ (z : α) ≤ a := (FloorRing.gc_coe_floor z a).symm
theorem Int.floor_le (a : α) : (Int.floor a : α) ≤ a := Int.le_floor.1 (Int.le_refl _)
theorem Int.floor_lt {z : Int} {a : α} : Int.floor a < z ↔ a < z := by rw [← not_le, ← not_le, Int.le_floor]
theorem Int.lt_floor_add_one (a : α) : a < Int.floor a + 1 := by
  have := (Int.floor_lt (z := Int.floor a + 1) (a := a)).1 (by omega)
  rwa [Int.cast_add, Int.cast_one] at this
theorem Int.ceil_le {z : Int} {a : α} : Int.ceil a ≤ z ↔ a ≤ z := FloorRing.gc_ceil_coe z a
theorem Int.le_ceil (a : α) : a ≤ Int.ceil a := Int.ceil_le.1 (Int.le_refl _)
theorem Int.lt_ceil {z : Int} {a : α} : z < Int.ceil a ↔ (z : α) < a := by rw [← not_le, ← not_le, Int.ceil_le]
theorem Int.ceil_lt_add_one (a : α) : (Int.ceil a : α) < a + 1 := by
  have := (Int.lt_ceil (z := Int.ceil a - 1) (a := a)).1 (by omega)
  rw [Int.cast_sub, Int.cast_one] at this; grind
theorem Int.floor_eq_iff {z : Int} {a : α} : Int.floor a = z ↔ (z : α) ≤ a ∧ a < z + 1 := by
  constructor
  · intro h; subst h; exact ⟨Int.floor_le a, Int.lt_floor_add_one a⟩
  · intro ⟨h1, h2⟩
    have h3 := Int.le_floor.2 h1
    have h4 : Int.floor a < z + 1 := Int.floor_lt.2 (by rw [Int.cast_add, Int.cast_one]; exact h2)
    omega
theorem Int.ceil_eq_iff {z : Int} {a : α} : Int.ceil a = z ↔ (z : α) - 1 < a ∧ a ≤ z := by
  constructor
  · intro h; subst h; have := Int.ceil_lt_add_one a; exact ⟨by grind, Int.le_ceil a⟩
  · intro ⟨h1, h2⟩
    have h3 := Int.ceil_le.2 h2
    have h4 : z - 1 < Int.ceil a := Int.lt_ceil.2 (by rw [Int.cast_sub, Int.cast_one]; exact h1)
    omega
@[simp] theorem Int.floor_intCast (z : Int) : Int.floor (z : α) = z := Int.floor_eq_iff.2 ⟨le_refl _, by grind⟩
@[simp] theorem Int.ceil_intCast (z : Int) : Int.ceil (z : α) = z := Int.ceil_eq_iff.2 ⟨by grind, le_refl _⟩
theorem Int.floor_add_fract (a : α) : (Int.floor a : α) + Int.fract a = a := by unfold Int.fract; grind
theorem Int.fract_nonneg (a : α) : 0 ≤ Int.fract a := by have := Int.floor_le a; unfold Int.fract; grind
theorem Int.fract_lt_one (a : α) : Int.fract a < 1 := by have := Int.lt_floor_add_one a; unfold Int.fract; grind
theorem Int.floor_cases (a : α) : (Int.floor a : α) ≤ a ∧ a < Int.floor a + 1 := ⟨Int.floor_le a, Int.lt_floor_add_one a⟩
theorem Int.ceil_cases (a : α) : (Int.ceil a : α) < a + 1 ∧ a ≤ Int.ceil a := ⟨Int.ceil_lt_add_one a, Int.le_ceil a⟩
grind_pattern Int.floor_cases => Int.floor a
grind_pattern Int.ceil_cases => Int.ceil a
attribute [grind =] Int.fract

instance (priority := 100) FloorRing.toFloorSemiring : FloorSemiring α where
  floor a := (Int.floor a).toNat
  ceil a := (Int.ceil a).toNat
  floor_of_neg {a} h := by
    have : Int.floor a < 0 := Int.floor_lt.2 (by rw [Int.cast_zero]; exact h)
    omega
  gc_floor {a n} h := by
    have h0 : 0 ≤ Int.floor a := Int.le_floor.2 (by rw [Int.cast_zero]; exact h)
    have : (n : Int) ≤ Int.floor a ↔ (n : α) ≤ a := by rw [Int.le_floor, Int.cast_natCast]
    rw [← this]; omega
  gc_ceil n a := by
    have : Int.ceil a ≤ (n : Int) ↔ a ≤ (n : α) := by rw [Int.ceil_le, Int.cast_natCast]
    rw [← this]; omega
end Floor
section NatFloor
variable {α : Type u} [CommRing α] [LinearOrder α] [IsStrictOrderedRing α] [FloorSemiring α] {a : α} {n : Nat}
theorem Nat.le_floor_iff (h : 0 ≤ a) : n ≤ Nat.floor a ↔ (n : α) ≤ a := FloorSemiring.gc_floor h
theorem Nat.floor_of_neg (h : a < 0) : Nat.floor a = 0 := FloorSemiring.floor_of_neg h
theorem Nat.ceil_le : Nat.ceil a ≤ n ↔ a ≤ n := FloorSemiring.gc_ceil n a
theorem Nat.le_ceil (a : α) : a ≤ Nat.ceil a := Nat.ceil_le.1 (Nat.le_refl _)
theorem Nat.floor_le (h : 0 ≤ a) : (Nat.floor a : α) ≤ a := (Nat.le_floor_iff h).1 (Nat.le_refl _)
theorem Nat.lt_floor_add_one (a : α) : a < Nat.floor a + 1 := by
  by_cases h : 0 ≤ a
  · apply lt_of_not_ge; intro h'
    have := (Nat.le_floor_iff (n := Nat.floor a + 1) h).2 (by rw [Nat.cast_succ]; exact h')
    omega
  · have := Nat.cast_nonneg (R := α) (Nat.floor a); grind
theorem Nat.floor_eq_iff (h : 0 ≤ a) : Nat.floor a = n ↔ (n : α) ≤ a ∧ a < n + 1 := by
  constructor
  · intro e; subst e; exact ⟨Nat.floor_le h, Nat.lt_floor_add_one a⟩
  · intro ⟨h1, h2⟩
    have h3 := (Nat.le_floor_iff h).2 h1
    have h4 : ¬ n + 1 ≤ Nat.floor a := fun h' => by
      have := (Nat.le_floor_iff h).1 h'
      rw [Nat.cast_succ] at this; grind
    omega
end NatFloor

namespace Real
instance instFloorRing : FloorRing Real :=
  FloorRing.ofFloor (fun x => Classical.choose (exists_floor x)) fun x => Classical.choose_spec (exists_floor x)
end Real
instance Rat.instFloorRing : FloorRing Rat := FloorRing.ofFloor Rat.floor fun q => by
  refine ⟨Rat.le_floor_iff.1 (Int.le_refl _), ?_⟩
  have := Rat.lt_floor_add_one q
  rwa [Int.cast_add, Int.cast_one] at this
instance Int.instFloorRing : FloorRing Int := FloorRing.ofFloor (fun z => z) fun z => by
  show z ≤ z ∧ z < z + 1
  omega

/-! ## Suprema and infima -/

namespace Real
open Classical in
/-- The least upper bound; 0 where there is none. -/
protected def sup (S : Set Real) : Real :=
  if h : S.Nonempty ∧ BddAbove S then Classical.choose (exists_isLUB h.1 h.2) else 0
instance : SupSet Real := ⟨Real.sup⟩
theorem isLUB_sSup {S : Set Real} (h : S.Nonempty) (h' : BddAbove S) : IsLUB S (sSup S) := by
  show IsLUB S (Real.sup S)
  rw [Real.sup, dif_pos ⟨h, h'⟩]
  exact Classical.choose_spec (exists_isLUB h h')
theorem sSup_of_not_bddAbove {S : Set Real} (h : ¬ BddAbove S) : sSup S = 0 := by
  show Real.sup S = 0
  rw [Real.sup, dif_neg fun k => h k.2]
theorem sSup_empty : sSup (∅ : Set Real) = 0 := by
  show Real.sup ∅ = 0
  rw [Real.sup, dif_neg fun k => k.1.elim fun _ h => h]
instance : InfSet Real := ⟨fun S => -sSup (fun x => -x ∈ S)⟩
theorem sInf_def (S : Set Real) : sInf S = -sSup (fun x => -x ∈ S) := rfl
theorem isGLB_sInf {S : Set Real} (h : S.Nonempty) (h' : BddBelow S) : IsGLB S (sInf S) := by
  obtain ⟨a, ha⟩ := h
  obtain ⟨b, hb⟩ := h'
  have key := isLUB_sSup (S := fun x => -x ∈ S) ⟨-a, show - -a ∈ S by rw [neg_neg]; exact ha⟩
    ⟨-b, fun x hx => by have := hb hx; grind⟩
  rw [sInf_def]
  constructor
  · intro x hx
    have : -x ≤ _ := key.1 (show - -x ∈ S by rw [neg_neg]; exact hx)
    grind
  · intro c hc
    have : _ ≤ -c := key.2 (fun x hx => by have := hc hx; grind)
    grind
theorem exists_isGLB {S : Set Real} (hne : S.Nonempty) (hbd : BddBelow S) : ∃ s, IsGLB S s := ⟨_, isGLB_sInf hne hbd⟩
instance instConditionallyCompleteLattice : ConditionallyCompleteLattice Real where
  le_csSup S a h ha := (isLUB_sSup ⟨a, ha⟩ h).1 ha
  csSup_le S a h ha := (isLUB_sSup h ⟨a, ha⟩).2 ha
  csInf_le S a h ha := (isGLB_sInf ⟨a, ha⟩ h).1 ha
  le_csInf S a h ha := (isGLB_sInf h ⟨a, ha⟩).2 ha
end Real

/-- Not a rational number. -/
def Irrational (x : Real) : Prop := x ∉ Set.range (fun q : Rat => (q : Real))
/-- Multiples of any positive element grow beyond every bound. -/
class Archimedean (M : Type u) [AddCommMonoid M] [PartialOrder M] : Prop where
  arch : ∀ (x : M) {y : M}, 0 < y → ∃ n : Nat, x ≤ n • y
