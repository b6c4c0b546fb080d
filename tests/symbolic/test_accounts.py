"""A finding decides only when everything that was read around it is accounted for."""

import pytest

from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import FindingClass, LintFinding
from faithsieve.symbolic.lint import lint_proof


def findings(*steps: str, problem: str = "Solve.") -> tuple[LintFinding, ...]:
    return lint_proof(Proof.from_texts(problem, list(steps))).findings


def refuted(*steps: str, problem: str = "Solve.") -> list[str]:
    found = findings(*steps, problem=problem)
    return [f.rule for f in found if f.finding_class is FindingClass.REFUTED]


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        (r"Expanding, $(x+2)^2 = x^2+2x+4$.", "symbolic-link"),
        (r"Factor: $a^3+b^3 = (a+b)(a^2+ab+b^2)$.", "symbolic-link"),
        (r"Recall that $a^3+b^3 = (a+b)(a^2+ab+b^2)$ for all $a, b$.", "symbolic-link"),
        (r"We use the identity $\sqrt{x^2+9} = x+3$.", "symbolic-link"),
        (r"From $4y = 20$ we get $y = 6$.", "contradicted-line"),
        (r"$4y = 20 \implies y = 6$", "contradicted-line"),
        ("4y = 20, so y = 6.", "contradicted-line"),
        (r"From $2(x - 3) = 10$ we obtain $2x - 3 = 10$.", "contradicted-line"),
        (r"\begin{equation} \frac{48}{16} = 4 . \end{equation}", "numeric-link"),
        (r"\begin{gather} 2 + 2 = 5 \end{gather}", "numeric-link"),
        (r"Let $A = 3 \cdot 4 = 13$.", "numeric-link"),
        (r"Then $S = 100 \cdot 101 = 10\,010$.", "numeric-link"),
        (r"Let $n = 2k + 1$. Then $n + 1 = 2k + 3$ is even.", "contradicted-line"),
        ("The hall has 7 * 13 = 93 seats.", "numeric-link"),
        (r"Then $7^{100} \equiv 3 \pmod{10}$.", "congruence"),
    ],
)
def test_a_classic_slip_is_refuted(step: str, rule: str) -> None:
    assert refuted(step) == [rule]


@pytest.mark.parametrize(
    ("problem", "step"),
    [
        # sibling equations and parallel cases are no derivations
        ("Solve.", r"The first pair gives $\frac{2+t}{4+t}=s$, the second $\frac{4+t}{9+t}=s$."),
        ("Solve.", r"Either $(x-1)^2=3^2$ or $(x-1)^2=4^2$."),
        ("Solve.", r"In one case $2x = 6$. In the other, $2x = 8$."),
        # an equation under known facts is no identity
        ("Let $a, b$ be reals with $ab=2$.", r"Then $a^2+b^2=(a+b)^2-4$."),
        ("The product of $a$ and $b$ is 2.", r"Then $a^2+b^2=(a+b)^2-4 = (a+b)^2-2^2$."),
        # an equation to be solved is no claim
        ("Solve.", "This gives $3x+5=(x+1)^2$."),
        ("Solve.", r"The point is equally far from both: $(x-1)^2 + y^2 = x^2 + y^2 - 4y + 4$."),
        # a copy of the problem's own line
        (r"Solve $\log _{10}(x+1) = 2x$.", r"We have $\log_{10}(x+1) = 2x$."),
        # notation of other fields
        ("Compute in $S_3$.", "We get the cycle $(12)(13)=(132)$."),
        ("Let R be a ring of characteristic 2.", "Here $2=0$."),
        ("Work modulo 7.", "So $3 \\cdot 5 = 1$."),
        ("Solve.", r"We have $\log_{2}(4)(8) = 16$."),
        # thousands
        ("Solve.", "That is 10,000 $=10^4$ of them."),
        ("Solve.", "That is $10,000=10^4$ of them."),
        ("Solve.", "So 1,403,109,613 = 3·2 holds."),
        # trials and detours
        ("Solve.", "Let us try $n = 2$: then $2^2 + 1 = 6$."),
        ("Solve.", "If so, then $2 + 2 = 5$, which is impossible."),
        ("Solve.", "Case 1: $x = 1$. Then $x^2+x = 2$. Case 2: $x=2$. Then $x^2+x=6$."),
        # a quantity that begins in words
        ("Solve.", "3/4 of 20 = 15, and 10% of 50 = 5."),
        ("Solve.", "The sum of digits of 999 = 27."),
        ("Solve.", "Three quarters of $20 = 15$."),
        ("Solve.", r"Rewrite it as $3(x+1) = 2x + 8$, so $x = 5$."),
        # text that has lost its commands
        ("Solve.", r"\frac{48}{16} = 3"),
        ("Solve.", r"\tfrac{3}{2} &= 0"),
        ("Solve.", "{48}{16} = 3"),
        ("Solve.", r"so \binom{5}{2} = 10"),
        ("Solve.", r"$\fra{48}{16} = 3 = 4$"),
        ("Solve.", "We see 1/3 = 0.333... here."),
        ("Solve.", r"\begin{equation} \frac{48}{16} = 3 . \end{equation}"),
        ("Solve.", r"\begin{align*} \binom{5}{2} &= 10 \\ &= 2 \cdot 5 \end{align*}"),
    ],
)
def test_without_an_account_nothing_is_refuted(problem: str, step: str) -> None:
    assert refuted(step, problem=problem) == []


def test_the_account_shows_reading_sentence_and_premises() -> None:
    (finding,) = findings("First this. From $4y = 20$ we get $y = 6$. Then that.")
    assert finding.account is not None
    assert finding.account.reading == "y = 6"
    assert finding.account.sentence == "From $4y = 20$ we get $y = 6$."
    assert finding.account.premises == ("4y = 20",)


def test_a_suspicious_finding_names_its_doubt() -> None:
    (finding,) = findings("We try it. Then $1 + 1 = 3$.")
    assert finding.finding_class is FindingClass.SUSPICIOUS
    assert finding.doubt is not None
    assert "trial" in finding.doubt


def test_likeness_never_refutes() -> None:
    (finding,) = findings(r"We have $x^2 + 4x + y = 5$, so $x^2 + 3x + y = 5$.")
    assert (finding.rule, finding.finding_class) == ("derived-equation", FindingClass.SUSPICIOUS)


def test_a_number_decides_only_where_something_rests_on_it() -> None:
    slip = "The discriminant is $225 - 224 = 2$."
    assert refuted(slip, "So the numbers are 7 and 8.") == ["numeric-link"]
    assert refuted(slip, "The numbers are 7 and 8.") == []


@pytest.mark.parametrize(
    "step",
    [
        "Then (x+2)² = x²+2x+4.",
        r"\begin{align} (x+2)^2 &= x^2 + 2x + 4 \\ &= x(x+2) + 4 \end{align}",
        r"Since $a^3+b^3 = (a+b)(a^2+ab+b^2)$, we are done.",
        r"Simplifying, $\sqrt{x^2+9} = x+3$.",
        r"From $OB^2=OA^2$, \[49+t^2=(7-5)^2+(t-12)^2=4+t^2-24t+144.\] Hence $24t=99$.",
        r"We compute \[ (a+1)^2-a^2=2a+1=3a-4. \] So $a=5$.",
        r"We have $(a+b)(x+1)=(a-b)(x+2)+bx=ax+2a+b$ for all $x$.",
    ],
)
def test_what_may_be_an_equation_for_some_values_is_only_suspected(step: str) -> None:
    assert {finding.finding_class for finding in findings(step)} == {FindingClass.SUSPICIOUS}


def test_an_equation_for_coefficients_is_not_refuted() -> None:
    assert refuted(r"As $ax+b=bx+a$ for all $x$, we get $a=b$.") == []
    assert refuted(r"For all $x$ we have $a(x+1)=bx+a+b-x$, so $a=b-1$.") == []


def test_a_sum_of_many_letters_gets_a_report() -> None:
    letters = "abcdefghjklmnp"
    total, doubled = "+".join(letters), "+".join(f"2{x}" for x in letters)
    assert findings(f"Simplifying, ${total}={doubled}+1={doubled}$.")


def test_a_value_found_in_one_case_does_not_refute_another() -> None:
    second = r"In what remains we have $x^2+2=3x=3(x-1)+3$, so $x=2$."
    assert refuted("Case 1: $x=5$. This is done.", second) == []
    anew = r"Now let $a$ be the other side. Then $a^2+a=a(a+1)=2a+12=2(a+6)$."
    assert refuted(anew, problem="A square has the side $a=3$.") == []
