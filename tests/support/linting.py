"""Short forms for tests of the zero-token checks."""

from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import LintReport
from faithsieve.symbolic.lint import lint_proof


def lint(*steps: str, problem: str = "Solve the equation.") -> LintReport:
    return lint_proof(Proof.from_texts(problem, list(steps)))


def rules(*steps: str, problem: str = "Solve the equation.") -> list[tuple[int, str]]:
    return [(finding.step, finding.rule) for finding in lint(*steps, problem=problem).findings]


def rules_of(step: str) -> list[str]:
    """The rules that speak about a step which is not the last one."""
    return [rule for _, rule in rules(step, "We are done.")]
