"""Each rule refutes the slip it is made for and stays silent about what is not asserted."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import FindingClass
from faithsieve.symbolic.context import Abstain
from faithsieve.symbolic.lint import LintSettings, lint_proof
from support.linting import lint, rules

SILENT = [
    # true statements
    r"We compute \( 17 + 28 = 45 \) and \( \sqrt{50} = 5\sqrt{2} \).",
    r"Then \( 7^{100} \equiv 1 \pmod{10} \) and \( 8 \mid 2^6 \).",
    r"Expanding, \[ (x+2)^3 = x^3 + 6x^2 + 12x + 8. \]",
    r"\[ x^2 - 4 = 0 \] so \[ (x-2)(x+2) = 0, \] hence \( x = 2 \) or \( x = -2 \).",
    r"We compute \( \frac{d}{dx}(x^3 + x) = 3x^2 + 1 \) and \( \frac{d}{dx}(f(x)) = 2 \).",
    r"The sum is: \[ n + (n+1) + (n+2) = 3n + 3. \]",
    r"The sum must satisfy a condition, and the sum is: \[ n + (n+1) + (n+2) = 4n. \]",
    # rounding and quotients
    r"So \( \sqrt{2} = 1.414 \) and \( 1/3 = 0.333 \).",
    r"Divide: \( 2023 \div 4 = 505 \) with remainder 3.",
    r"Numerically \( \pi \approx 3.1 \).",
    r"We have \[ 1.7 x + 2.9 = 3.33 y \] and so \[ 1.7 x + 2.9 = 3.3 y. \]",
    # hypothetical, tested, denied, asked
    r"Suppose that \( 2 + 2 = 5 \).",
    r"If \( 3 = 4 \), everything follows.",
    r"Check the candidate: \( 2 + 1 = 1 \), which is false.",
    r"We get \( 0 = 4 \), a contradiction.",
    r"It is not true that \( 2 + 2 = 5 \).",
    r"Is \( 2 + 2 = 5 \)?",
    r"Let us test \( n = 3 \): the condition would be \( 29 = 5 \times 14 \).",
    r"Assume for contradiction that \( (x+1)^2 = x^2 + 1 \).",
    # conditions are not identities
    r"The equation is \( x^2 + 3x = 2x + 7 \).",
    r"We require \( a^2 + b^2 = 25 \) and \( a + b = 7 \).",
    r"We have the system \[ x + y + z = 6 \] \[ x + y - z = 2 \]",
    r"Similarly, \( 2a + 3b + 2c = 24 \) and also \( 2a + 2b + 3c = 24 \).",
    r"The two conditions are \( x + 2y + z = 4 \) and \( x + 2y - z = 4 \).",
    # cases, factors, other roots
    r"From \( (x-3)(x+1) = 0 \) we get \( x - 3 = 0 \) or \( x + 1 = 0 \), "
    r"so \( x = 3 \) or \( x = -1 \).",
    r"The roots are \[ x = \frac{3 + \sqrt{21}}{2} \] \[ x = \frac{3 - \sqrt{21}}{2} \]",
    r"Squaring \( x - 1 = y \) gives \( x^2 - 2x + 1 = y^2 \).",
    # context excuses
    r"Let \( ab = 2 \). Then \( a^2 + b^2 = (a+b)^2 - 4 = a^2 + 2ab + b^2 - 4 \).",
    r"Since \( T = 20 \), we have \( x^2 + Tx + 1 = x^2 + 20x + 1 \).",
    r"Let \( u = x + 1 \). Then \( u^2 + u + 3 = (x+1)^2 + (x+1) + 3 = x^2 + 3x + 5 \).",
    # conventions
    r"The inverse is \( \tan^{-1}(1) = \frac{\pi}{4} \).",
    r"The number is \( 1011_2 = 11 \).",
    r"The angle is \( 90^\circ = \frac{\pi}{2} \).",
    r"It holds for positive numbers that \( \sqrt{x^2 y^2} = xy = y x \).",
    # worlds where letters are not numbers
    r"In the group \( G \) we have \( bh = h^{-1}b = g b \).",
    # conditions that look like identities
    r"The point is equally far from both: \( (x-1)^2 + y^2 = x^2 + y^2 - 4y + 4 \).",
    # other objects, other cases
    r"The first line is \( 3x + 4y = 12 \), so the parallel line has equation \( 3x + 4y = 20 \).",
    r"The parabola \( y = x^2 + x \) is shifted to get \( y = x^2 + x + 3 \).",
    r"The curves are \( y = x^2 + x + 1 \) and \( y = x^2 + x + 3 \).",
    r"Interchanging the letters in \( y = 2x + 3 \) we get \( x = 2y + 3 \).",
    r"From \( |x - 2| = 5 \) we get \( x - 2 = 5 \) or \( x - 2 = -5 \).",
    r"From \( \sqrt{2x+1} = 5 \) we get \( 2x + 1 = 25 \), so \( x = 12 \).",
    r"From \( 2^{x+1} = 8 \) we get \( x + 1 = 3 \), so \( x = 2 \).",
    r"From \( \frac{1}{x} + \frac{1}{y} = 1 \) we get \( x + y = xy \).",
    r"Let \( u = x - 3 \). Then \( x^2 - 6x + 5 = 0 \) becomes \( u^2 - 4 = 0 \).",
    r"Since \( 2n < 7 \), we get \( n \leq 3 \).",
    r"The cases are \[ n^2 = 16k^2 + 8k + 1 \] \[ n^2 = 16k^2 + 24k + 9 \]",
    r"In the first case \( f(0) = 0 \). In the second case \( f(0) = 1 \).",
    r"Let \( f(x) = x^2 \). Now let \( f(x) = x^3 \) instead. Then \( f(2) = 8 \).",
    # reduction to the absurd
    r"This leads to \( 0 = 4 \), so there are no solutions.",
    r"We would get \( 5 = 7 \). The case is therefore impossible.",
    r"Then \( 3 + 4 = 8 \), so there is no such number.",
    # complex numbers
    r"In the complex plane \( (1+i)^2 = 2i \) and \( |3+4i| = 5 = \sqrt{25} \).",
    r"For complex numbers \( e^{ix} = \cos x + i \sin x = \cos x - (-i) \sin x \).",
    # other arithmetic, estimates
    r"Working modulo 7 we have \( 3 \cdot 5 = 1 \).",
    r"In the field \( \mathbb{F}_2 \) we have \( 1 + 1 = 0 \).",
    r"So it is roughly \( \sqrt{10} = 3 \).",
    # units
    r"Hence \( \sin 30 = \frac{1}{2} \) and the price is \( 100 + 20\% = 120 \).",
    r"The whole part is \( [2.7] = 2 \).",
    # valid weakening
    r"We have \[ x^2 + y + 3 < 0. \] Simplifying, we get \[ x^2 + y + 1 < 0. \]",
]


@pytest.mark.parametrize("step", SILENT)
def test_what_is_true_or_not_asserted_is_left_alone(step: str) -> None:
    assert rules(step) == []


def test_findings_come_in_reading_order_with_their_place() -> None:
    report = lint(r"We have \( 1 + 1 = 2 \).", r"So \( 2 + 2 = 5 \) and \( 3 + 3 = 7 \).")
    first, second = report.findings
    assert (first.step, first.column, first.end_column) == (2, 7, 16)
    assert first.claim == "2 + 2 = 5"
    assert (first.left, first.relation, first.right) == ("2 + 2", "=", "5")
    assert second.column > first.column


def test_symbolic_findings_locate_and_numeric_ones_may_be_symptoms() -> None:
    report = lint(r"Expanding, \( (x+1)^2 = x^2 + x + 1 \).", r"So \( 2 + 2 = 5 \).")
    assert [f.finding_class for f in report.findings] == [FindingClass.REFUTED] * 2
    assert [f.locates for f in report.findings] == [True, False]
    assert report.findings[0].counterexample == "x = -1"


def test_confirmed_links_and_abstentions_are_reported() -> None:
    report = lint(r"We have \( 1 + 1 = 2 \), \( (x+1)^2 = x^2+2x+1 \) and \( x + y = 3 \).")
    assert [link.rule for link in report.supported] == ["numeric-link", "symbolic-link"]
    assert sum(a.count for a in report.abstentions) == 1
    assert (report.sides_read, report.sides_seen) == (6, 6)
    assert report.complete


def test_unread_sides_are_counted() -> None:
    report = lint(r"The sum is \( 1 + 2 + \cdots + n = 45 \).")
    assert (report.sides_read, report.sides_seen) == (1, 2)


def test_torn_formulas_are_one() -> None:
    problem = r"Let $a b+b c+$ $c a=1$."
    assert lint("Nothing.", problem=problem).sides_seen == 2


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
    assert reason.value in {a.reason for a in lint(step).abstentions}


HOSTILE = [
    r"\( 9^{9^{9^{9}}} = 9^{9^{9^9}} \)",
    r"\[ " + "x+" * 300_000 + r"1 = 2 \]",
    r"\[ (a+b+c+d+e)^{40} = (a+b+c+d)^{39} = x \]",
    r"\[ " + "{" * 100_000 + r" = 1 \]",
    "\\(" * 40_000,
    "$" * 100_001,
    r"\[ \sum_{k=1}^{400} \sum_{j=1}^{400} \sum_{i=1}^{400} i j k = 5 \]",
    " ".join(rf"\[ x_{{{i}}} + y = {i} \]" for i in range(2000)),
    "x = " * 15_000,
    "\\" * 100_000,
]


@pytest.mark.parametrize("step", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_steps_end_in_time(step: str) -> None:
    started = time.thread_time()
    lint_proof(Proof.from_texts("Find it.", [step]), settings=LintSettings(timeout_s=2.0))
    assert time.thread_time() - started < 12.0


def test_a_time_limit_keeps_what_was_found() -> None:
    steps = [r"So \( 2 + 2 = 5 \)."] * 3
    report = lint_proof(Proof.from_texts("Find it.", steps), settings=LintSettings(timeout_s=1e-9))
    assert not report.complete
    assert report.findings == ()


@settings(max_examples=60)
@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 9))
def test_true_expansions_are_never_refuted(a: int, b: int, c: int) -> None:
    left = f"({c}x + ({a}))(x + ({b}))"
    right = f"{c}x^2 + ({c * b + a})x + ({a * b})"
    report = lint(rf"Expanding, \( {left} = {right} \).")
    assert report.findings == ()
    wrong = lint(rf"Expanding, \( {left} = {right} + 1 \).")
    assert all(finding.rule == "symbolic-link" for finding in wrong.findings)


@settings(max_examples=60)
@given(st.text(max_size=200))
def test_any_text_gets_a_report(text: str) -> None:
    report = lint("Step: " + text)
    assert report.sides_read <= report.sides_seen


ATOMS = ["0", "1", "2", "0.5", "x", "y", "n", r"\pi", "i", "f(x)", "f(2)", r"\frac{0}{0}", "-1"]
FORMS = [
    "({0} + {1})",
    r"{0} \cdot {1}",
    r"\frac{{{0}}}{{{1}}}",
    "({0})^{{{1}}}",
    r"\sqrt[{0}]{{{1}}}",
    r"\log_{{{0}}}({1})",
    r"\lfloor {0} \rfloor \left|{1}\right|",
    r"\binom{{{0}}}{{{1}}}",
    r"\sum_{{k={0}}}^{{{1}}} k",
    r"\sin({0}) - f({1})",
    r"\begin{{pmatrix}} {0} & {1} \\ 1 & 2 \end{{pmatrix}}",
]
formulas = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.tuples(st.sampled_from(FORMS), inner, inner).map(
        lambda parts: parts[0].format(parts[1], parts[2])
    ),
    max_leaves=6,
)
sentences = st.tuples(
    st.sampled_from(["Let", "Hence", "Expanding, we get", "Thus the only solutions are", "or"]),
    formulas,
    st.sampled_from(["=", "=", "<", r"\equiv", r"\mid", r"\neq"]),
    formulas,
    st.sampled_from(["", r" \pmod{5}", r" \pm 1"]),
).map(lambda parts: rf"{parts[0]} \[ {parts[1]} {parts[2]} {parts[3]}{parts[4]} \]")


@settings(max_examples=80, deadline=None)
@given(st.lists(sentences, min_size=1, max_size=6))
def test_any_formulas_get_a_report(texts: list[str]) -> None:
    report = lint(" ".join(texts), problem="Find it: " + texts[0])
    assert report.complete


def test_a_refuted_claim_is_told_with_its_reading() -> None:
    (fact,) = lint(r"Also \( 1 + 1 = 2 \).", r"So \( 2 + 2 = 5 \).").facts
    assert fact.startswith("Step 2: '2 + 2 = 5' is false in numbers")
    assert "Computed exactly, read as 2 + 2 = 5." in fact


def test_a_suspicion_is_told_as_one_with_its_doubt() -> None:
    (fact,) = lint(r"\( x^2 + 3x = 5 \).", r"So \( x^2 + 4x = 5 \).").facts
    assert "A suspicion of code, not a result" in fact


def test_what_the_text_does_not_assert_is_not_told() -> None:
    assert lint(r"Is \( 2 + 2 = 5 \)?").facts == ()
