"""A number is found again in its own place."""

import pytest

from faithsieve.localize.changes import Change
from faithsieve.localize.kept_numbers import number_changes


@pytest.mark.parametrize(
    ("step", "joined"),
    [
        ("All 8 groups leave 7 elements of order 7.", "All 8 groups leave 8 elements of order 7."),
        ("A 3-group of order 3, not 9.", "A 3-group of order 9, not 9. A 3-group."),
        ("The sums 9 and 10 have 4/36 and 4/36, of 3.", "The sums 9 and 10 have 4/36 and 3/36."),
        ("Digits from 0, …, 5 in 6 ways.", "Digits from 0, …, 6 in 6 ways, or 5."),
        ("It is 4 modulo 8, and 16.", "It is 4 modulo 4, and 16 and 8."),
        ("With probability 1/2 it is 1/3.", "With probability 1/3 it is 1/2."),
    ],
)
def test_a_number_that_stands_elsewhere_does_not_fill_the_place(step: str, joined: str) -> None:
    assert Change.NUMBER_LOST in {found.change for found in number_changes(step, joined, "")}


@pytest.mark.parametrize(
    ("step", "joined"),
    [
        ("By SAS the two triangles are congruent.", "The triangles are congruent by SAS."),
        ("The tangents meet.", "The two tangents meet."),
        ("f vanishes there.", "f is zero there."),
        ("500 and 333 make 667, so 333 integers stay.", "500 integers, 333. 667. So 333 stay."),
        ("In case 1 it is 5.", "Case 2: it is 5."),
    ],
)
def test_the_same_numbers_in_other_words_pass(step: str, joined: str) -> None:
    assert list(number_changes(step, joined, "")) == []
