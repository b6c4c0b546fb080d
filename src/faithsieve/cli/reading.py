"""What the command line says about reading documents: options, errors, and the split it shows."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from faithsieve.documents.reading import Document, ReadOptions, form_of, read_problem
from faithsieve.documents.steps import Split
from faithsieve.errors import InputError
from faithsieve.records.counting import counted
from faithsieve.records.proof import LabelledProof
from faithsieve.records.wording import one_line

_SHOWN_STEPS = 60
_SHOWN_CHARACTERS = 72

PROBLEM_BYTES = 1 << 20


def split_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add ``--split`` and ``--problem``, which say how documents are read."""
    split = click.option(
        "--split",
        type=click.Choice([split.value for split in Split]),
        default=Split.AUTO.value,
        show_default=True,
        help="How a document is cut into steps.",
    )
    problem = click.option(
        "--problem",
        "problem_file",
        metavar="FILE",
        help="The problem, where it is in its own file.",
    )
    return split(problem(command))


def read_options(split: object, problem_file: object) -> ReadOptions:
    """Turn the two options into how documents are read.

    Raises:
        InputError: the problem's file cannot be read or is empty.
    """
    if problem_file is None:
        return ReadOptions(Split(str(split)))
    path = Path(str(problem_file))
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"--problem {str(path)!r} cannot be read: {error.strerror}") from error
    if len(content) > PROBLEM_BYTES:
        raise InputError(f"--problem {str(path)!r}: more than {PROBLEM_BYTES:,} bytes")
    document = Document(str(path), path.stem, content, form_of(path.name, content))
    return ReadOptions(Split(str(split)), read_problem(document))


def show_split(proof: LabelledProof) -> None:
    """Say on standard error how a document was cut into steps, before anything is paid for."""
    origin = proof.origin
    if origin is None:
        return
    steps = proof.proof.steps
    count = counted(len(steps), "step")
    click.echo(f"{origin.file}: {count} ({origin.split}); --split changes that", err=True)
    click.echo(f"  problem: {one_line(proof.proof.problem, _SHOWN_CHARACTERS)}", err=True)
    for step in steps[:_SHOWN_STEPS]:
        place = origin.place_of(step.index)
        line = f"line {place.line}" if place else "line ?"
        click.echo(
            f"  {step.index:>3}  {line:<9} {one_line(step.text, _SHOWN_CHARACTERS)}", err=True
        )
    if len(steps) > _SHOWN_STEPS:
        click.echo(f"  … and {len(steps) - _SHOWN_STEPS} more", err=True)
    show_notes([proof])


def show_notes(proofs: Sequence[LabelledProof]) -> None:
    """Say what the reader had to repair or could not read."""
    for proof in proofs:
        for note in proof.notes:
            click.echo(f"  note: {one_line(note, 200)}", err=True)
