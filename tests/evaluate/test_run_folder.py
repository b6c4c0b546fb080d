import errno
import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.datasets import dataset_digest
from faithsieve.errors import ConfigError, StoreError
from faithsieve.evaluate.run_folder import (
    ResultLines,
    RunFolder,
    check_out,
    check_run_name,
    describe_settings,
    differences,
    name_run,
    replace_file,
)
from faithsieve.records.chat import Decoding
from faithsieve.records.run import FailureKind, RunManifest
from faithsieve.records.settings import (
    BudgetSettings,
    DecodingSettings,
    ModelSettings,
    Settings,
)
from support.runs import make_problem
from support.stores import make_manifest, make_result

SAFE = ["first", "2026-11-15 gpt.5", "étude_1", "a+b=c@d,e"]
UNSAFE = ["", ".git", "-rf", "..", "a/b", "a\\b", "nul:\x00x", "a\nb", "a\x1b[2J", "dot.", "space "]
UNSAFE += ["a" * 101, "a;b", "a$b", "a\u202eb"]


@pytest.mark.parametrize("name", SAFE)
@pytest.mark.parametrize("before", ["runs/", "/tmp/runs/", "../runs/", "./"])
def test_places_people_give_to_runs_are_let_through(before: str, name: str) -> None:
    assert check_out(before + name).name == check_run_name(name)


@pytest.mark.parametrize("name", UNSAFE)
def test_names_that_mean_something_to_a_shell_or_a_file_system_are_refused(name: str) -> None:
    with pytest.raises(ConfigError):
        check_run_name(name)


@pytest.mark.parametrize(
    "out", ["a/../../b", "nul:\x00x", "-rf", "runs/.git", "", " ", ".", "..", "/", "a/.."]
)
def test_places_that_lead_elsewhere_are_refused(out: str) -> None:
    with pytest.raises(ConfigError):
        check_out(out)


@given(st.text(max_size=30))
def test_a_name_that_is_let_through_is_one_plain_path_part(name: str) -> None:
    try:
        check_run_name(name)
    except ConfigError:
        return
    assert Path(name).parts == (name,)
    assert name.isprintable()
    assert name[0] not in "-."


def test_what_a_run_asks_makes_it_another_run_and_how_fast_does_not() -> None:
    faster = Settings(
        model=ModelSettings(concurrency=64, timeout_s=1, max_retries=0),
        budget=BudgetSettings(max_tokens=5),
    )
    hotter = Settings(decoding=DecodingSettings(direct=Decoding(temperature=1)))
    assert describe_settings(faster) == describe_settings(Settings())
    assert describe_settings(hotter) != describe_settings(Settings())


def changed(**fields: object) -> RunManifest:
    return RunManifest.model_validate({**make_manifest().model_dump(), **fields})


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"method": "pipeline"}, "method: was 'direct', is 'pipeline'"),
        ({"model": "m-2"}, "model: was 'm-1', is 'm-2'"),
        ({"dataset_digest": dataset_digest([make_problem("x")])}, "dataset_digest: was"),
        ({"settings": '{"a":{"b":1}}'}, "a.b: was None, is 1"),
        ({"prompts": ("p@1:aa",)}, "prompt: is 'p@1:aa'"),
        ({"versions": ("faithsieve==9",)}, "version: was 'unknown', is 'faithsieve==9'"),
    ],
)
def test_every_difference_between_two_runs_is_named(fields: dict[str, object], named: str) -> None:
    lines = differences(make_manifest(), changed(**fields, dataset="renamed.jsonl"))
    assert [line.startswith(named) for line in lines] == [True]


def test_the_id_in_a_shared_store_tells_two_folders_of_one_name_apart(tmp_path: Path) -> None:
    ids = {name_run(tmp_path / part / "run", is_shared=True) for part in "ab"}
    assert len(ids) == 2
    assert all(check_run_name(id).startswith("run-") for id in ids)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"run_id": 3}', '{"run_id": "../x"}', "[" * 9999]
)
def test_a_torn_manifest_names_no_run(tmp_path: Path, content: str) -> None:
    with RunFolder(tmp_path / "run") as folder:
        (folder.path / "manifest.json").write_text(content)
        assert folder.known_run_id() is None


def test_predictions_have_exactly_the_promised_fields_in_dataset_order(tmp_path: Path) -> None:
    ids = ("z", "a", "m", "never run")
    failed = make_result("a", failed=FailureKind.PARSE)
    with RunFolder(tmp_path / "run") as folder:
        folder.write_results(
            ids,
            ResultLines([make_result("m"), failed, make_result("z")]),
            interrupted=2,
            damaged=0,
        )
    rows = [
        json.loads(line)
        for line in (tmp_path / "run" / "predictions.jsonl").read_text().splitlines()
    ]
    assert [list(row) for row in rows] == [
        ["id", "label", "gold", "kind", "tokens", "seconds", "failure"]
    ] * 3
    assert [(row["id"], row["label"], row["failure"]) for row in rows] == [
        ("z", "correct", None),
        ("a", None, "parse_failure"),
        ("m", "correct", None),
    ]
    metrics = json.loads((tmp_path / "run" / "metrics.json").read_text())
    counts = [metrics[name] for name in ("problems", "answered", "failed", "open")]
    assert counts == [3, 2, 1, 0]
    assert metrics["in_dataset"] == 4
    assert metrics["interrupted_calls"] == 2
    (failure,) = (tmp_path / "run" / "failures.jsonl").read_text().splitlines()
    assert json.loads(failure)["kind"] == "parse_failure"


def test_of_several_that_start_at_once_exactly_one_gets_the_folder(tmp_path: Path) -> None:
    barrier = threading.Barrier(4)

    def take(_: int) -> RunFolder | None:
        barrier.wait()
        try:
            return RunFolder(tmp_path / "run")
        except StoreError:
            return None

    with ThreadPoolExecutor(4) as pool:
        (owner,) = filter(None, pool.map(take, range(4)))
    with pytest.raises(StoreError, match=rf"process {os.getpid()} .*another --out"):
        RunFolder(tmp_path / "run")
    owner.close()
    RunFolder(tmp_path / "run").close()


def test_what_a_killed_process_left_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.lock").write_text("process 1 on a machine long gone\n")
    (tmp_path / "run" / ".predictions.jsonl.abc.unfinished").write_text("half a li")
    RunFolder(tmp_path / "run").close()
    assert list((tmp_path / "run").iterdir()) == []


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_disk_that_fails_leaves_the_old_file_and_no_residue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, fault: int
) -> None:
    path = tmp_path / "metrics.json"
    replace_file(path, "old")

    def fail(*args: object) -> None:
        raise OSError(fault, os.strerror(fault))

    monkeypatch.setattr(os if call == "fsync" else Path, call, fail)
    with pytest.raises(StoreError, match=r"metrics\.json could not be written"):
        replace_file(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["metrics.json"]


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("x")
    with pytest.raises(ConfigError, match="is a file"):
        RunFolder(tmp_path / "run")
    with pytest.raises(ConfigError, match="is a file"):
        RunFolder(tmp_path / "run" / "below")
