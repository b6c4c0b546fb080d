module
public import Mathlet.Algebra.Ring
public import Mathlet.Data.SetLike
@[expose] public noncomputable section

/-! # Submonoids and subgroups -/

universe u v w

theorem zpow_add_one {G : Type u} [Group G] (a : G) (n : Int) : a ^ (n + 1) = a ^ n * a := by
  match n with
  | .ofNat n => exact (zpow_natCast a (n + 1)).trans ((pow_succ a n).trans (by rw [← zpow_natCast]; rfl))
  | .negSucc 0 => show a ^ (0 : Int) = _; rw [zpow_negSucc, zpow_zero, Nat.zero_add, pow_one, inv_mul_cancel]
  | .negSucc (n + 1) =>
    show a ^ Int.negSucc n = _
    rw [zpow_negSucc, zpow_negSucc, pow_succ' a (n + 1), mul_inv_rev, inv_mul_cancel_right]
theorem zpow_add {G : Type u} [Group G] (a : G) (m n : Int) : a ^ (m + n) = a ^ m * a ^ n := by
  induction n using Int.induction_on with
  | zero => rw [zpow_zero, Int.add_zero, mul_one]
  | succ i ih => rw [← Int.add_assoc, zpow_add_one, ih, zpow_add_one, mul_assoc]
  | pred i ih =>
    have h1 := zpow_add_one a (m + (-(i : Int) - 1))
    have h2 := zpow_add_one a (-(i : Int) - 1)
    rw [show m + (-(i : Int) - 1) + 1 = m + -(i : Int) by omega, ih] at h1
    rw [show -(i : Int) - 1 + 1 = -(i : Int) by omega] at h2
    rw [h2, ← mul_assoc] at h1
    exact (mul_right_cancel h1).symm

/-! ## Submonoids -/

/-- A set with 1 that is closed under products. -/
structure Submonoid (M : Type u) [Monoid M] where
  carrier : Set M
  mul_mem' : ∀ {a b : M}, a ∈ carrier → b ∈ carrier → a * b ∈ carrier
  one_mem' : (1 : M) ∈ carrier
namespace Submonoid
variable {M : Type u} [Monoid M]
instance : SetLike (Submonoid M) M := ⟨Submonoid.carrier, fun p q h => by cases p; cases q; cases h; rfl⟩
@[simp, grind =] theorem mem_carrier {H : Submonoid M} {x : M} : x ∈ H.carrier ↔ x ∈ H := Iff.rfl
@[simp, grind =] theorem mem_mk {s : Set M} {x : M} (h1 h2) : x ∈ (Submonoid.mk s h1 h2 : Submonoid M) ↔ x ∈ s := Iff.rfl
@[ext] theorem ext {H K : Submonoid M} (h : ∀ x, x ∈ H ↔ x ∈ K) : H = K := SetLike.ext h
protected theorem one_mem (H : Submonoid M) : (1 : M) ∈ H := H.one_mem'
protected theorem mul_mem (H : Submonoid M) {x y : M} (hx : x ∈ H) (hy : y ∈ H) : x * y ∈ H := H.mul_mem' hx hy
instance instCompleteLattice : CompleteLattice (Submonoid M) := SetLike.completeLattice _
  (fun S => ⟨setOf fun x => ∀ p, p ∈ S → x ∈ p, fun ha hb p hp => p.mul_mem (ha p hp) (hb p hp), fun p _ => p.one_mem⟩) fun _ _ => Iff.rfl
/-- The least submonoid that holds a set. -/
def closure (s : Set M) : Submonoid M := sInf (setOf fun K => s ⊆ K)
@[grind =] theorem mem_closure {s : Set M} {x : M} : x ∈ closure s ↔ ∀ K : Submonoid M, s ⊆ (K : Set M) → x ∈ K := Iff.rfl
/-- The powers of an element. -/
def powers (n : M) : Submonoid M where
  carrier := Set.range fun k : Nat => n ^ k
  mul_mem' := by rintro _ _ ⟨a, rfl⟩ ⟨b, rfl⟩; exact ⟨a + b, pow_add n a b⟩
  one_mem' := ⟨0, pow_zero n⟩
@[grind =] theorem mem_powers_iff (x z : M) : x ∈ powers z ↔ ∃ n : Nat, z ^ n = x := Iff.rfl
instance instMonoid (H : Submonoid M) : Monoid H where
  mul a b := ⟨a.1 * b.1, H.mul_mem a.2 b.2⟩
  one := ⟨1, H.one_mem⟩
  mul_assoc _ _ _ := Subtype.ext (mul_assoc _ _ _)
  one_mul _ := Subtype.ext (one_mul _)
  mul_one _ := Subtype.ext (mul_one _)
end Submonoid

/-! ## Subgroups -/

/-- A set with 1 that is closed under products and inverses. -/
structure Subgroup (G : Type u) [Group G] extends Submonoid G where
  inv_mem' : ∀ {x : G}, x ∈ carrier → x⁻¹ ∈ carrier
namespace Subgroup
variable {G : Type u} [Group G]
instance : SetLike (Subgroup G) G := ⟨fun H => H.carrier, fun p q h => by
  obtain ⟨p, _⟩ := p; obtain ⟨q, _⟩ := q; cases p; cases q; cases h; rfl⟩
@[simp, grind =] theorem mem_carrier {H : Subgroup G} {x : G} : x ∈ H.carrier ↔ x ∈ H := Iff.rfl
@[simp, grind =] theorem mem_mk {s : Set G} {x : G} (h1 h2 h3) : x ∈ (Subgroup.mk ⟨s, h1, h2⟩ h3 : Subgroup G) ↔ x ∈ s := Iff.rfl
@[simp, grind =] theorem mem_toSubmonoid {H : Subgroup G} {x : G} : x ∈ H.toSubmonoid ↔ x ∈ H := Iff.rfl
@[ext] theorem ext {H K : Subgroup G} (h : ∀ x, x ∈ H ↔ x ∈ K) : H = K := SetLike.ext h
protected theorem one_mem (H : Subgroup G) : (1 : G) ∈ H := H.one_mem'
protected theorem mul_mem (H : Subgroup G) {x y : G} (hx : x ∈ H) (hy : y ∈ H) : x * y ∈ H := H.mul_mem' hx hy
protected theorem inv_mem (H : Subgroup G) {x : G} (hx : x ∈ H) : x⁻¹ ∈ H := H.inv_mem' hx
grind_pattern Subgroup.one_mem => (1 : G) ∈ H
grind_pattern Subgroup.mul_mem => x ∈ H, y ∈ H, x * y
grind_pattern Subgroup.inv_mem => x ∈ H, x⁻¹
@[simp] protected theorem inv_mem_iff (H : Subgroup G) {x : G} : x⁻¹ ∈ H ↔ x ∈ H :=
  ⟨fun h => by rw [← inv_inv x]; exact H.inv_mem h, H.inv_mem⟩
protected theorem div_mem (H : Subgroup G) {x y : G} (hx : x ∈ H) (hy : y ∈ H) : x / y ∈ H := by
  rw [div_eq_mul_inv]; exact H.mul_mem hx (H.inv_mem hy)
protected theorem pow_mem (H : Subgroup G) {x : G} (hx : x ∈ H) (n : Nat) : x ^ n ∈ H := by
  induction n with
  | zero => rw [pow_zero]; exact H.one_mem
  | succ n ih => rw [pow_succ]; exact H.mul_mem ih hx
protected theorem zpow_mem (H : Subgroup G) {x : G} (hx : x ∈ H) (n : Int) : x ^ n ∈ H := by
  match n with
  | .ofNat n => exact (zpow_natCast x n) ▸ H.pow_mem hx n
  | .negSucc n => rw [zpow_negSucc]; exact H.inv_mem (H.pow_mem hx _)
instance instGroup (H : Subgroup G) : Group H where
  mul a b := ⟨a.1 * b.1, H.mul_mem a.2 b.2⟩
  one := ⟨1, H.one_mem⟩
  inv a := ⟨a.1⁻¹, H.inv_mem a.2⟩
  div a b := ⟨a.1 / b.1, H.div_mem a.2 b.2⟩
  div_eq_mul_inv _ _ := Subtype.ext (div_eq_mul_inv _ _)
  mul_assoc _ _ _ := Subtype.ext (mul_assoc _ _ _)
  one_mul _ := Subtype.ext (one_mul _)
  mul_one _ := Subtype.ext (mul_one _)
  npow n a := ⟨a.1 ^ n, H.pow_mem a.2 n⟩
  npow_zero _ := Subtype.ext (pow_zero _)
  npow_succ _ _ := Subtype.ext (pow_succ _ _)
  zpow n a := ⟨a.1 ^ n, H.zpow_mem a.2 n⟩
  zpow_zero' _ := Subtype.ext (zpow_zero _)
  zpow_succ' _ _ := Subtype.ext (DivInvMonoid.zpow_succ' _ _)
  zpow_neg' _ _ := Subtype.ext (DivInvMonoid.zpow_neg' _ _)
  inv_mul_cancel _ := Subtype.ext (inv_mul_cancel _)
@[simp, norm_cast, grind =] theorem coe_mul (H : Subgroup G) (x y : H) : ((x * y : H) : G) = x * y := rfl
@[simp, norm_cast] theorem coe_one (H : Subgroup G) : ((1 : H) : G) = 1 := rfl
@[simp, norm_cast, grind =] theorem coe_inv (H : Subgroup G) (x : H) : ((x⁻¹ : H) : G) = (x : G)⁻¹ := rfl
@[simp, norm_cast, grind =] theorem coe_pow (H : Subgroup G) (x : H) (n : Nat) : ((x ^ n : H) : G) = (x : G) ^ n := rfl
@[simp, norm_cast, grind =] theorem coe_zpow (H : Subgroup G) (x : H) (n : Int) : ((x ^ n : H) : G) = (x : G) ^ n := rfl
instance instCommGroup {G : Type u} [CommGroup G] (H : Subgroup G) : CommGroup H where
  mul_comm _ _ := Subtype.ext (mul_comm _ _)
instance instCompleteLattice : CompleteLattice (Subgroup G) := SetLike.completeLattice _
  (fun S => ⟨⟨setOf fun x => ∀ p, p ∈ S → x ∈ p, fun ha hb p hp => p.mul_mem (ha p hp) (hb p hp), fun p _ => p.one_mem⟩,
    fun ha p hp => p.inv_mem (ha p hp)⟩) fun _ _ => Iff.rfl
/-- The subgroup of 1 alone, to say what `⊥` is. -/
protected def trivial (G : Type u) [Group G] : Subgroup G where
  carrier := setOf fun x => x = 1
  mul_mem' ha hb := by rw [Set.mem_setOf_eq] at *; rw [ha, hb, one_mul]
  one_mem' := rfl
  inv_mem' ha := by rw [Set.mem_setOf_eq] at *; rw [ha, inv_one]
@[simp, grind =] theorem mem_top (x : G) : x ∈ (Top.top : Subgroup G) ↔ True := iff_true_intro fun _ h => h.elim
@[simp, grind =] theorem mem_bot {x : G} : x ∈ (Bot.bot : Subgroup G) ↔ x = 1 :=
  ⟨fun h => h (Subgroup.trivial G) trivial, fun h => by rw [h]; exact Subgroup.one_mem _⟩
@[simp, grind =] theorem mem_inf {H K : Subgroup G} {x : G} : x ∈ min H K ↔ x ∈ H ∧ x ∈ K :=
  ⟨fun h => ⟨h H (.inl rfl), h K (.inr rfl)⟩, fun h _ hp => hp.elim (fun e => e ▸ h.1) fun e => e ▸ h.2⟩
@[simp, grind =] theorem mem_sInf {S : Set (Subgroup G)} {x : G} : x ∈ sInf S ↔ ∀ p, p ∈ S → x ∈ p := Iff.rfl
@[simp, grind =] theorem mem_iInf {ι : Sort v} {S : ι → Subgroup G} {x : G} : x ∈ iInf S ↔ ∀ i, x ∈ S i :=
  ⟨fun h i => h (S i) ⟨i, rfl⟩, fun h _ ⟨i, hi⟩ => hi ▸ h i⟩
@[simp] theorem coe_top : ((Top.top : Subgroup G) : Set G) = Set.univ := Set.ext fun x => mem_top x
theorem eq_top_iff' (H : Subgroup G) : H = Top.top ↔ ∀ x : G, x ∈ H :=
  ⟨fun h x => by rw [h]; simp, fun h => ext fun x => by simp [h x]⟩
theorem eq_bot_iff_forall (H : Subgroup G) : H = Bot.bot ↔ ∀ x, x ∈ H → x = 1 :=
  ⟨fun h x hx => by rw [h] at hx; exact mem_bot.1 hx, fun h => ext fun x => ⟨fun hx => mem_bot.2 (h x hx), fun hx => by
    rw [mem_bot.1 hx]; exact H.one_mem⟩⟩
instance : Inhabited (Subgroup G) := ⟨Bot.bot⟩

/-- The least subgroup that holds a set. -/
def closure (s : Set G) : Subgroup G := sInf (setOf fun K => s ⊆ K)
@[grind =] theorem mem_closure {s : Set G} {x : G} : x ∈ closure s ↔ ∀ K : Subgroup G, s ⊆ (K : Set G) → x ∈ K := Iff.rfl
theorem subset_closure {s : Set G} : s ⊆ (closure s : Set G) := fun _ hx _ hK => hK _ hx
theorem closure_le (K : Subgroup G) {s : Set G} : closure s ≤ K ↔ s ⊆ (K : Set G) :=
  ⟨fun h x hx => h (subset_closure x hx), fun h _ hx => hx K h⟩
/-- The powers of an element. -/
def zpowers (g : G) : Subgroup G where
  carrier := Set.range fun k : Int => g ^ k
  mul_mem' := by rintro _ _ ⟨a, rfl⟩ ⟨b, rfl⟩; exact ⟨a + b, zpow_add g a b⟩
  one_mem' := ⟨0, zpow_zero g⟩
  inv_mem' := by rintro _ ⟨a, rfl⟩; exact ⟨-a, zpow_neg g a⟩
@[grind =] theorem mem_zpowers_iff {g h : G} : h ∈ zpowers g ↔ ∃ k : Int, g ^ k = h := Iff.rfl
theorem mem_zpowers (g : G) : g ∈ zpowers g := ⟨1, zpow_one g⟩
theorem zpowers_eq_closure (g : G) : zpowers g = closure {g} := le_antisymm
  (by rintro _ ⟨k, rfl⟩; exact Subgroup.zpow_mem _ (subset_closure (s := {g}) g rfl) k)
  ((closure_le _).2 fun x (hx : x = g) => hx ▸ mem_zpowers g)
end Subgroup
