"""Apply deltas to proof states: nine patterns, scopes and checks, all by code (app. B.2).

The model says for every substep which pattern it follows, where it starts and what it needs. This
module turns that into states with accumulated conditions and into edge units. It is a pure
function: the same deltas give the same tree. A delta that does not fit is replaced by the nearest
one that does, and the unit carries a flag that says so; nothing is smoothed away.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from faithsieve.localize.deltas import Delta
from faithsieve.localize.patterns import (
    Transition,
    apply_pattern,
    explain,
    result_of,
    signature_reasons,
)
from faithsieve.localize.quoting import Source
from faithsieve.localize.segments import split_text
from faithsieve.records.edge_unit import (
    ConditionName,
    EdgeUnit,
    GoalRelation,
    Pattern,
    StateId,
    UnitId,
)
from faithsieve.records.proof import Proof
from faithsieve.records.state_tree import ROOT, Condition, ProofState, StateTree
from faithsieve.records.substep import (
    TAKEN_BACK,
    ClaimStatus,
    FlagKind,
    RiskFlag,
    Scope,
    ScopeKind,
    Substep,
)

PROBLEM = ConditionName("problem")
LONGEST_STEP_TEXT = 4000
"""A unit carries its step in full up to this many characters, else its surroundings."""

STRUCTURAL_FAULTS = frozenset(
    {
        FlagKind.DELTA_MISSING,
        FlagKind.DELTA_DUPLICATE,
        FlagKind.PARENT_UNKNOWN,
        FlagKind.PARENT_CLOSED,
        FlagKind.USE_BEFORE_INTRODUCTION,
        FlagKind.USE_AFTER_SCOPE,
        FlagKind.SCOPE_NOT_OPEN,
        FlagKind.BRANCH_COUNT,
    }
)
"""Flags that mean the tree itself is wrong, so that the guided retry is worth a call."""

_BRANCH_WORDS = (
    (
        re.compile(r"\W*(?:sub)?case\s+(?P<number>[1-9][0-9]?)\b", re.IGNORECASE),
        ScopeKind.CASE,
    ),
    (
        re.compile(
            r"\W*(?:conversely|for the converse|(?:the )?(?:reverse|converse|other|backward)"
            r" direction)\b",
            re.IGNORECASE,
        ),
        ScopeKind.DIRECTION,
    ),
    (
        re.compile(r"\W*(?:for )?(?:the )?(?:inductive|induction) step\b", re.IGNORECASE),
        ScopeKind.INDUCTION,
    ),
)
"""Words that begin another branch, and the kind of split it belongs to."""
_CONCLUDES = re.compile(r"\W*(?:hence|thus|therefore|so|it follows|consequently)\b", re.IGNORECASE)
_CONTRADICTS = re.compile(r"contradict|impossible|absurd", re.IGNORECASE)
_EXISTENCE = re.compile(r"\bthere (?:is|are|exists?)\b|\bexists?\b|\bfor some\b|∃|\\exists", re.I)


class _Open(NamedTuple):
    """A scope that a state lies in, and the unit that opened it."""

    unit: int
    scope: Scope


class _Node(NamedTuple):
    """A state under construction."""

    id: StateId
    parent: StateId | None
    conditions: tuple[ConditionName, ...]
    goal: str
    open: tuple[_Open, ...] = ()


def unit_id(number: int) -> UnitId:
    """The name of a unit."""
    return UnitId(f"edge_{number}")


def default_goal(problem: str) -> str:
    """The sentence that asks: as a rule the last one of the problem."""
    return split_text(problem)[-1].strip()


def build_tree(
    proof: Proof, substeps: Sequence[Substep], deltas: Mapping[int, Delta], goal: str = ""
) -> StateTree:
    """Apply one delta a substep.

    Args:
        proof: The proof the substeps come from.
        substeps: The inferences, numbered from 1.
        deltas: What each does; a missing one counts as a simple implication and is flagged.
        goal: The final target; by default the last sentence of the problem.
    """
    builder = _Builder(proof, goal or default_goal(proof.problem))
    for substep in substeps:
        builder.add(substep, deltas.get(substep.number))
    return builder.finish()


class _Builder:
    """Grows the tree unit by unit."""

    def __init__(self, proof: Proof, goal: str) -> None:
        self._proof = proof
        self._goal = goal
        self._source = Source(proof.whole_text)
        root = _Node(ROOT, None, (PROBLEM,), goal)
        self._nodes: dict[StateId, _Node] = {ROOT: root}
        self._current = root
        self._conditions: dict[ConditionName, Condition] = {
            PROBLEM: Condition(name=PROBLEM, text=proof.problem, introduced_by=None)
        }
        self._before: dict[int, _Node] = {}
        self._added: dict[int, tuple[ConditionName, ...]] = {}
        self._results: dict[int, str] = {}
        self._status: dict[int, ClaimStatus] = {}
        self._closed: set[int] = set()
        self._drawn: tuple[ConditionName, ...] = ()
        self._used_by: dict[int, list[int]] = {}
        self._units: list[EdgeUnit] = []

    def add(self, substep: Substep, given: Delta | None) -> None:
        """Apply one delta."""
        number = substep.number
        delta = given or Delta(on=(number - 1,))
        flags = [*substep.flags, *delta.flags]
        if given is None:
            flags.append(RiskFlag(kind=FlagKind.DELTA_MISSING))
        node = self._parent(substep, delta, flags)
        self._drawn = ()
        delta = self._left(substep, node, delta, flags)
        base = self._close(node, delta, flags)
        uses = tuple(self._uses(substep, node, delta, base is not None, flags))
        transition = apply_pattern(substep, delta, (base or node).goal)
        if transition.missing:
            flags.append(RiskFlag(kind=FlagKind.BRANCH_COUNT, detail=transition.missing))
        self._flag_texts(delta, transition, flags)
        children = self._grow(substep, base or node, node, transition, delta)
        self._record(substep, node, base, children, transition, delta, uses, flags)
        self._current = children[0]

    # ---- where the unit starts

    def _parent(self, substep: Substep, delta: Delta, flags: list[RiskFlag]) -> _Node:
        if not delta.at:
            return self._named_branch(substep, flags) or self._current
        node = self._nodes.get(StateId(delta.at))
        if node is None:
            flags.append(RiskFlag(kind=FlagKind.PARENT_UNKNOWN, detail=delta.at[:40]))
            return self._current
        if any(scope.unit in self._closed for scope in node.open):
            flags.append(RiskFlag(kind=FlagKind.PARENT_CLOSED, detail=delta.at))
            return self._current
        return node

    def _named_branch(self, substep: Substep, flags: list[RiskFlag]) -> _Node | None:
        """The branch that words like "Case 2" or "Conversely" mean, if an open split has it."""
        named = next(
            (
                (found, kind)
                for pattern, kind in _BRANCH_WORDS
                if (found := pattern.match(substep.text))
            ),
            None,
        )
        if named is None:
            return None
        words, kind = named
        branches = list(self._unvisited(kind, words.groupdict().get("number") or "2"))
        node = _meant(branches, substep.text, is_inner=words[0].strip().lower().startswith("sub"))
        if node is not None:
            detail = f"{node.id} for {words[0].strip()}"
            flags.append(RiskFlag(kind=FlagKind.PARENT_FROM_TEXT, detail=detail))
        return node

    def _unvisited(self, kind: ScopeKind, number: str) -> Iterator[_Node]:
        """Branches of open splits that nothing stands in yet, the innermost first."""
        visited = {node.parent for node in self._nodes.values()}
        for opened in reversed(self._current.open):
            node = self._nodes.get(StateId(f"{opened.unit}.{number}"))
            if opened.scope.kind is not kind or node is None or opened in node.open:
                continue
            if node.id not in visited:
                yield node

    def _left(self, substep: Substep, node: _Node, delta: Delta, flags: list[RiskFlag]) -> Delta:
        """Close a contradiction that the substep no longer stands in and the reply left open."""
        if delta.end or delta.at:
            return delta
        within = {scope for scope in substep.scopes if scope.kind is ScopeKind.CONTRADICTION}
        left = next(
            (
                opened.unit
                for opened in node.open
                if opened.scope.kind is ScopeKind.CONTRADICTION and opened.scope not in within
            ),
            None,
        )
        if left is None:
            return delta
        flags.append(RiskFlag(kind=FlagKind.SCOPE_LEFT, detail=f"unit {left}"))
        return delta._replace(end=left)

    def _close(self, node: _Node, delta: Delta, flags: list[RiskFlag]) -> _Node | None:
        """Leave the scope that the unit concludes; its result joins the context outside."""
        if delta.end == 0:
            return None
        position = next((i for i, o in enumerate(node.open) if o.unit == delta.end), None)
        if position is None:
            flags.append(RiskFlag(kind=FlagKind.SCOPE_NOT_OPEN, detail=f"unit {delta.end}"))
            return None
        self._closed |= {scope.unit for scope in node.open[position:]}
        outside = self._before[delta.end]
        result = self._results.get(delta.end)
        if result is None:
            kept = self._concluded(node, node.open[position])
            conditions = (*outside.conditions, *kept)
            return outside._replace(conditions=conditions, open=node.open[:position])
        name = ConditionName(f"h{delta.end}")
        self._conditions[name] = Condition(name=name, text=result, introduced_by=unit_id(delta.end))
        self._added[delta.end] = (*self._added[delta.end], name)
        self._drawn = (name,)
        return outside._replace(conditions=(*outside.conditions, name), open=node.open[:position])

    def _concluded(self, node: _Node, opened: _Open) -> tuple[ConditionName, ...]:
        """What a contradiction showed, where the reply counts its conclusion to the inside."""
        last = self._units[-1] if self._units else None
        if opened.scope.kind is not ScopeKind.CONTRADICTION or last is None:
            return ()
        concludes = _CONCLUDES.match(last.text) and not _CONTRADICTS.search(last.text)
        return tuple(name for name in last.new_conditions if concludes and name in node.conditions)

    # ---- what the unit needs

    def _uses(
        self, substep: Substep, node: _Node, delta: Delta, closes: bool, flags: list[RiskFlag]
    ) -> Iterator[ConditionName]:
        available = set(node.conditions)
        open_units = {scope.unit for scope in node.open}
        for needed in delta.on:
            if needed == 0:
                yield PROBLEM
            elif needed not in self._added:
                detail = f"unit {needed}"
                flags.append(RiskFlag(kind=FlagKind.USE_BEFORE_INTRODUCTION, detail=detail))
            else:
                self._used_by.setdefault(needed, []).append(substep.number)
                if self._status[needed] in TAKEN_BACK and substep.status not in TAKEN_BACK:
                    detail = f"unit {needed} is {self._status[needed].value}"
                    flags.append(RiskFlag(kind=FlagKind.USES_WITHDRAWN_CLAIM, detail=detail))
                names = [name for name in self._added[needed] if name in available]
                yield from names
                # A conclusion of a scope may use what its branches found; a unit inside a scope
                # may refer to the unit that opened it.
                inside = closes and needed >= delta.end
                if not names and not inside and needed not in open_units:
                    detail = f"unit {needed}"
                    flags.append(RiskFlag(kind=FlagKind.USE_AFTER_SCOPE, detail=detail))

    def _flag_texts(self, delta: Delta, transition: Transition, flags: list[RiskFlag]) -> None:
        for text in (*delta.texts, delta.goal):
            if text and not self._source.has(text):
                flags.append(RiskFlag(kind=FlagKind.TEXT_NOT_IN_SOURCE, detail=text[:120]))
        if transition.pattern is Pattern.EXISTENTIAL_INSTANTIATION and not delta.goal:
            flags.append(RiskFlag(kind=FlagKind.GOAL_MISSING))

    # ---- what comes after

    def _grow(
        self, substep: Substep, base: _Node, node: _Node, transition: Transition, delta: Delta
    ) -> list[_Node]:
        number = substep.number
        self._before[number] = base
        self._status[number] = substep.status
        consumed = set(self._consumed(transition, delta))
        inherited = tuple(name for name in base.conditions if name not in consumed)
        many = len(transition.branches) > 1
        children: list[_Node] = []
        added: list[ConditionName] = []
        for position, branch in enumerate(transition.branches, start=1):
            suffix = f".{position}" if many else ""
            new: tuple[ConditionName, ...] = ()
            if branch.text is not None:
                name = ConditionName(f"h{number}{suffix}")
                assumed = branch.is_assumption or substep.status is ClaimStatus.ASSUMED
                self._conditions[name] = Condition(
                    name=name,
                    text=branch.text,
                    introduced_by=unit_id(number),
                    is_assumption=assumed,
                    status=substep.status,
                )
                new = (name,)
            scopes = base.open
            if branch.scope is not None:
                scopes = (*scopes, _Open(number, branch.scope))
            child = _Node(
                StateId(f"{number}{suffix}"), node.id, (*inherited, *new), branch.goal, scopes
            )
            self._nodes[child.id] = child
            children.append(child)
            added += new
        self._added[number] = tuple(added)
        if transition.pattern in (Pattern.HAVE_LEMMA, Pattern.INDUCTION):
            self._results[number] = result_of(transition, delta, base.goal)
        return children

    def _consumed(self, transition: Transition, delta: Delta) -> Iterator[ConditionName]:
        """Existential elimination uses its existence statement up; the problem itself stays."""
        if transition.pattern is Pattern.EXISTENTIAL_ELIMINATION:
            names = [name for needed in delta.on for name in self._added.get(needed, ())]
            stated = [name for name in names if _states_existence(self._conditions[name])]
            yield from stated[-1:]

    def _record(
        self,
        substep: Substep,
        node: _Node,
        base: _Node | None,
        children: Sequence[_Node],
        transition: Transition,
        delta: Delta,
        uses: tuple[ConditionName, ...],
        flags: Sequence[RiskFlag],
    ) -> None:
        kept = set.intersection(*(set(child.conditions) for child in children))
        new = (*self._drawn, *self._added[substep.number])
        left_behind = tuple(name for name in node.conditions if name not in kept)
        relation = GoalRelation.SCOPE_CLOSED if base is not None else transition.relation
        reasons = tuple(signature_reasons(substep, transition, relation))
        is_rewrite = transition.pattern is Pattern.EXISTENTIAL_ELIMINATION
        self._units.append(
            EdgeUnit(
                unit_id=unit_id(substep.number),
                edge_index=substep.number,
                parent=node.id,
                children=tuple(child.id for child in children),
                detailed_step_idx=substep.label,
                original_step_idx=substep.step,
                original_step_text=_surroundings(self._proof.steps[substep.step - 1].text, substep),
                text=substep.text,
                pattern=transition.pattern,
                goal_relation=relation,
                explanation=explain(transition, relation, delta),
                before_goal=node.goal,
                after_goals=tuple(child.goal for child in children),
                before_conditions=node.conditions,
                after_conditions=tuple(child.conditions for child in children),
                new_conditions=new,
                new_condition_details=tuple(self._conditions[name].text for name in new),
                retained_conditions=tuple(name for name in node.conditions if name in kept),
                consumed_conditions=left_behind,
                transformed_conditions=left_behind if is_rewrite else (),
                uses=tuple(dict.fromkeys(uses)),
                branch_scope=_scopes_of(node, substep),
                closes=unit_id(delta.end) if base is not None else None,
                status=substep.status,
                is_signature=bool(reasons),
                signature_reasons=reasons,
                risk_flags=tuple(dict.fromkeys(flags)),
            )
        )
        if base is not None:
            self._used_by.setdefault(delta.end, []).append(substep.number)

    # ---- the finished tree

    def finish(self) -> StateTree:
        """Add what only the whole tree shows, and freeze it."""
        visited = {node.parent for node in self._nodes.values()}
        material = self._material()
        units = tuple(self._finished(unit, visited, material) for unit in self._units)
        states = tuple(
            ProofState(
                id=node.id,
                parent=node.parent,
                conditions=node.conditions,
                goal=node.goal,
                scopes=tuple(scope.scope for scope in node.open),
            )
            for node in self._nodes.values()
        )
        return StateTree(
            goal=self._goal,
            conditions=tuple(self._conditions.values()),
            states=states,
            units=units,
        )

    def _material(self) -> set[int]:
        """The units that stand, and those taken back that one of these rests on in the end."""
        material = {number for number, status in self._status.items() if status not in TAKEN_BACK}
        for number in sorted(self._status, reverse=True):
            if material.intersection(self._used_by.get(number, ())):
                material.add(number)
        return material

    def _finished(
        self, unit: EdgeUnit, visited: set[StateId | None], material: set[int]
    ) -> EdgeUnit:
        flags = list(unit.risk_flags)
        empty = [child for child in unit.children if child not in visited]
        if len(unit.children) > 1 and empty:
            flags.append(RiskFlag(kind=FlagKind.BRANCH_UNVISITED, detail=", ".join(empty)))
        if unit.edge_index in self._results and unit.edge_index not in self._closed:
            flags.append(RiskFlag(kind=FlagKind.SCOPE_NEVER_CLOSED))
        later = sorted(set(self._used_by.get(unit.edge_index, ())) & material)
        fields = dict(unit) | {
            "used_by": tuple(unit_id(number) for number in later),
            "risk_flags": tuple(flags),
        }
        return EdgeUnit(**fields)


def _states_existence(condition: Condition) -> bool:
    return not condition.is_assumption and _EXISTENCE.search(condition.text) is not None


def _meant(branches: Sequence[_Node], text: str, *, is_inner: bool) -> _Node | None:
    """Of several open splits: the innermost for a subcase, else the one whose words stand there.

    Branches that are not named by words of the text belong to the outermost split, because inner
    ones were visited first.
    """
    if is_inner or len(branches) < 2:
        return branches[0] if branches else None
    source = Source(text)
    worded = (node for node in branches if source.has(node.open[-1].scope.label))
    return next(worded, branches[-1])


def _scopes_of(node: _Node, substep: Substep) -> tuple[Scope, ...]:
    """The scopes of the tree, then those the decomposition names and the tree does not."""
    from_tree = tuple(scope.scope for scope in node.open)
    kinds = {scope.kind for scope in from_tree}
    return (*from_tree, *(scope for scope in substep.scopes if scope.kind not in kinds))


def _surroundings(step: str, substep: Substep) -> str:
    if len(step) <= LONGEST_STEP_TEXT:
        return step
    start = max(0, (substep.start or 0) - LONGEST_STEP_TEXT // 2)
    end = start + LONGEST_STEP_TEXT
    before = "…" if start else ""
    after = "…" if end < len(step) else ""
    return f"{before}{step[start:end]}{after}"
