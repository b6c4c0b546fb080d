/-!
# The core dialect: finite models

What a finite model of a statement is written with, and what lets Lean decide statements in it:
tables as digits of one number (the kernel computes with large numbers quickly), sets of `Fin n`
as bits, and quantifiers over sets, functions and substructures by going through all of them.
-/

section Tables

universe v w

namespace FaithSieve

/-- The entry of a table whose entries are the digits of `code` to the base `n`. -/
noncomputable def entry (n : Nat) [NeZero n] (code at_ : Nat) : Fin n := Fin.ofNat n (code / n ^ at_)
/-- The entry of a table of truth values. -/
abbrev Holds (code at_ : Nat) : Prop := code.testBit at_ = true
/-- The set whose members are the bits of a number. -/
noncomputable def bits (n code : Nat) : Set (Fin n) := setOf fun i => code.testBit i.val = true

/-- The number whose bits are the members of a set below `k`. -/
noncomputable def codeOf (p : Nat → Prop) : Nat → Nat
  | 0 => 0
  | k + 1 => codeOf p k + (open Classical in if p k then 2 ^ k else 0)

theorem codeOf_lt (p : Nat → Prop) (k : Nat) : codeOf p k < 2 ^ k := by
  induction k with
  | zero => simp [codeOf]
  | succ k ih => simp only [codeOf]; split <;> (have := Nat.pow_succ (n := 2) (m := k); omega)

theorem testBit_codeOf (p : Nat → Prop) (k i : Nat) (h : i < k) : (codeOf p k).testBit i = true ↔ p i := by
  induction k with
  | zero => omega
  | succ k ih =>
    simp only [codeOf]
    have low := codeOf_lt p k
    by_cases e : i = k
    · subst e
      split
      · rename_i hp
        rw [Nat.add_comm, Nat.testBit_two_pow_add_eq, Nat.testBit_lt_two_pow low]
        simp [hp]
      · rename_i hp
        rw [Nat.add_zero, Nat.testBit_lt_two_pow low]
        simp [hp]
    · have hi : i < k := by omega
      split
      · rw [Nat.add_comm, Nat.testBit_two_pow_add_gt hi]; exact ih hi
      · rw [Nat.add_zero]; exact ih hi

theorem exists_bits {n : Nat} (s : Set (Fin n)) : ∃ m : Fin (2 ^ n), s = bits n m.val := by
  refine ⟨⟨codeOf (fun i => ∃ h : i < n, ⟨i, h⟩ ∈ s) n, codeOf_lt _ _⟩, ?_⟩
  apply Set.ext
  intro a
  show a ∈ s ↔ (codeOf _ n).testBit a.val = true
  rw [testBit_codeOf _ _ _ a.isLt]
  exact ⟨fun h => ⟨a.isLt, h⟩, fun ⟨_, h⟩ => h⟩

/-- A set of sets: a set belongs to it when its code is among the bits. -/
def families (n code : Nat) : Set (Set (Fin n)) := setOf fun s => ∃ m : Fin (2 ^ n), Holds code m.val ∧ s = bits n m.val
theorem exists_families {n : Nat} (S : Set (Set (Fin n))) : ∃ m : Fin (2 ^ 2 ^ n), S = families n m.val := by
  obtain ⟨m, hm⟩ := exists_bits (n := 2 ^ n) (fun i => bits n i.val ∈ S)
  refine ⟨m, ?_⟩
  apply Set.ext
  intro s
  have key (i : Fin (2 ^ n)) : bits n i.val ∈ S ↔ Holds m.val i.val := iff_of_eq (congrFun hm i)
  constructor
  · intro hs
    obtain ⟨i, hi⟩ := exists_bits s
    subst hi
    exact ⟨i, (key i).1 hs, rfl⟩
  · rintro ⟨i, hi, e⟩
    subst e
    exact (key i).2 hi

section Quantifiers
variable {n : Nat}
noncomputable instance decideAllSets {p : Set (Fin n) → Prop} [∀ m : Fin (2 ^ n), Decidable (p (bits n m.val))] : Decidable (∀ s, p s) :=
  decidable_of_iff (∀ m : Fin (2 ^ n), p (bits n m.val)) ⟨fun h s => by obtain ⟨m, e⟩ := exists_bits s; subst e; exact h m, fun h m => h _⟩
noncomputable instance decideSomeSet {p : Set (Fin n) → Prop} [∀ m : Fin (2 ^ n), Decidable (p (bits n m.val))] : Decidable (∃ s, p s) :=
  decidable_of_iff (∃ m : Fin (2 ^ n), p (bits n m.val)) ⟨fun ⟨m, h⟩ => ⟨_, h⟩, fun ⟨s, h⟩ => by obtain ⟨m, e⟩ := exists_bits s; subst e; exact ⟨m, h⟩⟩
noncomputable instance decideAllFamilies {p : Set (Set (Fin n)) → Prop} [∀ m : Fin (2 ^ 2 ^ n), Decidable (p (families n m.val))] : Decidable (∀ S, p S) :=
  decidable_of_iff (∀ m : Fin (2 ^ 2 ^ n), p (families n m.val)) ⟨fun h S => by obtain ⟨m, e⟩ := exists_families S; subst e; exact h m, fun h m => h _⟩
noncomputable instance (priority := 10) decideGiven {q : Prop} {r : q → Prop} [Decidable q] [∀ h, Decidable (r h)] : Decidable (∀ h, r h) :=
  if hq : q then (if hr : r hq then isTrue fun _ => hr else isFalse fun h => hr (h hq)) else isTrue fun h => absurd h hq
noncomputable instance (priority := 10) decideWith {q : Prop} {r : q → Prop} [Decidable q] [∀ h, Decidable (r h)] : Decidable (∃ h, r h) :=
  if hq : q then (if hr : r hq then isTrue ⟨hq, hr⟩ else isFalse fun ⟨_, h⟩ => hr h) else isFalse fun ⟨h, _⟩ => hq h
end Quantifiers

section Functions
variable {β : Type v} {k : Nat}
noncomputable instance (priority := 40) decideAllEmpty {p : (Fin 0 → β) → Prop} [Decidable (p fun i => i.elim0)] : Decidable (∀ f, p f) :=
  decidable_of_iff (p fun i => i.elim0) ⟨fun h f => by have : f = fun i => i.elim0 := funext fun i => i.elim0
                                                       rw [this]; exact h, fun h => h _⟩
noncomputable instance (priority := 40) decideAllCons {p : (Fin (k + 1) → β) → Prop}
    [Decidable (∀ b : β, ∀ f : Fin k → β, p (Fin.cases b f))] : Decidable (∀ f, p f) :=
  decidable_of_iff (∀ b : β, ∀ f : Fin k → β, p (Fin.cases b f)) ⟨fun h f => by
      have : f = Fin.cases (f 0) (fun i => f i.succ) := funext fun i => by cases i using Fin.cases <;> rfl
      rw [this]; exact h _ _, fun h b f => h _⟩
noncomputable instance decideFunctionEq [DecidableEq β] {f g : Fin k → β} : Decidable (f = g) :=
  decidable_of_iff (∀ i, f i = g i) funext_iff.symm
noncomputable instance decidePredicateEq {α : Type u} {f g : α → Prop} [Decidable (∀ a, f a ↔ g a)] : Decidable (f = g) :=
  decidable_of_iff (∀ a, f a ↔ g a) ⟨fun h => funext fun a => propext (h a), fun h a => by rw [h]⟩
noncomputable instance {α : Type u} {f : α → β} [Decidable (∀ a b, f a = f b → a = b)] : Decidable (Function.Injective f) :=
  decidable_of_iff (∀ a b, f a = f b → a = b) ⟨fun h _ _ e => h _ _ e, fun h _ _ e => h e⟩
noncomputable instance {α : Type u} {f : α → β} [Decidable (∀ b, ∃ a, f a = b)] : Decidable (Function.Surjective f) :=
  inferInstanceAs (Decidable (∀ b, ∃ a, f a = b))
end Functions

section Membership
variable {α : Type u} {β : Type v} {a : α} {s t : Set α}
-- Sets that are written as predicates once their definition is unfolded.
noncomputable instance (priority := 5) {p : α → Prop} [Decidable (p a)] : Decidable (@Membership.mem α (Set α) Set.instMembership p a) := inferInstanceAs (Decidable (p a))
noncomputable instance {p : α → Prop} [Decidable (p a)] : Decidable (a ∈ setOf p) := inferInstanceAs (Decidable (p a))
noncomputable instance {n code : Nat} {i : Fin n} : Decidable (i ∈ bits n code) := inferInstanceAs (Decidable (_ = true))
noncomputable instance {n code : Nat} {s : Set (Fin n)} [Decidable (∃ m : Fin (2 ^ n), Holds code m.val ∧ s = bits n m.val)] : Decidable (s ∈ families n code) :=
  inferInstanceAs (Decidable (∃ m : Fin (2 ^ n), Holds code m.val ∧ s = bits n m.val))
noncomputable instance [Decidable (a ∈ s)] [Decidable (a ∈ t)] : Decidable (a ∈ s ∪ t) := inferInstanceAs (Decidable (a ∈ s ∨ a ∈ t))
noncomputable instance [Decidable (a ∈ s)] [Decidable (a ∈ t)] : Decidable (a ∈ s ∩ t) := inferInstanceAs (Decidable (a ∈ s ∧ a ∈ t))
noncomputable instance [Decidable (a ∈ s)] [Decidable (a ∈ t)] : Decidable (a ∈ s \ t) := inferInstanceAs (Decidable (a ∈ s ∧ ¬ a ∈ t))
noncomputable instance : Decidable (a ∈ (∅ : Set α)) := isFalse id
noncomputable instance : Decidable (a ∈ (Set.univ : Set α)) := isTrue trivial
noncomputable instance [Decidable (a ∈ s)] : Decidable (a ∈ Set.compl s) := inferInstanceAs (Decidable (¬ a ∈ s))
noncomputable instance {b : α} [Decidable (a = b)] : Decidable (a ∈ ({b} : Set α)) := inferInstanceAs (Decidable (a = b))
noncomputable instance {b : α} [Decidable (a = b)] [Decidable (a ∈ s)] : Decidable (a ∈ (insert b s : Set α)) := inferInstanceAs (Decidable (a = b ∨ a ∈ s))
noncomputable instance [Decidable (∀ a, a ∈ s → a ∈ t)] : Decidable (s ⊆ t) := inferInstanceAs (Decidable (∀ a, a ∈ s → a ∈ t))
noncomputable instance [Decidable (s ⊆ t)] [Decidable (t ⊆ s)] : Decidable (s ⊂ t) := inferInstanceAs (Decidable (s ⊆ t ∧ ¬ t ⊆ s))
noncomputable instance [Decidable (∀ a, a ∈ s ↔ a ∈ t)] : Decidable (s = t) :=
  decidable_of_iff (∀ a, a ∈ s ↔ a ∈ t) ⟨Set.ext, fun h a => by rw [h]⟩
noncomputable instance [Decidable (∃ a, a ∈ s)] : Decidable s.Nonempty := inferInstanceAs (Decidable (∃ a, a ∈ s))
noncomputable instance {n : Nat} {s : Set (Fin n)} : Decidable s.Finite := isTrue ⟨List.finRange n, fun a _ => List.mem_finRange a⟩
end Membership

section Parts
variable {n : Nat}
noncomputable instance [Group (Fin n)] {K : Subgroup (Fin n)} {a : Fin n} [Decidable (a ∈ K.carrier)] : Decidable (a ∈ K) := inferInstanceAs (Decidable (a ∈ K.carrier))
noncomputable instance [CommRing (Fin n)] {I : Ideal (Fin n)} {a : Fin n} [Decidable (a ∈ I.carrier)] : Decidable (a ∈ I) := inferInstanceAs (Decidable (a ∈ I.carrier))
noncomputable instance {K : Type u} [Ring K] [AddCommGroup (Fin n)] [Module K (Fin n)] {U : Submodule K (Fin n)} {a : Fin n} [Decidable (a ∈ U.carrier)] : Decidable (a ∈ U) := inferInstanceAs (Decidable (a ∈ U.carrier))
noncomputable instance {G : Type u} [Group G] {K L : Subgroup G} [Decidable (∀ a, a ∈ K → a ∈ L)] : Decidable (K ≤ L) := inferInstanceAs (Decidable (∀ a, a ∈ K → a ∈ L))
noncomputable instance {R : Type u} [CommRing R] {I J : Ideal R} [Decidable (∀ a, a ∈ I → a ∈ J)] : Decidable (I ≤ J) := inferInstanceAs (Decidable (∀ a, a ∈ I → a ∈ J))
noncomputable instance {G : Type u} [Group G] {p : Subgroup G → Prop}
    [Decidable (∀ (s : Set G) (h1 : 1 ∈ s) (h2 : ∀ a b, a ∈ s → b ∈ s → a * b ∈ s) (h3 : ∀ a, a ∈ s → a⁻¹ ∈ s), p ⟨s, h1, h2, h3⟩)] :
    Decidable (∀ K, p K) := decidable_of_iff _ ⟨fun h K => h K.1 K.2 K.3 K.4, fun h s h1 h2 h3 => h ⟨s, h1, h2, h3⟩⟩
noncomputable instance {R : Type u} [CommRing R] {p : Ideal R → Prop}
    [Decidable (∀ (s : Set R) (h1 : 0 ∈ s) (h2 : ∀ a b, a ∈ s → b ∈ s → a + b ∈ s) (h3 : ∀ c a, a ∈ s → c * a ∈ s), p ⟨s, h1, h2, h3⟩)] :
    Decidable (∀ I, p I) := decidable_of_iff _ ⟨fun h K => h K.1 K.2 K.3 K.4, fun h s h1 h2 h3 => h ⟨s, h1, h2, h3⟩⟩
noncomputable instance {G : Type u} [Group G] {K : Subgroup G} [Decidable (∀ n, n ∈ K → ∀ g : G, g * n * g⁻¹ ∈ K)] : Decidable K.Normal :=
  decidable_of_iff _ ⟨Subgroup.Normal.mk, Subgroup.Normal.conj_mem⟩
noncomputable instance {R : Type u} [CommRing R] {I : Ideal R} [Decidable ((1 : R) ∉ I ∧ ∀ a b : R, a * b ∈ I → a ∈ I ∨ b ∈ I)] : Decidable I.IsPrime :=
  decidable_of_iff ((1 : R) ∉ I ∧ ∀ a b : R, a * b ∈ I → a ∈ I ∨ b ∈ I) ⟨fun h => ⟨h.1, h.2⟩, fun h => ⟨h.1, h.2⟩⟩
noncomputable instance {R : Type u} [CommRing R] {I : Ideal R} [Decidable ((1 : R) ∉ I ∧ ∀ J : Ideal R, I ≤ J → (1 : R) ∉ J → J ≤ I)] : Decidable I.IsMaximal :=
  decidable_of_iff ((1 : R) ∉ I ∧ ∀ J : Ideal R, I ≤ J → (1 : R) ∉ J → J ≤ I) ⟨fun h => ⟨h.1, h.2⟩, fun h => ⟨h.1, h.2⟩⟩
noncomputable instance {R : Type u} [Ring R] [Decidable ((0 : R) ≠ 1 ∧ ∀ a b : R, a * b = 0 → a = 0 ∨ b = 0)] : Decidable (IsDomain R) :=
  decidable_of_iff ((0 : R) ≠ 1 ∧ ∀ a b : R, a * b = 0 → a = 0 ∨ b = 0) ⟨fun h => ⟨h.1, h.2⟩, fun h => ⟨h.1, h.2⟩⟩
noncomputable instance {X : Type u} [TopologicalSpace X]
    [Decidable (∀ x y : X, x ≠ y → ∃ u v : Set X, IsOpen u ∧ IsOpen v ∧ x ∈ u ∧ y ∈ v ∧ Disjoint u v)] : Decidable (T2Space X) :=
  decidable_of_iff _ ⟨T2Space.mk, fun h => h.t2⟩
noncomputable instance {X : Type u} [TopologicalSpace X] [Decidable (∀ x : X, IsClosed ({x} : Set X))] : Decidable (T1Space X) :=
  decidable_of_iff _ ⟨T1Space.mk, fun h => h.t1⟩
noncomputable instance [TopologicalSpace (Fin n)] {s : Set (Fin n)} : Decidable (IsCompact s) := isTrue fun S _ hS => by
  have finite : ∀ l : List (Fin n), ∃ T : List (Set (Fin n)), (∀ t, t ∈ T → t ∈ S) ∧ ∀ x, x ∈ l → x ∈ s → ∃ t, t ∈ T ∧ x ∈ t := by
    intro l
    induction l with
    | nil => exact ⟨[], by simp, by simp⟩
    | cons a l ih =>
      obtain ⟨T, h1, h2⟩ := ih
      by_cases ha : a ∈ s
      · obtain ⟨t, ht, hat⟩ := hS a ha
        refine ⟨t :: T, ?_, ?_⟩
        · intro r hr
          rcases List.mem_cons.1 hr with e | e
          · exact e ▸ ht
          · exact h1 r e
        · intro x hx hs
          rcases List.mem_cons.1 hx with e | e
          · exact ⟨t, List.mem_cons_self, e ▸ hat⟩
          · obtain ⟨r, hr, hxr⟩ := h2 x e hs
            exact ⟨r, List.mem_cons_of_mem _ hr, hxr⟩
      · refine ⟨T, h1, ?_⟩
        intro x hx hs
        rcases List.mem_cons.1 hx with e | e
        · exact absurd (e ▸ hs) ha
        · exact h2 x e hs
  obtain ⟨T, h1, h2⟩ := finite (List.finRange n)
  exact ⟨T, h1, fun x hx => h2 x (List.mem_finRange x) hx⟩
noncomputable instance {R X : Type} [OrderedField R] {d : X → X → R} [Decidable ((∀ x y, 0 ≤ d x y) ∧ (∀ x y, d x y = 0 → x = y) ∧ (∀ x, d x x = 0) ∧
    (∀ x y, d x y = d y x) ∧ ∀ x y z, d x z ≤ d x y + d y z)] : Decidable (IsMetric d) :=
  decidable_of_iff ((∀ x y, 0 ≤ d x y) ∧ (∀ x y, d x y = 0 → x = y) ∧ (∀ x, d x x = 0) ∧
    (∀ x y, d x y = d y x) ∧ ∀ x y z, d x z ≤ d x y + d y z) ⟨fun ⟨a, b, c, e, f⟩ => ⟨a, b, c, e, f⟩, fun h => ⟨h.1, h.2, h.3, h.4, h.5⟩⟩
end Parts
end FaithSieve

/-- A commutative ring from its tables. -/
@[reducible] noncomputable def CommRing.ofTables {R : Type u} (add mul : R → R → R) (neg : R → R) (zero one : R)
    (laws : (∀ a, add a zero = a) ∧ (∀ a b, add a b = add b a) ∧ (∀ a b c, add (add a b) c = add a (add b c)) ∧
      (∀ a b c, mul (mul a b) c = mul a (mul b c)) ∧ (∀ a, mul a one = a) ∧ (∀ a b, mul a b = mul b a) ∧
      (∀ a b c, mul a (add b c) = add (mul a b) (mul a c)) ∧ ∀ a, add (neg a) a = zero) : CommRing R :=
  let ring : Ring R := Ring.ofTables add mul neg zero one laws.1 laws.2.1 laws.2.2.1 laws.2.2.2.1 laws.2.2.2.2.1
    (fun a => (laws.2.2.2.2.2.1 one a).trans (laws.2.2.2.2.1 a)) laws.2.2.2.2.2.2.1
    (fun a b c => by rw [laws.2.2.2.2.2.1 _ c, laws.2.2.2.2.2.2.1, laws.2.2.2.2.2.1 a c, laws.2.2.2.2.2.1 b c])
    laws.2.2.2.2.2.2.2
  { ring.toRing with mul_comm := laws.2.2.2.2.2.1 }

/-- A field from its tables; the inverse of zero is zero. -/
@[reducible] noncomputable def Field.ofTables {K : Type u} (add mul : K → K → K) (neg inv : K → K) (zero one : K)
    (laws : ((∀ a, add a zero = a) ∧ (∀ a b, add a b = add b a) ∧ (∀ a b c, add (add a b) c = add a (add b c)) ∧
      (∀ a b c, mul (mul a b) c = mul a (mul b c)) ∧ (∀ a, mul a one = a) ∧ (∀ a b, mul a b = mul b a) ∧
      (∀ a b c, mul a (add b c) = add (mul a b) (mul a c)) ∧ ∀ a, add (neg a) a = zero) ∧
      zero ≠ one ∧ inv zero = zero ∧ ∀ a, a ≠ zero → mul a (inv a) = one) : Field K :=
  let ring : CommRing K := CommRing.ofTables add mul neg zero one laws.1
  let power : K → Nat → K := fun a n => Nat.rec one (fun _ p => mul p a) n
  have cast_one : add zero one = one := (laws.1.2.1 zero one).trans (laws.1.1 one)
  have inv_unique (a b : K) (ha : a ≠ zero) (h : mul a b = one) : b = inv a := by
    rw [← laws.1.2.2.2.2.1 b, ← laws.2.2.2 a ha, ← laws.1.2.2.2.1, laws.1.2.2.2.2.2.1 b a, h,
      laws.1.2.2.2.2.2.1 one, laws.1.2.2.2.2.1]
  have inv_inv (a : K) : inv (inv a) = a := by
    by_cases h : a = zero
    · rw [h, laws.2.2.1, laws.2.2.1]
    · have hi : inv a ≠ zero := fun e => by
        have one_eq := laws.2.2.2 a h
        have mz : mul a zero = zero := ring.toCommRing.mul_zero a
        rw [e, mz] at one_eq
        exact laws.2.1 one_eq
      exact (inv_unique (inv a) a hi ((laws.1.2.2.2.2.2.1 _ _).trans (laws.2.2.2 a h))).symm
  have inv_one : inv one = one := (inv_unique one one (fun e => laws.2.1 e.symm) (laws.1.2.2.2.2.1 one)).symm
  { ring.toCommRing with
    inv, div := fun a b => mul a (inv b)
    zpow := ⟨fun a i => match i with
      | .ofNat n => power a n
      | .negSucc n => inv (power a (n + 1))⟩
    div_eq_mul_inv := fun _ _ => rfl
    zero_ne_one := fun h => laws.2.1 (h.trans cast_one)
    inv_zero := laws.2.2.1
    mul_inv_cancel := fun {a} h => (laws.2.2.2 a h).trans cast_one.symm
    zpow_zero := fun _ => cast_one.symm
    zpow_succ := fun _ _ => rfl
    zpow_neg := fun a i => by
      match i with
      | .ofNat 0 => exact inv_one.symm
      | .ofNat (n + 1) => rfl
      | .negSucc n => exact (inv_inv _).symm }

/-- A commutative group, written with `+`, from its tables. -/
@[reducible] noncomputable def AddCommGroup.ofTables {M : Type u} (add : M → M → M) (neg : M → M) (zero : M)
    (laws : (∀ a, add a zero = a) ∧ (∀ a b, add a b = add b a) ∧ (∀ a b c, add (add a b) c = add a (add b c)) ∧
      ∀ a, add (neg a) a = zero) : AddCommGroup M :=
  have zero_add (a : M) : add zero a = a := (laws.2.1 zero a).trans (laws.1 a)
  have add_neg (a : M) : add a (neg a) = zero := (laws.2.1 a _).trans (laws.2.2.2 a)
  have neg_unique (a b : M) (h : add b a = zero) : b = neg a := by
    rw [← laws.1 b, ← add_neg a, ← laws.2.2.1, h, zero_add]
  have neg_add (a b : M) : neg (add a b) = add (neg a) (neg b) := by
    symm
    apply neg_unique
    rw [laws.2.1 (neg a), laws.2.2.1, ← laws.2.2.1 (neg a), laws.2.2.2, zero_add, laws.2.2.2]
  let times (a : M) : Nat → M := fun n => Nat.rec zero (fun _ p => add p a) n
  let multiple (i : Int) (a : M) : M := match i with
    | .ofNat n => times a n
    | .negSucc n => neg (times a (n + 1))
  have next (a : M) (i : Int) : multiple (i + 1) a = add (multiple i a) a := by
    match i with
    | .ofNat n => rfl
    | .negSucc 0 =>
      show zero = add (neg (add zero a)) a
      rw [zero_add, laws.2.2.2]
    | .negSucc (n + 1) =>
      show neg (times a (n + 1)) = add (neg (add (times a (n + 1)) a)) a
      generalize times a (n + 1) = b
      rw [neg_add, laws.2.2.1, laws.2.2.2, laws.1]
  have plus (a : M) (i : Int) (n : Nat) : multiple (i + n) a = add (multiple i a) (times a n) := by
    induction n with
    | zero => rw [Int.natCast_zero, Int.add_zero]; exact (laws.1 _).symm
    | succ n ih =>
      rw [Int.natCast_succ, ← Int.add_assoc, next, ih, laws.2.2.1]
  { add, neg, zero, sub := fun a b => add a (neg b)
    add_zero := laws.1, add_comm := laws.2.1, add_assoc := laws.2.2.1, neg_add_cancel := laws.2.2.2
    sub_eq_add_neg := fun _ _ => rfl
    nsmul := ⟨fun n a => times a n⟩
    zsmul := ⟨fun i a => multiple i a⟩
    zero_zsmul := fun _ => rfl
    one_zsmul := fun a => zero_add a
    add_zsmul := fun i j a => by
      show multiple (i + j) a = add (multiple i a) (multiple j a)
      match j with
      | .ofNat n => exact plus a i n
      | .negSucc n =>
        have h := plus a (i + Int.negSucc n) (n + 1)
        have e : i + Int.negSucc n + ((n + 1 : Nat) : Int) = i := by omega
        rw [e] at h
        show multiple (i + Int.negSucc n) a = add (multiple i a) (neg (times a (n + 1)))
        rw [h, laws.2.2.1, add_neg, laws.1]
    zsmul_natCast_eq_nsmul := fun _ _ => rfl }

end Tables
