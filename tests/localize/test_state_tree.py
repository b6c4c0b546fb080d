"""Nine patterns applied by code; what does not fit is flagged and never smoothed away."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.replies import PatternWord
from faithsieve.localize.state_tree import LONGEST_STEP_TEXT, Delta, build_state_tree, givens
from faithsieve.records.edge_unit import EdgeUnit, GoalRelation, Pattern
from faithsieve.records.proof import Proof
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import ClaimStatus, FlagKind, RiskFlag, Scope, ScopeKind, Substep
from support.edge_units import grow, make_substeps

TEXTS = ["m is odd or m is even.", "If m is odd, x = 1.", "If m is even, x = 1.", "So x = 1."]


def flags(unit: EdgeUnit) -> set[FlagKind]:
    return {flag.kind for flag in unit.risk_flags}


def state(tree: StateTree, state_id: str) -> tuple[tuple[str, ...], str]:
    found = next(state for state in tree.states if state.id == state_id)
    return tuple(found.conditions), found.goal


def test_an_implication_adds_its_claim_and_keeps_the_goal() -> None:
    unit = grow(["x = 1."], goal="find x").units[0]
    assert unit.pattern is Pattern.SIMPLE_IMPLICATION
    assert unit.goal_relation is GoalRelation.SAME_GOAL
    assert unit.before_conditions == ("problem",)
    assert unit.after_conditions == (("problem", "h1"),)
    assert unit.new_condition_details == ("x = 1.",)
    assert unit.after_goals == ("find x",)
    assert not unit.is_signature


def test_an_implication_may_reduce_the_goal() -> None:
    texts = ["It suffices to show q."]
    unit = grow(texts, {1: Delta(on=(0,), goal="q")}).units[0]
    assert unit.goal_relation is GoalRelation.GOAL_REDUCTION
    assert unit.after_goals == ("q",)
    assert unit.signature_reasons == ("goal_reduction",)


CASES = {
    1: Delta("cases", on=(0,), texts=("m is odd", "m is even")),
    2: Delta(on=(1,), at="1.1"),
    3: Delta(on=(1,), at="1.2"),
    4: Delta(on=(2, 3), end=(1,)),
}


def test_a_case_split_gives_every_branch_its_own_assumption() -> None:
    tree = grow(TEXTS, CASES, goal="x = 1")
    split, odd, even, conclusion = tree.units
    assert split.pattern is Pattern.CASE_SPLIT_2
    assert split.goal_relation is GoalRelation.CASE_SPLIT
    assert split.children == ("1.1", "1.2")
    assert split.new_conditions == ("h1", "h1.1", "h1.2")
    assert state(tree, "1.2") == (("problem", "h1", "h1.2"), "x = 1")
    assert odd.uses == ("h1", "h1.1")
    assert even.before_conditions == ("problem", "h1", "h1.2")
    assert [scope.kind for scope in even.branch_scope] == [ScopeKind.CASE]
    assert all(c.is_assumption for c in tree.conditions if c.name.startswith("h1."))
    assert conclusion.goal_relation is GoalRelation.SCOPE_CLOSED
    assert conclusion.closes == "edge_1"
    assert conclusion.after_conditions == (("problem", "h1", "h4"),)
    assert conclusion.before_conditions == ("problem", "h1", "h2.if", "h3.if")
    assert not any(flags(unit) for unit in tree.units)


def test_three_cases_are_their_own_pattern() -> None:
    delta = Delta("cases", on=(0,), texts=("x < 0", "x = 0", "x > 0"))
    unit = grow(["x < 0 or x = 0 or x > 0."], {1: delta}).units[0]
    assert unit.pattern is Pattern.CASE_SPLIT_3_PLUS
    assert len(unit.children) == 3


def test_a_lemma_is_a_goal_first_and_a_condition_when_it_is_proved() -> None:
    deltas = {
        1: Delta("lemma", on=(0,), texts=("q holds",)),
        2: Delta(on=(1,)),
        3: Delta(on=(2,), end=(1,)),
        4: Delta(on=(1, 3)),
    }
    tree = grow(["Claim: q holds.", "r.", "So q.", "Hence p."], deltas, goal="p")
    opened, inside, closing, after = tree.units
    assert opened.goal_relation is GoalRelation.LEMMA_SUBGOAL
    assert (opened.new_conditions, opened.after_goals) == ((), ("q holds",))
    assert inside.before_goal == "q holds"
    assert closing.after_goals == ("p",)
    assert closing.after_conditions == (("problem", "h1", "h3"),)
    assert tree.condition(closing.after_conditions[0][1]).text == "q holds"
    assert after.uses == ("h1", "h3")
    assert not any(flags(unit) for unit in tree.units)


def test_induction_has_a_base_and_a_step_with_its_hypothesis() -> None:
    texts = ["We show P(n) by induction: P(0) and P(k) gives P(k+1).", "P(0).", "P(k+1).", "P(n)."]
    deltas = {
        1: Delta("induction", on=(0,), texts=("P(0)", "P(k)", "P(k+1)"), goal="P(n)"),
        2: Delta(on=(0,), at="1.1"),
        3: Delta(on=(1,), at="1.2"),
        4: Delta(on=(2, 3), end=(1,)),
    }
    tree = grow(texts, deltas, goal="P(n)")
    assert state(tree, "1.1") == (("problem",), "P(0)")
    assert state(tree, "1.2") == (("problem", "h1.2"), "P(k+1)")
    assert tree.units[2].uses == ("h1.2",)
    assert tree.units[3].after_conditions == (("problem", "h1", "h4"),)
    assert not any(flags(unit) for unit in tree.units)


def test_a_witness_specialises_the_goal() -> None:
    delta = Delta("witness", on=(0,), texts=("n = 4",), goal="4 is even")
    unit = grow(["Take n = 4; we need that 4 is even."], {1: delta}).units[0]
    assert unit.pattern is Pattern.EXISTENTIAL_INSTANTIATION
    assert unit.goal_relation is GoalRelation.WITNESS_INSTANTIATION
    assert (unit.new_condition_details, unit.after_goals) == (("n = 4",), ("4 is even",))


def test_obtaining_a_witness_keeps_the_existence_for_later_units() -> None:
    deltas = {2: Delta("obtain", on=(1,), texts=("k with n = 2k",))}
    unit = grow(["There is k with n = 2k.", "Take k with n = 2k."], deltas).units[1]
    assert unit.pattern is Pattern.EXISTENTIAL_ELIMINATION
    assert unit.transformed_conditions == ("h1",)
    assert unit.after_conditions == (("problem", "h1", "h2"),)


def test_a_universal_statement_is_kept_beside_its_instance() -> None:
    deltas = {2: Delta("specialise", on=(1,), texts=("f(2) = 4",))}
    unit = grow(["For all x, f(x) = 2x.", "So f(2) = 4."], deltas).units[1]
    assert unit.pattern is Pattern.UNIVERSAL_INSTANTIATION
    assert unit.retained_conditions == ("problem", "h1")


def test_an_equivalence_splits_into_two_directions() -> None:
    delta = Delta("iff", on=(0,), texts=("A gives B", "B gives A"))
    unit = grow(["First A gives B, then B gives A."], {1: delta}).units[0]
    assert unit.pattern is Pattern.IFF_SPLIT
    assert unit.after_goals == ("A gives B", "B gives A")
    assert unit.new_conditions == ("h1",)


@pytest.mark.parametrize(
    ("delta", "expected"),
    [
        (Delta(on=(7,)), FlagKind.USE_BEFORE_INTRODUCTION),
        (Delta(on=(3,)), FlagKind.USE_BEFORE_INTRODUCTION),
        (Delta(on=(1,), at="9"), FlagKind.PARENT_UNKNOWN),
        (Delta(on=(1,), at="3"), FlagKind.PARENT_UNKNOWN),
        (Delta(on=(1,), end=(1,)), FlagKind.SCOPE_NOT_OPEN),
        (Delta("cases", on=(1,), texts=("a",)), FlagKind.BRANCH_COUNT),
        (Delta("cases", on=(1,)), FlagKind.BRANCH_COUNT),
        (Delta("induction", on=(1,)), FlagKind.BRANCH_COUNT),
        (Delta("iff", on=(1,)), FlagKind.BRANCH_COUNT),
        (Delta("lemma", on=(1,)), FlagKind.BRANCH_COUNT),
        (Delta("witness", on=(1,)), FlagKind.GOAL_MISSING),
        (Delta(on=(1,), goal="something else entirely"), FlagKind.TEXT_NOT_IN_SOURCE),
    ],
)
def test_a_structural_fault_is_a_flag_on_its_unit(delta: Delta, expected: FlagKind) -> None:
    tree = grow(["a.", "b.", "c."], {2: delta})
    assert expected in flags(tree.units[1])
    assert len(tree.units) == 3


def test_a_missing_delta_becomes_a_flagged_implication() -> None:
    proof = Proof.from_texts("p", ["a.", "b."])
    tree = build_state_tree(proof, make_substeps(["a.", "b."]), {1: Delta(on=(0,))})
    assert flags(tree.units[1]) == {FlagKind.DELTA_MISSING}


def test_a_case_that_only_the_words_name_is_entered_and_flagged() -> None:
    texts = ["m is odd or m is even.", "Case 1: m is odd.", "So p.", "Case 2: m is even.", "So p."]
    tree = grow(texts, {1: CASES[1], 2: Delta(on=(1,)), 4: Delta(on=(1,)), 5: Delta(on=(4,))})
    assert [unit.parent for unit in tree.units] == ["0", "1.1", "2", "1.2", "4"]
    assert [FlagKind.PARENT_FROM_TEXT in flags(unit) for unit in tree.units] == [
        False, False, False, True, False,
    ]  # fmt: skip
    assert FlagKind.PARENT_FROM_TEXT not in flags(grow(texts).units[3])
    third = grow([*texts[:3], "Case 3: m is both.", "So p."], {1: CASES[1]})
    assert third.units[3].parent == "3"


def test_a_claim_of_another_branch_is_a_premise_only_under_its_assumption() -> None:
    deltas = dict(CASES) | {3: Delta(on=(2,), at="1.2")}
    unit = grow(TEXTS, deltas).units[2]
    assert unit.uses == ("h2.if",)
    assert FlagKind.USE_AFTER_SCOPE in flags(unit)


def test_a_claim_of_a_closed_scope_may_not_be_used_later() -> None:
    texts = [*TEXTS, "So y = 2."]
    tree = grow(texts, CASES | {5: Delta(on=(3,))})
    assert FlagKind.USE_AFTER_SCOPE in flags(tree.units[4])
    back = grow(texts, CASES | {5: Delta(on=(4,), at="1.1")})
    assert FlagKind.PARENT_CLOSED in flags(back.units[4])


def test_an_open_lemma_is_flagged_where_it_began() -> None:
    lemma = grow(["Claim: q.", "r."], {1: Delta("lemma", texts=("q",))})
    assert FlagKind.SCOPE_NEVER_CLOSED in flags(lemma.units[0])


def test_use_is_recorded_on_the_used_unit_and_a_withdrawn_premise_is_flagged() -> None:
    tree = grow(["a.", "b.", "c."], {3: Delta(on=(1,))}, statuses={1: ClaimStatus.WITHDRAWN})
    assert tree.units[0].used_by == ("edge_2", "edge_3")
    assert tree.units[0].is_material
    assert tree.units[1].used_by == ()
    assert FlagKind.USES_WITHDRAWN_CLAIM in flags(tree.units[2])


def test_a_very_long_step_is_shown_around_the_substep() -> None:
    long = "Start. " + "filler " * 2000 + "The end is here."
    proof = Proof.from_texts("p", [long])
    (substep,) = make_substeps(["The end is here."])
    placed = type(substep)(**(dict(substep) | {"start": len(long) - 16}))
    unit = build_state_tree(proof, (placed,), {1: Delta(on=(0,))}).units[0]
    assert unit.original_step_text.endswith("The end is here.")
    assert len(unit.original_step_text) <= LONGEST_STEP_TEXT + 2


DELTAS = st.builds(
    Delta,
    pattern=st.sampled_from(get_args(PatternWord)),
    on=st.lists(st.integers(-1, 9), max_size=3).map(tuple),
    at=st.sampled_from(["", "0", "1", "2.1", "2.2", "3", "x", "-1", "1.1"]),
    end=st.lists(st.integers(-1, 9), max_size=3).map(tuple),
    goal=st.sampled_from(["", "q", "p"]),
    texts=st.lists(st.sampled_from(["a", "b", "c", "step 1"]), max_size=4).map(tuple),
)


@given(st.dictionaries(st.integers(1, 8), DELTAS))
def test_any_deltas_give_one_edge_a_substep_and_a_well_formed_tree(
    deltas: dict[int, Delta],
) -> None:
    texts = [f"step {n}" for n in range(1, 9)]
    proof = Proof.from_texts("p", texts)
    tree = build_state_tree(proof, make_substeps(texts), deltas)
    assert [unit.text for unit in tree.units] == texts
    order = [state.id for state in tree.states]
    for unit in tree.units:
        assert order.index(unit.parent) < min(order.index(child) for child in unit.children)
        assert all(tree.condition(name) for name in unit.before_conditions)
        assert set(unit.uses) <= set(unit.before_conditions)
        assert len(unit.after_goals) == len(unit.after_conditions) == len(unit.children)
    assert tree == build_state_tree(proof, make_substeps(texts), dict(reversed(deltas.items())))


def test_a_case_after_subcases_belongs_to_the_outer_split() -> None:
    texts = ["x > 0 or x <= 0.", "y > 0 or y <= 0.", "Subcase 1: y > 0. So p.",
             "Subcase 2: y <= 0. So p.", "Case 2: x <= 0. So p."]  # fmt: skip
    splits = {
        1: Delta("cases", on=(0,), texts=("x > 0", "x <= 0")),
        2: Delta("cases", on=(0,), texts=("y > 0", "y <= 0"), at="1.1"),
        3: Delta(on=(2,)),
        4: Delta(on=(2,)),
        5: Delta(on=(1,)),
    }
    tree = grow(texts, splits)
    assert [unit.parent for unit in tree.units] == ["0", "1.1", "2.1", "2.2", "1.2"]
    # Also where the second subcase is missing: the words name the outer branch.
    tree = grow([*texts[:3], texts[4]], splits | {4: Delta(on=(1,))})
    assert tree.units[3].parent == "1.2"


@pytest.mark.parametrize(
    ("pattern", "words"),
    [("iff", "Conversely, q."), ("induction", "Inductive step: q."), ("cases", "Case 2: q.")],
)
def test_the_second_half_of_a_split_is_entered_by_its_words_or_flagged(
    pattern: PatternWord, words: str
) -> None:
    delta = Delta(pattern, on=(0,), texts=("First half", "second half"))
    texts = ["First half and second half.", "So p.", words]
    tree = grow(texts, {1: delta})
    assert [unit.parent for unit in tree.units] == ["0", "1.1", "1.2"]
    assert FlagKind.PARENT_FROM_TEXT in flags(tree.units[2])
    assert FlagKind.BRANCH_UNVISITED in flags(grow(texts[:2], {1: delta}).units[0])


def test_a_conclusion_has_what_its_branches_found_under_their_assumptions() -> None:
    tree = grow(TEXTS, CASES)
    conclusion = tree.units[3]
    assert conclusion.uses == ("h2.if", "h3.if")
    assert tree.condition(conclusion.uses[0]).text == f"If m is odd, then: {TEXTS[1]}"
    assert conclusion.branch_scope == ()


def test_trials_stand_beside_each_other_and_one_unit_may_conclude_them_all() -> None:
    texts = ["Try x = 1.", "The sum is 4.", "Try x = 2.", "The sum is 5.", "Neither works."]
    deltas = {
        1: Delta("try", on=(0,), texts=("x = 1",)),
        2: Delta(on=(1,)),
        3: Delta("try", on=(0,), texts=("x = 2",)),
        4: Delta(on=(3,)),
        5: Delta(on=(2, 4), end=(1, 3)),
    }
    tree = grow(texts, deltas)
    assert [unit.parent for unit in tree.units] == ["0", "1", "0", "3", "0"]
    assert tree.units[3].before_conditions == ("problem", "h3")
    assert tree.units[4].uses == ("h2.if", "h4.if")
    assert tree.units[4].after_conditions == (("problem", "h5"),)
    assert not any(flags(unit) for unit in tree.units)
    nested = grow(texts, deltas | {3: Delta("try", on=(2,), texts=("x = 2",))})
    assert nested.units[2].parent == "2"


def test_a_conclusion_may_name_the_state_outside_its_branches() -> None:
    tree = grow(TEXTS, CASES | {4: Delta(on=(1, 2, 3), at="1", end=(1,))})
    assert tree.units[3].uses == ("h1", "h2.if", "h3.if")
    assert tree.units[3].after_conditions == (("problem", "h1", "h4"),)
    assert not any(flags(unit) for unit in tree.units)


def test_a_trial_is_context_of_every_unit_of_its_scope() -> None:
    statuses = dict.fromkeys((1, 2), ClaimStatus.PROVISIONAL)
    tree = grow(["We try x = 2.", "Then y = 3.", "z = 4."], {1: Delta("try")}, statuses=statuses)
    known = [tree.condition(name).status for name in tree.units[2].before_conditions]
    assert known == [ClaimStatus.ASSERTED, ClaimStatus.ASSUMED, ClaimStatus.ASSERTED]


def test_the_words_of_a_prompt_are_the_words_it_shows() -> None:
    assert {pattern.word for pattern in Pattern} == set(get_args(PatternWord))
    nothing = grow(["Let n be even.", "Take p."], {2: Delta("obtain", on=(1,))})
    assert nothing.units[1].consumed_conditions == ()


def test_what_only_given_up_units_use_is_not_material() -> None:
    statuses = {1: ClaimStatus.ABANDONED, 2: ClaimStatus.ABANDONED}
    tree = grow(["x = 1.", "So x = 2.", "However, y = 3."], {3: Delta(on=(0,))}, statuses=statuses)
    assert [unit.is_material for unit in tree.units] == [False, False, True]
    relied = grow(["x = 1.", "So x = 2.", "Hence y = 3."], statuses=statuses)
    assert [unit.is_material for unit in relied.units] == [True, True, True]


def contradiction(*inside: int, texts: list[str]) -> tuple[Substep, ...]:
    scope = Scope(kind=ScopeKind.CONTRADICTION, label="x = 0")
    found = make_substeps(texts, statuses={1: ClaimStatus.ASSUMED})
    return tuple(
        s.model_copy(update={"scopes": (scope,)}) if s.number in inside else s for s in found
    )


@pytest.mark.parametrize("inside", [(1, 2), (1, 2, 3)])
def test_a_contradiction_ends_with_its_scope(inside: tuple[int, ...]) -> None:
    texts = ["Suppose x = 0.", "Then 1 = 0, a contradiction.", "Hence x is not zero.", "So p."]
    substeps = contradiction(*inside, texts=texts)
    deltas = {n: Delta(on=(n - 1,)) for n in range(1, 5)}
    tree = build_state_tree(Proof.from_texts("Show p.", texts), substeps, deltas)
    last = tree.units[3]
    assert "h1" not in last.after_conditions[0]
    assert "h3" in last.after_conditions[0]
    assert any(FlagKind.SCOPE_LEFT in flags(unit) for unit in tree.units)
    closed = build_state_tree(
        Proof.from_texts("Show p.", texts), substeps, deltas | {3: Delta(on=(2,), end=(1,))}
    )
    assert closed.units[3].before_conditions == ("problem", "h3")
    assert not any(flags(unit) for unit in closed.units)


def test_a_supposition_whose_reach_is_unknown_opens_no_scope() -> None:
    texts = ["Suppose for contradiction that x = 0.", "So p."]
    flag = RiskFlag(kind=FlagKind.SCOPE_FROM_TEXT)
    first, second = contradiction(1, texts=texts)
    substeps = (first.model_copy(update={"flags": (flag,)}), second)
    tree = build_state_tree(Proof.from_texts("Show p.", texts), substeps, {2: Delta(on=(1,))})
    assert "h1" in tree.units[1].after_conditions[0]


def test_the_result_of_a_closed_scope_is_a_delta_of_the_unit_that_closes_it() -> None:
    texts = ["Lemma: q.", "Since r, q.", "This proves the lemma.", "So p."]
    deltas = {1: Delta("lemma", on=(0,), texts=("q",)), 3: Delta(on=(2,), end=(1,))}
    unit = grow(texts, deltas).units[2]
    assert unit.new_conditions == ("h1", "h3")
    assert unit.new_condition_details == ("q", "This proves the lemma.")
    for after in unit.after_conditions:
        assert set(after) == set(unit.retained_conditions) | set(unit.new_conditions)


def test_an_induction_gives_what_it_was_for() -> None:
    texts = ["We use induction on n.", "Base.", "Step.", "Done."]
    deltas = {1: Delta("induction", on=(0,), texts=("Base", "Step")), 4: Delta(on=(3,), end=(1,))}
    unit = grow(texts, deltas, goal="p holds for all n").units[3]
    assert unit.new_condition_details[0] == "p holds for all n"


def test_a_conclusion_and_a_unit_with_a_premise_elsewhere_have_no_whole_context() -> None:
    units = grow(TEXTS, CASES).units
    assert [unit.has_whole_context for unit in units] == [True, True, True, False]
    assert not grow(TEXTS, CASES | {3: Delta(on=(2,), at="1.2")}).units[2].has_whole_context
    later = grow(["x = 1.", "So y = 2."], {1: Delta(on=(2,))}).units
    assert [unit.has_whole_context for unit in later] == [False, True]


def test_a_mark_hides_nothing_that_a_later_unit_rests_on() -> None:
    texts = ["We look at x.", "x = 1.", "We look at y.", "y = 2."]
    statuses = dict.fromkeys((1, 3), ClaimStatus.ANNOUNCED)
    units = grow(texts, {2: Delta(on=(0,)), 4: Delta(on=(3,))}, statuses=statuses).units
    assert [unit.makes_claim for unit in units] == [False, True, True, True]


def test_what_only_an_announcement_refers_to_is_not_used() -> None:
    statuses = {1: ClaimStatus.WITHDRAWN, 2: ClaimStatus.ANNOUNCED}
    units = grow(
        ["x = 1.", "We look at x.", "y = 2."], {3: Delta(on=(0,))}, statuses=statuses
    ).units
    assert not units[0].is_material
    assert not units[1].makes_claim


def test_state_0_has_the_givens_one_by_one() -> None:
    problem = "Let x + y = 3. The product xy is 2. Find x."
    assert givens(problem) == ("Let x + y = 3.", "The product xy is 2.")
    tree = grow(["x = 1."], problem=problem)
    assert state(tree, "0")[0] == ("problem", "g1", "g2")
    assert [c.quote for c in tree.conditions[1:3]] == list(givens(problem))


def test_facts_in_the_words_of_the_text_are_conditions_of_their_own() -> None:
    text = "Since m is odd, x = 1 and y = 2."
    tree = grow([text], {1: Delta(on=(0,), facts=("x = 1", "y = 2"))})
    unit = tree.units[0]
    assert unit.new_conditions == ("h1", "h1b")
    assert unit.new_condition_details == ("x = 1", "y = 2")
    assert [tree.condition(name).quote for name in unit.new_conditions] == ["x = 1", "y = 2"]


def test_a_fact_that_the_text_does_not_say_is_flagged_and_the_whole_substep_stays() -> None:
    unit = grow(["So x = 1."], {1: Delta(on=(0,), facts=("x = 2",))}).units[0]
    assert unit.new_condition_details == ("So x = 1.",)
    assert FlagKind.TEXT_NOT_IN_SOURCE in flags(unit)


@pytest.mark.parametrize(
    ("word", "pattern"),
    [
        ("contradiction", Pattern.CONTRADICTION),
        ("arbitrary", Pattern.UNIVERSAL_INTRODUCTION),
        ("define", Pattern.DEFINITION),
        ("try", Pattern.TRIAL),
    ],
)
def test_what_is_supposed_fixed_or_named_is_no_claim(word: PatternWord, pattern: Pattern) -> None:
    tree = grow(["Suppose x = 1.", "So y = 2."], {1: Delta(pattern=word, on=(0,))})
    assert tree.units[0].pattern is pattern
    assert tree.condition(tree.units[0].new_conditions[0]).is_assumption


def test_a_contradiction_that_the_tree_names_reaches_until_it_is_concluded() -> None:
    texts = ["Suppose x = 1.", "Then 2 = 3.", "So x is not 1.", "Hence y = 2."]
    steps = {1: Delta(pattern="contradiction", on=(0,)), 3: Delta(on=(2,), end=(1,))}
    tree = grow(texts, steps)
    assert "h1" in state(tree, "2")[0]
    assert "h1" not in state(tree, "3")[0]
