"""A line that was made from another one must follow from it."""

import pytest

from support.linting import rules_of


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        (
            r"We start from \[ 3x + 5 = 2y - 7. \] Rearranging gives \[ 3x + 12 = 2y + 1. \]",
            "contradicted-line",
        ),
        (r"From \( 2(x - 3) = 10 \) we obtain \( 2x - 3 = 10 \).", "contradicted-line"),
        (
            r"The line \[ 5 = \frac{20}{d} + 1 \] simplifies to \[ 5 = \frac{20}{d} + 2. \]",
            "contradicted-line",
        ),
        (
            r"We have \[ x^2 + 4x + 1 = 0. \] By the formula, we get "
            r"\[ x = \frac{-4 \pm \sqrt{16 - 2}}{2}. \]",
            "contradicted-line",
        ),
        (r"From \( \log_2(x + 1) = 4 \) it follows, thus \( x + 1 = 8 \).", "derived-equation"),
        (r"Since \( x^2 - 5x + 6 = 0 \), we get \( x = 4 \).", "contradicted-line"),
        (r"We simplify it: \[ r + 1 + s + 1 = 22 \] \[ r + s + 2 = 23 \]", "contradicted-line"),
        (
            r"We solve \( x^3 - 2x - 5 = 0 \). We see that \( x = 2 \) is a root of the equation.",
            "contradicted-line",
        ),
        (
            r"We have \[ 2x^2 + (20 + 8a)x = -10b, \] which simplifies to: \[ y = 1 \] "
            r"\[ x^2 + (20 + 8a)x + 5b = 0. \]",
            "derived-equation",
        ),
    ],
)
def test_a_slip_is_found_by_its_rule(step: str, rule: str) -> None:
    assert rule in rules_of(step)


@pytest.mark.parametrize(
    "step",
    [
        r"Take \( x + y = 3 \). If \( z = 1 \), then \( x + y = 4 \).",
        r"Take \[ a^2 + b = 3. \] This gives \[ a^2 + b^2 = 7. \]",
        r"From \( x^4 - 5x^2 + 6 = 0 \), letting \( y = x^2 \) we get \( y^2 - 5y + 6 = 0 \).",
        r"From \[ x^3(y^3+z^3) = 6 \] for \( x = 2 \) this becomes \[ 8(y^3+z^3) = 6. \]",
        r"Since \( \sin x = \frac{1}{2} \) we get \( \sin x = \frac{-1}{2} \) as well.",
        r"We get \( x = \frac{1}{3} \) from \( \sqrt{x} = \frac{1}{\sqrt{3}} \).",
        r"Since \( x^2 = 2 \), we get \( x = 1.414 \).",
        r"Since \( x = 3 \), then \( x = 4 \) in the new notation.",
        r"Since \( f(x) = 3 \), we get \( x = 1 \).",
    ],
)
def test_just_outside_the_rules_nothing_is_found(step: str) -> None:
    assert rules_of(step) == []
