import json
from pathlib import Path

import pytest

from faithsieve.cli.data import parse_part
from faithsieve.errors import InputError
from support.command_line import Ended, faithsieve
from support.dataset_files import good, write_lines


def run(*words: object) -> Ended:
    return faithsieve("data", *words)


def make_rows(count: int = 8) -> list[dict[str, object]]:
    return [
        good(
            f"Sets{i}",
            problem=f"Problem {i // 2}",
            steps=["One.", f"Two {i}."],
            first_error_step="correct" if i % 2 else 2,
            comment="kept",
        )
        for i in range(count)
    ]


@pytest.fixture
def rows_file(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "rows.jsonl", *make_rows())


@pytest.fixture
def bad_file(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "bad.jsonl", *make_rows(2), good("Sets9", steps=[]))


def read_lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_validate_ends_with_zero_when_there_are_only_warnings(rows_file: Path) -> None:
    code, out, _ = run("validate", rows_file)
    assert code == 0
    assert f"{rows_file}:1: note [shared-problem] problem: also the problem of" in out
    assert "8 usable rows (4 correct, 4 incorrect, 0 unlabelled; 4 problems)" in out


def test_validate_ends_with_two_when_a_row_cannot_be_used(bad_file: Path) -> None:
    code, out, _ = run("validate", bad_file)
    assert code == 2
    assert f"{bad_file}:3: error [unusable] steps: the proof has no steps" in out
    code, out, _ = run("validate", bad_file, "--json", "-")
    (entry,) = json.loads(out)
    assert (code, entry["usable"], entry["findings"][-1]["rule"]) == (2, 2, "unusable")


@pytest.mark.parametrize(
    "words", [("convert", "--to", "processbench", "--out", "out.jsonl"), ("split", "--out", ".")]
)
def test_no_file_is_replaced_unless_forced(
    rows_file: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(rows_file.parent)
    precious = Path("out.jsonl")
    precious.write_text("precious")
    command, *options = words
    parts = ("--part", "dev=2", "--part", "out=6") if command == "split" else ()
    assert run(command, rows_file, *options, *parts).code == 2
    assert precious.read_text() == "precious"
    assert not Path("dev.jsonl").exists()
    assert run(command, rows_file, *options, *parts, "--force").code == 0
    assert len(read_lines(precious)) in (6, 8)
    assert run("convert", rows_file, "--to", "processbench", "--out", rows_file / "below").code == 2


def test_convert_writes_the_label_base_of_the_target(rows_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "pb.jsonl"
    assert run("convert", rows_file, "--to", "processbench", "--out", out).code == 0
    assert [row["label"] for row in read_lines(out)] == [1, -1] * 4
    back = run("convert", out, "--to", "proofloc", "--out", "-")
    assert [json.loads(line)["first_error_step"] for line in back.out.splitlines()] == [
        2,
        "correct",
    ] * 4


def test_convert_stops_at_bad_rows_and_leaves_them_out_when_told(
    bad_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    assert run("convert", bad_file, "--to", "proofloc", "--out", out).code == 2
    assert not out.exists()
    skipped = run("convert", bad_file, "--to", "proofloc", "--out", out, "--skip-bad")
    assert "1 row left out" in skipped.err
    assert len(read_lines(out)) == 2


def test_split_writes_rows_as_they_were_and_keeps_problems_together(
    rows_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "parts"
    code, said, _ = run("split", rows_file, "--part", "dev=50%", "--part", "test=0.5", "--out", out)
    assert code == 0
    dev, test = read_lines(out / "dev.jsonl"), read_lines(out / "test.jsonl")
    assert sorted([*dev, *test], key=str) == sorted(make_rows(), key=str)
    assert {row["problem"] for row in dev}.isdisjoint({row["problem"] for row in test})
    assert f"{out / 'dev.jsonl'}: 4 rows, 2 correct, 2 incorrect" in said


@pytest.mark.parametrize(
    "text", ["dev", "dev=", "dev=0", "dev=1.5", "dev=-3", "../x=3", "=4", "a=x%"]
)
def test_a_part_that_is_not_name_and_size_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not NAME=SIZE"):
        parse_part(text)
