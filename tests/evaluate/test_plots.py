from pathlib import Path

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
    settings = Settings(baselines=BaselineSettings(votes=2))
    await sitting(tmp_path / "m", make_dataset(3), judging(), settings=settings, method="majority")
    lines = [{"id": f"p{n}", "label": 2, "gold": 1, "tokens": 30} for n in range(3)]
    folders = [tmp_path / "m", *(write_run(tmp_path / name, lines) for name in "ab")]
    names = {plot.name for plot in draw_plots(read_report(folders, with_tests=False))}
    assert names == {"accuracy", "cost", "distances", "reliability"}
