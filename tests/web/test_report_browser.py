"""The report page in a real browser: no wider than a phone, and accessible."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from faithsieve.evaluate.paper_tables import report_tables
from faithsieve.evaluate.plots import draw_plots
from faithsieve.web.report_page import render_page
from support.results import hostile_report

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_report_is_no_wider_than_the_screen(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    report, folders = hostile_report(tmp_path)
    file = tmp_path / "report.html"
    tables, plots = report_tables(report), draw_plots(report)
    file.write_text(render_page(report, tables, plots, folders=folders, page=file))
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    try:
        page.goto(file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.get_by_label("failed").check()
        assert page.locator(".rows tbody tr.is-exact").first.is_hidden()
    finally:
        context.close()
