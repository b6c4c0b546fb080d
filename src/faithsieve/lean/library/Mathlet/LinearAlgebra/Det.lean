module
public import Mathlet.LinearAlgebra.Matrix
@[expose] public noncomputable section

/-! # Determinants, inverses, ranks, characteristic polynomials -/

universe u v w x

namespace Matrix
variable {m : Type u} {n : Type v} {R : Type w} [Fintype n] [DecidableEq n] [CommRing R]
/-- The sum over the permutations of signed products. -/
def det (M : Matrix n n R) : R := Finset.univ.sum fun σ : Equiv.Perm n => ((Equiv.Perm.sign σ : Int) : R) * Finset.univ.prod fun i => M (σ i) i
theorem det_apply' (M : Matrix n n R) :
    det M = Finset.univ.sum fun σ : Equiv.Perm n => ((Equiv.Perm.sign σ : Int) : R) * Finset.univ.prod fun i => M (σ i) i := rfl
open Classical in
/-- The inverse of a unit, 0 for other elements. -/
def _root_.Ring.inverse {M₀ : Type u} [MonoidWithZero M₀] (x : M₀) : M₀ := if h : IsUnit x then (Classical.choose h).inv else 0
theorem _root_.Ring.mul_inverse_cancel {M₀ : Type u} [MonoidWithZero M₀] (x : M₀) (h : IsUnit x) : x * Ring.inverse x = 1 := by
  rw [Ring.inverse, dif_pos h]
  have h1 := (Classical.choose h).val_inv
  rwa [Classical.choose_spec h] at h1
/-- The transposed matrix of the cofactors. -/
def adjugate (A : Matrix n n R) : Matrix n n R := fun i j => det (A.updateRow j fun k => if k = i then 1 else 0)
theorem adjugate_apply (A : Matrix n n R) (i j : n) : adjugate A i j = det (A.updateRow j fun k => if k = i then 1 else 0) := rfl
/-- The inverse if the determinant is a unit, 0 otherwise. -/
instance inv : Inv (Matrix n n R) := ⟨fun A => Ring.inverse A.det • A.adjugate⟩
theorem inv_def (A : Matrix n n R) : A⁻¹ = Ring.inverse A.det • A.adjugate := rfl
/-- A matrix as a linear map. -/
def mulVecLin {n : Type v} [Fintype n] (M : Matrix m n R) : LinearMap (RingHom.id R) (n → R) (m → R) where
  toFun := M.mulVec
  map_add' x y := funext fun i => by
    show (Finset.univ.sum fun j => M i j * (x j + y j)) = (Finset.univ.sum fun j => M i j * x j) + Finset.univ.sum fun j => M i j * y j
    simp only [mul_add, Finset.sum_add_distrib]
  map_smul' c x := funext fun i => by
    show (Finset.univ.sum fun j => M i j * (c * x j)) = c * Finset.univ.sum fun j => M i j * x j
    simp only [Finset.mul_sum, mul_left_comm]
/-- The dimension of the space that the columns span. -/
def rank {n : Type v} [Fintype n] (A : Matrix m n R) : Nat := Module.finrank R (LinearMap.range A.mulVecLin)
/-- `X - A`, with polynomials as entries. -/
def charmatrix (M : Matrix n n R) : Matrix n n (Polynomial R) := fun i j => (if i = j then Polynomial.X else 0) - Polynomial.C (M i j)
/-- The characteristic polynomial. -/
def charpoly (M : Matrix n n R) : Polynomial R := M.charmatrix.det
/-- The invertible matrices. -/
@[reducible] def GeneralLinearGroup (n : Type v) (R : Type w) [DecidableEq n] [Fintype n] [CommRing R] : Type (max v w) := Units (Matrix n n R)
/-- The matrices of determinant 1. -/
def SpecialLinearGroup (n : Type v) [DecidableEq n] [Fintype n] (R : Type w) [CommRing R] : Type (max v w) := { A : Matrix n n R // A.det = 1 }
/-- The vector product. -/
def _root_.crossProduct {R : Type w} [CommRing R] (a b : Fin 3 → R) : Fin 3 → R :=
  vecCons (a 1 * b 2 - a 2 * b 1) (vecCons (a 2 * b 0 - a 0 * b 2) (vecCons (a 0 * b 1 - a 1 * b 0) vecEmpty))
/-- The linear map of a matrix. -/
def toLin' {m : Type u} [Fintype m] (M : Matrix m n R) : LinearMap (RingHom.id R) (n → R) (m → R) := M.mulVecLin

theorem det_fin_two {R : Type w} [CommRing R] (A : Matrix (Fin 2) (Fin 2) R) : det A = A 0 0 * A 1 1 - A 0 1 * A 1 0 := by
  have hu : (Finset.univ : Finset (Equiv.Perm (Fin 2))) = {1, Equiv.swap 0 1} := by
    refine (Finset.eq_univ_iff_forall.2 fun σ => ?_).symm
    rw [Finset.mem_insert, Finset.mem_singleton]
    have inj : σ 0 ≠ σ 1 := fun h => absurd (σ.injective h) (by decide)
    have h0 : σ 0 = 0 ∧ σ 1 = 1 ∨ σ 0 = 1 ∧ σ 1 = 0 := by omega
    rcases h0 with h | h
    · refine .inl (Equiv.ext fun x => ?_)
      rcases (by omega : x = 0 ∨ x = 1) with rfl | rfl
      · exact h.1
      · exact h.2
    · refine .inr (Equiv.ext fun x => ?_)
      rcases (by omega : x = 0 ∨ x = 1) with rfl | rfl
      · exact h.1
      · exact h.2
  have hne : (1 : Equiv.Perm (Fin 2)) ∉ ({Equiv.swap 0 1} : Finset (Equiv.Perm (Fin 2))) := by
    rw [Finset.mem_singleton]
    intro h
    have : (0 : Fin 2) = 1 := congrArg (fun σ : Equiv.Perm (Fin 2) => σ 0) h
    exact absurd this (by decide)
  have hs : (Equiv.Perm.sign (Equiv.swap (0 : Fin 2) 1)) = -1 := Units.ext (by decide)
  have hp (f : Fin 2 → R) : Finset.univ.prod f = f 0 * f 1 := by
    show f 0 * (f 1 * 1) = _
    rw [mul_one]
  rw [det, hu, Finset.sum_insert hne, Finset.sum_singleton, Equiv.Perm.sign_one, hs, hp, hp]
  show ((1 : Int) : R) * (A 0 0 * A 1 1) + ((-1 : Int) : R) * (A 1 0 * A 0 1) = _
  grind
end Matrix
