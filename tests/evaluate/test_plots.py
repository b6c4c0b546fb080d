import json
from pathlib import Path

from faithsieve.evaluate.paper_tables import (
    report_tables,
)
from faithsieve.evaluate.plots import draw_plots
from faithsieve.evaluate.report import read_report
from faithsieve.records.settings import BaselineSettings, Settings
from support.judges import judging
from support.results import hostile_report, write_run
from support.runs import make_dataset, sitting


def test_drawings_hold_names_as_text_only(tmp_path: Path) -> None:
    report, _ = hostile_report(tmp_path)
    for plot in draw_plots(report):
        assert "<script" not in plot.svg
        assert "<img" not in plot.svg
        assert plot.png.startswith(b"\x89PNG")


async def test_every_plot_has_data_when_runs_state_confidence_and_cost(tmp_path: Path) -> None:
    dataset, settings = make_dataset(4), Settings(baselines=BaselineSettings(votes=2))
    for method in ("direct", "majority"):
        await sitting(tmp_path / method, dataset, judging(), settings=settings, method=method)
        lines = tmp_path / method / "predictions.jsonl"
        rows = [
            json.loads(line) | {"tokens": 30, "gold": 1}
            for line in lines.read_text().split("\n")
            if line
        ]
        lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = read_report([tmp_path / "direct", tmp_path / "majority"], with_tests=False)
    assert {plot.name for plot in draw_plots(report)} == {"accuracy", "cost", "distances"}
    kept = read_report([tmp_path / "majority"], with_tests=False)
    assert kept.runs[0].calibration is None


async def test_confidence_is_drawn_against_what_happened(tmp_path: Path) -> None:
    settings = Settings(baselines=BaselineSettings(votes=2))
    await sitting(tmp_path / "m", make_dataset(3), judging(), settings=settings, method="majority")
    names = {plot.name for plot in draw_plots(read_report([tmp_path / "m"], with_tests=False))}
    assert {"reliability", "coverage"} <= names


def test_a_run_without_labels_has_no_plots_and_no_scores(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", [{"id": "p", "label": None, "gold": None}])
    report = read_report([folder], with_tests=False)
    assert draw_plots(report) == ()
    assert any(table.title == "Main results" for table in report_tables(report))
