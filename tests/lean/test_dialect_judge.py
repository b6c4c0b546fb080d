"""Two judges as one: core first, and every later question to the Lean that read the statement."""

from faithsieve.lean.caching_judge import CachingJudge
from faithsieve.lean.dialect_judge import BOTH, DialectJudge, has_mathlib
from faithsieve.records.lean import FrozenStatement, RefusedStatement, SoundnessLayer
from support.memory_artifacts import MemoryArtifacts
from support.statement_judge import ScriptedJudge, claims, nothing

CORE_CLAIM = "(a : Int) : a = a"
REAL_CLAIM = "(x : ℝ) : 0 ≤ x ^ 2"


class CoreJudge(ScriptedJudge):
    """Reads nothing about real numbers."""

    layer = SoundnessLayer.STATEMENT

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        if "ℝ" not in text:
            return await super().freeze(text, timeout_s=timeout_s)
        return RefusedStatement(
            text=text, verdict="reject", reason="statement_elaboration", layer=self.layer
        )


class MathlibJudge(ScriptedJudge):
    @property
    def toolchain(self) -> str:
        return "native:mathlib"

    async def freeze(
        self, text: str, *, timeout_s: float = 30.0
    ) -> FrozenStatement | RefusedStatement:
        said = await super().freeze(text, timeout_s=timeout_s)
        changed = {"environment": "mathlib", "toolchain": self.toolchain}
        return FrozenStatement.model_validate(dict(said) | changed)


async def frozen(judge: DialectJudge | CachingJudge, text: str) -> FrozenStatement:
    said = await judge.freeze(text)
    assert isinstance(said, FrozenStatement)
    return said


async def test_what_core_lean_reads_never_reaches_mathlib() -> None:
    mathlib = MathlibJudge(nothing)
    judge = DialectJudge(CoreJudge(claims), mathlib)
    statement = await frozen(judge, CORE_CLAIM)
    (judgement,) = await judge.judge_first(statement, ["rfl"])
    assert judgement.is_accepted
    assert statement.dialect == "core"


async def test_what_core_lean_cannot_read_is_judged_by_the_lean_that_reads_it() -> None:
    judge = DialectJudge(CoreJudge(nothing), MathlibJudge(claims))
    statement = await frozen(judge, REAL_CLAIM)
    assert (statement.dialect, statement.toolchain) == ("mathlib", "native:mathlib")
    (judgement,) = await judge.judge_first(statement, ["positivity"])
    assert judgement.is_accepted


async def test_a_lean_that_did_not_answer_is_no_reason_to_change_the_dialect() -> None:
    core = CoreJudge(nothing)
    core.layer = SoundnessLayer.BACKEND
    said = await DialectJudge(core, MathlibJudge(claims)).freeze(REAL_CLAIM)
    assert isinstance(said, RefusedStatement)


async def test_both_leans_are_in_the_name_and_one_cache_serves_both() -> None:
    inner = DialectJudge(CoreJudge(claims), MathlibJudge(claims))
    assert has_mathlib(inner)
    assert not has_mathlib(inner.core)
    ledger = MemoryArtifacts()
    first = CachingJudge(inner, ledger)
    assert BOTH in first.toolchain
    for text in (CORE_CLAIM, REAL_CLAIM):
        statement = await frozen(first, text)
        await first.judge_first(statement, ["rfl"])
    again = CachingJudge(inner, ledger)
    for text in (CORE_CLAIM, REAL_CLAIM):
        statement = await frozen(again, text)
        await again.judge_first(statement, ["rfl"])
    assert not again.asked
    assert len(again.reused) == 4
