"""Well-known infinite objects; ``test_settle.py`` lets Lean refute with them."""

import pytest

from faithsieve.verify.standard_examples import MOST, standard_examples
from faithsieve.verify.statement_parts import parse_signature

FIELD = "{R : Type} [OrderedField R] "


def texts(statement: str) -> list[str]:
    parts = parse_signature(statement)
    assert parts is not None
    return [example.text for example in standard_examples(parts)]


def test_a_sequence_of_alternating_signs_comes_first() -> None:
    assert texts(FIELD + "(a : ℕ → R) (h : IsBounded a) : ∃ l, TendsTo a l")[0] == "a = alternating"


def test_a_space_over_the_field_becomes_the_field_itself() -> None:
    found = texts("{R V : Type} [OrderedField R] [AddCommGroup V] [Module R V] (s : Set V) : s = s")
    assert all(text.startswith("V = R") for text in found)


@pytest.mark.parametrize(
    "statement",
    [
        FIELD + "(x : R) (h1 : x + 1 = 3) : x = 2",
        "(n : ℕ) : n = 0",
        "{G : Type} [Group G] (a : G) : a = 1",
        "{K : Type} [Field K] (f : K → K) : f 0 = 0",
        # Too many functions to put their choices in order.
        FIELD + "(f0 f1 f2 f3 f4 f5 f6 f7 f8 : R → R) : f0 = f1",
    ],
)
def test_numbers_alone_and_structures_without_an_example_get_none(statement: str) -> None:
    assert texts(statement) == []


def test_combinations_are_few_and_simple_ones_first() -> None:
    found = texts("{α β : Type} (f : α → β) (g : β → α) (s t : Set α) : s = t")
    assert len(found) == MOST
    assert found[0].startswith(
        "α = Nat; β = Nat; f = Nat.succ; g = Nat.succ; s = Set.univ; t = (fun"
    )
