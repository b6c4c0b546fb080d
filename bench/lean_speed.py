"""How long the embedded Lean takes: start, warm checks and judgements, one cold Lean each.

``--compile`` first compiles the whole library as on a new machine, ``--compile PARTS`` some of it.
"""

import asyncio
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import psutil

from faithsieve.configuration import lean_home
from faithsieve.errors import MissingToolError
from faithsieve.lean.embedded_checker import EmbeddedLean
from faithsieve.lean.embedded_setup import locate_install, locate_node
from faithsieve.lean.embedded_toolchain import EmbeddedToolchain, library_texts
from faithsieve.lean.library_modules import LibraryStore, Module
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.lean import FrozenStatement, LeanSource

SNIPPETS = (
    ("(a b c : Int) (h : a < b) (g : b < c) : a + 1 < c", "omega"),
    ("(x y : Int) : (x + y) ^ 2 = x ^ 2 + 2 * x * y + y ^ 2", "grind"),
    (": (2 : Nat) ^ 20 = 1048576", "decide"),
    ("(p q : Prop) (hp : p) (hq : q) : q ∧ p", "exact ⟨hq, hp⟩"),
    ("(n : Nat) : 2 * n = n + n", "induction n <;> omega"),
    ("(a b : Nat) (h : a ≤ b) : b - a + a = b", "omega"),
)
ROUNDS = 8
WORKERS = 5


def run(options: Sequence[str] = ()) -> Iterator[str]:
    """Measure in one run, so that the ratio compares like with like."""
    try:
        toolchain = EmbeddedToolchain(locate_install(lean_home()), library_texts())
    except MissingToolError as missing:
        yield f"skipped: {missing}"
        return
    if "--compile" in options:
        yield asyncio.run(_compile(toolchain, library_texts(*options[1:]).modules))
    yield from asyncio.run(_measure(toolchain))


async def _compile(toolchain: EmbeddedToolchain, modules: Sequence[Module]) -> str:
    """Compile into an empty store; processor time tells more than the clock of a busy machine."""
    started, before = time.monotonic(), os.times()
    with tempfile.TemporaryDirectory() as folder:
        store = LibraryStore(Path(folder) / "kept", "bench")
        await toolchain.compile_modules(modules, Path(folder) / "made", store=store)
    after = os.times()
    spent = after.children_user + after.children_system
    spent -= before.children_user + before.children_system
    return (
        f"{len(modules)} parts of the library compiled in {time.monotonic() - started:.0f} s "
        f"(aim: 180), {spent:.0f} s of processor time"
    )


async def _measure(toolchain: EmbeddedToolchain) -> list[str]:
    lines = [f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"]
    async with LeanPool(toolchain) as pool:
        started = time.monotonic()
        await pool.warm_up()
        lines.append(
            f"ready after {time.monotonic() - started:.1f} s (aim: 4), "
            f"of which {_processor_seconds():.1f} s of processor time"
        )
        checks = await _checks(EmbeddedLean(pool))
        judgements = await _judgements(ProofJudge(pool))
        lines.append(f"memory of the worker: {pool.rss_bytes / 2**30:.1f} GiB (aim: 1.3)")
        lines += await _further_workers(toolchain)
    warm = statistics.median(checks)
    lines.append(f"warm check, median of {len(checks)}: {1000 * warm:.0f} ms (aim: 120)")
    median = statistics.median(judgements)
    lines.append(f"judgement, median of {len(judgements)}: {1000 * median:.0f} ms (aim: 100)")
    cold = await asyncio.to_thread(_cold, toolchain)
    lines.append(f"one cold Lean for one snippet: {cold:.1f} s, {cold / warm:.0f} x the warm check")
    return lines


async def _further_workers(toolchain: EmbeddedToolchain) -> list[str]:
    """What each worker beside the first adds to what is resident: shared pages count once."""
    lines = []
    async with AsyncExitStack() as pools:
        for number in range(2, WORKERS + 1):
            before, started = _proportional_bytes(), time.monotonic()
            pool = await pools.enter_async_context(LeanPool(toolchain))
            await pool.warm_up()
            took = time.monotonic() - started
            await _checks(EmbeddedLean(pool))
            added = (_proportional_bytes() - before) / 2**30
            lines.append(
                f"worker {number} adds {added:.2f} GiB after its first checks (PSS; aim: the fifth "
                f"under 1), ready after {took:.1f} s"
            )
    return lines


def _proportional_bytes() -> int:
    """Memory of all children, shared pages divided among those who share them."""
    children = psutil.Process().children(recursive=True)
    return sum(int(child.memory_full_info().pss) for child in children)


def _processor_seconds() -> float:
    """What the start cost however busy the machine is; over two processors it is more than wall."""
    children = psutil.Process().children(recursive=True)
    return sum(child.cpu_times().user + child.cpu_times().system for child in children)


async def _checks(lean: EmbeddedLean) -> list[float]:
    times = []
    for _ in range(ROUNDS):
        for signature, body in SNIPPETS:
            text = f"theorem t {signature} := by {body}"
            started = time.monotonic()
            await lean.check(LeanSource(text=text, theorem="t"), timeout_s=60)
            times.append(time.monotonic() - started)
    return times


async def _judgements(judge: ProofJudge) -> list[float]:
    await judge.check_canaries()
    times = []
    for signature, body in SNIPPETS:
        statement = await judge.freeze(signature)
        assert isinstance(statement, FrozenStatement)
        for _ in range(ROUNDS):
            started = time.monotonic()
            assert (await judge.judge(statement, body)).is_accepted
            times.append(time.monotonic() - started)
    return times


def _cold(toolchain: EmbeddedToolchain) -> float:
    root = toolchain.install.root
    with tempfile.TemporaryDirectory() as folder:
        signature, body = SNIPPETS[0]
        source = Path(folder) / "snippet.lean"
        source.write_text(f"theorem t {signature} := by {body}\n")
        started = time.monotonic()
        subprocess.run(
            [str(locate_node()), "lean_patched.js", str(source)],
            cwd=root / "package",
            env={"LEAN_WASM_ROOT": str(root), "LEAN_WASM_MAILBOX": folder},
            capture_output=True,
            check=True,
        )
        return time.monotonic() - started
