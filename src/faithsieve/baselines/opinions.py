"""What the baselines share: labels, opinions of a proof, and questions asked side by side.

The label interface is ``correct`` or ``step N`` (paper app. F.2). Whatever else a model says is a
parse failure, counted as such and never guessed at.

Independent questions are asked together, so that a stage is one round of an offline batch. A reply
that cannot be read comes back as a value: in a crowd it is an abstention, and the method says what
that means. Everything else that goes wrong stops the proof as usual.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Iterable
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import StringConstraints

from faithsieve.errors import PendingReplyError, ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import Answer, ask
from faithsieve.prompts.library import render
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
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


LabelText = Annotated[str, StringConstraints(pattern=r"^(?i:correct|step ?[1-9][0-9]{0,5})$")]
"""``correct`` or ``step N``, the label interface of paper app. F.2."""

_REASON_CHARS = 1200
"""How much of one judge's reason later judges are shown; 32 reviewers must fit in one prompt."""

R = TypeVar("R", bound=Record)
T = TypeVar("T")

Part = tuple[str, Decoding]
"""The stage that pays for a question, and how it is decoded."""


class Opinion(Record):
    """What a judge thinks of a proof."""

    reason: str
    """Why, in a few sentences, naming the step and the fault."""
    label: LabelText
    """`correct`, or `step N` for the first step that goes wrong."""


class Judgement(NamedTuple):
    """An opinion whose label fits the proof."""

    label: Label
    reason: str


class Deliberation:
    """The questions of several rounds about one proof, and the calls that its verdict cites."""

    def __init__(self, proof: Proof, model: ChatModel) -> None:
        self.proof = proof
        self.model = model
        self._keys: list[Digest | None] = []

    @property
    def artifacts(self) -> tuple[Digest, ...]:
        """The calls with a readable reply, in the order of asking and not of arrival."""
        return tuple(key for key in self._keys if key is not None)

    async def ask(self, prompt_id: str, reply: type[R], how: Part, **inputs: Any) -> R:
        """Ask one question with the problem in it.

        Raises:
            ReplyFormatError: the reply cannot be read.
        """
        place = self.reserve()
        answer = await self._answer(prompt_id, reply, how, **inputs)
        self.cite(place, answer.key)
        return answer.record

    async def opinion(self, prompt_id: str, how: Part, **inputs: Any) -> Judgement:
        """Ask for an opinion of the whole proof.

        Raises:
            ReplyFormatError: no readable opinion, or one about a step the proof does not have.
        """
        place = self.reserve()
        answer = await self._answer(prompt_id, Opinion, how, **inputs)
        try:
            label = read_label(answer.record.label, self.proof)
        except NotALabelError as refusal:
            raw_text = answer.reply.text
            raise ReplyFormatError(
                str(refusal), prompt_id=prompt_id, raw_text=raw_text
            ) from refusal
        self.cite(place, answer.key)
        return Judgement(label, answer.record.reason)

    def reserve(self) -> int:
        """Reserve the next position in ``artifacts`` for a call about to be made."""
        self._keys.append(None)
        return len(self._keys) - 1

    def cite(self, place: int, key: Digest) -> None:
        self._keys[place] = key

    async def _answer(
        self, prompt_id: str, reply: type[R], how: Part, *, sample_index: int = 0, **inputs: Any
    ) -> Answer[R]:
        prompt = render(prompt_id, problem=self.proof.problem, **inputs)
        stage, decoding = how
        return await ask(
            self.model, prompt, reply, stage=stage, decoding=decoding, sample_index=sample_index
        )


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


async def ask_side_by_side(
    questions: Iterable[Awaitable[T]],
) -> tuple[T | ReplyFormatError, ...]:
    """Ask all questions and wait for all of them, also when some fail.

    Raises:
        BaseException: the first error that is not an unreadable reply; a pending reply comes last,
            because every other error will not go away by waiting.
    """
    outcomes = await asyncio.gather(*questions, return_exceptions=True)
    failures = [
        outcome
        for outcome in outcomes
        if isinstance(outcome, BaseException) and not isinstance(outcome, ReplyFormatError)
    ]
    for failure in sorted(failures, key=lambda error: isinstance(error, PendingReplyError)):
        raise failure
    return tuple(
        outcome
        for outcome in outcomes
        if isinstance(outcome, ReplyFormatError) or not isinstance(outcome, BaseException)
    )


def readable(outcomes: Iterable[T | ReplyFormatError]) -> tuple[T, ...]:
    """Return the outcomes without the unreadable replies, in order."""
    return tuple(outcome for outcome in outcomes if not isinstance(outcome, ReplyFormatError))


def at_least_one(outcomes: Iterable[T | ReplyFormatError]) -> tuple[T, ...]:
    """Return the readable outcomes, at least one.

    Raises:
        ReplyFormatError: no reply can be read; the first one is named.
    """
    outcomes = tuple(outcomes)
    answers = readable(outcomes)
    if not answers:
        raise next(outcome for outcome in outcomes if isinstance(outcome, ReplyFormatError))
    return answers


async def ask_each_or_fail(questions: Iterable[Awaitable[T]]) -> tuple[T, ...]:
    """Ask side by side where every answer is needed.

    Raises:
        ReplyFormatError: the first reply that cannot be read.
    """
    outcomes = await ask_side_by_side(questions)
    for outcome in outcomes:
        if isinstance(outcome, ReplyFormatError):
            raise outcome
    return readable(outcomes)
