import json
from pathlib import Path

import pytest

from faithsieve.datasets import (
    ProblemKind,
    ShapeName,
    load_dataset,
    shapes,
)
from faithsieve.errors import ConfigError, InputError
from support.dataset_files import good, load_rows, write_lines

# Row, field that must be named, and a piece of the message.
BAD_ROWS = [
    (good(steps=[]), "steps", "no steps"),
    (good(steps="0 < 1."), "steps", "not a list"),
    (good(steps=["fine", "  "]), "steps[1]", "empty"),
    (good(steps=["fine", None]), "steps[1]", "not text"),
    (good(problem=""), "problem", "empty"),
    (good(problem=7), "problem", "not text"),
    (good(first_error_step=0), "first_error_step", "0 is neither"),
    (good(first_error_step=-1), "first_error_step", "-1 is neither"),
    (good(first_error_step=3), "first_error_step", "from 1 to 2"),
    (good(first_error_step=None), "first_error_step", "None is neither"),
    (good(first_error_step=True), "first_error_step", "True is neither"),
    (good(first_error_step=1.0), "first_error_step", "1.0 is neither"),
    (good(first_error_step="2"), "first_error_step", "'2' is neither"),
    (good("con\0nul"), "id", "NUL"),
    (good("   "), "id", "empty"),
    (good("i" * (shapes.MAX_ID_CHARS + 1)), "id", "more than"),
    (good(problem="\ud800 half"), "problem", "surrogate"),
    (good(steps=["a\0b"]), "steps[0]", "NUL"),
    (good(steps=["s"] * (shapes.MAX_STEPS + 1)), "steps", "at most"),
    (good(steps=["s" * (shapes.MAX_STEP_CHARS + 1)]), "steps[0]", "more than"),
    (good(problem="p" * (shapes.MAX_PROOF_CHARS + 1)), "problem", "more than"),
    (good(steps=["s" * shapes.MAX_STEP_CHARS] * 11), "row", "more than"),
    (good(group=4), "group", "not text"),
    ('{"id": "x", "id": "y", "problem": "p", "steps": ["s"]}', "'id'", "twice"),
    ('{"id": "x"', "row", "not JSON"),  # what else is no JSON to us is in test_strict_json.py
    ('"only text"', "row", "not an object"),
    ({"id": "x", "problem": "p", "steps": ["s"], "label": 0}, "label", "from 0 or 1"),
    ({"problem": "p", "steps": ["s"], "first_error_step": 1}, "id", "missing"),
]


@pytest.mark.parametrize(("row", "field", "message"), BAD_ROWS)
def test_a_bad_row_is_named_by_file_line_and_field_and_the_rest_loads(
    tmp_path: Path, row: object, field: str, message: str
) -> None:
    path = write_lines(tmp_path / "rows.jsonl", good("First1"), row, good("Last2"))
    dataset = load_dataset(path, skip_bad=True)
    assert [proof.id for proof in dataset.proofs] == ["First1", "Last2"]
    (problem,) = dataset.problems
    assert (problem.file, problem.line, problem.field) == (str(path), 2, field)
    assert message in problem.message
    assert problem.kind is ProblemKind.BAD


def test_one_bad_row_stops_a_load_that_was_not_told_to_skip(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "rows.jsonl", good("A1"), *[good("B1", steps=[])] * 7)
    with pytest.raises(InputError) as caught:
        load_dataset(path)
    message = str(caught.value)
    assert "7 of 8 rows" in message
    assert f"{path}, line 2, field steps" in message
    assert "and 2 more" in message
    assert "--skip-bad" in message


def test_a_message_never_carries_raw_control_characters_of_the_file(tmp_path: Path) -> None:
    dataset = load_rows(tmp_path, good("A1"), good("B1", first_error_step="\x1b[2J\nINFO ok"))
    assert "\x1b" not in str(dataset.problems[0])
    assert "\n" not in str(dataset.problems[0])


def test_a_second_row_with_the_same_id_is_refused(tmp_path: Path) -> None:
    (problem,) = load_rows(tmp_path, good("A1"), good("B1"), good("A1")).problems
    assert (problem.line, problem.field) == (3, "id")
    assert "line 1" in problem.message


def test_ids_that_differ_in_case_or_normal_form_stay_apart(tmp_path: Path) -> None:
    dataset = load_rows(tmp_path, good("Case1"), good("case1"), good("\u00e9"), good("e\u0301"))
    assert len({proof.id for proof in dataset.proofs}) == 4


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "no rows"),
        ("\n\n", "no rows"),
        ("[ ]", "no rows"),
        (json.dumps(good(steps=[])), "no usable row: .* line 1, field steps"),
        ("3", r"rows\.jsonl, line 1"),
        ('{"id": ', r"rows\.jsonl, line 1"),
    ],
)
def test_a_file_without_a_usable_row_is_refused(tmp_path: Path, content: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        load_dataset(write_lines(tmp_path / "rows.jsonl", content), skip_bad=True)


def test_an_unknown_shape_lists_the_known_ones(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "rows.jsonl", {"question": "?", "reply": "!"})
    with pytest.raises(InputError, match=r"question.*reply") as caught:
        load_dataset(path)
    assert all(name.value in str(caught.value) for name in ShapeName)


def test_a_label_may_be_the_bare_word_correct_or_missing(tmp_path: Path) -> None:
    bare = {"id": 7, "problem": "x", "steps": ["a"]}
    correct, unlabelled = load_rows(
        tmp_path, {**bare, "label": "correct"}, {**bare, "id": 8}
    ).proofs
    assert (correct.id, correct.gold, unlabelled.gold) == ("7", "correct", None)


def test_a_bare_label_is_not_guessed_to_be_in_any_base(tmp_path: Path) -> None:
    row = {"id": "p3", "problem": "x", "steps": ["a", "b"], "label": 0}
    path = write_lines(tmp_path / "rows.jsonl", row)
    for format in (None, "proofloc"):
        with pytest.raises(InputError, match="from 0 or 1"):
            load_dataset(path, format=format)
    assert load_dataset(path, format="processbench").proofs[0].gold == 1


def test_a_row_of_another_shape_is_a_bad_row(tmp_path: Path) -> None:
    stranger = {"input": "1 + 1 =", "steps": ["2"], "mistake_index": None}
    (problem,) = load_rows(tmp_path, good("A1"), stranger).problems
    assert problem.message == "a bigbench-mistake row in a proofloc file"


def test_an_unknown_format_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no dataset format 'prooflock'.*processbench"):
        load_dataset(tmp_path / "rows.jsonl", format="prooflock")


def test_the_digest_follows_what_a_run_depends_on_and_nothing_else(tmp_path: Path) -> None:
    def digest(row: dict[str, object]) -> str:
        return load_rows(tmp_path, row).digest

    base = digest(good("A1"))
    assert digest(good("A1", comment="ignored")) == base
    assert digest({**good("A2")}) != base
    assert digest(good("A1", first_error_step=1)) != base
    assert digest(good("A1", steps=["0 < 1.", "Add one."])) != base
