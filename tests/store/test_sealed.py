import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.records.chat import ChatReply
from faithsieve.store.sealed import DamagedRow, DamageError, pack, seal, unpack
from support.stores import make_reply


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_was_packed_and_sealed_comes_back(text: str) -> None:
    reply = make_reply(text)
    packed = pack(reply)
    assert packed.isascii()
    sealed = seal("reply", "k", packed)
    assert unpack(ChatReply, packed, sealed=sealed, owner=("reply", "k")) == reply


@given(st.data())
def test_any_changed_character_is_seen(data: st.DataObject) -> None:
    packed = pack(make_reply())
    sealed = seal("reply", "k", packed)
    at = data.draw(st.integers(0, len(packed) - 1))
    other = data.draw(st.characters().filter(lambda c: c != packed[at]))
    with pytest.raises(DamageError, match="seal"):
        unpack(
            ChatReply, packed[:at] + other + packed[at + 1 :], sealed=sealed, owner=("reply", "k")
        )


def test_a_seal_belongs_to_its_row() -> None:
    packed = pack(make_reply())
    with pytest.raises(DamageError):
        unpack(ChatReply, packed, sealed=seal("reply", "a", packed), owner=("reply", "b"))
    assert seal("ab", "c") != seal("a", "bc")


def test_a_sealed_text_that_is_no_such_record_is_damage_and_no_crash() -> None:
    with pytest.raises(DamageError, match="not a ChatReply"):
        unpack(ChatReply, "{}", sealed=seal("x", "{}"), owner=("x",))


def test_damage_is_described_in_a_line() -> None:
    row = DamagedRow(table="results", key="p1", why="the payload does not fit its seal")
    assert str(row) == "results p1: the payload does not fit its seal"
