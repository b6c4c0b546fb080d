"""The one door for evidence: only this module makes a ``Refuted`` or a ``Passed`` result.

Two ways lead through it, and a test keeps every other module from making such results:

- A *statement*, whoever wrote it, that passed the gate in the direction that is used, was frozen,
  and about which the judge accepted a proof. Statement, gate and judgement must be about the same
  frozen type.
- *Exact computation* on the text itself, for claims that code accounts for: every token of the
  claim and of its neighbourhood belongs to the reading. What the lint of the whole proof refutes is
  evidence of its own, and against every obligation that repeats it.
"""

import re
from collections.abc import Collection, Iterable

from faithsieve.records.digest import Digest
from faithsieve.records.edge_unit import UnitId
from faithsieve.records.evidence import (
    DegenerateCheck,
    Effort,
    LeanEvidence,
    Outcome,
    Passed,
    RefutationForm,
    Refuted,
    Route,
)
from faithsieve.records.lean import FrozenStatement, ProofJudgement
from faithsieve.records.obligation import Obligation, ObligationKind
from faithsieve.records.symbolic import LintFinding, LintReport
from faithsieve.records.verification import VerifiedUnit
from faithsieve.verify.prover import Disproved, Proved
from faithsieve.verify.statement import GatedStatement

_FORM_WORDS = {
    RefutationForm.CONTRADICTED: "Lean proved that the claim is false wherever its context holds",
    RefutationForm.CONTRADICTS_CONTEXT: "Lean proved that the claim contradicts its context, but "
    "not that the context can hold",
    RefutationForm.NOT_ENTAILED: "Lean checked a counterexample: the context does not entail it",
    RefutationForm.NOT_FROM_CITED: "Lean checked that it does not follow from "
    "the premises that are used for it",
}


COMPUTED = Effort(route=Route.NUMERIC)
_PROVED = "Lean proved"
_OTHERWISE = (
    "true, but not by the reason given: Lean needed what is not cited for it, or the claim itself"
)


def refuted_by_lean(
    obligation_id: str,
    gated: GatedStatement,
    disproved: Disproved,
    *,
    effort: Effort,
    artifacts: tuple[Digest, ...] = (),
    degenerate: DegenerateCheck | None = None,
) -> Refuted:
    """Make a refutation of a gated statement into evidence against the claim.

    Args:
        degenerate: What became of it without degenerate cases, where that was settled.

    Raises:
        ValueError: the gate does not let a refutation count, or the proof is of something else.
    """
    if not gated.report.may_refute:
        raise ValueError(f"a refutation of {gated.frozen.text!r} says nothing about the claim")
    # Of two counterexamples the one that is not degenerate is shown.
    is_robust = degenerate is not None and degenerate.outcome is Outcome.REFUTED
    shown = degenerate if degenerate and is_robust and degenerate.counterexample else None
    return Refuted(
        obligation_id=obligation_id,
        form=disproved.form,
        effort=effort,
        summary=_refutation_words(disproved, gated.frozen.text, degenerate),
        counterexample=shown.counterexample if shown else disproved.witness,
        model=shown.model if shown else disproved.model,
        degenerate=degenerate,
        report=gated.report,
        lean=lean_evidence(gated.frozen, disproved.judgement, disproved.form.value),
        artifacts=(*artifacts, disproved.judgement.digest),
    )


def passed_by_lean(
    obligation_id: str,
    gated: GatedStatement,
    proved: Proved,
    *,
    effort: Effort,
    artifacts: tuple[Digest, ...] = (),
    by_other_reason: bool = False,
    is_supposed: bool = False,
) -> Passed:
    """Make a proof of a gated statement into evidence for the claim.

    Raises:
        ValueError: the gate does not let a proof count, or the proof is of something else.
    """
    if not gated.report.may_support:
        raise ValueError(f"a proof of {gated.frozen.text!r} says nothing about the claim")
    return Passed(
        obligation_id=obligation_id,
        effort=effort,
        summary=f"{_OTHERWISE if by_other_reason else _PROVED}: {gated.frozen.text}",
        by_other_reason=by_other_reason,
        is_supposed=is_supposed,
        report=gated.report,
        lean=lean_evidence(gated.frozen, proved.judgement, "claim"),
        artifacts=(*artifacts, proved.judgement.digest),
    )


def refuted_by_computation(
    obligation_id: str,
    reading: str,
    *,
    sentence: str,
    summary: str,
    effort: Effort = COMPUTED,
    finding: str = "",
    artifacts: tuple[Digest, ...] = (),
) -> Refuted:
    """Make an exact computation on a fully read claim into evidence against it.

    Args:
        reading: The claim as code reads it, every token of it used.
        sentence: The sentence of the proof that claims it.
        summary: The result in words.
        finding: The lint finding it comes from.

    Raises:
        ValueError: there is no account of what was read.
    """
    if not reading.strip() or not sentence.strip():
        raise ValueError(f"no account of a computation that shows {summary!r}")
    return Refuted(
        obligation_id=obligation_id,
        form=RefutationForm.NUMERIC,
        effort=effort,
        summary=summary if reading in summary else f"{summary}, read as {reading}",
        finding=finding,
        artifacts=artifacts,
    )


def passed_by_computation(
    obligation_id: str, *, effort: Effort, summary: str, artifacts: tuple[Digest, ...] = ()
) -> Passed:
    """Make an exact computation that confirms a claim into evidence for it."""
    return Passed(obligation_id=obligation_id, effort=effort, summary=summary, artifacts=artifacts)


def lean_evidence(frozen: FrozenStatement, judgement: ProofJudgement, proved: str) -> LeanEvidence:
    """Build the evidence record of what Lean proved about a frozen statement.

    Raises:
        ValueError: the judgement accepts no proof, or is about another statement.
    """
    if not judgement.is_accepted or judgement.statement_digest != frozen.type_digest:
        raise ValueError(f"no accepted proof about the frozen statement {frozen.text!r}")
    return LeanEvidence(
        statement=frozen.text,
        statement_digest=frozen.type_digest,
        proved=proved,
        body=judgement.body,
        toolchain=judgement.toolchain,
    )


def _refutation_words(
    disproved: Disproved, statement: str, degenerate: DegenerateCheck | None
) -> str:
    words = _FORM_WORDS[disproved.form]
    witness = disproved.witness
    if degenerate is not None:
        excluded = ", ".join(degenerate.excluded)
        if degenerate.outcome is Outcome.PASSED:
            words = f"true but for a degenerate case: Lean proves it once {excluded} is added"
        else:
            words = f"{words}, also with {excluded}"
            witness = degenerate.counterexample or witness
    point = f" (at {witness})" if witness else ""
    context = f"; {disproved.context}" if disproved.context else ""
    return f"{words}{point}{context}: {statement}"


# ---- what the lint of the whole proof refutes

_FACT_KINDS = frozenset(
    map(ObligationKind, ("derived_fact", "rewrite", "contested_claim", "entailment"))
)


def refuted_by_finding(finding: LintFinding, obligation_id: str) -> Refuted:
    """Turn a relation between numbers that the lint found false into a refutation."""
    relation = f"{finding.left} {finding.relation} {finding.right}"
    return refuted_by_computation(
        obligation_id,
        relation,
        sentence=finding.claim,
        summary=f"`{relation}` {finding.message}",
        finding=finding.id,
    )


def units_of_findings(
    findings: Iterable[LintFinding], material: Collection[LintFinding]
) -> tuple[VerifiedUnit, ...]:
    """Turn each refuted finding into a verified unit of its own."""
    return tuple(
        VerifiedUnit(
            unit_id=UnitId(finding.id),
            step=finding.step,
            is_material=finding in material,
            results=(refuted_by_finding(finding, finding.id),),
        )
        for finding in findings
    )


def result_from_lint(obligation: Obligation, lint: LintReport) -> Refuted | None:
    """Find the refuted relation that an obligation's claim repeats, or None."""
    if obligation.kind not in _FACT_KINDS:
        return None
    claim = _squeezed(obligation.claim)
    for finding in lint.refuted:
        if finding.step == obligation.step and _squeezed(finding.claim) in claim:
            return refuted_by_finding(finding, obligation.id)
    return None


def _squeezed(text: str) -> str:
    return re.sub(r"\s+|\$|\\[()\[\]]|[.,;]+$", "", text)
