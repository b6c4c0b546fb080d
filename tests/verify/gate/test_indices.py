"""Indices of the text beside arguments of Lean."""

import pytest

from faithsieve.verify.gate.indices import (
    as_applications,
    with_identity,
    with_sums,
)


def test_indices_become_arguments_in_formulas_only() -> None:
    text = "Let $nF_{n-1}=F_n^2$ and F_2 $\\ldots G_1$"
    assert as_applications(text, ["F"]) == "Let $nF(n-1)=F(n)^2$ and F_2 $\\ldots G_1$"
    assert as_applications(text, []) == text


def test_the_identity_of_a_group_is_one() -> None:
    assert with_identity("the element $b^7=e$") == "the element $b^7=1$"


@pytest.mark.parametrize(
    ("dots", "indexed"),
    [
        (r"1+2+\ldots+n=x", r"\sum_{j=1}^{n} j=x"),
        (r"1+3+\dots+(2k+1)=x", r"\sum_{j=0}^{k} (2j+1)=x"),
        (r"F(1)+\cdots+F(n)=x", r"\sum_{j=1}^{n} F(j)=x"),
        # The term added last belongs to the sum.
        (r"1^2+2^2+\cdots+k^2+(k+1)^2=x", r"\sum_{j=0}^{k} (j+1)^2=x"),
        # What does not go on from the first term as the last one says is left alone.
        (r"1+x+x^2+\dots+x^n=y", ""),
        (r"\frac12+\frac14+\dots+\frac1{2^n}=y", ""),
        (r"1+3+5+\dots+99=x", ""),
        (r"2+3+7+\dots+n=x", ""),
        (r"1+3+\dots+2n-1=x", ""),
    ],
)
def test_a_sum_with_dots_gets_an_index(dots: str, indexed: str) -> None:
    assert with_sums(f"so ${dots}$") == f"so ${indexed or dots}$"
    assert with_sums(f"so {dots}") == f"so {dots}"
