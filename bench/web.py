"""The pages of ``faithsieve serve``: sizes, times in a browser, and what fifty watchers miss."""

import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import httpx2
from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from faithsieve.localize.reader import PlainReader
from faithsieve.localize.stage import localize
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import Proof
from support.browser import open_browser
from support.checked_proofs import rich_checked_proof
from support.runs_on_disk import write_run
from support.website import ASKED, ScriptedCheck, serving, website

WATCHERS, PROBLEMS, STEPS = 50, 550, 40
FIRST_PAGE = ("/", "/static/katex/katex.min.css", "/static/evidence.css", "/static/application.css")
SCRIPTS = ("katex/katex.min.js", "typeset.js", "evidence.js", "check.js")


def run() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        write_run(place / "runs" / "large", problems=PROBLEMS)
        check = ScriptedCheck(_long_proof())
        with website(place, check) as site, serving(site) as address:
            with httpx2.Client(base_url=address, trust_env=False) as client:
                yield _first_page(client)
                yield _listing(client)
                yield _watchers(client, check, address)
                done = client.get("/api/v1/checks").json()["items"][0]["id"]
            yield from _in_browser(address, done)


def _first_page(client: httpx2.Client) -> str:
    paths = [*FIRST_PAGE, *(f"/static/{name}" for name in SCRIPTS)]
    sizes = {path: _transferred(client, path) for path in paths}
    return f"first page without fonts: {sum(sizes.values()) / 1000:.0f} kB (at most 200)"


def _transferred(client: httpx2.Client, path: str) -> int:
    with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        return sum(len(part) for part in answer.iter_raw())


def _listing(client: httpx2.Client) -> str:
    client.get("/checks")
    first = _timed(lambda: client.get("/runs/large"))
    again = sorted(_timed(lambda: client.get("/runs/large")) for _ in range(9))[4]
    return (
        f"a run of {PROBLEMS} problems lists in {again.wall:.0f} ms, of them {again.cpu:.0f} ms of "
        f"processor (at most 300); {first.wall:.0f} ms, {first.cpu:.0f} of processor the first time"
    )


class Spent(NamedTuple):
    """Milliseconds of wall clock and of this process, server included."""

    wall: float
    cpu: float


def _timed(act: Callable[[], object]) -> Spent:
    wall, cpu = time.perf_counter(), time.process_time()
    act()
    return Spent(1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - cpu))


def _watchers(client: httpx2.Client, check: ScriptedCheck, address: str) -> str:
    check.go_on.clear()
    check.more = 300
    job = client.post("/api/v1/checks", json=ASKED).json()["id"]
    ready = threading.Barrier(WATCHERS + 1)

    def watch(_: int) -> list[int]:
        numbers = []
        with (
            httpx2.Client(base_url=address, timeout=60, trust_env=False) as own,
            own.stream("GET", f"/api/v1/checks/{job}/events") as answer,
        ):
            ready.wait(60)
            for line in answer.iter_lines():
                if line.startswith("id: "):
                    numbers.append(int(line[4:]))
        return numbers

    with ThreadPoolExecutor(WATCHERS) as pool:
        seen = pool.map(watch, range(WATCHERS))
        ready.wait(60)
        check.go_on.set()
        found = list(seen)
    events = len(max(found, key=len))
    missed = sum(numbers != list(range(1, events + 1)) for numbers in found)
    return (
        f"{WATCHERS} watchers of {events} events: {missed} missed one or saw one twice (at most 0)"
    )


def _in_browser(address: str, done: str) -> Iterator[str]:
    with open_browser() as browser:
        page = browser.new_page()
        for words, path in (
            ("the form is interactive after", "/"),
            (f"the evidence page of a {STEPS}-step proof opens in", f"/checks/{done}/evidence"),
            (f"the check of a {STEPS}-step proof opens in", f"/checks/{done}"),
        ):
            middle = sorted(_load(page, address + path) for _ in range(5))[2]
            yield f"{words} {middle.wall:.0f} ms, {middle.cpu:.0f} of processor (at most 1000)"


def _load(page: Page, url: str) -> Spent:
    """Open a page, and count the time until it is loaded and what its main thread computed."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(url, wait_until="load")
    metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
    timing = "performance.getEntriesByType('navigation')[0].loadEventEnd"
    wall = float(page.evaluate(timing))
    session.detach()
    return Spent(wall, 1000 * float(metrics["TaskDuration"]))


def _long_proof() -> CheckedProof:
    """A proof of forty steps with its tree, on top of the verdict of a shorter one."""
    import asyncio

    steps = [
        rf"Since $a_{{{n}}} = \frac{{n^{n % 5}}}{{{n + 1}}}$, we have $a_{{{n}}} \le {n + 2}$. "
        rf"So \[ \sum_{{k=1}}^{{{n + 1}}} k = \frac{{{n + 1}({n + 2})}}{{2}}. \]"
        for n in range(STEPS)
    ]
    proof = Proof.from_texts(r"Show that $\sum a_n$ is bounded by $n^2$.", steps)
    located = asyncio.run(localize(proof, reader=PlainReader()))
    return CheckedProof(proof=proof, verdict=rich_checked_proof().verdict, localization=located)
