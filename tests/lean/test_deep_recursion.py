"""Deep texts on the real Lean: judged or given up by Lean itself, never the end of a worker."""

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.lean import ProofVerdict, RefusedStatement
from support.embedded_lean import LEAN_MARKS

pytestmark = [*LEAN_MARKS, pytest.mark.timeout(300)]

ACCEPTED = {
    "a sum of many terms": (f"(x : Nat) : {' + '.join(['x'] * 200)} = 200 * x", "omega"),
    "a sum of many fractions": (f": {' + '.join(['(1/2 : Rat)'] * 100)} = 50", "norm_num"),
    "many premises": (f"(p : Prop) (h : p) : {'p → ' * 300}p", "intros; exact h"),
    "nested arithmetic": (f"(x : Int) : {'(' * 190}x{' + 1)' * 190} = x + 190", "omega"),
    "a deep computation": (": (List.range 3000).foldr (· + ·) 0 = 4498500", "decide +kernel"),
    "deep applications": (
        "(f : Nat → Nat) : True",
        f"set_option maxRecDepth 10000 in have := {'f <| ' * 3000}0\ntrivial",
    ),
    "a numeral of many digits": (f": {'9' * 3000} % 3 = 0 ∨ True", "exact Or.inr trivial"),
}
GIVEN_UP = {
    "many negations": (f"(p : Prop) : {'¬ ' * 3000}p ↔ p", "simp"),
    "many quantifiers": (": " + "".join(f"∃ x{n} : Nat, " for n in range(400)) + "True", "simp"),
    "a deep recursion": (": (List.range 9000).foldl (· + ·) 0 = 40495500", "decide"),
    "a function of itself": (
        "(f : Nat → Nat) (h : ∀ x, f x = f (x + 1)) : f 0 = f 1",
        "set_option maxRecDepth 10000 in simp [h]",
    ),
}


async def judged(pool: LeanPool, text: str, body: str) -> tuple[ProofVerdict, str]:
    judge = ProofJudge(pool)
    frozen = await judge.freeze(text, timeout_s=60)
    if isinstance(frozen, RefusedStatement):
        return ProofVerdict(frozen.verdict), frozen.reason
    judgement = await judge.judge(frozen, body, timeout_s=60)
    return judgement.verdict, judgement.reason


@pytest.mark.parametrize("case", ACCEPTED)
async def test_a_deep_proof_is_judged(lean_pool: LeanPool, case: str) -> None:
    crashes = lean_pool.crashes
    assert await judged(lean_pool, *ACCEPTED[case]) == (ProofVerdict.ACCEPT, "")
    assert lean_pool.crashes == crashes


@pytest.mark.parametrize("case", GIVEN_UP)
async def test_what_is_too_deep_is_given_up_by_lean_itself(lean_pool: LeanPool, case: str) -> None:
    crashes = lean_pool.crashes
    verdict, reason = await judged(lean_pool, *GIVEN_UP[case])
    assert (verdict, reason) == (ProofVerdict.INCONCLUSIVE, "resource")
    assert lean_pool.crashes == crashes
