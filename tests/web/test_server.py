"""The whole application: who may use it, how it fails, and how it stops."""

import threading
import time
from pathlib import Path

import httpx2
import pytest

from faithsieve.errors import ConfigError, StoreError
from faithsieve.web.server import build_access
from support.website import ASKED, client_of, serving, website


def test_an_address_of_the_network_needs_a_token_and_answers_for_its_names() -> None:
    with pytest.raises(ConfigError, match="FAITHSIEVE_SERVE_KEY"):
        build_access("192.0.2.7", None)
    access = build_access("192.0.2.7", "t", names=("Proofs.example.org",))
    assert access.hosts >= {"192.0.2.7", "proofs.example.org", "localhost"}


def test_errors_are_pages_for_readers_and_problems_for_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with website(tmp_path) as site, client_of(site) as client:

        def broken(**_: object) -> None:
            raise StoreError("the disk is full")

        monkeypatch.setattr(site.store, "list_jobs", broken)
        page, problem = client.get("/checks"), client.get("/api/v1/checks")
        assert (page.status_code, problem.status_code) == (503, 503)
        assert page.headers["content-type"].startswith("text/html")
        assert problem.json()["detail"] == "the disk is full"


@pytest.mark.network
def test_a_server_that_stops_does_not_wait_for_its_watchers(tmp_path: Path) -> None:
    with website(tmp_path) as site:
        site.check.go_on.clear()
        lines: list[str] = []
        with serving(site) as address, httpx2.Client(base_url=address, trust_env=False) as client:
            check = client.post("/api/v1/checks", json=ASKED).json()["id"]

            def watch() -> None:
                with httpx2.stream(
                    "GET", f"{address}/api/v1/checks/{check}/events", timeout=60, trust_env=False
                ) as answer:
                    lines.extend(answer.iter_lines())

            watcher = threading.Thread(target=watch)
            watcher.start()
            while watcher.is_alive() and "id: 6" not in lines:
                time.sleep(0.05)
        watcher.join(30)
    assert not watcher.is_alive()
    assert "id: 6" in lines
    assert "event: end" not in lines
