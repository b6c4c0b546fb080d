"""Stage three: from local evidence to the verdict (paper §4.2, algorithm 1).

The earliest step with reliable negative evidence is the first error, unless an adjudication of the
open steps before it names one of them. Without such evidence a final synthesis names ``correct`` or
a risky step. A proof with nothing refuted of which too little was judged is
undecided (``undecided.py``).
"""

from collections.abc import Collection, Sequence
from types import MappingProxyType
from typing import NamedTuple

from faithsieve.errors import OutOfBudgetError, ReplyFormatError
from faithsieve.llm.accounting import CostLedger
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import Answer
from faithsieve.records.counting import share_of
from faithsieve.records.digest import Digest
from faithsieve.records.evidence import Refuted
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.settings import DecodingSettings, FusionSettings, Settings, Standard
from faithsieve.records.verdict import (
    StepFinding,
    StepStatus,
    Verdict,
    VerdictKind,
    VerdictStandard,
)
from faithsieve.records.verification import VerifiedUnit, VerifiedWindow
from faithsieve.synthesize.confidence import confidence_in_error
from faithsieve.synthesize.coverage import coverage_of, steps_left
from faithsieve.synthesize.final_synthesis import (
    SynthesisReply,
    adjudicate,
    synthesize_finally,
)
from faithsieve.synthesize.fusion import (
    decisive_evidence,
    error_of_other_convention,
    first_error,
    fuse,
    is_symptom,
    steps_to_adjudicate,
    uncertain_prefix,
)
from faithsieve.synthesize.missing_lean import require_lean
from faithsieve.synthesize.step_evidence import Scan, describe_evidence
from faithsieve.synthesize.undecided import AuditExtent, abstain_if_unjudged


class AuditedProof(NamedTuple):
    """What the stages before found out about one proof."""

    localization: Localization
    """The units and what the scan doubts."""
    verified: VerifiedWindow
    """What stage two found out about the units it looked at."""
    linted: tuple[VerifiedUnit, ...] = ()
    """What code refuted before, a unit a finding."""
    cut_by: str = ""
    """The budget that ended the audit before all windows were looked at, if one did."""

    @property
    def units(self) -> tuple[VerifiedUnit, ...]:
        """Everything with evidence."""
        return (*self.verified.units, *self.linted)

    @property
    def confirmations(self) -> tuple[Refuted, ...]:
        """The findings of code as refutations."""
        results = (result for unit in self.linted for result in unit.results)
        return tuple(result for result in results if isinstance(result, Refuted))


async def synthesize(
    audit: AuditedProof, *, settings: Settings, model: ChatModel, costs: CostLedger
) -> Verdict:
    """Give the verdict on one audited proof, with its coverage and all artifacts it rests on.

    Args:
        audit: What the stages before found out.
        settings: All settings.
        model: Who is asked what the evidence leaves open, if the settings ask anybody.
        costs: Knows whether the budget ended, also while the model was asked here.

    Raises:
        LLMError: the model could not be asked, or gave no readable final label.
        LeanUnavailableError: Lean could not be asked, and without it nothing decides.
    """
    found, verified, fusion = audit.localization, audit.verified, settings.fusion
    is_cut_short = bool(audit.cut_by or costs.ended_by)
    verdict = await decide_proof(
        Evidence(
            found.proof,
            audit.units,
            settings.standard,
            found.doubts_by_step(),
            AuditExtent(steps_left(found.units, verified.units), is_cut_short=is_cut_short),
            found.silent_steps(),
        ),
        settings=fusion,
        model=model if fusion.ask_model else None,
        decoding=settings.decoding,
    )
    verdict = require_lean(verdict, verified, is_opinion=fusion.ask_model)
    cited = (*verdict.artifacts, *found.artifacts, *verified.artifacts)
    cut_by = audit.cut_by or costs.ended_by
    other_error = error_of_other_convention(
        audit.units, verdict.label, step_count=len(found.proof.steps), settings=fusion
    )
    # A copy of checked values: the new fields have the right types.
    return verdict.model_copy(
        update={
            "artifacts": tuple(dict.fromkeys(cited)),
            "coverage": coverage_of(found.units, verified.units, verdict.steps, cut_by=cut_by),
            "other_error": other_error,
            "standard": VerdictStandard(effort=settings.effort, **dict(settings.standard)),
        }
    )


def _artifacts(findings: Sequence[StepFinding]) -> tuple[Digest, ...]:
    keys = {key: None for f in findings for item in f.evidence for key in item.artifacts}
    return tuple(keys)


def _in_words(error: StepIndex, findings: Sequence[StepFinding], *, may_be_earlier: bool) -> str:
    """Word the evidence against a step, each piece once: code and Lean may say the same."""
    told = [item.summary for item in decisive_evidence(findings[error - 1])]
    whole = [text for text in told if not any(text != other and text in other for other in told)]
    words = f"Step {error} is refuted: " + "; ".join(dict.fromkeys(whole))
    if not may_be_earlier:
        return words
    open_steps = ", ".join(map(str, uncertain_prefix(findings, error)))
    return (
        f"{words}. The first error is at or before step {error}: a false number is often carried "
        f"on from an earlier slip, and nothing is settled about the steps before it ({open_steps})."
    )


def verdict_of_error(error: StepIndex, findings: Sequence[StepFinding]) -> Verdict:
    """Build the verdict on a step with reliable negative evidence."""
    may_be_earlier = is_symptom(findings, error)
    return Verdict(
        label=error,
        kind=VerdictKind.FIRST_ERROR,
        confidence=confidence_in_error(findings[error - 1]),
        may_be_earlier=may_be_earlier,
        rationale=_in_words(error, findings, may_be_earlier=may_be_earlier),
        steps=tuple(findings),
        artifacts=_artifacts(findings),
    )


def verdict_of_adjudication(
    error: StepIndex,
    earlier: Collection[StepIndex],
    findings: Sequence[StepFinding],
    answers: Sequence[Answer[SynthesisReply]],
) -> Verdict:
    """Build the verdict on a refuted step: an earlier open step that was named, never a later one.

    An answer that names neither the refuted step nor an open one before it contradicts the
    evidence, so it does not count.
    """
    final = answers[-1].record
    traced = final.label if final.label == error or final.label in earlier else None
    is_earlier = traced is not None and traced != error
    words = _in_words(error, findings, may_be_earlier=traced is None)
    return Verdict(
        label=traced or error,
        kind=VerdictKind.RISKY_STEP if is_earlier else VerdictKind.FIRST_ERROR,
        confidence=confidence_in_error(findings[error - 1]) if traced is None else final.confidence,
        may_be_earlier=traced is None,
        rationale=f"{final.reason} {words}" if is_earlier else words,
        steps=tuple(findings),
        artifacts=(*_artifacts(findings), *(answer.key for answer in answers)),
    )


def _nothing_refuted(findings: Sequence[StepFinding]) -> Verdict:
    """Build the verdict when nothing was refuted and no model is asked for an opinion."""
    checked = sum(f.status is StepStatus.SUPPORTED for f in findings)
    return Verdict(
        label="correct",
        kind=VerdictKind.NO_ERROR_FOUND,
        rationale=f"No step was refuted; {share_of(checked, len(findings), 'step')} supported.",
        steps=tuple(findings),
        artifacts=_artifacts(findings),
    )


class Evidence(NamedTuple):
    """What is known about a proof, and what stands behind it and is told together with it."""

    proof: Proof
    units: Sequence[VerifiedUnit]
    """Everything known about every unit that was looked at, and about lint findings."""
    standard: Standard = Standard()
    """What counts as an error."""
    scan: Scan = MappingProxyType({})
    """What the suspicion scan doubts, by step."""
    audit: AuditExtent = AuditExtent()
    """Who looked at the proof, and at what."""
    silent: frozenset[StepIndex] = frozenset()
    """Steps that claim nothing, so that nothing in them can be wrong."""


async def decide_proof(
    evidence: Evidence,
    *,
    settings: FusionSettings,
    model: ChatModel | None,
    decoding: DecodingSettings,
) -> Verdict:
    """Decide on one proof.

    Args:
        model: Who is asked what the evidence leaves open, or None to ask nobody.

    Raises:
        ReplyFormatError: the final synthesis gave no readable label.
    """
    units = evidence.units
    findings = fuse(units, step_count=len(evidence.proof.steps), settings=settings)
    error = first_error(findings)
    if error is not None:
        is_asked = model is not None and settings.adjudicate
        known_open = steps_to_adjudicate(units, findings, error) if is_asked else frozenset()
        earlier = known_open - evidence.silent
        if model is None or not earlier:
            return verdict_of_error(error, findings)
        try:
            answers = await adjudicate(
                evidence.proof,
                describe_evidence(findings[:error], units, evidence.scan),
                step=error,
                model=model,
                decoding=decoding,
                standard=evidence.standard,
            )
        except ReplyFormatError:
            # Without a readable answer about the steps before it, the refuted one is the first.
            return verdict_of_error(error, findings)
        return verdict_of_adjudication(error, earlier, findings, answers)
    audit = evidence.audit._replace(has_judge=model is not None)
    verdict = None
    if model is not None:
        try:
            verdict = await _opinion(evidence, findings, model=model, decoding=decoding)
        except OutOfBudgetError:
            audit = audit._replace(is_unread=True)
    verdict = verdict or _nothing_refuted(findings)
    return abstain_if_unjudged(verdict, units, audit, force_label=settings.force_label)


async def _opinion(
    evidence: Evidence,
    findings: tuple[StepFinding, ...],
    *,
    model: ChatModel,
    decoding: DecodingSettings,
) -> Verdict:
    answers = await synthesize_finally(
        evidence.proof,
        describe_evidence(findings, evidence.units, evidence.scan),
        model=model,
        decoding=decoding,
        standard=evidence.standard,
    )
    final = answers[-1].record
    is_correct = final.label == "correct"
    return Verdict(
        label=final.label,
        kind=VerdictKind.NO_ERROR_FOUND if is_correct else VerdictKind.RISKY_STEP,
        confidence=final.confidence,
        rationale=final.reason,
        steps=findings,
        artifacts=(*_artifacts(findings), *(answer.key for answer in answers)),
    )
