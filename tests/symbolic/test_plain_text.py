"""The plain form of an expression can be read in one way only."""

import pytest

from faithsieve.symbolic.expressions import Refusal
from faithsieve.symbolic.parser import parse_expression
from faithsieve.symbolic.plain_text import plain_text


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\frac{48}{16}", "48 / 16"),
        (r"-2^2 + 3x", "(-(2 ^ 2)) + (3 * x)"),
        (r"\sqrt{x+1} - \sqrt[3]{2}", "sqrt(x + 1) - root(2, 3)"),
        (r"f(x, 2) \cdot \sin(x)", "f(x, 2) * sin(x)"),
        (r"\sum_{k=1}^{n} k^2", "sum(k = 1 .. n, k ^ 2)"),
        (r"(-3)(0.5)", "-3 * (1/2)"),
    ],
)
def test_every_operator_is_written_out(latex: str, plain: str) -> None:
    node = parse_expression(latex, latex=True)
    assert not isinstance(node, Refusal)
    assert plain_text(node) == plain
