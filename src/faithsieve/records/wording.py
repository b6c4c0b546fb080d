"""Plain words for the codes of rules, results and probes; the codes themselves stay in the JSON."""

from collections import Counter

from faithsieve.records.counting import counted
from faithsieve.records.coverage import Coverage, CoverageGap
from faithsieve.records.verdict import Verdict, VerdictKind

_PLAIN = {
    # What speaks for or against a step.
    "passed_obligation": "checked and holds",
    "refuted_obligation": "the claim is false",
    "false_numbers": "the numbers do not agree",
    "verified_counterexample": "counterexample, checked by Lean",
    "review_agreement": "weak evidence, and the review agrees",
    "review_objection": "the review objects",
    "weak_contradicted": "contradicted, but the statement may have drifted",
    "weak_contradicts_context": "contradicts its context, which may itself be impossible",
    "weak_not_entailed": "does not follow as stated, but the context may be incomplete",
    "weak_not_from_cited": "does not follow from what is cited alone",
    # Why nothing is known.
    "no_statement": "could not be stated in Lean",
    "compile_failed": "the Lean statement does not compile",
    "gate_failed": "the Lean statement may say something else",
    "gate_unqualified": "Lean has a result, but the model that compared the statement is not "
    "qualified",
    "proof_timeout": "time ran out",
    "proof_exhausted": "neither proved nor refuted",
    "backend_unavailable": "Lean could not be asked",
    "backend_crashed": "Lean ended over it",
    "budget_exhausted": "the budget was used up",
    "out_of_scope": "no claim that can be stated",
    "no_claim": "claims nothing",
    "quarantined": "proved and refuted: not trusted",
    "not_tried": "Lean was not asked",
    "conditional": "proved, but only from a claim that is refuted",
    "dropped": "left out behind an error",
    # What a probe or the gate found.
    "lost_numeral": "a number of the text is missing in Lean",
    "invented_numeral": "Lean has a number that the text has not",
    "changed_relation": "Lean states another relation",
    "changed_claim": "Lean states another claim",
    "changed_hypothesis": "Lean states another premise",
    "changed_notion": "Lean states another notion, or its converse",
    "changed_numeral": "Lean has another number than the text",
    "changed_quantifiers": "Lean has other quantifiers, or in another order",
    "closes_without_hypotheses": "the Lean statement says nothing",
    "empty_part": "a part of the Lean statement says nothing",
    "changed_equation": "Lean states another equation",
    "missing_premise": "a premise of the text is missing in Lean",
    "ungranted_hypothesis": "Lean assumes what the text does not grant",
    "assumes_target": "Lean assumes what is to be shown",
    "trivial_conclusion": "the Lean statement says nothing",
    "no_solution": "the hypotheses exclude each other",
    "narrowed_type": "Lean speaks of fewer numbers than the text",
    "truncating_operation": "Lean's operation cuts off what the text keeps",
    "total": "overall score",
    "added_assumptions": "assumptions were added",
    "role_swap": "premise and conclusion are swapped",
    "proof_supports": "a proof of it would not support the claim",
    "refutation_refutes": "a refutation of it would not refute the claim",
}


def plain_words(code: object) -> str:
    """Translate a code into plain words; an unknown code loses only its underscores."""
    return _PLAIN.get(str(code)) or str(code).replace("_", " ")


_GAPS = {
    CoverageGap.DIALECT: "could not be stated in Lean",
    CoverageGap.GATE: "without a statement that surely says the same",
    CoverageGap.PROOF: "neither proved nor refuted",
    CoverageGap.BUDGET: "not looked at",
    CoverageGap.BEHIND_ERROR: "left out behind an error",
    CoverageGap.LEAN: "for want of Lean",
    CoverageGap.NO_CLAIM: "without a claim",
}


def verdict_words(verdict: Verdict) -> str:
    """Describe what a verdict names, such as ``first error: at or before step 3``."""
    words = verdict.kind.value.replace("_", " ")
    match verdict.kind:
        case VerdictKind.FIRST_ERROR:
            early = "at or before " if verdict.may_be_earlier else ""
            return f"{words}: {early}step {verdict.label}"
        case VerdictKind.RISKY_STEP:
            return f"{words}: {verdict.label}"
        case VerdictKind.NO_ERROR_FOUND | VerdictKind.UNDECIDED:
            return words


def standard_words(verdict: Verdict) -> str:
    """Describe what counted as an error and the effort; empty if the verdict does not say."""
    standard = verdict.standard
    if standard is None:
        return ""
    return f"effort {standard.effort}, rigour {standard.rigour}, convention {standard.convention}"


def other_error_words(verdict: Verdict) -> str:
    """Describe the first error under the other convention; empty if it is the same step."""
    if verdict.other_error is None or verdict.standard is None:
        return ""
    if verdict.standard.convention == "material":
        return (
            f"first false claim: step {verdict.other_error}, which the text takes back or never "
            "uses (convention first-false)"
        )
    return f"first error that the proof rests on: step {verdict.other_error} (convention material)"


def coverage_words(coverage: Coverage, *, steps: int) -> str:
    """Describe how many steps are machine-checked, and why the others are not."""
    reasons = Counter(gap.reason for gap in coverage.gaps)
    parts = [f"{len(coverage.supported)} of {counted(steps, 'step')}"]
    parts += [f"{len(coverage.partly)} in part"] if coverage.partly else []
    parts += [f"{count} {_GAPS[reason]}" for reason, count in reasons.most_common()]
    cut = f"; the audit ended at its limit of {coverage.cut_by}" if coverage.cut_by else ""
    return f"machine-checked: {', '.join(parts)}{cut}"


def one_line(text: str, width: int = 160) -> str:
    """Write untrusted text for a terminal or a message: one line, printable characters, cut."""
    line = "".join(c if c.isprintable() else " " for c in text)
    line = " ".join(line.split())
    return line if len(line) <= width else line[: width - 1] + "…"
