"""A report as one HTML page without scripts or network, and the evidence pages of its problems.

Filtering by outcome is done by the style sheet alone, so the page can forbid every script. Links go
only to evidence pages beside the runs, as relative paths that this module builds itself.
"""

import hashlib
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from faithsieve.evaluate.metrics import ProblemOutcome, outcome_of
from faithsieve.evaluate.plots import Plot
from faithsieve.evaluate.report import Report, ReportedRun
from faithsieve.evaluate.run_reading import OpenedRun
from faithsieve.evaluate.tables import NOTHING, Table, clean
from faithsieve.records.run import ProblemFailure, ProblemResult
from faithsieve.web.evidence_page import render, render_evidence_page, render_failure_page
from faithsieve.web.page_assets import style_sheet

EVIDENCE = "evidence"
"""The folder of a run that holds one page for each problem, where they were written."""
_LONGEST_NAME = 120


def render_page(
    report: Report,
    tables: Sequence[Table],
    plots: Sequence[Plot],
    *,
    folders: Mapping[str, Path] | None = None,
    page: Path | None = None,
) -> str:
    """Write a report as one self-contained page.

    Args:
        folders: The folder of each run, to link evidence pages that exist there.
        page: Where the page will lie; links are relative to it.
    """
    problems = [
        _problem(run, row, (folders or {}).get(run.name), page)
        for run in report.runs
        for row in run.run.results
    ]
    counts = Counter(str(problem["outcome"]) for problem in problems)
    return render(
        "report.html",
        style=style_sheet(),
        runs=[clean(run.name) for run in report.runs],
        forced=[clean(run.name) for run in report.runs if run.run.forces_label],
        gates=[f"{clean(run.name)} {run.run.gate}" for run in report.runs if run.run.gate],
        tables=tables,
        plots=plots,
        problems=problems,
        outcomes=[outcome.value for outcome in ProblemOutcome],
        counts=[(outcome.value, counts[outcome.value]) for outcome in ProblemOutcome],
    )


def _problem(
    run: ReportedRun, row: ProblemResult, folder: Path | None, page: Path | None
) -> dict[str, object]:
    return {
        "run": clean(run.name),
        "id": clean(row.id),
        "gold": NOTHING if row.gold is None else row.gold,
        "label": NOTHING if row.label is None else row.label,
        "outcome": outcome_of(row).value,
        "failure": list(_failure(row.failure)) if row.failure and row.label is None else [],
        "tokens": f"{row.cost.usage.total:,}",
        "seconds": f"{row.seconds:,.1f}",
        "evidence": _evidence_link(folder, row.id, page) if folder and page else None,
    }


def _failure(failure: ProblemFailure) -> Iterator[str]:
    yield failure.kind.value
    if failure.message:
        yield clean(failure.message)
    if failure.status:
        request = f", request {clean(failure.request_id)}" if failure.request_id else ""
        yield f"status {failure.status}{request}"


async def render_problem(run: OpenedRun, result: ProblemResult) -> str | None:
    """Write the evidence page of a problem; None where the run kept nothing about it."""
    said_by = f"{run.manifest.method} · {run.manifest.model}"
    if result.failure is not None and result.verdict is None:
        return render_failure_page(result.id, result.failure, said_by=said_by)
    checked = await run.checked(result.id)
    if checked is None or result.verdict is None:
        return None
    # The stored verdict also knows what the answer cost.
    return render_evidence_page(
        checked.model_copy(update={"verdict": result.verdict, "method": said_by})
    )


def evidence_name(row_id: str) -> str:
    """Turn any id into the name of its evidence page: one path part, short and distinct.

    A long id keeps its beginning and is told apart by its hash. Names of short ids are shorter
    than any name with a hash, so the two kinds never meet.
    """
    name = quote(row_id, safe="", errors="surrogatepass").replace(".", "%2E")
    if len(name) > _LONGEST_NAME:
        digest = hashlib.sha256(row_id.encode(errors="surrogatepass")).hexdigest()
        name = f"{name[:_LONGEST_NAME]}-{digest}"
    return f"{name}.html"


def _evidence_link(folder: Path, row_id: str, page: Path) -> str | None:
    """Return a relative link to the evidence page, or None where there is none."""
    target = folder / EVIDENCE / evidence_name(row_id)
    if not target.is_file():
        return None
    relative = os.path.relpath(target.resolve(), page.resolve().parent)
    # A dot in front, so that no path can be taken for an address with a scheme.
    return "./" + quote(Path(relative).as_posix())
