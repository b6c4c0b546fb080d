import pytest

from faithsieve.documents.numbered_text import NoStepsError, NumberedText, read_numbered_text
from faithsieve.errors import InputError


def read(text: str) -> NumberedText:
    return read_numbered_text(text, name="it", latex="\\item" in text)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            "1. First\n   1. a part\n   2. a part\n\n   more.\n2. Second.\n",
            ("First\n   1. a part\n   2. a part\n\n   more.", "Second."),
        ),
        (
            "Step 1: Cases:\n1. even\n2. odd\nStep 2: Done, as Step 1\nsaid.\n",
            ("Cases:\n1. even\n2. odd", "Done, as Step 1\nsaid."),
        ),
        (
            "Step 1: Go.\nStep 2: Done.\nStep 1 gave this.\n",
            ("Go.", "Done.\nStep 1 gave this."),
        ),
        (
            r"\begin{enumerate} \item Cases: \begin{itemize} \item even \end{itemize} \item Done."
            r"\end{enumerate} Here \begin{itemize}\item is more\end{itemize}",
            (
                r"Cases: \begin{itemize} \item even \end{itemize}",
                r"Done. Here \begin{itemize}\item is more\end{itemize}",
            ),
        ),
    ],
    ids=["inner lists", "step names win over numbers", "a sentence is no heading", "latex"],
)
def test_steps_may_hold_lines_that_look_like_steps(text: str, steps: tuple[str, ...]) -> None:
    assert read(f"Show it.\n{text}") == ("Show it.", steps, ())


def test_numbers_in_a_code_block_or_before_the_proof_are_no_steps() -> None:
    found = read("Show it.\n```\n1. code\n```\n1. Go.\n2. Done.\n")
    assert found == ("Show it.\n```\n1. code\n```", ("Go.", "Done."), ())
    found = read("Given:\n1. a > 0\n2. b > 0\n\nProof.\n1. So ab > 0.\n")
    assert found == ("Given:\n1. a > 0\n2. b > 0", ("So ab > 0.",), ())


def test_words_before_the_first_step_go_into_it_and_are_noted() -> None:
    found = read("P.\nProof. Let n be odd.\n1. One\n2. Two")
    assert found.steps[0] == "Let n be odd.\nOne"
    assert "taken into step 1" in found.notes[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Show it.\n1. a\n1. b\n", "line 3: expected step 2, found 1"),
        ("Show it.\n\n2. a\n", "line 3: expected step 1, found 2"),
        ("1. One\n2. Two", "line 1: no problem stands before step 1"),
        ("# Problem\n\n1. a\n", "line 3: no problem stands before step 1"),
        ("P.\nStep 1: a\nStep 2:\nStep 3: That.", "line 3: step 2 is empty"),
    ],
)
def test_what_is_missing_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(InputError, match=f"it, {said}"):
        read(text)


def test_a_text_without_numbers_may_still_have_paragraphs() -> None:
    with pytest.raises(NoStepsError):
        read("P.\n\nJust words.")
