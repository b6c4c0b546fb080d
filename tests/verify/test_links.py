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
    written_alike,
)


def told(text: str) -> Compare:
    return chain_links(parse_chain(text, latex=False))[0]


def stated(text: str) -> Compare:
    links = formula_links(read_formula(text, functions=frozenset({"f"})))
    assert links is not None
    return links[0]


@pytest.mark.parametrize(
    ("text", "lean", "is_same"),
    [
        ("x = 2", "2 = x", True),
        ("2x = 4", "x = 2", True),
        ("x^2 - 5x + 6 = 0", "(x - 2) * (x - 3) = 0", True),
        ("x > 3", "3 < x", True),
        ("x >= y + 1", "y + 1 ≤ x", True),
        ("f(x + 1) = 2", "f (x + 1) = 2", True),
        ("x_1 + x_2 = 3", "x₁ + x₂ = 3", True),
        ("x != 0", "x ≠ 0", True),
        ("1/x = 2", "1 / x = 2", True),
        ("f_4 = 15", "f 4 = 15", True),
        ("f_4 + f_n = 15", "f n + f 4 = 15", True),
        ("x = 2", "x = 3", False),
        ("x < 3", "x > 3", False),
        ("x < 3", "x ≤ 3", False),
        ("x = 2", "x ≠ 2", False),
        ("x = y", "x = z", False),
        ("x < y", "-x < -y", False),
        ("(x+1)^2 = x^2 + 2x + 1", "(x + 2) ^ 2 = x ^ 2 + 4 * x + 4", False),
    ],
)
def test_relations_of_the_text_and_of_lean_are_compared_by_meaning(
    text: str, lean: str, is_same: bool
) -> None:
    assert same_meaning(told(text), stated(lean)) is is_same


def test_moving_terms_keeps_the_meaning_but_not_the_sides() -> None:
    assert same_meaning(told("x + 1 = 3"), stated("x = 2"))
    assert not same_sides(told("x + 1 = 3"), stated("x = 2"))


def test_a_chain_of_equations_says_that_its_first_side_is_its_last() -> None:
    equations = all_links(parse_chain("x = 2y = 6", latex=False))
    assert matches_any(stated("x = 6"), equations)
    assert len(all_links(parse_chain("x < 2y = 6", latex=False))) == 2


def test_more_structure_has_no_links() -> None:
    assert formula_links(read_formula("∃ x, x = 2")) == ()
    assert formula_links(read_formula("x = 1 → x = 2")) == ()
    assert formula_links(read_formula("(∃ x, x = 2) ∧ y = 1")) == ()


def test_names_of_the_text_and_of_lean_meet() -> None:
    assert common_name("x_{1}") == common_name("x₁") == "x1"
    assert common_name("\\alpha") == "α"
    assert common_name("e") == "e"


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        ("n % 5 = 3", "n ≡ 3 [ZMOD 5]", True),
        ("3 = n % 5", "5 ∣ n - 3", True),
        ("n % 5 = m % 5", "n ≡ m [ZMOD 5]", True),
        ("3 ∣ n", "n % 3 = 0", True),
        ("¬ 3 ∣ n", "n % 3 ≠ 0", True),
        ("Even n", "n ≡ 0 [ZMOD 2]", True),
        ("Odd n", "n % 2 = 1", True),
        ("n ≡ 7 [ZMOD 5]", "n ≡ 2 [ZMOD 5]", True),
        ("n ≡ m [ZMOD 5]", "m - n ≡ 0 [ZMOD 5]", True),
        ("¬ x = 2", "x ≠ 2", True),
        ("¬ x < 2", "x ≥ 2", True),
        ("n % 5 = 3", "n % 5 = 4", False),
        ("n % 5 = 3", "n % 7 = 3", False),
        ("Even n", "Odd n", False),
        ("n ≡ 0 [ZMOD 2]", "n ≡ 0 [ZMOD 4]", False),
        ("a ∣ b", "b ∣ a", False),
        ("3 ∣ n", "¬ 3 ∣ n", False),
        ("n % 5 = 7", "n ≡ 7 [ZMOD 5]", False),
    ],
)
def test_divisibility_remainders_congruences_and_denials_are_compared_by_meaning(
    first: str, second: str, is_same: bool
) -> None:
    assert same_meaning(stated(first), stated(second)) is is_same


def test_a_modulus_that_stands_once_belongs_to_all() -> None:
    chains = [parse_chain(text, latex=True) for text in ("a \\equiv 0", "a \\equiv 1 \\pmod 3")]
    first, _ = chain_links(*chains)
    assert same_meaning(first, stated("a % 3 = 0"))
    (equation,) = chain_links(parse_chain("4 + 4 = 8 \\pmod 7", latex=True))
    assert equation.modulus is None


def test_writing_alike_is_more_than_meaning_the_same() -> None:
    assert written_alike(stated("x * y + 1 = 2"), stated("2 = 1 + y * x"))
    assert not written_alike(stated("x + 1 = 3"), stated("x = 2"))
    assert not written_alike(stated("(x - 1) * (x + 1) = 0"), stated("x ^ 2 - 1 = 0"))


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        ("∑ i ∈ Finset.range n, (i + 1) = x", "∑ k ∈ Finset.range (n + 1), k = x", True),
        ("∑ i ∈ Finset.range n, i = x", "∑ i ∈ Finset.range (n + 1), i = x", False),
        # The letters stand for different numbers.
        ("∑ i ∈ Finset.range n, k = x", "∑ i ∈ Finset.range k, n + n = x", False),
        ("∑ i ∈ Finset.range n, f i = x", "∑ i ∈ Finset.range n, f (i + 1) = x", False),
        # What has no value is the same only as it is written.
        ("∑ i ∈ Finset.range n, √(i + 2) = x", "∑ i ∈ Finset.range n, √(i + 2) = x", True),
        ("∑ i ∈ Finset.range n, √(i + 2) = x", "∑ i ∈ Finset.range n, √(i + 3) = x", False),
    ],
)
def test_sums_are_the_same_only_where_their_values_show_it(
    first: str, second: str, is_same: bool
) -> None:
    assert same_meaning(stated(first), stated(second)) is is_same
    assert written_alike(stated(first), stated(second)) is is_same
