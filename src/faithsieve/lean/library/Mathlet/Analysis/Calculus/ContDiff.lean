module
public import Mathlet.Analysis.Calculus.Deriv
public import Mathlet.Data.ENat
@[expose] public noncomputable section

/-!
# Functions with continuous derivatives; analytic functions

The derivatives of order `k` are families `p x k` of multilinear maps of `k` vectors. That they are derivatives of each
other and continuous is meant in the operator norm, which is written out: `norm (m v) ≤ c * ∏ norm (v i)` for all `v`.
-/

universe u v w

open Filter

instance WithTop.instNatCastENat : NatCast (WithTop ENat) := ⟨fun n => WithTop.some (n : ENat)⟩

section
variable (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [NormedAddCommGroup E] [NormedSpace 𝕜 E] {F : Type w} [NormedAddCommGroup F]
  [NormedSpace 𝕜 F]
/-- Linear in every place, with a bound. -/
structure IsBoundedMultilinear {k : Nat} (m : (Fin k → E) → F) : Prop where
  map_add : ∀ (v : Fin k → E) (i : Fin k) (x y : E),
    m (Function.update v i (x + y)) = m (Function.update v i x) + m (Function.update v i y)
  map_smul : ∀ (v : Fin k → E) (i : Fin k) (c : 𝕜) (x : E), m (Function.update v i (c • x)) = c • m (Function.update v i x)
  bound : ∃ C : Real, ∀ v, norm (m v) ≤ C * Finset.univ.prod fun i => norm (v i)
/-- `p` lists the derivatives of `f` within `s` up to order `n`, and they are continuous. -/
structure HasTaylorFamilyOn (n : ENat) (f : E → F) (p : E → (k : Nat) → (Fin k → E) → F) (s : Set E) : Prop where
  multilinear : ∀ x, x ∈ s → ∀ k, IsBoundedMultilinear 𝕜 (p x k)
  zero_eq : ∀ x, x ∈ s → ∀ v, p x 0 v = f x
  hasDeriv : ∀ k : Nat, (k : ENat) < n → ∀ x, x ∈ s → ∀ c : Real, 0 < c → Filter.Eventually (fun y => ∀ v : Fin k → E,
    norm (p y k v - p x k v - p x (k + 1) (Fin.cases (motive := fun _ => E) (y - x) v)) ≤ c * norm (y - x) * Finset.univ.prod fun i => norm (v i))
    (nhdsWithin x s)
  cont : ∀ k : Nat, (k : ENat) ≤ n → ∀ x, x ∈ s → ∀ c : Real, 0 < c → Filter.Eventually (fun y => ∀ v : Fin k → E,
    norm (p y k v - p x k v) ≤ c * Finset.univ.prod fun i => norm (v i)) (nhdsWithin x s)
/-- A family of multilinear maps is a power series around `x` within `s`: the terms `q n` of order `n` are bounded by
`C / r ^ n`, and their sum is the family where the argument is less than `r` away. -/
def AnalyticFamilyWithinAt {k : Nat} (g : E → (Fin k → E) → F) (s : Set E) (x : E) : Prop :=
  ∃ q : (n : Nat) → (Fin n → E) → (Fin k → E) → F,
    (∀ n v, IsBoundedMultilinear 𝕜 fun h => q n h v) ∧ (∀ n h, IsBoundedMultilinear 𝕜 (q n h)) ∧ ∃ r C : Real, 0 < r ∧
    (∀ n h v, norm (q n h v) ≤ C / r ^ n * (Finset.univ.prod fun i => norm (h i)) * Finset.univ.prod fun i => norm (v i)) ∧
    ∀ y, x + y ∈ (insert x s : Set E) → norm y < r → ∀ ε : Real, 0 < ε → ∃ N : Finset Nat, ∀ t, N ⊆ t → ∀ v,
      norm ((t.sum fun n => q n (fun _ => y) v) - g (x + y) v) ≤ ε * Finset.univ.prod fun i => norm (v i)
/-- The sum of a power series near the point, within a set. -/
def AnalyticWithinAt (f : E → F) (s : Set E) (x : E) : Prop := AnalyticFamilyWithinAt 𝕜 (k := 0) (fun y _ => f y) s x
/-- The sum of a power series near the point. -/
def AnalyticAt (f : E → F) (x : E) : Prop := AnalyticWithinAt 𝕜 f Set.univ x
def AnalyticOn (f : E → F) (s : Set E) : Prop := ∀ x, x ∈ s → AnalyticWithinAt 𝕜 f s x
def AnalyticOnNhd (f : E → F) (s : Set E) : Prop := ∀ x, x ∈ s → AnalyticAt 𝕜 f x

/-- `n` times continuously differentiable: `n` a number, `∞` (all orders), or `⊤` (analytic). -/
def ContDiff (n : WithTop ENat) (f : E → F) : Prop := match n with
  | .none => ∃ p, HasTaylorFamilyOn 𝕜 Top.top f p Set.univ ∧ ∀ k x, AnalyticFamilyWithinAt 𝕜 (fun y => p y k) Set.univ x
  | .some m => ∃ p, HasTaylorFamilyOn 𝕜 m f p Set.univ
/-- The same near a point within a set. -/
def ContDiffWithinAt (n : WithTop ENat) (f : E → F) (s : Set E) (x : E) : Prop := match n with
  | .none => ∃ u, u ∈ nhdsWithin x (insert x s) ∧ ∃ p, HasTaylorFamilyOn 𝕜 Top.top f p u ∧
    ∀ k y, y ∈ u → AnalyticFamilyWithinAt 𝕜 (fun y => p y k) u y
  | .some m => ∀ k : Nat, (k : ENat) ≤ m → ∃ u, u ∈ nhdsWithin x (insert x s) ∧ ∃ p, HasTaylorFamilyOn 𝕜 k f p u
def ContDiffAt (n : WithTop ENat) (f : E → F) (x : E) : Prop := ContDiffWithinAt 𝕜 n f Set.univ x
def ContDiffOn (n : WithTop ENat) (f : E → F) (s : Set E) : Prop := ∀ x, x ∈ s → ContDiffWithinAt 𝕜 n f s x

variable {𝕜}
/-- No derivatives asked: continuity. -/
theorem contDiff_zero {f : E → F} : ContDiff 𝕜 0 f ↔ Continuous f := by
  constructor
  · rintro ⟨p, hp⟩
    refine continuous_iff_continuousAt.2 fun x => Metric.tendsto_nhds.2 fun ε hε => ?_
    have h := hp.cont 0 (le_refl _) x trivial (ε / 2) (half_pos hε)
    rw [nhdsWithin_univ] at h
    refine h.mono fun y hy => ?_
    have h0 := hy Fin.elim0
    rw [hp.zero_eq y trivial, hp.zero_eq x trivial] at h0
    have e : (Finset.univ.prod fun i : Fin 0 => norm ((Fin.elim0 i : E))) = 1 := rfl
    have e' : (Finset.univ.prod fun i : Fin 0 => norm ((Fin.elim0 : Fin 0 → E) i)) = 1 := rfl
    rw [e', mul_one] at h0
    rw [dist_eq_norm]
    exact lt_of_le_of_lt h0 (half_lt_self hε)
  · intro h
    refine ⟨fun x k => match k with
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
      exact (not_lt_of_ge (bot_le : (0 : ENat) ≤ k) hk).elim
    · intro k hk x _ c hc
      have hk : k ≤ 0 := hk
      have hk : k = 0 := by omega
      subst hk
      rw [nhdsWithin_univ]
      refine (Metric.tendsto_nhds.1 (h.tendsto x) c hc).mono fun y hy v => ?_
      show norm (f y - f x) ≤ c * 1
      rw [mul_one, ← dist_eq_norm]; exact le_of_lt hy
/-- Functions that have more derivatives have fewer. -/
theorem ContDiff.of_le {f : E → F} {m n : ENat} (h : ContDiff 𝕜 (WithTop.some n) f) (hmn : m ≤ n) : ContDiff 𝕜 (WithTop.some m) f := by
  obtain ⟨p, hp⟩ := h
  exact ⟨p, hp.multilinear, hp.zero_eq, fun k hk => hp.hasDeriv k (lt_of_lt_of_le hk hmn), fun k hk => hp.cont k (le_trans hk hmn)⟩
theorem ContDiff.continuous {f : E → F} {n : ENat} (h : ContDiff 𝕜 (WithTop.some n) f) : Continuous f :=
  contDiff_zero.1 (ContDiff.of_le (m := 0) h bot_le)
/-- From one derivative on the function is differentiable. -/
theorem ContDiff.differentiable {f : E → F} {n : ENat} (h : ContDiff 𝕜 (WithTop.some n) f) (hn : 1 ≤ n) : Differentiable 𝕜 f := by
  obtain ⟨p, hp⟩ := h
  intro x
  have hm := hp.multilinear x trivial 1
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
  · have h0 := hp.hasDeriv 0 (lt_of_lt_of_le (by exact Nat.zero_lt_one) hn) x trivial c hc
    rw [nhdsWithin_univ] at h0
    refine h0.mono fun y hy => ?_
    have h1 := hy Fin.elim0
    rw [hp.zero_eq y trivial, hp.zero_eq x trivial] at h1
    have e' : (Finset.univ.prod fun i : Fin 0 => norm ((Fin.elim0 : Fin 0 → E) i)) = 1 := rfl
    have e : (Fin.cases (motive := fun _ => E) (y - x) Fin.elim0 : Fin 1 → E) = fun _ => y - x := funext fun i => by
      have : i = 0 := Fin.ext (by have := i.2; omega)
      subst this; rfl
    rw [e', mul_one, e] at h1
    exact h1
end
