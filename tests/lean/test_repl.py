"""The REPL client against a process that misbehaves, and recorded traffic."""

import sys
from pathlib import Path

import pytest

from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.external_backend import Header
from faithsieve.lean.repl import ReplLean, ReplReply
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus
from support.driven_lean import toolchain

TRUE = "theorem target : True := trivial"
FAKE = Path(__file__).parent.parent / "support" / "fake_repl.py"


def fake() -> ReplLean:
    return ReplLean(toolchain("repl", sys.executable, str(FAKE)))


async def report_of(lean: ReplLean, word: str = "", *, timeout_s: float = 20) -> LeanReport:
    source = LeanSource(text=f"{TRUE} -- {word}", theorem="target")
    return await EmbeddedLean(lean).check(source, timeout_s=timeout_s)


@pytest.mark.network
class TestAgainstAProcess:
    async def test_an_answer_is_ok_and_the_process_is_reused(self) -> None:
        async with fake() as lean:
            reports = [await report_of(lean) for _ in range(2)]
            assert [report.status for report in reports] == [LeanStatus.OK] * 2
            assert lean.starts == 1

    @pytest.mark.parametrize("word", ["silent", "stale", "garbage", "die"])
    async def test_every_way_of_not_answering_is_infrastructure(self, word: str) -> None:
        async with fake() as lean:
            report = await report_of(lean, word)
            assert report.status is LeanStatus.INFRASTRUCTURE
            assert report.detail

    async def test_a_hanging_check_is_killed_and_the_next_one_gets_a_new_process(self) -> None:
        async with fake() as lean:
            assert (await report_of(lean, "hang", timeout_s=1)).status is LeanStatus.TIMEOUT
            assert (await report_of(lean)).status is LeanStatus.OK
            assert lean.starts == 2

    async def test_a_header_that_does_not_load_is_infrastructure(self) -> None:
        program = (sys.executable, str(FAKE))
        async with ReplLean(toolchain("repl", *program, header=Header(module="Absent"))) as lean:
            report = await report_of(lean)
        assert report.status is LeanStatus.INFRASTRUCTURE
        assert "the header did not load" in report.detail

    async def test_a_program_that_is_not_there_is_infrastructure(self) -> None:
        async with ReplLean(toolchain("repl", "/no/such/repl")) as lean:
            assert (await report_of(lean)).status is LeanStatus.INFRASTRUCTURE


def test_fields_that_a_newer_repl_adds_are_ignored_and_empty_lists_may_be_left_out() -> None:
    reply = ReplReply.model_validate_json('{"env": 3, "tactics": [], "time": 0.1}')
    assert reply.messages == ()
