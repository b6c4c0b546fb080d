module
public import Mathlet.Algebra.Ring
@[expose] public noncomputable section

/-!
# Sequences of coefficients

The product of two sequences of coefficients, as of power series, by recursion: the constant coefficient times all, and the rest.
Values by Horner's rule. Polynomials and power series are made of these.
-/

universe u v

namespace Mathlet.Conv

section
variable {R : Type u}
/-- The coefficients but the first. -/
def shift (f : Nat → R) : Nat → R := fun n => f (n + 1)
/-- The Cauchy product of two sequences. -/
def conv [Add R] [Mul R] : (Nat → R) → (Nat → R) → Nat → R
  | f, g, 0 => f 0 * g 0
  | f, g, n + 1 => f 0 * g (n + 1) + conv (shift f) g n
/-- The value of the polynomial with the first `n` coefficients of a sequence. -/
def horner [Zero R] [Add R] [Mul R] (x : R) : Nat → (Nat → R) → R
  | 0, _ => 0
  | n + 1, f => f 0 + horner x n (shift f) * x
/-- From the `n`-th on all coefficients are 0. -/
def Bdd [Zero R] (n : Nat) (f : Nat → R) : Prop := ∀ m, n ≤ m → f m = 0
/-- One coefficient. -/
def single [Zero R] (m : Nat) (a : R) : Nat → R := fun n => if n = m then a else 0
theorem Bdd.shift [Zero R] {n : Nat} {f : Nat → R} (h : Bdd (n + 1) f) : Bdd n (shift f) := fun m hm => h (m + 1) (by omega)
theorem Bdd.mono [Zero R] {n k : Nat} {f : Nat → R} (h : Bdd n f) (hk : n ≤ k) : Bdd k f := fun m hm => h m (by omega)
theorem Bdd.single [Zero R] (m : Nat) (a : R) : Bdd (m + 1) (single m a) := fun n hn => if_neg (by omega)
end

section Semiring
variable {R : Type u} [Semiring R]
theorem conv_succ (f g : Nat → R) (n : Nat) : conv f g (n + 1) = f 0 * g (n + 1) + conv (shift f) g n := rfl
theorem shift_conv (f g : Nat → R) : shift (conv f g) = fun n => f 0 * shift g n + conv (shift f) g n := rfl
theorem zero_conv (g : Nat → R) (n : Nat) : conv (fun _ => 0) g n = 0 := by
  induction n with
  | zero => exact zero_mul _
  | succ n ih => rw [conv_succ, zero_mul, zero_add]; exact ih
theorem conv_zero (f : Nat → R) (n : Nat) : conv f (fun _ => 0) n = 0 := by
  induction n generalizing f with
  | zero => exact mul_zero _
  | succ n ih => rw [conv_succ, mul_zero, zero_add, ih]
theorem add_conv (f f' g : Nat → R) (n : Nat) : conv (fun k => f k + f' k) g n = conv f g n + conv f' g n := by
  induction n generalizing f f' with
  | zero => exact add_mul _ _ _
  | succ n ih =>
    have h : shift (fun k => f k + f' k) = fun k => shift f k + shift f' k := rfl
    rw [conv_succ, conv_succ, conv_succ, h, ih, add_mul, add_add_add_comm]
theorem conv_add (f g g' : Nat → R) (n : Nat) : conv f (fun k => g k + g' k) n = conv f g n + conv f g' n := by
  induction n generalizing f with
  | zero => exact mul_add _ _ _
  | succ n ih => rw [conv_succ, conv_succ, conv_succ, ih, mul_add, add_add_add_comm]
theorem mul_conv (a : R) (f g : Nat → R) (n : Nat) : conv (fun k => a * f k) g n = a * conv f g n := by
  induction n generalizing f with
  | zero => exact mul_assoc _ _ _
  | succ n ih =>
    have h : shift (fun k => a * f k) = fun k => a * shift f k := rfl
    rw [conv_succ, conv_succ, h, ih, mul_add, mul_assoc]
theorem conv_assoc (f g h : Nat → R) (n : Nat) : conv (conv f g) h n = conv f (conv g h) n := by
  induction n generalizing f g with
  | zero => exact mul_assoc _ _ _
  | succ n ih =>
    rw [conv_succ, shift_conv, add_conv, mul_conv, ih, conv_succ f, conv_succ g, mul_add, add_assoc, ← mul_assoc]
    rfl
theorem single_conv (a : R) (f : Nat → R) (n : Nat) : conv (single 0 a) f n = a * f n := by
  have hs : shift (single 0 a) = fun _ => 0 := funext fun k => if_neg (t := a) (Nat.succ_ne_zero k)
  cases n with
  | zero => rfl
  | succ n => rw [conv_succ, hs, zero_conv, add_zero]; rfl
theorem conv_one (f : Nat → R) (n : Nat) : conv f (single 0 1) n = f n := by
  induction n generalizing f with
  | zero => exact mul_one _
  | succ n ih => rw [conv_succ, ih, single, if_neg (by omega), mul_zero, zero_add]; rfl
theorem conv_succ' (f g : Nat → R) (n : Nat) : conv f g (n + 1) = conv f (shift g) n + f (n + 1) * g 0 := by
  induction n generalizing f with
  | zero => rfl
  | succ n ih => rw [conv_succ, ih, conv_succ f (shift g), ← add_assoc]; rfl
theorem conv_comm {R : Type u} [CommSemiring R] (f g : Nat → R) (n : Nat) : conv f g n = conv g f n := by
  induction n generalizing f with
  | zero => exact mul_comm _ _
  | succ n ih => rw [conv_succ, ih, conv_succ', mul_comm, add_comm]
theorem Bdd.conv {n m : Nat} {f g : Nat → R} (hf : Bdd n f) (hg : Bdd m g) : Bdd (n + m) (conv f g) := by
  induction n generalizing f with
  | zero =>
    have : f = fun _ => 0 := funext fun k => hf k (by omega)
    intro k _; rw [this]; exact zero_conv g k
  | succ n ih =>
    intro k hk
    obtain ⟨k, rfl⟩ : ∃ j, k = j + 1 := ⟨k - 1, by omega⟩
    rw [conv_succ, hg (k + 1) (by omega), mul_zero, zero_add]
    exact ih hf.shift k (by omega)
theorem conv_top {n m : Nat} {f g : Nat → R} (hf : Bdd (n + 1) f) (hg : Bdd (m + 1) g) : Conv.conv f g (n + m) = f n * g m := by
  induction n generalizing f with
  | zero =>
    have hs : Conv.shift f = fun _ => 0 := funext fun k => hf (k + 1) (by omega)
    rw [Nat.zero_add]
    cases m with
    | zero => rfl
    | succ m => rw [conv_succ, hs, zero_conv, add_zero]
  | succ n ih =>
    rw [show n + 1 + m = n + m + 1 by omega, conv_succ, hg (n + m + 1) (by omega), mul_zero, zero_add, ih hf.shift]; rfl

theorem horner_succ (x : R) (n : Nat) (f : Nat → R) : horner x (n + 1) f = f 0 + horner x n (shift f) * x := rfl
theorem horner_zero (x : R) (n : Nat) : horner x n (fun _ => 0) = 0 := by
  induction n with
  | zero => rfl
  | succ n ih => rw [horner_succ, show shift (fun _ : Nat => (0 : R)) = fun _ => 0 from rfl, ih, zero_mul, zero_add]
theorem horner_of_bdd (x : R) {n k : Nat} {f : Nat → R} (h : Bdd n f) (hk : n ≤ k) : horner x k f = horner x n f := by
  induction n generalizing f k with
  | zero =>
    have : f = fun _ => 0 := funext fun m => h m (by omega)
    rw [this]; exact horner_zero x k
  | succ n ih =>
    obtain ⟨k, rfl⟩ : ∃ j, k = j + 1 := ⟨k - 1, by omega⟩
    rw [horner_succ, horner_succ, ih h.shift (by omega)]
theorem horner_add (x : R) (n : Nat) (f g : Nat → R) : horner x n (fun k => f k + g k) = horner x n f + horner x n g := by
  induction n generalizing f g with
  | zero => exact (add_zero _).symm
  | succ n ih =>
    have h : shift (fun k => f k + g k) = fun k => shift f k + shift g k := rfl
    rw [horner_succ, h, ih, horner_succ, horner_succ, add_mul, add_add_add_comm]
theorem horner_mul (x a : R) (n : Nat) (f : Nat → R) : horner x n (fun k => a * f k) = a * horner x n f := by
  induction n generalizing f with
  | zero => exact (mul_zero _).symm
  | succ n ih =>
    have h : shift (fun k => a * f k) = fun k => a * shift f k := rfl
    rw [horner_succ, h, ih, horner_succ, mul_add, mul_assoc]
/-- Values of products, where `x` commutes with the values of the second factor. -/
theorem horner_conv (x : R) {n m : Nat} {f g : Nat → R} (hx : ∀ k, x * horner x k g = horner x k g * x)
    (hf : Bdd n f) (hg : Bdd m g) : horner x (n + m) (Conv.conv f g) = horner x n f * horner x m g := by
  induction n generalizing f with
  | zero =>
    have e : f = fun _ => 0 := funext fun k => hf k (by omega)
    have e' : Conv.conv (fun _ => 0) g = fun _ => 0 := funext (zero_conv g)
    rw [e, e', horner_zero, horner_zero, zero_mul]
  | succ n ih =>
    have h := horner_of_bdd x hg (k := n + m + 1) (by omega)
    rw [horner_succ] at h
    have h1 : f 0 * horner x m g = f 0 * g 0 + f 0 * horner x (n + m) (Conv.shift g) * x := by rw [← h, mul_add, mul_assoc]
    have h2 : horner x n (Conv.shift f) * x * horner x m g = horner x n (Conv.shift f) * horner x m g * x := by
      rw [mul_assoc, hx, mul_assoc]
    rw [show n + 1 + m = n + m + 1 by omega, horner_succ, shift_conv, horner_add, horner_mul, ih hf.shift, horner_succ,
      add_mul (f 0), h1, h2, add_mul, ← add_assoc]
    rfl
end Semiring
end Mathlet.Conv
