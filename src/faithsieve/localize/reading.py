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

    def segments_of(self, step: int) -> tuple[Segment, ...]:
        """The segments of one step."""
        return tuple(segment for segment in self.segments if segment.step == step)


def estimate_tokens(text: str) -> int:
    """A cautious guess: LaTeX takes about 2.3 characters a token, other scripts one or less."""
    plain = sum(character.isascii() for character in text)
    return int(plain / 2.3 + (len(text) - plain) * 1.2) + 1


def show_segments(segments: Sequence[Segment], *, widest: int | None = None) -> str:
    """Write segments one a line below their step, each cut to ``widest`` characters if given."""
    lines: list[str] = []
    step = 0
    for segment in segments:
        if segment.step != step:
            step = segment.step
            lines.append(f"Step {step}")
        lines.append(f"[{segment.number}] {_shortened(segment.line, widest)}")
    return "\n".join(lines)


def _shortened(line: str, widest: int | None) -> str:
    if widest is None or len(line) <= widest:
        return line
    return f"{line[:widest]} …({len(line) - widest} characters more)"


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
    problem = _shortened(proof.problem, limit)
    whole = show_segments(segments)
    fits = estimate_tokens(whole) + estimate_tokens(problem) <= limit
    shown = whole if fits else _outline(segments, limit // 2)
    prefix = render(READER, problem=problem, proof=shown)
    most = settings.units_per_call * _SEGMENTS_PER_UNIT
    portions = tuple(_portions(segments, most, None if fits else limit // 3))
    return Reading(proof, segments, prefix, portions)


def _portions(segments: Sequence[Segment], most: int, token_limit: int | None) -> Iterator[Portion]:
    """Cut into runs of at most ``most`` segments; never within a step that fits into one run."""
    run: list[Segment] = []
    tokens = 0
    for step_run in _by_step(segments):
        size = estimate_tokens(show_segments(step_run)) if token_limit else 0
        too_long = token_limit is not None and tokens + size > token_limit
        if run and (len(run) + len(step_run) > most or too_long):
            yield _portion(run, token_limit)
            run, tokens = [], 0
        run += step_run
        tokens += size
        while len(run) > most:
            yield _portion(run[:most], token_limit)
            run = run[most:]
    if run:
        yield _portion(run, token_limit)


def _portion(run: Sequence[Segment], token_limit: int | None) -> Portion:
    excerpt = ""
    if token_limit is not None:
        excerpt = show_segments(run)
        if estimate_tokens(excerpt) > token_limit:
            # One segment may be longer than any context; its beginning must do.
            excerpt = show_segments(run, widest=max(_SHORTEST_OUTLINE, token_limit // len(run)))
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
