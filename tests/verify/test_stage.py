"""Stage two as a whole, on a scripted model and a scripted Lean."""

from typing import Any

import pytest

from faithsieve.errors import PendingReplyError
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.localize.state_tree import Move
from faithsieve.records.evidence import (
    Inconclusive,
    InconclusiveReason,
    LocalResult,
    RefutationForm,
    Refuted,
)
from faithsieve.records.faithfulness import HypothesisOrigin, HypothesisSource
from faithsieve.records.localization import Localization
from faithsieve.records.obligation import Obligation
from faithsieve.records.substep import ClaimStatus
from faithsieve.records.symbolic import FindingClass, LintFinding, LintReport
from faithsieve.records.verification import LocalReview, ReviewVerdict, VerifiedWindow
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.stage import (
    NO_HOOKS,
    NOTHING_FOUND,
    State,
    VerifyHooks,
    _Case,
    conditional_results,
    list_obligations,
    verify,
)
from support.edge_units import grow
from support.local_evidence import passed, refuted, report
from support.localizations import make_localization, make_steps
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, claims, nothing
from support.statements import make_tools
from support.trees import make_tree
from support.verify_replies import asked, bodies, faithful, opinions, playing, statements

PROBLEM = "Find x with x + 1 = 3."
OBSTACLE = statements(obstacle="words")
CORRECT, INCORRECT = ReviewVerdict.CORRECT, ReviewVerdict.INCORRECT


def wordless(*said: ReviewVerdict) -> ScriptedModel:
    """A model that can state nothing, with its opinions of the units."""
    reviewed = opinions(*said) if said else None
    return playing(statement=OBSTACLE, gate=faithful(), proof=bodies("simp"), reviewed=reviewed)


async def run(
    localization: Localization,
    judge: ScriptedJudge | None = None,
    *,
    model: ScriptedModel | None = None,
    lint: LintReport = NOTHING_FOUND,
    hooks: VerifyHooks = NO_HOOKS,
    problem: str = PROBLEM,
    **settings: Any,
) -> VerifiedWindow:
    tools = make_tools(model or wordless(), judge, problem, **settings)
    return await verify(localization, agent=EvaluationAgent(tools), lint=lint, hooks=hooks)


def proof_of(*texts: str, risk: float = 0.8) -> Localization:
    return make_localization(grow(list(texts), problem=PROBLEM), risk=risk)


def outcomes(window: VerifiedWindow) -> list[str]:
    return [result.qualifier for result in window.results]


def finding(claim: str, step: int) -> LintFinding:
    left, _, right = claim.partition(" = ")
    return LintFinding(
        step=step, column=1, length=5, rule="numeric-link", finding_class=FindingClass.REFUTED,
        claim=f"${claim}$", left=left, relation="=", right=right, left_value="1", right_value="2",
        message="is false: left 1, right 2",
    )  # fmt: skip


def refuting(*claims: str) -> LintReport:
    """A lint that refutes these claims, wherever they stand."""
    return LintReport(
        findings=tuple(finding(claim, step) for claim in claims for step in (1, 2, 3))
    )


async def test_every_scheduled_unit_gets_a_review_and_one_result_an_obligation() -> None:
    model = wordless()
    window = await run(proof_of("x + 1 = 3", "So 1 + 1 = 2."), ScriptedJudge(claims), model=model)
    for unit in window.units:
        assert unit.review is not None
        assert [r.obligation_id for r in unit.results] == [o.id for o in unit.obligations]
    assert len(window.artifacts) == asked(model, "verify/review") == 1


FALSE = refuting("3 + 4 = 8", "3 + 4 = 9", "3 + 4 = 10")


@pytest.mark.parametrize(
    # No reviewer's bare opinion sets a computation aside.
    "said",
    [(), (CORRECT, INCORRECT, INCORRECT)],
)
async def test_after_an_outright_refutation_later_units_are_dropped(
    said: tuple[ReviewVerdict, ...],
) -> None:
    proof = proof_of("3 + 4 = 8", "3 + 4 = 9", "3 + 4 = 10")
    window = await run(proof, model=wordless(*said), lint=FALSE)
    assert outcomes(window) == ["numeric", "dropped", "dropped"]


async def test_a_refuted_claim_that_the_text_takes_back_hides_nothing() -> None:
    tree = grow(
        ["3 + 4 = 8", "3 + 4 = 9"],
        {2: Move(on=(0,))},
        problem=PROBLEM,
        statuses={1: ClaimStatus.WITHDRAWN},
    )
    window = await run(make_localization(tree), lint=FALSE)
    assert not window.units[0].is_material
    assert outcomes(window) == ["numeric", "numeric"]


@pytest.mark.parametrize(
    ("quoted", "is_material"),
    [("But 3 + 4 = 8 was wrong.", False), ("the author takes it back", True), ("But", True)],
)
async def test_a_reviewer_who_quotes_the_later_words_that_take_a_claim_back_makes_it_immaterial(
    quoted: str, is_material: bool
) -> None:
    first, second = opinions(CORRECT, CORRECT).reviews
    said = opinions().changed(reviews=(first.changed(t=quoted), second))
    proof = make_steps(["3 + 4 = 8", "But 3 + 4 = 8 was wrong."], window=[1, 2])
    window = await run(proof, model=playing(reviewed=said))
    assert window.units[0].is_material is is_material


@pytest.mark.parametrize("concurrency", [1, 2, 8])
async def test_the_result_does_not_depend_on_who_was_faster(concurrency: int) -> None:
    localization = proof_of("3 + 4 = 7", "So x = 5.", "3 + 4 = 8", "So x = 6.", "1 = 1")
    window = await run(localization, concurrency=concurrency)
    assert outcomes(window) == outcomes(await run(localization, concurrency=3))


async def test_over_the_limit_obligations_are_left_and_counted() -> None:
    window = await run(proof_of("3 + 4 = 7", "2 + 2 = 4"), max_obligations=1)
    assert sorted(outcomes(window)) == ["budget_exhausted", "numeric"]


async def test_what_exact_arithmetic_refutes_needs_no_formal_check() -> None:
    judge = ScriptedJudge(nothing)
    lint = LintReport(findings=(finding("x = 2", 1),))
    (result,) = (await run(make_localization(make_tree()), judge, lint=lint)).results
    assert isinstance(result, Refuted)
    assert result.form is RefutationForm.NUMERIC
    assert judge.frozen == []


async def test_a_waiting_batch_collects_every_question_first() -> None:
    localization = proof_of("the first claim in words", "the second claim in words")
    model = playing(statement=PendingReplyError("1" * 64))
    with pytest.raises(PendingReplyError):
        await run(localization, model=model)
    # One call asks for both statements; what waits already is not asked again.
    (call,) = [r for r in model.requests if r.prompt.id == "verify/statement"]
    assert "first claim" in call.messages[-1].content
    assert "second claim" in call.messages[-1].content


@pytest.mark.parametrize(("formalise", "calls"), [("contested", 0), ("easy", 1), ("all", 1)])
async def test_the_effort_decides_whether_a_sound_and_easy_claim_is_stated(
    formalise: str, calls: int
) -> None:
    model = wordless(CORRECT)
    window = await run(proof_of("the claim in words", risk=0.1), model=model, formalise=formalise)
    assert asked(model, "verify/statement") == calls
    assert outcomes(window) == ["out_of_scope" if calls else "not_tried"]


async def test_a_used_up_budget_leaves_undoubted_claims_to_code_and_contested_ones_alone() -> None:
    quiet = proof_of("the first in words", "the second in words", risk=0.1)
    hooks = VerifyHooks(used_up=lambda: "tokens")
    window = await run(quiet, model=wordless(CORRECT, INCORRECT), hooks=hooks)
    assert outcomes(window) == ["not_tried", "out_of_scope"]


async def test_what_the_budget_leaves_to_code_is_not_called_dropped_for_an_error() -> None:
    quiet = proof_of("the first in words", "the second in words", risk=0.1)
    hooks = VerifyHooks(used_up=lambda: "tokens")
    window = await run(quiet, model=wordless(CORRECT, CORRECT), hooks=hooks)
    assert outcomes(window) == ["not_tried", "not_tried"]


async def test_behind_an_error_that_a_reviewer_is_sure_of_only_code_looks() -> None:
    quiet = proof_of("the first in words", "the second in words", risk=0.1)
    model = wordless(INCORRECT, CORRECT)
    assert outcomes(await run(quiet, model=model)) == ["out_of_scope", "dropped"]
    window = await run(quiet, model=model, formalise="all")
    assert outcomes(window) == ["out_of_scope", "out_of_scope"]


async def test_unsettled_units_get_a_second_independent_review_where_asked_for() -> None:
    model = wordless(CORRECT, CORRECT)
    localization = proof_of("3 + 4 = 7", "a claim in words", risk=0.1)
    window = await run(localization, model=model, second_review=True)
    assert [unit.second_review is not None for unit in window.units] == [False, True]
    requests = [r for r in model.requests if r.prompt.id == "verify/review"]
    assert [r.sample_index for r in requests] == [0, 1]
    assert len(window.artifacts) == 2


def proved_from(obligation: Obligation, *lines: str) -> LocalResult:
    sources = tuple(
        HypothesisSource(label="h1", text="", origin=HypothesisOrigin.CONTEXT, line=line)
        for line in lines
    )
    gate = report().changed(sources=sources)
    return passed().changed(obligation_id=obligation.id, report=gate)


@pytest.mark.parametrize(
    ("form", "conditional"),
    [
        (RefutationForm.CONTRADICTED, {"edge_2/1", "edge_4/1"}),
        # A fact that only does not follow from what is cited for it may be true.
        (RefutationForm.NOT_FROM_CITED, set()),
    ],
)
def test_what_rests_on_a_refuted_fact_is_conditional(
    form: RefutationForm, conditional: set[str]
) -> None:
    false_fact = make_obligation("x = 3", "x + 1 = 3")
    later = make_obligation("y = 9", "x = 3").changed(id="edge_2/1")
    beside = make_obligation("z = 1", "x = 3").changed(id="edge_3/1")
    reduction = make_obligation("w = 1").changed(id="edge_4/1", depends_on=(false_fact.id,))
    results = {
        false_fact.id: refuted(form).changed(obligation_id=false_fact.id),
        later.id: proved_from(later, "h1"),
        beside.id: proved_from(beside),
        reduction.id: proved_from(reduction),
    }
    found = conditional_results([false_fact, later, beside, reduction], results)
    assert set(found) == conditional
    for result in found.values():
        assert isinstance(result, Inconclusive)
        assert result.reason is InconclusiveReason.CONDITIONAL


async def test_the_same_claim_in_the_same_context_is_stated_once() -> None:
    tree = make_tree(text="Hence the root is irrational.", facts=("irrational", "irrational"))
    model = wordless()
    window = await run(make_localization(tree), model=model)
    assert [r.obligation_id for r in window.results] == ["edge_1/1", "edge_1/2"]
    assert asked(model, "verify/statement") == 1


def test_a_duplicate_within_the_limit_has_its_first_twin_evaluated() -> None:
    unit = make_tree().units[0]
    review = LocalReview(
        unit_id=unit.unit_id, verdict=ReviewVerdict.CORRECT, suspicion=0.0, reason=""
    )
    twins = [make_obligation("a").changed(id=f"edge_1/{n}", lean_priority=n / 10) for n in (1, 9)]
    other = make_obligation("b").changed(id="edge_1/3", lean_priority=0.5)
    case = _Case(0, unit, review, True, (*twins, other))
    first, second, over = list_obligations([case], 1)
    states = [entry.state for entry in (first, second, over)]
    assert states == [State.IN_FULL, State.TWIN, State.OVER_LIMIT]
    assert second.twin is first
