"""Every context is computed from scopes; what does not fit is flagged and never smoothed away."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithsieve.localize.quoting import same_words
from faithsieve.localize.replies import UnitWord
from faithsieve.localize.scopes import Span, nest
from faithsieve.localize.state_tree import LONGEST_STEP_TEXT, Move, build_state_tree, givens
from faithsieve.records.edge_unit import PROBLEM, EdgeUnit, GoalRelation, Pattern
from faithsieve.records.proof import Proof
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import ClaimStatus, FlagKind, RiskFlag, ScopeKind, Substep
from support.edge_units import grow, make_substeps

CASE, LEMMA = ScopeKind.CASE, ScopeKind.LEMMA
ASSUMED = ClaimStatus.ASSUMED


def flags(unit: EdgeUnit) -> set[FlagKind]:
    return {flag.kind for flag in unit.risk_flags}


def context(tree: StateTree, number: int) -> list[str]:
    """What is given to a unit, without the problem."""
    unit = tree.units[number - 1]
    return [c.text for c in tree.context_of(unit) if c.name != PROBLEM]


def test_a_claim_adds_itself_and_keeps_the_goal() -> None:
    unit = grow(["x = 1."], goal="find x").units[0]
    assert unit.pattern is Pattern.SIMPLE_IMPLICATION
    assert unit.goal_relation is GoalRelation.SAME_GOAL
    assert unit.before_conditions == ("problem",)
    assert unit.after_conditions == (("problem", "h1"),)
    assert unit.new_condition_details == ("x = 1.",)
    assert unit.after_goals == ("find x",)
    assert not unit.is_signature


def test_a_reduction_changes_the_goal_and_gives_nothing() -> None:
    tree = grow(
        ["It suffices to show q.", "So q."], {1: Move("reduce", on=(0,), goal="q")}, goal="p"
    )
    assert tree.units[0].goal_relation is GoalRelation.GOAL_REDUCTION
    assert (tree.units[1].before_goal, context(tree, 2)) == ("q", [])


TEXTS = [
    "m is odd or m is even.",
    "Let m be odd.",
    "Then x = 1.",
    "Let m be even.",
    "Then x = 2.",
    "So x < 3.",
    "Hence p.",
]
MOVES = {
    1: Move("split", on=(0,)),
    2: Move("assume", on=(1,)),
    4: Move("assume", on=(1,)),
    6: Move(on=(3, 5)),
}
CASES = [Span(CASE, 2, 3, "m be odd"), Span(CASE, 4, 5, "m be even")]


def cases() -> StateTree:
    return grow(TEXTS, MOVES, spans=CASES, statuses={2: ASSUMED, 4: ASSUMED})


def test_cases_never_share_an_assumption_and_leave_their_disjunction() -> None:
    tree = cases()
    both = "Either (m be odd), and then: Then x = 1.; or (m be even), and then: Then x = 2."
    assert context(tree, 2) == [TEXTS[0]]
    assert context(tree, 3) == [TEXTS[0], "m be odd"]
    assert context(tree, 4) == [TEXTS[0]]
    assert context(tree, 5) == [TEXTS[0], "m be even"]
    assert context(tree, 6) == [TEXTS[0], both]
    assert context(tree, 7) == [TEXTS[0], both, "So x < 3."]
    assert tree.units[5].uses == ("h4.1.if",)
    assert tree.units[5].closes == "edge_2"
    assert tree.units[5].goal_relation is GoalRelation.SCOPE_CLOSED
    assert tree.units[4].consumed_conditions == ()
    assert tree.units[3].consumed_conditions == ("h2.1", "h3")
    assert [unit.parent for unit in tree.units] == ["0", "1", "2", "1", "4", "1", "6"]
    assert not any(flags(unit) for unit in tree.units)


def test_a_split_is_labelled_and_names_its_cases() -> None:
    split = cases().units[0]
    assert (split.pattern, split.goal_relation) == (Pattern.CASE_SPLIT_2, GoalRelation.CASE_SPLIT)
    assert split.new_condition_details == (TEXTS[0], "m be odd", "m be even")
    unsplit = grow(TEXTS, MOVES | {1: Move(on=(0,))}, spans=CASES, statuses={2: ASSUMED})
    assert [unit.pattern for unit in unsplit.units[:2]] == [
        Pattern.SIMPLE_IMPLICATION,
        Pattern.CASE_SPLIT_2,
    ]
    three = Move("split", facts=("x < 0", "x = 0", "x > 0"))
    unit = grow(["x < 0 or x = 0 or x > 0."], {1: three}).units[0]
    assert unit.pattern is Pattern.CASE_SPLIT_3_PLUS
    assert unit.after_conditions == (("problem", "h1"),)


def test_a_result_that_a_later_unit_names_is_left_behind_with_the_last_one() -> None:
    texts = ["Let m be odd.", "So a.", "So b.", "So c.", "Hence d."]
    moves = {1: Move("assume"), 5: Move(on=(2,))}
    tree = grow(texts, moves, spans=[Span(ScopeKind.DIRECTION, 1, 4, "m be odd")],
                statuses={1: ASSUMED})  # fmt: skip
    assert context(tree, 5) == ["If (m be odd), then: So a.; So c."]


@pytest.mark.parametrize(
    ("kind", "left"),
    [
        (ScopeKind.CASE, ["If (n is odd), then: So q."]),
        (ScopeKind.DIRECTION, ["If (n is odd), then: So q."]),
        (ScopeKind.BASE, ["If (n is odd), then: So q."]),
        (
            ScopeKind.CONTRADICTION,
            ["It is impossible that (n is odd), for it would follow: So q."],
        ),
        (ScopeKind.ARBITRARY, ["For every choice as in (n is odd): So q."]),
        (ScopeKind.STEP, ["For every choice as in (n is odd): So q."]),
        (ScopeKind.WITNESS, ["Such an object exists (n is odd), with: So q."]),
        (ScopeKind.LEMMA, ["n is odd"]),
        (ScopeKind.PART, ["So q."]),
        (ScopeKind.TRIAL, []),
    ],
)
def test_every_kind_of_scope_leaves_what_it_was_opened_for(
    kind: ScopeKind, left: list[str]
) -> None:
    texts = ["Suppose n is odd.", "So q.", "Hence p."]
    tree = grow(
        texts, {1: Move("assume")}, spans=[Span(kind, 1, 2, "n is odd")], statuses={1: ASSUMED}
    )
    assert context(tree, 3) == left
    inside = [] if kind in (ScopeKind.LEMMA, ScopeKind.PART) else ["n is odd"]
    assert context(tree, 2) == inside
    assert [c.text for c in tree.conditions if c.name.endswith(".if")] == left


def test_a_scope_without_its_words_or_without_a_claim_leaves_nothing() -> None:
    texts = ["Suppose n is odd.", "So q.", "Hence p."]
    unsaid = grow(texts, {1: Move("assume")}, spans=[Span(CASE, 1, 2)], statuses={1: ASSUMED})
    assert context(unsaid, 3) == []
    empty = grow(texts, {1: Move("assume")}, spans=[Span(CASE, 1, 1, "n is odd")],
                 statuses={1: ASSUMED})  # fmt: skip
    assert context(empty, 2) == []
    assert FlagKind.SCOPE_EMPTY in flags(empty.units[0])


def test_an_induction_gives_its_statement_once_base_and_step_are_closed() -> None:
    texts = [
        "0 < 1.",
        "Suppose n < 2^n.",
        "Then n + 1 < 2^(n+1).",
        "So n < 2^n for all n.",
        "Hence p.",
    ]
    spans = [
        Span(ScopeKind.BASE, 1, 1, "", "n < 2^n"),
        Span(ScopeKind.STEP, 2, 3, "n < 2^n", "n < 2^n for all n"),
    ]
    tree = grow(texts, {2: Move("assume")}, spans=spans, statuses={2: ASSUMED}, goal="p")
    assert context(tree, 2) == ["0 < 1."]
    assert context(tree, 3) == ["0 < 1.", "n < 2^n"]
    assert tree.units[2].before_goal == "n < 2^n for all n"
    assert context(tree, 5)[1] == "By induction, for all n: n < 2^n for all n"
    assert tree.units[1].pattern is Pattern.INDUCTION
    alone = grow(texts, {2: Move("assume")}, spans=spans[1:], statuses={2: ASSUMED})
    assert context(alone, 5)[1].startswith("For every choice as in (n < 2^n):")


def test_the_sentence_that_concludes_a_lemma_is_shown_by_what_was_found_and_not_by_the_lemma() -> (
    None
):
    texts = ["Claim: q holds.", "r.", "q holds", "Hence p."]
    tree = grow(texts, {1: Move("announced")}, spans=[Span(LEMMA, 1, 2, "q holds")],
                statuses={1: ClaimStatus.ANNOUNCED}, goal="p")  # fmt: skip
    assert tree.units[0].goal_relation is GoalRelation.LEMMA_SUBGOAL
    assert tree.units[1].before_goal == "q holds"
    assert context(tree, 2) == []
    assert context(tree, 3) == ["r."]
    assert tree.units[2].makes_claim
    assert context(tree, 4) == ["q holds", "q holds"]


def test_a_lemma_whose_proof_ends_with_its_words_is_said_again_and_not_shown_by_them() -> None:
    texts = ["r.", "So q holds.", "q holds", "Hence p."]
    moves = {2: Move(on=(1,), facts=("q holds",))}
    tree = grow(texts, moves, spans=[Span(LEMMA, 1, 2, "q holds")], goal="p")
    assert tree.units[2].status is ClaimStatus.REPEATED
    assert (context(tree, 3), context(tree, 4)) == (["q holds"], ["q holds"])


def test_a_part_that_leaves_two_results_says_each_of_them() -> None:
    texts = ["q holds", "r holds", "q holds", "So p, from q and r."]
    tree = grow(texts, {4: Move(on=(1, 2))}, spans=[Span(ScopeKind.PART, 1, 2, "(a)")])
    assert context(tree, 3) == ["q holds; r holds"]
    assert tree.units[2].status is ClaimStatus.REPEATED


def test_a_lemma_is_not_given_to_its_own_proof_whatever_the_reply_calls_it() -> None:
    tree = grow(["Claim: q holds.", "r.", "Hence p."], spans=[Span(LEMMA, 1, 2, "q holds")])
    assert context(tree, 2) == []
    assert context(tree, 3) == ["q holds"]


def test_a_unit_may_open_a_scope_and_claim_something_in_one_sentence() -> None:
    texts = ["If m is odd, then x = 1.", "If m is even, then x = 2.", "So x < 3."]
    spans = [Span(CASE, 1, 1, "m is odd"), Span(CASE, 2, 2, "m is even")]
    facts = {1: Move(facts=("x = 1",)), 2: Move(facts=("x = 2",)), 3: Move(on=(1, 2))}
    tree = grow(texts, facts, spans=spans)
    assert [context(tree, n) for n in (1, 2)] == [["m is odd"], ["m is even"]]
    assert context(tree, 3) == [
        "Either (m is odd), and then: x = 1; or (m is even), and then: x = 2"
    ]
    # Without the words that claim, the assumption is not given to them.
    assert [context(grow(texts, spans=spans), n) for n in (1, 2)] == [[], []]


def test_cases_are_one_split_until_a_unit_rests_on_one_of_them() -> None:
    texts = ["If a, x.", "We note n.", "If b, y.", "So z.", "If c, u.", "If d, v.", "So w."]
    facts = {n: Move(facts=(f,)) for n, f in ((1, "x"), (3, "y"), (5, "u"), (6, "v"))}
    spans = [Span(CASE, n, n, t) for n, t in ((1, "a"), (3, "b"), (5, "c"), (6, "d"))]
    moves = facts | {2: Move(on=(0,)), 4: Move(on=(1, 3)), 7: Move(on=(5, 6))}
    tree = grow(texts, moves, spans=spans)
    assert context(tree, 2) == []
    assert context(tree, 4)[1] == "Either (a), and then: x; or (b), and then: y"
    assert context(tree, 7)[3] == "Either (c), and then: u; or (d), and then: v"


def test_what_is_said_again_is_no_claim_and_stands_for_the_first() -> None:
    moves = {3: Move(on=(1, 2)), 4: Move(on=(3,))}
    tree = grow(["x = 1.", "y = 2.", "$x = 1$", "z = 3."], moves)
    again = tree.units[2]
    assert again.status is ClaimStatus.REPEATED
    assert not again.makes_claim
    assert flags(again) == {FlagKind.REPEATS}
    assert tree.units[3].uses == ("h1",)
    assert tree.units[0].used_by == ("edge_2", "edge_4")
    assert context(tree, 4) == ["x = 1.", "y = 2."]


def test_equal_words_that_a_unit_does_not_build_on_are_claimed_anew_and_are_no_context() -> None:
    tree = grow(["x = 1.", "y = 2.", "x = 1.", "z = 3."], {3: Move(on=(2,))})
    anew = tree.units[2]
    assert anew.makes_claim
    assert context(tree, 3) == ["y = 2."]
    assert flags(anew) == {FlagKind.EQUAL_WORDS}
    assert not anew.has_whole_context
    assert tree.units[0].makes_claim


def test_what_an_announcement_a_question_or_a_remark_says_is_given_to_nobody() -> None:
    for status in (ClaimStatus.ANNOUNCED, ClaimStatus.QUESTION, ClaimStatus.REMARK):
        tree = grow(["We show q.", "r."], {2: Move(on=(0,))}, statuses={1: status})
        assert context(tree, 2) == []
        assert not tree.units[0].makes_claim
    recalled = grow(["Even means 2k.", "r."], statuses={1: ClaimStatus.RECALLED})
    assert context(recalled, 2) == ["Even means 2k."]
    assert not recalled.units[0].makes_claim


@pytest.mark.parametrize("status", [ClaimStatus.ANNOUNCED, ClaimStatus.REMARK])
def test_a_mark_hides_nothing_that_a_later_unit_rests_on(status: ClaimStatus) -> None:
    tree = grow(["x = 1.", "So p."], statuses={1: status})
    assert tree.units[0].makes_claim
    assert context(tree, 2) == ["x = 1."]


def test_a_claim_that_is_taken_back_is_given_only_to_units_that_name_it() -> None:
    texts = ["x = 1.", "That is wrong: x = 2.", "y = 2.", "z = 3."]
    moves = {3: Move(on=(1,)), 4: Move(on=(2,))}
    tree = grow(texts, {2: Move(on=(0,))} | moves, statuses={1: ClaimStatus.WITHDRAWN})
    assert FlagKind.USES_WITHDRAWN_CLAIM in flags(tree.units[2])
    assert texts[0] in context(tree, 3)
    assert texts[0] not in context(tree, 4)
    assert tree.units[0].is_material


def test_a_claim_of_a_scope_that_leaves_nothing_cannot_be_used_later() -> None:
    texts = ["Try n = 2.", "Then n^2 = 4.", "So p."]
    tree = grow(texts, {1: Move("assume"), 3: Move(on=(2,))},
                spans=[Span(ScopeKind.TRIAL, 1, 2, "n = 2")], statuses={1: ASSUMED})  # fmt: skip
    assert flags(tree.units[2]) == {FlagKind.USE_AFTER_SCOPE}
    assert tree.units[2].uses == ()
    assert not tree.units[2].has_whole_context


@pytest.mark.parametrize(
    ("word", "pattern"),
    [
        ("define", Pattern.DEFINITION),
        ("obtain", Pattern.EXISTENTIAL_ELIMINATION),
        ("specialise", Pattern.UNIVERSAL_INSTANTIATION),
    ],
)
def test_the_patterns_of_the_paper_are_labels(word: UnitWord, pattern: Pattern) -> None:
    unit = grow(["a.", "b."], {2: Move(word, on=(1,))}).units[1]
    assert unit.pattern is pattern
    assert unit.signature_reasons == (pattern.value,)
    assert unit.transformed_conditions == (("h1",) if word == "obtain" else ())


def test_facts_in_the_words_of_the_text_are_conditions_of_their_own() -> None:
    unit = grow(["Since x = 1, y = 2."], {1: Move(on=(0,), facts=("x = 1", "y = 2"))}).units[0]
    assert unit.new_conditions == ("h1", "h1b")
    assert unit.new_condition_details == ("x = 1", "y = 2")


def test_state_0_has_the_givens_one_by_one() -> None:
    problem = "Let x + y = 3. The product xy is 2. Find x."
    assert givens(problem, "Find x.") == ("Let x + y = 3.", "The product xy is 2.")
    assert givens(problem, "something else") == ("Let x + y = 3.", "The product xy is 2.")
    tree = grow(["x = 1."], problem=problem)
    assert tree.units[0].before_conditions == ("problem", "g1", "g2")


def test_a_very_long_step_is_shown_around_the_substep() -> None:
    text = "a " * LONGEST_STEP_TEXT
    proof = Proof.from_texts("p", [text])
    substep = Substep(number=1, step=1, part=1, text="a a", start=LONGEST_STEP_TEXT)
    shown = build_state_tree(proof, [substep], {}).units[0].original_step_text
    assert len(shown) == LONGEST_STEP_TEXT + 2
    assert shown.startswith("…")
    assert shown.endswith("…")


def test_flags_of_a_substep_stay_with_its_unit() -> None:
    flag = RiskFlag(kind=FlagKind.SCOPE_CROSSED)
    substep = make_substeps(["a."])[0].changed(flags=(flag,))
    assert build_state_tree(Proof.from_texts("p", ["a."]), [substep], {}).units[0].risk_flags == (
        flag,
    )


# ---- laws

COUNT = 8
WORDS: list[UnitWord] = ["claim", "assume", "define", "split", "announced", "recalled", "withdrawn"]
STATUSES = {
    "assume": ASSUMED,
    "announced": ClaimStatus.ANNOUNCED,
    "recalled": ClaimStatus.RECALLED,
    "withdrawn": ClaimStatus.WITHDRAWN,
}


@st.composite
def trees(draw: st.DrawFn) -> StateTree:
    """A tree of any reading: nested scopes of every kind, moves, repetitions in any spelling."""
    fact = st.sampled_from(["Fact {} holds.", "Fact ${}$  holds", "fact {} holds;"])
    said = draw(st.lists(st.integers(1, 4), min_size=COUNT, max_size=COUNT))
    texts = [draw(fact).format(n) for n in said]
    words = [draw(st.sampled_from(WORDS)) for _ in texts]
    spans = []
    for _ in range(draw(st.integers(0, 5))):
        first = draw(st.integers(1, COUNT))
        last = draw(st.integers(first, COUNT))
        kind = draw(st.sampled_from(ScopeKind))
        opened_with = draw(st.sampled_from(["", f"A{first}", *texts]))
        spans.append(Span(kind, first, last, opened_with, draw(st.sampled_from(["", texts[-1]]))))
    on = st.lists(st.integers(0, COUNT), max_size=3).map(tuple)
    moves = {}
    for n, (word, text) in enumerate(zip(words, texts, strict=True), start=1):
        facts = draw(st.sampled_from([(), (text.rpartition(" ")[0],)]))
        moves[n] = Move(word, draw(on), facts)
    statuses = {n: STATUSES[word] for n, word in enumerate(words, start=1) if word in STATUSES}
    return grow(texts, moves, spans=nest(spans)[0], statuses=statuses)


def number(unit_id: str) -> int:
    return int(unit_id.removeprefix("edge_"))


@given(trees())
def test_a_context_has_only_what_was_stated_before_in_an_open_scope_or_was_discharged(
    tree: StateTree,
) -> None:
    for unit in tree.units:
        for line in tree.context_of(unit):
            if line.introduced_by is None or line.status in (ClaimStatus.WITHDRAWN,):
                continue
            stated = number(line.introduced_by)
            opens_here = any(
                s.assumption == line.name and s.first == unit.unit_id for s in tree.scopes
            )
            assert stated < unit.edge_index or opens_here
            around = [s for s in tree.scopes if number(s.first) <= stated <= number(s.last)]
            closed = [s for s in around if number(s.last) < unit.edge_index]
            is_left = line.name.endswith((".if", ".in"))
            home = next((s for s in tree.scopes if s.assumption == line.name), None)
            if home is not None:
                assert number(home.last) >= unit.edge_index
            elif not is_left:
                assert closed == []
            else:
                assert {s.last for s in closed} <= {line.introduced_by}


@settings(max_examples=500)
@given(trees())
def test_a_units_own_claim_never_stands_in_its_context_under_any_name(tree: StateTree) -> None:
    for unit in tree.units:
        lines = [line for line in tree.context_of(unit) if line.name != PROBLEM]
        before = {same_words(line.text) for line in lines}
        # A line that says one quote and no more is that quote, whatever words stand before it; one
        # that is nothing but quotes says each of them.
        outright = (
            line.quotes
            for line in lines
            if len(line.quotes) == 1 or line.text == "; ".join(line.quotes)
        )
        before |= {same_words(quote) for quotes in outright for quote in quotes}
        mine = [tree.condition(name) for name in unit.new_conditions]
        claims = {same_words(c.text) for c in mine if not c.is_assumption}
        assert not claims & before
        assert not {c.name for c in mine if not c.is_assumption} & set(unit.before_conditions)


@given(trees())
def test_two_cases_never_share_an_assumption_or_a_result(tree: StateTree) -> None:
    cases = [scope for scope in tree.scopes if scope.kind is ScopeKind.CASE]
    for one, other in itertools.permutations(cases, 2):
        if one.parent != other.parent:
            continue
        inside = [u for u in tree.units if number(one.first) <= u.edge_index <= number(one.last)]
        # A withdrawn claim counts too: naming it from another case does not make it given.
        found = {name for unit in inside for name in unit.new_conditions} - {
            scope.assumption for scope in cases
        }
        for unit in tree.units[number(other.first) - 1 : number(other.last)]:
            assert one.assumption not in unit.before_conditions
            assert not found & set(unit.before_conditions)


@given(trees())
def test_two_scopes_beside_each_other_never_see_each_others_assumptions(tree: StateTree) -> None:
    for unit in tree.units:
        for scope in tree.scopes:
            inside = number(scope.first) <= unit.edge_index <= number(scope.last)
            if not inside:
                assert scope.assumption not in unit.before_conditions


@given(trees())
def test_closing_everything_leaves_the_givens_and_what_was_discharged(tree: StateTree) -> None:
    outside = [u for u in tree.units if not u.branch_scope]
    for unit in outside:
        for line in tree.context_of(unit):
            if line.introduced_by is None or line.name.endswith((".if", ".in")):
                continue
            stated = tree.units[number(line.introduced_by) - 1]
            assert not stated.branch_scope or line.status is ClaimStatus.WITHDRAWN


@given(trees())
def test_every_line_of_a_context_is_made_of_whole_quotes(tree: StateTree) -> None:
    for line in tree.conditions:
        assert line.quotes
        if not line.name.endswith((".if", ".in")):
            assert line.quotes == (line.text,)
        elif "By induction" not in line.text:
            assert all(quote in line.text for quote in line.quotes)


@given(trees())
def test_any_reading_gives_one_edge_a_unit_and_a_well_formed_tree(tree: StateTree) -> None:
    assert [unit.edge_index for unit in tree.units] == list(range(1, COUNT + 1))
    assert len(tree.states) == COUNT + 1
    for unit in tree.units:
        assert set(unit.uses) <= set(unit.before_conditions)
        assert len(set(unit.before_conditions)) == len(unit.before_conditions)
