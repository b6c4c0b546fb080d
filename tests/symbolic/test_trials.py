"""What a proof finds must satisfy the equations that it was found from; a miss is a suspicion."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import FindingClass, LintFinding
from faithsieve.symbolic.lint import lint_proof
from faithsieve.symbolic.trials import RULES


def _tried(problem: str, *steps: str) -> list[LintFinding]:
    findings = lint_proof(Proof.from_texts(problem, steps)).findings
    return [finding for finding in findings if finding.rule in RULES]


@pytest.mark.parametrize(
    ("problem", "steps", "step", "rule"),
    [
        (
            r"Find $x$ with $\log_3 x+\log_x 3=\frac52$.",
            [r"With $t=\log_3 x$ we get $t=2$ or $t=\frac12$.", r"So $x=\frac32$."],
            2,
            "solved-value",
        ),
        (
            "Find $x$ and $y$ with $2^x+y=12$ and $xy=12$.",
            ["The numbers are found by trying.", "Thus $x=2$ and $y=6$."],
            2,
            "solved-value",
        ),
        (
            r"Let $x\lfloor x\rfloor=17$ with $x>0$. Find $x$.",
            ["By inspection $x=8.5$."],
            1,
            "solved-value",
        ),
        (
            "Find all $f$ with $f(x+y)=f(x)+f(y)+2xy$ for all real $x,y$.",
            ["Put $y=0$.", "Therefore $f(x)=x^2+1$."],
            2,
            "found-formula",
        ),
        (
            "Let $a_1=1$ and $a_{n+1}=2a_n+3$. Find $a_n$.",
            ["The pattern shows that $a_n=2^{n}-1$."],
            1,
            "found-formula",
        ),
        (
            "A sequence is given.",
            ["We computed $b_1=4$.", "The general term is $b_n=4\\cdot2^n$."],
            2,
            "found-formula",
        ),
        (
            r"Let $S=\sum_{k=1}^n\frac1{k(k+2)}$. Find $S$.",
            [r"The sum telescopes, so $S=\frac12\left(1-\frac1{n+2}\right)$."],
            1,
            "defined-name",
        ),
        (
            "Let $a,b,c$ be positive.",
            ["Put $s=a+b+c$.", r"Then $\frac9{(s-a)+(s-b)+(s-c)}=\frac9{3s}$."],
            2,
            "defined-name",
        ),
    ],
)
def test_what_misses_its_equation_is_suspected(
    problem: str, steps: list[str], step: int, rule: str
) -> None:
    found = _tried(problem, *steps)
    assert [(finding.step, finding.rule) for finding in found] == [(step, rule)]
    assert found[0].finding_class is FindingClass.SUSPICIOUS
    assert found[0].lean is None


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
        ("Find all $f$ with $f(x+y)=f(x)+f(y)+2xy$.", ["One of them is $f(x)=x^2+3x$."]),
        ("Let $a_1=1$ and $a_{n+1}=2a_n+3$.", ["By induction $a_n=2^{n+1}-3$."]),
        (r"Let $S=\sum_{k=1}^n k$.", [r"We know $S=\frac{n(n+1)}2$."]),
        ("Let $x+y=5$ and $xy=6$.", ["Put $s=x+y$.", "Then $s^2-4xy=1$."]),
    ],
)
def test_what_may_be_meant_otherwise_is_left_alone(problem: str, steps: list[str]) -> None:
    assert _tried(problem, *steps) == []


@given(st.integers(2, 5), st.integers(1, 9), st.integers(1, 9))
def test_a_value_is_suspected_just_when_it_is_no_solution(base: int, root: int, x: int) -> None:
    problem = f"Find a number $x$ with ${base}^x={base**root}$."
    proof = Proof.from_texts(problem, [f"The answer is $x={x}$."])
    assert bool(lint_proof(proof).findings) == (x != root)


@given(st.integers(1, 6), st.integers(-6, 6), st.integers(-6, 6))
def test_a_formula_is_suspected_just_when_it_misses_the_recurrence(k: int, c: int, e: int) -> None:
    problem = f"Let $a_1={k + c}$ and $a_{{n+1}}=a_n+{k}$. Find $a_n$."
    assert bool(_tried(problem, f"So $a_n={k}n+({c + e})$.")) == bool(e)
