"""Pandoc over untrusted bytes: what it may not do, and where it must stop."""

from pathlib import Path

import pytest

from faithsieve.documents import pandoc
from faithsieve.documents.pandoc import UnreadableDocumentError, read_tree
from faithsieve.errors import InputError, MissingToolError

pytestmark = pytest.mark.network


def test_a_title_becomes_the_first_heading() -> None:
    tree = read_tree(b"---\ntitle: Show it\n---\n\nSo.", form="markdown", name="it.md")
    assert [node["t"] for node in tree] == ["Header", "Para"]


def test_no_file_that_a_document_names_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.tex"
    secret.write_text("the secret words")
    for text in (
        rf"\input{{{secret}}}",
        rf"\include{{{secret}}}",
        rf"\lstinputlisting{{{secret}}}",
    ):
        assert "secret words" not in str(read_tree(text.encode(), form="latex", name="it.tex"))


def test_macros_that_grow_without_end_are_refused() -> None:
    loop = rb"\newcommand{\a}{\a\a} \a"
    with pytest.raises(UnreadableDocumentError, match=r"it\.tex: pandoc cannot read it as latex"):
        read_tree(loop, form="latex", name="it.tex")


@pytest.mark.parametrize(
    ("name", "limit", "said"),
    [
        ("MAX_TREE_BYTES", 50, "grows past 50 bytes"),
        ("TIMEOUT_S", 0.001, "needed more than"),
        ("MAX_DOCUMENT_BYTES", 10, "more than 10 bytes"),
    ],
)
def test_output_time_and_size_have_limits(
    monkeypatch: pytest.MonkeyPatch, name: str, limit: float, said: str
) -> None:
    monkeypatch.setattr(pandoc, name, limit)
    with pytest.raises(InputError, match=said):
        read_tree(b"many words " * 20, form="markdown", name="it.md")


def test_a_missing_pandoc_names_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pandoc, "find_pandoc", lambda: None)
    with pytest.raises(MissingToolError, match=r"pip install 'faithsieve\[documents\]'"):
        read_tree(b"", form="docx", name="it.docx")


def test_a_broken_word_file_is_a_user_error() -> None:
    with pytest.raises(InputError, match=r"it\.docx"):
        read_tree(b"PK\x03\x04 no archive", form="docx", name="it.docx")


def test_the_place_of_an_error_is_told() -> None:
    with pytest.raises(UnreadableDocumentError) as caught:
        read_tree(b"fine\n\n\\textbf{open\n\nmore", form="latex", name="it.tex")
    assert caught.value.at is not None
