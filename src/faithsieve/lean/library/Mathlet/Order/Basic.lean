module
public import Init
@[expose] public noncomputable section

/-! # Orders and lattices -/

universe u v w

/-! ## Orders -/

/-- A reflexive and transitive relation. -/
class Preorder (α : Type u) extends LE α, LT α where
  protected le_refl : ∀ a : α, a ≤ a
  protected le_trans : ∀ a b c : α, a ≤ b → b ≤ c → a ≤ c
  lt := fun a b => a ≤ b ∧ ¬ b ≤ a
  protected lt_iff_le_not_ge : ∀ a b : α, a < b ↔ a ≤ b ∧ ¬ b ≤ a := by intros; rfl
/-- A preorder in which `a ≤ b` and `b ≤ a` make `a = b`. -/
class PartialOrder (α : Type u) extends Preorder α where
  protected le_antisymm : ∀ a b : α, a ≤ b → b ≤ a → a = b
/-- A partial order in which any two elements can be compared, and comparing is decidable. -/
class LinearOrder (α : Type u) extends PartialOrder α, Min α, Max α where
  protected le_total : ∀ a b : α, a ≤ b ∨ b ≤ a
  toDecidableLE : DecidableLE α
  toDecidableEq : DecidableEq α := fun a b =>
    if h : a ≤ b ∧ b ≤ a then isTrue (le_antisymm a b h.1 h.2) else isFalse fun e => h (e ▸ ⟨le_refl a, le_refl a⟩)
  toDecidableLT : DecidableLT α := fun a b =>
    if h : a ≤ b ∧ ¬ b ≤ a then isTrue ((lt_iff_le_not_ge a b).2 h) else isFalse fun e => h ((lt_iff_le_not_ge a b).1 e)
  min := fun a b => if a ≤ b then a else b
  max := fun a b => if a ≤ b then b else a
  protected min_def : ∀ a b, min a b = if a ≤ b then a else b := by intros; rfl
  protected max_def : ∀ a b, max a b = if a ≤ b then b else a := by intros; rfl

instance (priority := 900) {α : Type u} [s : LinearOrder α] : DecidableLE α := s.toDecidableLE
instance (priority := 900) {α : Type u} [s : LinearOrder α] : DecidableLT α := s.toDecidableLT
instance (priority := 900) {α : Type u} [s : LinearOrder α] : DecidableEq α := s.toDecidableEq

section Laws
variable {α : Type u}
@[refl, simp] theorem le_refl [Preorder α] (a : α) : a ≤ a := Preorder.le_refl a
theorem le_rfl [Preorder α] {a : α} : a ≤ a := le_refl a
theorem le_of_eq [Preorder α] {a b : α} (h : a = b) : a ≤ b := h ▸ le_refl a
theorem le_trans [Preorder α] {a b c : α} : a ≤ b → b ≤ c → a ≤ c := Preorder.le_trans a b c
theorem lt_iff_le_not_ge [Preorder α] {a b : α} : a < b ↔ a ≤ b ∧ ¬ b ≤ a := Preorder.lt_iff_le_not_ge a b
theorem le_of_lt [Preorder α] {a b : α} (h : a < b) : a ≤ b := (lt_iff_le_not_ge.1 h).1
theorem not_le_of_gt [Preorder α] {a b : α} (h : b < a) : ¬ a ≤ b := (lt_iff_le_not_ge.1 h).2
theorem not_lt_of_ge [Preorder α] {a b : α} (h : b ≤ a) : ¬ a < b := fun h' => not_le_of_gt h' h
@[simp] theorem lt_irrefl [Preorder α] (a : α) : ¬ a < a := fun h => not_le_of_gt h (le_refl a)
theorem lt_of_le_of_lt [Preorder α] {a b c : α} (h : a ≤ b) (h' : b < c) : a < c :=
  lt_iff_le_not_ge.2 ⟨le_trans h (le_of_lt h'), fun k => not_le_of_gt h' (le_trans k h)⟩
theorem lt_of_lt_of_le [Preorder α] {a b c : α} (h : a < b) (h' : b ≤ c) : a < c :=
  lt_iff_le_not_ge.2 ⟨le_trans (le_of_lt h) h', fun k => not_le_of_gt h (le_trans h' k)⟩
theorem lt_trans [Preorder α] {a b c : α} (h : a < b) (h' : b < c) : a < c := lt_of_lt_of_le h (le_of_lt h')
theorem not_lt_of_gt [Preorder α] {a b : α} (h : a < b) : ¬ b < a := fun h' => lt_irrefl a (lt_trans h h')
theorem lt_asymm [Preorder α] {a b : α} (h : a < b) : ¬ b < a := fun h' => lt_irrefl a (lt_trans h h')
theorem ne_of_lt [Preorder α] {a b : α} (h : a < b) : a ≠ b := fun e => lt_irrefl b (e ▸ h)
theorem ne_of_gt [Preorder α] {a b : α} (h : b < a) : a ≠ b := fun e => lt_irrefl b (e ▸ h)
theorem le_antisymm [PartialOrder α] {a b : α} : a ≤ b → b ≤ a → a = b := PartialOrder.le_antisymm a b
theorem le_antisymm_iff [PartialOrder α] {a b : α} : a = b ↔ a ≤ b ∧ b ≤ a :=
  ⟨fun h => ⟨le_of_eq h, le_of_eq h.symm⟩, fun h => le_antisymm h.1 h.2⟩
theorem lt_of_le_of_ne [PartialOrder α] {a b : α} (h : a ≤ b) (h' : a ≠ b) : a < b :=
  lt_iff_le_not_ge.2 ⟨h, fun k => h' (le_antisymm h k)⟩
theorem lt_iff_le_and_ne [PartialOrder α] {a b : α} : a < b ↔ a ≤ b ∧ a ≠ b :=
  ⟨fun h => ⟨le_of_lt h, ne_of_lt h⟩, fun h => lt_of_le_of_ne h.1 h.2⟩
theorem eq_or_lt_of_le [PartialOrder α] {a b : α} (h : a ≤ b) : a = b ∨ a < b :=
  (Classical.em (a = b)).imp id (lt_of_le_of_ne h)
theorem lt_or_eq_of_le [PartialOrder α] {a b : α} (h : a ≤ b) : a < b ∨ a = b := (eq_or_lt_of_le h).symm
theorem le_iff_lt_or_eq [PartialOrder α] {a b : α} : a ≤ b ↔ a < b ∨ a = b :=
  ⟨fun h => (eq_or_lt_of_le h).symm, fun h => h.elim le_of_lt le_of_eq⟩

instance (priority := 100) [Preorder α] : Std.IsPreorder α where
  le_refl := Preorder.le_refl
  le_trans := Preorder.le_trans
instance (priority := 100) [Preorder α] : Std.LawfulOrderLT α where
  lt_iff := Preorder.lt_iff_le_not_ge
instance (priority := 100) [PartialOrder α] : Std.IsPartialOrder α where
  le_antisymm := PartialOrder.le_antisymm
instance (priority := 100) [LinearOrder α] : Std.IsLinearOrder α where
  le_total := LinearOrder.le_total

variable [LinearOrder α]
theorem le_total (a b : α) : a ≤ b ∨ b ≤ a := LinearOrder.le_total a b
theorem lt_of_not_ge {a b : α} (h : ¬ b ≤ a) : a < b := lt_iff_le_not_ge.2 ⟨(le_total a b).resolve_right h, h⟩
theorem le_of_not_gt {a b : α} (h : ¬ b < a) : a ≤ b :=
  (le_total a b).elim id fun h' => Classical.byContradiction fun h'' => h (lt_iff_le_not_ge.2 ⟨h', h''⟩)
@[simp] theorem not_lt {a b : α} : ¬ a < b ↔ b ≤ a := ⟨le_of_not_gt, not_lt_of_ge⟩
@[simp] theorem not_le {a b : α} : ¬ a ≤ b ↔ b < a := ⟨lt_of_not_ge, not_le_of_gt⟩
theorem lt_or_ge (a b : α) : a < b ∨ b ≤ a := (Classical.em (a < b)).imp id le_of_not_gt
theorem le_or_gt (a b : α) : a ≤ b ∨ b < a := (Classical.em (a ≤ b)).imp id lt_of_not_ge
theorem lt_trichotomy (a b : α) : a < b ∨ a = b ∨ b < a :=
  (lt_or_ge a b).imp id fun h => (eq_or_lt_of_le h).imp Eq.symm id
theorem lt_or_gt_of_ne {a b : α} (h : a ≠ b) : a < b ∨ b < a := (lt_trichotomy a b).imp id fun h' => h'.resolve_left h
theorem min_def (a b : α) : min a b = if a ≤ b then a else b := LinearOrder.min_def a b
theorem max_def (a b : α) : max a b = if a ≤ b then b else a := LinearOrder.max_def a b
theorem min_le_left (a b : α) : min a b ≤ a := by rw [min_def]; split <;> grind
theorem min_le_right (a b : α) : min a b ≤ b := by rw [min_def]; split <;> grind
theorem le_max_left (a b : α) : a ≤ max a b := by rw [max_def]; split <;> grind
theorem le_max_right (a b : α) : b ≤ max a b := by rw [max_def]; split <;> grind
theorem le_min {a b c : α} (h : c ≤ a) (h' : c ≤ b) : c ≤ min a b := by rw [min_def]; split <;> assumption
theorem max_le {a b c : α} (h : a ≤ c) (h' : b ≤ c) : max a b ≤ c := by rw [max_def]; split <;> assumption
@[simp] theorem le_min_iff {a b c : α} : c ≤ min a b ↔ c ≤ a ∧ c ≤ b :=
  ⟨fun h => ⟨le_trans h (min_le_left a b), le_trans h (min_le_right a b)⟩, fun h => le_min h.1 h.2⟩
@[simp] theorem max_le_iff {a b c : α} : max a b ≤ c ↔ a ≤ c ∧ b ≤ c :=
  ⟨fun h => ⟨le_trans (le_max_left a b) h, le_trans (le_max_right a b) h⟩, fun h => max_le h.1 h.2⟩
theorem max_cases (a b : α) : max a b = a ∧ b ≤ a ∨ max a b = b ∧ a < b := by rw [max_def]; split <;> grind
theorem min_cases (a b : α) : min a b = a ∧ a ≤ b ∨ min a b = b ∧ b < a := by rw [min_def]; split <;> grind
@[simp] theorem max_self (a : α) : max a a = a := by rw [max_def]; split <;> rfl
@[simp] theorem min_self (a : α) : min a a = a := by rw [min_def]; split <;> rfl
theorem max_eq_left {a b : α} (h : b ≤ a) : max a b = a := by rw [max_def]; split <;> grind
theorem max_eq_right {a b : α} (h : a ≤ b) : max a b = b := by rw [max_def]; split <;> grind
theorem min_eq_left {a b : α} (h : a ≤ b) : min a b = a := by rw [min_def]; split <;> grind
theorem min_eq_right {a b : α} (h : b ≤ a) : min a b = b := by rw [min_def]; split <;> grind
theorem max_comm (a b : α) : max a b = max b a := by rw [max_def, max_def]; split <;> split <;> grind
theorem min_comm (a b : α) : min a b = min b a := by rw [min_def, min_def]; split <;> split <;> grind
end Laws
theorem LE.le.trans {α : Type u} [Preorder α] {a b c : α} (h : a ≤ b) (h' : b ≤ c) : a ≤ c := le_trans h h'
theorem LE.le.trans_lt {α : Type u} [Preorder α] {a b c : α} (h : a ≤ b) (h' : b < c) : a < c := lt_of_le_of_lt h h'
theorem LT.lt.trans {α : Type u} [Preorder α] {a b c : α} (h : a < b) (h' : b < c) : a < c := lt_trans h h'
theorem LT.lt.trans_le {α : Type u} [Preorder α] {a b c : α} (h : a < b) (h' : b ≤ c) : a < c := lt_of_lt_of_le h h'
theorem LT.lt.le {α : Type u} [Preorder α] {a b : α} (h : a < b) : a ≤ b := le_of_lt h
theorem LT.lt.ne {α : Type u} [Preorder α] {a b : α} (h : a < b) : a ≠ b := ne_of_lt h
theorem LT.lt.ne' {α : Type u} [Preorder α] {a b : α} (h : a < b) : b ≠ a := ne_of_gt h
theorem LE.le.lt_of_ne {α : Type u} [PartialOrder α] {a b : α} (h : a ≤ b) (h' : a ≠ b) : a < b := lt_of_le_of_ne h h'
theorem LE.le.antisymm {α : Type u} [PartialOrder α] {a b : α} (h : a ≤ b) (h' : b ≤ a) : a = b := le_antisymm h h'

/-- A linear order from its laws, where comparing is decided by the axiom of choice. -/
@[reducible] def LinearOrder.ofLaws (α : Type u) [LE α] [LT α] (le_refl : ∀ a : α, a ≤ a) (le_trans : ∀ a b c : α, a ≤ b → b ≤ c → a ≤ c)
    (lt_iff : ∀ a b : α, a < b ↔ a ≤ b ∧ ¬ b ≤ a) (le_antisymm : ∀ a b : α, a ≤ b → b ≤ a → a = b)
    (le_total : ∀ a b : α, a ≤ b ∨ b ≤ a) : LinearOrder α where
  le_refl := le_refl
  le_trans := le_trans
  lt_iff_le_not_ge := lt_iff
  le_antisymm := le_antisymm
  le_total := le_total
  toDecidableLE := fun _ _ => Classical.propDecidable _
  toDecidableEq := fun _ _ => Classical.propDecidable _
  toDecidableLT := fun _ _ => Classical.propDecidable _

/-! ## Order of ℕ, ℤ, ℚ -/

instance Nat.instLinearOrder : LinearOrder Nat where
  le_refl := Nat.le_refl
  le_trans _ _ _ := Nat.le_trans
  lt_iff_le_not_ge a b := by omega
  le_antisymm _ _ := Nat.le_antisymm
  le_total := Nat.le_total
  toDecidableLE := inferInstance
  toDecidableEq := inferInstance
  toDecidableLT := inferInstance
  min_def a b := Nat.min_def
  max_def a b := Nat.max_def
instance Int.instLinearOrder : LinearOrder Int where
  le_refl := Int.le_refl
  le_trans _ _ _ := Int.le_trans
  lt_iff_le_not_ge a b := by omega
  le_antisymm _ _ := Int.le_antisymm
  le_total := Int.le_total
  toDecidableLE := inferInstance
  toDecidableEq := inferInstance
  toDecidableLT := inferInstance
  min_def a b := Int.min_def a b
  max_def a b := Int.max_def a b
instance Rat.instLinearOrder : LinearOrder Rat where
  le_refl a := by grind
  le_trans a b c := by grind
  lt_iff_le_not_ge a b := by grind
  le_antisymm a b := by grind
  le_total a b := by grind
  toDecidableLE := inferInstance
  toDecidableEq := inferInstance
  toDecidableLT := inferInstance
instance Fin.instLinearOrder {n : Nat} : LinearOrder (Fin n) where
  le_refl a := Nat.le_refl _
  le_trans a b c := Nat.le_trans
  lt_iff_le_not_ge a b := by show a.val < b.val ↔ a.val ≤ b.val ∧ ¬ b.val ≤ a.val; omega
  le_antisymm a b h h' := Fin.ext (Nat.le_antisymm h h')
  le_total a b := Nat.le_total _ _
  toDecidableLE := inferInstance
  toDecidableEq := inferInstance
  toDecidableLT := inferInstance

/-- The order upside down. -/
def OrderDual (α : Type u) : Type u := α

/-! ## Lattices -/

/-- A greatest element. -/
class Top (α : Type u) where
  top : α
/-- A least element. -/
class Bot (α : Type u) where
  bot : α
class OrderTop (α : Type u) [LE α] extends Top α where
  protected le_top : ∀ a : α, a ≤ Top.top
class OrderBot (α : Type u) [LE α] extends Bot α where
  protected bot_le : ∀ a : α, Bot.bot ≤ a
class BoundedOrder (α : Type u) [LE α] extends OrderTop α, OrderBot α
/-- Any two elements have a least upper bound, written `⊔`, which is `max`. -/
class SemilatticeSup (α : Type u) extends PartialOrder α where
  sup : α → α → α
  protected le_sup_left : ∀ a b : α, a ≤ sup a b
  protected le_sup_right : ∀ a b : α, b ≤ sup a b
  protected sup_le : ∀ a b c : α, a ≤ c → b ≤ c → sup a b ≤ c
/-- Any two elements have a greatest lower bound, written `⊓`, which is `min`. -/
class SemilatticeInf (α : Type u) extends PartialOrder α where
  inf : α → α → α
  protected inf_le_left : ∀ a b : α, inf a b ≤ a
  protected inf_le_right : ∀ a b : α, inf a b ≤ b
  protected le_inf : ∀ a b c : α, a ≤ b → a ≤ c → a ≤ inf b c
instance (priority := 900) SemilatticeSup.toMax {α : Type u} [SemilatticeSup α] : Max α := ⟨SemilatticeSup.sup⟩
instance (priority := 900) SemilatticeInf.toMin {α : Type u} [SemilatticeInf α] : Min α := ⟨SemilatticeInf.inf⟩
class Lattice (α : Type u) extends SemilatticeSup α, SemilatticeInf α
instance (priority := 100) LinearOrder.toLattice {α : Type u} [s : LinearOrder α] : Lattice α where
  sup := max
  inf := min
  le_sup_left := le_max_left
  le_sup_right := le_max_right
  sup_le _ _ _ := max_le
  inf_le_left := min_le_left
  inf_le_right := min_le_right
  le_inf _ _ _ := le_min
section Lattice
variable {α : Type u}
@[simp] theorem le_top [LE α] [OrderTop α] {a : α} : a ≤ Top.top := OrderTop.le_top a
@[simp] theorem bot_le [LE α] [OrderBot α] {a : α} : Bot.bot ≤ a := OrderBot.bot_le a
theorem le_sup_left [SemilatticeSup α] {a b : α} : a ≤ max a b := SemilatticeSup.le_sup_left a b
theorem le_sup_right [SemilatticeSup α] {a b : α} : b ≤ max a b := SemilatticeSup.le_sup_right a b
theorem sup_le [SemilatticeSup α] {a b c : α} (h : a ≤ c) (h' : b ≤ c) : max a b ≤ c := SemilatticeSup.sup_le a b c h h'
theorem inf_le_left [SemilatticeInf α] {a b : α} : min a b ≤ a := SemilatticeInf.inf_le_left a b
theorem inf_le_right [SemilatticeInf α] {a b : α} : min a b ≤ b := SemilatticeInf.inf_le_right a b
theorem le_inf [SemilatticeInf α] {a b c : α} (h : a ≤ b) (h' : a ≤ c) : a ≤ min b c := SemilatticeInf.le_inf a b c h h'
/-- Nothing but the least element lies below both. -/
def Disjoint [PartialOrder α] [OrderBot α] (a b : α) : Prop := ∀ ⦃x⦄, x ≤ a → x ≤ b → x ≤ Bot.bot
/-- Nothing but the greatest element lies above both. -/
def Codisjoint [PartialOrder α] [OrderTop α] (a b : α) : Prop := ∀ ⦃x⦄, a ≤ x → b ≤ x → Top.top ≤ x
/-- Disjoint and codisjoint. -/
structure IsCompl [PartialOrder α] [BoundedOrder α] (a b : α) : Prop where
  protected disjoint : Disjoint a b
  protected codisjoint : Codisjoint a b
end Lattice
instance : OrderBot Nat := { bot := 0, bot_le := Nat.zero_le }

/-! ## Functions between orders -/

section Maps
variable {α : Type u} {β : Type v} [Preorder α] [Preorder β]
/-- Larger arguments, values at least as large. -/
def Monotone (f : α → β) : Prop := ∀ ⦃a b⦄, a ≤ b → f a ≤ f b
/-- Larger arguments, values at most as large. -/
def Antitone (f : α → β) : Prop := ∀ ⦃a b⦄, a ≤ b → f b ≤ f a
/-- Larger arguments, larger values. -/
def StrictMono (f : α → β) : Prop := ∀ ⦃a b⦄, a < b → f a < f b
/-- Larger arguments, smaller values. -/
def StrictAnti (f : α → β) : Prop := ∀ ⦃a b⦄, a < b → f b < f a
@[grind =] theorem monotone_def {f : α → β} : Monotone f ↔ ∀ a b, a ≤ b → f a ≤ f b := Iff.rfl
@[grind =] theorem antitone_def {f : α → β} : Antitone f ↔ ∀ a b, a ≤ b → f b ≤ f a := Iff.rfl
@[grind =] theorem strictMono_def {f : α → β} : StrictMono f ↔ ∀ a b, a < b → f a < f b := Iff.rfl
@[grind =] theorem strictAnti_def {f : α → β} : StrictAnti f ↔ ∀ a b, a < b → f b < f a := Iff.rfl
theorem StrictMono.injective {α : Type u} [LinearOrder α] {f : α → β} (h : StrictMono f) : Function.Injective f := fun a b e => by
  rcases lt_trichotomy a b with h' | h' | h'
  · exact (lt_irrefl _ (e ▸ h h')).elim
  · exact h'
  · exact (lt_irrefl _ (e ▸ h h')).elim
theorem monotone_nat_of_le_succ {f : Nat → β} (h : ∀ n, f n ≤ f (n + 1)) : Monotone f := fun a b hab => by
  induction hab with
  | refl => exact le_refl _
  | step _ ih => exact le_trans ih (h _)
theorem antitone_nat_of_succ_le {f : Nat → β} (h : ∀ n, f (n + 1) ≤ f n) : Antitone f := fun a b hab => by
  induction hab with
  | refl => exact le_refl _
  | step _ ih => exact le_trans (h _) ih
theorem strictMono_nat_of_lt_succ {f : Nat → β} (h : ∀ n, f n < f (n + 1)) : StrictMono f := fun a b hab => by
  induction hab with
  | refl => exact h a
  | step _ ih => exact lt_trans ih (h _)
end Maps
