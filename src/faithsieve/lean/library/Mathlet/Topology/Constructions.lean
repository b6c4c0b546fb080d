module
public import Mathlet.Topology.Basic
@[expose] public noncomputable section

/-! # Topologies from maps and sets; products, subspaces, quotients -/

universe u v w

local infixl:80 " '' " => Set.image
local infixl:80 " ⁻¹' " => Set.preimage
local postfix:max "ᶜ" => HasCompl.compl

namespace TopologicalSpace
variable {X : Type u} {Y : Type v}
@[ext] protected theorem ext : ∀ {t t' : TopologicalSpace X}, t.IsOpen = t'.IsOpen → t = t'
  | ⟨_, _, _, _⟩, ⟨_, _, _, _⟩, rfl => rfl
/-- What follows to be open when the sets of `g` are. -/
inductive GenerateOpen (g : Set (Set X)) : Set X → Prop
  | basic : ∀ s, s ∈ g → GenerateOpen g s
  | univ : GenerateOpen g Set.univ
  | inter : ∀ s t, GenerateOpen g s → GenerateOpen g t → GenerateOpen g (s ∩ t)
  | sUnion : ∀ S : Set (Set X), (∀ s, s ∈ S → GenerateOpen g s) → GenerateOpen g (Set.sUnion S)
/-- The smallest topology in which the sets of `g` are open. -/
@[reducible] def generateFrom (g : Set (Set X)) : TopologicalSpace X where
  IsOpen := GenerateOpen g
  isOpen_univ := .univ
  isOpen_inter := .inter
  isOpen_sUnion := .sUnion
/-- Open: preimages of open sets. -/
@[reducible] def induced (f : X → Y) (t : TopologicalSpace Y) : TopologicalSpace X where
  IsOpen s := ∃ r, IsOpen r ∧ f ⁻¹' r = s
  isOpen_univ := ⟨Set.univ, isOpen_univ, rfl⟩
  isOpen_inter := by
    rintro _ _ ⟨r, hr, rfl⟩ ⟨r', hr', rfl⟩
    exact ⟨r ∩ r', hr.inter hr', rfl⟩
  isOpen_sUnion S h := by
    refine ⟨Set.sUnion (setOf fun r => IsOpen r ∧ f ⁻¹' r ∈ S), isOpen_sUnion fun r hr => hr.1, Set.ext fun a => ⟨?_, ?_⟩⟩
    · rintro ⟨r, hr, ha⟩; exact ⟨_, hr.2, ha⟩
    · rintro ⟨s, hs, ha⟩
      obtain ⟨r, hr, rfl⟩ := h s hs
      exact ⟨r, ⟨hr, hs⟩, ha⟩
/-- Open: what has an open preimage. -/
@[reducible] def coinduced (f : X → Y) (t : TopologicalSpace X) : TopologicalSpace Y where
  IsOpen s := IsOpen (f ⁻¹' s)
  isOpen_univ := isOpen_univ (X := X)
  isOpen_inter _ _ h h' := IsOpen.inter h h'
  isOpen_sUnion S h := by
    have e : f ⁻¹' Set.sUnion S = Set.sUnion ((fun r => f ⁻¹' r) '' S) := Set.ext fun a =>
      ⟨fun ⟨r, hr, ha⟩ => ⟨_, ⟨r, hr, rfl⟩, ha⟩, fun ⟨_, ⟨r, hr, e⟩, ha⟩ => ⟨r, hr, (by rw [← e] at ha; exact ha)⟩⟩
    rw [e]; exact isOpen_sUnion fun _ ⟨r, hr, e⟩ => e ▸ h r hr
/-- Finer topologies are smaller: they have more open sets. -/
instance : LE (TopologicalSpace X) := ⟨fun t s => ∀ U, s.IsOpen U → t.IsOpen U⟩
theorem le_def {t s : TopologicalSpace X} : t ≤ s ↔ ∀ U, s.IsOpen U → t.IsOpen U := Iff.rfl
instance : PartialOrder (TopologicalSpace X) where
  le_refl _ _ h := h
  le_trans _ _ _ h h' U hU := h U (h' U hU)
  le_antisymm _ _ h h' := TopologicalSpace.ext (funext fun U => propext ⟨h' U, h U⟩)
/-- The topology of the sets that are open in all of a set of topologies. -/
protected def meet (S : Set (TopologicalSpace X)) : TopologicalSpace X where
  IsOpen s := ∀ t, t ∈ S → t.IsOpen s
  isOpen_univ t _ := t.isOpen_univ
  isOpen_inter s r h h' t ht := t.isOpen_inter s r (h t ht) (h' t ht)
  isOpen_sUnion s h t ht := t.isOpen_sUnion s fun r hr => h r hr t ht
instance instCompleteLattice : CompleteLattice (TopologicalSpace X) where
  sup t t' := TopologicalSpace.meet (setOf fun r => r = t ∨ r = t')
  le_sup_left t _ _ h := h t (.inl rfl)
  le_sup_right _ t' _ h := h t' (.inr rfl)
  sup_le _ _ _ h h' U hU r hr := hr.elim (fun e => e ▸ h U hU) fun e => e ▸ h' U hU
  inf t t' := generateFrom (setOf fun s => t.IsOpen s ∨ t'.IsOpen s)
  inf_le_left _ _ U h := .basic U (.inl h)
  inf_le_right _ _ U h := .basic U (.inr h)
  le_inf t r r' h h' U hU := by
    induction hU with
    | basic s hs => exact hs.elim (h s) (h' s)
    | univ => exact t.isOpen_univ
    | inter s r _ _ ihs ihr => exact t.isOpen_inter s r ihs ihr
    | sUnion S _ ih => exact t.isOpen_sUnion S ih
  sSup := TopologicalSpace.meet
  sInf S := generateFrom (setOf fun s => ∃ t, t ∈ S ∧ t.IsOpen s)
  top := ⟨fun s => s = ∅ ∨ s = Set.univ, .inr rfl, fun s t hs ht => by
      rcases hs with rfl | rfl
      · exact .inl (Set.ext fun a => ⟨fun h => h.1, fun h => h.elim⟩)
      · rcases ht with rfl | rfl
        · exact .inl (Set.ext fun a => ⟨fun h => h.2, fun h => h.elim⟩)
        · exact .inr (Set.ext fun a => ⟨fun _ => trivial, fun _ => ⟨trivial, trivial⟩⟩),
    fun S h => (Classical.em (Set.univ ∈ S)).elim (fun hu => .inr (Set.ext fun a => ⟨fun _ => trivial, fun _ => ⟨_, hu, trivial⟩⟩))
      fun hu => .inl (Set.ext fun a => ⟨fun ⟨t, ht, ha⟩ => (h t ht).elim (fun e => e ▸ ha) fun e => (hu (e ▸ ht)).elim, fun h => h.elim⟩)⟩
  le_top t U h := h.elim (fun e => e ▸ @isOpen_empty X t) fun e => e ▸ t.isOpen_univ
  bot := ⟨fun _ => True, trivial, fun _ _ _ _ => trivial, fun _ _ => trivial⟩
  bot_le _ _ _ := trivial
  le_sSup _ t ht _ h := h t ht
  sSup_le _ _ h U hU t ht := h t ht U hU
  sInf_le _ t ht U hU := .basic U ⟨t, ht, hU⟩
  le_sInf S t h U hU := by
    induction hU with
    | basic s hs => exact hs.elim fun r hr => h r hr.1 s hr.2
    | univ => exact t.isOpen_univ
    | inter s r _ _ ihs ihr => exact t.isOpen_inter s r ihs ihr
    | sUnion S _ ih => exact t.isOpen_sUnion S ih
theorem isOpen_generateFrom_of_mem {g : Set (Set X)} {s : Set X} (h : s ∈ g) : (generateFrom g).IsOpen s := .basic s h
theorem le_generateFrom {t : TopologicalSpace X} {g : Set (Set X)} (h : ∀ s, s ∈ g → t.IsOpen s) : t ≤ generateFrom g := fun U hU => by
  induction hU with
  | basic s hs => exact h s hs
  | univ => exact t.isOpen_univ
  | inter s r _ _ ihs ihr => exact t.isOpen_inter s r ihs ihr
  | sUnion S _ ih => exact t.isOpen_sUnion S ih
/-- Open sets from which all others are unions. -/
structure IsTopologicalBasis [t : TopologicalSpace X] (s : Set (Set X)) : Prop where
  exists_subset_inter : ∀ t₁, t₁ ∈ s → ∀ t₂, t₂ ∈ s → ∀ x, x ∈ t₁ ∩ t₂ → ∃ t₃, t₃ ∈ s ∧ x ∈ t₃ ∧ t₃ ⊆ t₁ ∩ t₂
  sUnion_eq : Set.sUnion s = Set.univ
  eq_generateFrom : t = generateFrom s
theorem isTopologicalBasis_of_isOpen_of_nhds [t : TopologicalSpace X] {s : Set (Set X)} (h_open : ∀ u, u ∈ s → IsOpen u)
    (h_nhds : ∀ (a : X) (u : Set X), a ∈ u → IsOpen u → ∃ v, v ∈ s ∧ a ∈ v ∧ v ⊆ u) : IsTopologicalBasis s where
  exists_subset_inter t₁ h₁ t₂ h₂ x hx := h_nhds x _ hx ((h_open t₁ h₁).inter (h_open t₂ h₂))
  sUnion_eq := Set.eq_univ_iff_forall.2 fun a => (h_nhds a Set.univ trivial isOpen_univ).elim fun v hv => ⟨v, hv.1, hv.2.1⟩
  eq_generateFrom := le_antisymm (le_generateFrom h_open) fun U hU => by
    have e : U = Set.sUnion (setOf fun v => v ∈ s ∧ v ⊆ U) := Set.ext fun a =>
      ⟨fun ha => (h_nhds a U ha hU).elim fun v hv => ⟨v, ⟨hv.1, hv.2.2⟩, hv.2.1⟩, fun ⟨v, hv, ha⟩ => hv.2 a ha⟩
    rw [e]; exact .sUnion _ fun v hv => .basic v hv.1
end TopologicalSpace

section Maps
variable {X : Type u} {Y : Type v} [t : TopologicalSpace X] [t' : TopologicalSpace Y]
theorem isOpen_induced_iff {s : Set X} {f : X → Y} : (TopologicalSpace.induced f t').IsOpen s ↔ ∃ r, IsOpen r ∧ f ⁻¹' r = s := Iff.rfl
theorem isOpen_coinduced {s : Set Y} {f : X → Y} : (TopologicalSpace.coinduced f t).IsOpen s ↔ IsOpen (f ⁻¹' s) := Iff.rfl
namespace Topology
variable (f : X → Y)
/-- The topology is that of the preimages of open sets. -/
structure IsInducing : Prop where
  eq_induced : t = TopologicalSpace.induced f t'
/-- Injective, with the topology of the preimages: a subspace up to names. -/
structure IsEmbedding : Prop extends IsInducing f where
  injective : Function.Injective f
structure IsOpenEmbedding : Prop extends IsEmbedding f where
  isOpen_range : IsOpen (Set.range f)
structure IsClosedEmbedding : Prop extends IsEmbedding f where
  isClosed_range : IsClosed (Set.range f)
/-- Surjective, and a set is open when its preimage is. -/
structure IsQuotientMap : Prop where
  surjective : Function.Surjective f
  eq_coinduced : t' = TopologicalSpace.coinduced f t
theorem isQuotientMap_iff {f : X → Y} : IsQuotientMap f ↔ Function.Surjective f ∧ ∀ s, IsOpen s ↔ IsOpen (f ⁻¹' s) :=
  ⟨fun h => ⟨h.1, fun s => by have e := h.2; subst e; exact Iff.rfl⟩,
    fun h => ⟨h.1, TopologicalSpace.ext (funext fun s => propext (h.2 s))⟩⟩
end Topology
end Maps

/-! ## Subspaces, products, quotients, discrete spaces -/

instance instTopologicalSpaceSubtype {X : Type u} {p : X → Prop} [t : TopologicalSpace X] : TopologicalSpace (Subtype p) :=
  TopologicalSpace.induced Subtype.val t
instance instTopologicalSpaceQuot {X : Type u} {r : X → X → Prop} [t : TopologicalSpace X] : TopologicalSpace (Quot r) :=
  TopologicalSpace.coinduced (Quot.mk r) t
instance instTopologicalSpaceQuotient {X : Type u} {s : Setoid X} [t : TopologicalSpace X] : TopologicalSpace (Quotient s) :=
  TopologicalSpace.coinduced (Quotient.mk s) t
instance instTopologicalSpaceProd {X : Type u} {Y : Type v} [t₁ : TopologicalSpace X] [t₂ : TopologicalSpace Y] : TopologicalSpace (X × Y) :=
  min (TopologicalSpace.induced Prod.fst t₁) (TopologicalSpace.induced Prod.snd t₂)
instance instTopologicalSpaceSum {X : Type u} {Y : Type v} [t₁ : TopologicalSpace X] [t₂ : TopologicalSpace Y] : TopologicalSpace (X ⊕ Y) :=
  max (TopologicalSpace.coinduced Sum.inl t₁) (TopologicalSpace.coinduced Sum.inr t₂)
instance Pi.topologicalSpace {ι : Type u} {Y : ι → Type v} [t₂ : ∀ i, TopologicalSpace (Y i)] : TopologicalSpace (∀ i, Y i) :=
  iInf fun i => TopologicalSpace.induced (fun f => f i) (t₂ i)
/-- Every set is open. -/
class DiscreteTopology (X : Type u) [t : TopologicalSpace X] : Prop where
  eq_bot : t = Bot.bot
/-- No open sets but the empty one and all. -/
class IndiscreteTopology (X : Type u) [t : TopologicalSpace X] : Prop where
  eq_top : t = Top.top
theorem isOpen_discrete {X : Type u} [t : TopologicalSpace X] [h : DiscreteTopology X] (s : Set X) : IsOpen s := by
  have e := h.eq_bot; subst e; trivial
instance : TopologicalSpace Bool := Bot.bot
instance : TopologicalSpace Empty := Bot.bot
instance : TopologicalSpace PUnit := Bot.bot
instance {n : Nat} : TopologicalSpace (Fin n) := Bot.bot
instance : DiscreteTopology Bool := ⟨rfl⟩
instance {n : Nat} : DiscreteTopology (Fin n) := ⟨rfl⟩
/-- The topology of rays. -/
class OrderTopology (α : Type u) [t : TopologicalSpace α] [Preorder α] : Prop where
  topology_eq_generate_intervals :
    t = TopologicalSpace.generateFrom (setOf fun s => ∃ a, s = Set.Ioi a ∨ s = Set.Iio a)
@[reducible] def Preorder.topology (α : Type u) [Preorder α] : TopologicalSpace α :=
  TopologicalSpace.generateFrom (setOf fun s => ∃ a, s = Set.Ioi a ∨ s = Set.Iio a)
/-- The relation `≤` is closed. -/
class OrderClosedTopology (α : Type u) [TopologicalSpace α] [Preorder α] : Prop where
  isClosed_le' : IsClosed (setOf fun p : α × α => p.1 ≤ p.2)

section Products
variable {X : Type u} {Y : Type v} {Z : Type w} [TopologicalSpace X] [TopologicalSpace Y] [TopologicalSpace Z]
theorem continuous_subtype_val {p : X → Prop} : Continuous (Subtype.val : Subtype p → X) := ⟨fun s hs => ⟨s, hs, rfl⟩⟩
theorem continuous_fst : Continuous (Prod.fst : X × Y → X) := ⟨fun s hs => .basic _ (.inl ⟨s, hs, rfl⟩)⟩
theorem continuous_snd : Continuous (Prod.snd : X × Y → Y) := ⟨fun s hs => .basic _ (.inr ⟨s, hs, rfl⟩)⟩
theorem IsOpen.prod {s : Set X} {t : Set Y} (hs : IsOpen s) (ht : IsOpen t) : IsOpen (SProd.sprod s t) :=
  (hs.preimage continuous_fst).inter (ht.preimage continuous_snd)
theorem isOpen_prod_iff {s : Set (X × Y)} :
    IsOpen s ↔ ∀ a b, (a, b) ∈ s → ∃ u v, IsOpen u ∧ IsOpen v ∧ a ∈ u ∧ b ∈ v ∧ SProd.sprod u v ⊆ s := by
  constructor
  · intro h a b hab
    induction h with
    | basic s hs =>
      rcases hs with ⟨r, hr, rfl⟩ | ⟨r, hr, rfl⟩
      · exact ⟨r, Set.univ, hr, isOpen_univ, hab, trivial, fun p hp => hp.1⟩
      · exact ⟨Set.univ, r, isOpen_univ, hr, trivial, hab, fun p hp => hp.2⟩
    | univ => exact ⟨Set.univ, Set.univ, isOpen_univ, isOpen_univ, trivial, trivial, fun _ _ => trivial⟩
    | inter s t _ _ ihs iht =>
      obtain ⟨u, v, hu, hv, ha, hb, h1⟩ := ihs hab.1
      obtain ⟨u', v', hu', hv', ha', hb', h2⟩ := iht hab.2
      exact ⟨u ∩ u', v ∩ v', hu.inter hu', hv.inter hv', ⟨ha, ha'⟩, ⟨hb, hb'⟩, fun p hp => ⟨h1 p ⟨hp.1.1, hp.2.1⟩, h2 p ⟨hp.1.2, hp.2.2⟩⟩⟩
    | sUnion S _ ih =>
      obtain ⟨t, ht, hab⟩ := hab
      obtain ⟨u, v, hu, hv, ha, hb, h1⟩ := ih t ht hab
      exact ⟨u, v, hu, hv, ha, hb, fun p hp => ⟨t, ht, h1 p hp⟩⟩
  · intro h
    refine isOpen_iff_forall_mem_open.2 fun ⟨a, b⟩ hab => ?_
    obtain ⟨u, v, hu, hv, ha, hb, h1⟩ := h a b hab
    exact ⟨_, h1, hu.prod hv, ha, hb⟩
theorem continuous_prodMk {f : Z → X} {g : Z → Y} : Continuous (fun z => (f z, g z)) ↔ Continuous f ∧ Continuous g := by
  refine ⟨fun h => ⟨continuous_fst.comp h, continuous_snd.comp h⟩, fun h => ⟨fun s hs => isOpen_iff_forall_mem_open.2 fun z hz => ?_⟩⟩
  obtain ⟨u, v, hu, hv, ha, hb, h1⟩ := isOpen_prod_iff.1 hs _ _ hz
  exact ⟨_, fun a ha => h1 (f a, g a) ⟨ha.1, ha.2⟩, (hu.preimage h.1).inter (hv.preimage h.2), ha, hb⟩
theorem Continuous.prodMk {f : Z → X} {g : Z → Y} (hf : Continuous f) (hg : Continuous g) : Continuous fun z => (f z, g z) :=
  continuous_prodMk.2 ⟨hf, hg⟩
end Products
section Pi
variable {ι : Type u} {Y : ι → Type v} [∀ i, TopologicalSpace (Y i)]
theorem continuous_apply (i : ι) : Continuous fun f : (∀ i, Y i) => f i := ⟨fun s hs => .basic _ ⟨_, ⟨i, rfl⟩, s, hs, rfl⟩⟩
theorem tendsto_pi_nhds {α : Type w} {f : α → ∀ i, Y i} {g : ∀ i, Y i} {u : Filter α} :
    Filter.Tendsto f u (nhds g) ↔ ∀ i, Filter.Tendsto (fun x => f x i) u (nhds (g i)) := by
  refine ⟨fun h i => ((continuous_apply i).tendsto g).comp h, fun h => tendsto_nhds.2 fun s hs hg => ?_⟩
  induction hs with
  | basic s hs =>
    obtain ⟨_, ⟨i, rfl⟩, r, hr, rfl⟩ := hs
    exact h i (hr.mem_nhds hg)
  | univ => exact Filter.univ_mem
  | inter s t _ _ ihs iht => exact Filter.inter_mem (ihs hg.1) (iht hg.2)
  | sUnion S _ ih =>
    obtain ⟨t, ht, hg⟩ := hg
    exact Filter.mem_of_superset (ih t ht hg) fun a ha => ⟨t, ht, ha⟩
theorem continuous_pi_iff {X : Type w} [TopologicalSpace X] {f : X → ∀ i, Y i} : Continuous f ↔ ∀ i, Continuous fun a => f a i := by
  rw [continuous_iff_continuousAt]
  exact ⟨fun h i => continuous_iff_continuousAt.2 fun x => tendsto_pi_nhds.1 (h x) i,
    fun h x => tendsto_pi_nhds.2 fun i => (h i).tendsto x⟩
end Pi
