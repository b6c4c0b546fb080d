/-!
What the prelude's definitions mean, and proofs in Mathlib's style that its tactics close. `test_prelude.py`
checks each section with the real Lean, and that no definition of a structure is missing here.
-/

/-! ## functions and sets -/

variable {α β : Type} (f : α → β) (s t : Set α) (r : Set β) (S : Set (Set α)) (u : ℕ → Set α)
example : Function.Bijective f ↔ ∀ y, ∃ x, f x = y ∧ ∀ z, f z = y → z = x := by
  refine ⟨fun ⟨i, o⟩ y => ?_, fun h => ⟨fun a b e => ?_, fun y => ?_⟩⟩
  · obtain ⟨x, hx⟩ := o y
    exact ⟨x, hx, fun z hz => i (hz.trans hx.symm)⟩
  · obtain ⟨x, _, only⟩ := h (f b)
    exact (only a e).trans (only b rfl).symm
  · obtain ⟨x, hx, _⟩ := h y
    exact ⟨x, hx⟩
example (x : ℕ) : x ∈ {n : ℕ | n < 3} ↔ x < 3 := by grind
example (x : ℕ) (a : Set ℕ) : x ∈ {n ∈ a | n < 3} ↔ x ∈ a ∧ x < 3 := by grind
example : s ⊆ t ↔ ∀ x, x ∈ s → x ∈ t := Iff.rfl
example : s ⊆ t ∧ t ⊆ s ↔ s = t := by grind
example : s ⊂ t → ∃ x, x ∈ t ∧ x ∉ s := by
  intro h; apply Classical.byContradiction; intro n; exact h.2 fun a ha => by grind
example : (∅ : Set α) ⊆ s ∧ s ⊆ Set.univ := by grind
example : s ∪ t = {x | x ∈ s ∨ x ∈ t} ∧ s ∩ t = {x | x ∈ s ∧ x ∈ t} := by grind
example : s \ t = {x | x ∈ s ∧ x ∉ t} ∧ sᶜ = {x | x ∉ s} := by grind
example (a b x : α) : x ∈ ({a, b} : Set α) ↔ x = a ∨ x = b := by grind
example : f '' s = {y | ∃ x, x ∈ s ∧ f x = y} ∧ f ⁻¹' r = {x | f x ∈ r} := by grind
example : Set.range f = f '' Set.univ := by ext y; simp
example (x : α) : (x ∈ ⋃ n, u n) ↔ ∃ n, x ∈ u n := by grind
example (x : α) : (x ∈ ⋂ n : ℕ, u n) ↔ ∀ n, x ∈ u n := by grind
example (x : α) : (x ∈ ⋃₀ S ↔ ∃ a, a ∈ S ∧ x ∈ a) ∧ (x ∈ ⋂₀ S ↔ ∀ a, a ∈ S → x ∈ a) := by grind
example : s ∈ 𝒫 t ↔ s ⊆ t := Iff.rfl
example (x : α) (y : β) : (x, y) ∈ s ×ˢ r ↔ x ∈ s ∧ y ∈ r := by grind
example : s.Nonempty ↔ s ≠ ∅ := by
  constructor
  · rintro ⟨x, hx⟩ e; rw [e] at hx; exact hx
  · intro h; apply Classical.byContradiction; intro n; apply h; ext x
    exact ⟨fun hx => n ⟨x, hx⟩, fun hx => hx.elim⟩
example : Set.Finite {n : ℕ | n < 3} := ⟨[0, 1, 2], by intro a (h : a < 3); grind⟩
example : Set.Infinite (Set.univ : Set ℕ) := by
  rintro ⟨l, h⟩
  have bound : ∀ l : List ℕ, ∃ b, ∀ a, a ∈ l → a ≤ b := by
    intro l; induction l with
    | nil => exact ⟨0, by grind⟩
    | cons x l ih => obtain ⟨b, hb⟩ := ih; exact ⟨b + x, by grind⟩
  obtain ⟨b, hb⟩ := bound l
  have := hb (b + 1) (h (b + 1) trivial); omega
example : Set.InjOn f Set.univ ↔ Function.Injective f :=
  ⟨fun h a b e => h a trivial b trivial e, fun h _ _ _ _ e => h e⟩
example : Set.MapsTo f s r ↔ f '' s ⊆ r := by grind
example : Set.SurjOn f s r ↔ r ⊆ f '' s := Iff.rfl
example : Set.BijOn f Set.univ Set.univ ↔ Function.Bijective f :=
  ⟨fun ⟨_, i, o⟩ => ⟨fun a b e => i a trivial b trivial e, fun y => (o y trivial).imp fun _ h => h.2⟩,
    fun ⟨i, o⟩ => ⟨fun _ _ => trivial, fun _ _ _ _ e => i e, fun y _ => (o y).imp fun _ h => ⟨trivial, h⟩⟩⟩
example : Disjoint s t ↔ s ∩ t = ∅ := by
  constructor
  · intro h; ext x; exact ⟨fun ⟨a, b⟩ => h x a b, fun h => h.elim⟩
  · intro h x hs ht; have : x ∈ s ∩ t := ⟨hs, ht⟩; rw [h] at this; exact this

/-! ## groups -/

variable {G H : Type} [Group G] [Group H] (f : G →* H) (a b c : G)
example {α : Type} [Semigroup α] (x y z : α) : x * y * z = x * (y * z) := mul_assoc x y z
example {α : Type} [Monoid α] (x : α) : 1 * x = x ∧ x * 1 = x := ⟨one_mul x, mul_one x⟩
example {α : Type} [CommMonoid α] (x y : α) : x * y = y * x := mul_comm x y
example {α : Type} [CommGroup α] (x y : α) : x * y = y * x := mul_comm x y
example : a * a⁻¹ = 1 ∧ a⁻¹ * a = 1 ∧ (a * b)⁻¹ = b⁻¹ * a⁻¹ := by simp
example : a / b = a * b⁻¹ := rfl
example : a ^ 3 = a * a * a ∧ a ^ (-2 : ℤ) = (a * a)⁻¹ := by
  refine ⟨?_, ?_⟩
  · simp [pow_succ]
  · show (a ^ 2)⁻¹ = _; simp [pow_succ]
example (h : a * b = a * c) : b = c := mul_left_cancel h
example : f (a * b) = f a * f b ∧ f 1 = 1 ∧ f a⁻¹ = (f a)⁻¹ := ⟨f.map_mul a b, f.map_one, f.map_inv a⟩
example (K : Subgroup G) (x y : G) (hx : x ∈ K) (hy : y ∈ K) : x * y⁻¹ ∈ K :=
  K.mul_mem _ _ hx (K.inv_mem _ hy)
example (K L : Subgroup G) : K ≤ L ↔ ∀ x, x ∈ K → x ∈ L := Iff.rfl
example : a ∈ f.ker ↔ f a = 1 := Iff.rfl
example (y : H) : y ∈ f.range ↔ ∃ x, f x = y := Iff.rfl
example : f.ker.Normal := ⟨fun n hn g => by
  have : f n = 1 := hn
  show f (g * n * g⁻¹) = 1
  rw [f.map_mul, f.map_mul, this, f.map_inv, mul_one, mul_inv_cancel]⟩
example : Function.Injective f ↔ ∀ x, x ∈ f.ker → x = 1 := by
  refine ⟨fun h x hx => h ((show f x = 1 from hx).trans f.map_one.symm), fun h x y e => ?_⟩
  have : x * y⁻¹ = 1 := h _ (show f (x * y⁻¹) = 1 by rw [f.map_mul, f.map_inv, e, mul_inv_cancel])
  have := eq_inv_of_mul_eq_one_left this; rwa [inv_inv] at this
example : a ∈ Subgroup.center G ↔ ∀ x, Commute x a := Iff.rfl
example {α : Type} [Monoid α] (x : α) : IsOrderOf x 1 ↔ x = 1 := by
  constructor
  · rintro (⟨_, h, _⟩ | ⟨h, _⟩)
    · simpa [pow_succ] using h
    · omega
  · intro h; exact .inl ⟨by omega, by simp [pow_succ, h], by omega⟩
example : ¬ ∀ (G : Type) [Group G] (x y : G), (x * y) ^ 2 = x ^ 2 * y ^ 2 := by
  intro claimed
  exact absurd (@claimed (Fin 6) {
    mul := fun a b => (#[0,1,2,3,4,5, 1,0,4,5,2,3, 2,3,0,1,5,4, 3,2,5,4,0,1, 4,5,1,0,3,2,
      5,4,3,2,1,0] : Array (Fin 6)).getD (6 * a.val + b.val) 0
    one := 0, inv := fun a => (#[0, 1, 2, 4, 3, 5] : Array (Fin 6)).getD a.val 0
    mul_assoc := by decide +kernel, one_mul := by decide +kernel, mul_one := by decide +kernel
    inv_mul_cancel := by decide +kernel } 1 2) (by decide +kernel)

/-! ## rings and fields -/

variable {R S K : Type} [CommRing R] [Ring S] [Field K]
example (x y z : S) : x * (y + z) = x * y + x * z ∧ (x + y) * z = x * z + y * z := by grind
example (x y : R) : (x + y) ^ 2 = x ^ 2 + 2 * x * y + y ^ 2 := by grind
example (x : K) (h : x ≠ 0) : x * x⁻¹ = 1 ∧ (0 : K) ≠ 1 := by grind
noncomputable example : CommRing Int := inferInstance
noncomputable example : Field Rat := inferInstance
noncomputable example {α : Type} [OrderedField α] : Field α := inferInstance
noncomputable example : CommRing (Fin 6) := inferInstance
example : IsUnit (-1 : Int) ∧ ¬ IsUnit (2 : Int) := by
  refine ⟨⟨-1, by decide, by decide⟩, ?_⟩
  rintro ⟨b, h, _⟩; omega
example (x : K) : IsUnit x ↔ x ≠ 0 := by
  refine ⟨?_, fun h => ⟨x⁻¹, by grind, by grind⟩⟩
  rintro ⟨b, h, _⟩ e; grind
example (x : R) (h : x * x = 0) : IsNilpotent x := ⟨2, by grind⟩
example (x : R) (h : IsIdempotentElem x) : IsIdempotentElem (1 - x) := by
  unfold IsIdempotentElem at *; grind
example : IsDomain Int := ⟨by decide, fun _ _ h => Int.mul_eq_zero.mp h⟩
example (I : Ideal R) (a b : R) (ha : a ∈ I) (hb : b ∈ I) (c : R) : a + c * b ∈ I :=
  I.add_mem _ _ ha (I.smul_mem c b hb)
example (I : Ideal R) : I.IsPrime ↔ (1 : R) ∉ I ∧ ∀ a b : R, a * b ∈ I → a ∈ I ∨ b ∈ I :=
  ⟨fun h => ⟨h.ne_top, h.mem_or_mem⟩, fun h => ⟨h.1, h.2⟩⟩
example (I J : Ideal R) (h : I.IsMaximal) (le : I ≤ J) (a : R) (ha : a ∈ J) (no : a ∉ I) : (1 : R) ∈ J :=
  Classical.byContradiction fun n => no (h.eq_of_le J le n a ha)
example (f : S →+* R) (x y : S) : f (x * y + 1) = f x * f y + 1 := by
  rw [f.map_add, f.map_mul, f.map_one]
noncomputable example : Ring (Fin 2) := Ring.ofTables (fun a b => a + b) (fun a b => a * b) (fun a => a) 0 1
  (by decide) (by decide) (by decide) (by decide) (by decide) (by decide) (by decide) (by decide) (by decide)

/-! ## vector spaces -/

variable {K V W : Type} [Field K] [AddCommGroup V] [Module K V] [AddCommGroup W] [Module K W]
variable (f : V →ₗ[K] W) (x y z : V) (c d : K)
example : x + y + z = z + y + x ∧ x - x = 0 := by grind
example : (1 : K) • x = x ∧ (c * d) • x = c • d • x := ⟨one_smul x, mul_smul c d x⟩
example : c • (x + y) = c • x + c • y ∧ (c + d) • x = c • x + d • x := ⟨smul_add c x y, add_smul c d x⟩
example : (0 : K) • x = 0 ∧ c • (0 : V) = 0 := ⟨zero_smul x, smul_zero c⟩
example : f (c • x + y) = c • f x + f y := by rw [f.map_add, f.map_smul]
example : x ∈ f.ker ↔ f x = 0 := Iff.rfl
example (w : W) : w ∈ f.range ↔ ∃ v, f v = w := Iff.rfl
example (A B : Submodule K V) : A ≤ B ↔ ∀ v, v ∈ A → v ∈ B := Iff.rfl
example (A : Submodule K V) (hx : x ∈ A) (hy : y ∈ A) : c • x + y ∈ A :=
  A.add_mem _ _ (A.smul_mem c x hx) hy
example : Function.Injective f ↔ ∀ v, v ∈ f.ker → v = 0 := by
  refine ⟨fun h v hv => h ((show f v = 0 from hv).trans f.map_zero.symm), fun h v w e => ?_⟩
  have neg : f ((-1 : K) • w) = (-1 : K) • f w := f.map_smul _ _
  have : v + (-1 : K) • w = 0 := h _ (show f (v + (-1 : K) • w) = 0 by
    rw [f.map_add, neg, e]
    have := add_smul (1 : K) (-1) (f w)
    rw [one_smul, show (1 : K) + -1 = 0 by grind, zero_smul] at this; exact this.symm)
  have k := add_smul (1 : K) (-1) w
  rw [one_smul, show (1 : K) + -1 = 0 by grind, zero_smul] at k
  grind
example (s : Set V) (h : x ∈ s) : x ∈ Submodule.span K s := fun A hA => hA x h
example (s : Set V) (A : Submodule K V) (h : ∀ v, v ∈ s → v ∈ A) : Submodule.span K s ≤ A :=
  fun v hv => hv A h
example : linearCombination K [(c, x), (d, y)] = c • x + d • y := by
  show c • x + (d • y + 0) = _; grind
example : LinearIndependent K (fun _ : Fin 1 => x) → x ≠ 0 := by
  intro h e
  have := h (fun _ => 1) (by show (1 : K) • x + 0 = 0; rw [one_smul, e]; grind) 0
  grind
example (a b : K) : a • b = a * b := smul_eq_mul a b

/-! ## orders -/

example {α : Type} [Preorder α] (a b c : α) (h : a ≤ b) (k : b ≤ c) : a ≤ c := le_trans h k
example {α : Type} [PartialOrder α] (a b : α) (h : a ≤ b) (k : b ≤ a) : a = b := le_antisymm h k
example {α : Type} [LinearOrder α] (a b : α) : a ≤ b ∨ b ≤ a := LinearOrder.le_total a b
example {α : Type} [LinearOrder α] (a b c : α) (h : a < b) (k : b ≤ c) : a < c := by grind
example : Monotone (fun n : ℕ => n + 1) ∧ StrictMono (fun n : ℕ => n + 1) :=
  ⟨fun a b h => by simpa using h, fun a b h => by simpa using h⟩
example : Antitone (fun n : ℤ => -n) ∧ StrictAnti (fun n : ℤ => -n) :=
  ⟨fun a b h => by simp; omega, fun a b h => by simp; omega⟩
example : IsLeast {n : ℕ | 3 ≤ n} 3 := ⟨by simp, fun a h => h⟩
example : IsGreatest {n : ℕ | n ≤ 3} 3 := ⟨by simp, fun a h => h⟩
example : BddAbove {n : ℤ | n < 3} ∧ BddBelow {n : ℤ | 3 < n} :=
  ⟨⟨3, fun a (h : a < 3) => by omega⟩, ⟨3, fun a (h : 3 < a) => by omega⟩⟩
example : 3 ∈ upperBounds {n : ℤ | n < 3} ∧ 3 ∈ lowerBounds {n : ℤ | 3 < n} :=
  ⟨fun a (h : a < 3) => by omega, fun a (h : 3 < a) => by omega⟩
example {R : Type} [OrderedField R] : IsLUB (Set.Iio (1 : R)) 1 := by
  refine ⟨fun a (h : a < 1) => by grind, fun b hb => ?_⟩
  apply Classical.byContradiction; intro n
  have := hb ((b + 1) / 2) (show (b + 1) / 2 < 1 by grind); grind
example {R : Type} [OrderedField R] : IsGLB (Set.Ioi (1 : R)) 1 := by
  refine ⟨fun a (h : 1 < a) => by grind, fun b hb => ?_⟩
  apply Classical.byContradiction; intro n
  have := hb ((b + 1) / 2) (show 1 < (b + 1) / 2 by grind); grind
example {R : Type} [OrderedField R] (a b : R) : Set.Icc a b = Set.Ici a ∩ Set.Iic b := by grind
example {R : Type} [OrderedField R] (a b : R) : Set.Ioo a b = Set.Ioi a ∩ Set.Iio b := by grind
example {R : Type} [OrderedField R] (a b : R) : Set.Ico a b ∪ Set.Ioc a b ⊆ Set.Icc a b := by grind

/-! ## topology -/

variable {X Y : Type} [TopologicalSpace X] [TopologicalSpace Y] (s t : Set X) (f : X → Y)
example : IsOpen (∅ : Set X) ∧ IsOpen (Set.univ : Set X) := ⟨isOpen_empty, isOpen_univ⟩
example (hs : IsOpen s) (ht : IsOpen t) : IsOpen (s ∩ t) ∧ IsOpen (s ∪ t) := ⟨hs.inter ht, hs.union ht⟩
example (S : Set (Set X)) (h : ∀ a, a ∈ S → IsOpen a) : IsOpen (⋃₀ S) := isOpen_sUnion h
example : IsClosed s ↔ IsOpen sᶜ := Iff.rfl
example : IsOpen (interior s) := by
  have e : interior s = ⋃₀ {a | IsOpen a ∧ a ⊆ s} := by
    ext x; exact ⟨fun ⟨a, h, k, m⟩ => ⟨a, ⟨h, k⟩, m⟩, fun ⟨a, ⟨h, k⟩, m⟩ => ⟨a, h, k, m⟩⟩
  rw [e]; exact isOpen_sUnion fun a h => h.1
example : interior s ⊆ s ∧ s ⊆ closure s := ⟨fun x ⟨_, _, h, m⟩ => h x m, fun x h a _ k => k x h⟩
example (h : IsClosed t) (k : s ⊆ t) : closure s ⊆ t := fun x m => m t h k
example : frontier s = closure s \ interior s := rfl
example : Dense s ↔ closure s = Set.univ :=
  ⟨fun h => by ext x; exact ⟨fun _ => trivial, fun _ => h x⟩, fun h x => h ▸ trivial⟩
example : Continuous f ↔ ∀ c, IsClosed c → IsClosed (f ⁻¹' c) := by
  refine ⟨fun h c hc => h _ hc, fun h o ho => ?_⟩
  have twice {Z : Type} (a : Set Z) : aᶜᶜ = a := by grind
  have k : IsClosed (f ⁻¹' oᶜ) := h oᶜ (show IsOpen oᶜᶜ by rwa [twice])
  have e : (f ⁻¹' oᶜ)ᶜ = f ⁻¹' o := by grind
  exact e ▸ (show IsOpen (f ⁻¹' oᶜ)ᶜ from k)
example : IsOpenMap f ↔ ∀ a, IsOpen a → IsOpen (f '' a) := Iff.rfl
example : IsClosedMap f ↔ ∀ a, IsClosed a → IsClosed (f '' a) := Iff.rfl
example (x : X) : IsCompact ({x} : Set X) := by
  intro S _ cover
  obtain ⟨a, ha, hx⟩ := cover x rfl
  exact ⟨[a], by grind, fun y hy => ⟨a, by grind, (show y = x from hy) ▸ hx⟩⟩
example (hf : Continuous f) (hs : IsCompact s) : ∀ S : Set (Set Y), (∀ a, a ∈ S → IsOpen a) →
    f '' s ⊆ ⋃₀ S → ∃ l : List (Set X), (∀ a, a ∈ l → ∃ b, b ∈ S ∧ a = f ⁻¹' b) ∧ ∀ x, x ∈ s → ∃ a, a ∈ l ∧ x ∈ a := by
  intro S open' cover
  obtain ⟨l, h, k⟩ := hs {a | ∃ b, b ∈ S ∧ a = f ⁻¹' b} (by rintro a ⟨b, hb, rfl⟩; exact hf b (open' b hb))
    (fun x hx => by obtain ⟨b, hb, m⟩ := cover (f x) ⟨x, hx, rfl⟩; exact ⟨f ⁻¹' b, ⟨b, hb, rfl⟩, m⟩)
  exact ⟨l, h, k⟩
example (x : X) : IsConnected ({x} : Set X) ∧ IsPreconnected ({x} : Set X) := by
  have h : IsPreconnected ({x} : Set X) := by
    rintro u v _ _ _ ⟨y, rfl, hu⟩ ⟨z, e, hv⟩
    have : z = y := e
    subst this; exact ⟨z, rfl, hu, hv⟩
  exact ⟨⟨⟨x, rfl⟩, h⟩, h⟩
example [T2Space X] (x y : X) (h : x ≠ y) : ∃ u v : Set X, IsOpen u ∧ IsOpen v ∧ x ∈ u ∧ y ∈ v ∧ u ∩ v = ∅ := by
  obtain ⟨u, v, hu, hv, hx, hy, d⟩ := T2Space.t2 x y h
  refine ⟨u, v, hu, hv, hx, hy, ?_⟩
  ext z; exact ⟨fun m => d z m.1 m.2, fun m => m.elim⟩
example [T1Space X] (x : X) : IsOpen ({x} : Set X)ᶜ := T1Space.t1 x

/-! ## analysis and convexity -/

variable {R : Type} [OrderedField R]
example (c : R) : TendsTo (fun _ => c) c := fun e h => ⟨0, fun n _ => by grind⟩
example (a : ℕ → R) (l m : R) (h : TendsTo a l) (k : TendsTo a m) : l = m := by
  apply Classical.byContradiction; intro ne
  have d : 0 < |l - m| / 2 := by grind
  obtain ⟨N, hN⟩ := h _ d
  obtain ⟨M, hM⟩ := k _ d
  have := hN (N + M) (by omega); have := hM (N + M) (by omega); grind
example (a : ℕ → R) (l : R) (h : TendsTo a l) : IsCauchy a := by
  intro e he
  obtain ⟨N, hN⟩ := h (e / 2) (by grind)
  exact ⟨N, fun m n hm hn => by have := hN m hm; have := hN n hn; grind⟩
example : IsBounded (fun n : ℕ => if n % 2 = 0 then (1 : R) else -1) := ⟨1, fun n => by grind⟩
example (a : ℕ → R) : IsBounded a ↔ ∃ b c, ∀ n, b ≤ a n ∧ a n ≤ c :=
  ⟨fun ⟨c, h⟩ => ⟨-c, c, fun n => by have := h n; grind⟩,
    fun ⟨b, c, h⟩ => ⟨|b| + |c|, fun n => by have := h n; grind⟩⟩
example (x : R) : ContinuousAtPoint (fun y => 2 * y) x := fun e h => ⟨e / 2, by grind, fun y k => by grind⟩
example : IsMetric (fun x y : R => |x - y|) :=
  ⟨fun x y => abs_nonneg _, fun x y h => by grind, fun x => by grind, fun x y => by grind, fun x y z => by grind⟩
example (x y r : R) : y ∈ openBall (fun a b => |a - b|) x r ↔ |y - x| < r := Iff.rfl
example {X : Type} (d : X → X → R) (m : IsMetric d) (x : X) (r : R) : IsOpenIn d (openBall d x r) := by
  intro y (hy : d y x < r)
  refine ⟨r - d y x, by grind, fun z (hz : d z y < r - d y x) => show d z x < r from ?_⟩
  have := m.dist_triangle z y x; grind
example {V : Type} [AddCommGroup V] [Module R V] (s t : Set V) (hs : Convex R s) (ht : Convex R t) :
    Convex R (s ∩ t) :=
  fun _ hx _ hy _ _ ha hb h => ⟨hs hx.1 hy.1 ha hb h, ht hx.2 hy.2 ha hb h⟩
example : ConvexOn R Set.univ (fun x : R => x * x) := by
  refine ⟨fun _ _ _ _ _ _ _ _ _ => trivial, fun x _ y _ a b ha hb h => ?_⟩
  have : b = 1 - a := by grind
  subst this
  have := mul_nonneg (mul_nonneg ha hb) (mul_self_nonneg (x - y))
  simp only [smul_eq_mul]; grind
example (s : Set R) (f : R → R) (h : ConvexOn R s f) : ConcaveOn R s (fun x => -f x) := by
  refine ⟨h.1, fun x hx y hy a b ha hb k => ?_⟩
  have := h.2 hx hy ha hb k
  simp only [smul_eq_mul] at *; grind

/-! ## Finite tables -/
example : FaithSieve.entry 3 5 1 = 1 ∧ FaithSieve.entry 3 5 0 = 2 := by decide +kernel
example : FaithSieve.Holds 5 2 ∧ ¬ FaithSieve.Holds 5 1 := by decide +kernel
example : ∀ i : Fin 3, i ∈ FaithSieve.bits 3 5 ↔ i = 0 ∨ i = 2 := by decide +kernel
example : (FaithSieve.codeOf (fun i => i = 1) 3).testBit 1 = true :=
  (FaithSieve.testBit_codeOf _ _ _ (by decide)).2 rfl
example : FaithSieve.bits 2 3 ∈ FaithSieve.families 2 8 := ⟨3, by decide, rfl⟩
example : ∀ s t : Set (Fin 2), s ∩ t = t ∩ s := by decide +kernel
example : ¬ ∀ s t : Set (Fin 2), s ⊆ t := by decide +kernel
example : ∃ s : Set (Fin 2), s.Nonempty ∧ ¬ s = Set.univ := by decide +kernel
noncomputable example : Field (Fin 2) := Field.ofTables (fun a b => FaithSieve.entry 2 6 (a.val * 2 + b.val))
  (fun a b => FaithSieve.entry 2 8 (a.val * 2 + b.val)) id id 0 1 (by decide +kernel)
noncomputable example : CommRing (Fin 2) := CommRing.ofTables (fun a b => FaithSieve.entry 2 6 (a.val * 2 + b.val))
  (fun a b => FaithSieve.entry 2 8 (a.val * 2 + b.val)) id 0 1 (by decide +kernel)
noncomputable example : AddCommGroup (Fin 2) :=
  AddCommGroup.ofTables (fun a b => FaithSieve.entry 2 6 (a.val * 2 + b.val)) id 0 (by decide +kernel)

/-! ## Additive maps and matrices -/
example {M N : Type} [AddCommGroup M] [AddCommGroup N] (f : M →+ N) (x y : M) : f (x + y) = f x + f y := f.map_add x y
example {R : Type} [CommRing R] (f : Fin 3 → R) : ∑ i : Fin 3, f i = f 0 + f 1 + f 2 := by
  simp only [sumFin]; grind
example {K V : Type} [Field K] [AddCommGroup V] [Module K V] (c : Fin 2 → K) (v : Fin 2 → V) :
    ∑ i : Fin 2, c i • v i = c 0 • v 0 + c 1 • v 1 := by simp [sumFin]
example {V : Type} [AddCommGroup V] (v : Fin 0 → V) : ∑ i : Fin 0, v i = 0 := by simp [sumFin]
example (f : Fin 2 → Nat) : ∑ i : Fin 2, f i = f 0 + f 1 := by simp [sumFin]
example {K : Type} [Field K] (A B : Matrix (Fin 2) (Fin 2) K) : (A * B).det = A.det * B.det := by grind
example {K : Type} [Field K] (A B : Matrix (Fin 2) (Fin 2) K) : (A * B).trace = (B * A).trace := by grind
example {K : Type} [Field K] (A : Matrix (Fin 2) (Fin 3) K) (i : Fin 2) (j : Fin 3) : Aᵀ j i = A i j := rfl
example {K : Type} [Field K] (A : Matrix (Fin 2) (Fin 2) K) : Matrix.transpose (Matrix.transpose A) = A := rfl
example {K : Type} [Field K] (A : Matrix (Fin 2) (Fin 2) K) : A.minor 0 0 0 = A 1 1 ∧ A.minor 1 0 0 = A 1 0 := ⟨rfl, rfl⟩

/-! ## Complex numbers -/
example {R : Type} [OrderedField R] : (Complex.I : Complex R) * Complex.I = -1 := by
  ext <;> simp [Complex.I] <;> grind
example {R : Type} [OrderedField R] (z w : Complex R) : (z * w).normSq = z.normSq * w.normSq := by
  simp [Complex.normSq]; grind
example {R : Type} [OrderedField R] (z w : Complex R) : Complex.conj (z * w) = Complex.conj z * Complex.conj w := by
  ext <;> simp <;> grind
example {R : Type} [OrderedField R] (z : Complex R) : z + z = ⟨z.re + z.re, z.im + z.im⟩ := rfl

/-! ## Sizes of sets -/
example : (({1, 2} : Set Nat)).ncard = 2 := Set.ncard_eq_length [1, 2] (by decide) (by intro a; simp)
example : Nat.card (Fin 3) = 3 := Set.ncard_eq_length [0, 1, 2] (by decide) (by decide)

/-! ## Quotients by a relation -/
example : (Quot.mk (fun a b : Nat => a % 2 = b % 2) 1) = Quot.mk _ 3 := Quot.sound rfl
example {α : Type} (s : Setoid α) (a b : α) : (Quotient.mk s a = Quotient.mk s b) ↔ s.r a b :=
  ⟨fun h => Quotient.exact h, fun h => Quotient.sound h⟩

/-! ## Metric notions by sequences -/
section
variable {R : Type} [OrderedField R]
example (x : R) : ConvergesIn (fun a b : R => |a - b|) (fun _ => x) x := fun e he => ⟨0, fun _ _ => by grind⟩
example (a : ℕ → R) (l : R) : ConvergesIn (fun a b : R => |a - b|) a l ↔ TendsTo a l := Iff.rfl
example (a : ℕ → R) : IsCauchyIn (fun a b : R => |a - b|) a ↔ IsCauchy a := Iff.rfl
example {X : Type} (d : X → X → R) (h : IsCompleteIn d) (a : ℕ → X) (c : IsCauchyIn d a) : ∃ x, ConvergesIn d a x := h a c
example {X : Type} (d : X → X → R) (h : IsMetric d) (x : X) : IsSeqCompactIn d {x} := by
  intro a ha
  refine ⟨x, rfl, fun n => n, fun n => Nat.lt_succ_self n, fun e he => ⟨0, fun n _ => ?_⟩⟩
  have : a n = x := ha n
  show d (a n) x < e
  rw [this, h.dist_self]; exact he
example {X : Type} (d : X → X → R) (s : Set X) : IsClosedIn d s ↔ IsOpenIn d sᶜ := Iff.rfl
end

/-! ## Functions known by their laws -/
section
variable {R : Type} [OrderedField R]
example {E : R → R} (h : IsExp E) (x : R) : E x * E (-x) = 1 := by
  have := h.exp_add x (-x); have := h.exp_zero; grind
example {L : R → R} (h : IsLog L) (x : R) (hx : 0 < x) : L (x * x) = 2 * L x := by
  have := h.log_mul x x hx hx; grind
example {s c : R → R} (h : IsSinCos s c) (x : R) : s (x + x) = 2 * s x * c x := by
  have := h.sin_add x x; grind
example {p : R → R → R} (h : IsRpow p) (x : R) (hx : 0 < x) : p x (1 + 1) = x * x := by
  have := h.rpow_add x 1 1 hx; have := h.rpow_one x hx; grind
end

/-! ## an ordered field is a field with a linear order that sums and products respect -/

theorem linear {R : Type} [OrderedField R] (a b : R) : a ≤ b ∨ b ≤ a := Std.le_total
theorem antisymmetric {R : Type} [OrderedField R] (a b : R) (h : a ≤ b) (k : b ≤ a) : a = b := Std.le_antisymm h k
theorem strict {R : Type} [OrderedField R] (a b : R) : a < b ↔ a ≤ b ∧ ¬ b ≤ a := Std.LawfulOrderLT.lt_iff a b
theorem sums {R : Type} [OrderedField R] (a b c : R) (h : a < b) : a + c < b + c := by grind
theorem products {R : Type} [OrderedField R] (a b : R) (h : 0 < a) (k : 0 < b) : 0 < a * b := mul_pos h k
theorem inverse {R : Type} [OrderedField R] (a : R) (h : a ≠ 0) : a * a⁻¹ = 1 := by grind
theorem quotient {R : Type} [OrderedField R] (a b : R) : a / b = a * b⁻¹ := by grind
theorem nontrivial {R : Type} [OrderedField R] : (0 : R) ≠ 1 := by grind
theorem rationals : (1 : Rat) / 2 + 1 / 2 = 1 ∧ (2 : Rat) < 3 := by grind
noncomputable example : OrderedField Rat := inferInstance

/-! ## casts keep sums, products and order -/

theorem nat_add {R : Type} [OrderedField R] (a b : Nat) : ((a + b : Nat) : R) = (a : R) + b := by push_cast; rfl
theorem int_mul {R : Type} [OrderedField R] (a b : Int) : ((a * b : Int) : R) = (a : R) * b := by push_cast; rfl
theorem int_order {R : Type} [OrderedField R] (a b : Int) : (a : R) < (b : R) ↔ a < b := OrderedField.intCast_lt
theorem int_injective {R : Type} [OrderedField R] (a b : Int) (h : (a : R) = b) : a = b := OrderedField.intCast_inj.mp h
theorem nat_literal {R : Type} [OrderedField R] : ((3 : Nat) : R) = 3 := by grind

/-! ## the absolute value is the larger of a number and its negative -/

theorem at_least {R : Type} [OrderedField R] (x : R) : x ≤ |x| ∧ -x ≤ |x| := by grind
theorem one_of_them {R : Type} [OrderedField R] (x : R) : |x| = x ∨ |x| = -x := by grind
theorem over_int (x : Int) : 0 ≤ |x| ∧ (|x| = x ∨ |x| = -x) := by grind
theorem over_rat (x : Rat) : 0 ≤ |x| ∧ (|x| = x ∨ |x| = -x) := by grind
theorem computes : |(-3 : Int)| = 3 ∧ |(-3 : Rat)| = 3 := by decide
theorem multiplicative {R : Type} [OrderedField R] (x y : R) : |x * y| = |x| * |y| := abs_mul x y

/-! ## max and min pick the larger and the smaller -/

theorem larger {R : Type} [OrderedField R] (x y : R) : x ≤ max x y ∧ y ≤ max x y ∧ (max x y = x ∨ max x y = y) :=
  by grind
theorem smaller {R : Type} [OrderedField R] (x y : R) : min x y ≤ x ∧ min x y ≤ y ∧ (min x y = x ∨ min x y = y) :=
  by grind

/-! ## a root squares to its argument, is not negative and is the only such number -/

theorem spec {R : Type} [EuclideanField R] (x : R) (h : 0 ≤ x) : 0 ≤ √x ∧ √x ^ 2 = x :=
  ⟨sqrt_nonneg x, sq_sqrt h⟩
theorem only {R : Type} [EuclideanField R] (x y : R) (h : 0 ≤ y) (k : y ^ 2 = x) : √x = y :=
  sqrt_unique h k
theorem negative {R : Type} [EuclideanField R] (x : R) (h : x < 0) : √x = 0 := by grind
theorem assumed {R : Type} [OrderedField R] (s : R → R) (h : IsSqrt s) : s 4 = 2 := by
  have := h.spec 4 (by grind)
  have e : (s 4 - 2) * (s 4 + 2) = 0 := by grind
  rcases mul_eq_zero.mp e with e | e <;> grind

/-! ## a floor is the integer at or below -/

theorem floor_unique {R : Type} [OrderedField R] (fl : R → Int) (h : IsFloor fl) (x : R) (n : Int)
    (k : (n : R) ≤ x) (l : x < (n : R) + 1) : fl x = n := by
  have h1 := h.spec x
  have h2 : ((fl x : Int) : R) < ((n + 1 : Int) : R) := by push_cast; grind
  have h3 : ((n : Int) : R) < ((fl x + 1 : Int) : R) := by push_cast; grind
  have := OrderedField.intCast_lt.mp h2
  have := OrderedField.intCast_lt.mp h3
  omega

/-! ## even and odd are the two residues modulo two -/

theorem even_nat (n : Nat) : Even n ↔ ∃ r, n = r + r := Iff.rfl
theorem odd_int (n : Int) : Odd n ↔ ∃ k, n = 2 * k + 1 := Iff.rfl
theorem either (n : Int) : (Even n ∨ Odd n) ∧ ¬ (Even n ∧ Odd n) := by grind
theorem computes : Even 10 ∧ ¬ Odd 10 ∧ Odd (-3 : Int) := by decide

/-! ## congruence is equality of remainders, which is divisibility of the difference -/

theorem remainders (n a b : Int) : a ≡ b [ZMOD n] ↔ a % n = b % n := Iff.rfl
theorem difference (n a b : Int) : a ≡ b [ZMOD n] ↔ n ∣ b - a := Int.modEq_iff_dvd
theorem naturals : 17 ≡ 5 [MOD 12] ∧ ¬ 17 ≡ 6 [MOD 12] := by decide

/-! ## a prime has no divisors but one and itself -/

theorem spec (p : Nat) : Nat.Prime p ↔ 2 ≤ p ∧ ∀ d, d ∣ p → d = 1 ∨ d = p := Iff.rfl
theorem below_thirty : (List.range 30).filter (fun n => decide (Nat.Prime n)) =
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29] := by decide +kernel
theorem euclid (p a b : Nat) (hp : Nat.Prime p) (h : p ∣ a * b) : p ∣ a ∨ p ∣ b := hp.dvd_mul.mp h
theorem power (p a n : Nat) (hp : Nat.Prime p) (h : p ∣ a ^ n) : p ∣ a := hp.dvd_of_dvd_pow h

/-! ## factorials and binomial coefficients -/

theorem recursion (n : Nat) : (n + 1)! = (n + 1) * n ! := rfl
theorem values : 0 ! = 1 ∧ 5 ! = 120 ∧ Nat.choose 5 2 = 10 ∧ Nat.choose 3 5 = 0 := by decide
theorem pascal (n k : Nat) : Nat.choose (n + 1) (k + 1) = Nat.choose n k + Nat.choose n (k + 1) :=
  rfl

/-! ## sums and products run over exactly the written range -/

theorem empty (f : Nat → Int) : ∑ i ∈ Finset.range 0, f i = 0 := rfl
theorem last (f : Nat → Int) (n : Nat) :
    ∑ i ∈ Finset.range (n + 1), f i = ∑ i ∈ Finset.range n, f i + f n := by simp
theorem closed (f : Nat → Int) : ∑ i ∈ Finset.Icc 2 4, f i = f 2 + f 3 + f 4 := by simp
theorem half_open (f : Nat → Int) : ∑ i ∈ Finset.Ico 2 4, f i = f 2 + f 3 := by simp
theorem open_left (f : Nat → Int) : ∑ i ∈ Finset.Ioc 2 4, f i = f 3 + f 4 := by simp
theorem opened (f : Nat → Int) : ∑ i ∈ Finset.Ioo 2 4, f i = f 3 := by simp
theorem backwards (f : Nat → Int) : ∑ i ∈ Finset.Icc 4 2, f i = 0 := rfl
theorem older_word : ∑ i in Finset.range 4, i = 6 := by decide
theorem products : ∏ i ∈ Finset.Icc 1 5, i = 5 ! := by decide
theorem gauss (n : Nat) : 2 * ∑ i ∈ Finset.range (n + 1), i = n * (n + 1) := by
  induction n <;> grind

/-! ## written as for Mathlib: field_simp, then ring -/

theorem field_then_ring {R : Type} [OrderedField R] (x : R) (h : x ≠ 1) :
    (x ^ 2 - 1) / (x - 1) = x + 1 := by
  field_simp
  ring

/-! ## written as for Mathlib: hints for nlinarith -/

theorem hints {R : Type} [OrderedField R] (a b : R) : 2 * a * b ≤ a ^ 2 + b ^ 2 := by
  nlinarith [sq_nonneg (a - b), sq_nonneg (a + b)]

/-! ## written as for Mathlib: lemmas and places for norm_num -/

theorem given (f : Nat → Nat) (h : f 2 = 4) : f 2 + 1 = 5 := by norm_num [h]
theorem at_place (x : Nat) (h : x + 0 = 2) : x = 2 := by
  norm_num at h
  linarith

/-! ## written as for Mathlib: witnesses, contradictions, negations -/

theorem witnesses : ∃ x y : Nat, x + y = 5 ∧ x < y := by use 2, 3
theorem contrary (p : Prop) (h : ¬ ¬ p) : p := by
  by_contra k
  exact h k
theorem negation (h : ¬ ∀ x : Nat, ∃ y, x < y) : ∃ x : Nat, ∀ y, y ≤ x := by
  push_neg at h
  exact h

/-! ## written as for Mathlib: values in an interval -/

theorem intervals (x : Nat) (h : x < 4) : x ^ 2 < 10 := by
  interval_cases x <;> decide
