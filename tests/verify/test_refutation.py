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
from support.statements import FIELD, parts_of


def form(text: str, polarity: Polarity, source: str = "") -> RefutationForm | None:
    frozen = FrozenStatement(
        text=text,
        type_digest=Digest("0" * 64),
        type_text=text,
        environment="prelude",
        concludes_false=text.endswith(": False"),
        toolchain="t",
    )
    return refutation_form(polarity, frozen, parts_of(text), source=source)


def transfers(text: str, source: str = "") -> bool:
    return counterexample_transfers_to_reals(parts_of(text), source)


@pytest.mark.parametrize(
    "text",
    [
        FIELD + ": ∃ x : R, x ^ 2 = 2",
        FIELD + "(a : R) (h : 0 < a) : ∃ x : R, x * x = a",
        FIELD + "(f : R → R) (h : ∀ x, f x = x ^ 3 - 2) : ∃ x, f x = 0",
        ": ∃ x : ℚ, x ^ 2 = 2",
        "{R : Type} [EuclideanField R] (x : R) (h : 0 ≤ x) : √x ^ 2 = x",
        FIELD + "(f : R → R) (h : ∀ x, f (x + 1) = f x) : f 2 = f 3 + 1",
        # Parity hides a quantifier; what cannot be read may hide one too.
        FIELD + "(x : R) (h : Even x) : x = 0",
        FIELD + "(s : R → R) (h : IsSqrt s) : s 2 = 1",
    ],
)
def test_a_counterexample_over_the_rationals_does_not_refute_the_reals(text: str) -> None:
    assert form(text, Polarity.COUNTEREXAMPLE) is None
    assert form(text, Polarity.NEGATION) is None


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (FIELD + "(x y : R) (h : x < y) : x ^ 2 < y ^ 2", ""),
        (FIELD + "(f : R → R) (h : f 1 = 2) : f 2 = 4", ""),
        ("(f : Nat → Nat) (h : ∀ n, f (n + 1) = f n) : f 0 = 0", ""),
        ("(n : ℤ) (h : Even n) : Odd (n + 2)", ""),
        (": ∃ x : ℚ, x ^ 2 = 2", "Is there a rational x with x^2 = 2?"),
        (FIELD + "(x : R) (h : x ^ 2 = 4) : False", ""),
    ],
)
def test_a_counterexample_counts_without_quantifiers_or_among_the_numbers_meant(
    text: str, source: str
) -> None:
    assert form(text, Polarity.COUNTEREXAMPLE, source) is RefutationForm.NOT_ENTAILED


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (FIELD + "(f : R → R) (h : ∀ x, f x = 2 * x) : f 1 = 3", True),
        ("(x : ℚ) : x ^ 2 = 2", False),
        # Denying ``False`` refutes nothing.
        (FIELD + "(x : R) (h : x ^ 2 = 4) : False", False),
    ],
)
def test_a_contradiction_counts_where_it_holds_for_the_numbers_meant(
    text: str, counts: bool
) -> None:
    expected = RefutationForm.CONTRADICTED if counts else None
    assert form(text, Polarity.CONTRADICTION) is expected
    assert form(text, Polarity.CLAIM) is None


@pytest.mark.parametrize(
    "text",
    [
        FIELD + "(d : R) (h : d ^ 2 = 5) : d ≠ 2",
        ": (6 : ℚ) / 36 = 1 / 6",
    ],
)
def test_a_theorem_about_every_field_or_about_numbers_alone_holds_for_the_reals(text: str) -> None:
    assert holds_as_meant(parts_of(text), "Let x be given.")


def test_whole_numbers_may_be_divided_among_the_rationals() -> None:
    text = "(n : ℤ) : ((n : ℚ) + 1) / 2 = (n : ℚ) / 2 + 1 / 2"
    assert holds_as_meant(parts_of(text), "Let n be an integer.")


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
def test_a_theorem_about_fewer_numbers_says_nothing_about_the_reals(text: str) -> None:
    assert not holds_as_meant(parts_of(text), "Let x be given.")
    kind = "rational number" if "ℚ" in text else "integer"
    assert holds_as_meant(parts_of(text), f"Let x be a {kind}.")


GROUP = "{G : Type} [Group G] (h : ∀ x : G, x ^ 3 = 1) : ∀ a b : G, a * b = b * a"


ZERO_DIVISORS = "{R : Type} [CommRing R] (a b : R) (h : a * b = 0) : a = 0 ∨ b = 0"
IMAGE = "{α β : Type} (f : α → β) (s t : Set α) : f '' (s ∩ t) = f '' s ∩ f '' t"
UNION = (
    "{K V : Type} [Field K] [AddCommGroup V] [Module K V] (U W : Submodule K V) (x y : V) "
    "(hx : x ∈ U ∨ x ∈ W) (hy : y ∈ U ∨ y ∈ W) : x + y ∈ U ∨ x + y ∈ W"
)
GENERAL = [
    (GROUP, "Let G be a group. Then ab = ba."),
    (ZERO_DIVISORS, "Let R be a commutative ring. If ab = 0 then a = 0 or b = 0."),
    (IMAGE, "For any function f and sets A, B we have f(A ∩ B) = f(A) ∩ f(B)."),
    (UNION, "Let V be a vector space over a field. The union of two subspaces is a subspace."),
]


@pytest.mark.parametrize(("text", "source"), GENERAL)
def test_what_a_text_says_of_every_structure_any_one_refutes(text: str, source: str) -> None:
    assert transfers(text, source)
    for particular in (
        r"Let $R = \mathbb{Z}$.",
        "Here R is the ring ℝ.",
        "We work with matrices.",
        "in the plane",
    ):
        assert not transfers(text, f"{source} {particular}")


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (GROUP, "Let a and b be real numbers. Then ab = ba."),
        (GROUP, "Group the terms. In order to multiply real numbers, ab = ba."),
        ("{K : Type} [Field K] (h : ∀ x : K, x = x) : ∃ x : K, x * x = 2", "a group of numbers"),
        ("{G K : Type} [Group G] [Field K] : ∀ x : K, x = 0", "a group"),
        ("{A : Type} (f : A → A) (h : ∀ x, f x = x) : ∀ x, f (f x) = x", "a group"),
        # Numbers in the text keep rings and bare sets from standing for anything else.
        (ZERO_DIVISORS, "Let a and b be integers with ab = 0 in the ring."),
        (IMAGE, "Let f be a function of a real variable and A, B sets of real numbers."),
        (UNION, "The union of two lines through the origin is closed under sums."),
    ],
)
def test_a_structure_the_text_does_not_name_may_stand_for_the_reals(text: str, source: str) -> None:
    assert not transfers(text, source)
