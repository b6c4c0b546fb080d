module
public import Mathlet.Data.Real.Basic
@[expose] public noncomputable section

/-! # Completeness of the reals, roots, floors -/

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
protected def sqrt (x : Real) : Real := if h : 0 ≤ x then Classical.choose (exists_sqrt h) else 0

theorem sqrt_spec {x : Real} (h : 0 ≤ x) : 0 ≤ Real.sqrt x ∧ Real.sqrt x * Real.sqrt x = x := by
  rw [Real.sqrt, dif_pos h]
  exact Classical.choose_spec (exists_sqrt h)

theorem sqrt_of_neg {x : Real} (h : x < 0) : Real.sqrt x = 0 := by
  rw [Real.sqrt, dif_neg (by grind)]

end Real
