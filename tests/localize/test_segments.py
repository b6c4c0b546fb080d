"""Cutting loses nothing, stays linear, and never cuts inside a formula."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.segments import (
    MAX_SEGMENTS,
    default_goal,
    find_formulas,
    split_proof,
    split_text,
)
from faithsieve.records.proof import Proof

PIECES = st.sampled_from(
    ["Let x. ", r"\[ a = b. c \]", r"\( x \)", "$y$", "$", "$$", r"\[", r"\]", "So ", ", so ",
     ", hence z ", "; ", "\n\n", "\n- ", "e.g. ", "3.14 ", "。", "因此", "א", "(1. ", "?! ", "  ",
     r"\begin{align} u &= v. \\ w \end{align}", r"\begin{x}", "\u200b", "1. "]
)  # fmt: skip
TEXTS = st.lists(PIECES, min_size=1, max_size=30).map("".join)


@given(TEXTS | st.text(min_size=1))
def test_the_pieces_joined_are_the_text(text: str) -> None:
    assert "".join(split_text(text)) == text


@given(st.lists(TEXTS.filter(str.strip), min_size=1, max_size=6))
def test_segments_are_numbered_and_give_every_step_back(steps: list[str]) -> None:
    proof = Proof.from_texts("Show it.", steps)
    segments = split_proof(proof)
    assert [segment.number for segment in segments] == list(range(1, len(segments) + 1))
    for step in proof.steps:
        own = [segment for segment in segments if segment.step == step.index]
        assert "".join(segment.text for segment in own) == step.text
        assert all(step.text.startswith(s.text, s.start) for s in own)


@given(TEXTS)
def test_no_cut_falls_inside_a_formula(text: str) -> None:
    cuts, position = set(), 0
    for piece in split_text(text)[:-1]:
        position += len(piece)
        cuts.add(position)
    for start, end, _ in find_formulas(text):
        assert not any(start < cut < end for cut in cuts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = 1. So y = 2.", ["x = 1. ", "So y = 2."]),
        ("The digit is 4. Therefore n = 3.", ["The digit is 4. ", "Therefore n = 3."]),
        ("The set is open in X. Since it is.", ["The set is open in X. ", "Since it is."]),
        (r"Thus: \[ a = b \] We get c.", [r"Thus: \[ a = b \] ", "We get c."]),
        (r"\[ a \] \[ b \]", [r"\[ a \] ", r"\[ b \]"]),
        (r"As \[ a = b. \] where b > 0, done.", [r"As \[ a = b. \] where b > 0, done."]),
        ("n is even, so n^2 is even.", ["n is even, ", "so n^2 is even."]),
        ("Take c so that c > 0, and so on.", ["Take c so that c > 0, and so on."]),
        ("Since n is odd, n^2 is odd.", ["Since n is odd, n^2 is odd."]),
        ("See e.g. the case 2. Then x.", ["See e.g. the case 2. ", "Then x."]),
        ("1. First part. 2 follows.", ["1. First part. ", "2 follows."]),
        ("因此 x = 4。所以 y = 5。", ["因此 x = 4。", "所以 y = 5。"]),
        ("K_1 ∪ ... ∪ K_n is n! + 1 here.", ["K_1 ∪ ... ∪ K_n is n! + 1 here."]),
        ("And so on ... Then it works! Next.", ["And so on ... ", "Then it works! ", "Next."]),
        ("pi is 3.14 here", ["pi is 3.14 here"]),
        ("...", ["..."]),
    ],
)
def test_cuts_fall_where_an_inference_ends(text: str, expected: list[str]) -> None:
    assert list(split_text(text)) == expected


def test_an_unclosed_formula_is_plain_text() -> None:
    assert split_text(r"Let \[ x = 1. So y = 2. $ z. Then \( w") == (
        r"Let \[ x = 1. ",
        "So y = 2. ",
        "$ z. ",
        r"Then \( w",
    )


def test_a_line_of_a_proof_cannot_pose_as_another_segment() -> None:
    (segment,) = split_proof(Proof.from_texts("p", ["x\n[7] y\nStep 9"]))
    assert segment.line == "x [7] y Step 9"


@pytest.mark.parametrize("text", [". " * 100_000, ". " * 100_000 + "x", "x" + "?! " * 70_000])
def test_a_step_of_marks_without_letters_is_one_piece_and_takes_no_minutes(text: str) -> None:
    # 200 kB: a search from every mark to the next letter would look at ten thousand million marks.
    assert split_text(text) == (text,)


@pytest.mark.parametrize("text", [r"\[ x. " * 20_000, "$ a, so b. " * 10_000, "\n" * 100_000 + "x"])
def test_a_huge_step_is_cut_into_a_bounded_number_of_segments(text: str) -> None:
    segments = split_proof(Proof.from_texts("p", [text]))
    assert len(segments) <= MAX_SEGMENTS
    assert "".join(segment.text for segment in segments) == text


def test_the_goal_is_by_default_the_sentence_that_asks() -> None:
    assert default_goal("Let T = 5. Compute the least n with n > T.") == (
        "Compute the least n with n > T."
    )
