"""Whole documents through pandoc: what reaches a step and what does not."""

import pytest

from faithsieve.documents.reading import (
    Document,
    ReadOptions,
    form_of,
    read_document,
    read_problem,
)
from faithsieve.documents.steps import Split
from faithsieve.errors import InputError, MissingToolError
from faithsieve.records.proof import LabelledProof
from faithsieve.symbolic.lint import lint_proof


def read(text: str, name: str = "it.tex", split: Split = Split.AUTO) -> LabelledProof:
    document = Document(name, "it", text.encode(), form_of(name, text.encode()))
    (proof,) = read_document(document, ReadOptions(split))
    return proof


def steps(proof: LabelledProof) -> list[str]:
    return [step.text for step in proof.proof.steps]


def homework(*proof: str) -> str:
    body = "\n\n".join(proof)
    return f"\\begin{{problem}}Compute.\\end{{problem}}\n\\begin{{proof}}\n{body}\n\\end{{proof}}\n"


@pytest.mark.network
def test_macros_are_expanded_and_typesetting_is_gone() -> None:
    text = "\\newcommand{\\half}[1]{\\frac{#1}{2}}\n" + homework(
        r"So $\half{4} = 2$. \label{x} \vspace{1cm} \qed", "Done."
    )
    assert steps(read(text)) == [r"So $\frac{4}{2} = 2$.", "Done."]


@pytest.mark.network
def test_true_lines_in_bare_environments_are_not_refuted() -> None:
    proof = read(
        homework(
            r"First \begin{equation} \frac{48}{16} = 3 . \end{equation}",
            r"Then \begin{align} \tfrac{3}{2} &= 1.5 \\ \binom{4}{2} &= 6 \end{align}",
            r"And \begin{gather} 2^{10} = 1024 \end{gather}",
        )
    )
    report = lint_proof(proof.proof)
    assert report.findings == ()
    assert report.decided >= 3


@pytest.mark.network
@pytest.mark.parametrize(
    "piece",
    [r"$\frac{48}{16 = 6$", r"$48}{16 = 3$", r"\unknown{48}{16} = 3", r"$\frac{48}{16} = 6\$"],
)
def test_what_cannot_be_read_is_shown_as_written_and_never_refuted(piece: str) -> None:
    proof = read(homework(f"Here {piece} stands.", "So $1 + 1 = 2$."))
    assert piece.strip("$").split("=")[0].strip() in steps(proof)[0]
    assert any("not read as mathematics" in note for note in proof.notes)
    assert lint_proof(proof.proof).findings == ()


@pytest.mark.network
def test_references_to_formulas_are_resolved() -> None:
    first, second = steps(
        read(homework(r"\begin{equation}\label{a} x = 1 \end{equation}", r"By \eqref{a} so."))
    )
    assert first == r"\[x = 1 \tag{1}\]"
    assert second == "By (1) so."


@pytest.mark.network
def test_raw_html_and_scripts_do_not_reach_a_step() -> None:
    text = "**Problem.** Show it.\n\n**Proof.** A <b>bold</b> word.<script>alert(1)</script>\n\nB."
    shown = "\n".join(steps(read(text, "it.md")))
    assert "alert" not in shown or "<script" not in shown
    assert "<b>" not in shown


@pytest.mark.network
def test_relations_in_markdown_are_no_tags_and_stars_multiply() -> None:
    text = "**Problem.** Show it.\n\n**Proof.** If a <b and c> d then 2*3*4 = 24.\n\nDone."
    assert steps(read(text, "it.md"))[0] == "If a <b and c> d then 2*3*4 = 24."


def test_formats_are_told_by_ending_or_content() -> None:
    assert form_of("x.md", b"") == "markdown"
    assert form_of("-", b"\\begin{proof}") == "latex"
    assert form_of("-", b"<p>hello") == "html"
    assert form_of("x.txt", b"hello") == "text"


def test_a_format_that_needs_pandoc_says_so() -> None:
    with pytest.raises(MissingToolError, match=r"reading it\.html \(html\) needs it"):
        read("<p>Hello</p>", "it.html")


def test_without_pandoc_markdown_is_read_as_text_and_latex_says_what_is_missing() -> None:
    text = "## Problem\nShow it.\n\n## Proof\nFirst this.\n\nThen that."
    assert steps(read(text, "it.md")) == ["First this.", "Then that."]
    with pytest.raises(MissingToolError, match="documents"):
        read(homework("So."))


def test_a_problem_is_read_from_its_own_file() -> None:
    document = Document("p.txt", "p", b"  Show it.\n", "text")
    assert read_problem(document) == "Show it."
    with pytest.raises(InputError, match="is empty"):
        read_problem(Document("p.txt", "p", b" ", "text"))
