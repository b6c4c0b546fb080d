from hypothesis import given
from hypothesis import strategies as st

from faithsieve.records.packed import Packed
from faithsieve.records.proof import LabelledProof, Proof


def rows(*ids: str) -> list[LabelledProof]:
    proof = Proof.from_texts("Show it.", ("It holds.", "So it is."))
    return [LabelledProof(id=id, proof=proof, gold=2) for id in ids]


def test_what_is_asked_for_is_equal_to_what_came() -> None:
    given_rows = rows("a", "b", "c")
    packed = Packed(given_rows)
    assert list(packed) == given_rows
    assert packed == given_rows
    assert packed == tuple(given_rows)
    assert packed != given_rows[:2]
    assert packed != "abc"
    assert packed[1] == given_rows[1]
    assert packed[-1] == given_rows[2]
    assert given_rows[0] in packed
    assert [row.id for row in packed.pick([1, 0, 1])] == ["b", "a", "b"]


@given(st.lists(st.text(min_size=1).filter(str.strip)), st.slices(5))
def test_slices_are_those_of_a_list(texts: list[str], part: slice) -> None:
    assert list(Packed(rows(*texts))[part]) == rows(*texts)[part]
