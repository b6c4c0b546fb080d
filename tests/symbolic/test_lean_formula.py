"""Reading Lean propositions for search and comparison."""

from fractions import Fraction

import pytest

from faithsieve.symbolic.evaluate import NoValueError
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
    holds,
    read_formula,
    try_formula,
)

X, Y, TWO = Sym("x"), Sym("y"), Num(Fraction(2))


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


# ---- truth at a point; minus and slash as on paper

SAMPLES = {kind: tuple(Fraction(n) for n in range(6)) for kind in ("Nat", "Int", "Rat")}


def truth(text: str, **values: int) -> bool:
    point = {name: Fraction(value) for name, value in values.items()}
    return holds(read_formula(text), point, SAMPLES)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("x - y = -3", {"x": 2, "y": 5}),
        ("2 * (x / 2) = x", {"x": 7}),
        ("x % 4 = 3", {"x": 7}),
        ("x % 0 = x", {"x": 7}),
        ("|x| = 7", {"x": -7}),
        ("x ! = 24", {"x": 4}),
        ("Nat.gcd x y = 3", {"x": 6, "y": 9}),
        ("2 ^ x = 16", {"x": 4}),
        ("√x = 3", {"x": 9}),
        ("3 ∣ x", {"x": 9}),
        ("x ≡ 2 [ZMOD 5]", {"x": 7}),
        ("Even x ∧ Nat.Prime y ∧ Odd y", {"x": 4, "y": 7}),
        ("True ∧ ¬ False", {}),
        ("x = 7 ↔ x > 6 ∧ x < 8", {"x": 7}),
        ("x = 3 → x = 5", {"x": 7}),
        ("x ≠ 3 ∧ x ≥ 7 ∧ x ≤ 7", {"x": 7}),
        ("∃ k : Nat, x = 2 * k + 1", {"x": 7}),
        ("∀ k : Nat, k ≤ x", {"x": 7}),
    ],
)
def test_what_holds(text: str, values: dict[str, int]) -> None:
    assert truth(text, **values)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("x = 8", {"x": 7}),
        ("∃ k : Nat, x = 2 * k", {"x": 7}),
        ("∀ k : Nat, k < 4", {"x": 7}),
        ("Nat.Prime x", {"x": 1}),
    ],
)
def test_what_does_not_hold(text: str, values: dict[str, int]) -> None:
    assert not truth(text, **values)


@pytest.mark.parametrize(
    "text", ["x / 0 = 0", "x ^ 9999999 = 2", "y = 2", "Nat.Prime (x ^ 9)", "Nat.gcd √x 2 = 1"]
)
def test_what_has_no_value_is_said_so(text: str) -> None:
    with pytest.raises(NoValueError):
        truth(text, x=7)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("∑ i ∈ Finset.range 5, i ^ 2 = x", 30),
        ("∑ i ∈ Finset.range (n + 1), (2 * i + 1) = x", 16),
        ("(∏ i ∈ Finset.range n, (i + 1)) + 1 = x", 7),
        ("∑ i ∈ Finset.range n, i * 2 + 1 = x", 7),
        ("Nat.choose 8 n = x", 56),
        ("Nat.lcm 4 6 = x", 12),
    ],
)
def test_sums_over_a_range_end_before_its_number(text: str, value: int) -> None:
    point = {"n": Fraction(3), "x": Fraction(value)}
    assert holds(read_formula(text), point, {})
    assert not holds(read_formula(text), {**point, "x": Fraction(value + 1)}, {})
