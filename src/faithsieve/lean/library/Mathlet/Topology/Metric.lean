module
public import Mathlet.Topology.Constructions
public import Mathlet.Analysis.Norm
@[expose] public noncomputable section

/-! # Uniform and metric spaces -/

universe u v w

local infixl:80 " '' " => Set.image
local infixl:80 " ⁻¹' " => Set.preimage
local postfix:max "ᶜ" => HasCompl.compl
open Filter

/-- A topology with a notion of pairs that are near each other. -/
class UniformSpace (α : Type u) extends TopologicalSpace α where
  protected uniformity : Filter (α × α)
  protected refl : ∀ s, s ∈ uniformity → ∀ x, (x, x) ∈ s
  protected symm : Tendsto Prod.swap uniformity uniformity
  protected comp : ∀ s, s ∈ uniformity → ∃ t, t ∈ uniformity ∧ ∀ x y z, (x, y) ∈ t → (y, z) ∈ t → (x, z) ∈ s
  protected nhds_eq_comap_uniformity : ∀ x : α, nhds x = comap (fun y => (x, y)) uniformity
/-- The filter of pairs that are near each other. -/
def uniformity (α : Type u) [UniformSpace α] : Filter (α × α) := UniformSpace.uniformity
section Uniform
variable {α : Type u} {β : Type v} [UniformSpace α] [UniformSpace β]
/-- Near arguments have near values, wherever they are. -/
def UniformContinuous (f : α → β) : Prop := Tendsto (fun x : α × α => (f x.1, f x.2)) (uniformity α) (uniformity β)
def UniformContinuousOn (f : α → β) (s : Set α) : Prop :=
  Tendsto (fun x : α × α => (f x.1, f x.2)) (min (uniformity α) (principal (SProd.sprod s s))) (uniformity β)
/-- A filter with arbitrarily small sets. -/
def Cauchy (f : Filter α) : Prop := NeBot f ∧ SProd.sprod f f ≤ uniformity α
/-- The terms come near each other. -/
def CauchySeq {ι : Type w} [Preorder ι] (u : ι → α) : Prop := Cauchy (map u atTop)
def IsComplete (s : Set α) : Prop := ∀ f, Cauchy f → f ≤ principal s → ∃ x, x ∈ s ∧ f ≤ nhds x
/-- Cauchy filters converge. -/
class CompleteSpace (α : Type u) [UniformSpace α] : Prop where
  complete : ∀ {f : Filter α}, Cauchy f → ∃ x, f ≤ nhds x
variable {ι : Type w}
/-- The functions come near the limit, at all places at once. -/
def TendstoUniformlyOn {α : Type w} (F : ι → α → β) (f : α → β) (p : Filter ι) (s : Set α) : Prop :=
  ∀ u, u ∈ uniformity β → Filter.Eventually (fun n => ∀ x, x ∈ s → (f x, F n x) ∈ u) p
def TendstoUniformly {α : Type w} (F : ι → α → β) (f : α → β) (p : Filter ι) : Prop :=
  ∀ u, u ∈ uniformity β → Filter.Eventually (fun n => ∀ x, (f x, F n x) ∈ u) p
theorem UniformContinuous.comp {γ : Type w} [UniformSpace γ] {g : β → γ} {f : α → β} (hg : UniformContinuous g) (hf : UniformContinuous f) :
    UniformContinuous (g ∘ f) := Tendsto.comp hg hf
end Uniform

/-- A type with distances. -/
class Dist (α : Type u) where
  dist : α → α → Real
export Dist (dist)
/-- Distances without the law that points at distance 0 are the same. -/
class PseudoMetricSpace (α : Type u) extends Dist α where
  protected dist_self : ∀ x : α, dist x x = 0
  protected dist_comm : ∀ x y : α, dist x y = dist y x
  protected dist_triangle : ∀ x y z : α, dist x z ≤ dist x y + dist y z
  toUniformSpace : UniformSpace α
  protected uniformity_dist : ∀ s, s ∈ toUniformSpace.uniformity ↔ ∃ ε, 0 < ε ∧ ∀ p : α × α, dist p.1 p.2 < ε → p ∈ s
/-- A space with distances. -/
class MetricSpace (α : Type u) extends PseudoMetricSpace α where
  protected eq_of_dist_eq_zero : ∀ {x y : α}, dist x y = 0 → x = y
instance (priority := 200) PseudoMetricSpace.toUniformSpace' {α : Type u} [h : PseudoMetricSpace α] : UniformSpace α := h.toUniformSpace

section Laws
variable {α : Type u} [PseudoMetricSpace α]
@[simp, grind =] theorem dist_self (x : α) : dist x x = 0 := PseudoMetricSpace.dist_self x
theorem dist_comm (x y : α) : dist x y = dist y x := PseudoMetricSpace.dist_comm x y
theorem dist_triangle (x y z : α) : dist x z ≤ dist x y + dist y z := PseudoMetricSpace.dist_triangle x y z
@[simp] theorem dist_nonneg {x y : α} : 0 ≤ dist x y := by
  have h1 := dist_triangle x y x; rw [dist_self, dist_comm y x] at h1; grind
@[simp] theorem dist_eq_zero {γ : Type u} [MetricSpace γ] {x y : γ} : dist x y = 0 ↔ x = y :=
  ⟨MetricSpace.eq_of_dist_eq_zero, fun h => h ▸ dist_self x⟩
theorem dist_pos {γ : Type u} [MetricSpace γ] {x y : γ} : 0 < dist x y ↔ x ≠ y := by
  have h : 0 ≤ dist x y := dist_nonneg
  have h' : dist x y = 0 ↔ x = y := dist_eq_zero
  constructor
  · intro h0 e; rw [h'.2 e] at h0; exact lt_irrefl _ h0
  · intro hn; exact lt_of_le_of_ne h fun e => hn (h'.1 e.symm)
end Laws

/-- Distances and the topology that they say. -/
@[reducible] def PseudoMetricSpace.ofOpen {α : Type u} (d : α → α → Real) (t : TopologicalSpace α) (self : ∀ x, d x x = 0) (comm : ∀ x y, d x y = d y x)
    (tri : ∀ x y z, d x z ≤ d x y + d y z) (h : ∀ s : Set α, IsOpen s ↔ ∀ x, x ∈ s → ∃ ε, 0 < ε ∧ ∀ y, d x y < ε → y ∈ s) : PseudoMetricSpace α where
  dist := d
  dist_self := self
  dist_comm := comm
  dist_triangle := tri
  uniformity_dist _ := Iff.rfl
  toUniformSpace := {
    toTopologicalSpace := t
    uniformity := {
      sets := setOf fun s => ∃ ε, 0 < ε ∧ ∀ p : α × α, d p.1 p.2 < ε → p ∈ s
      univ_sets := ⟨1, by grind, fun _ _ => trivial⟩
      sets_of_superset := fun ⟨ε, hε, hs⟩ h => ⟨ε, hε, fun p hp => h p (hs p hp)⟩
      inter_sets := fun ⟨ε, hε, hs⟩ ⟨ε', hε', hs'⟩ => ⟨min ε ε', by grind, fun p hp => ⟨hs p (by grind), hs' p (by grind)⟩⟩ }
    refl := fun s ⟨ε, hε, hs⟩ x => hs (x, x) (by show d x x < ε; rw [self]; exact hε)
    symm := fun s ⟨ε, hε, hs⟩ => ⟨ε, hε, fun p hp => hs (p.2, p.1) (by show d p.2 p.1 < ε; rw [comm]; exact hp)⟩
    comp := fun s ⟨ε, hε, hs⟩ => ⟨setOf fun p => d p.1 p.2 < ε / 2, ⟨ε / 2, by grind, fun _ h => h⟩, fun x y z h h' => hs (x, z) (by
      have h1 : d x y < ε / 2 := h
      have h2 : d y z < ε / 2 := h'
      have := tri x y z
      show d x z < ε; grind)⟩
    nhds_eq_comap_uniformity := fun x => Filter.ext fun s => by
      constructor
      · rintro ⟨r, hr, ho, hx⟩
        obtain ⟨ε, hε, hb⟩ := (h r).1 ho x hx
        exact ⟨setOf fun p => d p.1 p.2 < ε, ⟨ε, hε, fun _ h => h⟩, fun y hy => hr y (hb y hy)⟩
      · rintro ⟨r, ⟨ε, hε, hr⟩, hs⟩
        refine ⟨setOf fun y => d x y < ε, fun y hy => hs y (hr (x, y) hy), (h _).2 fun y hy => ⟨ε - d x y, by have : d x y < ε := hy; grind, ?_⟩, ?_⟩
        · intro z hz
          have := tri x y z
          have : d x y < ε := hy
          show d x z < ε; grind
        · show d x x < ε; rw [self]; exact hε }

/-- The topology in which balls are neighbourhoods. -/
@[reducible] protected def TopologicalSpace.ofDist {α : Type u} (d : α → α → Real) : TopologicalSpace α where
  IsOpen s := ∀ x, x ∈ s → ∃ ε, 0 < ε ∧ ∀ y, d x y < ε → y ∈ s
  isOpen_univ _ _ := ⟨1, by grind, fun _ _ => trivial⟩
  isOpen_inter s t hs ht x hx := by
    obtain ⟨ε, hε, h⟩ := hs x hx.1
    obtain ⟨ε', hε', h'⟩ := ht x hx.2
    exact ⟨min ε ε', by grind, fun y hy => ⟨h y (by grind), h' y (by grind)⟩⟩
  isOpen_sUnion S h x := fun ⟨t, ht, hx⟩ => (h t ht x hx).elim fun ε hε => ⟨ε, hε.1, fun y hy => ⟨t, ht, hε.2 y hy⟩⟩
/-- A metric space from distances and their laws. -/
@[reducible] def MetricSpace.ofDist {α : Type u} (d : α → α → Real) (self : ∀ x, d x x = 0) (comm : ∀ x y, d x y = d y x)
    (tri : ∀ x y z, d x z ≤ d x y + d y z) (sep : ∀ x y, d x y = 0 → x = y) : MetricSpace α where
  toPseudoMetricSpace := PseudoMetricSpace.ofOpen d (TopologicalSpace.ofDist d) self comm tri fun _ => Iff.rfl
  eq_of_dist_eq_zero := sep _ _

/-! ## Balls -/

namespace Metric
variable {α : Type u} {β : Type v} [PseudoMetricSpace α] [PseudoMetricSpace β] {x y z : α} {ε r : Real} {s : Set α}
def ball (x : α) (ε : Real) : Set α := setOf fun y => dist y x < ε
def closedBall (x : α) (ε : Real) : Set α := setOf fun y => dist y x ≤ ε
def sphere (x : α) (ε : Real) : Set α := setOf fun y => dist y x = ε
@[simp, grind =] theorem mem_ball : y ∈ ball x ε ↔ dist y x < ε := Iff.rfl
@[simp, grind =] theorem mem_closedBall : y ∈ closedBall x ε ↔ dist y x ≤ ε := Iff.rfl
@[simp, grind =] theorem mem_sphere : y ∈ sphere x ε ↔ dist y x = ε := Iff.rfl
theorem mem_nhds_iff : s ∈ nhds x ↔ ∃ ε, 0 < ε ∧ ball x ε ⊆ s := by
  rw [UniformSpace.nhds_eq_comap_uniformity]
  constructor
  · rintro ⟨t, ht, hs⟩
    obtain ⟨ε, hε, h⟩ := (PseudoMetricSpace.uniformity_dist t).1 ht
    exact ⟨ε, hε, fun y hy => hs y (h (x, y) (by show dist x y < ε; rw [dist_comm]; exact hy))⟩
  · rintro ⟨ε, hε, h⟩
    exact ⟨setOf fun p => dist p.1 p.2 < ε, (PseudoMetricSpace.uniformity_dist _).2 ⟨ε, hε, fun _ h => h⟩, fun y hy => h y (by
      rw [mem_ball, dist_comm]; exact hy)⟩
theorem isOpen_iff : IsOpen s ↔ ∀ x, x ∈ s → ∃ ε, 0 < ε ∧ ball x ε ⊆ s := by
  rw [isOpen_iff_mem_nhds]
  exact ⟨fun h x hx => mem_nhds_iff.1 (h x hx), fun h x hx => mem_nhds_iff.2 (h x hx)⟩
theorem isOpen_ball : IsOpen (ball x ε) := isOpen_iff.2 fun y hy => ⟨ε - dist y x, by rw [mem_ball] at hy; grind, fun z hz => by
  have := dist_triangle z y x
  rw [mem_ball] at hz ⊢; grind⟩
theorem ball_mem_nhds (x : α) {ε : Real} (h : 0 < ε) : ball x ε ∈ nhds x := mem_nhds_iff.2 ⟨ε, h, fun _ h => h⟩
theorem mem_closure_iff : x ∈ closure s ↔ ∀ ε, 0 < ε → ∃ b, b ∈ s ∧ dist x b < ε := by
  rw [_root_.mem_closure_iff]
  constructor
  · intro h ε hε
    obtain ⟨b, hb, hs⟩ := h _ (isOpen_ball (x := x) (ε := ε)) (by rw [mem_ball, dist_self]; exact hε)
    exact ⟨b, hs, by rw [dist_comm]; exact hb⟩
  · intro h o ho hx
    obtain ⟨ε, hε, hb⟩ := isOpen_iff.1 ho x hx
    obtain ⟨b, hs, hd⟩ := h ε hε
    exact ⟨b, hb b (by rw [mem_ball, dist_comm]; exact hd), hs⟩
theorem tendsto_nhds {ι : Type w} {u : ι → α} {f : Filter ι} {a : α} :
    Tendsto u f (nhds a) ↔ ∀ ε, 0 < ε → Filter.Eventually (fun x => dist (u x) a < ε) f := by
  constructor
  · intro h ε hε; exact h (ball_mem_nhds a hε)
  · intro h s hs
    obtain ⟨ε, hε, hb⟩ := mem_nhds_iff.1 hs
    exact mem_of_superset (h ε hε) fun i hi => hb _ hi
/-- Convergence of sequences, with ε and N. -/
theorem tendsto_atTop {ι : Type w} [Nonempty ι] [SemilatticeSup ι] {u : ι → α} {a : α} :
    Tendsto u atTop (nhds a) ↔ ∀ ε, 0 < ε → ∃ N, ∀ n, N ≤ n → dist (u n) a < ε := by
  rw [tendsto_nhds]
  exact ⟨fun h ε hε => eventually_atTop.1 (h ε hε), fun h ε hε => eventually_atTop.2 (h ε hε)⟩
theorem tendsto_nhds_nhds {f : α → β} {a : α} {b : β} :
    Tendsto f (nhds a) (nhds b) ↔ ∀ ε, 0 < ε → ∃ δ, 0 < δ ∧ ∀ ⦃x⦄, dist x a < δ → dist (f x) b < ε := by
  rw [tendsto_nhds]
  exact ⟨fun h ε hε => (mem_nhds_iff.1 (h ε hε)).elim fun δ hδ => ⟨δ, hδ.1, fun x hx => hδ.2 x hx⟩,
    fun h ε hε => (h ε hε).elim fun δ hδ => mem_nhds_iff.2 ⟨δ, hδ.1, fun x hx => hδ.2 hx⟩⟩
theorem eventually_nhdsWithin_iff {p : α → Prop} {a : α} :
    Filter.Eventually p (nhdsWithin a s) ↔ ∃ δ, 0 < δ ∧ ∀ x, x ∈ s → dist x a < δ → p x := by
  refine Filter.mem_inf_principal.trans ?_
  rw [mem_nhds_iff]
  exact ⟨fun ⟨δ, h, k⟩ => ⟨δ, h, fun x hx hd => k x hd hx⟩, fun ⟨δ, h, k⟩ => ⟨δ, h, fun x hd hx => k x hx hd⟩⟩
theorem tendsto_nhdsWithin_nhds {f : α → β} {a : α} {b : β} :
    Tendsto f (nhdsWithin a s) (nhds b) ↔ ∀ ε, 0 < ε → ∃ δ, 0 < δ ∧ ∀ ⦃x⦄, x ∈ s → dist x a < δ → dist (f x) b < ε := by
  rw [tendsto_nhds]
  exact ⟨fun h ε hε => eventually_nhdsWithin_iff.1 (h ε hε), fun h ε hε => eventually_nhdsWithin_iff.2 (h ε hε)⟩
theorem continuousAt_iff {f : α → β} {a : α} : ContinuousAt f a ↔ ∀ ε, 0 < ε → ∃ δ, 0 < δ ∧ ∀ ⦃x⦄, dist x a < δ → dist (f x) (f a) < ε :=
  tendsto_nhds_nhds
theorem continuous_iff {f : α → β} : Continuous f ↔ ∀ b, ∀ ε, 0 < ε → ∃ δ, 0 < δ ∧ ∀ a, dist a b < δ → dist (f a) (f b) < ε := by
  rw [continuous_iff_continuousAt]
  exact ⟨fun h b => continuousAt_iff.1 (h b), fun h b => continuousAt_iff.2 (h b)⟩
theorem continuousOn_iff {f : α → β} :
    ContinuousOn f s ↔ ∀ b, b ∈ s → ∀ ε, 0 < ε → ∃ δ, 0 < δ ∧ ∀ a, a ∈ s → dist a b < δ → dist (f a) (f b) < ε :=
  ⟨fun h b hb => tendsto_nhdsWithin_nhds.1 (h b hb), fun h b hb => tendsto_nhdsWithin_nhds.2 (h b hb)⟩
theorem uniformContinuous_iff {f : α → β} :
    UniformContinuous f ↔ ∀ ε, 0 < ε → ∃ δ, 0 < δ ∧ ∀ ⦃a b : α⦄, dist a b < δ → dist (f a) (f b) < ε := by
  constructor
  · intro h ε hε
    have := h ((PseudoMetricSpace.uniformity_dist (setOf fun p : β × β => dist p.1 p.2 < ε)).2 ⟨ε, hε, fun _ h => h⟩)
    exact ((PseudoMetricSpace.uniformity_dist _).1 this).elim fun δ hδ => ⟨δ, hδ.1, fun a b hab => hδ.2 (a, b) hab⟩
  · intro h s hs
    obtain ⟨ε, hε, hr⟩ := (PseudoMetricSpace.uniformity_dist s).1 hs
    obtain ⟨δ, hδ, hd⟩ := h ε hε
    exact (PseudoMetricSpace.uniformity_dist _).2 ⟨δ, hδ, fun p hp => hr _ (hd hp)⟩
theorem cauchySeq_iff {u : Nat → α} : CauchySeq u ↔ ∀ ε, 0 < ε → ∃ N : Nat, ∀ m, N ≤ m → ∀ n, N ≤ n → dist (u m) (u n) < ε := by
  constructor
  · intro h ε hε
    have := h.2 ((PseudoMetricSpace.uniformity_dist (setOf fun p : α × α => dist p.1 p.2 < ε)).2 ⟨ε, hε, fun _ h => h⟩)
    obtain ⟨t₁, h₁, t₂, h₂, hs⟩ := Filter.mem_prod_iff.1 this
    obtain ⟨N, hN⟩ := Filter.mem_atTop_sets.1 h₁
    obtain ⟨M, hM⟩ := Filter.mem_atTop_sets.1 h₂
    exact ⟨max N M, fun m hm n hn => hs (u m, u n) ⟨hN m (by omega), hM n (by omega)⟩⟩
  · intro h
    refine ⟨⟨fun e => ?_⟩, fun s hs => ?_⟩
    · have : (∅ : Set α) ∈ map u atTop := e ▸ mem_bot.2 trivial
      obtain ⟨N, hN⟩ := Filter.mem_atTop_sets.1 this
      exact hN N (Nat.le_refl N)
    · obtain ⟨ε, hε, hr⟩ := (PseudoMetricSpace.uniformity_dist s).1 hs
      obtain ⟨N, hN⟩ := h ε hε
      refine Filter.mem_prod_iff.2 ⟨setOf fun x => ∃ n, N ≤ n ∧ x = u n, ?_, setOf fun x => ∃ n, N ≤ n ∧ x = u n, ?_, ?_⟩
      · exact Filter.mem_atTop_sets.2 ⟨N, fun n hn => ⟨n, hn, rfl⟩⟩
      · exact Filter.mem_atTop_sets.2 ⟨N, fun n hn => ⟨n, hn, rfl⟩⟩
      · rintro ⟨a, b⟩ ⟨⟨m, hm, ha⟩, n, hn, hb⟩
        have ha : a = u m := ha
        have hb : b = u n := hb
        subst ha; subst hb
        exact hr _ (hN m hm n hn)
/-- The supremum of the distances; 0 if they have no bound. -/
def diam (s : Set α) : Real := sSup (setOf fun r => ∃ x, x ∈ s ∧ ∃ y, y ∈ s ∧ r = dist x y)
/-- The distance of a point and a set; 0 if the set is empty. -/
def infDist (x : α) (s : Set α) : Real := sInf (setOf fun r => ∃ y, y ∈ s ∧ r = dist x y)
end Metric
section Isometry
variable {α : Type u} {β : Type v} [PseudoMetricSpace α] [PseudoMetricSpace β]
/-- A map that keeps distances. -/
def Isometry (f : α → β) : Prop := ∀ x y, dist (f x) (f y) = dist x y
end Isometry
