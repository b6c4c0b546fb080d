import pytest

from faithsieve.lean.cache import CachedLean, MemoryLeanLedger
from faithsieve.lean.scripted import (
    Answer,
    LeanScriptExhausted,
    ScriptedLean,
    breaks,
    compiles,
    rejects,
    times_out,
)
from faithsieve.records.digest import digest_of
from faithsieve.records.lean import LeanSource, LeanStatus

SOURCE = LeanSource(text="theorem t : True := trivial", theorem="t")


@pytest.mark.parametrize("answer", [compiles("True"), rejects("no")])
async def test_what_lean_said_is_asked_once(answer: Answer) -> None:
    lean = CachedLean(ScriptedLean([answer]), MemoryLeanLedger())
    first = await lean.check(SOURCE, timeout_s=1)
    assert await lean.check(SOURCE, timeout_s=1) == first


@pytest.mark.parametrize("answer", [times_out(), breaks()])
async def test_what_lean_could_not_say_is_asked_again(answer: Answer) -> None:
    ledger = MemoryLeanLedger()
    lean = CachedLean(ScriptedLean([answer, compiles()]), ledger)
    assert (await lean.check(SOURCE, timeout_s=1)).status is not LeanStatus.OK
    assert ledger.reports == {}
    assert (await lean.check(SOURCE, timeout_s=1)).status is LeanStatus.OK


async def test_another_source_is_another_check() -> None:
    scripted = ScriptedLean([compiles(), rejects("no")])
    lean = CachedLean(scripted, MemoryLeanLedger())
    await lean.check(SOURCE, timeout_s=1)
    other = LeanSource(text=SOURCE.text, theorem="u")
    assert (await lean.check(other, timeout_s=1)).status is LeanStatus.ERROR
    assert lean.key(SOURCE) != lean.key(other)


async def test_a_report_of_another_check_is_not_an_answer() -> None:
    ledger = MemoryLeanLedger()
    lean = CachedLean(ScriptedLean([rejects("no")]), ledger)
    ledger.reports[lean.key(SOURCE)] = compiles().model_copy(update={"digest": digest_of("other")})
    assert (await lean.check(SOURCE, timeout_s=1)).status is LeanStatus.ERROR


async def test_a_script_that_runs_out_fails_loudly() -> None:
    lean = ScriptedLean([compiles()])
    await lean.check(SOURCE, timeout_s=1)
    with pytest.raises(LeanScriptExhausted, match="check 2"):
        await lean.check(SOURCE, timeout_s=1)
    assert len(lean.checked) == 2


async def test_a_script_can_raise_and_can_be_a_function() -> None:
    lean = ScriptedLean(lambda source: compiles() if source.theorem else OSError("gone"))
    assert (await lean.check(SOURCE, timeout_s=1)).status is LeanStatus.OK
    with pytest.raises(OSError, match="gone"):
        await lean.check(LeanSource(text="x"), timeout_s=1)
    assert lean.remaining == 0
