"""The one door for evidence: only this module makes a ``Refuted`` or a ``Passed`` result.

Two ways lead through it, and a test keeps every other module from making such results:

- A *statement*, whoever wrote it, that passed the gate in the direction that is used, was frozen,
  and about which the judge accepted a proof. Statement, gate and judgement must be about the same
  frozen type.
- *Exact computation* on the text itself, for claims that code accounts for: every token of the
  claim and of its neighbourhood belongs to the reading.
"""

from typing import NamedTuple

from faithsieve.records.digest import Digest
from faithsieve.records.evidence import (
    DegenerateCheck,
    Effort,
    LeanEvidence,
    Outcome,
    Passed,
    RefutationForm,
    Refuted,
)
from faithsieve.records.lean import FrozenStatement, ProofJudgement
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


_PROVED = "Lean proved"
_OTHERWISE = (
    "true, but not by the reason given: Lean needed what is not cited for it, or the claim itself"
)


class Computation(NamedTuple):
    """An exact computation on the text, with the account of what was read."""

    reading: str
    """The claim as code reads it, every token of it used."""
    sentence: str
    """The sentence of the proof that claims it."""
    form: RefutationForm
    """What the computation shows."""
    summary: str
    """The result in words."""
    counterexample: str = ""
    """The point at which the claim fails, for claims with letters."""
    finding: str = ""
    """The lint finding it comes from."""
    lean: LeanEvidence | None = None
    """Lean's proof that the computation is right, where there is one."""


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
    computation: Computation,
    *,
    effort: Effort,
    artifacts: tuple[Digest, ...] = (),
) -> Refuted:
    """Make an exact computation on a fully read claim into evidence against it.

    Raises:
        ValueError: there is no account, or computation cannot show the form.
    """
    has_account = computation.reading.strip() and computation.sentence.strip()
    if computation.form is not RefutationForm.NUMERIC or not has_account:
        raise ValueError(f"no account of a computation that shows {computation.form.value!r}")
    said, reading = computation.summary, computation.reading
    return Refuted(
        obligation_id=obligation_id,
        form=computation.form,
        effort=effort,
        summary=said if reading in said else f"{said}, read as {reading}",
        counterexample=computation.counterexample,
        finding=computation.finding,
        lean=computation.lean,
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
