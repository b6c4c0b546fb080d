"""The core prelude with the real Lean: definitions mean what they say, tactics close and fail."""

import pytest

from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_toolchain import prelude_texts
from faithsieve.lean.pool import LeanPool
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus

pytestmark = [
    pytest.mark.lean,
    pytest.mark.xdist_group("lean"),
    pytest.mark.asyncio(loop_scope="session"),
]

FIELD = "{R : Type} [OrderedField R]"

MEANINGS = {
    "an ordered field is a field with a linear order that sums and products respect": f"""
theorem linear {FIELD} (a b : R) : a ≤ b ∨ b ≤ a := Std.le_total
theorem antisymmetric {FIELD} (a b : R) (h : a ≤ b) (k : b ≤ a) : a = b := Std.le_antisymm h k
theorem strict {FIELD} (a b : R) : a < b ↔ a ≤ b ∧ ¬ b ≤ a := Std.LawfulOrderLT.lt_iff a b
theorem sums {FIELD} (a b c : R) (h : a < b) : a + c < b + c := by grind
theorem products {FIELD} (a b : R) (h : 0 < a) (k : 0 < b) : 0 < a * b := mul_pos h k
theorem inverse {FIELD} (a : R) (h : a ≠ 0) : a * a⁻¹ = 1 := by grind
theorem quotient {FIELD} (a b : R) : a / b = a * b⁻¹ := by grind
theorem nontrivial {FIELD} : (0 : R) ≠ 1 := by grind
theorem rationals : (1 : Rat) / 2 + 1 / 2 = 1 ∧ (2 : Rat) < 3 := by grind
noncomputable example : OrderedField Rat := inferInstance
""",
    "casts keep sums, products and order": f"""
theorem nat_add {FIELD} (a b : Nat) : ((a + b : Nat) : R) = (a : R) + b := by push_cast; rfl
theorem int_mul {FIELD} (a b : Int) : ((a * b : Int) : R) = (a : R) * b := by push_cast; rfl
theorem int_order {FIELD} (a b : Int) : (a : R) < (b : R) ↔ a < b := OrderedField.intCast_lt
theorem int_injective {FIELD} (a b : Int) (h : (a : R) = b) : a = b := OrderedField.intCast_inj.mp h
theorem nat_literal {FIELD} : ((3 : Nat) : R) = 3 := by grind
""",
    "the absolute value is the larger of a number and its negative": f"""
theorem at_least {FIELD} (x : R) : x ≤ |x| ∧ -x ≤ |x| := by grind
theorem one_of_them {FIELD} (x : R) : |x| = x ∨ |x| = -x := by grind
theorem over_int (x : Int) : 0 ≤ |x| ∧ (|x| = x ∨ |x| = -x) := by grind
theorem over_rat (x : Rat) : 0 ≤ |x| ∧ (|x| = x ∨ |x| = -x) := by grind
theorem computes : |(-3 : Int)| = 3 ∧ |(-3 : Rat)| = 3 := by decide
theorem multiplicative {FIELD} (x y : R) : |x * y| = |x| * |y| := abs_mul x y
""",
    "max and min pick the larger and the smaller": f"""
theorem larger {FIELD} (x y : R) : x ≤ max x y ∧ y ≤ max x y ∧ (max x y = x ∨ max x y = y) :=
  by grind
theorem smaller {FIELD} (x y : R) : min x y ≤ x ∧ min x y ≤ y ∧ (min x y = x ∨ min x y = y) :=
  by grind
""",
    "a root squares to its argument, is not negative and is the only such number": """
theorem spec {R : Type} [EuclideanField R] (x : R) (h : 0 ≤ x) : 0 ≤ √x ∧ √x ^ 2 = x :=
  ⟨sqrt_nonneg x, sq_sqrt h⟩
theorem only {R : Type} [EuclideanField R] (x y : R) (h : 0 ≤ y) (k : y ^ 2 = x) : √x = y :=
  sqrt_unique h k
theorem negative {R : Type} [EuclideanField R] (x : R) (h : x < 0) : √x = 0 := by grind
theorem assumed {R : Type} [OrderedField R] (s : R → R) (h : IsSqrt s) : s 4 = 2 := by
  have := h.spec 4 (by grind)
  have e : (s 4 - 2) * (s 4 + 2) = 0 := by grind
  rcases mul_eq_zero.mp e with e | e <;> grind
""",
    "a floor is the integer at or below": """
theorem floor_unique {R : Type} [OrderedField R] (fl : R → Int) (h : IsFloor fl) (x : R) (n : Int)
    (k : (n : R) ≤ x) (l : x < (n : R) + 1) : fl x = n := by
  have h1 := h.spec x
  have h2 : ((fl x : Int) : R) < ((n + 1 : Int) : R) := by push_cast; grind
  have h3 : ((n : Int) : R) < ((fl x + 1 : Int) : R) := by push_cast; grind
  have := OrderedField.intCast_lt.mp h2
  have := OrderedField.intCast_lt.mp h3
  omega
""",
    "even and odd are the two residues modulo two": """
theorem even_nat (n : Nat) : Even n ↔ ∃ r, n = r + r := Iff.rfl
theorem odd_int (n : Int) : Odd n ↔ ∃ k, n = 2 * k + 1 := Iff.rfl
theorem either (n : Int) : (Even n ∨ Odd n) ∧ ¬ (Even n ∧ Odd n) := by grind
theorem computes : Even 10 ∧ ¬ Odd 10 ∧ Odd (-3 : Int) := by decide
""",
    "congruence is equality of remainders, which is divisibility of the difference": """
theorem remainders (n a b : Int) : a ≡ b [ZMOD n] ↔ a % n = b % n := Iff.rfl
theorem difference (n a b : Int) : a ≡ b [ZMOD n] ↔ n ∣ b - a := Int.modEq_iff_dvd
theorem naturals : 17 ≡ 5 [MOD 12] ∧ ¬ 17 ≡ 6 [MOD 12] := by decide
""",
    "a prime has no divisors but one and itself": """
theorem spec (p : Nat) : Nat.Prime p ↔ 2 ≤ p ∧ ∀ d, d ∣ p → d = 1 ∨ d = p := Iff.rfl
theorem below_thirty : (List.range 30).filter (fun n => decide (Nat.Prime n)) =
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29] := by decide +kernel
theorem euclid (p a b : Nat) (hp : Nat.Prime p) (h : p ∣ a * b) : p ∣ a ∨ p ∣ b := hp.dvd_mul.mp h
theorem power (p a n : Nat) (hp : Nat.Prime p) (h : p ∣ a ^ n) : p ∣ a := hp.dvd_of_dvd_pow h
""",
    "factorials and binomial coefficients": """
theorem recursion (n : Nat) : (n + 1)! = (n + 1) * n ! := rfl
theorem values : 0 ! = 1 ∧ 5 ! = 120 ∧ Nat.choose 5 2 = 10 ∧ Nat.choose 3 5 = 0 := by decide
theorem pascal (n k : Nat) : Nat.choose (n + 1) (k + 1) = Nat.choose n k + Nat.choose n (k + 1) :=
  rfl
""",
    "sums and products run over exactly the written range": """
theorem empty (f : Nat → Int) : ∑ i ∈ Finset.range 0, f i = 0 := rfl
theorem last (f : Nat → Int) (n : Nat) :
    ∑ i ∈ Finset.range (n + 1), f i = ∑ i ∈ Finset.range n, f i + f n := by simp
theorem closed (f : Nat → Int) : ∑ i ∈ Finset.Icc 2 4, f i = f 2 + f 3 + f 4 := by simp
theorem half_open (f : Nat → Int) : ∑ i ∈ Finset.Ico 2 4, f i = f 2 + f 3 := by simp
theorem open_left (f : Nat → Int) : ∑ i ∈ Finset.Ioc 2 4, f i = f 3 + f 4 := by simp
theorem opened (f : Nat → Int) : ∑ i ∈ Finset.Ioo 2 4, f i = f 3 := by simp
theorem backwards (f : Nat → Int) : ∑ i ∈ Finset.Icc 4 2, f i = 0 := rfl
theorem older_word : ∑ i in Finset.range 4, i = 6 := by decide
theorem products : ∏ i ∈ Finset.Icc 1 5, i = 5 ! := by decide
theorem gauss (n : Nat) : 2 * ∑ i ∈ Finset.range (n + 1), i = n * (n + 1) := by
  induction n <;> grind
""",
}

CLOSES = {
    "norm_num": [
        "(2 : ℚ) / 3 + 1 / 3 = 1",
        "2 ^ 10 = 1024",
        "Nat.Prime 13",
        "∑ i ∈ Finset.range 5, (i : ℚ) = 10",
    ],
    "ring": [
        f"∀ {FIELD} (x y : R), (x + y) ^ 3 = x ^ 3 + 3 * x ^ 2 * y + 3 * x * y ^ 2 + y ^ 3",
        "∀ a b : Nat, (a + b) * (a + b) = a * a + 2 * a * b + b * b",
    ],
    "ring_nf": [f"∀ {FIELD} (x : R), x * x - x ^ 2 = 0"],
    "linarith": [
        f"∀ {FIELD} (x y : R), x < y → y < 3 → x + y < 6",
        "∀ a b : Nat, a < b → a + 1 ≤ b",
    ],
    "nlinarith": [
        f"∀ {FIELD} (x y : R), 2 * x * y ≤ x ^ 2 + y ^ 2",
        f"∀ {FIELD} (x y : R), 1 < x → 1 < y → x + y < x * y + 1",
    ],
    "positivity": [
        f"∀ {FIELD} (x y : R), 0 < x → 0 < y → 0 < x * y + x / y + y ^ 3",
        f"∀ {FIELD} (x : R), 0 ≤ x ^ 2 + |x|",
    ],
    "field_simp": [f"∀ {FIELD} (x y : R), x ≠ 0 → y ≠ 0 → 1 / x + 1 / y = (x + y) / (x * y)"],
    "linear_combination": [f"∀ {FIELD} (x y : R), x + y = 3 → 2 * x + 2 * y = 6"],
    "tauto": ["∀ p q : Prop, (p → q) → ¬ q → ¬ p"],
}

FALSE = [
    "2 + 2 = 5",
    "∀ x : ℚ, 0 < x → 1 < x",
    "∀ x : ℚ, x ^ 2 = x",
    f"∀ {FIELD} (x y : R), x * y ≤ x + y",
    "∀ n : Nat, n - 1 + 1 = n",
    "∃ n : Nat, n < 0",
]

TACTICS = sorted(CLOSES)


async def ask(pool: LeanPool, text: str) -> LeanReport:
    return await EmbeddedLean(pool).check(LeanSource(text=text), timeout_s=120)


def errors(report: LeanReport) -> list[str]:
    return [f"{m.line}: {m.text[:300]}" for m in report.messages if m.severity == "error"]


@pytest.mark.parametrize("meaning", list(MEANINGS))
async def test_each_definition_means_what_its_name_says(meaning: str, lean_pool: LeanPool) -> None:
    report = await ask(lean_pool, MEANINGS[meaning])
    assert errors(report) == []
    assert report.status is LeanStatus.OK
    assert not report.has_sorry


@pytest.mark.parametrize("tactic", TACTICS)
async def test_each_tactic_closes_its_goals(tactic: str, lean_pool: LeanPool) -> None:
    examples = [f"example : {goal} := by\n  intros\n  {tactic}" for goal in CLOSES[tactic]]
    report = await ask(lean_pool, "\n\n".join(examples))
    assert errors(report) == []
    assert report.status is LeanStatus.OK


async def test_no_tactic_closes_a_false_goal(lean_pool: LeanPool) -> None:
    pairs = [(tactic, goal) for tactic in TACTICS for goal in FALSE]
    examples = [
        f"set_option maxHeartbeats 20000 in example : {goal} := by intros; {tactic}"
        for tactic, goal in pairs
    ]
    report = await ask(lean_pool, "\n".join(examples))
    assert report.messages, report.detail
    failed = {message.line for message in report.messages if message.severity == "error"}
    passed = [pairs[i] for i in range(len(pairs)) if i + 1 not in failed]
    assert passed == []


SCRIPTS = {
    "field_simp, then ring": """
theorem field_then_ring {R : Type} [OrderedField R] (x : R) (h : x ≠ 1) :
    (x ^ 2 - 1) / (x - 1) = x + 1 := by
  field_simp
  ring
""",
    "hints for nlinarith": """
theorem hints {R : Type} [OrderedField R] (a b : R) : 2 * a * b ≤ a ^ 2 + b ^ 2 := by
  nlinarith [sq_nonneg (a - b), sq_nonneg (a + b)]
""",
    "lemmas and places for norm_num": """
theorem given (f : Nat → Nat) (h : f 2 = 4) : f 2 + 1 = 5 := by norm_num [h]
theorem at_place (x : Nat) (h : x + 0 = 2) : x = 2 := by
  norm_num at h
  linarith
""",
    "witnesses, contradictions, negations": """
theorem witnesses : ∃ x y : Nat, x + y = 5 ∧ x < y := by use 2, 3
theorem contrary (p : Prop) (h : ¬ ¬ p) : p := by
  by_contra k
  exact h k
theorem negation (h : ¬ ∀ x : Nat, ∃ y, x < y) : ∃ x : Nat, ∀ y, y ≤ x := by
  push_neg at h
  exact h
""",
    "values in an interval": """
theorem intervals (x : Nat) (h : x < 4) : x ^ 2 < 10 := by
  interval_cases x <;> decide
""",
}


@pytest.mark.parametrize("style", list(SCRIPTS))
async def test_proofs_written_in_mathlib_style_go_through(style: str, lean_pool: LeanPool) -> None:
    report = await ask(lean_pool, SCRIPTS[style])
    assert errors(report) == []
    assert report.status is LeanStatus.OK


async def test_the_reals_are_refused_with_the_way_out(lean_pool: LeanPool) -> None:
    report = await ask(lean_pool, "theorem t (x y : ℝ) (h : x = y) : y = x := h.symm")
    assert report.status is LeanStatus.ERROR
    assert "OrderedField" in errors(report)[0]


async def test_a_sum_over_something_else_is_refused(lean_pool: LeanPool) -> None:
    report = await ask(lean_pool, "example (s : Nat) : ∑ i ∈ s, i = 0 := rfl")
    assert "Finset.range" in errors(report)[0]


async def test_the_prelude_has_no_axiom_and_no_sorry() -> None:
    for text in prelude_texts():
        words = [line.split("--")[0].split() for line in text.splitlines()]
        declared = {word for line in words for word in line[:3]}
        assert not declared & {"axiom", "opaque", "unsafe", "sorry", "admit"}
        assert ":= sorry" not in text
        assert "by sorry" not in text
