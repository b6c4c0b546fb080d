"""The status of a foreign reply: ok needs Lean's own sign, everything else is told apart."""

import time

import pytest

from faithsieve.lean.external_backend import (
    MATHLIB,
    BackendReply,
    BackendRequest,
    Header,
    core_header,
    make_report,
    severity_of,
)
from faithsieve.lean.sentinel import SentinelReading, fresh_sentinel
from faithsieve.records.lean import LeanMessage, LeanSource, LeanStatus
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
