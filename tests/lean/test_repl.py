"""The REPL client: against recorded traffic, and against the served protocol over a real Lean."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.external_backend import BARE, MATHLIB, Header
from faithsieve.lean.external_replies import ReplReply
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.protocol import LeanChecker
from faithsieve.lean.repl import ReplLean, read_repl_reply
from faithsieve.records.lean import LeanSource, LeanStatus
from support.doctor_patients import HidingErrors, assert_admitted, assert_refused
from support.repl_server import ReplServer, split_requests
from support.scripted_lean import knowing_lean

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


RELAY = r"""
import socket, sys, threading
peer = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
def back():
    while chunk := peer.recv(65536): sys.stdout.buffer.write(chunk); sys.stdout.buffer.flush()
threading.Thread(target=back, daemon=True).start()
while chunk := sys.stdin.buffer.readline(): peer.sendall(chunk)
"""


@asynccontextmanager
async def served_repl(lean: LeanChecker, header: Header = BARE) -> AsyncIterator[ReplLean]:
    """The real client and the real server, joined by a process that only passes bytes on."""

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def lines() -> AsyncIterator[str]:
            while line := await reader.readline():
                yield line.decode()

        repl = ReplServer(lean, timeout_s=30)
        async for request in split_requests(lines()):
            writer.write((await repl.answer(request)).encode())
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(converse, "127.0.0.1", 0, limit=1 << 24)
    port = server.sockets[0].getsockname()[1]
    async with (
        server,
        ReplLean(
            (sys.executable, "-c", RELAY, str(port)), header=header, toolchain="served"
        ) as repl,
    ):
        yield repl


@pytest.mark.network
async def test_client_and_server_agree_over_a_scripted_lean() -> None:
    async with served_repl(knowing_lean()) as lean:
        good = await lean.check(LeanSource(text=TRUE, theorem="target"), timeout_s=20)
        bad = await lean.check(
            LeanSource(text="theorem target : wrong", theorem="target"), timeout_s=20
        )
        slow = await lean.check(
            LeanSource(text="theorem target : slow", theorem="target"), timeout_s=20
        )
        assert [good.status, bad.status, slow.status] == [
            LeanStatus.OK,
            LeanStatus.ERROR,
            LeanStatus.TIMEOUT,
        ]
        assert bad.messages[0].line == 1


@pytest.mark.network
async def test_a_header_the_server_does_not_have_is_infrastructure() -> None:
    async with served_repl(knowing_lean(), header=MATHLIB) as lean:
        report = await lean.check(source(TRUE), timeout_s=20)
        assert report.status is LeanStatus.INFRASTRUCTURE
        assert "Mathlib" in report.detail


@pytest.mark.lean
@pytest.mark.xdist_group("lean")
@pytest.mark.asyncio(loop_scope="session")
async def test_the_repl_client_reaches_a_real_lean(lean_pool: LeanPool) -> None:
    async with served_repl(EmbeddedLean(lean_pool)) as lean:
        text = "theorem target (a b : Nat) (h : a < b) : a + 1 ≤ b := by omega"
        good = await lean.check(LeanSource(text=text, theorem="target"), timeout_s=60)
        assert good.status is LeanStatus.OK
        assert good.theorem_type is not None
        bad = await lean.check(
            LeanSource(text="theorem target : 1 = 2 := by\n  decide", theorem="target"),
            timeout_s=60,
        )
        assert bad.status is LeanStatus.ERROR
        assert bad.messages[0].line == 2
        open_ = await lean.check(
            LeanSource(text="theorem target : 1 = 2 := by\n  sorry", theorem="target"), timeout_s=60
        )
        assert open_.has_sorry
        assert "1 = 2" in open_.goals[0].text


@pytest.mark.lean
@pytest.mark.xdist_group("lean")
@pytest.mark.asyncio(loop_scope="session")
async def test_the_doctor_admits_a_real_lean_behind_a_repl_and_refuses_one_that_hides_errors(
    lean_pool: LeanPool,
) -> None:
    async with served_repl(EmbeddedLean(lean_pool)) as lean:
        await assert_admitted(lean)
    async with served_repl(HidingErrors(EmbeddedLean(lean_pool))) as lean:
        await assert_refused(lean)
