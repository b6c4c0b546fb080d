"""The label interface every judge shares: ``correct`` or ``step N`` (paper app. E.2).

Whatever else a model says is a parse failure, counted as such and never guessed at.
"""

import re

from faithsieve.errors import ReplyFormatError
from faithsieve.records.chat import ChatReply
from faithsieve.records.proof import Label, Proof

# Decoration models put around a short answer; the answer itself must be the whole line.
_DECORATION = " \t\r\n`*\"'.“”"
_ANSWER = re.compile(r"(correct)|step ?([1-9][0-9]{0,5})", re.IGNORECASE)
_THINKING = re.compile(r"<think>.*?</think>", re.DOTALL)


def parse_label(reply: ChatReply, proof: Proof, *, prompt_id: str) -> Label:
    """Read the label out of a judge's reply.

    Raises:
        ReplyFormatError: the reply was cut off, is not a label, or names no step of the proof.
    """

    def refuse(reason: str) -> ReplyFormatError:
        return ReplyFormatError(reason, prompt_id=prompt_id, raw_text=reply.text)

    if reply.finish_reason != "stop":
        # "step 1" cut off by a length limit may have been "step 12".
        raise refuse(f"the reply ended early ({reply.finish_reason}), so no label can be read")
    answer = _ANSWER.fullmatch(_THINKING.sub("", reply.text).strip(_DECORATION))
    if answer is None:
        raise refuse("the reply is neither `correct` nor `step N`")
    if answer[1]:
        return "correct"
    step = int(answer[2])
    if step > len(proof.steps):
        raise refuse(f"the reply names step {step} of a proof with {len(proof.steps)} steps")
    return step
