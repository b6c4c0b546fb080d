module
public import Mathlet.Topology.Metric
public import Mathlet.Data.Complex.Basic
public import Mathlet.Data.Fintype
public import Mathlet.Algebra.BigOperators
@[expose] public noncomputable section

/-! # Distances of numbers, pairs, functions, members of sets -/

universe u v w

local infixl:80 " ⁻¹' " => Set.preimage
open Filter

theorem abs_sub_le (a b c : Real) : abs (a - c) ≤ abs (a - b) + abs (b - c) := by grind
instance Real.metricSpace : MetricSpace Real := MetricSpace.ofDist (fun x y => abs (x - y))
  (fun x => by grind) (fun x y => by grind) (fun x y z => by grind) (fun x y h => by grind)
instance (priority := 1100) Real.pseudoMetricSpace : PseudoMetricSpace Real := Real.metricSpace.toPseudoMetricSpace
@[grind =] theorem Real.dist_eq (x y : Real) : dist x y = abs (x - y) := rfl
instance Complex.metricSpace : MetricSpace Complex := MetricSpace.ofDist (fun x y => norm (x - y))
  (fun x => by show norm (x - x) = 0; rw [sub_self]; exact Complex.norm_zero')
  (fun x y => by show norm (x - y) = norm (y - x); rw [← Complex.norm_neg', neg_sub])
  (fun x y z => by show norm (x - z) ≤ norm (x - y) + norm (y - z); rw [show x - z = (x - y) + (y - z) by grind]; exact Complex.norm_add_le' _ _)
  (fun x y h => by have := Complex.norm_eq_zero'.1 h; grind)
theorem Complex.dist_eq (z w : Complex) : dist z w = norm (z - w) := rfl

/-- Whole numbers lie apart: every set is open. -/
protected theorem TopologicalSpace.bot_iff {α : Type u} {d : α → α → Real} (h : ∀ x y, d x y < 1 → x = y) (s : Set α) :
    (Bot.bot : TopologicalSpace α).IsOpen s ↔ ∀ x, x ∈ s → ∃ ε, 0 < ε ∧ ∀ y, d x y < ε → y ∈ s :=
  ⟨fun _ x hx => ⟨1, by grind, fun y hy => h x y hy ▸ hx⟩, fun _ => trivial⟩
protected theorem Int.dist_small (x y : Int) (h : abs ((x : Real) - y) < 1) : x = y := by
  have h1 := abs_lt.1 h
  have h2 : (x : Real) < (y + 1 : Int) := by rw [Int.cast_add, Int.cast_one]; grind
  have h3 : (y : Real) < (x + 1 : Int) := by rw [Int.cast_add, Int.cast_one]; grind
  have := Int.cast_lt.1 h2; have := Int.cast_lt.1 h3; omega
protected theorem Nat.dist_small (x y : Nat) (h : abs ((x : Real) - y) < 1) : x = y := by
  have h1 := abs_lt.1 h
  have h2 : (x : Real) < (y + 1 : Nat) := by rw [Nat.cast_succ]; grind
  have h3 : (y : Real) < (x + 1 : Nat) := by rw [Nat.cast_succ]; grind
  have := Nat.cast_lt.1 h2; have := Nat.cast_lt.1 h3; omega
instance Int.metricSpace : MetricSpace Int where
  toPseudoMetricSpace := PseudoMetricSpace.ofOpen (fun x y => abs ((x : Real) - y)) Bot.bot (fun x => by simp) (fun x y => abs_sub_comm _ _)
    (fun x y z => abs_sub_le _ _ _) (TopologicalSpace.bot_iff Int.dist_small)
  eq_of_dist_eq_zero {x y} h := Int.dist_small x y (by have : abs ((x : Real) - y) = 0 := h; grind)
instance Nat.metricSpace : MetricSpace Nat where
  toPseudoMetricSpace := PseudoMetricSpace.ofOpen (fun x y => abs ((x : Real) - y)) Bot.bot (fun x => by simp) (fun x y => abs_sub_comm _ _)
    (fun x y z => abs_sub_le _ _ _) (TopologicalSpace.bot_iff Nat.dist_small)
  eq_of_dist_eq_zero {x y} h := Nat.dist_small x y (by have : abs ((x : Real) - y) = 0 := h; grind)
instance Rat.metricSpace : MetricSpace Rat := MetricSpace.ofDist (fun x y => abs ((x : Real) - y))
  (fun x => by grind) (fun x y => by grind) (fun x y z => by grind) (fun x y h => by
    have h0 : (x : Real) = y := by grind
    exact Real.ofRat_inj.1 h0)
theorem Int.dist_eq (x y : Int) : dist x y = abs ((x : Real) - y) := rfl
theorem Nat.dist_eq (x y : Nat) : Dist.dist x y = abs ((x : Real) - y) := rfl
theorem Rat.dist_eq (x y : Rat) : dist x y = abs ((x : Real) - y) := rfl
instance : DiscreteTopology Nat := ⟨rfl⟩
instance : DiscreteTopology Int := ⟨rfl⟩

/-! ## Subspaces and products -/

section
variable {α : Type u} {β : Type v}
instance Subtype.pseudoMetricSpace {p : α → Prop} [PseudoMetricSpace α] : PseudoMetricSpace (Subtype p) :=
  PseudoMetricSpace.ofOpen (fun x y => dist x.1 y.1) instTopologicalSpaceSubtype (fun x => dist_self _) (fun x y => dist_comm _ _)
    (fun x y z => dist_triangle _ _ _) fun s => by
    constructor
    · rintro ⟨r, hr, rfl⟩ x hx
      obtain ⟨ε, hε, h⟩ := Metric.isOpen_iff.1 hr x.1 hx
      exact ⟨ε, hε, fun y hy => h y.1 (by rw [Metric.mem_ball, dist_comm]; exact hy)⟩
    · intro h
      refine isOpen_iff_forall_mem_open.2 fun x hx => ?_
      obtain ⟨ε, hε, hb⟩ := h x hx
      exact ⟨Subtype.val ⁻¹' Metric.ball x.1 ε, fun y hy => hb y (by show dist x.1 y.1 < ε; rw [dist_comm]; exact hy),
        Metric.isOpen_ball.preimage continuous_subtype_val, by show dist x.1 x.1 < ε; rw [dist_self]; exact hε⟩
instance Subtype.metricSpace {p : α → Prop} [MetricSpace α] : MetricSpace (Subtype p) where
  eq_of_dist_eq_zero h := Subtype.ext (dist_eq_zero.1 h)
@[grind =] theorem Subtype.dist_eq {p : α → Prop} [PseudoMetricSpace α] (x y : Subtype p) : dist x y = dist (x : α) y := rfl

instance Prod.pseudoMetricSpaceMax [PseudoMetricSpace α] [PseudoMetricSpace β] : PseudoMetricSpace (α × β) :=
  PseudoMetricSpace.ofOpen (fun x y => max (dist x.1 y.1) (dist x.2 y.2)) instTopologicalSpaceProd
    (fun x => show max _ _ = _ by rw [dist_self, dist_self, max_self]) (fun x y => show max _ _ = max _ _ by rw [dist_comm x.1, dist_comm x.2])
    (fun x y z => by have := dist_triangle x.1 y.1 z.1; have := dist_triangle x.2 y.2 z.2; grind) fun s => by
    constructor
    · intro h x hx
      obtain ⟨u, v, hu, hv, ha, hb, hs⟩ := isOpen_prod_iff.1 h x.1 x.2 hx
      obtain ⟨ε, hε, h1⟩ := Metric.isOpen_iff.1 hu _ ha
      obtain ⟨δ, hδ, h2⟩ := Metric.isOpen_iff.1 hv _ hb
      refine ⟨min ε δ, by grind, fun y hy => hs y ⟨h1 _ ?_, h2 _ ?_⟩⟩
      · rw [Metric.mem_ball, dist_comm]; grind
      · rw [Metric.mem_ball, dist_comm]; grind
    · intro h
      refine isOpen_prod_iff.2 fun a b hab => ?_
      obtain ⟨ε, hε, hs⟩ := h _ hab
      refine ⟨Metric.ball a ε, Metric.ball b ε, Metric.isOpen_ball, Metric.isOpen_ball, ?_, ?_, fun p hp => hs p ?_⟩
      · rw [Metric.mem_ball, dist_self]; exact hε
      · rw [Metric.mem_ball, dist_self]; exact hε
      · have h1 : dist p.1 a < ε := hp.1
        have h2 : dist p.2 b < ε := hp.2
        rw [dist_comm] at h1 h2; grind
theorem Prod.dist_eq [PseudoMetricSpace α] [PseudoMetricSpace β] {x y : α × β} : dist x y = max (dist x.1 y.1) (dist x.2 y.2) := rfl
instance Prod.metricSpaceMax [MetricSpace α] [MetricSpace β] : MetricSpace (α × β) where
  eq_of_dist_eq_zero {x y} h := by
    have h0 : max (dist x.1 y.1) (dist x.2 y.2) = 0 := h
    have h1 : 0 ≤ dist x.1 y.1 := dist_nonneg
    have h2 : 0 ≤ dist x.2 y.2 := dist_nonneg
    exact Prod.ext (dist_eq_zero.1 (by grind)) (dist_eq_zero.1 (by grind))
end

section Pi
variable {ι : Type u} [Fintype ι] {X : ι → Type v}
/-- A finite family of reals has a bound. -/
theorem Real.bddAbove_range_of_fintype (a : ι → Real) : BddAbove (Set.range a) :=
  ⟨Finset.univ.sum fun i => abs (a i), fun y ⟨i, hi⟩ => hi ▸ le_trans (le_abs_self _)
    (Finset.single_le_sum (f := fun i => abs (a i)) (fun _ _ => abs_nonneg _) (Finset.mem_univ i))⟩
/-- The largest of finitely many numbers that are not negative; 0 of none. -/
theorem Real.le_sSup_range (a : ι → Real) (i : ι) : a i ≤ sSup (Set.range a) := le_csSup (Real.bddAbove_range_of_fintype a) ⟨i, rfl⟩
theorem Real.sSup_range_le {a : ι → Real} {r : Real} (hr : 0 ≤ r) (h : ∀ i, a i ≤ r) : sSup (Set.range a) ≤ r := by
  by_cases hn : (Set.range a).Nonempty
  · exact csSup_le hn fun b ⟨i, hi⟩ => hi ▸ h i
  · have e : Set.range a = ∅ := Classical.byContradiction fun he => hn (Set.nonempty_iff_ne_empty.2 he)
    rw [e, Real.sSup_empty]; exact hr
/-- Positive bounds for finitely many things have a common one. -/
theorem Real.exists_common_pos {P : ι → Real → Prop} (mono : ∀ i ε δ, δ ≤ ε → P i ε → P i δ) (h : ∀ i, ∃ ε, 0 < ε ∧ P i ε) :
    ∃ ε, 0 < ε ∧ ∀ i, P i ε := by
  classical
  have : ∀ s : Finset ι, ∃ ε, 0 < ε ∧ ∀ i, i ∈ s → P i ε := fun s => by
    induction s using Finset.induction_on with
    | empty => exact ⟨1, by grind, fun i hi => (Finset.notMem_empty i hi).elim⟩
    | insert a s _ ih =>
      obtain ⟨ε, hε, he⟩ := ih
      obtain ⟨δ, hδ, hd⟩ := h a
      refine ⟨min ε δ, by grind, fun i hi => ?_⟩
      rcases Finset.mem_insert.1 hi with rfl | hi
      · exact mono i δ _ (min_le_right _ _) hd
      · exact mono i ε _ (min_le_left _ _) (he i hi)
  exact (this Finset.univ).elim fun ε h => ⟨ε, h.1, fun i => h.2 i (Finset.mem_univ i)⟩
instance pseudoMetricSpacePi [∀ i, PseudoMetricSpace (X i)] : PseudoMetricSpace (∀ i, X i) :=
  PseudoMetricSpace.ofOpen (fun f g => sSup (Set.range fun i => dist (f i) (g i))) Pi.topologicalSpace
    (fun f => by
      refine le_antisymm (Real.sSup_range_le (le_refl _) fun i => le_of_eq (dist_self _)) ?_
      by_cases hn : Nonempty ι
      · obtain ⟨i⟩ := hn
        have := Real.le_sSup_range (fun i => dist (f i) (f i)) i
        rwa [dist_self] at this
      · have e : (Set.range fun i => dist (f i) (f i)) = ∅ := Set.ext fun r => ⟨fun ⟨i, _⟩ => hn ⟨i⟩, fun h => h.elim⟩
        show 0 ≤ sSup (Set.range fun i => dist (f i) (f i))
        rw [e, Real.sSup_empty])
    (fun f g => congrArg (fun a => sSup (Set.range a)) (funext fun i => dist_comm _ _))
    (fun f g k => by
      have pos : ∀ f g : (∀ i, X i), 0 ≤ sSup (Set.range fun i => dist (f i) (g i)) := fun f g => by
        by_cases hn : Nonempty ι
        · obtain ⟨i⟩ := hn
          exact le_trans dist_nonneg (Real.le_sSup_range (fun i => dist (f i) (g i)) i)
        · have e : (Set.range fun i => dist (f i) (g i)) = ∅ := Set.ext fun r => ⟨fun ⟨i, _⟩ => hn ⟨i⟩, fun h => h.elim⟩
          rw [e, Real.sSup_empty]
      refine Real.sSup_range_le (add_nonneg (pos f g) (pos g k)) fun i => ?_
      have h1 := Real.le_sSup_range (fun i => dist (f i) (g i)) i
      have h2 := Real.le_sSup_range (fun i => dist (g i) (k i)) i
      have h3 := dist_triangle (f i) (g i) (k i)
      exact le_trans h3 (add_le_add h1 h2))
    fun s => by
      constructor
      · intro h f hf
        induction h with
        | basic s hs =>
          obtain ⟨_, ⟨i, rfl⟩, r, hr, rfl⟩ := hs
          obtain ⟨ε, hε, hb⟩ := Metric.isOpen_iff.1 hr _ hf
          exact ⟨ε, hε, fun g hg => hb _ (by
            have := Real.le_sSup_range (fun i => dist (f i) (g i)) i
            rw [Metric.mem_ball, dist_comm]; exact lt_of_le_of_lt this hg)⟩
        | univ => exact ⟨1, by grind, fun _ _ => trivial⟩
        | inter s t _ _ ihs iht =>
          obtain ⟨ε, hε, h1⟩ := ihs hf.1
          obtain ⟨δ, hδ, h2⟩ := iht hf.2
          exact ⟨min ε δ, by grind, fun g hg => ⟨h1 g (lt_of_lt_of_le hg (min_le_left _ _)), h2 g (lt_of_lt_of_le hg (min_le_right _ _))⟩⟩
        | sUnion S _ ih =>
          obtain ⟨t, ht, hf⟩ := hf
          obtain ⟨ε, hε, h⟩ := ih t ht hf
          exact ⟨ε, hε, fun g hg => ⟨t, ht, h g hg⟩⟩
      · intro h
        refine isOpen_iff_mem_nhds.2 fun f hf => ?_
        obtain ⟨ε, hε, hs⟩ := h f hf
        have : Tendsto id (nhds f) (nhds f) := tendsto_id
        have hi := fun i => (tendsto_pi_nhds.1 this i) (Metric.ball_mem_nhds (f i) (half_pos hε))
        -- finitely many neighbourhoods meet in one
        have : ∀ s : Finset ι, (setOf fun g : (∀ i, X i) => ∀ i, i ∈ s → dist (g i) (f i) < ε / 2) ∈ nhds f := fun s => by
          classical
          induction s using Finset.induction_on with
          | empty => exact mem_of_superset univ_mem fun g _ i hi => (Finset.notMem_empty i hi).elim
          | insert a s _ ih =>
            refine mem_of_superset (inter_mem ih (hi a)) fun g hg i hi => ?_
            rcases Finset.mem_insert.1 hi with rfl | hi
            · exact hg.2
            · exact hg.1 i hi
        refine mem_of_superset (this Finset.univ) fun g hg => hs g ?_
        refine lt_of_le_of_lt (Real.sSup_range_le (r := ε / 2) (le_of_lt (half_pos hε)) fun i => ?_) (half_lt_self hε)
        rw [dist_comm]; exact le_of_lt (hg i (Finset.mem_univ i))
theorem dist_pi_def [∀ i, PseudoMetricSpace (X i)] (f g : ∀ i, X i) : dist f g = sSup (Set.range fun i => dist (f i) (g i)) := rfl
theorem dist_le_pi_dist [∀ i, PseudoMetricSpace (X i)] (f g : ∀ i, X i) (i : ι) : dist (f i) (g i) ≤ dist f g :=
  Real.le_sSup_range (fun i => dist (f i) (g i)) i
theorem dist_pi_le_iff [∀ i, PseudoMetricSpace (X i)] {f g : ∀ i, X i} {r : Real} (hr : 0 ≤ r) : dist f g ≤ r ↔ ∀ i, dist (f i) (g i) ≤ r :=
  ⟨fun h i => le_trans (dist_le_pi_dist f g i) h, Real.sSup_range_le hr⟩
instance metricSpacePi [∀ i, MetricSpace (X i)] : MetricSpace (∀ i, X i) where
  eq_of_dist_eq_zero {f g} h := funext fun i => dist_eq_zero.1 (le_antisymm (le_trans (dist_le_pi_dist f g i) (le_of_eq h)) dist_nonneg)
end Pi

/-! ## Bounded sets -/

namespace Bornology
variable {α : Type u} [PseudoMetricSpace α]
/-- The distances within the set have a bound. -/
def IsBounded (s : Set α) : Prop := ∃ C : Real, ∀ x, x ∈ s → ∀ y, y ∈ s → dist x y ≤ C
/-- The filter of the sets with bounded complement. -/
def cobounded (α : Type u) [PseudoMetricSpace α] : Filter α where
  sets := setOf fun s => IsBounded (HasCompl.compl s)
  univ_sets := ⟨0, fun _ hx => (hx trivial).elim⟩
  sets_of_superset := fun ⟨C, h⟩ hs => ⟨C, fun x hx y hy => h x (fun h => hx (hs x h)) y (fun h => hy (hs y h))⟩
  inter_sets := by
    intro s t ⟨C, h⟩ ⟨D, k⟩
    by_cases h1 : ∃ a, a ∉ s
    · by_cases h2 : ∃ b, b ∉ t
      · obtain ⟨a, ha⟩ := h1
        obtain ⟨b, hb⟩ := h2
        refine ⟨C + dist a b + D, fun x hx y hy => ?_⟩
        have hx' : dist x a ≤ C ∨ dist x b ≤ D := (Classical.em (x ∈ s)).elim
          (fun hs => .inr (k x (fun ht => hx ⟨hs, ht⟩) b hb)) fun hs => .inl (h x hs a ha)
        have hy' : dist y a ≤ C ∨ dist y b ≤ D := (Classical.em (y ∈ s)).elim
          (fun hs => .inr (k y (fun ht => hy ⟨hs, ht⟩) b hb)) fun hs => .inl (h y hs a ha)
        have hx'' : dist x a ≤ C ∧ x ∉ s ∨ dist x b ≤ D ∧ x ∉ t := (Classical.em (x ∈ s)).elim
          (fun hs => .inr ⟨k x (fun ht => hx ⟨hs, ht⟩) b hb, fun ht => hx ⟨hs, ht⟩⟩) fun hs => .inl ⟨h x hs a ha, hs⟩
        have hy'' : dist y a ≤ C ∧ y ∉ s ∨ dist y b ≤ D ∧ y ∉ t := (Classical.em (y ∈ s)).elim
          (fun hs => .inr ⟨k y (fun ht => hy ⟨hs, ht⟩) b hb, fun ht => hy ⟨hs, ht⟩⟩) fun hs => .inl ⟨h y hs a ha, hs⟩
        have c0 : 0 ≤ C := le_trans dist_nonneg (h a ha a ha)
        have d0 : 0 ≤ D := le_trans dist_nonneg (k b hb b hb)
        have e0 : 0 ≤ dist a b := dist_nonneg
        rcases hx'' with ⟨h1, hxs⟩ | ⟨h1, hxt⟩ <;> rcases hy'' with ⟨h2, hys⟩ | ⟨h2, hyt⟩
        · have := h x hxs y hys; grind
        · have := dist_triangle x a b; have := dist_triangle x b y; have := dist_comm y b; grind
        · have := dist_triangle y a b; have := dist_triangle y b x; have := dist_comm x b; have := dist_comm x y; grind
        · have := k x hxt y hyt; grind
      · exact ⟨C, fun x hx y hy => h x (fun hs => hx ⟨hs, Classical.byContradiction fun hn => h2 ⟨x, hn⟩⟩) y
          fun hs => hy ⟨hs, Classical.byContradiction fun hn => h2 ⟨y, hn⟩⟩⟩
    · exact ⟨D, fun x hx y hy => k x (fun ht => hx ⟨Classical.byContradiction fun hn => h1 ⟨x, hn⟩, ht⟩) y
        fun ht => hy ⟨Classical.byContradiction fun hn => h1 ⟨y, hn⟩, ht⟩⟩
end Bornology
theorem Metric.isBounded_iff {α : Type u} [PseudoMetricSpace α] {s : Set α} :
    Bornology.IsBounded s ↔ ∃ C : Real, ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → dist x y ≤ C := Iff.rfl
