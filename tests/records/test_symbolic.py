from faithsieve.records.symbolic import FindingClass, LintReport
from support.linting import make_finding


def test_only_refuted_findings_may_decide() -> None:
    report = LintReport(
        findings=tuple(make_finding(n, finding_class=c) for n, c in enumerate(FindingClass, 1))
    )
    assert [f.finding_class for f in report.refuted] == [FindingClass.REFUTED]


def test_a_finding_is_named_by_its_place() -> None:
    assert make_finding(4).id == "lint/4/3"
