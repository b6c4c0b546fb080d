"""A chain keeps its relations, and every side is read on its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.symbolic.expressions import Refusal, RefusalReason, Relation, Sym, walk
from faithsieve.symbolic.parser import parse_chain


def test_a_chain_keeps_its_relations_and_the_place_of_each_side() -> None:
    text = r"So x^2 &= 2x + 1 \leq 5"
    chain = parse_chain(text, 3, latex=True)
    assert chain.relations == (Relation.EQ, Relation.LE)
    spans = [text[span.start : span.end] for span in chain.side_spans]
    assert spans == ["x^2", "2x + 1", "5"]


def test_an_unreadable_side_does_not_hide_the_others() -> None:
    chain = parse_chain(r"S = 1 + \cdots + n = \frac{n(n+1)}{2}", latex=True)
    assert [isinstance(side, Refusal) for side in chain.sides] == [False, True, False]
    refusal = chain.first_refusal()
    assert refusal is not None
    assert refusal.reason is RefusalReason.ELLIPSIS


@pytest.mark.parametrize(
    "text", [r"a \equiv b \pmod{m}", r"a \equiv b \pmod m", "a ≡ b (mod m)", r"a = b \mod m"]
)
def test_a_modulus_belongs_to_the_chain(text: str) -> None:
    chain = parse_chain(text, latex=True)
    assert chain.modulus == Sym("m")
    assert chain.sides == (Sym("a"), Sym("b"))


@given(st.text(max_size=60), st.booleans())
def test_no_text_breaks_the_reader(text: str, latex: bool) -> None:
    chain = parse_chain(text, latex=latex)
    assert len(chain.sides) == len(chain.relations) + 1
    for side in chain.sides:
        if not isinstance(side, Refusal):
            for node in walk(side):
                assert 0 <= node.span.start <= node.span.end <= len(text)
