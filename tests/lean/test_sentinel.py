"""The sentinel: bound to one request, read only when complete."""

import pytest

from faithsieve.lean.sentinel import Sentinel, fresh_sentinel
from faithsieve.lean.wire import WireConstant
from faithsieve.records.lean import LeanMessage
from support.scripted_lean import lean_message
from support.signing_lean import sentinel_lines

READING = WireConstant(
    found=True, new=1, kind="theorem", axioms=("propext", "sorryAx"), type="1 = 2"
)


def said(
    sentinel: Sentinel, reading: WireConstant = READING, *, severity: str = "warning"
) -> list[LeanMessage]:
    return [lean_message(severity, 9, text) for text in sentinel_lines(sentinel, reading)]


def test_what_lean_logs_comes_back_as_it_was() -> None:
    sentinel = fresh_sentinel("target")
    assert sentinel.read(said(sentinel)) == READING
    assert sentinel.read(said(sentinel, WireConstant())) == WireConstant()


def test_a_part_of_the_lines_another_request_or_plain_information_is_no_sign() -> None:
    sentinel = fresh_sentinel("target")
    for lines in ([], said(sentinel)[:1], said(sentinel)[1:2], said(fresh_sentinel("target"))):
        assert sentinel.read(lines) is None
    # Information can be printed by the text.
    assert sentinel.read(said(sentinel, severity="info")) is None


def test_without_a_theorem_the_end_of_the_text_is_the_sign() -> None:
    sentinel = fresh_sentinel(None)
    assert sentinel.read(said(sentinel)) is not None
    assert sentinel.read([]) is None


def test_nonces_do_not_repeat() -> None:
    assert len({fresh_sentinel("t").nonce for _ in range(200)}) == 200


@pytest.mark.parametrize("name", ['x\nrun_cmd Lean.logWarning "FS', "a b", ""])
def test_a_name_that_is_no_identifier_cannot_write_lean(name: str) -> None:
    command = fresh_sentinel(name).command
    assert "«not a name»" in command
    assert "x\nrun_cmd" not in command
