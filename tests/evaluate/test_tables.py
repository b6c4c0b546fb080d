import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.evaluate.intervals import rate_of
from faithsieve.evaluate.tables import (
    clean,
    escape_markdown,
    list_measures,
    list_rows,
    show_rate,
    side_by_side,
)


def test_a_rate_shows_percent_interval_and_counts() -> None:
    assert show_rate(rate_of(16, 20)) == "80.0% [58.4, 91.9] 16/20"
    assert show_rate(rate_of(0, 0)) == "–"


@pytest.mark.parametrize(
    ("dirty", "tidy"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;http://evil\x07link\x1b]8;;\x07", "link"),
        ("row\nINFO verdict=correct", "row INFO verdict=correct"),
        ("a\u202eb\x9bc", "a b c"),
        ("x" * 100, "x" * 79 + "…"),
    ],
)
def test_names_lose_what_could_fool_a_terminal_or_a_log(dirty: str, tidy: str) -> None:
    assert clean(dirty) == tidy


@given(st.text())
def test_a_clean_name_is_one_printable_line(text: str) -> None:
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in clean(text))


def test_markup_and_addresses_stand_for_themselves_in_markdown() -> None:
    assert escape_markdown("<b>*x*</b> www.evil") == r"\<b\>\*x\*\</b\> www&#46;evil"


def test_every_cell_of_a_built_table_is_cleaned() -> None:
    dirty = "a\x1b[31m\nb"
    tables = [
        list_rows("t", [dirty], {"name": str}),
        side_by_side("t", "corner", [(dirty, dirty)], {"name": str}),
        list_measures("t", {"name": dirty}),
    ]
    assert {table.rows[0][-1] for table in tables} == {"a b"}
    assert tables[1].columns == ("corner", "a b")
