"""The label interface every judge shares: ``correct`` or ``step N`` (paper app. F.2).

Whatever else a model says is a parse failure, counted as such and never guessed at.
"""

import re

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.structured import Answer
from faithsieve.records.digest import Digest
from faithsieve.records.proof import Label, Proof
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.records.wording import one_line

LONGEST_QUOTE = 300

# Decoration models put around a short answer; the answer itself must be the whole line.
_DECORATION = " \t\r\n`*\"'.“”"
_ANSWER = re.compile(r"(correct)|step ?([1-9][0-9]{0,5})", re.IGNORECASE)


class NotALabelError(ValueError):
    """A text that is no label of the proof at hand."""


def read_label(text: str, proof: Proof) -> Label:
    """Read ``correct`` or ``step N``, with nothing around it but quotes and the like.

    Raises:
        NotALabelError: the text is not exactly a label, or names no step of the proof.
    """
    match = _ANSWER.fullmatch(text.strip(_DECORATION))
    if match is None:
        raise NotALabelError("the reply is neither `correct` nor `step N`")
    if match[1]:
        return "correct"
    step = int(match[2])
    if step > len(proof.steps):
        count = len(proof.steps)
        raise NotALabelError(f"the reply names step {step} of a proof with {count} steps")
    return step


def parse_label(answer: Answer[str], proof: Proof, *, prompt_id: str) -> Label:
    """Read the label out of a judge's answer.

    Raises:
        ReplyFormatError: the answer is not exactly a label, or names no step of the proof.
    """
    try:
        return read_label(answer.record, proof)
    except NotALabelError as refusal:
        said = one_line(answer.reply.text, LONGEST_QUOTE)
        raise ReplyFormatError(
            f"{refusal}; the model said: {said!r}", prompt_id=prompt_id, raw_text=answer.reply.text
        ) from refusal


def show_label(label: Label) -> str:
    """Write a label the way judges are asked to."""
    return "correct" if label == "correct" else f"step {label}"


def verdict_of_label(
    label: Label,
    *,
    rationale: str,
    artifacts: tuple[Digest, ...],
    confidence: float | None = None,
) -> Verdict:
    """Wrap a bare label as a verdict; a judge names a step without evidence on single steps."""
    kind = VerdictKind.of_label(label)
    return Verdict(
        label=label, kind=kind, rationale=rationale, artifacts=artifacts, confidence=confidence
    )
