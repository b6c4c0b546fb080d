"""Plots of a report: Altair describes them, vl-convert draws them, no network and no browser.

A plot is data plus marks; names from files go in as data only, cleaned, and the drawing is embedded
as an image, where nothing in it can run.
"""

from collections.abc import Callable, Sequence
from typing import Any

from faithsieve.evaluate.intervals import Rate
from faithsieve.evaluate.report import Report, ReportedRun
from faithsieve.evaluate.scientific import scientific
from faithsieve.evaluate.tables import clean
from faithsieve.records.base import Record

_NEED = "plots"
_WIDTH = 420


class Plot(Record):
    name: str
    """A file name without its ending."""
    title: str
    """What it shows, in words; also what a screen reader says."""
    svg: str
    """The drawing."""
    png: bytes
    """The same as pixels, at twice the resolution."""


def draw_plots(report: Report) -> tuple[Plot, ...]:
    """Draw every plot the runs have data for.

    Raises:
        MissingToolError: Altair or vl-convert is not installed.
    """
    makers: tuple[Callable[[Report], tuple[str, str, Any] | None], ...] = (
        _accuracy,
        _cost,
        _distances,
        _reliability,
        _coverage,
    )
    described = [made for maker in makers if (made := maker(report)) is not None]
    return tuple(_draw(*made) for made in described)


def _draw(name: str, title: str, chart: Any) -> Plot:
    converter = scientific("vl_convert", needed_for=_NEED)
    spec = chart.to_dict()
    # Text cannot be turned into paths without the fonts; the generic family is always there.
    spec.setdefault("config", {})["font"] = "sans-serif"
    return Plot(
        name=name,
        title=title,
        svg=converter.vegalite_to_svg(spec),
        png=converter.vegalite_to_png(spec, scale=2),
    )


def _chart(rows: Sequence[dict[str, object]]) -> tuple[Any, Any]:
    altair = scientific("altair", needed_for=_NEED)
    return altair, altair.Chart(altair.Data(values=list(rows))).properties(width=_WIDTH)


def _accuracy(report: Report) -> tuple[str, str, Any] | None:
    rows = [
        _score_row(run, name, rate)
        for run in report.runs
        for name, rate in (
            ("exact", run.scores.overall.exact),
            ("binary", run.scores.overall.binary),
        )
        if rate.value is not None
    ]
    if not rows:
        return None
    altair, chart = _chart(rows)
    base = chart.encode(
        y=altair.Y("run:N", title=None, sort=None), yOffset=altair.YOffset("score:N")
    )
    bars = base.mark_bar().encode(
        x=altair.X("value:Q", title="accuracy over all labelled rows", scale=_unit(altair)),
        color=altair.Color("score:N", title=None),
    )
    whiskers = base.mark_rule(strokeWidth=1.5).encode(x="low:Q", x2="high:Q")
    return "accuracy", "Exact and binary accuracy with 95% Wilson intervals", bars + whiskers


def _score_row(run: ReportedRun, score: str, rate: Rate) -> dict[str, object]:
    return {
        "run": clean(run.name, 40),
        "score": score,
        "value": rate.value,
        "low": rate.low,
        "high": rate.high,
    }


def _cost(report: Report) -> tuple[str, str, Any] | None:
    rows: list[dict[str, object]] = [
        {"run": clean(run.name, 40), "tokens": run.cost.tokens_per_problem, "exact": exact}
        for run in report.runs
        if (exact := run.scores.overall.exact.value) is not None and run.cost.tokens_per_problem
    ]
    if len(rows) < 2:
        return None
    altair, chart = _chart(rows)
    points = chart.encode(
        x=altair.X(
            "tokens:Q", title="tokens per problem", scale=altair.Scale(type="log", nice=True)
        ),
        y=altair.Y("exact:Q", title="exact accuracy", scale=_unit(altair)),
    )
    drawn = points.mark_point(size=70, filled=True) + points.mark_text(dy=-12).encode(text="run:N")
    return "cost", "Exact accuracy against tokens per problem", drawn


def _distances(report: Report) -> tuple[str, str, Any] | None:
    rows: list[dict[str, object]] = [
        {"run": clean(run.name, 40), "distance": entry.distance, "rows": entry.count}
        for run in report.runs
        for entry in run.scores.overall.localization.distances
    ]
    if not rows:
        return None
    altair, chart = _chart(rows)
    drawn = chart.mark_bar().encode(
        x=altair.X("distance:O", title="predicted minus gold step"),
        y=altair.Y("rows:Q", title="rows"),
        color=altair.Color("run:N", title=None),
        xOffset=altair.XOffset("run:N"),
    )
    return "distances", "How far the predicted step lies from the gold one", drawn


def _reliability(report: Report) -> tuple[str, str, Any] | None:
    rows: list[dict[str, object]] = [
        {"run": clean(run.name, 40), "stated": entry.mean_stated, "observed": entry.observed.value}
        for run in report.runs
        if run.calibration
        for entry in run.calibration.bins
        if entry.observed.total
    ]
    if not rows:
        return None
    altair, chart = _chart(rows)
    lines = chart.mark_line(point=True).encode(
        x=altair.X("stated:Q", title="stated confidence", scale=_unit(altair)),
        y=altair.Y("observed:Q", title="exact accuracy", scale=_unit(altair)),
        color=altair.Color("run:N", title=None),
    )
    _, ideal = _chart([{"stated": 0, "observed": 0}, {"stated": 1, "observed": 1}])
    diagonal = ideal.mark_line(strokeDash=[4, 4], color="grey").encode(x="stated:Q", y="observed:Q")
    return "reliability", "Reliability of stated confidence", diagonal + lines


def _coverage(report: Report) -> tuple[str, str, Any] | None:
    rows: list[dict[str, object]] = [
        {"run": clean(run.name, 40), "coverage": point.coverage, "risk": 1 - point.accuracy.value}
        for run in report.runs
        for point in run.coverage
        if point.accuracy.value is not None
    ]
    if not rows:
        return None
    altair, chart = _chart(rows)
    drawn = chart.mark_line(point=True, interpolate="step-after").encode(
        x=altair.X("coverage:Q", title="share of rows answered", scale=_unit(altair)),
        y=altair.Y("risk:Q", title="share of those that is wrong", scale=_unit(altair)),
        color=altair.Color("run:N", title=None),
    )
    return (
        "coverage",
        "Risk against coverage: how many answers are wrong when only the surest are given",
        drawn,
    )


def _unit(altair: Any) -> Any:
    return altair.Scale(domain=[0, 1])
