module
public import Mathlet.Analysis.Normed
public import Mathlet.Topology.InfiniteSum
@[expose] public noncomputable section

/-!
# The integral over Lebesgue measure

There are no measures here, only the integral. A function with values in a complete normed space is integrable in
Lebesgue's and Bochner's sense when it is the sum of a series of multiples `c n` of indicators of boxes such that the sum
of `‖c n‖ * volume` of the boxes is finite, and the series has the value of the function at every point where it converges
absolutely (J. Mikusiński, *The Bochner Integral*). The integral is the sum of `c n * volume`. Boxes in ℝ are half-open
intervals, in products of such spaces their products.
-/

universe u v w

open Filter

/-- A space with boxes and their volumes, from which its Lebesgue measure is made. -/
class LebesgueBoxes (α : Type u) where
  protected Box : Type u
  protected toSet : Box → Set α
  protected vol : Box → Real
/-- Half-open intervals `[a, b)` and their lengths. -/
instance Real.lebesgueBoxes : LebesgueBoxes Real where
  Box := { p : Real × Real // p.1 ≤ p.2 }
  toSet p := Set.Ico p.1.1 p.1.2
  vol p := p.1.2 - p.1.1
instance Prod.lebesgueBoxes {α : Type u} {β : Type v} [LebesgueBoxes α] [LebesgueBoxes β] : LebesgueBoxes (α × β) where
  Box := LebesgueBoxes.Box α × LebesgueBoxes.Box β
  toSet p := SProd.sprod (LebesgueBoxes.toSet p.1) (LebesgueBoxes.toSet p.2)
  vol p := LebesgueBoxes.vol p.1 * LebesgueBoxes.vol p.2
instance Pi.lebesgueBoxes {ι : Type u} [Fintype ι] {α : ι → Type v} [∀ i, LebesgueBoxes (α i)] : LebesgueBoxes (∀ i, α i) where
  Box := ∀ i, LebesgueBoxes.Box (α i)
  toSet p := setOf fun x => ∀ i, x i ∈ LebesgueBoxes.toSet (p i)
  vol p := Finset.univ.prod fun i => LebesgueBoxes.vol (p i)
/-- Rectangles. -/
instance Complex.lebesgueBoxes : LebesgueBoxes Complex where
  Box := LebesgueBoxes.Box Real × LebesgueBoxes.Box Real
  toSet p := setOf fun z => z.re ∈ LebesgueBoxes.toSet p.1 ∧ z.im ∈ LebesgueBoxes.toSet p.2
  vol p := LebesgueBoxes.vol p.1 * LebesgueBoxes.vol p.2

namespace MeasureTheory
variable {α : Type u} [LebesgueBoxes α] {E : Type v} [NormedAddCommGroup E] [NormedSpace Real E]

open Classical in
/-- `f` is the sum of a series of multiples of indicators of boxes, and `I` the sum of the multiples of their volumes. -/
def HasIntegral (f : α → E) (I : E) : Prop := ∃ (c : Nat → E) (J : Nat → LebesgueBoxes.Box α),
  Summable (fun n => norm (c n) * LebesgueBoxes.vol (J n)) ∧
  (∀ x, Summable (fun n => if x ∈ LebesgueBoxes.toSet (J n) then norm (c n) else 0) →
    HasSum (fun n => if x ∈ LebesgueBoxes.toSet (J n) then c n else 0) (f x)) ∧
  HasSum (fun n => LebesgueBoxes.vol (J n) • c n) I
open Classical in
/-- The function on a set, 0 outside. -/
protected def indicator (s : Set α) (f : α → E) (x : α) : E := if x ∈ s then f x else 0
/-- Lebesgue measurable: what lies in a box has a volume. -/
protected def IsLebesgueMeasurable (s : Set α) : Prop :=
  ∀ b : LebesgueBoxes.Box α, ∃ I : Real, HasIntegral (MeasureTheory.indicator (s ∩ LebesgueBoxes.toSet b) fun _ => (1 : Real)) I
/-- A measurable set around `s` that is as small as can be, but for sets of measure 0. -/
protected def IsHull (s t : Set α) : Prop := s ⊆ t ∧ MeasureTheory.IsLebesgueMeasurable t ∧
  ∀ r : Set α, MeasureTheory.IsLebesgueMeasurable r → s ⊆ r → HasIntegral (MeasureTheory.indicator (t \ r) fun _ => (1 : Real)) 0
/-- The set itself if it is measurable, else a hull: what the integral over a set is taken on. -/
protected def IsDomain (s t : Set α) : Prop :=
  MeasureTheory.IsLebesgueMeasurable s ∧ t = s ∨ ¬ MeasureTheory.IsLebesgueMeasurable s ∧ MeasureTheory.IsHull s t
/-- `f` is integrable. -/
protected def HasSomeIntegral (f : α → E) : Prop := ∃ I, HasIntegral f I
open Classical in
/-- The integral over the whole space; 0 if the function is not integrable. -/
def lebesgueIntegral (f : α → E) : E := if h : CompleteSpace E ∧ ∃ I, HasIntegral f I then Classical.choose h.2 else 0
open Classical in
/-- The integral over a set. -/
def setIntegral (s : Set α) (f : α → E) : E :=
  if h : CompleteSpace E ∧ ∃ I t, MeasureTheory.IsDomain s t ∧ HasIntegral (MeasureTheory.indicator t f) I then Classical.choose h.2 else 0
/-- The function is integrable on the set. -/
def IntegrableOn [CompleteSpace E] (f : α → E) (s : Set α) : Prop :=
  ∃ I t, MeasureTheory.IsDomain s t ∧ HasIntegral (MeasureTheory.indicator t f) I
/-- The function is integrable. -/
def Integrable [CompleteSpace E] (f : α → E) : Prop := ∃ I, HasIntegral f I

open Classical in
/-- A multiple of the indicator of a box has the expected integral. -/
theorem hasIntegral_box (b : LebesgueBoxes.Box α) (c : E) :
    HasIntegral (MeasureTheory.indicator (LebesgueBoxes.toSet b) fun _ => c) (LebesgueBoxes.vol b • c) := by
  refine ⟨fun n => if n = 0 then c else 0, fun _ => b, ?_, fun x _ => ?_, ?_⟩
  · refine (hasSum_sum_of_ne_finset_zero (s := {0}) fun n hn => ?_).summable
    have hn : n ≠ 0 := fun e => hn (Finset.mem_singleton.2 e)
    show norm (if n = 0 then c else 0) * _ = 0
    rw [if_neg hn, norm_zero, zero_mul]
  · have h := hasSum_sum_of_ne_finset_zero (α := E) (f := fun n : Nat => if x ∈ LebesgueBoxes.toSet b then (if n = 0 then c else 0) else 0)
      (s := {0}) fun n hn => by
        have hn : n ≠ 0 := fun e => hn (Finset.mem_singleton.2 e)
        show (if _ then (if n = 0 then c else 0) else 0) = 0
        rw [if_neg hn]; split <;> rfl
    rw [Finset.sum_singleton] at h
    exact h
  · have h := hasSum_sum_of_ne_finset_zero (α := E) (f := fun n : Nat => LebesgueBoxes.vol b • (if n = 0 then c else (0 : E)))
      (s := {0}) fun n hn => by
        have hn : n ≠ 0 := fun e => hn (Finset.mem_singleton.2 e)
        show LebesgueBoxes.vol b • (if n = 0 then c else (0 : E)) = 0
        rw [if_neg hn, smul_zero]
    rw [Finset.sum_singleton] at h
    exact h
end MeasureTheory

variable {E : Type v} [NormedAddCommGroup E] [NormedSpace Real E]
/-- The integral from `a` to `b`. -/
def intervalIntegral (f : Real → E) (a b : Real) : E := MeasureTheory.setIntegral (Set.Ioc a b) f - MeasureTheory.setIntegral (Set.Ioc b a) f
theorem intervalIntegral.integral_same {f : Real → E} {a : Real} : intervalIntegral f a a = 0 := sub_self _
theorem intervalIntegral.integral_symm {f : Real → E} (a b : Real) : intervalIntegral f b a = -intervalIntegral f a b := (neg_sub _ _).symm
