"""A page in which nothing from a file acts as markup."""

import re
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from faithsieve.evaluate.paper_tables import report_tables
from faithsieve.evaluate.plots import draw_plots
from faithsieve.evaluate.report import read_report
from faithsieve.evaluate.tables import markdown, plain_text
from faithsieve.web.report_page import EVIDENCE, evidence_name, render_page
from support.hostile_texts import PageText
from support.results import hostile_report, write_run


def hostile_page(tmp_path: Path) -> str:
    report, folders = hostile_report(tmp_path)
    page = tmp_path / "report.html"
    return render_page(
        report, report_tables(report), draw_plots(report), folders=folders, page=page
    )


def test_no_text_of_a_run_becomes_an_element_or_a_link(tmp_path: Path) -> None:
    elements = PageText(hostile_page(tmp_path)).elements
    assert not [tag for tag, _ in elements if tag in ("script", "iframe", "object", "link")]
    links = [attrs["href"] for tag, attrs in elements if tag == "a"]
    assert set(links) == {"#main", "#scores", "#problems"}
    assert not [attrs for _, attrs in elements if any(name.startswith("on") for name in attrs)]
    assert all(str(attrs["src"]).startswith("data:") for tag, attrs in elements if tag == "img")


def test_the_page_needs_no_network_and_forbids_scripts(tmp_path: Path) -> None:
    page = hostile_page(tmp_path)
    assert "default-src 'none'" in page
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", page)
    assert "@import" not in page
    assert "url(" not in page


def test_no_control_character_reaches_page_terminal_or_markdown(tmp_path: Path) -> None:
    report, _ = hostile_report(tmp_path)
    texts = [hostile_page(tmp_path / "again")]
    texts += [plain_text(table) + markdown(table) for table in report_tables(report)]
    for text in texts:
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text)


def test_evidence_pages_that_exist_are_linked_by_relative_path(tmp_path: Path) -> None:
    row: dict[str, object] = {"id": "a/../b:c", "label": 1, "gold": 1}
    folder = write_run(tmp_path / "runs" / "one", [row, {"id": "q", "label": 1, "gold": 1}])
    (folder / EVIDENCE).mkdir()
    (folder / EVIDENCE / evidence_name("a/../b:c")).write_text("evidence")
    report = read_report([folder], with_tests=False)
    page = render_page(report, (), (), folders={"one": folder}, page=tmp_path / "r.html")
    links = [attrs["href"] for tag, attrs in PageText(page).elements if tag == "a"]
    assert [link for link in links if not str(link).startswith("#")] == [
        "./runs/one/evidence/a%252F%252E%252E%252Fb%253Ac.html"
    ]


@given(st.text(min_size=1, max_size=400), st.text(min_size=1, max_size=400))
@example("x" * 900, "x" * 901)
@example("../../etc/passwd", "..")
@example("a\x00b", "\ud800")
def test_any_id_gives_a_short_file_name_of_its_own(one: str, other: str) -> None:
    name = evidence_name(one)
    assert len(name.encode()) < 255
    assert re.fullmatch(r"[\w%~-]+\.html", name, re.ASCII)
    assert (name == evidence_name(other)) == (one == other)
