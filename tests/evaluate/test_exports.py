import csv
from pathlib import Path

import pytest

from faithsieve.evaluate.exports import escape_csv, rows_csv
from support.results import hostile_report


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_name_is_never_a_formula_in_a_spreadsheet(start: str) -> None:
    assert escape_csv(f'{start}HYPERLINK("http://evil","x")').startswith("'")


def test_no_cell_of_a_csv_file_is_a_formula(tmp_path: Path) -> None:
    report, _ = hostile_report(tmp_path)
    rows = list(csv.reader(rows_csv(report).splitlines()))
    assert len(rows) > 16
    assert len({len(row) for row in rows}) == 1
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "@", "\t", "\r")]
