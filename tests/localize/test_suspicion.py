"""A unit is shown with what makes it special; without a score it has a visible default."""

from faithsieve.localize.scopes import Span
from faithsieve.localize.state_tree import Move
from faithsieve.localize.suspicion import default_suspicion, show_unit
from faithsieve.records.settings import LocalizeSettings
from faithsieve.records.substep import ClaimStatus, ScopeKind
from support.edge_units import grow, make_units


def test_a_unit_without_a_claim_has_no_risk() -> None:
    asserted, announced = make_units(2, statuses={2: ClaimStatus.ANNOUNCED})
    settings = LocalizeSettings(unscored_risk=0.4)
    assert default_suspicion(asserted, settings).risk == 0.4
    assert default_suspicion(announced, settings).risk == 0.0


def test_a_unit_is_shown_with_what_makes_it_special() -> None:
    texts = ["m is odd or m is even.", "Suppose m is even.", "So y = 2.", "Hence z = 3."]
    moves = {1: Move("split", on=(0,)), 2: Move("assume", on=(1,))}
    cases = [Span(ScopeKind.CASE, 2, 3, "m is even")]
    statuses = {2: ClaimStatus.ASSUMED, 3: ClaimStatus.PROVISIONAL}
    tree = grow(texts, moves, spans=cases, statuses=statuses)
    shown = [show_unit(unit, f"[{unit.edge_index}]") for unit in tree.units]
    assert shown == [
        "1 [1] cases; on 0",
        "2 [2] assumed; in case",
        "3 [3] on 2; provisional; in case",
        "4 [4] on 2; end 2",
    ]
