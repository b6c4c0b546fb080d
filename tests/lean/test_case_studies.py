"""The six theorems of the paper's appendix H, as far as core Lean can say them.

Core Lean has no real numbers, polynomials, logarithms or real powers. Examples 2, 3 and 6 lose
nothing but the reals, which become every ordered field, so what is proved is stronger. Examples 1,
4 and 5 are restated; each test's docstring says what is lost.
"""

import pytest

from faithsieve.lean.cascade import Closed, close_goal
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.pool import EmbeddedPool
from faithsieve.records.lean import LeanSource, LeanStatus

pytestmark = [
    pytest.mark.lean,
    pytest.mark.xdist_group("lean"),
    pytest.mark.asyncio(loop_scope="session"),
]

QUADRATIC = """{R : Type} [OrderedField R] (a b c T : R) (f : R → R)
    (hT : T = 8) (hf : ∀ x, f x = a * x ^ 2 + b * x + c)
    (hprod : c / a = T) (hpt1 : f (-2) = 20) (hpt2 : f 1 = 14)
    (heq1 : 4 * a - 2 * b + c = 20) (heq2 : a + b + c = 14) (hcrel : c = 8 * a)
    (hsimp1 : 12 * a - 2 * b = 20) (hsimp2 : 9 * a + b = 14) : """


async def proves(pool: EmbeddedPool, signature: str, body: str) -> bool:
    text = f"theorem target {signature} := by\n{body}\n"
    source = LeanSource(text=text, theorem="target")
    report = await EmbeddedLean(pool).check(source, timeout_s=120)
    return report.status is LeanStatus.OK and not report.has_sorry


async def is_automatic(pool: EmbeddedPool, signature: str) -> bool:
    return isinstance(await close_goal(signature, lean=EmbeddedLean(pool)), Closed)


async def test_example_1_the_witnesses_do_not_satisfy_the_identity(lean_pool: EmbeddedPool) -> None:
    """Polynomials become the functions ℚ → ℚ they define.

    Lost: nothing in this direction. The theorem excludes all functions with these values, so all
    polynomials too; a positive claim about polynomials could not be restated so.
    """
    signature = """: ¬ ∃ f1 f2 f3 f4 : ℚ → ℚ,
      (∀ x, x ^ 2 + 7 = f1 x ^ 2 + f2 x ^ 2 + f3 x ^ 2 + f4 x ^ 2) ∧
      (∀ x, f1 x = x ^ 2 + 2) ∧ (∀ x, f2 x = -1) ∧ (∀ x, f3 x = -1) ∧ (∀ x, f4 x = -1)"""
    body = """  rintro ⟨f1, f2, f3, f4, h, h1, h2, h3, h4⟩
  have e := h 1
  rw [h1, h2, h3, h4] at e
  revert e
  decide +kernel"""
    assert await proves(lean_pool, signature, body)


async def test_example_2_the_coefficient_is_not_four_thirds(lean_pool: EmbeddedPool) -> None:
    """The reals become every ordered field; the context is kept whole."""
    assert await is_automatic(lean_pool, f"{QUADRATIC}¬ (a = 4 / 3)")


async def test_example_2_is_not_vacuous_and_its_value_is_eight_fifths(
    lean_pool: EmbeddedPool,
) -> None:
    """The two simplified equations alone have a solution: 30 a = 48, so a = 8/5.

    The paper's text says 30 a = 24 and a = 4/5, which does not follow from its equations; its
    theorem, that a is not 4/3, is right all the same.
    """
    simplified = (
        "{R : Type} [OrderedField R] (a b : R) (h1 : 12 * a - 2 * b = 20) (h2 : 9 * a + b = 14)"
    )
    assert await is_automatic(lean_pool, f"{simplified} : a = 8 / 5")
    assert not await is_automatic(lean_pool, f"{simplified} : a = 4 / 5")


async def test_example_3_the_functional_equation_gives_f_of_nine(lean_pool: EmbeddedPool) -> None:
    """The reals become every ordered field; the recurrence and both values are kept."""
    signature = """{R : Type} [OrderedField R] (f : R → R)
    (hprop : ∀ x, f (2 * x + 3) = 2 * f x + 3) (hbase : f 0 = 6) (hf3 : f 3 = 15) : f 9 = """
    assert await is_automatic(lean_pool, f"{signature}33")
    assert not await is_automatic(lean_pool, f"{signature}34")


async def test_example_4_change_of_base(lean_pool: EmbeddedPool) -> None:
    """The logarithm becomes any function that turns products into sums, logb b x its quotient.

    Lost: that such a function exists and is the logarithm, and that log 2 is not zero, which is
    assumed here. The system of equations is kept.
    """
    signature = """{R : Type} [OrderedField R] (log : R → R) (logb : R → R → R)
    (hlog : ∀ x y, 0 < x → 0 < y → log (x * y) = log x + log y)
    (hlogb : ∀ b x, logb b x = log x / log b) (h2 : log 2 ≠ 0)
    (x y z : R) (hx : 0 < x) (hy : 0 < y) (hz : 0 < z)
    (hsys : logb 4 x + logb 8 (y * z) = 2 ∧ logb 4 y + logb 8 (x * z) = 4 ∧
      logb 4 z + logb 8 (x * y) = 5) : logb 4 x = 1 / 2 * logb 2 x"""
    body = """  have e : log (2 * 2) = log 2 + log 2 := hlog 2 2 (by grind) (by grind)
  have four : (2 : R) * 2 = 4 := by grind
  rw [four] at e
  rw [hlogb, hlogb, e]
  clear hlog hlogb hsys
  grind"""
    assert await proves(lean_pool, signature, body)


async def test_example_5_the_power_of_ten_splits(lean_pool: EmbeddedPool) -> None:
    """Real powers become any function multiplicative in a positive base.

    Lost: that the function is exponentiation; only the law the rewrite uses is assumed.
    """
    signature = """{R : Type} [OrderedField R] (power : R → R → R)
    (hmul : ∀ a b e, 0 < a → 0 < b → power (a * b) e = power a e * power b e) (x : R)
    (hgiven : power 2 (x + 2) * power 5 (6 - x) = power 10 (x ^ 2)) :
    power 2 (x + 2) * power 5 (6 - x) = power 2 (x ^ 2) * power 5 (x ^ 2)"""
    body = """  have e := hmul 2 5 (x ^ 2) (by grind) (by grind)
  have ten : (2 : R) * 5 = 10 := by grind
  rw [ten] at e
  rw [hgiven, e]"""
    assert await proves(lean_pool, signature, body)


async def test_example_6_integer_arithmetic(lean_pool: EmbeddedPool) -> None:
    """Nothing is lost."""
    assert await is_automatic(lean_pool, ": (0 : Int) * 5 - (-1) - (-5) = 6")
