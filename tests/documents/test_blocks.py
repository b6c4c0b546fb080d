from typing import Any

import pytest

from faithsieve.documents.blocks import Block, plain_blocks, read_blocks
from faithsieve.documents.pandoc import read_tree
from faithsieve.documents.roles import Role

NO_PANDOC_NEEDED: list[Any] = [{"t": "Para", "c": [{"t": "Str", "c": "$5"}]}]


def blocks(text: str, form: str = "latex", **options: Any) -> tuple[Block, ...]:
    return read_blocks(read_tree(text.encode(), form=form, name="it"), **options).blocks


def texts(text: str, form: str = "latex") -> list[str]:
    return [block.text for block in blocks(text, form)]


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

    def test_numbered_floats_are_referred_to_by_their_number(self) -> None:
        rows = r"\begin{table}\begin{tabular}{c}1\\2\end{tabular}\caption{V}\label{t}\end{table}"
        assert texts(rf"See Table~\ref{{t}}. {rows}")[0] == "See Table 1."

    def test_struck_out_words_are_gone(self) -> None:
        assert texts("It is ~~odd~~ even.", "markdown") == ["It is even."]

    def test_footnotes_stand_in_brackets(self) -> None:
        assert texts(r"So\footnote{Or not.} it is.") == ["So (Or not.) it is."]

    @pytest.mark.parametrize("end", [r"\qed", r"\hfill$\square$", "\N{WHITE SQUARE}"])
    def test_the_sign_at_a_proofs_end_is_no_text(self, end: str) -> None:
        assert texts(f"So it is. {end}") == ["So it is."]

    def test_typesetting_and_scripts_are_silent(self) -> None:
        assert texts(r"\noindent A\vspace{2em} b \label{x}") == ["A b"]
        assert texts("<p>A</p><script>1 = 2</script><p>b</p>", "html") == ["A", "b"]

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
