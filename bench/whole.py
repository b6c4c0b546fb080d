"""The whole method at the speed of its model: own proofs, a recorded reader, the real Lean.

``python -m bench whole`` checks the proofs of ``bench/whole/proofs.jsonl`` with the replies of
``bench/whole/replies.json`` behind an endpoint of one second, and prints proofs a minute, Lean's
processor seconds, what was lost in searches without a result, and what everybody waited for.
``--against COMMIT`` runs an earlier commit's source on the same proofs and prints ratios;
``--load N`` runs once more beside N processes that only compute, which must change no label;
``--scale`` compares two workers, three and so on with one, as far as there are cores; ``--single``
times the command on the longest proof alone instead.
``--record --model NAME --base-url URL`` asks a model what is not recorded yet and writes the
replies down. Replies are found by prompt, problem and claim, as the demo's are.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench._single import measure_single
from bench._whole_run import quantile, settings_of
from faithsieve.api import check_by
from faithsieve.datasets import load_dataset
from faithsieve.demo.recorded import (
    DemoRecording,
    NoRecordedReplyError,
    RecordedReader,
    RecordedReply,
    about_of,
    problem_of,
    prompts_used,
    questions_of,
)
from faithsieve.lean.backends import worker_count
from faithsieve.llm.protocol import ChatModel
from faithsieve.methods import Tools
from faithsieve.records.chat import ChatReply, ChatRequest
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import build_judge, build_model

FOLDER = Path(__file__).parent / "whole"
PROOFS, REPLIES = FOLDER / "proofs.jsonl", FOLDER / "replies.json"
ROOT = Path(__file__).parent.parent
DELAY_S = 1.0
EMPTY = DemoRecording(prompts={}, replies=())


def run(options: Sequence[str] = ()) -> Iterator[str]:
    """Measure, or record."""
    given = _options(options)
    if given.record:
        yield asyncio.run(record(given))
        return
    if not REPLIES.exists():
        yield f"skipped: no replies are recorded in {REPLIES.name}; see --record"
        return
    if given.single:
        longest = max(load_dataset(PROOFS).proofs, key=lambda row: len(row.proof.steps))
        recording = DemoRecording.model_validate_json(REPLIES.read_text(encoding="utf-8"))
        yield from measure_single(longest, recording, DELAY_S)
        return
    limits = {
        "delay_s": DELAY_S,
        "at_once": given.concurrency,
        "workers": given.workers or (1 if given.scale else worker_count(Settings().lean)),
        "effort": given.effort,
        "limit": given.limit,
    }
    now = _measured(ROOT / "src", limits)
    yield from describe(now, limits)
    for workers in range(2, (os.cpu_count() or 1) + 1) if given.scale else ():
        more = _measured(ROOT / "src", limits | {"workers": workers})
        yield f"{workers} workers for {limits['workers']}:"
        yield from compare(more, now)
    if given.load:
        with _load(given.load):
            loaded = _measured(ROOT / "src", limits)
        yield f"beside {given.load} busy processes:"
        yield from compare(loaded, now)
    if given.against:
        with _source_of(given.against) as source:
            before = _measured(source, limits)
        yield f"against {given.against}:"
        yield from describe(before, limits)
        yield from compare(now, before)


def _options(options: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench whole")
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--load", type=int, metavar="N")
    parser.add_argument("--single", action="store_true")
    parser.add_argument("--scale", action="store_true")
    parser.add_argument("--effort", default="standard")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--concurrency", type=int, default=16)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--model", default="reader")
    parser.add_argument("--base-url")
    return parser.parse_args(list(options))


def _measured(source: Path, limits: dict[str, Any]) -> dict[str, Any]:
    """Run one source in a process of its own."""
    command = [sys.executable, "-m", "bench._whole_run", str(PROOFS), str(REPLIES)]
    done = subprocess.run(
        [*command, json.dumps(limits)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(source)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@contextmanager
def _source_of(commit: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        git = ["git", "-C", str(ROOT)]
        subprocess.run([*git, "worktree", "add", "--detach", folder, commit], check=True)
        try:
            yield Path(folder) / "src"
        finally:
            subprocess.run([*git, "worktree", "remove", "--force", folder], check=True)


@contextmanager
def _load(processes: int) -> Iterator[None]:
    """Keep the machine busy."""
    command = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(command) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def describe(found: dict[str, Any], limits: dict[str, Any]) -> Iterator[str]:
    """Print the figures of one run."""
    proofs, wall_s, ended = found["proofs"], found["wall_s"], sorted(found["ended"])
    yield (
        f"{proofs} proofs in {wall_s:.0f} s, {60 * proofs / wall_s:.1f} a minute; "
        f"{found['right']} labels as written; {len(found['failed'])} failed"
    )
    yield from (f"   failed: {line}" for line in found["failed"][:5])
    model_s = found["calls"] * limits["delay_s"] / limits["at_once"]
    lean_s = found["lean_cpu_s"] / limits["workers"]
    yield (
        f"ideal {max(model_s, lean_s):.0f} s (model {model_s:.0f}, Lean {lean_s:.0f}): "
        f"{max(model_s, lean_s) / wall_s:.2f} of it (aim 0.85)"
    )
    if ended:
        half = ended[(len(ended) - 1) // 2]
        yield (
            f"first verdict after {ended[0]:.0f} s (aim 20), half of them by "
            f"{half / wall_s:.0%} of the time (aim 55 %)"
        )
    each = found["lean_s"]
    yield (
        f"Lean a proof: median {quantile(each, 0.5):.1f} s (aim 8), 90th percentile "
        f"{quantile(each, 0.9):.1f} s (aim 25); processor seconds in all "
        f"{found['lean_cpu_s']:.0f}, of our own code {found['own_cpu_s']:.0f}"
    )
    yield f"statements searched {found['statements']}, settled {found['settled']}"
    by_kind, lost = found["lean_by_kind"], found["lost_by_kind"]
    whole = sum(by_kind.values()) or 1.0
    yield f"of Lean's time without a result: {sum(lost.values()) / whole:.0%}"
    for kind, seconds in sorted(by_kind.items(), key=lambda item: -item[1]):
        yield f"   {kind}: {seconds:.0f} s, without a result {lost.get(kind, 0.0):.0f} s"
    looks = sum(found["waited_for"].values()) or 1
    shares = ", ".join(f"{who} {seen / looks:.0%}" for who, seen in found["waited_for"].items())
    yield f"waited for: {shares}; memory {found['memory'] / 2**30:.1f} GiB"
    yield f"a single question to Lean under way in {found['one_busy'] / looks:.0%} of the time"
    if left := found["left"]:
        off = [max(said / real, real / said) for said, real in left]
        right = sum(factor <= 2 for factor in off)
        yield (
            f"time left within a factor of two in {right} of {len(off)} reports from the fifth "
            f"proof on; off by {quantile(off, 0.5):.2f} (median), {max(off):.1f} (most)"
        )


def compare(now: dict[str, Any], before: dict[str, Any]) -> Iterator[str]:
    """Print ratios between two runs, and labels that differ."""
    yield (
        f"wall time {now['wall_s'] / before['wall_s']:.2f}, Lean's processor seconds "
        f"{now['lean_cpu_s'] / max(before['lean_cpu_s'], 0.01):.2f}, settled "
        f"{now['settled']} and {before['settled']}"
    )
    differ = set(now["settled_ones"]) ^ set(before["settled_ones"])
    yield f"statements settled in one run only: {len(differ)}"
    other = [id for id, label in now["labels"].items() if before["labels"].get(id) != label]
    yield f"other labels: {', '.join(other) or 'none'}"


class Recorder:
    """A model that answers from a recording, and asks another model for the rest."""

    def __init__(self, known: DemoRecording, inner: ChatModel, problems: frozenset[str]) -> None:
        self.replies = {(r.problem, r.prompt, r.about): r for r in known.replies}
        self.used: set[tuple[str, str, str]] = set()
        self._inner = inner
        self._problems = problems

    async def complete(self, request: ChatRequest) -> ChatReply:
        questions = questions_of(request)
        problem = problem_of(request, self._problems)
        prompt = request.prompt.id
        keys = [(problem, prompt, about_of(prompt, question)) for question in questions]
        self.used |= set(keys)
        if any(key not in self.replies for key in keys):
            reply = await self._inner.complete(request)
            for key, said in zip(keys, _split(reply.text, len(keys)), strict=False):
                if said is not None and key not in self.replies:
                    self.replies[key] = RecordedReply(
                        problem=problem, prompt=prompt, about=key[2], reply=said
                    )
            # What was answered once is not asked again, whatever happens to this process.
            self.write(self.replies)
            if len(keys) == 1:
                return reply
        recording = DemoRecording(prompts={}, replies=tuple(self.replies.values()))
        try:
            return await RecordedReader(recording).complete(request)
        except NoRecordedReplyError:
            # A sheet without an answer to one question: its caller asks again alone.
            return reply

    def write(self, keys: Iterable[tuple[str, str, str]]) -> int:
        """Write replies in the order of their keys, so that a new recording is readable."""
        replies = tuple(self.replies[key] for key in sorted(keys) if key in self.replies)
        recording = DemoRecording(prompts=prompts_used(iter(replies)), replies=replies)
        REPLIES.write_text(recording.model_dump_json(indent=1) + "\n", encoding="utf-8")
        return len(replies)


def _split(text: str, count: int) -> list[str | None]:
    """The reply to each question of a call, as if it had been asked alone."""
    try:
        read = json.loads(text.strip().removeprefix("```json").removesuffix("```"))
        if count == 1:
            return [json.dumps(read, ensure_ascii=False)]
        entries = {entry.pop("n"): entry for entry in read["answers"]}
    except (ValueError, KeyError, TypeError, AttributeError):
        return [None] * count
    return [
        json.dumps(entries[n], ensure_ascii=False) if n in entries else None
        for n in range(1, count + 1)
    ]


async def record(given: argparse.Namespace) -> str:
    """Check every proof with a model behind the recording, and write what it said."""
    known = EMPTY
    if REPLIES.exists():
        known = DemoRecording.model_validate_json(REPLIES.read_text(encoding="utf-8"))
    rows = load_dataset(PROOFS).proofs[: given.limit]
    endpoint = {"name": given.model, "base_url": given.base_url}
    settings = settings_of(given.effort, model=endpoint)
    problems = frozenset(row.proof.problem for row in rows)
    with tempfile.TemporaryDirectory() as folder, RunStore.open(f"{folder}/store.sqlite") as store:
        async with build_model(settings, store) as model, build_judge(settings, store) as judge:
            recorder = Recorder(known, model, problems)
            tools = Tools(recorder, settings, judge=judge)
            checks = (check_by("faithsieve", row.proof, tools) for row in rows)
            ended = await asyncio.gather(*checks, return_exceptions=True)
    failed = [str(error) for error in ended if isinstance(error, BaseException)]
    # Replies to questions that nobody asks any more go only when every proof came to its end.
    written = recorder.write(recorder.replies if failed or given.limit else recorder.used)
    return f"{written} replies; {len(failed)} proofs not finished {failed[:3]}"
