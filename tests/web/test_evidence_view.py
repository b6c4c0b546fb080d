"""Every record stands beside the step, unit or claim it is about."""

import pytest

from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.lean import ModelPart
from faithsieve.records.verdict import StepStatus, Verdict, VerdictKind
from faithsieve.web.evidence_page import render_evidence_page
from faithsieve.web.evidence_view import view_evidence
from support.checked_proofs import key, rich_checked_proof

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
