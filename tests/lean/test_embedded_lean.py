"""The real embedded Lean beyond the doctor's snippets: what it says, survives and leaves behind."""

import asyncio

import psutil
import pytest

from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_worker import MailboxWorker
from faithsieve.lean.pool import LeanPool
from faithsieve.records.lean import LeanReport, LeanSource, LeanStatus
from support.embedded_lean import LEAN_MARKS, find_lean

pytestmark = LEAN_MARKS

TRUE = "theorem t : True := trivial"
ENDLESS_CODE = (
    "partial def loop (n : Nat) : Nat := loop (n + 1)\n#eval loop 0\ntheorem t : True := trivial"
)
"""Code that runs asks nobody whether it should stop, and this needs no deep stack."""
LONG_FILE = "".join(
    f"theorem t{n} (x y : Int) : (x + y) ^ 3 + {n} = {n} + (y + x) ^ 3 := by grind\n"
    for n in range(5000)
)


async def check(
    pool: LeanPool, text: str, name: str = "t", *, timeout_s: float = 60.0
) -> LeanReport:
    source = LeanSource(text=text, theorem=name)
    return await EmbeddedLean(pool).check(source, timeout_s=timeout_s)


def only_worker(pool: LeanPool) -> MailboxWorker:
    (worker,) = pool._workers
    assert isinstance(worker, MailboxWorker)
    return worker


async def test_a_proved_theorem_is_ok_with_its_type(lean_pool: LeanPool) -> None:
    report = await check(lean_pool, "theorem t (a b : Int) (h : a < b) : a + 1 ≤ b := by omega")
    assert report.status is LeanStatus.OK
    assert report.theorem_type is not None
    assert report.theorem_type.endswith("a < b → a + 1 ≤ b")
    assert (report.axioms, report.has_sorry) == ((), False)
    assert report.toolchain == lean_pool.toolchain.fingerprint


async def test_an_error_comes_with_its_place_and_the_open_goal(lean_pool: LeanPool) -> None:
    text = "theorem t (p q : Prop) (hp : p) : q := by\n  have again := hp\n  exact hp"
    report = await check(lean_pool, text)
    assert report.status is LeanStatus.ERROR
    assert report.messages[0].line == 3
    assert report.messages[0].severity == "error"
    assert "⊢ q" in report.goals[0].text
    assert "again : p" in report.goals[0].text


async def test_every_sorry_shows_its_goal(lean_pool: LeanPool) -> None:
    text = (
        "theorem t (n : Nat) : n = n ∧ 0 ≤ n := by\n"
        "  have a : n = n := sorry\n"
        "  exact ⟨a, by sorry⟩"
    )
    report = await check(lean_pool, text)
    assert (report.status, report.has_sorry) == (LeanStatus.OK, True)
    assert "sorryAx" in report.axioms
    assert {goal.line for goal in report.goals} == {2, 3}


@pytest.mark.parametrize("name", ["Nat.add_comm", "sq_nonneg"])
@pytest.mark.parametrize("text", ["", "theorem t : True := trivial"])
async def test_a_theorem_that_is_not_in_the_text_is_not_found(
    text: str, name: str, lean_pool: LeanPool
) -> None:
    report = await check(lean_pool, text, name)
    assert report.status is LeanStatus.ERROR
    assert report.detail == f"there is no declaration {name!r} in the text"


async def test_the_heartbeat_limit_is_a_timeout(lean_pool: LeanPool) -> None:
    limited = "set_option maxHeartbeats 20 in\n"
    text = "theorem t (x y : Int) : (x + y) ^ 9 = (y + x) ^ 9 + 1 := by grind"
    report = await check(lean_pool, limited + text)
    assert report.status is LeanStatus.TIMEOUT


async def test_a_long_text_is_stopped_at_its_limit_and_the_worker_lives(
    lean_pool: LeanPool,
) -> None:
    assert (await check(lean_pool, TRUE)).status is LeanStatus.OK
    pid = only_worker(lean_pool).pid
    report = await check(lean_pool, LONG_FILE + TRUE, timeout_s=2.0)
    assert (report.status, report.detail) == (LeanStatus.TIMEOUT, "stopped at the time limit")
    assert (await check(lean_pool, TRUE)).status is LeanStatus.OK
    assert only_worker(lean_pool).pid == pid


@pytest.mark.timeout(900)
async def test_what_does_not_stop_is_killed_and_the_pool_goes_on(lean_pool: LeanPool) -> None:
    pid = only_worker(lean_pool).pid
    report = await check(lean_pool, ENDLESS_CODE, timeout_s=1.0)
    assert report.status is LeanStatus.TIMEOUT
    assert "killed" in report.detail
    assert (await check(lean_pool, TRUE)).status is LeanStatus.OK
    assert only_worker(lean_pool).pid != pid


async def test_sixty_mixed_checks_get_their_right_status(lean_pool: LeanPool) -> None:
    kinds = {
        "theorem t : ({n} : Nat) < {n} + 1 := by omega": LeanStatus.OK,
        "theorem t : ({n} : Nat) = {n} + 1 := by omega": LeanStatus.ERROR,
        "theorem t : ({n} : Nat) = {n} + 1 := sorry": LeanStatus.OK,
        "theorem t : ({n} : Nat) = := ": LeanStatus.ERROR,
        "theorem other : ({n} : Nat) = {n} := rfl": LeanStatus.ERROR,
        "\x00{n}": LeanStatus.INFRASTRUCTURE,
    }
    texts = [text.replace("{n}", str(n)) for n in range(10) for text in kinds]
    reports = await asyncio.gather(*(check(lean_pool, text) for text in texts))
    assert [report.status for report in reports] == list(kinds.values()) * 10
    assert lean_pool.rss_bytes < 8 << 30


@pytest.mark.timeout(900)
async def test_code_that_runs_sees_nothing_and_costs_the_worker_its_place(
    lean_pool: LeanPool,
) -> None:
    before = only_worker(lean_pool)
    pid, mailbox = before.pid, before._mailbox
    assert pid is not None
    assert mailbox is not None
    root = find_lean().root
    text = (
        '#eval (IO.FS.readFile "/etc/passwd" : IO String)\n'
        '#eval (do let home ← IO.getEnv "PATH"; return home : IO (Option String))\n'
        '#eval (IO.Process.output { cmd := "id" } : IO IO.Process.Output)\n'
        f'#eval (IO.FS.writeFile "{root}/evil" "x" : IO Unit)\n'
        "theorem t : True := trivial"
    )
    report = await check(lean_pool, text)
    said = "\n".join(message.text for message in report.messages)
    assert "no such file" in said
    assert "root:" not in said
    assert "/usr/bin" not in said
    assert not (root / "evil").exists()
    assert (await check(lean_pool, TRUE)).status is LeanStatus.OK
    assert only_worker(lean_pool).pid != pid
    assert not psutil.pid_exists(pid)
    assert not mailbox.exists()


@pytest.mark.timeout(900)
async def test_a_tactic_without_end_is_stopped_by_lean_and_keeps_its_worker(
    lean_pool: LeanPool,
) -> None:
    endless = "theorem t : True := by\n  repeat (have : True := trivial)"
    pid = only_worker(lean_pool).pid
    assert (await check(lean_pool, endless)).status is not LeanStatus.OK
    assert only_worker(lean_pool).pid == pid


@pytest.mark.timeout(900)
async def test_a_text_that_overflows_the_stack_ends_its_worker_and_no_other_request(
    lean_pool: LeanPool,
) -> None:
    deep = "def f : Nat → Nat\n  | 0 => 0\n  | n + 1 => f n + 1\n\n#eval f 100000000"
    crashes = lean_pool.crashes
    report, after = await asyncio.gather(check(lean_pool, deep), check(lean_pool, TRUE))
    assert report.status is LeanStatus.INFRASTRUCTURE
    assert "Maximum call stack size exceeded" in report.detail
    assert lean_pool.crashes == crashes + 1
    assert after.status is LeanStatus.OK
