"""Proofs that need no model: what counts as one, and where automation looks for them."""

from typing import Any, ClassVar

from faithsieve.records.lean import Polarity, ProofJudgement
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
    assert await Automation(judge).prove(parts_of(CLAIM)) is None
    assert await Automation(judge).contradict(parts_of(CLAIM)) is None


class LoopingJudge(ScriptedJudge):
    """Every body takes a thousand heartbeats, and those with ``grind`` run out of them."""

    async def judge_first(self, *given: Any, **options: Any) -> tuple[ProofJudgement, ...]:
        self.budgets.append(options["budget"])
        judged = await super().judge_first(*given, **options)
        return tuple(
            judgement.changed(
                heartbeats=1000, reason="timeout" if "grind" in judgement.body else "lean_error"
            )
            for judgement in judged
        )

    budgets: ClassVar[list[int | None]] = []


async def test_a_search_ends_at_its_budget_of_heartbeats() -> None:
    judge = LoopingJudge(lambda *_: False)
    judge.budgets.clear()
    assert await Automation(judge, budget=6000).prove(parts_of(CLAIM)) is None
    assert judge.budgets[:2] == [6000, 2000]
    assert len(judge.budgets) == 2


async def test_what_ran_out_of_heartbeats_is_not_tried_in_another_guise() -> None:
    judge = LoopingJudge(lambda *_: False)
    await Automation(judge).prove(parts_of(CLAIM))
    tried = [body for _, _, body in judge.judged]
    assert "grind" in tried
    assert "intros\nsubst_vars\ngrind" not in tried
    assert not any(body.startswith("have s0") for body in tried)


async def test_of_a_claim_that_nobody_doubts_only_the_likeliest_contradictions_are_tried() -> None:
    judge = ScriptedJudge(lambda *_: False)
    await Automation(judge).contradict(parts_of(CLAIM), is_doubted=False)
    assert len(judge.judged) == 4
