module
public import Mathlet.Data.Real.Complete
public import Mathlet.Algebra.Order
@[expose] public noncomputable section
universe u v w

/-! # Everyday lemmas on order and fields -/

section Order
variable {α : Type u} [LinearOrder α] {a b c d : α}
theorem lt_min (h₁ : a < b) (h₂ : a < c) : a < min b c := by rw [min_def]; split; exact h₁; exact h₂
theorem max_lt (h₁ : a < c) (h₂ : b < c) : max a b < c := by rw [max_def]; split; exact h₂; exact h₁
@[simp] theorem lt_max_iff : a < max b c ↔ a < b ∨ a < c :=
  ⟨fun h => by rw [max_def] at h; split at h; exact .inr h; exact .inl h, fun h => h.elim (fun k => lt_of_lt_of_le k (le_max_left _ _)) fun k => lt_of_lt_of_le k (le_max_right _ _)⟩
@[simp] theorem le_max_iff : a ≤ max b c ↔ a ≤ b ∨ a ≤ c :=
  ⟨fun h => by rw [max_def] at h; split at h; exact .inr h; exact .inl h, fun h => h.elim (fun k => le_trans k (le_max_left _ _)) fun k => le_trans k (le_max_right _ _)⟩
@[simp] theorem min_le_iff : min a b ≤ c ↔ a ≤ c ∨ b ≤ c :=
  ⟨fun h => by rw [min_def] at h; split at h; exact .inl h; exact .inr h, fun h => h.elim (fun k => le_trans (min_le_left _ _) k) fun k => le_trans (min_le_right _ _) k⟩
@[simp] theorem min_lt_iff : min a b < c ↔ a < c ∨ b < c :=
  ⟨fun h => by rw [min_def] at h; split at h; exact .inl h; exact .inr h, fun h => h.elim (fun k => lt_of_le_of_lt (min_le_left _ _) k) fun k => lt_of_le_of_lt (min_le_right _ _) k⟩
@[simp] theorem lt_min_iff : a < min b c ↔ a < b ∧ a < c := ⟨fun h => ⟨lt_of_lt_of_le h (min_le_left _ _), lt_of_lt_of_le h (min_le_right _ _)⟩, fun h => lt_min h.1 h.2⟩
@[simp] theorem max_lt_iff : max a b < c ↔ a < c ∧ b < c := ⟨fun h => ⟨lt_of_le_of_lt (le_max_left _ _) h, lt_of_le_of_lt (le_max_right _ _) h⟩, fun h => max_lt h.1 h.2⟩
theorem lt_max_of_lt_left (h : a < b) : a < max b c := lt_of_lt_of_le h (le_max_left _ _)
theorem lt_max_of_lt_right (h : a < c) : a < max b c := lt_of_lt_of_le h (le_max_right _ _)
theorem le_max_of_le_left (h : a ≤ b) : a ≤ max b c := le_trans h (le_max_left _ _)
theorem le_max_of_le_right (h : a ≤ c) : a ≤ max b c := le_trans h (le_max_right _ _)
theorem min_le_of_left_le (h : a ≤ c) : min a b ≤ c := le_trans (min_le_left _ _) h
theorem min_le_of_right_le (h : b ≤ c) : min a b ≤ c := le_trans (min_le_right _ _) h
theorem min_lt_of_left_lt (h : a < c) : min a b < c := lt_of_le_of_lt (min_le_left _ _) h
theorem min_lt_of_right_lt (h : b < c) : min a b < c := lt_of_le_of_lt (min_le_right _ _) h
theorem max_le_max (h₁ : a ≤ c) (h₂ : b ≤ d) : max a b ≤ max c d := max_le (le_max_of_le_left h₁) (le_max_of_le_right h₂)
theorem min_le_min (h₁ : a ≤ c) (h₂ : b ≤ d) : min a b ≤ min c d := le_min (min_le_of_left_le h₁) (min_le_of_right_le h₂)
theorem min_le_max : min a b ≤ max a b := le_trans (min_le_left a b) (le_max_left a b)
theorem max_choice (a b : α) : max a b = a ∨ max a b = b := (le_total a b).symm.imp max_eq_left max_eq_right
theorem min_choice (a b : α) : min a b = a ∨ min a b = b := (le_total a b).imp min_eq_left min_eq_right
theorem lt_or_le (a b : α) : a < b ∨ b ≤ a := lt_or_ge a b
theorem le_or_lt (a b : α) : a ≤ b ∨ b < a := (lt_or_ge b a).symm
theorem le_of_not_lt (h : ¬ b < a) : a ≤ b := not_lt.1 h
theorem lt_of_not_le (h : ¬ b ≤ a) : a < b := not_le.1 h
theorem eq_of_forall_le_iff (h : ∀ c, c ≤ a ↔ c ≤ b) : a = b := le_antisymm ((h a).1 (le_refl a)) ((h b).2 (le_refl b))
theorem le_of_forall_lt (h : ∀ c, c < a → c < b) : a ≤ b := not_lt.1 fun k => lt_irrefl b (h b k)
theorem le_of_forall_gt (h : ∀ c, a < c → b < c) : b ≤ a := not_lt.1 fun k => lt_irrefl b (h b k)
theorem eq_of_le_of_not_lt (h : a ≤ b) (k : ¬ a < b) : a = b := le_antisymm h (not_lt.1 k)
theorem ne_iff_lt_or_gt : a ≠ b ↔ a < b ∨ b < a := ⟨lt_or_gt_of_ne, fun h => h.elim ne_of_lt fun k => Ne.symm (ne_of_lt k)⟩
theorem Ne.lt_or_gt (h : a ≠ b) : a < b ∨ b < a := lt_or_gt_of_ne h
theorem Ne.lt_or_lt (h : a ≠ b) : a < b ∨ b < a := lt_or_gt_of_ne h
theorem Ne.lt_of_le (h : a ≠ b) (k : a ≤ b) : a < b := lt_of_le_of_ne k h
theorem Ne.lt_of_le' (h : b ≠ a) (k : a ≤ b) : a < b := lt_of_le_of_ne k (Ne.symm h)
theorem lt_self_iff_false (x : α) : x < x ↔ False := iff_false_intro (lt_irrefl x)
end Order
section Preorder
variable {α : Type u} [PartialOrder α] {a b : α}
protected theorem Eq.le (h : a = b) : a ≤ b := le_of_eq h
protected theorem Eq.ge (h : a = b) : b ≤ a := le_of_eq h.symm
theorem Eq.not_lt (h : a = b) : ¬ a < b := fun k => lt_irrefl b (h ▸ k)
theorem LT.lt.not_ge (h : a < b) : ¬ b ≤ a := fun k => lt_irrefl a (lt_of_lt_of_le h k)
theorem LT.lt.not_le (h : a < b) : ¬ b ≤ a := h.not_ge
theorem LT.lt.not_gt (h : a < b) : ¬ b < a := fun k => lt_irrefl a (lt_trans h k)
theorem LT.lt.not_lt (h : a < b) : ¬ b < a := h.not_gt
theorem LE.le.not_gt (h : a ≤ b) : ¬ b < a := fun k => lt_irrefl b (lt_of_lt_of_le k h)
theorem LE.le.not_lt (h : a ≤ b) : ¬ b < a := h.not_gt
theorem LE.le.eq_or_lt (h : a ≤ b) : a = b ∨ a < b := eq_or_lt_of_le h
theorem LE.le.lt_or_eq (h : a ≤ b) : a < b ∨ a = b := (eq_or_lt_of_le h).symm
theorem LE.le.gt_or_eq (h : a ≤ b) : a < b ∨ a = b := (eq_or_lt_of_le h).symm
theorem le_iff_eq_or_lt : a ≤ b ↔ a = b ∨ a < b := ⟨eq_or_lt_of_le, fun h => h.elim le_of_eq le_of_lt⟩
end Preorder

section AddGroup
variable {α : Type u} [AddCommGroup α] {a b c d : α}
theorem neg_add_eq_sub (a b : α) : -a + b = b - a := by rw [add_comm, ← sub_eq_add_neg]
@[simp] theorem add_sub_add_right_eq_sub (a b c : α) : a + c - (b + c) = a - b := by rw [add_comm b, ← sub_sub, add_sub_cancel_right]
@[simp] theorem add_sub_add_left_eq_sub (a b c : α) : c + a - (c + b) = a - b := by rw [← sub_sub, add_sub_cancel_left]
theorem sub_eq_iff_eq_add' : a - b = c ↔ a = b + c := by rw [sub_eq_iff_eq_add, add_comm]
theorem sub_sub_cancel (a b : α) : a - (a - b) = b := by rw [sub_eq_add_neg, neg_sub, add_sub_cancel]
theorem sub_add (a b c : α) : a - b + c = a - (b - c) := by rw [sub_eq_add_neg a (b - c), neg_sub, sub_eq_add_neg, sub_eq_add_neg, add_assoc, neg_add_eq_sub, sub_eq_add_neg]
@[simp] theorem sub_left_inj : b - a = c - a ↔ b = c := ⟨fun h => by rw [← sub_add_cancel b a, h, sub_add_cancel], fun h => by rw [h]⟩
@[simp] theorem sub_right_inj : a - b = a - c ↔ b = c := ⟨fun h => by rw [← sub_sub_cancel a b, h, sub_sub_cancel], fun h => by rw [h]⟩
theorem add_eq_zero_iff_eq_neg : a + b = 0 ↔ a = -b := ⟨eq_neg_of_add_eq_zero_left, fun h => by rw [h, neg_add_cancel]⟩
theorem eq_neg_iff_add_eq_zero : a = -b ↔ a + b = 0 := add_eq_zero_iff_eq_neg.symm
theorem neg_eq_iff_eq_neg : -a = b ↔ a = -b := ⟨fun h => by rw [← h, neg_neg], fun h => by rw [h, neg_neg]⟩
theorem neg_eq_iff_add_eq_zero : -a = b ↔ a + b = 0 := by rw [neg_eq_iff_eq_neg, add_eq_zero_iff_eq_neg]
theorem eq_neg_of_add_eq_zero_right (h : a + b = 0) : b = -a := eq_neg_of_add_eq_zero_left (by rw [add_comm]; exact h)
theorem add_left_cancel_iff : a + b = a + c ↔ b = c := ⟨add_left_cancel, fun h => by rw [h]⟩
theorem add_right_cancel_iff : b + a = c + a ↔ b = c := ⟨add_right_cancel, fun h => by rw [h]⟩
@[simp] theorem add_eq_left : a + b = a ↔ b = 0 := ⟨fun h => add_left_cancel (h.trans (add_zero a).symm), fun h => by rw [h, add_zero]⟩
@[simp] theorem add_eq_right : a + b = b ↔ a = 0 := by rw [add_comm, add_eq_left]
theorem self_eq_add_right : a = a + b ↔ b = 0 := by rw [eq_comm, add_eq_left]
@[simp] theorem sub_add_sub_cancel (a b c : α) : a - b + (b - c) = a - c := by rw [← add_sub_assoc, sub_add_cancel]
theorem add_sub_right_comm (a b c : α) : a + b - c = a - c + b := by rw [add_comm, add_sub_assoc, add_comm]
theorem eq_of_sub_eq_zero (h : a - b = 0) : a = b := sub_eq_zero.1 h
theorem sub_ne_zero_of_ne (h : a ≠ b) : a - b ≠ 0 := sub_ne_zero.2 h
end AddGroup

section Add
variable {α : Type u} [AddCommGroup α] [LinearOrder α] [IsOrderedAddMonoid α] {a b c d : α}
@[simp] theorem sub_nonpos : a - b ≤ 0 ↔ a ≤ b := by rw [← not_lt, sub_pos, not_lt]
theorem sub_neg : a - b < 0 ↔ a < b := by rw [← not_le, sub_nonneg, not_le]
@[simp] theorem sub_lt_zero : a - b < 0 ↔ a < b := sub_neg
theorem le_of_sub_nonneg (h : 0 ≤ a - b) : b ≤ a := sub_nonneg.1 h
theorem lt_of_sub_pos (h : 0 < a - b) : b < a := sub_pos.1 h
@[simp] theorem add_le_add_iff_left (a : α) : a + b ≤ a + c ↔ b ≤ c := by
  rw [← sub_nonneg, add_sub_add_left_eq_sub, sub_nonneg]
@[simp] theorem add_le_add_iff_right (a : α) : b + a ≤ c + a ↔ b ≤ c := by rw [← sub_nonneg, add_sub_add_right_eq_sub, sub_nonneg]
@[simp] theorem add_lt_add_iff_left (a : α) : a + b < a + c ↔ b < c := by rw [← not_le, add_le_add_iff_left, not_le]
@[simp] theorem add_lt_add_iff_right (a : α) : b + a < c + a ↔ b < c := by rw [← not_le, add_le_add_iff_right, not_le]
@[simp] theorem le_add_iff_nonneg_right (a : α) : a ≤ a + b ↔ 0 ≤ b := by rw [← sub_nonneg, add_sub_cancel_left]
@[simp] theorem le_add_iff_nonneg_left (a : α) : a ≤ b + a ↔ 0 ≤ b := by rw [← sub_nonneg, add_sub_cancel_right]
@[simp] theorem lt_add_iff_pos_right (a : α) : a < a + b ↔ 0 < b := by rw [← sub_pos, add_sub_cancel_left]
@[simp] theorem lt_add_iff_pos_left (a : α) : a < b + a ↔ 0 < b := by rw [← sub_pos, add_sub_cancel_right]
theorem le_add_of_nonneg_right (h : 0 ≤ b) : a ≤ a + b := (le_add_iff_nonneg_right a).2 h
theorem le_add_of_nonneg_left (h : 0 ≤ b) : a ≤ b + a := (le_add_iff_nonneg_left a).2 h
theorem lt_add_of_pos_right (a : α) (h : 0 < b) : a < a + b := (lt_add_iff_pos_right a).2 h
theorem lt_add_of_pos_left (a : α) (h : 0 < b) : a < b + a := (lt_add_iff_pos_left a).2 h
theorem lt_add_of_le_of_pos (h : b ≤ c) (k : 0 < a) : b < c + a := lt_of_le_of_lt h (lt_add_of_pos_right c k)
theorem lt_add_of_lt_of_nonneg (h : b < c) (k : 0 ≤ a) : b < c + a := lt_of_lt_of_le h (le_add_of_nonneg_right k)
theorem le_add_of_le_of_nonneg (h : b ≤ c) (k : 0 ≤ a) : b ≤ c + a := le_trans h (le_add_of_nonneg_right k)
theorem add_nonpos (h : a ≤ 0) (k : b ≤ 0) : a + b ≤ 0 := by have := add_le_add h k; rwa [add_zero] at this
theorem add_neg (h : a < 0) (k : b < 0) : a + b < 0 := by have := add_lt_add h k; rwa [add_zero] at this
theorem sub_le_self (a : α) (h : 0 ≤ b) : a - b ≤ a := sub_le_iff_le_add.2 (le_add_of_nonneg_right h)
theorem sub_lt_self (a : α) (h : 0 < b) : a - b < a := sub_lt_iff_lt_add.2 (lt_add_of_pos_right a h)
theorem sub_le_iff_le_add' : a - b ≤ c ↔ a ≤ b + c := by rw [sub_le_iff_le_add, add_comm]
theorem sub_lt_iff_lt_add' : a - b < c ↔ a < b + c := by rw [sub_lt_iff_lt_add, add_comm]
theorem le_sub_iff_add_le' : b ≤ c - a ↔ a + b ≤ c := by rw [le_sub_iff_add_le, add_comm]
theorem lt_sub_iff_add_lt' : b < c - a ↔ a + b < c := by rw [lt_sub_iff_add_lt, add_comm]
@[simp] theorem neg_lt_neg_iff : -a < -b ↔ b < a := by rw [← not_le, neg_le_neg_iff, not_le]
theorem sub_le_sub (h : a ≤ b) (k : c ≤ d) : a - d ≤ b - c := by rw [sub_eq_add_neg, sub_eq_add_neg]; exact add_le_add h (neg_le_neg k)
theorem sub_lt_sub (h : a < b) (k : c < d) : a - d < b - c := by rw [sub_eq_add_neg, sub_eq_add_neg]; exact add_lt_add h (neg_lt_neg k)
theorem sub_le_sub_left (h : a ≤ b) (c : α) : c - b ≤ c - a := sub_le_sub (le_refl c) h
theorem sub_le_sub_right (h : a ≤ b) (c : α) : a - c ≤ b - c := sub_le_sub h (le_refl c)
theorem sub_le_sub_iff_right (c : α) : a - c ≤ b - c ↔ a ≤ b := by rw [sub_eq_add_neg, sub_eq_add_neg, add_le_add_iff_right]
@[simp] theorem neg_lt_zero : -a < 0 ↔ 0 < a := by rw [← not_le, neg_nonneg, not_le]
theorem neg_neg_of_pos (h : 0 < a) : -a < 0 := neg_lt_zero.2 h
theorem neg_nonpos_of_nonneg (h : 0 ≤ a) : -a ≤ 0 := neg_nonpos.2 h
theorem neg_pos_of_neg (h : a < 0) : 0 < -a := neg_pos.2 h
theorem neg_nonneg_of_nonpos (h : a ≤ 0) : 0 ≤ -a := neg_nonneg.2 h
theorem neg_le : -a ≤ b ↔ -b ≤ a := by rw [← neg_le_neg_iff, neg_neg]
theorem neg_lt : -a < b ↔ -b < a := by rw [← neg_lt_neg_iff, neg_neg]
theorem le_neg : a ≤ -b ↔ b ≤ -a := by rw [← neg_le_neg_iff, neg_neg]
theorem lt_neg : a < -b ↔ b < -a := by rw [← neg_lt_neg_iff, neg_neg]
theorem le_of_add_le_add_left (h : a + b ≤ a + c) : b ≤ c := (add_le_add_iff_left a).1 h
theorem lt_of_add_lt_add_right (h : a + b < c + b) : a < c := (add_lt_add_iff_right b).1 h
theorem le_of_add_le_add_right (h : a + b ≤ c + b) : a ≤ c := (add_le_add_iff_right b).1 h
omit [IsOrderedAddMonoid α] in
theorem min_add_max (a b : α) : min a b + max a b = a + b := by
  rcases le_total a b with h | h
  · rw [min_eq_left h, max_eq_right h]
  · rw [min_eq_right h, max_eq_left h, add_comm]
end Add

section Abs
variable {α : Type u} [AddCommGroup α] [LinearOrder α] {a b c : α}
theorem abs_choice (x : α) : abs x = x ∨ abs x = -x := max_choice x (-x)
theorem abs_le' : abs a ≤ b ↔ a ≤ b ∧ -a ≤ b := max_le_iff
theorem le_abs : a ≤ abs b ↔ a ≤ b ∨ a ≤ -b := le_max_iff
theorem lt_abs : a < abs b ↔ a < b ∨ a < -b := lt_max_iff
theorem neg_le_abs (a : α) : -a ≤ abs a := le_max_right a (-a)
theorem abs_sub_lt_iff : abs (a - b) < c ↔ a - b < c ∧ b - a < c := by rw [show abs (a - b) = max (a - b) (-(a - b)) from rfl, max_lt_iff, neg_sub]
theorem abs_sub_le_iff : abs (a - b) ≤ c ↔ a - b ≤ c ∧ b - a ≤ c := by rw [abs_le', neg_sub]
end Abs

section Ring
variable {R : Type u} [CommRing R] [LinearOrder R] [IsStrictOrderedRing R] {a b c d : R}
theorem one_pos : (0 : R) < 1 := zero_lt_one
theorem three_pos : (0 : R) < 3 := by grind
theorem four_pos : (0 : R) < 4 := by grind
theorem zero_le_two : (0 : R) ≤ 2 := by grind
theorem one_le_two : (1 : R) ≤ 2 := by grind
theorem lt_add_one (a : R) : a < a + 1 := lt_add_of_pos_right a zero_lt_one
theorem three_ne_zero : (3 : R) ≠ 0 := by grind
theorem mul_nonpos_of_nonneg_of_nonpos (ha : 0 ≤ a) (hb : b ≤ 0) : a * b ≤ 0 := neg_nonneg.1 (by rw [← mul_neg]; exact mul_nonneg ha (neg_nonneg_of_nonpos hb))
theorem mul_nonpos_of_nonpos_of_nonneg (ha : a ≤ 0) (hb : 0 ≤ b) : a * b ≤ 0 := by rw [mul_comm]; exact mul_nonpos_of_nonneg_of_nonpos hb ha
theorem mul_nonneg_of_nonpos_of_nonpos (ha : a ≤ 0) (hb : b ≤ 0) : 0 ≤ a * b := by
  rw [← neg_mul_neg]; exact mul_nonneg (neg_nonneg_of_nonpos ha) (neg_nonneg_of_nonpos hb)
theorem mul_le_mul_iff_right₀ (h : 0 < a) : a * b ≤ a * c ↔ b ≤ c :=
  ⟨fun k => not_lt.1 fun k' => absurd (mul_lt_mul_of_pos_left k' h) (not_lt.2 k), fun k => mul_le_mul_of_nonneg_left k (le_of_lt h)⟩
theorem mul_le_mul_iff_left₀ (h : 0 < a) : b * a ≤ c * a ↔ b ≤ c := by rw [mul_comm b, mul_comm c, mul_le_mul_iff_right₀ h]
theorem mul_lt_mul_iff_right₀ (h : 0 < a) : a * b < a * c ↔ b < c := by rw [← not_le, mul_le_mul_iff_right₀ h, not_le]
theorem mul_lt_mul_iff_left₀ (h : 0 < a) : b * a < c * a ↔ b < c := by rw [← not_le, mul_le_mul_iff_left₀ h, not_le]
theorem mul_lt_mul_left (h : 0 < a) : a * b < a * c ↔ b < c := mul_lt_mul_iff_right₀ h
theorem mul_lt_mul_right (h : 0 < a) : b * a < c * a ↔ b < c := mul_lt_mul_iff_left₀ h
theorem mul_lt_mul'' (hac : a < c) (hbd : b < d) (ha : 0 ≤ a) (hb : 0 ≤ b) : a * b < c * d :=
  lt_of_le_of_lt (mul_le_mul_of_nonneg_right (le_of_lt hac) hb) (mul_lt_mul_of_pos_left hbd (lt_of_le_of_lt ha hac))
theorem mul_self_pos (h : a ≠ 0) : 0 < a * a := (lt_or_gt_of_ne h).elim (fun k => by rw [← neg_mul_neg]; exact mul_pos (neg_pos_of_neg k) (neg_pos_of_neg k)) fun k => mul_pos k k
theorem pos_of_mul_pos_left (h : 0 < a * b) (hb : 0 ≤ b) : 0 < a := not_le.1 fun k => absurd h (not_lt.2 (mul_nonpos_of_nonpos_of_nonneg k hb))
theorem pos_of_mul_pos_of_nonneg_left (h : 0 < a * b) (ha : 0 ≤ a) : 0 < b := not_le.1 fun k => absurd h (not_lt.2 (mul_nonpos_of_nonneg_of_nonpos ha k))
theorem le_of_mul_le_mul_left (h : c * a ≤ c * b) (hc : 0 < c) : a ≤ b := (mul_le_mul_iff_right₀ hc).1 h
theorem le_of_mul_le_mul_right (h : a * c ≤ b * c) (hc : 0 < c) : a ≤ b := (mul_le_mul_iff_left₀ hc).1 h
theorem lt_of_mul_lt_mul_left (h : c * a < c * b) (hc : 0 ≤ c) : a < b := not_le.1 fun k => absurd h (not_lt.2 (mul_le_mul_of_nonneg_left k hc))
theorem lt_of_mul_lt_mul_right (h : a * c < b * c) (hc : 0 ≤ c) : a < b := not_le.1 fun k => absurd h (not_lt.2 (mul_le_mul_of_nonneg_right k hc))
theorem mul_self_le_mul_self (h : 0 ≤ a) (k : a ≤ b) : a * a ≤ b * b := mul_le_mul k k h (le_trans h k)
theorem mul_self_lt_mul_self (h : 0 ≤ a) (k : a < b) : a * a < b * b := mul_lt_mul'' k k h h
theorem abs_le_abs_of_sq_le_sq (h : a ^ 2 ≤ b ^ 2) : abs a ≤ abs b := not_lt.1 fun k => by
  have := mul_self_lt_mul_self (abs_nonneg b) k; rw [← abs_mul, ← abs_mul, abs_mul_self, abs_mul_self, ← pow_two, ← pow_two] at this; exact absurd h (not_le.2 this)
theorem sq_le_sq : a ^ 2 ≤ b ^ 2 ↔ abs a ≤ abs b := ⟨abs_le_abs_of_sq_le_sq, fun h => by
  have := mul_self_le_mul_self (abs_nonneg a) h; rw [← abs_mul, ← abs_mul, abs_mul_self, abs_mul_self, ← pow_two, ← pow_two] at this; exact this⟩
theorem sq_lt_sq : a ^ 2 < b ^ 2 ↔ abs a < abs b := by rw [← not_le, sq_le_sq, not_le]
theorem sq_le_sq' (h₁ : -b ≤ a) (h₂ : a ≤ b) : a ^ 2 ≤ b ^ 2 := sq_le_sq.2 (le_trans (abs_le.2 ⟨h₁, h₂⟩) (le_abs_self b))
theorem sq_lt_sq' (h₁ : -b < a) (h₂ : a < b) : a ^ 2 < b ^ 2 := sq_lt_sq.2 (lt_of_lt_of_le (abs_lt.2 ⟨h₁, h₂⟩) (le_abs_self b))
theorem abs_le_of_sq_le_sq (h : a ^ 2 ≤ b ^ 2) (hb : 0 ≤ b) : abs a ≤ b := by have := sq_le_sq.1 h; rwa [abs_of_nonneg hb] at this
theorem abs_lt_of_sq_lt_sq (h : a ^ 2 < b ^ 2) (hb : 0 ≤ b) : abs a < b := by have := sq_lt_sq.1 h; rwa [abs_of_nonneg hb] at this
theorem sq_eq_sq_iff_abs_eq_abs (a b : R) : a ^ 2 = b ^ 2 ↔ abs a = abs b :=
  ⟨fun h => le_antisymm (sq_le_sq.1 (le_of_eq h)) (sq_le_sq.1 (le_of_eq h.symm)), fun h => le_antisymm (sq_le_sq.2 (le_of_eq h)) (sq_le_sq.2 (le_of_eq h.symm))⟩
theorem pow_le_pow_right₀ (h : 1 ≤ a) {m n : Nat} (k : m ≤ n) : a ^ m ≤ a ^ n := by
  induction k with
  | refl => exact le_refl _
  | @step n _ ih =>
    have := mul_le_mul_of_nonneg_left h (pow_nonneg (le_trans zero_le_one h) n)
    rw [mul_one] at this
    rw [pow_succ]; exact le_trans ih this
theorem one_lt_pow₀ (h : 1 < a) {n : Nat} (hn : n ≠ 0) : 1 < a ^ n := by
  obtain ⟨m, rfl⟩ : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩
  have := pow_le_pow_right₀ (le_of_lt h) (m := 1) (n := m + 1) (by omega)
  rw [pow_one] at this; exact lt_of_lt_of_le h this
theorem pow_lt_pow_right₀ (h : 1 < a) {m n : Nat} (k : m < n) : a ^ m < a ^ n := by
  obtain ⟨d, rfl⟩ : ∃ d, n = m + (d + 1) := ⟨n - m - 1, by omega⟩
  rw [pow_add]
  have := mul_lt_mul_of_pos_left (one_lt_pow₀ h (n := d + 1) (by omega)) (pow_pos (lt_trans zero_lt_one h) m)
  rwa [mul_one] at this
theorem pow_le_one₀ (h : 0 ≤ a) (k : a ≤ 1) {n : Nat} : a ^ n ≤ 1 := by have := pow_le_pow_left₀ h k n; rwa [one_pow] at this
theorem pow_lt_one₀ (h : 0 ≤ a) (k : a < 1) {n : Nat} (hn : n ≠ 0) : a ^ n < 1 := by
  obtain ⟨m, rfl⟩ : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩
  rw [pow_succ]
  have := mul_le_mul_of_nonneg_right (pow_le_one₀ h (le_of_lt k) (n := m)) h
  rw [one_mul] at this; exact lt_of_le_of_lt this k
theorem pow_le_of_le_one (h : 0 ≤ a) (k : a ≤ 1) {n : Nat} (hn : n ≠ 0) : a ^ n ≤ a := by
  obtain ⟨m, rfl⟩ : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩
  rw [pow_succ]; have := mul_le_mul_of_nonneg_right (pow_le_one₀ h k (n := m)) h; rwa [one_mul] at this
theorem le_self_pow₀ (h : 1 ≤ a) {n : Nat} (hn : n ≠ 0) : a ≤ a ^ n := by
  have := pow_le_pow_right₀ h (m := 1) (n := n) (by omega); rwa [pow_one] at this
theorem two_mul_le_add_pow_two (a b : R) : 2 * a * b ≤ a ^ 2 + b ^ 2 := by have := sq_nonneg (a - b); grind
theorem sq_pos_iff : 0 < a ^ 2 ↔ a ≠ 0 := ⟨fun h e => by rw [e, pow_two, zero_mul] at h; exact lt_irrefl _ h, fun h => by rw [pow_two]; exact mul_self_pos h⟩
theorem mul_lt_one_of_nonneg_of_lt_one_left (h₀ : 0 ≤ a) (h : a < 1) (k : b ≤ 1) : a * b < 1 := by
  have := mul_le_mul_of_nonneg_left k h₀; rw [mul_one] at this; exact lt_of_le_of_lt this h
/-! ## Absolute values -/
theorem abs_add (a b : R) : abs (a + b) ≤ abs a + abs b := abs_add_le a b
theorem abs_sub (a b : R) : abs (a - b) ≤ abs a + abs b := by rw [sub_eq_add_neg, ← abs_neg b]; exact abs_add_le a (-b)
theorem abs_eq (h : 0 ≤ b) : abs a = b ↔ a = b ∨ a = -b := ⟨fun e => (abs_choice a).imp (fun k => k.symm.trans e) fun k => by rw [← e, k, neg_neg],
  fun e => e.elim (fun k => by rw [k, abs_of_nonneg h]) fun k => by rw [k, abs_neg, abs_of_nonneg h]⟩
theorem abs_eq_abs : abs a = abs b ↔ a = b ∨ a = -b := by
  rw [abs_eq (abs_nonneg b)]
  rcases abs_choice b with e | e <;> rw [e]
  rw [neg_neg, or_comm]
theorem abs_abs_sub_abs_le_abs_sub (a b : R) : abs (abs a - abs b) ≤ abs (a - b) :=
  abs_sub_le_iff.2 ⟨abs_sub_abs_le_abs_sub a b, by rw [abs_sub_comm]; exact abs_sub_abs_le_abs_sub b a⟩
theorem abs_le_max_abs_abs (h : a ≤ b) (k : b ≤ c) : abs b ≤ max (abs a) (abs c) :=
  abs_le'.2 ⟨le_max_of_le_right (le_trans k (le_abs_self c)), le_max_of_le_left (le_trans (neg_le_neg h) (neg_le_abs a))⟩
theorem abs_add_three (a b c : R) : abs (a + b + c) ≤ abs a + abs b + abs c := le_trans (abs_add_le _ _) (add_le_add (abs_add_le a b) (le_refl _))
end Ring

section Domain
variable {K : Type u} [Field K] {a b c d : K}
theorem mul_eq_mul_left_iff : a * b = a * c ↔ b = c ∨ a = 0 := ⟨fun h => (Classical.em (a = 0)).symm.imp (fun k => mul_left_cancel₀ k h) id,
  fun h => h.elim (fun e => by rw [e]) fun e => by rw [e, zero_mul, zero_mul]⟩
theorem mul_eq_mul_right_iff : a * c = b * c ↔ a = b ∨ c = 0 := by rw [mul_comm a, mul_comm b, mul_eq_mul_left_iff]
theorem mul_left_inj' (h : c ≠ 0) : a * c = b * c ↔ a = b := ⟨fun k => mul_right_cancel₀ h k, fun k => by rw [k]⟩
theorem mul_right_inj' (h : a ≠ 0) : a * b = a * c ↔ b = c := ⟨fun k => mul_left_cancel₀ h k, fun k => by rw [k]⟩
theorem mul_self_eq_zero : a * a = 0 ↔ a = 0 := by rw [mul_eq_zero, or_self]
theorem mul_self_eq_mul_self_iff : a * a = b * b ↔ a = b ∨ a = -b := by
  rw [← sub_eq_zero, ← sub_eq_zero (a := a), eq_neg_iff_add_eq_zero, ← mul_eq_zero]
  constructor <;> intro h <;> grind
theorem sq_eq_sq_iff_eq_or_eq_neg : a ^ 2 = b ^ 2 ↔ a = b ∨ a = -b := by rw [pow_two, pow_two, mul_self_eq_mul_self_iff]
theorem sq_eq_one_iff_of_ne_neg_one (h : a ≠ -1) : a ^ 2 = 1 ↔ a = 1 := by
  have := sq_eq_sq_iff_eq_or_eq_neg (a := a) (b := 1); rw [one_pow] at this; rw [this]; exact or_iff_left h
theorem mul_div_cancel_left₀ (b : K) (h : a ≠ 0) : a * b / a = b := by rw [mul_comm, mul_div_cancel_right₀ b h]
theorem div_add_div_same (a b c : K) : a / c + b / c = (a + b) / c := by rw [div_eq_mul_inv, div_eq_mul_inv, div_eq_mul_inv, ← add_mul]
theorem div_eq_div_iff (hb : b ≠ 0) (hd : d ≠ 0) : a / b = c / d ↔ a * d = c * b := by constructor <;> intro h <;> grind
theorem div_ne_zero (h : a ≠ 0) (k : b ≠ 0) : a / b ≠ 0 := fun e => h (by rw [← div_mul_cancel₀ a k, e, zero_mul])
theorem div_eq_zero_iff : a / b = 0 ↔ a = 0 ∨ b = 0 := ⟨fun e => (Classical.em (b = 0)).symm.imp (fun k => Classical.byContradiction fun n => div_ne_zero n k e) id,
  fun e => e.elim (fun k => by rw [k, zero_div]) fun k => by rw [k, div_zero]⟩
theorem neg_div (a b : K) : -b / a = -(b / a) := by rw [div_eq_mul_inv, div_eq_mul_inv, neg_mul]
theorem mul_div_mul_left (a b : K) (h : c ≠ 0) : c * a / (c * b) = a / b := by grind
variable [LinearOrder K] [IsStrictOrderedRing K]
theorem div_le_div_of_nonneg_right (h : a ≤ b) (hc : 0 ≤ c) : a / c ≤ b / c := by
  rcases eq_or_lt_of_le hc with e | e
  · rw [← e, div_zero, div_zero]
  · rw [div_le_iff₀ e, div_mul_cancel₀ _ (ne_of_gt e)]; exact h
theorem div_lt_div_of_pos_right (h : a < b) (hc : 0 < c) : a / c < b / c := by rw [div_lt_iff₀ hc, div_mul_cancel₀ _ (ne_of_gt hc)]; exact h
theorem div_le_div_of_nonneg_left (ha : 0 ≤ a) (hc : 0 < c) (h : c ≤ b) : a / b ≤ a / c := by
  have hb := lt_of_lt_of_le hc h
  rw [div_le_iff₀ hb]
  have e : a / c * b = a * b / c := by grind
  rw [e, le_div_iff₀ hc]; exact mul_le_mul_of_nonneg_left h ha
theorem one_div_le_one_div_of_le (ha : 0 < a) (h : a ≤ b) : 1 / b ≤ 1 / a := div_le_div_of_nonneg_left zero_le_one ha h
theorem one_div_lt_one_div_of_lt (ha : 0 < a) (h : a < b) : 1 / b < 1 / a := by
  have hb := lt_trans ha h
  rw [div_lt_iff₀ hb]
  have e : 1 / a * b = b / a := by grind
  rw [e, lt_div_iff₀ ha, one_mul]; exact h
theorem div_le_one (hb : 0 < b) : a / b ≤ 1 ↔ a ≤ b := by rw [div_le_iff₀ hb, one_mul]
theorem div_lt_one (hb : 0 < b) : a / b < 1 ↔ a < b := by rw [div_lt_iff₀ hb, one_mul]
theorem one_le_div (hb : 0 < b) : 1 ≤ a / b ↔ b ≤ a := by rw [le_div_iff₀ hb, one_mul]
theorem one_lt_div (hb : 0 < b) : 1 < a / b ↔ b < a := by rw [lt_div_iff₀ hb, one_mul]
theorem div_le_div_iff_of_pos (hb : 0 < b) (hd : 0 < d) : a / b ≤ c / d ↔ a * d ≤ c * b := by
  rw [div_le_iff₀ hb]
  have e : c / d * b = c * b / d := by grind
  rw [e, le_div_iff₀ hd]
theorem div_lt_div_iff_of_pos (hb : 0 < b) (hd : 0 < d) : a / b < c / d ↔ a * d < c * b := by
  rw [div_lt_iff₀ hb]
  have e : c / d * b = c * b / d := by grind
  rw [e, lt_div_iff₀ hd]
theorem div_le_div_iff (hb : 0 < b) (hd : 0 < d) : a / b ≤ c / d ↔ a * d ≤ c * b := div_le_div_iff_of_pos hb hd
theorem div_lt_div_iff (hb : 0 < b) (hd : 0 < d) : a / b < c / d ↔ a * d < c * b := div_lt_div_iff_of_pos hb hd
theorem half_le_self (h : 0 ≤ a) : a / 2 ≤ a := by grind
theorem exists_between (h : a < b) : ∃ c, a < c ∧ c < b := ⟨(a + b) / 2, by grind, by grind⟩
theorem exists_gt (a : K) : ∃ b, a < b := ⟨a + 1, lt_add_one a⟩
theorem exists_lt (a : K) : ∃ b, b < a := ⟨a - 1, sub_lt_self a zero_lt_one⟩
theorem le_of_forall_pos_le_add (h : ∀ ε, 0 < ε → a ≤ b + ε) : a ≤ b := not_lt.1 fun k => by have := h ((a - b) / 2) (by grind); grind
theorem le_of_forall_pos_lt_add (h : ∀ ε, 0 < ε → a < b + ε) : a ≤ b := le_of_forall_pos_le_add fun ε hε => le_of_lt (h ε hε)
end Domain

section Archimedean
theorem exists_nat_gt (x : Real) : ∃ n : Nat, x < n := Real.exists_nat_gt x
theorem exists_nat_ge (x : Real) : ∃ n : Nat, x ≤ n := (Real.exists_nat_gt x).imp fun _ => le_of_lt
theorem exists_int_gt (x : Real) : ∃ n : Int, x < n := (Real.exists_nat_gt x).elim fun n h => ⟨n, by rwa [Int.cast_natCast]⟩
theorem exists_int_lt (x : Real) : ∃ n : Int, (n : Real) < x := (Real.exists_nat_gt (-x)).elim fun n h => ⟨-n, by rw [Int.cast_neg, Int.cast_natCast]; grind⟩
theorem exists_nat_one_div_lt {ε : Real} (hε : 0 < ε) : ∃ n : Nat, 1 / ((n : Real) + 1) < ε := by
  obtain ⟨n, hn⟩ := Real.exists_nat_gt (1 / ε)
  refine ⟨n, ?_⟩
  have h0 : (0 : Real) < n + 1 := by have := Nat.cast_nonneg (R := Real) n; grind
  rw [div_lt_iff₀ h0]
  rw [div_lt_iff₀ hε] at hn
  grind
end Archimedean
