import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.store.calls import REPLY
from faithsieve.store.rows import DamageError, seal
from support.stores import make_reply


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_was_sealed_comes_back(text: str) -> None:
    row = REPLY.values(make_reply(text), key="k")
    assert row["reply"].isascii()
    assert REPLY.read(row) == make_reply(text)


@given(st.data())
def test_any_changed_character_is_seen(data: st.DataObject) -> None:
    row = REPLY.values(make_reply(), key="k")
    text = row["reply"]
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.characters().filter(lambda c: c != text[at]))
    with pytest.raises(DamageError, match="seal"):
        REPLY.read(row | {"reply": text[:at] + other + text[at + 1 :]})


def test_a_seal_belongs_to_its_row() -> None:
    with pytest.raises(DamageError, match="seal"):
        REPLY.read(REPLY.values(make_reply(), key="a") | {"key": "b"})
    assert seal("ab", "c") != seal("a", "bc")


def test_a_sealed_text_that_is_no_such_record_is_damage_and_no_crash() -> None:
    row = {"key": "k", "reply": "{}", "reply_seal": seal("reply", "k", "{}")}
    with pytest.raises(DamageError, match="not a ChatReply"):
        REPLY.read(row)
