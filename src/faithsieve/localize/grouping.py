"""From segment numbers to substeps: the part of decomposition that needs no model (app. B.1).

The reply only groups numbered segments, so every character of every step survives, in order. Code
still checks what the reply may get wrong: steps it forgot, numbers that do not exist, sentences
called restatements that say something new, scopes that the words name and the reply does not.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from faithsieve.localize.replies import GroupingReply, ScopeLine
from faithsieve.localize.restatements import KnownContent
from faithsieve.localize.segments import Segment, letters_of
from faithsieve.records.state_tree import (
    ClaimStatus,
    FlagKind,
    RemovedText,
    RiskFlag,
    Scope,
    ScopeKind,
    Substep,
)


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
_TAKEN_BACK = (ClaimStatus.WITHDRAWN, ClaimStatus.ABANDONED)
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

WITHDRAWAL_CUE = re.compile(
    r"\b(?:wait\b|on second thought|let(?:'s| us| me) (?:correct|reconsider|re-?examine|fix)"
    r"|(?:this|that|it) (?:was|is) (?:a mistake|incorrect|wrong)|made (?:a|an) (?:mistake|error)"
    r"|our (?:earlier|previous|initial) \w+ (?:was|is) (?:wrong|incorrect)|correction:|scratch that"
    r"|(?:does|do|did)(?: not|n't) (?:work|lead|help))",
    re.IGNORECASE,
)
"""Words with which a text takes something back or gives an attempt up."""


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
    starts = forget_no_step(segments, set(reply.starts) & known)
    forgotten = _forgotten(segments, set(reply.starts))
    runs = [line for line in reply.scopes if line.a in known and line.b in known]
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


def _is_quoted(line: ScopeLine, segments: Sequence[Segment]) -> bool:
    """Whether the words of a scope stand in the proof up to its end."""
    said = "".join(segment.text for segment in segments if segment.number <= line.b)
    return letters_of(line.t) in letters_of(said)


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
    # The widest scope is the outermost.
    ordered = sorted(lines, key=lambda line: (line.a, -line.b))
    return Draft(
        step=run[0].step,
        first=run[0].number,
        last=run[-1].number,
        text="".join(segment.text for segment in run).strip(),
        start=run[0].start,
        status=_STATUS.get(mark, ClaimStatus.ASSERTED),
        scopes=tuple(Scope(kind=line.k, label=line.t[:200]) for line in ordered),
        removal=_REMOVAL.get(mark, ""),
    )


def whole_step(run: Sequence[Segment], reason: str) -> Draft:
    """Keep a step as it stands, flagged, because its decomposition cannot be used."""
    flag = RiskFlag(kind=FlagKind.DECOMPOSITION_FALLBACK, detail=reason)
    return _draft(run, {}, [])._replace(flags=(flag,))


def scope_in_words(label: str) -> Scope:
    """Give a scope that is only named in words its kind; an assumption without one is a case."""
    kind = next((kind for words, kind in _KIND_WORDS if words.search(label)), ScopeKind.CASE)
    return Scope(kind=kind, label=label[:200])


def name_scopes(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Name the scope that the words name and the reply does not."""
    for draft in drafts:
        named = _named_scope(draft.text)
        if named is None or any(scope.kind is named.kind for scope in draft.scopes):
            yield draft
            continue
        flag = RiskFlag(kind=FlagKind.SCOPE_FROM_TEXT, detail=named.label[:120])
        yield draft._replace(scopes=(*draft.scopes, named), flags=(*draft.flags, flag))


def _named_scope(text: str) -> Scope | None:
    for pattern, kind in SCOPE_CUES:
        if cue := pattern.search(text):
            return Scope(kind=kind, label=cue[0].strip())
    return None


def flag_withdrawals(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Flag words that take something back when no substep is marked as taken back."""
    marked = any(draft.status in _TAKEN_BACK for draft in drafts)
    for draft in drafts:
        cue = None if marked else WITHDRAWAL_CUE.search(draft.text)
        if cue is None:
            yield draft
        else:
            flag = RiskFlag(kind=FlagKind.WITHDRAWAL_CUE, detail=cue[0])
            yield draft._replace(flags=(*draft.flags, flag))


_SUPPOSES = re.compile(
    r"\W*(?:(?:now|next|but|and|so|finally)\W+)?"
    r"(?:suppose|assume|assuming|if|otherwise|conversely)\b",
    re.IGNORECASE,
)


def _stretches(drafts: Sequence[Draft]) -> Iterator[int]:
    """Number, for every draft, the stretch of text that stands under the same suppositions.

    A stretch ends where the words open a scope, suppose something or take something back, and at
    the end of a step in which they did: beyond it the same words may be another inference.
    """
    stretch, opened_in = 0, 0
    for draft in drafts:
        opens = _opens_stretch(draft)
        if opens or opened_in not in (0, draft.step):
            stretch += 1
            opened_in = draft.step if opens else 0
        yield stretch


def _opens_stretch(draft: Draft) -> bool:
    return (
        draft.status is ClaimStatus.ASSUMED
        or _SUPPOSES.match(draft.text) is not None
        or _named_scope(draft.text) is not None
        or WITHDRAWAL_CUE.search(draft.text) is not None
    )


class _Said(NamedTuple):
    """A sentence where it stands; only an equal one is a mere repetition."""

    words: str
    stretch: int
    scopes: tuple[Scope, ...]
    status: ClaimStatus


def _said(draft: Draft, stretch: int) -> _Said:
    return _Said(" ".join(draft.text.split()), stretch, draft.scopes, draft.status)


def remove_restatements(
    problem: str, drafts: Sequence[Draft]
) -> tuple[tuple[Draft, ...], tuple[RemovedText, ...]]:
    """Take out what only repeats or announces; refuse where it says something new.

    A sentence that stands word for word earlier, with the same status and under the same
    suppositions, goes without being asked for. Every step keeps at least one substep.
    """
    left = {step: sum(d.step == step for d in drafts) for step in {d.step for d in drafts}}
    known = KnownContent()
    wanted = any(draft.removal for draft in drafts)
    if wanted:
        known.add(problem)
    seen: set[_Said] = set()
    kept: list[Draft] = []
    removed: list[RemovedText] = []
    for draft, stretch in zip(drafts, _stretches(drafts), strict=True):
        said = _said(draft, stretch)
        reason = "restatement" if _is_repeat(said, seen) else _agreed_removal(draft, known)
        if reason and left[draft.step] > 1:
            left[draft.step] -= 1
            removed.append(RemovedText(step=draft.step, text=draft.text, reason=reason))
        elif draft.removal and not reason:
            flag = RiskFlag(kind=FlagKind.REMOVAL_REFUSED, detail=f"called a {draft.removal}")
            kept.append(draft._replace(flags=(*draft.flags, flag)))
        else:
            kept.append(draft)
        seen.add(said)
        # What was taken back is not known: to assert it again says something new.
        if wanted and draft.status not in _TAKEN_BACK:
            known.add(draft.text)
    return tuple(kept), tuple(removed)


_SHORTEST_REPEAT = 20


def _is_repeat(said: _Said, seen: set[_Said]) -> bool:
    return len(said.words) >= _SHORTEST_REPEAT and said in seen


def _agreed_removal(draft: Draft, known: KnownContent) -> str:
    """What the reply wants out, if the sentence says nothing new; else nothing."""
    match draft.removal:
        case "restatement" if known.is_repeated(draft.text):
            return draft.removal
        case "motivation" if known.is_announced(draft.text):
            return draft.removal
        case _:
            return ""


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
