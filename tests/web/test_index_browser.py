"""The index page in a real browser: sorted by a click, and no wider than a phone."""

from pathlib import Path

import pytest

from faithsieve.web.index_page import IndexRow, render_index_page
from support.browser import OpenTab

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

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
