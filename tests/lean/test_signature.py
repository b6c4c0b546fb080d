"""Reading a signature: binders, hypotheses, conclusion."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import InputError
from faithsieve.lean.signature import read_signature


def test_the_first_colon_outside_brackets_ends_the_binders() -> None:
    signature = read_signature("{R : Type} [OrderedField R] (x y : R) (h : x = y) : y = x ∧ x = y")
    assert signature.binders_text == "{R : Type} [OrderedField R] (x y : R) (h : x = y)"
    assert signature.conclusion == "y = x ∧ x = y"
    assert [b.kind for b in signature.binders] == ["implicit", "instance", "explicit", "explicit"]
    assert signature.variables("R") == ("x", "y")


def test_only_claims_count_as_hypotheses() -> None:
    signature = read_signature(
        "(f : Nat → Nat) (n : Nat) (h : ∀ k, f k = k) (g : Even n) : f n = n"
    )
    assert [b.names for b in signature.hypotheses] == [("h",), ("g",)]
    assert [b.is_universal for b in signature.hypotheses] == [True, False]


def test_a_signature_without_binders_is_its_own_closed_type() -> None:
    assert read_signature(": 1 + 1 = 2").closed_type == "1 + 1 = 2"


def test_a_comment_between_binders_does_not_end_them() -> None:
    signature = read_signature("(x : Nat) /- a : b -/ (h : x = 1) -- c : d\n : x < 2")
    assert signature.conclusion == "x < 2"
    assert len(signature.binders) == 2


@pytest.mark.parametrize(
    "text", ["", "(x : Nat)", "(x : Nat", "x : Nat, y", "theorem t : True", "(x : Nat] : True"]
)
def test_what_is_no_signature_is_refused_by_name(text: str) -> None:
    with pytest.raises(InputError):
        read_signature(text)


@given(st.lists(st.sampled_from(["(a : Nat)", "{b : Int}", "[C D]", "(h : 1 = 1)"]), max_size=5))
def test_the_closed_type_keeps_every_binder_in_order(groups: list[str]) -> None:
    signature = read_signature(" ".join([*groups, ": True"]))
    assert len(signature.binders) == len(groups)
    assert signature.closed_type.endswith("True")
    assert all(group in signature.closed_type for group in groups)
