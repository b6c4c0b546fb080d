"""``faithsieve check``: one proof in, verdict and evidence out; with ``--out`` any number of them.

With ``--stage localize`` only stage one runs: substeps, tree of states, suspicion, window.
"""

import asyncio
import json
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich.console import Console
from rich.text import Text

from faithsieve.api import check_with
from faithsieve.cli.check_progress import showing_check
from faithsieve.cli.data import write_text
from faithsieve.cli.main import EXIT_UNFINISHED
from faithsieve.cli.reading import read_options, show_split, split_option
from faithsieve.cli.sarif import sarif_of_check
from faithsieve.cli.setting_options import AUDIT, BUDGET, setting_options
from faithsieve.cli.tree_view import show_localization
from faithsieve.cli.verdict_view import show_checked
from faithsieve.configuration import load_settings
from faithsieve.documents.proof_files import read_proof
from faithsieve.errors import ConfigError
from faithsieve.llm.accounting import AccountedModel, CostLedger
from faithsieve.localize.model_reader import ModelReader
from faithsieve.localize.reader import PlainReader
from faithsieve.localize.stage import localize_linted
from faithsieve.methods import METHODS
from faithsieve.places import checks_store
from faithsieve.records.checked_proof import CheckedProof
from faithsieve.records.counting import counted
from faithsieve.records.localization import Localization
from faithsieve.records.model_name import ModelKind, ModelName
from faithsieve.records.proof import LabelledProof, Proof
from faithsieve.records.settings import Settings
from faithsieve.records.symbolic import LintReport
from faithsieve.records.verdict import VerdictKind
from faithsieve.records.wording import one_line
from faithsieve.store.run_store import RunStore
from faithsieve.symbolic.lint import lint_proof
from faithsieve.synthesize.missing_lean import NEXT_STEP
from faithsieve.version import __version__
from faithsieve.web.tree_picture import to_svg
from faithsieve.wiring import build_model

PLAIN = "none"
EXIT_FIRST_ERROR = 1
EXIT_UNDECIDED = 4
MORE_BUDGET = "the same command with a higher limit goes on; what was answered is not asked again"
ASK_A_JUDGE = "name a capable model with --model and leave --profile local out"


@click.command()
@click.argument("proofs", metavar="PROOF...", nargs=-1, required=True)
@click.option("--id", "row_id", metavar="ID", help="Which row of a JSONL file or proof of a paper.")
@split_option
@click.option(
    "--method",
    default="faithsieve",
    show_default=True,
    type=click.Choice(list(METHODS)),
    help="How to judge.",
)
@click.option("--stage", type=click.Choice(["localize"]), help="Stop after this stage.")
@setting_options(
    *("model", "base_url", "profile", *AUDIT, *BUDGET, "concurrency", "force_label"),
    model="Which model; `none` reads without one (stage one).",
    concurrency="Requests at once (--out).",
)
@click.option("--store", metavar="URL", help="Where answers are kept.")
@click.option("--json", "json_to", metavar="FILE", help="Write the verdict as JSON; - for stdout.")
@click.option("--html", "html_to", metavar="FILE", help="Write the evidence as one page.")
@click.option("--sarif", "sarif_to", metavar="FILE", help="Write findings as SARIF; - for stdout.")
@click.option("--out", metavar="DIR", help="Check many: an index page and one page a proof.")
@click.option("--draw", metavar="FILE", help="Draw the tree as SVG.")
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
    --out undecided proofs do not change it.

    \b
    Example:
      faithsieve check proof.md --model gpt-5.4 --html evidence.html
      faithsieve check proof.tex --profile local
      faithsieve check homework/*.tex --model gpt-5.4 --out runs/homework
      faithsieve check proof.json --stage localize --model none --draw tree.svg
    """
    draw = options["draw"]
    if draw and not draw.lower().endswith(".svg"):
        raise ConfigError(f"--draw {draw!r} must end in .svg")
    settings = load_settings(flags)
    reading = read_options(options["split"], options["problem_file"])
    if options["out"] is not None:
        _refuse(ctx, _ONE_PROOF_ONLY, "is about one proof; leave --out out")
        # By its name: checking one proof must not load the machinery for many.
        many = import_module("faithsieve.cli.check_many")
        ctx.exit(many.check_many(proofs, reading, settings, options))
    found_proof = read_proof(_only(proofs), row_id=options["row_id"], options=reading)
    show_split(found_proof)
    if options["stage"] is not None:
        _refuse(ctx, _NEEDS_VERDICT, "needs a verdict; leave --stage out")
        _run_stage_one(found_proof.proof, settings, options)
        return
    checked = _run(found_proof, settings, options)
    if checked.verdict.without_lean:
        click.echo(f"provisional: Lean could not be asked; {NEXT_STEP}", err=True)
        ctx.exit(EXIT_UNFINISHED)
    if options["fail_on_error"] and checked.verdict.kind is VerdictKind.FIRST_ERROR:
        ctx.exit(EXIT_FIRST_ERROR)
    if checked.verdict.kind is VerdictKind.UNDECIDED:
        if not settings.fusion.ask_model:
            click.echo(f"next: have the open steps judged: {ASK_A_JUDGE}", err=True)
        elif settings.budget.max_tokens or settings.budget.max_cost_usd:
            click.echo(f"next: {MORE_BUDGET}", err=True)
        ctx.exit(EXIT_UNDECIDED)


_NEEDS_VERDICT = {
    "html_to": "--html",
    "sarif_to": "--sarif",
    "method": "--method",
    "fail_on_error": "--fail-on-error",
    "force_label": "--force-label",
}
_ONE_PROOF_ONLY = {
    "html_to": "--html",
    "sarif_to": "--sarif",
    "json_to": "--json",
    "draw": "--draw",
    "stage": "--stage",
    "row_id": "--id",
}


def _refuse(ctx: click.Context, options: dict[str, str], reason: str) -> None:
    """Refuse options that make no sense beside another one."""
    for name, flag in options.items():
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise ConfigError(f"{flag} {reason}")


def _only(proofs: tuple[str, ...]) -> str:
    """The one file to check, where no folder for many was named."""
    kind = "a folder" if Path(proofs[0]).is_dir() else f"{len(proofs)} files"
    if Path(proofs[0]).suffix.lower() in (".zip", ".csv", ".tsv"):
        kind = f"a {Path(proofs[0]).suffix} file"
    if len(proofs) > 1 or not kind.endswith("files"):
        raise ConfigError(f"{kind} can hold many proofs; add --out DIR for their pages")
    return proofs[0]


def _run(found: LabelledProof, settings: Settings, options: dict[str, Any]) -> CheckedProof:
    if settings.model.name == PLAIN:
        raise ConfigError("--model none only reads; add --stage localize, or name a model")
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
    json_to, html_to = options["json_to"], options["html_to"]
    if json_to:
        write_text(json_to, verdict_json(checked))
    if html_to:
        write_page(checked, html_to)
    if sarif_to := options["sarif_to"]:
        file = found.origin.file if found.origin else found.id
        log = sarif_of_check(checked, file=file, version=__version__)
        write_text(sarif_to, json.dumps(log, ensure_ascii=False, indent=2) + "\n")
    if options["draw"] and checked.localization is not None:
        write_text(options["draw"], to_svg(checked.localization))
    if "-" not in (json_to, sarif_to):
        Console().print(show_checked(checked, seconds=time.monotonic() - began))
    return checked


def verdict_json(checked: CheckedProof) -> str:
    """The verdict, with the split of a document and the place of every step in it."""
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
    return json.dumps(row, indent=2, ensure_ascii=False) + "\n"


def write_page(checked: CheckedProof, target: str) -> None:
    """Write the evidence page; templates and KaTeX are loaded only for it."""
    from faithsieve.web.evidence_page import render_evidence_page

    write_text(target, render_evidence_page(checked))


def _run_stage_one(proof: Proof, settings: Settings, options: dict[str, Any]) -> None:
    lint = lint_proof(proof) if settings.lint else LintReport()
    localization, costs = asyncio.run(_localize(proof, lint, settings, options))
    json_to = options["json_to"]
    if json_to:
        write_text(json_to, localization.model_dump_json(indent=2) + "\n")
    if json_to != "-":
        _print(localization, lint, costs)
    if options["draw"]:
        write_text(options["draw"], to_svg(localization))


async def _localize(
    proof: Proof, lint: LintReport, settings: Settings, options: dict[str, Any]
) -> tuple[Localization, CostLedger]:
    costs = CostLedger()
    if settings.model.name == PLAIN:
        plain = settings.localize.model_copy(update={"reader": "plain"})
        settings = settings.model_copy(update={"localize": plain})
    if settings.localize.reader == "plain":
        return await localize_linted(
            proof, reader=PlainReader(), settings=settings.localize, lint=lint
        ), costs
    with RunStore.open(options["store"] or checks_store()) as store:
        async with build_model(settings, store) as model:
            reader = ModelReader(
                AccountedModel(model, costs),
                settings=settings.localize,
                decoding=settings.decoding,
                standard=settings.standard,
            )
            return await localize_linted(
                proof, reader=reader, settings=settings.localize, lint=lint
            ), costs


def _print(localization: Localization, lint: LintReport, costs: CostLedger) -> None:
    console = Console()
    console.print(show_localization(localization))
    for finding in lint.refuted:
        said = f"refuted by code in step {finding.step}: {finding.claim}: {finding.message}"
        console.print(Text(one_line(said, 600), style="bold red"))
    for stage in costs.stages:
        console.print(
            f"{stage.stage}: {counted(stage.calls, 'call')} ({stage.replayed} replayed), "
            f"{stage.usage.input_tokens} + {stage.usage.output_tokens} tokens",
            style="dim",
            highlight=False,
        )
