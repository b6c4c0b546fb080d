"""Formulas are found, money is not, and no character of a text is lost or obeyed."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.web.mathematics import LONGEST_FORMULA, excerpt, legible, mathematics
from faithsieve.web.mathematics import split_mathematics as split

TEXTS = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(["$", "$$", r"\(", r"\)", r"\[", r"\]", r"\$", "x", " ", "5", "\n\n", "<b>",
                         r"\begin{align}", r"\end{align}", "\\"])
    ).map("".join),
)  # fmt: skip


def formulas(text: str) -> list[tuple[str, bool]]:
    return [(s.formula, s.is_display) for s in split(text) if s.formula]


def characters(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("so $x^2$.", [("x^2", False)]),
        (r"so \(x\), \(y\)", [("x", False), ("y", False)]),
        ("$$a\nb$$", [("a\nb", True)]),
        (r"\[ a \]", [(" a ", True)]),
        (r"\begin{align*}a&=b\end{align*}", [(r"\begin{align*}a&=b\end{align*}", True)]),
        (r"$\$5$", [(r"\$5", False)]),
        ("$x$ and $y$-axis", [("x", False), ("y", False)]),
    ],
)
def test_every_delimiter_marks_a_formula(text: str, found: list[tuple[str, bool]]) -> None:
    assert formulas(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "it costs $5 and $7",
        "from $10 to $20, or $ 3 $",
        r"\$x\$",
        "one $ alone",
        "$a\n\nb$",
        "$$ $$",
        r"\( \)",
        r"\[ no end",
        r"a \\[2pt] b \\]",
        r"\begin{align}a\end{align*}",
        "∀ x ∈ ℝ, x² ≥ 0",
        "$" + "x" * LONGEST_FORMULA + "$",
    ],
)
def test_other_text_is_left_alone(text: str) -> None:
    assert formulas(text) == []


@given(TEXTS)
def test_the_pieces_are_the_text_again(text: str) -> None:
    assert "".join(segment.source for segment in split(text)) == text


@given(TEXTS)
def test_the_page_shows_every_legible_character_until_a_formula_is_typeset(text: str) -> None:
    shown = characters(mathematics(text))
    # Only the backslash in front of a dollar that opens no formula is not shown.
    escaped = re.compile(r"(?<!\\)((?:\\\\)*)\\\$")
    assert escaped.sub(r"\1$", shown) == escaped.sub(r"\1$", legible(text))


def test_a_formula_is_escaped_and_keeps_its_punctuation_on_its_line() -> None:
    assert mathematics('$a<b"$') == (
        '<span class="formula" data-layout="inline" data-formula="a&lt;b&#34;">$a&lt;b&#34;$</span>'
    )
    assert mathematics("$x$ so").endswith("$x$</span> so")
    assert mathematics("$x$), so").endswith("$x$</span>),</span> so")


@given(TEXTS, st.integers(0, 40))
def test_an_excerpt_is_a_beginning_that_never_cuts_a_formula(text: str, length: int) -> None:
    line = " ".join(text.split())
    cut = excerpt(text, length)
    kept = len(line) if cut == line else len(cut.removesuffix(" …"))
    assert line.startswith(cut[:kept])
    assert kept <= 3 * length or cut == line
    start = 0
    for segment in split(line):
        end = start + len(segment.source)
        assert not (segment.formula and start < kept < end)
        start = end


def test_an_excerpt_keeps_formulas_that_fit() -> None:
    text = "so  $x$ and $y^2 + z^2 + a^2 + b^2 = 1$ too"
    assert excerpt(text, 14) == "so $x$ and …"
    assert excerpt(text, 20) == "so $x$ and $y^2 + z^2 + a^2 + b^2 = 1$ …"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x00", "␛[2J␀"),
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("\ud800", "\ufffd"),
        ("a\r\nb\rc\td", "a\nb\nc\td"),
        ("\x7f\x85", "␡⟨U+0085⟩"),
    ],
)
def test_characters_that_a_page_would_obey_become_visible(text: str, shown: str) -> None:
    assert legible(text) == shown


@given(st.text(alphabet=st.characters()))
def test_legible_text_can_be_written_to_a_file(text: str) -> None:
    legible(text).encode("utf-8")


def test_a_text_full_of_openings_is_read_in_linear_time() -> None:
    # With one search an opening this would take minutes, and the suite's time limit would end it.
    hostile = r"\[" * 60_000 + r"\(" * 60_000 + "$" * 60_001 + r"\begin{align}" * 20_000
    assert formulas(hostile) == []
