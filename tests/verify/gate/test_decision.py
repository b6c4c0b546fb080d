"""The gate on one statement: probes first, then code's account or the checker."""

from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.faithfulness import DriftCategory, EvidenceDirection
from faithsieve.verify.gate.decision import GateOutcome, gate_statement
from faithsieve.verify.templates import build_statement
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, claims
from support.statements import make_candidate, make_tools
from support.verify_replies import asked, drifted, faithful, playing

PROBLEM = "x + 1 = 3"
OBLIGATION = make_obligation("x = 2", "x + 1 = 3")
TEXT = "{R : Type} [OrderedField R] (x : R) (h1 : x + 1 = 3) : x = 2"


async def gate(
    model: ScriptedModel,
    text: str = TEXT,
    *,
    judge: ScriptedJudge | None = None,
    by_code: bool = False,
    code_gate: bool = False,
) -> GateOutcome:
    tools = make_tools(model, judge, PROBLEM, code_gate=code_gate)
    built = build_statement(OBLIGATION, problem=PROBLEM) if by_code else None
    candidate = await make_candidate(text, OBLIGATION, PROBLEM, tools.judge)
    return await gate_statement(candidate, tools, built=built)


async def test_a_statement_of_a_model_is_judged_by_the_checker() -> None:
    model = playing(gate=faithful())
    assert (await gate(model)).is_faithful
    assert asked(model, "verify/semantic_check") == 1


async def test_a_complete_account_of_code_asks_nobody() -> None:
    model = playing()
    outcome = await gate(model, by_code=True)
    assert outcome.is_faithful
    assert model.requests == ()


async def test_what_lean_shows_rejects_before_anybody_is_asked() -> None:
    model = playing(gate=faithful())
    says_nothing = TEXT.replace(": x = 2", ": x = x")
    outcome = await gate(model, says_nothing, judge=ScriptedJudge(claims))
    assert outcome.direction is EvidenceDirection.NEITHER
    assert outcome.category is DriftCategory.VACUOUS_OR_TRIVIALIZED
    assert model.requests == ()


async def test_a_drifted_statement_comes_back_with_the_part_and_the_reason() -> None:
    outcome = await gate(playing(gate=drifted()))
    assert outcome.direction is EvidenceDirection.NEITHER
    assert "c1" in outcome.complaint
    assert "another claim" in outcome.complaint


async def test_an_unreadable_judgement_is_no_judgement() -> None:
    outcome = await gate(playing(gate="no JSON"))
    assert outcome.report is None
    assert outcome.complaint
    assert outcome.category is None


async def test_without_a_checker_code_confirms_or_the_statement_does_not_count() -> None:
    model = playing()
    assert (await gate(model, code_gate=True)).is_faithful
    other = await gate(model, TEXT.replace("x = 2", "x = 5"), code_gate=True)
    assert other.direction is EvidenceDirection.NEITHER
    assert model.requests == ()
