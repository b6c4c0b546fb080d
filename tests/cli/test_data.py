import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from faithsieve.cli.data import data, parse_part
from faithsieve.errors import InputError


def run(*arguments: object) -> Result:
    return CliRunner().invoke(data, [str(argument) for argument in arguments])


def make_rows(count: int = 8) -> list[dict[str, object]]:
    return [
        {
            "id": f"Sets{i}",
            "problem": f"Problem {i // 2}",
            "steps": ["One.", f"Two {i}."],
            "first_error_step": "correct" if i % 2 else 2,
            "comment": "kept",
        }
        for i in range(count)
    ]


@pytest.fixture
def rows_file(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in make_rows()))
    return path


@pytest.fixture
def bad_file(tmp_path: Path) -> Path:
    path = tmp_path / "bad.jsonl"
    rows = [*make_rows(2), {"id": "Sets9", "problem": "p", "steps": []}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def read_lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_validate_ends_with_zero_when_there_are_only_warnings(rows_file: Path) -> None:
    result = run("validate", rows_file)
    assert result.exit_code == 0
    assert f"{rows_file}:1: note [shared-problem] problem: also the problem of" in result.stdout
    assert "8 usable rows (4 correct, 4 incorrect, 0 unlabelled; 4 problems)" in result.stdout


def test_validate_ends_with_two_when_a_row_cannot_be_used(bad_file: Path) -> None:
    result = run("validate", bad_file)
    assert result.exit_code == 2
    assert f"{bad_file}:3: error [unusable] steps: the proof has no steps" in result.stdout


def test_validate_writes_json_and_nothing_else_to_standard_output(bad_file: Path) -> None:
    result = run("validate", bad_file, "--json", "-")
    (entry,) = json.loads(result.stdout)
    assert entry["findings"][-1]["rule"] == "unusable"
    assert result.exit_code == 2


def test_validate_writes_json_to_a_file(rows_file: Path, tmp_path: Path) -> None:
    run("validate", rows_file, "--json", tmp_path / "found.json")
    assert json.loads((tmp_path / "found.json").read_text())[0]["usable"] == 8


def test_convert_writes_the_label_base_of_the_target(rows_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "pb.jsonl"
    assert run("convert", rows_file, "--to", "processbench", "--out", out).exit_code == 0
    assert [row["label"] for row in read_lines(out)] == [1, -1] * 4
    back = run("convert", out, "--to", "proofloc", "--out", "-")
    assert [json.loads(line)["first_error_step"] for line in back.stdout.splitlines()] == [
        2,
        "correct",
    ] * 4


def test_convert_does_not_replace_a_file_unless_forced(rows_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("precious")
    refused = run("convert", rows_file, "--to", "prm800k", "--out", out)
    assert isinstance(refused.exception, InputError)
    assert out.read_text() == "precious"
    assert run("convert", rows_file, "--to", "prm800k", "--out", out, "--force").exit_code == 0
    assert len(read_lines(out)) == 8


def test_convert_stops_at_bad_rows_and_leaves_them_out_when_told(
    bad_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    stopped = run("convert", bad_file, "--to", "proofloc", "--out", out)
    assert isinstance(stopped.exception, InputError)
    assert not out.exists()
    skipped = run("convert", bad_file, "--to", "proofloc", "--out", out, "--skip-bad")
    assert "1 row left out" in skipped.stderr
    assert len(read_lines(out)) == 2


def test_a_place_that_cannot_be_written_is_a_user_error(rows_file: Path) -> None:
    result = run("convert", rows_file, "--to", "proofloc", "--out", rows_file / "below" / "a.jsonl")
    assert isinstance(result.exception, InputError)


def test_split_writes_rows_as_they_were_and_keeps_problems_together(
    rows_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "parts"
    result = run("split", rows_file, "--part", "dev=50%", "--part", "test=0.5", "--out", out)
    assert result.exit_code == 0
    dev, test = read_lines(out / "dev.jsonl"), read_lines(out / "test.jsonl")
    assert sorted([*dev, *test], key=str) == sorted(make_rows(), key=str)
    assert {row["problem"] for row in dev}.isdisjoint({row["problem"] for row in test})
    assert f"{out / 'dev.jsonl'}: 4 rows, 2 correct, 2 incorrect" in result.stdout


def test_split_reads_arrays_whose_rows_share_a_line(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(make_rows()))
    run("split", path, "--part", "all=8", "--out", tmp_path / "parts")
    assert read_lines(tmp_path / "parts" / "all.jsonl") == make_rows()


def test_split_tells_the_parts_as_json(rows_file: Path, tmp_path: Path) -> None:
    result = run("split", rows_file, "--part", "dev=4", "--out", tmp_path / "p", "--json", "-")
    record = json.loads(result.stdout)
    assert (len(record["parts"]["dev"]), record["seed"]) == (4, 0)


def test_split_says_when_clusters_do_not_allow_the_size(rows_file: Path, tmp_path: Path) -> None:
    result = run("split", rows_file, "--part", "dev=3", "--out", tmp_path / "parts")
    assert "(wanted 3)" in result.stdout


def test_split_replaces_no_file_unless_forced(rows_file: Path, tmp_path: Path) -> None:
    (tmp_path / "test.jsonl").write_text("precious")
    arguments = ["split", rows_file, "--part", "dev=2", "--part", "test=2", "--out", tmp_path]
    assert isinstance(run(*arguments).exception, InputError)
    assert not (tmp_path / "dev.jsonl").exists()
    assert run(*arguments, "--force").exit_code == 0


@pytest.mark.parametrize(
    "text", ["dev", "dev=", "dev=0", "dev=1.5", "dev=-3", "../x=3", "=4", "a=x%"]
)
def test_a_part_that_is_not_name_and_size_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not NAME=SIZE"):
        parse_part(text)
