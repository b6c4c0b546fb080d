"""Numbers in digits and in words."""

import pytest

from faithsieve.verify.numerals import exact_numerals, numerals_of


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("their product is twenty-one", {20, 1, 21}),
        ("three quarters of it", {3, 4}),
        ("10,000 steps", {10000, 10, 0}),
        ("the seventeenth of 0.8", {8, 0, 4, 5}),
        (r"$\frac12$", {1, 2, 12}),
        ("see step 3 and equation (7)", set()),
    ],
)
def test_numbers_are_found_in_every_form(text: str, numbers: set[int]) -> None:
    assert numerals_of(text) == numbers


def test_what_a_translation_may_write_otherwise_is_not_exact() -> None:
    assert exact_numerals("20% of 0.5 is 3") == {3}
    assert exact_numerals("By equation (3) and Case 2 we get x = 7") == {7}


def test_two_arguments_are_no_grouped_numeral() -> None:
    assert {216, 720} <= numerals_of("gcd(216,720)")
    assert 216720 not in numerals_of("the divisors of 216 and 720")
