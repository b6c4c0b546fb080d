"""A replay of a finished run asks nothing and gives every outcome again, whatever Lean did then."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from bench._rehearsal import RehearsalJudge, rehearsal_model

from faithsieve.datasets import Dataset
from faithsieve.errors import LeanCrashError, LeanUnavailableError
from faithsieve.evaluate.ablation_runs import ablate
from faithsieve.evaluate.ablations import VariantName
from faithsieve.evaluate.replay import BaseRun, open_base
from faithsieve.lean.judges import ForwardedJudge
from faithsieve.methods import Tools
from faithsieve.records.lean import (
    ProofJudgement,
    ProofVerdict,
    RefusedStatement,
    SoundnessLayer,
)
from faithsieve.records.run import ProblemResult
from faithsieve.records.settings import BudgetSettings, Settings, VerifySettings
from faithsieve.store.run_store import RunStore
from support.ablations import rehearse, replay
from support.runs import make_dataset, make_problem
from support.stores import query


class RoughJudge(ForwardedJudge):
    """A Lean on a bad day: it dawdles, times out, crashes, and is away at times.

    Asked the same again it may answer otherwise, as a real one does.
    """

    def __init__(self, seed: int, *, seconds: float = 0.0) -> None:
        self._judge = RehearsalJudge()
        super().__init__(self._judge.toolchain)
        self._dice = random.Random(seed)
        self._seconds = seconds
        self.met: list[str] = []

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        late = await self._mishap() if method in ("freeze", "judge_first") else ""
        timeout = {"reason": "timeout", "layer": SoundnessLayer.BACKEND}
        if late and method == "freeze":
            return RefusedStatement(text=about, verdict="inconclusive", **timeout)
        said = await getattr(self._judge, method)(about, *given, **options)
        if method != "judge_first":
            return said
        changed: dict[str, object] = {"seconds": self._seconds}
        if late:
            changed |= {"verdict": ProofVerdict.INCONCLUSIVE, **timeout}
        return tuple(ProofJudgement(**(dict(judgement) | changed)) for judgement in said)

    async def _mishap(self) -> str:
        await asyncio.sleep(self._dice.random() * 0.003)
        mishap = self._dice.choices(["", "timeout", "crash", "away"], [6, 2, 1, 1])[0]
        self.met.append(mishap)
        if mishap == "crash":
            raise LeanCrashError("this question ended Lean three times")
        if mishap == "away":
            raise LeanUnavailableError("Lean does not start: out of memory")
        return mishap


async def assert_it_comes_out_again(base: BaseRun, dataset: Dataset, out: Path) -> None:
    """Everything but times and what was paid now: labels, rationale, evidence, tokens."""
    outcome, reuse = await replay(base, VariantName.FULL, out, dataset)
    assert (outcome.open, reuse.missing()) == ((), {})
    before = {result.id: found(result) for result in base.results}
    assert {result.id: found(result) for result in outcome.results} == before


def found(result: ProblemResult) -> object:
    verdict = result.verdict and result.verdict.model_dump(exclude={"cost"})
    return verdict, result.cost.usage.total, result.failure and result.failure.kind


@pytest.fixture
def dataset() -> Dataset:
    claims = [f"Show that {n} + 1 = {n + 1}." for n in range(12)]
    return make_dataset([make_problem(f"p{n}", problem=claim) for n, claim in enumerate(claims)])


@pytest.mark.parametrize("seed", range(3))
async def test_every_row_of_a_run_with_a_rough_lean_comes_out_again(
    dataset: Dataset, tmp_path: Path, seed: int
) -> None:
    judge = RoughJudge(seed)
    base = await rehearse(tmp_path / "base", dataset, judge=judge)
    assert len(set(judge.met)) >= 3, "the day was not bad enough"
    await assert_it_comes_out_again(base, dataset, tmp_path / "full")


async def test_what_another_run_learns_later_does_not_change_the_replay(
    dataset: Dataset, tmp_path: Path
) -> None:
    base = await rehearse(tmp_path / "base", dataset, judge=RoughJudge(2))
    # As if a later run on the same store had asked all open questions again.
    passing = "(result LIKE '%timeout%' OR result LIKE '%failed%')"
    query(base.folder, f"DELETE FROM artifacts WHERE kind = 'lean_answer' AND {passing}")
    await assert_it_comes_out_again(open_base(base.folder), dataset, tmp_path / "full")


async def test_a_proof_is_judged_again_under_the_limits_that_it_had(
    dataset: Dataset, tmp_path: Path
) -> None:
    limits = BudgetSettings(proof_seconds=5)
    settings = Settings(budget=limits, verify=VerifySettings(proof_seconds=20))
    judge = RoughJudge(3, seconds=7.0)
    base = await rehearse(tmp_path / "base", dataset, judge=judge, settings=settings)
    await assert_it_comes_out_again(base, dataset, tmp_path / "full")
    today = Tools(rehearsal_model(), Settings())
    with await asyncio.to_thread(RunStore.open, tmp_path / "own.sqlite") as own:
        given = await ablate(base, VariantName.FULL, Settings()).tools_for(today, own)(
            dataset.proofs[0]
        )
    assert given.settings.budget == limits
