"""Plain words for the codes of rules, results and probes; the codes themselves stay in the JSON.

What a headline says is written here once, for the terminal, the pages and the notebook, so that
none of them can contradict the badge of a step. Numbers have nouns: no text says "1 proofs".
"""

from collections import Counter
from collections.abc import Sequence

from pydantic import ValidationError

from faithsieve.errors import ANOTHER_MODEL
from faithsieve.records.proof import StepIndex
from faithsieve.records.run import FailureKind, ProblemFailure
from faithsieve.records.verdict import Coverage, CoverageGap, StepStatus, Verdict, VerdictKind


def counted(number: int, noun: str) -> str:
    """``1 proof``, ``2 proofs``, ``1,200 proofs``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def share_of(some: int, total: int, noun: str) -> str:
    """``1 of 3 steps is``, ``0 of 1 step is``, ``2 of 3 steps are``: a subject with its verb."""
    return f"{some:,} of {counted(total, noun)} {'is' if 1 in (some, total) else 'are'}"


_PLAIN = {
    # What speaks for or against a step.
    "passed_obligation": "checked and holds",
    "refuted_obligation": "the claim is false",
    "false_numbers": "the numbers do not agree",
    "verified_counterexample": "counterexample, checked by Lean",
    "review_agreement": "weak evidence, and the review agrees",
    "review_objection": "the review objects",
    "synthesis_objection": "the final synthesis objects",
    "true_otherwise": "true, but not by the reason given",
    "gap": "true, but the reason given does not carry it",
    "degenerate_case": "true but for a degenerate case",
    "literal_slip": "literally false, and the proof does not rest on it",
    "taken_back": "false, but the text takes it back",
    "asserted_before": "false, and asserted by an earlier step already",
    "set_aside": "false arithmetic that the text may not claim",
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
    "closes_without_hypotheses": "the Lean statement says nothing",
    "assumes_target": "Lean assumes what is to be shown",
    "trivial_conclusion": "the Lean statement says nothing",
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
    CoverageGap.NOT_STATED: "could not be stated in Lean",
    CoverageGap.GATE: "without a statement that surely says the same",
    CoverageGap.PROOF: "neither proved nor refuted",
    CoverageGap.BUDGET: "not looked at",
    CoverageGap.BEHIND_ERROR: "left out behind an error",
    CoverageGap.LEAN: "for want of Lean",
    CoverageGap.AGAINST: "with a refutation that does not decide",
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
        case VerdictKind.UNDECIDED if verdict.set_aside:
            return f"{words}: {aside_words(verdict)}"
        case VerdictKind.NO_ERROR_FOUND | VerdictKind.UNDECIDED:
            return words


def aside_words(verdict: Verdict) -> str:
    """Describe false arithmetic that the text may not claim; empty if there is none."""
    if not verdict.set_aside:
        return ""
    return f"the arithmetic of {name_steps(verdict.set_aside)} is false, and may not be claimed"


def against_words(verdict: Verdict) -> str:
    """Describe what stands against steps without deciding; empty if nothing does."""
    slips = verdict.steps_with(lambda item: item.outcome == "slip")
    doubts = verdict.steps_with(lambda item: item.outcome in ("doubt", "objection"))
    parts = [f"literal slips at {name_steps(slips)}"] if slips else []
    parts += [f"what speaks against {name_steps(doubts)} does not decide"] if doubts else []
    return "; ".join(parts)


def meaning_words(verdict: Verdict) -> str:
    """Describe what a verdict means, in full sentences that agree with the badge of every step."""
    refuted = [f.index for f in verdict.steps if f.status is StepStatus.INCORRECT]
    aside = _sentence(aside_words(verdict)) if verdict.set_aside else ""
    match verdict.kind:
        case VerdictKind.NO_ERROR_FOUND:
            said = (
                f"No error was found that decides. {_sentence(against_words(verdict))}"
                if against_words(verdict)
                else "Nothing was found against any step."
            )
            return " ".join(filter(None, (said, aside, _support_words(verdict))))
        case VerdictKind.UNDECIDED if aside:
            return f"{aside} Nothing else was found wrong. This is neither a yes nor a no."
        case VerdictKind.UNDECIDED:
            said = "No error was found, and too little was judged to say that the proof holds."
            against = against_words(verdict)
            more = f" {_sentence(against)}" if against else ""
            return f"{said}{more} This is neither a yes nor a no."
        case VerdictKind.FIRST_ERROR if verdict.label in refuted:
            return (
                f"Reliable evidence stands against step {verdict.label}; every other step keeps "
                "the status below."
            )
        case VerdictKind.FIRST_ERROR:
            return (
                f"The method names step {verdict.label}; it gives no evidence that could be "
                "checked again."
            )
        case VerdictKind.RISKY_STEP if refuted:
            return (
                f"{name_steps(refuted).capitalize()} is refuted; step {verdict.label} before it is "
                "the likely source."
            )
        case VerdictKind.RISKY_STEP:
            trusted = f"step {verdict.label} is the one that the final synthesis trusts least"
            return f"{_sentence(trusted)} {aside}" if aside else f"No step was refuted; {trusted}."


def _support_words(verdict: Verdict) -> str:
    if not verdict.steps:
        return ""
    if all(f.status is StepStatus.SUPPORTED for f in verdict.steps):
        return "Every step is supported."
    return "Steps marked unchecked or uncertain are not confirmed."


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


_LISTED = 12


def name_steps(steps: Sequence[StepIndex]) -> str:
    """Write ``step 3`` or ``steps 3, 4``, and not too many of them."""
    named = ", ".join(map(str, steps[:_LISTED])) + (", …" if len(steps) > _LISTED else "")
    return f"step {named}" if len(steps) == 1 else f"steps {named}"


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
            f"first false claim: step {verdict.other_error}, which the proof does not rest on "
            "(convention first-false)"
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


_NEXT_STEPS = {
    FailureKind.PARSE: ANOTHER_MODEL,
    FailureKind.PROVIDER: "the same command tries it again",
    FailureKind.REFUSED: "once that is mended, the same command tries it again",
    FailureKind.LEAN: "see `faithsieve lean doctor`; the same command tries it again",
    FailureKind.INPUT: "correct the proof's text, then run the same command",
    FailureKind.CRASH: "a fault of FaithSieve; failures.jsonl has the traceback for a report",
}


def failure_words(failure: ProblemFailure) -> str:
    """Write why a proof has no verdict and what to do about it, in one line."""
    said = one_line(failure.message, 300) or plain_words(failure.kind.value)
    return f"{said.removesuffix('.')}; {_NEXT_STEPS[failure.kind]}"


_FAULTS = {"missing": "is missing", "string_pattern_mismatch": "must not be blank"}


def plain_faults(error: ValidationError) -> str:
    """Write what is wrong with a user's values, each by its name, in plain words."""
    faults = error.errors()[:3]
    lines = [
        f"{'.'.join(map(str, fault['loc'])) or 'the value'} "
        + _FAULTS.get(fault["type"], f"is not usable: {fault['msg']}")
        for fault in faults
    ]
    return "; ".join(lines)
