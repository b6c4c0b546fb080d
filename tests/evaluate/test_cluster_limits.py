"""One governor for all workers: limits hold across them, and nothing stays with a lost worker."""

import asyncio
import pickle
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from faithsieve.errors import (
    BudgetExceededError,
    CanaryError,
    ConfigError,
    FaithSieveError,
    LeanCrashError,
    LeanUnavailableError,
    MissingToolError,
)
from faithsieve.evaluate import cluster_limits
from faithsieve.evaluate.cluster_limits import Governor, Leans, LeanWorker, cluster_guards
from faithsieve.evaluate.runner import HaltedError
from faithsieve.lean.judges import ForwardedJudge
from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.limits import CallEnd, RateLimits
from faithsieve.records.cost import Amount
from faithsieve.records.lean import FrozenStatement
from faithsieve.records.settings import BudgetSettings, Settings
from faithsieve.wiring import Guards
from support.actors import StandIn
from support.statement_judge import ScriptedJudge

CLAIM = "(n : Nat) : n = n"


class LostError(Exception): ...


def governed(workers: int, *, leans: Leans | None = None, **limits: float) -> list[Guards]:
    settings = Settings(budget=BudgetSettings.model_validate(limits))
    governor = StandIn(Governor(settings, Amount()))
    return [cluster_guards(governor, number, settings, leans) for number in range(workers)]


async def test_workers_together_never_spend_more_than_the_budget() -> None:
    one, two = governed(2, max_tokens=100)
    held = await one.budget.hold(Amount(80))
    waiting = asyncio.ensure_future(two.budget.hold(Amount(60)))
    await asyncio.sleep(0.01)
    assert not waiting.done(), "the first call may turn out cheaper"
    one.budget.settle(held, Amount(30))
    two.budget.settle(await waiting, Amount(60))
    with pytest.raises(BudgetExceededError, match="90 are spent"):
        await one.budget.hold(Amount(20))


async def test_workers_together_never_have_more_calls_under_way_than_allowed() -> None:
    busy = busiest = 0

    async def call(guards: Guards) -> None:
        nonlocal busy, busiest
        gate = guards.gate("m", RateLimits(concurrency=3))
        ticket = await gate.enter(10)
        busy += 1
        busiest = max(busiest, busy)
        await asyncio.sleep(0.001)
        busy -= 1
        gate.leave(ticket, CallEnd(tokens=5))

    await asyncio.gather(*(call(guards) for guards in governed(4) for _ in range(8)))
    assert busiest == 3


async def test_what_a_lost_worker_held_goes_back_and_its_call_is_charged() -> None:
    settings = Settings(budget=BudgetSettings(max_tokens=100))
    governor = Governor(settings, Amount())
    lost, left = (cluster_guards(StandIn(governor), n, settings, None) for n in range(2))
    limits = RateLimits(concurrency=1)
    await lost.budget.hold(Amount(80))
    await lost.gate("m", limits).enter(80)
    waiting = asyncio.ensure_future(left.gate("m", limits).enter(1))
    await asyncio.sleep(0.01)
    cluster_guards(StandIn(governor), 0, settings, None)  # its successor starts
    await asyncio.wait_for(waiting, 5)
    with pytest.raises(BudgetExceededError, match="80 are spent"):
        await left.budget.hold(Amount(30))


async def test_a_worker_that_comes_back_keeps_what_it_already_holds() -> None:
    settings = Settings(budget=BudgetSettings(max_tokens=100))
    governor = Governor(settings, Amount())
    late: list[tuple[int, str]] = []

    class OutOfOrder(StandIn):
        class forget:
            remote = staticmethod(lambda worker, life: late.append((worker, life)))

    back = cluster_guards(OutOfOrder(governor), 0, settings, None)
    held = await back.budget.hold(Amount(80))
    waiting = asyncio.ensure_future(back.budget.hold(Amount(30)))
    await asyncio.sleep(0.01)
    await governor.forget(*late[0])
    await asyncio.sleep(0.01)
    assert not waiting.done(), "neither granted nor cancelled"
    back.budget.settle(held, Amount(10))
    await asyncio.wait_for(waiting, 5)


async def test_a_request_that_is_given_up_leaves_no_permit_behind() -> None:
    one, two = (guards.gate("m", RateLimits(concurrency=1)) for guards in governed(2))
    ticket = await one.enter(1)
    waiting = asyncio.ensure_future(two.enter(1))
    await asyncio.sleep(0.01)
    waiting.cancel()
    await asyncio.sleep(0.01)
    one.leave(ticket, CallEnd(tokens=1))
    await asyncio.wait_for(one.enter(1), 5)


async def test_without_a_governor_nothing_is_sent_and_nothing_is_a_failure() -> None:
    class Gone:
        async def hold(self, *given: object) -> None:
            raise LostError("no such actor")

        async def forget(self, *given: object) -> None:
            """Nothing is known of any worker."""

    guards = cluster_guards(StandIn(Gone()), 0, Settings(), None)
    with pytest.raises(HaltedError):
        await guards.budget.hold(Amount(1))


class OneLean:
    """A judge that says whatever it is given, and knows how often it was asked."""

    def __init__(self, *answers: Exception | None) -> None:
        self.answers = list(answers)
        self.asked = 0

    async def answer(self, question: str, given: tuple[str, ...], options: object) -> object:
        self.asked += 1
        await asyncio.sleep(0)
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, LostError):
            raise answer
        return answer or await ScriptedJudge().freeze(given[0])


async def judged(*leans: OneLean, **limits: float) -> StatementJudge:
    settings = Settings(budget=BudgetSettings.model_validate(limits))
    governor = Governor(settings, Amount())
    for number in range(len(leans)):
        await governor.add_lean(number)
    found = Leans([StandIn(lean) for lean in leans], "v4", LostError)
    judge = cluster_guards(StandIn(governor), 0, settings, found).judge
    assert judge is not None
    return judge


async def test_a_question_whose_lean_is_lost_goes_to_another() -> None:
    lost, healthy = OneLean(LostError("node")), OneLean()
    judge = await judged(lost, healthy)
    assert isinstance(await judge.freeze(CLAIM), FrozenStatement)
    assert (lost.asked, healthy.asked) == (1, 1)
    assert isinstance(await judge.freeze(CLAIM), FrozenStatement)
    assert lost.asked == 1, "a lost one is asked again only when it is back"


async def test_when_every_lean_is_lost_lean_is_unavailable_and_no_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster_limits, "LEAN_WAIT_S", 0.05)
    judge = await judged(OneLean(LostError("node")))
    with pytest.raises(LeanUnavailableError, match="no Lean of the cluster"):
        await judge.freeze(CLAIM)
    judge = await judged(*(OneLean(LostError("node")) for _ in range(3)))
    with pytest.raises(LeanUnavailableError, match="were lost"):
        await judge.freeze(CLAIM)


async def test_lean_seconds_are_counted_for_the_cluster() -> None:
    judge = await judged(OneLean(), max_lean_seconds=1e-9)
    await judge.freeze(CLAIM)
    await asyncio.sleep(0.01)
    with pytest.raises(BudgetExceededError, match="Lean seconds"):
        await judge.freeze(CLAIM)


class FailingJudge(ForwardedJudge):
    """A judge whose Lean is not what it should be."""

    def __init__(self, error: FaithSieveError) -> None:
        super().__init__("v4")
        self.error = error

    async def ask(self, method: str, about: Any, *given: Any, **options: Any) -> Any:
        raise self.error


def lean_worker(
    judge: StatementJudge, toolchain: str = "", governor: Governor | None = None
) -> LeanWorker:
    @asynccontextmanager
    async def start(settings: Settings) -> AsyncIterator[StatementJudge]:
        assert settings.lean.workers == 1
        yield judge

    known = StandIn(governor or Governor(Settings(), Amount()))
    return LeanWorker(0, Settings(), known, start, toolchain or judge.toolchain)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (LeanUnavailableError("gone"), LeanUnavailableError),
        (LeanCrashError("gone"), LeanCrashError),
        (CanaryError("gone", voided=("a",)), CanaryError),
        (MissingToolError("gone", needed_for="it", fix="get it"), ConfigError),
    ],
)
async def test_a_lean_worker_sends_errors_that_survive_the_journey(
    error: FaithSieveError, kind: type[FaithSieveError]
) -> None:
    governor = Governor(Settings(), Amount())
    worker = lean_worker(FailingJudge(error), governor=governor)
    said = pickle.loads(pickle.dumps(await worker.answer("freeze", (CLAIM,), {})))
    await worker.close()
    assert type(said) is kind
    with pytest.raises(kind, match="gone"):
        await (await judged(OneLean(said))).freeze(CLAIM)
    # What the Lean said before its canary failed is void for the whole cluster.
    assert await governor.voided() == set(getattr(error, "voided", ()))


async def test_a_lean_of_another_version_judges_nothing() -> None:
    worker = lean_worker(ScriptedJudge(), "another")
    said = await worker.answer("freeze", (CLAIM,), {})
    await worker.close()
    assert isinstance(said, ConfigError)
    assert "same version" in str(said)


async def test_two_endpoints_have_a_gate_each() -> None:
    (guards,) = governed(1)
    limits = RateLimits(concurrency=1)
    await guards.gate("one", limits).enter(1)
    await asyncio.wait_for(guards.gate("other", limits).enter(1), 5)
