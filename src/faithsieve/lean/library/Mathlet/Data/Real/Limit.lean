module
public import Mathlet.Data.Real.Complete
@[expose] public noncomputable section

/-! # Limits of sequences of reals, by ε: what the elementary functions are made with -/

namespace Real

/-- The terms come and stay as close to `x` as one likes. The word for statements is `Tendsto`. -/
def SeqTendsto (a : Nat → Real) (x : Real) : Prop := ∀ ε, 0 < ε → ∃ N : Nat, ∀ n, N ≤ n → -ε < a n - x ∧ a n - x < ε
theorem SeqTendsto.add {a b : Nat → Real} {x y : Real} (ha : SeqTendsto a x) (hb : SeqTendsto b y) :
    SeqTendsto (fun n => a n + b n) (x + y) := by
  intro ε h
  obtain ⟨N, hN⟩ := ha (ε / 2) (by grind)
  obtain ⟨M, hM⟩ := hb (ε / 2) (by grind)
  refine ⟨max N M, fun n hn => ?_⟩
  have := hN n (by omega)
  have := hM n (by omega)
  grind
theorem SeqTendsto.unique {a : Nat → Real} {x y : Real} (ha : SeqTendsto a x) (hb : SeqTendsto a y) : x = y := by
  apply Classical.byContradiction; intro hne
  rcases lt_or_gt_of_ne hne with h | h
  · obtain ⟨N, hN⟩ := ha ((y - x) / 2) (by grind)
    obtain ⟨M, hM⟩ := hb ((y - x) / 2) (by grind)
    have := hN (max N M) (by omega)
    have := hM (max N M) (by omega)
    grind
  · obtain ⟨N, hN⟩ := ha ((x - y) / 2) (by grind)
    obtain ⟨M, hM⟩ := hb ((x - y) / 2) (by grind)
    have := hN (max N M) (by omega)
    have := hM (max N M) (by omega)
    grind
theorem SeqTendsto.le_of_le {a : Nat → Real} {x c : Real} (ha : SeqTendsto a x) {M : Nat} (h : ∀ n, M ≤ n → a n ≤ c) : x ≤ c := by
  apply le_of_not_gt; intro hc
  obtain ⟨N, hN⟩ := ha (x - c) (by grind)
  have := hN (max N M) (by omega)
  have := h (max N M) (by omega)
  grind
theorem SeqTendsto.ge_of_ge {a : Nat → Real} {x c : Real} (ha : SeqTendsto a x) {M : Nat} (h : ∀ n, M ≤ n → c ≤ a n) : c ≤ x := by
  apply le_of_not_gt; intro hc
  obtain ⟨N, hN⟩ := ha (c - x) (by grind)
  have := hN (max N M) (by omega)
  have := h (max N M) (by omega)
  grind
theorem seqTendsto_const (x : Real) : SeqTendsto (fun _ => x) x := fun ε h => ⟨0, fun _ _ => by grind⟩

/-- Cauchy sequences converge. -/
theorem exists_limit {a : Nat → Real}
    (h : ∀ ε, 0 < ε → ∃ N : Nat, ∀ m n, N ≤ m → N ≤ n → a m - a n < ε) :
    ∃ x, SeqTendsto a x := by
  -- An eventual lower bound lies below `a N + ε` as soon as the terms after `N` differ by less than `ε`.
  have upper : ∀ {ε : Real} {N : Nat}, (∀ m n, N ≤ m → N ≤ n → a m - a n < ε) →
      ∀ y, (∃ M : Nat, ∀ n, M ≤ n → y ≤ a n) → y ≤ a N + ε := by
    intro ε N hN y ⟨M, hM⟩
    have := hM (max M N) (by omega)
    have := hN (max M N) N (by omega) (by omega)
    grind
  have lower : ∀ {ε : Real} {N : Nat}, (∀ m n, N ≤ m → N ≤ n → a m - a n < ε) →
      ∃ M : Nat, ∀ n, M ≤ n → a N - ε ≤ a n := by
    intro ε N hN
    refine ⟨N, fun n hn => ?_⟩
    have := hN N n (by omega) hn
    grind
  obtain ⟨N, hN⟩ := h 1 (by grind)
  obtain ⟨s, hs, hmin⟩ := exists_lub (fun y => ∃ M : Nat, ∀ n, M ≤ n → y ≤ a n)
    ⟨_, lower hN⟩ ⟨_, upper hN⟩
  refine ⟨s, fun ε hε => ?_⟩
  obtain ⟨K, hK⟩ := h (ε / 2) (by grind)
  refine ⟨K, fun n hn => ?_⟩
  have := hs _ (lower hK)
  have := hmin _ (upper hK)
  have := hK n K hn (by omega)
  have := hK K n (by omega) hn
  grind

/-- Powers of two outgrow every number. -/
theorem lt_two_pow (n : Nat) : (n : Real) < 2 ^ n := by
  induction n with
  | zero => rw [Nat.cast_zero, pow_zero]; grind
  | succ n ih =>
    rw [Nat.cast_succ, pow_succ]
    have := one_le_pow₀ (a := (2 : Real)) (by grind) (n := n)
    grind
theorem exists_lt_two_pow (x : Real) : ∃ n : Nat, ∀ m, n ≤ m → x < 2 ^ m := by
  obtain ⟨n, hn⟩ := exists_nat_gt x
  refine ⟨n, fun m hm => ?_⟩
  have h1 := lt_two_pow m
  have h2 : (n : Real) ≤ m := Nat.cast_le.2 hm
  grind
/-- `c / 2 ^ n` becomes as small as one likes. -/
theorem exists_div_two_pow_lt (c : Real) {ε : Real} (h : 0 < ε) : ∃ N : Nat, ∀ n, N ≤ n → c / 2 ^ n < ε := by
  obtain ⟨N, hN⟩ := exists_lt_two_pow (c / ε)
  refine ⟨N, fun n hn => ?_⟩
  have h1 := (div_lt_iff₀ h).1 (hN n hn)
  rw [div_lt_iff₀ (pow_pos (by grind) n)]
  grind
/-- Bernoulli's inequality. -/
theorem one_add_mul_le_pow' {a : Real} (h : -1 ≤ a) (n : Nat) : 1 + n * a ≤ (1 + a) ^ n := by
  induction n with
  | zero => rw [Nat.cast_zero, pow_zero]; grind
  | succ n ih =>
    rw [Nat.cast_succ, pow_succ]
    have h1 := mul_le_mul_of_nonneg_right ih (a := 1 + a) (by grind)
    have h2 := mul_nonneg (Nat.cast_nonneg (R := Real) n) (mul_self_nonneg a)
    grind

/-! ## Completeness once more -/

/-- A sequence that increases and is bounded converges to its supremum. -/
theorem seqTendsto_of_monotone {a : Nat → Real} (h : Monotone a) (hb : BddAbove (Set.range a)) :
    SeqTendsto a (sSup (Set.range a)) := by
  have hl := isLUB_sSup (S := Set.range a) ⟨a 0, 0, rfl⟩ hb
  intro ε hε
  have : ∃ N, sSup (Set.range a) - ε < a N := by
    apply Classical.byContradiction; intro hn
    have : sSup (Set.range a) ≤ sSup (Set.range a) - ε := hl.2 fun y ⟨n, hy⟩ => by
      subst hy
      exact le_of_not_gt fun h' => hn ⟨n, h'⟩
    grind
  obtain ⟨N, hN⟩ := this
  refine ⟨N, fun n hn => ?_⟩
  have h1 := h hn
  have h2 : a n ≤ sSup (Set.range a) := hl.1 ⟨n, rfl⟩
  grind

end Real
