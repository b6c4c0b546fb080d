"""``faithsieve check``: one proof in, verdict and evidence out; with ``--out`` of many."""

import asyncio
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich.console import Console

from faithsieve.api import check_with
from faithsieve.cli.check_progress import showing_check
from faithsieve.cli.options import AUDIT, BUDGET, DOCUMENTS, PartChoice, shared_options
from faithsieve.cli.output import deliver, write_json, write_text
from faithsieve.cli.sarif import sarif_of_check
from faithsieve.cli.verdict_view import show_checked
from faithsieve.configuration import ADD_A_MODEL, checks_store, load_settings
from faithsieve.documents.proof_files import read_proof
from faithsieve.errors import EXIT_UNFINISHED, ConfigError
from faithsieve.methods import PARTS as METHOD_PARTS
from faithsieve.methods import method_for
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.model import ModelKind, ModelName
from faithsieve.records.proof import LabelledProof
from faithsieve.records.settings import BudgetSettings, Settings
from faithsieve.records.verdict import Verdict, VerdictKind
from faithsieve.records.wording import counted, one_line
from faithsieve.store.run_store import RunStore
from faithsieve.synthesize.missing_lean import NEXT_STEP
from faithsieve.version import __version__

EXIT_FIRST_ERROR = 1
EXIT_UNDECIDED = 4
_SHOWN_STEPS, _SHOWN_CHARACTERS = 60, 72


@click.command()
@click.argument("proofs", metavar="PROOF...", nargs=-1, required=True)
@click.option("--id", "row_id", metavar="ID", help="Which row of a JSONL file or proof of a paper.")
@click.option(
    "--method",
    default="faithsieve",
    show_default=True,
    type=PartChoice(METHOD_PARTS),
    help="How to judge.",
)
@shared_options(
    *(*DOCUMENTS, "model", "base_url", "profile", *AUDIT, *BUDGET, "concurrency", "force_label"),
    *("store", "json_to"),
    model="Which model; without one exact arithmetic alone decides.",
    concurrency="Requests at once (--out).",
    store="Where answers are kept.",
)
@click.option(
    "--html",
    "html_to",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Write the evidence as one page.",
)
@click.option("--sarif", "sarif_to", metavar="FILE", help="Write findings as SARIF; - for stdout.")
@click.option("--out", metavar="DIR", help="Check many: an index page and one page a proof.")
@click.option(
    "--fail-on-error", is_flag=True, help="Exit with 1 when a first error was found (not a risk)."
)
@click.pass_context
def check(
    ctx: click.Context, /, proofs: tuple[str, ...], flags: dict[str, object], **options: Any
) -> None:
    """Find the first wrong step of PROOF, with the evidence for it.

    PROOF is LaTeX, Markdown, HTML, Word (.docx), a notebook, Typst or text, JSON with "problem"
    and "steps", a row of a JSONL file (--id), or - for standard input. With --out also several of
    them, folders, zip archives and CSV tables with the columns id and text. Answers of the model
    and of Lean are kept, so the same command asks nothing twice and goes on where it was stopped.

    The exit code is 0 after a verdict, 1 with --fail-on-error after a first error, 2 for input or
    settings that cannot be used, 3 when it could not finish, 4 when the proof is undecided. With
    --out it is 0 when every proof has a verdict, undecided too, and 3 while one has none; the same
    command tries those again.

    \b
    Example:
      faithsieve check proof.md --model gpt-5.4 --html evidence.html
      faithsieve check proof.tex
      faithsieve check homework/*.tex --model gpt-5.4 --out runs/homework
    """
    settings = load_settings(flags)
    if options["out"] is not None:
        _refuse_with_out(ctx)
        # By its name: checking one proof must not load the machinery for many.
        many = import_module("faithsieve.cli.check_many")
        options["method"] = _method(options["method"], settings)
        ctx.exit(many.check_many(proofs, settings, options))
    reading = options["reading"].options()
    found = read_proof(_only(proofs), row_id=options["row_id"], options=reading)
    show_split(found)
    options["method"] = _method(options["method"], settings)
    verdict = _run(found, settings, options).verdict
    ctx.exit(_conclude(verdict, settings, fail_on_error=options["fail_on_error"]))


def _method(name: str, settings: Settings) -> str:
    """Return the method to check with, and say how to get more than arithmetic if that is all."""
    method = method_for(name, settings)
    if method != name:
        click.echo(f"no model: exact arithmetic only. For the whole method {ADD_A_MODEL}", err=True)
    return method


def _conclude(verdict: Verdict, settings: Settings, *, fail_on_error: bool) -> int:
    """Print what to do next if something stayed open, and return the exit code."""
    if verdict.without_lean:
        click.echo(f"provisional: Lean could not be asked; {NEXT_STEP}", err=True)
        return EXIT_UNFINISHED
    if verdict.kind is VerdictKind.FIRST_ERROR and fail_on_error:
        return EXIT_FIRST_ERROR
    if verdict.kind is not VerdictKind.UNDECIDED:
        return 0
    if higher := _higher_limit(settings.budget):
        click.echo(
            f"next: the same command with {higher} goes on; no answer is asked twice", err=True
        )
    return EXIT_UNDECIDED


def _higher_limit(budget: BudgetSettings) -> str:
    """Name twice each limit that was given, and no fewer tokens than a proof may take."""
    enough = max(2 * (budget.max_tokens or 0), budget.proof_tokens or 0)
    tokens = f"--max-tokens {enough}" if budget.max_tokens else ""
    money = f"--max-cost {2 * budget.max_cost_usd:g}" if budget.max_cost_usd else ""
    return " ".join(filter(None, (tokens, money)))


_ONE_PROOF_ONLY = ("html_to", "sarif_to", "json_to", "row_id")


def _refuse_with_out(ctx: click.Context) -> None:
    """Raise if an option about a single proof was given on the command line."""
    for option in ctx.command.params:
        given = ctx.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if option.name in _ONE_PROOF_ONLY and given:
            raise ConfigError(f"{option.opts[0]} is about one proof; leave --out out")


def _only(proofs: tuple[str, ...]) -> str:
    """Return the one file to check, or refuse several without ``--out``."""
    kind = "a folder" if Path(proofs[0]).is_dir() else f"{len(proofs)} files"
    if Path(proofs[0]).suffix.lower() in (".zip", ".csv", ".tsv"):
        kind = f"a {Path(proofs[0]).suffix} file"
    if len(proofs) > 1 or not kind.endswith("files"):
        raise ConfigError(f"{kind} can hold many proofs; add --out DIR for their pages")
    return proofs[0]


def _run(found: LabelledProof, settings: Settings, options: dict[str, Any]) -> CheckedProof:
    if ModelName.parse(settings.model.name).kind is ModelKind.BATCH:
        raise ConfigError(
            "a batch model answers later, so its questions need a folder: add --out DIR; the "
            "questions go to DIR/batch, `faithsieve batch import DIR ANSWERS` reads the answers, "
            "and the same command goes on"
        )
    began = time.monotonic()
    with RunStore.open(options["store"] or checks_store()) as store, showing_check() as show:
        checked = asyncio.run(
            check_with(
                found.proof,
                method=options["method"],
                settings=settings,
                store=store,
                on_event=show,
            )
        )
    # Copies of checked values: where the steps stand in the file, and what its reader noted.
    checked = checked.model_copy(
        update={"source": found.origin, "notes": (*found.notes, *checked.notes)}
    )
    if options["html_to"]:
        write_page(checked, options["html_to"])
    if sarif_to := options["sarif_to"]:
        file = found.origin.file if found.origin else found.id
        write_json(sarif_to, sarif_of_check(checked, file=file, version=__version__))

    def show_verdict() -> None:
        if sarif_to != "-":
            Console().print(show_checked(checked, seconds=time.monotonic() - began))

    deliver(options["json_to"], verdict_json(checked), show_verdict)
    if options["html_to"] not in (None, "-"):
        click.echo(f"page: {options['html_to']}", err=True)
    return checked


def verdict_json(checked: CheckedProof) -> dict[str, Any]:
    """Build the JSON of a verdict, with a document's split and the place of every step."""
    row = checked.verdict.model_dump(mode="json")
    if checked.source is not None:
        row["source"] = checked.source.model_dump(mode="json", exclude={"places"})
        row["source"]["steps"] = [
            {
                "index": step.index,
                "text": step.text,
                "line": place.line if place else None,
                "column": place.column if place else None,
            }
            for step in checked.proof.steps
            for place in [checked.source.place_of(step.index)]
        ]
    return row


def write_page(checked: CheckedProof, target: str) -> None:
    """Write the evidence page; templates and KaTeX are loaded only for it."""
    from faithsieve.web.evidence_page import render_evidence_page

    write_text(target, render_evidence_page(checked))


def show_split(proof: LabelledProof) -> None:
    """Print on standard error how a document was cut into steps, before anything is paid for."""
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
        text = one_line(step.text, _SHOWN_CHARACTERS)
        click.echo(f"  {step.index:>3}  {line:<9} {text}", err=True)
    if len(steps) > _SHOWN_STEPS:
        click.echo(f"  … and {len(steps) - _SHOWN_STEPS} more", err=True)
    show_notes(proof)


def show_notes(proof: LabelledProof) -> None:
    """Print what the reader had to repair or could not read."""
    for note in proof.notes:
        click.echo(f"  note: {one_line(note, 200)}", err=True)
