"""Indices of the text beside arguments of Lean."""

from faithsieve.symbolic.lean_formula import Compare, read_formula
from faithsieve.verify.gate.indices import as_applications, matches_shifted, with_identity


def link(text: str) -> Compare:
    formula = read_formula(text, functions=frozenset({"F"}))
    assert isinstance(formula, Compare)
    return formula


def test_indices_become_arguments_in_formulas_only() -> None:
    text = "Let $nF_{n-1}=F_n^2$ and F_2 $\\ldots G_1$"
    assert as_applications(text, ["F"]) == "Let $nF(n-1)=F(n)^2$ and F_2 $\\ldots G_1$"
    assert as_applications(text, []) == text


def test_the_identity_of_a_group_is_one() -> None:
    assert with_identity("the element $b^7=e$") == "the element $b^7=1$"


def test_a_law_may_be_stated_one_index_on() -> None:
    law, on = link("F (n - 1) * F (n + 1) = n"), link("F n * F (n + 2) = n + 1")
    assert matches_shifted(on, [law], frozenset({"n"}), [1])
    assert not matches_shifted(on, [law], frozenset(), [1])
    assert not matches_shifted(link("F n * F (n + 2) = n"), [law], frozenset({"n"}), [1])
