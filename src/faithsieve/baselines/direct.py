"""Direct judge (paper app. F.2): one question, the whole proof, one label.

It uses no decomposition, no local evidence and no Lean: the ability of the model alone.
"""

from faithsieve.baselines.opinions import parse_label, verdict_of_label
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask_text
from faithsieve.prompts.library import render
from faithsieve.records.proof import Proof
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import Verdict

PROMPT = "baselines/direct"


async def judge_directly(
    proof: Proof, model: ChatModel, settings: Settings, *, sample_index: int = 0
) -> Verdict:
    """Ask once for the label of a whole proof.

    Raises:
        ReplyFormatError: the reply was cut off, or is not a label of this proof.
    """
    prompt = render(PROMPT, problem=proof.problem, steps=proof.steps)
    decoding = settings.decoding.direct
    answer = await ask_text(
        model, prompt, stage="direct", decoding=decoding, sample_index=sample_index
    )
    label = parse_label(answer, proof, prompt_id=PROMPT)
    return verdict_of_label(
        label, rationale=f"the direct judge answered {answer.record!r}", artifacts=(answer.key,)
    )
