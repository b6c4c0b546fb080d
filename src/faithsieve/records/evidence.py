"""Local results: passed, refuted or inconclusive, never a bare boolean (paper §4.2).

A refutation says how strong it is. "Does not follow from what the proof cites" is not "false", and
only ``contradicted`` stands whatever claims the context may have left out; a supposition that is
missing makes it worthless too.
"""

import re
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from faithsieve.records.base import Record
from faithsieve.records.cost import TokenUsage
from faithsieve.records.digest import Digest
from faithsieve.records.faithfulness import DriftCategory, FaithfulnessReport, ProbeFinding
from faithsieve.records.lean import ModelPart
from faithsieve.records.proof import StepIndex


class Outcome(StrEnum):
    """The three local results; could-not-check is its own outcome."""

    PASSED = "passed"
    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"


class RefutationForm(StrEnum):
    """What exactly was shown against a claim, strongest first."""

    NUMERIC = "numeric"
    """Exact arithmetic: a pure numeric claim is false."""
    CONTRADICTED = "contradicted"
    """``∀ x, H x → ¬ C x``: false wherever its context holds, and the context can hold."""
    CONTRADICTS_CONTEXT = "contradicts_context"
    """``∀ x, H x → ¬ C x``, but nothing shows that the context can hold: weak by itself."""
    NOT_ENTAILED = "not_entailed"
    """``∃ x, H x ∧ ¬ C x``: a counterexample, as far as the context is complete."""
    NOT_FROM_CITED = "not_from_cited"
    """Does not follow from the premises the proof cites; never to be reported as false."""


class Route(StrEnum):
    """How a result was reached."""

    NUMERIC = "numeric"
    AUTOMATION = "automation"
    SEARCH = "search"
    MODEL = "model"


class InconclusiveReason(StrEnum):
    """Which exit of the Formal Evaluation Agent was taken."""

    NO_STATEMENT = "no_statement"
    COMPILE_FAILED = "compile_failed"
    GATE_FAILED = "gate_failed"
    GATE_UNQUALIFIED = "gate_unqualified"
    """Lean has a result, and the model that compared its statement is not qualified as a gate."""
    PROOF_TIMEOUT = "proof_timeout"
    PROOF_EXHAUSTED = "proof_exhausted"
    BACKEND_UNAVAILABLE = "backend_unavailable"
    """Lean could not be asked."""
    BACKEND_CRASHED = "backend_crashed"
    """Lean ended over this claim, again and again."""
    BUDGET_EXHAUSTED = "budget_exhausted"
    OUT_OF_SCOPE = "out_of_scope"
    NO_CLAIM = "no_claim"
    """Whoever was to state it says that it announces, repeats or names, and claims nothing."""
    NOT_TRIED = "not_tried"
    """Code cannot state it, and the effort asks no model about a claim that nobody doubts."""
    QUARANTINED = "quarantined"
    """Claim and negation were both proved: the context is inconsistent or the judge unsound."""
    CONDITIONAL = "conditional"
    """Proved, but only from a fact that was refuted."""
    DROPPED = "dropped"
    """Left out, or not counted, because an earlier claim is refuted or surely wrong."""


class Effort(Record):
    """What a result took."""

    route: Route
    """What reached it."""
    attempts: int = Field(default=1, ge=0)
    """Statements and proofs tried."""
    seconds: float = Field(default=0.0, ge=0)
    """Wall-clock seconds."""
    usage: TokenUsage = TokenUsage()
    """Tokens spent."""


_NUMBER_TYPE = re.compile(r"\b(?:Nat|Int|Rat|Real)\b|[ℕℤℚℝ]")
_LETTER = re.compile(r"[^\W\d_]")


class LeanEvidence(Record):
    """The formal side of a result: what was stated and what was proved."""

    statement: str
    """The gated statement, as one signature."""
    statement_digest: Digest
    """The hash of its elaborated type; what the gate scored and the proof was checked against."""
    proved: str
    """``claim`` or the refutation form whose theorem code built from the statement."""
    body: str
    """The proof body that was accepted."""
    toolchain: str
    """The fingerprint of the Lean that accepted it."""

    @property
    def is_about_numbers(self) -> bool:
        """Whether the statement has no letters: a claim about numbers and nothing else."""
        return _LETTER.search(_NUMBER_TYPE.sub("", self.statement)) is None


class DecidedResult(Record):
    """What a proof and a refutation of a claim have in common."""

    obligation_id: str
    """Which obligation."""
    effort: Effort
    """How it was reached."""
    summary: str
    """The result in words."""
    report: FaithfulnessReport | None = None
    """The gate's report; None for routes that need no Lean statement."""
    lean: LeanEvidence | None = None
    """The formal evidence, where Lean was the witness."""
    artifacts: tuple[Digest, ...] = ()
    """Stored calls and checks it rests on."""

    def set_aside(self, reason: InconclusiveReason, detail: str) -> "Inconclusive":
        """Return the same as something to show that decides nothing."""
        return Inconclusive(
            obligation_id=self.obligation_id,
            reason=reason,
            detail=detail,
            report=self.report,
            effort=self.effort,
            artifacts=self.artifacts,
        )


class Passed(DecidedResult):
    """The claim was verified."""

    outcome: Literal[Outcome.PASSED] = Outcome.PASSED
    """Tag."""
    by_other_reason: bool = False
    """True where the proof needs earlier claims that the text does not cite, or a supposition that
    is the claim itself: it is true, and the author's inference is not confirmed."""
    is_supposed: bool = False
    """True where a supposition among the premises is the claim itself: circular, no support."""

    @property
    def qualifier(self) -> str:
        """The route by which the claim was verified."""
        return self.effort.route.value


class DegenerateCheck(Record):
    """What Lean says about a refuted statement once its degenerate cases are excluded."""

    excluded: tuple[str, ...]
    """The conditions that code added, read off the types of the variables, such as ``u ≠ 0``."""
    outcome: Literal[Outcome.PASSED, Outcome.REFUTED]
    """Passed: the claim is true but for the degenerate case. Refuted: it fails elsewhere too."""
    counterexample: str = ""
    """For a refuted one: a counterexample that is not degenerate."""
    model: tuple[ModelPart, ...] = ()
    """The same as tables, where it is a finite structure."""
    lean: LeanEvidence
    """The statement with the conditions, and the proof that Lean accepted."""


class Refuted(DecidedResult):
    """The claim was refuted, in a named form."""

    outcome: Literal[Outcome.REFUTED] = Outcome.REFUTED
    """Tag."""
    form: RefutationForm
    """What exactly was shown."""
    counterexample: str = ""
    """The named point, where there is one."""
    model: tuple[ModelPart, ...] = ()
    """The counterexample as tables, where it is a finite structure."""
    finding: str = ""
    """The id of the lint finding that refutes it; empty for other evidence."""
    degenerate: DegenerateCheck | None = None
    """What became of it without degenerate cases; None where that was not settled."""

    @property
    def qualifier(self) -> str:
        """The form of the refutation."""
        return self.form.value

    @property
    def is_only_degenerate(self) -> bool:
        """Whether Lean proves the claim once degenerate cases are excluded."""
        return self.degenerate is not None and self.degenerate.outcome is Outcome.PASSED

    @property
    def is_arithmetic(self) -> bool:
        """Whether exact arithmetic on a relation that code read in the text refutes it.

        An equation that a model made of the text went through the gate, like a Lean statement.
        """
        return self.form is RefutationForm.NUMERIC and bool(self.finding)

    @property
    def repeats_finding(self) -> bool:
        """Whether a lint finding, which is evidence of its own, already says this."""
        return bool(self.finding) and self.finding != self.obligation_id


class Inconclusive(Record):
    """Nothing is known; it makes a step neither right nor wrong."""

    outcome: Literal[Outcome.INCONCLUSIVE] = Outcome.INCONCLUSIVE
    """Tag."""
    obligation_id: str
    """Which obligation."""
    reason: InconclusiveReason
    """Which exit was taken."""
    detail: str = ""
    """What happened, in words."""
    category: DriftCategory | None = None
    """For a failed gate: the drift that counted most."""
    probes: tuple[ProbeFinding, ...] = ()
    """For a failed gate: what mechanical probes found."""
    report: FaithfulnessReport | None = None
    """The gate's report, when one was made."""
    effort: Effort | None = None
    """What was spent."""
    artifacts: tuple[Digest, ...] = ()
    """Stored calls and checks made on the way."""

    @property
    def qualifier(self) -> str:
        """The reason why the claim stayed open."""
        return self.reason.value

    @property
    def summary(self) -> str:
        """The detail, under the name that ``Passed`` and ``Refuted`` use."""
        return self.detail


LocalResult = Annotated[Passed | Refuted | Inconclusive, Field(discriminator="outcome")]
"""What is known about one obligation."""


class ClaimUse(StrEnum):
    """What a proof makes of a refuted claim; only the first two make it an error."""

    USED = "used"
    """A step argues from it."""
    CONCLUSION = "conclusion"
    """What the problem asks for fails with it."""
    REMARK = "remark"
    """An aside that nothing argues from."""
    WORDING = "wording"
    """A description, a recalled name or a convention, said loosely; what is used is right."""
    MENDED = "mended"
    """A misprint or slip that the text corrects or takes back."""
    TRIAL = "trial"
    """Tried out or supposed, and not asserted."""
    GAP = "gap"
    """Proved from the givens, and only its reason is thin; not what the problem asks to show."""


class Ruling(Record):
    """Whether the proof rests on a refuted claim, as a model says that has to quote the proof."""

    unit_id: str
    """The unit, or the lint finding."""
    obligation_id: str
    """The refuted claim."""
    use: ClaimUse
    """What the model says."""
    reason: str
    """The use, or why there is none, in one sentence for a student."""
    quote: str = ""
    """The words of the proof that show it; empty where code did not find them."""
    quoted_step: StepIndex | None = None
    """Where these words stand."""
    asserted_step: StepIndex | None = None
    """An earlier step that asserts the claim already, where code found the words quoted for it."""
    is_material: bool
    """Whether the refutation names an error; true for every answer without its quotation."""
    artifact: Digest
    """The stored answer."""

    @property
    def words(self) -> str:
        """The reason, with the quotation where code found it.

        Empty where the claim counts although the reason is one why it should not.
        """
        if self.is_material and self.use not in (ClaimUse.USED, ClaimUse.CONCLUSION):
            return ""
        if not self.quote:
            return self.reason.strip()
        return f"{self.reason.strip().rstrip('.')} (step {self.quoted_step}: “{self.quote}”)."


SET_ASIDE = "set_aside"
"""The rule of false arithmetic that the text, as quoted, does not claim."""


class EvidenceItem(Record):
    """One piece of evidence about one step, as a verdict cites it."""

    rule: str
    """The fusion rule that read it, such as ``refuted_obligation``."""
    outcome: Outcome | Literal["objection", "doubt", "slip"]
    """What it says about the claim. ``refuted`` only where the claim counts as false: it decides,
    or it is false arithmetic that the text may not claim. A *doubt* is a refutation too weak to
    count, or one that counts for an earlier step, a *slip* a true one of something the proof does
    not rest on, an *objection* a reviewer's opinion; none of these three decides."""
    summary: str
    """The evidence in words."""
    use: str = ""
    """For a refutation: which step uses the claim, or why none does, in one sentence."""
    decides: bool = True
    """False for evidence that is reported but may not decide, such as against a withdrawn claim."""
    obligation_id: str = ""
    """The claim it is about; empty for an opinion about a whole step."""
    artifacts: tuple[Digest, ...] = ()
    """Keys of the stored model calls and Lean checks it rests on."""
