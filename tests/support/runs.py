"""A whole run on scripted replies: dataset, folder, store, cache and runner, as for the user."""

import asyncio
import json
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

from faithsieve.baselines.prm import StepScorer
from faithsieve.datasets import Dataset, load_dataset
from faithsieve.evaluate.run_folder import RunFolder, replace_file
from faithsieve.evaluate.runner import (
    JudgeProblem,
    Plan,
    RunOutcome,
    StopSwitch,
    judge_by,
    judge_problem,
)
from faithsieve.evaluate.session import describe_run, open_or_resume, run_session
from faithsieve.lean.caching_judge import CachingJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.cached import CachedModel
from faithsieve.llm.protocol import ChatModel
from faithsieve.methods import METHODS, Method, Tools
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore

IDENTITY = "scripted"
SETTINGS = Settings()


def make_problem(id: str, *, problem: str | None = None) -> LabelledProof:
    """A proof of two steps whose text is its id unless a test says otherwise."""
    proof = Proof.from_texts(problem or f"Show claim {id}.", ("First, it holds.", "So it is."))
    return LabelledProof(id=id, proof=proof, gold="correct")


def dataset_rows(proofs: Sequence[LabelledProof]) -> str:
    """The text of a dataset file in the ProofLoc shape."""
    rows = [
        {
            "id": labelled.id,
            "problem": labelled.proof.problem,
            "steps": [step.text for step in labelled.proof.steps],
            "first_error_step": labelled.gold,
        }
        for labelled in proofs
    ]
    return "".join(json.dumps(row) + "\n" for row in rows)


def make_dataset(proofs: Sequence[LabelledProof] | int) -> Dataset:
    """A dataset of given proofs, or of so many, as a file would give it."""
    if isinstance(proofs, int):
        proofs = [make_problem(f"p{n}") for n in range(proofs)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proofs.jsonl"
        file.write_text(dataset_rows(proofs), encoding="utf-8")
        return load_dataset(file, format="proofloc")


def odd_sums(count: int) -> Dataset:
    """Sums of odd numbers, every other one with a slip in its second step."""
    return make_dataset([_sum_of_odd_numbers(n) for n in range(2, 2 + count)])


def _sum_of_odd_numbers(n: int) -> LabelledProof:
    total = n * n + n % 2
    steps = (
        f"The odd numbers up to {2 * n - 1} are {n} numbers. Call their sum s.",
        f"Then s = {n}^2, and therefore s = {total}. Here {n} * {n} = {total}.",
        f"So the answer is {total}.",
    )
    proof = Proof.from_texts(f"Add the first {n} odd numbers.", steps)
    return LabelledProof(id=f"sum-{n}", proof=proof, gold=2 if n % 2 else "correct")


def judge_here(
    check: Callable[[Proof, ChatModel], Awaitable[CheckedProof]],
    model: ChatModel,
    *,
    clock: Callable[[], float] = time.monotonic,
) -> JudgeProblem:
    """Judge problems with one model, by a method that needs nothing else."""
    method = Method(lambda proof, tools: check(proof, tools.model), (), "for a test")
    return partial(judge_problem, method=method, tools=Tools(model, SETTINGS), clock=clock)


async def sitting(
    out: Path,
    dataset: Dataset,
    model: ChatModel,
    *,
    settings: Settings = SETTINGS,
    method: str = "direct",
    limit: int | None = None,
    retry_failed: bool = False,
    concurrency: int = 2,
    switch: StopSwitch | None = None,
    after_commit: Callable[[], None] = lambda: None,
    write: Callable[[Path, str], None] = replace_file,
    scorer: StepScorer | None = None,
    judge: StatementJudge | None = None,
    identity: str = IDENTITY,
) -> RunOutcome:
    """Do what ``faithsieve eval`` does, with a given model and judge and nothing printed."""
    with RunFolder(out, write=write) as folder:
        store = await asyncio.to_thread(RunStore.open, folder.store_path, after_commit=after_commit)
        with store:
            lean = identity if judge else ""
            manifest = describe_run(
                method, model=identity, dataset=dataset, settings=settings, lean=lean
            )
            notes = {"dataset_file": dataset.file}
            session = open_or_resume(folder, store, manifest, is_shared=False, notes=notes)
            switch = switch or StopSwitch()
            tools = Tools(
                CachedModel(model, store, identity),
                settings,
                judge=judge and CachingJudge(judge, store),
                scorer=scorer,
            )
            return await run_session(
                session,
                dataset,
                Plan(dataset.proofs[:limit], concurrency=concurrency, retry_failed=retry_failed),
                judge_by(METHODS[method], tools),
                switch=switch,
            )
