module
public import Mathlet.Topology.Constructions
public import Mathlet.Data.Finite
public import Mathlet.Algebra.Group
@[expose] public noncomputable section

/-! # Separation, compactness, connectedness, countability -/

universe u v w

local infixl:80 " '' " => Set.image
local infixl:80 " ⁻¹' " => Set.preimage
local postfix:max "ᶜ" => HasCompl.compl
open Filter

section Separation
variable {X : Type u} [TopologicalSpace X]
/-- Points with the same neighbourhoods. -/
def Inseparable (x y : X) : Prop := nhds x = nhds y
/-- Disjoint open sets around the two sets. -/
def SeparatedNhds (s t : Set X) : Prop := ∃ U V : Set X, IsOpen U ∧ IsOpen V ∧ s ⊆ U ∧ t ⊆ V ∧ Disjoint U V
class T0Space (X : Type u) [TopologicalSpace X] : Prop where
  t0 : ∀ ⦃x y : X⦄, Inseparable x y → x = y
/-- Points are closed. -/
class T1Space (X : Type u) [TopologicalSpace X] : Prop where
  t1 : ∀ x : X, IsClosed ({x} : Set X)
/-- Different points have disjoint neighbourhoods: Hausdorff. -/
class T2Space (X : Type u) [TopologicalSpace X] : Prop where
  t2 : Pairwise fun x y : X => ∃ u v : Set X, IsOpen u ∧ IsOpen v ∧ x ∈ u ∧ y ∈ v ∧ Disjoint u v
/-- A point outside a closed set is separated from it. -/
class RegularSpace (X : Type u) [TopologicalSpace X] : Prop where
  regular : ∀ {s : Set X} {a : X}, IsClosed s → a ∉ s → Disjoint (nhdsSet s) (nhds a)
class T3Space (X : Type u) [TopologicalSpace X] : Prop extends T0Space X, RegularSpace X
/-- Disjoint closed sets are separated. -/
class NormalSpace (X : Type u) [TopologicalSpace X] : Prop where
  normal : ∀ s t : Set X, IsClosed s → IsClosed t → Disjoint s t → SeparatedNhds s t
class T4Space (X : Type u) [TopologicalSpace X] : Prop extends T1Space X, NormalSpace X
theorem isClosed_singleton [T1Space X] {x : X} : IsClosed ({x} : Set X) := T1Space.t1 x
theorem t2_separation [T2Space X] {x y : X} (h : x ≠ y) : ∃ u v : Set X, IsOpen u ∧ IsOpen v ∧ x ∈ u ∧ y ∈ v ∧ Disjoint u v := T2Space.t2 h
/-- Limits in Hausdorff spaces are unique. -/
theorem tendsto_nhds_unique {α : Type v} [T2Space X] {f : α → X} {l : Filter α} {a b : X} [NeBot l] (ha : Tendsto f l (nhds a))
    (hb : Tendsto f l (nhds b)) : a = b := by
  apply Classical.byContradiction; intro h
  obtain ⟨u, v, hu, hv, hau, hbv, hd⟩ := t2_separation h
  obtain ⟨i, h1, h2⟩ := nonempty_of_mem (f := l) (inter_mem (ha (hu.mem_nhds hau)) (hb (hv.mem_nhds hbv)))
  exact Set.disjoint_left.1 hd h1 h2
theorem mem_nhdsSet_iff_exists {s t : Set X} : s ∈ nhdsSet t ↔ ∃ U, IsOpen U ∧ t ⊆ U ∧ U ⊆ s := by
  constructor
  · intro h
    refine ⟨interior s, isOpen_interior, fun x hx => ?_, interior_subset⟩
    exact mem_interior_iff_mem_nhds.2 (h _ ⟨x, hx, rfl⟩)
  · rintro ⟨U, hU, ht, hs⟩ _ ⟨x, hx, rfl⟩
    exact ⟨U, hs, hU, ht x hx⟩
theorem Filter.disjoint_iff' {α : Type v} {f g : Filter α} : Disjoint f g ↔ ∃ s, s ∈ f ∧ ∃ t, t ∈ g ∧ Disjoint s t := by
  constructor
  · intro h
    have : min f g ≤ Bot.bot := h inf_le_left inf_le_right
    obtain ⟨s, hs, t, ht, e⟩ := this (mem_bot.2 trivial : (∅ : Set α) ∈ _)
    exact ⟨s, hs, t, ht, Set.disjoint_left.2 fun a h1 h2 => by have : a ∈ s ∩ t := ⟨h1, h2⟩; rw [← e] at this; exact this⟩
  · rintro ⟨s, hs, t, ht, h⟩ k h1 h2 r _
    exact mem_of_superset (inter_mem (h1 hs) (h2 ht)) fun a ha => (Set.disjoint_left.1 h ha.1 ha.2).elim
/-- Regular spaces by open sets. -/
theorem regularSpace_iff_separated : RegularSpace X ↔ ∀ (s : Set X) (a : X), IsClosed s → a ∉ s →
    ∃ U V, IsOpen U ∧ IsOpen V ∧ s ⊆ U ∧ a ∈ V ∧ Disjoint U V := by
  constructor
  · intro h s a hs ha
    obtain ⟨u, hu, v, ⟨V, hV, ho, haV⟩, hd⟩ := Filter.disjoint_iff'.1 (h.regular hs ha)
    obtain ⟨U, hU, hsU, hUu⟩ := mem_nhdsSet_iff_exists.1 hu
    exact ⟨U, V, hU, ho, hsU, haV, Set.disjoint_left.2 fun x h1 h2 => Set.disjoint_left.1 hd (hUu x h1) (hV x h2)⟩
  · intro h
    refine ⟨fun {s a} hs ha => ?_⟩
    obtain ⟨U, V, hU, hV, hs, ha, hd⟩ := h s a hs ha
    exact Filter.disjoint_iff'.2 ⟨U, mem_nhdsSet_iff_exists.2 ⟨U, hU, hs, fun _ h => h⟩, V, hV.mem_nhds ha, hd⟩
end Separation

section Compact
variable {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y]
/-- Filters on the set have a cluster point in it. -/
def IsCompact (s : Set X) : Prop := ∀ ⦃f : Filter X⦄ [NeBot f], f ≤ principal s → ∃ x, x ∈ s ∧ ClusterPt x f
class CompactSpace (X : Type u) [TopologicalSpace X] : Prop where
  isCompact_univ : IsCompact (Set.univ : Set X)
/-- Every neighbourhood contains a compact one. -/
class LocallyCompactSpace (X : Type u) [TopologicalSpace X] : Prop where
  local_compact_nhds : ∀ (x : X) (n : Set X), n ∈ nhds x → ∃ s, s ∈ nhds x ∧ s ⊆ n ∧ IsCompact s
class WeaklyLocallyCompactSpace (X : Type u) [TopologicalSpace X] : Prop where
  exists_compact_mem_nhds : ∀ x : X, ∃ s, IsCompact s ∧ s ∈ nhds x
/-- Sequences in the set have subsequences that converge in it. -/
def IsSeqCompact (s : Set X) : Prop :=
  ∀ ⦃x : Nat → X⦄, (∀ n, x n ∈ s) → ∃ a, a ∈ s ∧ ∃ φ : Nat → Nat, StrictMono φ ∧ Tendsto (x ∘ φ) atTop (nhds a)
/-- Every open cover has a countable part that covers. -/
def IsLindelof (s : Set X) : Prop := ∀ U : Set (Set X), (∀ u, u ∈ U → IsOpen u) → s ⊆ Set.sUnion U → ∃ V, V ⊆ U ∧ V.Countable ∧ s ⊆ Set.sUnion V
theorem isCompact_univ [h : CompactSpace X] : IsCompact (Set.univ : Set X) := h.1
/-- The image of a compact set is compact. -/
theorem IsCompact.image {s : Set X} {f : X → Y} (hs : IsCompact s) (hf : Continuous f) : IsCompact (f '' s) := by
  intro g hg hle
  have ne : NeBot (min (comap f g) (principal s)) := ⟨fun e => by
    have : (∅ : Set X) ∈ min (comap f g) (principal s) := e ▸ mem_bot.2 trivial
    obtain ⟨t, ht, h⟩ := mem_inf_principal.1 this
    obtain ⟨y, hy, x, hx, rfl⟩ := nonempty_of_mem (inter_mem ht (hle fun _ h => h))
    exact h x hy hx⟩
  obtain ⟨x, hx, hc⟩ := hs (f := min (comap f g) (principal s)) inf_le_right
  refine ⟨f x, ⟨x, hx, rfl⟩, ⟨fun e => hc.ne' ?_⟩⟩
  have : (∅ : Set Y) ∈ min (nhds (f x)) g := e ▸ mem_bot.2 trivial
  obtain ⟨a, ha, b, hb, e'⟩ := mem_inf_iff.1 this
  refine empty_mem_iff_bot.1 (mem_of_superset (inter_mem (inf_le_left (a := nhds x) (hf.tendsto x ha))
    (inf_le_right (a := nhds x) (inf_le_left (a := comap f g) ⟨b, hb, fun _ h => h⟩))) fun y hy => ?_)
  have : f y ∈ a ∩ b := hy
  rw [← e'] at this; exact this
theorem IsClosed.isCompact [CompactSpace X] {s : Set X} (h : IsClosed s) : IsCompact s := fun f hf hle => by
  obtain ⟨x, _, hx⟩ := isCompact_univ (X := X) (f := f) fun _ hs => mem_of_superset univ_mem fun a _ => hs a trivial
  refine ⟨x, Classical.byContradiction fun hn => hx.ne' ?_, hx⟩
  refine empty_mem_iff_bot.1 (mem_of_superset (inter_mem (inf_le_left (a := nhds x) (h.isOpen_compl.mem_nhds hn))
    (inf_le_right (a := nhds x) (hle fun _ h => h))) fun y hy => hy.1 hy.2)
end Compact

section Connected
variable {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y]
/-- Not the union of two disjoint parts that are open in it. -/
def IsPreconnected (s : Set X) : Prop := ∀ u v : Set X, IsOpen u → IsOpen v → s ⊆ u ∪ v → (s ∩ u).Nonempty → (s ∩ v).Nonempty →
  (s ∩ (u ∩ v)).Nonempty
/-- Preconnected and not empty. -/
def IsConnected (s : Set X) : Prop := s.Nonempty ∧ IsPreconnected s
class PreconnectedSpace (X : Type u) [TopologicalSpace X] : Prop where
  isPreconnected_univ : IsPreconnected (Set.univ : Set X)
class ConnectedSpace (X : Type u) [TopologicalSpace X] : Prop extends PreconnectedSpace X where
  toNonempty : Nonempty X
/-- The largest connected set around a point. -/
def connectedComponent (x : X) : Set X := Set.sUnion (setOf fun s => IsPreconnected s ∧ x ∈ s)
def IsTotallyDisconnected (s : Set X) : Prop := ∀ t, t ⊆ s → IsPreconnected t → t.Subsingleton
class TotallyDisconnectedSpace (X : Type u) [TopologicalSpace X] : Prop where
  isTotallyDisconnected_univ : IsTotallyDisconnected (Set.univ : Set X)
/-- Connected open neighbourhoods suffice. -/
class LocallyConnectedSpace (X : Type u) [TopologicalSpace X] : Prop where
  open_connected_basis : ∀ (x : X) (t : Set X), t ∈ nhds x ↔ ∃ s, (IsOpen s ∧ x ∈ s ∧ IsConnected s) ∧ s ⊆ t
theorem IsPreconnected.image {s : Set X} (h : IsPreconnected s) {f : X → Y} (hf : Continuous f) : IsPreconnected (f '' s) := by
  rintro u v hu hv huv ⟨_, ⟨a, ha, rfl⟩, hau⟩ ⟨_, ⟨b, hb, rfl⟩, hbv⟩
  obtain ⟨x, hx, hxu, hxv⟩ := h (f ⁻¹' u) (f ⁻¹' v) (hu.preimage hf) (hv.preimage hf) (fun x hx => huv _ ⟨x, hx, rfl⟩) ⟨a, ha, hau⟩ ⟨b, hb, hbv⟩
  exact ⟨f x, ⟨x, hx, rfl⟩, hxu, hxv⟩
theorem IsConnected.image {s : Set X} (h : IsConnected s) {f : X → Y} (hf : Continuous f) : IsConnected (f '' s) :=
  ⟨h.1.elim fun a ha => ⟨f a, a, ha, rfl⟩, h.2.image hf⟩
theorem isPreconnected_singleton {x : X} : IsPreconnected ({x} : Set X) := fun _ _ _ _ _ ⟨a, ha, hu⟩ ⟨b, hb, hv⟩ =>
  ⟨a, ha, hu, (by have h1 : a = x := ha; have h2 : b = x := hb; rw [h1, ← h2]; exact hv)⟩
theorem mem_connectedComponent {x : X} : x ∈ connectedComponent x := ⟨{x}, ⟨isPreconnected_singleton, rfl⟩, rfl⟩
end Connected

namespace TopologicalSpace
variable (X : Type u) [t : TopologicalSpace X]
/-- A countable dense set. -/
class SeparableSpace : Prop where
  exists_countable_dense : ∃ s : Set X, s.Countable ∧ Dense s
/-- Countably many open sets generate the topology. -/
class SecondCountableTopology : Prop where
  is_open_generated_countable : ∃ b : Set (Set X), b.Countable ∧ t = generateFrom b
/-- Points have countable bases of neighbourhoods. -/
class FirstCountableTopology : Prop where
  nhds_generated_countable : ∀ a : X, ∃ B : Nat → Set X, ∀ s, s ∈ nhds a ↔ ∃ n, B n ⊆ s
end TopologicalSpace

/-! ## Operations that are continuous -/

section Groups
variable (M : Type u) [TopologicalSpace M]
class ContinuousAdd [Add M] : Prop where
  continuous_add : Continuous fun p : M × M => p.1 + p.2
class ContinuousMul [Mul M] : Prop where
  continuous_mul : Continuous fun p : M × M => p.1 * p.2
class ContinuousNeg [Neg M] : Prop where
  continuous_neg : Continuous fun a : M => -a
class ContinuousInv [Inv M] : Prop where
  continuous_inv : Continuous fun a : M => a⁻¹
/-- A group with continuous operations. -/
class IsTopologicalGroup [Group M] : Prop extends ContinuousMul M, ContinuousInv M
class IsTopologicalAddGroup [AddGroup M] : Prop extends ContinuousAdd M, ContinuousNeg M
end Groups
