"""Rules for every test: no sockets, no processes and no user environment unless a marker allows."""

import os
import subprocess
from collections.abc import Iterator

import pytest
from hypothesis import settings
from pytest_socket import disable_socket, enable_socket

from faithsieve.documents import pandoc
from faithsieve.documents import reading as documents_reading

# A shared machine stalls now and then; a law must not fail because of that.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

pytest_plugins = ["support.chat_endpoint", "support.embedded_lean"]

NEEDS_THE_MACHINE = {"lean", "postgres", "network", "local_model", "live", "browser", "ray"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--run-live", action="store_true", help="run tests that cost money")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("live") and not config.getoption("--run-live"):
            item.add_marker(pytest.mark.skip(reason="costs money; run with --run-live"))
        if item.get_closest_marker("lean") and not item.get_closest_marker("xdist_group"):
            # One process of pytest, so that they share one Lean: each takes 2 GB and a core.
            item.add_marker(pytest.mark.xdist_group("lean"))


class _RefusedProcess(subprocess.Popen[bytes]):
    """A class like the one it stands for, which libraries subscript when they are imported."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        raise AssertionError(
            f"a unit test started a process: {args!r}; mark it `network` if it must"
        )

    def __del__(self) -> None:
        """Nothing was started."""


@pytest.fixture(autouse=True)
def sealed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Block sockets and processes unless a marker allows them; hide the user's settings."""
    for name in list(os.environ):
        if name.startswith("FAITHSIEVE_") or name.endswith("_API_KEY"):
            monkeypatch.delenv(name)
    if any(request.node.get_closest_marker(marker) for marker in NEEDS_THE_MACHINE):
        enable_socket()
        yield
        return
    # asyncio's self-pipe is a socket pair of the unix family.
    disable_socket(allow_unix_socket=True)
    monkeypatch.setattr(subprocess, "Popen", _RefusedProcess)
    # Pandoc is a process: unit tests read documents as the core does, without the extra.
    for module in (pandoc, documents_reading):
        monkeypatch.setattr(module, "find_pandoc", lambda: None)
    yield
    enable_socket()
