module
public import Mathlet.Topology.InfiniteSum
public import Mathlet.Analysis.Normed
public import Mathlet.Logic.Equiv
public import Mathlet.Algebra.Hom
public import Mathlet.Data.Real.Limit
@[expose] public noncomputable section

/-! # Continuous maps as objects, homeomorphisms, paths; complete spaces -/

universe u v w

local infixl:80 " ⁻¹' " => Set.preimage
open Filter

/-- A continuous map, `C(X, Y)`. -/
structure ContinuousMap (X : Type u) (Y : Type v) [TopologicalSpace X] [TopologicalSpace Y] where
  toFun : X → Y
  protected continuous_toFun : Continuous toFun
namespace ContinuousMap
variable {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y]
instance : FunLike (ContinuousMap X Y) X fun _ => Y := ⟨fun f => f.toFun, fun f g h => by
  cases f; cases g; cases h; rfl⟩
protected theorem continuous (f : ContinuousMap X Y) : Continuous f := f.continuous_toFun
@[ext] theorem ext {f g : ContinuousMap X Y} (h : ∀ x, f x = g x) : f = g := DFunLike.ext f g h
instance [Add Y] [ContinuousAdd Y] : Add (ContinuousMap X Y) :=
  ⟨fun f g => ⟨fun x => f x + g x, ContinuousAdd.continuous_add.comp (f.continuous.prodMk g.continuous)⟩⟩
instance [Mul Y] [ContinuousMul Y] : Mul (ContinuousMap X Y) :=
  ⟨fun f g => ⟨fun x => f x * g x, ContinuousMul.continuous_mul.comp (f.continuous.prodMk g.continuous)⟩⟩
@[simp] theorem add_apply [Add Y] [ContinuousAdd Y] (f g : ContinuousMap X Y) (x : X) : (f + g) x = f x + g x := rfl
@[simp] theorem mul_apply [Mul Y] [ContinuousMul Y] (f g : ContinuousMap X Y) (x : X) : (f * g) x = f x * g x := rfl
end ContinuousMap
/-- A continuous bijection with continuous inverse, `X ≃ₜ Y`. -/
structure Homeomorph (X : Type u) (Y : Type v) [TopologicalSpace X] [TopologicalSpace Y] extends Equiv X Y where
  protected continuous_toFun : Continuous toFun
  protected continuous_invFun : Continuous invFun
namespace Homeomorph
variable {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y]
instance : FunLike (Homeomorph X Y) X fun _ => Y := ⟨fun f => f.toFun, fun f g h => by
  have : f.toEquiv = g.toEquiv := Equiv.ext fun x => congrFun h x
  cases f; cases g; cases this; rfl⟩
protected theorem continuous (h : Homeomorph X Y) : Continuous h := h.continuous_toFun
/-- The inverse. -/
protected def symm (h : Homeomorph X Y) : Homeomorph Y X := ⟨h.toEquiv.symm, h.continuous_invFun, h.continuous_toFun⟩
/-- The identity. -/
protected def refl (X : Type u) [TopologicalSpace X] : Homeomorph X X := ⟨Equiv.refl X, continuous_id, continuous_id⟩
end Homeomorph

/-! ## The unit interval and paths -/

/-- The interval from 0 to 1. -/
abbrev unitInterval : Set Real := Set.Icc 0 1
namespace unitInterval
theorem zero_mem : (0 : Real) ∈ unitInterval := ⟨le_refl _, by grind⟩
theorem one_mem : (1 : Real) ∈ unitInterval := ⟨by grind, le_refl _⟩
instance hasZero : Zero unitInterval := ⟨⟨0, zero_mem⟩⟩
instance hasOne : One unitInterval := ⟨⟨1, one_mem⟩⟩
@[simp] theorem coe_zero : ((0 : unitInterval) : Real) = 0 := rfl
@[simp] theorem coe_one : ((1 : unitInterval) : Real) = 1 := rfl
end unitInterval

section Paths
variable {X : Type u} [TopologicalSpace X]
/-- A continuous map of the unit interval from `x` to `y`. -/
structure Path (x y : X) extends ContinuousMap unitInterval X where
  protected source' : toFun 0 = x
  protected target' : toFun 1 = y
instance {x y : X} : CoeFun (Path x y) fun _ => unitInterval → X := ⟨fun γ => γ.toFun⟩
def Joined (x y : X) : Prop := Nonempty (Path x y)
@[refl] theorem Joined.refl (x : X) : Joined x x := ⟨⟨⟨fun _ => x, continuous_const⟩, rfl, rfl⟩⟩
@[simp] theorem Path.source {x y : X} (γ : Path x y) : γ 0 = x := γ.source'
@[simp] theorem Path.target {x y : X} (γ : Path x y) : γ 1 = y := γ.target'
theorem Path.continuous {x y : X} (γ : Path x y) : Continuous γ := γ.continuous_toFun
def JoinedIn (F : Set X) (x y : X) : Prop := ∃ γ : Path x y, ∀ t, γ t ∈ F
/-- Any point is joined to one of the set by a path in the set. -/
def IsPathConnected (F : Set X) : Prop := ∃ x, x ∈ F ∧ ∀ {y}, y ∈ F → JoinedIn F x y
def pathComponent (x : X) : Set X := setOf fun y => Joined x y
class PathConnectedSpace (X : Type u) [TopologicalSpace X] : Prop where
  nonempty : Nonempty X
  joined : ∀ x y : X, Joined x y
/-- Path connected neighbourhoods suffice. -/
class LocPathConnectedSpace (X : Type u) [TopologicalSpace X] : Prop where
  path_connected_basis : ∀ (x : X) (t : Set X), t ∈ nhds x ↔ ∃ s, (s ∈ nhds x ∧ IsPathConnected s) ∧ s ⊆ t
/-- A point outside a closed set is separated from it by a function. -/
class CompletelyRegularSpace (X : Type u) [TopologicalSpace X] : Prop where
  completely_regular : ∀ (x : X) (K : Set X), IsClosed K → x ∉ K → ∃ f : X → unitInterval, Continuous f ∧ f x = 0 ∧ ∀ y, y ∈ K → f y = 1
end Paths
/-- The topology comes from a metric. -/
class TopologicalSpace.MetrizableSpace (X : Type u) [t : TopologicalSpace X] : Prop where
  exists_metric : ∃ m : MetricSpace X, m.toPseudoMetricSpace.toUniformSpace.toTopologicalSpace = t
class TopologicalSpace.PseudoMetrizableSpace (X : Type u) [t : TopologicalSpace X] : Prop where
  exists_pseudo_metric : ∃ m : PseudoMetricSpace X, m.toUniformSpace.toTopologicalSpace = t
/-- A ring with continuous operations. -/
class IsTopologicalRing (R : Type u) [TopologicalSpace R] [Ring R] : Prop extends ContinuousAdd R, ContinuousMul R, ContinuousNeg R
open Classical in
/-- The limit from the left; the value itself if there is none. -/
def Function.leftLim {α : Type u} {β : Type v} [LinearOrder α] [TopologicalSpace β] (f : α → β) (a : α) : β :=
  let l := @nhdsWithin α (Preorder.topology α) a (Set.Iio a)
  if l = Bot.bot ∨ ¬ ∃ y, Tendsto f l (nhds y) then f a else @limUnder β α _ ⟨f a⟩ l f
open Classical in
/-- The limit from the right; the value itself if there is none. -/
def Function.rightLim {α : Type u} {β : Type v} [LinearOrder α] [TopologicalSpace β] (f : α → β) (a : α) : β :=
  let l := @nhdsWithin α (Preorder.topology α) a (Set.Ioi a)
  if l = Bot.bot ∨ ¬ ∃ y, Tendsto f l (nhds y) then f a else @limUnder β α _ ⟨f a⟩ l f
/-- The other side of a sphere. -/
instance Metric.sphere.instNeg {E : Type u} [NormedAddCommGroup E] {r : Real} : Neg (Metric.sphere (0 : E) r) :=
  ⟨fun x => ⟨-x.1, by
    have h : dist x.1 0 = r := x.2
    show dist (-x.1) 0 = r
    rw [dist_zero_right] at h ⊢; rw [norm_neg]; exact h⟩⟩

/-! ## Complete spaces -/

/-- A metric space is complete when Cauchy sequences converge. -/
theorem Metric.complete_of_cauchySeq_tendsto {α : Type u} [PseudoMetricSpace α]
    (H : ∀ u : Nat → α, CauchySeq u → ∃ a, Tendsto u atTop (nhds a)) : CompleteSpace α := ⟨fun {f} hf => by
  have hne : NeBot f := hf.1
  have small : ∀ n : Nat, ∃ s, s ∈ f ∧ ∀ x, x ∈ s → ∀ y, y ∈ s → dist x y < 1 / 2 ^ n := fun n => by
    have hp : (0 : Real) < 1 / 2 ^ n := div_pos (by grind) (pow_pos (by grind) n)
    obtain ⟨t₁, h₁, t₂, h₂, hs⟩ := Filter.mem_prod_iff.1
      (hf.2 ((PseudoMetricSpace.uniformity_dist (setOf fun p : α × α => dist p.1 p.2 < 1 / 2 ^ n)).2 ⟨_, hp, fun _ h => h⟩))
    exact ⟨t₁ ∩ t₂, inter_mem h₁ h₂, fun x hx y hy => hs (x, y) ⟨hx.1, hy.2⟩⟩
  let S : Nat → Set α := fun n => Classical.choose (small n)
  have hS : ∀ n, S n ∈ f := fun n => (Classical.choose_spec (small n)).1
  have hd : ∀ n x, x ∈ S n → ∀ y, y ∈ S n → dist x y < 1 / 2 ^ n := fun n => (Classical.choose_spec (small n)).2
  let T : Nat → Set α := fun n => Nat.rec (S 0) (fun k t => t ∩ S (k + 1)) n
  have hT : ∀ n, T n ∈ f := fun n => by
    induction n with
    | zero => exact hS 0
    | succ n ih => exact inter_mem ih (hS (n + 1))
  have sub : ∀ n k, n ≤ k → T k ⊆ S n := fun n k h => by
    induction k with
    | zero => have : n = 0 := by omega
              subst this; exact fun _ h => h
    | succ k ih =>
      by_cases e : n = k + 1
      · subst e; exact fun _ h => h.2
      · exact fun x hx => ih (by omega) x hx.1
  let u : Nat → α := fun n => Classical.choose (nonempty_of_mem (hT n))
  have hu : ∀ n, u n ∈ T n := fun n => Classical.choose_spec (nonempty_of_mem (hT n))
  obtain ⟨a, ha⟩ := H u (Metric.cauchySeq_iff.2 fun ε hε => by
    obtain ⟨N, hN⟩ := Real.exists_div_two_pow_lt 1 hε
    exact ⟨N, fun m hm n hn => lt_trans (hd N _ (sub N m hm _ (hu m)) _ (sub N n hn _ (hu n))) (hN N (Nat.le_refl N))⟩)
  refine ⟨a, fun s hs => ?_⟩
  obtain ⟨ε, hε, hb⟩ := Metric.mem_nhds_iff.1 hs
  obtain ⟨N, hN⟩ := Real.exists_div_two_pow_lt 1 (half_pos hε)
  obtain ⟨M, hM⟩ := Metric.tendsto_atTop.1 ha (ε / 2) (half_pos hε)
  refine mem_of_superset (hS N) fun x hx => hb x ?_
  have h1 := hd N x hx _ (sub N (max N M) (Nat.le_max_left N M) _ (hu _))
  have h2 := hM (max N M) (Nat.le_max_right N M)
  have h3 := dist_triangle x (u (max N M)) a
  have h4 := hN N (Nat.le_refl N)
  rw [Metric.mem_ball]; grind⟩
instance Real.instCompleteSpace : CompleteSpace Real := Metric.complete_of_cauchySeq_tendsto fun u hu => by
  have h := Metric.cauchySeq_iff.1 hu
  obtain ⟨x, hx⟩ := Real.exists_limit (a := u) fun ε hε => (h ε hε).elim fun N hN => ⟨N, fun m n hm hn => by
    have := hN m hm n hn; rw [Real.dist_eq] at this; exact lt_of_le_of_lt (le_abs_self _) this⟩
  exact ⟨x, Metric.tendsto_atTop.2 fun ε hε => (hx ε hε).elim fun N hN => ⟨N, fun n hn => by
    rw [Real.dist_eq, abs_lt]; exact hN n hn⟩⟩
