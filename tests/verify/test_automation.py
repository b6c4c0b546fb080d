"""Proofs that need no model: what counts as one, and where automation looks for them."""

from faithsieve.records.lean import Polarity
from faithsieve.verify.automation import Automation, accepted_proof, is_evidence
from support.statement_judge import ScriptedJudge, frozen_by
from support.statements import parts_of

CLAIM = "(x y : Real) : x + y = y + x"


async def test_evidence_is_about_this_statement_and_this_goal() -> None:
    judge = ScriptedJudge(lambda *_: True)
    frozen, other = await frozen_by(judge, CLAIM), await frozen_by(judge, "(d : Real) : d = d")
    judged = await judge.judge_first(frozen, ("grind",))
    assert is_evidence(judged[-1], frozen, Polarity.CLAIM)
    assert accepted_proof(judged, frozen, Polarity.CLAIM) == judged[-1]
    assert accepted_proof(judged, other, Polarity.CLAIM) is None
    assert accepted_proof(judged, frozen, Polarity.CONTRADICTION) is None
    assert accepted_proof((), frozen, Polarity.CLAIM) is None


async def test_a_proof_of_another_statement_is_not_found() -> None:
    judge = ScriptedJudge(lambda *_: True, wrong_digest=True)
    frozen = await frozen_by(judge, CLAIM)
    assert await Automation(judge).prove(frozen, parts_of(CLAIM)) is None
    assert await Automation(judge).contradict(frozen, parts_of(CLAIM)) is None
