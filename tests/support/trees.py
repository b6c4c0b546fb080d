"""Small state trees for tests that start at stage two."""

from faithsieve.records.edge_unit import (
    ConditionName,
    EdgeUnit,
    GoalRelation,
    Pattern,
    StateId,
    UnitId,
)
from faithsieve.records.proof import StepIndex
from faithsieve.records.state_tree import ROOT, Condition, ProofState, StateTree

PROBLEM = Condition(name=ConditionName("problem"), text="x + 1 = 3", introduced_by=None)


def make_tree(
    *,
    text: str = "So x = 2.",
    facts: tuple[str, ...] = ("x = 2",),
    cases: tuple[str, ...] = (),
    pattern: Pattern = Pattern.SIMPLE_IMPLICATION,
    relation: GoalRelation = GoalRelation.SAME_GOAL,
    goal: str = "find x",
    after_goal: str | None = None,
    step: StepIndex = 1,
) -> StateTree:
    """A tree with one unit that adds the given facts and branch assumptions."""
    unit_id = UnitId("edge_1")
    new = [
        Condition(name=ConditionName(f"h1.{i}"), text=fact, introduced_by=unit_id)
        for i, fact in enumerate(facts, start=1)
    ] + [
        Condition(
            name=ConditionName(f"c1.{i}"), text=case, introduced_by=unit_id, is_assumption=True
        )
        for i, case in enumerate(cases, start=1)
    ]
    names = tuple(condition.name for condition in new)
    goal_after = after_goal or goal
    root = ProofState(id=ROOT, parent=None, conditions=(PROBLEM.name,), goal=goal)
    child = ProofState(
        id=StateId("1"), parent=ROOT, conditions=(PROBLEM.name, *names), goal=goal_after
    )
    unit = EdgeUnit(
        unit_id=unit_id,
        edge_index=1,
        parent=ROOT,
        children=(child.id,),
        detailed_step_idx=f"{step}.1",
        original_step_idx=step,
        original_step_text=text,
        text=text,
        pattern=pattern,
        goal_relation=relation,
        explanation="",
        before_goal=goal,
        after_goals=(goal_after,),
        before_conditions=(PROBLEM.name,),
        after_conditions=((PROBLEM.name, *names),),
        new_conditions=names,
        new_condition_details=tuple(condition.text for condition in new),
        retained_conditions=(PROBLEM.name,),
        uses=(PROBLEM.name,),
    )
    return StateTree(goal=goal, conditions=(PROBLEM, *new), states=(root, child), units=(unit,))
