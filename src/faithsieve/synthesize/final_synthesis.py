"""The final synthesis, and the adjudication of what stands before a refuted step (paper §4.2).

A model reads all local evidence once. Its label must exist in the proof, and its reason must be
about the step it names; where the two disagree it is asked once to make them agree. No label is
ever guessed from an unreadable reply.
"""

import re

from pydantic import Field

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import Answer, ask
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import RenderedPrompt
from faithsieve.records.proof import Label, Proof, StepIndex
from faithsieve.records.settings import DecodingSettings, Settings
from faithsieve.synthesize.materiality import quoted_step

SYNTHESIS = "synthesize/synthesis"
ADJUDICATION = "synthesize/adjudication"
CONSISTENCY = "synthesize/consistency"
_STEP_MENTION = re.compile(r"\bsteps?\s+(\d{1,6})\b", re.IGNORECASE)


class SynthesisReply(Record):
    """The final synthesis as the model gives it: the label follows from the reason."""

    reason: str
    """Why."""
    confidence: float = Field(ge=0, le=1)
    """How likely the label is right."""
    quote: str = ""
    """The words of the named step that fail."""
    label: Label
    """``correct`` or a step."""


def disagrees(reply: SynthesisReply, proof: Proof) -> bool:
    """Return whether label and reason are about different things.

    A label the proof does not have disagrees with everything. A reason that mentions only other
    steps is about them, unless the quote stands in the labelled one. A reason for ``correct`` may
    mention any step.
    """
    if not proof.has_label(reply.label):
        return True
    if reply.label == "correct":
        return False
    mentioned = {int(number) for number in _STEP_MENTION.findall(reply.reason)}
    is_quoted = quoted_step(proof, reply.quote, (reply.label,)) is not None
    return bool(mentioned) and reply.label not in mentioned and not is_quoted


async def ask_for_label(
    proof: Proof,
    prompt: RenderedPrompt,
    *,
    stage: str,
    model: ChatModel,
    decoding: DecodingSettings,
) -> tuple[Answer[SynthesisReply], ...]:
    """Ask for a label with its reason; the last answer counts, the others led to it.

    Raises:
        ReplyFormatError: no readable label of this proof came.
    """
    first = await ask(model, prompt, SynthesisReply, stage=stage, decoding=decoding.synthesis)
    said = first.record
    if not disagrees(said, proof):
        return (first,)
    second = await ask(
        model,
        render(CONSISTENCY, steps=len(proof.steps), label=str(said.label), reason=said.reason),
        SynthesisReply,
        stage="synthesize.consistency",
        decoding=decoding.consistency,
    )
    if not proof.has_label(second.record.label):
        raise ReplyFormatError(
            f"the final synthesis names step {second.record.label} of a proof with "
            f"{len(proof.steps)} steps",
            prompt_id=CONSISTENCY,
            raw_text=second.reply.text,
        )
    return (first, second)


async def synthesize_finally(
    proof: Proof,
    evidence: str,
    *,
    model: ChatModel,
    settings: Settings,
    formal: bool = True,
    ruled_out: StepIndex | None = None,
) -> tuple[Answer[SynthesisReply], ...]:
    """Ask for the label that the local evidence leaves open.

    Args:
        evidence: What is known about every step, in words.
        formal: Whether code and Lean looked at the proof.
        ruled_out: A step that was named before for a thin reason, although its claims are proved.

    Raises:
        ReplyFormatError: no readable label of this proof came.
    """
    prompt = render(
        SYNTHESIS,
        problem=proof.problem,
        proof=proof.steps,
        evidence=evidence,
        formal=formal,
        ruled_out=ruled_out or 0,
        **dict(settings.standard),
    )
    decoding = settings.decoding
    return await ask_for_label(
        proof, prompt, stage="synthesize.synthesis", model=model, decoding=decoding
    )


async def adjudicate(
    proof: Proof, evidence: str, *, step: StepIndex, model: ChatModel, settings: Settings
) -> tuple[Answer[SynthesisReply], ...]:
    """Ask whether a step before a refuted one is wrong already.

    Args:
        evidence: What is known about the steps up to the refuted one, in words.
        step: The refuted step; nothing behind it is shown.

    Raises:
        ReplyFormatError: no readable label of this proof came.
    """
    prompt = render(
        ADJUDICATION,
        problem=proof.problem,
        proof=proof.steps[:step],
        step=step,
        evidence=evidence,
        **dict(settings.standard),
    )
    decoding = settings.decoding
    return await ask_for_label(
        proof, prompt, stage="synthesize.adjudication", model=model, decoding=decoding
    )
