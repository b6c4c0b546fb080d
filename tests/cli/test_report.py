import asyncio
import csv
import json
from pathlib import Path

import pytest

from faithsieve.cli.report import print_tables, rows_csv
from faithsieve.errors import ErrorDetails, ProviderError
from faithsieve.evaluate.tables import Table
from faithsieve.llm.protocol import ChatModel
from faithsieve.records.chat import ChatReply, ChatRequest
from support.ablations import rehearse
from support.command_line import Ended, faithsieve
from support.dataset_files import write_lines
from support.results import hostile_report, write_run
from support.runs import make_dataset, make_problem


def run(*words: object) -> Ended:
    return faithsieve("report", *words)


def row(row_id: str, label: object, gold: object, **fields: object) -> dict[str, object]:
    kind = None if label is None else "correct" if label == "correct" else "first_error"
    base = {"id": row_id, "label": label, "gold": gold, "kind": kind, "tokens": 10}
    return {**base, "seconds": 2.0, "failure": None, **fields}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [
        row("Rings1", 2, 2, group="Rings"),
        row("Rings2", "correct", "correct", group="Rings"),
        row("Fields1", None, 3, failure="parse_failure", group="Fields"),
        row("Fields2", None, 1, group="Fields"),
    ]
    return write_run(tmp_path / "first", rows, problems=4)


def test_the_report_shows_scores_groups_failures_and_open_problems(folder: Path) -> None:
    code, out, _ = run(folder)
    assert code == 0
    scores = " ".join(out.split())
    assert "exact, over all rows 50.0% [15.0, 85.0] 2/4" in scores
    assert "exact, over answered rows 100.0% [34.2, 100.0] 2/2" in scores
    assert "Groups of first" in out
    assert [line.split() for line in out.splitlines() if line.startswith("open ")] == [
        ["open", "1"]
    ]
    assert "Fields1  parse_failure" in out


def test_json_has_every_score_and_tells_runs_of_one_name_apart(
    folder: Path, tmp_path: Path
) -> None:
    other = write_run(tmp_path / "other" / "first", [row("A1", 1, 1)])
    one, two = json.loads(run(folder, other, "--json", "-").out)["runs"]
    assert (one["run"], one["open"], one["tokens"]) == (str(folder), 1, 30)
    assert one["metrics"]["overall"]["exact"]["hits"] == 2
    assert two["run"] == str(other)
    assert "Groups" not in run(other).out
    assert run(tmp_path / "none").code == 2


def test_no_terminal_escape_of_a_file_reaches_the_terminal(tmp_path: Path) -> None:
    hostile = row("Sets\x1b[2J1", None, 1, group="\x1b]0;title\x07Rings", failure="crash")
    output = run(write_run(tmp_path / "bad", [hostile, row("A1", 1, 1, group="Fields")])).out
    assert "\x1b" not in output
    assert "Sets1  crash" in output
    assert "Rings " in output


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
    assert "| exact, over all rows | 50.0% \\[15.0, 85.0\\] 2/4 |" in notes.read_text()
    assert "](./plots/accuracy.svg)" in notes.read_text()
    assert (plots / "accuracy.png").read_bytes().startswith(b"\x89PNG")
    assert rows.read_text().startswith("run,method")


def test_no_cell_of_a_csv_file_is_a_formula(tmp_path: Path) -> None:
    hostile, _ = hostile_report(tmp_path)
    rows = list(csv.reader(rows_csv(hostile).splitlines()))
    assert len(rows) > 16
    assert len({len(row) for row in rows}) == 1
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "@", "\t", "\r")]


# ---- evidence pages of a run: one for every problem it settled, linked from the report

ODD_ID = "../up & away.1"


class FlaggingModel:
    """Refuses every request as a provider would."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        raise ProviderError(
            "refused. It said: Your <prompt> was flagged. Ask its support.",
            status=400,
            refusal=ErrorDetails(said="Your <prompt> was flagged.", request_id="req-77"),
        )


def evaluate(out: Path, model: ChatModel | None = None) -> Path:
    """Make a whole run of the method, with made-up answers."""
    problems = make_dataset([make_problem("p1"), make_problem(ODD_ID)])
    asyncio.run(rehearse(out, problems, model=model))
    return out


def test_the_report_links_a_page_under_a_safe_name_for_every_answered_problem(
    tmp_path: Path,
) -> None:
    page = tmp_path / "report.html"
    code, _, err = faithsieve("report", evaluate(tmp_path / "run"), "--html", page)
    assert code == 0, err
    assert 'href="./run/evidence/p1.html"' in page.read_text(encoding="utf-8")
    pages = sorted((tmp_path / "run" / "evidence").iterdir())
    assert [page.name for page in pages] == ["%2E%2E%2Fup%20%26%20away%2E1.html", "p1.html"]
    assert "faithsieve · rehearsal" in pages[1].read_text(encoding="utf-8")


def test_a_failed_proof_shows_what_the_provider_said_in_report_and_page(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    run = evaluate(tmp_path / "run", FlaggingModel())
    assert faithsieve("report", run, "--html", page).code == 0
    for written in (page, tmp_path / "run" / "evidence" / "p1.html"):
        text = written.read_text(encoding="utf-8")
        for shown in ("Your &lt;prompt&gt; was flagged. Ask its support.", "400", "req-77"):
            assert shown in text
    assert "Status</dt><dd>400" in text
    assert "--retry-failed" in text, "a refusal is not tried again by itself"


# ---- compare


def made_run(folder: Path, labels: list[object]) -> Path:
    golds = ("correct", 1)
    rows = [{"id": f"P{n}", "label": label, "gold": golds[n % 2]} for n, label in enumerate(labels)]
    return write_run(folder, rows)


def dataset(path: Path, rows: int) -> Path:
    lines = ({"id": f"P{n}", "problem": f"{n // 2}", "steps": ["a", "b"]} for n in range(rows))
    return write_lines(path, *lines)


def test_two_runs_are_compared_clustered_by_problem(tmp_path: Path) -> None:
    first = made_run(tmp_path / "a", ["correct", 1, "correct", 1])
    second = made_run(tmp_path / "b", ["correct", "correct", 2, 1])
    file = dataset(tmp_path / "d.jsonl", 4)
    code, out, err = faithsieve("compare", first, second, "--dataset", file)
    assert code == 0, err
    assert "a against b on 4 rows" in out
    assert "95% bootstrap, 2 clusters" in out


def test_json_and_markdown_carry_the_same_numbers(tmp_path: Path) -> None:
    first = made_run(tmp_path / "a", ["correct", 1])
    second = made_run(tmp_path / "b", [2, 1])
    notes = tmp_path / "notes.md"
    said = faithsieve("compare", first, second, "--json", "-", "--markdown", notes)
    found = json.loads(said.out)
    assert found["exact"]["counts"]["only_first"] == 1
    assert "| only first right | 1 | 1 |" in notes.read_text()
