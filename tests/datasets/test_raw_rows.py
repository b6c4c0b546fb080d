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


def test_bytes_that_are_not_utf8_are_named_by_their_offset(tmp_path: Path) -> None:
    first = json.dumps(good("A1")).encode() + b"\n"
    path = tmp_path / "rows.jsonl"
    path.write_bytes(first + b'{"id": "abc\xe9"}\n')
    (problem,) = inspect_dataset(path).problems
    assert (problem.line, problem.message) == (
        2,
        f"not UTF-8 at byte {len(first) + 11} of the file",
    )


def test_a_utf16_file_is_refused_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(json.dumps(good()).encode("utf-16"))
    with pytest.raises(InputError, match="byte 0 starts a UTF-16 file; save it as UTF-8"):
        load_dataset(path)


def test_a_utf8_byte_order_mark_windows_line_ends_and_blank_lines_do_no_harm(
    tmp_path: Path,
) -> None:
    path = tmp_path / "rows.jsonl"
    rows = "\r\n".join([json.dumps(good("A1")), "", json.dumps(good("B1"))])
    path.write_bytes(b"\xef\xbb\xbf" + rows.encode())
    dataset = load_dataset(path)
    assert dataset.lines == (1, 3)


def test_a_line_separator_inside_a_text_does_not_split_the_row(tmp_path: Path) -> None:
    row = json.dumps(good("A1", problem="one\u2028two\x85three"), ensure_ascii=False)
    assert load_rows(tmp_path, row).proofs[0].proof.problem == "one\u2028two\x85three"


def test_a_json_array_gives_the_line_each_row_starts_on(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([good("A1"), good("B1", steps=[]), good("C1")], indent=1))
    dataset = load_dataset(path, skip_bad=True)
    text = path.read_text().splitlines()
    assert [proof.id for proof in dataset.proofs] == ["A1", "C1"]
    assert all(text[line - 1].strip() == "{" for line in dataset.lines)
    assert text[dataset.problems[0].line].strip() == '"id": "B1",'


def test_an_array_that_is_not_utf8_is_named_by_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_bytes(b'[{"id": "abc\xe9"}]')
    with pytest.raises(InputError, match=r"rows\.json: not UTF-8 at byte 12"):
        load_dataset(path)


def test_a_flaw_inside_an_array_costs_only_its_row(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    twice = '{"id": "x", "id": "y", "problem": "p", "steps": ["s"]}'
    path.write_text(f"[{json.dumps(good('A1'))},\n{twice},\n{json.dumps(good('B1'))}]")
    dataset = inspect_dataset(path)
    assert [proof.id for proof in dataset.proofs] == ["A1", "B1"]
    assert dataset.problems[0].line == 2


@pytest.mark.parametrize("broken", ['[{"id": 1} {"id": 2}]', '[{"id": 1}', '[{"id": 1}] x', "[{]"])
def test_a_broken_array_is_refused_as_a_file(tmp_path: Path, broken: str) -> None:
    path = tmp_path / "rows.json"
    path.write_text(broken)
    with pytest.raises(InputError, match=r"rows\.json: the JSON array cannot be read"):
        load_dataset(path)


def test_gzip_is_read_whatever_the_name(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(gzip.compress(json.dumps(good("A1")).encode()))
    assert load_dataset(path).proofs[0].id == "A1"


def test_a_gzip_bomb_stops_at_the_cap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw_rows, "MAX_FILE_BYTES", 1 << 20)
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress((b" " * 4095 + b"\n") * 2048))
    with pytest.raises(InputError, match="more than 1,048,576 bytes of text"):
        load_dataset(path)


def test_a_bomb_of_line_ends_stops_at_a_number_of_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raw_rows, "MAX_LINES", 1_000)
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(b"\n" * 1_001))
    with pytest.raises(InputError, match="more than 1,000 lines"):
        load_dataset(path)


def test_a_gzip_bomb_in_an_array_stops_at_the_cap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raw_rows, "MAX_ARRAY_BYTES", 1 << 20)
    path = tmp_path / "bomb.json.gz"
    path.write_bytes(gzip.compress(b"[{" + b" " * (8 << 20)))
    with pytest.raises(InputError, match="more than 1,048,576 bytes of text"):
        load_dataset(path)


def test_an_endless_line_stops_at_its_own_cap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raw_rows, "MAX_LINE_BYTES", 1 << 16)
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(b"x" * (8 << 20)))
    with pytest.raises(InputError, match="a line is longer than 65,536 bytes"):
        load_dataset(path)


@pytest.mark.parametrize("damage", ["cut", "garbled"])
def test_a_damaged_gzip_file_is_named(tmp_path: Path, damage: str) -> None:
    rows = "\n".join(json.dumps(good(f"A{i}")) for i in range(2_000)).encode()
    packed = gzip.compress(rows)
    middle = len(packed) // 2
    torn = packed[:middle] if damage == "cut" else packed[:middle] + b"\xff" * 9 + packed[middle:]
    path = tmp_path / "rows.jsonl.gz"
    path.write_bytes(torn)
    with pytest.raises(InputError, match="damaged gzip file"):
        load_dataset(path)


def test_a_fifo_is_refused_without_waiting(tmp_path: Path) -> None:
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)
    with pytest.raises(InputError, match="not a regular file"):
        load_dataset(path)


def test_a_folder_and_a_link_to_a_device_are_refused(tmp_path: Path) -> None:
    link = tmp_path / "zero.jsonl"
    link.symlink_to("/dev/zero")
    for path in (tmp_path, link):
        with pytest.raises(InputError, match="not a regular file"):
            load_dataset(path)


def test_a_missing_file_and_an_impossible_name_are_user_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        load_dataset(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="cannot be opened"):
        load_dataset("nul\0name.jsonl")
