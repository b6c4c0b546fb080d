"""Stage three: from local evidence to the verdict (paper §4.2, algorithm 1).

The earliest step with reliable negative evidence is the first error; a false number behind
unsettled steps is traced to the step it comes from. Without such evidence a final synthesis names
``correct`` or a risky step. A proof with nothing refuted of which too little was judged is
undecided (``undecided.py``).
"""

from collections.abc import Sequence

from faithsieve.errors import ReplyFormatError
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import Answer
from faithsieve.records.digest import Digest
from faithsieve.records.proof import Proof, StepIndex
from faithsieve.records.settings import DecodingSettings, FusionSettings
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind
from faithsieve.records.verification import VerifiedUnit
from faithsieve.synthesize.confidence import confidence_in_error
from faithsieve.synthesize.final_synthesis import (
    SynthesisReply,
    synthesize_finally,
    trace_symptom,
)
from faithsieve.synthesize.fusion import (
    decisive_evidence,
    first_error,
    fuse,
    is_symptom,
    uncertain_prefix,
)
from faithsieve.synthesize.undecided import abstain_if_unjudged


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


def verdict_of_symptom(
    error: StepIndex, findings: Sequence[StepFinding], answers: Sequence[Answer[SynthesisReply]]
) -> Verdict:
    """Build the verdict on a false number: the step it was traced to, never a later one.

    An answer that names no step up to the false number contradicts an exact computation, so it
    does not count.
    """
    final = answers[-1].record
    traced = final.label if isinstance(final.label, int) and final.label <= error else None
    is_earlier = traced is not None and traced < error
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
        rationale=f"No step was refuted; {checked} of {len(findings)} steps are supported.",
        steps=tuple(findings),
        artifacts=_artifacts(findings),
    )


async def _trace(
    proof: Proof,
    findings: tuple[StepFinding, ...],
    error: StepIndex,
    *,
    model: ChatModel,
    decoding: DecodingSettings,
) -> Verdict:
    """Ask where a false number comes from; without a readable answer it is its own source."""
    try:
        answers = await trace_symptom(proof, findings, step=error, model=model, decoding=decoding)
    except ReplyFormatError:
        return verdict_of_error(error, findings)
    return verdict_of_symptom(error, findings, answers)


async def synthesize(
    proof: Proof,
    units: Sequence[VerifiedUnit],
    *,
    settings: FusionSettings,
    model: ChatModel | None,
    decoding: DecodingSettings,
    is_cut_short: bool = False,
) -> Verdict:
    """Decide on one proof.

    Args:
        proof: The proof.
        units: Everything known about every unit that was looked at, and about lint findings.
        settings: Which rules count.
        model: Who is asked what the evidence leaves open, or None to ask nobody.
        decoding: How to decode each kind of question.
        is_cut_short: Whether a budget ended the audit before all windows were looked at.

    Raises:
        ReplyFormatError: the final synthesis gave no readable label.
    """
    findings = fuse(units, step_count=len(proof.steps), settings=settings)
    error = first_error(findings)
    if error is not None and is_symptom(findings, error) and settings.trace_symptoms and model:
        return await _trace(proof, findings, error, model=model, decoding=decoding)
    if error is not None:
        return verdict_of_error(error, findings)
    if model is None:
        verdict = _nothing_refuted(findings)
    else:
        verdict = await _opinion(proof, findings, model=model, decoding=decoding)
    return abstain_if_unjudged(
        verdict,
        units,
        has_judge=model is not None,
        force_label=settings.force_label,
        is_cut_short=is_cut_short,
    )


async def _opinion(
    proof: Proof,
    findings: tuple[StepFinding, ...],
    *,
    model: ChatModel,
    decoding: DecodingSettings,
) -> Verdict:
    answers = await synthesize_finally(proof, findings, model=model, decoding=decoding)
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
