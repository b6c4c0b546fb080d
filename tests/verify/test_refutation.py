"""Which proved goals refute a claim, and which refute nothing."""

import pytest

from faithsieve.records.evidence import RefutationForm
from faithsieve.records.lean import Polarity
from faithsieve.verify.refutation import is_about_structures, refutation_form
from support.statements import FIELD, parts_of


def form(text: str, polarity: Polarity) -> RefutationForm | None:
    parts = parts_of(text)
    frozen = parts.frozen.changed(concludes_false=text.endswith(": False"))
    return refutation_form(polarity, frozen, parts)


@pytest.mark.parametrize(
    "text",
    [
        FIELD + ": ∃ x : R, x ^ 2 = 2",
        FIELD + "(a : R) (h : 0 < a) : ∃ x : R, x * x = a",
        FIELD + "(f : R → R) (h : ∀ x, f x = x ^ 3 - 2) : ∃ x, f x = 0",
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
    "text",
    [
        FIELD + "(x y : R) (h : x < y) : x ^ 2 < y ^ 2",
        FIELD + "(f : R → R) (h : f 1 = 2) : f 2 = 4",
        "(f : Nat → Nat) (h : ∀ n, f (n + 1) = f n) : f 0 = 0",
        "(n : ℤ) (h : Even n) : Odd (n + 2)",
        ": ∃ x : ℚ, x ^ 2 = 2",
        FIELD + "(x : R) (h : x ^ 2 = 4) : False",
    ],
)
def test_a_counterexample_counts_without_quantifiers_or_among_the_numbers_meant(text: str) -> None:
    assert form(text, Polarity.COUNTEREXAMPLE) is RefutationForm.NOT_ENTAILED


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (FIELD + "(f : R → R) (h : ∀ x, f x = 2 * x) : f 1 = 3", True),
        # Denying ``False`` refutes nothing.
        (FIELD + "(x : R) (h : x ^ 2 = 4) : False", False),
    ],
)
def test_a_contradiction_counts_unless_it_denies_false(text: str, counts: bool) -> None:
    expected = RefutationForm.CONTRADICTED if counts else None
    assert form(text, Polarity.CONTRADICTION) is expected
    assert form(text, Polarity.CLAIM) is None


GROUP = "{G : Type} [Group G] (h : ∀ x : G, x ^ 3 = 1) : ∀ a b : G, a * b = b * a"


def test_a_structure_refutes_what_is_said_of_every_one_of_its_kind() -> None:
    assert form(GROUP, Polarity.COUNTEREXAMPLE) is RefutationForm.NOT_ENTAILED
    assert is_about_structures(parts_of(GROUP))
    assert not is_about_structures(parts_of(FIELD + "(x : R) : x = x"))
