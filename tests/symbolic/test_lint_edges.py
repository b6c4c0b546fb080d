"""The edges of each rule: just inside it refutes, just outside it stays silent."""

import pytest

from faithsieve.records.proof import Proof
from faithsieve.symbolic.lint import lint_proof
from faithsieve.symbolic.verdicts import Abstain


def rules(step: str, problem: str = "Solve the equation.") -> list[str]:
    report = lint_proof(Proof.from_texts(problem, [step, "We are done."]))
    return [finding.rule for finding in report.findings]


def reasons(step: str) -> set[str]:
    report = lint_proof(Proof.from_texts("Solve the equation.", [step]))
    return {abstention.reason for abstention in report.abstentions}


SILENT = {
    "congruence": [
        r"Then \( -3 + 2 \cdot 4 \equiv 5 \pmod{7} \).",
        r"Then \( [3 + 4] \cdot 2 \equiv 4 \pmod{10} \).",
        r"Then \( \frac{1}{2} \equiv 3 \pmod 5 \).",
        r"Then \( 2^{-1} \equiv 4 \pmod 5 \).",
        r"Then \( n \equiv 3 \pmod 5 \).",
        r"Then \( 3 \not\equiv 8 \pmod 4 \).",
        r"Then \( 3 < 8 \pmod 4 \).",
        r"Then \( 3 \equiv 8 \pmod{\text{five}} \).",
        r"Then \( 3 \equiv 9 \pmod{0} \).",
        r"Suppose \( 3 \equiv 4 \pmod 5 \).",
        r"Then \( 3^{5} \bmod 7 = 5 \).",
    ],
    "divisibility": [
        r"Thus \( 0 \mid 5 \).",
        r"Thus \( n \mid 12 \).",
        r"Thus \( 4 \mid 12 \) and \( 5 \nmid 12 \).",
        r"Suppose \( 5 \mid 12 \).",
    ],
    "matrix": [
        r"\( \begin{pmatrix} 1 & 2 \end{pmatrix} = \begin{pmatrix} 1 & 2 \end{pmatrix} \)",
        r"\( \begin{pmatrix} a & 2 \end{pmatrix} = \begin{pmatrix} 1 & 2 \end{pmatrix} \)",
        r"\( \begin{pmatrix} 1 & 2 \end{pmatrix} < \begin{pmatrix} 1 & 2 \end{pmatrix} \)",
        r"Suppose \( \begin{pmatrix} 1 & 2 \end{pmatrix} = \begin{pmatrix} 1 & 3 \end{pmatrix} \).",
    ],
    "restated": [
        r"Look at \[ (a+1)(b+1) \] and then at \[ ab + a + b + 2 \]",
        r"Look at \[ (a+1)(b+1) \] Simplifying: \[ ab + a + b + 1 \]",
        r"Look at \[ (a+1)(b+1) \] Simplifying: \[ uv + u + v + 2 \]",
        r"Look at \[ f(a)(b+1) \] Simplifying: \[ f(a)b + f(a) + 1 \]",
        r"Look at \[ (a+1)(b+1) \] Simplifying the denominator: \[ ab + a + b + 2 \]",
        r"Look at \[ 1 + \cdots + n \] Simplifying: \[ n + 1 \]",
        r"Look at \[ (a+b+c+d+e)^{30} + 1 \] Expanding: \[ a + b + c + d + e \]",
        r"Look at \[ \sqrt{a^2} + b \] Simplifying: \[ a + b \]",
    ],
    "numeric": [
        r"Roughly \( \sqrt{10} \approx 3.2 \), \( \pi \approx 22/7 \).",
        r"Suppose roughly \( 10 \approx 30 \).",
        r"We have \( \frac{1}{0} = 3 \) formally.",
        r"The set is \( (1, 2) = 3 \).",
        r"Hence \( \ln 6 = \ln 2 + \ln 3 \).",
        r"Hence \( 3 \in 5 \) and \( 2 : 3 = 4 : 6 \).",
    ],
    "identity": [
        r"Expanding, \( (x+1)^2 = 5 \).",
        r"Expanding, \( \left|x\right|(x+1) = x^2 + x \).",
        r"For the function \( f(x+1) = f(x) + 1 = 1 + f(x) \).",
        r"We use the identity \( f(x) f(y) = f(x+y) \).",
        r"Expanding, \( (a+b+c+d+e)^{30} = a^{30} \).",
    ],
    "derivation": [
        r"Take \( x + y = 3 \). If \( z = 1 \), then \( x + y = 4 \).",
        r"Take \[ a^2 + b = 3. \] This gives \[ a^2 + b^2 = 7. \]",
        r"From \( x^4 - 5x^2 + 6 = 0 \), letting \( y = x^2 \) we get \( y^2 - 5y + 6 = 0 \).",
        r"From \[ x^3(y^3+z^3) = 6 \] for \( x = 2 \) this becomes \[ 8(y^3+z^3) = 6. \]",
        r"Since \( \sin x = \frac{1}{2} \) we get \( \sin x = \frac{-1}{2} \) as well.",
        r"We get \( x = \frac{1}{3} \) from \( \sqrt{x} = \frac{1}{\sqrt{3}} \).",
        r"Since \( x^2 = 2 \), we get \( x = 1.414 \).",
        r"Since \( x = 3 \), then \( x = 4 \) in the new notation.",
        r"From \( \frac{x}{x-1} = 2 \), we get \( x = 1 \).",
        r"Since \( f(x) = 3 \), we get \( x = 1 \).",
    ],
}


@pytest.mark.parametrize("step", [step for steps in SILENT.values() for step in steps])
def test_just_outside_a_rule_nothing_is_refuted(step: str) -> None:
    assert rules(step) == []


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        (r"Then \( 3 \not\equiv 8 \pmod 5 \).", "congruence"),
        (r"Then \( 2^{100} + 1 = 3 \pmod 5 \).", "congruence"),
        (r"It is \( \sqrt{2} \approx 1.44 \).", "numeric-link"),
        (r"Then \( 3^{5} \bmod 7 = 4 \).", "numeric-link"),
        (r"Expand \[ 2(a+1)(b+1) \] Simplifying: \[ (a+1)(b+1) \]", "restated-expression"),
        (
            r"Sum \[ (-3d)(-d) + (-d)d + d(3d) + 5 \] "
            r"Calculating each term: \[ 9d^2 - d^2 + 3d^2 + 5 \]",
            "restated-expression",
        ),
        (
            r"We have \[ 2x^2 + (20 + 8a)x = -10b, \] which simplifies to: \[ y = 1 \] "
            r"\[ x^2 + (20 + 8a)x + 5b = 0. \]",
            "derived-equation",
        ),
    ],
)
def test_just_inside_a_rule_the_slip_is_refuted(step: str, rule: str) -> None:
    assert rule in rules(step)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (r"We have \( x + 1 = 3 \).", Abstain.CONSTRAINT),
        (r"Suppose \( 1 = 2 \).", Abstain.MOOD),
        (r"We have \( \frac{1}{0} = 2 \).", Abstain.NO_VALUE),
        (r"We have \( \sqrt{2} = 1.41 \).", Abstain.ROUNDED),
        (r"We have \( 7 \div 2 = 3 \).", Abstain.QUOTIENT),
        (r"We have \( x^2 + y = 3 \). Then \( x^2 + y = 3 \).", Abstain.CONTEXT),
        (r"So \( \sqrt{x^2} = x = \frac{2x}{2} \).", Abstain.CONSTRAINT),
        (r"The point has \( \sqrt{x^2}+0 = x + 0 = \frac{2x}{2} \).", Abstain.HOLDS_SOMEWHERE),
        (r"In the complex plane \( |z + i| = |z - i| \).", Abstain.COMPLEX),
        (r"The angle is \( 90^\circ = 90 \).", Abstain.UNITS),
        (r"Then \( n \equiv 3 \pmod 5 \).", Abstain.MODULUS),
        (r"Then \( n \mid 12 \).", Abstain.RELATION),
        (r"In the group \( G \) we have \( ab = ba \).", Abstain.NONCOMMUTATIVE),
        (r"We have \( (a+b+c+d+e)^{30} = 1 \).", Abstain.LIMIT),
        (r"We have \( \ln 6 = \ln 2 + \ln 3 \).", Abstain.UNDECIDED),
    ],
)
def test_every_abstention_has_its_name(step: str, reason: Abstain) -> None:
    assert reason.value in reasons(step)


def test_values_given_in_the_problem_are_put_in() -> None:
    problem = r"Let $T = 20$. Find $x$ with $x + T = 25$."
    wrong = lint_proof(Proof.from_texts(problem, [r"Therefore the answer is \( x = 6 \)."]))
    right = lint_proof(Proof.from_texts(problem, [r"Therefore the answer is \( x = 5 \)."]))
    assert [f.rule for f in wrong.findings] == ["answer-fails"]
    assert right.findings == ()


@pytest.mark.parametrize(
    "step",
    [
        r"Therefore the answer is \( x = \sqrt{2} \).",
        r"Therefore \( (x, y) = (1, z) \).",
        r"Therefore \( (x, 1) = (1, 1) \).",
        r"Therefore \( (x, y) = 3 \).",
        r"The possible value is \( x = 99 \).",
        r"Therefore the answer is \( y = 99 \).",
    ],
)
def test_answers_that_cannot_be_put_back_are_left_alone(step: str) -> None:
    problem = r"Find $x$ with $x^2 = 4$ where $g(x) = 1$."
    assert lint_proof(Proof.from_texts(problem, [step])).findings == ()
