"""A reading: from a model's reply about numbered segments to units, their moves and scopes (B.1).

A reply only groups segments, so every character of every step survives, in order. Code checks what
a reply may get wrong: steps it forgot, scopes that cross, words that the proof has not, marks that
would keep a claim out of the audit. Each fault is a flag on its unit and the context with fewer
givens, and the guided retry is told of it. Nothing here reads English.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from faithsieve.localize.prompt_context import by_step
from faithsieve.localize.quoting import Source, find_quote, same_words, signs_of
from faithsieve.localize.replies import (
    DoubtLine,
    ReadingReply,
    ScopeLine,
    SpecialLine,
    UnitWord,
)
from faithsieve.localize.scopes import Span, nest
from faithsieve.localize.segments import Segment
from faithsieve.localize.state_tree import Move
from faithsieve.records.proof import Proof
from faithsieve.records.substep import ClaimStatus, FlagKind, RiskFlag, ScopeKind, Substep

STRUCTURAL_FAULTS = {
    FlagKind.DECOMPOSITION_FALLBACK: "no unit starts in this step",
    FlagKind.SCOPE_INVALID: "a scope needs a first and a last segment that exist, in order",
    FlagKind.SCOPE_CROSSED: "a scope that reaches to here crosses another one",
    FlagKind.SCOPE_UNSAID: "quote in `t` what the scope assumes",
    FlagKind.SCOPE_MISSING: "it assumes something, but no scope begins here",
    FlagKind.CLAIM_UNSAID: "it opens a scope and claims something: quote what it claims in `f`,"
    " or call it `assume`",
    FlagKind.USE_BEFORE_INTRODUCTION: "`on` names a segment that does not stand before it",
    FlagKind.TEXT_NOT_IN_SOURCE: "these words are not in the text: quote it exactly",
}
"""Faults that the guided retry is asked to mend, in words."""


class Fault(NamedTuple):
    """Something that does not fit in a reply."""

    segment: int
    flag: RiskFlag
    last: int = 0
    """The last segment that it is about, where there are several."""

    @property
    def in_words(self) -> str:
        """The fault for the guided retry; empty for a flag that it cannot mend."""
        words = STRUCTURAL_FAULTS.get(self.flag.kind, "")
        detail = f" ({self.flag.detail})" if self.flag.detail else ""
        return f"segment {self.segment}: {words}{detail}" if words else ""


class Reading(NamedTuple):
    """The units of a proof, what each does, the scopes, and what looks doubtful."""

    substeps: tuple[Substep, ...]
    moves: Mapping[int, Move]
    spans: tuple[Span, ...]
    goal: str
    doubts: Mapping[int, DoubtLine]
    """By the number of the unit."""
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()


def chain_reply(segments: Iterable[Segment]) -> ReadingReply:
    """Return the reply that makes every segment a unit which rests on the one before."""
    lines = [{"s": segment.number, "on": [segment.number - 1]} for segment in segments]
    return ReadingReply.model_validate({"goal": "", "scopes": [], "u": lines, "x": []})


def join_replies(replies: Iterable[ReadingReply]) -> ReadingReply:
    """Join the replies about the portions of a proof; a scope that is named again goes on."""
    every = tuple(replies)
    scopes: dict[tuple[int, ScopeKind], ScopeLine] = {}
    separate: list[ScopeLine] = []
    for reply in every:
        fresh: dict[tuple[int, ScopeKind], ScopeLine] = {}
        for line in reply.scopes:
            known = scopes.get((line.a, line.k))
            if known is None:
                fresh.setdefault((line.a, line.k), line)
                separate.append(line)
            else:
                separate[separate.index(known)] = longer = known.changed(b=max(known.b, line.b))
                scopes[line.a, line.k] = longer
        scopes = {**fresh, **scopes}
    return ReadingReply(
        goal=next((reply.goal for reply in every if reply.goal.strip()), ""),
        scopes=tuple(separate),
        u=tuple(line for reply in every for line in reply.u),
        x=tuple(line for reply in every for line in reply.x),
        d=tuple(line for reply in every for line in reply.d),
    )


def read_reply(proof: Proof, segments: Sequence[Segment], reply: ReadingReply) -> Reading:
    """Apply a reply to the segments of a whole proof."""
    return _Reader(proof, segments, reply).read()


class _Reader:
    """Turn segment numbers into units, moves and scopes, and collect the faults."""

    def __init__(self, proof: Proof, segments: Sequence[Segment], reply: ReadingReply) -> None:
        self._proof = proof
        self._segments = segments
        self._reply = reply
        self._known = {segment.number for segment in segments}
        # Substeps in a model's words are quoted as they stand.
        self._whole = f"{proof.problem}\n{''.join(segment.text for segment in segments)}"
        self._source = Source(self._whole)
        self._faults: list[Fault] = []
        self._notes: list[str] = []

    def read(self) -> Reading:
        spans, cut = nest([self._span(line) for line in self._reply.scopes if self._is_run(line)])
        for span, lost in cut:
            detail = f"{span.kind.value} {span.first}-{span.last}"
            self._fault(lost, FlagKind.SCOPE_CROSSED, detail, span.last)
        for span in (each for each in spans if each.is_unsaid):
            self._fault(span.first, FlagKind.SCOPE_UNSAID, span.kind.value, span.last)
        special = self._special()
        runs = list(_runs(self._segments, self._starts(special, spans)))
        unit_of = {s.number: n for n, run in enumerate(runs, start=1) for s in run}
        # Of several the outermost, but one that assumes something before one that does not.
        by_role = sorted(reversed(spans), key=lambda span: span.assumes)
        opening = {unit_of[span.first]: span for span in by_role}
        lemmas = _stated_lemmas(spans, runs, unit_of)
        needs = self._needs(runs, {runs[n - 1][0].number for n in lemmas})
        seen = set(signs_of(self._proof.problem))
        moves: dict[int, Move] = {}
        statuses: list[ClaimStatus] = []
        for number, run in enumerate(runs, start=1):
            line = special.get(run[0].number)
            on = (unit_of.get(n, 0) for n in needs[number])
            move = self._move(number, run, line, _by_proofs(on, number, lemmas))
            if number in lemmas:
                move = _without_lemma(move, lemmas[number].text)
            if number in opening:
                if move.kind in _HEADINGS and opening[number].assumes and not move.facts:
                    # The scope says what is supposed or what a name stands for; this only opens it.
                    move = move._replace(kind="assume")
                self._check_opening(run, move, opening[number])
            elif move.kind == "assume":
                self._fault(run[0].number, FlagKind.SCOPE_MISSING)
            move = self._check_repetition(run, move, seen)
            seen |= signs_of(_text(run)).keys()
            moves[number] = move
            statuses.append(_STATUS.get(move.kind, ClaimStatus.ASSERTED))
        goal = self._goal()
        by_unit: dict[int, list[RiskFlag]] = {}
        for fault in self._faults:
            for segment in range(fault.segment, max(fault.segment, fault.last) + 1):
                by_unit.setdefault(unit_of.get(segment, 1), []).append(fault.flag)
        substeps = _number(runs, statuses, by_unit)
        units = tuple(
            span._replace(first=unit_of[span.first], last=unit_of[span.last]) for span in spans
        )
        doubts = self._doubts(unit_of)
        return Reading(
            substeps, moves, units, goal, doubts, tuple(self._faults), tuple(self._notes)
        )

    def _fault(self, segment: int, kind: FlagKind, detail: str = "", last: int = 0) -> None:
        self._faults.append(Fault(segment, RiskFlag(kind=kind, detail=detail), last))

    # ---- scopes

    def _is_run(self, line: ScopeLine) -> bool:
        fits = {line.a, line.b} <= self._known and line.a <= line.b
        if not fits:
            first, last = (min(max(n, 1), len(self._segments)) for n in sorted((line.a, line.b)))
            detail = f"{line.k.value} {line.a}-{line.b}"
            self._fault(first, FlagKind.SCOPE_INVALID, detail, last)
        return fits

    def _span(self, line: ScopeLine) -> Span:
        near = "".join(s.text for s in self._segments[line.a - 1 : line.b])
        text = self._quoted(line.t, near, line.a)
        if not text:
            # Spelled otherwise: its whole sentence stands in, the author's words and more of them.
            inside = (s.text for s in self._segments[line.a - 1 : line.b])
            text = next((each.strip() for each in inside if Source(each).has(line.t)), "")
        first = line.a - 1 if self._is_stated_before(line, text) else line.a
        return Span(line.k, first, line.b, text, self._quoted(line.g, near, line.a))

    def _is_stated_before(self, line: ScopeLine, text: str) -> bool:
        """Return whether a lemma stands in the sentence before the scope that proves it."""
        if line.k is not ScopeKind.LEMMA or not text or line.a == 1:
            return False
        before, here = (Source(self._segments[n].text) for n in (line.a - 2, line.a - 1))
        return before.has(text) and not here.has(text)

    def _quoted(self, words: str, near: str, segment: int) -> str:
        """Return a quote in the author's characters; flag words that the text has not."""
        if not words.strip():
            return ""
        found = find_quote(words, near) or find_quote(words, self._whole)
        if found is None and not self._source.has(words):
            self._fault(segment, FlagKind.TEXT_NOT_IN_SOURCE, _shown(words))
        return found or ""

    def _check_opening(self, run: Sequence[Segment], move: Move, span: Span) -> None:
        if move.kind not in _OPENS_ONLY and span.assumes and not move.facts:
            self._fault(run[0].number, FlagKind.CLAIM_UNSAID, span.kind.value)

    # ---- units

    def _special(self) -> dict[int, SpecialLine]:
        lines: dict[int, SpecialLine] = {}
        for line in self._reply.x:
            if line.s not in self._known:
                self._notes.append(f"a line is about segment {line.s}, which does not exist")
            else:
                lines.setdefault(line.s, line)
        return lines

    def _starts(self, special: Iterable[int], spans: Sequence[Span]) -> set[int]:
        """Return where units start: as said, at every step, and where a scope opens or closes."""
        said = {line.s for line in self._reply.u}
        for number in sorted(said - self._known):
            self._notes.append(f"start {number} is no segment")
        by_steps = by_step(self._segments).values()
        for run in by_steps:
            if len(run) > 1 and not said.intersection(s.number for s in run):
                self._fault(run[0].number, FlagKind.DECOMPOSITION_FALLBACK)
        edges = {edge for span in spans for edge in (span.first, span.last + 1)}
        firsts = {run[0].number for run in by_steps}
        return (said | set(special) | edges | firsts) & self._known

    def _needs(
        self, runs: Sequence[Sequence[Segment]], stated: Set[int]
    ) -> dict[int, tuple[int, ...]]:
        """Return the segments that each unit needs; a unit cut in two needs the same twice.

        A sentence that states a lemma may name the proof behind it.
        """
        lines: dict[int, tuple[int, ...]] = {}
        for line in self._reply.u:
            lines.setdefault(line.s, line.on)
        needs: dict[int, tuple[int, ...]] = {}
        last: tuple[int, ...] = ()
        step = 0
        for number, run in enumerate(runs, start=1):
            last = lines.get(run[0].number, last if run[0].step == step else ())
            step = run[0].step
            for needed in last:
                is_behind = needed >= run[0].number and run[0].number not in stated
                if is_behind or (needed and needed not in self._known):
                    kind = FlagKind.USE_BEFORE_INTRODUCTION
                    self._fault(run[0].number, kind, f"segment {needed}")
            needs[number] = tuple(n for n in last if 0 <= n < run[0].number)
        return needs

    def _move(
        self, number: int, run: Sequence[Segment], line: SpecialLine | None, on: Sequence[int]
    ) -> Move:
        needs = tuple(dict.fromkeys(n for n in on if n != number))
        if line is None:
            return Move(on=needs)
        text = _text(run)
        found = [find_quote(fact, text) for fact in line.f if fact.strip()]
        if any(fact is None for fact in found):
            missing = (f for f, quote in zip(line.f, found, strict=False) if quote is None)
            self._fault(run[0].number, FlagKind.TEXT_NOT_IN_SOURCE, _shown(next(missing)))
            found = []
        facts = tuple(fact for fact in found if fact is not None)
        return Move(line.k, needs, facts, self._quoted(line.g, text, run[0].number))

    def _check_repetition(self, run: Sequence[Segment], move: Move, seen: Set[str]) -> Move:
        """Refuse the mark of a repetition that names nothing or has signs of its own.

        ``seen`` is the numerals and relation signs of the problem and of the proof so far.
        """
        if move.kind != "repeated":
            return move
        new = signs_of(_text(run)).keys() - seen
        if move.on and not new:
            return move
        detail = f"new: {' '.join(sorted(new)[:5])}" if new else "`on` does not say what it repeats"
        self._fault(run[0].number, FlagKind.NO_CLAIM_REFUSED, detail)
        return move._replace(kind="claim")

    def _doubts(self, unit_of: Mapping[int, int]) -> dict[int, DoubtLine]:
        """Return the doubt about each unit; of several the highest risk counts."""
        for line in self._reply.d:
            if line.s not in unit_of:
                self._notes.append(f"a doubt is about segment {line.s}, which does not exist")
        known = [line for line in self._reply.d if line.s in unit_of]
        return {unit_of[line.s]: line for line in sorted(known, key=lambda line: line.r)}

    def _goal(self) -> str:
        goal = self._reply.goal.strip()
        found = find_quote(goal, self._whole) if goal else None
        if goal and found is None and not self._source.has(goal):
            self._notes.append(
                f"goal {_shown(goal)!r} is not in the text; the problem's last sentence stands in"
            )
            return ""
        return found or goal


class _Lemma(NamedTuple):
    """A lemma, and the last unit of its proof."""

    text: str
    last: int


def _stated_lemmas(
    spans: Iterable[Span], runs: Sequence[Sequence[Segment]], unit_of: Mapping[int, int]
) -> dict[int, _Lemma]:
    """Return the units that state the lemma whose proof follows, each with the proof's end."""
    lemmas = (span for span in spans if span.kind is ScopeKind.LEMMA and span.text)
    return {
        first: _Lemma(span.text, last)
        for span in lemmas
        if (first := unit_of[span.first]) < (last := unit_of[span.last])
        and Source(_text(runs[first - 1])).has(span.text)
    }


def _without_lemma(move: Move, stated: str) -> Move:
    """Return what a unit does besides stating a lemma, which is no claim before it is proved."""
    lemma = same_words(stated)
    keys = {fact: same_words(fact) for fact in move.facts}
    others = tuple(f for f, key in keys.items() if lemma not in key and key not in lemma)
    if move.kind == "claim" and not others:
        return move._replace(kind="announced", on=(), facts=())
    return move._replace(facts=others)


def _by_proofs(on: Iterable[int], number: int, lemmas: Mapping[int, _Lemma]) -> list[int]:
    """Replace a lemma's statement by the end of its proof; inside the proof it is no reason."""
    rests = (lemmas[n].last if n in lemmas else n for n in on)
    return [n for n in rests if n < number]


_HEADINGS: frozenset[UnitWord] = frozenset({"define", "announced", "remark"})
_OPENS_ONLY: frozenset[UnitWord] = frozenset(
    {"assume", "announced", "repeated", "recalled", "remark", "question"}
)
_STATUS: dict[UnitWord, ClaimStatus] = {
    "assume": ClaimStatus.ASSUMED,
    "announced": ClaimStatus.ANNOUNCED,
    "repeated": ClaimStatus.REPEATED,
    "recalled": ClaimStatus.RECALLED,
    "remark": ClaimStatus.REMARK,
    "question": ClaimStatus.QUESTION,
    "provisional": ClaimStatus.PROVISIONAL,
    "withdrawn": ClaimStatus.WITHDRAWN,
    "abandoned": ClaimStatus.ABANDONED,
}


def _runs(segments: Sequence[Segment], starts: set[int]) -> Iterator[list[Segment]]:
    run: list[Segment] = []
    for segment in segments:
        if run and segment.number in starts:
            yield run
            run = []
        run.append(segment)
    if run:
        yield run


def _text(run: Sequence[Segment]) -> str:
    return "".join(segment.text for segment in run)


def _shown(words: str) -> str:
    """Return words for a message, cut between words."""
    kept = " ".join(words.split()[:16])
    return kept if kept == " ".join(words.split()) else f"{kept} …"


def _number(
    runs: Sequence[Sequence[Segment]],
    statuses: Sequence[ClaimStatus],
    flags: Mapping[int, Sequence[RiskFlag]],
) -> tuple[Substep, ...]:
    parts: dict[int, int] = {}
    substeps = []
    for number, (run, status) in enumerate(zip(runs, statuses, strict=True), start=1):
        step, text = run[0].step, _text(run)
        parts[step] = parts.get(step, 0) + 1
        start = run[0].start
        substeps.append(
            Substep(
                number=number,
                step=step,
                part=parts[step],
                text=text.strip(),
                start=None if start is None else start + len(text) - len(text.lstrip()),
                status=status,
                flags=tuple(dict.fromkeys(flags.get(number, ()))),
            )
        )
    return tuple(substeps)
