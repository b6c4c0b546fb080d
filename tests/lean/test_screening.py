import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.lean.screening import (
    MAX_BYTES,
    MAX_DEPTH,
    ends_in_comment,
    hidden_characters,
    nesting_depth,
    refusal_of,
)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("theorem\x00", "NUL"),
        ("theorem \ud800", "Unicode"),
        ("x" * (MAX_BYTES + 1), "characters"),
        ("é" * (MAX_BYTES - 1), "bytes"),
        ("(" * 10_000 + ")" * 10_000, "deep"),
        ("⟨" * (MAX_DEPTH + 1), "deep"),
    ],
)
def test_what_could_break_a_worker_is_refused_before_lean(text: str, word: str) -> None:
    assert word in refusal_of(text)


@given(st.text(max_size=200))
def test_every_text_is_answered_and_only_a_broken_one_refused(text: str) -> None:
    assert bool(refusal_of(text)) == ("\x00" in text)


@given(st.integers(0, 50), st.integers(0, 50))
def test_depth_counts_brackets_that_are_open_at_once(deep: int, wide: int) -> None:
    assert nesting_depth("(" * deep + ")" * deep + "[]" * wide) == max(deep, min(wide, 1))


@pytest.mark.parametrize(
    "text", ["‖x‖ + " * MAX_DEPTH + "1", "-- sorry, axiom, native_decide", "a\r\nb"]
)
def test_odd_looks_and_dangerous_words_are_not_refused(text: str) -> None:
    assert not refusal_of(text)


@pytest.mark.parametrize("character", ["\u202e", "\u200b", "\u2066", "\ufeff", "\x07", "\u00ad"])
def test_characters_that_hide_are_named(character: str) -> None:
    assert hidden_characters(f"a{character}b")


def test_mathematical_letters_do_not_hide() -> None:
    assert hidden_characters("∀ x : ℕ, x ∣ 6 → x ≤ 6 ∧ ⟨𝔸, λ⟩ é ́") == ()


@pytest.mark.parametrize(
    "text",
    [": x --", ": x -- ends", "-- a\n: x --", ": x = '\"' --\"", ': x = r"\\" -- "', "/- -/ --"],
)
def test_a_line_comment_at_the_end_is_seen(text: str) -> None:
    assert ends_in_comment(text)


@pytest.mark.parametrize(
    "text",
    [
        ": x",
        ": x -- closed\n",
        '"a--b".length = 4',
        "«a--b» = 1",
        'r#"" --"# = x',
        "/- -- -/",
        "'-'",
    ],
)
def test_two_dashes_elsewhere_are_no_open_comment(text: str) -> None:
    assert not ends_in_comment(text)


@pytest.mark.parametrize("piece", ["/- ", '"\\', "«", 'r"', "r#", "'", "--\n", "-"])
def test_looking_for_a_comment_takes_no_longer_than_reading(piece: str) -> None:
    assert not ends_in_comment(piece * (MAX_BYTES // len(piece)) + "\n")
