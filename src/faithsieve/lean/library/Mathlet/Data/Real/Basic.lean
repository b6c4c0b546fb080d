module
public import Mathlet.Algebra.Order
public import Mathlet.Data.Set
@[expose] public noncomputable section

/-!
# The real numbers

Cauchy sequences of rationals modulo null sequences. Sequence arithmetic is pointwise, so every ring
law is a rational identity that `grind` proves; the order is `0 < y - x`, so order laws are ring
identities about one predicate, `Pos`.
-/

namespace RealSeq

/-- Absolute values are written as two inequalities: `grind` then sees linear facts only. -/
def Null (f : Nat → Rat) : Prop := ∀ ε : Rat, 0 < ε → ∃ N, ∀ n, N ≤ n → -ε < f n ∧ f n < ε

def Cauchy (f : Nat → Rat) : Prop :=
  ∀ ε : Rat, 0 < ε → ∃ N, ∀ m n, N ≤ m → N ≤ n → f m - f n < ε

/-- Eventually above a positive rational. -/
def EvPos (f : Nat → Rat) : Prop := ∃ δ : Rat, 0 < δ ∧ ∃ N, ∀ n, N ≤ n → δ ≤ f n

theorem mul_bound {B d x z : Rat} (h1 : -B < x) (h2 : x < B) (h3 : -d < z) (h4 : z < d) :
    -(B * d) < x * z ∧ x * z < B * d := by
  have p1 : 0 < (B - x) * (d + z) := mul_pos (by grind) (by grind)
  have p2 : 0 < (B + x) * (d - z) := mul_pos (by grind) (by grind)
  have p3 : 0 < (B - x) * (d - z) := mul_pos (by grind) (by grind)
  have p4 : 0 < (B + x) * (d + z) := mul_pos (by grind) (by grind)
  constructor <;> grind

theorem Cauchy.const (q : Rat) : Cauchy fun _ => q := fun ε h => ⟨0, fun _ _ _ _ => by grind⟩

theorem Cauchy.add {f g} (hf : Cauchy f) (hg : Cauchy g) : Cauchy fun n => f n + g n := by
  intro ε h
  obtain ⟨N, hN⟩ := hf (ε / 2) (by grind)
  obtain ⟨M, hM⟩ := hg (ε / 2) (by grind)
  refine ⟨max N M, fun m n h1 h2 => ?_⟩
  have := hN m n (by omega) (by omega)
  have := hM m n (by omega) (by omega)
  grind

theorem Cauchy.neg {f} (hf : Cauchy f) : Cauchy fun n => -f n := by
  intro ε h
  obtain ⟨N, hN⟩ := hf ε h
  refine ⟨N, fun m n h1 h2 => ?_⟩
  have := hN n m h2 h1
  grind

theorem bounded_upto (f : Nat → Rat) (N : Nat) : ∃ B : Rat, 0 < B ∧ ∀ n, n ≤ N → -B < f n ∧ f n < B := by
  induction N with
  | zero =>
    rcases Std.le_total (a := f 0) (b := 0) with h | h
    · exact ⟨1 - f 0, by grind, fun n hn => by obtain rfl : n = 0 := by omega
                                               grind⟩
    · exact ⟨1 + f 0, by grind, fun n hn => by obtain rfl : n = 0 := by omega
                                               grind⟩
  | succ N ih =>
    obtain ⟨B, hB, ih⟩ := ih
    have key : ∃ C : Rat, B ≤ C ∧ -C < f (N + 1) ∧ f (N + 1) < C := by
      rcases Std.le_total (a := f (N + 1)) (b := 0) with h | h
      · exact ⟨B - f (N + 1), by grind, by grind, by grind⟩
      · exact ⟨B + f (N + 1), by grind, by grind, by grind⟩
    obtain ⟨C, h1, h2, h3⟩ := key
    refine ⟨C, by grind, fun n hn => ?_⟩
    by_cases h : n = N + 1
    · subst h; exact ⟨h2, h3⟩
    · have := ih n (by omega); grind

theorem Cauchy.bounded {f} (hf : Cauchy f) : ∃ B : Rat, 0 < B ∧ ∀ n, -B < f n ∧ f n < B := by
  obtain ⟨N, hN⟩ := hf 1 (by grind)
  obtain ⟨B, hB, h⟩ := bounded_upto f N
  refine ⟨B + 1, by grind, fun n => ?_⟩
  by_cases hn : n ≤ N
  · have := h n hn; grind
  · have := h N (by omega)
    have := hN n N (by omega) (by omega)
    have := hN N n (by omega) (by omega)
    grind

theorem Cauchy.two_sided {f} (hf : Cauchy f) {ε : Rat} (h : 0 < ε) :
    ∃ N, ∀ m n, N ≤ m → N ≤ n → -ε < f m - f n ∧ f m - f n < ε := by
  obtain ⟨N, hN⟩ := hf ε h
  refine ⟨N, fun m n h1 h2 => ?_⟩
  have := hN m n h1 h2
  have := hN n m h2 h1
  grind

theorem Cauchy.mul {f g} (hf : Cauchy f) (hg : Cauchy g) : Cauchy fun n => f n * g n := by
  intro ε h
  obtain ⟨A, hA, hfA⟩ := hf.bounded
  obtain ⟨B, hB, hgB⟩ := hg.bounded
  have hA' := inv_pos_of_pos hA
  have hB' := inv_pos_of_pos hB
  obtain ⟨N, hN⟩ := hf.two_sided (mul_pos (show 0 < ε / 2 by grind) hB')
  obtain ⟨M, hM⟩ := hg.two_sided (mul_pos (show 0 < ε / 2 by grind) hA')
  refine ⟨max N M, fun m n h1 h2 => ?_⟩
  have h3 := hN m n (by omega) (by omega)
  have h4 := hM m n (by omega) (by omega)
  have h5 := (mul_bound (hgB n).1 (hgB n).2 h3.1 h3.2).2
  have h6 := (mul_bound (hfA m).1 (hfA m).2 h4.1 h4.2).2
  have e1 : B * (ε / 2 * B⁻¹) = ε / 2 := by grind
  have e2 : A * (ε / 2 * A⁻¹) = ε / 2 := by grind
  rw [e1] at h5
  rw [e2] at h6
  show f m * g m - f n * g n < ε
  grind

theorem Null.add {f g} (hf : Null f) (hg : Null g) : Null fun n => f n + g n := by
  intro ε h
  obtain ⟨N, hN⟩ := hf (ε / 2) (by grind)
  obtain ⟨M, hM⟩ := hg (ε / 2) (by grind)
  refine ⟨max N M, fun n h1 => ?_⟩
  have := hN n (by omega)
  have := hM n (by omega)
  grind

theorem Null.neg {f} (hf : Null f) : Null fun n => -f n := by
  intro ε h
  obtain ⟨N, hN⟩ := hf ε h
  exact ⟨N, fun n h1 => by have := hN n h1; grind⟩

theorem Null.congr {f g} (hf : Null f) (h : ∀ n, f n = g n) : Null g :=
  (funext h : f = g) ▸ hf

theorem Null.mul_left {f g} (hf : Cauchy f) (hg : Null g) : Null fun n => f n * g n := by
  intro ε h
  obtain ⟨A, hA, hfA⟩ := hf.bounded
  obtain ⟨N, hN⟩ := hg (ε * A⁻¹) (mul_pos h (inv_pos_of_pos hA))
  refine ⟨N, fun n h1 => ?_⟩
  have h4 := hN n h1
  have h6 := mul_bound (hfA n).1 (hfA n).2 h4.1 h4.2
  have e2 : A * (ε * A⁻¹) = ε := by grind
  rw [e2] at h6
  exact h6

theorem Null.zero : Null fun _ => 0 := fun ε h => ⟨0, fun _ _ => by grind⟩

theorem EvPos.of_null {f g} (h : EvPos f) (h' : Null fun n => f n - g n) : EvPos g := by
  obtain ⟨δ, hδ, N, hN⟩ := h
  obtain ⟨M, hM⟩ := h' (δ / 2) (by grind)
  refine ⟨δ / 2, by grind, max N M, fun n hn => ?_⟩
  have := hN n (by omega)
  have := hM n (by omega)
  grind

/-- Trichotomy, the only place where the order of the reals needs classical logic. -/
theorem Cauchy.cases {f} (hf : Cauchy f) : Null f ∨ EvPos f ∨ EvPos fun n => -f n := by
  by_cases h : Null f
  · exact .inl h
  · right
    simp only [Null, Classical.not_forall, not_exists] at h
    obtain ⟨ε, hε, h⟩ := h
    obtain ⟨N, hN⟩ := hf (ε / 2) (by grind)
    obtain ⟨n, hn, hfn⟩ := h N
    by_cases h1 : ε ≤ f n
    · refine .inl ⟨ε / 2, by grind, N, fun m hm => ?_⟩
      have := hN n m hn hm
      grind
    · refine .inr ⟨ε / 2, by grind, N, fun m hm => ?_⟩
      have := hN m n hm hn
      grind

theorem Cauchy.inv_of_pos {f} (hf : Cauchy f) {δ : Rat} (hδ : 0 < δ) {N : Nat}
    (h : ∀ n, N ≤ n → δ ≤ f n) : Cauchy fun n => (f n)⁻¹ := by
  have hδ' := inv_pos_of_pos hδ
  have small : ∀ n, N ≤ n → 0 < (f n)⁻¹ ∧ (f n)⁻¹ ≤ δ⁻¹ := by
    intro n hn
    have h1 := h n hn
    have h2 := inv_pos_of_pos (a := f n) (by grind)
    refine ⟨h2, ?_⟩
    have h3 := mul_nonneg (a := f n - δ) (b := (f n)⁻¹ * δ⁻¹) (by grind)
      (by have := mul_pos h2 hδ'; grind)
    have h4 : f n ≠ 0 := by grind
    -- `grind` does not reduce inequalities by the equations `x * x⁻¹ = 1`, so the identity is separate.
    have e : (f n - δ) * ((f n)⁻¹ * δ⁻¹) = δ⁻¹ - (f n)⁻¹ := by grind
    grind
  intro ε hε
  obtain ⟨M, hM⟩ := hf.two_sided (mul_pos hε (mul_pos hδ hδ))
  refine ⟨max N M, fun m n hm hn => ?_⟩
  have ⟨a1, a2⟩ := small m (by omega)
  have ⟨b1, b2⟩ := small n (by omega)
  have h1 := h m (by omega)
  have h2 := h n (by omega)
  have h3 := hM n m (by omega) (by omega)
  show (f m)⁻¹ - (f n)⁻¹ < ε
  have e : (f m)⁻¹ - (f n)⁻¹ = (f n - f m) * ((f m)⁻¹ * (f n)⁻¹) := by
    have : f m ≠ 0 := by grind
    have : f n ≠ 0 := by grind
    grind
  have p := mul_pos a1 b1
  have q1 : (f n - f m) * ((f m)⁻¹ * (f n)⁻¹) < ε * (δ * δ) * ((f m)⁻¹ * (f n)⁻¹) :=
    mul_lt_mul_of_pos_right h3.2 p
  have q2 : (f m)⁻¹ * (f n)⁻¹ ≤ δ⁻¹ * δ⁻¹ := mul_le_mul a2 b2 (by grind) (by grind)
  have q3 := mul_le_mul_of_nonneg_left q2 (a := ε * (δ * δ))
    (by have := mul_pos hε (mul_pos hδ hδ); grind)
  have e2 : ε * (δ * δ) * (δ⁻¹ * δ⁻¹) = ε := by grind
  grind

end RealSeq

/-- A Cauchy sequence of rationals. -/
structure RealSeq where
  seq : Nat → Rat
  cauchy : RealSeq.Cauchy seq

instance RealSeq.setoid : Setoid RealSeq where
  r f g := RealSeq.Null fun n => f.seq n - g.seq n
  iseqv := {
    refl := fun f => RealSeq.Null.zero.congr fun n => by grind
    symm := fun h => h.neg.congr fun n => by grind
    trans := fun h1 h2 => (h1.add h2).congr fun n => by grind }

/-- The real numbers. -/
def Real : Type := Quotient RealSeq.setoid


namespace Real
open RealSeq

/-- The limit of a Cauchy sequence of rationals. -/
def mk (f : Nat → Rat) (hf : Cauchy f) : Real := Quotient.mk _ ⟨f, hf⟩

protected theorem ind {p : Real → Prop} (h : ∀ f hf, p (mk f hf)) (x : Real) : p x :=
  Quotient.ind (fun f => h f.seq f.cauchy) x

theorem exists_mk (x : Real) : ∃ f hf, x = mk f hf :=
  Real.ind (p := fun x => ∃ f hf, x = mk f hf) (fun f hf => ⟨f, hf, rfl⟩) x

theorem mk_eq {f g hf hg} : mk f hf = mk g hg ↔ Null fun n => f n - g n :=
  ⟨fun h => Quotient.exact h, fun h => Quotient.sound h⟩

theorem mk_congr {f g : Nat → Rat} {hf hg} (h : ∀ n, f n = g n) : mk f hf = mk g hg := by
  obtain rfl : f = g := funext h
  rfl

/-- The rationals among the reals. -/
def ofRat (q : Rat) : Real := mk (fun _ => q) (Cauchy.const q)

protected def add : Real → Real → Real :=
  Quotient.lift₂ (fun f g => mk (fun n => f.seq n + g.seq n) (f.cauchy.add g.cauchy))
    fun _ _ _ _ h1 h2 => mk_eq.2 ((Null.add h1 h2).congr fun n => by grind)

protected def neg : Real → Real :=
  Quotient.lift (fun f => mk (fun n => -f.seq n) f.cauchy.neg)
    fun _ _ h => mk_eq.2 ((Null.neg h).congr fun n => by grind)

protected def mul : Real → Real → Real :=
  Quotient.lift₂ (fun f g => mk (fun n => f.seq n * g.seq n) (f.cauchy.mul g.cauchy))
    fun f1 _ _ g2 h1 h2 => mk_eq.2
      (((Null.mul_left f1.cauchy h2).add (Null.mul_left g2.cauchy h1)).congr fun n => by grind)

/-- Positivity; the order is defined from it. -/
def Pos : Real → Prop :=
  Quotient.lift (fun f => EvPos f.seq) fun _ _ h => propext
    ⟨fun h' => h'.of_null h, fun h' => h'.of_null ((Null.neg h).congr fun n => by grind)⟩

instance : Add Real := ⟨Real.add⟩
instance : Neg Real := ⟨Real.neg⟩
instance : Sub Real := ⟨fun x y => x + -y⟩
instance : Mul Real := ⟨Real.mul⟩
instance : Zero Real := ⟨ofRat 0⟩
instance : One Real := ⟨ofRat 1⟩
instance : NatCast Real := ⟨fun n => ofRat n⟩
instance : IntCast Real := ⟨fun n => ofRat n⟩
instance : RatCast Real := ⟨ofRat⟩

theorem add_mk {f g hf hg} : mk f hf + mk g hg = mk (fun n => f n + g n) (hf.add hg) := rfl
theorem mul_mk {f g hf hg} : mk f hf * mk g hg = mk (fun n => f n * g n) (hf.mul hg) := rfl
theorem neg_mk {f hf} : -mk f hf = mk (fun n => -f n) hf.neg := rfl
theorem sub_mk {f g hf hg} : mk f hf - mk g hg = mk (fun n => f n + -g n) (hf.add hg.neg) := rfl
theorem pos_mk {f hf} : Pos (mk f hf) ↔ EvPos f := Iff.rfl
theorem zero_def : (0 : Real) = mk (fun _ => 0) (Cauchy.const 0) := rfl
theorem one_def : (1 : Real) = mk (fun _ => 1) (Cauchy.const 1) := rfl

instance instCommRing : CommRing Real where
  add_zero := Real.ind fun f hf => by rw [zero_def]; exact mk_congr fun n => by grind
  zero_add := Real.ind fun f hf => by rw [zero_def]; exact mk_congr fun n => by grind
  add_comm := Real.ind fun f hf => Real.ind fun g hg => mk_congr fun n => by grind
  add_assoc := Real.ind fun f hf => Real.ind fun g hg => Real.ind fun k hk => mk_congr fun n => by grind
  mul_assoc := Real.ind fun f hf => Real.ind fun g hg => Real.ind fun k hk => mk_congr fun n => by grind
  mul_comm := Real.ind fun f hf => Real.ind fun g hg => mk_congr fun n => by grind
  mul_one := Real.ind fun f hf => by rw [one_def]; exact mk_congr fun n => by grind
  one_mul := Real.ind fun f hf => by rw [one_def]; exact mk_congr fun n => by grind
  left_distrib := Real.ind fun f hf => Real.ind fun g hg => Real.ind fun k hk => mk_congr fun n => by grind
  right_distrib := Real.ind fun f hf => Real.ind fun g hg => Real.ind fun k hk => mk_congr fun n => by grind
  zero_mul := Real.ind fun f hf => by rw [zero_def]; exact mk_congr fun n => by grind
  mul_zero := Real.ind fun f hf => by rw [zero_def]; exact mk_congr fun n => by grind
  neg_add_cancel := Real.ind fun f hf => by rw [zero_def]; exact mk_congr fun n => by grind
  -- Multiples are products: `grind` compares them, and the repeated sum would be unfolded term by term.
  nsmul n x := (n : Real) * x
  nsmul_zero := Real.ind fun f hf => by rw [zero_def]; exact mk_congr fun n => by grind
  nsmul_succ n := Real.ind fun f hf => mk_congr fun k => by grind
  zsmul n x := (n : Real) * x
  zsmul_zero' := Real.ind fun f hf => by rw [zero_def]; exact mk_congr fun n => by grind
  zsmul_succ' n := Real.ind fun f hf => mk_congr fun k => by
    show (((n + 1 : Nat) : Int) : Rat) * f k = ((n : Int) : Rat) * f k + f k
    rw [Rat.intCast_natCast, Rat.intCast_natCast]; grind
  zsmul_neg' n := Real.ind fun f hf => mk_congr fun k => by
    show ((Int.negSucc n : Int) : Rat) * f k = -((((n + 1 : Nat) : Int) : Rat) * f k)
    rw [show ((Int.negSucc n : Int) : Rat) = -(((n + 1 : Nat) : Int) : Rat) from Rat.intCast_neg ((n + 1 : Nat) : Int)]; grind
  natCast_zero := mk_congr fun _ => by grind
  natCast_succ n := mk_congr fun _ => by grind
  intCast_ofNat n := congrArg ofRat (Rat.intCast_natCast n)
  intCast_negSucc n := mk_congr fun _ => by
    rw [← Rat.intCast_natCast]; exact Rat.intCast_neg ((n + 1 : Nat) : Int)

/-! ## Order -/

theorem not_pos_zero : ¬Pos 0 := by
  rw [zero_def, pos_mk]
  intro ⟨δ, hδ, N, h⟩
  have := h N (Nat.le_refl N)
  grind

theorem Pos.add {x y : Real} : Pos x → Pos y → Pos (x + y) := by
  obtain ⟨f, hf, rfl⟩ := exists_mk x
  obtain ⟨g, hg, rfl⟩ := exists_mk y
  intro ⟨δ, hδ, N, h⟩ ⟨η, hη, M, h'⟩
  refine ⟨δ + η, by grind, max N M, fun n hn => ?_⟩
  have := h n (by omega)
  have := h' n (by omega)
  grind

theorem Pos.mul {x y : Real} : Pos x → Pos y → Pos (x * y) := by
  obtain ⟨f, hf, rfl⟩ := exists_mk x
  obtain ⟨g, hg, rfl⟩ := exists_mk y
  intro ⟨δ, hδ, N, h⟩ ⟨η, hη, M, h'⟩
  refine ⟨δ * η, mul_pos hδ hη, max N M, fun n hn => ?_⟩
  have h1 := h n (by omega)
  have h2 := h' n (by omega)
  exact mul_le_mul h1 h2 (by grind) (by grind)

theorem zero_or_pos (x : Real) : x = 0 ∨ Pos x ∨ Pos (-x) := by
  obtain ⟨f, hf, rfl⟩ := exists_mk x
  rcases hf.cases with h | h | h
  · left; rw [zero_def]; exact mk_eq.2 (h.congr fun n => by grind)
  · exact .inr (.inl h)
  · exact .inr (.inr h)

theorem Pos.asymm {x : Real} (h : Pos x) (h' : Pos (-x)) : False := by
  have := h.add h'
  rw [show x + -x = 0 by grind] at this
  exact not_pos_zero this

theorem pos_ofRat {q : Rat} : Pos (ofRat q) ↔ 0 < q := by
  constructor
  · intro ⟨δ, hδ, N, h⟩
    have := h N (Nat.le_refl N)
    grind
  · exact fun h => ⟨q, h, 0, fun n _ => by grind⟩

instance : LT Real := ⟨fun x y => Pos (y - x)⟩
instance : LE Real := ⟨fun x y => x = y ∨ Pos (y - x)⟩

theorem lt_def {x y : Real} : x < y ↔ Pos (y - x) := Iff.rfl
theorem le_def {x y : Real} : x ≤ y ↔ x = y ∨ Pos (y - x) := Iff.rfl

theorem le_trans' (x y z : Real) (h1 : x ≤ y) (h2 : y ≤ z) : x ≤ z := by
    rcases h1 with rfl | h1
    · exact h2
    · rcases h2 with rfl | h2
      · exact .inr h1
      · right
        have := h1.add h2
        rwa [show y - x + (z - y) = z - x by grind] at this
theorem le_antisymm' (x y : Real) (h1 : x ≤ y) (h2 : y ≤ x) : x = y := by
    rcases h1 with rfl | h1
    · rfl
    · rcases h2 with rfl | h2
      · rfl
      · exact (h1.asymm (by rwa [show -(y - x) = x - y by grind])).elim
theorem le_total' (x y : Real) : x ≤ y ∨ y ≤ x := by
    rcases zero_or_pos (y - x) with h | h | h
    · exact .inl (.inl (by grind))
    · exact .inl (.inr h)
    · exact .inr (.inr (by rwa [show -(y - x) = x - y by grind] at h))

theorem lt_iff' (x y : Real) : x < y ↔ x ≤ y ∧ ¬ y ≤ x := by
    constructor
    · intro h
      refine ⟨.inr h, fun h' => ?_⟩
      rcases h' with rfl | h'
      · rw [lt_def, show y - y = 0 by grind] at h
        exact not_pos_zero h
      · exact Pos.asymm h (by rwa [show -(y - x) = x - y by grind])
    · intro ⟨h1, h2⟩
      rcases h1 with rfl | h1
      · exact (h2 (.inl rfl)).elim
      · exact h1

instance instLinearOrder : LinearOrder Real := LinearOrder.ofLaws Real (fun _ => .inl rfl) le_trans' lt_iff' le_antisymm' le_total'

theorem pos_one : Pos 1 := by
  rw [one_def]
  exact ⟨1, by grind, 0, fun _ _ => by grind⟩

protected theorem zero_lt_one' : (0 : Real) < 1 := by
  rw [lt_def, show (1 : Real) - 0 = 1 by grind]
  exact pos_one

instance : Nontrivial Real := ⟨0, 1, ne_of_lt Real.zero_lt_one'⟩
instance : ZeroLEOneClass Real := ⟨le_of_lt Real.zero_lt_one'⟩
instance : IsOrderedAddMonoid Real where
  add_le_add_left x y h z := by
    rw [le_def] at *
    rw [show z + y - (z + x) = y - x by grind]
    rcases h with h | h
    · exact .inl (by rw [h])
    · exact .inr h
instance instIsStrictOrderedRing : IsStrictOrderedRing Real := .of_mul_pos fun x y h h' => by
  rw [lt_def] at *
  have := h.mul h'
  rwa [show (x - 0) * (y - 0) = x * y - 0 by grind] at this

/-! ## Inverse -/

theorem exists_inv_of_pos {x : Real} : Pos x → ∃ y, x * y = 1 := by
  obtain ⟨f, hf, rfl⟩ := exists_mk x
  intro ⟨δ, hδ, N, h⟩
  refine ⟨mk _ (hf.inv_of_pos hδ h), ?_⟩
  rw [one_def, mul_mk, mk_eq]
  refine fun ε hε => ⟨N, fun n hn => ?_⟩
  have := h n hn
  have : f n * (f n)⁻¹ = 1 := by grind
  grind

theorem exists_inv {x : Real} (hx : x ≠ 0) : ∃ y, x * y = 1 := by
  rcases zero_or_pos x with h | h | h
  · contradiction
  · exact exists_inv_of_pos h
  · obtain ⟨y, hy⟩ := exists_inv_of_pos h
    exact ⟨-y, by grind⟩

open Classical in
/-- Chosen, not computed: no proof that the inverse respects equality of reals is then needed. -/
protected def inv (x : Real) : Real := if h : x ≠ 0 then Classical.choose (exists_inv h) else 0

instance : Inv Real := ⟨Real.inv⟩
instance : Div Real := ⟨fun x y => x * y⁻¹⟩

theorem mul_inv_cancel' {x : Real} (hx : x ≠ 0) : x * x⁻¹ = 1 := by
  show x * Real.inv x = 1
  rw [Real.inv, dif_pos hx]
  exact Classical.choose_spec (exists_inv hx)

theorem inv_zero' : (0 : Real)⁻¹ = 0 := by
  show Real.inv 0 = 0
  rw [Real.inv, dif_neg (by simp)]

theorem zero_ne_one' : (0 : Real) ≠ 1 := fun h => not_pos_zero (h ▸ pos_one)

theorem inv_unique {x y : Real} (h : x * y = 1) : x⁻¹ = y := by
  have hx : x ≠ 0 := by
    rintro rfl
    exact zero_ne_one' (by grind)
  have := mul_inv_cancel' hx
  have : x⁻¹ = x⁻¹ * (x * y) := by grind
  grind

theorem inv_inv' (x : Real) : x⁻¹⁻¹ = x := by
  by_cases hx : x = 0
  · subst hx; rw [inv_zero', inv_zero']
  · have := mul_inv_cancel' hx
    exact inv_unique (by grind)

theorem zero_cast_ne {n : Nat} (h : n ≠ 0) : (n : Real) ≠ 0 := Nat.cast_ne_zero.2 h
theorem ofRat_mul (p q : Rat) : ofRat (p * q) = ofRat p * ofRat q := rfl

instance instField : Field Real where
  mul_inv_cancel _ := mul_inv_cancel'
  inv_zero := inv_zero'
  exists_pair_ne := exists_pair_ne Real
  ratCast_def q := by
    show ofRat q = ofRat q.num * (ofRat q.den)⁻¹
    have hd : (q.den : Rat) ≠ 0 := by
      have := q.den_nz
      exact fun h => this (Nat.cast_inj.1 (h.trans Nat.cast_zero.symm))
    have h1 : ofRat q.num = ofRat q * ofRat q.den := by
      rw [← ofRat_mul]; congr 1
      have := Rat.cast_def (K := Rat) q
      have e : (q : Rat) = q.num / q.den := this
      rw [show q * (q.den : Rat) = (q.num : Rat) / q.den * q.den from congrArg (· * (q.den : Rat)) e]
      exact (div_mul_cancel₀ _ hd).symm
    have h2 : ofRat q.den ≠ 0 := zero_cast_ne q.den_nz
    have h3 : ofRat q.den * (ofRat q.den)⁻¹ = 1 := mul_inv_cancel' h2
    rw [h1, mul_assoc, h3, mul_one]

/-! ## The rationals among the reals, Archimedes -/

theorem ofRat_add (p q : Rat) : ofRat (p + q) = ofRat p + ofRat q := rfl
theorem ofRat_neg (p : Rat) : ofRat (-p) = -ofRat p := rfl
theorem ofRat_sub (p q : Rat) : ofRat (p - q) = ofRat p - ofRat q := mk_congr fun _ => by grind
theorem ofRat_zero : ofRat 0 = 0 := zero_def.symm
theorem ofRat_one : ofRat 1 = 1 := one_def.symm
theorem ofRat_natCast (n : Nat) : ofRat n = n := rfl
theorem ofRat_intCast (n : Int) : ofRat n = n := rfl

theorem ofRat_lt {p q : Rat} : ofRat p < ofRat q ↔ p < q := by
  rw [lt_def, ← ofRat_sub, pos_ofRat]; grind
theorem ofRat_le {p q : Rat} : ofRat p ≤ ofRat q ↔ p ≤ q := by
  have := ofRat_lt (p := q) (q := p); grind
theorem ofRat_inj {p q : Rat} : ofRat p = ofRat q ↔ p = q := by
  have := ofRat_lt (p := q) (q := p); have := ofRat_lt (p := p) (q := q); grind
theorem ofRat_inv (p : Rat) : ofRat p⁻¹ = (ofRat p)⁻¹ := by
  by_cases h : p = 0
  · subst h; rw [show (0 : Rat)⁻¹ = 0 by grind, ofRat_zero, inv_zero']
  · exact (inv_unique (by rw [← ofRat_mul, ← ofRat_one]; congr 1; grind)).symm
theorem ofRat_div (p q : Rat) : ofRat (p / q) = ofRat p / ofRat q := by
  rw [show p / q = p * q⁻¹ by grind, ofRat_mul, ofRat_inv]; rfl

theorem natCast_le {m n : Nat} : (m : Real) ≤ n ↔ m ≤ n := by
  rw [← ofRat_natCast, ← ofRat_natCast, ofRat_le, ← Rat.intCast_natCast, ← Rat.intCast_natCast,
    Rat.intCast_le_intCast]
  omega
theorem intCast_le {m n : Int} : (m : Real) ≤ n ↔ m ≤ n := ofRat_le.trans Rat.intCast_le_intCast
theorem natCast_lt {m n : Nat} : (m : Real) < n ↔ m < n := by
  have := natCast_le (m := n) (n := m); grind
theorem intCast_lt {m n : Int} : (m : Real) < n ↔ m < n := ofRat_lt.trans Rat.intCast_lt_intCast

theorem exists_rat_gt (x : Real) : ∃ q : Rat, x < ofRat q := by
  obtain ⟨f, hf, rfl⟩ := exists_mk x
  obtain ⟨B, hB, h⟩ := hf.bounded
  exact ⟨B + 1, 1, by grind, 0, fun n _ => by have := h n; grind⟩

theorem exists_rat_lt (x : Real) : ∃ q : Rat, ofRat q < x := by
  obtain ⟨q, hq⟩ := exists_rat_gt (-x)
  exact ⟨-q, by rw [ofRat_neg]; grind⟩

theorem rat_exists_nat_gt (q : Rat) : ∃ n : Nat, q < n := by
  refine ⟨(q.floor + 1).toNat, ?_⟩
  have h1 := Rat.lt_floor_add_one q
  have h2 : ((q.floor + 1 : Int) : Rat) ≤ (((q.floor + 1).toNat : Int) : Rat) :=
    Rat.intCast_le_intCast.2 (by omega)
  rw [Rat.intCast_natCast] at h2
  exact Std.lt_of_lt_of_le h1 h2

/-- The Archimedean property. -/
theorem exists_nat_gt (x : Real) : ∃ n : Nat, x < n := by
  obtain ⟨q, hq⟩ := exists_rat_gt x
  obtain ⟨n, hn⟩ := rat_exists_nat_gt q
  exact ⟨n, Std.lt_trans hq (ofRat_lt.2 hn)⟩

/-- Between two reals lies a rational. -/
theorem exists_rat_between {x y : Real} (h : x < y) : ∃ q : Rat, x < ofRat q ∧ ofRat q < y := by
  obtain ⟨f, hf, rfl⟩ := exists_mk x
  obtain ⟨g, hg, rfl⟩ := exists_mk y
  obtain ⟨δ, hδ, N, hN⟩ := h
  obtain ⟨M, hM⟩ := hf.two_sided (show 0 < δ / 4 by grind)
  obtain ⟨K, hK⟩ := hg.two_sided (show 0 < δ / 4 by grind)
  have h0 := hN (max N (max M K)) (by omega)
  refine ⟨(f (max N (max M K)) + g (max N (max M K))) / 2,
    ⟨δ / 4, by grind, max N (max M K), fun n hn => ?_⟩,
    ⟨δ / 4, by grind, max N (max M K), fun n hn => ?_⟩⟩
  · have := hM n (max N (max M K)) (by omega) (by omega)
    grind
  · have := hK n (max N (max M K)) (by omega) (by omega)
    grind

end Real
