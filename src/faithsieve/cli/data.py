"""``faithsieve data``: look at, convert and split dataset files.

No model is asked here; the commands that build datasets are in ``data_building`` and load when
called.
"""

from collections.abc import Iterable
from pathlib import Path

import click
from pydantic import ValidationError

from faithsieve.cli.lazy import LazyCommand, LazyGroup
from faithsieve.cli.options import (
    DOCUMENTS,
    PATH,
    ROWS,
    SHAPE_CHOICE,
    ReadingOptions,
    shared_options,
)
from faithsieve.cli.output import deliver
from faithsieve.datasets import Dataset
from faithsieve.datasets.splitting import Part, PartSize, split_dataset
from faithsieve.datasets.validation import Severity, Validation, validate_dataset
from faithsieve.datasets.writing import converted_lines, original_lines, write_whole
from faithsieve.errors import InputError
from faithsieve.records.wording import counted

EXIT_UNUSABLE_ROWS = 2

LAZY = {
    "generate": LazyCommand("data_building:generate", "Have a model write candidate proofs."),
    "label": LazyCommand("data_building:label", "Give candidates two annotators' agreed labels."),
}


@click.group(cls=LazyGroup, table=LAZY)
def data() -> None:
    """Validate, convert, split, build and label dataset files."""


@data.command()
@click.argument("files", nargs=-1, required=True, type=PATH)
@shared_options("format", "json_to")
@click.pass_context
def validate(
    ctx: click.Context, files: tuple[Path, ...], reading: ReadingOptions, json_to: str | None
) -> None:
    """Report what is wrong or suspect in dataset files, by line.

    Exit code 0 when every row can be used, warnings or not; 2 when some cannot.

    \b
    Example:
      faithsieve data validate proofs.jsonl --json findings.json
    """
    found = [validate_dataset(file, format=reading.format) for file in files]
    entries = [validation.model_dump(mode="json") for validation in found]
    deliver(json_to, entries, lambda: list(map(_print_validation, found)))
    if any(validation.count(Severity.ERROR) for validation in found):
        ctx.exit(EXIT_UNUSABLE_ROWS)


@data.command()
@click.argument("file", type=PATH)
@click.option("--to", required=True, type=SHAPE_CHOICE, help="The shape to write.")
@click.option("--out", required=True, metavar="FILE", help="Where to write; - for stdout.")
@shared_options("force", *ROWS, *DOCUMENTS)
def convert(file: Path, to: str, out: str, force: bool, reading: ReadingOptions) -> None:
    """Write a dataset in another shape, with that shape's own label base.

    FILE is JSONL or JSON, or documents as `check` reads them: a file, a folder, a zip archive or a
    CSV table.

    Fields the target has but FaithSieve does not know (a generator, a final answer) become null.

    \b
    Example:
      faithsieve data convert proofs.jsonl --to processbench --out pb.jsonl
      faithsieve data convert homework.zip --to proofloc --out homework.jsonl
    """
    dataset = reading.load(file)
    lines = converted_lines(dataset, to)
    if out == "-":
        click.echo("".join(lines), nl=False)
    else:
        write_whole(Path(out), lines, force=force)
    click.echo(f"{counted(len(lines), 'row')}: {dataset.shape} -> {to}", err=True)
    _tell_left_out(dataset)


@data.command()
@click.argument("file", type=PATH)
@click.option(
    "--part",
    "parts",
    required=True,
    multiple=True,
    metavar="NAME=SIZE",
    help="A part and its size: 0.4 or 40% of the rows, or 100 rows. Repeat for each part.",
)
@click.option("--seed", default=0, show_default=True, help="Another seed gives another split.")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder to write NAME.jsonl files to.",
)
@shared_options("force", "json_to", *ROWS)
def split(
    file: Path,
    parts: tuple[str, ...],
    seed: int,
    out: Path,
    force: bool,
    json_to: str | None,
    reading: ReadingOptions,
) -> None:
    """Split a dataset into parts with the same mix of labels and groups.

    Rows that share a problem stay together. Rows are written as the file has them.

    \b
    Example:
      faithsieve data split proofs.jsonl --part dev=40% --part test=60% --seed 7 --out parts
    """
    sizes = [parse_part(part) for part in parts]
    dataset = reading.load(file)
    made = split_dataset(dataset.proofs, sizes, seed=seed)
    lines = original_lines(dataset)
    targets = [out / f"{part.name}.jsonl" for part in made]
    existing = [str(target) for target in targets if target.exists()]
    if existing and not force:
        raise InputError(f"{', '.join(existing)} exists; choose another folder or add --force")
    for part, target in zip(made, targets, strict=True):
        write_whole(target, (lines[i] for i in part.positions), force=force)
    record = _split_record(dataset, made, seed)
    deliver(json_to, record, lambda: _print_parts(dataset, made, targets))
    _tell_left_out(dataset)


def parse_part(text: str) -> PartSize:
    """Read ``NAME=SIZE``: a decimal point or a percent sign makes it a share.

    Raises:
        InputError: When it is anything else.
    """
    name, _, size = text.partition("=")
    try:
        if size.endswith("%"):
            return PartSize(name=name, fraction=float(size[:-1]) / 100)
        if "." in size:
            return PartSize(name=name, fraction=float(size))
        return PartSize(name=name, rows=int(size))
    except (ValueError, ValidationError) as error:
        raise InputError(
            f"part {text!r} is not NAME=SIZE with a size like 0.4, 40% or 100"
        ) from error


def _print_validation(validation: Validation) -> None:
    for finding in validation.findings:
        click.echo(
            f"{validation.file}:{finding.line}: {finding.severity.value} "
            f"[{finding.rule}] {finding.field}: {finding.message}"
        )
    counts = ", ".join(counted(validation.count(severity), severity.value) for severity in Severity)
    problems = counted(validation.distinct_problems, "problem")
    click.echo(
        f"{validation.file}: {validation.shape}, {counted(validation.usable, 'usable row')} "
        f"({validation.correct} correct, {validation.incorrect} incorrect, "
        f"{validation.unlabelled} unlabelled; {problems}); {counts}"
    )


def _split_record(dataset: Dataset, parts: Iterable[Part], seed: int) -> dict[str, object]:
    return {
        "file": dataset.file,
        "digest": dataset.digest,
        "seed": seed,
        "parts": {part.name: [dataset.proofs[i].id for i in part.positions] for part in parts},
    }


def _print_parts(dataset: Dataset, parts: Iterable[Part], targets: Iterable[Path]) -> None:
    for part, target in zip(parts, targets, strict=True):
        golds = [dataset.proofs[i].gold for i in part.positions]
        wanted = "" if len(golds) == part.wanted else f" (wanted {part.wanted})"
        click.echo(
            f"{target}: {counted(len(golds), 'row')}{wanted}, {golds.count('correct')} correct, "
            f"{sum(isinstance(gold, int) for gold in golds)} incorrect"
        )


def _tell_left_out(dataset: Dataset) -> None:
    if dataset.problems:
        click.echo(
            f"{counted(len(dataset.problems), 'row')} left out; see `faithsieve data validate`",
            err=True,
        )
