"""The label interface every judge shares: ``correct`` or ``step N`` (paper app. E.2).

Whatever else a model says is a parse failure, counted as such and never guessed at.
"""

import re

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.structured import TextAnswer
from faithsieve.records.digest import Digest
from faithsieve.records.proof import Label, Proof
from faithsieve.records.verdict import Verdict, VerdictKind

# Decoration models put around a short answer; the answer itself must be the whole line.
_DECORATION = " \t\r\n`*\"'.“”"
_ANSWER = re.compile(r"(correct)|step ?([1-9][0-9]{0,5})", re.IGNORECASE)


def parse_label(answer: TextAnswer, proof: Proof, *, prompt_id: str) -> Label:
    """Read the label out of a judge's answer.

    Raises:
        ReplyFormatError: the answer is not exactly a label, or names no step of the proof.
    """

    def refuse(reason: str) -> ReplyFormatError:
        return ReplyFormatError(reason, prompt_id=prompt_id, raw_text=answer.reply.text)

    match = _ANSWER.fullmatch(answer.text.strip(_DECORATION))
    if match is None:
        raise refuse("the reply is neither `correct` nor `step N`")
    if match[1]:
        return "correct"
    step = int(match[2])
    if step > len(proof.steps):
        raise refuse(f"the reply names step {step} of a proof with {len(proof.steps)} steps")
    return step


def verdict_of_label(label: Label, *, rationale: str, artifacts: tuple[Digest, ...]) -> Verdict:
    """Wrap a bare label as a verdict; a judge names a step without evidence on single steps."""
    kind = VerdictKind.CORRECT if label == "correct" else VerdictKind.FIRST_ERROR
    return Verdict(label=label, kind=kind, rationale=rationale, artifacts=artifacts)
