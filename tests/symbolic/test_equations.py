"""What can only be meant as an identity must be one; lines made from lines must agree with them."""

import pytest

from support.linting import lint, rules, rules_of


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        (r"Expanding, \[ (x+2)^3 = x^3 + 6x^2 + 12x + 6. \]", "symbolic-link"),
        (r"We factor \( x^2 - 5x + 6 = (x-2)(x-4) \) as usual, so \( x = 1 \).", "symbolic-link"),
        (r"\[ (a+b)^2 - (a-b)^2 = 4ab + 2b^2 = 4ab + b^2. \]", "symbolic-link"),
        (r"We use the identity: \[ \sin(2x) = \sin x + \cos x. \]", "symbolic-link"),
        ("By expansion (x+y)² = x² + 3xy + y² for all numbers.", "symbolic-link"),
        (r"In the complex numbers, expanding, \( (x+i)^2 = x^2 + 2ix + 1 \).", "symbolic-link"),
        (
            r"Expand \[ (a+1)(b+1)(c+1) \] Simplifying: \[ abc + ab + bc + ca + a + b + c + 2 \]",
            "restated-expression",
        ),
        (r"Expand \[ 2(a+1)(b+1) \] Simplifying: \[ (a+1)(b+1) \]", "restated-expression"),
        (
            r"Sum \[ (-3d)(-d) + (-d)d + d(3d) + 5 \] "
            r"Calculating each term: \[ 9d^2 - d^2 + 3d^2 + 5 \]",
            "restated-expression",
        ),
        (
            r"We start from \[ 3x + 5 = 2y - 7. \] Rearranging gives \[ 3x + 12 = 2y + 1. \]",
            "contradicted-line",
        ),
        (r"From \( 2(x - 3) = 10 \) we obtain \( 2x - 3 = 10 \).", "contradicted-line"),
        (
            r"The line \[ 5 = \frac{20}{d} + 1 \] simplifies to \[ 5 = \frac{20}{d} + 2. \]",
            "contradicted-line",
        ),
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
        (r"Partial fractions give \( \frac{1}{k^2-k} = \frac{2}{k^2-k} \).", "contradicted-line"),
        (r"We get \( 7(1-r) = 3(1+r) \), i.e. \( 7 - 7r = 3 + r \).", "contradicted-line"),
        (
            r"So \( a + b = 4 \). Also \( a - b = 2 \), so \( (a + b)(a - b) = 6 \).",
            "contradicted-line",
        ),
    ],
)
def test_a_slip_is_found_by_its_rule(step: str, rule: str) -> None:
    assert rule in rules_of(step)


@pytest.mark.parametrize(
    "step",
    [
        r"Look at \[ (a+1)(b+1) \] and then at \[ ab + a + b + 2 \]",
        r"Look at \[ (a+1)(b+1) \] Simplifying: \[ ab + a + b + 1 \]",
        r"Look at \[ (a+1)(b+1) \] Simplifying: \[ uv + u + v + 2 \]",
        r"Look at \[ f(a)(b+1) \] Simplifying: \[ f(a)b + f(a) + 1 \]",
        r"Look at \[ (a+1)(b+1) \] Simplifying the denominator: \[ ab + a + b + 2 \]",
        r"Look at \[ 1 + \cdots + n \] Simplifying: \[ n + 1 \]",
        r"Look at \[ (a+b+c+d+e)^{30} + 1 \] Expanding: \[ a + b + c + d + e \]",
        r"Look at \[ \sqrt{a^2} + b \] Simplifying: \[ a + b \]",
        r"Expanding, \( (x+1)^2 = 5 \).",
        r"Expanding, \( \left|x\right|(x+1) = x^2 + x \).",
        r"For the function \( f(x+1) = f(x) + 1 = 1 + f(x) \).",
        r"We use the identity \( f(x) f(y) = f(x+y) \).",
        r"Expanding, \( (a+b+c+d+e)^{30} = a^{30} \).",
        r"Take \( x + y = 3 \). If \( z = 1 \), then \( x + y = 4 \).",
        r"Take \[ a^2 + b = 3. \] This gives \[ a^2 + b^2 = 7. \]",
        r"From \( x^4 - 5x^2 + 6 = 0 \), letting \( y = x^2 \) we get \( y^2 - 5y + 6 = 0 \).",
        r"From \[ x^3(y^3+z^3) = 6 \] for \( x = 2 \) this becomes \[ 8(y^3+z^3) = 6. \]",
        r"Since \( \sin x = \frac{1}{2} \) we get \( \sin x = \frac{-1}{2} \) as well.",
        r"We get \( x = \frac{1}{3} \) from \( \sqrt{x} = \frac{1}{\sqrt{3}} \).",
        r"Since \( x^2 = 2 \), we get \( x = 1.414 \).",
        r"Since \( x = 3 \), then \( x = 4 \) in the new notation.",
        r"Since \( f(x) = 3 \), we get \( x = 1 \).",
        r"The factors give \( k + 1 = 0 \) and \( k + 9 = 0 \).",
        r"Let \( P(k) = k + 1 \) for \( k = 0, 1, 2 \) alone. So \( P(5) = 7 \).",
        r"To one significant figure, \( 2^{10} = 1 \cdot 10^3 \).",
    ],
)
def test_just_outside_the_rules_nothing_is_found(step: str) -> None:
    assert rules_of(step) == []


def test_a_value_is_not_a_licence_for_a_false_identity() -> None:
    step = r"For \( x = 1 \) both vanish. We factor \( x^3 - 4x^2 + 3 = (x-1)(x^2 - 3x + 3) \)."
    assert rules(step) == [(1, "symbolic-link")]


def test_a_root_of_a_sum_of_squares_is_no_sum() -> None:
    (finding,) = lint(
        r"For every real $x$, $\sqrt{x^2+9}=x+3$.", problem="Let $x$ be real."
    ).refuted
    assert finding.rule == "symbolic-link"
    solved = r"Solve $\sqrt{x^2+9}=x+3$."
    assert rules(r"From $\sqrt{x^2+9}=x+3$ we get $x=0$.", problem=solved) == []


@pytest.mark.parametrize(
    ("problem", "steps"),
    [
        ("Solve $x^2=4$ and $x^2=9$.", ["The first gives $x=2$.", "The second gives $x=3$."]),
        (
            r"Solve $\sqrt{x+3}=x+1$.",
            ["Thus $x^2+x-2=0$, so $x=1$ or $x=-2$.", "Of these $x=1$ is a solution."],
        ),
        ("Solve $x^2-2x-3=0$.", ["$x-3=0$ or $x+1=0$, so $x=3$ or $x=-1$."]),
        ("Solve $2^x=3x$.", ["For $x=2$ the left side is $4$."]),
        ("Solve $x^2=2$ for $x>0$.", [r"So $x\approx1.41$, that is $x=1.414$."]),
        ("Let $x+y=5$ and $xy=6$.", ["Put $s=x+y$.", "Then $s^2-4xy=1$."]),
    ],
)
def test_what_may_be_meant_otherwise_is_left_alone(problem: str, steps: list[str]) -> None:
    assert rules(*steps, problem=problem) == []
