"""Direct judge (paper app. E.2): one question, the whole proof, one label.

It uses no decomposition, no local evidence and no Lean: the ability of the model alone.
"""

from faithsieve.baselines.labels import parse_label
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask_text
from faithsieve.prompts.library import render
from faithsieve.records.chat import Decoding
from faithsieve.records.digest import Digest
from faithsieve.records.proof import Label, Proof
from faithsieve.records.verdict import Verdict, VerdictKind

PROMPT = "baselines/direct"


def verdict_of_label(label: Label, *, rationale: str, artifacts: tuple[Digest, ...]) -> Verdict:
    """Wrap a bare label as a verdict; a judge names steps without evidence on single steps."""
    kind = VerdictKind.CORRECT if label == "correct" else VerdictKind.FIRST_ERROR
    return Verdict(label=label, kind=kind, rationale=rationale, artifacts=artifacts)


async def judge_directly(
    proof: Proof, *, model: ChatModel, decoding: Decoding, sample_index: int = 0
) -> Verdict:
    """Ask once for the label of a whole proof.

    Raises:
        ReplyFormatError: the reply is not a label of this proof.
    """
    prompt = render(PROMPT, problem=proof.problem, steps=proof.steps)
    reply = await ask_text(
        model, prompt, stage="direct", decoding=decoding, sample_index=sample_index
    )
    label = parse_label(reply, proof, prompt_id=PROMPT)
    keys = (reply.key,) if reply.key else ()
    return verdict_of_label(label, rationale=f"the direct judge answered {label!r}", artifacts=keys)
