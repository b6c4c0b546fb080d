"""A quote may be spelled otherwise, but not say something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.quoting import Source, find_quote, normalise, same_words
from faithsieve.prompts.library import disarm


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (r"Claim: \(a - b > 0\) and x >= 0.", "a−b>0 and x ≥ 0"),
        ("Let m be odd.", "m be  odd"),
        (r"So \(\dfrac{1}{2} x = 5\).", r"\frac{1}{2}x = 5"),
    ],
)
def test_another_spelling_is_a_quote(text: str, quote: str) -> None:
    assert Source(text).has(quote)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Claim: a - b > 0.", "a + b > 0"),
        ("Prove that x > 5.", "x < 5"),
        ("Prove that x > 50.", "x > 5"),
        (r"So \(x = \frac{1}{12}\).", r"x = \frac{11}{2}"),
        ("So n! = 6.", "n = 6"),
        ("So n != 6.", "n = 6"),
        (r"So \(p \implies q\).", r"p \iff q"),
        (r"So \(x \notin S\).", "x ∈ S"),
        ("Prove that x > 5.", ">"),
        ("Prove that x > 5.", ""),
    ],
)
def test_another_sign_or_number_is_no_quote(text: str, quote: str) -> None:
    assert not Source(text).has(quote)


@given(st.text("abxy01 +-=<>.,()").filter(lambda text: any(c.isalnum() for c in text)))
def test_a_text_quotes_itself(text: str) -> None:
    assert Source(f"before {text} after").has(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"\tbinom nk", r"\binom{n}{k}"),
        (r"\sqrt{3}", "√3"),
        (r"x_{i}^{n+1}", "xᵢⁿ⁺¹"),
        (r"\lfloor x \rfloor", "⌊x⌋"),
        (r"\langle g \rangle", "⟨g⟩"),
        (r"\mathbb{E}[X]", "E[X]"),
        (r"f \in \mathbb{R}", "f ∈ ℝ"),
        (r"U^{\perp}", "U^⊥"),
        (r"30^\circ", "30°"),
        (r"p \iff q", "p ⇔ q"),
        ("e'", "e′"),
    ],
)
def test_two_spellings_say_the_same(one: str, other: str) -> None:
    assert same_words(one) == same_words(other)


@given(st.text())
def test_any_text_has_a_spelling(text: str) -> None:
    assert isinstance(normalise(text), str)


def test_an_accent_may_be_a_character_of_its_own() -> None:
    composed, apart = "\u0101\u27e8u,v\u27e9", "a\u0304\u27e8u,v\u27e9"
    assert find_quote(composed, f"So {apart} = 0.") == apart
    assert find_quote(apart, f"So {composed} = 0.") == composed


def test_of_two_equivalent_characters_either_is_a_quote_in_the_authors_own() -> None:
    text = "A face F = {x : \u2329u, x\u232a = 1} of C."
    found = find_quote("F = {x : \u3008u, x\u3009 = 1}", text)
    assert found is not None
    assert "\u2329u, x\u232a" in found


def test_a_quote_is_found_as_the_prompt_shows_it() -> None:
    text = "Let x satisfy 0 <|x - a|<d, so |f(x) - f(a)|<|x|."
    shown = disarm(text)
    assert shown != text
    assert find_quote(shown, text) == text.rstrip(".")
    assert find_quote("0 < |x - a|<d", text) == "0 <|x - a|<d"
    assert find_quote("0 |x - a|<d", text) is None


def test_of_several_places_the_one_that_cuts_least_is_quoted() -> None:
    text = r"Let \(n = 2k\) be even. Then n is even, and mn is even."
    assert find_quote("n", text) == "n"
    assert find_quote("n is even", text) == "n is even"
    assert find_quote("n = 2k", text) == r"\(n = 2k\)"


def test_a_part_of_a_number_is_no_quote() -> None:
    assert find_quote("x = 1", "So x = 12.") is None
    assert find_quote("x = 1", "So x = 12, or x = 1.") == "x = 1"
    assert find_quote("2 apples", "There are 12 apples.") is None
