"""Every record stands beside the step, unit or claim it is about."""

import pytest

from faithsieve.localize.scopes import Span, nest
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.lean import ModelPart
from faithsieve.records.substep import ScopeKind
from faithsieve.records.verdict import StepStatus, Verdict, VerdictKind
from faithsieve.web.evidence_page import render_evidence_page
from faithsieve.web.evidence_view import outline_scopes, view_evidence
from support.checked_proofs import key, rich_checked_proof
from support.edge_units import grow

RICH = view_evidence(rich_checked_proof())


def test_steps_carry_their_status_evidence_units_and_obligations() -> None:
    step = RICH.steps[3]
    assert step.status is StepStatus.INCORRECT
    assert step.is_answer
    assert len(step.evidence) == 2
    assert "decompose: step 4 was split on the second try" in RICH.notes
    assert [item.finding.rule for item in step.findings] == ["numeric-link"]
    assert [unit.unit.detailed_step_idx for unit in step.units] == ["4.1", "4.2"]
    assert [item.obligation.id for item in step.obligations] == ["edge_4/1", "edge_5/1", "edge_5/2"]


def test_units_carry_review_window_and_obligations() -> None:
    unit = RICH.units[4]
    assert (unit.in_window, unit.is_focus, unit.is_material) == (True, True, True)
    assert unit.review is not None
    assert [item.number for item in unit.obligations] == [3, 4]
    assert not RICH.units[3].is_material
    assert not RICH.units[0].in_window
    rich = rich_checked_proof()
    alone = view_evidence(rich.model_copy(update={"localization": None}))
    assert ([item.unit_number for item in alone.obligations], alone.units) == ([None] * 4, ())


def test_a_finite_counterexample_reaches_the_page_as_tables() -> None:
    part = ModelPart(name="mul_table", sizes=(1, 1), values=("0",), kind="table")
    checked = rich_checked_proof()
    assert checked.verified is not None
    *others, last = checked.verified.units
    refuted = last.results[0].model_copy(update={"model": (part,)})
    units = (*others, last.model_copy(update={"results": (refuted, *last.results[1:])}))
    verified = checked.verified.model_copy(update={"units": units})
    assert "mul_table" in render_evidence_page(checked.model_copy(update={"verified": verified}))


def test_every_cited_key_is_listed_once_with_all_that_cite_it() -> None:
    cited = RICH.artifacts
    assert cited[key("accepted")] == ("verdict", "step 4", "obligation edge_5/1", "Lean judgement")
    assert key("probe") in cited
    assert {key("decompose"), key("review"), key("synthesis")} <= set(cited)


@pytest.mark.parametrize(("label", "unit"), [(4, 5), (2, 2), (6, 7), ("correct", 5)])
def test_the_unit_behind_the_verdict_is_shown_first(label: int | str, unit: int) -> None:
    rich = rich_checked_proof()
    kind = VerdictKind.NO_ERROR_FOUND if label == "correct" else VerdictKind.RISKY_STEP
    verdict = Verdict.model_validate({"label": label, "kind": kind, "rationale": "because"})
    view = view_evidence(
        CheckedProof(
            proof=rich.proof, verdict=verdict, localization=rich.localization,
            verified=rich.verified,
        )
    )  # fmt: skip
    assert view.selected_unit == unit


def test_scopes_are_boxes_that_open_and_close_around_their_units() -> None:
    lines = [
        (line.event, line.unit.edge_index if line.unit else line.scope and line.scope.label)
        for line in RICH.outline
    ]
    assert lines == [
        ("unit", 1), ("unit", 2),
        ("opens", "$x = 2$"), ("unit", 3), ("unit", 4), ("unit", 5), ("closes", "$x = 2$"),
        ("opens", "$x = 3$"), ("unit", 6), ("closes", "$x = 3$"),
        ("unit", 7),
    ]  # fmt: skip
    first, last = (line.left for line in RICH.outline if line.event == "closes")
    assert first is None, "one case alone says nothing"
    assert last is not None
    assert last.text.startswith("Either ($x = 2$), and then:")


def test_boxes_are_properly_nested_whatever_opens_and_ends_together() -> None:
    spans = [Span(kind, 1, 3, "a") for kind in ScopeKind] + [Span(ScopeKind.CASE, 2, 3, "b")]
    tree = grow(["p.", "q.", "r."], spans=nest(spans)[0])
    open_boxes: list[object] = []
    for line in outline_scopes(tree):
        if line.event == "opens":
            open_boxes.append(line.scope)
        elif line.event == "closes":
            assert open_boxes.pop() is line.scope
    assert open_boxes == []
    assert list(outline_scopes(grow(["p."]))) == []
