module
public import Mathlet.Analysis.InnerProductSpace
public import Mathlet.LinearAlgebra.Det
@[expose] public noncomputable section

/-! # Adjoints; lines, planes and midpoints -/

universe u v w

/-- Something with a conjugation. -/
class Star (R : Type u) where
  star : R → R
export Star (star)
/-- Its own conjugate. -/
def IsSelfAdjoint {R : Type u} [Star R] (x : R) : Prop := star x = x
/-- Commutes with its conjugate. -/
class IsStarNormal {R : Type u} [Mul R] [Star R] (x : R) : Prop where
  star_comm_self : star x * x = x * star x
@[grind =] theorem isSelfAdjoint_iff {R : Type u} [Star R] {x : R} : IsSelfAdjoint x ↔ star x = x := Iff.rfl
instance (priority := 50) RCLike.instStar {K : Type u} [RCLike K] : Star K := ⟨RCLike.conj⟩
instance Real.instStar : Star Real := ⟨fun x => x⟩
instance Complex.instStar : Star Complex := ⟨Complex.conj⟩
namespace Matrix
variable {m : Type u} {n : Type v} {α : Type w}
/-- The conjugates, rows and columns exchanged. -/
def conjTranspose [Star α] (M : Matrix m n α) : Matrix n m α := fun i j => star (M j i)
instance [Star α] : Star (Matrix n n α) := ⟨conjTranspose⟩
/-- Its own conjugate transpose. -/
def IsHermitian [Star α] (A : Matrix n n α) : Prop := conjTranspose A = A
end Matrix

section
variable {𝕜 : Type u} [RCLike 𝕜] {E : Type v} [NormedAddCommGroup E] [InnerProductSpace 𝕜 E]
theorem inner_self_eq_zero {x : E} : inner 𝕜 x x = 0 ↔ x = 0 := by
  have h0 : RCLike.re (0 : 𝕜) = 0 := by have := RCLike.re_add (0 : 𝕜) 0; rw [add_zero] at this; grind
  constructor
  · intro h
    have h1 : norm x ^ 2 = RCLike.re (inner 𝕜 x x) := InnerProductSpace.norm_sq_eq_re_inner x
    rw [h, h0, pow_two] at h1
    exact norm_eq_zero.1 ((NoZeroDivisors.eq_zero_or_eq_zero_of_mul_eq_zero h1).elim (fun h => h) fun h => h)
  · intro h
    have h1 : inner 𝕜 ((0 : 𝕜) • x) x = RCLike.conj 0 * inner 𝕜 x x := InnerProductSpace.smul_left x x 0
    rw [map_zero, zero_mul, zero_smul] at h1
    rw [h] at h1 ⊢; exact h1
theorem inner_sub_left (x y z : E) : inner 𝕜 (x - y) z = inner 𝕜 x z - inner 𝕜 y z := by
  have h := inner_add_left (𝕜 := 𝕜) (x - y) y z
  rw [sub_add_cancel] at h
  grind
variable {F : Type w} [NormedAddCommGroup F] [InnerProductSpace 𝕜 F]
open Classical in
/-- The adjoint: the one linear map with `⟪B y, x⟫ = ⟪y, A x⟫`. -/
def LinearMap.adjoint [FiniteDimensional 𝕜 E] [FiniteDimensional 𝕜 F] (A : LinearMap (RingHom.id 𝕜) E F) : LinearMap (RingHom.id 𝕜) F E :=
  if h : ∃ B : LinearMap (RingHom.id 𝕜) F E, ∀ (x : E) (y : F), inner 𝕜 (B y) x = inner 𝕜 y (A x) then Classical.choose h else 0
theorem LinearMap.eq_adjoint_of_inner [FiniteDimensional 𝕜 E] [FiniteDimensional 𝕜 F] (A : LinearMap (RingHom.id 𝕜) E F)
    (B : LinearMap (RingHom.id 𝕜) F E) (h : ∀ (x : E) (y : F), inner 𝕜 (B y) x = inner 𝕜 y (A x)) : B = A.adjoint := by
  have hB : ∃ B : LinearMap (RingHom.id 𝕜) F E, ∀ (x : E) (y : F), inner 𝕜 (B y) x = inner 𝕜 y (A x) := ⟨B, h⟩
  refine LinearMap.ext fun y => sub_eq_zero.1 (inner_self_eq_zero (𝕜 := 𝕜).1 ?_)
  rw [LinearMap.adjoint, dif_pos hB, inner_sub_left, h, Classical.choose_spec hB, sub_self]
instance LinearMap.instStar [FiniteDimensional 𝕜 E] : Star (Module.End 𝕜 E) := ⟨LinearMap.adjoint⟩
namespace LinearMap
/-- `⟪T x, y⟫ = ⟪x, T y⟫`. -/
def IsSymmetric (T : Module.End 𝕜 E) : Prop := ∀ x y, inner 𝕜 (T x) y = inner 𝕜 x (T y)
end LinearMap
/-- Of norm 1 and orthogonal to each other. -/
def Orthonormal (𝕜 : Type u) [RCLike 𝕜] {E : Type v} [NormedAddCommGroup E] [InnerProductSpace 𝕜 E] {ι : Type w} (v : ι → E) : Prop :=
  (∀ i, norm (v i) = 1) ∧ Pairwise fun i j => inner 𝕜 (v i) (v j) = 0
end

/-! ## Affine notions of vector spaces -/
section
variable (k : Type u) {V : Type v} [Field k] [AddCommGroup V] [Module k V]
/-- Half the sum. -/
def midpoint (x y : V) : V := (2 : k)⁻¹ • (x + y)
theorem midpoint_eq_smul_add (x y : V) : midpoint k x y = (2 : k)⁻¹ • (x + y) := rfl
/-- On one line. -/
def Collinear (s : Set V) : Prop := ∃ p₀ v : V, ∀ p, p ∈ s → ∃ r : k, p = r • v + p₀
variable {k} in
theorem collinear_iff_exists_forall_eq_smul_vadd (s : Set V) : Collinear k s ↔ ∃ p₀ v : V, ∀ p, p ∈ s → ∃ r : k, p = r • v + p₀ := Iff.rfl
/-- In one plane. -/
def Coplanar (s : Set V) : Prop := ∃ p₀ v w : V, ∀ p, p ∈ s → ∃ a b : k, p = a • v + b • w + p₀
/-- Lines, planes and so on: closed under `c • (p - q) + r`. -/
structure AffineSubspace (k : Type u) (V : Type v) [Field k] [AddCommGroup V] [Module k V] where
  carrier : Set V
  smul_vsub_vadd_mem : ∀ (c : k) {p₁ p₂ p₃ : V}, p₁ ∈ carrier → p₂ ∈ carrier → p₃ ∈ carrier → c • (p₁ - p₂) + p₃ ∈ carrier
instance AffineSubspace.instSetLike : SetLike (AffineSubspace k V) V := ⟨AffineSubspace.carrier, fun a b h => by cases a; cases b; cases h; rfl⟩
/-- The differences of the members of a set span this. -/
def vectorSpan (s : Set V) : Submodule k V := Submodule.span k (setOf fun v => ∃ a, a ∈ s ∧ ∃ b, b ∈ s ∧ a - b = v)
variable {k} in
/-- The differences of members. -/
def AffineSubspace.direction (s : AffineSubspace k V) : Submodule k V := vectorSpan k (s : Set V)
instance AffineSubspace.instCompleteLattice : CompleteLattice (AffineSubspace k V) := SetLike.completeLattice _
  (fun S => ⟨setOf fun x => ∀ p, p ∈ S → x ∈ p, fun c _ _ _ h1 h2 h3 p hp => p.smul_vsub_vadd_mem c (h1 p hp) (h2 p hp) (h3 p hp)⟩) fun _ _ => Iff.rfl
/-- The least affine subspace that holds a set. -/
def affineSpan (s : Set V) : AffineSubspace k V := sInf (setOf fun p => s ⊆ (p : Set V))
/-- No point is an affine combination of the others. -/
def AffineIndependent {ι : Type w} (p : ι → V) : Prop := ∀ (s : Finset ι) (w : ι → k), s.sum w = 0 → s.sum (fun i => w i • p i) = 0 → ∀ i, i ∈ s → w i = 0
end
/-- In the same direction. -/
def SameRay (R : Type u) {M : Type v} [CommSemiring R] [PartialOrder R] [AddCommMonoid M] [Module R M] (v₁ v₂ : M) : Prop :=
  v₁ = 0 ∨ v₂ = 0 ∨ ∃ r₁ r₂ : R, 0 < r₁ ∧ 0 < r₂ ∧ r₁ • v₁ = r₂ • v₂
/-- `!₂[x, y]`. -/
def EuclideanSpace.ofVec {𝕜 : Type u} {n : Nat} (x : Fin n → 𝕜) : EuclideanSpace 𝕜 (Fin n) := x
