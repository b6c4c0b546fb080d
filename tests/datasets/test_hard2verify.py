from pathlib import Path

import pytest

from support.dataset_files import STEPS, load_rows, only_problem


def hard2verify(row_id: str, labels: object, **fields: object) -> dict[str, object]:
    return {
        "unique_id": row_id,
        "question": "q",
        "model_response_by_step": STEPS,
        "human_labels": labels,
        **fields,
    }


@pytest.mark.parametrize("base", [0, 1])
def test_the_stated_first_error_may_count_from_zero_or_one_but_the_same_in_a_file(
    tmp_path: Path, base: int
) -> None:
    rows = [
        hard2verify("a", [1, 0, 1], human_labels_first_error_idx=1 + base),
        hard2verify("b", [0, 0, 0], human_labels_first_error_idx=0 + base),
        hard2verify("c", [1, 1, 0], human_labels_first_error_idx=2 + 1 - base),
        hard2verify("d", [1, 1, 1], human_labels_first_error_idx=None),
        hard2verify("e", [1, 1, 1], human_labels_first_error_idx=-1),
    ]
    dataset = load_rows(tmp_path, *rows)
    assert [(proof.id, proof.gold) for proof in dataset.proofs] == [
        ("a", 2),
        ("b", 1),
        ("d", "correct"),
        ("e", "correct"),
    ]
    (problem,) = dataset.problems
    assert (problem.line, problem.field) == (3, "human_labels_first_error_idx")
    assert f"count from {base}" in problem.message


@pytest.mark.parametrize(
    ("labels", "stated"), [([1, 1, 1], 0), ([1, 0, 1], None), ([1, 0, 1], True), ([0, 1, 1], "0")]
)
def test_a_stated_first_error_that_contradicts_the_step_labels_is_bad(
    tmp_path: Path, labels: list[int], stated: object
) -> None:
    row = hard2verify("a", labels, human_labels_first_error_idx=stated)
    assert only_problem(tmp_path, row)[0] == "human_labels_first_error_idx"


def test_the_step_labels_alone_are_enough(tmp_path: Path) -> None:
    assert load_rows(tmp_path, hard2verify("a", [1, 1, 0])).proofs[0].gold == 3


@pytest.mark.parametrize("labels", [[1, 0], "110", [1, 2, 1], [1, None, 1], [True, True, True]])
def test_step_labels_must_be_one_zero_or_one_a_step(tmp_path: Path, labels: object) -> None:
    assert only_problem(tmp_path, hard2verify("a", labels))[0].startswith("human_labels")
