"""One proof from the command to the verdict: the real command line against a recorded endpoint.

A first check in this process writes down what is asked and answered; ``python -m bench._single
ANSWERS DELAY_S`` then serves these answers over HTTP, and the command is timed on a terminal with
an empty store. Nothing is warm but the disk.
"""

import asyncio
import hashlib
import json
import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bench._command import clean_environment
from bench._endpoint import completion_of, header
from bench._whole_run import settings_of
from faithsieve.api import check_by
from faithsieve.demo.recorded import DemoRecording, RecordedReader
from faithsieve.llm.protocol import ChatModel
from faithsieve.methods import Tools
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.proof import LabelledProof
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import build_judge

RUNS = 5
AIMS_S = {"quick": 6, "standard": 15}


class Timed(NamedTuple):
    """One run of the command."""

    seconds: float
    first_s: float
    """Until the terminal showed something."""
    longest_s: float
    """The longest time in which the terminal did not move, from the start."""
    said: str


def measure_single(proof: LabelledProof, recording: DemoRecording, delay_s: float) -> Iterator[str]:
    """Time one proof at two efforts."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.json"
        steps = [step.text for step in proof.proof.steps]
        file.write_text(json.dumps({"problem": proof.proof.problem, "steps": steps}))
        for effort, aim in AIMS_S.items():
            answers = Path(folder) / f"{effort}.json"
            known = asyncio.run(_answers(proof, recording, effort))
            answers.write_text(json.dumps(known))
            with _serving(answers, delay_s) as url:
                runs = [_timed(file, url, effort) for _ in range(RUNS)]
            took = [run.seconds for run in runs]
            yield (
                f"{proof.id}, {len(steps)} steps, {effort}: median {statistics.median(took):.1f} s "
                f"of {RUNS} (aim {aim}), from {min(took):.1f} to {max(took):.1f}; {len(known)} "
                f"calls; first words after {statistics.median(run.first_s for run in runs):.1f} s, "
                f"longest without any {max(run.longest_s for run in runs):.1f} s (aim 1)"
            )


class _Noting:
    """A model that writes down what it is asked and what it says."""

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner
        self.known: dict[str, str] = {}

    async def complete(self, request: ChatRequest) -> ChatReply:
        reply = await self._inner.complete(request)
        self.known[_key([message.content for message in request.messages])] = reply.text
        return reply


def _key(contents: list[str]) -> str:
    return hashlib.sha256("\n".join(contents).encode()).hexdigest()


async def _answers(proof: LabelledProof, recording: DemoRecording, effort: str) -> dict[str, str]:
    settings = settings_of(effort)
    noting = _Noting(RecordedReader(recording))
    with tempfile.TemporaryDirectory() as folder, RunStore.open(f"{folder}/store.sqlite") as store:
        async with build_judge(settings, store) as judge:
            await check_by("faithsieve", proof.proof, Tools(noting, settings, judge=judge))
    return noting.known


def _timed(file: Path, url: str, effort: str) -> Timed:
    """Run the command on a terminal, with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(sys.executable, "-m", "faithsieve.cli.main", "check", str(file), "--trust-gate"),
            *("--effort", effort, "--model", "bench", "--base-url", url),
            *("--store", f"{folder}/store.sqlite"),
        ]
        began = time.monotonic()
        mine, theirs = pty.openpty()
        with subprocess.Popen(
            command, env=clean_environment(), stdin=theirs, stdout=theirs, stderr=theirs
        ) as process:
            os.close(theirs)
            moved, said = _watch(mine, process)
        os.close(mine)
        if process.returncode != 0:
            raise RuntimeError(f"exit code {process.returncode}:\n{said[-2000:]}")
        gaps = [later - earlier for earlier, later in zip([began, *moved], moved, strict=False)]
        return Timed(time.monotonic() - began, moved[0] - began, max(gaps), said)


def _watch(terminal: int, process: "subprocess.Popen[bytes]") -> tuple[list[float], str]:
    """Read a terminal until its process ends; return when it moved and all it showed."""
    moved: list[float] = []
    said = b""
    while process.poll() is None:
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                said += os.read(terminal, 65536)
            except OSError:
                break
            moved.append(time.monotonic())
    process.wait()
    return moved, said.decode(errors="replace")


@contextmanager
def _serving(answers: Path, delay_s: float) -> Iterator[str]:
    command = [sys.executable, "-m", "bench._single", str(answers), str(delay_s)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        try:
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()


async def _serve(answers: dict[str, str], delay_s: float) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                body = json.loads(
                    await reader.readexactly(int(header(head, "content-length") or 0))
                )
                await asyncio.sleep(delay_s)
                key = _key([message["content"] for message in body["messages"]])
                writer.write(completion_of(answers[key], key))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    known = json.loads(Path(sys.argv[1]).read_text())
    asyncio.run(_serve(known, float(sys.argv[2])))
