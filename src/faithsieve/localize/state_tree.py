"""The tree of proof states: what is given and what is to be shown at each unit (§3.1, app. B.2).

A reading says what every unit does, which units it needs, and where scopes open and close; code
computes every context from that (``scopes.py``), and the paper's patterns and goal relations as
labels. The same reading gives the same tree. A unit's own claim never stands in its context: a unit
that says again what is given is a repetition and claims nothing. What does not fit is a flag on the
unit and the context with fewer givens.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from faithsieve.localize.quoting import same_words
from faithsieve.localize.replies import UnitWord
from faithsieve.localize.scopes import (
    Closed,
    Line,
    Span,
    case_groups,
    discharge,
    discharge_cases,
    parents_of,
)
from faithsieve.localize.segments import default_goal, split_text
from faithsieve.records.edge_unit import (
    PROBLEM,
    ConditionName,
    EdgeUnit,
    GoalRelation,
    Pattern,
    StateId,
    UnitId,
)
from faithsieve.records.proof import Proof
from faithsieve.records.state_tree import ROOT, Condition, ProofScope, ProofState, StateTree
from faithsieve.records.substep import (
    CLAIMS_IF_USED,
    NO_CLAIM,
    TAKEN_BACK,
    ClaimStatus,
    FlagKind,
    RiskFlag,
    Scope,
    ScopeKind,
    Substep,
)

LONGEST_STEP_TEXT = 4000
"""A unit carries its step in full up to this many characters, else its surroundings."""


class Move(NamedTuple):
    """What one unit does, as the reading says it."""

    kind: UnitWord = "claim"
    on: tuple[int, ...] = ()
    """Units it needs; 0 is the problem."""
    facts: tuple[str, ...] = ()
    """What it claims, as written; empty when that is the whole unit."""
    goal: str = ""
    """The goal from here on, as written, or empty."""


def unit_id(number: int) -> UnitId:
    return UnitId(f"edge_{number}")


def givens(problem: str, goal: str) -> tuple[str, ...]:
    """Return the sentences of a problem that are not its question."""
    sentences = {
        text: key for each in split_text(problem) if (key := same_words(text := each.strip()))
    }
    for wanted in map(same_words, (goal, default_goal(problem))):
        asking = {text for text, key in sentences.items() if wanted in key or key in wanted}
        if wanted and asking:
            return tuple(text for text in sentences if text not in asking)
    return ()


def build_state_tree(
    proof: Proof,
    substeps: Sequence[Substep],
    moves: Mapping[int, Move],
    spans: Sequence[Span] = (),
    goal: str = "",
) -> StateTree:
    """Compute the context of every unit and return the tree.

    Args:
        proof: The proof the substeps come from.
        substeps: The inferences, numbered from 1.
        moves: What each does; a missing one is a claim that names no premise.
        spans: The scopes, nested (``scopes.nest``), by the numbers of their units.
        goal: The final target; by default the last sentence of the problem.
    """
    builder = _Builder(proof, substeps, moves, spans, goal or default_goal(proof.problem))
    for substep in substeps:
        builder.add(substep)
    return builder.finish()


class _Frame:
    """One open scope while the tree is built; the outermost frame is the proof itself."""

    def __init__(self, position: int | None, state: StateId, goal: str) -> None:
        self.position = position
        """The scope, by its position in the list; None for the proof."""
        self.state = state
        """The last state at this level."""
        self.goal = goal
        self.lines: list[ConditionName] = []
        """What is given at this level, in order."""
        self.results: list[tuple[range, Line]] = []
        """What was claimed at this level, with the units that it stands for."""
        self.has_base = False
        """Whether the base of an induction was closed at this level."""


class _Role(NamedTuple):
    """What a unit adds and where it stands, from its move and the scopes that it opens."""

    only_opens: bool
    """It supposes, fixes, recalls or announces, and claims nothing."""
    texts: tuple[str, ...]
    """What it adds to the context."""
    is_assumption: bool
    """Whether that is supposed rather than claimed."""


_OPENING = {
    ScopeKind.DIRECTION: (Pattern.IFF_SPLIT, GoalRelation.IFF_SPLIT),
    ScopeKind.CONTRADICTION: (Pattern.CONTRADICTION, GoalRelation.SAME_GOAL),
    ScopeKind.BASE: (Pattern.INDUCTION, GoalRelation.INDUCTION),
    ScopeKind.STEP: (Pattern.INDUCTION, GoalRelation.INDUCTION),
    ScopeKind.WITNESS: (Pattern.EXISTENTIAL_INSTANTIATION, GoalRelation.WITNESS_INSTANTIATION),
    ScopeKind.ARBITRARY: (Pattern.UNIVERSAL_INTRODUCTION, GoalRelation.SAME_GOAL),
    ScopeKind.TRIAL: (Pattern.TRIAL, GoalRelation.SAME_GOAL),
    ScopeKind.LEMMA: (Pattern.HAVE_LEMMA, GoalRelation.LEMMA_SUBGOAL),
}
"""The labels of a unit that only opens a scope; cases are labelled by their split."""
_DOING: dict[UnitWord, tuple[Pattern, GoalRelation]] = {
    "define": (Pattern.DEFINITION, GoalRelation.SAME_GOAL),
    "obtain": (Pattern.EXISTENTIAL_ELIMINATION, GoalRelation.EXISTENTIAL_ELIMINATION),
    "specialise": (Pattern.UNIVERSAL_INSTANTIATION, GoalRelation.UNIVERSAL_INSTANTIATION),
    "reduce": (Pattern.SIMPLE_IMPLICATION, GoalRelation.GOAL_REDUCTION),
}
_PLAIN = (Pattern.SIMPLE_IMPLICATION, GoalRelation.SAME_GOAL)


class _Builder:
    """Build the tree unit by unit, with a stack of the scopes that are open."""

    def __init__(
        self,
        proof: Proof,
        substeps: Sequence[Substep],
        moves: Mapping[int, Move],
        spans: Sequence[Span],
        goal: str,
    ) -> None:
        self._proof, self._goal, self._spans = proof, goal, spans
        self._moves = {s.number: moves.get(s.number, Move()) for s in substeps}
        self._status = {s.number: s.status for s in substeps}
        self._standing = _standing(self._moves, self._status)
        self._last_use = {on: n for n, move in self._moves.items() for on in move.on}
        self._repeated = {
            n: move.on for n, move in self._moves.items() if self._status[n] is ClaimStatus.REPEATED
        }
        """Units that each repetition says again; who rests on it rests on them."""
        self._parents = parents_of(spans)
        self._names = _names_of_scopes(spans)
        self._group = self._group_cases()
        """The scopes that are discharged together: the cases of a split, else one alone."""
        self._announced: set[tuple[int, ...]] = set()
        """Groups of cases that a unit before them named."""
        self._conditions: dict[ConditionName, Condition] = {}
        self._keys: dict[ConditionName, frozenset[str]] = {}
        """What each condition says outright, in one spelling."""
        self._grounds: dict[ConditionName, Line] = {}
        self._closed: dict[int, Closed] = {}
        self._left: dict[int, ConditionName] = {}
        """What each closed scope left behind."""
        self._added: dict[int, tuple[ConditionName, ...]] = {}
        """What a unit stands for when a later one names it."""
        self._used_by: dict[int, set[int]] = {}
        self._frames = [_Frame(None, ROOT, goal)]
        self._states: list[ProofState] = []
        self._units: list[EdgeUnit] = []
        self._state_problem()

    def _claims(self, number: int) -> bool:
        status = self._status[number]
        is_used = status in CLAIMS_IF_USED and number in self._standing
        return status not in NO_CLAIM or is_used

    def _group_cases(self) -> dict[int, tuple[int, ...]]:
        claiming = {n: move.on for n, move in self._moves.items() if self._claims(n)}
        splits = {
            n: next((p for p in reversed(range(len(self._spans))) if self._spans[p].holds(n)), None)
            for n in claiming
            if self._moves[n].kind == "split"
        }
        groups = case_groups(self._spans, self._parents, claiming, splits)
        alone = {n: (n,) for n in range(len(self._spans))}
        return alone | {position: group for group in groups for position in group}

    # ---- conditions and scopes

    def _state_problem(self) -> None:
        problem = self._proof.problem
        self._condition(PROBLEM, Line(problem, (problem,)), None)
        for number, given in enumerate(givens(problem, self._goal), start=1):
            self._condition(ConditionName(f"g{number}"), Line(given, (given,)), None, True)
        self._frames[0].lines.extend(self._conditions)
        for name, span in zip(self._names, self._spans, strict=True):
            if span.assumes:
                self._condition(name, Line(span.text, (span.text,)), span.first, True)
        self._add_state(ROOT, None)

    def _condition(
        self,
        name: ConditionName,
        line: Line,
        unit: int | None,
        is_assumption: bool = False,
        status: ClaimStatus = ClaimStatus.ASSERTED,
    ) -> ConditionName:
        self._conditions[name] = Condition(
            name=name,
            text=line.text,
            quotes=line.quotes,
            introduced_by=None if unit is None else unit_id(unit),
            is_assumption=is_assumption,
            status=status,
        )
        self._keys[name] = _said_outright(line)
        if line.ground:
            self._grounds[name] = line.ground
        return name

    def _context(self) -> tuple[ConditionName, ...]:
        return tuple(name for frame in self._frames for name in frame.lines)

    def _add_state(self, state: StateId, parent: StateId | None) -> None:
        self._states.append(
            ProofState(
                id=state,
                parent=parent,
                conditions=self._context(),
                goal=self._frames[-1].goal,
                scopes=self._scopes(),
            )
        )

    def _scopes(self) -> tuple[Scope, ...]:
        spans = [self._spans[f.position] for f in self._frames if f.position is not None]
        return tuple(Scope(kind=span.kind, label=span.text or span.goal) for span in spans)

    def _close(self, number: int) -> list[int]:
        """Close the scopes that ended before a unit; return where those began that left a line."""
        openings: list[int] = []
        while (position := self._frames[-1].position) is not None:
            span, group = self._spans[position], self._group[position]
            if span.last >= number:
                break
            self._closed[position] = Closed(span, self._result(self._frames.pop(), span.last))
            outer = self._frames[-1]
            line = self._discharge(position, outer)
            if line is not None:
                first = self._spans[group[0]].first
                openings.append(first)
                name = ConditionName(f"{self._names[position]}.if")
                outer.lines.append(self._condition(name, line, span.last))
                outer.results.append((range(first, span.last + 1), Line(line.text, line.quotes)))
                self._left |= dict.fromkeys(group, name)
        return openings

    def _result(self, frame: _Frame, last: int) -> Line | None:
        """Return what a scope found: what later units outside it name, and its last claim."""
        lines = [
            line
            for inside, line in frame.results
            if (inside, line) == frame.results[-1]
            or any(self._last_use.get(number, 0) > last for number in inside)
        ]
        return _joined(lines) if lines else None

    def _discharge(self, position: int, outer: _Frame) -> Line | None:
        closed, group = self._closed[position], self._group[position]
        if closed.span.kind is ScopeKind.CASE:
            is_last = position == group[-1]
            return discharge_cases([self._closed[n] for n in group]) if is_last else None
        line = discharge(closed, has_base=outer.has_base)
        outer.has_base = closed.span.kind is ScopeKind.BASE and line is not None
        return line

    def _open(self, number: int) -> list[int]:
        """Open the scopes that begin with a unit, and return them."""
        opened = [n for n, span in enumerate(self._spans) if span.first == number]
        for position in opened:
            span, outer = self._spans[position], self._frames[-1]
            stated = span.text if span.kind is ScopeKind.LEMMA else ""
            self._frames.append(_Frame(position, outer.state, span.goal or stated or outer.goal))
            self._frames[-1].lines.extend(self._assumed([position]))
        return opened

    def _assumed(self, positions: Iterable[int]) -> tuple[ConditionName, ...]:
        """Return what some scopes assume."""
        return tuple(self._names[n] for n in positions if self._spans[n].assumes)

    # ---- one unit

    def add(self, substep: Substep) -> None:
        number, move = substep.number, self._moves[substep.number]
        flags = list(substep.flags)
        before_closing = self._context()
        openings = self._close(number)
        outside, outer_goal = self._context(), self._frames[-1].goal
        opened = self._open(number)
        top = self._frames[-1]
        role = self._role(substep, opened)
        # Where the words that claim are not known, the assumption is not given to them.
        is_unsaid = bool(self._assumed(opened)) and not move.facts
        before = outside if role.only_opens or is_unsaid else self._context()
        before_goal = outer_goal if role.only_opens else top.goal
        status, role, before = self._without_own_claim(substep, role, before, flags)
        uses = tuple(dict.fromkeys(self._uses(number, role, before, flags)))
        before = tuple(dict.fromkeys((*before, *uses)))
        added = self._introduce(substep, role, status, opened)
        alternatives = self._alternatives(number, opened)
        top.goal = move.goal or top.goal
        parent, top.state = top.state, StateId(str(number))
        self._add_state(top.state, parent)
        if role.only_opens or not self._claims(number):
            openings = []
        pattern, relation = self._labels(move, opened, role, alternatives)
        if openings and (pattern, relation) == _PLAIN:
            relation = GoalRelation.SCOPE_CLOSED
        flags += self._empty_scopes(opened)
        new, after = (*added, *alternatives), self._context()
        kept = frozenset(after)
        reasons = tuple(_signature_reasons(pattern, relation, status))
        self._units.append(
            EdgeUnit(
                unit_id=unit_id(number),
                edge_index=number,
                parent=parent,
                children=(top.state,),
                detailed_step_idx=substep.label,
                original_step_idx=substep.step,
                original_step_text=_surroundings(self._proof.steps[substep.step - 1].text, substep),
                text=substep.text,
                pattern=pattern,
                goal_relation=relation,
                explanation=_explain(pattern, relation, move, openings),
                before_goal=before_goal,
                after_goals=(top.goal,),
                before_conditions=before,
                after_conditions=(after,),
                new_conditions=new,
                new_condition_details=tuple(self._conditions[name].text for name in new),
                retained_conditions=tuple(name for name in before if name in kept),
                consumed_conditions=_without(before_closing, outside),
                transformed_conditions=_without(uses, (PROBLEM,)) if move.kind == "obtain" else (),
                uses=uses,
                branch_scope=self._scopes(),
                closes=unit_id(min(openings)) if openings else None,
                status=status,
                is_signature=bool(reasons),
                signature_reasons=reasons,
                risk_flags=tuple(dict.fromkeys(flags)),
            )
        )

    def _role(self, substep: Substep, opened: Sequence[int]) -> _Role:
        move, said = self._moves[substep.number], self._moves[substep.number].facts
        whole = said or (substep.text,)
        is_lemma = any(self._spans[n].kind is ScopeKind.LEMMA for n in opened)
        if substep.status is ClaimStatus.RECALLED:
            return _Role(bool(opened), whole, True)
        if not self._claims(substep.number):
            return _Role(bool(opened), (), True)
        if opened and (move.kind == "assume" or (is_lemma and not said)):
            return _Role(True, (), False)
        if move.kind == "reduce":
            # That q suffices is no reason to have q among the givens.
            return _Role(False, said, False)
        if move.kind == "split":
            return _Role(False, (substep.text,), False)
        is_assumption = move.kind in ("assume", "define") or substep.status is ClaimStatus.ASSUMED
        return _Role(False, whole, is_assumption)

    def _without_own_claim(
        self,
        substep: Substep,
        role: _Role,
        before: tuple[ConditionName, ...],
        flags: list[RiskFlag],
    ) -> tuple[ClaimStatus, _Role, tuple[ConditionName, ...]]:
        """Keep what a unit claims out of its own context.

        What is given already is no claim of its own, and so is what the unit builds on. An earlier
        claim in the same words that it does not build on may be about something else: the unit
        claims by itself, without that line. What a scope was opened for is shown by what was found
        inside, which then stands in its place.
        """
        status = substep.status
        if role.is_assumption or not role.texts:
            return status, role, before
        own = {*map(same_words, role.texts)}
        given: dict[str, ConditionName] = {}
        shown: list[ConditionName] = []
        named = self._originals(self._moves[substep.number].on)
        for name in before:
            same = own & self._keys[name] if name != PROBLEM else set()
            ground = self._grounds.get(name)
            if same and not self._is_given(name) and self._number_of(name) not in named:
                flags.append(RiskFlag(kind=FlagKind.EQUAL_WORDS, detail=name))
                continue
            if same and ground and not same & _said_outright(ground):
                inside = ConditionName(name.removesuffix(".if") + ".in")
                name = self._condition(inside, ground, self._number_of(name))
            else:
                given |= dict.fromkeys(same, name)
            shown.append(name)
        before = tuple(shown)
        said = {text: given[key] for text in role.texts if (key := same_words(text)) in given}
        left = tuple(text for text in role.texts if text not in said)
        if said and not left and status not in TAKEN_BACK:
            self._repeated[substep.number] = tuple(map(self._number_of, said.values()))
            names = ", ".join(dict.fromkeys(said.values()))
            flags.append(RiskFlag(kind=FlagKind.REPEATS, detail=names))
            status = self._status[substep.number] = ClaimStatus.REPEATED
        return status, role._replace(texts=left), before

    def _is_given(self, name: ConditionName) -> bool:
        """Return whether a line is supposed, or what a closed scope left behind."""
        return self._conditions[name].is_assumption or name in self._left.values()

    def _number_of(self, name: ConditionName) -> int:
        """Return the unit that a condition comes from; 0 is the problem."""
        by = self._conditions[name].introduced_by
        return 0 if by is None else int(by.removeprefix("edge_"))

    def _introduce(
        self, substep: Substep, role: _Role, status: ClaimStatus, opened: Sequence[int]
    ) -> tuple[ConditionName, ...]:
        """Add what a unit says to the conditions, and to the context unless it is taken back."""
        number, top = substep.number, self._frames[-1]
        lines = [Line(text, (text,)) for text in role.texts]
        added = tuple(
            self._condition(
                ConditionName(f"h{number}{suffix}"), line, number, role.is_assumption, status
            )
            for suffix, line in zip(("", *"bcdefgh"), lines, strict=False)
        )
        if added and status not in TAKEN_BACK:
            top.lines.extend(added)
            if not role.is_assumption:
                top.results.append((range(number, number + 1), _joined(lines)))
        self._added[number] = (*self._assumed(opened), *added)
        return added

    def _alternatives(self, number: int, opened: Sequence[int]) -> tuple[ConditionName, ...]:
        """Return the assumptions of the cases that a unit names, or is the first of."""
        move, here = self._moves[number], self._frames[-1].position
        if move.kind != "split":
            group = self._group[opened[-1]] if opened else ()
            is_first = len(group) > 1 and group[0] == opened[-1] and group not in self._announced
            return self._assumed(group) if is_first else ()
        following = (
            self._group[n]
            for n, span in enumerate(self._spans)
            if span.kind is ScopeKind.CASE and span.first > number and self._parents[n] == here
        )
        group = next(following, ())
        self._announced.add(group)
        if len(group) > 1:
            return self._assumed(group)
        return tuple(
            self._condition(ConditionName(f"h{number}.c{part}"), Line(text, (text,)), number, True)
            for part, text in enumerate(move.facts, start=1)
        )

    # ---- what a unit rests on

    def _uses(
        self,
        number: int,
        role: _Role,
        before: tuple[ConditionName, ...],
        flags: list[RiskFlag],
    ) -> Iterator[ConditionName]:
        available = set(before)
        for needed in self._originals(self._moves[number].on):
            if needed == 0:
                yield PROBLEM
                continue
            if needed >= number:
                continue
            self._used_by.setdefault(needed, set()).add(number)
            names, around = self._added[needed], self._closed_around(needed, number)
            found = [name for name in names if name in available]
            if self._status[needed] in TAKEN_BACK:
                if self._status[number] not in TAKEN_BACK:
                    detail = f"unit {needed} is {self._status[needed].value}"
                    flags.append(RiskFlag(kind=FlagKind.USES_WITHDRAWN_CLAIM, detail=detail))
                if not around:
                    # It is given to nobody else, and never to a unit that claims it.
                    own = {*map(same_words, role.texts)}
                    found += [n for n in names if not self._keys[n] & own and n not in available]
            if not found:
                left = [self._left[n] for n in around if n in self._left]
                left += [ConditionName(name.removesuffix(".if") + ".in") for name in left]
                found = [name for name in left if name in available]
            if names and not found:
                flags.append(RiskFlag(kind=FlagKind.USE_AFTER_SCOPE, detail=f"unit {needed}"))
            yield from found

    def _originals(self, named: Sequence[int]) -> list[int]:
        """Replace repetitions by what they repeat."""
        found: dict[int, None] = {}
        waiting = list(named)
        while waiting:
            number = waiting.pop(0)
            if number in self._repeated:
                waiting += [each for each in self._repeated[number] if each < number]
            else:
                found[number] = None
        return list(found)

    def _closed_around(self, needed: int, number: int) -> list[int]:
        """Return the scopes that a unit stands in and a later one does not."""
        spans = enumerate(self._spans)
        return [n for n, span in spans if span.holds(needed) and not span.holds(number)]

    # ---- labels

    def _labels(
        self,
        move: Move,
        opened: Sequence[int],
        role: _Role,
        alternatives: Sequence[ConditionName],
    ) -> tuple[Pattern, GoalRelation]:
        if move.kind == "split" or alternatives:
            many = len(alternatives) > 2
            pattern = Pattern.CASE_SPLIT_3_PLUS if many else Pattern.CASE_SPLIT_2
            return pattern, GoalRelation.CASE_SPLIT
        if role.only_opens:
            return _OPENING.get(self._spans[opened[-1]].kind, _PLAIN)
        return _DOING.get(move.kind, _PLAIN)

    def _empty_scopes(self, opened: Sequence[int]) -> Iterator[RiskFlag]:
        """Yield a flag for every opened scope in which nothing is claimed."""
        for span in (self._spans[n] for n in opened):
            inside = range(span.first, span.last + 1)
            if not any(self._claims(n) and self._moves[n].kind != "assume" for n in inside):
                yield RiskFlag(kind=FlagKind.SCOPE_EMPTY, detail=span.kind.value)

    # ---- the finished tree

    def finish(self) -> StateTree:
        """Add to every unit the later ones that rest on it, and return the tree."""
        stand = self._standing - self._repeated.keys()
        users = {n: sorted(by & stand) for n, by in self._used_by.items()}
        units = tuple(
            unit.model_copy(update={"used_by": tuple(map(unit_id, users.get(unit.edge_index, ())))})
            for unit in self._units
        )
        scopes = tuple(
            ProofScope(
                kind=span.kind,
                label=span.text or span.goal,
                first=unit_id(span.first),
                last=unit_id(span.last),
                parent=self._parents[n],
                assumption=self._names[n] if span.assumes else None,
                discharged=self._left.get(n),
            )
            for n, span in enumerate(self._spans)
        )
        return StateTree(
            goal=self._goal,
            conditions=tuple(self._conditions.values()),
            states=tuple(self._states),
            units=units,
            scopes=scopes,
        )


def _standing(moves: Mapping[int, Move], status: Mapping[int, ClaimStatus]) -> set[int]:
    """Collect the units that the proof asserts, and those that these rest on."""
    standing = {n for n, each in status.items() if each not in TAKEN_BACK | NO_CLAIM}
    for number in sorted(moves, reverse=True):
        if number in standing:
            standing |= {each for each in moves[number].on if each < number}
    return standing


def _names_of_scopes(spans: Sequence[Span]) -> list[ConditionName]:
    """Name every scope by the unit that opens it and a number."""
    count: dict[int, int] = {}
    names = []
    for span in spans:
        count[span.first] = count.get(span.first, 0) + 1
        names.append(ConditionName(f"h{span.first}.{count[span.first]}"))
    return names


def _said_outright(line: Line) -> frozenset[str]:
    """Return what a line says under no condition: each quote, if it is made of nothing else."""
    texts: tuple[str, ...] = (line.text,)
    if line.ground:
        texts = line.quotes[:1]
    elif line.text == "; ".join(line.quotes):
        texts = line.quotes
    return frozenset(map(same_words, texts))


def _joined(lines: Sequence[Line]) -> Line:
    quotes = tuple(quote for line in lines for quote in line.quotes)
    return Line("; ".join(line.text for line in lines), quotes)


def _without(
    names: Sequence[ConditionName], others: Sequence[ConditionName]
) -> tuple[ConditionName, ...]:
    known = set(others)
    return tuple(name for name in names if name not in known)


def _signature_reasons(
    pattern: Pattern, relation: GoalRelation, status: ClaimStatus
) -> Iterator[str]:
    """Return why a unit is special, so that a shortened look-back keeps it (paper §3.2)."""
    if pattern is not Pattern.SIMPLE_IMPLICATION:
        yield pattern.value
    if relation in (GoalRelation.GOAL_REDUCTION, GoalRelation.SCOPE_CLOSED):
        yield relation.value
    if status is ClaimStatus.ASSUMED:
        yield "assumption"


def _explain(pattern: Pattern, relation: GoalRelation, move: Move, opening: Sequence[int]) -> str:
    """Write in words what a unit does."""
    parts = [pattern.value.replace("_", " ")]
    needs = [f"unit {needed}" if needed else "the problem" for needed in move.on]
    if needs:
        parts.append(f"from {', '.join(needs)}")
    if opening:
        parts.append(f"after the scope that unit {min(opening)} opened")
    if relation is GoalRelation.GOAL_REDUCTION:
        parts.append("with a new goal")
    return " ".join(parts)


def _surroundings(step: str, substep: Substep) -> str:
    if len(step) <= LONGEST_STEP_TEXT:
        return step
    start = max(0, (substep.start or 0) - LONGEST_STEP_TEXT // 2)
    end = start + LONGEST_STEP_TEXT
    before = "…" if start else ""
    after = "…" if end < len(step) else ""
    return f"{before}{step[start:end]}{after}"
