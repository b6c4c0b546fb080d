"""``faithsieve`` as a process of its own, in a folder of its own, and what it leaves behind."""

import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import psutil

MARK = "FAULT_TEST_MARK"
IS_LONG = bool(os.environ.get("FAULTS_LONG"))
"""Whether every test may take its time: ``make test-faults`` says so, CI does not."""

ROWS = 120 if IS_LONG else 40

SETTINGS = """\
[model]
timeout_s = {timeout_s}
max_retries = 8
"""


class Finished(NamedTuple):
    code: int
    said: str
    seconds: float


class Workplace:
    """A folder with a dataset and settings, and one mark on every process started in it."""

    def __init__(self, folder: Path, *, timeout_s: float = 3.0) -> None:
        self.folder = folder
        self.mark = uuid4().hex
        (folder / "tmp").mkdir(parents=True, exist_ok=True)
        text = SETTINGS.format(timeout_s=timeout_s)
        (folder / "faithsieve.toml").write_text(text, encoding="utf-8")

    @property
    def environment(self) -> dict[str, str]:
        """The environment without anybody's settings; everything temporary stays in the folder."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith("FAITHSIEVE_")}
        own = {MARK: self.mark, "TMPDIR": str(self.folder / "tmp"), "OPENAI_API_KEY": "not-a-key"}
        return kept | own

    async def start(
        self,
        *words: str,
        prepare: Callable[[], None] | None = None,
        environment: dict[str, str] | None = None,
    ) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "faithsieve.cli.main", *words),
            cwd=self.folder,
            env=self.environment | (environment or {}),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            preexec_fn=prepare,
        )

    async def run(self, *words: str, **options: Any) -> Finished:
        began = time.monotonic()
        process = await self.start(*words, **options)
        said, _ = await process.communicate()
        code = process.returncode
        assert code is not None
        return Finished(code, said.decode(), time.monotonic() - began)

    async def run_until_done(self, *words: str, rounds: int = 6, **options: Any) -> list[Finished]:
        """Give the same command until nothing is left to do, as a user would."""
        done: list[Finished] = []
        while len(done) < rounds and (not done or done[-1].code == 3):
            done.append(await self.run(*words, **options))
        assert done[-1].code == 0, done[-1].said
        return done

    def left_behind(self) -> list[str]:
        """Name the processes and temporary files that nobody ended or removed."""
        alive = [f"process {p.info['pid']}: {p.info['cmdline']}" for p in self.processes()]
        return [*alive, *(f"file {path}" for path in (self.folder / "tmp").iterdir())]

    def processes(self) -> list[psutil.Process]:
        """Find every living process that was started here."""
        found = []
        for process in psutil.process_iter(["pid", "cmdline", "environ", "status"]):
            environ = process.info["environ"] or {}
            if environ.get(MARK) == self.mark and process.info["status"] != psutil.STATUS_ZOMBIE:
                found.append(process)
        return found

    def predictions(self, run: str = "run") -> dict[str, tuple[object, object, object]]:
        """Read label, kind and failure of every row; two rows of one problem are an error."""
        path = self.folder / run / "predictions.jsonl"
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        doubled = [id for id, times in Counter(row["id"] for row in rows).items() if times > 1]
        assert doubled == []
        return {row["id"]: (row["label"], row["kind"], row["failure"]) for row in rows}


def eval_words(url: str, *more: str, method: str = "direct", out: str = "run") -> tuple[str, ...]:
    """``faithsieve eval`` over the workplace's dataset."""
    words = ("eval", "proofs.jsonl", "--method", method, "--model", "bench", "--base-url", url)
    return (*words, "--out", out, "--concurrency", "8", *more)
