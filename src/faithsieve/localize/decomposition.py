"""Decomposition: every step becomes substeps of one inference each (paper §3.1, app. B.1).

A reply only groups numbered segments, so every character of every step survives, in order. Code
checks what a reply may get wrong: steps it forgot, numbers that do not exist, scopes that the words
name and the reply does not, and marks that would keep a claim out of the audit. How a model is
asked stands in ``model_reader.py``, substeps in the model's own words in ``rewriting.py``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from faithsieve.localize.prompt_context import by_step, on_one_line
from faithsieve.localize.quoting import Source, normalise
from faithsieve.localize.replies import GroupingReply, ScopeLine
from faithsieve.localize.segments import Segment, default_goal
from faithsieve.records.digest import Digest
from faithsieve.records.proof import StepIndex
from faithsieve.records.substep import (
    NO_CLAIM,
    TAKEN_BACK,
    ClaimStatus,
    FlagKind,
    RiskFlag,
    Scope,
    ScopeKind,
    Substep,
)


class Decomposition(NamedTuple):
    """The substeps of a proof, and where each stands."""

    substeps: tuple[Substep, ...]
    places: tuple[str, ...]
    """For every substep what later prompts show instead of its text: ``[5-6]``, or the text."""
    notes: tuple[str, ...] = ()
    artifacts: tuple[Digest, ...] = ()


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

    @property
    def place(self) -> str:
        """The segments of the substep, or its text where the model wrote it."""
        if self.start is None:
            return self.text
        return f"[{self.first}]" if self.first == self.last else f"[{self.first}-{self.last}]"

    def flagged(self, kind: FlagKind, detail: str = "") -> "Draft":
        return self._replace(flags=(*self.flags, RiskFlag(kind=kind, detail=detail)))


class Grouping(NamedTuple):
    """The substeps of one reply, and what was wrong with it."""

    drafts: tuple[Draft, ...]
    forgotten: tuple[int, ...]
    """Steps of several segments that the reply gives no start."""
    notes: tuple[str, ...]
    """What was dropped."""


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


def finish_decomposition(
    drafts: Sequence[Draft],
    problem: str,
    notes: Iterable[str] = (),
    artifacts: Iterable[Digest] = (),
) -> Decomposition:
    """Check the scopes and marks of all drafts, and number them."""
    named = tuple(name_scopes(drafts))
    kept = tuple(check_no_claim(tuple(check_withdrawals(named)), problem))
    places = tuple(draft.place for draft in kept)
    return Decomposition(number_drafts(kept), places, tuple(notes), tuple(artifacts))


# ---- from segment numbers to drafts


def add_step_starts(segments: Sequence[Segment], starts: set[int]) -> set[int]:
    """Add the first segment of every step: a substep never reaches over a step's end."""
    return starts | {run[0].number for run in by_step(segments).values()}


def group_segments(segments: Sequence[Segment], reply: GroupingReply) -> Grouping:
    """Apply a reply to the segments it was asked about."""
    known = {segment.number for segment in segments}
    notes = [f"start {n} is no segment" for n in reply.starts if n not in known]
    if list(reply.starts) != sorted(set(reply.starts)):
        notes.append("starts are not ascending")
    # A mark is about its sentence, not about the substep that the sentence stands in.
    starts = add_step_starts(segments, (set(reply.starts) | _mark_edges(reply, segments)) & known)
    forgotten = _forgotten(segments, set(reply.starts))
    runs = [line for line in reply.scopes if {line.a, line.b} <= known and line.a <= line.b]
    notes += [f"scope {line.a}-{line.b} is no run" for line in reply.scopes if line not in runs]
    said = {segment.number: segment.text for segment in segments}
    source = Source("".join(said.values()))
    # A scope is never dropped for its words: the author's stand in for words the proof has not.
    scopes = [
        line if source.has(line.t) else line.model_copy(update={"t": said[line.a]}) for line in runs
    ]
    notes += [f"scope {line.t[:60]!r} is not in the proof" for line in runs if line not in scopes]
    notes += [f"mark at {mark.at} is no segment" for mark in reply.marks if mark.at not in known]
    marks = {mark.at: mark.k for mark in reply.marks}
    drafts = tuple(
        _draft(run, marks, [line for line in scopes if line.a <= run[0].number <= line.b])
        for run in _runs(segments, starts)
    )
    return Grouping(drafts, forgotten, tuple(notes))


def _mark_edges(reply: GroupingReply, segments: Sequence[Segment]) -> set[int]:
    """Return where a marked run begins inside a substep that begins without the mark."""
    marks = {mark.at: mark.k for mark in reply.marks}
    firsts = add_step_starts(segments, set(reply.starts))
    return {at for at, kind in marks.items() if at not in firsts and marks.get(at - 1) != kind}


def _forgotten(segments: Sequence[Segment], starts: set[int]) -> tuple[StepIndex, ...]:
    return tuple(
        step
        for step, run in by_step(segments).items()
        if len(run) > 1 and not starts.intersection(segment.number for segment in run)
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


def _draft(
    run: Sequence[Segment], marks: Mapping[int, ClaimStatus], lines: list[ScopeLine]
) -> Draft:
    text = "".join(segment.text for segment in run)
    # The widest scope is the outermost.
    ordered = sorted(lines, key=lambda line: (line.a, -line.b))
    return Draft(
        step=run[0].step,
        first=run[0].number,
        last=run[-1].number,
        text=text.strip(),
        start=run[0].start + len(text) - len(text.lstrip()),
        status=next((marks[s.number] for s in run if s.number in marks), ClaimStatus.ASSERTED),
        scopes=tuple(Scope(kind=line.k, label=on_one_line(line.t)[:200]) for line in ordered),
    )


def whole_step(run: Sequence[Segment], reason: str) -> Draft:
    """Return a step as one flagged substep, because its decomposition cannot be used."""
    return _draft(run, {}, []).flagged(FlagKind.DECOMPOSITION_FALLBACK, reason)


# ---- scopes


def scope_in_words(label: str) -> Scope:
    """Infer the kind of a scope from its words; an assumption without a kind is a case."""
    kind = next((kind for words, kind in _KIND_WORDS if words.search(label)), ScopeKind.CASE)
    return Scope(kind=kind, label=on_one_line(label)[:200])


def name_scopes(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Add the scope that a text opens and the reply omits, up to the end of its step."""
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
        scoped = draft._replace(scopes=(*draft.scopes, *from_text))
        if named is not None and named in from_text:
            scoped = scoped.flagged(FlagKind.SCOPE_FROM_TEXT, named.label[:120])
        yield scoped


def named_scope(text: str) -> Scope | None:
    """Find the scope that the words of a text open."""
    for pattern, kind in SCOPE_CUES:
        if cue := pattern.search(text):
            return Scope(kind=kind, label=on_one_line(cue[0]))
    return None


# ---- claims that the text takes back

WITHDRAWAL_CUE = re.compile(
    r"\b(?:wait\b|on second thought|let(?:'s| us| me) (?:correct|reconsider|re-?examine|fix)"
    r"|(?:this|that|it) (?:was|is) (?:a mistake|incorrect|wrong)|made (?:a|an) (?:mistake|error)"
    r"|our (?:earlier|previous|initial) \w+ (?:was|is) (?:wrong|incorrect)|correction:|scratch that"
    r"|(?:does|do|did)(?: not|n't) (?:work|lead|help))",
    re.IGNORECASE,
)
"""Words with which a text takes something back or gives an attempt up."""
_SUPPORT = re.compile(
    r"\b(?:actually|instead|however|but|mistake\w*|error\w*|incorrect\w*|wrong\w*|fail\w*|reconsider"
    r"|correct(?:ed|ion|ing)|not (?:correct|right|true|valid|possible|quite)|re-?examine\w*|retry"
    r"|try (?:again|another)|(?:another|different) (?:approach|way|method|attempt)"
    r"|alternative\w*|abandon\w*|start (?:over|again)|go back|too (?:large|small|weak|strong)"
    r"|contradict\w*|oops|hmm|sorry|rather|no good|dead end|impossible|reject\w*|discard\w*)\b",
    re.IGNORECASE,
)
"""Words without any of which, from the claim on, nothing is taken back."""


def check_withdrawals(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Drop withdrawal marks without support in the text, and flag unmarked withdrawals."""
    supported = list(_refuse_unsupported(drafts))
    marked = any(draft.status in TAKEN_BACK for draft in supported)
    for draft in supported:
        cue = None if marked else WITHDRAWAL_CUE.search(draft.text)
        if cue is None:
            yield draft
        else:
            yield draft.flagged(FlagKind.WITHDRAWAL_CUE, cue[0])


def _refuse_unsupported(drafts: Sequence[Draft]) -> Iterator[Draft]:
    cues = (WITHDRAWAL_CUE, _SUPPORT)
    has_cue = [any(cue.search(draft.text) for cue in cues) for draft in drafts]
    last = max((position for position, found in enumerate(has_cue) if found), default=-1)
    for position, draft in enumerate(drafts):
        if draft.status in TAKEN_BACK and position > last:
            refused = draft._replace(status=ClaimStatus.ASSERTED)
            yield refused.flagged(FlagKind.WITHDRAWAL_REFUSED, f"called {draft.status.value}")
        else:
            yield draft


# ---- substeps that claim nothing

_CONCLUDES = re.compile(
    r"\b(?:thus|hence|therefore|so|since|because|impl(?:y|ies|ying)|follows?(?! ?:)|gives?|yields?"
    r"|means|contradict\w*|conclude|we (?:get|have|obtain|see))\b"
    r"|\\(?:implies|(?-i:Rightarrow)|therefore)\b|[⇒⟹∴]",
    re.IGNORECASE,
)
"""Words and signs that draw a conclusion."""
_OF_THE_TASK = re.compile(
    r"\b(?:will|shall|(?:need|want|wish|aim|have|set out|going|remains|is) to|goal|let us|let's|try"
    r"|to (?:find|show|prove|determine|compute|solve|verify|check|see|do|this end)|given|asked"
    r"|the problem)\b",
    re.IGNORECASE,
)
"""Words that speak of what is to be done or given, and so assert nothing of their own."""
_PREDICATE = re.compile(r"\b(?:is|are|be)\s+(?:(?:an?|the|not|also|always)\s+)*([a-z]{3,})")
FINAL_ANSWER = re.compile(r"\\boxed|\bthe (?:final )?answer is\b|\bQ\.?E\.?D\b|∎", re.IGNORECASE)
_WORD_OR_SIGN = re.compile(r"[0-9]+(?:\.[0-9]+)?|[^\W\d_]+|[^\w\s.,;:$]")
_LEADS_ON = frozenset(
    {"the", "that", "this", "we", "have", "has", "then", "so", "and", "thus", "hence", "therefore"}
    | {"again", "also", "already", "recall", "note", "know", "see", "get", "as", "before", "above"}
    | {"earlier", "shown", "proved", "established", "indeed", "seen", "finally", "next", "our"}
    | {"now", "implies", "gives", "yields", "means", "it", "follows", "is", "are", "since", "by"}
)

_NO_SIGNS = frozenset("ai()[]{}⦃⦄\\'\"`“”’?!")


def check_no_claim(drafts: Sequence[Draft], problem: str) -> Iterator[Draft]:
    """Drop "no claim" marks from substeps that do make a claim.

    Refused is what shows a claim: the final answer and the last substep; an announcement that draws
    a conclusion and states no intention, or has signs of its own; a repetition with a number, a
    letter, a sign or a property that neither proof nor problem had, and one that draws a conclusion
    with anything that the proof had not. To assert what the problem asks for is new. A mark that is
    let through still hides nothing that a later unit rests on (``EdgeUnit.makes_claim``).
    """
    said: set[str] = set()
    whole = _tokens(problem)
    without_question = _tokens(problem.replace(default_goal(problem), ""))
    for draft in drafts:
        given = whole if _OF_THE_TASK.search(draft.text) else without_question
        tokens = _tokens(draft.text)
        is_new = (
            draft is drafts[-1]
            or FINAL_ANSWER.search(draft.text) is not None
            or _claims_new(draft, tokens, said, given)
        )
        said |= tokens
        if draft.status in NO_CLAIM and is_new:
            asserted = draft._replace(status=ClaimStatus.ASSERTED)
            yield asserted.flagged(FlagKind.NO_CLAIM_REFUSED, f"called {draft.status.value}")
        else:
            yield draft


def _claims_new(draft: Draft, tokens: set[str], said: set[str], given: set[str]) -> bool:
    concludes = _CONCLUDES.search(draft.text) is not None
    has_new_sign = any(_is_sign(token) for token in tokens - said - given)
    if draft.status is ClaimStatus.ANNOUNCED:
        return concludes and (has_new_sign or not _OF_THE_TASK.search(draft.text))
    properties = set(_PREDICATE.findall(draft.text)) - {"defined", "given", "asked"}
    return not tokens <= said if concludes else has_new_sign or not properties <= said | given


def _is_sign(token: str) -> bool:
    """Return whether a token is a number, letter or sign of a formula, not a word."""
    return token not in _NO_SIGNS and (len(token) == 1 or not token.isalpha())


def _tokens(text: str) -> set[str]:
    return {word.lower() for word in _WORD_OR_SIGN.findall(normalise(text))} - _LEADS_ON


# ---- numbering


def number_drafts(drafts: Sequence[Draft]) -> tuple[Substep, ...]:
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
