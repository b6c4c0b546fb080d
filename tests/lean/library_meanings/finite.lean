/-! What the definitions of finite things and elementary arithmetic mean: each is pinned down by a theorem. -/

namespace Meanings.Finite
open Finset

variable {α β ι : Type} {M : Type}

-- Multisets are lists up to permutation.
example {l m : List α} : (l : Multiset α) = m ↔ l.Perm m := Multiset.coe_eq_coe
example [DecidableEq α] {s t : Multiset α} : s = t ↔ ∀ a, s.count a = t.count a := Multiset.ext
example (l : List α) : Multiset.card (l : Multiset α) = l.length := Multiset.coe_card l
example : ({1, 1, 2} : Multiset ℕ) ≠ {1, 2} ∧ ({1, 1, 2} : Multiset ℕ) = {2, 1, 1} := by decide
example : ({1, 1, 2} : Multiset ℕ).toFinset = {1, 2} ∧ ({1, 1, 2} : Multiset ℕ).sum = 4 ∧ ({3, 1, 2} : Multiset ℕ).prod = 6 := by decide

-- Finite sets are known by their members.
example {s t : Finset α} : s = t ↔ ∀ a, a ∈ s ↔ a ∈ t := Finset.ext_iff
example {s : Finset α} {a : α} : a ∈ (s : Set α) ↔ a ∈ s := mem_coe
example {s t : Finset α} : s ⊆ t ↔ ∀ ⦃a⦄, a ∈ s → a ∈ t := subset_iff
example {s t : Finset α} : s ≤ t ↔ s ⊆ t := le_iff_subset
example (a : α) : a ∉ (∅ : Finset α) := notMem_empty a
example {a b : α} : b ∈ ({a} : Finset α) ↔ b = a := mem_singleton
example [DecidableEq α] {a b : α} {s : Finset α} : a ∈ insert b s ↔ a = b ∨ a ∈ s := mem_insert
example [DecidableEq α] {a : α} {s t : Finset α} : a ∈ s ∪ t ↔ a ∈ s ∨ a ∈ t := mem_union
example [DecidableEq α] {a : α} {s t : Finset α} : a ∈ s ∩ t ↔ a ∈ s ∧ a ∈ t := mem_inter
example [DecidableEq α] {a : α} {s t : Finset α} : a ∈ s \ t ↔ a ∈ s ∧ a ∉ t := mem_sdiff
example [DecidableEq α] {a b : α} {s : Finset α} : a ∈ s.erase b ↔ a ≠ b ∧ a ∈ s := mem_erase
example [DecidableEq α] [Fintype α] {a : α} {s : Finset α} : a ∈ sᶜ ↔ a ∉ s := mem_compl
example {p : α → Prop} [DecidablePred p] {s : Finset α} {a : α} : a ∈ filter p s ↔ a ∈ s ∧ p a := mem_filter
example {p : α → Prop} [DecidablePred p] {s : Finset α} : {x ∈ s | p x} = filter p s := rfl
example {p : α → Prop} {s : Set α} {a : α} : a ∈ {x ∈ s | p x} ↔ a ∈ s ∧ p a := Iff.rfl
example [DecidableEq β] {f : α → β} {s : Finset α} {b : β} : b ∈ s.image f ↔ ∃ a ∈ s, f a = b := mem_image
example {s t : Finset α} : s ∈ powerset t ↔ s ⊆ t := mem_powerset
example {n : ℕ} {s t : Finset α} : s ∈ powersetCard n t ↔ s ⊆ t ∧ s.card = n := mem_powersetCard
example {s : Finset α} {t : Finset β} {p : α × β} : p ∈ s ×ˢ t ↔ p.1 ∈ s ∧ p.2 ∈ t := mem_product
example [DecidableEq β] {s : Finset α} {t : α → Finset β} {b : β} : b ∈ s.biUnion t ↔ ∃ a ∈ s, b ∈ t a := mem_biUnion
example {s : Finset α} : s.Nonempty ↔ ∃ x, x ∈ s := Iff.rfl
example [Fintype α] (x : α) : x ∈ (univ : Finset α) := mem_univ x
example {s t : Finset α} : Disjoint s t ↔ ∀ ⦃a⦄, a ∈ s → a ∉ t := disjoint_left

-- Sizes.
example [DecidableEq α] {s : Finset α} {a : α} (h : a ∉ s) : (insert a s).card = s.card + 1 := card_insert_of_notMem h
example {s : Finset α} : s.card = 0 ↔ s = ∅ := card_eq_zero
example (s : Finset α) : (powerset s).card = 2 ^ s.card := card_powerset s
example (n : ℕ) : Fintype.card (Fin n) = n := Fintype.card_fin n
example [DecidableEq α] [Fintype α] [Fintype β] : Fintype.card (α → β) = Fintype.card β ^ Fintype.card α := Fintype.card_fun
example [Fintype α] [Fintype β] (e : α ≃ β) : Fintype.card α = Fintype.card β := Fintype.card_congr e

-- Intervals.
example {n m : ℕ} : m ∈ range n ↔ m < n := mem_range
example {a b x : ℤ} : x ∈ Finset.Icc a b ↔ a ≤ x ∧ x ≤ b := Finset.mem_Icc
example {a b x : ℕ} : x ∈ Finset.Ico a b ↔ a ≤ x ∧ x < b := Finset.mem_Ico
example {a b x : ℕ} : x ∈ Finset.Ioc a b ↔ a < x ∧ x ≤ b := Finset.mem_Ioc
example {a b x : ℕ} : x ∈ Finset.Ioo a b ↔ a < x ∧ x < b := Finset.mem_Ioo
example {n : ℕ} {a : ℕ × ℕ} : a ∈ antidiagonal n ↔ a.1 + a.2 = n := mem_antidiagonal

-- Sums and products.
example [AddCommMonoid M] (f : ι → M) : ∑ x ∈ (∅ : Finset ι), f x = 0 := sum_empty
example [AddCommMonoid M] [DecidableEq ι] {s : Finset ι} {a : ι} {f : ι → M} (h : a ∉ s) :
    ∑ x ∈ insert a s, f x = f a + ∑ x ∈ s, f x := sum_insert h
example [CommMonoid M] [DecidableEq ι] {s : Finset ι} {a : ι} {f : ι → M} (h : a ∉ s) :
    ∏ x ∈ insert a s, f x = f a * ∏ x ∈ s, f x := prod_insert h
example [AddCommMonoid M] {s : Finset ι} (p : ι → Prop) [DecidablePred p] (f : ι → M) :
    ∑ a ∈ s with p a, f a = ∑ a ∈ s, if p a then f a else 0 := sum_filter p f
example [AddCommMonoid M] (s : Finset ι) (f : ι → M) : ∑ x ∈ s, f x = (s.val.map f).sum := rfl
example [AddCommMonoid M] (f : ℕ → M) (n : ℕ) : ∑ x ∈ range (n + 1), f x = ∑ x ∈ range n, f x + f n := sum_range_succ f n
example : ∑ x : Fin 3, (x : ℕ) = 3 ∧ ∑ (i ∈ range 3) (j ∈ range 3), i * j = 9 ∧ ∑ (i, j) ∈ range 3 ×ˢ range 2, i * j = 3 := by decide
example : ∑ i ∈ range 3, i + 10 = 13 ∧ ∑ i ∈ range 3, i * 10 = 30 := by decide
example : ∏ i ∈ Finset.Icc 1 3, i * 2 = 48 := by decide

-- Suprema and infima.
example [LinearOrder α] (s : Finset α) (h : s.Nonempty) : IsGreatest (s : Set α) (s.max' h) := isGreatest_max' s h
example [LinearOrder α] (s : Finset α) (h : s.Nonempty) : IsLeast (s : Set α) (s.min' h) := isLeast_min' s h
example {s : Finset α} {f : α → ℕ} {a : ℕ} : s.sup f ≤ a ↔ ∀ b ∈ s, f b ≤ a := sup_le_iff
example {s : Set ℕ} (h : s.Nonempty) : IsLeast s (sInf s) := Nat.sInf_spec h
example {s : Set ℕ} (h : BddAbove s) : IsLUB s (sSup s) := Nat.sSup_def h
example : sInf (∅ : Set ℕ) = 0 := Nat.sInf_empty

-- Finite, infinite, countable.
example : Finite α ↔ Nonempty (Fintype α) := finite_iff_nonempty_fintype α
example : Infinite α ↔ ¬ Finite α := not_finite_iff_infinite.symm
example {s : Set α} : s.Finite ↔ ∃ t : Finset α, ∀ a, a ∈ t ↔ a ∈ s := Set.finite_iff_exists_finset
example {s : Set α} : s.Infinite ↔ ¬ s.Finite := Iff.rfl
example {s : Set ℕ} : s.Finite ↔ BddAbove s := Set.finite_iff_bddAbove_nat
example [Fintype α] : Nat.card α = Fintype.card α := Nat.card_eq_fintype_card
example [Infinite α] : Nat.card α = 0 := Nat.card_eq_zero_of_infinite
example (s : Set α) : s.ncard = Nat.card s := rfl
example (s : Finset α) : (s : Set α).ncard = s.card := Set.ncard_coe_finset s
example {s : Set α} (h : s.Infinite) : s.ncard = 0 := h.ncard
example (s : Finset α) : (s : Set α).encard = s.card := Set.encard_coe_eq_coe_finsetCard s
example {s : Set α} : s.encard = ⊤ ↔ s.Infinite := Set.encard_eq_top_iff
example {s : Set α} : s.Countable ↔ ∃ f : s → ℕ, Function.Injective f := Set.countable_iff_exists_injective
example (n : ℕ) : (n : ℕ∞) < ⊤ := WithTop.coe_lt_top n
example (m n : ℕ) : (m : ℕ∞) ≤ n ↔ m ≤ n := ENat.coe_le_coe
example (m n : ℕ) : ((m * n : ℕ) : ℕ∞) = m * n := ENat.coe_mul m n
example : (0 : ℕ∞) * ⊤ = 0 ∧ (⊤ : ℕ∞) * ⊤ = ⊤ := ⟨zero_mul _, rfl⟩

-- Bijections.
example (e : α ≃ β) : Function.Bijective e := e.bijective
example (e : α ≃ β) (x : α) : e.symm (e x) = x := e.symm_apply_apply x
example (f g : Equiv.Perm α) (x : α) : (f * g) x = f (g x) := Equiv.Perm.mul_apply f g x
example (f : α ↪ β) : Function.Injective f := f.injective

-- Arithmetic.
open Nat in
example (n : ℕ) : (n + 1)! = (n + 1) * n ! := Nat.factorial_succ n
example (n k : ℕ) : (n + 1).choose (k + 1) = n.choose k + n.choose (k + 1) := Nat.choose_succ_succ n k
example (n : ℕ) : n.choose 0 = 1 ∧ Nat.choose 0 (n + 1) = 0 := ⟨Nat.choose_zero_right n, Nat.choose_zero_succ n⟩
example {n k : ℕ} (h : k ≤ n) : n.choose k * Nat.factorial k * Nat.factorial (n - k) = Nat.factorial n :=
  Nat.choose_mul_factorial_mul_factorial h
example (n : ℕ) : Nat.fib (n + 2) = Nat.fib n + Nat.fib (n + 1) := Nat.fib_add_two
example (b n : ℕ) : Nat.ofDigits b (Nat.digits b n) = n := Nat.ofDigits_digits b n
example {b m d : ℕ} (hb : 1 < b) (h : d ∈ Nat.digits b m) : d < b := Nat.digits_lt_base hb h
example {b n : ℕ} (h : 1 < b) (h' : 0 < n) : Nat.digits b n = n % b :: Nat.digits b (n / b) := Nat.digits_def' h h'
example : Nat.digits 10 0 = [] ∧ Nat.digits 1 3 = [1, 1, 1] ∧ Nat.digits 0 7 = [7] := by decide
example (n : ℕ) : n.sqrt * n.sqrt ≤ n ∧ n < (n.sqrt + 1) * (n.sqrt + 1) := ⟨Nat.sqrt_le n, Nat.lt_succ_sqrt n⟩
example {b n : ℕ} (hb : 1 < b) (hn : n ≠ 0) : b ^ Nat.log b n ≤ n ∧ n < b ^ (Nat.log b n + 1) := Nat.exists_log hb hn
example {n : ℕ} : Even n ↔ ∃ r, n = r + r := Iff.rfl
example {n : ℤ} : Odd n ↔ ∃ m, n = 2 * m + 1 := Iff.rfl
example {n a b : ℕ} : a ≡ b [MOD n] ↔ a % n = b % n := Iff.rfl
example {n a b : ℤ} : a ≡ b [ZMOD n] ↔ n ∣ b - a := Int.modEq_iff_dvd
example {p : ℕ} : p.Prime ↔ 2 ≤ p ∧ ∀ m, m ∣ p → m = 1 ∨ m = p := Nat.prime_def
example {n m : ℕ} : n ∈ m.divisors ↔ n ∣ m ∧ m ≠ 0 := Nat.mem_divisors
example {n m : ℕ} : n ∈ m.properDivisors ↔ n ∣ m ∧ n < m := Nat.mem_properDivisors
example {n p : ℕ} : p ∈ n.primeFactors ↔ p.Prime ∧ p ∣ n ∧ n ≠ 0 := Nat.mem_primeFactors
example {n : ℕ} (h : n ≠ 0) : n.primeFactorsList.prod = n := Nat.prod_primeFactorsList h
example {p n k : ℕ} (hp : 2 ≤ p) (hn : n ≠ 0) : p ^ k ∣ n ↔ k ≤ padicValNat p n := padicValNat_dvd_iff_le hp hn
example (n : ℕ) {p : ℕ} (h : p.Prime) : n.factorization p = padicValNat p n := Nat.factorization_def n h
example (n : ℕ) : n.totient = ((range n).filter n.Coprime).card := rfl
example : Nat.totient 0 = 0 ∧ Nat.totient 1 = 1 ∧ Nat.totient 12 = 4 := by decide
example (n : ℕ+) : 0 < (n : ℕ) := n.pos
example : (2 : ℕ+) - 5 = 1 := by decide

-- The integers modulo n.
example (a b n : ℕ) : (a : ZMod n) = b ↔ a ≡ b [MOD n] := ZMod.natCast_eq_natCast_iff a b n
example (a b : ℤ) (n : ℕ) : (a : ZMod n) = b ↔ a ≡ b [ZMOD n] := ZMod.intCast_eq_intCast_iff a b n
example (n : ℕ) [NeZero n] : Fintype.card (ZMod n) = n := ZMod.card n
example (n a : ℕ) : (a : ZMod n).val = a % n := ZMod.val_natCast n a
example : ZMod 0 = ℤ := rfl
example (p : ℕ) [Fact p.Prime] {a : ZMod p} (h : a ≠ 0) : a * a⁻¹ = 1 := mul_inv_cancel₀ h

example {n : ℕ} (a : ZMod n) : a * a⁻¹ = Nat.gcd a.val n := ZMod.mul_inv_eq_gcd a
example (x y : ℕ) : (Nat.gcd x y : ℤ) = x * Nat.gcdA x y + y * Nat.gcdB x y := Nat.gcd_eq_gcd_ab x y
example : (3 : ZMod 7)⁻¹ = 5 := by decide

-- Non-negative reals.
example (x : NNReal) : 0 ≤ (x : ℝ) := x.coe_nonneg
example (r : ℝ) (h : 0 ≤ r) : (Real.toNNReal r : ℝ) = r := Real.coe_toNNReal r h
example (x y : NNReal) : ((x - y : NNReal) : ℝ) = max (x - y : ℝ) 0 := NNReal.coe_sub_def
example (x : NNReal) : NNReal.sqrt x ^ 2 = x := NNReal.sq_sqrt x
example (a b c : NNReal) : (a + b) * c = a * c + b * c := by ring

-- Set-builder notation.
example (valid : ℕ → ℕ → Prop) : {(n, k) | valid n k} = {x : ℕ × ℕ | valid x.1 x.2} := rfl
example {y : ℝ} : y ∈ {2 * t | t ∈ Set.Ioo (0 : ℝ) 1} ↔ ∃ t ∈ Set.Ioo (0 : ℝ) 1, 2 * t = y := Iff.rfl
example {z : ℕ} : z ∈ {x * y | (x : ℕ) (y > 0)} ↔ ∃ x : ℕ, ∃ y > 0, x * y = z := Iff.rfl
example (f : ℕ → ℕ) : {f x | x} = Set.range f := rfl
example (P : ℕ → ℕ → Prop) : (∀ᵉ (n ≥ 1) (m), P n m) ↔ ∀ n ≥ 1, ∀ m, P n m := Iff.rfl

-- Other notions.
example (f : ℝ → ℝ) (c : ℝ) : Function.Periodic f c ↔ ∀ x, f (x + c) = f x := Iff.rfl
example {a b : Prop} : Xor' a b ↔ (a ∧ ¬ b) ∨ (b ∧ ¬ a) := Iff.rfl
example (R : ℕ → ℕ → Prop) (a b : ℕ) (l : List ℕ) : (a :: b :: l).IsChain R ↔ R a b ∧ (b :: l).IsChain R := List.isChain_cons_cons
example {r : ℝ} (h : r < 0) : Real.sign r = -1 := Real.sign_of_neg h

-- What must not elaborate.
example : True := by
  fail_if_success exact (fun (_ : Finset ℝ) => trivial) (Finset.Icc 0 1)
  fail_if_success (have : ∑ x ∈ (Set.univ : Set ℕ), x = 0 := by trivial)
  fail_if_success (have : ∑ x : ℕ, x = 0 := by trivial)
  fail_if_success (have : (2 : ZMod 5) < 3 := by trivial)
  fail_if_success (have : ∑ k ∈ Finset.range 11, k = 56 := by decide)
  trivial

end Meanings.Finite
