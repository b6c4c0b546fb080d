"""What the terminal says about a checked proof: nothing more than the records do."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from faithsieve.cli.verdict_view import cost_line, headline, show_checked
from faithsieve.records.cost import Cost
from faithsieve.records.evidence import EvidenceItem, Outcome
from faithsieve.records.verdict import StepFinding, StepStatus, Verdict, VerdictKind
from support.checked_proofs import bare_checked_proof, rich_checked_proof
from support.snapshots import assert_matches_snapshot

SNAPSHOTS = Path(__file__).parent / "snapshots"


def printed(checked: object) -> str:
    file = io.StringIO()
    Console(width=100, file=file, color_system=None).print(checked)
    return file.getvalue()


def test_a_checked_proof_reads_as_on_file() -> None:
    shown = printed(show_checked(rich_checked_proof(), seconds=75))
    assert_matches_snapshot(SNAPSHOTS / "checked_proof.txt", shown)


def test_proof_text_can_neither_colour_nor_control_the_terminal() -> None:
    hostile = bare_checked_proof("[red]no\x1b[31m\x07 markup[/red]")
    shown = printed(show_checked(hostile, seconds=1))
    assert "[red]no" in shown
    assert "\x1b" not in shown
    assert "\x07" not in shown


@pytest.mark.parametrize(
    ("statuses", "said"),
    [
        (("supported", "supported"), "no error found: all 2 steps are supported"),
        (
            ("supported", "unchecked"),
            "no error found: nothing was refuted, but 1 of 2 steps is not",
        ),
        (
            ("uncertain", "unchecked"),
            "no error found: nothing was refuted, but 2 of 2 steps are not",
        ),
        ((), "no error found: no step was found wrong"),
    ],
)
def test_correct_says_what_stands_behind_it(statuses: tuple[str, ...], said: str) -> None:
    steps = tuple(
        StepFinding(index=number, status=StepStatus(status))
        for number, status in enumerate(statuses, start=1)
    )
    verdict = Verdict(label="correct", kind=VerdictKind.NO_ERROR_FOUND, rationale="", steps=steps)
    assert headline(verdict).startswith(said)


def test_correct_does_not_hide_a_refutation_that_was_too_weak_to_decide() -> None:
    item = EvidenceItem(
        rule="weak_not_entailed", outcome=Outcome.REFUTED, summary="fails at x = 2", decides=False
    )
    step = StepFinding(index=1, status=StepStatus.UNCERTAIN, evidence=(item,))
    verdict = Verdict(label="correct", kind=VerdictKind.NO_ERROR_FOUND, rationale="", steps=(step,))
    assert headline(verdict) == (
        "no error found: no refutation decides, but 1 of 1 step is not supported; "
        "steps with evidence against them: 1"
    )


def test_an_undecided_proof_says_how_much_is_open() -> None:
    steps = (
        StepFinding(index=1, status=StepStatus.SUPPORTED),
        StepFinding(index=2, status=StepStatus.UNCHECKED),
    )
    verdict = Verdict(label=None, kind=VerdictKind.UNDECIDED, rationale="", steps=steps)
    assert headline(verdict) == (
        "undecided: nothing was refuted, but 1 of 2 steps is not supported"
    )


def test_an_error_that_may_be_earlier_is_at_or_before_its_step() -> None:
    verdict = Verdict(label=3, kind=VerdictKind.FIRST_ERROR, may_be_earlier=True, rationale="")
    assert headline(verdict) == "first error: at or before step 3"


def test_a_risky_step_is_never_called_an_error() -> None:
    verdict = Verdict(label=2, kind=VerdictKind.RISKY_STEP, confidence=0.4, rationale="")
    assert headline(verdict) == (
        "risky step: 2, trusted least; nothing was refuted (confidence 0.40)"
    )


def test_a_free_check_names_no_money() -> None:
    assert cost_line(Cost(), 61) == "0 model calls · 0 tokens · 1:01"
