"""Laws of the audit window: never empty, never without its focus, monotone in the budget."""

from hypothesis import given
from hypothesis import strategies as st

from faithsieve.localize.audit_window import (
    AuditProgress,
    audit_window,
    find_focus,
    material_findings,
    next_window,
)
from faithsieve.localize.state_tree import Move
from faithsieve.records.edge_unit import EdgeUnit
from faithsieve.records.localization import AuditWindow, Suspicion
from faithsieve.records.settings import LocalizeSettings
from faithsieve.records.substep import ClaimStatus
from support.edge_units import make_suspicions, make_units
from support.linting import make_finding
from support.localizations import make_steps

RISK = st.floats(min_value=0, max_value=1)
SETTINGS = st.builds(
    LocalizeSettings,
    threshold=RISK,
    look_back=st.integers(0, 8),
    schedule=st.sampled_from(["suspicion", "every_unit"]),
    sweep=st.sampled_from(["one", "all"]),
    sweep_units=st.integers(1, 12),
    short_units=st.integers(0, 12),
    windows=st.none() | st.integers(1, 4),
    prefix=st.sampled_from(["none", "one", "all"]),
    budget=st.none() | st.integers(1, 12),
)


Scored = tuple[tuple[EdgeUnit, ...], tuple[Suspicion, ...]]


@st.composite
def scored_units(draw: st.DrawFn) -> Scored:
    risks = draw(st.lists(RISK, min_size=1, max_size=12))
    numbers = st.integers(1, len(risks))
    special = draw(st.sets(numbers))
    statuses = dict.fromkeys(draw(st.sets(numbers)), ClaimStatus.WITHDRAWN)
    statuses |= dict.fromkeys(draw(st.sets(numbers)), ClaimStatus.ANNOUNCED)
    # The last unit of a proof always makes a claim (test_decomposition.py).
    statuses.pop(len(risks), None)
    units = make_units(len(risks), special=sorted(special), statuses=statuses)
    return units, make_suspicions(risks)


def window(
    risks: list[float], settings: LocalizeSettings, *, special: tuple[int, ...] = ()
) -> list[int]:
    units = make_units(len(risks), special=special)
    chosen = audit_window(units, make_suspicions(risks), settings)
    return [int(unit_id.removeprefix("edge_")) for unit_id in chosen.units]


@given(scored_units(), SETTINGS)
def test_a_proof_with_units_never_has_an_empty_window(
    scored: Scored, settings: LocalizeSettings
) -> None:
    assert audit_window(*scored, settings).units


@given(scored_units(), SETTINGS)
def test_the_focus_is_the_earliest_suspicious_unit_and_always_inside(
    scored: Scored, settings: LocalizeSettings
) -> None:
    units, suspicions = scored
    chosen = audit_window(units, suspicions, settings)
    position = find_focus(units, suspicions, settings.threshold)
    if settings.schedule == "suspicion" and position is not None:
        assert chosen.focus == units[position].unit_id
        assert chosen.focus in chosen.units
        assert all(s.risk <= settings.threshold or not (u.is_material and u.makes_claim)
                   for u, s in zip(units[:position], suspicions, strict=False))  # fmt: skip
    else:
        assert chosen.focus is None


@given(scored_units(), SETTINGS, st.integers(1, 12))
def test_a_larger_budget_only_adds_units(
    scored: Scored,
    settings: LocalizeSettings,
    budget: int,
) -> None:
    def chosen(allowed: int | None) -> set[str]:
        limited = LocalizeSettings(**(settings.model_dump() | {"budget": allowed}))
        return set(audit_window(*scored, limited).units)

    assert chosen(budget) <= chosen(budget + 1) <= chosen(None)
    assert len(chosen(budget)) <= budget


@given(scored_units(), SETTINGS)
def test_a_unit_that_cannot_be_wrong_is_never_looked_at(
    scored: Scored, settings: LocalizeSettings
) -> None:
    silent = {unit.unit_id for unit in scored[0] if not unit.can_be_wrong}
    assert not silent.intersection(audit_window(*scored, settings).units)


@given(scored_units(), SETTINGS)
def test_units_stand_in_the_order_of_the_proof(scored: Scored, settings: LocalizeSettings) -> None:
    order = [unit.unit_id for unit in scored[0]]
    chosen = audit_window(*scored, settings).units
    assert list(chosen) == [unit_id for unit_id in order if unit_id in set(chosen)]


def test_the_window_of_a_long_proof_is_the_focus_and_six_units_before_it() -> None:
    risks = [0.1] * 9 + [0.9, 0.99]
    assert window(risks, LocalizeSettings(short_units=10)) == [4, 5, 6, 7, 8, 9, 10]
    assert window(risks, LocalizeSettings(windows=1)) == [4, 5, 6, 7, 8, 9, 10]


def test_a_short_proof_is_one_window() -> None:
    assert window([0.1] * 9 + [0.9, 0.99], LocalizeSettings()) == list(range(1, 12))


def test_the_earliest_wins_over_the_riskiest() -> None:
    assert window([0.1, 0.7, 1.0], LocalizeSettings(windows=1)) == [1, 2]


def test_a_small_budget_keeps_special_transitions_first_then_the_nearest() -> None:
    risks = [0.1] * 6 + [0.9]
    assert window(risks, LocalizeSettings(budget=1), special=(2, 4)) == [7]
    assert window(risks, LocalizeSettings(budget=3), special=(2, 4)) == [2, 4, 7]
    assert window(risks, LocalizeSettings(budget=4), special=(2, 4)) == [2, 4, 6, 7]


def test_without_suspicion_units_are_taken_by_risk_not_from_the_start() -> None:
    risks = [0.1, 0.2, 0.5, 0.3]
    assert window(risks, LocalizeSettings(sweep_units=2)) == [3, 4]
    assert window(risks, LocalizeSettings()) == [1, 2, 3, 4]


def test_without_suspicion_risky_kinds_of_moves_come_first() -> None:
    found = make_steps(
        ["So x = 3.", "Hence 2 + 2 = 4 = 3 + 1.", "So y = 4."], window=(), risks=(0.1, 0.1, 0.2)
    )
    settings = LocalizeSettings(sweep_units=1)
    assert audit_window(found.units, found.suspicions, settings).units == ("edge_2",)


def test_every_unit_ignores_suspicion() -> None:
    assert window([0.9, 0.1, 0.1], LocalizeSettings(schedule="every_unit")) == [1, 2, 3]


def test_a_focus_lies_above_the_threshold_and_is_not_withdrawn_unless_it_is_used() -> None:
    assert find_focus(make_units(2), make_suspicions([0.6, 0.61]), 0.6) == 1
    withdrawn = {2: ClaimStatus.WITHDRAWN}
    units = make_units(2, statuses=withdrawn)
    assert find_focus(units, make_suspicions([0.1, 0.9]), 0.6) is None
    units = make_units(3, statuses=withdrawn)
    assert find_focus(units, make_suspicions([0.1, 0.9, 0.1]), 0.6) == 1


def test_an_unscored_unit_is_unknown_and_not_suspicious() -> None:
    known, unknown = make_suspicions([0.1, 0.5])
    default = Suspicion(**(dict(unknown) | {"is_default": True}))
    assert find_focus(make_units(2), (known, default), 0.4) is None


def test_no_units_give_an_empty_window() -> None:
    assert audit_window((), (), LocalizeSettings()) == AuditWindow(
        focus=None, units=(), reason="sweep"
    )


# ---- the loop: one window after another


FOUND = st.lists(st.none() | st.integers(1, 12), max_size=14)


def windows_of(
    scored: Scored, settings: LocalizeSettings, errors: list[int | None]
) -> list[AuditWindow]:
    """All windows of an audit in which these steps turn out refuted, one window after another."""
    progress = AuditProgress()
    windows: list[AuditWindow] = []
    while chosen := next_window(*scored, settings, progress):
        windows.append(chosen)
        new = errors.pop(0) if errors else None
        known = [error for error in (progress.error, new) if error is not None]
        progress = progress.after(chosen, min(known, default=None))
        assert len(windows) <= len(scored[0])
    return windows


@given(scored_units(), SETTINGS, FOUND)
def test_no_unit_is_looked_at_twice_and_the_audit_ends(
    scored: Scored, settings: LocalizeSettings, errors: list[int | None]
) -> None:
    chosen = [unit for window in windows_of(scored, settings, errors) for unit in window.units]
    assert len(chosen) == len(set(chosen))


@given(scored_units(), SETTINGS)
def test_every_claim_is_looked_at_where_nothing_is_refuted_and_nothing_limits(
    scored: Scored, settings: LocalizeSettings
) -> None:
    free = LocalizeSettings(**(settings.model_dump() | {"windows": None, "sweep": "all"}))
    chosen = {unit for window in windows_of(scored, free, []) for unit in window.units}
    assert chosen == {unit.unit_id for unit in scored[0] if unit.makes_claim}


@given(scored_units(), SETTINGS, st.integers(1, 12))
def test_behind_a_refuted_step_nothing_is_looked_at(
    scored: Scored, settings: LocalizeSettings, error: int
) -> None:
    chosen = next_window(*scored, settings, AuditProgress(windows=1, error=error))
    steps = {unit.unit_id: unit.original_step_idx for unit in scored[0]}
    assert all(steps[unit] < error for unit in (chosen.units if chosen else ()))


def test_when_the_first_suspicion_is_cleared_the_next_one_is_taken_up() -> None:
    scored = make_units(5), make_suspicions([0.1, 0.9, 0.1, 0.8, 0.1])
    audit = windows_of(scored, LocalizeSettings(look_back=1, sweep="one", short_units=0), [])
    assert [window.units for window in audit] == [("edge_1", "edge_2"), ("edge_3", "edge_4")]


def test_what_stands_before_a_refuted_step_is_taken_up_as_the_setting_says() -> None:
    scored = make_units(6), make_suspicions([0.1, 0.2, 0.1, 0.1, 0.9, 0.1])

    def audit(prefix: str) -> list[tuple[str, ...]]:
        settings = LocalizeSettings.model_validate(
            {"look_back": 1, "sweep_units": 2, "short_units": 0, "prefix": prefix}
        )
        return [tuple(window.units) for window in windows_of(scored, settings, [5])]

    first = ("edge_4", "edge_5")
    assert audit("none") == [first]
    assert audit("one") == [first, ("edge_1", "edge_2")]
    assert audit("all") == [first, ("edge_1", "edge_2"), ("edge_3",)]


def test_a_recalled_definition_is_looked_at_where_the_proof_rests_on_it() -> None:
    texts, recalled = ["Even means 3k.", "So n is even."], {1: ClaimStatus.RECALLED}
    used = make_steps(texts, window=(), statuses=recalled)
    unused = make_steps(texts, window=(), statuses=recalled, moves={2: Move(on=(0,))})
    for found, chosen in ((used, {"edge_1", "edge_2"}), (unused, {"edge_2"})):
        window = audit_window(found.units, found.suspicions, LocalizeSettings())
        assert set(window.units) == chosen
        assert not found.units[0].makes_claim
    assert (used.silent_steps(), unused.silent_steps()) == (frozenset(), frozenset({1}))


# ---- steps that code refuted

TEXTS = ["We have 1 = 2.", "So x = 3.", "So y = 4.", "So z = 5."]


def test_the_audit_ends_at_the_first_step_that_code_refuted() -> None:
    found = make_steps(TEXTS, window=(1, 2, 3, 4))
    findings = [make_finding(3, "y = 4"), make_finding(2, "x = 3")]
    assert material_findings(found, findings) == tuple(findings)
    chosen = next_window(found.units, found.suspicions, LocalizeSettings(), AuditProgress(error=2))
    assert chosen is not None
    assert chosen.units == ("edge_1", "edge_2")


def test_a_refuted_claim_that_the_text_takes_back_ends_nothing() -> None:
    withdrawn = dict.fromkeys(range(1, 5), ClaimStatus.WITHDRAWN)
    found = make_steps(TEXTS, window=(3, 4), statuses=withdrawn)
    taken_back = make_finding(1, "1  =  2")
    assert material_findings(found, [taken_back]) == ()
    # A claim that no unit has in these words is not known to be taken back.
    assert material_findings(found, [make_finding(1, "1 = 7")])
