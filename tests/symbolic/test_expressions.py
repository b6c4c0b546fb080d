"""Trees know their free letters and are compared without their places."""

from faithsieve.symbolic.expressions import Num, Refusal, Sym, rebuild, symbols
from support.expressions import parse_expression


def test_a_summation_index_is_not_a_free_letter() -> None:
    side = parse_expression(r"\sum_{k=1}^{n} k a", latex=True)
    assert not isinstance(side, Refusal)
    assert symbols(side) == {"n", "a"}


def test_positions_do_not_make_expressions_different() -> None:
    assert parse_expression("x+1", latex=True) == parse_expression("  x  +  1", latex=True)


def test_a_rebuilt_tree_is_the_same_tree() -> None:
    side = parse_expression(r"\frac{f(x) - 2}{\sqrt{x^{3} \cdot |y|}}", latex=True)
    assert not isinstance(side, Refusal)
    assert rebuild(side, lambda child: child) == side
    assert rebuild(Sym("x"), lambda child: Num(child.value)) == Sym("x")  # type: ignore[union-attr]
