"""The index page in a real browser: sorted by a click, and no wider than a phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from faithsieve.web.index_page import IndexRow, render_index_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

ROWS = [
    IndexRow("a", "a.tex", "no_error_found", "No error found", 4, 4, tokens=10),
    IndexRow("b", "b.tex", "first_error", "First error: step 2", 3, 1, "So $x = 1$.", "false", 7),
    IndexRow("c", "long/" * 30 + "c.tex"),
]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_table_fits_sorts_and_is_accessible(
    browser: Browser, axe: str, tmp_path: Path, width: int
) -> None:
    file = tmp_path / "index.html"
    file.write_text(render_index_page(ROWS, title="homework"), encoding="utf-8")
    context = browser.new_context(viewport={"width": width, "height": 900}, bypass_csp=True)
    page = context.new_page()
    try:
        trouble: list[str] = []
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.get_by_role("button", name="Verdict").click()
        names = page.locator("tbody th").evaluate_all("cells => cells.map(c => c.dataset.value)")
        assert names == ["b", "c", "a"]
        assert page.locator(".katex").count() >= 1
        page.add_script_tag(content=axe)
        found = page.evaluate("axe.run().then(r => r.violations.map(v => v.id))")
        assert (found, trouble) == ([], [])
    finally:
        context.close()
