module
public import Mathlet.LinearAlgebra.Submodule
@[expose] public noncomputable section

/-!
# Polynomials in many letters

The free commutative algebra on the letters: terms made of letters, constants, sums and products, up to the laws of
commutative rings. Every choice of values for the letters is one homomorphism (`eval₂`), which pins it down.
-/

universe u v w

namespace MvPolynomial
/-- Terms. -/
inductive Term (σ : Type u) (R : Type v) where
  | var (i : σ)
  | const (r : R)
  | add (a b : Term σ R)
  | mul (a b : Term σ R)
variable {σ : Type u} {R : Type v}
/-- Equal by the laws of commutative rings. -/
inductive Rel [CommSemiring R] : Term σ R → Term σ R → Prop
  | refl (a) : Rel a a
  | symm {a b} : Rel a b → Rel b a
  | trans {a b c} : Rel a b → Rel b c → Rel a c
  | add {a b c d} : Rel a b → Rel c d → Rel (.add a c) (.add b d)
  | mul {a b c d} : Rel a b → Rel c d → Rel (.mul a c) (.mul b d)
  | add_assoc (a b c) : Rel (.add (.add a b) c) (.add a (.add b c))
  | add_comm (a b) : Rel (.add a b) (.add b a)
  | zero_add (a) : Rel (.add (.const 0) a) a
  | mul_assoc (a b c) : Rel (.mul (.mul a b) c) (.mul a (.mul b c))
  | mul_comm (a b) : Rel (.mul a b) (.mul b a)
  | one_mul (a) : Rel (.mul (.const 1) a) a
  | zero_mul (a) : Rel (.mul (.const 0) a) (.const 0)
  | mul_add (a b c) : Rel (.mul a (.add b c)) (.add (.mul a b) (.mul a c))
  | const_add (r s) : Rel (.const (r + s)) (.add (.const r) (.const s))
  | const_mul (r s) : Rel (.const (r * s)) (.mul (.const r) (.const s))
/-- As an equivalence. -/
def setoid (σ : Type u) (R : Type v) [CommSemiring R] : Setoid (Term σ R) := ⟨Rel, .refl, .symm, .trans⟩
end MvPolynomial
/-- Polynomials in the letters `σ` with coefficients in `R`. -/
def MvPolynomial (σ : Type u) (R : Type v) [CommSemiring R] : Type (max u v) := Quotient (MvPolynomial.setoid σ R)
namespace MvPolynomial
variable {σ : Type u} {R : Type v} {S : Type w}
section CommSemiring
variable [CommSemiring R] [CommSemiring S]
/-- The polynomial of a term. -/
def ofTerm (t : Term σ R) : MvPolynomial σ R := Quotient.mk (setoid σ R) t
theorem exists_term (p : MvPolynomial σ R) : ∃ t, ofTerm t = p := Quotient.exists_rep p
theorem sound {s t : Term σ R} (h : Rel s t) : ofTerm s = ofTerm t := Quotient.sound h
/-- The letters. -/
def X (n : σ) : MvPolynomial σ R := ofTerm (.var n)
instance : Add (MvPolynomial σ R) := ⟨Quotient.lift₂ (s₁ := setoid σ R) (s₂ := setoid σ R) (fun a b => ofTerm (.add a b)) fun _ _ _ _ h h' => sound (.add h h')⟩
instance : Mul (MvPolynomial σ R) := ⟨Quotient.lift₂ (s₁ := setoid σ R) (s₂ := setoid σ R) (fun a b => ofTerm (.mul a b)) fun _ _ _ _ h h' => sound (.mul h h')⟩
instance : Zero (MvPolynomial σ R) := ⟨ofTerm (.const 0)⟩
instance : One (MvPolynomial σ R) := ⟨ofTerm (.const 1)⟩
instance commSemiring : CommSemiring (MvPolynomial σ R) where
  add_assoc x y z := by
    obtain ⟨a, rfl⟩ := exists_term x; obtain ⟨b, rfl⟩ := exists_term y; obtain ⟨c, rfl⟩ := exists_term z; exact sound (.add_assoc a b c)
  add_comm x y := by obtain ⟨a, rfl⟩ := exists_term x; obtain ⟨b, rfl⟩ := exists_term y; exact sound (.add_comm a b)
  zero_add x := by obtain ⟨a, rfl⟩ := exists_term x; exact sound (.zero_add a)
  add_zero x := by obtain ⟨a, rfl⟩ := exists_term x; exact sound (.trans (.add_comm a _) (.zero_add a))
  mul_assoc x y z := by
    obtain ⟨a, rfl⟩ := exists_term x; obtain ⟨b, rfl⟩ := exists_term y; obtain ⟨c, rfl⟩ := exists_term z; exact sound (.mul_assoc a b c)
  mul_comm x y := by obtain ⟨a, rfl⟩ := exists_term x; obtain ⟨b, rfl⟩ := exists_term y; exact sound (.mul_comm a b)
  one_mul x := by obtain ⟨a, rfl⟩ := exists_term x; exact sound (.one_mul a)
  mul_one x := by obtain ⟨a, rfl⟩ := exists_term x; exact sound (.trans (.mul_comm a _) (.one_mul a))
  zero_mul x := by obtain ⟨a, rfl⟩ := exists_term x; exact sound (.zero_mul a)
  mul_zero x := by obtain ⟨a, rfl⟩ := exists_term x; exact sound (.trans (.mul_comm a _) (.zero_mul a))
  left_distrib x y z := by
    obtain ⟨a, rfl⟩ := exists_term x; obtain ⟨b, rfl⟩ := exists_term y; obtain ⟨c, rfl⟩ := exists_term z; exact sound (.mul_add a b c)
  right_distrib x y z := by
    obtain ⟨a, rfl⟩ := exists_term x; obtain ⟨b, rfl⟩ := exists_term y; obtain ⟨c, rfl⟩ := exists_term z
    exact sound (.trans (.mul_comm _ c) (.trans (.mul_add c a b) (.add (.mul_comm c a) (.mul_comm c b))))
/-- The constants. -/
def C : RingHom R (MvPolynomial σ R) where
  toFun r := ofTerm (.const r)
  map_one' := rfl
  map_zero' := rfl
  map_mul' r s := sound (.const_mul r s)
  map_add' r s := sound (.const_add r s)
instance algebra {R : Type v} {A : Type w} [CommSemiring R] [CommSemiring A] [Algebra R A] : Algebra R (MvPolynomial σ A) where
  smul r p := C (algebraMap R A r) * p
  algebraMap := C.comp (algebraMap R A)
  commutes' _ _ := mul_comm _ _
  smul_def' _ _ := rfl
theorem smul_eq_C_mul (p : MvPolynomial σ R) (a : R) : a • p = C a * p := rfl
/-- The value of a term. -/
def Term.value (f : RingHom R S) (g : σ → S) : Term σ R → S
  | .var i => g i
  | .const r => f r
  | .add a b => a.value f g + b.value f g
  | .mul a b => a.value f g * b.value f g
theorem Rel.value (f : RingHom R S) (g : σ → S) {s t : Term σ R} (h : Rel s t) : s.value f g = t.value f g := by
  induction h with
  | refl => rfl
  | symm _ ih => exact ih.symm
  | trans _ _ ih ih' => exact ih.trans ih'
  | add _ _ ih ih' => simp only [Term.value, ih, ih']
  | mul _ _ ih ih' => simp only [Term.value, ih, ih']
  | add_assoc => exact _root_.add_assoc _ _ _
  | add_comm => exact _root_.add_comm _ _
  | zero_add => simp only [Term.value, map_zero, _root_.zero_add]
  | mul_assoc => exact _root_.mul_assoc _ _ _
  | mul_comm => exact _root_.mul_comm _ _
  | one_mul => simp only [Term.value, map_one, _root_.one_mul]
  | zero_mul => simp only [Term.value, map_zero, _root_.zero_mul]
  | mul_add => exact _root_.mul_add _ _ _
  | const_add r s => exact map_add f r s
  | const_mul r s => exact map_mul f r s
/-- The value with the coefficients sent by `f` and the letters by `g`. -/
def eval₂ (f : RingHom R S) (g : σ → S) (p : MvPolynomial σ R) : S := Quotient.lift (s := setoid σ R) (Term.value f g) (fun _ _ h => Rel.value f g h) p
/-- The same as a homomorphism. -/
def eval₂Hom (f : RingHom R S) (g : σ → S) : RingHom (MvPolynomial σ R) S where
  toFun := eval₂ f g
  map_one' := map_one f
  map_zero' := map_zero f
  map_mul' x y := by obtain ⟨a, rfl⟩ := exists_term x; obtain ⟨b, rfl⟩ := exists_term y; rfl
  map_add' x y := by obtain ⟨a, rfl⟩ := exists_term x; obtain ⟨b, rfl⟩ := exists_term y; rfl
/-- The value. -/
def eval (f : σ → R) : RingHom (MvPolynomial σ R) R := eval₂Hom (RingHom.id R) f
/-- The value in an algebra. -/
def aeval {A : Type w} [CommSemiring A] [Algebra R A] (f : σ → A) : AlgHom R (MvPolynomial σ R) A :=
  { eval₂Hom (algebraMap R A) f with commutes' := fun _ => rfl }
/-- The coefficients sent by a homomorphism. -/
def map (f : RingHom R S) : RingHom (MvPolynomial σ R) (MvPolynomial σ S) := eval₂Hom (C.comp f) X
/-- Other letters. -/
def rename {τ : Type w} (f : σ → τ) : AlgHom R (MvPolynomial σ R) (MvPolynomial τ R) := aeval fun i => X (f i)
@[simp, grind =] theorem eval_X (f : σ → R) (n : σ) : eval f (X n) = f n := rfl
@[simp, grind =] theorem eval_C (f : σ → R) (a : R) : eval f (C a) = a := rfl
@[simp] theorem aeval_X {A : Type w} [CommSemiring A] [Algebra R A] (f : σ → A) (s : σ) : aeval (R := R) f (X s) = f s := rfl
@[simp] theorem eval₂_X (f : RingHom R S) (g : σ → S) (n : σ) : eval₂ f g (X n) = g n := rfl
@[simp] theorem eval₂_C (f : RingHom R S) (g : σ → S) (a : R) : eval₂ f g (C a) = f a := rfl
theorem induction_on {M : MvPolynomial σ R → Prop} (p : MvPolynomial σ R) (hC : ∀ a, M (C a)) (hX : ∀ n, M (X n))
    (hadd : ∀ p q, M p → M q → M (p + q)) (hmul : ∀ p q, M p → M q → M (p * q)) : M p := by
  obtain ⟨t, rfl⟩ := exists_term p
  induction t with
  | var i => exact hX i
  | const r => exact hC r
  | add a b ha hb => exact hadd _ _ ha hb
  | mul a b ha hb => exact hmul _ _ ha hb
theorem ringHom_ext {f g : RingHom (MvPolynomial σ R) S} (hC : ∀ r, f (C r) = g (C r)) (hX : ∀ i, f (X i) = g (X i)) : f = g :=
  RingHom.ext fun p => induction_on (M := fun p => f p = g p) p hC hX (fun p q (hp : f p = g p) (hq : f q = g q) => by
    show f (p + q) = g (p + q); rw [map_add, map_add, hp, hq]) fun p q (hp : f p = g p) (hq : f q = g q) => by
    show f (p * q) = g (p * q); rw [map_mul, map_mul, hp, hq]
/-- A combination of products of at most `n` letters. -/
def degreeLE (n : Nat) (p : MvPolynomial σ R) : Prop :=
  p ∈ Submodule.span R (setOf fun m => ∃ l : List σ, l.length ≤ n ∧ m = (l.map X).foldr (· * ·) 1)
open Classical in
/-- The total degree: the least `n` for which products of at most `n` letters suffice. -/
def totalDegree (p : MvPolynomial σ R) : Nat := if h : ∃ n, degreeLE n p ∧ ∀ k, degreeLE k p → n ≤ k then Classical.choose h else 0
theorem totalDegree_eq {p : MvPolynomial σ R} {n : Nat} (h : degreeLE n p) (h' : ∀ k, degreeLE k p → n ≤ k) : totalDegree p = n := by
  have he : ∃ n, degreeLE n p ∧ ∀ k, degreeLE k p → n ≤ k := ⟨n, h, h'⟩
  rw [totalDegree, dif_pos he]
  exact Nat.le_antisymm ((Classical.choose_spec he).2 n h) (h' _ (Classical.choose_spec he).1)
end CommSemiring
section CommRing
variable [CommRing R]
instance instNeg : Neg (MvPolynomial σ R) := ⟨fun p => C (-1) * p⟩
instance instCommRing : CommRing (MvPolynomial σ R) where
  neg_add_cancel p := by
    show C (-1) * p + p = 0
    have h : (C (-1) : MvPolynomial σ R) + 1 = 0 := by
      rw [← map_one (C : RingHom R (MvPolynomial σ R)), ← map_add, neg_add_cancel, map_zero]
    calc C (-1) * p + p = (C (-1) + 1) * p := by rw [add_mul, one_mul]
      _ = 0 := by rw [h, zero_mul]
  mul_comm := mul_comm
end CommRing
end MvPolynomial
