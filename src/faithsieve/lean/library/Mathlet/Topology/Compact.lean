module
public import Mathlet.Topology.Metric
public import Mathlet.Topology.Properties
public import Mathlet.Data.Finset.Card
@[expose] public noncomputable section

/-! # Compactness by open covers -/

universe u v

local postfix:max "ᶜ" => HasCompl.compl
open Filter

variable {X : Type u} [TopologicalSpace X] {s : Set X}
/-- An open cover of a compact set has a finite part that covers. -/
theorem IsCompact.elim_finite_subcover {ι : Type v} (hs : IsCompact s) (U : ι → Set X) (hUo : ∀ i, IsOpen (U i)) (hsU : s ⊆ Set.iUnion U) :
    ∃ t : Finset ι, s ⊆ Set.iUnion fun i => Set.iUnion fun _ : i ∈ t => U i := by
  classical
  apply Classical.byContradiction; intro hn
  let f : Filter X := {
    sets := setOf fun A => ∃ t : Finset ι, ∀ x, x ∈ s → (∀ i, i ∈ t → x ∉ U i) → x ∈ A
    univ_sets := ⟨∅, fun _ _ _ => trivial⟩
    sets_of_superset := fun ⟨t, ht⟩ h => ⟨t, fun x hx hi => h x (ht x hx hi)⟩
    inter_sets := fun ⟨t, ht⟩ ⟨t', ht'⟩ => ⟨t ∪ t', fun x hx hi => ⟨ht x hx fun i h => hi i (Finset.mem_union.2 (.inl h)),
      ht' x hx fun i h => hi i (Finset.mem_union.2 (.inr h))⟩⟩ }
  have ne : NeBot f := ⟨fun e => by
    have : (∅ : Set X) ∈ f := e ▸ mem_bot.2 trivial
    obtain ⟨t, ht⟩ := this
    refine hn ⟨t, fun x hx => Classical.byContradiction fun h => ht x hx fun i hi hx' => h ⟨i, hi, hx'⟩⟩⟩
  obtain ⟨x, hx, hc⟩ := hs (f := f) fun A hA => ⟨∅, fun x hx _ => hA x hx⟩
  obtain ⟨i, hi⟩ := hsU x hx
  refine hc.ne' (empty_mem_iff_bot.1 ?_)
  have h1 : U i ∈ min (nhds x) f := inf_le_left (a := nhds x) ((hUo i).mem_nhds hi)
  have h2 : (U i)ᶜ ∈ min (nhds x) f := inf_le_right (a := nhds x) (⟨{i}, fun y _ h => h i (Finset.mem_singleton.2 rfl)⟩ : (U i)ᶜ ∈ f)
  exact mem_of_superset (inter_mem h1 h2) fun y hy => (hy.2 hy.1).elim
/-- A set is compact when open covers have finite parts that cover. -/
theorem isCompact_of_finite_subcover (h : ∀ {ι : Type u} (U : ι → Set X), (∀ i, IsOpen (U i)) → s ⊆ Set.iUnion U →
    ∃ t : Finset ι, s ⊆ Set.iUnion fun i => Set.iUnion fun _ : i ∈ t => U i) : IsCompact s := by
  classical
  intro f hf hle
  apply Classical.byContradiction; intro hn
  -- All open sets whose complement is in the filter cover the set.
  obtain ⟨t, ht⟩ := h (ι := { V : Set X // IsOpen V ∧ Vᶜ ∈ f }) (fun V => V.1) (fun V => V.2.1) fun x hx => by
    apply Classical.byContradiction; intro hx'
    refine hn ⟨x, hx, ⟨fun e => ?_⟩⟩
    have : (∅ : Set X) ∈ min (nhds x) f := e ▸ mem_bot.2 trivial
    obtain ⟨a, ⟨V, hVa, hVo, hxV⟩, b, hb, e'⟩ := mem_inf_iff.1 this
    refine hx' ⟨⟨V, hVo, mem_of_superset hb fun y hy hyV => ?_⟩, hxV⟩
    have : y ∈ a ∩ b := ⟨hVa y hyV, hy⟩
    rw [← e'] at this; exact this
  have all : (setOf fun x => ∀ V, V ∈ t → x ∉ V.1) ∈ f := by
    clear ht
    induction t using Finset.induction_on with
    | empty => exact mem_of_superset univ_mem fun x _ V hV => (Finset.notMem_empty V hV).elim
    | insert V t _ ih =>
      refine mem_of_superset (inter_mem ih V.2.2) fun x hx W hW => ?_
      rcases Finset.mem_insert.1 hW with rfl | hW
      · exact hx.2
      · exact hx.1 W hW
  obtain ⟨x, hx, hxs⟩ := nonempty_of_mem (inter_mem all (hle fun _ h => h))
  obtain ⟨V, hV, hxV⟩ := ht x hxs
  exact hx V hV hxV
theorem isCompact_iff_finite_subcover : IsCompact s ↔ ∀ {ι : Type u} (U : ι → Set X), (∀ i, IsOpen (U i)) → s ⊆ Set.iUnion U →
    ∃ t : Finset ι, s ⊆ Set.iUnion fun i => Set.iUnion fun _ : i ∈ t => U i :=
  ⟨fun hs {_} U => hs.elim_finite_subcover U, isCompact_of_finite_subcover⟩
theorem isCompact_empty : IsCompact (∅ : Set X) := fun f hf hle => (nonempty_of_mem (f := f) (hle fun _ h => h)).elim fun _ h => h.elim
theorem isCompact_singleton {x : X} : IsCompact ({x} : Set X) := fun f hf hle => ⟨x, rfl, ⟨fun e => by
  have : (∅ : Set X) ∈ min (nhds x) f := e ▸ mem_bot.2 trivial
  obtain ⟨a, ha, b, hb, e'⟩ := mem_inf_iff.1 this
  obtain ⟨y, hy, hyx⟩ := nonempty_of_mem (inter_mem hb (hle fun _ h => h))
  have hyx : y = x := hyx
  have : y ∈ a ∩ b := ⟨hyx ▸ mem_of_mem_nhds ha, hy⟩
  rw [← e'] at this; exact this⟩⟩
/-- In a Hausdorff space, compact sets are closed. -/
theorem IsCompact.isClosed [T2Space X] (hs : IsCompact s) : IsClosed s := ⟨isOpen_iff_mem_nhds.2 fun x hx => by
  classical
  -- Every point of the set has an open neighbourhood away from a neighbourhood of `x`.
  obtain ⟨t, ht⟩ := hs.elim_finite_subcover (ι := { V : Set X // IsOpen V ∧ Vᶜ ∈ nhds x }) (fun V => V.1) (fun V => V.2.1) fun y hy => by
    obtain ⟨u, v, hu, hv, hxu, hyv, hd⟩ := t2_separation (x := x) (y := y) fun e => hx (e ▸ hy)
    exact ⟨⟨v, hv, mem_of_superset (hu.mem_nhds hxu) fun z hz hzv => Set.disjoint_left.1 hd hz hzv⟩, hyv⟩
  have all : (setOf fun z => ∀ V, V ∈ t → z ∉ V.1) ∈ nhds x := by
    clear ht
    induction t using Finset.induction_on with
    | empty => exact mem_of_superset univ_mem fun x _ V hV => (Finset.notMem_empty V hV).elim
    | insert V t _ ih =>
      refine mem_of_superset (inter_mem ih V.2.2) fun x hx W hW => ?_
      rcases Finset.mem_insert.1 hW with rfl | hW
      · exact hx.2
      · exact hx.1 W hW
  exact mem_of_superset all fun z hz hzs => (ht z hzs).elim fun V ⟨hV, hzV⟩ => hz V hV hzV⟩
