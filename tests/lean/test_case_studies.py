"""The six theorems of the paper's appendix H, word for word, proved by the embedded Lean.

Every "proved" here is the judge's. The two caught errors are also refuted through goals that the
judge built from the wrong claims, as a run does it.
"""

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.lean import Polarity, ProofVerdict
from support.embedded_lean import LEAN_MARKS
from support.statement_judge import frozen_by

pytestmark = LEAN_MARKS

WITNESSES = """Exists fun f1 : Polynomial Rat =>
    Exists fun f2 : Polynomial Rat =>
    Exists fun f3 : Polynomial Rat =>
    Exists fun f4 : Polynomial Rat =>
      Polynomial.X ^ 2 + 7 = f1 ^ 2 + f2 ^ 2 + f3 ^ 2 + f4 ^ 2 /\\
      f1 = Polynomial.X ^ 2 + 2 /\\
      f2 = -1 /\\ f3 = -1 /\\ f4 = -1"""
"""The claim of example 1 that the paper refutes."""
AT_ONE = """rintro ⟨f1, f2, f3, f4, h, rfl, rfl, rfl, rfl⟩
have e := congrArg (Polynomial.eval 1) h
simp at e
grind"""
QUADRATIC = """
    (a b c T : Real) (f : Real -> Real)
    (hT : T = 8) (hf : forall x, f x = a * x ^ 2 + b * x + c)
    (hprod : c / a = T) (hpt1 : f (-2) = 20) (hpt2 : f 1 = 14)
    (heq1 : 4 * a - 2 * b + c = 20)
    (heq2 : a + b + c = 14)
    (hcrel : c = 8 * a)
    (hsimp1 : 12 * a - 2 * b = 20)
    (hsimp2 : 9 * a + b = 14) :
    """
"""Example 2: a quadratic through two points with the product of its roots."""
FUNCTIONAL = """
    (f : Real -> Real)
    (hprop : forall x, f (2 * x + 3) = 2 * f x + 3)
    (hbase : f 0 = 6) (hf3 : f 3 = 15) :
    f 9 = 33"""
LOGARITHMS = """
    (x y z : Real) (hx : x > 0) (hy : y > 0) (hz : z > 0)
    (hsys : Real.logb 4 x + Real.logb 8 (y * z) = 2 /\\
      Real.logb 4 y + Real.logb 8 (x * z) = 4 /\\
      Real.logb 4 z + Real.logb 8 (x * y) = 5) :
    Real.logb 4 x = (1 / 2) * Real.logb 2 x"""
EXPONENTS = """ (x : Real)
    (hgiven : (2 : Real) ^ (x + 2) * (5 : Real) ^ (6 - x) =
      (10 : Real) ^ (x ^ 2)) :
    (2 : Real) ^ (x + 2) * (5 : Real) ^ (6 - x) =
      (2 : Real) ^ (x ^ 2) * (5 : Real) ^ (x ^ 2)"""

PROOFS = {
    "polynomial_witness_neg": (
        f""" :
  Not ({WITNESSES})""",
        AT_ONE,
    ),
    "quadratic_coefficient_neg": (f"{QUADRATIC}Not (a = 4 / 3)", "linarith"),
    "functional_step": (FUNCTIONAL, "have := hprop 3\nnorm_num at this\nlinarith"),
    "log_change_of_base": (
        LOGARITHMS,
        """have four : (4 : Real) = 2 ^ 2 := by norm_num
have positive := Real.log_pos (x := 2) (by norm_num)
rw [Real.logb, Real.logb, four, Real.log_pow]
clear hsys
grind""",
    ),
    "exponent_rewrite": (
        EXPONENTS,
        """have ten : (10 : Real) = 2 * 5 := by norm_num
rw [hgiven, ten, Real.mul_rpow (by norm_num) (by norm_num)]""",
    ),
    "integer_arithmetic": (
        """ :
  (0 : Int) * 5 - (-1) - (-5) = 6""",
        "norm_num",
    ),
}
"""What stands behind each theorem's name in the paper, and a proof of ours."""


@pytest.fixture
def judge(lean_pool: LeanPool) -> ProofJudge:
    return ProofJudge(lean_pool)


async def verdict(
    judge: ProofJudge, signature: str, body: str, polarity: Polarity = Polarity.CLAIM
) -> ProofVerdict:
    statement = await frozen_by(judge, signature)
    return (await judge.judge(statement, body, polarity=polarity, timeout_s=120)).verdict


@pytest.mark.parametrize("name", PROOFS)
async def test_a_theorem_of_the_paper_is_proved_as_printed(name: str, judge: ProofJudge) -> None:
    statement, proof = PROOFS[name]
    assert await verdict(judge, statement, proof) is ProofVerdict.ACCEPT


@pytest.mark.parametrize(
    ("wrong", "body", "polarity"),
    [
        (f": {WITNESSES}", AT_ONE, Polarity.NEGATION),
        (f"{QUADRATIC}a = 4 / 3", "intro claimed\nlinarith", Polarity.CONTRADICTION),
    ],
)
async def test_a_caught_error_is_refuted_from_the_wrong_claim(
    wrong: str, body: str, polarity: Polarity, judge: ProofJudge
) -> None:
    assert await verdict(judge, wrong, body, polarity) is ProofVerdict.ACCEPT


async def test_example_2_has_the_value_eight_fifths(judge: ProofJudge) -> None:
    """The paper's text says 30 a = 24 and a = 4/5; its equations give 30 a = 48 and a = 8/5.

    Its theorem, that a is not 4/3, is right all the same.
    """
    assert await verdict(judge, f"{QUADRATIC}a = 8 / 5", "linarith") is ProofVerdict.ACCEPT
    assert await verdict(judge, f"{QUADRATIC}a = 4 / 5", "linarith") is ProofVerdict.REJECT
