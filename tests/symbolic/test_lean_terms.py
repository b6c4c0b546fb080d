"""Refuted links become core Lean statements, or nothing when core Lean cannot say them."""

from fractions import Fraction

import pytest

from faithsieve.records.proof import Proof
from faithsieve.records.symbolic import LeanForm
from faithsieve.symbolic.expressions import Expr, Refusal, Relation
from faithsieve.symbolic.lean_formula import Compare
from faithsieve.symbolic.lean_terms import lean_form, plain_text
from faithsieve.symbolic.lint import lint_proof
from faithsieve.symbolic.parser import parse_expression


def read(text: str) -> Expr:
    side = parse_expression(text, latex=True)
    assert not isinstance(side, Refusal), side
    return side


def link(left: str, relation: Relation, right: str, modulus: str | None = None) -> Compare:
    return Compare(relation, read(left), read(right), read(modulus) if modulus else None)


def form_of(
    claim: Compare, *premises: Compare, witness: dict[str, int] | None = None
) -> LeanForm | None:
    point = {letter: Fraction(value) for letter, value in (witness or {}).items()}
    return lean_form("t", claim, premises, point)


def test_a_numeric_claim_is_contradicted_by_its_negation() -> None:
    form = form_of(link("2 + 2", Relation.EQ, "5"))
    assert form is not None
    assert form.form == "contradicted"
    assert form.statement == "theorem t : (2 + 2 : Rat) = 5"
    assert form.negation == "theorem t_refuted : ¬ ((2 + 2 : Rat) = 5)"


def test_a_claim_with_letters_is_not_entailed_at_a_witness() -> None:
    form = form_of(link("x^2", Relation.EQ, "x"), witness={"x": 2})
    assert form is not None
    assert form.form == "not_entailed"
    assert form.statement == "theorem t (x : Rat) : x ^ 2 = x"
    assert form.negation == "theorem t_refuted : ∃ x : Rat, ¬ (x ^ 2 = x)"
    assert form.proof.startswith("⟨(2 / 1 : Rat), by ")


def test_divisors_and_premises_become_hypotheses() -> None:
    claim, premise = link(r"\frac{1}{x}", Relation.LE, "a_{1}"), link("x", Relation.GT, "0.5")
    form = form_of(claim, premise, witness={"x": 1, "a_{1}": 0})
    assert form is not None
    assert form.statement == ("theorem t (a1 x : Rat) (h1 : x ≠ 0) (h2 : x > 1 / 2) : 1 / x ≤ a1")
    assert "∃ a1 x : Rat, x ≠ 0 ∧ x > 1 / 2 ∧ ¬" in form.negation


def test_greek_letters_are_written_legally() -> None:
    form = form_of(link("x", Relation.EQ, r"\alpha"), witness={"x": 1, "\\alpha": 2})
    assert form is not None
    assert form.statement.endswith(": x = α")


@pytest.mark.parametrize("text", [r"\sqrt{2}", r"\sin x", "f(x)", "x^{n}", "2^{99}", r"\pi", "|x|"])
def test_what_core_lean_cannot_say_has_no_form(text: str) -> None:
    assert form_of(link(text, Relation.EQ, "1"), witness={"x": 1, "n": 1}) is None


def test_a_relation_outside_the_order_has_no_form() -> None:
    assert form_of(link("1", Relation.APPROX, "2")) is None


def test_a_claim_with_letters_but_no_witness_has_no_form() -> None:
    assert form_of(link("x", Relation.EQ, "y")) is None


def test_whole_number_claims_are_stated_over_int() -> None:
    divisibility = form_of(link("8", Relation.DIVIDES, "2^5 - 3"))
    assert divisibility is not None
    assert divisibility.negation == "theorem t_refuted : ¬ ((8 : Int) ∣ 2 ^ 5 - 3)"
    residue = form_of(link("7^2", Relation.NOT_CONGRUENT, "3", "10"))
    assert residue is not None
    assert residue.statement == "theorem t : (7 ^ 2 % 10 : Int) ≠ 3 % 10"
    assert form_of(link(r"\frac{1}{2}", Relation.DIVIDES, "3")) is None
    assert form_of(link("2^{-1}", Relation.CONGRUENT, "3", "7")) is None


def test_findings_carry_their_lean_form_where_their_premises_are_known() -> None:
    steps = [
        r"Expanding, \( (x+1)^2 = x^2 + x + 1 \).",
        r"So \( 2 + 2 = 5 \).",
        r"We have \[ 3x + 2y + z = 7. \] Simplifying gives \[ 3x + 2y + z = 9. \]",
    ]
    findings = lint_proof(Proof.from_texts("Find it.", steps)).findings
    assert len({finding.lean.name for finding in findings if finding.lean}) == len(findings) == 3
    doubtful = lint_proof(Proof.from_texts("Work in a field of characteristic 2.", steps[:1]))
    assert [finding.lean for finding in doubtful.findings] == [None]


def test_a_refuted_identity_is_stated_with_what_the_text_says_about_its_letters() -> None:
    (finding,) = lint_proof(Proof.from_texts("Let $ab=3$.", ["Then $a^2+b^2=(a+b)^2-3$."])).findings
    assert finding.account is not None
    assert finding.lean is not None
    assert finding.account.premises == ("ab = 3",)
    assert "(h1 : a * b = 3)" in finding.lean.statement
    assert finding.counterexample == "a = 3, b = 1"


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\frac{48}{16}", "48 / 16"),
        (r"-2^2 + 3x", "-(2 ^ 2) + 3 * x"),
        (r"\sqrt{x+1} - \sqrt[3]{2}", "sqrt(x + 1) - root(2, 3)"),
        (r"f(x, 2) \cdot \sin(x)", "f(x, 2) * sin(x)"),
        (r"\sum_{k=1}^{n} k^2", "sum(k = 1 .. n, k ^ 2)"),
        (r"(-3)(0.5)", "-3 * (1 / 2)"),
    ],
)
def test_every_operator_is_written_out(latex: str, plain: str) -> None:
    node = parse_expression(latex, latex=True)
    assert not isinstance(node, Refusal)
    assert plain_text(node) == plain
