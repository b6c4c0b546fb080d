module
public import Mathlet.Algebra.Module
@[expose] public noncomputable section

/-! # Functions and pairs: operations place by place -/

universe u v w

namespace Pi
variable {ι : Type u} {α : ι → Type v}
instance [∀ i, Zero (α i)] : Zero (∀ i, α i) := ⟨fun _ => 0⟩
instance [∀ i, One (α i)] : One (∀ i, α i) := ⟨fun _ => 1⟩
instance [∀ i, Add (α i)] : Add (∀ i, α i) := ⟨fun f g i => f i + g i⟩
instance [∀ i, Mul (α i)] : Mul (∀ i, α i) := ⟨fun f g i => f i * g i⟩
instance [∀ i, Neg (α i)] : Neg (∀ i, α i) := ⟨fun f i => -f i⟩
instance [∀ i, Inv (α i)] : Inv (∀ i, α i) := ⟨fun f i => (f i)⁻¹⟩
instance [∀ i, Sub (α i)] : Sub (∀ i, α i) := ⟨fun f g i => f i - g i⟩
instance [∀ i, Div (α i)] : Div (∀ i, α i) := ⟨fun f g i => f i / g i⟩
instance {R : Type w} [∀ i, SMul R (α i)] : SMul R (∀ i, α i) := ⟨fun c f i => c • f i⟩
@[simp] theorem zero_apply [∀ i, Zero (α i)] (i : ι) : (0 : ∀ i, α i) i = 0 := rfl
@[simp] theorem one_apply [∀ i, One (α i)] (i : ι) : (1 : ∀ i, α i) i = 1 := rfl
@[simp, grind =] theorem add_apply [∀ i, Add (α i)] (f g : ∀ i, α i) (i : ι) : (f + g) i = f i + g i := rfl
@[simp, grind =] theorem mul_apply [∀ i, Mul (α i)] (f g : ∀ i, α i) (i : ι) : (f * g) i = f i * g i := rfl
@[simp, grind =] theorem neg_apply [∀ i, Neg (α i)] (f : ∀ i, α i) (i : ι) : (-f) i = -f i := rfl
@[simp, grind =] theorem inv_apply [∀ i, Inv (α i)] (f : ∀ i, α i) (i : ι) : f⁻¹ i = (f i)⁻¹ := rfl
@[simp, grind =] theorem sub_apply [∀ i, Sub (α i)] (f g : ∀ i, α i) (i : ι) : (f - g) i = f i - g i := rfl
@[simp, grind =] theorem div_apply [∀ i, Div (α i)] (f g : ∀ i, α i) (i : ι) : (f / g) i = f i / g i := rfl
@[simp] theorem smul_apply {R : Type w} [∀ i, SMul R (α i)] (c : R) (f : ∀ i, α i) (i : ι) : (c • f) i = c • f i := rfl

instance monoid [∀ i, Monoid (α i)] : Monoid (∀ i, α i) where
  mul_assoc _ _ _ := funext fun _ => mul_assoc _ _ _
  one_mul _ := funext fun _ => one_mul _
  mul_one _ := funext fun _ => mul_one _
  npow n f i := f i ^ n
  npow_zero _ := funext fun _ => pow_zero _
  npow_succ _ _ := funext fun _ => pow_succ _ _
@[simp, grind =] theorem pow_apply [∀ i, Monoid (α i)] (f : ∀ i, α i) (n : Nat) (i : ι) : (f ^ n) i = f i ^ n := rfl
instance commMonoid [∀ i, CommMonoid (α i)] : CommMonoid (∀ i, α i) where
  mul_comm _ _ := funext fun _ => mul_comm _ _
instance addMonoid [∀ i, AddMonoid (α i)] : AddMonoid (∀ i, α i) where
  add_assoc _ _ _ := funext fun _ => add_assoc _ _ _
  zero_add _ := funext fun _ => zero_add _
  add_zero _ := funext fun _ => add_zero _
  nsmul n f i := n • f i
  nsmul_zero _ := funext fun _ => zero_nsmul _
  nsmul_succ _ _ := funext fun _ => succ_nsmul _ _
instance addCommMonoid [∀ i, AddCommMonoid (α i)] : AddCommMonoid (∀ i, α i) where
  add_comm _ _ := funext fun _ => add_comm _ _
instance group [∀ i, Group (α i)] : Group (∀ i, α i) where
  div_eq_mul_inv _ _ := funext fun _ => div_eq_mul_inv _ _
  inv_mul_cancel _ := funext fun _ => inv_mul_cancel _
  zpow n f i := f i ^ n
  zpow_zero' _ := funext fun _ => zpow_zero _
  zpow_succ' _ _ := funext fun _ => DivInvMonoid.zpow_succ' _ _
  zpow_neg' _ _ := funext fun _ => DivInvMonoid.zpow_neg' _ _
instance commGroup [∀ i, CommGroup (α i)] : CommGroup (∀ i, α i) where
  mul_comm _ _ := funext fun _ => mul_comm _ _
instance addGroup [∀ i, AddGroup (α i)] : AddGroup (∀ i, α i) where
  sub_eq_add_neg _ _ := funext fun _ => sub_eq_add_neg _ _
  neg_add_cancel _ := funext fun _ => neg_add_cancel _
  zsmul n f i := n • f i
  zsmul_zero' _ := funext fun _ => zero_zsmul _
  zsmul_succ' _ _ := funext fun _ => SubNegMonoid.zsmul_succ' _ _
  zsmul_neg' _ _ := funext fun _ => SubNegMonoid.zsmul_neg' _ _
instance addCommGroup [∀ i, AddCommGroup (α i)] : AddCommGroup (∀ i, α i) where
  add_comm _ _ := funext fun _ => add_comm _ _
instance semiring [∀ i, Semiring (α i)] : Semiring (∀ i, α i) where
  left_distrib _ _ _ := funext fun _ => mul_add _ _ _
  right_distrib _ _ _ := funext fun _ => add_mul _ _ _
  zero_mul _ := funext fun _ => zero_mul _
  mul_zero _ := funext fun _ => mul_zero _
  natCast n _ := n
  natCast_zero := funext fun _ => Nat.cast_zero
  natCast_succ _ := funext fun _ => Nat.cast_succ _
instance commSemiring [∀ i, CommSemiring (α i)] : CommSemiring (∀ i, α i) where
  mul_comm _ _ := funext fun _ => mul_comm _ _
instance ring [∀ i, Ring (α i)] : Ring (∀ i, α i) where
  sub_eq_add_neg _ _ := funext fun _ => sub_eq_add_neg _ _
  neg_add_cancel _ := funext fun _ => neg_add_cancel _
  zsmul n f i := n • f i
  zsmul_zero' _ := funext fun _ => zero_zsmul _
  zsmul_succ' _ _ := funext fun _ => SubNegMonoid.zsmul_succ' _ _
  zsmul_neg' _ _ := funext fun _ => SubNegMonoid.zsmul_neg' _ _
  intCast n _ := n
  intCast_ofNat _ := funext fun _ => Int.cast_natCast _
  intCast_negSucc _ := funext fun _ => Int.cast_negSucc _
instance commRing [∀ i, CommRing (α i)] : CommRing (∀ i, α i) where
  mul_comm _ _ := funext fun _ => mul_comm _ _
instance module {R : Type w} [Semiring R] [∀ i, AddCommMonoid (α i)] [∀ i, Module R (α i)] : Module R (∀ i, α i) where
  one_smul _ := funext fun _ => one_smul R _
  mul_smul _ _ _ := funext fun _ => mul_smul _ _ _
  smul_zero _ := funext fun _ => smul_zero _
  smul_add _ _ _ := funext fun _ => smul_add _ _ _
  add_smul _ _ _ := funext fun _ => add_smul _ _ _
  zero_smul _ := funext fun _ => zero_smul R _
/-- The order place by place. -/
instance preorder [∀ i, Preorder (α i)] : Preorder (∀ i, α i) where
  le f g := ∀ i, f i ≤ g i
  le_refl _ _ := le_refl _
  le_trans _ _ _ h h' i := le_trans (h i) (h' i)
instance partialOrder [∀ i, PartialOrder (α i)] : PartialOrder (∀ i, α i) where
  le_antisymm _ _ h h' := funext fun i => le_antisymm (h i) (h' i)
end Pi

namespace Prod
variable {α : Type u} {β : Type v}
instance [Zero α] [Zero β] : Zero (α × β) := ⟨(0, 0)⟩
instance [One α] [One β] : One (α × β) := ⟨(1, 1)⟩
instance [Add α] [Add β] : Add (α × β) := ⟨fun x y => (x.1 + y.1, x.2 + y.2)⟩
instance [Mul α] [Mul β] : Mul (α × β) := ⟨fun x y => (x.1 * y.1, x.2 * y.2)⟩
instance [Neg α] [Neg β] : Neg (α × β) := ⟨fun x => (-x.1, -x.2)⟩
instance [Inv α] [Inv β] : Inv (α × β) := ⟨fun x => (x.1⁻¹, x.2⁻¹)⟩
instance [Sub α] [Sub β] : Sub (α × β) := ⟨fun x y => (x.1 - y.1, x.2 - y.2)⟩
instance {R : Type w} [SMul R α] [SMul R β] : SMul R (α × β) := ⟨fun c x => (c • x.1, c • x.2)⟩
@[simp, grind =] theorem fst_add [Add α] [Add β] (x y : α × β) : (x + y).1 = x.1 + y.1 := rfl
@[simp, grind =] theorem snd_add [Add α] [Add β] (x y : α × β) : (x + y).2 = x.2 + y.2 := rfl
@[simp, grind =] theorem fst_mul [Mul α] [Mul β] (x y : α × β) : (x * y).1 = x.1 * y.1 := rfl
@[simp, grind =] theorem snd_mul [Mul α] [Mul β] (x y : α × β) : (x * y).2 = x.2 * y.2 := rfl
@[simp, grind =] theorem fst_zero [Zero α] [Zero β] : (0 : α × β).1 = 0 := rfl
@[simp, grind =] theorem snd_zero [Zero α] [Zero β] : (0 : α × β).2 = 0 := rfl
@[simp, grind =] theorem fst_one [One α] [One β] : (1 : α × β).1 = 1 := rfl
@[simp, grind =] theorem snd_one [One α] [One β] : (1 : α × β).2 = 1 := rfl
@[simp, grind =] theorem fst_neg [Neg α] [Neg β] (x : α × β) : (-x).1 = -x.1 := rfl
@[simp, grind =] theorem snd_neg [Neg α] [Neg β] (x : α × β) : (-x).2 = -x.2 := rfl
@[simp, grind =] theorem fst_sub [Sub α] [Sub β] (x y : α × β) : (x - y).1 = x.1 - y.1 := rfl
@[simp, grind =] theorem snd_sub [Sub α] [Sub β] (x y : α × β) : (x - y).2 = x.2 - y.2 := rfl
@[simp, grind =] theorem fst_inv [Inv α] [Inv β] (x : α × β) : (x⁻¹).1 = x.1⁻¹ := rfl
@[simp, grind =] theorem snd_inv [Inv α] [Inv β] (x : α × β) : (x⁻¹).2 = x.2⁻¹ := rfl
@[simp] theorem smul_fst {R : Type w} [SMul R α] [SMul R β] (c : R) (x : α × β) : (c • x).1 = c • x.1 := rfl
@[simp] theorem smul_snd {R : Type w} [SMul R α] [SMul R β] (c : R) (x : α × β) : (c • x).2 = c • x.2 := rfl
instance instMonoid [Monoid α] [Monoid β] : Monoid (α × β) where
  mul_assoc _ _ _ := Prod.ext (mul_assoc _ _ _) (mul_assoc _ _ _)
  one_mul _ := Prod.ext (one_mul _) (one_mul _)
  mul_one _ := Prod.ext (mul_one _) (mul_one _)
instance instCommMonoid [CommMonoid α] [CommMonoid β] : CommMonoid (α × β) where
  mul_comm _ _ := Prod.ext (mul_comm _ _) (mul_comm _ _)
instance instGroup [Group α] [Group β] : Group (α × β) where
  inv_mul_cancel _ := Prod.ext (inv_mul_cancel _) (inv_mul_cancel _)
instance instCommGroup [CommGroup α] [CommGroup β] : CommGroup (α × β) where
  mul_comm _ _ := Prod.ext (mul_comm _ _) (mul_comm _ _)
instance instAddMonoid [AddMonoid α] [AddMonoid β] : AddMonoid (α × β) where
  add_assoc _ _ _ := Prod.ext (add_assoc _ _ _) (add_assoc _ _ _)
  zero_add _ := Prod.ext (zero_add _) (zero_add _)
  add_zero _ := Prod.ext (add_zero _) (add_zero _)
  nsmul n x := n • x
  nsmul_zero _ := Prod.ext (zero_nsmul _) (zero_nsmul _)
  nsmul_succ _ _ := Prod.ext (succ_nsmul _ _) (succ_nsmul _ _)
instance instAddCommMonoid [AddCommMonoid α] [AddCommMonoid β] : AddCommMonoid (α × β) where
  add_comm _ _ := Prod.ext (add_comm _ _) (add_comm _ _)
instance instAddGroup [AddGroup α] [AddGroup β] : AddGroup (α × β) where
  sub_eq_add_neg _ _ := Prod.ext (sub_eq_add_neg _ _) (sub_eq_add_neg _ _)
  neg_add_cancel _ := Prod.ext (neg_add_cancel _) (neg_add_cancel _)
  zsmul n x := n • x
  zsmul_zero' _ := Prod.ext (zero_zsmul _) (zero_zsmul _)
  zsmul_succ' _ _ := Prod.ext (SubNegMonoid.zsmul_succ' _ _) (SubNegMonoid.zsmul_succ' _ _)
  zsmul_neg' _ _ := Prod.ext (SubNegMonoid.zsmul_neg' _ _) (SubNegMonoid.zsmul_neg' _ _)
instance instAddCommGroup [AddCommGroup α] [AddCommGroup β] : AddCommGroup (α × β) where
  add_comm _ _ := Prod.ext (add_comm _ _) (add_comm _ _)
instance instSemiring [Semiring α] [Semiring β] : Semiring (α × β) where
  left_distrib _ _ _ := Prod.ext (mul_add _ _ _) (mul_add _ _ _)
  right_distrib _ _ _ := Prod.ext (add_mul _ _ _) (add_mul _ _ _)
  zero_mul _ := Prod.ext (zero_mul _) (zero_mul _)
  mul_zero _ := Prod.ext (mul_zero _) (mul_zero _)
  natCast n := (n, n)
  natCast_zero := Prod.ext Nat.cast_zero Nat.cast_zero
  natCast_succ _ := Prod.ext (Nat.cast_succ _) (Nat.cast_succ _)
instance instCommSemiring [CommSemiring α] [CommSemiring β] : CommSemiring (α × β) where
  mul_comm _ _ := Prod.ext (mul_comm _ _) (mul_comm _ _)
instance instRing [Ring α] [Ring β] : Ring (α × β) where
  sub_eq_add_neg _ _ := Prod.ext (sub_eq_add_neg _ _) (sub_eq_add_neg _ _)
  neg_add_cancel _ := Prod.ext (neg_add_cancel _) (neg_add_cancel _)
  zsmul n x := n • x
  zsmul_zero' _ := Prod.ext (zero_zsmul _) (zero_zsmul _)
  zsmul_succ' _ _ := Prod.ext (SubNegMonoid.zsmul_succ' _ _) (SubNegMonoid.zsmul_succ' _ _)
  zsmul_neg' _ _ := Prod.ext (SubNegMonoid.zsmul_neg' _ _) (SubNegMonoid.zsmul_neg' _ _)
  intCast n := (n, n)
  intCast_ofNat _ := Prod.ext (Int.cast_natCast _) (Int.cast_natCast _)
  intCast_negSucc _ := Prod.ext (Int.cast_negSucc _) (Int.cast_negSucc _)
instance instCommRing [CommRing α] [CommRing β] : CommRing (α × β) where
  mul_comm _ _ := Prod.ext (mul_comm _ _) (mul_comm _ _)
instance instModule {R : Type w} [Semiring R] [AddCommMonoid α] [AddCommMonoid β] [Module R α] [Module R β] : Module R (α × β) where
  one_smul _ := Prod.ext (one_smul R _) (one_smul R _)
  mul_smul _ _ _ := Prod.ext (mul_smul _ _ _) (mul_smul _ _ _)
  smul_zero _ := Prod.ext (smul_zero _) (smul_zero _)
  smul_add _ _ _ := Prod.ext (smul_add _ _ _) (smul_add _ _ _)
  add_smul _ _ _ := Prod.ext (add_smul _ _ _) (add_smul _ _ _)
  zero_smul _ := Prod.ext (zero_smul R _) (zero_smul R _)
end Prod
