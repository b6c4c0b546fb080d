import re
from pathlib import Path

from faithsieve.evaluate.metrics import (
    measure,
)
from faithsieve.evaluate.paper_tables import (
    LISTED_FAILURES,
    coverage_table,
    failures_table,
    metrics_table,
    report_tables,
)
from faithsieve.evaluate.tables import Table, markdown
from faithsieve.records.cost import StageCost, TokenUsage
from faithsieve.records.run import ProblemResult
from faithsieve.records.verdict import Coverage, CoverageGap, StepFinding, StepGap, StepStatus
from support.results import hostile_report, make_result


def column(table: Table, index: int = 1) -> dict[str, str]:
    return {row[0]: row[index] for row in table.rows}


def test_the_scores_show_failures_apart_from_wrong_answers() -> None:
    missing = ProblemResult(id="m", gold=1)
    rows = [
        make_result(1, 1),
        make_result(1, 2),
        make_result(1, None),
        missing,
        make_result(None, 1),
    ]
    cells = column(metrics_table([("first", measure(rows))]))
    assert cells["rows"] == "5 (1 unlabelled)"
    assert cells["failed"] == "1 (parse_failure 1)"
    assert cells["open"] == "1"
    assert cells["exact errors"] == "1: 0 FP, 0 FN, 1 wrong place"
    assert cells["exact, over all rows"].endswith(" 1/4")
    assert cells["selective accuracy: exact, over answered rows"].endswith(" 1/2")
    assert cells["signed distances"] == "0: 1, +1: 1"
    assert cells["ProcessBench F1"] == "–"


def test_the_list_of_failures_is_cut_and_says_so() -> None:
    rows = [make_result(1, None, id=f"r{i}") for i in range(LISTED_FAILURES + 5)]
    table = failures_table("first", [make_result(1, 1), *rows])
    assert len(table.rows) == LISTED_FAILURES
    assert table.title.endswith("(the first 10 of 15)")
    assert failures_table("first", [ProblemResult(id="m", gold=1)]).rows == ()


def test_markdown_loads_nothing_remote(tmp_path: Path) -> None:
    report, _ = hostile_report(tmp_path)
    text = "\n".join(markdown(table) for table in report_tables(report))
    assert not re.search(r"(?<!\\)\]\(", text)
    assert not re.search(r"(?<!\\)<script", text)
    assert not re.search(r"(?<!\\)<img", text)


def test_coverage_is_shown_by_domain_with_the_cost_of_a_supported_step() -> None:
    steps = (
        StepFinding(index=1, status=StepStatus.SUPPORTED),
        StepFinding(index=2, status=StepStatus.INCORRECT),
    )
    gaps = (StepGap(index=2, reason=CoverageGap.GATE),)
    stages = (StageCost(stage="verify.gate", usage=TokenUsage(input_tokens=900)),)
    rows = [make_result(2, 2, id=name, group=name, stages=stages) for name in ("algebra", "sums")]
    covered = [
        row.model_copy(
            update={
                "verdict": row.verdict.model_copy(
                    update={"steps": steps, "coverage": Coverage(supported=(1,), gaps=gaps)}
                )
            }
        )
        for row in rows
        if row.verdict
    ]
    table = coverage_table("run", covered)
    assert [row[0] for row in table.rows] == ["algebra", "sums", "all"]
    whole = dict(zip(table.columns, table.rows[-1], strict=True))
    assert whole["steps supported"].endswith("2/4")
    assert whole["wrong proofs refuted at the step"].endswith("2/2")
    assert whole["without: gate"] == "2"
    assert whole["tokens a supported step"] == "900"
