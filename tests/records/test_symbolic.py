import pytest

from faithsieve.records.symbolic import FindingClass, LintReport
from support.linting import lint, make_finding


def test_only_refuted_findings_may_decide() -> None:
    report = LintReport(
        findings=tuple(make_finding(n, finding_class=c) for n, c in enumerate(FindingClass, 1))
    )
    assert [f.finding_class for f in report.refuted] == [FindingClass.REFUTED]


def test_a_finding_is_named_by_its_place() -> None:
    assert make_finding(4).id == "lint/4/3"


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (r"So $\frac12 + \frac12 = \frac13$.",
         r"$\frac12 + \frac12 = \frac13$ is false: $\frac12 + \frac12$ = 1, not $\frac13$"),
        ("So 2 + 2 = 5.", "2 + 2 = 5 is false: 2 + 2 = 4, not 5"),
    ],
)  # fmt: skip
def test_what_is_latex_stands_between_dollars(step: str, sentence: str) -> None:
    assert [finding.sentence for finding in lint(step).refuted] == [sentence]
