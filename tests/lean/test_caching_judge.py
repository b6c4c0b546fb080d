"""Laws of the judge that remembers: once asked, never again; nothing else is ever an answer."""

import asyncio
from typing import Any

import pytest

from faithsieve.errors import CanaryError, LeanUnavailableError, ReplayMissError
from faithsieve.lean.caching_judge import (
    ANSWER,
    PROOF,
    STATEMENT,
    CachingJudge,
    read_proof_artifact,
)
from faithsieve.lean.embedded_checker import HEARTBEATS
from faithsieve.lean.judges import ReplayedJudge
from faithsieve.records.digest import StoredArtifact
from faithsieve.records.lean import (
    Polarity,
    ProbeOrder,
    ProofJudgement,
    ProofVerdict,
)
from support.memory_artifacts import MemoryArtifacts
from support.statement_judge import TOOLCHAIN, ScriptedJudge, claims, frozen_by, nothing

CLAIM = "(x : Int) : x = x"


class ChangingJudge(ScriptedJudge):
    """A judge that is slow or broken while it is told so, and notes Lean's limits."""

    is_slow = False
    voided: tuple[ProofJudgement, ...] = ()
    """What a misjudged canary takes back, once one was misjudged."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.limits: list[int] = []

    async def judge_first(self, *given, **named):  # type: ignore[no-untyped-def]
        if self.voided:
            raise CanaryError("2 + 2 = 5 was accepted", voided=tuple(j.digest for j in self.voided))
        self.limits.append(named["heartbeats"])
        judgements = await super().judge_first(*given, **named)
        late = {"verdict": ProofVerdict.INCONCLUSIVE, "reason": "timeout"} if self.is_slow else {}
        return tuple(judgement.model_copy(update=late) for judgement in judgements)


class SlowLedger(MemoryArtifacts):
    """A ledger that takes its time to write a judgement down."""

    def __init__(self) -> None:
        super().__init__()
        self.writing = asyncio.Event()
        self.go_on = asyncio.Event()

    async def save_artifact(self, artifact: StoredArtifact) -> None:
        if '"ask":"judge"' in artifact.request:
            self.writing.set()
            await self.go_on.wait()
        await super().save_artifact(artifact)


async def test_a_question_goes_to_lean_once() -> None:
    inner, ledger = ScriptedJudge(claims), MemoryArtifacts()
    first = CachingJudge(inner, ledger)
    before = await first.judge_first(await frozen_by(first, CLAIM), ["rfl"])
    again = CachingJudge(inner, ledger)
    after = await again.judge_first(await frozen_by(again, CLAIM), ["rfl"])
    assert before == after
    assert len(inner.judged) == len(inner.frozen) == 1
    assert not again.asked
    assert again.reused == first.asked


async def test_equal_questions_under_way_are_one_question() -> None:
    inner = ScriptedJudge(claims)
    judge = CachingJudge(inner, MemoryArtifacts())
    await asyncio.gather(*(judge.freeze(CLAIM) for _ in range(5)))
    assert inner.frozen == [CLAIM]


@pytest.mark.parametrize(
    "other",
    [
        {"bodies": ["simp"]},
        {"bodies": ["rfl", "simp"]},
        {"polarity": Polarity.CONTRADICTION},
        {"heartbeats": 7},
    ],
)
async def test_whatever_can_change_the_answer_makes_another_question(
    other: dict[str, object],
) -> None:
    judge = CachingJudge(ScriptedJudge(nothing), MemoryArtifacts())
    statement = await frozen_by(judge, CLAIM)
    await judge.judge_first(statement, ["rfl"])
    asked = len(judge.asked)
    await judge.judge_first(statement, **({"bodies": ["rfl"]} | other))  # type: ignore[arg-type]
    assert len(judge.asked) == asked + 1


async def test_a_statement_is_read_again_in_another_environment() -> None:
    inner, ledger = ScriptedJudge(nothing), MemoryArtifacts()
    await CachingJudge(inner, ledger).freeze(CLAIM)
    core = CachingJudge(inner, ledger, environment="core")
    await core.freeze(CLAIM)
    # The scripted judge reads with the library: to the second judge its answer is damage.
    await core.freeze(CLAIM)
    assert len(inner.frozen) == 3


async def test_the_limit_in_the_key_is_the_one_that_lean_gets() -> None:
    inner = ChangingJudge(claims)
    judge = CachingJudge(inner, MemoryArtifacts())
    statement = await frozen_by(judge, CLAIM)
    await judge.judge_first(statement, ["rfl"])
    await judge.judge_first(statement, ["rfl"], heartbeats=8)
    assert inner.limits == [HEARTBEATS, 8]


async def test_a_reused_proof_counts_for_the_quarantine() -> None:
    inner, ledger = ScriptedJudge(lambda *_: True), MemoryArtifacts()
    first = CachingJudge(inner, ledger)
    statement = await frozen_by(first, CLAIM)
    await first.judge_first(statement, ["rfl"])
    resumed = CachingJudge(inner, ledger)
    (claim,) = await resumed.judge_first(statement, ["rfl"])
    assert claim.is_accepted
    (denied,) = await resumed.judge_first(statement, ["x"], polarity=Polarity.CONTRADICTION)
    assert denied.reason == "quarantined"


async def test_a_time_out_is_asked_again_unless_the_run_is_replayed() -> None:
    inner, ledger = ChangingJudge(claims), MemoryArtifacts()
    inner.is_slow = True
    judge = CachingJudge(inner, ledger)
    statement = await frozen_by(judge, CLAIM)
    (late,) = await judge.judge_first(statement, ["rfl"])
    inner.is_slow = False
    assert await judge.judge_first(statement, ["rfl"]) == (late,), "one answer a proof"
    replayed = CachingJudge(inner, ledger, retries_open=False)
    assert await replayed.judge_first(statement, ["rfl"]) == (late,)
    (settled,) = await CachingJudge(inner, ledger).judge_first(statement, ["rfl"])
    assert settled.is_accepted


async def test_a_dead_lean_leaves_nothing_behind() -> None:
    ledger = MemoryArtifacts()
    with pytest.raises(LeanUnavailableError):
        await CachingJudge(ScriptedJudge(unavailable=True), ledger).freeze(CLAIM)
    assert not ledger.kept


async def test_an_accepted_proof_is_kept_under_the_digest_that_results_cite() -> None:
    ledger = MemoryArtifacts()
    judge = CachingJudge(ScriptedJudge(claims), ledger)
    statement = await frozen_by(judge, CLAIM)
    (judgement,) = await judge.judge_first(statement, ["rfl"])
    await judge.judge_first(statement, ["rfl"], polarity=Polarity.NEGATION)
    ((kind, key),) = (at for at in ledger.kept if at[0] not in (ANSWER, STATEMENT))
    assert (kind, key) == (PROOF, judgement.digest)
    proof = read_proof_artifact(ledger.kept[kind, key])
    assert (proof.statement, proof.judgement) == (statement, judgement)


async def test_an_answer_to_another_question_is_damage_and_lean_is_asked() -> None:
    ledger = MemoryArtifacts()
    judge = CachingJudge(ScriptedJudge(claims), ledger)
    statement, other = await frozen_by(judge, CLAIM), await frozen_by(judge, "(x : Int) : x = 1")
    await judge.judge_first(statement, ["rfl"])
    (mine,) = (at for at, kept in ledger.kept.items() if '"ask":"judge"' in kept.request)
    await judge.judge_first(other, ["rfl"])
    answers = (v for at, v in ledger.kept.items() if at != mine and '"ask":"judge"' in v.request)
    ledger.kept[mine] = next(answers).model_copy(update={"key": mine[1]})
    again = CachingJudge(ScriptedJudge(nothing), ledger)
    (judgement,) = await again.judge_first(statement, ["rfl"])
    assert not judgement.is_accepted


@pytest.mark.parametrize("result", ["", "{", "[]", '{"judgements": 3}', "{}"])
async def test_a_torn_answer_is_asked_again(result: str) -> None:
    inner, ledger = ScriptedJudge(claims), MemoryArtifacts()
    await CachingJudge(inner, ledger).freeze(CLAIM)
    ((at, artifact),) = [pair for pair in ledger.kept.items() if pair[0][0] == ANSWER]
    ledger.kept[at] = artifact.model_copy(update={"result": result})
    await CachingJudge(inner, ledger).freeze(CLAIM)
    assert len(inner.frozen) == 2


def is_taken_back(ledger: MemoryArtifacts) -> bool:
    judged = (kept for kept in ledger.kept.values() if '"ask":"judge"' in kept.request)
    return not any(judged) and not any(kind == PROOF for kind, _ in ledger.kept)


async def test_what_a_broken_judge_said_is_taken_back() -> None:
    inner, ledger = ChangingJudge(claims), MemoryArtifacts()
    judge = CachingJudge(inner, ledger)
    statement = await frozen_by(judge, CLAIM)
    inner.voided = await judge.judge_first(statement, ["rfl"])
    with pytest.raises(CanaryError):
        await judge.judge_first(statement, ["simp"])
    assert is_taken_back(ledger)


async def test_what_is_written_down_while_a_canary_fails_is_taken_back_too() -> None:
    inner, ledger = ChangingJudge(claims), SlowLedger()
    judge = CachingJudge(inner, ledger)
    statement = await frozen_by(judge, CLAIM)
    under_way = asyncio.create_task(judge.judge_first(statement, ["rfl"]))
    await ledger.writing.wait()
    inner.voided = await ScriptedJudge(claims).judge_first(statement, ["rfl"])
    with pytest.raises(CanaryError):
        await judge.judge_first(statement, ["simp"])
    ledger.go_on.set()
    with pytest.raises(CanaryError):
        await under_way
    assert is_taken_back(ledger)


REPLAYED = "(a b : Int) (h : a = b) : b = a"


async def test_what_was_kept_is_answered_and_everything_else_is_a_miss() -> None:
    kept = MemoryArtifacts()
    live = CachingJudge(ScriptedJudge(claims), kept)
    frozen = await frozen_by(live, REPLAYED)
    judged = await live.judge_first(frozen, ["omega"])
    await live.probe(frozen, ProbeOrder())
    replay = CachingJudge(ReplayedJudge(TOOLCHAIN), kept, retries_open=False)
    assert await replay.freeze(REPLAYED) == frozen
    assert await replay.judge_first(frozen, ["omega"]) == judged
    with pytest.raises(ReplayMissError, match="lean/judge") as missed:
        await replay.judge_first(frozen, ["simp"])
    # An unavailable Lean would end in an outcome that the run never had.
    assert not isinstance(missed.value, LeanUnavailableError)
    with pytest.raises(ReplayMissError, match="lean/freeze"):
        await replay.freeze("(a : Int) : a = a")
