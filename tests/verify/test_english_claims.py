"""What code dares to read in a sentence."""

import pytest

from faithsieve.symbolic.expressions import Relation
from faithsieve.verify.english_claims import (
    exact_numerals,
    numerals_of,
    read_domains,
    read_text,
)


@pytest.mark.parametrize(
    "text",
    [
        "x = 2",
        "So x = 2.",
        "Thus $x = 2$.",
        "we have x = 2",
        # What the author is about to do does not hide the claim.
        "Expand both squares: (x + 1)^2 = x^2 + 2x + 1.",
        "Now subtract the second line from the first: x - y = 3.",
        "We know x^2 = 4.",
        "Note that x^2 = 4.",
    ],
)
def test_joining_words_and_announcements_leave_a_formula_fully_read(text: str) -> None:
    read = read_text(text)
    assert read.is_full
    assert read.is_usable
    assert len(read.chains) == 1


@pytest.mark.parametrize(
    "text",
    [
        "if x = 2",
        "x is not 2, but x = 3",
        "unless $x = 2$",
        "no x with x = 2",
        "Assume the opposite: x = 2.",
        "Use the case without roots: x = 2.",
        "At the point $x = 1$, we have $x = 2$.",
        "Claim: x = 2.",
        "To prove: x = 2.",
        "So $3p = 1$ gives $p = 1/3$.",
    ],
)
def test_words_that_turn_the_meaning_keep_a_text_from_being_read_in_full(text: str) -> None:
    read = read_text(text)
    assert not (read.is_full and read.is_usable)


def test_a_formula_is_never_read_in_part() -> None:
    whole = read_text("(r + 1)(s + 1) = 801 - T", ("T",))
    assert whole.is_full
    right = whole.chains[0].sides[-1]
    assert "T" in repr(right)
    product = read_text("a r^3 = 24", ("a = 3",))
    assert not product.is_full or "'a'" in repr(product.chains[0].sides[0])


def test_alternatives_are_marked() -> None:
    assert read_text("$x = 2$ or $x = 3$").is_disjunction


def test_the_goal_of_a_problem_is_not_given() -> None:
    assert read_text("Prove that x > 1.", is_problem=True).chains == ()
    assert len(read_text("Find x with x + 1 = 3.", is_problem=True).chains) == 1


@pytest.mark.parametrize(
    ("text", "letter", "kind", "properties"),
    [
        ("Let n be a positive integer.", "n", "integer", ("positive",)),
        ("$x$ is a real number", "x", "real", ()),
        ("for an odd integer m", "m", "integer", ("odd",)),
        ("p is a prime", "p", "natural", ("prime",)),
        ("k is nonzero", "k", None, ("nonzero",)),
    ],
)
def test_domains_are_read_from_words(
    text: str, letter: str, kind: str | None, properties: tuple[str, ...]
) -> None:
    (domain,) = read_domains(text)
    assert (domain.letter, domain.kind, domain.properties) == (letter, kind, properties)


def test_domains_belong_to_the_letters_that_the_words_name() -> None:
    assert {d.letter for d in read_domains("a, b and c are integers")} == {"a", "b", "c"}
    assert read_domains("m + n is odd") == ()
    assert read_text("m + n is odd").domains == ()


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("m is even", Relation.CONGRUENT),
        ("n + (n + 1) is odd", Relation.CONGRUENT),
        ("3 divides n", Relation.DIVIDES),
        ("n^2 - 1 is divisible by 8", Relation.DIVIDES),
        ("x - y is positive", Relation.LT),
    ],
)
def test_properties_are_relations(text: str, relation: Relation) -> None:
    (chain,) = read_text(text).chains
    assert chain.relations == (relation,)


@pytest.mark.parametrize(
    "text",
    # An item of a list may be one of several cases.
    [
        "the sum is even",
        "every root is odd, I think",
        "if n is odd",
        "(1) n is odd",
        "2) n is even",
    ],
)
def test_other_sentences_are_no_property(text: str) -> None:
    assert read_text(text).chains == ()


@pytest.mark.parametrize(
    ("problem", "is_full"),
    [
        # What a problem asks for is no premise to miss.
        ("Real numbers a and b satisfy a + b = 4 and ab = 1. Find a^3 + b^3.", True),
        ("Let n be an integer. Show that 8 divides n^2 - 1.", True),
        ("Find all real numbers x with |x - 3| = 2x and some luck.", False),
        ("Real numbers a and b satisfy a + b = 4 and a special rule. Find ab.", False),
    ],
)
def test_a_condition_that_is_not_read_keeps_a_problem_from_being_full(
    problem: str, is_full: bool
) -> None:
    assert read_text(problem, is_problem=True).is_full is is_full


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("Let n be an integer with n^2 = 4. Show that n is positive.", ()),
        ("Let n be an integer. Determine whether n is prime.", ()),
        ("Let $n$ be an integer. Prove that $n$ is even if $n$ is positive.", ("positive",)),
        ("Let n be an integer. Show that if n is odd, then n is positive.", ("odd",)),
        ("Prove that for every positive integer n the sum is even.", ("positive",)),
        ("Let n be a positive integer. Show that n is odd.", ("positive",)),
    ],
)
def test_what_a_problem_asks_to_show_is_not_given(text: str, given: tuple[str, ...]) -> None:
    said = {name for domain in read_domains(text) for name in domain.properties}
    assert said == set(given)


def test_an_alternative_grants_nothing_by_itself() -> None:
    assert read_text("$x = 2$ or $x = 3$").granted == ()
    assert read_text("$x = 2$ or $f$ is odd").granted == ()


# ---- numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("their product is twenty-one", {20, 1, 21}),
        ("three quarters of it", {3, 4}),
        ("10,000 steps", {10000, 10, 0}),
        ("the seventeenth of 0.8", {8, 0, 4, 5}),
        (r"$\frac12$", {1, 2, 12}),
        ("see step 3 and equation (7)", set()),
    ],
)
def test_numbers_are_found_in_every_form(text: str, numbers: set[int]) -> None:
    assert numerals_of(text) == numbers


def test_what_a_translation_may_write_otherwise_is_not_exact() -> None:
    assert exact_numerals("20% of 0.5 is 3") == {3}
    assert exact_numerals("By equation (3) and Case 2 we get x = 7") == {7}


def test_two_arguments_are_no_grouped_numeral() -> None:
    assert {216, 720} <= numerals_of("gcd(216,720)")
    assert 216720 not in numerals_of("the divisors of 216 and 720")
