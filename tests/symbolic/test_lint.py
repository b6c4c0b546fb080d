"""Each rule says nothing but what was computed, and nothing about what is not said."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import FindingClass
from faithsieve.symbolic.lint import lint_proof
from support.linting import lint

REFUTED = [
    ("So $1 - 5/33 = 27/33$.", "1 - 5/33 = 28/33, not 27/33"),
    ("2^10 = 1000", "2^10 = 1024, not 1000"),
    ("So 225/50 = 9.", "225/50 = 4.5, not 9"),
    (r"$13 = 3 \cdot 4$", r"3 \cdot 4 = 12, not 13"),
    (r"$2 + 2 = 1 + 4$", "left 4, right 5"),
    (r"$\sqrt{2} + \sqrt{3} < 3$", "left ≈ 3.14626, right 3"),
    (r"$2 + 2 \ne 4$", "left 4, right 4"),
    (r"$2\pi + \pi = 4\pi$", "left ≈ 9.42478, right ≈ 12.5664"),
    (r"$2^{1000} < 10^{300}$", "left ≈ 1.07151e+301, right ≈ 1.00000e+300"),
    (r"$1.05 \cdot 200 = 215$", r"1.05 \cdot 200 = 210, not 215"),
    (r"$17 \equiv 3 \pmod 5$", "modulo 5 the left side is 2, the right side 3"),
    (r"$2^{-1} = 4 \pmod 5$", "modulo 5 the left side is 3, the right side 4"),
    (r"$3 \mid 7^2$", "7^2 leaves the remainder 1"),
    (r"If $n$ is odd, then $3 \cdot 5 = 16$.", r"3 \cdot 5 = 15, not 16"),
    (r"$x = 3 \cdot 4 = 13$", r"3 \cdot 4 = 12, not 13"),
    (r"$$\text{Total} = 3 \cdot 4 = 13$$", r"3 \cdot 4 = 12, not 13"),
    (r"\begin{align*} x &= 3 + 4 \\ &= 8 \end{align*}", "3 + 4 = 7, not 8"),
    (r"Let us try $a = 1$: \[ b = \frac{2}{2} - 1 = 1. \]", r"\frac{2}{2} - 1 = 0, not 1"),
    ("Thus 3*4 + 5 = 18 and so on.", "3*4 + 5 = 17, not 18"),
    (
        "Division with remainder gives $2023 = 4 \\cdot 505 + 1$.",
        r"4 \cdot 505 + 1 = 2021, not 2023",
    ),
]


@pytest.mark.parametrize(("step", "message"), REFUTED)
def test_a_false_relation_between_numbers_is_refuted_with_its_values(
    step: str, message: str
) -> None:
    (finding,) = lint(step).refuted
    assert finding.message == f"is false: {message}"


SILENT = [
    # true
    r"We compute \( 17 + 28 = 45 \) and \( \sqrt{50} = 5\sqrt{2} \).",
    r"Then \( 7^{100} \equiv 1 \pmod{10} \) and \( 8 \mid 2^6 \).",
    r"$10,000 = 10^4$, $10{,}000 = 10^4$ and $1.000 + 1 = 1001$.",
    # rounded, cut, with a unit
    r"So \( \sqrt{2} = 1.414 \), \( 1/3 = 0.333 \) and \( 2^{10} = 1.02 \cdot 10^3 \).",
    r"Divide: \( 2023 \div 4 = 505 \); \( 2023 / 4 = 505 \) with remainder 3.",
    r"So it is roughly \( \sqrt{10} = 3 \), and $\pi \approx 4$.",
    r"Hence \( \sin 30 = \frac{1}{2} \) and the price is \( 100 + 20\% = 120 \).",
    r"The whole part is \( [2.7] = 2 \); the angle is \( 90^\circ = 90 \).",
    r"$1/2 = 50\%$, and $1/2 = 50$ percent.",
    # supposed, tried, denied, asked
    r"Suppose that \( 2 + 2 = 5 \).",
    r"If \( 3 + 1 = 5 \), everything follows.",
    r"Check the candidate: \( 2 + 1 = 1 \).",
    r"We get \( 0 + 1 = 4 \), a contradiction.",
    r"We get \( 0 = 4 \).",
    r"It is not true that \( 2 + 2 = 5 \).",
    r"Is \( 2 + 2 = 5 \)?",
    r"The condition would be \( 29 = 5 \times 14 \).",
    r"Then \( 3 + 4 = 8 \). This is impossible.",
    r"Either $2 \cdot 2 = 5$ or $x = 1$.",
    # other meanings
    r"Working modulo 7 we have \( 3 \cdot 5 = 1 \) and \( 3^{-1} = 5 \).",
    r"In the field \( \mathbb{F}_2 \) we have \( 1 + 1 = 0 \).",
    r"By Fermat, in $\mathbb Z/p$ for $p = 7$ we have $2 \cdot 4 = 1$.",
    r"On the clock \( 10 + 5 = 3 \). In base 7, $34 + 25 = 62$.",
    r"Let $a * b = a + b + ab$. Then $2 * 3 = 11$.",
    r"$(12)(13) = (132)$.",
    r"The number is \( 1011_2 = 11 \), and \( \tan^{-1}(1) = \frac{\pi}{4} \).",
    # parts of something longer
    r"$1, 2 = 3$ and $(1,2) \cdot (3,4) = 11$ and $[0,1] = 1$.",
    r"$f(2) = 3$, $\pi(100) = 25$, $\overline{12} + 1 = 3$, $P(2 \mid 3) = 1$.",
    r"\[ \begin{cases} 1 + 1 = 3 \\ 2 + 2 = 5 \end{cases} \]",
    r"\[ \begin{pmatrix} 1 & 2 \end{pmatrix} = 2 \]",
    r"$1 + 2 + \cdots + 10 = 50$ and $\sqrt{4} = \pm 2$.",
    "3 apples + 5 = 9 apples. Step 3 = 4 + 5. Half of $x$ + 2 = 5.",
    r"$3 \to 5 = 7$, $1 \oplus 1 = 0$, $2 : 3 = 4 : 7$.",
    # no value, or none that is known
    r"$\frac{1}{0} = 2$, $\sqrt{-1} = 2$, $\ln 6 = \ln 2 + \ln 3$, $3 \equiv 9 \pmod 0$.",
]


@pytest.mark.parametrize("step", SILENT)
def test_what_is_true_or_not_said_is_not_refuted(step: str) -> None:
    assert lint(step).refuted == ()


@pytest.mark.parametrize("sign", [r"\equiv", r"\pmod 5", "?", r"\neq"])
def test_a_sign_elsewhere_in_the_proof_excuses_nothing(sign: str) -> None:
    report = lint(f"We have $a {sign} b$.", "Moreover nothing else is used.", "So $2 + 2 = 6$.")
    assert [finding.step for finding in report.refuted] == [3]


def test_a_finding_has_the_place_of_its_formula() -> None:
    steps = (r"We have \( 1 + 1 = 2 \).", r"So \( 2 + 2 = 5 \) and \( x = 3 + 3 = 7 \).")
    first, second = lint(*steps).findings
    for finding in (first, second):
        at = finding.column - 1
        assert steps[1][at : at + finding.length] == finding.claim
    assert [finding.claim for finding in (first, second)] == ["2 + 2 = 5", "3 + 3 = 7"]
    assert (first.step, first.left, first.relation, first.right) == (2, "2 + 2", "=", "5")
    assert (first.left_value, first.right_value) == ("4", "5")


def test_an_equation_between_polynomials_that_is_no_identity_is_a_note() -> None:
    report = lint(r"We expand \( (x+1)^2 = x^2 + x + 1 \).")
    (finding,) = report.findings
    assert (finding.rule, finding.finding_class) == ("identity", FindingClass.NOTE)
    assert finding.counterexample == "x = 1"
    assert finding.message == "is no identity: left 4, right 3 at x = 1"
    assert (report.refuted, report.facts) == ((), ())


@pytest.mark.parametrize(
    "step",
    [
        r"$(x+2)^3 = x^3 + 6x^2 + 12x + 8$",
        r"$x^2 = 4$ and $y = 2x$ and $a(b+c) = ab$",
        r"$\sqrt{x^2} = x$ and $\frac{1}{x} = x$ and $f(x) = x$",
        r"$x^2 \equiv x \pmod 7$ and $e^2 = e$",
    ],
)
def test_identities_and_other_equations_have_no_note(step: str) -> None:
    assert lint(step).findings == ()


def test_facts_are_the_refuted_findings_in_one_sentence_each() -> None:
    facts = lint(r"Solve $x^2 = 2x$. Is $1 + 1 = 3$?", "So 225/50 = 9.").facts
    assert facts == ("Step 2: `225/50 = 9` is false: 225/50 = 4.5, not 9.",)


HOSTILE = [
    r"\( 9^{9^{9^{9}}} = 9^{9^{9^9}} \)",
    r"\[ " + "x+" * 300_000 + r"1 = 2 \]",
    r"\[ (a+b+c+d+e)^{40} = (a+b+c+d)^{39} = x \]",
    r"\[ " + "{" * 100_000 + r" = 1 \]",
    "\\(" * 40_000,
    "$" * 100_001,
    " ".join(rf"\[ x_{{{i}}} + y = {i} \]" for i in range(2000)),
    "x = " * 15_000,
    "\\" * 100_000,
]


@pytest.mark.parametrize("step", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_steps_end_in_time(step: str) -> None:
    started = time.thread_time()
    lint_proof(Proof.from_texts("Find it.", [step]), timeout_s=2.0)
    assert time.thread_time() - started < 12.0


def test_a_time_limit_keeps_what_was_found() -> None:
    steps = [r"So \( 2 + 2 = 5 \)."] * 3
    report = lint_proof(Proof.from_texts("Find it.", steps), timeout_s=1e-9)
    assert not report.complete
    assert report.findings == ()


@settings(max_examples=60)
@given(st.integers(-99, 99), st.integers(-99, 99), st.sampled_from(["+", "-", r"\cdot"]))
def test_exactly_the_false_results_are_refuted(a: int, b: int, sign: str) -> None:
    value = {"+": a + b, "-": a - b, r"\cdot": a * b}[sign]
    # Without brackets around the first: digits in brackets beside a 1 may be cycles.
    assert lint(f"So ${a} {sign} ({b}) = {value}$.").findings == ()
    (finding,) = lint(f"So ${a} {sign} ({b}) = {value + 1}$.").refuted
    assert finding.left_value == str(value)


@settings(max_examples=60)
@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 9))
def test_true_expansions_have_no_note(a: int, b: int, c: int) -> None:
    left = f"({c}x + ({a}))(x + ({b}))"
    right = f"{c}x^2 + ({c * b + a})x + ({a * b})"
    assert lint(rf"Expanding, \( {left} = {right} \).").findings == ()
    (wrong,) = lint(rf"Expanding, \( {left} = {right} + 1 \).").findings
    assert wrong.rule == "identity"


@settings(max_examples=60)
@given(st.text(max_size=200))
def test_any_text_gets_a_report(text: str) -> None:
    assert lint("Step: " + text).complete


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
