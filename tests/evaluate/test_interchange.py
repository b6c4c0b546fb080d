from pathlib import Path

import pytest

from faithsieve.datasets import Dataset
from faithsieve.errors import ConfigError, InputError
from faithsieve.evaluate.interchange import (
    ImportedRun,
    ReplyForm,
    import_batch,
    import_processbench,
    write_imported,
)
from faithsieve.evaluate.run_reading import read_run
from faithsieve.records.proof import Label
from support.dataset_files import write_lines
from support.runs import make_dataset, make_problem


def dataset() -> Dataset:
    return make_dataset([make_problem(f"p{n}") for n in range(1, 7)])


def answers(imported: ImportedRun) -> dict[str, Label | str]:
    found: dict[str, Label | str] = {}
    for row in imported.results:
        if row.label is not None:
            found[row.id] = row.label
        elif row.failure is not None:
            found[row.id] = row.failure.kind.value
    return found


def test_processbench_predictions_count_from_zero(tmp_path: Path) -> None:
    rows: list[object] = [
        {"id": "p1", "prediction": -1, "label": 0},
        {"id": "p2", "prediction": 0},
        {"id": "p3", "prediction": 1},
        {"id": "p4", "prediction": 2},
        {"id": "p5", "prediction": None},
        {"id": "other", "prediction": 0},
    ]
    imported = import_processbench(dataset(), [write_lines(tmp_path / "out.jsonl", *rows)])
    assert answers(imported) == {
        "p1": "correct",
        "p2": 1,
        "p3": 2,
        "p4": "parse_failure",
        "p5": "parse_failure",
    }
    assert (imported.open, imported.foreign) == (("p6",), 1)


@pytest.mark.parametrize(
    "rows",
    [
        [{"id": "p1"}],
        [{"prediction": 1}],
        [{"id": "p1", "prediction": 1}, {"id": "p1", "prediction": 0}],
        [7],
    ],
)
def test_other_files_are_refused_with_their_line(tmp_path: Path, rows: list[object]) -> None:
    with pytest.raises(InputError, match=r"out\.jsonl"):
        import_processbench(dataset(), [write_lines(tmp_path / "out.jsonl", *rows)])


def batch_line(row_id: str, text: str, *, finish: str = "stop") -> dict[str, object]:
    message = {"role": "assistant", "content": text}
    body = {
        "model": "m-1",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12},
    }
    return {"custom_id": row_id, "response": {"status_code": 200, "body": body}, "error": None}


@pytest.mark.parametrize(
    ("form", "said", "label"),
    [
        (ReplyForm.LABEL, batch_line("p1", "step 2"), 2),
        (ReplyForm.LABEL, batch_line("p1", "correct"), "correct"),
        (ReplyForm.LABEL, batch_line("p1", "I think step 2"), "parse_failure"),
        (ReplyForm.LABEL, batch_line("p1", "step 2", finish="length"), "parse_failure"),
        (
            ReplyForm.LABEL,
            {"custom_id": "p1", "response": None, "error": {"message": "expired"}},
            "provider_error",
        ),
        (ReplyForm.BOXED, batch_line("p1", "First \\boxed{0}, no: \\boxed{1}"), 2),
        (ReplyForm.BOXED, batch_line("p1", "So \\boxed{-1}."), "correct"),
        (ReplyForm.BOXED, batch_line("p1", "No box."), "parse_failure"),
    ],
)
def test_batch_outputs_are_read_by_the_same_strict_rule_as_our_own(
    tmp_path: Path, form: ReplyForm, said: dict[str, object], label: Label | str
) -> None:
    imported = import_batch(dataset(), [write_lines(tmp_path / "out.jsonl", said)], form)
    assert answers(imported) == {"p1": label}
    assert imported.results[0].cost.usage.total == (12 if said["response"] else 0)


def test_an_import_is_a_run_that_reports_read(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "out.jsonl", {"id": "p1", "prediction": -1})
    imported = import_processbench(dataset(), [file])
    out = tmp_path / "runs" / "critic"
    write_imported(imported, dataset(), out, method="critic", model="m-1")
    run = read_run(out)
    assert (run.method, run.problems, run.open) == ("critic", 6, 5)
    assert [row.label for row in run.results] == ["correct"]
    with pytest.raises(ConfigError, match="already holds a run"):
        write_imported(imported, dataset(), out, method="critic", model="m-1")
