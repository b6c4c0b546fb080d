"""The cascade's request and how its answer is read; the closing rates are with the real Lean."""

import json
import re
from pathlib import Path

import pytest

from faithsieve.lean.attempts import Attempt
from faithsieve.lean.cascade import (
    CascadePlan,
    Closed,
    CouldNotTry,
    NotClosed,
    close_goal,
    read_cascade,
)
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.pool import EmbeddedPool
from faithsieve.lean.scripted import ScriptedLean
from faithsieve.lean.signature import read_signature
from faithsieve.records.digest import digest_of
from faithsieve.records.lean import LeanMessage, LeanReport, LeanSource, LeanStatus

ATTEMPTS = (
    Attempt(name="first", body="omega"),
    Attempt(name="second", body="simp\ngrind"),
    Attempt(name="third", body="decide"),
)


def report(*messages: tuple[str, int, str], status: LeanStatus = LeanStatus.ERROR) -> LeanReport:
    return LeanReport(
        status=status,
        messages=tuple(
            LeanMessage.model_validate(
                {"severity": severity, "line": line, "column": 0, "text": text}
            )
            for severity, line, text in messages
        ),
        backend="scripted",
        toolchain="scripted",
        digest=digest_of("x"),
    )


def plan() -> CascadePlan:
    signature = read_signature("(a b : Nat) (h : a = b) : b = a")
    return CascadePlan(signature=signature, attempts=ATTEMPTS)


NONCE = plan().nonce


def report_of_doubt() -> LeanReport:
    """The second attempt says that it closed the goal, and has an error as well."""
    line = plan().lines_of(1).start + 3
    return report(
        ("info", 2, f"statement {NONCE}"),
        ("error", line, "grind failed"),
        ("info", line, f"closed {NONCE} 1"),
    )


def test_the_same_plan_is_the_same_request() -> None:
    assert plan().source == plan().source
    other = CascadePlan(signature=plan().signature, attempts=ATTEMPTS[:2])
    assert other.nonce != NONCE


def test_the_first_mark_wins() -> None:
    marks = [
        ("info", 2, f"statement {NONCE}"),
        ("info", 9, f"open {NONCE} 0"),
        ("info", 20, f"closed {NONCE} 1"),
    ]
    result, doubtful = read_cascade(report(*marks), plan())
    assert isinstance(result, Closed)
    assert (result.attempt, result.body, result.tried) == ("second", "simp\ngrind", 2)
    assert doubtful is None


def test_a_mark_with_another_nonce_closes_nothing() -> None:
    marks = [("info", 2, f"statement {NONCE}"), ("info", 9, "closed n1 0")]
    result, _ = read_cascade(report(*marks), plan())
    assert isinstance(result, NotClosed)


def test_an_error_inside_the_attempt_makes_its_mark_worthless() -> None:
    result, doubtful = read_cascade(report_of_doubt(), plan())
    assert isinstance(result, NotClosed)
    assert doubtful == 1


def test_the_lines_of_an_attempt_are_those_of_its_command() -> None:
    lines = plan().source.split("\n")
    for index in range(len(ATTEMPTS)):
        spanned = "\n".join(lines[i - 1] for i in plan().lines_of(index))
        assert re.findall(r"def attempt_(\d)", spanned) == [str(index)]


def test_no_sign_of_the_statement_is_could_not_try() -> None:
    result, _ = read_cascade(report(("error", 1, "unknown identifier")), plan())
    assert isinstance(result, CouldNotTry)
    assert "unknown identifier" in result.detail


@pytest.mark.parametrize("status", [LeanStatus.TIMEOUT, LeanStatus.INFRASTRUCTURE])
async def test_a_silent_backend_closes_nothing(status: LeanStatus) -> None:
    lean = ScriptedLean([report(status=status)])
    result = await close_goal(": 1 = 1", lean=lean, attempts=ATTEMPTS)
    assert isinstance(result, CouldNotTry)
    assert result.status is status


async def test_later_attempts_get_a_request_of_their_own_after_a_doubtful_one() -> None:
    def answer(source: LeanSource) -> LeanReport:
        nonce = re.findall(r"statement (\w+)", source.text)[0]
        if "attempt_2" in source.text:
            line = (
                source.text.split("\n").index(
                    "noncomputable def attempt_0 : PSigma fun closed : Bool => closed = true →"
                )
                + 1
            )
            return report(
                ("info", 1, f"statement {nonce}"),
                ("error", line, "recovered"),
                ("info", line, f"closed {nonce} 0"),
            )
        return report(("info", 1, f"statement {nonce}"), ("info", 30, f"closed {nonce} 1"))

    lean = ScriptedLean(answer)
    result = await close_goal(": 1 = 1", lean=lean, attempts=ATTEMPTS)
    assert isinstance(result, Closed)
    assert result.attempt == "third"
    assert len(lean.checked) == 2


async def test_risky_attempts_go_alone() -> None:
    def answer(source: LeanSource) -> LeanReport:
        nonce = re.findall(r"statement (\w+)", source.text)[0]
        return report(("info", 1, f"statement {nonce}"))

    lean = ScriptedLean(answer)
    risky = Attempt(name="risky", body="grind", is_risky=True)
    await close_goal(": 1 = 1", lean=lean, attempts=(ATTEMPTS[0], risky))
    assert ["grind" in source.text for source in lean.checked] == [False, True]


async def test_what_two_requests_tried_in_vain_adds_up() -> None:
    def answer(source: LeanSource) -> LeanReport:
        nonce = re.findall(r"statement (\w+)", source.text)[0]
        tried = report(("info", 1, f"statement {nonce}"), ("info", 9, f"open {nonce} 0"))
        return tried.model_copy(update={"elapsed_s": 2.0})

    risky = (Attempt(name="risky", body="grind", is_risky=True),)
    result = await close_goal(": 1 = 1", lean=ScriptedLean(answer), attempts=(*ATTEMPTS, *risky))
    assert isinstance(result, NotClosed)
    assert (result.tried, result.stopped) == (4, ("second", "third"))
    assert result.seconds == 4.0


def test_a_doubtful_attempt_counts_those_before_it_once() -> None:
    result, _ = read_cascade(report_of_doubt(), plan())
    assert isinstance(result, NotClosed)
    assert (result.tried, result.stopped) == (2, ("first",))


FOLDER = Path(__file__).parent
LEAN = [
    pytest.mark.lean,
    pytest.mark.xdist_group("lean"),
    pytest.mark.asyncio(loop_scope="session"),
]


def obligations(name: str) -> list[dict[str, str]]:
    text = (FOLDER / f"obligations_{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_the_own_obligations_are_many_and_distinct() -> None:
    provable, false = obligations("provable"), obligations("false")
    assert len(provable) >= 60
    assert len(false) >= 40
    signatures = [row["signature"] for row in (*provable, *false)]
    assert len(set(signatures)) == len(signatures)


class TestWithLean:
    pytestmark = LEAN

    async def test_automation_closes_most_of_a_sample_of_the_provable_obligations(
        self, lean_pool: EmbeddedPool
    ) -> None:
        lean = EmbeddedLean(lean_pool)
        sample = obligations("provable")[::6]
        closed = 0
        for row in sample:
            result = await close_goal(row["signature"], lean=lean)
            if isinstance(result, Closed):
                body = "\n".join(f"  {line}" for line in result.body.splitlines())
                text = f"theorem target {row['signature']} := by\n{body}\n"
                again = await lean.check(LeanSource(text=text, theorem="target"), timeout_s=60)
                assert again.status is LeanStatus.OK, row["id"]
                assert not again.has_sorry
                closed += 1
        assert closed >= 0.7 * len(sample)

    async def test_automation_closes_none_of_a_sample_of_the_false_obligations(
        self, lean_pool: EmbeddedPool
    ) -> None:
        lean = EmbeddedLean(lean_pool)
        for row in obligations("false")[::8]:
            result = await close_goal(row["signature"], lean=lean)
            assert isinstance(result, NotClosed), row["id"]

    async def test_goals_that_remain_keep_their_names(self, lean_pool: EmbeddedPool) -> None:
        result = await close_goal(
            "(count : Nat) (h : 1 < count) : 0 < count ∧ count = 7", lean=EmbeddedLean(lean_pool)
        )
        assert isinstance(result, NotClosed)
        assert any("count = 7" in goal.text for goal in result.goals)

    async def test_a_statement_that_does_not_elaborate_is_not_called_unproved(
        self, lean_pool: EmbeddedPool
    ) -> None:
        result = await close_goal("(x : ℝ) : x = x", lean=EmbeddedLean(lean_pool))
        assert isinstance(result, CouldNotTry)
        assert "OrderedField" in result.detail
