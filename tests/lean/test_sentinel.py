"""The sentinel: bound to one request, read only when complete."""

import pytest

from faithsieve.lean.sentinel import Sentinel, SentinelReading, fresh_sentinel
from faithsieve.records.lean import LeanMessage
from support.scripted_lean import lean_message
from support.signing_lean import sentinel_lines


def said(
    sentinel: Sentinel, reading: SentinelReading, *, severity: str = "warning"
) -> list[LeanMessage]:
    return [lean_message(severity, 9, text) for text in sentinel_lines(sentinel, reading)]


READING = SentinelReading(found=True, kind="theorem", axioms=("propext", "sorryAx"), type="1 = 2")


def test_what_lean_logs_comes_back_as_it_was() -> None:
    sentinel = fresh_sentinel("target")
    assert sentinel.read(said(sentinel, READING)) == READING


def test_another_requests_sentinel_is_no_sign() -> None:
    assert fresh_sentinel("target").read(said(fresh_sentinel("target"), READING)) is None


def test_only_a_warning_counts_because_information_can_be_printed_by_the_text() -> None:
    sentinel = fresh_sentinel("target")
    assert sentinel.read(said(sentinel, READING, severity="info")) is None


@pytest.mark.parametrize("kept", [0, 1])
def test_a_part_of_the_lines_is_no_sign(kept: int) -> None:
    sentinel = fresh_sentinel("target")
    assert sentinel.read(said(sentinel, READING)[kept : kept + 1]) is None


def test_a_missing_declaration_is_said_so() -> None:
    sentinel = fresh_sentinel("target")
    reading = sentinel.read(said(sentinel, SentinelReading(found=False)))
    assert reading is not None
    assert not reading.found


def test_without_a_theorem_the_end_of_the_text_is_the_sign() -> None:
    sentinel = fresh_sentinel(None)
    assert sentinel.read(said(sentinel, SentinelReading(found=True))) is not None
    assert sentinel.read([]) is None


def test_nonces_do_not_repeat() -> None:
    assert len({fresh_sentinel("t").nonce for _ in range(200)}) == 200


def test_a_name_that_is_no_identifier_cannot_write_lean() -> None:
    command = fresh_sentinel('x\nrun_cmd Lean.logWarning "FS').command
    assert "«not a name»" in command
    assert "x\nrun_cmd" not in command
