import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import InputError
from faithsieve.evaluate.annotation import (
    Annotation,
    Task,
    TaskKind,
    agree,
    agreement_table,
    check_answer,
    label_rows,
    sample_tasks,
)

ROWS: list[dict[str, object]] = [
    {
        "id": f"Leaky{n:03d}",
        "problem": f"Add {n} and 1.",
        "steps": [f"The sum is {n + 1}.", "Done."],
        "first_error_step": 1 if n % 3 else "correct",
        "prediction": "SECRET-PREDICTION",
        "risk": 0.123456,
    }
    for n in range(30)
]


def test_a_sample_is_frozen_by_its_seed() -> None:
    first = sample_tasks(ROWS, TaskKind.PROOF, size=10, seed=4)
    assert first == sample_tasks(ROWS, TaskKind.PROOF, size=10, seed=4)
    assert first != sample_tasks(ROWS, TaskKind.PROOF, size=10, seed=5)
    assert len({key.id for key in first[1]}) == 10


def test_a_balanced_sample_has_as_many_right_as_wrong_proofs() -> None:
    _, keys = sample_tasks(ROWS, TaskKind.PROOF, size=12, seed=1, balance="first_error_step")
    assert [key.hidden["first_error_step"] for key in keys].count("correct") == 6


@pytest.mark.parametrize(
    ("size", "balance", "complaint"),
    [(31, None, "31 rows were asked for"), (30, "first_error_step", "15 are needed")],
)
def test_more_rows_than_there_are_cannot_be_drawn(
    size: int, balance: str | None, complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        sample_tasks(ROWS, TaskKind.PROOF, size=size, seed=1, balance=balance)


def test_a_row_without_the_fields_of_its_task_is_refused() -> None:
    with pytest.raises(InputError, match="substeps"):
        sample_tasks(ROWS, TaskKind.DECOMPOSITION, size=1, seed=1)


PROOF_TASK = Task(task="t1", kind=TaskKind.PROOF, shown={"problem": "p", "steps": ["a", "b"]})
UNIT_TASK = Task(task="t1", kind=TaskKind.UNIT, shown={})


@pytest.mark.parametrize(
    ("task", "typed", "answer"),
    [
        (PROOF_TASK, "2", "step 2"),
        (PROOF_TASK, " Step  1 ", "step 1"),
        (PROOF_TASK, "CORRECT", "correct"),
        (UNIT_TASK, "Wrong", "wrong"),
        *((PROOF_TASK, bad, None) for bad in ("3", "0", "²")),
        (UNIT_TASK, "2", None),
    ],
)
def test_answers_have_one_spelling_and_others_are_refused(
    task: Task, typed: str, answer: str | None
) -> None:
    if answer is not None:
        assert check_answer(task, typed) == answer
        return
    with pytest.raises(InputError):
        check_answer(task, typed)


def test_disagreements_are_left_for_an_adjudicator() -> None:
    found = agree({"t0": "step 1", "t1": "correct"}, {"t0": "step 1", "t1": "step 2"})
    assert (found.tasks, found.agreed, found.disagreements) == (2, 1, ("t1",))
    assert ("to adjudicate", "1: t1") in agreement_table(found).rows
    alike = agreement_table(agree({"a": "x"}, {"a": "x"})).rows
    assert ("Cohen's kappa", "undefined: one answer throughout") in alike
    with pytest.raises(InputError, match="no common task"):
        agree({"t0": "correct"}, {"x9": "correct"})


@given(st.integers(1, 20), st.integers(0, 9))
def test_joining_gives_every_answer_its_own_row_back(size: int, seed: int) -> None:
    tasks, keys = sample_tasks(ROWS, TaskKind.PROOF, size=size, seed=seed)
    answers = [Annotation(task=task.task, answer="step 1") for task in tasks]
    rows = label_rows(keys, answers)
    by_id = {str(row["id"]): row for row in ROWS}
    for task, row in zip(tasks, rows, strict=True):
        assert by_id[row["id"]]["problem"] == task.shown["problem"]
        assert row["label"] == 1


def test_an_answer_of_another_sample_is_refused() -> None:
    with pytest.raises(InputError, match="another sample"):
        label_rows((), [Annotation(task="t1", answer="correct")])


def test_drift_classes_are_read_from_the_note_of_a_statement() -> None:
    row = {"id": "s1", "problem": "p", "step": "x", "context": [], "obligation": "o", "lean": "l"}
    _, keys = sample_tasks([row], TaskKind.STATEMENT, size=1, seed=0)
    (label,) = label_rows(keys, [Annotation(task="t1", answer="drifted", note="vacuous, weak")])
    assert label == {"id": "s1", "label": "drifted", "drift": ["vacuous", "weak"]}
