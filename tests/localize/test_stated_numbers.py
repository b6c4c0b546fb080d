"""Numbers have one spelling, and lists and matrices are compared whole."""

import pytest

from faithsieve.localize.stated_numbers import lists_of, matrices_of, needed_numbers_of, numbers_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("two of the 7 cards, 1,000 in all", {"2", "7", "1000"}),
        (r"\(1{,}000\) and 0.50", {"1000", "0.5"}),
        (r"\frac12", {"1", "2"}),
        ("x² and x₁₀", {"2", "10"}),
        ("007", {"7"}),
        ("none at all", set()),
        ("twenty-four of the hundred, and seventeen", {"24", "100", "17"}),
        ("Case 2: there are 5", {"5"}),
    ],
)
def test_numbers_have_one_spelling(text: str, expected: set[str]) -> None:
    assert numbers_of(text) == expected


def test_the_number_of_known_things_need_not_be_kept() -> None:
    assert needed_numbers_of("The two of 7 meet two lines.") == {"2", "7"}
    assert needed_numbers_of("These two lines meet.") == set()


def test_lists_are_three_numbers_or_more() -> None:
    assert lists_of("$1,2,3$ but 4, 5 or 6; then 7, 8") == {("1", "2", "3"), ("4", "5", "6")}
    assert lists_of("the point (1, 2, 3)") == frozenset()


def test_a_matrix_is_its_entries() -> None:
    spaced = r"$\begin{pmatrix} 1 & -5 \\ 0 & 2 \end{pmatrix}$"
    tight = r"\[\begin{bmatrix}1&-5\\0&2\end{bmatrix}\]"
    assert matrices_of(spaced) == matrices_of(tight)
    assert matrices_of(spaced) != matrices_of(spaced.replace("-5", "5"))
