"""Stage two: from a localization to a verified window (paper §4, algorithm 1).

One review call covers the window; obligations are typed by code and evaluated side by side, the
contested ones first. After an outright refutation the obligations of later units say nothing about
the first error any more, so they are dropped, whether or not they were finished by then: the
result must not depend on who was faster.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.evidence import (
    Inconclusive,
    InconclusiveReason,
    LocalResult,
    Passed,
    RefutationForm,
    Refuted,
)
from faithsieve.records.localization import Localization
from faithsieve.records.obligation import Obligation
from faithsieve.records.proof import Proof
from faithsieve.records.review import LocalReview, ReviewVerdict
from faithsieve.records.symbolic import LintReport
from faithsieve.records.verification import VerifiedUnit, VerifiedWindow
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.lint_evidence import result_from_lint
from faithsieve.verify.obligations import discover_obligations, is_quoted, may_not_commute
from faithsieve.verify.review import ReviewedUnits, review_units, unreviewed
from faithsieve.verify.shared_calls import Caller

_COMPUTED = frozenset({RefutationForm.NUMERIC, RefutationForm.SYMBOLIC})
_PROVED = frozenset({RefutationForm.CONTRADICTED})
_SURE = 0.8
_ALL_BUT_CERTAIN = 0.9
_LEAST_TAKING_BACK = 12
"""Characters of a quotation that takes a claim back; a shorter one stands everywhere."""


class VerifyHooks(NamedTuple):
    """Callbacks of a check: one for results, one that tells when the budget is used up."""

    on_result: Callable[[LocalResult], None] = lambda result: None
    """Told each local result when it is known; a later one may still drop it."""
    used_up: Callable[[], str] = lambda: ""
    """Names the limit that was reached, or returns an empty text."""


NO_HOOKS = VerifyHooks()
NOTHING_FOUND = LintReport()


async def verify(
    localization: Localization,
    *,
    agent: EvaluationAgent,
    lint: LintReport = NOTHING_FOUND,
    hooks: VerifyHooks = NO_HOOKS,
) -> VerifiedWindow:
    """Review the scheduled units, type their obligations and evaluate them.

    Args:
        localization: What stage one found, with the window to look at.
        agent: Evaluates obligations; it has the model, the judge and the settings.
        lint: What zero-token checks know about the proof.
        hooks: Callbacks for results and the budget.

    Raises:
        LLMError: the model could not be asked; everything answered so far is in its store.
    """
    scheduled = set(localization.window.units)
    units = [unit for unit in localization.units if unit.unit_id in scheduled]
    reviewed = await _review(units, localization, agent, lint)
    cases = [
        _Case(
            place=place,
            unit=unit,
            review=review,
            is_material=unit.is_material and not _is_taken_back(unit, review, localization.proof),
            obligations=discover_obligations(
                unit,
                localization.tree,
                review=review,
                prior=localization.suspicion_of(unit.unit_id),
                formalise=agent.tools.settings.formalise,
            ),
        )
        for place, (unit, review) in enumerate(zip(units, reviewed.reviews, strict=True))
    ]
    results = await _Evaluation(agent, lint, hooks, cases).run()
    verified = tuple(case.with_results(results) for case in cases)
    window = VerifiedWindow(units=verified, notes=reviewed.notes, artifacts=reviewed.artifacts)
    if not agent.tools.settings.second_review or hooks.used_up():
        return window
    return await _review_unsettled(window, localization, agent, lint)


async def _review(
    units: Sequence[EdgeUnit],
    localization: Localization,
    agent: EvaluationAgent,
    lint: LintReport,
    sample_index: int = 0,
) -> ReviewedUnits:
    if not agent.tools.settings.review:
        return unreviewed(units)
    return await review_units(
        units,
        localization,
        model=agent.tools.model,
        decoding=agent.tools.decoding.review,
        facts=lint.facts,
        sample_index=sample_index,
        standard=agent.tools.standard,
    )


async def _review_unsettled(
    window: VerifiedWindow, localization: Localization, agent: EvaluationAgent, lint: LintReport
) -> VerifiedWindow:
    """Add an independent review of every unit that the first one and Lean left unsettled."""
    open_ids = {unit.unit_id for unit in window.units if not unit.is_settled}
    units = [unit for unit in localization.units if unit.unit_id in open_ids]
    if not units or not agent.tools.settings.review:
        return window
    again = await _review(units, localization, agent, lint, sample_index=1)
    said = {review.unit_id: review for review in again.reviews}
    return VerifiedWindow(
        units=tuple(unit.changed(second_review=said.get(unit.unit_id)) for unit in window.units),
        notes=(*window.notes, *again.notes),
        artifacts=(*window.artifacts, *again.artifacts),
    )


def _is_taken_back(unit: EdgeUnit, review: LocalReview, proof: Proof) -> bool:
    """Return whether a reviewer quotes a later step that takes the claim back or mends it."""
    later = "\n".join(step.text for step in proof.steps[unit.original_step_idx :])
    return review.verdict is ReviewVerdict.CORRECT and is_quoted(
        review.taken_back, later, least=_LEAST_TAKING_BACK
    )


class _Case(NamedTuple):
    """One unit of the window, with its review and what it has to answer for."""

    place: int
    unit: EdgeUnit
    review: LocalReview
    is_material: bool
    obligations: tuple[Obligation, ...]

    def is_surely_wrong(self, least: float) -> bool:
        """Return whether a reviewer is this sure of an error that the proof does not take back."""
        is_objected = self.review.verdict is ReviewVerdict.INCORRECT
        return self.is_material and is_objected and self.review.suspicion >= least

    @property
    def deciding_forms(self) -> frozenset[RefutationForm]:
        """The forms of refutation that decide about the unit, so that later ones may be dropped.

        A claim that the text takes back hides nothing behind it, and has none. A computation
        against a reviewer who calls the unit correct decides nothing, so what comes later is still
        looked at. Any refutation decides that agrees with a reviewer who is sure.
        """
        if not self.is_material:
            return frozenset()
        if self.is_surely_wrong(_SURE):
            return frozenset(RefutationForm)
        is_sound = self.review.verdict is ReviewVerdict.CORRECT
        return _PROVED if is_sound else _PROVED | _COMPUTED

    def with_results(self, results: Mapping[str, LocalResult]) -> VerifiedUnit:
        return VerifiedUnit(
            unit_id=self.unit.unit_id,
            step=self.unit.original_step_idx,
            is_material=self.is_material,
            has_whole_context=self.unit.has_whole_context,
            review=self.review,
            obligations=self.obligations,
            results=tuple(results[obligation.id] for obligation in self.obligations),
        )


class _Evaluation:
    """The obligations of one window under way."""

    def __init__(
        self, agent: EvaluationAgent, lint: LintReport, hooks: VerifyHooks, cases: Sequence[_Case]
    ) -> None:
        self.agent = agent
        self.settings = agent.tools.settings
        self.lint = lint
        self.hooks = hooks
        self.cases = {case.unit.unit_id: case for case in cases}
        self.results: dict[str, LocalResult] = {}
        self.refuted: list[int] = []
        self.failures: list[BaseException] = []

    async def run(self) -> dict[str, LocalResult]:
        """Evaluate the contested obligations, then those that nobody doubts."""
        everything = [o for case in self.cases.values() for o in case.obligations]
        self._leave_out(everything, InconclusiveReason.BUDGET_EXHAUSTED, "over the budget")
        chosen = _chosen(everything, self.settings.max_obligations)
        first = _first_alike(everything)
        allowed = [o for o in everything if o.id in chosen and first[o.id] == o.id]
        contested = [o for o in allowed if o.is_contested]
        undoubted = [o for o in allowed if not o.is_contested]
        # What stands before the first doubt is checked whatever becomes of it, so it shares calls.
        doubt = min(map(self._place, contested), default=0)
        await self._evaluate([*contested, *(o for o in undoubted if self._place(o) < doubt)])
        later = [o for o in undoubted if self._place(o) >= doubt]
        hidden = self._behind_a_sure_error(later, contested)
        await self._evaluate([_for_code(o) if o in hidden else o for o in later])
        untried = [o for o in hidden if _is_untried(self.results[o.id])]
        self._leave_out(untried, InconclusiveReason.DROPPED, "a reviewer is sure of an error")
        if self.failures:
            raise self.failures[0]
        for o in everything:
            if o.id in chosen and first[o.id] != o.id:
                self.results[o.id] = self.results[first[o.id]].changed(obligation_id=o.id)
        self.results |= conditional_results(everything, self.results)
        late = [o for o in everything if self._is_late(o)]
        why = "an obligation of an earlier unit was refuted"
        self._leave_out(late, InconclusiveReason.DROPPED, why)
        return self.results

    def _place(self, obligation: Obligation) -> int:
        return self.cases[obligation.unit_id].place

    def _leave_out(
        self, obligations: Sequence[Obligation], reason: InconclusiveReason, detail: str
    ) -> None:
        for o in obligations:
            self.results[o.id] = Inconclusive(obligation_id=o.id, reason=reason, detail=detail)

    def _behind_a_sure_error(
        self, undoubted: Sequence[Obligation], contested: Sequence[Obligation]
    ) -> list[Obligation]:
        """Return the obligations after an error that a reviewer is sure of and Lean left open.

        It says nothing about the first error, so only code looks at it. Where everything about the
        objected unit was proved, the objection is answered and hides nothing.
        """
        if not self.settings.drop_later or self.settings.formalise == "all":
            return []
        unproved = {o.unit_id for o in contested if not isinstance(self.results[o.id], Passed)}
        standing = [
            case.place
            for unit_id, case in self.cases.items()
            if unit_id in unproved and case.is_surely_wrong(_ALL_BUT_CERTAIN)
        ]
        return [o for o in undoubted if any(place < self._place(o) for place in standing)]

    async def _evaluate(self, obligations: Sequence[Obligation]) -> None:
        """Evaluate obligations, a portion at a time.

        Once the budget is used up, what nobody doubts is left to code. Between portions, not
        between obligations: a portion ends as a whole, so that a replay with the same recorded
        costs stops at the same place.
        """
        size = self.settings.concurrency
        for start in range(0, len(obligations), size):
            portion = [o for o in obligations[start : start + size] if not self._is_late(o)]
            if self.hooks.used_up():
                portion = [o if o.is_contested else _for_code(o) for o in portion]
            await self._evaluate_portion(portion)

    async def _evaluate_portion(self, portion: Sequence[Obligation]) -> None:
        # All register before any of them asks, so that questions share calls.
        callers = zip(portion, self.agent.batcher.register_all(len(portion)), strict=True)
        done = await asyncio.gather(*(self._one(*pair) for pair in callers), return_exceptions=True)
        for obligation, result in zip(portion, done, strict=True):
            if isinstance(result, BaseException):
                # One failure must not keep the others from asking: a batch collects all questions.
                self.failures.append(result)
                continue
            self.results[obligation.id] = result
            case = self.cases[obligation.unit_id]
            if isinstance(result, Refuted) and result.form in case.deciding_forms:
                self.refuted.append(case.place)

    async def _one(self, obligation: Obligation, caller: Caller) -> LocalResult:
        known = result_from_lint(obligation, self.lint)
        if isinstance(known, Passed) and may_not_commute(self.agent.tools.problem):
            known = None
        if known is not None:
            with caller:
                result: LocalResult = known
        else:
            result = await self.agent.evaluate(obligation, caller=caller)
        self.hooks.on_result(result)
        return result

    def _is_late(self, obligation: Obligation) -> bool:
        """Return whether an earlier unit was refuted, so that the obligation is dropped."""
        place = self._place(obligation)
        return self.settings.drop_later and any(earlier < place for earlier in self.refuted)


def _for_code(obligation: Obligation) -> Obligation:
    """Return the obligation marked for checks by code alone."""
    return obligation.changed(use_lean=False)


def _first_alike(obligations: Sequence[Obligation]) -> dict[str, str]:
    """Map each obligation to the first one with the same claim, kind and context."""
    first: dict[tuple[str, ...], str] = {}
    return {
        o.id: first.setdefault((o.kind.value, o.claim, *(p.text for p in o.premises)), o.id)
        for o in obligations
    }


def conditional_results(
    obligations: Sequence[Obligation], results: Mapping[str, LocalResult]
) -> dict[str, LocalResult]:
    """Turn claims proved from a refuted fact into inconclusive results.

    A fact that only does not follow from what is cited for it may be true.
    """
    refuted = {o.id: o.claim for o in obligations if _is_shown_wrong(results[o.id])}
    false_claims = frozenset(refuted.values())
    found: dict[str, LocalResult] = {}
    for o in obligations:
        result = results[o.id]
        if not isinstance(result, Passed) or result.report is None:
            continue
        used = {source.line for source in result.report.sources} | set(o.cited)
        rests_on = [i for i in o.depends_on if i in refuted]
        rests_on += [p.name for p in o.premises if p.name in used and p.text in false_claims]
        if rests_on:
            found[o.id] = Inconclusive(
                obligation_id=o.id,
                reason=InconclusiveReason.CONDITIONAL,
                detail=f"proved, but only from {', '.join(rests_on)}, which is refuted",
                report=result.report,
                effort=result.effort,
                artifacts=result.artifacts,
            )
    return found


def _is_shown_wrong(result: LocalResult) -> bool:
    return isinstance(result, Refuted) and result.form is not RefutationForm.NOT_FROM_CITED


def _chosen(obligations: Sequence[Obligation], limit: int | None) -> frozenset[str]:
    """Return the ids of the ``limit`` obligations with the highest priority."""
    ranked = sorted(obligations, key=lambda o: -o.lean_priority)
    return frozenset(o.id for o in ranked[:limit])


def _is_untried(result: LocalResult) -> bool:
    return isinstance(result, Inconclusive) and result.reason is InconclusiveReason.NOT_TRIED
