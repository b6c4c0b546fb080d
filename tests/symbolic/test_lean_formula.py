"""Reading Lean propositions for search and comparison."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from faithsieve.symbolic.expressions import Add, Apply, Div, Mul, Neg, Num, Pow, Relation, Sym
from faithsieve.symbolic.lean_formula import (
    Compare,
    Holds,
    Joined,
    Not,
    Quantified,
    UnreadableLeanError,
    conjuncts,
    free_names,
    has_quantifier,
    read_formula,
    try_formula,
)
from faithsieve.verify.statement_parts import parse_signature

X, Y, TWO = Sym("x"), Sym("y"), Num(Fraction(2))
OWN = Path(__file__).parent.parent / "lean"


def test_products_bind_more_tightly_than_sums() -> None:
    assert read_formula("x + 2 * y = 2") == Compare(Relation.EQ, Add((X, Mul((TWO, Y)))), TWO)


def test_a_minus_before_a_power_belongs_to_the_whole_power() -> None:
    assert read_formula("-x ^ 2 = y") == Compare(Relation.EQ, Neg(Pow(X, TWO)), Y)


def test_a_difference_is_a_sum_with_a_negated_term() -> None:
    assert read_formula("x - y < 2") == Compare(Relation.LT, Add((X, Neg(Y))), TWO)


def test_conjunction_binds_more_tightly_than_disjunction_and_implication() -> None:
    formula = read_formula("x = y ∧ y = 2 ∨ x = 2 → False")
    assert isinstance(formula, Joined)
    assert formula.connective == "implies"
    assert formula.parts[1] == Holds("False")
    first = formula.parts[0]
    assert isinstance(first, Joined)
    assert first.connective == "or"


def test_a_known_function_is_applied_and_an_unknown_word_is_refused() -> None:
    formula = read_formula("f (x + 2) = f x", functions=frozenset({"f"}))
    assert formula == Compare(Relation.EQ, Apply("f", (Add((X, TWO)),)), Apply("f", (X,)))
    assert try_formula("f x = x") is None


def test_quantifiers_reach_to_the_end_and_bind_their_names() -> None:
    formula = read_formula("∀ x : Nat, x = y ∨ ∃ z, z = x")
    assert isinstance(formula, Quantified)
    assert formula.type == "Nat"
    assert free_names(formula) == {"y"}
    assert has_quantifier(formula)


def test_a_guarded_quantifier_becomes_an_implication() -> None:
    formula = read_formula("∀ x > 2, x = y")
    assert isinstance(formula, Quantified)
    assert isinstance(formula.body, Joined)
    assert formula.body.connective == "implies"


def test_a_bracket_may_open_a_term_or_a_formula() -> None:
    assert read_formula("(x + y) / 2 = y") == Compare(Relation.EQ, Div(Add((X, Y)), TWO), Y)
    assert read_formula("(x = y) ∧ (y = 2)") == read_formula("x = y ∧ y = 2")
    assert isinstance(read_formula("¬ (x = y)"), Not)


def test_a_congruence_keeps_its_modulus() -> None:
    formula = read_formula("x ≡ y [ZMOD 2]")
    assert formula == Compare(Relation.CONGRUENT, X, Y, TWO)


@pytest.mark.parametrize(
    "text",
    [
        "x =",
        "x = y = 2",
        "x y",
        "fun x => x",
        "",
        "x + = 2",
        "(" * 200 + "x",
        "∀ , x = 2",
        "x = 2 )",
    ],
)
def test_what_is_not_in_the_fragment_is_refused(text: str) -> None:
    with pytest.raises(UnreadableLeanError):
        read_formula(text)


def test_conjuncts_flatten_nested_conjunctions() -> None:
    assert len(conjuncts(read_formula("x = y ∧ (y = 2 ∧ x = 2)"))) == 3


def test_most_parts_of_the_own_obligations_can_be_read() -> None:
    rows = [
        json.loads(line)
        for name in ("provable", "false")
        for line in (OWN / f"obligations_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    read = [part for row in rows for part in _formulas(row["signature"])]
    assert sum(part is not None for part in read) / len(read) > 0.9


def _formulas(signature: str) -> list[object]:
    parts = parse_signature(signature)
    assert parts is not None
    return [*parts.hypothesis_formulas, parts.claim_formula]
