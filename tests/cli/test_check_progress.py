import pytest

from faithsieve.cli.check_progress import CheckTally, showing_check
from faithsieve.records.checked_proof import Event, EventKind
from faithsieve.turns import AGAIN, awaiting


def test_the_tally_guesses_the_time_left_from_the_units_that_are_done() -> None:
    seconds = iter([0.0, 10.0, 40.0])
    tally = CheckTally(clock=lambda: next(seconds))
    for event in (
        Event(kind=EventKind.STAGE_BEGAN, stage="verify"),
        Event(kind=EventKind.WINDOW, stage="verify", subject="edge_1, edge_2, edge_3"),
        Event(kind=EventKind.OBLIGATION, stage="verify", subject="edge_1/1", detail="passed"),
    ):
        tally.add(event)
    assert tally.time_left == "about 1:00 left"


def test_the_tally_counts_what_it_is_told() -> None:
    tally = CheckTally()
    events = [
        Event(kind=EventKind.STAGE_BEGAN, stage="verify"),
        Event(kind=EventKind.WINDOW, stage="localize", detail="4 units, 3 to audit"),
        Event(kind=EventKind.MODEL_CALL, stage="verify.statement", tokens=1200),
        Event(kind=EventKind.LEAN_CHECK, stage="verify"),
        Event(kind=EventKind.OBLIGATION, stage="verify", detail="passed"),
        Event(kind=EventKind.OBLIGATION, stage="verify", detail="passed"),
    ]
    for event in events:
        tally.add(event)
    assert tally.words == (
        "stating and testing claims · 4 units, 3 to audit · 2 passed · 1 model call, "
        "1,200 tokens · 1 Lean check"
    )


def test_without_a_terminal_a_retry_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    with showing_check():
        with awaiting("the model"):
            pass
        for _ in range(2):
            with awaiting(AGAIN):
                pass
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "checking arithmetic and algebra · waiting for another try, because a call failed"
    ]
