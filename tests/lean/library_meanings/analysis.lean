-- What the names mean: each line holds under Mathlib's name, with Mathlib's arguments.
open Filter Topology

-- Filters.
example {α : Type*} (f g : Filter α) : f ≤ g ↔ ∀ s, s ∈ g → s ∈ f := Filter.le_def
example {α : Type*} (s t : Set α) : s ∈ 𝓟 t ↔ t ⊆ s := Filter.mem_principal
example {α β : Type*} (m : α → β) (f : Filter α) (t : Set β) : t ∈ map m f ↔ m ⁻¹' t ∈ f := Filter.mem_map
example {α β : Type*} (m : α → β) (g : Filter β) (s : Set α) : s ∈ comap m g ↔ ∃ t ∈ g, m ⁻¹' t ⊆ s := Filter.mem_comap
example {α : Type*} (f : Filter α) (s t : Set α) : s ∈ f ⊓ 𝓟 t ↔ {x | x ∈ t → x ∈ s} ∈ f := Filter.mem_inf_principal
example {α : Type*} (f g : Filter α) (s : Set α) : s ∈ f ⊔ g ↔ s ∈ f ∧ s ∈ g := Filter.mem_sup
example {α : Type*} (f : Filter α) (p : α → Prop) : (∀ᶠ x in f, p x) ↔ {x | p x} ∈ f := Filter.eventually_iff
example {α : Type*} (f : Filter α) (p : α → Prop) : (∃ᶠ x in f, p x) ↔ ¬ ∀ᶠ x in f, ¬ p x := Iff.rfl
example (p : ℕ → Prop) : (∀ᶠ n in atTop, p n) ↔ ∃ a, ∀ b, a ≤ b → p b := Filter.eventually_atTop
example (p : ℕ → Prop) : (∃ᶠ n in atTop, p n) ↔ ∀ a, ∃ b, a ≤ b ∧ p b := Filter.frequently_atTop
example (p : ℝ → Prop) : (∀ᶠ x in atBot, p x) ↔ ∃ a, ∀ b, b ≤ a → p b := Filter.eventually_atBot
example (f : ℕ → ℝ) : Tendsto f atTop atTop ↔ ∀ b, ∃ i, ∀ a, i ≤ a → b ≤ f a := Filter.tendsto_atTop_atTop
example (f : ℕ → ℝ) : Tendsto f atTop atBot ↔ ∀ b, ∃ i, ∀ a, i ≤ a → f a ≤ b := Filter.tendsto_atTop_atBot
example (u : ℕ → ℝ) : limsup u atTop = sInf {a | ∀ᶠ n in atTop, u n ≤ a} := Filter.limsup_eq
example (u : ℕ → ℝ) : liminf u atTop = sSup {a | ∀ᶠ n in atTop, a ≤ u n} := Filter.liminf_eq

-- Topological spaces.
example {X : Type*} [TopologicalSpace X] (s : Set X) : IsOpen sᶜ ↔ IsClosed s := isOpen_compl_iff
example {X : Type*} [TopologicalSpace X] (s : Set X) (x : X) : x ∈ interior s ↔ ∃ t ⊆ s, IsOpen t ∧ x ∈ t := mem_interior
example {X : Type*} [TopologicalSpace X] (s : Set X) (x : X) : x ∈ closure s ↔ ∀ o, IsOpen o → x ∈ o → (o ∩ s).Nonempty := mem_closure_iff
example {X : Type*} [TopologicalSpace X] (s : Set X) : frontier s = closure s \ interior s := rfl
example {X : Type*} [TopologicalSpace X] (s : Set X) : Dense s ↔ closure s = Set.univ := dense_iff_closure_eq
example {X : Type*} [TopologicalSpace X] (s : Set X) (x : X) : s ∈ 𝓝 x ↔ ∃ t ⊆ s, IsOpen t ∧ x ∈ t := mem_nhds_iff
example {X : Type*} [TopologicalSpace X] (s t : Set X) (x : X) : s ∈ 𝓝[t] x ↔ ∃ u, IsOpen u ∧ x ∈ u ∧ u ∩ t ⊆ s := mem_nhdsWithin
example {X : Type*} [TopologicalSpace X] (x : X) : 𝓝[≠] x = 𝓝 x ⊓ 𝓟 {x}ᶜ := rfl
example {X : Type*} [TopologicalSpace X] (s : Set X) (x : X) : x ∈ closure s ↔ ClusterPt x (𝓟 s) := mem_closure_iff_clusterPt
example {X Y : Type*} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) : Continuous f ↔ ∀ s, IsOpen s → IsOpen (f ⁻¹' s) := continuous_def
example {X Y : Type*} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) : Continuous f ↔ ∀ x, ContinuousAt f x := continuous_iff_continuousAt
example {X Y : Type*} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) : ContinuousOn f Set.univ ↔ Continuous f := continuousOn_univ
example {X Y : Type*} [TopologicalSpace X] [TopologicalSpace Y] (s : Set (X × Y)) :
    IsOpen s ↔ ∀ a b, (a, b) ∈ s → ∃ u v, IsOpen u ∧ IsOpen v ∧ a ∈ u ∧ b ∈ v ∧ u ×ˢ v ⊆ s := isOpen_prod_iff
example {ι : Type*} {Y : ι → Type*} [∀ i, TopologicalSpace (Y i)] (f : ℕ → ∀ i, Y i) (g : ∀ i, Y i) :
    Tendsto f atTop (𝓝 g) ↔ ∀ i, Tendsto (fun x => f x i) atTop (𝓝 (g i)) := tendsto_pi_nhds
example {X Y : Type*} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) :
    IsQuotientMap f ↔ Function.Surjective f ∧ ∀ s, IsOpen s ↔ IsOpen (f ⁻¹' s) := isQuotientMap_iff
example {X : Type*} [TopologicalSpace X] [T2Space X] (f : ℕ → X) (a b : X) (ha : Tendsto f atTop (𝓝 a)) (hb : Tendsto f atTop (𝓝 b)) :
    a = b := tendsto_nhds_unique ha hb
example {X : Type*} [TopologicalSpace X] : RegularSpace X ↔ ∀ (s : Set X) (a : X), IsClosed s → a ∉ s →
    ∃ U V, IsOpen U ∧ IsOpen V ∧ s ⊆ U ∧ a ∈ V ∧ Disjoint U V := regularSpace_iff_separated
example {X Y : Type*} [TopologicalSpace X] [TopologicalSpace Y] (s : Set X) (f : X → Y) (hs : IsCompact s) (hf : Continuous f) :
    IsCompact (f '' s) := hs.image hf
example {X Y : Type*} [TopologicalSpace X] [TopologicalSpace Y] (s : Set X) (f : X → Y) (hs : IsConnected s) (hf : Continuous f) :
    IsConnected (f '' s) := hs.image hf

-- Metric spaces.
example (x y : ℝ) : dist x y = |x - y| := Real.dist_eq x y
example (z w : ℂ) : dist z w = ‖z - w‖ := Complex.dist_eq z w
example (x y : ℝ × ℝ) : dist x y = max (dist x.1 y.1) (dist x.2 y.2) := Prod.dist_eq
example (f g : Fin 3 → ℝ) (r : ℝ) (h : 0 ≤ r) : dist f g ≤ r ↔ ∀ i, dist (f i) (g i) ≤ r := dist_pi_le_iff h
example {X : Type*} [MetricSpace X] (x y : X) : dist x y = 0 ↔ x = y := dist_eq_zero
example {X : Type*} [MetricSpace X] (x y z : X) : dist x z ≤ dist x y + dist y z := dist_triangle x y z
example {X : Type*} [MetricSpace X] (x y : X) (r : ℝ) : y ∈ Metric.ball x r ↔ dist y x < r := Metric.mem_ball
example {X : Type*} [MetricSpace X] (s : Set X) : IsOpen s ↔ ∀ x ∈ s, ∃ ε > 0, Metric.ball x ε ⊆ s := Metric.isOpen_iff
example {X : Type*} [MetricSpace X] (s : Set X) (a : X) : a ∈ closure s ↔ ∀ ε > 0, ∃ b ∈ s, dist a b < ε := Metric.mem_closure_iff
example {X : Type*} [MetricSpace X] (u : ℕ → X) (a : X) : Tendsto u atTop (𝓝 a) ↔ ∀ ε > 0, ∃ N, ∀ n ≥ N, dist (u n) a < ε := Metric.tendsto_atTop
example {X Y : Type*} [MetricSpace X] [MetricSpace Y] (f : X → Y) :
    Continuous f ↔ ∀ b, ∀ ε > 0, ∃ δ > 0, ∀ a, dist a b < δ → dist (f a) (f b) < ε := Metric.continuous_iff
example (f : ℝ → ℝ) (s : Set ℝ) :
    ContinuousOn f s ↔ ∀ b ∈ s, ∀ ε > 0, ∃ δ > 0, ∀ a ∈ s, dist a b < δ → dist (f a) (f b) < ε := Metric.continuousOn_iff
example {X Y : Type*} [MetricSpace X] [MetricSpace Y] (f : X → Y) :
    UniformContinuous f ↔ ∀ ε > 0, ∃ δ > 0, ∀ ⦃a b : X⦄, dist a b < δ → dist (f a) (f b) < ε := Metric.uniformContinuous_iff
example {X : Type*} [MetricSpace X] (u : ℕ → X) : CauchySeq u ↔ ∀ ε > 0, ∃ N, ∀ m ≥ N, ∀ n ≥ N, dist (u m) (u n) < ε := Metric.cauchySeq_iff
example {X : Type*} [MetricSpace X] (s : Set X) : Bornology.IsBounded s ↔ ∃ C, ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → dist x y ≤ C := Metric.isBounded_iff
example : CompleteSpace ℝ := inferInstance
example {E : Type*} [NormedAddCommGroup E] (x y : E) : dist x y = ‖x - y‖ := dist_eq_norm x y
example {E : Type*} [NormedAddCommGroup E] [NormedSpace ℝ E] (c : ℝ) (x : E) : ‖c • x‖ = ‖c‖ * ‖x‖ := norm_smul c x
example (n : ℕ) : {n} ∈ 𝓝 n := IsOpen.mem_nhds (isOpen_discrete _) rfl

-- Series.
example (f : ℕ → ℝ) (a : ℝ) : HasSum f a ↔ Tendsto (fun s : Finset ℕ => ∑ b ∈ s, f b) atTop (𝓝 a) := Iff.rfl
example (f : ℕ → ℝ) (a : ℝ) : HasSum f a ↔ ∀ ε, 0 < ε → ∃ s : Finset ℕ, ∀ t, s ⊆ t → |∑ b ∈ t, f b - a| < ε := hasSum_iff_eps
example (f : ℕ → ℝ) (a : ℝ) (h : HasSum f a) : ∑' n, f n = a := h.tsum_eq
example (f : ℕ → ℝ) (h : ¬ Summable f) : ∑' n, f n = 0 := tsum_eq_zero_of_not_summable h

-- Derivatives.
example (f : ℝ → ℝ) (f' x : ℝ) (h : HasDerivAt f f' x) : deriv f x = f' := h.deriv
example (f : ℝ → ℝ) (x : ℝ) (h : ¬ DifferentiableAt ℝ f x) : deriv f x = 0 := deriv_zero_of_not_differentiableAt h
example (f : ℝ → ℝ) (x : ℝ) (h : DifferentiableAt ℝ f x) : HasDerivAt f (deriv f x) x := h.hasDerivAt
example (f : ℝ → ℝ) (x : ℝ) : fderiv ℝ f x 1 = deriv f x := fderiv_apply_one_eq_deriv
example (x c : ℝ) : deriv (fun _ : ℝ => c) x = 0 := deriv_const x c
example (x : ℝ) : deriv id x = 1 := deriv_id x
example (f : ℝ → ℝ) (n : ℕ) : iteratedDeriv (n + 1) f = deriv (iteratedDeriv n f) := iteratedDeriv_succ
example (f : ℝ → ℝ) (n : ℕ) : iteratedDeriv n f = deriv^[n] f := iteratedDeriv_eq_iterate
example (f : ℝ → ℝ) : DifferentiableOn ℝ f Set.univ ↔ Differentiable ℝ f := differentiableOn_univ ℝ
example (f : ℝ → ℝ) : ContDiff ℝ 0 f ↔ Continuous f := contDiff_zero

-- Integrals.
example (f : ℝ → ℝ) (a : ℝ) : ∫ x in a..a, f x = 0 := intervalIntegral.integral_same
example (f : ℝ → ℝ) (a b : ℝ) : ∫ x in b..a, f x = -∫ x in a..b, f x := intervalIntegral.integral_symm a b

-- Convexity, extrema.
example (s : Set ℝ) : Convex ℝ s ↔ ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → segment ℝ x y ⊆ s := convex_iff_segment_subset
example (s t : Set (ℝ × ℝ)) (h : s ⊆ t) (ht : Convex ℝ t) : convexHull ℝ s ⊆ t := convexHull_min h ht
example (s : Set (ℝ × ℝ)) : Convex ℝ (convexHull ℝ s) := convex_convexHull s
example (s : Set ℝ) (f : ℝ → ℝ) : ConvexOn ℝ s f ↔ Convex ℝ s ∧ ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : ℝ⦄, 0 ≤ a → 0 ≤ b → a + b = 1 →
    f (a • x + b • y) ≤ a • f x + b • f y := Iff.rfl
example (f : ℝ → ℝ) (s : Set ℝ) (a : ℝ) : IsMinOn f s a ↔ ∀ x ∈ s, f a ≤ f x := isMinOn_iff
example (f : ℝ → ℝ) (a : ℝ) : IsLocalMin f a ↔ ∀ᶠ x in 𝓝 a, f a ≤ f x := Iff.rfl

-- Limits, products, powers.
example (f g : ℕ → ℝ) (a b : ℝ) (hf : Tendsto f atTop (𝓝 a)) (hg : Tendsto g atTop (𝓝 b)) : Tendsto (fun n => f n * g n) atTop (𝓝 (a * b)) := hf.mul hg
example (f g : ℝ → ℝ) (f' g' x : ℝ) (hf : HasDerivAt f f' x) (hg : HasDerivAt g g' x) :
    HasDerivAt (fun y => f y * g y) (f' * g x + f x * g') x := hf.mul hg
example (x : ℝ) : HasDerivAt (fun y : ℝ => y ^ 2) (2 * x) x := by simpa using hasDerivAt_pow 2 x
example (x : ℝ) : deriv (fun y : ℝ => y ^ 3) x = 3 * x ^ 2 := deriv_pow_field 3
example (f : ℝ → ℝ) (h : ContDiff ℝ 1 f) : Differentiable ℝ f := ContDiff.differentiable h (le_refl _)
example (i : Fin 3) (x : ℝ) : (Pi.single i x : Fin 3 → ℝ) i = x := Pi.single_eq_same (M := fun _ => ℝ) i x
-- Boxes have the integral that they should have.
example (c : ℝ) (h : (0 : ℝ) ≤ 2) : MeasureTheory.HasIntegral (MeasureTheory.indicator (Set.Ico (0 : ℝ) 2) fun _ => c) ((2 - 0 : ℝ) • c) :=
  MeasureTheory.hasIntegral_box (α := ℝ) (⟨(0, 2), h⟩ : { p : ℝ × ℝ // p.1 ≤ p.2 }) c
-- Compact sets, by open covers.
example {X : Type} [TopologicalSpace X] (s : Set X) : IsCompact s ↔ ∀ {ι : Type} (U : ι → Set X), (∀ i, IsOpen (U i)) → s ⊆ ⋃ i, U i →
    ∃ t : Finset ι, s ⊆ ⋃ i ∈ t, U i := isCompact_iff_finite_subcover
example {X : Type*} [TopologicalSpace X] [T2Space X] (s : Set X) (hs : IsCompact s) : IsClosed s := hs.isClosed
-- Families: each sign is its own operation.
example (s : Nat → Set Nat) : (⋃ i, s i) = Set.iUnion s := rfl
example (s : Nat → Set Nat) : (⋂ i, s i) = Set.iInter s := rfl
example (s : Nat → Set Nat) : (⋃ i ∈ Set.univ, s i) = Set.iUnion fun i => Set.iUnion fun (_ : i ∈ (Set.univ : Set ℕ)) => s i := rfl
example (s : Nat → Set Nat) : (⋃ (i : ℕ) (j : ℕ), s (i + j)) = Set.iUnion fun i => Set.iUnion fun j => s (i + j) := rfl
example (s : Nat → Set Nat) : (⋃ i : ℕ, s i) = Set.iUnion s := rfl
example (s : Nat → ℝ) : (⨆ i, s i) = iSup s := rfl
example (s : Nat → ℝ) : (⨅ i, s i) = iInf s := rfl
example (f : ℕ → ℝ) : (∑' _ : ℕ, f 0) = tsum fun _ : ℕ => f 0 := rfl
example : ∀ᶠ _ in (atTop : Filter ℕ), True := Eventually.of_forall fun _ => trivial
