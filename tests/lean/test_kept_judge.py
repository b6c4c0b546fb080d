"""Laws of the judge that remembers: once asked, never again; nothing else is ever an answer."""

import asyncio

import pytest

from faithsieve.errors import LeanUnavailable
from faithsieve.lean.kept_judge import (
    ANSWER,
    PROOF,
    STATEMENT,
    KeptJudge,
    MemoryArtifacts,
    read_proof_artifact,
)
from faithsieve.lean.soundness import CanaryFailure
from faithsieve.records.lean import FrozenStatement, Polarity, ProofJudgement, ProofVerdict
from support.statement_judge import ScriptedJudge, claims, nothing

CLAIM = "(x : Int) : x = x"


async def frozen_by(judge: KeptJudge, text: str = CLAIM) -> FrozenStatement:
    said = await judge.freeze(text)
    assert isinstance(said, FrozenStatement)
    return said


class Slow(ScriptedJudge):
    """A judge whose proofs time out until it is told otherwise."""

    is_slow = True

    async def judge_first(self, *given, **named):  # type: ignore[no-untyped-def]
        judgements = await super().judge_first(*given, **named)
        if not self.is_slow:
            return judgements
        late = {"verdict": ProofVerdict.INCONCLUSIVE, "reason": "timeout"}
        return tuple(judgement.model_copy(update=late) for judgement in judgements)


class Broken(ScriptedJudge):
    """A judge that misjudges a canary after its first answers."""

    voided: tuple[ProofJudgement, ...] = ()

    async def judge_first(self, *given, **named):  # type: ignore[no-untyped-def]
        if self.voided:
            raise CanaryFailure(
                "2 + 2 = 5 was accepted", voided=tuple(j.digest for j in self.voided)
            )
        return await super().judge_first(*given, **named)


async def test_a_question_goes_to_lean_once() -> None:
    inner, ledger = ScriptedJudge(claims), MemoryArtifacts()
    first = KeptJudge(inner, ledger)
    before = await first.judge_first(await frozen_by(first), ["rfl"])
    again = KeptJudge(inner, ledger)
    after = await again.judge_first(await frozen_by(again), ["rfl"])
    assert before == after
    assert len(inner.judged) == len(inner.frozen) == 1
    assert not again.asked
    assert again.reused == first.asked


async def test_equal_questions_under_way_are_one_question() -> None:
    inner = ScriptedJudge(claims)
    judge = KeptJudge(inner, MemoryArtifacts())
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
    judge = KeptJudge(ScriptedJudge(nothing), MemoryArtifacts())
    statement = await frozen_by(judge)
    await judge.judge_first(statement, ["rfl"])
    asked = len(judge.asked)
    await judge.judge_first(statement, **({"bodies": ["rfl"]} | other))  # type: ignore[arg-type]
    assert len(judge.asked) == asked + 1


async def test_a_time_out_is_asked_again_unless_the_run_is_replayed() -> None:
    inner, ledger = Slow(claims), MemoryArtifacts()
    judge = KeptJudge(inner, ledger)
    statement = await frozen_by(judge)
    (late,) = await judge.judge_first(statement, ["rfl"])
    inner.is_slow = False
    replayed = KeptJudge(inner, ledger, asks_open_again=False)
    assert await replayed.judge_first(statement, ["rfl"]) == (late,)
    (settled,) = await KeptJudge(inner, ledger).judge_first(statement, ["rfl"])
    assert settled.is_accepted


async def test_a_dead_lean_leaves_nothing_behind() -> None:
    ledger = MemoryArtifacts()
    with pytest.raises(LeanUnavailable):
        await KeptJudge(ScriptedJudge(unavailable=True), ledger).freeze(CLAIM)
    assert not ledger.kept


async def test_an_accepted_proof_is_kept_under_the_digest_that_results_cite() -> None:
    ledger = MemoryArtifacts()
    judge = KeptJudge(ScriptedJudge(claims), ledger)
    statement = await frozen_by(judge)
    (judgement,) = await judge.judge_first(statement, ["rfl"])
    kept = await ledger.find_artifact(PROOF, judgement.digest)
    assert kept is not None
    proof = read_proof_artifact(kept)
    assert (proof.statement, proof.judgement) == (statement, judgement)


async def test_a_rejected_proof_is_not_kept_as_a_proof() -> None:
    ledger = MemoryArtifacts()
    judge = KeptJudge(ScriptedJudge(nothing), ledger)
    await judge.judge_first(await frozen_by(judge), ["rfl"])
    assert {kind for kind, _ in ledger.kept} == {ANSWER, STATEMENT}


async def test_an_answer_to_another_question_is_damage_and_lean_is_asked() -> None:
    inner, ledger = ScriptedJudge(nothing), MemoryArtifacts()
    judge = KeptJudge(inner, ledger)
    statement, other = await frozen_by(judge), await frozen_by(judge, "(x : Int) : x = 1")
    await judge.judge_first(statement, ["rfl"])
    honest = KeptJudge(ScriptedJudge(claims), ledger)
    await honest.judge_first(other, ["rfl"])
    swapped = {k: v for k, v in ledger.kept.items() if '"accept"' in v.result and k[0] == ANSWER}
    ((_, theirs),) = swapped.items()
    mine = next(k for k, v in ledger.kept.items() if '"ask":"judge"' in v.request and v != theirs)
    ledger.kept[mine] = theirs.model_copy(update={"key": mine[1]})
    (judgement,) = await KeptJudge(ScriptedJudge(nothing), ledger).judge_first(statement, ["rfl"])
    assert not judgement.is_accepted


@pytest.mark.parametrize("result", ["", "{", "[]", '{"judgements": 3}', "{}"])
async def test_a_torn_answer_is_asked_again(result: str) -> None:
    inner, ledger = ScriptedJudge(claims), MemoryArtifacts()
    await KeptJudge(inner, ledger).freeze(CLAIM)
    ((at, artifact),) = [pair for pair in ledger.kept.items() if pair[0][0] == ANSWER]
    ledger.kept[at] = artifact.model_copy(update={"result": result})
    await KeptJudge(inner, ledger).freeze(CLAIM)
    assert len(inner.frozen) == 2


async def test_what_a_broken_judge_said_is_taken_back() -> None:
    inner, ledger = Broken(claims), MemoryArtifacts()
    judge = KeptJudge(inner, ledger)
    statement = await frozen_by(judge)
    inner.voided = await judge.judge_first(statement, ["rfl"])
    with pytest.raises(CanaryFailure):
        await judge.judge_first(statement, ["simp"])
    assert not any(kind == PROOF for kind, _ in ledger.kept)
    assert not any('"ask":"judge"' in kept.request for kept in ledger.kept.values())
