from pathlib import Path
from typing import Any

import pytest

from faithsieve.errors import InputError
from faithsieve.evaluate.run_reading import read_predictions, read_run
from faithsieve.records.run import FailureKind
from faithsieve.records.verdict import VerdictKind
from support.results import write_run


def row(row_id: str = "Sets1", **fields: Any) -> dict[str, object]:
    base = {"id": row_id, "label": 2, "gold": 2, "kind": "risky_step", "tokens": 7}
    return {**base, "seconds": 1.5, "failure": None, **fields}


@pytest.mark.parametrize(
    ("fields", "kind", "failure"),
    [
        ({"label": None, "kind": None, "failure": "parse_failure"}, None, FailureKind.PARSE),
        ({"label": None, "kind": "undecided"}, VerdictKind.UNDECIDED, None),
        ({"label": "correct", "kind": "correct"}, VerdictKind.NO_ERROR_FOUND, None),
        ({"label": None, "kind": None}, None, None),
    ],
    ids=["failed", "abstained", "old name of a kind", "missing"],
)
def test_a_line_has_a_verdict_a_failure_or_neither(
    tmp_path: Path, fields: dict[str, Any], kind: VerdictKind | None, failure: FailureKind | None
) -> None:
    write_run(tmp_path, [row(**fields)])
    (result,) = read_predictions(tmp_path / "predictions.jsonl")
    assert result.label == fields["label"]
    assert (result.verdict and result.verdict.kind) == kind
    assert (result.failure and result.failure.kind) == failure
    assert result.cost.usage.total == (7 if kind or failure else 0)


@pytest.mark.parametrize(
    ("settings", "forced"),
    [({"fusion": {"force_label": True}}, True), ({"fusion": {}}, False), ("{}", False)],
)
def test_a_run_says_whether_its_labels_were_forced(
    tmp_path: Path, settings: object, forced: bool
) -> None:
    write_run(tmp_path, [row()], settings=settings)
    assert read_run(tmp_path).forces_label is forced


@pytest.mark.parametrize(
    ("bad", "field"),
    [
        (row(label=0), "label"),
        (row(label="wrong"), "label"),
        (row(label=True), "label"),
        (row(gold=-1), "gold"),
        (row(kind="correct"), "kind"),
        (row(kind="undecided"), "kind"),
        (row(kind="sure"), "kind"),
        (row(label=None, failure="tired"), "failure"),
        (row(tokens=-1), "tokens"),
        (row(tokens=True), "tokens"),
        (row(seconds="long"), "seconds"),
        (row(id=3), "id"),
        ([], "row"),
        (row("Sets0"), "id"),
    ],
)
def test_a_line_that_is_no_prediction_is_named(tmp_path: Path, bad: object, field: str) -> None:
    write_run(tmp_path, [row("Sets0"), bad])
    with pytest.raises(InputError, match=f"predictions.jsonl, line 2, field {field}"):
        read_predictions(tmp_path / "predictions.jsonl")


def test_a_run_knows_its_open_problems_and_what_it_cost(tmp_path: Path) -> None:
    manifest = {"model": "m", "dataset": "d.jsonl", "problems": 5}
    run = read_run(write_run(tmp_path / "first", [row("Sets1"), row("Sets2")], **manifest))
    assert (run.name, run.method, run.model, run.dataset) == ("first", "direct", "m", "d.jsonl")
    assert (run.problems, run.open, run.tokens, run.seconds) == (2, 0, 14, 3.0)
    assert run.problems_words == "2 of 5"


@pytest.mark.parametrize("problems", [None, "many", 1])
def test_a_manifest_that_counts_too_few_problems_is_not_believed(
    tmp_path: Path, problems: object
) -> None:
    run = read_run(write_run(tmp_path, [row("A1"), row("A2")], problems=problems))
    assert (run.problems, run.open) == (2, 0)


@pytest.mark.parametrize("content", [b"[1]", b"{", b"\xff"])
def test_a_manifest_that_cannot_be_read_is_named(tmp_path: Path, content: bytes) -> None:
    write_run(tmp_path, [row()])
    (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(InputError, match=r"manifest\.json: "):
        read_run(tmp_path)


def test_something_else_than_a_run_folder_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path / "none", tmp_path):
        with pytest.raises(InputError, match="not a run folder; give the --out folder"):
            read_run(folder)


def test_a_run_given_as_a_dot_has_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write_run(tmp_path / "first", [row()]))
    assert read_run(Path()).name == "first"


def test_a_run_that_was_killed_says_how_it_goes_on(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "killed", [row()])
    (folder / "predictions.jsonl").unlink()
    with pytest.raises(InputError, match=r"has not ended, .*eval command that began it goes on"):
        read_run(folder)
