"""Every spelling of a sign or number is one token."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.symbolic.expressions import Num, Relation, Sym
from faithsieve.symbolic.parser import parse_chain
from support.expressions import parse_expression


@pytest.mark.parametrize(
    ("sign", "relation"),
    [
        ("=", Relation.EQ),
        (r"\neq", Relation.NE),
        (r"\not=", Relation.NE),
        ("≠", Relation.NE),
        (r"\le", Relation.LE),
        (r"\leqslant", Relation.LE),
        ("<=", Relation.LE),
        ("⩾", Relation.GE),
        (r"\approx", Relation.APPROX),
        (r"\mid", Relation.DIVIDES),
        ("|", Relation.DIVIDES),
        (r"\nmid", Relation.NOT_DIVIDES),
        (":=", Relation.DEFINES),
        (r"\not\equiv", Relation.NOT_CONGRUENT),
    ],
)
def test_every_spelling_of_a_relation_is_the_same_relation(sign: str, relation: Relation) -> None:
    chain = parse_chain(f"x {sign} y", latex=True)
    assert chain.relations == (relation,)
    assert chain.sides == (Sym("x"), Sym("y"))


@given(st.fractions(min_value=0, max_value=999, max_denominator=1000))
def test_decimals_are_exact(value: Fraction) -> None:
    text = f"{value.numerator // value.denominator}.{value.denominator:04d}"
    assert parse_expression(text, latex=False) == Num(Fraction(text))
