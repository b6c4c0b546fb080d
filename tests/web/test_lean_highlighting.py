"""Colouring changes no character, and marks what a reader looks for."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.web.lean_highlighting import highlight_lean, tokens_of
from faithsieve.web.mathematics import legible

CODE = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(
            ["theorem", " ", "/-", "-/", "--", "\n", '"', "\\", "∀", "<", "sorry", "@["]
        )
    ).map("".join),
)


@given(CODE)
def test_the_tokens_are_the_code_again(code: str) -> None:
    assert "".join(token.text for token in tokens_of(code)) == code


@given(CODE)
def test_only_spans_are_added(code: str) -> None:
    markup = str(highlight_lean(code))
    bare = re.sub(r'<span class="lean-[a-z]+">|</span>', "", markup)
    assert "<" not in bare
    assert html.unescape(bare) == legible(code)


@pytest.mark.parametrize(
    ("code", "text", "kind"),
    [
        ("theorem t : 1 = 1 := by rfl", "theorem", "keyword"),
        ("theorem t : 1 = 1 := by rfl", "rfl", "tactic"),
        ("theorem t : 1 = 1 := by rfl", ":=", "symbol"),
        ("exact sorry", "sorry", "unfinished"),
        ("(x : Int)", "Int", "type"),
        ("a -- omega", "-- omega", "comment"),
        ("/- a /- b -/ c -/ d", "/- a /- b -/ c -/", "comment"),
        ("/- never ends", "/- never ends", "comment"),
        (r'"by \" x"', r'"by \" x"', "string"),
        ("#print axioms t", "#print", "command"),
        ("@[simp] def", "@[simp]", "attribute"),
        ("x ≤ 12.5", "12.5", "number"),
    ],
)
def test_what_a_reader_looks_for_is_coloured(code: str, text: str, kind: str) -> None:
    assert (text, kind) in list(tokens_of(code))


@pytest.mark.parametrize("name", ["bystander", "h₁", "Nat.rfl", "simple", "sorry'"])
def test_a_name_that_only_begins_like_a_keyword_is_a_name(name: str) -> None:
    assert [token.text for token in tokens_of(name)] == [name]
    assert {token.kind for token in tokens_of(name)} <= {"", "type"}
