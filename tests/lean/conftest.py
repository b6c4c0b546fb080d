from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from faithsieve.lean.embedded_worker import MailboxWorker
from support.stand_in_lean import MakeWorker, StartWorker, worker_maker


@pytest_asyncio.fixture
async def make_worker(tmp_path: Path) -> AsyncIterator[MakeWorker]:
    """Make workers, and stop them whatever becomes of the test."""
    made: list[MailboxWorker] = []
    make = worker_maker(tmp_path)

    def remembered(*lines: str, **options: str | float) -> MailboxWorker:
        made.append(make(*lines, **options))
        return made[-1]

    yield remembered
    for worker in made:
        await worker.stop()


@pytest_asyncio.fixture
async def start_worker(make_worker: MakeWorker) -> StartWorker:
    """Make workers and start them."""

    async def started(*lines: str, **options: str | float) -> MailboxWorker:
        worker = make_worker(*lines, **options)
        await worker.start()
        return worker

    return started
