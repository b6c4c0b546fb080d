"""The gate on labelled pairs: dev and blind halves side by side, and a line for every probe.

``python -m bench gate --seed N`` splits our own pairs by problem: rules are written while looking
at the dev half; of the blind half only the counts printed here are looked at, and each round of
rules draws a new seed. Without a model only probes decide. ``--recordings DIR`` also scores the
recorded judgements of a strong reader that a second reader adjudicated (``_gate_recordings.py``).
``--store FILE`` prints instead how the checker of a run answered the probes (``_gate_store.py``),
``--cues`` what every list of words that ``verify`` reads is good for (``_gate_cues.py``).
"""

import argparse
import asyncio
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench._gate_cues import cue_lines
from bench._gate_recordings import recorded_lines, recorded_pairs
from bench._gate_store import store_lines
from faithsieve.evaluate.record_files import read_records
from faithsieve.lean.pool import LeanPool
from faithsieve.lean.soundness import ProofJudge
from faithsieve.records.settings import Settings
from faithsieve.verify.gate.calibration import (
    UNAVAILABLE,
    GateAuditRow,
    GatePair,
    ProbeLine,
    audit_pair,
)
from faithsieve.wiring import embedded_toolchain

FILES = (
    "gate_pairs.jsonl",
    "gate_pairs_fresh.jsonl",
    "gate_pairs_blind.jsonl",
    "gate_pairs_directions.jsonl",
)
# What a machine can see by itself; the other kinds of drift need a reader.
MECHANICAL = frozenset({"contradictory", "trivialised", "assumes_target", "changed_numeral"})


class _Judged(NamedTuple):
    pair: GatePair
    row: GateAuditRow


def run(options: Sequence[str] = ()) -> Iterator[str]:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench gate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--recordings", type=Path)
    parser.add_argument("--store", type=Path, help="a run's store: remarks upheld, repeats")
    parser.add_argument("--cues", action="store_true", help="leave out each list of words instead")
    parser.add_argument("--limit", type=int, help="so many pairs only")
    chosen = parser.parse_args(options)
    if chosen.store is not None:
        yield from store_lines(chosen.store)
        return
    if chosen.cues:
        yield from cue_lines()
        return
    pairs = [p for name in FILES for p in read_records(Path(__file__).parent / name, GatePair)]
    judged = asyncio.run(_judge(pairs[: chosen.limit]))
    halves = [
        [j for j in judged if is_blind(j.pair.problem, chosen.seed) is blind]
        for blind in (False, True)
    ]
    yield f"own pairs by problem, seed {chosen.seed}: {len(halves[0])} dev, {len(halves[1])} blind"
    yield from _class_table(halves)
    yield from _probe_table(halves)
    yield from _wrong(halves[0])
    if chosen.recordings is not None:
        yield from recorded_lines(chosen.recordings)
        yield from _on_recordings(chosen.recordings)


def is_blind(problem: str, seed: int) -> bool:
    """Draw the half of a problem; all its pairs fall into the same one."""
    return hashlib.sha256(f"{seed}:{problem}".encode()).digest()[0] % 2 == 1


async def _judge(pairs: Sequence[GatePair]) -> list[_Judged]:
    settings = Settings()
    async with LeanPool(embedded_toolchain()) as pool:
        await pool.warm_up()
        judge = ProofJudge(pool)
        return [_Judged(pair, await audit_pair(pair, settings, judge=judge)) for pair in pairs]


def _class_table(halves: Sequence[Sequence[_Judged]]) -> Iterator[str]:
    yield f"{'class':<22} {'dev: rejected':>14} {'warned':>7} {'blind: rejected':>16} {'warned':>7}"
    classes = sorted({_class(j) for half in halves for j in half}, key=lambda c: c != "faithful")
    for name in [*classes, "mechanical drift", "all drift"]:
        cells = []
        for half in halves:
            members = [j for j in half if _belongs(j, name)]
            rejected = sum(not j.row.accepted for j in members)
            warned = sum(bool(j.row.warnings) and j.row.accepted for j in members)
            cells += [f"{rejected} of {len(members)}", str(warned)]
        yield f"{name:<22} {cells[0]:>14} {cells[1]:>7} {cells[2]:>16} {cells[3]:>7}"


def _class(judged: _Judged) -> str:
    return "faithful" if judged.pair.label == "faithful" else judged.pair.drift or "drifted"


def _belongs(judged: _Judged, name: str) -> bool:
    mine = _class(judged)
    if judged.row.status == UNAVAILABLE:
        return False
    if name == "mechanical drift":
        return mine in MECHANICAL
    return mine != "faithful" if name == "all drift" else mine == name


def _probe_table(halves: Sequence[Sequence[_Judged]]) -> Iterator[str]:
    yield f"{'probe':<26} {'is':<8} {'dev: right of fired':>20} {'blind: right of fired':>22}"
    counts = [[_fired(half, right=right) for right in (True, False)] for half in halves]
    names = sorted({name for half in counts for counter in half for name in counter})
    for name, kind in names:
        cells = []
        for right, wrong in counts:
            fired = right[name, kind] + wrong[name, kind]
            cells.append(f"{right[name, kind]} of {fired}")
        yield f"{name:<26} {kind:<8} {cells[0]:>20} {cells[1]:>22}"


def _fired(half: Iterable[_Judged], *, right: bool) -> Counter[tuple[str, str]]:
    """Count how often each probe fired, on drifted pairs (right) or on faithful ones (wrong)."""
    found: Counter[tuple[str, str]] = Counter()
    for pair, row in half:
        if (pair.label == "drifted") is right and row.status != "refused":
            found.update({(_name(line), "rejects") for line in row.probes})
            found.update({(_name(line), "warns") for line in row.warnings})
    return found


def _name(line: ProbeLine) -> str:
    return line.finding.split(": ")[1] if ": " in line.finding else line.finding


def _wrong(half: Iterable[_Judged]) -> Iterator[str]:
    """Faithful statements of the dev half that were rejected or warned about."""
    for pair, row in half:
        if pair.label == "faithful" and (not row.accepted or row.warnings):
            told = [line.finding for line in (*row.probes, *row.warnings)]
            yield f"   {pair.id}: {row.status}: {'; '.join(told)}"


def _on_recordings(folder: Path) -> Iterator[str]:
    """Probe the recorded statements that a second reader called faithful."""
    judged = asyncio.run(_judge(recorded_pairs(folder)))
    rejected = [j for j in judged if not j.row.accepted]
    warned = [j for j in judged if j.row.accepted and j.row.warnings]
    yield (
        f"recorded statements adjudicated faithful: {len(judged)}, probes reject {len(rejected)} "
        f"and warn about {len(warned)}"
    )
    for pair, row in (*rejected, *warned):
        told = [line.finding for line in (*row.probes, *row.warnings)]
        yield f"   {pair.id}: {row.status}: {'; '.join(told)}"
