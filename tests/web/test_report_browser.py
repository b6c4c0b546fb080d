"""Report and index pages in a real browser: no wider than a phone, sorted, accessible."""

from pathlib import Path

import pytest

from faithsieve.evaluate.paper_tables import report_tables
from faithsieve.evaluate.plots import draw_plots
from faithsieve.web.index_page import IndexRow, render_index_page
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


ROWS = [
    IndexRow("a", "a.tex", "no_error_found", "No error found", 4, 4, tokens=10),
    IndexRow("b", "b.tex", "first_error", "First error: step 2", 3, 1, "So $x = 1$.", "false", 7),
    IndexRow("c", "long/" * 30 + "c.tex"),
]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_table_fits_sorts_and_is_accessible(
    open_tab: OpenTab, tmp_path: Path, width: int
) -> None:
    file = tmp_path / "index.html"
    file.write_text(render_index_page(ROWS, title="homework"), encoding="utf-8")
    tab = open_tab(file.as_uri(), width, bypass_csp=True)
    tab.page.goto(file.as_uri())
    assert tab.width() == width
    tab.page.get_by_role("button", name="Verdict").click()
    names = tab.page.locator("tbody th").evaluate_all("cells => cells.map(c => c.dataset.value)")
    assert names == ["b", "c", "a"]
    assert tab.page.locator(".katex").count() >= 1
    assert (tab.faults(), tab.trouble) == ([], [])
