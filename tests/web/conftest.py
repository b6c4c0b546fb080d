"""What tests of pages share: a real browser, a server with a scripted check, and its client."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from starlette.testclient import TestClient

from faithsieve.errors import MissingToolError
from faithsieve.store.jobs import JobStore
from support.browser import OpenTab, Tab, axe_rules, open_browser
from support.website import Website, client_of, serving, website


@contextmanager
def found_or_skipped() -> Iterator[None]:
    """A missing tool is a loud skip with its command, and an error in CI."""
    try:
        yield
    except MissingToolError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium; one a module, because its driver keeps asyncio from running."""
    with found_or_skipped(), open_browser() as started:
        axe_rules()
        yield started


@pytest.fixture
def open_tab(browser: Browser) -> Iterator[OpenTab]:
    with ExitStack() as stack:

        def opened(address: str, width: int = 1280, **options: Any) -> Tab:
            tab = Tab(browser, address, width, **options)
            stack.callback(tab.context.close)
            return tab

        yield opened


@pytest.fixture
def store(tmp_path: Path) -> Iterator[JobStore]:
    with JobStore.open(tmp_path / "store.sqlite") as opened:
        yield opened


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Website]:
    with website(tmp_path) as opened:
        yield opened


@pytest.fixture
def client(site: Website) -> Iterator[TestClient]:
    with client_of(site) as opened:
        yield opened


@pytest.fixture
def address(site: Website) -> Iterator[str]:
    with serving(site) as found:
        yield found
