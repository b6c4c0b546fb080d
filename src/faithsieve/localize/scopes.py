"""Scopes by the rules of natural deduction: how they nest, and what each leaves behind.

A scope is a stretch of units with a kind, what it assumes or is to show, a first and a last unit.
Inside it its assumption is given. When it closes, the assumption and all that rests on it leave,
and what the scope was opened for enters in discharged form: a case as one of the alternatives, a
contradiction as a negation, an arbitrary object as "for all", a direction as an implication, an
induction as "for all" once its base is known, a trial as nothing.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from faithsieve.records.substep import ScopeKind


class Span(NamedTuple):
    """A scope of a proof, by the numbers of its first and last unit (or segment)."""

    kind: ScopeKind
    first: int
    last: int
    text: str = ""
    """What it assumes or fixes, or the lemma, in the author's words; empty if nothing."""
    goal: str = ""
    """What is to be shown in it, where the text says so."""

    @property
    def assumes(self) -> bool:
        """Whether its text is given inside; a lemma's is the goal there, a part's a title."""
        return bool(self.text) and self.kind not in _ASSUME_NOTHING

    @property
    def is_unsaid(self) -> bool:
        """Whether it assumes something that the reading does not quote."""
        return self.kind in _MUST_SAY and not self.text

    def holds(self, number: int) -> bool:
        return self.first <= number <= self.last


_ASSUME_NOTHING = frozenset({ScopeKind.LEMMA, ScopeKind.PART})
_MUST_SAY = frozenset(ScopeKind) - _ASSUME_NOTHING - {ScopeKind.BASE}
_SIBLINGS = (
    {ScopeKind.CASE},
    {ScopeKind.DIRECTION},
    {ScopeKind.TRIAL},
    {ScopeKind.PART},
    {ScopeKind.BASE, ScopeKind.STEP},
)
"""Kinds that stand beside each other rather than inside each other when they overlap."""


def nest(spans: Sequence[Span]) -> tuple[tuple[Span, ...], tuple[tuple[Span, int], ...]]:
    """Order scopes by opening and end each with the one around it.

    Where a case reaches into the next one, it ends before it, and with it what is open inside. Any
    other scope that crosses another is cut: its assumption is given to fewer units, never to more.
    Those that were cut are returned too, as they were, each with the first unit that it lost.
    """
    nested: list[Span] = []
    cut: list[tuple[Span, int]] = []
    open_: list[int] = []
    for span in sorted(spans, key=lambda each: (each.first, -each.last)):
        while open_ and nested[open_[-1]].last < span.first:
            open_.pop()
        around = (n for n, place in enumerate(open_) if _comes_after(span, nested[place]))
        if (beside := next(around, None)) is not None:
            before = nested[place := open_[beside]]
            nested[place] = before._replace(last=span.first - 1)
            del open_[beside:]
            if before.last > span.first:
                cut.append((before, span.first))
        if open_ and span.last > (outer := nested[open_[-1]]).last:
            cut.append((span, outer.last + 1))
            span = span._replace(last=outer.last)
        open_.append(len(nested))
        nested.append(span)
    return _within_parents(nested), tuple(cut)


def _within_parents(nested: Sequence[Span]) -> tuple[Span, ...]:
    """End what stands in a scope that was shortened with that scope."""
    fitted: list[Span] = []
    for span in nested:
        around = [outer.last for outer in fitted if outer.holds(span.first)]
        fitted.append(span._replace(last=min([span.last, *around])))
    return tuple(fitted)


def _comes_after(span: Span, before: Span) -> bool:
    """Return whether a scope goes on behind one that stands beside it rather than around it."""
    are_siblings = any({span.kind, before.kind} <= kinds for kinds in _SIBLINGS)
    return are_siblings and before.first < span.first and before.last < span.last


def parents_of(spans: Sequence[Span]) -> tuple[int | None, ...]:
    """Return the position of the scope around each of some nested scopes."""
    parents: list[int | None] = []
    for position, span in enumerate(spans):
        around = (n for n in reversed(range(position)) if spans[n].holds(span.first))
        parents.append(next(around, None))
    return tuple(parents)


def case_groups(
    spans: Sequence[Span],
    parents: Sequence[int | None],
    needs: Mapping[int, Sequence[int]],
    splits: Mapping[int, int | None],
) -> tuple[tuple[int, ...], ...]:
    """Group the cases of each split, by their positions among the scopes.

    Cases in one scope belong together until a unit in it rests on what one of them found, which
    concludes the split, or until a unit in it names the cases of another split.

    Args:
        spans: The scopes, nested.
        parents: The scope around each.
        needs: What every claiming unit rests on.
        splits: The units that name cases, each with the scope that it stands in.
    """
    groups: list[list[int]] = []
    running: dict[int | None, list[int]] = {}
    for position, span in enumerate(spans):
        if span.kind is not ScopeKind.CASE:
            continue
        here = parents[position]
        group = running.get(here, [])
        cases = [spans[n] for n in group]
        between = range(cases[-1].last + 1, span.first) if cases else range(0)
        needed = {each for unit in between for each in needs.get(unit, ())}
        is_concluded = any(case.holds(each) for each in needed for case in cases)
        names_others = any(unit in splits and splits[unit] == here for unit in between)
        if not group or is_concluded or names_others:
            groups.append(group := [])
            running[here] = group
        group.append(position)
    return tuple(map(tuple, groups))


class Line(NamedTuple):
    """A line of a context: what it says, and the words of the text that it is made of."""

    text: str
    quotes: tuple[str, ...]
    ground: "Line | None" = None
    """What was found inside a scope, where ``text`` is what the scope was opened for."""


class Closed(NamedTuple):
    """A scope that is closed, with the last thing that was claimed at its own level."""

    span: Span
    result: Line | None


_FORMS = {
    ScopeKind.CONTRADICTION: "It is impossible that ({}), for it would follow: {}",
    ScopeKind.ARBITRARY: "For every choice as in ({}): {}",
    ScopeKind.STEP: "For every choice as in ({}): {}",
    ScopeKind.WITNESS: "Such an object exists ({}), with: {}",
}


def discharge(closed: Closed, *, has_base: bool = False) -> Line | None:
    """Return what a scope leaves behind by itself; None for nothing.

    ``has_base``: the base of an induction stands before its step, so that the step completes it.
    """
    span, result = closed
    if result is None or span.is_unsaid or span.kind is ScopeKind.TRIAL:
        # A result under an assumption that nobody quoted is worth nothing outside.
        return None
    if span.kind is ScopeKind.LEMMA and span.text:
        return Line(span.text, (span.text,), ground=result)
    said = Line(result.text, result.quotes)
    if span.assumes:
        form = _FORMS.get(span.kind, "If ({}), then: {}")
        said = Line(form.format(span.text, result.text), (span.text, *result.quotes))
    if span.kind is ScopeKind.STEP and span.goal and has_base:
        return Line(f"By induction, for all n: {span.goal}", (span.goal,), ground=said)
    return said


def discharge_cases(cases: Sequence[Closed]) -> Line | None:
    """Return the disjunction of what the cases found, or the implication of a single case.

    Cases that found nothing leave nothing: that one of them holds was only supposed.
    """
    if len(cases) == 1:
        return discharge(cases[0])
    if not all(case.span.text for case in cases) or not any(case.result for case in cases):
        return None
    found = [quote for case in cases for quote in _quotes(case)]
    return Line("Either " + "; or ".join(map(_alternative, cases)), tuple(found))


def _quotes(case: Closed) -> tuple[str, ...]:
    return (case.span.text, *(case.result.quotes if case.result else ()))


def _alternative(case: Closed) -> str:
    supposed = f"({case.span.text})"
    return f"{supposed}, and then: {case.result.text}" if case.result else supposed
