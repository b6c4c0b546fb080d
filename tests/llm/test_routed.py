"""A stage that names a model is asked of that model, and every other stage of the main one."""

import pytest

from faithsieve.llm.accounting import AccountedModel, CostLedger
from faithsieve.llm.routed import RoutedModel
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.settings import StageModel, StageModels
from support.chat import make_request


@pytest.mark.parametrize(
    ("stage", "answers"),
    [
        ("verify.review", "strong"),
        ("localize.decompose", "cheap"),
        ("localize.decompose_check", "cheap"),
        ("synthesize.symptom", "strong"),
        ("verify.statement", "main"),
        ("direct", "main"),
    ],
)
async def test_a_stage_is_asked_of_its_own_model(stage: str, answers: str) -> None:
    wanted = StageModels(decompose="cheap", review="strong", synthesis="strong")
    models = {name: ScriptedModel([name], model=name) for name in ("main", "cheap", "strong")}
    costs = CostLedger()
    others = {StageModel(name=name): model for name, model in models.items()}
    routed = AccountedModel(RoutedModel(models["main"], wanted, others), costs)
    reply = await routed.complete(make_request(stage=stage))
    assert reply.text == answers
    assert costs.stages[0].models == (answers,), "the cost table tells models apart"


def test_each_named_model_is_built_once() -> None:
    elsewhere = StageModel(name="a", base_url="https://b.example/v1")
    wanted = StageModels(review="a", gate=elsewhere, proof=StageModel(name="a"))
    assert wanted.distinct == (StageModel(name="a"), elsewhere)
