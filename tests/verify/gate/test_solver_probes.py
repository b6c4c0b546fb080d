"""Probes by computation, with a real Z3 behind a judge that knows nothing else."""

import pytest

from faithsieve.lean.number_solver import solve_script
from faithsieve.records.lean import FrozenStatement
from faithsieve.records.settings import VerifySettings
from faithsieve.verify.gate.lean_probes import probe_statement, rejects_alone
from faithsieve.verify.gate.solver_probes import SolverProbes
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge
from support.statements import FIELD, make_candidate

pytestmark = pytest.mark.network


class SolvingJudge(ScriptedJudge):
    """Accepts no proof; formulas about numbers go to Z3."""

    async def solve(self, statement: FrozenStatement, script: str) -> str:
        return await solve_script(script)


async def probes(text: str, claim: str, *premises: str) -> SolverProbes:
    judge = SolvingJudge()
    return SolverProbes(await make_candidate(text, make_obligation(claim, *premises)), judge)


DISCRIMINANT = "(a b c x : R) (ha : a ≠ 0) (hx : a * x ^ 2 + b * x + c = 0) "


@pytest.mark.parametrize(
    ("text", "premise", "is_found"),
    [
        (FIELD + DISCRIMINANT + "(h : b ^ 2 - 4 * a * c < 0) : x = 1", "", True),
        (FIELD + DISCRIMINANT + "(h : b ^ 2 - 4 * a * c ≤ 0) : x = 1", "", False),
        ("(n : ℤ) (h : n * (n - 1) = 132) (h2 : Odd n) (h3 : 0 < n) : n = 12", "", True),
        # Whoever is after a contradiction may have one.
        ("(n : ℤ) (h : n * (n - 1) = 132) (h2 : Odd n) (h3 : 0 < n) : n = 12",
         "Suppose on the contrary that n is odd.", False),
        # Where Lean may cut off, nothing is said.
        ("(n : ℕ) (h : n - 1 = 4) (h2 : n = 3) : n = 2", "", False),
    ],
)  # fmt: skip
async def test_hypotheses_that_no_numbers_satisfy_are_found(
    text: str, premise: str, is_found: bool
) -> None:
    asked = await probes(text, "$n=12$", *([premise] if premise else []))
    assert await asked.have_no_model() is is_found


@pytest.mark.parametrize(
    ("hypothesis", "context", "is_found"),
    [
        ("x + y = 7", ("$x+y=8$",), True),
        ("x + y = 8", ("$x+y=8$",), False),
        ("2 * x = 16 - 2 * y", ("We know that $x+y=8$.",), False),
        # Cases of the context say nothing about the statement.
        ("x > 0", ("$x<0$", "$x>0$"), False),
    ],
)
async def test_hypotheses_that_exclude_the_context_are_found(
    hypothesis: str, context: tuple[str, ...], is_found: bool
) -> None:
    asked = await probes(FIELD + f"(x y : R) (h : {hypothesis}) : x * y = 3", "$xy=3$", *context)
    assert bool(await asked.context_finding()) is is_found


async def test_a_conclusion_may_follow_with_products_and_not_without() -> None:
    asked = await probes(FIELD + "(x : R) (h : 0 < x) : 0 < x ^ 2", "$x^2>0$", "$x>0$")
    names = frozenset({"h"})
    assert await asked.follows("0 < x ^ 2", names)
    assert not await asked.follows("0 < x ^ 2", names, with_products=False)
    assert not await asked.follows("0 < x ^ 2", frozenset())
    assert await asked.follows("0 < x ^ 2", frozenset(), given="x = 3")


async def test_what_a_solver_says_rejects_only_where_nobody_can_answer() -> None:
    judge = SolvingJudge()
    text = FIELD + DISCRIMINANT + "(h : b ^ 2 - 4 * a * c < 0) : x = 1"
    candidate = await make_candidate(text, make_obligation("$x=1$"), judge=judge)
    found = await probe_statement(candidate, judge, VerifySettings(), thorough=True)
    (contradiction,) = [finding for finding in found if finding.name == "no_solution"]
    assert not rejects_alone(contradiction)
    assert rejects_alone(contradiction, has_checker=False)
