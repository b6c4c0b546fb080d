import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from faithsieve.evaluate.exports import escape_csv, rows_csv, scores_csv
from faithsieve.evaluate.report import Report, read_report
from support.results import hostile_report, write_run


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_name_is_never_a_formula_in_a_spreadsheet(start: str) -> None:
    assert escape_csv(f'{start}HYPERLINK("http://evil","x")').startswith("'")


@pytest.mark.parametrize("write", [rows_csv, scores_csv])
def test_no_cell_of_a_csv_file_is_a_formula(write: Callable[[Report], str], tmp_path: Path) -> None:
    report, _ = hostile_report(tmp_path)
    rows = list(csv.reader(write(report).splitlines()))
    assert len(rows) > 16
    assert len({len(row) for row in rows}) == 1
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "@", "\t", "\r")]


def test_scores_go_to_csv_by_run_group_and_score(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"id": "p", "label": 1, "gold": 1, "group": "=cmd"},
        {"id": "q", "label": 1, "gold": "correct", "group": "Rings"},
        {"id": "r", "label": None, "gold": 1, "failure": "parse_failure"},
    ]
    report = read_report([write_run(tmp_path / "first", rows)], with_tests=False)
    lines = list(csv.DictReader(scores_csv(report).splitlines()))
    exact = {line["group"]: line for line in lines if line["metric"] == "exact"}
    assert list(exact) == ["(all)", "'=cmd", "Rings", "(no group)"]
    assert (exact["(all)"]["hits"], exact["(all)"]["total"]) == ("1", "3")
    metrics = {line["metric"] for line in lines}
    assert {"tp", "errors.wrong_place", "early", "failed.parse_failure"} <= metrics
