"""Relations compared as mathematics."""

import pytest

from faithsieve.symbolic.lean_formula import Compare, read_formula
from faithsieve.symbolic.parser import parse_chain
from faithsieve.verify.links import (
    all_links,
    chain_links,
    common_name,
    formula_links,
    matches_any,
    same_meaning,
    same_sides,
    share_modulus,
    written_alike,
)


def told(text: str) -> Compare:
    return chain_links(parse_chain(text, latex=False))[0]


def stated(text: str) -> Compare:
    links = formula_links(read_formula(text, functions=frozenset({"f"})))
    assert links is not None
    return links[0]


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        ("x = 2", "2 = x"),
        ("2x = 4", "x = 2"),
        ("x^2 - 5x + 6 = 0", "(x - 2) * (x - 3) = 0"),
        ("x > 3", "3 < x"),
        ("x >= y + 1", "y + 1 ≤ x"),
        ("f(x + 1) = 2", "f (x + 1) = 2"),
        ("x_1 + x_2 = 3", "x₁ + x₂ = 3"),
        ("x != 0", "x ≠ 0"),
        ("1/x = 2", "1 / x = 2"),
        ("f_4 = 15", "f 4 = 15"),
        ("f_4 + f_n = 15", "f n + f 4 = 15"),
    ],
)
def test_the_same_relation_in_other_clothes(text: str, lean: str) -> None:
    assert same_meaning(told(text), stated(lean))


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        ("x = 2", "x = 3"),
        ("x < 3", "x > 3"),
        ("x < 3", "x ≤ 3"),
        ("x = 2", "x ≠ 2"),
        ("x = y", "x = z"),
        ("x < y", "-x < -y"),
        ("(x+1)^2 = x^2 + 2x + 1", "(x + 2) ^ 2 = x ^ 2 + 4 * x + 4"),
    ],
)
def test_different_relations_are_different(text: str, lean: str) -> None:
    assert not same_meaning(told(text), stated(lean))


def test_moving_terms_keeps_the_meaning_but_not_the_sides() -> None:
    assert same_meaning(told("x + 1 = 3"), stated("x = 2"))
    assert not same_sides(told("x + 1 = 3"), stated("x = 2"))


def test_parity_is_a_congruence_modulo_two() -> None:
    assert same_meaning(stated("Even n"), stated("n ≡ 0 [ZMOD 2]"))
    assert not same_meaning(stated("Even n"), stated("Odd n"))
    assert not same_meaning(stated("n ≡ 0 [ZMOD 2]"), stated("n ≡ 0 [ZMOD 4]"))


def test_divisibility_is_not_symmetric() -> None:
    assert not same_meaning(stated("a ∣ b"), stated("b ∣ a"))


def test_a_denied_relation_is_its_opposite() -> None:
    assert same_meaning(stated("¬ x = 2"), stated("x ≠ 2"))
    assert same_meaning(stated("¬ x < 2"), stated("x ≥ 2"))


def test_a_chain_of_equations_says_that_its_first_side_is_its_last() -> None:
    equations = all_links(parse_chain("x = 2y = 6", latex=False))
    assert matches_any(stated("x = 6"), equations)
    assert len(all_links(parse_chain("x < 2y = 6", latex=False))) == 2


def test_more_structure_has_no_links() -> None:
    assert formula_links(read_formula("∃ x, x = 2")) is None
    assert formula_links(read_formula("x = 1 → x = 2")) is None
    assert formula_links(read_formula("(∃ x, x = 2) ∧ y = 1")) is None


def test_membership_uses_the_meaning() -> None:
    assert matches_any(stated("x = 2"), [told("y = 1"), told("2x = 4")])


def test_names_of_the_text_and_of_lean_meet() -> None:
    assert common_name("x_{1}") == common_name("x₁") == "x1"
    assert common_name("\\alpha") == "α"
    assert common_name("e") == "e"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("n % 5 = 3", "n ≡ 3 [ZMOD 5]"),
        ("3 = n % 5", "5 ∣ n - 3"),
        ("n % 5 = m % 5", "n ≡ m [ZMOD 5]"),
        ("3 ∣ n", "n % 3 = 0"),
        ("¬ 3 ∣ n", "n % 3 ≠ 0"),
        ("Odd n", "n % 2 = 1"),
        ("n ≡ 7 [ZMOD 5]", "n ≡ 2 [ZMOD 5]"),
        ("n ≡ m [ZMOD 5]", "m - n ≡ 0 [ZMOD 5]"),
    ],
)
def test_divisibility_remainders_and_congruences_are_one_thing(first: str, second: str) -> None:
    assert same_meaning(stated(first), stated(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("n % 5 = 3", "n % 5 = 4"),
        ("n % 5 = 3", "n % 7 = 3"),
        ("3 ∣ n", "n ∣ 3"),
        ("3 ∣ n", "¬ 3 ∣ n"),
        ("n % 5 = 7", "n ≡ 7 [ZMOD 5]"),
    ],
)
def test_other_residues_are_other_things(first: str, second: str) -> None:
    assert not same_meaning(stated(first), stated(second))


def test_a_modulus_that_stands_once_belongs_to_all() -> None:
    told_links = (
        Compare(stated("a ≡ 0 [ZMOD 3]").relation, stated("a = 0").left, stated("a = 0").right),
        stated("a ≡ 1 [ZMOD 3]"),
    )
    first, _ = share_modulus(told_links)
    assert same_meaning(first, stated("a % 3 = 0"))


def test_writing_alike_is_more_than_meaning_the_same() -> None:
    assert written_alike(stated("x * y + 1 = 2"), stated("2 = 1 + y * x"))
    assert not written_alike(stated("x + 1 = 3"), stated("x = 2"))
    assert not written_alike(stated("(x - 1) * (x + 1) = 0"), stated("x ^ 2 - 1 = 0"))
