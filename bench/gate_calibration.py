"""The gate's probes on own labelled pairs: what they catch by drift class, and what they cost.

``gate_pairs.jsonl`` was looked at while the probes were written. The other files were written
afterwards, ``gate_pairs_blind.jsonl`` in five batches (``b``, ``s``, ``t``, ``q``, ``v``), each
measured before anything was changed for it. The figures of those first runs are in
``docs/verify.md``; what is printed here is the present state.
"""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

from faithsieve.cli.audit_gate import calibrate_pairs
from faithsieve.evaluate.audits.audit_tables import gate_tables
from faithsieve.evaluate.record_files import read_records
from faithsieve.evaluate.tables import plain_text
from faithsieve.lean.pool import EmbeddedPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.settings import Settings
from faithsieve.verify.gate.calibration import (
    GateAuditRow,
    GatePair,
    GateSetup,
    audit_pair,
)
from faithsieve.wiring import embedded_toolchain

FILES = ("gate_pairs.jsonl", "gate_pairs_fresh.jsonl", "gate_pairs_blind.jsonl")


def run() -> Iterator[str]:
    """Print one confusion table a file."""
    yield from asyncio.run(_measure())


async def _measure() -> list[str]:
    lines: list[str] = []
    async with EmbeddedPool(embedded_toolchain()) as pool:
        judge = ProofJudge(pool)
        await pool.warm_up()
        for name in FILES:
            pairs = read_records(Path(__file__).parent / name, GatePair)
            started = time.perf_counter()
            rows = [await _one(pair, judge) for pair in pairs]
            seconds = (time.perf_counter() - started) / len(pairs)
            lines += [f"{name}: {len(pairs)} pairs, {seconds:.2f} s a pair, probes only"]
            lines += [plain_text(t) for t in gate_tables(calibrate_pairs(pairs, rows))]
            lines += _wrong(pairs, rows)
    return lines


async def _one(pair: GatePair, judge: ProofJudge) -> GateAuditRow:
    settings = Settings()
    setup = GateSetup(judge, None, settings.verify, settings.decoding)
    return await audit_pair(pair, setup)


def _wrong(pairs: tuple[GatePair, ...], rows: list[GateAuditRow]) -> Iterator[str]:
    """Faithful statements that were flagged, and statements that do not compile."""
    for pair, row in zip(pairs, rows, strict=True):
        flagged = pair.label == "faithful" and not row.accepted
        if flagged or row.status in ("refused", "backend_unavailable"):
            yield f"   {pair.id}: {row.status}: {'; '.join(p.finding for p in row.probes)}"
