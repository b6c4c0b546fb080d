module
public import Mathlet.LinearAlgebra.LinearMap
public import Mathlet.GroupTheory.AddSubgroup
public import Mathlet.GroupTheory.Normal
public import Mathlet.Data.Finset.Basic
@[expose] public noncomputable section

/-! # Submodules: spans, kernels, images, quotients -/

universe u v w x y

/-- A set with 0 that is closed under sums and multiples. -/
structure Submodule (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] extends AddSubmonoid M where
  smul_mem' : ∀ (c : R) {x : M}, x ∈ carrier → c • x ∈ carrier
/-- Another name for submodules over fields. -/
@[reducible] def Subspace (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] := Submodule R M

local notation M " →ₗ[" R "] " N => LinearMap (RingHom.id R) M N

namespace Submodule
variable {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M]
instance : SetLike (Submodule R M) M := ⟨fun p => p.carrier, fun p q h => by
  obtain ⟨p, _⟩ := p; obtain ⟨q, _⟩ := q; cases p; cases q; cases h; rfl⟩
@[simp, grind =] theorem mem_carrier {p : Submodule R M} {x : M} : x ∈ p.carrier ↔ x ∈ p := Iff.rfl
@[simp, grind =] theorem mem_mk {s : Set M} {x : M} (h1 h2 h3) : x ∈ (Submodule.mk ⟨s, h1, h2⟩ h3 : Submodule R M) ↔ x ∈ s := Iff.rfl
@[ext] theorem ext {p q : Submodule R M} (h : ∀ x, x ∈ p ↔ x ∈ q) : p = q := SetLike.ext h
protected theorem zero_mem (p : Submodule R M) : (0 : M) ∈ p := p.zero_mem'
protected theorem add_mem (p : Submodule R M) {x y : M} (hx : x ∈ p) (hy : y ∈ p) : x + y ∈ p := p.add_mem' hx hy
theorem smul_mem (p : Submodule R M) (c : R) {x : M} (hx : x ∈ p) : c • x ∈ p := p.smul_mem' c hx
grind_pattern Submodule.zero_mem => (0 : M) ∈ p
grind_pattern Submodule.add_mem => x ∈ p, y ∈ p, x + y
grind_pattern Submodule.smul_mem => x ∈ p, c • x
protected theorem neg_mem {R : Type u} {M : Type v} [Ring R] [AddCommGroup M] [Module R M] (p : Submodule R M) {x : M} (hx : x ∈ p) : -x ∈ p := by
  have := p.smul_mem (-1) hx
  rwa [neg_smul, one_smul] at this
protected theorem sub_mem {R : Type u} {M : Type v} [Ring R] [AddCommGroup M] [Module R M] (p : Submodule R M) {x y : M} (hx : x ∈ p)
    (hy : y ∈ p) : x - y ∈ p := by rw [sub_eq_add_neg]; exact p.add_mem hx (p.neg_mem hy)
instance instAddCommMonoid (p : Submodule R M) : AddCommMonoid p where
  add a b := ⟨a.1 + b.1, p.add_mem a.2 b.2⟩
  zero := ⟨0, p.zero_mem⟩
  add_assoc _ _ _ := Subtype.ext (add_assoc _ _ _)
  add_comm _ _ := Subtype.ext (add_comm _ _)
  zero_add _ := Subtype.ext (zero_add _)
  add_zero _ := Subtype.ext (add_zero _)
instance instAddCommGroup {R : Type u} {M : Type v} [Ring R] [AddCommGroup M] [Module R M] (p : Submodule R M) : AddCommGroup p where
  neg a := ⟨-a.1, p.neg_mem a.2⟩
  neg_add_cancel _ := Subtype.ext (neg_add_cancel _)
  add_comm _ _ := Subtype.ext (add_comm _ _)
instance instModule (p : Submodule R M) : Module R p where
  smul c a := ⟨c • a.1, p.smul_mem c a.2⟩
  one_smul _ := Subtype.ext (one_smul R _)
  mul_smul _ _ _ := Subtype.ext (mul_smul _ _ _)
  smul_zero _ := Subtype.ext (smul_zero _)
  smul_add _ _ _ := Subtype.ext (smul_add _ _ _)
  add_smul _ _ _ := Subtype.ext (add_smul _ _ _)
  zero_smul _ := Subtype.ext (zero_smul R _)
@[simp, norm_cast, grind =] theorem coe_add (p : Submodule R M) (x y : p) : ((x + y : p) : M) = x + y := rfl
@[simp, norm_cast, grind =] theorem coe_smul (p : Submodule R M) (c : R) (x : p) : ((c • x : p) : M) = c • (x : M) := rfl
@[simp, norm_cast] theorem coe_zero (p : Submodule R M) : ((0 : p) : M) = 0 := rfl
/-- The inclusion. -/
protected def subtype (p : Submodule R M) : p →ₗ[R] M := ⟨fun x => x.1, fun _ _ => rfl, fun _ _ => rfl⟩
instance instCompleteLattice : CompleteLattice (Submodule R M) := SetLike.completeLattice _
  (fun S => ⟨⟨setOf fun x => ∀ p, p ∈ S → x ∈ p, fun ha hb p hp => p.add_mem (ha p hp) (hb p hp), fun p _ => p.zero_mem⟩,
    fun c _ ha p hp => p.smul_mem c (ha p hp)⟩) fun _ _ => Iff.rfl
/-- The submodule of 0 alone, to say what `⊥` is. -/
protected def trivial (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] : Submodule R M where
  carrier := setOf fun x => x = 0
  add_mem' ha hb := by rw [Set.mem_setOf_eq] at *; rw [ha, hb, zero_add]
  zero_mem' := rfl
  smul_mem' c _ ha := by rw [Set.mem_setOf_eq] at *; rw [ha, smul_zero]
@[simp, grind =] theorem mem_top {x : M} : x ∈ (Top.top : Submodule R M) ↔ True := iff_true_intro fun _ h => h.elim
@[simp, grind =] theorem mem_bot (R : Type u) {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] {x : M} :
    x ∈ (Bot.bot : Submodule R M) ↔ x = 0 :=
  ⟨fun h => h (Submodule.trivial R M) True.intro, fun h => by rw [h]; exact Submodule.zero_mem _⟩
@[simp, grind =] theorem mem_inf {p q : Submodule R M} {x : M} : x ∈ min p q ↔ x ∈ p ∧ x ∈ q :=
  ⟨fun h => ⟨h p (.inl rfl), h q (.inr rfl)⟩, fun h _ hp => hp.elim (fun e => e ▸ h.1) fun e => e ▸ h.2⟩
@[simp, grind =] theorem mem_sInf {S : Set (Submodule R M)} {x : M} : x ∈ sInf S ↔ ∀ p, p ∈ S → x ∈ p := Iff.rfl
@[simp, grind =] theorem mem_iInf {ι : Sort w} {S : ι → Submodule R M} {x : M} : x ∈ iInf S ↔ ∀ i, x ∈ S i :=
  ⟨fun h i => h (S i) ⟨i, rfl⟩, fun h _ ⟨i, hi⟩ => hi ▸ h i⟩
@[simp] theorem coe_top : ((Top.top : Submodule R M) : Set M) = Set.univ := Set.ext fun _ => mem_top
theorem eq_top_iff' {p : Submodule R M} : p = Top.top ↔ ∀ x, x ∈ p := ⟨fun h x => by rw [h]; simp, fun h => ext fun x => by simp [h x]⟩
instance : Inhabited (Submodule R M) := ⟨Bot.bot⟩
/-- The sums of members of two submodules, to say what `⊔` is. -/
protected def sumOf (p q : Submodule R M) : Submodule R M where
  carrier := setOf fun x => ∃ y, y ∈ p ∧ ∃ z, z ∈ q ∧ y + z = x
  add_mem' := by
    rintro _ _ ⟨a, ha, b, hb, rfl⟩ ⟨c, hc, d, hd, rfl⟩
    exact ⟨a + c, p.add_mem ha hc, b + d, q.add_mem hb hd, add_add_add_comm a c b d⟩
  zero_mem' := ⟨0, p.zero_mem, 0, q.zero_mem, add_zero 0⟩
  smul_mem' := by
    rintro c _ ⟨a, ha, b, hb, rfl⟩
    exact ⟨c • a, p.smul_mem c ha, c • b, q.smul_mem c hb, (smul_add c a b).symm⟩
@[grind =] theorem mem_sup {p p' : Submodule R M} {x : M} : x ∈ max p p' ↔ ∃ y, y ∈ p ∧ ∃ z, z ∈ p' ∧ y + z = x :=
  ⟨fun h => h (Submodule.sumOf p p') ⟨fun y hy => ⟨y, hy, 0, p'.zero_mem, add_zero y⟩, fun z hz => ⟨0, p.zero_mem, z, hz, zero_add z⟩⟩,
    fun ⟨_, hy, _, hz, e⟩ r hr => e ▸ r.add_mem (hr.1 hy) (hr.2 hz)⟩
instance : Add (Submodule R M) := ⟨max⟩
instance : Zero (Submodule R M) := ⟨Bot.bot⟩
@[simp, grind =] theorem add_eq_sup (p q : Submodule R M) : p + q = max p q := rfl

/-- The least submodule that holds a set. -/
def span (R : Type u) {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] (s : Set M) : Submodule R M := sInf (setOf fun p => s ⊆ p)
@[grind =] theorem mem_span {s : Set M} {x : M} : x ∈ span R s ↔ ∀ p : Submodule R M, s ⊆ (p : Set M) → x ∈ p := Iff.rfl
theorem subset_span {s : Set M} : s ⊆ (span R s : Set M) := fun _ hx _ hK => hK _ hx
theorem span_le {s : Set M} {p : Submodule R M} : span R s ≤ p ↔ s ⊆ (p : Set M) :=
  ⟨fun h x hx => h (subset_span x hx), fun h _ hx => hx p h⟩
/-- Spanned by finitely many. -/
def FG (N : Submodule R M) : Prop := ∃ S : Finset M, span R (setOf fun x => x ∈ S) = N
theorem mem_span_singleton {x y : M} : x ∈ span R ({y} : Set M) ↔ ∃ a : R, a • y = x := by
  constructor
  · intro h
    exact h ⟨⟨setOf fun z => ∃ a : R, a • y = z, fun ⟨a, ha⟩ ⟨b, hb⟩ => ⟨a + b, by rw [add_smul, ha, hb]⟩, ⟨0, zero_smul R y⟩⟩,
      fun c _ ⟨a, ha⟩ => ⟨c * a, by rw [mul_smul, ha]⟩⟩ fun z (hz : z = y) => ⟨1, by rw [one_smul, hz]⟩
  · rintro ⟨a, rfl⟩; exact smul_mem _ a (subset_span (s := {y}) y rfl)
variable {N : Type w} [AddCommMonoid N] [Module R N]
/-- The image. -/
def map (f : M →ₗ[R] N) (p : Submodule R M) : Submodule R N where
  carrier := Set.image f p
  add_mem' := by
    rintro _ _ ⟨x, hx, rfl⟩ ⟨y, hy, rfl⟩
    exact ⟨x + y, p.add_mem hx hy, map_add f x y⟩
  zero_mem' := ⟨0, p.zero_mem, map_zero f⟩
  smul_mem' := by
    rintro c _ ⟨x, hx, rfl⟩
    exact ⟨c • x, p.smul_mem c hx, map_smul f c x⟩
@[simp, grind =] theorem mem_map {f : M →ₗ[R] N} {p : Submodule R M} {y : N} : y ∈ map f p ↔ ∃ x, x ∈ p ∧ f x = y := Iff.rfl
/-- The preimage. -/
def comap (f : M →ₗ[R] N) (p : Submodule R N) : Submodule R M where
  carrier := Set.preimage f p
  add_mem' {x y} hx hy := by show f (x + y) ∈ p; rw [map_add]; exact p.add_mem hx hy
  zero_mem' := by show f 0 ∈ p; rw [map_zero]; exact p.zero_mem
  smul_mem' c {x} hx := by show f (c • x) ∈ p; rw [map_smul]; exact p.smul_mem c hx
@[simp, grind =] theorem mem_comap {f : M →ₗ[R] N} {p : Submodule R N} {x : M} : x ∈ comap f p ↔ f x ∈ p := Iff.rfl
end Submodule

namespace LinearMap
variable {R : Type u} {M : Type v} {N : Type w} [Semiring R] [AddCommMonoid M] [Module R M] [AddCommMonoid N] [Module R N]
/-- What is sent to 0. -/
def ker (f : M →ₗ[R] N) : Submodule R M := Submodule.comap f Bot.bot
/-- The values. -/
def range (f : M →ₗ[R] N) : Submodule R N where
  carrier := Set.range f
  add_mem' := by rintro _ _ ⟨x, rfl⟩ ⟨y, rfl⟩; exact ⟨x + y, map_add f x y⟩
  zero_mem' := ⟨0, map_zero f⟩
  smul_mem' := by rintro c _ ⟨x, rfl⟩; exact ⟨c • x, map_smul f c x⟩
@[simp, grind =] theorem mem_ker {f : M →ₗ[R] N} {y : M} : y ∈ ker f ↔ f y = 0 := Submodule.mem_bot R
@[simp, grind =] theorem mem_range {f : M →ₗ[R] N} {x : N} : x ∈ range f ↔ ∃ y, f y = x := Iff.rfl
/-- The map on a submodule alone. -/
def domRestrict (f : M →ₗ[R] N) (p : Submodule R M) : p →ₗ[R] N := f.comp p.subtype
@[simp, grind =] theorem domRestrict_apply (f : M →ₗ[R] N) (p : Submodule R M) (x : p) : f.domRestrict p x = f x := rfl
theorem ker_eq_bot {R : Type u} {M : Type v} {N : Type w} [Ring R] [AddCommGroup M] [Module R M] [AddCommGroup N] [Module R N]
    {f : M →ₗ[R] N} : ker f = Bot.bot ↔ Function.Injective f := by
  constructor
  · intro h x y e
    have : x - y ∈ ker f := mem_ker.2 (by rw [map_sub, e, sub_self])
    rw [h] at this
    exact sub_eq_zero.1 ((Submodule.mem_bot R).1 this)
  · intro h
    refine Submodule.ext fun x => ⟨fun hx => (Submodule.mem_bot R).2 (h (by rw [mem_ker.1 hx, map_zero])), fun hx => ?_⟩
    rw [(Submodule.mem_bot R).1 hx]; exact Submodule.zero_mem _
end LinearMap

/-! ## Quotients -/
namespace Submodule
variable {R : Type u} {M : Type v} [Ring R] [AddCommGroup M] [Module R M]
/-- The difference is in the submodule. -/
def quotientRel (p : Submodule R M) : Setoid M where
  r x y := x - y ∈ p
  iseqv :=
    ⟨fun x => by rw [sub_self]; exact p.zero_mem,
     fun {x y} h => by have := p.neg_mem h; rwa [neg_sub] at this,
     fun {x y z} h h' => by have := p.add_mem h h'; rwa [← add_sub_assoc, sub_add_cancel] at this⟩
instance hasQuotient : HasQuotient M (Submodule R M) := ⟨fun p => Quotient (quotientRel p)⟩
namespace Quotient
variable {p : Submodule R M}
/-- The class of an element. -/
def mk (x : M) : HasQuotient.Quotient M p := _root_.Quotient.mk (quotientRel p) x
theorem exists_mk (x : HasQuotient.Quotient M p) : ∃ a : M, mk a = x := _root_.Quotient.exists_rep x
protected theorem eq {x y : M} : (mk x : HasQuotient.Quotient M p) = mk y ↔ x - y ∈ p :=
  ⟨fun h => _root_.Quotient.exact h, fun h => _root_.Quotient.sound h⟩
/-- A function of classes from a function of elements. -/
def lift' {α : Type w} (f : M → α) (h : ∀ a b, a - b ∈ p → f a = f b) (x : HasQuotient.Quotient M p) : α :=
  _root_.Quotient.lift (s := quotientRel p) f h x
instance instAddCommGroup (p : Submodule R M) : AddCommGroup (HasQuotient.Quotient M p) where
  add := lift' (fun a => lift' (fun b => mk (a + b)) fun b c h => Quotient.eq.2 (by
      rw [show a + b - (a + c) = b - c by grind]; exact h)) fun a b h => funext fun x => by
    obtain ⟨c, rfl⟩ := exists_mk x
    exact Quotient.eq.2 (by rw [show a + c - (b + c) = a - b by grind]; exact h)
  zero := mk 0
  neg := lift' (fun a => mk (-a)) fun a b h => Quotient.eq.2 (by rw [show -a - -b = -(a - b) by grind]; exact p.neg_mem h)
  add_assoc x y z := by
    obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; obtain ⟨c, rfl⟩ := exists_mk z
    exact congrArg mk (add_assoc a b c)
  add_comm x y := by obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; exact congrArg mk (add_comm a b)
  zero_add x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (zero_add a)
  add_zero x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (add_zero a)
  neg_add_cancel x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (neg_add_cancel a)
instance instModule (p : Submodule R M) : Module R (HasQuotient.Quotient M p) where
  smul c := lift' (fun a => mk (c • a)) fun a b h => Quotient.eq.2 (by rw [← smul_sub]; exact p.smul_mem c h)
  one_smul x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (one_smul R a)
  mul_smul c d x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (mul_smul c d a)
  smul_zero c := congrArg mk (smul_zero c)
  smul_add c x y := by obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; exact congrArg mk (smul_add c a b)
  add_smul c d x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (add_smul c d a)
  zero_smul x := by obtain ⟨a, rfl⟩ := exists_mk x; exact congrArg mk (zero_smul R a)
end Quotient
/-- The map to the quotient. -/
def mkQ (p : Submodule R M) : M →ₗ[R] HasQuotient.Quotient M p := ⟨Quotient.mk, fun _ _ => rfl, fun _ _ => rfl⟩
end Submodule
