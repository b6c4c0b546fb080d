from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.datasets.escapes import repair_escapes
from support.dataset_files import good, load_rows


def repair(*texts: str) -> tuple[str, ...]:
    return repair_escapes(texts).texts


@pytest.mark.parametrize(
    ("damaged", "whole"),
    [
        ("the set \text{dom} f", r"the set \text{dom} f"),
        ("an angle \theta", r"an angle \theta"),
        ("density \rho(x)", r"density \rho(x)"),
        ("\beta and \bar x and \begin{align}", r"\beta and \bar x and \begin{align}"),
        ("\frac{1}{2} \forall x", r"\frac{1}{2} \forall x"),
        ("the gradient \nabla f", r"the gradient \nabla f"),
        (r"\(A " + "\times B" + r"\)", r"\(A \times B\)"),
        (r"\(x" + "\to y" + r"\)", r"\(x\to y\)"),
        ("$\tan x$", r"$\tan x$"),
        (r"\[\langle x,y" + "\rangle" + r"\]", r"\[\langle x,y\rangle\]"),
        ("$a \neq b$", r"$a \neq b$"),
        ("$a \ne b$ and \text{x}", r"$a \ne b$ and \text{x}"),
    ],
)
def test_a_command_that_lost_its_backslash_gets_it_back(damaged: str, whole: str) -> None:
    assert repair(damaged) == (whole,)


@pytest.mark.parametrize(
    "text",
    [
        "first\n\tan indented line",
        "left\to the right",
        "see\nangle ABC",
        "see\rangle ABC",
        "there\nexists x",
        "n is odd\ni is even",
        "$$\ne^x = 1$$",
        "a\nb\r\nc\td",
        "\texts are long",
        "\textile and \rhombus",
        "a \\text{fine} row",
        "",
    ],
)
def test_ordinary_tabs_and_line_ends_stay(text: str) -> None:
    assert repair_escapes((text,)) == ((text,), ())


def test_a_lone_newline_letter_is_repaired_beside_another_repair_or_in_an_unwrapped_row() -> None:
    assert repair("$a \nu b$", "\text{x}", "one\nline") == (r"$a \nu b$", r"\text{x}", "one\nline")
    assert repair("$a \nu b$", "fine\n\nparagraph") == (r"$a \nu b$", "fine\n\nparagraph")
    assert repair("$a \nu b$", "wrapped\nby hand") == ("$a \nu b$", "wrapped\nby hand")
    assert repair("$a +\nb \nu$") == ("$a +\nb \nu$",)
    assert repair_escapes(("$\nu$",)).notes


def test_a_return_that_became_a_line_break_is_a_right_bracket_all_the_same() -> None:
    damaged = (r"\left( x " + "\night) and $x \nightarrow y$",)
    assert repair_escapes(damaged).texts == (r"\left( x \right) and $x \rightarrow y$",)
    assert repair_escapes(damaged).notes
    assert repair("a\nnight came") == ("a\nnight came",)


def test_the_note_counts_every_command() -> None:
    (note,) = repair_escapes(("\text{a} \text{b} \bar x",)).notes
    assert note == (r"restored 3 LaTeX commands from control characters: \bar ×1, \text ×2")


alphabet = "\t\r\n\b\f\\()$ abeghilmnoqrtux{}"
damaged_rows = st.lists(st.text(st.sampled_from(alphabet))).map(tuple)


def spelled_out(text: str) -> str:
    for char, letter in zip("\t\r\n\b\f", "trnbf", strict=True):
        text = text.replace(char, "\\" + letter)
    return text.replace(r"\night", r"\right")


@given(damaged_rows)
def test_a_repair_only_ever_spells_control_characters_out(texts: tuple[str, ...]) -> None:
    repaired = repair_escapes(texts)
    assert [*map(spelled_out, repaired.texts)] == [*map(spelled_out, texts)]
    assert (repaired.texts == texts) == (repaired.notes == ())


def test_a_loaded_row_tells_what_was_repaired(tmp_path: Path) -> None:
    (proof,) = load_rows(tmp_path, good(steps=["Take \text{cl} f."])).proofs
    assert proof.proof.steps[0].text == r"Take \text{cl} f."
    assert proof.notes == (r"restored 1 LaTeX commands from control characters: \text ×1",)
