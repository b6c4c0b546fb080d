from faithsieve.records.symbolic import FindingClass, LintFinding, LintReport


def finding(step: int, finding_class: FindingClass) -> LintFinding:
    return LintFinding(
        step=step, column=3, end_column=8, rule="numeric-link", finding_class=finding_class,
        locates=True, claim="1 = 2", left="1", relation="=", right="2", message="1 is not 2",
    )  # fmt: skip


def test_only_refuted_findings_may_decide() -> None:
    report = LintReport(findings=tuple(finding(n, c) for n, c in enumerate(FindingClass, 1)))
    assert [f.finding_class for f in report.refuted] == [FindingClass.REFUTED]


def test_a_finding_is_named_by_its_place() -> None:
    assert finding(4, FindingClass.NOTE).id == "lint/4/3"
