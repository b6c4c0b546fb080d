"""A unit is shown with what makes it special; without a score it has a visible default."""

from faithsieve.localize.state_tree import Delta
from faithsieve.localize.suspicion import default_suspicion, show_unit
from faithsieve.records.settings import LocalizeSettings
from faithsieve.records.substep import ClaimStatus
from support.edge_units import grow, make_units


def test_a_unit_without_a_claim_has_no_risk() -> None:
    asserted, announced = make_units(2, statuses={2: ClaimStatus.ANNOUNCED})
    settings = LocalizeSettings(unscored_risk=0.4)
    assert default_suspicion(asserted, settings).risk == 0.4
    assert default_suspicion(announced, settings).risk == 0.0


def test_a_unit_is_shown_with_what_makes_it_special() -> None:
    deltas = {
        1: Delta("cases", on=(0,), texts=("m is odd", "m is even")),
        2: Delta(on=(1,), at="1.2"),
    }
    texts = ["m is odd or m is even.", "So y = 2.", "It suffices to show q."]
    tree = grow(
        texts, deltas | {3: Delta(on=(2,), goal="q")}, statuses={2: ClaimStatus.PROVISIONAL}
    )
    assert show_unit(tree.units[0], "[1]") == "1 [1] cases; on 0; a branch has no unit (1.1)"
    assert show_unit(tree.units[1], "[2]") == "2 [2] on 1; provisional; in case m is even"
    assert show_unit(tree.units[2], "[3]") == "3 [3] goal: q; in case m is even"
