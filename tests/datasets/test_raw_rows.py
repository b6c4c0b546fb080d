"""Untrusted dataset files: encodings, arrays, gzip, limits and things that are no file."""

import gzip
import json
import os
from pathlib import Path

import pytest

from faithsieve.datasets import (
    inspect_dataset,
    load_dataset,
    raw_rows,
)
from faithsieve.errors import InputError
from support.dataset_files import good, load_rows


def file_with(tmp_path: Path, content: bytes, name: str = "rows.jsonl") -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


def test_bytes_that_are_not_utf8_are_named_by_their_offset(tmp_path: Path) -> None:
    first = json.dumps(good("A1")).encode() + b"\n"
    (problem,) = inspect_dataset(file_with(tmp_path, first + b'{"id": "abc\xe9"}\n')).problems
    said = f"not UTF-8 at byte {len(first) + 11} of the file"
    assert (problem.line, problem.message) == (2, said)


def test_a_byte_order_mark_windows_line_ends_and_blank_lines_do_no_harm(tmp_path: Path) -> None:
    rows = "\r\n".join([json.dumps(good("A1")), "", json.dumps(good("B1"))])
    assert load_dataset(file_with(tmp_path, b"\xef\xbb\xbf" + rows.encode())).lines == (1, 3)


def test_a_line_separator_inside_a_text_does_not_split_the_row(tmp_path: Path) -> None:
    row = json.dumps(good("A1", problem="one\u2028two\x85three"), ensure_ascii=False)
    assert load_rows(tmp_path, row).proofs[0].proof.problem == "one\u2028two\x85three"


def test_a_json_array_gives_the_line_each_row_starts_on(tmp_path: Path) -> None:
    rows = json.dumps([good("A1"), good("B1", steps=[]), good("C1")], indent=1)
    dataset = load_dataset(file_with(tmp_path, rows.encode(), "rows.json"), skip_bad=True)
    text = rows.splitlines()
    assert [proof.id for proof in dataset.proofs] == ["A1", "C1"]
    assert all(text[line - 1].strip() == "{" for line in dataset.lines)
    assert text[dataset.problems[0].line].strip() == '"id": "B1",'


def test_a_flaw_inside_an_array_costs_only_its_row(tmp_path: Path) -> None:
    twice = '{"id": "x", "id": "y", "problem": "p", "steps": ["s"]}'
    array = f"[{json.dumps(good('A1'))},\n{twice},\n{json.dumps(good('B1'))}]"
    dataset = inspect_dataset(file_with(tmp_path, array.encode()))
    assert [proof.id for proof in dataset.proofs] == ["A1", "B1"]
    assert dataset.problems[0].line == 2


def test_gzip_is_read_whatever_the_name(tmp_path: Path) -> None:
    path = file_with(tmp_path, gzip.compress(json.dumps(good("A1")).encode()))
    assert load_dataset(path).proofs[0].id == "A1"


ROWS = gzip.compress("\n".join(json.dumps(good(f"A{i}")) for i in range(2_000)).encode())
MIDDLE = len(ROWS) // 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (json.dumps(good()).encode("utf-16"), "byte 0 starts a UTF-16 file; save it as UTF-8"),
        (b'[{"id": "abc\xe9"}]', "not UTF-8 at byte 12"),
        (b'[{"id": 1} {"id": 2}]', "the JSON array cannot be read"),
        (b'[{"id": 1}', "the JSON array cannot be read"),
        (b'[{"id": 1}] x', "the JSON array cannot be read"),
        (b"[{]", "the JSON array cannot be read"),
        (ROWS[:MIDDLE], "damaged gzip file"),
        (ROWS[:MIDDLE] + b"\xff" * 9 + ROWS[MIDDLE:], "damaged gzip file"),
    ],
)
def test_a_broken_file_is_refused_as_a_whole(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(InputError, match=rf"rows\.jsonl: {said}"):
        load_dataset(file_with(tmp_path, content))


@pytest.mark.parametrize(
    ("cap", "limit", "content", "said"),
    [
        ("MAX_FILE_BYTES", 1 << 20, (b" " * 4095 + b"\n") * 2048, "1,048,576 bytes of text"),
        ("MAX_LINES", 1_000, b"\n" * 1_001, "more than 1,000 lines"),
        ("MAX_ARRAY_BYTES", 1 << 20, b"[{" + b" " * (8 << 20), "1,048,576 bytes of text"),
        ("MAX_LINE_BYTES", 1 << 16, b"x" * (8 << 20), "a line is longer than 65,536 bytes"),
    ],
)
def test_a_gzip_bomb_stops_at_its_cap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cap: str, limit: int, content: bytes, said: str
) -> None:
    monkeypatch.setattr(raw_rows, cap, limit)
    with pytest.raises(InputError, match=said):
        load_dataset(file_with(tmp_path, gzip.compress(content)))


def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe.jsonl", tmp_path / "zero.jsonl"
    os.mkfifo(pipe)
    link.symlink_to("/dev/zero")
    for path in (pipe, link, tmp_path):
        with pytest.raises(InputError, match="not a regular file"):
            load_dataset(path)
    with pytest.raises(InputError, match="no such file"):
        load_dataset(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="cannot be opened"):
        load_dataset("nul\0name.jsonl")
