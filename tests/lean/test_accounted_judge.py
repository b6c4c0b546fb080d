"""Laws of the judge that counts: it changes nothing and misses nothing."""

from faithsieve.lean.accounted_judge import AccountedJudge
from faithsieve.records.lean import FrozenStatement
from support.statement_judge import ScriptedJudge, claims


async def test_every_question_is_counted_and_accepted_proofs_are_remembered() -> None:
    ticks = iter(range(100))
    told: list[tuple[str, str]] = []
    judge = AccountedJudge(
        ScriptedJudge(claims),
        on_check=lambda asked, said: told.append((asked, said)),
        clock=lambda: float(next(ticks)),
    )
    statement = await judge.freeze(": 1 = 1")
    assert isinstance(statement, FrozenStatement)
    judgements = await judge.judge_first(statement, ["rfl"])
    await judge.probe(statement)
    assert judge.accepted == judgements
    assert (judge.checks, judge.seconds) == (3, 3.0)
    assert told == [(": 1 = 1", "stated"), (": 1 = 1", "claim proved"), (": 1 = 1", "probed")]


async def test_answers_pass_through_unchanged() -> None:
    bare, watched = ScriptedJudge(claims), AccountedJudge(ScriptedJudge(claims))
    assert await watched.freeze(": 1 = 1") == await bare.freeze(": 1 = 1")
    assert watched.toolchain == bare.toolchain


async def test_a_refused_statement_is_told_with_its_reason() -> None:
    told: list[str] = []
    judge = AccountedJudge(
        ScriptedJudge(refuses=lambda text: "statement_parse"),
        on_check=lambda asked, said: told.append(said),
    )
    await judge.freeze("nonsense")
    assert told == ["refused: statement_parse"]
