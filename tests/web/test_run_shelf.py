"""Runs are read once, read again when they change, and found only in their folder."""

import os
from pathlib import Path

import pytest

from faithsieve.errors import InputError
from faithsieve.web.run_shelf import RunShelf
from support.runs_on_disk import write_run


def test_a_run_is_read_again_only_when_its_files_change(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "first")
    shelf = RunShelf(tmp_path)
    assert shelf.read("first") is shelf.read("first")
    before = shelf.read("first")
    os.utime(folder / "predictions.jsonl", ns=(1, 1))
    assert shelf.read("first") is not before


def test_a_summary_counts_what_is_open_and_answered(tmp_path: Path) -> None:
    write_run(tmp_path / "first")
    found = RunShelf(tmp_path).summary("first")
    assert (found.problems, found.open, found.coverage.hits) == (9, 0, 8)


@pytest.mark.parametrize("name", ["..", "../first", "/etc", "nothing", ".hidden", ""])
def test_nothing_outside_the_folder_can_be_named(tmp_path: Path, name: str) -> None:
    write_run(tmp_path / "runs" / "first")
    shelf = RunShelf(tmp_path / "runs")
    assert shelf.names() == ["first"]
    with pytest.raises(InputError):
        shelf.folder(name)
