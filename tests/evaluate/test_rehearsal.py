"""A rehearsal says the same every time, in a form that every reader accepts."""

from bench._rehearsal import RehearsalJudge, rehearsal_model

from faithsieve.evaluate.ablations import VARIANTS, adapted
from faithsieve.methods import Tools
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings

PROOF = Proof.from_texts("Show that n + 1 > n.", ["Let n be 3.", "Then n + 1 = 4.", "So 4 > 3."])


async def test_no_reply_of_a_rehearsal_has_to_be_asked_for_again() -> None:
    for name, variant in VARIANTS.items():
        model = rehearsal_model()
        tools = Tools(model, adapted(name, Settings()), judge=RehearsalJudge())
        await variant.check(PROOF, tools)
        corrections = [r for r in model.requests if "cannot be used" in r.messages[-1].content]
        assert corrections == []
