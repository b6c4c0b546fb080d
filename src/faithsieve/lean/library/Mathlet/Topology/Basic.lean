module
public import Mathlet.Order.FilterAtTop
@[expose] public noncomputable section

/-! # Topological spaces: open, closed, neighbourhoods, continuity -/

universe u v w

local infixl:80 " '' " => Set.image
local infixl:80 " ⁻¹' " => Set.preimage
local postfix:max "ᶜ" => HasCompl.compl

/-- A topology: which sets are open. -/
class TopologicalSpace (X : Type u) where
  protected IsOpen : Set X → Prop
  protected isOpen_univ : IsOpen Set.univ
  protected isOpen_inter : ∀ s t, IsOpen s → IsOpen t → IsOpen (s ∩ t)
  protected isOpen_sUnion : ∀ s, (∀ t, t ∈ s → IsOpen t) → IsOpen (Set.sUnion s)

section
variable {X : Type u} {Y : Type v} {Z : Type w} [TopologicalSpace X] [TopologicalSpace Y] [TopologicalSpace Z] {s t : Set X} {x : X}

def IsOpen (s : Set X) : Prop := TopologicalSpace.IsOpen s
theorem isOpen_univ : IsOpen (Set.univ : Set X) := TopologicalSpace.isOpen_univ
theorem IsOpen.inter (hs : IsOpen s) (ht : IsOpen t) : IsOpen (s ∩ t) := TopologicalSpace.isOpen_inter s t hs ht
theorem isOpen_sUnion {S : Set (Set X)} (h : ∀ t, t ∈ S → IsOpen t) : IsOpen (Set.sUnion S) := TopologicalSpace.isOpen_sUnion S h
theorem isOpen_iUnion {ι : Sort w} {f : ι → Set X} (h : ∀ i, IsOpen (f i)) : IsOpen (Set.iUnion f) := by
  have e : Set.iUnion f = Set.sUnion (Set.range f) := Set.ext fun a => ⟨fun ⟨i, hi⟩ => ⟨f i, ⟨i, rfl⟩, hi⟩, fun ⟨_, ⟨i, hi⟩, ha⟩ => ⟨i, hi ▸ ha⟩⟩
  rw [e]; exact isOpen_sUnion fun t ⟨i, hi⟩ => hi ▸ h i
theorem isOpen_empty : IsOpen (∅ : Set X) := by
  have e : (∅ : Set X) = Set.sUnion ∅ := Set.ext fun a => ⟨fun h => h.elim, fun ⟨_, h, _⟩ => h.elim⟩
  rw [e]; exact isOpen_sUnion fun t h => h.elim
theorem IsOpen.union (hs : IsOpen s) (ht : IsOpen t) : IsOpen (s ∪ t) := by
  have e : s ∪ t = Set.sUnion (setOf fun r => r = s ∨ r = t) := Set.ext fun a =>
    ⟨fun h => h.elim (fun h => ⟨s, .inl rfl, h⟩) fun h => ⟨t, .inr rfl, h⟩, fun ⟨r, hr, h⟩ => hr.elim (fun e => .inl (e ▸ h)) fun e => .inr (e ▸ h)⟩
  rw [e]; exact isOpen_sUnion fun r hr => hr.elim (fun e => e ▸ hs) fun e => e ▸ ht
/-- A set is open when each of its points lies in an open part of it. -/
theorem isOpen_iff_forall_mem_open : IsOpen s ↔ ∀ x, x ∈ s → ∃ t, t ⊆ s ∧ IsOpen t ∧ x ∈ t := by
  refine ⟨fun h x hx => ⟨s, fun _ h => h, h, hx⟩, fun h => ?_⟩
  have e : s = Set.sUnion (setOf fun t => t ⊆ s ∧ IsOpen t) := Set.ext fun a =>
    ⟨fun ha => (h a ha).elim fun t ht => ⟨t, ⟨ht.1, ht.2.1⟩, ht.2.2⟩, fun ⟨t, ht, ha⟩ => ht.1 a ha⟩
  rw [e]; exact isOpen_sUnion fun t ht => ht.2

/-- The complement is open. -/
class IsClosed (s : Set X) : Prop where
  isOpen_compl : IsOpen sᶜ
@[simp, grind =] theorem isOpen_compl_iff : IsOpen sᶜ ↔ IsClosed s := ⟨fun h => ⟨h⟩, fun h => h.isOpen_compl⟩
theorem compl_compl' (s : Set X) : sᶜᶜ = s := Set.ext fun _ => Classical.not_not
@[simp] theorem isClosed_compl_iff : IsClosed sᶜ ↔ IsOpen s := by rw [← isOpen_compl_iff, compl_compl']
theorem isClosed_univ : IsClosed (Set.univ : Set X) := ⟨by
  have e : (Set.univ : Set X)ᶜ = ∅ := Set.ext fun _ => ⟨fun h => h trivial, fun h => h.elim⟩
  rw [e]; exact isOpen_empty⟩
theorem isClosed_empty : IsClosed (∅ : Set X) := ⟨by
  have e : (∅ : Set X)ᶜ = Set.univ := Set.ext fun _ => ⟨fun _ => trivial, fun _ h => h⟩
  rw [e]; exact isOpen_univ⟩
theorem isClosed_sInter {S : Set (Set X)} (h : ∀ t, t ∈ S → IsClosed t) : IsClosed (Set.sInter S) := ⟨by
  have e : (Set.sInter S)ᶜ = Set.sUnion (setOf fun r => rᶜ ∈ S) := Set.ext fun a =>
    ⟨fun ha => Classical.byContradiction fun hn => ha fun t ht => Classical.byContradiction fun hat => hn ⟨tᶜ, by
      show tᶜᶜ ∈ S; rw [compl_compl']; exact ht, hat⟩, fun ⟨t, ht, ha⟩ hn => hn _ ht ha⟩
  rw [e]; exact isOpen_sUnion fun t ht => by have := (h _ ht).isOpen_compl; rwa [compl_compl'] at this⟩
theorem IsClosed.union (hs : IsClosed s) (ht : IsClosed t) : IsClosed (s ∪ t) := ⟨by
  have e : (s ∪ t)ᶜ = sᶜ ∩ tᶜ := Set.ext fun a => ⟨fun h => ⟨fun h' => h (.inl h'), fun h' => h (.inr h')⟩, fun h h' => h'.elim h.1 h.2⟩
  rw [e]; exact hs.isOpen_compl.inter ht.isOpen_compl⟩
theorem IsClosed.inter (hs : IsClosed s) (ht : IsClosed t) : IsClosed (s ∩ t) := ⟨by
  have e : (s ∩ t)ᶜ = sᶜ ∪ tᶜ := Set.ext fun a => ⟨fun h => (Classical.em (a ∈ s)).elim (fun hs => .inr fun ht => h ⟨hs, ht⟩) .inl,
    fun h h' => h.elim (fun k => k h'.1) fun k => k h'.2⟩
  rw [e]; exact hs.isOpen_compl.union ht.isOpen_compl⟩
/-- Open and closed. -/
def IsClopen (s : Set X) : Prop := IsClosed s ∧ IsOpen s

/-- The union of the open parts. -/
def interior (s : Set X) : Set X := Set.sUnion (setOf fun t => IsOpen t ∧ t ⊆ s)
/-- The smallest closed set around. -/
def closure (s : Set X) : Set X := Set.sInter (setOf fun t => IsClosed t ∧ s ⊆ t)
/-- The boundary. -/
def frontier (s : Set X) : Set X := closure s \ interior s
/-- Every point lies in the closure. -/
def Dense (s : Set X) : Prop := ∀ x, x ∈ closure s
/-- The values of the map are dense. -/
def DenseRange {ι : Type w} (f : ι → X) : Prop := Dense (Set.range f)
theorem isOpen_interior : IsOpen (interior s) := isOpen_sUnion fun _ h => h.1
theorem interior_subset : interior s ⊆ s := fun a ⟨_, ht, ha⟩ => ht.2 a ha
@[grind =] theorem mem_interior : x ∈ interior s ↔ ∃ t, t ⊆ s ∧ IsOpen t ∧ x ∈ t :=
  ⟨fun ⟨t, ht, h⟩ => ⟨t, ht.2, ht.1, h⟩, fun ⟨t, ht, ho, h⟩ => ⟨t, ⟨ho, ht⟩, h⟩⟩
theorem IsOpen.interior_eq (h : IsOpen s) : interior s = s :=
  Set.Subset.antisymm interior_subset fun _ hx => ⟨s, ⟨h, fun _ h => h⟩, hx⟩
theorem interior_eq_iff_isOpen : interior s = s ↔ IsOpen s := ⟨fun h => h ▸ isOpen_interior, IsOpen.interior_eq⟩
theorem isClosed_closure : IsClosed (closure s) := isClosed_sInter fun _ h => h.1
theorem subset_closure : s ⊆ closure s := fun a ha _ ht => ht.2 a ha
theorem closure_minimal (h : s ⊆ t) (ht : IsClosed t) : closure s ⊆ t := fun _ ha => ha t ⟨ht, h⟩
theorem closure_mono (h : s ⊆ t) : closure s ⊆ closure t := closure_minimal (fun a ha => subset_closure a (h a ha)) isClosed_closure
theorem IsClosed.closure_eq (h : IsClosed s) : closure s = s := Set.Subset.antisymm (closure_minimal (fun _ h => h) h) subset_closure
theorem closure_eq_iff_isClosed : closure s = s ↔ IsClosed s := ⟨fun h => h ▸ isClosed_closure, IsClosed.closure_eq⟩
@[simp] theorem closure_closure : closure (closure s) = closure s := isClosed_closure.closure_eq
theorem mem_closure_iff : x ∈ closure s ↔ ∀ o, IsOpen o → x ∈ o → (o ∩ s).Nonempty := by
  constructor
  · intro h o ho hx
    apply Classical.byContradiction; intro hn
    exact h oᶜ ⟨isClosed_compl_iff.2 ho, fun a ha hao => hn ⟨a, hao, ha⟩⟩ hx
  · intro h t ht
    apply Classical.byContradiction; intro hn
    obtain ⟨a, ha, has⟩ := h tᶜ ht.1.isOpen_compl hn
    exact ha (ht.2 a has)
theorem dense_iff_inter_open : Dense s ↔ ∀ U, IsOpen U → U.Nonempty → (U ∩ s).Nonempty :=
  ⟨fun h U hU ⟨x, hx⟩ => mem_closure_iff.1 (h x) U hU hx, fun h x => mem_closure_iff.2 fun o ho hx => h o ho ⟨x, hx⟩⟩
theorem dense_iff_closure_eq : Dense s ↔ closure s = Set.univ := Set.eq_univ_iff_forall.symm

/-! ## Neighbourhoods -/

/-- The neighbourhoods of a point: sets with an open part around it. -/
def nhds (x : X) : Filter X where
  sets := setOf fun s => ∃ t, t ⊆ s ∧ IsOpen t ∧ x ∈ t
  univ_sets := ⟨Set.univ, fun _ h => h, isOpen_univ, trivial⟩
  sets_of_superset := fun ⟨t, ht, h⟩ h' => ⟨t, fun a ha => h' a (ht a ha), h⟩
  inter_sets := fun ⟨t, ht, h, hx⟩ ⟨t', ht', h', hx'⟩ => ⟨t ∩ t', fun a ha => ⟨ht a ha.1, ht' a ha.2⟩, h.inter h', hx, hx'⟩
/-- The neighbourhoods within a set. -/
def nhdsWithin (x : X) (s : Set X) : Filter X := min (nhds x) (Filter.principal s)
/-- The neighbourhoods of a set. -/
def nhdsSet (s : Set X) : Filter X := sSup (nhds '' s)
@[grind =] theorem mem_nhds_iff : s ∈ nhds x ↔ ∃ t, t ⊆ s ∧ IsOpen t ∧ x ∈ t := Iff.rfl
theorem IsOpen.mem_nhds (h : IsOpen s) (hx : x ∈ s) : s ∈ nhds x := ⟨s, fun _ h => h, h, hx⟩
theorem mem_of_mem_nhds (h : s ∈ nhds x) : x ∈ s := h.elim fun _ h => h.1 x h.2.2
theorem isOpen_iff_mem_nhds : IsOpen s ↔ ∀ x, x ∈ s → s ∈ nhds x := isOpen_iff_forall_mem_open
theorem mem_interior_iff_mem_nhds : x ∈ interior s ↔ s ∈ nhds x := mem_interior
theorem mem_nhdsWithin : s ∈ nhdsWithin x t ↔ ∃ u, IsOpen u ∧ x ∈ u ∧ u ∩ t ⊆ s :=
  Filter.mem_inf_principal.trans ⟨fun ⟨u, hu, ho, hx⟩ => ⟨u, ho, hx, fun a ha => hu a ha.1 ha.2⟩,
    fun ⟨u, ho, hx, hu⟩ => ⟨u, fun a ha ht => hu a ⟨ha, ht⟩, ho, hx⟩⟩
theorem nhdsWithin_univ (x : X) : nhdsWithin x Set.univ = nhds x := Filter.ext fun s => by
  rw [mem_nhdsWithin, mem_nhds_iff]
  exact ⟨fun ⟨u, h, hx, hs⟩ => ⟨u, fun a ha => hs a ⟨ha, trivial⟩, h, hx⟩, fun ⟨u, hs, h, hx⟩ => ⟨u, h, hx, fun a ha => hs a ha.1⟩⟩
theorem nhdsWithin_le_nhds : nhdsWithin x s ≤ nhds x := inf_le_left
theorem eventually_nhds_iff {p : X → Prop} : Filter.Eventually p (nhds x) ↔ ∃ t, (∀ y, y ∈ t → p y) ∧ IsOpen t ∧ x ∈ t := Iff.rfl
instance nhds_neBot : Filter.NeBot (nhds x) := ⟨fun h => by
  have : (∅ : Set X) ∈ nhds x := h ▸ Filter.mem_bot.2 trivial
  exact mem_of_mem_nhds this⟩
/-- Every set of the filter meets every neighbourhood. -/
def ClusterPt (x : X) (F : Filter X) : Prop := Filter.NeBot (min (nhds x) F)
def MapClusterPt {ι : Type w} (x : X) (F : Filter ι) (u : ι → X) : Prop := ClusterPt x (Filter.map u F)
/-- A cluster point of the filter without the point itself. -/
def AccPt (x : X) (F : Filter X) : Prop := Filter.NeBot (min (nhdsWithin x (setOf fun y => y ≠ x)) F)
/-- The points at which a set accumulates. -/
def derivedSet (A : Set X) : Set X := setOf fun x => AccPt x (Filter.principal A)
theorem mem_closure_iff_clusterPt : x ∈ closure s ↔ ClusterPt x (Filter.principal s) := by
  rw [mem_closure_iff]; unfold ClusterPt; rw [Filter.neBot_iff]
  constructor
  · intro h e
    have : (∅ : Set X) ∈ min (nhds x) (Filter.principal s) := e ▸ Filter.mem_bot.2 trivial
    obtain ⟨t, ht, ho, hx⟩ := Filter.mem_inf_principal.1 this
    obtain ⟨a, ha⟩ := h t ho hx
    exact ht a ha.1 ha.2
  · intro h o ho hx
    apply Classical.byContradiction; intro hn
    exact h (Filter.empty_mem_iff_bot.1 (Filter.mem_inf_principal.2 ⟨o, fun a ha has => hn ⟨a, ha, has⟩, ho, hx⟩))
/-- No isolated points, and closed. -/
def Preperfect (C : Set X) : Prop := ∀ x, x ∈ C → AccPt x (Filter.principal C)
structure Perfect (C : Set X) : Prop where
  closed : IsClosed C
  acc : Preperfect C

/-! ## Continuity -/

/-- Preimages of open sets are open. -/
structure Continuous (f : X → Y) : Prop where
  isOpen_preimage : ∀ s, IsOpen s → IsOpen (f ⁻¹' s)
/-- Continuity at a point. -/
def ContinuousAt (f : X → Y) (x : X) : Prop := Filter.Tendsto f (nhds x) (nhds (f x))
/-- Continuity at a point within a set. -/
def ContinuousWithinAt (f : X → Y) (s : Set X) (x : X) : Prop := Filter.Tendsto f (nhdsWithin x s) (nhds (f x))
/-- Continuity within a set at all its points. -/
def ContinuousOn (f : X → Y) (s : Set X) : Prop := ∀ x, x ∈ s → ContinuousWithinAt f s x
@[grind =] theorem continuous_def {f : X → Y} : Continuous f ↔ ∀ s, IsOpen s → IsOpen (f ⁻¹' s) := ⟨fun h => h.1, fun h => ⟨h⟩⟩
theorem IsOpen.preimage {f : X → Y} (h : Continuous f) {r : Set Y} (hr : IsOpen r) : IsOpen (f ⁻¹' r) := h.1 r hr
theorem IsClosed.preimage {f : X → Y} (h : Continuous f) {r : Set Y} (hr : IsClosed r) : IsClosed (f ⁻¹' r) := ⟨h.1 _ hr.isOpen_compl⟩
theorem continuous_iff_continuousAt {f : X → Y} : Continuous f ↔ ∀ x, ContinuousAt f x := by
  constructor
  · intro h x s ⟨t, ht, ho, hx⟩
    exact ⟨f ⁻¹' t, fun a ha => ht _ ha, h.1 t ho, hx⟩
  · intro h
    refine ⟨fun s hs => isOpen_iff_mem_nhds.2 fun x hx => h x (hs.mem_nhds hx)⟩
theorem continuous_iff_isClosed {f : X → Y} : Continuous f ↔ ∀ s, IsClosed s → IsClosed (f ⁻¹' s) :=
  ⟨fun h _ hs => hs.preimage h, fun h => ⟨fun s hs => isClosed_compl_iff.1 (h sᶜ (isClosed_compl_iff.2 hs))⟩⟩
theorem Continuous.continuousAt {f : X → Y} (h : Continuous f) {x : X} : ContinuousAt f x := continuous_iff_continuousAt.1 h x
theorem Continuous.tendsto {f : X → Y} (h : Continuous f) (x : X) : Filter.Tendsto f (nhds x) (nhds (f x)) := h.continuousAt
theorem Continuous.comp {g : Y → Z} {f : X → Y} (hg : Continuous g) (hf : Continuous f) : Continuous (g ∘ f) :=
  ⟨fun s hs => hf.1 _ (hg.1 s hs)⟩
theorem continuous_id : Continuous (id : X → X) := ⟨fun _ h => h⟩
theorem continuous_const {y : Y} : Continuous fun _ : X => y := continuous_iff_continuousAt.2 fun x s hs =>
  Filter.mem_of_superset (f := nhds x) (t := (fun _ : X => y) ⁻¹' s) Filter.univ_mem fun _ _ => mem_of_mem_nhds (x := y) hs
theorem continuousWithinAt_univ (f : X → Y) (x : X) : ContinuousWithinAt f Set.univ x ↔ ContinuousAt f x := by
  unfold ContinuousWithinAt; rw [nhdsWithin_univ]; exact Iff.rfl
theorem continuousOn_univ {f : X → Y} : ContinuousOn f Set.univ ↔ Continuous f := by
  rw [continuous_iff_continuousAt]
  exact ⟨fun h x => (continuousWithinAt_univ f x).1 (h x trivial), fun h x _ => (continuousWithinAt_univ f x).2 (h x)⟩
theorem Continuous.continuousOn {f : X → Y} (h : Continuous f) : ContinuousOn f s := fun x _ =>
  (h.tendsto x).mono_left nhdsWithin_le_nhds
theorem image_closure_subset_closure_image {f : X → Y} (h : Continuous f) : f '' closure s ⊆ closure (f '' s) := by
  rintro y ⟨x, hx, rfl⟩
  rw [mem_closure_iff] at hx ⊢
  intro o ho hy
  obtain ⟨a, ha, has⟩ := hx _ (ho.preimage h) hy
  exact ⟨f a, ha, a, has, rfl⟩
/-- Images of open sets are open. -/
def IsOpenMap (f : X → Y) : Prop := ∀ U, IsOpen U → IsOpen (f '' U)
/-- Images of closed sets are closed. -/
def IsClosedMap (f : X → Y) : Prop := ∀ U, IsClosed U → IsClosed (f '' U)
end
theorem tendsto_nhds {X : Type u} {α : Type v} [TopologicalSpace X] {f : α → X} {l : Filter α} {x : X} :
    Filter.Tendsto f l (nhds x) ↔ ∀ s, IsOpen s → x ∈ s → f ⁻¹' s ∈ l :=
  ⟨fun h s hs hx => h (hs.mem_nhds hx), fun h _ ⟨_, hs, ho, hx⟩ => Filter.mem_of_superset (h _ ho hx) fun _ ha => hs _ ha⟩
theorem tendsto_const_nhds {X : Type u} {α : Type v} [TopologicalSpace X] {x : X} {l : Filter α} :
    Filter.Tendsto (fun _ : α => x) l (nhds x) := fun s hs =>
  Filter.mem_of_superset (f := l) (t := (fun _ : α => x) ⁻¹' s) Filter.univ_mem fun _ _ => mem_of_mem_nhds (x := x) hs
open Classical in
/-- The limit of a filter, if there is one. -/
def lim {X : Type u} [TopologicalSpace X] [Nonempty X] (f : Filter X) : X := Classical.epsilon fun x => f ≤ nhds x
/-- The limit of a function, if there is one. -/
def limUnder {X : Type u} {α : Type v} [TopologicalSpace X] [Nonempty X] (f : Filter α) (g : α → X) : X := lim (Filter.map g f)
