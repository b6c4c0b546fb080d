"""Short forms for tests of the zero-token checks."""

from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import FindingClass, LintFinding, LintReport
from faithsieve.symbolic.lint import lint_proof


def lint(*steps: str, problem: str = "Solve the equation.") -> LintReport:
    return lint_proof(Proof.from_texts(problem, list(steps)))


def rules(*steps: str, problem: str = "Solve the equation.") -> list[tuple[int, str]]:
    return [(finding.step, finding.rule) for finding in lint(*steps, problem=problem).findings]


def make_finding(
    step: int, claim: str = "1 = 2", finding_class: FindingClass = FindingClass.REFUTED
) -> LintFinding:
    left, _, right = claim.partition("=")
    return LintFinding(
        step=step, column=3, length=5, rule="numeric-link", finding_class=finding_class,
        claim=claim, left=left.strip(), relation="=", right=right.strip(),
        left_value="1", right_value="2", message="is false: left 1, right 2",
    )  # fmt: skip
