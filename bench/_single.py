"""One proof from the command to the verdict: the real command line against a recorded endpoint.

A first check in this process writes down what is asked and answered; an endpoint then gives these
answers, and the command is timed on a terminal with an empty store. Nothing is warm but the disk.
"""

import asyncio
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
from pathlib import Path
from typing import NamedTuple

from bench._command import clean_environment
from bench._endpoint import question_of_body, running_endpoint
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
            log = Path(folder) / "log"
            with running_endpoint(log, delay_s=delay_s, answers=answers) as url:
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
        asked = [{"role": m.role, "content": m.content} for m in request.messages]
        question = question_of_body(json.dumps({"messages": asked}).encode())
        self.known[question] = reply.text
        return reply


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
