"""A relation is found again in signs or in words, and not turned round."""

import pytest

from faithsieve.localize.kept_relations import formula_changes, relation_changes, value_changes


@pytest.mark.parametrize(
    ("step", "joined"),
    [
        (
            r"\(S = 1 - \frac{1}{100} = \frac{99}{100}\)",
            r"The sum \(S\) telescopes to 1 - 1/100. This is \(\frac{99}{100}\).",
        ),
        (r"\(u \le v < w\)", r"\(u \le v\). The right-hand side is less than \(w\)."),
        (r"\(x \equiv y \equiv 0 \pmod 3\)", r"\(x \equiv 0\) and \(y \equiv 0 \pmod 3\)"),
        (r"\(\lim_{n \to \infty} a_n = a\)", r"\(a_n\) tends to \(a\) as n → ∞"),
        (r"\(CM = \frac13 AB\)", "CM = AB/3"),
        (r"\((A, B) = (1, 7)\)", "A = 1, B = 7"),
        (r"\(\xi \in (0, x)\)", "ξ in (0, x)"),
        (r"\(|G| = 15\)", "G is a group of order 15."),
    ],
)
def test_a_relation_told_in_words_is_kept(step: str, joined: str) -> None:
    assert list(relation_changes(step, joined, "")) == []


@pytest.mark.parametrize(
    ("step", "joined"),
    [
        (r"\(u \equiv -1 \pmod p\)", r"\(u = -1\)"),
        (r"\(|H|\) divides \(|G|\)", r"\(|G|\) divides \(|H|\)"),
        (r"the area is \(pq\)", r"the area is at least \(pq\)"),
        ("The degree is 2, so x = 2.", "The degree is 2."),
        (r"\(u = p + q - r\)", r"Inclusion gives \(u = p + q + r\)"),
        ("First a_n ≤ 3; then a_n ≤ 3.", "First a_n ≤ 2; then a_n ≤ 3."),
        (r"\(U^\perp \subseteq V^\perp\)", "V^⊥ ⊆ U^⊥"),
    ],
)
def test_a_changed_relation_is_found(step: str, joined: str) -> None:
    assert list(relation_changes(step, joined, "")) != []


@pytest.mark.parametrize(
    ("step", "joined", "is_changed"),
    [
        (r"the dimension \(\frac{n(n+1)}{2}\)", r"the dimension \(\frac{n(n-1)}{2}\)", True),
        (r"there are \(2^{n-1}\)", r"there are \(2^{n}\)", True),
        (r"there are \(2^{n-1}\)", "there are 2^(n-1)", False),
        (r"the value \(\frac{u+1}{v}\)", "the value (u+1)/v", False),
        ("no formula", r"some \(u + 1\)", False),
    ],
)
def test_a_formula_by_itself_is_compared(step: str, joined: str, is_changed: bool) -> None:
    assert bool(list(formula_changes(step, joined))) == is_changed


@pytest.mark.parametrize(
    ("step", "joined", "is_changed"),
    [
        ("1, 3 repeat, so the last digit is 3.", "1, 3 repeat. The last digit is 1.", True),
        ("The coefficient of x is -2.", "The coefficient of x is -3.", True),
        ("The last digit is 3.", "So d = 3 is the last digit.", False),
        ("The sum is 3.", "It follows.", False),
    ],
)
def test_the_value_of_a_phrase_is_compared(step: str, joined: str, is_changed: bool) -> None:
    assert bool(list(value_changes(step, joined))) == is_changed


def test_alternatives_are_no_equations() -> None:
    step = r"\(n_3 \mid 4\), so \(n_3 \in \{1, 4\}\)"
    assert list(relation_changes(step, r"\(4 \mid n_3\). So \(n_3 \in \{1, 4\}\)", ""))


def test_both_signs_of_a_set_builder_are_one() -> None:
    one, other = r"\(U = \{x \in X : x = 0\}\)", r"\(U = \{x \in X \mid x = 0\}\)"
    assert list(relation_changes(one, other, "")) == []
