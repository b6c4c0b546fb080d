"""A lint report becomes evidence, an upper bound and facts, never more than it says."""

from faithsieve.records.evidence import Outcome
from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import LintReport
from faithsieve.symbolic.evidence import (
    evidence_by_step,
    first_error_cap,
    located_step,
    suspicion_facts,
)
from faithsieve.symbolic.lint import lint_proof

SLIP = r"Expanding, \( (x+1)^2 = x^2 + x + 1 \)."
SYMPTOM = r"So \( 2 + 2 = 5 \)."
TRUE = r"Also \( 1 + 1 = 2 \)."


def report(*steps: str) -> LintReport:
    return lint_proof(Proof.from_texts("Find it.", list(steps)))


def test_findings_and_confirmations_are_grouped_by_step() -> None:
    items = evidence_by_step(report(TRUE, SLIP + " " + SYMPTOM))
    assert [item.outcome for item in items[1]] == [Outcome.PASSED]
    assert [item.rule for item in items[2]] == [
        "lint.locates.symbolic-link",
        "lint.caps.numeric-link",
    ]


def test_any_finding_caps_the_first_error() -> None:
    assert first_error_cap(report(TRUE)) is None
    assert first_error_cap(report(TRUE, SYMPTOM, SLIP)) == 2


def test_a_slip_locates_unless_an_earlier_symptom_caps_it() -> None:
    assert located_step(report(SLIP, SYMPTOM)) == 1
    assert located_step(report(SYMPTOM, SLIP)) is None
    assert located_step(report(SYMPTOM)) is None
    assert located_step(report(TRUE)) is None


def test_facts_name_step_and_claim() -> None:
    (fact,) = suspicion_facts(report(TRUE, SYMPTOM))
    assert fact.startswith("Step 2: '2 + 2 = 5'")
