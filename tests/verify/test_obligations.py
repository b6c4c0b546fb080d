import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.scopes import Span
from faithsieve.localize.state_tree import Move
from faithsieve.records.edge_unit import ConditionName, GoalRelation, Pattern, UnitId
from faithsieve.records.localization import Suspicion
from faithsieve.records.obligation import Obligation, ObligationKind, Premise
from faithsieve.records.state_tree import StateTree
from faithsieve.records.substep import ClaimStatus, ScopeKind
from faithsieve.records.verification import (
    DisputedInference,
    LocalReview,
    ReviewVerdict,
    TranslationDifficulty,
)
from faithsieve.verify.obligations import (
    TransitionType,
    assumes_claim,
    discover_obligations,
    infer_transition,
    is_quoted,
    says_something_new,
    shared_context,
)
from support.edge_units import grow
from support.obligations import make_obligation
from support.trees import make_tree


def discover(tree: StateTree, review: LocalReview | None = None) -> tuple[Obligation, ...]:
    return discover_obligations(tree.units[0], tree, review=review)


def objection(difficulty: TranslationDifficulty = TranslationDifficulty.EASY) -> LocalReview:
    return LocalReview(
        unit_id="edge_1",
        verdict=ReviewVerdict.INCORRECT,
        suspicion=0.9,
        difficulty=difficulty,
    )


WITNESS = Pattern.EXISTENTIAL_INSTANTIATION
REDUCES = GoalRelation.GOAL_REDUCTION


@pytest.mark.parametrize(
    ("tree", "transition"),
    [
        (make_tree(text="Simplify.", pattern=Pattern.CASE_SPLIT_2), TransitionType.CASE_SPLIT),
        (make_tree(text="Choose y = 4.", pattern=WITNESS), TransitionType.WITNESS),
        # A plain fact is a derived fact, whatever words it is said in.
        (make_tree(text="There is a case: choose x = 2."), TransitionType.DERIVED_FACT),
        (make_tree(text="Expand the product to get x = 2."), TransitionType.REWRITE),
        (make_tree(text="Hence x = 2."), TransitionType.DERIVED_FACT),
        # A scope has a goal of its own; nothing is reduced to it.
        (make_tree(text="For n = 0.", after_goal="P(0)"), TransitionType.DERIVED_FACT),
    ],
)
def test_labels_type_a_transition_in_the_papers_order(
    tree: StateTree, transition: TransitionType
) -> None:
    assert infer_transition(tree.units[0], tree) is transition


SPLIT = Pattern.CASE_SPLIT_2
KINDS: dict[str, tuple[StateTree, list[str]]] = {
    "a bare assertion": (make_tree(text="Clearly x = 2."), ["entailment"]),
    "a new goal": (
        make_tree(
            text="It is enough that y = 3.",
            facts=(),
            goal="x = 2",
            after_goal="y = 3",
            relation=REDUCES,
        ),
        ["goal_reduction"],
    ),
    # Nothing can be enough for a goal that is no proposition.
    "cases": (
        make_tree(text="Split into cases.", facts=(), cases=("x > 0",), pattern=SPLIT),
        ["case_split"],
    ),
    "a split that says its cases": (
        make_tree(
            text="Either x < 0 or x > 0.",
            facts=("Either x < 0 or x > 0.",),
            cases=("x < 0", "x > 0"),
            pattern=SPLIT,
        ),
        ["case_split"],
    ),
    "cases that exclude each other": (
        make_tree(
            text="Exactly one of these cases holds.",
            facts=(),
            cases=("x > 0", "x < 0"),
            pattern=SPLIT,
        ),
        ["case_split", "overlap_partition"],
    ),
    "a contradiction": (
        grow(["This is absurd."], spans=[Span(ScopeKind.CONTRADICTION, 1, 1)]),
        ["branch_elimination"],
    ),
    "a witness": (
        make_tree(text="Choose y = 4.", facts=("y = 4",), pattern=WITNESS),
        ["witness"],
    ),
    "a fact about an object that is at hand": (
        grow(
            ["Take y = 4, so y is even.", "So an even y exists."],
            spans=[Span(ScopeKind.WITNESS, 1, 2)],
        ),
        ["derived_fact"],
    ),
    "an object that only opens a scope": (
        make_tree(text="Choose y = 4.", facts=(), cases=("y = 4",), pattern=WITNESS),
        [],
    ),
    "a supposition": (
        make_tree(text="Suppose x is odd.", facts=(), cases=("Suppose x is odd.",)),
        [],
    ),
}


@pytest.mark.parametrize(("tree", "kinds"), KINDS.values(), ids=list(KINDS))
def test_each_transition_has_its_obligations(tree: StateTree, kinds: list[str]) -> None:
    assert [obligation.kind.value for obligation in discover(tree)] == kinds


def test_the_fact_is_checked_before_the_reduction_that_uses_it() -> None:
    fact, reduction = discover(
        make_tree(text="Now x = 2.", goal="x = y", after_goal="y = 2", relation=REDUCES)
    )
    assert fact.kind is ObligationKind.DERIVED_FACT
    assert "x = 2" not in [premise.text for premise in fact.premises]
    assert reduction.kind is ObligationKind.FACT_PLUS_REDUCTION
    assert reduction.depends_on == (fact.id,)
    assert "x = 2" in [premise.text for premise in reduction.premises]


def test_each_new_fact_is_an_obligation_and_none_is_anothers_premise() -> None:
    tree = make_tree(text="Hence x = 2 and y = 3.", facts=("x = 2", "y = 3"))
    obligations = discover(tree)
    assert [o.claim for o in obligations] == ["x = 2", "y = 3"]
    assert all([p.text for p in o.premises] == ["x + 1 = 3"] for o in obligations)


def test_the_cases_of_a_split_must_cover() -> None:
    cases = ("x is even", "x is odd")
    (obligation,) = discover(make_tree(text="Two cases.", facts=(), cases=cases, pattern=SPLIT))
    assert obligation.claim == "(x is even) or (x is odd)"


@pytest.mark.parametrize(
    ("difficulty", "priority"),
    [(TranslationDifficulty.EASY, 0.9), (TranslationDifficulty.HARD, 0.6)],
)
def test_the_review_sets_the_priority(difficulty: TranslationDifficulty, priority: float) -> None:
    (obligation,) = discover(make_tree(), objection(difficulty))
    assert obligation.kind is ObligationKind.CONTESTED_CLAIM
    assert obligation.lean_priority == priority
    assert obligation.suspicion == 0.9


def test_the_scan_is_the_prior_where_there_is_no_review() -> None:
    prior = Suspicion(unit_id=UnitId("edge_1"), risk=0.7, should_formalise=False)
    tree = make_tree()
    (obligation,) = discover_obligations(tree.units[0], tree, prior=prior)
    assert obligation.suspicion == 0.7
    assert not obligation.use_lean


TEXTS = st.sampled_from(
    [
        "Hence it follows.",
        "Clearly this holds.",
        "Either case gives the result, since x > 0.",
        "Choose such an x.",
        "Simplify both sides.",
        "This branch is impossible, a contradiction.",
        "These cases are disjoint.",
        "",
    ]
)
CLAIMS = st.lists(st.sampled_from(["x = 2", "y > {0}", "∀ n, n = n"]), unique=True, min_size=1).map(
    tuple
)
NAMING = (
    Pattern.CONTRADICTION,
    Pattern.UNIVERSAL_INTRODUCTION,
    Pattern.DEFINITION,
    Pattern.TRIAL,
)
CLAIMING = [pattern for pattern in Pattern if pattern not in NAMING]
TREES = st.builds(
    make_tree,
    text=TEXTS.filter(bool),
    facts=CLAIMS,
    cases=st.lists(st.sampled_from(["x < 0", "x = 0", "x > 0"]), unique=True).map(tuple),
    pattern=st.sampled_from(CLAIMING),
    goal=st.just("x > 1"),
    after_goal=st.sampled_from([None, "y = 3"]),
)


@given(TREES, st.none() | st.builds(objection))
def test_every_claim_has_obligations_and_a_new_fact_is_no_premise_before_it_is_checked(
    tree: StateTree, review: LocalReview | None
) -> None:
    obligations = discover(tree, review)
    assert obligations
    assert obligations == discover(tree, review)
    new = set(tree.units[0].new_conditions)
    listed: set[str] = set()
    for obligation in obligations:
        assert not new & {premise.name for premise in obligation.premises}
        assert listed >= set(obligation.depends_on)
        assert obligation.id not in listed
        listed.add(obligation.id)


def test_prompts_show_the_latest_premises_and_all_that_are_cited_or_assumed() -> None:
    facts = [f"a{i} = {i}" for i in range(1, 21)]
    lines = shared_context([make_obligation("x = 2", *facts, cited=("h3",))]).splitlines()
    assert lines == ["h3: a3 = 3", *(f"h{i}: a{i} = {i}" for i in range(17, 21))]
    told = make_obligation("x = 2", "Let d = x - y.", *facts)
    named = told.premises[0].changed(is_definition=True)
    shown = shared_context([told.changed(premises=(named, *told.premises[1:]))])
    assert shown.startswith("h1: Let d = x - y.\nh18: ")
    assumed = shared_context([make_obligation("x = 2", *facts, assumed=True)])
    assert len(assumed.splitlines()) == len(facts)


def test_the_problem_is_not_shown_again_among_the_premises() -> None:
    obligation = make_obligation("x = 2", "x + 1 = 3")
    problem = Premise(name=ConditionName("problem"), text="Find x.")
    told = obligation.changed(premises=(problem, *obligation.premises))
    assert shared_context([told]) == "h1: x + 1 = 3"
    assert shared_context([make_obligation("x = 2")]) == "(nothing but the problem)"


@pytest.mark.parametrize("claim", ["x = 2", "$x=2$."])
def test_what_is_supposed_may_not_show_itself(claim: str) -> None:
    supposed = Premise(name=ConditionName("h0"), text="Suppose $x = 2$.", is_assumption=True)
    assert assumes_claim(supposed, claim)
    assert not assumes_claim(Premise(name=ConditionName("h0"), text="x = 2"), claim)
    assert not assumes_claim(supposed, "x + 1 = 3")


@pytest.mark.parametrize("pattern", NAMING)
def test_what_is_supposed_fixed_or_named_needs_no_proof(pattern: Pattern) -> None:
    text = "Suppose that x is not 2."
    assert discover(make_tree(text=text, facts=(), cases=(text,), pattern=pattern)) == ()


def test_the_sentence_under_test_is_never_its_own_context() -> None:
    text = "We need to look at y."
    tree = make_tree(text=text, facts=(text,), after_goal="y = 3", goal="x > 1", relation=REDUCES)
    shown = [p.text for o in discover(tree) for p in o.premises]
    assert text not in shown
    split = "So y = 2 and we need y = 3."
    kept = make_tree(
        text=split, facts=("y = 2",), after_goal="y = 3", goal="x > 1", relation=REDUCES
    )
    assert "y = 2" in [p.text for o in discover(kept) for p in o.premises]


def disputing(*premises: str, conclusion: str = "x = 2") -> LocalReview:
    told = DisputedInference(premises=premises, conclusion=conclusion)
    return objection().changed(inference=told, counterexample="x = -2", reason="why")


def test_a_disputed_inference_comes_first_with_the_quoted_premises_only() -> None:
    tree = make_tree(text="Since $x^2 = 4$, we have x = 2.")
    first, second = discover(tree, disputing("x^2 = 4"))
    assert first.is_inference
    assert not second.is_inference
    assert (first.claim, first.counterexample) == ("x = 2", "x = -2")
    assert first.cited == ("hp1",)
    assert [p.text for p in first.premises if p.name != "problem"] == ["x^2 = 4"]
    assert first.statement.endswith("from these alone: (1) x^2 = 4")


@pytest.mark.parametrize(
    "review",
    [
        disputing("x^2 = 5"),
        disputing("x^2 = 4", "y = 1"),
        disputing("x^2 = 4", conclusion="x = 3"),
        disputing("x = 2"),
        disputing("4"),
    ],
)
def test_an_inference_that_the_text_does_not_draw_is_not_asked_for(review: LocalReview) -> None:
    tree = make_tree(text="Since $x^2 = 4$, we have x = 2.")
    assert not any(o.is_inference for o in discover(tree, review))


@pytest.mark.parametrize(
    "text", ["Now, we need to find x: x = 2.", "Let's use factoring: x = 2.", "Let x = 2."]
)
def test_what_a_reviewer_objects_to_is_asked_for_however_it_is_introduced(text: str) -> None:
    assert [o.claim for o in discover(make_tree(text=text), objection())] == ["x = 2"]


def test_an_objection_is_told_about_the_claim_that_it_quotes() -> None:
    tree = make_tree(text="So x = 2 and y = 3.", facts=("x = 2", "y = 3"))
    for disputed, told in (("$y = 3$", ["", "y is 4"]), ("z = 1", ["y is 4", "y is 4"])):
        said = objection().changed(disputed=disputed, reason="y is 4")
        assert [o.objection for o in discover(tree, said)] == told


@pytest.mark.parametrize(
    ("claim", "is_new"),
    [
        ("used $60$ g to make the mixture", False),
        ("We look for the smallest $n > 3$.", False),
        ("as $n = 3$ shows", True),
        ("a remark on the difficulty", False),
    ],
)
def test_a_claim_with_a_relation_of_its_own_says_something_new(claim: str, is_new: bool) -> None:
    obligation = make_obligation(claim, "a mixture of 60 g", "an integer with $n > 3$")
    assert says_something_new(obligation) is is_new


def test_that_cases_cover_everything_is_not_shown_from_one_of_them() -> None:
    texts = ["If x > 0, then y = 1.", "If x < 0, then y = 2."]
    spans = [Span(ScopeKind.CASE, 1, 1, "x > 0"), Span(ScopeKind.CASE, 2, 2, "x < 0")]
    tree = grow(texts, {1: Move(facts=("y = 1",)), 2: Move(facts=("y = 2",))}, spans=spans)
    split, fact = discover(tree)
    assert split.claim == "(x > 0) or (x < 0)"
    assert "x > 0" not in [premise.text for premise in split.premises]
    assert "x > 0" in [premise.text for premise in fact.premises]


@pytest.mark.parametrize(
    "status", [ClaimStatus.RECALLED, ClaimStatus.QUESTION, ClaimStatus.REPEATED, ClaimStatus.REMARK]
)
def test_what_the_reader_marks_as_no_claim_has_no_obligation(status: ClaimStatus) -> None:
    tree = grow(["So x = 2.", "y = 3."], {2: Move(on=(0,))}, statuses={1: status})
    assert discover(tree) == ()


def test_a_disputed_link_of_a_chain_is_stated_by_itself_before_the_chain() -> None:
    chain = make_tree(text="So a = b = c.", facts=("a = b = c",))
    said = objection().changed(disputed="b = c", reason="b is not c")
    assert [obligation.claim for obligation in discover(chain, said)] == ["b = c", "a = b = c"]
    vague = objection().changed(disputed="So a", reason="why?")
    assert [obligation.claim for obligation in discover(chain, vague)] == ["a = b = c"]


def test_equal_words_are_a_repetition_only_of_what_a_unit_builds_on() -> None:
    texts = ["For 2 the exponents are 0 and 3.", "For 5 the exponents are 0 and 3."]
    fact = ("the exponents are 0 and 3",)
    first = Move("claim", on=(0,), facts=fact)

    def asked(*on: int) -> tuple[Obligation, ...]:
        tree = grow(texts, {1: first, 2: Move("claim", on=on, facts=fact)})
        return discover_obligations(tree.units[1], tree)

    assert asked(1) == ()
    assert [obligation.claim for obligation in asked(0)] == list(fact)


def test_what_a_reviewer_calls_no_claim_is_not_stated_unless_a_formula_is_new() -> None:
    nothing = LocalReview(
        unit_id="edge_1",
        verdict=ReviewVerdict.CORRECT,
        suspicion=0.0,
        difficulty=TranslationDifficulty.NOTHING,
    )
    (minute,) = discover(grow(["A minute has sixty seconds."]), nothing)
    assert minute.claims_nothing
    (formula,) = discover(grow(["Hence $x = 7$."]), nothing)
    assert not formula.claims_nothing
    (doubted,) = discover(grow(["A minute has sixty seconds."]), objection())
    assert not doubted.claims_nothing


def test_only_the_last_fact_of_a_contradiction_eliminates_the_branch() -> None:
    texts = ["Suppose p fails.", "Then q = 2, which is even, a contradiction."]
    moves = {1: Move("assume"), 2: Move("claim", on=(1,), facts=("q = 2", "which is even"))}
    spans = [Span(ScopeKind.CONTRADICTION, 1, 2, "p fails")]
    tree = grow(texts, moves, spans=spans, statuses={1: ClaimStatus.ASSUMED})
    found = discover_obligations(tree.units[1], tree)
    assert [(o.kind, o.claim) for o in found] == [
        (ObligationKind.DERIVED_FACT, "q = 2"),
        (ObligationKind.BRANCH_ELIMINATION, "which is even"),
    ]


def test_where_nothing_is_claimed_after_it_the_last_claim_of_a_contradiction_ends_it() -> None:
    texts = ["Suppose p fails.", "Then q = 2 is even.", "How strange!", "So p."]
    moves = {1: Move("assume"), 2: Move(on=(1,)), 3: Move("remark"), 4: Move(on=(1,))}
    spans = [Span(ScopeKind.CONTRADICTION, 1, 3, "p fails")]
    statuses = {1: ClaimStatus.ASSUMED, 3: ClaimStatus.REMARK}
    tree = grow(texts, moves, spans=spans, statuses=statuses)
    kinds = [[o.kind for o in discover_obligations(u, tree)] for u in tree.units]
    assert kinds == [[], [ObligationKind.BRANCH_ELIMINATION], [], [ObligationKind.DERIVED_FACT]]


def test_of_two_equivalent_characters_either_is_quoted() -> None:
    assert is_quoted("\u3008u, x\u3009 = 1", "Then \u2329u, x\u232a = 1 holds.")
