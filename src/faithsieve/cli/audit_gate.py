"""Running the gate over a file of pairs, for ``faithsieve audit gate``."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import click

from faithsieve.cli.report import print_tables
from faithsieve.configuration import checks_store, load_settings
from faithsieve.evaluate.audits.human_audits import (
    GateCalibration,
    GateDecision,
    GateLabel,
    LabelledStatement,
    calibrate_gate,
    gate_tables,
)
from faithsieve.evaluate.record_files import read_records
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from faithsieve.verify.gate.calibration import (
    UNAVAILABLE,
    GateAuditRow,
    GatePair,
    audit_pair,
)
from faithsieve.wiring import build_model, embedded_toolchain


def run_gate(
    pairs_file: Path,
    flags: Mapping[str, object],
    *,
    store: str | None,
    json_to: str | None,
) -> None:
    """Run the gate and print the calibration table.

    Raises:
        InputError: a row is no pair.
        MissingToolError: Lean or the model is not set up.
    """
    pairs = read_records(pairs_file, GatePair)
    settings = load_settings(flags)
    rows = asyncio.run(_run(pairs, settings, store or checks_store(), json_to))
    if json_to != "-" and any(pair.label for pair in pairs):
        print_tables(gate_tables(calibrate_pairs(pairs, rows)))


def calibrate_pairs(pairs: Sequence[GatePair], rows: Sequence[GateAuditRow]) -> GateCalibration:
    """Compare the gate's decisions with the labels of the pairs that have one."""
    return calibrate_gate(
        [
            (
                LabelledStatement(id=pair.id, label=GateLabel(pair.label), drift=pair.drift),
                GateDecision(
                    id=pair.id,
                    accepted=None if row.status == UNAVAILABLE else row.accepted,
                    direction=row.direction,
                ),
            )
            for pair, row in zip(pairs, rows, strict=True)
            if pair.label is not None
        ]
    )


def has_decisions(path: Path) -> bool:
    """Return whether the rows already say what the gate decided."""
    try:
        with path.open(encoding="utf-8") as file:
            first = next((line for line in file if line.strip()), "")
    except (OSError, UnicodeDecodeError):
        return True
    return '"lean"' not in first or '"accepted"' in first


async def _run(
    pairs: Sequence[GatePair], settings: Settings, place: str | Path, json_to: str | None
) -> list[GateAuditRow]:
    found = []
    with click.open_file(json_to or os.devnull, "w", encoding="utf-8") as sink:
        async for row in _rows(pairs, settings, place):
            found.append(row)
            # Each row as soon as it is known: a stopped run has written what it found.
            sink.write(row.model_dump_json(exclude_none=True) + "\n")
            sink.flush()
    return found


async def _rows(
    pairs: Sequence[GatePair], settings: Settings, place: str | Path
) -> AsyncIterator[GateAuditRow]:
    async with AsyncExitStack() as stack:
        ledger = stack.enter_context(RunStore.open(place))
        model = await stack.enter_async_context(build_model(settings, ledger))
        pool = await stack.enter_async_context(LeanPool(embedded_toolchain()))
        judge = ProofJudge(pool)
        turns = asyncio.Semaphore(settings.model.concurrency)

        async def in_turn(pair: GatePair) -> GateAuditRow:
            async with turns:
                return await audit_pair(pair, settings, judge=judge, model=model)

        tasks = [asyncio.create_task(in_turn(pair)) for pair in pairs]
        stack.callback(lambda: [task.cancel() for task in tasks])
        for task in tasks:
            yield await task
