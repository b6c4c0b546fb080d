from faithsieve.records.cost import Cost
from faithsieve.records.proof import LabelledProof, Proof, ProofSource, SourcePlace
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind
from faithsieve.web.index_page import IndexRow, render_index_page, row_words

PROOF = LabelledProof(
    id="hw1",
    proof=Proof.from_texts("Show it.", ["First.", "So $x = 1$."]),
    origin=ProofSource(
        file="hw1.tex", split="paragraphs", places=(None, SourcePlace(line=7, column=2))
    ),
)


def judged(label: int | str = 2) -> ProblemResult:
    kind = VerdictKind.NO_ERROR_FOUND if label == "correct" else VerdictKind.FIRST_ERROR
    verdict = Verdict.model_validate(
        {
            "label": label,
            "kind": kind,
            "rationale": "It is <b>false</b>.",
            "steps": (
                StepFinding(index=1, status=StepStatus.SUPPORTED),
                StepFinding(index=2, status=StepStatus.UNCERTAIN),
            ),
        }
    )
    return ProblemResult(id="hw1", gold=None, verdict=verdict)


def row(result: ProblemResult | None) -> IndexRow:
    return IndexRow.of(PROOF, result, file="hw1.tex", link="./evidence/hw1.html")


def test_a_row_says_verdict_place_coverage_and_reason() -> None:
    found = row(judged())
    assert (found.line, found.supported, found.steps) == (7, 1, 2)
    assert row_words(found) == "hw1: first error: step 2 (hw1.tex:7), 1 of 2 steps supported"


def test_a_failure_or_an_open_proof_has_no_verdict() -> None:
    failure = ProblemFailure(
        kind=FailureKind.PROVIDER, type="E", message="it was down", cost=Cost()
    )
    failed = row(ProblemResult(id="hw1", gold=None, failure=failure))
    assert row_words(failed) == "hw1: failed: it was down; the same command tries it again"
    assert not failed.has_verdict
    assert row(None).kind == "open"


def test_the_page_names_its_subject_and_escapes_every_text() -> None:
    page = render_index_page([row(judged())], title="<homework>")
    assert "<title>&lt;homework&gt; – FaithSieve index</title>" in page
    assert "It is &lt;b&gt;false&lt;/b&gt;." in page
    assert 'data-formula="x = 1"' in page
    assert "script-src &#39;sha256-" in page
