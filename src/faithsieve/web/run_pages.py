"""The pages about benchmark runs: all of them, one with its problems, two side by side."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from faithsieve.errors import InputError, MissingToolError
from faithsieve.evaluate.comparison import compare_runs
from faithsieve.evaluate.metrics import outcome_of
from faithsieve.evaluate.paper_tables import (
    comparison_tables,
    failures_table,
    groups_table,
    metrics_table,
    report_tables,
)
from faithsieve.evaluate.plots import Plot, draw_plots
from faithsieve.evaluate.report import read_report
from faithsieve.evaluate.run_reading import opened_run
from faithsieve.evaluate.tables import Table
from faithsieve.records.run import ProblemResult
from faithsieve.web.pages import evidence_response, show
from faithsieve.web.report_page import render_problem
from faithsieve.web.run_catalog import RunVersion
from faithsieve.web.site import AnySite

router = APIRouter(include_in_schema=False)
Filter = Annotated[str, Query(max_length=200)]
UNKNOWN = "not said"


@router.get("/runs")
def list_runs(site: AnySite) -> Response:
    runs = [(site.runs.read(name), site.runs.scores(name).overall) for name in site.runs.names()]
    return show("runs.html", section="runs", runs=runs, folder=site.runs.root.name)


@router.get("/runs/{name}")
def show_run(name: str, site: AnySite, outcome: Filter = "", group: Filter = "") -> Response:
    """Show scores, confusion and coverage, and the problems that fit the filters."""
    run, scores = site.runs.read(name), site.runs.scores(name)
    rows = [
        row
        for row in run.results
        if outcome in ("", outcome_of(row).value) and group in ("", row.group or UNKNOWN)
    ]
    tables = [metrics_table([(run.name, scores.overall)])]
    tables += [groups_table(run.name, scores.groups)] if scores.groups else []
    failed = [row for row in run.results if row.failure is not None]
    tables += [failures_table(run.name, failed)] if failed else []
    return show(
        "run.html",
        section="runs",
        run=run,
        confusion=scores.overall.confusion,
        tables_shown=tables,
        has_groups=bool(scores.groups),
        rows=[(row, outcome_of(row)) for row in rows],
        filters=[
            ("outcome", outcome, _counted(outcome_of(row).value for row in run.results)),
            ("group", group, _counted(row.group or UNKNOWN for row in run.results)),
        ],
    )


def _counted(values: Iterable[str]) -> list[tuple[str, int]]:
    return sorted(Counter(values).items())


@router.get("/runs/{name}/report")
def show_report(name: str, site: AnySite) -> Response:
    """Show what the store adds: cost by stage, calibration, and the plots."""
    tables, plots, missing = _report(site.runs.version(name))
    return show(
        "run_report.html",
        section="runs",
        name=name,
        plots=plots,
        tables_shown=tables,
        missing=missing,
    )


@lru_cache(maxsize=16)
def _report(version: RunVersion) -> tuple[list[Table], tuple[Plot, ...], str]:
    report = read_report([version.folder], with_tests=False)
    tables = report_tables(report)
    try:
        return tables, draw_plots(report), ""
    except MissingToolError as error:
        return tables, (), str(error)


@router.get("/runs/{name}/evidence")
async def show_problem(name: str, id: Filter, site: AnySite) -> Response:
    """Show the evidence page of one problem, as ``faithsieve report --html`` writes it."""
    with opened_run(site.runs.folder(name)) as run:
        row = next((row for row in run.results if row.id == id), None) if run else None
        if run is None or row is None:
            raise InputError(f"there is no evidence of {id!r} in this run; its store is not here")
        page = await render_problem(run, row)
    if page is None:
        raise InputError(f"there is no evidence of {id!r}: the method only names a label")
    return evidence_response(page)


@router.get("/compare")
def compare(first: Filter, second: Filter, site: AnySite) -> Response:
    """Show two runs side by side, the rows where they differ first."""
    one, other = site.runs.read(first), site.runs.read(second)
    theirs = {row.id: row for row in other.results}
    both = [(row, theirs[row.id]) for row in one.results if row.id in theirs]
    rows = [(*pair, *map(outcome_of, pair), _differ(*pair)) for pair in both]
    scores = [(run.name, site.runs.scores(run.name).overall) for run in (one, other)]
    tables, missing = [metrics_table(scores)], ""
    try:
        tables += comparison_tables(compare_runs(one, other))
    except (InputError, MissingToolError) as error:
        missing = str(error)
    return show(
        "compare.html",
        section="runs",
        first=one,
        second=other,
        tables_shown=tables,
        missing=missing,
        apart=sum(row[-1] for row in rows),
        rows=sorted(rows, key=lambda row: not row[-1]),
    )


def _differ(one: ProblemResult, other: ProblemResult) -> bool:
    return (outcome_of(one), one.label) != (outcome_of(other), other.label)
