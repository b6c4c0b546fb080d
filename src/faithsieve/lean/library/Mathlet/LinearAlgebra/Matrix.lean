module
public import Mathlet.LinearAlgebra.Basis
public import Mathlet.GroupTheory.Sign
public import Mathlet.Algebra.Polynomial.Eval
@[expose] public noncomputable section

/-! # Matrices -/

universe u v w x y

/-- Tables of elements of `α`, with rows named by `m` and columns by `n`. -/
def Matrix (m : Type u) (n : Type v) (α : Type w) : Type (max u v w) := m → n → α

namespace Matrix
variable {l : Type u} {m : Type u} {n : Type v} {o : Type x} {α : Type w}

/-- A function as a matrix. -/
def of : Equiv (m → n → α) (Matrix m n α) := ⟨fun f => f, fun f => f, fun _ => rfl, fun _ => rfl⟩
@[simp, grind =] theorem of_apply (f : m → n → α) (i : m) (j : n) : (of f : Matrix m n α) i j = f i j := rfl
@[ext] theorem ext {M N : Matrix m n α} (h : ∀ i j, M i j = N i j) : M = N := funext fun i => funext fun j => h i j
/-- No entries. -/
def vecEmpty {α : Type w} : Fin 0 → α := fun i => i.elim0
/-- One entry in front. -/
def vecCons {α : Type w} {n : Nat} (h : α) (t : Fin n → α) : Fin n.succ → α := Fin.cases h t
@[simp, grind =] theorem cons_val_zero {α : Type w} {n : Nat} (x : α) (u : Fin n → α) : vecCons x u 0 = x := rfl
@[simp, grind =] theorem cons_val_succ {α : Type w} {n : Nat} (x : α) (u : Fin n → α) (i : Fin n) : vecCons x u i.succ = u i := rfl
@[simp] theorem cons_val_one {α : Type w} {n : Nat} (x : α) (u : Fin n.succ → α) : vecCons x u 1 = u 0 := rfl

/-- Rows and columns exchanged. -/
def transpose (M : Matrix m n α) : Matrix n m α := fun i j => M j i
@[simp, grind =] theorem transpose_apply (M : Matrix m n α) (i : n) (j : m) : transpose M i j = M j i := rfl
/-- Some rows and columns, perhaps in another order. -/
def submatrix {l : Type u} {o : Type x} {m : Type v} {n : Type y} (A : Matrix m n α) (r : l → m) (c : o → n) : Matrix l o α := fun i j => A (r i) (c j)
@[simp, grind =] theorem submatrix_apply {l : Type u} {o : Type x} {m : Type v} {n : Type y} (A : Matrix m n α) (r : l → m) (c : o → n) (i : l) (j : o) :
    A.submatrix r c i j = A (r i) (c j) := rfl
/-- A function of every entry. -/
def map {β : Type x} (M : Matrix m n α) (f : α → β) : Matrix m n β := fun i j => f (M i j)
@[simp, grind =] theorem map_apply {β : Type x} {M : Matrix m n α} {f : α → β} {i : m} {j : n} : M.map f i j = f (M i j) := rfl
/-- A row. -/
def row (A : Matrix m n α) (i : m) : n → α := A i
/-- A column. -/
def col (A : Matrix m n α) (j : n) : m → α := fun i => A i j
/-- The diagonal. -/
def diag (A : Matrix n n α) (i : n) : α := A i i
/-- One row replaced. -/
def updateRow [DecidableEq m] (M : Matrix m n α) (i : m) (b : n → α) : Matrix m n α := fun k => if k = i then b else M k
/-- One column replaced. -/
def updateCol [DecidableEq n] (M : Matrix m n α) (j : n) (b : m → α) : Matrix m n α := fun i k => if k = j then b i else M i k
/-- Its own transpose. -/
def IsSymm (A : Matrix n n α) : Prop := transpose A = A
@[grind =] theorem isSymm_iff {A : Matrix n n α} : A.IsSymm ↔ transpose A = A := Iff.rfl
/-- Entries outside the diagonal are 0. -/
def IsDiag [Zero α] (A : Matrix n n α) : Prop := ∀ ⦃i j⦄, i ≠ j → A i j = 0
open Classical in
/-- A matrix with entries on the diagonal only. -/
def diagonal [DecidableEq n] [Zero α] (d : n → α) : Matrix n n α := fun i j => if i = j then d i else 0

instance [Inhabited α] : Inhabited (Matrix m n α) := ⟨fun _ _ => default⟩
instance [Zero α] : Zero (Matrix m n α) := ⟨fun _ _ => 0⟩
instance [Add α] : Add (Matrix m n α) := ⟨fun A B i j => A i j + B i j⟩
instance [Neg α] : Neg (Matrix m n α) := ⟨fun A i j => -A i j⟩
instance [Sub α] : Sub (Matrix m n α) := ⟨fun A B i j => A i j - B i j⟩
instance {R : Type x} [SMul R α] : SMul R (Matrix m n α) := ⟨fun r A i j => r • A i j⟩
instance [DecidableEq n] [Zero α] [One α] : One (Matrix n n α) := ⟨diagonal fun _ => 1⟩
/-- The sum of the products of the entries, `v ⬝ᵥ w`. -/
def _root_.dotProduct [Fintype m] [Mul α] [AddCommMonoid α] (v w : m → α) : α := Finset.univ.sum fun i => v i * w i
instance {l : Type u} {m : Type v} {n : Type x} [Fintype m] [Mul α] [AddCommMonoid α] : HMul (Matrix l m α) (Matrix m n α) (Matrix l n α) :=
  ⟨fun M N i k => dotProduct (fun j => M i j) fun j => N j k⟩
instance [Fintype n] [Mul α] [AddCommMonoid α] : Mul (Matrix n n α) := ⟨fun M N => HMul.hMul M N⟩
@[simp] theorem zero_apply [Zero α] (i : m) (j : n) : (0 : Matrix m n α) i j = 0 := rfl
@[simp, grind =] theorem add_apply [Add α] (A B : Matrix m n α) (i : m) (j : n) : (A + B) i j = A i j + B i j := rfl
@[simp, grind =] theorem neg_apply [Neg α] (A : Matrix m n α) (i : m) (j : n) : (-A) i j = -A i j := rfl
@[simp, grind =] theorem sub_apply [Sub α] (A B : Matrix m n α) (i : m) (j : n) : (A - B) i j = A i j - B i j := rfl
@[simp, grind =] theorem smul_apply {R : Type x} [SMul R α] (r : R) (A : Matrix m n α) (i : m) (j : n) : (r • A) i j = r • A i j := rfl
theorem one_apply [DecidableEq n] [Zero α] [One α] {i j : n} : (1 : Matrix n n α) i j = if i = j then 1 else 0 := by
  show (if i = j then (1 : α) else 0) = _
  split <;> simp_all
theorem mul_apply {l : Type u} {m : Type v} {n : Type x} [Fintype m] [Mul α] [AddCommMonoid α] {M : Matrix l m α} {N : Matrix m n α} {i : l} {k : n} :
    (M * N) i k = Finset.univ.sum fun j => M i j * N j k := rfl
/-- A matrix applied to a column, `M *ᵥ v`. -/
def mulVec [Fintype n] [Semiring α] (M : Matrix m n α) (v : n → α) : m → α := fun i => dotProduct (M i) v
/-- A row applied to a matrix, `v ᵥ* M`. -/
def vecMul [Fintype m] [Semiring α] (v : m → α) (M : Matrix m n α) : n → α := fun j => dotProduct v fun i => M i j
/-- The matrix of the products. -/
def vecMulVec [Mul α] (w : m → α) (v : n → α) : Matrix m n α := fun i j => w i * v j
/-- The sum of the diagonal. -/
def trace [Fintype n] [AddCommMonoid α] (A : Matrix n n α) : α := Finset.univ.sum fun i => A i i
instance [AddCommMonoid α] : AddCommMonoid (Matrix m n α) where
  add_assoc _ _ _ := ext fun _ _ => add_assoc _ _ _
  add_comm _ _ := ext fun _ _ => add_comm _ _
  zero_add _ := ext fun _ _ => zero_add _
  add_zero _ := ext fun _ _ => add_zero _
instance [AddCommGroup α] : AddCommGroup (Matrix m n α) where
  neg_add_cancel _ := ext fun _ _ => neg_add_cancel _
  sub_eq_add_neg _ _ := ext fun _ _ => sub_eq_add_neg _ _
  add_comm _ _ := ext fun _ _ => add_comm _ _
instance {R : Type x} [Semiring R] [AddCommMonoid α] [Module R α] : Module R (Matrix m n α) where
  one_smul _ := ext fun _ _ => one_smul R _
  mul_smul _ _ _ := ext fun _ _ => mul_smul _ _ _
  smul_zero _ := ext fun _ _ => smul_zero _
  smul_add _ _ _ := ext fun _ _ => smul_add _ _ _
  add_smul _ _ _ := ext fun _ _ => add_smul _ _ _
  zero_smul _ := ext fun _ _ => zero_smul R _
theorem sumSingle [DecidableEq n] [AddCommMonoid α] (s : Finset n) (i : n) (f : n → α) :
    s.sum (fun j => if i = j then f j else 0) = if i ∈ s then f i else 0 := by
  induction s using Finset.induction_on with
  | empty => rw [Finset.sum_empty, if_neg (Finset.notMem_empty i)]
  | insert a s ha ih =>
    rw [Finset.sum_insert ha, ih]
    by_cases h : i = a
    · subst h; rw [if_pos rfl, if_neg ha, add_zero, if_pos (Finset.mem_insert_self i s)]
    · rw [if_neg h, zero_add]
      by_cases h' : i ∈ s
      · rw [if_pos h', if_pos (Finset.mem_insert.2 (.inr h'))]
      · rw [if_neg h', if_neg fun k => (Finset.mem_insert.1 k).elim h h']
section Semiring
variable [Fintype n] [DecidableEq n] [Semiring α]
protected theorem mulAssoc {l : Type u} {m : Type v} {n : Type y} {o : Type x} [Fintype m] [Fintype n] (L : Matrix l m α) (M : Matrix m n α) (N : Matrix n o α) :
    L * M * N = L * (M * N) := ext fun i j => by
  rw [mul_apply, mul_apply]
  simp only [mul_apply, Finset.sum_mul, Finset.mul_sum, mul_assoc]
  exact Finset.sum_comm
instance instSemiring : Semiring (Matrix n n α) where
  mul_assoc L M N := Matrix.mulAssoc L M N
  one_mul M := ext fun i j => by
    show (Finset.univ.sum fun k => (1 : Matrix n n α) i k * M k j) = M i j
    refine (Finset.sum_congr rfl fun k _ => ?_).trans ((sumSingle Finset.univ i fun k => M k j).trans (if_pos (Finset.mem_univ i)))
    rw [one_apply]; split <;> simp
  mul_one M := ext fun i j => by
    show (Finset.univ.sum fun k => M i k * (1 : Matrix n n α) k j) = M i j
    refine (Finset.sum_congr rfl fun k _ => ?_).trans ((sumSingle Finset.univ j fun k => M i k).trans (if_pos (Finset.mem_univ j)))
    rw [one_apply]; simp only [eq_comm (b := j)]; split <;> simp
  left_distrib L M N := ext fun i j => by
    show (Finset.univ.sum fun k => L i k * (M + N) k j) = (Finset.univ.sum fun k => L i k * M k j) + Finset.univ.sum fun k => L i k * N k j
    simp only [add_apply, mul_add, Finset.sum_add_distrib]
  right_distrib L M N := ext fun i j => by
    show (Finset.univ.sum fun k => (L + M) i k * N k j) = (Finset.univ.sum fun k => L i k * N k j) + Finset.univ.sum fun k => M i k * N k j
    simp only [add_apply, add_mul, Finset.sum_add_distrib]
  zero_mul M := ext fun i j => by
    show (Finset.univ.sum fun k => (0 : Matrix n n α) i k * M k j) = 0
    simp only [zero_apply, zero_mul, Finset.sum_const_zero]
  mul_zero M := ext fun i j => by
    show (Finset.univ.sum fun k => M i k * (0 : Matrix n n α) k j) = 0
    simp only [zero_apply, mul_zero, Finset.sum_const_zero]
end Semiring
instance instRing [Fintype n] [DecidableEq n] [Ring α] : Ring (Matrix n n α) where
  neg_add_cancel _ := ext fun _ _ => neg_add_cancel _
  sub_eq_add_neg _ _ := ext fun _ _ => sub_eq_add_neg _ _
end Matrix
