"""Claims in words, taken apart."""

import pytest

from faithsieve.verify.gate.claim_words import take_apart


@pytest.mark.parametrize(
    ("claim", "quantifiers", "conditions", "core"),
    [
        ("For every $n\\ge 1$, $3\\mid n$.", "∀n", ["$n\\ge 1$"], "$3\\mid n$."),
        ("$f(x)=0$ for all $x\\in R$.", "∀x", [], "$f(x)=0$"),
        ("n^2 ≥ n for all integers n", "∀n", [], "n^2 ≥ n"),
        ("There is $c$ with $f(x)=cx$ for all $x$.", "∃c ∀x", [], "$f(x)=cx$"),
        ("For every $\\varepsilon>0$ there is $N$ with $|a_n|<\\varepsilon$ for all $n\\ge N$.",
         "∀ε ∃N ∀n", ["$\\varepsilon>0$", "$n\\ge N$"], "$|a_n|<\\varepsilon$"),
        ("If $p^2$ is even then $p$ is even.", "", ["$p^2$ is even"], "$p$ is even."),
        ("$mn$ is even whenever $m$ is even", "", ["$m$ is even"], "$mn$ is even"),
        ("$3\\mid n$ implies $9\\mid n^2$", "", ["$3\\mid n$"], "$9\\mid n^2$"),
        ("From $a<b$ it follows that $a<b+1$", "", ["$a<b$"], "$a<b+1$"),
        # Behind a comma the quantifier may be meant for the whole sentence.
        ("There is $k$ with $n=2k$, for every even $n$", "∃k", [], "$n=2k$"),
        ("For all $k$ the product $k(k+1)$ is even", "∀k", [], "$k(k+1)$ is even"),
        # Denials and equivalences are left whole.
        ("There is no $r$ with $r^2=2$", "", [], "There is no $r$ with $r^2=2$"),
        ("$n$ is even if and only if $n^2$ is", "", [], "$n$ is even if and only if $n^2$ is"),
    ],
)  # fmt: skip
def test_a_claim_is_taken_apart(
    claim: str, quantifiers: str, conditions: list[str], core: str
) -> None:
    worded = take_apart(claim)
    assert " ".join(map("".join, worded.quantifiers)) == quantifiers
    assert list(worded.conditions) == conditions
    assert worded.core == core
