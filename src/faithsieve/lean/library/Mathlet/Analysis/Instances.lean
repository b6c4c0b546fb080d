module
public import Mathlet.MeasureTheory.Integral
public import Mathlet.Data.NNReal
public import Mathlet.Analysis.InnerProductSpace
public import Mathlet.Analysis.Calculus.Deriv
@[expose] public noncomputable section

/-! # Gradients; integrals over Euclidean spaces and intervals as spaces; orders of parts -/

universe u v w

open Filter

instance Complex.instInhabited : Inhabited Complex := ⟨0⟩
instance Subtype.preorder {α : Type u} [Preorder α] (p : α → Prop) : Preorder (Subtype p) where
  le x y := x.1 ≤ y.1
  lt x y := x.1 < y.1
  lt_iff_le_not_ge x y := (lt_iff_le_not_ge : x.1 < y.1 ↔ _)
  le_refl _ := le_refl _
  le_trans _ _ _ := le_trans
instance Subtype.partialOrder {α : Type u} [PartialOrder α] (p : α → Prop) : PartialOrder (Subtype p) where
  le_antisymm _ _ h h' := Subtype.ext (le_antisymm h h')
@[simp, norm_cast, grind =] theorem Subtype.coe_le_coe {α : Type u} [Preorder α] {p : α → Prop} {x y : Subtype p} : (x : α) ≤ y ↔ x ≤ y := Iff.rfl
@[simp, norm_cast, grind =] theorem Subtype.coe_lt_coe {α : Type u} [Preorder α] {p : α → Prop} {x y : Subtype p} : (x : α) < y ↔ x < y := Iff.rfl

/-- The value `x` at one place, 0 elsewhere. -/
def Pi.single {ι : Type u} {M : ι → Type v} [∀ i, Zero (M i)] [DecidableEq ι] (i : ι) (x : M i) : ∀ j, M j := Function.update 0 i x
@[simp] theorem Pi.single_eq_same {ι : Type u} {M : ι → Type v} [∀ i, Zero (M i)] [DecidableEq ι] (i : ι) (x : M i) : Pi.single i x i = x :=
  dif_pos rfl
@[simp] theorem Pi.single_eq_of_ne {ι : Type u} {M : ι → Type v} [∀ i, Zero (M i)] [DecidableEq ι] {i i' : ι} (h : i' ≠ i) (x : M i) :
    Pi.single i x i' = 0 := dif_neg h

/-- Boxes of the coordinates. -/
instance EuclideanSpace.lebesgueBoxes {ι : Type u} [Fintype ι] : LebesgueBoxes (EuclideanSpace Real ι) :=
  (inferInstance : LebesgueBoxes (ι → Real))
/-- The parts of intervals that lie in `[a, b]`. -/
instance Set.Icc.lebesgueBoxes (a b : Real) : LebesgueBoxes (Set.Icc a b) where
  Box := LebesgueBoxes.Box Real
  toSet p := setOf fun x => x.1 ∈ LebesgueBoxes.toSet p
  vol p := max 0 (min p.1.2 b - max p.1.1 a)

section Gradient
variable {𝕜 : Type u} {F : Type v} [RCLike 𝕜] [NormedAddCommGroup F] [InnerProductSpace 𝕜 F]
/-- `f'` is the gradient of `f` at `x`. -/
def HasGradientAt (f : F → 𝕜) (f' x : F) : Prop :=
  ∀ c : Real, 0 < c → Filter.Eventually (fun y => norm (f y - f x - inner 𝕜 f' (y - x)) ≤ c * norm (y - x)) (nhds x)
open Classical in
/-- The gradient; 0 where there is none. -/
def gradient (f : F → 𝕜) (x : F) : F := if h : ∃ f', HasGradientAt f f' x then Classical.choose h else 0
theorem hasGradientAt_gradient {f : F → 𝕜} {x f' : F} (h : HasGradientAt f f' x) : HasGradientAt f (gradient f x) x := by
  unfold gradient; rw [dif_pos ⟨f', h⟩]; exact Classical.choose_spec (⟨f', h⟩ : ∃ f', HasGradientAt f f' x)
end Gradient

/-- The function is linear. -/
structure IsLinearMap (R : Type u) {M : Type v} {N : Type w} [Semiring R] [AddCommMonoid M] [AddCommMonoid N] [Module R M] [Module R N]
    (f : M → N) : Prop where
  map_add : ∀ x y, f (x + y) = f x + f y
  map_smul : ∀ (c : R) (x : M), f (c • x) = c • f x

instance NNReal.instMetricSpace : MetricSpace NNReal := (inferInstance : MetricSpace { r : Real // 0 ≤ r })
theorem NNReal.dist_eq (a b : NNReal) : dist a b = abs ((a : Real) - b) := rfl
