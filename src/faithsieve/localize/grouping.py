"""From segment numbers to substeps: the part of decomposition that needs no model (app. B.1).

The reply only groups numbered segments, so every character of every step survives, in order. Code
still checks what the reply may get wrong: steps it forgot, numbers that do not exist, scopes that
the words name and the reply does not; ``restatements.py`` and ``withdrawals.py`` check its marks.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from faithsieve.localize.quoting import Source
from faithsieve.localize.reading import on_one_line
from faithsieve.localize.replies import GroupingReply, ScopeLine
from faithsieve.localize.segments import Segment
from faithsieve.records.substep import ClaimStatus, FlagKind, RiskFlag, Scope, ScopeKind, Substep


class Draft(NamedTuple):
    """A substep before numbering, with the segments it came from."""

    step: int
    first: int
    last: int
    text: str
    start: int | None
    status: ClaimStatus
    scopes: tuple[Scope, ...]
    flags: tuple[RiskFlag, ...] = ()
    removal: str = ""
    """``restatement`` or ``motivation`` if the reply wants it out."""


class Grouping(NamedTuple):
    """The substeps of one reply, and what was wrong with it."""

    drafts: tuple[Draft, ...]
    forgotten: tuple[int, ...]
    """Steps of several segments that the reply gives no start."""
    notes: tuple[str, ...]
    """What was dropped."""


_STATUS = {
    "assumed": ClaimStatus.ASSUMED,
    "provisional": ClaimStatus.PROVISIONAL,
    "withdrawn": ClaimStatus.WITHDRAWN,
    "abandoned": ClaimStatus.ABANDONED,
}
_REMOVAL = {"restates": "restatement", "motivation": "motivation"}

SCOPE_CUES: tuple[tuple["re.Pattern[str]", ScopeKind], ...] = (
    (
        re.compile(r"\b(?:sub)?case\s+(?:[0-9]+|[ivx]{1,4}|[ab])\b[^.;]{0,80}", re.I),
        ScopeKind.CASE,
    ),
    (
        re.compile(
            r"\b(?:suppose|assume)[^.;]{0,60}\bcontradiction\b[^.;]{0,80}"
            r"|\bfor (?:the sake of )?(?:a )?contradiction\b[^.;]{0,80}",
            re.I,
        ),
        ScopeKind.CONTRADICTION,
    ),
    (
        re.compile(
            r"\b(?:base case|inductive step|induction step|inductive hypothesis)\b[^.;]{0,80}", re.I
        ),
        ScopeKind.INDUCTION,
    ),
    (
        re.compile(r"\b(?:forward|reverse|converse|backward) direction\b[^.;]{0,80}", re.I),
        ScopeKind.DIRECTION,
    ),
)
"""The words that name a scope; the reply should name it too, else code does."""

_KIND_WORDS = (
    (re.compile(r"contradict", re.I), ScopeKind.CONTRADICTION),
    (re.compile(r"induct|base case", re.I), ScopeKind.INDUCTION),
    (re.compile(r"witness|choose|take ", re.I), ScopeKind.WITNESS),
    (re.compile(r"lemma|claim", re.I), ScopeKind.LEMMA),
    (re.compile(r"direction|only if", re.I), ScopeKind.DIRECTION),
)


def forget_no_step(segments: Sequence[Segment], starts: set[int]) -> set[int]:
    """Add the first segment of every step: a substep never reaches over a step's end."""
    firsts = {
        segment.number
        for before, segment in zip([None, *segments[:-1]], segments, strict=True)
        if before is None or before.step != segment.step
    }
    return starts | firsts


def group_segments(segments: Sequence[Segment], reply: GroupingReply) -> Grouping:
    """Apply a reply to the segments it was asked about."""
    known = {segment.number for segment in segments}
    notes = [f"start {n} is no segment" for n in reply.starts if n not in known]
    if list(reply.starts) != sorted(set(reply.starts)):
        notes.append("starts are not ascending")
    # A mark is about its sentence, not about the substep that the sentence stands in.
    starts = forget_no_step(segments, (set(reply.starts) | _mark_edges(reply, segments)) & known)
    forgotten = _forgotten(segments, set(reply.starts))
    runs = [line for line in reply.scopes if {line.a, line.b} <= known and line.a <= line.b]
    notes += [f"scope {line.a}-{line.b} is no run" for line in reply.scopes if line not in runs]
    # Small models repeat the example of the instructions; a scope must be in the author's words.
    scopes = [line for line in runs if _is_quoted(line, segments)]
    notes += [f"scope {line.t[:60]!r} is not in the proof" for line in runs if line not in scopes]
    notes += [f"mark at {mark.at} is no segment" for mark in reply.marks if mark.at not in known]
    marks = {mark.at: mark.k for mark in reply.marks}
    drafts = tuple(
        _draft(run, marks, [line for line in scopes if line.a <= run[0].number <= line.b])
        for run in _runs(segments, starts)
    )
    return Grouping(drafts, forgotten, tuple(notes))


def _mark_edges(reply: GroupingReply, segments: Sequence[Segment]) -> set[int]:
    """Where a marked run begins inside a substep that begins without the mark."""
    marks = {mark.at: mark.k for mark in reply.marks}
    firsts = forget_no_step(segments, set(reply.starts))
    return {at for at, kind in marks.items() if at not in firsts and marks.get(at - 1) != kind}


def _is_quoted(line: ScopeLine, segments: Sequence[Segment]) -> bool:
    """Whether the words of a scope stand in the proof up to its end."""
    said = "".join(segment.text for segment in segments if segment.number <= line.b)
    return Source(said).has(line.t)


def _forgotten(segments: Sequence[Segment], starts: set[int]) -> tuple[int, ...]:
    by_step: dict[int, list[int]] = {}
    for segment in segments:
        by_step.setdefault(segment.step, []).append(segment.number)
    return tuple(
        step
        for step, numbers in by_step.items()
        if len(numbers) > 1 and not starts.intersection(numbers)
    )


def _runs(segments: Sequence[Segment], starts: set[int]) -> Iterator[list[Segment]]:
    run: list[Segment] = []
    for segment in segments:
        if run and segment.number in starts:
            yield run
            run = []
        run.append(segment)
    if run:
        yield run


def _draft(run: Sequence[Segment], marks: Mapping[int, str], lines: list[ScopeLine]) -> Draft:
    mark = next((marks[s.number] for s in run if s.number in marks), "asserted")
    text = "".join(segment.text for segment in run)
    # The widest scope is the outermost.
    ordered = sorted(lines, key=lambda line: (line.a, -line.b))
    return Draft(
        step=run[0].step,
        first=run[0].number,
        last=run[-1].number,
        text=text.strip(),
        start=run[0].start + len(text) - len(text.lstrip()),
        status=_STATUS.get(mark, ClaimStatus.ASSERTED),
        scopes=tuple(Scope(kind=line.k, label=on_one_line(line.t)[:200]) for line in ordered),
        removal=_REMOVAL.get(mark, ""),
    )


def whole_step(run: Sequence[Segment], reason: str) -> Draft:
    """Keep a step as it stands, flagged, because its decomposition cannot be used."""
    flag = RiskFlag(kind=FlagKind.DECOMPOSITION_FALLBACK, detail=reason)
    return _draft(run, {}, [])._replace(flags=(flag,))


def scope_in_words(label: str) -> Scope:
    """Give a scope that is only named in words its kind; an assumption without one is a case."""
    kind = next((kind for words, kind in _KIND_WORDS if words.search(label)), ScopeKind.CASE)
    return Scope(kind=kind, label=on_one_line(label)[:200])


def name_scopes(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Name the scope that the words name and the reply does not, to the end of its step."""
    running: dict[ScopeKind, Scope] = {}
    step = 0
    for draft in drafts:
        if draft.step != step:
            running, step = {}, draft.step
        named = named_scope(draft.text)
        if named is not None:
            running[named.kind] = named
        given = {scope.kind for scope in draft.scopes}
        from_text = tuple(scope for kind, scope in running.items() if kind not in given)
        flags = draft.flags
        if named is not None and named in from_text:
            flags = (*flags, RiskFlag(kind=FlagKind.SCOPE_FROM_TEXT, detail=named.label[:120]))
        yield draft._replace(scopes=(*draft.scopes, *from_text), flags=flags)


def named_scope(text: str) -> Scope | None:
    """The scope that the words of a text open."""
    for pattern, kind in SCOPE_CUES:
        if cue := pattern.search(text):
            return Scope(kind=kind, label=on_one_line(cue[0]))
    return None


def number_drafts(drafts: Sequence[Draft]) -> tuple[Substep, ...]:
    """Number substeps through the proof and within their steps."""
    parts: dict[int, int] = {}
    substeps = []
    for number, draft in enumerate(drafts, start=1):
        parts[draft.step] = parts.get(draft.step, 0) + 1
        substeps.append(
            Substep(
                number=number,
                step=draft.step,
                part=parts[draft.step],
                text=draft.text,
                start=draft.start,
                scopes=draft.scopes,
                status=draft.status,
                flags=draft.flags,
            )
        )
    return tuple(substeps)
