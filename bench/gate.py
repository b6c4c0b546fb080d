"""The gate on our own pairs: calibration with a model or recorded replies, and Lean's time.

``python -m bench gate`` lets Lean probe every statement as if the checker had accepted it and named
no source, which is the most it can be asked, and prints the time. With ``--model NAME`` the whole
gate runs and the calibration table of ``faithsieve audit gate`` follows; ``--store FILE`` keeps the
answers, and ``--model replay`` with a store reads them again.
"""

import argparse
import asyncio
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from faithsieve.cli.audit_gate import run_gate
from faithsieve.evaluate.record_files import read_records
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.lean import ProbeOrder, RefusedStatement
from faithsieve.verify.gate.calibration import GatePair
from faithsieve.verify.gate.probes import is_finding
from faithsieve.verify.statement import plain_signature
from faithsieve.verify.statement_parts import CLAIMED, StatementParts
from faithsieve.wiring import embedded_toolchain

PAIRS = Path(__file__).with_name("gate_pairs.jsonl")


def run(options: Sequence[str] = ()) -> Iterator[str]:
    """Print Lean's time, then the calibration where a model is named."""
    parser = argparse.ArgumentParser(prog="python -m bench gate")
    parser.add_argument("--model", help="run the whole gate with this model")
    parser.add_argument("--base-url", help="the model's endpoint")
    parser.add_argument("--store", help="where its answers are kept")
    parser.add_argument("--limit", type=int, help="so many pairs only")
    chosen = parser.parse_args(options)
    yield from asyncio.run(_probe(read_records(PAIRS, GatePair)[: chosen.limit]))
    if chosen.model:
        flags = {"model.name": chosen.model, "model.base_url": chosen.base_url}
        run_gate(PAIRS, flags, store=chosen.store, json_to=None)


async def _probe(pairs: Sequence[GatePair]) -> list[str]:
    seconds: list[float] = []
    found: Counter[str] = Counter()
    refused = 0
    async with LeanPool(embedded_toolchain()) as pool:
        await pool.warm_up()
        judge = ProofJudge(pool)
        for pair in pairs:
            frozen = await judge.freeze(plain_signature(pair.lean))
            if isinstance(frozen, RefusedStatement):
                refused += 1
                continue
            claims = len(StatementParts(frozen=frozen).view().of(CLAIMED))
            order = ProbeOrder(claims=tuple(range(1, claims + 1)))
            probe = await judge.probe(frozen, order)
            seconds.append(probe.seconds)
            named = {f.code for f in (*frozen.findings, *probe.findings) if is_finding(f)}
            found.update((f"{pair.drift or 'faithful'}: {name}") for name in named)
    tenths = statistics.quantiles(seconds, n=10)
    return [
        f"{len(seconds)} statements probed, {refused} refused: Lean's time median "
        f"{statistics.median(seconds):.2f} s, 90th percentile {tenths[-1]:.2f} s, "
        f"longest {max(seconds):.2f} s",
        *(f"   {name}: {count}" for name, count in sorted(found.items())),
    ]
