module
public import Mathlet.Topology.Properties
public import Mathlet.Topology.Instances
public import Mathlet.Data.Finite
@[expose] public noncomputable section

/-! # Sums of series and families -/

universe u v w

open Filter

section Defs
variable {α : Type u} {β : Type v} [TopologicalSpace α]
/-- The sums over finite sets converge, in whatever order they grow. -/
def HasSum [AddCommMonoid α] (f : β → α) (a : α) : Prop := Tendsto (fun s : Finset β => s.sum f) atTop (nhds a)
def Summable [AddCommMonoid α] (f : β → α) : Prop := ∃ a, HasSum f a
open Classical in
/-- The sum of a family; 0 if it has none. Where it has several limits but finitely many terms, the sum of these. -/
def tsum [AddCommMonoid α] (f : β → α) : α :=
  if h : Summable f then if hf : (setOf fun b => f b ≠ 0).Finite then hf.toFinset.sum f else Classical.choose h else 0
def HasProd [CommMonoid α] (f : β → α) (a : α) : Prop := Tendsto (fun s : Finset β => s.prod f) atTop (nhds a)
def Multipliable [CommMonoid α] (f : β → α) : Prop := ∃ a, HasProd f a
open Classical in
/-- The product of a family; 1 if it has none. -/
def tprod [CommMonoid α] (f : β → α) : α :=
  if h : Multipliable f then if hf : (setOf fun b => f b ≠ 1).Finite then hf.toFinset.prod f else Classical.choose h else 1
end Defs
section Laws
variable {α : Type u} {β : Type v} [TopologicalSpace α] [AddCommMonoid α]
instance Finset.instNonempty : Nonempty (Finset β) := ⟨∅⟩
theorem HasSum.summable {f : β → α} {a : α} (h : HasSum f a) : Summable f := ⟨a, h⟩
open Classical in
/-- Finitely many terms that are not 0: their sum. -/
theorem hasSum_sum_of_ne_finset_zero {f : β → α} {s : Finset β} (hf : ∀ b, b ∉ s → f b = 0) : HasSum f (s.sum f) := by
  intro r hr
  show Set.preimage (fun s : Finset β => s.sum f) r ∈ (atTop : Filter (Finset β))
  refine mem_of_superset (Ici_mem_atTop s) fun t ht => ?_
  have e : t.sum f = s.sum f := by
    have ht : s ⊆ t := ht
    have e1 : t = s ∪ (t \ s) := Finset.ext fun a => by
      simp only [Finset.mem_union, Finset.mem_sdiff]
      exact ⟨fun h => (Classical.em (a ∈ s)).imp id fun h' => ⟨h, h'⟩, fun h => h.elim (fun h => ht h) fun h => h.1⟩
    have e2 : (t \ s).sum f = 0 := Finset.sum_eq_zero fun x hx => hf x (Finset.mem_sdiff.1 hx).2
    rw [e1, Finset.sum_union (Finset.disjoint_left.2 fun a ha h => (Finset.mem_sdiff.1 h).2 ha), e2, add_zero]
  show t.sum f ∈ r
  rw [e]; exact mem_of_mem_nhds hr
theorem tsum_eq_zero_of_not_summable {f : β → α} (h : ¬ Summable f) : tsum f = 0 := by unfold tsum; rw [dif_neg h]
instance atTop_finset_neBot : NeBot (atTop : Filter (Finset β)) := ⟨fun h => by
  classical
  have : (∅ : Set (Finset β)) ∈ (atTop : Filter (Finset β)) := h ▸ mem_bot.2 trivial
  rw [atTop_eq_above fun a b => ⟨a ∪ b, fun x hx => Finset.mem_union.2 (.inl hx), fun x hx => Finset.mem_union.2 (.inr hx)⟩] at this
  obtain ⟨a, ha⟩ := this
  exact ha a (le_refl a)⟩
theorem HasSum.unique [T2Space α] {f : β → α} {a b : α} (ha : HasSum f a) (hb : HasSum f b) : a = b := tendsto_nhds_unique ha hb
theorem Summable.hasSum [T2Space α] {f : β → α} (h : Summable f) : HasSum f (tsum f) := by
  unfold tsum; rw [dif_pos h]
  split
  · next hf => exact hasSum_sum_of_ne_finset_zero fun b hb => Classical.byContradiction fun hn => hb (hf.mem_toFinset.2 hn)
  · exact Classical.choose_spec h
theorem HasSum.tsum_eq [T2Space α] {f : β → α} {a : α} (h : HasSum f a) : tsum f = a := h.summable.hasSum.unique h
@[simp] theorem tsum_zero [T2Space α] : tsum (fun _ : β => (0 : α)) = 0 := by
  have := (hasSum_sum_of_ne_finset_zero (α := α) (f := fun _ : β => (0 : α)) (s := ∅) fun _ _ => rfl).tsum_eq
  rw [this]; rfl
end Laws
/-- Points of a metric space have disjoint balls. -/
instance (priority := 100) MetricSpace.t2Space {α : Type u} [MetricSpace α] : T2Space α := ⟨fun x y h => by
  have hp := dist_pos.2 h
  refine ⟨Metric.ball x (dist x y / 2), Metric.ball y (dist x y / 2), Metric.isOpen_ball, Metric.isOpen_ball, ?_, ?_, ?_⟩
  · rw [Metric.mem_ball, dist_self]; exact half_pos hp
  · rw [Metric.mem_ball, dist_self]; exact half_pos hp
  · refine Set.disjoint_left.2 fun z h1 h2 => ?_
    rw [Metric.mem_ball] at h1 h2
    have h3 := dist_triangle x z y
    rw [dist_comm x z] at h3
    grind⟩
/-- A sum of finitely many sets of indices is reached from all sides. -/
theorem hasSum_iff_eps {β : Type v} {f : β → Real} {a : Real} :
    HasSum f a ↔ ∀ ε, 0 < ε → ∃ s : Finset β, ∀ t, s ⊆ t → abs (t.sum f - a) < ε := by
  classical
  unfold HasSum
  rw [Metric.tendsto_nhds]
  have e : (atTop : Filter (Finset β)) = _ :=
    atTop_eq_above fun a b => ⟨a ∪ b, fun x hx => Finset.mem_union.2 (.inl hx), fun x hx => Finset.mem_union.2 (.inr hx)⟩
  rw [e]
  exact Iff.rfl
