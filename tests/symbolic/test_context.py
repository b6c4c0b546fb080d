"""What a proof has stated is known to later lines, unless it was refuted."""

from fractions import Fraction

from faithsieve.symbolic.context import Definition, inline
from faithsieve.symbolic.evaluate import rational_at
from faithsieve.symbolic.expressions import Expr, Refusal, applied
from faithsieve.symbolic.parser import parse_expression
from support.linting import rules


def read(text: str) -> Expr:
    side = parse_expression(text, latex=True)
    assert not isinstance(side, Refusal), side
    return side


def test_defined_functions_are_computed_and_inlined() -> None:
    definitions = {"f": Definition(("x",), read("x^2 + 1"))}
    assert rational_at(inline(read("f(f(2))"), definitions), {}) == 26
    assert rational_at(inline(read("f(y + 1)"), definitions), {"y": Fraction(2)}) == 10
    endless = {"f": Definition(("x",), read("f(x) + 1"))}
    assert applied(inline(read("f(1)"), endless)) == {"f"}


def test_a_refuted_line_does_not_excuse_its_repetition() -> None:
    steps = (
        r"Expanding, \( (x+1)^2 = x^2 + x + 1 \).",
        r"As expanded, \( (x+1)^2 = x^2 + x + 1 \).",
    )
    assert rules(*steps) == [(1, "symbolic-link"), (2, "symbolic-link")]


def test_functions_of_the_problem_are_known() -> None:
    problem = r"Let $f(x) = x^2 + 1$. Find $f(3)$."
    assert rules(r"We get \( f(3) = 11 \).", problem=problem) == [(1, "numeric-link")]
    assert rules(r"We get \( f(3) = 10 \).", problem=problem) == []
