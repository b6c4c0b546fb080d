"""``faithsieve data generate`` and ``label``: making datasets."""

import asyncio
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from faithsieve.baselines.opinions import ask_each_or_fail
from faithsieve.cli.options import PATH, shared_options
from faithsieve.cli.output import write_json
from faithsieve.configuration import load_settings
from faithsieve.datasets import SHAPES, ShapeName, load_dataset
from faithsieve.datasets.validation import Severity, validate_dataset
from faithsieve.datasets.writing import json_line, write_whole
from faithsieve.errors import InputError
from faithsieve.evaluate.generation import (
    PROMPT,
    FailedGeneration,
    GeneratedProof,
    ProblemRow,
    generate_candidate,
    label_candidates,
)
from faithsieve.evaluate.record_files import read_records
from faithsieve.evaluate.run_folder import describe_versions
from faithsieve.evaluate.session import prompt_stamps
from faithsieve.records.proof import LabelledProof
from faithsieve.records.settings import Settings
from faithsieve.records.wording import counted
from faithsieve.store.run_store import RunStore
from faithsieve.wiring import build_model


@click.command()
@click.argument("problems", type=PATH)
@click.option("--out", required=True, type=PATH, help="GeneratedProof proofs, without labels.")
@click.option("--samples", default=1, type=click.IntRange(min=1), help="Proofs of each problem.")
@shared_options("model", "base_url", "profile", "force")
def generate(
    problems: Path, out: Path, flags: dict[str, object], samples: int, force: bool
) -> None:
    """Have a model write candidate proofs in numbered steps, one or more for each problem.

    PROBLEMS rows: {"problem", "id", "group"}; the last two may be missing. The model is asked for
    a complete solution, never for a wrong one. Beside OUT lie OUT.provenance.json and the calls,
    so that the same command resumes.

    \b
    Example:
      faithsieve data generate problems.jsonl --model gpt-4o --out candidates.jsonl
    """
    if out.exists() and not force:
        raise InputError(f"{out} exists; choose another name or add --force")
    settings = load_settings(flags)
    rows = read_records(problems, ProblemRow)
    _check_distinct(rows)
    made = asyncio.run(_generate(rows, settings, samples, out.with_name(f"{out.name}.calls")))
    candidates = [entry for entry in made if isinstance(entry, GeneratedProof)]
    failed = [entry for entry in made if isinstance(entry, FailedGeneration)]
    write_whole(out, _rows([entry.row for entry in candidates]), force=force)
    _write_provenance(
        out,
        {
            "problems": problems.name,
            "problems_sha256": _sha256(problems),
            "model": settings.model.name,
            "prompt": prompt_stamps([PROMPT])[0],
            "decoding": settings.decoding.generate.model_dump(mode="json"),
            "samples": samples,
            "candidates": [
                {"id": entry.row.id, "call": entry.key, "model": entry.model}
                for entry in candidates
            ],
            "failed": [entry.model_dump(mode="json") for entry in failed],
        },
    )
    click.echo(f"{len(candidates)} candidates in {out}, {len(failed)} replies without clean steps")


def _check_distinct(rows: Sequence[ProblemRow]) -> None:
    names = [row.name for row in rows]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"two problems are called {twice!r}; give them different ids")


async def _generate(
    rows: Sequence[ProblemRow], settings: Settings, samples: int, calls: Path
) -> tuple[GeneratedProof | FailedGeneration, ...]:
    store = await asyncio.to_thread(RunStore.open, calls)
    with store:
        async with build_model(settings, store) as model:
            return await ask_each_or_fail(
                generate_candidate(
                    row, model=model, decoding=settings.decoding.generate, sample=sample
                )
                for row in rows
                for sample in range(samples)
            )


def _rows(proofs: Sequence[LabelledProof]) -> list[str]:
    return [json_line(SHAPES[ShapeName.PROOFLOC].write(proof)) for proof in proofs]


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _write_provenance(out: Path, content: dict[str, Any]) -> None:
    whole = {"file": out.name, "sha256": _sha256(out), "versions": describe_versions(), **content}
    write_json(out.with_name(f"{out.name}.provenance.json"), whole)


@click.command()
@click.argument("candidates", type=PATH)
@click.argument("first", type=PATH)
@click.argument("second", type=PATH)
@click.option("--adjudicated", type=PATH, help="Labels for the rows the two differ on.")
@click.option("--out", required=True, type=PATH, help="The labelled dataset, ProofLoc shape.")
@shared_options("force")
def label(
    candidates: Path, first: Path, second: Path, adjudicated: Path | None, out: Path, force: bool
) -> None:
    """Give candidates the labels two annotators agree on, and check the finished dataset.

    FIRST and SECOND rows: {"id", "label": "correct" or a 1-based step}, as `audit join` writes
    them. Rows without an agreed or adjudicated label are left out and listed.

    \b
    Example:
      faithsieve data label candidates.jsonl ann.jsonl ben.jsonl --adjudicated both.jsonl \\
        --out dataset.jsonl
    """
    rows = load_dataset(candidates).proofs
    found = label_candidates(rows, first, second, adjudicated)
    if not found.rows:
        raise InputError("no candidate has an agreed label yet; adjudicate the open ones first")
    write_whole(out, _rows(found.rows), force=force)
    files = {"candidates": candidates, "first": first, "second": second, "adjudicated": adjudicated}
    _write_provenance(
        out,
        {
            "sources": {name: _sha256(path) for name, path in files.items() if path},
            "agreed": found.agreed,
            "adjudicated": found.adjudicated,
            "kappa": found.kappa,
            "open": list(found.open),
        },
    )
    checked = validate_dataset(out)
    click.echo(
        f"{out}: {counted(checked.usable, 'row')}, {checked.correct} correct, "
        f"{checked.incorrect} incorrect; "
        f"{found.agreed} agreed, {found.adjudicated} adjudicated, {len(found.open)} left out; "
        f"{checked.count(Severity.WARNING)} warnings (see `faithsieve data validate`)"
    )
