/-!
# The core dialect: textbook facts about properties

What well-known properties imply, and which of them exclude each other: no unit is nilpotent, a prime ideal has
no unit, a limit is unique, a map of a finite set into a smaller one is not injective. `grind` uses them only
inside `open FaithSieve.WellKnown in`.
-/

section WellKnown

universe v w

/-! ## Rings, ideals, fields -/
section Rings
variable {R : Type u} {S : Type v}
theorem mul_pow_eq_one [Ring R] {a b : R} (h : a * b = 1) (n : Nat) : a ^ n * b ^ n = 1 := by
  induction n with
  | zero => rw [Lean.Grind.Semiring.pow_zero, Lean.Grind.Semiring.pow_zero, Lean.Grind.Semiring.mul_one]
  | succ n ih =>
    have e : b ^ (n + 1) = b * b ^ n := by
      rw [Nat.add_comm, Lean.Grind.Semiring.pow_add, Lean.Grind.Semiring.pow_one]
    rw [e, Lean.Grind.Semiring.pow_succ, Lean.Grind.Semiring.mul_assoc, ← Lean.Grind.Semiring.mul_assoc a, h, Lean.Grind.Semiring.one_mul, ih]
theorem IsNilpotent.one_eq_zero_of_mul_eq_one [Ring R] {a b : R} (h : IsNilpotent a) (e : a * b = 1) : (1 : R) = 0 := by
  obtain ⟨n, z⟩ := h
  have := mul_pow_eq_one e n
  rw [z] at this
  grind
theorem IsUnit.one_eq_zero_of_isNilpotent [Ring R] {a : R} (h : IsUnit a) (h' : IsNilpotent a) : (1 : R) = 0 :=
  h'.one_eq_zero_of_mul_eq_one h.choose_spec.1
theorem IsUnit.mul [Ring R] {a b : R} (h : IsUnit a) (h' : IsUnit b) : IsUnit (a * b) := by
  obtain ⟨c, e, e'⟩ := h
  obtain ⟨d, f, f'⟩ := h'
  exact ⟨d * c, by rw [Lean.Grind.Semiring.mul_assoc, ← Lean.Grind.Semiring.mul_assoc b, f, Lean.Grind.Semiring.one_mul, e],
    by rw [Lean.Grind.Semiring.mul_assoc, ← Lean.Grind.Semiring.mul_assoc c, e', Lean.Grind.Semiring.one_mul, f']⟩
theorem IsUnit.left_cancel [Ring R] {a b : R} (h : IsUnit a) (e : a * b = 0) : b = 0 := by
  obtain ⟨c, -, f⟩ := h
  rw [← Lean.Grind.Semiring.one_mul b, ← f, Lean.Grind.Semiring.mul_assoc, e, Lean.Grind.Semiring.mul_zero]
theorem IsUnit.right_cancel [Ring R] {a b : R} (h : IsUnit a) (e : b * a = 0) : b = 0 := by
  obtain ⟨c, f, -⟩ := h
  rw [← Lean.Grind.Semiring.mul_one b, ← f, ← Lean.Grind.Semiring.mul_assoc, e, Lean.Grind.Semiring.zero_mul]
theorem IsNilpotent.eq_zero_of_domain [Ring R] [IsDomain R] {a : R} (h : IsNilpotent a) : a = 0 := by
  obtain ⟨n, z⟩ := h
  induction n with
  | zero => have := IsDomain.zero_ne_one (R := R); grind
  | succ n ih =>
    have e : a ^ n * a = 0 := by grind
    exact (IsDomain.eq_zero_or_eq_zero_of_mul_eq_zero _ _ e).elim ih id
theorem IsNilpotent.eq_zero_of_idempotent [Ring R] {a : R} (h : IsNilpotent a) (h' : IsIdempotentElem a) : a = 0 := by
  obtain ⟨n, z⟩ := h
  unfold IsIdempotentElem at h'
  have all : ∀ n : Nat, a ^ (n + 1) = a := by
    intro n
    induction n with
    | zero => rw [Nat.zero_add, Lean.Grind.Semiring.pow_one]
    | succ n ih => rw [Lean.Grind.Semiring.pow_succ, ih, h']
  rw [← all n, Lean.Grind.Semiring.pow_succ, z, Lean.Grind.Semiring.zero_mul]
theorem IsIdempotentElem.eq_zero_or_one [Ring R] [IsDomain R] {a : R} (h : IsIdempotentElem a) : a = 0 ∨ a = 1 := by
  unfold IsIdempotentElem at h
  have e : a * (a - 1) = 0 := by rw [Lean.Grind.Ring.sub_eq_add_neg, Lean.Grind.Semiring.left_distrib, Lean.Grind.Ring.mul_neg, Lean.Grind.Semiring.mul_one, h]; grind
  rcases IsDomain.eq_zero_or_eq_zero_of_mul_eq_zero _ _ e with h | h
  · exact .inl h
  · exact .inr (by grind)
theorem IsDomain.eq_zero_or_one [Ring R] [IsDomain R] {a : R} (h : a * a = a) : a = 0 ∨ a = 1 :=
  IsIdempotentElem.eq_zero_or_one h
theorem IsUnit.eq_one_of_idempotent [Ring R] {a : R} (h : IsUnit a) (h' : IsIdempotentElem a) : a = 1 := by
  unfold IsIdempotentElem at h'
  have := h.left_cancel (b := a - 1) (by rw [Lean.Grind.Ring.sub_eq_add_neg, Lean.Grind.Semiring.left_distrib, Lean.Grind.Ring.mul_neg, Lean.Grind.Semiring.mul_one, h']; grind)
  grind
theorem Field.isNilpotent_eq_zero {K : Type u} [Field K] {a : K} {n : Nat} (z : a ^ n = 0) : a = 0 := by
  induction n with
  | zero => grind
  | succ n ih => grind
theorem Field.isUnit_of_ne_zero {K : Type u} [Field K] {a : K} (h : a ≠ 0) : IsUnit a := ⟨a⁻¹, by grind, by grind⟩
theorem RingHom.isUnit_map [Ring R] [Ring S] (f : RingHom R S) {a : R} (h : IsUnit a) : IsUnit (f a) := by
  obtain ⟨b, e, e'⟩ := h
  exact ⟨f b, by rw [← f.map_mul, e, f.map_one], by rw [← f.map_mul, e', f.map_one]⟩
theorem RingHom.eq_zero_of_map_eq_zero [Ring R] [Ring S] (f : RingHom R S) {a : R} (h : Function.Injective f) (e : f a = 0) : a = 0 :=
  h (e.trans f.map_zero.symm)
section
variable [CommRing R] {I : Ideal R} {a b : R}
theorem Ideal.one_mem_of_isUnit (h : IsUnit a) (ha : a ∈ I) : (1 : R) ∈ I := by
  obtain ⟨c, -, e⟩ := h
  rw [← e]; exact I.smul_mem c a ha
theorem Ideal.one_mem_of_mul_eq_one (ha : a ∈ I) (e : a * b = 1) : (1 : R) ∈ I := by
  rw [← e]; exact I.mul_mem_right b ha
theorem Ideal.mem_of_one_mem (h : (1 : R) ∈ I) (a : R) : a ∈ I := by
  have : a = a * 1 := by grind
  rw [this]; exact I.smul_mem a 1 h
theorem Ideal.mem_of_add_mem (ha : a ∈ I) (h : a + b ∈ I) : b ∈ I := by
  have : b = a + b - a := by grind
  rw [this]; exact I.sub_mem h ha
theorem Ideal.mem_of_add_mem' (hb : b ∈ I) (h : a + b ∈ I) : a ∈ I := by
  have : a = a + b - b := by grind
  rw [this]; exact I.sub_mem h hb
theorem Ideal.mem_of_sub_mem (ha : a ∈ I) (h : a - b ∈ I) : b ∈ I := by
  have : b = a - (a - b) := by grind
  rw [this]; exact I.sub_mem ha h
theorem Ideal.mem_of_sub_mem' (hb : b ∈ I) (h : a - b ∈ I) : a ∈ I := by
  have : a = a - b + b := by grind
  rw [this]; exact I.add_mem _ _ h hb
theorem Ideal.IsPrime.mem_of_pow_mem (hI : I.IsPrime) {n : Nat} (h : a ^ n ∈ I) : a ∈ I := by
  induction n with
  | zero => have e : a ^ 0 = 1 := by grind
            rw [e] at h; exact absurd h hI.ne_top
  | succ n ih => have e : a ^ (n + 1) = a ^ n * a := by grind
                 rw [e] at h; exact (hI.mem_or_mem _ _ h).elim ih id
theorem Ideal.IsPrime.mem_of_isNilpotent (hI : I.IsPrime) (h : IsNilpotent a) : a ∈ I := by
  obtain ⟨n, z⟩ := h
  exact hI.mem_of_pow_mem (n := n) (by rw [z]; exact I.zero_mem)
theorem Ideal.IsMaximal.isPrime (hI : I.IsMaximal) : I.IsPrime := ⟨hI.ne_top, fun a b h => by
  apply Classical.byContradiction; intro none
  have ha : a ∉ I := fun h => none (.inl h)
  let J : Ideal R := ⟨fun x => ∃ i, i ∈ I ∧ ∃ c, x = i + c * a, ⟨0, I.zero_mem, 0, by grind⟩,
    fun x y ⟨i, hi, c, ex⟩ ⟨j, hj, d, ey⟩ => ⟨i + j, I.add_mem _ _ hi hj, c + d, by grind⟩,
    fun c x ⟨i, hi, d, ex⟩ => ⟨c * i, I.smul_mem _ _ hi, c * d, by grind⟩⟩
  have hJ : ¬ J ≤ I := fun le => ha (le a ⟨0, I.zero_mem, 1, by grind⟩)
  have one : (1 : R) ∈ J := Classical.byContradiction fun no =>
    hJ (hI.eq_of_le J (fun x hx => ⟨x, hx, 0, by grind⟩) no)
  obtain ⟨i, hi, c, e⟩ := one
  have : b = b * i + c * (a * b) := by grind
  exact none (.inr (by rw [this]; exact I.add_mem _ _ (I.smul_mem _ _ hi) (I.smul_mem _ _ h)))⟩
end
end Rings

/-! ## Groups -/
section Groups
variable {G : Type u} {H : Type v} [Group G] [Group H] {K : Subgroup G} {a b : G}
theorem MonoidHom.eq_one_of_map_eq_one (f : MonoidHom G H) (h : Function.Injective f) (e : f a = 1) : a = 1 :=
  h (e.trans f.map_one.symm)
theorem Subgroup.mem_of_mul_mem (ha : a ∈ K) (h : a * b ∈ K) : b ∈ K := by
  have : b = a⁻¹ * (a * b) := by grind
  rw [this]; exact K.mul_mem _ _ (K.inv_mem _ ha) h
theorem Subgroup.mem_of_mul_mem' (hb : b ∈ K) (h : a * b ∈ K) : a ∈ K := by
  have : a = a * b * b⁻¹ := by grind
  rw [this]; exact K.mul_mem _ _ h (K.inv_mem _ hb)
theorem Subgroup.mem_of_inv_mem (h : a⁻¹ ∈ K) : a ∈ K := by
  have : a = (a⁻¹)⁻¹ := by grind
  rw [this]; exact K.inv_mem _ h
theorem Subgroup.center_normal : (Subgroup.center G).Normal := ⟨fun n hn g => by
  have e : g * n = n * g := hn g
  have : g * n * g⁻¹ = n := by rw [e]; grind
  rw [this]; exact hn⟩
theorem IsOrderOf.pow_eq_one {n : Nat} (h : IsOrderOf a n) : a ^ n = 1 := by
  rcases h with ⟨-, h, -⟩ | ⟨h, -⟩
  · exact h
  · subst h; rfl
theorem IsOrderOf.unique {m n : Nat} (h : IsOrderOf a m) (h' : IsOrderOf a n) : m = n := by
  rcases h with ⟨p, e, l⟩ | ⟨z, l⟩ <;> rcases h' with ⟨p', e', l'⟩ | ⟨z', l'⟩
  · rcases Nat.lt_trichotomy m n with h | h | h
    · exact absurd e (l' m p h)
    · exact h
    · exact absurd e' (l n p' h)
  · exact absurd e (l' m p)
  · exact absurd e' (l n p')
  · omega
theorem IsOrderOf.eq_one {n : Nat} (h : IsOrderOf a n) (e : a = 1) : n = 1 := by
  subst e
  have one : (1 : G) ^ 1 = 1 := by grind
  rcases h with ⟨p, -, l⟩ | ⟨-, l⟩
  · rcases (by omega : n = 1 ∨ 1 < n) with h | h
    · exact h
    · exact absurd one (l 1 (by omega) h)
  · exact absurd one (l 1 (by omega))
theorem IsOrderOf.le_of_pow_eq_one {m n : Nat} (h : IsOrderOf a n) (hm : 0 < m) (e : a ^ m = 1) : 0 < n ∧ n ≤ m := by
  rcases h with ⟨p, -, l⟩ | ⟨-, l⟩
  · exact ⟨p, Nat.le_of_not_lt fun lt => l m hm lt e⟩
  · exact absurd e (l m hm)
end Groups

/-! ## Vectors and matrices -/
section Vectors
variable {K : Type u} {V : Type v} [Field K] [AddCommGroup V] [Module K V]
theorem LinearMap.eq_zero_of_map_eq_zero {W : Type w} [AddCommGroup W] [Module K W] (f : LinearMap K V W) {x : V}
    (h : Function.Injective f) (e : f x = 0) : x = 0 := h (e.trans f.map_zero.symm)
theorem smul_eq_zero {c : K} {x : V} (h : c • x = 0) : c = 0 ∨ x = 0 := by
  rcases Classical.em (c = 0) with z | z
  · exact .inl z
  · refine .inr ?_
    have e : (c⁻¹ * c) • x = c⁻¹ • (c • x) := mul_smul _ _ _
    rw [h, smul_zero] at e
    have one : c⁻¹ * c = 1 := by grind
    rw [one, one_smul] at e
    exact e
theorem smul_right_cancel {c d : K} {x : V} (h : c • x = d • x) : c = d ∨ x = 0 := by
  have e : (c - d) • x = 0 := by rw [sub_smul, h]; grind
  rcases smul_eq_zero e with z | z
  · exact .inl (by grind)
  · exact .inr z
theorem LinearIndependent.ne_zero {n : Nat} {v : Fin n → V} (h : LinearIndependent K v) (i : Fin n) : v i ≠ 0 := by
  intro z
  have e : ∀ l : List (Fin n), linearCombination K (l.map fun j => ((if j = i then 1 else 0 : K), v j)) = 0 := by
    intro l
    induction l with
    | nil => rfl
    | cons j l ih =>
      show (if j = i then 1 else 0 : K) • v j + _ = 0
      rw [ih]
      by_cases h : j = i
      · subst h; rw [z, smul_zero]; grind
      · rw [if_neg h, zero_smul]; grind
  have one := h (fun j => if j = i then 1 else 0) (by
    have same : (List.ofFn fun j => ((if j = i then 1 else 0 : K), v j)) =
        (List.finRange n).map fun j => ((if j = i then 1 else 0 : K), v j) := by
      apply List.ext_getElem <;> simp
    rw [same]; exact e _) i
  rw [if_pos rfl] at one
  grind
theorem LinearIndependent.pair {v : Fin 2 → V} (h : LinearIndependent K v) {a b : K} (e : a • v 0 + b • v 1 = 0) : a = 0 ∧ b = 0 := by
  have := h (fun i => if i = 0 then a else b) (by
    show a • v 0 + (b • v 1 + 0) = 0
    grind)
  exact ⟨by simpa using this 0, by simpa using this 1⟩
theorem LinearIndependent.first_ne_zero {n : Nat} {v : Fin (n + 1) → V} (h : LinearIndependent K v) : v 0 ≠ 0 := h.ne_zero 0
theorem LinearIndependent.pair_ne_smul {v : Fin 2 → V} (h : LinearIndependent K v) (c : K) : v 0 ≠ c • v 1 := fun e => by
  have one : (1 : K) • v 0 = v 0 := one_smul _
  have := (h.pair (a := 1) (b := -c) (by rw [one, neg_smul, e]; grind)).1
  grind
theorem LinearIndependent.pair_ne_smul' {v : Fin 2 → V} (h : LinearIndependent K v) (c : K) : v 1 ≠ c • v 0 := fun e => by
  have one : (1 : K) • v 1 = v 1 := one_smul _
  have := (h.pair (a := -c) (b := 1) (by rw [one, neg_smul, e]; grind)).2
  grind
theorem LinearIndependent.pair_ne {v : Fin 2 → V} (h : LinearIndependent K v) : v 1 ≠ 0 ∧ v 0 ≠ v 1 :=
  ⟨h.ne_zero 1, fun e => h.pair_ne_smul 1 (by rw [one_smul]; exact e)⟩
theorem LinearIndependent.triple {v : Fin 3 → V} (h : LinearIndependent K v) {a b c : K}
    (e : a • v 0 + b • v 1 + c • v 2 = 0) : a = 0 ∧ b = 0 ∧ c = 0 := by
  have := h (fun i => if i = 0 then a else if i = 1 then b else c) (by
    show a • v 0 + (b • v 1 + (c • v 2 + 0)) = 0
    grind)
  exact ⟨by simpa using this 0, by simpa using this 1, by simpa using this 2⟩
/-- No signed sum of three of them vanishes. -/
theorem LinearIndependent.triple_ne {v : Fin 3 → V} (h : LinearIndependent K v) :
    v 0 + v 1 + v 2 ≠ 0 ∧ v 0 + v 1 ≠ v 2 ∧ v 0 + v 2 ≠ v 1 ∧ v 1 + v 2 ≠ v 0 := by
  have one : ∀ x : V, (1 : K) • x = x := one_smul
  have none : ∀ a b c : K, a = 1 → a • v 0 + b • v 1 + c • v 2 ≠ 0 := fun a b c e z => by
    have := (h.triple z).1; grind
  refine ⟨fun e => none 1 1 1 rfl ?_, fun e => none 1 1 (-1) rfl ?_, fun e => none 1 (-1) 1 rfl ?_,
    fun e => none 1 (-1) (-1) rfl ?_⟩ <;> simp only [neg_smul, one] <;> grind
variable {R : Type u} [CommRing R]
theorem Matrix.det_mul_fin_two (A B : Matrix (Fin 2) (Fin 2) R) : (A * B).det = A.det * B.det := by
  simp; grind
theorem Matrix.det_mul_of_mul_eq_zero {A B : Matrix (Fin 2) (Fin 2) R} (h : A * B = 0) : A.det * B.det = 0 := by
  have z : ∀ i j, (0 : Matrix (Fin 2) (Fin 2) R) i j = 0 := fun _ _ => rfl
  rw [← Matrix.det_mul_fin_two, h]; simp [z]; grind
theorem Matrix.det_mul_of_mul_eq_one {A B : Matrix (Fin 2) (Fin 2) R} (h : A * B = 1) : A.det * B.det = 1 := by
  have z : ∀ i j : Fin 2, (1 : Matrix (Fin 2) (Fin 2) R) i j = if i = j then 1 else 0 := fun _ _ => rfl
  rw [← Matrix.det_mul_fin_two, h]; simp [z]; grind
end Vectors
section Complex
variable {R : Type u} [OrderedField R] {z w : Complex R}
theorem Complex.normSq_nonneg (z : Complex R) : 0 ≤ z.normSq := by
  have := mul_self_nonneg z.re; have := mul_self_nonneg z.im
  unfold Complex.normSq; grind
theorem Complex.normSq_mul (z w : Complex R) : (z * w).normSq = z.normSq * w.normSq := by
  simp only [Complex.normSq, Complex.mul_re, Complex.mul_im]; grind
theorem Complex.eq_zero_of_normSq_eq_zero (h : z.normSq = 0) : z = 0 := by
  have h1 := mul_self_nonneg z.re; have h2 := mul_self_nonneg z.im
  unfold Complex.normSq at h
  have e1 : z.re * z.re = 0 := by grind
  have e2 : z.im * z.im = 0 := by grind
  apply Complex.ext
  · rw [Complex.zero_re]; rcases mul_eq_zero.mp e1 with h | h <;> exact h
  · rw [Complex.zero_im]; rcases mul_eq_zero.mp e2 with h | h <;> exact h
theorem Complex.eq_zero_or_eq_zero_of_mul_eq_zero (h : z * w = 0) : z = 0 ∨ w = 0 := by
  have e := Complex.normSq_mul z w
  have n : (0 : Complex R).normSq = 0 := by simp only [Complex.normSq, Complex.zero_re, Complex.zero_im]; grind
  rw [h, n] at e
  rcases mul_eq_zero.mp e.symm with h | h
  · exact .inl (Complex.eq_zero_of_normSq_eq_zero h)
  · exact .inr (Complex.eq_zero_of_normSq_eq_zero h)
end Complex

/-! ## Sequences and orders -/
section Orders
variable {R : Type u} [OrderedField R] {a : Nat → R} {l c : R}
theorem TendsTo.le_of_forall_le (h : TendsTo a l) (h' : ∀ n, a n ≤ c) : l ≤ c := h.le_of_le (tendsTo_const c) h'
theorem TendsTo.ge_of_forall_ge (h : TendsTo a l) (h' : ∀ n, c ≤ a n) : c ≤ l := (tendsTo_const c).le_of_le h h'
theorem IsLUB.nonempty {s : Set R} (h : IsLUB s l) : s.Nonempty := Classical.byContradiction fun none => by
  have := h.2 (l - 1) fun a ha => absurd ⟨a, ha⟩ none
  grind
theorem IsGLB.nonempty {s : Set R} (h : IsGLB s l) : s.Nonempty := Classical.byContradiction fun none => by
  have := h.2 (l + 1) fun a ha => absurd ⟨a, ha⟩ none
  grind
theorem Set.Infinite.nonempty {α : Type v} {s : Set α} (h : s.Infinite) : s.Nonempty :=
  Classical.byContradiction fun none => h ⟨[], fun a ha => absurd ⟨a, ha⟩ none⟩
theorem StrictMono.injective {f : R → R} (h : StrictMono f) : Function.Injective f := by
  intro x y e
  apply Classical.byContradiction; intro ne
  rcases (by grind : x < y ∨ y < x) with lt | lt
  · have := h lt; grind
  · have := h lt; grind
theorem StrictAnti.injective {f : R → R} (h : StrictAnti f) : Function.Injective f := by
  intro x y e
  apply Classical.byContradiction; intro ne
  rcases (by grind : x < y ∨ y < x) with lt | lt
  · have := h lt; grind
  · have := h lt; grind
theorem StrictMono.le_apply {f : Nat → Nat} (h : StrictMono f) (n : Nat) : n ≤ f n := by
  induction n with
  | zero => omega
  | succ n ih => have := h (show n < n + 1 by omega); omega
theorem StrictAnti.false_of_nat {f : Nat → Nat} (h : StrictAnti f) : False := by
  have all : ∀ n, f n + n ≤ f 0 := by
    intro n
    induction n with
    | zero => omega
    | succ n ih => have := h (show n < n + 1 by omega); omega
  have := all (f 0 + 1); omega
end Orders

/-! ## Sets and their sizes -/
section Sets
variable {α : Type u} {β : Type v} {s t : Set α}
theorem Set.notMem_of_inter_eq_empty {x : α} (h : s ∩ t = ∅) (hs : x ∈ s) : x ∉ t := fun ht => by
  have both : x ∈ s ∩ t := ⟨hs, ht⟩
  rw [h] at both; exact both
theorem Set.mem_of_diff_eq_empty {x : α} (h : s \ t = ∅) (hs : x ∈ s) : x ∈ t := Classical.byContradiction fun ht => by
  have both : x ∈ s \ t := ⟨hs, ht⟩
  rw [h] at both; exact both
theorem Set.Finite.subset (h : t.Finite) (h' : s ⊆ t) : s.Finite := by
  obtain ⟨l, hl⟩ := h
  exact ⟨l, fun a ha => hl a (h' a ha)⟩
theorem Set.Finite.union (h : s.Finite) (h' : t.Finite) : (s ∪ t).Finite := by
  obtain ⟨l, hl⟩ := h
  obtain ⟨m, hm⟩ := h'
  exact ⟨l ++ m, fun a ha => by
    rcases ha with ha | ha
    · exact List.mem_append_left _ (hl a ha)
    · exact List.mem_append_right _ (hm a ha)⟩
theorem Set.Finite.image {f : α → β} (h : s.Finite) : (Set.image f s).Finite := by
  obtain ⟨l, hl⟩ := h
  exact ⟨l.map f, fun b ⟨a, ha, e⟩ => by rw [← e]; exact List.mem_map_of_mem (hl a ha)⟩
theorem List.nodup_finRange (n : Nat) : (List.finRange n).Nodup :=
  List.pairwise_iff_getElem.2 fun i j hi hj lt e => by
    have := congrArg Fin.val e
    simp at this; omega
theorem Function.Injective.card_le {m n : Nat} {f : Fin m → Fin n} (h : Function.Injective f) : m ≤ n := by
  have d : ((List.finRange m).map f).Nodup := (List.nodup_finRange m).map f fun _ _ ne e => ne (h e)
  have := d.length_le (m := List.finRange n) fun a _ => List.mem_finRange a
  simpa using this
theorem Function.Surjective.card_le {m n : Nat} {f : Fin m → Fin n} (h : Function.Surjective f) : n ≤ m := by
  have := (List.nodup_finRange n).length_le (m := (List.finRange m).map f) fun a _ => by
    obtain ⟨x, e⟩ := h a
    rw [← e]; exact List.mem_map_of_mem (List.mem_finRange x)
  simpa using this
end Sets

/-! ## Topology -/
section Spaces
variable {X : Type u} [TopologicalSpace X] {s : Set X}
theorem isClosed_empty : IsClosed (∅ : Set X) := by
  have e : (∅ : Set X).compl = Set.univ := by grind
  unfold IsClosed; rw [e]; exact isOpen_univ
theorem isClosed_univ : IsClosed (Set.univ : Set X) := by
  have e : (Set.univ : Set X).compl = ∅ := by grind
  unfold IsClosed; rw [e]; exact isOpen_empty
theorem isOpen_of_forall_mem (h : ∀ x, x ∈ s → ∃ t, IsOpen t ∧ x ∈ t ∧ t ⊆ s) : IsOpen s := by
  have e : s = Set.sUnion (setOf fun t => IsOpen t ∧ t ⊆ s) := by
    ext x; constructor
    · intro hx
      obtain ⟨t, ht, hxt, hts⟩ := h x hx
      exact ⟨t, ⟨ht, hts⟩, hxt⟩
    · rintro ⟨t, ⟨-, hts⟩, hxt⟩
      exact hts x hxt
  rw [e]; exact isOpen_sUnion fun _ h => h.1
theorem isClosed_of_forall_not_mem (h : ∀ x, x ∉ s → ∃ t, IsOpen t ∧ x ∈ t ∧ ∀ y, y ∈ t → y ∉ s) : IsClosed s :=
  isOpen_of_forall_mem fun x hx => let ⟨t, ht, hxt, hts⟩ := h x hx; ⟨t, ht, hxt, hts⟩
theorem isClosed_of_closure_subset (h : closure s ⊆ s) : IsClosed s := by
  have e : s = closure s := by ext x; exact ⟨subset_closure x, h x⟩
  rw [e]; exact isClosed_closure
theorem isOpen_of_subset_interior (h : s ⊆ interior s) : IsOpen s := by
  have e : s = interior s := by ext x; exact ⟨h x, interior_subset x⟩
  rw [e]; exact isOpen_interior
end Spaces

/-! ## Whole numbers -/
section Numbers
variable {a b d p q : Nat}
theorem Nat.Prime.eq_of_dvd (hp : Nat.Prime p) (hq : Nat.Prime q) (h : p ∣ q) : p = q := by
  rcases hq.eq_one_or_self_of_dvd p h with e | e
  · exact absurd e hp.ne_one
  · exact e
theorem Nat.Prime.not_dvd_of_coprime (hp : Nat.Prime p) (h : Nat.gcd p a = 1) : ¬ p ∣ a := fun d => by
  have := Nat.dvd_gcd (Nat.dvd_refl p) d
  rw [h] at this
  exact hp.ne_one (Nat.dvd_one.mp this)
theorem Nat.exists_prime_dvd (n : Nat) (h : n ≠ 1) : ∃ p, Nat.Prime p ∧ p ∣ n := by
  rcases Nat.eq_zero_or_pos n with z | pos
  · exact ⟨2, Nat.prime_two, z ▸ ⟨0, rfl⟩⟩
  · induction n using Nat.strongRecOn with
    | ind n ih =>
      by_cases hp : Nat.Prime n
      · exact ⟨n, hp, Nat.dvd_refl n⟩
      · have ⟨d, hd, h1, h2⟩ : ∃ d, d ∣ n ∧ d ≠ 1 ∧ d ≠ n := Classical.byContradiction fun none =>
          hp ⟨by omega, fun d hd => Classical.byContradiction fun no => none ⟨d, hd, by grind, by grind⟩⟩
        have := Nat.le_of_dvd pos hd
        obtain ⟨p, hp, hpd⟩ := ih d (by omega) h1 (Nat.pos_of_dvd_of_pos hd pos)
        exact ⟨p, hp, Nat.dvd_trans hpd hd⟩
theorem Nat.gcd_eq_one_of_no_prime (h : ∀ p, Nat.Prime p → ¬ (p ∣ a ∧ p ∣ b)) : Nat.gcd a b = 1 :=
  Classical.byContradiction fun ne => by
    obtain ⟨p, hp, d⟩ := Nat.exists_prime_dvd _ ne
    exact h p hp ⟨Nat.dvd_trans d (Nat.gcd_dvd_left a b), Nat.dvd_trans d (Nat.gcd_dvd_right a b)⟩
theorem Nat.dvd_factorial {m n : Nat} (hm : 0 < m) (h : m ≤ n) : m ∣ Nat.factorial n := by
  induction n with
  | zero => omega
  | succ n ih =>
    rw [Nat.factorial]
    rcases (by omega : m = n + 1 ∨ m ≤ n) with e | e
    · exact e ▸ Nat.dvd_mul_right _ _
    · exact Nat.dvd_trans (ih e) (Nat.dvd_mul_left _ _)
theorem Nat.factorial_pos (n : Nat) : 0 < Nat.factorial n := by
  induction n with
  | zero => decide
  | succ n ih => rw [Nat.factorial]; exact Nat.mul_pos (Nat.succ_pos n) ih
theorem Nat.self_le_factorial (n : Nat) : n ≤ Nat.factorial n := by
  rcases Nat.eq_zero_or_pos n with z | pos
  · omega
  · exact Nat.le_of_dvd (Nat.factorial_pos n) (Nat.dvd_factorial pos (Nat.le_refl n))
theorem Nat.Prime.not_mul (hp : Nat.Prime p) (e : p = a * b) : a = 1 ∨ b = 1 := by
  rcases hp.eq_one_or_self_of_dvd a ⟨b, e⟩ with h | h
  · exact .inl h
  · refine .inr ?_
    have pos := hp.pos
    have : p * b = p * 1 := by rw [h] at e; omega
    exact Nat.eq_of_mul_eq_mul_left pos this
end Numbers

namespace FaithSieve.WellKnown

-- On only inside `open FaithSieve.WellKnown in`: each needs two or three known things of its kind.
scoped grind_pattern IsUnit.one_eq_zero_of_isNilpotent => IsUnit a, IsNilpotent a
scoped grind_pattern IsNilpotent.one_eq_zero_of_mul_eq_one => IsNilpotent a, a * b
scoped grind_pattern IsUnit.mul => IsUnit a, IsUnit b, a * b
scoped grind_pattern IsUnit.left_cancel => IsUnit a, a * b
scoped grind_pattern IsUnit.right_cancel => IsUnit a, b * a
scoped grind_pattern IsNilpotent.eq_zero_of_domain => IsDomain R, IsNilpotent a
scoped grind_pattern IsNilpotent.eq_zero_of_idempotent => IsNilpotent a, IsIdempotentElem a
scoped grind_pattern IsIdempotentElem.eq_zero_or_one => IsDomain R, IsIdempotentElem a
scoped grind_pattern IsDomain.eq_zero_or_one => IsDomain R, a * a
scoped grind_pattern IsUnit.eq_one_of_idempotent => IsUnit a, IsIdempotentElem a
scoped grind_pattern IsDomain.zero_ne_one => IsDomain R
scoped grind_pattern Field.isNilpotent_eq_zero => a ^ n
scoped grind_pattern Field.isUnit_of_ne_zero => IsUnit a
scoped grind_pattern RingHom.isUnit_map => IsUnit a, f a
scoped grind_pattern RingHom.eq_zero_of_map_eq_zero => Function.Injective f.toFun, f a
scoped grind_pattern Ideal.one_mem_of_isUnit => IsUnit a, a ∈ I
scoped grind_pattern Ideal.one_mem_of_mul_eq_one => a ∈ I, a * b
scoped grind_pattern Ideal.mem_of_one_mem => (1 : R) ∈ I, a ∈ I
scoped grind_pattern Ideal.mem_of_add_mem => a ∈ I, a + b ∈ I
scoped grind_pattern Ideal.mem_of_add_mem' => b ∈ I, a + b ∈ I
scoped grind_pattern Ideal.mem_of_sub_mem => a ∈ I, a - b ∈ I
scoped grind_pattern Ideal.mem_of_sub_mem' => b ∈ I, a - b ∈ I
scoped grind_pattern Ideal.IsPrime.mem_of_pow_mem => I.IsPrime, a ^ n ∈ I
scoped grind_pattern Ideal.IsPrime.mem_of_isNilpotent => I.IsPrime, IsNilpotent a
scoped grind_pattern Ideal.IsMaximal.isPrime => I.IsMaximal
scoped grind_pattern MonoidHom.eq_one_of_map_eq_one => Function.Injective f.toFun, f a
scoped grind_pattern Subgroup.mem_of_mul_mem => a ∈ K, a * b ∈ K
scoped grind_pattern Subgroup.mem_of_mul_mem' => b ∈ K, a * b ∈ K
scoped grind_pattern Subgroup.mem_of_inv_mem => a⁻¹ ∈ K
scoped grind_pattern Subgroup.center_normal => (Subgroup.center G).Normal
scoped grind_pattern IsOrderOf.pow_eq_one => IsOrderOf a n
scoped grind_pattern IsOrderOf.unique => IsOrderOf a m, IsOrderOf a n
scoped grind_pattern IsOrderOf.eq_one => IsOrderOf a n
scoped grind_pattern IsOrderOf.le_of_pow_eq_one => IsOrderOf a n, a ^ m
scoped grind_pattern LinearMap.eq_zero_of_map_eq_zero => Function.Injective f.toFun, f x
scoped grind_pattern smul_eq_zero => c • x
scoped grind_pattern smul_right_cancel => c • x, d • x
scoped grind_pattern LinearIndependent.first_ne_zero => LinearIndependent K v
scoped grind_pattern LinearIndependent.pair => LinearIndependent K v, a • v 0 + b • v 1
scoped grind_pattern LinearIndependent.triple => LinearIndependent K v, a • v 0 + b • v 1 + c • v 2
scoped grind_pattern LinearIndependent.triple_ne => LinearIndependent K v
scoped grind_pattern LinearIndependent.pair_ne => LinearIndependent K v
scoped grind_pattern LinearIndependent.pair_ne_smul => LinearIndependent K v, c • v 1
scoped grind_pattern LinearIndependent.pair_ne_smul' => LinearIndependent K v, c • v 0
scoped grind_pattern Matrix.det_mul_fin_two => (A * B).det
scoped grind_pattern Matrix.det_mul_of_mul_eq_zero => A * B, A.det
scoped grind_pattern Matrix.det_mul_of_mul_eq_one => A * B, A.det
scoped grind_pattern Complex.normSq_nonneg => z.normSq
scoped grind_pattern Complex.normSq_mul => (z * w).normSq
scoped grind_pattern Complex.eq_zero_of_normSq_eq_zero => z.normSq
scoped grind_pattern Complex.eq_zero_or_eq_zero_of_mul_eq_zero => z * w
scoped grind_pattern TendsTo.unique => TendsTo a l, TendsTo a m
scoped grind_pattern TendsTo.isBounded => TendsTo a l, IsBounded a
scoped grind_pattern TendsTo.isCauchy => TendsTo a l, IsCauchy a
scoped grind_pattern IsLUB.nonempty => IsLUB s l
scoped grind_pattern IsGLB.nonempty => IsGLB s l
scoped grind_pattern Set.Infinite.nonempty => s.Infinite
scoped grind_pattern StrictMono.injective => StrictMono f
scoped grind_pattern StrictAnti.injective => StrictAnti f
scoped grind_pattern StrictAnti.false_of_nat => StrictAnti f
scoped grind_pattern Set.notMem_of_inter_eq_empty => s ∩ t, x ∈ s
scoped grind_pattern Set.mem_of_diff_eq_empty => s \ t, x ∈ s
scoped grind_pattern Set.Finite.subset => t.Finite, s ⊆ t
scoped grind_pattern Set.Finite.union => (s ∪ t).Finite
scoped grind_pattern Set.Finite.image => (Set.image f s).Finite
scoped grind_pattern Function.Injective.card_le => Function.Injective f
scoped grind_pattern Function.Surjective.card_le => Function.Surjective f
scoped grind_pattern Function.cantor_surjective => Function.Surjective f
scoped grind_pattern isClosed_empty => IsClosed (∅ : Set X)
scoped grind_pattern isClosed_univ => IsClosed (Set.univ : Set X)
scoped grind_pattern isOpen_empty => IsOpen (∅ : Set X)
scoped grind_pattern isOpen_univ => IsOpen (Set.univ : Set X)
scoped grind_pattern isOpen_of_forall_mem => IsOpen s
scoped grind_pattern isClosed_of_forall_not_mem => IsClosed s
scoped grind_pattern isClosed_of_closure_subset => closure s, IsClosed s
scoped grind_pattern isOpen_of_subset_interior => interior s, IsOpen s
scoped grind_pattern Nat.Prime.dvd_mul => Nat.Prime p, p ∣ a * b
scoped grind_pattern Nat.Prime.dvd_of_dvd_pow => Nat.Prime p, p ∣ a ^ n
scoped grind_pattern Nat.Prime.eq_of_dvd => Nat.Prime p, Nat.Prime q, p ∣ q
scoped grind_pattern Nat.Prime.not_dvd_of_coprime => Nat.Prime p, Nat.gcd p a
scoped grind_pattern Nat.gcd_eq_one_of_no_prime => Nat.gcd a b
scoped grind_pattern Nat.dvd_factorial => m ∣ Nat.factorial n
scoped grind_pattern Nat.self_le_factorial => Nat.factorial n
scoped grind_pattern Nat.Prime.not_mul => Nat.Prime p, a * b
scoped grind_pattern Nat.Prime.eq_one_or_self_of_dvd => Nat.Prime p, a ∣ p
scoped grind_pattern Nat.Prime.eq_two_or_odd => Nat.Prime p
scoped grind_pattern Nat.dvd_gcd => Nat.gcd m n, k ∣ m, k ∣ n
scoped grind_pattern Nat.gcd_dvd => Nat.gcd m n

end FaithSieve.WellKnown

end WellKnown
