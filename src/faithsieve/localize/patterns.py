"""The nine logical patterns and what each does to a goal and its context (table of app. B.2).

Every pattern is a pure function from a substep, its delta and the goal before to the branches that
come after. Two-way and many-way splits are told apart by counting.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, assert_never

from faithsieve.localize.deltas import Delta
from faithsieve.localize.replies import PatternWord
from faithsieve.records.edge_unit import GoalRelation, Pattern
from faithsieve.records.substep import ClaimStatus, FlagKind, Scope, ScopeKind, Substep


class Branch(NamedTuple):
    """What one child of a transition adds."""

    text: str | None
    """The new condition, or None."""
    goal: str
    scope: Scope | None = None
    is_assumption: bool = False


class Transition(NamedTuple):
    """A pattern, applied to a state."""

    pattern: Pattern
    relation: GoalRelation
    branches: tuple[Branch, ...]
    missing: str = ""
    """What the delta should have given."""


def apply_pattern(substep: Substep, delta: Delta, goal: str) -> Transition:
    """Say what the children of a unit are (the table of app. B.2)."""
    word: PatternWord = delta.pattern
    match word:
        case "implication":
            return _implication(substep, delta, goal)
        case "cases":
            return _cases(substep, delta, goal)
        case "lemma":
            return _lemma(substep, delta, goal)
        case "induction":
            return _induction(substep, delta, goal)
        case "witness":
            scope = Scope(kind=ScopeKind.WITNESS, label=_first_text(delta, substep))
            branch = Branch(_first_text(delta, substep), delta.goal or goal, scope)
            return Transition(
                Pattern.EXISTENTIAL_INSTANTIATION, GoalRelation.WITNESS_INSTANTIATION, (branch,)
            )
        case "obtain":
            branch = Branch(_first_text(delta, substep), delta.goal or goal)
            return Transition(
                Pattern.EXISTENTIAL_ELIMINATION, GoalRelation.EXISTENTIAL_ELIMINATION, (branch,)
            )
        case "specialise":
            branch = Branch(_first_text(delta, substep), delta.goal or goal)
            return Transition(
                Pattern.UNIVERSAL_INSTANTIATION, GoalRelation.UNIVERSAL_INSTANTIATION, (branch,)
            )
        case "iff":
            return _iff(delta, goal)
        case _:
            assert_never(word)


def _first_text(delta: Delta, substep: Substep) -> str:
    return delta.texts[0] if delta.texts else substep.text


def _implication(substep: Substep, delta: Delta, goal: str) -> Transition:
    changed = bool(delta.goal) and delta.goal != goal
    relation = GoalRelation.GOAL_REDUCTION if changed else GoalRelation.SAME_GOAL
    branch = Branch(substep.text, delta.goal or goal, _supposed_scope(substep))
    return Transition(Pattern.SIMPLE_IMPLICATION, relation, (branch,))


def _supposed_scope(substep: Substep) -> Scope | None:
    """A supposition for contradiction opens a scope, where the reply says how far it reaches."""
    from_text = any(flag.kind is FlagKind.SCOPE_FROM_TEXT for flag in substep.flags)
    if substep.status is not ClaimStatus.ASSUMED or from_text:
        return None
    scopes = (scope for scope in substep.scopes if scope.kind is ScopeKind.CONTRADICTION)
    return next(scopes, None)


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
    statement = delta.texts[0] if delta.texts else (delta.goal or substep.text)
    scope = Scope(kind=ScopeKind.LEMMA, label=statement)
    # The lemma itself is a goal here, not a condition: it joins the context when it is proved.
    branch = Branch(None, statement, scope)
    missing = "" if delta.texts or delta.goal else "a lemma without its statement"
    return Transition(Pattern.HAVE_LEMMA, GoalRelation.LEMMA_SUBGOAL, (branch,), missing)


def _induction(substep: Substep, delta: Delta, goal: str) -> Transition:
    texts = delta.texts
    base = texts[0] if texts else f"base case of: {goal}"
    hypothesis = texts[1] if len(texts) > 1 else substep.text
    step_goal = texts[2] if len(texts) > 2 else goal
    branches = (
        Branch(None, base, Scope(kind=ScopeKind.INDUCTION, label=f"base: {base}")),
        Branch(
            hypothesis,
            step_goal,
            Scope(kind=ScopeKind.INDUCTION, label=f"step: {hypothesis}"),
            True,
        ),
    )
    missing = f"an induction with {len(texts)} texts" if len(texts) < 2 else ""
    return Transition(Pattern.INDUCTION, GoalRelation.INDUCTION, branches, missing)


def _iff(delta: Delta, goal: str) -> Transition:
    texts = delta.texts if len(delta.texts) >= 2 else (f"forward: {goal}", f"backward: {goal}")
    branches = tuple(
        Branch(None, text, Scope(kind=ScopeKind.DIRECTION, label=text)) for text in texts[:2]
    )
    missing = f"an equivalence with {len(delta.texts)} directions" if len(delta.texts) < 2 else ""
    return Transition(Pattern.IFF_SPLIT, GoalRelation.IFF_SPLIT, branches, missing)


def result_of(transition: Transition, delta: Delta, goal: str) -> str:
    """What holds outside once the scope is closed: the lemma, or what the induction was for."""
    if transition.pattern is Pattern.HAVE_LEMMA:
        return transition.branches[0].goal
    return delta.goal or goal


_FINAL_ANSWER = re.compile(r"\\boxed|\bthe (?:final )?answer is\b|\bQ\.?E\.?D\b|∎", re.IGNORECASE)


def signature_reasons(
    substep: Substep, transition: Transition, relation: GoalRelation
) -> Iterator[str]:
    """Why a unit is special: what a look-back must not lose when it is cut (paper §3.2)."""
    if transition.pattern is not Pattern.SIMPLE_IMPLICATION:
        yield transition.pattern.value
    if relation in (GoalRelation.GOAL_REDUCTION, GoalRelation.SCOPE_CLOSED):
        yield relation.value
    if substep.status is ClaimStatus.ASSUMED:
        yield "assumption"
    if _FINAL_ANSWER.search(substep.text):
        yield "final_answer"


def explain(transition: Transition, relation: GoalRelation, delta: Delta) -> str:
    """Say in words what a unit does; written from the delta, not by the model."""
    what = transition.pattern.value.replace("_", " ")
    parts = [what]
    if len(transition.branches) > 1:
        parts.append(f"into {len(transition.branches)} branches")
    needs = [f"unit {needed}" if needed else "the problem" for needed in delta.on]
    if needs:
        parts.append(f"from {', '.join(needs)}")
    if relation is GoalRelation.SCOPE_CLOSED:
        parts.append(f"concluding what unit {delta.end} opened")
    elif relation is GoalRelation.GOAL_REDUCTION:
        parts.append("with a new goal")
    return " ".join(parts)
