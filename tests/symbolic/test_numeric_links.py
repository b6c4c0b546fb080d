"""False relations between numbers are found; doubtful notation is not computed."""

import pytest

from support.linting import rules_of


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        (r"We compute \( 17 + 28 = 46 \).", "numeric-link"),
        (r"Hence \[ 3 \cdot 7 = 21 = 20 + 2. \]", "numeric-link"),
        (r"Note that \( \sqrt{50} = 5\sqrt{3} \).", "numeric-link"),
        (r"Clearly \( 2^{10} < 1000 \).", "numeric-link"),
        (r"The count is \( \binom{6}{3} = 18 \).", "numeric-link"),
        (r"The sum is \( \sum_{k=1}^{10} k = 54 \).", "numeric-link"),
        (r"We get \( \lfloor 7/2 \rfloor = 4 \).", "numeric-link"),
        (r"We know that \( \sin 30^\circ = \frac{1}{3} \).", "numeric-link"),
        (r"Here \( \gcd(12, 18) = 3 \).", "numeric-link"),
        (r"So \( \log_2 8 = 4 \).", "numeric-link"),
        ("We see that 12·13 = 166 and go on.", "numeric-link"),
        (r"Then \( 7^{100} \equiv 3 \pmod{10} \).", "congruence"),
        (r"Thus \( 9 \mid 2^{6} \).", "divisibility"),
        (r"Thus \( 8 \nmid 2^{6} \).", "divisibility"),
        (r"Then \( 3 \not\equiv 8 \pmod 5 \).", "congruence"),
        (r"Then \( 2^{100} + 1 = 3 \pmod 5 \).", "congruence"),
        (r"It is \( \sqrt{2} \approx 1.44 \).", "numeric-link"),
        (r"Then \( 3^{5} \bmod 7 = 4 \).", "numeric-link"),
    ],
)
def test_a_slip_is_found_by_its_rule(step: str, rule: str) -> None:
    assert rule in rules_of(step)


@pytest.mark.parametrize(
    "step",
    [
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
        r"Thus \( 0 \mid 5 \).",
        r"Thus \( n \mid 12 \).",
        r"Thus \( 4 \mid 12 \) and \( 5 \nmid 12 \).",
        r"Suppose \( 5 \mid 12 \).",
        r"\( \begin{pmatrix} 1 & 2 \end{pmatrix} = \begin{pmatrix} 1 & 2 \end{pmatrix} \)",
        r"\( \begin{pmatrix} a & 2 \end{pmatrix} = \begin{pmatrix} 1 & 2 \end{pmatrix} \)",
        r"\( \begin{pmatrix} 1 & 2 \end{pmatrix} < \begin{pmatrix} 1 & 2 \end{pmatrix} \)",
        r"Suppose \( \begin{pmatrix} 1 & 2 \end{pmatrix} = \begin{pmatrix} 1 & 3 \end{pmatrix} \).",
        r"Roughly \( \sqrt{10} \approx 3.2 \), \( \pi \approx 22/7 \).",
        r"Suppose roughly \( 10 \approx 30 \).",
        r"We have \( \frac{1}{0} = 3 \) formally.",
        r"The set is \( (1, 2) = 3 \).",
        r"Hence \( \ln 6 = \ln 2 + \ln 3 \).",
        r"Hence \( 3 \in 5 \) and \( 2 : 3 = 4 : 6 \).",
    ],
)
def test_just_outside_the_rules_nothing_is_found(step: str) -> None:
    assert rules_of(step) == []
