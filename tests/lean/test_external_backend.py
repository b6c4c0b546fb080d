"""The status of a foreign reply: ok needs Lean's own sign, everything else is told apart."""

from pathlib import Path

import pytest

from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.external_backend import (
    MATHLIB,
    BackendReply,
    ExternalLean,
    Header,
    core_header,
    severity_of,
)
from faithsieve.lean.mcp_client import ServerKind
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.sentinel import SentinelReading
from faithsieve.records.lean import LeanMessage, LeanReport, LeanSource, LeanStatus
from support.doctor_patients import HidingErrors, assert_admitted, assert_refused
from support.embedded_lean import in_lean
from support.scripted_lean import knowing_lean, lean_message, unanswering_lean
from support.served_leans import PROTOCOLS, served
from support.signing_lean import sentinel_lines, split_sentinel

CLEAN = SentinelReading(found=True, kind="theorem", axioms=("propext",), type="True")
HOLE = CLEAN.model_copy(update={"axioms": ("sorryAx",)})
TRUE = "theorem target : True := trivial"
HEARTBEATS = (
    "(deterministic) timeout at `whnf`, maximum number of heartbeats (200000) has been reached"
)


class SayingLean(ExternalLean):
    """Sends some messages, and the sentinel's lines with a reading where it has one."""

    backend = "test"

    def __init__(
        self,
        *messages: LeanMessage,
        reading: SentinelReading | None = CLEAN,
        failure: LeanStatus | None = None,
        header: Header = MATHLIB,
    ) -> None:
        super().__init__(header=header, toolchain="lean")
        self.messages = messages
        self.reading = reading
        self.failure = failure

    async def answer(self, snippet: str, timeout_s: float) -> BackendReply:
        _, sentinel = split_sentinel(snippet)
        assert sentinel is not None
        lines = sentinel_lines(sentinel, self.reading) if self.reading else ()
        signs = (lean_message("warning", 1, text) for text in lines)
        return BackendReply(
            messages=(*self.messages, *signs),
            status=self.failure,
            detail="why" * bool(self.failure),
        )


async def report_of(lean: SayingLean, text: str = TRUE) -> LeanReport:
    asked = LeanSource(text=text, theorem="target", dialect="mathlib")
    return await lean.check(asked, timeout_s=1)


async def test_the_sign_of_the_named_theorem_is_success_and_is_not_shown_as_a_message() -> None:
    report = await report_of(SayingLean())
    assert report.status is LeanStatus.OK
    assert report.messages == ()
    assert (report.theorem_type, report.axioms) == ("True", ("propext",))


@pytest.mark.parametrize(
    ("lean", "status", "word"),
    [
        (SayingLean(reading=None), LeanStatus.INFRASTRUCTURE, "sign for this request"),
        (SayingLean(lean_message("error", 1, "no")), LeanStatus.ERROR, ""),
        (SayingLean(reading=SentinelReading(found=False)), LeanStatus.ERROR, "no declaration"),
        (
            SayingLean(reading=CLEAN.model_copy(update={"kind": "other"})),
            LeanStatus.ERROR,
            "not a theorem",
        ),
        (SayingLean(failure=LeanStatus.TIMEOUT), LeanStatus.TIMEOUT, "why"),
        (SayingLean(failure=LeanStatus.INFRASTRUCTURE), LeanStatus.INFRASTRUCTURE, "why"),
        (SayingLean(lean_message("error", 1, HEARTBEATS)), LeanStatus.TIMEOUT, "heartbeat"),
        # Seen with the real Lean behind the text shape: the error was dropped, the theorem stayed.
        (SayingLean(reading=HOLE), LeanStatus.INFRASTRUCTURE, "a hole"),
    ],
)
async def test_whatever_speaks_against_a_sign_has_its_own_status(
    lean: SayingLean, status: LeanStatus, word: str
) -> None:
    report = await report_of(lean)
    assert report.status is status
    assert word in report.detail


@pytest.mark.parametrize(
    "text",
    [
        "unknown module prefix 'Mathlib'",
        "invalid macro declaration, the prelude is written for another Lean",
        HEARTBEATS,
    ],
)
async def test_an_error_of_the_header_is_infrastructure_and_not_a_rejection(text: str) -> None:
    broken = (lean_message("error", 0, text), lean_message("error", 1, "unknown identifier"))
    report = await report_of(SayingLean(*broken))
    assert report.status is LeanStatus.INFRASTRUCTURE
    assert text in report.detail


@pytest.mark.parametrize(
    "lean",
    [
        SayingLean(lean_message("warning", 1, "declaration uses 'sorry'")),
        SayingLean(lean_message("warning", 1, "declaration uses `sorry`")),
        SayingLean(reading=HOLE),
    ],
)
async def test_a_sorry_is_seen_in_both_spellings_and_by_its_axiom(lean: SayingLean) -> None:
    assert (await report_of(lean, "theorem target : 1 = 2 := sorry")).has_sorry


async def test_unsolved_goals_in_a_message_become_goals() -> None:
    unsolved = lean_message("error", 1, "unsolved goals\nx : Nat\n⊢ x = 1")
    assert (await report_of(SayingLean(unsolved))).goals[0].text == "x : Nat\n⊢ x = 1"


async def test_the_key_of_a_check_depends_on_the_header_and_not_on_its_nonce() -> None:
    other = SayingLean(header=Header(imports=("Init",), dialect="mathlib"))
    digests = [(await report_of(lean)).digest for lean in (SayingLean(), SayingLean(), other)]
    assert digests[0] == digests[1] != digests[2]


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


@in_lean
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


@in_lean
@pytest.mark.parametrize("protocol", ["repl", "kimina", ServerKind.LSP])
async def test_the_doctor_admits_a_real_lean_behind_a_protocol_and_refuses_one_that_hides_errors(
    protocol: str, lean_pool: LeanPool, tmp_path: Path
) -> None:
    real = EmbeddedLean(lean_pool)
    async with served(protocol, real, tmp_path) as lean:
        await assert_admitted(lean)
    async with served(protocol, HidingErrors(real), tmp_path) as lean:
        await assert_refused(lean)
