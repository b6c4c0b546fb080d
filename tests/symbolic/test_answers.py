"""Results are put back into the problem, candidates are not."""

import pytest

from support.linting import rules


def test_an_answer_is_put_back_into_the_problem() -> None:
    problem = r"Find $x$ with $x^2 - 3x = 10$ and $x > 0$."
    assert rules(r"Therefore the answer is \( x = 4 \).", problem=problem) == [(1, "answer-fails")]
    assert rules(r"Therefore the answer is \( x = 5 \).", problem=problem) == []
    # A candidate before the last step may be discarded later.
    assert rules(r"So \( x = 4 \) or so it seems.", "We are done.", problem=problem) == []


def test_solutions_given_together_are_put_back_together() -> None:
    problem = r"Positive integers satisfy $A^2 + R^2 = 20$."
    wrong = r"Thus the only solutions are \( A = 1, R = 4 \) and nothing else."
    right = r"Thus the only solutions are \( A = 2, R = 4 \) and nothing else."
    assert rules(wrong, problem=problem) == [(1, "solution-fails")]
    assert rules(right, problem=problem) == []
    assert rules(r"Thus \( (A, R) = (3, 3) \) is the solution.", problem=problem) == [
        (1, "solution-fails")
    ]


def test_values_given_in_the_problem_are_put_in() -> None:
    problem = r"Let $T = 20$. Find $x$ with $x + T = 25$."
    wrong, right = (rf"Therefore the answer is \( x = {n} \)." for n in (6, 5))
    assert rules(wrong, problem=problem) == [(1, "answer-fails")]
    assert rules(right, problem=problem) == []


@pytest.mark.parametrize(
    "step",
    [
        r"Therefore the answer is \( x = \sqrt{2} \).",
        r"Therefore \( (x, y) = (1, z) \).",
        r"Therefore \( (x, 1) = (1, 1) \).",
        r"Therefore \( (x, y) = 3 \).",
        r"The possible value is \( x = 99 \).",
        r"Therefore the answer is \( y = 99 \).",
    ],
)
def test_answers_that_cannot_be_put_back_are_left_alone(step: str) -> None:
    problem = r"Find $x$ with $x^2 = 4$ where $g(x) = 1$."
    assert rules(step, problem=problem) == []
