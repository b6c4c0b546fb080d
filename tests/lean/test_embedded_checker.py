from typing import Any

import pytest

from faithsieve.errors import LeanUnavailableError
from faithsieve.lean.embedded_checker import END_OF_TEXT, MESSAGE_CHARS, EmbeddedLean
from faithsieve.lean.embedded_worker import WorkerTimeoutError
from faithsieve.records.lean import LeanSource, LeanStatus
from support.lean_workers import FakeDriver, Line

THEOREM: dict[str, Any] = {"found": True, "kind": "theorem", "type": "1 + 1 = 2", "new": 1}
SILENT: dict[str, Any] = {"nonce": "n", "kinds": ["Lean.Parser.Command.declaration", END_OF_TEXT]}
GOOD: dict[str, Any] = {**SILENT, "constant": THEOREM}


def error(text: str, *, severity: str = "error") -> dict[str, object]:
    return {"severity": severity, "line": 2, "column": 4, "text": text}


async def report_of(
    line: Line, *, text: str = "theorem t : True := trivial", name: str = "t"
) -> Any:
    asked = FakeDriver(lambda request: line)
    source = LeanSource(text=text, theorem=name)
    return await EmbeddedLean(asked).check(source, timeout_s=1)


async def test_a_named_theorem_without_errors_is_ok() -> None:
    report = await report_of(GOOD)
    assert report.status is LeanStatus.OK
    assert report.theorem_type == "1 + 1 = 2"


@pytest.mark.parametrize(
    "reply",
    [
        SILENT,
        {**GOOD, "kinds": []},
        {**GOOD, "kinds": ["Lean.Parser.Command.exit"]},
        {**GOOD, "constant": {"found": False}},
        {**GOOD, "constant": {**THEOREM, "new": 0}},
        {**GOOD, "constant": {**THEOREM, "kind": "def"}},
        {**GOOD, "constant": {**THEOREM, "kind": "axiom"}},
        {**GOOD, "errors": 1},
        {"nonce": "n"},
    ],
)
async def test_silence_is_never_success(reply: dict[str, object]) -> None:
    assert (await report_of(reply)).status is LeanStatus.ERROR


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (WorkerTimeoutError("killed"), LeanStatus.TIMEOUT),
        (LeanUnavailableError("not there"), LeanStatus.INFRASTRUCTURE),
        ({**GOOD, "cancelled": True}, LeanStatus.TIMEOUT),
        ({**GOOD, "cancelled": True, "internal": "interrupted"}, LeanStatus.TIMEOUT),
        ({**GOOD, "messages": "garbled"}, LeanStatus.INFRASTRUCTURE),
        ({**GOOD, "failure": "unknown op"}, LeanStatus.INFRASTRUCTURE),
        ({**GOOD, "internal": "elaborator threw"}, LeanStatus.INFRASTRUCTURE),
        ({**GOOD, "messages": [error("(deterministic) timeout at `whnf`")]}, LeanStatus.TIMEOUT),
        (
            {**GOOD, "errors": 201, "message_count": 201, "messages": [error("no")] * 200},
            LeanStatus.INFRASTRUCTURE,
        ),
    ],
)
async def test_not_getting_an_answer_is_a_status(line: Line, status: LeanStatus) -> None:
    report = await report_of(line)
    assert report.status is status
    assert report.detail


@pytest.mark.parametrize(
    ("source", "word"),
    [
        (LeanSource(text="\x00"), "NUL character"),
        (LeanSource(text="\ud800"), ""),
        (LeanSource(text="x" * (11 << 20)), "at most 1048576"),
        (LeanSource(text="(" * 10_000), "nested 10000 deep"),
    ],
)
async def test_bad_text_is_answered_without_lean(source: LeanSource, word: str) -> None:
    asked = FakeDriver(lambda request: GOOD)
    report = await EmbeddedLean(asked).check(source, timeout_s=1)
    assert report.status is LeanStatus.INFRASTRUCTURE
    assert word in report.detail
    assert asked.asked == []


async def test_messages_left_out_hide_nothing_when_all_errors_are_there() -> None:
    reply = {**GOOD, "errors": 1, "message_count": 9, "messages": [error("no")]}
    assert (await report_of(reply)).status is LeanStatus.ERROR


@pytest.mark.parametrize(
    "reply",
    [
        {**GOOD, "sorry": True},
        {**GOOD, "messages": [error("declaration uses `sorry`", severity="warning")]},
        {**GOOD, "messages": [error("declaration uses 'sorry'", severity="warning")]},
        {**GOOD, "constant": {**THEOREM, "bad": ["sorryAx"]}},
    ],
)
async def test_a_sorry_is_seen_in_every_form(reply: dict[str, object]) -> None:
    assert (await report_of(reply)).has_sorry


async def test_goals_that_a_block_left_come_from_its_message() -> None:
    place = {"line": 2, "column": 4, "text": "before the block"}
    unsolved = error("unsolved goals\nx : Nat\n⊢ x = 1")
    report = await report_of({**GOOD, "errors": 1, "goals": [place], "messages": [unsolved]})
    assert [goal.text for goal in report.goals] == ["x : Nat\n⊢ x = 1"]


async def test_a_huge_message_is_cut_and_says_so() -> None:
    report = await report_of({**GOOD, "errors": 1, "messages": [error("x" * 50_000)]})
    assert len(report.messages[0].text) < MESSAGE_CHARS + 100
    assert "42000 more" in report.messages[0].text


async def test_equal_checks_have_equal_digests_and_others_do_not() -> None:
    lean = EmbeddedLean(FakeDriver(lambda request: GOOD))
    true = "theorem t : True := trivial"
    texts = (f"{true}\r\n", f"{true}\n", true, "", "\x00", "\x00\x00", "\ud800")
    sources = [LeanSource(text=text) for text in texts]
    first, *others = [(await lean.check(source, timeout_s=1)).digest for source in sources]
    assert others[0] == first
    assert len(set(others)) == len(others)
