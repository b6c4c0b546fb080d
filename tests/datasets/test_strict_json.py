import pytest

from faithsieve.datasets.strict_json import MAX_NESTING, RowError, parse_at, parse_line, shown


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"label": 1, "label": 2}', "given twice"),
        ('{"x": {"label": 1, "label": 1}}', "given twice"),
        ('{"x": NaN}', "NaN is not JSON"),
        ('{"x": -Infinity}', "-Infinity is not JSON"),
        ('{"x": 1e999}', "too large"),
        ('{"x": 1} {"y": 2}', "more text after the value at column 9"),
        ("{'x': 1}", "not JSON"),
        ("", "not JSON"),
        ('{"x":\n oops}', "line 2, column 2"),
        ("9" * 5000, "too long to read"),
        ("[" * (MAX_NESTING + 2) + "]" * (MAX_NESTING + 2), "nested too deep"),
        ("[" * 200_000, "nested too deep"),
    ],
)
def test_what_would_change_a_label_without_a_word_is_refused(line: str, said: str) -> None:
    with pytest.raises(RowError, match=said):
        parse_line(line)


def test_a_flawed_element_still_has_an_end() -> None:
    text = '[{"a": 1, "a": 2}, 3]'
    parsed = parse_at(text, 1)
    assert (text[parsed.end], parsed.flaw is not None) == (",", True)


def test_a_value_of_a_strange_file_is_shown_on_one_line() -> None:
    assert shown("a\nb\x1b[31m") == r"'a\nb\x1b[31m'"
    assert len(shown("x" * 500)) == 60
