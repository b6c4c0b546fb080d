"""Evidence fusion: from local results back to the original steps (paper §4.2).

Pure functions over records. A step is ``incorrect`` only on reliable negative evidence under a
named rule; drift, failure, timeout and conflict make it ``uncertain``; what nobody looked at stays
``unchecked``. Nothing here asks a model, and an inconclusive result can never create an error.

A refutation that is reliable still names no error where the proof does not break there: a claim
that is true but for a degenerate case counts only at rigour ``textbook``; a claim that the proof
does not rest on, only by the convention ``first-false``. False arithmetic is set aside only by a
ruling that quotes the proof.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, assert_never

from faithsieve.records.evidence import (
    SET_ASIDE,
    ClaimUse,
    EvidenceItem,
    Inconclusive,
    InconclusiveReason,
    LocalResult,
    Outcome,
    Passed,
    RefutationForm,
    Refuted,
    Ruling,
)
from faithsieve.records.proof import Label, StepIndex
from faithsieve.records.settings import Convention, FusionRule, FusionSettings, Rigour, Settings
from faithsieve.records.verdict import StepFinding, StepStatus
from faithsieve.records.verification import LocalReview, ReviewVerdict, VerifiedUnit

# Forms that show the claim false by themselves, and the rule under which each counts.
_OUTRIGHT = {
    RefutationForm.NUMERIC: FusionRule.FALSE_NUMBERS,
    RefutationForm.CONTRADICTED: FusionRule.REFUTED_OBLIGATION,
}
_SURE_ENOUGH = 0.6
"""How suspicious a reviewer must be to agree with a weak formal result."""
GAP = "gap"
"""The rule of a claim that Lean proves, but not from the reason that the text gives."""


class Basis(NamedTuple):
    """What decides besides the evidence: the settings, the rigour, and what the proof rests on."""

    fusion: FusionSettings = FusionSettings()
    rigour: Rigour = "contest"
    rulings: tuple[Ruling, ...] = ()
    """Which refuted claims the proof rests on, as far as somebody was asked."""

    @classmethod
    def of(cls, settings: Settings, rulings: tuple[Ruling, ...] = ()) -> "Basis":
        return cls(settings.fusion, settings.rigour, rulings)

    def by(self, convention: Convention) -> "Basis":
        """Return the same basis with another convention."""
        return self._replace(fusion=self.fusion.changed(convention=convention))

    @property
    def passes_over_gaps(self) -> bool:
        """Whether thin reasons and degenerate cases are no errors by themselves."""
        return self.rigour != "textbook"

    @property
    def passes_over_slips(self) -> bool:
        """Whether a false claim that the proof does not rest on is no error."""
        return self.fusion.convention == "material"

    def ruling_on(self, unit: VerifiedUnit, result: Refuted) -> Ruling | None:
        wanted = (unit.unit_id, result.obligation_id)
        return next((r for r in self.rulings if (r.unit_id, r.obligation_id) == wanted), None)


CONTEST = Basis()


def _objects(review: LocalReview) -> bool:
    return review.verdict is ReviewVerdict.INCORRECT and review.suspicion >= _SURE_ENOUGH


def _is_faithful(result: Refuted) -> bool:
    """Return whether a refutation is computed from the text, or its statement passed the gate."""
    if result.form is RefutationForm.NUMERIC:
        return True
    return result.lean is not None and result.report is not None and result.report.may_refute


def negative_rule(
    result: Refuted, unit: VerifiedUnit, settings: FusionSettings
) -> FusionRule | None:
    """Find the enabled rule that makes a refutation reliable, or None."""
    rule = _candidate_rule(result, unit, settings) if _is_faithful(result) else None
    return rule if rule in settings.rules else None


def _candidate_rule(
    result: Refuted, unit: VerifiedUnit, settings: FusionSettings
) -> FusionRule | None:
    is_contradicted = result.form is RefutationForm.CONTRADICTED
    if is_contradicted and result.lean is not None and result.lean.is_about_numbers:
        # Lean confirms that the number is false and cannot know where it comes from.
        return FusionRule.FALSE_NUMBERS
    if result.lean is not None and not unit.has_all_assumptions:
        return None
    if result.form in _OUTRIGHT:
        return _OUTRIGHT[result.form]
    complete = (
        unit.has_whole_context
        and not unit.hides_premises_of(result)
        and result.report is not None
        and result.report.premise_score >= settings.complete_context
        and not result.report.missing_assumptions
    )
    if result.form is RefutationForm.NOT_ENTAILED and complete:
        return FusionRule.VERIFIED_COUNTEREXAMPLE
    objected = any(_objects(review) for review in unit.reviews)
    return FusionRule.REVIEW_AGREEMENT if objected else None


def proves_claim(result: LocalResult) -> bool:
    """Return whether Lean or code confirmed the claim from the givens, by whatever reason."""
    return isinstance(result, Passed) and not result.is_supposed


def may_be_gap(result: Refuted, unit: VerifiedUnit) -> bool:
    """Return whether only the reason is refuted: all claims of the unit are proved otherwise.

    Whether that is a gap or an error is for a reader: of what the problem asks to show, the reason
    is the whole proof.
    """
    if result.form is not RefutationForm.NOT_FROM_CITED:
        return False
    others = [r for r in unit.results if r is not result and not _lacks_reason(r)]
    return bool(others) and all(map(proves_claim, others))


def _lacks_reason(result: LocalResult) -> bool:
    return isinstance(result, Refuted) and result.form is RefutationForm.NOT_FROM_CITED


def _item(result: LocalResult, unit: VerifiedUnit, basis: Basis) -> EvidenceItem:
    match result:
        case Passed():
            return EvidenceItem(
                rule="true_otherwise" if result.by_other_reason else "passed_obligation",
                outcome=Outcome.PASSED,
                summary=result.summary,
                decides=not result.by_other_reason,
                obligation_id=result.obligation_id,
                artifacts=result.artifacts,
            )
        case Refuted():
            weight = _weight(result, unit, basis)
            ruling = basis.ruling_on(unit, result)
            return EvidenceItem(
                rule=weight.rule,
                outcome=weight.outcome,
                summary=result.summary,
                use=ruling.words if ruling else "",
                decides=weight.decides,
                obligation_id=result.obligation_id,
                artifacts=(*result.artifacts, *((ruling.artifact,) if ruling else ())),
            )
        case Inconclusive():
            return EvidenceItem(
                rule=result.reason,
                outcome=Outcome.INCONCLUSIVE,
                summary=result.detail or f"could not be checked: {result.reason}",
                decides=False,
                obligation_id=result.obligation_id,
                artifacts=result.artifacts,
            )
        case _:
            assert_never(result)


class _Weight(NamedTuple):
    """What a refutation may do, and under which rule."""

    rule: str
    outcome: Literal[Outcome.REFUTED, "doubt", "slip"]
    decides: bool = False


def _weight(result: Refuted, unit: VerifiedUnit, basis: Basis) -> _Weight:
    rule = negative_rule(result, unit, basis.fusion)
    if rule is None:
        return _Weight(f"weak_{result.form}", "doubt")
    if basis.passes_over_gaps and result.is_only_degenerate:
        return _Weight("degenerate_case", "slip")
    if not basis.passes_over_slips:
        return _Weight(rule, Outcome.REFUTED, decides=True)
    ruling = basis.ruling_on(unit, result)
    if result.is_arithmetic:
        # A mark that some reader set is no quotation, so it does not set arithmetic aside.
        is_aside = ruling is not None and not ruling.is_material
        return _Weight(SET_ASIDE if is_aside else rule, Outcome.REFUTED, decides=not is_aside)
    if not unit.is_material:
        return _Weight("taken_back", "slip")
    if ruling is not None and not ruling.is_material:
        is_gap = ruling.use is ClaimUse.GAP
        return _Weight(GAP, "doubt") if is_gap else _Weight("literal_slip", "slip")
    return _Weight(rule, Outcome.REFUTED, decides=True)


def deciding_claims(
    units: Iterable[VerifiedUnit], basis: Basis
) -> Iterator[tuple[VerifiedUnit, Refuted]]:
    """Yield the refutations that make their steps incorrect, in no particular order."""
    for unit in units:
        for result in unit.results:
            if not isinstance(result, Refuted) or _says_nothing(result, unit):
                continue
            if _weight(result, unit, basis).decides:
                yield unit, result


def _objections(unit: VerifiedUnit) -> list[EvidenceItem]:
    """List the reviewers' objections as evidence items, which decide nothing by themselves."""
    return [
        EvidenceItem(
            rule="review_objection",
            outcome="objection",
            summary=review.reason or f"the reviewer suspects {review.error_type!r}",
            decides=False,
        )
        for review in unit.reviews
        if _objects(review)
    ]


def _find_sound(reviews: Sequence[LocalReview]) -> bool:
    """Return whether there are reviews and all call the unit correct."""
    return {review.verdict for review in reviews} == {ReviewVerdict.CORRECT}


def _evidence_of(
    unit: VerifiedUnit, basis: Basis, proved: frozenset[StepIndex]
) -> Iterator[tuple[StepIndex, EvidenceItem]]:
    """Yield the evidence about a unit, each piece with the step that it counts for."""
    for result in unit.results:
        if _says_nothing(result, unit):
            continue
        item, step = _item(result, unit, basis), _step_of(result, unit, basis)
        # Of two words about one claim the proof is worth more than who found them alike.
        if step == unit.step or step in proved:
            yield unit.step, item
        else:
            yield step, item
            yield unit.step, item.changed(rule="asserted_before", outcome="doubt", decides=False)
    yield from ((unit.step, item) for item in _objections(unit))


def _step_of(result: LocalResult, unit: VerifiedUnit, basis: Basis) -> StepIndex:
    """Return the step where the text first asserts a refuted claim; of all else the unit's own."""
    ruling = basis.ruling_on(unit, result) if isinstance(result, Refuted) else None
    if ruling is None or ruling.asserted_step is None or not ruling.is_material:
        return unit.step
    return ruling.asserted_step


def _says_nothing(result: LocalResult, unit: VerifiedUnit) -> bool:
    """Return whether a result adds nothing: it repeats a lint finding, or concerns no claim."""
    match result:
        case Refuted():
            return result.repeats_finding
        case Inconclusive(reason=InconclusiveReason.NO_CLAIM):
            return _find_sound(unit.reviews)
        case _:
            return False


def _status(items: Iterable[EvidenceItem]) -> StepStatus:
    kinds = {(item.outcome, item.decides) for item in items}
    if (Outcome.REFUTED, True) in kinds:
        return StepStatus.INCORRECT
    doubts = kinds - {(Outcome.PASSED, True)}
    if doubts:
        return StepStatus.UNCERTAIN
    return StepStatus.SUPPORTED if kinds else StepStatus.UNCHECKED


def _sort_key(item: EvidenceItem) -> tuple[bool, str, str, str, str, tuple[str, ...]]:
    said = (item.outcome, item.rule, item.summary, item.obligation_id)
    return (not item.decides, *said, item.artifacts)


def fuse(
    units: Iterable[VerifiedUnit], *, step_count: int, basis: Basis = CONTEST
) -> tuple[StepFinding, ...]:
    """Return the status and evidence of every original step, whatever the order of the units."""
    units = tuple(units)
    proved = proved_steps(units)
    by_step: dict[int, list[EvidenceItem]] = {index: [] for index in range(1, step_count + 1)}
    for unit in units:
        for step, item in _evidence_of(unit, basis, proved):
            by_step[step].append(item)
    return tuple(
        StepFinding(
            index=index, status=_status(items), evidence=tuple(sorted(items, key=_sort_key))
        )
        for index, items in by_step.items()
    )


def first_error(findings: Iterable[StepFinding]) -> StepIndex | None:
    """Return the earliest step with reliable negative evidence, or None."""
    wrong = [f.index for f in findings if f.status is StepStatus.INCORRECT]
    return min(wrong, default=None)


def error_of_other_convention(
    units: Sequence[VerifiedUnit], label: Label | None, *, step_count: int, basis: Basis
) -> StepIndex | None:
    """Find the first refuted step by the convention that was not chosen; None if it is the label.

    Without a refuted step that the proof rests on, the two agree that nothing material was found.
    """
    other = basis.by("first-false" if basis.passes_over_slips else "material")
    error = first_error(fuse(units, step_count=step_count, basis=other))
    return None if error == label else error


def proved_steps(units: Iterable[VerifiedUnit]) -> frozenset[StepIndex]:
    """Return the steps whose audited claims are all proved from the givens, by whatever reason.

    A reviewer's objection to such a step can only be about its reason.
    """
    known = [unit for unit in units if unit.results or _is_objected(unit)]
    steps = {unit.step for unit in known}
    return frozenset(s for s in steps if all(_is_proved(u) for u in known if u.step == s))


def _is_proved(unit: VerifiedUnit) -> bool:
    """Return whether all claims of a unit are proved from the givens; one it must have."""
    claims = [r for r in unit.results if not _lacks_reason(r) and not _claims_nothing(r)]
    return bool(claims) and all(map(proves_claim, claims))


def _claims_nothing(result: LocalResult) -> bool:
    return isinstance(result, Inconclusive) and result.reason is InconclusiveReason.NO_CLAIM


def decisive_evidence(finding: StepFinding) -> tuple[EvidenceItem, ...]:
    """Return the evidence that makes a step incorrect; empty for every other step."""
    return tuple(e for e in finding.evidence if e.decides and e.outcome is Outcome.REFUTED)


def is_symptom(findings: Sequence[StepFinding], error: StepIndex) -> bool:
    """Return whether the error probably comes from an earlier, unseen one.

    A false number is usually carried on from a slip that no check could read: on development rows
    the first error was at the step of the false number in 3 of 13 proofs, and before it in 9.
    """
    rules = {item.rule for item in decisive_evidence(findings[error - 1])}
    return rules == {FusionRule.FALSE_NUMBERS} and bool(uncertain_prefix(findings, error))


def uncertain_prefix(findings: Iterable[StepFinding], error: StepIndex) -> tuple[StepIndex, ...]:
    """Return the unsettled steps before an error, to be adjudicated (algorithm 1)."""
    unsettled = (StepStatus.UNCERTAIN, StepStatus.UNCHECKED)
    return tuple(f.index for f in findings if f.index < error and f.status in unsettled)


def steps_to_adjudicate(
    units: Sequence[VerifiedUnit], findings: Sequence[StepFinding], error: StepIndex
) -> frozenset[StepIndex]:
    """Find the steps before a refuted one that may be the first error all the same.

    Those that somebody objects to or nobody looked at; before a false number every unsettled step,
    for numbers are carried on and a reviewer may have read over the slip.
    """
    unsettled = frozenset(uncertain_prefix(findings, error))
    if is_symptom(findings, error):
        return unsettled
    unseen = unsettled - {unit.step for unit in units}
    objected = {unit.step for unit in units if _is_objected(unit)}
    return unseen | (unsettled & objected)


def _is_objected(unit: VerifiedUnit) -> bool:
    has_refutation = any(isinstance(result, Refuted) for result in unit.results)
    has_objection = any(r.verdict is ReviewVerdict.INCORRECT for r in unit.reviews)
    return unit.is_material and (has_refutation or has_objection)
