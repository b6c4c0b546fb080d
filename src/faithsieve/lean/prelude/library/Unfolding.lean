/-!
# The core dialect: what automation knows about the structures

Definitions that `grind` may replace by what they say, the laws of maps, closure of substructures, and the
facts that a textbook cites by name. `grind` uses a closure law only where the term in question is there
already (`grind ←`): forwards it would never end.
-/

section Unfold

universe v w

attribute [grind =] Function.Injective Function.Surjective Function.Bijective
attribute [grind =] IsUnit IsNilpotent IsIdempotentElem Commute IsOrderOf
attribute [grind =] Monotone Antitone StrictMono StrictAnti BddAbove BddBelow IsLeast IsGreatest IsLUB IsGLB
attribute [grind =] IsClosed Continuous IsOpenMap IsClosedMap IsPreconnected IsConnected Dense
attribute [grind =] TendsTo IsCauchy IsBounded ContinuousAtPoint IsOpenIn IsClosedIn ConvergesIn IsCauchyIn IsCompleteIn
attribute [grind =] Convex ConvexOn ConcaveOn Set.Infinite
attribute [simp, grind =] RingHom.map_add RingHom.map_mul RingHom.map_one MonoidHom.map_one MonoidHom.map_mul
attribute [simp, grind =] MonoidHom.map_inv LinearMap.map_add LinearMap.map_smul LinearMap.map_zero
attribute [simp, grind =] AddMonoidHom.map_zero AddMonoidHom.map_add smul_zero zero_smul

/-! ## Sets and functions -/
section Functions
variable {α : Type u} {β : Type v} {γ : Type w}
@[grind =] theorem Function.comp_eq {f : β → γ} {g : α → β} : f ∘ g = fun x => f (g x) := rfl
/-- No set has as many elements as subsets (Cantor). -/
theorem Function.cantor_surjective (f : α → Set α) : ¬ Function.Surjective f := fun h =>
  let ⟨a, e⟩ := h (setOf fun x => x ∉ f x)
  have both : (a ∈ f a) = (a ∉ f a) := congrArg (fun s : Set α => a ∈ s) e
  by grind
theorem Set.compl_compl (s : Set α) : s.compl.compl = s := by grind
end Functions

/-! ## Groups, rings, ideals -/
section Groups
variable {G : Type u} {H : Type v} [Group G] [Group H] {K : Subgroup G} {a b : G}
@[grind =] theorem Subgroup.normal_iff : K.Normal ↔ ∀ n, n ∈ K → ∀ g : G, g * n * g⁻¹ ∈ K := ⟨fun h => h.conj_mem, .mk⟩
@[grind =] theorem Subgroup.le_iff {L : Subgroup G} : K ≤ L ↔ ∀ a, a ∈ K → a ∈ L := Iff.rfl
@[grind ←] theorem Subgroup.one_mem' : (1 : G) ∈ K := K.one_mem
@[grind ←] theorem Subgroup.mul_mem' (ha : a ∈ K) (hb : b ∈ K) : a * b ∈ K := K.mul_mem a b ha hb
@[grind ←] theorem Subgroup.inv_mem' (ha : a ∈ K) : a⁻¹ ∈ K := K.inv_mem a ha
@[grind ←] theorem Subgroup.div_mem (ha : a ∈ K) (hb : b ∈ K) : a / b ∈ K := K.mul_mem a _ ha (K.inv_mem b hb)
@[grind ←] theorem Subgroup.pow_mem (ha : a ∈ K) (n : Nat) : a ^ n ∈ K := by
  induction n with
  | zero => exact K.one_mem
  | succ n ih => exact K.mul_mem _ _ ih ha
theorem eq_of_mul_inv_eq_one (h : a * b⁻¹ = 1) : a = b := by
  have := eq_inv_of_mul_eq_one_left h; rwa [inv_inv] at this
theorem injective_iff_map_eq_one (f : MonoidHom G H) : Function.Injective f ↔ ∀ a, f a = 1 → a = 1 :=
  ⟨fun h a e => h (e.trans f.map_one.symm), fun h a b e => eq_of_mul_inv_eq_one (h _ (by grind))⟩
end Groups

section Rings
variable {R : Type u} {S : Type v}
section
variable [CommRing R] {I J : Ideal R} {a b : R}
@[grind =] theorem Ideal.isPrime_iff : I.IsPrime ↔ (1 : R) ∉ I ∧ ∀ a b : R, a * b ∈ I → a ∈ I ∨ b ∈ I :=
  ⟨fun h => ⟨h.1, h.2⟩, fun h => ⟨h.1, h.2⟩⟩
@[grind =] theorem Ideal.isMaximal_iff : I.IsMaximal ↔ (1 : R) ∉ I ∧ ∀ J : Ideal R, I ≤ J → (1 : R) ∉ J → J ≤ I :=
  ⟨fun h => ⟨h.1, h.2⟩, fun h => ⟨h.1, h.2⟩⟩
@[grind =] theorem Ideal.le_iff : I ≤ J ↔ ∀ a, a ∈ I → a ∈ J := Iff.rfl
@[grind ←] theorem Ideal.zero_mem' : (0 : R) ∈ I := I.zero_mem
@[grind ←] theorem Ideal.add_mem' (ha : a ∈ I) (hb : b ∈ I) : a + b ∈ I := I.add_mem a b ha hb
@[grind ←] theorem Ideal.mul_mem_left (c : R) (ha : a ∈ I) : c * a ∈ I := I.smul_mem c a ha
@[grind ←] theorem Ideal.mul_mem_right (c : R) (ha : a ∈ I) : a * c ∈ I := by
  have : a * c = c * a := by grind
  rw [this]; exact I.smul_mem c a ha
@[grind ←] theorem Ideal.neg_mem (ha : a ∈ I) : -a ∈ I := by
  have : -a = -1 * a := by grind
  rw [this]; exact I.smul_mem _ a ha
@[grind ←] theorem Ideal.sub_mem (ha : a ∈ I) (hb : b ∈ I) : a - b ∈ I := by
  have : a - b = a + -b := by grind
  rw [this]; exact I.add_mem _ _ ha (I.neg_mem hb)
end
variable [Ring R] [Ring S]
@[simp, grind =] theorem RingHom.map_zero (f : RingHom R S) : f 0 = 0 := by
  have h := f.map_add 0 0
  rw [Lean.Grind.Semiring.add_zero] at h
  grind
@[simp, grind =] theorem RingHom.map_neg (f : RingHom R S) (a : R) : f (-a) = -f a := by
  have h := f.map_add (-a) a
  have e : -a + a = 0 := by grind
  rw [e, f.map_zero] at h
  grind
@[simp, grind =] theorem RingHom.map_sub (f : RingHom R S) (a b : R) : f (a - b) = f a - f b := by
  have e : a - b = a + -b := by grind
  rw [e, f.map_add, f.map_neg]; grind
@[grind →] theorem IsDomain.mul_eq_zero' [IsDomain R] {a b : R} (h : a * b = 0) : a = 0 ∨ b = 0 :=
  IsDomain.eq_zero_or_eq_zero_of_mul_eq_zero a b h
end Rings

/-! ## Modules -/
section Modules
variable {R : Type u} {M : Type v} {N : Type w} [Ring R] [AddCommGroup M] [AddCommGroup N] [Module R M] [Module R N]
  {K L : Submodule R M} {x y : M}
@[simp, grind =] theorem neg_smul (c : R) (x : M) : (-c) • x = -(c • x) := by
  have h := add_smul (-c) c x
  have e : -c + c = 0 := by grind
  rw [e, zero_smul] at h
  grind
@[simp, grind =] theorem smul_neg (c : R) (x : M) : c • (-x) = -(c • x) := by
  have h := smul_add c (-x) x
  have e : -x + x = 0 := by grind
  rw [e, smul_zero] at h
  grind
@[grind =] theorem sub_smul (a b : R) (x : M) : (a - b) • x = a • x - b • x := by
  have e : a - b = a + -b := by grind
  rw [e, add_smul, neg_smul]; grind
@[grind =] theorem smul_sub (c : R) (x y : M) : c • (x - y) = c • x - c • y := by
  have e : x - y = x + -y := by grind
  rw [e, smul_add, smul_neg]; grind
@[grind =] theorem sq_smul (a : R) (x : M) : (a ^ 2) • x = a • a • x := by
  have e : a ^ 2 = a * a := by grind
  rw [e, mul_smul]
@[simp, grind =] theorem LinearMap.map_neg (f : LinearMap R M N) (x : M) : f (-x) = -f x := by
  have h := f.map_add (-x) x
  have e : -x + x = 0 := by grind
  rw [e, f.map_zero] at h
  grind
@[simp, grind =] theorem LinearMap.map_sub (f : LinearMap R M N) (x y : M) : f (x - y) = f x - f y := by
  have e : x - y = x + -y := by grind
  rw [e, f.map_add, f.map_neg]; grind
theorem injective_iff_map_eq_zero (f : LinearMap R M N) : Function.Injective f ↔ ∀ x, f x = 0 → x = 0 :=
  ⟨fun h x e => h (e.trans f.map_zero.symm), fun h x y e => by have := h (x - y) (by grind); grind⟩
@[grind =] theorem Submodule.le_iff : K ≤ L ↔ ∀ x, x ∈ K → x ∈ L := Iff.rfl
@[grind ←] theorem Submodule.zero_mem' : (0 : M) ∈ K := K.zero_mem
@[grind ←] theorem Submodule.add_mem' (hx : x ∈ K) (hy : y ∈ K) : x + y ∈ K := K.add_mem x y hx hy
@[grind ←] theorem Submodule.smul_mem' (c : R) (hx : x ∈ K) : c • x ∈ K := K.smul_mem c x hx
@[grind ←] theorem Submodule.neg_mem (hx : x ∈ K) : -x ∈ K := by
  have : -x = (-1 : R) • x := by grind
  rw [this]; exact K.smul_mem _ x hx
@[grind ←] theorem Submodule.sub_mem (hx : x ∈ K) (hy : y ∈ K) : x - y ∈ K := by
  have : x - y = x + -y := by grind
  rw [this]; exact K.add_mem _ _ hx (K.neg_mem hy)
theorem Submodule.subset_span {s : Set M} (h : x ∈ s) : x ∈ Submodule.span R s := fun _ hK => hK x h
grind_pattern Submodule.subset_span => x ∈ Submodule.span R s
theorem Submodule.span_induction {s : Set M} {p : M → Prop} (hx : x ∈ Submodule.span R s) (mem : ∀ y, y ∈ s → p y)
    (zero : p 0) (add : ∀ y z, p y → p z → p (y + z)) (smul : ∀ (c : R) y, p y → p (c • y)) : p x :=
  hx ⟨p, zero, add, smul⟩ mem
end Modules

/-! ## Orders and topology -/
section Spaces
variable {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y] {s t : Set X} {x : X}
@[grind =] theorem mem_interior {x : X} : x ∈ interior s ↔ ∃ t, IsOpen t ∧ t ⊆ s ∧ x ∈ t := Iff.rfl
theorem isClosed_compl (h : IsOpen s) : IsClosed s.compl := by unfold IsClosed; rwa [Set.compl_compl]
theorem IsClosed.inter (hs : IsClosed s) (ht : IsClosed t) : IsClosed (s ∩ t) := by
  have e : (s ∩ t).compl = s.compl ∪ t.compl := by grind
  unfold IsClosed; rw [e]; exact IsOpen.union hs ht
theorem IsClosed.union (hs : IsClosed s) (ht : IsClosed t) : IsClosed (s ∪ t) := by
  have e : (s ∪ t).compl = s.compl ∩ t.compl := by grind
  unfold IsClosed; rw [e]; exact IsOpen.inter hs ht
theorem isClosed_sInter {S : Set (Set X)} (h : ∀ t, t ∈ S → IsClosed t) : IsClosed (Set.sInter S) := by
  have e : (Set.sInter S).compl = Set.sUnion (setOf fun t => t.compl ∈ S) := by
    ext a; constructor
    · intro ha
      have ⟨r, hr⟩ : ∃ r, r ∈ S ∧ a ∉ r := by grind
      exact ⟨r.compl, by simpa [Set.compl_compl] using hr.1, hr.2⟩
    · rintro ⟨r, hr, ha⟩ all
      exact all r.compl hr ha
  unfold IsClosed; rw [e]
  exact isOpen_sUnion fun _ ht => by have := h _ ht; unfold IsClosed at this; rwa [Set.compl_compl] at this
theorem isOpen_interior : IsOpen (interior s) := by
  have e : interior s = Set.sUnion (setOf fun t => IsOpen t ∧ t ⊆ s) := by grind
  rw [e]; exact isOpen_sUnion fun _ h => h.1
theorem isClosed_closure : IsClosed (closure s) := by
  have e : closure s = Set.sInter (setOf fun t => IsClosed t ∧ s ⊆ t) := by
    ext a; exact ⟨fun h t ht => h t ht.1 ht.2, fun h t h1 h2 => h t ⟨h1, h2⟩⟩
  rw [e]; exact isClosed_sInter fun _ h => h.1
theorem subset_closure : s ⊆ closure s := fun x hx _ _ h => h x hx
theorem closure_minimal (h : s ⊆ t) (ht : IsClosed t) : closure s ⊆ t := fun _ hx => hx t ht h
theorem interior_subset : interior s ⊆ s := fun x ⟨_, _, h, hx⟩ => h x hx
theorem closure_mono (h : s ⊆ t) : closure s ⊆ closure t := fun _ hx r hr ht => hx r hr fun a ha => ht a (h a ha)
theorem IsClosed.closure_eq (h : IsClosed s) : closure s = s := by
  ext a; exact ⟨fun ha => ha s h fun _ h => h, fun ha => subset_closure a ha⟩
theorem closure_union : closure (s ∪ t) = closure s ∪ closure t := by
  ext a; constructor
  · exact fun h => h _ (isClosed_closure.union isClosed_closure) fun b hb => hb.imp (subset_closure b) (subset_closure b)
  · rintro (h | h)
    · exact closure_mono (fun b hb => .inl hb) a h
    · exact closure_mono (fun b hb => .inr hb) a h
theorem IsOpen.preimage {f : X → Y} {r : Set Y} (hf : Continuous f) (hr : IsOpen r) : IsOpen (Set.preimage f r) := hf r hr
theorem IsClosed.preimage {f : X → Y} {r : Set Y} (hf : Continuous f) (hr : IsClosed r) : IsClosed (Set.preimage f r) := hf _ hr
grind_pattern isClosed_closure => closure s
grind_pattern isOpen_interior => interior s
grind_pattern subset_closure => closure s
grind_pattern interior_subset => interior s
grind_pattern IsOpen.inter => IsOpen (s ∩ t)
grind_pattern IsOpen.union => IsOpen (s ∪ t)
grind_pattern IsClosed.inter => IsClosed (s ∩ t)
grind_pattern IsClosed.union => IsClosed (s ∪ t)
grind_pattern IsOpen.preimage => Continuous f, IsOpen (Set.preimage f r)
grind_pattern IsClosed.preimage => Continuous f, IsClosed (Set.preimage f r)
end Spaces

/-! ## Limits and continuity -/
section Limits
variable {R : Type u} [OrderedField R] {X : Type v}
@[grind =] theorem isMetric_iff {d : X → X → R} : IsMetric d ↔ (∀ x y, 0 ≤ d x y) ∧ (∀ x y, d x y = 0 → x = y) ∧
    (∀ x, d x x = 0) ∧ (∀ x y, d x y = d y x) ∧ ∀ x y z, d x z ≤ d x y + d y z :=
  ⟨fun ⟨a, b, c, d, e⟩ => ⟨a, b, c, d, e⟩, fun ⟨a, b, c, d, e⟩ => ⟨a, b, c, d, e⟩⟩
@[grind =] theorem mem_openBall {d : X → X → R} {x y : X} {r : R} : y ∈ openBall d x r ↔ d y x < r := Iff.rfl
@[grind =] theorem isExp_iff {exp : R → R} : IsExp exp ↔ exp 0 = 1 ∧ (∀ x y, exp (x + y) = exp x * exp y) ∧
    (∀ x, 0 < exp x) ∧ ∀ x y, x < y → exp x < exp y :=
  ⟨fun ⟨a, b, c, d⟩ => ⟨a, b, c, d⟩, fun ⟨a, b, c, d⟩ => ⟨a, b, c, d⟩⟩
@[grind =] theorem isLog_iff {log : R → R} : IsLog log ↔ log 1 = 0 ∧
    (∀ x y, 0 < x → 0 < y → log (x * y) = log x + log y) ∧ ∀ x y, 0 < x → x < y → log x < log y :=
  ⟨fun ⟨a, b, c⟩ => ⟨a, b, c⟩, fun ⟨a, b, c⟩ => ⟨a, b, c⟩⟩
@[grind =] theorem isSinCos_iff {sin cos : R → R} : IsSinCos sin cos ↔ sin 0 = 0 ∧ cos 0 = 1 ∧
    (∀ x y, sin (x + y) = sin x * cos y + cos x * sin y) ∧ (∀ x y, cos (x + y) = cos x * cos y - sin x * sin y) ∧
    (∀ x, sin (-x) = -sin x) ∧ (∀ x, cos (-x) = cos x) ∧ ∀ x, sin x ^ 2 + cos x ^ 2 = 1 :=
  ⟨fun ⟨a, b, c, d, e, f, g⟩ => ⟨a, b, c, d, e, f, g⟩, fun ⟨a, b, c, d, e, f, g⟩ => ⟨a, b, c, d, e, f, g⟩⟩

theorem half_pos {ε : R} (h : 0 < ε) : 0 < ε / 2 := by grind
theorem third_pos {ε : R} (h : 0 < ε) : 0 < ε / 3 := by grind
variable {a b c : Nat → R} {l m : R}
theorem tendsTo_const (c : R) : TendsTo (fun _ => c) c := fun _ _ => ⟨0, fun _ _ => by grind⟩
theorem TendsTo.add (ha : TendsTo a l) (hb : TendsTo b m) : TendsTo (fun n => a n + b n) (l + m) := fun ε hε => by
  obtain ⟨N, hN⟩ := ha (ε / 2) (half_pos hε)
  obtain ⟨M, hM⟩ := hb (ε / 2) (half_pos hε)
  exact ⟨N + M, fun n hn => by have := hN n (by omega); have := hM n (by omega); grind⟩
theorem TendsTo.neg (ha : TendsTo a l) : TendsTo (fun n => -a n) (-l) := fun ε hε => by
  obtain ⟨N, hN⟩ := ha ε hε
  exact ⟨N, fun n hn => by have := hN n hn; grind⟩
theorem TendsTo.sub (ha : TendsTo a l) (hb : TendsTo b m) : TendsTo (fun n => a n - b n) (l - m) := fun ε hε => by
  obtain ⟨N, hN⟩ := ha (ε / 2) (half_pos hε)
  obtain ⟨M, hM⟩ := hb (ε / 2) (half_pos hε)
  exact ⟨N + M, fun n hn => by have := hN n (by omega); have := hM n (by omega); grind⟩
theorem TendsTo.unique (h : TendsTo a l) (h' : TendsTo a m) : l = m := by
  apply Classical.byContradiction; intro ne
  have pos : 0 < abs (l - m) / 2 := half_pos (by grind)
  obtain ⟨N, hN⟩ := h _ pos
  obtain ⟨M, hM⟩ := h' _ pos
  have := hN (N + M) (by omega); have := hM (N + M) (by omega); grind
theorem TendsTo.isCauchy (h : TendsTo a l) : IsCauchy a := fun ε hε => by
  obtain ⟨N, hN⟩ := h (ε / 2) (half_pos hε)
  exact ⟨N, fun m n hm hn => by have := hN m hm; have := hN n hn; grind⟩
theorem exists_bound_below (a : Nat → R) (N : Nat) : ∃ C, ∀ n, n < N → abs (a n) ≤ C := by
  induction N with
  | zero => exact ⟨0, fun n h => absurd h (by omega)⟩
  | succ N ih =>
    obtain ⟨C, hC⟩ := ih
    refine ⟨max C (abs (a N)), fun n h => ?_⟩
    rcases (by omega : n < N ∨ n = N) with h | h
    · have := hC n h; grind
    · subst h; grind
theorem IsCauchy.isBounded (h : IsCauchy a) : IsBounded a := by
  obtain ⟨N, hN⟩ := h 1 (by grind)
  obtain ⟨C, hC⟩ := exists_bound_below a N
  refine ⟨abs C + abs (a N) + 1, fun n => ?_⟩
  rcases (by omega : n < N ∨ N ≤ n) with h | h
  · have := hC n h; grind
  · have := hN n N h (by omega); grind
theorem TendsTo.isBounded (h : TendsTo a l) : IsBounded a := h.isCauchy.isBounded
theorem TendsTo.squeeze (ha : TendsTo a l) (hc : TendsTo c l) (h : ∀ n, a n ≤ b n) (h' : ∀ n, b n ≤ c n) : TendsTo b l :=
  fun ε hε => by
    obtain ⟨N, hN⟩ := ha ε hε
    obtain ⟨M, hM⟩ := hc ε hε
    exact ⟨N + M, fun n hn => by have := hN n (by omega); have := hM n (by omega); have := h n; have := h' n; grind⟩
theorem TendsTo.le_of_le (ha : TendsTo a l) (hb : TendsTo b m) (h : ∀ n, a n ≤ b n) : l ≤ m := by
  apply Classical.byContradiction; intro ne
  have pos : 0 < (l - m) / 2 := half_pos (by grind)
  obtain ⟨N, hN⟩ := ha _ pos
  obtain ⟨M, hM⟩ := hb _ pos
  have := hN (N + M) (by omega); have := hM (N + M) (by omega); have := h (N + M); grind
variable {f g : R → R} {x : R}
theorem continuousAtPoint_const (c : R) : ContinuousAtPoint (fun _ => c) x := fun _ _ => ⟨1, by grind, fun _ _ => by grind⟩
theorem continuousAtPoint_id : ContinuousAtPoint (fun t => t) x := fun ε hε => ⟨ε, hε, fun _ h => h⟩
theorem ContinuousAtPoint.add (hf : ContinuousAtPoint f x) (hg : ContinuousAtPoint g x) :
    ContinuousAtPoint (fun t => f t + g t) x := fun ε hε => by
  obtain ⟨δ, hδ, h⟩ := hf (ε / 2) (half_pos hε)
  obtain ⟨η, hη, h'⟩ := hg (ε / 2) (half_pos hε)
  exact ⟨min δ η, by grind, fun y hy => by have := h y (by grind); have := h' y (by grind); grind⟩
theorem ContinuousAtPoint.neg (hf : ContinuousAtPoint f x) : ContinuousAtPoint (fun t => -f t) x := fun ε hε => by
  obtain ⟨δ, hδ, h⟩ := hf ε hε
  exact ⟨δ, hδ, fun y hy => by have := h y hy; grind⟩
theorem ContinuousAtPoint.sub (hf : ContinuousAtPoint f x) (hg : ContinuousAtPoint g x) :
    ContinuousAtPoint (fun t => f t - g t) x := fun ε hε => by
  obtain ⟨δ, hδ, h⟩ := hf (ε / 2) (half_pos hε)
  obtain ⟨η, hη, h'⟩ := hg (ε / 2) (half_pos hε)
  exact ⟨min δ η, by grind, fun y hy => by have := h y (by grind); have := h' y (by grind); grind⟩
theorem ContinuousAtPoint.comp (hg : ContinuousAtPoint g (f x)) (hf : ContinuousAtPoint f x) :
    ContinuousAtPoint (fun t => g (f t)) x := fun ε hε => by
  obtain ⟨δ, hδ, h⟩ := hg ε hε
  obtain ⟨η, hη, h'⟩ := hf δ hδ
  exact ⟨η, hη, fun y hy => h (f y) (h' y hy)⟩
theorem ContinuousAtPoint.tendsTo (hf : ContinuousAtPoint f x) (ha : TendsTo a x) : TendsTo (fun n => f (a n)) (f x) :=
  fun ε hε => by
    obtain ⟨δ, hδ, h⟩ := hf ε hε
    obtain ⟨N, hN⟩ := ha δ hδ
    exact ⟨N, fun n hn => h (a n) (hN n hn)⟩
theorem isOpenIn_openBall {d : X → X → R} (hd : IsMetric d) (x : X) (r : R) : IsOpenIn d (openBall d x r) := fun y hy => by
  have hy : d y x < r := hy
  exact ⟨r - d y x, by grind, fun z hz => by
    have hz : d z y < r - d y x := hz
    have := hd.dist_triangle z y x
    show d z x < r
    grind⟩
end Limits

end Unfold
