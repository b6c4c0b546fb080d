"""Check a finished run once more from what it stored, and say row by row whether it agrees.

Nothing is asked: no model, no Lean, no clock. Every outcome must come out again, field by field but
for times; where one does not, the row says where the two part, in the order of the stages.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from enum import StrEnum

from faithsieve.evaluate.ablation_runs import BaseRun, base_settings
from faithsieve.evaluate.checked_proofs import KIND as CHECKED
from faithsieve.evaluate.checked_proofs import checked_key
from faithsieve.evaluate.proof_trace import StoredAnswers, replaying_judge
from faithsieve.evaluate.runner import Judged, StaysOpen, judge_problem
from faithsieve.lean.judges import ReplayedJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.methods import Method, Tools
from faithsieve.records.base import Record
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import Label, LabelledProof, Proof
from faithsieve.records.run import ProblemResult
from faithsieve.records.settings import Settings
from faithsieve.store.results import manifest_digest
from faithsieve.wiring import replay_model

AT_ONCE = 8
STAGES = ("findings", "localization", "verified", "confirmations", "judgements", "verdict")
"""What is compared, in the order in which it comes to be."""
NOT_COMPARED = frozenset({"seconds", "lean_seconds", "elapsed_s", "cost"})
"""Times, and what was paid, differ by their nature; tokens are compared on their own."""
_LONGEST_VALUE = 80


class ReplayStatus(StrEnum):
    """Whether a row came out again."""

    SAME = "same"
    DIFFERS = "differs"
    MISSING = "missing"
    """The replay needed an answer that the run never stored."""
    UNANSWERED = "unanswered"
    """The run has no verdict here: the provider or Lean failed, which no replay can repeat."""


class ReplayedRow(Record):
    """One problem of the run, and what became of it in the replay."""

    id: str
    """The problem."""
    status: ReplayStatus
    """Whether the outcome is the same."""
    before: Label | None
    """The run's label."""
    after: Label | None
    """The replay's label."""
    where: str = ""
    """Where the two part, or what is missing."""


async def replay_run(
    base: BaseRun, problems: Sequence[LabelledProof], method: Method, current: Settings
) -> AsyncIterator[ReplayedRow]:
    """Check the problems of a run again from its store, in dataset order.

    Args:
        problems: Those of its dataset that have an outcome.
        current: Settings of today, for what is no part of the run's question.
    """
    settings = base_settings(base.manifest, current)
    known = {result.id: result for result in base.results}
    room = asyncio.Semaphore(AT_ONCE)

    async def row(problem: LabelledProof) -> ReplayedRow:
        async with room:
            return await _row(base, problem, known[problem.id], method, settings)

    tasks = [asyncio.create_task(row(problem)) for problem in problems]
    try:
        for task in tasks:
            yield await task
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _row(
    base: BaseRun,
    problem: LabelledProof,
    before: ProblemResult,
    method: Method,
    settings: Settings,
) -> ReplayedRow:
    digest = manifest_digest(base.manifest)
    trace = base.traces.of_problem(problem.id, digest)
    if trace is not None:
        settings = settings.changed(budget=trace.budget)
    ledger = StoredAnswers(base.recording, trace)
    judge = None
    if method.asks_lean:
        judge = replaying_judge(ReplayedJudge(base.manifest.lean), ledger, base.recording)

    async def check(proof: Proof, model: ChatModel) -> CheckedProof:
        return await method.check(proof, Tools(model, settings, judge=judge))

    model = replay_model(ledger, base.manifest.model, settings)
    judged = await judge_problem(problem, check=check, model=model)
    stored = base.recording.find_artifact(CHECKED, checked_key(problem.id, digest))
    checked = CheckedProof.model_validate_json(stored.result) if stored else None
    return compare_row(before, judged, checked)


def compare_row(
    before: ProblemResult, after: Judged | StaysOpen, checked: CheckedProof | None
) -> ReplayedRow:
    row = {"id": before.id, "before": before.label, "after": None}
    if isinstance(after, StaysOpen) or (after.result.failure and before.failure is None):
        failed = before.failure is not None and before.failure.passes
        if failed:
            return ReplayedRow(**row, status=ReplayStatus.UNANSWERED, where=_failure(before))
        if isinstance(after, StaysOpen):
            words = after.stop.message if after.stop else "it was stopped"
            return ReplayedRow(**row, status=ReplayStatus.MISSING, where=words)
        return ReplayedRow(**row, status=ReplayStatus.DIFFERS, where=_failure(after.result))
    row["after"] = after.result.label
    where = _where(before, after, checked)
    status = ReplayStatus.DIFFERS if where else ReplayStatus.SAME
    return ReplayedRow(**row, status=status, where=where)


def _failure(result: ProblemResult) -> str:
    failure = result.failure
    return f"{failure.kind.value}: {failure.message}" if failure else "answered"


def _where(before: ProblemResult, after: Judged, checked: CheckedProof | None) -> str:
    if before.failure is not None or after.result.failure is not None:
        same = before.failure and after.result.failure
        if same and before.failure.kind is after.result.failure.kind:  # type: ignore[union-attr]
            return ""
        return f"was {_failure(before)}, is {_failure(after.result)}"
    assert before.verdict is not None
    assert after.checked is not None
    was = (checked or after.checked).changed(verdict=before.verdict)
    stages = STAGES if checked else ("verdict",)
    for stage in stages:
        one, other = (
            was.model_dump(mode="json")[stage],
            after.checked.model_dump(mode="json")[stage],
        )
        found = next(parting(one, other, stage), None)
        if found is not None:
            return found
    tokens = before.cost.usage.total, after.result.cost.usage.total
    return "" if tokens[0] == tokens[1] else f"tokens: was {tokens[0]}, is {tokens[1]}"


def parting(one: object, other: object, place: str) -> Iterator[str]:
    """Name the places where two JSON values differ, in order."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*one, *other]):
            if name not in NOT_COMPARED:
                yield from parting(one.get(name), other.get(name), f"{place}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from parting(left, right, f"{place}[{index}]")
    elif one != other:
        yield f"{place}: was {_shown(one)}, is {_shown(other)}"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return f"{len(value)} entries"
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"
