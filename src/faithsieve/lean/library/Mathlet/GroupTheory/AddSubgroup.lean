module
public import Mathlet.Algebra.Ring
public import Mathlet.Data.SetLike
@[expose] public noncomputable section

/-! # Submonoids and subgroups, written with `+` -/

universe u v w

/-! ## AddSubmonoids -/

/-- A set with 0 that is closed under sums. -/
structure AddSubmonoid (M : Type u) [AddMonoid M] where
  carrier : Set M
  add_mem' : ∀ {a b : M}, a ∈ carrier → b ∈ carrier → a + b ∈ carrier
  zero_mem' : (0 : M) ∈ carrier
namespace AddSubmonoid
variable {M : Type u} [AddMonoid M]
instance : SetLike (AddSubmonoid M) M := ⟨AddSubmonoid.carrier, fun p q h => by cases p; cases q; cases h; rfl⟩
@[simp, grind =] theorem mem_carrier {H : AddSubmonoid M} {x : M} : x ∈ H.carrier ↔ x ∈ H := Iff.rfl
@[simp, grind =] theorem mem_mk {s : Set M} {x : M} (h1 h2) : x ∈ (AddSubmonoid.mk s h1 h2 : AddSubmonoid M) ↔ x ∈ s := Iff.rfl
@[ext] theorem ext {H K : AddSubmonoid M} (h : ∀ x, x ∈ H ↔ x ∈ K) : H = K := SetLike.ext h
protected theorem zero_mem (H : AddSubmonoid M) : (0 : M) ∈ H := H.zero_mem'
protected theorem add_mem (H : AddSubmonoid M) {x y : M} (hx : x ∈ H) (hy : y ∈ H) : x + y ∈ H := H.add_mem' hx hy
instance instCompleteLattice : CompleteLattice (AddSubmonoid M) := SetLike.completeLattice _
  (fun S => ⟨setOf fun x => ∀ p, p ∈ S → x ∈ p, fun ha hb p hp => p.add_mem (ha p hp) (hb p hp), fun p _ => p.zero_mem⟩) fun _ _ => Iff.rfl
/-- The least submonoid that holds a set. -/
def closure (s : Set M) : AddSubmonoid M := sInf (setOf fun K => s ⊆ K)
@[grind =] theorem mem_closure {s : Set M} {x : M} : x ∈ closure s ↔ ∀ K : AddSubmonoid M, s ⊆ (K : Set M) → x ∈ K := Iff.rfl
/-- The multiples of an element. -/
def multiples (n : M) : AddSubmonoid M where
  carrier := Set.range fun k : Nat => k • n
  add_mem' := by rintro _ _ ⟨a, rfl⟩ ⟨b, rfl⟩; exact ⟨a + b, add_nsmul n a b⟩
  zero_mem' := ⟨0, zero_nsmul n⟩
@[grind =] theorem mem_multiples_iff (x z : M) : x ∈ multiples z ↔ ∃ n : Nat, n • z = x := Iff.rfl
instance instMonoid (H : AddSubmonoid M) : AddMonoid H where
  add a b := ⟨a.1 + b.1, H.add_mem a.2 b.2⟩
  zero := ⟨0, H.zero_mem⟩
  add_assoc _ _ _ := Subtype.ext (add_assoc _ _ _)
  zero_add _ := Subtype.ext (zero_add _)
  add_zero _ := Subtype.ext (add_zero _)
end AddSubmonoid

/-! ## AddSubgroups -/

/-- A set with 0 that is closed under sums and negatives. -/
structure AddSubgroup (G : Type u) [AddGroup G] extends AddSubmonoid G where
  neg_mem' : ∀ {x : G}, x ∈ carrier → -x ∈ carrier
namespace AddSubgroup
variable {G : Type u} [AddGroup G]
instance : SetLike (AddSubgroup G) G := ⟨fun H => H.carrier, fun p q h => by
  obtain ⟨p, _⟩ := p; obtain ⟨q, _⟩ := q; cases p; cases q; cases h; rfl⟩
@[simp, grind =] theorem mem_carrier {H : AddSubgroup G} {x : G} : x ∈ H.carrier ↔ x ∈ H := Iff.rfl
@[simp, grind =] theorem mem_mk {s : Set G} {x : G} (h1 h2 h3) : x ∈ (AddSubgroup.mk ⟨s, h1, h2⟩ h3 : AddSubgroup G) ↔ x ∈ s := Iff.rfl
@[simp, grind =] theorem mem_toAddSubmonoid {H : AddSubgroup G} {x : G} : x ∈ H.toAddSubmonoid ↔ x ∈ H := Iff.rfl
@[ext] theorem ext {H K : AddSubgroup G} (h : ∀ x, x ∈ H ↔ x ∈ K) : H = K := SetLike.ext h
protected theorem zero_mem (H : AddSubgroup G) : (0 : G) ∈ H := H.zero_mem'
protected theorem add_mem (H : AddSubgroup G) {x y : G} (hx : x ∈ H) (hy : y ∈ H) : x + y ∈ H := H.add_mem' hx hy
protected theorem neg_mem (H : AddSubgroup G) {x : G} (hx : x ∈ H) : -x ∈ H := H.neg_mem' hx
grind_pattern AddSubgroup.zero_mem => (0 : G) ∈ H
grind_pattern AddSubgroup.add_mem => x ∈ H, y ∈ H, x + y
grind_pattern AddSubgroup.neg_mem => x ∈ H, -x
@[simp] protected theorem neg_mem_iff (H : AddSubgroup G) {x : G} : -x ∈ H ↔ x ∈ H :=
  ⟨fun h => by rw [← neg_neg x]; exact H.neg_mem h, H.neg_mem⟩
protected theorem sub_mem (H : AddSubgroup G) {x y : G} (hx : x ∈ H) (hy : y ∈ H) : x - y ∈ H := by
  rw [sub_eq_add_neg]; exact H.add_mem hx (H.neg_mem hy)
protected theorem nsmul_mem (H : AddSubgroup G) {x : G} (hx : x ∈ H) (n : Nat) : n • x ∈ H := by
  induction n with
  | zero => rw [zero_nsmul]; exact H.zero_mem
  | succ n ih => rw [succ_nsmul]; exact H.add_mem ih hx
protected theorem zsmul_mem (H : AddSubgroup G) {x : G} (hx : x ∈ H) (n : Int) : n • x ∈ H := by
  match n with
  | .ofNat n => exact (natCast_zsmul x n) ▸ H.nsmul_mem hx n
  | .negSucc n => rw [negSucc_zsmul]; exact H.neg_mem (H.nsmul_mem hx _)
instance instAddGroup (H : AddSubgroup G) : AddGroup H where
  add a b := ⟨a.1 + b.1, H.add_mem a.2 b.2⟩
  zero := ⟨0, H.zero_mem⟩
  neg a := ⟨-a.1, H.neg_mem a.2⟩
  sub a b := ⟨a.1 - b.1, H.sub_mem a.2 b.2⟩
  sub_eq_add_neg _ _ := Subtype.ext (sub_eq_add_neg _ _)
  add_assoc _ _ _ := Subtype.ext (add_assoc _ _ _)
  zero_add _ := Subtype.ext (zero_add _)
  add_zero _ := Subtype.ext (add_zero _)
  nsmul n a := ⟨n • a.1, H.nsmul_mem a.2 n⟩
  nsmul_zero _ := Subtype.ext (zero_nsmul _)
  nsmul_succ _ _ := Subtype.ext (succ_nsmul _ _)
  zsmul n a := ⟨n • a.1, H.zsmul_mem a.2 n⟩
  zsmul_zero' _ := Subtype.ext (zero_zsmul _)
  zsmul_succ' _ _ := Subtype.ext (SubNegMonoid.zsmul_succ' _ _)
  zsmul_neg' _ _ := Subtype.ext (SubNegMonoid.zsmul_neg' _ _)
  neg_add_cancel _ := Subtype.ext (neg_add_cancel _)
@[simp, norm_cast, grind =] theorem coe_add (H : AddSubgroup G) (x y : H) : ((x + y : H) : G) = x + y := rfl
@[simp, norm_cast] theorem coe_zero (H : AddSubgroup G) : ((0 : H) : G) = 0 := rfl
@[simp, norm_cast, grind =] theorem coe_neg (H : AddSubgroup G) (x : H) : ((-x : H) : G) = -(x : G) := rfl
@[simp, norm_cast, grind =] theorem coe_nsmul (H : AddSubgroup G) (x : H) (n : Nat) : ((n • x : H) : G) = n • (x : G) := rfl
@[simp, norm_cast, grind =] theorem coe_zsmul (H : AddSubgroup G) (x : H) (n : Int) : ((n • x : H) : G) = n • (x : G) := rfl
instance instAddCommGroup {G : Type u} [AddCommGroup G] (H : AddSubgroup G) : AddCommGroup H where
  add_comm _ _ := Subtype.ext (add_comm _ _)
instance instCompleteLattice : CompleteLattice (AddSubgroup G) := SetLike.completeLattice _
  (fun S => ⟨⟨setOf fun x => ∀ p, p ∈ S → x ∈ p, fun ha hb p hp => p.add_mem (ha p hp) (hb p hp), fun p _ => p.zero_mem⟩,
    fun ha p hp => p.neg_mem (ha p hp)⟩) fun _ _ => Iff.rfl
/-- The subgroup of 0 alone, to say what `⊥` is. -/
protected def trivial (G : Type u) [AddGroup G] : AddSubgroup G where
  carrier := setOf fun x => x = 0
  add_mem' ha hb := by rw [Set.mem_setOf_eq] at *; rw [ha, hb, zero_add]
  zero_mem' := rfl
  neg_mem' ha := by rw [Set.mem_setOf_eq] at *; rw [ha, neg_zero]
@[simp, grind =] theorem mem_top (x : G) : x ∈ (Top.top : AddSubgroup G) ↔ True := iff_true_intro fun _ h => h.elim
@[simp, grind =] theorem mem_bot {x : G} : x ∈ (Bot.bot : AddSubgroup G) ↔ x = 0 :=
  ⟨fun h => h (AddSubgroup.trivial G) trivial, fun h => by rw [h]; exact AddSubgroup.zero_mem _⟩
@[simp, grind =] theorem mem_inf {H K : AddSubgroup G} {x : G} : x ∈ min H K ↔ x ∈ H ∧ x ∈ K :=
  ⟨fun h => ⟨h H (.inl rfl), h K (.inr rfl)⟩, fun h _ hp => hp.elim (fun e => e ▸ h.1) fun e => e ▸ h.2⟩
@[simp, grind =] theorem mem_sInf {S : Set (AddSubgroup G)} {x : G} : x ∈ sInf S ↔ ∀ p, p ∈ S → x ∈ p := Iff.rfl
@[simp, grind =] theorem mem_iInf {ι : Sort v} {S : ι → AddSubgroup G} {x : G} : x ∈ iInf S ↔ ∀ i, x ∈ S i :=
  ⟨fun h i => h (S i) ⟨i, rfl⟩, fun h _ ⟨i, hi⟩ => hi ▸ h i⟩
@[simp] theorem coe_top : ((Top.top : AddSubgroup G) : Set G) = Set.univ := Set.ext fun x => mem_top x
theorem eq_top_iff' (H : AddSubgroup G) : H = Top.top ↔ ∀ x : G, x ∈ H :=
  ⟨fun h x => by rw [h]; simp, fun h => ext fun x => by simp [h x]⟩
theorem eq_bot_iff_forall (H : AddSubgroup G) : H = Bot.bot ↔ ∀ x, x ∈ H → x = 0 :=
  ⟨fun h x hx => by rw [h] at hx; exact mem_bot.1 hx, fun h => ext fun x => ⟨fun hx => mem_bot.2 (h x hx), fun hx => by
    rw [mem_bot.1 hx]; exact H.zero_mem⟩⟩
instance : Inhabited (AddSubgroup G) := ⟨Bot.bot⟩

/-- The least subgroup that holds a set. -/
def closure (s : Set G) : AddSubgroup G := sInf (setOf fun K => s ⊆ K)
@[grind =] theorem mem_closure {s : Set G} {x : G} : x ∈ closure s ↔ ∀ K : AddSubgroup G, s ⊆ (K : Set G) → x ∈ K := Iff.rfl
theorem subset_closure {s : Set G} : s ⊆ (closure s : Set G) := fun _ hx _ hK => hK _ hx
theorem closure_le (K : AddSubgroup G) {s : Set G} : closure s ≤ K ↔ s ⊆ (K : Set G) :=
  ⟨fun h x hx => h (subset_closure x hx), fun h _ hx => hx K h⟩
/-- The multiples of an element. -/
def zmultiples (g : G) : AddSubgroup G where
  carrier := Set.range fun k : Int => k • g
  add_mem' := by rintro _ _ ⟨a, rfl⟩ ⟨b, rfl⟩; exact ⟨a + b, add_zsmul g a b⟩
  zero_mem' := ⟨0, zero_zsmul g⟩
  neg_mem' := by rintro _ ⟨a, rfl⟩; exact ⟨-a, neg_zsmul g a⟩
@[grind =] theorem mem_zmultiples_iff {g h : G} : h ∈ zmultiples g ↔ ∃ k : Int, k • g = h := Iff.rfl
theorem mem_zmultiples (g : G) : g ∈ zmultiples g := ⟨1, one_zsmul g⟩
theorem zmultiples_eq_closure (g : G) : zmultiples g = closure {g} := le_antisymm
  (by rintro _ ⟨k, rfl⟩; exact AddSubgroup.zsmul_mem _ (subset_closure (s := {g}) g rfl) k)
  ((closure_le _).2 fun x (hx : x = g) => hx ▸ mem_zmultiples g)
end AddSubgroup
