module
public import Mathlet.Topology.Basic
public import Mathlet.Algebra.Module
public import Mathlet.Algebra.Order
@[expose] public noncomputable section

/-! # Convex sets and functions; extrema -/

universe u v w

section Sets
variable (𝕜 : Type u) {E : Type v} [Semiring 𝕜] [PartialOrder 𝕜] [AddCommMonoid E] [SMul 𝕜 E]
/-- The points between two points. -/
def segment (x y : E) : Set E := setOf fun z => ∃ a b : 𝕜, 0 ≤ a ∧ 0 ≤ b ∧ a + b = 1 ∧ a • x + b • y = z
/-- The points strictly between two points. -/
def openSegment (x y : E) : Set E := setOf fun z => ∃ a b : 𝕜, 0 < a ∧ 0 < b ∧ a + b = 1 ∧ a • x + b • y = z
/-- With every point, the set contains the segment from `x`. -/
def StarConvex (x : E) (s : Set E) : Prop := ∀ ⦃y : E⦄, y ∈ s → ∀ ⦃a b : 𝕜⦄, 0 ≤ a → 0 ≤ b → a + b = 1 → a • x + b • y ∈ s
/-- With any two points, the set contains the segment between them. -/
def Convex (s : Set E) : Prop := ∀ ⦃x : E⦄, x ∈ s → StarConvex 𝕜 x s
/-- Points strictly between points of the set lie in its interior. -/
def StrictConvex [TopologicalSpace E] (s : Set E) : Prop :=
  s.Pairwise fun x y => ∀ ⦃a b : 𝕜⦄, 0 < a → 0 < b → a + b = 1 → a • x + b • y ∈ interior s
/-- The smallest convex set around. -/
def convexHull (s : Set E) : Set E := Set.sInter (setOf fun t => s ⊆ t ∧ Convex 𝕜 t)
/-- The points that do not lie between others of the set. -/
def Set.extremePoints (A : Set E) : Set E :=
  setOf fun x => x ∈ A ∧ ∀ ⦃x₁⦄, x₁ ∈ A → ∀ ⦃x₂⦄, x₂ ∈ A → x ∈ openSegment 𝕜 x₁ x₂ → x₁ = x ∧ x₂ = x
variable {𝕜}
@[grind =] theorem mem_segment_iff {x y z : E} : z ∈ segment 𝕜 x y ↔ ∃ a b : 𝕜, 0 ≤ a ∧ 0 ≤ b ∧ a + b = 1 ∧ a • x + b • y = z := Iff.rfl
theorem convex_iff_forall_pos' {s : Set E} :
    Convex 𝕜 s ↔ ∀ x, x ∈ s → ∀ y, y ∈ s → ∀ a b : 𝕜, 0 ≤ a → 0 ≤ b → a + b = 1 → a • x + b • y ∈ s :=
  ⟨fun h x hx y hy a b ha hb e => h hx hy ha hb e, fun h x hx y hy a b ha hb e => h x hx y hy a b ha hb e⟩
theorem convex_iff_segment_subset {s : Set E} : Convex 𝕜 s ↔ ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → segment 𝕜 x y ⊆ s :=
  ⟨fun h x hx y hy z ⟨_, _, ha, hb, e, ez⟩ => ez ▸ h hx hy ha hb e, fun h x hx y hy a b ha hb e => h hx hy _ ⟨a, b, ha, hb, e, rfl⟩⟩
theorem convex_empty : Convex 𝕜 (∅ : Set E) := fun _ h => h.elim
theorem convex_univ : Convex 𝕜 (Set.univ : Set E) := fun _ _ _ _ _ _ _ _ _ => trivial
theorem Convex.inter {s t : Set E} (hs : Convex 𝕜 s) (ht : Convex 𝕜 t) : Convex 𝕜 (s ∩ t) := fun _ hx _ hy _ _ ha hb e =>
  ⟨hs hx.1 hy.1 ha hb e, ht hx.2 hy.2 ha hb e⟩
theorem convex_sInter {S : Set (Set E)} (h : ∀ s, s ∈ S → Convex 𝕜 s) : Convex 𝕜 (Set.sInter S) := fun _ hx _ hy _ _ ha hb e s hs =>
  h s hs (hx s hs) (hy s hs) ha hb e
theorem convex_convexHull (s : Set E) : Convex 𝕜 (convexHull 𝕜 s) := convex_sInter fun _ h => h.2
theorem subset_convexHull (s : Set E) : s ⊆ convexHull 𝕜 s := fun x hx _ ht => ht.1 x hx
theorem convexHull_min {s t : Set E} (h : s ⊆ t) (ht : Convex 𝕜 t) : convexHull 𝕜 s ⊆ t := fun _ hx => hx t ⟨h, ht⟩
theorem Convex.convexHull_eq {s : Set E} (h : Convex 𝕜 s) : convexHull 𝕜 s = s :=
  Set.Subset.antisymm (convexHull_min (fun _ h => h) h) (subset_convexHull s)
end Sets

section Functions
variable (𝕜 : Type u) {E : Type v} {β : Type w} [Semiring 𝕜] [PartialOrder 𝕜] [AddCommMonoid E] [SMul 𝕜 E] [AddCommMonoid β] [PartialOrder β]
  [SMul 𝕜 β] (s : Set E) (f : E → β)
/-- Values between lie at most on the chord. -/
def ConvexOn : Prop := Convex 𝕜 s ∧ ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : 𝕜⦄, 0 ≤ a → 0 ≤ b → a + b = 1 → f (a • x + b • y) ≤ a • f x + b • f y
/-- Values between lie at least on the chord. -/
def ConcaveOn : Prop := Convex 𝕜 s ∧ ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : 𝕜⦄, 0 ≤ a → 0 ≤ b → a + b = 1 → a • f x + b • f y ≤ f (a • x + b • y)
/-- Values between lie below the chord. -/
def StrictConvexOn : Prop := Convex 𝕜 s ∧ ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → x ≠ y → ∀ ⦃a b : 𝕜⦄, 0 < a → 0 < b → a + b = 1 →
  f (a • x + b • y) < a • f x + b • f y
/-- Values between lie above the chord. -/
def StrictConcaveOn : Prop := Convex 𝕜 s ∧ ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → x ≠ y → ∀ ⦃a b : 𝕜⦄, 0 < a → 0 < b → a + b = 1 →
  a • f x + b • f y < f (a • x + b • y)
/-- Sublevel sets are convex. -/
def QuasiconvexOn : Prop := ∀ r, Convex 𝕜 (setOf fun x => x ∈ s ∧ f x ≤ r)
def QuasiconcaveOn : Prop := ∀ r, Convex 𝕜 (setOf fun x => x ∈ s ∧ r ≤ f x)
end Functions

/-- A set with sums and positive multiples. -/
structure ConvexCone (𝕜 : Type u) (E : Type v) [Semiring 𝕜] [PartialOrder 𝕜] [AddCommMonoid E] [SMul 𝕜 E] where
  carrier : Set E
  protected smul_mem' : ∀ ⦃c : 𝕜⦄, 0 < c → ∀ ⦃x : E⦄, x ∈ carrier → c • x ∈ carrier
  protected add_mem' : ∀ ⦃x⦄, x ∈ carrier → ∀ ⦃y⦄, y ∈ carrier → x + y ∈ carrier
namespace ConvexCone
variable {𝕜 : Type u} {E : Type v} [Semiring 𝕜] [PartialOrder 𝕜] [AddCommMonoid E] [SMul 𝕜 E]
instance : Membership E (ConvexCone 𝕜 E) := ⟨fun C x => x ∈ C.carrier⟩
instance : CoeOut (ConvexCone 𝕜 E) (Set E) := ⟨carrier⟩
theorem smul_mem (C : ConvexCone 𝕜 E) {c : 𝕜} {x : E} (hc : 0 < c) (hx : x ∈ C) : c • x ∈ C := C.smul_mem' hc hx
theorem add_mem (C : ConvexCone 𝕜 E) {x y : E} (hx : x ∈ C) (hy : y ∈ C) : x + y ∈ C := C.add_mem' hx hy
def Pointed (C : ConvexCone 𝕜 E) : Prop := (0 : E) ∈ C
end ConvexCone

/-! ## Extrema -/

section Extrema
variable {α : Type u} {β : Type v} [Preorder β]
def IsMinFilter (f : α → β) (l : Filter α) (a : α) : Prop := Filter.Eventually (fun x => f a ≤ f x) l
def IsMaxFilter (f : α → β) (l : Filter α) (a : α) : Prop := Filter.Eventually (fun x => f x ≤ f a) l
def IsExtrFilter (f : α → β) (l : Filter α) (a : α) : Prop := IsMinFilter f l a ∨ IsMaxFilter f l a
/-- The value at `a` is least among those on `s`. -/
def IsMinOn (f : α → β) (s : Set α) (a : α) : Prop := IsMinFilter f (Filter.principal s) a
/-- The value at `a` is greatest among those on `s`. -/
def IsMaxOn (f : α → β) (s : Set α) (a : α) : Prop := IsMaxFilter f (Filter.principal s) a
def IsExtrOn (f : α → β) (s : Set α) (a : α) : Prop := IsExtrFilter f (Filter.principal s) a
@[grind =] theorem isMinOn_iff {f : α → β} {s : Set α} {a : α} : IsMinOn f s a ↔ ∀ x, x ∈ s → f a ≤ f x := Iff.rfl
@[grind =] theorem isMaxOn_iff {f : α → β} {s : Set α} {a : α} : IsMaxOn f s a ↔ ∀ x, x ∈ s → f x ≤ f a := Iff.rfl
variable [TopologicalSpace α]
def IsLocalMin (f : α → β) (a : α) : Prop := IsMinFilter f (nhds a) a
def IsLocalMax (f : α → β) (a : α) : Prop := IsMaxFilter f (nhds a) a
def IsLocalExtr (f : α → β) (a : α) : Prop := IsExtrFilter f (nhds a) a
def IsLocalMinOn (f : α → β) (s : Set α) (a : α) : Prop := IsMinFilter f (nhdsWithin a s) a
def IsLocalMaxOn (f : α → β) (s : Set α) (a : α) : Prop := IsMaxFilter f (nhdsWithin a s) a
def IsLocalExtrOn (f : α → β) (s : Set α) (a : α) : Prop := IsExtrFilter f (nhdsWithin a s) a
theorem IsMinOn.isLocalMin {f : α → β} {s : Set α} {a : α} (h : IsMinOn f s a) (hs : s ∈ nhds a) : IsLocalMin f a := Filter.mem_of_superset hs h
theorem IsMaxOn.isLocalMax {f : α → β} {s : Set α} {a : α} (h : IsMaxOn f s a) (hs : s ∈ nhds a) : IsLocalMax f a := Filter.mem_of_superset hs h
end Extrema
