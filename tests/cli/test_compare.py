import json
from pathlib import Path

from support.command_line import faithsieve
from support.dataset_files import write_lines
from support.results import write_run


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
