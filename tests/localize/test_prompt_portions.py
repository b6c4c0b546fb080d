"""Units are asked about in runs that fit, and written out where the prefix has only an outline."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.prompt_context import (
    estimate_tokens,
    list_units,
    name_place,
    unit_portions,
    write_out,
)

LIMITS = st.none() | st.integers(1, 300)
TEXTS = st.lists(st.sampled_from(["x", "word " * 20, "因此" * 40, "y = 2. " * 90]), min_size=1)


@given(st.integers(1, 200), st.integers(1, 60), st.integers(0, 60))
def test_portions_cover_everything_and_overlap(count: int, most: int, overlap: int) -> None:
    runs = list(unit_portions(["x"] * count, most, overlap=overlap))
    assert {n for first, last in runs for n in range(first, last + 1)} == set(range(1, count + 1))
    assert all(last - first + 1 <= most for first, last in runs)
    assert all(later[0] > earlier[0] for earlier, later in pairwise(runs))
    shared = {earlier[1] - later[0] + 1 for earlier, later in pairwise(runs)}
    assert shared <= {min(overlap, most - 1)}


@given(TEXTS, st.integers(1, 8), st.integers(0, 8), LIMITS)
def test_a_run_shows_no_more_text_than_fits_unless_it_is_one_unit(
    texts: list[str], most: int, overlap: int, limit: int | None
) -> None:
    runs = list(unit_portions(texts, most, overlap=overlap, limit=limit))
    assert {n for first, last in runs for n in range(first, last + 1)} == {
        *range(1, len(texts) + 1)
    }
    assert all(later[0] > earlier[0] for earlier, later in pairwise(runs))
    for first, last in runs:
        tokens = sum(estimate_tokens(text) for text in texts[first - 1 : last])
        assert first == last or limit is None or tokens <= limit


def test_a_unit_is_written_out_only_where_the_prefix_lacks_it() -> None:
    assert write_out("3 [5-6]", "So x\n= 1.", None) == "3 [5-6]"
    assert write_out("3 [5-6]", "So x\n= 1.", 100) == "3 [5-6]\n  So x = 1."


def test_a_unit_that_is_too_long_by_itself_says_that_it_is_cut() -> None:
    shown = write_out("3 [5]", "word " * 1000, 100)
    assert "characters more)" in shown
    assert estimate_tokens(shown) <= 120


def test_a_unit_in_other_words_is_named_by_their_beginning_where_they_are_written_out() -> None:
    assert name_place("word\n" * 40, None) == "word " * 39 + "word"
    assert name_place("word " * 40, 100).startswith("word " * 12 + " …(140 characters")


def test_earlier_units_are_listed_as_far_as_they_fit_and_the_gap_is_named() -> None:
    lines = {n: f"{n} [{n}]" for n in range(1, 101)}
    head, *listed = list_units(lines, [2, 100], 40).splitlines()
    assert head.startswith("The proof above is shortened;")
    assert listed[0] == "2 [2]"
    assert listed[1:] == [lines[n] for n in range(101 - len(listed[1:]), 101)]
    assert f"Units 1 to {100 - len(listed[1:])} are not all listed." in head


def test_a_long_run_of_plain_units_takes_one_line() -> None:
    lines = {n: f"{n} [{n}]" for n in range(1, 20)} | {3: "3 [3] (assumed)", 20: "20 [20][21]"}
    listed = list_units(lines, lines, None).splitlines()
    assert listed == [
        "1 [1]",
        "2 [2]",
        "3 [3] (assumed)",
        "4 to 19: one segment each, [4] to [19]",
        "20 [20][21]",
    ]


def test_a_short_run_is_listed_line_by_line() -> None:
    lines = {n: f"{n} [{n}]" for n in range(1, 13)}
    assert list_units(lines, lines, None).splitlines() == list(lines.values())
