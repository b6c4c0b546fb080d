"""What the sentence cites has to do; what is supposed confirms nothing."""

import pytest

from faithsieve.records.digest import digest_of
from faithsieve.records.evidence import RefutationForm, Route
from faithsieve.records.faithfulness import (
    HypothesisOrigin,
    HypothesisSource,
    SlotMatch,
    SlotRole,
)
from faithsieve.records.lean import Polarity, ProofJudgement, ProofVerdict
from faithsieve.verify.cited_premises_check import (
    refute_from_cited,
    settled_inference,
    supposes_itself,
    uncited_hypotheses,
)
from faithsieve.verify.prover import Disproved, Proved, Unsettled
from faithsieve.verify.statement import GatedStatement
from support.obligations import make_obligation
from support.statement_judge import ScriptedJudge, counterexamples
from support.statements import make_gated


async def gated(text: str, judge: ScriptedJudge, *lines: str) -> GatedStatement:
    sources = tuple(
        HypothesisSource(label=f"h{i}", text="", origin=HypothesisOrigin.CONTEXT, line=line)
        for i, line in enumerate(lines, start=1)
    )
    return await make_gated(text, judge, sources=sources)


SIGNED = "(x : Int) (h1 : x ^ 2 = 4) (h2 : 0 < x) : x = 2"


@pytest.mark.parametrize(
    ("cited", "definition", "uncited"),
    [(("h1",), False, {"h2"}), ((), False, set()), (("h1",), True, set())],
)
async def test_a_step_is_held_to_the_premises_that_the_tree_names(
    cited: tuple[str, ...], definition: bool, uncited: set[str]
) -> None:
    obligation = make_obligation("x = 2", "x^2 = 4", "x > 0", cited=cited)
    first, second = obligation.premises
    # Definitions stand throughout.
    obligation = obligation.changed(premises=(first, second.changed(is_definition=definition)))
    statement = await gated(SIGNED, ScriptedJudge(), "h1", "h2")
    assert uncited_hypotheses(obligation, statement) == uncited


def test_a_claim_supposed_in_so_many_words_is_supposed() -> None:
    assert supposes_itself(make_obligation("x = 2", "Suppose x = 2", assumed=True))
    assert not supposes_itself(make_obligation("x = 2", "Suppose x = 3", assumed=True))


@pytest.mark.parametrize(
    ("cited", "assumed", "is_refuted"),
    [
        (("h1",), False, True),
        ((), False, False),
        # What is supposed holds at every point though nobody cites it.
        (("h1",), True, False),
    ],
)
async def test_a_point_where_what_is_cited_holds_and_the_claim_fails_is_a_weak_refutation(
    cited: tuple[str, ...], assumed: bool, is_refuted: bool
) -> None:
    judge = ScriptedJudge(counterexamples)
    obligation = make_obligation("x = 2", "x^2 = 4", "x > 0", cited=cited, assumed=assumed)
    statement = await gated(SIGNED, judge, "h1", "h2")
    found = await refute_from_cited(obligation, statement, judge)
    assert (found is not None) is is_refuted
    if found is not None:
        assert found[1].form is RefutationForm.NOT_FROM_CITED


async def inference(
    *lines: str, premises: int = 1, missing: tuple[str, ...] = ()
) -> GatedStatement:
    """A statement of an inference with a premise slot each and hypotheses from these lines."""
    stated = await gated("(x : Int) (h1 : x ^ 2 = 4) : x = 2", ScriptedJudge(), *lines)
    slot = SlotMatch(role=SlotRole.PREMISE, source="x^2 = 4", lean="h1", score=1.0)
    told = stated.report.changed(matches=(slot,) * premises, missing_assumptions=missing)
    return stated.changed(report=told)


JUDGEMENT = ProofJudgement(
    verdict=ProofVerdict.ACCEPT,
    polarity=Polarity.CLAIM,
    statement_digest=digest_of("statement"),
    body="omega",
    backend="scripted",
    toolchain="scripted",
    digest=digest_of("proof"),
)
INFERENCE = make_obligation("x = 2", "x^2 = 4", cited=("h1",)).changed(is_inference=True)


def disproved(form: RefutationForm) -> Disproved:
    return Disproved(judgement=JUDGEMENT, form=form, route=Route.SEARCH)


@pytest.mark.parametrize(
    "form",
    [RefutationForm.NOT_ENTAILED, RefutationForm.CONTRADICTED, RefutationForm.NOT_FROM_CITED],
)
async def test_a_refuted_inference_never_shows_the_claim_false(form: RefutationForm) -> None:
    stated = await inference("h1")
    settled = settled_inference(INFERENCE, stated.report, disproved(form))
    assert isinstance(settled, Disproved)
    assert settled.form is RefutationForm.NOT_FROM_CITED


async def test_an_inference_refuted_without_a_premise_of_the_author_stays_open() -> None:
    refuted = disproved(RefutationForm.NOT_ENTAILED)
    dropped = await inference("h1", premises=0)
    assert isinstance(settled_inference(INFERENCE, dropped.report, refuted), Unsettled)
    silent = await inference("h1", missing=("x > 0 is plainly meant",))
    assert isinstance(settled_inference(INFERENCE, silent.report, refuted), Unsettled)
    absurd = disproved(RefutationForm.CONTRADICTS_CONTEXT)
    whole = await inference("h1")
    assert isinstance(settled_inference(INFERENCE, whole.report, absurd), Unsettled)


async def test_an_inference_is_not_confirmed_by_givens_that_the_author_does_not_use() -> None:
    proved = Proved(judgement=JUDGEMENT, route=Route.AUTOMATION)
    more = await inference("h1", "problem")
    assert isinstance(settled_inference(INFERENCE, more.report, proved), Unsettled)
    whole = await inference("h1")
    assert settled_inference(INFERENCE, whole.report, proved) is proved
