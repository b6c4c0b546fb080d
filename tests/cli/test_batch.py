"""``faithsieve batch`` brings open questions out of a run and answers back into it."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from faithsieve.evaluate.run_folder import RunFolder
from faithsieve.llm.protocol import request_key
from faithsieve.records.chat import ChatRequest, ReplySchema
from faithsieve.records.digest import Digest
from faithsieve.records.run import RunManifest
from faithsieve.store.run_store import RunStore
from support.batch_service import IDENTITY, failure, success
from support.chat import make_request
from support.command_line import faithsieve
from support.dataset_files import write_lines


def make_run(folder: Path, *requests: ChatRequest, store: Path | None = None) -> Path:
    manifest = RunManifest(
        method="direct",
        model=IDENTITY,
        dataset="toy.jsonl",
        dataset_digest=Digest("0" * 64),
        problems=len(requests),
        settings="{}",
    )
    with RunFolder(folder) as run, RunStore.open(store or run.store_path) as opened:
        run.write_manifest("first", manifest, store=opened.name)
        for request in requests:
            asyncio.run(opened.begin(key_of(request), request, IDENTITY))
    return folder


def key_of(request: ChatRequest) -> Digest:
    return request_key(request, identity=IDENTITY)


A, B, C = (make_request(text) for text in "abc")


def test_export_asks_in_words_where_the_settings_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema = ReplySchema(name="Label", json_schema='{"type":"object"}')
    run = make_run(tmp_path / "run", ChatRequest(**{**A.model_dump(), "reply_schema": schema}))
    for reply_format in ("strict", "none"):
        monkeypatch.setenv("FAITHSIEVE_MODEL__CAPABILITIES__REPLY_FORMAT", reply_format)
        (path,) = map(Path, faithsieve("batch", "export", run).out.splitlines())
        is_sent = "response_format" in json.loads(path.read_text())["body"]
        assert is_sent is (reply_format == "strict")


def test_import_counts_every_fate_of_a_line(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", A, B, C)
    output = write_lines(tmp_path / "out", success(key_of(A)), success("somebody-else"))
    errors = write_lines(tmp_path / "err", failure(key_of(B), "bad day"))
    code, out, err = faithsieve("batch", "import", run, output, errors)
    assert code == 0
    assert [line.rsplit(maxsplit=1) for line in out.splitlines()] == [
        ["      accepted", "1"],
        [" already known", "0"],
        ["        errors", "1"],
        ["       foreign", "1"],
        ["    unreadable", "0"],
        [" contradicting", "0"],
        [" still missing", "2"],
    ]
    assert "1 failed with: status 500: bad day" in err
    with RunStore.open(run / "store.sqlite") as store:
        reply = asyncio.run(store.find(key_of(A)))
    assert reply is not None
    assert reply.text == "yes"
    counts = json.loads(faithsieve("batch", "import", run, output, "--json", "-").out)
    assert (counts["accepted"], counts["known"], counts["missing"]) == (0, 1, 2)


def test_contradicting_answers_are_an_error_after_the_rest_was_taken(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", A, B)
    output = write_lines(
        tmp_path / "out", success(key_of(A), "yes"), success(key_of(A), "no"), success(key_of(B))
    )
    code, _, err = faithsieve("batch", "import", run, output)
    assert code == 2
    assert "1 question with contradicting answers" in err
    (path,) = map(Path, faithsieve("batch", "export", run).out.splitlines())
    assert json.loads(path.read_text())["custom_id"] == key_of(A)


def test_a_run_or_store_that_is_not_there_is_named_and_not_made(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", A, store=tmp_path / "shared.sqlite")
    code, _, err = faithsieve("batch", "export", run)
    assert code == 2
    assert re.search(r"shared\.sqlite.*--store URL", err)
    said = faithsieve("batch", "export", run, "--store", tmp_path / "shared.sqlite").out
    assert Path(said.strip()).parent == run / "batch"
    (run / "manifest.json").write_text('{"store": ')
    for folder, words in ((run, "manifest.json"), (tmp_path / "nowhere", "holds no run")):
        code, _, err = faithsieve("batch", "export", folder)
        assert code == 2
        assert words in err
    assert not (tmp_path / "nowhere").exists()
