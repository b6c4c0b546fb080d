"""Serialised terms: read back as they are, refused where they are not closed."""

import pytest

from faithsieve.lean.terms import (
    App,
    Bound,
    Const,
    Declaration,
    Lam,
    Let,
    Literal,
    Pi,
    Proj,
    Sort,
    TermTextError,
    parse_term,
)


def test_prefix_form_is_read_with_its_operands_in_order() -> None:
    term = parse_term("PS+0;PP#0;#1;@@@C<Eq>,+0;#1;@#0;N2;#0;")
    assert term == Pi(
        Sort(False),
        Pi(
            Pi(Bound(0), Bound(1)),
            App(
                App(App(Const("Eq"), Bound(1)), App(Bound(0), Literal(2))),
                Bound(0),
            ),
        ),
    )


def test_lambdas_lets_projections_and_texts_are_read() -> None:
    assert parse_term("LC<Nat>;J<Prod>1;#0;") == Lam(Const("Nat"), Proj("Prod", 1, Bound(0)))
    assert parse_term('EC<Nat>;N1;T"a\\"b"') == Let(Const("Nat"), Literal(1), Literal('a"b'))
    assert parse_term("S0;") == Sort(is_prop=True)


@pytest.mark.parametrize("text", ["", "@#0;", "#0;#1;", "V<m>", "F<x>"])
def test_what_is_not_one_closed_term_is_refused(text: str) -> None:
    with pytest.raises((TermTextError, IndexError)):
        parse_term(text)


def test_a_declaration_names_what_it_rests_on() -> None:
    declared = Declaration(kind="def", type="PC<Nat>;S0;", value="LC<Nat>;@C<Even>,0;#0;")
    assert declared.mentions == {"Nat", "Even"}
    assert Declaration(kind="opaque", type="C<Nat>;").mentions == frozenset()
