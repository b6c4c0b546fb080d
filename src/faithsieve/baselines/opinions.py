"""One judge's opinion of a whole proof: a reason and a label, for every deliberative baseline."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import StringConstraints

from faithsieve.baselines.labels import NotALabelError, read_label, show_label
from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import ask
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.digest import Digest
from faithsieve.records.prompt import RenderedPrompt
from faithsieve.records.proof import Label, Proof

LabelText = Annotated[str, StringConstraints(pattern=r"^(?i:correct|step ?[1-9][0-9]{0,5})$")]
"""``correct`` or ``step N``, the label interface of paper app. F.2."""

_REASON_CHARS = 1200
"""How much of one judge's reason later judges are shown; 32 reviewers must fit in one prompt."""


R = TypeVar("R", bound=Record)

Part = tuple[str, Decoding]
"""The stage that pays for a question, and how it is decoded."""


class Opinion(Record):
    """What a judge thinks of a proof."""

    reason: str
    """Why, in a few sentences, naming the step and the fault."""
    label: LabelText
    """`correct`, or `step N` for the first step that goes wrong."""


class Judgement(NamedTuple):
    """An opinion whose label fits the proof, and the call that gave it."""

    label: Label
    reason: str
    key: Digest


async def ask_opinion(
    model: ChatModel,
    prompt: RenderedPrompt,
    proof: Proof,
    *,
    stage: str,
    decoding: Decoding,
    sample_index: int = 0,
) -> Judgement:
    """Ask for an opinion of a proof.

    Raises:
        ReplyFormatError: no readable opinion, or one about a step the proof does not have.
    """
    answer = await ask(
        model, prompt, Opinion, stage=stage, decoding=decoding, sample_index=sample_index
    )
    return judgement_of(
        answer.record,
        proof,
        key=answer.key,
        prompt_id=prompt.stamp.id,
        raw_text=answer.reply.text,
    )


class Deliberation:
    """The questions of several rounds about one proof, and the calls that its verdict cites."""

    def __init__(self, proof: Proof, model: ChatModel) -> None:
        self.proof = proof
        self.model = model
        self.keys: list[Digest] = []

    async def ask(
        self, prompt_id: str, reply: type[R], how: Part, *, sample_index: int = 0, **inputs: Any
    ) -> R:
        """Ask one question with the problem in it.

        Raises:
            ReplyFormatError: the reply cannot be read.
        """
        prompt = render(prompt_id, problem=self.proof.problem, **inputs)
        stage, decoding = how
        answer = await ask(
            self.model, prompt, reply, stage=stage, decoding=decoding, sample_index=sample_index
        )
        self.keys.append(answer.key)
        return answer.record

    async def opinion(self, prompt_id: str, how: Part, **inputs: Any) -> Judgement:
        """Ask for an opinion of the whole proof, as :func:`ask_opinion` does."""
        prompt = render(prompt_id, problem=self.proof.problem, **inputs)
        stage, decoding = how
        opinion = await ask_opinion(self.model, prompt, self.proof, stage=stage, decoding=decoding)
        self.keys.append(opinion.key)
        return opinion


def judgement_of(
    opinion: Opinion, proof: Proof, *, key: Digest, prompt_id: str, raw_text: str
) -> Judgement:
    """Check that the opinion is about a step of this proof.

    Raises:
        ReplyFormatError: it is not.
    """
    try:
        label = read_label(opinion.label, proof)
    except NotALabelError as refusal:
        raise ReplyFormatError(str(refusal), prompt_id=prompt_id, raw_text=raw_text) from refusal
    return Judgement(label, opinion.reason, key)


def show_judgements(judgements: Iterable[Judgement], *, name: str) -> str:
    """Write opinions one below the other for a later judge to read."""
    return "\n\n".join(
        f"{name} {number}: {show_label(judgement.label)}\n{judgement.reason[:_REASON_CHARS]}"
        for number, judgement in enumerate(judgements, start=1)
    )


def show_tally(labels: Iterable[Label], *, abstained: int) -> str:
    """Write how often each label was given, the most frequent first."""
    counts = Counter(show_label(label) for label in labels)
    parts = [f"{label}: {count}" for label, count in counts.most_common()]
    return ", ".join([*parts, f"no readable answer: {abstained}"] if abstained else parts)
