"""The proof as every call of stage one sees it: one shared prefix, asked in as few calls as fit.

Instructions and examples for all three tasks come first, the problem and the segmented proof last,
so the prompts of one proof differ only after that, and a provider's prefix cache pays for most of
them. A proof that does not fit is shown in outline in the prefix and, portion by portion, in full.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from faithsieve.localize.segments import Segment, split_proof
from faithsieve.prompts.library import render
from faithsieve.records.digest import digest_of
from faithsieve.records.prompt import ChatMessage, PromptStamp, RenderedPrompt
from faithsieve.records.proof import Proof
from faithsieve.records.settings import LocalizeSettings

READER = "localize/reader"

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


class Reading(NamedTuple):
    """One proof, cut and rendered."""

    proof: Proof
    segments: tuple[Segment, ...]
    prefix: RenderedPrompt
    portions: tuple[Portion, ...]
    in_full: int | None = None
    """Tokens of the proof that a call writes out, or None where the prefix has all of it."""
    notes: tuple[str, ...] = ()
    """What was shortened."""

    def is_cut(self, text: str) -> bool:
        """Whether a unit that says this is too long for any call to show in full."""
        return self.in_full is not None and estimate_tokens(on_one_line(text)) > self.in_full

    def segments_of(self, step: int) -> tuple[Segment, ...]:
        """The segments of one step."""
        return tuple(segment for segment in self.segments if segment.step == step)


def on_one_line(text: str) -> str:
    """The text without line breaks, so that no line of it can pose as another entry of a list."""
    return " ".join(text.split())


def estimate_tokens(text: str) -> int:
    """A cautious guess: LaTeX takes about 2.3 characters a token, other scripts one or less."""
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
    """Cut a line to about this many tokens, and say how much is missing."""
    return shortened(line, _width_within(line, tokens))


def _width_within(line: str, tokens: int) -> int:
    width = len(line)
    while width and (estimate := estimate_tokens(line[:width])) > tokens:
        width = width * tokens // estimate
    return width


def _outline(segments: Sequence[Segment], limit: int) -> str:
    """The widest listing that fits; of a proof with too many segments, its beginning and end."""
    for widest in (400, 160, 60, _SHORTEST_OUTLINE):
        shown = show_segments(segments, widest=widest)
        if estimate_tokens(shown) <= limit:
            return shown
    half = max(1, limit // 40)
    left_out = f"… segments {half + 1} to {len(segments) - half} are not shown here …"
    first = show_segments(segments[:half], widest=_SHORTEST_OUTLINE)
    last = show_segments(segments[-half:], widest=_SHORTEST_OUTLINE)
    return f"{first}\n{left_out}\n{last}"


def read(proof: Proof, settings: LocalizeSettings) -> Reading:
    """Cut a proof into segments and plan how to ask about it."""
    segments = split_proof(proof)
    limit = int(settings.context_tokens * _SHARE_FOR_PROOF)
    problem = shortened(proof.problem, limit)
    whole = show_segments(segments)
    fits = estimate_tokens(whole) + estimate_tokens(problem) <= limit
    shown = whole if fits else _outline(segments, limit // 2)
    prefix = render(READER, problem=problem, proof=shown)
    most = settings.units_per_call * _SEGMENTS_PER_UNIT
    in_full = None if fits else limit // 3
    portions = tuple(_portions(segments, most, in_full))
    notes = []
    if len(proof.problem) > limit:
        notes.append(f"the problem is too long; its first {limit} characters are shown")
    if in_full is not None:
        notes += _shortenings(segments, in_full, settings.context_tokens)
    return Reading(proof, segments, prefix, portions, in_full, tuple(notes))


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
    """Cut into runs that fit; never within a step that fits into one run.

    A run holds at most ``most`` segments and, where they are shown in full, ``in_full`` tokens.
    """
    run: list[Segment] = []
    for step_run in _by_step(segments):
        if run and not _fits([*run, *step_run], most, in_full):
            yield _portion(run, in_full)
            run = []
        *full, run = _packed([*run, *step_run], most, in_full)
        yield from (_portion(part, in_full) for part in full)
    yield _portion(run, in_full)


def _packed(segments: Sequence[Segment], most: int, in_full: int | None) -> Iterator[list[Segment]]:
    """Cut segments into runs that fit; one that is too long by itself is a run of its own."""
    run: list[Segment] = []
    for segment in segments:
        if run and not _fits([*run, segment], most, in_full):
            yield run
            run = []
        run.append(segment)
    yield run


def _fits(run: Sequence[Segment], most: int, in_full: int | None) -> bool:
    if len(run) > most:
        return False
    return in_full is None or sum(_size(segment) for segment in run) <= in_full


def _size(segment: Segment) -> int:
    return estimate_tokens(segment.line) + _TOKENS_OF_NUMBER


def _portion(run: Sequence[Segment], in_full: int | None) -> Portion:
    # Only a segment that is longer than a call can show is cut; it is a run of its own.
    widest = _width_within(run[0].line, in_full) if in_full is not None and len(run) == 1 else None
    excerpt = "" if in_full is None else show_segments(run, widest=widest)
    return Portion(run[0].number, run[-1].number, excerpt)


def _by_step(segments: Sequence[Segment]) -> Iterator[list[Segment]]:
    run: list[Segment] = []
    for segment in segments:
        if run and run[0].step != segment.step:
            yield run
            run = []
        run.append(segment)
    if run:
        yield run


def continue_with(prefix: RenderedPrompt, tail: RenderedPrompt) -> RenderedPrompt:
    """Append a task to the shared prefix; the stamp names the task and hashes both files."""
    *before, last = prefix.messages
    (task,) = tail.messages
    joined = ChatMessage(role="user", content=f"{last.content}\n\n{task.content}")
    digest = digest_of([prefix.stamp.digest, tail.stamp.digest])
    stamp = PromptStamp(id=tail.stamp.id, version=tail.stamp.version, digest=digest)
    return RenderedPrompt(stamp=stamp, messages=(*before, joined), reply=tail.reply)
