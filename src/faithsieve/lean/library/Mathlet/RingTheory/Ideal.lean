module
public import Mathlet.LinearAlgebra.Submodule
public import Mathlet.Algebra.Equiv
@[expose] public noncomputable section

/-! # Ideals and quotient rings -/

universe u v w

/-- The submodules of a ring over itself; for a ring that does not commute, the left ideals. -/
@[reducible] def Ideal (R : Type u) [Semiring R] := Submodule R R

namespace Ideal
section Semiring
variable {R : Type u} [Semiring R]
/-- The least ideal that holds a set. -/
@[reducible] def span (s : Set R) : Ideal R := Submodule.span R s
protected theorem zero_mem (I : Ideal R) : (0 : R) ∈ I := Submodule.zero_mem I
protected theorem add_mem (I : Ideal R) {a b : R} (ha : a ∈ I) (hb : b ∈ I) : a + b ∈ I := Submodule.add_mem I ha hb
theorem mul_mem_left (I : Ideal R) (a : R) {b : R} (h : b ∈ I) : a * b ∈ I := Submodule.smul_mem I a h
grind_pattern mul_mem_left => b ∈ I, a * b
theorem subset_span {s : Set R} : s ⊆ (span s : Set R) := Submodule.subset_span
theorem span_le {s : Set R} {I : Ideal R} : span s ≤ I ↔ s ⊆ (I : Set R) := Submodule.span_le
theorem eq_top_iff_one (I : Ideal R) : I = Top.top ↔ (1 : R) ∈ I :=
  ⟨fun h => by rw [h]; simp, fun h => Submodule.eq_top_iff'.2 fun x => by rw [← mul_one x]; exact I.mul_mem_left x h⟩
theorem mem_span_singleton' {x y : R} : x ∈ span ({y} : Set R) ↔ ∃ a, a * y = x := Submodule.mem_span_singleton
/-- Not everything, and with a product it holds a factor. -/
class IsPrime (I : Ideal R) : Prop where
  ne_top' : I ≠ Top.top
  mem_or_mem' : ∀ {x y : R}, x * y ∈ I → x ∈ I ∨ y ∈ I
@[grind =] theorem isPrime_iff {I : Ideal R} : I.IsPrime ↔ I ≠ Top.top ∧ ∀ {x y : R}, x * y ∈ I → x ∈ I ∨ y ∈ I :=
  ⟨fun h => ⟨h.1, h.2⟩, fun h => ⟨h.1, h.2⟩⟩
end Semiring
end Ideal
/-- Just below `⊤`. -/
def IsCoatom {α : Type u} [PartialOrder α] [OrderTop α] (a : α) : Prop := a ≠ Top.top ∧ ∀ b, a < b → b = Top.top
/-- Just above `⊥`. -/
def IsAtom {α : Type u} [PartialOrder α] [OrderBot α] (a : α) : Prop := a ≠ Bot.bot ∧ ∀ b, b < a → b = Bot.bot
namespace Ideal
/-- Not everything, and nothing between. -/
class IsMaximal {R : Type u} [Semiring R] (I : Ideal R) : Prop where
  out : IsCoatom I
theorem isMaximal_def {R : Type u} [Semiring R] {I : Ideal R} : I.IsMaximal ↔ IsCoatom I := ⟨fun h => h.1, fun h => ⟨h⟩⟩

section CommSemiring
variable {R : Type u} {S : Type v} [CommSemiring R] [CommSemiring S]
theorem mul_mem_right (I : Ideal R) {a : R} (b : R) (h : a ∈ I) : a * b ∈ I := by rw [mul_comm]; exact I.mul_mem_left b h
theorem mem_span_singleton {x y : R} : x ∈ span ({y} : Set R) ↔ y ∣ x :=
  mem_span_singleton'.trans ⟨fun ⟨a, h⟩ => ⟨a, by rw [← h, mul_comm]⟩, fun ⟨a, h⟩ => ⟨a, by rw [h, mul_comm]⟩⟩
/-- The ideal that the products of members generate. -/
instance : Mul (Ideal R) := ⟨fun I J => span (setOf fun x => ∃ a, a ∈ I ∧ ∃ b, b ∈ J ∧ a * b = x)⟩
theorem mul_def (I J : Ideal R) : I * J = span (setOf fun x => ∃ a, a ∈ I ∧ ∃ b, b ∈ J ∧ a * b = x) := rfl
theorem mul_mem_mul {I J : Ideal R} {r s : R} (hr : r ∈ I) (hs : s ∈ J) : r * s ∈ I * J := subset_span _ ⟨r, hr, s, hs, rfl⟩
theorem mul_le {I J K : Ideal R} : I * J ≤ K ↔ ∀ r, r ∈ I → ∀ s, s ∈ J → r * s ∈ K :=
  span_le.trans ⟨fun h r hr s hs => h _ ⟨r, hr, s, hs, rfl⟩, fun h _ ⟨r, hr, s, hs, e⟩ => e ▸ h r hr s hs⟩
instance : One (Ideal R) := ⟨Top.top⟩
protected theorem mulComm (I J : Ideal R) : I * J = J * I := le_antisymm
  (mul_le.2 fun r hr s hs => by rw [mul_comm]; exact mul_mem_mul hs hr) (mul_le.2 fun r hr s hs => by rw [mul_comm]; exact mul_mem_mul hs hr)
/-- `r` with all products of `r` and a member of `J` in `K`. -/
def colonElem (K : Ideal R) (s : R) : Ideal R where
  carrier := setOf fun r => r * s ∈ K
  add_mem' {a b} ha hb := by rw [Set.mem_setOf_eq, add_mul]; exact K.add_mem ha hb
  zero_mem' := by rw [Set.mem_setOf_eq, zero_mul]; exact K.zero_mem
  smul_mem' c x hx := by rw [Set.mem_setOf_eq, smul_eq_mul, mul_assoc]; exact K.mul_mem_left c hx
protected theorem mulAssocLe (I J K : Ideal R) : I * J * K ≤ I * (J * K) := mul_le.2 fun _ hr s hs =>
  (mul_le (K := colonElem (I * (J * K)) s)).2 (fun a ha b hb => by
    show a * b * s ∈ I * (J * K)
    rw [mul_assoc]; exact mul_mem_mul ha (mul_mem_mul hb hs)) hr
instance instCommMonoid : CommMonoid (Ideal R) where
  mul_comm := Ideal.mulComm
  mul_assoc I J K := le_antisymm (Ideal.mulAssocLe I J K) (by
    rw [Ideal.mulComm I (J * K), Ideal.mulComm J K, Ideal.mulComm (I * J) K, Ideal.mulComm I J]; exact Ideal.mulAssocLe K J I)
  one_mul I := le_antisymm (mul_le.2 fun r _ s hs => I.mul_mem_left r hs) fun x hx => by
    rw [← one_mul x]; exact mul_mem_mul (show (1 : R) ∈ (Top.top : Ideal R) by simp) hx
  mul_one I := le_antisymm (mul_le.2 fun r hr s _ => I.mul_mem_right s hr) fun x hx => by
    rw [← mul_one x]; exact mul_mem_mul hx (show (1 : R) ∈ (Top.top : Ideal R) by simp)
/-- The ideal that the image generates. -/
def map (f : RingHom R S) (I : Ideal R) : Ideal S := span (Set.image f I)
/-- The preimage. -/
def comap (f : RingHom R S) (I : Ideal S) : Ideal R where
  carrier := Set.preimage f I
  add_mem' {x y} hx hy := by show f (x + y) ∈ I; rw [map_add]; exact I.add_mem hx hy
  zero_mem' := by show f 0 ∈ I; rw [map_zero]; exact I.zero_mem
  smul_mem' c {x} hx := by show f (c * x) ∈ I; rw [map_mul]; exact I.mul_mem_left _ hx
@[simp, grind =] theorem mem_comap {f : RingHom R S} {K : Ideal S} {x : R} : x ∈ comap f K ↔ f x ∈ K := Iff.rfl
end CommSemiring

/-! ## Quotient rings -/
section Quotient
variable {R : Type u} [CommRing R]
namespace Quotient
/-- The product of two classes. -/
def mul {I : Ideal R} (x y : HasQuotient.Quotient R I) : HasQuotient.Quotient R I :=
  Submodule.Quotient.lift' (fun a => Submodule.Quotient.lift' (fun b => (Submodule.Quotient.mk (a * b) : HasQuotient.Quotient R I)) fun b c h =>
      Submodule.Quotient.eq.2 (by rw [← mul_sub]; exact I.mul_mem_left a h))
    (fun a b h => funext fun x => by
      obtain ⟨c, rfl⟩ := Submodule.Quotient.exists_mk x
      exact Submodule.Quotient.eq.2 (by rw [← sub_mul]; exact I.mul_mem_right c h)) x y
open Submodule.Quotient in
instance commRing (I : Ideal R) : CommRing (HasQuotient.Quotient R I) where
  toAddCommMonoid := (instAddCommGroup I).toAddCommMonoid
  mul := mul
  one := mk 1
  neg := (instAddCommGroup I).neg
  neg_add_cancel := neg_add_cancel
  mul_assoc x y z := by
    obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; obtain ⟨c, rfl⟩ := exists_mk z
    exact congrArg mk (mul_assoc a b c)
  mul_comm x y := by obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; exact congrArg mk (mul_comm a b)
  one_mul x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (one_mul a)
  mul_one x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (mul_one a)
  left_distrib x y z := by
    obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; obtain ⟨c, rfl⟩ := exists_mk z
    exact congrArg mk (mul_add a b c)
  right_distrib x y z := by
    obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; obtain ⟨c, rfl⟩ := exists_mk z
    exact congrArg mk (add_mul a b c)
  zero_mul x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (zero_mul a)
  mul_zero x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (mul_zero a)
/-- The class of an element, as a homomorphism. -/
def mk (I : Ideal R) : RingHom R (HasQuotient.Quotient R I) where
  toFun := Submodule.Quotient.mk
  map_one' := rfl
  map_mul' _ _ := rfl
  map_zero' := rfl
  map_add' _ _ := rfl
protected theorem eq {I : Ideal R} {x y : R} : mk I x = mk I y ↔ x - y ∈ I := Submodule.Quotient.eq
theorem mk_surjective {I : Ideal R} : Function.Surjective (mk I) := Submodule.Quotient.exists_mk
instance instAlgebra (I : Ideal R) : Algebra R (HasQuotient.Quotient R I) where
  toSMul := (Submodule.Quotient.instModule I).toSMul
  algebraMap := mk I
  commutes' _ _ := mul_comm _ _
  smul_def' r x := by obtain ⟨a, rfl⟩ := Submodule.Quotient.exists_mk x; rfl
end Quotient
end Quotient
end Ideal

/-! ## Rings by their ideals -/
namespace Submodule
/-- Generated by one element. -/
class IsPrincipal {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] (S : Submodule R M) : Prop where
  principal' : ∃ a, S = span R {a}
end Submodule
/-- All ideals are generated by one element. -/
class IsPrincipalIdealRing (R : Type u) [Semiring R] : Prop where
  principal : ∀ S : Ideal R, Submodule.IsPrincipal S
/-- All submodules are generated by finitely many elements. -/
class IsNoetherian (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] : Prop where
  noetherian : ∀ s : Submodule R M, s.FG
@[reducible] def IsNoetherianRing (R : Type u) [Semiring R] : Prop := IsNoetherian R R
/-- Submodules have no infinite descent. -/
class IsArtinian (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] : Prop where
  wf : WellFounded fun p q : Submodule R M => p < q
theorem isArtinian_iff {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] :
    IsArtinian R M ↔ WellFounded fun p q : Submodule R M => p < q := ⟨fun h => h.wf, fun h => ⟨h⟩⟩
@[reducible] def IsArtinianRing (R : Type u) [Semiring R] : Prop := IsArtinian R R
/-- The sum of two non-units is none. -/
class IsLocalRing (R : Type u) [Semiring R] : Prop extends Nontrivial R where
  isUnit_or_isUnit_of_add_one : ∀ {a b : R}, a + b = 1 → IsUnit a ∨ IsUnit b
/-- Commutative, not trivial, and every element but 0 has an inverse. -/
structure IsField (R : Type u) [Semiring R] : Prop where
  exists_pair_ne : ∃ x y : R, x ≠ y
  mul_comm : ∀ x y : R, x * y = y * x
  mul_inv_cancel : ∀ {a : R}, a ≠ 0 → ∃ b, a * b = 1
protected theorem Ideal.pow_mul_pow_mul_add_pow_mem {R : Type u} [CommRing R] {I : Ideal R} {a b : R} {m n : Nat} (ha : a ^ m ∈ I) (hb : b ^ n ∈ I) :
    ∀ k i j : Nat, m + n ≤ i + j + k → a ^ i * b ^ j * (a + b) ^ k ∈ I
  | 0, i, j, h => by
    rw [pow_zero, mul_one]
    rcases (by omega : m ≤ i ∨ n ≤ j) with h' | h'
    · obtain ⟨d, rfl⟩ := Nat.exists_eq_add_of_le h'
      rw [pow_add, mul_assoc, mul_comm]; exact I.mul_mem_left _ ha
    · obtain ⟨d, rfl⟩ := Nat.exists_eq_add_of_le h'
      rw [pow_add, mul_comm (b ^ n), ← mul_assoc]; exact I.mul_mem_left _ hb
  | k + 1, i, j, h => by
    have e : a ^ i * b ^ j * (a + b) ^ (k + 1) = a ^ (i + 1) * b ^ j * (a + b) ^ k + a ^ i * b ^ (j + 1) * (a + b) ^ k := by
      rw [pow_succ, pow_succ, pow_succ]; grind
    rw [e]
    exact I.add_mem (Ideal.pow_mul_pow_mul_add_pow_mem ha hb k (i + 1) j (by omega)) (Ideal.pow_mul_pow_mul_add_pow_mem ha hb k i (j + 1) (by omega))
/-- The elements with a power in the ideal. -/
def Ideal.radical {R : Type u} [CommRing R] (I : Ideal R) : Ideal R where
  carrier := setOf fun r => ∃ n : Nat, r ^ n ∈ I
  add_mem' := by
    rintro a b ⟨m, ha⟩ ⟨n, hb⟩
    refine ⟨m + n, ?_⟩
    have := Ideal.pow_mul_pow_mul_add_pow_mem ha hb (m + n) 0 0 (by omega)
    rwa [pow_zero, pow_zero, one_mul, one_mul] at this
  zero_mem' := ⟨1, by rw [pow_one]; exact I.zero_mem⟩
  smul_mem' := by
    rintro c x ⟨n, hx⟩
    exact ⟨n, by rw [smul_eq_mul, mul_pow]; exact I.mul_mem_left _ hx⟩
@[grind =] theorem Ideal.mem_radical_iff {R : Type u} [CommRing R] {I : Ideal R} {r : R} : r ∈ I.radical ↔ ∃ n : Nat, r ^ n ∈ I := Iff.rfl
/-- The minimal ones among the prime ideals above `I`. -/
def Ideal.minimalPrimes {R : Type u} [CommSemiring R] (I : Ideal R) : Set (Ideal R) :=
  setOf fun p => (p.IsPrime ∧ I ≤ p) ∧ ∀ q : Ideal R, q.IsPrime ∧ I ≤ q → q ≤ p → p ≤ q
/-- The minimal prime ideals. -/
def minimalPrimes (R : Type u) [CommSemiring R] : Set (Ideal R) := Ideal.minimalPrimes (Bot.bot : Ideal R)
/-- Kernels of homomorphisms of rings. -/
def RingHom.ker {R : Type u} {S : Type v} [CommRing R] [CommRing S] (f : RingHom R S) : Ideal R := Ideal.comap f Bot.bot
theorem RingHom.mem_ker {R : Type u} {S : Type v} [CommRing R] [CommRing S] {f : RingHom R S} {r : R} : r ∈ RingHom.ker f ↔ f r = 0 :=
  Submodule.mem_bot S
