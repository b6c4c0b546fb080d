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
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from faithsieve.errors import ProviderError
from faithsieve.llm.endpoint import Endpoint
from faithsieve.llm.local_model import serving
from faithsieve.llm.openai_compatible import OpenAICompatible
from faithsieve.llm.protocol import ChatModel
from faithsieve.llm.structured import reply_schema
from faithsieve.records.base import Record
from faithsieve.records.chat import Decoding
from faithsieve.records.settings import LocalSettings
from faithsieve.store.run_store import RunStore
from support.chat import make_request
from support.stores import calls_by_state

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


# One thread: llama.cpp's threads wait for each other by spinning, and tests share the machine.
SMALL = LocalSettings(context_tokens=512, threads=1)


@asynccontextmanager
async def asking(weights: Path) -> AsyncIterator[ChatModel]:
    async with serving(weights, alias="smollm2-135m", settings=SMALL) as reached:
        client = OpenAICompatible("smollm2-135m", Endpoint(*reached))
        async with aclosing(client):
            yield client


async def test_the_server_answers_in_the_promised_shape(
    smollm: Path,
) -> None:
    async with asking(smollm) as model:
        request = make_request(
            "Give any label and kind.",
            decoding=Decoding(temperature=0, max_output_tokens=120),
            reply_schema=reply_schema(Choice),
        )
        reply = await model.complete(request)
    assert reply.model == "smollm2-135m"
    assert reply.usage.input_tokens > 0
    if reply.finish_reason == "stop":
        Choice.model_validate_json(reply.text)
    else:
        assert reply.text.lstrip().startswith("{")


async def test_a_prompt_longer_than_the_context_is_refused_and_never_cut(smollm: Path) -> None:
    async with asking(smollm) as model:
        with pytest.raises(ProviderError, match="too long") as caught:
            await model.complete(make_request("Let n be an integer. " * 200, decoding=SHORT))
        assert (caught.value.status, caught.value.retryable) == (400, False)
        assert (await model.complete(make_request("Say hi.", decoding=SHORT))).text


PARENT = """
    import asyncio, os, signal, sys
    from pathlib import Path
    import psutil
    from faithsieve.llm.local_model import serving

    async def main():
        starting = asyncio.create_task(serving(Path(sys.argv[1]), alias="toy").__aenter__())
        while not psutil.Process().children():
            await asyncio.sleep(0.001)
        print(psutil.Process().children()[0].pid, flush=True)
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
    lines = (folder / out / "predictions.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    has_answer = any(row["label"] is not None for row in rows)
    assert done.returncode == (0 if has_answer else 3), done.stderr
    return rows


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
        counts = calls_by_state(store)
    assert set(counts) == {"answered"}
    assert counts["answered"] >= count
    second = evaluate(tmp_path, faithsieve_home, method, "second")
    assert [row["label"] for row in second] == [row["label"] for row in first]
    with RunStore.open(tmp_path / "all.sqlite") as store:
        assert calls_by_state(store) == counts


def test_check_asks_a_llama_cpp_server_behind_a_base_url(smollm: Path, tmp_path: Path) -> None:
    (tmp_path / "proof.json").write_text(json.dumps(PROOFS[1]))
    code, out, err = asyncio.run(_check_over_base_url(smollm, tmp_path))
    # A model this small may answer anything; what counts is that its answer arrived and was read.
    assert "1 model call" in out or "the model said" in err, (code, out, err)
    with RunStore.open(tmp_path / "s.sqlite") as store:
        assert calls_by_state(store) == {"answered": 1}


async def _check_over_base_url(weights: Path, folder: Path) -> tuple[int | None, str, str]:
    """Give the lines that docs/models.md shows for a server of one's own."""
    async with serving(
        weights, alias="smollm2-135m", settings=LocalSettings(context_tokens=2048, threads=1)
    ) as (address, key):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "faithsieve.cli.main", "check", "proof.json"),
            *("--base-url", address, "--model", "smollm2-135m"),
            *("--method", "direct", "--store", "s.sqlite"),
            cwd=folder,
            env=os.environ | {"OPENAI_API_KEY": key},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await asyncio.wait_for(process.communicate(), 300)
    return process.returncode, out.decode(), err.decode()
