from pathlib import Path

import pytest

from faithsieve.datasets.validation import DatasetFinding, Severity, validate_dataset
from support.dataset_files import good, write_lines


def findings(tmp_path: Path, *rows: object) -> list[DatasetFinding]:
    return list(validate_dataset(write_lines(tmp_path / "rows.jsonl", *rows)).findings)


def row(row_id: str, **fields: object) -> dict[str, object]:
    return good(row_id, **{"problem": f"Problem of {row_id}.", "steps": ["One.", "Two."]} | fields)


def told(found: list[DatasetFinding]) -> list[tuple[int, str, str]]:
    return [(finding.line, finding.rule, finding.field) for finding in found]


UNLABELLED = {"id": "B1", "problem": "p", "steps": ["s"]}
SAME: dict[str, object] = {"problem": "Problem  of\nA1.", "steps": ["One. ", " Two."]}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([row("A1"), row("A2")], []),
        (
            [row("Case"), row("case"), row("\u00e9"), row("e\u0301")],
            [(2, "id-clash", "id"), (4, "id-clash", "id")],
        ),
        ([row("A1"), row("A1")], [(2, "unusable", "id")]),
        (
            [row("A1"), row("A2", **SAME)],
            [(1, "shared-problem", "problem"), (2, "duplicate-proof", "steps")],
        ),
        (
            [row("A1"), row("A2", **SAME, first_error_step=1)],
            [(1, "shared-problem", "problem"), (2, "contradictory-labels", "label")],
        ),
        ([row("A1", steps=["\text{x}"])], [(1, "repaired", "row")]),
        ([row("A1"), UNLABELLED], [(2, "unlabelled", "label")]),
        ([UNLABELLED], []),
    ],
)
def test_what_a_careful_reader_wants_to_know_is_reported(
    tmp_path: Path, rows: list[object], expected: list[tuple[int, str, str]]
) -> None:
    assert told(findings(tmp_path, *rows)) == expected


def test_rows_that_share_a_problem_are_noted_once(tmp_path: Path) -> None:
    rows = [row(f"A{i}", problem="The same.", steps=[f"Try {i}."]) for i in range(3)]
    (found,) = findings(tmp_path, *rows)
    assert (found.line, found.severity, found.rule) == (1, Severity.NOTE, "shared-problem")
    assert "line 2, 3" in found.message


@pytest.mark.parametrize("text", ["Step 3: go", "**Step 3.** go", "3. go", "(3) go", "STEP 3 go"])
def test_a_step_that_calls_itself_by_another_number_is_reported(tmp_path: Path, text: str) -> None:
    found = findings(tmp_path, row("A1", steps=["Go.", text]))
    assert told(found) == [(1, "step-numbering", "steps[1]")]
    assert found[0].message == "step 2 calls itself 3"


@pytest.mark.parametrize("text", ["Step 2: go", "2. go", "2.5 is big", "3 = 3", "1/2 of it"])
def test_a_step_with_its_own_number_or_none_is_fine(tmp_path: Path, text: str) -> None:
    assert findings(tmp_path, row("A1", steps=["Go.", text])) == []


def test_control_characters_and_direction_marks_are_reported_by_code_point(tmp_path: Path) -> None:
    found = findings(tmp_path, row("A1", problem="a\x1b[2J", steps=["b\u202ec", "fine\tand\nso"]))
    assert [(finding.field, finding.message) for finding in found] == [
        ("problem", "holds U+001B"),
        ("steps[0]", "holds U+202E"),
    ]


def test_rows_left_out_by_the_datasets_rules_are_notes(tmp_path: Path) -> None:
    label = {"steps": [], "finish_reason": "give_up"}
    (found,) = findings(tmp_path, {"question": {"problem": "p"}, "label": label})
    assert (found.severity, found.rule) == (Severity.NOTE, "left-out")
