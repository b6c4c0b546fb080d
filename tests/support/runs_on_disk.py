"""Whole run folders for tests of what reads them: files, store, and evidence of every problem."""

import asyncio
from pathlib import Path

from faithsieve.evaluate.run_folder import STORE, ResultLines, RunFolder
from faithsieve.evaluate.run_reading import checked_artifact
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.proof import Label, Proof
from faithsieve.records.run import FailureKind, ProblemFailure, ProblemResult, RunManifest
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.store.results import manifest_digest
from faithsieve.store.run_store import RunStore
from support.checked_proofs import rich_checked_proof
from support.stores import make_manifest

GROUPS = ("algebra", "number theory", "geometry")


def write_run(
    folder: Path, *, problems: int = 9, shift: int = 0, checked: CheckedProof | None = None
) -> Path:
    """Write a run of made-up problems; another ``shift`` answers some of them otherwise."""
    proof = (checked or rich_checked_proof()).proof
    manifest = make_manifest(method="faithsieve", problems=problems)
    rows = [_result(number, shift, proof) for number in range(problems)]
    with RunFolder(folder) as opened:
        opened.write_manifest(folder.name, manifest, store=STORE)
        ids = [row.id for row in rows]
        opened.write_results(ids, ResultLines(rows), interrupted=0, damaged=0)
    asyncio.run(_fill(folder, manifest, rows, checked or rich_checked_proof()))
    return folder


def _result(number: int, shift: int, proof: Proof) -> ProblemResult:
    gold: Label = 4 if number % 3 else "correct"
    label: Label = gold if (number + shift) % 4 else 2
    failure = verdict = None
    if number % 7 == 5:
        failure = ProblemFailure(kind=FailureKind.PROVIDER, type="ProviderError", message="busy")
    else:
        kind = VerdictKind.of_label(label)
        verdict = Verdict(label=label, kind=kind, rationale="so it seems", confidence=0.8)
    return ProblemResult(
        id=f"row {number}/ä", gold=gold, group=GROUPS[number % 3], verdict=verdict,
        failure=failure, seconds=float(number),
    )  # fmt: skip


async def _fill(
    folder: Path, manifest: RunManifest, rows: list[ProblemResult], checked: CheckedProof
) -> None:
    digest = manifest_digest(manifest)
    with RunStore.open(folder / STORE) as store:
        store.keep_run(folder.name, manifest)
        for row in rows:
            await store.save_result(folder.name, digest, row)
            if row.verdict is not None:
                kept = checked.model_copy(update={"verdict": row.verdict})
                await store.save_artifact(checked_artifact(row.id, kept, digest))
