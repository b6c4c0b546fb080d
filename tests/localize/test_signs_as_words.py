"""A relation with a word of its own may be told by that word."""

import pytest

from faithsieve.localize.links import Link
from faithsieve.localize.repair_prevention import find_changes
from faithsieve.localize.signs_as_words import word_for


@pytest.mark.parametrize(
    ("link", "word"),
    [
        (Link("x", ">", "0"), "positive"),
        (Link("0", ">", "x"), "negative"),
        (Link("0", "≤", "x"), "non-negative"),
        (Link("x", "≠", "0"), "nonzero"),
        (Link("k", "∈", "ℤ"), "integer"),
        (Link("gcd(a,b)", "=", "1"), "coprime"),
        (Link("2", "∣", "n"), "even"),
        (Link("AB", "=", "BA"), "commutative"),
        (Link("x", ">", "1"), None),
        (Link("x", "≤", "0"), None),
        (Link("k", "∈", "S"), None),
    ],
)
def test_the_word_says_what_the_sign_says(link: Link, word: str | None) -> None:
    assert word_for(link) == word


@pytest.mark.parametrize(
    ("step", "piece"),
    [
        ("For x > 0 this is fine.", "Where x is positive, this is fine."),
        ("Where x is positive, this is fine.", "For x > 0 this is fine."),
        (r"Write b with \(k \in \mathbb{Z}\).", "Write b with an integer k."),
        ("Here a and b are coprime.", r"Here \(\gcd(a, b) = 1\)."),
    ],
)
def test_a_sign_and_its_word_stand_for_each_other(step: str, piece: str) -> None:
    assert find_changes(step, [piece]) == ()


def test_another_word_does_not_stand_for_the_sign() -> None:
    assert find_changes("For x > 0 this is fine.", ["Where x is nonzero, this is fine."])
