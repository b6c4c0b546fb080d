/-!
# The core dialect: sets, algebra, orders, topology, analysis

Structures as University mathematics uses them, under Mathlib's names and with its argument order
wherever the meaning is Mathlib's. Names that Mathlib does not have (`TendsTo`, `IsCauchy`,
`IsMetric`, `IsOrderOf`, …) say something that Mathlib says through filters or `ℝ`.
-/

section Structures

universe v w

/-! ## Functions -/

/-- Injective and surjective. -/
def Function.Bijective {α : Sort u} {β : Sort v} (f : α → β) : Prop :=
  Function.Injective f ∧ Function.Surjective f

/-! ## Sets -/

/-- A set of elements of `α`: the predicate of being a member. -/
def Set (α : Type u) := α → Prop

/-- The set of the elements with a property. -/
def setOf {α : Type u} (p : α → Prop) : Set α := p

namespace Set

variable {α : Type u} {β : Type v} {ι : Sort w} {s t : Set α} {a b : α}

/-- Membership. -/
protected def Mem (s : Set α) (a : α) : Prop := s a
instance : Membership α (Set α) := ⟨Set.Mem⟩
protected def Subset (s t : Set α) : Prop := ∀ a, a ∈ s → a ∈ t
instance : LE (Set α) := ⟨Set.Subset⟩
instance : HasSubset (Set α) := ⟨(· ≤ ·)⟩
instance : HasSSubset (Set α) := ⟨fun s t => s ⊆ t ∧ ¬ t ⊆ s⟩
instance : EmptyCollection (Set α) := ⟨fun _ => False⟩
/-- The set of all elements. -/
def univ : Set α := fun _ => True
instance : Union (Set α) := ⟨fun s t => fun a => a ∈ s ∨ a ∈ t⟩
instance : Inter (Set α) := ⟨fun s t => fun a => a ∈ s ∧ a ∈ t⟩
instance : SDiff (Set α) := ⟨fun s t => fun a => a ∈ s ∧ a ∉ t⟩
instance : Singleton α (Set α) := ⟨fun b => fun a => a = b⟩
instance : Insert α (Set α) := ⟨fun b s => fun a => a = b ∨ a ∈ s⟩
/-- The elements outside a set. -/
def compl (s : Set α) : Set α := fun a => a ∉ s
/-- The image of a set under a function. -/
def image (f : α → β) (s : Set α) : Set β := fun b => ∃ a, a ∈ s ∧ f a = b
/-- The elements whose value lies in a set. -/
def preimage (f : α → β) (s : Set β) : Set α := fun a => f a ∈ s
/-- The values of a function. -/
def range {ι : Sort w} (f : ι → α) : Set α := fun a => ∃ i, f i = a
/-- The union of a family. -/
def iUnion (s : ι → Set α) : Set α := fun a => ∃ i, a ∈ s i
/-- The intersection of a family. -/
def iInter (s : ι → Set α) : Set α := fun a => ∀ i, a ∈ s i
/-- The union of a set of sets. -/
def sUnion (S : Set (Set α)) : Set α := fun a => ∃ t, t ∈ S ∧ a ∈ t
/-- The intersection of a set of sets. -/
def sInter (S : Set (Set α)) : Set α := fun a => ∀ t, t ∈ S → a ∈ t
/-- The set of the subsets. -/
def powerset (s : Set α) : Set (Set α) := fun t => t ⊆ s
/-- A set of pairs: first members in one set, second in another. -/
def prod (s : Set α) (t : Set β) : Set (α × β) := fun p => p.1 ∈ s ∧ p.2 ∈ t
/-- The set has a member. -/
protected def Nonempty (s : Set α) : Prop := ∃ a, a ∈ s
/-- The set has finitely many members: a list holds them all. -/
protected def Finite (s : Set α) : Prop := ∃ l : List α, ∀ a, a ∈ s → a ∈ l
/-- The set is not finite. -/
protected def Infinite (s : Set α) : Prop := ¬ s.Finite
/-- Different members of the set have different values. -/
def InjOn (f : α → β) (s : Set α) : Prop := ∀ a, a ∈ s → ∀ b, b ∈ s → f a = f b → a = b
/-- Members of `s` have values in `t`. -/
def MapsTo (f : α → β) (s : Set α) (t : Set β) : Prop := ∀ a, a ∈ s → f a ∈ t
/-- Every member of `t` is the value of a member of `s`. -/
def SurjOn (f : α → β) (s : Set α) (t : Set β) : Prop := ∀ b, b ∈ t → ∃ a, a ∈ s ∧ f a = b
/-- A bijection of `s` and `t`. -/
def BijOn (f : α → β) (s : Set α) (t : Set β) : Prop := MapsTo f s t ∧ InjOn f s ∧ SurjOn f s t

end Set

/-- No member in common. -/
def Disjoint {α : Type u} (s t : Set α) : Prop := ∀ a, a ∈ s → a ∉ t

-- The notations proper are in `Notation.lean`; these are for this file only.
local infixl:80 " '' " => Set.image
local infixl:80 " ⁻¹' " => Set.preimage
local postfix:max "ᶜ" => Set.compl
local infixr:82 " ×ˢ " => Set.prod
local prefix:100 "𝒫 " => Set.powerset
local prefix:110 "⋃₀ " => Set.sUnion
local prefix:110 "⋂₀ " => Set.sInter

namespace Set
variable {α : Type u} {β : Type v} {ι : Sort w} {s t : Set α} {a b : α}

@[ext, grind ext] theorem ext (h : ∀ a, a ∈ s ↔ a ∈ t) : s = t := funext fun a => propext (h a)
@[simp, grind =] theorem mem_setOf_eq {p : α → Prop} : (a ∈ setOf p) = p a := rfl
@[simp, grind =] theorem subset_def : (s ⊆ t) = ∀ a, a ∈ s → a ∈ t := rfl
@[simp, grind =] theorem le_def : (s ≤ t) = ∀ a, a ∈ s → a ∈ t := rfl
@[simp, grind =] theorem ssubset_def : (s ⊂ t) = (s ⊆ t ∧ ¬ t ⊆ s) := rfl
@[simp, grind =] theorem mem_empty_iff_false : a ∈ (∅ : Set α) ↔ False := Iff.rfl
@[simp, grind =] theorem mem_univ_iff : a ∈ (univ : Set α) ↔ True := Iff.rfl
theorem mem_univ (a : α) : a ∈ (univ : Set α) := trivial
@[simp, grind =] theorem mem_union : a ∈ s ∪ t ↔ a ∈ s ∨ a ∈ t := Iff.rfl
@[simp, grind =] theorem mem_inter_iff : a ∈ s ∩ t ↔ a ∈ s ∧ a ∈ t := Iff.rfl
@[simp, grind =] theorem mem_diff : a ∈ s \ t ↔ a ∈ s ∧ a ∉ t := Iff.rfl
@[simp, grind =] theorem mem_compl_iff : a ∈ sᶜ ↔ a ∉ s := Iff.rfl
@[simp, grind =] theorem mem_singleton_iff : a ∈ ({b} : Set α) ↔ a = b := Iff.rfl
@[simp, grind =] theorem mem_insert_iff : a ∈ (insert b s : Set α) ↔ a = b ∨ a ∈ s := Iff.rfl
@[simp, grind =] theorem mem_image {f : α → β} {y : β} : y ∈ f '' s ↔ ∃ x, x ∈ s ∧ f x = y := Iff.rfl
@[simp, grind =] theorem mem_preimage {f : α → β} {r : Set β} : a ∈ f ⁻¹' r ↔ f a ∈ r := Iff.rfl
@[simp, grind =] theorem mem_range {f : ι → α} : a ∈ range f ↔ ∃ i, f i = a := Iff.rfl
@[simp, grind =] theorem mem_iUnion {f : ι → Set α} : a ∈ iUnion f ↔ ∃ i, a ∈ f i := Iff.rfl
@[simp, grind =] theorem mem_iInter {f : ι → Set α} : a ∈ iInter f ↔ ∀ i, a ∈ f i := Iff.rfl
@[simp, grind =] theorem mem_sUnion {S : Set (Set α)} : a ∈ ⋃₀ S ↔ ∃ t, t ∈ S ∧ a ∈ t := Iff.rfl
@[simp, grind =] theorem mem_sInter {S : Set (Set α)} : a ∈ ⋂₀ S ↔ ∀ t, t ∈ S → a ∈ t := Iff.rfl
@[simp, grind =] theorem mem_powerset_iff : s ∈ 𝒫 t ↔ s ⊆ t := Iff.rfl
@[simp, grind =] theorem mem_prod {r : Set β} {p : α × β} : p ∈ s ×ˢ r ↔ p.1 ∈ s ∧ p.2 ∈ r := Iff.rfl
@[grind =] theorem nonempty_def : s.Nonempty ↔ ∃ a, a ∈ s := Iff.rfl
@[grind =] theorem injOn_def {f : α → β} : InjOn f s ↔ ∀ a, a ∈ s → ∀ b, b ∈ s → f a = f b → a = b := Iff.rfl
@[grind =] theorem mapsTo_def {f : α → β} {r : Set β} : MapsTo f s r ↔ ∀ a, a ∈ s → f a ∈ r := Iff.rfl
@[grind =] theorem surjOn_def {f : α → β} {r : Set β} :
    SurjOn f s r ↔ ∀ b, b ∈ r → ∃ a, a ∈ s ∧ f a = b := Iff.rfl
@[grind =] theorem bijOn_def {f : α → β} {r : Set β} :
    BijOn f s r ↔ MapsTo f s r ∧ InjOn f s ∧ SurjOn f s r := Iff.rfl
end Set
@[grind =] theorem Set.disjoint_left {α : Type u} {s t : Set α} : Disjoint s t ↔ ∀ a, a ∈ s → a ∉ t := Iff.rfl


/-! ## Algebraic structures -/
section Algebra
/-- An associative multiplication. -/
class Semigroup (G : Type u) extends Mul G where
  mul_assoc : ∀ a b c : G, a * b * c = a * (b * c)
/-- An associative multiplication with a unit. -/
class Monoid (M : Type u) extends Semigroup M, One M where
  one_mul : ∀ a : M, 1 * a = a
  mul_one : ∀ a : M, a * 1 = a
/-- A commutative monoid. -/
class CommMonoid (M : Type u) extends Monoid M where
  mul_comm : ∀ a b : M, a * b = b * a
/-- A monoid in which every element has an inverse. -/
class Group (G : Type u) extends Monoid G, Inv G where
  inv_mul_cancel : ∀ a : G, a⁻¹ * a = 1
/-- A commutative group. -/
class CommGroup (G : Type u) extends Group G where
  mul_comm : ∀ a b : G, a * b = b * a
instance (priority := 10) CommGroup.toCommMonoid {G : Type u} [CommGroup G] : CommMonoid G where
  mul_comm := CommGroup.mul_comm

variable {G : Type u}
/-- `a * a * … * a`, `n` factors. -/
def Monoid.npow [Monoid G] (a : G) : Nat → G
  | 0 => 1
  | n + 1 => Monoid.npow a n * a
instance (priority := 10) Monoid.toHPow [Monoid G] : HPow G Nat G := ⟨Monoid.npow⟩
instance (priority := 10) Group.toDiv [Group G] : Div G := ⟨fun a b => a * b⁻¹⟩
/-- Powers with integer exponents. -/
def Group.zpow [Group G] (a : G) : Int → G
  | .ofNat n => a ^ n
  | .negSucc n => (a ^ (n + 1))⁻¹
instance (priority := 10) Group.toHPowInt [Group G] : HPow G Int G := ⟨Group.zpow⟩

@[simp, grind =] theorem pow_zero [Monoid G] (a : G) : a ^ 0 = 1 := rfl
@[simp, grind =] theorem pow_succ [Monoid G] (a : G) (n : Nat) : a ^ (n + 1) = a ^ n * a := rfl
@[grind _=_] theorem mul_assoc [Semigroup G] (a b c : G) : a * b * c = a * (b * c) := Semigroup.mul_assoc a b c
@[simp, grind =] theorem one_mul [Monoid G] (a : G) : 1 * a = a := Monoid.one_mul a
@[simp, grind =] theorem mul_one [Monoid G] (a : G) : a * 1 = a := Monoid.mul_one a
@[simp, grind =] theorem inv_mul_cancel [Group G] (a : G) : a⁻¹ * a = 1 := Group.inv_mul_cancel a
theorem mul_comm [CommMonoid G] (a b : G) : a * b = b * a := CommMonoid.mul_comm a b
grind_pattern mul_comm => a * b
theorem mul_left_cancel [Group G] {a b c : G} (h : a * b = a * c) : b = c := by
  have h2 : a⁻¹ * (a * b) = a⁻¹ * (a * c) := by rw [h]
  simpa only [← mul_assoc, inv_mul_cancel, one_mul] using h2
@[simp, grind =] theorem mul_inv_cancel [Group G] (a : G) : a * a⁻¹ = 1 := by
  apply mul_left_cancel (a := a⁻¹)
  rw [← mul_assoc, inv_mul_cancel, one_mul, mul_one]
@[simp, grind =] theorem inv_mul_cancel_left [Group G] (a b : G) : a⁻¹ * (a * b) = b := by
  rw [← mul_assoc, inv_mul_cancel, one_mul]
@[simp, grind =] theorem mul_inv_cancel_left [Group G] (a b : G) : a * (a⁻¹ * b) = b := by
  rw [← mul_assoc, mul_inv_cancel, one_mul]
theorem mul_right_cancel [Group G] {a b c : G} (h : b * a = c * a) : b = c := by
  have h2 : b * a * a⁻¹ = c * a * a⁻¹ := by rw [h]
  simpa only [mul_assoc, mul_inv_cancel, mul_one] using h2
theorem eq_inv_of_mul_eq_one_left [Group G] {a b : G} (h : a * b = 1) : a = b⁻¹ := by
  apply mul_right_cancel (a := b); rw [h, inv_mul_cancel]
@[simp, grind =] theorem inv_inv [Group G] (a : G) : a⁻¹⁻¹ = a :=
  (eq_inv_of_mul_eq_one_left (mul_inv_cancel a)).symm
@[simp, grind =] theorem inv_one [Group G] : (1 : G)⁻¹ = 1 := by
  rw [← mul_one (1 : G)⁻¹, inv_mul_cancel]
@[simp, grind =] theorem mul_inv_rev [Group G] (a b : G) : (a * b)⁻¹ = b⁻¹ * a⁻¹ := by
  symm; apply eq_inv_of_mul_eq_one_left; simp only [mul_assoc, inv_mul_cancel_left, inv_mul_cancel]
@[grind =] theorem div_eq_mul_inv [Group G] (a b : G) : a / b = a * b⁻¹ := rfl
end Algebra

section Rings
/-- A ring with unit, not necessarily commutative. -/
class Ring (R : Type u) extends Lean.Grind.Ring R
/-- A commutative ring with unit. -/
class CommRing (R : Type u) extends Lean.Grind.CommRing R
/-- A field. -/
class Field (K : Type u) extends Lean.Grind.Field K
instance (priority := 10) CommRing.isRing {R : Type u} [CommRing R] : Ring R where
instance (priority := 10) Field.isCommRing {K : Type u} [Field K] : CommRing K where
instance (priority := 10) OrderedField.isField {R : Type u} [OrderedField R] : Field R where
instance : CommRing Int where
instance : Field Rat where
noncomputable instance (n : Nat) [NeZero n] : CommRing (Fin n) where

/-- A ring from its tables; powers, multiples and casts are the repeated operations. -/
@[reducible] noncomputable def Ring.ofTables {R : Type u} (add mul : R → R → R) (neg : R → R) (zero one : R)
    (add_zero : ∀ a, add a zero = a) (add_comm : ∀ a b, add a b = add b a)
    (add_assoc : ∀ a b c, add (add a b) c = add a (add b c))
    (mul_assoc : ∀ a b c, mul (mul a b) c = mul a (mul b c))
    (mul_one : ∀ a, mul a one = a) (one_mul : ∀ a, mul one a = a)
    (left_distrib : ∀ a b c, mul a (add b c) = add (mul a b) (mul a c))
    (right_distrib : ∀ a b c, mul (add a b) c = add (mul a c) (mul b c))
    (neg_add : ∀ a, add (neg a) a = zero) : Ring R :=
  have zero_add (a : R) : add zero a = a := by rw [add_comm, add_zero]
  have cancel (a b : R) (h : add a b = a) : b = zero := by
    have := congrArg (add (neg a)) h
    rwa [← add_assoc, neg_add, zero_add] at this
  let cast : Nat → R := Nat.rec zero fun _ c => add c one
  let castInt : Int → R := fun i => match i with
    | .ofNat n => cast n
    | .negSucc n => neg (cast (n + 1))
  have neg_unique (a b : R) (h : add b a = zero) : b = neg a := by
    rw [← add_zero b, ← neg_add a, add_comm (neg a) a, ← add_assoc, h, zero_add]
  have neg_zero : neg zero = zero := (neg_unique zero zero (add_zero zero)).symm
  have neg_neg (a : R) : neg (neg a) = a := (neg_unique (neg a) a (by rw [add_comm, neg_add])).symm
  have cast_neg (i : Int) : castInt (-i) = neg (castInt i) := by
    match i with
    | .ofNat 0 => exact neg_zero.symm
    | .ofNat (n + 1) => rfl
    | .negSucc n => exact (neg_neg _).symm
  have zero_mul (a : R) : mul zero a = zero :=
    cancel (mul zero a) (mul zero a) (by rw [← right_distrib, add_zero])
  have mul_zero (a : R) : mul a zero = zero :=
    cancel (mul a zero) (mul a zero) (by rw [← left_distrib, add_zero])
  have neg_mul (a b : R) : mul (neg a) b = neg (mul a b) :=
    neg_unique _ _ (by rw [← right_distrib, neg_add, zero_mul])
  { add, mul, neg
    sub := fun a b => add a (neg b)
    natCast := ⟨cast⟩
    ofNat := fun n => ⟨cast n⟩
    nsmul := ⟨fun n a => mul (cast n) a⟩
    npow := ⟨fun a n => Nat.rec one (fun _ p => mul p a) n⟩
    intCast := ⟨castInt⟩
    zsmul := ⟨fun i a => mul (castInt i) a⟩
    add_zero, add_comm, add_assoc, mul_assoc
    mul_one := fun a => (congrArg (mul a) (zero_add one)).trans (mul_one a)
    one_mul := fun a => (congrArg (fun o => mul o a) (zero_add one)).trans (one_mul a)
    left_distrib, right_distrib, zero_mul, mul_zero
    pow_zero := fun _ => (zero_add one).symm
    pow_succ := fun _ _ => rfl
    ofNat_succ := fun n => (congrArg (add (cast n)) (zero_add one)).symm
    ofNat_eq_natCast := fun _ => rfl
    nsmul_eq_natCast_mul := fun _ _ => rfl
    neg_add_cancel := neg_add
    sub_eq_add_neg := fun _ _ => rfl
    neg_zsmul := fun i a => (congrArg (fun c => mul c a) (cast_neg i)).trans (neg_mul _ _)
    zsmul_natCast_eq_nsmul := fun _ _ => rfl
    intCast_ofNat := fun _ => rfl
    intCast_neg := cast_neg }

variable {R : Type u}
/-- An element with an inverse on both sides. -/
def IsUnit [Ring R] (a : R) : Prop := ∃ b, a * b = 1 ∧ b * a = 1
/-- Some power is zero. -/
def IsNilpotent [Ring R] (a : R) : Prop := ∃ n : Nat, a ^ n = 0
/-- Equal to its own square. -/
def IsIdempotentElem [Ring R] (a : R) : Prop := a * a = a
/-- A non-zero ring without zero divisors. -/
class IsDomain (R : Type u) [Ring R] : Prop where
  zero_ne_one : (0 : R) ≠ 1
  eq_zero_or_eq_zero_of_mul_eq_zero : ∀ a b : R, a * b = 0 → a = 0 ∨ b = 0
/-- A set that is a group under addition and swallows products. -/
structure Ideal (R : Type u) [CommRing R] where
  carrier : Set R
  zero_mem : 0 ∈ carrier
  add_mem : ∀ a b, a ∈ carrier → b ∈ carrier → a + b ∈ carrier
  smul_mem : ∀ c a, a ∈ carrier → c * a ∈ carrier
instance [CommRing R] : Membership R (Ideal R) := ⟨fun I a => a ∈ I.carrier⟩
instance [CommRing R] : LE (Ideal R) := ⟨fun I J => ∀ a, a ∈ I → a ∈ J⟩
structure Ideal.IsPrime [CommRing R] (I : Ideal R) : Prop where
  ne_top : (1 : R) ∉ I
  mem_or_mem : ∀ a b : R, a * b ∈ I → a ∈ I ∨ b ∈ I
structure Ideal.IsMaximal [CommRing R] (I : Ideal R) : Prop where
  ne_top : (1 : R) ∉ I
  eq_of_le : ∀ J : Ideal R, I ≤ J → (1 : R) ∉ J → J ≤ I
/-- A map of rings that keeps sums, products and units. -/
structure RingHom (R : Type u) (S : Type v) [Ring R] [Ring S] where
  toFun : R → S
  map_add : ∀ a b, toFun (a + b) = toFun a + toFun b
  map_mul : ∀ a b, toFun (a * b) = toFun a * toFun b
  map_one : toFun 1 = 1
instance {S : Type v} [Ring R] [Ring S] : CoeFun (RingHom R S) (fun _ => R → S) := ⟨RingHom.toFun⟩
end Rings

section Groups
variable {G : Type u} {H : Type v}
/-- A map that keeps products and the unit. -/
structure MonoidHom (G : Type u) (H : Type v) [Monoid G] [Monoid H] where
  toFun : G → H
  map_one : toFun 1 = 1
  map_mul : ∀ a b, toFun (a * b) = toFun a * toFun b
instance [Monoid G] [Monoid H] : CoeFun (MonoidHom G H) (fun _ => G → H) := ⟨MonoidHom.toFun⟩
/-- A set that holds the unit, products and inverses. -/
structure Subgroup (G : Type u) [Group G] where
  carrier : Set G
  one_mem : 1 ∈ carrier
  mul_mem : ∀ a b, a ∈ carrier → b ∈ carrier → a * b ∈ carrier
  inv_mem : ∀ a, a ∈ carrier → a⁻¹ ∈ carrier
instance [Group G] : Membership G (Subgroup G) := ⟨fun K a => a ∈ K.carrier⟩
instance [Group G] : LE (Subgroup G) := ⟨fun K L => ∀ a, a ∈ K → a ∈ L⟩
/-- Closed under conjugation. -/
structure Subgroup.Normal [Group G] (K : Subgroup G) : Prop where
  conj_mem : ∀ n, n ∈ K → ∀ g : G, g * n * g⁻¹ ∈ K
theorem MonoidHom.map_inv [Group G] [Group H] (f : MonoidHom G H) (a : G) : f a⁻¹ = (f a)⁻¹ :=
  eq_inv_of_mul_eq_one_left (by rw [← f.map_mul, inv_mul_cancel, f.map_one])
/-- The elements that go to the unit. -/
def MonoidHom.ker [Group G] [Group H] (f : MonoidHom G H) : Subgroup G where
  carrier := fun a => f a = 1
  one_mem := f.map_one
  mul_mem := fun a b (ha : f a = 1) (hb : f b = 1) => show f (a * b) = 1 by
    rw [f.map_mul, ha, hb, mul_one]
  inv_mem := fun a (ha : f a = 1) => show f a⁻¹ = 1 by rw [f.map_inv, ha, inv_one]
/-- The values. -/
def MonoidHom.range [Group G] [Group H] (f : MonoidHom G H) : Subgroup H where
  carrier := fun b => ∃ a, f a = b
  one_mem := ⟨1, f.map_one⟩
  mul_mem := fun _ _ ⟨a, ha⟩ ⟨b, hb⟩ => ⟨a * b, by rw [f.map_mul, ha, hb]⟩
  inv_mem := fun _ ⟨a, ha⟩ => ⟨a⁻¹, by rw [f.map_inv, ha]⟩
@[simp, grind =] theorem MonoidHom.mem_ker [Group G] [Group H] {f : MonoidHom G H} {a : G} :
    a ∈ f.ker ↔ f a = 1 := Iff.rfl
@[simp, grind =] theorem MonoidHom.mem_range [Group G] [Group H] {f : MonoidHom G H} {b : H} :
    b ∈ f.range ↔ ∃ a, f a = b := Iff.rfl
/-- The two elements commute. -/
def Commute [Mul G] (a b : G) : Prop := a * b = b * a
/-- The elements that commute with all. -/
def Subgroup.center (G : Type u) [Group G] : Subgroup G where
  carrier := fun a => ∀ b, b * a = a * b
  one_mem := fun b => by rw [mul_one, one_mul]
  mul_mem := fun x y (hx : ∀ b, b * x = x * b) (hy : ∀ b, b * y = y * b) b => by
    rw [← mul_assoc, hx, mul_assoc, hy, mul_assoc]
  inv_mem := fun x (hx : ∀ b, b * x = x * b) b => by
    apply mul_left_cancel (a := x)
    apply mul_right_cancel (a := x)
    rw [mul_inv_cancel_left, mul_assoc, mul_assoc, inv_mul_cancel, mul_one, hx]
@[simp, grind =] theorem Subgroup.mem_center_iff [Group G] {a : G} :
    a ∈ Subgroup.center G ↔ ∀ b, b * a = a * b := Iff.rfl
/-- `n` is the order of `a`: the least positive exponent that gives 1, or 0 when there is none. -/
def IsOrderOf [Monoid G] (a : G) (n : Nat) : Prop :=
  (0 < n ∧ a ^ n = 1 ∧ ∀ m : Nat, 0 < m → m < n → a ^ m ≠ 1) ∨ (n = 0 ∧ ∀ m : Nat, 0 < m → a ^ m ≠ 1)
end Groups

/-! ## Modules and vector spaces -/
section Modules
variable {R : Type u} {M : Type v} {N : Type w}
/-- A commutative group, written with `+`. -/
class AddCommGroup (M : Type u) extends Lean.Grind.IntModule M
/-- A module over a ring; over a field, a vector space. -/
class Module (R : Type u) (M : Type v) [Ring R] [AddCommGroup M] extends SMul R M where
  one_smul : ∀ x : M, (1 : R) • x = x
  mul_smul : ∀ (a b : R) (x : M), (a * b) • x = a • b • x
  smul_add : ∀ (a : R) (x y : M), a • (x + y) = a • x + a • y
  add_smul : ∀ (a b : R) (x : M), (a + b) • x = a • x + b • x
variable [Ring R] [AddCommGroup M] [AddCommGroup N] [Module R M] [Module R N]
@[simp, grind =] theorem one_smul (x : M) : (1 : R) • x = x := Module.one_smul x
@[grind =] theorem mul_smul (a b : R) (x : M) : (a * b) • x = a • b • x := Module.mul_smul a b x
@[grind =] theorem smul_add (a : R) (x y : M) : a • (x + y) = a • x + a • y := Module.smul_add a x y
@[grind =] theorem add_smul (a b : R) (x : M) : (a + b) • x = a • x + b • x := Module.add_smul a b x
/-- A map that keeps sums and multiples. -/
structure LinearMap (R : Type u) (M : Type v) (N : Type w) [Ring R] [AddCommGroup M] [AddCommGroup N]
    [Module R M] [Module R N] where
  toFun : M → N
  map_add : ∀ x y, toFun (x + y) = toFun x + toFun y
  map_smul : ∀ (c : R) x, toFun (c • x) = c • toFun x
instance : CoeFun (LinearMap R M N) (fun _ => M → N) := ⟨LinearMap.toFun⟩
/-- A set that holds zero, sums and multiples. -/
structure Submodule (R : Type u) (M : Type v) [Ring R] [AddCommGroup M] [Module R M] where
  carrier : Set M
  zero_mem : 0 ∈ carrier
  add_mem : ∀ x y, x ∈ carrier → y ∈ carrier → x + y ∈ carrier
  smul_mem : ∀ (c : R) x, x ∈ carrier → c • x ∈ carrier
instance : Membership M (Submodule R M) := ⟨fun K x => x ∈ K.carrier⟩
instance : LE (Submodule R M) := ⟨fun K L => ∀ a, a ∈ K → a ∈ L⟩
theorem smul_zero (c : R) : c • (0 : M) = 0 := by
  have h := smul_add c (0 : M) 0
  rw [Lean.Grind.AddCommMonoid.add_zero] at h
  grind
theorem zero_smul (x : M) : (0 : R) • x = 0 := by
  have h := add_smul (0 : R) 0 x
  rw [Lean.Grind.Semiring.add_zero] at h
  grind
theorem LinearMap.map_zero (f : LinearMap R M N) : f 0 = 0 := by
  have h := f.map_add 0 0
  rw [Lean.Grind.AddCommMonoid.add_zero] at h
  grind
/-- The vectors that go to zero. -/
def LinearMap.ker (f : LinearMap R M N) : Submodule R M where
  carrier := fun x => f x = 0
  zero_mem := f.map_zero
  add_mem := fun x y (hx : f x = 0) (hy : f y = 0) => show f (x + y) = 0 by
    rw [f.map_add, hx, hy, Lean.Grind.AddCommMonoid.add_zero]
  smul_mem := fun c x (hx : f x = 0) => show f (c • x) = 0 by rw [f.map_smul, hx, smul_zero]
/-- The values. -/
def LinearMap.range (f : LinearMap R M N) : Submodule R N where
  carrier := fun y => ∃ x, f x = y
  zero_mem := ⟨0, f.map_zero⟩
  add_mem := fun _ _ ⟨x, hx⟩ ⟨y, hy⟩ => ⟨x + y, by rw [f.map_add, hx, hy]⟩
  smul_mem := fun c _ ⟨x, hx⟩ => ⟨c • x, by rw [f.map_smul, hx]⟩
@[simp, grind =] theorem LinearMap.mem_ker {f : LinearMap R M N} {x : M} : x ∈ f.ker ↔ f x = 0 := Iff.rfl
@[simp, grind =] theorem LinearMap.mem_range {f : LinearMap R M N} {y : N} :
    y ∈ f.range ↔ ∃ x, f x = y := Iff.rfl
/-- `c₀ • v₀ + c₁ • v₁ + …`, as many terms as the list of pairs has. -/
noncomputable def linearCombination (R : Type u) {M : Type v} [Ring R] [AddCommGroup M] [Module R M] : List (R × M) → M
  | [] => 0
  | (c, x) :: rest => c • x + linearCombination R rest
/-- The smallest submodule that holds a set. -/
def Submodule.span (R : Type u) {M : Type v} [Ring R] [AddCommGroup M] [Module R M] (s : Set M) :
    Submodule R M where
  carrier := fun x => ∀ K : Submodule R M, (∀ y, y ∈ s → y ∈ K) → x ∈ K
  zero_mem := fun K _ => K.zero_mem
  add_mem := fun x y hx hy K hK => K.add_mem x y (hx K hK) (hy K hK)
  smul_mem := fun c x hx K hK => K.smul_mem c x (hx K hK)
theorem Submodule.mem_span {s : Set M} {x : M} :
    x ∈ Submodule.span R s ↔ ∀ K : Submodule R M, (∀ y, y ∈ s → y ∈ K) → x ∈ K := Iff.rfl
/-- No combination with a non-zero coefficient vanishes. -/
def LinearIndependent (R : Type u) {M : Type v} [Ring R] [AddCommGroup M] [Module R M] {n : Nat}
    (v : Fin n → M) : Prop :=
  ∀ c : Fin n → R, linearCombination R (List.ofFn fun i => (c i, v i)) = 0 → ∀ i, c i = 0
noncomputable instance (priority := 10) Ring.isAddCommGroup {R : Type u} [Ring R] : AddCommGroup R where
/-- A ring acts on itself by multiplication. -/
noncomputable instance (priority := 10) Ring.isModule {R : Type u} [Ring R] : Module R R where
  smul := fun a b => a * b
  one_smul := Lean.Grind.Semiring.one_mul
  mul_smul := Lean.Grind.Semiring.mul_assoc
  smul_add := Lean.Grind.Semiring.left_distrib
  add_smul := Lean.Grind.Semiring.right_distrib
@[simp, grind =] theorem smul_eq_mul {R : Type u} [Ring R] (a b : R) : a • b = a * b := rfl
end Modules

/-! ## Orders -/
section Orders
variable {α : Type u} {β : Type v}
/-- A reflexive and transitive relation. -/
class Preorder (α : Type u) extends LE α, LT α where
  le_refl : ∀ a : α, a ≤ a
  le_trans : ∀ a b c : α, a ≤ b → b ≤ c → a ≤ c
  lt_iff_le_not_ge : ∀ a b : α, a < b ↔ a ≤ b ∧ ¬ b ≤ a
/-- A preorder in which `a ≤ b` and `b ≤ a` make `a = b`. -/
class PartialOrder (α : Type u) extends Preorder α where
  le_antisymm : ∀ a b : α, a ≤ b → b ≤ a → a = b
/-- A partial order in which any two elements can be compared. -/
class LinearOrder (α : Type u) extends PartialOrder α where
  le_total : ∀ a b : α, a ≤ b ∨ b ≤ a
theorem le_refl [Preorder α] (a : α) : a ≤ a := Preorder.le_refl a
theorem le_trans [Preorder α] {a b c : α} : a ≤ b → b ≤ c → a ≤ c := Preorder.le_trans a b c
theorem le_antisymm [PartialOrder α] {a b : α} : a ≤ b → b ≤ a → a = b := PartialOrder.le_antisymm a b
instance (priority := 10) [Preorder α] : Std.IsPreorder α where
  le_refl := Preorder.le_refl
  le_trans := Preorder.le_trans
instance (priority := 10) [Preorder α] : Std.LawfulOrderLT α where
  lt_iff := Preorder.lt_iff_le_not_ge
instance (priority := 10) [PartialOrder α] : Std.IsPartialOrder α where
  le_antisymm := PartialOrder.le_antisymm
instance (priority := 10) [LinearOrder α] : Std.IsLinearOrder α where
  le_total := LinearOrder.le_total
/-- Larger arguments, values at least as large. -/
def Monotone [LE α] [LE β] (f : α → β) : Prop := ∀ ⦃a b⦄, a ≤ b → f a ≤ f b
def Antitone [LE α] [LE β] (f : α → β) : Prop := ∀ ⦃a b⦄, a ≤ b → f b ≤ f a
def StrictMono [LT α] [LT β] (f : α → β) : Prop := ∀ ⦃a b⦄, a < b → f a < f b
def StrictAnti [LT α] [LT β] (f : α → β) : Prop := ∀ ⦃a b⦄, a < b → f b < f a
def upperBounds [LE α] (s : Set α) : Set α := fun b => ∀ a, a ∈ s → a ≤ b
def lowerBounds [LE α] (s : Set α) : Set α := fun b => ∀ a, a ∈ s → b ≤ a
def BddAbove [LE α] (s : Set α) : Prop := ∃ b, b ∈ upperBounds s
def BddBelow [LE α] (s : Set α) : Prop := ∃ b, b ∈ lowerBounds s
def IsLeast [LE α] (s : Set α) (a : α) : Prop := a ∈ s ∧ a ∈ lowerBounds s
def IsGreatest [LE α] (s : Set α) (a : α) : Prop := a ∈ s ∧ a ∈ upperBounds s
def IsLUB [LE α] (s : Set α) (a : α) : Prop := IsLeast (upperBounds s) a
def IsGLB [LE α] (s : Set α) (a : α) : Prop := IsGreatest (lowerBounds s) a
namespace Set
def Icc [LE α] (a b : α) : Set α := fun x => a ≤ x ∧ x ≤ b
def Ico [LE α] [LT α] (a b : α) : Set α := fun x => a ≤ x ∧ x < b
def Ioc [LE α] [LT α] (a b : α) : Set α := fun x => a < x ∧ x ≤ b
def Ioo [LT α] (a b : α) : Set α := fun x => a < x ∧ x < b
def Ici [LE α] (a : α) : Set α := fun x => a ≤ x
def Iic [LE α] (b : α) : Set α := fun x => x ≤ b
def Ioi [LT α] (a : α) : Set α := fun x => a < x
def Iio [LT α] (b : α) : Set α := fun x => x < b
variable {a b x : α}
@[simp, grind =] theorem mem_Icc [LE α] : x ∈ Icc a b ↔ a ≤ x ∧ x ≤ b := Iff.rfl
@[simp, grind =] theorem mem_Ico [LE α] [LT α] : x ∈ Ico a b ↔ a ≤ x ∧ x < b := Iff.rfl
@[simp, grind =] theorem mem_Ioc [LE α] [LT α] : x ∈ Ioc a b ↔ a < x ∧ x ≤ b := Iff.rfl
@[simp, grind =] theorem mem_Ioo [LT α] : x ∈ Ioo a b ↔ a < x ∧ x < b := Iff.rfl
@[simp, grind =] theorem mem_Ici [LE α] : x ∈ Ici a ↔ a ≤ x := Iff.rfl
@[simp, grind =] theorem mem_Iic [LE α] : x ∈ Iic b ↔ x ≤ b := Iff.rfl
@[simp, grind =] theorem mem_Ioi [LT α] : x ∈ Ioi a ↔ a < x := Iff.rfl
@[simp, grind =] theorem mem_Iio [LT α] : x ∈ Iio b ↔ x < b := Iff.rfl
end Set
@[grind =] theorem mem_upperBounds [LE α] {s : Set α} {b : α} : b ∈ upperBounds s ↔ ∀ a, a ∈ s → a ≤ b := Iff.rfl
@[grind =] theorem mem_lowerBounds [LE α] {s : Set α} {b : α} : b ∈ lowerBounds s ↔ ∀ a, a ∈ s → b ≤ a := Iff.rfl
end Orders

/-! ## Topology -/
section Topology
variable {X : Type u} {Y : Type v}
/-- A topology, given by its open sets. -/
class TopologicalSpace (X : Type u) where
  IsOpen : Set X → Prop
  isOpen_univ : IsOpen Set.univ
  isOpen_inter : ∀ s t, IsOpen s → IsOpen t → IsOpen (s ∩ t)
  isOpen_sUnion : ∀ S : Set (Set X), (∀ t, t ∈ S → IsOpen t) → IsOpen (⋃₀ S)
def IsOpen [TopologicalSpace X] (s : Set X) : Prop := TopologicalSpace.IsOpen s
def IsClosed [TopologicalSpace X] (s : Set X) : Prop := IsOpen sᶜ
def interior [TopologicalSpace X] (s : Set X) : Set X := fun x => ∃ t, IsOpen t ∧ t ⊆ s ∧ x ∈ t
def closure [TopologicalSpace X] (s : Set X) : Set X := fun x => ∀ t, IsClosed t → s ⊆ t → x ∈ t
def frontier [TopologicalSpace X] (s : Set X) : Set X := closure s \ interior s
def Dense [TopologicalSpace X] (s : Set X) : Prop := ∀ x, x ∈ closure s
def Continuous [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) : Prop :=
  ∀ s : Set Y, IsOpen s → IsOpen (f ⁻¹' s)
def IsOpenMap [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) : Prop :=
  ∀ s : Set X, IsOpen s → IsOpen (f '' s)
def IsClosedMap [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) : Prop :=
  ∀ s : Set X, IsClosed s → IsClosed (f '' s)
/-- Every open cover has a finite subcover. -/
def IsCompact [TopologicalSpace X] (s : Set X) : Prop :=
  ∀ S : Set (Set X), (∀ t, t ∈ S → IsOpen t) → s ⊆ ⋃₀ S →
    ∃ T : List (Set X), (∀ t, t ∈ T → t ∈ S) ∧ ∀ x, x ∈ s → ∃ t, t ∈ T ∧ x ∈ t
/-- Two open sets that cover the set and both meet it meet inside it. -/
def IsPreconnected [TopologicalSpace X] (s : Set X) : Prop :=
  ∀ u v : Set X, IsOpen u → IsOpen v → s ⊆ u ∪ v → (s ∩ u).Nonempty → (s ∩ v).Nonempty →
    (s ∩ (u ∩ v)).Nonempty
def IsConnected [TopologicalSpace X] (s : Set X) : Prop := s.Nonempty ∧ IsPreconnected s
/-- Different points have disjoint open neighbourhoods. -/
class T2Space (X : Type u) [TopologicalSpace X] : Prop where
  t2 : ∀ x y : X, x ≠ y → ∃ u v : Set X, IsOpen u ∧ IsOpen v ∧ x ∈ u ∧ y ∈ v ∧ Disjoint u v
/-- Points are closed. -/
class T1Space (X : Type u) [TopologicalSpace X] : Prop where
  t1 : ∀ x : X, IsClosed ({x} : Set X)
theorem isOpen_univ [TopologicalSpace X] : IsOpen (Set.univ : Set X) := TopologicalSpace.isOpen_univ
theorem IsOpen.inter [TopologicalSpace X] {s t : Set X} (hs : IsOpen s) (ht : IsOpen t) : IsOpen (s ∩ t) :=
  TopologicalSpace.isOpen_inter s t hs ht
theorem isOpen_sUnion [TopologicalSpace X] {S : Set (Set X)} (h : ∀ t, t ∈ S → IsOpen t) : IsOpen (⋃₀ S) :=
  TopologicalSpace.isOpen_sUnion S h
theorem isOpen_empty [TopologicalSpace X] : IsOpen (∅ : Set X) := by
  have := isOpen_sUnion (X := X) (S := ∅) (by intro t h; exact h.elim)
  have e : ⋃₀ (∅ : Set (Set X)) = ∅ := by grind
  rwa [e] at this
theorem IsOpen.union [TopologicalSpace X] {s t : Set X} (hs : IsOpen s) (ht : IsOpen t) : IsOpen (s ∪ t) := by
  have := isOpen_sUnion (X := X) (S := {s, t}) (by
    intro r h; rcases h with h | h <;> (subst h; assumption))
  have e : ⋃₀ ({s, t} : Set (Set X)) = s ∪ t := by
    ext a; constructor
    · rintro ⟨r, (h | h), ha⟩
      · subst h; exact .inl ha
      · have : r = t := h
        subst this; exact .inr ha
    · rintro (h | h)
      · exact ⟨s, .inl rfl, h⟩
      · exact ⟨t, .inr rfl, h⟩
  rwa [e] at this
theorem Continuous.comp {Z : Type w} [TopologicalSpace X] [TopologicalSpace Y] [TopologicalSpace Z] {g : Y → Z} {f : X → Y}
    (hg : Continuous g) (hf : Continuous f) : Continuous (g ∘ f) := fun s hs => hf _ (hg s hs)
end Topology

/-! ## Sequences and distances -/
section Analysis
variable {R : Type u} [OrderedField R] {X : Type v}
/-- `a n` tends to `l`. -/
def TendsTo (a : Nat → R) (l : R) : Prop := ∀ ε, 0 < ε → ∃ N : Nat, ∀ n, N ≤ n → abs (a n - l) < ε
/-- Terms come close to each other. -/
def IsCauchy (a : Nat → R) : Prop := ∀ ε, 0 < ε → ∃ N : Nat, ∀ m n, N ≤ m → N ≤ n → abs (a m - a n) < ε
/-- The values stay between two numbers. -/
def IsBounded (a : Nat → R) : Prop := ∃ C, ∀ n, abs (a n) ≤ C
/-- `f` is continuous at `x`. -/
def ContinuousAtPoint (f : R → R) (x : R) : Prop :=
  ∀ ε, 0 < ε → ∃ δ, 0 < δ ∧ ∀ y, abs (y - x) < δ → abs (f y - f x) < ε
/-- `d` is a metric. -/
structure IsMetric (d : X → X → R) : Prop where
  dist_nonneg : ∀ x y, 0 ≤ d x y
  eq_of_dist_eq_zero : ∀ x y, d x y = 0 → x = y
  dist_self : ∀ x, d x x = 0
  dist_comm : ∀ x y, d x y = d y x
  dist_triangle : ∀ x y z, d x z ≤ d x y + d y z
/-- The open ball. -/
def openBall (d : X → X → R) (x : X) (r : R) : Set X := fun y => d y x < r
/-- Every point has a ball inside the set. -/
def IsOpenIn (d : X → X → R) (s : Set X) : Prop := ∀ x, x ∈ s → ∃ r, 0 < r ∧ openBall d x r ⊆ s
/-- With two points the set holds what lies between. -/
def Convex (R : Type u) {V : Type v} [OrderedField R] [AddCommGroup V] [Module R V] (s : Set V) : Prop :=
  ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : R⦄, 0 ≤ a → 0 ≤ b → a + b = 1 → a • x + b • y ∈ s
/-- Over a convex set, the graph lies below its chords. -/
def ConvexOn (R : Type u) {V : Type v} [OrderedField R] [AddCommGroup V] [Module R V] (s : Set V)
    (f : V → R) : Prop :=
  Convex R s ∧ ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : R⦄, 0 ≤ a → 0 ≤ b → a + b = 1 →
    f (a • x + b • y) ≤ a • f x + b • f y
/-- Over a convex set, the graph lies above its chords. -/
def ConcaveOn (R : Type u) {V : Type v} [OrderedField R] [AddCommGroup V] [Module R V] (s : Set V)
    (f : V → R) : Prop :=
  Convex R s ∧ ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : R⦄, 0 ≤ a → 0 ≤ b → a + b = 1 →
    a • f x + b • f y ≤ f (a • x + b • y)
end Analysis

end Structures
