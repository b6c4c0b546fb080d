"""The tree of proof states: what each substep does to a context and a goal (§3.1, app. B.2).

A reply says for every substep which pattern it follows, where it starts and what it needs: its
*delta*. Code turns deltas into states with accumulated conditions and into edge units. The same
deltas give the same tree. A delta that does not fit is replaced by the nearest one that does, and
the unit carries a flag that says so; nothing is smoothed away, and no premise that a delta names is
lost: one from another branch is given as an implication. In order below: deltas, the patterns (the
nine of the paper's table, and four that only suppose), the builder.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar, assert_never

from faithsieve.localize.decomposition import FINAL_ANSWER
from faithsieve.localize.quoting import Source
from faithsieve.localize.replies import EdgeLine, PatternWord, RetriedDeltas, SpecialLine
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
from faithsieve.records.state_tree import ROOT, Condition, ProofState, StateTree
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

LONGEST_STEP_TEXT = 4000
"""A unit carries its step in full up to this many characters, else its surroundings."""

STRUCTURAL_FAULTS = frozenset(
    {
        FlagKind.DELTA_MISSING,
        FlagKind.DELTA_DUPLICATE,
        FlagKind.PARENT_UNKNOWN,
        FlagKind.PARENT_CLOSED,
        FlagKind.USE_BEFORE_INTRODUCTION,
        FlagKind.SCOPE_NOT_OPEN,
        FlagKind.BRANCH_COUNT,
    }
)
"""Flags that mean the tree itself is wrong, so that the guided retry is worth a call.

A premise from another branch is none: asked again, strong readers only left true premises out.
"""

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
_BEGINS_CONCLUSION = re.compile(
    r"\W*(?:hence|thus|therefore|so|it follows|consequently)\b", re.IGNORECASE
)
_CONTRADICTS = re.compile(r"contradict|impossible|absurd", re.IGNORECASE)
_REACHING = (Pattern.SIMPLE_IMPLICATION, Pattern.CONTRADICTION, Pattern.TRIAL)
"""Suppositions, which reach as far as the scope of the decomposition that begins with them."""
_SUPPOSING_NOTHING = (ScopeKind.LEMMA, ScopeKind.DIRECTION)
_LONGEST_TEXT = 1000
_Line = TypeVar("_Line", EdgeLine, SpecialLine)


# ---- deltas


class Delta(NamedTuple):
    """What one substep does to the proof state, as the model says it."""

    pattern: PatternWord = "implication"
    on: tuple[int, ...] = ()
    """Units it needs; 0 is the problem."""
    at: str = ""
    """State it starts from, or empty for the one before."""
    end: tuple[int, ...] = ()
    """Units whose branches it concludes."""
    goal: str = ""
    """New goal, or empty."""
    texts: tuple[str, ...] = ()
    """Branch assumptions, lemma, witness, as written."""
    facts: tuple[str, ...] = ()
    """What it claims, as written; empty when that is the whole substep."""
    flags: tuple[RiskFlag, ...] = ()
    """What reading the reply already saw."""


class DeltaSheet(NamedTuple):
    """The deltas of one reply."""

    deltas: dict[int, Delta]
    goal: str
    notes: tuple[str, ...]
    """Lines about units that do not exist."""


def read_deltas(reply: RetriedDeltas, numbers: Iterable[int], goal: str = "") -> DeltaSheet:
    """Join the two parts of every delta; repeated lines are flagged, the first counts."""
    known = set(numbers)
    edges, twice = _first_of_each(reply.e, known)
    specials, special_twice = _first_of_each(reply.x, known)
    repeated = twice | special_twice
    named = [*(line.n for line in reply.e), *(line.n for line in reply.x)]
    strangers = [number for number in named if number not in known]
    deltas = {
        number: _delta(edges[number], specials.get(number), number in repeated)
        for number in sorted(edges)
    }
    notes = tuple(f"an edge names unit {number}, which was not asked for" for number in strangers)
    return DeltaSheet(deltas, goal.strip()[:_LONGEST_TEXT], notes)


def _first_of_each(lines: Sequence[_Line], known: set[int]) -> tuple[dict[int, _Line], set[int]]:
    first: dict[int, _Line] = {}
    twice: set[int] = set()
    for line in lines:
        if line.n in first:
            twice.add(line.n)
        elif line.n in known:
            first[line.n] = line
    return first, twice


def _delta(edge: EdgeLine, special: SpecialLine | None, repeated: bool) -> Delta:
    flags = (RiskFlag(kind=FlagKind.DELTA_DUPLICATE),) if repeated else ()
    delta = Delta(pattern=edge.p, on=tuple(dict.fromkeys(edge.on)), flags=flags)
    if special is None:
        return delta
    return delta._replace(
        at=special.at.strip(),
        end=special.end,
        goal=special.goal.strip()[:_LONGEST_TEXT],
        texts=tuple(text.strip()[:_LONGEST_TEXT] for text in special.tx if text.strip()),
        facts=tuple(text.strip()[:_LONGEST_TEXT] for text in special.fa if text.strip()),
    )


# ---- the patterns


class Branch(NamedTuple):
    """What one child of a transition adds."""

    text: str | None
    """The new condition, or None."""
    goal: str
    scope: Scope | None = None
    is_assumption: bool = False
    facts: tuple[str, ...] = ()
    """What the condition says fact by fact, in the words of the text."""


class Transition(NamedTuple):
    """A pattern, applied to a state."""

    pattern: Pattern
    relation: GoalRelation
    branches: tuple[Branch, ...]
    missing: str = ""
    """What the delta should have given."""


_ONE_BRANCH = {
    "witness": (Pattern.EXISTENTIAL_INSTANTIATION, GoalRelation.WITNESS_INSTANTIATION),
    "obtain": (Pattern.EXISTENTIAL_ELIMINATION, GoalRelation.EXISTENTIAL_ELIMINATION),
    "specialise": (Pattern.UNIVERSAL_INSTANTIATION, GoalRelation.UNIVERSAL_INSTANTIATION),
}
"""Patterns that add one object or fact, which the delta words."""
_SUPPOSING = {
    "contradiction": Pattern.CONTRADICTION,
    "arbitrary": Pattern.UNIVERSAL_INTRODUCTION,
    "define": Pattern.DEFINITION,
    "try": Pattern.TRIAL,
}
"""Patterns that only suppose, fix, name or try."""


def apply_pattern(substep: Substep, delta: Delta, goal: str) -> Transition:
    """Return the branches that a pattern leads to (the table of app. B.2)."""
    word: PatternWord = delta.pattern
    worded = delta.texts[0] if delta.texts else substep.text
    match word:
        case "implication":
            return _implication(substep, delta, goal)
        case "cases":
            return _cases(substep, delta, goal)
        case "lemma":
            return _lemma(substep, delta, goal)
        case "induction":
            return _induction(substep, delta, goal)
        case "iff":
            return _iff(delta, goal)
        case "witness" | "obtain" | "specialise":
            scope = Scope(kind=ScopeKind.WITNESS, label=worded) if word == "witness" else None
            branch = Branch(worded, delta.goal or goal, scope)
            return Transition(*_ONE_BRANCH[word], (branch,))
        case "contradiction" | "arbitrary" | "define" | "try":
            opened = _contradiction(substep) if word == "contradiction" else None
            opened = Scope(kind=ScopeKind.TRIAL, label=worded) if word == "try" else opened
            branch = Branch(substep.text, delta.goal or goal, opened, True)
            return Transition(_SUPPOSING[word], GoalRelation.SAME_GOAL, (branch,))
        case _:
            assert_never(word)


def _implication(substep: Substep, delta: Delta, goal: str) -> Transition:
    changed = bool(delta.goal) and delta.goal != goal
    relation = GoalRelation.GOAL_REDUCTION if changed else GoalRelation.SAME_GOAL
    # A fact counts only in the author's words; otherwise the whole substep is the claim.
    source = Source(substep.text)
    facts = delta.facts if delta.facts and all(map(source.has, delta.facts)) else ()
    branch = Branch(substep.text, delta.goal or goal, _supposed_scope(substep), facts=facts)
    return Transition(Pattern.SIMPLE_IMPLICATION, relation, (branch,))


def _named_contradiction(substep: Substep) -> Scope | None:
    scopes = (scope for scope in substep.scopes if scope.kind is ScopeKind.CONTRADICTION)
    return next(scopes, None)


def _contradiction(substep: Substep) -> Scope:
    """Return the scope of a contradiction, as the grouping named it where it did."""
    unnamed = Scope(kind=ScopeKind.CONTRADICTION, label=substep.text)
    return _named_contradiction(substep) or unnamed


def _supposed_scope(substep: Substep) -> Scope | None:
    """Return the contradiction that a supposition opens, if the reply says how far it reaches."""
    from_text = any(flag.kind is FlagKind.SCOPE_FROM_TEXT for flag in substep.flags)
    is_known = substep.status is ClaimStatus.ASSUMED and not from_text
    return _named_contradiction(substep) if is_known else None


def _cases(substep: Substep, delta: Delta, goal: str) -> Transition:
    texts = delta.texts or (substep.text,)
    branches = tuple(
        Branch(text, delta.goal or goal, Scope(kind=ScopeKind.CASE, label=text), True)
        for text in texts
    )
    pattern = Pattern.CASE_SPLIT_3_PLUS if len(texts) > 2 else Pattern.CASE_SPLIT_2
    missing = f"a case split with {len(delta.texts)} cases" if len(delta.texts) < 2 else ""
    return Transition(pattern, GoalRelation.CASE_SPLIT, branches, missing)


def _lemma(substep: Substep, delta: Delta, goal: str) -> Transition:
    statement = next(iter(delta.texts), delta.goal or substep.text)
    # The lemma itself is a goal here, not a condition: it joins the context when it is proved.
    branch = Branch(None, statement, Scope(kind=ScopeKind.LEMMA, label=statement))
    missing = "" if delta.texts or delta.goal else "a lemma without its statement"
    return Transition(Pattern.HAVE_LEMMA, GoalRelation.LEMMA_SUBGOAL, (branch,), missing)


def _induction(substep: Substep, delta: Delta, goal: str) -> Transition:
    given = delta.texts
    # What the delta leaves out: the base, the hypothesis, the goal of the step.
    usual = (f"base case of: {goal}", substep.text, goal)
    base, hypothesis, step_goal = (*given[:3], *usual[len(given) :])
    base_scope = Scope(kind=ScopeKind.INDUCTION, label=f"base: {base}")
    step_scope = Scope(kind=ScopeKind.INDUCTION, label=f"step: {hypothesis}")
    branches = Branch(None, base, base_scope), Branch(hypothesis, step_goal, step_scope, True)
    missing = f"an induction with {len(given)} texts" if len(given) < 2 else ""
    return Transition(Pattern.INDUCTION, GoalRelation.INDUCTION, branches, missing)


def _iff(delta: Delta, goal: str) -> Transition:
    texts = delta.texts if len(delta.texts) >= 2 else (f"forward: {goal}", f"backward: {goal}")
    branches = tuple(
        Branch(None, text, Scope(kind=ScopeKind.DIRECTION, label=text)) for text in texts[:2]
    )
    missing = f"an equivalence with {len(delta.texts)} directions" if len(delta.texts) < 2 else ""
    return Transition(Pattern.IFF_SPLIT, GoalRelation.IFF_SPLIT, branches, missing)


def result_of(transition: Transition, delta: Delta, goal: str) -> str:
    """Return what a closed scope has shown: the lemma, or the goal of the induction."""
    if transition.pattern is Pattern.HAVE_LEMMA:
        return transition.branches[0].goal
    return delta.goal or goal


def signature_reasons(
    substep: Substep, transition: Transition, relation: GoalRelation
) -> Iterator[str]:
    """Return why a unit is special, so that a shortened look-back keeps it (paper §3.2)."""
    if transition.pattern is not Pattern.SIMPLE_IMPLICATION:
        yield transition.pattern.value
    if relation in (GoalRelation.GOAL_REDUCTION, GoalRelation.SCOPE_CLOSED):
        yield relation.value
    if substep.status is ClaimStatus.ASSUMED:
        yield "assumption"
    if FINAL_ANSWER.search(substep.text):
        yield "final_answer"


def explain(transition: Transition, relation: GoalRelation, delta: Delta) -> str:
    """Write in words what a unit does, from its delta."""
    parts = [transition.pattern.value.replace("_", " ")]
    if len(transition.branches) > 1:
        parts.append(f"into {len(transition.branches)} branches")
    needs = [f"unit {needed}" if needed else "the problem" for needed in delta.on]
    if needs:
        parts.append(f"from {', '.join(needs)}")
    if relation is GoalRelation.SCOPE_CLOSED:
        units = "units" if len(delta.end) > 1 else "unit"
        parts.append(f"concluding what {units} {', '.join(map(str, delta.end))} opened")
    elif relation is GoalRelation.GOAL_REDUCTION:
        parts.append("with a new goal")
    return " ".join(parts)


# ---- the tree


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
    return UnitId(f"edge_{number}")


_ASKS = re.compile(
    r"\b(?:find|prove|show|determine|compute|calculate|evaluate|solve|express)\b|\?\W*$",
    re.IGNORECASE,
)


def givens(problem: str) -> tuple[str, ...]:
    """Return the sentences of a problem that are not its question."""
    return tuple(
        given
        for sentence in split_text(problem)
        if (given := sentence.strip()) and not _ASKS.search(given)
    )


def build_state_tree(
    proof: Proof, substeps: Sequence[Substep], deltas: Mapping[int, Delta], goal: str = ""
) -> StateTree:
    """Apply one delta to each substep and return the tree.

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


class _Applied(NamedTuple):
    """A delta that was applied to a state."""

    substep: Substep
    delta: Delta
    transition: Transition
    node: _Node
    """The state the unit starts from."""
    base: _Node | None
    """The state outside, where the unit closes a scope."""


_JOINED = frozenset({ScopeKind.CASE, ScopeKind.TRIAL, ScopeKind.DIRECTION})


class _Builder:
    """Build the tree unit by unit."""

    def __init__(self, proof: Proof, goal: str) -> None:
        self._proof = proof
        self._goal = goal
        self._source = Source(proof.whole_text)
        self._conditions: dict[ConditionName, Condition] = {
            PROBLEM: Condition(
                name=PROBLEM, text=proof.problem, quote=proof.problem, introduced_by=None
            )
        }
        for number, given in enumerate(givens(proof.problem), start=1):
            name = ConditionName(f"g{number}")
            self._conditions[name] = Condition(
                name=name, text=given, quote=given, introduced_by=None, is_assumption=True
            )
        root = _Node(ROOT, None, tuple(self._conditions), goal)
        self._nodes: dict[StateId, _Node] = {ROOT: root}
        self._current = root
        self._before: dict[int, _Node] = {}
        self._added: dict[int, tuple[ConditionName, ...]] = {}
        self._results: dict[int, str] = {}
        self._status: dict[int, ClaimStatus] = {}
        self._home: dict[int, _Node] = {}
        """Where the fact of a unit holds."""
        self._reach: dict[int, Scope] = {}
        """The scope of the decomposition that a supposition opens."""
        self._opened: set[int] = set()
        self._closed: set[int] = set()
        self._drawn: tuple[ConditionName, ...] = ()
        self._used_by: dict[int, list[int]] = {}
        self._fields: list[dict[str, object]] = []
        self._last: tuple[str, tuple[ConditionName, ...]] = ("", ())
        self._last_scopes: tuple[Scope, ...] = ()

    def add(self, substep: Substep, given: Delta | None) -> None:
        number = substep.number
        delta = given or Delta(on=(number - 1,))
        flags = [*substep.flags, *delta.flags]
        if given is None:
            flags.append(RiskFlag(kind=FlagKind.DELTA_MISSING))
        node = self._parent(substep, delta, flags)
        self._drawn = ()
        delta = self._ending(node, self._left(substep, node, delta, flags), flags)
        base = self._close(node, delta.end)
        if base is not None and all(o.scope.kind in _JOINED for o in node.open[len(base.open) :]):
            # What joins branches stands in none of them, the last one included.
            node = base
        uses = tuple(self._uses(substep, node, base, delta, flags))
        elsewhere = tuple(name for name in uses if name not in node.conditions)
        node = node._replace(conditions=(*node.conditions, *dict.fromkeys(elsewhere)))
        transition = apply_pattern(substep, delta, (base or node).goal)
        if transition.missing:
            flags.append(RiskFlag(kind=FlagKind.BRANCH_COUNT, detail=transition.missing))
        self._flag_texts(delta, transition, flags)
        applied = _Applied(substep, delta, transition, node, base)
        children = self._grow(applied)
        self._fields.append(self._unit_fields(applied, children, uses, flags))
        for ended in delta.end:
            self._used_by.setdefault(ended, []).append(number)
        self._current = children[0]

    # ---- where the unit starts

    def _parent(self, substep: Substep, delta: Delta, flags: list[RiskFlag]) -> _Node:
        if not delta.at:
            return self._named_branch(substep, flags) or self._beside(delta) or self._current
        node = self._nodes.get(StateId(delta.at)) or self._outside_split(delta.at)
        if node is None:
            flags.append(RiskFlag(kind=FlagKind.PARENT_UNKNOWN, detail=delta.at[:40]))
            return self._current
        if any(scope.unit in self._closed for scope in node.open):
            flags.append(RiskFlag(kind=FlagKind.PARENT_CLOSED, detail=delta.at))
            return self._current
        return node

    def _outside_split(self, at: str) -> _Node | None:
        """Return the state outside the branches of a unit that splits, which "4" refers to."""
        before = self._before.get(int(at)) if at.isdigit() else None
        return before and before._replace(conditions=(*before.conditions, *self._own_fact(int(at))))

    def _beside(self, delta: Delta) -> _Node | None:
        """Return the state before the open trial for a new trial that does not depend on it."""
        trials = [o.unit for o in self._current.open if o.scope.kind is ScopeKind.TRIAL]
        free = [unit for unit in trials if max(delta.on, default=0) < unit]
        return self._before[free[0]] if free and delta.pattern == "try" else None

    def _named_branch(self, substep: Substep, flags: list[RiskFlag]) -> _Node | None:
        """Find the branch that words like "Case 2" mean, if an open split has it."""
        found = ((pattern.match(substep.text), kind) for pattern, kind in _BRANCH_WORDS)
        words, kind = next(((match, kind) for match, kind in found if match), (None, None))
        if words is None or kind is None:
            return None
        said = words[0].strip()
        branches = list(self._unvisited(kind, words.groupdict().get("number") or "2"))
        node = _meant(branches, substep.text, is_inner=said.lower().startswith("sub"))
        if node is not None:
            detail = f"{node.id} for {said}"
            flags.append(RiskFlag(kind=FlagKind.PARENT_FROM_TEXT, detail=detail))
        return node

    def _unvisited(self, kind: ScopeKind, number: str) -> Iterator[_Node]:
        """Yield the branches of open splits without a unit, the innermost first."""
        visited = {node.parent for node in self._nodes.values()}
        for opened in reversed(self._current.open):
            node = self._nodes.get(StateId(f"{opened.unit}.{number}"))
            if opened.scope.kind is not kind or node is None or opened in node.open:
                continue
            if node.id not in visited:
                yield node

    def _left(self, substep: Substep, node: _Node, delta: Delta, flags: list[RiskFlag]) -> Delta:
        """End a supposition that the reply left open and the substep no longer belongs to."""
        if delta.end or delta.at:
            return delta
        reaches = [(o.unit, self._reach[o.unit]) for o in node.open if o.unit in self._reach]
        left = next((unit for unit, reach in reaches if reach not in substep.scopes), None)
        if left is None:
            return delta
        flags.append(RiskFlag(kind=FlagKind.SCOPE_LEFT, detail=f"unit {left}"))
        return delta._replace(end=(left,))

    def _ending(self, node: _Node, delta: Delta, flags: list[RiskFlag]) -> Delta:
        """Drop ended scopes that are not open around the state, and flag them."""
        around = set(node.open)
        known = self._opened - self._closed
        ended = [unit for unit in delta.end if unit in known]
        ended = [unit for unit in ended if set(self._before[unit].open) <= around]
        for unit in delta.end:
            if unit not in ended:
                flags.append(RiskFlag(kind=FlagKind.SCOPE_NOT_OPEN, detail=f"unit {unit}"))
        return delta._replace(end=tuple(dict.fromkeys(ended)))

    def _close(self, node: _Node, ended: tuple[int, ...]) -> _Node | None:
        """Close the scopes that the unit concludes, and add their results to the outer context.

        A scope may also stand beside the state: the trials before the last, or any scope where the
        reply already names the state outside.
        """
        if not ended:
            return None
        position = next((i for i, o in enumerate(node.open) if o.unit in ended), len(node.open))
        left = node.open[position:]
        outside = self._before[left[0].unit] if left else node
        self._closed |= {*ended, *(scope.unit for scope in left)}
        kept = [name for opened in left[:1] for name in self._concluded(node, opened)]
        kept += [name for unit in ended for name in (*self._own_fact(unit), *self._draw(unit))]
        new = (name for name in dict.fromkeys(kept) if name not in outside.conditions)
        return outside._replace(conditions=(*outside.conditions, *new), open=node.open[:position])

    def _own_fact(self, unit: int) -> tuple[ConditionName, ...]:
        """Return the fact that a splitting unit states, which holds in and after its branches."""
        if StateId(f"{unit}.1") not in self._nodes or unit in self._results:
            return ()
        return (ConditionName(f"h{unit}"),)

    def _draw(self, unit: int) -> tuple[ConditionName, ...]:
        """Add the result of a closed lemma or induction to the conditions."""
        if unit not in self._results:
            return ()
        name = ConditionName(f"h{unit}")
        text = self._results[unit]
        self._conditions[name] = Condition(name=name, text=text, introduced_by=unit_id(unit))
        self._added[unit] = (*self._added[unit], name)
        self._drawn = (*self._drawn, name)
        return (name,)

    def _concluded(self, node: _Node, opened: _Open) -> tuple[ConditionName, ...]:
        """Return what a contradiction showed, where the reply puts its conclusion inside."""
        text, added = self._last
        if opened.scope.kind is not ScopeKind.CONTRADICTION:
            return ()
        concludes = _BEGINS_CONCLUSION.match(text) and not _CONTRADICTS.search(text)
        return tuple(name for name in added if concludes and name in node.conditions)

    # ---- what the unit needs

    def _uses(
        self,
        substep: Substep,
        node: _Node,
        base: _Node | None,
        delta: Delta,
        flags: list[RiskFlag],
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
                # A unit inside a scope may refer to the unit that opened it.
                if names or needed in open_units:
                    continue
                implied = tuple(self._as_implication(needed, base or node))
                yield from implied
                # A conclusion may use what the branches found that it ends.
                within = {opened.unit for opened in self._home[needed].open}
                if not within & {*delta.end} and not {*implied} <= {*self._added[needed]}:
                    detail = f"unit {needed}"
                    flags.append(RiskFlag(kind=FlagKind.USE_AFTER_SCOPE, detail=detail))

    def _as_implication(self, needed: int, outside: _Node) -> Iterator[ConditionName]:
        """Restate a fact of another branch as an implication from that branch's assumption."""
        home = self._home[needed]
        left = [opened for opened in home.open if opened not in outside.open]
        supposed = [o.scope.label for o in left if o.scope.kind not in _SUPPOSING_NOTHING]
        for name in self._added[needed]:
            found = self._conditions[name]
            if not supposed or name not in home.conditions:
                yield name
                continue
            text = f"If {' and '.join(supposed)}, then: {found.text}"
            weaker = Condition(
                name=ConditionName(f"{name}.if"), text=text, introduced_by=found.introduced_by
            )
            yield self._conditions.setdefault(weaker.name, weaker).name

    def _flag_texts(self, delta: Delta, transition: Transition, flags: list[RiskFlag]) -> None:
        for text in (*delta.texts, *delta.facts, delta.goal):
            if text and not self._source.has(text):
                flags.append(RiskFlag(kind=FlagKind.TEXT_NOT_IN_SOURCE, detail=text[:120]))
        if transition.pattern is Pattern.EXISTENTIAL_INSTANTIATION and not delta.goal:
            flags.append(RiskFlag(kind=FlagKind.GOAL_MISSING))

    # ---- what comes after

    def _grow(self, applied: _Applied) -> list[_Node]:
        """Add the states that a unit leads to, one a branch."""
        substep, delta, transition, node, base = applied
        outer = base or node
        number = substep.number
        self._before[number] = outer
        self._status[number] = substep.status
        many = len(transition.branches) > 1
        children: list[_Node] = []
        added: list[ConditionName] = []
        if many and transition.pattern is not Pattern.INDUCTION:
            # What the unit itself states holds in every branch, and after them.
            own = Branch(substep.text, outer.goal)
            added += self._introduce(ConditionName(f"h{number}"), own, substep, outer.open)
            outer = outer._replace(conditions=(*outer.conditions, *added))
        for position, branch in enumerate(transition.branches, start=1):
            suffix = f"{number}.{position}" if many else f"{number}"
            opened = () if branch.scope is None else (_Open(number, branch.scope),)
            self._opened |= {number for _ in opened}
            scopes = (*outer.open, *opened)
            new = self._introduce(ConditionName(f"h{suffix}"), branch, substep, scopes)
            conditions = (*outer.conditions, *new)
            child = _Node(StateId(suffix), node.id, conditions, branch.goal, scopes)
            self._nodes[child.id] = child
            children.append(child)
            added += new
        self._added[number] = tuple(added)
        self._home[number] = outer if many else children[0]
        begun = [scope for scope in substep.scopes if scope not in self._last_scopes]
        if begun and transition.branches[0].scope and transition.pattern in _REACHING:
            self._reach[number] = begun[-1]
        self._last_scopes = substep.scopes
        if transition.pattern in (Pattern.HAVE_LEMMA, Pattern.INDUCTION):
            self._results[number] = result_of(transition, delta, outer.goal)
        return children

    def _introduce(
        self, name: ConditionName, branch: Branch, substep: Substep, scopes: Sequence[_Open]
    ) -> tuple[ConditionName, ...]:
        """Add the condition of a branch to the table, fact by fact, if it has one."""
        texts = branch.facts or (() if branch.text is None else (branch.text,))
        names = [ConditionName(f"{name}{suffix}") for suffix in ("", *"bcdefgh")][: len(texts)]
        supposed = branch.is_assumption or substep.status is ClaimStatus.ASSUMED
        status = substep.status
        if status is ClaimStatus.PROVISIONAL and scopes:
            # A trial with a scope of its own holds as long as that lasts.
            status = ClaimStatus.ASSUMED if supposed else ClaimStatus.ASSERTED
        for fact, text in zip(names, texts, strict=True):
            self._conditions[fact] = Condition(
                name=fact,
                text=text,
                quote=text if self._source.has(text) else "",
                introduced_by=unit_id(substep.number),
                is_assumption=supposed,
                status=status,
            )
        return tuple(names)

    def _unit_fields(
        self,
        applied: _Applied,
        children: Sequence[_Node],
        uses: tuple[ConditionName, ...],
        flags: Sequence[RiskFlag],
    ) -> dict[str, object]:
        """Collect the fields of an edge unit that do not depend on later units."""
        substep, delta, transition, node, base = applied
        kept = set.intersection(*(set(child.conditions) for child in children))
        new = (*self._drawn, *self._added[substep.number])
        self._last = (substep.text, new)
        left_behind = tuple(name for name in node.conditions if name not in kept)
        used = (name for name in dict.fromkeys(uses) if name != PROBLEM)
        is_rewrite = transition.pattern is Pattern.EXISTENTIAL_ELIMINATION
        relation = GoalRelation.SCOPE_CLOSED if base is not None else transition.relation
        reasons = tuple(signature_reasons(substep, transition, relation))
        return {
            "unit_id": unit_id(substep.number),
            "edge_index": substep.number,
            "parent": node.id,
            "children": tuple(child.id for child in children),
            "detailed_step_idx": substep.label,
            "original_step_idx": substep.step,
            "original_step_text": _surroundings(self._proof.steps[substep.step - 1].text, substep),
            "text": substep.text,
            "pattern": transition.pattern,
            "goal_relation": relation,
            "explanation": explain(transition, relation, delta),
            "before_goal": node.goal,
            "after_goals": tuple(child.goal for child in children),
            "before_conditions": node.conditions,
            "after_conditions": tuple(child.conditions for child in children),
            "new_conditions": new,
            "new_condition_details": tuple(self._conditions[name].text for name in new),
            "retained_conditions": tuple(name for name in node.conditions if name in kept),
            "consumed_conditions": left_behind,
            "transformed_conditions": tuple(used) if is_rewrite else (),
            "uses": tuple(dict.fromkeys(uses)),
            "branch_scope": _scopes_of(base or node, substep),
            "closes": unit_id(min(delta.end)) if delta.end else None,
            "status": substep.status,
            "is_signature": bool(reasons),
            "signature_reasons": reasons,
            "risk_flags": tuple(dict.fromkeys(flags)),
        }

    # ---- the finished tree

    def finish(self) -> StateTree:
        """Fill in the fields that depend on later units, and return the finished tree."""
        visited = {node.parent for node in self._nodes.values()}
        standing = self._standing()
        units = tuple(
            self._finished(number, fields, visited, standing)
            for number, fields in enumerate(self._fields, start=1)
        )
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
        conditions = tuple(self._conditions.values())
        return StateTree(goal=self._goal, conditions=conditions, states=states, units=units)

    def _standing(self) -> set[int]:
        """Collect the units that the proof asserts, and those that these depend on."""
        passive = TAKEN_BACK | NO_CLAIM
        standing = {number for number, status in self._status.items() if status not in passive}
        for number in sorted(self._status, reverse=True):
            if standing.intersection(self._used_by.get(number, ())):
                standing.add(number)
        return standing

    def _finished(
        self,
        number: int,
        fields: Mapping[str, object],
        visited: set[StateId | None],
        standing: set[int],
    ) -> EdgeUnit:
        later = sorted(standing.intersection(self._used_by.get(number, ())))
        used_by = tuple(unit_id(other) for other in later)
        unit = EdgeUnit.model_validate({**fields, "used_by": used_by})
        flags = list(unit.risk_flags)
        empty = [child for child in unit.children if child not in visited]
        if len(unit.children) > 1 and empty:
            flags.append(RiskFlag(kind=FlagKind.BRANCH_UNVISITED, detail=", ".join(empty)))
        if number in self._results and number not in self._closed:
            flags.append(RiskFlag(kind=FlagKind.SCOPE_NEVER_CLOSED))
        return unit.with_flags(flags)


def _meant(branches: Sequence[_Node], text: str, *, is_inner: bool) -> _Node | None:
    """Choose the branch a text opens: the innermost for a subcase, else the one it names.

    Branches that are not named by words of the text belong to the outermost split, because inner
    ones were visited first.
    """
    if is_inner or len(branches) < 2:
        return branches[0] if branches else None
    source = Source(text)
    worded = (node for node in branches if source.has(node.open[-1].scope.label))
    return next(worded, branches[-1])


def _scopes_of(node: _Node, substep: Substep) -> tuple[Scope, ...]:
    """Join the scopes of the tree and those that only the decomposition names."""
    from_tree = tuple(scope.scope for scope in node.open)
    labels = [Source(scope.label) for scope in from_tree]
    others = (
        scope
        for scope in substep.scopes
        if not any(known.has(scope.label) for known in labels)
        and not any(Source(scope.label).has(known.label) for known in from_tree)
    )
    return (*from_tree, *others)


def _surroundings(step: str, substep: Substep) -> str:
    if len(step) <= LONGEST_STEP_TEXT:
        return step
    start = max(0, (substep.start or 0) - LONGEST_STEP_TEXT // 2)
    end = start + LONGEST_STEP_TEXT
    before = "…" if start else ""
    after = "…" if end < len(step) else ""
    return f"{before}{step[start:end]}{after}"
