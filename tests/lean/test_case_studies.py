"""The six theorems of the paper's appendix H, as far as core Lean can say them.

Core Lean has no real numbers, polynomials, logarithms or real powers. Examples 2, 3 and 6 lose
nothing but the reals, which become every ordered field, so what is proved is stronger. Examples 1,
4 and 5 are restated; each test's docstring says what is lost. Every "proved" here is the judge's,
and the two caught errors are refuted through goals that the judge built from the wrong claims.
"""

import pytest

from faithsieve.lean.attempts import write_attempts
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.signature import read_signature
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.lean import Polarity, ProofVerdict
from support.embedded_lean import LEAN_MARKS
from support.statement_judge import frozen_by

pytestmark = LEAN_MARKS

HYPOTHESES = (
    ("hT", "T = 8"),
    ("hf", "∀ x, f x = a * x ^ 2 + b * x + c"),
    ("hprod", "c / a = T"),
    ("hpt1", "f (-2) = 20"),
    ("hpt2", "f 1 = 14"),
    ("heq1", "4 * a - 2 * b + c = 20"),
    ("heq2", "a + b + c = 14"),
    ("hcrel", "c = 8 * a"),
    ("hsimp1", "12 * a - 2 * b = 20"),
    ("hsimp2", "9 * a + b = 14"),
)
"""Example 2: a quadratic through two points with the product of its roots."""
QUADRATIC = "{R : Type} [OrderedField R] (a b c T : R) (f : R → R) " + " ".join(
    f"({name} : {claim})" for name, claim in HYPOTHESES
)


@pytest.fixture
def judge(lean_pool: LeanPool) -> ProofJudge:
    return ProofJudge(lean_pool, environment="library")


async def verdict(
    judge: ProofJudge, signature: str, body: str, polarity: Polarity = Polarity.CLAIM
) -> ProofVerdict:
    statement = await frozen_by(judge, signature)
    return (await judge.judge(statement, body, polarity=polarity, timeout_s=120)).verdict


async def automatic_verdicts(judge: ProofJudge, signature: str) -> set[ProofVerdict]:
    """What the judge says to the bodies that automation would try."""
    statement = await frozen_by(judge, signature)
    bodies = write_attempts(read_signature(signature), "core").calm
    judged = await judge.judge_first(statement, bodies, timeout_s=120)
    verdicts = {judgement.verdict for judgement in judged}
    assert verdicts & {ProofVerdict.ACCEPT, ProofVerdict.REJECT}, "Lean decided about none of them"
    return verdicts


async def test_example_1_the_witnesses_do_not_satisfy_the_identity(judge: ProofJudge) -> None:
    """Polynomials become the functions ℚ → ℚ they define; the claim is that witnesses exist.

    Lost: nothing in this direction. The refutation excludes all functions with these values, so
    all polynomials too; a positive claim about polynomials could not be restated so.
    """
    claim = """: ∃ f1 f2 f3 f4 : ℚ → ℚ,
      (∀ x, x ^ 2 + 7 = f1 x ^ 2 + f2 x ^ 2 + f3 x ^ 2 + f4 x ^ 2) ∧
      (∀ x, f1 x = x ^ 2 + 2) ∧ (∀ x, f2 x = -1) ∧ (∀ x, f3 x = -1) ∧ (∀ x, f4 x = -1)"""
    body = """rintro ⟨f1, f2, f3, f4, h, h1, h2, h3, h4⟩
have e := h 1
rw [h1, h2, h3, h4] at e
revert e
decide +kernel"""
    assert await verdict(judge, claim, body, Polarity.NEGATION) is ProofVerdict.ACCEPT


async def test_example_2_the_coefficient_is_not_four_thirds(judge: ProofJudge) -> None:
    """The reals become every ordered field; the context is kept whole, and it can hold."""
    body = "intro claimed\nclear hf hpt1 hpt2\ngrind"
    wrong = f"{QUADRATIC} : a = 4 / 3"
    assert await verdict(judge, wrong, body, Polarity.CONTRADICTION) is ProofVerdict.ACCEPT
    holds = " ∧ ".join(f"({claim})" for _, claim in HYPOTHESES)
    model = f": ∃ (a b c T : ℚ) (f : ℚ → ℚ), {holds}"
    values = "8 / 5, -2 / 5, 64 / 5, 8, fun x => 8 / 5 * x ^ 2 + -2 / 5 * x + 64 / 5"
    shown = ", ".join(
        "fun _ => rfl" if name == "hf" else "by decide +kernel" for name, _ in HYPOTHESES
    )
    assert await verdict(judge, model, f"exact ⟨{values}, {shown}⟩") is ProofVerdict.ACCEPT


async def test_example_2_has_the_value_eight_fifths(judge: ProofJudge) -> None:
    """The paper's text says 30 a = 24 and a = 4/5; its equations give 30 a = 48 and a = 8/5.

    Its theorem, that a is not 4/3, is right all the same.
    """
    simplified = (
        "{R : Type} [OrderedField R] (a b : R) (h1 : 12 * a - 2 * b = 20) (h2 : 9 * a + b = 14)"
    )
    assert ProofVerdict.ACCEPT in await automatic_verdicts(judge, f"{simplified} : a = 8 / 5")
    assert ProofVerdict.ACCEPT not in await automatic_verdicts(judge, f"{simplified} : a = 4 / 5")


async def test_example_3_the_functional_equation_gives_f_of_nine(judge: ProofJudge) -> None:
    """The reals become every ordered field; the recurrence and both values are kept."""
    signature = """{R : Type} [OrderedField R] (f : R → R)
    (hprop : ∀ x, f (2 * x + 3) = 2 * f x + 3) (hbase : f 0 = 6) (hf3 : f 3 = 15) : f 9 = """
    assert ProofVerdict.ACCEPT in await automatic_verdicts(judge, f"{signature}33")
    assert ProofVerdict.ACCEPT not in await automatic_verdicts(judge, f"{signature}34")


async def test_example_4_change_of_base(judge: ProofJudge) -> None:
    """The logarithm becomes any function with the laws of one, logb b x its quotient.

    Lost: that such a function exists. The system of equations is kept, and that log 2 is not zero
    follows.
    """
    signature = """{R : Type} [OrderedField R] (log : R → R) (logb : R → R → R) (hlog : IsLog log)
    (hlogb : ∀ b x, logb b x = log x / log b)
    (x y z : R) (hx : 0 < x) (hy : 0 < y) (hz : 0 < z)
    (hsys : logb 4 x + logb 8 (y * z) = 2 ∧ logb 4 y + logb 8 (x * z) = 4 ∧
      logb 4 z + logb 8 (x * y) = 5) : logb 4 x = 1 / 2 * logb 2 x"""
    body = """have e : log (2 * 2) = log 2 + log 2 := hlog.log_mul 2 2 (by grind) (by grind)
have positive := hlog.log_lt_log 1 2 (by grind) (by grind)
rw [hlog.log_one] at positive
have four : (2 : R) * 2 = 4 := by grind
rw [four] at e
rw [hlogb, hlogb, e]
clear hlog hlogb hsys
grind"""
    assert await verdict(judge, signature, body) is ProofVerdict.ACCEPT


async def test_example_5_the_power_of_ten_splits(judge: ProofJudge) -> None:
    """Real powers become any function with the laws of powers of positive numbers.

    Lost: that such a function exists.
    """
    signature = """{R : Type} [OrderedField R] (power : R → R → R) (hpower : IsRpow power) (x : R)
    (hgiven : power 2 (x + 2) * power 5 (6 - x) = power 10 (x ^ 2)) :
    power 2 (x + 2) * power 5 (6 - x) = power 2 (x ^ 2) * power 5 (x ^ 2)"""
    body = """have e := hpower.mul_rpow 2 5 (x ^ 2) (by grind) (by grind)
have ten : (2 : R) * 5 = 10 := by grind
rw [ten] at e
rw [hgiven, e]"""
    assert await verdict(judge, signature, body) is ProofVerdict.ACCEPT


async def test_example_6_integer_arithmetic(judge: ProofJudge) -> None:
    """Nothing is lost."""
    claim = ": (0 : Int) * 5 - (-1) - (-5) = 6"
    assert ProofVerdict.ACCEPT in await automatic_verdicts(judge, claim)
