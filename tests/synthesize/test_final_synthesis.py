"""What the final synthesis is shown, and which of its replies count."""

import pytest

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.evidence import InconclusiveReason, LocalResult
from faithsieve.records.proof import Proof
from faithsieve.synthesize.final_synthesis import SynthesisReply, disagrees
from support.local_evidence import decide, inconclusive, unit

PROOF = Proof.from_texts("p", ["one", "two", "three"])


async def shown_for(result: LocalResult) -> str:
    model = ScriptedModel(['{"label":"correct","confidence":0.9,"reason":"fine"}'])
    await decide(unit(2, result), model=model)
    return model.requests[0].messages[-1].content


async def test_the_final_synthesis_sees_the_evidence() -> None:
    shown = await shown_for(inconclusive(InconclusiveReason.GATE_FAILED))
    assert "Step 2: open\n  a claim could not be checked: mistranslated" in shown
    assert "Nothing is known about: 1, 3" in shown


async def test_how_far_a_proof_search_came_never_reaches_a_prompt() -> None:
    busy = inconclusive(InconclusiveReason.PROOF_TIMEOUT)
    idle = inconclusive(InconclusiveReason.PROOF_EXHAUSTED).model_copy(
        update={"detail": "38 bodies failed"}
    )
    assert await shown_for(busy) == await shown_for(idle)


@pytest.mark.parametrize(
    "inconsistent",
    [
        '{"label":2,"confidence":0.5,"reason":"Step 3 is wrong."}',
        '{"label":9,"confidence":0.5,"reason":"The last step is wrong."}',
    ],
)
async def test_label_and_reason_are_made_to_agree(inconsistent: str) -> None:
    model = ScriptedModel(
        {
            "synthesize/synthesis": [inconsistent],
            "synthesize/consistency": ['{"label":3,"confidence":0.6,"reason":"Step 3 is wrong."}'],
        }
    )
    assert (await decide(model=model)).label == 3


@pytest.mark.parametrize(
    "said", ['{"label":9,"confidence":0.5,"reason":"Step 9 is wrong."}', "it is fine"]
)
async def test_an_unreadable_label_or_one_the_proof_does_not_have_is_never_returned(
    said: str,
) -> None:
    with pytest.raises(ReplyFormatError):
        await decide(model=ScriptedModel([said, said]))


@pytest.mark.parametrize(
    ("reason", "quote", "is_another"),
    [
        ("The sign is lost.", "", False),
        ("Step 2 is wrong, and step 3 inherits it.", "", False),
        ("The error is in step 3.", "", True),
        ("Step 1 gives x = 2, which is used for the wrong case.", "the words two", False),
        ("Step 1 gives x = 2, which is used for the wrong case.", "the words one", True),
    ],
)
def test_a_reason_disagrees_that_mentions_only_other_steps_and_quotes_none_of_the_named_one(
    reason: str, quote: str, is_another: bool
) -> None:
    proof = Proof.from_texts("p", ["the words one", "the words two", "the words three"])
    reply = SynthesisReply(reason=reason, confidence=0.5, quote=quote, label=2)
    assert disagrees(reply, proof) == is_another
