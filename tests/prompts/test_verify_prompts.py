"""What the prompts of stage two teach about Lean is true."""

import re

import pytest

from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.prompts.library import load, render
from faithsieve.records.lean import FrozenStatement

INPUTS: dict[str, object] = {
    "problem": "p",
    "context": "h1: x + 1 = 3",
    "claims": "[1] x = 2",
    "goals": "[1] (x : ℝ)\n⊢ x = 2",
    "is_single": True,
}


def instructions(prompt_id: str) -> str:
    inputs = {name: INPUTS[name] for name in load(prompt_id).inputs}
    return render(prompt_id, **inputs).messages[0].content


def test_statement_and_proof_prompts_are_short() -> None:
    texts = [instructions(name) for name in ("verify/statement", "verify/proof")]
    assert sum(len(text.encode()) for text in texts) <= 7_000


@pytest.mark.lean
@pytest.mark.xdist_group("lean")
@pytest.mark.asyncio(loop_scope="session")
async def test_lean_takes_every_example(lean_pool: LeanPool) -> None:
    judge = ProofJudge(lean_pool)
    shown = instructions("verify/statement").partition("Examples:\n")[2].partition("\n\n")[0]
    examples = shown.splitlines()
    assert len(examples) >= 10
    for example in examples:
        assert isinstance(await judge.freeze(example), FrozenStatement), example


@pytest.mark.lean
@pytest.mark.xdist_group("lean")
@pytest.mark.asyncio(loop_scope="session")
async def test_lean_knows_every_tactic_that_is_named(lean_pool: LeanPool) -> None:
    listed = instructions("verify/proof").partition("Tactics: ")[2].partition(" (equalities")[0]
    judge = ProofJudge(lean_pool)
    frozen = await judge.freeze(": (1 : ℝ) = 2")
    assert isinstance(frozen, FrozenStatement)
    for name in re.findall(r"\w+", listed):
        judged = await judge.judge(frozen, name)
        # A tactic that wants arguments does not parse alone; one that is not there never does.
        assert judged.reason != "policy", name
        if judged.reason == "body_parse":
            assert "unexpected end of input" in judged.detail or "expected" in judged.detail, name
            again = await judge.judge(frozen, f"{name} foo")
            assert "unknown tactic" not in f"{again.detail}{judged.detail}", name


@pytest.mark.lean
@pytest.mark.xdist_group("lean")
@pytest.mark.asyncio(loop_scope="session")
async def test_the_shown_counterexample_closes_such_a_goal(lean_pool: LeanPool) -> None:
    body = re.search(r"`(exact ⟨2, [^`]*)`", instructions("verify/proof"))
    assert body is not None
    judge = ProofJudge(lean_pool)
    frozen = await judge.freeze(": ∃ (x : ℝ) (_ : 1 < x), ¬ x = 3")
    assert isinstance(frozen, FrozenStatement)
    assert (await judge.judge(frozen, body[1])).is_accepted
