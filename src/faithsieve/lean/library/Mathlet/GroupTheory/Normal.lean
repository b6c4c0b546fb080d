module
public import Mathlet.GroupTheory.Subgroup
public import Mathlet.Algebra.Units
@[expose] public noncomputable section

/-! # Normal subgroups, images, centres, commutators, quotient groups -/

universe u v w

/-- `⁅x, y⁆`: commutators of elements and of subgroups. -/
class Bracket (L : Type u) (M : Type v) where
  bracket : L → M → M
/-- Something that can be divided out of `A`, written `A ⧸ b`. -/
class HasQuotient (A : outParam (Type u)) (B : Type v) where
  quotient' : B → Type (max u v)
/-- `A ⧸ b`. -/
@[reducible] def HasQuotient.Quotient (A : outParam (Type u)) {B : Type v} [HasQuotient A B] (b : B) : Type (max u v) := HasQuotient.quotient' b

/-- `a` turns `x` into `y`. -/
def SemiconjBy {M : Type u} [Mul M] (a x y : M) : Prop := a * x = y * a
/-- The two commute. -/
def Commute {M : Type u} [Mul M] (a b : M) : Prop := SemiconjBy a b b
@[grind =] theorem commute_iff_eq {M : Type u} [Mul M] (a b : M) : Commute a b ↔ a * b = b * a := Iff.rfl
/-- Conjugate by a unit. -/
def IsConj {α : Type u} [Monoid α] (a b : α) : Prop := ∃ c : Units α, SemiconjBy (c : α) a b
@[grind =] theorem isConj_iff {G : Type u} [Group G] {a b : G} : IsConj a b ↔ ∃ c : G, c * a * c⁻¹ = b := by
  constructor
  · rintro ⟨c, h⟩; exact ⟨c, by rw [h, mul_assoc, mul_inv_cancel, mul_one]⟩
  · rintro ⟨c, h⟩
    refine ⟨⟨c, c⁻¹, mul_inv_cancel c, inv_mul_cancel c⟩, ?_⟩
    show c * a = b * c
    rw [← h, mul_assoc (c * a), inv_mul_cancel, mul_one]

namespace Subgroup
variable {G : Type u} [Group G] {N : Type v} [Group N]
/-- Closed under conjugation. -/
class Normal (H : Subgroup G) : Prop where
  conj_mem : ∀ n, n ∈ H → ∀ g : G, g * n * g⁻¹ ∈ H
@[grind =] theorem normal_iff {H : Subgroup G} : H.Normal ↔ ∀ n, n ∈ H → ∀ g : G, g * n * g⁻¹ ∈ H := ⟨fun h => h.1, fun h => ⟨h⟩⟩
instance (priority := 100) normal_of_comm {G : Type u} [CommGroup G] (H : Subgroup G) : H.Normal :=
  ⟨fun n hn g => by rw [mul_comm g, mul_assoc, mul_inv_cancel, mul_one]; exact hn⟩
instance top_normal : (Top.top : Subgroup G).Normal := ⟨fun _ _ _ => by simp⟩
instance bot_normal : (Bot.bot : Subgroup G).Normal := ⟨fun n hn g => by
  rw [mem_bot.1 hn, mul_one, mul_inv_cancel]; exact Subgroup.one_mem _⟩
/-- The inclusion. -/
protected def subtype (H : Subgroup G) : MonoidHom H G where
  toFun x := x.1
  map_one' := rfl
  map_mul' _ _ := rfl
/-- The image of a subgroup. -/
def map (f : MonoidHom G N) (H : Subgroup G) : Subgroup N where
  carrier := Set.image f H
  mul_mem' := by
    rintro _ _ ⟨x, hx, rfl⟩ ⟨y, hy, rfl⟩
    exact ⟨x * y, H.mul_mem hx hy, map_mul f x y⟩
  one_mem' := ⟨1, H.one_mem, map_one f⟩
  inv_mem' := by
    rintro _ ⟨x, hx, rfl⟩
    exact ⟨x⁻¹, H.inv_mem hx, map_inv f x⟩
@[simp, grind =] theorem mem_map {f : MonoidHom G N} {K : Subgroup G} {y : N} : y ∈ K.map f ↔ ∃ x, x ∈ K ∧ f x = y := Iff.rfl
/-- The preimage of a subgroup. -/
def comap (f : MonoidHom G N) (H : Subgroup N) : Subgroup G where
  carrier := Set.preimage f H
  mul_mem' {x y} hx hy := by show f (x * y) ∈ H; rw [map_mul]; exact H.mul_mem hx hy
  one_mem' := by show f 1 ∈ H; rw [map_one]; exact H.one_mem
  inv_mem' {x} hx := by show f x⁻¹ ∈ H; rw [map_inv]; exact H.inv_mem hx
@[simp, grind =] theorem mem_comap {K : Subgroup N} {f : MonoidHom G N} {x : G} : x ∈ K.comap f ↔ f x ∈ K := Iff.rfl
/-- The part of `H` inside `K`, as a subgroup of `K`. -/
def subgroupOf (H K : Subgroup G) : Subgroup K := H.comap K.subtype
@[grind =] theorem mem_subgroupOf {H K : Subgroup G} {h : K} : h ∈ H.subgroupOf K ↔ (h : G) ∈ H := Iff.rfl
/-- What commutes with everything. -/
def center (G : Type u) [Group G] : Subgroup G where
  carrier := setOf fun z => ∀ g, g * z = z * g
  mul_mem' {a b} ha hb g := by rw [← mul_assoc, ha g, mul_assoc, hb g, mul_assoc]
  one_mem' g := by rw [mul_one, one_mul]
  inv_mem' {a} ha g := by
    have h := ha g⁻¹
    have := congrArg (·⁻¹) h
    simp only [mul_inv_rev, inv_inv] at this
    exact this.symm
@[grind =] theorem mem_center_iff {z : G} : z ∈ center G ↔ ∀ g, g * z = z * g := Iff.rfl
/-- What commutes with everything in a set. -/
def centralizer (s : Set G) : Subgroup G where
  carrier := setOf fun z => ∀ g, g ∈ s → g * z = z * g
  mul_mem' {a b} ha hb g hg := by rw [← mul_assoc, ha g hg, mul_assoc, hb g hg, mul_assoc]
  one_mem' g _ := by rw [mul_one, one_mul]
  inv_mem' {a} ha g hg := by
    have h := ha g hg
    apply mul_left_cancel (a := a)
    rw [← mul_assoc, ← h, mul_assoc, mul_inv_cancel, mul_one, mul_inv_cancel_left]
@[grind =] theorem mem_centralizer_iff {s : Set G} {g : G} : g ∈ centralizer s ↔ ∀ h, h ∈ s → h * g = g * h := Iff.rfl
/-- The elements under whose conjugation `H` stays. -/
def normalizer (H : Subgroup G) : Subgroup G where
  carrier := setOf fun g => ∀ n, n ∈ H ↔ g * n * g⁻¹ ∈ H
  mul_mem' {a b} ha hb n := by rw [hb n, ha]; simp only [mul_inv_rev, mul_assoc]
  one_mem' n := by rw [one_mul, inv_one, mul_one]
  inv_mem' {a} ha n := by
    rw [ha (a⁻¹ * n * a⁻¹⁻¹)]; simp only [inv_inv, mul_assoc, mul_inv_cancel_left, mul_inv_cancel, mul_one]
@[grind =] theorem mem_normalizer_iff {H : Subgroup G} {g : G} : g ∈ H.normalizer ↔ ∀ h, h ∈ H ↔ g * h * g⁻¹ ∈ H := Iff.rfl
/-- The least normal subgroup that holds a set. -/
def normalClosure (s : Set G) : Subgroup G := closure (setOf fun x => ∃ a, a ∈ s ∧ ∃ g, g * a * g⁻¹ = x)
/-- The greatest normal subgroup inside `H`. -/
def normalCore (H : Subgroup G) : Subgroup G where
  carrier := setOf fun a => ∀ b : G, b * a * b⁻¹ ∈ H
  mul_mem' {x y} hx hy b := by
    have := H.mul_mem (hx b) (hy b)
    simp only [mul_assoc, inv_mul_cancel_left] at this ⊢; exact this
  one_mem' b := by rw [mul_one, mul_inv_cancel]; exact H.one_mem
  inv_mem' {x} hx b := by
    have := H.inv_mem (hx b)
    simp only [mul_inv_rev, inv_inv, mul_assoc] at this ⊢; exact this
theorem subset_normalClosure {s : Set G} : s ⊆ (normalClosure s : Set G) := fun x hx =>
  subset_closure x ⟨x, hx, 1, by rw [one_mul, inv_one, mul_one]⟩
theorem normalClosure_le_normal {H : Subgroup G} [h : H.Normal] {s : Set G} (hs : s ⊆ (H : Set G)) : normalClosure s ≤ H :=
  (closure_le H).2 fun _ ⟨a, ha, g, e⟩ => e ▸ h.conj_mem a (hs a ha) g
/-- Conjugation by an element as a homomorphism. -/
protected def conjHom (g : G) : MonoidHom G G where
  toFun x := g * x * g⁻¹
  map_one' := by rw [mul_one, mul_inv_cancel]
  map_mul' x y := by simp only [mul_assoc, inv_mul_cancel_left]
instance normalClosure_normal {s : Set G} : (normalClosure s).Normal := ⟨fun n hn g => by
  have h : normalClosure s ≤ (normalClosure s).comap (Subgroup.conjHom g) := (closure_le _).2 fun x hx => by
    obtain ⟨a, ha, b, rfl⟩ := hx
    refine subset_closure _ ⟨a, ha, g * b, ?_⟩
    show _ = g * (b * a * b⁻¹) * g⁻¹
    simp only [mul_inv_rev, mul_assoc]
  exact h hn⟩
instance instBracketElement : Bracket G G := ⟨fun g h => g * h * g⁻¹ * h⁻¹⟩
theorem _root_.commutatorElement_def (g₁ g₂ : G) : Bracket.bracket g₁ g₂ = g₁ * g₂ * g₁⁻¹ * g₂⁻¹ := rfl
instance instBracket : Bracket (Subgroup G) (Subgroup G) :=
  ⟨fun H K => closure (setOf fun g => ∃ g₁, g₁ ∈ H ∧ ∃ g₂, g₂ ∈ K ∧ Bracket.bracket g₁ g₂ = g)⟩
theorem commutator_def (H K : Subgroup G) :
    Bracket.bracket H K = closure (setOf fun g => ∃ g₁, g₁ ∈ H ∧ ∃ g₂, g₂ ∈ K ∧ g₁ * g₂ * g₁⁻¹ * g₂⁻¹ = g) := rfl
end Subgroup

/-- The subgroup generated by the commutators. -/
def commutator (G : Type u) [Group G] : Subgroup G := Bracket.bracket (Top.top : Subgroup G) (Top.top : Subgroup G)
/-- Commutators of commutators, and so on. -/
def derivedSeries (G : Type u) [Group G] : Nat → Subgroup G
  | 0 => Top.top
  | n + 1 => Bracket.bracket (derivedSeries G n) (derivedSeries G n)
/-- The derived series reaches 1. -/
class IsSolvable (G : Type u) [Group G] : Prop where
  solvable : ∃ n : Nat, derivedSeries G n = Bot.bot
/-- Commutators with the whole group, again and again. -/
def lowerCentralSeries (G : Type u) [Group G] : Nat → Subgroup G
  | 0 => Top.top
  | n + 1 => Bracket.bracket (lowerCentralSeries G n) (Top.top : Subgroup G)
/-- The lower central series reaches 1. -/
class Group.IsNilpotent (G : Type u) [Group G] : Prop where
  nilpotent : ∃ n : Nat, lowerCentralSeries G n = Bot.bot

namespace MonoidHom
variable {G : Type u} [Group G] {N : Type v} [Group N]
/-- What is sent to 1. -/
def ker (f : MonoidHom G N) : Subgroup G := Subgroup.comap f Bot.bot
/-- The values. -/
def range (f : MonoidHom G N) : Subgroup N := Subgroup.map f Top.top
@[grind =] theorem mem_ker {f : MonoidHom G N} {x : G} : x ∈ f.ker ↔ f x = 1 := Subgroup.mem_bot
@[simp, grind =] theorem mem_range {f : MonoidHom G N} {y : N} : y ∈ f.range ↔ ∃ x, f x = y :=
  ⟨fun ⟨x, _, h⟩ => ⟨x, h⟩, fun ⟨x, h⟩ => ⟨x, (Subgroup.mem_top x).2 trivial, h⟩⟩
instance normal_ker (f : MonoidHom G N) : f.ker.Normal := ⟨fun n hn g => by
  rw [mem_ker] at *; rw [map_mul, map_mul, hn, mul_one, map_inv, mul_inv_cancel]⟩
end MonoidHom

/-! ## Quotients -/

namespace QuotientGroup
variable {G : Type u} [Group G]
/-- In the same left coset. -/
def leftRel (s : Subgroup G) : Setoid G where
  r x y := x⁻¹ * y ∈ s
  iseqv :=
    ⟨fun x => by rw [inv_mul_cancel]; exact s.one_mem,
     fun {x y} h => by have := s.inv_mem h; rwa [mul_inv_rev, inv_inv] at this,
     fun {x y z} h h' => by have := s.mul_mem h h'; rwa [mul_assoc, mul_inv_cancel_left] at this⟩
instance : HasQuotient G (Subgroup G) := ⟨fun s => Quotient (leftRel s)⟩
/-- The coset of an element. -/
@[coe] def mk {s : Subgroup G} (a : G) : HasQuotient.Quotient G s := Quotient.mk (leftRel s) a
instance {s : Subgroup G} : CoeTC G (HasQuotient.Quotient G s) := ⟨mk⟩
theorem exists_mk {s : Subgroup G} (x : HasQuotient.Quotient G s) : ∃ a : G, mk a = x := Quotient.exists_rep x
protected theorem eq {s : Subgroup G} {a b : G} : (mk a : HasQuotient.Quotient G s) = mk b ↔ a⁻¹ * b ∈ s :=
  ⟨fun h => Quotient.exact h, fun h => Quotient.sound h⟩
variable (N : Subgroup G) [nN : N.Normal]
instance Quotient.group : Group (HasQuotient.Quotient G N) where
  mul := Quotient.lift₂ (s₁ := leftRel N) (s₂ := leftRel N) (fun a b => mk (a * b)) fun a c b d hab hcd => QuotientGroup.eq.2 <| by
    replace hab : a⁻¹ * b ∈ N := hab
    replace hcd : c⁻¹ * d ∈ N := hcd
    have h := N.mul_mem (nN.conj_mem _ hab c⁻¹) hcd
    have e : (a * c)⁻¹ * (b * d) = c⁻¹ * (a⁻¹ * b) * c⁻¹⁻¹ * (c⁻¹ * d) := by
      simp only [mul_inv_rev, inv_inv, mul_assoc, mul_inv_cancel_left]
    rw [e]; exact h
  one := mk 1
  inv := Quotient.lift (s := leftRel N) (fun a => mk a⁻¹) fun a b hab => QuotientGroup.eq.2 <| by
    replace hab : a⁻¹ * b ∈ N := hab
    have h := N.inv_mem (nN.conj_mem _ hab a)
    have e : a⁻¹⁻¹ * b⁻¹ = (a * (a⁻¹ * b) * a⁻¹)⁻¹ := by
      simp only [mul_inv_rev, inv_inv, mul_assoc, mul_inv_cancel, mul_one]
    rw [e]; exact h
  mul_assoc x y z := by
    obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; obtain ⟨c, rfl⟩ := exists_mk z
    exact congrArg mk (mul_assoc a b c)
  one_mul x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (one_mul a)
  mul_one x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (mul_one a)
  inv_mul_cancel x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (inv_mul_cancel a)
@[simp, norm_cast] theorem mk_mul (a b : G) : ((mk (a * b) : HasQuotient.Quotient G N)) = mk a * mk b := rfl
@[simp, norm_cast] theorem mk_one : ((mk 1 : HasQuotient.Quotient G N)) = 1 := rfl
@[simp, norm_cast] theorem mk_inv (a : G) : ((mk a⁻¹ : HasQuotient.Quotient G N)) = (mk a)⁻¹ := rfl
instance Quotient.commGroup {G : Type u} [CommGroup G] (B : Subgroup G) : CommGroup (HasQuotient.Quotient G B) where
  mul_comm x y := by obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; exact congrArg mk (mul_comm a b)
/-- The map to the quotient. -/
def mk' : MonoidHom G (HasQuotient.Quotient G N) where
  toFun := mk
  map_one' := rfl
  map_mul' _ _ := rfl
end QuotientGroup
/-- The largest commutative quotient. -/
def Abelianization (G : Type u) [Group G] : Type u := Quotient (QuotientGroup.leftRel (commutator G))
