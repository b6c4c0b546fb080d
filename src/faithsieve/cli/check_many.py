"""``faithsieve check … --out DIR``: many proofs through the runner of ``eval``, with an index page.

The folder is a run folder: the same command resumes it, and ``report`` and ``recheck`` read it.
A proof that could not be read or judged has a row without a verdict, and is tried again.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from faithsieve.cli.check import EXIT_FIRST_ERROR, show_notes
from faithsieve.cli.eval import EvalRequest, exit_code, run_eval
from faithsieve.cli.output import write_text
from faithsieve.cli.report import sheet_of, write_run_evidence
from faithsieve.configuration import checks_store
from faithsieve.documents.collection import Collected, as_dataset, read_collection
from faithsieve.errors import EXIT_UNFINISHED, InputError, UserError
from faithsieve.evaluate.run_folder import check_out
from faithsieve.evaluate.runner import Plan
from faithsieve.records.proof import LabelledProof
from faithsieve.records.run import ProblemResult
from faithsieve.records.settings import Settings
from faithsieve.records.verdict import VerdictKind
from faithsieve.records.wording import counted
from faithsieve.web.index_page import IndexRow, render_index_page, row_words
from faithsieve.web.report_page import EVIDENCE, evidence_name

INDEX, SHEET = "index.html", "results.csv"


def check_many(sources: Sequence[str], settings: Settings, options: dict[str, Any]) -> int:
    """Check every proof of the sources, write the pages, and return the exit code.

    Raises:
        InputError: no source has a proof that can be read.
    """
    out = check_out(options["out"])
    found = read_collection(sources, options["reading"].options())
    proofs = tuple(item.proof for item in found if isinstance(item.proof, LabelledProof))
    _show_read(found)
    if not proofs:
        raise InputError(f"{', '.join(sources)}: no proof could be read")
    name = sources[0] if len(sources) == 1 else f"{len(sources)} sources"
    request = EvalRequest(
        as_dataset(name, proofs),
        settings,
        options["method"],
        out,
        # The store of single checks: what was asked there is not asked again.
        str(options["store"] or checks_store()),
        Plan(proofs, concurrency=settings.model.problems_at_once, retry_failed=True),
    )
    ended = run_eval(request)
    for line in ended.remarks:
        click.echo(line, err=True)
    rows = _write_pages(request, found, ended.outcome.results)
    has_error = any(row.kind == VerdictKind.FIRST_ERROR.value for row in rows)
    is_left = any(not row.has_verdict for row in rows)
    code = exit_code(ended.outcome) or (EXIT_UNFINISHED if is_left else 0)
    return EXIT_FIRST_ERROR if not code and has_error and options["fail_on_error"] else code


def _write_pages(
    request: EvalRequest, found: Sequence[Collected], results: Iterable[ProblemResult]
) -> tuple[IndexRow, ...]:
    write_run_evidence(request.out, store=request.store)
    by_id = {result.id: result for result in results}
    rows = tuple(_row(item, by_id, request.out) for item in found)
    write_text(request.out / INDEX, render_index_page(rows, title=request.dataset.file))
    cells = ([read(row) for read in _COLUMNS.values()] for row in rows)
    write_text(request.out / SHEET, sheet_of(_COLUMNS, cells))
    for row in rows:
        click.echo(row_words(row))
    click.echo(f"pages: {request.out / INDEX}")
    click.echo(f"table: {request.out / SHEET}")
    return rows


_COLUMNS: dict[str, Callable[[IndexRow], str | int | None]] = {
    "proof": lambda row: row.name,
    "file": lambda row: row.file,
    "verdict": lambda row: row.words,
    "line": lambda row: row.line,
    "step": lambda row: row.step,
    "reason": lambda row: row.problem,
    "steps": lambda row: row.steps,
    "supported": lambda row: row.supported,
    "page": lambda row: row.link,
}


def _show_read(found: Sequence[Collected]) -> None:
    for item in found:
        if isinstance(item.proof, UserError):
            click.echo(f"not read: {item.proof}", err=True)
            continue
        origin = item.proof.origin
        how = f" ({origin.split})" if origin else ""
        count = len(item.proof.proof.steps)
        click.echo(f"{item.proof.id}: {counted(count, 'step')}{how}", err=True)
        show_notes(item.proof)


def _row(item: Collected, results: dict[str, ProblemResult], out: Path) -> IndexRow:
    if isinstance(item.proof, UserError):
        why = str(item.proof).removeprefix(f"{item.file}: ")
        return IndexRow(name=item.file, file=item.file, problem=why)
    result = results.get(item.proof.id)
    page = out / EVIDENCE / evidence_name(item.proof.id)
    # A dot in front, so that no name can be taken for an address with a scheme.
    # A page of an earlier run says nothing about a proof that is open now.
    is_current = result is not None and page.is_file()
    link = f"./{EVIDENCE}/{quote(page.name)}" if is_current else ""
    return IndexRow.of(item.proof, result, file=item.file, link=link)
