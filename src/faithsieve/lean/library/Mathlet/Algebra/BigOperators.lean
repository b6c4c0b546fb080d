module
public import Mathlet.Data.Finset.Interval
public import Mathlet.Algebra.Order
@[expose] public noncomputable section

/-! # Sums and products over finite sets -/

universe u v w

namespace Finset
variable {ι : Type u} {κ : Type w} {M : Type v}

/-- The sum of `f x` over `x` in `s`. -/
protected def sum [AddCommMonoid M] (s : Finset ι) (f : ι → M) : M := (s.val.map f).sum
/-- The product of `f x` over `x` in `s`. -/
protected def prod [CommMonoid M] (s : Finset ι) (f : ι → M) : M := (s.val.map f).prod

section Sum
variable [AddCommMonoid M] {s t : Finset ι} {f g : ι → M}
@[simp] theorem sum_empty : (∅ : Finset ι).sum f = 0 := rfl
@[simp] theorem sum_singleton (f : ι → M) (a : ι) : ({a} : Finset ι).sum f = f a := add_zero (f a)
@[simp] theorem sum_insert [DecidableEq ι] {a : ι} (h : a ∉ s) : (insert a s).sum f = f a + s.sum f := by
  induction s using Finset.ind with | h l hl
  rw [insert_ofNodup h]; rfl
theorem sum_congr (h : s = t) (k : ∀ x, x ∈ t → f x = g x) : s.sum f = t.sum g := by
  classical
  subst h
  induction s using Finset.induction_on with
  | empty => rfl
  | insert a s ha ih =>
    rw [sum_insert ha, sum_insert ha, k a (mem_insert_self a s), ih fun x hx => k x (mem_insert.2 (.inr hx))]
@[simp] theorem sum_const_zero : s.sum (fun _ => (0 : M)) = 0 := by
  classical
  induction s using Finset.induction_on with
  | empty => rfl
  | insert a s ha ih => rw [sum_insert ha, ih, add_zero]
theorem sum_add_distrib : s.sum (fun i => f i + g i) = s.sum f + s.sum g := by
  classical
  induction s using Finset.induction_on with
  | empty => exact (add_zero 0).symm
  | insert a s ha ih => rw [sum_insert ha, sum_insert ha, sum_insert ha, ih, add_add_add_comm]
@[simp] theorem sum_const (b : M) : s.sum (fun _ => b) = s.card • b := by
  classical
  induction s using Finset.induction_on with
  | empty => exact (zero_nsmul b).symm
  | insert a s ha ih => rw [sum_insert ha, ih, card_insert_of_notMem ha, succ_nsmul, add_comm]
theorem sum_filter (p : ι → Prop) [DecidablePred p] (f : ι → M) : (filter p s).sum f = s.sum fun a => if p a then f a else 0 := by
  classical
  induction s using Finset.induction_on with
  | empty => rfl
  | insert a s ha ih =>
    rw [sum_insert ha, ← ih]
    by_cases hp : p a
    · rw [show filter p (insert a s) = insert a (filter p s) from ext fun x => by grind, sum_insert (by simp [ha]), if_pos hp]
    · rw [show filter p (insert a s) = filter p s from ext fun x => by grind, if_neg hp, zero_add]
theorem sum_union [DecidableEq ι] (h : Disjoint s t) : (s ∪ t).sum f = s.sum f + t.sum f := by
  rw [disjoint_left] at h
  induction s using Finset.induction_on with
  | empty => rw [show (∅ : Finset ι) ∪ t = t from ext fun x => by simp]; simp
  | insert a s ha ih =>
    have e : insert a s ∪ t = insert a (s ∪ t) := ext fun x => by simp [or_assoc]
    have hat := h (mem_insert_self a s)
    rw [e, sum_insert (by simp [ha, hat]), sum_insert ha, ih fun x hx => h (mem_insert.2 (.inr hx)), add_assoc]
theorem sum_comm {t : Finset κ} {f : ι → κ → M} : s.sum (fun i => t.sum fun j => f i j) = t.sum fun j => s.sum fun i => f i j := by
  classical
  induction s using Finset.induction_on with
  | empty => exact sum_const_zero.symm
  | insert a s ha ih =>
    rw [sum_insert ha, ih, ← sum_add_distrib]
    exact sum_congr rfl fun j _ => (sum_insert (f := fun i => f i j) ha).symm
theorem sum_image [DecidableEq ι] {s : Finset κ} {g : κ → ι} (h : Set.InjOn g (s : Set κ)) : (s.image g).sum f = s.sum fun x => f (g x) := by
  classical
  induction s using Finset.induction_on with
  | empty => rfl
  | insert a s ha ih =>
    rw [image_insert, sum_insert, sum_insert ha, ih fun x hx y hy => h x (mem_insert.2 (.inr hx)) y (mem_insert.2 (.inr hy))]
    intro hf
    obtain ⟨b, hb, e⟩ := mem_image.1 hf
    exact ha (h b (mem_insert.2 (.inr hb)) a (mem_insert_self a s) e ▸ hb)
theorem sum_product {s : Finset ι} {t : Finset κ} (f : ι × κ → M) :
    (SProd.sprod s t).sum f = s.sum fun x => t.sum fun y => f (x, y) := by
  classical
  induction s using Finset.induction_on with
  | empty => rw [show SProd.sprod (∅ : Finset ι) t = ∅ from ext fun x => by simp]; rfl
  | insert a s ha ih =>
    have e : SProd.sprod (insert a s) t = t.image (fun y => (a, y)) ∪ SProd.sprod s t := ext fun x => by
      obtain ⟨x, y⟩ := x
      simp only [mem_product, mem_insert, mem_union, mem_image]
      grind
    rw [e, sum_union, sum_insert ha, ih, sum_image fun x _ y _ h => congrArg Prod.snd h]
    rw [disjoint_left]; rintro ⟨x, y⟩ h h'
    simp only [mem_image, mem_product] at h h'
    grind
@[simp] theorem sum_range_zero (f : Nat → M) : (range 0).sum f = 0 := rfl
theorem sum_range_succ (f : Nat → M) (n : Nat) : (range (n + 1)).sum f = (range n).sum f + f n := by
  rw [range_succ, sum_insert (by simp), add_comm]
theorem sum_range_one (f : Nat → M) : (range 1).sum f = f 0 := sum_singleton f 0
theorem sum_range_succ' (f : Nat → M) (n : Nat) : (range (n + 1)).sum f = (range n).sum (fun i => f (i + 1)) + f 0 := by
  induction n with
  | zero => rw [sum_range_one, sum_range_zero, zero_add]
  | succ n ih => rw [sum_range_succ, ih, sum_range_succ, add_right_comm]
theorem sum_Icc_succ_top {a b : Nat} (h : a ≤ b + 1) (f : Nat → M) : (Icc a (b + 1)).sum f = (Icc a b).sum f + f (b + 1) := by
  rw [show Icc a (b + 1) = insert (b + 1) (Icc a b) from ext fun x => by simp; omega, sum_insert (by simp), add_comm]
theorem sum_Ico_succ_top {a b : Nat} (h : a ≤ b) (f : Nat → M) : (Ico a (b + 1)).sum f = (Ico a b).sum f + f b := by
  rw [show Ico a (b + 1) = insert b (Ico a b) from ext fun x => by simp; omega, sum_insert (by simp), add_comm]
theorem sum_Ioc_succ_top {a b : Nat} (h : a ≤ b) (f : Nat → M) : (Ioc a (b + 1)).sum f = (Ioc a b).sum f + f (b + 1) := by
  rw [show Ioc a (b + 1) = insert (b + 1) (Ioc a b) from ext fun x => by simp; omega, sum_insert (by simp), add_comm]
theorem sum_eq_zero (h : ∀ x, x ∈ s → f x = 0) : s.sum f = 0 := (sum_congr rfl h).trans sum_const_zero
end Sum

section Prod
variable [CommMonoid M] {s t : Finset ι} {f g : ι → M}
@[simp] theorem prod_empty : (∅ : Finset ι).prod f = 1 := rfl
@[simp] theorem prod_singleton (f : ι → M) (a : ι) : ({a} : Finset ι).prod f = f a := mul_one (f a)
@[simp] theorem prod_insert [DecidableEq ι] {a : ι} (h : a ∉ s) : (insert a s).prod f = f a * s.prod f := by
  induction s using Finset.ind with | h l hl
  rw [insert_ofNodup h]; rfl
theorem prod_congr (h : s = t) (k : ∀ x, x ∈ t → f x = g x) : s.prod f = t.prod g := by
  classical
  subst h
  induction s using Finset.induction_on with
  | empty => rfl
  | insert a s ha ih =>
    rw [prod_insert ha, prod_insert ha, k a (mem_insert_self a s), ih fun x hx => k x (mem_insert.2 (.inr hx))]
@[simp] theorem prod_const_one : s.prod (fun _ => (1 : M)) = 1 := by
  classical
  induction s using Finset.induction_on with
  | empty => rfl
  | insert a s ha ih => rw [prod_insert ha, ih, mul_one]
theorem prod_mul_distrib : s.prod (fun i => f i * g i) = s.prod f * s.prod g := by
  classical
  induction s using Finset.induction_on with
  | empty => exact (mul_one 1).symm
  | insert a s ha ih =>
    rw [prod_insert ha, prod_insert ha, prod_insert ha, ih, mul_assoc, mul_left_comm (g a), mul_assoc]
@[simp] theorem prod_const (b : M) : s.prod (fun _ => b) = b ^ s.card := by
  classical
  induction s using Finset.induction_on with
  | empty => exact (pow_zero b).symm
  | insert a s ha ih => rw [prod_insert ha, ih, card_insert_of_notMem ha, pow_succ, mul_comm]
theorem prod_filter (p : ι → Prop) [DecidablePred p] (f : ι → M) : (filter p s).prod f = s.prod fun a => if p a then f a else 1 := by
  classical
  induction s using Finset.induction_on with
  | empty => rfl
  | insert a s ha ih =>
    rw [prod_insert ha, ← ih]
    by_cases hp : p a
    · rw [show filter p (insert a s) = insert a (filter p s) from ext fun x => by grind, prod_insert (by simp [ha]), if_pos hp]
    · rw [show filter p (insert a s) = filter p s from ext fun x => by grind, if_neg hp, one_mul]
theorem prod_union [DecidableEq ι] (h : Disjoint s t) : (s ∪ t).prod f = s.prod f * t.prod f := by
  rw [disjoint_left] at h
  induction s using Finset.induction_on with
  | empty => rw [show (∅ : Finset ι) ∪ t = t from ext fun x => by simp]; simp
  | insert a s ha ih =>
    have e : insert a s ∪ t = insert a (s ∪ t) := ext fun x => by simp [or_assoc]
    have hat := h (mem_insert_self a s)
    rw [e, prod_insert (by simp [ha, hat]), prod_insert ha, ih fun x hx => h (mem_insert.2 (.inr hx)), mul_assoc]
theorem prod_comm {t : Finset κ} {f : ι → κ → M} : s.prod (fun i => t.prod fun j => f i j) = t.prod fun j => s.prod fun i => f i j := by
  classical
  induction s using Finset.induction_on with
  | empty => exact prod_const_one.symm
  | insert a s ha ih =>
    rw [prod_insert ha, ih, ← prod_mul_distrib]
    exact prod_congr rfl fun j _ => (prod_insert (f := fun i => f i j) ha).symm
theorem prod_image [DecidableEq ι] {s : Finset κ} {g : κ → ι} (h : Set.InjOn g (s : Set κ)) : (s.image g).prod f = s.prod fun x => f (g x) := by
  classical
  induction s using Finset.induction_on with
  | empty => rfl
  | insert a s ha ih =>
    rw [image_insert, prod_insert, prod_insert ha, ih fun x hx y hy => h x (mem_insert.2 (.inr hx)) y (mem_insert.2 (.inr hy))]
    intro hf
    obtain ⟨b, hb, e⟩ := mem_image.1 hf
    exact ha (h b (mem_insert.2 (.inr hb)) a (mem_insert_self a s) e ▸ hb)
@[simp] theorem prod_range_zero (f : Nat → M) : (range 0).prod f = 1 := rfl
theorem prod_range_succ (f : Nat → M) (n : Nat) : (range (n + 1)).prod f = (range n).prod f * f n := by
  rw [range_succ, prod_insert (by simp), mul_comm]
theorem prod_range_one (f : Nat → M) : (range 1).prod f = f 0 := prod_singleton f 0
theorem prod_range_succ' (f : Nat → M) (n : Nat) : (range (n + 1)).prod f = (range n).prod (fun i => f (i + 1)) * f 0 := by
  induction n with
  | zero => rw [prod_range_one, prod_range_zero, one_mul]
  | succ n ih => rw [prod_range_succ, ih, prod_range_succ, mul_right_comm]
theorem prod_Icc_succ_top {a b : Nat} (h : a ≤ b + 1) (f : Nat → M) : (Icc a (b + 1)).prod f = (Icc a b).prod f * f (b + 1) := by
  rw [show Icc a (b + 1) = insert (b + 1) (Icc a b) from ext fun x => by simp; omega, prod_insert (by simp), mul_comm]
theorem prod_Ico_succ_top {a b : Nat} (h : a ≤ b) (f : Nat → M) : (Ico a (b + 1)).prod f = (Ico a b).prod f * f b := by
  rw [show Ico a (b + 1) = insert b (Ico a b) from ext fun x => by simp; omega, prod_insert (by simp), mul_comm]
theorem prod_pow (n : Nat) : s.prod (fun i => f i ^ n) = s.prod f ^ n := by
  classical
  induction s using Finset.induction_on with
  | empty => exact (one_pow n).symm
  | insert a s ha ih => rw [prod_insert ha, prod_insert ha, ih, mul_pow]
end Prod

theorem card_eq_sum_ones (s : Finset ι) : s.card = s.sum fun _ => 1 := by
  rw [sum_const]; exact (Nat.mul_one s.card).symm
theorem sum_boole {s : Finset ι} {p : ι → Prop} [DecidablePred p] : (s.sum fun x => if p x then 1 else 0) = (filter p s).card := by
  rw [card_eq_sum_ones, sum_filter]
theorem mul_sum {R : Type v} [Semiring R] (s : Finset ι) (f : ι → R) (b : R) : b * s.sum f = s.sum fun i => b * f i := by
  classical
  induction s using Finset.induction_on with
  | empty => exact mul_zero b
  | insert a s ha ih => rw [sum_insert ha, sum_insert ha, mul_add, ih]
theorem sum_mul {R : Type v} [Semiring R] (s : Finset ι) (f : ι → R) (b : R) : s.sum f * b = s.sum fun i => f i * b := by
  classical
  induction s using Finset.induction_on with
  | empty => exact zero_mul b
  | insert a s ha ih => rw [sum_insert ha, sum_insert ha, add_mul, ih]
theorem sum_div {K : Type v} [Field K] (s : Finset ι) (f : ι → K) (a : K) : s.sum f / a = s.sum fun i => f i / a := by
  rw [div_eq_mul_inv, sum_mul]; exact sum_congr rfl fun _ _ => (div_eq_mul_inv _ _).symm
@[simp] theorem sum_neg_distrib {G : Type v} [AddCommGroup G] {s : Finset ι} (f : ι → G) : (s.sum fun i => -f i) = -s.sum f := by
  classical
  induction s using Finset.induction_on with
  | empty => exact neg_zero.symm
  | insert a s ha ih => rw [sum_insert ha, sum_insert ha, ih, neg_add]
@[simp] theorem sum_sub_distrib {G : Type v} [AddCommGroup G] {s : Finset ι} (f g : ι → G) :
    (s.sum fun i => f i - g i) = s.sum f - s.sum g := by
  rw [sub_eq_add_neg, ← sum_neg_distrib, ← sum_add_distrib]; exact sum_congr rfl fun _ _ => sub_eq_add_neg _ _
@[simp, norm_cast] theorem _root_.Nat.cast_sum {R : Type v} [Semiring R] (s : Finset ι) (f : ι → Nat) :
    ((s.sum f : Nat) : R) = s.sum fun i => (f i : R) := by
  classical
  induction s using Finset.induction_on with
  | empty => exact Nat.cast_zero
  | insert a s ha ih => rw [sum_insert ha, sum_insert ha, Nat.cast_add, ih]
@[simp, norm_cast] theorem _root_.Nat.cast_prod {R : Type v} [CommSemiring R] (s : Finset ι) (f : ι → Nat) :
    ((s.prod f : Nat) : R) = s.prod fun i => (f i : R) := by
  classical
  induction s using Finset.induction_on with
  | empty => exact Nat.cast_one
  | insert a s ha ih => rw [prod_insert ha, prod_insert ha, Nat.cast_mul, ih]
@[simp, norm_cast] theorem _root_.Int.cast_sum {R : Type v} [Ring R] (s : Finset ι) (f : ι → Int) :
    ((s.sum f : Int) : R) = s.sum fun i => (f i : R) := by
  classical
  induction s using Finset.induction_on with
  | empty => exact Int.cast_zero
  | insert a s ha ih => rw [sum_insert ha, sum_insert ha, Int.cast_add, ih]
theorem prod_eq_zero {R : Type v} [CommMonoidWithZero R] {s : Finset ι} {f : ι → R} {i : ι} (hi : i ∈ s) (h : f i = 0) : s.prod f = 0 := by
  classical
  rw [← insert_erase hi, prod_insert (by simp), h, zero_mul]

/-! ## Order -/

section Order
variable [AddCommMonoid M] [PartialOrder M] [IsOrderedCancelAddMonoid M] {s t : Finset ι} {f g : ι → M}
theorem sum_le_sum (h : ∀ i, i ∈ s → f i ≤ g i) : s.sum f ≤ s.sum g := by
  classical
  induction s using Finset.induction_on with
  | empty => exact le_refl _
  | insert a s ha ih =>
    rw [sum_insert ha, sum_insert ha]
    exact add_le_add (h a (mem_insert_self a s)) (ih fun i hi => h i (mem_insert.2 (.inr hi)))
theorem sum_nonneg (h : ∀ i, i ∈ s → 0 ≤ f i) : 0 ≤ s.sum f := by
  have := sum_le_sum (f := fun _ => (0 : M)) h
  rwa [sum_const_zero] at this
theorem sum_pos (h : ∀ i, i ∈ s → 0 < f i) (hs : s.Nonempty) : 0 < s.sum f := by
  classical
  obtain ⟨i, hi⟩ := hs
  rw [← insert_erase hi, sum_insert (by simp)]
  exact add_pos_of_pos_of_nonneg (h i hi) (sum_nonneg fun j hj => le_of_lt (h j (mem_erase.1 hj).2))
theorem single_le_sum (h : ∀ i, i ∈ s → 0 ≤ f i) {a : ι} (ha : a ∈ s) : f a ≤ s.sum f := by
  classical
  rw [← insert_erase ha, sum_insert (by simp)]
  have := add_le_add_left (sum_nonneg (s := s.erase a) fun j hj => h j (mem_erase.1 hj).2) (f a)
  rwa [add_zero] at this
end Order
end Finset
