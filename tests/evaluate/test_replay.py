"""A replay of a finished run asks nothing and gives every outcome again, whatever Lean did then."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from bench._rehearsal import RehearsalJudge

from faithsieve.datasets import Dataset
from faithsieve.errors import LeanCrashError, LeanUnavailableError
from faithsieve.evaluate.ablations import VariantName
from faithsieve.evaluate.replay import (
    BaseRun,
    ReplayedRow,
    ReplayStatus,
    diff_json,
    open_base,
    replay_run,
)
from faithsieve.lean.judges import ForwardedJudge
from faithsieve.methods import METHODS
from faithsieve.records.lean import (
    ProofJudgement,
    ProofVerdict,
    RefusedStatement,
    SoundnessLayer,
)
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult
from faithsieve.records.settings import BudgetSettings, Settings, VerifySettings
from faithsieve.store.results import Recording
from support.ablations import rehearse
from support.ablations import replay as replay_variant
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


async def replayed(base: BaseRun, dataset: Dataset) -> list[ReplayedRow]:
    method = METHODS["faithsieve"]
    problems = base.problems_of(dataset)
    return [row async for row in replay_run(base, problems, method, Settings())]


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
    rows = await replayed(base, dataset)
    assert [row.where for row in rows if row.status is not ReplayStatus.SAME] == []
    assert len(rows) == 12


async def test_the_full_variant_leaves_no_row_open_for_want_of_lean(
    dataset: Dataset, tmp_path: Path
) -> None:
    base = await rehearse(tmp_path / "base", dataset, judge=RoughJudge(1))
    outcome, reuse = await replay_variant(base, VariantName.FULL, tmp_path / "full", dataset)
    assert outcome.open == ()
    assert not reuse.missing()
    assert {r.id: r.label for r in outcome.results} == {r.id: r.label for r in base.results}


async def test_what_another_run_learns_later_does_not_change_the_replay(
    dataset: Dataset, tmp_path: Path
) -> None:
    base = await rehearse(tmp_path / "base", dataset, judge=RoughJudge(2))
    # As if a later run on the same store had asked all open questions again.
    passing = "(result LIKE '%timeout%' OR result LIKE '%failed%')"
    query(base.folder, f"DELETE FROM artifacts WHERE kind = 'lean_answer' AND {passing}")
    rows = await replayed(open_base(base.folder), dataset)
    assert {row.status for row in rows} == {ReplayStatus.SAME}


@pytest.mark.parametrize(
    "settings",
    [
        Settings(verify=VerifySettings(proof_seconds=20)),
        Settings(budget=BudgetSettings(proof_seconds=5)),
    ],
    ids=["of the proof loop", "of the whole proof"],
)
async def test_a_limit_of_time_that_the_run_reached_is_reached_again_in_no_time(
    dataset: Dataset, tmp_path: Path, settings: Settings
) -> None:
    judge = RoughJudge(3, seconds=7.0)
    base = await rehearse(tmp_path / "base", dataset, judge=judge, settings=settings)
    assert {trace.budget for trace in base.traces.values()} == {settings.budget}
    rows = await replayed(base, dataset)
    assert {row.status for row in rows} == {ReplayStatus.SAME}


async def test_a_changed_verdict_is_named_with_the_place(dataset: Dataset, tmp_path: Path) -> None:
    base = await rehearse(tmp_path / "base", dataset)
    first, *others = base.results
    assert first.verdict is not None
    verdict = first.verdict.model_copy(update={"rationale": "something else"})
    changed = first.model_copy(update={"verdict": verdict})
    rows = await replayed(base._replace(results=(changed, *others)), dataset)
    parted = [row for row in rows if row.status is not ReplayStatus.SAME]
    assert [(row.id, row.status) for row in parted] == [(first.id, ReplayStatus.DIFFERS)]
    assert parted[0].where.startswith("verdict.rationale: was 'something else', is ")


async def test_a_row_that_the_provider_failed_is_unanswered_and_no_difference(
    dataset: Dataset, tmp_path: Path
) -> None:
    base = await rehearse(tmp_path / "base", dataset)
    first, *others = base.results
    failure = ProblemFailure(kind=FailureKind.PROVIDER, type="ProviderError", message="busy")
    failed = ProblemResult(id=first.id, gold=first.gold, failure=failure)
    silent = base._replace(results=(failed, *others), recording=Recording((), ()))
    rows = await replayed(silent, dataset)
    assert rows[0].status is ReplayStatus.UNANSWERED
    assert {row.status for row in rows[1:]} == {ReplayStatus.MISSING}


def test_values_part_at_the_first_difference_but_never_in_times() -> None:
    one = {"a": [1, {"seconds": 1.0, "x": "same"}], "b": 2}
    other = {"a": [1, {"seconds": 9.0, "x": "same"}], "b": 3, "c": None}
    assert list(diff_json(one, other, "verdict")) == ["verdict.b: was 2, is 3"]
    assert list(diff_json({"a": [1]}, {"a": [1, 2]}, "v")) == ["v.a: was 1 entries, is 2 entries"]
