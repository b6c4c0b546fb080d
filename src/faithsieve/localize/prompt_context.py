"""What the prompts of stage one show: one prefix, then portions whose answers fit.

The instructions come first, the same for every proof, so that a provider's prefix cache
pays for them; then the problem and the segmented proof; what is asked about them stands last. Every
call sees the whole proof, as those of the later stages do. A portion only bounds the answer: a
model that has to name hundreds of units in one reply is cut off.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from faithsieve.localize.segments import Segment, split_proof
from faithsieve.prompts.library import render
from faithsieve.records.chat import ChatMessage, PromptStamp, RenderedPrompt
from faithsieve.records.digest import digest_of
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.settings import LocalizeSettings

READER = "localize/reader"

# Segment numbers are cheap to answer with, so a portion may hold several times more of them than
# units that need a line each.
_SEGMENTS_PER_UNIT = 3


class Portion(NamedTuple):
    """A run of segments that one call is asked about."""

    first: int
    last: int


class PromptContext(NamedTuple):
    """One proof, cut into segments and rendered."""

    proof: Proof
    segments: tuple[Segment, ...]
    prefix: RenderedPrompt
    """What every call begins with."""
    portions: tuple[Portion, ...]

    def within(self, portion: Portion) -> tuple[Segment, ...]:
        return self.segments[portion.first - 1 : portion.last]


def on_one_line(text: str) -> str:
    """Join the lines of a text, so that none of them can pose as another entry of a list."""
    return " ".join(text.split())


def show_segments(segments: Sequence[Segment]) -> str:
    """Write segments one a line below their step."""
    lines: list[str] = []
    for step, run in by_step(segments).items():
        lines += [f"Step {step}", *(f"[{segment.number}] {segment.line}" for segment in run)]
    return "\n".join(lines)


def prompt_context(
    proof: Proof,
    settings: LocalizeSettings,
    segments: tuple[Segment, ...] = (),
) -> PromptContext:
    """Cut a proof into segments unless they are given, render the prefix, plan the portions."""
    segments = segments or split_proof(proof)
    prefix = render(READER, problem=proof.problem, proof=show_segments(segments))
    most = settings.units_per_call * _SEGMENTS_PER_UNIT
    return PromptContext(proof, segments, prefix, tuple(_portions(segments, most)))


def _portions(segments: Sequence[Segment], most: int) -> Iterator[Portion]:
    """Cut the segments into runs of at most ``most``; a step is cut only where it is longer."""
    first = 1
    for run in by_step(segments).values():
        if first < run[0].number and run[-1].number - first >= most:
            yield Portion(first, run[0].number - 1)
            first = run[0].number
        while run[-1].number - first >= most:
            yield Portion(first, first + most - 1)
            first += most
    yield Portion(first, segments[-1].number)


def by_step(segments: Sequence[Segment]) -> dict[StepIndex, list[Segment]]:
    runs: dict[StepIndex, list[Segment]] = {}
    for segment in segments:
        runs.setdefault(segment.step, []).append(segment)
    return runs


def continue_with(prefix: RenderedPrompt, tail: RenderedPrompt) -> RenderedPrompt:
    """Append a question to a prefix; the stamp names the question and hashes both files."""
    *before, last = prefix.messages
    (task,) = tail.messages
    joined = ChatMessage(role="user", content=f"{last.content}\n\n{task.content}")
    digest = digest_of([prefix.stamp.digest, tail.stamp.digest])
    stamp = PromptStamp(id=tail.stamp.id, version=tail.stamp.version, digest=digest)
    return RenderedPrompt(stamp=stamp, messages=(*before, joined), reply=tail.reply)
