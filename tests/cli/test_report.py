import csv
import json
from pathlib import Path

import pytest

from faithsieve.cli.report import escape_csv, print_tables, rows_csv
from faithsieve.evaluate.tables import Table
from support.command_line import Ended, faithsieve
from support.results import hostile_report, write_run


def run(*words: object) -> Ended:
    return faithsieve("report", *words)


def row(row_id: str, label: object, gold: object, **fields: object) -> dict[str, object]:
    kind = None if label is None else "correct" if label == "correct" else "first_error"
    base = {"id": row_id, "label": label, "gold": gold, "kind": kind, "tokens": 10}
    return {**base, "seconds": 2.0, "failure": None, **fields}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [
        row("Rings1", 2, 2),
        row("Rings2", "correct", "correct"),
        row("Fields1", None, 3, failure="parse_failure"),
    ]
    return write_run(tmp_path / "first", rows, problems=4)


def test_the_report_shows_scores_groups_failures_and_open_problems(folder: Path) -> None:
    code, out, _ = run(folder)
    assert code == 0
    scores = " ".join(out.split())
    assert "exact, over all rows 66.7% [20.8, 93.9] 2/3" in scores
    assert "exact, over answered rows 100.0% [34.2, 100.0] 2/2" in scores
    assert "Scores (unfinished: 1 open problems not counted)" in out
    assert "Groups of first" in out
    assert "Fields1  parse_failure" in out


def test_no_terminal_escape_of_a_file_reaches_the_terminal(tmp_path: Path) -> None:
    hostile = row("Sets\x1b[2J1", None, 1, group="\x1b]0;title\x07Rings", failure="crash")
    output = run(write_run(tmp_path / "bad", [hostile, row("A1", 1, 1, group="Fields")])).out
    assert "\x1b" not in output
    assert "Sets1  crash" in output
    assert "Rings " in output


def test_the_report_as_json_has_every_score(folder: Path) -> None:
    (entry,) = json.loads(run(folder, "--json", "-").out)["runs"]
    assert (entry["run"], entry["open"], entry["tokens"]) == ("first", 1, 30)
    assert entry["metrics"]["overall"]["exact"]["hits"] == 2


def test_runs_of_the_same_name_are_told_apart_by_their_path(folder: Path, tmp_path: Path) -> None:
    other = write_run(tmp_path / "other" / "first", [row("A1", 1, 1)])
    runs = json.loads(run(folder, other, "--json", "-").out)["runs"]
    assert [entry["run"] for entry in runs] == [str(folder), str(other)]


def test_a_finished_run_of_one_group_has_no_extra_tables(tmp_path: Path) -> None:
    single = write_run(tmp_path / "one", [row("A1", 1, 1)])
    output = run(single).out
    assert "Groups" not in output
    assert "Without an answer" not in output
    assert "unfinished" not in output


def test_something_that_is_no_run_is_a_user_error(tmp_path: Path) -> None:
    assert run(tmp_path / "none").code == 2


def test_on_a_terminal_markup_in_a_name_stays_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    print_tables([Table(title="[bold]T", columns=("[red]a",), rows=(("[link=x]b",),))])
    output = capsys.readouterr().out
    assert all(text in output for text in ("[bold]T", "[red]a", "[link=x]b"))


def test_page_markdown_plots_and_rows_are_written_side_by_side(
    folder: Path, tmp_path: Path
) -> None:
    page, notes, plots = tmp_path / "r.html", tmp_path / "r.md", tmp_path / "plots"
    rows = tmp_path / "rows.csv"
    run(folder, "--html", page, "--markdown", notes, "--plots", plots, "--rows", rows)
    assert page.read_text().startswith("<!doctype html>")
    assert "| exact, over all rows | 66.7% \\[20.8, 93.9\\] 2/3 |" in notes.read_text()
    assert "](./plots/accuracy.svg)" in notes.read_text()
    assert (plots / "accuracy.png").read_bytes().startswith(b"\x89PNG")
    assert rows.read_text().startswith("run,method")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_name_is_never_a_formula_in_a_spreadsheet(start: str) -> None:
    assert escape_csv(f'{start}HYPERLINK("http://evil","x")').startswith("'")


def test_no_cell_of_a_csv_file_is_a_formula(tmp_path: Path) -> None:
    hostile, _ = hostile_report(tmp_path)
    rows = list(csv.reader(rows_csv(hostile).splitlines()))
    assert len(rows) > 16
    assert len({len(row) for row in rows}) == 1
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "@", "\t", "\r")]
