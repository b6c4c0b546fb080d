module
public import Mathlet.GroupTheory.Sign
public import Mathlet.Lemmas.Finset
@[expose] public noncomputable section
universe u

/-! # The sign of a product

Exchanging two elements behind a permutation joins two cycles or separates one into two, so it changes the sign; every permutation
is a product of exchanges. -/

namespace Equiv.Perm
variable {α : Type u} [DecidableEq α] [Fintype α]
omit [DecidableEq α] in
/-- Every element comes back after at most as many steps as there are elements. -/
theorem exists_period (σ : Equiv.Perm α) (x : α) : ∃ j, 0 < j ∧ j ≤ Fintype.card α ∧ (σ ^ j) x = x := by
  obtain ⟨a, ha, b, hb, hne, e⟩ := Finset.exists_ne_map_eq_of_card_lt_of_maps_to (s := Finset.range (Fintype.card α + 1)) (t := Finset.univ)
    (f := fun k => (σ ^ k) x) (by rw [Finset.card_range]; exact Nat.lt_succ_self _) fun _ _ => Finset.mem_univ _
  have back : ∀ a b : Nat, a < b → (σ ^ a) x = (σ ^ b) x → (σ ^ (b - a)) x = x := fun a b hab e => by
    have : σ ^ b = σ ^ a * σ ^ (b - a) := by rw [← pow_add]; congr 1; omega
    rw [this, mul_apply] at e
    exact ((σ ^ a).injective e).symm
  rw [Finset.mem_range] at ha hb
  rcases Nat.lt_or_gt_of_ne hne with h | h
  · exact ⟨b - a, by omega, by omega, back a b h e⟩
  · exact ⟨a - b, by omega, by omega, back b a h e.symm⟩
omit [DecidableEq α] [Fintype α] in
theorem pow_mul_apply_of_eq {σ : Equiv.Perm α} {x : α} {j : Nat} (h : (σ ^ j) x = x) (m : Nat) : (σ ^ (j * m)) x = x := by
  induction m with
  | zero => rfl
  | succ m ih => rw [Nat.mul_succ, pow_add, mul_apply, h, ih]
theorem mem_cycleSet {σ : Equiv.Perm α} {x y : α} : y ∈ σ.cycleSet x ↔ ∃ k : Nat, (σ ^ k) x = y := by
  rw [cycleSet, Finset.mem_filter]
  constructor
  · rintro ⟨_, k, h⟩; exact ⟨k, h⟩
  · rintro ⟨k, h⟩
    obtain ⟨j, h0, hj, hx⟩ := exists_period σ x
    refine ⟨Finset.mem_univ y, ⟨k % j, Nat.lt_of_lt_of_le (Nat.mod_lt k h0) hj⟩, ?_⟩
    rw [← h]
    have : σ ^ k = σ ^ (k % j) * σ ^ (j * (k / j)) := by rw [← pow_add, Nat.mod_add_div]
    rw [this, mul_apply, pow_mul_apply_of_eq hx]
theorem self_mem_cycleSet (σ : Equiv.Perm α) (x : α) : x ∈ σ.cycleSet x := mem_cycleSet.2 ⟨0, rfl⟩
theorem cycleSet_trans {σ : Equiv.Perm α} {x y z : α} (h : y ∈ σ.cycleSet x) (k : z ∈ σ.cycleSet y) : z ∈ σ.cycleSet x := by
  obtain ⟨m, rfl⟩ := mem_cycleSet.1 h
  obtain ⟨n, rfl⟩ := mem_cycleSet.1 k
  exact mem_cycleSet.2 ⟨n + m, by rw [pow_add, mul_apply]⟩
theorem cycleSet_symm {σ : Equiv.Perm α} {x y : α} (h : y ∈ σ.cycleSet x) : x ∈ σ.cycleSet y := by
  obtain ⟨m, rfl⟩ := mem_cycleSet.1 h
  obtain ⟨j, h0, _, hx⟩ := exists_period σ x
  refine mem_cycleSet.2 ⟨j * m - m, ?_⟩
  rw [← mul_apply, ← pow_add, Nat.sub_add_cancel (Nat.le_mul_of_pos_left m h0), pow_mul_apply_of_eq hx]
theorem cycleSet_eq {σ : Equiv.Perm α} {x y : α} (h : y ∈ σ.cycleSet x) : σ.cycleSet y = σ.cycleSet x :=
  Finset.ext fun _ => ⟨cycleSet_trans h, cycleSet_trans (cycleSet_symm h)⟩
theorem apply_mem_cycleSet (σ : Equiv.Perm α) (x : α) : σ x ∈ σ.cycleSet x := mem_cycleSet.2 ⟨1, by rw [pow_one]⟩
/-- A set that is closed under a permutation holds the cycles of its members. -/
theorem cycleSet_subset {σ : Equiv.Perm α} {p : α → Prop} (h : ∀ z, p z → p (σ z)) {x y : α} (hx : p x) (hy : y ∈ σ.cycleSet x) : p y := by
  obtain ⟨k, rfl⟩ := mem_cycleSet.1 hy
  induction k with
  | zero => exact hx
  | succ k ih =>
    have := h _ (ih (mem_cycleSet.2 ⟨k, rfl⟩))
    rwa [← mul_apply, ← pow_succ'] at this

variable {σ : Equiv.Perm α} {a b : α}
/-- Exchanging two elements behind a permutation separates what was in one cycle and joins what was in two. -/
theorem mem_cycleSet_swap_mul (hab : a ≠ b) : b ∈ (swap a b * σ).cycleSet a ↔ b ∉ σ.cycleSet a := by
  obtain ⟨j, h0, _, hj⟩ := exists_period σ a
  obtain ⟨k, hk, hleast⟩ := Nat.exists_least (s := setOf fun k => 0 < k ∧ ((σ ^ k) a = a ∨ (σ ^ k) a = b)) ⟨j, h0, .inl hj⟩
  have hk0 : 0 < k := hk.1
  have inner : ∀ i, 0 < i → i < k → (σ ^ i) a ≠ a ∧ (σ ^ i) a ≠ b := fun i h1 h2 =>
    ⟨fun e => by have := hleast (a := i) ⟨h1, .inl e⟩; omega, fun e => by have := hleast (a := i) ⟨h1, .inr e⟩; omega⟩
  have same : ∀ i, i < k → ((swap a b * σ) ^ i) a = (σ ^ i) a := fun i => by
    induction i with
    | zero => intro _; rfl
    | succ i ih =>
      intro h
      have := inner (i + 1) (by omega) h
      rw [pow_succ', mul_apply, ih (by omega), mul_apply, ← mul_apply σ, ← pow_succ', swap_apply_def, if_neg this.1, if_neg this.2]
  have last : ((swap a b * σ) ^ k) a = swap a b ((σ ^ k) a) := by
    obtain ⟨m, rfl⟩ : ∃ m, k = m + 1 := ⟨k - 1, by omega⟩
    rw [pow_succ', mul_apply, same m (by omega), mul_apply, ← mul_apply σ, ← pow_succ']
  have without : ∀ τ : Equiv.Perm α, (∀ i, i < k → (τ ^ i) a = (σ ^ i) a) → (τ ^ k) a = a → b ∉ τ.cycleSet a := fun τ h e hb => by
    obtain ⟨m, hm⟩ := mem_cycleSet.1 hb
    have : τ ^ m = τ ^ (m % k) * τ ^ (k * (m / k)) := by rw [← pow_add, Nat.mod_add_div]
    have hlt := Nat.mod_lt m hk0
    rw [this, mul_apply, pow_mul_apply_of_eq e, h _ hlt] at hm
    rcases Nat.eq_zero_or_pos (m % k) with e0 | e0
    · rw [e0] at hm; exact hab hm
    · exact (inner _ e0 hlt).2 hm
  rcases hk.2 with e | e
  · rw [e, swap_apply_def, if_pos rfl] at last
    exact ⟨fun _ => without σ (fun _ _ => rfl) e, fun _ => mem_cycleSet.2 ⟨k, last⟩⟩
  · rw [e, swap_apply_def, if_neg (Ne.symm hab), if_pos rfl] at last
    exact ⟨fun h => (without _ same last h).elim, fun h => (h (mem_cycleSet.2 ⟨k, e⟩)).elim⟩
/-- Joining two cycles leaves one less. -/
theorem card_cycleSets_swap_mul (hab : a ≠ b) (h : b ∉ σ.cycleSet a) : (swap a b * σ).cycleSets.card + 1 = σ.cycleSets.card := by
  have joined := (mem_cycleSet_swap_mul hab).2 h
  let U := σ.cycleSet a ∪ σ.cycleSet b
  have step : ∀ x, swap a b (σ x) = σ x ∨ (σ x = a ∧ swap a b (σ x) = b) ∨ (σ x = b ∧ swap a b (σ x) = a) := fun x => by
    rw [swap_apply_def]
    split
    · next e => exact .inr (.inl ⟨e, rfl⟩)
    · split
      · next e => exact .inr (.inr ⟨e, rfl⟩)
      · exact .inl rfl
  have back : ∀ {x y}, σ x = y → x ∈ σ.cycleSet y := fun {x y} e => cycleSet_symm (e ▸ apply_mem_cycleSet σ x)
  have down : ∀ x, σ x ∈ (swap a b * σ).cycleSet x := fun x => by
    have h1 : swap a b (σ x) ∈ (swap a b * σ).cycleSet x := apply_mem_cycleSet _ x
    rcases step x with e | ⟨e1, e2⟩ | ⟨e1, e2⟩
    · rwa [e] at h1
    · rw [e2] at h1; rw [e1]; exact cycleSet_trans h1 (cycleSet_symm joined)
    · rw [e2] at h1; rw [e1]; exact cycleSet_trans h1 joined
  have sub : ∀ {x y}, y ∈ σ.cycleSet x → y ∈ (swap a b * σ).cycleSet x := fun {x y} hy =>
    cycleSet_subset (p := fun z => z ∈ (swap a b * σ).cycleSet x) (fun z hz => cycleSet_trans hz (down z)) (self_mem_cycleSet _ x) hy
  have inU : ∀ x, x ∈ U → (swap a b * σ).cycleSet x = U := fun x hx => by
    have hU : ∀ {z}, z ∈ U → z ∈ (swap a b * σ).cycleSet a := fun {z} hz => (Finset.mem_union.1 hz).elim sub fun k => cycleSet_trans joined (sub k)
    rw [cycleSet_eq (hU hx)]
    refine Finset.ext fun y => ⟨fun hy => cycleSet_subset (p := fun z => z ∈ U) (fun z hz => ?_) (Finset.mem_union.2 (.inl (self_mem_cycleSet σ a))) hy, hU⟩
    rcases step z with e | ⟨_, e2⟩ | ⟨_, e2⟩
    · show swap a b (σ z) ∈ U
      rw [e]
      exact Finset.mem_union.2 ((Finset.mem_union.1 hz).imp (fun k => cycleSet_trans k (apply_mem_cycleSet σ z)) fun k => cycleSet_trans k (apply_mem_cycleSet σ z))
    · show swap a b (σ z) ∈ U
      rw [e2]; exact Finset.mem_union.2 (.inr (self_mem_cycleSet σ b))
    · show swap a b (σ z) ∈ U
      rw [e2]; exact Finset.mem_union.2 (.inl (self_mem_cycleSet σ a))
  have offU : ∀ x, x ∉ U → (swap a b * σ).cycleSet x = σ.cycleSet x := fun x hx => by
    refine Finset.ext fun y => ⟨fun hy => cycleSet_subset (p := fun z => z ∈ σ.cycleSet x) (fun z hz => ?_) (self_mem_cycleSet σ x) hy, sub⟩
    have hz' := cycleSet_trans hz (apply_mem_cycleSet σ z)
    rcases step z with e | ⟨e1, _⟩ | ⟨e1, _⟩
    · show swap a b (σ z) ∈ _; rwa [e]
    · rw [e1] at hz'; exact (hx (Finset.mem_union.2 (.inl (cycleSet_symm hz')))).elim
    · rw [e1] at hz'; exact (hx (Finset.mem_union.2 (.inr (cycleSet_symm hz')))).elim
  have e : (swap a b * σ).cycleSets = insert U ((σ.cycleSets.erase (σ.cycleSet a)).erase (σ.cycleSet b)) := Finset.ext fun s => by
    simp only [cycleSets, Finset.mem_image, Finset.mem_insert, Finset.mem_erase]
    constructor
    · rintro ⟨x, _, rfl⟩
      by_cases hx : x ∈ U
      · exact .inl (inU x hx)
      · rw [offU x hx]
        refine .inr ⟨fun e => hx (Finset.mem_union.2 (.inr ?_)), fun e => hx (Finset.mem_union.2 (.inl ?_)), x, Finset.mem_univ x, rfl⟩
        · rw [← e]; exact self_mem_cycleSet σ x
        · rw [← e]; exact self_mem_cycleSet σ x
    · rintro (rfl | ⟨h1, h2, x, _, rfl⟩)
      · exact ⟨a, Finset.mem_univ a, inU a (Finset.mem_union.2 (.inl (self_mem_cycleSet σ a)))⟩
      · exact ⟨x, Finset.mem_univ x, offU x fun hx => (Finset.mem_union.1 hx).elim (fun k => h2 (cycleSet_eq k)) fun k => h1 (cycleSet_eq k)⟩
  have hA : σ.cycleSet a ∈ σ.cycleSets := Finset.mem_image.2 ⟨a, Finset.mem_univ a, rfl⟩
  have hB : σ.cycleSet b ∈ σ.cycleSets.erase (σ.cycleSet a) := Finset.mem_erase.2
    ⟨fun k => h (k ▸ self_mem_cycleSet σ b), Finset.mem_image.2 ⟨b, Finset.mem_univ b, rfl⟩⟩
  have hU : U ∉ (σ.cycleSets.erase (σ.cycleSet a)).erase (σ.cycleSet b) := fun k => by
    have k := (Finset.mem_erase.1 k).2
    obtain ⟨h1, h2⟩ := Finset.mem_erase.1 k
    obtain ⟨x, _, hx⟩ := Finset.mem_image.1 h2
    have : a ∈ σ.cycleSet x := by rw [hx]; exact Finset.mem_union.2 (.inl (self_mem_cycleSet σ a))
    exact h1 (by rw [← hx, cycleSet_eq this])
  have h1 := Finset.card_pos.2 ⟨_, hA⟩
  have h2 := Finset.card_pos.2 ⟨_, hB⟩
  rw [Finset.card_erase_of_mem hA] at h2
  rw [e, Finset.card_insert_of_notMem hU, Finset.card_erase_of_mem hB, Finset.card_erase_of_mem hA]
  omega
theorem sign_swap_mul (hab : a ≠ b) (σ : Equiv.Perm α) : sign (swap a b * σ) = -sign σ := by
  have flip (n : Nat) : (-1 : Units Int) ^ (n + 1) = -(-1) ^ n := by
    rw [pow_succ]
    exact Units.ext ((Int.mul_neg _ _).trans (congrArg Neg.neg (Int.mul_one _)))
  have self : swap a b * (swap a b * σ) = σ := Equiv.ext fun x => by
    rw [mul_apply, mul_apply, swap_apply_def, swap_apply_def]
    grind
  rw [sign_eq, sign_eq]
  by_cases h : b ∈ σ.cycleSet a
  · have := card_cycleSets_swap_mul (σ := swap a b * σ) hab fun k => (mem_cycleSet_swap_mul hab).1 k h
    rw [self] at this
    rw [← this, ← Nat.add_assoc, flip]
  · have := card_cycleSets_swap_mul hab h
    rw [← this, ← Nat.add_assoc, flip]; exact Units.ext (Int.neg_neg _).symm
/-- What holds for 1 and is kept by exchanging two elements holds for all permutations. -/
theorem swap_induction_on {P : Equiv.Perm α → Prop} (σ : Equiv.Perm α) (one : P 1) (swap_mul : ∀ f x y, x ≠ y → P f → P (swap x y * f)) : P σ := by
  have : ∀ n, ∀ σ : Equiv.Perm α, σ.support.card = n → P σ := fun n => by
    induction n using Nat.strongRecOn with
    | _ n ih =>
      intro σ hn
      by_cases h : ∃ x, σ x ≠ x
      · obtain ⟨x, hx⟩ := h
        have self : swap x (σ x) * (swap x (σ x) * σ) = σ := Equiv.ext fun y => by
          rw [mul_apply, mul_apply, swap_apply_def, swap_apply_def]; grind
        have hs : (swap x (σ x) * σ).support ⊂ σ.support := by
          refine ⟨fun y hy => ?_, fun e => ?_⟩
          · rw [mem_support, mul_apply, swap_apply_def] at hy
            rw [mem_support]
            intro k
            rw [k] at hy
            by_cases h1 : y = x
            · rw [h1] at k; exact hx k
            · rw [if_neg h1] at hy
              by_cases h2 : y = σ x
              · exact h1 (σ.injective (k.trans h2))
              · rw [if_neg h2] at hy; exact hy rfl
          · have := e (mem_support.2 hx)
            rw [mem_support, mul_apply, swap_apply_def, if_neg hx, if_pos rfl] at this
            exact this rfl
        have := swap_mul _ x (σ x) (Ne.symm hx) (ih _ (hn ▸ Finset.card_lt_card hs) _ rfl)
        rwa [self] at this
      · have : σ = 1 := Equiv.ext fun x => Classical.byContradiction fun k => h ⟨x, k⟩
        rw [this]; exact one
  exact this _ σ rfl
@[simp] theorem sign_mul (f g : Equiv.Perm α) : sign (f * g) = sign f * sign g :=
  swap_induction_on (P := fun f => ∀ g, sign (f * g) = sign f * sign g) f (fun g => by rw [one_mul, sign_one, one_mul])
    (fun f x y h ih g => by rw [mul_assoc, sign_swap_mul h, sign_swap_mul h, ih]; exact Units.ext (Int.neg_mul _ _).symm) g
theorem sign_swap {x y : α} (h : x ≠ y) : sign (swap x y) = -1 := by
  have := sign_swap_mul h (1 : Equiv.Perm α); rwa [mul_one, sign_one] at this
end Equiv.Perm
