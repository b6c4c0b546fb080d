from faithsieve.evaluate.metrics import measure, measure_run
from faithsieve.evaluate.paper_tables import (
    LISTED_FAILURES,
    failures_table,
    groups_table,
    metrics_table,
)
from faithsieve.evaluate.tables import Table
from faithsieve.records.proof import Label
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult
from faithsieve.records.verdict import Verdict, VerdictKind


def answer(gold: Label | None, label: Label, *, group: str | None = None) -> ProblemResult:
    kind = VerdictKind.CORRECT if label == "correct" else VerdictKind.FIRST_ERROR
    verdict = Verdict(label=label, kind=kind, rationale="because")
    return ProblemResult(id="row", gold=gold, group=group, verdict=verdict)


def failure(row_id: str = "row") -> ProblemResult:
    broken = ProblemFailure(kind=FailureKind.PARSE, type="E", message="m")
    return ProblemResult(id=row_id, gold=1, failure=broken)


def column(table: Table, index: int = 1) -> dict[str, str]:
    return {row[0]: row[index] for row in table.rows}


def test_the_scores_show_failures_apart_from_wrong_answers() -> None:
    missing = ProblemResult(id="m", gold=1)
    rows = [answer(1, 1), answer(1, 2), failure(), missing, answer(None, 1)]
    cells = column(metrics_table([("first", measure(rows))]))
    assert cells["rows"] == "5 (1 unlabelled)"
    assert cells["failed"] == "2 (parse_failure 1, missing 1)"
    assert cells["exact errors"] == "1: 0 FP, 0 FN, 1 wrong place"
    assert cells["exact, over all rows"].endswith(" 1/4")
    assert cells["exact, over answered rows"].endswith(" 1/2")
    assert cells["signed distances"] == "0: 1, +1: 1"
    assert cells["ProcessBench F1"] == "–"


def test_runs_stand_side_by_side() -> None:
    table = metrics_table([("a", measure([answer(1, 1)])), ("b", measure([answer(1, 2)]))])
    assert table.columns == ("metric", "a", "b")
    assert column(table, 2)["TP / TN / FP / FN"] == "1 / 0 / 0 / 0"


def test_groups_have_one_row_each() -> None:
    scored = measure_run([answer(1, 1, group="Rings"), answer(1, 2, group="Fields\x1b[31m")])
    table = groups_table("first", scored.groups)
    assert [row[0] for row in table.rows] == ["Rings", "Fields"]


def test_the_list_of_failures_is_cut_and_says_so() -> None:
    rows = [failure(f"r{i}") for i in range(LISTED_FAILURES + 5)]
    table = failures_table("first", [answer(1, 1), *rows])
    assert len(table.rows) == LISTED_FAILURES
    assert table.title.endswith("(the first 10 of 15)")
    assert failures_table("first", [ProblemResult(id="m", gold=1)]).rows == (("m", "missing"),)
