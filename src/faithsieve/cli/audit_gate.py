"""Running the gate over a file of pairs, for ``faithsieve audit gate``."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import IO

import click
from pydantic import ValidationError

from faithsieve.configuration import resolve
from faithsieve.errors import InputError
from faithsieve.lean.pool import EmbeddedPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.llm.protocol import ChatModel
from faithsieve.places import home
from faithsieve.records.settings import Settings
from faithsieve.store.run_store import RunStore
from faithsieve.verify.gate.calibration import (
    GateAuditRow,
    GatePair,
    audit_pair,
    calibration,
    table_lines,
)
from faithsieve.wiring import build_model, embedded_toolchain


def run_gate(
    pairs_file: Path,
    *,
    probes_only: bool,
    model: str | None,
    base_url: str | None,
    store: str | None,
    json_to: str | None,
) -> None:
    """Run probes, and the semantic check unless told otherwise, and print the calibration table.

    Raises:
        InputError: a row is no pair.
        MissingToolError: Lean or the model is not set up.
    """
    pairs = read_pairs(pairs_file)
    flags: dict[str, object] = {"model.name": model, "model.base_url": base_url}
    settings = resolve(flags, environment=os.environ, folder=Path.cwd()).settings
    rows = asyncio.run(_run(pairs, settings, probes_only, store, json_to))
    if json_to != "-":
        for line in table_lines(calibration(pairs, rows)):
            click.echo(line)


def read_pairs(path: Path) -> tuple[GatePair, ...]:
    """Read a file of pairs.

    Raises:
        InputError: it is unreadable or a line is no pair.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{str(path)!r} is not UTF-8 at byte {error.start}") from error
    return tuple(_pair(line, n) for n, line in enumerate(lines, 1) if line.strip())


def _pair(line: str, number: int) -> GatePair:
    try:
        return GatePair.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the row"
        raise InputError(
            f"line {number}: {place}: {first['msg']}; a pair has id, problem, step, context, "
            "obligation and lean"
        ) from error


def has_decisions(path: Path) -> bool:
    """Whether the rows already say what the gate decided."""
    try:
        with path.open(encoding="utf-8") as file:
            first = next((line for line in file if line.strip()), "")
    except (OSError, UnicodeDecodeError):
        return True
    return '"lean"' not in first or '"accepted"' in first


async def _run(
    pairs: Sequence[GatePair],
    settings: Settings,
    probes_only: bool,
    store: str | None,
    json_to: str | None,
) -> tuple[GateAuditRow, ...]:
    if probes_only:
        return await _collect(_rows(pairs, settings, None), json_to)
    place = store or home() / "checks.sqlite"
    home().mkdir(parents=True, exist_ok=True)
    with RunStore.open(place) as ledger:
        async with build_model(settings, ledger) as wired:
            return await _collect(_rows(pairs, settings, wired.model), json_to)


async def _rows(
    pairs: Sequence[GatePair], settings: Settings, model: ChatModel | None
) -> AsyncIterator[GateAuditRow]:
    async with EmbeddedPool(embedded_toolchain()) as pool:
        judge = ProofJudge(pool)
        for pair in pairs:
            yield await audit_pair(
                pair,
                judge=judge,
                model=model,
                settings=settings.verify,
                decoding=settings.decoding,
            )


async def _collect(
    rows: AsyncIterator[GateAuditRow], json_to: str | None
) -> tuple[GateAuditRow, ...]:
    """Gather the rows, and write each as soon as it is known."""
    if json_to is None or json_to == "-":
        return await _written(rows, sys.stdout if json_to else None)
    with Path(json_to).open("w", encoding="utf-8") as sink:
        return await _written(rows, sink)


async def _written(
    rows: AsyncIterator[GateAuditRow], sink: IO[str] | None
) -> tuple[GateAuditRow, ...]:
    found = []
    async for row in rows:
        found.append(row)
        if sink is not None:
            sink.write(row.model_dump_json(exclude_none=True) + "\n")
            sink.flush()
    return tuple(found)
