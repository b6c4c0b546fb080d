from faithsieve.localize.state_tree import Move
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.substep import ClaimStatus, FlagKind, RiskFlag
from support.edge_units import grow


def unit_with(status: ClaimStatus, *, used: bool) -> EdgeUnit:
    moves = {2: Move(on=(1,) if used else (0,))}
    return grow(["a.", "b."], moves, statuses={1: status}).units[0]


def test_what_the_text_takes_back_is_material_only_where_something_rests_on_it() -> None:
    assert not unit_with(ClaimStatus.WITHDRAWN, used=False).is_material
    assert unit_with(ClaimStatus.WITHDRAWN, used=True).is_material
    assert unit_with(ClaimStatus.ASSERTED, used=False).is_material


def test_a_mark_alone_cannot_hide_a_claim_that_is_used() -> None:
    assert not unit_with(ClaimStatus.ANNOUNCED, used=False).makes_claim
    assert unit_with(ClaimStatus.ANNOUNCED, used=True).makes_claim


def test_a_unit_that_uses_what_it_does_not_stand_in_has_no_whole_context() -> None:
    unit = unit_with(ClaimStatus.ASSERTED, used=False)
    assert unit.has_whole_context
    outside = unit.with_flags([RiskFlag(kind=FlagKind.USE_AFTER_SCOPE)])
    assert not outside.has_whole_context
    assert outside.with_flags([]) == unit
