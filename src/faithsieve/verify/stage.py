"""Stage two: from a localization to a verified window (paper §4, algorithm 1).

One review call covers the window; obligations are typed by code and evaluated side by side, the
earliest first. After an outright refutation the obligations of later units say nothing about the
first error any more, so they are dropped, whether or not they were finished by then: the result
must not depend on who was faster.
"""

import asyncio
from collections.abc import Callable, Sequence

from faithsieve.lean.protocol import StatementJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.evidence import (
    Inconclusive,
    InconclusiveReason,
    LocalResult,
    RefutationForm,
    Refuted,
)
from faithsieve.records.localization import Localization
from faithsieve.records.obligation import Obligation
from faithsieve.records.review import LocalReview
from faithsieve.records.settings import DecodingSettings, VerifySettings
from faithsieve.records.symbolic import LintReport
from faithsieve.records.verification import VerifiedUnit, VerifiedWindow
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.evaluation_tools import EvaluationTools
from faithsieve.verify.lint_evidence import facts_for_review, result_from_lint
from faithsieve.verify.obligations import discover_obligations
from faithsieve.verify.review import ReviewedUnits, review_units, unreviewed

_OUTRIGHT = frozenset(
    {RefutationForm.NUMERIC, RefutationForm.SYMBOLIC, RefutationForm.CONTRADICTED}
)


async def verify(
    localization: Localization,
    *,
    model: ChatModel,
    judge: StatementJudge,
    settings: VerifySettings,
    decoding: DecodingSettings,
    lint: LintReport | None = None,
    on_result: Callable[[LocalResult], None] = lambda result: None,
) -> VerifiedWindow:
    """Review the scheduled units, type their obligations and evaluate them.

    Args:
        localization: What stage one found.
        model: Who is asked.
        judge: What freezes statements and judges proofs.
        settings: Budgets and switches.
        decoding: How to decode each kind of question.
        lint: What zero-token checks know about the proof.
        on_result: Told each local result when it is known; a later one may still drop it.

    Raises:
        LLMError: the model could not be asked; everything answered so far is in its store.
    """
    scheduled = set(localization.window.units)
    units = tuple(unit for unit in localization.units if unit.unit_id in scheduled)
    reviewed = (
        await review_units(
            units, localization, model=model, decoding=decoding.review, facts=facts_for_review(lint)
        )
        if settings.review
        else unreviewed(units)
    )
    obligations = _obligations(units, localization, reviewed)
    tools = EvaluationTools(localization.proof.problem, model, judge, settings, decoding)
    agent = EvaluationAgent(tools)
    material = tuple(unit.is_material for unit in units)
    results = await _evaluate_all(obligations, material, agent, settings, lint, on_result)
    return VerifiedWindow(
        units=tuple(
            VerifiedUnit(
                unit_id=unit.unit_id,
                step=unit.original_step_idx,
                is_material=unit.is_material,
                has_whole_context=unit.has_whole_context,
                review=review,
                obligations=mine,
                results=tuple(results[obligation.id] for obligation in mine),
            )
            for unit, review, mine in zip(units, reviewed.reviews, obligations, strict=True)
        ),
        notes=reviewed.notes,
        artifacts=reviewed.artifacts,
    )


def _obligations(
    units: Sequence[EdgeUnit], localization: Localization, reviewed: ReviewedUnits
) -> list[tuple[Obligation, ...]]:
    reviews: tuple[LocalReview, ...] = reviewed.reviews
    return [
        discover_obligations(
            unit,
            localization.tree,
            review=review,
            prior=localization.suspicion_of(unit.unit_id),
        )
        for unit, review in zip(units, reviews, strict=True)
    ]


async def _evaluate_all(
    groups: Sequence[tuple[Obligation, ...]],
    material: Sequence[bool],
    agent: EvaluationAgent,
    settings: VerifySettings,
    lint: LintReport | None,
    on_result: Callable[[LocalResult], None],
) -> dict[str, LocalResult]:
    chosen = _chosen(groups, settings.max_obligations)
    gate = asyncio.Semaphore(settings.concurrency)
    earliest: list[int] = []

    async def one(place: int, obligation: Obligation) -> LocalResult:
        if obligation.id not in chosen:
            return _dropped(obligation, InconclusiveReason.BUDGET_EXHAUSTED, "over the budget")
        async with gate:
            if settings.drop_later and earliest and place > min(earliest):
                return _after_refutation(obligation)
            known = result_from_lint(obligation, lint)
            result = known or await agent.evaluate(obligation)
            on_result(result)
        # A claim that the text takes back hides nothing behind it.
        if isinstance(result, Refuted) and result.form in _OUTRIGHT and material[place]:
            earliest.append(place)
        return result

    pairs = [(place, o) for place, group in enumerate(groups) for o in group]
    # One failure must not keep the others from asking: an offline batch collects all questions.
    done = await asyncio.gather(*(one(p, o) for p, o in pairs), return_exceptions=True)
    results: dict[str, LocalResult] = {}
    for (place, obligation), result in zip(pairs, done, strict=True):
        if isinstance(result, BaseException):
            raise result
        is_late = settings.drop_later and bool(earliest) and place > min(earliest)
        results[obligation.id] = _after_refutation(obligation) if is_late else result
    return results


def _chosen(groups: Sequence[tuple[Obligation, ...]], limit: int | None) -> frozenset[str]:
    """The obligations to check; ties go to the earlier one."""
    everything = [obligation for group in groups for obligation in group]
    ranked = sorted(everything, key=lambda o: -o.lean_priority)
    return frozenset(o.id for o in (ranked if limit is None else ranked[:limit]))


def _after_refutation(obligation: Obligation) -> Inconclusive:
    return _dropped(
        obligation, InconclusiveReason.DROPPED, "an obligation of an earlier unit was refuted"
    )


def _dropped(obligation: Obligation, reason: InconclusiveReason, detail: str) -> Inconclusive:
    return Inconclusive(obligation_id=obligation.id, reason=reason, detail=detail)
