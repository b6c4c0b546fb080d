"""The gate on one statement: the checker first, then what Lean proves against it."""

import pytest

from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.faithfulness import DriftCategory, EvidenceDirection, HypothesisOrigin
from faithsieve.verify.gate.decision import GateOutcome, gate_statement
from faithsieve.verify.gate.semantic_check import SourceReply
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, frozen_by
from support.statements import make_tools
from support.verify_replies import asked, drifted, faithful, playing

OBLIGATION = make_obligation("x = 2", "x + 1 = 3")
TEXT = "(x : ℝ) (h1 : x + 1 = 3) : x = 2"


async def gate(
    model: ScriptedModel, judge: ScriptedJudge | None = None, **settings: object
) -> GateOutcome:
    tools = make_tools(model, judge, "x + 1 = 3", **settings)
    return await gate_statement(OBLIGATION, await frozen_by(tools.judge, TEXT), tools)


async def test_a_statement_is_judged_by_the_checker_and_probed_once() -> None:
    model, judge = playing(gate=faithful()), ScriptedJudge()
    assert (await gate(model, judge)).is_faithful
    assert asked(model, "verify/semantic_check") == 1
    assert len(judge.probed) == 1


async def test_a_rejected_statement_costs_no_lean() -> None:
    judge = ScriptedJudge()
    outcome = await gate(playing(gate=drifted()), judge)
    assert outcome.direction is EvidenceDirection.NEITHER
    assert judge.probed == []
    assert "c1" in outcome.complaint
    assert "another claim" in outcome.complaint


@pytest.mark.parametrize(
    ("code", "category"),
    [
        ("contradictory_hypotheses", DriftCategory.VACUOUS_OR_TRIVIALIZED),
        ("closes_without_hypotheses", DriftCategory.VACUOUS_OR_TRIVIALIZED),
        ("assumes_target", DriftCategory.ROLE_SWAP),
        ("truncated_subtraction", DriftCategory.WRONG_OBJECTS),
    ],
)
async def test_what_lean_proves_ends_the_matter_and_is_shown(
    code: str, category: DriftCategory
) -> None:
    model = playing(gate=faithful())
    outcome = await gate(model, ScriptedJudge(proves=(code,)))
    assert outcome.direction is EvidenceDirection.NEITHER
    assert outcome.category is category
    assert code in outcome.complaint
    assert asked(model, "verify/semantic_check") == 1


async def test_a_division_by_zero_in_the_frozen_term_is_a_finding() -> None:
    outcome = await gate(playing(gate=faithful()), ScriptedJudge(findings=("division_by_zero",)))
    assert not outcome.is_faithful


@pytest.mark.parametrize(
    ("origin", "foreign", "said"),
    [
        (HypothesisOrigin.CONTEXT, (), ()),
        (HypothesisOrigin.SIDE_CONDITION, (), ()),
        # A condition of the claim itself may yield it; it only must not be the claim.
        (HypothesisOrigin.OBLIGATION, (), (1,)),
    ],
)
async def test_the_checkers_sources_choose_what_lean_is_asked(
    origin: HypothesisOrigin, foreign: tuple[int, ...], said: tuple[int, ...]
) -> None:
    judge = ScriptedJudge()
    sources = (SourceReply(l="h1", o=origin),)
    await gate(playing(gate=faithful().changed(sources=sources)), judge)
    ((_, order),) = judge.probed
    assert (order.claims, order.foreign, order.said) == ((1,), foreign, said)


async def test_a_condition_that_no_premise_of_the_claim_matches_is_foreign() -> None:
    judge = ScriptedJudge()
    reply = faithful(hypotheses=0).changed(
        sources=(SourceReply(l="h1", o=HypothesisOrigin.OBLIGATION),)
    )
    await gate(playing(gate=reply), judge)
    assert judge.probed[0][1].foreign == (1,)


async def test_a_claim_that_needs_no_premise_in_the_text_need_not_in_lean() -> None:
    judge = ScriptedJudge()
    await gate(playing(gate=faithful().changed(trivial=("c1",))), judge)
    assert judge.probed[0][1].claims == ()


async def test_an_unreadable_judgement_is_no_judgement() -> None:
    outcome = await gate(playing(gate="no JSON"))
    assert outcome.report is None
    assert outcome.complaint
    assert outcome.category is None


async def test_without_the_gate_nothing_is_probed() -> None:
    judge = ScriptedJudge(proves=("assumes_target",))
    assert (await gate(playing(gate=drifted()), judge, threshold=0.0)).findings == ()
    assert judge.probed == []
