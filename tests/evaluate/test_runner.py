import asyncio
import itertools
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithsieve.errors import (
    BudgetExceededError,
    CanaryError,
    ConfigError,
    InputError,
    LeanUnavailableError,
    MissingToolError,
    PendingReplyError,
    ProviderError,
    ReplayMissError,
    ReplyFormatError,
    StoreError,
)
from faithsieve.evaluate.runner import (
    HaltedError,
    Judged,
    Plan,
    Progress,
    RunOutcome,
    SaveOutcome,
    StopKind,
    StopSwitch,
    run_problems,
    stoppable,
)
from faithsieve.llm.limits import CallEnd, RateLimits
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Amount, TokenUsage
from faithsieve.records.proof import Label, LabelledProof, Proof
from faithsieve.records.run import FailureKind, ProblemResult
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.store.run_store import RunStore
from faithsieve.turns import TurnSlots, awaiting, current_turn
from faithsieve.wiring import own_guards
from support.chat import make_request
from support.runs import judge_here, make_dataset, make_problem, sitting
from support.stores import calls_by_state

PROBLEMS = tuple(make_problem(f"p{n}") for n in range(6))


def verdict(label: Label = "correct") -> Verdict:
    kind = VerdictKind.NO_ERROR_FOUND if label == "correct" else VerdictKind.FIRST_ERROR
    return Verdict(label=label, kind=kind, rationale="said so")


Judge = Callable[[Proof, ChatModel], Awaitable[Verdict]]
Answers = Mapping[str, Verdict | BaseException]


def judge_by(answers: Answers) -> Judge:
    """A method that answers by the number in the problem's text, ``correct`` by default."""

    async def judge(proof: Proof, model: ChatModel) -> Verdict:
        await asyncio.sleep(0)
        answer = answers.get(proof.problem.removeprefix("Show claim ").rstrip("."), verdict())
        if isinstance(answer, BaseException):
            raise answer
        return answer

    return judge


async def save_nothing(problem: LabelledProof, judged: Judged) -> None:
    await asyncio.sleep(0)


async def run_judge(
    judge: Judge,
    model: ChatModel | None = None,
    *,
    problems: tuple[LabelledProof, ...] = PROBLEMS,
    save: SaveOutcome = save_nothing,
    earlier: Iterable[ProblemResult] = (),
    clock: Callable[[], float] = time.monotonic,
    **options: Any,
) -> RunOutcome:
    """Run a method that only names a label."""
    plan = {name: options.pop(name) for name in Plan._fields if name in options}

    async def check(proof: Proof, asked: ChatModel) -> CheckedProof:
        return CheckedProof(proof=proof, verdict=await judge(proof, asked))

    return await run_problems(
        Plan(problems, **plan),
        judge_here(check, model or ScriptedModel([]), clock=clock),
        save=save,
        earlier=earlier,
        clock=clock,
        **options,
    )


async def run(answers: Answers, **options: Any) -> RunOutcome:
    return await run_judge(judge_by(answers), **{"concurrency": 2, **options})


FAILURES: dict[FailureKind, BaseException] = {
    FailureKind.PARSE: ReplyFormatError("no label", prompt_id="p", raw_text="maybe \ud800?"),
    FailureKind.PROVIDER: ProviderError("500", status=500),
    FailureKind.REFUSED: ProviderError("400: no such field", status=400),
    FailureKind.LEAN: LeanUnavailableError("no Lean"),
    FailureKind.INPUT: InputError("too long"),
    FailureKind.CRASH: ZeroDivisionError("a bug"),
}


@pytest.mark.parametrize("kind", FailureKind)
async def test_a_failure_is_one_record_of_its_kind_and_the_others_go_on(kind: FailureKind) -> None:
    outcome = await run({"p2": FAILURES[kind]})
    failures = [result for result in outcome.results if result.failure]
    assert [(result.id, result.failure and result.failure.kind) for result in failures] == [
        ("p2", kind)
    ]
    failure = failures[0].failure
    assert failure is not None
    assert failure.raw_text == ("maybe \ufffd?" if kind is FailureKind.PARSE else None)
    assert ("ZeroDivisionError" in (failure.traceback or "")) is (kind is FailureKind.CRASH)
    assert failures[0].label is None
    assert len(outcome.results) == 6
    assert outcome.open == ()


@pytest.mark.parametrize(
    ("error", "kind", "ends_run"),
    [
        (BudgetExceededError("limit"), StopKind.BUDGET, True),
        (PendingReplyError("k" * 64), StopKind.BATCH, False),
        (ReplayMissError(prompt_id="p", key="k" * 64), StopKind.REPLAY, False),
        (ProviderError("bad key", status=401), StopKind.ACCESS, True),
        (ProviderError("no such model", status=404), StopKind.ACCESS, True),
        (ConfigError("no price"), StopKind.SETTINGS, True),
        (MissingToolError("x", needed_for="y", fix="z"), StopKind.SETTINGS, True),
        (StoreError("disk full"), StopKind.STORE, True),
        (CanaryError("2 + 2 = 5 was accepted"), StopKind.JUDGE, True),
    ],
)
async def test_a_problem_that_must_wait_stays_open_and_what_all_would_meet_ends_the_run(
    error: Exception, kind: StopKind, ends_run: bool
) -> None:
    outcome = await run({"p1": error}, concurrency=1)
    assert outcome.open == (("p1", "p2", "p3", "p4", "p5") if ends_run else ("p1",))
    assert len(outcome.results) + len(outcome.open) == 6, "no failure record is made"
    assert outcome.stop is not None
    assert (outcome.stop.kind, outcome.stop.message) == (kind, str(error))
    assert not outcome.is_finished


async def test_what_ends_after_a_canary_failed_is_not_kept() -> None:
    failed = asyncio.Event()

    async def judge(proof: Proof, model: ChatModel) -> Verdict:
        if "p0" in proof.problem:
            failed.set()
            raise CanaryError("2 + 2 = 5 was accepted")
        await failed.wait()
        await asyncio.sleep(0.01)
        return verdict()

    kept: list[str] = []

    async def save(problem: LabelledProof, judged: Judged) -> None:
        kept.append(judged.result.id)

    outcome = await run_judge(judge, save=save, concurrency=3)
    assert (kept, outcome.results) == ([], ())
    assert len(outcome.open) == len(PROBLEMS)


async def test_a_stop_inside_a_group_of_errors_comes_first_and_others_fail_by_their_kind() -> None:
    stopped = ExceptionGroup("two", [ProviderError("500"), BudgetExceededError("limit")])
    failed = ExceptionGroup("calls", [ExceptionGroup("inner", [ProviderError("500")])])
    outcome = await run({"p1": stopped, "p2": failed}, concurrency=6)
    assert outcome.open == ("p1",)
    assert [r.failure.kind for r in outcome.results if r.failure] == [FailureKind.PROVIDER]


async def test_a_step_the_proof_does_not_have_is_a_crash_and_never_a_label() -> None:
    outcome = await run({"p1": verdict(3), "p2": verdict(2)})
    assert [result.label for result in outcome.results[1:3]] == [None, 2]
    failure = outcome.results[1].failure
    assert failure is not None
    assert failure.kind is FailureKind.CRASH


@pytest.mark.parametrize(
    ("error_of", "ended", "stop"),
    [
        (lambda n: ProviderError("refused" if n % 2 else "reset", retryable=True), 10, "in a row"),
        (lambda n: ProviderError(f"no such field (request req_{n})", status=400), 3, "such field"),
        (lambda n: ProviderError("no", status=400) if n else None, 60, None),
        (lambda n: ProviderError("503") if n % 4 else None, 60, None),
    ],
    ids=["dead", "equal from the start", "equal after an answer", "scattered"],
)
async def test_a_run_ends_when_problem_after_problem_fails_for_want_of_a_service(
    error_of: Callable[[int], ProviderError | None], ended: int, stop: str | None
) -> None:
    many = tuple(make_problem(f"q{n}") for n in range(60))
    failing: dict[str, Verdict | BaseException] = {
        problem.id: error for n, problem in enumerate(many) if (error := error_of(n))
    }
    outcome = await run(failing, problems=many, concurrency=1)
    assert len(outcome.results) == ended
    assert (outcome.stop is None) is (stop is None)
    assert stop is None or (outcome.stop and stop in outcome.stop.message)
    refused = sum(r.failure is not None and r.failure.status == 400 for r in outcome.results)
    failed = sum(result.failure is not None for result in outcome.results)
    assert outcome.temporary_failures == failed - refused, "refused for good is not tried again"


async def earlier_results() -> tuple[ProblemResult, ...]:
    answers = dict(zip((p.id for p in PROBLEMS), FAILURES.values(), strict=False))
    return tuple((await run(answers)).results)


async def test_the_next_run_tries_passing_failures_again_and_leaves_the_others() -> None:
    outcome = await run({}, earlier=await earlier_results())
    left = [result.failure.kind for result in outcome.results if result.failure]
    lasting = [FailureKind.PARSE, FailureKind.REFUSED, FailureKind.INPUT, FailureKind.CRASH]
    assert left == lasting


async def test_with_retry_failed_every_failure_is_tried_again_and_no_answer_is() -> None:
    asked: list[str] = []

    async def judge(proof: Proof, model: ChatModel) -> Verdict:
        asked.append(proof.problem)
        return verdict(1)

    outcome = await run_judge(judge, earlier=await earlier_results(), retry_failed=True)
    assert len(asked) == 6
    assert [result.label for result in outcome.results] == [1, 1, 1, 1, 1, 1]


async def test_a_failure_that_was_not_reached_again_is_still_known() -> None:
    before = await earlier_results()
    outcome = await run({"p1": ProviderError("bad key", status=401)}, earlier=before)
    assert {result.id for result in outcome.results} == {p.id for p in PROBLEMS}
    assert outcome.stop is not None


async def test_an_answer_without_lean_is_unfinished_and_tried_again() -> None:
    lean_less = verdict().model_copy(update={"without_lean": ("edge_1/1",)})
    outcome = await run({"p1": lean_less, "p2": LeanUnavailableError("no Lean")})
    assert (len(outcome.results), outcome.without_lean, outcome.is_finished) == (6, 2, False)
    again = await run({"p1": verdict(1)}, earlier=tuple(outcome.results))
    assert again.is_finished
    assert [result.label for result in again.results if result.id == "p1"] == [1]


async def test_two_problems_with_one_id_are_refused_and_none_at_all_is_a_finished_run() -> None:
    assert (await run({}, problems=())).is_finished
    with pytest.raises(InputError, match="'p0'"):
        await run({}, problems=(PROBLEMS[0], PROBLEMS[0]))


async def test_the_next_problem_begins_while_an_outcome_is_written_and_no_further_one() -> None:
    may_write = asyncio.Event()
    begun: list[str] = []

    async def judge(proof: Proof, model: ChatModel) -> Verdict:
        begun.append(proof.problem)
        return verdict()

    async def save(problem: LabelledProof, judged: Judged) -> None:
        await may_write.wait()

    running = asyncio.create_task(run_judge(judge, save=save, concurrency=1))
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(begun) == 2
    may_write.set()
    assert len((await running).results) == len(PROBLEMS)


async def test_never_more_problems_are_under_way_than_allowed() -> None:
    under_way = peak = 0

    async def judge(proof: Proof, model: ChatModel) -> Verdict:
        nonlocal under_way, peak
        under_way += 1
        peak = max(peak, under_way)
        await asyncio.sleep(0.001)
        under_way -= 1
        return verdict()

    await run_judge(judge, concurrency=3)
    assert peak == 3


async def ask_twice(proof: Proof, model: ChatModel) -> Verdict:
    for n in range(2):
        await model.complete(make_request(f"{proof.problem} {n}"))
    return verdict()


def paid_reply(request: ChatRequest) -> ChatReply:
    usage = TokenUsage(input_tokens=10, output_tokens=1)
    return ChatReply(text="ok", model="m", finish_reason="stop", usage=usage, cost_usd=0.5)


async def test_the_cost_of_a_problem_is_counted_also_when_it_fails() -> None:
    async def fail_after_asking(proof: Proof, model: ChatModel) -> Verdict:
        await ask_twice(proof, model)
        raise ReplyFormatError("no label", prompt_id="p", raw_text="?")

    for judge in (ask_twice, fail_after_asking):
        outcome = await run_judge(judge, ScriptedModel(paid_reply), problems=PROBLEMS[:1])
        cost = outcome.results[0].cost
        assert (cost.usage.total, cost.cost_usd, cost.stages[0].calls) == (22, 1.0, 2)


async def test_what_stands_ready_when_the_run_is_stopped_is_not_sent_and_frees_its_place() -> None:
    switch = StopSwitch()
    guards = stoppable(own_guards(Settings(), Amount()), switch)
    gate = guards.gate("m", RateLimits(concurrency=1))
    sent = await gate.enter(1)
    ready = [asyncio.create_task(gate.enter(1)) for _ in range(3)]
    await asyncio.sleep(0)
    switch.interrupt()
    gate.leave(sent, CallEnd())
    found = await asyncio.gather(*ready, return_exceptions=True)
    assert [type(error) for error in found] == [HaltedError] * 3


async def test_after_a_stop_no_call_waits_for_the_endpoint_to_take_it() -> None:
    switch = StopSwitch()
    guards = stoppable(own_guards(Settings(), Amount()), switch)
    gate = guards.gate("m", RateLimits(requests_per_minute=1))
    gate.leave(await gate.enter(1), CallEnd(tokens=1))
    switch.interrupt()
    with pytest.raises(HaltedError):
        await asyncio.wait_for(gate.enter(1), timeout=5)


@settings(max_examples=30, deadline=None)
@given(st.permutations(range(6)), st.integers(1, 6), st.sets(st.integers(0, 5)))
def test_the_order_in_which_problems_end_never_shows(
    order: list[int], concurrency: int, failing: set[int]
) -> None:
    def play(delays: list[int], concurrency: int) -> RunOutcome:
        async def judge(proof: Proof, model: ChatModel) -> Verdict:
            number = int(proof.problem.removeprefix("Show claim p").rstrip("."))
            for _ in range(3 * delays[number]):
                await asyncio.sleep(0)
            if number in failing:
                raise InputError(f"bad {number}")
            return verdict()

        return asyncio.run(run_judge(judge, concurrency=concurrency, clock=lambda: 0.0))

    assert play(order, concurrency) == play([0] * 6, 1)


# A whole run: folder, store, cache and runner together.


class CountingJudge:
    """Answers by the text of the proof, after a short random wait, and counts what it was asked."""

    def __init__(self, seed: int = 0) -> None:
        self.asked: Counter[str] = Counter()
        self._random = random.Random(seed)

    async def __call__(self, request: ChatRequest) -> str:
        text = request.messages[-1].content
        self.asked[text] += 1
        for _ in range(self._random.randrange(4)):
            await asyncio.sleep(0)
        return ("step 2", "correct", "it depends")[len(text.split("Show claim p")[1]) % 3]


def without_times(out: Path) -> dict[str, object]:
    """The files of a run without seconds and without what only a broken run has."""
    rows = [json.loads(line) for line in (out / "predictions.jsonl").read_text().splitlines()]
    metrics = json.loads((out / "metrics.json").read_text())
    return {
        "predictions": [{k: v for k, v in row.items() if k != "seconds"} for row in rows],
        "failures": (out / "failures.jsonl").read_text(),
        "metrics": {k: v for k, v in metrics.items() if k != "interrupted_calls"},
        "manifest": (out / "manifest.json").read_text(),
    }


class KilledError(BaseException):
    """Stands for kill -9 in a process that must live on to run the test."""


def dies_at(event: int) -> Callable[[], None]:
    left = [event]

    def hook() -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KilledError

    return hook


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
async def test_a_run_killed_after_any_durable_event_resumes_to_the_same_files(
    tmp_path: Path,
) -> None:
    dataset = make_dataset(4)
    whole = CountingJudge()
    await sitting(tmp_path / "run", dataset, ScriptedModel(whole))
    expected = without_times(tmp_path / "run")
    event, crashed = 1, True
    while crashed:
        out = tmp_path / f"{event}" / "run"
        judge = CountingJudge(event)
        try:
            first = await sitting(out, dataset, ScriptedModel(judge), after_commit=dies_at(event))
            crashed = first.stop is not None
        except StoreError:
            crashed = True
        delivered_before = await answered_keys(out)
        cut_off = judge.asked.total() - delivered_before
        outcome = await sitting(out, dataset, ScriptedModel(judge))
        assert outcome.is_finished
        assert without_times(out) == expected
        # Exactly the calls whose answer had not reached the disk are asked again.
        assert judge.asked.total() == len(dataset.proofs) + cut_off
        event += 1
    assert event > 6


async def answered_keys(out: Path) -> int:
    with await asyncio.to_thread(RunStore.open, out / "store.sqlite") as store:
        return calls_by_state(store).get("answered", 0)


async def test_a_kill_while_files_are_written_is_mended_by_the_same_command(
    tmp_path: Path,
) -> None:
    dataset = make_dataset(3)
    judge = CountingJudge()
    await sitting(tmp_path / "whole" / "run", dataset, ScriptedModel(judge))
    for allowed in range(4):
        out = tmp_path / f"{allowed}" / "run"
        left = [allowed]

        def write(path: Path, text: str, left: list[int] = left) -> None:
            from faithsieve.evaluate.run_folder import replace_file

            if left[0] == 0:
                # What a torn write of an old program, or a bad disk, may leave.
                path.write_text(text[: len(text) // 2])
                raise KilledError
            left[0] -= 1
            replace_file(path, text)

        with pytest.raises(KilledError):
            await sitting(out, dataset, ScriptedModel(CountingJudge()), write=write)
        again = CountingJudge()
        await sitting(out, dataset, ScriptedModel(again))
        assert without_times(out) == without_times(tmp_path / "whole" / "run")
        # The first file is written before any question is asked.
        assert sum(again.asked.values()) == (3 if allowed == 0 else 0)


async def test_progress_counts_every_problem_and_says_what_is_waited_for_and_what_is_left() -> None:
    seen: list[Progress] = []
    clock = itertools.count()

    async def judge(proof: Proof, model: ChatModel) -> Verdict:
        with awaiting("Lean"):
            await asyncio.sleep(0)
        return await judge_by({"p1": ProviderError("500")})(proof, model)

    await run_judge(judge, concurrency=2, on_progress=seen.append, clock=lambda: float(next(clock)))
    assert {progress.done for progress in seen} == set(range(7))
    assert seen[0].remaining_s is None
    assert (seen[-1].done, seen[-1].failed, seen[-1].remaining_s) == (6, 1, 0.0)
    assert any(progress.waiting == "waiting for Lean" for progress in seen)
    left = [progress.remaining_s for progress in seen if progress.remaining_s is not None]
    assert all(seconds >= 0 for seconds in left)


async def test_what_stands_in_line_for_lean_is_not_taken_for_half_done() -> None:
    seen: list[tuple[float, float | None]] = []
    lean, now = TurnSlots(1), 0.0

    async def judge(problem: LabelledProof) -> Judged:
        nonlocal now
        with awaiting("Lean"):
            async with lean:
                await asyncio.sleep(0)
                now += 1
        return Judged(ProblemResult(id=problem.id, gold=None))

    def note(progress: Progress) -> None:
        if progress.done >= 5:
            seen.append((20 - progress.done, progress.remaining_s))

    plan = Plan(make_dataset(20).proofs, concurrency=20)
    await run_problems(plan, judge, save=save_nothing, on_progress=note, clock=lambda: now)
    assert len(seen) == 16
    for left, said in seen:
        assert said is not None
        assert left / 2 <= said <= 2 * left + 1


async def test_problems_compete_in_the_order_of_the_dataset() -> None:
    turns: dict[str, int] = {}

    async def judge(problem: LabelledProof) -> Judged:
        turns[problem.id] = current_turn()
        await asyncio.sleep(0)
        return Judged(ProblemResult(id=problem.id, gold=None))

    problems = make_dataset(5).proofs
    await run_problems(Plan(problems, concurrency=3), judge, save=save_nothing)
    assert [turns[problem.id] for problem in problems] == [1, 2, 3, 4, 5]
