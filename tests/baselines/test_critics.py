import pytest

from faithsieve.baselines.critics import ADJUDICATOR, CRITIC, judge_with_critics
from faithsieve.baselines.opinions import Opinion
from faithsieve.errors import ReplyFormatError
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict

PROOF = Proof.from_texts("Solve 2x = 6.", ["Divide by 2.", "So x = 4."])


def says(label: str, reason: str = "recomputed") -> Opinion:
    return Opinion(reason=reason, label=label)


async def judge(model: ScriptedModel) -> Verdict:
    return await judge_with_critics(PROOF, model, Settings())


def scripted(critics: list[Line], adjudicator: list[Line]) -> ScriptedModel:
    return ScriptedModel({CRITIC: critics, ADJUDICATOR: adjudicator})


async def test_the_adjudicator_decides_and_sees_both_reports() -> None:
    model = scripted([says("step 1", "first"), says("correct", "second")], [says("step 2")])
    verdict = await judge(model)
    assert verdict.label == 2
    assert len(verdict.artifacts) == 3
    shown = model.requests[-1].messages[-1].content
    assert "Critic 1: step 1\nfirst" in shown
    assert "Critic 2: correct\nsecond" in shown


async def test_critics_do_not_see_each_other() -> None:
    model = scripted([says("step 1", "first"), says("correct", "second")], [says("step 2")])
    await judge(model)
    first, second, _ = model.requests
    assert first.messages == second.messages
    assert (first.sample_index, second.sample_index) == (0, 1)


async def test_an_unreadable_critic_abstains_and_the_adjudicator_is_told() -> None:
    bad: list[Line] = ["not json", "still not json", says("step 1")]
    model = scripted(bad, [says("step 1")])
    assert (await judge(model)).label == 1
    assert "1 further critics gave no readable report" in model.requests[-1].messages[-1].content


async def test_a_label_beyond_the_proof_is_never_used() -> None:
    model = scripted([says("step 7"), says("step 1")], [says("step 3")])
    with pytest.raises(ReplyFormatError, match="step 3 of a proof with 2 steps"):
        await judge(model)


async def test_without_a_readable_critic_the_proof_is_a_parse_failure() -> None:
    model = scripted(["?", "?", "?", "?"], [])
    with pytest.raises(ReplyFormatError):
        await judge(model)
