module
public import Mathlet.Topology.Maps
public import Mathlet.Analysis.Calculus.Deriv
@[expose] public noncomputable section

/-! # Limits and continuity of sums, products, powers; their derivatives -/

universe u v w

open Filter

section Group
variable {E : Type u} [NormedAddCommGroup E] {ι : Type v} {l : Filter ι}
theorem Filter.Tendsto.add {f g : ι → E} {a b : E} (hf : Tendsto f l (nhds a)) (hg : Tendsto g l (nhds b)) :
    Tendsto (fun x => f x + g x) l (nhds (a + b)) := Metric.tendsto_nhds.2 fun ε hε =>
  ((Metric.tendsto_nhds.1 hf (ε / 2) (half_pos hε)).and (Metric.tendsto_nhds.1 hg (ε / 2) (half_pos hε))).mono fun x ⟨h1, h2⟩ => by
    have e : f x + g x - (a + b) = (f x - a) + (g x - b) := by grind
    rw [dist_eq_norm] at h1 h2 ⊢
    rw [e]
    have := norm_add_le (f x - a) (g x - b)
    grind
theorem Filter.Tendsto.neg {f : ι → E} {a : E} (hf : Tendsto f l (nhds a)) : Tendsto (fun x => -f x) l (nhds (-a)) :=
  Metric.tendsto_nhds.2 fun ε hε => (Metric.tendsto_nhds.1 hf ε hε).mono fun x h1 => by
    have e : -f x - -a = -(f x - a) := by grind
    rw [dist_eq_norm] at h1 ⊢
    rw [e, norm_neg]; exact h1
theorem Filter.Tendsto.sub {f g : ι → E} {a b : E} (hf : Tendsto f l (nhds a)) (hg : Tendsto g l (nhds b)) :
    Tendsto (fun x => f x - g x) l (nhds (a - b)) := by
  have := hf.add hg.neg
  rw [← sub_eq_add_neg] at this
  exact this.congr fun x => (sub_eq_add_neg _ _).symm
end Group
section Field
variable {K : Type u} [NormedField K] {ι : Type v} {l : Filter ι}
theorem Filter.Tendsto.mul {f g : ι → K} {a b : K} (hf : Tendsto f l (nhds a)) (hg : Tendsto g l (nhds b)) :
    Tendsto (fun x => f x * g x) l (nhds (a * b)) := Metric.tendsto_nhds.2 fun ε hε => by
  have hA : 0 < norm a + 1 := by have := norm_nonneg a; grind
  have hB : 0 < norm b + 1 := by have := norm_nonneg b; grind
  have h1 := Metric.tendsto_nhds.1 hf (min 1 (ε / (2 * (norm b + 1)))) (by
    have := div_pos hε (by grind : 0 < 2 * (norm b + 1)); grind)
  have h2 := Metric.tendsto_nhds.1 hg (ε / (2 * (norm a + 1))) (div_pos hε (by grind))
  refine (h1.and h2).mono fun x ⟨k1, k2⟩ => ?_
  rw [dist_eq_norm] at k1 k2 ⊢
  have k1a : norm (f x - a) < 1 := lt_of_lt_of_le k1 (min_le_left _ _)
  have k1b : norm (f x - a) < ε / (2 * (norm b + 1)) := lt_of_lt_of_le k1 (min_le_right _ _)
  have e : f x * g x - a * b = f x * (g x - b) + (f x - a) * b := by grind
  rw [e]
  have t := norm_add_le (f x * (g x - b)) ((f x - a) * b)
  rw [norm_mul, norm_mul] at t
  have fb : norm (f x) ≤ norm a + 1 := by
    have h := norm_add_le (f x - a) a
    rw [sub_add_cancel] at h; grind
  have p1 := mul_le_mul_of_nonneg_right fb (norm_nonneg (g x - b))
  have p2 := mul_lt_mul_of_pos_left k2 hA
  have p3 := mul_le_mul_of_nonneg_left (by grind : norm b ≤ norm b + 1) (norm_nonneg (f x - a))
  have p4 := mul_lt_mul_of_pos_right k1b hB
  have e1 : (norm a + 1) * (ε / (2 * (norm a + 1))) = ε / 2 := by
    generalize norm a + 1 = A at hA; grind
  have e2 : ε / (2 * (norm b + 1)) * (norm b + 1) = ε / 2 := by
    generalize norm b + 1 = B at hB; grind
  rw [e1] at p2; rw [e2] at p4
  generalize norm (f x) * norm (g x - b) = q1 at *
  generalize norm (f x - a) * norm b = q2 at *
  generalize norm (f x - a) * (norm b + 1) = q3 at *
  generalize (norm a + 1) * norm (g x - b) = q4 at *
  clear k1 k2 k1a k1b h1 h2 fb e1 e2 hA hB
  grind
end Field
section Continuity
variable {X : Type u} [TopologicalSpace X] {E : Type v} [NormedAddCommGroup E] {K : Type v} [NormedField K]
theorem Continuous.add {f g : X → E} (hf : Continuous f) (hg : Continuous g) : Continuous fun x => f x + g x :=
  continuous_iff_continuousAt.2 fun x => (hf.tendsto x).add (hg.tendsto x)
theorem Continuous.neg {f : X → E} (hf : Continuous f) : Continuous fun x => -f x := continuous_iff_continuousAt.2 fun x => (hf.tendsto x).neg
theorem Continuous.sub {f g : X → E} (hf : Continuous f) (hg : Continuous g) : Continuous fun x => f x - g x :=
  continuous_iff_continuousAt.2 fun x => (hf.tendsto x).sub (hg.tendsto x)
theorem Continuous.mul {f g : X → K} (hf : Continuous f) (hg : Continuous g) : Continuous fun x => f x * g x :=
  continuous_iff_continuousAt.2 fun x => (hf.tendsto x).mul (hg.tendsto x)
theorem Continuous.pow {f : X → K} (hf : Continuous f) (n : Nat) : Continuous fun x => f x ^ n := by
  induction n with
  | zero => have e : (fun x => f x ^ 0) = fun _ => (1 : K) := funext fun x => pow_zero _
            rw [e]; exact continuous_const
  | succ n ih => have e : (fun x => f x ^ (n + 1)) = fun x => f x ^ n * f x := funext fun x => pow_succ _ _
                 rw [e]; exact ih.mul hf
instance (priority := 100) NormedAddCommGroup.toContinuousAdd : ContinuousAdd E := ⟨continuous_fst.add continuous_snd⟩
instance (priority := 100) NormedField.toContinuousMul : ContinuousMul K := ⟨continuous_fst.mul continuous_snd⟩
end Continuity

section Deriv
variable {K : Type u} [NontriviallyNormedField K] {x : K}
theorem HasDerivAt.continuousAt {F : Type v} [NormedAddCommGroup F] [NormedSpace K F] {f : K → F} {f' : F} (h : HasDerivAt f f' x) :
    ContinuousAt f x := Metric.tendsto_nhds.2 fun ε hε => by
  have hB : 0 < norm f' + 1 := by have := norm_nonneg f'; grind
  refine ((h 1 (by grind)).and (Metric.ball_mem_nhds x (div_pos hε hB))).mono fun y ⟨h1, h2⟩ => ?_
  have h2 : dist y x < ε / (norm f' + 1) := h2
  rw [dist_eq_norm] at h2 ⊢
  have h3 := norm_add_le (f y - f x - (y - x) • f') ((y - x) • f')
  rw [sub_add_cancel, norm_smul] at h3
  have h4 := (lt_div_iff₀ hB).1 h2
  grind
/-- The product rule. -/
theorem HasDerivAt.mul {f g : K → K} {f' g' : K} (hf : HasDerivAt f f' x) (hg : HasDerivAt g g' x) :
    HasDerivAt (fun y => f y * g y) (f' * g x + f x * g') x := fun c hc => by
  -- f y g y - f x g x = (f y - f x) g x + f x (g y - g x) + (f y - f x) (g y - g x)
  have hA : 0 < norm (g x) + norm (f x) + norm f' + 1 := by
    have := norm_nonneg (g x); have := norm_nonneg (f x); have := norm_nonneg f'; grind
  have hd : 0 < c / (4 * (norm (g x) + norm (f x) + norm f' + 1)) := div_pos hc (by grind)
  have hm : 0 < min 1 (c / (4 * (norm (g x) + norm (f x) + norm f' + 1))) := by grind
  refine ((hf _ hm).and ((hg _ hm).and (Metric.tendsto_nhds.1 hg.continuousAt _ hm))).mono fun y ⟨h1, h2, h3⟩ => ?_
  rw [dist_eq_norm] at h3
  generalize hδ : min 1 (c / (4 * (norm (g x) + norm (f x) + norm f' + 1))) = δ at *
  have d1 : δ ≤ 1 := hδ ▸ min_le_left _ _
  have d2 : δ * (4 * (norm (g x) + norm (f x) + norm f' + 1)) ≤ c := (le_div_iff₀ (by grind)).1 (hδ ▸ min_le_right _ _)
  have h1 : norm (f y - f x - (y - x) * f') ≤ δ * norm (y - x) := h1
  have h2 : norm (g y - g x - (y - x) * g') ≤ δ * norm (y - x) := h2
  show norm (f y * g y - f x * g x - (y - x) * (f' * g x + f x * g')) ≤ c * norm (y - x)
  have e : f y * g y - f x * g x - (y - x) * (f' * g x + f x * g') =
      (f y - f x - (y - x) * f') * g x + (f x * (g y - g x - (y - x) * g') +
        ((f y - f x - (y - x) * f') * (g y - g x) + (y - x) * f' * (g y - g x))) := by grind
  rw [e]
  have t1 := norm_add_le ((f y - f x - (y - x) * f') * g x) (f x * (g y - g x - (y - x) * g') +
        ((f y - f x - (y - x) * f') * (g y - g x) + (y - x) * f' * (g y - g x)))
  have t2 := norm_add_le (f x * (g y - g x - (y - x) * g')) ((f y - f x - (y - x) * f') * (g y - g x) + (y - x) * f' * (g y - g x))
  have t3 := norm_add_le ((f y - f x - (y - x) * f') * (g y - g x)) ((y - x) * f' * (g y - g x))
  rw [norm_mul] at t1 t2
  rw [norm_mul, norm_mul ((y - x) * f'), norm_mul (y - x)] at t3
  have nt := norm_nonneg (y - x)
  have b1 := mul_le_mul_of_nonneg_right h1 (norm_nonneg (g x))
  have b2 := mul_le_mul_of_nonneg_left h2 (norm_nonneg (f x))
  have b3 := mul_le_mul h1 (le_of_lt h3) (norm_nonneg _) (mul_nonneg (le_of_lt hm) nt)
  have b3' := mul_le_mul_of_nonneg_right (mul_le_mul_of_nonneg_right d1 nt) (le_of_lt hm)
  have b4 := mul_le_mul_of_nonneg_left (le_of_lt h3) (mul_nonneg nt (norm_nonneg f'))
  have b5 := mul_le_mul_of_nonneg_right d2 nt
  have b6 := mul_nonneg (mul_nonneg (le_of_lt hm) nt) (norm_nonneg (g x))
  have b7 := mul_nonneg (mul_nonneg (le_of_lt hm) nt) (norm_nonneg (f x))
  have b8 := mul_nonneg (mul_nonneg (le_of_lt hm) nt) (norm_nonneg f')
  have b9 := mul_nonneg (le_of_lt hm) nt
  generalize norm (y - x) = T at *
  generalize norm (g x) = G at *
  generalize norm (f x) = P at *
  generalize norm f' = Q at *
  generalize norm (f y - f x - (y - x) * f') * G = r1 at *
  generalize P * norm (g y - g x - (y - x) * g') = r2 at *
  generalize norm (f y - f x - (y - x) * f') * norm (g y - g x) = r3 at *
  generalize T * Q * norm (g y - g x) = r4 at *
  clear h1 h2 h3 hf hg e hδ hd hA
  grind
theorem HasDerivAt.pow {f : K → K} {f' : K} (h : HasDerivAt f f' x) (n : Nat) :
    HasDerivAt (fun y => f y ^ n) (n * f x ^ (n - 1) * f') x := by
  induction n with
  | zero =>
    have e : (fun y => f y ^ 0) = fun _ => (1 : K) := funext fun y => pow_zero _
    rw [e, Nat.cast_zero, zero_mul, zero_mul]; exact hasDerivAt_const x 1
  | succ n ih =>
    have e : (fun y => f y ^ (n + 1)) = fun y => f y ^ n * f y := funext fun y => pow_succ _ _
    have h1 := ih.mul h
    have e1 : (n : K) * f x ^ (n - 1) * f' * f x + f x ^ n * f' = ((n + 1 : Nat) : K) * f x ^ (n + 1 - 1) * f' := by
      rw [Nat.cast_succ, Nat.add_sub_cancel]
      match n with
      | 0 => rw [Nat.cast_zero]; grind
      | m + 1 => rw [Nat.add_sub_cancel, pow_succ]; grind
    rw [e, ← e1]; exact h1
theorem hasDerivAt_pow (n : Nat) (x : K) : HasDerivAt (fun y => y ^ n) (n * x ^ (n - 1)) x := by
  have := (hasDerivAt_id x).pow n
  rwa [mul_one] at this
theorem deriv_pow_field (n : Nat) : deriv (fun y : K => y ^ n) x = n * x ^ (n - 1) := (hasDerivAt_pow n x).deriv
end Deriv
