"""A replay without Lean never invents an outcome."""

import pytest

from faithsieve.errors import LeanUnavailableError, ReplayMissError
from faithsieve.lean.kept_judge import KeptJudge, MemoryArtifacts
from faithsieve.lean.replayed_judge import ReplayedJudge
from faithsieve.records.lean import FrozenStatement
from support.statement_judge import TOOLCHAIN, ScriptedJudge, claims

TEXT = "(a b : Int) (h : a = b) : b = a"


async def test_what_was_kept_is_answered_and_everything_else_is_a_miss() -> None:
    kept = MemoryArtifacts()
    live = KeptJudge(ScriptedJudge(claims), kept)
    frozen = await live.freeze(TEXT)
    assert isinstance(frozen, FrozenStatement)
    judged = await live.judge_first(frozen, ["omega"])
    await live.probe(frozen)
    replay = KeptJudge(ReplayedJudge(TOOLCHAIN), kept, asks_open_again=False)
    assert await replay.freeze(TEXT) == frozen
    assert await replay.judge_first(frozen, ["omega"]) == judged
    with pytest.raises(ReplayMissError, match="lean/judge"):
        await replay.judge_first(frozen, ["simp"])
    with pytest.raises(ReplayMissError, match="lean/freeze"):
        await replay.freeze("(a : Int) : a = a")


async def test_a_miss_is_not_an_unavailable_lean_which_would_end_in_an_outcome() -> None:
    frozen = await ScriptedJudge().freeze(TEXT)
    assert isinstance(frozen, FrozenStatement)
    with pytest.raises(ReplayMissError, match="lean/probe") as missed:
        await ReplayedJudge(TOOLCHAIN).probe(frozen)
    assert not isinstance(missed.value, LeanUnavailableError)
