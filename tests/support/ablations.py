"""A finished run of the whole method on made-up answers, and its variants, as a user makes them."""

import asyncio
from pathlib import Path

from bench._rehearsal import IDENTITY, RehearsalJudge, rehearsal_model

from faithsieve.datasets import Dataset
from faithsieve.evaluate.ablation_runs import Reuse, ablate
from faithsieve.evaluate.ablations import VariantName
from faithsieve.evaluate.replay import BaseRun, StoredAnswers, open_base
from faithsieve.evaluate.run_folder import RunFolder
from faithsieve.evaluate.runner import Plan, RunOutcome, StopSwitch, judge_by
from faithsieve.evaluate.session import run_session
from faithsieve.lean.caching_judge import CachingJudge
from faithsieve.lean.judges import ReplayedJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.cached import CachedModel, ReplayModel
from faithsieve.llm.protocol import ChatModel
from faithsieve.methods import Tools
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from support.runs import sitting

SETTINGS = Settings()


async def rehearse(
    out: Path,
    dataset: Dataset,
    *,
    settings: Settings = SETTINGS,
    limit: int | None = None,
    judge: StatementJudge | None = None,
    model: ChatModel | None = None,
) -> BaseRun:
    """Do what ``faithsieve eval --method faithsieve`` does, on made-up answers."""
    outcome = await sitting(
        out,
        dataset,
        model or rehearsal_model(),
        settings=settings,
        method="faithsieve",
        limit=limit,
        concurrency=4,
        judge=judge or RehearsalJudge(),
        identity=IDENTITY,
    )
    assert not outcome.open
    return open_base(out)


async def replay(
    base: BaseRun,
    name: VariantName,
    out: Path,
    dataset: Dataset,
    *,
    model: ChatModel | None = None,
) -> tuple[RunOutcome, Reuse]:
    """Do what ``faithsieve ablate`` does; without a model nothing new is asked."""
    ablation = ablate(base, name, SETTINGS)
    with RunFolder(out) as folder:
        own = await asyncio.to_thread(RunStore.open, folder.store_path)
        with own:
            session = ablation.open_or_resume(folder, own)
            ledger = StoredAnswers(base.recording, own)
            asked: ChatModel = ReplayModel(ledger, IDENTITY)
            judge: CachingJudge | ReplayedJudge = ReplayedJudge(base.manifest.lean)
            if model is not None:
                asked = CachedModel(model, ledger, IDENTITY)
                judge = CachingJudge(RehearsalJudge(), ledger)
            switch, tools = StopSwitch(), Tools(asked, ablation.settings, judge=judge)
            outcome = await run_session(
                session,
                dataset,
                Plan(base.problems_of(dataset), concurrency=4),
                judge_by(ablation.method, ablation.tools_for(tools, own)),
                switch=switch,
            )
            return outcome, ablation.finish(session)
