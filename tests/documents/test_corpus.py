"""Own documents as people write them: the split, every step's place, and no true line refuted."""

import pytest
from bench._documents import Example, examples

from faithsieve.symbolic.lint import lint_proof

pytestmark = pytest.mark.network


@pytest.fixture(scope="module")
def corpus() -> tuple[Example, ...]:
    return tuple(examples())


def test_every_document_is_split_where_its_author_begins_a_step(
    corpus: tuple[Example, ...],
) -> None:
    assert len(corpus) >= 40
    assert sum(example.slip is not None for example in corpus) >= 20
    wrong = []
    for example in corpus:
        proofs = example.read()
        places = [place for proof in proofs if proof.origin for place in proof.origin.places]
        expected = list(example.places) if example.has_lines else [None] * len(example.places)
        if places != expected:
            wrong.append((example.name, places, expected))
    assert wrong == []


def test_no_true_line_is_refuted(corpus: tuple[Example, ...]) -> None:
    refuted = [
        (example.name, finding.claim)
        for example in corpus
        for proof in example.read()
        for finding in lint_proof(proof.proof).refuted
        if example.slip is None or finding.step < example.slip
    ]
    assert refuted == []


def test_no_typesetting_reaches_a_step(corpus: tuple[Example, ...]) -> None:
    marks = (r"\label", r"\qed", r"\maketitle", r"\begin{align}", r"\begin{equation}", r"\item")
    shown = "\n".join(proof.proof.whole_text for example in corpus for proof in example.read())
    assert [mark for mark in marks if mark in shown] == []
