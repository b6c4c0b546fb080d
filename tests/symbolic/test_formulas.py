"""Formulas are found whole, with the words around them, or not at all."""

import pytest

from faithsieve.symbolic.formulas import Formula, formulas, math_stretches


def found(text: str) -> list[str]:
    return [text[f.chain.span.start : f.chain.span.end] for f in formulas(text)]


def only(text: str, following: str = "") -> Formula:
    (formula,) = formulas(text, following)
    return formula


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (r"So $a = 1, b = 2$ and \(c = 3\).", ["a = 1", "b = 2", "c = 3"]),
        (r"\begin{align} a &= b \\ &= c \\ d &= e \end{align}", [r"a &= b \\ &= c", "d &= e"]),
        (r"\[ x = 1 \implies y = 2 \quad z = 3 \]", ["x = 1", "y = 2", "z = 3"]),
        ("So 2 + 2 = 4, and (1 + 2)*3 = 9.", ["2 + 2 = 4", "(1 + 2)*3 = 9"]),
        (r"Both $x$ and 1 + 1 = 2 here.", ["1 + 1 = 2"]),
        # Not cut out of something longer.
        (r"$1, 2 = 3$", []),
        ("3 apples + 5 = 8 apples", []),
        ("Half of $x$ + 2 = 5.", []),
        ("Angle 1 = 180 - 30.", []),
        (r"`$1 + 1 = 3$` costs \$5 = \$4.", []),
    ],
)
def test_formulas_are_whole(text: str, pieces: list[str]) -> None:
    assert found(text) == pieces


def test_a_formula_knows_the_words_of_its_sentence_and_of_the_next() -> None:
    formula = only(r"First. Then $1 + 1 = 2$ holds. This was easy. Done.")
    assert (formula.before, formula.after) == ("then", "holds.")
    assert formula.following == "this was easy."
    assert only("So $1 + 1 = 2$.", "But no.").following == "but no."


def test_the_full_stop_of_a_display_ends_its_sentence() -> None:
    text = r"We need \[ x > 1. \] Let us see: \[ 1 + 1 = 2. \] Good."
    assert [f.before for f in formulas(text)] == ["we need", "let us see:"]


def test_a_missing_delimiter_hides_no_other_formula() -> None:
    assert [(s.start, s.end) for s in math_stretches(r"\[ x = 1 and $y$")] == [(14, 15)]
