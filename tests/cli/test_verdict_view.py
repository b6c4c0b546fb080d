"""What the terminal says about a checked proof: nothing more than the records do."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from faithsieve.cli.verdict_view import headline, show_checked
from faithsieve.records.evidence import EvidenceItem
from faithsieve.records.verdict import Verdict, VerdictKind
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


WEAK = EvidenceItem(
    rule="weak_not_entailed", outcome="doubt", summary="fails at x = 2", decides=False
)
CORRECT = {"label": "correct", "kind": VerdictKind.NO_ERROR_FOUND}
OPEN = {"label": None, "kind": VerdictKind.UNDECIDED}


@pytest.mark.parametrize(
    ("fields", "statuses", "said"),
    [
        (CORRECT, "supported supported", "nothing was refuted, and 2 of 2 steps are supported"),
        (CORRECT, "supported unchecked", "nothing was refuted, and 1 of 2 steps is supported"),
        (CORRECT, "", "no step was found wrong"),
        (
            CORRECT,
            "weak",
            "no refutation decides, and 0 of 1 step is supported; "
            "what speaks against step 1 does not decide",
        ),
        (OPEN, "uncertain unchecked", "nothing was refuted, and 0 of 2 steps are supported"),
        (
            {"label": 3, "kind": VerdictKind.FIRST_ERROR, "may_be_earlier": True},
            "",
            "first error: at or before step 3",
        ),
        (
            {"label": 2, "kind": VerdictKind.RISKY_STEP, "confidence": 0.4},
            "",
            "risky step: 2, trusted least; no step was refuted (confidence 0.40)",
        ),
    ],
)
def test_the_headline_says_what_stands_behind_a_verdict(
    fields: dict[str, object], statuses: str, said: str
) -> None:
    steps = [
        {"index": number, "status": "uncertain", "evidence": (WEAK,)}
        if status == "weak"
        else {"index": number, "status": status}
        for number, status in enumerate(statuses.split(), start=1)
    ]
    told = headline(Verdict.model_validate({**fields, "rationale": "", "steps": steps}))
    assert told.removeprefix("no error found: ").removeprefix("undecided: ") == said
