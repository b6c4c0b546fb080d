"""Which proved goals refute a claim, and which refute nothing."""

import pytest

from faithsieve.records.digest import Digest
from faithsieve.records.evidence import RefutationForm
from faithsieve.records.lean import FrozenStatement, Polarity
from faithsieve.verify.refutation import (
    counterexample_transfers_to_reals,
    holds_as_meant,
    refutation_form,
)
from faithsieve.verify.statement_parts import StatementParts, parse_signature

FIELD = "{R : Type} [OrderedField R] "
ROOT = "{R : Type} [EuclideanField R] "


def parts(text: str) -> StatementParts:
    found = parse_signature(text)
    assert found is not None
    return found


def frozen(text: str) -> FrozenStatement:
    return FrozenStatement(
        text=text,
        type_digest=Digest("0" * 64),
        type_text=text,
        environment="prelude",
        concludes_false=text.endswith(": False"),
        toolchain="t",
    )


def form(text: str, polarity: Polarity, source: str = "") -> RefutationForm | None:
    return refutation_form(polarity, frozen(text), parts(text), source=source)


TRUE_IN_THE_REALS_FALSE_IN_Q = (
    FIELD + ": ∃ x : R, x ^ 2 = 2",
    FIELD + "(a : R) (h : 0 < a) : ∃ x : R, x * x = a",
    FIELD + "(f : R → R) (h : ∀ x, f x = x ^ 3 - 2) : ∃ x, f x = 0",
    ": ∃ x : ℚ, x ^ 2 = 2",
    ROOT + "(x : R) (h : 0 ≤ x) : √x ^ 2 = x",
)


@pytest.mark.parametrize("text", TRUE_IN_THE_REALS_FALSE_IN_Q)
def test_a_counterexample_over_the_rationals_does_not_refute_the_reals(text: str) -> None:
    assert form(text, Polarity.COUNTEREXAMPLE) is None
    assert form(text, Polarity.NEGATION) is None


def test_a_quantifier_free_counterexample_over_the_rationals_counts() -> None:
    text = FIELD + "(x y : R) (h : x < y) : x ^ 2 < y ^ 2"
    assert form(text, Polarity.COUNTEREXAMPLE) is RefutationForm.NOT_ENTAILED


def test_functions_that_are_only_evaluated_carry_over() -> None:
    text = FIELD + "(f : R → R) (h : f 1 = 2) : f 2 = 4"
    assert form(text, Polarity.COUNTEREXAMPLE) is RefutationForm.NOT_ENTAILED


def test_a_universal_hypothesis_about_a_field_does_not_carry_over() -> None:
    text = FIELD + "(f : R → R) (h : ∀ x, f (x + 1) = f x) : f 2 = f 3 + 1"
    assert form(text, Polarity.COUNTEREXAMPLE) is None


def test_a_contradiction_in_every_field_counts_whatever_the_quantifiers() -> None:
    text = FIELD + "(f : R → R) (h : ∀ x, f x = 2 * x) : f 1 = 3"
    assert form(text, Polarity.CONTRADICTION) is RefutationForm.CONTRADICTED


def test_counterexamples_among_whole_numbers_count_with_quantifiers() -> None:
    text = "(f : Nat → Nat) (h : ∀ n, f (n + 1) = f n) : f 0 = 0"
    assert form(text, Polarity.COUNTEREXAMPLE) is RefutationForm.NOT_ENTAILED


def test_rational_statements_count_where_the_text_says_rational() -> None:
    text = ": ∃ x : ℚ, x ^ 2 = 2"
    assert form(text, Polarity.COUNTEREXAMPLE, "Is there a rational x with x^2 = 2?") is (
        RefutationForm.NOT_ENTAILED
    )


def test_parity_hides_a_quantifier_and_counts_only_among_whole_numbers() -> None:
    assert counterexample_transfers_to_reals(parts("(n : ℤ) (h : Even n) : Odd (n + 2)"))
    assert not counterexample_transfers_to_reals(parts(FIELD + "(x : R) (h : Even x) : x = 0"))


def test_denying_a_contradiction_refutes_nothing() -> None:
    text = FIELD + "(x : R) (h : x ^ 2 = 4) : False"
    assert form(text, Polarity.CONTRADICTION) is None
    assert form(text, Polarity.COUNTEREXAMPLE) is RefutationForm.NOT_ENTAILED


def test_a_proved_claim_is_no_refutation() -> None:
    assert form("(n : ℤ) : n = n + 1", Polarity.CLAIM) is None


def test_a_hypothesis_that_cannot_be_read_does_not_carry_over() -> None:
    assert not counterexample_transfers_to_reals(
        parts(FIELD + "(s : R → R) (h : IsSqrt s) : s 2 = 1")
    )


@pytest.mark.parametrize(
    "text",
    [
        "(x : ℚ) (h : 2 * x + 6 = 10) : x = 2",
        "(x y : ℚ) (h : x + y = 5) (h2 : 0 < x) : x * y = 5 * x - x ^ 2",
        "(x : ℚ) (h : x < 3) : x < 4 ∨ x = 9",
        "(x y : ℚ) : x ^ 2 + y ^ 2 ≥ 2 * x * y",
        FIELD + "(d : R) (h : d ^ 2 = 5) : d ≠ 2",
        "(x y : ℤ) (h : x + y = 5) (h2 : x - y = 1) : x * y = 6",
    ],
)
def test_a_theorem_holds_for_the_reals_where_rational_points_are_dense(text: str) -> None:
    assert holds_as_meant(parts(text), "Let x be given.")


@pytest.mark.parametrize(
    "text",
    [
        "(d : ℚ) (h : d ^ 2 = 5) : d = 7",
        "(x : ℚ) : x ^ 2 ≠ 2",
        "(x : ℚ) (h : x ^ 2 ≥ 2) : x ^ 2 > 2",
        "(x : ℚ) (h : 1 / x = 2) : x = 1 / 2",
        "(f : ℚ → ℚ) (h : ∀ x, f (x + 1) = f x) : f 2 = f 1",
        ": ∃ x : ℚ, x * 2 = 1",
        "(x : ℤ) (h : 0 < x) : 1 ≤ x",
        "(x : ℤ) (h : 2 * x = 1) : x = 7",
        "(x : ℤ) (h : x ^ 2 = 2) : x = 7",
        "(x : ℕ) : 2 * x ≠ 1",
    ],
)
def test_a_theorem_about_fewer_numbers_says_nothing_where_points_may_be_missing(text: str) -> None:
    assert not holds_as_meant(parts(text), "Let x be given.")
    kind = "rational number" if "ℚ" in text else "integer"
    assert holds_as_meant(parts(text), f"Let x be a {kind}.")


def test_a_contradiction_among_the_rationals_counts_only_for_linear_claims() -> None:
    assert form("(x : ℚ) : x ^ 2 = 2", Polarity.CONTRADICTION) is None
    linear = "(x : ℚ) (h : x + 1 = 3) : x = 5"
    assert form(linear, Polarity.CONTRADICTION) is RefutationForm.CONTRADICTED


GROUP = "{G : Type} [Group G] (h : ∀ x : G, x ^ 3 = 1) : ∀ a b : G, a * b = b * a"


def test_any_group_refutes_a_claim_about_groups() -> None:
    assert counterexample_transfers_to_reals(parts(GROUP), "Let G be a group. Then ab = ba.")


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (GROUP, "Let a and b be real numbers. Then ab = ba."),
        (GROUP, "Group the terms. In order to multiply real numbers, ab = ba."),
        ("{K : Type} [Field K] (h : ∀ x : K, x = x) : ∃ x : K, x * x = 2", "a group of numbers"),
        ("{G K : Type} [Group G] [Field K] : ∀ x : K, x = 0", "a group"),
        ("{A : Type} (f : A → A) (h : ∀ x, f x = x) : ∀ x, f (f x) = x", "a group"),
    ],
)
def test_a_structure_the_text_does_not_name_may_stand_for_the_reals(text: str, source: str) -> None:
    assert not counterexample_transfers_to_reals(parts(text), source)


ZERO_DIVISORS = "{R : Type} [CommRing R] (a b : R) (h : a * b = 0) : a = 0 ∨ b = 0"
IMAGE = "{α β : Type} (f : α → β) (s t : Set α) : f '' (s ∩ t) = f '' s ∩ f '' t"
UNION = (
    "{K V : Type} [Field K] [AddCommGroup V] [Module K V] (U W : Submodule K V) (x y : V) "
    "(hx : x ∈ U ∨ x ∈ W) (hy : y ∈ U ∨ y ∈ W) : x + y ∈ U ∨ x + y ∈ W"
)
GENERAL = [
    (ZERO_DIVISORS, "Let R be a commutative ring. If ab = 0 then a = 0 or b = 0."),
    (IMAGE, "For any function f and sets A, B we have f(A ∩ B) = f(A) ∩ f(B)."),
    (UNION, "Let V be a vector space over a field. The union of two subspaces is a subspace."),
]


@pytest.mark.parametrize(("text", "source"), GENERAL)
def test_what_a_text_says_of_every_structure_any_one_refutes(text: str, source: str) -> None:
    assert counterexample_transfers_to_reals(parts(text), source)


@pytest.mark.parametrize(("text", "source"), GENERAL)
@pytest.mark.parametrize(
    "particular",
    [r"Let $R = \mathbb{Z}$.", "Here R is the ring ℝ.", "We work with matrices.", "in the plane"],
)
def test_a_claim_about_one_particular_structure_is_never_refuted_by_another(
    text: str, source: str, particular: str
) -> None:
    assert not counterexample_transfers_to_reals(parts(text), f"{source} {particular}")


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (ZERO_DIVISORS, "Let a and b be integers with ab = 0 in the ring."),
        (IMAGE, "Let f be a function of a real variable and A, B sets of real numbers."),
        (UNION, "The union of two lines through the origin is closed under sums."),
    ],
)
def test_numbers_in_the_text_keep_rings_and_bare_sets_from_standing_for_anything_else(
    text: str, source: str
) -> None:
    assert not counterexample_transfers_to_reals(parts(text), source)
