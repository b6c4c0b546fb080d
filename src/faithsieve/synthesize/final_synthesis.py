"""The final synthesis: ``correct`` or a risky step, or the source of a false number (paper §4.2).

A model reads all local evidence once. Its label must exist in the proof, and its reason must be
about the step it names; where the two disagree it is asked once to make them agree. No label is
ever guessed from an unreadable reply.
"""

import re
from collections.abc import Sequence

from pydantic import Field

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import Answer, ask
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.evidence import EvidenceItem, InconclusiveReason
from faithsieve.records.prompt import RenderedPrompt
from faithsieve.records.proof import Label, Proof, StepIndex
from faithsieve.records.settings import DecodingSettings
from faithsieve.records.verdict import StepFinding

SYNTHESIS = "synthesize/synthesis"
SYMPTOM = "synthesize/symptom"
CONSISTENCY = "synthesize/consistency"
_DEPENDS_ON_THE_CLOCK = frozenset(
    {
        InconclusiveReason.COMPILE_FAILED,
        InconclusiveReason.PROOF_TIMEOUT,
        InconclusiveReason.PROOF_EXHAUSTED,
        InconclusiveReason.BACKEND_UNAVAILABLE,
        InconclusiveReason.BACKEND_CRASHED,
    }
)
_STEP_MENTION = re.compile(r"\bsteps?\s+(\d{1,6})\b", re.IGNORECASE)


class SynthesisReply(Record):
    """The final synthesis as the model gives it."""

    label: Label
    """``correct`` or a step."""
    confidence: float = Field(ge=0, le=1)
    """How likely the label is right."""
    reason: str
    """Why."""


def describe_findings(findings: Sequence[StepFinding]) -> str:
    """The evidence as the final synthesis reads it: one line a step, one a piece of evidence."""
    lines = []
    for finding in findings:
        lines.append(f"Step {finding.index}: {finding.status}")
        lines += dict.fromkeys(f"  {_in_words(item)}" for item in finding.evidence)
    return "\n".join(lines)


def _in_words(item: EvidenceItem) -> str:
    # How far a proof search came before its time was up depends on the machine's load; a prompt
    # that said so would be another prompt on a busier machine, and a replay would miss its answer.
    if item.rule in _DEPENDS_ON_THE_CLOCK:
        return f"{item.outcome}: Lean neither proved nor refuted it"
    return f"{item.outcome}, {item.rule}: {item.summary}"


def disagrees(reply: SynthesisReply, proof: Proof) -> bool:
    """Say whether label and reason are about different things.

    A label the proof does not have disagrees with everything. A reason that names steps, but not
    the labelled one, is about another step. A reason for ``correct`` may mention any step.
    """
    if not proof.has_label(reply.label):
        return True
    if reply.label == "correct":
        return False
    mentioned = {int(number) for number in _STEP_MENTION.findall(reply.reason)}
    return bool(mentioned) and reply.label not in mentioned


async def _made_consistent(
    reply: SynthesisReply, proof: Proof, *, model: ChatModel, decoding: Decoding
) -> Answer[SynthesisReply]:
    prompt = render(
        CONSISTENCY, steps=len(proof.steps), label=str(reply.label), reason=reply.reason
    )
    return await ask(
        model, prompt, SynthesisReply, stage="synthesize.consistency", decoding=decoding
    )


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
    if not disagrees(first.record, proof):
        return (first,)
    second = await _made_consistent(first.record, proof, model=model, decoding=decoding.consistency)
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
    findings: Sequence[StepFinding],
    *,
    model: ChatModel,
    decoding: DecodingSettings,
) -> tuple[Answer[SynthesisReply], ...]:
    """Ask for the label that the local evidence leaves open.

    Raises:
        ReplyFormatError: no readable label of this proof came.
    """
    prompt = render(
        SYNTHESIS, problem=proof.problem, proof=proof.steps, evidence=describe_findings(findings)
    )
    return await ask_for_label(
        proof,
        prompt,
        stage="synthesize.synthesis",
        model=model,
        decoding=decoding,
    )


async def trace_symptom(
    proof: Proof,
    findings: Sequence[StepFinding],
    *,
    step: StepIndex,
    model: ChatModel,
    decoding: DecodingSettings,
) -> tuple[Answer[SynthesisReply], ...]:
    """Ask which step a false number of this step comes from.

    Raises:
        ReplyFormatError: no readable label of this proof came.
    """
    prompt = render(
        SYMPTOM,
        problem=proof.problem,
        proof=proof.steps[:step],
        step=step,
        evidence=describe_findings(findings[:step]),
    )
    return await ask_for_label(
        proof,
        prompt,
        stage="synthesize.symptom",
        model=model,
        decoding=decoding,
    )
