"""The status of a foreign reply: ok needs Lean's own sign, everything else is told apart."""

import time
from pathlib import Path

import pytest

from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.external_backend import (
    MATHLIB,
    BackendReply,
    BackendRequest,
    Header,
    core_header,
    make_report,
    severity_of,
)
from faithsieve.lean.mcp_client import ServerKind
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.sentinel import SentinelReading, fresh_sentinel
from faithsieve.records.lean import LeanMessage, LeanSource, LeanStatus
from support.doctor_patients import HidingErrors, assert_admitted, assert_refused
from support.scripted_lean import knowing_lean, unanswering_lean
from support.served_leans import PROTOCOLS, served
from support.signing_lean import sentinel_lines

CLEAN = SentinelReading(found=True, kind="theorem", axioms=("propext",), type="True")


def ask(
    theorem: str | None = "target", text: str = "theorem target : True := trivial"
) -> BackendRequest:
    return BackendRequest(
        source=LeanSource(text=text, theorem=theorem, dialect="mathlib"),
        sentinel=fresh_sentinel(theorem),
        header=MATHLIB,
        backend="test",
        toolchain="lean",
        asked_at=time.monotonic(),
    )


def message(severity: str, text: str, line: int = 1) -> LeanMessage:
    return LeanMessage.model_validate(
        {"severity": severity, "line": line, "column": 0, "text": text}
    )


def sign(question: BackendRequest, reading: SentinelReading = CLEAN) -> tuple[LeanMessage, ...]:
    return tuple(message("warning", text) for text in sentinel_lines(question.sentinel, reading))


def test_silence_is_not_success() -> None:
    assert make_report(ask(), BackendReply()).status is LeanStatus.INFRASTRUCTURE


def test_the_sign_of_the_named_theorem_is_success_and_is_not_shown_as_a_message() -> None:
    question = ask()
    report = make_report(question, BackendReply(messages=sign(question)))
    assert report.status is LeanStatus.OK
    assert report.messages == ()
    assert (report.theorem_type, report.axioms) == ("True", ("propext",))


def test_an_error_outweighs_the_sign() -> None:
    question = ask()
    report = make_report(question, BackendReply(messages=(message("error", "no"), *sign(question))))
    assert report.status is LeanStatus.ERROR


@pytest.mark.parametrize(
    ("reading", "word"),
    [
        (SentinelReading(found=False), "no declaration"),
        (CLEAN.model_copy(update={"kind": "other"}), "not a theorem"),
    ],
)
def test_a_missing_or_other_declaration_is_an_error(reading: SentinelReading, word: str) -> None:
    question = ask()
    report = make_report(question, BackendReply(messages=sign(question, reading)))
    assert report.status is LeanStatus.ERROR
    assert word in report.detail


@pytest.mark.parametrize("status", [LeanStatus.TIMEOUT, LeanStatus.INFRASTRUCTURE])
def test_a_failure_of_the_protocol_outweighs_everything(status: LeanStatus) -> None:
    question = ask()
    report = make_report(
        question, BackendReply(messages=sign(question), status=status, detail="why")
    )
    assert (report.status, report.detail) == (status, "why")


def test_a_heartbeat_limit_is_a_timeout() -> None:
    text = (
        "(deterministic) timeout at `whnf`, maximum number of heartbeats (200000) has been reached"
    )
    assert (
        make_report(ask(), BackendReply(messages=(message("error", text),))).status
        is LeanStatus.TIMEOUT
    )


@pytest.mark.parametrize(
    "text",
    [
        "unknown module prefix 'Mathlib'",
        "invalid macro declaration, the prelude is written for another Lean",
        "(deterministic) timeout at `whnf`, maximum number of heartbeats (200000) has been reached",
    ],
)
def test_an_error_of_the_header_is_infrastructure_and_not_a_rejection(text: str) -> None:
    question = ask()
    broken = (message("error", text, line=0), message("error", "unknown identifier"))
    report = make_report(question, BackendReply(messages=(*broken, *sign(question))))
    assert report.status is LeanStatus.INFRASTRUCTURE
    assert text in report.detail


@pytest.mark.parametrize("spelling", ["declaration uses 'sorry'", "declaration uses `sorry`"])
def test_a_sorry_is_seen_in_both_spellings(spelling: str) -> None:
    question = ask()
    report = make_report(
        question, BackendReply(messages=(message("warning", spelling), *sign(question)))
    )
    assert report.has_sorry


def test_a_hole_that_the_text_does_not_have_means_that_an_error_was_swallowed() -> None:
    """Seen with the real Lean behind the text shape: the error was dropped, the theorem stayed."""
    question = ask(text="theorem target : no_such_name = 1 := rfl")
    reading = SentinelReading(found=True, kind="theorem", axioms=("sorryAx",), type="sorry = 1")
    report = make_report(question, BackendReply(messages=sign(question, reading)))
    assert report.status is LeanStatus.INFRASTRUCTURE
    assert report.has_sorry


def test_a_sorry_without_a_warning_is_seen_by_its_axiom() -> None:
    question = ask(text="theorem target : 1 = 2 := sorry")
    reading = SentinelReading(found=True, kind="theorem", axioms=("sorryAx",), type="1 = 2")
    assert make_report(question, BackendReply(messages=sign(question, reading))).has_sorry


def test_unsolved_goals_in_a_message_become_goals() -> None:
    report = make_report(
        ask(), BackendReply(messages=(message("error", "unsolved goals\nx : Nat\n⊢ x = 1"),))
    )
    assert report.goals[0].text == "x : Nat\n⊢ x = 1"


def test_the_key_of_a_check_does_not_depend_on_its_nonce() -> None:
    assert ask().digest == ask().digest


def test_the_key_of_a_check_depends_on_the_header() -> None:
    one = ask()
    other = one.model_copy(update={"header": Header(imports=("Init",), dialect="mathlib")})
    assert one.digest != other.digest


def test_imports_come_first_and_auto_bound_names_are_off() -> None:
    text = core_header(("-- prelude",)).text
    assert text.startswith("import Lean\n")
    assert "set_option autoImplicit false" in text


@pytest.mark.parametrize(
    ("word", "severity"),
    [
        ("error", "error"),
        ("Information", "info"),
        ("hint", "info"),
        ("warning", "warning"),
        ("?", "error"),
    ],
)
def test_an_unknown_severity_is_taken_as_an_error(word: str, severity: str) -> None:
    assert severity_of(word) == severity


TRUE = "theorem target : True := trivial"


def source(text: str) -> LeanSource:
    return LeanSource(text=text, theorem="target")


@pytest.mark.network
@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_client_and_server_agree_in_every_protocol(protocol: str, tmp_path: Path) -> None:
    async with served(protocol, knowing_lean(), tmp_path) as lean:
        reports = [
            await lean.check(source(text), timeout_s=20)
            for text in (TRUE, "theorem target : wrong", "theorem target : slow", "-- crash")
        ]
    assert [report.status for report in reports] == [
        LeanStatus.OK,
        LeanStatus.ERROR,
        LeanStatus.TIMEOUT,
        LeanStatus.INFRASTRUCTURE,
    ]
    assert reports[1].messages[0].line == 1


@pytest.mark.network
@pytest.mark.parametrize("status", [LeanStatus.TIMEOUT, LeanStatus.INFRASTRUCTURE])
@pytest.mark.parametrize("protocol", PROTOCOLS[1:])
async def test_no_answer_is_no_success_although_lean_said_something(
    protocol: str, status: LeanStatus, tmp_path: Path
) -> None:
    async with served(protocol, unanswering_lean(status), tmp_path) as lean:
        report = await lean.check(source(TRUE), timeout_s=20)
    assert report.status is status
    assert "sign for this request" not in report.detail


@pytest.mark.network
@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_a_header_the_server_does_not_have_is_infrastructure(
    protocol: str, tmp_path: Path
) -> None:
    async with served(protocol, knowing_lean(), tmp_path, header=MATHLIB) as lean:
        asked = LeanSource(text=TRUE, theorem="target", dialect="mathlib")
        report = await lean.check(asked, timeout_s=20)
    assert report.status is LeanStatus.INFRASTRUCTURE
    assert "Mathlib" in report.detail


@pytest.mark.lean
@pytest.mark.xdist_group("lean")
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_every_client_reaches_a_real_lean(
    protocol: str, lean_pool: LeanPool, tmp_path: Path
) -> None:
    async with served(protocol, EmbeddedLean(lean_pool), tmp_path) as lean:
        good = await lean.check(
            source("theorem target (a b : Nat) (h : a < b) : a ≤ b := by omega"), timeout_s=60
        )
        assert good.status is LeanStatus.OK
        assert good.theorem_type is not None
        bad = await lean.check(
            source("theorem target (x : Nat) : x = 1 := by\n  skip"), timeout_s=60
        )
        assert bad.status is LeanStatus.ERROR
        # lean-tools-mcp keeps the first line of a message only.
        assert protocol == ServerKind.TEXT or "x = 1" in bad.goals[0].text
        lost = await lean.check(source("theorem target : no_such_name = 1 := rfl"), timeout_s=60)
        assert lost.status is not LeanStatus.OK


@pytest.mark.lean
@pytest.mark.xdist_group("lean")
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("protocol", ["repl", "kimina", ServerKind.LSP])
async def test_the_doctor_admits_a_real_lean_behind_a_protocol_and_refuses_one_that_hides_errors(
    protocol: str, lean_pool: LeanPool, tmp_path: Path
) -> None:
    real = EmbeddedLean(lean_pool)
    async with served(protocol, real, tmp_path) as lean:
        await assert_admitted(lean)
    async with served(protocol, HidingErrors(real), tmp_path) as lean:
        await assert_refused(lean)
