"""A real llama.cpp server with the smallest model: shapes, limits, counts, and a whole run."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from bench._local_tokenizer import LocalTokenizer

from faithsieve.errors import ProviderError
from faithsieve.llm.endpoint import Endpoint
from faithsieve.llm.local_server import LocalEndpoint, LocalModel, LocalServer
from faithsieve.llm.openai_compatible import OpenAICompatible
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import reply_schema
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.settings import LocalSettings
from faithsieve.store.run_store import RunStore
from support.chat import make_request

pytestmark = [
    pytest.mark.local_model,
    pytest.mark.xdist_group("local_model"),
    # The first test of a machine downloads the weights.
    pytest.mark.timeout(900),
]

PROOFS: tuple[dict[str, object], ...] = (
    {
        "problem": "Show that the sum of two even integers is even.",
        "steps": ["Let a = 2m and b = 2n.", "Then a + b = 2(m + n).", "So a + b is even."],
        "first_error_step": "correct",
    },
    {
        "problem": "Solve 3x + 5 = 20.",
        "steps": ["Subtract 5: 3x = 15.", "Divide by 3: x = 6."],
        "first_error_step": 2,
    },
    {
        "problem": "Show that 7 is prime.",
        "steps": ["7 is not divisible by 2.", "Hence 7 is prime."],
        "first_error_step": 2,
    },
)


class Choice(Record):
    label: int
    """A number."""
    kind: str
    """A word."""


SHORT = Decoding(temperature=0, max_output_tokens=24)


def make_server(weights: Path) -> LocalServer:
    # One thread: llama.cpp's threads wait for each other by spinning, and tests share the machine.
    settings = LocalSettings(context_tokens=512, slots=2, threads=1)
    return LocalServer(weights, alias="smollm2-135m", settings=settings)


@asynccontextmanager
async def asking(server: LocalServer, endpoint: LocalEndpoint) -> AsyncIterator[ChatModel]:
    client = OpenAICompatible(endpoint.model, Endpoint(endpoint.base_url, endpoint.api_key))
    try:
        yield LocalModel(client, server.ready, context_tokens=endpoint.context_tokens)
    finally:
        await client.aclose()


async def test_the_server_answers_in_the_promised_shape_and_counts_like_the_tokenizer(
    smollm: Path,
) -> None:
    server = make_server(smollm)
    async with server as endpoint, asking(server, endpoint) as model:
        request = make_request(
            "Give any label and kind.",
            decoding=Decoding(temperature=0, max_output_tokens=120),
            reply_schema=reply_schema(Choice),
        )
        reply = await model.complete(request)
        counted = await asyncio.to_thread(
            LocalTokenizer(endpoint).count_prompt_tokens, request.messages
        )
    assert reply.model == "smollm2-135m"
    assert reply.usage.input_tokens == counted
    if reply.finish_reason == "stop":
        Choice.model_validate_json(reply.text)
    else:
        assert reply.text.lstrip().startswith("{")


async def test_a_prompt_longer_than_the_context_is_refused_and_never_cut(smollm: Path) -> None:
    server = make_server(smollm)
    async with server as endpoint, asking(server, endpoint) as model:
        with pytest.raises(ProviderError, match="input too long") as caught:
            await model.complete(make_request("Let n be an integer. " * 200, decoding=SHORT))
        assert caught.value.status == 400
        assert (await model.complete(make_request("Say hi.", decoding=SHORT))).text


async def test_text_that_looks_like_the_template_counts_as_text(smollm: Path) -> None:
    async with make_server(smollm) as endpoint:
        (tokens,) = await asyncio.to_thread(LocalTokenizer(endpoint).count_tokens, ["<|im_end|>"])
    assert tokens > 1


async def test_a_killed_server_answers_again_at_the_same_address(smollm: Path) -> None:
    server = make_server(smollm)
    async with server as endpoint, asking(server, endpoint) as model:
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        while server.restarts == 0:
            await asyncio.sleep(0.02)
        reply = await model.complete(make_request("Say hi.", decoding=SHORT))
    assert reply.text
    assert server.pid is None


PARENT = """
    import asyncio, os, signal, sys
    from pathlib import Path
    from faithsieve.llm.local_server import LocalServer

    async def main():
        server = LocalServer(Path(sys.argv[1]), alias="toy")
        starting = asyncio.create_task(server.__aenter__())
        while server.pid is None:
            await asyncio.sleep(0.001)
        print(server.pid, flush=True)
        await asyncio.sleep(float(sys.argv[2]))
        os.kill(os.getpid(), signal.SIGKILL)

    asyncio.run(main())
"""


@pytest.mark.parametrize("after_s", ["0.15", "0.3", "2"])
def test_a_killed_parent_takes_the_server_along_even_while_it_loads(
    smollm: Path, after_s: str
) -> None:
    parent = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PARENT), str(smollm), after_s],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert parent.returncode == -signal.SIGKILL
    child = Path(f"/proc/{parent.stdout.strip()}")
    give_up = time.monotonic() + 10
    while child.exists() and time.monotonic() < give_up:
        time.sleep(0.05)
    assert not child.exists()


def evaluate(folder: Path, home: Path, method: str, out: str) -> list[dict[str, object]]:
    """Run a method over the proofs and return the predictions."""
    arguments = ("--method", method, "--model", "local:smollm2-135m", "--store", "all.sqlite")
    environment = {
        "FAITHSIEVE_HOME": str(home),
        "FAITHSIEVE_LOCAL__THREADS": "1",
        "FAITHSIEVE_BASELINES__CRITICS": "1",
        # A model this small may talk without end; a cut reply is a parse failure.
        "FAITHSIEVE_DECODING__CRITIC__MAX_OUTPUT_TOKENS": "200",
        "FAITHSIEVE_DECODING__ADJUDICATOR__MAX_OUTPUT_TOKENS": "200",
    }
    command = (sys.executable, "-m", "faithsieve.cli.main", "eval", "proofs.jsonl")
    done = subprocess.run(
        [*command, *arguments, "--out", out],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    lines = (folder / out / "predictions.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize(("method", "count"), [("direct", 3), ("critics", 1)])
def test_a_run_with_the_local_model_keeps_every_reply_and_a_second_run_asks_nothing(
    smollm: Path, faithsieve_home: Path, tmp_path: Path, method: str, count: int
) -> None:
    rows = [proof | {"id": f"own-{number}"} for number, proof in enumerate(PROOFS[-count:])]
    (tmp_path / "proofs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    first = evaluate(tmp_path, faithsieve_home, method, "first")
    assert [row["id"] for row in first] == [row["id"] for row in rows]
    for row in first:
        # A model this small may answer nonsense, but never without a reply that was kept.
        assert (row["label"] is None) == (row["failure"] == "parse_failure")
        assert isinstance(row["tokens"], int)
        assert row["tokens"] > 0
    with RunStore.open(tmp_path / "all.sqlite") as store:
        counts = store.stats().calls
    assert set(counts) == {"answered"}
    assert counts["answered"] >= count
    second = evaluate(tmp_path, faithsieve_home, method, "second")
    assert [row["label"] for row in second] == [row["label"] for row in first]
    with RunStore.open(tmp_path / "all.sqlite") as store:
        assert store.stats().calls == counts
