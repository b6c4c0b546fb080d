"""What Lean proves against a statement that the checker accepted (paper app. C.2, audit app. D.2).

Hypotheses that prove ``False``; a claim that holds without any premise although the checker did not
call it one; a premise that the checker found in no text, or that is the claim itself; operations
that truncate or divide by zero. No word of English is read, and what is not found proves nothing.
"""

from faithsieve.lean.protocol import StatementJudge
from faithsieve.records.faithfulness import (
    DriftCategory,
    FaithfulnessReport,
    HypothesisOrigin,
    ProbeFinding,
    SlotRole,
)
from faithsieve.records.lean import FrozenStatement, ProbeOrder, StatementFinding
from faithsieve.verify.statement_parts import CLAIMED, StatementParts

_WORDS = {
    "contradictory_hypotheses": "the hypotheses prove False",
    "closes_without_hypotheses": "holds without any hypothesis",
    "assumes_target": "alone proves the conclusion",
    "truncated_subtraction": "not shown: the difference of natural numbers may be cut off at 0",
    "truncated_division": "not shown: the quotient may be rounded down",
    "division_by_zero": "something is divided by 0",
    "wrapped_literal": "a number is beyond the size of its type",
    "machine_arithmetic": "numbers of a machine, which round or wrap around",
}
_CATEGORIES = {
    "contradictory_hypotheses": DriftCategory.VACUOUS_OR_TRIVIALIZED,
    "closes_without_hypotheses": DriftCategory.VACUOUS_OR_TRIVIALIZED,
    "assumes_target": DriftCategory.ROLE_SWAP,
}


async def probe_statement(
    frozen: FrozenStatement, report: FaithfulnessReport, judge: StatementJudge
) -> tuple[ProbeFinding, ...]:
    """Ask Lean once for everything that it can prove against an accepted statement.

    Raises:
        LeanUnavailableError: Lean could not be asked.
    """
    probe = await judge.probe(frozen, order_of(frozen, report))
    found = (*frozen.findings, *probe.findings)
    return tuple(_found(finding, frozen) for finding in found if is_finding(finding))


def is_finding(finding: StatementFinding) -> bool:
    """Return whether something that Lean noticed speaks against a statement."""
    return finding.code in _WORDS


def order_of(frozen: FrozenStatement, report: FaithfulnessReport) -> ProbeOrder:
    """Choose the probes by what the checker said.

    A premise from nowhere must not yield the claim, nor may one that is told to be part of the
    obligation and that no premise of it matches. A condition that the claim itself says may: "if n
    is even, so is n²" is the whole claim. It only must not be the claim in so many words.
    """
    parts = StatementParts(frozen=frozen)
    numbers, view = parts.premise_numbers, parts.view()
    claims = [n for n, part in enumerate(view.of(CLAIMED), 1) if part.label not in report.trivial]
    if view.is_existential:
        # What stands under ∃ is one claim.
        claims = claims and [1]
    conditions = {
        label
        for match in report.matches
        if match.role is SlotRole.PREMISE and match.lean
        for label in match.lean.split(", ")
    }
    foreign, said = [], []
    for source in report.sources:
        if source.label not in numbers:
            continue
        is_said = source.origin is HypothesisOrigin.OBLIGATION
        if is_said and source.label in conditions:
            said.append(numbers[source.label])
        elif is_said or source.origin is HypothesisOrigin.NOWHERE:
            foreign.append(numbers[source.label])
    return ProbeOrder(claims=tuple(claims), foreign=tuple(foreign), said=tuple(said))


def _found(finding: StatementFinding, frozen: FrozenStatement) -> ProbeFinding:
    return ProbeFinding(
        name=finding.code,
        category=_CATEGORIES.get(finding.code, DriftCategory.WRONG_OBJECTS),
        detail=" ".join([*finding.detail.split(), _WORDS[finding.code]]),
        artifact=frozen.type_digest,
    )
