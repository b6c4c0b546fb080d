from collections import Counter

from faithsieve.baselines import reviewer_panel as panel
from faithsieve.baselines.opinions import Opinion
from faithsieve.baselines.reviewer_panel import judge_by_panel
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.records.chat import ChatRequest
from faithsieve.records.proof import Proof
from faithsieve.records.settings import BaselineSettings, Settings
from faithsieve.records.verdict import Verdict
from support.judges import judging, playing

PROOF = Proof.from_texts("Solve 2x = 6.", ["Divide by 2.", "So x = 4."])


async def judge(model: ScriptedModel, *, reviewers: int = 2) -> Verdict:
    sizes = BaselineSettings(reviewers_per_role=reviewers)
    return await judge_by_panel(PROOF, model, Settings(baselines=sizes))


async def test_the_paper_s_panel_asks_96_reviewers_3_summaries_and_4_times_the_bench() -> None:
    model, sizes = judging("step 2"), BaselineSettings()
    verdict = await judge(model, reviewers=sizes.reviewers_per_role)
    asked = Counter(request.prompt.id for request in model.requests)
    assert asked == {
        panel.REVIEW: 96,
        panel.SUMMARY: 3,
        panel.ADJUDICATION: sizes.adjudication_rounds,
        panel.SYNTHESIS: 1,
        panel.CONSISTENCY: 1,
    }
    assert verdict.label == 2
    assert len(verdict.artifacts) == 103
    assert {request.decoding.temperature for request in model.requests} == {0.1}


async def test_reviewers_are_isolated() -> None:
    model = judging()
    await judge(model, reviewers=3)
    reviews = [request for request in model.requests if request.prompt.id == panel.REVIEW]
    assert len({request.messages for request in reviews}) == 3
    assert Counter(request.sample_index for request in reviews) == {0: 3, 1: 3, 2: 3}
    assert all("so it seems" not in request.messages[-1].content for request in reviews)


async def test_the_second_round_sees_the_first() -> None:
    model = judging("step 1")
    await judge(model)
    rounds = [r.messages[-1].content for r in model.requests if r.prompt.id == panel.ADJUDICATION]
    assert "Round 1" not in rounds[0]
    assert "Round 1: step 1" in rounds[1]


def with_parts(**lines: Line) -> ScriptedModel:
    return playing("baselines/panel_", **lines)


async def test_the_consistency_check_may_correct_the_synthesis() -> None:
    verdict = await judge(with_parts(consistency=Opinion(reason="it is step 1", label="step 1")))
    assert verdict.label == 1
    assert "was step 2" in verdict.rationale


async def test_a_role_whose_summary_is_unreadable_speaks_through_its_tally() -> None:
    model = with_parts(summary="not json")
    await judge(model)
    shown = next(r for r in model.requests if r.prompt.id == panel.SYNTHESIS).messages[-1].content
    assert shown.count("Votes: step 2: 2.\n(no readable summary)") == 3


async def test_unreadable_reviewers_abstain_and_are_counted() -> None:
    count = iter(range(1000))

    async def play(request: ChatRequest) -> Line:
        if request.prompt.id == panel.REVIEW and request.sample_index == 0:
            return f"hm {next(count)}"
        return await judging("correct").complete(request)

    model = ScriptedModel(play)
    assert (await judge(model)).label == "correct"
    shown = next(r for r in model.requests if r.prompt.id == panel.SUMMARY).messages[-1].content
    assert "correct: 1, no readable answer: 1" in shown
