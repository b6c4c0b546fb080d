from typing import Any

import pytest

from faithsieve.documents.blocks import Block, plain_blocks, read_blocks
from faithsieve.documents.pandoc import read_tree
from faithsieve.documents.roles import Role

NO_PANDOC_NEEDED: list[Any] = [{"t": "Para", "c": [{"t": "Str", "c": "$5"}]}]


def blocks(text: str, form: str = "latex", **options: Any) -> tuple[Block, ...]:
    return read_blocks(read_tree(text.encode(), form=form, name="it"), **options).blocks


def test_a_dollar_of_the_text_starts_no_formula() -> None:
    assert read_blocks(NO_PANDOC_NEEDED).blocks[0].text == r"\$5"


def test_plain_text_is_cut_at_blank_lines_headings_and_bullets() -> None:
    found = plain_blocks("# Title\nWords.\n- one\n- two\n  - inner\n\nMore.")
    assert [(b.text, b.kind, b.level) for b in found] == [
        ("Title", "heading", 1),
        ("Words.", "text", 0),
        ("one", "item", 1),
        ("two", "item", 1),
        ("inner", "item", 2),
        ("More.", "text", 0),
    ]


@pytest.mark.network
class TestPandoc:
    """What comes out of real trees; pandoc is a process of its own."""

    def test_items_know_their_list_and_their_number(self) -> None:
        text = r"\begin{enumerate}\item A\item B \begin{itemize}\item c\end{itemize}\end{enumerate}"
        found = [(b.text, b.kind, b.level, b.number) for b in blocks(text)]
        assert found == [("A", "item", 1, 1), ("B", "item", 1, 2), ("c", "item", 2, None)]

    def test_tables_are_rows_with_bars(self) -> None:
        (table,) = blocks("| n | 2n |\n|---|---|\n| 1 | 2 |\n", "markdown")
        assert (table.kind, table.text) == ("table", "n | 2n\n1 | 2")

    @pytest.mark.parametrize(
        ("text", "form", "shown"),
        [
            (
                r"See Table~\ref{t}. \begin{table}\begin{tabular}{c}1\\2\end{tabular}\caption{V}"
                r"\label{t}\end{table}",
                "latex",
                "See Table 1.",
            ),
            ("It is ~~odd~~ even.", "markdown", "It is even."),
            (r"So\footnote{Or not.} it is.", "latex", "So (Or not.) it is."),
            (r"So it is. \qed", "latex", "So it is."),
            (r"So it is. \hfill$\square$", "latex", "So it is."),
            ("So it is. \N{WHITE SQUARE}", "latex", "So it is."),
            (r"\noindent A\vspace{2em} b \label{x}", "latex", "A b"),
            ("<script>1 = 2</script><p>b</p>", "html", "b"),
        ],
    )
    def test_only_words_and_what_they_refer_to_are_text(
        self, text: str, form: str, shown: str
    ) -> None:
        assert blocks(text, form)[0].text == shown

    def test_a_formula_that_pandoc_leaves_raw_is_referred_to_by_its_label(self) -> None:
        formula = r"\begin{enumerate} \begin{align} a \label{q} \end{align} \end{enumerate}"
        found = blocks(rf"{formula} By \eqref{{q}}.")
        assert r"\tag{q}" in found[0].text
        assert found[1].text == "By (q)."

    def test_what_cannot_be_read_is_shown_between_backticks(self) -> None:
        reading = read_blocks(read_tree(rb"So \foo{1} = 2.", form="latex", name="it"))
        assert reading.blocks[0].text == r"So `\foo{1}` = 2."
        assert reading.unreadable == (r"\foo{1}",)

    def test_an_environment_gives_its_role_and_name(self) -> None:
        text = r"\newtheorem{thm}{Theorem}\begin{thm}A.\end{thm}\begin{proof}B.\end{proof}"
        found = blocks(text, titles={"thm": "Theorem"})
        assert [(b.text, b.role, b.label) for b in found] == [
            ("A.", Role.PROBLEM, "Theorem 1"),
            ("B.", Role.PROOF, ""),
        ]

    def test_a_claim_inside_a_proof_keeps_its_name(self) -> None:
        text = r"\newtheorem{cl}{Claim}\begin{proof}A.\begin{cl}B.\end{cl}C.\end{proof}"
        found = [b.text for b in blocks(text, titles={"cl": "Claim"})]
        assert any(words.startswith("Claim 1. B.") for words in found)
