/-!
# The core dialect: objects that are counterexamples to many claims

Sequences, functions and spaces that are infinite, so that no search over finite structures finds them, and what
is known about each. Over ordered fields they are the same in every field, the reals among them.
-/

section Witnesses

universe v

namespace FaithSieve
variable {R : Type u} [OrderedField R]
/-- 1, -1, 1, -1, … -/
noncomputable def alternating (n : Nat) : R := if n % 2 = 0 then 1 else -1
/-- -1, -1/2, -1/3, … -/
noncomputable def rising (n : Nat) : R := -((n : R) + 1)⁻¹
/-- -1 below 0, and 1 from there on. -/
noncomputable def step (x : R) : R := if 0 ≤ x then 1 else -1
/-- Different points have distance 1. -/
noncomputable def discreteMetric {X : Type v} (x y : X) : R := open Classical in if x = y then 0 else 1
/-- Every set is open. -/
@[reducible] def discreteTopology (X : Type v) : TopologicalSpace X :=
  ⟨fun _ => True, trivial, fun _ _ _ _ => trivial, fun _ _ => trivial⟩
/-- The ideal of zero alone. -/
def zeroIdeal (R : Type u) [CommRing R] : Ideal R where
  carrier := fun a => a = 0
  zero_mem := rfl
  add_mem := fun a b (ha : a = 0) (hb : b = 0) => show a + b = 0 by grind
  smul_mem := fun c a (ha : a = 0) => show c * a = 0 by grind
/-- The multiples of a number. -/
def multiples (m : Int) : Ideal Int where
  carrier := fun a => m ∣ a
  zero_mem := ⟨0, by omega⟩
  add_mem := fun _ _ h h' => Int.dvd_add h h'
  smul_mem := fun c _ h => Int.dvd_mul_of_dvd_right h

@[grind =] theorem mem_zeroIdeal {R : Type u} [CommRing R] {a : R} : a ∈ zeroIdeal R ↔ a = 0 := Iff.rfl
@[grind =] theorem mem_multiples {m a : Int} : a ∈ multiples m ↔ m ∣ a := Iff.rfl
theorem isPrime_zeroIdeal : (zeroIdeal Int).IsPrime := ⟨by grind, fun a b (h : a * b = 0) => Int.mul_eq_zero.mp h⟩
theorem not_isMaximal_zeroIdeal : ¬ (zeroIdeal Int).IsMaximal := fun h => by
  have := h.eq_of_le (multiples 2) (fun a (ha : a = 0) => by subst ha; exact ⟨0, by omega⟩) (by grind) 2 ⟨1, by omega⟩
  grind
grind_pattern isPrime_zeroIdeal => zeroIdeal Int
grind_pattern not_isMaximal_zeroIdeal => zeroIdeal Int

theorem alternating_even (n : Nat) : (alternating (2 * n) : R) = 1 := by unfold alternating; grind
theorem alternating_odd (n : Nat) : (alternating (2 * n + 1) : R) = -1 := by unfold alternating; grind
@[grind =] theorem alternating_apply (n : Nat) : (alternating n : R) = if n % 2 = 0 then 1 else -1 := rfl
theorem isBounded_alternating : IsBounded (alternating : Nat → R) := ⟨1, fun n => by grind⟩
theorem not_isCauchy_alternating : ¬ IsCauchy (alternating : Nat → R) := fun h => by
  obtain ⟨N, hN⟩ := h 1 (by grind)
  have := hN (2 * N) (2 * N + 1) (by omega) (by omega)
  rw [alternating_even, alternating_odd] at this
  grind
theorem not_tendsTo_alternating (l : R) : ¬ TendsTo alternating l := fun h => not_isCauchy_alternating h.isCauchy
grind_pattern isBounded_alternating => (alternating : Nat → R)
grind_pattern not_isCauchy_alternating => (alternating : Nat → R)
grind_pattern not_tendsTo_alternating => TendsTo alternating l

theorem natCast_succ_pos (n : Nat) : (0 : R) < (n : R) + 1 := by
  have : (0 : R) ≤ (n : R) := OrderedField.natCast_nonneg n
  grind
theorem rising_lt_zero (n : Nat) : (rising n : R) < 0 := by
  have := inv_pos_of_pos (natCast_succ_pos (R := R) n)
  unfold rising; grind
theorem rising_lt_succ (n : Nat) : (rising n : R) < rising (n + 1) := by
  have a := natCast_succ_pos (R := R) n
  have b := natCast_succ_pos (R := R) (n + 1)
  have e : ((n + 1 : Nat) : R) = (n : R) + 1 := by grind
  unfold rising
  rw [e] at b ⊢
  have pos := inv_pos_of_pos a
  apply Classical.byContradiction; intro h
  have h : ((n : R) + 1)⁻¹ ≤ ((n : R) + 1 + 1)⁻¹ := by grind
  have := mul_le_mul_of_nonneg_right h (Std.le_of_lt b)
  grind
theorem rising_zero : (rising 0 : R) = -1 := by
  unfold rising; grind
theorem rising_ge (n : Nat) : -1 ≤ (rising n : R) := by
  induction n with
  | zero => rw [rising_zero]; grind
  | succ n ih => have := rising_lt_succ (R := R) n; grind
grind_pattern rising_lt_zero => (rising n : R)
grind_pattern rising_ge => (rising n : R)
grind_pattern rising_lt_succ => (rising n : R)
theorem isBounded_rising : IsBounded (rising : Nat → R) := ⟨1, fun n => by grind⟩
grind_pattern isBounded_rising => (rising : Nat → R)

@[grind =] theorem step_apply (x : R) : (step x : R) = if 0 ≤ x then 1 else -1 := rfl
theorem not_continuousAtPoint_step : ¬ ContinuousAtPoint (step : R → R) 0 := fun h => by
  obtain ⟨δ, hδ, near⟩ := h 1 (by grind)
  have := near (-(δ / 2)) (by grind)
  grind
grind_pattern not_continuousAtPoint_step => (step : R → R)

theorem isMetric_discrete {X : Type v} : IsMetric (discreteMetric : X → X → R) := by
  constructor <;> intros <;> unfold discreteMetric at * <;> grind
theorem discreteMetric_le {X : Type v} (x y : X) : (discreteMetric x y : R) ≤ 1 := by unfold discreteMetric; grind
grind_pattern isMetric_discrete => (discreteMetric : X → X → R)
grind_pattern discreteMetric_le => (discreteMetric x y : R)
theorem isOpen_discrete {X : Type v} (s : Set X) : @IsOpen X (discreteTopology X) s := trivial
theorem isOpenIn_discrete {X : Type v} (s : Set X) : IsOpenIn (discreteMetric : X → X → R) s := fun x hx =>
  ⟨1, by grind, fun y (hy : discreteMetric y x < (1 : R)) => by unfold discreteMetric at hy; grind⟩
theorem not_isCompact_discrete : ¬ @IsCompact Nat (discreteTopology Nat) Set.univ := fun h => by
  obtain ⟨T, inside, cover⟩ := h (fun s => ∃ n, s = setOf fun a => a ≤ n) (fun _ _ => trivial) (fun n _ => ⟨_, ⟨n, rfl⟩, Nat.le_refl n⟩)
  have bound : ∀ T : List (Set Nat), (∀ t, t ∈ T → ∃ n, t = setOf fun a => a ≤ n) → ∃ m, ∀ t, t ∈ T → m ∉ t ∧ ∀ k, m ≤ k → k ∉ t := by
    intro T
    induction T with
    | nil => exact fun _ => ⟨0, fun t h => nomatch h⟩
    | cons s T ih =>
      intro all
      obtain ⟨m, hm⟩ := ih fun t h => all t (List.mem_cons_of_mem _ h)
      obtain ⟨n, hn⟩ := all s List.mem_cons_self
      refine ⟨m + n + 1, fun t h => ?_⟩
      have far : ∀ k, m + n + 1 ≤ k → k ∉ t := by
        intro k hk
        rcases List.mem_cons.mp h with e | h
        · subst e; subst hn; exact fun (h : k ≤ n) => by omega
        · exact (hm t h).2 k (by omega)
      exact ⟨far _ (by omega), far⟩
  obtain ⟨m, hm⟩ := bound T inside
  obtain ⟨t, ht, h⟩ := cover m trivial
  exact (hm t ht).1 h
end FaithSieve

end Witnesses
