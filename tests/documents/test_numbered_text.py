import pytest

from faithsieve.documents.numbered_text import NoStepsError, read_numbered_text


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("Show it.\n\nProof.\n\nStep 1: This.\nStep 2: That.", False),
        ("## Problem\nShow it.\n\n## Solution\n1. This.\n2) That.", False),
        ("Show it.\n**Step 1.** This.\n**Step 2.** That.", False),
        (
            r"\begin{document}\begin{problem}Show it.\end{problem}\begin{proof}\begin{enumerate}"
            r"\item This. \item That.\end{enumerate}\end{proof}\end{document}",
            True,
        ),
    ],
)
def test_the_authors_numbers_are_the_steps(text: str, latex: bool) -> None:
    read = read_numbered_text(text, name="it", latex=latex)
    assert (read.problem, read.steps, read.notes) == ("Show it.", ("This.", "That."), ())


def test_a_text_without_numbers_may_still_have_paragraphs() -> None:
    with pytest.raises(NoStepsError):
        read_numbered_text("P.\n\nJust words.", name="it", latex=False)
