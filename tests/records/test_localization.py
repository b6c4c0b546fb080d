"""The parts of a localization must agree."""

import pytest
from pydantic import ValidationError

from faithsieve.records.localization import AuditWindow, Localization
from faithsieve.records.proof import Proof
from support.edge_units import grow, make_substeps, make_suspicions

TEXTS = ["a.", "b."]
PARTS: dict[str, object] = {
    "proof": Proof.from_texts("Show p.", TEXTS),
    "substeps": make_substeps(TEXTS),
    "tree": grow(TEXTS),
    "suspicions": make_suspicions([0.1, 0.2]),
    "window": {"focus": None, "units": ("edge_1",), "reason": "sweep"},
}


def test_agreeing_parts_are_accepted() -> None:
    found = Localization.model_validate(PARTS)
    assert found.units == found.tree.units
    assert found.suspicion_of(found.units[1].unit_id).risk == 0.2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"suspicions": make_suspicions([0.1])}, "one suspicion a unit"),
        ({"substeps": make_substeps(TEXTS)[:1]}, "at least one substep"),
        ({"window": {"focus": None, "units": ("edge_9",), "reason": "sweep"}}, "does not have"),
    ],
)
def test_parts_that_disagree_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Localization.model_validate(PARTS | changes)


def test_a_window_without_its_focus_is_refused() -> None:
    with pytest.raises(ValidationError, match="focus"):
        AuditWindow.model_validate({"focus": "edge_2", "units": ("edge_1",), "reason": "suspicion"})
