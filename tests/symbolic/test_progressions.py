"""Dots stand for the terms that every reader would write."""

import pytest

from faithsieve.symbolic.evaluate import NOWHERE, rational_at
from faithsieve.symbolic.expressions import Refusal
from faithsieve.symbolic.parser import parse_expression


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"1 + 2 + \cdots + 10", 55),
        (r"1 + 3 + 5 + \dots + 99", 2500),
        (r"10 + 9 + \cdots + 1", 55),
        (r"2 + 4 + 8 + \cdots + 64", 126),
        (r"1^2 + 2^2 + \cdots + 10^2", 385),
        (r"1 \cdot 2 + 2 \cdot 3 + \cdots + 9 \cdot 10", 330),
        (r"1 \cdot 2 \cdots 5", 120),
        (r"1 \cdot 3 \cdot \ldots \cdot 7", 105),
    ],
)
def test_a_progression_is_computed(text: str, value: int) -> None:
    node = parse_expression(text, latex=True)
    assert not isinstance(node, Refusal), node
    assert rational_at(node, NOWHERE) == value


@pytest.mark.parametrize(
    "text",
    [
        r"1 + 2 + \cdots + 64",
        r"1 + \cdots + 10",
        r"1 + 2 + \cdots + n",
        r"1 + 2 + 5 + \cdots + 10",
        r"1 + 3 + \cdots + 10",
        r"1 + 2^2 + \cdots + 9",
        r"3 + 3 + \cdots + 3",
    ],
)
def test_what_fits_two_ways_or_none_is_refused(text: str) -> None:
    assert isinstance(parse_expression(text, latex=True), Refusal)
