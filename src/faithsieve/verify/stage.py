"""Stage two: from a localization to a verified window (paper §4, algorithm 1).

One review call covers the window; obligations are typed by code and evaluated side by side, the
contested ones first. After an outright refutation the obligations of later units say nothing about
the first error any more, so they are dropped, whether or not they were finished by then: the
result must not depend on who was faster.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from faithsieve.verify.lint_evidence import proposals_from_lint, result_from_lint
from faithsieve.verify.obligations import discover_obligations, is_quoted, may_not_commute
from faithsieve.verify.review import ReviewedUnits, review_units, unreviewed
from faithsieve.verify.shared_calls import Seat

_COMPUTED = frozenset({RefutationForm.NUMERIC, RefutationForm.SYMBOLIC})
_PROVED = frozenset({RefutationForm.CONTRADICTED})
_SURE = 0.8
_ALL_BUT_CERTAIN = 0.9
_LEAST_TAKING_BACK = 12
"""Characters of a quotation that takes a claim back; a shorter one stands everywhere."""


class Watch(NamedTuple):
    """Who is told about results, and who says that the proof's budget is used up."""

    on_result: Callable[[LocalResult], None] = lambda result: None
    """Told each local result when it is known; a later one may still drop it."""
    used_up: Callable[[], str] = lambda: ""
    """Names the limit that was reached, or returns an empty text."""


UNWATCHED = Watch()
NOTHING_FOUND = LintReport()


async def verify(
    localization: Localization,
    *,
    agent: EvaluationAgent,
    lint: LintReport = NOTHING_FOUND,
    watch: Watch = UNWATCHED,
) -> VerifiedWindow:
    """Review the scheduled units, type their obligations and evaluate them.

    Args:
        localization: What stage one found, with the window to look at.
        agent: Evaluates obligations; it has the model, the judge and the settings.
        lint: What zero-token checks know about the proof.
        watch: Who watches.

    Raises:
        LLMError: the model could not be asked; everything answered so far is in its store.
    """
    settings = agent.tools.settings
    scheduled = set(localization.window.units)
    units = tuple(unit for unit in localization.units if unit.unit_id in scheduled)
    reviewed = await _review(units, localization, agent, lint)
    obligations = [
        discover_obligations(
            unit,
            localization.tree,
            review=review,
            prior=localization.suspicion_of(unit.unit_id),
            formalise=settings.formalise,
        )
        for unit, review in zip(units, reviewed.reviews, strict=True)
    ]
    material = [
        unit.is_material and not _is_taken_back(unit, review, localization.proof)
        for unit, review in zip(units, reviewed.reviews, strict=True)
    ]
    deciding = [
        _deciding_forms(review) if is_material else frozenset[RefutationForm]()
        for review, is_material in zip(reviewed.reviews, material, strict=True)
    ]
    objected = [
        place
        for place, review in enumerate(reviewed.reviews)
        if material[place] and _is_sure(review, _ALL_BUT_CERTAIN)
    ]
    evaluation = _Evaluation(agent, lint, watch, deciding, objected)
    results = await evaluation.run(obligations)
    verified = tuple(
        VerifiedUnit(
            unit_id=unit.unit_id,
            step=unit.original_step_idx,
            is_material=is_material,
            has_whole_context=unit.has_whole_context,
            review=review,
            obligations=mine,
            results=tuple(results[obligation.id] for obligation in mine),
        )
        for unit, review, mine, is_material in zip(
            units, reviewed.reviews, obligations, material, strict=True
        )
    )
    window = VerifiedWindow(units=verified, notes=reviewed.notes, artifacts=reviewed.artifacts)
    if not settings.second_review or watch.used_up():
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
    window: VerifiedWindow,
    localization: Localization,
    agent: EvaluationAgent,
    lint: LintReport,
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
    """Whether a reviewer quotes words of a later step that take the claim back or mend it."""
    later = "\n".join(step.text for step in proof.steps[unit.original_step_idx :])
    return review.verdict is ReviewVerdict.CORRECT and is_quoted(
        review.taken_back, later, least=_LEAST_TAKING_BACK
    )


def _deciding_forms(review: LocalReview) -> frozenset[RefutationForm]:
    """Return the forms of refutation that decide about a unit, so that later ones may be dropped.

    A claim that the text takes back hides nothing behind it, and has none. A computation against a
    reviewer who calls the unit correct decides nothing, so what comes later is still looked at. Any
    refutation decides that agrees with a reviewer who is sure.
    """
    if _is_sure(review, _SURE):
        return frozenset(RefutationForm)
    return _PROVED if review.verdict is ReviewVerdict.CORRECT else _PROVED | _COMPUTED


def _is_sure(review: LocalReview, least: float) -> bool:
    return review.verdict is ReviewVerdict.INCORRECT and review.suspicion >= least


class _Placed(NamedTuple):
    """An obligation and the place of its unit in the window."""

    place: int
    obligation: Obligation

    def without_model(self) -> "_Placed":
        # A copy of checked values: only the permission to ask a model is taken away.
        return _Placed(self.place, self.obligation.model_copy(update={"use_lean": False}))


class _Evaluation:
    """The obligations of one window under way."""

    def __init__(
        self,
        agent: EvaluationAgent,
        lint: LintReport,
        watch: Watch,
        deciding: Sequence[frozenset[RefutationForm]],
        objected: Sequence[int] = (),
    ) -> None:
        self.agent = agent
        self.settings = agent.tools.settings
        self.lint = lint
        self.watch = watch
        self.deciding = deciding
        self.objected = objected
        self.refuted: list[int] = []
        self.failures: list[BaseException] = []

    async def run(self, groups: Sequence[Sequence[Obligation]]) -> dict[str, LocalResult]:
        """Evaluate the contested obligations, then those that nobody doubts."""
        pairs = [_Placed(place, o) for place, group in enumerate(groups) for o in group]
        chosen = _chosen([pair.obligation for pair in pairs], self.settings.max_obligations)
        firsts = frozenset(_first_alike(pairs))
        allowed = [p for p in pairs if p.obligation.id in chosen and p.obligation.id in firsts]
        results: dict[str, LocalResult] = {
            o.id: _without_result(o, InconclusiveReason.BUDGET_EXHAUSTED, "over the budget")
            for _, o in pairs
        }
        contested = [pair for pair in allowed if pair.obligation.is_contested]
        undoubted = [pair for pair in allowed if not pair.obligation.is_contested]
        # What stands before the first doubt is checked whatever becomes of it, so it shares calls.
        doubt = min((pair.place for pair in contested), default=len(groups))
        early = [pair for pair in undoubted if contested and pair.place < doubt]
        for portion in _portions([*contested, *early], self.settings.concurrency):
            results |= await self._evaluate(self._spared(self._in_time(portion)))
        later = [pair for pair in undoubted if pair not in early]
        hidden = self._behind_a_sure_error(later, contested, results)
        later = [pair.without_model() if pair.place in hidden else pair for pair in later]
        for portion in _portions(later, self.settings.concurrency):
            results |= await self._evaluate(self._spared(self._in_time(portion)))
        results |= {
            o.id: _without_result(o, InconclusiveReason.DROPPED, "a reviewer is sure of an error")
            for place, o in later
            if place in hidden and _is_untried(results[o.id])
        }
        if self.failures:
            raise self.failures[0]
        results |= {
            o.id: results[of].model_copy(update={"obligation_id": o.id})
            for (_, o), of in zip(pairs, _first_alike(pairs), strict=True)
            if of != o.id and o.id in chosen
        }
        results |= conditional_results([o for _, o in pairs], results)
        late = [o for place, o in pairs if self._is_late(place)]
        return results | {o.id: _after_refutation(o) for o in late}

    def _behind_a_sure_error(
        self,
        undoubted: Sequence[_Placed],
        contested: Sequence[_Placed],
        results: dict[str, LocalResult],
    ) -> frozenset[int]:
        """Places behind an error that a reviewer is sure of and Lean left open, for code alone.

        It says nothing about the first error. Where everything about the objected unit was proved,
        the objection is answered and hides nothing.
        """
        standing = [
            place
            for place in self.objected
            if not all(isinstance(results[o.id], Passed) for at, o in contested if at == place)
        ]
        if not standing or not self.settings.drop_later or self.settings.formalise == "all":
            return frozenset()
        return frozenset(pair.place for pair in undoubted if pair.place > min(standing))

    def _spared(self, portion: Sequence[_Placed]) -> list[_Placed]:
        """Leave to code what nobody doubts once the budget is used up.

        Between portions, not between obligations: a portion ends as a whole, so that a replay
        with the same recorded costs stops at the same place.
        """
        if not self.watch.used_up():
            return list(portion)
        return [pair if pair.obligation.is_contested else pair.without_model() for pair in portion]

    async def _evaluate(self, pairs: Sequence[_Placed]) -> dict[str, LocalResult]:
        # All seats are taken before anybody asks, so that questions meet.
        seated = [(pair, self.agent.desk.seat()) for pair in pairs]
        done = await asyncio.gather(
            *(self._one(pair, seat) for pair, seat in seated), return_exceptions=True
        )
        results = {}
        for (place, obligation), result in zip(pairs, done, strict=True):
            if isinstance(result, BaseException):
                # One failure must not keep the others from asking: a batch collects all questions.
                self.failures.append(result)
                continue
            results[obligation.id] = result
            if isinstance(result, Refuted) and result.form in self.deciding[place]:
                self.refuted.append(place)
        return results

    async def _one(self, pair: _Placed, seat: Seat) -> LocalResult:
        known = result_from_lint(pair.obligation, self.lint)
        if isinstance(known, Passed) and may_not_commute(self.agent.tools.problem):
            known = None
        if known is not None:
            with seat:
                result: LocalResult = known
        else:
            proposals = proposals_from_lint(pair.obligation, self.lint)
            result = await self.agent.evaluate(pair.obligation, proposals=proposals, seat=seat)
        self.watch.on_result(result)
        return result

    def _in_time(self, portion: Sequence[_Placed]) -> list[_Placed]:
        return [pair for pair in portion if not self._is_late(pair.place)]

    def _is_late(self, place: int) -> bool:
        return self.settings.drop_later and bool(self.refuted) and place > min(self.refuted)


def _first_alike(pairs: Sequence[_Placed]) -> list[str]:
    """For each obligation the first one that asks the same: same claim, kind and context."""
    first: dict[tuple[str, ...], str] = {}
    return [
        first.setdefault((o.kind.value, o.claim, *(p.text for p in o.premises)), o.id)
        for _, o in pairs
    ]


def conditional_results(
    obligations: Sequence[Obligation], results: Mapping[str, LocalResult]
) -> dict[str, LocalResult]:
    """Let no claim be confirmed that was proved from a fact that was refuted.

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


def _portions(pairs: Sequence[_Placed], size: int) -> Iterator[Sequence[_Placed]]:
    return (pairs[start : start + size] for start in range(0, len(pairs), size))


def _chosen(obligations: Sequence[Obligation], limit: int | None) -> frozenset[str]:
    """The obligations to check; ties go to the earlier one."""
    ranked = sorted(obligations, key=lambda o: -o.lean_priority)
    return frozenset(o.id for o in (ranked if limit is None else ranked[:limit]))


def _is_untried(result: LocalResult) -> bool:
    return isinstance(result, Inconclusive) and result.reason is InconclusiveReason.NOT_TRIED


def _after_refutation(obligation: Obligation) -> Inconclusive:
    return _without_result(
        obligation, InconclusiveReason.DROPPED, "an obligation of an earlier unit was refuted"
    )


def _without_result(
    obligation: Obligation, reason: InconclusiveReason, detail: str
) -> Inconclusive:
    return Inconclusive(obligation_id=obligation.id, reason=reason, detail=detail)
