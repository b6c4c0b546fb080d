"""Plots of a report: Altair describes them, vl-convert draws them, no network and no browser.

A plot is data plus marks; names from files go in as data only, cleaned, and the drawing is embedded
as an image, where nothing in it can run.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from faithsieve.evaluate.report import Report
from faithsieve.evaluate.scientific import scientific
from faithsieve.evaluate.tables import clean
from faithsieve.records.base import Record

_NEED = "plots"
_WIDTH = 420
_INTERVAL = {"value", "low", "high"}


class Plot(Record):
    name: str
    """A file name without its ending."""
    title: str
    """What it shows, in words; also what a screen reader says."""
    svg: str
    """The drawing."""
    png: bytes
    """The same as pixels, at twice the resolution."""


class _Sketch(NamedTuple):
    """A plot before it is drawn."""

    name: str
    title: str
    rows: list[dict[str, object]]
    marks: Callable[[Any, Any], Any]
    """Puts marks on a chart of the rows, given Altair."""


def draw_plots(report: Report) -> tuple[Plot, ...]:
    """Draw every plot the runs have data for.

    Raises:
        MissingToolError: Altair or vl-convert is not installed.
    """
    makers = (_accuracy, _cost, _distances, _reliability)
    sketches = [maker(report) for maker in makers]
    return tuple(_draw(sketch) for sketch in sketches if sketch.rows)


def _draw(sketch: _Sketch) -> Plot:
    altair = scientific("altair", needed_for=_NEED)
    converter = scientific("vl_convert", needed_for=_NEED)
    chart = altair.Chart(altair.Data(values=sketch.rows)).properties(width=_WIDTH)
    spec = sketch.marks(altair, chart).to_dict()
    # Text cannot be turned into paths without the fonts; the generic family is always there.
    spec.setdefault("config", {})["font"] = "sans-serif"
    return Plot(
        name=sketch.name,
        title=sketch.title,
        svg=converter.vegalite_to_svg(spec),
        png=converter.vegalite_to_png(spec, scale=2),
    )


def _accuracy(report: Report) -> _Sketch:
    rows: list[dict[str, object]] = [
        {"run": clean(run.name, 40), "score": score, **rate.model_dump(include=_INTERVAL)}
        for run in report.runs
        for score, rate in (("exact", run.overall.exact), ("binary", run.overall.binary))
        if rate.value is not None
    ]

    def marks(altair: Any, chart: Any) -> Any:
        base = chart.encode(
            y=altair.Y("run:N", title=None, sort=None), yOffset=altair.YOffset("score:N")
        )
        bars = base.mark_bar().encode(
            x=altair.X("value:Q", title="accuracy over all labelled rows", scale=_unit(altair)),
            color=altair.Color("score:N", title=None),
        )
        return bars + base.mark_rule(strokeWidth=1.5).encode(x="low:Q", x2="high:Q")

    return _Sketch("accuracy", "Exact and binary accuracy with 95% Wilson intervals", rows, marks)


def _cost(report: Report) -> _Sketch:
    rows: list[dict[str, object]] = [
        {"run": clean(run.name, 40), "tokens": run.cost.tokens_per_problem, "exact": exact}
        for run in report.runs
        if (exact := run.overall.exact.value) is not None and run.cost.tokens_per_problem
    ]

    def marks(altair: Any, chart: Any) -> Any:
        scale = altair.Scale(type="log", nice=True)
        points = chart.encode(
            x=altair.X("tokens:Q", title="tokens per problem", scale=scale),
            y=altair.Y("exact:Q", title="exact accuracy", scale=_unit(altair)),
        )
        named = points.mark_text(dy=-12).encode(text="run:N")
        return points.mark_point(size=70, filled=True) + named

    # A single point compares nothing.
    shown = rows if len(rows) > 1 else []
    return _Sketch("cost", "Exact accuracy against tokens per problem", shown, marks)


def _distances(report: Report) -> _Sketch:
    rows: list[dict[str, object]] = [
        {"run": clean(run.name, 40), "distance": entry.distance, "rows": entry.count}
        for run in report.runs
        for entry in run.overall.localization.distances
    ]

    def marks(altair: Any, chart: Any) -> Any:
        return chart.mark_bar().encode(
            x=altair.X("distance:O", title="predicted minus gold step"),
            y=altair.Y("rows:Q", title="rows"),
            color=altair.Color("run:N", title=None),
            xOffset=altair.XOffset("run:N"),
        )

    return _Sketch("distances", "How far the predicted step lies from the gold one", rows, marks)


def _reliability(report: Report) -> _Sketch:
    rows: list[dict[str, object]] = [
        {"run": clean(run.name, 40), "stated": entry.mean_stated, "observed": entry.observed.value}
        for run in report.runs
        if run.calibration
        for entry in run.calibration.bins
        if entry.observed.total
    ]

    def marks(altair: Any, chart: Any) -> Any:
        lines = chart.mark_line(point=True).encode(
            x=altair.X("stated:Q", title="stated confidence", scale=_unit(altair)),
            y=altair.Y("observed:Q", title="exact accuracy", scale=_unit(altair)),
            color=altair.Color("run:N", title=None),
        )
        ideal = altair.Data(values=[{"at": 0}, {"at": 1}])
        diagonal = altair.Chart(ideal).mark_line(strokeDash=[4, 4], color="grey")
        return diagonal.encode(x="at:Q", y="at:Q") + lines

    return _Sketch("reliability", "Reliability of stated confidence", rows, marks)


def _unit(altair: Any) -> Any:
    return altair.Scale(domain=[0, 1])
