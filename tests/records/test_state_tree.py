"""A tree that contradicts itself cannot be built."""

import pytest
from pydantic import ValidationError

from faithsieve.records.state_tree import ProofState, StateTree
from support.edge_units import grow

TREE = grow(["a.", "b."])


def test_the_context_of_a_unit_is_given_in_full() -> None:
    assert [c.text for c in TREE.context_of(TREE.units[1])] == ["Show that p holds.", "a."]


def rebuilt(**changes: object) -> StateTree:
    return StateTree.model_validate(dict(TREE) | changes)


def orphan(state: ProofState, **changes: object) -> ProofState:
    return ProofState.model_validate(dict(state) | changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"conditions": (*TREE.conditions, TREE.conditions[0])}, "alike"),
        ({"states": (*TREE.states, TREE.states[0])}, "alike"),
        ({"states": TREE.states[1:]}, "before its parent"),
        ({"states": (TREE.states[0], orphan(TREE.states[1], parent="1"))}, "before its parent"),
        ({"conditions": TREE.conditions[1:]}, "unknown conditions"),
        ({"units": TREE.units[1:]}, "numbered"),
    ],
)
def test_a_broken_tree_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        rebuilt(**changes)
