"""What leaves a store as a file comes back the same, once, and only if it is what left."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from faithsieve.errors import InputError, StoreError
from faithsieve.records.run import FailureKind
from faithsieve.store.results import manifest_digest
from faithsieve.store.run_store import RunStore
from faithsieve.store.schema import artifacts
from faithsieve.store.transfer import Imported, read_export, whole_file
from support.chat import make_request
from support.stores import (
    answer,
    fill_store,
    key_of,
    make_manifest,
    make_reply,
    make_result,
    spoil,
)


def exported(place: str, file: Path) -> Path:
    with RunStore.open(place) as store, whole_file(str(file)) as write:
        store.export(write)
    return file


def imported(place: str, file: Path, *, salvage: bool = False) -> Imported:
    with RunStore.open(place) as store:
        return store.import_rows(read_export(file, salvage=salvage))


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz"])
def test_a_store_survives_the_journey_and_a_second_import_changes_nothing(
    place: str, tmp_path: Path, name: str
) -> None:
    fill_store(place, calls=5)
    file = exported(place, tmp_path / name)
    other = str(tmp_path / "other.sqlite")
    assert imported(other, file) == Imported(added=17)
    assert imported(other, file) == Imported(known=17)
    assert imported(place, file) == Imported(known=17)
    again = exported(other, tmp_path / "again.jsonl")
    with RunStore.open(other) as store:
        assert store.verify().is_sound
        assert store.stats().calls == {"answered": 5, "pending": 1}
    # Leases stay behind: they belong to processes that have the first store open.
    assert "leased_until" in again.read_text()
    assert '"owner":null' in again.read_text()


def test_equal_stores_give_equal_files(tmp_path: Path) -> None:
    place = str(tmp_path / "a.sqlite")
    fill_store(place, calls=3)
    one = exported(place, tmp_path / "1.jsonl.gz").read_bytes()
    assert exported(place, tmp_path / "2.jsonl.gz").read_bytes() == one


async def test_an_answer_takes_the_place_of_an_open_call_and_never_of_another_answer(
    tmp_path: Path,
) -> None:
    here, there = str(tmp_path / "here.sqlite"), str(tmp_path / "there.sqlite")
    with RunStore.open(here) as store:
        await store.begin(key_of("open"), make_request(), "m-1")
        await answer(store, "mine", "both")
    with RunStore.open(there) as store:
        await answer(store, "found", "open")
        await answer(store, "theirs", "both")
    done = imported(here, exported(there, tmp_path / "there.jsonl"))
    assert (done.replaced, done.kept) == (1, 1)
    with RunStore.open(here) as store:
        assert await store.find(key_of("open")) == make_reply("found")
        assert await store.find(key_of("both")) == make_reply("mine")


async def test_a_failure_gives_way_to_an_answer(tmp_path: Path) -> None:
    here, there = str(tmp_path / "here.sqlite"), str(tmp_path / "there.sqlite")
    digest = manifest_digest(make_manifest())
    with RunStore.open(here) as store:
        await store.save_result("r", digest, make_result("p", failed=FailureKind.PROVIDER))
    with RunStore.open(there) as store:
        await store.save_result("r", digest, make_result("p"))
    file = exported(there, tmp_path / "there.jsonl")
    assert imported(here, file).replaced == 1
    assert imported(there, exported(here, tmp_path / "here.jsonl")).known == 1


def test_a_sound_row_mends_a_damaged_one(place: str, tmp_path: Path) -> None:
    fill_store(place, calls=3)
    file = exported(place, tmp_path / "out.jsonl")
    spoil(place, artifacts, "result", "{}")
    assert imported(place, file).replaced == 3
    with RunStore.open(place) as store:
        assert store.verify().is_sound


def cut(text: str) -> str:
    return text[: len(text) // 2]


def change_a_row(text: str) -> str:
    return text.replace("no error seen", "a big error", 1)


def drop_a_line(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(lines[:2] + lines[3:])


def another_version(text: str) -> str:
    return text.replace('"version":1', '"version":9', 1)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (cut, "ends early"),
        (change_a_row, "hash differs"),
        (drop_a_line, "hash differs"),
        (another_version, "format version 9"),
        (lambda text: "[]\n" + text, "no export of a store"),
        (lambda text: "", "ends early"),
    ],
)
def test_a_file_that_is_not_what_was_exported_is_refused_before_anything_is_written(
    tmp_path: Path, harm: Callable[[str], str], words: str
) -> None:
    place, other = str(tmp_path / "a.sqlite"), str(tmp_path / "b.sqlite")
    fill_store(place, calls=3)
    file = exported(place, tmp_path / "out.jsonl")
    file.write_text(harm(file.read_text()))
    with pytest.raises(InputError, match=words):
        imported(other, file)
    with RunStore.open(other) as store:
        assert sum(store.stats().rows.values()) == 0


def test_salvage_takes_every_line_whose_seal_fits(tmp_path: Path) -> None:
    place, other = str(tmp_path / "a.sqlite"), str(tmp_path / "b.sqlite")
    fill_store(place, calls=3)
    file = exported(place, tmp_path / "out.jsonl")
    lines = change_a_row(file.read_text()).splitlines(keepends=True)
    file.write_text("".join(["[]\n", '{"table":"nothing","row":{}}\n', *lines[:-3]]) + '{"tab')
    done = imported(other, file, salvage=True)
    assert done.added == len(lines) - 2 - 3
    assert len(done.refused) == 4
    with RunStore.open(other) as store:
        assert store.verify().is_sound


def test_a_compressed_file_cut_short_gives_what_can_be_unpacked(tmp_path: Path) -> None:
    place, other = str(tmp_path / "a.sqlite"), str(tmp_path / "b.sqlite")
    fill_store(place, calls=40)
    file = exported(place, tmp_path / "out.jsonl.gz")
    file.write_bytes(file.read_bytes()[: file.stat().st_size * 3 // 4])
    with pytest.raises(InputError, match="cannot be read"):
        imported(other, file)
    assert imported(other, file, salvage=True).added > 10


def test_an_export_that_fails_leaves_neither_file_nor_draft(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), whole_file(str(tmp_path / "out.jsonl")):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    with (
        pytest.raises(StoreError, match="could not be written"),
        whole_file(str(tmp_path / "file" / "out.jsonl")),
    ):
        raise AssertionError("never reached")


def test_lines_of_an_export_are_plain_json(tmp_path: Path) -> None:
    place = str(tmp_path / "a.sqlite")
    fill_store(place, calls=1)
    lines = exported(place, tmp_path / "o.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    assert rows[0]["format"] == "faithsieve-store"
    assert [row["table"] for row in rows[1:-1]] == [
        "runs",
        "results",
        "model_calls",
        "model_calls",
        "artifacts",
    ]
    assert rows[-1]["end"] is True
