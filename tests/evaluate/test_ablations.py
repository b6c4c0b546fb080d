"""What each variant goes without, and what it must not lose."""

import pytest
from bench._rehearsal import RehearsalJudge, rehearsal_model

from faithsieve.errors import MissingToolError
from faithsieve.evaluate.ablations import (
    VARIANTS,
    VariantName,
    variant_settings,
    with_steps_as_units,
)
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.localize.reader import PlainReader
from faithsieve.localize.stage import localize
from faithsieve.methods import Tools
from faithsieve.prompts.library import load
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.evidence import Outcome
from faithsieve.records.proof import Proof
from faithsieve.records.settings import LocalizeSettings, Settings
from faithsieve.records.verdict import VerdictKind

PROOF = Proof.from_texts(
    "Real numbers a and b satisfy a + b = 4 and ab = 1. Find a^3 + b^3.",
    [
        "We know (a + b)^3 = a^3 + 3a^2 b + 3ab^2 + b^3. This holds for all numbers.",
        "Therefore a^3 + b^3 = (a + b)^3 - 3ab(a + b) = 4^3 - 12 = 53. Hence the sum is odd.",
        "So the answer is 53.",
    ],
)


async def check(name: VariantName) -> tuple[CheckedProof, ScriptedModel]:
    model, variant = rehearsal_model(), VARIANTS[name]
    tools = Tools(model, variant_settings(name, Settings()), judge=RehearsalJudge())
    return await variant.check(PROOF, tools), model


def asked(model: ScriptedModel) -> set[str]:
    return {request.prompt.id for request in model.requests}


@pytest.mark.parametrize("name", VARIANTS)
async def test_a_variant_cites_calls_and_asks_only_the_prompts_its_manifest_names(
    name: VariantName,
) -> None:
    checked, model = await check(name)
    assert checked.verdict.artifacts
    corrections = [r for r in model.requests if "cannot be used" in r.messages[-1].content]
    assert corrections == [], "a rehearsal's replies can be read"
    assert asked(model) <= set(VARIANTS[name].prompts)
    assert all(load(prompt).id == prompt for prompt in VARIANTS[name].prompts)


async def test_the_state_graph_judge_sees_the_tree_and_no_scan_review_or_evidence() -> None:
    checked, model = await check(VariantName.STATE_GRAPH)
    assert asked(model) == {
        "localize/state_tree", "ablations/state_graph_judge",
    }  # fmt: skip
    (judged,) = [r for r in model.requests if r.prompt.id == "ablations/state_graph_judge"]
    assert "edge_2 (step 1" in judged.messages[-1].content
    assert checked.verdict.steps == ()


async def test_units_in_words_only_know_neither_cheap_nor_lean_evidence() -> None:
    checked, model = await check(VariantName.EDGE_UNITS_NL)
    assert asked(model) & {"verify/statement", "verify/semantic_check", "verify/proof"} == set()
    assert all("refuted by code" not in r.messages[-1].content for r in model.requests)
    assert checked.verified is not None
    assert checked.verified.results == ()
    assert all(unit.review is not None for unit in checked.verified.units)
    assert checked.verdict.kind is not VerdictKind.FIRST_ERROR


async def test_without_edge_units_every_unit_is_an_original_step() -> None:
    checked, _ = await check(VariantName.NO_EDGE_UNITS)
    assert checked.localization is not None
    assert [unit.text for unit in checked.localization.units] == [s.text for s in PROOF.steps]


async def test_without_the_gate_no_statement_fails_for_its_meaning() -> None:
    checked, _ = await check(VariantName.NO_GATE)
    assert checked.verified is not None
    reasons = {getattr(result, "reason", None) for result in checked.verified.results}
    assert "gate_failed" not in reasons


async def test_the_whole_variant_keeps_the_slip_that_code_refutes() -> None:
    checked, _ = await check(VariantName.FULL)
    # Whether it decides depends on the rehearsed reviewer, who may contradict it.
    assert Outcome.REFUTED in [item.outcome for item in checked.verdict.steps[1].evidence]


async def test_coarse_units_inherit_the_worst_suspicion_and_the_dependencies() -> None:
    fine = await localize(PROOF, reader=PlainReader(risk=0.7))
    coarse = with_steps_as_units(fine, LocalizeSettings())
    assert [s.risk for s in coarse.suspicions] == [0.7, 0.7, 0.7]
    assert coarse.units[1].uses == ("h1",)
    assert coarse.window.focus == "edge_1"
    assert coarse.artifacts == fine.artifacts


async def test_a_variant_that_needs_lean_says_so() -> None:
    tools = Tools(rehearsal_model(), Settings())
    with pytest.raises(MissingToolError, match="lean setup"):
        await VARIANTS[VariantName.FULL].check(PROOF, tools)
