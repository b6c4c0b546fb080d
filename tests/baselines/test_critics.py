from faithsieve.baselines.critics import ADJUDICATOR, CRITIC, judge_with_critics
from faithsieve.baselines.opinions import Opinion
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings

PROOF = Proof.from_texts("Solve 2x = 6.", ["Divide by 2.", "So x = 4."])


def says(label: str, reason: str = "recomputed") -> Opinion:
    return Opinion(reason=reason, label=label)


def scripted(*critics: Line) -> ScriptedModel:
    return ScriptedModel({CRITIC: list(critics), ADJUDICATOR: [says("step 2")]})


async def test_critics_work_apart_and_the_adjudicator_decides_with_both_reports() -> None:
    model = scripted(says("step 1", "one"), says("correct", "two"))
    verdict = await judge_with_critics(PROOF, model, Settings())
    assert verdict.label == 2
    assert len(verdict.artifacts) == 3
    first, second, last = model.requests
    assert first.messages == second.messages
    assert (first.sample_index, second.sample_index) == (0, 1)
    assert "Critic 1: step 1\none" in last.messages[-1].content
    assert "Critic 2: correct\ntwo" in last.messages[-1].content


async def test_an_unreadable_critic_abstains_and_the_adjudicator_is_told() -> None:
    model = scripted("not json", "still not json", says("step 1"))
    assert (await judge_with_critics(PROOF, model, Settings())).label == 2
    assert "1 further critics gave no readable report" in model.requests[-1].messages[-1].content
