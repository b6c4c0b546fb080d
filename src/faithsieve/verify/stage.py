"""Stage two: from a localization to a verified window (paper §4, algorithm 1).

One review call covers the window; obligations are typed by code and evaluated side by side, the
contested ones first. After an outright refutation the obligations of later units say nothing about
the first error any more, so they are dropped, whether or not they were finished by then: the result
must not depend on who was faster.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
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
from faithsieve.records.symbolic import LintReport
from faithsieve.records.verification import LocalReview, ReviewVerdict, VerifiedUnit, VerifiedWindow
from faithsieve.verify.agent import EvaluationAgent
from faithsieve.verify.evidence_door import result_from_lint
from faithsieve.verify.obligations import discover_obligations, is_quoted
from faithsieve.verify.review import ReviewedUnits, review_units, unreviewed
from faithsieve.verify.shared_calls import Caller

_OUTRIGHT = frozenset({RefutationForm.NUMERIC, RefutationForm.CONTRADICTED})
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
    review_only: bool = False
    """Leave what is doubted to code too: the budget ended before the window was chosen."""


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

    def is_decided_by(self, refuted: Refuted) -> bool:
        """Return whether a refutation may name an error, so that later claims may be dropped.

        A claim that the text takes back hides nothing behind it. Any refutation decides that agrees
        with a reviewer who is sure.
        """
        if not self.is_material or refuted.is_only_degenerate:
            return False
        if refuted.lean is not None and not self.unit.has_all_assumptions:
            return False
        return refuted.form in _OUTRIGHT or self.is_surely_wrong(_SURE)

    def with_results(self, results: Mapping[str, LocalResult]) -> VerifiedUnit:
        return VerifiedUnit(
            unit_id=self.unit.unit_id,
            step=self.unit.original_step_idx,
            is_material=self.is_material,
            has_whole_context=self.unit.has_whole_context,
            has_all_assumptions=self.unit.has_all_assumptions,
            review=self.review,
            obligations=self.obligations,
            results=tuple(results[obligation.id] for obligation in self.obligations),
        )


class State(StrEnum):
    """What becomes of an obligation on the list."""

    IN_FULL = "evaluated, with Lean where the settings allow it"
    OVER_BUDGET = "looked at by code alone: the budget is used up"
    BEHIND_ERROR = "a reviewer is sure of an error"
    TWIN = "shares the result of an earlier one"
    OVER_LIMIT = "over the budget"
    LATE = "an obligation of an earlier unit was refuted"


_EVALUATED = frozenset({State.IN_FULL, State.OVER_BUDGET, State.BEHIND_ERROR})
_BY_CODE = frozenset({State.OVER_BUDGET, State.BEHIND_ERROR})
_DROPPED = frozenset({State.BEHIND_ERROR, State.LATE})


@dataclass
class _Entry:
    """One line of the list: an obligation, its place and its state."""

    obligation: Obligation
    place: int
    priority: float
    """Its own, or that of a twin where it is higher."""
    state: State = State.IN_FULL
    twin: "_Entry | None" = None
    """An earlier entry with the same claim in the same context, whose result it shares."""
    result: LocalResult | None = None
    """What its evaluation found."""

    @property
    def is_evaluated(self) -> bool:
        return self.state in _EVALUATED

    @property
    def is_contested(self) -> bool:
        return self.obligation.is_contested

    @property
    def to_evaluate(self) -> Obligation:
        """The obligation; without Lean where only code looks at it."""
        by_code = self.state in _BY_CODE
        return self.obligation.changed(use_lean=False) if by_code else self.obligation

    def final_result(self) -> LocalResult:
        """Return the result of the entry: its own, its twin's, or why there is none."""
        if self.state is State.TWIN and self.twin is not None:
            return self.twin.final_result().changed(obligation_id=self.obligation.id)
        if self.state is State.LATE or self.result is None or self._is_untried:
            return self._left_out()
        return self.result

    @property
    def _is_untried(self) -> bool:
        return (
            self.state is State.BEHIND_ERROR
            and isinstance(self.result, Inconclusive)
            and self.result.reason is InconclusiveReason.NOT_TRIED
        )

    def _left_out(self) -> Inconclusive:
        is_dropped = self.state in _DROPPED
        reason = InconclusiveReason.DROPPED if is_dropped else InconclusiveReason.BUDGET_EXHAUSTED
        return Inconclusive(
            obligation_id=self.obligation.id, reason=reason, detail=self.state.value
        )


def list_obligations(cases: Sequence[_Case], limit: int | None) -> list[_Entry]:
    """List the obligations of a window in the order of the proof.

    Duplicates share one entry's result, and lend it their priority: a claim is evaluated if any of
    its twins is among the first ``limit``.
    """
    entries = [_Entry(o, c.place, o.lean_priority) for c in cases for o in c.obligations]
    first: dict[tuple[str, ...], _Entry] = {}
    for entry in entries:
        o = entry.obligation
        twin = first.setdefault((o.kind.value, o.claim, *(p.text for p in o.premises)), entry)
        if twin is not entry:
            entry.state, entry.twin = State.TWIN, twin
            twin.priority = max(twin.priority, entry.priority)
    ranked = sorted(first.values(), key=lambda entry: -entry.priority)
    for entry in ranked[limit:] if limit is not None else ():
        entry.state = State.OVER_LIMIT
    return entries


class _Evaluation:
    """The obligations of one window under way, as one list."""

    def __init__(
        self, agent: EvaluationAgent, lint: LintReport, hooks: VerifyHooks, cases: Sequence[_Case]
    ) -> None:
        self.agent = agent
        self.settings = agent.tools.settings
        self.lint = lint
        self.hooks = hooks
        self.cases = {case.unit.unit_id: case for case in cases}
        self.entries = list_obligations(cases, self.settings.max_obligations)
        self.refuted: list[int] = []
        self.failures: list[BaseException] = []

    async def run(self) -> dict[str, LocalResult]:
        """Evaluate what is contested and what stands before the first doubt, then the rest."""
        waiting = [entry for entry in self.entries if entry.is_evaluated]
        # What stands before the first doubt is checked whatever becomes of it, so it shares calls.
        doubt = min((e.place for e in waiting if e.is_contested), default=0)
        early = [e for e in waiting if e.is_contested or e.place < doubt]
        await self._evaluate(sorted(early, key=lambda entry: not entry.is_contested))
        rest = [e for e in waiting if not e.is_contested and e.place >= doubt]
        for entry in rest:
            if self._is_behind_a_sure_error(entry):
                entry.state = State.BEHIND_ERROR
        await self._evaluate(rest)
        if self.failures:
            raise self.failures[0]
        return self._results()

    def _results(self) -> dict[str, LocalResult]:
        results = {entry.obligation.id: entry.final_result() for entry in self.entries}
        results |= conditional_results([entry.obligation for entry in self.entries], results)
        for entry in self.entries:
            if self._is_late(entry):
                entry.state = State.LATE
                results[entry.obligation.id] = entry.final_result()
        return results

    def _is_behind_a_sure_error(self, entry: _Entry) -> bool:
        """Return whether a reviewer is sure of an earlier error that Lean left open.

        The entry then says nothing about the first error, so only code looks at it. Where
        everything about the objected unit was proved, the objection is answered and hides nothing.
        """
        if self.settings.formalise == "all":
            return False
        return any(
            earlier.place < entry.place
            and not isinstance(earlier.result, Passed)
            and self.cases[earlier.obligation.unit_id].is_surely_wrong(_ALL_BUT_CERTAIN)
            for earlier in self.entries
            if earlier.is_contested and earlier.is_evaluated
        )

    async def _evaluate(self, entries: Sequence[_Entry]) -> None:
        """Evaluate entries, a portion at a time.

        Once the budget is used up, what nobody doubts is left to code. Between portions, not
        between obligations: a portion ends as a whole, so that a replay with the same recorded
        costs stops at the same place.
        """
        size = self.settings.concurrency
        for start in range(0, len(entries), size):
            portion = [entry for entry in entries[start : start + size] if not self._is_late(entry)]
            if self.hooks.used_up():
                for entry in portion:
                    is_left = self.hooks.review_only or not entry.is_contested
                    if entry.state is State.IN_FULL and is_left:
                        entry.state = State.OVER_BUDGET
            await self._evaluate_portion(portion)

    async def _evaluate_portion(self, portion: Sequence[_Entry]) -> None:
        # All register before any of them asks, so that questions share calls.
        turns = self.agent.register(len(portion))
        callers = [(entry.to_evaluate, turn) for entry, turn in zip(portion, turns, strict=True)]
        done = await asyncio.gather(*(self._one(*pair) for pair in callers), return_exceptions=True)
        for entry, result in zip(portion, done, strict=True):
            if isinstance(result, BaseException):
                # One failure must not keep the others from asking: a batch collects all questions.
                self.failures.append(result)
                continue
            entry.result = result
            case = self.cases[entry.obligation.unit_id]
            if isinstance(result, Refuted) and case.is_decided_by(result):
                self.refuted.append(case.place)

    async def _one(self, obligation: Obligation, caller: Caller) -> LocalResult:
        result: LocalResult
        if known := result_from_lint(obligation, self.lint):
            with caller:
                result = known
        else:
            result = await self.agent.evaluate(obligation, caller=caller)
        self.hooks.on_result(result)
        return result

    def _is_late(self, entry: _Entry) -> bool:
        """Return whether an earlier unit was refuted, so that the entry is dropped."""
        return any(earlier < entry.place for earlier in self.refuted)


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
            why = f"proved, but only from {', '.join(rests_on)}, which is refuted"
            found[o.id] = result.set_aside(InconclusiveReason.CONDITIONAL, why)
    return found


def _is_shown_wrong(result: LocalResult) -> bool:
    return isinstance(result, Refuted) and result.form is not RefutationForm.NOT_FROM_CITED
