"""The REPL client against a process that misbehaves, and recorded traffic."""

import sys
from pathlib import Path

import pytest

from faithsieve.lean.external_backend import MATHLIB
from faithsieve.lean.repl import ReplLean, ReplReply, read_repl_reply
from faithsieve.records.lean import LeanSource, LeanStatus

TRUE = "theorem target : True := trivial"

FAKE = Path(__file__).parent.parent / "support" / "fake_repl.py"


def fake() -> ReplLean:
    return ReplLean((sys.executable, str(FAKE)), header=MATHLIB, toolchain="fake")


def source(text: str) -> LeanSource:
    return LeanSource(text=text, theorem="target", dialect="mathlib")


@pytest.mark.network
class TestAgainstAProcess:
    async def test_a_signed_reply_is_ok_and_the_process_is_reused(self) -> None:
        async with fake() as lean:
            first = await lean.check(source(TRUE), timeout_s=20)
            second = await lean.check(source(TRUE), timeout_s=20)
            assert (first.status, second.status) == (LeanStatus.OK, LeanStatus.OK)
            assert lean.starts == 1
            assert first.digest == second.digest

    @pytest.mark.parametrize("word", ["silent", "stale", "garbage", "die"])
    async def test_every_way_of_not_answering_is_infrastructure(self, word: str) -> None:
        async with fake() as lean:
            report = await lean.check(source(f"{TRUE} -- {word}"), timeout_s=20)
            assert report.status is LeanStatus.INFRASTRUCTURE
            assert report.detail

    async def test_a_hanging_check_is_killed_and_the_next_one_gets_a_new_process(self) -> None:
        async with fake() as lean:
            report = await lean.check(source(f"{TRUE} -- hang"), timeout_s=1)
            assert report.status is LeanStatus.TIMEOUT
            assert (await lean.check(source(TRUE), timeout_s=20)).status is LeanStatus.OK
            assert lean.starts == 2

    async def test_the_old_spelling_of_sorry_and_its_goal_come_through(self) -> None:
        async with fake() as lean:
            report = await lean.check(source(f"{TRUE} -- old"), timeout_s=20)
            assert report.has_sorry
            assert report.goals[0].text == "⊢ 1 = 2"

    async def test_a_program_that_is_not_there_is_infrastructure(self) -> None:
        async with ReplLean(("/no/such/repl",), header=MATHLIB, toolchain="none") as lean:
            report = await lean.check(source(TRUE), timeout_s=5)
            assert report.status is LeanStatus.INFRASTRUCTURE

    async def test_a_snippet_of_the_other_dialect_is_not_sent(self) -> None:
        async with fake() as lean:
            report = await lean.check(LeanSource(text=TRUE, theorem="target"), timeout_s=5)
            assert report.status is LeanStatus.INFRASTRUCTURE
            assert lean.starts == 0


def test_an_error_text_in_code_path_messages_is_never_a_verdict() -> None:
    answer = read_repl_reply(ReplReply(message="Unknown environment."), lines_before=0)
    assert answer.status is LeanStatus.INFRASTRUCTURE


def test_fields_that_a_newer_repl_adds_are_ignored_and_empty_lists_may_be_left_out() -> None:
    reply = ReplReply.model_validate_json('{"env": 3, "tactics": [], "time": 0.1}')
    assert reply.messages == ()
