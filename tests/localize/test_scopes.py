"""Scopes nest, whatever a reply says: what crosses is cut, so that fewer units have its givens."""

import json

import pytest
from bench.scopes import OWN, compare, tree_of
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.scopes import Span, nest, parents_of
from faithsieve.records.substep import ScopeKind

SPANS = st.lists(
    st.tuples(st.sampled_from(ScopeKind), st.integers(1, 9), st.integers(0, 8)).map(
        lambda each: Span(each[0], each[1], each[1] + each[2])
    ),
    max_size=7,
)


@given(SPANS)
def test_nested_scopes_never_cross_and_none_grows(spans: list[Span]) -> None:
    nested, _ = nest(spans)
    assert len(nested) == len(spans)
    for position, span in enumerate(nested):
        assert span.first <= span.last
        assert any(
            (each.kind, each.first) == (span.kind, span.first) and span.last <= each.last
            for each in spans
        )
        for other in nested[position + 1 :]:
            assert other.first > span.last or (
                span.first <= other.first and other.last <= span.last
            )
    parents = parents_of(nested)
    for span, parent in zip(nested, parents, strict=True):
        assert parent is None or nested[parent].holds(span.last)


def test_a_case_that_is_said_to_end_where_the_next_begins_ends_before_it() -> None:
    one, two = Span(ScopeKind.CASE, 1, 3), Span(ScopeKind.CASE, 3, 5)
    assert nest([one, two]) == ((one._replace(last=2), two), ())


def test_a_scope_that_crosses_another_ends_with_it_and_is_named() -> None:
    outer, inner = Span(ScopeKind.LEMMA, 1, 3), Span(ScopeKind.CASE, 2, 5)
    assert nest([outer, inner]) == ((outer, inner._replace(last=3)), ((inner, 4),))


def test_a_case_that_reaches_into_the_next_ends_before_it_with_what_is_open_inside() -> None:
    one, inside = Span(ScopeKind.CASE, 1, 5), Span(ScopeKind.CONTRADICTION, 2, 5)
    two = Span(ScopeKind.CASE, 4, 8)
    nested, cut = nest([one, inside, two])
    assert nested == (one._replace(last=3), inside._replace(last=3), two)
    assert cut == ((one, 4),)


def test_a_case_inside_a_case_is_not_cut() -> None:
    spans = (Span(ScopeKind.CASE, 1, 6), Span(ScopeKind.CASE, 2, 4), Span(ScopeKind.CASE, 5, 6))
    assert nest(spans) == (spans, ())


@given(SPANS)
def test_whatever_a_scope_loses_is_named_but_for_the_unit_that_opens_the_next(
    spans: list[Span],
) -> None:
    nested, cut = nest(spans)
    lost = {n for span, first in cut for n in range(first, span.last + 1)}
    by_opening = sorted(spans, key=lambda span: (span.first, -span.last))
    for said, kept in zip(by_opening, nested, strict=True):
        assert {*range(kept.last + 1, said.last + 1)} <= lost | {span.first for span in spans}


def test_what_ends_together_is_nested() -> None:
    outer, inner = Span(ScopeKind.CONTRADICTION, 1, 5), Span(ScopeKind.CASE, 3, 5)
    assert nest([inner, outer]) == ((outer, inner), ())
    assert parents_of([outer, inner]) == (None, 0)


ROWS = [json.loads(line) for line in OWN.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_with_a_correct_reading_every_context_is_the_one_written_by_hand(
    row: dict[str, object],
) -> None:
    assert [
        (number, lost, more) for number, lost, more in compare(row, tree_of(row)) if lost or more
    ] == []
