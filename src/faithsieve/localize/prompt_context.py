"""What the prompts of stage one show: one prefix a task, then portions that fit into a call.

The instructions of the task come first, the same for every proof, so that a provider's prefix cache
pays for them; then the problem and the segmented proof; what is asked about them stands last.

A proof that fits stands in the prefix, and its units are named by their segments. Of a longer one
the prefix has only an outline: there a call asks about no more segments or units than it can show
in full, and writes them out. Only a unit that is longer than that by itself is cut; it is flagged.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from faithsieve.localize.segments import Segment, split_proof
from faithsieve.prompts.library import render
from faithsieve.records.chat import ChatMessage, PromptStamp, RenderedPrompt
from faithsieve.records.digest import digest_of
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.settings import LocalizeSettings, Standard

READER = "localize/reader"
Task = Literal["A", "B"]
"""Units and scopes; the scan."""
STANDARD = Standard()

# Segment numbers are cheap to answer with, so a portion may hold several times more of them than
# units that need a line each.
_SEGMENTS_PER_UNIT = 3
_SHARE_FOR_PROOF = 0.6
_SHORTEST_OUTLINE = 12
_TOKENS_OF_NUMBER = 4


class Portion(NamedTuple):
    """A run of segments that one call is asked about."""

    first: int
    last: int
    excerpt: str
    """The segments in full where the prefix has only an outline, else empty."""


class PromptContext(NamedTuple):
    """One proof, cut into segments and rendered."""

    proof: Proof
    segments: tuple[Segment, ...]
    prefixes: Mapping[Task, RenderedPrompt]
    """What every call of a task begins with."""
    portions: tuple[Portion, ...]
    in_full: int | None = None
    """Tokens of the proof that a call writes out, or None where the prefix has all of it."""
    notes: tuple[str, ...] = ()
    """What was shortened."""

    def is_cut(self, text: str) -> bool:
        """Return whether a unit with this text is too long for any call to show in full."""
        return self.in_full is not None and estimate_tokens(on_one_line(text)) > self.in_full

    def within(self, portion: Portion) -> tuple[Segment, ...]:
        return self.segments[portion.first - 1 : portion.last]


def on_one_line(text: str) -> str:
    """Join the lines of a text, so that none of them can pose as another entry of a list."""
    return " ".join(text.split())


def estimate_tokens(text: str) -> int:
    """Estimate tokens, rather too high: 2.3 characters a token in LaTeX, one in other scripts."""
    plain = len(text.encode("ascii", "ignore"))
    return int(plain / 2.3 + (len(text) - plain) * 1.2) + 1


def show_segments(segments: Sequence[Segment], *, widest: int | None = None) -> str:
    """Write segments one a line below their step, each cut to ``widest`` characters if given."""
    lines: list[str] = []
    step = 0
    for segment in segments:
        if segment.step != step:
            step = segment.step
            lines.append(f"Step {step}")
        lines.append(f"[{segment.number}] {shortened(segment.line, widest)}")
    return "\n".join(lines)


def shortened(line: str, widest: int | None) -> str:
    """Cut a line at a width, and say how much is missing."""
    if widest is None or len(line) <= widest:
        return line
    return f"{line[:widest]} …({len(line) - widest} characters more)"


def cut_to(line: str, tokens: int) -> str:
    return shortened(line, _width_within(line, tokens))


def _width_within(line: str, tokens: int) -> int:
    width = len(line)
    while width and (estimate := estimate_tokens(line[:width])) > tokens:
        width = width * tokens // estimate
    return width


def _outline(segments: Sequence[Segment], limit: int) -> str:
    """List the segments as wide as fits; of too many segments list the first and the last."""
    for widest in (400, 160, 60, _SHORTEST_OUTLINE):
        shown = show_segments(segments, widest=widest)
        if estimate_tokens(shown) <= limit:
            return shown
    half = max(1, limit // 40)
    left_out = f"… segments {half + 1} to {len(segments) - half} are not shown here …"
    first = show_segments(segments[:half], widest=_SHORTEST_OUTLINE)
    last = show_segments(segments[-half:], widest=_SHORTEST_OUTLINE)
    return f"{first}\n{left_out}\n{last}"


def prompt_context(
    proof: Proof,
    settings: LocalizeSettings,
    standard: Standard = STANDARD,
    segments: tuple[Segment, ...] = (),
) -> PromptContext:
    """Cut a proof into segments unless they are given, render the prefixes, plan the portions."""
    segments = segments or split_proof(proof)
    limit = int(settings.context_tokens * _SHARE_FOR_PROOF)
    problem = shortened(proof.problem, limit)
    whole = show_segments(segments)
    fits = estimate_tokens(whole) + estimate_tokens(problem) <= limit
    shown = whole if fits else _outline(segments, limit // 2)
    prefixes = {
        task: render(READER, task=task, problem=problem, proof=shown, **dict(standard))
        for task in get_args(Task)
    }
    most = settings.units_per_call * _SEGMENTS_PER_UNIT
    in_full = None if fits else limit // 3
    portions = tuple(_portions(segments, most, in_full))
    notes = []
    if len(proof.problem) > limit:
        notes.append(f"the problem is too long; its first {limit} characters are shown")
    if in_full is not None:
        notes += _shortenings(segments, in_full, settings.context_tokens)
    return PromptContext(proof, segments, prefixes, portions, in_full, tuple(notes))


def _shortenings(segments: Sequence[Segment], in_full: int, context: int) -> Iterator[str]:
    yield (
        f"the proof does not fit into {context} tokens; every call sees an outline of it and in "
        "full only what it asks about"
    )
    for segment in segments:
        if estimate_tokens(segment.line) > in_full:
            size = len(segment.line)
            yield f"a sentence of step {segment.step} ({size} characters) is shown only in part"


def _portions(segments: Sequence[Segment], most: int, in_full: int | None) -> Iterator[Portion]:
    """Cut the segments into runs of at most ``most`` and, where shown, ``in_full`` tokens.

    A step is cut only where it does not fit into one run.
    """
    sizes = [estimate_tokens(segment.line) + _TOKENS_OF_NUMBER for segment in segments]
    first = 1

    def fits(last: int) -> bool:
        if last - first + 1 > most:
            return False
        return in_full is None or sum(sizes[first - 1 : last]) <= in_full

    for run in by_step(segments).values():
        if first < run[0].number and not fits(run[-1].number):
            yield _portion(segments[first - 1 : run[0].number - 1], in_full)
            first = run[0].number
        for number in range(run[0].number, run[-1].number + 1):
            if first < number and not fits(number):
                yield _portion(segments[first - 1 : number - 1], in_full)
                first = number
    yield _portion(segments[first - 1 :], in_full)


def _portion(run: Sequence[Segment], in_full: int | None) -> Portion:
    # Only a segment that is longer than a call can show is cut; it is a run of its own.
    widest = _width_within(run[0].line, in_full) if in_full is not None and len(run) == 1 else None
    excerpt = "" if in_full is None else show_segments(run, widest=widest)
    return Portion(run[0].number, run[-1].number, excerpt)


def by_step(segments: Sequence[Segment]) -> dict[StepIndex, list[Segment]]:
    runs: dict[StepIndex, list[Segment]] = {}
    for segment in segments:
        runs.setdefault(segment.step, []).append(segment)
    return runs


def continue_with(prefix: RenderedPrompt, tail: RenderedPrompt) -> RenderedPrompt:
    """Append a question to a task's prefix; the stamp names the question and hashes both files."""
    *before, last = prefix.messages
    (task,) = tail.messages
    joined = ChatMessage(role="user", content=f"{last.content}\n\n{task.content}")
    digest = digest_of([prefix.stamp.digest, tail.stamp.digest])
    stamp = PromptStamp(id=tail.stamp.id, version=tail.stamp.version, digest=digest)
    return RenderedPrompt(stamp=stamp, messages=(*before, joined), reply=tail.reply)


# ---- units in a prompt


def unit_portions(
    texts: Sequence[str], most: int, limit: int | None = None
) -> Iterator[tuple[int, int]]:
    """Cut the units into runs, each given by its first and last number.

    Args:
        texts: What the units say.
        most: Units a run may hold.
        limit: Tokens of text a run may hold, or None where no text is shown.
    """
    first = 1
    while first <= len(texts):
        run = texts[first - 1 : first - 1 + most]
        last = first - 1 + (len(run) if limit is None else count_fitting(run, limit))
        yield first, last
        first = last + 1


def count_fitting(texts: Sequence[str], limit: int) -> int:
    """Count the texts that fit into a call, in order; the first is always taken."""
    used = 0
    for count, text in enumerate(texts):
        used += estimate_tokens(text)
        if used > limit and count:
            return count
    return len(texts)


def list_units(lines: Mapping[int, tuple[str, str]], limit: int | None) -> str:
    """Join the lines of the units asked about, by their numbers, each with the unit's text.

    ``limit`` is the tokens of a unit's text that are written out, or None where the prefix of the
    prompt has the whole proof.
    """
    if limit is None:
        return "\n".join(line for line, _ in lines.values())
    head = "The proof above is shortened; the units asked about are written out here."
    written = [f"{line}\n  {cut_to(on_one_line(text), limit)}" for line, text in lines.values()]
    return "\n".join([head, *written])
