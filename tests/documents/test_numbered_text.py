import pytest

from faithsieve.documents.numbered_text import NoStepsError, read_numbered_text
from faithsieve.errors import InputError


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


def test_a_list_inside_a_step_stays_there() -> None:
    read = read_numbered_text("P.\n1. One\n   1. inner\n2. Two", name="it", latex=False)
    assert read.steps == ("One\n   1. inner", "Two")
    latex = (
        r"P. \begin{enumerate}\item A \begin{itemize}\item b\end{itemize} \item C\end{enumerate}"
    )
    assert len(read_numbered_text(latex, name="it", latex=True).steps) == 2


def test_numbers_in_a_code_block_are_no_steps() -> None:
    read = read_numbered_text("P.\n1. One\n```\n2. no step\n```\n2. Two", name="it", latex=False)
    assert len(read.steps) == 2


def test_words_before_the_first_step_go_into_it_and_are_noted() -> None:
    read = read_numbered_text("P.\nProof. Let n be odd.\n1. One\n2. Two", name="it", latex=False)
    assert read.steps[0] == "Let n be odd.\nOne"
    assert len(read.notes) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("P.\n1. One\n3. Three", "it, line 3: expected step 2, found 3"),
        ("1. One\n2. Two", "line 1: no problem stands before step 1"),
        ("P.\nStep 1:\nStep 2: That.", "line 2: step 1 is empty"),
    ],
)
def test_what_is_missing_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_numbered_text(text, name="it", latex=False)


def test_a_text_without_numbers_may_still_have_paragraphs() -> None:
    with pytest.raises(NoStepsError):
        read_numbered_text("P.\n\nJust words.", name="it", latex=False)
