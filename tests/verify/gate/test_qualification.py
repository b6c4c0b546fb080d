"""A gate has to qualify: the bundled pairs, and what becomes of a model that fails on them."""

import json
import re
from collections import Counter

import pytest

from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.records.chat import ChatRequest
from faithsieve.records.evidence import Inconclusive, InconclusiveReason, Passed
from faithsieve.records.faithfulness import DriftCategory, GateQualification
from faithsieve.records.settings import DecodingSettings
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.gate.qualification import qualification_sheets, qualify
from faithsieve.verify.gate.semantic_check import GateEntry, GateReply, GateSheet
from faithsieve.verify.statement_parts import StatementParts
from support.embedded_lean import in_lean
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, claims, frozen_by
from support.statements import make_tools
from support.verify_replies import drifted, faithful, statements

PAIRS = [pair for sheet in qualification_sheets() for pair in sheet.pairs]
DECODING = DecodingSettings()


def answering(accepts: set[str]) -> ScriptedModel:
    """A checker that accepts the statements with these ids and rejects all others."""

    def play(request: ChatRequest) -> Line:
        if request.prompt.id == "verify/statement":
            return statements("(x : Int) (h1 : x + 1 = 3) : x = 2")
        shown = request.messages[-1].content
        asked = [p for p in PAIRS if f"sentence: {p.step}" in shown]
        if not asked:
            return faithful()
        asked.sort(key=lambda pair: shown.index(pair.step))
        return GateSheet(
            answers=tuple(
                entry(number, faithful() if pair.id in accepts else drifted())
                for number, pair in enumerate(asked, start=1)
            )
        )

    return ScriptedModel(play)


def entry(number: int, reply: GateReply) -> GateEntry:
    said = json.loads(reply.model_dump_json()) | {"n": number}
    # A whole reply about any statement: slots by the claim alone.
    said["slots"] = [slot for slot in said["slots"] if slot["r"] == "conclusion"]
    return GateEntry.model_validate_json(json.dumps(said))


FAITHFUL = {pair.id for pair in PAIRS if pair.label == "faithful"}
DRIFTED = sorted({pair.id for pair in PAIRS} - FAITHFUL)


def test_the_pairs_are_balanced_and_every_class_of_drift_is_among_them() -> None:
    labels = Counter(pair.label for pair in PAIRS)
    assert labels == {"faithful": 12, "drifted": 12}
    assert {pair.drift for pair in PAIRS if pair.drift} == set(DriftCategory)


def test_no_pair_is_an_example_in_a_prompt() -> None:
    from faithsieve.prompts.library import load, prompt_ids

    prompts = " ".join(load(prompt).body for prompt in prompt_ids())
    shown = re.sub(r"\s", "", prompts)
    for pair in PAIRS:
        assert re.sub(r"\s", "", pair.lean) not in shown
        assert re.sub(r"\s", "", pair.step) not in shown


async def test_a_checker_that_tells_them_apart_qualifies_in_two_calls() -> None:
    model = answering(FAITHFUL)
    gate = await qualify(model, DECODING)
    assert gate.is_qualified
    assert (gate.faithful_rejected, gate.drifted_accepted) == ((), ())
    assert len(model.requests) == 2


async def test_an_agreeable_checker_does_not_qualify() -> None:
    gate = await qualify(answering({pair.id for pair in PAIRS}), DECODING)
    assert not gate.is_qualified
    assert len(gate.drifted_accepted) == 12
    assert "12 of 12 drifted" in gate.caveat


@pytest.mark.parametrize(("accepted", "is_qualified"), [(1, True), (2, False)])
async def test_one_drifted_statement_may_be_accepted(accepted: int, is_qualified: bool) -> None:
    gate = await qualify(answering(FAITHFUL | set(DRIFTED[:accepted])), DECODING)
    assert gate.is_qualified is is_qualified


@pytest.mark.parametrize(("rejected", "is_qualified"), [(3, True), (4, False)])
async def test_three_faithful_statements_may_be_rejected(rejected: int, is_qualified: bool) -> None:
    gate = await qualify(answering(set(sorted(FAITHFUL)[rejected:])), DECODING)
    assert gate.is_qualified is is_qualified


async def test_a_model_that_cannot_be_read_does_not_qualify() -> None:
    gate = await qualify(ScriptedModel(lambda request: "I agree with all of them."), DECODING)
    assert len(gate.faithful_rejected) == 12
    assert not gate.is_qualified


async def evaluated(accepts: set[str], *, trust: bool = False) -> EvaluationAgent:
    tools = make_tools(answering(accepts), ScriptedJudge(claims), trust_gate=trust)
    agent = EvaluationAgent(tools)
    agent.result = await agent.evaluate(make_obligation("x = 2", "x + 1 = 3"))  # type: ignore[attr-defined]
    return agent


async def test_lean_decides_under_a_qualified_gate() -> None:
    agent = await evaluated(FAITHFUL)
    assert isinstance(agent.result, Passed)  # type: ignore[attr-defined]
    assert isinstance(agent.gate, GateQualification)


async def test_under_an_unqualified_gate_leans_result_is_shown_and_decides_nothing() -> None:
    agent = await evaluated({pair.id for pair in PAIRS})
    result = agent.result  # type: ignore[attr-defined]
    assert isinstance(result, Inconclusive)
    assert result.reason is InconclusiveReason.GATE_UNQUALIFIED
    assert "Lean proved" in result.detail
    assert result.artifacts


async def test_a_trusted_gate_is_not_asked() -> None:
    agent = await evaluated({pair.id for pair in PAIRS}, trust=True)
    assert isinstance(agent.result, Passed)  # type: ignore[attr-defined]
    assert agent.gate is None


@in_lean
async def test_the_bundled_parts_are_what_lean_gives(lean_pool: "LeanPool") -> None:  # type: ignore[name-defined]  # noqa: F821
    from faithsieve.lean.soundness import ProofJudge

    judge = ProofJudge(lean_pool)
    for pair in PAIRS:
        frozen = await frozen_by(judge, pair.lean)
        assert StatementParts(frozen=frozen).view() == pair.view
