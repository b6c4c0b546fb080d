"""The direct judge asks once, and its majority as often as it is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.baselines.direct import PROMPT, judge_by_majority, judge_directly, plurality
from faithsieve.errors import PendingReplyError
from faithsieve.llm.scripted import Line, ScriptedModel
from faithsieve.records.proof import Label, Proof
from faithsieve.records.settings import BaselineSettings, Settings
from faithsieve.records.verdict import Verdict, VerdictKind

PROOF = Proof.from_texts("Solve 2x = 6.", ["Divide by 2.", "So x = 4.", "So x is even."])
LABELS = st.lists(st.one_of(st.just("correct"), st.integers(1, 4)))


async def judge(*lines: Line) -> tuple[Verdict, ScriptedModel]:
    model = ScriptedModel(lines)
    return await judge_by_majority(PROOF, model, with_votes(len(lines))), model


def with_votes(votes: int) -> Settings:
    return Settings(baselines=BaselineSettings(votes=votes))


@pytest.mark.parametrize(
    ("votes", "winner"),
    [
        (["correct"], "correct"),
        (["correct", "correct", 1], "correct"),
        ([2, 2, "correct"], 2),
        ([3, 1], 1),
        (["correct", 3], 3),
        (["correct", 3, 2], 2),
        (["correct", "correct", 3, 3], 3),
        ([], None),
    ],
)
def test_plurality_with_ties_to_the_earliest_step(votes: list[Label], winner: Label | None) -> None:
    assert plurality(votes) == winner


@given(LABELS)
def test_correct_wins_only_as_the_unique_top_label(votes: list[Label]) -> None:
    rivals = [votes.count(step) for step in range(1, 5)]
    assert (plurality(votes) == "correct") == (votes.count("correct") > max(rivals))


@given(LABELS)
def test_the_order_of_votes_does_not_matter(votes: list[Label]) -> None:
    assert plurality(votes) == plurality(sorted(votes, key=str)) == plurality(votes[::-1])


async def test_each_vote_is_its_own_sample_at_the_paper_s_decoding() -> None:
    verdict, model = await judge("step 2", "correct", "step 2")
    assert verdict.label == 2
    assert [request.sample_index for request in model.requests] == [0, 1, 2]
    assert {request.decoding.temperature for request in model.requests} == {0.6}
    assert len(verdict.artifacts) == len(set(verdict.artifacts)) == 3


async def test_an_unreadable_vote_abstains_but_counts_towards_n() -> None:
    verdict, _ = await judge("gibberish", "step 9", "step 3")
    assert verdict.label == 3
    assert verdict.confidence == pytest.approx(1 / 3)
    assert "no readable answer: 2" in verdict.rationale


async def test_a_pending_batch_is_no_abstention_and_every_vote_is_asked_in_one_round() -> None:
    model = ScriptedModel([PendingReplyError("k1"), "step 1", PendingReplyError("k2")])
    with pytest.raises(PendingReplyError):
        await judge_by_majority(PROOF, model, with_votes(3))
    assert len(model.requests) == 3


@pytest.mark.parametrize(
    ("text", "label", "kind"),
    [
        ("correct", "correct", VerdictKind.NO_ERROR_FOUND),
        ("<think>step 1? no</think>step 2", 2, VerdictKind.FIRST_ERROR),
    ],
)
async def test_one_question_at_temperature_zero_becomes_a_verdict_that_cites_its_call(
    text: str, label: Label, kind: VerdictKind
) -> None:
    model = ScriptedModel([text])
    verdict = await judge_directly(PROOF, model, Settings(), sample_index=3)
    assert (verdict.label, verdict.kind, len(verdict.artifacts)) == (label, kind, 1)
    (request,) = model.requests
    assert (request.prompt.id, request.sample_index) == (PROMPT, 3)
    assert (request.decoding.temperature, request.decoding.max_output_tokens) == (0, 64)
