"""The report page in a real browser: no wider than a phone, and accessible."""

from pathlib import Path

import pytest

from faithsieve.evaluate.paper_tables import report_tables
from faithsieve.evaluate.plots import draw_plots
from faithsieve.web.report_page import render_page
from support.browser import OpenTab
from support.results import hostile_report

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_report_is_no_wider_than_the_screen(
    open_tab: OpenTab, tmp_path: Path, width: int
) -> None:
    report, folders = hostile_report(tmp_path)
    file = tmp_path / "report.html"
    tables, plots = report_tables(report), draw_plots(report)
    file.write_text(render_page(report, tables, plots, folders=folders, page=file))
    tab = open_tab(file.as_uri(), width)
    tab.page.goto(file.as_uri())
    assert tab.width() == width
    tab.page.get_by_label("failed").check()
    assert tab.page.locator(".rows tbody tr.is-exact").first.is_hidden()
