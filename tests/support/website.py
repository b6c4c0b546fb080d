"""A whole server for tests: a scripted check behind the real queue, store, pages and API."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import httpx2
from starlette.testclient import TestClient

from faithsieve.events import OnEvent
from faithsieve.records.check_job import CheckJob
from faithsieve.records.checked_proof import CheckedProof, Event, EventKind
from faithsieve.store.jobs import JobStore
from faithsieve.web import checking
from faithsieve.web.checking import CheckService
from faithsieve.web.job_queue import JobQueue
from faithsieve.web.run_catalog import RunCatalog
from faithsieve.web.security import Access
from faithsieve.web.server import Server, build_access, build_app
from faithsieve.web.site import Site
from support.checked_proofs import PROBLEM, STEPS, rich_checked_proof

ASKED = {"problem": PROBLEM, "steps": list(STEPS)}
HOST = "127.0.0.1"


class ScriptedCheck:
    """Tells the events of a checked proof and returns it; a test can hold it up or break it."""

    def __init__(self, checked: CheckedProof | None = None) -> None:
        self.checked = checked or rich_checked_proof()
        self.go_on = threading.Event()
        self.go_on.set()
        self.error: Exception | None = None
        self.more = 0
        """How many more events it tells after it was held up."""
        self.preparing: tuple[str, ...] = ()
        """What it makes ready before it is held up."""
        self.seen: list[tuple[CheckJob, CheckedProof | None]] = []

    async def __call__(
        self, job: CheckJob, earlier: CheckedProof | None, on_event: OnEvent
    ) -> CheckedProof:
        self.seen.append((job, earlier))
        localization = self.checked.localization
        on_event(Event(kind=EventKind.STAGE_BEGAN, stage="localize"))
        on_event(Event(kind=EventKind.MODEL_CALL, stage="localize", subject="p", tokens=120))
        on_event(Event(kind=EventKind.TREE, stage="localize", localization=localization))
        on_event(Event(kind=EventKind.STAGE_BEGAN, stage="verify"))
        units = ", ".join(localization.window.units) if localization else ""
        on_event(Event(kind=EventKind.WINDOW, stage="verify", subject=units, detail="3 to audit"))
        on_event(Event(kind=EventKind.LEAN_CHECK, stage="verify", subject="claim", detail="proved"))
        for words in self.preparing:
            on_event(Event(kind=EventKind.PREPARING, stage="lean", detail=words))
        await self.wait()
        if self.error is not None:
            raise self.error
        for number in range(self.more):
            on_event(Event(kind=EventKind.LEAN_CHECK, stage="verify", detail=str(number)))
            await asyncio.sleep(0.001)
        verified = self.checked.verified
        for result in verified.results if verified else ():
            on_event(
                Event(
                    kind=EventKind.OBLIGATION,
                    stage="verify",
                    subject=result.obligation_id,
                    detail=result.outcome,
                )
            )
        return self.checked.model_copy(update={"proof": self.checked.proof})

    async def wait(self) -> None:
        while not self.go_on.is_set():
            await asyncio.sleep(0.01)


class Website(NamedTuple):
    """One server and what stands behind it."""

    site: Site
    access: Access
    check: ScriptedCheck
    store: JobStore
    folder: Path


@contextmanager
def website(
    folder: Path,
    check: ScriptedCheck | None = None,
    *,
    host: str = HOST,
    token: str | None = None,
    model: str | None = "local",
) -> Iterator[Website]:
    """Build the application over a store in ``folder``; two in a row are a restart."""
    scripted = check or ScriptedCheck()
    with (
        # Nothing is asked of either, so it must not matter what this machine has installed.
        patch.object(checking, "_missing_llama", str),
        patch.object(checking, "_missing_lean", str),
        JobStore.open(folder / "checks.sqlite") as store,
    ):
        service = CheckService(store, {"model.name": model})
        site = Site(
            JobQueue(store, scripted),
            service,
            RunCatalog(folder / "runs"),
            folder / "audits",
        )
        yield Website(site, build_access(host, token), scripted, store, folder)


@contextmanager
def client_of(site: Website, *, host: str = HOST) -> Iterator[TestClient]:
    app = build_app(site.site, site.access)
    with TestClient(app, base_url=f"http://{host}", follow_redirects=False) as client:
        try:
            yield client
        finally:
            site.check.go_on.set()


@contextmanager
def serving(site: Website, *, port: int = 0) -> Iterator[str]:
    """Serve on a real port, for browsers; gives the address."""
    server = Server(site.site, site.access, host=HOST, port=port)
    thread = threading.Thread(target=server.run, daemon=True)
    with ExitStack() as stack:
        thread.start()
        stack.callback(thread.join, 20)
        stack.callback(setattr, server, "should_exit", True)
        deadline = time.monotonic() + 20
        while not server.started and time.monotonic() < deadline:
            time.sleep(0.01)
        yield f"http://{HOST}:{server.servers[0].sockets[0].getsockname()[1]}"


def ended(client: TestClient, check_id: str) -> dict[str, object]:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        status: dict[str, object] = client.get(f"/api/v1/checks/{check_id}").json()
        if status["state"] in ("done", "failed", "cancelled"):
            return status
        time.sleep(0.01)
    raise AssertionError(f"the check did not end: {status}")


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


def wait_for(address: str) -> None:
    """Wait until a server of another process answers at all."""
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline:
        try:
            httpx2.get(address, trust_env=False)
        except httpx2.TransportError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server did not start")
