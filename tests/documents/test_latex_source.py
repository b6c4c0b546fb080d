import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.documents.latex_source import (
    PLACEHOLDER,
    hide_at,
    is_balanced,
    prepare_latex,
    without_comments,
)


@given(st.text("ab%\\\n {}$", max_size=80))
def test_blanking_comments_moves_no_character(text: str) -> None:
    blanked = without_comments(text)
    assert len(blanked) == len(text)
    assert all(old == new or new == " " for old, new in zip(text, blanked, strict=True))


def test_an_escaped_percent_sign_starts_no_comment() -> None:
    assert without_comments(r"50\% off % not this") == r"50\% off           "


@pytest.mark.parametrize(
    ("text", "balanced"),
    [
        (r"\frac{48}{16}", True),
        (r"\frac{48}{16", False),
        (r"a \{ b", True),
        ("$x$ and $y", False),
        (r"\(x\) and \[y\]", True),
        (r"\(x\]", False),
        ("}{", False),
        ("cut off \\", False),
    ],
)
def test_braces_dollars_and_brackets_must_find_their_partner(text: str, balanced: bool) -> None:
    assert is_balanced(text) is balanced


def test_only_the_broken_formula_is_hidden() -> None:
    prepared = prepare_latex("Good $x=1$. Bad $\\frac{1}{2 = 3$.\n\nAnother $y$.")
    assert prepared.opaque == ("$\\frac{1}{2 = 3$",)
    assert "$x=1$" in prepared.text
    assert "$y$" in prepared.text
    assert PLACEHOLDER.search(prepared.text)


def test_a_stray_brace_hides_its_paragraph_and_no_other() -> None:
    prepared = prepare_latex("One {is open.\n\nTwo is fine.")
    assert prepared.opaque == ("One {is open.",)
    assert "Two is fine." in prepared.text


def test_unknown_environments_are_declared_and_missing_ends_are_added() -> None:
    prepared = prepare_latex(r"\begin{solution}\begin{framed}text")
    assert prepared.titles == {"solution": "Solution"}
    assert r"\newtheorem{solution}{Solution}" in prepared.text
    assert r"\newenvironment{framed}[1][]{}{}" in prepared.text
    assert prepared.text.endswith(r"text\end{framed}\end{solution}")


def test_an_end_that_closes_nothing_is_left_out() -> None:
    assert r"\end{proof}" not in prepare_latex(r"text \end{proof} more").text


def test_titles_of_theorems_come_from_their_declaration() -> None:
    text = r"\newtheorem{satz}{Theorem}\newtheorem*{pf*}{Proof}\begin{satz}x\end{satz}"
    assert prepare_latex(text).titles == {"satz": "Theorem", "pf*": "Proof"}


def test_labels_of_items_that_say_something_are_kept() -> None:
    prepared = prepare_latex(r"\begin{itemize}\item[Case 1.] a \item[(b)] c\end{itemize}")
    assert r"\item \textbf{Case 1.}" in prepared.text
    assert r"\item[(b)]" in prepared.text


def test_a_broken_preamble_costs_only_its_own_lines() -> None:
    text = "\\newcommand{\\foo\n\\newcommand{\\R}{x}\n\\begin{document}So.\\end{document}"
    prepared = prepare_latex(text).text
    assert "\\foo" not in prepared
    assert "\\newcommand{\\R}{x}" in prepared


def test_files_that_a_document_names_are_noted() -> None:
    assert prepare_latex(r"Hello \input{/etc/passwd}.").notes == (
        r"\input{/etc/passwd} was not followed",
    )


def test_what_pandoc_stumbles_over_is_hidden_in_growing_pieces() -> None:
    prepared = prepare_latex("First\n\nhere \\qty(150) is\nthe end\n\nLast")
    line, column = 3, 10
    assert hide_at(prepared, line, column, attempt=0).opaque == (r"\qty(150)",)
    assert hide_at(prepared, line, column, attempt=1).opaque == (r"here \qty(150) is",)
    assert hide_at(prepared, line, column, attempt=2).opaque == ("here \\qty(150) is\nthe end",)


def test_cases_inside_a_display_do_not_break_it() -> None:
    text = r"Let \[ f(x) = \begin{cases} 1 & x > 0 \\ 0 \end{cases} \] and $a = 1$."
    assert prepare_latex(text).opaque == ()
