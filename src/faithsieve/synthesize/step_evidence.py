"""What is known about every step, in the words that the final synthesis reads (paper §4.2).

The paper's ``Info(u_e)``: the scan's doubt, every review with its reason, what was confirmed or
refuted and how, and in one word what could not be checked. A line that says nothing is left out.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import assert_never

from faithsieve.records.evidence import (
    EvidenceItem,
    Inconclusive,
    InconclusiveReason,
    Passed,
    Refuted,
)
from faithsieve.records.faithfulness import FaithfulnessReport
from faithsieve.records.localization import Suspicion
from faithsieve.records.proof import StepIndex
from faithsieve.records.verdict import StepFinding, StepStatus
from faithsieve.records.verification import LocalReview, ReviewVerdict, VerifiedUnit
from faithsieve.records.wording import plain_words
from faithsieve.synthesize.fusion import GAP

Scan = Mapping[StepIndex, Suspicion]
"""The most suspicious unit of every step that the scan doubts."""

# How far a proof search came before its time was up depends on the machine's load; a prompt that
# said so would be another prompt on a busier machine, and a replay would miss its answer.
_NOT_CHECKED = {
    InconclusiveReason.NO_STATEMENT: "not expressible",
    InconclusiveReason.OUT_OF_SCOPE: "not expressible",
    InconclusiveReason.GATE_FAILED: "mistranslated",
    InconclusiveReason.GATE_UNQUALIFIED: "not counted",
    InconclusiveReason.COMPILE_FAILED: "undecided",
    InconclusiveReason.PROOF_TIMEOUT: "undecided",
    InconclusiveReason.PROOF_EXHAUSTED: "undecided",
    InconclusiveReason.BACKEND_UNAVAILABLE: "undecided",
    InconclusiveReason.BACKEND_CRASHED: "undecided",
    InconclusiveReason.QUARANTINED: "undecided",
    InconclusiveReason.CONDITIONAL: "true only if a refuted claim were",
}
_CONFIRMED = "confirmed"
_LONGEST_CLAIM = 120
_OPINIONS = {
    ReviewVerdict.CORRECT: "finds it sound",
    ReviewVerdict.INCORRECT: "objects",
    ReviewVerdict.UNCERTAIN: "cannot tell",
}
_STATUSES = {
    StepStatus.SUPPORTED: _CONFIRMED,
    StepStatus.INCORRECT: "refuted",
    StepStatus.UNCERTAIN: "open",
    StepStatus.UNCHECKED: "open",
}


def describe_evidence(
    findings: Sequence[StepFinding],
    units: Sequence[VerifiedUnit],
    scan: Scan,
    *,
    formal: bool = True,
    proved: Collection[StepIndex] = (),
) -> str:
    """Describe what is known about these steps, one line a piece of evidence.

    Args:
        units: Everything known about every unit that was looked at.
        proved: Steps whose claims are all proved from the givens.
        formal: False leaves out what code and Lean found, for the ablation without them.
    """
    lines, silent = [], []
    for finding in findings:
        mine = [unit for unit in units if unit.step == finding.index]
        said = list(dict.fromkeys(_lines(mine, scan.get(finding.index), finding, formal=formal)))
        if formal and finding.index in proved:
            # Then the claims need not be listed: they are the step's own words.
            said = [line for line in said if not line.startswith(_CONFIRMED)]
            said.append("all its claims are proved from the givens; only a reason can be at fault")
        if said:
            status = f": {_STATUSES[finding.status]}" if formal else ":"
            lines += [f"Step {finding.index}{status}", *(f"  {line}" for line in said)]
        else:
            silent.append(str(finding.index))
    if silent:
        lines.append(f"Nothing is known about: {', '.join(silent)}")
    return "\n".join(lines)


def _lines(
    units: Sequence[VerifiedUnit],
    doubt: Suspicion | None,
    finding: StepFinding,
    *,
    formal: bool,
) -> Iterator[str]:
    if doubt is not None:
        yield f"first reading doubts it ({doubt.risk:.2f}): {doubt.reason or 'no reason given'}"
    # Sorted: the order in which units were looked at is no evidence. Why a claim is sound says
    # little beside the proof itself, so these are counted.
    opinions = [(unit, review) for unit in units for review in unit.reviews]
    yield from sorted(
        (
            line
            for unit, review in opinions
            if review.verdict is not ReviewVerdict.CORRECT
            for line in _opinion(review, is_material=unit.is_material)
        ),
        reverse=True,
    )
    if sound := sum(review.verdict is ReviewVerdict.CORRECT for _, review in opinions):
        yield f"reviewer finds {sound} of its claims sound"
    if formal:
        passed_over = {
            (item.obligation_id, item.summary): item
            for item in finding.evidence
            if item.outcome == "slip" or item.rule == GAP
        }
        yield from sorted(line for unit in units for line in _formal_lines(unit, passed_over))


def _opinion(review: LocalReview, *, is_material: bool) -> Iterator[str]:
    # Without a reason an undecided review is a missing one.
    if review.verdict is ReviewVerdict.UNCERTAIN and review.is_default:
        return
    taken_back = "" if is_material else ", of a claim that the text takes back or never uses"
    details = "; ".join(text for text in (review.error_type, review.reason) if text)
    said = f"reviewer {_OPINIONS[review.verdict]} ({review.suspicion:.2f}){taken_back}"
    yield f"{said}: {details}" if details else said


def _formal_lines(
    unit: VerifiedUnit, passed_over: Mapping[tuple[str, str], EvidenceItem]
) -> Iterator[str]:
    claims = {obligation.id: obligation.claim for obligation in unit.obligations}
    for result in unit.results:
        match result:
            case Passed():
                # The claim in the author's words: its whole signature would bury the objections.
                fits = "true" if result.by_other_reason else _CONFIRMED
                claim = " ".join(claims.get(result.obligation_id, result.summary).split())
                yield f"{fits}{_gate(result.report)}: {claim[:_LONGEST_CLAIM]}"
            case Refuted():
                if result.repeats_finding:
                    continue
                item = passed_over.get((result.obligation_id, result.summary))
                said = _passed_over(item) if item else f"refuted, {result.form}"
                use = f"; {item.use}" if item and item.use else ""
                yield f"{said}{_gate(result.report)}: {result.summary}{use}"
            case Inconclusive():
                if word := _NOT_CHECKED.get(result.reason):
                    yield f"a claim could not be checked: {word}"
            case _:
                assert_never(result)


def _passed_over(item: EvidenceItem) -> str:
    """Return why a refutation does not count; what a degenerate case is worth is left to judge."""
    words = plain_words(item.rule)
    match item.rule:
        case "gap":
            return f"gap, {words}"
        case "degenerate_case":
            return words
        case _:
            return f"slip, {words}"


def _gate(report: FaithfulnessReport | None) -> str:
    return "" if report is None else f" (statement fits {report.faithfulness:.2f})"
