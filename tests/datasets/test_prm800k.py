from pathlib import Path

import pytest

from faithsieve.datasets import ProblemKind
from support.dataset_files import STEPS, load_rows, only_problem


def rated(text: str, rating: int | None) -> dict[str, object]:
    return {"text": text, "rating": rating, "flagged": False}


def judged(*completions: object, chosen: int | None = 0, human: object = None) -> dict[str, object]:
    return {
        "completions": list(completions),
        "chosen_completion": chosen,
        "human_completion": human,
    }


def prm800k(
    *steps: object, finish: object = "solution", planned: object = None, **fields: object
) -> dict[str, object]:
    return {
        "labeler": "someone",
        "is_quality_control_question": False,
        "is_initial_screening_question": False,
        "question": {"problem": "p", "pre_generated_steps": planned},
        "label": {"steps": list(steps), "total_time": 5, "finish_reason": finish},
        **fields,
    }


def test_phase_two_keeps_the_whole_solution_and_stops_labelling_at_the_error(
    tmp_path: Path,
) -> None:
    row = prm800k(
        judged(rated(STEPS[0], 1)),
        judged(rated(STEPS[1], -1), chosen=None),
        finish="found_error",
        planned=STEPS,
    )
    (proof,) = load_rows(tmp_path, row).proofs
    assert (len(proof.proof.steps), proof.gold, proof.source) == (3, 2, "prm800k")


@pytest.mark.parametrize(
    ("row", "texts", "gold"),
    [
        (
            prm800k(judged(rated("a", 0)), judged(rated("b", None)), judged(rated("c", 1))),
            ["a", "b", "c"],
            "correct",
        ),
        (
            prm800k(
                judged(rated("a wrong try", -1), rated("a", 1), chosen=1),
                judged(rated("another wrong try", -1), chosen=None, human=rated("b", None)),
            ),
            ["a", "b"],
            "correct",
        ),
        (prm800k(judged(rated("", 7), rated("a", 1), chosen=1)), ["a"], "correct"),
        (prm800k(judged(rated("a", -1), chosen=None), finish="found_error"), ["a"], 1),
        (prm800k(judged(rated("bad", -1), chosen=None, human="a")), ["a"], "correct"),
        (prm800k(judged(rated("rival", -1), rated("a", 1)), planned=["a"]), ["a"], "correct"),
    ],
    ids=[
        "a neutral or missing rating is no error",
        "chosen and human completions are the proof",
        "nothing is asked of completions not followed",
        "an only completion needs no choice",
        "a human completion may be bare text",
        "the planned step is judged and not its rivals",
    ],
)
def test_the_proof_is_what_the_labeller_followed(
    tmp_path: Path, row: dict[str, object], texts: list[str], gold: object
) -> None:
    (proof,) = load_rows(tmp_path, row).proofs
    assert ([step.text for step in proof.proof.steps], proof.gold) == (texts, gold)


@pytest.mark.parametrize(
    "row",
    [
        prm800k(finish="give_up"),
        prm800k(finish="bad_problem"),
        prm800k(is_quality_control_question=True),
        prm800k(is_initial_screening_question=True),
    ],
)
def test_rows_the_dataset_leaves_out_are_named_and_never_stop_a_load(
    tmp_path: Path, row: dict[str, object]
) -> None:
    dataset = load_rows(tmp_path, prm800k(judged(rated(STEPS[0], 1))), row)
    (problem,) = dataset.problems
    assert problem.kind is ProblemKind.SKIPPED
    assert problem.message.startswith("left out: ")
    assert dataset.bad == ()


@pytest.mark.parametrize(
    ("row", "field"),
    [
        (prm800k(judged(rated("s", 1)), finish="found_error"), "label.finish_reason"),
        (prm800k(judged(rated("s", 1)), finish=None), "label.finish_reason"),
        (prm800k(judged(rated("s", 2))), "label.steps[0].completions[0].rating"),
        (prm800k(judged(rated("s", True))), "label.steps[0].completions[0].rating"),
        (prm800k(judged(rated("", 1))), "label.steps[0].completions[0].text"),
        (prm800k(judged(rated("s", 1), chosen=4)), "label.steps[0].chosen_completion"),
        (
            prm800k(judged(rated("s", 1), rated("t", 1), chosen=None)),
            "label.steps[0].chosen_completion",
        ),
        (prm800k(judged(rated(STEPS[0], 1)), planned=STEPS), "label.steps"),
        (prm800k(judged(rated("s", 1)), judged(rated("t", 1)), planned=["s"]), "label.steps"),
        (prm800k(judged(rated("other", 1)), planned=["s"]), "label.steps[0].completions"),
        (
            prm800k(judged(rated("s", 1), rated("s", -1)), planned=["s"]),
            "label.steps[0].completions",
        ),
        (prm800k("text"), "label.steps[0]"),
        (prm800k({"completions": 3}), "label.steps[0].completions"),
        (prm800k(planned="text"), "question.pre_generated_steps"),
        (prm800k(), "label.steps"),
    ],
)
def test_a_contradictory_prm800k_row_is_bad(
    tmp_path: Path, row: dict[str, object], field: str
) -> None:
    assert only_problem(tmp_path, row)[0] == field
