import pytest

from faithsieve.documents.latex_source import EquationRow, numbered_rows, render_formula


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        ("x = 1", "$x = 1$"),
        (r"\begin{equation} \frac{48}{16} = 3 \label{a} \end{equation}", r"\[\frac{48}{16} = 3\]"),
        (
            r"\begin{align} a &= 1 \notag\\ &= 2 \qedhere \end{align}",
            "\\[\\begin{aligned}\na &= 1 \\\\ &= 2\n\\end{aligned}\\]",
        ),
        (r"\begin{gather*}x\end{gather*}", "\\[\\begin{gathered}\nx\n\\end{gathered}\\]"),
        (
            r"\begin{eqnarray} x &=& 1 \end{eqnarray}",
            "\\[\\begin{aligned}\nx & = 1\n\\end{aligned}\\]",
        ),
        (
            r"\begin{alignat}{2} x &= 1 \end{alignat}",
            "\\[\\begin{aligned}\nx &= 1\n\\end{aligned}\\]",
        ),
        (r"\begin{pmatrix}1\end{pmatrix}", r"$\begin{pmatrix}1\end{pmatrix}$"),
    ],
)
def test_environments_become_delimited_formulas_without_marks(tex: str, shown: str) -> None:
    formula = render_formula(tex, is_display=False)
    assert (formula.text.split(), formula.is_readable) == (shown.split(), True)


@pytest.mark.parametrize(
    "tex", [r"\frac{48}{16", r"\frac{48}", r"\sqrt", "x^", "a }{ b", "x\\", ""]
)
def test_a_formula_that_is_cut_off_is_not_readable(tex: str) -> None:
    assert not render_formula(tex, is_display=False).is_readable


def test_rows_are_numbered_as_latex_does() -> None:
    rows = numbered_rows(
        r"\begin{align} a \label{x} \\ b \notag \\ c \tag{$*$} \\ d \end{align}", 4
    )
    assert list(rows) == [
        EquationRow("x", "5", is_tag=False),
        EquationRow(None, "*", is_tag=True),
        EquationRow(None, "6", is_tag=False),
    ]
    assert list(numbered_rows(r"\begin{align*} a \\ b \end{align*}", 0)) == []
