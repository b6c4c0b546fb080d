"""The local server lives as long as its block, is restarted once, and leaves no orphan."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from contextlib import suppress
from pathlib import Path

import pytest

from faithsieve.errors import MissingToolError, ProviderError
from faithsieve.llm import local_server
from faithsieve.llm.local_server import LocalModel, LocalServer, require_llama
from faithsieve.llm.scripted import ScriptedModel
from faithsieve.records.settings import LocalSettings
from support.chat import make_request
from support.llama_process import fake_command

pytestmark = pytest.mark.network


def make_server(behaviour: str = "ok", **settings: float) -> LocalServer:
    return LocalServer(
        Path("toy.gguf"),
        alias="toy",
        settings=LocalSettings.model_validate(settings),
        command=fake_command(behaviour),
    )


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return _state(pid) != "Z"


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return "gone"


def until_dead(pid: int, within_s: float = 10.0) -> bool:
    give_up = time.monotonic() + within_s
    while is_alive(pid) and time.monotonic() < give_up:
        time.sleep(0.05)
    return not is_alive(pid)


async def test_the_endpoint_is_on_the_loopback_address_behind_a_random_key() -> None:
    async with make_server() as first, make_server() as second:
        assert first.base_url.startswith("http://127.0.0.1:")
        assert first.base_url.endswith("/v1")
        assert first.base_url != second.base_url
        assert len(first.api_key) > 20
        assert first.api_key != second.api_key


@pytest.mark.parametrize(
    ("processors", "chosen", "threads"), [(1, None, 1), (2, None, 1), (8, None, 4), (8, 8, 8)]
)
def test_half_of_the_processors_are_left_to_others_unless_told_otherwise(
    processors: int, chosen: int | None, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_server, "_processors", lambda: processors)
    settings = LocalSettings(threads=chosen)
    launch = LocalServer(Path("toy.gguf"), alias="toy", settings=settings).launch
    assert launch.threads == threads


@pytest.mark.parametrize("error", [None, ZeroDivisionError()])
async def test_the_process_is_gone_when_the_block_ends_or_raises(error: Exception | None) -> None:
    server = make_server()
    with suppress(ZeroDivisionError):
        async with server:
            pid = server.pid or 0
            assert is_alive(pid)
            if error is not None:
                raise error
    assert server.pid is None
    assert not is_alive(pid)


async def test_a_stubborn_process_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_server, "GRACE_S", 0.3)
    server = make_server("stubborn")
    async with server:
        pid = server.pid
    assert pid is not None
    assert not is_alive(pid)


async def test_a_dead_server_comes_back_once_at_the_same_address() -> None:
    server = make_server()
    async with server as endpoint:
        first = server.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        await _until(lambda: server.restarts == 1)
        await server.ready()
        assert server.pid not in (None, first)
        assert local_server._is_healthy(endpoint.base_url.removesuffix("/v1"))


async def test_a_server_that_dies_again_is_an_error_with_its_last_words() -> None:
    server = make_server(restarts=0)
    async with server:
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        await _until(lambda: server.pid is None)
        await asyncio.sleep(0.1)
        with pytest.raises(ProviderError, match=r"exit code -9(.|\n)*loading the fake model"):
            await server.ready()


async def test_a_server_that_cannot_start_says_why() -> None:
    # asyncio says 255 where another test's clean-up collected the child first.
    said = r"exit code (1|255)\)(.|\n)*the fake model is broken"
    with pytest.raises(ProviderError, match=said):
        async with make_server("exit"):
            raise AssertionError("it must not get here")


async def test_a_server_that_never_listens_is_given_up_and_ended() -> None:
    server = make_server("hang", start_timeout_s=0.5)
    with pytest.raises(ProviderError, match=r"did not answer within 0\.5 s"):
        async with server:
            raise AssertionError("it must not get here")
    assert server.pid is None


PARENT = """
    import asyncio, signal, sys
    from pathlib import Path
    from faithsieve.llm.local_server import LocalServer

    # A shell that started the tests in the background lets them ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    async def main():
        server = LocalServer(Path("x"), alias="toy", command=sys.argv[1:])
        async with server:
            print(server.pid, flush=True)
            await asyncio.sleep(60)

    asyncio.run(main())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_orphan_is_left_however_the_parent_ends(how: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(PARENT), *fake_command("ok")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_alive(child)
        parent.send_signal(how)
        assert until_dead(child)
        parent.wait(timeout=10)


def test_a_missing_llama_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingToolError, match=r"faithsieve\[local\]"):
        require_llama()


async def _until(condition: object, within_s: float = 10.0) -> None:
    assert callable(condition)
    async with asyncio.timeout(within_s):
        while not condition():
            await asyncio.sleep(0.02)


# ---- the model in front of it


async def is_ready() -> None: ...


async def test_a_dead_server_is_not_asked() -> None:
    async def died() -> None:
        raise ProviderError("died")

    inner = ScriptedModel([])
    with pytest.raises(ProviderError, match="died"):
        await LocalModel(inner, died, context_tokens=512).complete(make_request())
    assert inner.requests == ()


async def test_a_prompt_that_does_not_fit_is_refused_by_name_and_not_retryable() -> None:
    refusal = ProviderError("request (2731 tokens) exceeds the available context size", status=400)
    model = LocalModel(ScriptedModel(["yes", refusal]), is_ready, context_tokens=512)
    assert (await model.complete(make_request())).text == "yes"
    with pytest.raises(ProviderError, match=r"too long.*'tests/question'.*512.*2731") as caught:
        await model.complete(make_request())
    assert (caught.value.status, caught.value.retryable) == (400, False)
