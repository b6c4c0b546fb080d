"""Stage three: from local evidence to the verdict (paper §4.2, algorithm 1).

The earliest step with a refuted claim that the proof rests on (``materiality.py``) is the first
error, unless an adjudication of the open steps before it names one of them. Without such evidence a
final synthesis names ``correct`` or a risky step; a step whose claims Lean proved is not one for a
thin reason. A proof of which too little was judged, or whose false arithmetic was set aside, is
undecided (``undecided.py``).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from faithsieve.errors import OutOfBudgetError, ReplyFormatError
from faithsieve.llm.accounting import CostLedger
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import Answer
from faithsieve.records.evidence import EvidenceItem, Refuted, Ruling
from faithsieve.records.localization import Localization
from faithsieve.records.proof import Label, StepIndex
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import (
    StepFinding,
    StepStatus,
    Verdict,
    VerdictKind,
    VerdictStandard,
)
from faithsieve.records.verification import VerifiedUnit, VerifiedWindow
from faithsieve.records.wording import share_of
from faithsieve.synthesize.confidence import confidence_in_error
from faithsieve.synthesize.coverage import coverage_of, steps_left
from faithsieve.synthesize.final_synthesis import SynthesisReply, adjudicate, synthesize_finally
from faithsieve.synthesize.fusion import (
    Basis,
    decisive_evidence,
    error_of_other_convention,
    first_error,
    fuse,
    is_symptom,
    proved_steps,
    steps_to_adjudicate,
    uncertain_prefix,
)
from faithsieve.synthesize.materiality import quoted_step
from faithsieve.synthesize.missing_lean import require_lean
from faithsieve.synthesize.step_evidence import describe_evidence
from faithsieve.synthesize.undecided import (
    AuditExtent,
    abstain_if_set_aside,
    abstain_if_unjudged,
)


class AuditedProof(NamedTuple):
    """The results of stages one and two on one proof."""

    localization: Localization
    """The units and what the scan doubts."""
    verified: VerifiedWindow
    """What stage two found out about the units it looked at."""
    linted: tuple[VerifiedUnit, ...] = ()
    """What code refuted before, a unit a finding."""
    cut_by: str = ""
    """The budget that ended the audit before all windows were looked at, if one did."""
    rulings: tuple[Ruling, ...] = ()
    """Which refuted claims the proof rests on, as far as somebody was asked."""

    @property
    def units(self) -> tuple[VerifiedUnit, ...]:
        """All units with evidence: verified ones and lint findings."""
        return (*self.verified.units, *self.linted)

    @property
    def confirmations(self) -> tuple[Refuted, ...]:
        """The refutations among the lint findings."""
        results = (result for unit in self.linted for result in unit.results)
        return tuple(result for result in results if isinstance(result, Refuted))


async def synthesize(
    audit: AuditedProof, *, settings: Settings, model: ChatModel, costs: CostLedger
) -> Verdict:
    """Return the verdict on one audited proof, with its coverage and all artifacts it cites.

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
    basis = Basis.of(settings, audit.rulings)
    audit = audit._replace(cut_by=audit.cut_by or costs.ended_by)
    judge = model if fusion.ask_model else None
    verdict = await _Decision(audit, settings, judge).verdict()
    verdict = require_lean(verdict, verified, is_opinion=fusion.ask_model)
    cited = (*verdict.artifacts, *found.artifacts, *verified.artifacts)
    cut_by = audit.cut_by or costs.ended_by
    return verdict.changed(
        artifacts=tuple(dict.fromkeys(cited)),
        coverage=coverage_of(found.units, verified.units, verdict.steps, cut_by=cut_by),
        other_error=error_of_other_convention(
            audit.units, verdict.label, step_count=len(found.proof.steps), basis=basis
        ),
        standard=VerdictStandard(effort=settings.effort, **dict(settings.standard)),
    )


class _Decision:
    """Decides on one proof: by evidence, then by asking the model about what stays open."""

    def __init__(self, audit: AuditedProof, settings: Settings, model: ChatModel | None) -> None:
        self.audit = audit
        self.proof = audit.localization.proof
        self.settings = settings
        self.model = model
        basis = Basis.of(settings, audit.rulings)
        self.findings = fuse(audit.units, step_count=len(self.proof.steps), basis=basis)
        left = steps_left(audit.localization.units, audit.verified.units)
        # At rigour textbook a missing reason is an error, whatever Lean proves.
        self.proved = proved_steps(audit.units) - left if basis.passes_over_gaps else frozenset()

    async def verdict(self) -> Verdict:
        """Return the verdict: the first error, else the model's synthesis, else undecided."""
        error = first_error(self.findings)
        if error is not None:
            return await self._refuted_at(error)
        audit = self.audit
        extent = AuditExtent(
            steps_left(audit.localization.units, audit.verified.units),
            has_judge=self.model is not None,
            is_cut_short=bool(audit.cut_by),
        )
        verdict = self._nothing_refuted()
        if self.model is not None:
            try:
                verdict = await self._opinion(self.model)
            except OutOfBudgetError:
                extent = extent._replace(is_unread=True)
        force_label = self.settings.fusion.force_label
        verdict = abstain_if_unjudged(verdict, audit.units, extent, force_label=force_label)
        return abstain_if_set_aside(verdict, force_label=force_label)

    def _is_gap(self, reply: SynthesisReply) -> bool:
        """Return whether a step is named whose claims are proved, and no false reason is quoted."""
        step = reply.label
        return step in self.proved and quoted_step(self.proof, reply.quote, [step]) is None

    def _verdict(self, answers: Sequence[Answer[SynthesisReply]] = (), **fields: Any) -> Verdict:
        """Build a verdict that cites all evidence and the model's answers."""
        evidence = (item for finding in self.findings for item in finding.evidence)
        cited = dict.fromkeys(key for item in evidence for key in item.artifacts)
        keys = (answer.key for answer in answers)
        steps = self._with_objection(fields["label"], fields["rationale"])
        return Verdict(steps=steps, artifacts=(*cited, *keys), **fields)

    def _with_objection(self, label: Label, reason: str) -> tuple[StepFinding, ...]:
        """Return the findings; a supported step that is named has the objection beside it.

        No step is called supported and named as the likely break at the same time.
        """
        objection = EvidenceItem(
            rule="synthesis_objection", outcome="objection", summary=reason, decides=False
        )
        return tuple(
            f.changed(status=StepStatus.UNCERTAIN, evidence=(*f.evidence, objection))
            if f.index == label and f.status is StepStatus.SUPPORTED
            else f
            for f in self.findings
        )

    async def _refuted_at(self, error: StepIndex) -> Verdict:
        """Return the verdict on a refuted step, or on an earlier open step named by adjudication.

        An answer that names neither contradicts the evidence, so it does not count.
        """
        open_steps = steps_to_adjudicate(self.audit.units, self.findings, error)
        earlier = open_steps - self.audit.localization.silent_steps()
        answers = await self._adjudicated(error) if earlier else ()
        final = answers[-1].record if answers else None
        named = final.label if final and not self._is_gap(final) else None
        traced = named if named in {error, *earlier} else None
        is_earlier = traced is not None and traced != error
        may_be_earlier = traced is None and (bool(answers) or is_symptom(self.findings, error))
        words = self._in_words(error, may_be_earlier=may_be_earlier)
        return self._verdict(
            answers,
            label=traced or error,
            kind=VerdictKind.RISKY_STEP if is_earlier else VerdictKind.FIRST_ERROR,
            confidence=final.confidence
            if final and traced is not None
            else confidence_in_error(self.findings[error - 1]),
            may_be_earlier=may_be_earlier,
            rationale=f"{final.reason} {words}" if final and is_earlier else words,
        )

    async def _adjudicated(self, error: StepIndex) -> tuple[Answer[SynthesisReply], ...]:
        """Ask about the steps before a refuted one; without a readable answer it is the first."""
        if self.model is None or not self.settings.fusion.adjudicate:
            return ()
        evidence = self._described(up_to=error)
        try:
            return await adjudicate(
                self.proof, evidence, step=error, model=self.model, settings=self.settings
            )
        except ReplyFormatError:
            return ()

    def _described(self, up_to: StepIndex | None = None) -> str:
        doubts = self.audit.localization.doubts_by_step()
        return describe_evidence(
            self.findings[:up_to], self.audit.units, doubts, proved=self.proved
        )

    def _in_words(self, error: StepIndex, *, may_be_earlier: bool) -> str:
        """Word the evidence against a step, each piece once: code and Lean may say the same."""
        items = decisive_evidence(self.findings[error - 1])
        uses = " ".join(dict.fromkeys(item.use for item in items if item.use))
        texts = [item.summary for item in items]
        whole = [text for text in texts if not any(text != more and text in more for more in texts)]
        words = f"{uses} Step {error} is refuted: ".lstrip() + "; ".join(dict.fromkeys(whole))
        if not may_be_earlier:
            return words
        open_steps = ", ".join(map(str, uncertain_prefix(self.findings, error)))
        return (
            f"{words}. The first error is at or before step {error}: a false number is often "
            "carried on from an earlier slip, and nothing is settled about the steps before it "
            f"({open_steps})."
        )

    def _nothing_refuted(self) -> Verdict:
        """Build the verdict when nothing was refuted and no model is asked for an opinion."""
        checked = sum(finding.status is StepStatus.SUPPORTED for finding in self.findings)
        share = share_of(checked, len(self.findings), "step")
        return self._verdict(
            label="correct",
            kind=VerdictKind.NO_ERROR_FOUND,
            rationale=f"No step was refuted; {share} supported.",
        )

    async def _opinion(self, model: ChatModel) -> Verdict:
        evidence = self._described()
        answers = await synthesize_finally(
            self.proof, evidence, model=model, settings=self.settings
        )
        final = answers[-1].record
        if self._is_gap(final):
            again = await synthesize_finally(
                self.proof,
                evidence,
                model=model,
                settings=self.settings,
                ruled_out=final.label if isinstance(final.label, int) else None,
            )
            answers, final = (*answers, *again), again[-1].record
        if self._is_gap(final):
            return self._gap(answers, final)
        is_correct = final.label == "correct"
        return self._verdict(
            answers,
            label=final.label,
            kind=VerdictKind.NO_ERROR_FOUND if is_correct else VerdictKind.RISKY_STEP,
            confidence=final.confidence,
            rationale=final.reason,
        )

    def _gap(self, answers: Sequence[Answer[SynthesisReply]], final: SynthesisReply) -> Verdict:
        """Build the verdict where the model finds no other fault than a proved step's reason."""
        return self._verdict(
            answers,
            label="correct",
            kind=VerdictKind.NO_ERROR_FOUND,
            rationale=f"A gap, no error at this rigour: all claims of step {final.label} are "
            f"proved from the givens, and only its reason is criticised: {final.reason}",
        )
