import pytest

from faithsieve.baselines.direct import PROMPT, judge_directly
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.proof import Label, Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import VerdictKind

PROOF = Proof.from_texts("Solve 2x = 6.", ["Divide by 2.", "So x = 4."])


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
