import pytest

from faithsieve.baselines.direct import PROMPT, judge_directly
from faithsieve.errors import ReplyFormatError
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.chat import ChatReply, FinishReason
from faithsieve.records.proof import Label, Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict, VerdictKind

PROOF = Proof.from_texts("Solve 2x = 6.", ["Divide by 2.", "So x = 4."])


async def judge(model: ScriptedModel, *, sample_index: int = 0) -> Verdict:
    return await judge_directly(PROOF, model, Settings(), sample_index=sample_index)


@pytest.mark.parametrize(
    ("text", "label", "kind"),
    [("correct", "correct", VerdictKind.NO_ERROR_FOUND), ("step 2", 2, VerdictKind.FIRST_ERROR)],
)
async def test_the_label_becomes_a_verdict_that_cites_its_call(
    text: str, label: Label, kind: VerdictKind
) -> None:
    verdict = await judge(ScriptedModel([text]))
    assert (verdict.label, verdict.kind) == (label, kind)
    assert len(verdict.artifacts) == 1


async def test_it_asks_once_at_temperature_zero_with_64_tokens() -> None:
    model = ScriptedModel(["correct"])
    await judge(model, sample_index=3)
    (request,) = model.requests
    assert request.prompt.id == PROMPT
    assert (request.decoding.temperature, request.decoding.max_output_tokens) == (0, 64)
    assert request.sample_index == 3


@pytest.mark.parametrize("reason", ["length", "content_filter", "refusal"])
async def test_a_reply_that_ended_early_is_never_read(reason: FinishReason) -> None:
    cut = ChatReply(text="step 1", model="m", finish_reason=reason)
    with pytest.raises(ReplyFormatError):
        await judge(ScriptedModel([cut]))


async def test_thinking_is_not_part_of_the_answer() -> None:
    assert (await judge(ScriptedModel(["<think>step 1? no</think>step 2"]))).label == 2
