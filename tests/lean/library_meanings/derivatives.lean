/-! What `ContDiffOn` and `AnalyticAt` say: continuity for order 0, a derivative from order 1 on, a power series. -/
universe u v w
open Filter Topology
section Orders
variable {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [NormedAddCommGroup E] [NormedSpace 𝕜 E] {F : Type w} [NormedAddCommGroup F]
  [NormedSpace 𝕜 F] {f : E → F} {s u : Set E} {x : E}

theorem ContDiff.contDiffOn {n : ℕ∞} (h : ContDiff 𝕜 (WithTop.some n) f) : ContDiffOn 𝕜 (WithTop.some n) f s := by
  obtain ⟨p, hp⟩ := h
  refine fun x _ k hk => ⟨Set.univ, Filter.univ_mem, p, ?_⟩
  exact ⟨hp.multilinear, hp.zero_eq, fun j hj => hp.hasDeriv j (lt_of_lt_of_le hj hk), fun j hj => hp.cont j (le_trans hj hk)⟩

theorem nhdsWithin_le_of_mem_insert (hu : u ∈ 𝓝[insert x s] x) : 𝓝[s] x ≤ 𝓝[u] x := by
  intro t ht
  obtain ⟨v, hv, hxv, hvt⟩ := mem_nhdsWithin.1 ht
  obtain ⟨w, hw, hxw, hwu⟩ := mem_nhdsWithin.1 hu
  exact mem_nhdsWithin.2 ⟨v ∩ w, hv.inter hw, ⟨hxv, hxw⟩, fun y hy => hvt _ ⟨hy.1.1, hwu _ ⟨hy.1.2, .inr hy.2⟩⟩⟩

theorem mem_of_mem_nhdsWithin_insert (hu : u ∈ 𝓝[insert x s] x) : x ∈ u := by
  obtain ⟨w, hw, hxw, hwu⟩ := mem_nhdsWithin.1 hu
  exact hwu _ ⟨hxw, .inl rfl⟩

theorem contDiffOn_zero : ContDiffOn 𝕜 0 f s ↔ ContinuousOn f s := by
  constructor
  · intro h x hx
    obtain ⟨u, hu, p, hp⟩ := h x hx 0 (le_refl _)
    have hxu := mem_of_mem_nhdsWithin_insert hu
    refine Metric.tendsto_nhds.2 fun ε hε => ?_
    have h1 := hp.cont 0 (le_refl _) x hxu (ε / 2) (half_pos hε)
    have h2 : ∀ᶠ y in 𝓝[u] x, y ∈ u := mem_nhdsWithin.2 ⟨Set.univ, isOpen_univ, trivial, fun y hy => hy.2⟩
    refine nhdsWithin_le_of_mem_insert hu (Filter.mem_of_superset (Filter.inter_mem h1 h2) fun y hy => ?_)
    have h0 := hy.1 Fin.elim0
    rw [hp.zero_eq y hy.2, hp.zero_eq x hxu] at h0
    have e : (Finset.univ.prod fun i : Fin 0 => norm ((Fin.elim0 : Fin 0 → E) i)) = 1 := rfl
    rw [e, mul_one] at h0
    show dist (f y) (f x) < ε
    rw [dist_eq_norm]
    exact lt_of_le_of_lt h0 (half_lt_self hε)
  · intro h x hx k hk
    have hk : k ≤ 0 := by exact_mod_cast hk
    obtain rfl : k = 0 := by omega
    refine ⟨insert x s, mem_nhdsWithin.2 ⟨Set.univ, isOpen_univ, trivial, fun y hy => hy.2⟩, fun x k => match k with
      | 0 => fun _ => f x
      | _ + 1 => fun _ => 0, ?_, ?_, ?_, ?_⟩
    · intro x _ k
      match k with
      | 0 => exact ⟨fun _ i => i.elim0, fun _ i => i.elim0, norm (f x), fun v => by
          show norm (f x) ≤ norm (f x) * 1; rw [mul_one]⟩
      | k + 1 => exact ⟨fun _ _ _ _ => (add_zero 0).symm, fun _ _ _ _ => (smul_zero _).symm, 0, fun v => by
          rw [zero_mul, norm_zero]⟩
    · intro x _ v; rfl
    · intro k hk
      exact (not_lt_of_ge (bot_le : (0 : ℕ∞) ≤ k) hk).elim
    · intro k hk y hy c hc
      have hk : k ≤ 0 := by exact_mod_cast hk
      obtain rfl : k = 0 := by omega
      have e : insert x s = s := Set.ext fun z => ⟨fun hz => hz.elim (fun e => e ▸ hx) id, .inr⟩
      rw [e] at hy ⊢
      refine Filter.mem_of_superset (Metric.tendsto_nhds.1 (h y hy) c hc) fun z hz v => ?_
      show norm (f z - f y) ≤ c * 1
      rw [mul_one, ← dist_eq_norm]; exact le_of_lt hz

theorem ContDiffOn.differentiableOn {n : ℕ∞} (h : ContDiffOn 𝕜 (WithTop.some n) f s) (hn : 1 ≤ n) : DifferentiableOn 𝕜 f s := by
  intro x hx
  obtain ⟨u, hu, p, hp⟩ := h x hx 1 (by exact_mod_cast hn)
  have hxu := mem_of_mem_nhdsWithin_insert hu
  have hm := hp.multilinear x hxu 1
  have up : ∀ v : E, Function.update (fun _ : Fin 1 => (0 : E)) 0 v = fun _ => v := fun v => funext fun i => by
    have : i = 0 := Subsingleton.elim _ _
    subst this; exact dif_pos rfl
  obtain ⟨C, hC⟩ := hm.bound
  have ho : ∀ a : E, (Finset.univ.prod fun _ : Fin 1 => norm a) = norm a := fun a => by
    show norm a * 1 = norm a; rw [mul_one]
  refine ⟨LinearMap.mkContinuous ⟨fun v => p x 1 fun _ => v, fun a b => ?_, fun c a => ?_⟩ C fun a => ?_, fun c hc => ?_⟩
  · have := hm.map_add (fun _ => 0) 0 a b
    rwa [up, up, up] at this
  · have := hm.map_smul (fun _ => 0) 0 c a
    rwa [up, up] at this
  · have := hC fun _ => a
    rwa [ho] at this
  · have h0 := hp.hasDeriv 0 (by exact_mod_cast Nat.zero_lt_one) x hxu c hc
    have h2 : ∀ᶠ y in 𝓝[u] x, y ∈ u := mem_nhdsWithin.2 ⟨Set.univ, isOpen_univ, trivial, fun y hy => hy.2⟩
    refine nhdsWithin_le_of_mem_insert hu (Filter.mem_of_superset (Filter.inter_mem h0 h2) fun y hy => ?_)
    have h1 := hy.1 Fin.elim0
    rw [hp.zero_eq y hy.2, hp.zero_eq x hxu] at h1
    have e' : (Finset.univ.prod fun i : Fin 0 => norm ((Fin.elim0 : Fin 0 → E) i)) = 1 := rfl
    have e : (Fin.cases (motive := fun _ => E) (y - x) Fin.elim0 : Fin 1 → E) = fun _ => y - x := funext fun i => by
      have : i = 0 := Fin.ext (by have := i.2; omega)
      subst this; rfl
    rw [e', mul_one, e] at h1
    exact h1
end Orders
section Power
open Finset
theorem mul_prod_erase' {n : ℕ} (f : Fin n → ℝ) (i : Fin n) : f i * ∏ j ∈ univ.erase i, f j = ∏ j, f j := by
  have e : insert i (univ.erase i) = (univ : Finset (Fin n)) := Finset.ext fun x => by
    rw [mem_insert, mem_erase]; exact ⟨fun _ => mem_univ x, fun _ => (Classical.em (x = i)).imp id fun n => ⟨n, mem_univ x⟩⟩
  rw [← prod_insert (fun k => (mem_erase.1 k).1 rfl), e]
theorem prod_update {n : ℕ} (v : Fin n → ℝ) (i : Fin n) (x : ℝ) : ∏ j, Function.update v i x j = x * ∏ j ∈ univ.erase i, v j := by
  rw [← mul_prod_erase' _ i]
  congr 1
  · exact dif_pos rfl
  · exact prod_congr rfl fun j hj => dif_neg (mem_erase.1 hj).1
/-- A product of coordinates is multilinear, and every multilinear map of numbers is a multiple of it. -/
theorem isBoundedMultilinear_prod (n : ℕ) (a : ℝ) : IsBoundedMultilinear ℝ fun h : Fin n → ℝ => a * ∏ i, h i where
  map_add v i x y := by simp only [prod_update]; ring
  map_smul v i c x := by simp only [prod_update, smul_eq_mul]; ring
  bound := ⟨‖a‖, fun v => by
    rw [norm_mul]
    have : ∀ s : Finset (Fin n), ‖∏ i ∈ s, v i‖ = ∏ i ∈ s, ‖v i‖ := fun s => by
      induction s using Finset.induction_on with
      | empty => exact norm_one
      | insert i s h ih => rw [prod_insert h, prod_insert h, norm_mul, ih]
    rw [this]⟩
theorem multilinear_const {n : ℕ} {m : (Fin n → ℝ) → ℝ} (h : IsBoundedMultilinear ℝ m) (y : ℝ) : m (fun _ => y) = m (fun _ => 1) * y ^ n := by
  have : ∀ k, k ≤ n → m (fun i => if i.val < k then y else 1) = m (fun _ => 1) * y ^ k := fun k => by
    induction k with
    | zero => intro _; rw [pow_zero, mul_one]; congr 1
    | succ k ih =>
      intro hk
      have e (z : ℝ) : (Function.update (fun i : Fin n => if i.val < k then y else 1) ⟨k, hk⟩ z) = fun i => if i.val = k then z else if i.val < k then y else 1 :=
        funext fun i => by
          by_cases hi : i = ⟨k, hk⟩
          · subst hi; exact (dif_pos rfl).trans (if_pos rfl).symm
          · exact (dif_neg hi).trans (if_neg fun e => hi (Fin.ext e)).symm
      have h1 := h.map_smul (fun i => if i.val < k then y else 1) ⟨k, hk⟩ y 1
      rw [e, e, smul_eq_mul, smul_eq_mul, mul_one] at h1
      have e1 : (fun i : Fin n => if i.val < k + 1 then y else 1) = fun i => if i.val = k then y else if i.val < k then y else 1 := funext fun i => by
        by_cases h1 : i.val = k
        · rw [if_pos h1, if_pos (by omega)]
        · rw [if_neg h1]; by_cases h2 : i.val < k
          · rw [if_pos h2, if_pos (by omega)]
          · rw [if_neg h2, if_neg (by omega)]
      have e2 : (fun i : Fin n => if i.val < k then y else 1) = fun i => if i.val = k then 1 else if i.val < k then y else 1 := funext fun i => by
        by_cases h1 : i.val = k
        · rw [if_pos h1, if_neg (by omega)]
        · rw [if_neg h1]
      rw [e1, h1, ← e2, ih (by omega), pow_succ]; ring
  have h1 := this n (Nat.le_refl n)
  have e : (fun i : Fin n => if i.val < n then y else 1) = fun _ => y := funext fun i => if_pos i.2
  rwa [e] at h1

/-- On the line: a power series with bounded terms whose sum is the function near the point. -/
theorem analyticAt_iff_series {f : ℝ → ℝ} {x : ℝ} : AnalyticAt ℝ f x ↔ ∃ (a : ℕ → ℝ) (r C : ℝ), 0 < r ∧ (∀ n, |a n| ≤ C / r ^ n) ∧
    ∀ y, |y| < r → HasSum (fun n => a n * y ^ n) (f (x + y)) := by
  constructor
  · rintro ⟨q, hq, _, r, C, hr, hC, hs⟩
    refine ⟨fun n => q n (fun _ => 1) Fin.elim0, r, C, hr, fun n => ?_, fun y hy => hasSum_iff_eps.2 fun ε hε => ?_⟩
    · have := hC n (fun _ => 1) Fin.elim0
      have e : (∏ i : Fin 0, ‖(Fin.elim0 : Fin 0 → ℝ) i‖) = 1 := rfl
      rw [e, mul_one, norm_one, prod_const, one_pow, mul_one] at this
      exact this
    · obtain ⟨N, hN⟩ := hs y (.inr trivial) hy (ε / 2) (half_pos hε)
      refine ⟨N, fun t ht => ?_⟩
      have := hN t ht Fin.elim0
      have e : (∏ i : Fin 0, ‖(Fin.elim0 : Fin 0 → ℝ) i‖) = 1 := rfl
      rw [e, mul_one] at this
      have e2 : ∑ n ∈ t, q n (fun _ => y) Fin.elim0 = ∑ n ∈ t, q n (fun _ => 1) Fin.elim0 * y ^ n :=
        sum_congr rfl fun n _ => multilinear_const (hq n Fin.elim0) y
      rw [e2] at this
      exact lt_of_le_of_lt this (half_lt_self hε)
  · rintro ⟨a, r, C, hr, hC, hs⟩
    refine ⟨fun n h _ => a n * ∏ i, h i, fun n v => isBoundedMultilinear_prod n (a n), fun n h => ⟨fun _ i => i.elim0, fun _ i => i.elim0, ‖a n * ∏ i, h i‖,
      fun v => by show _ ≤ _ * 1; rw [mul_one]⟩, r, C, hr, fun n h v => ?_, fun y _ hy ε hε => ?_⟩
    · show _ ≤ _ * 1
      rw [mul_one, norm_mul]
      have : ∀ s : Finset (Fin n), ‖∏ i ∈ s, h i‖ = ∏ i ∈ s, ‖h i‖ := fun s => by
        induction s using Finset.induction_on with
        | empty => exact norm_one
        | insert i s h ih => rw [prod_insert h, prod_insert h, norm_mul, ih]
      rw [this]
      refine mul_le_mul_of_nonneg_right (hC n) ?_
      rw [← this]; exact norm_nonneg _
    · obtain ⟨N, hN⟩ := hasSum_iff_eps.1 (hs y hy) ε hε
      refine ⟨N, fun t ht v => ?_⟩
      show _ ≤ ε * 1
      rw [mul_one]
      have := hN t ht
      have e : (∑ n ∈ t, a n * ∏ _i : Fin n, y) = ∑ n ∈ t, a n * y ^ n := sum_congr rfl fun n _ => by
        rw [prod_const, card_univ, Fintype.card_fin]
      rw [e]; exact le_of_lt this
/-- Polynomials are analytic. -/
example : AnalyticAt ℝ (fun x : ℝ => x ^ 2) 3 := by
  refine analyticAt_iff_series.2 ⟨fun n => if n = 0 then 9 else if n = 1 then 6 else if n = 2 then 1 else 0, 1, 9, by norm_num, fun n => ?_, fun y _ => ?_⟩
  · rw [one_pow]; repeat' split
    all_goals norm_num
  · have h := hasSum_sum_of_ne_finset_zero (f := fun n : ℕ => (if n = 0 then 9 else if n = 1 then 6 else if n = 2 then 1 else (0 : ℝ)) * y ^ n)
      (s := range 3) fun n hn => by
        rw [mem_range] at hn
        dsimp only
        rw [if_neg (by omega), if_neg (by omega), if_neg (by omega), zero_mul]
    have e : (range 3).sum (fun n : ℕ => (if n = 0 then 9 else if n = 1 then 6 else if n = 2 then 1 else (0 : ℝ)) * y ^ n) = (3 + y) ^ 2 := by
      rw [sum_range_succ, sum_range_succ, sum_range_succ, sum_range_zero]; norm_num; ring
    rw [e] at h; exact h
end Power
