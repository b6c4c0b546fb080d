import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.evaluate.exports import escape_csv


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_name_is_never_a_formula_in_a_spreadsheet(start: str) -> None:
    assert escape_csv(f'{start}HYPERLINK("http://evil","x")').startswith("'")


@given(st.text())
def test_no_escaped_cell_starts_like_a_formula(text: str) -> None:
    assert not escape_csv(text).startswith(("=", "+", "-", "@", "\t", "\r"))
