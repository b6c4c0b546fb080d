/-!
# The core dialect: additive maps, matrices, complex numbers, sizes, functions known by their laws

Under Mathlib's names and with its argument order wherever the meaning is Mathlib's; `Complex` has the
field of its parts as an argument, since there are no reals here.
-/

section Topics

universe v w

/-! ## Additive maps and matrices -/

/-- A map that keeps sums. -/
structure AddMonoidHom (M : Type u) (N : Type v) [AddCommGroup M] [AddCommGroup N] where
  toFun : M → N
  map_zero : toFun 0 = 0
  map_add : ∀ x y, toFun (x + y) = toFun x + toFun y
instance {M : Type u} {N : Type v} [AddCommGroup M] [AddCommGroup N] : CoeFun (AddMonoidHom M N) (fun _ => M → N) := ⟨AddMonoidHom.toFun⟩

/-- The sum of the values of a function on `Fin n`: numbers, elements of a ring, vectors. -/
noncomputable def sumFin {M : Type u} [Lean.Grind.AddCommMonoid M] : {n : Nat} → (Fin n → M) → M
  | 0, _ => 0
  | _ + 1, f => f 0 + sumFin fun i => f i.succ
-- The last summand of a sum that `simp [sumFin]` writes out.
attribute [simp] Lean.Grind.AddCommMonoid.add_zero
/-- A table of entries with a row for each `m` and a column for each `n`. -/
def Matrix (m : Type u) (n : Type v) (α : Type w) := m → n → α
namespace Matrix
variable {R : Type u} {m n k : Nat}
@[ext] theorem ext {A B : Matrix (Fin m) (Fin n) R} (h : ∀ i j, A i j = B i j) : A = B := funext fun i => funext fun j => h i j
/-- Rows become columns. -/
def transpose {α : Type w} {m : Type u} {n : Type v} (A : Matrix m n α) : Matrix n m α := fun i j => A j i
noncomputable instance [Ring R] : Add (Matrix (Fin m) (Fin n) R) := ⟨fun A B i j => A i j + B i j⟩
noncomputable instance [Ring R] : Sub (Matrix (Fin m) (Fin n) R) := ⟨fun A B i j => A i j - B i j⟩
noncomputable instance [Ring R] : Neg (Matrix (Fin m) (Fin n) R) := ⟨fun A i j => -A i j⟩
noncomputable instance [Ring R] : Zero (Matrix (Fin m) (Fin n) R) := ⟨fun _ _ => 0⟩
noncomputable instance [Ring R] : One (Matrix (Fin n) (Fin n) R) := ⟨fun i j => if i = j then 1 else 0⟩
noncomputable instance [Ring R] : SMul R (Matrix (Fin m) (Fin n) R) := ⟨fun c A i j => c * A i j⟩
noncomputable instance [Ring R] : HMul (Matrix (Fin m) (Fin n) R) (Matrix (Fin n) (Fin k) R) (Matrix (Fin m) (Fin k) R) :=
  ⟨fun A B i j => sumFin fun l => A i l * B l j⟩
/-- The sum of the diagonal. -/
noncomputable def trace [Ring R] (A : Matrix (Fin n) (Fin n) R) : R := sumFin fun i => A i i
/-- Without the first row and one column. -/
noncomputable def minor (A : Matrix (Fin (n + 1)) (Fin (n + 1)) R) (j : Fin (n + 1)) : Matrix (Fin n) (Fin n) R :=
  fun i l => A i.succ (if l.val < j.val then l.castSucc else l.succ)
/-- The determinant, expanded along the first row. -/
noncomputable def det [CommRing R] : {n : Nat} → Matrix (Fin n) (Fin n) R → R
  | 0, _ => 1
  | _ + 1, A => sumFin fun j => (if j.val % 2 = 0 then 1 else -1) * A 0 j * det (minor A j)
variable [CommRing R]
@[simp, grind =] theorem det_fin_two (A : Matrix (Fin 2) (Fin 2) R) : A.det = A 0 0 * A 1 1 - A 0 1 * A 1 0 := by
  simp only [det, sumFin]
  have h0 : A.minor 0 0 0 = A 1 1 := rfl
  have h1 : A.minor 1 0 0 = A 1 0 := rfl
  simp
  grind
@[simp, grind =] theorem trace_fin_two (A : Matrix (Fin 2) (Fin 2) R) : A.trace = A 0 0 + A 1 1 := by
  simp only [trace, sumFin]; grind
@[simp, grind =] theorem mul_fin_two (A B : Matrix (Fin 2) (Fin 2) R) (i j : Fin 2) :
    (A * B) i j = A i 0 * B 0 j + A i 1 * B 1 j := by
  show sumFin _ = _
  simp only [sumFin]; grind
@[simp, grind =] theorem add_apply (A B : Matrix (Fin m) (Fin n) R) (i : Fin m) (j : Fin n) : (A + B) i j = A i j + B i j := rfl
end Matrix

/-- Complex numbers over an ordered field: pairs of a real and an imaginary part. -/
structure Complex (R : Type u) where
  re : R
  im : R
namespace Complex
variable {R : Type u}
@[ext, grind ext] theorem ext {z w : Complex R} (h1 : z.re = w.re) (h2 : z.im = w.im) : z = w := by
  cases z; cases w; simp_all
variable [OrderedField R]
noncomputable instance : CommRing (Complex R) := CommRing.ofTables (fun z w => ⟨z.re + w.re, z.im + w.im⟩)
  (fun z w => ⟨z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re⟩) (fun z => ⟨-z.re, -z.im⟩) ⟨0, 0⟩ ⟨1, 0⟩
  ⟨by intro a; ext <;> grind, by intro a b; ext <;> grind, by intro a b c; ext <;> grind, by intro a b c; ext <;> grind,
   by intro a; ext <;> grind, by intro a b; ext <;> grind, by intro a b c; ext <;> grind, by intro a; ext <;> grind⟩
/-- The number with the opposite imaginary part. -/
def conj (z : Complex R) : Complex R := ⟨z.re, -z.im⟩
/-- The square of the absolute value. -/
def normSq (z : Complex R) : R := z.re * z.re + z.im * z.im
/-- The imaginary unit. -/
def I : Complex R := ⟨0, 1⟩
@[simp, grind =] theorem add_re (z w : Complex R) : (z + w).re = z.re + w.re := rfl
@[simp, grind =] theorem add_im (z w : Complex R) : (z + w).im = z.im + w.im := rfl
@[simp, grind =] theorem mul_re (z w : Complex R) : (z * w).re = z.re * w.re - z.im * w.im := rfl
@[simp, grind =] theorem mul_im (z w : Complex R) : (z * w).im = z.re * w.im + z.im * w.re := rfl
@[simp, grind =] theorem neg_re (z : Complex R) : (-z).re = -z.re := rfl
@[simp, grind =] theorem neg_im (z : Complex R) : (-z).im = -z.im := rfl
@[simp, grind =] theorem zero_re : (0 : Complex R).re = 0 := rfl
@[simp, grind =] theorem zero_im : (0 : Complex R).im = 0 := rfl
@[simp, grind =] theorem one_re : (1 : Complex R).re = 1 := show (0 : R) + 1 = 1 by grind
@[simp, grind =] theorem one_im : (1 : Complex R).im = 0 := show (0 : R) + 0 = 0 by grind
@[simp, grind =] theorem conj_re (z : Complex R) : (conj z).re = z.re := rfl
@[simp, grind =] theorem conj_im (z : Complex R) : (conj z).im = -z.im := rfl
end Complex

/-! ## Finite sets and their size -/
/-- The number of members of a finite set; 0 for an infinite one. -/
noncomputable def Set.ncard {α : Type u} (s : Set α) : Nat :=
  open Classical in if h : ∃ l : List α, l.Nodup ∧ ∀ a, a ∈ l ↔ a ∈ s then h.choose.length else 0
/-- The number of elements of a finite type; 0 for an infinite one. -/
noncomputable def Nat.card (α : Type u) : Nat := (Set.univ : Set α).ncard
theorem List.Nodup.length_le {α : Type u} : ∀ {l m : List α}, l.Nodup → (∀ a, a ∈ l → a ∈ m) → l.length ≤ m.length
  | [], _, _, _ => Nat.zero_le _
  | a :: l, m, hl, h => by
    open Classical in
    have hm : a ∈ m := h a List.mem_cons_self
    have rest := List.Nodup.length_le (l := l) (m := m.erase a) (List.nodup_cons.1 hl).2 fun b hb =>
      (List.mem_erase_of_ne fun (e : b = a) => (List.nodup_cons.1 hl).1 (e ▸ hb)).2 (h b (List.mem_cons_of_mem _ hb))
    have len := List.length_erase_of_mem hm
    have pos := List.length_pos_of_mem hm
    simp only [List.length_cons]
    omega
theorem Set.ncard_eq_length {α : Type u} {s : Set α} (l : List α) (hl : l.Nodup) (h : ∀ a, a ∈ l ↔ a ∈ s) : s.ncard = l.length := by
  have some : ∃ l : List α, l.Nodup ∧ ∀ a, a ∈ l ↔ a ∈ s := ⟨l, hl, h⟩
  unfold Set.ncard
  rw [dif_pos some]
  have spec := some.choose_spec
  exact Nat.le_antisymm (spec.1.length_le fun a ha => (h a).2 ((spec.2 a).1 ha))
    (hl.length_le fun a ha => (spec.2 a).2 ((h a).1 ha))

/-! ## Metric notions by sequences -/
section Metric
variable {R : Type u} {X : Type v} [OrderedField R]
/-- The sequence comes close to the point. -/
def ConvergesIn (d : X → X → R) (a : Nat → X) (x : X) : Prop := ∀ ε, 0 < ε → ∃ N : Nat, ∀ n, N ≤ n → d (a n) x < ε
/-- The terms of the sequence come close to each other. -/
def IsCauchyIn (d : X → X → R) (a : Nat → X) : Prop := ∀ ε, 0 < ε → ∃ N : Nat, ∀ m n, N ≤ m → N ≤ n → d (a m) (a n) < ε
/-- Cauchy sequences converge. -/
def IsCompleteIn (d : X → X → R) : Prop := ∀ a, IsCauchyIn d a → ∃ x, ConvergesIn d a x
/-- Every sequence in the set has a part that converges in the set. -/
def IsSeqCompactIn (d : X → X → R) (s : Set X) : Prop :=
  ∀ a : Nat → X, (∀ n, a n ∈ s) → ∃ x, x ∈ s ∧ ∃ i : Nat → Nat, (∀ n, i n < i (n + 1)) ∧ ConvergesIn d (fun n => a (i n)) x
/-- The complement is open. -/
def IsClosedIn (d : X → X → R) (s : Set X) : Prop := IsOpenIn d fun x => x ∉ s
end Metric

/-! ## Functions known by their laws

Nothing says that such functions exist: a statement assumes the laws it needs by name. -/
section Laws
variable {R : Type u} [OrderedField R]
/-- The laws of an exponential function. -/
structure IsExp (exp : R → R) : Prop where
  exp_zero : exp 0 = 1
  exp_add : ∀ x y, exp (x + y) = exp x * exp y
  exp_pos : ∀ x, 0 < exp x
  exp_lt_exp : ∀ x y, x < y → exp x < exp y
/-- The laws of a logarithm. -/
structure IsLog (log : R → R) : Prop where
  log_one : log 1 = 0
  log_mul : ∀ x y, 0 < x → 0 < y → log (x * y) = log x + log y
  log_lt_log : ∀ x y, 0 < x → x < y → log x < log y
/-- The laws of sine and cosine. -/
structure IsSinCos (sin cos : R → R) : Prop where
  sin_zero : sin 0 = 0
  cos_zero : cos 0 = 1
  sin_add : ∀ x y, sin (x + y) = sin x * cos y + cos x * sin y
  cos_add : ∀ x y, cos (x + y) = cos x * cos y - sin x * sin y
  sin_neg : ∀ x, sin (-x) = -sin x
  cos_neg : ∀ x, cos (-x) = cos x
  sin_sq_add_cos_sq : ∀ x, sin x ^ 2 + cos x ^ 2 = 1
/-- The laws of powers of positive numbers with real exponents. -/
structure IsRpow (rpow : R → R → R) : Prop where
  rpow_zero : ∀ x, 0 < x → rpow x 0 = 1
  rpow_one : ∀ x, 0 < x → rpow x 1 = x
  rpow_add : ∀ x a b, 0 < x → rpow x (a + b) = rpow x a * rpow x b
  rpow_mul : ∀ x a b, 0 < x → rpow x (a * b) = rpow (rpow x a) b
  mul_rpow : ∀ x y a, 0 < x → 0 < y → rpow (x * y) a = rpow x a * rpow y a
  rpow_pos : ∀ x a, 0 < x → 0 < rpow x a
end Laws

end Topics
