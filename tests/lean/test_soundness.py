"""The folding of facts into a verdict, and the judge's watch over itself, without Lean."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithsieve.errors import CanaryError, LeanUnavailableError
from faithsieve.lean.embedded_worker import WorkerTimeoutError
from faithsieve.lean.soundness import (
    CANARIES,
    ProofJudge,
    decide,
    decide_statement,
    screen_statement,
)
from faithsieve.lean.wire import JudgeReply, WireBody, WireStatement
from faithsieve.lean.work_time import count_work
from faithsieve.records.lean import (
    FrozenStatement,
    Polarity,
    ProofVerdict,
    RefusedStatement,
    SoundnessLayer,
)
from support.lean_workers import PROVED, FakeDriver, Line, ProvingDriver, proving
from support.statement_judge import frozen_by

TARGET: dict[str, Any] = dict(PROVED["target"])  # type: ignore[call-overload]
ANSWER: dict[str, Any] = {"nonce": "n"}
STATEMENT: dict[str, Any] = {"type_text": "C<True>;", "type": "True"}
TRUE = ": True"


def ruling(body: dict[str, Any], **reply: Any) -> tuple[ProofVerdict, str, SoundnessLayer | None]:
    result = decide(JudgeReply.model_validate({**ANSWER, **reply}), WireBody.model_validate(body))
    return result.verdict, result.reason, result.layer


def target(change: dict[str, Any]) -> dict[str, Any]:
    return {**PROVED, "target": {**TARGET, **change}}


def message(text: str, severity: str = "error") -> dict[str, object]:
    return {"severity": severity, "line": 1, "column": 0, "text": text}


REJECT, OPEN = ProofVerdict.REJECT, ProofVerdict.INCONCLUSIVE
LAYER = SoundnessLayer


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (PROVED, (ProofVerdict.ACCEPT, "", None)),
        ({}, (REJECT, "no_declaration", LAYER.TARGET)),
        ({**PROVED, "target": {}}, (REJECT, "no_declaration", LAYER.TARGET)),
        (target({"theorem": False}), (REJECT, "not_a_theorem", LAYER.TARGET)),
        ({**PROVED, "parse_error": "eof"}, (REJECT, "body_parse", LAYER.POLICY)),
        ({**PROVED, "refused": "run_tac"}, (REJECT, "policy", LAYER.POLICY)),
        (
            {**PROVED, "refused": "eval", "endless": True},
            (OPEN, "endless_evaluation", LAYER.POLICY),
        ),
        ({**PROVED, "errors": 1}, (REJECT, "lean_error", LAYER.ERRORS)),
        ({**PROVED, "messages": [message("no")]}, (REJECT, "lean_error", LAYER.ERRORS)),
        ({**PROVED, "thrown": "(kernel) no"}, (REJECT, "lean_error", LAYER.ERRORS)),
        (
            {**PROVED, "errors": 1, "messages": [message("(deterministic) timeout at x")]},
            (OPEN, "timeout", LAYER.ERRORS),
        ),
        ({**PROVED, "thrown": "maximum recursion depth"}, (OPEN, "resource", LAYER.ERRORS)),
        (
            {**PROVED, "messages": [message("declaration uses 'sorry'", "warning")]},
            (REJECT, "sorry", LAYER.SORRY),
        ),
        (target({"bad": ["sorryAx"]}), (REJECT, "sorry", LAYER.LEAVES)),
        (target({"bad": ["cheat"]}), (REJECT, "bad_leaf", LAYER.LEAVES)),
        (target({"type_equal": False}), (REJECT, "type_mismatch", LAYER.TYPE)),
        (target({"unreplayed": ["lemma"]}), (REJECT, "kernel_replay", LAYER.REPLAY)),
        (target({"replayed_type_equal": False}), (REJECT, "kernel_replay", LAYER.REPLAY)),
        (target({"new": 0}), (REJECT, "kernel_replay", LAYER.REPLAY)),
    ],
)
def test_each_missing_sign_has_its_own_reason(
    body: dict[str, Any], expected: tuple[ProofVerdict, str, SoundnessLayer | None]
) -> None:
    assert ruling(body) == expected


def test_an_answer_cut_short_decides_nothing() -> None:
    assert ruling(PROVED, cancelled=True)[0] is OPEN
    assert ruling(PROVED, failure="unknown op")[0] is OPEN


BODIES = st.fixed_dictionaries(
    {},
    optional={
        "errors": st.integers(0, 2),
        "refused": st.none() | st.just("x"),
        "parse_error": st.none() | st.just("x"),
        "thrown": st.none() | st.just("x"),
        "target": st.fixed_dictionaries(
            {},
            optional={
                "found": st.booleans(),
                "theorem": st.booleans(),
                "type_equal": st.booleans(),
                "replayed_type_equal": st.booleans(),
                "new": st.integers(0, 2),
                "bad": st.lists(st.just("sorryAx"), max_size=1),
                "unreplayed": st.lists(st.just("x"), max_size=1),
            },
        ),
    },
)


@given(BODIES)
def test_only_the_complete_set_of_signs_is_accepted(body: dict[str, Any]) -> None:
    target = body.get("target", {})
    complete = (
        not body.get("errors")
        and all(body.get(key) is None for key in ("refused", "parse_error", "thrown"))
        and all(target.get(key) for key in ("found", "theorem", "type_equal"))
        and bool(target.get("replayed_type_equal") and target.get("new"))
        and not target.get("bad")
        and not target.get("unreplayed")
    )
    assert (ruling(body)[0] is ProofVerdict.ACCEPT) == complete


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (None, "backend_failure"),
        ({}, "statement_elaboration"),
        ({**STATEMENT, "errors": 1}, "statement_elaboration"),
        ({**STATEMENT, "parse_error": "eof"}, "statement_parse"),
        ({**STATEMENT, "refused": "by_elab"}, "statement_policy"),
        ({**STATEMENT, "bad": ["sorryAx"]}, "statement_leaf"),
        ({**STATEMENT, "thrown": "(deterministic) timeout"}, "timeout"),
        ({**STATEMENT, "findings": [{"code": "shadowed_binder"}]}, "shadowed_binder"),
        # Suspicious but readable findings are left to the gate.
        ({**STATEMENT, "findings": [{"code": "exists_implies"}]}, ""),
    ],
)
def test_a_statement_is_frozen_only_when_it_is_clean(
    facts: dict[str, Any] | None, reason: str
) -> None:
    found = decide_statement(WireStatement.model_validate(facts) if facts is not None else None)
    assert (found.reason if found else "") == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (": 1 = 1 \u202e", "hidden_characters"),
        (": 1 = 1 --", "open_comment"),
        (": 1 = 1\x00", "resource"),
        (": " + "(" * 500 + "True" + ")" * 500, "resource"),
        ("(n : Nat) -- a natural number\n : n = n", ""),
    ],
)
def test_a_statement_is_screened_before_lean(text: str, reason: str) -> None:
    found = screen_statement(text)
    assert (found.reason if found else "") == reason


LYING: dict[str, object] = {"bodies": [PROVED]}
HUGE = "(" * 10_000


async def ready() -> tuple[ProvingDriver, ProofJudge, FrozenStatement]:
    """A judge whose canaries have passed, its driver and a statement it has frozen."""
    driver = ProvingDriver()
    judge = ProofJudge(driver)
    await judge.check_canaries()
    return driver, judge, await frozen_by(judge, TRUE)


async def test_a_judgement_is_bound_to_statement_goal_body_and_toolchain() -> None:
    _, judge, statement = await ready()
    judgement = await judge.judge(statement, "trivial")
    assert judgement.is_accepted
    assert judgement.statement_digest == judgement.goal_digest == statement.type_digest
    assert judgement.digest != (await judge.judge(statement, "decide")).digest
    assert judgement.toolchain == judge.toolchain


@pytest.mark.parametrize(
    "change", [{"bodies": [PROVED]}, {"bodies": [{"errors": 1}]}, {"statement": {"errors": 1}}]
)
async def test_a_judge_that_always_says_the_same_fails_its_canaries(change: dict[str, Any]) -> None:
    with pytest.raises(CanaryError):
        await ProofJudge(ProvingDriver(change)).check_canaries()


async def test_a_failed_canary_voids_what_came_before_and_stays_failed() -> None:
    driver = ProvingDriver()
    judge = ProofJudge(driver, canary_every=3)
    statement = await frozen_by(judge, TRUE)
    given_out = [(await judge.judge(statement, f"trivial {n}")).digest for n in range(3)]
    driver.change = LYING
    with pytest.raises(CanaryError) as failure:
        await judge.judge(statement, "trivial 3")
    assert failure.value.voided == tuple(given_out)
    driver.change = {}
    with pytest.raises(CanaryError):
        await judge.judge(statement, "trivial 4")


class SomeWait(ProvingDriver):
    """Lets requests with certain bodies wait for a sign."""

    def __init__(self) -> None:
        super().__init__()
        self.signs = {"slow": asyncio.Event()}

    async def ask(self, request: dict[str, object], *, timeout_s: float) -> dict[str, object]:
        if sign := self.signs.get(str(request.get("body"))):
            await sign.wait()
        return await super().ask(request, timeout_s=timeout_s)


async def test_nothing_under_way_is_accepted_once_a_canary_failed() -> None:
    asked = SomeWait()
    judge = ProofJudge(asked, canary_every=1)
    statement = await frozen_by(judge, TRUE)
    under_way = asyncio.create_task(judge.judge(statement, "slow"))
    await asyncio.sleep(0)
    await judge.judge(statement, "quick")
    asked.change = LYING
    with pytest.raises(CanaryError):
        await judge.judge(statement, "next")
    asked.signs["slow"].set()
    with pytest.raises(CanaryError):
        await under_way


async def test_what_is_judged_beside_the_canaries_waits_for_the_next_pass() -> None:
    asked = SomeWait()
    judge = ProofJudge(asked)
    statement = await frozen_by(judge, TRUE)
    await judge.judge(statement, "covered")
    under_way = asyncio.create_task(judge.judge(statement, "slow"))
    await asyncio.sleep(0)
    _, last_canary, _ = CANARIES[-1]
    asked.signs[last_canary] = asyncio.Event()
    checking = asyncio.create_task(judge.check_canaries())
    await asyncio.sleep(0)
    asked.signs["slow"].set()
    beside = (await under_way).digest
    asked.signs[last_canary].set()
    await checking
    asked.change = LYING
    with pytest.raises(CanaryError) as failure:
        await judge.check_canaries()
    assert failure.value.voided == (beside,)


async def test_claim_and_negation_both_proved_quarantine_the_statement() -> None:
    _, judge, statement = await ready()
    for polarity in (Polarity.CONTRADICTION, Polarity.COUNTEREXAMPLE):
        assert (await judge.judge(statement, "trivial", polarity=polarity)).is_accepted
    for polarity in (Polarity.CLAIM, Polarity.CONTRADICTION):
        held = await judge.judge(statement, "trivial", polarity=polarity)
        assert (held.verdict, held.reason) == (OPEN, "quarantined")


async def test_a_timeout_is_inconclusive_and_a_dead_lean_raises() -> None:
    driver, judge, statement = await ready()
    driver.change = WorkerTimeoutError("killed")
    judged = await judge.judge_first(statement, ("x", "not reached", HUGE))
    assert [judgement.reason for judgement in judged] == ["resource", "timeout"]
    assert isinstance(await judge.freeze(": 1 = 1"), RefusedStatement)
    assert (await judge.probe(statement)).findings == ()
    driver.change = LeanUnavailableError("gone")
    with pytest.raises(LeanUnavailableError):
        await judge.judge(statement, "x")
    driver.change = {"bodies": 3}
    with pytest.raises(LeanUnavailableError, match="garbled"):
        await judge.judge(statement, "x")


async def test_what_needs_no_lean_is_not_sent() -> None:
    driver, judge, statement = await ready()
    before = len(driver.asked)
    other = FrozenStatement.model_validate(statement.model_dump() | {"toolchain": "lean-9"})
    assert (await judge.judge(other, "trivial")).reason == "other_toolchain"
    judgement = await judge.judge(statement, HUGE)
    assert (judgement.verdict, judgement.layer) == (OPEN, SoundnessLayer.SCREENING)
    refused = await judge.freeze(": True\x00")
    assert isinstance(refused, RefusedStatement)
    assert (refused.verdict, refused.layer) == ("inconclusive", SoundnessLayer.SCREENING)
    assert await judge.judge_first(statement, ()) == ()
    assert len(driver.asked) == before


async def test_bodies_of_one_request_share_the_seconds_that_lean_worked() -> None:
    driver, judge, statement = await ready()

    def answer(request: dict[str, object]) -> Line:
        count_work(6.0)
        return proving(request) | {"bodies": [{"errors": 1, "heartbeats": 7}] * 3}

    driver.answer = answer
    judged = await judge.judge_first(statement, ("first", "second", "third"))
    assert [judgement.seconds for judgement in judged] == [2.0, 2.0, 2.0]
    assert [judgement.heartbeats for judgement in judged] == [7, 7, 7]


async def test_a_cut_says_nothing_about_the_body_it_hit_and_takes_nothing_from_those_before() -> (
    None
):
    driver, judge, statement = await ready()
    driver.change = {"cancelled": True, "bodies": [{"errors": 1}, PROVED]}
    judged = await judge.judge_first(statement, ("first", "second", "third"))
    assert [judgement.reason for judgement in judged] == ["lean_error", "timeout"]


async def test_a_budget_of_all_bodies_reaches_lean() -> None:
    driver, judge, statement = await ready()
    await judge.judge_first(statement, ("first",), heartbeats=5, budget=12)
    assert (driver.asked[-1]["heartbeats"], driver.asked[-1]["budget"]) == (5, 12)


async def test_a_body_that_is_not_sent_costs_its_siblings_nothing() -> None:
    driver, judge, statement = await ready()
    driver.change = {"bodies": [{"errors": 1}, PROVED]}
    judged = await judge.judge_first(statement, (HUGE, "first", "second", "not reached"))
    found = [(judgement.body, judgement.reason) for judgement in judged]
    assert found == [(HUGE, "resource"), ("first", "lean_error"), ("second", "")]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ({"cancelled": True}, "timeout"),
        ({"failure": "unknown op"}, "backend_failure"),
        ({"statement": {"parse_error": "eof"}}, "statement_parse"),
    ],
)
async def test_a_statement_lean_could_not_read_is_not_frozen(
    reply: dict[str, Any], reason: str
) -> None:
    found = await ProofJudge(FakeDriver(lambda request: ANSWER | reply)).freeze(": True")
    assert isinstance(found, RefusedStatement)
    assert found.reason == reason


@pytest.mark.parametrize(
    "change", [{"cancelled": True}, {"cancelled": True, "statement": {"errors": 1}}]
)
async def test_a_canary_without_an_answer_is_asked_again_and_voids_nothing(
    change: dict[str, Any],
) -> None:
    def answer(request: dict[str, object]) -> Line:
        return proving(request) | (change if request["slot"] != "none" else {})

    driver = FakeDriver(answer)
    judge = ProofJudge(driver)
    with pytest.raises(LeanUnavailableError, match="got no answer: timeout") as stopped:
        await judge.check_canaries()
    assert not isinstance(stopped.value, CanaryError)
    driver.answer = proving
    assert (await judge.judge(await frozen_by(judge, TRUE), "trivial")).is_accepted


@pytest.mark.parametrize(
    ("reply", "is_whole", "codes"),
    [
        ({"proved": [{"code": "vacuous"}]}, True, ["vacuous"]),
        ({"conditions": [{"code": "cut"}]}, True, ["cut"]),
        # What was proved in time stands.
        ({"proved": [{"code": "vacuous"}], "cancelled": True}, False, ["vacuous"]),
        ({"failure": "no"}, False, []),
        ({}, True, []),
    ],
)
async def test_a_probe_reports_what_was_found_and_whether_it_was_finished(
    reply: dict[str, Any], is_whole: bool, codes: list[str]
) -> None:
    driver, judge, statement = await ready()
    driver.answer = lambda request: ANSWER | reply
    probe = await judge.probe(statement)
    assert (not probe.detail) is is_whole
    assert [finding.code for finding in probe.findings] == codes


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"failure": "no"}, "backend_failure"),
        ({"cancelled": True, "statement": {"errors": 1}}, "timeout"),
        ({"statement": None}, "backend_failure"),
        ({"statement": {**STATEMENT, "type_text": "C<Other>;"}}, "statement_changed"),
        ({"goal_error": "no universe"}, "goal_not_built"),
        ({"goal_text": None}, "goal_not_built"),
        ({"goal_text": "C<False>;"}, "statement_changed"),
        ({"bodies": []}, "backend_failure"),
    ],
)
async def test_a_goal_that_was_not_built_is_not_judged(change: dict[str, Any], reason: str) -> None:
    driver, judge, statement = await ready()
    driver.change = change
    judgement = await judge.judge(statement, "trivial")
    assert judgement.reason == reason
    assert not judgement.is_accepted
