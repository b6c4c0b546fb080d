"""Accounts are kept per stage and per proof, and an unknown price stays unknown."""

import pytest

from faithsieve.llm.accounting import AccountedModel, CostLedger, RoutedModel
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.chat import ChatReply
from faithsieve.records.settings import BudgetSettings, StageModel, StageModels
from support.chat import make_reply, make_request


def replayed(reply: ChatReply) -> ChatReply:
    return reply.model_copy(update={"replayed": True})


async def test_stages_are_added_up_in_the_order_in_which_they_asked() -> None:
    ledger = CostLedger()
    model = AccountedModel(
        ScriptedModel(
            [make_reply(cost_usd=1.0), make_reply(cost_usd=2.0), make_reply(cost_usd=4.0)]
        ),
        ledger,
    )
    for stage in ("review", "decompose", "review"):
        await model.complete(make_request(stage=stage))
    review, decompose = ledger.stages
    assert (review.stage, review.calls, review.cost_usd) == ("review", 2, 5.0)
    assert review.usage.total == 24
    assert (decompose.stage, decompose.calls) == ("decompose", 1)


async def test_a_replayed_call_counts_what_it_cost_when_it_was_paid() -> None:
    ledger = CostLedger()
    model = AccountedModel(ScriptedModel([replayed(make_reply(cost_usd=1.5))]), ledger)
    await model.complete(make_request())
    (stage,) = ledger.stages
    assert (stage.calls, stage.replayed, stage.cost_usd, stage.usage.total) == (1, 1, 1.5, 12)


async def test_one_unknown_price_makes_the_sum_unknown() -> None:
    ledger = CostLedger()
    lines = [make_reply(cost_usd=1.0), make_reply(), make_reply(cost_usd=1.0)]
    model = AccountedModel(ScriptedModel(lines), ledger)
    for _ in lines:
        await model.complete(make_request())
    assert ledger.stages[0].cost_usd is None


@pytest.mark.parametrize(
    ("budget", "limit"),
    [
        (BudgetSettings(), ""),
        (BudgetSettings(proof_tokens=12), "tokens"),
        (BudgetSettings(proof_cost_usd=0.5), "money"),
        (BudgetSettings(proof_lean_seconds=3), "Lean seconds"),
        (BudgetSettings(proof_seconds=3), "seconds"),
        (BudgetSettings(proof_tokens=13, proof_cost_usd=9, proof_lean_seconds=9), ""),
    ],
)
async def test_each_limit_of_a_proof_is_named_when_it_is_reached(
    budget: BudgetSettings, limit: str
) -> None:
    ledger = CostLedger()
    await AccountedModel(ScriptedModel([make_reply(cost_usd=0.5)]), ledger).complete(make_request())
    assert ledger.limit_reached(budget, lean_seconds=3.0) == limit


@pytest.mark.parametrize(
    ("stage", "answers"),
    [
        ("verify.review", "strong"),
        ("localize.decompose", "cheap"),
        ("localize.decompose_check", "cheap"),
        ("synthesize.materiality", "strong"),
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
