"""What code takes an obligation to say, and where it refuses to take it as anything."""

import pytest

from faithsieve.records.obligation import ObligationKind
from faithsieve.symbolic.lean_terms import OutsideDialectError
from faithsieve.verify.links import chain_links, functions_of
from faithsieve.verify.obligation_reading import (
    ReadObligation,
    letters_of,
    read_obligation,
    refuse_doubtful,
)
from support.obligations import make_obligation


def read(claim: str, *premises: str, kind: str = "derived_fact") -> ReadObligation | None:
    obligation = make_obligation(claim, *premises, kind=ObligationKind(kind))
    return read_obligation(obligation, problem="Solve it.")


def test_formulas_and_properties_become_relations() -> None:
    found = read("n^2 is odd", "n = 2k + 1")
    assert found is not None
    links = [link for text in found.claim for chain in text.chains for link in chain_links(chain)]
    assert [link.relation.value for link in links] == ["≡"]
    assert letters_of(found.claimed) == {"n"}
    assert not functions_of(links[0])


@pytest.mark.parametrize(
    "claim", ["if x = 2 then we are done", "x is not 2", "x = 2 is impossible", "the answer"]
)
def test_words_that_change_the_meaning_are_not_read(claim: str) -> None:
    assert read(claim, "2x = 4") is None


def test_a_letter_that_only_now_gets_its_meaning_is_no_claim() -> None:
    found = read("x = 2")
    assert found is not None
    with pytest.raises(OutsideDialectError, match="new here"):
        refuse_doubtful(found, frozenset())
    refuse_doubtful(found, frozenset({"x"}))


def test_a_letter_that_had_another_value_may_belong_to_another_case() -> None:
    found = read("x = 2", "x = 3")
    assert found is not None
    with pytest.raises(OutsideDialectError, match="another value"):
        refuse_doubtful(found, frozenset({"x"}))


def test_premises_about_other_letters_do_not_matter_and_those_without_letters_do() -> None:
    found = read("x = 2", "z is prime", "all of them are distinct", "x + y = 5")
    assert found is not None
    by_text = {p.text: found.matters(p, frozenset({"x", "y"})) for p, _ in found.premises}
    assert not by_text["z is prime"]
    assert by_text["all of them are distinct"]
    assert by_text["x + y = 5"]
