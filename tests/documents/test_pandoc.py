"""Pandoc over untrusted bytes: what it may not do, and where it must stop."""

from pathlib import Path

import pytest

from faithsieve.documents import pandoc
from faithsieve.documents.pandoc import UnreadableDocumentError, find_pandoc, read_tree
from faithsieve.errors import InputError, MissingToolError

pytestmark = pytest.mark.network


def test_the_installed_pandoc_is_found() -> None:
    found = find_pandoc()
    assert found is not None
    assert found.is_file()


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


def test_output_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc, "MAX_TREE_BYTES", 50)
    with pytest.raises(UnreadableDocumentError, match="grows past 50 bytes"):
        read_tree(b"many words " * 20, form="markdown", name="it.md")


def test_time_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc, "TIMEOUT_S", 0.001)
    with pytest.raises(UnreadableDocumentError, match="needed more than"):
        read_tree(b"words", form="markdown", name="it.md")


def test_a_document_has_a_size_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc, "MAX_DOCUMENT_BYTES", 10)
    with pytest.raises(InputError, match="more than 10 bytes"):
        read_tree(b"more than ten bytes", form="markdown", name="it.md")


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
