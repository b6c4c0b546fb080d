"""Stage two as a whole, on a scripted model and a scripted Lean."""

import pytest

from faithsieve.errors import PendingReplyError
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.localize.state_tree import Delta
from faithsieve.records.evidence import (
    Effort,
    Inconclusive,
    InconclusiveReason,
    LocalResult,
    Outcome,
    Passed,
    RefutationForm,
    Refuted,
    Route,
)
from faithsieve.records.faithfulness import HypothesisOrigin, HypothesisSource
from faithsieve.records.localization import Localization
from faithsieve.records.obligation import Obligation
from faithsieve.records.review import ReviewVerdict
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.records.substep import ClaimStatus
from faithsieve.records.symbolic import (
    Account,
    FindingClass,
    LeanForm,
    LintFinding,
    LintReport,
    SupportedLink,
)
from faithsieve.records.verification import VerifiedWindow
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.evaluation_tools import EvaluationTools
from faithsieve.verify.review import ReviewReply, UnitReviewReply
from faithsieve.verify.stage import NOTHING_FOUND, Watch, conditional_results, verify
from support.edge_units import grow
from support.local_evidence import report
from support.localizations import make_localization, make_steps
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, claims, nothing
from support.trees import make_tree
from support.verify_replies import asked, bodies, faithful, opinions, playing, review, statements


def agent_with(
    model: ScriptedModel, judge: ScriptedJudge, settings: VerifySettings | None = None
) -> EvaluationAgent:
    chosen = settings or VerifySettings()
    tools = EvaluationTools("Find x with x + 1 = 3.", model, judge, chosen, DecodingSettings())
    return EvaluationAgent(tools)


async def run(
    localization: Localization,
    judge: ScriptedJudge,
    *,
    settings: VerifySettings | None = None,
    lint: LintReport = NOTHING_FOUND,
) -> VerifiedWindow:
    model = playing(statement=statements(obstacle="words"), gate=faithful(), proof=bodies("simp"))
    return await verify(
        localization,
        agent=agent_with(model, judge, settings),
        lint=lint,
    )


def proof_of(*texts: str) -> Localization:
    return make_localization(grow(list(texts), problem="Find x with x + 1 = 3."))


def refuting(*claims: str, locates: bool = False) -> LintReport:
    """A lint that refutes these claims, wherever they stand."""
    return LintReport(
        findings=tuple(
            LintFinding(
                step=step, column=1, end_column=5, rule="false-number",
                finding_class=FindingClass.REFUTED, locates=locates,
                claim=f"${claim}$", left="", relation="=", right="", message="false",
                account=Account(reading=claim, sentence=f"So {claim}."),
            )
            for claim in claims
            for step in (1, 2, 3)
        )
    )  # fmt: skip


async def test_every_scheduled_unit_gets_a_review_and_one_result_an_obligation() -> None:
    window = await run(make_localization(make_tree()), ScriptedJudge(claims))
    (unit,) = window.units
    assert unit.review is not None
    assert [r.obligation_id for r in unit.results] == [o.id for o in unit.obligations]
    assert isinstance(window.results[0], Passed)
    assert len(window.artifacts) == 1


async def test_one_review_call_covers_the_window() -> None:
    localization = proof_of("x + 1 = 3", "So x = 2.", "So x^2 = 4.")
    model = playing(statement=statements(obstacle="words"), gate=faithful(), proof=bodies("simp"))
    await verify(
        localization,
        agent=agent_with(model, ScriptedJudge(nothing)),
    )
    assert asked(model, "verify/review") == 1


async def test_without_reviews_and_with_the_code_gate_no_judgement_of_the_model_is_asked() -> None:
    """Law 4 for a weak model: it may word statements and proofs, and nothing else."""
    localization = proof_of("x + 1 = 3", "So x = 2.", "Thus x is a number of words.")
    model = playing(statement=statements(obstacle="words"), proof=bodies("simp"))
    window = await verify(
        localization,
        agent=agent_with(
            model,
            ScriptedJudge(claims),
            VerifySettings(review=False, code_gate=True, probes=False),
        ),
    )
    assert asked(model, "verify/review") == 0
    assert asked(model, "verify/semantic_check") == 0
    reviews = [unit.review for unit in window.units]
    assert all(r is not None and r.verdict is ReviewVerdict.UNCERTAIN for r in reviews)
    assert any(isinstance(result, Passed) for result in window.results)
    assert window.artifacts == ()


async def test_after_an_outright_refutation_later_units_are_dropped() -> None:
    localization = proof_of("3 + 4 = 7", "3 + 4 = 8", "3 + 4 = 9")
    window = await run(
        localization, ScriptedJudge(nothing), lint=refuting("3 + 4 = 8", "3 + 4 = 9")
    )
    kinds = [unit.results[0] for unit in window.units]
    assert isinstance(kinds[0], Passed)
    assert isinstance(kinds[1], Refuted)
    assert isinstance(kinds[2], Inconclusive)
    assert kinds[2].reason is InconclusiveReason.DROPPED


async def test_a_refuted_claim_that_the_text_takes_back_hides_nothing() -> None:
    tree = grow(
        ["3 + 4 = 8", "3 + 4 = 9"],
        {2: Delta(on=(0,))},
        problem="Find x with x + 1 = 3.",
        statuses={1: ClaimStatus.WITHDRAWN},
    )
    window = await run(
        make_localization(tree), ScriptedJudge(nothing), lint=refuting("3 + 4 = 8", "3 + 4 = 9")
    )
    assert not window.units[0].is_material
    assert [r.outcome for r in window.results] == [Outcome.REFUTED, Outcome.REFUTED]


@pytest.mark.parametrize(
    ("quoted", "is_material"),
    [("But 3 + 4 = 8 was wrong.", False), ("the author takes it back", True), ("But", True)],
)
async def test_a_reviewer_who_quotes_the_later_words_that_take_a_claim_back_makes_it_immaterial(
    quoted: str, is_material: bool
) -> None:
    said = opinions(ReviewVerdict.CORRECT, ReviewVerdict.CORRECT)
    first = UnitReviewReply(**(dict(said.reviews[0]) | {"t": quoted}))
    model = playing(reviewed=ReviewReply(reviews=(first, *said.reviews[1:])))
    window = await verify(
        make_steps(["3 + 4 = 8", "But 3 + 4 = 8 was wrong."], window=[1, 2]),
        agent=agent_with(model, ScriptedJudge(nothing)),
    )
    assert window.units[0].is_material is is_material


async def test_a_computation_against_the_reviewer_hides_nothing() -> None:
    model = playing(reviewed=opinions(ReviewVerdict.CORRECT, ReviewVerdict.INCORRECT))
    window = await verify(
        proof_of("3 + 4 = 8", "3 + 4 = 9", "3 + 4 = 10"),
        agent=agent_with(model, ScriptedJudge(nothing)),
        lint=refuting("3 + 4 = 8", "3 + 4 = 9"),
    )
    refuted, refuted_too, dropped = window.results
    assert isinstance(refuted, Refuted)
    assert isinstance(refuted_too, Refuted)
    assert isinstance(dropped, Inconclusive)


async def test_dropping_is_a_setting() -> None:
    localization = proof_of("3 + 4 = 8", "3 + 4 = 9")
    window = await run(
        localization,
        ScriptedJudge(),
        settings=VerifySettings(drop_later=False),
        lint=refuting("3 + 4 = 8", "3 + 4 = 9"),
    )
    assert [r.outcome for r in window.results] == [Outcome.REFUTED, Outcome.REFUTED]


@pytest.mark.parametrize("concurrency", [1, 2, 8])
async def test_the_result_does_not_depend_on_who_was_faster(concurrency: int) -> None:
    localization = proof_of("3 + 4 = 7", "So x = 5.", "3 + 4 = 8", "So x = 6.", "1 = 1")
    settings = VerifySettings(concurrency=concurrency)
    window = await run(localization, ScriptedJudge(nothing), settings=settings)
    outcomes = [(r.obligation_id, r.outcome) for r in window.results]
    again = await run(localization, ScriptedJudge(nothing), settings=VerifySettings(concurrency=3))
    assert outcomes == [(r.obligation_id, r.outcome) for r in again.results]


async def test_over_the_limit_obligations_are_left_and_counted() -> None:
    localization = proof_of("3 + 4 = 7", "2 + 2 = 4")
    window = await run(localization, ScriptedJudge(), settings=VerifySettings(max_obligations=1))
    reasons = [r.reason for r in window.results if isinstance(r, Inconclusive)]
    assert reasons == [InconclusiveReason.BUDGET_EXHAUSTED]


async def test_links_that_exact_algebra_knows_need_no_formal_check() -> None:
    judge = ScriptedJudge(nothing)
    lint = LintReport(supported=(SupportedLink(step=1, column=1, rule="identity", claim="x = 2"),))
    window = await run(make_localization(make_tree()), judge, lint=lint)
    assert isinstance(window.results[0], Passed)
    assert judge.frozen == []


async def test_a_link_that_exact_algebra_refutes_refutes_the_obligation() -> None:
    lint = refuting("x = 2", locates=True)
    window = await run(make_localization(make_tree()), ScriptedJudge(), lint=lint)
    (result,) = window.results
    assert isinstance(result, Refuted)
    assert result.form is RefutationForm.SYMBOLIC


async def test_a_suspicious_finding_refutes_nothing_and_its_statement_passes_the_gate() -> None:
    finding = LintFinding(
        step=1, column=1, end_column=5, rule="derived-equation",
        finding_class=FindingClass.SUSPICIOUS, locates=True,
        claim="$x = 2$", left="x", relation="=", right="2", message="x = 2 was not derived",
        lean=LeanForm(
            name="t", statement="theorem t (x : Int) : x = 2", negation="", proof="",
            form="not_entailed",
        ),
    )  # fmt: skip
    judge = ScriptedJudge()
    window = await run(make_localization(make_tree()), judge, lint=LintReport(findings=(finding,)))
    assert not any(isinstance(result, Refuted) for result in window.results)
    assert "(x : Int) : x = 2" in judge.frozen


async def test_a_waiting_batch_collects_every_question_first() -> None:
    localization = proof_of("the first claim in words", "the second claim in words")
    model = playing(statement=PendingReplyError("1" * 64), reviewed=review())
    with pytest.raises(PendingReplyError):
        await verify(
            localization,
            agent=agent_with(model, ScriptedJudge()),
        )
    # One call asks for both statements; what waits already is not asked again.
    (call,) = [r for r in model.requests if r.prompt.id == "verify/statement"]
    assert "first claim" in call.messages[-1].content
    assert "second claim" in call.messages[-1].content


@pytest.mark.parametrize(("formalise", "calls"), [("contested", 0), ("easy", 1), ("all", 1)])
async def test_the_effort_decides_whether_a_sound_and_easy_claim_is_stated(
    formalise: str, calls: int
) -> None:
    model = playing(
        statement=statements(obstacle="words"), reviewed=opinions(ReviewVerdict.CORRECT)
    )
    settings = VerifySettings.model_validate({"formalise": formalise})
    quiet = make_localization(grow(["the claim in words"]), risk=0.1)
    window = await verify(quiet, agent=agent_with(model, ScriptedJudge(), settings))
    assert asked(model, "verify/statement") == calls
    (result,) = window.results
    assert isinstance(result, Inconclusive)
    not_tried = result.reason is InconclusiveReason.NOT_TRIED
    assert not_tried == (calls == 0)


async def test_a_used_up_budget_leaves_undoubted_claims_to_code_and_contested_ones_alone() -> None:
    said = opinions(ReviewVerdict.CORRECT, ReviewVerdict.INCORRECT)
    model = playing(statement=statements(obstacle="words"), reviewed=said)
    quiet = make_localization(grow(["the first in words", "the second in words"]), risk=0.1)
    agent = agent_with(model, ScriptedJudge())
    window = await verify(quiet, agent=agent, watch=Watch(used_up=lambda: "tokens"))
    reasons = [r.reason for r in window.results if isinstance(r, Inconclusive)]
    assert reasons == [InconclusiveReason.NOT_TRIED, InconclusiveReason.OUT_OF_SCOPE]


async def test_unsettled_units_get_a_second_independent_review_where_asked_for() -> None:
    said = opinions(ReviewVerdict.CORRECT, ReviewVerdict.CORRECT)
    model = playing(statement=statements(obstacle="words"), reviewed=said)
    localization = make_localization(grow(["3 + 4 = 7", "a claim in words"]), risk=0.1)
    settings = VerifySettings(second_review=True)
    window = await verify(localization, agent=agent_with(model, ScriptedJudge(), settings))
    assert [unit.second_review is not None for unit in window.units] == [False, True]
    requests = [r for r in model.requests if r.prompt.id == "verify/review"]
    assert [r.sample_index for r in requests] == [0, 1]
    assert len(window.artifacts) == 2


def result_of(obligation: Obligation, outcome: str, *lines: str) -> LocalResult:
    effort = Effort(route=Route.AUTOMATION)
    sources = tuple(
        HypothesisSource(label="h1", text="", origin=HypothesisOrigin.CONTEXT, line=line)
        for line in lines
    )
    told = report().model_copy(update={"sources": sources})
    if outcome == "refuted":
        form = RefutationForm.CONTRADICTED
        return Refuted(
            obligation_id=obligation.id, form=form, effort=effort, summary="", report=told
        )
    return Passed(obligation_id=obligation.id, effort=effort, summary="", report=told)


def test_what_rests_on_a_refuted_fact_is_conditional() -> None:
    false_fact = make_obligation("x = 3", "x + 1 = 3")
    later = Obligation(**(dict(make_obligation("y = 9", "x = 3")) | {"id": "edge_2/1"}))
    beside = Obligation(**(dict(make_obligation("z = 1", "x = 3")) | {"id": "edge_3/1"}))
    reduction = Obligation(
        **(dict(make_obligation("w = 1")) | {"id": "edge_4/1", "depends_on": (false_fact.id,)})
    )
    results = {
        false_fact.id: result_of(false_fact, "refuted"),
        later.id: result_of(later, "passed", "h1"),
        beside.id: result_of(beside, "passed"),
        reduction.id: result_of(reduction, "passed"),
    }
    found = conditional_results([false_fact, later, beside, reduction], results)
    assert set(found) == {later.id, reduction.id}
    reasons = {result.reason for result in found.values() if isinstance(result, Inconclusive)}
    assert reasons == {InconclusiveReason.CONDITIONAL}


def test_what_rests_on_a_fact_that_only_does_not_follow_from_its_citations_stays_confirmed() -> (
    None
):
    fact = make_obligation("x = 3", "x + 1 = 3")
    later = Obligation(**(dict(make_obligation("y = 9", "x = 3")) | {"id": "edge_2/1"}))
    weak = {"form": RefutationForm.NOT_FROM_CITED}
    results = {
        fact.id: Refuted(**(dict(result_of(fact, "refuted")) | weak)),
        later.id: result_of(later, "passed", "h1"),
    }
    assert conditional_results([fact, later], results) == {}


async def test_the_same_claim_in_the_same_context_is_stated_once() -> None:
    tree = make_tree(text="Hence the root is irrational.", facts=("irrational", "irrational"))
    model = playing(statement=statements(obstacle="words"))
    agent = agent_with(model, ScriptedJudge(nothing))
    window = await verify(make_localization(tree), agent=agent)
    first, second = window.results
    assert (first.obligation_id, second.obligation_id) == ("edge_1/1", "edge_1/2")
    assert asked(model, "verify/statement") == 1


async def test_exact_algebra_confirms_nothing_where_letters_may_not_commute() -> None:
    lint = LintReport(
        supported=(SupportedLink(step=1, column=1, rule="symbolic-link", claim="ba = ab"),)
    )
    tree = make_tree(text="So ba = ab.", facts=("ba = ab",))
    for problem, outcome in (
        ("Find x.", Outcome.PASSED),
        ("Let G be a group.", Outcome.INCONCLUSIVE),
    ):
        model = playing(statement=statements(obstacle="words"))
        tools = EvaluationTools(
            problem, model, ScriptedJudge(nothing), VerifySettings(), DecodingSettings()
        )
        window = await verify(make_localization(tree), agent=EvaluationAgent(tools), lint=lint)
        assert window.results[0].outcome is outcome
