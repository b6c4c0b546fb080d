import asyncio
import random
import sqlite3
import threading
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import OperationalError

from faithsieve.errors import StoreError
from faithsieve.store.engine import open_engine, store_url
from faithsieve.store.lane import ATTEMPTS, Lane, explain, is_temporary


def fault(words: str, *, lost: bool = False, sqlstate: str | None = None) -> OperationalError:
    cause = sqlite3.OperationalError(words)
    if sqlstate:
        cause.sqlstate = sqlstate  # type: ignore[attr-defined]
    return OperationalError(
        "SELECT secret", {"p": "a paid reply"}, cause, connection_invalidated=lost
    )


@pytest.fixture
def engine() -> Iterator[Engine]:
    opened = open_engine(store_url("sqlite://"))
    yield opened
    opened.dispose()


@pytest.fixture
def lane(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lane]:
    monkeypatch.setattr(random, "uniform", lambda low, high: 0.0)
    opened = Lane(engine, name="the-store")
    yield opened
    opened.close()


def failing(times: int, error: Exception) -> tuple[Callable[[Connection], str], list[int]]:
    tries: list[int] = []

    def work(connection: Connection) -> str:
        tries.append(1)
        if len(tries) <= times:
            raise error
        return "done"

    return work, tries


@pytest.mark.parametrize(
    ("error", "passing"),
    [
        (fault("database is locked"), True),
        (fault("server closed the connection", lost=True), True),
        (fault("deadlock detected", sqlstate="40P01"), True),
        (fault("could not serialize", sqlstate="40001"), True),
        (fault("database or disk is full"), False),
        (fault("no such table"), False),
    ],
)
def test_only_what_may_succeed_a_moment_later_is_tried_again(
    lane: Lane, error: OperationalError, passing: bool
) -> None:
    assert is_temporary(error) is passing
    work, tries = failing(2, error)
    answer = lane.submit(work, writes=True)
    if passing:
        assert answer.result(timeout=10) == "done"
        assert len(tries) == 3
    else:
        with pytest.raises(StoreError):
            answer.result(timeout=10)


def test_a_lock_that_never_goes_away_ends_in_words(lane: Lane) -> None:
    work, tries = failing(1000, fault("database is locked"))
    with pytest.raises(StoreError, match="Another program holds it"):
        lane.submit(work, writes=True).result(timeout=10)
    assert len(tries) == ATTEMPTS


def test_work_that_queues_up_shares_one_transaction(engine: Engine) -> None:
    commits: list[int] = []
    lane = Lane(engine, name="x", after_commit=lambda: commits.append(1))
    hold = threading.Event()
    first = lane.submit(lambda c: hold.wait(10), writes=True)
    rest = [lane.submit(lambda c, n=n: n, writes=True) for n in range(50)]  # type: ignore[misc]
    hold.set()
    assert first.result(timeout=10)
    assert [answer.result(timeout=10) for answer in rest] == list(range(50))
    lane.close()
    # The first piece may have run alone, before the others came.
    assert len(commits) <= 2


async def test_work_is_done_though_the_task_that_waits_for_it_is_cancelled(lane: Lane) -> None:
    hold, done = threading.Event(), threading.Event()
    lane.submit(lambda c: hold.wait(10), writes=True)
    waiting = lane.submit_soon(lambda c: done.set(), writes=True)
    waiting.cancel()
    hold.set()
    assert await asyncio.to_thread(done.wait, 10)
    await asyncio.sleep(0.01)
    assert waiting.cancelled()


def test_a_piece_of_work_that_fails_leaves_nothing_of_itself_and_all_of_the_others(
    lane: Lane,
) -> None:
    def count(connection: Connection) -> int:
        return int(connection.execute(text("SELECT count(*) FROM t")).scalar_one())

    def half(connection: Connection) -> None:
        connection.execute(text("INSERT INTO t VALUES (1)"))
        raise StoreError("refused half way")

    lane.submit(lambda c: c.execute(text("CREATE TABLE t (x)")), writes=True).result(timeout=10)
    hold = threading.Event()
    lane.submit(lambda c: hold.wait(10), writes=True)
    good = lane.submit(lambda c: c.execute(text("INSERT INTO t VALUES (2)")), writes=True)
    bad = lane.submit(half, writes=True)
    hold.set()
    good.result(timeout=10)
    with pytest.raises(StoreError, match="half way"):
        bad.result(timeout=10)
    assert lane.submit(count, writes=False).result(timeout=10) == 1


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_nobody_waits_for_a_thread_that_died(engine: Engine) -> None:
    def die() -> None:
        raise RuntimeError("a bug")

    lane = Lane(engine, name="the-store", after_commit=die)
    hold = threading.Event()
    answers = [lane.submit(lambda c: hold.wait(10), writes=True) for _ in range(2)]
    hold.set()
    for answer in answers:
        with pytest.raises(StoreError, match="stopped working"):
            answer.result(timeout=10)
    with pytest.raises(StoreError, match="stopped working"):
        lane.submit(lambda c: None, writes=True)
    lane.close()


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        ("database or disk is full", "Free some space"),
        ("database disk image is malformed", "move it away"),
        ("attempt to write a readonly database", "can be written"),
        ("disk I/O error", "run the same command"),
        ("", "run the same command"),
    ],
)
def test_a_database_error_becomes_a_next_step_and_never_shows_what_was_stored(
    words: str, advice: str
) -> None:
    said = str(explain(fault(words), "the-store"))
    assert advice in said
    assert "the-store" in said
    assert "secret" not in said
    assert "paid reply" not in said
