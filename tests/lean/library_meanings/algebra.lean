-- What the names of algebra and linear algebra mean, under Mathlib's names where it has one.
-- Units, primes and their kin.
example {M : Type*} [Monoid M] (x : M) : IsUnit x ↔ ∃ b, x * b = 1 ∧ b * x = 1 := isUnit_iff_exists
example {K : Type*} [Field K] (a : K) : IsUnit a ↔ a ≠ 0 := isUnit_iff_ne_zero
example (n : ℤ) : IsUnit n ↔ n = 1 ∨ n = -1 := Int.isUnit_iff
example {M : Type*} [Monoid M] (a : Mˣ) : (a * ↑a⁻¹ : M) = 1 := a.mul_inv
example {M : Type*} [Monoid M] (p : M) : Irreducible p ↔ ¬IsUnit p ∧ ∀ ⦃a b : M⦄, p = a * b → IsUnit a ∨ IsUnit b := irreducible_iff
example {M : Type*} [CommRing M] (p : M) : Prime p ↔ p ≠ 0 ∧ ¬IsUnit p ∧ ∀ a b, p ∣ a * b → p ∣ a ∨ p ∣ b := Iff.rfl
example {M : Type*} [Monoid M] (a b : M) : Associated a b ↔ ∃ u : Mˣ, a * u = b := Iff.rfl
example {R : Type*} [CommRing R] (x y : R) : IsCoprime x y ↔ ∃ a b, a * x + b * y = 1 := Iff.rfl
example {R : Type*} [Ring R] (x : R) : IsNilpotent x ↔ ∃ n : ℕ, x ^ n = 0 := Iff.rfl
example {R : Type*} [Ring R] (x : R) : IsIdempotentElem x ↔ x * x = x := Iff.rfl
example {M : Type*} [Monoid M] (r : M) : Squarefree r ↔ ∀ x : M, x * x ∣ r → IsUnit x := squarefree_def
example {R : Type*} [Ring R] (p : ℕ) [CharP R p] : (p : R) = 0 := CharP.cast_eq_zero R p
example {R : Type*} [Ring R] : CharP R (ringChar R) := inferInstance
example {α : Type*} [Monoid α] (a : α) : IsUnit a ↔ Nonempty (Invertible a) := isUnit_iff_nonempty_invertible
-- Groups.
example {G : Type*} [Group G] (x : G) : x ∈ (⊤ : Subgroup G) ↔ True := Subgroup.mem_top x
example {G : Type*} [Group G] (x : G) : x ∈ (⊥ : Subgroup G) ↔ x = 1 := Subgroup.mem_bot
example {G : Type*} [Group G] (H K : Subgroup G) (x : G) : x ∈ H ⊓ K ↔ x ∈ H ∧ x ∈ K := Subgroup.mem_inf
example {G : Type*} [Group G] (H K : Subgroup G) : H ≤ H ⊔ K := le_sup_left
example {G : Type*} [Group G] {ι : Type*} (S : ι → Subgroup G) (x : G) : x ∈ ⨅ i, S i ↔ ∀ i, x ∈ S i := Subgroup.mem_iInf
example {G : Type*} [Group G] (s : Set G) (K : Subgroup G) : Subgroup.closure s ≤ K ↔ s ⊆ K := Subgroup.closure_le K
example {G : Type*} [Group G] (g h : G) : h ∈ Subgroup.zpowers g ↔ ∃ k : ℤ, g ^ k = h := Subgroup.mem_zpowers_iff
example {G : Type*} [Group G] (g : G) : Subgroup.zpowers g = Subgroup.closure {g} := Subgroup.zpowers_eq_closure g
example {G : Type*} [AddGroup G] (g h : G) : h ∈ AddSubgroup.zmultiples g ↔ ∃ k : ℤ, k • g = h := AddSubgroup.mem_zmultiples_iff
example {G : Type*} [Group G] (H : Subgroup G) : H.Normal ↔ ∀ n, n ∈ H → ∀ g : G, g * n * g⁻¹ ∈ H := Subgroup.normal_iff
example {G : Type*} [Group G] (z : G) : z ∈ Subgroup.center G ↔ ∀ g, g * z = z * g := Subgroup.mem_center_iff
example {G : Type*} [Group G] (s : Set G) (g : G) : g ∈ Subgroup.centralizer s ↔ ∀ h ∈ s, h * g = g * h := Subgroup.mem_centralizer_iff
example {G : Type*} [Group G] (H : Subgroup G) (g : G) : g ∈ H.normalizer ↔ ∀ h, h ∈ H ↔ g * h * g⁻¹ ∈ H := Subgroup.mem_normalizer_iff
example {G : Type*} [Group G] (s : Set G) (H : Subgroup G) [H.Normal] (h : s ⊆ H) : Subgroup.normalClosure s ≤ H := Subgroup.normalClosure_le_normal h
example {G N : Type*} [Group G] [Group N] (f : G →* N) (K : Subgroup G) (y : N) : y ∈ K.map f ↔ ∃ x ∈ K, f x = y := Subgroup.mem_map
example {G N : Type*} [Group G] [Group N] (f : G →* N) (K : Subgroup N) (x : G) : x ∈ K.comap f ↔ f x ∈ K := Subgroup.mem_comap
example {G N : Type*} [Group G] [Group N] (f : G →* N) (x : G) : x ∈ f.ker ↔ f x = 1 := MonoidHom.mem_ker
example {G N : Type*} [Group G] [Group N] (f : G →* N) (y : N) : y ∈ f.range ↔ ∃ x, f x = y := MonoidHom.mem_range
example {G : Type*} [Group G] (H K : Subgroup G) (h : K) : h ∈ H.subgroupOf K ↔ (h : G) ∈ H := Subgroup.mem_subgroupOf
example {G : Type*} [Group G] (g h : G) : ⁅g, h⁆ = g * h * g⁻¹ * h⁻¹ := commutatorElement_def g h
example {G : Type*} [Group G] (s : Subgroup G) (a b : G) : (a : G ⧸ s) = b ↔ a⁻¹ * b ∈ s := QuotientGroup.eq
example {G : Type*} [Group G] (N : Subgroup G) [N.Normal] (a b : G) : ((a * b : G) : G ⧸ N) = a * b := QuotientGroup.mk_mul N a b
example {G : Type*} [Group G] (H : Subgroup G) : H.index = Nat.card (G ⧸ H) := Subgroup.index_eq_card H
example {G : Type*} [Monoid G] (x : G) (n : ℕ) : orderOf x ∣ n ↔ x ^ n = 1 := orderOf_dvd_iff_pow_eq_one
example {G : Type*} [Monoid G] (x : G) : orderOf x = 0 ↔ ¬IsOfFinOrder x := orderOf_eq_zero_iff
example {G : Type*} [Group G] : IsCyclic G ↔ ∃ g : G, Subgroup.zpowers g = ⊤ := isCyclic_iff_exists_zpowers_eq_top
example {G : Type*} [Group G] (p : ℕ) : IsPGroup p G ↔ ∀ g : G, ∃ k : ℕ, g ^ p ^ k = 1 := Iff.rfl
example {G : Type*} [Group G] (a b : G) : IsConj a b ↔ ∃ c : G, c * a * c⁻¹ = b := isConj_iff
example {G α : Type*} [Group G] [MulAction G α] (a : α) (g : G) : g ∈ MulAction.stabilizer G a ↔ g • a = a := MulAction.mem_stabilizer_iff
example {α : Type*} [AddMonoid α] (a b : α) : Multiplicative.ofAdd (a + b) = .ofAdd a * .ofAdd b := Multiplicative.ofAdd_add a b
-- Homomorphisms and isomorphisms.
example {R S : Type*} [Ring R] [Ring S] (f : R →+* S) (x y : R) : f (x * y) = f x * f y := map_mul f x y
example {M N : Type*} [Mul M] [Mul N] (e : M ≃* N) (x y : M) : e (x * y) = e x * e y := map_mul e x y
example {M N : Type*} [Group M] [Group N] (e : M ≃* N) (y : N) : e (e.symm y) = y := e.apply_symm_apply y
-- Ideals and quotient rings.
example {R : Type*} [CommRing R] (x y : R) : x ∈ Ideal.span ({y} : Set R) ↔ y ∣ x := Ideal.mem_span_singleton
example {R : Type*} [CommRing R] (I J K : Ideal R) : I * J ≤ K ↔ ∀ r ∈ I, ∀ s ∈ J, r * s ∈ K := Ideal.mul_le
example {R : Type*} [CommRing R] (I : Ideal R) : I.IsPrime ↔ I ≠ ⊤ ∧ ∀ {x y : R}, x * y ∈ I → x ∈ I ∨ y ∈ I := Ideal.isPrime_iff
example {R : Type*} [CommRing R] (I : Ideal R) : I.IsMaximal ↔ IsCoatom I := Ideal.isMaximal_def
example {R : Type*} [CommRing R] (I : Ideal R) (x y : R) : Ideal.Quotient.mk I x = Ideal.Quotient.mk I y ↔ x - y ∈ I := Ideal.Quotient.eq
example {R : Type*} [CommRing R] (I : Ideal R) (a b : R ⧸ I) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2 := by ring
-- Polynomials.
section
open Polynomial
example {R : Type*} [Semiring R] (p q : R[X]) : p = q ↔ ∀ n, p.coeff n = q.coeff n := Polynomial.ext_iff
example {R : Type*} [Semiring R] (k n : ℕ) : (X ^ k : R[X]).coeff n = if n = k then 1 else 0 := coeff_X_pow k n
example {R : Type*} [Semiring R] (a : R) (p : R[X]) (n : ℕ) : (C a * p).coeff n = a * p.coeff n := coeff_C_mul a p n
example {R : Type*} [Semiring R] (p : R[X]) (n : ℕ) : (X * p).coeff (n + 1) = p.coeff n := coeff_X_mul p n
example {R : Type*} [Semiring R] (p : R[X]) (n : ℕ) : p.natDegree ≤ n ↔ ∀ N, n < N → p.coeff N = 0 := natDegree_le_iff_coeff_eq_zero
example {R : Type*} [Semiring R] (p : R[X]) : p.leadingCoeff = 0 ↔ p = 0 := leadingCoeff_eq_zero
example {R : Type*} [Semiring R] : (0 : R[X]).degree = ⊥ := degree_zero
example {R : Type*} [Semiring R] (p : R[X]) (h : p ≠ 0) : p.degree = p.natDegree := degree_eq_natDegree h
example {R : Type*} [CommRing R] (x : R) (p q : R[X]) : (p * q).eval x = p.eval x * q.eval x := eval_mul x p q
example {R : Type*} [CommRing R] (x : R) (p q : R[X]) : (p.comp q).eval x = p.eval (q.eval x) := eval_comp x p q
example {R : Type*} [CommRing R] (x a : R) : (X ^ 2 + C a * X + 1 : R[X]).eval x = x ^ 2 + a * x + 1 := by simp
example {R : Type*} [Semiring R] (p : R[X]) (n : ℕ) : (derivative p).coeff n = p.coeff (n + 1) * (n + 1) := coeff_derivative p n
example {R : Type*} [CommRing R] [IsDomain R] (p : R[X]) (h : p ≠ 0) (a : R) : a ∈ p.roots ↔ p.IsRoot a := mem_roots h
example {R : Type*} [Semiring R] (p : R[X]) : p.Monic ↔ p.leadingCoeff = 1 := Monic.def
example {R A : Type*} [CommRing R] [Ring A] [Algebra R A] (x : A) (r : R) : aeval x (C r * X) = algebraMap R A r * x := by simp
end
example {σ R : Type*} [CommRing R] (f : σ → R) (i : σ) : MvPolynomial.eval f (MvPolynomial.X i) = f i := MvPolynomial.eval_X f i
example {σ R S : Type*} [CommRing R] [CommRing S] (f g : MvPolynomial σ R →+* S) (hC : ∀ r, f (MvPolynomial.C r) = g (MvPolynomial.C r))
    (hX : ∀ i, f (MvPolynomial.X i) = g (MvPolynomial.X i)) : f = g := MvPolynomial.ringHom_ext hC hX
-- Matrices.
section
open Matrix
example {R : Type*} [CommRing R] (A : Matrix (Fin 2) (Fin 2) R) : A.det = A 0 0 * A 1 1 - A 0 1 * A 1 0 := det_fin_two A
example {n R : Type*} [Fintype n] [CommRing R] (A B : Matrix n n R) (i k : n) : (A * B) i k = ∑ j, A i j * B j k := mul_apply
example {n R : Type*} [Fintype n] [DecidableEq n] [CommRing R] (M : Matrix n n R) :
    M.det = ∑ σ : Equiv.Perm n, ((Equiv.Perm.sign σ : ℤ) : R) * ∏ i, M (σ i) i := det_apply' M
example {m n α : Type*} (A : Matrix m n α) (i : n) (j : m) : Aᵀ i j = A j i := rfl
example : !![1, 2; 3, (4 : ℤ)] 1 0 = 3 := rfl
example : (![1, 2, 3] : Fin 3 → ℤ) 2 = 3 := rfl
example {n R : Type*} [Fintype n] [DecidableEq n] [CommRing R] (A : Matrix n n R) : A⁻¹ = Ring.inverse A.det • A.adjugate := inv_def A
example : Equiv.Perm.sign (1 : Equiv.Perm (Fin 5)) = 1 := Equiv.Perm.sign_one
end
-- Linear algebra.
example {R M : Type*} [Ring R] [AddCommGroup M] [Module R M] (p q : Submodule R M) (x : M) : x ∈ p ⊔ q ↔ ∃ y ∈ p, ∃ z ∈ q, y + z = x := Submodule.mem_sup
example {R M : Type*} [Ring R] [AddCommGroup M] [Module R M] (s : Set M) (p : Submodule R M) : Submodule.span R s ≤ p ↔ s ⊆ p := Submodule.span_le
example {R M : Type*} [Ring R] [AddCommGroup M] [Module R M] (x y : M) : x ∈ Submodule.span R {y} ↔ ∃ a : R, a • y = x := Submodule.mem_span_singleton
example {R M N : Type*} [Ring R] [AddCommGroup M] [Module R M] [AddCommGroup N] [Module R N] (f : M →ₗ[R] N) (x : M) : x ∈ LinearMap.ker f ↔ f x = 0 := LinearMap.mem_ker
example {R M N : Type*} [Ring R] [AddCommGroup M] [Module R M] [AddCommGroup N] [Module R N] (f : M →ₗ[R] N) : LinearMap.ker f = ⊥ ↔ Function.Injective f := LinearMap.ker_eq_bot
example {K V : Type*} [Field K] [AddCommGroup V] [Module K V] (f : Module.End K V) (μ : K) (x : V) : x ∈ f.eigenspace μ ↔ f x = μ • x := Module.End.mem_eigenspace_iff
example {K V : Type*} [Field K] [AddCommGroup V] [Module K V] (f : Module.End K V) (μ : K) (h : f.HasEigenvalue μ) : ∃ v, f.HasEigenvector μ v := h.exists_hasEigenvector
example {R M ι : Type*} [Ring R] [AddCommGroup M] [Module R M] (v : ι → M) :
    LinearIndependent R v ↔ ∀ (s : Finset ι) (g : ι → R), ∑ i ∈ s, g i • v i = 0 → ∀ i ∈ s, g i = 0 := linearIndependent_iff'
-- Inner products.
example {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] (x : V) : inner ℝ x x = ‖x‖ ^ 2 := real_inner_self_eq_norm_sq x
example {n : Type*} [Fintype n] (x : EuclideanSpace ℝ n) : ‖x‖ = √(∑ i, ‖x i‖ ^ 2) := EuclideanSpace.norm_eq x
example {n : Type*} [Fintype n] (x y : EuclideanSpace ℝ n) : dist x y = √(∑ i, dist (x i) (y i) ^ 2) := EuclideanSpace.dist_eq x y
example {𝕜 E : Type*} [RCLike 𝕜] [NormedAddCommGroup E] [InnerProductSpace 𝕜 E] (x : E) : inner 𝕜 x x = 0 ↔ x = 0 := inner_self_eq_zero
example {V : Type*} [AddCommGroup V] [Module ℝ V] (s : Set V) : Collinear ℝ s ↔ ∃ p₀ v : V, ∀ p ∈ s, ∃ r : ℝ, p = r • v + p₀ := collinear_iff_exists_forall_eq_smul_vadd s

-- The sign is multiplicative and turns with every exchange; the dimension counts a basis.
example {α : Type*} [DecidableEq α] [Fintype α] (f g : Equiv.Perm α) : Equiv.Perm.sign (f * g) = Equiv.Perm.sign f * Equiv.Perm.sign g := Equiv.Perm.sign_mul f g
example {α : Type*} [DecidableEq α] [Fintype α] (x y : α) (h : x ≠ y) : Equiv.Perm.sign (Equiv.swap x y) = -1 := Equiv.Perm.sign_swap h
example {K V : Type*} [Field K] [AddCommGroup V] [Module K V] (n : ℕ) (b : Module.Basis (Fin n) K V) : Module.finrank K V = n :=
  Module.finrank_eq_of_basis_fin b
example (n : ℕ) : Module.finrank ℝ (Fin n → ℝ) = n := Module.finrank_fin_fun ℝ
example {R M ι : Type*} [Ring R] [AddCommGroup M] [Module R M] [Fintype ι] (v : ι → M) (x : M) :
    x ∈ Submodule.span R (Set.range v) ↔ ∃ c : ι → R, ∑ i, c i • v i = x := Submodule.mem_span_range_iff_exists_fun
-- Iterates, supports, extreme parts.
example (f : ℕ → ℕ) (n : ℕ) : Nat.iterate f n = f^[n] := rfl
example (f : ℕ → ℝ) (x : ℕ) : x ∈ Function.support f ↔ f x ≠ 0 := Function.mem_support
example (A B : Set ℝ) : IsExtreme ℝ A B ↔ B ⊆ A ∧ ∀ ⦃x⦄, x ∈ A → ∀ ⦃y⦄, y ∈ A → ∀ ⦃z⦄, z ∈ B → z ∈ openSegment ℝ x y → x ∈ B :=
  ⟨fun h => ⟨h.1, h.2⟩, fun h => ⟨h.1, h.2⟩⟩
